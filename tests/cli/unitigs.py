#!/usr/bin/env python3
"""Unitigs of sequences and of reads, beside their definition and beside BCALM 2 if it is installed.

Knows words as strings, and joins them by the definition; what csr unitigs writes must be the same
text, with counts and links. Trails of unitigs must have the same words.

usage: unitigs.py PROGRAMS [SEEDS [BASES]]     PROGRAMS: the folder with the four tools; SEEDS: more
of them; BASES: of each genome beside BCALM, with each k instead of one
"""
import collections
import concurrent.futures
import os
import random
import shutil
import subprocess
import sys
import tempfile

from genomes import canonical, check, fasta, make_genome, run, sequences, turned, words_of, wrong

THREADS = 2, 3, 7


# ---- the definition ------------------------------------------------------------------------------

def follower(path, k, words):
    """The word that is joined to the last one of a path, as it is read there, or None."""
    end = path[-k + 1:]
    ways = [end + c for c in "ACGT" if canonical(end + c) in words]
    back = [c + end for c in "ACGT" if canonical(c + end) in words]
    if len(ways) != 1 or len(back) != 1 or end == turned(end):
        return None
    return None if any(word == turned(word) for word in ways + back) else ways[0]


def rotations(ring, k):
    """All ways to write a ring."""
    size = len(ring) - k + 1
    for way in ring, turned(ring):
        around = way[:size] * (3 + k // size)
        yield from (around[i:i + size + k - 1] for i in range(size))


def define_unitigs(words, k):
    """Unitigs in their order."""
    used, unitigs = set(), []
    for word in words:
        if word in used:
            continue
        path, is_ring = word, False
        for _ in range(2):
            while not is_ring and (way := follower(path, k, words)):
                is_ring = canonical(way) == word
                path += way[-1] * (not is_ring)
            path = turned(path)
        used.update(words_of([path], k))
        unitigs.append(min(rotations(path, k)) if is_ring else min(path, turned(path)))
    return sorted(unitigs)


def describe(words, k):
    """What csr unitigs writes: FASTA, and GFA."""
    unitigs = define_unitigs(words, k)
    begins = collections.defaultdict(list)
    for v, unitig in enumerate(unitigs):
        begins[unitig[:k - 1]].append((v, "+"))
        begins[turned(unitig)[:k - 1]].append((v, "-"))
    lines, segments, links = [], [], []
    for u, unitig in enumerate(unitigs):
        count = sum(words[word] * times for word, times in words_of([unitig], k).items())
        tags = [f"LN:i:{len(unitig)}", f"KC:i:{count}", f"km:f:{count / (len(unitig) - k + 1):.1f}"]
        segments.append("\t".join(["S", str(u), unitig] + tags))
        for sign, way in ("-", turned(unitig)), ("+", unitig):
            for v, other in begins[way[-k + 1:]]:
                tags.append(f"L:{sign}:{v}:{other}")
                if 2 * u + (sign == "+") <= 2 * v + (other == "-"):
                    links.append(f"L\t{u}\t{sign}\t{v}\t{other}\t{k - 1}M")
        lines += [" ".join([f">{u}"] + tags), unitig]
    text = "".join(line + "\n" for line in lines)
    return text, "".join(line + "\n" for line in ["H\tVN:Z:1.0"] + segments + links)


# ---- checks --------------------------------------------------------------------------------------

def check_unitigs(tools, texts, k, what, least=1):
    words = collections.Counter(
        {word: n for word, n in words_of(texts, k).items() if n >= least})
    expected, graph = describe(words, k)
    command = [tools + "/csr", "unitigs", "-q", "-k", str(k), f"--min-count={least}", "-"]
    found, _ = run(*command, "--threads=1", stdin=fasta(texts))
    check(found.decode() == expected, what, "k", k, "unitigs are", found.decode()[:2000],
          "expected", expected[:2000])
    for threads in THREADS:
        again, _ = run(*command, f"--threads={threads}", stdin=fasta(texts))
        check(again == found, what, "threads", threads)
    gfa, _ = run(*command, "--format=gfa", stdin=fasta(texts))
    check(gfa.decode() == graph, what, "k", k, "GFA", gfa.decode()[:2000], graph[:2000])
    strings = {}
    for form in found, gfa:
        trails, _ = run(tools + "/euler-find", "--trails", "-k", str(k), "--format=fasta", "-",
                        stdin=form)
        strings[trails] = sequences(trails) if trails else []
    check(all(words_of(some, k) == dict.fromkeys(words, 1) for some in strings.values()),
          what, "k", k, "words of eulertigs")
    check(len(strings) == 1, what, "k", k, "eulertigs of GFA are others")


def check_small(tools, choice):
    """Few letters: repeats, rings, palindromes and words of both strands abound."""
    for i in range(60):
        k = choice.choice([2, 3, 4, 5, 6])
        letters = choice.choice(["ACGT", "ACGTN", "ACT", "AT", "A"])
        texts = ["".join(choice.choices(letters, k=choice.randrange(3 * k)))
                 for _ in range(choice.randrange(1, 6))]
        check_unitigs(tools, texts, k, f"small {i} {texts}", choice.choice([1, 1, 2]))


def check_rings(tools, choice):
    for k in 5, 21, 34, 101:
        ring = "".join(choice.choices("ACGT", k=300))
        other = "".join(choice.choices("ACGT", k=70))
        check_unitigs(tools, [ring + ring[:k - 1], turned(other) + turned(other * 2)[:k - 1]], k,
                      "rings")


def check_genomes(tools, choice):
    for k in 15, 16, 21, 31, 32, 33, 34, 63, 64, 65, 66, 101, 127:
        genome = make_genome(choice, 4000, 10, k)
        check_unitigs(tools, [genome, genome[100:900], turned(genome[700:2000])], k, "genome")
        check_unitigs(tools, [genome, genome[100:900], turned(genome[700:2000])], k, "genome", 2)


# ---- reads ---------------------------------------------------------------------------------------

def make_reads(choice, genome, coverage, length, errors):
    """FASTQ of pairs, in two texts."""
    texts = "", ""
    parts = [], []
    for i in range(len(genome) * coverage // (2 * length)):
        at = choice.randrange(-length, len(genome) - length)
        piece = genome[max(at, 0):at + 2 * length]
        piece = choice.choice([piece, turned(piece)])
        for mate, read in enumerate((piece[:length], turned(piece[-length:]))):
            bases = [c if choice.random() >= errors else choice.choice("ACGT".replace(c, ""))
                     for c in read]
            quality = "".join(choice.choices("@+I#", k=len(bases)))
            parts[mate].append(f"@read {i}/{mate + 1}\n{''.join(bases)}\n+\n{quality}\n")
    return ["".join(part) for part in parts]


def check_reads(tools, choice, k=31, least=3):
    """Words of reads with errors, counted in pairs of files, one of them packed."""
    genome = make_genome(choice, 20000, 5, k)
    reads = make_reads(choice, genome, 30, 150, 0.005)
    count = words_of([line for text in reads for line in text.split("\n")[1::4]], k)
    solid = collections.Counter({word: n for word, n in count.items() if n >= least})
    true = words_of([genome], k)
    share = sum(word in solid for word in true) / len(true)
    check(share > 0.999, "share of the genome's words", share)
    print(f"{share:.3%} of the genome's words, {sum(w not in true for w in solid)} others of "
          f"{sum(w not in true for w in count)}")
    with tempfile.TemporaryDirectory() as folder:
        paths = [f"{folder}/{i}.fq" for i in range(2)]
        for path, text in zip(paths, reads):
            with open(path, "w", encoding="ascii") as file:
                file.write(text)
        subprocess.run(["gzip", paths[1]], check=True)
        paths[1] += ".gz"
        options = ["-k", str(k), "--min-count", str(least)]
        expected, _ = describe(solid, k)
        for threads in (1,) + THREADS:
            found, _ = run(tools + "/csr", "unitigs", *options, f"--threads={threads}", *paths)
            check(found.decode() == expected, "unitigs of reads, threads", threads)
        graph, _ = run(tools + "/csr", "generate", "kmers", "--distinct", *options, *paths)
        trails, _ = run(tools + "/euler-find", "--trails", "--format=fasta", "-", stdin=graph)
        check(words_of(sequences(trails), k) == dict.fromkeys(solid, 1), "eulertigs of reads")


# ---- BCALM ---------------------------------------------------------------------------------------

def read_unitigs(text, k):
    """Unitigs with their counts, and links by text; rings link to themselves alone."""
    lines = text.splitlines()
    names = {head.split()[0][1:]: unitig for head, unitig in zip(lines[::2], lines[1::2])}
    unitigs, links = set(), set()
    for head, unitig in zip(lines[::2], lines[1::2]):
        name, *tags = head.split()
        tied = {tag for tag in tags if tag.startswith("L:")}
        shown = min(unitig, turned(unitig))
        if tied == {f"L:+:{name[1:]}:+", f"L:-:{name[1:]}:-"} and unitig[:k - 1] == unitig[1 - k:]:
            shown = min(rotations(unitig, k))
            tied = ()
        unitigs.add((shown, *(tag for tag in tags if tag[:2] in ("LN", "KC", "km"))))
        for _, sign, other, way in (tag.split(":") for tag in tied):
            links.add((unitig if sign == "+" else turned(unitig),
                       names[other] if way == "+" else turned(names[other])))
    return unitigs, links | {(turned(b), turned(a)) for a, b in links}


def plain(choice, size):
    return "".join(choice.choices("ACGT", k=size))


def tandem(choice, size, k):
    """Units of 1 to 2 k letters, each many times over, with a few errors."""
    text = ""
    while len(text) < size:
        unit = plain(choice, choice.choice([1, 2, 3, 7, k - 1, k, k + 1, 2 * k]))
        text += unit * choice.randrange(2, 20) + plain(choice, k)
    return [text]


def palindromes(choice, size, k):
    """Stretches with their reverse complements behind them, at once or behind some letters."""
    text = ""
    while len(text) < size:
        arm = plain(choice, choice.randrange(k // 2, 4 * k))
        text += arm + plain(choice, choice.choice([0, 0, 1, k])) + turned(arm)
    return [text]


def mosaic(choice, size, k):
    """Stretches of few letters between random ones."""
    text = ""
    while len(text) < size:
        letters = choice.choice(["A", "AT", "CG", "AAAAAAAAC", "ACGT", "ACGT"])
        text += "".join(choice.choices(letters, k=choice.randrange(k, 6 * k)))
    return [text]


def both_strands(choice, size, k):
    """Overlapping pieces, of which every other one is that of the other strand."""
    text = plain(choice, size)
    step = 20 * k
    pieces = [text[i:i + step + k] for i in range(0, size, step)]
    return [turned(piece) if i % 2 else piece for i, piece in enumerate(pieces)]


def circles(choice, size, k):
    """A chromosome and two plasmids, each as far as it meets its beginning."""
    rings = [plain(choice, n) for n in (size, 3 * k, k + 2)]
    return [ring + ring[:k - 1] for ring in rings]


def unknown(choice, size, k):
    """Stretches of N, some of one letter."""
    parts = [plain(choice, choice.randrange(1, 8 * k)) for _ in range(size // (4 * k))]
    return ["".join(part + "N" * choice.choice([1, 1, 2, k, 3 * k]) for part in parts)]


def strains(choice, size, _):
    """Three genomes that differ in every hundredth letter."""
    text = plain(choice, size // 3)
    return ["".join(choice.choice("ACGT") if choice.random() < 0.01 else c for c in text)
            for _ in range(3)]


GENOMES = {
    "random": lambda choice, size, k: [plain(choice, size)],
    "repeats": lambda choice, size, k: [make_genome(choice, size, size // 500, k)],
    "tandem repeats": tandem,
    "palindromes": palindromes,
    "few letters": mosaic,
    "both strands": both_strands,
    "circles": circles,
    "N": unknown,
    "strains": strains,
    "GC 20 %": lambda choice, size, k: ["".join(choice.choices("ACGT", [4, 1, 1, 4], k=size))],
}


def check_bcalm(tools, choice, size):
    """Unitigs, counts and links are those of BCALM, in ten kinds of genomes. size: 0: a short one
    of each kind, with one of the lengths of words."""
    if not shutil.which("bcalm"):
        print("no bcalm")
        return
    # BCALM waits most of the time that it takes.
    with concurrent.futures.ThreadPoolExecutor(4) as pool:
        runs = []
        for i, (kind, make) in enumerate(GENOMES.items()):
            lengths = 15, 21, 31, 63
            for k in lengths if size else lengths[i % 4:i % 4 + 1]:
                runs.append(pool.submit(check_beside_bcalm, tools, make(choice, size or 6000, k), k,
                                        kind))
        for done in runs:
            done.result()


def check_beside_bcalm(tools, texts, k, kind):
    with tempfile.TemporaryDirectory() as folder:
        with open(folder + "/g.fa", "wb") as file:
            file.write(fasta(texts))
        subprocess.run(["bcalm", "-in", "g.fa", "-kmer-size", str(k), "-abundance-min", "1",
                        "-nb-cores", "2", "-out", "b"], cwd=folder, check=True,
                       stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        with open(folder + "/b.unitigs.fa", encoding="ascii") as file:
            theirs = read_unitigs(file.read(), k)
        ours, _ = run(tools + "/csr", "unitigs", "-k", str(k), folder + "/g.fa")
    ours = read_unitigs(ours.decode(), k)
    words = sum(len(unitig) - k + 1 for unitig, *_ in ours[0])
    print(f"BCALM, {kind}, k {k}: {words} words, {len(ours[0])} unitigs, {len(ours[1])} links,",
          "the same" if ours == theirs else "OTHERS")
    check(ours == theirs, "BCALM has others", kind, k, list(ours[0] ^ theirs[0])[:4],
          list(ours[1] ^ theirs[1])[:4])


def main():
    tools = os.path.abspath(sys.argv[1])
    for seed in range(int(sys.argv[2]) if len(sys.argv) > 2 else 1):
        choice = random.Random(seed)
        check_small(tools, choice)
        check_rings(tools, choice)
        check_genomes(tools, choice)
        check_reads(tools, choice)
        check_bcalm(tools, choice, int(sys.argv[3]) if len(sys.argv) > 3 else 0)
    print(len(wrong), "wrong")
    return bool(wrong)


if __name__ == "__main__":
    sys.exit(main())
