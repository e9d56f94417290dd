"""Streets from and to graphs of OSMnx and frames of GeoPandas, neither of which this module needs.

A graph goes to the library as the GraphML that OSMnx saves, because that has all of it.
"""
from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from typing import TYPE_CHECKING, Any
from xml.sax.saxutils import escape, quoteattr

if TYPE_CHECKING:
    from .streets import Streets, Walk

Tags = Mapping[str, Any]
NOT_XML = re.compile('[\x00-\x08\x0b\x0c\x0e-\x1f\ud800-\udfff\ufffe\uffff]')
WGS_84 = 'epsg:4326'


def _clean(value: object) -> str:
    return NOT_XML.sub('\ufffd', str(value))


def _data(tags: Tags) -> str:
    return ''.join(f'<data key={quoteattr(_clean(key))}>{escape(_clean(value))}</data>'
                   for key, value in tags.items() if value is not None)


def write_graphml(graph: Tags, directed: bool, nodes: Iterable[tuple[Any, Tags]],
                  edges: Iterable[tuple[Any, Any, Tags]]) -> bytes:
    """GraphML of a graph, as the library reads it. Keys are called as what they stand for."""
    kept = {key: graph[key] for key in ('crs', 'created_with') if key in graph}
    keys = {'x', 'y', *kept}
    body = [f'<graph edgedefault="{"directed" if directed else "undirected"}">', _data(kept)]
    for node, tags in nodes:
        if 'x' not in tags or 'y' not in tags:
            raise ValueError(f'the node {node!r} has no x and y: expected a graph of OSMnx')
        body.append(f'<node id={quoteattr(_clean(node))}>'
                    f'{_data({"x": tags["x"], "y": tags["y"]})}</node>')
    for u, v, tags in edges:
        keys.update(tags)
        body.append(f'<edge source={quoteattr(_clean(u))} target={quoteattr(_clean(v))}>'
                    f'{_data(tags)}</edge>')
    head = [f'<key id={quoteattr(_clean(key))}/>' for key in sorted(map(str, keys))]
    return '\n'.join(['<graphml>', *head, *body, '</graph></graphml>']).encode()


def of_graph(graph: Any) -> bytes:
    return write_graphml(graph.graph, graph.is_directed(), graph.nodes(data=True),
                         graph.edges(data=True))


def of_frame(frame: Any) -> bytes:
    """The file of a frame: GraphML if it has the edges of a graph of OSMnx, else GeoJSON."""
    if frame.crs is not None and frame.crs != WGS_84:
        frame = frame.to_crs(WGS_84)
    if list(frame.index.names) == ['u', 'v', 'key']:
        places = {}
        for (u, v, _), line in zip(frame.index, frame.geometry):
            places[u], places[v] = line.coords[0], line.coords[-1]
        columns = list(frame.columns)
        return write_graphml(
            {}, True, ((node, {'x': place[0], 'y': place[1]}) for node, place in places.items()),
            ((u, v, dict(zip(columns, row)))
             for (u, v, _), row in zip(frame.index, frame.itertuples(index=False, name=None))))
    return bytes(frame.to_json(default=str), 'utf-8')


def _line(points: Any) -> Any:
    """A LineString, or its text if Shapely is not there."""
    try:
        import shapely
    except ImportError:
        return f'LINESTRING ({", ".join(f"{x} {y}" for x, y in points.tolist())})'
    return shapely.LineString(points)


def _edges(streets: Streets) -> Iterator[tuple[int, int, Any, dict[str, Any]]]:
    for e, (u, v) in enumerate(streets.ends.tolist()):
        ways = streets.ways(e)
        yield u, v, streets.line(e), {
            'osmid': ways[0] if len(ways) == 1 else ways, 'name': streets.name(e),
            'oneway': bool(streets.one_way[e]), 'length': float(streets.lengths[e]),
            'required': bool(streets.required[e]), 'street': e}


def to_graph(streets: Streets) -> Any:
    import networkx as nx

    ids: list[Any] = streets.crossing_ids.tolist()
    if len(set(ids)) < len(ids):
        ids = list(range(len(ids)))
    graph = nx.MultiDiGraph(crs=WGS_84, created_with='konig', simplified=True)
    degrees = [0] * len(ids)
    for u, v, line, tags in _edges(streets):
        for crossing, place in (u, line[0]), (v, line[-1]):
            degrees[crossing] += 1
            graph.add_node(ids[crossing], x=float(place[0]), y=float(place[1]))
        tags = {key: value for key, value in _with_kept(streets, tags['street'], tags).items()
                if value != ''}
        if len(line) > 2:
            tags['geometry'] = _line(line)
        graph.add_edge(ids[u], ids[v], reversed=False, **tags)
        if not tags['oneway']:
            if len(line) > 2:
                tags['geometry'] = _line(line[::-1])
            graph.add_edge(ids[v], ids[u], reversed=True, **tags)
    for crossing, degree in enumerate(degrees):
        graph.nodes[ids[crossing]]['street_count'] = degree
    return graph


def _with_kept(streets: Streets, street: int, row: Tags) -> Tags:
    """A row, and what is kept of its street; map_ before a name that the row has."""
    return {**row, **{f'map_{name}' if name in row or name == 'geometry' else name: value
                      for name, value in streets.kept(street).items()}}


def to_frame(streets: Streets) -> Any:
    import geopandas

    rows, lines = [], []
    ids = streets.crossing_ids.tolist()
    for u, v, line, tags in _edges(streets):
        rows.append(_with_kept(streets, tags['street'],
                               {**tags, 'from': ids[u], 'to': ids[v]}))
        lines.append(_line(line))
    return geopandas.GeoDataFrame(rows, geometry=lines, crs=WGS_84)


def walk_to_frame(walk: Walk) -> Any:
    import geopandas

    streets, rows, lines, total = walk.streets, [], [], 0.0
    ids = streets.crossing_ids.tolist()
    passed = [ids[v] for v in walk.crossings.tolist()]
    for i, (street, backwards, repeat) in enumerate(walk.steps.tolist()):
        line = streets.line(street)
        length = float((streets.lengths_back if backwards else streets.lengths)[street])
        total += length
        rows.append(_with_kept(streets, street, {
            'step': i + 1, 'street': street, 'name': streets.name(street), 'from': passed[i],
            'to': passed[i + 1], 'length': length, 'total': total, 'repeat': bool(repeat)}))
        lines.append(_line(line[::-1] if backwards else line))
    return geopandas.GeoDataFrame(rows, geometry=lines, crs=WGS_84)
