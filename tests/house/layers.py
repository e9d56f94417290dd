#!/usr/bin/env python3
"""The rooms of src keep to their layers.

Reads every #include: a room knows only those that ROOMS gives it, and nothing outside src knows its
inside but tests and benchmarks. Reads the symbols of the static library: no file calls a room that
its own may not know, and no files call each other in a circle; only a table of backends calls what
is behind it. A folder of src has at most FILES files. The library's messages speak of its own
options, not of the command line's. Then plants an upward include, a tool's include of src, a
circle, a call past a table, a full folder and an option in a message, and fails unless each is
found.

Usage: layers.py SOURCE_ROOT [LIBRARY.a]
"""
import os
import re
import subprocess
import sys

# A room, the rooms that it knows besides itself, base and base/system, and its own public headers.
ROOMS = {
    'base': ('', 'config context status'),
    'base/system': ('', ''),
    'comm': ('io', 'comm'),
    'io': ('', 'output'),
    'foreign': ('io', ''),
    'scan': ('io', 'array'),
    'scan/sort': ('scan', ''),
    'scan/reduce': ('scan scan/sort', ''),
    'scan/prefix': ('scan scan/reduce', ''),
    'scan/select': ('scan scan/prefix scan/reduce scan/sort', ''),
    'matrix': ('io foreign scan scan/sort', 'matrix som'),
    'combinatorics': (
        'io foreign scan scan/prefix scan/sort matrix', 'permutation sequence tour'),
    'csr': ('comm io scan scan/prefix scan/select scan/sort', 'device graph'),
    'csr/generate': ('scan/prefix scan/reduce scan/sort csr', ''),
    'csr/part': ('comm csr csr/generate', 'part'),
    'csr/pictures': ('io scan csr', 'draw'),
    'csr/files': (
        'comm io foreign csr csr/part csr/pictures csr/files/text csr/files/dot '
        'csr/files/exchange csr/files/genomes csr/files/binary', 'columns'),
    'csr/files/exchange': ('io scan csr csr/files csr/files/text', ''),
    'csr/files/text': ('comm io foreign scan csr csr/part csr/files', ''),
    'csr/files/dot': ('io scan csr csr/files csr/files/exchange csr/files/text', ''),
    'csr/files/genomes': (
        'io foreign scan scan/select csr csr/files csr/files/text', 'fasta unitigs'),
    'csr/files/binary': ('comm io csr csr/generate csr/part csr/files csr/files/text', ''),
    'sparse': ('io foreign scan matrix csr csr/files csr/files/text', 'sparse'),
    'euler': ('comm scan csr euler/ranks euler/random', 'euler'),
    'euler/cpu': ('csr euler', ''),
    'euler/cuda': ('scan csr euler', ''),
    'euler/ranks': ('comm scan scan/select csr csr/part euler euler/cuda', ''),
    'euler/count': ('comm csr euler', 'count'),
    'euler/random': ('csr euler', 'shuffle'),
    'plot': ('io foreign csr csr/files/text plot/svg', 'plot'),
    'plot/svg': ('io csr/files/exchange plot', ''),
    'routes': ('csr', 'route'),
    'search/grid': ('io scan', 'grid'),
    'search/grid/files': ('io foreign scan matrix search/grid', ''),
    'search/fields': ('io search/grid', 'field'),
    'search/grid_index': ('io search/grid', 'grid_index'),
    'search/paths': ('io scan csr', 'distances'),
    'search/hierarchy': ('io scan scan/prefix csr search/paths', 'hierarchy'),
    'search/matrices': ('io scan csr search/paths search/hierarchy', 'hierarchy'),
    'search/patterns': ('io scan', ''),
    'search/tiles': ('io foreign scan search/patterns', 'tiles'),
    'search/ga_star': (
        'io foreign scan csr search/grid search/tiles search/patterns search/paths',
        'ga_star guide'),
    'streets': (
        'io foreign csr csr/files/text streets/maps streets/walks streets/files', 'streets'),
    'streets/maps': (
        'io foreign csr csr/files csr/files/exchange csr/files/text streets', ''),
    'streets/walks': ('io csr csr/files/text euler routes search/paths streets', ''),
    'streets/files': ('io csr csr/files/text csr/pictures streets', ''),
}
# A table of backends, and the rooms that it alone calls: to all others they are behind the table.
TABLES = {
    'src/csr/csr_ops.c': 'csr/generate',
    'src/scan/array_ops.c': 'scan/prefix scan/reduce scan/select scan/sort',
    'src/euler/stages.c': 'euler/cpu euler/cuda',
}
UMBRELLAS = {'konig/konig.h', 'konig/search.h'}
FILES = 40  # in a folder of src, besides its meson.build
CODE = ('.c', '.h', '.cu', '.cuh', '.cpp')


