"""Array primitives: the same bytes at any number of threads.

Values are one-dimensional arrays of integers, floats or booleans. Contiguous ones are used as they
are, booleans as uint8; only float16 is widened. Results that are values have the type of the input.
Numbers are in one total order: by value, -0.0 before 0.0, NaN last. `context` is that of the thread
by default; the work is the CPU's. TypeError: not numbers. ValueError: not one-dimensional, or out
of range.
"""
from __future__ import annotations

from fractions import Fraction
from typing import Any, Literal, NamedTuple

import numpy as np
from numpy.typing import ArrayLike

from ._arrays import Array, array, choice, number, pointer, whole
from ._context import Context, host_context
from ._konig import ffi, lib

__all__ = ['Distinct', 'Histogram', 'Runs', 'Top', 'argmax', 'argmin', 'argsort', 'distinct',
           'exact_quantiles', 'histogram', 'quantiles', 'run_lengths', 'scan', 'sort', 'sum', 'top_k', 'variance']

TYPES = {'int8': lib.KG_I8, 'int16': lib.KG_I16, 'int32': lib.KG_I32, 'int64': lib.KG_I64,
         'uint8': lib.KG_U8, 'uint16': lib.KG_U16, 'uint32': lib.KG_U32, 'uint64': lib.KG_U64,
         'float32': lib.KG_F32, 'float64': lib.KG_F64}
SUMS: dict[str, Any] = {'int8': np.int64, 'int16': np.int64, 'int32': np.int64, 'uint8': np.uint64,
                        'uint16': np.uint64}
OPERATIONS = {'sum': lib.KG_SCAN_SUM, 'min': lib.KG_SCAN_MIN, 'max': lib.KG_SCAN_MAX}
KINDS = {'inclusive': lib.KG_SCAN_INCLUSIVE, 'exclusive': lib.KG_SCAN_EXCLUSIVE}


class Distinct(NamedTuple):
    """What distinct() gives."""

    values: Array
    times: Array | None
    ranks: Array | None


class Runs(NamedTuple):
    """What run_lengths() gives."""

    values: Array
    lengths: Array


class Top(NamedTuple):
    """What top_k() gives."""

    values: Array
    positions: Array


class Histogram(NamedTuple):
    """What histogram() gives."""

    times: Array
    edges: Array
    outside: int


class _Numbers:
    """An array as C wants it."""

    def __init__(self, values: ArrayLike, context: Context | None, *, sums: bool = False) -> None:
        given = array('values', values, (None,))
        self.dtype = given.dtype.newbyteorder('=')
        if self.dtype == np.bool_:
            given = given.view(np.uint8)
        name = 'float32' if self.dtype == np.float16 else given.dtype.name
        if name not in TYPES:
            raise TypeError(f'values is an array of {given.dtype}: expected booleans, or integers '
                            'or floats of at most 64 bits')
        self.array = np.require(given, SUMS.get(name, name) if sums else name, ['C', 'A'])
        self.n = self.array.size
        self.type = TYPES[self.array.dtype.name]
        self.context = host_context(context)
        self.c = (self.context.pointer, self.type, self.n, pointer('void *', self.array))

    def empty(self) -> Array:
        return np.empty(self.n, self.array.dtype)

    def value(self, result: Array) -> Array:
        """A result in the type of the input."""
        return result.astype(self.dtype, copy=False)

    def number(self, number: Any) -> int | float:
        """A kg_number."""
        member = {'u': 'whole', 'i': 'integer', 'f': 'real'}[self.array.dtype.kind]
        result: int | float = getattr(number, member)
        return result


def _counts(n: int) -> Array:
    return np.empty(n, np.uint64)


def scan(values: ArrayLike, op: Literal['sum', 'min', 'max'] = 'sum',
         kind: Literal['inclusive', 'exclusive'] = 'inclusive', *,
         context: Context | None = None) -> Array:
    """Running sums, least or greatest numbers, [n]. TooLarge where a sum does not fit the type,
    which is int64 for smaller signed types, and uint64 for uint8, uint16 and booleans.

    >>> konig.array.scan([3, 1, 4], kind='exclusive')
    array([0, 3, 4])
    """
    numbers = _Numbers(values, context, sums=op == 'sum')
    result = numbers.empty()
    numbers.context.call(lib.kg_array_scan, pointer('void *', result), ffi.NULL, *numbers.c,
                         choice('op', op, OPERATIONS), choice('kind', kind, KINDS))
    return result if op == 'sum' else numbers.value(result)


