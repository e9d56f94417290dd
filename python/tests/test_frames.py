"""Graphs from and to tables of pandas and graphs of NetworkX: nodes, values and other columns."""
import copy
import pickle
import subprocess
import sys

import konig
import numpy as np
import pytest

nx = pytest.importorskip('networkx')
pd = pytest.importorskip('pandas')

NODES = ['a', 'b "c"', '', ' ', '7', 7, -1, 2.5, ('x', 1), frozenset('y'), 'é\u2028<&', b'z',
         pd.Timestamp('2026-01-02')]


def table(count, seed=0, nodes=NODES):
    chosen = np.random.default_rng(seed).integers(len(nodes), size=(count, 2)).tolist()
    return pd.DataFrame({'from': pd.Series([nodes[u] for u, _ in chosen], dtype=object),
                         'to': pd.Series([nodes[v] for _, v in chosen], dtype=object),
                         'km': np.arange(count) / 4, 'name': [f'n{i}' for i in range(count)],
                         'lanes': np.arange(count) % 3})


def rows(frame):
    return list(frame.itertuples(index=False, name=None))


@pytest.mark.parametrize('kind', ['directed', 'undirected'])
@pytest.mark.parametrize('count', [0, 1, 60])
def test_any_node_and_all_columns(kind, count):
    frame = table(count)
    graph = konig.Graph.from_pandas(frame, 'from', 'to', weight='km', keep=True, kind=kind)
    first = [node for u, v in zip(frame['from'], frame['to']) for node in (u, v)]
    assert graph.nodes == list(dict.fromkeys(first)) and graph.kind == kind
    assert [graph.name(v) for v in range(graph.n)] == [
        node if type(node) is str else str(node) for node in graph.nodes]
    back = graph.to_pandas(source='from', target='to', weight='km')
    expected = rows(frame)
    if kind == 'directed':
        expected.sort(key=lambda row: graph.nodes.index(row[0]))
    assert rows(back) == expected and (list(back) == list(frame) or not count)
    assert all(type(a) is type(b) for row, wanted in zip(rows(back), expected)
               for a, b in zip(row[:2], wanted[:2]))


def test_columns_follow_edges():
    frame = table(40, 3)
    graph = konig.Graph.from_pandas(frame, 'from', 'to', weight=None, keep=['name'])
    assert list(graph.columns) == ['name'] and graph.values is None
    place = {row[3]: row[:2] for row in rows(frame)}
    for derived, turned in (graph, False), (graph.reverse(), True), (graph.undirected(), False):
        for (u, v), name in zip(derived.ends.tolist(), derived.columns['name']):
            ends = derived.nodes[v if turned else u], derived.nodes[u if turned else v]
            assert ends == place[name]
    assert graph.simplified().columns is None
    for twin in copy.deepcopy(graph), pickle.loads(pickle.dumps(graph)):
        assert twin.columns['name'].tolist() == graph.columns['name'].tolist()
    assert konig.Graph.from_pandas(frame, 'from', 'to', keep='name').columns.keys() == {'name'}


def test_nodes_that_no_edge_has():
    frame = pd.DataFrame({'source': [2, 1], 'target': [1, 1]})
    graph = konig.Graph.from_pandas(frame, nodes=[9, 1])
    assert graph.nodes == [9, 1, 2] and graph.ends.tolist() == [[1, 1], [2, 1]]
    assert graph.vertex('9') == 0 and graph.values is None
    assert rows(graph.to_pandas()) == [(1, 1), (2, 1)]
    assert graph.to_pandas().dtypes.tolist() == [np.int64, np.int64]


def test_a_weight_of_the_usual_name():
    frame = pd.DataFrame({'source': list('ab'), 'target': list('bc'), 'weight': [1, 2]})
    graph = konig.Graph.from_pandas(frame)
    assert graph.values.tolist() == [1, 2] and rows(graph.to_pandas()) == rows(frame)
    assert konig.Graph.from_pandas(frame, weight=None).values is None
    edges = nx.Graph([('a', 'b'), ('b', 'c')])
    assert konig.Graph.from_networkx(edges).values is None
    edges['b']['c']['weight'] = 5
    assert konig.Graph.from_networkx(edges).values.tolist() == [1, 5]
    assert konig.Graph.from_networkx(edges, weight=None).values is None


@pytest.mark.parametrize('kind', [nx.Graph, nx.DiGraph, nx.MultiGraph, nx.MultiDiGraph])
def test_networkx_and_back(kind):
    made = kind()
    made.add_nodes_from(NODES)
    for u, v, km, name, lanes in rows(table(60, 5)):
        made.add_edge(u, v, weight=km, name=name, **({'lanes': lanes} if lanes else {}))
    graph = konig.Graph.from_networkx(made, keep=True)
    assert graph.nodes == NODES and graph.values is not None
    assert [graph.columns['lanes'][e] is None for e in range(graph.m)] == [
        'lanes' not in data for _, _, data in made.edges(data=True)]
    back = graph.to_networkx(multigraph=made.is_multigraph())
    assert type(back) is kind and list(back) == list(made)
    assert list(back.edges(data=True)) == list(made.edges(data=True))
    assert 'weight' not in str(graph.to_networkx(weight=None).edges(data=True))
    assert 'length' in graph.to_networkx(weight='length').get_edge_data('a', *[
        v for _, v in list(made.edges('a'))[:1]])[0]


