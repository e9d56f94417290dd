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


def test_networkx_gets_them(tmp_path):
    nx.write_graphml(made(), tmp_path / 'a.graphml')
    read = konig.Graph.read(tmp_path / 'a.graphml', keep='*').to_networkx()
    assert dict(read.nodes(data=True)) == dict(made().nodes(data=True))
    assert sorted(read.edges(data='number')) == sorted(made().edges(data='number'))
    for *_, data in read.edges(data=True):
        assert data == dict(number=data['number'], toll=data['number'] % 2 == 0,
                            weight=data['number'] + 0.5,
                            **{'same': text for text in [(TEXTS * 2)[data['number']]]
                               if text is not None})


def test_networkx_gives_them():
    graph = konig.Graph.from_networkx(made(), keep=True)
    check(graph)
    back = graph.to_networkx()
    assert dict(back.nodes(data=True)) == dict(made().nodes(data=True))
    assert list(back.edges(data=True)) == list(made().edges(data=True))
    some = konig.Graph.from_networkx(made(), keep=['ratio', 'toll', 'nothing'])
    assert list(some.columns) == ['toll', 'nothing'] and list(some.vertex_columns) == ['ratio']


def test_derived_graphs_have_them(tmp_path):
    nx.write_graphml(made(), tmp_path / 'a.graphml')
    read = konig.Graph.read(tmp_path / 'a.graphml', keep='*')
    read.reverse().reverse().write(tmp_path / 'b.graphml')
    check(konig.Graph.read(tmp_path / 'b.graphml', keep='*'))
    read.undirected().write(tmp_path / 'c.json')
    again = konig.Graph.read(tmp_path / 'c.json', keep='*')
    assert again.columns['number'].tolist() == read.columns['number'].tolist()
    for graph in read.reverse(), read.undirected(), read.simplified(), read.symmetric():
        assert graph.vertex_columns['number'].tolist() == read.vertex_columns['number'].tolist()


def test_pajek_of_networkx(tmp_path):
    graph = nx.MultiDiGraph()
    graph.add_node('New York', x='0.5', y='0.25', shape='box', ic='Light Blue')
    graph.add_node('B', x='1', y='2', shape='ellipse')
    graph.add_edge('New York', 'B', weight=2.5, c='Dark Red')
    nx.write_pajek(graph, tmp_path / 'a.net')
    read = konig.Graph.read(tmp_path / 'a.net', keep=['x', 'y', 'shape', 'ic', 'c'])
    nodes = dict(read.to_networkx().nodes(data=True))
    assert nodes == {'New York': dict(x=0.5, y=0.25, shape='box', ic='Light Blue'),
                     'B': dict(x=1.0, y=2.0, shape='ellipse')}
    assert list(read.to_networkx().edges(data=True)) == [
        ('New York', 'B', dict(c='Dark Red', weight=2.5))]


def test_what_is_refused(tmp_path):
    (tmp_path / 'a.csv').write_text('source,target,x\na,b,1\n')
    with pytest.raises(konig.FormatError, match="'y': expected one of: 'source', 'target', 'x'"):
        konig.Graph.read(tmp_path / 'a.csv', keep=['y'])
    with pytest.raises(konig.Unsupported, match="the column 'x' has no place in dot"):
        konig.Graph.read(tmp_path / 'a.csv', keep=['x']).write(tmp_path / 'a.dot')
    assert konig.Graph.read(tmp_path / 'a.csv').columns is None
