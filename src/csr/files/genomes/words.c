/*
 * The ranks of words of letters.
 *
 * In:  words of one length, which the caller packs piece by piece, each time they are asked for.
 * Out: the rank of each, and the distinct ones.
 * Method: a sort by the first 32 letters gives ranks. Each further sort is by the rank so far and
 *     16 letters. A sort deals the words to buckets by their first bits. They are packed twice, to
 *     count them and to deal them, which takes less time than to keep them. Threads then sort
 *     bucket after bucket in their caches: first by the highest remaining bits, then by insertion,
 *     or digit by digit if insertion takes long.
 * Work: O(count) a sort. Memory: 8 bytes and an edge id a word, and those of the largest buckets
 *     again; with names 8 bytes a distinct word and round.
 * Deterministic: all; the sorts are stable.
 */
#include "words.h"
#include "letters.h"

/* TOP_BITS: the highest bits of keys, which choose the bucket: measured on 29 million words of 30
 * letters, 8 took 1.3 times as long. DIGIT_BITS: of the sort within. MOST_BITS: of its first step,
 * whose counters should stay in the first-level cache. MOVES: moves a word, after which insertion
 * is given up. */
enum {
    FIRST_LETTERS = 32,
    MORE_LETTERS = 16,
    TOP_BITS = 11,
    DIGIT_BITS = 8,
    MOST_BITS = 12,
    MOVES = 4,
    FEW = 24,
    BLOCK = 1 << 9,
    GRAIN = 1 << 14
};

/* The letters of a round: from..to-1. */
static uint64_t from_of(unsigned round)
{
    return round ? FIRST_LETTERS + (uint64_t)(round - 1) * MORE_LETTERS : 0;
}

static uint64_t to_of(const kg__word_list *words, unsigned round)
{
    return from_of(round + 1) < words->letters ? from_of(round + 1) : words->letters;
}

/* The bits of the letters of a round. The rank so far stands above them. */
static unsigned letter_bits(const kg__word_list *words, unsigned round)
{
    return 2 * (unsigned)(to_of(words, round) - from_of(round));
}

/* ---- a sort ---------------------------------------------------------------------------------- */

/* Words with their places. */
typedef struct list {
    uint64_t *key;
    kg_edge *place;
} list;

/* The state of a round's sort. */
typedef struct sorter {
    kg_context *ctx;
    const kg__word_list *words;
    kg_vertex *rank;
    uint64_t count;
    kg__words_fn *pack;
    const void *user;
    unsigned round, shift; /* shift: of a key to its bucket */
    uint64_t buckets;
    int parts;
    uint64_t *next; /* [parts * buckets] how many words, then where the next one goes */
    uint64_t *from; /* [buckets + 1] where a bucket begins */
    uint64_t *rise; /* [buckets + 1] distinct words of a bucket, then of those before it */
    list sorted;    /* [count] */
} sorter;

/* Keys of words first..last-1, at most BLOCK. top: only their highest bits. Returns how many bits
 * are below those. */
static unsigned make_keys(const sorter *s, uint64_t first, uint64_t last, bool top, uint64_t *key)
{
    const uint64_t to = to_of(s->words, s->round);

    if (top && s->round == 0 && to > KG__WORDS_TOP) {
        s->pack(s->user, first, last, 0, KG__WORDS_TOP, key);
        return 2 * (unsigned)(to - KG__WORDS_TOP);
    }
    s->pack(s->user, first, last, from_of(s->round), to, key);
    for (uint64_t i = first; s->round && i < last; i++)
        key[i - first] |= (uint64_t)s->rank[i] << letter_bits(s->words, s->round);
    return 0;
}

/* Where a part begins: a multiple of BLOCK. */
static uint64_t part_of(const sorter *s, int part)
{
    return part < s->parts ? kg__part(s->count, part, s->parts) / BLOCK * BLOCK : s->count;
}

