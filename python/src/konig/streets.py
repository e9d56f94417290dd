"""From a map to a walk along every street, or every street that needs it, and to a phone.

(The Chinese postman's problem, route inspection, arc routing; with a part of the streets alone the
rural postman's problem.) A street is what lies between two crossings, or goes from a crossing back
to it. A walk is a list of steps, each along a street.
"""
from __future__ import annotations

import contextlib
import html
import os
import tempfile
from collections.abc import Sequence
from functools import cached_property
from typing import Any, Literal

import numpy as np

from . import _streets_frames as frames
from ._arrays import Array, choice, whole
from ._context import VERTEX, Context, Owned, default_context, file_name, lent, lock, text
from ._draw import drawer
from ._konig import ffi, lib

__all__ = ['Streets', 'Walk', 'from_geopandas', 'from_osmnx', 'read']

Network = Literal['all', 'drive', 'walk', 'bike']
Format = Literal['auto', 'gpx', 'geojson', 'kml', 'csv', 'html', 'svg', 'png']

NETWORKS = {'all': lib.KG_STREETS_ALL, 'drive': lib.KG_STREETS_DRIVE,
            'walk': lib.KG_STREETS_WALK, 'bike': lib.KG_STREETS_BIKE}
FORMATS = {'auto': lib.KG_STREETS_AUTO, 'gpx': lib.KG_STREETS_GPX,
           'geojson': lib.KG_STREETS_GEOJSON, 'kml': lib.KG_STREETS_KML,
           'csv': lib.KG_STREETS_CSV, 'html': lib.KG_STREETS_HTML,
           'svg': lib.KG_STREETS_SVG, 'png': lib.KG_STREETS_PNG}
STEP = np.dtype([('street', np.uint64), ('backwards', np.uint32), ('repeat', np.uint32)])
MOST_SHOWN = 10_000_000  # bytes of a page in a notebook
UNSIGNED, SIGNED, BYTE = np.dtype(np.uint64), np.dtype(np.int64), np.dtype(np.uint8)


def _string(pointer: Any, length: Any) -> str:
    return str(ffi.buffer(pointer, length[0])[:], 'utf-8', 'replace')


