"""Columns that Graph.read() keeps, beside what NetworkX reads."""
import pickle

import konig
import networkx as nx
import pytest

TEXTS = ['plain', '', 'a,b', 'say "it"', 'two\nlines', '<b>&amp;</b>', 'ü ☃ 𝄞', ' blanks ', '12',
         'true', None]


def made():
    """A multigraph whose attributes are texts, whole numbers, real ones and booleans; each has its
    number."""
    graph = nx.MultiDiGraph()
    for i, text in enumerate(TEXTS):
        graph.add_node(f'n{i}', number=i, same=text, ratio=i / 3)
    for i, text in enumerate(TEXTS * 2):
        graph.add_edge(f'n{i % 7}', f'n{i * 3 % 11}', number=i, same=text, toll=i % 2 == 0,
                       weight=i + 0.5)
    for data in [*graph.nodes.values(), *(d for *_, d in graph.edges(data=True))]:
        if data['same'] is None:
            del data['same']
    return graph


def check(read):
    """The graph against its definition."""
    for v, number in enumerate(read.vertex_columns['number']):
        assert read.name(v) == f'n{number}'
        assert read.vertex_columns['same'][v] == TEXTS[number]
        assert read.vertex_columns['ratio'][v] == number / 3
    sources, targets = read.sources, read.col
    for e, number in enumerate(read.columns['number']):
        assert read.name(sources[e]) == f'n{number % 7}'
        assert read.name(targets[e]) == f'n{number * 3 % 11}'
        assert read.columns['same'][e] == (TEXTS * 2)[number]
        assert read.columns['toll'][e] is (number % 2 == 0)
        assert read.values[e] == number + 0.5


@pytest.mark.parametrize('extension', ['graphml', 'json'])
def test_columns_travel(tmp_path, extension):
    first, second = tmp_path / 'first.graphml', tmp_path / f'second.{extension}'
    nx.write_graphml(made(), first)
    read = konig.Graph.read(first, keep='*')
    check(read)
    read.write(second)
    check(konig.Graph.read(second, keep=['number', 'same', 'ratio', 'toll']))


def test_networkx_reads_what_is_written(tmp_path):
    nx.write_graphml(made(), tmp_path / 'a.graphml')
    konig.Graph.read(tmp_path / 'a.graphml', keep='*').write(tmp_path / 'b.graphml')
    with pytest.warns(UserWarning, match="2 other attributes of vertices and edges, 'ratio'"):
        konig.Graph.read(tmp_path / 'a.graphml', keep=['number', 'same']).write(tmp_path / 'c.gml')
    again, gml = nx.read_graphml(tmp_path / 'b.graphml'), nx.read_gml(tmp_path / 'c.gml')
    assert dict(again.nodes(data=True)) == dict(made().nodes(data=True))
    assert (sorted(d['number'] for *_, d in again.edges(data=True)) ==
            sorted(d['number'] for *_, d in gml.edges(data=True)) == list(range(2 * len(TEXTS))))
    for *_, data in again.edges(data=True):
        assert data.get('same') == (TEXTS * 2)[data['number']]
        assert data['toll'] is (data['number'] % 2 == 0)
    for *_, data in gml.edges(data=True):
        assert data.get('same') == (TEXTS * 2)[data['number']]


def test_a_pickle_has_the_values(tmp_path):
    nx.write_graphml(made(), tmp_path / 'a.graphml')
    check(pickle.loads(pickle.dumps(konig.Graph.read(tmp_path / 'a.graphml', keep='*'))))


def test_what_is_refused(tmp_path):
    (tmp_path / 'a.csv').write_text('source,target,x\na,b,1\n')
    with pytest.raises(konig.FormatError, match="'y': expected one of: 'source', 'target', 'x'"):
        konig.Graph.read(tmp_path / 'a.csv', keep=['y'])
    with pytest.raises(konig.Unsupported, match="the column 'x' has no place in dot"):
        konig.Graph.read(tmp_path / 'a.csv', keep=['x']).write(tmp_path / 'a.dot')
    assert konig.Graph.read(tmp_path / 'a.csv').columns is None
