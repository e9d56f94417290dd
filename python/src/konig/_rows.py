"""What a graph has: its rows, its edges, the names of its vertices."""
from __future__ import annotations

import os
from functools import cached_property
from typing import TYPE_CHECKING, Any, Literal, Self

import numpy as np

from ._arrays import Array, choice, pointer, whole
from ._context import (EDGE, VERTEX, Context, Owned, Resource, default_context, file_name, lent,
                       lock, string, written)
from ._konig import ffi, lib

if TYPE_CHECKING:
    import pandas
    import scipy.sparse

Kind = Literal['directed', 'undirected', 'bidirected']

KIND_NAMES: dict[int, Kind] = {lib.KG_DIRECTED: 'directed', lib.KG_UNDIRECTED: 'undirected',
                               lib.KG_BIDIRECTED: 'bidirected'}
FORMATS = {string(lib.kg_format_name(i)): i for i in ffi.typeof('kg_format').elements}


class Rows(Owned):
    """A graph as it lies in memory: the part of Graph that looks at it."""

    #: What the vertices stand for, where the graph was made from a NetworkX graph or a table: a list
    #: of [n] nodes.
    nodes: list[Any] | None = None
    #: What read(), from_pandas() or from_networkx() kept of the edges: for each name an array of
    #: [m].
    columns: dict[Any, Array] | None = None
    #: What read() or from_networkx() kept of the vertices: for each name an array of [n].
    vertex_columns: dict[Any, Array] | None = None
    #: Of a reverse graph: [m] which edge of the other graph each edge was.
    original: Array | None = None

    def __repr__(self) -> str:
        return (f'<konig.Graph: {self.kind}, {self.n} vertices, {self.m} edges'
                f'{", with values" if self.values is not None else ""}>')

    @classmethod
    def _make(cls, context: Context | None, function: Any, *arguments: Any,
              parent: Resource | None = None) -> Self:
        """The graph that a call of C makes."""
        context = context or default_context()
        made, _ = context.make('kg_graph', lib.kg_graph_destroy, function, *arguments,
                               parent=parent)
        resource, made._resource = made._resource, None  # type: ignore[assignment]
        return cls(context, resource)

    def __reduce__(self) -> tuple[Any, ...]:
        # .kcsr has all of the graph, in the same order, and C copies it from a GPU. It has no
        # place for columns that C keeps, and the subgraph of all vertices is a copy without them.
        graph = self
        if any(lib.kg_graph_columns(self.pointer, i) for i in ffi.typeof('kg_element').elements):
            vertices = np.arange(self.n, dtype=VERTEX)
            graph = self._make(self.context, lib.kg_graph_subgraph, self.pointer,
                               pointer('kg_vertex *', vertices), self.n)
        data = written(lambda path: graph.write(path, format='kcsr'))
        return restore, (type(self), data, self.nodes, self.original, self.columns,
                         self.vertex_columns)

    @property
    def n(self) -> int:
        """The number of vertices."""
        return int(lib.kg_graph_vertices(self.pointer))

    @property
    def m(self) -> int:
        """The number of edges."""
        return int(lib.kg_graph_edges(self.pointer))

    @property
    def kind(self) -> Kind:
        """"directed", "undirected" or "bidirected"."""
        return KIND_NAMES[lib.kg_graph_kind(self.pointer)]

    @property
    def directed(self) -> bool:
        """Whether it is directed."""
        return self.kind == 'directed'

    @property
    def entries(self) -> int:
        """The entries of all rows: m in a directed graph, 2 m in others."""
        return self.m if self.directed else 2 * self.m

    @cached_property
    def row(self) -> Array:
        """[n + 1] where the entries of each vertex begin."""
        row = ffi.new('kg_edge **')
        self.context.call(lib.kg_graph_csr, self.pointer, row, ffi.NULL)
        return lent(self, row[0], self.n + 1, EDGE)

    @cached_property
    def col(self) -> Array:
        """[entries] where each entry leads."""
        col = ffi.new('kg_vertex **')
        self.context.call(lib.kg_graph_csr, self.pointer, ffi.NULL, col)
        return lent(self, col[0], self.entries, VERTEX)

    @cached_property
    def values(self) -> Array | None:
        """[m] the numbers on the edges, or None."""
        values = lib.kg_graph_values(self.pointer)
        return None if values == ffi.NULL else lent(self, values, self.m, np.dtype(np.float64))

    @cached_property
    def sources(self) -> Array:
        """[entries] in whose row each entry stands: the source of each edge."""
        source = ffi.new('kg_vertex **')
        self.context.call(lib.kg_graph_sources, self.pointer, source)
        return lent(self, source[0], self.entries, VERTEX)

    @cached_property
    def ends(self) -> Array:
        """[m, 2] both ends of each edge."""
        end = ffi.new('kg_vertex **')
        self.context.call(lib.kg_graph_ends, self.pointer, end)
        return lent(self, end[0], (self.m, 2), VERTEX)

    @cached_property
    def halves(self) -> Array | None:
        """Unless the graph is directed: [2 m] which half-edge each entry is, 2 e or 2 e + 1 of edge
        e."""
        half = ffi.new('kg_edge **')
        self.context.call(lib.kg_graph_halves, self.pointer, half)
        return None if self.directed else lent(self, half[0], self.entries, EDGE)

    def degrees(self) -> tuple[Array, Array]:
        """Out-degrees and in-degrees, [n] each; in an undirected graph both are the degrees, for
        which a loop counts twice; in a bidirected one they are those of the plus and of the minus
        side."""
        out, into = ffi.new('kg_edge **'), ffi.new('kg_edge **')
        self.context.call(lib.kg_graph_degrees, self.pointer, out, into)
        return lent(self, out[0], self.n, EDGE), lent(self, into[0], self.n, EDGE)

    def name(self, vertex: int) -> str:
        """What the graph's file calls a vertex.

        >>> konig.Graph.read('data/bridges.adj').name(1)
        'Kneiphof'
        """
        buffer, length = ffi.new('char[24]'), ffi.new('size_t *')
        number = whole('vertex', vertex, 0, self.n - 1)
        with self._guard.held():
            name = lib.kg_graph_name(self.pointer, number, buffer, 24, length)
            return bytes(ffi.buffer(name, length[0])).decode('utf-8', 'surrogateescape')

    def vertex(self, name: str) -> int:
        """The vertex of a name, the first of equal ones. ArgumentError where there is none."""
        if not isinstance(name, str):
            raise TypeError(f'name is {name!r}: expected a str')
        text, found = name.encode('utf-8', 'surrogateescape'), ffi.new('kg_vertex *')
        self.context.call(lib.kg_graph_find_vertex, self.pointer, text, len(text), found)
        return int(found[0])

    def to_scipy(self) -> scipy.sparse.csr_array:
        """The adjacency matrix: entry (u, v) for each edge, with its value or 1; parallel edges are
        entries of their own, which SciPy adds up. Of an undirected graph it is symmetric. Indices
        and values are the graph's own memory where it is directed and fits 32 bits.

        >>> konig.Graph.from_edges([0, 1], [1, 0], values=[2.0, 5.0]).to_scipy().toarray()
        array([[0., 2.],
               [5., 0.]])
        """
        import scipy.sparse
        n, row, col, values = self.n, self.row, self.col, self.values
        if not self.directed:
            halves = self.halves
            assert halves is not None
            keep = ~((col == self.sources) & (halves & 1 == 1))  # a loop once
            row = np.concatenate(([0], np.cumsum(keep)))[row.astype(np.int64)]
            col = col[keep]
            values = None if values is None else values[(halves >> 1)[keep]]
        data = np.ones(col.size) if values is None else values
        indices = (a.view(np.int32) if a.itemsize == 4 and max(n, self.entries) < 2**31 else
                   a.astype(np.int64) for a in (col, row))
        return scipy.sparse.csr_array((data, *indices), shape=(n, n), copy=False)

    def to_networkx(self, *, weight: str | None = 'weight', multigraph: bool = True) -> Any:
        """The graph as one of NetworkX, with the vertices and the edges in their order. Its nodes
        are `nodes`, or what the file calls the vertices: strings, and ints where all are numbers.

        Args:
            weight: the attribute that gets the values, and None: none does. Edges also have what
                `columns` says, and nodes what `vertex_columns` says, but None.
            multigraph: a MultiDiGraph or MultiGraph. False: a DiGraph or Graph, which has no
                parallel edges.

        Raises:
            ValueError: two vertices have the same name, or two edges are parallel and multigraph
                is False.
            Unsupported: the graph is bidirected.

        >>> konig.Graph.read('data/bridges.adj').to_networkx().degree('Kneiphof')
        5
        """
        from ._frames import to_networkx
        return to_networkx(self, weight, multigraph)

    def to_pandas(self, *, source: str = 'source', target: str = 'target',
                  weight: str | None = 'weight') -> pandas.DataFrame:
        """The edges as a DataFrame of pandas, a row for each in their order: both ends, as
        to_networkx() has them, the value, and what `columns` says.

        Args:
            source, target, weight: names of the columns; weight None: no values.

        Raises:
            ValueError: two vertices have the same name, or two columns would.
            Unsupported: the graph is bidirected.

        >>> print(konig.Graph.from_edges([0, 1], [1, 0], values=[2, 5]).to_pandas())
           source  target  weight
        0       0       1     2.0
        1       1       0     5.0
        """
        from ._frames import to_frame
        return to_frame(self, (source, target), weight)

    def write(self, path: str | os.PathLike[str], *, format: str = 'auto') -> None:
        """Writes the graph; "auto" goes by the extension. The file appears complete or not at
        all. It has the columns that read() kept: then it must be a table, GraphML, GML or JSON."""
        self.context.call(lib.kg_graph_write, self.pointer, file_name(path),
                          choice('format', format, FORMATS))


def restore(kind: type[Rows], data: bytes, nodes: list[Any] | None, original: Array | None,
            columns: dict[Any, Array] | None,
            vertex_columns: dict[Any, Array] | None = None) -> Rows:
    """A graph from its pickle."""
    context = default_context()
    options = ffi.new('kg_read_options *', {'format': lib.KG_FORMAT_KCSR})
    graph = kind._make(context, lib.kg_graph_read_memory, context.pointer, ffi.from_buffer(data),
                       len(data), options)
    graph.nodes, graph.original = nodes, None if original is None else lock(original)
    graph.columns, graph.vertex_columns = columns, vertex_columns
    return graph
