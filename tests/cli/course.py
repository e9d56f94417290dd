#!/usr/bin/env python3
"""Runs the programs of the course in kernels (examples/kernels) at sizes around those of warps,
blocks and tiles, and looks at what they say of their answers.

usage: course.py FOLDER      where the programs are

The exit status is 77 where they are not built or there is no GPU; with KONIG_REQUIRE_GPU=1 it is
then 1.
"""
import os
import re
import subprocess
import sys

# How many rows a program prints, and its sizes: numbers, or rows of a square matrix.
NUMBERS = [1, 2, 31, 32, 33, 255, 256, 257, 991, 992, 993, 2047, 2048, 2049, 40000]
ROWS = [1, 2, 15, 16, 17, 31, 32, 33, 70]
PROGRAMS = {
    "add": (3, NUMBERS), "histogram": (3, NUMBERS), "minimum": (3, NUMBERS),
    "product": (4, ROWS), "scan": (2, NUMBERS), "sparse": (3, NUMBERS), "stencil": (2, ROWS),
    "streams": (3, NUMBERS), "sum": (3, NUMBERS), "top": (2, NUMBERS), "transpose": (4, ROWS),
}
ROW = r"{} +\S.* +right +\d+\.\d{{4}} +\d+\.\d"


def absent(why):
    print(why)
    sys.exit(1 if os.environ.get("KONIG_REQUIRE_GPU") == "1" else 77)


def run(path, *arguments):
    return subprocess.run([path, *map(str, arguments)], capture_output=True, text=True,
                          timeout=120)


def judge(path, rows, size):
    """What is wrong with a run: a text, or None."""
    name = os.path.basename(path)
    done = run(path, size)
    lines = done.stdout.splitlines()[1:]
    if (done.returncode == 0 and len(lines) == rows and not done.stderr and
            all(re.fullmatch(ROW.format(name), line) for line in lines)):
        return None
    return f"{name} {size}: exit status {done.returncode}\n{done.stdout}{done.stderr}"


def refusal(path, size):
    done = run(path, size)
    if done.returncode == 64 and done.stderr.startswith("usage: ") and not done.stdout:
        return None
    return f"{path} '{size}': exit status {done.returncode}, expected 64\n{done.stderr}"


def main():
    folder = sys.argv[1]
    paths = {name: os.path.join(folder, name) for name in PROGRAMS}
    if not all(map(os.path.exists, paths.values())):
        absent("skipped: the course is not built; ninja course builds it")
    if run(paths["add"], 1).returncode == 77:
        absent("skipped: there is no GPU")
    faults = [judge(paths[name], rows, size)
              for name, (rows, sizes) in PROGRAMS.items() for size in sizes]
    faults += [refusal(paths["add"], size)
               for size in ("0", "-1", "", "1x", "18446744073709551616", "1e6")]
    found = [fault for fault in faults if fault]
    for fault in found:
        print(f"not ok {fault}")
    print(f"{len(faults) - len(found)} of {len(faults)} cases passed")
    return found != []


if __name__ == "__main__":
    sys.exit(main())
