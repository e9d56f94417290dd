"""Writes the C source of the module konig._konig: CFFI in API mode over the public headers.

What CFFI is told is made of include/konig/*.h by the C preprocessor, so it cannot drift from them:
a call that a header gets is a call that Python has.

Usage: binding.py OUTPUT INCLUDE CONFIG_INCLUDE EDGE_BITS COMPILER...
"""
import pathlib
import re
import subprocess
import sys
import tempfile

import cffi

# Headers of the C library, whose types CFFI knows by itself. Empty ones stand in for them.
SYSTEM = ('limits.h', 'stddef.h', 'stdint.h', 'stdio.h')

# Python functions that C calls.
CALLBACKS = '''
extern "Python" int konig_progress(void *user, const char *what, uint64_t done, uint64_t total);
'''


def declarations(include, config, edge_bits, compiler):
    """The declarations of all public headers, and their constants that are macros."""
    with tempfile.TemporaryDirectory() as folder:
        for name in SYSTEM:
            pathlib.Path(folder, name).touch()
        text = subprocess.run(
            [*compiler, '-E', '-P', '-nostdinc', f'-DKG_EDGE_BITS={edge_bits}', '-I', include,
             '-I', config, '-I', folder, '-x', 'c', '-'],
            input='#include <konig/konig.h>\n', check=True, text=True,
            stdout=subprocess.PIPE).stdout
    # Of the name that libkonig64 has for a call, C code and Python see the other one.
    text = re.sub(r'\b(kg_\w+)_64\b', r'\1', text)
    macros = set()
    for header in (*pathlib.Path(include, 'konig').glob('*.h'), pathlib.Path(config,
                                                                             'konig/config.h')):
        # An object-like macro whose value is a number or one of the C library's names for numbers.
        macros.update(re.findall(r'^#define +(KG_\w+) +(?:\d\w*|U?INT(?:32|64)?_MAX)$',
                                 header.read_text(encoding='utf-8'), re.M))
    return text, ''.join(f'#define {name} ...\n' for name in sorted(macros))


def main():
    output, include, config, edge_bits, *compiler = sys.argv[1:]
    text, macros = declarations(include, config, edge_bits, compiler)
    ffi = cffi.FFI()
    ffi.cdef(text + macros + CALLBACKS)
    ffi.set_source('konig._konig',
                   f'#define KG_EDGE_BITS {edge_bits}\n#include <konig/konig.h>\n')
    ffi.emit_c_code(output)


if __name__ == '__main__':
    main()
