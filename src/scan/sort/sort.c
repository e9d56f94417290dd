/*
 * Sorting, and gathering rows by their positions: the fronts.
 *
 * If the backend cannot sort the numbers directly, a sort turns them into their ordered bits, sorts
 * these, and turns them back.
 */
#include "../front.h"

/* Sorts keys of the type's width. sorted or position may be NULL, not both. */
static kg_status sort_keys(
    void *sorted, uint64_t *position, kg_context *ctx, kg_type type, uint64_t n, const void *key)
{
    const kg__array_ops *ops = kg__array(ctx);

    switch (kg_type_size(type)) {
    case 1:
        return ops->sort_u8_u64(ctx, sorted, position, n, key, NULL);
    case 2:
        return ops->sort_u16_u64(ctx, sorted, position, n, key, NULL);
    case 8:
        return ops->sort_u64_u64(ctx, sorted, position, n, key, NULL);
    }
    return position ? ops->sort_u32_u64(ctx, sorted, position, n, key, NULL)
                    : ops->sort_u32_u32(ctx, sorted, NULL, n, key, NULL);
}

/* Sorts bytes by counting how often each occurs. */
static kg_status sort_bytes(
    void *sorted, kg_context *ctx, kg_type type, uint64_t n, const void *value, bool descending)
{
    uint64_t count[KG__BYTES];
    uint8_t *to = sorted;
    kg_status status;

    KG_TRY(kg__count_bytes(ctx, count, type, n, value));
    for (unsigned i = 0; i < KG__BYTES; i++) {
        const unsigned key = descending ? KG__BYTES - 1 - i : i;

        KG_TRY(kg__memory(ctx)->clear(ctx, to, (int)(key ^ kg__sign_bit(type)), count[key]));
        to += count[key];
    }
out:
    return status;
}

kg_status kg_array_sort(void *sorted, uint64_t *position, kg_context *context, kg_type type,
    uint64_t n, const void *value, kg_order order)
{
    const bool descending = order == KG_DESCENDING;
    const kg__array_ops *ops;
    void *own = NULL, *key = sorted;
    kg_status status;

    KG_TRY(kg__array_begin(context, type));
    ops = kg__array(context);
    KG_TRY(kg__require_arrays(context, n, sorted ? sorted : position, value));
    if ((unsigned)order > KG_DESCENDING)
        return kg__fail(context, KG_ARGUMENT, "unknown order %d", (int)order);
    if (!n)
        return KG_OK;
    if (!position && !descending) {
        status = ops->sort(context, sorted, type, n, value);
        if (status != KG_UNSUPPORTED)
            return status;
    }
    if (kg_type_size(type) == 1 && !position)
        return sort_bytes(sorted, context, type, n, value, descending);
    if (kg__is_unsigned(type) && !descending)
        return sort_keys(sorted, position, context, type, n, value);
    if (!sorted) {
        KG_TRY(kg__allocate(context, &own, n, kg_type_size(type), "keys"));
        key = own;
    }
    KG_TRY(ops->ordered_bits(context, key, type, n, value, descending));
    KG_TRY(sort_keys(sorted, position, context, type, n, key));
    if (sorted)
        KG_TRY(ops->from_ordered_bits(context, sorted, type, n, sorted, descending));
out:
    kg__free(context, own);
    return status;
}

kg_status kg_array_gather(void *result, kg_context *context, uint64_t count, size_t row_bytes,
    const void *value, const uint64_t *position)
{
    kg_status status;

    KG_TRY(kg__array_begin(context, KG_U64)); /* rows of bytes: any type will do */
    KG_TRY(kg__require_arrays(context, count, result, value));
    KG_TRY(kg__require(context, position || !count, "position"));
    if (count)
        KG_TRY(kg__array(context)->gather(
            context, result, count, row_bytes, value, row_bytes, position));
out:
    return status;
}
