#!/usr/bin/env python3
"""Times the Python package: circuits of NumPy's arrays beside the bare calls of C that do the same,
and eulerian_circuit() of NetworkX with konig beside NetworkX' own.

usage: bench_python.py [--quick]

What is told is processor time, of all threads, user and system: other work on the machine changes
it little. Calls that are compared take turns. Each circuit of NetworkX is verified; those of arrays
are compared with what C gives.
"""
import gc
import statistics
import sys
import time
from collections import Counter

import konig
import networkx as nx
import numpy as np
from konig._context import EDGE
from konig._konig import ffi, lib

PAIRS = 7


def spent(call):
    """The result of a call, and the milliseconds that it took."""
    begin = time.process_time()
    result = call()
    return result, 1e3 * (time.process_time() - begin)


def bare(context, row, col):
    """The walk by C alone, as an array that lies in its memory, and what has to be freed."""
    graph, euler, walk = ffi.new('kg_graph **'), ffi.new('kg_euler **'), ffi.new('kg_edge **')
    for status in (
            lib.kg_graph_borrow_csr(graph, context.pointer, row.size - 1,
                                    ffi.from_buffer('kg_edge *', row),
                                    ffi.from_buffer('kg_vertex *', col), ffi.NULL),
            lib.kg_euler_find(euler, graph[0], ffi.NULL), lib.kg_euler_walk(euler[0], walk)):
        if status != lib.KG_OK:
            raise RuntimeError(ffi.string(lib.kg_context_message(context.pointer)))
    edges = np.frombuffer(ffi.buffer(walk[0], EDGE.itemsize * col.size), EDGE)
    return edges, graph[0], euler[0]


def arrays(vertices, threads):
    made = konig.generate.random(vertices, 7, seed=1)
    row, col = made.row.copy(), made.col.copy()
    del made
    context = konig.Context(device='cpu', threads=threads)
    times = []
    for _ in range(PAIRS + 1):
        (walk, graph, euler), in_c = spent(lambda: bare(context, row, col))
        expected = walk.copy()
        lib.kg_euler_destroy(euler)
        lib.kg_graph_destroy(graph)
        edges, in_python = spent(
            lambda: konig.Graph.from_csr(row, col, context=context).euler().edges)
        if not np.array_equal(edges, expected):
            sys.exit('the walks differ')
        del edges, expected
        times.append((in_c, in_python))
    times = times[1:]  # the first pair warms up
    print(f'| {col.size} edges, {threads} thread{"s"[:threads > 1]} '
          f'| {statistics.median(t for t, _ in times):.0f} ms '
          f'| {statistics.median(t for _, t in times):.0f} ms '
          f'| {statistics.median(p / c for c, p in times):.3f} |')


def verify(graph, circuit):
    if Counter(circuit) != Counter(list(graph.edges(keys=True))) or any(
            one[1] != other[0] for one, other in zip(circuit, circuit[1:])):
        sys.exit('not a circuit')


def networkx(vertices, kind, own):
    made = konig.generate.random(vertices, 7, seed=1)
    ends = made.ends.tolist()
    graph = nx.MultiDiGraph()
    graph.add_edges_from(ends if kind == 'numbers' else [
        tuple(f'node {v}' if kind == 'texts' else (v, 'a') for v in edge) for edge in ends])
    del ends, made
    first, later, soon, convert = [], [], [], []
    for _ in range(PAIRS):
        graph.__networkx_cache__.clear()
        gc.collect()
        circuit, ms = spent(lambda: list(nx.eulerian_circuit(graph, keys=True, backend='konig')))
        first.append(ms)
        verify(graph, circuit)
        del circuit
        _, ms = spent(lambda: list(nx.eulerian_circuit(graph, keys=True, backend='konig')))
        later.append(ms)
        _, ms = spent(lambda: next(nx.eulerian_circuit(graph, keys=True, backend='konig')))
        soon.append(ms)
        _, ms = spent(lambda: konig.networkx_backend.convert_from_nx(graph))
        convert.append(ms)
    theirs = '–'
    if own:
        circuit, ms = spent(lambda: list(nx.eulerian_circuit(graph, keys=True)))
        verify(graph, circuit)
        theirs = f'{ms:.0f} ms'
    print(f'| {graph.number_of_edges()} edges, {kind} | {theirs} | '
          + ' | '.join(f'{statistics.median(times):.0f} ms'
                       for times in (first, convert, later, soon)) + ' |', flush=True)


def main():
    quick = '--quick' in sys.argv
    nx.config.warnings_to_ignore.add('cache')
    print('| from CSR arrays to the circuit | C | Python | ratio |\n'
          '|---|--:|--:|--:|')
    for threads in 1, 2:
        arrays(100_000 if quick else 10 << 20, threads)
    print('\n| a MultiDiGraph, its circuit with keys | NetworkX | konig, the first call '
          '| of that conversion | later calls | a later call to its first edge |\n'
          '|---|--:|--:|--:|--:|--:|')
    for kind in 'numbers', 'texts', 'tuples':
        networkx(5000 if quick else 100_000, kind, kind == 'numbers')


if __name__ == '__main__':
    import konig.networkx_backend
    main()
