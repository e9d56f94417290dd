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
    % reason        why the output may differ from the CPU's
    ~ reason        why kernels on the CPU (tests/emulator) would take minutes: left out there

$DATA is the project's folder data. $SOON is seconds after which a search is under way: 2, and on a
GPU 1, whose memory is full after 2. Lines that begin with # are comments. \\ooo, \\t, \\r in | < >
lines are bytes.

With KONIG_DEVICE=cuda in the environment, or another device, each case runs there. It runs on the
CPU as well, and status, output and files must be the same but for times, counts of a search's work
and the device's name. A case with a reason is not compared. JOBS cases run side by side. Those that
send signals come last, two side by side, on a GPU one by one, for programs to have started by then,
and to have memory left; and without CUDA's server MPS, whose other programs would suffer if one
were killed.
"""
import concurrent.futures
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
        self.reason = self.slow = None

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
        elif mark == "%":
            self.reason = rest
        elif mark == "~":
            self.slow = rest
        else:
            raise ValueError(f"unknown mark {mark!r}")

    def run(self, environment):
        """Returns the finished process, and the files that it left with their contents."""
        with tempfile.TemporaryDirectory() as folder:
            for name, content in self.files.items():
                with open(os.path.join(folder, name), "wb") as file:
                    file.write(content)
            done = subprocess.run(["sh", "-c", self.script], input=self.stdin, cwd=folder,
                                  env=environment, capture_output=True, timeout=240)
            return done, read_files(folder)

    def judge(self, done):
        """Returns the differences from what is expected, a list of lines."""
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

    def compare(self, device, cpu):
        """Returns the differences between a run on a device and one on the CPU."""
        (done, files), (expected, expected_files) = device, cpu
        pairs = [("exit status", done.returncode, expected.returncode),
                 ("stdout", done.stdout, expected.stdout), ("stderr", done.stderr, expected.stderr)]
        pairs += [(f"file {name}", files.get(name), expected_files.get(name))
                  for name in sorted(files.keys() | expected_files.keys())]
        return [f"{what} {str(got)[:1000]}\non the CPU {str(want)[:1000]}"
                for what, got, want in pairs if steady(got) != steady(want)]

    def check(self, environment):
        """Runs the case, on a device beside the CPU. Returns what is wrong, a list of lines."""
        got = self.run(environment)
        wrong = self.judge(got[0])
        if on_device(environment) and not self.reason:
            wrong += self.compare(got, self.run(dict(environment, KONIG_DEVICE="cpu")))
        return wrong


UNSTEADY = [
    (rb"\b\d+\.\d{3}\b", b"T"),
    (rb"\b\d+\.\d+( MiB|%)", rb"N\1"),
    (rb"\b\d+ queries a second", b"N queries a second"),
    (rb'"(\w*bytes|\w*_per_second|\w*ms|threads|rounds|expanded|generated|duplicates|improved'
     rb'|states|table_\w+)":[\dT.]+', rb'"\1":N'),
    (rb'"timing":\[.*?\]', b'"timing":[]'),
    (rb'"device":"\w+(:\d)?"', b'"device":D'),
    (rb"\bdevice (cpu|cuda:0),", b"device D,"),
]


def steady(what):
    """Without what differs from run to run, and from device to device."""
    if not isinstance(what, bytes):
        return what
    if what.startswith(b"\x1f\x8b"):  # gzip notes when it packed
        what = what[:4] + what[8:]
    for pattern, to in UNSTEADY:
        what = re.sub(pattern, to, what)
    return what


def read_files(folder):
    """The contents of the regular files under a folder, by name."""
    found = {}
    for base, _, names in os.walk(folder):
        for name in names:
            path = os.path.join(base, name)
            if os.path.isfile(path) and os.access(path, os.R_OK):
                with open(path, "rb") as file:
                    found[os.path.relpath(path, folder)] = file.read()
    return found


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
    """Directories joined by ':' before PATH; KONIG_DEVICE says where the tools work."""
    paths = [os.path.abspath(folder) for folder in path.split(":")] + [os.environ["PATH"]]
    return dict(os.environ, PATH=":".join(paths), LC_ALL="C")


def on_device(environment):
    return environment.get("KONIG_DEVICE", "auto") not in ("", "auto", "cpu")


def main():
    root = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
    gpu = on_device(os.environ) and "EMULATOR_DEVICES" not in os.environ
    environment = dict(tool_environment(sys.argv[1]), DATA=os.path.join(root, "data"),
                       SOON="1" if gpu else "2")
    cases = [case for path in sys.argv[2:] for case in read_table(path)]
    signals = [case for case in cases if re.search(rb"\b(timeout|kill)\b", case.script)]
    others = [case for case in cases if case not in signals]
    alone = {name: value for name, value in environment.items() if not name.startswith("CUDA_MPS")}
    jobs = int(environment.get("JOBS", "1"))
    left_out = failed = 0
    for case, wrong in (*attempts(others, environment, jobs),
                        *attempts(signals, alone, 1 if gpu else min(jobs, 2))):
        if isinstance(wrong, str):
            left_out += 1
            print(f"left out {case.title}: {wrong}")
        elif wrong:
            failed += 1
            print(f"not ok {case.title}")
            print("    " + "\n".join(wrong).replace("\n", "\n    "))
    print(f"{len(cases) - failed - left_out} of {len(cases)} cases passed, {left_out} left out")
    return failed > 0 or left_out == len(cases)


def attempts(cases, environment, jobs):
    """Yields each case, and what attempt() returns."""
    with concurrent.futures.ThreadPoolExecutor(jobs) as pool:
        yield from zip(cases, pool.map(lambda case: attempt(case, environment), cases))


def attempt(case, environment):
    """Returns what is wrong, a list of lines, or why the case is left out, a string."""
    # TSan keeps its own books in a file, which the limit would cut; sanitizers want address space
    # and stack.
    sanitizer = environment.get("SANITIZER", "none")
    if (b"ulimit -f" in case.script and sanitizer == "thread" or
            (b"ulimit -v" in case.script or b"ulimit -s" in case.script) and sanitizer != "none"):
        return "the sanitizer needs what is limited"
    if case.slow and on_device(environment) and "EMULATOR_DEVICES" in environment:
        return case.slow
    try:
        return case.check(environment)
    except subprocess.TimeoutExpired as expired:
        return [f"not finished after {expired.timeout} s"]


if __name__ == "__main__":
    sys.exit(main())
