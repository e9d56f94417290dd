"""Arrays that lie on a GPU: those of CuPy, torch, Numba and others as they are handed in, walks and
results of konig.array as they are handed out. Nothing crosses to the host.

What comes in says where it lies by `__cuda_array_interface__` or by DLPack. Version 3 of the former
tells of its stream and comes first; DLPack makes the producer order its work; older versions of the
former tell nothing, and what is right then is what `stream` says.
"""
from __future__ import annotations

import ctypes
import math
import re
from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar

import numpy as np

from ._arrays import CUDA, Array, check_shape, lies_on_device, pointer, whole
from ._context import EDGE, VERTEX, Context, Guard, Resource, Single, default_context
from ._konig import ffi, lib
from .errors import ArgumentError, Unsupported

if TYPE_CHECKING:
    from ._rows import Rows
    from ._walk import Walk

GraphType = TypeVar('GraphType', bound='Rows')

TYPES = {'u4': lib.KG_INTEGER_U32, 'i4': lib.KG_INTEGER_I32, 'u8': lib.KG_INTEGER_U64,
         'i8': lib.KG_INTEGER_I64}

# DLPack's codes of types, by the letters of NumPy, and the other way round.
CODES = {'i': 0, 'u': 1, 'f': 2, 'b': 6}
LETTERS = {code: letter for letter, code in CODES.items()}


class Accepted(NamedTuple):
    """Which types of numbers are accepted."""

    types: frozenset[str]
    text: str


INTEGERS = Accepted(frozenset(TYPES), 'integers of 32 or 64 bits')

# What DLPack and __cuda_array_interface__ number alike: the default stream, and the thread's own.
LEGACY, PER_THREAD = 1, 2


class Device(ctypes.Structure):
    _fields_ = [('type', ctypes.c_int32), ('id', ctypes.c_int32)]


class DataType(ctypes.Structure):
    _fields_ = [('code', ctypes.c_uint8), ('bits', ctypes.c_uint8), ('lanes', ctypes.c_uint16)]


class Tensor(ctypes.Structure):
    """DLTensor of dlpack.h."""

    _fields_ = [('data', ctypes.c_void_p), ('device', Device), ('ndim', ctypes.c_int32),
                ('dtype', DataType), ('shape', ctypes.POINTER(ctypes.c_int64)),
                ('strides', ctypes.POINTER(ctypes.c_int64)), ('byte_offset', ctypes.c_uint64)]


Deleter = ctypes.CFUNCTYPE(None, ctypes.c_void_p)


class Managed(ctypes.Structure):
    """DLManagedTensor of dlpack.h."""

    _fields_ = [('tensor', Tensor), ('context', ctypes.c_void_p), ('deleter', Deleter)]


get_pointer = ctypes.pythonapi.PyCapsule_GetPointer
get_pointer.restype, get_pointer.argtypes = ctypes.c_void_p, [ctypes.c_void_p, ctypes.c_char_p]
is_valid = ctypes.pythonapi.PyCapsule_IsValid
is_valid.restype, is_valid.argtypes = ctypes.c_int, [ctypes.c_void_p, ctypes.c_char_p]
Destructor = ctypes.PYFUNCTYPE(None, ctypes.c_void_p)
new_capsule = ctypes.pythonapi.PyCapsule_New
new_capsule.restype = ctypes.py_object
new_capsule.argtypes = [ctypes.c_void_p, ctypes.c_char_p, Destructor]

NAME = b'dltensor'


# ---- what comes in --------------------------------------------------------------------------------


class Given(NamedTuple):
    """An array of a caller's."""

    address: int
    shape: tuple[int, ...]
    steps: tuple[int, ...]  # from one number to the next, in numbers
    dtype: np.dtype[Any]
    stream: int | None  # on which it is being made; None: it is complete, or was ordered already
    kept: Any  # that has the memory


