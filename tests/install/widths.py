#!/usr/bin/env python3
"""Installs the builds of both widths of edge ids into one folder: a program works with the library
that it was compiled for, and every way to give it the other one ends in a refusal.

usage: widths.py BUILD_OF_32_BITS BUILD_OF_64_BITS CC EXAMPLE.c...      meson's command is in $MESON
"""
import os
import shlex
import shutil
import subprocess
import sys
import tempfile

SKIP = 77
LIBRARIES = ("konig", "konig64")


def run(command, **options):
    return subprocess.run(command, text=True, capture_output=True, **options)


def find(folder, name):
    """The folder in which name lies."""
    for path, _, files in os.walk(folder):
        if name in files:
            return path
    sys.exit(f"{name} was not installed")


def contents(folder):
    """The files of a folder, by name."""
    texts = {}
    for name in os.listdir(folder):
        with open(os.path.join(folder, name), encoding="utf-8") as file:
            texts[name] = file.read()
    return texts


def main():
    builds, compiler, examples = sys.argv[1:3], shlex.split(sys.argv[3]), sys.argv[4:]
    if not shutil.which("pkg-config"):
        return SKIP
    bad = []
    with tempfile.TemporaryDirectory() as root:
        headers = []
        for build in builds:
            subprocess.run(shlex.split(os.environ.get("MESON", "meson")) +
                           ["install", "-C", build, "--no-rebuild", "--quiet", "--destdir", root],
                           check=True)
            headers.append(contents(find(root, "config.h")))
        if headers[0] != headers[1]:
            bad.append("the second build's headers differ from the first's")
        library = find(root, "libkonig.so")
        environment = dict(os.environ, PKG_CONFIG_PATH=find(root, "konig.pc"),
                           PKG_CONFIG_SYSROOT_DIR=root, LD_LIBRARY_PATH=library)

        def flags(name, kind):
            return run(["pkg-config", kind, name], check=True, env=environment).stdout.split()

        for name, other in (LIBRARIES, LIBRARIES[::-1]):
            for example in examples:
                program = os.path.join(root, "program")
                cflags, libs = flags(name, "--cflags"), flags(name, "--libs")
                subprocess.run(compiler + cflags + [example, "-o", program] + libs, check=True)
                if run([program], env=environment).returncode != 0:
                    bad.append(f"{example} with {name} fails")
                crossed = run(compiler + cflags + [example, "-o", program + "-crossed"] +
                              flags(other, "--libs"))
                if crossed.returncode == 0:
                    bad.append(f"{example} of {name} can be linked with {other}")
                elif "kg_context_create" not in crossed.stderr:
                    bad.append(f"{example} of {name} and {other}: {crossed.stderr}")
                # The other library under the file name of the right one.
                fake = os.path.join(root, "fake")
                os.makedirs(fake, exist_ok=True)
                shutil.copy(os.path.join(library, f"lib{other}.so.0"),
                            os.path.join(fake, f"lib{name}.so.0"))
                started = run([program], env=dict(environment, LD_LIBRARY_PATH=fake))
                if started.returncode == 0 or "version" not in started.stderr:
                    bad.append(f"{example} of {name} runs with {other}: {started.stdout}")
    for line in bad:
        print(line)
    return bool(bad) or not examples


if __name__ == "__main__":
    sys.exit(main())
