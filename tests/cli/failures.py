#!/usr/bin/env python3
"""Makes every command of the tools fail at its input, its memory and its outputs: each failure has
its own exit status and a message.

usage: failures.py PROGRAMS      PROGRAMS: the folder with the four tools
"""
import concurrent.futures
import json
import os
import subprocess
import sys
import tempfile

from json_documents import ANSWERS
from options import FILES, commands, inputs

NO_INPUT = {"array generate", "array permutations", "array look-and-say", "csr generate"}
MANY_INPUTS = {"csr route", "csr unitigs"}
# Commands whose --json needs -o, for their answer is a graph or a picture.
GRAPHS = {name for name, answer in ANSWERS.items() if isinstance(answer, str)}


# Other ways through a command, which fail in places of their own.
WAYS = [
    ("euler-find", "--format=lines graph"),
    ("euler-find", "--format=edges graph"),
    ("euler-find", "--format=json graph"),
    ("euler-find", "--format=spell graph"),
    ("euler-find", "--path --quiet --json path"),
    ("astar pathfinding", "--draw map"),
    ("astar pathfinding", "--format=cost map"),
    ("astar pathfinding", "--format=course --moves=4 map"),
    ("astar pathfinding", "--scen=scen map"),
    ("astar fields", "--nearest --which map"),
    ("astar fields", "--flow --output-format=npy map"),
    ("astar fields", "--json --output-format=csv map"),
    ("astar pathfinding", "--queries=pairs --format=corners map"),
    ("astar sliding", "--steps --heuristic=manhattan puzzle"),
    ("astar sliding", "--format=course puzzle"),
    ("astar sliding", "--canonical batch"),
    ("astar sliding", "--canonical --ranks=2 batch"),
    ("astar pathfinding", "--scen=scens --ranks=2 --threads=1 --format=cost map"),
    ("astar pathfinding", "--search=ga-star --weight=2 --scen=scen --json map"),
    ("astar sliding", "--search=ga-star --canonical batch"),
    ("astar pancake", "--canonical orders"),
    ("astar topspin", "--weight=2 --format=json-lines orders"),
    ("csr subgraph", "--vertices=a,b graph"),
    ("csr subgraph", "--component-of=a --strong graph"),
    ("csr eulerise", "--open --to=edges graph"),
    ("csr route", "--format=gpx streets"),
    ("csr route", "--format=geojson --both-sides streets"),
    ("csr route", "--format=kml --start=A streets"),
    ("csr route", "--format=html --fewest-turns streets"),
    ("csr route", "--format=svg --vehicles=2 streets"),
    ("csr route", "--open --both-sides --json town"),
    ("csr distances", "--targets=a,b --tree --json-lines graph"),
    ("csr index", "--json -o out graph"),
    ("csr matrix", "--sources=a,b --output-format=csv graph"),
    ("csr matrix", "--sources=a,b --output-format=npy graph"),
    ("csr matrix", "--sources=a,b --json --output-format=raw -o out graph"),
    ("astar index", "--json -o out map"),
    ("astar graph", "--from=a --to=b --format=edges graph"),
    ("csr plot", "--format=svg --travel drawing"),
    ("csr plot", "--format=lines --straight --json -o out drawing"),
    ("csr plot", "--format=hpgl drawing"),
    ("csr plot", "--format=gcode --feed=500 drawing"),
    ("csr shuffle", "--k=3 --copies=2 sequences"),
    ("csr unitigs", "-k3 --format=gfa sequences"),
    ("csr unitigs", "-k3 --json -o out sequences"),
    ("csr edges", "--edge-ids graph"),
    ("csr components", "--sizes graph"),
    ("csr components", "--sizes --json-lines graph"),
    ("csr edges", "--json-lines graph"),
    ("csr spanning-tree", "--edge-ids graph"),
    ("csr convert", "--to=kcsr graph"),
    ("csr convert", "--to=dot graph"),
    ("csr convert", "--to=edges graph"),
    ("csr generate", "random --vertices=9 --max-degree=2"),
    ("csr generate", "banded --vertices=9 --max-degree=2"),
    ("csr generate", "triangles --vertices=9 --edges=30 --path"),
    ("csr generate", "debruijn --alphabet=2 --length=3 --relabel"),
    ("csr generate", "complete --vertices=4 --path"),
    ("csr generate", "hypercube --dimension=3"),
    ("csr generate", "grid-roads --width=9 --height=7 --relabel --to=edges"),
    ("csr dot", "--euler --clusters --edges graph"),
    ("csr dot", "--circuits graph"),
    ("csr dot", "--circuit-graph graph"),
    ("csr dot", "--spanning-tree --no-wash --in=1 --out=1 graph"),
    ("csr dot", "--around=a --radius=2 graph"),
    ("csr dot", "--labels=labels graph"),
    ("array scan", "--exclusive --op=max numbers"),
    ("array reduce", "--op=mean numbers"),
    ("array reduce", "--op=argmin --npy numbers"),
    ("array reduce", "--quantiles=0.1,0.5 numbers"),
    ("array reduce", "--op=variance --column=1 numbers"),
    ("array argsort", "--descending --npy numbers"),
    ("array sort", "--descending --stable-by=2 numbers"),
    ("array distinct", "--counts numbers"),
    ("array histogram", "--range=0:2 --npy numbers"),
    ("array top", "--smallest --indices -- 2 numbers"),
    ("array tsp", "--method=brute-force cities"),
    ("array tsp", "--heuristic cities"),
    ("array look-and-say", "--terms=9 --length-only"),
    ("array som", "--bmu=numbers numbers"),
    ("array transpose", "--npy numbers"),
    ("array transpose", "--to=csr numbers"),
    ("array sparse", "--to=mtx --type=float32 numbers"),
    ("array sparse", "--to=csc --transpose --json -o out numbers"),
]
WAY_FILES = {
    "path": "0 1\n1 2\n", "pairs": "0,0,2,2\n2,2,0,0\n", "scen": "0\tm\t3\t3\t0\t0\t2\t2\t4\n",
    "scens": "0\tm\t3\t3\t0\t0\t2\t2\t4\n" * 16,
    "batch": "3 1 2 0 4 5 6 7 8\n1 0 2 3 4 5 6 7 8\n", "labels": "x\ny\n",
    "streets": "lon1,lat1,lon2,lat2,name\n1.5,42,1.501,42,A\n1.501,42,1.5,42.001,B\n",
}


