"""Arrays on a GPU. Without one, what they say of themselves is read all the same, by fakes, and
contexts of the CPU refuse them. With one, a wrapper of the driver stands for CuPy and torch."""
import ctypes
import gc

import konig
import numpy as np
import pytest
from konig import _device

EDGE = konig.generate.complete(2).row.dtype


class Fake:
    """Says what `__cuda_array_interface__` says of an array of five, but for what is given."""

    def __init__(self, **changes):
        interface = {'version': 3, 'shape': (5,), 'typestr': '<u4', 'data': (4096, False),
                     'strides': None, 'stream': None, **changes}
        self.__cuda_array_interface__ = {
            key: value for key, value in interface.items() if value != 'missing'}


class FakeTensor:
    """Says by DLPack where it lies, and gives no tensor."""

    def __init__(self, kind=2, device=0):
        self.where = kind, device

    def __dlpack_device__(self):
        return self.where

    def __dlpack__(self, stream=None):
        return 'no tensor'


@pytest.mark.parametrize('error, said, changes', [
    (TypeError, 'float32', {'typestr': '<f4'}),
    (TypeError, 'u2', {'typestr': '<u2'}),
    (TypeError, 'b1', {'typestr': '|b1'}),
    (ValueError, 'byte order', {'typestr': '>u4'}),
    (ValueError, 'typestr', {'typestr': 'uint32'}),
    (ValueError, 'mask', {'mask': Fake()}),
    (ValueError, 'version 4', {'version': 4}),
    (ValueError, 'version', {'version': 'missing'}),
    (ValueError, 'data', {'data': 'missing'}),
    (ValueError, 'lacks', {'data': 4096}),
    (ValueError, 'stream.* is 0', {'stream': 0}),
    (TypeError, 'stream', {'stream': '7'}),
    (ValueError, 'strides', {'strides': (-4,)}),
    (ValueError, 'strides', {'strides': (0,)}),
    (ValueError, 'strides', {'strides': (6,)}),
])
def test_interface_refused(error, said, changes):
    with pytest.raises(error, match=f'^row.*{said}' if said != 'float32' else 'row.*f4'):
        _device.by_interface('row', Fake(**changes))


@pytest.mark.parametrize('changes, expected', [
    ({}, (4096, (5,), (1,), 'uint32', None)),
    ({'typestr': '<i8', 'stream': 1}, (4096, (5,), (1,), 'int64', 1)),
    ({'typestr': '<i4', 'strides': (12,), 'stream': 77}, (4096, (5,), (3,), 'int32', 77)),
    ({'shape': (5, 2), 'data': (64, True)}, (64, (5, 2), (2, 1), 'uint32', None)),
    ({'shape': (5, 2), 'strides': (4, 20)}, (4096, (5, 2), (1, 5), 'uint32', None)),
    ({'shape': (0,), 'data': (0, False)}, (0, (0,), (1,), 'uint32', None)),
    ({'shape': (1,), 'strides': (-4,)}, (4096, (1,), (1,), 'uint32', None)),
    ({'version': 2, 'stream': 'missing'}, (4096, (5,), (1,), 'uint32', None)),
])
def test_interface_read(changes, expected):
    given = _device.by_interface('row', Fake(**changes))
    assert (given.address, given.shape, given.steps, given.dtype.name, given.stream) == expected


def test_columns_for_c():
    array = _device.column(_device.by_interface('a', Fake(shape=(5, 2), typestr='<i8')), 1)
    assert (int(_device.ffi.cast('uintptr_t', array.address)), array.count, array.step) == (
        4096 + 8, 5, 2)
    assert array.type == _device.lib.KG_INTEGER_I64


def test_streams():
    class Stream:
        def __init__(self, **names):
            self.__dict__.update(names)

    class Number:
        value = 5

    assert _device.handle_of(None) is None
    assert _device.handle_of(7) == 7
    assert _device.handle_of(Stream(ptr=7)) == 7  # CuPy
    assert _device.handle_of(Stream(cuda_stream=7)) == 7  # torch
    assert _device.handle_of(Stream(handle=Number)) == 5  # Numba
    assert _device.handle_of(Stream(__cuda_stream__=lambda: (0, 9))) == 9
    with pytest.raises(TypeError, match='stream is'):
        _device.handle_of('7')


