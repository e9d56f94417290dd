#!/usr/bin/env python3
"""Small inputs from the field, each of which once showed a fault.

A row is a command, its exit status, all of its standard output or None, and a part of its standard
error, "" where it must be empty, None where that does not matter. {} is the folder of the inputs.

Usage: field.py FOLDER_OF_TOOLS FOLDER_OF_DATA
"""
import os
import subprocess
import sys
import tempfile

CITY = "A,B,100,\nB,C,100,\nC,A,100,\n"
APART = "edge 0 (0 -> 2) and edge 2 (3 -> 1) are not connected"
BOTH = "each edge is listed in both directions, and counts twice"
ROWS = [
    # Answers
    ("euler-find f1d.txt", 1, "", APART),
    ("euler-find --ranks 2 f1d.txt", 1, "", APART),
    ("euler-find --ranks 3 f1d.txt", 1, "", APART),
    ("array multiply u.txt one.txt", 0, "9223372036854775809\n", ""),
    ("array multiply u.txt two.txt", 65, "", "no one type of 64-bit integers holds all numbers"),
    ("array som --bmu som_map.txt som_x.txt", 0, "1\n", None),
    ("array scan --exclusive exscan.txt", 0, "0\n9223372036854775807\n", ""),
    ("array reduce --op product prod.txt", 65, "", "passes the signed 64-bit integers"),
    ("array reduce --op median med.txt", 0, "9007199254740993\n", ""),
    ("array distinct hex.txt", 65, "", "hex.txt:1:1: '0x10' is not a number"),
    ("array tsp --heuristic geo70.tsp", 65, "", "its longitude is 9.92234e+20"),
    ("array reduce --op sum dq.npy", 0, "3\n", ""),
    ("array reduce --op sum nofo.npy", 65, "", "no fortran_order"),
    ("astar sliding -q two2x2.txt", 0, "0\n1 U\n", ""),
    ("astar sliding -q canon.txt", 0, None, ""),
    ("astar sliding -q --canonical canon.txt", 0, "9 RULDRUULL\n", ""),
    ("astar topspin man-ring.txt", 1, "", "unsolvable (parity)"),
    ("astar pancake -q --weight 1.5 weight-cuda-pancakes.txt", 0, None, ""),
    # Tables
    ("csr info --columns 1,2,1 c1.csv", 65, "", "c1.csv:1:1: --columns names one column twice"),
    ("csr eulerise --undirected len.csv", 0,
     "source,target,type,weight,repeats\nA,B,Undirected,100,\nB,C,Undirected,100,\n"
     "C,A,Undirected,100,\nA,D,Undirected,10,\nD,B,Undirected,10,\nA,D,Undirected,10,3\n"
     "D,B,Undirected,10,4\n", ""),
    ("csr eulerise --mixed header2.csv", 0,
     "source,target,type,repeats\na,b,Undirected,\na,b,Undirected,0\n", ""),
    ("csr plot -q header2.csv", 0, "a -> b\n", ""),
    ("csr eulerise --mixed mix2.csv", 0,
     "source,target,weight,repeats\n" + CITY + "A,D,10,\nD,B,10,\nD,A,10,3\nB,D,10,4\n", ""),
    ("csr eulerise --mixed mix6.csv", 0,
     "source,target,weight,repeats\n" + CITY + "A,D,10,\nD,A,10,3\n", ""),
    ("csr eulerise --mixed pgrouting.csv", 0,
     "source,target,type,weight,repeats\na,b,Undirected,1,\nb,c,Undirected,1,\na,c,Undirected,9,\n",
     ""),
    ("csr edges pgrouting.csv", 0, "a\tb\t1\na\tc\t9\nb\ta\t1\nb\tc\t1\nc\tb\t1\nc\ta\t9\n",
     "a line is two edges, there and back"),
    ("csr eulerise --mixed osmid.csv", 0,
     "source,target,type,repeats\na,b,Undirected,\nb,c,Undirected,\nc,a,Undirected,\n"
     "a,c,Undirected,\nc,a,Undirected,2\n", ""),
    ("csr info --undirected bothways.txt", 0, None, BOTH),
    ("csr info --undirected snap.txt", 0, None, BOTH),
    ("csr simplify -q --undirected --mirrors --to edges bothways.txt", 0,
     "# format edges undirected\n1 2\n2 3\n3 1\n1 4\n", ""),
    ("csr info nm_comma.csv", 0, None, "the first record fits the numbers of vertices and edges"),
    ("csr edges --from counted nm_comma.csv", 0, "1\t2\n2\t3\n3\t1\n", ""),
    ("csr edges dijk.txt", 65, "", "dijk.txt:1:4: a comma within a field"),
    ("csr edges --from counted dijk.txt", 0,
     "1\t2\t7\n1\t3\t4\n2\t1\t7\n2\t3\t1\n3\t1\t4\n3\t2\t1\n", ""),
    ("csr subgraph --vertices-from bom.v crlf.edges", 0, "a ->\n", ""),
    ("csr shuffle bom.fa", 0, None, ""),
    ("csr shuffle utf8.txt", 0, None, ""),
    ("csr info label.kcsr", 65, "", "label.kcsr"),
    ("csr info once.gfa", 0, None, ""),
    ("csr info twice.gfa", 0, None, "are left out: 2 of 4; --parallel keeps them"),
    ("euler-find -q twice.gfa", 0, "a+ -- b+ -- c+\n", ""),
    ("euler-find --format fasta asm.gfa", 65, "", "asm.gfa:2:3: a sequence that is not the "
     "segment's name, and names would be spelled; -k 11 spells sequences"),
    ("euler-find --trails -k 4 --format fasta dup.fa", 0, ">0\nAATGGT\n>1\nAATGGT\n",
     "are spelled again: 3"),
    ("euler-find --trails -k 11 --format fasta asm.gfa", 0, None, ""),
    ("csr info hifiasm.gfa", 0, None, "are left out: 1"),
    ("csr convert --to dot dup2.kcsr", 65, "", "vertices 0 and 2 are both called 'a'"),
    ("csr edges dup2.kcsr", 65, "", "vertices 0 and 2 are both called 'a'"),
    ("euler-find --trails --format gfa dup2.kcsr", 65, "", "vertices 0 and 2 are both called 'a'"),
    # Routes and drawings
    ("csr eulerise -q --mixed --open --json -o OUT open-mixed.txt", 0, None, ""),
    ("csr plot --tolerance 0.05 tol.txt", 0, None, "1 stroke of 2 segments"),
    ("csr plot chord.csv", 0, None, "2 strokes of 5 segments"),
    ("csr plot --split chord.csv", 0, None, "1 stroke of 7 segments"),
    ("astar graph --landmarks 2 --from a --to c decimals.edges", 0, "a -> b -> c\n", ""),
    ("astar graph --coordinates decimals.xy --from a --to c decimals.edges", 0, "a -> b -> c\n",
     ""),
    ("astar graph --landmarks 2 --pairs big.pairs --format cost big.edges", 0,
     "1\n6000000000\n1\n", None),
    # Files of other programs
    ("csr info plot.svg", 65, "", "plot.svg: this is SVG"),
    ("csr plot plot.gcode", 65, "", "plot.gcode: this is G-code"),
    ("csr info plot.gcode", 65, "", "plot.gcode: this is G-code"),
    ("csr generate kmers --k 5 --single-strand reads.fq", 0, None, ""),
    ("csr info fastg.fastg", 65, "", "fastg.fastg: this is FASTG"),
    ("array tsp walls.txt", 65, "", "walls.txt: this is a map of"),
    ("astar pathfinding --start 0,0 --goal 2,1 notype.map", 0, None, ""),
]


def main():
    tools, data = map(os.path.abspath, sys.argv[1:])
    folder = os.path.join(data, "field")
    if not os.path.isdir(folder):
        print(f"no {folder}")
        return 77
    wrong = left_out = 0
    with tempfile.TemporaryDirectory() as scratch:
        for command, status, output, error in ROWS:
            words = command.replace("OUT", os.path.join(scratch, "out")).split()
            done = subprocess.run([os.path.join(tools, words[0]), *words[1:]], cwd=folder,
                                  stdin=subprocess.DEVNULL, capture_output=True, text=True,
                                  timeout=60)
            if done.returncode == 69 and "built without" in done.stderr:
                left_out += 1
                continue
            fits = error is None or (error in done.stderr if error else not done.stderr)
            if done.returncode == status and output in (None, done.stdout) and fits:
                continue
            wrong += 1
            print(f"{command}: exit status {done.returncode}, expected {status}\n"
                  f"  {done.stdout!r}\n  {done.stderr!r}")
    print(f"{len(ROWS) - wrong - left_out} of {len(ROWS)} commands passed, {left_out} left out")
    return 1 if wrong else 0


sys.exit(main())
