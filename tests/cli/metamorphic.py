#!/usr/bin/env python3
"""The same text in other clothes is the same input: every text reader must give the same answer.

usage: metamorphic.py PROGRAMS      PROGRAMS: the folder with the four tools

A sample is a command that reads a file, and the file's lines. Its variants lose the end of the last
line, end lines in CR LF, begin with a byte order mark, get comments and blank lines where the
format has them, come through a pipe in writes of a few bytes, and all of that together.
"""
import os
import re
import subprocess
import sys
import tempfile

MARK = b"\xef\xbb\xbf"


class Sample:
    """@ in the command is the file. comments, blanks: what may be put before each line from number
    `after` on."""

    def __init__(self, name, command, text, comments=(), blanks=False, after=0, files=None,
                 forget=None):
        self.name, self.command, self.lines = name, command, text.encode().split(b"\n")[:-1]
        self.comments, self.blanks, self.after = [c.encode() for c in comments], blanks, after
        self.files, self.forget = files or {}, forget

    def between(self, extra):
        rest = [x for line in self.lines[self.after:] for x in extra + [line]]
        return self.lines[:self.after] + rest + extra

    def variants(self):
        """(name, bytes, whether they come through a pipe)"""
        plain = b"\n".join(self.lines) + b"\n"
        yield "last line without its end", plain[:-1], False
        yield "CR LF", plain.replace(b"\n", b"\r\n"), False
        yield "CR LF, last line without its end", plain.replace(b"\n", b"\r\n")[:-2], False
        yield "byte order mark", MARK + plain, False
        extra = self.comments + ([b"", b" \t"] if self.blanks else [])
        for line in extra:
            yield f"{line!r} between lines", b"\n".join(self.between([line])) + b"\n", False
        yield "pipe", plain, True
        dressed = MARK + b"\r\n".join(self.between(extra))
        yield "all of it", dressed, False
        yield "all of it through a pipe", dressed, True


