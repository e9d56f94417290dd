"""Genomes and sequencing reads: de Bruijn graphs, unitigs, and the fewest strings with the same
k-mers.

Files are FASTA or FASTQ, packed or not. A k-mer is a word of k letters A, C, G, T; k is 2 to 127.
It and its reverse complement are one, unless sequences are said to have a single strand.

>>> found = konig.genomes.unitigs('data/unitigs.fa', k=4)
>>> found
<konig.genomes.Unitigs: 2 unitigs of 5 4-mers>
>>> list(found), found.eulertigs()
(['ACCA', 'CCAATGG'], ['ACCAATGG'])
"""
from __future__ import annotations

import os
import warnings
from collections.abc import Iterator, Sequence
from functools import cached_property
from typing import Any, Literal, NamedTuple

import numpy as np

from ._arrays import Array, choice, whole
from ._context import Context, Owned, default_context, file_name, lent
from ._graph import Graph
from ._konig import ffi, lib

__all__ = ['Counts', 'Unitigs', 'eulertigs', 'graph', 'unitigs']

Files = str | os.PathLike[str] | Sequence[str | os.PathLike[str]]
COMPLEMENT = bytes.maketrans(b'ACGT', b'TGCA')
FORMATS = {'fasta': 0, 'gfa': 1}


class Counts(NamedTuple):
    """What the files have."""

    sequences: int
    letters: int
    #: Letters other than A, C, G and T, at which sequences are split.
    others: int
    #: The parts between these.
    pieces: int
    #: Pieces of fewer than k letters.
    short_pieces: int
    #: K-mers, each as often as it occurs.
    words: int


class Reading:
    """The arguments of a call that reads sequences."""

    def __init__(self, files: Files, k: int, min_count: int, context: Context | None,
                 **options: Any) -> None:
        paths = [files] if isinstance(files, str | os.PathLike) else list(files)
        if not paths:
            raise ValueError('files is empty: expected the path of a file, or several')
        self.context = context or default_context()
        self.names = [ffi.new('char[]', file_name(path)) for path in paths]
        self.counts = ffi.new('kg_kmers_counts *')
        self.options = ffi.new('kg_kmers_options *', {
            'k': whole('k', k), 'min_count': whole('min_count', min_count, 1), **options})
        self.arguments = (self.counts, self.context.pointer, ffi.new('char *[]', self.names),
                          len(paths), self.options)

    def warn(self) -> None:
        if self.context._warning:
            warnings.warn(self.context._warning, stacklevel=3)


