"""Graphs from and to tables of edges, and to NetworkX. pandas and NetworkX are imported only by the
calls that make their objects.
"""
from __future__ import annotations

from collections.abc import Iterable
from itertools import chain
from typing import TYPE_CHECKING, Any

import numpy as np

from ._arrays import Array, reals
from ._context import VERTEX, Context
from ._konig import ffi, lib
from .errors import TooLarge, Unsupported

if TYPE_CHECKING:
    from ._rows import Rows


def encoded(node: Any) -> bytes:
    """The name of a node as C has it."""
    try:
        return str(node).encode('utf-8', 'surrogateescape')
    except UnicodeEncodeError:  # half of a pair of UTF-16
        return str(node).encode('utf-8', 'backslashreplace')


def set_nodes(graph: Rows, nodes: list[Any]) -> None:
    """Gives the vertices these nodes, and the texts of them as names."""
    graph.nodes = nodes
    if nodes == list(range(len(nodes))):  # the names that vertices have anyway
        return
    names = list(map(encoded, nodes))
    length = np.fromiter(map(len, names), np.uintp, len(names))
    text = ffi.from_buffer(b''.join(names))
    place = np.cumsum(length) - length + np.uintp(int(ffi.cast('uintptr_t', text)))
    graph.context.call(lib.kg_graph_set_names, graph.pointer,
                       ffi.cast('const char *const *', place.ctypes.data),
                       ffi.cast('const size_t *', length.ctypes.data))


def nodes_of(graph: Rows) -> list[Any]:
    """[n] what the vertices stand for: their nodes, or their names; those that are numbers as ints.
    """
    if graph.nodes is not None:
        return graph.nodes
    if not lib.kg_graph_has_names(graph.pointer):
        return list(range(graph.n))
    buffer, length = ffi.new('char[24]'), ffi.new('size_t *')
    start, names = ffi.cast('const char *', buffer), []
    with graph._guard.held():
        for v in range(graph.n):
            name = lib.kg_graph_name(graph.pointer, v, buffer, 24, length)
            text = bytes(ffi.buffer(name, length[0]))
            names.append(int(text) if start <= name < start + 24 else text.decode('utf-8', 'surrogateescape'))
    seen: dict[Any, int] = {}
    for v, node in enumerate(names):
        if seen.setdefault(node, v) != v:
            raise ValueError(f'the vertices {seen[node]} and {v} have the same name, {node!r}: '
                             'nodes and rows of tables are told apart by their names')
    return names


def names_of(keep: Any, rest: Iterable[Any]) -> list[Any]:
    """What `keep` names: one, several, or all the rest."""
    return list(rest if keep is True else [keep] if isinstance(keep, str) else keep or ())


def refuse_sides(graph: Rows, what: str) -> None:
    if graph.kind == 'bidirected':
        raise Unsupported(f'the graph is bidirected: {what} has no place for the sides of vertices')


def of_frame(make: Any, frame: Any, ends: tuple[Any, Any], weight: Any, keep: Any, nodes: Any,
             kind: str, context: Context | None) -> Any:
    """The graph of that class, of the rows of a frame."""
    if not hasattr(frame, 'columns') or not hasattr(frame, 'iloc'):
        raise TypeError(f'frame is a {type(frame).__name__}: expected a DataFrame of pandas')
    if weight == 'weight' and weight not in frame.columns:
        weight = None
    rest = [name for name in frame.columns if name not in (*ends, weight)]
    kept = names_of(keep, rest)
    for name in (*ends, *kept, *(() if weight is None else (weight,))):
        if list(frame.columns).count(name) != 1:
            raise ValueError(f'the frame has {list(frame.columns).count(name)} columns {name!r}: '
                             f'expected one; its columns are {list(frame.columns)}')
    columns = [frame[name] for name in ends]
    for name, column in zip(ends, columns):
        lost = column.isna().to_numpy(bool)
        if lost.any():
            raise ValueError(f'row {int(lost.argmax())} of the column {name!r} has no node')
    place = dict.fromkeys(chain(() if nodes is None else nodes,
                                chain.from_iterable(zip(*columns))))
    if len(place) >= 2**32 - 1:
        raise TooLarge(f'{len(place)} nodes: at most {2**32 - 2} are possible')
    place.update(zip(place, range(len(place))))
    source, target = (np.fromiter(map(place.__getitem__, column), VERTEX, len(frame))
                      for column in columns)
    values = None if weight is None else reals(f'the column {weight!r}', frame[weight].to_numpy(),
                                               (len(frame),))
    graph = make.from_edges(source, target, values=values, n=len(place), kind=kind, context=context)
    set_nodes(graph, list(place))
    if kept:
        order = np.argsort(source, kind='stable') if graph.directed else slice(None)
        graph.columns = {name: frame[name].to_numpy()[order] for name in kept}
    return graph


def to_frame(graph: Rows, ends: tuple[Any, Any], weight: Any) -> Any:
    """The edges as a DataFrame."""
    import pandas

    refuse_sides(graph, 'a table')
    nodes = nodes_of(graph)
    columns: list[tuple[Any, Any]] = [(name, list(map(nodes.__getitem__, column.tolist())))
                                      for name, column in zip(ends, graph.ends.T)]
    if graph.values is not None and weight is not None:
        columns.append((weight, graph.values))
    columns.extend((graph.columns or {}).items())
    data = dict(columns)
    if len(data) < len(columns):
        raise ValueError(f'two columns have one name, of {[name for name, _ in columns]}: pass '
                         'another name of source, target or weight')
    return pandas.DataFrame(data)


def attributes(columns: dict[Any, Array], count: int) -> Iterable[dict[Any, Any]]:
    """[count] what each edge or vertex has in NetworkX."""
    if not columns:
        return ({} for _ in range(count))
    rows = zip(*(column.tolist() for column in columns.values()))
    return ({name: value for name, value in zip(columns, row) if value is not None} for row in rows)


def to_networkx(graph: Rows, weight: Any, multigraph: bool) -> Any:
    """The graph as one of NetworkX."""
    import networkx as nx

    refuse_sides(graph, 'NetworkX')
    nodes = nodes_of(graph)
    made: Any = ((nx.MultiDiGraph if graph.directed else nx.MultiGraph) if multigraph else
                 (nx.DiGraph if graph.directed else nx.Graph))()
    made.add_nodes_from(zip(nodes, attributes(graph.vertex_columns or {}, graph.n)))
    columns = dict(graph.columns or {})
    if graph.values is not None and weight is not None:
        columns[weight] = graph.values
    source, target = (map(nodes.__getitem__, column) for column in graph.ends.T.tolist())
    made.add_edges_from(zip(source, target, attributes(columns, graph.m)))
    if made.number_of_edges() < graph.m:
        raise ValueError(f'{graph.m - made.number_of_edges()} edges are parallel to others: '
                         'expected multigraph=True, or a graph that simplified() made')
    return made