@pytest.mark.parametrize('device', ['cpu', 'auto'])
def test_refused_without_gpu(device):
    context = konig.Context(device=device)
    for array in Fake(), FakeTensor():
        with pytest.raises(konig.Unsupported, match='row lies on a GPU.*device="cuda"'):
            konig.Graph.from_csr(array, array, context=context)
        with pytest.raises(konig.Unsupported, match='col lies on a GPU'):
            konig.Graph.from_csr([0, 1], array, context=context)
        with pytest.raises(konig.Unsupported, match='source lies on a GPU'):
            konig.Graph.from_edges(array, array, context=context)
    with pytest.raises(konig.Unsupported, match='made for it, by the name cuda'):
        konig.generate.torus(3, 3, context=context).euler().device_steps()


def test_host_arrays_that_have_dlpack():
    assert not _device.lies_on_device(np.zeros(3, np.uint32))
    assert not _device.lies_on_device(FakeTensor(1))
    assert not _device.lies_on_device([1, 2])
    assert _device.lies_on_device(FakeTensor(13)) and _device.lies_on_device(Fake())


def test_exported_tensor():
    """A tensor that somebody takes is given back once, by its deleter; one that nobody takes by its
    capsule."""
    class Guard:
        dropped = []

        def drop(self, resource):
            self.dropped.append(resource)

    def capsule(resource):
        return _device.export(4096, (3,), np.dtype(np.uint32), (2, 1), Guard(), resource)

    taken = capsule('taken')
    at = _device.get_pointer(id(taken), b'dltensor')
    managed = _device.Managed.from_address(at)
    tensor = managed.tensor
    assert (tensor.data, tensor.ndim, tensor.shape[0], tensor.strides[0]) == (4096, 1, 3, 1)
    assert (tensor.device.type, tensor.device.id) == (2, 1)
    assert (tensor.dtype.code, tensor.dtype.bits, tensor.dtype.lanes) == (1, 32, 1)
    rename = ctypes.pythonapi.PyCapsule_SetName
    rename.argtypes = [ctypes.py_object, ctypes.c_char_p]
    used = b'used_dltensor'
    rename(taken, used)
    del taken, tensor
    gc.collect()
    assert Guard.dropped == []
    managed.deleter(at)
    assert Guard.dropped == ['taken']
    left = capsule('left')
    del left
    assert Guard.dropped == ['taken', 'left'] and not _device.exported


# ---- with a GPU -----------------------------------------------------------------------------------


class Driver:
    """As much of the driver as arrays and streams take."""

    def __init__(self):
        self.lib = ctypes.CDLL('libcuda.so.1')
        self.call('cuInit', 0)
        context = ctypes.c_void_p()
        self.call('cuDevicePrimaryCtxRetain', ctypes.byref(context), 0)
        self.call('cuCtxSetCurrent', context)

    def call(self, name, *arguments):
        status = getattr(self.lib, name)(*arguments)
        if status:
            raise OSError(f'{name} returned {status}')


@pytest.fixture(scope='module')
def cuda():
    try:
        return Driver()
    except OSError as error:
        pytest.skip(f'no GPU: {error}')


@pytest.fixture
def context(cuda):
    return konig.Context(device='cuda')


class Memory:
    """An array on the GPU, as CuPy has them."""

    def __init__(self, cuda, host, stream=None, strides=None, shape=None):
        self.cuda, self.host, self.address = cuda, np.ascontiguousarray(host), ctypes.c_uint64()
        cuda.call('cuMemAlloc_v2', ctypes.byref(self.address),
                  ctypes.c_size_t(max(self.host.nbytes, 1)))
        cuda.call('cuMemcpyHtoD_v2', self.address, ctypes.c_void_p(self.host.ctypes.data),
                  ctypes.c_size_t(self.host.nbytes))
        self.__cuda_array_interface__ = {
            'version': 3, 'shape': shape or host.shape, 'typestr': host.dtype.str,
            'strides': strides, 'data': (self.address.value, False), 'stream': stream}

    def __del__(self):
        self.cuda.call('cuMemFree_v2', self.address)


