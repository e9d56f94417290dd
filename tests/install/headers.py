#!/usr/bin/env python3
"""Checks that each public header compiles alone, as C99 and C23 and, if there is a compiler for it,
as C++11 and C++20.

usage: headers.py INCLUDE_FOLDER... -- CC... [-- CXX...]
"""
import os
import subprocess
import sys


def compiles(compiler, standard, language, includes, header):
    command = compiler + ["-x", language, "-std=" + standard, "-pedantic", "-Wall", "-Wextra",
                          "-Werror", "-fsyntax-only"]
    command += ["-I" + folder for folder in includes] + ["-"]
    source = f"#include <konig/{header}>\nextern int not_empty;\n"
    done = subprocess.run(command, input=source, text=True, capture_output=True)
    if done.returncode != 0:
        print(f"{header} as {standard}:\n{done.stderr}")
    return done.returncode == 0


def main():
    parts = [[]]
    for argument in sys.argv[1:]:
        if argument == "--":
            parts.append([])
        else:
            parts[-1].append(argument)
    includes, compilers = parts[0], parts[1:]
    headers = sorted({name for folder in includes for name in os.listdir(folder + "/konig")
                      if name.endswith(".h")})
    kinds = [("c", ("c99", "c2x")), ("c++", ("c++11", "c++20"))]
    good = [compiles(compiler, standard, language, includes, header)
            for compiler, (language, standards) in zip(compilers, kinds)
            for standard in standards for header in headers]
    return not all(good) or not good


if __name__ == "__main__":
    sys.exit(main())
