#!/usr/bin/env python3
"""A device gives the answers of the CPU: each command of the tools, byte for byte.

usage: devices.py TOOLS TABLE [TEXT]        TABLE: tests/faults/commands.txt

KONIG_DEVICE names the device; the default is cuda. Exit status 77: there is none. Each command of
the table runs with two sets of inputs. Then each command of `array` that works on a list runs on
every type of numbers: the ends of the type, ties, one past a block, NaN and both zeros; and on none
and one.
Status, output, messages and files must be the same on the device and on the CPU. With TEXT, such as
"lists: u4", only groups of commands whose line of the last table has it are run.
"""
import collections
import concurrent.futures
import math
import os
import random
import struct
import subprocess
import sys
import tempfile

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "faults"))
from run import steady  # noqa: E402
from sweep import INPUTS, read_table  # noqa: E402

# Searches may find another of several cheapest paths on another device. --canonical makes them find
# the same one. With a weight, the cost may differ, too.
CANONICAL = ("astar sliding", "astar pathfinding", "astar pancake", "astar topspin")

TYPES = {"i1": "b", "u1": "B", "i2": "h", "u2": "H", "i4": "i", "u4": "I", "i8": "q", "u8": "Q",
         "f4": "f", "f8": "d"}
LISTS = ["scan", "scan --exclusive", "scan --op max", "scan --exclusive --op min", "reduce",
         "reduce --op product", "reduce --op count", "reduce --op min", "reduce --op argmax",
         "reduce --op argmin", "reduce --op mean", "reduce --op median", "reduce --op variance",
         "reduce --op standard-deviation --population", "reduce --quantiles 0.1,0.5,1",
         "compact --if >=3", "compact --if >3 --if <100 --or =7", "sort", "sort --descending",
         "argsort", "argsort --descending", "split", "distinct", "distinct --counts", "histogram",
         "histogram --bins 3 --range 0:10", "top 3", "top 300 --smallest", "top 5 --indices",
         "runs"]


# ---- the second set of inputs ------------------------------------------------------------------

def name(i):
    return "abcd"[i] if i < 4 else f"v{i}"


def arrows(walk, mark="->"):
    """The edges of a walk, an edge a line."""
    return "".join(f"{name(u)} {mark} {name(v)}\n" for u, v in zip(walk, walk[1:]))


def weighted(walk, numbers):
    return "".join(f"{u} {v} {numbers.randint(1, 9)}\n" for u, v in zip(walk, walk[1:]))


def slid(width, height, moves, numbers):
    """A board from which the one with the blank first can be reached."""
    board, blank = list(range(width * height)), 0
    for _ in range(moves):
        x, y = blank % width, blank // width
        there = numbers.choice([(x + dx, y + dy) for dx, dy in ((1, 0), (-1, 0), (0, 1), (0, -1))
                                if 0 <= x + dx < width and 0 <= y + dy < height])
        to = there[1] * width + there[0]
        board[blank], board[to] = board[to], 0
        blank = to
    return board


def rows(lists, between=" "):
    return "".join(between.join(map(str, row)) + "\n" for row in lists)


def drawing(width, height, numbers):
    cells = [[numbers.choice("....#5") for _ in range(width)] for _ in range(height)]
    cells[0][0], cells[-1][-1] = "S", "G"
    return rows(cells, "")


