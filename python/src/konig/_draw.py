"""Pictures of graphs."""
from __future__ import annotations

import contextlib
import os
import tempfile
import threading
from collections.abc import Iterator
from typing import TYPE_CHECKING

import numpy as np

from ._arrays import choice, pointer, whole
from ._context import file_name
from ._konig import ffi, lib

if TYPE_CHECKING:
    from ._graph import Graph
    from ._walk import Walk

PICTURES = {'dot': lib.KG_PICTURE_DOT, 'svg': lib.KG_PICTURE_SVG, 'png': lib.KG_PICTURE_PNG,
            'pdf': lib.KG_PICTURE_PDF}
LAYOUTS = {'auto': lib.KG_LAYOUT_AUTO, 'dot': lib.KG_LAYOUT_DOT, 'neato': lib.KG_LAYOUT_NEATO,
           'sfdp': lib.KG_LAYOUT_SFDP}

PACKED = ('.gz', '.bgz', '.zst')

# The package has the program that draws. C looks for it in the environment.
DRAWER = os.path.join(os.path.dirname(os.path.abspath(__file__)), 'programs', 'konig-graphviz')
drawing = threading.Lock()


@contextlib.contextmanager
def drawer() -> Iterator[None]:
    """While C looks for the program."""
    with drawing:
        own = 'KONIG_GRAPHVIZ' not in os.environ and os.path.exists(DRAWER)
        if own:
            os.environ['KONIG_GRAPHVIZ'] = DRAWER
        try:
            yield
        finally:
            if own:
                del os.environ['KONIG_GRAPHVIZ']


def draw(graph: Graph, path: str | os.PathLike[str] | None, picture: str | None, layout: str,
         walk: Walk | None, circuits: bool, tree: bool, clusters: bool, edge_ids: bool,
         seconds: int, force: bool, lengths: bool) -> str | None:
    """Draws a graph: see Graph.draw()."""
    if path is None:
        suffix = picture or 'svg'
        choice('picture', suffix, {'svg': 0, 'dot': 0})
        with tempfile.TemporaryDirectory() as folder:
            file = os.path.join(folder, 'graph.' + suffix)
            draw(graph, file, suffix, layout, walk, circuits, tree, clusters, edge_ids, seconds,
                 force, lengths)
            with open(file, encoding='utf-8') as text:
                return text.read()
    name, extension = os.path.splitext(os.fsdecode(path))
    if extension.lower() in PACKED:
        extension = os.path.splitext(name)[1]
    if picture is None and extension and extension[1:].lower() not in (*PICTURES, 'gv'):
        raise ValueError(f'path ends in {extension!r}: expected .svg, .png, .pdf or .dot')
    options = ffi.new('kg_draw_options *', {
        'picture': lib.KG_PICTURE_AUTO if picture is None else choice(
            'picture', picture, PICTURES),
        'layout': choice('layout', layout, LAYOUTS), 'clusters': clusters, 'edge_ids': edge_ids,
        'no_values': not lengths, 'force': force, 'seconds': whole('seconds', seconds, 0, 2**31)})
    keep = []
    if walk is not None:
        if getattr(walk, 'graph', None) is not graph:
            raise ValueError('walk is not one of this graph')
        keep.append(np.ascontiguousarray(walk.edges))
        options.walk = pointer('kg_edge *', keep[-1])
    if circuits:
        keep.append(graph.circuits())
        options.circuit = pointer('kg_edge *', keep[-1])
    if tree:
        keep.append(graph.spanning_tree())
        options.tree, options.tree_edges = pointer('kg_edge *', keep[-1]), keep[-1].size
    with drawer():
        graph.context.call(lib.kg_graph_draw, graph.pointer, file_name(path), options)
    return None
