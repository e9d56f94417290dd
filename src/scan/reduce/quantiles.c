/*
 * Quantiles.
 *
 * In: value[n], fractions. Out: quantiles by linear interpolation.
 * Method: a quantile lies between two numbers of known ranks. Their keys (ordered bits) lie between
 *     the least and the greatest key of all, and this range is narrowed down (radix select). A
 *     histogram of the first eleven bits in which its two ends differ counts the keys with each
 *     value of these bits, and so gives these bits of a rank's key. Ranks with the same bits go on
 *     together, among the numbers that have these bits, which are copied if they are few. A sort
 *     finds the ranks among few numbers, or if many quantiles are wanted.
 * Work: some four reads of the array, and two more for each quantile. Memory: up to two copies of
 *     the numbers, made once for each quantile; a histogram for each depth.
 * Deterministic: the number of a rank is the same whichever way it is found.
 */
#include "../front.h"
#include "../host_array.h"
#include "../ordered_bits.h"
#include <math.h>
#include <stdlib.h>

/* FEW: sorting this many numbers is faster than counting. MANY: from this many quantiles on, a sort
 * costs less than reading the array for each. DEPTHS: histograms for 64 bits. SHARE: numbers are
 * copied if they are at most 1 / SHARE of all. */
enum { FEW = 1 << 14, MANY = 10, DEPTHS = 6, SHARE = 4 };

/* One of the two numbers beside a quantile. */
typedef struct wanted {
    uint64_t rank, key;
} wanted;

static int by_rank(const void *a, const void *b)
{
    const uint64_t x = ((const wanted *)a)->rank, y = ((const wanted *)b)->rank;

    return (x > y) - (x < y);
}

typedef struct narrow {
    kg_context *ctx;
    kg_type type;
    uint64_t n;
    const void *value;
    uint64_t below;  /* keys below these numbers, if they are a part of all */
    uint64_t *times; /* [DEPTHS][1 << KG__DIGIT_BITS] */
} narrow;

static uint64_t key_of(kg_type type, kg_number number)
{
    return type == KG_F32   ? kg__ordered_bits_f32((float)number.real)
           : type == KG_F64 ? kg__ordered_bits_f64(number.real)
                            : number.whole + kg__sign_bit(type);
}

/* Copies the `count` numbers whose keys lie from low to high, and perhaps zeros of the other sign,
 * which their keys tell apart later. before: the number of keys below low, in the whole array. */
static kg_status copy_between(const narrow *w, narrow *part, void **owned, uint64_t low,
    uint64_t high, uint64_t before, uint64_t count)
{
    const kg__array_ops *ops = kg__array(w->ctx);
    const kg_number from = kg__number_of(w->type, low), to = kg__number_of(w->type, high);
    /* Which of the two conditions fewer numbers meet. */
    const bool first = w->n - (before - w->below) < before - w->below + count;
    uint64_t kept;
    void *half = NULL;
    kg_status status;

    *part = *w;
    KG_TRY(kg__allocate(w->ctx, &half, w->n, kg_type_size(w->type), "numbers on one side"));
    KG_TRY(ops->select_if(w->ctx, half, &kept, w->type, w->n, w->value,
        first ? KG_GREATER_EQUAL : KG_LESS_EQUAL, first ? from : to, false));
    KG_TRY(kg__allocate(w->ctx, owned, kept, kg_type_size(w->type), "numbers near a quantile"));
    KG_TRY(ops->select_if(w->ctx, *owned, &part->n, w->type, kept, half,
        first ? KG_LESS_EQUAL : KG_GREATER_EQUAL, first ? to : from, false));
    part->value = *owned;
    part->below = before;
out:
    kg__free(w->ctx, half);
    return status;
}

static kg_status find_keys(const narrow *w, wanted *want, uint64_t count, uint64_t low,
    uint64_t high, uint64_t before, int depth);

/* The same among the `keys` keys from low to high. */
static kg_status find_among(const narrow *w, wanted *want, uint64_t count, uint64_t low,
    uint64_t high, uint64_t before, uint64_t keys, int depth)
{
    narrow part = *w;
    void *owned = NULL;
    kg_status status;

    if (low != high && keys <= w->n / SHARE)
        KG_TRY(copy_between(w, &part, &owned, low, high, before, keys));
    KG_TRY(find_keys(&part, want, count, low, high, before, depth));
out:
    kg__free(w->ctx, owned);
    return status;
}

