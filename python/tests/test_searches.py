"""Maps, puzzles and arrays beside plain definitions."""
import heapq
import pickle
from fractions import Fraction

import konig
import numpy as np
import pytest

pytest.importorskip('hypothesis')
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra import numpy as hnp


def dijkstra(weights, start, goal):
    """The cost of a shortest path with 4 moves."""
    best, queue = {start: 0}, [(0, start)]
    while queue:
        cost, (x, y) = heapq.heappop(queue)
        if (x, y) == goal:
            return cost
        for u, v in (x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1):
            if 0 <= v < weights.shape[0] and 0 <= u < weights.shape[1] and weights[v, u]:
                further = cost + int(weights[v, u])
                if further < best.get((u, v), np.inf):
                    best[u, v] = further
                    heapq.heappush(queue, (further, (u, v)))
    return np.inf


@settings(deadline=None, max_examples=50)
@given(hnp.arrays(np.uint16, st.tuples(st.integers(1, 8), st.integers(1, 8)),
                  elements=st.integers(0, 4)), st.data())
def test_paths(weights, data):
    weights.flat[0] = 1
    free = [(int(x), int(y)) for y, x in np.argwhere(weights)]
    ends = data.draw(st.lists(st.tuples(st.sampled_from(free), st.sampled_from(free)), max_size=6))
    search = konig.grid.Map(weights, moves=4).find(
        np.array([[*a, *b] for a, b in ends], np.uint32).reshape(-1, 4))
    offsets, cells = search.paths()
    assert len(search) == len(ends) and offsets[-1] == len(cells)
    for i, (start, goal) in enumerate(ends):
        expected = dijkstra(weights, start, goal)
        path = cells[offsets[i]:offsets[i + 1]]
        assert search.costs[i] == expected and search.found[i] == (expected < np.inf)
        assert (path == search.path(i)).all()
        if search.found[i]:
            assert (path[0] == start).all() and (path[-1] == goal).all()
            assert (abs(np.diff(path.astype(int), axis=0)).sum(axis=1) == 1).all()
            assert weights[path[1:, 1], path[1:, 0]].sum() == expected
        else:
            assert search.statuses[i] == 'no solution exists'


def test_fields():
    weights = np.random.default_rng(3).integers(0, 5, (20, 30))
    cells = [(0, 0), (29, 19), (0, 19), (0, 0)]
    for x, y in cells:
        weights[y, x] = 1
    map = konig.grid.Map(weights, moves=4)
    apart, back = map.fields(cells, flow=True), map.fields(cells, towards=True)
    together = map.fields(cells, together=True)
    assert len(apart) == apart.costs.shape[0] == 4 and len(together) == 1
    for y, x in np.argwhere(weights)[::7]:
        for i, cell in enumerate(cells):
            assert apart.costs[i, y, x] == dijkstra(weights, cell, (x, y))
            assert back.costs[i, y, x] == dijkstra(weights, (x, y), cell)
    assert (apart.costs.min(axis=0) == together.costs[0]).all()
    reached = np.isfinite(together.costs[0])
    assert (together.nearest[reached] == apart.costs.argmin(axis=0)[reached]).all()
    assert (together.nearest[~reached] == -1).all()
    dx, dy = [0, -1, 0, 1, -1, 1, -1, 0, 1], [0, -1, -1, -1, 0, 0, 1, 1, 1]
    for y, x in np.argwhere(apart.flow[1]):
        move = apart.flow[1, y, x]
        before = apart.costs[1, y + dy[move], x + dx[move]]
        assert before + weights[y, x] == apart.costs[1, y, x]
    assert ((apart.flow[1] > 0) == (np.isfinite(apart.costs[1]) & (apart.costs[1] > 0))).all()
    assert (konig.grid.Map.read('data/maze.txt').fields().costs[0, 1, :3] == [np.inf, 0, 1]).all()


def test_fields_outlive_their_map():
    costs = konig.grid.Map(np.ones((40, 40), int)).fields([0, 0]).costs
    konig.grid.Map(np.ones((40, 40), int)).fields([39, 39])
    assert costs[0].diagonal().tolist() == pytest.approx([2**0.5 * i for i in range(40)])


