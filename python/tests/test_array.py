"""konig.array beside NumPy, for all types and awkward inputs: nothing, one number, ties, NaN, -0,
several axes, gaps. With KONIG_DEVICE=cuda a GPU does the work, and results come back."""
import itertools
import math
import operator

import konig
import numpy as np
import pytest

TYPES = ['bool', 'int8', 'int16', 'int32', 'int64', 'uint8', 'uint16', 'uint32', 'uint64',
         'float16', 'float32', 'float64']
FLOATS = [name for name in TYPES if name.startswith('float')]
SHAPES = [(0,), (1,), (2,), (33,), (1000,), (5, 7), (1, 9), (9, 1), (0, 3), (3, 0), (2, 3, 4)]
COMPARE = {'<': operator.lt, '<=': operator.le, '>': operator.gt, '>=': operator.ge,
           '==': operator.eq, '!=': operator.ne}


def numbers(name, shape, seed=1, few=False):
    """Numbers of a type, many of them more than once."""
    random = np.random.default_rng([seed, *shape])
    dtype = np.dtype(name)
    if dtype.kind == 'b':
        return random.integers(0, 2, shape).astype(bool)
    if dtype.kind == 'f':
        values = (random.integers(-40, 40, shape) / 8).astype(dtype)
        return values + dtype.type(0)  # no -0.0
    least = 0 if dtype.kind == 'u' else -20
    return random.integers(least, 3 if few else 100, shape).astype(dtype)


def special(name):
    """NaN, infinities, and zeros of both signs."""
    return np.array([1, -0.0, np.nan, np.inf, 0.0, -np.inf, -0.0, np.nan, 0.0, -2.5, np.inf], name)


def ordered(values):
    """The numbers in konig's order: -0.0 before 0.0, NaN last."""
    return sorted(values.tolist(), key=lambda x: (math.isnan(x), 0 if math.isnan(x) else x,
                                                  math.copysign(1, x)))


def same(got, expected):
    """Whether arrays are equal to the type and the sign of zeros; all NaNs are equal."""
    expected = np.asarray(expected)
    assert (got.dtype, got.shape) == (expected.dtype, expected.shape)
    np.testing.assert_array_equal(got, expected)
    if got.dtype.kind == 'f':
        number = ~np.isnan(expected)
        np.testing.assert_array_equal(np.signbit(got)[number], np.signbit(expected)[number])


def variants(values):
    """The same numbers, placed differently in memory."""
    yield values
    yield np.asfortranarray(values)
    yield np.repeat(values, 2, axis=-1)[..., ::2]
    yield values[..., ::-1][..., ::-1]
    yield values.astype(values.dtype.newbyteorder())
    buffer = np.empty(values.nbytes + 1, np.uint8)
    skew = buffer[1:].view(values.dtype).reshape(values.shape)
    skew[...] = values
    yield skew
    fixed = values.copy()
    fixed.flags.writeable = False
    yield fixed


@pytest.mark.parametrize('shape', SHAPES)
@pytest.mark.parametrize('name', TYPES)
def test_all_numbers_count(name, shape):
    """Reductions, scans, distinct numbers and selections flatten their values, as NumPy does."""
    values = numbers(name, shape)
    wide = values.astype(object if values.dtype.kind != 'f' else float)
    total = konig.array.sum(values)
    assert total == wide.sum() and type(total) is (float if name in FLOATS else int)
    if not values.size:
        assert konig.array.product(values) == 1 and math.isnan(konig.array.mean(values))
        for function in konig.array.min, konig.array.argmax, konig.array.median:
            with pytest.raises(konig.ArgumentError):
                function(values)
    else:
        assert konig.array.mean(values) == pytest.approx(float(wide.mean()))
        assert konig.array.min(values) == values.min() and konig.array.max(values) == values.max()
        assert konig.array.argmin(values) == values.argmin()
        assert konig.array.argmax(values) == values.argmax()
        assert konig.array.median(values) == pytest.approx(np.median(wide.astype(float)))
        assert konig.array.variance(values, population=True) == pytest.approx(
            np.var(wide.astype(float)))
        if values.size > 1:
            assert konig.array.standard_deviation(values) == pytest.approx(
                np.std(wide.astype(float), ddof=1))
    if name != 'bool' and values.size:
        assert konig.array.quantiles(values, [0, 0.3, 1]) == pytest.approx(
            np.quantile(values.astype(float), [0, 0.3, 1]))
    same(konig.array.scan(values, 'max'), np.maximum.accumulate(values.ravel()))
    expected, inverse, counts = np.unique(values, return_inverse=True, return_counts=True)
    got = konig.array.distinct(values, times=True, ranks=True)
    same(got.values, expected)
    same(got.times, counts.astype(np.uint64))
    same(got.ranks, inverse.reshape(shape).astype(np.uint32))
    same(konig.array.compact(values, ('>', 0)), values[values > 0])
    flags = numbers('bool', shape, 2)
    same(konig.array.select(values, flags), values[flags])
    same(konig.array.positions(flags), np.flatnonzero(flags).astype(np.uint64))


