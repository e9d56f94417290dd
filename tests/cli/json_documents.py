#!/usr/bin/env python3
"""Every command of the tools prints its answer as one JSON document for --json without -o, or says
why it does not. Those whose answer is a list print its members, a line each, for --json-lines.

usage: json_documents.py PROGRAMS      PROGRAMS: the folder with the four tools

A command that the table lacks is a failure. What it lists of a document is worked out by hand.
"""
import json
import math
import os
import subprocess
import sys
import tempfile

from options import FILES, commands, help_of, inputs, missing

A_GRAPH, A_PICTURE = "the answer is a graph", "the answer is a picture"
AN_INDEX = "the answer is an index"
CIRCUIT = [{"edge": 0, "source": "a", "target": "b"}, {"edge": 1, "source": "b", "target": "a"}]
# Members of the document, or words of the refusal.
ANSWERS = {
    "astar pathfinding": {"status": "found", "cost": 4, "steps": 4},
    "astar fields": {"from": [[0, 0]], "fields": 1, "layer": "costs",
                     "data": [[0, 1, 2], [1, None, 3], [2, 3, 4]]},
    "astar index": AN_INDEX,
    "astar sliding": {"heuristic": "auto"},
    "astar pancake": {"turnstile": 0, "weight": 1},
    "astar topspin": {"turnstile": 4, "weight": 1},
    "astar graph": {"from": "a", "to": "b", "status": "found", "cost": 1, "steps": 1,
                    "path": ["a", "b"], "edge_ids": [0]},
    "euler-find": {"kind": "circuit", "walk": ["a", "b", "a"], "edge_ids": [0, 1]},
    "csr info": {"vertices": 2, "edges": 2, "euler": "circuit"},
    "csr convert": A_GRAPH,
    "csr reverse": A_GRAPH,
    "csr symmetrise": A_GRAPH,
    "csr simplify": A_GRAPH,
    "csr subgraph": A_GRAPH,
    "csr index": AN_INDEX,
    "csr circuit-graph": A_GRAPH,
    "csr eulerise": {"kind": "circuit", "repeats": 0, "length": 2, "total": 2, "repeat_list": []},
    "csr route": {"crossings": 3, "streets": 2, "one_way": 0, "required": 2, "length": 2.5,
                  "kind": "circuit", "repeats": 2, "covered": 2.5, "repeated": 2.5, "total": 5,
                  "bound": 2.5, "gap": 0, "restrictions": 0, "doubles": 0},
    "csr plot": {"vertices": 3, "segments": 2, "strokes": 1, "closed": 0, "pen_up": 0,
                 "stroke_list": [{"segments": [0, 1], "points": [[0, 0], [1, 1], [2, 0]]}]},
    "csr shuffle": {"sequences": 2, "letters": 8, "k": 2, "copies": 1, "shuffled": [
        {"title": "a b", "sequence": "ACAT"}, {"title": "c", "sequence": "AAAA"}]},
    "csr unitigs": {"k": 3, "min_count": 1, "sequences": 2, "letters": 8, "other_letters": 0,
                    "pieces": 2, "short_pieces": 0, "words": 4, "distinct_words": 3,
                    "unitig_letters": 7, "links": 3, "unitigs": [
                        {"sequence": "AAA", "occurrences": 2, "links": [
                            {"from": "-", "unitig": 0, "to": "-"},
                            {"from": "+", "unitig": 0, "to": "+"}]},
                        {"sequence": "ACAT", "occurrences": 2, "links": [
                            {"from": "+", "unitig": 1, "to": "-"}]}]},
    "csr generate": A_GRAPH,
    "csr dot": A_PICTURE,
    "csr edges": {"graph_kind": "directed", "vertices": 2, "edges": 2, "edge_list": CIRCUIT},
    "csr degrees": {"vertices": 2, "degrees": [{"vertex": "a", "out": 1, "in": 1},
                                               {"vertex": "b", "out": 1, "in": 1}]},
    "csr distances": {"sources": ["a"], "distances": [{"vertex": "a", "distance": 0},
                                                      {"vertex": "b", "distance": 1}]},
    "csr matrix": {"type": "uint32", "rows": 1, "columns": 1, "distances": [[0]]},
    "csr components": {"components": 1, "members": [{"vertex": "a", "component": 0},
                                                    {"vertex": "b", "component": 0}]},
    "csr spanning-tree": {"tree_edges": 1, "tree": CIRCUIT[:1]},
    "array scan": {"rows": 6, "columns": 1, "type": "i64", "data": [1, 3, 6, 10, 10, 15]},
    "array reduce": {"data": [15]},
    "array compact": {"rows": 4, "data": [2, 3, 4, 5]},
    "array sort": {"data": [0, 1, 2, 3, 4, 5]},
    "array argsort": {"data": [4, 0, 1, 2, 3, 5]},
    "array split": {"negative": 0, "data": [1, 2, 3, 4, 0, 5]},
    "array distinct": {"data": [0, 1, 2, 3, 4, 5]},
    "array histogram": {"columns": 3, "outside": 0, "data": [
        [i / 2, (i + 1) / 2, i % 2 == 0 or i == 9] for i in range(10)]},
    "array top": {"data": [5, 4]},
    "array runs": {"data": [[1, 1], [2, 1], [3, 1], [4, 1], [0, 1], [5, 1]]},
    "array tsp": {"cost": 3, "tour": [2, 1, 3]},
    "array permutations": {"things": 1, "count": 1, "permutations": [["abc"]]},
    "array look-and-say": {"length": 2, "digits": "11"},
    "array cyclospectrum": {"data": [0, 1, 2, 3, 3, 4, 5, 6]},
    "array generate": {"rows": 3, "columns": 1, "type": "i64", "data": [0, 1, 2]},
    "array transpose": {"rows": 2, "columns": 3, "data": [[1, 3, 0], [2, 4, 5]]},
    "array sparse": {"rows": 3, "columns": 2, "type": "i64", "entries": 5, "order": "csr",
                     "offsets": [0, 2, 4, 5], "indices": [0, 1, 0, 1, 1],
                     "values": [1, 2, 3, 4, 5]},
    "array multiply": {"data": [[7, 10], [15, 22]]},
    "array som": {"rows": 4, "columns": 2, "type": "f64"},
}
# Of commands that take --json-lines: the list of the document whose members are the lines.
LISTS = {"csr distances": "distances", "csr edges": "edge_list", "csr degrees": "degrees",
         "csr components": "members", "csr components --sizes": "sizes",
         "csr spanning-tree": "tree"}
