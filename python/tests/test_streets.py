"""The example that draws a walk along all streets of a town."""
import itertools
import runpy
from collections import Counter
from xml.etree import ElementTree

import konig
import pytest

nx = pytest.importorskip('networkx')
MAP = 'data/streets.graphml'


def read():
    """The streets as NetworkX reads them, each once."""
    both = nx.read_graphml(MAP, node_type=int, force_multigraph=True)
    streets = nx.MultiGraph()
    streets.add_nodes_from(both.nodes(data=True))
    streets.add_edges_from((u, v, data) for u, v, data in both.edges(data=True) if u <= v)
    assert 2 * len(streets.edges) == len(both.edges)
    return streets


def test_streets(tmp_path, monkeypatch, capsys):
    streets = read()
    try:
        walk = konig.streets.read(MAP).route()
    except konig.MissingLibrary:
        pytest.skip('konig was built without LEMON')
    except konig.Unsupported:
        pytest.skip('konig was built without libexpat')
    places = {(round(data['x'], 7), round(data['y'], 7)): node
              for node, data in streets.nodes(data=True)}
    walked, stops = Counter(), []
    for street, backwards, _ in walk.steps.tolist():
        line = [places[x, y] for x, y in walk.streets.line(street).round(7).tolist()]
        line = line[::-1] if backwards else line
        assert not stops or stops[-1] == line[0]
        walked.update(map(frozenset, zip(line, line[1:])))
        stops += line
    ends = Counter(frozenset((u, v)) for u, v, _ in streets.edges)
    assert stops[0] == stops[-1] and walked.keys() == ends.keys() and walked >= ends

    # The shortest repeats join the crossings of odd degree in pairs, as NetworkX finds them, too.
    odd = [node for node, degree in streets.degree if degree % 2]
    pairs = nx.Graph()
    for u, v in itertools.combinations(odd, 2):
        pairs.add_edge(u, v, weight=nx.dijkstra_path_length(streets, u, v, 'length'))
    least = sum(pairs[u][v]['weight'] for u, v in nx.min_weight_matching(pairs))
    assert walk.repeated == pytest.approx(least)
    assert walk.length - walk.repeated == pytest.approx(streets.size('length'))

    picture = tmp_path / 'map.svg'
    monkeypatch.setattr('sys.argv', ['streets.py', MAP, str(picture)])
    runpy.run_path('python/examples/streets.py', run_name='__main__')
    assert f'{len(walk.streets)} streets, {streets.size("length"):.0f} m' in capsys.readouterr().out
    assert ElementTree.parse(picture).getroot().tag.endswith('svg')
