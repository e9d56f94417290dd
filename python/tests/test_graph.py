"""Graphs and walks beside plain Python, SciPy and NetworkX."""
import pickle

import konig
import numpy as np
import pytest

nx = pytest.importorskip('networkx')
pytest.importorskip('scipy')
pytest.importorskip('hypothesis')
import scipy.sparse
from hypothesis import given, settings
from hypothesis import strategies as st

edge_lists = st.integers(1, 12).flatmap(lambda n: st.tuples(
    st.just(n), st.lists(st.tuples(st.integers(0, n - 1), st.integers(0, n - 1)), max_size=40)))
KINDS = st.sampled_from(['directed', 'undirected'])


def edges_array(edges):
    return np.array(edges, np.int64).reshape(-1, 2)


def build(n, edges, kind, **more):
    return konig.Graph.from_edges(edges_array(edges), n=n, kind=kind, **more)


def peer(n, edges, kind):
    graph = nx.MultiDiGraph() if kind == 'directed' else nx.MultiGraph()
    graph.add_nodes_from(range(n))
    graph.add_edges_from(edges)
    return graph


def check_walk(graph, walk):
    """A walk by its definition."""
    assert sorted(walk.edges.tolist()) == list(range(graph.m))
    vertices = walk.vertices.tolist()
    assert len(vertices) == (graph.m + 1 if graph.m else 0)
    for e, u, v in zip(walk.edges.tolist(), vertices, vertices[1:]):
        ends = graph.ends[e].tolist()
        assert ends == [u, v] or (not graph.directed and ends == [v, u])
    assert walk.kind == ('circuit' if not vertices or vertices[0] == vertices[-1] else 'path')


@settings(deadline=None)
@given(edge_lists, KINDS)
def test_euler_beside_networkx(edge_list, kind):
    n, edges = edge_list
    graph, other = build(n, edges, kind), peer(n, edges, kind)
    other.remove_nodes_from(list(nx.isolates(other)))
    possible = not edges or nx.has_eulerian_path(other)
    try:
        walk = graph.euler()
    except konig.NoEulerWalk as no:
        assert not possible
        assert no.reason in ('unbalanced', 'disconnected')
        check_witness(graph, no)
    else:
        assert possible
        check_walk(graph, walk)


@settings(deadline=None)
@given(edge_lists, KINDS)
def test_trails(edge_list, kind):
    n, edges = edge_list
    graph, other = build(n, edges, kind), peer(n, edges, kind)
    walk = graph.trails()
    assert sorted(walk.edges.tolist()) == list(range(graph.m))
    for i in range(walk.count):
        used, passed = walk.trail(i)
        assert len(passed) == len(used) + 1
        for e, u, v in zip(used.tolist(), passed.tolist(), passed[1:].tolist()):
            ends = graph.ends[e].tolist()
            assert ends == [u, v] or (kind == 'undirected' and ends == [v, u])
    weak = nx.weakly_connected_components if kind == 'directed' else nx.connected_components
    least = 0
    for part in map(other.subgraph, weak(other)):
        odd = sum(max(0, part.out_degree(v) - part.in_degree(v)) if kind == 'directed'
                  else part.degree(v) % 2 for v in part)
        odd = odd if kind == 'directed' else odd // 2
        least += max(odd, int(part.number_of_edges() > 0))
    assert walk.count == least


@settings(deadline=None, max_examples=40)
@given(edge_lists, st.data())
def test_eulerise_beside_networkx(edge_list, data):
    """NetworkX' eulerize() repeats as few edges as there must be, in a simple graph."""
    n, edges = edge_list
    simple = nx.Graph(edge for edge in edges if edge[0] != edge[1])
    simple = nx.convert_node_labels_to_integers(simple)
    graph = konig.Graph.from_networkx(simple)
    try:
        route = graph.eulerise()
    except konig.MissingLibrary as missing:
        pytest.skip(str(missing))
    except konig.NoRoute as no:
        assert no.reason == 'disconnected' and not nx.is_connected(simple)
        assert no.components == len(list(nx.connected_components(simple)))
        return
    whole = route.graph()
    assert len(whole.euler('circuit')) == graph.m + len(route.repeats)
    if len(simple):
        assert nx.eulerize(simple).number_of_edges() == whole.m
    assert route.repeated == route.bound == len(route.repeats) and route.length == graph.m


