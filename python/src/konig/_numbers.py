"""Arrays of numbers for konig.array: as they are handed in, in host memory or on a GPU, and the
memory in which C writes results.

The device of the context does the work. Arrays in host memory are lent to C if that is the CPU, or
copied to the GPU; results come back to host memory. Arrays that lie on a GPU need a context of that
GPU; results stay there.
"""
from __future__ import annotations

import math
import operator
from functools import partial
from typing import Any

import numpy as np

from ._arrays import CUDA, Array, check_shape, lies_on_device, number, plain, pointer
from ._context import Context, default_context, device_context
from ._device import Accepted, DeviceArray, Given, follow, lend_memory, look, need_device
from ._konig import ffi, lib

TYPES = {'int8': lib.KG_I8, 'int16': lib.KG_I16, 'int32': lib.KG_I32, 'int64': lib.KG_I64,
         'uint8': lib.KG_U8, 'uint16': lib.KG_U16, 'uint32': lib.KG_U32, 'uint64': lib.KG_U64,
         'float32': lib.KG_F32, 'float64': lib.KG_F64}
SUMS = {'bool': np.int64, 'int8': np.int64, 'int16': np.int64, 'int32': np.int64,
        'uint8': np.uint64, 'uint16': np.uint64}
MEMBERS = {'u': 'whole', 'i': 'integer', 'f': 'real'}
SUPPORTED = Accepted(frozenset(np.dtype(name).str[1:] for name in ('bool', *TYPES)),
                     'one of ' + ', '.join(('bool', *TYPES)))
ON_HOST = SUPPORTED.text + ', float16'
COUNTS, PLACES = np.dtype(np.uint64), np.dtype(np.uint32)


def stored(dtype: np.dtype[Any]) -> np.dtype[Any]:
    """The type as which C has numbers of a type."""
    return np.dtype({'bool': np.uint8, 'float16': np.float32}.get(dtype.name, dtype))


def work_context(name: str, value: Any, context: Context | None) -> Context:
    """The context that works on a value: the one given, or the thread's own."""
    if not lies_on_device(value):
        return context or default_context()
    if context is None:
        where = getattr(value, '__dlpack_device__', lambda: (CUDA, 0))()
        context = device_context(where[1])
    need_device(context, name)
    return context


def allocate(context: Context, bytes: int, lent: bool = False) -> Any:
    """Memory where the context works, freed with the object that stands for it; if it is lent, when
    the streams of all that may use it have done their work."""
    def free(memory: Any) -> None:
        if lent:
            lib.kg_context_wait(own, 1)
        lib.kg_context_free(own, memory)

    own = context.pointer
    made, _ = context.make('void', free, lib.kg_context_allocate, own, bytes)
    return made


def merge_axes(shape: tuple[int, ...], steps: tuple[int, ...]) -> list[tuple[int, int]]:
    """Lengths and steps of the fewest axes that tell the same: neighbours that are as one, and no
    axis of one number."""
    axes: list[tuple[int, int]] = []
    for length, step in zip(shape, steps):
        if axes and axes[-1][1] == length * step:
            axes[-1] = axes[-1][0] * length, step
        elif length > 1:
            axes.append((length, step))
    return axes


