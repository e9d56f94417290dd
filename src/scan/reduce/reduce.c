/* Reductions: the front. */
#include "../front.h"
#include "../host_array.h"
#include <math.h>

/* Finds whether an array of floats has an infinity or a NaN. If so, its greatest or its least
 * number is one. */
static kg_status find_special(
    kg_context *ctx, bool *found, kg_type type, uint64_t n, const void *value)
{
    kg_status status;

    *found = false;
    for (int max = 0; max < 2; max++) {
        kg_number one = {0};
        uint64_t index;

        KG_TRY(kg__array(ctx)->argmin(ctx, &index, type, n, value, max));
        KG_TRY(kg__array_fetch(ctx, &one, type, value, index));
        *found = *found || !isfinite(one.real);
    }
out:
    return status;
}

/* Returns the mean. It is rounded once if the sum is exact as a double. Otherwise integers are
 * divided, and only the remainder is divided as a double. */
static double mean_of(__int128 sum, uint64_t n)
{
    const __int128 most = (__int128)1 << 53;

    if (n == 0 || (-most <= sum && sum <= most))
        return (double)sum / (double)n;
    return (double)(sum / (__int128)n) + (double)(sum % (__int128)n) / (double)n;
}

/* In a sum of floats every number and partial sum is added to another one. So a single infinity or
 * NaN among them makes the last sum infinite or NaN. If the last sum is finite, all were. */
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
    if (kg__is_unsigned(type))
        whole.whole = (uint64_t)all.whole;
    else if (kg__is_signed(type))
        whole.integer = (int64_t)all.whole;
    else
        whole.real = all.real == all.real ? all.real : __builtin_nan(""); /* one NaN for all */
    if (kg__is_real(type) && !isfinite(all.real))
        KG_TRY(find_special(context, &special, type, n, value));
    passed = kg__is_real(type)       ? !isfinite(all.real) && !special
             : kg__is_unsigned(type) ? sum && all.whole != whole.whole
                                     : sum && all.whole != whole.integer;
    if (passed)
        return kg__fail(context, KG_OVERFLOW, "the sum of %llu values passes %s",
            (unsigned long long)n, kg__room_of(kg__wide_type(type)));
    if (sum)
        *sum = whole;
    if (mean)
        *mean = kg__is_real(type) ? whole.real / (double)n : mean_of(all.whole, n);
out:
    return status;
}

static kg_status find_extreme(uint64_t *index, kg_number *number, kg_context *ctx, kg_type type,
    uint64_t n, const void *value, bool max)
{
    const kg__array_ops *ops;
    const kg__reduction how = max ? KG__MAX : KG__MIN;
    uint64_t at = 0;
    kg_status status;

    KG_TRY(kg__array_begin(ctx, type));
    ops = kg__array(ctx);
    if (!index && !number)
        return kg__fail(ctx, KG_ARGUMENT, "index and number are both NULL");
    if (!n)
        return kg__fail(ctx, KG_ARGUMENT, "the %s of 0 values", max ? "greatest" : "least");
    KG_TRY(kg__require(ctx, value, "value"));
    if (!index && type == KG_U32)
        return ops->reduce_u32(ctx, &number->whole, n, value, how);
    if (!index && type == KG_U64)
        return ops->reduce_u64(ctx, &number->whole, n, value, how);
    KG_TRY(ops->argmin(ctx, &at, type, n, value, max));
    if (index)
        *index = at;
    if (number)
        KG_TRY(kg__array_fetch(ctx, number, type, value, at));
out:
    return status;
}

kg_status kg_array_argmin(uint64_t *index, kg_number *number, kg_context *context, kg_type type,
    uint64_t n, const void *value)
{
    return find_extreme(index, number, context, type, n, value, false);
}

kg_status kg_array_argmax(uint64_t *index, kg_number *number, kg_context *context, kg_type type,
    uint64_t n, const void *value)
{
    return find_extreme(index, number, context, type, n, value, true);
}