def test_picture_of_a_field(tmp_path):
    fields = konig.grid.Map([[1, 2, 1]]).fields([[0, 0], [2, 0]], together=True, flow=True)
    for layer in 'costs', 'nearest', 'flow':
        try:
            fields.picture(tmp_path / 'field.png', 0, layer)
        except konig.Error as error:
            assert 'libpng' in str(error)
            return
        assert (tmp_path / 'field.png').read_bytes().startswith(b'\x89PNG')


def test_map():
    map = konig.grid.Map(np.array([[True, True], [False, True]]), corners='allow')
    search = map.find([[0, 0, 1, 1]], explored=True, canonical=True)
    assert search.costs[0] == pytest.approx(2**0.5)
    assert search.explored(0)[0, 0] and not search.explored(0)[1, 0]
    with pytest.raises(ValueError, match='wall'):
        map.find([0, 0, 0, 1])
    assert map.find([0, 0, 0, 1], walls=True).found.tolist() == [False]
    with pytest.raises(ValueError, match='start and goal'):
        map.find()
    maze = konig.grid.Map.read('data/maze.txt')
    assert maze.find().found.all() and maze.given[0] is not None


@pytest.mark.parametrize('dtype', [bool, np.int8, np.uint16, np.int64, np.float16, np.float32, float])
def test_map_of_any_numbers(dtype):
    map = konig.grid.Map(np.ones((3, 4), dtype), moves=4)
    assert map.find([0, 0, 3, 2]).costs.tolist() == [5]
    walled = np.ones((3, 4), dtype)
    walled[1, 1] = 0
    assert konig.grid.Map(walled).weights.tolist() == walled.astype(int).tolist()


def test_map_of_floats():
    assert konig.grid.Map([[1.0, np.inf, 65535.0]]).weights.tolist() == [[1, 0, 65535]]


def test_maps_of_files(tmp_path):
    cells = np.array([[1, 0, 1], [1, 1, 700]])
    np.save(tmp_path / 'cells.npy', cells)
    np.savetxt(tmp_path / 'cells.csv', cells, fmt='%d', delimiter=',')
    for name in 'cells.npy', 'cells.csv':
        map = konig.grid.Map.read(tmp_path / name)
        assert map.weights.tolist() == cells.tolist()
        assert pickle.loads(pickle.dumps(map)).weights.tolist() == cells.tolist()
    np.save(tmp_path / 'free.npy', cells > 0)
    for invert in False, True:
        map = konig.grid.Map.read(tmp_path / 'free.npy', invert=invert)
        assert map.weights.tolist() == ((cells > 0) != invert).astype(int).tolist()
    (tmp_path / 'map.pgm').write_bytes(b'P5 3 1 255\n' + bytes([10, 100, 200]))
    assert konig.grid.Map.read(tmp_path / 'map.pgm').weights.tolist() == [[0, 0, 1]]
    assert konig.grid.Map.read(tmp_path / 'map.pgm', threshold=100).weights.tolist() == [[0, 1, 1]]
    (tmp_path / 'map.txt').write_text('x.o\n')
    assert konig.grid.Map.read(tmp_path / 'map.txt', wall='x', free='o').weights.tolist() == [[0, 1, 1]]
    with pytest.raises(ValueError, match='both a wall and a free cell'):
        konig.grid.Map.read(tmp_path / 'map.txt', wall='x', free='x')


