"""Distances in graphs whose edges have lengths, and shortest paths."""
from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from ._arrays import Array, whole
from ._context import EDGE, VERTEX, Owned, lent
from ._konig import ffi, lib
from .errors import NoSolution

if TYPE_CHECKING:
    from ._graph import Graph

#: Stands for "none" in `edges`, `parents` and `nearest` of Distances.
NO_EDGE, NO_VERTEX = EDGE.type(lib.KG_NO_EDGE), VERTEX.type(lib.KG_NO_VERTEX)


class Path(NamedTuple):
    """A shortest path."""

    #: Its edges' lengths together.
    length: float
    #: [edges + 1] the vertices that it passes.
    vertices: Array
    #: [edges] its edges.
    edges: Array


class Distances(Owned):
    """Distances and the tree of shortest paths, as Graph.distances() finds them.

    >>> graph = konig.Graph.from_edges([0, 1, 0], [1, 2, 2], values=[1, 2, 5])
    >>> found = graph.distances(0)
    >>> found.lengths.tolist(), found.path(2).vertices.tolist()
    ([0.0, 1.0, 3.0], [0, 1, 2])
    """

    def __init__(self, graph: Graph, made: Owned) -> None:
        resource, made._resource = made._resource, None  # type: ignore[assignment]
        super().__init__(graph.context, resource)
        #: The graph.
        self.graph = graph

    def __repr__(self) -> str:
        return f'<konig.Distances: {self.reached} of {self.graph.n} vertices reached>'

    @property
    def reached(self) -> int:
        """How many vertices were reached, sources included."""
        return int(lib.kg_distances_reached(self.pointer))

    @cached_property
    def lengths(self) -> Array:
        """[n] the distance of each vertex; inf: it was not reached."""
        return lent(self, lib.kg_distances_lengths(self.pointer), self.graph.n,
                    np.dtype(np.float64))

    @cached_property
    def edges(self) -> Array:
        """[n] the last edge of the path to each vertex; the largest number of its type stands for
        none: at sources, and where there is no path."""
        return lent(self, lib.kg_distances_edges(self.pointer), self.graph.n, EDGE)

    @cached_property
    def parents(self) -> Array:
        """[n] the vertex before each vertex on its path; the largest number stands for none."""
        return lent(self, lib.kg_distances_parents(self.pointer), self.graph.n, VERTEX)

    @cached_property
    def nearest(self) -> Array:
        """[n] the source that the path to each vertex begins at; the largest number stands for
        none."""
        nearest = ffi.new('kg_vertex **')
        self.context.call(lib.kg_distances_nearest, self.pointer, nearest)
        return lent(self, nearest[0], self.graph.n, VERTEX)

    def path(self, vertex: int) -> Path:
        """The path to a vertex; of paths towards the sources that from the vertex on.

        Raises:
            NoSolution: there is none.
        """
        edge, step = ffi.new('kg_edge **'), ffi.new('kg_vertex **')
        count = ffi.new('uint64_t *')
        vertex = whole('vertex', vertex, 0, max(self.graph.n - 1, 0))
        if self.context.call(lib.kg_distances_path, self.pointer, vertex, edge, step, count,
                             answers=(lib.KG_NO_SOLUTION,)) != lib.KG_OK:
            raise NoSolution(f'no path leads to vertex {vertex}')
        return Path(float(self.lengths[vertex]),
                    np.array(lent(self, step[0], count[0] + 1, VERTEX)),
                    np.array(lent(self, edge[0], count[0], EDGE)))
