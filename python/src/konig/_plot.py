"""Drawings for pen plotters, laser cutters and mills."""
from __future__ import annotations

import os
import warnings
from functools import cached_property
from typing import Any, Literal, NamedTuple

import numpy as np
from numpy.typing import ArrayLike

from ._arrays import Array, array, bad_number, choice, number, pointer, reals, unsigned, whole
from ._context import EDGE, VERTEX, Context, Owned, default_context, file_name, lent, text
from ._konig import ffi, lib

__all__ = ['Plot', 'PlotLayer', 'plot']

SEAMS = {'near': lib.KG_SEAM_NEAR, 'fixed': lib.KG_SEAM_FIXED, 'random': lib.KG_SEAM_RANDOM}
FORMATS = {'lines': lib.KG_STROKES_LINES, 'csv': lib.KG_STROKES_CSV, 'svg': lib.KG_STROKES_SVG,
           'hpgl': lib.KG_STROKES_HPGL, 'gcode': lib.KG_STROKES_GCODE}
LAYERS = {'auto': lib.KG_LAYERS_AUTO, 'groups': lib.KG_LAYERS_GROUPS,
          'colours': lib.KG_LAYERS_COLOURS, 'none': lib.KG_LAYERS_NONE}


class PlotLayer(NamedTuple):
    """A layer of a drawing."""

    #: As the file has it; "" of what is in no group of SVG.
    name: str
    #: Of its first line: "#rrggbb", a colour's name, or "".
    colour: str


def flags(name: str, value: ArrayLike, count: int) -> Array:
    """True and False, as bytes."""
    given = array(name, value, (count,))
    if given.size and given.dtype.kind != 'b':
        raise TypeError(f'{name} is an array of {given.dtype}: expected True and False')
    return np.ascontiguousarray(given.astype(np.uint8))


