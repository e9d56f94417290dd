"""Tours: the travelling salesman's problem, exactly for some thirty cities and well for more."""
from __future__ import annotations

import os
from typing import Any, Literal, NamedTuple

import numpy as np
from numpy.typing import ArrayLike

from ._array_matrices import borrow, make
from ._arrays import Array, array, choice, number, pointer, reals, whole
from ._context import Context, Owned, default_context, file_name
from ._konig import ffi, lib
from ._numbers import MEMBERS

METHODS = {'held-karp': lib.KG_TOUR_HELD_KARP, 'brute-force': lib.KG_TOUR_BRUTE_FORCE}
RULES = {'matrix': lib.KG_CITIES_MATRIX, 'plane': lib.KG_CITIES_PLANE,
         'sphere': lib.KG_CITIES_SPHERE, 'euc_2d': lib.KG_CITIES_EUC_2D,
         'ceil_2d': lib.KG_CITIES_CEIL_2D, 'man_2d': lib.KG_CITIES_MAN_2D,
         'max_2d': lib.KG_CITIES_MAX_2D, 'att': lib.KG_CITIES_ATT, 'geo': lib.KG_CITIES_GEO}
Rule = Literal['matrix', 'plane', 'sphere', 'euc_2d', 'ceil_2d', 'man_2d', 'max_2d', 'att', 'geo']


class Tour(NamedTuple):
    """What tour() gives."""

    order: Array
    cost: int | float


class GoodTour(NamedTuple):
    """What good_tour() gives."""

    order: Array
    cost: int | float
    bound: int | float
    optimal: bool


class Cities:
    """Cities for C, with what they lie in."""

    def __init__(self, name: str, value: ArrayLike, rule: str, context: Context | None) -> None:
        self.context = context or default_context()
        self.matrix: Owned | None = None
        arguments: tuple[Any, ...]
        kind = choice('rule', rule, RULES)
        if kind == lib.KG_CITIES_MATRIX:
            self.numbers = _distances(name, value)
            self.matrix = borrow(self.context, self.numbers)
            function, arguments = lib.kg_cities_create_from_matrix, (self.matrix.pointer,)
            self.n = len(self.numbers)
        else:
            self.numbers = reals(name, value, (None, 2))
            self.n = len(self.numbers)
            function, arguments = lib.kg_cities_create, (
                self.context.pointer, kind, pointer('double *', self.numbers), self.n)
        self.cities, _ = self.context.make('kg_cities', lib.kg_cities_destroy, function, *arguments,
                                           parent=self.matrix._resource if self.matrix else None)

    def distances(self) -> Owned:
        """The kg_matrix of all distances."""
        if self.matrix is None:
            self.matrix, _ = self.context.make('kg_matrix', lib.kg_matrix_destroy,
                                               lib.kg_cities_distances, self.cities.pointer)
        return self.matrix

    def cost(self, found: Any) -> int | float:
        """A kg_number of a length."""
        kind = 'f' if lib.kg_cities_type(self.cities.pointer) == lib.KG_F64 else 'i'
        result: int | float = getattr(found, MEMBERS[kind])
        return result


def _distances(name: str, value: ArrayLike) -> Array:
    """A square matrix as int64 or float64."""
    given = array(name, value, (None, None))
    if given.shape[0] != given.shape[1]:
        raise ValueError(f'{name} has the shape {given.shape}: expected as many columns as rows')
    if given.dtype.kind not in 'biu':
        return reals(name, given, (None, None))
    if given.dtype == np.uint64 and given.size and int(given.max()) >= 2**63:
        raise ValueError(f'{name} has the number {given.max()}: expected at most 2^63 - 1')
    return np.require(given, np.int64, ['C', 'A'])


def _options(open: bool, start: int | None, end: int | None, seconds: float, n: int,
             **more: int) -> Any:
    places: dict[str, int] = {}
    for name, city in ('start', start), ('end', end):
        if city is not None:
            places |= {name: whole(name, city, 0, max(n - 1, 0)), f'has_{name}': 1}
    return ffi.new('kg_tour_options *', {
        'open': open, 'seconds': number('seconds', seconds), **places, **more})


def tour(distances: ArrayLike, *, rule: Rule = 'matrix',
         method: Literal['held-karp', 'brute-force'] = 'held-karp', open: bool = False,
         start: int | None = None, end: int | None = None, seconds: float = 0,
         context: Context | None = None) -> Tour:
    """A shortest tour through all cities, by the order in which they are visited, and its length.
    If there are several and distances are integers, it is the lexicographically first one.

    Args:
        distances: [n, n] from each city, a row, to each other; or [n, 2] coordinates, with a rule.
        rule: how distances are made of coordinates: "plane", "sphere" (degrees to km), or one of
            TSPLIB, "euc_2d", "ceil_2d", "man_2d", "max_2d", "att" and "geo".
        method: "held-karp", O(2^n n) memory, or "brute-force", O(n!) time.
        open: whether it ends elsewhere than it began.
        start: the first city; of a closed tour city 0 by default.
        end: the last city of an open tour.
        seconds: stop after so long; 0: no limit.

    Raises:
        LimitReached: too many cities for the method, or stopped.

    >>> konig.array.tour([[0, 1, 9], [9, 0, 1], [1, 9, 0]])
    Tour(order=array([0, 1, 2], dtype=uint32), cost=3)
    """
    cities = Cities('distances', distances, rule, context)
    options = _options(open, start, end, seconds, cities.n,
                       method=choice('method', method, METHODS))
    order, cost = np.empty(cities.n, np.uint32), ffi.new('kg_number *')
    cities.context.call(lib.kg_tour_find, pointer('uint32_t *', order), cost, ffi.NULL,
                        cities.distances().pointer, options)
    return Tour(order, cities.cost(cost))


def good_tour(distances: ArrayLike, *, rule: Rule = 'matrix', open: bool = False,
              start: int | None = None, end: int | None = None, seconds: float = 0, seed: int = 0,
              context: Context | None = None) -> GoodTour:
    """A good tour through any number of cities, and a length that no tour is shorter than. The
    arguments are those of tour(); of coordinates the memory is O(n). With seconds, the tour is
    improved until then. The work is the CPU's.

    >>> found = konig.array.good_tour([[0, 0], [3, 4], [0, 4], [3, 0]], rule='plane')
    >>> found.order.tolist(), found.cost, found.optimal
    ([0, 2, 1, 3], 14.0, True)
    """
    cities = Cities('distances', distances, rule, context)
    options = _options(open, start, end, seconds, cities.n, seed=whole('seed', seed))
    order, answer = np.empty(cities.n, np.uint32), ffi.new('kg_tour_answer *')
    cities.context.call(lib.kg_tour_find_heuristic, pointer('uint32_t *', order), answer,
                        cities.cities.pointer, options, answers=(lib.KG_LIMIT,))
    return GoodTour(order, cities.cost(answer.cost), cities.cost(answer.bound),
                    bool(answer.optimal))


def read_distances(path: str | os.PathLike[str], *, context: Context | None = None) -> Array:
    """[n, n] the distances of a file: TSPLIB, a square matrix, or lines of latitudes and
    longitudes.

    >>> konig.array.tour(konig.array.read_distances('data/tsp/gr17.tsp')).cost
    2085
    """
    context = context or default_context()
    return make(context, lib.kg_tour_read, context.pointer, file_name(path), ffi.NULL)
