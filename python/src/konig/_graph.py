"""Graphs, and what follows from them."""
from __future__ import annotations

import os
from typing import Any, Literal

import numpy as np
from numpy.typing import ArrayLike

from ._arrays import Array, choice, number, pointer, vertices, whole
from ._context import EDGE, VERTEX, file_name, lent
from ._distances import Distances, Path
from ._draw import draw
from ._index import Index, IndexBase
from ._konig import ffi, lib
from ._plot import Plot, flags, plot
from ._made import Made
from ._walk import Route, Walk, no_route, no_walk
from .errors import LimitReached, MissingLibrary, TooLarge

WalkKind = Literal['any', 'circuit', 'path', 'trails']

WALKS = {'any': lib.KG_EULER_ANY, 'circuit': lib.KG_EULER_CIRCUIT, 'path': lib.KG_EULER_PATH,
         'trails': lib.KG_EULER_TRAILS}


class Graph(Made):
    """A multigraph in compressed sparse rows: directed, undirected or, from files, bidirected.
    Loops and parallel edges are kept. Vertices are 0 to n - 1, edges 0 to m - 1.

    The edges of a directed graph are numbered row by row, and within a row in the order in which
    they were given; those of an undirected one in the order in which they were given. A graph does
    not change. Make one with from_csr(), from_edges(), from_scipy(), from_networkx(), from_pandas(),
    read() or konig.generate.

    Arrays that it gives are read-only, lie in the C library's memory, and stay valid without the
    graph.

    >>> graph = konig.Graph.from_edges([0, 1, 2, 0], [1, 2, 0, 0])
    >>> graph
    <konig.Graph: directed, 3 vertices, 4 edges>
    >>> graph.euler().vertices.tolist()
    [0, 1, 2, 0, 0]
    """

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

    def count_circuits(self) -> int:
        """How many Euler circuits a directed graph has, or else Euler paths.

        Raises:
            NoSolution: there are none.
            TooLarge: more than 1000 vertices have several edges out, or the number has more than
                100,000 digits.
            MissingLibrary: konig was built without GMP.

        >>> konig.generate.debruijn(2, 6).count_circuits()
        67108864
        """
        digits, log10 = self._count_circuits()
        if digits is not None:
            return int(digits)
        if np.count_nonzero(self.degrees()[0] > 1) > 1000 or log10 > 100_000:
            raise TooLarge(f'about 10^{log10:.6g}: all digits are found if at most 1000 vertices '
                           'have several edges out, and of at most 100,000 digits; '
                           'log10_circuits() gives the logarithm')
        raise MissingLibrary(f'about 10^{log10:.6g}: konig was built without GMP, which gives all '
                             'digits; log10_circuits() gives the logarithm')

    def log10_circuits(self) -> float:
        """The decimal logarithm of what count_circuits() counts, of graphs of any size.

        Raises:
            NoSolution: there are none.

        >>> round(konig.generate.debruijn(2, 12).log10_circuits(), 3)
        612.897
        """
        return self._count_circuits()[1]

    def _count_circuits(self) -> tuple[bytes | None, float]:
        count = ffi.new('kg_euler_count *')
        try:
            self.context.call(lib.kg_euler_count_circuits, count, self.pointer)
            return ffi.string(count.walks) if count.exact else None, float(count.log10_walks)
        finally:
            lib.kg_euler_count_clear(count, self.context.pointer)

    def eulerise(self, *, open: bool = False, start: int | None = None, end: int | None = None,
                 heuristic: bool = False, one_way: ArrayLike | None = None) -> Route:
        """The cheapest edges to walk again, so that one walk goes along every edge: route
        inspection. An edge's length is its value, or 1.

        Args:
            open: the walk may end elsewhere than it begins.
            start: the vertex where the walk begins; unless it is open it ends there, too.
            end: the vertex where an open walk ends; makes it open. None: an end of an open walk is
                where it costs least.
            heuristic: repeats of an undirected graph that are found quickly and need not be the
                cheapest. Needs no LEMON; an open walk needs both ends.
            one_way: [m] of an undirected graph, True: the edge may only be walked from its first
                end to its second. Some edges one-way, some not: proven to be the cheapest if at
                most 24 are not one-way, else good, and `bound` says what it costs at least.

        Raises:
            NoRoute: no walk can use all edges; the exception has the witness.
            MissingLibrary: the graph is undirected, and konig was built without LEMON.

        >>> bridges = konig.Graph.read('data/bridges.adj')
        >>> bridges.eulerise(heuristic=True)
        <konig.Route: 2 repeats, 2 long>
        >>> street = konig.Graph.from_edges([[0, 1], [1, 2]], kind='undirected')
        >>> try:
        ...     street.eulerise(one_way=[True, False])
        ... except konig.NoRoute:
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
        With `split` and `tolerance` the plot's ends are vertices of the drawing, not of the graph.
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
        source = vertices('sources', sources, self.n)
        options = ffi.new('kg_distances_options *', {
            'unit': unit, 'towards': towards, 'skip_verify': not verify})
        if targets is not None:
            target = vertices('targets', targets, self.n)
            options.goal, options.goals = pointer('kg_vertex *', target), target.size
        if limit is not None:
            options.has_limit, options.limit = 1, number('limit', limit)
        made, _ = self.context.make(
            'kg_distances', lib.kg_distances_destroy, lib.kg_graph_distances, self.pointer,
            pointer('kg_vertex *', source), source.size, options, parent=self._resource)
        return Distances(self, made)

    def nearest(self, sources: ArrayLike, count: int, *, limit: float | None = None,
                unit: bool = False, towards: bool = False,
                verify: bool = True) -> tuple[Array, Array]:
        """The nearest sources of each vertex, and how far they are: [n, k] each, where k is count,
        or the number of sources if that is less. Of equally near sources the smaller vertices come
        first. Behind the last stand the largest number, and inf.

        Args:
            sources: vertices; a repeated one counts once.
            count: how many sources each vertex gets.
            limit, unit, towards, verify: as for distances().

        >>> graph = konig.Graph.from_edges([0, 1, 2], [1, 2, 3], kind='undirected')
        >>> graph.nearest([0, 3], 2)[1]
        array([[0., 3.],
               [1., 2.],
               [1., 2.],
               [0., 3.]])
        """
        source = vertices('sources', sources, self.n)
        options = ffi.new('kg_distances_options *', {
            'unit': unit, 'towards': towards, 'skip_verify': not verify})
        if limit is not None:
            options.has_limit, options.limit = 1, number('limit', limit)
        made, _ = self.context.make(
            'kg_nearest', lib.kg_nearest_destroy, lib.kg_graph_nearest, self.pointer,
            pointer('kg_vertex *', source), source.size, whole('count', count, 1), options,
            parent=self._resource)
        shape = (self.n, int(lib.kg_nearest_columns(made.pointer)))
        return (lent(made, lib.kg_nearest_sources(made.pointer), shape, VERTEX),
                lent(made, lib.kg_nearest_lengths(made.pointer), shape, np.dtype(np.float64)))

    def path(self, source: int, target: int, *, unit: bool = False, verify: bool = True) -> Path:
        """The shortest path from one vertex to another, as distances() has it.

        Raises:
            NoSolution: there is none.

        >>> konig.Graph.from_edges([0, 1, 0], [1, 2, 2], values=[1, 2, 5]).path(0, 2)
        Path(length=3.0, vertices=array([0, 1, 2], dtype=uint32), edges=array([0, 2], dtype=uint32))
        """
        last = max(self.n - 1, 0)
        return self.distances(whole('source', source, 0, last), unit=unit, verify=verify,
                              targets=whole('target', target, 0, last)).path(target)

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

    def index_base(self) -> IndexBase:
        """The base of indexes of the graph with any values: if they change often, it is made once,
        and IndexBase.index() makes the index of each set of them.

        Raises:
            Unsupported: the graph is bidirected, or few vertices do not separate it, as one of
                random edges.

        >>> konig.generate.grid_roads(30, 30).index_base().arcs < 5000
        True
        """
        made, _ = self.context.make('kg_hierarchy_base', lib.kg_hierarchy_base_destroy,
                                    lib.kg_hierarchy_base_build, self.pointer)
        return IndexBase(self, made)

    def read_index_base(self, path: str | os.PathLike[str]) -> IndexBase:
        """The base that IndexBase.write(), or `csr index --metric-independent`, wrote of a graph
        with the same edges.

        Raises:
            FormatError: it is the base of another graph, or damaged.
            FileError: it cannot be opened or read.
        """
        made, _ = self.context.make('kg_hierarchy_base', lib.kg_hierarchy_base_destroy,
                                    lib.kg_hierarchy_base_read, self.pointer, file_name(path))
        return IndexBase(self, made)

    def matrix(self, sources: ArrayLike, targets: ArrayLike | None = None, *, unit: bool = False,
               rounded: bool = False, doubles: bool = False,
               verify: float | None = None) -> np.ndarray[Any, Any]:
        """The distances from each of some vertices to each of others: Index.matrix() of a new
        index.

        >>> konig.Graph.from_edges([0, 1], [1, 2], values=[1, 2.5]).matrix([0, 1], [2])
        array([[3.5],
               [2.5]])
        """
        return self.index(unit=unit).matrix(sources, targets, rounded=rounded, doubles=doubles,
                                            verify=verify)

    def read_index(self, path: str | os.PathLike[str]) -> Index:
        """The index that Index.write(), or `csr index`, wrote of this graph.

        Raises:
            FormatError: it is the index of another graph, or damaged.
            FileError: it cannot be opened or read.
        """
        made, _ = self.context.make('kg_hierarchy', lib.kg_hierarchy_destroy,
                                    lib.kg_hierarchy_read, self.pointer, file_name(path),
                                    parent=self._resource)
        return Index(self, made)

    def reverse(self) -> Graph:
        """The graph with every edge turned round; `original` of the result says which edge of this
        graph each edge was."""
        original = ffi.new('kg_edge **')
        graph = self._make(self.context, lib.kg_graph_reverse, original, self.pointer,
                           parent=self._resource)
        self._give(graph, original[0])
        if original[0] != ffi.NULL:
            graph.original = lent(graph, original[0], self.m, EDGE)
            graph.columns = self.columns and {name: column[graph.original]
                                              for name, column in self.columns.items()}
        return graph

    def undirected(self) -> Graph:
        """The graph without its directions: each edge as it stands, of the same number."""
        graph = self._derived(lib.kg_graph_undirected)
        self._give(graph, ffi.NULL)
        graph.columns = self.columns
        return graph

    def symmetric(self) -> Graph:
        """The graph with the reverse edges that it lacks."""
        return self._derived(lib.kg_graph_symmetrise)

    def simplified(self, *, parallel: bool = True, loops: bool = True, mirrors: bool = False,
                   keep: str = 'first') -> Graph:
        """The graph without loops, and without edges that are there more than once.

        Args:
            parallel: of edges between the same vertices, in one direction if the graph is directed,
                the first stays.
            loops: no loop stays.
            mirrors: an edge a b and an edge b a of an undirected graph are one. It says nothing
                with `parallel`, which leaves one edge alone.
            keep: which value stays of several, "first", "least" or "sum".

        >>> lanes = konig.Graph.from_edges([0, 0, 1, 1], [1, 1, 0, 2], values=[5, 1, 3, 4])
        >>> lanes.undirected().simplified(parallel=False, mirrors=True, keep='sum').values
        array([8., 1., 4.])
        """
        if not (parallel or loops or mirrors):
            raise ValueError('parallel, loops and mirrors are False: nothing is to be left out')
        options = ffi.new('kg_simplify_options *', {
            'parallel': parallel, 'loops': loops, 'mirrors': mirrors,
            'keep': choice('keep', keep, {'first': 0, 'least': 1, 'sum': 2})})
        return self._derived(lib.kg_graph_simplify, options)

    def _derived(self, function: Any, *options: Any) -> Graph:
        graph = self._make(self.context, function, self.pointer, *options, parent=self._resource)
        graph.nodes, graph.vertex_columns = self.nodes, self.vertex_columns
        return graph

    def _give(self, graph: Graph, edges: Any) -> None:
        """Gives a graph of the same vertices the nodes and the columns. edges: [m] of C, which edge
        of this graph each of its own is, or NULL for the same."""
        graph.nodes, graph.vertex_columns = self.nodes, self.vertex_columns
        self.context.call(lib.kg_graph_take_columns, graph.pointer, self.pointer, edges, ffi.NULL)

    # ---- pictures -------------------------------------------------------------------------------

    def draw(self, path: str | os.PathLike[str] | None = None, *, picture: str | None = None,
             layout: str = 'auto', walk: Walk | None = None, circuits: bool = False,
             tree: bool = False, clusters: bool = False, edge_ids: bool = False,
             seconds: int = 0, force: bool = False, lengths: bool = True) -> str | None:
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
            lengths: edges show their values.

        Raises:
            LimitReached: the graph is too large for a picture, or the layout took too long.
            MissingLibrary: there is no Graphviz; the text says what to install.

        >>> print(konig.Graph.from_edges([0], [1]).draw(picture='dot').splitlines()[-2].strip())
        0 -> 1;
        """
        return draw(self, path, picture, layout, walk, circuits, tree, clusters, edge_ids, seconds,
                    force, lengths)

    def _repr_svg_(self) -> str | None:
        """The picture in a notebook, or None where the graph is too large or there is no
        Graphviz."""
        try:
            return self.draw(seconds=5)
        except (LimitReached, MissingLibrary):
            return None
