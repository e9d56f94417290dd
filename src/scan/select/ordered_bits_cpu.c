/*
 * Work on single numbers on the CPU: ordered bits and back, selection by a comparison, runs, rows
 * by position.
 *
 * In and out: as array_ops.h says. Each thread owns one part. Each number is read once and each
 * result written once; but select_if and run_starts read twice and need a byte per number.
 * Deterministic: an element's result depends on the input alone.
 */
#include "../array_ops.h"
#include "../avx2.h"
#include "../ordered_bits.h"

enum { GRAIN = 1 << 16 }; /* numbers that make one more thread worth while */

#define BODY "select/ordered_bits_cpu_tmpl.h"
#include "../each_type.h"

decl_array_ordered_bits(kg__array_ordered_bits_cpu)
{
    OF_TYPE(ordered_bits, type)(kg__threads(ctx, n, GRAIN), bits, n, value, descending);
    return KG_OK;
}

decl_array_from_ordered_bits(kg__array_from_ordered_bits_cpu)
{
    OF_TYPE(from_ordered_bits, type)(kg__threads(ctx, n, GRAIN), value, n, bits, descending);
    return KG_OK;
}

/* Keeps the numbers whose flag is set. They are moved unchanged, whatever their type. */
static kg_status select_flagged(kg_context *ctx, void *kept, uint64_t *count, kg_type type,
    uint64_t n, const void *value, const uint8_t *flag)
{
    switch (kg_type_size(type)) {
    case 1:
        return kg__array_select_flagged_u8_cpu(ctx, kept, count, n, value, flag);
    case 2:
        return kg__array_select_flagged_u16_cpu(ctx, kept, count, n, value, flag);
    case 4:
        return kg__array_select_flagged_u32_cpu(ctx, kept, count, n, value, flag);
    default:
        return kg__array_select_flagged_u64_cpu(ctx, kept, count, n, value, flag);
    }
}

decl_array_select_if(kg__array_select_if_cpu)
{
    uint8_t *flag = NULL;
    kg_status status;

    KG_TRY(kg__allocate(ctx, &flag, n, sizeof *flag, "flags"));
    OF_TYPE(compare, type)(kg__threads(ctx, n, GRAIN), flag, n, value, how, than, invert);
    KG_TRY(select_flagged(ctx, kept, count, type, n, value, flag));
out:
    kg__free(ctx, flag);
    return status;
}

decl_array_run_starts(kg__array_run_starts_cpu)
{
    uint8_t *flag = NULL;
    kg_status status;

    KG_TRY(kg__allocate(ctx, &flag, n, sizeof *flag, "flags"));
    OF_TYPE(run_starts, type)(kg__threads(ctx, n, GRAIN), flag, n, value);
    KG_TRY(select_flagged(ctx, number, count, type, n, value, flag));
    KG_TRY(kg__array_select_flagged_u64_cpu(ctx, start, count, n, NULL, flag));
out:
    kg__free(ctx, flag);
    return status;
}

decl_array_run_lengths(kg__array_run_lengths_cpu)
{
    (void)ctx;
    for (uint64_t i = 0; i + 1 < count; i++)
        start[i] = start[i + 1] - start[i];
    start[count - 1] = n - start[count - 1];
    return KG_OK;
}

decl_array_gather(kg__array_gather_cpu)
{
    KG_PARALLEL_FOR(kg__threads(ctx, count, GRAIN / 8))
    for (uint64_t i = 0; i < count; i++) {
        const char *from = (const char *)value + stride * (position ? position[i] : i);

        if (row_bytes == 8)
            memcpy((char *)result + 8 * i, from, 8);
        else
            memcpy((char *)result + row_bytes * i, from, row_bytes);
    }
    return KG_OK;
}
