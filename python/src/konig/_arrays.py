"""Arrays that callers hand in, as C wants them: one after the other in memory, of one type.

An array that is so already is used as it is. Another is converted where that loses nothing, and
refused, by the name of the argument, where it would.
"""
from __future__ import annotations

import operator
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from ._context import VERTEX
from ._konig import ffi, lib

Array = np.ndarray[Any, Any]

# Kinds of devices of DLPack.
CUDA, CUDA_MANAGED = 2, 13


def lies_on_device(value: Any) -> bool:
    """Whether a value is an array on a GPU, or says that it is."""
    if hasattr(value, '__cuda_array_interface__'):
        return True
    where = getattr(value, '__dlpack_device__', None)
    return where is not None and where()[0] in (CUDA, CUDA_MANAGED)


def plain(name: str, value: ArrayLike) -> Array:
    """value as an array of any shape."""
    if lies_on_device(value):
        raise TypeError(f'{name} lies on a GPU: expected an array in host memory; copy it there, '
                        'by cupy.asnumpy(), cpu() of torch, copy_to_host() of Numba or to_host()')
    if isinstance(value, np.ma.MaskedArray) and np.ma.is_masked(value):
        raise ValueError(f'{name} has a mask: expected an array in which all numbers count')
    return np.asarray(value)


def check_shape(name: str, got: tuple[int, ...], shape: tuple[int | None, ...]) -> None:
    """Refuses an array of another shape; None stands for any number."""
    if len(got) != len(shape) or any(
            wanted is not None and wanted != n for wanted, n in zip(shape, got)):
        expected = ', '.join('any' if n is None else str(n) for n in shape)
        raise ValueError(f'{name} has the shape {got}: expected ({expected})')


def array(name: str, value: ArrayLike, shape: tuple[int | None, ...]) -> Array:
    """value as an array of that shape, where None stands for any number."""
    result = plain(name, value)
    check_shape(name, result.shape, shape)
    return result


def refuse_copy(name: str, value: Array, dtype: np.dtype[Any]) -> None:
    """Says why an array cannot be used as it is."""
    if not value.dtype.isnative:
        raise ValueError(f'{name} has the byte order of another machine ({value.dtype.str}), and '
                         f'copy is False: pass {name}.astype(numpy.{dtype.name})')
    if not value.flags.c_contiguous or not value.flags.aligned:
        raise ValueError(f'{name} is not contiguous (strides {value.strides} bytes), and copy is '
                         f'False: pass numpy.ascontiguousarray({name})')
    raise ValueError(f'{name} is an array of {value.dtype}, and copy is False: '
                     f'expected {dtype.name}')


def can_change(value: Any) -> bool:
    """Whether the memory of an array can be written to, by it or by an array that it is a view of.
    """
    while isinstance(value, np.ndarray | memoryview):
        if isinstance(value, np.ndarray) and value.flags.writeable:
            return True
        value = value.base if isinstance(value, np.ndarray) else value.obj
    try:
        return not memoryview(value).readonly
    except TypeError:  # nothing that lends its memory for writing
        return False


def settle(name: str, given: Array, dtype: np.dtype[Any], copy: bool | None,
           lasting: bool) -> Array:
    """An array as one of that type: see unsigned()."""
    direct = (given.dtype == dtype and given.dtype.isnative and given.flags.c_contiguous
              and given.flags.aligned)
    if copy is False and not direct:
        refuse_copy(name, given, dtype)
    if lasting and direct and can_change(given):
        if copy is False:
            raise ValueError(f'{name} can be written to, and copy is False: set flags.writeable = '
                             'False of it and of the array that it is a view of')
        direct = False
    return given if direct and not copy else np.array(given, dtype, order='C', copy=True)


