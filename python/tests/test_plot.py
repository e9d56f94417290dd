"""Strokes beside plain definitions, and routes with options."""
import konig
import numpy as np
import pytest

pytest.importorskip('hypothesis')
from hypothesis import given, settings
from hypothesis import strategies as st

PAIRS = st.lists(st.tuples(st.integers(0, 5), st.integers(0, 5)), max_size=12)


@settings(deadline=None, max_examples=150)
@given(PAIRS, st.randoms(use_true_random=False))
def test_strokes(pairs, chance):
    """Each segment once, fixed ones forwards, and each stroke a walk."""
    fixed = [chance.random() < 0.5 for _ in pairs]
    places = np.array([[chance.random(), chance.random()] for _ in range(6)])
    plot = konig.plot(pairs, places, fixed=fixed)
    ends = np.reshape(np.array(pairs, np.int64), (-1, 2))
    assert sorted(plot.steps // 2) == list(range(len(pairs)))
    assert not any(step % 2 and fixed[step // 2] for step in plot.steps)
    assert plot.drawn == pytest.approx(np.hypot(*(places[ends[:, 0]] - places[ends[:, 1]]).T).sum())
    pen, travel = np.zeros(2), 0.0
    for i in range(plot.count):
        steps = plot.steps[int(plot.begins[i]):int(plot.begins[i + 1])].astype(int)
        passed = [ends[step // 2][step % 2] for step in steps]
        led = [ends[step // 2][1 - step % 2] for step in steps]
        assert passed[1:] == led[:-1]
        assert plot.vertices(i).tolist() == [passed[0], *led]
        travel += np.hypot(*(places[passed[0]] - pen))
        pen = places[led[-1]]
    assert plot.pen_up == pytest.approx(travel)
    if not any(fixed):
        graph = konig.Graph.from_edges(ends.astype(np.uint32), n=6, kind='undirected')
        assert plot.count == graph.trails().count == graph.plot().count


def test_directed_strokes():
    graph = konig.Graph.from_edges([0, 1, 1], [1, 2, 0], values=[2.0, 3.0, 4.0])
    plot = graph.plot()
    assert plot.count == 1 and plot.drawn == 9 and not (plot.steps % 2).any()
    assert plot.closed == 0 and plot.pen_up == 0 and not plot.stopped


def test_split():
    """A square and its middle line; lines that miss each other by less than the tolerance."""
    places = [[0, 0], [2, 0], [2, 2], [0, 2], [0, 1], [2, 1]]
    ends = [[0, 1], [1, 2], [2, 3], [3, 0], [4, 5]]
    assert konig.plot(ends, places).count == 2
    plot = konig.plot(ends, places, split=True, fixed=[True, False, False, False, False])
    assert plot.count == 1 and len(plot.ends) == 7 and plot.drawn == 10
    assert sorted(plot.places.tolist()) == sorted(places)
    assert plot.steps[plot.steps // 2 == 0] % 2 == 0
    near = [[0, 0], [2, 0], [1, 0.0625], [1, 1]]
    assert len(konig.plot([[0, 1], [2, 3]], near, split=True).ends) == 2
    assert len(konig.plot([[0, 1], [2, 3]], near, split=True, tolerance=0.1).ends) == 3
    assert konig.plot([[0, 1], [2, 3]], [[0, 0], [1, 0], [1.05, 0], [2, 0]], tolerance=0.1).count == 1


def test_refused():
    with pytest.raises(ValueError, match=r'ends\[0, 1\] is 7: expected 0 to 1'):
        konig.plot([[0, 7]], [[0, 0], [1, 1]])
    with pytest.raises(ValueError, match='places has 1 rows: expected 3'):
        konig.plot([[0, 1]], [[0, 0]], vertices=3)
    with pytest.raises(TypeError, match='fixed is an array of int64'):
        konig.plot([[0, 1]], fixed=[1])
    with pytest.raises(ValueError, match='places is None'):
        konig.plot([[0, 1]], split=True)
    with pytest.raises(konig.ArgumentError, match='tolerance is -1'):
        konig.plot([[0, 1]], [[0, 0], [1, 1]], tolerance=-1)
    with pytest.raises(konig.ArgumentError, match='straight'):
        konig.plot([[0, 1]], straight=True)
    with pytest.raises(IndexError):
        konig.plot([]).vertices(0)


def test_routes():
    graph = konig.Graph.from_edges([[0, 1], [1, 2], [2, 0], [2, 3]], kind='undirected')
    quick = graph.eulerise(heuristic=True)
    assert quick.repeats.tolist() == [3] and quick.directions is None
    with pytest.raises(ValueError, match='one_way'):
        graph.eulerise(one_way=[True])
    try:
        route = graph.eulerise(one_way=[True, True, True, False])
    except konig.MissingLibrary:
        pytest.skip('konig was built without LEMON')
    edges, repeats = route.directions
    assert edges.tolist()[:3] == [0, 0, 0] and edges[3] != repeats[0]
    assert route.repeated == route.bound == 1 and route.graph().directed
    assert route.graph().euler().kind == 'circuit'
    path = graph.eulerise(one_way=[True, True, True, False], open=True)
    assert path.repeated == 0 and path.ends in ((2, 3), (3, 2))
    assert graph.eulerise(open=True, start=0, end=3).repeated >= 1


def test_unique():
    assert konig.Graph.from_edges([0, 1], [1, 2]).euler().unique is True
    assert konig.Graph.from_edges([0, 1, 0, 2], [1, 0, 2, 0]).euler().unique is True
    assert konig.generate.complete(4).euler().unique is False
    assert konig.Graph.from_edges([0, 2], [1, 3]).trails().unique is None
