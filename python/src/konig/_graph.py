"""Graphs, and Euler walks through them."""
from __future__ import annotations

import os
import warnings
from functools import cached_property
from typing import TYPE_CHECKING, Any, Literal

import numpy as np
from numpy.typing import ArrayLike

from ._arrays import Array, array, bad_number, choice, pointer, reals, unsigned, whole
from ._context import EDGE, VERTEX, Context, Owned, Resource, default_context, lent, string
from ._distances import Distances, Path
from ._device import from_csr, from_edges, lies_on_device
from ._draw import draw
from ._index import Index
from ._konig import ffi, lib
from ._plot import Plot, flags, plot
from ._walk import Route, Walk, no_route, no_walk
from .errors import ArgumentError, LimitReached, MissingLibrary

if TYPE_CHECKING:
    import scipy.sparse

NewKind = Literal['directed', 'undirected']
Kind = Literal['directed', 'undirected', 'bidirected']
WalkKind = Literal['any', 'circuit', 'path', 'trails']

KINDS = {'directed': lib.KG_DIRECTED, 'undirected': lib.KG_UNDIRECTED}
KIND_NAMES: dict[int, Kind] = {lib.KG_DIRECTED: 'directed', lib.KG_UNDIRECTED: 'undirected',
                               lib.KG_BIDIRECTED: 'bidirected'}
WALKS = {'any': lib.KG_EULER_ANY, 'circuit': lib.KG_EULER_CIRCUIT, 'path': lib.KG_EULER_PATH,
         'trails': lib.KG_EULER_TRAILS}
FORMATS = {string(lib.kg_format_name(i)): i for i in ffi.typeof('kg_format').elements}


