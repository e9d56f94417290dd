#!/usr/bin/env python3
"""The stages of every command: --timing tells the work by its name.

usage: stages.py TOOLS DATA

Asks each tool which commands it has, and runs each with --timing on a small input: a command that
has no line here fails, and so does one whose table has no row of its work.
"""
import os
import re
import subprocess
import sys
import tempfile

NUMBERS, ROWS = "3\n-1\n4\n1\n5\n", "1 2\n3 4\n"
# command: (arguments, standard input, stages). {} is the folder of data, a is a file of ROWS.
COMMANDS = {
    "array scan": ("-", NUMBERS, "read scan write"),
    "array reduce": ("-", NUMBERS, "read reduce write"),
    "array compact": ("--if >0 -", NUMBERS, "read compact write"),
    "array sort": ("-", NUMBERS, "read sort write"),
    "array argsort": ("-", NUMBERS, "read argsort write"),
    "array split": ("-", NUMBERS, "read split write"),
    "array distinct": ("-", NUMBERS, "read distinct write"),
    "array histogram": ("-", NUMBERS, "read histogram write"),
    "array top": ("2 -", NUMBERS, "read top write"),
    "array runs": ("-", NUMBERS, "read runs write"),
    "array tsp": ("{}/tsp/gr17.tsp", "", "read Held-Karp write"),
    "array permutations": ("--of a,b", "", "permutations write"),
    "array look-and-say": ("--terms 5", "", "look-and-say write"),
    "array cyclospectrum": ("-", "57\n71\n", "read cyclospectrum write"),
    "array generate": ("range --count 3", "", "generate write"),
    "array transpose": ("-", ROWS, "read transpose write"),
    "array sparse": ("-", ROWS, "read sparse write"),
    "array multiply": ("a -", ROWS, "read multiply write"),
    "array som": ("--map 2x2 -", ROWS, "read som write"),
    "csr info": ("-", "a -> b\n", "read parallel_edges degrees components write"),
    "csr convert": ("-", "a -> b\n", "read convert write"),
    "csr reverse": ("-", "a -> b\n", "read reverse write"),
    "csr symmetrise": ("-", "a -> b\n", "read symmetrise write"),
    "csr simplify": ("-", "a -> b\n", "read simplify write"),
    "csr subgraph": ("--vertices a -", "a -> b\n", "read subgraph write"),
    "csr edges": ("-", "a -> b\n", "read edges write"),
    "csr degrees": ("-", "a -> b\n", "read degrees write"),
    "csr components": ("-", "a -> b\n", "read components write"),
    "csr spanning-tree": ("-", "a -> b\n", "read spanning-tree write"),
    "csr distances": ("--sources a -", "a -> b\n", "read search tree verify write"),
    "csr index": ("- -o index", "a b 1\n", "read contract label write"),
    "csr matrix": ("--sources a -", "a -> b\n", "read contract label select sweep verify write"),
    "csr circuit-graph": ("-", "a -> a\n", "read 3_partition write"),
    "csr eulerise": ("--heuristic -", "a -- b\n", "read eulerise write"),
    "csr route": ("--heuristic -", "source,target,length\na,b,1\n", "read route write"),
    "csr plot": ("--keep-order -", "0 0 1 1\n", "read strokes verify write"),
    "csr shuffle": ("-", ">a\nACGTACGT\n", "read draw write"),
    "csr unitigs": ("-k 3 -", ">a\nACGTACGT\n", "read count_words join_words find_unitigs "
                    "spell_unitigs link_unitigs write"),
    "csr dot": ("-", "a -> b\n", "read draw"),
    "csr generate": ("torus --width 3 --height 3", "", "generate write"),
    "astar index": ("- -o index", "...\n.#.\n", "read index write"),
    "astar pathfinding": ("{}/maze.txt", "", "read search write"),
    "astar fields": ("{}/maze.txt", "", "read fields write"),
    "astar graph": ("--from a --to b -", "a -> b\n", "read search write"),
    "astar sliding": ("-", "1 0 2 3 4 5 6 7 8\n", "read search path verify write"),
    "astar pancake": ("-", "2 1 3\n", "read search path verify write"),
    "astar topspin": ("--turnstile 3 -", "1 4 3 2 5 6 7\n", "read search path verify write"),
}
# euler-find has no commands, but modes.
EULER = {
    "": ("{}/circuit.gr", "", "read 2_predecessors 3_partition 7_walk 8_verify write"),
    "--path": ("{}/path.txt", "", "read 2_predecessors 3_partition 7_walk 8_verify write"),
    "--trails": ("{}/neither.txt", "", "read 2_predecessors 7_walk cut 8_verify write"),
    "--random": ("{}/circuit.gr", "", "read draw 8_verify write"),
    "--undirected": ("{}/circuit.gr", "", "read 2_predecessors 7_walk 8_verify write"),
    "--format json": ("{}/circuit.gr", "", "read 7_walk write"),
    "--trails -k 4 --format fasta": (
        "{}/unitigs.fa", "", "read name_vertices build_rows 7_walk cut 8_verify count_words write"),
}
ROW = re.compile(r"^(\S.*?) +\d+\.\d{3} +-?\d+\.\d%$", re.M)


def commands(tools, tool):
    text = subprocess.run([f"{tools}/{tool}", "--help"], capture_output=True, text=True, check=True)
    return re.findall(rf"^  ({tool} [a-z-]+)  +[a-z]", text.stdout.split("Examples:")[0], re.M)


def check(tools, data, line, case):
    """Returns what is wrong with the stages of a command line."""
    arguments, given, expected = case
    words = line.split() + arguments.format(data).split() + ["--quiet", "--timing"]
    ran = subprocess.run([f"{tools}/{words[0]}"] + words[1:], input=given, capture_output=True,
                         text=True, check=False)
    rows = [row.replace(" ", "_") for row in ROW.findall(ran.stderr)]
    missing = [stage for stage in expected.split() if stage not in rows]
    if ran.returncode not in (0, 1) or missing or len(rows) != len(set(rows)):
        return [f"{' '.join(words)}: exit status {ran.returncode}, stages {' '.join(rows)}, "
                f"expected {expected}\n{ran.stderr}"]
    return []


def main():
    tools, data = (os.path.abspath(path) for path in sys.argv[1:3])
    found = [name for tool in ("array", "csr", "astar") for name in commands(tools, tool)]
    wrong = [f"{name}: {why}" for names, why in (
        (set(found) - set(COMMANDS), "no line in stages.py"),
        (set(COMMANDS) - set(found), "no such command")) for name in sorted(names)]
    with tempfile.TemporaryDirectory() as folder:
        os.chdir(folder)
        with open("a", "w", encoding="ascii") as file:
            file.write(ROWS)
        for line, case in COMMANDS.items():
            wrong += check(tools, data, line, case) if line in found else []
        for mode, case in EULER.items():
            wrong += check(tools, data, "euler-find " + mode, case)
    print("\n".join(wrong) or f"{len(COMMANDS) + len(EULER)} command lines tell their stages")
    return 1 if wrong else 0


sys.exit(main())