/* Finds the keys of increasing ranks, all from low to high. before: the number of keys below low,
 * in the whole array. */
static kg_status find_keys(const narrow *w, wanted *want, uint64_t count, uint64_t low,
    uint64_t high, uint64_t before, int depth)
{
    const unsigned open = low == high ? 0 : 64 - (unsigned)__builtin_clzll(low ^ high);
    const unsigned bits = open < KG__DIGIT_BITS ? open : KG__DIGIT_BITS, shift = open - bits;
    const uint64_t known = open < 64 ? high >> open << open : 0;
    uint64_t *times = w->times + ((size_t)depth << KG__DIGIT_BITS), digit = 0;
    kg_status status = KG_OK;

    if (!open) {
        for (uint64_t i = 0; i < count; i++)
            want[i].key = low;
        return KG_OK;
    }
    KG_TRY(kg__array(w->ctx)->digit_histogram(
        w->ctx, times, w->type, w->n, w->value, false, known, shift, bits));
    for (uint64_t i = 0, group; i < count; i += group) {
        uint64_t first, last;

        while (before + times[digit] <= want[i].rank)
            before += times[digit++];
        for (group = 1; i + group < count && want[i + group].rank < before + times[digit];)
            group++;
        first = known | digit << shift;
        last = first | (((uint64_t)1 << shift) - 1);
        KG_TRY(find_among(w, want + i, group, first > low ? first : low, last < high ? last : high,
            before, times[digit], depth + 1));
    }
out:
    return status;
}

/* Finds them by a sort. */
static kg_status sort_keys(const narrow *w, wanted *want, uint64_t count)
{
    void *sorted = NULL;
    kg_status status;

    KG_TRY(kg__allocate(w->ctx, &sorted, w->n, kg_type_size(w->type), "sorted numbers"));
    KG_TRY(kg_array_sort(sorted, NULL, w->ctx, w->type, w->n, w->value, KG_ASCENDING));
    for (uint64_t i = 0; i < count; i++) {
        kg_number number = {0};

        KG_TRY(kg__array_fetch(w->ctx, &number, w->type, sorted, want[i].rank));
        want[i].key = key_of(w->type, number);
    }
out:
    kg__free(w->ctx, sorted);
    return status;
}

/* The point at fraction 0 <= part < 1 of the way from a to b >= a. */
static double between(double a, double b, double part)
{
    const double way = b - a;

    if (part == 0 || a == b)
        return a;
    if (part == 0.5)
        return isinf(a + b) && isfinite(a) && isfinite(b) ? a / 2 + b / 2 : (a + b) / 2;
    if (isinf(a) || isinf(b))
        return a + b;
    if (isinf(way))
        return a * (1 - part) + b * part;
    return part < 0.5 ? a + way * part : b - way * (1 - part);
}

/* Twice the point at that fraction of the way from a to b, if it is an integer. */
static bool find_twice(__int128 *twice, __int128 a, __int128 b, double part)
{
    int exponent;
    const double fraction = frexp(part, &exponent); /* of 53 bits */
    const unsigned __int128 way =
        (unsigned __int128)(uint64_t)(b - a) * (uint64_t)ldexp(fraction, 53);
    const int shift = 52 - exponent;

    if (way && (shift > 127 || way & (((unsigned __int128)1 << shift) - 1)))
        return false;
    *twice = 2 * a + (way ? (__int128)(way >> shift) : 0);
    return true;
}

/* The same for integers. If twice the exact result is an integer, *rest receives the exact result
 * minus the returned double; otherwise 0. */
static double between_integers(__int128 a, __int128 b, double part, double *rest)
{
    const __int128 exact = (__int128)1 << 53;
    __int128 twice;

    *rest = 0;
    if (find_twice(&twice, a, b, part)) {
        *rest = (double)(twice - (__int128)(double)twice) / 2;
        return (double)twice / 2;
    }
    if (-exact <= a && b <= exact)
        return between((double)a, (double)b, part);
    return part < 0.5 ? (double)a + (double)(b - a) * part
                      : (double)b - (double)(b - a) * (1 - part);
}

