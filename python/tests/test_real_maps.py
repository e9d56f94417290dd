"""Maps whose weights are any numbers of at least 0, beside exact arithmetic."""
import decimal
import heapq
import pickle
from fractions import Fraction

import konig
import numpy as np
import pytest

decimal.getcontext().prec = 100
ROOT = decimal.Decimal(2).sqrt()


def least(weights, start):
    """The costs of the shortest paths from a cell with 4 moves, as fractions. start, and the keys of
    the result: row and column. weights: decimal numbers as text."""
    best, queue = {start: Fraction(0)}, [(Fraction(0), start)]
    while queue:
        cost, (y, x) = heapq.heappop(queue)
        for v, u in (y, x + 1), (y, x - 1), (y + 1, x), (y - 1, x):
            if 0 <= v < len(weights) and 0 <= u < len(weights[0]) and weights[v][u] != 'inf':
                further = cost + Fraction(weights[v][u])
                if (v, u) not in best or further < best[v, u]:
                    best[v, u] = further
                    heapq.heappush(queue, (further, (v, u)))
    return best


@pytest.mark.parametrize('digits, most', [(1, 30), (3, 10**4), (6, 10**9)])
def test_decimals(digits, most):
    random = np.random.default_rng(digits)
    for _ in range(20):
        weights = [['inf' if random.random() < .3 else
                    str(decimal.Decimal(int(random.integers(1, most))).scaleb(-digits))
                    for _ in range(9)] for _ in range(8)]
        weights[0][0], weights[0][1] = '70000', str(decimal.Decimal(1).scaleb(-digits))
        map = konig.grid.Map([[float(text) for text in row] for row in weights], moves=4)
        assert map.unit == (10, digits, False)
        best = least(weights, (0, 0))
        goals = list(best)
        search = map.find([[0, 0, x, y] for y, x in goals])
        assert search.costs.tolist() == [float(best[goal]) for goal in goals]


@pytest.mark.parametrize('dtype', [np.float32, np.float64])
def test_costs_are_rounded_correctly(dtype):
    random = np.random.default_rng(7)
    map = konig.grid.Map((random.random((40, 40)) * 10.0**random.integers(-3, 4, (40, 40))).astype(
        dtype))
    base, digits, _ = map.unit
    search = map.find([[x, y, 39, 20] for x in range(40) for y in range(0, 40, 7)])
    for answer in search.answers:
        exact = ((decimal.Decimal(int(answer['straight'])) +
                  ROOT * decimal.Decimal(int(answer['diagonal']))) / decimal.Decimal(base)**digits)
        assert answer['cost'] == float(exact)


def test_zeros_and_walls():
    weights = [[1.5, 0, 1.5]]
    assert konig.grid.Map(weights).find([0, 0, 2, 0]).statuses == ['no solution exists']
    free = konig.grid.Map(weights, zero_free=True)
    assert free.find([0, 0, 2, 0]).costs.tolist() == [1.5]
    assert free.weights.tolist() == weights
    assert konig.grid.Map([[0, 0]], zero_free=True).find([0, 0, 1, 0]).costs.tolist() == [0]
    assert konig.grid.Map([[1, 100000]]).find([0, 0, 1, 0]).costs.tolist() == [100000]
    assert konig.grid.Map([[1.0, 2.0]]).unit is None


def test_files(tmp_path):
    weights = np.array([[0.1, 0.2, 0], [0.5, np.inf, 1e6]], np.float32)
    np.save(tmp_path / 'm.npy', weights)
    np.savetxt(tmp_path / 'm.txt', weights, fmt='%g')
    for name in 'm.npy', 'm.txt':
        walled = konig.grid.Map.read(tmp_path / name)
        assert walled.unit == (10, 1, False)
        assert walled.weights.tolist() == [[0.1, 0.2, np.inf], [0.5, np.inf, 1e6]]
        free = konig.grid.Map.read(tmp_path / name, zero_free=True)
        assert free.find([0, 0, 2, 0]).costs.tolist() == [0.2]


def test_several_goals():
    random = np.random.default_rng(5)
    for weights in random.integers(1, 9, (12, 12)), random.random((12, 12)):
        map = konig.grid.Map(weights)
        goals = random.integers(0, 12, (4, 2))
        search = map.find([3, 3, 11, 11], goals=goals)
        each = map.find([[3, 3, x, y] for x, y in [(11, 11), *goals.tolist()]])
        assert search.costs[0] == each.costs.min()
        assert search.goals[0].tolist() == [[11, 11], *goals.tolist()][each.costs.argmin()]
    with pytest.raises(konig.Unsupported, match='several goals'):
        map.find([3, 3, 11, 11], goals=goals, search='ga-star')


@pytest.mark.parametrize('number', [-1.0, -0.5, np.nan, -np.inf])
def test_refused(number):
    with pytest.raises(ValueError, match=r'weights\[1, 0\] is .*: expected 0 or more, or inf for'):
        konig.grid.Map([[1.0, 1.0], [number, 1.0]])


def test_cells():
    map = konig.grid.Map([[1, 1, 1], [1, 1, 1]], cell=(3, 4))
    assert map.fields([0, 0]).costs.tolist() == [[[0, 3, 6], [4, 5, 8]]]
    again = pickle.loads(pickle.dumps(map))
    assert again.find([0, 0, 2, 1]).costs.tolist() == [8]
    with pytest.raises(konig.Unsupported, match='a width and a height'):
        map.index()
    for cell in (0, 1), (1, -2), (np.nan, 1):
        with pytest.raises(ValueError, match='two numbers above 0'):
            konig.grid.Map([[1]], cell=cell)
    with pytest.raises(ValueError, match='multiples of a power of 10'):
        konig.grid.Map([[1]], cell=(1, np.pi))


def test_what_real_maps_lack():
    map = konig.grid.Map([[0.5, 1]])
    for call in (map.index, lambda: map.find([0, 0, 1, 0], search='ga-star')):
        with pytest.raises(konig.Unsupported, match='whole numbers from 1 to 65535'):
            call()


def test_scikit_image():
    """A route and all costs, where a step costs the weight that it enters and where means."""
    graph = pytest.importorskip('skimage.graph')
    random = np.random.default_rng(3)
    weights = random.integers(1, 10**7, (60, 80)) / 10
    weights[random.random(weights.shape) < .2] = np.inf
    weights[0, 0] = weights[-1, -1] = 1.5
    known = np.where(np.isinf(weights), -1, weights)
    for kind, start, rules in (
            (graph.MCP, weights[0, 0], {'diagonal': '1'}),
            (graph.MCP_Geometric, 0, {'step': 'mean'}),
            (graph.MCP_Geometric, 0, {'step': 'mean', 'cell': (30, 12.5)})):
        width, height = rules.get('cell', (1, 1))
        costs = kind(known, fully_connected=True, sampling=(height, width)).find_costs([(0, 0)])[0]
        map = konig.grid.Map(weights, corners='allow', **rules)
        assert map.find([0, 0, 79, 59]).costs[0] + start == pytest.approx(costs[59, 79], rel=1e-12)
        fields = map.fields([0, 0]).costs[0] + start
        np.testing.assert_allclose(np.where(np.isinf(weights), np.inf, fields),
                                   np.where(np.isinf(weights), np.inf, costs), rtol=1e-12)
