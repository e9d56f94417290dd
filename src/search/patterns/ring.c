/*
 * The table of a ring, breadth first from the sorted ring. Each level goes through all patterns,
 * and threads share it.
 */
#include "ring.h"
#include <string.h>

enum {
    GRAIN = 1 << 10, /* patterns that a thread takes at a time */
    SLICE = 1 << 18  /* patterns between two looks at the clock */
};

/* The places of the tokens of a pattern, without the first one. */
static void find_places(const kg__ring_table *r, uint32_t number, uint8_t *place)
{
    uint8_t rest[KG__RING_PLACES], digit[KG__RING_PLACES];
    const unsigned others = r->tokens - 1;

    for (unsigned i = others; i-- > 0; number /= r->places - 1 - i)
        digit[i] = (uint8_t)(number % (r->places - 1 - i));
    for (unsigned i = 0; i < r->places - 1; i++)
        rest[i] = (uint8_t)i;
    for (unsigned i = 0; i < others; i++) {
        place[i] = rest[digit[i]];
        memmove(rest + digit[i], rest + digit[i] + 1, r->places - 2 - i - digit[i]);
    }
}

/* The pattern after a turn of the window that begins `begin` places behind the first token.
 * Returns `number` if it has no token. */
static uint32_t turn(const kg__ring_table *r, uint32_t number, const uint8_t *place, unsigned begin)
{
    const unsigned n = r->places, from = begin ? n - begin : 0; /* the first token in the window */
    unsigned first = 0;
    bool any = from < r->window;
    kg__ring_number to = {0, 0};

    if (any) {
        first = begin + r->window - 1 - from;
        first -= first >= n ? n : 0;
    }
    for (unsigned i = 0; i < r->tokens - 1; i++) {
        unsigned at = place[i] + 1u;
        const unsigned in = at >= begin ? at - begin : at + n - begin;

        if (in < r->window) {
            at = begin + r->window - 1 - in;
            at -= at >= n ? n : 0;
            any = true;
        }
        to = kg__ring_next(to, n - 1 - i, (at >= first ? at - first : at + n - first) - 1);
    }
    return any ? to.number : number;
}

static unsigned distance_of(const kg__ring_table *r, uint32_t number)
{
    return __atomic_load_n(&r->distance[number], __ATOMIC_RELAXED);
}

/* Gives the patterns that one of this depth leads to their distance. Returns how many are new.
 * Other threads may do the same at the same time. */
static uint32_t push(const kg__ring_table *r, uint32_t number, unsigned depth)
{
    uint8_t place[KG__RING_PLACES];
    uint32_t fresh = 0;

    find_places(r, number, place);
    for (unsigned begin = 0; begin < r->places; begin++) {
        const uint32_t to = turn(r, number, place, begin);

        if (distance_of(r, to) == KG__RING_FAR)
            fresh += __atomic_exchange_n(
                         &r->distance[to], (uint8_t)(depth + 1), __ATOMIC_RELAXED) == KG__RING_FAR;
    }
    return fresh;
}

/* Gives a pattern its distance if it leads to one of this depth, because a turn undoes itself.
 * Returns how many are new. */
static uint32_t pull(const kg__ring_table *r, uint32_t number, unsigned depth)
{
    uint8_t place[KG__RING_PLACES];

    find_places(r, number, place);
    for (unsigned begin = 0; begin < r->places; begin++)
        if (distance_of(r, turn(r, number, place, begin)) == depth) {
            __atomic_store_n(&r->distance[number], (uint8_t)(depth + 1), __ATOMIC_RELAXED);
            return 1;
        }
    return 0;
}

/* Finds the patterns of the next depth: from those of this depth, or by the patterns that are left
 * if these are fewer. last: patterns of this depth; left: [in, out] */
static kg_status advance(kg_context *ctx, const kg__ring_table *r, unsigned depth, uint32_t last,
    uint32_t *left, const kg__patience *patience)
{
    const int threads = kg__threads(ctx, r->patterns, GRAIN);
    const bool pulls = *left < last;
    uint32_t fresh = 0;
    kg_status status = KG_OK;

    for (uint32_t slice = 0; slice < r->patterns; slice += SLICE) {
        const uint32_t end = r->patterns - slice < SLICE ? r->patterns : slice + SLICE;

        KG_PARALLEL_FOR(threads, schedule(dynamic, GRAIN) reduction(+ : fresh))
        for (uint32_t i = slice; i < end; i++) {
            const unsigned distance = distance_of(r, i);

            if (pulls && distance == KG__RING_FAR)
                fresh += pull(r, i, depth);
            else if (!pulls && distance == depth)
                fresh += push(r, i, depth);
        }
        if (kg__patience_ends(patience))
            return KG_LIMIT;
        KG_TRY(
            kg__progress(ctx, "patterns of a database", r->patterns - *left + fresh, r->patterns));
    }
    *left -= fresh;
out:
    return status;
}

kg_status kg__ring_build(kg_context *ctx, kg__ring_table *r, unsigned places, unsigned window,
    uint64_t most, const kg__patience *patience)
{
    uint32_t last = 1, left;
    kg_status status;

    *r = (kg__ring_table){.places = places, .window = window, .tokens = 1, .patterns = 1};
    while (r->tokens < places && (uint64_t)r->patterns * (places - r->tokens) <= most)
        r->patterns *= places - r->tokens++;
    KG_TRY(kg__host_allocate(ctx, &r->distance, r->patterns, 1, "a pattern database"));
    memset(r->distance, KG__RING_FAR, r->patterns);
    r->distance[0] = 0;
    left = r->patterns - 1;
    for (unsigned depth = 0; left && last && depth + 1 < KG__RING_FAR; depth++) {
        const uint32_t before = left;

        KG_TRY(advance(ctx, r, depth, last, &left, patience));
        last = before - left;
    }
out:
    return status;
}

void kg__ring_free(kg_context *ctx, kg__ring_table *r)
{
    kg__free(ctx, r->distance);
    r->distance = NULL;
}
