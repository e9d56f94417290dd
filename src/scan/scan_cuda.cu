/*
 * Prefix sums on the GPU.
 *
 * In: value[n]. Out: sum[n], which may be value; the total.
 *
 * Method: CUB's scan by decoupled look-back, in one pass with the check for overflow.
 *
 * Work: one read and one write of the array. Memory: a few numbers a tile.
 *
 * Deterministic: sums of integers.
 */
#include "running_sum.cuh"

decl_scan_prefix(kg__scan_prefix_u32_cuda, uint32_t)
{
    return kg__running_sum<uint32_t, false>(ctx, sum, total, n, value, inclusive);
}

decl_scan_prefix(kg__scan_prefix_u64_cuda, uint64_t)
{
    return kg__running_sum<uint64_t, false>(ctx, sum, total, n, value, inclusive);
}
