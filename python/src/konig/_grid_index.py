"""Indexes of grid maps, for many queries on one."""
from __future__ import annotations

import os
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import ArrayLike

from ._arrays import Array, number, pointer, unsigned
from ._context import Owned, file_name, written
from ._konig import ffi, lib
from .errors import NoSolution

if TYPE_CHECKING:
    from .grid import Map, Search

CELL = np.dtype(np.uint32)


class Index(Owned):
    """An index of a map, as Map.index() makes it: costs in about a microsecond, and paths.

    >>> map = konig.grid.Map([[1, 1, 1], [1, 0, 0], [1, 1, 1]])
    >>> index = map.index()
    >>> index.costs([2, 0, 2, 2]).tolist(), index.corners([2, 0, 2, 2]).tolist()
    ([6.0], [[2, 0], [0, 0], [0, 2], [2, 2]])
    """

    def __init__(self, map: Map, made: Owned) -> None:
        resource, made._resource = made._resource, None  # type: ignore[assignment]
        super().__init__(map.context, resource)
        counts = ffi.new('kg_grid_index_counts *')
        self.context.call(lib.kg_grid_index_count, self.pointer, counts)
        #: The map.
        self.map = map
        #: How many corners of walls the map has, how many entries the labels, and the bytes of all.
        self.corner_count, self.entries = int(counts.corners), int(counts.entries)
        self.nbytes = int(counts.bytes)

    def __repr__(self) -> str:
        return f'<konig.grid.Index: {self.entries} entries, {self.corner_count} corners>'

    def __reduce__(self) -> tuple[Any, ...]:
        return restore, (self.map, written(self.write))

    def write(self, path: str | os.PathLike[str]) -> None:
        """Writes the index, for Map.read_index()."""
        self.context.call(lib.kg_grid_index_write, self.pointer, file_name(path))

    def steps(self, queries: ArrayLike) -> Array:
        """[k, 2] how many straight and how many diagonal steps a shortest path has, for each query;
        2^32 - 1 both if there is no path.

        Args:
            queries: [k, 4] integers start x, start y, goal x, goal y; or [4], one query.

        Raises:
            ValueError: a start or goal is off the map.
        """
        asked = _queries(queries)
        result = np.empty((len(asked), 2), CELL)
        self.context.call(lib.kg_grid_index_distances, self.pointer, len(asked),
                          pointer('kg_grid_query *', asked),
                          pointer('kg_grid_distance *', result), answers=(lib.KG_NO_SOLUTION,))
        return result

    def costs(self, queries: ArrayLike) -> Array:
        """[k] doubles: the cost of a shortest path for each query; inf: there is none."""
        steps = self.steps(queries)
        rules = lib.kg_grid_rules_in_force(self.map.pointer)
        diagonal = 2**.5 if rules.diagonal == lib.KG_GRID_DIAGONAL_SQRT2 else 1
        return np.where(steps[:, 0] == lib.KG_GRID_NO_PATH, np.inf,
                        steps[:, 0] + diagonal * steps[:, 1])

    def corners(self, query: ArrayLike) -> Array:
        """[c, 2] the corners of a shortest path with its start and its goal. From each to the next
        it leads diagonally and then straight, or straight and then diagonally.

        Raises:
            NoSolution: there is no path.
        """
        asked, count = _queries(query), ffi.new('uint64_t *')
        if len(asked) != 1:
            raise ValueError(f'query has {len(asked)} rows: expected one query')
        result = np.empty((64, 2), CELL)
        while True:
            if self.context.call(lib.kg_grid_index_corners, self.pointer,
                                 pointer('kg_grid_query *', asked), ffi.NULL,
                                 pointer('kg_grid_cell *', result), len(result), count,
                                 answers=(lib.KG_NO_SOLUTION,)) != lib.KG_OK:
                raise NoSolution('no path leads to the goal')
            if count[0] <= len(result):
                return result[:count[0]]
            result = np.empty((int(count[0]), 2), CELL)

    def find(self, queries: ArrayLike, *, paths: bool = True, walls: bool = False,
             seconds: float = 0, verify: bool = True) -> Search:
        """The answers of Map.find(), found by the index: the same costs, and perhaps another one of
        several shortest paths."""
        from .grid import Search

        asked = _queries(queries)
        options = ffi.new('kg_grid_options *', {
            'drop_paths': not paths, 'walls': walls, 'skip_verify': not verify,
            'seconds': number('seconds', seconds)})
        made, _ = self.context.make(
            'kg_grid_search', lib.kg_grid_search_destroy, lib.kg_grid_index_find, self.pointer,
            len(asked), pointer('kg_grid_query *', asked), options, parent=self.map._resource,
            answers=(lib.KG_NO_SOLUTION, lib.KG_LIMIT))
        resource, made._resource = made._resource, None  # type: ignore[assignment]
        return Search(self.map, resource, len(asked))


def _queries(queries: ArrayLike) -> Array:
    given = np.asanyarray(queries)  # with its mask, which unsigned() refuses
    return unsigned('queries', given.reshape(1, -1) if given.ndim == 1 else given, (None, 4), CELL)


def restore(map: Map, data: bytes) -> Index:
    """An index from its pickle."""
    made, _ = map.context.make(
        'kg_grid_index', lib.kg_grid_index_destroy, lib.kg_grid_index_read_memory, map.pointer,
        ffi.from_buffer(data), len(data), parent=map._resource)
    return Index(map, made)
