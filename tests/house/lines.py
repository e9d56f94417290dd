#!/usr/bin/env python3
"""Every line of code keeps to the house's layout, comments included.

No line of a file of code is longer than 100 columns. A template (*_tmpl.h, *_tmpl.cuh) opens with a
head that says who includes it, what it expects, and that it leaves nothing defined; and each macro
that it defines, it takes back. Only base asks whether CUDA is built. Then plants an offence of each
kind, and fails unless each is found.

Usage: lines.py SOURCE_ROOT
"""
import os
import re
import sys

COLUMNS = 100
FOLDERS = ('src', 'include', 'tools', 'examples', 'tests', 'bench', 'scripts', '.ci')
ENDINGS = ('.c', '.h', '.cu', '.cuh', '.cpp', '.py', '.sh', '.in', 'meson.build',
           'meson_options.txt')
HEAD = ('Included by:', 'Expects:', 'Leaves nothing defined.')


def is_code(name, text):
    """By its ending; or a file without one that is a script or a shell's completions."""
    return name.endswith(ENDINGS) or ('.' not in name and (
        text.startswith('#!') or re.search(r'^complete -F ', text, re.MULTILINE) is not None or
        re.match(r'# Sourced by ', text) is not None))


def check_template(path, text):
    """Of an include guard nothing is taken back, and a template has none."""
    head = text[:text.find('*/')] if text.startswith('/*') else ''
    wrong = [f"{path}: the head does not say '{part}'" for part in HEAD if part not in head]
    defined = set(re.findall(r'^\s*#\s*define\s+(\w+)', text, re.MULTILINE))
    undefined = set(re.findall(r'^\s*#\s*undef\s+(\w+)', text, re.MULTILINE))
    wrong += [f'{path}: leaves {name} defined' for name in sorted(defined - undefined)]
    return wrong


def check(files):
    """files: text by path. Returns what is wrong, a line each."""
    wrong = []
    for path, text in sorted(files.items()):
        for number, line in enumerate(text.split('\n'), 1):
            if len(line) > COLUMNS:
                wrong.append(f'{path}:{number}: {len(line)} columns, at most {COLUMNS}')
            if (re.match(r'\s*#\s*(if|ifdef|ifndef|elif)\b.*KG__WITH_CUDA', line)
                    and not path.startswith('src/base/')):
                wrong.append(f'{path}:{number}: asks whether CUDA is built, which base does')
        if re.search(r'_tmpl\.\w+$', path):
            wrong += check_template(path, text)
    return wrong


def read_tree(root):
    paths = [name for name in os.listdir(root) if name.startswith('meson')]
    for top in FOLDERS:
        for folder, _, names in os.walk(os.path.join(root, top)):
            paths += [os.path.relpath(os.path.join(folder, name), root) for name in names]
    files = {}
    for path in paths:
        with open(os.path.join(root, path), 'rb') as file:
            text = file.read()
        try:
            text = text.decode()
        except UnicodeDecodeError:
            continue
        if is_code(os.path.basename(path), text):
            files[path] = text
    return files


def self_test():
    """What is planted must be found, once each; what is right must pass."""
    missed = []
    head = '/*\n * ' + '\n * '.join(HEAD) + '\n */\n'
    plants = {
        'a long comment': {'src/base/a.cu': '/* ' + 95 * 'x' + ' */\n'},
        'a long line of a script': {'scripts/a': '#!/bin/sh\n: ' + 99 * 'x' + '\n'},
        'a template without a head': {'src/scan/a_tmpl.h': 'int x;\n'},
        'a template that leaves a macro': {'src/scan/a_tmpl.cuh': head + '#define A 1\n'},
        'a module that asks for CUDA': {'src/scan/a.c': '#ifdef KG__WITH_CUDA\n#endif\n'},
    }
    for what, files in plants.items():
        if not check(files):
            missed.append(f'{what} was not found')
    right = {'src/base/a.c': '/* ' + 94 * 'é' + ' */\n#ifdef KG__WITH_CUDA\n#endif\n',
             'src/scan/a_tmpl.h': head + '#define A 1\nint x;\n#undef A\n'}
    missed += [f'what is right was refused: {line}' for line in check(right)]
    return missed


def main():
    files = read_tree(sys.argv[1])
    wrong = self_test() + check(files)
    for line in wrong:
        print(line)
    print(f'{len(files)} files, {len(wrong)} offences')
    return 1 if wrong or not files else 0


if __name__ == '__main__':
    sys.exit(main())
