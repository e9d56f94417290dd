#!/usr/bin/env python3
"""Ranks that are processes: check's cases over ranks, and what mpirun sees of a tool.

usage: mpi.py IMPLEMENTATION LIBRARY CHECK RANK_JOB EULER_FIND CSR
IMPLEMENTATION: openmpi or mpich
"""
import os
import re
import shutil
import subprocess
import sys
import tempfile

SKIP = 77
# The most that a machine of a few cores is to be asked for: waiting ranks leave it to others.
COUNTS = (1, 2, 3, 4, 7)


def find_mpirun(implementation):
    """mpirun of the MPI that the library is built with, or None."""
    mark = {"openmpi": r"Open MPI|OpenRTE|PRRTE", "mpich": "HYDRA"}[implementation]
    for name in ("mpirun." + implementation, "mpirun", "mpiexec"):
        path = shutil.which(name)
        if path and re.search(mark, subprocess.run([path, "--version"], text=True,
                                                   capture_output=True).stdout):
            return path
    return None


class Runner:
    def __init__(self, mpirun, library):
        self.mpirun = mpirun
        self.bad = []
        self.environment = dict(
            os.environ, KONIG_MPI=library, OMP_NUM_THREADS="1", KONIG_RANK_TIMEOUT="60",
            ASAN_OPTIONS="detect_leaks=0",  # MPI leaks
            # Of Open MPI: as root, and more ranks than cores; of later ones.
            OMPI_ALLOW_RUN_AS_ROOT="1", OMPI_ALLOW_RUN_AS_ROOT_CONFIRM="1",
            OMPI_MCA_rmaps_base_oversubscribe="1",
            PRTE_MCA_rmaps_default_mapping_policy=":oversubscribe",
            OMPI_MCA_btl_vader_single_copy_mechanism="none")

    def run(self, ranks, command, **environment):
        return subprocess.run([self.mpirun, "-n", str(ranks)] + command, text=True, timeout=200,
                              stdin=subprocess.DEVNULL, capture_output=True,
                              env=dict(self.environment, **environment))

    def expect(self, ok, what, done):
        if not ok:
            self.bad.append(f"{what}: status {done.returncode}\n{done.stdout}{done.stderr}")


def check_cases(runner, check):
    """The cases of ranks on two ranks; on others those that go on while nothing fails."""
    cases = {2: ["comm.", "ranks.", "parts."], 7: ["comm.", "ranks.generated", "parts."]}
    for ranks in COUNTS:
        for some in cases.get(ranks, ["comm.", "ranks.generated"]):
            done = runner.run(ranks, [check, "--ranks", "mpi", "--threads", "1", "--small",
                                      "--filter", some])
            runner.expect(done.returncode == 0 and done.stdout.count("cases passed") == 1,
                          f"check {some} on {ranks} ranks", done)


def check_job(runner, job):
    """What a tool prints, and leaves, under mpirun."""
    for ranks in COUNTS:
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "out")
            done = runner.run(ranks, [job, "-o", path])
            expected = "rank 0 writes\n" + "".join(f"rank {r} came\n" for r in range(ranks))
            runner.expect(done.returncode == 0 and not done.stdout and
                          re.findall("^rank-job.*", done.stderr, re.M) ==
                          ["rank-job: rank 0 says it is done"] and
                          open(path, encoding="utf-8").read() == expected,
                          f"{ranks} ranks", done)
            runner.expect(os.listdir(folder) == ["out"], "files are left", done)

    def fails(ranks, options, status, said, **environment):
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "out")
            done = runner.run(ranks, [job, "-o", path] + options, **environment)
            text = done.stdout + done.stderr  # MPICH's mpirun says on either how processes ended
            runner.expect(status in (None, done.returncode) and done.returncode != 0 and
                          (text.count(said) == 1 if status else said in text.lower()) and
                          "done" not in text and not os.path.exists(path),
                          f"{ranks} ranks, {options}", done)

    for rank in range(3):
        fails(3, ["--fail", str(rank)], 65,
              f"rank-job: in.txt:3:1: rank {rank} reads no graph\n")
        fails(3, ["--blame", str(rank)], 71, "out of memory for the")
        fails(3, ["--kill", str(rank)], None, "signal")
    for rank in (0, 2):
        fails(3, ["--share", "--kill", str(rank)], None, "signal")
    fails(3, ["--share", "--fail", "1"], 65, "rank-job: in.txt:3:1: rank 1 reads no graph\n")
    # What mpirun makes of processes that end without waiting for the others is its own.
    fails(3, ["--late", "2"], None, "rank-job: rank 2 of 3 did not come within 1 s\n",
          KONIG_RANK_TIMEOUT="1")
    fails(3, ["-"], 64, "rank-job: standard input can be read once")
    # Devices of which there is none, or of which the second rank has none: all ranks end.
    fails(2, ["--device", "cuda:90,91"], 69, "device cuda:90 is not available")
    fails(2, ["--device", "cuda:all"], 69, "device cuda:0 is not available",
          CUDA_VISIBLE_DEVICES="")
    fails(2, [], 69, "rank-job: MPI cannot be used, because its part of konig, 'nowhere'",
          KONIG_MPI="nowhere")
    # Each process by itself, which then talks for itself.
    done = runner.run(2, [job, "--ranks", "1"])
    runner.expect(done.returncode == 0 and done.stdout.count("rank 0 came\n") == 2,
                  "--ranks 1", done)


