"""konig.array of arrays on a GPU: the bytes of the CPU, results that stay there, what is refused.
Memory of the library stands for CuPy's, so that an emulator of a GPU is enough; CuPy, torch and
Numba are tried, too, if they are there."""
import ctypes
import gc
import importlib.util

import konig
import numpy as np
import pytest
from konig import _device, _numbers
from konig._konig import ffi, lib
from test_device import Fake, FakeTensor

TYPES = ['bool', 'int8', 'int16', 'int32', 'int64', 'uint8', 'uint16', 'uint32', 'uint64',
         'float32', 'float64']
HOST = konig.Context(device='cpu')


@pytest.fixture(scope='module')
def gpu():
    try:
        return konig.Context(device='cuda')
    except konig.DeviceError as error:
        pytest.skip(f'no GPU: {error}')


class Lent:
    """An array on the GPU that says where it lies by `__cuda_array_interface__`."""

    def __init__(self, context, host, **changes):
        self.context, self.host = context, np.ascontiguousarray(host)
        self.memory = _numbers.allocate(context, self.host.nbytes)
        context.call(lib.kg_context_upload, context.pointer, self.memory.pointer,
                     ffi.cast('void *', self.host.ctypes.data), self.host.nbytes)
        self.address = int(ffi.cast('uintptr_t', self.memory.pointer))
        self.__cuda_array_interface__ = {
            'version': 3, 'shape': host.shape, 'typestr': host.dtype.str, 'strides': None,
            'data': (self.address, True), 'stream': None, **changes}

    def now(self):
        """What is there now."""
        result = np.empty_like(self.host)
        self.context.call(lib.kg_context_download, self.context.pointer,
                          ffi.cast('void *', result.ctypes.data), self.memory.pointer,
                          result.nbytes)
        return result


class Tensor:
    """The same by DLPack."""

    def __init__(self, lent):
        self.lent, self.asked = lent, []

    def __dlpack_device__(self):
        return 2, 0

    def __dlpack__(self, stream=None):
        self.asked.append(stream)
        host, context = self.lent.host, self.lent.context
        user = _device.lend_memory(context, self.lent.memory._resource, None, False)[1]
        return _device.export(self.lent.address, host.shape, host.dtype, (2, 0), context._guard,
                              user)


def part(lent, host, view):
    """A view of an array, which lies within it."""
    offset = view.__array_interface__['data'][0] - host.__array_interface__['data'][0]
    result = Fake(shape=view.shape, typestr=view.dtype.str, strides=view.strides,
                  data=(lent.address + offset, True))
    result.kept = lent
    return result


def numbers(name, shape, seed=1):
    random = np.random.default_rng([seed, *shape])
    dtype = np.dtype(name)
    if dtype.kind == 'f':
        values = (random.integers(-40, 40, shape) / 8).astype(dtype)
        values.ravel()[3:6] = [np.nan, -0.0, np.inf][:values.size - 3]
        return values
    return random.integers(0 if dtype.kind in 'bu' else -20, 2 if dtype.kind == 'b' else 100,
                           shape).astype(dtype)


def flat(found):
    """The parts of an answer; arrays on the GPU must be told apart from those in host memory."""
    return list(found) if isinstance(found, tuple) else [found]


def compare(found, expected, on_gpu=True):
    """Whether an answer of the GPU has the bytes of the CPU's."""
    for got, wanted in zip(flat(found), flat(expected), strict=True):
        if isinstance(wanted, np.ndarray):
            assert isinstance(got, konig.DeviceArray if on_gpu else np.ndarray)
            got = got.to_host() if on_gpu else got
            assert (got.dtype, got.shape) == (wanted.dtype, wanted.shape)
            assert got.tobytes() == wanted.tobytes()
        else:
            assert type(got) is type(wanted)
            np.testing.assert_equal(got, wanted)


