#!/usr/bin/env python3
"""Times konig's sort of every type of numbers beside NumPy's, vqsort and std::sort, on one thread,
and prints a table of nanoseconds a number.

usage: bench_sort.py LIBKONIG PEERS [--quick]

PEERS is the library of bench/peers/sort.cpp. All sort the same random numbers, which fill their
type, and take turns; the best of some runs counts, less what a call with no numbers takes. Every
answer is compared with NumPy's.
"""
import ctypes
import sys
import time

import numpy as np

from library import Library

# By name, the value of kg_type.
TYPES = {"uint8": 6, "uint16": 8, "uint32": 0, "uint64": 1, "int8": 5, "int16": 7, "int32": 9,
         "int64": 2, "float32": 3, "float64": 4}
RUNS, SECONDS = 3, 0.2  # each sort runs at least RUNS times, and until SECONDS have passed


def numbers(name, n):
    random = np.random.default_rng(n)
    if name.startswith("f"):
        return random.uniform(-1000, 1000, n).astype(name)
    ends = np.iinfo(name)
    return random.integers(ends.min, ends.max, n, dtype=name, endpoint=True)


def sorters(konig, peers, name):
    """By title, a function that makes of an array the call that sorts it in place. What ctypes does
    to an array before the call takes as long as a sort of 10^3 numbers, and is not timed."""
    def ours(a):
        pointer, n = ctypes.c_void_p(a.ctypes.data), ctypes.c_uint64(a.size)
        arguments = pointer, None, konig.context, TYPES[name], n, pointer, 0
        function = konig.lib.kg_array_sort
        return lambda: konig.check(function(*arguments))

    def peer(function):
        def ready(a):
            pointer, n = ctypes.c_void_p(a.ctypes.data), ctypes.c_size_t(a.size)
            return lambda: function(pointer, n)
        return ready

    found = {"NumPy": lambda a: a.sort, "konig": ours}
    for title, prefix in ("vqsort", "vqsort_"), ("std::sort", "std_"):
        if hasattr(peers, prefix + name):
            found[title] = peer(getattr(peers, prefix + name))
    return found


def cost_of_calls(calls, a):
    """Seconds of each call with no numbers, the best of some."""
    def seconds(sort):
        begin = time.perf_counter()
        sort()
        return time.perf_counter() - begin

    return {title: min(seconds(call(a[:0].copy())) for _ in range(1000))
            for title, call in calls.items()}


def measure(calls, a):
    """Seconds of each call, the best of some; None where an answer is wrong. What a call from
    Python takes with no numbers is not counted: ctypes needs five times as long as NumPy, which
    would be a third of a sort of 10^3 numbers."""
    expected, best, spent, runs = np.sort(a), dict.fromkeys(calls, 1e9), 0, 0
    while runs < RUNS or (spent < SECONDS and runs < 1000):
        for title, call in calls.items():
            copy = a.copy()
            sort = call(copy)
            begin = time.perf_counter()
            sort()
            took = time.perf_counter() - begin
            best[title] = min(best[title], took)
            spent += took
            if not runs and not (copy == expected).all():
                print(f"{title}: {a.size} numbers of {a.dtype} are not sorted", file=sys.stderr)
                return None
        runs += 1
    empty = cost_of_calls(calls, a)
    return {title: best[title] - empty[title] for title in calls}


def main():
    most = 5 if "--quick" in sys.argv else 8
    konig, peers = Library(sys.argv[1], 1), ctypes.CDLL(sys.argv[2])
    titles = ("NumPy", "vqsort", "std::sort", "konig")
    print("| type | numbers | " + " | ".join(titles) + " | NumPy over konig |")
    print("|---|--:|--:|--:|--:|--:|--:|")
    for name in TYPES:
        calls = sorters(konig, peers, name)
        for power in range(3, most + 1):
            best = measure(calls, numbers(name, 10**power))
            if best is None:
                return 1
            cells = [f"{1e9 * best[title] / 10**power:.2f}" if title in best else "-"
                     for title in titles]
            print(f"| {name} | 10^{power} | " + " | ".join(cells)
                  + f" | {best['NumPy'] / best['konig']:.2f} |", flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
