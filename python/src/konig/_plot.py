"""Drawings for pen plotters, laser cutters and mills."""
from __future__ import annotations

from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from ._arrays import Array, array, bad_number, number, pointer, reals, unsigned, whole
from ._context import EDGE, VERTEX, Context, Owned, default_context, lent
from ._konig import ffi, lib

__all__ = ['Plot', 'plot']


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

    def __init__(self, made: Owned, ends: Array, places: Array | None) -> None:
        resource, made._resource = made._resource, None  # type: ignore[assignment]
        super().__init__(made.context, resource)
        #: [segments, 2] the ends of segments, as they were given, or of pieces.
        self.ends = ends
        #: [vertices, 2] x and y of each vertex, as they were given, or of pieces; None without.
        self.places = places

    _facts = 'ends', 'places', 'begins', 'steps', 'closed', 'drawn', 'pen_up', 'turned', 'stopped'

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
    def turned(self) -> float:
        """The angles between segments of one stroke, added up, in degrees."""
        return float(lib.kg_plot_measure(self.pointer).turned)

    @cached_property
    def stopped(self) -> bool:
        """Whether `seconds` ended the improvement of the order."""
        return bool(lib.kg_plot_measure(self.pointer).stopped)


def build(context: Context, segments: Any, tolerance: float, split: bool) -> tuple[Any, Owned]:
    """A drawing of segments, and its own segments."""
    options = ffi.new('kg_drawing_options *', {'tolerance': tolerance, 'split': split})
    made, _ = context.make('kg_drawing', lib.kg_drawing_destroy, lib.kg_drawing_build,
                           context.pointer, segments, options)
    return lib.kg_drawing_segments(made.pointer), made


def plot(ends: ArrayLike, places: ArrayLike | None = None, *, fixed: ArrayLike | None = None,
         lengths: ArrayLike | None = None, vertices: int | None = None, straight: bool = False,
         keep_order: bool = False, seconds: float = 0.0, start: tuple[float, float] = (0.0, 0.0),
         tolerance: float = 0.0, split: bool = False,
         context: Context | None = None) -> Plot:
    """Joins segments to strokes of a pen, as few as can be, in an order in which the lifted pen
    travels little.

    Args:
        ends: [segments, 2] the vertices that each segment joins.
        places: [vertices, 2] x and y of each vertex; None: strokes stay in no order.
        fixed: [segments] True: the segment is drawn from its first end to its second. None: all may
            be drawn either way.
        lengths: [segments]; None: the distances, or 1 each without places.
        vertices: how many there are; None: as many as places, or as ends name.
        straight: strokes go on as straight as they can; needs places.
        keep_order: strokes stay in the order in which they are found.
        seconds: for improving the order, at most; 0: until nothing helps.
        start: where the pen is at first.
        tolerance: vertices that are linked by steps no longer than that are one; needs places. The
            plot has `ends` and `places` of its own then.
        split: segments are split where they touch, cross or overlap; needs places. The plot's
            `ends` and `places` are those of the pieces, those of one segment behind those of the
            one before.
        context: None: that of the thread.

    >>> square = [[0, 1], [1, 2], [2, 3], [3, 0]]
    >>> konig.plot(square).count, konig.plot(square, fixed=[True, False, True, False]).closed
    (1, 1)
    >>> lines = konig.plot([[0, 1], [2, 3]], [[0, 0], [2, 2], [0, 2], [2, 0]], split=True)
    >>> lines.ends.tolist(), lines.places[4].tolist()
    ([[0, 4], [4, 1], [2, 4], [4, 3]], [1.0, 1.0])
    """
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
    context = context or default_context()
    segments = ffi.new('kg_segments *', {
        'count': len(pairs), 'vertices': count, 'end': pointer('kg_vertex *', pairs),
        'fixed': pointer('unsigned char *', own), 'length': pointer('double *', numbers),
        'place': pointer('double *', where)})
    if tolerance or split:
        if where is None:
            raise ValueError('places is None: expected places, for tolerance and split')
        segments, drawing = build(context, segments, number('tolerance', tolerance), bool(split))
        pairs = lent(drawing, segments.end, (segments.count, 2), VERTEX)
        where = lent(drawing, segments.place, (segments.vertices, 2), np.dtype(float))
    options = ffi.new('kg_plot_options *', {
        'straight': bool(straight), 'keep_order': bool(keep_order),
        'seconds': number('seconds', seconds), 'start': [number('start', x) for x in start]})
    made, _ = context.make('kg_plot', lib.kg_plot_destroy, lib.kg_plot_find, context.pointer,
                           segments, options)
    return Plot(made, pairs, where)
