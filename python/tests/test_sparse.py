"""Sparse matrices of the C library beside SciPy's: 1,000 of random shapes and types, as arrays, in
both orders, transposed, with all numbers, row by row, and as files of Matrix Market."""
import konig
import numpy as np
import pytest
from konig._konig import ffi, lib
from konig._numbers import TYPES as NUMBERS

scipy_sparse = pytest.importorskip('scipy.sparse')
import scipy.io

EDGE = konig.generate.complete(2).row.dtype  # uint32, or uint64 in a build with 64-bit edge ids
TYPES = [np.dtype(name) for name in ('u1', 'u2', 'u4', 'u8', 'i1', 'i2', 'i4', 'i8', 'f4', 'f8')]
CASES = 1000
# mmread() says that its default will change.
pytestmark = pytest.mark.filterwarnings('ignore::DeprecationWarning')


class Library:
    """Calls of the C library, on one context."""

    def __init__(self):
        made = ffi.new('kg_context **')
        status = lib.kg_context_create(made, ffi.NULL)
        self.context, self.owned = made[0], []
        self.check(status)

    def check(self, status):
        assert status == lib.KG_OK, ffi.string(lib.kg_context_message(self.context))

    def make(self, kind, function, *arguments):
        """What a call gives through its first argument."""
        made = ffi.new(f'{kind} **')
        self.check(function(made, *arguments))
        self.owned.append((getattr(lib, f'{kind}_destroy'), made[0]))
        return made[0]

    def read(self, path, dtype):
        options = ffi.new('kg_sparse_options *', {'typed': 1, 'type': NUMBERS[dtype.name]})
        return self.make('kg_sparse', lib.kg_sparse_read, self.context, path.encode(), options)

    def drop(self):
        while self.owned:
            destroy, made = self.owned.pop()
            destroy(made)

    def close(self):
        self.drop()
        lib.kg_context_destroy(self.context)


@pytest.fixture
def library():
    made = Library()
    yield made
    made.close()


def copied(pointer, count, dtype):
    """An array of what C lends."""
    size = count * np.dtype(dtype).itemsize
    return np.frombuffer(ffi.buffer(pointer, size), dtype).copy() if size else np.empty(0, dtype)


def given(values, kind='char'):
    """An array as C takes it, as long as what is returned lives."""
    return ffi.from_buffer(f'{kind}[]', np.ascontiguousarray(values)) if values.size else ffi.NULL


def require(sparse, expected, order, dtype):
    """The arrays of a matrix are SciPy's, which are sorted here."""
    expected = expected.tocsr() if order == lib.KG_CSR else expected.tocsc()
    expected.sort_indices()
    assert lib.kg_sparse_get_order(sparse) == order
    assert lib.kg_sparse_type(sparse) == NUMBERS[dtype.name]
    assert (lib.kg_sparse_rows(sparse), lib.kg_sparse_columns(sparse)) == expected.shape
    entries = lib.kg_sparse_entries(sparse)
    assert entries == expected.nnz
    lines = expected.shape[order == lib.KG_CSC]
    np.testing.assert_array_equal(
        copied(lib.kg_sparse_offsets(sparse), lines + 1, EDGE), expected.indptr)
    np.testing.assert_array_equal(
        copied(lib.kg_sparse_indices(sparse), entries, np.uint32), expected.indices)
    np.testing.assert_array_equal(
        copied(lib.kg_sparse_values(sparse), entries, dtype), expected.data)


def random_values(numbers, dtype, count):
    """Numbers of all sizes, none of them 0."""
    if dtype.kind == 'f':
        return (numbers.choice([-1, 1], count) * 2.0 ** numbers.uniform(-99, 99, count)).astype(
            dtype)
    ends = np.iinfo(dtype)
    values = numbers.integers(ends.min, ends.max, count, dtype, endpoint=True)
    return np.where(values == 0, dtype.type(1), values)


def random_matrix(numbers, dtype):
    most = numbers.choice([3, 40, 400], p=[0.2, 0.7, 0.1])
    rows, columns = (int(n) for n in numbers.integers(0, most, 2, endpoint=True))
    share = numbers.choice([0.01, 0.1, 0.7])
    places = np.flatnonzero(numbers.random(rows * columns) < share)
    numbers.shuffle(places)
    row, column = np.divmod(places, max(columns, 1))
    return scipy_sparse.coo_array(
        (random_values(numbers, dtype, len(places)), (row, column)), (rows, columns))


