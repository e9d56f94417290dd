#!/usr/bin/env python3
"""Runs each command of a table with one call of the C library failing, the first, the second, ...

usage: sweep.py [OPTION...] TOOLS FAIL_SO TABLE

    --all         every call of every command: half an hour for pictures, a minute for the rest
    --seconds N   as many of them, spread over all, as go into so many seconds (default 40)
    --only TEXT   the commands that contain TEXT
    --but REGEX   and those that do not match REGEX
    --seed N      another choice of them
    --once FAULT  that one for each command, and what comes of it: CLASS:K[:ACTION] as fail.c says,
                  with named/ before it where the file system is to have no files without names

Wanted of each run: exit 0 with the very output of the undisturbed run; exit 1 with its reason on
standard error and where the undisturbed run says "no" too; or a message and the status of a
failure. No crash, no hang, no file left behind, and all files as they were wherever there is no
answer.
"""
import argparse
import collections
import concurrent.futures
import os
import random
import re
import shlex
import signal
import struct
import subprocess
import sys
import tempfile
import threading
import time

CLASSES = ["allocate", "thread", "open", "read", "write", "rename", "close", "map"]
# What fails once, and what goes on failing.
FAULTS = ([(name, "fail") for name in CLASSES] +
          [(name, "on") for name in ("allocate", "thread", "open", "write")] +
          [("named/" + name, "fail") for name in ("open", "write", "rename", "close")])
FAILURES = {66, 69, 71, 73, 74}
# For the commands that draw. A machine's own configuration of fonts has dozens of files; reading
# them is half of all calls.
FONTS = """<?xml version="1.0"?><!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig><dir>/usr/share/fonts</dir><cachedir>{}</cachedir></fontconfig>
"""
OLD = b"old\n"

