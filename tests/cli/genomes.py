#!/usr/bin/env python3
"""Words of genomes: sequences and unitigs in, sequences and eulertigs out.

Knows words as strings: counts them with a dictionary, makes unitigs by walking from word to word,
finds the fewest strings by trying all, and lists the sequences that have the same words.

usage: genomes.py PROGRAMS [SEEDS]     PROGRAMS: the folder with the four tools; SEEDS: more of them
"""
import collections
import json
import os
import random
import subprocess
import sys
import tempfile

COMPLEMENT = str.maketrans("ACGTacgt", "TGCAtgca")
wrong = []


def check(right, *what):
    if not right:
        wrong.append(" ".join(map(str, what)))
        print("wrong:", *what)


def turned(word):
    return word[::-1].translate(COMPLEMENT)


def canonical(word):
    return min(word, turned(word))


def words_of(texts, k, name=canonical):
    """How often each word is there; letters other than A, C, G, T are in no word."""
    count = collections.Counter()
    for text in texts:
        text = text.upper()
        for i in range(len(text) - k + 1):
            if not set(text[i:i + k]) - set("ACGT"):
                count[name(text[i:i + k])] += 1
    return count


def run(*command, stdin=None, status=0):
    done = subprocess.run(command, input=stdin, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                          check=False)
    check(done.returncode == status, command, "exits with", done.returncode, done.stderr)
    return done.stdout, done.stderr.decode()


def fasta(texts):
    return "".join(f">{i}\n{text}\n" for i, text in enumerate(texts)).encode()


def sequences(output):
    lines = output.decode().split("\n")
    check(all(line == f">{i}" for i, line in enumerate(lines[:-1:2])), "titles")
    return lines[1:-1:2]


# ---- unitigs -------------------------------------------------------------------------------------

def make_unitigs(words, k, shuffle):
    """Longest paths whose inner ends have one way in and one way out, each in either direction."""
    def extend(path, used):
        """Letters behind path, a string of at least k letters."""
        while True:
            ways = [c for c in "ACGT" if canonical(path[-k + 1:] + c) in words]
            back = [c for c in "ACGT" if canonical(c + path[-k + 1:]) in words]
            end = path[-k + 1:]
            if len(ways) != 1 or len(back) != 1 or end == turned(end):
                return path
            word = canonical(path[-k + 1:] + ways[0])
            if word in used:
                return path
            used.add(word)
            path += ways[0]

    used, unitigs = set(), []
    order = sorted(words)
    shuffle.shuffle(order)
    for word in order:
        if word in used:
            continue
        used.add(word)
        path = turned(extend(turned(extend(word, used)), used))
        unitigs.append(turned(path) if shuffle.random() < 0.5 else path)
    return unitigs


# ---- the fewest strings --------------------------------------------------------------------------

def fewest_strings(unitigs, k):
    """The fewest strings, each a chain of unitigs that overlap by k - 1 letters, by trying all."""
    whole = (1 << len(unitigs)) - 1
    seen = {}

    def chains(left, end):
        """The fewest more strings, where one may go on that ends with `end`."""
        if not left:
            return 0
        key = left, end
        if key not in seen:
            best = len(unitigs)
            for i, unitig in enumerate(unitigs):
                if left >> i & 1:
                    for text in unitig, turned(unitig):
                        more = text[:k - 1] != end
                        best = min(best, more + chains(left & ~(1 << i), text[-k + 1:]))
            seen[key] = best
        return seen[key]

    return chains(whole, None)


def spelled_paths(text, k, what):
    """What the paths of GFA spell; links must be there for each step."""
    lines = [line.split("\t") for line in text.splitlines()]
    segments = {line[1]: line[2] for line in lines if line[0] == "S"}
    links = {tuple(line[1:5]) for line in lines if line[0] == "L"}
    read = {"+": lambda name: segments[name], "-": lambda name: turned(segments[name])}
    check(all(line[5] == f"{k - 1}M" for line in lines if line[0] == "L"), what, "overlaps")
    strings = []
    for steps in (line[2].split(",") for line in lines if line[0] == "P"):
        string = ""
        for before, step in zip([None] + steps, steps):
            part = read[step[-1]](step[:-1])
            check(not before or (before[:-1], before[-1], step[:-1], step[-1]) in links,
                  what, "no link", before, step)
            check(not before or string[-k + 1:] == part[:k - 1], what, "no overlap", before, step)
            string += part[k - 1:] if before else part
        strings.append(string)
    return strings


