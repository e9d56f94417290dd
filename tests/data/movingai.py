#!/usr/bin/env python3
"""Every query of the MovingAI maps that are at hand: its cost must be the published one, to 1e-5.
Those of small maps are asked of an index, too.

usage: movingai.py ASTAR FOLDER      the maps are in $KONIG_DATA/movingai, else in FOLDER/movingai
"""
import glob
import json
import os
import subprocess
import sys
import tempfile

SKIP = 77
SMALL = 100_000  # bytes of a map whose index takes a second


def ask(astar, scenario, *options):
    """What is wrong, and the number of answers."""
    done = subprocess.run([astar, "pathfinding", "--quiet", "--json", *options, "--scen", scenario,
                           scenario[:-len(".scen")]], stdout=subprocess.PIPE, check=True)
    answers = json.loads(done.stdout)["answers"]
    different = [a for a in answers
                 if abs(a["cost"] - a["expected"]) > 1e-5 * max(1, a["expected"])]
    for answer in different[:5]:
        print(scenario, *options, answer)
    print(f"{os.path.basename(scenario)}: {len(answers)} queries, {len(different)} different")
    return len(different), len(answers)


def ask_index(astar, scenario):
    with tempfile.TemporaryDirectory() as folder:
        index = os.path.join(folder, "map.kgi")
        subprocess.run([astar, "index", scenario[:-len(".scen")], "-o", index], check=True)
        return ask(astar, scenario, "--index", index)


def main():
    folder = os.path.join(os.environ.get("KONIG_DATA", sys.argv[2]), "movingai")
    wrong = queries = 0
    for scenario in sorted(glob.glob(os.path.join(folder, "*.map.scen"))):
        ways = [ask(sys.argv[1], scenario)]
        if os.path.getsize(scenario[:-len(".scen")]) < SMALL:
            ways.append(ask_index(sys.argv[1], scenario))
        wrong += sum(different for different, _ in ways)
        queries += sum(answers for _, answers in ways)
    if not queries:
        print(f"no maps in {folder}")
        return SKIP
    return wrong > 0


if __name__ == "__main__":
    sys.exit(main())
