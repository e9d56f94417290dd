#!/usr/bin/env python3
"""Times konig's distances from one vertex to all beside SciPy's, igraph's and NetworkX' in one run,
and prints a table.

usage: bench_distances.py LIBKONIG [--quick]

Then it times an index, which is made once, and pairs of vertices asked of it: every length is
compared with what a search found.

All get the same rows in memory and take turns; the best of some runs counts. What konig is timed
for is the whole call, with the check of the lengths, the tree of paths, and the check of the
answer; the others find the distances alone. Every answer is compared with konig's: another one ends
the run. Peers that are not installed are left out.
"""
import ctypes
import math
import sys
import time

import numpy as np
import scipy
import scipy.sparse
import scipy.sparse.csgraph

from library import Library

RANDOM, GRID_ROADS = 0, 7
RUNS = 3
MOST_NETWORKX = 300_000  # vertices: of more its dicts take minutes to make


class Generate(ctypes.Structure):
    _fields_ = [("kind", ctypes.c_int)] + [
        (name, ctypes.c_uint64) for name in ("vertices", "edges", "max_degree", "alphabet",
                                             "length", "width", "height", "seed")] + [
        ("path", ctypes.c_int), ("relabel", ctypes.c_int), ("dimension", ctypes.c_uint64)]


class Konig(Library):
    def __init__(self, path, threads):
        super().__init__(path, threads)
        self.lib.kg_distances_lengths.restype = ctypes.c_void_p
        self.lib.kg_graph_values.restype = ctypes.c_void_p

    def generate(self, **options):
        """Rows of a generated graph, each street of an undirected one there and back."""
        graph, both = ctypes.c_void_p(), ctypes.c_void_p()
        self.check(self.lib.kg_graph_generate(
            ctypes.byref(graph), self.context, ctypes.byref(Generate(seed=1, **options))))
        self.check(self.lib.kg_graph_symmetrise(ctypes.byref(both), graph)
                   if options["kind"] == GRID_ROADS else 0)
        of = both if both.value else graph
        row, col = ctypes.c_void_p(), ctypes.c_void_p()
        self.check(self.lib.kg_graph_csr(of, ctypes.byref(row), ctypes.byref(col)))
        n = self.lib.kg_graph_vertices(of)
        rows = array(row.value, n + 1, np.uint32)
        cols = array(col.value, int(rows[-1]), np.uint32)
        values = self.lib.kg_graph_values(of)
        lengths = array(values, cols.size, np.float64) if values else None
        self.lib.kg_graph_destroy(graph)
        self.lib.kg_graph_destroy(both)
        return rows, cols, lengths

    def distances(self, rows, cols, lengths, source):
        graph, found = ctypes.c_void_p(), ctypes.c_void_p()
        self.check(self.lib.kg_graph_borrow_csr(
            ctypes.byref(graph), self.context, ctypes.c_uint64(rows.size - 1),
            *(ctypes.c_void_p(a.ctypes.data) for a in (rows, cols, lengths))))
        self.check(self.lib.kg_graph_distances(
            ctypes.byref(found), graph, (ctypes.c_uint32 * 1)(source), ctypes.c_uint64(1), None))
        result = array(self.lib.kg_distances_lengths(found), rows.size - 1, np.float64)
        self.lib.kg_distances_destroy(found)
        self.lib.kg_graph_destroy(graph)
        return result


    def index(self, rows, cols, lengths):
        """A graph, its index, and how many seconds that took."""
        graph, made = ctypes.c_void_p(), ctypes.c_void_p()
        self.check(self.lib.kg_graph_borrow_csr(
            ctypes.byref(graph), self.context, ctypes.c_uint64(rows.size - 1),
            *(ctypes.c_void_p(a.ctypes.data) for a in (rows, cols, lengths))))
        seconds, status = timed(
            lambda: self.lib.kg_hierarchy_build(ctypes.byref(made), graph, None))
        self.check(status)
        return graph, made, seconds

    def query(self, index, pairs):
        """Lengths of pairs, and the seconds that each took, with those of a call from Python."""
        length = ctypes.c_double()
        ask, where = self.lib.kg_hierarchy_distance, ctypes.byref(length)
        ask.argtypes = [ctypes.c_void_p, ctypes.c_uint32, ctypes.c_uint32, ctypes.c_void_p]
        lengths, seconds = np.empty(len(pairs)), np.empty(len(pairs))
        for i, (source, target) in enumerate(pairs):
            begin = time.perf_counter()
            ask(index, source, target, where)
            seconds[i] = time.perf_counter() - begin
            lengths[i] = length.value
        return lengths, seconds

    def tree(self, index, n, source):
        found = ctypes.c_void_p()
        self.check(self.lib.kg_hierarchy_tree(
            ctypes.byref(found), index, (ctypes.c_uint32 * 1)(source), ctypes.c_uint64(1), None))
        result = array(self.lib.kg_distances_lengths(found), n, np.float64)
        self.lib.kg_distances_destroy(found)
        return result