class Room:
    """Memory in which C writes numbers, [size]."""

    def __init__(self, context: Context, on_gpu: bool, size: int, dtype: np.dtype[Any]) -> None:
        self.context, self.on_gpu, self.size, self.dtype = context, on_gpu, size, dtype
        if context._on_device:
            self.memory = allocate(context, size * stored(dtype).itemsize, on_gpu)
            self.pointer = self.memory.pointer
        else:
            self.host = np.empty(size, stored(dtype))
            self.pointer = pointer('void *', self.host)

    def array(self, *shape: int) -> Any:
        """The first numbers as an array of that shape."""
        count = math.prod(shape)
        if self.on_gpu:
            memory = self.memory
            if count < self.size:  # not to keep the memory of all
                memory = allocate(self.context, count * self.dtype.itemsize, True)
                self.context.call(lib.kg_array_transpose, memory.pointer, 0, self.context.pointer,
                                  TYPES[stored(self.dtype).name], 1, count, self.pointer, 0)
                self.context.call(lib.kg_context_wait, self.context.pointer, 0)
            return DeviceArray(self.context, partial(lend_memory, self.context, memory._resource),
                               shape, self.dtype)
        if self.context._on_device:
            self.host = np.empty(count, stored(self.dtype))
            self.context.call(lib.kg_context_download, self.context.pointer,
                              pointer('void *', self.host), self.pointer, self.host.nbytes)
        result = self.host if count == self.size else self.host[:count].copy()
        return result.reshape(shape).astype(self.dtype, copy=False)


