"""Arrays that cannot be used are refused by the name of the argument."""
import konig
import numpy as np
import pytest

pytest.importorskip('scipy')
import scipy.sparse

EDGE = konig.generate.complete(2).row.dtype  # uint32, or uint64 in a build with 64-bit edge ids
ROW = np.array([0, 1, 2], EDGE)
COL = np.array([1, 0], np.uint32)
ROW.flags.writeable = COL.flags.writeable = False
from_csr = konig.Graph.from_csr


@pytest.mark.parametrize('name, error, arguments, options', [
    ('row', TypeError, (ROW.astype(float), COL), {}),
    ('row', TypeError, (['a', 'b', 'c'], COL), {}),
    ('row', ValueError, ([], COL), {}),
    ('row', ValueError, ([[0, 1, 2]], COL), {}),
    ('row', ValueError, ([0, 2, 1], [1]), {}),
    ('row', ValueError, ([1, 1, 2], COL), {}),
    ('row', ValueError, ([0, -1, 2], COL), {}),
    ('row', ValueError, (np.array([0, 1, 2**32]), COL), {}),
    ('col', TypeError, (ROW, COL.astype(complex)), {}),
    ('col', TypeError, (ROW, np.array([True, False])), {}),
    ('col', ValueError, (ROW, [1]), {}),
    (r'col\[1\] is 2', ValueError, (ROW, np.array([0, 2], np.uint32)), {}),
    (r'col\[0\] is -1', ValueError, (ROW, np.array([-1, 0], np.int32)), {}),
    (r'col\[0\] is -1', ValueError, (ROW, np.array([-1, 0], np.int64)), {}),
    ('col.*not contiguous', ValueError, (ROW, np.zeros(4, np.uint32)[::2]), {'copy': False}),
    ('col.*byte order', ValueError, (ROW, COL.astype('>u4')), {'copy': False}),
    ('col.*int64', ValueError, (ROW, COL.astype(np.int64)), {'copy': False}),
    ('values', TypeError, (ROW, COL, [1j, 2]), {}),
    ('values', ValueError, (ROW, COL, [1.0]), {}),
    ('values.*float32', ValueError, (ROW, COL, np.ones(2, np.float32)), {'copy': False}),
])
def test_from_csr(name, error, arguments, options):
    with pytest.raises(error, match=name):
        from_csr(*arguments, **options)


def torus():
    return konig.generate.torus(3, 3)


