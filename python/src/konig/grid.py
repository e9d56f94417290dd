"""Shortest paths on grid maps, proven optimal: one query or thousands.

A cell is x, y: x counts the columns of the map from 0 and y its rows, so that it is
`weights[y, x]`. A step costs the weight of the cell that it enters, or the mean of both weights; a
diagonal step costs that, or sqrt(2) times it.
"""
from __future__ import annotations

import os
from collections.abc import Callable
from functools import cached_property
from typing import Any, Literal

import numpy as np
from numpy.typing import ArrayLike

from ._arrays import Array, array, choice, ga_star, number, pointer, unsigned, whole
from ._context import (
    Context, Owned, Resource, default_context, file_name, lent, lock, string, whole_text)
from ._grid_index import Index
from ._konig import ffi, lib

__all__ = ['Fields', 'Index', 'Map', 'Search']

DIAGONALS = {'own': lib.KG_GRID_DIAGONAL_OWN, '1': lib.KG_GRID_DIAGONAL_1,
             'sqrt2': lib.KG_GRID_DIAGONAL_SQRT2}
CORNERS = {'own': lib.KG_GRID_CORNERS_OWN, 'allow': lib.KG_GRID_CORNERS_ALLOW,
           'forbid': lib.KG_GRID_CORNERS_FORBID, 'one': lib.KG_GRID_CORNERS_ONE}
STEPS = {'entered': lib.KG_GRID_STEP_ENTERED, 'mean': lib.KG_GRID_STEP_MEAN}
LAYERS = {'costs': lib.KG_GRID_COSTS, 'nearest': lib.KG_GRID_NEAREST, 'flow': lib.KG_GRID_FLOW}
CELL = np.dtype(np.uint32)


def _answer() -> np.dtype[Any]:
    """A kg_grid_answer as a dtype."""
    names = {'status': np.int32, 'cost': np.float64, 'straight': np.uint64, 'diagonal': np.uint64,
             'steps': np.uint64, 'expanded': np.uint64, 'generated': np.uint64,
             'states': np.uint64, 'ms': np.float64}
    fields = dict(ffi.typeof('kg_grid_answer').fields)
    return np.dtype({'names': list(names), 'formats': list(names.values()),
                     'offsets': [fields[name].offset for name in names],
                     'itemsize': ffi.sizeof('kg_grid_answer')})


ANSWER = _answer()


