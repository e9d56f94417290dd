"""What Python has by name is what the headers have."""
import subprocess
import sys

import konig
import numpy as np
import pytest
from konig import (_array_matrices, _array_tours, _draw, _graph, _kept, _numbers, _plot, _rows, _walk,
                   array, errors, grid, streets, tiles)
from konig._konig import ffi, lib


def members(kind):
    """The values of an enumeration."""
    return set(ffi.typeof(kind).elements)


@pytest.mark.parametrize('kind, known, besides', [
    ('kg_status', errors.BY_STATUS, {lib.KG_OK}),
    ('kg_kind', _rows.KIND_NAMES, set()),
    ('kg_format', _rows.FORMATS.values(), set()),
    ('kg_euler_kind', _graph.WALKS.values(), set()),
    ('kg_euler_kind', _walk.FOUND, {lib.KG_EULER_ANY}),
    ('kg_euler_reason', _walk.REASONS, {lib.KG_EULER_EXISTS}),
    ('kg_route_reason', _walk.ROUTE_REASONS, {lib.KG_ROUTE_EXISTS}),
    ('kg_picture', _draw.PICTURES.values(), {lib.KG_PICTURE_AUTO}),
    ('kg_layout', _draw.LAYOUTS.values(), set()),
    ('kg_column_type', _kept.CONVERT, set()),
    ('kg_strokes_format', _plot.FORMATS.values(), {lib.KG_STROKES_AUTO}),
    ('kg_seam', _plot.SEAMS.values(), set()),
    ('kg_layers', _plot.LAYERS.values(), set()),
    ('kg_type', _numbers.TYPES.values(), set()),
    ('kg_compare', array.COMPARISONS.values(), set()),
    ('kg_multiply_way', _array_matrices.WAYS.values(), set()),
    ('kg_metric', _array_matrices.METRICS.values(), set()),
    ('kg_header', _array_matrices.HEADERS.values(), set()),
    ('kg_tour_method', _array_tours.METHODS.values(), set()),
    ('kg_cities_rule', _array_tours.RULES.values(), set()),
    ('kg_scan_op', array.OPERATIONS.values(), set()),
    ('kg_scan_kind', array.KINDS.values(), set()),
    ('kg_grid_diagonal', grid.DIAGONALS.values(), set()),
    ('kg_grid_corners', grid.CORNERS.values(), set()),
    ('kg_grid_layer', grid.LAYERS.values(), set()),
    ('kg_tiles_heuristic', tiles.HEURISTICS.values(), set()),
    ('kg_streets_network', streets.NETWORKS.values(), set()),
    ('kg_streets_format', streets.FORMATS.values(), set()),
])
def test_every_member_has_a_name(kind, known, besides):
    assert set(known) == members(kind) - besides


def test_every_generator():
    names = ffi.typeof('kg_generator').elements.values()
    assert {name.removeprefix('KG_GENERATE_').lower() for name in names} == set(
        konig.generate.__all__)


def test_answers_of_the_grid():
    """Each member of kg_grid_answer, at its place."""
    fields = ffi.typeof('kg_grid_answer').fields
    assert list(grid.ANSWER.names) == [name for name, _ in fields]
    for name, field in fields:
        dtype, offset = grid.ANSWER.fields[name][:2]
        assert (offset, dtype.itemsize) == (field.offset, ffi.sizeof(field.type))


def test_each_number_has_the_size_of_its_type():
    for dtype, number in _numbers.TYPES.items():
        assert lib.kg_type_size(number) == np.dtype(dtype).itemsize


def test_what_was_built():
    """What `python -m konig` prints is what the library says of itself, and more."""
    printed = subprocess.run([sys.executable, '-m', 'konig'], check=True, stdout=subprocess.PIPE,
                             text=True).stdout.splitlines()
    assert printed[0] == f'konig {konig.__version__}'
    assert dict(line.split(': ', 1) for line in printed[1:]) == konig.build_info()
    assert konig.backends().items() <= konig.build_info().items()