class Plot(Owned):
    """The fewest strokes of a drawing, in an order, as plot() finds them.

    >>> plot = konig.plot([[0, 1], [2, 1], [3, 4]], [[0, 0], [1, 0], [2, 0], [9, 9], [2, 1]])
    >>> plot
    <konig.Plot: 2 strokes of 3 segments>
    >>> plot.vertices(0).tolist(), plot.vertices(1).tolist()
    ([0, 1, 2], [4, 3])
    """

    def __init__(self, made: Owned, ends: Array, places: Array | None,
                 start: tuple[float, float], layer: Array | None = None,
                 layers: list[PlotLayer] | None = None, page: tuple[float, float] | None = None,
                 names: list[str] | None = None) -> None:
        resource, made._resource = made._resource, None  # type: ignore[assignment]
        super().__init__(made.context, resource)
        #: [segments, 2] the ends of segments, as they were given, or of pieces.
        self.ends = ends
        #: [vertices, 2] x and y of each vertex, as they were given, or of pieces; None without.
        self.places = places
        #: Where the pen is at first.
        self.start = start
        #: [segments] the number of each segment's layer; None: there is one layer.
        self.layer = layer
        #: The layers, which are plotted one after the other; None: there is one, without a name.
        self.layers = layers
        #: Width and height of the file's page in millimetres; None: it has none.
        self.page = page
        #: [vertices] their names in the file; None: it has places alone.
        self.names = names

    _facts = ('ends', 'places', 'begins', 'steps', 'closed', 'drawn', 'pen_up', 'pen_up_found',
              'turned', 'stopped', 'start', 'layer', 'layers', 'page', 'names')

    def __repr__(self) -> str:
        return f'<konig.Plot: {self.count} strokes of {len(self.ends)} segments>'

    @cached_property
    def begins(self) -> Array:
        """[count + 1] where each stroke begins in `steps`, and the number of segments."""
        return self._strokes()[0]

    @cached_property
    def steps(self) -> Array:
        """[segments] the strokes one behind the other, read-only: 2 s where segment s is drawn from
        its first end to its second, 2 s + 1 where from its second."""
        return self._strokes()[1]

    def _strokes(self) -> tuple[Array, Array]:
        begin, step = ffi.new('uint64_t **'), ffi.new('kg_edge **')
        count = ffi.new('uint64_t *')
        self.context.call(lib.kg_plot_strokes, self.pointer, begin, step, count)
        return (lent(self, begin[0], count[0] + 1, np.dtype(np.uint64)),
                lent(self, step[0], len(self.ends), EDGE))

    def vertices(self, i: int) -> Array:
        """The vertices that stroke i passes."""
        if not 0 <= i < self.count:
            raise IndexError(f'i is {i}: expected 0 to {self.count - 1}')
        half = self.steps[int(self.begins[i]):int(self.begins[i + 1])].astype(np.int64)
        end = self.ends.reshape(-1)
        return np.concatenate((end[half[:1]], end[half ^ 1]))

    @property
    def count(self) -> int:
        """How many strokes: no drawing of the segments has fewer."""
        return len(self.begins) - 1

    @cached_property
    def closed(self) -> int:
        """How many of them end where they begin."""
        return int(lib.kg_plot_measure(self.pointer).closed)

    @cached_property
    def drawn(self) -> float:
        """The length of all segments."""
        return float(lib.kg_plot_measure(self.pointer).drawn)

    @cached_property
    def pen_up(self) -> float:
        """How far the lifted pen travels; 0 without places."""
        return float(lib.kg_plot_measure(self.pointer).pen_up)

    @cached_property
    def pen_up_found(self) -> float:
        """How far it travels in the order in which strokes were found."""
        return float(lib.kg_plot_measure(self.pointer).pen_up_found)

    @cached_property
    def turned(self) -> float:
        """The angles between segments of one stroke, added up, in degrees."""
        return float(lib.kg_plot_measure(self.pointer).turned)

    @cached_property
    def stopped(self) -> bool:
        """Whether `seconds` ended the improvement of the order."""
        return bool(lib.kg_plot_measure(self.pointer).stopped)

    def write(self, path: str | os.PathLike[str], *,
              format: Literal['lines', 'csv', 'svg', 'hpgl', 'gcode'] | None = None,
              travel: bool = False, feed: float = 1000.0, rapid: float | None = None,
              pen_down: str = 'G0 Z0', pen_up: str = 'G0 Z5') -> None:
        """Writes the strokes as `csr plot` does, packed if the name ends in .gz or .zst.

        Args:
            path: "-" is standard output.
            format: None: by the extension, .txt, .csv, .svg, .hpgl or .plt, .gcode or .nc.
            travel: in SVG, for looking at: the ways of the lifted pen in red.
            feed: G-code: the speed of the pen when it draws, in millimetres a minute.
            rapid: G-code: the speed of the lifted pen; None: the machine's.
            pen_down: G-code: a line that lowers the pen.
            pen_up: G-code: a line that lifts it.

        >>> konig.plot('data/rosette.csv').write('rosette.gcode', feed=1500)  # doctest: +SKIP
        """
        chosen = lib.KG_STROKES_AUTO if format is None else choice('format', format, FORMATS)
        speeds = number('feed', feed), 0.0 if rapid is None else number('rapid', rapid)
        if not (speeds[0] > 0 and (rapid is None or speeds[1] > 0)):
            raise ValueError(f'feed is {feed} and rapid is {rapid}: expected speeds above 0')
        pens = [ffi.new('char[]', text(name, pen))
                for name, pen in (('pen_down', pen_down), ('pen_up', pen_up))]
        profile = ffi.new('kg_plot_profile *', {
            'travel': bool(travel), 'feed': speeds[0], 'rapid': speeds[1], 'pen_down': pens[0],
            'pen_up': pens[1], 'start': self.start})
        strokes, _kept = self._strokes_to_write()
        self.context.call(lib.kg_plot_write, self.context.pointer, strokes, file_name(path), chosen,
                          profile)

    def _strokes_to_write(self) -> tuple[Any, tuple[Any, ...]]:
        """The strokes for C, and the arrays that they lie in."""
        ends = np.ascontiguousarray(self.ends, VERTEX)
        steps, begins = np.ascontiguousarray(self.steps, EDGE), np.ascontiguousarray(self.begins)
        layer = None if self.layer is None else np.ascontiguousarray(self.layer, np.uint32)
        vertices = (len(self.places) if self.places is not None else len(self.names)
                    if self.names is not None else 1 + int(ends.max()) if ends.size else 0)
        segments = ffi.new('kg_segments *', {
            'count': len(ends), 'vertices': vertices, 'end': pointer('kg_vertex *', ends),
            'place': pointer('double *', self.places), 'layer': pointer('uint32_t *', layer)})
        names, name, lengths = _texts(self.names)
        layer_names, layer_name, layer_lengths = _texts(
            None if self.layers is None else [each.name for each in self.layers])
        layers = ffi.NULL
        if self.layers is not None:
            layers = ffi.new('kg_drawing_layer[]', [
                {'name': layer_name[i], 'length': layer_lengths[i], 'colour': each.colour.encode()}
                for i, each in enumerate(self.layers)])
        page = ffi.NULL if self.page is None else ffi.new('double[2]', self.page)
        strokes = ffi.new('kg_strokes *', {
            'count': self.count, 'begin': pointer('uint64_t *', begins),
            'step': pointer('kg_edge *', steps), 'segments': segments, 'layers': layers,
            'layer_count': len(self.layers or []), 'page': page, 'name': name,
            'name_length': lengths})
        return strokes, (ends, steps, begins, layer, segments, names, name, lengths, layer_names,
                         layer_name, layer_lengths, layers, page)