/* Counts the words of a part, or deals them. */
static void deal(const sorter *s, int part, bool count)
{
    const uint64_t end = part_of(s, part + 1);
    uint64_t *next = s->next + (uint64_t)part * s->buckets, key[BLOCK];

    for (uint64_t first = part_of(s, part), last; first < end; first = last) {
        unsigned below;

        last = end - first < BLOCK ? end : first + BLOCK;
        below = make_keys(s, first, last, count, key);
        for (uint64_t i = 0; count && i < last - first; i++)
            next[key[i] >> (s->shift - below)]++;
        for (uint64_t i = 0; !count && i < last - first; i++) {
            const uint64_t to = next[key[i] >> s->shift]++;

            s->sorted.key[to] = key[i];
            s->sorted.place[to] = (kg_edge)(first + i);
        }
    }
}

/* Turns counts into places: bucket by bucket, in each the parts in order. */
static void place_buckets(sorter *s)
{
    uint64_t used = 0;

    for (uint64_t b = 0; b < s->buckets; b++) {
        s->from[b] = used;
        for (int part = 0; part < s->parts; part++) {
            uint64_t *next = &s->next[(uint64_t)part * s->buckets + b];
            const uint64_t here = *next;

            *next = used;
            used += here;
        }
    }
    s->from[s->buckets] = used;
}

/* Sorts `from` into `to` by insertion. Returns false if that takes more than `most` moves. `to`
 * then has all words, equal ones in their old order, but it is not sorted. */
static bool insert_all(list to, list from, uint64_t n, uint64_t most)
{
    uint64_t moved = 0;

    for (uint64_t i = 0; i < n; i++) {
        const uint64_t key = from.key[i];
        const kg_edge place = from.place[i];
        uint64_t at = i;

        for (; moved <= most && at > 0 && to.key[at - 1] > key; at--, moved++) {
            to.key[at] = to.key[at - 1];
            to.place[at] = to.place[at - 1];
        }
        to.key[at] = key;
        to.place[at] = place;
    }
    return moved <= most;
}

/* Moves the words from all to other, sorted by `bits` bits from bit `at` on. */
static void sort_by_bits(list all, list other, uint64_t n, unsigned at, unsigned bits)
{
    const uint64_t mask = (UINT64_C(1) << bits) - 1;
    uint64_t next[1 << MOST_BITS], used = 0;

    memset(next, 0, sizeof *next << bits);
    for (uint64_t i = 0; i < n; i++)
        next[all.key[i] >> at & mask]++;
    for (uint64_t d = 0; d <= mask; d++) {
        const uint64_t here = next[d];

        next[d] = used;
        used += here;
    }
    for (uint64_t i = 0; i < n; i++) {
        const uint64_t to = next[all.key[i] >> at & mask]++;

        other.key[to] = all.key[i];
        other.place[to] = all.place[i];
    }
}

/* Sorts n words by their lowest bits, digit by digit; other: [n] scratch. */
static void sort_digits(list all, list other, uint64_t n, unsigned bits)
{
    const list own = all;

    for (unsigned at = 0; at < bits; at += DIGIT_BITS) {
        const list was = all;

        sort_by_bits(all, other, n, at, DIGIT_BITS);
        all = other;
        other = was;
    }
    if (all.key != own.key) {
        memcpy(own.key, all.key, n * sizeof *all.key);
        memcpy(own.place, all.place, n * sizeof *all.place);
    }
}

static unsigned bits_of(uint64_t number)
{
    return number ? 64 - (unsigned)__builtin_clzll(number) : 0;
}

/* Sorts n words by their lowest bits. */
static void sort_bucket(list all, list other, uint64_t n, unsigned bits)
{
    unsigned first = bits_of(n);

    if (n <= FEW) {
        insert_all(all, all, n, UINT64_MAX);
        return;
    }
    first = first < MOST_BITS ? first : MOST_BITS;
    first = first < bits ? first : bits;
    sort_by_bits(all, other, n, bits - first, first);
    if (!insert_all(all, other, n, MOVES * n))
        sort_digits(all, other, n, bits);
}