def shuffled_arrays(matrix, order):
    """Offsets, indices and values whose lines are in the order of the coordinates."""
    line, index = (matrix.row, matrix.col) if order == lib.KG_CSR else (matrix.col, matrix.row)
    lines = matrix.shape[order == lib.KG_CSC]
    by_line = np.argsort(line, kind='stable')
    offsets = np.concatenate([[0], np.cumsum(np.bincount(line, minlength=lines))])
    return offsets.astype(EDGE), index[by_line].astype(np.uint32), matrix.data[by_line]


def check_arrays(library, matrix, dtype, order):
    offsets, indices, values = shuffled_arrays(matrix, order)
    sparse = library.make(
        'kg_sparse', lib.kg_sparse_build, library.context, NUMBERS[dtype.name], order,
        *matrix.shape, given(offsets, 'kg_edge'), given(indices, 'kg_vertex'), given(values))
    require(sparse, matrix, order, dtype)
    for other in lib.KG_CSR, lib.KG_CSC:
        require(library.make('kg_sparse', lib.kg_sparse_convert, sparse, other), matrix, other,
                dtype)
    require(library.make('kg_sparse', lib.kg_sparse_transpose, sparse), matrix.T, order, dtype)
    return sparse


def check_dense(library, sparse, matrix, dtype):
    made = library.make('kg_matrix', lib.kg_sparse_dense, sparse)
    dense = matrix.toarray()
    np.testing.assert_array_equal(
        copied(lib.kg_matrix_data(made), dense.size, dtype).reshape(dense.shape), dense)
    require(library.make('kg_sparse', lib.kg_sparse_build_dense, made), matrix, lib.KG_CSR, dtype)
    grown = library.make('kg_sparse', lib.kg_sparse_create, library.context,
                         NUMBERS[dtype.name], dense.shape[1])
    rows = scipy_sparse.csr_array(matrix)
    rows.sort_indices()
    for i, row in enumerate(dense):
        if i % 2:
            library.check(lib.kg_sparse_append_dense(grown, given(row)))
            continue
        begin, end = rows.indptr[i:i + 2]
        library.check(lib.kg_sparse_append(
            grown, end - begin, given(rows.indices[begin:end].astype(np.uint32), 'kg_vertex'),
            given(rows.data[begin:end])))
    require(grown, matrix, lib.KG_CSR, dtype)


def check_files(library, sparse, matrix, dtype, folder):
    """SciPy reads what konig writes, and konig what SciPy writes."""
    path = str(folder / 'konig.mtx')
    library.check(lib.kg_sparse_write(sparse, path.encode()))
    back = scipy.io.mmread(path).tocsr()
    assert back.shape == matrix.shape
    assert back.dtype.kind == ('i' if dtype.kind == 'u' and dtype.itemsize < 8 else dtype.kind)
    np.testing.assert_array_equal(back.toarray().astype(dtype), matrix.toarray())
    path = str(folder / 'scipy.mtx')
    scipy.io.mmwrite(path, matrix, symmetry='general')
    require(library.read(path, dtype), matrix, lib.KG_CSR, dtype)


def test_beside_scipy(library, tmp_path):
    numbers = np.random.default_rng(1)
    for case in range(CASES):
        dtype = TYPES[case % len(TYPES)]
        matrix = random_matrix(numbers, dtype)
        for order in lib.KG_CSR, lib.KG_CSC:
            sparse = check_arrays(library, matrix, dtype, order)
        check_dense(library, sparse, matrix, dtype)
        check_files(library, sparse, matrix, dtype, tmp_path)
        library.drop()


@pytest.mark.parametrize('symmetry', ['symmetric', 'skew-symmetric'])
def test_symmetries(library, tmp_path, symmetry):
    numbers = np.random.default_rng(2)
    path = str(tmp_path / 'matrix.mtx')
    for size in range(1, 30):
        half = np.tril(numbers.integers(-9, 9, (size, size)), -1)
        whole = half + half.T + np.diag(numbers.integers(0, 2, size))
        if symmetry != 'symmetric':
            whole = half - half.T
        matrix = scipy_sparse.coo_array(whole)
        scipy.io.mmwrite(path, matrix, symmetry=symmetry)
        require(library.read(path, whole.dtype), matrix, lib.KG_CSR, whole.dtype)