@pytest.mark.parametrize('shape', SHAPES)
@pytest.mark.parametrize('name', TYPES)
def test_sort(name, shape):
    """Along the last axis, as NumPy."""
    values = numbers(name, shape)
    for given in variants(values):
        same(konig.array.sort(given), np.sort(values))
        same(konig.array.argsort(given), np.argsort(values, kind='stable').astype(np.uint64))
    down = konig.array.argsort(values, descending=True).astype(int)
    same(np.take_along_axis(values, down, -1), konig.array.sort(values, descending=True))
    same(konig.array.sort(values, descending=True), np.sort(values)[..., ::-1])
    ties = np.take_along_axis(values, down, -1)
    assert (np.diff(down, axis=-1)[ties[..., 1:] == ties[..., :-1]] > 0).all()


@pytest.mark.parametrize('name', TYPES)
def test_where_numbers_lie(name):
    for shape in (40,), (6, 8):
        values = numbers(name, shape)
        for given in variants(values):
            before = given.copy()
            assert konig.array.sum(given) == konig.array.sum(values)
            same(konig.array.distinct(given).values, np.unique(values))
            same(konig.array.scan(given, 'min', 'inclusive'),
                 np.minimum.accumulate(values.ravel()))
            if len(shape) == 2:
                same(konig.array.transpose(given), values.T)
            np.testing.assert_array_equal(given, before)


@pytest.mark.parametrize('name', [name for name in TYPES if name not in FLOATS])
def test_sums_of_integers(name):
    """NumPy's types of sums, but for 32 bits without a sign, which stay."""
    values = numbers(name, (300,))
    expected = np.cumsum(values)
    if name == 'uint32':
        expected = expected.astype(np.uint32)
    same(konig.array.scan(values), expected)
    before = np.concatenate(([0], expected[:-1])).astype(expected.dtype)
    same(konig.array.scan(values, kind='exclusive'), before)
    few = numbers(name, (30,), few=True)
    assert konig.array.product(few) == math.prod(few.tolist())


@pytest.mark.parametrize('name', FLOATS)
def test_nan_and_zeros(name):
    values = special(name)
    order = ordered(values)
    same(konig.array.sort(values), np.array(order, name))
    same(konig.array.sort(values, descending=True), np.array(order[::-1], name))
    same(konig.array.distinct(values).values, np.array([-np.inf, -2.5, -0.0, 0, 1, np.inf, np.nan],
                                                       name))
    assert konig.array.distinct(values, times=True).times.tolist() == [1, 1, 2, 2, 1, 2, 2]
    assert konig.array.argmax(values) == 2 and math.isnan(konig.array.max(values))
    assert konig.array.argmin(values) == 5 and konig.array.min(values) == -np.inf
    top = konig.array.top_k(values, 4)
    same(top.values, np.array([np.nan, np.nan, np.inf, np.inf], name))
    assert top.positions.tolist() == [2, 7, 3, 10]
    assert math.isnan(konig.array.sum(values)) and math.isnan(konig.array.mean(values))
    assert math.isnan(konig.array.median(values))
    split = konig.array.split(values)
    assert split.negatives == 2 and split.values[:2].tolist() == [-np.inf, -2.5]
    same(split.values[2:], values[~(values < 0)])
    for how, compare in COMPARE.items():
        for than in 0, 1.5, np.nan, np.inf:
            same(konig.array.compact(values, (how, than)), values[compare(values, than)])
    counted = konig.array.histogram(values, 2, -3, 3)
    assert counted.times.tolist() == [1, 5] and counted.outside == 5


