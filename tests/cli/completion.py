#!/usr/bin/env python3
"""What bash, zsh and fish offer, beside what --help says. Shells that are not installed are left
out.

usage: completion.py PROGRAMS COMPLETIONS

They are the folders of the tools and of the files made for the shells.
"""
import os
import re
import shlex
import shutil
import subprocess
import sys
import tempfile

TOOLS = ["array", "astar", "csr", "euler-find"]
# The words so far, the last one to be completed, and what must be offered.
VALUES = [
    (["csr", "info", "--input-format", ""], {"adjacency", "edges", "kcsr", "dot", "mtx",
                                   "dimacs", "csv", "metis", "gfa", "unitigs", "counted", "gml",
                                   "pajek", "lgl", "dl", "graph6", "tgf", "gdf", "matrix",
                                   "json", "graphml", "gexf"}),
    (["csr", "info", "--input-format", "=", "ad"], {"adjacency"}),
    (["csr", "--threads", "2", "convert", "--output-format", "k"], {"kcsr"}),
    (["csr", "generate", "tr"], {"triangles"}),
    (["csr", "route", "--network", "d"], {"drive"}),
    (["csr", "inf"], {"info"}),
    (["csr", "info", "--threads", ""], set()),
    (["csr", "dot", "-T", "s"], {"svg"}),
    (["euler-find", "--format", "s"], {"spell"}),
    (["euler-find", "--device", ""], {"auto", "cpu", "cuda"}),
    (["array", "h"], {"histogram", "help"}),
    (["astar", "topspin", "--format", "j"], {"json-lines"}),
]


def output(command):
    return subprocess.run(command, stdout=subprocess.PIPE, check=True).stdout.decode()


def commands(programs, tool):
    """The commands of a tool, or [] where it has none."""
    return re.findall(rf"^  {tool} ([a-z-]+)  ", output([f"{programs}/{tool}", "--help"]), re.M)


def options(programs, tool, command):
    page = output([f"{programs}/{tool}"] + command + ["--help"])
    return set(re.findall(r"^ {2,6}(?:-\S, )?(--[a-z-]+)", page, re.M))


def bash(folder, words):
    script = (f"compopt() {{ :; }}; . {shlex.quote(folder)}/{words[0]}; COMP_WORDS=(\"$@\"); "
              f"COMP_CWORD=$(($# - 1)); _{words[0].replace('-', '_')}; "
              "printf '%s\\n' \"${COMPREPLY[@]}\"")
    return set(output(["bash", "-c", script, "bash"] + words).split())


def fish(folder, words):
    """Old ones lack --no-config; in an empty home there is none. They also offer what has the
    letters of the word elsewhere."""
    script = f"source {shlex.quote(folder)}/{words[0]}.fish; complete -C '{' '.join(words)}'"
    with tempfile.TemporaryDirectory() as home:
        lines = output(["env", f"HOME={home}", f"XDG_CONFIG_HOME={home}", "fish", "-c",
                        script]).split("\n")
    return {line.split("\t")[0] for line in lines
            if line and line.startswith(words[-1])}


def check_zsh(folder):
    """Each file is found, and can be read."""
    wrong = []
    for tool in TOOLS:
        script = (f"fpath=({shlex.quote(folder)} $fpath); autoload -Uz compinit; compinit -u -D; "
                  f"print $_comps[{tool}]; autoload +X _{tool}")
        found = subprocess.run(["zsh", "-fc", script], capture_output=True, check=False)
        if found.returncode or found.stdout.decode().strip() != "_" + tool or found.stderr:
            wrong.append(f"zsh does not take _{tool}: {found.stdout!r} {found.stderr!r}")
    return wrong


def main():
    programs, folder = sys.argv[1:]
    os.environ["PATH"] = programs + os.pathsep + os.environ["PATH"]
    shells = [(name, ask) for name, ask in (("bash", bash), ("fish", fish)) if shutil.which(name)]
    wrong = []
    for name, ask in shells:
        for tool in TOOLS:
            for command in [[c] for c in commands(programs, tool)] or [[]]:
                offered = ask(folder, [tool] + command + ["--"])
                wanted = options(programs, tool, command)
                if offered != wanted or not wanted:
                    wrong.append(f"{name}, {tool} {' '.join(command)} --: "
                                 f"lacks {wanted - offered}, has {offered - wanted}")
        for words, wanted in VALUES:
            if "=" in words and name == "fish":
                words = words[:words.index("=") - 1] + ["".join(words[words.index("=") - 1:])]
                wanted = {words[-1].split("=")[0] + "=" + value for value in wanted}
            offered = ask(folder, words)
            if offered != wanted:
                wrong.append(f"{name}, {' '.join(words)}: {offered}, expected {wanted}")
    if shutil.which("zsh"):
        wrong += check_zsh(folder)
    asked = [name for name, _ in shells] + ["zsh"] * bool(shutil.which("zsh"))
    print("\n".join(wrong) or f"{', '.join(asked)} agree with --help")
    return len(wrong) > 0 if shells else 77


if __name__ == "__main__":
    sys.exit(main())
