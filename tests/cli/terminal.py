#!/usr/bin/env python3
"""What the tools do on a terminal, which other tests do not give them: pictures in colour and of
its width, a line of progress that is gone before anything else is written, no binary, and what TERM
and NO_COLOR ask for.

usage: terminal.py PROGRAMS      PROGRAMS: the folder with the four tools
"""
import fcntl
import os
import pty
import re
import select
import shlex
import struct
import subprocess
import sys
import tempfile
import termios
import time

COLUMNS = 40
PATIENCE = 200
HARD = b"14 5 9 2 18 8 23 19 12 17 15 0 10 20 4 6 11 21 1 7 24 3 16 22 13\n"
EASY = b"1 0 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21 22 23 24\n"
PROGRESS = rb"\r[0-9a-z][^\r]*\033\[K"
ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
DATA = shlex.quote(os.path.join(ROOT, "data"))  # in commands


def take_terminal():
    """In the child: standard error is the terminal that controls it, so its keys send signals."""
    os.setsid()
    fcntl.ioctl(2, termios.TIOCSCTTY, 0)


def on_terminal(command, stdin, until=None, keys=None, columns=COLUMNS, stdout=None, **variables):
    """What a command prints on a terminal. Once `until` has come it is given keys, or killed.

    stdin: bytes, or None for the terminal itself. Returns text, exit status."""
    ours, theirs = pty.openpty()
    fcntl.ioctl(theirs, termios.TIOCSWINSZ, struct.pack("HHHH", 24, columns, 0, 0))
    environment = {**os.environ, "TERM": "xterm", **variables}
    if "NO_COLOR" not in variables:
        environment.pop("NO_COLOR", None)
    with tempfile.TemporaryFile() as file:
        file.write(stdin or b"")
        file.seek(0)
        process = subprocess.Popen(command, stdin=theirs if stdin is None else file,
                                   stdout=stdout or theirs, stderr=theirs, env=environment,
                                   preexec_fn=take_terminal)
    os.close(theirs)
    text, end, came = b"", time.time() + PATIENCE, False
    while time.time() < end:
        if select.select([ours], [], [], 0.2)[0]:
            try:
                piece = os.read(ours, 65536)
            except OSError: # the other side is closed
                break
            text += piece
            if not piece:
                break
        if until and not came and re.search(until, text):
            came = True
            if not keys:
                process.kill()
                break
            os.write(ours, keys)
    if time.time() >= end:
        process.kill()
    status = process.wait(timeout=PATIENCE)
    os.close(ours)
    return text.decode(errors="replace").replace("\r\n", "\n"), status


def shown(text):
    """What is to be seen in the end: of a line what its last \\r and erasure leave."""
    return "\n".join(line.split("\r\033[K")[-1] for line in text.split("\n"))


def check_pictures(astar):
    drawing = b"S" + b"." * 98 + b"G\n" + (b"." * 100 + b"\n") * 3
    command = [astar, "pathfinding", "--quiet", "--draw", "-"]
    text, status = on_terminal(command, drawing)
    rows = [re.sub(r"\033\[[0-9;]*m", "", row) for row in text.split("\n") if "\033[" in row]
    if status != 0 or not rows or not COLUMNS // 2 <= max(map(len, rows)) <= COLUMNS:
        yield f"a picture of {COLUMNS} columns: exit status {status}: {text!r}"
    plain = subprocess.run(command, input=drawing, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                           check=True).stdout.decode()
    if "\033" in plain or len(plain.split("\n")[0]) != 100:
        yield f"a picture for a pipe: {plain!r}"
    for name, value, escapes in (("NO_COLOR", "1", False), ("NO_COLOR", "", True),
                                 ("TERM", "dumb", False), ("TERM", "", False)):
        text, status = on_terminal(command, drawing, **{name: value})
        if status != 0 or ("\033" in text) != escapes:
            yield f"a picture with {name}={value}: exit status {status}: {text!r}"


