"""The backend beside NetworkX itself, on graphs of all four kinds."""
import contextlib
import copy
import gc
import itertools
import math
import pickle
import tracemalloc
import weakref
from collections import Counter

import numpy as np
import pytest

nx = pytest.importorskip('networkx')
pytest.importorskip('hypothesis')
from hypothesis import given, settings
from hypothesis import strategies as st
from konig import networkx_backend as backend
from konig._tuples import Edges

NODES = st.sampled_from([0, 1, 2, 'a', 'b', (1, 2), 3.5, True, None])


@pytest.fixture(autouse=True)
def quiet():
    nx.config.warnings_to_ignore.add('cache')


@st.composite
def graphs(draw, kinds=(nx.Graph, nx.DiGraph, nx.MultiGraph, nx.MultiDiGraph)):
    graph = draw(st.sampled_from(kinds))()
    nodes = draw(st.lists(st.one_of(st.integers(0, 6), NODES.filter(lambda n: n is not None)),
                          max_size=9))
    graph.add_nodes_from(nodes)
    for _ in range(draw(st.integers(0, 25)) if nodes else 0):
        u, v = draw(st.sampled_from(nodes)), draw(st.sampled_from(nodes))
        if draw(st.booleans()):
            graph.add_edge(u, v, weight=draw(st.sampled_from([-1, 0, 0.5, 2, 3, math.inf])))
        else:
            graph.add_edge(u, v)
    return graph


def outcome(function, *arguments, **options):
    """The result, or the type of what was raised."""
    try:
        result = function(*arguments, **options)
        return result if isinstance(result, bool | int) else list(result)
    except nx.NetworkXException as error:
        return type(error), str(error)


def both(function, *arguments, **options):
    return (outcome(function, *arguments, backend='konig', **options),
            outcome(function, *arguments, backend='networkx', **options))


@settings(deadline=None)
@given(graphs(), st.data())
def test_euler(graph, data):
    source = data.draw(st.sampled_from(list(graph))) if len(graph) else None
    for function in nx.is_eulerian, nx.is_semieulerian, nx.has_eulerian_path:
        got, expected = both(function, graph)
        assert got == expected and type(got) is type(expected)
    if source is not None:
        assert len(set(both(nx.has_eulerian_path, graph, source))) == 1
    for function in nx.eulerian_circuit, nx.eulerian_path:
        for start in None, source:
            got, expected = both(function, graph, start, keys=True)
            if expected and isinstance(expected[0], type):
                assert got == expected
                continue
            assert uses_each_edge(graph, got)
            assert all(e[1] == f[0] for e, f in zip(got, got[1:]))
            if start is not None and got:
                assert got[0][0] == start
            if function is nx.eulerian_circuit and got:
                assert got[0][0] == got[-1][1] == (start if start is not None
                                                   else next(iter(graph)))
            plain = list(function(graph, start, backend='konig'))
            assert plain == [edge[:2] for edge in got]


def uses_each_edge(graph, edges):
    def canonical(edge):
        ends = edge[:2] if graph.is_directed() else frozenset(edge[:2])
        return ends, *edge[2:]

    every = graph.edges(keys=True) if graph.is_multigraph() else graph.edges()
    return Counter(map(canonical, edges)) == Counter(map(canonical, every))


