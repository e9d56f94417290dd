"""Matrices: transposing, multiplying, sorting rows, reading, drawing, self-organising maps."""
from __future__ import annotations

import os
from typing import Any, Literal, NamedTuple

import numpy as np
from numpy.typing import ArrayLike

from ._arrays import Array, array, choice, lies_on_device, plain, pointer, reals, whole
from ._context import Context, Owned, default_context, file_name, lent, text
from ._konig import ffi, lib
from ._numbers import ON_HOST, TYPES, Numbers, stored, work_context

WAYS = {'reproducible': lib.KG_MULTIPLY_REPRODUCIBLE, 'blas': lib.KG_MULTIPLY_BLAS}
METRICS = {'euclidean': lib.KG_EUCLIDEAN, 'taxicab': lib.KG_TAXICAB}
HEADERS = {None: lib.KG_HEADER_AUTO, True: lib.KG_HEADER_YES, False: lib.KG_HEADER_NO}
MULTIPLIED = 'int64', 'uint64', 'float32', 'float64'  # on a GPU
NAMES = {number: np.dtype(name) for name, number in TYPES.items()}


class Matched(NamedTuple):
    """What som_match() gives."""

    units: Array
    error: float


def borrow(context: Context, numbers: Array) -> Owned:
    """A kg_matrix over a matrix in host memory, which must outlive it."""
    rows, columns = numbers.shape
    made, _ = context.make('kg_matrix', lib.kg_matrix_destroy, lib.kg_matrix_borrow,
                           context.pointer, TYPES[numbers.dtype.name], rows, columns,
                           pointer('void *', numbers))
    return made


def pointers(arguments: tuple[Any, ...]) -> list[Any]:
    """Arguments as C has them; objects must be kept until the call has ended."""
    return [one.pointer if isinstance(one, Owned) else one for one in arguments]


def make(context: Context, function: Any, *arguments: Any) -> Array:
    """The numbers of the kg_matrix that a call makes."""
    made, _ = context.make('kg_matrix', lib.kg_matrix_destroy, function, *pointers(arguments))
    shape = lib.kg_matrix_rows(made.pointer), lib.kg_matrix_columns(made.pointer)
    dtype = NAMES[lib.kg_matrix_type(made.pointer)]
    return np.array(lent(made, lib.kg_matrix_data(made.pointer), shape, dtype))


def host_matrix(name: str, given: Array) -> Array:
    """A matrix as C has its numbers; booleans become uint8."""
    dtype = stored(given.dtype.newbyteorder('='))
    if dtype.name not in TYPES:
        raise TypeError(f'{name} is an array of {given.dtype}: expected {ON_HOST}')
    return np.require(given, dtype, ['C', 'A'])


def transpose(values: Any, *, context: Context | None = None) -> Any:
    """The transposed matrix. Rows may have gaps between them: a part of a matrix is not copied.

    >>> konig.array.transpose([[1, 2, 3], [4, 5, 6]])
    array([[1, 4],
           [2, 5],
           [3, 6]])
    """
    numbers = Numbers(values, context, axes=2, rows=True)
    rows, columns = numbers.shape
    room = numbers.room()
    numbers.call(lib.kg_array_transpose, room.pointer, 0, numbers.context.pointer, numbers.type,
                 rows, columns, numbers.pointer, numbers.pitch)
    return room.array(columns, rows)


