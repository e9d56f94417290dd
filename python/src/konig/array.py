"""Array primitives: the same bytes at any number of threads, and on a GPU.

Values are arrays of integers, floats or booleans. In host memory contiguous ones are used as they
are, booleans as uint8; only float16 is widened. Arrays of CuPy, torch, Numba and others that lie on
a GPU are used there, and results that are arrays stay there, as a DeviceArray; single numbers,
quantiles and histograms come to host memory.

The device of `context` does the work: of the thread's own by default, or, of arrays on a GPU, of
that GPU. A context of a GPU also takes arrays in host memory; results come back.

An array with several axes is read as one sequence of all its numbers, in C's order, as NumPy's
functions do. sort() and argsort() work along the last axis. split(), top_k() and run_lengths() take
arrays with one axis only.
Results that are values have the type of the input. Numbers are in one total order: by value, -0.0
before 0.0, NaN last.

TypeError: not numbers. ValueError: axes that are not taken, or a number out of range. Unsupported:
an array on a GPU with a context of the CPU.
"""
from __future__ import annotations

import builtins
import math
import operator
from fractions import Fraction
from typing import Any, Literal, NamedTuple

import numpy as np
from numpy.typing import ArrayLike

from ._array_generate import constant, differences, progression, random, range, sums
from ._array_matrices import (Matched, multiply, picture, read, som, som_distances, som_match,
                              sort_rows, transpose)
from ._array_sequences import (cyclospectrum, look_and_say, look_and_say_length,
                               permutation_number, permutations)
from ._array_tours import GoodTour, Tour, good_tour, read_distances, tour
from ._arrays import Array, array, choice, number, pointer, whole
from ._context import Context
from ._konig import ffi, lib
from ._numbers import COUNTS, PLACES, Numbers, stored, together

__all__ = ['Distinct', 'GoodTour', 'Histogram', 'Matched', 'Runs', 'Split', 'Top', 'Tour', 'argmax',
           'argmin', 'argsort', 'compact', 'constant', 'cyclospectrum', 'differences', 'distinct',
           'exact_quantiles', 'good_tour', 'histogram', 'look_and_say', 'look_and_say_length',
           'max', 'mean', 'median', 'min', 'multiply', 'permutation_number', 'permutations',
           'picture', 'positions', 'product', 'progression', 'quantiles', 'random', 'range', 'read',
           'read_distances', 'run_lengths', 'scan', 'select', 'som', 'som_distances', 'som_match',
           'sort', 'sort_rows', 'split', 'standard_deviation', 'sum', 'sums', 'top_k', 'tour',
           'transpose', 'variance']

OPERATIONS = {'sum': lib.KG_SCAN_SUM, 'min': lib.KG_SCAN_MIN, 'max': lib.KG_SCAN_MAX}
KINDS = {'inclusive': lib.KG_SCAN_INCLUSIVE, 'exclusive': lib.KG_SCAN_EXCLUSIVE}
COMPARISONS = {'<': lib.KG_LESS, '<=': lib.KG_LESS_EQUAL, '>': lib.KG_GREATER,
               '>=': lib.KG_GREATER_EQUAL, '==': lib.KG_EQUAL, '!=': lib.KG_NOT_EQUAL}

#: An array of NumPy for arrays in host memory, a DeviceArray for arrays on a GPU.
Result = Any
#: A comparison and a number, such as ('>', 0).
Condition = tuple[str, Any]


class Distinct(NamedTuple):
    """What distinct() gives."""

    values: Result
    times: Result | None
    ranks: Result | None


class Runs(NamedTuple):
    """What run_lengths() gives."""

    values: Result
    lengths: Result


class Split(NamedTuple):
    """What split() gives."""

    values: Result
    negatives: int


class Top(NamedTuple):
    """What top_k() gives."""

    values: Result
    positions: Result


class Histogram(NamedTuple):
    """What histogram() gives."""

    times: Array
    edges: Array
    outside: int


# ---- scan -----------------------------------------------------------------------------------------


