#!/usr/bin/env python3
"""Batches that ranks of astar share: whatever is printed, and however it ends, is what one rank
prints, but for times.

usage: batches.py PROGRAMS      PROGRAMS: the folder with the four tools
"""
import itertools
import os
import random
import re
import subprocess
import sys
import tempfile

from run import tool_environment

RANKS = (2, 3, 7)
# Times, and in documents the statistics behind the answers.
TIMES = [(rb"\d+\.\d+ ms a query, \d+ queries a second", b"T"), (rb"\b\d+\.\d{3}\b", b"T"),
         (rb'"device":"cpu".*', b"")]
# Several threads of one search look at other states each time.
WORK = [(rb'"(rounds|expanded|generated|duplicates|table_load|states|table_slots)":[0-9.T]+',
         rb'"\1":N')]
CASES = [
    *[f"sliding {how} batch" for how in (
        "", "--json", "--quiet --json -o out", "-o out", "--steps", "--canonical --format course",
        "--format json-lines", "--goal first", "--goal last --heuristic manhattan",
        "--max-states 400", "--size 2x3", "--timing", "--threads 2 --canonical --json")],
    "sliding --search ga-star --canonical --json batch",
    "sliding --size 2x3 --json small",
    "sliding rows",
    "sliding damaged",
    "sliding nowhere",
    *[f"pancake {how} piles" for how in ("", "--json --canonical", "--weight 2",
                                         "--max-states 50 --format json-lines")],
    *[f"topspin --turnstile 3 {how} rings" for how in ("", "--json", "-o out")],
    *[f"pathfinding --scen {scen} {how} {map}" for map, scen in (
        ("walls", "queries"), ("weights", "queries"), ("walls", "few"), ("walls", "none"))
      for how in ("", "--json", "--format cost", "--format cells", "--format json-lines -o out")],
    "pathfinding --scen queries --quiet --max-states 30 walls",
    "pathfinding --scen queries --moves 4 --canonical walls",
    "pathfinding --scen queries --corners allow --diagonal 1 --json --timing walls",
    "pathfinding --scen queries --threads 2 --format cells walls",
    "pathfinding --scen queries --search ga-star --canonical --format cells weights",
    "pathfinding --scen other walls",
    "pathfinding --scen nowhere walls",
]
STATUSES = {0, 1, 65, 66, 71}


def order(numbers, values):
    values = list(values)
    numbers.shuffle(values)
    return " ".join(map(str, values))


def make_inputs(numbers):
    """Half of the boards cannot be solved."""
    batch = "".join(f"{i} {order(numbers, range(9))}\n" for i in range(40))
    width, height = 31, 19

    def rows(letters):
        return "".join("".join(numbers.choice(letters) for _ in range(width)) + "\n"
                       for _ in range(height))

    def queries(count, wide=width):
        return "version 1\n" + "".join(
            f"0\tm\t{wide}\t{height}\t{numbers.randrange(width)}\t{numbers.randrange(height)}\t"
            f"{numbers.randrange(width)}\t{numbers.randrange(height)}\t{numbers.choice('0009')}\n"
            for _ in range(count))

    return {
        "batch": batch, "damaged": batch + "0 1 2 3 4 5 6 7\n",
        "small": "".join(f"{order(numbers, range(6))}\n" for _ in range(20)),
        "rows": "1 0\n2 3\n\n1 0 2\n3 4 5\n6 7 8\n\n2 1 0\n3 4 5\n",
        "piles": "".join(f"{order(numbers, range(1, 9))}\n" for _ in range(12)),
        "rings": "".join(f"{order(numbers, range(7))}\n" for _ in range(12)),
        "walls": f"type octile\nheight {height}\nwidth {width}\nmap\n" + rows(".......TW@"),
        "weights": rows("12345678....##"),
        "queries": queries(700), "few": queries(9), "none": "version 1\n",
        "other": queries(40) + queries(1, width + 1),
    }


def run(astar, folder, line, ranks, environment):
    """(exit status, standard output, standard error, the file of -o)"""
    words = line.split()
    out = os.path.join(folder, "out")
    done = subprocess.run([astar, words[0], "--ranks", str(ranks), "--threads", "1", *words[1:]],
                          cwd=folder, env=environment, capture_output=True, timeout=120,
                          check=False)
    file = b""
    if os.path.exists(out):
        with open(out, "rb") as written:
            file = written.read()
        os.unlink(out)
    # The table of --timing ends with the stages of one rank, and its memory.
    err = re.split(rb"\nms of searching|\nstage ", done.stderr)[0]
    if "--timing" in words and words[0] == "sliding":
        err = re.sub(rb"(?m) +\S+ +\S+$", b"", err)
    result = [done.stdout, err, file]
    for pattern, instead in TIMES + WORK * ("--threads" in words):
        result = [re.sub(pattern, instead, part) for part in result]
    return done.returncode, *result


def first_difference(one, many):
    for a, b in zip(one[1:], many[1:]):
        for x, y in itertools.zip_longest(a.split(b"\n"), b.split(b"\n")):
            if x != y:
                return f"{x!r:.300}\n    {y!r:.300}"
    return f"exit status {one[0]}\n    {many[0]}"


def main():
    astar = os.path.join(os.path.abspath(sys.argv[1]), "astar")
    # Ranks of a batch work on the CPU, unless each has a GPU.
    environment = dict(tool_environment(os.path.abspath(sys.argv[1])), KONIG_DEVICE="cpu")
    wrong, statuses = 0, set()
    with tempfile.TemporaryDirectory() as folder:
        for name, content in make_inputs(random.Random(4)).items():
            with open(os.path.join(folder, name), "w", encoding="ascii") as file:
                file.write(content)
        for line in CASES:
            one = run(astar, folder, line, 1, environment)
            statuses.add(one[0])
            if one[0] not in STATUSES:
                wrong += 1
                print(f"not ok astar {line}: exit status {one[0]}: {one[2]!r:.300}")
            for ranks in RANKS:
                many = run(astar, folder, line, ranks, environment)
                if many != one:
                    wrong += 1
                    print(f"not ok {ranks} ranks: astar {line}\n    {first_difference(one, many)}")
    print(f"{len(CASES)} batches by {RANKS} ranks, {wrong} of them other than by one rank; "
          f"exit statuses {sorted(statuses)}")
    return wrong > 0 or statuses != STATUSES


if __name__ == "__main__":
    sys.exit(main())