STAYING = {
    'scan': lambda values, **how: konig.array.scan(values, 'min', **how),
    'scan after': lambda values, **how: konig.array.scan(values, 'max', 'exclusive', **how),
    'sort': konig.array.sort,
    'sort down': lambda values, **how: konig.array.sort(values, descending=True, **how),
    'argsort': konig.array.argsort,
    'distinct': lambda values, **how: konig.array.distinct(values, times=True, ranks=True, **how),
    'distinct alone': lambda values, **how: konig.array.distinct(values, **how).values,
    'compact': lambda values, **how: konig.array.compact(values, ('>', 0), **how),
    'compact two': lambda values, **how: konig.array.compact(
        values, [('>', 1), ('<', 50)], ('==', 0), **how),
}
VECTORS = {
    'top_k': lambda values, **how: konig.array.top_k(values, 7, **how),
    'top_k least': lambda values, **how: konig.array.top_k(values, 300, least=True, **how),
    'run_lengths': konig.array.run_lengths,
    'split': konig.array.split,
}
REDUCING = {
    'sum': konig.array.sum, 'product': konig.array.product,
    'mean': konig.array.mean, 'min': konig.array.min, 'max': konig.array.max,
    'argmin': konig.array.argmin, 'argmax': konig.array.argmax, 'median': konig.array.median,
    'variance': konig.array.variance, 'standard deviation': konig.array.standard_deviation,
}


def answer(function, *arguments, **how):
    """An answer, or the kind and text of its failure."""
    try:
        return function(*arguments, **how)
    except konig.Error as error:
        return type(error).__name__, str(error)


@pytest.mark.parametrize('name', TYPES)
def test_bytes_of_the_cpu(gpu, name):
    for shape in (0,), (1,), (1000,), (6, 50), (0, 3):
        values = numbers(name, shape)
        for wrap in (lambda lent: lent), Tensor:
            lent = Lent(gpu, values)
            given = wrap(lent)
            functions = {**STAYING, **(VECTORS if len(shape) == 1 else {})}
            for function in functions.values():
                expected = function(values, context=HOST)
                compare(function(given, context=gpu), expected)
                compare(function(values, context=gpu), expected, on_gpu=False)
            for function in REDUCING.values():
                expected = answer(function, values, context=HOST)
                compare(answer(function, given, context=gpu), expected)
                compare(answer(function, values, context=gpu), expected)
            if name != 'bool':
                compare(answer(konig.array.quantiles, given, [0, 0.25], context=gpu),
                        answer(konig.array.quantiles, values, [0, 0.25], context=HOST), False)
            compare(konig.array.histogram(given, 5, -9, 60, context=gpu),
                    konig.array.histogram(values, 5, -9, 60, context=HOST), False)
            flags = numbers('bool', shape, 2)
            compare(konig.array.select(given, Lent(gpu, flags), context=gpu), values[flags])
            compare(konig.array.positions(Lent(gpu, flags), context=gpu),
                    np.flatnonzero(flags).astype(np.uint64))
            assert lent.now().tobytes() == values.tobytes()  # not written to


@pytest.mark.parametrize('name', ['int64', 'uint32', 'uint64', 'float32', 'float64'])
def test_sums_that_keep_their_type(gpu, name):
    values = np.abs(numbers(name, (500,)))
    compare(konig.array.scan(Lent(gpu, values), context=gpu),
            konig.array.scan(values, context=HOST))


@pytest.mark.parametrize('name', TYPES)
def test_gaps_between_numbers(gpu, name):
    whole = numbers(name, (12, 20))
    lent = Lent(gpu, whole)
    for view in (whole[:, 2:7], whole[::2], whole[3:4, ::2], whole.T, whole.T[3:9],
                 whole.T[:, 1:9], whole[:, 5], whole[::3, 5], whole[2, ::3], whole[:, 3:4],
                 whole[:1, 4:5], whole[:0], whole[:, ::2]):
        given = part(lent, whole, view)
        compare(konig.array.sort(given, context=gpu), konig.array.sort(view, context=HOST))
        compare(konig.array.scan(given, 'max', context=gpu),
                konig.array.scan(view, 'max', context=HOST))
        if view.ndim == 2:
            compare(konig.array.transpose(given, context=gpu), np.ascontiguousarray(view.T))
    deep = whole.reshape(4, 3, 20)
    for view in deep, deep[:, :2], deep[:, 1], deep.transpose(2, 0, 1), deep[1:2, :, 3:9]:
        compare(konig.array.sort(part(lent, whole, view), context=gpu),
                konig.array.sort(view, context=HOST))
    windows = np.lib.stride_tricks.sliding_window_view(whole[0], 3)
    for view in whole[::2, ::2], deep[:, ::2], deep.transpose(1, 0, 2), deep[:3].T, windows:
        with pytest.raises(ValueError, match='values has steps of .*: pass a contiguous copy'):
            konig.array.sort(part(lent, whole, view), context=gpu)
    for view in whole[::-1], np.broadcast_to(whole[0], (12, 20)):
        with pytest.raises(ValueError, match='values has strides of .*positive'):
            konig.array.sort(part(lent, whole, view), context=gpu)