def knows(room):
    return {room, 'base', 'base/system', *ROOMS[room][0].split()}


def room_of(path):
    """The room of a path below src/, or None."""
    folder = os.path.dirname(path)[len('src/'):] if path.startswith('src/') else None
    return folder if folder in ROOMS else None


def room_of_header(name):
    """The room of konig/NAME.h."""
    stem = name[len('konig/'):-len('.h')]
    return next((room for room, (_, headers) in ROOMS.items() if stem in headers.split()), None)


def check_includes(files):
    """files: text by path. Returns what is wrong, a line each."""
    wrong = []
    for path, text in sorted(files.items()):
        room = room_of(path)
        if path.startswith('src/') and room is None:
            wrong.append(f'{path}: lies in no room')
            continue
        for number, line in enumerate(text.splitlines(), 1):
            match = re.match(r'\s*#\s*(?:include|define BODY)\s+(["<])([^">]+)[">]', line)
            if not match:
                continue
            quoted, name = match[1] == '"', match[2]
            here = f'{path}:{number}: '
            if quoted:
                target = os.path.normpath(os.path.join(os.path.dirname(path), name))
                if 'define' in line:  # included by a header of scan
                    target = os.path.normpath(os.path.join('src/scan', name))
                inside = room_of(target)
                if room is None and (target.startswith('src/') or f'src/{name}' in files):
                    wrong.append(f'{here}{path.split("/")[0]} knows src')
                elif room and inside is None:
                    wrong.append(f'{here}{name} is in no room')
                elif room and inside not in knows(room):
                    wrong.append(f'{here}{room} knows {inside}')
            elif name.startswith('konig/') and room:
                owner = room_of_header(name)
                if name in UMBRELLAS or owner is None:
                    wrong.append(f'{here}<{name}> belongs to no room')
                elif owner not in knows(room):
                    wrong.append(f'{here}{room} knows <{name}>, which is {owner}\'s')
    return wrong


def check_folders(paths):
    """No folder of src has more files than a reader can look through."""
    count = {}
    for path in paths:
        folder, name = os.path.split(path)
        if folder.startswith('src') and name != 'meson.build':
            count[folder] = count.get(folder, 0) + 1
    return [f'{folder}: {files} files, at most {FILES}: make rooms of it'
            for folder, files in sorted(count.items()) if files > FILES]


def check_words(files):
    """The library's messages name no option of the command line; tools/hints.c translates some of
    their words, which are there."""
    wrong, said = [], ''
    for path, text in sorted(files.items()):
        if not path.startswith('src/'):
            continue
        said += re.sub(r'"\s*\n\s*"', '', text)
        wrong += [f'{path}:{number}: a message of the library names an option of the tools'
                  for number, line in enumerate(text.splitlines(), 1)
                  if re.search(r'"[^"]*((?<![\w-])--[a-z]|\bcsr (index|simplify)\b)', line)]
    for words in re.findall(r'^    {"(.*?)", ".*"},$', files.get('tools/hints.c', ''), re.M):
        if words not in said and words.replace(words.split()[-1], '%s') not in said:
            wrong.append(f'tools/hints.c: no message has "{words}"')
    return wrong


def calls(library, files):
    """Which file calls which, from the symbols of the library's members: {path: {path: symbol}}."""
    names = {}
    for path in files:
        names[path.replace('/', '_') + '.o'] = path  # as Meson names objects
        names['_'.join(path.split('/')[-2:]) + '.o'] = path  # as the build names those of nvcc
    defined, wanted, path = {}, {}, None
    for line in subprocess.run(['nm', library], check=True, text=True,
                               stdout=subprocess.PIPE).stdout.splitlines():
        if line.endswith('.o:'):
            path = names.get(os.path.basename(line[:-1]))
            continue
        words = line.split()
        if path and len(words) >= 2 and words[-2] in 'TDRBV':
            defined[words[-1]] = path
        elif path and len(words) == 2 and words[0] == 'U':
            wanted.setdefault(path, set()).add(words[1])
    result = {}
    for caller, symbols in wanted.items():
        for symbol in symbols:
            if defined.get(symbol, caller) != caller:
                result.setdefault(caller, {})[defined[symbol]] = symbol
    return result


