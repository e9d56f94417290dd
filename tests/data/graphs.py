#!/usr/bin/env python3
"""Reads every file of the graphs that other programs ship, as expected.csv says.

usage: graphs.py CSR DATA      DATA: the folder that holds graphs/, unless $KONIG_DATA names another

A row of the table says what a file is: of which kind, with how many vertices, edges and weak
components, or that it is to be refused by its name.
Both by the file's name and from standard input, where the content alone has to tell. A table counts
the files of each format, and those that are read as expected in both ways.
"""
import collections
import csv
import json
import os
import subprocess
import sys

SKIP = 77

# What a message calls a format that is not read.
NAMES = {"dgs": "DGS", "rb": "Rutherford-Boeing"}
# What it calls one that is read, where a file is damaged or of a kind that is no graph.
READ = {"mtx": "Matrix Market", "dimacs": "DIMACS", "metis": "METIS"}


# Files that are read with a warning, and what it says.
WARNINGS = {"edges/graph1.ncol": "no value stands here, though other lines have one",
            "foreign/igraph_read_graph_lgl-1.lgl": "3 of 4 edges have no value",
            "foreign/links.net": "2 other attributes of vertices and edges",
            "foreign/pajek1.net": "1 other attribute of vertices and edges",
            "foreign/yfiles.graphml": "other attributes of vertices and edges",
            "foreign/dynamicTest3.gexf": "'times', is left out"}
# What a dynamic graph is without its times, which the table leaves to the reader.
STATIC = {"foreign/dynamicTest3.gexf": {"kind": "directed", "vertices": 2, "edges": 1,
                                        "weak_components": 1}}


def info(program, path, piped, more=()):
    """(exit status, standard output, standard error)"""
    with open(path, "rb") as file:
        done = subprocess.run([program, "info", "--json", *more, "-" if piped else path],
                              stdin=file, capture_output=True, timeout=100)
    return done.returncode, done.stdout, done.stderr.decode(errors="replace").strip()


def check(program, path, row, piped):
    """Returns what is wrong, or None."""
    status, out, said = info(program, path, piped)
    row = {**row, **STATIC.get(row["file"], {})}
    if row["format"] in NAMES or row["kind"] == "refuse":
        name = (f"this is {NAMES[row['format']]}" if row["format"] in NAMES else
                f"(read as {READ[row['format']]})")
        if status != 65 or name not in said:
            return f"exit status {status}, {said!r}: expected a refusal by name"
        return None
    if status != 0:
        return f"exit status {status}: {said}"
    found = json.loads(out)
    got = [found["graph_kind"], found["vertices"], found["edges"], found["components"]]
    expected = [row["kind"], *(int(row[key]) for key in ("vertices", "edges", "weak_components"))]
    if got != expected:
        return f"{got}, expected {expected} (kind, vertices, edges, weak components)"
    wanted = WARNINGS.get(row["file"], "")
    right = wanted in said and bool(said) == bool(wanted)
    return None if right else f"said {said!r}, expected {wanted!r}"


def main():
    program = sys.argv[1]
    graphs = os.path.join(os.environ.get("KONIG_DATA") or sys.argv[2], "graphs")
    table = os.path.join(graphs, "expected.csv")
    if not os.path.exists(table):
        print(f"skipped: no {table}")
        return SKIP
    with open(table, newline="", encoding="utf-8") as file:
        rows = list(csv.DictReader(file))
    failed = 0
    files, equal = collections.Counter(), collections.Counter()
    for row in rows:
        before = failed
        for piped in (False, True):
            wrong = check(program, os.path.join(graphs, row["file"]), row, piped)
            if wrong:
                failed += 1
                print(f"not ok {row['file']}{', piped' if piped else ''}: {wrong}")
        files[row["format"]] += 1
        equal[row["format"]] += failed == before
    print(f"{'format':12}{'files':>6}{'equal':>6}")
    for name in sorted(files):
        print(f"{name:12}{files[name]:6}{equal[name]:6}")
    print(f"{2 * len(rows) - failed} of {2 * len(rows)} readings are as expected")
    return failed > 0 or not rows


if __name__ == "__main__":
    sys.exit(main())
