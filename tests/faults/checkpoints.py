#!/usr/bin/env python3
"""The file of `astar sliding --checkpoint` after failures and kill -9: it is the old one or a new
one, whole, and the next call goes on from it to the same answer and counts.

usage: checkpoints.py TOOLS FAIL_SO
"""
import json
import os
import random
import shutil
import signal
import struct
import subprocess
import sys
import tempfile
import time

from sweep import CLASSES, FAILURES

SMALL = "8 6 7 2 5 4 3 0 1\n"
# Some 250,000 states, so that signals come while it is searched.
LARGE = "5 1 3 2 4 9 7 6 0 13 10 11 8 12 15 14\n5 10 1 2 4 9 6 3 8 14 7 15 0 12 13 11\n"
TURNS = 60


class Place:
    """A folder with a puzzle, and the command that solves it."""

    def __init__(self, folder, tools, fail, puzzle, partition):
        self.folder, self.fail = folder, os.path.join(os.path.dirname(folder), "fail.so")
        if not os.path.exists(self.fail):
            os.symlink(fail, self.fail)  # LD_PRELOAD takes no blanks
        os.mkdir(folder)
        self.file, self.calls = os.path.join(folder, "run"), folder + ".calls"
        with open(os.path.join(folder, "puzzle"), "w", encoding="utf-8") as file:
            file.write(puzzle)
        self.command = [os.path.join(tools, "astar"), "sliding", "--quiet", "--json", "--canonical",
                        "--heuristic", "pattern:" + partition, "puzzle"]
        self.environment = {"PATH": "/usr/bin:/bin", "LC_ALL": "C", "KONIG_DEVICE": "cpu",
                            "OMP_WAIT_POLICY": "passive", "OMP_NUM_THREADS": "2"}
        self.expected = self.answers(self.run([]))

    def start(self, options, fault=None):
        environment = dict(self.environment)
        if fault:
            with open(self.calls, "wb") as file:
                file.write(bytes(8 * len(CLASSES)))
            kind, _, fault = fault.rpartition("/")
            environment.update({"KONIG_FAULT": fault, "KONIG_CALLS": self.calls,
                                "LD_PRELOAD": self.fail})
            environment.update({"KONIG_NO_TMPFILE": "1"} if kind else {})
        return subprocess.Popen(self.command + options, cwd=self.folder, env=environment,
                                stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                                stderr=subprocess.PIPE)

    def run(self, options, fault=None):
        with self.start(options, fault) as process:
            out, err = process.communicate(timeout=60)
        return process.returncode, out, err

    @staticmethod
    def answers(done):
        if done[0]:
            return done
        return [[puzzle[name] for name in ("length", "moves", "expanded", "generated")]
                for puzzle in json.loads(done[1])["puzzles"]]

    def go_on(self):
        """What is wrong with the file, or None."""
        others = set(os.listdir(self.folder)) - {"puzzle", "run"}
        if others:
            return f"left behind: {others}"
        got = self.answers(self.run(["--checkpoint", "run"]))
        return None if got == self.expected else f"then {got}, expected {self.expected}"

    def count(self):
        with open(self.calls, "rb") as file:
            return dict(zip(CLASSES, struct.unpack(f"={len(CLASSES)}Q", file.read())))


def check_faults(place):
    """Each call fails in turn, of a search that begins and of one that goes on."""
    stopped = place.run(["--checkpoint", "run", "--max-states", "100"])
    assert stopped[0] == 71, stopped
    begun = place.folder + ".begun"
    shutil.move(place.file, begun)
    tried = 0
    for goes_on in (False, True):
        for kind in ("open", "read", "write", "rename", "close", "map", "named/open",
                     "named/write", "named/rename", "named/close", "write:on", "named/write:on"):
            name, _, action = kind.partition(":")
            k = 0
            while True:
                k += 1
                if os.path.exists(place.file):
                    os.unlink(place.file)
                if goes_on:
                    shutil.copy(begun, place.file)
                fault = f"{name}:{k}" + (f":{action}" if action else "")
                status, out, err = place.run(["--checkpoint", "run"], fault)
                where = f"{'goes on' if goes_on else 'begins'}, {fault}: exit {status}"
                if status not in FAILURES | {0}:
                    yield f"{where}: {err!r}"
                elif status == 0 and place.answers((status, out, err)) != place.expected:
                    yield f"{where}: another answer"
                elif status and not err and not action:
                    yield f"{where}: no message"
                wrong = place.go_on()
                if wrong:
                    yield f"{where}: {wrong}"
                tried += 1
                if k >= place.count()[name.rpartition("/")[2]]:
                    break
    if tried < 60:
        yield f"only {tried} calls failed"


def check_kills(place, numbers):
    """Searches that are interrupted and, maybe while they write the file, killed."""
    stops = 0
    if os.path.exists(place.file):
        os.unlink(place.file)
    for turn in range(TURNS):
        with place.start(["--checkpoint", "run"]) as process:
            time.sleep(numbers.uniform(0, 0.12))
            if turn % 3:
                process.send_signal(signal.SIGINT)
                time.sleep(numbers.uniform(0, 0.01))
            process.kill()
            out, err = process.communicate()
        if process.returncode not in (0, 71, 130, -signal.SIGINT, -signal.SIGKILL):
            yield f"killed: exit {process.returncode}: {err!r}"
        if process.returncode == 0:
            if place.answers((0, out, err)) != place.expected:
                yield f"after {stops} stops: {out!r}"
            os.unlink(place.file)
        stops += process.returncode != 0
    # A file without a name vanishes with its process. One with a name stays.
    for name in set(os.listdir(place.folder)) - {"puzzle", "run"}:
        os.unlink(os.path.join(place.folder, name))
    wrong = place.go_on()
    if wrong:
        yield f"after {stops} stops: {wrong}"
    if stops < TURNS / 3:
        yield f"only {stops} stops"


def main():
    tools, fail = map(os.path.abspath, sys.argv[1:])
    wrong = []
    with tempfile.TemporaryDirectory() as folder:
        small = Place(os.path.join(folder, "small"), tools, fail, SMALL, "1,2/3,4/5,6/7,8")
        wrong += check_faults(small)
        large = Place(os.path.join(folder, "large"), tools, fail, LARGE,
                      "1,2,5/6,9,10/3,4,7/8,11,12/13,14,15")
        wrong += check_kills(large, random.Random(1))
    print("\n".join(wrong) or "checkpoints are whole")
    return len(wrong) > 0


if __name__ == "__main__":
    sys.exit(main())
