/*
 * Words of unitigs that occur more than once.
 *
 * In:  a graph that was read from unitigs of words of k letters. A word and its reverse complement
 *     are one.
 * Out: how many words are equal to an earlier word.
 * Method: each word has a key of 64 bits. Up to 32 letters it is the lesser of the packed word and
 *     its reverse complement; for longer words it is the lesser of their rolling hashes. A mix of
 *     the key chooses a slice and a bit. For each slice threads go through the words twice: first
 *     to see which bits several words choose, then to collect these words. They are all equal ones,
 *     and about a tenth of the others. Sorted keys show which words are equal; long words with
 *     equal keys are compared letter by letter.
 * Work: O(letters) for each slice, and a sort of the words that are collected. Memory: about as
 *     much as is given, half for the bits and half for the words and their sort; more memory makes
 *     fewer slices. All places of a word are in one slice, so the memory may have to grow.
 * Deterministic: the count is exact.
 */
#include "../../../scan/array_ops.h"
#include "../read.h"
#include "letters.h"
#include <string.h>

/* PARTS: of the unitigs, for each thread. BLOCK: words that roll at once. AHEAD: words whose bits
 * are being fetched from memory. HELD: words that a thread collects before it takes places. */
enum { PACKED = 32, PARTS = 4, GRAIN = 1 << 16, BLOCK = 128, AHEAD = 64, HELD = 64 };
static const uint64_t base = UINT64_C(0x9e3779b97f4a7c15); /* of the rolling hash: odd */
static const uint64_t least_memory = UINT64_C(1) << 20;
static const uint64_t modest_memory = UINT64_C(256) << 20; /* faster than less, and easy to spare */

typedef struct repeats {
    kg_context *ctx;
    const kg_graph *graph;
    uint64_t k, top, inverse; /* base^(k - 1), 1 / base */
    uint64_t slice, slices;
    uint64_t bits;
    uint64_t *once, *twice; /* bits that a word of the slice chooses, and bits that several
                               choose */
    bool collects;          /* this is the second pass */
    uint64_t count, room;   /* the words collected, and how many there is room for */
    uint64_t *key;          /* [room] */
    uint64_t *place;        /* [room] in the text; NULL if keys are the words */
} repeats;

typedef struct seen {
    uint64_t key, place, bit;
} seen;

/* A part of the unitigs. */
typedef struct part {
    repeats *r;
    uint64_t words;    /* of the slice */
    seen ahead[AHEAD]; /* the last ones, which are not settled yet */
    uint64_t held, key[HELD], place[HELD];
} part;

/* The higher 64 bits of a product. If a is a mixed key and b a number of slices or bits, it is the
 * slice or bit that the key chooses. */
static inline uint64_t high_product(uint64_t a, uint64_t b)
{
    return (uint64_t)((unsigned __int128)a * b >> 64);
}

/* A word that rolls along a unitig, and its reverse complement: packed, or their hashes. */
typedef struct rolling {
    uint64_t forward, back, power; /* base^letters */
} rolling;

/* Appends letter `in`, and removes `out`, the first one of k, unless it is NULL. */
static inline __attribute__((always_inline)) void roll(
    rolling *w, const repeats *r, bool packed, char in, const char *out)
{
    const uint64_t letter = kg__letter_number(in), other = 3 - letter;

    if (packed) {
        w->forward = (w->forward << 2 | letter) & (UINT64_MAX >> (64 - 2 * r->k));
        w->back = w->back >> 2 | other << 2 * (r->k - 1);
    } else if (out) {
        const uint64_t gone = kg__letter_number(*out);

        w->forward = (w->forward - gone * r->top) * base + letter;
        w->back = (w->back - (3 - gone)) * r->inverse + other * r->top;
    } else {
        w->forward = w->forward * base + letter;
        w->back += other * w->power;
        w->power *= base;
    }
}

/* Stores the words that a part holds. */
static void put_held(part *t)
{
    repeats *r = t->r;
    const uint64_t at = __atomic_fetch_add(&r->count, t->held, __ATOMIC_RELAXED);

    for (uint64_t i = 0; i < t->held && at + i < r->room; i++) {
        r->key[at + i] = t->key[i];
        if (r->place)
            r->place[at + i] = t->place[i];
    }
    t->held = 0;
}

/* Marks the bit of a word, or collects the word if other words have its bit. */
static inline void settle(part *t, const seen *word)
{
    const repeats *r = t->r;
    const uint64_t mask = UINT64_C(1) << word->bit % 64;

    if (!r->collects) {
        if (__atomic_fetch_or(&r->once[word->bit / 64], mask, __ATOMIC_RELAXED) & mask)
            __atomic_fetch_or(&r->twice[word->bit / 64], mask, __ATOMIC_RELAXED);
    } else if (r->twice[word->bit / 64] & mask) {
        t->key[t->held] = word->key;
        t->place[t->held++] = word->place;
        if (t->held == HELD)
            put_held(t);
    }
}