@pytest.mark.parametrize('name', ['int64', 'uint64', 'float32', 'float64'])
def test_multiply(gpu, name):
    whole = np.abs(numbers(name, (12, 20)))
    whole[~np.isfinite(whole)] = 1
    lent = Lent(gpu, whole)
    a, b = whole[:, 2:9], whole[3:10, 1:15]
    expected = konig.array.multiply(a, b, context=HOST)
    compare(konig.array.multiply(part(lent, whole, a), part(lent, whole, b), context=gpu), expected)
    compare(konig.array.multiply(a, b, context=gpu), expected, on_gpu=False)
    compare(konig.array.multiply(part(lent, whole, a[0]), part(lent, whole, b), context=gpu),
            expected[0])
    compare(konig.array.multiply(part(lent, whole, a), part(lent, whole, b[:, 0]), context=gpu),
            np.ascontiguousarray(expected[:, 0]))
    compare(konig.array.multiply(part(lent, whole, a.T), part(lent, whole, a), context=gpu),
            konig.array.multiply(a.T, a, context=HOST))
    for error, said, other in (
            (ValueError, 'expected as many columns', lent),
            (TypeError, 'a is an array of .* and b of int32: expected one type on a GPU, int64',
             Lent(gpu, np.ones((20, 2), np.int32))),
            (TypeError, 'one of a and b lies on a GPU', whole.T)):
        with pytest.raises(error, match=said):
            konig.array.multiply(lent, other, context=gpu)
    with pytest.raises(TypeError, match='one of a and b lies on a GPU'):
        konig.array.multiply(whole.T, lent, context=gpu)


def test_generated_there(gpu):
    for make in (lambda **how: konig.array.range(100, 1, 3, **how),
                 lambda **how: konig.array.constant((3, 4), 2.5, **how),
                 lambda **how: konig.array.random((3, 40), seed=4, **how),
                 lambda **how: konig.array.differences(5, 6, dtype='int8', **how),
                 lambda **how: konig.array.permutations(5, 3, 50, **how)):
        expected = make(context=HOST)
        compare(make(context=gpu, on_gpu=True), expected)
        compare(make(context=gpu), expected, on_gpu=False)
    masses = np.array([57, 71, 113, 128], np.uint64)
    compare(konig.array.cyclospectrum(Lent(gpu, masses), context=gpu),
            konig.array.cyclospectrum(masses, context=HOST))


def test_results_go_on(gpu):
    """A result is a value again, by either protocol, and keeps its memory as long as it is used."""
    values = numbers('int32', (500,))
    down = konig.array.sort(Lent(gpu, values), descending=True, context=gpu)
    interface = down.__cuda_array_interface__
    assert (interface['shape'], interface['typestr'], interface['version']) == ((500,), '<i4', 3)
    assert interface['stream'] is None and (down.shape, len(down), down.size) == ((500,), 500, 500)
    assert repr(down) == '<konig.DeviceArray: 500 of int32 on cuda:0>'
    compare(konig.array.sort(down, context=gpu), np.sort(values))
    compare(konig.array.distinct(Tensor2(down), context=gpu).values, np.unique(values))
    with pytest.raises(TypeError, match='this array lies on a GPU: to_host'):
        np.asarray(down)
    flags = konig.array.sort(Lent(gpu, values > 3), context=gpu)
    assert flags.dtype == bool and flags.__cuda_array_interface__['typestr'] == '|b1'
    nothing = konig.array.compact(down, ('>', 1000), context=gpu)
    assert nothing.shape == (0,) and nothing.__cuda_array_interface__['data'][0] == 0
    assert konig.array.sum(nothing, context=gpu) == 0 and nothing.to_host().size == 0
    tensors = [down.__dlpack__(stream=number) for number in (None, -1, 1, 2)]
    address = interface['data'][0]
    del down, flags, nothing
    gc.collect()
    others = [konig.array.sort(Lent(gpu, values), context=gpu) for _ in range(3)]
    tensor = _device.Managed.from_address(_device.get_pointer(id(tensors[0]), b'dltensor')).tensor
    assert tensor.data == address and tensor.shape[0] == 500 and tensor.dtype.code == 0
    there = np.empty(500, np.int32)
    gpu.call(lib.kg_context_download, gpu.pointer, ffi.cast('void *', there.ctypes.data),
             ffi.cast('void *', address), there.nbytes)
    assert (there == np.sort(values)[::-1]).all() and len(others) == 3
    del tensors, tensor
    assert not _device.exported