@pytest.mark.parametrize('name', TYPES)
def test_one_axis_alone(name):
    values = numbers(name, (200,))
    found = konig.array.run_lengths(values)
    same(np.repeat(found.values, found.lengths.astype(int)), values)
    assert (found.values[1:] != found.values[:-1]).all() and found.lengths.dtype == np.uint64
    for least in False, True:
        top = konig.array.top_k(values, 9, least=least)
        order = np.argsort(values, kind='stable')
        expected = np.sort(values)[:9] if least else np.sort(values)[::-1][:9]
        same(top.values, expected)
        same(values[top.positions.astype(int)], expected)
        assert not least or top.positions.tolist() == order[:9].tolist()
    split = konig.array.split(values)
    same(split.values, np.concatenate((values[values < 0], values[values >= 0])))
    assert split.negatives == (values < 0).sum()
    for function in (konig.array.run_lengths, konig.array.split,
                     lambda given: konig.array.top_k(given, 2)):
        with pytest.raises(ValueError, match=r'values has the shape \(2, 100\): expected \(any\)'):
            function(values.reshape(2, 100))


@pytest.mark.parametrize('name', TYPES)
@pytest.mark.parametrize('than', [0, 1, 2.5, -1, -0.5, 99, 300, 2**63, 2**64, -2**63, -2**70, 1e30,
                                  math.inf, -math.inf, math.nan, True, np.int8(3), np.float32(7)],
                         ids=str)
def test_comparisons(name, than):
    """Any number may be compared with, as in exact arithmetic."""
    values = numbers(name, (100,))
    for how, compare in COMPARE.items():
        expected = [compare(value, float(than) if name in FLOATS else than)
                    for value in values.tolist()]
        same(konig.array.compact(values, (how, than)), values[np.array(expected)])


def test_several_conditions():
    values = numbers('int32', (500,))
    within = [('>=', 3), ('<', 10.5)]
    same(konig.array.compact(values, within), values[(values >= 3) & (values < 10.5)])
    same(konig.array.compact(values, within, ('<', -5), [('==', 50)]),
         values[(values >= 3) & (values < 10.5) | (values < -5) | (values == 50)])
    for error, said, conditions in (
            (ValueError, 'no condition', ()), (ValueError, 'empty list', ([],)),
            (TypeError, "a condition is '>'", ('>', 0)), (ValueError, 'a comparison', (('=', 0),)),
            (TypeError, 'compare with', (('>', 'a'),))):
        with pytest.raises(error, match=said):
            konig.array.compact(values, *conditions)
    with pytest.raises(ValueError, match=r'flags is an array of bool of the shape \(2,\)'):
        konig.array.select([1, 2, 3], [True, False])
    with pytest.raises(TypeError, match='flags is an array of int64: expected bool'):
        konig.array.positions([0, 1])


@pytest.mark.parametrize('value', [[1j], ['a'], [None], [np.datetime64('2020-01-01')],
                                   np.zeros(2, np.longdouble), [2**70]])
def test_types_that_are_refused(value):
    for function in (konig.array.sum, konig.array.sort, konig.array.distinct,
                     lambda given: konig.array.transpose(np.atleast_2d(np.asarray(given))),
                     lambda given: konig.array.multiply(given, given)):
        with pytest.raises(TypeError, match='expected one of bool, int8, .*, float64, float16'):
            function(value)


def test_refused():
    for error, said, call in (
            (ValueError, 'mask', lambda: konig.array.sum(np.ma.array([1, 2], mask=[True, False]))),
            (ValueError, r'shape \(\): expected at least one axis', lambda: konig.array.sort(3)),
            (OverflowError, 'the product of 2', lambda: konig.array.product([2**40, 2**40])),
            (TypeError, 'array of bool', lambda: konig.array.quantiles([True], [0.5])),
            (ValueError, r'expected \(any, any\)', lambda: konig.array.transpose([1, 2]))):
        with pytest.raises(error, match=said):
            call()
    assert konig.array.sum(3) == 3 and konig.array.distinct(3).values.tolist() == [3]


# ---- generated numbers ----------------------------------------------------------------------------