@pytest.mark.parametrize('rules', [{}, {'diagonal': '1'}, {'corners': 'allow'}])
def test_index_finds_what_the_search_of_maps_finds(rules, tmp_path):
    random = np.random.default_rng(8)
    map = konig.grid.Map(random.integers(0, 5, (30, 40)) > 0, **rules)
    free = np.argwhere(map.weights)[:, ::-1]
    queries = np.hstack((free[random.integers(0, len(free), 99)],
                         free[random.integers(0, len(free), 99)]))
    expected, index = map.find(queries), map.index()
    search = index.find(queries)
    assert search.costs.tolist() == expected.costs.tolist()
    assert np.allclose(index.costs(queries), expected.costs)
    assert index.steps(queries).shape == (99, 2)
    for i in np.flatnonzero(expected.found):
        path, corners = search.path(int(i)).tolist(), index.corners(queries[i]).tolist()
        assert path[0] == corners[0] and path[-1] == corners[-1]
        assert all(corner in path for corner in corners)
    index.write(tmp_path / 'map.kgi')
    again = map.read_index(tmp_path / 'map.kgi')
    assert again.nbytes == index.nbytes and (again.steps(queries) == index.steps(queries)).all()
    with pytest.raises(konig.FormatError, match='another map'):
        konig.grid.Map(map.weights.T).read_index(tmp_path / 'map.kgi')


def test_index_refuses():
    map = konig.grid.Map([[1, 1, 0, 1]])
    index = map.index()
    with pytest.raises(konig.NoSolution):
        index.corners([0, 0, 3, 0])
    assert index.costs([[0, 0, 3, 0], [0, 0, 1, 0]]).tolist() == [np.inf, 1]
    for call, why in ((lambda: index.steps([0, 0, 4, 0]), 'not on the map'),
                      (lambda: index.corners([[0, 0, 1, 0]] * 2), '2 rows'),
                      (lambda: index.find([0, 0, 2, 0]), 'wall')):
        with pytest.raises(ValueError, match=why):
            call()
    with pytest.raises(konig.Unsupported, match='8 moves'):
        konig.grid.Map([[1]], moves=4).index()
    with pytest.raises(MemoryError):
        map.index(most_bytes=1)


@pytest.mark.parametrize('rules', [{}, {'moves': 4}, {'diagonal': '1'}, {'corners': 'allow'},
                                   {'corners': 'one'}])
def test_ga_star_finds_what_the_search_of_maps_finds(rules):
    weights = np.random.default_rng(7).integers(0, 5, (30, 40))
    weights[0, 0] = weights[29, 39] = weights[29, 0] = 1
    map = konig.grid.Map(weights, **rules)
    queries = [[0, 0, 39, 29], [0, 29, 39, 29], [39, 29, 0, 0], [0, 0, 0, 0]]
    expected = map.find(queries, canonical=True)
    search = map.find(queries, canonical=True, search='ga-star', queues=3)
    assert search.costs.tolist() == expected.costs.tolist() == expected.bounds.tolist()
    for ours, theirs in zip(search.paths(), expected.paths()):
        assert ours.tolist() == theirs.tolist()
    some = map.find(queries, search='ga-star', weight=3)
    assert (some.bounds <= expected.costs).all() and (expected.costs <= some.costs).all()
    assert ((some.costs <= 3.001 * some.bounds) | (some.costs == some.bounds)).all()


def test_ga_star_refuses_what_does_not_go_together():
    map, boards = konig.grid.Map([[1, 1]]), ([[1, 0], [2, 3]], [[0, 1], [2, 3]])
    for call in (lambda **how: map.find([0, 0, 1, 0], **how),
                 lambda **how: konig.tiles.solve(*boards, **how)):
        for how, why in (({'weight': 2}, "for search='ga-star'"), ({'queues': 2}, 'weight and queues'),
                         ({'search': 'ga'}, "search is 'ga'"),
                         ({'search': 'ga-star', 'weight': 0.5}, 'expected 1 to 1000'),
                         ({'search': 'ga-star', 'queues': 65537}, 'queues is 65537'),
                         ({'search': 'ga-star', 'weight': 2, 'canonical': True}, 'one of the cheapest')):
            with pytest.raises(ValueError, match=why):
                call(**how)
    with pytest.raises(ValueError, match='explored'):
        map.find([0, 0, 1, 0], search='ga-star', explored=True)
    with pytest.raises(ValueError, match='"manhattan" alone'):
        konig.tiles.solve(*boards, search='ga-star', heuristic='linear conflict')


def test_path_outlives_its_search():
    path = konig.grid.Map(np.ones((50, 50), int)).find([0, 0, 49, 49]).path(0)
    konig.grid.Map(np.ones((50, 50), int)).find([0, 0, 49, 0])
    assert path.tolist() == [[i, i] for i in range(50)]