SQUARE = "a -> b\nb -> c\nc -> d\nd -> a\n"
# Other ways of a command, in files of their own: options, the file, members of the document.
WAYS = [
    ("csr components --sizes", SQUARE + "e -> e\n", {"components": 2, "sizes": [
        {"component": 0, "vertices": 4, "edges": 4}, {"component": 1, "vertices": 1, "edges": 1}]}),
    ("csr edges", "a b 1e308\nb \" nan\n\" \\ -0.5\n", {"edge_list": [
        {"edge": 0, "source": "a", "target": "b", "value": 1e308},
        {"edge": 1, "source": "b", "target": '"', "value": "nan"},
        {"edge": 2, "source": '"', "target": "\\", "value": -0.5}]}),
    ("csr edges", "b -- a, b, b\n", {"graph_kind": "undirected", "edges": 3, "edge_list": [
        {"edge": 0, "source": "b", "target": "a"}, {"edge": 1, "source": "b", "target": "b"},
        {"edge": 2, "source": "b", "target": "b"}]}),
    ("csr degrees", "b -- a, b\n", {"degrees": [{"vertex": "b", "degree": 3},
                                               {"vertex": "a", "degree": 1}]}),
    ("csr spanning-tree", "b -- a, b, c\na -- c\n", {"tree_edges": 2, "tree": [
        {"edge": 0, "source": "b", "target": "a"}, {"edge": 2, "source": "b", "target": "c"}]}),
    ("csr components --sizes", "b -- a, b\n", {"sizes": [
        {"component": 0, "vertices": 2, "edges": 2}]}),
    ("csr eulerise --open", "a b 0.5\nb c 1\nb d 2\nd b 4\n", {
        "graph_kind": "directed", "kind": "path", "start": "a", "end": "c", "repeats": 0}),
    ("csr eulerise", "a -- b\nc -- d\n", {
        "kind": "none", "reason": "disconnected", "components": 2, "witness": ["a", "c"]}),
    ("csr eulerise --undirected", "a b 0.5\na c 1\na d 2\n", {
        "graph_kind": "undirected", "kind": "circuit", "unbalanced": 4, "repeats": 3, "length": 3.5,
        "repeated": 3.5, "total": 7, "dead_heading": 0.5, "bound": 3.5, "rounding": 0,
        "repeat_list": [{"edge": 0, "source": "a", "target": "b", "value": 0.5},
                        {"edge": 1, "source": "a", "target": "c", "value": 1},
                        {"edge": 2, "source": "a", "target": "d", "value": 2}]}),
    ("csr eulerise --open --start d", "a -- b, c, d\n", {
        "kind": "path", "start": "d", "repeats": 1}),
    ("csr route --start=b", "source,target,length,oneway\nb,a,1,yes\na,7,1,no\n7,b,1,1\n", {
        "one_way": 2, "start": "b", "end": "b", "total": 3, "turns_back": 0, "walk": [
            {"street_id": 0, "street": "", "from": "b", "to": "a", "length": 1, "repeat": False},
            {"street_id": 1, "street": "", "from": "a", "to": "7", "length": 1, "repeat": False},
            {"street_id": 2, "street": "", "from": "7", "to": "b", "length": 1, "repeat": False}]}),
    ("csr route --keep-parts", "source,target,length\na,b,1\nc,d,1\n", {"kind": "none", "reason":
        "no walk uses all streets: they lie in 2 parts that no street joins"}),
    ("csr distances --targets c --tree", "a b 0.5\nb c 2\nd d 1\n", {
        "targets": ["c"], "distances": [
            {"vertex": "a", "distance": 2.5, "parent": "b", "edge": 0},
            {"vertex": "b", "distance": 2, "parent": "c", "edge": 1},
            {"vertex": "c", "distance": 0, "parent": None, "edge": None},
            {"vertex": "d", "distance": None, "parent": None, "edge": None}]}),
    ("csr matrix --sources a,b --targets b,a,c", "a b 0.5\nb c 2\n", {
        "graph_kind": "directed", "type": "float64", "rows": 2, "columns": 3,
        "distances": [[0.5, 0, 2.5], [0, None, 2]]}),
    ("csr plot", "a b 2 fixed\nc b 0.5 fixed\n", {"strokes": 2, "drawn": 2.5, "stroke_list": [
        {"segments": [0], "vertices": ["a", "b"]}, {"segments": [1], "vertices": ["c", "b"]}]}),
    ("csr shuffle --k=3 --copies=2", "abab\n\n", {"sequences": 2, "k": 3, "copies": 2, "shuffled": [
        {"sequence": "abab"}, {"sequence": "abab"}, {"sequence": ""}, {"sequence": ""}]}),
    ("csr edges", "", {"vertices": 0, "edges": 0, "edge_list": []}),
    ("csr degrees", "", {"degrees": []}),
    ("array sort", "nan 1e300 -inf 0.1 inf -0\n", {"type": "f64", "data": [
        "-inf", -0.0, 0.1, 1e300, "inf", "nan"]}),
    ("array sort", "18446744073709551615 9007199254740993\n", {"type": "u64", "data": [
        9007199254740993, 18446744073709551615]}),
    ("array sort", "-9223372036854775808 -1\n", {"data": [-9223372036854775808, -1]}),
    ("array sort", "", {"rows": 0, "data": []}),
    ("array distinct --counts", "5 7 5\n", {"rows": 2, "columns": 2, "data": [[5, 2], [7, 1]]}),
    ("array histogram --bins=1 --range=0:1", "3 nan 1\n", {"outside": 2, "data": [[0, 1, 1]]}),
    ("array split", "3 -1 2 -5\n", {"negative": 2, "data": [-1, -5, 3, 2]}),
    ("array look-and-say --length-only --terms=5", None, {"length": 6}),
    ("array permutations --from=4 --count=2 --of=a\tb\t\"", None, {
        "things": 3, "from": 4, "count": 2, "permutations": [['"', "a", "b"], ['"', "b", "a"]]}),
    ("array som --bmu=example", "1 2\n3 4\n", {"quantisation_error": 0, "data": [0, 1]}),
    ("euler-find", "a -> b\na -> c\n", {"kind": "none", "reason": "unbalanced"}),
    ("euler-find --trails", "a -> b\na -> c\nd -> d\n", {
        "kind": "trails", "trails": 3, "walk": [["a", "b"], ["a", "c"], ["d", "d"]],
        "edge_ids": [[0], [1], [2]]}),
]