INPUTS = {
    "g.txt": "a -> b, c, d\nb -> c, a\nc -> a, d, b\nd -> a, c\n",
    "c.txt": "a -> b\nb -> c\nc -> a\n",
    "p.txt": "a -> b\nb -> c, a\nc -> a\na -> d\n",
    "no.txt": "a -> b, c, d\n",
    "und.txt": "a -- b, c\nb -- c\nc -- d\nd -- c\n",
    "und-path.edges": "1 7 2\n7 4 1\n4 1 3\n1 9 1\n",
    "two.txt": "a -> b\nb -> a\nc -> d\nd -> c\n",
    "w.txt": "00 -> 00, 01\n01 -> 10, 11\n10 -> 00, 01\n11 -> 10, 11\n",
    "words.fa": ">x y\nACAGATACA\nGA\n>z\nAAA\n",
    "v.pairs": "0 2\n2 0\n1 1\n1 2\n2 1\n0 1\n",
    "v.edges": "0 1 0.5\n1 2 1\n2 0 7\n0 2 1\n2 1 4\n1 0 2\n",
    "m.mtx": "%%MatrixMarket matrix coordinate pattern symmetric\n3 3 2\n2 1\n3 1\n",
    "s.mtx": "%%MatrixMarket matrix coordinate integer general\n3 4 3\n3 4 5\n3 1 -2\n1 2 8\n",
    "twice.mtx": "%%MatrixMarket matrix coordinate pattern general\n3 4 2\n3 4\n3 4\n",
    "r.gr": "p sp 3 3\na 1 2 5\na 2 3 1\na 3 1 2\n",
    "kept.csv": "source,target,weight,x\nu,v,1,\"y\nz\"\nv,u,2,\n",
    "t.csv": "a,b,weight\nx,\"y\nz\",1\n\"y\nz\",x,2\n",
    "l.csv": "0 0 1 1\n1 1 2 0 fixed\n2 0 0 0\n5 5 6 5\n",
    "town.csv": "source,target,lon1,lat1,lon2,lat2,name\na,b,1,42,1.001,42,x\n"
                "b,c,1.001,42,1,42.001,\"<y> & z\"\nb,d,1.001,42,1,42.002,w\n",
    "two.csv": "source,target,length\na,b,1\nc,d,2\n",
    "town.json": '{"type":"LineString","coordinates":[[1,42],[1.001,42],[1,42.001]]}\n',
    "town.graphml": '<graphml><key id="x"/><key id="y"/><graph edgedefault="undirected">'
                    '<node id="a"><data key="x">1</data><data key="y">42</data></node>'
                    '<node id="b"><data key="x">1</data><data key="y">42.1</data></node>'
                    '<edge source="a" target="b"/></graph></graphml>\n',
    "p.csv": "x1,y1,x2,y2,pen\n0,0,1,1,a\n1,1,2,0,\"b\"\n2,0,0,0,a\n",
    "d.svg": '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><style>'
             'g .a, rect { stroke: blue; x: 1 }</style><defs><g id="g">'
             '<path d="M0 0a2 2 0 0 1 3 3"/></g></defs><use href="#g"/><g id="h" stroke="red">'
             '<rect width="4" height="3" rx="1"/></g></svg>\n',
    "n.graph": "3 2\n2\n1 3\n2\n",
    "c.dot": "digraph { a -> b [value=2]; b -> a; }\n",
    "u.fa": ">0\nACCATT\n>1\nCCAAT\n",
    "u.fq": "@0\nACCATT\n+\n@IIIII\n",
    "bad.txt": "a -> b\n-> c\n",
    "list": "a\nc\n",
    "labels": "one\ntwo\nthree\nfour\nfive\nsix\nseven\neight\nnine\nten\n",
    "n": "3 1 4 1 5 9 2 6 5 3 5 8 9 7 9 3\n",
    "m": "3 1\n2 4\n",
    "s": "57 71 113\n",
    "d": "0 2 9 10\n1 0 6 4\n15 7 0 8\n6 3 12 0\n",
    "map.txt": "S..#....\n..#..5..\n....#..G\n.##.....\n",
    "walled.txt": "S.#.\n..#G\n",
    "course.txt": "4,3\n0,0\n3,2\n1\n1,1\n1\n2,2,4\n",
    "q.map": "type octile\nheight 2\nwidth 3\nmap\n...\n...\n",
    "q.scen": "version 1\n0\tq.map\t3\t2\t0\t0\t2\t0\t2\n0\tq.map\t3\t2\t0\t0\t2\t1\t2.41421\n",
    "q.csv": "sx,sy,gx,gy\n0,0,2,0\n0,0,2,1\n",
    "cells.csv": "0,1,0\n0,0,0\n",
    "cells.pgm": "P2\n3 2\n255\n255 0 255\n255 255 255\n",
    "many.scen": "0\tq.map\t3\t2\t0\t0\t2\t1\t2.41421\n" * 16,
    "batch.txt": "1 4 2 3 0 5 6 7 8\n0 2 1 3 4 5 6 7 8\n3 1 2 0 4 5 6 7 8\n1 0 2 3 4 5 6 7 8\n",
    "batch2.txt": "1 4 2 3 0 5 6 7 8\n3 1 2 0 4 5 6 7 8\n",
    "puzzle.txt": "1 4 2\n3 0 5\n6 7 8\n",
    "orders.txt": "3 5 1 4 2\n1 0 2 3 4 # another\n",
    "odd.txt": "0 2 1\n3 4 5\n6 7 8\n",
}


class Result(collections.namedtuple("Result", "status out err files")):
    """files: name to content, of what is there and no input."""


def mask(text):
    """Without what differs from run to run: times, memory, how many threads could be started."""
    text = re.sub(rb"\b\d+\.\d{3}\b", b"T", text)
    return re.sub(rb'"(\w*bytes|edges_per_second|\w*ms|threads)":[\d.]+', rb'"\1":N', text)


