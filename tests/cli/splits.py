#!/usr/bin/env python3
"""csr plot --split beside plain definitions in fractions: the pieces of small drawings, how many
vertices they have, and how many strokes.

usage: splits.py PROGRAMS      PROGRAMS: the folder with the four tools

A sheet is many drawings of few segments each, far enough apart. Coordinates are few small numbers,
so segments often touch, overlap, and cross in one point, times a scale: doubles that are not what
their decimals say, and products that are too small or too large for doubles. Some sheets are
shaken, too: with a tolerance they need as many strokes.
"""
import collections
import json
import os
import random
import subprocess
import sys
from fractions import Fraction

SHEETS = [(1, 3), (1, 5), (1, 9), (1, 60), (0.1, 4), (1 / 3, 3), (1e-300, 4), (5e-324, 5),
          (7e95, 4), (1 + 2**-52, 6)]
DRAWINGS, SEGMENTS = 20, 8


def make_drawing(chance, scale, span, number):
    """Segments, each two places of floats."""
    def place():
        return (chance.randrange(span) + number * 2 * span) * scale, chance.randrange(span) * scale
    made = [(place(), place()) for _ in range(chance.randint(1, SEGMENTS))]
    return made + [chance.choice(made)] * (chance.random() < 0.2)


def cross(u, v):
    return u[0] * v[1] - u[1] * v[0]


def minus(p, q):
    return p[0] - q[0], p[1] - q[1]


def is_on(p, a, b):
    low, high = min(a, b), max(a, b)
    y_low, y_high = sorted((a[1], b[1]))
    return low <= p <= high and y_low <= p[1] <= y_high and cross(minus(b, a), minus(p, a)) == 0


def pieces_of(drawing):
    """The pieces, each two places of floats, the smaller first."""
    exact = [tuple(tuple(map(Fraction, p)) for p in segment) for segment in drawing]
    cuts = [set(segment) for segment in exact]
    for i, (a, b) in enumerate(exact):
        for j, (p, q) in enumerate(exact):
            cuts[i].update(x for x in (p, q) if is_on(x, a, b))
            area = cross(minus(b, a), minus(q, p))
            if i < j and area:
                at = cross(minus(p, a), minus(q, p)) / area
                x = tuple(a[k] + at * (b[k] - a[k]) for k in (0, 1))
                if is_on(x, a, b) and is_on(x, p, q):
                    cuts[i].add(x)
                    cuts[j].add(x)
    for own in cuts:
        line = [tuple(map(float, x)) for x in sorted(own)]
        made = [(x, y) for x, y in zip(line, line[1:]) if x != y]
        yield from made or [(line[0], line[0])]


def fewest(pieces):
    degree, parent = collections.Counter(), {}

    def find(x):
        while parent.setdefault(x, x) != x:
            x = parent[x]
        return x
    for a, b in pieces:
        degree[a] += 1
        degree[b] += 1
        parent[find(a)] = find(b)
    odd = collections.Counter(find(x) for x in degree if degree[x] % 2)
    return sum(max(1, odd[root] // 2) for root in {find(x) for x in degree})


def shake(chance, segments):
    """The same ends, a little off."""
    return [tuple(tuple(x + chance.uniform(-1e-7, 1e-7) for x in place) for place in segment)
            for segment in segments]


def plot(program, segments, *options):
    """The pieces, how many vertices and strokes there are."""
    text = "".join(f"{a[0]!r} {a[1]!r} {b[0]!r} {b[1]!r}\n" for a, b in segments)
    run = subprocess.run([program, "plot", "--split", "--keep-order", "--json", *options, "-"],
                         input=text, capture_output=True, text=True)
    assert run.returncode == 0, run.stderr
    answer = json.loads(run.stdout)
    made = collections.Counter()
    for stroke in answer["stroke_list"]:
        points = [tuple(map(float, p)) for p in stroke["points"]]
        made.update(tuple(sorted(pair)) for pair in zip(points, points[1:]))
    return made, answer["vertices"], answer["strokes"]


def main():
    program = os.path.join(os.path.abspath(sys.argv[1]), "csr")
    chance = random.Random(1)
    wrong = 0
    for scale, span in SHEETS:
        drawings = [make_drawing(chance, scale, span, i) for i in range(DRAWINGS)]
        pieces = [piece for drawing in drawings for piece in pieces_of(drawing)]
        expected = (collections.Counter(tuple(sorted(piece)) for piece in pieces),
                    len({x for piece in pieces for x in piece}), fewest(pieces))
        segments = [segment for drawing in drawings for segment in drawing]
        for order in "given", "shuffled":
            if plot(program, segments) != expected:
                wrong += 1
                print(f"{DRAWINGS} drawings of {span} coordinates times {scale}, {order}: expected "
                      f"{len(pieces)} pieces, {expected[1:]} vertices and strokes\n{segments}")
            chance.shuffle(segments)
            segments = [chance.choice([(a, b), (b, a)]) for a, b in segments]
        if scale == 1:
            strokes = plot(program, shake(chance, segments), "--tolerance", "1e-4")[2]
            if strokes != expected[2]:
                wrong += 1
                print(f"{DRAWINGS} drawings of {span} coordinates, shaken: {strokes} strokes, "
                      f"expected {expected[2]}")
    print(f"{len(SHEETS)} sheets, {wrong} wrong answers")
    return 1 if wrong else 0


sys.exit(main())