@pytest.mark.parametrize('name, error, call', [
    ('source', ValueError, lambda: konig.Graph.from_edges([[0, 1, 2]])),
    ('target', ValueError, lambda: konig.Graph.from_edges([0, 1], [1])),
    (r'target\[1\] is 5', ValueError, lambda: konig.Graph.from_edges([0, 1], [1, 5], n=3)),
    (r'source\[0, 1\] is 5', ValueError, lambda: konig.Graph.from_edges([[0, 5]], n=3)),
    ('source', ValueError, lambda: konig.Graph.from_edges([-1], [0])),
    ('source', TypeError, lambda: konig.Graph.from_edges([0.5], [0])),
    ('n is', TypeError, lambda: konig.Graph.from_edges([0], [0], n='3')),
    ('kind', ValueError, lambda: konig.Graph.from_edges([0], [0], kind='mixed')),
    ('matrix', TypeError, lambda: konig.Graph.from_scipy(np.eye(2))),
    ('matrix', ValueError, lambda: konig.Graph.from_scipy(scipy.sparse.csr_array((2, 3)))),
    ('symmetric', ValueError, lambda: konig.Graph.from_scipy(
        scipy.sparse.csr_array([[0, 1], [0, 0]]), kind='undirected')),
    ('device', ValueError, lambda: konig.Context(device='abacus')),
    ('device', TypeError, lambda: konig.Context(device=1)),
    ('threads', ValueError, lambda: konig.Context(threads=5000)),
    ('values', TypeError, lambda: konig.array.sort(['a'])),
    ('values', TypeError, lambda: konig.array.quantiles([True], [0.5])),
    ('values', ValueError, lambda: konig.array.top_k([[1, 2]], 1)),
    ('values', ValueError, lambda: konig.array.sort(1)),
    ('bins', ValueError, lambda: konig.array.histogram([1], 0, 0, 1)),
    ('high is', TypeError, lambda: konig.array.histogram([1], 1, 0, '1')),
    ('k is', ValueError, lambda: konig.array.top_k([1], -1)),
    ('op', ValueError, lambda: konig.array.scan([1], 'product')),
    ('weights', ValueError, lambda: konig.grid.Map([[1, -1]])),
    ('weights', ValueError, lambda: konig.grid.Map([[1.5, -0.5]])),
    ('weights', ValueError, lambda: konig.grid.Map([[1.5, float('nan')]])),
    ('weights', ValueError, lambda: konig.grid.Map([1, 2])),
    ('moves', ValueError, lambda: konig.grid.Map([[1]], moves=6)),
    ('queries', ValueError, lambda: konig.grid.Map([[1]]).find([0, 0, 1])),
    ('queries', ValueError, lambda: konig.grid.Map([[1]]).find([0, 0, -1, 0])),
    ('queries has a mask', ValueError, lambda: konig.grid.Map([[1, 1]]).find(
        np.ma.array([[0, 0, 1, 0]], mask=[[False, False, True, False]]))),
    ('seconds is', TypeError, lambda: konig.grid.Map([[1]]).find([0, 0, 0, 0], seconds='9')),
    ('sources', ValueError, lambda: konig.grid.Map([[1]]).fields([0, 0, 1])),
    ('sources', ValueError, lambda: konig.grid.Map([[1]]).fields([0, -1])),
    ('sources', ValueError, lambda: konig.grid.Map([[1]]).fields([])),
    ('gives no start', ValueError, lambda: konig.grid.Map([[1]]).fields()),
    ('is a wall', ValueError, lambda: konig.grid.Map([[1, 0]]).fields([1, 0])),
    ('layer', ValueError, lambda: konig.grid.Map([[1]]).fields([0, 0]).picture('a', 0, 'x')),
    ('no flow', ValueError, lambda: konig.grid.Map([[1]]).fields([0, 0]).flow),
    ('no nearest', ValueError, lambda: konig.grid.Map([[1]]).fields([0, 0]).nearest),
    ('start', ValueError, lambda: konig.tiles.solve([[1, 2], [3, 3]])),
    ('start', ValueError, lambda: konig.tiles.solve(np.arange(30).reshape(5, 6))),
    ('target', ValueError, lambda: konig.tiles.solve([[1, 2], [3, 0]], [[1, 2, 3, 0]])),
    ('moves', ValueError, lambda: konig.tiles.slide([[1, 2], [3, 0]], 'D')),
    ('max_degree', ValueError, lambda: konig.generate.random(10, -1)),
    ('source has a mask', ValueError, lambda: konig.Graph.from_edges(
        np.ma.array([[0, 1]], mask=[[False, True]]))),
    (r'sources\[1\] is 9: expected 0 to 8', ValueError, lambda: torus().distances([0, 9])),
    (r'sources\[0\] is -1', ValueError, lambda: torus().distances(-1)),
    (r'sources\[0\] is 0, but there are no vertices', ValueError,
     lambda: konig.Graph.from_edges([], [], n=0).distances(0)),
    (r'targets\[0\] is 10', ValueError, lambda: torus().distances(0, targets=10)),
    (r'sources\[0\] is 9', ValueError, lambda: torus().index().tree(9)),
    (r'targets\[1\] is 9', ValueError, lambda: torus().index().distances(0, [0, 9])),
    ('shape', ValueError, lambda: torus().index().distances([0, 1], [0, 1, 2])),
    ('sources', TypeError, lambda: torus().distances(0.5)),
    ('target is 9', ValueError, lambda: torus().path(0, 9)),
    ('limit is', TypeError, lambda: torus().distances(0, limit='far')),
    ('limit is', TypeError, lambda: torus().distances(0, limit='5')),
    ('limit is', ValueError, lambda: torus().distances(0, limit=10**400)),
    ('limit', ValueError, lambda: torus().distances(0, limit=-1)),
    ('path ends in .*jpg', ValueError, lambda: torus().draw('torus.jpg')),
    ('path ends in .*jpg', ValueError, lambda: torus().draw('torus.jpg.gz')),
    ('progress', TypeError, lambda: konig.Context(progress=3)),
    ('sequences is a str', TypeError, lambda: konig.shuffle('ABBA')),
    (r'sequences\[1\]', TypeError, lambda: konig.shuffle(['ABBA', 5])),
    (r'sequences\[0\]', TypeError, lambda: konig.shuffle([np.int64(5)])),
    (r'sequences\[0\]', TypeError, lambda: konig.shuffle([np.array([65, 66])])),
    ('columns is 5', TypeError, lambda: konig.Graph.read('data/bridges.adj', columns=5)),
    ('name is 5', TypeError, lambda: torus().vertex(5)),
    ('graph is a dict', TypeError, lambda: konig.Graph.from_networkx({})),
    ('walk is not one', ValueError, lambda: torus().draw(walk='0 1 2')),
    ('device.*NUL', ValueError, lambda: konig.Context(device='cpu\0s')),
    ('columns.*NUL', ValueError, lambda: konig.Graph.read('data/bridges.adj', columns='a,b\0')),
])
def test_refused(name, error, call):
    with pytest.raises(error, match=name):
        call()


@pytest.mark.parametrize('call', [
    konig.Graph.read, konig.grid.Map.read, konig.tiles.read, torus().write, torus().draw,
    torus().read_index, torus().index().write, konig.grid.Map([[1]]).find([0, 0, 0, 0]).picture,
    konig.grid.Map([[1]]).fields([0, 0]).picture])
