"""Shortest paths for NetworkX: distances and paths as dicts of nodes, or of one target.

What NetworkX says of a missing node, and of a target without a path, is said here, too. Lengths are
integers where all weights are.
"""
from __future__ import annotations

import inspect
import math
from typing import TYPE_CHECKING, Any

import networkx as nx
import numpy as np

from ._arrays import Array
from ._distances import Distances

if TYPE_CHECKING:
    from .networkx_backend import BackendGraph

Lengths = dict[Any, Any]
Paths = dict[Any, list[Any]]


def refuse_path(name: str, args: tuple[Any, ...], kwargs: dict[str, Any]) -> str | None:
    """Why a call cannot be made, or None."""
    bound = inspect.signature(globals()[name]).bind_partial(*args, **kwargs).arguments
    if callable(bound.get('weight')):
        return 'konig wants weights that are attributes, not a function'
    if bound.get('heuristic') is not None:
        return 'konig has no heuristics of a caller'
    if bound.get('method', 'dijkstra') != 'dijkstra':
        return f'konig has no method {bound["method"]}'
    if name in ('shortest_path', 'shortest_path_length') and bound.get('source') is None:
        return 'konig wants a source'
    if bound.get('cutoff') is not None and not bound['cutoff'] >= 0:
        return 'konig wants a cutoff of at least 0'
    return None


def ends_early(name: str, args: tuple[Any, ...], kwargs: dict[str, Any]) -> bool:
    """Whether a search need not see the whole graph."""
    bound = inspect.signature(globals()[name]).bind_partial(*args, **kwargs).arguments
    return bound.get('target') is not None or bound.get('cutoff') is not None


class Search:
    """Distances from some nodes, of a graph with those weights; weight None: each edge counts 1."""

    def __init__(self, G: BackendGraph, sources: Any, weight: str | None, cutoff: Any = None,
                 target: Any = None) -> None:
        self.graph = G
        made, self.whole = (G.konig, True) if weight is None else G.weighted(weight)
        goal = None if target is None or target not in G else G.place(target)
        self.found: Distances = made.distances(
            [G.place(node) for node in sources], targets=goal, limit=cutoff, unit=weight is None)

    def number(self, length: float) -> Any:
        return int(length) if self.whole else length

    def order(self) -> Array:
        """The vertices that were reached, nearer ones first."""
        lengths = self.found.lengths
        reached = np.flatnonzero(np.isfinite(lengths))
        return reached[np.argsort(lengths[reached], kind='stable')]

    def lengths(self) -> Lengths:
        order = self.order()
        lengths = self.found.lengths[order]
        values = lengths.astype(np.int64) if self.whole else lengths
        return dict(zip(self.graph.named(order), values.tolist()))

    def paths(self) -> Paths:
        order = self.order()
        parent = dict(zip(order.tolist(), self.found.parents[order].tolist()))
        node = dict(zip(order.tolist(), self.graph.named(order)))
        paths: dict[int, list[Any]] = {}
        for last in order.tolist():
            way = [last]
            while way[-1] not in paths and parent[way[-1]] in parent:
                way.append(parent[way[-1]])
            for v in reversed(way):
                if v not in paths:
                    paths[v] = [*paths.get(parent[v], ()), node[v]]
        return {node[v]: paths[v] for v in order.tolist()}

    def one(self, target: Any) -> tuple[Any, list[Any]]:
        """The length of the path to a node, and the path."""
        if target not in self.graph or not math.isfinite(
                self.found.lengths[self.graph.place(target)]):
            raise nx.NetworkXNoPath(f'No path to {target}.')
        path = self.found.path(self.graph.place(target))
        return self.number(path.length), self.graph.named(path.vertices)


def need(G: BackendGraph, *nodes: Any) -> None:
    for node in nodes:
        if node not in G:
            raise nx.NodeNotFound(f'Node {node} not found in graph')


# ---- Dijkstra's names ----------------------------------------------------------------------------


def multi_source_dijkstra(G: BackendGraph, sources: Any, target: Any = None, cutoff: Any = None,
                          weight: str | None = 'weight') -> Any:
    if not sources:
        raise ValueError('sources must not be empty')
    need(G, *sources)
    search = Search(G, sources, weight, cutoff, target)
    return (search.lengths(), search.paths()) if target is None else search.one(target)


