/* Running sums, least and greatest numbers: the front. */
#include "front.h"
#include <math.h>

static const char *room_of(kg_type type)
{
    static const char *const room[] = {[KG_U32] = "32 bits",
        [KG_U64] = "64 bits",
        [KG_I64] = "64 bits",
        [KG_F32] = "what a float holds",
        [KG_F64] = "what a double holds"};

    return room[type];
}

/* The least of no numbers is the greatest of the type, and the reverse. */
static kg_number extreme_of_none(kg_type type, bool max)
{
    kg_number number = {0};

    if (type == KG_U32)
        number.whole = max ? 0 : UINT32_MAX;
    else if (type == KG_U64)
        number.whole = max ? 0 : UINT64_MAX;
    else if (type == KG_I64)
        number.integer = max ? INT64_MIN : INT64_MAX;
    else
        number.real = max ? -INFINITY : INFINITY;
    return number;
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

/* Computes running sums of unsigned integers; the same pass gives their total. */
static kg_status scan_unsigned(void *result, kg_number *total, kg_context *ctx, kg_type type,
    uint64_t n, const void *value, bool inclusive)
{
    uint64_t all = 0;
    kg_status status;

    KG_TRY(type == KG_U32 ? kg__array(ctx)->scan_u32(ctx, result, &all, n, value, inclusive)
                          : kg__array(ctx)->scan_u64(ctx, result, &all, n, value, inclusive));
    if (total)
        total->whole = all;
out:
    return status;
}

kg_status kg_array_scan(void *result, kg_number *total, kg_context *context, kg_type type,
    uint64_t n, const void *value, kg_scan_op op, kg_scan_kind kind)
{
    kg_status status;

    KG_TRY(kg__array_begin(context, type));
    KG_TRY(kg__require_arrays(context, n, result, value));
    if ((unsigned)op > KG_SCAN_MAX)
        return kg__fail(context, KG_ARGUMENT, "unknown operation %d", (int)op);
    if ((unsigned)kind > KG_SCAN_EXCLUSIVE)
        return kg__fail(context, KG_ARGUMENT, "unknown kind of scan %d", (int)kind);
    if (n && op == KG_SCAN_SUM && kg__is_unsigned(type)) {
        KG_TRY(scan_unsigned(result, total, context, type, n, value, kind == KG_SCAN_INCLUSIVE));
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
               ? kg__fail(context, status, "a running sum passes %s", room_of(type))
               : status;
}
