#!/usr/bin/env python3
"""Makes every command of the tools fail at its input, its memory and its outputs: each failure has its own exit status and a message.

usage: failures.py PROGRAMS      PROGRAMS: the folder with the four tools
"""
import concurrent.futures
import json
import os
import subprocess
import sys
import tempfile

from options import COMMANDS, FILES, commands

NO_INPUT = {"array permutations", "array look-and-say", "csr generate"}
# Commands whose --json needs -o: all but those that print an object or a number.
JSON_ALONE = {"astar pathfinding", "astar sliding", "euler-find", "csr info", "array tsp"}


def run(folder, command, arguments, stdout=subprocess.PIPE, stdin=subprocess.DEVNULL):
    """(exit status, standard output, standard error, files that are new)"""
    tool, *rest = command.split()
    with tempfile.TemporaryDirectory() as place:
        for name, content in FILES.items():
            with open(os.path.join(place, name), "w", encoding="utf-8") as file:
                file.write(content)
        done = subprocess.run([os.path.join(folder, tool), *rest, *arguments], cwd=place, stdin=stdin, stdout=stdout,
                              stderr=subprocess.PIPE, timeout=120, check=False)
        files = {}
        for name in os.listdir(place):
            if name not in FILES and os.path.isfile(os.path.join(place, name)):
                with open(os.path.join(place, name), "rb") as file:
                    files[name] = file.read()
    return done.returncode, done.stdout, done.stderr.decode(errors="replace"), files


def check(folder, command):
    """What is wrong with a command, a list of lines."""
    usual = COMMANDS[command].replace("KIND", "torus --width=4 --height=4").split()
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
        if command in JSON_ALONE:
            expect("a full device for JSON", 74, usual + ["--json"], stdout=full)
        else:
            expect("--json alone", 64, usual + ["--json"])
            got, _, message, _ = run(folder, command, usual + ["--json", "-o", "out"], stdout=full)
            if got != 74 or not message:
                wrong.append(f"a full device for JSON beside a file: exit status {got}, expected 74: {message}")
    expect("an output in no folder", 73, usual + ["-o", "nowhere/out"])
    expect("an output over a directory", 73, usual + ["-o", "."])
    expect("a full device as output", 74, usual + ["-o", "/dev/full"])
    _, message, files = expect("a file, with all that can be said", 0, usual + ["-o", "out", "--timing", "--verbose"])
    if files.get("out") != out and not command.startswith("csr"): # which writes graphs by the file's extension
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
    expect("an argument too many", 64, usual + ["more", "more", "more"])
    expect("an option that is none", 64, usual + ["--no-such-option"])
    return wrong


def main():
    folder = os.path.abspath(sys.argv[1])
    names = commands(folder)
    failed = 0
    with concurrent.futures.ThreadPoolExecutor(max_workers=os.cpu_count()) as pool:
        for command, wrong in zip(names, pool.map(lambda name: check(folder, name), names)):
            if wrong:
                failed += 1
                print(f"not ok {command}")
                print("    " + "\n".join(wrong).replace("\n", "\n    "))
    print(f"{len(names) - failed} of {len(names)} commands fail as they should")
    return failed > 0 or not names


if __name__ == "__main__":
    sys.exit(main())
