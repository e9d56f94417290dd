/*
 * The first few numbers in order: the front.
 *
 * Where the backend has no shorter way, the numbers from a limit on are sorted. Of large arrays a
 * sample gives the limit, which is nearly always good for k numbers and not many more; else the
 * k-th greatest key is narrowed down, eleven bits a read of the array, until few enough numbers
 * reach it.
 */
#include "front.h"

/* TOP_SLACK: numbers that are sorted while one read passes. SAMPLE: numbers that speak for the
 * others, of arrays that are SAMPLE_SHARE times as many. */
enum { TOP_SLACK = 4096, SAMPLE = 1 << 16, SAMPLE_SHARE = 64 };

/* A lower bound on the k-th greatest key, complemented where least: about k + slack keys reach it,
 * more if many are equal. found: how many do. */
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

/* A limit that a sample speaks for: of numbers at equal distances it is to hold some more than
 * their share of k. room: twice as many as are likely then. */
static kg_status guess_limit(kg_context *ctx, uint64_t *limit, uint64_t *room, kg_type type,
    uint64_t n, const void *value, uint64_t k, bool least)
{
    const size_t size = kg_type_size(type);
    const uint64_t distance = n / SAMPLE, share = k / distance;
    uint64_t rank = share + 16, found;
    void *sample = NULL;
    kg_status status;

    while ((rank - share) * (rank - share) < 16 * rank) /* four standard deviations */
        rank += rank / 16;
    KG_TRY(kg__allocate(ctx, &sample, SAMPLE, size, "a sample"));
    KG_TRY(kg__array(ctx)->gather(ctx, sample, SAMPLE, size, value, distance * size, NULL));
    KG_TRY(find_limit(ctx, limit, &found, type, SAMPLE, sample, rank, least, rank / 2));
    *room = 2 * (found + 1) * distance;
out:
    kg__free(ctx, sample);
    return status;
}

/* The numbers from a limit on, as kg__array's collect, with room made for so many. */
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
    if (n / SAMPLE >= SAMPLE_SHARE && k <= n / SAMPLE_SHARE)
        KG_TRY(guess_limit(context, &limit, &room, type, n, value, k, least));
    if (room <= n / 4)
        KG_TRY(collect(context, &key, &position, &found, type, n, value, least, limit, room));
    if (found < k || found > room) {
        kg__free(context, position);
        kg__free(context, key);
        key = position = NULL;
        KG_TRY(find_limit(context, &limit, &room, type, n, value, k, least, TOP_SLACK));
        KG_TRY(collect(context, &key, &position, &found, type, n, value, least, limit, room));
    }
    KG_TRY(kg__array(context)->sort_u64_u64(context, NULL, position, found, key, position));
    KG_TRY(kg__array(context)->gather(context, top, k, size, value, size, position));
    if (index)
        KG_TRY(kg__memory(context)->copy(context, index, position, k * sizeof *index));
out:
    kg__free(context, position);
    kg__free(context, key);
    return status;
}