def array(address, count, dtype):
    """A copy of an array of C."""
    code = np.ctypeslib.as_ctypes_type(dtype)
    return np.array(np.ctypeslib.as_array((code * count).from_address(address)))


def peers(rows, cols, lengths, source):
    """(name, function) of each: a function returns the distances of all vertices."""
    n = rows.size - 1
    matrix = scipy.sparse.csr_matrix((lengths, cols.astype(np.int32), rows.astype(np.int32)),
                                     (n, n))
    yield "SciPy", lambda: scipy.sparse.csgraph.dijkstra(matrix, indices=source)
    start = np.repeat(np.arange(n), np.diff(rows))
    try:
        import igraph
        graph = igraph.Graph(n, np.stack((start, cols), 1), directed=True)
        yield "igraph", lambda: np.array(graph.distances([source], weights=lengths)[0])
    except ImportError:
        pass
    if n <= MOST_NETWORKX:
        import networkx
        net = networkx.DiGraph()
        net.add_nodes_from(range(n))
        for u, v, w in zip(start.tolist(), cols.tolist(), lengths.tolist()):
            if v not in net[u] or w < net[u][v]["weight"]:
                net.add_edge(u, v, weight=w)

        def run():
            found = networkx.single_source_dijkstra_path_length(net, source)
            result = np.full(n, math.inf)
            result[list(found)] = list(found.values())
            return result
        yield "NetworkX", run


def timed(function):
    begin = time.perf_counter()
    result = function()
    return time.perf_counter() - begin, result


def main():
    library = sys.argv[1]
    quick = "--quick" in sys.argv
    konigs = {threads: Konig(library, threads) for threads in (1, 2)}
    print(f"SciPy {scipy.__version__}. Milliseconds; behind a peer how many times konig's on one "
          "thread.\n")
    print("| graph | vertices | edges | konig, 1 thread | 2 threads | peers |")
    print("|---|---|---|---|---|---|")
    sizes = (200,) if quick else (500, 3000)
    graphs = [(f"roads, {side} x {side}", {"kind": GRID_ROADS, "width": side, "height": side})
              for side in sizes]
    graphs += [(f"random, {n}", {"kind": RANDOM, "vertices": n, "max_degree": 7})
               for n in ((20_000,) if quick else (200_000, 5_000_000))]
    for name, options in graphs:
        rows, cols, lengths = konigs[1].generate(**options)
        if lengths is None:  # whole numbers from 1 to 100, or any
            lengths = np.random.default_rng(1).integers(1, 101, cols.size).astype(float)
        source = (rows.size - 1) // 2
        best, answer = {}, None
        functions = [(f"{threads}", lambda k=konig: k.distances(rows, cols, lengths, source))
                     for threads, konig in konigs.items()]
        functions += peers(rows, cols, lengths, source)
        for run in range(RUNS):
            for peer, function in functions:
                if run and best[peer] > 10:
                    continue
                seconds, result = timed(function)
                best[peer] = min(seconds, best.get(peer, math.inf))
                answer = result if answer is None else answer
                if not np.array_equal(result, answer):
                    sys.exit(f"{name}: {peer} found other distances")
        others = ", ".join(f"{peer} {1e3 * best[peer]:.0f} ({best[peer] / best['1']:.1f})"
                           for peer, _ in functions[len(konigs):])
        print(f"| {name} | {rows.size - 1:,} | {cols.size:,} | {1e3 * best['1']:.0f} | "
              f"{1e3 * best['2']:.0f} | {others} |", flush=True)
    print_indexes(konigs, quick)