@settings(deadline=None)
@given(graphs(kinds=(nx.Graph, nx.MultiGraph)))
def test_eulerize(graph):
    """The edges that are added repeat others, and are as few as a matching of NetworkX says."""
    if not backend.has_routes():
        pytest.skip('konig was built without LEMON')
    expected = outcome(nx.eulerize, graph, backend='networkx')
    if expected and isinstance(expected[0], type):
        assert outcome(nx.eulerize, graph, backend='konig') == expected
        return
    got = nx.eulerize(graph, backend='konig')
    assert type(got) is nx.MultiGraph and nx.is_eulerian(got)
    back = got
    assert back.nodes == graph.nodes
    more = Counter(map(frozenset, back.edges())) - Counter(map(frozenset, graph.edges()))
    assert all(graph.has_edge(*tuple(edge) * (2 // len(edge))) for edge in more)
    odd = [node for node, degree in graph.degree if degree % 2]
    pairs = nx.Graph()
    pairs.add_weighted_edges_from((u, v, nx.shortest_path_length(graph, u, v))
                                  for u, v in itertools.combinations(odd, 2))
    least = sum(pairs[u][v]['weight'] for u, v in nx.min_weight_matching(pairs))
    assert more.total() == least == back.size() - graph.size()


@settings(deadline=None)
@given(graphs())
def test_components(graph):
    kinds = ['weakly_', 'strongly_'] if graph.is_directed() else ['']
    for kind in kinds:
        name = kind + 'connected'
        for function in getattr(nx, 'is_' + name), getattr(nx, f'number_{name}_components'):
            got, expected = both(function, graph)
            assert got == expected and type(got) is type(expected)
        got, expected = both(getattr(nx, name + '_components'), graph)
        assert Counter(map(frozenset, got)) == Counter(map(frozenset, expected))
    if not graph.is_directed():
        for node in graph:
            assert (nx.node_connected_component(graph, node, backend='konig')
                    == nx.node_connected_component(graph, node, backend='networkx'))


@settings(deadline=None)
@given(graphs(kinds=(nx.Graph, nx.MultiGraph)), st.booleans(), st.booleans())
def test_minimum_spanning_edges(graph, keys, data):
    """The same edges in the same order, with the same dicts."""
    got, expected = both(nx.minimum_spanning_edges, graph, keys=keys, data=data)
    assert got == expected
    if data:
        assert all(e[-1] is f[-1] for e, f in zip(got, expected))


@settings(deadline=None)
@given(graphs(kinds=(nx.DiGraph, nx.MultiDiGraph)))
def test_reverse(graph):
    got, expected = nx.reverse(graph, backend='konig'), graph.reverse()
    assert got.adj == expected.adj and got.nodes == expected.nodes
    assert type(got) is type(graph)


def test_weights():
    graph = nx.Graph()
    graph.add_edge(0, 1, weight=math.nan)
    graph.add_edge(1, 2, weight=1)
    with pytest.raises(ValueError, match='NaN'):
        list(nx.minimum_spanning_edges(graph, backend='konig'))
    assert list(nx.minimum_spanning_edges(graph, backend='konig', data=False,
                                          ignore_nan=True)) == [(1, 2)]
    for weight in 2**60, 'heavy':
        graph.add_edge(0, 1, weight=weight)
        with pytest.raises(NotImplementedError):
            list(nx.minimum_spanning_edges(graph, backend='konig'))


def test_the_conversion_is_kept_until_the_graph_changes():
    graph = nx.cycle_graph(300)
    assert nx.is_eulerian(graph, backend='konig')
    kept = graph.__networkx_cache__['backends']['konig']
    first = list(kept.values())
    assert nx.number_connected_components(graph, backend='konig') == 1
    assert [id(value) for value in kept.values()] == [id(value) for value in first]
    graph.add_edge(0, 'new')
    assert not nx.is_eulerian(graph, backend='konig')
    graph[0]['new']['weight'] = 5  # unseen by NetworkX; weights are read afresh
    assert nx.is_connected(graph, backend='konig')
    graph[0]['new']['weight'] = 7
    edges = nx.minimum_spanning_edges(graph, backend='konig')
    assert (0, 'new', {'weight': 7}) in list(edges)


def test_views():
    graph = nx.MultiGraph([(0, 1), (1, 2), (2, 0), (2, 3)])
    part = graph.edge_subgraph([(0, 1, 0), (1, 2, 0), (2, 0, 0)])
    assert nx.is_eulerian(part, backend='konig')
    assert nx.number_connected_components(nx.subgraph_view(
        graph, filter_edge=lambda *edge: 2 not in edge[:2]), backend='konig') == 3


def test_views_follow_their_graphs():
    graph = nx.path_graph(10)
    part, same = graph.subgraph(range(10)), graph.copy(as_view=True)
    directed = nx.DiGraph([(0, 1), (1, 2)])
    back, both = directed.reverse(copy=False), directed.to_undirected(as_view=True)

    def answers(name):
        return [*(nx.number_connected_components(view, backend=name) for view in (part, same)),
                *(nx.has_path(view, 2, 0, backend=name) for view in (back, both))]

    assert answers('konig') == [1, 1, True, True]
    graph.remove_edge(3, 4)
    directed.remove_edge(0, 1)
    assert answers('konig') == answers('networkx') == [2, 2, False, False]
    for view in part, back:
        assert nx.utils.graphs_equal(view, pickle.loads(pickle.dumps(view)))


def test_weights_are_kept_until_the_graph_changes(monkeypatch):
    graph = nx.path_graph(300)
    nx.set_edge_attributes(graph, 2, 'length')
    read = []
    weights_of = backend.weights_of
    monkeypatch.setattr(backend, 'weights_of', lambda *a: read.append(a) or weights_of(*a))

    def length(weight, **more):
        return nx.astar_path_length(graph, 0, 9, weight=weight, backend='konig', **more)

    assert [length('length'), length('length', cutoff=50), length('none')] == [18, 18, 9]
    assert len(read) == 2
    graph.add_edge(0, 9, length=5)
    assert length('length') == 5
    nx.set_edge_attributes(graph, {(0, 9): {'length': 4}})
    assert length('length') == 4
    graph[0][9]['length'] = 3
    graph.__networkx_cache__.clear()
    assert length('length') == 3 and len(read) == 5


def test_what_is_raised():
    graph = nx.path_graph(4)
    graph.add_edge(8, 9)
    for name, more in (('shortest_path', {}), ('shortest_path_length', {}), ('dijkstra_path', {}),
                       ('dijkstra_path_length', {}), ('bidirectional_dijkstra', {}),
                       ('astar_path', {'cutoff': 0}), ('astar_path_length', {'cutoff': 0}),
                       ('astar_path', {'cutoff': 1}), ('single_source_dijkstra', {'cutoff': 1})):
        for source in 0, 'absent':
            for target in 3, 9, 'absent':
                for weight in None, 'weight':
                    got, expected = (
                        path_outcome(getattr(nx, name), graph, source, target, weight=weight,
                                     backend=by, **more) for by in ('konig', 'networkx'))
                    assert got == expected, (name, source, target, weight, more)
    for function in nx.eulerian_path, nx.eulerian_circuit:
        with pytest.raises(nx.NetworkXError, match='absent'):
            list(function(nx.cycle_graph(3), 'absent', backend='konig'))


def test_reasons():
    small, large = nx.path_graph(3), nx.path_graph(1000)
    assert backend.can_run('is_eulerian', (small,), {}) is True
    assert 'konig has no' in backend.can_run('pagerank', (small,), {})
    assert 'prim' in backend.can_run('minimum_spanning_edges', (small, 'prim'), {})
    assert 'view' in backend.can_run('reverse', (small,), {'copy': False})
    assert 'fewer' in backend.should_run('is_connected', (small,), {})
    assert backend.should_run('is_connected', (), {'G': large}) is True
    assert isinstance(backend.should_run('reverse', (large,), {}), str)
    assert backend.should_run('shortest_path', (large, 0), {'weight': 'w'}) is True
    assert 'target' in backend.should_run('shortest_path', (large, 0, 5), {'weight': 'w'})
    assert 'cutoff' in backend.should_run('single_source_dijkstra', (large, 0), {'cutoff': 3})
    with pytest.raises(NotImplementedError, match='given arguments'):
        nx.reverse(nx.DiGraph(small), copy=False, backend='konig')


def test_chosen_by_priority():
    graph = nx.cycle_graph(1000)
    with nx.config.backend_priority(algos=['konig']):
        assert len(list(nx.eulerian_circuit(graph))) == 1000
    assert 'konig' in graph.__networkx_cache__['backends']


def circle(nodes):
    graph = nx.MultiDiGraph()
    nx.add_cycle(graph, nodes)
    return graph


def test_edges_are_made_when_they_are_asked_for():
    graph = circle(range(100_000))
    assert nx.is_eulerian(graph, backend='konig')
    made = nx.eulerian_circuit(graph, keys=True, backend='konig')
    assert next(made) == (0, 1, 0)
    tracemalloc.start()
    assert next(made) == (1, 2, 0)
    assert next(nx.eulerian_circuit(graph, backend='konig')) == (0, 1)
    most = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert most < 100_000 * 40  # a tuple takes more
    assert len(list(made)) == 99_998 and next(made, None) is None


def test_the_collector_has_no_work_with_plain_edges():
    class Node:
        pass

    for nodes, plain in ((range(3), True), ('abc', True), ([Node() for _ in range(3)], False)):
        for keys in True, False:
            edges = list(nx.eulerian_circuit(circle(nodes), keys=keys, backend='konig'))
            assert not any(map(gc.is_tracked, edges)) == plain
    graph = circle([0, 1])
    assert not gc.is_tracked(next(nx.eulerian_circuit(graph, backend='konig')))
    entries = graph.__networkx_cache__['backends']['konig']
    assert all('keys' not in vars(made.entries) for made in entries.values())
    graph.add_edge(0, 0, key=Node())
    assert gc.is_tracked(next(nx.eulerian_circuit(graph, keys=True, backend='konig')))
    assert not gc.is_tracked(next(nx.eulerian_circuit(graph, backend='konig')))


def test_the_collector_sees_edges():
    """A circle of objects that goes through an iterator which was not used up."""
    class Node:
        pass

    node = Node()
    graph = circle([node])
    node.edges = nx.eulerian_circuit(graph, backend='konig')
    next(node.edges, None)
    gone = weakref.ref(node)
    del node, graph
    gc.collect()
    assert gone() is None


def test_a_graph_that_changes_before_its_keys_are_read():
    for kind in nx.MultiDiGraph, nx.MultiGraph:
        graph = kind(circle(range(3)))
        made = nx.eulerian_circuit(graph, keys=True, backend='konig')
        graph.add_edge(0, 1)
        with pytest.raises(RuntimeError, match='changed'):
            next(made)


def test_code_that_runs_while_an_edge_is_made():
    """The collector may run any code where an object is allocated."""
    n = 20_000
    nodes = [(i,) for i in range(n)]
    edges = Edges(nodes, np.arange(n, dtype=np.uint32), None, None, False)
    inside = []

    def take(phase, info):
        inside.extend(itertools.islice(edges, 1))

    gc.callbacks.append(take)
    try:
        outside = list(edges)
    finally:
        gc.callbacks.remove(take)
    assert sorted(outside + inside) == list(zip(nodes, nodes[1:]))

    edges = Edges(nodes, np.arange(n, dtype=np.uint32), None, None, False)
    gc.callbacks.append(lambda phase, info: nodes.clear())
    try:
        with contextlib.suppress(IndexError):
            list(edges)
    finally:
        gc.callbacks.pop()


def test_edges_refuse():
    two = np.arange(2, dtype=np.uint32)
    for error, arguments in (
            (TypeError, ((0, 1), two, None, None, True)),
            (TypeError, ([0, 1], None, None, None, True)),
            (TypeError, ([0, 1], two, [0], None, True)),
            (ValueError, ([0, 1], two, 'keys', two[:1], True)),
            (ValueError, ([0, 1], two, [0], two, True)),
            (ValueError, ([0, 1], np.arange(2), None, None, True)),
            (ValueError, ([0, 1], np.arange(6, dtype=np.uint32)[::2], None, None, True))):
        with pytest.raises(error):
            Edges(*arguments)
    for nodes, keys in ([0], [0]), ([0, 1], []):
        with pytest.raises(IndexError):
            next(Edges(nodes, two, keys, two[:1], True))
    assert list(Edges([], two[:0], None, None, True)) == []
    wide = Edges([0, 1], two, ['key'], np.zeros(1, np.uint64), True)
    assert wide.__length_hint__() == 1 and list(wide) == [(0, 1, 'key')]
    assert wide.__length_hint__() == 0


def test_errors():
    for name, graph in ('is_connected', nx.Graph()), ('is_eulerian', nx.MultiDiGraph()):
        with pytest.raises(nx.NetworkXPointlessConcept):
            getattr(nx, name)(graph, backend='konig')
    with pytest.raises(nx.NetworkXError, match='not Eulerian'):
        list(nx.eulerian_circuit(nx.path_graph(3), backend='konig'))
    with pytest.raises(nx.NetworkXError, match='no Eulerian'):
        list(nx.eulerian_path(nx.star_graph(5), backend='konig'))
    with pytest.raises(nx.NetworkXNotImplemented):
        nx.is_connected(nx.DiGraph(), backend='konig')


# ---- shortest paths ------------------------------------------------------------------------------


@st.composite
def lengthened(draw):
    """A graph whose weights are numbers of at least 0, and two of its nodes."""
    graph = draw(graphs().filter(len))
    for *_, data in graph.edges(data=True):
        if 'weight' in data and not 0 <= data['weight'] < math.inf:
            data['weight'] = 1
    nodes = list(graph)
    return graph, draw(st.sampled_from(nodes)), draw(st.sampled_from(nodes))


def path_outcome(function, *arguments, **options):
    """The result, or the type of what was raised."""
    try:
        return function(*arguments, **options)
    except nx.NetworkXException as error:
        return type(error)


def length_along(graph, way, weight):
    steps = zip(way, way[1:])
    if graph.is_multigraph():
        return sum(min(data.get(weight, 1) for data in graph[u][v].values()) for u, v in steps)
    return sum(graph[u][v].get(weight, 1) for u, v in steps)


@settings(deadline=None)
@given(lengthened(), st.sampled_from(['weight', 'missing', None]))
def test_lengths(made, weight):
    graph, source, target = made
    for name, arguments in (
            ('single_source_dijkstra_path_length', (source,)),
            ('multi_source_dijkstra_path_length', ({source, target},)),
            ('dijkstra_path_length', (source, target)),
            ('astar_path_length', (source, target)),
            ('shortest_path_length', (source,)), ('shortest_path_length', (source, target))):
        function = getattr(nx, name)
        expected = path_outcome(function, graph, *arguments, weight=weight)
        got = path_outcome(function, graph, *arguments, weight=weight, backend='konig')
        assert got == expected, name
    for cutoff in None, 1, 2.5:
        for name, more in (('single_source_dijkstra_path_length', {'weight': weight}),
                           ('single_source_shortest_path_length', {})):
            function = getattr(nx, name)
            assert function(graph, source, cutoff=cutoff, **more, backend='konig') == function(
                graph, source, cutoff=cutoff, **more)
    assert nx.has_path(graph, source, target, backend='konig') == nx.has_path(
        graph, source, target)


@settings(deadline=None)
@given(lengthened(), st.sampled_from(['weight', None]))
def test_paths(made, weight):
    graph, source, target = made
    lengths = nx.single_source_dijkstra_path_length(graph, source, weight=weight)
    ways = nx.single_source_dijkstra_path(graph, source, weight=weight, backend='konig')
    assert set(ways) == set(lengths)
    assert nx.shortest_path(graph, source, weight=weight, backend='konig') == ways
    assert nx.single_source_dijkstra(graph, source, weight=weight, backend='konig') == (
        lengths, ways)
    if target in lengths:
        ways[target] = nx.dijkstra_path(graph, source, target, weight, backend='konig')
        assert ways[target] == nx.astar_path(graph, source, target, weight=weight, backend='konig')
        assert (lengths[target], ways[target]) == nx.bidirectional_dijkstra(
            graph, source, target, weight=weight, backend='konig')
    for node, way in ways.items():
        assert way[0] == source and way[-1] == node
        assert length_along(graph, way, weight) == lengths[node]
    flat = nx.single_source_shortest_path(graph, source, backend='konig')
    assert {node: len(way) - 1 for node, way in flat.items()} == dict(
        nx.single_source_shortest_path_length(graph, source))


def test_paths_refused():
    graph = nx.path_graph(3)
    for name, arguments, options, text in (
            ('dijkstra_path', (graph, 0, 1), {'weight': lambda u, v, data: 1}, 'function'),
            ('astar_path', (graph, 0, 1, lambda u, v: 0), {}, 'heuristics'),
            ('shortest_path', (graph,), {}, 'source'),
            ('shortest_path', (graph, 0), {'method': 'bellman-ford'}, 'bellman-ford'),
            ('single_source_dijkstra', (graph, 0), {'cutoff': -1}, 'cutoff')):
        assert text in backend.can_run(name, arguments, options)
    assert backend.can_run('shortest_path', (graph, 0), {}) is True
    for weight in -1, math.nan, math.inf, 2**60, 'heavy':
        graph[0][1]['weight'] = weight
        graph.__networkx_cache__.clear()
        with pytest.raises(NotImplementedError):
            nx.dijkstra_path(graph, 0, 2, backend='konig')


@pytest.mark.parametrize('kind', [nx.Graph, nx.DiGraph, nx.MultiGraph, nx.MultiDiGraph])
def test_a_cached_graph_is_copied_and_pickled(kind):
    """NetworkX keeps the backend's graph with its own."""
    graph = kind()
    graph.add_weighted_edges_from([(0, 1, 2), (1, 2, 3), (0, 2, 9)])
    assert nx.dijkstra_path_length(graph, 0, 2, backend='konig') == 5
    for twin in pickle.loads(pickle.dumps(graph)), copy.deepcopy(graph), copy.copy(graph):
        assert nx.utils.graphs_equal(graph, twin)
        assert nx.dijkstra_path_length(twin, 0, 2, backend='konig') == 5
    twin = copy.deepcopy(graph)
    twin.add_edge(0, 2, weight=1)
    assert nx.dijkstra_path_length(graph, 0, 2, backend='konig') == 5