def test_an_open_route():
    graph = konig.Graph.from_edges([[0, 1], [1, 2], [2, 3]], values=[1, 5, 2], kind='undirected')
    try:
        route = graph.eulerise(open=True, start=1)
    except konig.MissingLibrary as missing:
        pytest.skip(str(missing))
    assert route.ends == (1, 3) and route.repeats.tolist() == [0] and route.repeated == 1
    assert route.graph().euler(start=1).vertices.tolist() == [1, 0, 1, 2, 3]
    assert graph.eulerise(start=1).repeated == 8
    with pytest.raises(konig.NoRoute) as no:
        konig.Graph.from_edges([0], [1]).eulerise()
    assert no.value.reason == 'one way'


def test_bidirected(tmp_path):
    file = tmp_path / 'graph.gfa'
    file.write_text('H\tVN:Z:1.0\nS\ta\t*\nS\tb\t*\nL\ta\t+\tb\t-\t*\nL\ta\t-\tb\t+\t*\n')
    graph = konig.Graph.read(file)
    assert graph.kind == 'bidirected' and not graph.directed
    walk = graph.euler()
    assert walk.kind == 'circuit' and walk.vertices.tolist() == [0, 1, 0]
    assert graph.components()[0] == 1 and graph.undirected().kind == 'undirected'
    with pytest.raises(NotImplementedError):
        graph.strong_components()


def check_witness(graph, no):
    if no.reason == 'unbalanced':
        out, into = graph.degrees()
        for vertex, degrees in zip(no.vertices, no.degrees):
            assert degrees == (out[vertex], into[vertex])
            assert degrees[0] % 2 if not graph.directed else degrees[0] != degrees[1]
        assert len(no.vertices) == min(no.count, 10)
    else:
        component = graph.components()[1]
        one, other = (component[graph.ends[e][0]] for e in no.edges)
        assert one != other


@settings(deadline=None)
@given(edge_lists, KINDS)
def test_components_beside_networkx(edge_list, kind):
    n, edges = edge_list
    graph, other = build(n, edges, kind), peer(n, edges, kind)
    weak = nx.weakly_connected_components if kind == 'directed' else nx.connected_components
    assert groups(*graph.components()) == list(map(set, weak(other)))
    if kind == 'directed':
        strong = sorted(map(set, nx.strongly_connected_components(other)), key=min)
        assert groups(*graph.strong_components()) == strong


def groups(count, label):
    return [set(np.flatnonzero(label == i).tolist()) for i in range(count)]


@settings(deadline=None)
@given(edge_lists, st.data())
def test_spanning_tree_beside_networkx(edge_list, data):
    n, edges = edge_list
    values = data.draw(st.lists(st.integers(-3, 3), min_size=len(edges), max_size=len(edges)))
    graph = build(n, edges, 'undirected', values=values)
    other = nx.MultiGraph()
    other.add_nodes_from(range(n))
    other.add_weighted_edges_from((u, v, w) for (u, v), w in zip(edges, values))
    tree = graph.spanning_tree()
    assert len(tree) == n - graph.components()[0]
    forest = nx.Graph(edges_array(edges)[tree].tolist())
    assert not len(forest) or nx.is_forest(forest)
    expected = sum(d['weight'] for *_, d in nx.minimum_spanning_edges(other))
    assert sum(values[e] for e in tree) == expected


