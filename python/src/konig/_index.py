"""Indexes of graphs, for many questions about shortest paths in one."""
from __future__ import annotations

import os
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import ArrayLike

from ._arrays import pointer, vertices, whole
from ._context import EDGE, VERTEX, Owned, file_name, lent, written
from ._distances import Distances, Path
from ._konig import ffi, lib
from .errors import NoSolution

if TYPE_CHECKING:
    from ._graph import Graph


class Index(Owned):
    """A contraction hierarchy, as Graph.index() makes it: lengths and paths in microseconds.

    >>> index = konig.Graph.from_edges([0, 1, 0], [1, 2, 2], values=[1, 2, 5]).index()
    >>> index.distance(0, 2), index.path(0, 2).vertices.tolist(), index.tree(0).lengths.tolist()
    (3.0, [0, 1, 2], [0.0, 1.0, 3.0])
    """

    def __init__(self, graph: Graph, made: Owned) -> None:
        resource, made._resource = made._resource, None  # type: ignore[assignment]
        super().__init__(graph.context, resource)
        counts = ffi.new('kg_hierarchy_counts *')
        self.context.call(lib.kg_hierarchy_count, self.pointer, counts)
        #: The graph.
        self.graph = graph
        #: Whether the length of each edge is 1, whatever its value.
        self.unit = bool(counts.unit)
        #: Whether sums of its lengths are exact in double precision, as those of whole numbers are.
        self.exact = bool(counts.exact)
        #: How many arcs it has, how many of them are shortcuts, its levels, and the vertices of its
        #: core.
        self.arcs, self.shortcuts = int(counts.arcs), int(counts.shortcuts)
        self.levels, self.core = int(counts.levels), int(counts.core)

    def __repr__(self) -> str:
        return f'<konig.Index: {self.arcs} arcs in {self.levels} levels>'

    def __reduce__(self) -> tuple[Any, ...]:
        return restore, (self.graph, written(self.write))

    def write(self, path: str | os.PathLike[str]) -> None:
        """Writes the index, for Graph.read_index()."""
        self.context.call(lib.kg_hierarchy_write, self.pointer, file_name(path))

    def _ends(self, source: int, target: int) -> tuple[int, int]:
        last = max(self.graph.n - 1, 0)
        return whole('source', source, 0, last), whole('target', target, 0, last)

    def distance(self, source: int, target: int) -> float:
        """The length of the shortest path from one vertex to another; inf: there is none."""
        length = ffi.new('double *')
        self.context.call(lib.kg_hierarchy_distance, self.pointer, *self._ends(source, target),
                          length, answers=(lib.KG_NO_SOLUTION,))
        return float(length[0])

    def distances(self, sources: ArrayLike, targets: ArrayLike) -> np.ndarray[Any, Any]:
        """The lengths of the shortest paths of many pairs, on the context's device: from each of
        some vertices to the one at the same position of others, float64, inf: there is none.

        Args:
            sources: vertices, or one for all targets.
            targets: as many vertices, or one for all sources.

        >>> index = konig.Graph.from_edges([0, 1, 0], [1, 2, 2], values=[1, 2, 5]).index()
        >>> index.distances([0, 1, 2], [2, 2, 0])
        array([ 3.,  2., inf])
        """
        source, target = np.broadcast_arrays(vertices('sources', sources, self.graph.n),
                                             vertices('targets', targets, self.graph.n))
        source, target = np.ascontiguousarray(source), np.ascontiguousarray(target)
        length = np.empty(source.size)
        self.context.call(lib.kg_hierarchy_distances, self.pointer,
                          pointer('kg_vertex *', source), pointer('kg_vertex *', target),
                          source.size, pointer('double *', length))
        return length

    def path(self, source: int, target: int) -> Path:
        """A shortest path from one vertex to another; of several always the same.

        Raises:
            NoSolution: there is none.
        """
        length, count = ffi.new('double *'), ffi.new('uint64_t *')
        edge, step = ffi.new('kg_edge **'), ffi.new('kg_vertex **')
        if self.context.call(lib.kg_hierarchy_path, self.pointer, *self._ends(source, target),
                             length, edge, step, count,
                             answers=(lib.KG_NO_SOLUTION,)) != lib.KG_OK:
            raise NoSolution(f'no path leads to vertex {target}')
        return Path(float(length[0]), np.array(lent(self, step[0], count[0] + 1, VERTEX)),
                    np.array(lent(self, edge[0], count[0], EDGE)))

    def tree(self, sources: ArrayLike, *, towards: bool = False,
             verify: bool = True) -> Distances:
        """The distances of all vertices from the nearest of some, and the tree of shortest paths:
        the same as those of Graph.distances()."""
        source = vertices('sources', sources, self.graph.n)
        options = ffi.new('kg_distances_options *', {
            'unit': self.unit, 'towards': towards, 'skip_verify': not verify})
        made, _ = self.context.make(
            'kg_distances', lib.kg_distances_destroy, lib.kg_hierarchy_tree, self.pointer,
            pointer('kg_vertex *', source), source.size, options, parent=self.graph._resource)
        return Distances(self.graph, made)

    def matrix(self, sources: ArrayLike, targets: ArrayLike | None = None, *,
               rounded: bool = False, doubles: bool = False,
               verify: float | None = None) -> np.ndarray[Any, Any]:
        """The distances from each of some vertices to each of others, [sources, targets].

        They are uint32 if all lengths are whole and no distance can reach 2^32 - 1, which then
        stands for no path; otherwise float64, with inf.

        Args:
            sources: vertices, a row each.
            targets: vertices, a column each; None: the sources.
            rounded: for an index that is not exact. Without it each row takes a search in the
                graph. With it sums are added in another order, and differ in their last digits.
            doubles: float64 even if uint32 would do.
            verify: the share of the rows that are checked, 0 to 1; None: two rows.

        >>> graph = konig.Graph.from_edges([0, 1, 0], [1, 2, 2], values=[1, 2, 5])
        >>> graph.index().matrix([0, 1], [1, 2, 0])
        array([[         1,          3,          0],
               [         0,          2, 4294967295]], dtype=uint32)
        """
        source = vertices('sources', sources, self.graph.n)
        target = source if targets is None else vertices('targets', targets, self.graph.n)
        options = ffi.new('kg_hierarchy_matrix_options *', {
            'rounded': rounded, 'doubles': doubles, 'skip_verify': verify == 0,
            'verify': verify or 0})
        made, _ = self.context.make(
            'kg_distance_matrix', lib.kg_distance_matrix_destroy, lib.kg_hierarchy_matrix,
            self.pointer, pointer('kg_vertex *', source), source.size,
            pointer('kg_vertex *', target), target.size, options, parent=self._resource)
        whole = lib.kg_distance_matrix_type(made.pointer) == lib.KG_U32
        entry = np.empty((source.size, target.size), np.uint32 if whole else np.float64)
        self.context.call(lib.kg_distance_matrix_rows, made.pointer, 0, source.size,
                          pointer('void *', entry))
        return entry


