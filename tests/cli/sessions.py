#!/usr/bin/env python3
"""Runs the sessions that README.md and the pages in docs/ show, and compares what they print.

usage: sessions.py TOOLS [MISSING...]

MISSING: lemon, graphviz, gmp, osmium, expat: what was not built

A session is a line "$ command" within a block of code, with what it prints below, on standard
output and standard error. A page's commands are run in one folder, one after the other. `cat` shows
a file that the reader is to write: it is written. What runs for some seconds prints numbers of its
own: digits are not compared. Maps of OpenStreetMap are in $KONIG_DATA/osm, or beside the project in
shared/data/osm; without them their sessions are left out.
"""
import os
import pathlib
import re
import subprocess
import sys
import tempfile

from run import tool_environment

NEEDED = {"lemon": r"\bcsr (eulerise|route)\b", "graphviz": r"\bcsr dot\b|--picture\b",
          "gmp": r"--count-circuits\b", "osmium": r"\.osm\b|\bround\.\w+\b",
          "expat": r"\b(page|classes)\.(svg|gcode)\b"}


def read_sessions(page):
    """Pairs of a command and what it prints. Blank lines may stand between two sessions."""
    text = page.read_text(encoding="utf-8")
    sessions = [(command, printed.rstrip("\n") + "\n" if printed.strip("\n") else "")
                for block in re.findall(r"^```\n(.*?)^```$", text, re.S | re.M)
                for command, printed in re.findall(r"^\$ (.*)\n((?:(?!\$ ).*\n)*)", block, re.M)]
    if len(sessions) != len(re.findall(r"^\$ ", text, re.M)):
        sys.exit(f"{page}: a line that begins with '$ ' stands in no block of code")
    return sessions


def run(command, expected, folder, environment):
    """Returns what is wrong, or None."""
    shown = re.fullmatch(r"cat ([\w.]+)", command)
    if shown and not (folder / shown[1]).exists():
        (folder / shown[1]).write_text(expected, encoding="utf-8")
    done = subprocess.run(["sh", "-c", command], cwd=folder, env=environment, timeout=120,
                          stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                          stderr=subprocess.STDOUT)
    printed = done.stdout.decode(errors="replace")
    if "--seconds" in command:
        printed, expected = (re.sub(r"\d+", "0", text) for text in (printed, expected))
    if printed != expected:
        return f"prints\n{printed[:2000]}\nnot\n{expected[:2000]}"
    return None


def main():
    root = pathlib.Path(__file__).resolve().parents[2]
    environment = tool_environment(sys.argv[1])
    shared = pathlib.Path(os.environ.get("KONIG_DATA", root.parent / "shared/data"))
    maps = sorted((shared / "osm").glob("*.osm.*"))
    missing = sys.argv[2:] + ([] if maps else ["osmium"])
    left_out = "|".join([r"^mpirun\b"] + [NEEDED[name] for name in missing])
    count = failed = 0
    for page in [root / "README.md", *sorted((root / "docs").glob("*.md"))]:
        with tempfile.TemporaryDirectory() as name:
            folder = pathlib.Path(name)
            (folder / "data").symlink_to(root / "data")
            (folder / "docs/pictures").mkdir(parents=True)
            for path in maps:
                (folder / path.name).symlink_to(path)
            for command, expected in read_sessions(page):
                if re.search(left_out, command):
                    continue
                wrong = run(command, expected, folder, environment)
                count += 1
                if not wrong:
                    print(f"$ {command}\n{expected}", end="")
                else:
                    failed += 1
                    print(f"not ok {page.relative_to(root)}: {command}\n{wrong}")
    print(f"{count - failed} of {count} sessions print what their pages show")
    return failed > 0 or count < 30


if __name__ == "__main__":
    sys.exit(main())
