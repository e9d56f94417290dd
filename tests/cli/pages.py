#!/usr/bin/env python3
"""The page konig-formats(5) has every format that --input-format names, and its examples are what
it says. The examples of the tools' pages have answers. Their synopses list each command's options,
and the rest of each page has every option of the tool.

usage: pages.py [--write] PROGRAMS PAGE      PAGE: konig-formats.5.scd, beside the other pages

--write writes the synopses, from --help. Options that a page has in a section OPTIONS are
[options] there.

An example is the literal block behind the line "Example:" of a format's section. One of a graph is
read under its format's name and, as the same graph, without it. A binary format has none.
"""
import json
import os
import re
import subprocess
import sys
import tempfile

BINARY = {"kcsr", "npy"}
TOOLS = ("array", "astar", "csr", "euler-find")
# What reads the examples of the other parts of the page. No other section may be there.
READERS = {
    "drawing": "astar pathfinding",
    "MovingAI": "astar pathfinding --start 0,0 --goal 3,1",
    "course": "astar pathfinding",
    "numbers": "astar pathfinding --start 0,0 --goal 2,1",
    "picture": "astar pathfinding --quiet --start 0,0 --goal 2,0",
    "pairs": "astar sliding",
    "batch": "astar sliding",
    "rows": "astar sliding",
    "orders": "astar pancake",
    "text": "array transpose",
    "sparse": "array sparse",
    "matrix": "array tsp",
    "places": "array tsp",
}


def read_page(path):
    """(part, section, its example or None) for each section of the page."""
    part = None
    with open(path, encoding="utf-8") as page:
        text = page.read()
    for heading, body in re.findall(r"^(#+ .*)\n((?:(?!#+ ).*\n|(?<=```\n)#.*\n)*)",
                                    hide_literals(text), re.M):
        if heading.startswith("# "):
            part = heading[2:]
        else:
            example = re.search(r"^Example:\n\n```\n(.*?)^```", body, re.M | re.S)
            yield part, heading[3:], example and example[1].replace("\0", "#")


def hide_literals(text):
    """A # in a literal block is no heading."""
    return re.sub(r"^```\n.*?^```", lambda block: block[0].replace("#", "\0"), text,
                  flags=re.M | re.S)


def run(programs, command, path):
    tool, *rest = command.split()
    return subprocess.run([os.path.join(programs, tool), *rest, path], capture_output=True,
                          check=False, text=True)


# What the example of a format needs besides the format's name, and without it.
NEEDED = {"unitigs": "-k 4", "counted": "--from counted"}


def graph(programs, options, path):
    """What csr info says of a graph, but for what a run costs."""
    done = run(programs, "csr info --json " + options, path)
    if done.returncode or done.stderr:
        return done.stderr
    return {key: value for key, value in json.loads(done.stdout).items()
            if key in ("vertices", "edges", "loops", "parallel_edges", "components", "euler")}


def listed(programs):
    """The formats that --input-format takes."""
    page = subprocess.run([os.path.join(programs, "csr"), "info", "--help"], capture_output=True,
                          check=True, text=True).stdout
    words = re.search(r"--input-format=FORMAT +read (.*?)\(", page, re.S)[1]
    return set(re.split(r",\s+|\s+or\s+", words.strip()))


def section_of(text, name):
    """A section of a page, without its heading; "" if there is none."""
    return (text.split(f"\n# {name}\n") + [""])[1].split("\n# ")[0]


def help_of(programs, words):
    """The usage of a command, and what --help lists: a letter, a name, "[" if the value may be left
    out, what the value is called; "" where there is none."""
    text = subprocess.run([os.path.join(programs, words[0]), *words[1:], "--help"],
                          capture_output=True, check=True, text=True).stdout
    option = r"^  (?=-\w|    --)(?:-(\w),? |    )(?:--([a-z-]+))?(\[?)=?([^\s\]]*)"
    own, common = [re.findall(option, part, re.M) for part in text.split(" Common options:\n")]
    return re.match(r"Usage: .*\[OPTION\.\.\.\] (.*)", text)[1], own, common


def commands_of(programs, tool):
    text = subprocess.run([os.path.join(programs, tool), "--help"], capture_output=True, check=True,
                          text=True).stdout
    return [[tool, name] for name in re.findall(rf"^  {tool} ([a-z-]+)  ", text, re.M)] or [[tool]]


def synopsis(words, usage, options):
    """A command's line of the synopsis, with these of its options."""
    parts = [f"*{' '.join(words)}*"]
    for letter, name, optional, value in options:
        shown = value and (f"[=_{value}_]" if optional else f" _{value}_")
        parts.append(f"[*{'--' + name if name else '-' + letter}*{shown}]")
    return " ".join(parts + ["[_options_]", re.sub(r"[A-Z]+", r"_\g<0>_", usage)]).rstrip()