def test_names_of_files(tmp_path):
    for text, nodes in ('7 8\n8 9\n', [7, 8, 9]), ('0 1\n1 2\n', [0, 1, 2]), (
            'a 7\n7 b\n', ['a', '7', 'b']):
        (tmp_path / 'edges').write_text(text)
        graph = konig.Graph.read(tmp_path / 'edges')
        assert list(graph.to_networkx()) == nodes
        assert rows(graph.to_pandas()) == [(nodes[0], nodes[1]), (nodes[1], nodes[2])]


def test_written_with_the_texts_of_nodes(tmp_path):
    graph = konig.Graph.from_networkx(nx.path_graph(['é', 'b c', 7]))
    graph.write(tmp_path / 'graph.graphml')
    assert sorted(map(sorted, nx.read_graphml(tmp_path / 'graph.graphml').edges)) == [
        ['7', 'b c'], ['b c', 'é']]
    odd = konig.Graph.from_networkx(nx.path_graph(['\ud800', 'x\udcff']))
    assert odd.name(0) == '\\ud800' and odd.name(1) == 'x\udcff'


def bidirected(tmp_path):
    (tmp_path / 'a.gfa').write_text('H\tVN:Z:1.0\nS\ta\t*\nL\ta\t+\ta\t+\t*\n')
    return konig.Graph.read(tmp_path / 'a.gfa')



ENDS = pd.DataFrame({'source': ['a', 'b'], 'target': ['b', None], 'w': ['x', 'y']})
REFUSED = [
    (TypeError, 'frame is a dict: expected a DataFrame', lambda _: konig.Graph.from_pandas({})),
    (ValueError, "0 columns 'from'", lambda _: konig.Graph.from_pandas(ENDS, 'from')),
    (ValueError, "0 columns 'km'", lambda _: konig.Graph.from_pandas(ENDS, weight='km')),
    (ValueError, "0 columns 'km'", lambda _: konig.Graph.from_pandas(ENDS, keep=['km'])),
    (ValueError, "2 columns 'w'", lambda _: konig.Graph.from_pandas(
        pd.concat([ENDS, ENDS[['w']]], axis=1), keep=['w'])),
    (ValueError, "row 1 of the column 'target' has no node",
     lambda _: konig.Graph.from_pandas(ENDS)),
    (TypeError, "the column 'w' is", lambda _: konig.Graph.from_pandas(ENDS, target='w',
                                                                       weight='w')),
    (TypeError, 'unhashable', lambda _: konig.Graph.from_pandas(
        pd.DataFrame({'source': [[1]], 'target': [2]}))),
    (ValueError, "kind is 'x'", lambda _: konig.Graph.from_pandas(ENDS, kind='x')),
    (TypeError, "'weight' of an edge is 'far': expected a number",
     lambda _: konig.Graph.from_networkx(nx.Graph([(1, 2, {'weight': 'far'})]))),
    (ValueError, "one name, of .'x', 'x'", lambda _: konig.generate.complete(3).to_pandas(
        source='x', target='x')),
    (ValueError, "one name, of .'w', 'target', 'w'.", lambda _: konig.Graph.from_pandas(
        ENDS[:1], keep=True).to_pandas(source='w')),
    (konig.Unsupported, 'bidirected', lambda path: bidirected(path).to_pandas()),
    (konig.Unsupported, 'bidirected', lambda path: bidirected(path).to_networkx()),
    (ValueError, '1 edges are parallel', lambda _: konig.Graph.from_edges(
        [0, 0], [1, 1]).to_networkx(multigraph=False)),
    (ValueError, "0 and 1 have the same name, '1'", lambda path: nameless(path).to_pandas()),
]


def nameless(tmp_path):
    """A graph with equal names, and without its nodes."""
    konig.Graph.from_networkx(nx.path_graph([1, '1'])).write(tmp_path / 'x.kcsr')
    return konig.Graph.read(tmp_path / 'x.kcsr')


@pytest.mark.parametrize('kind, message, call', REFUSED)
def test_refused(kind, message, call, tmp_path):
    with pytest.raises(kind, match=message):
        call(tmp_path)


def test_nothing_is_imported_unless_used():
    code = ('import sys, konig; konig.generate.complete(3); '
            'print(*{"pandas", "networkx", "igraph"} & {*sys.modules})')
    assert subprocess.run([sys.executable, '-c', code], capture_output=True, check=True,
                          text=True).stdout == '\n'