class Streets(Owned):
    """Streets, as read() gives them.

    >>> town = konig.streets.read('data/town.csv')
    >>> town
    <konig.streets.Streets: 16 streets, 12 crossings>
    >>> town.ends[0].tolist(), town.lengths[0].item(), town.crossing_name(1)
    ([0, 1], 180.0, 'Mill')
    """

    def __init__(self, made: Owned) -> None:
        resource, made._resource = made._resource, None  # type: ignore[assignment]
        super().__init__(made.context, resource)
        self._map = lib.kg_streets_look(self.pointer)

    def __len__(self) -> int:
        """The number of streets."""
        return int(self._map.streets)

    def __repr__(self) -> str:
        return f'<konig.streets.Streets: {len(self)} streets, {self.crossings} crossings>'

    @property
    def crossings(self) -> int:
        """The number of crossings."""
        return int(self._map.crossings)

    @cached_property
    def counts(self) -> dict[str, float]:
        """Counts of the things that the reader kept and left out, by name: crossings, streets, one_way, required,
        length; nodes and ways of the file, streets_ways of them that are streets; missing nodes,
        segments outside of the area, parts, left_segments and left_length of the parts that are
        left out, zero segments without a length, restrictions of turns, which are not obeyed, and
        doubles, segments that an earlier file has, too."""
        counts = lib.kg_streets_count(self.pointer)
        return {name: getattr(counts, name) for name, _ in ffi.typeof('kg_streets_counts').fields}

    @cached_property
    def ends(self) -> Array:
        """[streets, 2] the crossings at both ends of each street."""
        return lent(self, self._map.end, (len(self), 2), VERTEX)

    @cached_property
    def lengths(self) -> Array:
        """[streets] in metres, or as the file has them."""
        return lent(self, self._map.length, len(self), np.dtype(float))

    @cached_property
    def lengths_back(self) -> Array:
        """[streets] from the second end to the first, where the file has other lengths for that."""
        back = self._map.length_back
        return self.lengths if back == ffi.NULL else lent(self, back, len(self), np.dtype(float))

    @cached_property
    def one_way(self) -> Array:
        """[streets] True: it goes from its first end to its second alone."""
        return lent(self, self._map.one_way, len(self), BYTE).view(np.bool_)

    @cached_property
    def required(self) -> Array:
        """[streets] True: a walk has to cover it."""
        return lent(self, self._map.required, len(self), BYTE).view(np.bool_)

    @cached_property
    def crossing_ids(self) -> Array:
        """[crossings] the number of each one's node in the file."""
        return lent(self, self._map.crossing_id, self.crossings, SIGNED)

    def name(self, street: int) -> str:
        """The name of a street; "" where it has none."""
        length = ffi.new('size_t *')
        return _string(lib.kg_streets_name(self.pointer, self._within(street, len(self), 'street'),
                                           length), length)

    def crossing_name(self, crossing: int) -> str:
        """The name that the file has for a crossing; "" where it has none."""
        length = ffi.new('size_t *')
        return _string(lib.kg_streets_crossing_name(
            self.pointer, self._within(crossing, self.crossings, 'crossing'), length), length)

    @cached_property
    def columns(self) -> list[str]:
        """The columns that are kept, as read() was asked for."""
        length = ffi.new('size_t *')
        return [_string(lib.kg_streets_column(self.pointer, i, length), length)
                for i in range(self._map.columns)]

    def kept(self, street: int) -> dict[str, str]:
        """What a street has in the columns that are kept; "" for nothing, and "; " between the
        different values of its ways.

        >>> town = konig.streets.read('data/town.csv', keep=['weight', 'type'])
        >>> town.kept(0)
        {'weight': '180', 'type': 'Undirected'}
        """
        street, length = self._within(street, len(self), 'street'), ffi.new('size_t *')
        return {name: _string(lib.kg_streets_kept(self.pointer, street, i, length), length)
                for i, name in enumerate(self.columns)}

    def line(self, street: int) -> Array:
        """[points, 2] longitude and latitude in degrees along a street, its ends included."""
        street = self._within(street, len(self), 'street')
        if self._map.line == ffi.NULL:
            raise ValueError('the streets have no coordinates')
        first, last = self._map.line[street], self._map.line[street + 1]
        points = lent(self, self._map.point + 2 * first, (last - first, 2), np.dtype(np.int32))
        return lock(points / 1e7)

    def ways(self, street: int) -> list[int]:
        """The numbers of the file's ways that a street is made of."""
        street = self._within(street, len(self), 'street')
        return [self._map.way_id[self._map.way[i]]
                for i in range(self._map.part[street], self._map.part[street + 1])]

    def to_osmnx(self) -> Any:
        """A MultiDiGraph of NetworkX with the attributes of OSMnx: x and y of crossings, which have
        their numbers; osmid, name, oneway, reversed, length, geometry of edges, and `street`, the
        number of the street. A two-way street is two edges.

        Raises ImportError without NetworkX. A geometry is a LineString of Shapely, or its
        well-known text without Shapely."""
        return frames.to_graph(self)

    def to_geopandas(self) -> Any:
        """A GeoDataFrame of GeoPandas with a row a street: osmid, name, oneway, length, required,
        street, from, to (numbers of crossings), geometry. Raises ImportError without GeoPandas."""
        return frames.to_frame(self)

    @staticmethod
    def _within(number: int, count: int, what: str) -> int:
        if not 0 <= number < count:
            raise IndexError(f'{what} is {number}: expected 0 to {count - 1}')
        return number

    def find(self, place: str) -> int:
        """The crossing of a text: the name of a crossing or a street, "A / B" where two streets
        meet, the number of a node, or "lat,lon".

        >>> konig.streets.read('data/town.csv').find('Market')
        3
        """
        crossing = ffi.new('kg_vertex *')
        self.context.call(lib.kg_streets_find, self.pointer, text('place', place), crossing)
        return int(crossing[0])

    def route(self, start: str | None = None, end: str | None = None, *, open: bool = False,
              both_sides: bool = False, heuristic: bool = False,
              fewest_turns: bool = False, vehicles: int = 1) -> Walk:
        """A short walk that covers each required street.

        Args:
            start: where it begins, as find() takes it; None: anywhere.
            end: where it ends; None: where it begins, or anywhere if it is open.
            open: it may end elsewhere than it begins.
            both_sides: each side of a street is covered: two-way streets once in each direction,
                one-way streets twice in theirs.
            heuristic: of two-way streets: found quickly, and not always the shortest.
            fewest_turns: the same steps in an order with few U-turns and sharp turns.
            vehicles: the number of vehicles that cover the streets together, each on a round from
                the start. The longest round is as short as can be found.

        Raises:
            NoSolution: no walk covers them all; the text says why.
            MissingLibrary: konig was built without LEMON.

        >>> walk = konig.streets.read('data/town.csv').route('Depot')
        >>> walk.length, walk.repeated, walk.bound
        (3910.0, 1090.0, 1090.0)
        """
        kept = [None if place is None else ffi.new('char[]', text(name, place))
                for name, place in (('start', start), ('end', end))]
        options = ffi.new('kg_streets_route_options *', {
            'start': kept[0] or ffi.NULL, 'end': kept[1] or ffi.NULL, 'open': bool(open),
            'both_sides': bool(both_sides), 'heuristic': bool(heuristic),
            'fewest_turns': bool(fewest_turns),
            'vehicles': whole('vehicles', vehicles)})
        made, _ = self.context.make('kg_streets_walk', lib.kg_streets_walk_destroy,
                                    lib.kg_streets_route, self.pointer, options,
                                    parent=self._resource)
        return Walk(self, made)


