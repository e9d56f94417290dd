"""A walk along every street of a town and home again, drawn on the map.

usage: streets.py STREETS.graphml MAP.svg

The streets are a graph as OSMnx makes it: a MultiDiGraph whose nodes have x and y, in degrees, and
whose edges have a length, in metres; a street that may be used both ways is two edges.
`osmnx.save_graphml(osmnx.graph_from_place('Kaliningrad', network_type='walk'), path)` writes one.
"""
from __future__ import annotations

import html
import math
import sys
from collections import Counter

import konig
import networkx as nx

WIDTH, MARGIN = 900, 30
WIDE = {'primary': 13, 'secondary': 11}  # streets on the map; all others 8
FIRST, LAST = (0, 114, 178), (213, 94, 0)  # the first step is blue, the last one red


def read(path):
    """The streets, each an edge that may be walked in both directions."""
    both = nx.read_graphml(path, node_type=int, force_multigraph=True)
    streets = nx.MultiGraph()
    streets.add_nodes_from(both.nodes(data=True))
    streets.add_edges_from((u, v, data) for u, v, data in both.edges(data=True)
                           if data['oneway'] or u <= v)
    return streets


def find(streets, start):
    """What has to be walked twice, so that the walk is as short as it can be, and the walk."""
    graph = konig.Graph.from_networkx(streets, weight='length')
    route = graph.eulerise()
    return route, route.graph().euler('circuit', graph.nodes.index(start))


def places(streets):
    """Where each node is on the map, and the map's height."""
    data = streets.nodes(data=True)
    shrink = math.cos(math.radians(sum(d['y'] for _, d in data) / len(data)))
    xs, ys = [d['x'] * shrink for _, d in data], [d['y'] for _, d in data]
    scale = (WIDTH - 2 * MARGIN) / (max(xs) - min(xs))
    at = {node: (MARGIN + (d['x'] * shrink - min(xs)) * scale,
                 MARGIN + (max(ys) - d['y']) * scale) for node, d in data}
    return at, 2 * MARGIN + (max(ys) - min(ys)) * scale


def draw(streets, route, walk):
    """The map as SVG: streets that are walked twice are orange; the walk keeps to the right, from
    blue to red, with an arrow and a number in each street."""
    at, height = places(streets)
    edges = list(streets.edges(data=True))
    again = set(route.repeats.tolist())
    lines = [f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height:.0f}" '
             f'width="{WIDTH}" font-family="sans-serif">',
             '<rect width="100%" height="100%" fill="#f3f1ea"/>']
    for colour, more in ('#c9c4b8', 3), ('', 0):  # borders first, streets on them
        for e, (u, v, data) in enumerate(edges):
            fill = colour or ('#ffd9a0' if e in again else '#ffffff')
            lines.append('<line x1="{:.1f}" y1="{:.1f}" x2="{:.1f}" y2="{:.1f}" '.format(
                *at[u], *at[v]) + f'stroke="{fill}" stroke-linecap="round" '
                f'stroke-width="{WIDE.get(data["highway"], 8) + more}"/>')
    nodes = list(streets)
    stops = [nodes[v] for v in walk.vertices]
    arrows, times = [], Counter()
    for i, step in enumerate(zip(stops, stops[1:])):
        arrows += arrow(*map(at.get, step), i, len(walk), times[step])
        times[step] += 1
    named = set()
    for u, v, data in sorted(edges, key=lambda edge: -edge[2]['length']):
        if data['name'] not in named:
            named.add(data['name'])
            lines.append(text_along(*((at[u], at[v]) if times[u, v] else (at[v], at[u])),
                                    data['name']))
    lines += arrows
    x, y = at[stops[0]]
    lines.append(f'<circle cx="{x:.1f}" cy="{y:.1f}" r="7" fill="#fff" stroke="#222" '
                 'stroke-width="2.5"/>')
    return '\n'.join([*lines, '</svg>', ''])


def text_along(start, end, text):
    """The name of a street, on the left of who walks from start to end."""
    (x, y), (to_x, to_y) = sorted((start, end))
    beside = -10 if start < end else 17
    turn = math.degrees(math.atan2(to_y - y, to_x - x))
    return (f'<text transform="translate({(x + to_x) / 2:.1f} {(y + to_y) / 2:.1f}) '
            f'rotate({turn:.1f})" y="{beside}" font-size="10" fill="#6b675e" '
            f'text-anchor="middle">{html.escape(text)}</text>')


def arrow(start, end, i, count, before):
    """Step i of the walk, on the right side of its street, and the further to the right, the more
    often it was walked that way before."""
    (x, y), (to_x, to_y) = start, end
    length = math.dist(start, end)
    across, down = (to_x - x) / length, (to_y - y) / length
    right_x, right_y = -down * (3 + 5 * before), across * (3 + 5 * before)
    colour = '#' + ''.join(f'{round(first + i / count * (last - first)):02x}'
                           for first, last in zip(FIRST, LAST))
    x, y = x + right_x + 5 * across, y + right_y + 5 * down
    to_x, to_y = to_x + right_x - 5 * across, to_y + right_y - 5 * down
    part = 0.62 - 0.25 * before
    tip_x, tip_y = x + part * (to_x - x), y + part * (to_y - y)
    points = ' '.join(f'{tip_x + a * across - b * down:.1f},{tip_y + a * down + b * across:.1f}'
                      for a, b in ((5, 0), (-4, 4), (-4, -4)))
    text_x, text_y = tip_x - (11 + before) * down, tip_y + (11 + before) * across
    return [f'<path d="M{x:.1f} {y:.1f}L{to_x:.1f} {to_y:.1f}" stroke="{colour}" '
            'stroke-width="2"/>',
            f'<polygon points="{points}" fill="{colour}"/>',
            f'<text x="{text_x:.1f}" y="{text_y + 3:.1f}" font-size="9" fill="{colour}" '
            f'text-anchor="middle" stroke="#f3f1ea" stroke-width="3" paint-order="stroke">'
            f'{i + 1}</text>']


def main():
    path, picture = sys.argv[1:]
    streets = read(path)
    route, walk = find(streets, next(iter(streets)))
    with open(picture, 'w', encoding='utf-8') as file:
        file.write(draw(streets, route, walk))
    print(f'{len(streets.edges)} streets, {route.length:.0f} m; {len(route.repeats)} of them twice,'
          f' {route.repeated:.0f} m more, and no walk does with less than {route.bound:.0f} m')


if __name__ == '__main__':
    main()