class Folder:
    """A worker's own, with the inputs."""

    def __init__(self, tools, fail):
        self.scratch = tempfile.TemporaryDirectory()
        self.path = os.path.join(self.scratch.name, "w")
        self.tools, self.fail = tools, os.path.join(self.scratch.name, "fail.so")
        os.symlink(fail, self.fail)  # LD_PRELOAD takes no blanks
        self.calls = os.path.join(self.scratch.name, "calls")
        self.fonts = os.path.join(self.scratch.name, "fonts.conf")
        os.mkdir(self.path)
        with open(self.fonts, "w", encoding="utf-8") as file:
            file.write(FONTS.format(os.path.join(self.scratch.name, "fonts")))
        for name, content in INPUTS.items():
            with open(os.path.join(self.path, name), "w", encoding="utf-8") as file:
                file.write(content)
        for tool, *words in (["csr", "convert", "g.txt", "-o", "g.kcsr"],
                             ["csr", "index", "v.edges", "-o", "v.index"],
                             ["csr", "index", "--metric-independent", "g.txt", "-o", "g.base"],
                             ["astar", "index", "q.map", "-o", "q.kgi"],
                             ["array", "scan", "--npy", "n", "-o", "n.npy"]):
            subprocess.run([os.path.join(tools, tool), *words], cwd=self.path, check=True)
        self.inputs = set(os.listdir(self.path))

    def run(self, command, fault=None, old=(), closed="", keep=False):
        for name in old:
            with open(os.path.join(self.path, name), "wb") as file:
                file.write(OLD)
        with open(self.calls, "wb") as file:
            file.write(bytes(8 * len(CLASSES)))
        environment = {"PATH": self.tools + ":/usr/bin:/bin", "LC_ALL": "C", "HOME": self.path,
                       "KONIG_CALLS": self.calls, "LD_PRELOAD": self.fail, "KONIG_DEVICE": "cpu",
                       "OMP_WAIT_POLICY": "passive", "OMP_NUM_THREADS": "2",
                       "FONTCONFIG_FILE": self.fonts}
        if fault:
            kind, _, environment["KONIG_FAULT"] = fault.rpartition("/")
            environment.update({"KONIG_NO_TMPFILE": "1"} if kind else {})
            environment.update({"KONIG_OTHER_INODE": "1"} if kind == "strange" else {})
        words, stdin = command.words, subprocess.DEVNULL
        if command.stdin:
            stdin = open(os.path.join(self.path, command.stdin), "rb")
        try:
            done = subprocess.run(["sh", "-c", f'exec "$@" {closed}', "sh"] * bool(closed) +
                                  [os.path.join(self.tools, words[0])] + words[1:], stdin=stdin,
                                   cwd=self.path,
                                  env=environment, capture_output=True, timeout=30)
            status, out, err = done.returncode, done.stdout, done.stderr
        except subprocess.TimeoutExpired as late:
            status, out, err = "none in 30 s", late.stdout or b"", late.stderr or b""
        if command.stdin:
            stdin.close()
        files = {}
        for name in set(os.listdir(self.path)) - self.inputs:
            path = os.path.join(self.path, name)
            if os.path.isdir(path):
                files[name] = b""
                continue
            with open(path, "rb") as file:
                files[name] = mask(file.read())
            if not keep:
                os.unlink(path)
        return Result(status, mask(out), err, files)

    def counts(self):
        with open(self.calls, "rb") as file:
            return dict(zip(CLASSES, struct.unpack(f"={len(CLASSES)}Q", file.read())))


class Command:
    def __init__(self, line):
        self.status = 0
        if line.startswith("@"):
            mark, _, line = line.partition(" ")
            self.status = int(mark[1:])
        self.line = line
        line, _, stdin = line.partition(" < ")
        self.words, self.stdin = shlex.split(line), stdin

    def measure(self, folder):
        """The undisturbed run: what it gives, and how many calls of each class it makes."""
        first = folder.run(self)
        self.left_out = re.search(
            b"built without|build cannot read|needs Graphviz|is not installed", first.err)
        begin = time.monotonic()
        self.expected = folder.run(self, old=first.files)
        self.seconds = time.monotonic() - begin
        self.calls = folder.counts()
        if (first[:2] != self.expected[:2] or first.files != self.expected.files or
                first.status != self.status):
            return f"undisturbed, twice: {first}\n{self.expected}"
        if not self.calls["allocate"] and self.status != 64:  # to refuse a line needs nothing
            return "no call was seen: the library is not preloaded"
        if self.status == 0 and not set(self.outputs()) <= set(first.files):
            return "undisturbed it does not write its -o"
        return None

    def outputs(self):
        """What -o names."""
        return [word for before, word in zip(self.words, self.words[1:]) if before == "-o"]

    def judge(self, got):
        """What is wrong with a disturbed run, or None."""
        want = self.expected
        if isinstance(got.status, str) or got.status < 0:
            return f"exit {got.status}"
        left = set(got.files) - set(want.files)
        if left:
            return f"left behind: {left}"
        if got.status == want.status:
            if got.out != want.out:
                return f"exit {got.status} with another output: {got.out[:200]!r}"
            # Pango draws with another font where one cannot be opened, and warns.
            differ = [name for name, content in want.files.items()
                      if got.files.get(name) != content and
                      not (name.endswith((".svg", ".png")) and b"Pango-WARNING" in got.err)]
            if differ:
                return f"exit {got.status} with other files"
            # "No" needs its reason; of failures the statuses say enough where there is no way to
            # tell more.
            if got.status == 1 and want.err not in got.err:
                return f"exit {got.status} without its reason"
            return None
        if got.status not in FAILURES:
            return f"exit {got.status}: {got.err[:200]!r}"
        for name, content in want.files.items():
            # Of several files the last to get its name is the last -o; one before it may have its
            # own by then.
            last = [name] == (self.outputs() or [name])[-1:]
            if got.files.get(name) not in ([OLD] if last else [OLD, content]):
                return f"exit {got.status} and {name} is not as it was: {got.files.get(name)}"
        return None

    def speaks(self, fault, got):
        return bool(got.err) or "write:" in fault