def sum(values: ArrayLike, *, context: Context | None = None) -> int | float:
    """The sum, exact for integers. TooLarge where it passes 64 bits.

    >>> konig.array.sum([1, 2, 3])
    6
    """
    numbers = _Numbers(values, context)
    result = ffi.new('kg_number *')
    numbers.context.call(lib.kg_array_sum, result, ffi.NULL, *numbers.c)
    return numbers.number(result)


def _arg(function: Any, values: ArrayLike, context: Context | None) -> int:
    numbers = _Numbers(values, context)
    index = ffi.new('uint64_t *')
    numbers.context.call(function, index, ffi.NULL, *numbers.c)
    return int(index[0])


def argmin(values: ArrayLike, *, context: Context | None = None) -> int:
    """The first position of the least number; ArgumentError where there is none."""
    return _arg(lib.kg_array_argmin, values, context)


def argmax(values: ArrayLike, *, context: Context | None = None) -> int:
    """The first position of the greatest number; ArgumentError where there is none.

    >>> konig.array.argmax([3.0, 9.0, 9.0])
    1
    """
    return _arg(lib.kg_array_argmax, values, context)


def variance(values: ArrayLike, *, population: bool = False,
             context: Context | None = None) -> float:
    """The variance: the sum of squares over n - 1, or over n (population).

    >>> konig.array.variance([1, 2, 3, 4], population=True)
    1.25
    """
    numbers = _Numbers(values, context)
    result = ffi.new('double *')
    kind = lib.KG_VARIANCE_POPULATION if population else lib.KG_VARIANCE_SAMPLE
    numbers.context.call(lib.kg_array_variance, result, ffi.NULL, *numbers.c, kind)
    return float(result[0])


def quantiles(values: ArrayLike, at: ArrayLike, *, context: Context | None = None) -> Array:
    """Quantiles by linear interpolation, as NumPy's; at: [k] numbers from 0 to 1. Of integers, one
    that no float64 holds is rounded: exact_quantiles() is not.

    >>> konig.array.quantiles([1, 2, 3, 10], [0.5, 1.0])
    array([ 2.5, 10. ])
    """
    return _quantiles(values, at, context)[0]


def exact_quantiles(values: ArrayLike, at: ArrayLike, *,
                    context: Context | None = None) -> list[int | float | Fraction]:
    """The same as a list, [k]. Of integers, a quantile that is an integer, or halfway between two,
    is exact: a float if that holds it, or else an int or a Fraction.

    >>> konig.array.exact_quantiles([2**53 + 1, 2**53 + 2, 5], [0.0, 0.5, 0.75])
    [5.0, 9007199254740993, Fraction(18014398509481987, 2)]
    """
    result, rest = _quantiles(values, at, context)
    return [_sum_exactly(*pair) for pair in zip(result.tolist(), rest.tolist())]


def _sum_exactly(number: float, rest: float) -> int | float | Fraction:
    if not rest:
        return number
    exact = Fraction(number) + Fraction(rest)
    return int(exact) if exact.denominator == 1 else exact


def _quantiles(values: ArrayLike, at: ArrayLike, context: Context | None) -> tuple[Array, Array]:
    """The quantiles, and what float64 leaves of them."""
    numbers = _Numbers(values, context)
    if numbers.dtype == np.bool_:
        raise TypeError('values is an array of bool: expected integers or floats')
    places = np.require(array('at', at, (None,)), np.float64, ['C', 'A'])
    result, rest = np.empty(places.size), np.empty(places.size)
    numbers.context.call(lib.kg_array_exact_quantiles, pointer('double *', result),
                         pointer('double *', rest), *numbers.c, places.size,
                         pointer('double *', places))
    return result, rest