class IndexBase(Owned):
    """The part of indexes that does not depend on lengths, as Graph.index_base() makes it: from it
    the index of new lengths takes a fraction of a second.

    >>> base = konig.Graph.from_edges([0, 1, 0], [1, 2, 2]).index_base()
    >>> now = konig.Graph.from_edges([0, 1, 0], [1, 2, 2], values=[1, 2, 5])
    >>> base.index(now).distance(0, 2)
    3.0
    """

    def __init__(self, graph: Graph, made: Owned) -> None:
        resource, made._resource = made._resource, None  # type: ignore[assignment]
        super().__init__(graph.context, resource)
        counts = ffi.new('kg_hierarchy_base_counts *')
        self.context.call(lib.kg_hierarchy_base_count, self.pointer, counts)
        #: The graph of which it was made; its values do not matter.
        self.graph = graph
        #: How many arcs it has, and its levels.
        self.arcs, self.levels = int(counts.arcs), int(counts.levels)

    def __repr__(self) -> str:
        return f'<konig.IndexBase: {self.arcs} arcs in {self.levels} levels>'

    def __reduce__(self) -> tuple[Any, ...]:
        return restore_base, (self.graph, written(self.write))

    def write(self, path: str | os.PathLike[str]) -> None:
        """Writes the base, for Graph.read_index_base()."""
        self.context.call(lib.kg_hierarchy_base_write, self.pointer, file_name(path))

    def index(self, graph: Graph, *, unit: bool = False, labels: bool = False) -> Index:
        """The index of a graph with the same edges in the same order, and any values.

        Its distances, trees and matrices are those of Graph.index(). A path has the same length,
        and may be another one of several shortest ones. The device of the graph's context makes it:
        the same bytes on each. A GPU keeps the base from the first call on, if the graph has the
        context of the base.

        Args:
            graph: the graph.
            unit: the length of each edge is 1, whatever its value.
            labels: make labels, too, as Graph.index() does: they shorten the search for a
                distance, and take longer than all else.

        Raises:
            FormatError: the value of an edge is negative or not finite.
            ValueError: the graph has other edges.
        """
        options = ffi.new('kg_hierarchy_customize_options *', {'unit': unit, 'labels': labels})
        made, _ = graph.context.make('kg_hierarchy', lib.kg_hierarchy_destroy,
                                     lib.kg_hierarchy_customize, self.pointer, graph.pointer,
                                     options, parent=graph._resource)
        return Index(graph, made)


def restore_base(graph: Graph, data: bytes) -> IndexBase:
    """A base from its pickle."""
    made, _ = graph.context.make(
        'kg_hierarchy_base', lib.kg_hierarchy_base_destroy, lib.kg_hierarchy_base_read_memory,
        graph.pointer, ffi.from_buffer(data), len(data))
    return IndexBase(graph, made)


def restore(graph: Graph, data: bytes) -> Index:
    """An index from its pickle."""
    made, _ = graph.context.make(
        'kg_hierarchy', lib.kg_hierarchy_destroy, lib.kg_hierarchy_read_memory, graph.pointer,
        ffi.from_buffer(data), len(data), parent=graph._resource)
    return Index(graph, made)