def check_progress(astar):
    command = [astar, "sliding", "--quiet", "-"]
    loud = [astar, "sliding", "--goal", "first", "-"]
    line = rb"\r[0-9.]+ [kMG] states, [0-9]+ or more moves; [0-9.]+ [kMG]?/s\033\[K"
    text, _ = on_terminal(loud, HARD, until=line, columns=100)
    if not re.search(line.decode(), text):
        yield f"no progress with states, bound and rate in {PATIENCE} s: {text!r}"
    text, _ = on_terminal(loud, HARD, until=PROGRESS)
    if any(len(piece) >= COLUMNS for piece in text.replace("\033[K", "").split("\r")):
        yield f"a line of progress wider than the terminal: {text!r}"
    text, status = on_terminal([*command, "--max-states", "1000000"], HARD)
    if status != 71 or "\r" in text or "stopped at 1000000 states" not in text:
        yield f"--quiet: exit status {status}, {text!r}"
    text, status = on_terminal([*loud, "--seconds", "2"], HARD, TERM="dumb")
    if status != 71 or "\r" in text or "\033" in text:
        yield f"TERM=dumb: exit status {status}, {text!r}"
    text, status = on_terminal([*loud, "--seconds", "2"], HARD, NO_COLOR="1")
    if (status != 71 or not re.search(PROGRESS.decode(), text) or
            not shown(text).startswith("astar sliding: stopped after 2 s")):
        yield f"the message behind the progress: exit status {status}, {text!r}"
    text, status = on_terminal(loud, HARD, until=PROGRESS, keys=b"\x03")
    if status != 130 or not shown(text).startswith("astar sliding: interrupted at"):
        yield f"Ctrl-C: exit status {status}, {text!r}"
    shared = [*loud[:-1], "--ranks", "3", "--memory-limit", "1G", "-"]
    text, status = on_terminal(shared, EASY + 2 * HARD, until=rb"\rpuzzles 33%\033\[K",
                               keys=b"\x03")
    lines = shown(text).split("\n")
    if (status != 130 or lines[:1] + lines[1:4:2] != ["1 L", "-", "-"] or
            not lines[2].startswith("astar sliding: puzzle 2: interrupted at") or
            not lines[4].startswith("astar sliding: puzzle 3: interrupted at")):
        yield f"Ctrl-C with several ranks: exit status {status}, {text!r}"


def check_input(tools):
    """Without a file nothing is awaited from a terminal; for - it is said that it is."""
    for command, what, keys, answer in (
            ("array sort", "FILE", b"2\n1\n\4", "1\n2\n"),
            (f"array multiply {DATA}/fifteen.txt", "B", b"1\n0\n0\n0\n\4", "3\n13\n12\n15\n"),
            ("astar pathfinding", "MAP", b"S.G\n\4", "0,0\n1,0\n2,0\n"),
            ("astar sliding --goal first", "PUZZLE", b"1 0\n2 3\n\4", "1 L\n"),
            ("csr edges", "GRAPH", b"b -> a\n\4", "b\ta\n"),
            ("csr route --heuristic", "MAP",
             b"source,target,length\n\033[1mx,y,1\n\4", "  \\x1b[1mx\n"),
            ("euler-find", "GRAPH", b"b -> a\na -> b\n\4", "b -> a -> b\n")):
        name, *words = shlex.split(command)
        text, status = on_terminal([f"{tools}/{name}", *words], None)
        if status != 64 or what not in text:
            yield f"{command}: exit status {status}, {text!r}"
        text, status = on_terminal([f"{tools}/{name}", *words, "-"], None, keys=keys,
                                   until=f"reading {what} from the terminal, up to Ctrl-D".encode())
        if status != 0 or answer not in shown(text):
            yield f"{command} -: exit status {status}, {text!r}"


