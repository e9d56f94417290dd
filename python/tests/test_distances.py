"""Distances and paths beside SciPy, and what is refused."""
import konig
import numpy as np
import pytest

pytest.importorskip('scipy')
pytest.importorskip('hypothesis')
import scipy.sparse
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.sparse.csgraph import dijkstra


@st.composite
def edges(draw):
    n = draw(st.integers(1, 12))
    pairs = draw(st.lists(st.tuples(st.integers(0, n - 1), st.integers(0, n - 1)), max_size=40,
                          unique=True))
    values = draw(st.lists(st.sampled_from([0.5, 1, 2, 3, 7.25]), min_size=len(pairs),
                           max_size=len(pairs)))
    return n, np.array(pairs, np.int64).reshape(-1, 2), np.array(values, float)


@settings(deadline=None, max_examples=150)
@given(edges(), st.booleans(), st.booleans(), st.data())
def test_beside_scipy(made, unit, towards, data):
    n, pairs, values = made
    graph = konig.Graph.from_edges(pairs, values=values, n=n)
    sources = data.draw(st.lists(st.integers(0, n - 1), min_size=1, max_size=3, unique=True))
    matrix = scipy.sparse.csr_matrix((values, pairs.T), (n, n))
    all_pairs = dijkstra(matrix.T if towards else matrix, indices=sources, unweighted=unit)
    found = graph.distances(sources, unit=unit, towards=towards)
    assert np.array_equal(found.lengths, all_pairs.min(axis=0))
    assert found.reached == np.isfinite(found.lengths).sum()
    for v in range(n):
        if not np.isfinite(found.lengths[v]):
            with pytest.raises(konig.NoSolution):
                found.path(v)
            continue
        length, vertices, chosen = found.path(v)
        assert length == found.lengths[v]
        assert np.array_equal(graph.ends[chosen], np.stack((vertices[:-1], vertices[1:]), 1))
        first, last = (v, found.nearest[v]) if towards else (found.nearest[v], v)
        assert (vertices[0], vertices[-1]) == (first, last) and found.nearest[v] in sources
        assert length == (len(chosen) if unit else graph.values[chosen].sum())


def test_limits_and_targets():
    graph = konig.generate.grid_roads(30, 20, seed=2)
    every = graph.distances(0).lengths
    some = graph.distances(0, targets=[5, 9])
    far = every[[5, 9]].max()
    assert np.array_equal(some.lengths, np.where(every <= far, every, np.inf))
    near = graph.distances(0, limit=500).lengths
    assert np.array_equal(near, np.where(every <= 500, every, np.inf))
    assert graph.path(0, 9).length == every[9]
    assert graph.path(3, 3).vertices.tolist() == [3]


def test_arrays_outlive_the_graph():
    found = konig.Graph.from_edges([0, 1], [1, 2]).distances(0)
    lengths, edges = found.lengths, found.edges
    del found
    assert lengths.tolist() == [0, 1, 2] and edges[1:].tolist() == [0, 1]
    with pytest.raises(ValueError):
        lengths[0] = 1


def test_refused():
    graph = konig.Graph.from_edges([0, 1], [1, 2], values=[1, -1])
    with pytest.raises(konig.FormatError, match='edge 1 has the value -1'):
        graph.distances(0)
    assert graph.distances(0, unit=True).reached == 3
    for sources, targets in ([3], None), ([-1], None), ([0], [3]):
        with pytest.raises(ValueError):
            graph.distances(sources, targets=targets)
    with pytest.raises(ValueError, match='a limit of -1'):
        graph.distances(0, limit=-1)
    with pytest.raises(konig.NoSolution):
        graph.path(2, 0, unit=True)


@settings(deadline=None, max_examples=60)
@given(edges(), st.booleans())
def test_index_beside_scipy(made, unit):
    n, pairs, values = made
    graph = konig.Graph.from_edges(pairs, values=values, n=n)
    index = graph.index(unit=unit)
    assert index.unit == unit and index.exact
    all_pairs = dijkstra(scipy.sparse.csr_matrix((values, pairs.T), (n, n)), unweighted=unit)
    for u in range(n):
        assert np.array_equal(index.tree(u).lengths, all_pairs[u])
        assert np.array_equal(index.distances(u, range(n)), all_pairs[u])
        assert np.array_equal(index.distances(range(n), [u]), all_pairs[:, u])
        for v in range(n):
            assert index.distance(u, v) == all_pairs[u, v]
            if not np.isfinite(all_pairs[u, v]):
                with pytest.raises(konig.NoSolution):
                    index.path(u, v)
                continue
            length, vertices, chosen = index.path(u, v)
            assert length == (chosen.size if unit else sum(graph.values[e] for e in chosen))
            assert vertices[0] == u and vertices[-1] == v
            assert np.array_equal(graph.ends[chosen], np.stack((vertices[:-1], vertices[1:]), 1))