def test_a_path_with_a_nul(call, tmp_path):
    """It ended there: another file was read, or written over."""
    (tmp_path / 'kept').write_text('0 1\n')
    for path in tmp_path / 'kept\0.svg', str(tmp_path / 'kept\0'), bytes(tmp_path / 'kept\0'):
        with pytest.raises(ValueError, match='path.*NUL'):
            call(path)
    assert (tmp_path / 'kept').read_text() == '0 1\n'


def test_converted_without_loss():
    """Where copying is allowed, strides, byte order and width do not matter."""
    wanted = from_csr(ROW, COL)
    for row in ROW.astype('>i8'), ROW.astype(np.uint8), np.repeat(ROW, 2)[::2], ROW.tolist():
        for col in COL.astype('>u4'), COL.astype(np.int16), np.repeat(COL, 3)[::3]:
            got = from_csr(row, col)
            assert (got.row == wanted.row).all() and (got.col == wanted.col).all()


def test_read_only_arrays_are_welcome():
    assert from_csr(ROW, COL, copy=False).euler().edges.tolist() == [0, 1]
    assert konig.array.sort(COL).tolist() == [0, 1]


def test_an_array_without_numbers():
    for nothing in [], np.array([]), np.empty(0, np.int16):
        assert konig.Graph.from_edges(nothing, nothing, n=2).m == 0
        assert torus().distances(nothing).reached == 0


def test_a_mask_that_hides_nothing_is_welcome():
    assert konig.Graph.from_edges(np.ma.array([[0, 1]])).m == 1


def address(array):
    return array.__array_interface__['data'][0]


def test_no_copy():
    row, col, values = ROW.copy(), COL.copy(), np.ones(2)
    for array in row, col, values:
        array.flags.writeable = False
    for kind in 'ui':
        graph = from_csr(row.view(f'{kind}{EDGE.itemsize}'), col.view(f'{kind}4'), values,
                         copy=False)
        assert address(graph.row) == address(row)
        assert address(graph.col) == address(col)
        assert address(graph.values) == address(values)
    graph = from_csr(row, col, copy=True)
    assert address(graph.row) != address(row) and address(graph.col) != address(col)
    if EDGE.itemsize > 4:
        return  # SciPy's indices are all of one width
    matrix = scipy.sparse.csr_array((values, col.view(np.int32), row.view(np.int32)), (2, 2))
    graph = konig.Graph.from_scipy(matrix, copy=False)
    assert address(graph.col) == address(matrix.indices) == address(col)
    assert address(graph.to_scipy().indices) == address(col)
    assert address(graph.to_scipy().data) == address(values)


def all_that_can_be_written(array):
    """Arrays through which the numbers of an array can change."""
    yield array
    half = array[:]
    half.flags.writeable = False
    yield half  # the array behind it can
    yield np.frombuffer(memoryview(bytearray(array.tobytes())).toreadonly(), array.dtype)


@pytest.mark.parametrize('name', ['row', 'col', 'values'])
def test_what_can_be_written_is_copied(name):
    arrays = {'row': ROW.copy(), 'col': COL.copy(), 'values': np.ones(2)}
    for array in arrays.values():
        array.flags.writeable = False
    for changing in all_that_can_be_written(arrays[name].copy()):
        given = {**arrays, name: changing}
        assert address(getattr(from_csr(**given), name)) != address(changing)
        with pytest.raises(ValueError, match=f'{name} can be written to'):
            from_csr(**given, copy=False)
    fixed = np.frombuffer(arrays[name].tobytes(), arrays[name].dtype)
    assert address(getattr(from_csr(**{**arrays, name: fixed}), name)) == address(fixed)


def test_writing_to_a_matrix_does_not_reach_its_graph():
    matrix = scipy.sparse.random_array((100, 100), density=0.1, format='csr', rng=1)
    graph = konig.Graph.from_scipy(matrix)
    before = graph.col.copy(), graph.strong_components()[1].copy()
    matrix.indices[:] = 2_000_000_000
    matrix.indptr[:] = -1
    assert (graph.col == before[0]).all() and (graph.strong_components()[1] == before[1]).all()
    ends = np.array([[0, 1], [1, 2]], np.uint32)
    plot = konig.plot(ends)
    ends[:] = 77
    assert plot.vertices(0).tolist() == [0, 1, 2]


def test_no_copy_in_memory():
    graph = konig.generate.random(200_000, 7, seed=1)
    context = konig.Context()
    held = from_csr(graph.row, graph.col, copy=False, context=context)
    assert context.memory[1] < graph.col.nbytes / 10 and held.m == graph.m


def test_views_are_read_only():
    graph = konig.generate.torus(3, 3)
    walk, undirected = graph.euler(), graph.undirected().euler()
    for view in (graph.row, graph.col, graph.degrees()[0], walk.edges, walk.vertices,
                 undirected.edges, undirected.vertices):
        with pytest.raises(ValueError, match='read-only'):
            view[0] = 1