/* Sorts the buckets, and counts their distinct words. */
static kg_status sort_buckets(sorter *s)
{
    kg_status failed = KG_OK;

    KG_PARALLEL(s->parts)
    {
        list other = {0};
        uint64_t rooms[2] = {0};
        kg_status status = KG_OK;

#pragma omp for schedule(dynamic, 1)
        for (uint64_t b = 0; b < s->buckets; b++) {
            const uint64_t from = s->from[b], n = s->from[b + 1] - from;
            const list all = {s->sorted.key + from, s->sorted.place + from};

            s->rise[b] = n > 0;
            if (status == KG_OK && n > FEW)
                status = kg__host_grow(
                    s->ctx, &other.key, &rooms[0], n, sizeof *other.key, "words to sort");
            if (status == KG_OK && n > FEW)
                status = kg__host_grow(
                    s->ctx, &other.place, &rooms[1], n, sizeof *other.place, "words to sort");
            if (status != KG_OK)
                continue;
            sort_bucket(all, other, n, s->shift);
            for (uint64_t i = 1; i < n; i++)
                s->rise[b] += all.key[i] != all.key[i - 1];
        }
        kg__free_all(s->ctx, other.key, other.place);
        if (status != KG_OK)
            __atomic_store_n(&failed, status, __ATOMIC_RELAXED);
    }
    return failed;
}

/* Ranks the words of a bucket. table: the distinct ones, or NULL; row: where each begins, or
 * NULL. */
static void rank_bucket(const sorter *s, uint64_t b, uint64_t *table, kg_edge *row)
{
    uint64_t v = s->rise[b];

    for (uint64_t i = s->from[b]; i < s->from[b + 1]; i++) {
        const bool first = i == s->from[b] || s->sorted.key[i] != s->sorted.key[i - 1];

        v += first && i > s->from[b];
        s->rank[s->sorted.place[i]] = (kg_vertex)v;
        if (first && table)
            table[v] = s->sorted.key[i];
        if (first && row)
            row[v] = (kg_edge)i;
    }
}

/* ---- rounds ---------------------------------------------------------------------------------- */

/* Sorts by the keys of the round, and sets words->n to the number of distinct ones. last: this is
 * the last round, which makes words->place and words->row. table: [out] the distinct ones; may be
 * NULL. */
static kg_status sort_round(sorter *s, kg__word_list *words, bool last, uint64_t **table)
{
    kg_context *ctx = s->ctx;
    const unsigned bits = letter_bits(words, s->round) + (s->round ? bits_of(words->n - 1) : 0);
    uint64_t n = 0;
    kg_status status;

    s->shift = bits > TOP_BITS ? bits - TOP_BITS : 0;
    s->buckets = UINT64_C(1) << (bits - s->shift);
    KG_TRY(kg__host_allocate(
        ctx, &s->next, (uint64_t)s->parts * s->buckets, sizeof *s->next, "buckets of words"));
    KG_TRY(kg__host_allocate(ctx, &s->from, s->buckets + 1, sizeof *s->from, "buckets of words"));
    KG_TRY(kg__host_allocate(ctx, &s->rise, s->buckets + 1, sizeof *s->rise, "buckets of words"));
    KG_TRY(kg__host_allocate(ctx, &s->sorted.key, s->count, sizeof *s->sorted.key, "words"));
    KG_TRY(kg__host_allocate(
        ctx, &s->sorted.place, s->count, sizeof *s->sorted.place, "places of words"));
    memset(s->next, 0, (uint64_t)s->parts * s->buckets * sizeof *s->next);
    for (int count = 1; count >= 0; count--) {
        KG_PARALLEL_FOR(s->parts, schedule(static))
        for (int part = 0; part < s->parts; part++)
            deal(s, part, count);
        if (count)
            place_buckets(s);
    }
    KG_TRY(sort_buckets(s));
    for (uint64_t b = 0; b < s->buckets; b++) {
        const uint64_t here = s->rise[b];

        s->rise[b] = n;
        n += here;
    }
    words->n = n;
    if (table)
        KG_TRY(kg__host_allocate(ctx, table, n, sizeof **table, "distinct words"));
    if (last)
        KG_TRY(kg__host_allocate(ctx, &words->row, n + 1, sizeof *words->row, "rows of words"));
    KG_PARALLEL_FOR(s->parts, schedule(dynamic, 1))
    for (uint64_t b = 0; b < s->buckets; b++)
        rank_bucket(s, b, table ? *table : NULL, words->row);
    if (last) {
        words->row[n] = (kg_edge)s->count;
        words->place = s->sorted.place;
        s->sorted.place = NULL;
    }
out:
    kg__free_all(ctx, s->next, s->from, s->rise, s->sorted.key, s->sorted.place);
    return status;
}

