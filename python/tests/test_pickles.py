"""Objects that workers in other processes are sent."""
import multiprocessing
import operator
import pickle

import konig
import numpy as np
import pytest

PROTOCOLS = range(2, pickle.HIGHEST_PROTOCOL + 1)
UNITIGS = 'S\ta\tACG\nS\tb\tCGT\nL\ta\t+\tb\t-\t2M\n'


def twins(thing):
    return [pickle.loads(pickle.dumps(thing, protocol)) for protocol in PROTOCOLS]


def same(one, other, names):
    for name in names.split():
        ours, theirs = getattr(one, name), getattr(other, name)
        if isinstance(ours, np.ndarray):
            assert ours.dtype == theirs.dtype and not theirs.flags.writeable, name
            assert (ours == theirs).all(), name
        else:
            assert ours == theirs, name


def bidirected(tmp_path):
    (tmp_path / 'graph.gfa').write_text(UNITIGS)
    return konig.Graph.read(tmp_path / 'graph.gfa')


@pytest.mark.parametrize('make', [
    lambda _: konig.Graph.read('data/bridges.adj'), lambda _: konig.generate.debruijn(3, 4),
    lambda _: konig.generate.grid_roads(5, 5), lambda _: konig.Graph.from_edges([], [], n=3),
    lambda _: konig.Graph.from_edges([], [], n=0),
    lambda _: konig.Graph.from_edges([0, 1, 1], [1, 0, 1], values=[1, np.inf, -0.5]),
    lambda _: konig.generate.random(100, 5).reverse(), bidirected])
def test_graphs(make, tmp_path):
    graph = make(tmp_path)
    walk = graph.trails()
    for twin in twins(graph):
        same(graph, twin, 'kind n m row col values ends sources halves original nodes')
        assert [*map(graph.name, range(graph.n))] == [*map(twin.name, range(graph.n))]
        assert (twin.trails().steps == walk.steps).all()
    for twin in twins(walk):
        same(walk, twin, 'kind initial_circuits unique count steps edges begins vertices')
        assert len(twin) == graph.m
        with pytest.raises(konig.Unsupported):
            twin.device_steps()


def test_nodes():
    networkx = pytest.importorskip('networkx')
    graph = konig.Graph.from_networkx(networkx.path_graph('abc'))
    for one, walk in twins((graph, graph.euler())):
        assert one.nodes == ['a', 'b', 'c'] and walk.graph is one


def test_indexes():
    for unit in False, True:
        index = konig.generate.grid_roads(9, 9).index(unit=unit)
        for twin in twins(index):
            same(index, twin, 'unit exact arcs shortcuts levels core')
            assert twin.distance(3, 50) == index.distance(3, 50)


def test_bases_of_indexes():
    graph = konig.generate.grid_roads(9, 9)
    base = graph.index_base()
    for twin in twins(base):
        same(base, twin, 'arcs levels')
        assert twin.index(graph).distance(3, 50) == graph.index().distance(3, 50)


def test_indexes_of_maps():
    index = konig.grid.Map([[1, 1, 1], [1, 0, 0], [1, 1, 1]]).index()
    for twin in twins(index):
        same(index, twin, 'corner_count entries nbytes')
        assert twin.costs([2, 0, 2, 2]).tolist() == [6]


@pytest.mark.parametrize('content', [
    '3,2\n0,0\n2,1\n1\n1,0\n1\n2,1,700\n', 'type octile\nheight 2\nwidth 3\nmap\n.TW\n@SG\n',
    'S.#\n9G1\n', 'G#\n', '..\n'])
def test_maps_of_files(content, tmp_path):
    (tmp_path / 'map').write_text(content)
    for rules in {}, {'moves': 4}, {'diagonal': '1', 'corners': 'allow'}, {'step': 'mean'}:
        map = konig.grid.Map.read(tmp_path / 'map', **rules)
        height, width = map.shape
        free = [(x, y) for y in range(height) for x in range(width)
                if 0 < map.weights[y, x] < np.inf]
        queries = [[*start, *goal] for start in free for goal in free]
        for twin in twins(map):
            same(map, twin, 'weights given shape')
            assert (twin.find(queries).costs == map.find(queries).costs).all()


def test_maps():
    map = konig.grid.Map([[1, 0, 65535], [3, 1, 1]], moves=4)
    assert map.weights.tolist() == [[1, 0, 65535], [3, 1, 1]]
    for twin in twins(map):
        same(map, twin, 'weights given shape')
        assert twin.find([0, 0, 2, 1]).costs == map.find([0, 0, 2, 1]).costs
    for step in 'entered', 'mean':
        map = konig.grid.Map([[0.1, np.inf, 0], [3, 1e6, 1]], zero_free=True, step=step)
        for twin in twins(map):
            same(map, twin, 'weights given shape unit')
            assert twin.find([0, 0, 2, 1]).costs == map.find([0, 0, 2, 1]).costs


def test_answers():
    solution = konig.tiles.solve([[1, 2, 3], [4, 0, 6], [7, 5, 8]])
    for twin in twins(solution):
        same(solution, twin, 'moves letters states')
        assert len(twin) == len(solution)
    plot = konig.plot([[0, 1], [2, 1], [3, 4]], [[0, 0], [1, 0], [2, 0], [9, 9], [2, 1]])
    for twin in twins(plot):
        same(plot, twin, 'ends places begins steps count closed drawn pen_up turned stopped')
        assert twin.vertices(0).tolist() == plot.vertices(0).tolist()
    for thing in konig.generate.torus(3, 3).distances(0), konig.grid.Map([[1]]).find([0] * 4):
        with pytest.raises(TypeError, match='cannot be pickled'):
            pickle.dumps(thing)


def test_contexts():
    for twin in twins(konig.Context(device='cpu', threads=2, memory_limit=10**9)):
        assert (twin.device, twin.threads) == ('cpu', 2)
        with pytest.raises(konig.MemoryLimit):
            konig.generate.random(10**9, 2, context=twin)


@pytest.mark.parametrize('device', ['cpu', 'cuda'])
def test_a_graph_of_another_context(device):
    try:
        context = konig.Context(device=device)
    except konig.DeviceError as error:
        pytest.skip(f'no GPU: {error}')
    graph = konig.generate.random(1000, 5, context=context)
    for twin, walk in twins((graph, graph.euler())):
        assert twin.context is walk.context is konig.default_context()
        same(graph, twin, 'row col')
        same(graph.euler(), walk, 'steps vertices')


def test_a_spawned_worker():
    graph = konig.generate.grid_roads(20, 20)
    map = konig.grid.Map([[1, 2, 3]])
    with multiprocessing.get_context('spawn').Pool(1) as pool:
        walk = pool.apply(operator.methodcaller('trails'), [graph])
        assert (walk.vertices == graph.trails().vertices).all()
        assert pool.apply(operator.methodcaller('distance', 0, 9), [graph.index()]) == (
            graph.distances(0).lengths[9])
        assert pool.apply(operator.attrgetter('shape'), [map]) == (1, 3)
        assert pool.apply(operator.methodcaller('trail', 0), [walk])[0].size
