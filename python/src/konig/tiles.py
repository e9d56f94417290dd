"""Sliding puzzles: a shortest solution, proven to be the shortest."""
from __future__ import annotations

import os
import time
from collections.abc import Sequence
from functools import cached_property
from typing import Any, Literal

import numpy as np
from numpy.typing import ArrayLike

from ._arrays import Array, array, choice, ga_star, number, whole
from ._context import Context, Owned, default_context, file_name, lent, lock
from ._konig import ffi, lib
from .errors import NoSolution

__all__ = ['Patterns', 'Solution', 'read', 'slide', 'solve', 'solve_all']

HEURISTICS = {'linear conflict': lib.KG_TILES_LINEAR_CONFLICT, 'manhattan': lib.KG_TILES_MANHATTAN,
              'pattern': lib.KG_TILES_PATTERN, 'auto': lib.KG_TILES_AUTO}
LETTERS = 'ULRD'


class Solution(Owned):
    """A shortest solution, as solve() finds it."""

    _facts = 'moves', 'states', 'bound'

    @cached_property
    def moves(self) -> Array:
        """[length] uint8, where the blank goes: 0 up, 1 left, 2 right, 3 down."""
        return lent(self, lib.kg_tiles_moves(self.pointer), lib.kg_tiles_length(self.pointer),
                    np.dtype(np.uint8))

    @property
    def letters(self) -> str:
        """The moves as a word of U, L, R and D."""
        return ''.join(LETTERS[move] for move in self.moves)

    @cached_property
    def states(self) -> int:
        """How many boards the search met."""
        return int(lib.kg_tiles_work(self.pointer).total.expanded)

    @cached_property
    def bound(self) -> int:
        """A length that no solution is shorter than: that of this one, unless it was searched for
        with a weight.

        >>> start, target = [[8, 6, 7], [2, 5, 4], [3, 0, 1]], [[1, 2, 3], [4, 5, 6], [7, 8, 0]]
        >>> some = konig.tiles.solve(start, target, search='ga-star', weight=2)
        >>> some.bound <= 31 <= len(some) <= 2 * some.bound
        True
        """
        return int(lib.kg_tiles_bound(self.pointer))

    def __len__(self) -> int:
        """The number of moves."""
        return len(self.moves)

    def __repr__(self) -> str:
        return f'<konig.tiles.Solution: {len(self)} moves>'


class Patterns(Owned):
    """Pattern databases of a target, for solve(): how many moves a few tiles need, wherever they
    are.

    Args:
        target: [height, width] a board.
        partition: the tiles of each pattern, as in [[1, 2, 3, 4], [5, 6, 7, 8]]: each tile once, at
            most 8 in a list; or several partitions, of which the best bound counts. None: 7 and 8
            tiles for 4 x 4, four partitions into four times 6 for 5 x 5.
        folder: keeps a file of each database there, and reads those that it has.
        context: None: that of the thread.

    >>> goal = [[0, 1, 2], [3, 4, 5], [6, 7, 8]]
    >>> patterns = konig.tiles.Patterns(goal)
    >>> len(konig.tiles.solve([[8, 7, 6], [5, 4, 3], [2, 1, 0]], goal, patterns=patterns))
    28
    """

    def __init__(self, target: ArrayLike, partition: Sequence[Sequence[int]] |
                 Sequence[Sequence[Sequence[int]]] | None = None, *,
                 folder: str | os.PathLike[str] | None = None,
                 context: Context | None = None) -> None:
        goal = _board('target', target, (None, None))
        lists = ffi.NULL if partition is None else ffi.new('char[]', _lists(partition).encode())
        kept = ffi.NULL if folder is None else ffi.new('char[]', file_name(folder))
        context = context or default_context()
        made, _ = context.make(
            'kg_tiles_patterns', lib.kg_tiles_patterns_destroy, lib.kg_tiles_patterns_create,
            context.pointer, _puzzle(goal, goal),
            ffi.new('kg_tiles_patterns_options *', {'partition': lists, 'folder': kept}))
        resource, made._resource = made._resource, None  # type: ignore[assignment]
        super().__init__(context, resource)
        #: The target.
        self.target = lock(goal.copy())
        self._made = partition, folder

    def __repr__(self) -> str:
        return f'<konig.tiles.Patterns: {self.target.shape[1]} x {self.target.shape[0]}>'

    def __reduce__(self) -> tuple[Any, ...]:
        return _patterns, (self.target, *self._made)