kg_status kg__words_check(kg_context *ctx, uint64_t count)
{
    return count > KG_NO_EDGE
               ? kg__fail(ctx, KG_OVERFLOW, "%llu words: at most %llu can be numbered",
                     (unsigned long long)count, (unsigned long long)KG_NO_EDGE)
               : KG_OK;
}

kg_status kg__words_rank(kg__word_list *words, kg_vertex *rank, kg_context *ctx, uint64_t letters,
    uint64_t count, kg__words_fn *pack, const void *user, bool named)
{
    unsigned rounds = 1;
    kg_status status;

    *words = (kg__word_list){.letters = letters};
    while (to_of(words, rounds - 1) < letters)
        rounds++;
    KG_TRY(kg__words_check(ctx, count));
    KG_TRY(kg__host_allocate(ctx, &words->table, rounds, sizeof *words->table, "words"));
    if (!count) {
        KG_TRY(kg__host_allocate(ctx, &words->row, 1, sizeof *words->row, "rows of words"));
        KG_TRY(kg__host_allocate(ctx, &words->place, 0, sizeof *words->place, "places of words"));
        words->row[0] = 0;
    }
    for (unsigned round = 0; count && round < rounds; round++) {
        sorter s = {.ctx = ctx,
            .words = words,
            .rank = rank,
            .count = count,
            .pack = pack,
            .user = user,
            .round = round,
            .parts = kg__threads(ctx, count, GRAIN)};
        const bool last = round + 1 == rounds;

        words->table[words->rounds++] = NULL;
        KG_TRY(sort_round(&s, words, last, named ? &words->table[round] : NULL));
    }
out:
    return status;
}

void kg__words_free(kg__word_list *words, kg_context *ctx)
{
    while (words->rounds)
        kg__free(ctx, words->table[--words->rounds]);
    kg__free_all(ctx, words->table, words->place, words->row);
    *words = (kg__word_list){0};
}

kg_status kg__words_name(const kg__word_list *words, kg_graph *graph)
{
    kg_context *ctx = graph->ctx;
    const uint64_t n = graph->n, letters = words->letters;
    kg__names *names;
    kg_status status;

    KG_TRY(kg__names_create(&graph->names, ctx));
    names = graph->names;
    names->differ = true;
    KG_TRY(kg__host_allocate(ctx, &names->text, n * letters, 1, "text of names"));
    KG_TRY(kg__host_allocate(ctx, &names->begin, n + 1, sizeof *names->begin, "list of names"));
    KG_PARALLEL_FOR(kg__threads(ctx, n, GRAIN))
    for (uint64_t v = 0; v < n; v++) {
        uint64_t at = v;

        names->begin[v] = v * letters;
        for (unsigned round = words->rounds; round-- > 0;) {
            const uint64_t key = words->table[round][at];
            const unsigned bits = letter_bits(words, round);

            kg__letters_write(names->text + v * letters + from_of(round), key, bits / 2);
            at = round ? key >> bits : 0;
        }
    }
    names->begin[n] = n * letters;
out:
    return status;
}