@settings(deadline=None)
@given(edge_lists, KINDS)
def test_scipy_and_back(edge_list, kind):
    n, edges = edge_list
    graph = build(n, edges, kind, values=np.arange(1.0, len(edges) + 1))
    dense = np.zeros((n, n))
    for value, (u, v) in enumerate(edges, 1):
        dense[u, v] += value
        if kind == 'undirected' and u != v:
            dense[v, u] += value
    matrix = graph.to_scipy()
    assert (matrix.toarray() == dense).all()
    back = konig.Graph.from_scipy(scipy.sparse.coo_array(dense), kind=kind)
    assert back.kind == kind and (back.to_scipy().toarray() == dense).all()


@settings(deadline=None)
@given(edge_lists, KINDS)
def test_derived(edge_list, kind):
    n, edges = edge_list
    graph = build(n, edges, kind)
    out, into = graph.degrees()
    other = peer(n, edges, kind)
    if kind == 'directed':
        assert out.tolist() == [d for _, d in other.out_degree()]
        assert into.tolist() == [d for _, d in other.in_degree()]
        reverse = graph.reverse()
        assert (reverse.ends[:, ::-1] == graph.ends[reverse.original]).all()
    else:
        assert out.tolist() == into.tolist() == [d for _, d in other.degree()]
    assert graph.undirected().ends.tolist() == graph.ends.tolist()
    matrix = graph.symmetric().to_scipy()
    assert (matrix != matrix.T).nnz == 0


def test_from_networkx_numbers_as_networkx_does():
    other = nx.MultiDiGraph([('b', 'a'), ('a', 'b'), ('b', 'a'), ('a', 'a')])
    graph = konig.Graph.from_networkx(other)
    assert graph.nodes == ['b', 'a']
    named = [(graph.nodes[u], graph.nodes[v]) for u, v in graph.ends]
    assert named == list(other.edges())
    other = nx.Graph()
    other.add_edge('x', 'y', cost=3)
    other.add_edge('y', 'z')
    graph = konig.Graph.from_networkx(other, weight='cost')
    assert graph.kind == 'undirected' and graph.values.tolist() == [3, 1]


@pytest.mark.parametrize('nodes', [
    [2, 0, 1], [7, 3, 5], [-1, 0, 1], [10**9, 4, 7], [2**70, 1, 2], [1, True + 1, 2.5], 'cab'])
def test_from_networkx_whatever_the_nodes(nodes):
    other = nx.MultiDiGraph()
    other.add_nodes_from(nodes)
    pairs = [(nodes[i], nodes[j]) for i, j in ((0, 1), (1, 2), (2, 0), (0, 0), (0, 1))]
    other.add_edges_from((u, 1.0 if v == 1 else v) for u, v in pairs)
    graph = konig.Graph.from_networkx(other)
    assert graph.nodes == list(nodes)
    assert [(graph.nodes[u], graph.nodes[v]) for u, v in graph.ends] == list(other.edges())


def test_start_and_kind():
    graph = konig.Graph.from_edges([0, 1, 2], [1, 2, 0])
    assert graph.euler(start=2).vertices.tolist() == [2, 0, 1, 2]
    with pytest.raises(konig.NoEulerWalk) as no:
        graph.euler('path')
    assert no.value.reason == 'is circuit'
    with pytest.raises(ValueError, match='start'):
        graph.euler(start=3)
    with pytest.raises(ValueError, match='kind'):
        graph.euler('cycle')
    copy = pickle.loads(pickle.dumps(no.value))
    assert copy.reason == 'is circuit' and str(copy) == str(no.value)


def test_files(tmp_path):
    graph = konig.generate.random(50, 4, seed=3)
    for name in 'graph.kcsr', 'graph.mtx', 'graph.edges':
        graph.write(tmp_path / name)
        back = konig.Graph.read(tmp_path / name)
        assert (back.row == graph.row).all() and (back.col == graph.col).all()
    (tmp_path / 'bad').write_text('1 2\n3 4 x y z\n5\n')
    with pytest.raises(konig.FormatError) as bad:
        konig.Graph.read(tmp_path / 'bad')
    assert bad.value.file == str(tmp_path / 'bad') and bad.value.line
    with pytest.raises(OSError):
        konig.Graph.read(tmp_path / 'missing')