class Tensor2:
    """A result that says nothing but DLPack."""

    def __init__(self, array):
        self.__dlpack__, self.__dlpack_device__ = array.__dlpack__, array.__dlpack_device__


def test_memory_goes_back(gpu):
    def held():
        gc.collect()
        gpu._guard.tidy()
        return lib.kg_context_device_memory(gpu.pointer).current

    before = held()
    values = Lent(gpu, np.arange(100_000) % 7)
    found = konig.array.distinct(values, times=True, context=gpu)
    # The result holds its seven numbers, not room for all.
    assert held() - before < 2 * values.host.nbytes
    compare(found, konig.array.distinct(values.host, times=True, context=HOST)[:2] + (None,))
    with pytest.raises(konig.TooLarge):
        konig.array.product(Lent(gpu, np.full(100, 9)), context=gpu)
    del values, found
    assert held() == before


def test_streams_are_followed(gpu, monkeypatch):
    """konig's work comes behind that of the stream of version 3, and the producer of a tensor is
    told konig's stream."""
    followed = []

    def follow(context, streams):
        followed.extend(streams)
        _device.follow(context, streams)

    monkeypatch.setattr(_numbers, 'follow', follow)
    values = np.arange(10)
    assert konig.array.sum(Lent(gpu, values, stream=1), context=gpu) == 45
    assert konig.array.sum(Lent(gpu, values, stream=2), context=gpu) == 45
    assert followed == [1, 2]
    tensor = Tensor(Lent(gpu, values))
    assert konig.array.sum(tensor, context=gpu) == 45
    assert tensor.asked == [int(ffi.cast('uintptr_t', lib.kg_context_stream(gpu.pointer)))]


def test_which_context(gpu, monkeypatch):
    """Without one, arrays on a GPU get a context of that GPU, unless the thread's own is the
    CPU's."""
    values = Lent(gpu, np.array([3, 1, 2]))
    for device in 'auto', 'cpu', 'cuda':
        monkeypatch.setattr(konig._context.default, 'context', konig.Context(device=device))
        if device == 'cpu':
            with pytest.raises(konig.Unsupported, match='values lies on a GPU.*the CPU or auto'):
                konig.array.sort(values)
        else:
            found = konig.array.sort(Tensor(values))
            compare(found, np.array([1, 2, 3]))
            assert isinstance(konig.array.sort([2, 1]), np.ndarray)


def test_refused_on_a_gpu(gpu):
    narrow, whole = Lent(gpu, np.ones(5, np.int8)), np.arange(5)
    for error, said, call in (
            (TypeError, 'values is an array of int8 on a GPU, and is needed as int64: convert',
             lambda: konig.array.scan(narrow, context=gpu)),
            (TypeError, 'flags lies in host memory, but another array on a GPU',
             lambda: konig.array.select(narrow, np.ones(5, bool), context=gpu)),
            (TypeError, 'flags lies on a GPU, but another array in host memory',
             lambda: konig.array.select(np.ones(5), Lent(gpu, np.ones(5, bool)), context=gpu)),
            (TypeError, 'masses is an array of int8 on a GPU, and is needed as uint64',
             lambda: konig.array.cyclospectrum(narrow, context=gpu)),
            (ValueError, 'values is not aligned', lambda: konig.array.sum(
                Fake(shape=(2,), data=(narrow.address + 1, False)), context=gpu)),
            (ValueError, r'values has the shape \(5, 1\)', lambda: konig.array.split(
                Fake(shape=(5, 1), data=(narrow.address, False)), context=gpu)),
            (ValueError, 'values lies in host memory: expected memory of cuda:0',
             lambda: konig.array.sum(Fake(shape=(5,), typestr='<i8', data=(
                 whole.ctypes.data, False)), context=gpu)),
            (ValueError, 'lies on cuda:7', lambda: konig.array.sum(FakeTensor(2, 7), context=gpu)),
            (ValueError, 'values has a mask', lambda: konig.array.sum(Fake(mask=1), context=gpu))):
        with pytest.raises(error, match=said):
            call()


