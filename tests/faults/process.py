#!/usr/bin/env python3
"""What the tools do when standard descriptors are closed, a signal comes, a mapped file becomes
shorter.

usage: process.py TOOLS FAIL_SO TABLE      as for sweep.py
"""
import concurrent.futures
import fcntl
import itertools
import os
import re
import signal
import sys
import threading

import sweep

CLOSED = {0: "<&-", 1: ">&-", 2: "2>&-"}
STALE = ".konig.0"


def closed_status(command, closed):
    """The status wanted where these descriptors are closed."""
    want = command.expected
    if 0 in closed and command.stdin:
        return 66
    if 1 in closed and want.out or 2 in closed and want.status == 1:
        return 74
    return want.status


def check_closed(folder, command):
    """Every set of closed descriptors. Yields what is wrong."""
    want = command.expected
    for count in (1, 2, 3):
        for closed in itertools.combinations(CLOSED, count):
            text = " ".join(CLOSED[fd] for fd in closed)
            got = folder.run(command, old=want.files, closed=text)
            status = closed_status(command, closed)
            files = want.files if status <= 1 else dict.fromkeys(want.files, sweep.OLD)
            if got.status != status:
                yield f"{text}: exit {got.status}, expected {status}: {got.err!r}"
            elif got.files != files:
                yield f"{text}: other files: {got.files}"
            elif 1 not in closed and status <= 1 and got.out != want.out:
                yield f"{text}: another output {got.out[:200]!r}"
            elif 2 not in closed and status > 1 and not got.err:
                yield f"{text}: no message"


def check_signals(folder, command):
    """Signals while a temporary file has a name: it is removed, and the status is the signal's."""
    old = command.expected.files
    for number in (signal.SIGHUP, signal.SIGINT, signal.SIGPIPE, signal.SIGTERM, signal.SIGALRM):
        got = folder.run(command, f"named/write:1:signal={number.value}", old)
        if got.status != -number:
            yield f"{number.name}: exit {got.status}"
        if got.files != dict.fromkeys(old, sweep.OLD):
            yield f"{number.name}: files {got.files}"


def check_stale(folder, command):
    """A temporary file of a process that was killed is removed, one of a living process is not."""
    path = os.path.join(folder.path, STALE)
    got = folder.run(command, f"named/write:1:signal={signal.SIGKILL.value}", keep=True)
    if STALE not in got.files:
        yield f"killed: no {STALE} is left to test with: {got.files}"
    for fault in (None, "named/read:1000000"):
        if not os.path.exists(path):
            with open(path, "wb"):
                pass
        got = folder.run(command, fault)
        want = command.expected
        if got != want and (got.status, got.files) != (want.status, want.files):
            yield f"with a stale file, {fault}: {got}"
        with open(path, "wb") as held:
            fcntl.flock(held, fcntl.LOCK_EX)
            got = folder.run(command, fault)
        if got.files != dict(command.expected.files, **{STALE: b""}):
            yield f"with a file in use, {fault}: {got.files}"


def check_strange(folder, command):
    """A file system whose fstat() and lstat() do not agree."""
    want = command.expected
    got = folder.run(command, "strange/read:1000000", want.files)
    old = dict.fromkeys(want.files, sweep.OLD)
    if (got.status, got.files) not in ((want.status, want.files), (73, old)):
        yield f"another inode: exit {got.status} {got.err!r}, files {list(got.files)}"


def check_names(folder, command):
    """Of two outputs that have their data, no one gets its name where the other cannot."""
    old = dict.fromkeys(command.expected.files, sweep.OLD)
    got = folder.run(command, "rename:3", old)
    if len(old) > 1 and (got.status, got.files) != (73, old):
        yield f"the second of two names: exit {got.status}, files {got.files}"


def check_shrink(folder, command):
    """The .kcsr becomes empty as soon as it is mapped."""
    path = os.path.join(folder.path, "g.kcsr")
    with open(path, "rb") as file:
        content = file.read()
    got = folder.run(command, "map:1:shrink", command.expected.files)
    with open(path, "wb") as file:
        file.write(content)
    if got.status != 74 or b"cannot read 'g.kcsr': it became shorter" not in got.err:
        yield f"a shrunk file: exit {got.status} {got.err!r}"
    if got.files != dict.fromkeys(command.expected.files, sweep.OLD):
        yield f"a shrunk file: files {got.files}"


def check_message(command):
    """A message is one write, so that those of several processes do not mix."""
    lines = command.expected.err.count(b"\n")
    if command.calls["write"] != lines:
        yield f"{command.calls['write']} writes for {lines} lines of messages"


def main():
    tools, fail, table = sys.argv[1:]
    local = threading.local()
    # Who began this may ignore them, as nohup does, and the tools leave what is ignored.
    for number in (signal.SIGHUP, signal.SIGINT, signal.SIGTERM):
        signal.signal(number, signal.SIG_DFL)

    def check(command):
        if not hasattr(local, "folder"):
            local.folder = sweep.Folder(os.path.abspath(tools), os.path.abspath(fail))
        wrong = command.measure(local.folder)
        if command.left_out:
            return []
        if wrong:
            return [wrong]
        checks = [check_closed(local.folder, command)]
        # A picture's first write is that of the process that draws it.
        picture = re.search(r"\.(svg|png)", command.line)
        if "-o" in command.words and command.status == 0 and not picture:
            checks += [check_strange(local.folder, command), check_names(local.folder, command)]
            if "--ranks" not in command.words:  # they write by other calls
                checks += [check_signals(local.folder, command), check_stale(local.folder, command)]
        # All that such a command writes is its message.
        if command.status not in (0, 64) and not (command.expected.out or command.expected.files):
            checks.append(check_message(command))
        if "g.kcsr" in command.words:
            checks.append(check_shrink(local.folder, command))
        return [wrong for some in checks for wrong in some]

    commands = sweep.read_table(table)
    bad = 0
    with concurrent.futures.ThreadPoolExecutor(max(2, len(os.sched_getaffinity(0)))) as pool:
        for command, wrong in zip(commands, pool.map(check, commands)):
            bad += bool(wrong)
            for line in wrong:
                print(f"not ok {command.line}\n    {line}", flush=True)
    print(f"{len(commands) - bad} of {len(commands)} commands do as they should")
    return bad > 0 or not commands


if __name__ == "__main__":
    sys.exit(main())