@pytest.mark.parametrize('towards', [False, True])
def test_nearest_beside_distances(towards):
    graph = konig.Graph.from_edges([0, 1, 2, 3, 4, 0], [1, 2, 3, 4, 0, 3], values=[2, 1, 4, 1, 3, 9])
    sources = [3, 0, 2, 3]
    source, length = graph.nearest(sources, 2, towards=towards)
    every = np.array([graph.distances(s, towards=towards).lengths for s in (0, 2, 3)])
    order = np.argsort(every, axis=0, kind='stable')[:2]
    assert source.tolist() == np.array([0, 2, 3])[order].T.tolist()
    assert length.tolist() == np.take_along_axis(every, order, 0).T.tolist()
    assert graph.nearest(sources, 9)[0].shape == (5, 3)
    assert graph.nearest([], 2)[0].shape == (5, 0)
    near = graph.nearest(1, 1, limit=1, towards=towards)
    assert near[1].ravel().tolist() == ([np.inf, 0, np.inf, np.inf, np.inf] if towards else
                                        [np.inf, 0, 1, np.inf, np.inf])
    assert near[0][0, 0] == np.iinfo(near[0].dtype).max
    with pytest.raises(ValueError, match='count'):
        graph.nearest(0, 0)



@pytest.mark.parametrize('values', [None, [1, 5, 2, 7], [0.5, 1, 2, 0.25], [0.1, 0.2, 0.3, 0.7]])
def test_matrix_beside_distances(values):
    graph = konig.Graph.from_edges([0, 1, 2, 0], [1, 2, 3, 2], values=values, n=5)
    index = graph.index()
    expected = np.array([graph.distances(u).lengths[[3, 0, 4]] for u in range(5)])
    for got in (index.matrix(range(5), [3, 0, 4], verify=1), graph.matrix(range(5), [3, 0, 4])):
        assert got.dtype == (np.uint32 if values in (None, [1, 5, 2, 7]) else np.float64)
        assert np.array_equal(np.where(got == 2**32 - 1, np.inf, got), expected)
    assert np.array_equal(index.matrix(range(5), [3, 0, 4], doubles=True), expected)
    assert np.allclose(index.matrix(range(5), [3, 0, 4], rounded=True, doubles=True), expected)
    assert index.matrix([2, 3], verify=0).shape == (2, 2) and index.matrix([]).shape == (0, 0)
    with pytest.raises(ValueError, match='targets.* 5'):
        index.matrix([0], [5])
    with pytest.raises(ValueError, match='verify'):
        index.matrix([0], verify=2)


def test_index_file(tmp_path):
    graph = konig.Graph.from_edges([0, 1], [1, 2], values=[1, 4], kind='undirected')
    graph.index().write(tmp_path / 'index')
    index = graph.read_index(tmp_path / 'index')
    assert index.distance(2, 0) == 5 and 'arcs in' in repr(index)
    other = konig.Graph.from_edges([0, 1], [1, 2], values=[1, 5], kind='undirected')
    with pytest.raises(konig.FormatError, match='the hierarchy of another graph'):
        other.read_index(tmp_path / 'index')
    with pytest.raises(ValueError):
        index.distance(0, 3)
    with pytest.raises(konig.FormatError, match='edge 1 has the value -1'):
        konig.Graph.from_edges([0, 1], [1, 2], values=[1, -1]).index()


@pytest.mark.parametrize('kind', ['directed', 'undirected'])
def test_new_lengths(tmp_path, kind):
    streets = konig.generate.grid_roads(12, 10, seed=4)
    ends = streets.ends
    base = konig.Graph.from_edges(ends, n=streets.n, kind=kind).index_base()
    assert 'arcs in' in repr(base)
    base.write(tmp_path / 'base')
    random = np.random.default_rng(1)
    for values in (random.integers(0, 9, len(ends)), random.random(len(ends)), None):
        graph = konig.Graph.from_edges(ends, values=values, n=streets.n, kind=kind)
        index = graph.index()
        for new in (base.index(graph), graph.read_index_base(tmp_path / 'base').index(graph),
                    base.index(graph, labels=True)):
            assert new.core == 0 and new.exact == index.exact
            assert np.array_equal(new.tree([3, 7]).lengths, index.tree([3, 7]).lengths)
            assert np.array_equal(new.matrix(range(9), verify=1), index.matrix(range(9)))
            if np.isfinite(index.distance(2, 70)):
                assert new.distance(2, 70) == pytest.approx(index.distance(2, 70))
                assert new.path(2, 70).length == new.distance(2, 70)
    other = konig.Graph.from_edges(ends[1:], n=streets.n, kind=kind)
    with pytest.raises(ValueError, match='the base is that of another graph'):
        base.index(other)
    with pytest.raises(konig.FormatError, match='the base of hierarchies of another graph'):
        other.read_index_base(tmp_path / 'base')
    bad = konig.Graph.from_edges(ends, values=np.full(len(ends), -1.0), n=streets.n, kind=kind)
    with pytest.raises(konig.FormatError, match='edge 0 has the value -1'):
        base.index(bad)
    assert base.index(bad, unit=True).unit