static double quantile_of(kg_type type, uint64_t low, uint64_t high, double part, double *rest)
{
    const kg_number a = kg__number_of(type, low), b = kg__number_of(type, high);

    *rest = 0;
    if (kg__is_real(type))
        return between(a.real, b.real, part);
    return between_integers(kg__integer_of(type, a), kg__integer_of(type, b), part, rest);
}

/* The rank before a quantile. Returns how far the quantile is on the way to the next rank. */
static double place_of(double at, uint64_t n, uint64_t *rank)
{
    const double place = at * (double)(n - 1), down = floor(place);

    *rank = down < (double)(n - 1) ? (uint64_t)down : n - 1;
    return place - down;
}

/* Computes quantiles if the keys of all numbers lie from low to high, which differ. */
static kg_status find_quantiles(narrow *w, double *quantile, double *rest, uint64_t count,
    const double *at, uint64_t low, uint64_t high)
{
    wanted *want = NULL;
    double none;
    uint64_t rank;
    kg_status status;

    KG_TRY(kg__host_allocate(w->ctx, &want, 2 * count, sizeof *want, "ranks"));
    for (uint64_t i = 0; i < count; i++) {
        place_of(at[i], w->n, &rank);
        want[2 * i] = (wanted){rank, 0};
        want[2 * i + 1] = (wanted){rank + 1 < w->n ? rank + 1 : rank, 0};
    }
    qsort(want, 2 * count, sizeof *want, by_rank);
    if (w->n <= FEW || count > MANY) {
        KG_TRY(sort_keys(w, want, 2 * count));
    } else {
        KG_TRY(kg__host_allocate(
            w->ctx, &w->times, (uint64_t)DEPTHS << KG__DIGIT_BITS, sizeof *w->times, "counts"));
        KG_TRY(find_keys(w, want, 2 * count, low, high, 0, 0));
    }
    for (uint64_t i = 0; i < count; i++) {
        const double part = place_of(at[i], w->n, &rank);
        const wanted first = {rank, 0}, next = {rank + 1 < w->n ? rank + 1 : rank, 0};
        const wanted *a = bsearch(&first, want, 2 * count, sizeof *want, by_rank);
        const wanted *b = bsearch(&next, want, 2 * count, sizeof *want, by_rank);

        quantile[i] = quantile_of(w->type, a->key, b->key, part, rest ? &rest[i] : &none);
    }
out:
    kg__free_all(w->ctx, w->times, want);
    return status;
}

kg_status kg_array_exact_quantiles(double *quantile, double *rest, kg_context *context,
    kg_type type, uint64_t n, const void *value, uint64_t count, const double *at)
{
    narrow w = {.ctx = context, .type = type, .n = n, .value = value};
    kg_number low = {0}, high = {0};
    double none;
    kg_status status;

    KG_TRY(kg__array_begin(context, type));
    KG_TRY(kg__require(context, quantile || !count, "quantile"));
    KG_TRY(kg__require(context, at || !count, "at"));
    if (!n)
        return kg__fail(context, KG_ARGUMENT, "the quantiles of 0 values");
    KG_TRY(kg__require(context, value, "value"));
    for (uint64_t i = 0; i < count; i++)
        if (!(at[i] >= 0 && at[i] <= 1))
            return kg__fail(context, KG_ARGUMENT, "quantile %g: expected 0 to 1", at[i]);
    KG_TRY(kg_array_argmin(NULL, &low, context, type, n, value));
    KG_TRY(kg_array_argmax(NULL, &high, context, type, n, value));
    if (count && key_of(type, low) != key_of(type, high) &&
        !(kg__is_real(type) && isnan(high.real))) {
        KG_TRY(
            find_quantiles(&w, quantile, rest, count, at, key_of(type, low), key_of(type, high)));
        goto out;
    }
    for (uint64_t i = 0; i < count; i++)
        quantile[i] =
            quantile_of(type, key_of(type, high), key_of(type, high), 0, rest ? &rest[i] : &none);
out:
    return status;
}

kg_status kg_array_quantiles(double *quantile, kg_context *context, kg_type type, uint64_t n,
    const void *value, uint64_t count, const double *at)
{
    return kg_array_exact_quantiles(quantile, NULL, context, type, n, value, count, at);
}