def check_results(tools):
    """A result that comes behind progress, on the same terminal."""
    command = [tools + "/array", "tsp", "--heuristic", "--seconds", "3", "-"]
    matrix = "".join(" ".join(str((i - j) ** 2 * (i + j) % 997) for j in range(150)) + "\n"
                     for i in range(150))
    text, status = on_terminal(command, matrix.encode())
    if (status != 0 or not re.search(PROGRESS.decode(), text) or
            not re.match(r"cost \d+ \(heuristic[^\n]*\ntour ", shown(text))):
        yield f"a tour behind its progress: exit status {status}, {text!r}"


def writes_of(command):
    """What each write to standard error is: a pipe that keeps packets apart tells."""
    ours, theirs = os.pipe2(os.O_DIRECT)
    process = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
                               stderr=theirs)
    os.close(theirs)
    writes = []
    while piece := os.read(ours, 65536):
        writes.append(piece.decode())
    os.close(ours)
    return writes, process.wait(timeout=PATIENCE)


def check_messages(tools):
    """No write ends within a line of a message, so that those of several processes do not mix."""
    for command, status in (("astar sliding --size 6x5 x", 64),
                            ("astar pathfinding --draw=m.png --scen", 64),
                            ("csr nothing", 64),
                            (f"array sort --timing {DATA}/nowhere", 66),
                            (f"astar sliding --timing {DATA}/eight.txt", 0)):
        words = shlex.split(command)
        writes, got = writes_of([tools + "/" + words[0], *words[1:]])
        if got != status or not writes or any(not text.endswith("\n") for text in writes):
            yield f"{command}: exit status {got}, writes {writes!r}"


def check_binary(tools):
    """Binary goes to files and pipes."""
    graph = b"a -> b\nb -> a\n"
    text, status = on_terminal([tools + "/csr", "convert", "--to", "kcsr", "-"], graph)
    if status != 64 or "-o FILE" not in text or "\x01" in text or len(text) > 200:
        yield f"a .kcsr for a terminal: exit status {status}, {text!r}"
    text, status = on_terminal([tools + "/csr", "convert", "--to", "edges", "-"], graph)
    if status != 0 or "a b" not in text:
        yield f"edges for a terminal: exit status {status}, {text!r}"
    text, status = on_terminal([tools + "/array", "sort", "--npy", "-"], b"2\n1\n")
    if status != 64 or "-o FILE" not in text or "NUMPY" in text:
        yield f"an .npy for a terminal: exit status {status}, {text!r}"
    done = subprocess.run([tools + "/array", "sort", "--npy", "-"], input=b"2\n1\n",
                          stdout=subprocess.PIPE, check=True)
    if done.stdout[1:6] != b"NUMPY":
        yield "no .npy for a pipe"


def check_timing(astar):
    """Stages do not overlap, so that they and the rest make the total: the reader of the answers is
    slow, who waits until more are there than a pipe holds."""
    with tempfile.TemporaryDirectory() as folder:
        with open(folder + "/m.map", "w", encoding="ascii") as file:
            file.write("type octile\nheight 8\nwidth 8\nmap\n" + ("." * 8 + "\n") * 8)
        with open(folder + "/m.scen", "w", encoding="ascii") as file:
            file.write("version 1\n" + "0\tm\t8\t8\t0\t0\t0\t7\t7\n" * 5000)
        process = subprocess.Popen([astar, "pathfinding", "--timing", "--scen", folder + "/m.scen",
                                    folder + "/m.map"], stdout=subprocess.PIPE,
                                   stderr=subprocess.PIPE, text=True)
        time.sleep(0.5)
        _, text = process.communicate(timeout=PATIENCE)
    other = re.search(r"^other +(-?[0-9.]+)", text, re.M)
    if process.returncode != 0 or not other or float(other[1]) < 0:
        yield f"a batch for a slow reader: exit status {process.returncode}, {text!r}"


def main():
    tools = os.path.abspath(sys.argv[1])
    wrong = [*check_pictures(tools + "/astar"), *check_progress(tools + "/astar"),
             *check_input(tools), *check_results(tools), *check_binary(tools),
             *check_messages(tools), *check_timing(tools + "/astar")]
    print("\n".join(wrong))
    return len(wrong) > 0


if __name__ == "__main__":
    sys.exit(main())