def no_constant(name):
    raise ValueError(f"{name} is no JSON")


def no_twice(pairs):
    if len(dict(pairs)) < len(pairs):
        raise ValueError(f"a key twice: {[key for key, _ in pairs]}")
    return dict(pairs)


def parse(text):
    return json.loads(text, parse_constant=no_constant, object_pairs_hook=no_twice)


def run(folder, place, arguments):
    tool, *rest = arguments
    return subprocess.run([os.path.join(folder, tool), *rest], cwd=place, stdin=subprocess.DEVNULL,
                          capture_output=True, check=False, text=True, timeout=120)


def check(done, answer):
    """What is wrong with a run, or None."""
    if isinstance(answer, str):
        if done.returncode != 64 or done.stdout or answer not in done.stderr:
            return f"exit status {done.returncode}, not refused: {done.stdout}{done.stderr}"
        return None
    try:
        document = parse(done.stdout)
    except ValueError as error:
        return f"{error}: {done.stdout}{done.stderr}"
    if done.returncode != (document.get("kind") == "none") or not done.stdout.endswith("}\n"):
        return f"exit status {done.returncode}, {done.stdout}{done.stderr}"
    if not isinstance(document.get("total_ms"), (int, float)) or not document.get("device"):
        return f"no statistics: {done.stdout}"
    for key, value in answer.items():
        if document.get(key) != value or key not in document or \
                value == 0 and math.copysign(1, document[key]) != math.copysign(1, value):
            return f"{key} is {document.get(key)}, expected {value}"
    return None