def multi_source_dijkstra_path(G: BackendGraph, sources: Any, cutoff: Any = None,
                               weight: str | None = 'weight') -> Paths:
    if not sources:
        raise ValueError('sources must not be empty')
    need(G, *sources)
    return Search(G, sources, weight, cutoff).paths()


def multi_source_dijkstra_path_length(G: BackendGraph, sources: Any, cutoff: Any = None,
                                      weight: str | None = 'weight') -> Lengths:
    if not sources:
        raise ValueError('sources must not be empty')
    need(G, *sources)
    return Search(G, sources, weight, cutoff).lengths()


def single_source_dijkstra(G: BackendGraph, source: Any, target: Any = None, cutoff: Any = None,
                           weight: str | None = 'weight') -> Any:
    return multi_source_dijkstra(G, [source], target, cutoff, weight)


def single_source_dijkstra_path(G: BackendGraph, source: Any, cutoff: Any = None,
                                weight: str | None = 'weight') -> Paths:
    return multi_source_dijkstra_path(G, [source], cutoff, weight)


def single_source_dijkstra_path_length(G: BackendGraph, source: Any, cutoff: Any = None,
                                       weight: str | None = 'weight') -> Lengths:
    return multi_source_dijkstra_path_length(G, [source], cutoff, weight)


def dijkstra_path(G: BackendGraph, source: Any, target: Any,
                  weight: str | None = 'weight') -> list[Any]:
    need(G, source)
    return Search(G, [source], weight, target=target).one(target)[1]


def dijkstra_path_length(G: BackendGraph, source: Any, target: Any,
                         weight: str | None = 'weight') -> Any:
    need(G, source)
    return Search(G, [source], weight, target=target).one(target)[0]


def bidirectional_dijkstra(G: BackendGraph, source: Any, target: Any,
                           weight: str | None = 'weight') -> tuple[Any, list[Any]]:
    need(G, source, target)
    return Search(G, [source], weight, target=target).one(target)


# For A* of NetworkX a cutoff of 0 is none.
def astar_path(G: BackendGraph, source: Any, target: Any, heuristic: Any = None,
               weight: str | None = 'weight', *, cutoff: Any = None) -> list[Any]:
    need(G, source, target)
    return Search(G, [source], weight, cutoff or None, target).one(target)[1]


def astar_path_length(G: BackendGraph, source: Any, target: Any, heuristic: Any = None,
                      weight: str | None = 'weight', *, cutoff: Any = None) -> Any:
    need(G, source, target)
    return Search(G, [source], weight, cutoff or None, target).one(target)[0]


# ---- names without a method ----------------------------------------------------------------------


def single_source_shortest_path(G: BackendGraph, source: Any, cutoff: Any = None) -> Paths:
    need(G, source)
    return Search(G, [source], None, None if cutoff is None else float(np.ceil(cutoff))).paths()


def single_source_shortest_path_length(G: BackendGraph, source: Any,
                                       cutoff: Any = None) -> Lengths:
    need(G, source)
    return Search(G, [source], None, None if cutoff is None else float(np.ceil(cutoff))).lengths()


def shortest_path(G: BackendGraph, source: Any = None, target: Any = None,
                  weight: str | None = None, method: str = 'dijkstra') -> Any:
    need(G, source)
    if target is None:
        return Search(G, [source], weight).paths()
    need(G, target)
    return Search(G, [source], weight, target=target).one(target)[1]


def shortest_path_length(G: BackendGraph, source: Any = None, target: Any = None,
                         weight: str | None = None, method: str = 'dijkstra') -> Any:
    need(G, source)
    if target is None:
        return Search(G, [source], weight).lengths()
    if weight is None:
        need(G, target)
    return Search(G, [source], weight, target=target).one(target)[0]


def has_path(G: BackendGraph, source: Any, target: Any) -> bool:
    need(G, source, target)
    return math.isfinite(
        Search(G, [source], None, target=target).found.lengths[G.place(target)])