def scan(values: Any, op: Literal['sum', 'min', 'max'] = 'sum',
         kind: Literal['inclusive', 'exclusive'] = 'inclusive', *,
         context: Context | None = None) -> Result:
    """Running sums, least or greatest numbers, [n]. TooLarge where a sum does not fit the type,
    which is int64 for booleans and smaller signed types, and uint64 for uint8 and uint16; arrays of
    these types on a GPU must be converted before.

    >>> konig.array.scan([3, 1, 4], kind='exclusive')
    array([0, 3, 4])
    """
    numbers = Numbers(values, context, sums=op == 'sum')
    room = numbers.room()
    numbers.call(lib.kg_array_scan, room.pointer, ffi.NULL, *numbers.c,
                 choice('op', op, OPERATIONS), choice('kind', kind, KINDS))
    return room.array(numbers.n)


# ---- reduce ---------------------------------------------------------------------------------------


def sum(values: Any, *, context: Context | None = None) -> int | float:
    """The sum, exact for integers; of booleans, how many are true. TooLarge where it passes 64
    bits.

    >>> konig.array.sum([1, 2, 3])
    6
    """
    return _reduce(lib.kg_array_sum, values, context, ffi.NULL)


def product(values: Any, *, context: Context | None = None) -> int | float:
    """The product, exact for integers. TooLarge where it passes 64 bits, or what a double holds.

    >>> konig.array.product([2, 3, 7])
    42
    """
    return _reduce(lib.kg_array_product, values, context)


def _reduce(function: Any, values: Any, context: Context | None, *between: Any) -> int | float:
    numbers = Numbers(values, context)
    result = ffi.new('kg_number *')
    numbers.call(function, result, *between, *numbers.c)
    found: int | float = numbers.number(result, count=True)
    return found


def mean(values: Any, *, context: Context | None = None) -> float:
    """The mean; NaN where there is no number.

    >>> konig.array.mean([True, False])
    0.5
    """
    numbers = Numbers(values, context)
    result = ffi.new('double *')
    numbers.call(lib.kg_array_sum, ffi.NULL, result, *numbers.c)
    return float(result[0])


def _end(function: Any, values: Any, context: Context | None) -> tuple[int, Any]:
    numbers = Numbers(values, context)
    index, found = ffi.new('uint64_t *'), ffi.new('kg_number *')
    numbers.call(function, index, found, *numbers.c)
    return int(index[0]), numbers.number(found)


def min(values: Any, *, context: Context | None = None) -> int | float | bool:
    """The least number; ArgumentError where there is none."""
    result: int | float | bool = _end(lib.kg_array_argmin, values, context)[1]
    return result


def max(values: Any, *, context: Context | None = None) -> int | float | bool:
    """The greatest number, NaN if there is one; ArgumentError where there is none.

    >>> konig.array.max([3, 9, 9])
    9
    """
    result: int | float | bool = _end(lib.kg_array_argmax, values, context)[1]
    return result


def argmin(values: Any, *, context: Context | None = None) -> int:
    """The first position of the least number; ArgumentError where there is none."""
    return _end(lib.kg_array_argmin, values, context)[0]


def argmax(values: Any, *, context: Context | None = None) -> int:
    """The first position of the greatest number; ArgumentError where there is none.

    >>> konig.array.argmax([3.0, 9.0, 9.0])
    1
    """
    return _end(lib.kg_array_argmax, values, context)[0]


def _spread(values: Any, population: bool, context: Context | None) -> tuple[float, float]:
    """The variance and its root."""
    numbers = Numbers(values, context)
    result = ffi.new('double[2]')
    kind = lib.KG_VARIANCE_POPULATION if population else lib.KG_VARIANCE_SAMPLE
    numbers.call(lib.kg_array_variance, result, result + 1, *numbers.c, kind)
    return result[0], result[1]


def variance(values: Any, *, population: bool = False, context: Context | None = None) -> float:
    """The variance: the sum of squares over n - 1, or over n (population).

    >>> konig.array.variance([1, 2, 3, 4], population=True)
    1.25
    """
    return _spread(values, population, context)[0]


def standard_deviation(values: Any, *, population: bool = False,
                       context: Context | None = None) -> float:
    """The root of the variance.

    >>> konig.array.standard_deviation([1, 5], population=True)
    2.0
    """
    return _spread(values, population, context)[1]