class Map(Owned):
    """A map: cells that are walls, or free with a weight. It does not change.

    >>> weights = [[1, 1, 1],
    ...            [1, 0, 1]]
    >>> search = konig.grid.Map(weights, moves=4).find([0, 1, 2, 1])
    >>> search.costs.tolist(), search.path(0).tolist()
    ([4.0], [[0, 1], [0, 0], [1, 0], [2, 0], [2, 1]])

    Weights may be any numbers of at least 0. Sums of them are exact:

    >>> konig.grid.Map([[0.1, 0.1, 0.1, 0.1]]).find([0, 0, 3, 0]).costs.tolist()
    [0.3]
    """

    def __init__(self, weights: ArrayLike, *, moves: Literal[4, 8] = 8,
                 diagonal: Literal['sqrt2', '1'] = 'sqrt2',
                 corners: Literal['forbid', 'allow', 'one'] = 'forbid',
                 step: Literal['entered', 'mean'] = 'entered', zero_free: bool = False,
                 cell: tuple[float, float] = (1, 1), context: Context | None = None) -> None:
        """
        Args:
            weights: [height, width] integers or floats of at least 0; 0 and infinity are walls; or
                bools, True where a cell is free. With other weights than whole numbers from 1 to
                65535 it is a real map (see unit), of which find() and fields() are supported.
            moves: 4, or 8 with diagonal steps.
            diagonal: what a diagonal step costs, "1" or "sqrt2" times the weight.
            corners: whether a diagonal step may pass beside a wall; "one": beside one, not between
                two.
            step: what a step costs, the weight of the cell that it "entered" or the "mean" of the
                weights of both cells, as in skimage.graph.MCP_Geometric. With means it is a real
                map, unless all weights are 1.
            zero_free: whether 0 is a free cell that costs nothing, not a wall.
            cell: a cell's width and height, by which a step costs more or less: a diagonal one the
                root of the sum of their squares. Unless both are 1 it is a real map.

        >>> konig.grid.Map([[1, 4, 1]], step='mean').find([0, 0, 2, 0]).costs.tolist()
        [5.0]
        """
        cells = _numbers(array('weights', weights, (None, None)), zero_free)
        rules = _rules(moves, diagonal, corners, step, cell)
        made = _build(context or default_context(), cells, rules)
        context = made.context
        resource, made._resource = made._resource, None  # type: ignore[assignment]
        super().__init__(context, resource)

    @classmethod
    def read(cls, path: str | os.PathLike[str], *, moves: Literal[4, 8, None] = None,
             diagonal: Literal['own', 'sqrt2', '1'] = 'own',
             corners: Literal['own', 'forbid', 'allow', 'one'] = 'own',
             step: Literal['entered', 'mean'] = 'entered', invert: bool = False,
             threshold: int | None = None, wall: str | None = None, free: str | None = None,
             zero_free: bool = False, cell: tuple[float, float] = (1, 1),
             context: Context | None = None) -> Map:
        """A map from a file: a drawing, MovingAI's .map, the course format, numbers as text or
        .npy, or a picture (PNG, PBM, PGM). Rules that are not given are those of the format.

        Args:
            path: the file.
            moves, diagonal, corners: as for a new map, or as the format has them.
            step, cell: as for a new map.
            invert: of a map of the numbers 0 and 1, 1 is a wall and 0 is free, not the reverse; of
                a picture, dark cells are free.
            threshold: a cell of a picture is free from this brightness on, 1 to 255; None: 128.
            wall, free: characters of a drawing or of a MovingAI map that are walls, or free cells,
                whatever they mean otherwise.
            zero_free: of numbers, 0 is a free cell that costs nothing, not a wall.

        >>> konig.grid.Map.read('data/maze.txt').shape
        (15, 27)
        """
        context = context or default_context()
        characters = [
            ffi.NULL if text is None else ffi.new('char[]', whole_text(name, text, text.encode()))
            for name, text in (('wall', wall), ('free', free))]
        options = ffi.new('kg_grid_read_options *', {
            'rules': _rules(moves, diagonal, corners, step, cell), 'invert': bool(invert),
            'threshold': 0 if threshold is None else whole('threshold', threshold, 1, 255),
            'wall_chars': characters[0], 'free_chars': characters[1],
            'zero_free': bool(zero_free)})
        made, _ = context.make('kg_grid', lib.kg_grid_destroy, lib.kg_grid_read, context.pointer,
                               file_name(path), options)
        return _adopt(cls, made)

    def __repr__(self) -> str:
        height, width = self.shape
        return f'<konig.grid.Map: {width} * {height} cells>'

    @property
    def shape(self) -> tuple[int, int]:
        """Height and width, as of the array of weights."""
        return lib.kg_grid_height(self.pointer), lib.kg_grid_width(self.pointer)

    @cached_property
    def weights(self) -> Array:
        """[height, width] the weights, 0 a wall; of a real map doubles, as they are searched, inf a
        wall."""
        if not self.unit:
            return self._cells()[0]
        weights = np.empty(self.shape)
        with self._guard.held():
            lib.kg_grid_real_cells(self.pointer, pointer('double *', weights))
        return lock(weights)

    @property
    def unit(self) -> tuple[int, int, bool] | None:
        """Base, digits and rounded of a real map: its weights are kept as multiples of
        base**-digits; rounded: as the nearest ones. None: weights are whole, from 1 to 65535. The
        sums `straight` and `diagonal` of Search.answers are in units.

        >>> konig.grid.Map([[0.25, 3]]).unit
        (2, 2, False)
        """
        unit = lib.kg_grid_unit_in_force(self.pointer)
        return (unit.base, unit.digits, bool(unit.rounded)) if unit.base else None

    def _cells(self) -> tuple[Array, Array]:
        """[height, width] weights and terrains."""
        weights, terrain = np.empty(self.shape, np.uint16), np.empty(self.shape, np.uint8)
        with self._guard.held():
            lib.kg_grid_cells(self.pointer, pointer('uint16_t *', weights),
                              pointer('unsigned char *', terrain))
        return lock(weights), terrain

    def __reduce__(self) -> tuple[Any, ...]:
        rules = lib.kg_grid_rules_in_force(self.pointer)
        file = lib.kg_grid_file_format(self.pointer)
        file = file if file in TEXTS else lib.KG_GRID_AUTO
        cells: Any = self.weights if file == lib.KG_GRID_AUTO else TEXTS[file](self)
        rules = (rules.moves, rules.diagonal, rules.corners, rules.step, rules.cell_width,
                 rules.cell_height)
        return _restore, (type(self), rules, file, cells)

    @property
    def given(self) -> tuple[tuple[int, int] | None, tuple[int, int] | None]:
        """The start and the goal that the map's file gives, (x, y) each, or None."""
        ends = ffi.new('kg_grid_cell[2]')
        which = lib.kg_grid_given(self.pointer, ends + 0, ends + 1)
        return ((ends[0].x, ends[0].y) if which & lib.KG_GRID_START else None,
                (ends[1].x, ends[1].y) if which & lib.KG_GRID_GOAL else None)

    def find(self, queries: ArrayLike | None = None, *, canonical: bool = False,
             paths: bool = True, explored: bool = False, walls: bool = False, max_states: int = 0,
             seconds: float = 0, verify: bool = True, nearest: bool = False,
             goals: ArrayLike | None = None,
             search: Literal['own', 'ga-star'] = 'own', weight: float = 1,
             queues: int = 0) -> Search:
        """Finds a shortest path for each query, in parallel.

        Args:
            queries: [k, 4] integers start x, start y, goal x, goal y; or [4], one query; None: the
                start and the goal that the map's file gives. uint32 that is contiguous is not
                copied before it is handed over.
            canonical: of several shortest paths the one that every backend gives.
            paths: whether the paths are kept, or the costs alone.
            explored: whether it is kept which cells a search looked at.
            walls: whether a start or goal in a wall is an answer, not an error.
            max_states: a query stops instead of holding more cells; 0: no limit.
            seconds: stop after so long; 0: no limit. Queries that were stopped have the status
                "stopped at a limit".
            verify: whether each path is checked independently.
            nearest: whether a goal that cannot be reached is replaced by the nearest cell that can
                be: see Search.goals.
            goals: [k, 2] integers x, y: further goals of every query, whose path leads to the
                nearest of all: see Search.goals. With search "own" alone, and not with nearest.
            search: "own", which is made for maps, or "ga-star", GA*, which is made for any problem
                and slower. GA* does not keep what it explored.
            weight: for GA*, from 1 to 1000: a path costs at most `weight` times the least.
                `bounds` says what is proven.
            queues: for GA*: how many priority queues; 0: konig chooses.

        Raises:
            ValueError: a start or goal is off the map or in a wall.
        """
        if queries is None:
            start, goal = self.given
            if start is None or goal is None:
                raise ValueError('queries is None, but the map gives no start and goal')
            queries = [*start, *goal]
        given = np.asanyarray(queries)  # with its mask, which unsigned() refuses
        if given.ndim == 1:
            given = given.reshape(1, -1)
        asked = unsigned('queries', given, (None, 4), CELL)
        how = ga_star(search, weight, queues)
        further = unsigned('goals', () if goals is None else goals,
                           (None, 2) if goals is not None else (None,), CELL)
        options = ffi.new('kg_grid_options *', {
            'canonical': canonical, 'drop_paths': not paths, 'keep_explored': explored,
            'walls': walls, 'skip_verify': not verify, 'nearest': nearest,
            'goals': pointer('kg_grid_cell *', further), 'goal_count': len(further),
            'max_states': whole('max_states', max_states), 'seconds': number('seconds', seconds)})
        made, _ = self.context.make(
            'kg_grid_search', lib.kg_grid_search_destroy,
            lib.kg_ga_star_grid if how else lib.kg_grid_find, self.pointer, len(asked),
            pointer('kg_grid_query *', asked), options, *how, parent=self._resource,
            answers=(lib.KG_NO_SOLUTION, lib.KG_LIMIT))
        resource, made._resource = made._resource, None  # type: ignore[assignment]
        return Search(self, resource, len(asked))

    def fields(self, sources: ArrayLike | None = None, *, towards: bool = False,
               together: bool = False, flow: bool = False, verify: bool = True) -> Fields:
        """The costs of shortest paths from some cells, the sources, to all cells.

        >>> fields = konig.grid.Map([[1, 5, 1], [1, 1, 1]], moves=4).fields([0, 0], flow=True)
        >>> fields.costs[0].tolist(), fields.flow[0].tolist()
        ([[0.0, 5.0, 4.0], [1.0, 2.0, 3.0]], [[0, 4, 7], [2, 4, 4]])

        Args:
            sources: [k, 2] integers x, y; or [2], one cell; None: the start that the map's file
                gives. They must be free.
            towards: costs from all cells to the sources. They differ if cells have weights.
            together: one field, of the nearest source, in place of one for each.
            flow: whether the next step of each cell is kept, too.
            verify: whether each cost is checked independently.

        Raises:
            ValueError: there is no source; a source is off the map or in a wall.
        """
        if sources is None:
            start, _ = self.given
            if start is None:
                raise ValueError('sources is None, but the map gives no start')
            sources = start
        given = np.asanyarray(sources)  # with its mask, which unsigned() refuses
        if given.ndim == 1 and given.size:
            given = given.reshape(1, -1)
        cells = unsigned('sources', given.reshape(-1, 2) if not given.size else given, (None, 2),
                         CELL)
        options = ffi.new('kg_grid_fields_options *', {
            'towards': towards, 'together': together, 'flow': flow, 'skip_verify': not verify})
        made, _ = self.context.make(
            'kg_grid_fields', lib.kg_grid_fields_destroy, lib.kg_grid_field, self.pointer,
            len(cells), pointer('kg_grid_cell *', cells), options, parent=self._resource)
        resource, made._resource = made._resource, None  # type: ignore[assignment]
        return Fields(self, resource)

    def index(self, *, most_bytes: int = 0) -> Index:
        """An index of the map, which answers many queries, each in about a microsecond.

        Args:
            most_bytes: the most that it may take; 0: 4 GiB.

        Raises:
            Unsupported: the map has 4 moves, weights, or more corners than an index holds.
            MemoryError: it takes more than most_bytes.
        """
        options = ffi.new('kg_grid_index_options *', {
            'most_bytes': whole('most_bytes', most_bytes)})
        made, _ = self.context.make('kg_grid_index', lib.kg_grid_index_destroy,
                                    lib.kg_grid_index_build, self.pointer, options,
                                    parent=self._resource)
        return Index(self, made)

    def read_index(self, path: str | os.PathLike[str]) -> Index:
        """The index that Index.write(), or `astar index`, wrote of this map.

        Raises:
            FormatError: it is the index of another map, or damaged.
            FileError: it cannot be opened or read.
        """
        made, _ = self.context.make('kg_grid_index', lib.kg_grid_index_destroy,
                                    lib.kg_grid_index_read, self.pointer, file_name(path),
                                    parent=self._resource)
        return Index(self, made)


