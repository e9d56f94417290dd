#!/usr/bin/env python3
"""-o FILE where FILE may be written, but nothing else may take its place.

usage: unwritable.py PROGRAMS      PROGRAMS: the folder with the four tools

Whoever may do everything runs the tools as another user, whom folders' permissions hold.
"""
import os
import shutil
import subprocess
import sys
import tempfile

NOBODY = 65534
GRAPH, TURNED = "a -> b\n", "a ->\nb -> a\n"


class Place:
    """A folder with the tools and a graph, where a user who is not root works."""

    def __init__(self, programs, folder):
        self.folder = folder
        self.user = {}
        if not os.geteuid():
            self.user = {"user": NOBODY, "group": NOBODY, "extra_groups": []}
        os.chmod(folder, 0o755)
        os.mkdir(self.path("coverage")) # a build that counts it writes here
        os.chmod(self.path("coverage"), 0o777)
        for tool in "csr", "array", "astar":
            shutil.copy(os.path.join(programs, tool), folder)
        self.write("g.txt", GRAPH, 0o644)
        self.write("n", "2 1\n", 0o644)
        self.write("puzzle", "8 6 7 2 5 4 3 0 1\n", 0o644)

    def path(self, name):
        return os.path.join(self.folder, name)

    def write(self, name, content, mode, owner=0):
        with open(self.path(name), "w", encoding="utf-8") as file:
            file.write(content)
        os.chmod(self.path(name), mode)
        if self.user and owner:
            os.chown(self.path(name), owner, owner)

    def read(self, name):
        with open(self.path(name), encoding="utf-8") as file:
            return file.read()

    def run(self, command, before=()):
        return subprocess.run([*before, *command.split()], cwd=self.folder, check=False, text=True,
                              stdin=subprocess.DEVNULL, capture_output=True, timeout=120,
                              env=dict(os.environ, PATH=self.folder + ":" + os.environ["PATH"],
                                       GCOV_PREFIX=self.path("coverage")),
                              **({} if before else self.user))


def folder_closed(place):
    """Files of a folder that takes no new ones."""
    os.mkdir(place.path("closed"))
    for name, mode in (("out", 0o666), ("fixed", 0o444), ("long", 0o666), ("full", 0o666)):
        place.write("closed/" + name, "old text that is much longer than the answer\n", mode)
    os.symlink("closed/out", place.path("link"))
    os.chmod(place.path("closed"), 0o555)
    inode = os.stat(place.path("closed/out")).st_ino

    def told(done, name):
        return f"warning: '{name}' was written over as it stood" in done.stderr

    done = place.run("csr convert g.txt -o closed/out --to adjacency")
    yield "written over, and told", done, done.returncode == 0 and told(done, "closed/out") and \
        place.read("closed/out") == "a -> b\nb ->\n"
    done = place.run("csr reverse g.txt -o link --to adjacency")
    yield "through a link", done, done.returncode == 0 and told(done, "link") and \
        place.read("closed/out") == TURNED and os.path.islink(place.path("link"))
    yield "the same file", done, os.stat(place.path("closed/out")).st_ino == inode
    done = place.run("array sort n --json -o closed/out")
    yield "beside --json", done, done.returncode == 0 and told(done, "closed/out") and \
        done.stdout.startswith("{") and place.read("closed/out") == "1\n2\n"
    done = place.run("array sort n --quiet -o closed/out")
    yield "quietly", done, done.returncode == 0 and not done.stderr
    done = place.run("array compact --if >9 n -o closed/long")
    yield "nothing to write", done, done.returncode == 0 and place.read("closed/long") == ""
    done = place.run("csr convert g.txt -o closed/new.txt")
    yield "a new file", done, done.returncode == 73 and "closed/new.txt" in done.stderr
    done = place.run("csr convert g.txt -o closed/fixed")
    yield "a file that may not be written", done, done.returncode == 73 and \
        place.read("closed/fixed").startswith("old")
    done = place.run("csr convert nowhere -o closed/full")
    yield "a failure before", done, done.returncode == 66 and \
        place.read("closed/full").startswith("old")
    yield "nothing else", None, sorted(os.listdir(place.path("closed"))) == \
        ["fixed", "full", "long", "out"]


