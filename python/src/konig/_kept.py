"""The columns of edges and vertices that a reader of graphs kept."""
from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from ._arrays import Array
from ._context import lock
from ._konig import ffi, lib

CONVERT: dict[int, Callable[[str], Any]] = {
    lib.KG_COLUMN_TEXT: str, lib.KG_COLUMN_INTEGER: int, lib.KG_COLUMN_REAL: float,
    lib.KG_COLUMN_BOOLEAN: 'true'.__eq__}


def _text(pointer: Any, length: Any) -> str:
    data: bytes = ffi.buffer(pointer, length[0])[:]
    return data.decode('utf-8', 'surrogateescape')


def kept(graph: Any, element: int, count: int) -> dict[Any, Array] | None:
    """For each name an array of [count] str, int, float, bool or None; None: there are no
    columns."""
    length = ffi.new('size_t *')
    columns: dict[Any, Array] = {}
    for i in range(lib.kg_graph_columns(graph.pointer, element)):
        name = _text(lib.kg_graph_column_name(graph.pointer, element, i, length), length)
        convert = CONVERT[lib.kg_graph_column_type(graph.pointer, element, i)]
        column = np.full(count, None, object)
        for k in range(count):
            value = lib.kg_graph_column_value(graph.pointer, element, i, k, length)
            if value != ffi.NULL:
                column[k] = convert(_text(value, length))
        columns[name] = lock(column)
    return columns or None
