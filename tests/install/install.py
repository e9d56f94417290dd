#!/usr/bin/env python3
"""Installs into an empty folder, which is not the configured one: an installation that was moved.
Builds the examples and README's program against it by pkg-config, and by CMake if that is there,
with the shared library and with the static one. Fails if the installed programs and the shared
library do not find what konig opens by itself.

usage: install.py BUILD_FOLDER NAME CC MOVED.c EXAMPLE.c...      meson's command is in $MESON
"""
import os
import re
import shlex
import shutil
import subprocess
import sys
import tempfile

SKIP = 77


def look_for(folder, name, parent=""):
    """The folder in which name lies, one whose own name ends in parent; None: it is not there."""
    for path, _, files in os.walk(folder):
        if name in files and path.endswith(parent):
            return path
    return None


def find(folder, name, parent=""):
    return look_for(folder, name, parent) or sys.exit(f"{name} was not installed")


PROJECT = """
cmake_minimum_required(VERSION 3.13)
project(example C)
find_package({name} {version} REQUIRED CONFIG)
get_target_property(type {name}::{name} TYPE)
if(NOT type STREQUAL {type})
  message(FATAL_ERROR "{name}::{name} is a ${{type}}")
endif()
foreach(source {sources})
  get_filename_component(program ${{source}} NAME_WE)
  add_executable(${{program}} ${{source}})
  target_link_libraries(${{program}} {name}::{name})
endforeach()
if({static})
  add_executable(static "{last}")
  target_link_libraries(static {name}::{name}_static)
endif()
"""


def configure(root, name, version, config, examples):
    """Makes and configures a CMake project: its folder and CMake's exit status."""
    folder = os.path.join(root, "cmake-" + version)
    os.mkdir(folder)
    with open(os.path.join(folder, "CMakeLists.txt"), "w", encoding="utf-8") as file:
        kind = "SHARED_LIBRARY" if look_for(root, f"lib{name}.so") else "STATIC_LIBRARY"
        static = look_for(root, f"lib{name}.a") is not None
        file.write(PROJECT.format(name=name, version=version, type=kind, static=int(static),
                                  last=examples[-1],
                                  sources=" ".join(f'"{example}"' for example in examples)))
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
    subprocess.run(["cmake", "--build", folder, "--parallel", "2"], check=True,
                   stdout=subprocess.DEVNULL)
    programs = [os.path.splitext(os.path.basename(example))[0] for example in examples]
    for program in programs + (["static"] if look_for(root, f"lib{name}.a") else []):
        run_example(os.path.join(folder, program), environment)


def run_example(program, environment):
    done = subprocess.run([program], env=environment, capture_output=True)
    if done.returncode != 0 or not done.stdout:
        sys.exit(f"{program} fails: {done.stderr.decode()}")


def link_statically(root, name, compiler, example, environment):
    """By pkg-config alone, with all of the library, so that all libraries that it needs have to be
    named. These are shared if one of them is not installed as a static library."""
    flags = subprocess.run(["pkg-config", "--static", "--cflags", "--libs", name], check=True,
                           env=environment, text=True, capture_output=True).stdout
    flags = shlex.split(flags)
    empty = subprocess.run(compiler + ["-static", "-x", "c", "-", "-o", os.devnull] +
                           [flag for flag in flags if flag != "-l" + name], text=True,
                           input="int main(void) { return 0; }", capture_output=True)
    library = "-l" + name if empty.returncode == 0 else f"-l:lib{name}.a"
    at = flags.index("-l" + name)
    flags[at:at + 1] = ["-Wl,--whole-archive", library, "-Wl,--no-whole-archive"]
    if empty.returncode == 0:
        flags.append("-static")
    program = os.path.join(root, "static")
    done = subprocess.run(compiler + [example, "-o", program] + flags, text=True,
                          capture_output=True)
    if done.returncode != 0:
        sys.exit(f"pkg-config --static: {done.stderr}")
    run_example(program, dict(environment, LD_LIBRARY_PATH=""))


