"""Graphs of known kinds. The same arguments give the same graph on every machine.

All take `seed` (any integer from 0 on), `relabel` (the vertices are permuted at random) and
`context` (None: that of the thread), and those of directed graphs `path` (one edge is left out, so
that there is an Euler path instead of a circuit). All are O(n + m). ArgumentError or ValueError: a
number is out of its range.
"""
from __future__ import annotations

from typing import Any

from ._arrays import whole
from ._context import Context, default_context
from ._graph import Graph
from ._konig import ffi, lib

__all__ = ['banded', 'complete', 'debruijn', 'grid_roads', 'hypercube', 'random', 'torus',
           'triangles']


def _generate(kind: int, sizes: dict[str, Any], seed: int, path: bool, relabel: bool,
              context: Context | None) -> Graph:
    numbers = {name: whole(name, value) for name, value in sizes.items()}
    options = ffi.new('kg_generate_options *', {
        'kind': kind, 'seed': whole('seed', seed), 'path': path, 'relabel': relabel, **numbers})
    context = context or default_context()
    return Graph._make(context, lib.kg_graph_generate, context.pointer, options)


def random(vertices: int, max_degree: int, *, seed: int = 0, path: bool = False,
           relabel: bool = False, context: Context | None = None) -> Graph:
    """Directed, at random: each vertex has 1 to max_degree out-edges and as many in-edges.

    >>> konig.generate.random(1000, 7, seed=1).n
    1000
    """
    return _generate(lib.KG_GENERATE_RANDOM, {'vertices': vertices, 'max_degree': max_degree},
                     seed, path, relabel, context)


def banded(vertices: int, max_degree: int, *, seed: int = 0, path: bool = False,
           relabel: bool = False, context: Context | None = None) -> Graph:
    """Directed: each vertex leads to the next ones that have in-edges free."""
    return _generate(lib.KG_GENERATE_BANDED, {'vertices': vertices, 'max_degree': max_degree},
                     seed, path, relabel, context)


def triangles(vertices: int, edges: int, *, seed: int = 0, path: bool = False,
              relabel: bool = False, context: Context | None = None) -> Graph:
    """Directed: triangles at random, then circuits of two edges."""
    return _generate(lib.KG_GENERATE_TRIANGLES, {'vertices': vertices, 'edges': edges},
                     seed, path, relabel, context)


def debruijn(alphabet: int, length: int, *, seed: int = 0, path: bool = False,
             relabel: bool = False, context: Context | None = None) -> Graph:
    """Directed: edges are the words of that length, vertices the words that are one shorter, which
    are their names.

    >>> graph = konig.generate.debruijn(2, 3)
    >>> ''.join(graph.name(v)[-1] for v in graph.euler().vertices[1:])
    '01110100'
    """
    return _generate(lib.KG_GENERATE_DEBRUIJN, {'alphabet': alphabet, 'length': length},
                     seed, path, relabel, context)


def torus(width: int, height: int, *, seed: int = 0, path: bool = False, relabel: bool = False,
          context: Context | None = None) -> Graph:
    """Directed: each vertex leads to its four neighbours on a grid whose sides are joined."""
    return _generate(lib.KG_GENERATE_TORUS, {'width': width, 'height': height}, seed, path,
                     relabel, context)


def complete(vertices: int, *, seed: int = 0, path: bool = False, relabel: bool = False,
             context: Context | None = None) -> Graph:
    """Directed: an edge from each vertex to each other."""
    return _generate(lib.KG_GENERATE_COMPLETE, {'vertices': vertices}, seed, path, relabel,
                     context)


def hypercube(dimension: int, *, seed: int = 0, relabel: bool = False,
              context: Context | None = None) -> Graph:
    """Undirected: an edge between words of that many bits that differ in one.

    >>> konig.generate.hypercube(4).euler().kind
    'circuit'
    """
    return _generate(lib.KG_GENERATE_HYPERCUBE, {'dimension': dimension}, seed, False, relabel,
                     context)


def grid_roads(width: int, height: int, *, seed: int = 0, relabel: bool = False,
               context: Context | None = None) -> Graph:
    """Undirected, with lengths in metres as values: like the streets of a city, a grid with dead
    ends and missing crossings.

    >>> bool(konig.generate.grid_roads(10, 10).values.min() >= 60)
    True
    """
    return _generate(lib.KG_GENERATE_GRID_ROADS, {'width': width, 'height': height}, seed, False,
                     relabel, context)