def multiply(a: Any, b: Any, *, way: Literal['reproducible', 'blas'] = 'reproducible',
             context: Context | None = None) -> Any:
    """The product of two matrices; a vector stands for a row as a, and for a column as b, as in
    numpy.matmul().

    Integers are exact: the result is int64, or uint64 of uint64, and TooLarge is raised where a
    number does not fit. Sums of floats have the same bits everywhere, or with "blas" the speed of a
    BLAS library. Where the types differ and one is a float, the result is float64. Of booleans the
    result is bool.

    On a GPU both are of one type: int64, uint64, float32 or float64.

    >>> konig.array.multiply([[1, 2], [3, 4]], [[5], [6]])
    array([[17],
           [39]])
    """
    choice('way', way, WAYS)
    if lies_on_device(a) != lies_on_device(b):
        raise TypeError('one of a and b lies on a GPU: expected both there, or both in host memory')
    context = work_context('a', a, context)
    if lies_on_device(a):
        return _multiply_on_gpu(a, b, WAYS[way], context)
    left, right = plain('a', a), plain('b', b)
    shape = _product_shape(left.shape, right.shape)
    one = host_matrix('a', np.atleast_2d(left))
    other = host_matrix('b', right if right.ndim == 2 else right[:, np.newaxis])
    result = make(context, lib.kg_matrix_multiply, borrow(context, one), borrow(context, other),
                  WAYS[way]).reshape(shape)
    of_bools = left.dtype == right.dtype == np.bool_
    return (result.astype(bool) if of_bools else result)[()]  # a number of two vectors


def _product_shape(left: tuple[int, ...], right: tuple[int, ...]) -> tuple[int, ...]:
    """The shape of the product of two matrices or vectors."""
    for name, shape in ('a', left), ('b', right):
        if len(shape) not in (1, 2):
            raise ValueError(f'{name} has the shape {shape}: expected one or two axes')
    if left[-1] != right[0]:
        raise ValueError(f'a has the shape {left} and b {right}: expected as many columns of a as '
                         'rows of b')
    return left[:-1] + right[1:]


def _multiply_on_gpu(a: Any, b: Any, way: int, context: Context) -> Any:
    left, right = (Numbers(value, context, name=name, rows=True)
                   for name, value in (('a', a), ('b', b)))
    shape = _product_shape(left.shape, right.shape)
    if left.dtype != right.dtype or left.dtype.name not in MULTIPLIED:
        raise TypeError(f'a is an array of {left.dtype} and b of {right.dtype}: expected one type '
                        'on a GPU, ' + ', '.join(MULTIPLIED))
    rows, inner = left.shape if len(left.shape) == 2 else (1, left.n)
    columns = right.shape[1] if len(right.shape) == 2 else 1
    room = left.room(rows * columns)
    left.call(lib.kg_array_multiply, room.pointer, 0, context.pointer, left.type, rows, inner,
              columns, left.pointer, left.pitch, right.pointer, right.pitch, way)
    return room.array(*shape)


def sort_rows(matrix: ArrayLike, column: int, *, descending: bool = False,
              context: Context | None = None) -> Array:
    """The rows of a matrix in host memory by the numbers in a column, from 0 on; of equal ones in
    their order.

    >>> konig.array.sort_rows([[2, 1], [1, 2], [2, 0]], 0)
    array([[1, 2],
           [2, 1],
           [2, 0]])
    """
    given = array('matrix', matrix, (None, None))
    numbers = host_matrix('matrix', given)
    context = context or default_context()
    number = whole('column', column, 0, max(numbers.shape[1] - 1, 0))
    order = lib.KG_DESCENDING if descending else lib.KG_ASCENDING
    return make(context, lib.kg_matrix_sort_rows, borrow(context, numbers), number,
                order).astype(given.dtype.newbyteorder('='), copy=False)


def read(path: str | os.PathLike[str], *, column: str | int | None = None,
         header: bool | None = None, context: Context | None = None) -> Array:
    """[rows, columns] the numbers of a file: text, with blanks or commas between numbers and a row
    a line, or .npy. With column, [rows] those of one column of a table, by its name or its number
    from 0 on; header says whether the first line has names, None: as it looks.

    >>> konig.array.read('data/town.csv', column='weight').tolist()[:2]
    [180, 140]
    """
    name = None if column is None else (
        f'"{column}"' if isinstance(column, str) else str(whole('column', column) + 1))
    kept = ffi.NULL if name is None else ffi.new('char[]', text('column', name))
    options = ffi.new('kg_matrix_options *', {'column': kept, 'header': HEADERS[header]})
    context = context or default_context()
    result = make(context, lib.kg_matrix_read, context.pointer, file_name(path), options)
    return result if column is None else result.reshape(-1)