class Producer:
    """An array on the GPU, as torch has them: by DLPack."""

    def __init__(self, memory):
        self.memory, self.asked = memory, []

    def __dlpack_device__(self):
        return 2, 0

    def __dlpack__(self, stream=None):
        self.asked.append(stream)
        host = self.memory.host
        code = 0 if host.dtype.kind == 'i' else 1

        class Guard:
            def drop(self, resource):
                pass

        capsule = _device.export(self.memory.address.value, host.shape, host.dtype, (2, 0), Guard(),
                                 self.memory)
        managed = _device.Managed.from_address(_device.get_pointer(id(capsule), b'dltensor'))
        managed.tensor.dtype.code = code
        return capsule


def fetch(cuda, address, count, dtype):
    host = np.empty(count, dtype)
    cuda.call('cuCtxSynchronize')
    cuda.call('cuMemcpyDtoH_v2', ctypes.c_void_p(host.ctypes.data), ctypes.c_uint64(address),
              ctypes.c_size_t(host.nbytes))
    return host


def stream_of(cuda):
    stream = ctypes.c_void_p()
    cuda.call('cuStreamCreate', ctypes.byref(stream), 1)  # non-blocking
    return stream.value


GRAPH = konig.generate.debruijn(3, 10, context=konig.Context(device='cpu'))
STEPS = GRAPH.euler().steps


@pytest.mark.parametrize('dtype', ['u4', 'i4', 'u8', 'i8'])
@pytest.mark.parametrize('wrap', [lambda memory: memory, Producer])
def test_from_csr(cuda, context, dtype, wrap):
    row, col = (wrap(Memory(cuda, array.astype(dtype))) for array in (GRAPH.row, GRAPH.col))
    graph = konig.Graph.from_csr(row, col, context=context)
    walk = graph.euler()
    given = walk.device_steps()
    interface = given.__cuda_array_interface__
    assert interface['shape'] == (GRAPH.m,) and interface['stream'] is None
    assert (fetch(cuda, interface['data'][0], GRAPH.m, EDGE) == STEPS).all()
    del given
    assert (walk.steps == STEPS).all()
    assert (graph.row == GRAPH.row).all() and (graph.col == GRAPH.col).all()


def test_borrowed_memory_stays(cuda, context):
    row, col = Memory(cuda, GRAPH.row), Memory(cuda, GRAPH.col)
    address = row.address.value
    graph = konig.Graph.from_csr(row, col, copy=False, context=context)
    out = _device.ffi.new('kg_edge **')
    options = _device.ffi.new('kg_device_options *', {'no_stream': 1})
    context.call(_device.lib.kg_graph_csr_device, graph.pointer, out, _device.ffi.NULL, options)
    assert int(_device.ffi.cast('uintptr_t', out[0])) == address
    context.call(_device.lib.kg_graph_return_device, graph.pointer, options)
    del row, col
    gc.collect()
    walk = graph.euler()
    del graph
    gc.collect()
    assert (walk.steps == STEPS).all()


def test_from_edges(cuda, context):
    pairs = np.stack((GRAPH.sources, GRAPH.col), axis=1)
    for source, target in ((Memory(cuda, pairs), None),
                           (Memory(cuda, pairs[:, 0].astype('i8')), Memory(cuda, pairs[:, 1])),
                           (Producer(Memory(cuda, pairs[:, 0])), Memory(cuda, pairs[:, 1]))):
        graph = konig.Graph.from_edges(source, target, context=context)
        assert (graph.row == GRAPH.row).all() and (graph.col == GRAPH.col).all()
    column_by_column = Memory(cuda, pairs.T, strides=(4, 4 * len(pairs)), shape=pairs.shape)
    assert konig.Graph.from_edges(column_by_column, context=context).euler().kind == 'circuit'