def _numbers(weights: Array, zero_free: bool) -> Array:
    """Weights as uint16, 0 a wall, if they allow it; else as floats, infinity a wall."""
    if weights.dtype == np.bool_:
        weights = weights.view(np.uint8)
    kind = weights.dtype.kind
    if kind not in 'iuf' or not weights.size or (
            kind != 'f' and not zero_free and weights.max() <= 65535):
        return unsigned('weights', weights, (None, None), np.dtype(np.uint16))
    cells: Array = np.ascontiguousarray(
        weights, np.float32 if kind == 'f' and weights.dtype.itemsize <= 4 else np.float64)
    bad = np.argwhere(~(cells >= 0))
    if len(bad):
        y, x = bad[0]
        raise ValueError(f'weights[{y}, {x}] is {weights[y, x]}: expected 0 or more, or inf for a '
                         'wall')
    result: Array = cells if zero_free else np.where(cells == 0, cells.dtype.type(np.inf), cells)
    return result


def _build(context: Context, cells: Array, rules: dict[str, float]) -> Owned:
    """The C object of a map from uint16, 0 a wall, or from floats, infinity a wall."""
    height, width = cells.shape
    asked = ffi.new('kg_grid_rules *', rules)
    if cells.dtype == np.uint16:
        made, _ = context.make('kg_grid', lib.kg_grid_destroy, lib.kg_grid_build, context.pointer,
                               width, height, pointer('uint16_t *', cells), asked)
    else:
        kind, name = ((lib.KG_F32, 'float *') if cells.dtype == np.float32
                      else (lib.KG_F64, 'double *'))
        made, _ = context.make('kg_grid', lib.kg_grid_destroy, lib.kg_grid_build_real,
                               context.pointer, width, height, pointer(name, cells), kind, asked)
    return made