def sort(values: ArrayLike, *, descending: bool = False,
         context: Context | None = None) -> Array:
    """The numbers in order; equal ones keep theirs.

    >>> konig.array.sort(numpy.array([3, 1, 2], numpy.int8))
    array([1, 2, 3], dtype=int8)
    """
    numbers = _Numbers(values, context)
    result = numbers.empty()
    order = lib.KG_DESCENDING if descending else lib.KG_ASCENDING
    numbers.context.call(lib.kg_array_sort, pointer('void *', result), ffi.NULL, *numbers.c, order)
    return numbers.value(result)


def argsort(values: ArrayLike, *, descending: bool = False,
            context: Context | None = None) -> Array:
    """[n] uint64: where each of the sorted numbers stands; equal ones in their order.

    >>> konig.array.argsort([3, 1, 2])
    array([1, 2, 0], dtype=uint64)
    """
    numbers = _Numbers(values, context)
    position = _counts(numbers.n)
    order = lib.KG_DESCENDING if descending else lib.KG_ASCENDING
    numbers.context.call(lib.kg_array_sort, ffi.NULL, pointer('uint64_t *', position), *numbers.c,
                         order)
    return position


def top_k(values: ArrayLike, k: int, *, least: bool = False,
          context: Context | None = None) -> Top:
    """The k greatest numbers, the greatest first, and their positions; or the k least.

    >>> konig.array.top_k([3, 1, 4, 1, 5], 2)
    Top(values=array([5, 4]), positions=array([4, 2], dtype=uint64))
    """
    numbers = _Numbers(values, context)
    count = min(whole('k', k), numbers.n)
    top, index = np.empty(count, numbers.array.dtype), _counts(count)
    numbers.context.call(lib.kg_array_top, pointer('void *', top), pointer('uint64_t *', index),
                         *numbers.c, count, lib.KG_TOP_LEAST if least else lib.KG_TOP_GREATEST)
    return Top(numbers.value(top), index)


def distinct(values: ArrayLike, *, times: bool = False, ranks: bool = False,
             context: Context | None = None) -> Distinct:
    """The distinct numbers, increasing; if asked for, how often each is there, and for each number
    of values its place among them.

    >>> konig.array.distinct([3, 1, 3], times=True).times
    array([1, 2], dtype=uint64)
    """
    numbers = _Numbers(values, context)
    found, count = numbers.empty(), ffi.new('uint64_t *')
    often = _counts(numbers.n) if times else None
    rank = np.empty(numbers.n, np.uint32) if ranks else None
    numbers.context.call(lib.kg_array_distinct, pointer('void *', found),
                         pointer('uint64_t *', often), pointer('uint32_t *', rank), count,
                         *numbers.c)
    return Distinct(numbers.value(found[:count[0]].copy()),
                    None if often is None else often[:count[0]].copy(), rank)


def run_lengths(values: ArrayLike, *, context: Context | None = None) -> Runs:
    """Runs of equal numbers that stand side by side.

    >>> konig.array.run_lengths([7, 7, 2])
    Runs(values=array([7, 2]), lengths=array([2, 1], dtype=uint64))
    """
    numbers = _Numbers(values, context)
    found, length, count = numbers.empty(), _counts(numbers.n), ffi.new('uint64_t *')
    numbers.context.call(lib.kg_array_run_length_encode, pointer('void *', found),
                         pointer('uint64_t *', length), count, *numbers.c)
    return Runs(numbers.value(found[:count[0]].copy()), length[:count[0]].copy())


def histogram(values: ArrayLike, bins: int, low: float, high: float, *,
              context: Context | None = None) -> Histogram:
    """How many numbers each of some bins of equal width over [low, high] holds, the edges of the
    bins, and how many numbers lie outside.

    >>> konig.array.histogram([0.1, 0.6, 0.7, 2.0], 2, 0, 1)
    Histogram(times=array([1, 2], dtype=uint64), edges=array([0. , 0.5, 1. ]), outside=1)
    """
    numbers = _Numbers(values, context)
    low, high = number('low', low), number('high', high)
    times = _counts(whole('bins', bins, 1, 2**30))
    outside = ffi.new('uint64_t *')
    numbers.context.call(lib.kg_array_histogram, pointer('uint64_t *', times), outside,
                         *numbers.c, bins, low, high)
    edges = np.array([lib.kg_array_bin_edge(i, bins, low, high) for i in range(bins + 1)])
    return Histogram(times, edges, int(outside[0]))