def median(values: Any, *, context: Context | None = None) -> float:
    """The number in the middle, or the mean of the two in the middle; NaN if one is NaN.
    ArgumentError where there is none.

    >>> konig.array.median([3, 10, 1, 2])
    2.5
    """
    return float(_quantiles(Numbers(values, context), [0.5])[0][0])


def quantiles(values: Any, at: ArrayLike, *, context: Context | None = None) -> Array:
    """Quantiles by linear interpolation, as NumPy's; at: [k] numbers from 0 to 1. Of integers, one
    that no float64 holds is rounded: exact_quantiles() is not.

    >>> konig.array.quantiles([1, 2, 3, 10], [0.5, 1.0])
    array([ 2.5, 10. ])
    """
    return _quantiles(_not_bools(values, context), at)[0]


def exact_quantiles(values: Any, at: ArrayLike, *,
                    context: Context | None = None) -> list[int | float | Fraction]:
    """The same as a list, [k]. Of integers, a quantile that is an integer, or halfway between two,
    is exact: a float if that holds it, or else an int or a Fraction.

    >>> konig.array.exact_quantiles([2**53 + 1, 2**53 + 2, 5], [0.0, 0.5, 0.75])
    [5.0, 9007199254740993, Fraction(18014398509481987, 2)]
    """
    result, rest = _quantiles(_not_bools(values, context), at)
    return [_sum_exactly(*pair) for pair in zip(result.tolist(), rest.tolist())]


def _sum_exactly(number: float, rest: float) -> int | float | Fraction:
    if not rest:
        return number
    exact = Fraction(number) + Fraction(rest)
    return int(exact) if exact.denominator == 1 else exact


def _not_bools(values: Any, context: Context | None) -> Numbers:
    numbers = Numbers(values, context)
    if numbers.dtype == np.bool_:
        raise TypeError('values is an array of bool: expected integers or floats')
    return numbers


def _quantiles(numbers: Numbers, at: ArrayLike) -> tuple[Array, Array]:
    """The quantiles, and what float64 leaves of them."""
    places = np.require(array('at', at, (None,)), np.float64, ['C', 'A'])
    result, rest = np.empty(places.size), np.empty(places.size)
    numbers.call(lib.kg_array_exact_quantiles, pointer('double *', result),
                 pointer('double *', rest), *numbers.c, places.size, pointer('double *', places))
    return result, rest


# ---- sort -----------------------------------------------------------------------------------------


def _sort(values: Any, descending: bool, context: Context | None, *, places: bool) -> Result:
    """Sorts along the last axis, and gives the numbers or their positions."""
    numbers = Numbers(values, context)
    if not numbers.shape:
        raise ValueError('values has the shape (): expected at least one axis')
    room = numbers.room(dtype=COUNTS if places else None)
    columns, order = numbers.shape[-1], lib.KG_DESCENDING if descending else lib.KG_ASCENDING
    value, to = (ffi.cast(f'uint{8 * stored(of.dtype).itemsize}_t *', of.pointer)
                 for of in (numbers, room))

    def sort_each_row() -> int:
        for at in builtins.range(0, numbers.n, builtins.max(columns, 1)):
            outputs = (ffi.NULL, to + at) if places else (to + at, ffi.NULL)
            status: int = lib.kg_array_sort(*outputs, numbers.context.pointer, numbers.type,
                                            columns, value + at, order)
            if status != lib.KG_OK:
                return status
        return lib.KG_OK  # type: ignore[no-any-return]

    numbers.call(sort_each_row)
    return room.array(*numbers.shape)


def sort(values: Any, *, descending: bool = False, context: Context | None = None) -> Result:
    """The numbers in order, along the last axis, whose rows are sorted one by one; equal ones keep
    theirs.

    >>> konig.array.sort(numpy.array([3, 1, 2], numpy.int8))
    array([1, 2, 3], dtype=int8)
    """
    return _sort(values, descending, context, places=False)


def argsort(values: Any, *, descending: bool = False, context: Context | None = None) -> Result:
    """uint64, of the shape of values: where each of the sorted numbers stands along the last axis;
    equal ones in their order.

    >>> konig.array.argsort([3, 1, 2])
    array([1, 2, 0], dtype=uint64)
    """
    return _sort(values, descending, context, places=True)