def picture(matrix: ArrayLike, path: str | os.PathLike[str], *,
            context: Context | None = None) -> None:
    """Draws a matrix as a PNG picture of greys, the least number white and the greatest black, with
    a scale below."""
    numbers = reals('matrix', matrix, (None, None))
    context = context or default_context()
    borrowed = borrow(context, numbers)
    context.call(lib.kg_matrix_draw_png, borrowed.pointer, file_name(path))


# ---- self-organising maps -------------------------------------------------------------------------


def som(data: ArrayLike, width: int = 10, height: int = 10, *, epochs: int = 20,
        metric: Literal['euclidean', 'taxicab'] = 'euclidean', seed: int = 0,
        context: Context | None = None) -> Array:
    """A self-organising map: [height, width, columns] a grid of nodes that are drawn towards the
    rows of data, [any, columns], so that nodes beside each other are alike.

    Args:
        width, height: nodes, 1 to 16384 on a side.
        epochs: how often to go through the data, by the batch rule; 0: the nodes as they begin.
        metric: what nearness is, "euclidean" or "taxicab".
        seed: of the nodes as they begin.

    >>> nodes = konig.array.som([[0.0, 0.0], [9.0, 9.0]], 2, 1)
    >>> nodes.shape, sorted(konig.array.som_match(nodes, [[1, 2], [8, 9]]).units.tolist())
    ((1, 2, 2), [0, 1])
    """
    rows = reals('data', data, (None, None))
    rounds = whole('epochs', epochs, 0, lib.KG_SOM_UNTRAINED - 1)
    options = ffi.new('kg_som_options *', {
        'width': whole('width', width, 1, 2**14), 'height': whole('height', height, 1, 2**14),
        'epochs': rounds or lib.KG_SOM_UNTRAINED, 'metric': choice('metric', metric, METRICS),
        'seed': whole('seed', seed)})
    context = context or default_context()
    return make(context, lib.kg_som_train, borrow(context, rows), options).reshape(
        height, width, -1 if rows.shape[1] else 0)


def som_match(nodes: ArrayLike, data: ArrayLike, *,
              metric: Literal['euclidean', 'taxicab'] = 'euclidean',
              context: Context | None = None) -> Matched:
    """The nearest node of each row of data, [any] numbers row by row of the grid of nodes, the
    first of equally near ones; and the mean distance to it.

    >>> konig.array.som_match([[[0.0], [5.0]]], [[4.0], [1.0]])
    Matched(units=array([1, 0], dtype=uint64), error=1.0)
    """
    grid, rows = reals('nodes', nodes, (None, None, None)), reals('data', data, (None, None))
    units, error = np.empty(len(rows), np.uint64), ffi.new('double *')
    context = context or default_context()
    flat = np.ascontiguousarray(grid.reshape(grid.shape[0] * grid.shape[1], grid.shape[2]))
    borrowed = borrow(context, flat), borrow(context, rows)
    context.call(lib.kg_som_match, pointer('uint64_t *', units), error, *pointers(borrowed),
                 choice('metric', metric, METRICS))
    return Matched(units, float(error[0]))


def som_distances(nodes: ArrayLike, *, metric: Literal['euclidean', 'taxicab'] = 'euclidean',
                  context: Context | None = None) -> Array:
    """The U-matrix, [height, width]: the mean distance of each node to its neighbours on the grid.
    picture() draws it.

    >>> konig.array.som_distances([[[0.0], [5.0], [6.0]]])
    array([[5., 3., 1.]])
    """
    grid = reals('nodes', nodes, (None, None, None))
    height, width = grid.shape[:2]
    context = context or default_context()
    flat = np.ascontiguousarray(grid.reshape(height * width, grid.shape[2]))
    return make(context, lib.kg_som_distances, borrow(context, flat), width, height,
                choice('metric', metric, METRICS))
