"""Numbers by a rule: what konig.array generates. The same arguments give the same numbers on every
device.

`dtype` is any type of numbers that konig.array takes but bool and float16; without it int64, or
float64 where an argument is no integer. `on_gpu` leaves the result on the context's GPU, as a
DeviceArray.
"""
from __future__ import annotations

import math
import operator
from typing import Any

import numpy as np
from numpy.typing import DTypeLike

from ._arrays import whole
from ._context import Context, default_context
from ._device import need_device
from ._konig import lib
from ._numbers import TYPES, Room, c_number

SIGNED = -2**63, 2**63 - 1


def _are_integers(*values: Any) -> bool:
    try:
        return all(operator.index(value) is not None for value in values)
    except TypeError:
        return False


def _type(dtype: DTypeLike | None, *values: Any) -> np.dtype[Any]:
    """The type of the numbers."""
    if dtype is None:
        return np.dtype(np.int64 if _are_integers(*values) else np.float64)
    wanted = np.dtype(dtype)
    if wanted.name not in TYPES:
        raise TypeError(f'dtype is {wanted}: expected one of ' + ', '.join(TYPES))
    return wanted.newbyteorder('=')


def _shape(shape: int | tuple[int, ...]) -> tuple[int, ...]:
    lengths = shape if isinstance(shape, tuple) else (shape,)
    return tuple(whole('shape', length) for length in lengths)


def _make(function: Any, shape: tuple[int, ...], dtype: np.dtype[Any], arguments: tuple[Any, ...],
          context: Context | None, on_gpu: bool) -> Any:
    context = context or default_context()
    if on_gpu:
        need_device(context, 'the result')
    room = Room(context, on_gpu, math.prod(shape), dtype)
    context.call(function, room.pointer, context.pointer, TYPES[dtype.name], *arguments)
    context.call(lib.kg_context_wait, context.pointer, 0)
    return room.array(*shape)


def _progress(shape: tuple[int, ...], first: Any, step: Any, down: int, across: int,
              dtype: DTypeLike | None, context: Context | None, on_gpu: bool) -> Any:
    """A matrix of numbers in equal steps, or a row of them."""
    numbers = _type(dtype, first, step)
    if numbers.kind == 'u' and _are_integers(step) and step < 0:
        step, down, across = -step, -down, -across
    rows = shape[0] if len(shape) == 2 else 1
    return _make(lib.kg_array_progression, shape, numbers, (
        rows, shape[-1], c_number('first', first, numbers), c_number('step', step, numbers),
        whole('down', down, *SIGNED), whole('across', across, *SIGNED)), context, on_gpu)


def progression(rows: int, columns: int, first: Any = 0, step: Any = 1, *, down: int = 1,
                across: int = 1, dtype: DTypeLike | None = None, context: Context | None = None,
                on_gpu: bool = False) -> Any:
    """The matrix of first + step * (i * down + j * across), of row i and column j from 0 on.
    TooLarge where a number passes the type.

    >>> konig.array.progression(2, 3, 10, down=10)
    array([[10, 11, 12],
           [20, 21, 22]])
    """
    shape = whole('rows', rows), whole('columns', columns)
    return _progress(shape, first, step, down, across, dtype, context, on_gpu)


def range(count: int, first: Any = 0, step: Any = 1, *, dtype: DTypeLike | None = None,
          context: Context | None = None, on_gpu: bool = False) -> Any:
    """So many numbers, each greater than the one before by the step.

    >>> konig.array.range(4, 1, 2)
    array([1, 3, 5, 7])
    """
    return _progress((whole('count', count),), first, step, 0, 1, dtype, context, on_gpu)


def constant(shape: int | tuple[int, ...], value: Any, *, dtype: DTypeLike | None = None,
             context: Context | None = None, on_gpu: bool = False) -> Any:
    """An array of one number.

    >>> konig.array.constant((2, 3), 7)
    array([[7, 7, 7],
           [7, 7, 7]])
    """
    numbers, lengths = _type(dtype, value), _shape(shape)
    return _make(lib.kg_array_progression, lengths, numbers, (
        1, math.prod(lengths), c_number('value', value, numbers),
        c_number('step', 0, numbers), 0, 0), context, on_gpu)


def random(shape: int | tuple[int, ...], low: Any = None, high: Any = None, *,
           dtype: DTypeLike | None = None, seed: int = 0, context: Context | None = None,
           on_gpu: bool = False) -> Any:
    """Random numbers: integers from low to high, both included, or floats from low on and below
    high, but for rounding; without them from 0 to 1, floats alone.

    >>> konig.array.random(5, 1, 6, seed=3)
    array([5, 3, 3, 5, 4])
    """
    if (low is None) != (high is None):
        raise ValueError('one of low and high is missing: expected both or neither')
    numbers = _type(dtype, low, high)  # None is no integer
    if low is None and numbers.kind != 'f':
        raise ValueError('low and high are missing: random integers need both')
    low, high = (0, 1) if low is None else (low, high)
    lengths = _shape(shape)
    return _make(lib.kg_array_random, lengths, numbers, (
        math.prod(lengths), c_number('low', low, numbers),
        c_number('high', high, numbers), whole('seed', seed)), context, on_gpu)


def sums(rows: int, columns: int, *, dtype: DTypeLike | None = None,
         context: Context | None = None, on_gpu: bool = False) -> Any:
    """The matrix of i + j.

    >>> konig.array.sums(2, 3)
    array([[0, 1, 2],
           [1, 2, 3]])
    """
    return progression(rows, columns, dtype=dtype, context=context, on_gpu=on_gpu)


def differences(rows: int, columns: int, *, dtype: DTypeLike | None = None,
                context: Context | None = None, on_gpu: bool = False) -> Any:
    """The matrix of i - j.

    >>> konig.array.differences(2, 3)
    array([[ 0, -1, -2],
           [ 1,  0, -1]])
    """
    return progression(rows, columns, across=-1, dtype=dtype, context=context, on_gpu=on_gpu)
