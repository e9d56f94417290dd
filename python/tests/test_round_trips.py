"""Graphs through the files of NetworkX, igraph and pandas, in both directions, with difficult names.

Each trip has two ways. What the other program wrote must be the same graph to konig. What konig
wrote must be the same graph to the other program: vertices by their names, edges with their ends
and values. ROUND_TRIPS sets the number of graphs of each format, 25 unless it is set.

A format leaves out the names that its other program cannot read or write.
"""
import json
import os
import random
from collections import Counter

import konig
import pytest

nx = pytest.importorskip('networkx')
ig = pytest.importorskip('igraph')
pd = pytest.importorskip('pandas')

TRIPS = int(os.environ.get('ROUND_TRIPS', 25))
DIFFICULT = [
    'a', 'New York', '"', 'say "hi"', "'", "it's", '<b>', '</node>', '&amp;', '&#34;', 'a&b', '\\',
    'C:\\new', '\\"', 'é', 'Ω≈ç√', '日本', '😀', 'e\u0301', '\u202eabc', '\u200b', '\xa0', '#', '#x',
    '# vertices 9', '%', '*Edges', '*Vertices 3', ',', ';', ':', '|', 'a,b', 'a;b', 'a|b', '->',
    'a -> b', '--', '=', '[', ']', '{', '}', '()', '//', '/*', ' ', '  ', ' a', 'a ', 'a  b', '0',
    '00', '007', '1', '7', '-1', '+1', '1.0', '1e5', '0x10', '18446744073709551615', 'nan', 'NaN',
    'inf', 'NA', 'None', 'null', 'true', 'source', 'target', 'graph', 'node', 'edge', 'id', 'label',
    'strict', 'S', 'L', 'H', 'p', '@', '>', '>>graph6<<', '?', '~', '!', '$x', '^', '`', '', 'x' * 500,
    'tab\tname', 'line\nend', 'cr\rname', 'a\u2028b', 'a\x85b']


OTHER_LETTERS = ''.join(sorted({c for name in DIFFICULT for c in name if not c.isascii()}))


def without(characters='', but=()):
    """The difficult names that have none of these characters, and are none of these names."""
    return [name for name in DIFFICULT if not set(characters) & set(name) and name not in but]


# ---- graphs as sets ------------------------------------------------------------------------------

def alike(directed, vertices, edges):
    """A graph as what does not depend on orders."""
    return (directed, Counter(vertices),
            Counter((*((u, v) if directed else sorted((u, v))), value) for u, v, value in edges))


def of_konig(graph):
    names = [graph.name(v) for v in range(graph.n)]
    values = [1.0] * graph.m if graph.values is None else graph.values.tolist()
    return alike(graph.directed, names, [(names[u], names[v], value) for (u, v), value in zip(
        graph.ends.tolist(), values)])


def of_networkx(graph, name=str):
    return alike(graph.is_directed(), map(name, graph), [
        (name(u), name(v), float(data.get('weight', 1))) for u, v, data in graph.edges(data=True)])


def of_igraph(graph, key):
    names = graph.vs[key if key in graph.vs.attributes() else 'id']
    values = graph.es['weight'] if 'weight' in graph.es.attributes() else [1.0] * graph.ecount()
    return alike(graph.is_directed(), names, [
        (names[edge.source], names[edge.target], value) for edge, value in zip(graph.es, values)])


def of_pandas(frame, directed):
    values = frame['weight'] if 'weight' in frame else [1.0] * len(frame)
    ends = list(zip(frame['source'], frame['target']))
    return alike(directed, {name for pair in ends for name in pair},
                 [(u, v, float(value)) for (u, v), value in zip(ends, values)])


# ---- making them ---------------------------------------------------------------------------------

def make(random, names, *, directed=None, simple=False, loops=True, isolated=True, values=True,
         sizes=None):
    """A random graph of NetworkX."""
    directed = random.random() < 0.5 if directed is None else directed
    simple = simple or random.random() < 0.3
    kinds = {(0, 0): nx.MultiGraph, (0, 1): nx.Graph, (1, 0): nx.MultiDiGraph, (1, 1): nx.DiGraph}
    graph = kinds[directed, simple]()
    chosen = random.sample(names, random.randint(1, 12))
    if sizes:
        chosen = range(random.choice(sizes))
    weighed = values and random.random() < 0.6
    edges = [(random.choice(chosen), random.choice(chosen))
             for _ in range(random.randint(1, 24))]
    edges = [(u, v) for u, v in edges if loops or u != v]
    graph.add_nodes_from(chosen if isolated else sum(edges, ()))
    for u, v in edges:
        graph.add_edge(u, v, **({'weight': random.choice([0.1, 2.0, -3.5, 1e-300, 12345678.9, 1.0])}
                                if weighed else {}))
    return graph


def to_igraph(graph, key):
    nodes = list(graph)
    place = {node: i for i, node in enumerate(nodes)}
    made = ig.Graph(n=len(nodes), directed=graph.is_directed(),
                    edges=[(place[u], place[v]) for u, v in graph.edges()])
    made.vs[key] = nodes
    weights = [data.get('weight') for _, _, data in graph.edges(data=True)]
    if None not in weights:
        made.es['weight'] = weights
    return made


# ---- formats -------------------------------------------------------------------------------------

