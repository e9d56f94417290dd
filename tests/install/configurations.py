#!/usr/bin/env python3
"""Builds and installs konig as packagers do, from a copy in a folder whose name has a blank:
static, shared, with static dependencies, into several prefixes, and within another Meson project
whose files are joined (--unity on). Tries the examples of docs/packaging.md. Configures for GPUs
with an nvcc that compiles nothing.

usage: configurations.py SOURCE_FOLDER CC      meson's command is in $MESON
"""
import os
import re
import shlex
import shutil
import subprocess
import sys
import tempfile

MESON = shlex.split(os.environ.get("MESON", "meson"))
# Debian has no static library of Highway, and the example with -static needs one of everything.
QUICK = ["-Doptimization=0", "-Dcuda=disabled", "-Dbench=disabled", "-Dtests=disabled",
         "-Dman=disabled", "-Dhighway=disabled"]

NVCC = """#!/bin/sh
case $1 in
--version) echo 'Cuda compilation tools, release 12.4, V12.4.99' ;;
--list-gpu-arch) printf 'compute_%s\\n' 50 75 80 86 87 89 90 ;;
esac
"""
# gpu_archs, what nvidia-smi says, the kernels, the PTX; None: Meson refuses it.
ARCHITECTURES = [
    ("auto", "", ["90"], "75"),
    ("auto", "8.6\n7.5\n8.6\n", ["75", "86"], "86"),
    ("auto", "12.0\n", ["90"], "75"),
    ("auto", "NVIDIA-SMI has failed\n", ["90"], "75"),
    ("all", "", ["75", "80", "86", "89", "90"], "90"),
    ("80;90", "8.6\n", ["80", "90"], "90"),
    ("70", "", None, None),
]


def run(command, **options):
    done = subprocess.run(command, text=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                          **options)
    if done.returncode != 0:
        sys.exit(f"{shlex.join(command)}: status {done.returncode}\n{done.stdout[-6000:]}")
    return done.stdout


def write(path, text, mode=0o644):
    os.makedirs(os.path.dirname(path), exist_ok=True)
    with open(path, "w", encoding="utf-8") as file:
        file.write(text)
    os.chmod(path, mode)


def block(source, page, language):
    """The first block of a language in a page."""
    with open(os.path.join(source, page), encoding="utf-8") as file:
        return re.search(rf"^```{language}\n(.*?)^```$", file.read(), re.S | re.M)[1]


def rebuild(build, *options):
    run(MESON + ["configure", build, *options])
    run(["ninja", "-C", build])


def needed(program):
    """The shared libraries that the program's file names."""
    return re.findall(r"\(NEEDED\).*\[(.*)\]", run(["readelf", "-d", program]))


def use_cmake(root, source, config):
    folder = tempfile.mkdtemp(dir=root)
    write(os.path.join(folder, "circuit.c"), block(source, "README.md", "c"))
    write(os.path.join(folder, "CMakeLists.txt"), block(source, "docs/packaging.md", "cmake"))
    run(["cmake", "-S", folder, "-B", folder, f"-Dkonig_DIR={config}"])
    run(["cmake", "--build", folder])
    run([os.path.join(folder, "circuit")])


def use_pkg_config(root, source, libraries):
    """The page's commands, by a shell that takes a folder with blanks as pkg-config quotes it."""
    folder = tempfile.mkdtemp(dir=root)
    write(os.path.join(folder, "circuit.c"), block(source, "README.md", "c"))
    for command in block(source, "docs/packaging.md", "").splitlines():
        command = command.split("#")[0]
        run(["sh", "-c", f'eval "{command} && ./a.out"'], cwd=folder, env={
            **os.environ, "PKG_CONFIG_PATH": f"{libraries}/pkgconfig",
            "LD_LIBRARY_PATH": libraries})


def try_prefixes(root, source, build):
    """Libraries and headers outside of the prefix, and then CMake's files moved to the headers."""
    out, library, dev = (os.path.join(root, name) for name in ("out", "library", "dev"))
    rebuild(build, f"-Dprefix={out}", f"-Dlibdir={library}/lib", f"-Dincludedir={dev}/include")
    run(MESON + ["install", "-C", build, "--no-rebuild"])
    use_cmake(root, source, f"{library}/lib/cmake/konig")
    os.makedirs(f"{dev}/lib")
    os.rename(f"{library}/lib/cmake", f"{dev}/lib/cmake")
    use_cmake(root, source, f"{dev}/lib/cmake/konig")
    use_pkg_config(root, source, f"{library}/lib")


