#!/usr/bin/env python3
"""Ranks that are processes: check's cases over ranks, and what mpirun sees of a tool.

usage: mpi.py IMPLEMENTATION LIBRARY CHECK RANK_JOB     IMPLEMENTATION: openmpi or mpich
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
    """All cases on two ranks; on others those that go on while nothing fails."""
    for ranks in COUNTS:
        for cases in [""] if ranks == 2 else ["comm.", "ranks.generated"]:
            done = runner.run(ranks, [check, "--ranks", "mpi", "--threads", "1", "--small",
                                      "--filter", cases])
            runner.expect(done.returncode == 0 and done.stdout.count("cases passed") == 1,
                          f"check {cases} on {ranks} ranks", done)


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


def main():
    implementation = sys.argv[1]
    library, check, job = (os.path.abspath(path) for path in sys.argv[2:])
    mpirun = find_mpirun(implementation)
    if not mpirun:
        print(f"skipped: there is no mpirun of {implementation}")
        return SKIP
    runner = Runner(mpirun, library)
    check_cases(runner, check)
    check_job(runner, job)
    for line in runner.bad:
        print(line)
    return bool(runner.bad)


if __name__ == "__main__":
    sys.exit(main())
