#!/usr/bin/env python3
"""Checks that the shared library exports the functions of the public headers and nothing else.

usage: symbols.py NM LIBRARY HEADER...
"""
import re
import subprocess
import sys


def declared(path):
    with open(path, encoding="utf-8") as file:
        text = re.sub(r"/\*.*?\*/", " ", file.read(), flags=re.S)
    text = re.sub(r"^\s*#.*$", " ", text, flags=re.M)
    text = re.sub(r"\btypedef\b[^;{]*;", " ", text)
    return set(re.findall(r"\b(kg_\w+)\s*\(", text))


def main():
    nm, library, headers = sys.argv[1], sys.argv[2], sys.argv[3:]
    listing = subprocess.run([nm, "-D", "--defined-only", library], check=True, text=True,
                             capture_output=True).stdout
    exported = {line.split()[-1].split("@")[0] for line in listing.splitlines()
                if line.split()[-2] != "A"}
    wanted = set().union(*(declared(path) for path in headers))
    for name in sorted(wanted - exported):
        print(f"{name} is declared and not exported")
    for name in sorted(exported - wanted):
        print(f"{name} is exported and not declared")
    return exported != wanted or not wanted


if __name__ == "__main__":
    sys.exit(main())
