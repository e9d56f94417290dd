/*
 * Reductions on the GPU.
 *
 * In: value[n], n > 0. Out: their sum, least or greatest, in host memory.
 *
 * Method: CUB's reduction. Sums that could pass 64 bits are kept in 128; those of 64-bit integers
 * are the typed primitive's, which is faster.
 *
 * Work: one read of the array. Memory: a number a block.
 *
 * Deterministic: the operations are associative.
 */
#include "cub.cuh"
extern "C" {
#include "array_ops.h"
}
#include <cub/device/device_reduce.cuh>
#include <cuda/functional>
#include <cuda/std/functional>

typedef unsigned __int128 u128;

template <typename T>
static kg_status reduce(
    kg_context *ctx, uint64_t *result, uint64_t n, const T *value, kg__reduction how)
{
    void *d_result = NULL;
    u128 sum = 0;
    T extreme = 0;
    kg_status status;

    KG_TRY(kg__allocate(ctx, &d_result, 1, sizeof sum, "a result"));
    if (how == KG__SUM && sizeof(T) == 4 && n >> 32 == 0) {
        KG_TRY_CUB(ctx, cub::DeviceReduce::Reduce, value, (uint64_t *)d_result, n,
            cuda::std::plus<>(), (uint64_t)0, kg__stream(ctx));
        KG_TRY(kg__cuda_fetch(ctx, result, d_result, sizeof *result));
    } else if (how == KG__SUM && sizeof(T) == 8) {
        kg__sum all;

        KG_TRY(kg__array_sum_cuda(ctx, &all, KG_U64, n, value));
        *result = (uint64_t)all.whole;
        status = all.whole >> 64 ? KG_OVERFLOW : KG_OK;
    } else if (how == KG__SUM) {
        KG_TRY_CUB(ctx, cub::DeviceReduce::Reduce, value, (u128 *)d_result, n, cuda::std::plus<>(),
            (u128)0, kg__stream(ctx));
        KG_TRY(kg__cuda_fetch(ctx, &sum, d_result, sizeof sum));
        *result = (uint64_t)sum;
        status = sum >> 64 ? KG_OVERFLOW : KG_OK;
    } else {
        if (how == KG__MIN)
            KG_TRY_CUB(ctx, cub::DeviceReduce::Min, value, (T *)d_result, n, kg__stream(ctx));
        else
            KG_TRY_CUB(ctx, cub::DeviceReduce::Max, value, (T *)d_result, n, kg__stream(ctx));
        KG_TRY(kg__cuda_fetch(ctx, &extreme, d_result, sizeof extreme));
        *result = extreme;
    }
out:
    kg__free(ctx, d_result);
    return status;
}

decl_scan_reduce(kg__scan_reduce_u32_cuda, uint32_t)
{
    return reduce(ctx, result, n, value, how);
}

decl_scan_reduce(kg__scan_reduce_u64_cuda, uint64_t)
{
    return reduce(ctx, result, n, value, how);
}