def _lists(partition: Any) -> str:
    """One partition or several as the library takes them."""
    if len(partition) and len(partition[0]) and np.ndim(partition[0][0]):
        return '+'.join(_lists(one) for one in partition)
    return '/'.join(','.join(str(int(tile)) for tile in tiles) for tiles in partition)


def _patterns(target: Array, partition: Any, folder: Any) -> Patterns:
    return Patterns(target, partition, folder=folder)


def _puzzle(start: Array, target: Array) -> Any:
    height, width = start.shape
    return ffi.new('kg_tiles_puzzle *', {
        'width': width, 'height': height, 'start': start.ravel().tolist(),
        'target': target.ravel().tolist()})


def _board(name: str, value: ArrayLike, shape: tuple[int | None, int | None]) -> Array:
    given = array(name, value, shape)
    if given.dtype.kind not in 'iu':
        raise TypeError(f'{name} is an array of {given.dtype}: expected integers')
    if given.size > lib.KG_TILES_CELLS:
        raise ValueError(f'{name} has {given.size} cells: expected at most {lib.KG_TILES_CELLS}')
    if sorted(given.ravel().tolist()) != list(range(given.size)):
        raise ValueError(f'{name} is no board: expected each of 0 to {given.size - 1} once')
    return given


def solve(start: ArrayLike, target: ArrayLike | None = None, *,
          heuristic: Literal['linear conflict', 'manhattan', 'pattern', 'auto'] | None = None,
          patterns: Patterns | None = None,
          canonical: bool = False, max_states: int = 0, seconds: float = 0,
          search: Literal['own', 'ga-star'] = 'own', weight: float = 1, queues: int = 0,
          checkpoint: str | os.PathLike[str] | None = None,
          context: Context | None = None) -> Solution:
    """A shortest way from one board to another. The work grows exponentially with its length.

    Args:
        start: [height, width] the tiles 1, 2, ... and 0, the blank, each once; at most 25 cells.
        target: the same shape; None: 0 1 2 ... or 1 2 ... 0, the first that can be reached.
        heuristic: "linear conflict", "manhattan", "pattern", pattern databases, or "auto", which
            turns from the first to the third if the puzzle is hard; None: "auto", and of GA*
            "manhattan", which is all that it has.
        patterns: the databases, if there are some already. The search is then iterative deepening,
            which stores no states.
        canonical: of several shortest ones the one that every backend gives.
        max_states, seconds: stop there; 0: no limit.
        search: "own", which is made for puzzles, or "ga-star", GA*, which is made for any problem
            and slower.
        weight: for GA*, from 1 to 1000: the solution is at most `weight` times as long as the
            shortest. Its `bound` says what is proven.
        queues: for GA*: how many priority queues; 0: konig chooses.
        checkpoint: a file that keeps where the search stands, as `astar sliding --checkpoint` does.
            If the search is stopped, by a limit or Ctrl-C, a call with the same arguments goes on
            from there. The heuristic is then "pattern".
        context: None: that of the thread.

    Raises:
        NoSolution: the target cannot be reached, as from half of all boards.
        LimitReached: max_states, seconds or the memory limit.
        FormatError: the checkpoint is of another puzzle or search, or is damaged.

    >>> start, target = [[1, 2, 3], [4, 0, 6], [7, 5, 8]], [[1, 2, 3], [4, 5, 6], [7, 8, 0]]
    >>> konig.tiles.solve(start, target).letters
    'DR'
    """
    board = _board('start', start, (None, None))
    height, width = board.shape
    if target is None and patterns is not None:
        target = patterns.target
    if target is None:
        first = np.arange(board.size)
        goals = [first.reshape(board.shape), np.roll(first, -1).reshape(board.shape)]
        goal = goals[not _reachable(board, goals[0])]
    else:
        goal = _board('target', target, (height, width))
    puzzle = _puzzle(board, goal)
    how = ga_star(search, weight, queues)
    if patterns is not None:
        if heuristic not in (None, 'pattern'):
            raise ValueError(f'heuristic is {heuristic!r}, and there are patterns')
        heuristic = 'pattern'
    if how and heuristic not in (None, 'manhattan'):
        raise ValueError(f'heuristic is {heuristic!r}: GA* has "manhattan" alone')
    if checkpoint is not None:
        if how or heuristic not in (None, 'pattern'):
            raise ValueError('checkpoint is for the heuristic "pattern" alone')
        heuristic = 'pattern'
    named = choice('heuristic', heuristic or ('manhattan' if how else 'auto'), HEURISTICS)
    context = _context_of(patterns, context)
    databases: Owned | None = patterns
    if patterns is None and named == lib.KG_TILES_PATTERN:
        databases = _later(context, puzzle)
    kept = _checkpoint(context, checkpoint, puzzle, 1)
    options = ffi.new('kg_tiles_options *', {
        'heuristic': named, 'canonical': canonical,
        'patterns': ffi.NULL if databases is None else databases.pointer,
        'checkpoint': ffi.NULL if kept is None else kept.pointer,
        'max_states': whole('max_states', max_states), 'seconds': number('seconds', seconds)})
    made, _ = context.make('kg_tiles', lib.kg_tiles_destroy,
                           lib.kg_ga_star_tiles if how else lib.kg_tiles_find, context.pointer,
                           puzzle, options, *how)
    resource, made._resource = made._resource, None  # type: ignore[assignment]
    return Solution(context, resource)


