#!/usr/bin/env python3
"""What the tools do on a terminal, which other tests do not give them: pictures in colour and of
its width, and a line of progress.

usage: terminal.py PROGRAMS      PROGRAMS: the folder with the four tools
"""
import fcntl
import os
import pty
import re
import select
import struct
import subprocess
import sys
import tempfile
import termios
import time

COLUMNS = 40
PATIENCE = 200


def on_terminal(command, stdin, until=None):
    """What a command prints on a terminal of COLUMNS; it is stopped once `until` has come. Returns
    text, exit status."""
    ours, theirs = pty.openpty()
    fcntl.ioctl(theirs, termios.TIOCSWINSZ, struct.pack("HHHH", 24, COLUMNS, 0, 0))
    with tempfile.TemporaryFile() as file:
        file.write(stdin)
        file.seek(0)
        process = subprocess.Popen(command, stdin=file, stdout=theirs, stderr=theirs)
    os.close(theirs)
    text, end = b"", time.time() + PATIENCE
    while time.time() < end:
        if select.select([ours], [], [], 0.2)[0]:
            try:
                piece = os.read(ours, 65536)
            except OSError: # the other side is closed
                break
            text += piece
            if not piece:
                break
        if until and re.search(until, text):
            break
    process.kill() if until else None
    status = process.wait(timeout=PATIENCE)
    os.close(ours)
    return text.decode(errors="replace"), status


def main():
    tools = os.path.abspath(sys.argv[1])
    drawing = b"S" + b"." * 98 + b"G\n" + (b"." * 100 + b"\n") * 3
    wrong = []
    text, status = on_terminal([tools + "/astar", "pathfinding", "--draw", "-"], drawing)
    rows = [re.sub(r"\033\[[0-9;]*m", "", row)
            for row in text.replace("\r", "").split("\n") if "\033[" in row]
    if status != 0 or not rows or not COLUMNS // 2 <= max(map(len, rows)) <= COLUMNS:
        wrong.append(f"a picture of {COLUMNS} columns: exit status {status}: {text!r}")
    plain = subprocess.run([tools + "/astar", "pathfinding", "--draw", "-"], input=drawing,
                           stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                           check=True).stdout.decode()
    if "\033" in plain or len(plain.split("\n")[0]) != 100:
        wrong.append(f"a picture for a pipe: {plain!r}")
    hard = b"14 5 9 2 18 8 23 19 12 17 15 0 10 20 4 6 11 21 1 7 24 3 16 22 13\n"
    text, _ = on_terminal([tools + "/astar", "sliding", "-"], hard, until=rb"\r[a-z][^\r]*\033\[K")
    if not re.search(r"\r[a-z][^\r]*\033\[K", text):
        wrong.append(f"no progress in {PATIENCE} s: {text!r}")
    text, status = on_terminal(
        [tools + "/astar", "sliding", "--quiet", "--max-states", "1000000", "-"], hard)
    if status != 71 or "\r" in text.replace("\r\n", "") or "stopped at 1000000 states" not in text:
        wrong.append(f"--quiet: exit status {status}, {text!r}")
    text, status = on_terminal([tools + "/astar", "sliding", "--max-states", "1000000", "-"], hard)
    last = text.replace("\r\n", "\n").split("\r")[-1]
    said = last.replace("\033[K", "")
    if status != 71 or not said.startswith("astar: stopped at 1000000 states"):
        wrong.append(f"the message behind the progress: exit status {status}, {text!r}")
    print("\n".join(wrong))
    return len(wrong) > 0


if __name__ == "__main__":
    sys.exit(main())
