#!/usr/bin/env python3
"""Gives every option that takes a value, and every number among the arguments, values at the edges
of what numbers are.

usage: options.py PROGRAMS      PROGRAMS: the folder with the four tools

The options are those that --help lists. Whatever the value, a command must end in time, with a
documented exit status and without a sanitizer's report. What is no number is refused with 64 and a
message that names the option; so is a number too large for 64 bits.
"""
import concurrent.futures
import os
import re
import subprocess
import sys
import tempfile

SECONDS = 60
STATUSES = {0, 1, 64, 65, 66, 69, 71, 73, 74}
NUMBERS = [str(n) for n in (0, 1, 2**31 - 1, 2**31, 2**32 - 1, 2**32, 2**53, 2**53 + 1, 2**63 - 1,
                            2**63, 2**64 - 1)]
NO_NUMBERS = [str(2**64), "-1", "+1", " 1", "1 ", "1.5", "0x10", "1e308", "5e-324", "nan", "inf",
              "-inf", "", "1\n", "\N{ARABIC-INDIC DIGIT ONE}", "9" * 100000, "x" * 100000]
WORDS = ["0", "nan", "", "x" * 100000]

# What a command does its work on: by what its usage calls the input, or options and FILES.
INPUTS = {"GRAPH": "graph", "FILE": "numbers", "MAP": "map", "PUZZLE": "puzzle", "PILES": "orders",
          "RINGS": "orders", "DRAWING": "drawing"}
OTHER_INPUTS = {
    "astar graph": "--from=a --to=b graph",
    "csr subgraph": "--neighbourhood=a graph",
    "csr distances": "--sources=a graph",
    "csr matrix": "--sources=a graph",
    "csr shuffle": "sequences",
    "csr unitigs": "-k3 sequences",
    "csr dot": "--around a graph",
    "csr route": "--format=csv town",
    "csr generate": "KIND",
    "array top": "2 numbers",
    "array tsp": "--open cities",
    "array permutations": "--of=abc",
    "array look-and-say": "",
    "array cyclospectrum": "masses",
    "array generate": "range --count=3",
    "array multiply": "square square",
    "array som": "--map=2x2 --epochs=2 numbers",
}
# What generate needs for an option to matter.
KINDS = {
    "vertices": "random --max-degree=3",
    "max-degree": "random --vertices=10",
    "edges": "triangles --vertices=10",
    "alphabet": "debruijn --length=2",
    "length": "debruijn --alphabet=2",
    "dimension": "hypercube",
    "k": "kmers sequences",
    "min-count": "kmers -k2 sequences",
    "width": "torus --height=2",
    "height": "torus --width=2",
}
# The same of array generate, where it is not what OTHER_INPUTS has.
ROWS = {
    "count": "constant --value=3",
    "rows": "sums --columns=2",
    "columns": "sums --rows=2",
    "value": "constant --count=3",
    "range": "random --count=3",
}
FILES = {
    "map": "S..\n.#.\n..G\n", "puzzle": "1 2 0\n3 4 5\n", "orders": "2 5 1 3 4 6\n",
    "graph": "a -> b\nb -> a\n", "numbers": "1 2\n3 4\n0 5\n", "masses": "1 2 3\n",
    "square": "1 2\n3 4\n",
    "drawing": "0 0 1 1\n1 1 2 0\n",
    "town": "source,target,length,name\na,b,2,x\nb,c,0.5,y\n",
    "cities": "0 1 2\n1 0 3\n2 3 0\n", "sequences": ">a b\nACA\nT\n>c\nAAAA\n",
}


def help_of(folder, command):
    tool, *rest = command.split()
    return subprocess.run([os.path.join(folder, tool), *rest, "--help"], stdout=subprocess.PIPE,
                          check=True, text=True).stdout


def inputs(folder, command):
    """What a command does its work on."""
    if command in OTHER_INPUTS:
        return OTHER_INPUTS[command]
    return INPUTS[re.match(r"Usage: .* \[?([A-Z]+)\]?$", help_of(folder, command), re.M)[1]]


def commands(folder):
    found = ["euler-find"]
    for tool in "array", "csr", "astar":
        text = help_of(folder, tool)
        found += re.findall(rf"^  ({tool} [a-z-]+)  ", text, re.M)
    return [name for name in found if name not in missing(folder)]


def missing(folder):
    """The commands that this build is without, and says so."""
    done = subprocess.run([os.path.join(folder, "csr"), "eulerise", "-"], input=b"a -- b\n",
                          capture_output=True, check=False)
    without = done.returncode == 69 and b"liblemon-dev" in done.stderr
    return {"csr eulerise", "csr route"} if without else set()


def options(folder, command):
    """(what comes before its value, its name, its placeholder) for each that takes a value."""
    text = help_of(folder, command)
    for name, _, value in re.findall(r"^ +(?:-\w, )?--([a-z-]+)(\[?)=([^\s\]]+)", text, re.M):
        yield f"--{name}=", name, value
    for name, value in re.findall(r"^  -(\w) ([A-Z]+) ", text, re.M):
        yield f"-{name}", f"-{name}", value