def check_calls(graph):
    """No call to a room that the caller's may not know, and no circle."""
    wrong = []
    for caller, called in sorted(graph.items()):
        for other, symbol in sorted(called.items()):
            known = knows(room_of(caller)) | set(TABLES.get(caller, '').split())
            if room_of(other) not in known:
                wrong.append(f'{caller}: {room_of(caller)} calls {symbol} of {room_of(other)}')
    done, stack = set(), []

    def visit(path):
        if path in stack:
            wrong.append('a circle: ' + ' -> '.join(stack[stack.index(path):] + [path]))
        elif path not in done:
            stack.append(path)
            for other in sorted(graph.get(path, {})):
                visit(other)
            stack.pop()
            done.add(path)

    for path in sorted(graph):
        visit(path)
    return wrong


def read_tree(root):
    files = {}
    for top in ('src', 'tools', 'examples'):
        for folder, _, names in os.walk(os.path.join(root, top)):
            for name in names:
                if name.endswith(CODE):
                    path = os.path.join(folder, name)
                    with open(path, encoding='utf-8') as file:
                        files[os.path.relpath(path, root)] = file.read()
    return files


def paths_of(root):
    return [os.path.relpath(os.path.join(folder, name), root)
            for folder, _, names in os.walk(os.path.join(root, 'src')) for name in names]


def self_test():
    """What is planted must be found."""
    missed = []
    plants = {
        'an upward include': {'src/io/a.c': '#include "../csr/b.h"\n', 'src/csr/b.h': ''},
        'a sideways include': {'src/euler/a.c': '#include "../search/grid/b.h"\n',
                               'src/search/grid/b.h': ''},
        'a public header from above': {'src/scan/a.c': '#include <konig/graph.h>\n'},
        'a tool that knows src': {'tools/a.c': '#include "../src/csr/b.h"\n', 'src/csr/b.h': ''},
        'a file outside the rooms': {'src/a.c': ''},
    }
    for what, files in plants.items():
        if not check_includes(files):
            missed.append(f'{what} was not found')
    if not check_calls({'src/io/a.c': {'src/csr/b.c': 'f'}}):
        missed.append('an upward call was not found')
    if not check_calls({'src/euler/a.c': {'src/euler/cpu/b.c': 'f'}}):
        missed.append('a call past the table of backends was not found')
    if check_calls({'src/euler/stages.c': {'src/euler/cpu/b.c': 'f'}}):
        missed.append("a table's call of a backend was refused")
    if not check_calls({'src/io/a.c': {'src/io/b.c': 'f'}, 'src/io/b.c': {'src/io/a.c': 'g'}}):
        missed.append('a circle of two files was not found')
    if check_includes({'src/csr/a.c': '#include "../scan/b.h"\n', 'src/scan/b.h': ''}):
        missed.append('a downward include was refused')
    full = [f'src/io/{i}.c' for i in range(FILES)] + ['src/io/meson.build', 'src/io/a/b.c']
    if check_folders(full) or len(check_folders(full + ['src/io/a.h'])) != 1:
        missed.append('a folder of one file too many')
    if len(check_words({'src/csr/a.c': 'fail("give "\n    "--ids");\n', 'src/csr/b.c': '"a--b"',
                        'tools/hints.c': '    {"the option k", "-k"},\n'})) != 2:
        missed.append('an option in a message')
    return missed


def main():
    files = read_tree(sys.argv[1])
    wrong = self_test() + check_includes(files) + check_words(files)
    wrong += check_folders(paths_of(sys.argv[1]))
    if len(sys.argv) > 2:
        graph = calls(sys.argv[2], [path for path in files if path.startswith('src/')])
        if not graph:
            wrong.append(f'{sys.argv[2]}: no calls between files were found')
        wrong += check_calls(graph)
    for line in wrong:
        print(line)
    print(f'{len(files)} files, {len(wrong)} offences')
    return 1 if wrong else 0


if __name__ == '__main__':
    sys.exit(main())