def pair_peers(rows, cols, lengths):
    """(name, function) of each: a function returns the length of the path of a pair."""
    n = rows.size - 1
    start = np.repeat(np.arange(n), np.diff(rows))
    try:
        import igraph
        graph = igraph.Graph(n, np.stack((start, cols), 1), directed=True)
        yield "igraph", lambda u, v: graph.distances([u], [v], weights=lengths)[0][0]
    except ImportError:
        pass
    if n <= MOST_NETWORKX:
        import networkx
        net = networkx.DiGraph()
        net.add_weighted_edges_from(zip(start.tolist(), cols.tolist(), lengths.tolist()))
        yield "NetworkX", lambda u, v: networkx.bidirectional_dijkstra(net, u, v)[0]


def print_indexes(konigs, quick):
    """The table of indexes."""
    sources, each = 10, 1000 if quick else 10000
    print("\nWith an index, which two threads make and one asks: lengths of random pairs in "
          "microseconds, the mean and what one in 100 takes longer than, with some 2 for a call "
          "from Python; a tree with its check. Peers: milliseconds a pair.\n")
    print("| graph | vertices | making it, s | pair, µs | 99 in 100 | tree, ms | no index, ms | "
          "peers, ms a pair |")
    print("|---|---|---|---|---|---|---|---|")
    for side in (200,) if quick else (300, 1000):
        rows, cols, lengths = konigs[1].generate(kind=GRID_ROADS, width=side, height=side)
        n = rows.size - 1
        graph, index, made = konigs[2].index(rows, cols, lengths)
        random = np.random.default_rng(1)
        pairs = np.stack((np.repeat(random.integers(0, n, sources), each),
                          random.integers(0, n, sources * each)), 1)
        random.shuffle(pairs)
        found, seconds = konigs[2].query(index, pairs.tolist())
        for source in np.unique(pairs[:, 0]):
            plain, answer = timed(lambda s=source: konigs[1].distances(rows, cols, lengths, s))
            tree, same = timed(lambda s=source: konigs[2].tree(index, n, s))
            mine = pairs[:, 0] == source
            if not np.array_equal(found[mine], answer[pairs[mine, 1]]) or \
                    not np.array_equal(same, answer):
                sys.exit(f"roads of {n} vertices: the index gives other lengths")
        others = []
        for peer, ask in pair_peers(rows, cols, lengths):
            spent, got = timed(lambda f=ask: [f(u, v) for u, v in pairs[:5].tolist()])
            if not np.array_equal(got, found[:5]):
                sys.exit(f"roads of {n} vertices: {peer} found other lengths")
            others.append(f"{peer} {1e3 * spent / 5:.1f}")
        print(f"| roads, {side} x {side} | {n:,} | {made:.1f} | {1e6 * seconds.mean():.1f} | "
              f"{1e6 * np.percentile(seconds, 99):.1f} | {1e3 * tree:.0f} | {1e3 * plain:.0f} | "
              f"{', '.join(others)} |", flush=True)
        konigs[2].lib.kg_hierarchy_destroy(index)
        konigs[2].lib.kg_graph_destroy(graph)


if __name__ == "__main__":
    main()
