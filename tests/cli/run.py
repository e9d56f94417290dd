#!/usr/bin/env python3
"""Runs tables of commands and compares what they print.

usage: run.py PATH TABLE...      PATH: where the programs are found, directories joined by ':'

A table is cases, each in an empty folder of its own:

    == title
    @ file          a file, made of the | lines that follow
    | line
    $ command       for sh; several lines are one script
    < line          of its standard input
    > line          of its standard output, which must be these lines exactly;
    >> text         or: which must contain text
    ! text          that standard error must contain; without, it must be empty
    ? status        that it exits with; without, 0

$DATA is the project's folder data. Lines that begin with # are comments. \\ooo, \\t, \\r in | < >
lines are bytes.
"""
import os
import re
import subprocess
import sys
import tempfile


def unescape(line):
    special = {"t": b"\t", "r": b"\r", "\\": b"\\"}
    out = b""
    for piece in re.split(r"(\\[0-7]{3}|\\[tr\\])", line):
        if re.fullmatch(r"\\[0-7]{3}", piece):
            out += bytes([int(piece[1:], 8)])
        elif re.fullmatch(r"\\[tr\\]", piece):
            out += special[piece[1]]
        else:
            out += piece.encode()
    return out + b"\n"


class Case:
    def __init__(self, title):
        self.title = title
        self.files = {}
        self.script = self.stdin = self.stdout = b""
        self.inside_out, self.inside_err = [], []
        self.status = 0

    def add(self, mark, rest):
        if mark == "@":
            self.file = rest
            self.files[rest] = b""
        elif mark == "|":
            self.files[self.file] += unescape(rest)
        elif mark == "$":
            self.script += rest.encode() + b"\n"
        elif mark == "<":
            self.stdin += unescape(rest)
        elif mark == ">":
            self.stdout += unescape(rest)
        elif mark == ">>":
            self.inside_out.append(rest.encode())
        elif mark == "!":
            self.inside_err.append(rest.encode())
        elif mark == "?":
            self.status = int(rest)
        else:
            raise ValueError(f"unknown mark {mark!r}")

    def run(self, environment):
        """Returns what is wrong, a list of lines."""
        with tempfile.TemporaryDirectory() as folder:
            for name, content in self.files.items():
                with open(os.path.join(folder, name), "wb") as file:
                    file.write(content)
            done = subprocess.run(["sh", "-c", self.script], input=self.stdin, cwd=folder,
                                  env=environment, capture_output=True, timeout=120)
        wrong = []
        if done.returncode != self.status:
            wrong.append(f"exit status {done.returncode}, expected {self.status}")
        if not self.inside_out and done.stdout != self.stdout:
            wrong.append(f"stdout {done.stdout[:2000]!r}\nexpected {self.stdout!r}")
        wrong += [f"stdout {done.stdout[:2000]!r}\nlacks {text!r}"
                  for text in self.inside_out if text not in done.stdout]
        if not self.inside_err and done.stderr:
            wrong.append("stderr is not empty")
        wrong += [f"stderr lacks {text!r}" for text in self.inside_err if text not in done.stderr]
        if wrong and done.stderr:
            wrong.append(f"stderr {done.stderr[:2000]!r}")
        return wrong


def read_table(path):
    cases = []
    with open(path, encoding="utf-8", newline="\n") as table:
        for number, line in enumerate(table, 1):
            line = line.rstrip("\n")
            mark, _, rest = line.partition(" ")
            if not line or line.startswith("#"):
                continue
            if mark == "==":
                cases.append(Case(f"{os.path.basename(path)}:{number}: {rest}"))
            else:
                cases[-1].add(mark, rest)
    return cases


def tool_environment(path):
    """Directories joined by ':' before PATH; the device is the default."""
    environment = dict(os.environ, PATH=path + ":" + os.environ["PATH"], LC_ALL="C")
    environment.pop("KONIG_DEVICE", None)
    return environment


def main():
    root = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
    environment = dict(tool_environment(sys.argv[1]), DATA=os.path.join(root, "data"))
    cases = [case for path in sys.argv[2:] for case in read_table(path)]
    failed = 0
    for case in cases:
        # TSan keeps its own books in a file, which the limit would cut; sanitizers want address
        # space and stack.
        if (b"ulimit -f" in case.script and "TSAN_OPTIONS" in environment or
                (b"ulimit -v" in case.script or b"ulimit -s" in case.script) and
                {"TSAN_OPTIONS", "ASAN_OPTIONS"} & set(environment)):
            print(f"left out {case.title}: the sanitizer needs what is limited")
            continue
        wrong = case.run(environment)
        if wrong:
            failed += 1
            print(f"not ok {case.title}")
            print("    " + "\n".join(wrong).replace("\n", "\n    "))
    print(f"{len(cases) - failed} of {len(cases)} cases passed")
    return failed > 0 or not cases


if __name__ == "__main__":
    sys.exit(main())