def _adopt(kind: type[Map], made: Owned) -> Map:
    """The map of a C object."""
    resource, made._resource = made._resource, None  # type: ignore[assignment]
    result = kind.__new__(kind)
    Owned.__init__(result, made.context, resource)
    return result


def _rules(moves: int | None, diagonal: str, corners: str, step: str,
           cell: tuple[float, float]) -> dict[str, float]:
    if moves not in (4, 8, None):
        raise ValueError(f'moves is {moves!r}: expected 4 or 8')
    width, height = cell
    if not (width > 0 and height > 0):
        raise ValueError(f'cell is {cell!r}: expected two numbers above 0')
    return {'moves': moves or 0, 'diagonal': choice('diagonal', diagonal, DIAGONALS),
            'corners': choice('corners', corners, CORNERS), 'step': choice('step', step, STEPS),
            'cell_width': width, 'cell_height': height}


def _lines(letters: Array) -> bytes:
    """The lines of a text from its letters, [height, width]."""
    return b'\n'.join(row.tobytes() for row in letters) + b'\n'


def _whole(map: Map) -> Array:
    """[height, width] the weights of a map whose format has whole ones only, 0 a wall."""
    weights = map.weights
    return np.where(np.isinf(weights), 0, weights).astype(np.uint16) if map.unit else weights


