/*
 * Products and variances.
 *
 * In: value[n]. Out: one number. The host does the work, on a copy if the device is another.
 * Method: a product multiplies the fractions, in [1/2, 1), and adds the exponents separately. A
 *     variance is the sum of squared distances from the mean (two passes), corrected for the
 *     rounding of the mean (Chan, Golub and LeVeque 1983, "Algorithms for Computing the Sample
 *     Variance"). If squares leave the range of a double, or are no more than the mean's own
 *     rounding, scaled distances are taken twice more: from the middle between the least and the
 *     greatest number, and then from the mean that these give.
 * Work: O(n). Memory: a result for each chunk of a product, or piece of a variance.
 * Deterministic: chunks and pieces do not depend on threads, and are joined in their order.
 */
#include "../front.h"
#include "../host_array.h"
#include "groups.h"
#include <math.h>
#include <string.h>

/* GRAIN: numbers that make one more thread worth while. CHUNK: numbers of a product. SIDE_BY_SIDE:
 * sums of a piece that do not wait for one another. NORMAL: the product of this many fractions is
 * never a denormal number. */
enum { GRAIN = 1 << 16, CHUNK = 1 << 13, SIDE_BY_SIDE = 8, NORMAL = 512 };

/* For integers whole, without its sign; for floats fraction * 2^exponent. The flags record the
 * numbers that these leave out. */
typedef struct product {
    uint64_t whole;
    double fraction;
    int64_t exponent;
    bool negative, zero, infinite, nan, passes;
} product;

/* Sums of distances and of their squares. */
typedef struct spread {
    double sum, squares;
} spread;

/* The origin of distances, and the power of two by which they are multiplied. */
typedef struct centre {
    kg_number at;
    double scale;
} centre;

#define BODY "reduce/moments_tmpl.h"
#include "../each_type.h"

/* ---- products -------------------------------------------------------------------------------- */

static void join_products(product *all, const product *one)
{
    int exponent;

    all->passes |= one->passes || __builtin_mul_overflow(all->whole, one->whole, &all->whole);
    all->fraction = frexp(all->fraction * one->fraction, &exponent);
    all->exponent += one->exponent + exponent;
    all->negative ^= one->negative;
    all->zero |= one->zero;
    all->infinite |= one->infinite;
    all->nan |= one->nan;
}

/* Converts a product to a number. Returns whether it passes its type. */
static bool make_product(kg_number *number, const product *all, kg_type type)
{
    const bool special = all->zero || all->infinite || all->nan;
    const int64_t far = 1 << 14;
    double size = all->infinite ? INFINITY : 0;

    if (kg__is_signed(type)) {
        number->whole = all->zero ? 0 : all->negative ? -all->whole : all->whole;
        return !all->zero &&
               (all->passes || all->whole > (uint64_t)INT64_MAX + (all->negative ? 1 : 0));
    }
    if (!kg__is_real(type)) {
        number->whole = all->zero ? 0 : all->whole;
        return !all->zero && all->passes;
    }
    if (!special)
        size = ldexp(all->fraction, (int)(all->exponent > far    ? far
                                          : all->exponent < -far ? -far
                                                                 : all->exponent));
    number->real = all->nan || (all->zero && all->infinite) ? __builtin_nan("")
                   : all->negative                          ? -size
                                                            : size;
    return !special && isinf(size);
}

kg_status kg_array_product(
    kg_number *number, kg_context *context, kg_type type, uint64_t n, const void *value)
{
    const uint64_t chunks = (n + CHUNK - 1) / CHUNK;
    const void *host;
    void *copy = NULL;
    product *chunk = NULL, all = {.whole = 1, .fraction = 1};
    kg_status status;

    KG_TRY(kg__array_begin(context, type));
    KG_TRY(kg__require(context, number, "product"));
    KG_TRY(kg__require(context, value || !n, "value"));
    KG_TRY(kg__host_allocate(context, &chunk, chunks, sizeof *chunk, "products"));
    if (n) {
        KG_TRY(kg__array_borrow(context, &host, &copy, type, n, value));
        OF_TYPE(products, type)(kg__threads(context, n, GRAIN), chunk, n, host);
    }
    for (uint64_t c = 0; c < chunks; c++)
        join_products(&all, &chunk[c]);
    if (make_product(number, &all, type))
        status = kg__fail(context, KG_OVERFLOW, "the product of %llu values passes %s",
            (unsigned long long)n, kg__room_of(kg__wide_type(type)));
out:
    kg__free_all(context, copy, chunk);
    return status;
}

/* ---- variances ------------------------------------------------------------------------------- */

typedef struct work {
    kg_context *ctx;
    kg_type type;
    uint64_t n;
    const void *value, *host;
    spread *piece; /* [pieces] */
} work;