class Unitigs(Owned):
    """The compacted de Bruijn graph of sequences, as unitigs() makes it. They stand in alphabetical
    order, each in the direction in which it is less."""

    _facts = 'k', 'counts', 'letters', 'begins', 'occurrences', 'rows', 'links'

    def __init__(self, made: Owned, k: int, counts: Counts) -> None:
        resource, made._resource = made._resource, None  # type: ignore[assignment]
        super().__init__(made.context, resource)
        #: The letters of a word.
        self.k = k
        #: What the files have.
        self.counts = counts

    def __len__(self) -> int:
        return len(self.begins) - 1

    def __repr__(self) -> str:
        return (f'<konig.genomes.Unitigs: {len(self)} unitigs of '
                f'{len(self.letters) - len(self) * (self.k - 1)} {self.k}-mers>')

    @cached_property
    def begins(self) -> Array:
        """[len + 1] where each unitig begins in `letters`, and the end of the last."""
        begin = ffi.new('uint64_t **')
        lib.kg_unitigs_letters(self.pointer, begin)
        count = int(lib.kg_unitigs_count(self.pointer)) + 1
        return lent(self, begin[0], count, np.dtype(np.uint64))

    @cached_property
    def letters(self) -> Array:
        """All letters, as bytes in ASCII."""
        return lent(self, lib.kg_unitigs_letters(self.pointer, ffi.NULL), int(self.begins[-1]),
                    np.dtype(np.uint8))

    @cached_property
    def occurrences(self) -> Array:
        """[len] how often the k-mers of each unitig are there, in all."""
        return lent(self, lib.kg_unitigs_occurrences(self.pointer), len(self), np.dtype(np.uint64))

    @cached_property
    def rows(self) -> Array:
        """[2 len + 1] where the links of each end begin in `links`: 2 u is the end before the first
        letter of unitig u, 2 u + 1 the end behind its last."""
        row = ffi.new('uint64_t **')
        lib.kg_unitigs_links(self.pointer, row)
        return lent(self, row[0], 2 * len(self) + 1, np.dtype(np.uint64))

    @cached_property
    def links(self) -> Array:
        """The ends at which other unitigs are entered where one is left: 2 v if unitig v follows as
        it is, 2 v + 1 if its reverse complement does."""
        return lent(self, lib.kg_unitigs_links(self.pointer, ffi.NULL), int(self.rows[-1]),
                    np.dtype(np.uint64))

    def __getitem__(self, i: int) -> str:
        """The letters of unitig i."""
        if not 0 <= i < len(self):
            raise IndexError(f'i is {i}: expected 0 to {len(self) - 1}')
        return self.letters[int(self.begins[i]):int(self.begins[i + 1])].tobytes().decode()

    def __iter__(self) -> Iterator[str]:
        return (self[i] for i in range(len(self)))

    def graph(self) -> Graph:
        """The bidirected graph whose vertices are words of k - 1 letters and whose edges are the
        unitigs: edge i is unitig i."""
        fasta = ''.join(f'>{i}\n{letters}\n' for i, letters in enumerate(self)).encode()
        options = ffi.new('kg_read_options *', {
            'format': lib.KG_FORMAT_UNITIGS, 'k': self.k, 'unnamed': 1})
        return Graph._make(self.context, lib.kg_graph_read_memory, self.context.pointer, fasta,
                           len(fasta), options)

    def eulertigs(self) -> list[str]:
        """The fewest strings that have the same k-mers, each once: the trails of graph(), spelled.
        No other strings of these k-mers have fewer letters.

        >>> len(konig.genomes.unitigs('data/genome.fa', k=5).eulertigs())
        3
        """
        walk = self.graph().trails()
        steps, begins = walk.steps.tolist(), walk.begins.tolist()
        made = []
        for first, end in zip(begins, begins[1:], strict=False):
            parts: list[bytes] = []
            for step in steps[first:end]:
                letters = self.letters[int(self.begins[step // 2]):
                                       int(self.begins[step // 2 + 1])].tobytes()
                if step % 2:
                    letters = letters[::-1].translate(COMPLEMENT)
                parts.append(letters[self.k - 1:] if parts else letters)
            made.append(b''.join(parts).decode())
        return made

    def write(self, path: str | os.PathLike[str], *,
              format: Literal['fasta', 'gfa'] | None = None) -> None:
        """Writes them with counts and links, as `csr unitigs` does; packed if the name ends in .gz
        or .zst.

        Args:
            path: "-" is standard output.
            format: "fasta", as BCALM 2 writes it, or "gfa"; None: GFA if the name ends in .gfa,
                which the ending of its packing may follow.
        """
        name = os.fsdecode(path).lower()
        for ending in ('.gz', '.bgz', '.zst'):
            name = name.removesuffix(ending)
        if format is None:
            format = 'gfa' if name.endswith('.gfa') else 'fasta'
        choice('format', format, FORMATS)
        text = ''.join(self._gfa() if format == 'gfa' else self._fasta()).encode()
        output, _ = self.context.make('kg_output', lib.kg_output_destroy, lib.kg_output_open,
                                      self.context.pointer, file_name(path))
        self.context.call(lib.kg_output_write, output.pointer, text, len(text))
        self.context.call(lib.kg_output_close, output.pointer)

    def _described(self) -> Iterator[tuple[str, list[str]]]:
        """Of each unitig the letters; length, occurrences and their mean."""
        for letters, times in zip(self, self.occurrences.tolist(), strict=True):
            mean = times / (len(letters) - self.k + 1)
            yield letters, [f'LN:i:{len(letters)}', f'KC:i:{times}', f'km:f:{mean:.1f}']

    def _linked(self) -> Iterator[tuple[int, int]]:
        """Links as pairs of ends."""
        rows, links = self.rows.tolist(), self.links.tolist()
        for end in range(len(rows) - 1):
            for other in links[rows[end]:rows[end + 1]]:
                yield end, other

    def _fasta(self) -> Iterator[str]:
        links: list[list[str]] = [[] for _ in range(len(self))]
        for end, other in self._linked():
            links[end // 2].append(f'L:{"-+"[end % 2]}:{other // 2}:{"+-"[other % 2]}')
        for i, (letters, facts) in enumerate(self._described()):
            yield ' '.join([f'>{i}', *facts, *links[i]]) + f'\n{letters}\n'

    def _gfa(self) -> Iterator[str]:
        yield 'H\tVN:Z:1.0\n'
        for i, (letters, facts) in enumerate(self._described()):
            yield '\t'.join(['S', str(i), letters, *facts]) + '\n'
        for end, other in self._linked():
            if end <= other:
                yield (f'L\t{end // 2}\t{"-+"[end % 2]}\t{other // 2}\t{"+-"[other % 2]}\t'
                       f'{self.k - 1}M\n')


def unitigs(files: Files, k: int, *, min_count: int = 1,
            context: Context | None = None) -> Unitigs:
    """The unitigs of sequences: the longest strings of k-mers each of which is the only one that
    can follow the one before it, and the only one that can precede the one behind it.

    Args:
        files: a path, or several, which are read as one file. "-" is standard input.
        k: letters of a word, 2 to 127.
        min_count: k-mers that are there less often are left out: in reads, errors are rare.
        context: None: that of the thread.

    Raises:
        FormatError: a file is neither FASTA nor FASTQ; the text has line and column.
        FileError: it cannot be opened or read.

    >>> konig.genomes.unitigs('data/genome.fa', 5)[0]
    'AATCG'
    """
    reading = Reading(files, k, min_count, context)
    made, _ = reading.context.make('kg_unitigs', lib.kg_unitigs_destroy, lib.kg_unitigs_read,
                                   *reading.arguments)
    reading.warn()
    counts = Counts(*(getattr(reading.counts, field) for field in Counts._fields))
    return Unitigs(made, k, counts)


def eulertigs(files: Files, k: int, *, min_count: int = 1,
              context: Context | None = None) -> list[str]:
    """From sequences or reads to eulertigs in one step: the fewest strings with the same k-mers,
    each once. Arguments are those of unitigs().

    >>> konig.genomes.eulertigs('data/genome.fa', 5)[1]
    'GTACCCGTTCAGACTTGCA'
    """
    return unitigs(files, k, min_count=min_count, context=context).eulertigs()


def graph(files: Files, k: int, *, single_strand: bool = False, distinct: bool = False,
          min_count: int = 1, context: Context | None = None) -> Graph:
    """The de Bruijn graph of sequences: each k-mer is an edge from its first k - 1 letters to its
    last, which name the vertices. A walk of all edges spells a sequence with the same k-mers.

    Args:
        files, k, min_count, context: as of unitigs().
        single_strand: sequences are read in one direction, so the graph is directed; else it is
            bidirected.
        distinct: each k-mer is one edge, however often it is there.

    >>> konig.genomes.graph('data/genome.fa', 5, single_strand=True).kind
    'directed'
    """
    reading = Reading(files, k, min_count, context, single_strand=bool(single_strand),
                      distinct=bool(distinct))
    made = Graph._make(reading.context, lib.kg_graph_read_kmers_files, *reading.arguments)
    reading.warn()
    return made
