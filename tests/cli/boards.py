#!/usr/bin/env python3
"""Every board of 2x2, 3x2 and 2x3 cells: which of the two usual targets it gets, and how far it is.

Breadth-first search from each target says which boards reach it, and in how many moves.

usage: boards.py PROGRAMS      PROGRAMS: the folder with the four tools
"""
import collections
import itertools
import json
import os
import subprocess
import sys


def neighbours(board, width):
    blank = board.index(0)
    for cell in range(len(board)):
        across, down = abs(cell % width - blank % width), abs(cell // width - blank // width)
        if across + down == 1:
            moved = list(board)
            moved[blank], moved[cell] = moved[cell], 0
            yield tuple(moved)


def distances(target, width):
    far = {target: 0}
    queue = collections.deque([target])
    while queue:
        board = queue.popleft()
        for other in neighbours(board, width):
            if other not in far:
                far[other] = far[board] + 1
                queue.append(other)
    return far


def solve(astar, width, height, boards, *options):
    text = "".join(" ".join(map(str, board)) + "\n" for board in boards)
    command = [astar, "sliding", "--quiet", "--format", "json-lines", "--size", f"{width}x{height}",
               *options, "-"]
    done = subprocess.run(command, input=text.encode(), stdout=subprocess.PIPE, check=False)
    return [json.loads(line) for line in done.stdout.splitlines()], done.returncode


def expected(board, goals):
    """The goal's name and the distance; goals: name and distances, in the order wanted."""
    for name, far in goals:
        if board in far:
            return name, far[board]
    return "none", None


def main():
    astar = os.path.abspath(sys.argv[1]) + "/astar"
    wrong, count = [], 0
    for width, height in (2, 2), (3, 2), (2, 3):
        n = width * height
        boards = list(itertools.permutations(range(n)))
        first = distances(tuple(range(n)), width)
        last = distances((*range(1, n), 0), width)
        for options, goals in (([], [("first", first), ("last", last)]),
                               (["--goal", "first"], [("first", first)]),
                               (["--goal", "last"], [("last", last)])):
            answers, status = solve(astar, width, height, boards, *options)
            wanted = [expected(board, goals) for board in boards]
            if len(answers) != len(boards) or status != any(name == "none" for name, _ in wanted):
                wrong.append(f"{width}x{height} {options}: {len(answers)} answers to "
                             f"{len(boards)} boards, exit status {status}")
            for board, answer, (name, moves) in zip(boards, answers, wanted):
                count += 1
                solved = moves is not None
                if (answer.get("length") != moves or (answer["result"] == "optimal") != solved or
                        (not options or solved) and answer["goal"] != name):
                    wrong.append(f"{width}x{height} {options} {board}: {answer}, "
                                 f"expected {name}, {moves}")
    print("\n".join(wrong[:20]))
    print(f"{count} boards")
    return len(wrong) > 0 or not count


if __name__ == "__main__":
    sys.exit(main())