def expect(command, status, **options):
    done = subprocess.run(command, capture_output=True, **options)
    if done.returncode != status:
        sys.exit(f"{command}: status {done.returncode}, expected {status}: {done.stderr.decode()}")


def try_moved(root, name, build_moved, environment):
    """Pictures and MPI, from an installed program and from one that links the shared library."""
    module = f"lib{name}-mpi.so.0"
    library, drawer = look_for(root, module), look_for(root, "konig-graphviz")
    environment = dict(environment, OMPI_ALLOW_RUN_AS_ROOT="1", OMPI_ALLOW_RUN_AS_ROOT_CONFIRM="1")
    graph, picture = os.path.join(root, "graph.txt"), os.path.join(root, "picture.svg")
    with open(graph, "w", encoding="ascii") as file:
        file.write("0 1\n1 0\n")
    euler_find = [os.path.join(find(root, "euler-find", "bin"), "euler-find"), graph]
    one_rank = euler_find + ["--ranks", "mpi"]
    if drawer:
        expect(euler_find + ["--picture", picture], 0, env=environment)
    if library:
        expect(one_rank, 0, env=environment)
    if look_for(root, f"lib{name}.so"):
        expect([build_moved(), picture if drawer else "", "mpi" if library else ""], 0,
               env=environment)
    if library:  # but nothing is opened in the current directory
        here = os.path.join(root, "here")
        os.mkdir(here)
        os.rename(os.path.realpath(os.path.join(library, module)), os.path.join(here, module))
        expect(one_rank, 69, env=environment, cwd=here)


def write_readme_program(root):
    readme = os.path.join(os.path.dirname(__file__), "..", "..", "README.md")
    with open(readme, encoding="utf-8") as file:
        program = re.search(r"^```c\n(.*?)^```$", file.read(), re.S | re.M)[1]
    path = os.path.join(root, "readme.c")
    with open(path, "w", encoding="utf-8") as file:
        file.write(program)
    return path


def main():
    build, name, compiler, moved = sys.argv[1], sys.argv[2], shlex.split(sys.argv[3]), sys.argv[4]
    if not shutil.which("pkg-config"):
        return SKIP
    with tempfile.TemporaryDirectory() as root:
        examples = sys.argv[5:] + [write_readme_program(root)]
        subprocess.run(shlex.split(os.environ.get("MESON", "meson")) +
                       ["install", "-C", build, "--no-rebuild", "--quiet", "--destdir", root],
                       check=True)
        for tool in ("euler-find", "csr", "astar"):
            subprocess.run([os.path.join(find(root, tool, "bin"), tool), "--version"], check=True,
                           env={**os.environ, "LD_LIBRARY_PATH": ""})
        environment = dict(os.environ, PKG_CONFIG_PATH=find(root, name + ".pc"),
                           PKG_CONFIG_SYSROOT_DIR=root,
                           LD_LIBRARY_PATH=look_for(root, f"lib{name}.so") or "")
        flags = subprocess.run(["pkg-config", "--cflags", "--libs", name], check=True,
                               env=environment, text=True, capture_output=True).stdout
        flags = shlex.split(flags)
        for flag in flags:
            if flag.startswith(("-I", "-L")) and not os.path.isdir(flag[2:]):
                sys.exit(f"{flag} names a folder that is none of konig's")

        def build_example(example):
            program = os.path.join(root, "example")
            subprocess.run(compiler + [example, "-o", program] + flags, check=True)
            return program

        for example in examples:
            run_example(build_example(example), environment)
        if look_for(root, f"lib{name}.a"):
            link_statically(root, name, compiler, examples[-1], environment)
        if shutil.which("cmake"):
            use_cmake(root, name, examples, dict(environment, CC=" ".join(compiler)))
        try_moved(root, name, lambda: build_example(moved), environment)
    return 0


if __name__ == "__main__":
    sys.exit(main())
