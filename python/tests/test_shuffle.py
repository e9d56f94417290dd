"""Shuffles and random walks beside plain definitions."""
from collections import Counter

import konig
import numpy as np
import pytest

pytest.importorskip('hypothesis')
from hypothesis import given, settings
from hypothesis import strategies as st


def words(text, k):
    return Counter(text[i:i + k] for i in range(len(text) - k + 1))


@settings(deadline=None, max_examples=100)
@given(st.lists(st.text('ACGT\xff', max_size=60)), st.integers(1, 5), st.integers(1, 3),
       st.integers(0, 2**64 - 1))
def test_shuffle(texts, k, copies, seed):
    drawn = konig.shuffle(texts, k, copies=copies, seed=seed)
    assert [len(own) for own in drawn] == [copies] * len(texts)
    for text, own in zip(texts, drawn):
        for copy in own:
            assert words(copy, k) == words(text, k) and copy[:k - 1] == text[:k - 1]
    assert konig.shuffle([text.encode('latin-1') for text in texts], k, copies=copies, seed=seed) \
        == [[copy.encode('latin-1') for copy in own] for own in drawn]


def test_bytes_of_other_kinds():
    class Sequence:
        def __bytes__(self):
            return b'ABBA'

    wanted = konig.shuffle([b'ABBA'])
    for same in Sequence(), bytearray(b'ABBA'), np.frombuffer(b'ABBA', np.uint8):
        assert konig.shuffle([same]) == wanted


def test_random_walks_of_nothing():
    assert [walk.shape for walk in konig.random_walks([[], [[0, 1]]], copies=2)] == [(2, 0), (2, 1)]


@settings(deadline=None, max_examples=100)
@given(st.lists(st.lists(st.integers(0, 3), min_size=1, max_size=20)), st.integers(1, 3))
def test_random_walks(tours, copies):
    graphs = [np.array([tour, tour[1:] + tour[:1]]).T % len(tour) for tour in tours]
    for graph, walks in zip(graphs, konig.random_walks(graphs, copies=copies, seed=7)):
        assert walks.shape == (copies, len(graph)) and (walks[:, 0] == 0).all()
        for walk in walks:
            assert sorted(walk) == list(range(len(graph)))
            assert (graph[walk, 1] == graph[np.roll(walk, -1), 0]).all()


def test_seed_and_count():
    graph = konig.generate.complete(4)
    walks = {tuple(graph.euler(seed=seed).edges.tolist()) for seed in range(3000)}
    assert len(walks) == 256
    assert graph.log10_circuits() == pytest.approx(np.log10(256))
    try:
        assert graph.count_circuits() == 256
    except konig.MissingLibrary as missing:
        pytest.skip(str(missing))
    assert konig.generate.debruijn(2, 10).count_circuits() == 2 ** (2 ** 9 - 10)


def test_counts_of_large_graphs():
    large = konig.generate.debruijn(2, 12)
    assert large.log10_circuits() == pytest.approx(2036 * np.log10(2))
    with pytest.raises(konig.TooLarge, match='about 10.612.897: .*log10_circuits'):
        large.count_circuits()
    chain = konig.Graph.from_edges(np.arange(5000), np.arange(1, 5001))
    assert chain.count_circuits() == 1 and chain.log10_circuits() == 0


def test_refused():
    with pytest.raises(ValueError, match='copies is 0'):
        konig.shuffle(['A'], copies=0)
    with pytest.raises(konig.NoSolution, match='graph 1 has no Euler'):
        konig.random_walks([[[0, 1]], [[0, 1], [0, 1]]])
    with pytest.raises(konig.Unsupported, match='random'):
        konig.Graph.read('data/bridges.adj').euler(seed=1)
    with pytest.raises(konig.NoSolution):
        konig.Graph.from_edges([0, 0], [1, 1]).count_circuits()
