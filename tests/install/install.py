#!/usr/bin/env python3
"""Installs into an empty folder and builds the examples, and README's program, against what lies
there, by pkg-config and by CMake where there is one.

usage: install.py BUILD_FOLDER NAME CC EXAMPLE.c...      meson's command is in $MESON
"""
import os
import re
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


PROJECT = """
cmake_minimum_required(VERSION 3.13)
project(example C)
find_package({name} {version} REQUIRED CONFIG)
foreach(source {sources})
  get_filename_component(program ${{source}} NAME_WE)
  add_executable(${{program}} ${{source}})
  target_link_libraries(${{program}} {name}::{name})
endforeach()
"""


def configure(root, name, version, config, examples):
    """Makes and configures a CMake project: its folder and CMake's exit status."""
    folder = os.path.join(root, "cmake-" + version)
    os.mkdir(folder)
    with open(os.path.join(folder, "CMakeLists.txt"), "w", encoding="utf-8") as file:
        file.write(PROJECT.format(name=name, version=version, sources=" ".join(examples)))
    done = subprocess.run(["cmake", "-S", folder, "-B", folder, f"-D{name}_DIR={config}"],
                          text=True, capture_output=True)
    return folder, done


def use_cmake(root, name, examples, environment):
    config = find(root, name + "Config.cmake")
    with open(os.path.join(config, name + "ConfigVersion.cmake"), encoding="utf-8") as file:
        version = re.search(r'PACKAGE_VERSION "(.*)"', file.read())[1]
    for other in ("99.0", "0.1.0"):
        if configure(root, name, other, config, examples)[1].returncode == 0:
            sys.exit(f"CMake takes {version} for {other}")
    folder, done = configure(root, name, version, config, examples)
    if done.returncode != 0:
        sys.exit(done.stderr)
    subprocess.run(["cmake", "--build", folder], check=True, stdout=subprocess.DEVNULL)
    for example in examples:
        program = os.path.splitext(os.path.basename(example))[0]
        run_example(os.path.join(folder, program), environment)


def run_example(program, environment):
    done = subprocess.run([program], env=environment, capture_output=True)
    if done.returncode != 0 or not done.stdout:
        sys.exit(f"{program} fails: {done.stderr.decode()}")


def write_readme_program(root):
    readme = os.path.join(os.path.dirname(__file__), "..", "..", "README.md")
    with open(readme, encoding="utf-8") as file:
        program = re.search(r"^```c\n(.*?)^```$", file.read(), re.S | re.M)[1]
    path = os.path.join(root, "readme.c")
    with open(path, "w", encoding="utf-8") as file:
        file.write(program)
    return path


def main():
    build, name, compiler = sys.argv[1], sys.argv[2], shlex.split(sys.argv[3])
    if not shutil.which("pkg-config"):
        return SKIP
    with tempfile.TemporaryDirectory() as root:
        examples = sys.argv[4:] + [write_readme_program(root)]
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
        for flag in flags:
            if flag.startswith(("-I", "-L")) and not os.path.isdir(flag[2:]):
                sys.exit(f"{flag} names a folder that is none of konig's")
        for example in examples:
            program = os.path.join(root, "example")
            subprocess.run(compiler + [example, "-o", program] + flags, check=True)
            run_example(program, environment)
        if shutil.which("cmake"):
            use_cmake(root, name, examples, dict(environment, CC=" ".join(compiler)))
    return 0


if __name__ == "__main__":
    sys.exit(main())