def order(count, numbers):
    """1..count in an order whose beginnings are spread."""
    first = [k for k in dict.fromkeys([1, count, 2, (count + 1) // 2, count - 1])
             if 1 <= k <= count]
    rest = list(set(range(1, count + 1)) - set(first))
    numbers.shuffle(rest)
    return first + rest


def sweep(commands, options):
    local = threading.local()
    bad, runs = [], 0
    deadline = None

    def folder():
        if not hasattr(local, "folder"):
            local.folder = Folder(options.tools, options.fail)
        return local.folder

    def try_one(job):
        command, fault = job
        if deadline and time.monotonic() > deadline:
            return None
        got = folder().run(command, fault, command.expected.files)
        # Where coverage is counted, libgcov writes the counts at the end, and dies where it has no
        # memory.
        if got.status == -signal.SIGSEGV and "KONIG_GCOV" in os.environ:
            return command, fault, None
        wrong = command.judge(got)
        if not wrong and got.status and not command.speaks(fault, got):
            wrong = f"exit {got.status} without a message"
        return command, fault, wrong

    with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        for command, wrong in zip(commands, pool.map(lambda c: c.measure(folder()), commands)):
            if command.left_out:
                print(f"left out {command.line}: {command.expected.err.decode().strip()}")
            elif wrong:
                bad.append((command, "", wrong))
        commands = [command for command in commands if not command.left_out]
        numbers = random.Random(options.seed)
        jobs = []
        for command in commands:
            rounds = collections.defaultdict(list)
            for name, action in FAULTS:
                for i, k in enumerate(order(command.calls[name.split("/")[-1]], numbers)):
                    rounds[i].append((command, f"{name}:{k}:{action}"))
            own = [job for i in sorted(rounds) for job in rounds[i]]
            jobs += [(i * command.seconds, job) for i, job in enumerate(own)]
        # Each command gets as much time.
        jobs = [job for _, job in sorted(jobs, key=lambda job: job[0])]
        if not options.all:
            deadline = time.monotonic() + options.seconds
        for done in pool.map(try_one, jobs):
            if done is None:
                continue
            runs += 1
            if done[2]:
                bad.append(done)
                print(f"not ok {done[1]} {done[0].line}\n    {done[2]}", flush=True)
    print(f"{len(commands)} commands, {runs} of {len(jobs)} failures tried, "
          f"{len(bad)} answered wrongly")
    for command, fault, wrong in bad:
        if not fault:
            print(f"not ok {command.line}\n    {wrong}")
    return bool(bad) or runs < len(commands)


def read_table(path):
    with open(path, encoding="utf-8") as table:
        return [Command(line.strip()) for line in table
                if line.strip() and not line.startswith("#")]


def main():
    parser = argparse.ArgumentParser(usage=__doc__.split("\n\n")[1])
    parser.add_argument("--all", action="store_true")
    parser.add_argument("--seconds", type=float, default=40)
    parser.add_argument("--only", default="")
    parser.add_argument("--but", default="^$")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=max(2, len(os.sched_getaffinity(0))))
    parser.add_argument("--once")
    parser.add_argument("tools")
    parser.add_argument("fail")
    parser.add_argument("table")
    options = parser.parse_args()
    options.tools, options.fail = os.path.abspath(options.tools), os.path.abspath(options.fail)
    commands = [command for command in read_table(options.table)
                if options.only in command.line and not re.search(options.but, command.line)]
    if options.once:
        for command in commands:
            folder = Folder(options.tools, options.fail)
            print(command.line, command.measure(folder) or "", command.calls)
            print(folder.run(command, options.once, command.expected.files))
        return 0
    return sweep(commands, options)


if __name__ == "__main__":
    sys.exit(main())