class Numbers:
    """An array as C wants it, of any shape, in C's order.

    Args:
        axes: how many the array must have; None: any number.
        sums: whether the numbers take the type of their sums.
        rows: whether the rows of a matrix may have gaps between them, which `pitch` tells of.
    """

    def __init__(self, value: Any, context: Context | None, *, name: str = 'values',
                 axes: int | None = None, sums: bool = False, rows: bool = False,
                 dtype: np.dtype[Any] | None = None) -> None:
        self.context = work_context(name, value, context)
        self.on_gpu = lies_on_device(value)
        self.pitch = 0
        if self.on_gpu:
            given = look(name, value, None, self.context, SUPPORTED)
            self.dtype, self.shape = given.dtype, given.shape
        else:
            host = plain(name, value)
            self.dtype, self.shape = host.dtype.newbyteorder('='), host.shape
        if stored(self.dtype).name not in TYPES:
            raise TypeError(f'{name} is an array of {self.dtype}: expected {ON_HOST}')
        if axes is not None:
            check_shape(name, self.shape, (None,) * axes)
        self.n = math.prod(self.shape)
        wanted = np.dtype(SUMS.get(self.dtype.name, self.dtype)) if sums else dtype or self.dtype
        if self.on_gpu:
            if wanted != self.dtype:
                raise TypeError(f'{name} is an array of {self.dtype} on a GPU, and is needed as '
                                f'{wanted}: convert it there, by astype() or to()')
            self._take(name, given, rows)
        else:
            self._lend(host, wanted, rows)
        self.dtype = wanted
        self.type = TYPES[stored(wanted).name]
        self.c = (self.context.pointer, self.type, self.n, self.pointer)

    def _lend(self, host: Array, dtype: np.dtype[Any], rows: bool) -> None:
        """Takes an array in host memory."""
        unit = host.itemsize
        self.kept: Any
        if (rows and host.ndim == 2 and host.size and not self.context._on_device
                and host.dtype == dtype and stored(dtype).itemsize == unit and host.flags.aligned
                and host.strides[1] == unit and host.strides[0] % unit == 0
                and host.strides[0] >= host.shape[1] * unit):
            self.kept, self.pitch = host, host.strides[0] // unit
        elif dtype == np.bool_:
            self.kept = np.require(host, bool, ['C', 'A']).view(np.uint8)
        else:
            self.kept = np.require(host, stored(dtype), ['C', 'A'])
        self.pointer = pointer('void *', self.kept)
        if self.context._on_device:
            made = allocate(self.context, self.kept.nbytes)
            self.context.call(lib.kg_context_upload, self.context.pointer, made.pointer,
                              self.pointer, self.kept.nbytes)
            self.kept, self.pointer = made, made.pointer

    def _take(self, name: str, given: Given, rows: bool) -> None:
        """Takes an array on the GPU."""
        self.kept, self.pointer = given.kept, ffi.cast('void *', given.address)
        if not self.n:
            return
        if given.address % given.dtype.itemsize:
            raise ValueError(f'{name} is not aligned to its numbers: pass a contiguous copy')
        last = sum(step * (length - 1) for step, length in zip(given.steps, given.shape))
        self.context.call(lib.kg_context_owns, self.context.pointer, self.pointer,
                          (last + 1) * given.dtype.itemsize, ffi.new('char[]', name.encode()))
        follow(self.context, {given.stream})
        axes = merge_axes(given.shape, given.steps)
        if rows and len(given.shape) == 2:
            height, width = given.shape
            pitch, step = (given.steps[0] if height > 1 else width), given.steps[1]
            if pitch >= width and (step == 1 or width == 1):
                self.pitch = pitch
                return
        if axes and axes != [(self.n, 1)]:
            self._pack(name, given, axes)

    def _pack(self, name: str, given: Given, axes: list[tuple[int, int]]) -> None:
        """Copies an array that is not contiguous on the GPU, by transposing it as a matrix whose
        rows have gaps; rows that have gaps are transposed twice."""
        (height, down), (width, across) = axes[0], axes[-1]
        if len(axes) == 1:
            turns = [(height, 1, down)]
        elif len(axes) == 2 and down == 1 and across >= height:
            turns = [(width, height, across)]
        elif len(axes) == 2 and across == 1 and down >= width:
            turns = [(height, width, down), (width, height, 0)]
        else:
            raise ValueError(f'{name} has steps of {given.steps} numbers, with which konig copies '
                             'nothing on a GPU: pass a contiguous copy')
        before = None  # kept until the copy of it is made
        for rows, columns, pitch in turns:
            made = allocate(self.context, self.n * given.dtype.itemsize)
            self.context.call(lib.kg_array_transpose, made.pointer, 0, self.context.pointer,
                              TYPES[stored(given.dtype).name], rows, columns, self.pointer, pitch)
            before, self.kept = self.kept, made
            self.pointer = made.pointer
        self.context.call(lib.kg_context_wait, self.context.pointer, 0)
        del before

    def room(self, size: int | None = None, dtype: np.dtype[Any] | None = None) -> Room:
        """Memory for a result of `size` numbers of type `dtype`. By default both are those of this
        array."""
        return Room(self.context, self.on_gpu, self.n if size is None else size,
                    dtype or self.dtype)

    def call(self, function: Any, *arguments: Any) -> None:
        """Calls C. The work is done on return, also after a failure: the caller may then write to
        the array, on any stream."""
        try:
            self.context.call(function, *arguments)
        finally:
            if self.context._on_device:
                self.context.call(lib.kg_context_wait, self.context.pointer, 0)

    def number(self, found: Any, count: bool = False) -> Any:
        """A kg_number as a number of Python: one of the array, or a count or sum of its numbers."""
        result = getattr(found, MEMBERS[stored(self.dtype).kind])
        return result if count or self.dtype != np.bool_ else bool(result)


def together(first: Numbers, name: str, value: Any, **how: Any) -> Numbers:
    """Another array for the same call: where the first one lies."""
    if first.on_gpu != lies_on_device(value):
        sides = 'on a GPU', 'in host memory'
        raise TypeError(f'{name} lies {sides[first.on_gpu]}, but another array '
                        f'{sides[not first.on_gpu]}: expected both in one place')
    return Numbers(value, first.context, name=name, **how)


def c_number(name: str, value: Any, dtype: np.dtype[Any]) -> Any:
    """A number of a type as a kg_number."""
    kind = stored(dtype).kind
    if kind == 'f':
        return ffi.new('kg_number *', {'real': number(name, value)})[0]
    low, high = (0, 2**64 - 1) if kind == 'u' else (-2**63, 2**63 - 1)
    try:
        exact = operator.index(value)
    except TypeError:
        raise TypeError(f'{name} is {value!r}: expected an integer, since the numbers are '
                        f'{dtype}') from None
    if not low <= exact <= high:
        raise ValueError(f'{name} is {exact}: expected a number of {dtype}')
    return ffi.new('kg_number *', {MEMBERS[kind]: exact})[0]
