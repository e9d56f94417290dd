#!/usr/bin/env python3
"""Times euler-find as a process on many unitigs, and prints a table.

usage: bench_unitigs.py FOLDER_OF_TOOLS SCRATCH [--quick]

The unitigs are edges between random vertices: words of 30 letters, each with its reverse complement
one vertex, and 1 to 32 letters between two words. The file comes from the page cache, the best of
three runs counts, and every number of threads must write the same strings.
"""
import hashlib
import json
import os
import subprocess
import sys

import numpy as np

RUNS = 3
K = 31
VERTICES, UNITIGS = 14_570_000, 14_600_000  # of these vertices 12.6 million have an edge
MOST_BETWEEN = 32
STEPS = (("reading", ("read",)), ("naming vertices", ("name vertices", "build rows")),
         ("finding", None), ("verifying", ("8 verify",)), ("writing", ("write",)))


def words(vertex, turned):
    """The words of vertices as letters, [count, K - 1]."""
    mixed = vertex.astype(np.uint64) + np.uint64(1)
    for shift, factor in ((31, 0x9e3779b97f4a7c15), (29, 0xbf58476d1ce4e5b9), (32, 1)):
        mixed = (mixed ^ mixed >> np.uint64(shift)) * np.uint64(factor)
    number = np.empty((vertex.size, K - 1), np.uint8)
    for i in range(K - 1):
        number[:, i] = mixed >> np.uint64(2 * i) & np.uint64(3)
    return np.where(turned[:, None], 3 - number[:, ::-1], number)


def write_unitigs(path, vertices, unitigs):
    random = np.random.default_rng(1)
    letters = np.frombuffer(b"ACGT", np.uint8)
    with open(path, "wb") as file:
        for between in range(1, MOST_BETWEEN + 1):
            count = unitigs * between // MOST_BETWEEN - unitigs * (between - 1) // MOST_BETWEEN
            ends = [words(random.integers(vertices, size=count), random.random(count) < 0.5)
                    for _ in range(2)]
            middle = random.integers(4, size=(count, between), dtype=np.uint8)
            line = np.empty((count, 2 * K + between + 1), np.uint8)
            line[:, 0], line[:, 1], line[:, -1] = b">\n\n"
            line[:, 2:-1] = letters[np.concatenate((ends[0], middle, ends[1]), axis=1)]
            line.tofile(file)


def run(tools, path, answer, threads):
    """What euler-find says of itself, and the digest of what it wrote."""
    result = subprocess.run(
        [f"{tools}/euler-find", "--device", "cpu", "--threads", str(threads), "--trails", "--json",
         "--input-format", "unitigs", "-k", str(K), "--format", "fasta", "-o", answer, path],
        stdout=subprocess.PIPE, check=True)
    with open(answer, "rb") as file:
        digest = hashlib.file_digest(file, "sha256").hexdigest()
    return json.loads(result.stdout), digest


def seconds_of(said):
    """By step; the last is all of them."""
    stage = {}
    for one in said["timing"]:
        stage[one["stage"]] = stage.get(one["stage"], 0) + one["ms"] / 1e3
    total = said["total_ms"] / 1e3
    known = {name: sum(stage.get(s, 0) for s in stages) for name, stages in STEPS if stages}
    rest = total - sum(known.values())
    return [rest if stages is None else known[name] for name, stages in STEPS] + [total]


def main():
    quick = sys.argv[3:] == ["--quick"]
    if len(sys.argv) != 3 + quick:
        sys.exit(__doc__.split("\n\n")[1])
    tools, scratch = sys.argv[1:3]
    path, answer = f"{scratch}/unitigs.fa", f"{scratch}/strings.fa"
    write_unitigs(path, *(n // 100 if quick else n for n in (VERTICES, UNITIGS)))
    digests = set()
    print(f"| threads | {' | '.join(name for name, _ in STEPS)} | in all | "
          f"bytes a unitig, besides the file |")
    print("|--:" * (len(STEPS) + 3) + "|")
    for threads in (1, 2):
        best = None
        for _ in range(RUNS):
            said, digest = run(tools, path, answer, threads)
            digests.add(digest)
            best = min(best or said, said, key=lambda s: s["total_ms"])
        print(f"| {threads} | {' | '.join(f'{s:.2f} s' for s in seconds_of(best))} | "
              f"{best['library_peak_bytes'] / best['edges']:.1f} |", flush=True)
    if len(digests) > 1:
        sys.exit("the strings depend on the number of threads")
    print(f"\n{best['edges']:,} unitigs, {best['vertices']:,} vertices, "
          f"{os.path.getsize(path) / 1e6:,.0f} MB: {best['strings']:,} strings of "
          f"{best['letters']:,} letters.")
    os.unlink(path)
    os.unlink(answer)


if __name__ == "__main__":
    main()
