/* Selections, which keep numbers in their order: the fronts. */
#include "front.h"

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
    if (n)
        KG_TRY(
            kg__array(context)->select_if(context, kept, count, type, n, value, how, than, false));
out:
    return status;
}

/* What both selections by flags do after their own checks. value: NULL selects positions. */
static kg_status select_flagged(void *kept, uint64_t *count, kg_context *ctx, kg_type type,
    uint64_t n, const void *value, const uint8_t *flag)
{
    const kg__array_ops *ops = kg__array(ctx);
    kg_status status;

    KG_TRY(kg__require(ctx, count, "count"));
    KG_TRY(kg__require(ctx, kept || !n, "the output"));
    KG_TRY(kg__require(ctx, flag || !n, "flag"));
    *count = 0;
    if (n)
        KG_TRY(kg_type_size(type) == 4 ? ops->select_flagged_u32(ctx, kept, count, n, value, flag)
                                       : ops->select_flagged_u64(ctx, kept, count, n, value, flag));
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
    if (!kg__is_unsigned(type))
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
