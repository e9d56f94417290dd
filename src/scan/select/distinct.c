/* Distinct numbers and runs of equal numbers: the fronts. Numbers are equal if their ordered bits
 * are. */
#include "../front.h"

/* The common part of both calls that count runs of equal numbers, after their checks; n > 0. */
static kg_status encode_runs(void *number, uint64_t *length, uint64_t *count, kg_context *ctx,
    kg_type type, uint64_t n, const void *value)
{
    kg_status status;

    KG_TRY(kg__array(ctx)->run_starts(ctx, number, length, count, type, n, value));
    KG_TRY(kg__array(ctx)->run_lengths(ctx, length, *count, n));
out:
    return status;
}

kg_status kg_array_run_length_encode(void *number, uint64_t *length, uint64_t *count,
    kg_context *context, kg_type type, uint64_t n, const void *value)
{
    kg_status status;

    KG_TRY(kg__array_begin(context, type));
    KG_TRY(kg__require(context, count, "count"));
    KG_TRY(kg__require_arrays(context, n, number, value));
    KG_TRY(kg__require(context, length || !n, "length"));
    *count = 0;
    if (n)
        KG_TRY(encode_runs(number, length, count, context, type, n, value));
out:
    return status;
}

/* Finds the distinct numbers, increasing, and the ranks if wanted; distinct may be value. */
static kg_status find_distinct(void *distinct, uint32_t *rank, uint64_t *count, kg_context *ctx,
    kg_type type, uint64_t n, const void *value)
{
    const kg__array_ops *ops = kg__array(ctx);
    const bool plain = kg__is_unsigned(type);
    const void *bits = plain ? value : distinct;
    kg_status status = rank ? KG_UNSUPPORTED : ops->distinct(ctx, distinct, count, type, n, value);

    if (status != KG_UNSUPPORTED)
        return status;
    if (!plain)
        KG_TRY(ops->ordered_bits(ctx, distinct, type, n, value, false));
    switch (kg_type_size(type)) {
    case 1:
        KG_TRY(ops->distinct_u8(ctx, distinct, count, rank, n, bits));
        break;
    case 2:
        KG_TRY(ops->distinct_u16(ctx, distinct, count, rank, n, bits));
        break;
    case 4:
        KG_TRY(ops->distinct_u32(ctx, distinct, count, rank, n, bits));
        break;
    default:
        KG_TRY(ops->distinct_u64(ctx, distinct, count, rank, n, bits));
    }
    if (!plain)
        KG_TRY(ops->from_ordered_bits(ctx, distinct, type, *count, distinct, false));
out:
    return status;
}

/* Finds the distinct numbers and how often each occurs. */
static kg_status count_distinct(void *distinct, uint64_t *times, uint64_t *count, kg_context *ctx,
    kg_type type, uint64_t n, const void *value)
{
    void *sorted = NULL;
    kg_status status;

    KG_TRY(kg__allocate(ctx, &sorted, n, kg_type_size(type), "sorted values"));
    KG_TRY(kg_array_sort(sorted, NULL, ctx, type, n, value, KG_ASCENDING));
    KG_TRY(encode_runs(distinct, times, count, ctx, type, n, sorted));
out:
    kg__free(ctx, sorted);
    return status;
}

/* Finds the distinct bytes and how often each occurs. */
static kg_status find_bytes(void *distinct, uint64_t *times, uint64_t *count, kg_context *ctx,
    kg_type type, uint64_t n, const void *value)
{
    uint64_t all[KG__BYTES];
    uint8_t byte[KG__BYTES];
    kg_status status;

    KG_TRY(kg__count_bytes(ctx, all, type, n, value));
    for (unsigned key = 0; key < KG__BYTES; key++)
        if (all[key]) {
            byte[*count] = (uint8_t)(key ^ kg__sign_bit(type));
            all[(*count)++] = all[key];
        }
    KG_TRY(kg__memory(ctx)->upload(ctx, distinct, byte, *count));
    if (times)
        KG_TRY(kg__memory(ctx)->upload(ctx, times, all, *count * sizeof *times));
out:
    return status;
}

kg_status kg_array_distinct(void *distinct, uint64_t *times, uint32_t *rank, uint64_t *count,
    kg_context *context, kg_type type, uint64_t n, const void *value)
{
    kg_status status;

    KG_TRY(kg__array_begin(context, type));
    KG_TRY(kg__require(context, count, "count"));
    KG_TRY(kg__require_arrays(context, n, distinct, value));
    if (rank)
        KG_TRY(kg__require_positions(context, n, sizeof *rank));
    *count = 0;
    if (n && kg_type_size(type) == 1 && !rank) {
        KG_TRY(find_bytes(distinct, times, count, context, type, n, value));
        goto out;
    }
    if (n && (rank || !times))
        KG_TRY(find_distinct(distinct, rank, count, context, type, n, value));
    if (n && times)
        KG_TRY(count_distinct(distinct, times, count, context, type, n, value));
out:
    return status;
}