def check_lines(folder, place, arguments, expected):
    """What is wrong with the objects that --json-lines prints, or writes beside a document."""
    for more in ["--json-lines"], ["--json-lines", "-o", "lines", "--json"]:
        done = run(folder, place, arguments + more)
        text = done.stdout
        if "-o" in more:
            with open(os.path.join(place, "lines"), encoding="utf-8") as lines:
                text = lines.read()
            if not isinstance(parse(done.stdout), dict):
                return f"{more}: no document: {done.stdout}"
        objects = [parse(line) for line in text.splitlines()]
        if done.returncode or text and not text.endswith("\n") or objects != expected:
            return f"{more}: exit status {done.returncode}: {text}{done.stderr}"
    return None


def check_large(folder, place):
    """Documents of more rows than are written at once, against the lines of the same command."""
    count = 200000
    with open(os.path.join(place, "large"), "w", encoding="utf-8") as out:
        out.write("".join(f"{i * 7919 % count} {i * 104729 % count}\n" for i in range(count)))
    ways = [
        (["csr", "edges", "large"], lambda o: [[e["source"], e["target"]] for e in o["edge_list"]]),
        (["csr", "degrees", "large"], lambda o: [[v["vertex"], str(v["out"]), str(v["in"])]
                                                 for v in o["degrees"]]),
        (["array", "sort", "large"], lambda o: [[str(x)] for x in o["data"]]),
        (["array", "transpose", "large"], lambda o: [[str(x) for x in row] for row in o["data"]]),
        (["array", "permutations", "--of", "1 2 3 4 5 6 7 8 9"], lambda o: o["permutations"]),
    ]
    for arguments, rows in ways:
        lines = [line.split() for line in run(folder, place, arguments).stdout.splitlines()]
        for threads in 1, 3:
            done = run(folder, place, arguments + ["--json", f"--threads={threads}"])
            if done.returncode or rows(parse(done.stdout)) != lines or not lines:
                yield f"{' '.join(arguments)}, {threads} threads: {done.stderr or 'other rows'}"
            key = LISTS.get(" ".join(arguments[:2]))
            if key:
                apart = run(folder, place, arguments + ["--json-lines", f"--threads={threads}"])
                objects = [parse(line) for line in apart.stdout.splitlines()]
                if apart.returncode or rows({key: objects}) != lines:
                    yield f"{' '.join(arguments)} --json-lines, {threads} threads: other objects"


def main():
    folder = os.path.abspath(sys.argv[1])
    names = commands(folder)
    wrong = [f"{name}: not in the table" for name in names if name not in ANSWERS]
    wrong += [f"{name}: there is no such command" for name in ANSWERS
              if name not in names and name not in missing(folder)]
    with tempfile.TemporaryDirectory() as place:
        for name, content in FILES.items():
            with open(os.path.join(place, name), "w", encoding="utf-8") as out:
                out.write(content)
        for name in names:
            usual = inputs(folder, name).replace("KIND", "torus --width=4 --height=4").split()
            usual += ["--if=>1"] if name == "array compact" else []
            problem = check(run(folder, place, name.split() + usual + ["--json"]),
                            ANSWERS.get(name, {}))
            wrong += [f"{name}: {problem}"] if problem else []
            if ("--json-lines" in help_of(folder, name)) != (name in LISTS):
                wrong += [f"{name}: --json-lines is in --help or in the table, not in both"]
            if name in LISTS and LISTS[name] in ANSWERS[name]:
                problem = check_lines(folder, place, name.split() + usual,
                                      ANSWERS[name][LISTS[name]])
                wrong += [f"{name}: {problem}"] if problem else []
        for way, content, answer in WAYS:
            if way.startswith(tuple(missing(folder))):
                continue
            if content is not None:
                with open(os.path.join(place, "example"), "w", encoding="utf-8") as out:
                    out.write(content)
            words = [word.replace("\t", " ") for word in way.split(" ")]
            words += ["--json"] + ([] if content is None else ["example"])
            problem = check(run(folder, place, words), answer)
            wrong += [f"{way}: {problem}"] if problem else []
            if LISTS.get(way) in answer:
                words.remove("--json")
                problem = check_lines(folder, place, words, answer[LISTS[way]])
                wrong += [f"{way}: {problem}"] if problem else []
        wrong += check_large(folder, place)
    print("\n".join(wrong) or f"{len(names)} commands and {len(WAYS)} other ways")
    return len(wrong) > 0 or not names


if __name__ == "__main__":
    sys.exit(main())