def _texts(texts: list[str] | None) -> tuple[Any, Any, Any]:
    """Texts for C: their bytes, pointers to them, and their lengths."""
    if texts is None:
        return None, ffi.NULL, ffi.NULL
    made = [given.encode('utf-8', 'surrogateescape') for given in texts]
    kept = [ffi.new('char[]', given) for given in made]
    return kept, ffi.new('char *[]', kept), ffi.new('size_t[]', list(map(len, made)))


def read(context: Context, path: Any, options: Any, where: Any, columns: str | None) -> Owned:
    """A drawing from a file."""
    texts = [ffi.NULL if given is None else ffi.new('char[]', given) for given in (
        None if where is None else file_name(where),
        None if columns is None else text('columns', columns))]
    options.places, options.columns = texts
    made, _ = context.make('kg_drawing', lib.kg_drawing_destroy, lib.kg_drawing_read,
                           context.pointer, file_name(path), options)
    if context._warning:
        warnings.warn(context._warning, stacklevel=3)
    return made


def parts_of(drawing: Owned) -> dict[str, Any]:
    """Layers, page and names of a drawing from a file, for Plot."""
    segments = lib.kg_drawing_segments(drawing.pointer)
    count, length = ffi.new('uint64_t *'), ffi.new('size_t *')
    found = lib.kg_drawing_layers(drawing.pointer, count)
    layers = [PlotLayer(decoded(found[i].name, found[i].length),
                        ffi.string(found[i].colour).decode()) for i in range(count[0])]
    if len(layers) == 1 and not layers[0].name:
        layers = []  # there is nothing to tell apart
    page = lib.kg_drawing_page(drawing.pointer)
    lib.kg_drawing_name(drawing.pointer, 0, length)
    names = [decoded(lib.kg_drawing_name(drawing.pointer, v, length), length[0])
             for v in range(segments.vertices if length[0] else 0)]
    return {'layers': layers or None, 'page': None if page == ffi.NULL else (page[0], page[1]),
            'names': names or None}


def decoded(begin: Any, length: int) -> str:
    return bytes(ffi.buffer(begin, length)).decode('utf-8', 'surrogateescape') if length else ''