class Graph(Owned):
    """A multigraph in compressed sparse rows: directed, undirected or, from files, bidirected.
    Loops and parallel edges are kept. Vertices are 0 to n - 1, edges 0 to m - 1.

    The edges of a directed graph are numbered row by row, and within a row in the order in which
    they were given; those of an undirected one in the order in which they were given. A graph does
    not change. Make one with from_csr(), from_edges(), from_scipy(), from_networkx(), read() or
    konig.generate.

    Arrays that it gives are read-only, lie in the C library's memory, and stay valid without the
    graph.

    >>> graph = konig.Graph.from_edges([0, 1, 2, 0], [1, 2, 0, 0])
    >>> graph
    <konig.Graph: directed, 3 vertices, 4 edges>
    >>> graph.euler().vertices.tolist()
    [0, 1, 2, 0, 0]
    """

    #: What the vertices stand for, where the graph was made from a NetworkX graph: a list of [n]
    #: nodes.
    nodes: list[Any] | None = None
    #: Of a reverse graph: [m] which edge of the other graph each edge was.
    original: Array | None = None

    def __repr__(self) -> str:
        return (f'<konig.Graph: {self.kind}, {self.n} vertices, {self.m} edges'
                f'{", with values" if self.values is not None else ""}>')

    # ---- making one -----------------------------------------------------------------------------

    @classmethod
    def _make(cls, context: Context | None, function: Any, *arguments: Any,
              parent: Resource | None = None) -> Graph:
        """The graph that a call of C makes."""
        context = context or default_context()
        made, _ = context.make('kg_graph', lib.kg_graph_destroy, function, *arguments,
                               parent=parent)
        resource, made._resource = made._resource, None  # type: ignore[assignment]
        return cls(context, resource)

    @classmethod
    def from_csr(cls, row: ArrayLike, col: ArrayLike, values: ArrayLike | None = None, *,
                 copy: bool | None = None, context: Context | None = None,
                 stream: Any = None) -> Graph:
        """A directed graph from compressed sparse rows.

        Arrays of 32-bit integers (row, col) and of doubles (values) that are contiguous are not
        copied: the graph lies in them. They must not change while it is there, which copy=True
        makes sure of.

        With a context of device="cuda" row and col may be arrays on that GPU, of CuPy, torch, Numba
        or whatever has `__cuda_array_interface__` or DLPack: signed or unsigned integers of 32 or
        64 bits. They are checked there, and nothing comes to the host.

        Args:
            row: [n + 1] integers, where the edges of each vertex begin; the first is 0, they never
                decrease, and the last is m.
            col: [m] integers below n, where each edge leads.
            values: [m] real numbers, or None.
            copy: True: the graph has arrays of its own. False: a ValueError where an array would
                have to be converted. None: what need not be converted is not copied.
            context: None: that of the thread.
            stream: of arrays on a GPU: the stream that makes them, of CuPy, torch or Numba, or its
                number; None: what they say themselves.

        Raises:
            TypeError: an array is not of integers, or values are not real.
            ValueError: another shape, or a number out of its range.
            Unsupported: an array lies on a GPU, and the context's device is not that.

        >>> graph = konig.Graph.from_csr([0, 2, 3, 4], [1, 0, 2, 0])
        >>> graph.degrees()
        (array([2, 1, 1], dtype=uint32), array([2, 1, 1], dtype=uint32))
        """
        if lies_on_device(row) or lies_on_device(col):
            return from_csr(cls, row, col, values, copy, context, stream)
        rows = unsigned('row', row, (None,), EDGE, copy)
        if rows.size == 0:
            raise ValueError('row is empty: expected n + 1 numbers, of which the first is 0')
        n, m = rows.size - 1, int(rows[-1])
        cols = unsigned('col', col, (None,), VERTEX, copy)
        if cols.size != m:
            raise ValueError(f'col has {cols.size} numbers, but row ends at {m}')
        numbers = None if values is None else reals('values', values, (m,), copy)
        context = context or default_context()
        try:
            graph = cls._make(
                context, lib.kg_graph_borrow_csr, context.pointer, n, pointer('kg_edge *', rows),
                pointer('kg_vertex *', cols), pointer('double *', numbers))
        except ArgumentError as error:
            if m and int(cols.max()) >= n:
                raise bad_number('col', array('col', col, (None,)), n) from None
            raise ValueError(f'row: {error}') from None
        graph._resource.kept = (rows, cols, numbers)
        return graph

    @classmethod
    def from_edges(cls, source: ArrayLike, target: ArrayLike | None = None, *,
                   values: ArrayLike | None = None, n: int | None = None,
                   kind: NewKind = 'directed', context: Context | None = None,
                   stream: Any = None) -> Graph:
        """A graph from its edges. Those of a directed graph may lie on a GPU, as in from_csr().

        A directed graph numbers its edges by their sources, those of one source in the order in
        which they are given: `numpy.argsort(source, kind='stable')` says which edge became edge 0,
        1, ... An undirected graph keeps the order.

        Args:
            source: [m] integers, one end of each edge; or [m, 2], both ends, and no target.
            target: [m] integers, the other end.
            values: [m] real numbers, or None.
            n: the number of vertices; None: one more than the largest in an edge.
            kind: "directed" or "undirected".
            context: None: that of the thread.
            stream: as in from_csr().

        >>> konig.Graph.from_edges([[0, 1], [1, 2], [2, 0]], kind='undirected').euler().kind
        'circuit'
        """
        kind_number = choice('kind', kind, KINDS)
        if lies_on_device(source) or lies_on_device(target):
            return from_edges(cls, source, target, values, n, kind_number == lib.KG_DIRECTED,
                              context, stream)
        if target is None:
            pairs = unsigned('source', source, (None, 2), VERTEX)
            ends = [pairs[:, 0], pairs[:, 1]]
        else:
            ends = [unsigned('source', source, (None,), VERTEX),
                    unsigned('target', target, (None,), VERTEX)]
            if ends[0].size != ends[1].size:
                raise ValueError(f'source has {ends[0].size} numbers, but target {ends[1].size}')
        m = ends[0].size
        if n is None:
            n = 1 + max(int(end.max()) for end in ends) if m else 0
        else:
            n = whole('n', n, 0, lib.KG_NO_VERTEX)
            for name, end in zip(('source', 'source' if target is None else 'target'), ends):
                if m and int(end.max()) >= n:
                    raise bad_number(name, pairs if target is None else end, n)
        numbers = None if values is None else reals('values', values, (m,))
        context = context or default_context()
        if kind_number == lib.KG_UNDIRECTED:
            both = pairs if target is None else np.stack(ends, axis=1)
            return cls._make(context, lib.kg_graph_build_undirected, context.pointer, n, m,
                             pointer('kg_vertex *', both), pointer('double *', numbers))
        columns = [np.ascontiguousarray(end) for end in ends]
        return cls._make(context, lib.kg_graph_build, context.pointer, n, m,
                         *(pointer('kg_vertex *', column) for column in columns),
                         pointer('double *', numbers))

    @classmethod
    def from_scipy(cls, matrix: Any, *, kind: NewKind = 'directed', values: bool = True,
                   copy: bool | None = None, context: Context | None = None) -> Graph:
        """A graph from a sparse matrix of SciPy: an edge for each entry that is stored.

        A matrix in CSR of 32-bit indices and doubles is not copied, as in from_csr().

        Args:
            matrix: square; any format. Of an undirected graph it must be symmetric; its entries on
                and above the diagonal are the edges, row by row.
            kind: "directed" or "undirected".
            values: whether edges have the entries as values.
            copy, context: as in from_csr().

        >>> import scipy.sparse
        >>> konig.Graph.from_scipy(scipy.sparse.csr_array([[0, 2.0], [3.0, 0]]))
        <konig.Graph: directed, 2 vertices, 2 edges, with values>
        """
        if not hasattr(matrix, 'tocsr') or getattr(matrix, 'ndim', 2) != 2:
            raise TypeError(f'matrix is a {type(matrix).__name__}: expected a sparse matrix')
        if matrix.shape[0] != matrix.shape[1]:
            raise ValueError(f'matrix has the shape {matrix.shape}: expected a square one')
        if choice('kind', kind, KINDS) == lib.KG_UNDIRECTED:
            if (matrix != matrix.T).nnz:
                raise ValueError('matrix is not symmetric: expected an undirected graph')
            import scipy.sparse
            upper = scipy.sparse.triu(matrix, format='csr').tocoo()
            return cls.from_edges(upper.row, upper.col, n=matrix.shape[0], kind=kind,
                                  values=upper.data if values else None, context=context)
        matrix = matrix.tocsr()
        m = int(matrix.indptr[-1])
        return cls.from_csr(matrix.indptr, matrix.indices[:m], matrix.data[:m] if values else None,
                            copy=copy, context=context)

    @classmethod
    def from_networkx(cls, graph: Any, *, weight: str | None = None,
                      context: Context | None = None) -> Graph:
        """A graph from one of NetworkX, of its kind. Vertex i is `nodes[i]` of the result, in the
        order of the graph's nodes.

        Args:
            graph: a Graph, DiGraph, MultiGraph or MultiDiGraph.
            weight: the attribute that is the edges' value, 1 where an edge lacks it; None: edges
                have no values.

        >>> import networkx
        >>> graph = konig.Graph.from_networkx(networkx.cycle_graph('abc'))
        >>> [graph.nodes[v] for v in graph.euler().vertices]
        ['a', 'b', 'c', 'a']
        """
        from ._networkx_convert import convert
        made: Graph = convert(cls, graph, weight, context)[0]
        return made

    @classmethod
    def read(cls, path: str | os.PathLike[str], *, format: str = 'auto', ids: bool = False,
             names: bool = False, undirected: bool = False, both_directions: bool = False,
             columns: str | None = None, k: int = 0,
             context: Context | None = None) -> Graph:
        """A graph from a file of any format that konig knows, packed or not.

        Args:
            path: "-" is standard input.
            format: "auto", "adjacency", "edges", "kcsr", "dot", "mtx", "dimacs", "csv", "metis",
                "gfa", "unitigs".
            ids: numbers are ids: all from 0 to the largest are vertices.
            names: labels are names even where they look like integers.
            undirected: the graph is undirected, whatever the file says.
            both_directions: each edge of the file is two, there and back.
            columns: of a table, "from,to" or "from,to,value".
            k: the file is FASTA of unitigs, of words of so many letters; 0: it is not.
            context: None: that of the thread.

        Raises:
            FormatError: the file is not what its format says; the text has line and column.
            FileError: it cannot be opened or read.

        >>> konig.Graph.read('data/bridges.adj')
        <konig.Graph: undirected, 4 vertices, 7 edges>
        """
        context = context or default_context()
        text = ffi.NULL if columns is None else ffi.new('char[]', columns.encode())
        options = ffi.new('kg_read_options *', {
            'format': choice('format', format, FORMATS), 'ids': ids, 'force_names': names,
            'undirected': undirected, 'both_directions': both_directions, 'columns': text,
            'k': whole('k', k, 0, 2**32 - 1)})
        graph = cls._make(context, lib.kg_graph_read, context.pointer, os.fsencode(path), options)
        if context._warning:
            warnings.warn(context._warning, stacklevel=2)
        return graph

    # ---- looking at one -------------------------------------------------------------------------

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

    def write(self, path: str | os.PathLike[str], *, format: str = 'auto') -> None:
        """Writes the graph; "auto" goes by the extension. The file appears complete or not at
        all."""
        self.context.call(lib.kg_graph_write, self.pointer, os.fsencode(path),
                          choice('format', format, FORMATS))

    # ---- what follows from it -------------------------------------------------------------------

    def euler(self, kind: WalkKind = 'any', start: int | None = None, *,
              seed: int | None = None, verify: bool = True) -> Walk:
        """An Euler circuit or path: a walk that uses every edge exactly once. O(n + m).

        Args:
            kind: "circuit", "path", or "any": a circuit if there is one, else a path; "trails":
                as trails().
            start: the vertex to begin at; None: a circuit begins with edge 0.
            seed: None, or the walk is drawn at random: each that there is has the same chance,
                with a start also each first edge. Of directed graphs.
            verify: whether the answer is checked by code that has no part in finding it.

        Raises:
            NoEulerWalk: there is none; the exception has the witness.
            ValueError: start is no vertex, or not where a path must begin.

        >>> konig.generate.torus(2, 2).euler().kind
        'circuit'
        >>> try:
        ...     konig.Graph.read('data/bridges.adj').euler()
        ... except konig.NoEulerWalk as no:
        ...     print(no.reason, no.vertices, no.degrees)
        unbalanced (0, 1, 2, 3) ((3, 3), (5, 5), (3, 3), (3, 3))
        """
        options = ffi.new('kg_euler_options *', {
            'kind': choice('kind', kind, WALKS), 'skip_verify': not verify,
            'random': seed is not None, 'seed': 0 if seed is None else whole('seed', seed)})
        if start is not None:
            options.has_start = 1
            options.start = whole('start', start, 0, max(self.n - 1, 0))
        made, status = self.context.make(
            'kg_euler', lib.kg_euler_destroy, lib.kg_euler_find, self.pointer, options,
            parent=self._resource, answers=(lib.KG_NO_SOLUTION,))
        if status != lib.KG_OK:
            raise no_walk(self.context._message, lib.kg_euler_why(made.pointer))
        return Walk(self, made)

    def trails(self, *, verify: bool = True) -> Walk:
        """The fewest walks that together use every edge once, which any graph has.

        >>> konig.Graph.read('data/bridges.adj').trails().count
        2
        """
        return self.euler('trails', verify=verify)

    def count_circuits(self) -> int | float:
        """How many Euler circuits a directed graph has, or else Euler paths. An int where the
        number is exact: up to 1000 vertices, with GMP; else about 10 to the power of the float.

        Raises:
            NoSolution: there are none.

        >>> konig.generate.debruijn(2, 6).count_circuits()
        67108864
        """
        count = ffi.new('kg_euler_count *')
        try:
            self.context.call(lib.kg_euler_count_circuits, count, self.pointer)
            return int(ffi.string(count.walks)) if count.exact else float(count.log10_walks)
        finally:
            lib.kg_euler_count_clear(count, self.context.pointer)

    def eulerise(self, *, open: bool = False, start: int | None = None, end: int | None = None,
                 heuristic: bool = False, one_way: ArrayLike | None = None) -> Route:
        """The cheapest edges to walk again, so that one walk goes along every edge: route
        inspection. An edge's length is its value, or 1.

        Args:
            open: the walk may end elsewhere than it begins.
            start, end: vertices where an open walk begins and ends; None: where it costs least.
            heuristic: repeats of an undirected graph that are found quickly and need not be the
                cheapest. Needs no LEMON; an open walk needs both ends.
            one_way: [m] of an undirected graph, True: the edge may only be walked from its first
                end to its second. Some edges one-way, some not: what is found is good, and
                `bound` says what it costs at least.

        Raises:
            NoRoute: no walk can use all edges; the exception has the witness.
            MissingLibrary: konig was built without LEMON.

        >>> bridges = konig.Graph.read('data/bridges.adj')
        >>> bridges.eulerise(heuristic=True)
        <konig.Route: 2 repeats, 2 long>
        >>> street = konig.Graph.from_edges([[0, 1], [1, 2]], kind='undirected')
        >>> try:
        ...     street.eulerise(one_way=[True, False])
        ... except (konig.NoRoute, konig.MissingLibrary) as no:
        ...     print('there is none')
        there is none
        """
        options = ffi.new('kg_eulerise_options *', {'open': open, 'heuristic': bool(heuristic)})
        ways = None if one_way is None else flags('one_way', one_way, self.m)
        options.one_way = pointer('unsigned char *', ways)
        if start is not None:
            options.has_start, options.start = 1, whole('start', start, 0, max(self.n - 1, 0))
        if end is not None:
            options.has_end, options.end = 1, whole('end', end, 0, max(self.n - 1, 0))
        made, status = self.context.make(
            'kg_route', lib.kg_route_destroy, lib.kg_euler_eulerise, self.pointer, options,
            parent=self._resource, answers=(lib.KG_NO_SOLUTION,))
        if status != lib.KG_OK:
            raise no_route(self.context._message, lib.kg_route_why(made.pointer))
        return Route(self, made)

    def plot(self, places: ArrayLike | None = None, **options: Any) -> Plot:
        """Joins the edges to strokes of a pen, as few as can be; options are those of konig.plot().
        Edges of a directed graph are drawn in their direction, others either way. Values are
        their lengths.

        >>> konig.Graph.read('data/bridges.adj').plot().count
        2
        """
        options.setdefault('fixed', np.ones(self.m, bool) if self.directed else None)
        options.setdefault('lengths', self.values)
        options.setdefault('vertices', self.n)
        options.setdefault('context', self.context)
        return plot(self.ends, places, **options)

    def circuits(self) -> Array:
        """[m] the initial circuits, from which euler() joins its walk: for each edge the smallest
        edge of its circuit. NoSolution where a vertex is not balanced; directed graphs only."""
        circuit = np.empty(self.m, EDGE)
        self.context.call(lib.kg_euler_circuits, self.pointer, pointer('kg_edge *', circuit))
        return circuit

    def components(self) -> tuple[int, Array]:
        """Weak components: how many, and [n] that of each vertex, numbered by their smallest
        vertex. Directions are ignored.

        >>> konig.Graph.from_edges([0, 3], [1, 2]).components()
        (2, array([0, 0, 1, 1], dtype=uint32))
        """
        component, count = ffi.new('kg_vertex **'), ffi.new('uint64_t *')
        self.context.call(lib.kg_graph_components, self.pointer, component, count)
        return count[0], lent(self, component[0], self.n, VERTEX)

    def strong_components(self) -> tuple[int, Array]:
        """Strong components, as components().

        >>> konig.Graph.from_edges([0, 1, 2], [1, 0, 0]).strong_components()
        (2, array([0, 0, 1], dtype=uint32))
        """
        component, count = np.empty(self.n, VERTEX), ffi.new('uint64_t *')
        self.context.call(lib.kg_graph_strong_components, self.pointer,
                          pointer('kg_vertex *', component), count)
        return count[0], component

    def spanning_tree(self) -> Array:
        """The edges of the minimum spanning forest, increasing. Directions are ignored; edges of
        equal value, or without one, count in the order of their ids.

        >>> konig.Graph.from_edges([[0, 1], [1, 2], [0, 2]], values=[3, 1, 2],
        ...                        kind='undirected').spanning_tree()
        array([1, 2], dtype=uint32)
        """
        edge, count = ffi.new('kg_edge **'), ffi.new('uint64_t *')
        self.context.call(lib.kg_graph_spanning_tree, self.pointer, edge, count)
        return lent(self, edge[0], count[0], EDGE)

    def distances(self, sources: ArrayLike, *, targets: ArrayLike | None = None,
                  limit: float | None = None, unit: bool = False, towards: bool = False,
                  verify: bool = True) -> Distances:
        """The distances of all vertices from the nearest of some, and the tree of shortest paths.
        An edge's length is its value, a finite number of at least 0, or 1 without values.

        Args:
            sources: a vertex, or [k] vertices.
            targets: vertices: the search ends once all of them are reached, and what is farther
                counts as not reached; None: all.
            limit: what is farther is not reached; None: no limit.
            unit: the length of each edge is 1, whatever its value.
            towards: paths lead to the sources, against the direction of the search.
            verify: whether the answer is checked by code that has no part in finding it.

        Raises:
            FormatError: the value of an edge is negative or not finite.
            Unsupported: the graph is bidirected.

        >>> graph = konig.Graph.from_edges([[0, 1], [1, 2], [3, 4]], kind='undirected')
        >>> graph.distances([0, 3]).lengths
        array([0., 1., 2., 0., 1.])
        """
        source = unsigned('sources', np.atleast_1d(np.asarray(sources)), (None,), VERTEX)
        options = ffi.new('kg_distances_options *', {
            'unit': unit, 'towards': towards, 'skip_verify': not verify})
        if targets is not None:
            target = unsigned('targets', np.atleast_1d(np.asarray(targets)), (None,), VERTEX)
            options.goal, options.goals = pointer('kg_vertex *', target), target.size
        if limit is not None:
            options.has_limit, options.limit = 1, limit
        made, _ = self.context.make(
            'kg_distances', lib.kg_distances_destroy, lib.kg_graph_distances, self.pointer,
            pointer('kg_vertex *', source), source.size, options, parent=self._resource)
        return Distances(self, made)

    def path(self, source: int, target: int, *, unit: bool = False, verify: bool = True) -> Path:
        """The shortest path from one vertex to another, as distances() has it.

        Raises:
            NoSolution: there is none.

        >>> konig.Graph.from_edges([0, 1, 0], [1, 2, 2], values=[1, 2, 5]).path(0, 2)
        Path(length=3.0, vertices=array([0, 1, 2], dtype=uint32), edges=array([0, 2], dtype=uint32))
        """
        return self.distances(whole('source', source, 0, 2**32 - 2), unit=unit, verify=verify,
                              targets=whole('target', target, 0, 2**32 - 2)).path(target)

    def index(self, *, unit: bool = False) -> Index:
        """An index of the graph, a contraction hierarchy, which answers many questions about its
        shortest paths, each in microseconds; best on roads.

        Args:
            unit: the length of each edge is 1, whatever its value.

        Raises:
            FormatError: the value of an edge is negative or not finite.
            Unsupported: the graph is bidirected.

        >>> konig.Graph.from_edges([0, 1], [1, 2], values=[1, 2]).index().distance(0, 2)
        3.0
        """
        options = ffi.new('kg_hierarchy_options *', {'unit': unit})
        made, _ = self.context.make('kg_hierarchy', lib.kg_hierarchy_destroy,
                                    lib.kg_hierarchy_build, self.pointer, options,
                                    parent=self._resource)
        return Index(self, made)

    def read_index(self, path: str | os.PathLike[str]) -> Index:
        """The index that Index.write(), or `csr index`, wrote of this graph.

        Raises:
            FormatError: it is the index of another graph, or damaged.
            FileError: it cannot be opened or read.
        """
        made, _ = self.context.make('kg_hierarchy', lib.kg_hierarchy_destroy,
                                    lib.kg_hierarchy_read, self.pointer, os.fsencode(path),
                                    parent=self._resource)
        return Index(self, made)

    def reverse(self) -> Graph:
        """The graph with every edge turned round; `original` of the result says which edge of this
        graph each edge was."""
        original = ffi.new('kg_edge **')
        graph = self._make(self.context, lib.kg_graph_reverse, original, self.pointer,
                           parent=self._resource)
        graph.nodes = self.nodes
        if original[0] != ffi.NULL:
            graph.original = lent(graph, original[0], self.m, EDGE)
        return graph

    def undirected(self) -> Graph:
        """The graph without its directions: each edge as it stands, of the same number."""
        return self._derived(lib.kg_graph_undirected)

    def symmetric(self) -> Graph:
        """The graph with the reverse edges that it lacks."""
        return self._derived(lib.kg_graph_symmetrise)

    def _derived(self, function: Any) -> Graph:
        graph = self._make(self.context, function, self.pointer, parent=self._resource)
        graph.nodes = self.nodes
        return graph

    # ---- pictures -------------------------------------------------------------------------------

    def draw(self, path: str | os.PathLike[str] | None = None, *, picture: str | None = None,
             layout: str = 'auto', walk: Walk | None = None, circuits: bool = False,
             tree: bool = False, clusters: bool = False, edge_ids: bool = False,
             seconds: int = 0, force: bool = False) -> str | None:
        """Draws the graph with Graphviz, which must be installed.

        Args:
            path: a file, .svg, .png, .pdf or .dot; None: the result is SVG, as a str.
            picture: "svg", "png", "pdf" or "dot", where the extension does not say it.
            layout: "auto", "dot", "neato" or "sfdp".
            walk: edges say their places in it.
            circuits: edges have the colours of the initial circuits.
            tree: edges of the spanning tree are red, the others pale.
            clusters: a box round each weak component.
            edge_ids: edges say their numbers.
            seconds: that the layout may take; 0: 60.
            force: draw what is too large for a picture all the same.

        Raises:
            LimitReached: the graph is too large for a picture, or the layout took too long.
            MissingLibrary: there is no Graphviz; the text says what to install.

        >>> print(konig.Graph.from_edges([0], [1]).draw(picture='dot').splitlines()[-2].strip())
        0 -> 1;
        """
        return draw(self, path, picture, layout, walk, circuits, tree, clusters, edge_ids, seconds,
                    force)

    def _repr_svg_(self) -> str | None:
        """The picture in a notebook, or None where the graph is too large or there is no
        Graphviz."""
        try:
            return self.draw(seconds=5)
        except (LimitReached, MissingLibrary):
            return None