class Trip:
    """A format of another program.

    write(graph of NetworkX, path): the other program's file. read(path): a file as a set, by the
    other program. ending: of the file. theirs, ours: names in files that the other program, and
    konig, writes. options: of konig.Graph.read(). more: of make().
    """

    def __init__(self, ending, write, read, theirs, ours, options=None, **more):
        self.ending, self.write, self.read = ending, write, read
        self.theirs, self.ours, self.options, self.more = theirs, ours, options or {}, more


def by_networkx(ending, write, read, theirs=(), ours=(), name=str, **more):
    return Trip(ending, write, lambda path: of_networkx(read(path), name), without(*theirs),
                without(*ours), **more)


def by_igraph(ending, key, theirs=(), ours=()):
    return Trip(ending, lambda graph, path: to_igraph(graph, key).save(str(path)),
                lambda path: of_igraph(ig.Graph.Load(str(path)), key), without(*theirs),
                without(*ours))


def by_pandas(ending, separator, directed):
    options = {'sep': separator, 'keep_default_na': False, 'dtype': {'source': str, 'target': str}}

    def write(graph, path):
        nx.to_pandas_edgelist(graph).to_csv(path, sep=separator, index=False)

    # konig takes the blanks around a field that has no quotes for layout.
    return Trip(ending, write, lambda path: of_pandas(pd.read_csv(path, **options), directed),
                without('', but=('', ' ', '  ', ' a', 'a ')), without('\r', but=['']),
                {'undirected': not directed, 'names': True}, directed=directed, isolated=False)


def write_json(graph, path):
    path.write_text(json.dumps(nx.node_link_data(graph, edges='links')))


def read_json(path):
    return nx.node_link_graph(json.loads(path.read_text()), edges='links')


def read_graphml(path):
    return nx.read_graphml(path, force_multigraph=True)


def read_graph6(path):
    """A graph of one of both forms."""
    return (nx.read_sparse6 if b':' in path.read_bytes() else nx.read_graph6)(path)


CONTROLS = '\t\n\r'
NUMBERS = {'directed': False, 'values': False, 'options': {'ids': True}}
SIZES = [2, 3, 7, 20, 62, 63, 64, 200]
FORMATS = {
    'GraphML, NetworkX': by_networkx('graphml', nx.write_graphml_xml, read_graphml),
    # igraph takes no empty ids, and keeps &#38; in them, for libxml2 leaves that to it.
    'GraphML, igraph': by_igraph('graphml', 'name', ['\r'], ['&', ['']]),
    'GML, NetworkX': by_networkx('gml', nx.write_gml, nx.read_gml),
    # igraph reads no entities that are numbers.
    'GML, igraph': by_igraph('gml', 'label', [], [CONTROLS + OTHER_LETTERS]),
    # NetworkX writes quotes as they are, and takes apart what it reads as a shell does.
    'Pajek, NetworkX': by_networkx('net', nx.write_pajek, nx.read_pajek,
                                   ['"' + CONTROLS, ('', '&#34;')],
                                   ['"\'\\' + CONTROLS, ['&#34;']]),
    # igraph writes entities, and reads none.
    'Pajek, igraph': by_igraph('net', 'name', [CONTROLS, ['&#34;']], ['"' + CONTROLS, ['&#34;']]),
    'node-link JSON, NetworkX': by_networkx('json', write_json, read_json),
    'CSV, directed, pandas': by_pandas('csv', ',', True),
    'CSV, undirected, pandas': by_pandas('csv', ',', False),
    'TSV, directed, pandas': by_pandas('tsv', '\t', True),
    'graph6, NetworkX': by_networkx('g6', nx.write_graph6, read_graph6, sizes=[1, *SIZES],
                                    simple=True, loops=False, **NUMBERS),
    # A number below one has no bits in nauty, and one in NetworkX.
    'sparse6, NetworkX': by_networkx('s6', nx.write_sparse6, read_graph6, sizes=SIZES,
                                     **NUMBERS),
}


@pytest.mark.filterwarnings('ignore:.* is left out')
@pytest.mark.parametrize('name', FORMATS)
def test_files(name, tmp_path):
    trip, chance = FORMATS[name], random.Random(name)
    theirs, ours = tmp_path / f'theirs.{trip.ending}', tmp_path / f'ours.{trip.ending}'
    for _ in range(TRIPS):
        graph = make(chance, trip.theirs, **trip.more)
        trip.write(graph, theirs)
        read = konig.Graph.read(theirs, **trip.options)
        assert of_konig(read) == of_networkx(graph), theirs.read_bytes()
        graph = make(chance, trip.ours, **trip.more)
        konig.Graph.from_networkx(graph).write(ours)
        assert trip.read(ours) == of_networkx(graph), ours.read_bytes()


def test_objects():
    chance = random.Random('objects')
    for _ in range(TRIPS):
        graph = make(chance, DIFFICULT)
        expected, made = of_networkx(graph), konig.Graph.from_networkx(graph)
        assert of_konig(made) == of_networkx(made.to_networkx()) == expected
        frame = made.to_pandas()
        kind = 'directed' if made.directed else 'undirected'
        assert of_konig(konig.Graph.from_pandas(frame, nodes=list(graph), kind=kind)) == expected
        back = ig.Graph.from_networkx(made.to_networkx())
        assert of_igraph(back, '_nx_name') == expected
        assert of_konig(konig.Graph.from_networkx(back.to_networkx(vertex_attr_hashable='_nx_name'))
                        ) == expected