def test_wrong_arrays(cuda, context):
    row, col = Memory(cuda, np.array([0, 1, 2], EDGE)), Memory(cuda, np.array([1, 2], np.int32))
    pairs = Memory(cuda, np.array([[0, 1], [1, 9]], np.uint32))
    host = np.array([0, 1, 2], EDGE)
    for error, said, call in (
            (ValueError, r'col\[1\] is 2: expected 0 to 1', lambda: (row, col)),
            (TypeError, 'row lies in host memory', lambda: (host, col)),
            (TypeError, 'col lies in host memory', lambda: (row, host)),
            (ValueError, 'lies on cuda:7', lambda: (FakeTensor(2, 7), col)),
            (TypeError, 'gave no tensor', lambda: (FakeTensor(2, 0), col)),
            (ValueError, 'col has the shape', lambda: (row, pairs))):
        with pytest.raises(error, match=said):
            konig.Graph.from_csr(*call(), context=context)
    with pytest.raises(ValueError, match=r'source\[1, 1\] is 9: expected 0 to 4'):
        konig.Graph.from_edges(pairs, n=5, context=context)
    with pytest.raises(ValueError, match='col is an array of int64.*copy is False'):
        konig.Graph.from_csr(row, Memory(cuda, np.array([1, 0])), copy=False, context=context)
    with pytest.raises(konig.Unsupported, match='values'):
        konig.Graph.from_csr(row, col, [1.0, 2.0], context=context)
    with pytest.raises(konig.Unsupported, match='undirected'):
        konig.Graph.from_edges(pairs, kind='undirected', context=context)
    pointer = Fake(shape=(2,), data=(np.zeros(2, np.uint32).ctypes.data, False))
    with pytest.raises(ValueError, match='col lies in host memory'):
        konig.Graph.from_csr(row, pointer, context=context)


def test_order_on_a_stream(cuda, context):
    """The rows are written on a stream that is busy, and the walk is read on it: without order the
    graph would be of what was there before, and the copy of the walk, too."""
    stream = stream_of(cuda)
    good, bad = Memory(cuda, GRAPH.col), Memory(cuda, np.zeros_like(GRAPH.col), stream=stream)
    row = Memory(cuda, GRAPH.row)
    large = Memory(cuda, np.zeros(1 << 26, np.uint8))
    copy = Memory(cuda, np.zeros(GRAPH.m, EDGE))

    def keep_busy():
        for _ in range(200):
            cuda.call('cuMemsetD8Async', large.address, ctypes.c_ubyte(1), ctypes.c_size_t(1 << 26),
                      ctypes.c_void_p(stream))

    def move(to, source, size):
        cuda.call('cuMemcpyDtoDAsync_v2', to, source, ctypes.c_size_t(size),
                  ctypes.c_void_p(stream))

    keep_busy()
    move(bad.address, good.address, GRAPH.col.nbytes)
    walk = konig.Graph.from_csr(row, bad, context=context).euler(verify=False)
    steps = walk.device_steps(stream)
    keep_busy()
    move(copy.address, ctypes.c_uint64(steps.__cuda_array_interface__['data'][0]), STEPS.nbytes)
    assert steps.__cuda_array_interface__['stream'] == stream
    del walk, steps  # the memory waits for the stream
    others = [another(context) for _ in range(3)]
    assert (fetch(cuda, copy.address.value, GRAPH.m, EDGE) == STEPS).all() and len(others) == 3


def another(context):
    return konig.generate.torus(130, 130, context=context).euler(verify=False)


def test_tensors_keep_the_walk(cuda, context):
    walk = konig.Graph.from_csr(Memory(cuda, GRAPH.row), Memory(cuda, GRAPH.col),
                                context=context).euler()
    steps = walk.device_steps(1)
    assert steps.__dlpack_device__() == (2, 0)
    with pytest.raises(ValueError, match='stream is 0'):
        steps.__dlpack__(stream=0)
    with pytest.raises(BufferError):
        steps.__dlpack__(copy=True)
    capsules = [steps.__dlpack__(stream=number) for number in (None, -1, 1, 2)]
    tensor = _device.Managed.from_address(
        _device.get_pointer(id(capsules[0]), b'dltensor')).tensor
    address = tensor.data
    del walk, steps
    gc.collect()
    again = [another(context) for _ in range(3)]
    assert (fetch(cuda, address, GRAPH.m, EDGE) == STEPS).all() and len(again) == 3
    del capsules, tensor
    assert not _device.exported
