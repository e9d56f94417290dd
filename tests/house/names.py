#!/usr/bin/env python3
"""No two types and no two constants share a name.

Reads the code of src, tools and include. One file alone defines a name that several files can see:
a type kg__NAME or kg_NAME, a constant KG__NAME or KG_NAME, and any type or enumerator of a header
that is not inside a function. Other names may come again in other files. The headers of two
backends, x_cpu.h and x_cuda.cuh, count as one file, because no code includes both. Then defines a
type and a constant twice, and fails unless both are found.

Usage: names.py SOURCE_ROOT
"""
import collections
import os
import re
import sys

CODE = ('.c', '.h', '.cu', '.cuh', '.cpp')
HEADERS = ('.h', '.cuh')

# Compiled at run time on a GPU, without the headers that define the same names.
APART = 'src/search/ga_star/source_types.cuh'

# Macros by which each compiler says how functions are compiled.
COMPILERS = {'KG__INLINE', 'KG__INLINE_BOTH'}


def code_of(root):
    """The text of each file without comments, by path."""
    listed = [os.path.relpath(os.path.join(folder, name), root)
              for top in ('src', 'tools', 'include')
              for folder, _, names in os.walk(os.path.join(root, top)) for name in sorted(names)]
    files = {}
    for path in listed:
        if path.endswith(CODE) and path != APART:
            with open(os.path.join(root, path), encoding='utf-8') as file:
                files[path] = re.sub(r'/\*.*?\*/|//[^\n]*', '', file.read(), flags=re.S)
    return files


def types_of(text):
    """Names of structs, unions and enumerations with a body, and of other typedefs."""
    yield from re.findall(r'^(?:typedef )?(?:struct|union|enum)\s+(\w+)\s*\{', text, re.M)
    yield from re.findall(r'^typedef\s+(?!struct|union|enum)[^{};]*?\b(\w+);', text, re.M)


def constants_of(text):
    """Names of enumerators, and of macros without parameters that stand for a value."""
    for body in re.findall(r'^(?:typedef )?enum\b[^{};()]*\{([^}]*)\}', text, re.M):
        yield from re.findall(r'(?:^|,)\s*([A-Za-z_]\w*)\s*(?=,|=|$)', body)
    macros = set(re.findall(r'^[ \t]*#[ \t]*define[ \t]+(KG_\w+)(?=[ \t]+\S)', text, re.M))
    yield from macros - COMPILERS


def file_of(path):
    """The path without what tells the headers of two backends apart."""
    return re.sub(r'_(cpu\.h|cuda\.cuh)$', '', path)


def check(files):
    """files: text by path. Returns what is wrong, a line each."""
    wrong = []
    for kind, find in ('type', types_of), ('constant', constants_of):
        found = collections.defaultdict(set)
        for path, text in files.items():
            for name in find(text):
                header = path.endswith(HEADERS) and not path.endswith('_tmpl.h')
                if header or name.lower().startswith('kg_'):
                    found[name].add(file_of(path))
        wrong += [f'the {kind} {name} is defined in {" and in ".join(sorted(paths))}'
                  for name, paths in sorted(found.items()) if len(paths) > 1]
    return wrong


def main():
    files = code_of(sys.argv[1])
    wrong = check(files)
    if len(files) < 100:
        wrong.append(f'only {len(files)} files were read')
    for fault in 'struct kg__graph_twice { int a; };', 'enum { KG__TWICE = 1 };':
        planted = {'src/a.c': fault, 'src/b.h': fault}
        if len(check({**files, **planted})) != len(check(files)) + 1:
            wrong.append(f'not found when planted: {fault}')
    print('\n'.join(wrong) or f'{len(files)} files define each name once')
    return len(wrong) > 0


if __name__ == '__main__':
    sys.exit(main())
