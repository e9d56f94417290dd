/* Running sums, minima and maxima: the front. */
#include "../front.h"
#include "../host_array.h"
#include <math.h>

/* The minimum of no numbers is the greatest number of the type, and the maximum is the least. */
static kg_number extreme_of_none(kg_type type, bool max)
{
    if (kg__is_real(type))
        return (kg_number){.real = max ? -INFINITY : INFINITY};
    return max ? kg__least_of(type) : kg__greatest_of(type);
}

static kg_status find_total(
    kg_number *total, kg_context *ctx, kg_type type, uint64_t n, const void *value, kg_scan_op op)
{
    if (op == KG_SCAN_SUM)
        return kg_array_sum(total, NULL, ctx, type, n, value);
    if (n)
        return (op == KG_SCAN_MAX ? kg_array_argmax : kg_array_argmin)(
            NULL, total, ctx, type, n, value);
    *total = extreme_of_none(type, op == KG_SCAN_MAX);
    return KG_OK;
}

/* Whether one pass gives the running sums of integers of the type and their total. */
static bool has_total(kg_type type)
{
    return type == KG_U32 || type == KG_U64;
}

/* Computes both in that pass. */
static kg_status scan_with_total(kg_context *ctx, void *result, uint64_t *total, kg_type type,
    uint64_t n, const void *value, bool inclusive)
{
    return type == KG_U32 ? kg__array(ctx)->scan_u32(ctx, result, total, n, value, inclusive)
                          : kg__array(ctx)->scan_u64(ctx, result, total, n, value, inclusive);
}

/* Computes exclusive running sums of integers. The last number is in none of them, so the
 * primitives scan the others, whose total is the last result. result may be value. */
static kg_status scan_before(
    void *result, kg_number *total, kg_context *ctx, kg_type type, uint64_t n, const void *value)
{
    const size_t size = kg_type_size(type);
    const uint64_t last = n - 1;
    kg_number sum = {0}, one = {0}, end = {0};
    uint64_t bytes;
    kg_status status = KG_OK;

    if (total)
        KG_TRY(kg__array_fetch(ctx, &end, type, value, last));
    if (last && has_total(type)) {
        KG_TRY(scan_with_total(ctx, result, &sum.whole, type, last, value, false));
    } else if (last) {
        KG_TRY(kg__array_fetch(ctx, &one, type, value, last - 1));
        KG_TRY(kg__array(ctx)->scan(ctx, result, type, last, value, KG_SCAN_SUM, true));
        KG_TRY(kg__array_fetch(ctx, &sum, type, result, last - 1));
        sum.whole += one.whole;
    }
    if (kg__outside(type, sum))
        return KG_OVERFLOW;
    kg__number_put(type, &bytes, 0, sum);
    KG_TRY(kg__memory(ctx)->upload(ctx, (char *)result + last * size, &bytes, size));
    if (total &&
        (kg__is_signed(type) ? __builtin_add_overflow(sum.integer, end.integer, &total->integer)
                             : __builtin_add_overflow(sum.whole, end.whole, &total->whole)))
        status = KG_OVERFLOW;
out:
    return status;
}

kg_status kg_array_scan(void *result, kg_number *total, kg_context *context, kg_type type,
    uint64_t n, const void *value, kg_scan_op op, kg_scan_kind kind)
{
    uint64_t all;
    kg_status status;

    KG_TRY(kg__array_begin(context, type));
    KG_TRY(kg__require_arrays(context, n, result, value));
    if ((unsigned)op > KG_SCAN_MAX)
        return kg__fail(context, KG_ARGUMENT, "unknown operation %d", (int)op);
    if ((unsigned)kind > KG_SCAN_EXCLUSIVE)
        return kg__fail(context, KG_ARGUMENT, "unknown kind of scan %d", (int)kind);
    if (n && op == KG_SCAN_SUM && kind == KG_SCAN_EXCLUSIVE && !kg__is_real(type)) {
        KG_TRY(scan_before(result, total, context, type, n, value));
        goto out;
    }
    if (n && op == KG_SCAN_SUM && has_total(type)) {
        KG_TRY(scan_with_total(context, result, &all, type, n, value, true));
        if (total)
            total->whole = all;
        goto out;
    }
    if (total) { /* before the scan, which may be in place */
        status = find_total(total, context, type, n, value, op);
        if (status != KG_OK)
            return status;
    }
    if (n)
        KG_TRY(kg__array(context)->scan(
            context, result, type, n, value, op, kind == KG_SCAN_EXCLUSIVE));
out:
    return status == KG_OVERFLOW
               ? kg__fail(context, status, "a running sum passes %s", kg__room_of(type))
               : status;
}
