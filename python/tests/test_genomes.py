"""K-mers, unitigs and eulertigs beside a plain definition, and beside the commands, byte for
byte."""
import gzip
import pathlib
import pickle
import random
import subprocess

import konig
import numpy as np
import pytest
from konig import genomes
from test_plot_files import csr, program

pytestmark = pytest.mark.filterwarnings('ignore:.*letters other than')
TURNED = str.maketrans('ACGT', 'TGCA')


def words(strings, k):
    """The k-mers of strings, each in its direction that is less, as often as they are there."""
    found = []
    for string in strings:
        for i in range(len(string) - k + 1):
            word = string[i:i + k]
            found.append(min(word, word[::-1].translate(TURNED)))
    return found


@pytest.fixture
def files(tmp_path):
    """A genome with repeats and other letters, and pairs of reads with errors, packed."""
    chance = random.Random(5)
    genome = ''.join(chance.choice('ACGT') for _ in range(3000))
    genome += genome[100:400] + ''.join(chance.choice('ACGT') for _ in range(200))
    (tmp_path / 'genome.fa').write_text(
        f'>one\n{genome[:1500]}\n{genome[1500:]}\n>two\nACGNNTGCAacgt\n')
    for pair in 1, 2:
        with gzip.open(tmp_path / f'reads_{pair}.fq.gz', 'wt') as file:
            for i in range(400):
                at = chance.randrange(len(genome) - 150)
                read = list(genome[at:at + 150])
                read[chance.randrange(150)] = chance.choice('ACGT')
                text = ''.join(read)
                text = text[::-1].translate(TURNED) if pair == 2 else text
                file.write(f'@r{i}/{pair}\n{text}\n+\n{"I" * 150}\n')
    return tmp_path, genome


def test_by_definition(files):
    folder, genome = files
    for k in 4, 31, 127:
        found = genomes.unitigs(folder / 'genome.fa', k)
        expected = words([genome, 'ACG', 'TGCAACGT'], k)
        assert sorted(words(found, k)) == sorted(set(expected))
        assert found.occurrences.sum() == len(expected) == found.counts.words
        assert found.counts.sequences == 2 and found.counts.others == 2
        strings = found.eulertigs()
        assert sorted(words(strings, k)) == sorted(set(expected))
        assert len(strings) <= len(found) and strings == genomes.eulertigs(folder / 'genome.fa', k)
        assert list(found) == sorted(found)
        for end in range(2 * len(found)):
            for other in found.links[int(found.rows[end]):int(found.rows[end + 1])].tolist():
                left, entered = found[end // 2], found[other // 2]
                left = left if end % 2 else left[::-1].translate(TURNED)
                entered = entered[::-1].translate(TURNED) if other % 2 else entered
                assert left[1 - k:] == entered[:k - 1]
        graph = found.graph()
        assert graph.m == len(found) and graph.kind == 'bidirected'


def test_pickle(files):
    found = genomes.unitigs(files[0] / 'genome.fa', 31)
    twin = pickle.loads(pickle.dumps(found))
    assert list(twin) == list(found) and twin.eulertigs() == found.eulertigs()
    assert twin.counts == found.counts and twin.links.tolist() == found.links.tolist()


def test_reads(files):
    """The k-mers that occur at least three times are those of the genome, except at its ends."""
    folder, genome = files
    found = genomes.unitigs([folder / 'reads_1.fq.gz', str(folder / 'reads_2.fq.gz')], 21,
                            min_count=3)
    kept, inner = set(words(found, 21)), set(words([genome[150:-150]], 21))
    assert inner <= kept and len(kept - set(words([genome], 21))) < 0.01 * len(inner)


def test_graph(files):
    folder, genome = files
    graph = genomes.graph(folder / 'genome.fa', 6)
    assert graph.kind == 'bidirected' and graph.m == len(words([genome, 'TGCAACGT'], 6))
    distinct = genomes.graph(folder / 'genome.fa', 6, distinct=True, min_count=2)
    counted = words([genome, 'TGCAACGT'], 6)
    assert distinct.m == sum(counted.count(word) > 1 for word in set(counted))
    directed = genomes.graph(folder / 'genome.fa', 6, single_strand=True)
    assert directed.kind == 'directed' and directed.m == graph.m


@csr
@pytest.mark.parametrize('k, least', [(5, 1), (21, 3), (31, 2), (64, 1), (127, 1)])
def test_as_the_commands(files, monkeypatch, k, least):
    folder, _ = files
    monkeypatch.chdir(folder)
    names = ['reads_1.fq.gz', 'reads_2.fq.gz', 'genome.fa']
    chosen = ['-q', '-k', str(k), '--min-count', str(least), *names]
    found = genomes.unitigs(names, k, min_count=least)
    for ending in 'fa', 'gfa':
        subprocess.run([program(), 'unitigs', *chosen, '-o', f'theirs.{ending}'], check=True)
        found.write(f'ours.{ending}')
        found.write('named', format='gfa' if ending == 'gfa' else 'fasta')
        assert pathlib.Path(f'ours.{ending}').read_bytes() == \
            pathlib.Path(f'theirs.{ending}').read_bytes() == pathlib.Path('named').read_bytes()
    found.write('ours.gfa.gz')
    assert gzip.decompress(pathlib.Path('ours.gfa.gz').read_bytes()) == \
        pathlib.Path('theirs.gfa').read_bytes()
    finder = pathlib.Path(program()).with_name('euler-find')
    strings = subprocess.run([finder, '-q', '--trails', '-k', str(k), '--format', 'spell',
                              'theirs.fa'], check=True, stdout=subprocess.PIPE, text=True).stdout
    assert genomes.eulertigs(names, k, min_count=least) == strings.split()
    subprocess.run([program(), 'generate', 'kmers', *chosen, '-o', 'theirs.kcsr'], check=True)
    genomes.graph(names, k, min_count=least).write('ours.kcsr')
    assert pathlib.Path('ours.kcsr').read_bytes() == pathlib.Path('theirs.kcsr').read_bytes()


def test_refused(files):
    folder, _ = files
    path = folder / 'genome.fa'
    for k in 1, 128:
        with pytest.raises(konig.ArgumentError, match=f'k is {k}'):
            genomes.unitigs(path, k)
    with pytest.raises(ValueError, match='min_count is 0'):
        genomes.unitigs(path, 5, min_count=0)
    with pytest.raises(ValueError, match='files is empty'):
        genomes.graph([], 5)
    with pytest.raises(konig.FileError):
        genomes.unitigs(folder / 'nowhere.fa', 5)
    (folder / 'graph.txt').write_text('a -> b\n')
    with pytest.raises(konig.FormatError, match='graph.txt:1:1'):
        genomes.unitigs(folder / 'graph.txt', 5)
    found = genomes.unitigs(path, 31)
    with pytest.raises(IndexError, match=f'expected 0 to {len(found) - 1}'):
        found[len(found)]
    with pytest.raises(ValueError, match="format is 'svg'"):
        found.write(folder / 'a.fa', format='svg')
    (folder / 'short.fa').write_text('>a\nACGN\n')
    with pytest.warns(UserWarning, match='shorter than k'):
        nothing = genomes.unitigs(folder / 'short.fa', 31)
    assert len(nothing) == 0 and nothing.eulertigs() == [] and nothing.letters.dtype == np.uint8