def solve_all(starts: ArrayLike, target: ArrayLike | None = None, *,
              heuristic: Literal['linear conflict', 'manhattan', 'pattern', 'auto'] | None = None,
              patterns: Patterns | None = None,
              canonical: bool = False, max_states: int = 0, seconds: float = 0,
              checkpoint: str | os.PathLike[str] | None = None,
              context: Context | None = None) -> list[Solution | None]:
    """Shortest ways from many boards to one. They share the pattern databases, and on a GPU the
    easy ones are one search.

    Args:
        starts: [count, height, width] boards.
        target: [height, width]; None: that of the patterns, or 0 1 2 ....
        heuristic, patterns, canonical: as for solve().
        max_states: stop a puzzle there; 0: no limit.
        seconds: stop after this time, of all puzzles together; 0: no limit.
        checkpoint: a file that keeps where all the searches stand, and the solutions, as for
            solve(). A call with the same arguments goes on.
        context: None: that of the thread.

    Returns:
        A solution for each board; None if the target cannot be reached from it.

    Raises:
        LimitReached: max_states, seconds or the memory limit.
        FormatError: the checkpoint is of other puzzles or searches, or is damaged.

    >>> starts = [[[1, 0, 2], [3, 4, 5], [6, 7, 8]], [[0, 2, 1], [3, 4, 5], [6, 7, 8]]]
    >>> [solution and solution.letters for solution in konig.tiles.solve_all(starts)]
    ['L', None]
    """
    given = array('starts', starts, (None, None, None))
    boards = [_board(f'starts[{i}]', board, (None, None)) for i, board in enumerate(given)]
    if not boards:
        return []
    if target is None:
        target = (patterns.target if patterns is not None
                  else np.arange(boards[0].size).reshape(boards[0].shape))
    goal = _board('target', target, boards[0].shape)
    if patterns is not None or checkpoint is not None:
        if heuristic not in (None, 'pattern'):
            raise ValueError(f'heuristic is {heuristic!r}: patterns and checkpoint are for "pattern"')
        heuristic = 'pattern'
    named = choice('heuristic', heuristic or 'auto', HEURISTICS)
    context = _context_of(patterns, context)
    puzzles = ffi.new('kg_tiles_puzzle[]', [_puzzle(board, goal)[0] for board in boards])
    databases = patterns if patterns is not None else _later(context, puzzles)
    kept = _checkpoint(context, checkpoint, puzzles, len(boards))
    options = ffi.new('kg_tiles_options *', {
        'heuristic': named, 'canonical': canonical, 'patterns': databases.pointer,
        'checkpoint': ffi.NULL if kept is None else kept.pointer,
        'max_states': whole('max_states', max_states)})
    end = time.monotonic() + number('seconds', seconds)
    solutions: list[Solution | None] = []
    try:
        for i in range(len(boards)):
            options.others = len(boards) - i - 1
            options.following = puzzles + i + 1
            options.seconds = max(end - time.monotonic(), 1e-9) if seconds else 0
            try:
                made, _ = context.make('kg_tiles', lib.kg_tiles_destroy, lib.kg_tiles_find,
                                       context.pointer, puzzles + i, options)
            except NoSolution:
                solutions.append(None)
                continue
            resource, made._resource = made._resource, None  # type: ignore[assignment]
            solutions.append(Solution(context, resource))
    finally:
        if kept is not None:
            context.call(lib.kg_tiles_checkpoint_write, kept.pointer)
    return solutions


