#!/usr/bin/env python3
"""Compiles zero.c as C99 and as C++11 and runs it, under valgrind where that is installed.

usage: zero.py SOURCE LIBRARY INCLUDE_FOLDER... -- CC... [-- CXX...]
"""
import os
import shutil
import subprocess
import sys
import tempfile

STRICT = ["-pedantic", "-Wall", "-Wextra", "-Werror"]


def main():
    parts = [[]]
    for argument in sys.argv[1:]:
        if argument == "--":
            parts.append([])
        else:
            parts[-1].append(argument)
    (source, library, *includes), compilers = parts[0], parts[1:]
    folder = os.path.abspath(os.path.dirname(library))
    watched = []
    if shutil.which("valgrind"):
        watched = ["valgrind", "--quiet", "--error-exitcode=9", "--leak-check=full",
                   "--errors-for-leak-kinds=definite"]
    bad = not compilers
    standards = ["-x", "c", "-std=c99"], ["-x", "c++", "-std=c++11"]
    for compiler, standard in zip(compilers, standards):
        with tempfile.TemporaryDirectory() as root:
            program = os.path.join(root, "zero")
            subprocess.run(compiler + STRICT + ["-I" + folder for folder in includes] + standard +
                           [source, "-x", "none", "-o", program, library, "-Wl,-rpath," + folder],
                           check=True)
            os.mkdir(os.path.join(root, "files"))
            done = subprocess.run(watched + [program, os.path.join(root, "files")], check=False,
                                  env=dict(os.environ, OMP_NUM_THREADS="1"))
            if done.returncode:
                print(f"{standard[-1]}: status {done.returncode}")
                bad = True
    return bad


if __name__ == "__main__":
    sys.exit(main())