def test_nearest():
    map = konig.grid.Map([[1, 1, 0, 1], [1, 1, 0, 1]])
    search = map.find([[0, 0, 3, 1], [0, 0, 2, 0], [0, 0, 1, 1]], nearest=True)
    assert search.found.all() and search.goals.tolist() == [[1, 1], [1, 0], [1, 1]]
    assert search.path(0).tolist()[-1] == [1, 1]


def test_one_free_side():
    cells = [[1, 0], [1, 1]]
    assert konig.grid.Map(cells, corners='one').find([0, 0, 1, 1]).costs[0] == pytest.approx(2**0.5)
    assert konig.grid.Map([[1, 0], [0, 1]], corners='one').find([0, 0, 1, 1]).costs[0] == np.inf


def test_picture(tmp_path):
    search = konig.grid.Map([[1, 1, 1]]).find([0, 0, 2, 0])
    search.picture(tmp_path / 'map.svg', 0)
    assert '<polyline' in (tmp_path / 'map.svg').read_text()
    try:
        search.picture(tmp_path / 'map.png', 0)
    except konig.Unsupported as missing:
        pytest.skip(str(missing))
    assert (tmp_path / 'map.png').read_bytes().startswith(b'\x89PNG')


def test_puzzles():
    start, target = konig.tiles.read('data/eight.txt')[0]
    solution = konig.tiles.solve(start, target)
    assert len(solution) == len(solution.moves) == len(solution.letters) == 31
    assert (konig.tiles.slide(start, solution.letters) == target).all()
    assert (konig.tiles.slide(start, solution.moves) == target).all()
    again = konig.tiles.solve(start, target, search='ga-star', canonical=True)
    assert again.letters == konig.tiles.solve(start, target, canonical=True).letters
    assert again.bound == solution.bound == 31
    with pytest.raises(konig.NoSolution):
        konig.tiles.solve([[1, 2], [3, 0]], [[2, 1], [3, 0]])
    with pytest.raises(konig.NoSolution):
        konig.tiles.solve([[1, 2], [3, 0]], [[2, 1], [3, 0]], search='ga-star')
    with pytest.raises(konig.LimitReached):
        konig.tiles.solve(start, target, max_states=10)


def test_patterns(tmp_path):
    """Pattern databases: the lengths and canonical solutions of the other heuristics."""
    start, target = konig.tiles.read('data/eight.txt')[0]
    expected = konig.tiles.solve(start, target, canonical=True).letters
    for partition in None, [[1, 2, 3], [4, 5], [6, 7, 8]]:
        for _ in range(2):
            patterns = konig.tiles.Patterns(target, partition, folder=tmp_path)
            assert konig.tiles.solve(
                start, target, patterns=patterns, canonical=True).letters == expected
            assert konig.tiles.solve(start, patterns=pickle.loads(pickle.dumps(patterns)),
                                     canonical=True).letters == expected
    assert len(list(tmp_path.iterdir())) == 4
    with pytest.raises(ValueError, match='another target'):
        konig.tiles.solve(target, start, patterns=patterns)
    assert konig.tiles.solve(
        start, target, heuristic='pattern', canonical=True).letters == expected
    with pytest.raises(ValueError, match='and there are patterns'):
        konig.tiles.solve(start, target, patterns=patterns, heuristic='manhattan')
    with pytest.raises(ValueError, match='a tile is missing'):
        konig.tiles.Patterns(target, [[1, 2]])
    hard = np.reshape([15, 14, 8, 12, 10, 11, 9, 13, 2, 6, 5, 1, 3, 7, 4, 0], (4, 4))
    patterns = konig.tiles.Patterns(
        np.arange(16).reshape(4, 4), [[1, 4, 5], [2, 3, 6, 7], [8, 9, 12, 13], [10, 11, 14, 15]])
    with pytest.raises(konig.LimitReached):
        konig.tiles.solve(hard, patterns=patterns, max_states=100)


