"""Walks along all edges of a graph, and what has to be walked again for one."""
from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING, Any, Literal

import numpy as np

from ._arrays import Array
from ._context import EDGE, Owned, lent, lock
from ._device import DeviceArray, lend_walk
from ._konig import ffi, lib
from .errors import NoEulerWalk, NoRoute, Unsupported

if TYPE_CHECKING:
    from ._graph import Graph

FOUND: dict[int, Literal['circuit', 'path', 'trails']] = {
    lib.KG_EULER_CIRCUIT: 'circuit', lib.KG_EULER_PATH: 'path', lib.KG_EULER_TRAILS: 'trails'}
REASONS = {lib.KG_EULER_UNBALANCED: 'unbalanced', lib.KG_EULER_DISCONNECTED: 'disconnected',
           lib.KG_EULER_IS_CIRCUIT: 'is circuit'}
ROUTE_REASONS = {lib.KG_ROUTE_DISCONNECTED: 'disconnected', lib.KG_ROUTE_ONE_WAY: 'one way'}


UNIQUE = {lib.KG_EULER_PERHAPS: None, lib.KG_EULER_ONLY: True, lib.KG_EULER_SEVERAL: False}


class Walk(Owned):
    """An Euler circuit or path, or the fewest trails, as Graph.euler() and Graph.trails() find it.

    >>> walk = konig.Graph.from_edges([0, 1], [1, 2]).euler()
    >>> walk.kind, walk.edges.tolist(), walk.vertices.tolist()
    ('path', [0, 1], [0, 1, 2])
    """

    def __init__(self, graph: Graph, made: Owned) -> None:
        resource, made._resource = made._resource, None  # type: ignore[assignment]
        super().__init__(graph.context, resource)
        #: The graph.
        self.graph = graph

    def __len__(self) -> int:
        """The number of edges."""
        return self.graph.m

    def __repr__(self) -> str:
        return f'<konig.Walk: {self.kind} of {len(self)} edges>'

    _facts = 'graph', 'kind', 'initial_circuits', 'steps', 'begins', 'unique'

    @cached_property
    def kind(self) -> Literal['circuit', 'path', 'trails']:
        """"circuit"; "path": it ends elsewhere than it begins; or "trails"."""
        return FOUND[lib.kg_euler_found(self.pointer)]

    @cached_property
    def initial_circuits(self) -> int:
        """How many circuits were joined."""
        return int(lib.kg_euler_initial_circuits(self.pointer))

    @cached_property
    def steps(self) -> Array:
        """[m] edges in their order, read-only, in the memory where C has them; unless the graph is
        directed half-edges: 2 e where the walk goes from the first end of edge e to the second,
        2 e + 1 where it goes back."""
        walk = ffi.new('kg_edge **')
        self.context.call(lib.kg_euler_walk, self.pointer, walk)
        return lent(self, walk[0], len(self), EDGE)

    @cached_property
    def edges(self) -> Array:
        """[m] edges in their order. In a directed graph this is `steps`, without a copy."""
        return self.steps if self.graph.directed else lock(self.steps >> EDGE.type(1))

    def device_steps(self, stream: Any = None) -> DeviceArray:
        """`steps` in the memory of the GPU that found them, for CuPy, torch, Numba and others, by
        `__cuda_array_interface__` or DLPack: nothing comes to the host.

        Args:
            stream: that is going to use it, of CuPy, torch or Numba, or its number, valid as long
                as the array is there: the walk is ordered before what the stream is given next,
                and its memory is not used again before what the stream was given until the array
                is gone. None: the walk is complete when this returns, and the end of the array
                waits for all of the GPU.

        Raises:
            Unsupported: the walk was found in host memory, or unpickled.
        """
        if self._resource is None:
            raise Unsupported('the walk was unpickled: it lies in host memory')
        return lend_walk(self, stream)

    @cached_property
    def unique(self) -> bool | None:
        """Whether no other walk passes the same vertices in another order, but for where a circuit
        begins and, without directions, which way it is walked. None: that is not known.

        >>> konig.Graph.from_edges([0, 1, 2], [1, 2, 0]).euler().unique
        True
        >>> konig.generate.complete(3).euler().unique
        False
        """
        unique = ffi.new('kg_euler_unique *')
        self.context.call(lib.kg_euler_is_unique, unique, self.pointer, self.graph.pointer)
        return UNIQUE[unique[0]]

    @cached_property
    def begins(self) -> Array:
        """[count + 1] where each trail begins in `edges`, and m. A circuit or path is one trail."""
        begin, count = ffi.new('uint64_t **'), ffi.new('uint64_t *')
        self.context.call(lib.kg_euler_trails, self.pointer, begin, count)
        return lent(self, begin[0], count[0] + 1, np.dtype(np.uint64))

    @property
    def count(self) -> int:
        """How many trails there are: 1, or 0 in a graph without edges, unless trails were asked
        for."""
        return len(self.begins) - 1

    @cached_property
    def vertices(self) -> Array:
        """[m + count] the vertices that the walk passes: of each trail its start, and where each
        edge leads."""
        graph, steps = self.graph, self.steps
        begin = self.begins[:-1].astype(np.int64)
        if graph.directed:
            first = np.searchsorted(graph.row, steps[begin], side='right') - 1
            led = np.take(graph.col, index(steps), mode='clip') if steps.size else graph.col
        else:
            end = graph.ends.reshape(-1)
            first, led = end[steps[begin]], end[steps ^ EDGE.type(1)]
        if len(begin) == 1:
            return lock(np.concatenate((first.astype(led.dtype), led)))
        return lock(np.insert(led, begin, first))

    def trail(self, i: int) -> tuple[Array, Array]:
        """The edges and the vertices of one trail.

        >>> konig.Graph.from_edges([0, 2], [1, 3]).trails().trail(1)
        (array([1], dtype=uint32), array([2, 3], dtype=uint32))
        """
        if not 0 <= i < self.count:
            raise IndexError(f'i is {i}: expected 0 to {self.count - 1}')
        begin, end = int(self.begins[i]), int(self.begins[i + 1])
        return self.edges[begin:end], self.vertices[begin + i:end + i + 1]