@pytest.mark.parametrize('name', [name for name in TYPES if name not in ('bool', 'float16')])
def test_generated(name):
    same(konig.array.range(5, 2, 3, dtype=name), np.arange(2, 17, 3).astype(name))
    same(konig.array.range(3, 9, -4, dtype=name), np.array([9, 5, 1], name))
    same(konig.array.constant((2, 3), 7, dtype=name), np.full((2, 3), 7, name))
    same(konig.array.constant(0, 7, dtype=name), np.empty(0, name))
    same(konig.array.sums(3, 4, dtype=name), np.add.outer(np.arange(3), np.arange(4)).astype(name))
    same(konig.array.progression(2, 3, 50, 2, down=-5, across=3, dtype=name),
         np.array([[50, 56, 62], [40, 46, 52]], name))
    random = konig.array.random((30, 40), 1, 6, dtype=name, seed=5)
    assert random.dtype == name and random.min() >= 1 and random.max() <= 6
    same(random, konig.array.random((30, 40), 1, 6, dtype=name, seed=5))
    assert (random != konig.array.random((30, 40), 1, 6, dtype=name, seed=6)).any()
    if not name.startswith('float'):
        assert set(random.ravel().tolist()) == set(range(1, 7))
    if np.dtype(name).kind != 'u':
        same(konig.array.differences(3, 4, dtype=name),
             np.subtract.outer(np.arange(3), np.arange(4)).astype(name))


def test_types_of_generated_numbers():
    assert konig.array.range(3).dtype == konig.array.random(3, 0, 9).dtype == np.int64
    assert konig.array.range(3, 0.5).tolist() == [0.5, 1.5, 2.5]
    unit = konig.array.random(1000)
    assert unit.dtype == np.float64 and 0 <= unit.min() < 0.1 and 0.9 < unit.max() < 1
    assert konig.array.constant(2, 1.5).dtype == np.float64
    for error, said, call in (
            (OverflowError, 'a number passes', lambda: konig.array.range(300, dtype='int8')),
            (ValueError, 'one of low and high', lambda: konig.array.random(3, 1)),
            (ValueError, 'random integers need both', lambda: konig.array.random(3, dtype='int8')),
            (ValueError, 'the least number', lambda: konig.array.random(3, 6, 1)),
            (ValueError, 'value is -1', lambda: konig.array.constant(3, -1, dtype='uint8')),
            (TypeError, 'value is 1.5', lambda: konig.array.constant(3, 1.5, dtype='uint8')),
            (TypeError, 'dtype is bool', lambda: konig.array.range(3, dtype=bool)),
            (ValueError, 'count is -1', lambda: konig.array.range(-1)),
            (ValueError, 'shape is -1', lambda: konig.array.constant((2, -1), 0)),
            (konig.Unsupported, 'the result', lambda: konig.array.range(
                3, on_gpu=True, context=konig.Context(device='cpu')))):
        with pytest.raises(error, match=said):
            call()


# ---- matrices -------------------------------------------------------------------------------------


@pytest.mark.parametrize('name', TYPES)
def test_transpose(name):
    for shape in (0, 3), (3, 0), (1, 5), (70, 33):
        values = numbers(name, shape)
        same(konig.array.transpose(values), values.T)
        same(konig.array.transpose(values.T), values)
        same(konig.array.transpose(values[:, 1:-1]), values[:, 1:-1].T)
        same(konig.array.transpose(values[1:, :2]), values[1:, :2].T)


@pytest.mark.parametrize('one', TYPES)
@pytest.mark.parametrize('other', ['bool', 'int32', 'int64', 'uint64', 'float32', 'float64'])
def test_multiply(one, other):
    for left, right in (((3, 4), (4, 5)), ((1, 7), (7, 1)), ((4,), (4, 2)), ((3, 4), (4,)),
                        ((5,), (5,)), ((0, 3), (3, 2)), ((2, 0), (0, 3))):
        a, b = numbers(one, left), numbers(other, right, 3)
        got = konig.array.multiply(a, b)
        expected = np.matmul(a.astype(object), b.astype(object)) if a.size else np.zeros(got.shape)
        assert got.shape == np.asarray(np.matmul(a, b)).shape
        np.testing.assert_array_equal(got.astype(float), np.asarray(expected).astype(
            bool if one == other == 'bool' else float))
    if one == other:
        assert got.dtype == {'bool': bool, 'int32': np.int64}.get(one, one)


def test_multiply_refused():
    for error, said, a, b in (
            (ValueError, r'a has the shape \(2, 3\) and b \(2, 3\)', np.ones((2, 3)),
             np.ones((2, 3))),
            (ValueError, 'one or two axes', np.ones((2, 3, 4)), np.ones(4)),
            (ValueError, 'one or two axes', 3, np.ones(4)),
            (OverflowError, 'of the product passes', [[2**40]], [[2**40]])):
        with pytest.raises(error, match=said):
            konig.array.multiply(a, b)
    with pytest.raises(ValueError, match="way is 'fast'"):
        konig.array.multiply([[1]], [[1]], way='fast')