def larger_inputs():
    numbers = random.Random(5)
    walk = [numbers.randrange(400) for _ in range(3000)]
    other = [400 + numbers.randrange(99) for _ in range(500)]
    words = [f"{i:010b}" for i in range(1024)]
    pairs = sorted({tuple(sorted(numbers.sample(range(1, 201), 2))) for _ in range(600)})
    board = slid(4, 4, 60, numbers)
    near = collections.defaultdict(list)
    for u, v in pairs:
        near[u].append(v)
        near[v].append(u)
    return dict(INPUTS, **{
        "g.txt": arrows([0, 1, 2, 3] + walk + [0]), "c.txt": arrows([2, 0] + walk + [2]),
        "p.txt": arrows([0] + walk + [500]), "no.txt": arrows(walk + [0]) + arrows(other),
        "two.txt": arrows(walk + walk[:1]) + arrows(other + other[:1]),
        "und.txt": arrows(walk, "--"), "und-path.edges": weighted(walk, numbers),
        "w.txt": rows([word, "->", word[1:] + "0,", word[1:] + "1"] for word in words),
        "words.fa": "".join(f">s{i}\n{''.join(numbers.choices('ACGT', k=99))}\n"
                            for i in range(50)),
        "v.edges": weighted([0, 2] + walk + [0], numbers),
        "m.mtx": "%%MatrixMarket matrix coordinate pattern symmetric\n200 200 "
                 f"{len(pairs)}\n" + rows((v, u) for u, v in pairs),
        "s.mtx": "%%MatrixMarket matrix coordinate real general\n200 500 "
                 f"{len(pairs)}\n" + rows((u, 2 * v, u * v / 8) for u, v in pairs),
        "n.graph": f"200 {len(pairs)}\n" + rows(near[u] for u in range(1, 201)),
        "r.gr": f"p sp 200 {len(pairs)}\n" + rows(("a", u, v, u * v % 97) for u, v in pairs),
        "l.csv": rows([numbers.randrange(20) for _ in range(4)] for _ in range(200)),
        "n": rows([numbers.randint(-9, 99)] for _ in range(9000)),
        "m": rows([numbers.randint(-9, 9) for _ in range(30)] for _ in range(30)),
        "s": rows([[57, 71, 71, 99, 103, 113, 114, 128]]),
        "d": rows([0 if i == j else numbers.randint(1, 99) for j in range(9)] for i in range(9)),
        "map.txt": drawing(70, 50, numbers),
        "puzzle.txt": rows(board[i:i + 4] for i in range(0, 16, 4)),
        "batch.txt": rows(slid(3, 3, 80, numbers) for _ in range(9)),
        "batch2.txt": rows(slid(4, 4, 40, numbers) for _ in range(4)),
        "orders.txt": rows(numbers.sample(range(1, 9), 8) for _ in range(5)),
    })


# ---- lists of numbers --------------------------------------------------------------------------

def lists(kind):
    """By name: numbers of a type, awkward ones among them."""
    numbers = random.Random(kind)
    real = kind[0] == "f"
    bits = 8 * int(kind[1])
    most = {"f4": 3.4028234663852886e38, "f8": sys.float_info.max}.get(
        kind, 2**(bits - (kind[0] == "i")) - 1)
    least = {"u": 0, "i": -2**(bits - 1), "f": -most}[kind[0]]
    few = [numbers.randint(0 if kind[0] == "u" else -5, 9) for _ in range(70001)]
    made = {"none": [], "one": [7], "ends": [most, least, 0, 1, 3, 3, least, most],
            "ties": few, "block": [numbers.choice(few) << numbers.randint(0, min(20, bits - 5))
                                   for _ in range(4097)]}
    if real:
        made |= {"ends": [most, least, math.nan, -0.0, 0.0, math.inf, -math.inf, 1e-40, -1e-40,
                          -math.nan, 1.5],
                 "block": [numbers.choice([math.nan, -0.0, 0.0, numbers.uniform(-9, 99)])
                           for _ in range(4097)]}
    return made


def write_npy(path, kind, values):
    head = f"{{'descr': '<{kind}', 'fortran_order': False, 'shape': ({len(values)},), }}"
    head = head.ljust(117) + "\n"
    with open(path, "wb") as file:
        file.write(b"\x93NUMPY\x01\x00" + struct.pack("<H", len(head)) + head.encode())
        file.write(struct.pack(f"<{len(values)}{TYPES[kind]}", *values))


# ---- running -----------------------------------------------------------------------------------

def read(path):
    with open(path, "rb") as file:
        return steady(file.read())


