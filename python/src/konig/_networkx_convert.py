"""Graphs of NetworkX as arrays. All loops over edges run inside C code of Python and NumPy."""
from __future__ import annotations

from collections.abc import Iterable
from functools import cached_property
from itertools import chain, compress
from operator import methodcaller
from typing import Any

import numpy as np

from ._arrays import Array, number
from ._context import EDGE, VERTEX, Context, lock
from ._frames import names_of, set_nodes
from .errors import TooLarge

flatten = chain.from_iterable
inner = methodcaller('values')


def plain_dicts(adjacency: Any, multi: bool) -> dict[Any, Any]:
    """The adjacency of a view, which filters another's and may count what it does not show."""
    return {u: {v: dict(edge) if multi else edge for v, edge in row.items()}
            for u, row in adjacency.items()}


class Entries:
    """What the adjacency of a NetworkX graph holds, entry by entry in its order. Each edge of an
    undirected graph has two entries, a loop one; only one of them is taken.

    Attributes:
        nodes: [n] the nodes.
        row: [n + 1] where the taken entries of each node begin.
        source, target: [m] places of the ends of each taken entry.
        taken: [entries] bools, or None where all are taken.
    """

    def __init__(self, graph: Any) -> None:
        self.adjacency = graph._adj
        self.multi, self.directed = graph.is_multigraph(), graph.is_directed()
        if not isinstance(self.adjacency, dict):
            self.adjacency = plain_dicts(self.adjacency, self.multi)
        self.nodes = list(self.adjacency)
        n = len(self.nodes)
        if n >= 2**32 - 1:
            raise TooLarge(f'{n} nodes: at most {2**32 - 2} are possible')
        rows = self.adjacency.values()
        count = np.fromiter(map(len, rows), np.int64, n)
        target = self._places(flatten(rows), int(count.sum()))
        source = np.repeat(np.arange(n, dtype=VERTEX), count)
        if self.multi:
            times = np.fromiter(map(len, flatten(map(inner, rows))), np.int64, target.size)
            source, target = np.repeat(source, times), np.repeat(target, times)
        self.taken: Array | None = None
        if not self.directed:
            self.taken = target >= source
            source, target = source[self.taken], target[self.taken]
        self.source, self.target = source, target
        self.row = np.zeros(n + 1, EDGE)
        np.cumsum(np.bincount(source, minlength=n), out=self.row[1:], dtype=EDGE)
        for array in self.row, self.source, self.target:
            lock(array)  # the graph lies in them

    def _places(self, nodes: Iterable[Any], count: int) -> Array:
        """[count] the places of some nodes."""
        n = len(self.nodes)
        if set(map(type, self.nodes)) <= {int} and 0 <= min(self.nodes, default=0) <= max(
                self.nodes, default=0) < 4 * n + 4096:
            place = np.zeros(max(self.nodes, default=0) + 1, VERTEX)
            place[np.array(self.nodes, np.int64)] = np.arange(n, dtype=VERTEX)
            return place[np.fromiter(nodes, np.int64, count)]
        return np.fromiter(map(self.index.__getitem__, nodes), VERTEX, count)

    @cached_property
    def index(self) -> dict[Any, int]:
        """The place of each node."""
        return dict(zip(self.nodes, range(len(self.nodes))))

    def _of_edges(self, entries: Iterable[Any]) -> list[Any]:
        """[m] what the taken ones have, of what each entry has."""
        found = list(entries)
        if len(found) != (self.source if self.taken is None else self.taken).size:
            raise RuntimeError('the graph was changed after it was converted')
        return found if self.taken is None else list(compress(found, self.taken.tolist()))

    @cached_property
    def keys(self) -> list[Any]:
        """[m] the key of each edge of a multigraph."""
        return self._of_edges(flatten(flatten(map(inner, self.adjacency.values()))))

    def attributes(self) -> list[Any]:
        """[m] the attribute dict of each edge."""
        dicts: Iterable[Any] = flatten(map(inner, self.adjacency.values()))
        return self._of_edges(flatten(map(inner, dicts)) if self.multi else dicts)


def convert(make: Any, graph: Any, weight: str | None, keep: bool | Iterable[str],
            context: Context | None) -> Any:
    """The konig graph of that class."""
    entries = Entries(graph)
    values, columns, of_nodes = None, None, None
    if weight is not None or keep:
        edges = entries.attributes()
        if weight is not None and (weight != 'weight' or any(weight in edge for edge in edges)):
            values = reals_of(edges, weight)
        nodes = [graph.nodes[node] for node in entries.nodes] if keep else []
        rest, others = dict.fromkeys(flatten(edges)), dict.fromkeys(flatten(nodes))
        rest.pop(weight, None)
        keep = keep if isinstance(keep, (bool, str)) else list(keep)
        columns = {name: objects([edge.get(name) for edge in edges])
                   for name in names_of(keep, rest) if name in rest or name not in others}
        of_nodes = {name: objects([node.get(name) for node in nodes])
                    for name in names_of(keep, others) if name in others}
    result = build(make, entries, values, context)
    set_nodes(result, entries.nodes)
    result.columns, result.vertex_columns = columns or None, of_nodes or None
    return result


def objects(values: list[Any]) -> Array:
    """Values as an array, which does not look into them."""
    return np.fromiter(values, object, len(values))


def reals_of(edges: list[Any], weight: str) -> Array:
    """[m] the weights of edges, which must be numbers."""
    given = [edge.get(weight, 1) for edge in edges]
    if all(type(w) in (int, float) for w in given):
        return np.array(given, np.float64)
    return np.array([number(f'the attribute {weight!r} of an edge', w) for w in given])


def build(make: Any, entries: Entries, values: Array | None, context: Context | None) -> Any:
    """The graph of some entries with those values."""
    if values is not None:
        lock(values)
    if entries.directed:
        result = make.from_csr(entries.row, entries.target, values, context=context)
    else:
        result = make.from_edges(entries.source, entries.target, values=values,
                                 n=len(entries.nodes), kind='undirected', context=context)
    result.nodes = entries.nodes
    return result


def weights_of(data: list[Any], weight: str) -> Array:
    """The weights of edges as doubles. NotImplementedError where they are not exactly so."""
    given = [edge.get(weight, 1) for edge in data]
    try:
        weights = np.array(given)
    except (OverflowError, ValueError):
        weights = np.array(None)
    if weights.size == 0:
        return np.empty(0)
    if weights.ndim != 1 or weights.dtype.kind not in 'biuf' or weights.dtype.itemsize > 8:
        raise NotImplementedError('konig wants weights that are integers or floats')
    # Among floats an integer has become one: it is exact below 2^53.
    if weights.dtype.kind in 'iu' or any(type(w) is int for w in given):
        if abs(weights.astype(np.float64)).max(initial=0, where=np.isfinite(weights)) >= 2**53:
            raise NotImplementedError('konig wants integers that a double holds')
    return weights.astype(np.float64)