def test_checkpoints(tmp_path):
    """Searches that are stopped and go on."""
    start, target = konig.tiles.read('data/eight.txt')[0]
    patterns = konig.tiles.Patterns(target, [[1, 2], [3, 4], [5, 6], [7, 8]])
    how = {'patterns': patterns, 'canonical': True}
    expected = konig.tiles.solve(start, **how)
    for count in 100, 3000:
        with pytest.raises(konig.LimitReached):
            konig.tiles.solve(start, **how, checkpoint=tmp_path / 'one', max_states=count)
    for _ in range(2):
        again = konig.tiles.solve(start, **how, checkpoint=tmp_path / 'one')
        assert (again.letters, again.states) == (expected.letters, expected.states)
    with pytest.raises(konig.FormatError, match='canonical'):
        konig.tiles.solve(start, patterns=patterns, checkpoint=tmp_path / 'one')
    with pytest.raises(konig.FormatError, match='other puzzles'):
        konig.tiles.solve(target, **how, checkpoint=tmp_path / 'one')
    with pytest.raises(ValueError, match='heuristic "pattern"'):
        konig.tiles.solve(start, target, heuristic='manhattan', checkpoint=tmp_path / 'one')
    with pytest.raises(konig.FileError):
        konig.tiles.solve(start, target, checkpoint=tmp_path / 'none' / 'one')
    starts = [konig.tiles.slide(start, expected.letters[:n]) for n in (20, 10, 0)]
    with pytest.raises(konig.LimitReached):
        konig.tiles.solve_all(starts, **how, checkpoint=tmp_path / 'all', max_states=1000)
    for _ in range(2):
        answers = konig.tiles.solve_all(starts, **how, checkpoint=tmp_path / 'all')
        assert [len(answer) for answer in answers] == [11, 21, 31]
        assert answers[-1].states == expected.states
    assert len(list(tmp_path.iterdir())) == 2


def test_interrupted(tmp_path):
    """An exception of the progress function stops a search, which keeps its position."""
    class Enough(Exception):
        pass

    def stop(what, done, total):
        nonlocal stops
        if done and stops < 2:
            stops += 1
            raise Enough

    stops = 2
    hard = np.reshape([14, 13, 15, 7, 11, 12, 9, 5, 6, 0, 2, 1, 4, 8, 10, 3], (4, 4))
    context = konig.Context(device='cpu', threads=2, progress=stop)
    patterns = konig.tiles.Patterns(
        np.arange(16).reshape(4, 4),
        [[1, 2, 5, 6, 9], [3, 4, 7, 8, 11], [10, 12, 13, 14, 15]], context=context)
    stops = 0
    while True:
        try:
            answer = konig.tiles.solve(hard, patterns=patterns, checkpoint=tmp_path / 'run',
                                       canonical=True, context=context)
            break
        except Enough:
            pass
    assert stops == 2
    assert (len(answer), answer.states) == (57, 2867104)


def test_many_puzzles():
    start, target = konig.tiles.read('data/eight.txt')[0]
    starts = [konig.tiles.slide(start, 'RUULLDDR'[:n]) for n in range(9)] + [start[[1, 0, 2]]]
    for how in ({}, {'heuristic': 'manhattan'}, {'patterns': konig.tiles.Patterns(target)}):
        answers = konig.tiles.solve_all(starts, target, canonical=True, **how)
        for board, answer in zip(starts[:-1], answers):
            assert answer.letters == konig.tiles.solve(board, target, canonical=True).letters
        assert answers[-1] is None and len(answers) == 10
    assert konig.tiles.solve_all(np.empty((0, 3, 3), int)) == []
    with pytest.raises(konig.LimitReached):
        konig.tiles.solve_all(starts, target, max_states=10)
    with pytest.raises(ValueError, match='pattern'):
        konig.tiles.solve_all(starts, target, patterns=how['patterns'], heuristic='manhattan')
    with pytest.raises(ValueError, match='starts'):
        konig.tiles.solve_all(start, target)


@settings(deadline=None)
@given(st.permutations(range(4)))
def test_a_target_that_can_be_reached(tiles):
    board = np.array(tiles).reshape(2, 2)
    end = konig.tiles.slide(board, konig.tiles.solve(board).moves).ravel().tolist()
    assert end in ([0, 1, 2, 3], [1, 2, 3, 0])