class Walk(Owned):
    """A walk along streets, as Streets.route() finds it."""

    def __init__(self, streets: Streets, made: Owned) -> None:
        resource, made._resource = made._resource, None  # type: ignore[assignment]
        super().__init__(streets.context, resource)
        #: The streets.
        self.streets = streets
        self._figures = lib.kg_streets_measure(self.pointer)

    def __len__(self) -> int:
        """The number of steps."""
        return len(self.steps)

    def __repr__(self) -> str:
        return f'<konig.streets.Walk: {len(self)} steps, {self.length:.0f} long>'

    @cached_property
    def steps(self) -> Array:
        """[steps] of fields `street`; `backwards`, 1: from its second end to its first; `repeat`,
        1: it is not required, or was covered before."""
        step, count = ffi.new('kg_streets_step **'), ffi.new('uint64_t *')
        self.context.call(lib.kg_streets_walk_steps, self.pointer, step, count)
        return lent(self, step[0], count[0] * STEP.itemsize, BYTE).view(STEP)

    def _repr_html_(self) -> str | None:
        """What a notebook shows: the page that save() writes, in a frame that can do nothing but
        draw. None without coordinates."""
        if self.streets._map.line == ffi.NULL:
            return None
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, 'walk.html')
            self.save(path)
            if os.path.getsize(path) > MOST_SHOWN:
                return f'<p>{html.escape(repr(self))}: save() writes its map</p>'
            with open(path, encoding='utf-8') as file:
                page = file.read()
        return (f'<iframe sandbox="allow-scripts" srcdoc="{html.escape(page)}" '
                'title="A walk along streets" style="width: 100%; height: 640px; border: 0">'
                '</iframe>')

    def to_geopandas(self) -> Any:
        """A GeoDataFrame of GeoPandas with a row a step: step, street, name, from, to (numbers of
        crossings), length, total, repeat, geometry. Raises ImportError without GeoPandas."""
        return frames.walk_to_frame(self)

    @cached_property
    def begins(self) -> Array:
        """[rounds + 1] where the round of each vehicle begins in `steps`, and their number.

        >>> walk = konig.streets.read('data/town.csv').route('Depot', vehicles=2)
        >>> len(walk.begins), walk.longest >= walk.longest_bound > walk.length / 3
        (3, True)
        """
        begin, rounds = ffi.new('uint64_t **'), ffi.new('uint64_t *')
        self.context.call(lib.kg_streets_walk_rounds, self.pointer, begin, rounds)
        return lent(self, begin[0], rounds[0] + 1, UNSIGNED)

    @cached_property
    def crossings(self) -> Array:
        """[steps + 1] the crossings that it passes; the rounds of several vehicles all begin and
        end at the same one."""
        ends = self.streets.ends[self.steps['street']]
        back = self.steps['backwards'].astype(bool)
        return lock(np.concatenate((
            np.where(back, ends[:, 1], ends[:, 0])[:1], np.where(back, ends[:, 0], ends[:, 1]))))

    @property
    def length(self) -> float:
        """Of all steps."""
        return float(self._figures.length)

    @property
    def repeated(self) -> float:
        """The length of the steps that repeat."""
        return float(self._figures.repeated)

    @property
    def bound(self) -> float:
        """No walk repeats less."""
        return float(self._figures.bound)

    @property
    def longest(self) -> float:
        """The length of the longest round of several vehicles; of one, of the walk."""
        return float(self._figures.longest)

    @property
    def longest_bound(self) -> float:
        """A lower bound of the longest round, for this number of vehicles."""
        return float(self._figures.longest_bound)

    @property
    def closed(self) -> bool:
        """It ends where it begins."""
        return bool(self._figures.closed)

    @property
    def turns_back(self) -> int:
        """U-turns: how many steps go back along the street of the step before."""
        return int(self._figures.turns_back)

    @property
    def dead_ends(self) -> int:
        """How many of the U-turns are at dead ends."""
        return int(self._figures.dead_ends)

    @property
    def sharp_turns(self) -> int:
        """How many turns, U-turns aside, are by 120 degrees or more."""
        return int(self._figures.sharp_turns)

    @property
    def turning(self) -> float:
        """What all turns cost together: each its angle in degrees, 180 more if it is sharp, or 1000
        if it is a U-turn. Without coordinates U-turns alone count."""
        return float(self._figures.turning)

    @property
    def turning_bound(self) -> float:
        """With fewest_turns: no order of the same steps has a smaller `turning`. Otherwise 0."""
        return float(self._figures.turning_bound)

    def save(self, path: str | os.PathLike[str], format: Format = 'auto') -> None:
        """Writes the walk to a file, complete or not at all.

        Args:
            path: a name that ends in .gpx, .geojson, .json, .kml, .csv, .html, .svg or .png; any
                if the format is given.
            format: "gpx": a track, and the turns as a route; "geojson": a line a step; "kml"; "csv":
                a line a step of a table; "html": a page with the map, the walk that moves along it,
                and the turns; "svg": a picture of the map, with numbers and arrows; "png": the same
                by Graphviz; "auto": by the name.

        Raises:
            Unsupported: the streets have no coordinates, and the format is not "csv".
            MissingLibrary: "png": there is no Graphviz.
        """
        chosen = choice('format', format, FORMATS)
        drawn = format == 'png' or (format == 'auto' and os.fsdecode(path).lower().endswith('.png'))
        with drawer() if drawn else contextlib.nullcontext():
            self.context.call(lib.kg_streets_write, self.pointer, file_name(path), chosen)