NO_TIME = (rb" [0-9]+\.[0-9]+( different)?\n", rb" T\1\n")
TSPLIB = "NAME: x\nTYPE: TSP\nCOMMENT: three\nDIMENSION: 3\n"
SAMPLES = [
    Sample("edge list, ids", "csr edges @", "0 1\n1 2\n2 0\n", ["# a", "% b -> c"], True),
    Sample("edge list, values", "csr edges @", "0\t1\t0.5\n1\t0\t-2e3\n", ["#"], True),
    Sample("edge list, names", "csr edges --from edges @", "a b\nb,c\nc a\n", ["# x y", "%"], True),
    Sample("edge list, Euler circuit", "euler-find @", "0 1\n1 2\n2 0\n", ["#"], True),
    Sample("edge list, a circuit of sparse labels", "euler-find --format edges @",
           "5 70000\n70000 9\n9 5\n", ["#"], True),
    Sample("adjacency, names", "csr edges @", "a -> b, c c\nb->a\nc c ->\nd\n", ["# x -> y"], True),
    Sample("adjacency, integers", "csr degrees @", "0 -> 1, 2\n1 -> 0\n2 ->\n", ["#"], True),
    Sample("adjacency, no arrow", "csr degrees --from adjacency @", "a\nb\n", ["#"], True),
    Sample("drawing", "astar pathfinding --draw @", "S.3\n.#.\n..G\n"),
    Sample("drawing, rows of different lengths", "astar pathfinding --format cost @",
           "S#\n.\n.#\n..G\n"),
    Sample("MovingAI map", "astar pathfinding --start 0,0 --goal 2,1 @",
           "type octile\nheight 2\nwidth 3\nmap\n.@.\n...\n"),
    Sample("MovingAI map, blank lines in the header", "astar pathfinding --start 0,0 --goal 2,0 @",
           "\ntype octile\n\nheight 1\n \nwidth 3\n\t\nmap\n.G.\n\n"),
    Sample("course format", "astar pathfinding @", "3,3\n0,0\n2,2\n1\n1,1\n1\n1,2,5\n", (), True),
    Sample("course format, no weights", "astar pathfinding @", "3,1\n0,0\n2,0\n0\n", (), True),
    Sample("map of numbers", "astar pathfinding --quiet --start 0,0 --goal 2,1 @",
           "1,1,12\n5,0,700\n"),
    Sample("map of numbers with comments",
           "astar pathfinding --quiet --input-format numbers --start 0,0 --goal 2,1 @",
           "1 1 12\n5 0 700\n", ["# a"], True),
    Sample("map of 0 and 1", "astar pathfinding --quiet --start 1,0 --goal 2,0 @", "0110\n1111\n",
           (), True),
    Sample("queries", "astar pathfinding --quiet --format cells --queries @ m.txt",
           "0,0,2,0\n2,0,0,0\n", ["# a"], True, files={"m.txt": "...\n"}),
    Sample("queries with names", "astar pathfinding --quiet --format cost --queries @ m.txt",
           "gy;gx;sy;sx\n0;2;0;0\n", ["# a"], True, files={"m.txt": "...\n"}),
    Sample("scenario", "astar pathfinding --quiet --scen @ m.map",
           "version 1\n0\tm.map\t3\t1\t0\t0\t2\t0\t2\n0\tm.map\t3\t1\t2\t0\t0\t0\t2.0\n",
           (), True, after=1,
           files={"m.map": "type octile\nheight 1\nwidth 3\nmap\n...\n"}, forget=NO_TIME),
    Sample("puzzle, rows", "astar sliding --canonical @", "1 2 0\n3 4 5\n", ["# a"]),
    Sample("puzzle, boards as rows", "astar sliding --canonical @", "1 0\n2 3\n\n1 3\n2 0\n",
           ["#"]),
    Sample("puzzle, pairs", "astar sliding --canonical --steps @",
           "1,2,3,4,5,6,7,_,8\n1,2,3,4,5,6,7,8,_\n", ["# 1 2"], True),
    Sample("puzzle, batch", "astar sliding --canonical @",
           "1 8 6 7 2 5 4 3 0 1\n2 1 0 2 3 4 5 6 7 8\n", ["#"], True),
    Sample("pancakes", "astar pancake --canonical @", "3 1 4 2\n2 0 1\n", ["# 1"], True),
    Sample("TopSpin", "astar topspin --turnstile 3 --canonical @", "3,1,5,2,4\n", ["#"], True),
    Sample("integers", "array sort @", "3\n-1\n18\n", ["# 9"], True),
    Sample("integers, running sums", "array scan @", "3 1\n18446744073709551\n", ["# 9"], True),
    Sample("doubles", "array distinct --counts @", "1.5 2e300\n-0\n1.5 inf\n", ["#"], True),
    Sample("commas", "array sort @", "3,-1\n18 ,\t2\n", ["# 9,"], True),
    Sample("a column of a table", "array sort --column b @", 'a,b\n"x, y",18\nz,"-3"\n',
           ["# 9,9"], True),
    Sample("a column between blanks", "array sort --column 2 @", "1 2\n3 4 # 5\n", ["# 9 9"], True),
    Sample("a matrix", "array transpose @", "1 2 3\n4 5 6\n", ["# 7 8 9"], True),
    Sample("a sparse matrix", "array sparse @",
           "%%MatrixMarket matrix coordinate real general\n2 3 2\n1 2 0.5\n2 1 -2\n", ["% a"],
           True, after=1),
    Sample("masses", "array cyclospectrum @", "57 71\n113\n", ["# 9"], True),
    Sample("a self-organising map's nodes", "array som --quiet --bmu @ data", "0 0\n5 5\n",
           ["#"], True, files={"data": "4 4\n1 0\n"}),
    Sample("data of a self-organising map", "array som --quiet --map 2x2 --epochs 2 @",
           "0 0\n5 5\n4 1\n", ["#"], True),
    Sample("distances", "array tsp @", "0 1 2\n1 0 3\n2 3 0\n", ["#"], True),
    Sample("places", "array tsp @", "50 8\n52.5 13\n48 11\n53 10\n", ["#"], True),
    Sample("TSPLIB, weights", "array tsp @",
           TSPLIB + "EDGE_WEIGHT_TYPE: EXPLICIT\nEDGE_WEIGHT_FORMAT: UPPER_ROW\n"
           "EDGE_WEIGHT_SECTION\n1 2\n3\nEOF\n", (), True),
    Sample("TSPLIB, coordinates", "array tsp @",
           TSPLIB + "EDGE_WEIGHT_TYPE: EUC_2D\nNODE_COORD_SECTION\n1 0 0\n2 3 4\n3 1.4 0\nEOF\n",
           (), True),
    Sample("pairs of vertices", "astar graph --pairs @ g", "a b\nb\tc\na c\n", ["# a"], True,
           files={"g": "a -> b\nb -> c\n"}),
    Sample("Matrix Market", "csr edges @",
           "%%MatrixMarket matrix coordinate real general\n3 3 2\n1 2 0.5\n3 1 -2\n", ["% a"], True,
           after=1),
    Sample("DIMACS", "csr edges @", "p sp 3 2\na 1 2 0.5\na 3 1 -2\n", ["c a"], True),
    Sample("METIS", "csr edges --from metis @", "3 2 1\n2 7\n1 7 3 9\n2 9\n", ["% 1 2"]),
    Sample("GML", "csr edges @", 'graph [\n node [ id 1\n label "a" ]\n'
           ' edge [ source 1 target 1 weight 2 ] ]\n', ["# x ["], True),
    Sample("Pajek", "csr edges @", '*Vertices 2\n1 "a b"\n*Arcs\n1 2 0.5\n2 1\n', ["% 1"], True),
    Sample("LGL", "csr edges @", "# a\nb 2\n# b\nc\n", (), True),
    Sample("UCINET DL", "csr edges @", "dl n=2\nformat=edgelist1\ndata:\n1 2\n2 1 3\n", (), True),
    Sample("graph6", "csr edges @", ">>graph6<<DQc\n", (), True),
    Sample("TGF", "csr edges @", "1 a\n2 b c\n#\n1 2 0.5\n", (), True),
    Sample("GDF", "csr edges @", "nodedef>name VARCHAR\na\nedgedef>a VARCHAR,b VARCHAR\na,b\n",
           ["# a,b"], True),
    Sample("a matrix with labels", "csr edges @", ',a,"b,c"\na,0,2.5\n"b,c",1,0\n', (), True),
    Sample("DIMACS with weights of edges", "csr edges @", "p edge 3 2\ne 1 2\ne 2 3 0.5\n",
           ["c a"], True),
    Sample("JSON", "csr edges @",
           '{"nodes": [{"id": "a"},\n{"id": 2}],\n"links": [{"source": "a", "target": 2}]}\n',
           (), True),
    Sample("GraphML", "csr edges @", '<graphml><graph edgedefault="directed">\n<node id="a"/>\n'
           '<node id="b"/>\n<edge source="a" target="b"/>\n</graph></graphml>\n',
           ["<!-- x -->"], True, after=1),
    Sample("GEXF", "csr edges @",
           '<gexf><graph defaultedgetype="directed">\n<nodes><node id="a"/>\n'
           '</nodes><edges>\n<edge source="a" target="a"/>\n</edges></graph></gexf>\n',
           ["<!-- x -->"], True, after=1),
    Sample("GFA", "csr edges @",
           "S\ta\t*\nS\tb\tAC\nL\ta\t+\tb\t-\t1M\n", ["# L", "P\tp\ta+\t*"], True),
    Sample("unitigs", "csr edges -k 3 @", ">a\nACGT\nCC\n>b\nGGTT\n", (), True),
    Sample("a table", "csr edges @", "source,target,weight\na,b,1\n\"c,d\",a,2\n", (), True,
           after=1),
    Sample("a table with a quote in a name", "csr degrees @",
           "source;target\na;\"b\"\"c\"\nb;a\n"),
    Sample("DOT", "csr edges @", 'digraph {\na -> b\nb -> "c d"\n}\n',
           ["// a -> c", "/* x */", "# 1"], True),
]