/* Takes a word of the slice. */
static inline void take_word(part *t, uint64_t key, uint64_t place)
{
    const repeats *r = t->r;
    const uint64_t within = key * base * r->slices; /* the fraction of the slice */
    seen *word = &t->ahead[t->words % AHEAD];

    if (t->words++ >= AHEAD)
        settle(t, word);
    *word = (seen){key, place, high_product(within, r->bits)};
    __builtin_prefetch((r->collects ? r->twice : r->once) + word->bit / 64, 1);
}

/* Takes the words of a unitig that are in the slice. Finds them without branches. */
static inline __attribute__((always_inline)) void take_unitig(part *t, bool packed, kg_edge e)
{
    const repeats *r = t->r;
    uint64_t length, key[BLOCK];
    const char *letters = kg_graph_unitig(r->graph, e, &length, NULL);
    const uint64_t place = (uint64_t)(letters - r->graph->unitigs->text);
    const uint64_t words = length - (r->k - 1);
    unsigned char chosen[BLOCK];
    rolling w = {.power = 1};

    for (uint64_t i = 0; i + 1 < r->k; i++)
        roll(&w, r, packed, letters[i], NULL);
    for (uint64_t first = 0; first < words; first += BLOCK) {
        const unsigned count = words - first < BLOCK ? (unsigned)(words - first) : BLOCK;
        const char *next = letters + first + r->k - 1;
        unsigned found = 0;

        for (unsigned i = 0; i < count; i++) {
            roll(&w, r, packed, next[i], first + i ? next + i - r->k : NULL);
            key[i] = w.forward < w.back ? w.forward : w.back;
        }
        for (unsigned i = 0; i < count; i++) {
            chosen[found] = (unsigned char)i;
            found += high_product(key[i] * base, r->slices) == r->slice;
        }
        for (unsigned i = 0; i < found; i++)
            take_word(t, key[chosen[i]], place + first + chosen[i]);
    }
}

static void take_part(repeats *r, int index, int parts)
{
    const uint64_t m = kg__edges(r->graph), end = kg__part(m, index + 1, parts);
    part t = {.r = r};

    for (uint64_t e = kg__part(m, index, parts); e < end; e++)
        if (r->k <= PACKED)
            take_unitig(&t, true, (kg_edge)e);
        else
            take_unitig(&t, false, (kg_edge)e);
    for (uint64_t i = 0; i < AHEAD && i < t.words; i++)
        settle(&t, &t.ahead[i]);
    put_held(&t);
}

/* Goes through the words of the slice once. */
static void take_words(repeats *r, bool collects)
{
    const int threads = kg__threads(r->ctx, kg__edges(r->graph), 1), parts = PARTS * threads;

    r->collects = collects;
    r->count = 0;
    KG_PARALLEL_FOR(threads, schedule(dynamic, 1))
    for (int i = 0; i < parts; i++)
        take_part(r, i, parts);
}

/* Whether the words at two places are equal, or one is the other's reverse complement. */
static bool are_equal(const repeats *r, uint64_t a, uint64_t b)
{
    const char *p = r->graph->unitigs->text + a, *q = r->graph->unitigs->text + b;
    bool same = true, turned = true;

    for (uint64_t i = 0; i < r->k && (same || turned); i++) {
        same = same && kg__letter_number(p[i]) == kg__letter_number(q[i]);
        turned = turned && kg__letter_number(p[i]) == 3 - kg__letter_number(q[r->k - 1 - i]);
    }
    return same || turned;
}

/* How many of the words from i on, which have equal keys, are equal to an earlier one of them. */
static uint64_t compare_words(const repeats *r, uint64_t i, uint64_t count)
{
    uint64_t *place = r->place + i, end = i, distinct = 0;

    for (; end < count && r->key[end] == r->key[i]; end++) {
        uint64_t d = 0;

        while (d < distinct && !are_equal(r, place[d], r->place[end]))
            d++;
        if (d == distinct)
            place[distinct++] = r->place[end];
    }
    return end - i - distinct;
}

