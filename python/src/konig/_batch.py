"""Euler walks of many small graphs at once."""
from __future__ import annotations

from typing import Literal, NamedTuple

import numpy as np
from numpy.typing import ArrayLike

from ._arrays import Array, choice, pointer, unsigned
from ._context import EDGE, VERTEX, Context, default_context
from ._konig import ffi, lib
from ._walk import FOUND, REASONS

__all__ = ['EulerBatch', 'euler_batch']

KINDS = {'any': lib.KG_EULER_ANY, 'circuit': lib.KG_EULER_CIRCUIT, 'path': lib.KG_EULER_PATH}
ANSWER = np.dtype([('found', np.uint32), ('reason', np.uint32), ('witness', np.uint64)])
_FOUND, _REASONS = (np.array([names.get(i, '') for i in range(4)]) for names in (FOUND, REASONS))


class EulerBatch(NamedTuple):
    """What euler_batch() gives."""

    #: [row[-1]] the walk of graph i is walk[row[first_vertex[i]]:row[first_vertex[i + 1]]]: edges
    #: in their order, numbered from 0 for each graph; of undirected graphs half-edges, as
    #: Walk.steps. Zeros if there is no walk.
    walk: Array
    #: [graphs] "circuit" or "path"; "unbalanced", "disconnected" or "is circuit" if there is none.
    status: Array
    #: [graphs] "unbalanced": the smallest vertex whose degrees differ, or whose degree is odd;
    #: "disconnected": the smallest edge that is not connected with edge 0; otherwise 0.
    witness: Array


def euler_batch(first_vertex: ArrayLike, row: ArrayLike, col: ArrayLike,
                kind: Literal['any', 'circuit', 'path'] = 'any', *, undirected: bool = False,
                verify: bool = True, context: Context | None = None) -> EulerBatch:
    """Euler circuits or paths of many small graphs, one after the other in compressed sparse rows.
    Each answer is that of Graph.euler() for this graph alone. The CPU finds them.

    Args:
        first_vertex: [graphs + 1] where the vertices of each graph begin; the first is 0.
        row: [first_vertex[-1] + 1] where the edges of each vertex begin; the first is 0.
        col: [row[-1]] where each edge leads, as vertices that are numbered from 0 for each graph.
        kind: "circuit", "path", or "any": a circuit if there is one, else a path.
        undirected: the edges have no directions; each is in the row of one of its ends.
        verify: whether the answers are checked by code that has no part in finding them.
        context: None: that of the thread.

    Raises:
        ValueError: offsets that do not rise, or a number that is no vertex of its graph.

    >>> batch = konig.euler_batch([0, 2, 5], [0, 1, 2, 4, 4, 4], [1, 0, 1, 2])
    >>> batch.status.tolist(), batch.walk.tolist(), batch.witness.tolist()
    (['circuit', 'unbalanced'], [0, 1, 0, 0], [0, 0])
    >>> batch = konig.euler_batch([0, 2, 5], [0, 1, 2, 4, 4, 4], [1, 0, 1, 2], undirected=True)
    >>> batch.status.tolist(), batch.walk.tolist()
    (['circuit', 'path'], [0, 2, 1, 2])
    """
    offset = np.dtype(np.uint64)
    first = unsigned('first_vertex', first_vertex, (None,), offset)
    rows = unsigned('row', row, (None,), offset)
    cols = unsigned('col', col, (None,), VERTEX)
    if not first.size:
        raise ValueError('first_vertex is empty: expected a number for each graph, and one more')
    if rows.size != int(first[-1]) + 1:
        raise ValueError(f'row has {rows.size} numbers: expected one more than the {first[-1]} '
                         'vertices at which first_vertex ends')
    if cols.size != int(rows[-1]):
        raise ValueError(f'col has {cols.size} numbers, but row ends at {rows[-1]}')
    options = ffi.new('kg_euler_batch_options *', {
        'kind': choice('kind', kind, KINDS), 'undirected': bool(undirected),
        'skip_verify': not verify})
    walk, answer = np.zeros(cols.size, EDGE), np.empty(first.size - 1, ANSWER)
    context = context or default_context()
    context.call(lib.kg_euler_batch, pointer('kg_edge *', walk),
                 pointer('kg_euler_batch_answer *', answer), context.pointer, answer.size,
                 pointer('uint64_t *', first), pointer('uint64_t *', rows),
                 pointer('kg_vertex *', cols), options)
    found, reason = answer['found'], answer['reason']
    return EulerBatch(walk, np.where(found, _FOUND[found], _REASONS[reason]),
                      answer['witness'].copy())
