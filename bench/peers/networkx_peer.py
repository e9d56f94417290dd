"""The peer NetworkX. Arguments: a file of m pairs of 32-bit numbers, source and target of each
edge; the file to write the circuit to as 32-bit edge ids; "directed" or "undirected". Prints the
milliseconds of eulerian_circuit()."""

import array
import sys
import time

import networkx

ends = array.array("I")
with open(sys.argv[1], "rb") as file:
    ends.frombytes(file.read())
graph = networkx.MultiDiGraph() if sys.argv[3] == "directed" else networkx.MultiGraph()
for edge in range(len(ends) // 2):
    graph.add_edge(ends[2 * edge], ends[2 * edge + 1], key=edge)
begin = time.perf_counter()
circuit = list(networkx.eulerian_circuit(graph, source=ends[0], keys=True))
print(1e3 * (time.perf_counter() - begin))
with open(sys.argv[2], "wb") as file:
    array.array("I", (edge for _, _, edge in circuit)).tofile(file)
