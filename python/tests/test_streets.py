"""The example that draws a walk along all streets of a town."""
import importlib.util
import itertools
from collections import Counter
from xml.etree import ElementTree

import konig
import pytest

nx = pytest.importorskip('networkx')


def load():
    spec = importlib.util.spec_from_file_location('streets', 'python/examples/streets.py')
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_streets(tmp_path, monkeypatch, capsys):
    example = load()
    streets = example.read('data/streets.graphml')
    start = next(iter(streets))
    try:
        route, walk = example.find(streets, start)
    except konig.MissingLibrary:
        pytest.skip('konig was built without LEMON')
    nodes, edges = list(streets), list(streets.edges(data=True))
    stops = [nodes[v] for v in walk.vertices]
    assert stops[0] == stops[-1] == start
    ends = [frozenset((u, v)) for u, v, _ in edges]
    walked = Counter(frozenset(step) for step in zip(stops, stops[1:]))
    assert walked == Counter(ends + [ends[e] for e in route.repeats])

    # The shortest repeats join the crossings of odd degree in pairs, as NetworkX finds them, too.
    odd = [node for node, degree in streets.degree if degree % 2]
    pairs = nx.Graph()
    for u, v in itertools.combinations(odd, 2):
        pairs.add_edge(u, v, weight=nx.dijkstra_path_length(streets, u, v, 'length'))
    least = sum(pairs[u][v]['weight'] for u, v in nx.min_weight_matching(pairs))
    assert route.repeated == pytest.approx(least)
    assert route.length == pytest.approx(streets.size('length'))

    picture = tmp_path / 'map.svg'
    monkeypatch.setattr('sys.argv', ['streets.py', 'data/streets.graphml', str(picture)])
    example.main()
    assert f'{len(edges)} streets' in capsys.readouterr().out
    shapes = Counter(shape.tag.rpartition('}')[2] for shape in ElementTree.parse(picture).iter())
    assert shapes['polygon'] == len(walk) and shapes['line'] == 2 * len(edges)