def try_kinds(source, compiler, build, examples):
    """One kind of library alone, and both, each in an installation that was moved."""
    for kind, library, missing in (("static", "libkonig.a", ".so"), ("shared", "libkonig.so", ".a"),
                                   ("both", "libkonig.so", None)):
        rebuild(build, f"-Ddefault_library={kind}")
        run([sys.executable, os.path.join(source, "tests/install/install.py"), build, "konig",
             compiler, os.path.join(source, "tests/install/moved.c"), *examples])
        with tempfile.TemporaryDirectory() as root:
            run(MESON + ["install", "-C", build, "--no-rebuild", "--destdir", root])
            names = {name for _, _, files in os.walk(root) for name in files}
            if library not in names or missing and "libkonig" + missing in names:
                sys.exit(f"{kind}: installed {sorted(names)}")


def try_static_dependencies(build):
    run(MESON + ["configure", build, "--clearcache"])  # the dependencies that were found before
    rebuild(build, "-Dprefer_static=true", "-Ddefault_library=both")
    for name in needed(os.path.join(build, "tools", "csr")):
        if re.match("lib(png|deflate|zstd|gmp)", name):
            sys.exit(f"prefer_static: csr needs {name}")
    run([os.path.join(build, "tools", "csr"), "generate", "torus", "--width", "3", "--height",
         "3"])


def try_subproject(root, source):
    user = os.path.join(root, "user")
    write(os.path.join(user, "circuit.c"), block(source, "README.md", "c"))
    write(os.path.join(user, "meson.build"), block(source, "docs/packaging.md", "meson"))
    write(os.path.join(user, "subprojects", "konig.wrap"),
          block(source, "docs/packaging.md", "ini"))
    os.symlink(source, os.path.join(user, "subprojects", "konig"))
    build = os.path.join(user, "build")
    run(MESON + ["setup", build, user, "--unity=on", "-Doptimization=0", "-Dkonig:cuda=disabled"])
    run(["ninja", "-C", build])
    run([os.path.join(build, "circuit")])


def try_gpus(root, source):
    toolkit = os.path.join(root, "toolkit")
    write(os.path.join(toolkit, "bin", "nvcc"), NVCC, 0o755)
    os.mkdir(os.path.join(toolkit, "lib64"))
    run(["ar", "rcs", os.path.join(toolkit, "lib64", "libcudart_static.a")])
    environment = dict(os.environ, PATH=f"{toolkit}/bin:{os.environ['PATH']}")
    for number, (option, said, kernels, ptx) in enumerate(ARCHITECTURES):
        write(os.path.join(toolkit, "bin", "nvidia-smi"), f"#!/bin/sh\nprintf '{said}'\n", 0o755)
        build = os.path.join(root, f"gpus {number}")
        done = subprocess.run(MESON + ["setup", build, source, "-Dauto_features=disabled",
                                       "-Dcuda=enabled", f"-Dgpu_archs={option}"],
                              text=True, capture_output=True, env=environment)
        if (done.returncode == 0) != (kernels is not None):
            sys.exit(f"gpu_archs {option}: status {done.returncode}\n{done.stdout}")
        if kernels is None:
            continue
        with open(os.path.join(build, "build.ninja"), encoding="utf-8") as file:
            command = re.search(r"COMMAND = .*backend_cuda\.cu.*", file.read())[0]
        wanted = [f"arch=compute_{arch},code=sm_{arch}" for arch in kernels]
        wanted.append(f"arch=compute_{ptx},code=compute_{ptx}")
        got = re.findall(r"-gencode '?([\w=,]+)", command)
        text = f"kernels for {', '.join(kernels)}; PTX {ptx}"
        if got != wanted or text not in done.stdout:
            sys.exit(f"gpu_archs {option}, GPUs {said.split()}: {got}, expected {wanted}")


def main():
    original, compiler = os.path.abspath(sys.argv[1]), sys.argv[2]
    with tempfile.TemporaryDirectory(prefix="konig with blanks ") as root:
        source, build = os.path.join(root, "konig"), os.path.join(root, "build")
        shutil.copytree(original, source, symlinks=True,
                        ignore=lambda folder, names: [] if folder != original else [
                            name for name in names if name == ".git" or name.startswith("build")])
        examples = [os.path.join(source, "examples", name)
                    for name in ("euler_circuit.c", "grid_path.c")]
        try_gpus(root, source)
        try_subproject(root, source)
        run(MESON + ["setup", build, source, *QUICK])
        try_kinds(source, compiler, build, examples)
        try_static_dependencies(build)
        try_prefixes(root, source, build)
    return 0


if __name__ == "__main__":
    sys.exit(main())