def check_strings(tools, unitigs, k, what, exact=False, threads=(1, 2, 3, 7)):
    """Finds eulertigs, and checks words, strings and letters."""
    base = words_of(unitigs, k)
    with tempfile.TemporaryDirectory() as folder:
        path, out = folder + "/u.fa", folder + "/out.fa"
        with open(path, "wb") as file:
            file.write(fasta(unitigs))
        command = [tools + "/euler-find", "--trails", "-k", str(k), "--format", "fasta"]
        text, _ = run(*command, path)
        for count in threads[1:]:
            check(run(*command, f"--threads={count}", path)[0] == text, what, "threads", count)
        summary = json.loads(run(*command, "--json", "-o", out, path)[0])
        run(*command[:-2], "-o", folder + "/out.gfa", path)
        with open(folder + "/out.gfa", encoding="ascii") as file:
            paths = spelled_paths(file.read(), k, what)
        check(run(*command, folder + "/out.gfa")[0] == text, what, "GFA reads as another graph")
    found = sequences(text)
    check(paths == found, what, "paths of GFA spell", paths)
    check(words_of(found, k) == base, what, "other words")
    check(summary["strings"] == len(found), what, "strings", summary)
    check(summary["letters"] == sum(map(len, found)), what, "letters", summary)
    check(summary["words"] == sum(len(unitig) - k + 1 for unitig in unitigs), what, "words")
    ends = collections.Counter()
    for unitig in unitigs:
        for end in unitig[:k - 1], turned(unitig[-k + 1:]):
            if end == turned(end):
                ends[end] ^= 1
            else:
                ends[canonical(end)] += 1 if end < turned(end) else -1
    check(summary["missing"] == sum(map(abs, ends.values())), what, "missing", summary)
    check(summary["strings"] == summary["missing"] // 2 + summary["balanced_components"], what)
    check(summary["letters"] == summary["words"] + (k - 1) * len(found), what)
    if exact:
        check(len(found) == fewest_strings(unitigs, k), what, "not the fewest", unitigs, found)


def make_genome(choice, length, repeats, k):
    """Random letters with repeats of more than k letters, some turned, and a palindrome."""
    text = "".join(choice.choices("ACGT", k=length))
    for _ in range(repeats):
        part = text[(at := choice.randrange(length)):at + choice.randrange(k, 4 * k)]
        text += choice.choice([part, turned(part)])
        text += "".join(choice.choices("ACGT", k=choice.randrange(3 * k)))
    half = "".join(choice.choices("ACGT", k=k))
    return text + half + turned(half) + text[:k]


def check_eulertigs(tools, seed):
    choice = random.Random(seed)
    for k in 15, 21, 31, 63, 16, 34:
        genome = make_genome(choice, 3000, 12, k)
        words = words_of([genome, turned(genome)], k)
        check_strings(tools, make_unitigs(words, k, choice), k, f"genome {seed}, k {k}")
    for _ in range(12):  # few letters: repeats, palindromes and parallel edges abound
        k = choice.choice([2, 3, 4, 5])
        letters = choice.choice(["ACGT", "ACT", "AT"])
        text = "".join(choice.choices(letters, k=choice.randrange(k, 22)))
        unitigs = make_unitigs(words_of([text], k), k, choice)
        if len(unitigs) <= 9:
            check_strings(tools, unitigs, k, f"small {seed} {text}", True, (1,))
        random_ones = ["".join(choice.choices("ACGT", k=k + choice.randrange(3)))
                       for _ in range(choice.randrange(1, 8))]
        check_strings(tools, random_ones, k, f"any {seed}", True, (1,))


# ---- sequences and back --------------------------------------------------------------------------

def spell(tools, texts, k, *options, status=0):
    graph, said = run(tools + "/csr", "generate", "kmers", "-k", str(k), *options, "-",
                      stdin=fasta(texts))
    text, more = run(tools + "/euler-find", "--format", "spell", "-", stdin=graph, status=status)
    return text.decode().rstrip("\n"), said, more


def check_whole(tools, seed):
    """A genome without repeats comes back; counts and both strands are those of the dictionary."""
    choice = random.Random(seed)
    for k in 15, 21, 31, 63, 34, 65, 66, 101, 127:
        genome = "".join(choice.choices("ACGT", k=5000))
        back, _, said = spell(tools, [genome], k)
        check(back in (genome, turned(genome)), "genome", seed, "k", k)
        check("several" not in said, "k", k, said)
        back, _, said = spell(tools, [genome], k, "--single-strand")
        check(back == genome and not said, "single strand", seed, "k", k, said)
    reads = [genome[i:i + 200] for i in range(0, 4800, 100)] + [genome[4800:]]
    back, _, _ = spell(tools, [choice.choice([x, turned(x)]) for x in reads], 31, "--distinct")
    check(back in (genome, turned(genome)), "reads of both strands")
    # The last two have words that end with their own reverse complement in both directions.
    words = ("ACGTNNacgtacggttTTGRACGTA", "NN", "ACG", "GGGCCCGGGCCC", "ATCCGAT", "ACGTCAGACGT")
    for k in 2, 3, 4, 5:
        for options, name in ([], canonical), (["--single-strand"], str):
            for distinct in [], ["--distinct"]:
                check_words(tools, words, k, options + distinct, name)


def check_words(tools, texts, k, options, name):
    """The words of a graph's trails, spelled, are those of the text."""
    with tempfile.TemporaryDirectory() as folder:
        path = folder + "/g.kcsr"
        graph, said = run(tools + "/csr", "generate", "kmers", "-k", str(k), *options, "--json",
                          "-o", path, "-", stdin=fasta(texts))
        summary = json.loads(graph)
        found = sequences(run(tools + "/euler-find", "--trails", "--format", "fasta", path)[0])
        with open(folder + "/t.fa", "wb") as file:
            file.write(fasta(texts))
        run(tools + "/csr", "generate", "kmers", "-k", str(k), *options, "-o", folder + "/h.kcsr",
            folder + "/t.fa")
        with open(path, "rb") as one, open(folder + "/h.kcsr", "rb") as other:
            check(one.read() == other.read(), "a file", k, options)
    count = words_of(texts, k, name)
    others = sum(c not in "ACGTacgt" for text in texts for c in text)
    check(summary["other_letters"] == others and f"{others} letters other than" in said, said)
    check(summary["words"] == sum(count.values()), "words", k, options, summary)
    check(summary["sequences"] == len(texts), "sequences", summary)
    if "--distinct" in options:
        count = collections.Counter(list(count))
    check(words_of(found, k, name) == count, "words", k, options)


def all_sequences(words, k, single, first):
    """Every sequence that has just these words, by trying all ways on from `first`."""
    found = set()
    name = str if single else canonical

    def go(text, left):
        if not left:
            found.add(text)
        for c in "ACGT":
            word = name(text[len(text) - k + 1:] + c)
            if left[word]:
                rest = left.copy()
                rest[word] -= 1
                go(text + c, +rest)

    for start in {text for word in words for text in ([word] if single else [word, turned(word)])}:
        if first is None or start == first:
            rest = words.copy()
            rest[name(start)] -= 1
            go(start, +rest)
    return found


def same(text, single, k):
    """What counts as one sequence: turned round, and a circuit from anywhere."""
    ways = [text] if single else [text, turned(text)]
    if text[:k - 1] == text[len(text) - k + 1:]:
        ring = len(text) - k + 1
        ways = [(way + way[k - 1:])[i:i + len(text)] for way in ways for i in range(ring)]
    return min(ways)


def check_unique(tools, seed):
    """What is said of other sequences with the same words."""
    choice = random.Random(seed)
    said_what = collections.Counter()
    for _ in range(60):
        k = choice.choice([2, 3, 3, 4])
        text = "".join(choice.choices("ACGT", k=choice.randrange(k, 13)))
        for single in True, False:
            count = words_of([text], k, str if single else canonical)
            known = {same(way, single, k) for way in all_sequences(count, k, single, None)}
            back, _, said = spell(tools, [text], k, *["--single-strand"] * single)
            check(same(back, single, k) in known, text, k, single, "spelled", back)
            several = "one of several" in said
            said_what[several, len(known) > 1] += 1
            check(not several or len(known) > 1, text, k, single, "is the only one", known)
            if not several:
                with tempfile.TemporaryDirectory() as folder:
                    graph, _ = run(tools + "/csr", "generate", "kmers", "-k", str(k),
                                   *["--single-strand"] * single, "-", stdin=fasta([text]))
                    answer = json.loads(run(tools + "/euler-find", "--format", "spell", "--json",
                                            "-o", folder + "/x", "-", stdin=graph)[0])
                said_what[answer["unique"]] += 1
                check(answer["unique"] in (True, None), answer)
                check(not answer["unique"] or len(known) == 1, text, k, single, "has others", known)
    return said_what


def check_memory(tools, edges=250000, k=31):
    """What unitigs with random ends take on the CPU besides their text."""
    shuffle = random.Random(edges)
    letters = b"ACGT" * 64
    vertices = edges * 126 // 146
    words = [shuffle.randbytes(k - 1).translate(letters).decode() for _ in range(vertices)]
    ends = list(range(vertices)) + shuffle.choices(range(vertices), k=2 * edges - vertices)
    shuffle.shuffle(ends)
    ends = [turned(words[v]) if shuffle.random() < 0.5 else words[v] for v in ends]
    with tempfile.TemporaryDirectory() as folder:
        with open(folder + "/u.fa", "wb") as file:
            file.write(fasta([a + "AC" + b for a, b in zip(ends[::2], ends[1::2])]))
        most = 60 if os.environ.get("EDGE_BITS") != "64" else 120 # without a limit it takes more
        said = json.loads(run(tools + "/euler-find", "--trails", "-k", str(k), "--format", "fasta",
                              "--device=cpu", "--threads=1", "--json",
                              "--memory-limit", str(most * edges),
                              "-o", folder + "/out.fa", folder + "/u.fa")[0])
    print(f"{said['library_peak_bytes'] / edges:.1f} bytes a unitig")


def main():
    tools = os.path.abspath(sys.argv[1])
    for seed in range(int(sys.argv[2]) if len(sys.argv) > 2 else 1):
        check_eulertigs(tools, seed)
        check_whole(tools, seed)
        print(*check_unique(tools, seed).items())
    check_memory(tools)
    print(len(wrong), "wrong")
    return bool(wrong)


if __name__ == "__main__":
    sys.exit(main())