def _course(map: Map) -> bytes:
    """A map as its file has it; so for the other formats."""
    (height, width), (start, goal) = map.shape, map.given
    assert start is not None and goal is not None
    lines: list[tuple[int, ...]] = [(width, height), start, goal]
    cells = _whole(map)
    walls = np.argwhere(cells == 0)[:, ::-1].tolist()
    heavy = np.argwhere(cells > 1)
    weights = np.column_stack((heavy[:, ::-1], cells[heavy[:, 0], heavy[:, 1]])).tolist()
    lines += [(len(walls),), *walls, (len(weights),), *weights]
    return '\n'.join(','.join(str(number) for number in line) for line in lines).encode()


def _movingai(map: Map) -> bytes:
    weights, terrain = map._cells()
    height, width = map.shape
    letters = np.frombuffer(b'.WT', np.uint8)[terrain]
    letters[weights == 0] = ord('@')
    return f'type octile\nheight {height}\nwidth {width}\nmap\n'.encode() + _lines(letters)


def _drawing(map: Map) -> bytes:
    letters = np.frombuffer(b'#123456789', np.uint8)[_whole(map)]
    for end, letter in zip(map.given, b'SG'):
        if end is not None:
            letters[end[1], end[0]] = letter
    return _lines(letters)


TEXTS: dict[int, Callable[[Map], bytes]] = {
    lib.KG_GRID_COURSE: _course, lib.KG_GRID_MOVINGAI: _movingai, lib.KG_GRID_DRAWING: _drawing}


def _restore(kind: type[Map], rules: tuple[float, ...], file: int, cells: Any) -> Map:
    """A map from its pickle."""
    context = default_context()
    if file == lib.KG_GRID_AUTO:
        names = 'moves', 'diagonal', 'corners', 'step', 'cell_width', 'cell_height'
        return _adopt(kind, _build(context, cells, dict(zip(names, rules))))
    options = ffi.new('kg_grid_read_options *', {'format': file, 'rules': rules})
    made, _ = context.make('kg_grid', lib.kg_grid_destroy, lib.kg_grid_read_memory, context.pointer,
                           ffi.from_buffer(cells), len(cells), options)
    return _adopt(kind, made)