@pytest.mark.parametrize('device', ['cpu', 'auto'])
def test_refused_without_a_gpu(device):
    context, there = konig.Context(device=device), Fake(shape=(2, 2), typestr='<f8')
    for array in there, FakeTensor():
        for function in (konig.array.sum, konig.array.sort, konig.array.distinct,
                         konig.array.transpose,
                         lambda a, context: konig.array.multiply(a, a, context=context)):
            with pytest.raises(konig.Unsupported,
                               match='lies on a GPU, but .* the CPU or auto: .*device="cuda"'):
                function(array, context=context)
        for name, function in (
                ('data', konig.array.som), ('nodes', konig.array.som_distances),
                ('data', lambda data: konig.array.som_match(np.ones((1, 1, 2)), data)),
                ('matrix', lambda matrix: konig.array.sort_rows(matrix, 0)),
                ('matrix', lambda matrix: konig.array.picture(matrix, 'nowhere')),
                ('distances', konig.array.tour), ('distances', konig.array.good_tour),
                ('permutation', konig.array.permutation_number), ('weights', konig.grid.Map),
                ('at', lambda at: konig.array.quantiles([1.0], at))):
            with pytest.raises(TypeError, match=f'^{name} lies on a GPU: expected an array in host '
                                                'memory; copy it there, by cupy.asnumpy'):
                function(array)


@pytest.mark.parametrize('typestr', ['<f2', '<c8', '<f16', '|S3', '<M8'])
def test_types_on_a_gpu(gpu, typestr):
    with pytest.raises(TypeError, match='values is an array of .*: expected one of bool, int8, .*'
                                        ', float64'):
        konig.array.sort(Fake(typestr=typestr), context=gpu)


# ---- libraries ------------------------------------------------------------------------------------


def libraries():
    """Those that are there, and what makes their arrays of arrays in host memory, and back."""
    if importlib.util.find_spec('cupy'):
        import cupy
        yield 'cupy', cupy.asarray, cupy.asarray, cupy.asnumpy
        yield 'cupy by DLPack', cupy.asarray, cupy.from_dlpack, cupy.asnumpy
    if importlib.util.find_spec('torch'):
        import torch
        yield ('torch', lambda host: torch.from_numpy(host).cuda(), torch.from_dlpack,
               lambda tensor: tensor.cpu().numpy())
        yield ('torch by its interface', lambda host: torch.from_numpy(host).cuda(),
               lambda found: torch.as_tensor(found, device='cuda'),
               lambda tensor: tensor.cpu().numpy())
    if importlib.util.find_spec('numba'):
        from numba import cuda
        yield 'numba', cuda.to_device, cuda.as_cuda_array, lambda array: array.copy_to_host()


@pytest.mark.filterwarnings('ignore::DeprecationWarning')  # Numba uses what NumPy deprecates
def test_libraries(gpu):
    """Their arrays are values, and they take results without a copy."""
    try:
        ctypes.CDLL('libcuda.so.1')
    except OSError:
        return  # an emulator has no memory for them
    for name, give, take, bring in libraries():
        print(name)
        for dtype in ('int32', 'int64', 'uint8', 'float32', 'float64', 'bool'):
            values = numbers(dtype, (6, 50))
            found = konig.array.sort(give(values))
            address = found.__cuda_array_interface__['data'][0]
            taken = take(found)
            where = getattr(taken, '__cuda_array_interface__', None)
            assert where['data'][0] == address
            del found
            gc.collect()
            assert bring(taken).tobytes() == konig.array.sort(values, context=HOST).tobytes()
            assert konig.array.sum(take(konig.array.compact(give(values), ('>=', 0)))) == (
                konig.array.sum(values[values >= 0], context=HOST))


def test_their_streams():
    """torch's work on a stream of its own is waited for."""
    if not importlib.util.find_spec('torch'):
        return
    import torch
    if not torch.cuda.is_available():
        return
    stream = torch.cuda.Stream()
    with torch.cuda.stream(stream):
        values = torch.zeros(1 << 22, dtype=torch.int64, device='cuda')
        torch.cuda._sleep(200_000_000)
        values += 1
        assert konig.array.sum(values) == 1 << 22
        sorted_values = torch.from_dlpack(konig.array.sort(values))
        assert int(sorted_values.sum()) == 1 << 22
