"""OpenStreetMap read plainly: XML by the standard library, PBF by hand, and what OSMnx' network types
make of it. For tests of konig.streets, with which it shares nothing."""
import bz2
import gzip
import math
import re
import struct
import zlib
from collections import defaultdict
from xml.etree import ElementTree

import networkx as nx

# The Overpass filters of OSMnx 2: a way is out if a value matches.
UNUSED = 'abandoned|construction|no|planned|platform|proposed|raceway|razed'
FILTERS = {
    'all': {'highway': UNUSED, 'area': 'yes'},
    'drive': {'highway': UNUSED + '|bridleway|bus_guideway|corridor|cycleway|elevator|escalator|'
              'footway|path|pedestrian|service|steps|track', 'area': 'yes', 'access': 'private',
              'motor_vehicle': 'no', 'motorcar': 'no',
              'service': 'alley|driveway|emergency_access|parking|parking_aisle|private'},
    'walk': {'highway': UNUSED + '|bus_guideway|cycleway|motor', 'area': 'yes',
             'access': 'private', 'foot': 'no', 'service': 'private', 'sidewalk': 'separate',
             'sidewalk:both': 'separate', 'sidewalk:left': 'separate',
             'sidewalk:right': 'separate'},
    'bike': {'highway': UNUSED + '|bus_guideway|corridor|elevator|escalator|footway|motor|steps',
             'area': 'yes', 'access': 'private', 'bicycle': 'no', 'service': 'private'}}


def read(path):
    """Places of nodes in 10^-7 degrees, by number; ways as (number, nodes, tags)."""
    data = path.read_bytes()
    if data[4:6] == b'\n\t':
        return read_pbf(data)
    if data[:2] == b'\x1f\x8b':
        data = gzip.decompress(data)
    elif data[:3] == b'BZh':
        data = bz2.decompress(data)
    root = ElementTree.fromstring(data)
    nodes = {int(n.get('id')): (round(float(n.get('lon')) * 1e7), round(float(n.get('lat')) * 1e7))
             for n in root.iter('node')}
    ways = [(int(w.get('id')), [int(nd.get('ref')) for nd in w.iter('nd')],
             {t.get('k'): t.get('v') for t in w.iter('tag')}) for w in root.iter('way')]
    return nodes, ways


def varint(data, at):
    number = shift = 0
    while True:
        byte = data[at]
        at += 1
        number |= (byte & 127) << shift
        shift += 7
        if byte < 128:
            return number, at


def fields(data):
    """(number, value) of each field of a message of protocol buffers."""
    at = 0
    while at < len(data):
        key, at = varint(data, at)
        if key & 7 == 0:
            value, at = varint(data, at)
        elif key & 7 == 2:
            length, at = varint(data, at)
            value, at = data[at:at + length], at + length
        else:
            size = 8 if key & 7 == 1 else 4
            value, at = data[at:at + size], at + size
        yield key >> 3, value


def numbers(data):
    at, result = 0, []
    while at < len(data):
        number, at = varint(data, at)
        result.append(number)
    return result


def signed(number):
    return (number >> 1) ^ -(number & 1)


def sums(data):
    total, result = 0, []
    for number in numbers(data):
        total += signed(number)
        result.append(total)
    return result


def read_pbf(data):
    nodes, ways, at = {}, [], 0
    while at < len(data):
        size, = struct.unpack('>I', data[at:at + 4])
        header = dict(fields(data[at + 4:at + 4 + size]))
        at += 4 + size
        blob = dict(fields(data[at:at + header[3]]))
        at += header[3]
        if header[1] == b'OSMData':
            read_block(blob[1] if 1 in blob else zlib.decompress(blob[3]), nodes, ways)
    return nodes, ways


def read_block(data, nodes, ways):
    block = defaultdict(list)
    for number, value in fields(data):
        block[number].append(value)
    texts = [text.decode() for _, text in fields(block[1][0])]
    unit = block[17][0] if block[17] else 100
    offset = [block[n][0] if block[n] else 0 for n in (20, 19)]
    for group in block[2]:
        for number, value in fields(group):
            message = dict(fields(value))
            if number == 1:
                nodes[signed(message[1])] = tuple(
                    round((o + unit * signed(message[k])) / 100) for o, k in zip(offset, (9, 8)))
            elif number == 2:
                for node, x, y in zip(sums(message[1]), sums(message[9]), sums(message[8])):
                    nodes[node] = (round((offset[0] + unit * x) / 100),
                                   round((offset[1] + unit * y) / 100))
            elif number == 3:
                tags = {texts[k]: texts[v] for k, v in zip(numbers(message.get(2, b'')),
                                                           numbers(message.get(3, b'')))}
                ways.append((message[1], sums(message.get(8, b'')), tags))


def metres(a, b):
    """Between near places, by the ellipsoid's radii of curvature."""
    square, radian = 0.00669437999014, math.pi / 180e7
    middle = (a[1] + b[1]) / 2 * radian
    root = math.sqrt(1 - square * math.sin(middle) ** 2)
    north = (b[1] - a[1]) * radian * 6378137 * (1 - square) / root ** 3
    east = (b[0] - a[0]) * radian * 6378137 / root * math.cos(middle)
    return math.hypot(north, east)


class Town:
    """The segments of the largest strong part: (node, node, number of the way, one-way)."""

    def __init__(self, nodes, ways, network):
        self.nodes = nodes
        segments, used = [], 0
        for number, refs, tags in ways:
            if 'highway' not in tags or any(key in tags and re.search(words, tags[key])
                                            for key, words in FILTERS[network].items()):
                continue
            used += 1
            one_way = network != 'walk' and (
                tags.get('oneway') in ('yes', 'true', '1', '-1', 'reverse', 'T', 'F')
                or tags.get('junction') == 'roundabout')
            if one_way and tags.get('oneway') in ('-1', 'reverse', 'T'):
                refs = refs[::-1]
            segments += [(u, v, number, one_way) for u, v in zip(refs, refs[1:])
                         if u != v and u in nodes and v in nodes]
        self.ways = used
        graph = nx.DiGraph()
        for u, v, _, one_way in segments:
            graph.add_edge(u, v)
            if not one_way:
                graph.add_edge(v, u)
        part = {v: i for i, part in enumerate(nx.strongly_connected_components(graph))
                for v in part}
        lengths = defaultdict(float)
        for u, v, *_ in segments:
            if part[u] == part[v]:
                lengths[part[u]] += metres(nodes[u], nodes[v])
        best = max(lengths, key=lengths.get)
        self.parts = len(set(part.values()))
        self.segments = [s for s in segments if part[s[0]] == part[s[1]] == best]
        self.length = lengths[best]

    def count(self):
        """Crossings, streets, one-way streets."""
        halves = defaultdict(list)
        for i, (u, v, _, one_way) in enumerate(self.segments):
            halves[u].append((i, 0, one_way))
            halves[v].append((i, 1, one_way))
        passed, chains = set(), nx.Graph()
        chains.add_nodes_from(range(len(self.segments)))
        for v, at in halves.items():
            if (len(at) == 2 and at[0][0] != at[1][0] and at[0][2] == at[1][2]
                    and not (at[0][2] and at[0][1] == at[1][1])):
                passed.add(v)
                chains.add_edge(at[0][0], at[1][0])
        streets = list(nx.connected_components(chains))
        rings = sum(all(v in passed for i in street for v in self.segments[i][:2])
                    for street in streets)
        return (len(halves) - len(passed) + rings, len(streets),
                sum(self.segments[next(iter(street))][3] for street in streets))