def run(words, stdin, inputs, tools, device):
    """What a command gives on a device: status, output, messages, files."""
    with tempfile.TemporaryDirectory() as folder:
        for path in inputs:
            os.symlink(path, os.path.join(folder, os.path.basename(path)))
        with open(os.path.join(folder, stdin) if stdin else os.devnull, "rb") as file:
            done = subprocess.run([os.path.join(tools, words[0]), *words[1:]], stdin=file,
                                  cwd=folder, capture_output=True, timeout=240,
                                  env=dict(os.environ, KONIG_DEVICE=device, LC_ALL="C"))
        made = {entry.name: read(entry.path) for entry in os.scandir(folder)
                if not entry.is_symlink() and entry.is_file()}
    return done.returncode, steady(done.stdout), steady(done.stderr), made


def table_jobs(table, folders):
    for command in read_table(table):
        words = list(command.words)
        if " ".join(words[:2]) in CANONICAL and not {"--weight", "--help", "--canonical"} & set(
                words):
            words.insert(2, "--canonical")
        for which, paths in folders.items():
            yield f"{words[0]}: {which} inputs", words, command.stdin, paths


def list_jobs(folder):
    for kind in TYPES:
        for which, values in lists(kind).items():
            path = os.path.join(folder, f"{kind}-{which}.npy")
            write_npy(path, kind, values)
            for verb in LISTS if kind in ("i8", "f8") or which not in ("none", "one") else ():
                yield f"array of lists: {kind}", ["array", *verb.split(), os.path.basename(path),
                                                  "-o", "out.npy"], None, [path]


def make_inputs(folder, contents, tools):
    os.mkdir(folder)
    for name_, content in contents.items():
        with open(os.path.join(folder, name_), "w", encoding="utf-8") as file:
            file.write(content)
    for tool, *words in (["csr", "convert", "g.txt", "-o", "g.kcsr"],
                         ["csr", "index", "v.edges", "-o", "v.index"],
                         ["csr", "index", "--metric-independent", "g.txt", "-o", "g.base"],
                         ["array", "scan", "--npy", "n", "-o", "n.npy"]):
        subprocess.run([os.path.join(tools, tool), *words], cwd=folder, check=True)
    return [entry.path for entry in os.scandir(folder)]


def main():
    tools, table = os.path.abspath(sys.argv[1]), sys.argv[2]
    device = os.environ.get("KONIG_DEVICE", "cuda")
    probe = subprocess.run([os.path.join(tools, "array"), "reduce", "--device", device], input=b"1",
                           capture_output=True)
    if probe.returncode == 69 or device == "auto":
        print(f"skipped: {probe.stderr.decode().strip() or 'the device is ' + device}")
        return 1 if os.environ.get("KONIG_REQUIRE_GPU") == "1" else 77
    count, alike = collections.Counter(), collections.Counter()
    with tempfile.TemporaryDirectory() as scratch, concurrent.futures.ThreadPoolExecutor(
            int(os.environ.get("JOBS", len(os.sched_getaffinity(0))))) as pool:
        folders = {which: make_inputs(os.path.join(scratch, which), contents, tools)
                   for which, contents in (("small", INPUTS), ("large", larger_inputs()))}
        jobs = [job for job in (*table_jobs(table, folders), *list_jobs(scratch))
                if "".join(sys.argv[3:]) in job[0]]

        def attempt(job):
            group, words, stdin, paths = job
            got, want = (run(words, stdin, paths, tools, where) for where in (device, "cpu"))
            if "--weight" in words or "--timing" in words:
                got, want = got[0], want[0]
            return group, words, got, want

        for group, words, got, want in pool.map(attempt, jobs):
            count[group] += 1
            alike[group] += got == want
            if got != want:
                print(f"not ok {group}: {' '.join(words)}\n    {str(got)[:600]}\n"
                      f"    on the CPU {str(want)[:600]}")
    for group in count:
        print(f"{group:24} {alike[group]:5} of {count[group]:5} commands as on the CPU")
    return alike != count or not count


if __name__ == "__main__":
    sys.exit(main())
