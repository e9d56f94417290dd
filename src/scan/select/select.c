/* Selections, which keep numbers in their order: the fronts. */
#include "../front.h"

void kg__fit_condition(kg_type type, kg_compare *how, kg_number *than)
{
    const bool below = *how == KG_LESS || *how == KG_LESS_EQUAL || *how == KG_NOT_EQUAL;
    const bool above = *how == KG_GREATER || *how == KG_GREATER_EQUAL || *how == KG_NOT_EQUAL;
    const int outside = kg__is_real(type) ? 0 : kg__outside(type, *than);

    if (outside) {
        *how = (outside > 0 ? below : above) ? KG_GREATER_EQUAL : KG_LESS;
        *than = kg__least_of(type);
    }
}

kg_status kg__select_flagged(kg_context *ctx, void *kept, uint64_t *count, size_t size, uint64_t n,
    const void *value, const uint8_t *flag)
{
    const kg__array_ops *ops = kg__array(ctx);

    return size == 1   ? ops->select_flagged_u8(ctx, kept, count, n, value, flag)
           : size == 2 ? ops->select_flagged_u16(ctx, kept, count, n, value, flag)
           : size == 4 ? ops->select_flagged_u32(ctx, kept, count, n, value, flag)
                       : ops->select_flagged_u64(ctx, kept, count, n, value, flag);
}

kg_status kg_array_select_if(void *kept, uint64_t *count, kg_context *context, kg_type type,
    uint64_t n, const void *value, kg_compare how, kg_number than)
{
    kg_status status;

    KG_TRY(kg__array_begin(context, type));
    KG_TRY(kg__require(context, count, "count"));
    KG_TRY(kg__require_arrays(context, n, kept, value));
    if ((unsigned)how > KG_NOT_EQUAL)
        return kg__fail(context, KG_ARGUMENT, "unknown comparison %d", (int)how);
    *count = 0;
    kg__fit_condition(type, &how, &than);
    if (n)
        KG_TRY(
            kg__array(context)->select_if(context, kept, count, type, n, value, how, than, false));
out:
    return status;
}

/* The common part of both selections by flags, after their checks. value: NULL selects
 * positions. */
static kg_status select_flagged(void *kept, uint64_t *count, kg_context *ctx, kg_type type,
    uint64_t n, const void *value, const uint8_t *flag)
{
    kg_status status;

    KG_TRY(kg__require(ctx, count, "count"));
    KG_TRY(kg__require(ctx, kept || !n, "the output"));
    KG_TRY(kg__require(ctx, flag || !n, "flag"));
    *count = 0;
    if (n)
        KG_TRY(kg__select_flagged(ctx, kept, count, kg_type_size(type), n, value, flag));
out:
    return status;
}

kg_status kg_array_select_flagged(void *kept, uint64_t *count, kg_context *context, kg_type type,
    uint64_t n, const void *value, const uint8_t *flag)
{
    kg_status status;

    KG_TRY(kg__array_begin(context, type));
    KG_TRY(kg__require(context, value || !n, "value"));
    KG_TRY(select_flagged(kept, count, context, type, n, value, flag));
out:
    return status;
}

kg_status kg_array_select_positions(void *position, uint64_t *count, kg_context *context,
    kg_type type, uint64_t n, const uint8_t *flag)
{
    kg_status status;

    KG_TRY(kg__array_begin(context, type));
    if (type != KG_U32 && type != KG_U64)
        return kg__fail(
            context, KG_ARGUMENT, "positions of type %d: expected KG_U32 or KG_U64", (int)type);
    KG_TRY(kg__require_positions(context, n, kg_type_size(type)));
    KG_TRY(select_flagged(position, count, context, type, n, NULL, flag));
out:
    return status;
}

kg_status kg_array_stable_partition(void *result, uint64_t *negatives, kg_context *context,
    kg_type type, uint64_t n, const void *value)
{
    const kg_number zero = {0};
    const kg__array_ops *ops;
    uint64_t below = 0, rest;
    kg_status status;

    KG_TRY(kg__array_begin(context, type));
    ops = kg__array(context);
    KG_TRY(kg__require(context, negatives, "negatives"));
    KG_TRY(kg__require_arrays(context, n, result, value));
    if (n) {
        KG_TRY(ops->select_if(context, result, &below, type, n, value, KG_LESS, zero, false));
        KG_TRY(ops->select_if(context, (char *)result + below * kg_type_size(type), &rest, type, n,
            value, KG_LESS, zero, true));
    }
    *negatives = below;
out:
    return status;
}
