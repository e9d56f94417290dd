"""The peers in Python for routes. Arguments: networkx or pymatching; a file of three numbers for
each street, its ends and its length. Prints the milliseconds of the peer's own calls, and the
length of what it repeats."""

import sys
import time

streets = []
with open(sys.argv[2], encoding="ascii") as file:
    for line in file:
        u, v, length = line.split()
        streets.append((int(u), int(v), float(length)))

if sys.argv[1] == "networkx":
    import networkx

    graph = networkx.MultiGraph()
    for u, v, length in streets:
        graph.add_edge(u, v, length=length)
    begin = time.perf_counter()
    walked = networkx.eulerize(graph)
    ms = 1e3 * (time.perf_counter() - begin)
    shortest = {}
    for u, v, length in streets:
        key = min(u, v), max(u, v)
        shortest[key] = min(length, shortest.get(key, length))
    # What it adds has no lengths: the shortest street between the same ends is taken.
    repeated = sum(shortest[min(u, v), max(u, v)] for u, v, data in walked.edges(data=True)
                   if "length" not in data)
else:
    import numpy
    import pymatching

    matching = pymatching.Matching()
    degree = numpy.zeros(1 + max(max(u, v) for u, v, _ in streets), dtype=numpy.uint8)
    for i, (u, v, length) in enumerate(streets):
        degree[u] += 1
        degree[v] += 1
        if u != v:
            matching.add_edge(u, v, weight=length, fault_ids={i}, merge_strategy="smallest-weight")
    begin = time.perf_counter()
    chosen = matching.decode(degree % 2)
    ms = 1e3 * (time.perf_counter() - begin)
    repeated = sum(length for (_, _, length), taken in zip(streets, chosen) if taken)

print(ms, repeated)