def number_type(name: str, kind: str, size: int, shown: str, accepted: Accepted) -> np.dtype[Any]:
    if f'{kind}{size}' not in accepted.types:
        raise TypeError(f'{name} is an array of {shown}: expected {accepted.text}')
    return np.dtype(f'{kind}{size}')


def dense_steps(shape: tuple[int, ...]) -> tuple[int, ...]:
    """Steps of an array in C's order without gaps."""
    steps = [1] * len(shape)
    for axis in range(len(shape) - 2, -1, -1):
        steps[axis] = steps[axis + 1] * max(shape[axis + 1], 1)
    return tuple(steps)


def steps_of(name: str, shape: tuple[int, ...], strides: tuple[int, ...] | None,
             unit: int) -> tuple[int, ...]:
    """Strides in numbers. unit: in how many of what they are given a number is."""
    if strides is None:
        return dense_steps(shape)
    for length, stride in zip(shape, strides):
        if length > 1 and (stride <= 0 or stride % unit):
            raise ValueError(f'{name} has strides of {strides}: expected positive ones of whole '
                             'numbers; pass a contiguous copy')
    return tuple(max(stride // unit, 1) for stride in strides)


def by_interface(name: str, value: Any, accepted: Accepted = INTEGERS) -> Given:
    """What `__cuda_array_interface__` says."""
    said = value.__cuda_array_interface__
    if not isinstance(said, dict):
        raise TypeError(f'{name}.__cuda_array_interface__ is a {type(said).__name__}: '
                        'expected a dict')
    try:
        version, typestr, shape, (address, _) = (
            said['version'], said['typestr'], tuple(said['shape']), said['data'])
    except (KeyError, TypeError, ValueError) as error:
        raise ValueError(f'{name}.__cuda_array_interface__ lacks what version 3 has: '
                         f'{error}') from None
    if version not in (0, 1, 2, 3):
        raise ValueError(f'{name}.__cuda_array_interface__ is of version {version}: '
                         'expected at most 3')
    match = re.fullmatch(r'([<>|=])([a-zA-Z])(\d+)', typestr)
    if not match:
        raise ValueError(f'{name}.__cuda_array_interface__ has the typestr {typestr!r}: '
                         "expected one like '<u4'")
    if match[1] == '>':
        raise ValueError(f'{name} has the byte order of another machine ({typestr})')
    dtype = number_type(name, match[2], int(match[3]), typestr, accepted)
    if said.get('mask') is not None:
        raise ValueError(f'{name} has a mask: expected an array in which all numbers count')
    stream = said.get('stream')
    if stream is not None:
        stream = whole(f"{name}.__cuda_array_interface__['stream']", stream, 1)
    strides = said.get('strides')
    steps = steps_of(name, shape, None if strides is None else tuple(strides), dtype.itemsize)
    return Given(address or 0, shape, steps, dtype, stream, value)


def by_dlpack(name: str, value: Any, context: Context, accepted: Accepted) -> Given:
    """What DLPack says; the producer lets konig's stream wait."""
    number = int(context.device.partition(':')[2] or 0)
    kind, device = value.__dlpack_device__()
    if kind == CUDA and device != number:
        raise ValueError(f'{name} lies on cuda:{device}: expected memory of {context.device}')
    handle = int(ffi.cast('uintptr_t', lib.kg_context_stream(context.pointer)))
    capsule = value.__dlpack__(stream=handle)
    if not is_valid(id(capsule), NAME):
        raise TypeError(f'{name}.__dlpack__() gave no tensor')
    tensor = Managed.from_address(get_pointer(id(capsule), NAME)).tensor
    kind_of = LETTERS.get(tensor.dtype.code, '?') if tensor.dtype.lanes == 1 else '?'
    dtype = number_type(
        name, kind_of, tensor.dtype.bits // 8,
        f'the type of DLPack {tensor.dtype.code}, {tensor.dtype.bits} bits', accepted)
    shape = tuple(tensor.shape[:tensor.ndim])
    strides = tuple(tensor.strides[:tensor.ndim]) if tensor.strides else None
    return Given((tensor.data or 0) + tensor.byte_offset, shape,
                 steps_of(name, shape, strides, 1), dtype, None, capsule)


def look(name: str, value: Any, shape: tuple[int | None, ...] | None, context: Context,
         accepted: Accepted = INTEGERS) -> Given:
    """An array of a caller's, of that shape, where None stands for any number or any shape."""
    interface = getattr(value, '__cuda_array_interface__', None)
    versioned = isinstance(interface, dict) and interface.get('version') == 3
    if not lies_on_device(value):
        raise TypeError(f'{name} lies in host memory, but another array on a GPU: expected all of '
                        'them there')
    if hasattr(value, '__dlpack_device__') and not versioned:
        given = by_dlpack(name, value, context, accepted)
    else:
        given = by_interface(name, value, accepted)
    if shape is not None:
        check_shape(name, given.shape, shape)
    return given


def column(given: Given, axis: int | None = None) -> Any:
    """The array, or one column of a table, for C."""
    offset = 0 if axis is None else axis * given.steps[1] * given.dtype.itemsize
    count = given.shape[0]
    return ffi.new('kg_device_array *', {
        'address': ffi.cast('void *', given.address + offset if count else 0), 'count': count,
        'type': TYPES[given.dtype.str[1:]], 'step': given.steps[0]})


def handle_of(stream: Any) -> int | None:
    """The number of a stream: an int, or a stream of CuPy, torch, Numba or cuda.core; None: none."""
    if stream is None or isinstance(stream, int) and not isinstance(stream, bool):
        return stream
    if hasattr(stream, '__cuda_stream__'):
        own = stream.__cuda_stream__
        return int((own() if callable(own) else own)[1])
    for attribute in 'cuda_stream', 'ptr', 'handle':
        number = getattr(stream, attribute, None)
        number = getattr(number, 'value', number)
        if isinstance(number, int):
            return number
    raise TypeError(f'stream is {stream!r}: expected a stream of CuPy, torch or Numba, or its '
                    'number')


def need_device(context: Context, name: str) -> None:
    if lib.kg_context_stream(context.pointer) == ffi.NULL or not context._on_device:
        raise Unsupported(f'{name} lies on a GPU, but the context\'s device is '
                          f'{context.device if context._on_device else "the CPU or auto"}: give '
                          'it one with device="cuda"')


def follow(context: Context, streams: set[int | None]) -> None:
    """Lets what konig does next wait for streams."""
    for stream in streams:
        if stream is not None:
            context.call(lib.kg_context_follow, context.pointer, ffi.cast('void *', stream))


def fits(given: Given, dtype: np.dtype[Any]) -> bool:
    return given.dtype.itemsize == dtype.itemsize and (given.steps[0] == 1 or given.shape[0] < 2)


def from_csr(cls: type[GraphType], row: Any, col: Any, values: Any, copy: bool | None,
             context: Context | None, stream: Any) -> GraphType:
    """Graph.from_csr() of arrays on a GPU."""
    context = context or default_context()
    need_device(context, 'row' if lies_on_device(row) else 'col')
    if values is not None:
        raise Unsupported('values go with arrays in host memory alone: a graph on a GPU has none')
    given = {'row': look('row', row, (None,), context), 'col': look('col', col, (None,), context)}
    lent = []
    for (name, array), dtype in zip(given.items(), (EDGE, VERTEX)):
        if fits(array, dtype):
            lent.append(array.kept)
        elif copy is False:
            raise ValueError(f'{name} is an array of {array.dtype.name} in steps of '
                             f'{array.steps[0]}, and copy is False: expected {dtype.name} in steps '
                             'of 1')
    follow(context, {handle_of(stream)} | {array.stream for array in given.values()})
    options = ffi.new('kg_device_options *', {'no_stream': 1, 'borrow': copy is not True})
    arrays = [column(array) for array in given.values()]
    graph = cls._make(context, lib.kg_graph_build_csr_device, context.pointer, *arrays, options)
    if copy is not True:
        graph._resource.kept = lent
    return graph


def from_edges(cls: type[GraphType], source: Any, target: Any, values: Any, n: int | None,
               directed: bool, context: Context | None, stream: Any) -> GraphType:
    """Graph.from_edges() of arrays on a GPU."""
    context = context or default_context()
    need_device(context, 'source' if lies_on_device(source) else 'target')
    if values is not None:
        raise Unsupported('values go with arrays in host memory alone: a graph on a GPU has none')
    if not directed:
        raise Unsupported('an undirected graph is made of arrays in host memory alone')
    if target is None:
        pairs = look('source', source, (None, 2), context)
        streams, arrays = {pairs.stream}, [column(pairs, 0), column(pairs, 1)]
    else:
        ends = [look('source', source, (None,), context), look('target', target, (None,), context)]
        streams, arrays = {end.stream for end in ends}, [column(end) for end in ends]
    follow(context, {handle_of(stream)} | streams)
    vertices = lib.KG_VERTICES_NAMED if n is None else whole('n', n, 0, lib.KG_NO_VERTEX)
    try:
        return cls._make(context, lib.kg_graph_build_edges_device, context.pointer, vertices,
                         *arrays, ffi.new('kg_device_options *', {'no_stream': 1}))
    except ArgumentError as error:
        if target is not None:
            raise
        places = {'source': 0, 'target': 1}
        raise ArgumentError(re.sub(
            r'^(source|target)\[(\d+)\]', lambda m: f'source[{m[2]}, {places[m[1]]}]',
            str(error))) from None


# ---- what goes out --------------------------------------------------------------------------------


def loan(guard: Guard, context: Context, resource: Resource, stream: Any,
         known: bool) -> tuple[int, Resource]:
    """Borrows a walk for a stream. known: the stream is there when the walk is given back. Returns
    the address, and a resource whose end gives it back."""
    handle = handle_of(stream)
    order = ffi.new('kg_device_options *', {
        'no_stream': handle is None, 'stream': ffi.cast('void *', handle or 0)})
    back = order if known else ffi.new('kg_device_options *', {'no_stream': 1})
    walk = ffi.new('kg_edge **')
    context.call(lib.kg_euler_walk_device, resource.pointer, walk, order)
    with guard.held():
        made = Resource(resource.pointer,
                        lambda pointer: lib.kg_euler_return_device(pointer, back), resource)
    made.kept = stream  # an object is kept, so that the stream is there
    return int(ffi.cast('uintptr_t', walk[0])), made


# Lends memory for a stream, as loan() does.
Lend = Callable[[Any, bool], tuple[int, Resource]]


def lend_memory(context: Context, memory: Resource, stream: Any,
                known: bool) -> tuple[int, Resource]:
    """The same of memory with a complete result, whose end waits for all streams."""
    with context._guard.held():
        user = Resource(memory.pointer, lambda pointer: None, memory)
    return int(ffi.cast('uintptr_t', memory.pointer)), user


class DeviceArray(Single):
    """An array in the memory of a GPU: a walk, as Walk.device_steps() gives it, or a result of
    konig.array.

    CuPy, torch, Numba and others take it by `__cuda_array_interface__` or DLPack, without a copy;
    what they make of it keeps the memory. Writing to a walk changes what `Walk.steps` gives if that
    was not asked for before.
    """

    def __init__(self, context: Context, lend: Lend, shape: tuple[int, ...], dtype: np.dtype[Any],
                 stream: Any = None) -> None:
        self._context, self._guard, self._lend = context, context._guard, lend
        self._stream = stream
        self.shape = shape
        self.dtype = dtype
        self._address, self._loan = lend(stream, stream is not None)

    def __del__(self) -> None:
        resource = getattr(self, '_loan', None)
        if resource is not None:
            self._guard.drop(resource)

    @property
    def size(self) -> int:
        """How many numbers there are."""
        return math.prod(self.shape)

    def __len__(self) -> int:
        return self.shape[0]

    def __repr__(self) -> str:
        size = ' x '.join(map(str, self.shape))
        return f'<konig.DeviceArray: {size} of {self.dtype.name} on {self._context.device}>'

    def to_host(self) -> Array:
        """A copy in host memory."""
        result = np.empty(self.shape, self.dtype)
        self._context.call(lib.kg_context_download, self._context.pointer,
                           pointer('void *', result), ffi.cast('void *', self._address),
                           result.nbytes)
        return result

    def __array__(self, *_: Any, **__: Any) -> Array:
        raise TypeError('this array lies on a GPU: to_host() copies it to host memory, and '
                        'cupy.asarray() or torch.from_dlpack() takes it without a copy')

    @property
    def __cuda_array_interface__(self) -> dict[str, Any]:
        handle = handle_of(self._stream)
        return {'version': 3, 'shape': self.shape, 'typestr': self.dtype.str, 'strides': None,
                'descr': [('', self.dtype.str)], 'data': (self._address if self.size else 0, False),
                'stream': LEGACY if handle == 0 else handle}

    def __dlpack_device__(self) -> tuple[int, int]:
        return CUDA, int(self._context.device.partition(':')[2] or 0)

    def __dlpack__(self, *, stream: int | None = None, max_version: tuple[int, int] | None = None,
                   dl_device: tuple[int, int] | None = None, copy: bool | None = None) -> Any:
        """The array as a tensor. stream: the consumer's, which waits for it on the device; None:
        the default one; -1: it need not wait."""
        if dl_device is not None and tuple(dl_device) != self.__dlpack_device__():
            raise BufferError(f'dl_device is {dl_device}: the array lies on {self._context.device}')
        if copy:
            raise BufferError('copy is True: the array is lent as it is')
        number = whole('stream', LEGACY if stream is None else stream, -1)
        if number == 0:
            raise ValueError('stream is 0, which could be either default stream: expected 1 or 2')
        own = handle_of(self._stream)
        known = number in (LEGACY, PER_THREAD) or number == own
        address, borrowed = self._lend(
            None if number == -1 else self._stream if number == own else number, known)
        return export(address, self.shape, self.dtype, self.__dlpack_device__(), self._guard,
                      borrowed)


def lend_walk(walk: Walk, stream: Any) -> DeviceArray:
    """What Walk.device_steps() gives."""
    lend = partial(loan, walk._guard, walk.context, walk._resource)
    return DeviceArray(walk.context, lend, (len(walk),), EDGE, stream)


# Tensors that consumers hold, by their addresses.
exported: dict[int, tuple[Any, ...]] = {}


@Deleter  # type: ignore[untyped-decorator]
def delete(address: int) -> None:
    *_, guard, borrowed = exported.pop(address)
    guard.drop(borrowed)


@Destructor  # type: ignore[untyped-decorator]
def destroy(capsule: int) -> None:
    """Of a capsule whose tensor nobody has taken."""
    if is_valid(capsule, NAME):
        delete(get_pointer(capsule, NAME))


def export(address: int, shape: tuple[int, ...], dtype: np.dtype[Any], device: tuple[int, int],
           guard: Guard, borrowed: Resource) -> Any:
    """A capsule with a tensor of DLPack, in C's order."""
    axes = len(shape)
    lengths = (ctypes.c_int64 * axes)(*shape)
    steps = (ctypes.c_int64 * axes)(*dense_steps(shape))
    managed = Managed(Tensor(None if 0 in shape else address, Device(*device), axes,
                             DataType(CODES[dtype.kind], 8 * dtype.itemsize, 1), lengths, steps, 0),
                      None, delete)
    at = ctypes.addressof(managed)
    exported[at] = managed, lengths, steps, guard, borrowed
    return new_capsule(at, NAME, destroy)