class Route(Owned):
    """The cheapest edges to walk again, as Graph.eulerise() finds them.

    >>> graph = konig.Graph.from_edges([[0, 1], [1, 2], [2, 0], [0, 2]], kind='undirected')
    >>> route = graph.eulerise()
    >>> route.repeats.tolist(), route.graph().euler().kind
    ([2], 'circuit')
    """

    def __init__(self, graph: Graph, made: Owned) -> None:
        resource, made._resource = made._resource, None  # type: ignore[assignment]
        super().__init__(graph.context, resource)
        #: The graph without the repeats.
        self.original = graph

    def __repr__(self) -> str:
        return f'<konig.Route: {len(self.repeats)} repeats, {self.repeated:g} long>'

    @cached_property
    def repeats(self) -> Array:
        """The edges that are walked again, increasing, each as often as it is repeated."""
        edge, count = ffi.new('kg_edge **'), ffi.new('uint64_t *')
        self.context.call(lib.kg_route_repeats, self.pointer, edge, count)
        return lent(self, edge[0], count[0], EDGE)

    @property
    def length(self) -> float:
        """The length of all edges, each once."""
        return float(lib.kg_route_measure(self.pointer).length)

    @property
    def repeated(self) -> float:
        """The length of the repeats."""
        return float(lib.kg_route_measure(self.pointer).repeated)

    @cached_property
    def directions(self) -> tuple[Array, Array] | None:
        """Which way streets are walked where some are one-way: [m] of edges and of each repeat, 1
        where from the second end to the first. None: the walk decides."""
        edge, repeat = ffi.new('unsigned char **'), ffi.new('unsigned char **')
        self.context.call(lib.kg_route_directions, self.pointer, edge, repeat)
        if edge[0] == ffi.NULL:
            return None
        return (lent(self, edge[0], self.original.m, np.dtype(np.uint8)),
                lent(self, repeat[0], len(self.repeats), np.dtype(np.uint8)))

    @property
    def bound(self) -> float:
        """No choice of repeats is shorter, as a solution of the dual problem proves. It is
        `repeated`, but by the heuristic or where some streets are one-way, where it may be less."""
        return float(lib.kg_route_measure(self.pointer).bound)

    @property
    def ends(self) -> tuple[int, int] | None:
        """Where an open walk begins and ends; None: it ends where it begins."""
        measure = lib.kg_route_measure(self.pointer)
        return None if measure.closed else (measure.start, measure.end)

    def graph(self) -> Graph:
        """The graph with the repeats added, of which euler() finds the walk. They are the edges
        from m on of an undirected graph, and stand last in their rows in a directed one, which
        an undirected one with one-way edges becomes."""
        graph = self.original._make(self.context, lib.kg_route_graph, self.pointer,
                                    parent=self._resource)
        graph.nodes = self.original.nodes
        return graph


def index(edges: Array) -> Array:
    """Edges as an index, which NumPy wants signed if it has 64 bits."""
    return edges.view(np.int64) if edges.itemsize == 8 else edges


def no_walk(message: str, why: Any) -> NoEulerWalk:
    """The exception with the witness."""
    listed = range(why.listed)
    disconnected = why.reason == lib.KG_EULER_DISCONNECTED
    return NoEulerWalk(
        message, reason=REASONS.get(why.reason, ''), count=why.count,
        vertices=tuple(why.vertex[i] for i in listed),
        degrees=tuple((why.out_degree[i], why.in_degree[i]) for i in listed),
        edges=tuple(why.edge) if disconnected else (),
        components=why.components if disconnected else 0)


def no_route(message: str, why: Any) -> NoRoute:
    """The exception with the witness."""
    return NoRoute(message, reason=ROUTE_REASONS.get(why.reason, ''), components=why.components,
                   vertices=tuple(why.vertex[i] for i in range(why.listed)))
