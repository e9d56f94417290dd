#!/usr/bin/env python3
"""Times konig's array primitives beside NumPy's in one run, and prints a table.

usage: bench_numpy.py LIBKONIG [--quick]

Both get the same arrays in memory and take turns; the best of some runs counts. konig runs on one
thread and on two. Every answer is compared with NumPy's: a wrong one ends the run.
"""
import ctypes
import sys
import time

import numpy as np

from library import Library

RANGE = [0.0, 0.0]  # of histograms: of the numbers at hand
KG_SCAN_SUM, KG_SCAN_MAX = 0, 2
KG_SCAN_INCLUSIVE = KG_ASCENDING = KG_TOP_GREATEST = 0
KG_GREATER = 2
TYPE = {"uint32": 0, "uint64": 1, "int64": 2, "float32": 3, "float64": 4}


class Konig(Library):
    def call(self, name, outputs, array, *more):
        """kg_array_NAME(outputs..., context, type, n, array, more...)."""
        function = getattr(self.lib, "kg_array_" + name)
        pointers = [None if o is None else ctypes.c_void_p(o.ctypes.data) for o in outputs]
        self.check(function(*pointers, self.context, TYPE[array.dtype.name],
                            ctypes.c_uint64(array.size), ctypes.c_void_p(array.ctypes.data), *more))


def sort(k, a, out):
    k.call("sort", [out, None], a, KG_ASCENDING)
    return out


def scan(k, a, out):
    k.call("scan", [out, None], a, KG_SCAN_SUM, KG_SCAN_INCLUSIVE)
    return out


def running_max(k, a, out):
    k.call("scan", [out, None], a, KG_SCAN_MAX, KG_SCAN_INCLUSIVE)
    return out


def distinct(k, a, out):
    count = np.zeros(1, np.uint64)
    k.call("distinct", [out, None, None, count], a)
    return out[:int(count[0])]


def total(k, a, out):
    result = np.zeros(1, np.float64 if a.dtype.kind == "f" else a.dtype)
    k.call("sum", [result, None], a)
    return result


def argmin(k, a, out):
    result = np.zeros(1, np.uint64)
    k.call("argmin", [result, None], a)
    return result


def histogram(k, a, out):
    times = np.zeros(100, np.uint64)
    k.call("histogram", [times, None], a, ctypes.c_uint64(100), *map(ctypes.c_double, RANGE))
    return times


def top(k, a, out):
    k.call("top", [out, None], a, ctypes.c_uint64(100), KG_TOP_GREATEST)
    return out[:100]


def compact(k, a, out):
    count = np.zeros(1, np.uint64)
    than = np.array([500], a.dtype if a.dtype.kind != "f" else np.float64)
    k.call("select_if", [out, count], a, KG_GREATER,
           ctypes.c_uint64(int(than.view(np.uint64)[0])))
    return out[:int(count[0])]


CASES = [
    ("sort", sort, np.sort),
    ("distinct", distinct, np.unique),
    ("scan", scan, np.cumsum),
    ("scan max", running_max, np.maximum.accumulate),
    ("histogram, 100 bins", histogram, lambda a: np.histogram(a, 100, RANGE)[0]),
    ("sum", total, lambda a: a.sum(dtype=np.float64 if a.dtype.kind == "f" else None)),
    ("argmin", argmin, np.argmin),
    ("top 100", top, lambda a: np.sort(np.partition(a, -100)[-100:])[::-1]),
    ("compact > 500", compact, lambda a: a[a > 500]),
]


def same(got, expected, kind):
    """Sums of floats are rounded in another order; NumPy's of float32 so in single precision."""
    expected = np.asarray(expected).reshape(-1)
    if got.size != expected.size:
        return False
    if kind in ("scan", "sum") and got.dtype.kind == "f":
        return np.allclose(got, expected, rtol=1e-2 if got.dtype == np.float32 else 1e-9)
    return bool((got == expected).all())


def main():
    quick = "--quick" in sys.argv
    n = 1 << (20 if quick else 24)
    runs = 3 if quick else 5
    one, two = Konig(sys.argv[1], 1), Konig(sys.argv[1], 2)
    random = np.random.default_rng(1)
    print("| primitive | numbers | NumPy | konig, 1 thread | konig, 2 threads | ratio, 1 thread |")
    print("|---|---|--:|--:|--:|--:|")
    for what, a in (("int64 of 20 bits", random.integers(0, 1 << 20, n)),
                    ("int64 of 62 bits", random.integers(-(1 << 61), 1 << 61, n)),
                    ("float64", random.uniform(0, 1000, n)),
                    ("float32", random.uniform(0, 1000, n).astype(np.float32))):
        out = np.zeros_like(a)
        RANGE[:] = float(a.min()), float(a.max())
        for name, ours, theirs in CASES:
            if what == "int64 of 62 bits" and name in ("scan", "sum"):
                continue  # the sums do not fit, which NumPy does not say
            if what == "float32" and name.startswith("histogram"):
                continue  # NumPy rounds the edges to single precision: the counts differ
            best = [1e9] * 3
            for _ in range(runs):
                for i, call in enumerate((lambda: theirs(a), lambda: ours(one, a, out),
                                          lambda: ours(two, a, out))):
                    begin = time.perf_counter()
                    answer = call()
                    best[i] = min(best[i], time.perf_counter() - begin)
                    if i == 0:
                        expected = answer
                    elif not same(answer, expected, name):
                        print(f"{name} of {what}: konig and NumPy differ", file=sys.stderr)
                        return 1
            print(f"| {name} | {what} | " + " | ".join(f"{1e3 * t:.1f} ms" for t in best)
                  + f" | {best[0] / best[1]:.2f} |", flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
