#!/usr/bin/env python3
"""Checks that the version script lists the functions of the public headers and nothing else, and
that the shared library exports them and nothing else, all with the version that belongs to its
name: those of libkonig64 must not be taken for libkonig's.

usage: symbols.py NM LIBRARY VERSION_SCRIPT HEADER...
"""
import os
import re
import subprocess
import sys


def declared(path, wide):
    with open(path, encoding="utf-8") as file:
        text = re.sub(r"/\*.*?\*/", " ", file.read(), flags=re.S)
    renamed = dict(re.findall(r"^#define (kg_\w+) +(kg_\w+)$", text, flags=re.M)) if wide else {}
    text = re.sub(r"^\s*#.*$", " ", text, flags=re.M)
    text = re.sub(r"\btypedef\b[^;{]*;", " ", text)
    return {renamed.get(name, name) for name in re.findall(r"\b(kg_\w+)\s*\(", text)}


def main():
    nm, library, script, *headers = sys.argv[1:]
    wide = os.path.basename(library).startswith("libkonig64.")
    listing = subprocess.run([nm, "-D", "--defined-only", library], check=True, text=True,
                             capture_output=True).stdout
    symbols = [line.split()[-1].split("@@") for line in listing.splitlines()
               if line.split()[-2] != "A"]
    exported = {symbol[0] for symbol in symbols}
    versions = {symbol[-1] for symbol in symbols}
    wanted = set().union(*(declared(path, wide) for path in headers))
    with open(script, encoding="utf-8") as file:
        listed = set(re.findall(r"^ +(kg_\w+);$", file.read(), flags=re.M))
    for name in sorted(wanted - listed):
        print(f"{name} is declared and not in src/konig.map.in")
    for name in sorted(listed - wanted):
        print(f"{name} is in src/konig.map.in and not declared")
    for name in sorted(wanted - exported):
        print(f"{name} is declared and not exported")
    for name in sorted(exported - wanted):
        print(f"{name} is exported and not declared")
    expected = {"KONIG64_0" if wide else "KONIG_0"}
    if versions != expected:
        print(f"versions {versions}, expected {expected}")
    return listed != wanted or exported != wanted or not wanted or versions != expected


if __name__ == "__main__":
    sys.exit(main())
