#!/usr/bin/env python3
"""No truth value is passed where an enumeration is expected: C converts it without a word.

usage: enumerations.py ROOT INCLUDE C++ [ARGUMENT...]      INCLUDE: where the build's headers are

C++ does not convert it, so its compiler reads every C file. It stumbles over much else that only C
allows, which does not matter here.
"""
import concurrent.futures
import os
import pathlib
import re
import subprocess
import sys

FOLDERS = ["src", "tools", "examples"]
AS_CPP = ["-x", "c++", "-fpermissive", "-fsyntax-only", "-fmax-errors=0", "-D_GNU_SOURCE",
          "-D_Noreturn=", "-Drestrict=__restrict", "-D_Static_assert=static_assert",
          "-D_Atomic(T)=T", "-D_Alignas=alignas"]
SAMPLE = """#include <stdbool.h>
typedef enum kg_sample { KG_SAMPLE = 0 } kg_sample;
void take(kg_sample sample);
void give(bool truth);
void give(bool truth) { take(truth); }
"""


def conversions(compiler, arguments, path, text=None):
    """The compiler's lines that name a truth value where an enumeration of konig is expected."""
    done = subprocess.run([*compiler, *AS_CPP, *arguments, path], input=text, text=True,
                          env=dict(os.environ, LC_ALL="C"), stdout=subprocess.PIPE,
                          stderr=subprocess.STDOUT)
    return [line for line in done.stdout.splitlines()
            if re.search(r"(convert|conversion from) 'bool' to 'kg_\w+'", line)]


def main():
    root, include, *compiler = sys.argv[1:]
    arguments = [f"-I{path}" for path in (f"{root}/include", include, f"{root}/src")]
    if not conversions(compiler, [], "-", SAMPLE):
        print(f"{' '.join(compiler)} does not report a truth value passed as an enumeration")
        return 77
    files = sorted(str(path) for folder in FOLDERS
                   for path in pathlib.Path(root, folder).rglob("*.c"))
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        found = [line for lines in pool.map(
            lambda path: conversions(compiler, arguments, path), files) for line in lines]
    print("\n".join(found) or f"{len(files)} files pass no truth value as an enumeration")
    return bool(found) or not files


if __name__ == "__main__":
    sys.exit(main())
