#!/usr/bin/env python3
"""Compiles zero.c as C99 and as C++11 and runs it, under valgrind where that is installed. Fails
where zero.c leaves out a header, or a struct of options.

usage: zero.py SOURCE LIBRARY INCLUDE_FOLDER... -- CC... [-- CXX...]
"""
import os
import re
import shutil
import subprocess
import sys
import tempfile

STRICT = ["-pedantic", "-Wall", "-Wextra", "-Werror"]


def left_out(source, folders):
    """The headers and options below these folders that the source does not name."""
    with open(source) as file:
        text = file.read()
    for folder in folders:
        for name in sorted(os.listdir(os.path.join(folder, "konig"))):
            with open(os.path.join(folder, "konig", name)) as file:
                options = re.findall(r"^} (kg_\w+_options);", file.read(), re.M)
            wanted = [f"#include <konig/{name}>"] if name.endswith(".h") else []
            yield from (word for word in wanted + options if word not in text)


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
    missing = list(left_out(source, includes))
    for word in missing:
        print(f"{source} lacks {word}")
    bad = bool(missing) or not compilers
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
