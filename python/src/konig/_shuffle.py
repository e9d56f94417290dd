"""Random Euler walks of many small graphs at once, and shuffled sequences."""
from __future__ import annotations

from collections.abc import Sequence
from typing import AnyStr

import numpy as np
from numpy.typing import ArrayLike

from ._arrays import Array, pointer, unsigned, whole
from ._context import EDGE, VERTEX, Context, default_context
from ._konig import ffi, lib

__all__ = ['random_walks', 'shuffle']


def _begin(lengths: list[int]) -> Array:
    return np.concatenate([[0], np.cumsum(lengths)]).astype(np.uint64)


def _letters(i: int, text: AnyStr) -> bytes:
    """A sequence as bytes."""
    if isinstance(text, str):
        return text.encode('latin-1')
    if not hasattr(text, '__bytes__'):
        try:
            view = memoryview(text)
        except TypeError:
            view = None
        if view is None or view.ndim != 1 or view.itemsize != 1:
            raise TypeError(f'sequences[{i}] is {text!r}: expected bytes or a str')
    return bytes(text)


def shuffle(sequences: Sequence[AnyStr], k: int = 2, *, copies: int = 1, seed: int = 0,
            context: Context | None = None) -> list[list[AnyStr]]:
    """Sequences at random that keep how often each word of k letters comes, and the k - 1 letters
    at either end. Each that there is has the same chance.

    Args:
        sequences: of bytes, or of strings whose characters are all below U+0100.
        k: letters of a word; 1: each letter.
        copies: how many are drawn of each.
        seed: which ones; the same for the same seed everywhere.
        context: None: that of the thread.

    Returns a list of the copies for each sequence.

    >>> konig.shuffle(['AAAA'], copies=2)
    [['AAAA', 'AAAA']]
    >>> sorted(set(konig.shuffle(['barbarian'], copies=50)[0]))
    ['barbarian', 'bariarban']
    """
    context = context or default_context()
    copies = whole('copies', copies, 1)
    if isinstance(sequences, str | bytes):
        raise TypeError(f'sequences is a {type(sequences).__name__}: expected a list of them')
    letters = [_letters(i, text) for i, text in enumerate(sequences)]
    begin = _begin([len(text) for text in letters])
    options = ffi.new('kg_shuffle_options *', {
        'k': whole('k', k, 1), 'copies': copies, 'seed': whole('seed', seed)})
    drawn = np.empty(copies * int(begin[-1]), np.uint8)
    context.call(lib.kg_euler_shuffle, pointer('char *', drawn), context.pointer, len(letters),
                 pointer('uint64_t *', begin), b''.join(letters), options)
    result: list[list[AnyStr]] = []
    for i, text in enumerate(sequences):
        length, first = len(letters[i]), copies * int(begin[i])
        own = [drawn[at:at + length].tobytes()
               for at in range(first, first + copies * length, length or 1)]
        own = own or [b''] * copies
        result.append([copy.decode('latin-1') if isinstance(text, str) else copy
                       for copy in own])
    return result


def random_walks(graphs: Sequence[ArrayLike], *, copies: int = 1, seed: int = 0,
                 context: Context | None = None) -> list[Array]:
    """Euler walks at random of many small directed graphs: circuits where there are any, else
    paths; each that there is has the same chance. One large graph: Graph.euler(seed=...).

    Args:
        graphs: of each [m, 2] the ends of its edges, vertices 0 to m.
        copies, seed, context: as for shuffle().

    Returns for each graph an array [copies, m] of edges in their order; circuits begin with edge 0.

    Raises:
        NoSolution: a graph has no Euler walk; the message names it.

    >>> konig.random_walks([[[0, 1], [1, 0], [0, 2], [2, 0]], [[0, 1]]], copies=3)
    [array([[0, 1, 2, 3],
           [0, 1, 2, 3],
           [0, 1, 2, 3]], dtype=uint32), array([[0],
           [0],
           [0]], dtype=uint32)]
    """
    context = context or default_context()
    copies = whole('copies', copies, 1)
    edges = [unsigned(f'graphs[{i}]', np.empty((0, 2), VERTEX) if np.size(graph) == 0 else graph,
                      (None, 2), VERTEX) for i, graph in enumerate(graphs)]
    begin = _begin([len(own) for own in edges])
    both = np.concatenate(edges) if edges else np.empty((0, 2), VERTEX)
    source, target = np.ascontiguousarray(both[:, 0]), np.ascontiguousarray(both[:, 1])
    options = ffi.new('kg_shuffle_options *', {'copies': copies, 'seed': whole('seed', seed)})
    walk = np.empty(copies * int(begin[-1]), EDGE)
    context.call(lib.kg_euler_random_walks, pointer('kg_edge *', walk), context.pointer, len(edges),
                 pointer('uint64_t *', begin), pointer('kg_vertex *', source),
                 pointer('kg_vertex *', target), options)
    return [walk[copies * int(first):copies * int(last)].reshape(copies, int(last - first))
            for first, last in zip(begin[:-1], begin[1:])]