static spread sum_spreads(const work *w, centre from)
{
    kg__groups sum = {0}, squares = {0};

    OF_TYPE(spreads, w->type)
    (kg__threads(w->ctx, w->n, GRAIN), w->piece, w->n, w->host, from);
    for (uint64_t p = 0; p < (w->n + KG__PIECE - 1) / KG__PIECE; p++) {
        kg__add_piece(&sum, w->piece[p].sum);
        kg__add_piece(&squares, w->piece[p].squares);
    }
    return (spread){kg__sum_groups(&sum), kg__sum_groups(&squares)};
}

/* The sum of squared distances from the mean, given the distances from a point near the mean. */
static double centred(spread all, uint64_t n)
{
    const double squares = all.squares - all.sum * (all.sum / (double)n);

    return squares < 0 ? 0 : squares;
}

/* The sum of squares of floats, if it leaves the range of doubles, divided by 4^*exponent. */
static kg_status scaled_squares(work *w, double *squares, int *exponent)
{
    kg_number low = {0}, high = {0};
    centre middle = {.scale = 1};
    double far;
    kg_status status;

    KG_TRY(kg_array_argmin(NULL, &low, w->ctx, w->type, w->n, w->value));
    KG_TRY(kg_array_argmax(NULL, &high, w->ctx, w->type, w->n, w->value));
    *exponent = 0;
    *squares = 0;
    if (!isfinite(low.real) || !isfinite(high.real))
        *squares = __builtin_nan("");
    if (isnan(*squares) || low.real == high.real)
        goto out;
    middle.at.real = low.real / 2 + high.real / 2;
    far = fmax(high.real - middle.at.real, middle.at.real - low.real);
    frexp(far, exponent);
    *exponent = *exponent < -1000 ? -1000 : *exponent;
    middle.scale = ldexp(1, -*exponent);
    middle.at.real += ldexp(sum_spreads(w, middle).sum / (double)w->n, *exponent);
    *squares = centred(sum_spreads(w, middle), w->n);
out:
    return status;
}

/* The sum of squares, divided by 4^*exponent. */
static kg_status sum_squares(work *w, double *squares, int *exponent)
{
    const bool real = kg__is_real(w->type);
    kg__sum sum = {0, 0};
    centre mean = {.scale = 1};
    double least = 0x1p-900;
    kg_status status;

    *exponent = 0;
    KG_TRY(kg__array(w->ctx)->sum(w->ctx, &sum, w->type, w->n, w->value));
    if (real) {
        mean.at.real = sum.real / (double)w->n;
        if (!isfinite(sum.real)) {
            status = scaled_squares(w, squares, exponent);
            goto out;
        }
        least = fmax(least, (double)w->n * (mean.at.real * 0x1p-48) * (mean.at.real * 0x1p-48));
    } else { /* rounded to the nearest integer, so that the correction loses little */
        const __int128 half = (__int128)(w->n / 2);

        mean.at.integer = (int64_t)((sum.whole + (sum.whole < 0 ? -half : half)) / (__int128)w->n);
    }
    *squares = centred(sum_spreads(w, mean), w->n);
    if (real && !(*squares >= least && *squares <= 0x1p1000))
        status = scaled_squares(w, squares, exponent);
out:
    return status;
}

kg_status kg_array_variance(double *variance, double *deviation, kg_context *context, kg_type type,
    uint64_t n, const void *value, kg_variance kind)
{
    work w = {.ctx = context, .type = type, .n = n, .value = value};
    void *copy = NULL;
    double squares, wide, root;
    int exponent;
    kg_status status;

    KG_TRY(kg__array_begin(context, type));
    if ((unsigned)kind > KG_VARIANCE_POPULATION)
        return kg__fail(context, KG_ARGUMENT, "unknown kind of variance %d", (int)kind);
    if (n < (kind == KG_VARIANCE_SAMPLE ? 2 : 1))
        return kg__fail(context, KG_ARGUMENT, "the variance of %llu values%s",
            (unsigned long long)n, n ? ": that of a sample needs 2" : "");
    KG_TRY(kg__require(context, value, "value"));
    KG_TRY(kg__host_allocate(
        context, &w.piece, (n + KG__PIECE - 1) / KG__PIECE, sizeof *w.piece, "sums of squares"));
    KG_TRY(kg__array_borrow(context, &w.host, &copy, type, n, value));
    KG_TRY(sum_squares(&w, &squares, &exponent));
    squares /= (double)(kind == KG_VARIANCE_SAMPLE ? n - 1 : n);
    wide = ldexp(squares, 2 * exponent);
    root = ldexp(sqrt(squares), exponent);
    if ((variance && isinf(wide)) || (deviation && isinf(root)))
        status = kg__fail(context, KG_OVERFLOW, "the %s of %llu values passes what a double holds",
            variance && isinf(wide) ? "variance" : "standard deviation", (unsigned long long)n);
    if (variance)
        *variance = wide;
    if (deviation)
        *deviation = root;
out:
    kg__free_all(context, copy, w.piece);
    return status;
}
