"""Of what graphs are made: arrays, matrices, graphs of NetworkX, tables, files."""
from __future__ import annotations

import os
import warnings
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any, Literal, Self

import numpy as np
from numpy.typing import ArrayLike

from ._arrays import array, bad_number, choice, lies_on_device, pointer, reals, unsigned, whole
from ._context import EDGE, VERTEX, Context, default_context, file_name, text
from ._device import from_csr, from_edges
from ._kept import kept
from ._konig import ffi, lib
from ._rows import FORMATS, Rows
from .errors import ArgumentError

if TYPE_CHECKING:
    import pandas

NewKind = Literal['directed', 'undirected']

KINDS = {'directed': lib.KG_DIRECTED, 'undirected': lib.KG_UNDIRECTED}


class Made(Rows):
    """The part of Graph that makes one."""

    @classmethod
    def from_csr(cls, row: ArrayLike, col: ArrayLike, values: ArrayLike | None = None, *,
                 copy: bool | None = None, context: Context | None = None,
                 stream: Any = None) -> Self:
        """A directed graph from compressed sparse rows.

        An array of 32-bit integers (row, col) or doubles (values) that is contiguous and read-only
        is not copied: the graph lies in it. It must stay read-only while the graph is there. An
        array that can be written to, itself or as part of another, is copied, so that no change of
        it reaches the graph.

        With a context of device="cuda" row and col may be arrays on that GPU, of CuPy, torch, Numba
        or whatever has `__cuda_array_interface__` or DLPack: signed or unsigned integers of 32 or
        64 bits. They are checked there, and nothing comes to the host. Those of 32 bits are not
        copied unless copy is True, and must not change while the graph is there.

        Args:
            row: [n + 1] integers, where the edges of each vertex begin; the first is 0, they never
                decrease, and the last is m.
            col: [m] integers below n, where each edge leads.
            values: [m] real numbers, or None.
            copy: True: the graph has arrays of its own. False: a ValueError where an array would
                have to be converted, or can be written to. None: a copy where it is needed.
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
        rows = unsigned('row', row, (None,), EDGE, copy, lasting=True)
        if rows.size == 0:
            raise ValueError('row is empty: expected n + 1 numbers, of which the first is 0')
        n, m = rows.size - 1, int(rows[-1])
        cols = unsigned('col', col, (None,), VERTEX, copy, lasting=True)
        if cols.size != m:
            raise ValueError(f'col has {cols.size} numbers, but row ends at {m}')
        numbers = None if values is None else reals('values', values, (m,), copy, lasting=True)
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
                   stream: Any = None) -> Self:
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
                   copy: bool | None = None, context: Context | None = None) -> Self:
        """A graph from a sparse matrix of SciPy: an edge for each entry that is stored.

        The arrays of a matrix in CSR are not copied if they are read-only, of 32-bit indices and of
        doubles, as in from_csr().

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
    def from_networkx(cls, graph: Any, *, weight: str | None = 'weight',
                      keep: bool | Iterable[str] = False, context: Context | None = None) -> Self:
        """A graph from one of NetworkX, of its kind. Vertex i is `nodes[i]` of the result, in the
        order of the graph's nodes; its name is the node's text.

        Args:
            graph: a Graph, DiGraph, MultiGraph or MultiDiGraph.
            weight: the attribute that is the edges' value, 1 where an edge lacks it. "weight":
                edges have no values unless one of them has it. None: edges have no values.
            keep: names of other attributes of edges and nodes that `columns` and `vertex_columns`
                of the result have, None where an edge or a node lacks them; True: all others.

        Raises:
            TypeError: a weight is not a number.

        >>> import networkx
        >>> graph = konig.Graph.from_networkx(networkx.cycle_graph('abc'))
        >>> [graph.nodes[v] for v in graph.euler().vertices]
        ['a', 'b', 'c', 'a']
        """
        from ._networkx_convert import convert
        if not hasattr(graph, '_adj'):
            raise TypeError(f'graph is a {type(graph).__name__}: expected a graph of NetworkX')
        made: Self = convert(cls, graph, weight, keep, context)
        return made

    @classmethod
    def from_pandas(cls, frame: pandas.DataFrame, source: str = 'source', target: str = 'target', *,
                    weight: str | None = 'weight', keep: bool | Iterable[str] = False,
                    nodes: Iterable[Any] | None = None, kind: NewKind = 'directed',
                    context: Context | None = None) -> Self:
        """A graph from a table of edges, a row for each. Vertex i is `nodes[i]` of the result, in
        the order in which the rows name them, a row's source first; its name is the node's text.

        Args:
            frame: a DataFrame of pandas.
            source, target: the columns of both ends, of anything that can be hashed.
            weight: the column of the edges' values. "weight": there need not be one. None: edges
                have no values.
            keep: names of other columns that `columns` of the result has, in the order of its
                edges; True: all others.
            nodes: the first nodes, in their order, with those that no edge has.
            kind: "directed" or "undirected".
            context: None: that of the thread.

        Raises:
            TypeError: a value is not a number, or a node cannot be hashed.
            ValueError: a column is not there, or an end is missing.

        >>> import pandas
        >>> roads = pandas.DataFrame({'from': ['a', 'b'], 'to': ['b', 'c'], 'km': [2.5, 1]})
        >>> graph = konig.Graph.from_pandas(roads, 'from', 'to', weight='km')
        >>> graph.nodes, graph.values.tolist()
        (['a', 'b', 'c'], [2.5, 1.0])
        """
        from ._frames import of_frame
        choice('kind', kind, KINDS)
        made: Self = of_frame(cls, frame, (source, target), weight, keep, nodes, kind, context)
        return made

    @classmethod
    def read(cls, path: str | os.PathLike[str], *, format: str = 'auto', ids: bool = False,
             names: bool = False, undirected: bool = False, both_directions: bool = False,
             columns: str | None = None, k: int = 0, skip_lines: int = 0,
             parallel: bool = False, keep: str | Iterable[str] = (),
             context: Context | None = None) -> Self:
        """A graph from a file of any format that konig knows, packed or not.

        Args:
            path: "-" is standard input.
            format: "auto", "adjacency", "edges", "kcsr", "dot", "mtx", "dimacs", "csv", "metis",
                "gfa", "unitigs", "counted", "gml", "pajek", "lgl", "dl", "graph6", "tgf", "gdf",
                "matrix", "json", "graphml", "gexf".
            ids: numbers are ids: all from 0 to the largest are vertices.
            names: labels are names even where they look like integers.
            undirected: the graph is undirected, whatever the file says.
            both_directions: each edge of the file is two, there and back.
            columns: of a table, "from,to" or "from,to,value".
            k: the file is FASTA of unitigs, of words of so many letters; 0: it is not.
            skip_lines: how many of the first lines to leave out.
            parallel: of GFA, links that are equal, and the two forms of a link, are edges of their
                own; False: they are one edge.
            keep: names of other columns of edges and vertices, of tables, DOT, GDF, GEXF, GML,
                GraphML, JSON and Pajek, or "*", all of them. `columns` and `vertex_columns` of the
                result have their values, and write() writes them.
            context: None: that of the thread.

        Raises:
            FormatError: the file is not what its format says; the text has line and column.
            FileError: it cannot be opened or read.

        >>> konig.Graph.read('data/bridges.adj')
        <konig.Graph: undirected, 4 vertices, 7 edges>
        >>> list(konig.Graph.read('data/town.csv', keep=['type']).columns['type'][:2])
        ['Undirected', 'Undirected']
        """
        context = context or default_context()
        wanted = [keep] if isinstance(keep, str) else list(keep)
        kept_names = ffi.new('char[]', text('keep', ','.join(wanted))) if wanted else ffi.NULL
        named = ffi.NULL if columns is None else ffi.new('char[]', text('columns', columns))
        options = ffi.new('kg_read_options *', {
            'format': choice('format', format, FORMATS), 'ids': ids, 'force_names': names,
            'undirected': undirected, 'both_directions': both_directions, 'columns': named,
            'k': whole('k', k, 0, 2**32 - 1),
            'skip_lines': whole('skip_lines', skip_lines, 0, 2**64 - 1), 'parallel': parallel,
            'keep': kept_names})
        graph = cls._make(context, lib.kg_graph_read, context.pointer, file_name(path), options)
        if context._warning:
            warnings.warn(context._warning, stacklevel=2)
        if wanted:
            graph.columns = kept(graph, lib.KG_ELEMENT_EDGE, graph.m)
            graph.vertex_columns = kept(graph, lib.KG_ELEMENT_VERTEX, graph.n)
        return graph
