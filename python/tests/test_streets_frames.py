"""Graphs of OSMnx and frames of GeoPandas, if they are installed, and graphs of NetworkX that look
like OSMnx's, against a count of their edges."""
import random

import konig
import pytest

nx = pytest.importorskip('networkx')
NAMES = ['<b> & "c"', "d'Or", 'Straße\u2028', '\x01', ['A', "B's"], None, float('nan'), ']]>']


def make_graph(seed, side=6, geometry=str):
    """A grid as OSMnx makes it: streets for both ways are two edges, with the geometry turned."""
    draw = random.Random(seed)
    graph = nx.MultiDiGraph(crs='epsg:4326', created_with='OSMnx 2.0')
    for i in range(side * side):
        graph.add_node(10**12 + i, x=1.5 + i % side / 1000 + draw.random() / 5000,
                       y=42.5 + i // side / 1000, street_count=4)
    for i in range(side * side):
        for j in (i + 1, i + side):
            if j >= side * side or (j == i + 1 and j % side == 0):
                continue
            for _ in range(draw.choice((1, 1, 1, 2))):  # parallel streets
                u, v = draw.sample((10**12 + i, 10**12 + j), 2)
                oneway = draw.random() < 0.3
                osmid = draw.choice((draw.randrange(10**9), [draw.randrange(10**9), 5]))
                tags = {'osmid': osmid, 'highway': draw.choice(('residential', ['a', 'b'])),
                        'name': draw.choice(NAMES), 'oneway': oneway,
                        'length': round(draw.uniform(50, 150), 3)}
                ends = [(graph.nodes[n]['x'], graph.nodes[n]['y']) for n in (u, v)]
                line = [ends[0], tuple(round(a + draw.random() / 1e4, 7) for a in ends[0]), ends[1]]
                for back in (False, True)[:2 - oneway]:
                    tags['reversed'] = back
                    points = ', '.join(f'{x} {y}' for x, y in line[::-1 if back else 1])
                    graph.add_edge(*((v, u) if back else (u, v)), **{
                        **tags, 'geometry': geometry(f'LINESTRING ({points})')})
    return graph


def load(call, *arguments, **options):
    try:
        return call(*arguments, **options)
    except konig.Unsupported:
        pytest.skip('konig was built without libexpat')


def check(streets, graph):
    """Each edge is there, in its direction, and nothing else: along the graph's own edges."""
    oneway = [tags for _, _, tags in graph.edges(data=True) if tags['oneway']]
    both = [tags for _, _, tags in graph.edges(data=True) if not tags['oneway']]
    assert streets.counts['streets_ways'] == len(oneway) + len(both) // 2
    assert streets.counts['length'] == pytest.approx(
        sum(tags['length'] for tags in oneway) + sum(tags['length'] for tags in both) / 2)
    assert streets.lengths[streets.one_way].sum() == pytest.approx(
        sum(tags['length'] for tags in oneway))
    assert streets.counts['nodes'] == len(graph) and streets.counts['ways'] == len(graph.edges)
    assert set(streets.crossing_ids.tolist()) <= set(graph)


@pytest.mark.parametrize('seed', range(10))
def test_graph(seed, tmp_path):
    graph = make_graph(seed)
    before = str(list(graph.edges(data=True)))
    streets = load(konig.streets.from_osmnx, graph, keep_parts=True)
    assert str(list(graph.edges(data=True))) == before
    check(streets, graph)
    walk = load(konig.streets.from_osmnx, graph, 'walk', keep_parts=True)
    assert not walk.one_way.any() and walk.counts['streets_ways'] == streets.counts['streets_ways']
    # The file that OSMnx saves is the same.
    saved = graph.copy()
    for holder in (*dict(saved.nodes(data=True)).values(),
                   *(tags for _, _, tags in saved.edges(data=True))):
        holder.update({key: str(value).replace('\x01', '\ufffd') for key, value in holder.items()})
    nx.write_graphml(saved, tmp_path / 'town.graphml')
    read = konig.streets.read(tmp_path / 'town.graphml', keep_parts=True)
    assert read.counts == streets.counts
    assert [read.name(e) for e in range(len(read))] == [
        streets.name(e) for e in range(len(streets))]
    texts = '; '.join(read.name(e) for e in range(len(read)))
    assert "A; B's" in texts and 'nan' not in texts and 'None' not in texts and '<b> & "c"' in texts
    # There and back again.
    made = streets.to_osmnx()
    again = konig.streets.from_osmnx(made, keep_parts=True)
    assert len(again) == len(streets) and again.crossings == streets.crossings
    assert again.counts['length'] == pytest.approx(streets.counts['length'])
    assert sorted(again.lengths.tolist()) == pytest.approx(sorted(streets.lengths.tolist()))
    assert len(made.edges) == 2 * len(streets) - streets.one_way.sum()
    for u, v, tags in made.edges(data=True):
        assert {u, v} <= set(graph) and tags['oneway'] <= (not tags['reversed'])


def test_errors():
    graph = nx.MultiDiGraph()
    graph.add_edge(1, 2)
    with pytest.raises(ValueError, match='the node 1 has no x and y'):
        konig.streets.from_osmnx(graph)
    graph = make_graph(0)
    graph.graph['crs'] = 'epsg:32631'
    try:
        with pytest.raises(konig.FormatError, match='epsg:32631, expected longitudes'):
            konig.streets.from_osmnx(graph)
    except konig.Unsupported:
        pytest.skip('konig was built without libexpat')
    with pytest.raises(konig.ArgumentError, match='TAG=VALUE'):
        konig.streets.from_osmnx(make_graph(0), need='x')


def test_undirected():
    """A street is once in an undirected graph, along its geometry if it is one-way."""
    graph = nx.MultiGraph()
    graph.add_node('a', x=1, y=2)
    graph.add_node('b', x=1.001, y=2)
    graph.add_edge('a', 'b', oneway=False)
    graph.add_edge('a', 'b', oneway=True, geometry='LINESTRING (1.001 2, 1.0005 2.1, 1 2)')
    graph.add_edge('a', 'b', oneway=True, **{'from': 'b', 'to': 'a'})
    streets = load(konig.streets.from_osmnx, graph, keep_parts=True)
    assert streets.one_way.tolist() == [False, True, True]
    assert [streets.line(e)[0, 0] for e in range(3)] == [1, 1.001, 1.001]
    assert streets.crossing_name(0) == 'a'


def test_notebook():
    """The page in a frame that may run its script and nothing else; nothing without coordinates."""
    try:
        walk = load(konig.streets.from_osmnx, make_graph(1)).route()
        assert konig.streets.read('data/town.csv').route()._repr_html_() is None
    except konig.MissingLibrary:
        pytest.skip('konig was built without LEMON')
    frame = walk._repr_html_()
    assert frame.startswith('<iframe sandbox="allow-scripts" srcdoc="&lt;!DOCTYPE html&gt;')
    assert frame.count('<') == frame.count('>') == 2
    assert 'OpenStreetMap contributors' in frame and '&amp;lt;b&amp;gt;' in frame


def test_geopandas():
    geopandas = pytest.importorskip('geopandas')
    shapely = pytest.importorskip('shapely')
    graph = make_graph(5, geometry=shapely.from_wkt)
    streets = load(konig.streets.from_osmnx, graph)
    frame = streets.to_geopandas()
    assert len(frame) == len(streets) and frame.crs == 'epsg:4326'
    assert frame['length'].tolist() == streets.lengths.tolist()
    assert set(frame['from']) | set(frame['to']) == set(streets.crossing_ids.tolist())
    again = konig.streets.from_geopandas(frame)
    assert again.counts['length'] == pytest.approx(streets.counts['length'])
    far = frame.to_crs(32631)
    assert len(konig.streets.from_geopandas(far)) == len(again) and far.crs == 'epsg:32631'
    # Edges that keep the ends of a graph are read as the graph.
    edges = geopandas.GeoDataFrame(
        [tags for _, _, tags in graph.edges(data=True)], crs='epsg:4326')
    edges.index = pytest.importorskip('pandas').MultiIndex.from_tuples(
        list(graph.edges(keys=True)), names=['u', 'v', 'key'])
    counts = konig.streets.from_geopandas(edges).counts
    assert counts == streets.counts
    try:
        walk = streets.route()
    except konig.MissingLibrary:
        pytest.skip('konig was built without LEMON')
    rows = walk.to_geopandas()
    assert rows['total'].iloc[-1] == pytest.approx(walk.length)
    assert rows['repeat'].tolist() == walk.steps['repeat'].astype(bool).tolist()
    for before, after in zip(rows.geometry, rows.geometry[1:]):
        assert before.coords[-1] == after.coords[0]


def test_osmnx(tmp_path):
    osmnx = pytest.importorskip('osmnx')
    shapely = pytest.importorskip('shapely')
    graph = make_graph(7, geometry=shapely.from_wkt)
    for _, _, tags in graph.edges(data=True):
        tags['name'] = str(tags['name']).replace('\x01', '')  # XML has none
    osmnx.save_graphml(graph, tmp_path / 'town.graphml')
    streets = load(konig.streets.read, tmp_path / 'town.graphml')
    assert streets.counts == konig.streets.from_osmnx(graph).counts
    osmnx.save_graphml(streets.to_osmnx(), tmp_path / 'again.graphml')
    again = osmnx.load_graphml(tmp_path / 'again.graphml')
    assert konig.streets.from_osmnx(again).counts['length'] == pytest.approx(
        streets.counts['length'])
    assert osmnx.graph_to_gdfs(again)[1]['length'].sum() == pytest.approx(
        2 * streets.lengths.sum() - streets.lengths[streets.one_way].sum())


def test_kept():
    """Tags that are kept are those of the edges, and come back."""
    graph = make_graph(3)
    streets = load(konig.streets.from_osmnx, graph, keep_parts=True, keep=['highway', 'length'])
    assert streets.columns == ['highway', 'length']
    kept = [streets.kept(street) for street in range(len(streets))]
    assert {row['highway'] for row in kept} >= {'residential', 'a; b'}
    for row, length in zip(kept, streets.lengths):
        assert sum(map(float, row['length'].split('; '))) <= length + 1e-6
    back = streets.to_osmnx()
    for _, _, tags in back.edges(data=True):
        assert tags['highway'] == kept[tags['street']]['highway']
        assert tags['map_length'] == kept[tags['street']]['length']
    with pytest.raises(konig.FormatError, match="'nothing': expected one of: .*highway"):
        konig.streets.from_osmnx(graph, keep=['nothing'])
    with pytest.raises(TypeError):
        konig.streets.from_osmnx(graph, keep='highway')