def read(path: str | os.PathLike[str] | Sequence[str | os.PathLike[str]],
         network: Network = 'all', *, need: str | None = None,
         bbox: tuple[float, float, float, float] | None = None,
         within: str | os.PathLike[str] | None = None, keep_parts: bool = False,
         keep: Sequence[str] = (), context: Context | None = None) -> Streets:
    """Streets of a map of OpenStreetMap (XML or PBF), of a graph that OSMnx saved as GraphML, of the
    lines of a GeoJSON file, or of a table with a header. Packed files are unpacked.

    Args:
        path: the file; "-" is standard input. Or several, neighbouring extracts say, whose streets
            are joined; streets that several of them have count once.
        network: which ways are streets: "all", "drive", "walk" or "bike".
        need: "TAG=VALUE": the ways with that tag are required; "TAG=*": with any value. None: all.
        bbox: west, south, east, north in degrees: only what lies within; a west that is larger than
            the east: over the antimeridian.
        within: a GeoJSON file: only what lies within its polygons.
        keep_parts: all parts stay, not the largest alone in which one can go from anywhere to
            anywhere.
        keep: columns of the input, or tags, that the streets have (columns, kept()), and the files
            of their walks.
        context: None: that of the thread.

    Raises:
        FormatError: the file is damaged, or no map; or the streets of several files cannot meet,
            because these are of different kinds; or no street has a column that is to be kept.
        MissingLibrary: konig was built without libosmium.
        NoSolution: no street is left, or none is required.

    >>> konig.streets.read('data/town.csv').counts['length']
    2820.0
    """
    paths = [path] if isinstance(path, (str, bytes, os.PathLike)) else list(path)
    names = [ffi.new('char[]', file_name(one)) for one in paths]
    return _read(lib.kg_streets_read_files, (ffi.new('char *[]', names), len(names)), network, need,
                 bbox, within, keep_parts, keep, context)