class Search(Owned):
    """The answers to some queries, as Map.find() finds them; k of them."""

    def __init__(self, map: Map, resource: Resource, count: int) -> None:
        super().__init__(map.context, resource)
        self.map, self.count = map, count

    def __len__(self) -> int:
        return self.count

    def __repr__(self) -> str:
        return f'<konig.grid.Search: {self.count} queries>'

    @property
    def answers(self) -> Array:
        """[k] records of all that is known of each answer, in C's memory: status, cost, straight,
        diagonal, steps, expanded, generated, states, ms."""
        return lent(self, lib.kg_grid_search_answers(self.pointer), self.count, ANSWER)

    @property
    def found(self) -> Array:
        """[k] bools: whether there is a path."""
        result: Array = self.answers['status'] == lib.KG_OK
        return result

    @property
    def statuses(self) -> list[str]:
        """[k] "done"; or why there is no path: "no solution exists"; "stopped at a limit"; "bad
        argument": an end lies in a wall.

        >>> search = konig.grid.Map([[1, 1, 0, 1]]).find([[0, 0, 1, 0], [0, 0, 3, 0], [0, 0, 2, 0]],
        ...                                              walls=True)
        >>> search.statuses
        ['done', 'no solution exists', 'bad argument']
        """
        return [string(lib.kg_status_string(int(s))) for s in self.answers['status']]

    @property
    def costs(self) -> Array:
        """[k] doubles, inf where there is no path."""
        return np.where(self.found, self.answers['cost'], np.inf)

    @property
    def goals(self) -> Array:
        """[k, 2] the goals x, y, or the cells that replaced them, if Map.find() had nearest; with
        goals, those that the paths lead to.

        >>> konig.grid.Map([[1, 1, 9, 1]]).find([1, 0, 3, 0], goals=[[0, 0]]).goals.tolist()
        [[0, 0]]
        >>> konig.grid.Map([[1, 1, 0, 1]]).find([0, 0, 3, 0], nearest=True).goals.tolist()
        [[1, 0]]
        """
        result, cell = np.empty((self.count, 2), CELL), ffi.new('kg_grid_cell *')
        for i in range(self.count):
            lib.kg_grid_search_goal(self.pointer, i, cell)
            result[i] = cell.x, cell.y
        return result

    @property
    def bounds(self) -> Array:
        """[k] doubles below which no path costs: the costs themselves, unless Map.find() had a
        weight; inf where there is no path at all, and 0 where an end lies in a wall.

        >>> map = konig.grid.Map([[1, 9, 1], [1, 1, 1]])
        >>> search = map.find([0, 0, 2, 0], search='ga-star', weight=2)
        >>> bool(search.bounds[0] <= 2 * 2**.5 <= search.costs[0] <= 2 * search.bounds[0])
        True
        """
        result = np.array([lib.kg_grid_search_bound(self.pointer, i) for i in range(self.count)])
        result[self.answers['status'] == lib.KG_NO_SOLUTION] = np.inf
        return result

    def path(self, i: int) -> Array:
        """[steps + 1, 2] the cells x, y of one query's path, in C's memory; none without a
        path."""
        count = ffi.new('uint64_t *')
        number = whole('i', i, 0, self.count - 1)
        cells = lib.kg_grid_search_path(self.pointer, number, count)
        return lent(self, cells, (int(count[0]), 2), CELL)

    def paths(self) -> tuple[Array, Array]:
        """All paths in two arrays: offsets, [k + 1], and cells, [offsets[k], 2], copied. The path
        of query i is cells[offsets[i]:offsets[i + 1]].

        >>> search = konig.grid.Map([[1, 1, 1]]).find([[0, 0, 2, 0], [1, 0, 1, 0]])
        >>> offsets, cells = search.paths()
        >>> offsets.tolist(), cells.tolist()
        ([0, 3, 4], [[0, 0], [1, 0], [2, 0], [1, 0]])
        """
        count = ffi.new('uint64_t *')
        offsets = np.zeros(self.count + 1, np.int64)
        pieces = []
        for i in range(self.count):
            cells = lib.kg_grid_search_path(self.pointer, i, count)
            pieces.append((cells, count[0]))
            offsets[i + 1] = offsets[i] + count[0]
        result = np.empty((int(offsets[-1]), 2), CELL)
        for at, (cells, length) in zip(offsets, pieces):
            if length:
                to = ffi.cast('kg_grid_cell *', result.ctypes.data) + int(at)
                ffi.memmove(to, cells, length * ffi.sizeof('kg_grid_cell'))
        return offsets, result

    def explored(self, i: int) -> Array:
        """[height, width] bools: which cells a query looked at, where find() was asked to keep
        it."""
        height, width = self.map.shape
        number, cell = whole('i', i, 0, self.count - 1), ffi.new('kg_grid_cell *')
        result = np.zeros((height, width), bool)
        for y in range(height):
            for x in range(width):
                cell.x, cell.y = x, y
                result[y, x] = lib.kg_grid_search_explored(self.pointer, number, cell[0])
        return result

    def picture(self, path: str | os.PathLike[str], i: int | None = None) -> None:
        """Draws the map with the path of a query, or with all: as SVG if the path ends in .svg, as
        PNG otherwise."""
        number = lib.KG_GRID_ALL if i is None else whole('i', i, 0, self.count - 1)
        name = file_name(path)
        draw = lib.kg_grid_draw_svg if name.lower().endswith(b'.svg') else lib.kg_grid_draw_png
        self.context.call(draw, self.map.pointer, self.pointer, number, name)


