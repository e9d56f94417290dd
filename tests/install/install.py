#!/usr/bin/env python3
"""Installs into an empty folder and builds the examples against what lies there, by pkg-config.

usage: install.py BUILD_FOLDER NAME CC EXAMPLE.c...      meson's command is in $MESON
"""
import os
import shlex
import shutil
import subprocess
import sys
import tempfile

SKIP = 77


def find(folder, name, parent=""):
    """The folder in which name lies, one whose own name ends in parent."""
    for path, _, files in os.walk(folder):
        if name in files and path.endswith(parent):
            return path
    sys.exit(f"{name} was not installed")


def main():
    build, name, compiler = sys.argv[1], sys.argv[2], shlex.split(sys.argv[3])
    examples = sys.argv[4:]
    if not shutil.which("pkg-config"):
        return SKIP
    with tempfile.TemporaryDirectory() as root:
        subprocess.run(shlex.split(os.environ.get("MESON", "meson")) +
                       ["install", "-C", build, "--no-rebuild", "--quiet", "--destdir", root],
                       check=True)
        for tool in ("euler-find", "csr", "astar"):
            subprocess.run([os.path.join(find(root, tool, "bin"), tool), "--version"], check=True)
        if any("konig-graphviz" in files for _, _, files in os.walk(root)):
            csr = os.path.join(find(root, "csr", "bin"), "csr")
            drawn = subprocess.run([csr, "dot", "-T", "svg", "-"],
                                   input=b"0 1\n", check=True, capture_output=True).stdout
            if not drawn.rstrip().endswith(b"</svg>"):
                sys.exit("the installed csr draws no picture")
        environment = dict(os.environ, PKG_CONFIG_PATH=find(root, name + ".pc"),
                           PKG_CONFIG_SYSROOT_DIR=root,
                           LD_LIBRARY_PATH=find(root, f"lib{name}.so"))
        flags = subprocess.run(["pkg-config", "--cflags", "--libs", name], check=True,
                               env=environment, text=True, capture_output=True).stdout.split()
        for example in examples:
            program = os.path.join(root, "example")
            subprocess.run(compiler + [example, "-o", program] + flags, check=True)
            subprocess.run([program], check=True, env=environment)
    return 0


if __name__ == "__main__":
    sys.exit(main())