/* Adds the number of collected words that are equal to an earlier one. */
static kg_status count_equal(const repeats *r, uint64_t *repeated)
{
    const kg__array_ops *scan = kg__array_host();
    const int threads = kg__threads(r->ctx, r->count, GRAIN);
    const uint64_t count = r->count;
    uint64_t distinct, found = 0;
    kg_status status = KG_OK;

    if (!count)
        goto out;
    if (!r->place) {
        KG_TRY(scan->distinct_u64(r->ctx, r->key, &distinct, NULL, count, r->key));
        *repeated += count - distinct;
        goto out;
    }
    KG_TRY(scan->sort_u64_u64(r->ctx, r->key, r->place, count, r->key, r->place));
    KG_PARALLEL_FOR(threads, schedule(dynamic, GRAIN) reduction(+ : found))
    for (uint64_t i = 0; i < count; i++)
        if (i == 0 || r->key[i] != r->key[i - 1])
            found += compare_words(r, i, count);
    *repeated += found;
out:
    return status;
}

static kg_status make_room(repeats *r, uint64_t room)
{
    kg_status status;

    kg__free_all(r->ctx, r->key, r->place);
    r->key = r->place = NULL;
    r->room = room;
    KG_TRY(kg__host_allocate(r->ctx, &r->key, room, sizeof *r->key, "words"));
    if (r->k > PACKED)
        KG_TRY(kg__host_allocate(r->ctx, &r->place, room, sizeof *r->place, "places of words"));
out:
    return status;
}

/* base^exponent */
static uint64_t power_of(uint64_t exponent)
{
    uint64_t power = 1;

    for (uint64_t factor = base; exponent; exponent /= 2, factor *= factor)
        power *= exponent & 1 ? factor : 1;
    return power;
}

static uint64_t count_words(const repeats *r)
{
    const uint64_t m = kg__edges(r->graph);
    uint64_t words = 0;

    KG_PARALLEL_FOR(kg__threads(r->ctx, m, GRAIN), reduction(+ : words))
    for (uint64_t e = 0; e < m; e++) {
        uint64_t length;

        kg_graph_unitig(r->graph, (kg_edge)e, &length, NULL);
        words += length - (r->k - 1);
    }
    return words;
}

kg_status kg__count_repeats(const kg_graph *graph, uint64_t memory, uint64_t *repeated)
{
    repeats r = {.ctx = graph->ctx, .graph = graph, .k = graph->unitigs->k, .inverse = base};
    const uint64_t bytes = graph->unitigs->k > PACKED ? 16 : 8; /* of a word */
    uint64_t needed;
    kg_status status;

    *repeated = 0;
    kg__stage(r.ctx, "count words");
    needed = count_words(&r) * bytes * 5 / 8; /* ten bits a word, or twenty */
    r.slices = needed / memory + 1;
    memory = needed / r.slices < least_memory ? least_memory : needed / r.slices;
    r.bits = 2 * memory;
    r.top = power_of(r.k - 1);
    for (int bits = 3; bits < 64; bits *= 2) /* base * inverse is 1 modulo 2^bits */
        r.inverse *= 2 - base * r.inverse;
    KG_TRY(kg__bitmap_create(r.ctx, &r.once, r.bits, "bits of words"));
    KG_TRY(kg__bitmap_create(r.ctx, &r.twice, r.bits, "bits of words"));
    KG_TRY(make_room(&r, memory / 4 / bytes));
    for (; r.slice < r.slices; r.slice++) {
        memset(r.once, 0, kg__words(r.bits) * sizeof *r.once);
        memset(r.twice, 0, kg__words(r.bits) * sizeof *r.twice);
        take_words(&r, false);
        take_words(&r, true);
        if (r.count > r.room) {
            KG_TRY(make_room(&r, r.count));
            take_words(&r, true);
        }
        KG_TRY(count_equal(&r, repeated));
        KG_TRY(kg__progress(r.ctx, "counting words", r.slice + 1, r.slices));
    }
out:
    kg__stage(r.ctx, NULL);
    kg__free_all(r.ctx, r.once, r.twice, r.key, r.place);
    return status;
}

/* The memory to count in: as much as was in use before, or a share of the text; less if it must
 * be. */
static uint64_t memory_for(const kg_graph *graph)
{
    const kg_memory_use use = kg_context_memory(graph->ctx);
    const uint64_t available = kg__host_available("") / 4;
    uint64_t memory = graph->unitigs->bytes / 4;

    memory = memory < modest_memory ? modest_memory : memory;
    memory = memory < use.peak - use.current ? use.peak - use.current : memory;
    memory = memory > available ? available : memory;
    if (use.limit && memory > (use.limit - use.current) / 2)
        memory = (use.limit - use.current) / 2;
    return memory < least_memory ? least_memory : memory;
}

kg_status kg_graph_count_repeated_words(kg_graph *graph, uint64_t *repeated)
{
    kg_status status;

    KG_NEED(NULL, graph);
    KG_NEED(graph->ctx, repeated);
    KG_TRY(kg__begin_graph(graph));
    *repeated = 0;
    if (graph->unitigs)
        KG_TRY(kg__count_repeats(graph, memory_for(graph), repeated));
out:
    return status;
}