numbers = st.sampled_from([np.bool_, np.int8, np.int16, np.int32, np.int64, np.uint8, np.uint16, np.uint32,
                           np.uint64, np.float32, np.float64]).flatmap(
    lambda dtype: hnp.arrays(dtype, st.integers(0, 60), elements={
        'allow_nan': False, 'min_value': 0 if dtype().dtype.kind == 'u' else -99, 'max_value': 99}))


@settings(deadline=None)
@given(numbers)
def test_arrays_beside_numpy(values):
    values = values + values.dtype.type(0)  # no -0.0, which NumPy takes for 0.0
    expected = np.sort(values)
    for order in expected, expected[::-1]:
        got = konig.array.sort(values, descending=order is not expected)
        assert got.dtype == values.dtype and (got == order).all()
    assert (konig.array.argsort(values) == np.argsort(values, kind='stable')).all()
    wanted, ranks, times = np.unique(values, return_inverse=True, return_counts=True)
    got = konig.array.distinct(values, times=True, ranks=True)
    assert got.values.dtype == values.dtype
    assert (got.values == wanted).all() and (got.times == times).all()
    assert (got.ranks == ranks).all()
    top = konig.array.top_k(values, 5)
    assert (top.values == expected[::-1][:5]).all() and (values[top.positions] == top.values).all()
    runs = konig.array.run_lengths(values)
    assert (np.repeat(runs.values, runs.lengths.astype(int)) == values).all()
    assert (np.diff(runs.values) != 0).all()
    assert (konig.array.scan(values, 'max') == np.maximum.accumulate(values)).all()
    exact = np.cumsum(values, dtype=np.float64)
    assert konig.array.scan(values) == pytest.approx(exact, abs=1e-3)
    counts, edges = np.histogram(values.astype(float), 7, (-99, 99))
    got = konig.array.histogram(values, 7, -99, 99)
    assert got.times.sum() == values.size and got.outside == 0 and len(got.edges) == 8
    if values.size:
        assert konig.array.argmin(values) == values.argmin()
        assert konig.array.argmax(values) == values.argmax()
        if values.dtype != bool:
            assert konig.array.quantiles(values, [0.5])[0] == pytest.approx(
                np.median(values.astype(float)))


def test_narrow_integers_and_booleans():
    values = np.array([255, 255, 1], np.uint8)
    assert konig.array.scan(values).tolist() == [255, 510, 511]
    assert konig.array.scan(values).dtype == np.uint64 and konig.array.sum(values) == 511
    assert konig.array.scan(np.array([-128, -128], np.int8)).tolist() == [-128, -256]
    assert konig.array.scan(values, 'min', 'exclusive').tolist() == [255, 255, 255]
    mask = np.array([True, False, True, True])
    assert konig.array.sum(mask[::-1]) == 3 and konig.array.argmin(mask) == 1
    assert konig.array.sort(mask).tolist() == [False, True, True, True]
    assert konig.array.run_lengths(mask).values.dtype == bool
    assert konig.array.scan(mask).tolist() == [1, 1, 2, 3]
    assert konig.array.variance(mask, population=True) == mask.var()
    assert konig.array.sum(np.array([-2, 5], '>i2')) == 3


def test_overflow():
    with pytest.raises(OverflowError):
        konig.array.scan(np.array([2**32 - 1, 1], np.uint32))
    assert konig.array.sum(np.array([2**32 - 1, 1], np.uint32)) == 2**32
    most = np.array([2**63 - 1, 1])
    assert konig.array.scan(most, kind='exclusive').tolist() == [0, 2**63 - 1]


def test_quantiles_that_no_float_holds():
    values = [2**53 + 1, 2**53 + 2, 5]
    assert konig.array.exact_quantiles(values, [0, 0.5, 0.75]) == [
        5, 2**53 + 1, Fraction(2**54 + 3, 2)]
    assert konig.array.quantiles(values, [0.5])[0] == float(2**53 + 1)