def mapped(place):
    """What is read from the file while it is written."""
    os.mkdir(place.path("same"))
    os.chmod(place.path("same"), 0o777)
    place.run("csr convert g.txt -o same/g.kcsr")
    os.chmod(place.path("same/g.kcsr"), 0o666)
    os.chmod(place.path("same"), 0o555)
    size = os.stat(place.path("same/g.kcsr")).st_size
    done = place.run("csr reverse same/g.kcsr -o same/g.kcsr")
    yield "a file that is mapped", done, done.returncode == 73 and "while it is read" in \
        done.stderr and os.stat(place.path("same/g.kcsr")).st_size == size


def checkpoint(place):
    """A checkpoint, which is never written over: a crash would leave a part of it."""
    os.mkdir(place.path("kept"))
    os.chmod(place.path("kept"), 0o777)
    command = "astar sliding --checkpoint kept/run --goal last --heuristic pattern:1,2/3,4/5,6/7,8"
    done = place.run(command + " --max-states 100 puzzle")
    yield "a checkpoint", done, done.returncode == 71
    os.chmod(place.path("kept/run"), 0o666)
    os.chmod(place.path("kept"), 0o555)
    with open(place.path("kept/run"), "rb") as file:
        old = file.read()
    done = place.run(command + " puzzle")
    with open(place.path("kept/run"), "rb") as file:
        yield "a checkpoint that cannot be replaced", done, done.returncode == 73 and \
            "cannot create 'kept/run'" in done.stderr and file.read() == old


def sticky(place):
    """A folder in which files are replaced by their owners alone."""
    os.mkdir(place.path("sticky"))
    place.write("sticky/out", "old\n", 0o666)
    os.chmod(place.path("sticky"), 0o1777)
    done = place.run("array sort n -o sticky/out")
    yield "a sticky folder", done, done.returncode == 0 and "written over" in done.stderr and \
        place.read("sticky/out") == "1\n2\n" and os.listdir(place.path("sticky")) == ["out"]


def others_links(place):
    """Links in a folder for everybody: of another user, and one's own."""
    os.mkdir(place.path("own"))
    os.chmod(place.path("own"), 0o777)
    for name, owner in (("theirs", NOBODY - 1), ("mine", NOBODY)):
        os.symlink("../own/" + name, place.path("sticky/" + name))
        os.chown(place.path("sticky/" + name), owner, owner, follow_symlinks=False)
        done = place.run(f"array sort n -o sticky/{name}")
        made = os.path.exists(place.path("own/" + name))
        yield "a link, " + name, done, (done.returncode, made) == \
            ((73, False) if name == "theirs" else (0, True))


def others_names(place):
    """Temporary names that another user has taken."""
    for number in range(1001):
        place.write(f"sticky/.konig.{number}", "", 0o600)
    done = place.run("array sort n -o sticky/new")
    yield "taken names", done, done.returncode == 0 and place.read("sticky/new") == "1\n2\n" and \
        len([name for name in os.listdir(place.path("sticky")) if name[0] == "."]) == 1001


def mounted(place):
    """A file on which another one is mounted, as containers do it."""
    place.write("below", "below\n", 0o666)
    place.write("above", "above\n", 0o666)
    mount = ["unshare", "--mount", "sh", "-c", 'mount --bind above below && exec "$@"', "sh"]
    if not shutil.which("unshare") or place.run("true", mount).returncode:
        print("left out: no file can be mounted here")
        return
    done = place.run("array sort n -o below", mount)
    yield "a file that is mounted", done, done.returncode == 0 and "written over" in done.stderr \
        and place.read("above") == "1\n2\n" and place.read("below") == "below\n"


def main():
    failed = count = 0
    parts = (folder_closed, mapped, checkpoint)
    with tempfile.TemporaryDirectory() as folder:
        place = Place(sys.argv[1], folder)
        try:
            runs = place.run("csr --version").returncode == 0
        except OSError as error:
            print(error)
            runs = False
        if not runs:
            print("left out: the tools cannot be run as another user here")
            return 77
        if place.user:
            parts += (sticky, others_links, others_names, mounted)
        for part in parts:
            for what, done, right in part(place):
                count += 1
                if not right:
                    failed += 1
                    print(f"not ok {what}: {done}")
        for name in "closed", "same", "kept":
            os.chmod(place.path(name), 0o755)
    print(f"{count - failed} of {count} outputs are where they should be")
    return failed > 0


if __name__ == "__main__":
    sys.exit(main())