def without_memory(text):
    """The lines of csr info but for the one that says what the graph takes."""
    return [line for line in text.splitlines() if not line.startswith("memory")]


def check_tools(runner, euler_find, csr):
    """What all ranks read and write is what one process does."""
    with tempfile.TemporaryDirectory() as folder:
        def name(file):
            return os.path.join(folder, file)

        def content(file):
            with open(name(file), "rb") as opened:
                return opened.read()

        subprocess.run([csr, "generate", "random", "--vertices", "500", "--max-degree", "5",
                        "-o", name("one.kcsr")], check=True)
        subprocess.run([csr, "convert", name("one.kcsr"), "-o", name("one.txt")], check=True)
        subprocess.run([euler_find, name("one.txt"), "-o", name("one")], check=True)
        with open(name("bad.txt"), "wb") as bad:
            bad.write(content("one.txt") + b"7 x\n")
        for ranks in (2, 7):
            done = runner.run(ranks, [euler_find, name("one.txt"), "-o", name("many")])
            runner.expect(done.returncode == 0 and content("one") == content("many"),
                          f"euler-find on {ranks} ranks", done)
        done = runner.run(3, [euler_find, name("one.kcsr")])
        runner.expect(done.returncode == 0 and done.stdout.encode() == content("one"),
                      "euler-find to standard output", done)
        subprocess.run([csr, "generate", "hypercube", "--dimension", "8", "-o", name("cube.kcsr")],
                       check=True)
        subprocess.run([euler_find, name("cube.kcsr"), "-o", name("cube")], check=True)
        done = runner.run(3, [euler_find, name("cube.kcsr")])
        runner.expect(done.returncode == 0 and done.stdout.encode() == content("cube"),
                      "euler-find of an undirected graph", done)
        done = runner.run(3, [csr, "convert", name("one.txt"), "-o", name("many.kcsr")])
        runner.expect(done.returncode == 0 and content("one.kcsr") == content("many.kcsr"),
                      "csr convert", done)
        for how in ("info", "components", "degrees"):
            done = runner.run(3, [csr, how, name("one.txt")])
            alone = subprocess.run([csr, how, name("one.txt")], text=True, capture_output=True)
            runner.expect(done.returncode == 0 and without_memory(done.stdout) ==
                          without_memory(alone.stdout), f"csr {how}", done)
        done = runner.run(3, [csr, "components", name("cube.kcsr"), "-o", name("many")])
        runner.expect(done.returncode == 0 and content("many").count(b"\t0\n") == 256,
                      "csr components of an undirected graph", done)
        done = runner.run(2, [csr, "info", name("bad.txt")])
        alone = subprocess.run([csr, "info", name("bad.txt")], text=True, capture_output=True)
        runner.expect(done.returncode == 65 and done.stderr.count(alone.stderr) == 1,
                      "csr info of a bad line", done)
        done = runner.run(3, [euler_find, name("bad.txt"), "-o", name("none")])
        alone = subprocess.run([euler_find, name("bad.txt")], text=True, capture_output=True)
        runner.expect(done.returncode == 65 and done.stderr.count(alone.stderr) == 1 and
                      not os.path.exists(name("none")), "a bad line", done)
        runner.expect(not [file for file in os.listdir(folder) if "konig" in file],
                      "files are left", done)


def main():
    implementation = sys.argv[1]
    library, check, job, euler_find, csr = (os.path.abspath(path) for path in sys.argv[2:])
    mpirun = find_mpirun(implementation)
    if not mpirun:
        print(f"skipped: there is no mpirun of {implementation}")
        return SKIP
    runner = Runner(mpirun, library)
    check_cases(runner, check)
    check_job(runner, job)
    check_tools(runner, euler_find, csr)
    for line in runner.bad:
        print(line)
    return bool(runner.bad)


if __name__ == "__main__":
    sys.exit(main())