class Fields(Owned):
    """Distance fields, as Map.fields() makes them: k of them, of the map's height and width. An
    array is indexed as the weights are: [field, y, x]."""

    def __init__(self, map: Map, resource: Resource) -> None:
        super().__init__(map.context, resource)
        self.map = map

    def __len__(self) -> int:
        return int(lib.kg_grid_fields_count(self.pointer))

    def __repr__(self) -> str:
        height, width = self.map.shape
        return f'<konig.grid.Fields: {len(self)} of {width} * {height} cells>'

    @property
    def costs(self) -> Array:
        """[k, height, width] doubles, in C's memory; inf for walls, and where there is no path."""
        return lent(self, lib.kg_grid_fields_costs(self.pointer), (len(self), *self.map.shape),
                    np.dtype(np.float64))

    @property
    def nearest(self) -> Array:
        """[height, width] the number of the nearest source, in C's memory, of two the smaller one;
        -1 where the cost is inf. Only of sources that are together.

        >>> konig.grid.Map([[1, 1, 1, 0]]).fields([[0, 0], [2, 0]], together=True).nearest.tolist()
        [[0, 0, 1, -1]]
        """
        field = lib.kg_grid_fields_nearest(self.pointer)
        if field == ffi.NULL:
            raise ValueError('the fields have no nearest sources: pass together=True')
        return lent(self, field, self.map.shape, np.dtype(np.int32))

    @property
    def flow(self) -> Array:
        """[k, height, width] the next step from each cell along a shortest path, in C's memory: to
        the source, or back to it. Moves are numbered row by row: 1 is (-1, -1), 2 (0, -1), 3
        (1, -1), 4 (-1, 0), 5 (1, 0), 6 (-1, 1), 7 (0, 1), 8 (1, 1). 0: a source, a wall, or no path.
        """
        field = lib.kg_grid_fields_flow(self.pointer)
        if field == ffi.NULL:
            raise ValueError('the fields have no flow: pass flow=True')
        return lent(self, field, (len(self), *self.map.shape), np.dtype(np.uint8))

    def picture(self, path: str | os.PathLike[str], i: int = 0,
                layer: Literal['costs', 'nearest', 'flow'] = 'costs') -> None:
        """Draws field i as PNG: its costs, its nearest sources, or its flow."""
        self.context.call(lib.kg_grid_fields_draw_png, self.pointer,
                          whole('i', i, 0, len(self) - 1), choice('layer', layer, LAYERS),
                          file_name(path))
