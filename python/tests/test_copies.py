"""Large arrays are not copied: by their addresses, and by the most memory that the process had."""
import subprocess
import sys

import konig
import numpy as np
import pytest


@pytest.mark.parametrize('kind', [np.uint32, np.int32])
def test_addresses(kind):
    """A graph lies in the arrays that it is given, and the walk in the C library's memory."""
    row, col = np.arange(1001, dtype=kind), np.roll(np.arange(1000, dtype=kind), -1).copy()
    values = np.ones(1000)
    for array in row, col, values:
        array.flags.writeable = False
    graph = konig.Graph.from_csr(row, col, values)
    for given, lent in (row, graph.row), (col, graph.col), (values, graph.values):
        assert lent.ctypes.data == given.ctypes.data and not lent.flags.owndata
    walk = graph.euler()
    assert walk.edges is walk.steps and not walk.edges.flags.owndata
    assert walk.edges.ctypes.data == int(konig._konig.ffi.cast(
        'uintptr_t', walk_of(walk)))


def walk_of(walk):
    """The address that C says."""
    ffi, lib = konig._konig.ffi, konig._konig.lib
    found = ffi.new('kg_edge **')
    assert lib.kg_euler_walk(walk.pointer, found) == lib.KG_OK
    return found[0]


# Prints the bytes of the arrays; what C had at most before and after the search; and what the
# process had more than before it.
MEASURED = '''
import resource
import konig
import numpy as np
n, degree = 400_000, 8
row = np.arange(0, n * degree + 1, degree, dtype=np.uint32)
col = ((np.arange(n, dtype=np.uint32)[:, None]
        + np.array([1, 2, 3, 5, 7, 11, 13, 17], np.uint32)) % n).astype(np.uint32).ravel()
row.flags.writeable = col.flags.writeable = False
context = konig.Context(device="cpu", threads=1)
small = konig.generate.torus(4, 4, context=context).euler().edges.sum()

def most():
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024

filled = np.ones(most() // 8)  # whatever was at its most before is so again
del filled
before = most()
graph = konig.Graph.from_csr(row, col, context=context)
lent = context.memory[1]
edges = graph.euler().edges
print(col.nbytes, lent, context.memory[1], most() - before)
'''


def test_peak_memory():
    done = subprocess.run([sys.executable, '-c', MEASURED], check=True, text=True,
                          stdout=subprocess.PIPE)
    size, after_lending, at_most, more = map(int, done.stdout.split())
    assert after_lending < size / 10, 'the graph has arrays of its own'
    assert more < at_most + size / 2, 'Python has copies'
