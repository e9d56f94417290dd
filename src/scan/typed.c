/*
 * Arrays of typed numbers: the fronts, and what is made of the primitives of both tables.
 *
 * A sort turns numbers into keys, sorts these, and turns them back, where the backend has no way to
 * sort them as they are; what is distinct is decided by keys as well. Top-k, where the backend has
 * no shorter way, sorts the numbers from a limit on. Of large arrays a sample gives it, which is
 * nearly always good for k numbers and not many more; else the k-th greatest key is narrowed down,
 * eleven bits a read of the array, until few enough numbers are no less.
 */
#include "array_ops.h"
#include "bins.h"
#include "front.h"
#include <math.h>
#include <string.h>

/* TOP_SLACK: numbers that are sorted while one read passes. SAMPLE: numbers that speak for the
 * others, of arrays that are SAMPLE_SHARE times as many. */
enum { TOP_SLACK = 4096, SAMPLE = 1 << 16, SAMPLE_SHARE = 64 };

static kg_status require_arrays(kg_context *ctx, uint64_t n, const void *result, const void *value)
{
    kg_status status = KG_OK;

    if (n) {
        KG_TRY(kg__require(ctx, result, "the output"));
        KG_TRY(kg__require(ctx, value, "value"));
    }
out:
    return status;
}

static bool is_real(kg_type type)
{
    return type == KG_F32 || type == KG_F64;
}

/* What sums of a type pass that do not fit; total: floats are doubles there. */
static const char *room_of(kg_type type, bool total)
{
    return !is_real(type)            ? "64 bits"
           : type == KG_F64 || total ? "what a double holds"
                                     : "what a float holds";
}

kg_status kg_array_scan(void *result, kg_context *context, kg_type type, uint64_t n,
    const void *value, kg_scan_op op, int exclusive)
{
    kg_status status;

    KG_TRY(kg__array_begin(context, type));
    KG_TRY(require_arrays(context, n, result, value));
    if ((unsigned)op > KG_SCAN_MAX)
        return kg__fail(context, KG_ARGUMENT, "unknown operation %d", (int)op);
    if (n)
        KG_TRY(kg__array(context)->prefix(context, result, type, n, value, op, exclusive));
out:
    return status == KG_OVERFLOW
               ? kg__fail(context, status, "a running sum passes %s", room_of(type, false))
               : status;
}

/* Whether an array of floats has an infinity or NaN: the greatest or the least number is one. */
static kg_status find_special(
    kg_context *ctx, bool *found, kg_type type, uint64_t n, const void *value)
{
    const size_t size = kg_type_size(type);
    kg_status status;

    *found = false;
    for (int greatest = 0; greatest < 2; greatest++) {
        double one = 0;
        float narrow = 0;
        uint64_t index;

        KG_TRY(kg__array(ctx)->extreme(ctx, &index, type, n, value, greatest));
        KG_TRY(kg__memory(ctx)->download(ctx, type == KG_F64 ? (void *)&one : &narrow,
            (const char *)value + index * size, size));
        *found = *found || !isfinite(one) || !isfinite(narrow);
    }
out:
    return status;
}

/* Rounded once where the sum is exact as a double; else the division is of integers as far as it
 * goes.
 */
static double mean_of(__int128 sum, uint64_t n)
{
    const __int128 most = (__int128)1 << 53;

    if (n == 0 || (-most <= sum && sum <= most))
        return (double)sum / (double)n;
    return (double)(sum / (__int128)n) + (double)(sum % (__int128)n) / (double)n;
}

/* Sums of floats add every number and partial sum to another, so that one which is infinite or NaN
 * makes the last one so: where that is finite, all were. */
kg_status kg_array_sum(
    kg_number *sum, double *mean, kg_context *context, kg_type type, uint64_t n, const void *value)
{
    kg__sum all = {0, 0};
    kg_number whole = {0};
    bool special = false, passed;
    kg_status status;

    KG_TRY(kg__array_begin(context, type));
    if (n) {
        KG_TRY(kg__require(context, value, "value"));
        KG_TRY(kg__array(context)->sum(context, &all, type, n, value));
    }
    if (type == KG_U64)
        whole.whole = (uint64_t)all.whole;
    else if (type == KG_I64)
        whole.integer = (int64_t)all.whole;
    else
        whole.real = all.real == all.real ? all.real : __builtin_nan(""); /* one NaN for all */
    if (is_real(type) && !isfinite(all.real))
        KG_TRY(find_special(context, &special, type, n, value));
    passed = is_real(type)    ? !isfinite(all.real) && !special
             : type == KG_U64 ? sum && all.whole != whole.whole
                              : sum && all.whole != whole.integer;
    if (passed)
        return kg__fail(context, KG_OVERFLOW, "the sum of %llu values passes %s",
            (unsigned long long)n, room_of(type, true));
    if (sum)
        *sum = whole;
    if (mean)
        *mean = is_real(type) ? whole.real / (double)n : mean_of(all.whole, n);
out:
    return status;
}