def _context_of(patterns: Patterns | None, context: Context | None) -> Context:
    context = context or (default_context() if patterns is None else patterns.context)
    if patterns is not None and patterns.context is not context:
        raise ValueError('the patterns belong to another context')
    return context


def _later(context: Context, puzzle: Any) -> Owned:
    """The default databases of a puzzle's target, which are built if a search needs them."""
    made, _ = context.make(
        'kg_tiles_patterns', lib.kg_tiles_patterns_destroy, lib.kg_tiles_patterns_create,
        context.pointer, puzzle, ffi.new('kg_tiles_patterns_options *', {'later': 1}))
    return made


def _checkpoint(context: Context, path: str | os.PathLike[str] | None, puzzles: Any,
                count: int) -> Owned | None:
    if path is None:
        return None
    made, _ = context.make(
        'kg_tiles_checkpoint', lib.kg_tiles_checkpoint_destroy, lib.kg_tiles_checkpoint_create,
        context.pointer, ffi.new('char[]', file_name(path)), puzzles, count)
    return made


def _reachable(start: Array, target: Array) -> bool:
    """Whether one board can be reached from another: each move is one exchange of the blank with a
    neighbour, so the parity of the permutation is that of the blank's distance."""
    place = {int(tile): i for i, tile in enumerate(target.ravel())}
    permutation = [place[int(tile)] for tile in start.ravel()]
    odd = False
    for i in range(len(permutation)):
        while permutation[i] != i:
            j = permutation[i]
            permutation[i], permutation[j] = permutation[j], permutation[i]
            odd = not odd
    blanks = [np.argwhere(board == 0)[0] for board in (start, target)]
    return odd == bool(abs(blanks[0] - blanks[1]).sum() % 2)


def slide(board: ArrayLike, moves: str | ArrayLike) -> Array:
    """The board after some moves, as a Solution has them; ValueError where one leads off it.

    >>> konig.tiles.slide([[1, 2], [0, 3]], 'R')
    array([[1, 2],
           [3, 0]], dtype=uint8)
    """
    cells = np.array(_board('board', board, (None, None)), np.uint8, order='C')
    steps: Any = [LETTERS.find(c) for c in moves] if isinstance(moves, str) else moves
    for i, move in enumerate(steps):
        if not lib.kg_tiles_slide(ffi.cast('uint8_t *', cells.ctypes.data), cells.shape[1],
                                  cells.shape[0], int(move) & 0xffffffff):
            raise ValueError(f'moves[{i}] leads off the board')
    return cells


def read(path: str | os.PathLike[str], *,
         context: Context | None = None) -> list[tuple[Array, Array]]:
    """The puzzles of a file: start and target of each, [height, width].

    >>> len(konig.tiles.read('data/eight.txt'))
    1
    """
    context = context or default_context()
    made, _ = context.make('kg_tiles_set', lib.kg_tiles_set_destroy, lib.kg_tiles_read,
                           context.pointer, file_name(path), ffi.NULL)
    puzzles = lib.kg_tiles_set_puzzles(made.pointer)
    result = []
    for i in range(lib.kg_tiles_set_count(made.pointer)):
        shape = puzzles[i].height, puzzles[i].width
        boards = (np.array(list(board)[:shape[0] * shape[1]], np.uint8).reshape(shape)
                  for board in (puzzles[i].start, puzzles[i].target))
        start, target = boards
        result.append((start, target))
    return result