def top_k(values: Any, k: int, *, least: bool = False, context: Context | None = None) -> Top:
    """The k greatest numbers, the greatest first, and their positions; or the k least.

    >>> konig.array.top_k([3, 1, 4, 1, 5], 2)
    Top(values=array([5, 4]), positions=array([4, 2], dtype=uint64))
    """
    numbers = Numbers(values, context, axes=1)
    count = builtins.min(whole('k', k), numbers.n)
    top, index = numbers.room(count), numbers.room(count, COUNTS)
    numbers.call(lib.kg_array_top, top.pointer, index.pointer, *numbers.c, count,
                 lib.KG_TOP_LEAST if least else lib.KG_TOP_GREATEST)
    return Top(top.array(count), index.array(count))


# ---- select ---------------------------------------------------------------------------------------


def compact(values: Any, *alternatives: Condition | list[Condition],
            context: Context | None = None) -> Result:
    """The numbers for which an alternative holds, in their order: a condition, such as ('>', 0), or
    a list of conditions that must all hold. Numbers are compared as NumPy compares them.

    >>> konig.array.compact([7, -2, 3, 12], ('>', 0))
    array([ 7,  3, 12])
    >>> konig.array.compact([7, -2, 3, 12], [('>=', 3), ('<', 10)], ('<', 0))
    array([ 7, -2,  3])
    """
    numbers = Numbers(values, context)
    conditions = []
    for alternative in alternatives:
        parts = alternative if isinstance(alternative, list) else [alternative]
        if not parts:
            raise ValueError('an alternative is an empty list: expected conditions')
        for i, part in enumerate(parts):
            conditions.append((*_condition(numbers, part), i == 0))
    if not conditions:
        raise ValueError("there is no condition: expected one such as ('>', 0)")
    room, count = numbers.room(), ffi.new('uint64_t *')
    numbers.call(lib.kg_array_select_where, room.pointer, count, *numbers.c, len(conditions),
                 ffi.new('kg_condition[]', conditions))
    return room.array(count[0])


def _condition(numbers: Numbers, condition: Condition) -> tuple[int, dict[str, Any]]:
    """A condition as C has it: the comparison, and a number of 64 bits."""
    if not isinstance(condition, tuple) or len(condition) != 2:
        raise TypeError(f"a condition is {condition!r}: expected one such as ('>', 0)")
    how, than = condition
    choice('a comparison', how, COMPARISONS)
    if numbers.dtype.kind == 'f':
        return COMPARISONS[how], {'real': number('a number to compare with', than)}
    low, high = (-2**63, 2**63 - 1) if numbers.dtype.kind == 'i' else (0, 2**64 - 1)
    how, exact = _as_integer(how, than)
    if not low <= exact <= high:  # the condition holds always or never
        holds = how == '!=' or how in (('<', '<=') if exact > high else ('>', '>='))
        how, exact = '>=' if holds else '<', low
    return COMPARISONS[how], {'integer' if numbers.dtype.kind == 'i' else 'whole': exact}


def _as_integer(how: str, than: Any) -> tuple[str, int]:
    """A condition of integers with an integer instead of another number."""
    try:
        return how, operator.index(than)
    except TypeError:
        real = number('a number to compare with', than)
    if math.isnan(real):
        return ('<' if how == '!=' else '>'), 2**64  # always, or never
    if math.isinf(real):
        return how, 2**64 if real > 0 else -2**64
    down = math.floor(real)
    if real == down:
        return how, down
    if how in ('==', '!='):
        return ('<' if how == '!=' else '>'), 2**64
    return ('<=' if how in ('<', '<=') else '>'), down


def _flags(flags: Any, context: Context | None) -> Numbers:
    numbers = Numbers(flags, context, name='flags')
    if numbers.dtype != np.bool_:
        raise TypeError(f'flags is an array of {numbers.dtype}: expected bool')
    return numbers


