"""Permutations by number, and sequences: look-and-say, the masses of a cyclic peptide."""
from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from ._arrays import lies_on_device, pointer, unsigned, whole
from ._context import Context, default_context, text
from ._device import need_device
from ._konig import ffi, lib
from ._numbers import COUNTS, PLACES, Numbers, Room


def permutations(n: int, start: int = 0, count: int | None = None, *,
                 context: Context | None = None, on_gpu: bool = False) -> Any:
    """[count, n] uint32: the permutations of 0 to n - 1 in lexicographic order, from number `start`
    on; None: all that follow. on_gpu: the result stays on the context's GPU.

    >>> konig.array.permutations(3, 1, 2)
    array([[0, 2, 1],
           [1, 0, 2]], dtype=uint32)
    """
    things = whole('n', n, 0, lib.KG_PERMUTATION_MOST)
    context = context or default_context()
    if on_gpu:
        need_device(context, 'the result')
    first = whole('start', start, 0, lib.kg_factorial(things))
    left = lib.kg_factorial(things) - first
    rows = left if count is None else whole('count', count, 0, left)
    room = Room(context, on_gpu, rows * things, PLACES)
    context.call(lib.kg_array_permutations, ffi.cast('uint32_t *', room.pointer), context.pointer,
                 things, first, rows)
    context.call(lib.kg_context_wait, context.pointer, 0)
    return room.array(rows, things)


def permutation_number(permutation: ArrayLike, *, context: Context | None = None) -> int:
    """The number of a permutation of 0 to n - 1, in host memory.

    >>> konig.array.permutation_number([1, 0, 2])
    2
    """
    given = unsigned('permutation', permutation, (None,), PLACES)
    context, found = context or default_context(), ffi.new('uint64_t *')
    context.call(lib.kg_array_permutation_number, found, context.pointer,
                 whole('the length of permutation', given.size, 0, lib.KG_PERMUTATION_MOST),
                 pointer('uint32_t *', given))
    return int(found[0])


def look_and_say(seed: str = '1', rounds: int = 1, *, context: Context | None = None) -> str:
    """Look-and-say: each round replaces each run of equal digits by how many there are and the
    digit.

    >>> konig.array.look_and_say('1', 4)
    '111221'
    """
    digits, length = ffi.new('char **'), ffi.new('uint64_t *')
    context = context or default_context()
    context.call(lib.kg_array_look_and_say, digits, length, context.pointer, text('seed', seed),
                 whole('rounds', rounds))
    try:
        return bytes(ffi.buffer(digits[0], length[0])).decode('ascii')
    finally:
        with context._guard.held():
            lib.kg_array_free(context.pointer, digits[0])


def look_and_say_length(seed: str = '1', rounds: int = 1, *,
                        context: Context | None = None) -> int:
    """How many digits look_and_say() gives, without making them. TooLarge past 64 bits.

    >>> konig.array.look_and_say_length('1113122113', 50)
    5103798
    """
    length, context = ffi.new('uint64_t *'), context or default_context()
    context.call(lib.kg_array_look_and_say, ffi.NULL, length, context.pointer, text('seed', seed),
                 whole('rounds', rounds))
    return int(length[0])


def cyclospectrum(masses: Any, *, context: Context | None = None) -> Any:
    """uint64: the masses of all pieces of a cyclic peptide, increasing, with 0 and that of the
    whole, of the masses of its amino acids; on a GPU these are uint64.

    >>> konig.array.cyclospectrum([57, 71, 113])
    array([  0,  57,  71, 113, 128, 170, 184, 241], dtype=uint64)
    """
    if not lies_on_device(masses):
        masses = unsigned('masses', masses, (None,), COUNTS)
    numbers = Numbers(masses, context, name='masses', axes=1, dtype=COUNTS)
    size = lib.kg_array_cyclospectrum_size(numbers.n)
    room = numbers.room(size)
    numbers.call(lib.kg_array_cyclospectrum, ffi.cast('uint64_t *', room.pointer),
                 numbers.context.pointer, numbers.n, ffi.cast('uint64_t *', numbers.pointer))
    return room.array(size)