def _read(function: Any, source: tuple[Any, ...], network: str, need: str | None,
          bbox: tuple[float, float, float, float] | None, within: str | os.PathLike[str] | None,
          keep_parts: bool, keep: Sequence[str], context: Context | None, *,
          shown: bytes | None = None) -> Streets:
    if isinstance(keep, str):
        raise TypeError(f'keep is {keep!r}: expected a list of names')
    kept = [ffi.NULL if value is None else ffi.new('char[]', value) for value in (
        None if need is None else text('need', need),
        None if within is None else file_name(within), shown,
        text('keep', ','.join(keep)) if keep else None)]
    options = ffi.new('kg_streets_options *', {
        'network': choice('network', network, NETWORKS), 'need': kept[0], 'within': kept[1],
        'keep_parts': bool(keep_parts), 'shown': kept[2], 'keep': kept[3]})
    if bbox is not None:
        if len(bbox) != 4:
            raise ValueError(f'bbox has {len(bbox)} numbers: expected west, south, east, north')
        options.has_box, options.box = 1, [float(degrees) for degrees in bbox]
    context = context or default_context()
    made, _ = context.make('kg_streets', lib.kg_streets_destroy, function, context.pointer, *source,
                           options)
    return Streets(made)


def from_osmnx(graph: Any, network: Network = 'all', *, need: str | None = None,
               bbox: tuple[float, float, float, float] | None = None,
               within: str | os.PathLike[str] | None = None, keep_parts: bool = False,
               keep: Sequence[str] = (), context: Context | None = None) -> Streets:
    """Streets of a graph of OSMnx: a MultiDiGraph of NetworkX whose nodes have x and y in degrees.
    The attributes of edges are tags, of which name, osmid, oneway, length and geometry count. Two
    opposite edges of one geometry are one street; an edge without its opposite is one-way.

    The graph is not changed. Arguments and errors are those of read().

    >>> import networkx
    >>> graph = networkx.MultiDiGraph()
    >>> graph.add_node(7, x=20.50, y=54.70); graph.add_node(8, x=20.51, y=54.70)
    >>> _ = graph.add_edges_from([(7, 8, {'name': 'Quay'}), (8, 7, {'name': 'Quay'})])
    >>> konig.streets.from_osmnx(graph)
    <konig.streets.Streets: 1 streets, 2 crossings>
    """
    return _read_bytes(frames.of_graph(graph), b'the graph', network, need, bbox, within,
                       keep_parts, keep, context)


def from_geopandas(frame: Any, network: Network = 'all', *, need: str | None = None,
                   bbox: tuple[float, float, float, float] | None = None,
                   within: str | os.PathLike[str] | None = None, keep_parts: bool = False,
                   keep: Sequence[str] = (), context: Context | None = None) -> Streets:
    """Streets of a GeoDataFrame of GeoPandas: its lines, which meet where they have the same
    coordinates. Its columns are tags. A frame with coordinates of its own is projected to degrees.
    If its index is u, v, key, as in the edges that OSMnx makes of a graph, it is read as that graph.

    The frame is not changed. Arguments and errors are those of read().
    """
    return _read_bytes(frames.of_frame(frame), b'the frame', network, need, bbox, within,
                       keep_parts, keep, context)


def _read_bytes(data: bytes, shown: bytes, *options: Any) -> Streets:
    return _read(lib.kg_streets_read_memory, (ffi.from_buffer(data), len(data)), *options,
                 shown=shown)
