#!/usr/bin/env python3
"""Good tours of the TSPLIB instances that are at hand, against their published optima: the bound is
no more than the optimum, the cost no less, and both are near it. The tour is walked here, with
distances computed anew.

usage: tsplib.py ARRAY FOLDER      the files are in $KONIG_DATA/tsplib, else in FOLDER/tsplib
"""
import glob
import json
import math
import os
import re
import subprocess
import sys

SKIP = 77
# What the cost may be above the optimum, and the bound below it. Measured on the ten instances of
# up to 29 cities: all costs are optimal, and the lowest bound is 38 for 39 (br17).
ABOVE, BELOW = 1.05, 0.97


def geographical(a, b):
    def radians(degrees):
        whole = int(degrees)
        return 3.141592 * (whole + 5 * (degrees - whole) / 3) / 180
    (x, y), (u, v) = [[radians(d) for d in place] for place in (a, b)]
    q1, q2, q3 = math.cos(y - v), math.cos(x - u), math.cos(x + u)
    return int(6378.388 * math.acos(min(1, 0.5 * ((1 + q1) * q2 - (1 - q1) * q3))) + 1)


RULES = {
    "EUC_2D": lambda a, b: int(math.dist(a, b) + 0.5),
    "CEIL_2D": lambda a, b: math.ceil(math.dist(a, b)),
    "ATT": lambda a, b: math.ceil(math.sqrt(((a[0] - b[0]) ** 2 + (a[1] - b[1]) ** 2) / 10)),
    "GEO": geographical,
}


def read(path):
    """A function of two cities, counted from 0; None where this reader knows no such file."""
    with open(path, encoding="ascii") as file:
        text = file.read()
    words = dict(re.findall(r"^\s*([A-Z_]+)\s*:\s*(.*?)\s*$", text, re.M))
    n = int(words["DIMENSION"])

    def numbers(section):
        found = re.search(section + r"\s+((?:[-+]?[\d.]+(?:[eE][-+]?\d+)?\s+)*)", text)
        return found[1].split() if found else []
    if words["EDGE_WEIGHT_TYPE"] in RULES:
        rows = [float(word) for word in numbers("NODE_COORD_SECTION")]
        place = {int(rows[i]) - 1: rows[i + 1:i + 3] for i in range(0, 3 * n, 3)}
        rule = RULES[words["EDGE_WEIGHT_TYPE"]]
        return n, lambda a, b: rule(place[a], place[b])
    left = iter(int(word) for word in numbers("EDGE_WEIGHT_SECTION"))
    table = {}
    for a in range(n):
        first, last = {"FULL_MATRIX": (0, n), "UPPER_ROW": (a + 1, n), "UPPER_DIAG_ROW": (a, n),
                       "LOWER_ROW": (0, a), "LOWER_DIAG_ROW": (0, a + 1)}.get(
                           words["EDGE_WEIGHT_FORMAT"], (0, -1))
        if last < 0:
            return n, None
        for b in range(first, last):
            table[a, b] = next(left)
            if words["EDGE_WEIGHT_FORMAT"] != "FULL_MATRIX":
                table[b, a] = table[a, b]
    return n, lambda a, b: table[a, b]


def optima(folder):
    known = {}
    for name in ("bestSolutions.txt", "atsp_bestSolutions.txt"):
        path = os.path.join(folder, name)
        if os.path.exists(path):
            with open(path, encoding="latin-1") as file:
                known.update(re.findall(r"^\s*(\w+)\s*:\s*(\d+)", file.read(), re.M))
    return known


def check(array, path, best):
    """What is wrong, a list of lines."""
    answers = [json.loads(subprocess.run(
        [array, "tsp", "--heuristic", "--json", "--threads", threads, path],
        stdout=subprocess.PIPE, check=True).stdout) for threads in "1237"]
    answer = answers[0]
    n, distance = read(path)
    cost, bound, tour = answer["cost"], answer["bound"], [city - 1 for city in answer["tour"]]
    wrong = []
    if any(other[key] != answer[key] for other in answers for key in ("cost", "bound", "tour")):
        wrong.append("the number of threads matters")
    if sorted(tour) != list(range(n)):
        wrong.append("some city is not there once")
    elif distance and sum(distance(tour[i - 1], tour[i]) for i in range(n)) != cost:
        wrong.append(f"the cost {cost} is not what the tour has")
    if not bound <= best <= cost:
        wrong.append(f"bound {bound}, optimum {best}, cost {cost}")
    if cost > ABOVE * best or bound < BELOW * best:
        wrong.append(f"bound {bound}, optimum {best}, cost {cost}: too far")
    if answer["optimal"] != (cost == bound) or abs(answer["gap"] - (cost - bound) / bound) > 1e-12:
        wrong.append(f"optimal {answer['optimal']}, gap {answer['gap']}")
    print(f"{os.path.basename(path)}: {bound} {best} {cost}")
    return [f"{path}: {line}" for line in wrong]


def main():
    folder = os.path.join(os.environ.get("KONIG_DATA", sys.argv[2]), "tsplib")
    known = optima(folder)
    wrong, checked = [], 0
    for path in sorted(glob.glob(os.path.join(folder, "*tsp"))):
        best = known.get(os.path.basename(path).split(".")[0])
        if best:
            wrong += check(sys.argv[1], path, int(best))
            checked += 1
    if not checked:
        print(f"no instances in {folder}")
        return SKIP
    print("\n".join(wrong))
    return bool(wrong)


if __name__ == "__main__":
    sys.exit(main())