def run(folder, command, arguments, stdout=subprocess.PIPE, stdin=subprocess.DEVNULL):
    """(exit status, standard output, standard error, files that are new)"""
    tool, *rest = command.split()
    with tempfile.TemporaryDirectory() as place:
        for name, content in {**FILES, **WAY_FILES}.items():
            with open(os.path.join(place, name), "w", encoding="utf-8") as file:
                file.write(content)
        done = subprocess.run([os.path.join(folder, tool), *rest, *arguments], cwd=place,
                              stdin=stdin, stdout=stdout, stderr=subprocess.PIPE, timeout=120,
                              check=False)
        files = {}
        for name in set(os.listdir(place)) - set(FILES) - set(WAY_FILES):
            if os.path.isfile(os.path.join(place, name)):
                with open(os.path.join(place, name), "rb") as file:
                    files[name] = file.read()
    return done.returncode, done.stdout, done.stderr.decode(errors="replace"), files


def check(folder, command):
    """What is wrong with a command, a list of lines."""
    usual = inputs(folder, command).replace("KIND", "torus --width=4 --height=4").split()
    wrong = []

    def expect(what, status, arguments, **how):
        got, out, message, files = run(folder, command, arguments, **how)
        if got != status or (status and not message):
            wrong.append(f"{what}: exit status {got}, expected {status}: {message}")
        if "Sanitizer" in message or "runtime error" in message:
            wrong.append(f"{what}: {message}")
        if status and files:
            wrong.append(f"{what}: leaves {list(files)}")
        return out, message, files

    if command == "array compact":
        usual.insert(0, "--if=>1")
    out, message, _ = expect("as usual", 0, usual)
    if not out:
        wrong.append("prints nothing")
    if command not in NO_INPUT:
        expect("a file that is not there", 66, usual[:-1] + ["nowhere"])
        expect("a directory", 66, usual[:-1] + ["."])
    expect("memory for nothing", 71, usual + ["--memory-limit=1"])
    with open("/dev/full", "wb") as full:
        expect("a full device as standard output", 74, usual, stdout=full)
        if command in GRAPHS:
            expect("--json alone", 64, usual + ["--json"])
        else:
            expect("a full device for JSON", 74, usual + ["--json"], stdout=full)
        if command != "csr info": # whose document goes to the file
            got, _, message, _ = run(folder, command, usual + ["--json", "-o", "out"], stdout=full)
            if got != 74 or not message:
                wrong.append(f"a full device for JSON beside a file: exit status {got}, {message}")
    expect("an output in no folder", 73, usual + ["-o", "nowhere/out"])
    expect("an output over a directory", 73, usual + ["-o", "."])
    expect("a full device as output", 74, usual + ["-o", "/dev/full"])
    _, message, files = expect("a file, with all that can be said", 0,
                               usual + ["-o", "out", "--timing", "--verbose"])
    # csr writes graphs by the file's extension.
    if files.get("out") != out and not command.startswith("csr"):
        wrong.append(f"-o writes {files.get('out')!r}, standard output gets {out!r}")
    if "peak memory" not in message or "device cpu" not in message:
        wrong.append(f"--timing --verbose say {message}")
    out, _, files = expect("a summary", 0, usual + ["-o", "out", "--json"])
    if command == "csr info": # whose output the object is
        out = files["out"]
    try:
        if not isinstance(json.loads(out)["total_ms"], (int, float)):
            wrong.append(f"--json prints {out!r}")
    except (ValueError, KeyError) as error:
        wrong.append(f"--json: {error!r} in {out!r}")
    expect("quietly", 0, usual + ["--quiet", "-o", "out"])
    if command in MANY_INPUTS:
        expect("files that are not there", 66, usual + ["more", "more"])
        expect("a file too many", 64, usual + 256 * ["more"])
    else:
        expect("an argument too many", 64, usual + ["more", "more", "more"])
    expect("an option that is none", 64, usual + ["--no-such-option"])
    return wrong


