/*
 * Prefix sums on the GPU.
 *
 * In: value[n]. Out: sum[n], which may be value; the total.
 *
 * Method: the total first, by the exact reduction, which refuses what does not fit before anything
 * is written; then CUB's scan by decoupled look-back.
 *
 * Work: two reads and one write of the array. Memory: a few numbers a tile.
 *
 * Deterministic: sums of integers.
 */
#include "cub.cuh"
#include <cub/device/device_scan.cuh>

template <typename T>
static kg_status scan(kg_context *ctx, T *sum, uint64_t n, const T *value, bool inclusive)
{
    kg_status status;

    if (inclusive)
        KG_TRY_CUB(ctx, cub::DeviceScan::InclusiveSum, value, sum, n, kg__stream(ctx));
    else
        KG_TRY_CUB(ctx, cub::DeviceScan::ExclusiveSum, value, sum, n, kg__stream(ctx));
out:
    return status;
}

decl_scan_prefix(kg__scan_prefix_u32_cuda, uint32_t)
{
    kg_status status;

    KG_TRY(kg__scan_reduce_u32_cuda(ctx, total, n, value, KG__SUM));
    KG_TRY(*total >> 32 ? KG_OVERFLOW : scan(ctx, sum, n, value, inclusive));
out:
    return status;
}

decl_scan_prefix(kg__scan_prefix_u64_cuda, uint64_t)
{
    kg_status status;

    KG_TRY(kg__scan_reduce_u64_cuda(ctx, total, n, value, KG__SUM));
    KG_TRY(scan(ctx, sum, n, value, inclusive));
out:
    return status;
}