def test_sort_rows():
    matrix = numbers('int16', (60, 4))
    for column in range(4):
        order = np.argsort(matrix[:, column], kind='stable')
        same(konig.array.sort_rows(matrix, column), matrix[order])
    down = konig.array.sort_rows(matrix, 1, descending=True)
    same(down[:, 1], np.sort(matrix[:, 1])[::-1])
    same(konig.array.sort_rows(np.array([[True], [False]]), 0), np.array([[False], [True]]))
    with pytest.raises(ValueError, match='column is 4'):
        konig.array.sort_rows(matrix, 4)


def test_read_and_draw(tmp_path):
    text = tmp_path / 'table.csv'
    text.write_text('name,price,count\na,1.5,3\nb,2.5,4\n')
    same(konig.array.read(text, column='price'), np.array([1.5, 2.5]))
    same(konig.array.read(text, column=2), np.array([3, 4]))
    with pytest.raises(ValueError, match='weight'):
        konig.array.read(text, column='weight')
    saved = tmp_path / 'saved.npy'
    values = numbers('int8', (3, 4))
    np.save(saved, values)
    same(konig.array.read(saved), values)
    picture = tmp_path / 'picture.png'
    try:
        konig.array.picture(values, picture)
    except konig.Unsupported as error:  # built without libpng
        pytest.skip(str(error))
    assert picture.read_bytes().startswith(b'\x89PNG')


def test_self_organising_maps():
    random = np.random.default_rng(3)
    data = np.concatenate((random.normal(0, 0.1, (30, 2)), random.normal(9, 0.1, (30, 2))))
    nodes = konig.array.som(data, 4, 3, seed=2)
    assert nodes.shape == (3, 4, 2)
    for metric, distance in ('euclidean', lambda d: np.sqrt((d**2).sum(-1))), (
            'taxicab', lambda d: np.abs(d).sum(-1)):
        far = distance(data[:, np.newaxis] - nodes.reshape(1, 12, 2))
        got = konig.array.som_match(nodes, data, metric=metric)
        assert got.units.tolist() == far.argmin(1).tolist()
        assert got.error == pytest.approx(far.min(1).mean())
        across = distance(nodes[:, 1:] - nodes[:, :-1])
        down = distance(nodes[1:] - nodes[:-1])
        total, count = np.zeros((3, 4)), np.zeros((3, 4))
        for part, length in ((np.s_[:, 1:], across), (np.s_[:, :-1], across), (np.s_[1:], down),
                             (np.s_[:-1], down)):
            total[part] += length
            count[part] += 1
        assert konig.array.som_distances(nodes, metric=metric) == pytest.approx(total / count)
    assert len(set(got.units[:30])) + len(set(got.units[30:])) == len(set(got.units))
    begin = konig.array.som(data, 4, 3, seed=2, epochs=0)
    assert (begin != nodes).any() and (begin != konig.array.som(data, 4, 3, epochs=0, seed=3)).any()
    for error, said, call in (
            (ValueError, 'width is 0', lambda: konig.array.som(data, 0)),
            (ValueError, 'metric', lambda: konig.array.som(data, metric='far')),
            (TypeError, 'data is an array of complex', lambda: konig.array.som([[1j]])),
            (ValueError, 'not finite', lambda: konig.array.som([[np.nan]])),
            (ValueError, 'data of 1', lambda: konig.array.som_match(nodes, [[1.0]]))):
        with pytest.raises(error, match=said):
            call()


# ---- tours, permutations, sequences ---------------------------------------------------------------


def length_of(order, distances, closed=True):
    steps = list(zip(order, order[1:])) + ([(order[-1], order[0])] if closed else [])
    return sum(distances[a][b] for a, b in steps)