def values(placeholder):
    """(value, whether it must be refused)"""
    if placeholder in ("N", "K", "M", "D", "C", "A", "B", "COLUMN"):
        return [(v, False) for v in NUMBERS] + [(v, True) for v in NO_NUMBERS]
    if placeholder == "SIZE":
        return [(v, v == "0") for v in NUMBERS] + [(v, True) for v in NO_NUMBERS] + \
            [(f"{v}{s}", False) for v in NUMBERS[1:] for s in "KT"] + \
            [(v, True) for v in ("0K", "1k", "1KK", "K", f"{2**64 - 1}T")]
    if placeholder == "SECONDS":
        return [(v, not 1 <= int(v) <= 10**9) for v in NUMBERS] + \
            [(v, v != "1.5") for v in NO_NUMBERS]
    if placeholder == "WEIGHT":
        return [(v, not 1 <= int(v) <= 1000) for v in NUMBERS] + \
            [(v, v != "1.5") for v in NO_NUMBERS]
    if placeholder in ("X,Y", "WxH", "CELLS"):
        between = "x" if placeholder == "WxH" else ","
        return [(v + between + "2", False) for v in NUMBERS] + \
            [("2" + between + v, False) for v in NUMBERS] + \
            [(v + between + "2", True) for v in NO_NUMBERS] + \
            [("2" + between + v, True) for v in NO_NUMBERS] + \
            [(v, True) for v in ("2", between, "2" + between, f"2{between}2{between}2")]
    if placeholder == "A:B":
        return [(v, False) for v in ("-1e308:1e308", "0:5e-324", "1:1e308")] + \
            [(v, True) for v in ("-inf:1", "0:inf", "nan:1", "0:nan", "0:1e999", "1:0", "0:0", "0",
                                 ":", "0:", ":1", "", " 0:1", "0: 1", "0:1:2", "x" * 100000,
                                 "0:" + "9" * 100000)]
    if placeholder == "CONDITION":
        real = (str(2**64), "-1", "+1", " 1", "1.5", "1e308", "5e-324", "nan", "inf", "-inf")
        return [(">" + v, False) for v in NUMBERS] + \
            [(">" + v, v not in real) for v in NO_NUMBERS] + \
            [(v, True) for v in ("1", ">", ">=<1")]
    if placeholder == "LIST":
        return [(v, int(v) > 1) for v in NUMBERS] + [(v, True) for v in (
            "-1", "nan", "inf", "0,", ",0", "0,,1", "0x0", "", "x" * 100000, "0," * 300)]
    if placeholder in ("NAME", "FORMAT", "KIND", "RULE", "COST"):
        return [(v, True) for v in WORDS if not (placeholder == "COST" and v == "1")]
    return [(v, False) for v in WORDS + ["-1", "1e308", "\n"]]


def cases(folder):
    seen = set() # of the options that all tools share
    for command in commands(folder):
        for written, name, placeholder in options(folder, command):
            if name in ("device", "threads", "seed", "memory-limit", "output"):
                if name in seen:
                    continue
                seen.add(name)
            kind = KINDS.get(name, "torus --width=2 --height=2")
            arguments = inputs(folder, command).replace("KIND", kind)
            if command == "array generate":
                arguments = ROWS.get(name, arguments)
            arguments = arguments.split()
            if command == "array compact" and name != "if":
                arguments.insert(0, "--if=>1")
            if name != "memory-limit":
                arguments.append("--memory-limit=64M")
            for value, refused in values(placeholder):
                yield command, arguments + [written + value], name, value, refused
        if command == "array top":
            for value, refused in values("N"):
                yield command, ["--", value, "numbers"], "K", value, refused


def run(folder, case):
    command, arguments, name, value, refused = case
    tool, *rest = command.split()
    with tempfile.TemporaryDirectory() as place:
        for file, content in FILES.items():
            with open(os.path.join(place, file), "w", encoding="utf-8") as out:
                out.write(content)
        try:
            done = subprocess.run([os.path.join(folder, tool), *rest, *arguments], cwd=place,
                                  stdin=subprocess.DEVNULL, capture_output=True, timeout=SECONDS,
                                  check=False)
        except subprocess.TimeoutExpired:
            return f"not done in {SECONDS} s"
    message = done.stderr.decode(errors="replace")
    if re.search("Sanitizer|runtime error:", message):
        return message
    if done.returncode not in STATUSES:
        return f"exit status {done.returncode}: {message[:400]}"
    if refused and done.returncode != 64:
        return f"exit status {done.returncode}, expected 64: {message[:400]}"
    named = name.lstrip("-") in message or (value.isdigit() and value in message)
    if done.returncode == 64 and not named:
        return f"the message names neither the option nor the number: {message[:400]}"
    if done.returncode > 1 and not message:
        return f"exit status {done.returncode} without a message"
    return None


def main():
    if "TSAN_OPTIONS" in os.environ:
        print("left out: options are read by one thread")
        return 77
    folder = os.path.abspath(sys.argv[1])
    failed = count = 0
    with concurrent.futures.ThreadPoolExecutor(max_workers=os.cpu_count()) as pool:
        all_cases = list(cases(folder))
        for case, wrong in zip(all_cases, pool.map(lambda case: run(folder, case), all_cases)):
            count += 1
            if wrong:
                failed += 1
                print("not ok", case[0], *(a[:60] for a in case[1]))
                print("    " + wrong.replace("\n", "\n    "))
    print(f"{count - failed} of {count} cases passed")
    return failed > 0 or not count


if __name__ == "__main__":
    sys.exit(main())
