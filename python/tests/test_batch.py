"""Walks of many small graphs beside those of each graph alone."""
import konig
import numpy as np
import pytest
from konig._batch import ANSWER
from konig._konig import ffi


def draw(random):
    """The edges of a graph of 4 vertices: a walk, or any."""
    if random.random() < 0.3:
        return random.integers(0, 4, (random.integers(0, 7), 2))
    steps = random.integers(random.integers(0, 4), 4, random.integers(1, 10))
    return np.array([steps[:-1], steps[1:]]).T


def flat(graphs):
    """Graphs of 4 vertices as arrays."""
    edges = [graph[np.argsort(graph[:, 0], kind='stable')] for graph in graphs]
    degrees = [np.bincount(own[:, 0], minlength=4) for own in edges]
    return (4 * np.arange(len(graphs) + 1), np.cumsum(np.concatenate([[0], *degrees])),
            np.concatenate([own[:, 1] for own in edges]))


def test_layout():
    assert ANSWER.itemsize == ffi.sizeof('kg_euler_batch_answer')


@pytest.mark.parametrize('undirected', [False, True])
@pytest.mark.parametrize('kind', ['any', 'circuit', 'path'])
def test_alone(kind, undirected):
    random = np.random.default_rng(7)
    graphs = [draw(random) for _ in range(1000)]
    first, row, col = flat(graphs)
    batch = konig.euler_batch(first, row, col, kind, undirected=undirected)
    assert len(batch.status) == len(batch.witness) == len(graphs) and len(batch.walk) == len(col)
    assert {'unbalanced', 'disconnected'} < set(batch.status)
    for i, (begin, end) in enumerate(zip(row[first[:-1]], row[first[1:]])):
        graph = konig.Graph.from_csr(row[first[i]:first[i + 1] + 1] - begin, col[begin:end])
        graph = graph.undirected() if undirected else graph
        try:
            walk = graph.euler(kind)
        except konig.NoEulerWalk as no:
            witness = {'unbalanced': no.vertices, 'disconnected': no.edges[1:], 'is circuit': [0]}
            assert batch.status[i] == no.reason and batch.witness[i] == witness[no.reason][0]
            assert not batch.walk[begin:end].any()
        else:
            assert batch.status[i] == walk.kind and batch.witness[i] == 0
            assert batch.walk[begin:end].tolist() == walk.steps.tolist()


def test_none():
    batch = konig.euler_batch([0], [0], [])
    assert [len(array) for array in batch] == [0, 0, 0]


@pytest.mark.parametrize('message, arguments', [
    ('first_vertex is empty', ([], [0], [])),
    ('row has 1 numbers', ([0, 1], [0], [])),
    ('col has 2 numbers', ([0, 1], [0, 1], [0, 0])),
    ('kind', ([0], [0], [], 'trails')),
    (r'first_vertex\[1\] is -1', ([0, -1], [0], [])),
    ('graph 0 ends before', ([0, 9, 1], [0, 1], [0])),
    ('graph 1: .* a target', ([0, 1, 2], [0, 1, 2], [0, 1])),
])
def test_refused(message, arguments):
    with pytest.raises(ValueError, match=message):
        konig.euler_batch(*arguments)
