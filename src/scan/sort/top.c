/*
 * The first few numbers in order: the front.
 *
 * If the backend has no shorter way, this file finds a limit, collects the numbers that reach it,
 * and sorts only these. For large arrays a sample gives the limit: nearly always at least k numbers
 * reach it, and not many more. Otherwise the k-th greatest key is narrowed down, eleven bits per
 * read of the array, until few enough numbers reach it.
 */
#include "../front.h"

/* TOP_SLACK: sorting this many numbers takes about as long as one read of the array. A sample has
 * one of SAMPLE_SHARE numbers, at least LEAST_SAMPLE and at most MOST_SAMPLE in all. */
enum { TOP_SLACK = 4096, LEAST_SAMPLE = 1 << 10, MOST_SAMPLE = 1 << 16, SAMPLE_SHARE = 64 };

/* Finds a lower bound on the k-th greatest key; with least, keys are complemented. About k + slack
 * keys reach it, more if many are equal. found: how many keys reach it. */
static kg_status find_limit(kg_context *ctx, uint64_t *limit, uint64_t *found, kg_type type,
    uint64_t n, const void *value, uint64_t k, bool least, uint64_t slack)
{
    uint64_t times[1 << KG__DIGIT_BITS], above = 0;
    unsigned shift = 8 * (unsigned)kg_type_size(type);
    kg_status status = KG_OK;

    *limit = 0;
    *found = n;
    while (*found - k > slack && shift) {
        unsigned bits = shift < KG__DIGIT_BITS ? shift : KG__DIGIT_BITS;
        uint64_t digit = (uint64_t)1 << bits;

        shift -= bits;
        KG_TRY(kg__array(ctx)->digit_histogram(
            ctx, times, type, n, value, least, *limit, shift, bits));
        while (above + times[--digit] < k)
            above += times[digit];
        *limit |= digit << shift;
        *found = above + times[digit];
    }
out:
    return status;
}

/* Guesses a limit from a sample of numbers at equal distances. Somewhat more numbers of the sample
 * reach the limit than the sample's share of k. room: twice as many numbers as are then likely to
 * reach the limit. */
static kg_status guess_limit(kg_context *ctx, uint64_t *limit, uint64_t *room, kg_type type,
    uint64_t n, const void *value, uint64_t k, bool least)
{
    const size_t size = kg_type_size(type);
    const uint64_t some = n / SAMPLE_SHARE < MOST_SAMPLE ? n / SAMPLE_SHARE : MOST_SAMPLE;
    const uint64_t distance = n / some, share = k / distance;
    uint64_t rank = share + 16, found;
    void *sample = NULL;
    kg_status status;

    while ((rank - share) * (rank - share) < 16 * rank) /* four standard deviations */
        rank += rank / 16;
    KG_TRY(kg__allocate(ctx, &sample, some, size, "a sample"));
    KG_TRY(kg__array(ctx)->gather(ctx, sample, some, size, value, distance * size, NULL));
    KG_TRY(find_limit(ctx, limit, &found, type, some, sample, rank, least, rank / 2));
    *room = 2 * (found + 1) * distance;
out:
    kg__free(ctx, sample);
    return status;
}

/* Allocates room for `room` candidates, and has the backend collect the numbers that reach the
 * limit. */
static kg_status collect(kg_context *ctx, uint64_t **key, uint64_t **position, uint64_t *found,
    kg_type type, uint64_t n, const void *value, bool least, uint64_t limit, uint64_t room)
{
    kg_status status;

    KG_TRY(kg__allocate(ctx, key, room, sizeof **key, "candidates"));
    KG_TRY(kg__allocate(ctx, position, room, sizeof **position, "positions of candidates"));
    KG_TRY(
        kg__array(ctx)->collect(ctx, *key, *position, found, room, type, n, value, least, limit));
out:
    return status;
}

kg_status kg_array_top(void *top, uint64_t *index, kg_context *context, kg_type type, uint64_t n,
    const void *value, uint64_t k, kg_top_end end)
{
    const size_t size = kg_type_size(type);
    const bool least = end == KG_TOP_LEAST;
    uint64_t *key = NULL, *position = NULL, limit, room = n, found = 0;
    kg_status status;

    KG_TRY(kg__array_begin(context, type));
    if ((unsigned)end > KG_TOP_LEAST)
        return kg__fail(context, KG_ARGUMENT, "unknown end of the order %d", (int)end);
    k = k < n ? k : n;
    KG_TRY(kg__require_arrays(context, k, top, value));
    if (!k)
        return KG_OK;
    status = kg__array(context)->top(context, top, index, type, n, value, k, least);
    if (status != KG_UNSUPPORTED)
        return status;
    if (n / SAMPLE_SHARE >= LEAST_SAMPLE && k <= n / SAMPLE_SHARE)
        KG_TRY(guess_limit(context, &limit, &room, type, n, value, k, least));
    if (room <= n / 4)
        KG_TRY(collect(context, &key, &position, &found, type, n, value, least, limit, room));
    if (found < k || found > room) {
        kg__free_all(context, position, key);
        key = position = NULL;
        KG_TRY(find_limit(context, &limit, &room, type, n, value, k, least, TOP_SLACK));
        KG_TRY(collect(context, &key, &position, &found, type, n, value, least, limit, room));
    }
    KG_TRY(kg__array(context)->sort_u64_u64(context, NULL, position, found, key, position));
    KG_TRY(kg__array(context)->gather(context, top, k, size, value, size, position));
    if (index)
        KG_TRY(kg__memory(context)->copy(context, index, position, k * sizeof *index));
out:
    kg__free_all(context, position, key);
    return status;
}