def test_names():
    graph = konig.Graph.read('data/koenigsberg.txt')
    assert [graph.vertex(graph.name(v)) for v in range(graph.n)] == list(range(graph.n))
    with pytest.raises(ValueError, match='Atlantis'):
        graph.vertex('Atlantis')


def test_memory_limit():
    context = konig.Context(memory_limit=10**6)
    with pytest.raises(MemoryError):
        konig.generate.random(10**6, 7, context=context)
    assert konig.generate.random(10, 3, context=context).n == 10


def test_drawn_lengths():
    graph = konig.Graph.from_edges([0], [1], values=[2.5])
    assert 'label=" 2.5 "' in graph.draw(picture='dot')
    assert 'label=" 2.5 "' not in graph.draw(picture='dot', lengths=False)


def test_pictures(tmp_path):
    graph = konig.Graph.read('data/bridges.adj')
    try:
        svg = graph._repr_svg_()
        graph.draw(tmp_path / 'graph.png', tree=True, edge_ids=True)
    except konig.MissingLibrary as missing:
        pytest.skip(str(missing))
    if svg is not None:
        assert '<svg' in svg and 'Kneiphof' in svg
    assert konig.generate.random(10**5, 7)._repr_svg_() is None
    walk = konig.generate.torus(2, 2).euler()
    with pytest.raises(ValueError, match='walk'):
        graph.draw(walk=walk)
    assert '0 -> 1' in walk.graph.draw(picture='dot', walk=walk)


def test_bidirected_files(tmp_path):
    path = tmp_path / 'g.gfa'
    path.write_text('S\ta\t*\nS\tb\t*\nL\ta\t+\tb\t-\t*\nL\tb\t+\ta\t-\t*\n')
    graph = konig.Graph.read(path, parallel=True)
    assert graph.kind == 'bidirected' and not graph.directed
    assert [d.tolist() for d in graph.degrees()] == [[2, 2], [0, 0]]
    assert graph.undirected().kind == 'undirected'
    with pytest.warns(UserWarning, match='left out: 1 of 2'):
        assert konig.Graph.read(path).m == 1
    path.write_text('>0\nACCATT\n>1\nCCAAT\n')
    graph = konig.Graph.read(path, k=4)
    assert graph.kind == 'bidirected'
    assert [graph.name(v) for v in range(graph.n)] == ['AAT', 'ACC', 'CCA']
    assert graph.ends.tolist() == [[1, 0], [2, 0]]
    with pytest.raises(konig.FormatError, match='a unitig of 5 letters'):
        konig.Graph.read(path, k=6)


def test_simplified():
    graph = konig.Graph.from_edges([0, 0, 1, 2], [1, 1, 0, 2], values=[5, 1, 3, 4])
    for options, col, values in [({}, [1, 0], [5, 3]), ({'loops': False}, [1, 0, 2], [5, 3, 4]),
                                 ({'keep': 'least'}, [1, 0], [1, 3]),
                                 ({'parallel': False, 'keep': 'sum'}, [1, 1, 0], [5, 1, 3])]:
        simple = graph.simplified(**options)
        assert simple.col.tolist() == col and simple.values.tolist() == values
    with pytest.raises(ValueError, match='mirrors'):
        graph.simplified(mirrors=True)
    with pytest.raises(ValueError, match="keep"):
        graph.simplified(keep='most')


def test_lines_that_are_skipped(tmp_path):
    path = tmp_path / 'course'
    path.write_text('made by\n3 1\n0 2\n')
    graph = konig.Graph.read(path, format='counted', skip_lines=1)
    assert (graph.n, graph.m, graph.sources.tolist()) == (3, 1, [0])
    with pytest.raises(konig.FormatError, match='it ends before line 4'):
        konig.Graph.read(path, skip_lines=9)