def plot(ends: ArrayLike | str | os.PathLike[str],
         places: ArrayLike | str | os.PathLike[str] | None = None, *,
         fixed: ArrayLike | None = None, lengths: ArrayLike | None = None,
         layer: ArrayLike | None = None, vertices: int | None = None, straight: bool = False,
         keep_order: bool = False, seconds: float = 0.0, start: tuple[float, float] = (0.0, 0.0),
         seam: Literal['near', 'fixed', 'random'] = 'near', seed: int = 0,
         inner_first: bool = False, tolerance: float = 0.0, split: bool = False,
         distinct: bool = False, straighten: float = 0.0, retrace: float = 0.0,
         flatness: float = 0.0, layers: Literal['auto', 'groups', 'colours', 'none'] = 'auto',
         columns: str | None = None, skip_lines: int = 0,
         context: Context | None = None) -> Plot:
    """Joins segments to strokes of a pen, as few as can be, in an order in which the lifted pen
    travels little.

    Args:
        ends: [segments, 2] the vertices that each segment joins. Or the path of a drawing: segments
            as lines or a table, or SVG; "-" is standard input.
        places: [vertices, 2] x and y of each vertex; None: strokes stay in no order. Of a drawing
            whose vertices have names: the path of their places.
        fixed: [segments] True: the segment is drawn from its first end to its second. None: all may
            be drawn either way.
        lengths: [segments]; None: the distances, or 1 each without places.
        layer: [segments] the number of a layer each. Layers are plotted one after the other, each
            from the start on. None: all segments are one layer.
        vertices: how many there are; None: as many as places, or as ends name.
        straight: strokes go on as straight as they can; needs places.
        keep_order: strokes stay in the order in which they are found.
        seconds: for improving the order, at most; 0: until nothing helps.
        start: where the pen is at first.
        seam: where closed strokes begin: "near", where the lifted pen travels least; "fixed", with
            their first segment; "random", at any vertex, by `seed`.
        seed: of random seams.
        inner_first: a stroke comes before the smallest closed one that it lies in.
        tolerance: vertices that are linked by steps no longer than that are one; needs places. The
            plot has `ends` and `places` of its own then.
        split: segments are split where they touch, cross or overlap; needs places. The plot's
            `ends` and `places` are those of the pieces, those of one segment behind those of the
            one before.
        distinct: of segments with the same ends, in one layer, one is kept; needs places.
        straighten: points no farther than that from the line that stays are left out; needs
            places.
        retrace: how long a line is that takes as long as lifting the pen once: segments are drawn
            again where that costs less; they follow the others. 0: none is. Needs places.
        flatness: of curves in SVG: how far from a curve its segments may lie, in millimetres; 0:
            0.02.
        layers: which layers SVG has: "auto", Inkscape's; "groups", without them groups right below
            the root; "colours", lines of one colour; "none", one, of a table too.
        columns: of a table: "source,target" or "source,target,length", names or numbers.
        skip_lines: how many of the file's first lines to leave out.
        context: None: that of the thread.

    >>> square = [[0, 1], [1, 2], [2, 3], [3, 0]]
    >>> konig.plot(square).count, konig.plot(square, fixed=[True, False, True, False]).closed
    (1, 1)
    >>> lines = konig.plot([[0, 1], [2, 3]], [[0, 0], [2, 2], [0, 2], [2, 0]], split=True)
    >>> lines.ends.tolist(), lines.places[4].tolist()
    ([[0, 4], [4, 1], [2, 4], [4, 3]], [1.0, 1.0])
    >>> konig.plot('data/rosette.csv', straight=True)
    <konig.Plot: 23 strokes of 108 segments>
    """
    context = context or default_context()
    reading = ffi.new('kg_drawing_options *', {
        'tolerance': number('tolerance', tolerance), 'split': bool(split),
        'distinct': bool(distinct), 'straighten': number('straighten', straighten),
        'retrace': number('retrace', retrace), 'flatness': number('flatness', flatness),
        'layers': choice('layers', layers, LAYERS),
        'skip_lines': whole('skip_lines', skip_lines)})
    if isinstance(ends, str | os.PathLike):
        for name, given in (('fixed', fixed), ('lengths', lengths), ('layer', layer),
                            ('vertices', vertices)):
            if given is not None:
                raise ValueError(f'{name} is given: expected None, because a file has its own')
        drawing = read(context, ends, reading, places, columns)
        parts = parts_of(drawing)
        straight = straight and lib.kg_drawing_segments(drawing.pointer).count > 0
    elif flatness or columns is not None or skip_lines or layers != 'auto':
        raise ValueError('flatness, layers, columns and skip_lines are for a file: expected its '
                         'path as ends')
    else:
        segments, keep, parts = given_segments(ends, places, fixed, lengths, layer, vertices)
        drawing = None
        if tolerance or split or distinct or straighten or retrace:
            if places is None:
                raise ValueError('places is None: expected places, for tolerance, split, distinct, '
                                 'straighten and retrace')
            drawing, _ = context.make('kg_drawing', lib.kg_drawing_destroy, lib.kg_drawing_build,
                                      context.pointer, segments, reading)
    if drawing is not None:
        segments = lib.kg_drawing_segments(drawing.pointer)
        pairs = lent(drawing, segments.end, (segments.count, 2), VERTEX)
        where = None if segments.place == ffi.NULL else lent(
            drawing, segments.place, (segments.vertices, 2), np.dtype(float))
        parts['layer'] = lent(drawing, segments.layer, segments.count,
                              np.dtype(np.uint32)) if parts['layers'] else None
    else:
        pairs, where = keep[:2]
    first = (number('start', start[0]), number('start', start[1]))
    options = ffi.new('kg_plot_options *', {
        'straight': bool(straight), 'keep_order': bool(keep_order),
        'seconds': number('seconds', seconds), 'start': list(first),
        'seam': choice('seam', seam, SEAMS), 'seed': whole('seed', seed),
        'inner_first': bool(inner_first)})
    made, _ = context.make('kg_plot', lib.kg_plot_destroy, lib.kg_plot_find, context.pointer,
                           segments, options)
    return Plot(made, pairs, where, first, **parts)


