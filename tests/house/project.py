#!/usr/bin/env python3
"""Checks that CITATION.cff has what its format asks for and names the project's version, that
SECURITY.md says how to report what it is about, and that the Dockerfile installs what scripts/setup
does.

usage: project.py ROOT VERSION
"""
import os
import re
import sys

# Citation File Format 1.2.0: the keys that must be there, and all that are known at the top.
REQUIRED = {"authors", "cff-version", "message", "title"}
KNOWN = REQUIRED | {
    "abstract", "commit", "contact", "date-released", "doi", "identifiers", "keywords", "license",
    "license-url", "preferred-citation", "references", "repository", "repository-artifact",
    "repository-code", "type", "url", "version"}


def main():
    root, version = sys.argv[1:]
    bad = []

    def read(*path):
        with open(os.path.join(root, *path), encoding="utf-8") as file:
            return file.read()

    citation = read("CITATION.cff")
    keys = re.findall(r"^([a-z-]+):", citation, re.M)
    values = dict(re.findall(r"^([a-z-]+): (.*)$", citation, re.M))
    if len(keys) != len(set(keys)) or not REQUIRED <= set(keys) <= KNOWN:
        bad.append(f"CITATION.cff: keys {keys}")
    for line in citation.splitlines():
        if not re.fullmatch(r"[a-z-]+:( .*)?|  (- )?\S.*", line):
            bad.append(f"CITATION.cff: {line!r}")
    if values.get("cff-version") != "1.2.0" or values.get("type") != "software":
        bad.append("CITATION.cff: expected cff-version 1.2.0 and type software")
    if not re.search(r"^authors:\n  - (name|family-names): \S", citation, re.M):
        bad.append("CITATION.cff: no author")
    if values.get("version") != version:
        bad.append(f"CITATION.cff: version {values.get('version')}, but meson.build has {version}")
    if not re.search(rf"^## {re.escape(version)}\b", read("CHANGELOG.md"), re.M):
        bad.append(f"CHANGELOG.md: nothing about {version}")
    setup = re.search(r"^want_compiler\(\) {\n(.*?)^}", read("scripts", "setup"), re.S | re.M)[1]
    wanted = set(re.findall(r"^ +want(?: \S+|_package) (\S+)", setup, re.M))
    wanted |= set(re.findall(r"missing\+=\((\S+)\)", setup))
    packages = re.search(r"recommends (.*?)\nCOPY", read("Dockerfile"), re.S)[1].split()
    without_mpi = wanted - {"libopenmpi-dev", "openmpi-bin"} | {"scdoc"}
    if set(packages) - {"\\"} != without_mpi:
        bad.append(f"Dockerfile: {packages}, but scripts/setup has {sorted(without_mpi)}")
    security = read("SECURITY.md")
    for part in "## Reporting", "## Versions":
        if part not in security:
            bad.append(f"SECURITY.md: no {part!r}")
    print("\n".join(bad) or "CITATION.cff, SECURITY.md and Dockerfile are as they should be")
    return bool(bad)


if __name__ == "__main__":
    sys.exit(main())