def bad_number(name: str, value: Array, below: int) -> ValueError:
    """What is wrong with the first number that is not in 0..below - 1."""
    place = np.unravel_index(int(np.argmax((value < 0) | (value >= below))), value.shape)
    index = ', '.join(str(int(i)) for i in place)
    if not below:
        return ValueError(f'{name}[{index}] is {value[place]}, but there are no vertices')
    return ValueError(f'{name}[{index}] is {value[place]}: expected 0 to {below - 1}')


def unsigned(name: str, value: ArrayLike, shape: tuple[int | None, ...], dtype: np.dtype[Any],
             copy: bool | None = None, lasting: bool = False) -> Array:
    """Numbers from 0 on, as that unsigned type. Signed ones of the same width are looked at as
    unsigned, without a copy.

    copy: True: the result shares no memory with value; False: no copy is made; None: if needed.
    lasting: the result is used after the call, so an array that can change is copied.
    """
    given = array(name, value, shape)
    if given.size == 0 and given.dtype == np.float64:
        given = given.astype(dtype)  # what NumPy makes of an empty list
    if given.dtype.kind not in 'iu':
        raise TypeError(f'{name} is an array of {given.dtype}: expected integers')
    top = 2 ** (8 * dtype.itemsize)
    if given.size and (given.dtype.kind == 'i' or given.dtype.itemsize > dtype.itemsize):
        if int(given.min()) < 0 or int(given.max()) >= top:
            raise bad_number(name, given, top)
    if given.dtype.isnative and given.dtype.itemsize == dtype.itemsize:
        given = given.view(dtype)
    return settle(name, given, dtype, copy, lasting)


def vertices(name: str, value: ArrayLike, n: int) -> Array:
    """A vertex, or vertices, of n."""
    given = np.atleast_1d(value)
    result = unsigned(name, given, (None,), VERTEX)
    if result.size and int(result.max()) >= n:
        raise bad_number(name, given, n)
    return result


def reals(name: str, value: ArrayLike, shape: tuple[int | None, ...],
          copy: bool | None = None, lasting: bool = False) -> Array:
    """Numbers as doubles, as unsigned()."""
    given = array(name, value, shape)
    if given.dtype.kind not in 'biuf' or given.dtype.itemsize > 8:
        raise TypeError(f'{name} is an array of {given.dtype}: expected real numbers that a double '
                        'holds')
    return settle(name, given, np.dtype(np.float64), copy, lasting)


def pointer(kind: str, value: Array | None) -> Any:
    """The C pointer to an array's memory."""
    return ffi.NULL if value is None else ffi.cast(kind, value.ctypes.data)


def whole(name: str, value: Any, low: int = 0, high: int = 2**64 - 1) -> int:
    """An integer within a range."""
    try:
        number = operator.index(value)
    except TypeError:
        raise TypeError(f'{name} is {value!r}: expected an integer') from None
    if not low <= number <= high:
        raise ValueError(f'{name} is {number}: expected {low} to {high}')
    return number


def number(name: str, value: Any) -> float:
    """A real number."""
    try:
        if not isinstance(value, str | bytes | bytearray):  # of which float() reads digits
            return float(value)
    except (TypeError, ValueError):
        pass
    except OverflowError:
        raise ValueError(f'{name} is {value!r}: expected a number that a double holds') from None
    raise TypeError(f'{name} is {value!r}: expected a number')


def ga_star(search: str, weight: Any, queues: Any) -> tuple[float, int] | tuple[()]:
    """The arguments that GA* takes besides the others; none where it is not asked for."""
    how = number('weight', weight), whole('queues', queues, 0, lib.KG_GA_STAR_QUEUES)
    if choice('search', search, {'own': 0, 'ga-star': 1}):
        return how
    if how != (1, 0):
        raise ValueError("weight and queues are for search='ga-star'")
    return ()


def choice(name: str, value: Any, choices: dict[str, int]) -> int:
    """The number of one of several words."""
    if value not in choices:
        raise ValueError(f'{name} is {value!r}: expected one of ' + ', '.join(map(repr, choices)))
    return choices[value]