@pytest.mark.parametrize('dtype', [np.int64, np.uint8, np.float64, bool])
def test_tours(dtype):
    random = np.random.default_rng(1)
    distances = random.integers(0, 60, (7, 7)).astype(dtype)
    table = distances.astype(float if dtype == np.float64 else int).tolist()
    best = min(length_of((0, *rest), table) for rest in itertools.permutations(range(1, 7)))
    for method in 'held-karp', 'brute-force':
        found = konig.array.tour(distances, method=method)
        assert found.cost == best == length_of(found.order.tolist(), table)
        assert sorted(found.order) == list(range(7)) and found.order[0] == 0
    walk = konig.array.tour(distances, open=True, start=2, end=5)
    assert (walk.order[0], walk.order[-1]) == (2, 5)
    assert walk.cost == min(length_of((2, *rest, 5), table, False)
                            for rest in itertools.permutations([0, 1, 3, 4, 6]))
    good = konig.array.good_tour(distances)
    assert good.bound <= best <= good.cost == length_of(good.order.tolist(), table)


def test_tours_of_coordinates():
    places = np.random.default_rng(2).uniform(0, 90, (200, 2))
    good = konig.array.good_tour(places, rule='plane', seed=1)
    distances = np.hypot(*(places[:, np.newaxis] - places).transpose(2, 0, 1))
    assert good.cost == pytest.approx(length_of(good.order, distances))
    assert good.bound <= good.cost < 1.2 * good.bound
    few = konig.array.tour(places[:9], rule='plane')
    assert few.cost == pytest.approx(konig.array.tour(distances[:9, :9].copy()).cost)
    rounded = konig.array.tour(places[:9], rule='euc_2d')
    assert isinstance(rounded.cost, int)
    assert rounded.cost == konig.array.tour((distances[:9, :9] + 0.5).astype(int)).cost
    table = konig.array.read_distances('data/tsp/burma14.tsp')
    assert table.shape == (14, 14) and konig.array.tour(table).cost == 3323
    for error, said, call in (
            (ValueError, 'as many columns as rows', lambda: konig.array.tour([[1, 2]])),
            (ValueError, 'rule', lambda: konig.array.tour(places, rule='flat')),
            (ValueError, r'expected \(any, 2\)', lambda: konig.array.tour([[1]], rule='plane')),
            (ValueError, 'start is 9', lambda: konig.array.tour(places[:9], rule='plane', start=9)),
            (ValueError, 'closed tour', lambda: konig.array.tour(places[:9], rule='plane', end=3)),
            (ValueError, 'at most 2', lambda: konig.array.tour(np.full((2, 2), 2**63, np.uint64))),
            (konig.LimitReached, '48 at most', lambda: konig.array.tour(places, rule='plane'))):
        with pytest.raises(error, match=said):
            call()


def test_permutations():
    for n in range(6):
        every = list(itertools.permutations(range(n)))
        same(konig.array.permutations(n), np.array(every, np.uint32).reshape(len(every), n))
    some = konig.array.permutations(20, math.factorial(20) - 2)
    assert some.tolist()[1] == list(range(20))[::-1] and len(some) == 2
    assert konig.array.permutation_number(some[0]) == math.factorial(20) - 2
    for number in 0, 7, 119:
        assert konig.array.permutation_number(
            konig.array.permutations(5, number, 1)[0]) == number
    for said, call in (('n is 21', lambda: konig.array.permutations(21)),
                       ('count is 7', lambda: konig.array.permutations(3, 0, 7)),
                       ('start is 7', lambda: konig.array.permutations(3, 7)),
                       ('0 again', lambda: konig.array.permutation_number([0, 0]))):
        with pytest.raises(ValueError, match=said):
            call()


def test_sequences():
    term = '31'
    for rounds in range(9):
        assert konig.array.look_and_say('31', rounds) == term
        assert konig.array.look_and_say_length('31', rounds) == len(term)
        term = ''.join(f'{len(list(run))}{digit}' for digit, run in itertools.groupby(term))
    assert konig.array.look_and_say('', 3) == ''
    with pytest.raises(ValueError, match='expected digits'):
        konig.array.look_and_say('1a')
    with pytest.raises(OverflowError, match='1000 rounds'):
        konig.array.look_and_say_length('1', 1000)
    masses = [57, 71, 113, 113, 128]
    pieces = [sum((masses + masses)[i:i + k]) for k in range(1, 5) for i in range(5)]
    for dtype in np.int64, np.uint8, np.uint64:
        got = konig.array.cyclospectrum(np.array(masses, dtype))
        assert got.tolist() == sorted([0, sum(masses), *pieces])
    with pytest.raises(ValueError, match=r'masses\[1\] is -1'):
        konig.array.cyclospectrum([1, -1])
