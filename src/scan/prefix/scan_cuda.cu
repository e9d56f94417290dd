/*
 * Prefix sums on the GPU.
 *
 * In: value[n]. Out: sum[n], which may be value; the total.
 *
 * Method: see running_sum.cuh.
 *
 * Work: one read and one write of the array. Memory: a few numbers per tile.
 *
 * Deterministic: sums of integers are exact.
 */
#include "running_sum.cuh"

decl_array_scan_width(kg__array_scan_u32_cuda, uint32_t)
{
    return kg__running_sum<uint32_t, false>(ctx, sum, total, n, value, inclusive);
}

decl_array_scan_width(kg__array_scan_u64_cuda, uint64_t)
{
    return kg__running_sum<uint64_t, false>(ctx, sum, total, n, value, inclusive);
}
