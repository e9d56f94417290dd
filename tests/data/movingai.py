#!/usr/bin/env python3
"""Every query of the MovingAI maps that are at hand: its cost must be the published one, to 1e-5.

usage: movingai.py ASTAR FOLDER      the maps are in $KONIG_DATA/movingai, else in FOLDER/movingai
"""
import glob
import json
import os
import subprocess
import sys

SKIP = 77


def main():
    folder = os.path.join(os.environ.get("KONIG_DATA", sys.argv[2]), "movingai")
    wrong = queries = 0
    for scenario in sorted(glob.glob(os.path.join(folder, "*.map.scen"))):
        done = subprocess.run([sys.argv[1], "pathfinding", "--quiet", "--json", "--scen", scenario,
                               scenario[:-len(".scen")]], stdout=subprocess.PIPE, check=True)
        answers = json.loads(done.stdout)["answers"]
        different = [a for a in answers
                     if abs(a["cost"] - a["expected"]) > 1e-5 * max(1, a["expected"])]
        for answer in different[:5]:
            print(scenario, answer)
        print(f"{os.path.basename(scenario)}: {len(answers)} queries, {len(different)} different")
        queries += len(answers)
        wrong += len(different)
    if not queries:
        print(f"no maps in {folder}")
        return SKIP
    return wrong > 0


if __name__ == "__main__":
    sys.exit(main())