kg_status kg_array_extreme(
    uint64_t *index, kg_context *context, kg_type type, uint64_t n, const void *value, int greatest)
{
    kg_status status;

    KG_TRY(kg__array_begin(context, type));
    KG_TRY(kg__require(context, index, "index"));
    if (!n)
        return kg__fail(
            context, KG_ARGUMENT, "the %s of 0 values", greatest ? "greatest" : "least");
    KG_TRY(kg__require(context, value, "value"));
    KG_TRY(kg__array(context)->extreme(context, index, type, n, value, greatest));
out:
    return status;
}

kg_status kg_array_sort(void *sorted, uint64_t *position, kg_context *context, kg_type type,
    uint64_t n, const void *value, int descending)
{
    const kg__scan_ops *scan = kg__scan(context);
    const void *key = value;
    kg_status status;

    KG_TRY(kg__array_begin(context, type));
    KG_TRY(require_arrays(context, n, sorted, value));
    if (!n)
        return KG_OK;
    if (!position && !descending) {
        status = kg__array(context)->sort(context, sorted, type, n, value);
        if (status != KG_UNSUPPORTED)
            return status;
    }
    if (type != KG_U64 || descending) {
        KG_TRY(kg__array(context)->keys(context, sorted, type, n, value, descending));
        key = sorted;
    }
    KG_TRY(type == KG_F32 ? scan->sort_u32_u64(context, sorted, position, n, key, NULL)
                          : scan->sort_u64_u64(context, sorted, position, n, key, NULL));
    if (type != KG_U64 || descending)
        KG_TRY(kg__array(context)->unkey(context, sorted, type, n, sorted, descending));
out:
    return status;
}

kg_status kg_array_gather(void *result, kg_context *context, uint64_t count, size_t row_bytes,
    const void *value, const uint64_t *position)
{
    kg_status status;

    KG_TRY(kg__array_begin(context, KG_U64));
    KG_TRY(require_arrays(context, count, result, value));
    KG_TRY(kg__require(context, position || !count, "position"));
    if (count)
        KG_TRY(kg__array(context)->gather(
            context, result, count, row_bytes, value, row_bytes, position));
out:
    return status;
}

kg_status kg_array_compact_if(void *kept, uint64_t *count, kg_context *context, kg_type type,
    uint64_t n, const void *value, kg_compare how, kg_number than)
{
    kg_status status;

    KG_TRY(kg__array_begin(context, type));
    KG_TRY(kg__require(context, count, "count"));
    KG_TRY(require_arrays(context, n, kept, value));
    if ((unsigned)how > KG_NOT_EQUAL)
        return kg__fail(context, KG_ARGUMENT, "unknown comparison %d", (int)how);
    *count = 0;
    if (n)
        KG_TRY(kg__array(context)->keep(context, kept, count, type, n, value, how, than, false));
out:
    return status;
}

kg_status kg_array_split(void *result, uint64_t *negatives, kg_context *context, kg_type type,
    uint64_t n, const void *value)
{
    const kg__array_ops *ops = kg__array(context);
    const kg_number zero = {0};
    uint64_t below = 0, rest;
    kg_status status;

    KG_TRY(kg__array_begin(context, type));
    KG_TRY(kg__require(context, negatives, "negatives"));
    KG_TRY(require_arrays(context, n, result, value));
    if (n) {
        KG_TRY(ops->keep(context, result, &below, type, n, value, KG_LESS, zero, false));
        KG_TRY(ops->keep(context, (char *)result + below * kg_type_size(type), &rest, type, n,
            value, KG_LESS, zero, true));
    }
    *negatives = below;
out:
    return status;
}

/* The fronts of runs and of distinct numbers with counts, behind their checks; n > 0. */
static kg_status find_runs(void *head, uint64_t *length, uint64_t *count, kg_context *ctx,
    kg_type type, uint64_t n, const void *value)
{
    kg_status status;

    KG_TRY(kg__array(ctx)->runs(ctx, head, length, count, type, n, value));
    KG_TRY(kg__array(ctx)->lengths(ctx, length, *count, n));
out:
    return status;
}