def check_options(programs, path, write):
    """What is wrong with the options that a tool's page has, once its synopsis is written."""
    tool = os.path.basename(path)[:-len(".1.scd")]
    with open(path, encoding="utf-8") as page:
        text = page.read()
    before = section_of(text, "SYNOPSIS")
    body = text.replace(before, "")
    shared = set(re.findall(r"\*--([a-z-]+)\*", "\n".join(
        re.findall(r"^\*-.*", section_of(text, "OPTIONS"), re.M))))
    lines, known = [], set()
    for words in commands_of(programs, tool):
        usage, own, common = help_of(programs, words)
        known |= {name or letter for letter, name, _, _ in own + common}
        lines.append(synopsis(words, usage, [o for o in own if o[1] not in shared]))
    after = "\n" + "\n\n".join(lines) + "\n"
    if write and after != before:
        with open(path, "w", encoding="utf-8") as page:
            page.write(text.replace(before, after))
    wrong = [f"{path}: the synopsis is not what --help says: run pages.py --write"] \
        if not write and after != before else []
    missing = known - set(re.findall(r"\*--?([a-zA-Z-]+)\b", body))
    wrong += [f"{path}: no word about {' '.join(words)}" for words in commands_of(programs, tool)
              if not re.search(rf"^\*{words[-1]}\*|\*{tool} {words[-1]}\*", body, re.M)]
    if tool in ("csr", "euler-find"):
        entry = re.search(r"^\*--input-format\* .*\n((?:\t.*\n)*)", body, re.M)[1]
        wrong += [f"{path}: --input-format does not name {name}"
                  for name in sorted(listed(programs)) if f"*{name}*" not in entry]
    return wrong + [f"{path}: no word about the option {name}" for name in sorted(missing)]


def commands(path):
    """The commands of a page's section EXAMPLES."""
    with open(path, encoding="utf-8") as page:
        section = section_of(page.read(), "EXAMPLES")
    return [re.sub(r"\\(.)", r"\1", line)
            for block in re.findall(r"^```\n(.*?)^```$", section, re.S | re.M)
            for line in block.splitlines()]


def try_commands(programs, page):
    """Runs a page's examples in one folder. Returns how many had an answer, and what is wrong."""
    answered, wrong = 0, []
    environment = dict(os.environ, PATH=os.path.abspath(programs) + ":" + os.environ["PATH"])
    with tempfile.TemporaryDirectory() as folder:
        os.symlink(os.path.join(os.path.dirname(os.path.abspath(page)), "../data"),
                   os.path.join(folder, "data"))
        for command in commands(page):
            if command.startswith("mpirun"):
                continue
            done = subprocess.run(command, shell=True, cwd=folder, env=environment, text=True,
                                  capture_output=True, check=False, timeout=100)
            answered += done.returncode == 0
            # A file of the reader, a device that this machine lacks, a library that was not built.
            if done.returncode not in (0, 66, 69) and not re.search(
                    "built without|needs Graphviz", done.stderr):
                wrong.append(f"{os.path.basename(page)}: {command}: exit {done.returncode}: "
                             f"{done.stderr}")
    return answered, wrong


def main():
    write = "--write" in sys.argv[1:]
    programs, page = [word for word in sys.argv[1:] if word != "--write"]
    sections = list(read_page(page))
    graphs = {section for part, section, _ in sections if part == "GRAPHS"}
    wrong = []
    if graphs != listed(programs):
        wrong.append(f"the page has the graphs {graphs}, --input-format lists {listed(programs)}")
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "example")
        for part, section, example in sections:
            if not example:
                if section not in BINARY:
                    wrong.append(f"{section}: no example")
                continue
            with open(path, "w", encoding="utf-8") as file:
                file.write(example)
            if part == "GRAPHS":
                needed = NEEDED.get(section, "")
                forced = graph(programs, f"--from {section} {needed}", path)
                told = graph(programs, needed, path)
                if not isinstance(forced, dict) or forced != told or not forced["edges"]:
                    wrong.append(f"{section}: {forced}, and without --from {told}")
                continue
            done = run(programs, READERS.get(section, "csr info"), path)
            if section not in READERS or done.returncode or not done.stdout:
                wrong.append(f"{section}: {READERS.get(section)} says {done.stderr}")
    answered = 0
    for tool in TOOLS:
        path = os.path.join(os.path.dirname(page), f"{tool}.1.scd")
        wrong += check_options(programs, path, write)
        count, more = try_commands(programs, path)
        answered += count
        wrong += more
    print("\n".join(wrong) or f"{len(sections)} formats are as the page says, {answered} examples "
          "have answers")
    return len(wrong) > 0 or len(sections) < len(BINARY | set(READERS)) or answered < 10


if __name__ == "__main__":
    sys.exit(main())
