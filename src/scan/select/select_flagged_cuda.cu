/*
 * Selection by flags on the GPU.
 *
 * In: flag[n], value[n] or NULL for positions. Out: kept[count]; count, in host memory.
 *
 * Method: CUB's selection by decoupled look-back. A flag is set if it is not 0.
 *
 * Work: one read of flags and values, one write of the output. Memory: a few numbers per tile.
 *
 * Deterministic: the order is the input's.
 */
#include "../cub.cuh"
#include <cub/device/device_select.cuh>
#include <thrust/iterator/counting_iterator.h>

template <typename T>
static kg_status select_flagged(
    kg_context *ctx, T *kept, uint64_t *count, uint64_t n, const T *value, const uint8_t *flag)
{
    uint64_t *found = (uint64_t *)kg__cuda_of(ctx)->small;
    kg_status status;

    if (value)
        KG_TRY_CUB(
            ctx, cub::DeviceSelect::Flagged, value, flag, kept, found, (int64_t)n, kg__stream(ctx));
    else if constexpr (sizeof(T) >= 4)
        KG_TRY_CUB(ctx, cub::DeviceSelect::Flagged, thrust::counting_iterator<T>(0), flag, kept,
            found, (int64_t)n, kg__stream(ctx));
    KG_TRY(kg__cuda_wait(ctx));
    *count = *found;
out:
    return status;
}

decl_array_select_flagged_width(kg__array_select_flagged_u8_cuda, uint8_t)
{
    return select_flagged(ctx, kept, count, n, value, flag);
}

decl_array_select_flagged_width(kg__array_select_flagged_u16_cuda, uint16_t)
{
    return select_flagged(ctx, kept, count, n, value, flag);
}

decl_array_select_flagged_width(kg__array_select_flagged_u32_cuda, uint32_t)
{
    return select_flagged(ctx, kept, count, n, value, flag);
}

decl_array_select_flagged_width(kg__array_select_flagged_u64_cuda, uint64_t)
{
    return select_flagged(ctx, kept, count, n, value, flag);
}