kg_status kg_array_runs(void *head, uint64_t *length, uint64_t *count, kg_context *context,
    kg_type type, uint64_t n, const void *value)
{
    kg_status status;

    KG_TRY(kg__array_begin(context, type));
    KG_TRY(kg__require(context, count, "count"));
    KG_TRY(require_arrays(context, n, head, value));
    KG_TRY(kg__require(context, length || !n, "length"));
    *count = 0;
    if (n)
        KG_TRY(find_runs(head, length, count, context, type, n, value));
out:
    return status;
}

kg_status kg_array_distinct(void *distinct, uint64_t *times, uint64_t *count, kg_context *context,
    kg_type type, uint64_t n, const void *value)
{
    const kg__scan_ops *scan = kg__scan(context);
    const void *key = value;
    void *sorted = NULL;
    kg_status status;

    KG_TRY(kg__array_begin(context, type));
    KG_TRY(kg__require(context, count, "count"));
    KG_TRY(require_arrays(context, n, distinct, value));
    *count = 0;
    if (!n)
        return KG_OK;
    if (times) {
        KG_TRY(kg__allocate(context, &sorted, n, kg_type_size(type), "sorted values"));
        KG_TRY(kg_array_sort(sorted, NULL, context, type, n, value, false));
        KG_TRY(find_runs(distinct, times, count, context, type, n, sorted));
        goto out;
    }
    if (type != KG_U64) {
        KG_TRY(kg__array(context)->keys(context, distinct, type, n, value, false));
        key = distinct;
    }
    KG_TRY(type == KG_F32 ? scan->distinct_u32(context, distinct, count, NULL, n, key)
                          : scan->distinct_u64(context, distinct, count, NULL, n, key));
    if (type != KG_U64)
        KG_TRY(kg__array(context)->unkey(context, distinct, type, *count, distinct, false));
out:
    kg__free(context, sorted);
    return status;
}

double kg_array_bin_edge(uint64_t i, uint64_t bins, double low, double high)
{
    return kg__bin_edge(i, bins, low, high);
}

kg_status kg_array_histogram(uint64_t *times, uint64_t *outside, kg_context *context, kg_type type,
    uint64_t n, const void *value, uint64_t bins, double low, double high)
{
    double *edge = NULL;
    uint64_t inside = 0;
    kg_status status;

    KG_TRY(kg__array_begin(context, type));
    KG_TRY(kg__require(context, times, "times"));
    KG_TRY(kg__require(context, value || !n, "value"));
    if (bins < 1 || bins > (uint64_t)1 << 30)
        return kg__fail(
            context, KG_ARGUMENT, "%llu bins: expected 1 to 2^30", (unsigned long long)bins);
    if (!(low < high) || !isfinite(low) || !isfinite(high))
        return kg__fail(context, KG_ARGUMENT,
            "range %g to %g: expected finite numbers, the first below the second", low, high);
    KG_TRY(kg__host_allocate(context, &edge, bins + 1, sizeof *edge, "edges of bins"));
    for (uint64_t i = 0; i <= bins; i++)
        edge[i] = kg__bin_edge(i, bins, low, high);
    if (n)
        KG_TRY(kg__array(context)->histogram(context, times, &inside, type, n, value, bins, edge));
    else
        memset(times, 0, bins * sizeof *times);
    if (outside)
        *outside = n - inside;
out:
    kg__free(context, edge);
    return status;
}

/* The least key, complemented where least, that is certainly among the top k, or a bit less: no
 * more than about `slack` numbers too many are no less, unless many are equal. found: how many
 * there are. */
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
        KG_TRY(kg__array(ctx)->digits(ctx, times, type, n, value, least, *limit, shift, bits));
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
    const void *value, uint64_t k, int least)
{
    const size_t size = kg_type_size(type);
    uint64_t *key = NULL, *position = NULL, limit, room = n, found = 0;
    kg_status status;

    KG_TRY(kg__array_begin(context, type));
    k = k < n ? k : n;
    KG_TRY(require_arrays(context, k, top, value));
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
    KG_TRY(kg__scan(context)->sort_u64_u64(context, NULL, position, found, key, position));
    KG_TRY(kg__array(context)->gather(context, top, k, size, value, size, position));
    if (index)
        KG_TRY(kg__memory(context)->copy(context, index, position, k * sizeof *index));
out:
    kg__free(context, position);
    kg__free(context, key);
    return status;
}
