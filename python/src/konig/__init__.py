"""konig: Euler circuits, searches on maps and puzzles, array primitives, in parallel.

- `Graph`: multigraphs from NumPy, SciPy, NetworkX or files; Euler circuits and paths, shortest
  paths, components, spanning trees, pictures.
- `generate`: graphs of known kinds.
- `grid`: shortest paths on maps. `tiles`: sliding puzzles.
- `euler_batch`: Euler walks of many small graphs at once.
- `shuffle`, `random_walks`: sequences, and walks of small graphs, at random.
- `genomes`: de Bruijn graphs, unitigs and eulertigs of sequences and reads.
- `streets`: walks along all streets of a map.
- `plot`: strokes of drawings for pen plotters.
- `array`: scan, sort, distinct, histogram and more, of arrays in host memory or on a GPU; matrices,
  tours, permutations, self-organising maps.
- `Context`: which device works, with how many threads and how much memory.
- `networkx_backend`: `networkx.eulerian_circuit(G, backend="konig")` and its kin.

Answers are checked before they are given and are the same at any number of threads. What fails
raises an exception of the class `Error`.
"""
import os

from . import array, generate, genomes, grid, streets, tiles
from ._batch import EulerBatch, euler_batch
from ._context import Context, default_context, string
from ._device import DeviceArray
from ._distances import Distances, Path
from ._graph import Graph
from ._index import Index, IndexBase
from ._konig import ffi, lib
from ._plot import Plot, PlotLayer, plot
from ._shuffle import random_walks, shuffle
from ._walk import Route, Walk
from .errors import (ArgumentError, Cancelled, DeviceError, Error, FileError, FormatError,
                     InternalError, LimitReached, MemoryLimit, MissingLibrary, NoEulerWalk, NoRoute,
                     NoSolution, TooLarge, Unsupported)

__version__ = string(lib.kg_version())

__all__ = ['ArgumentError', 'Cancelled', 'Context', 'DeviceArray', 'DeviceError', 'Distances',
           'Error', 'EulerBatch', 'FileError', 'FormatError', 'Graph', 'Index', 'IndexBase',
           'InternalError', 'LimitReached', 'MemoryLimit', 'MissingLibrary', 'NoEulerWalk',
           'NoRoute', 'NoSolution', 'Path', 'Plot', 'PlotLayer', 'Route', 'TooLarge', 'Unsupported',
           'Walk', 'array', 'backends', 'build_info', 'default_context', 'euler_batch', 'generate',
           'genomes', 'grid', 'plot', 'random_walks', 'shuffle', 'streets', 'tiles']


def backends() -> dict[str, str]:
    """Which backends this build has, and which devices were found or why not.

    >>> sorted(konig.backends())
    ['cpu', 'cuda']
    """
    text = ffi.new('char[512]')
    lib.kg_backends(text, 512)
    return dict(line.split(': ', 1) for line in string(text).splitlines())


def build_info() -> dict[str, str]:
    """What this build has: its backends, the width of edge ids, and, if pip built or installed it,
    the libraries that it was built with. `python -m konig` prints it.

    >>> konig.build_info()['edge ids'] in ('32 bits', '64 bits')
    True
    """
    info = {**backends(), 'edge ids': f'{lib.KG_EDGE_BITS} bits'}
    path = os.path.join(os.path.dirname(os.path.abspath(__file__)), 'features.txt')
    if os.path.exists(path):
        with open(path, encoding='utf-8') as file:
            for line in file:
                what, _, found = line.rstrip('\n').partition(': ')
                info[what] = found
    return info