def given_segments(ends: Any, places: Any, fixed: Any, lengths: Any, layer: Any,
                   vertices: int | None) -> tuple[Any, tuple[Any, ...], dict[str, Any]]:
    """Segments of arrays; these arrays, which must be kept, ends and places first; layers for
    Plot."""
    pairs = unsigned('ends', np.empty((0, 2), VERTEX) if np.size(ends) == 0 else ends, (None, 2),
                     VERTEX, lasting=True)
    where = None if places is None else reals('places', places, (None, 2))
    if vertices is not None:
        count = whole('vertices', vertices, 0, lib.KG_NO_VERTEX)
    elif where is not None:
        count = len(where)
    else:
        count = 1 + int(pairs.max()) if pairs.size else 0
    if where is not None and len(where) != count:
        raise ValueError(f'places has {len(where)} rows: expected {count}')
    if pairs.size and int(pairs.max()) >= count:
        raise bad_number('ends', pairs, count)
    own = None if fixed is None else flags('fixed', fixed, len(pairs))
    numbers = None if lengths is None else reals('lengths', lengths, (len(pairs),))
    of = None if layer is None else unsigned('layer', layer, (len(pairs),), np.dtype(np.uint32),
                                             lasting=True)
    segments = ffi.new('kg_segments *', {
        'count': len(pairs), 'vertices': count, 'end': pointer('kg_vertex *', pairs),
        'fixed': pointer('unsigned char *', own), 'length': pointer('double *', numbers),
        'place': pointer('double *', where), 'layer': pointer('uint32_t *', of)})
    names = [] if of is None or not of.size else [PlotLayer(str(i), '')
                                                  for i in range(int(of.max()) + 1)]
    return segments, (pairs, where, own, numbers, of), {'layer': of, 'layers': names or None}