def check_way(folder, way):
    """The same of one way: outputs, and memory limits of all sizes, until one suffices."""
    command, arguments = way[0], way[1].split()
    wrong = []

    def expect(what, status, more, **how):
        got, out, message, files = run(folder, command, more + arguments, **how)
        if got != status or (status and not message) or "Sanitizer" in message or \
                "runtime error" in message:
            wrong.append(f"{what}: exit status {got}, expected {status}: {message}")
        if status and files:
            wrong.append(f"{what}: leaves {list(files)}")
        return out

    out = expect("as usual", 0, [])
    if not out:
        wrong.append("prints nothing")
    with open("/dev/full", "wb") as full:
        expect("a full device as standard output", 74, [], stdout=full)
    if "--json" not in arguments:
        expect("an output in no folder", 73, ["-o", "nowhere/out"])
        expect("a full device as output", 74, ["-o", "/dev/full"])
    for exponent in range(5, 40):
        limit = f"--memory-limit={2**exponent}"
        got, answer, message, _ = run(folder, command, [limit] + arguments)
        timed = any(word in way[1] for word in ("scen", "course", "json"))
        if got == 0:
            if answer != out and not timed:
                wrong.append(f"{limit}: another answer: {answer!r}, not {out!r}")
            break
        if got != 71 or answer or not message:
            wrong.append(f"{limit}: exit status {got}, expected 71: {message}, {answer!r}")
    else:
        wrong.append("no memory limit suffices")
    return wrong


def main():
    folder = os.path.abspath(sys.argv[1])
    names = commands(folder)
    failed = 0
    with concurrent.futures.ThreadPoolExecutor(max_workers=os.cpu_count()) as pool:
        tasks = [(name, pool.submit(check, folder, name)) for name in names] + \
            [(" ".join(way), pool.submit(check_way, folder, way)) for way in WAYS
             if way[0] in names]
        for name, task in tasks:
            wrong = task.result()
            if wrong:
                failed += 1
                print(f"not ok {name}")
                print("    " + "\n".join(wrong).replace("\n", "\n    "))
    print(f"{len(tasks) - failed} of {len(tasks)} ways to run a command fail as they should")
    return failed > 0 or not names


if __name__ == "__main__":
    sys.exit(main())
