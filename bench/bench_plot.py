#!/usr/bin/env python3
"""Compares how far the lifted pen goes in drawings that csr plot and vpype have put in order, and
prints a table.

usage: bench_plot.py FOLDER_OF_TOOLS VPYPE DRAWING.svg...    VPYPE: the program, or its path

Both take the drawing as one layer, join ends within 0.05 mm, and flatten curves to 0.1 mm. The
distance is that between the strokes, without the ways from and to the corner of the page. konig's
is measured on the points of its strokes. The exit status is 1 if konig's is longer.
"""
import json
import math
import os
import re
import subprocess
import sys
import time

MERGE, FLAT, UNIT = 0.05, 0.1, 25.4 / 96


def timed(*command):
    begin = time.perf_counter()
    done = subprocess.run(command, check=True, capture_output=True, text=True)
    return done.stdout, time.perf_counter() - begin


def konig(tools, path):
    out, seconds = timed(f"{tools}/csr", "plot", "--json", "--layers=none", f"--tolerance={MERGE}",
                         f"--flatness={FLAT}", path)
    strokes = [stroke["points"] for stroke in json.loads(out)["stroke_list"]]
    return len(strokes), sum(math.dist(a[-1], b[0]) for a, b in zip(strokes, strokes[1:])), seconds


def vpype(program, path):
    out, seconds = timed(program, "read", "--single-layer", "--no-crop",
                         f"--quantization={FLAT}mm", path, "linemerge", f"--tolerance={MERGE}mm",
                         "linesort", "stat")
    totals = out[out.index("\nTotals"):]
    count, length = (re.search(rf"{name}: ([\d.]+)", totals).group(1)
                     for name in ("Path count", "Pen-up length"))
    return int(count), float(length) * UNIT, seconds


def main():
    if len(sys.argv) < 4:
        sys.exit(__doc__.split("\n\n")[1])
    longer = 0
    print("| drawing | strokes | of vpype | pen up, mm | of vpype | shorter by | s | of vpype |")
    print("|---" + "|--:" * 7 + "|")
    for path in sys.argv[3:]:
        ours, theirs = konig(sys.argv[1], path), vpype(sys.argv[2], path)
        longer += ours[1] > theirs[1]
        share = 1 - ours[1] / theirs[1] if theirs[1] else 0
        print(f"| {os.path.basename(path)} | {ours[0]} | {theirs[0]} | {ours[1]:.1f} | "
              f"{theirs[1]:.1f} | {share:.1%} | {ours[2]:.2f} | {theirs[2]:.2f} |", flush=True)
    return longer > 0


if __name__ == "__main__":
    sys.exit(main())