def select(values: Any, flags: Any, *, context: Context | None = None) -> Result:
    """The numbers whose flag is set, in their order; flags: bools, of the shape of values.

    >>> konig.array.select([7, -2, 3], [True, False, True])
    array([7, 3])
    """
    numbers = Numbers(values, context)
    flagged = together(numbers, 'flags', flags)
    if flagged.dtype != np.bool_ or flagged.shape != numbers.shape:
        raise ValueError(f'flags is an array of {flagged.dtype} of the shape {flagged.shape}: '
                         f'expected bools of the shape {numbers.shape}')
    room, count = numbers.room(), ffi.new('uint64_t *')
    numbers.call(lib.kg_array_select_flagged, room.pointer, count, *numbers.c,
                 ffi.cast('uint8_t *', flagged.pointer))
    return room.array(count[0])


def positions(flags: Any, *, context: Context | None = None) -> Result:
    """uint64: the positions of the flags that are set, increasing.

    >>> konig.array.positions([True, False, True])
    array([0, 2], dtype=uint64)
    """
    numbers = _flags(flags, context)
    room, count = numbers.room(dtype=COUNTS), ffi.new('uint64_t *')
    numbers.call(lib.kg_array_select_positions, room.pointer, count, numbers.context.pointer,
                 lib.KG_U64, numbers.n, ffi.cast('uint8_t *', numbers.pointer))
    return room.array(count[0])


def split(values: Any, *, context: Context | None = None) -> Split:
    """The numbers below 0, then all others, both in their order, and how many are below 0.

    >>> konig.array.split([3, -1, 2, -5])
    Split(values=array([-1, -5,  3,  2]), negatives=2)
    """
    numbers = Numbers(values, context, axes=1)
    room, negatives = numbers.room(), ffi.new('uint64_t *')
    numbers.call(lib.kg_array_stable_partition, room.pointer, negatives, *numbers.c)
    return Split(room.array(numbers.n), int(negatives[0]))


# ---- equal numbers --------------------------------------------------------------------------------


def distinct(values: Any, *, times: bool = False, ranks: bool = False,
             context: Context | None = None) -> Distinct:
    """The distinct numbers, increasing; if asked for, how often each is there, and for each number
    of values its place among them, of the shape of values.

    >>> konig.array.distinct([3, 1, 3], times=True).times
    array([1, 2], dtype=uint64)
    """
    numbers = Numbers(values, context)
    found, count = numbers.room(), ffi.new('uint64_t *')
    often = numbers.room(dtype=COUNTS) if times else None
    rank = numbers.room(dtype=PLACES) if ranks else None
    numbers.call(lib.kg_array_distinct, found.pointer,
                 ffi.NULL if often is None else often.pointer,
                 ffi.NULL if rank is None else rank.pointer, count, *numbers.c)
    return Distinct(found.array(count[0]), None if often is None else often.array(count[0]),
                    None if rank is None else rank.array(*numbers.shape))


def run_lengths(values: Any, *, context: Context | None = None) -> Runs:
    """Runs of equal numbers that stand side by side.

    >>> konig.array.run_lengths([7, 7, 2])
    Runs(values=array([7, 2]), lengths=array([2, 1], dtype=uint64))
    """
    numbers = Numbers(values, context, axes=1)
    found, length, count = numbers.room(), numbers.room(dtype=COUNTS), ffi.new('uint64_t *')
    numbers.call(lib.kg_array_run_length_encode, found.pointer, length.pointer, count, *numbers.c)
    return Runs(found.array(count[0]), length.array(count[0]))


# ---- histogram ------------------------------------------------------------------------------------


def histogram(values: Any, bins: int, low: float, high: float, *,
              context: Context | None = None) -> Histogram:
    """How many numbers each of some bins of equal width over [low, high] holds, the edges of the
    bins, and how many numbers lie outside; all in host memory.

    >>> konig.array.histogram([0.1, 0.6, 0.7, 2.0], 2, 0, 1)
    Histogram(times=array([1, 2], dtype=uint64), edges=array([0. , 0.5, 1. ]), outside=1)
    """
    numbers = Numbers(values, context)
    low, high = number('low', low), number('high', high)
    times = np.empty(whole('bins', bins, 1, 2**30), np.uint64)
    outside = ffi.new('uint64_t *')
    numbers.call(lib.kg_array_histogram, pointer('uint64_t *', times), outside, *numbers.c, bins,
                 low, high)
    edges = np.array([lib.kg_array_bin_edge(i, bins, low, high) for i in builtins.range(bins + 1)])
    return Histogram(times, edges, int(outside[0]))