def answer(folder, sample, content, pipe):
    """(exit status, standard output and files, standard error)"""
    with tempfile.TemporaryDirectory() as place:
        for name, text in sample.files.items():
            with open(os.path.join(place, name), "w", encoding="utf-8") as file:
                file.write(text)
        if not pipe:
            with open(os.path.join(place, "input"), "wb") as file:
                file.write(content)
        file = "-" if pipe else "input"
        tool, *rest = [file if a == "@" else a for a in sample.command.split()]
        process = subprocess.Popen([os.path.join(folder, tool), *rest], cwd=place,
                                   stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                                   stderr=subprocess.PIPE, bufsize=0)
        try:
            for i in range(0, len(content) if pipe else 0, 3):
                process.stdin.write(content[i:i + 3])
        except BrokenPipeError:
            pass
        out, err = process.communicate(timeout=120)
        for name in sorted(os.listdir(place)):
            if name not in sample.files and name != "input":
                with open(os.path.join(place, name), "rb") as file:
                    out += file.read()
    if sample.forget:
        out = re.sub(*sample.forget, out)
    return process.returncode, out, err.decode(errors="replace")


def main():
    folder = os.path.abspath(sys.argv[1])
    failed = count = 0
    for sample in SAMPLES:
        truth = answer(folder, sample, b"\n".join(sample.lines) + b"\n", False)
        if "libexpat1-dev" in truth[2]: # a build that reads no XML
            continue
        if truth[0] != 0 or not truth[1]:
            failed += 1
            print(f"not ok {sample.name}: exit status {truth[0]}: {truth[2]}")
        for name, content, pipe in sample.variants():
            count += 1
            got = answer(folder, sample, content, pipe)
            if got[:2] != truth[:2]:
                failed += 1
                print(f"not ok {sample.name}: {name}: exit status {got[0]}\n    {got[1]!r}\n"
                      f"    expected {truth[1]!r}\n    {got[2]}")
    print(f"{count - failed} of {count} variants give the same answer")
    return failed > 0 or not count


if __name__ == "__main__":
    sys.exit(main())
