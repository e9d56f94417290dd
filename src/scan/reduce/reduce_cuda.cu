/*
 * Reductions on the GPU.
 *
 * In: value[n], n > 0. Out: their sum, minimum or maximum, in host memory.
 *
 * Method: CUB's reduction. Sums that could pass 64 bits are computed in 128 bits; kg_array_sum()
 * uses typed_reduce_cuda.cu, which is faster for 64-bit integers.
 *
 * Work: one read of the array. Memory: a number per block.
 *
 * Deterministic: the operations are associative.
 */
#include "../cub.cuh"
#include <cub/device/device_reduce.cuh>
#include <cuda/functional>
#include <cuda/std/functional>

typedef unsigned __int128 u128;

template <typename T>
static kg_status reduce(
    kg_context *ctx, uint64_t *result, uint64_t n, const T *value, kg__reduction how)
{
    void *found = kg__cuda_of(ctx)->small;
    kg_status status;

    if (how == KG__SUM && sizeof(T) == 4 && n >> 32 == 0) {
        KG_TRY_CUB(ctx, cub::DeviceReduce::Reduce, value, (uint64_t *)found, n, cuda::std::plus<>(),
            (uint64_t)0, kg__stream(ctx));
        KG_TRY(kg__cuda_wait(ctx));
        *result = *(uint64_t *)found;
    } else if (how == KG__SUM) {
        KG_TRY_CUB(ctx, cub::DeviceReduce::Reduce, value, (u128 *)found, n, cuda::std::plus<>(),
            (u128)0, kg__stream(ctx));
        KG_TRY(kg__cuda_wait(ctx));
        *result = (uint64_t) * (u128 *)found;
        status = *(u128 *)found >> 64 ? KG_OVERFLOW : KG_OK;
    } else {
        if (how == KG__MIN)
            KG_TRY_CUB(ctx, cub::DeviceReduce::Min, value, (T *)found, n, kg__stream(ctx));
        else
            KG_TRY_CUB(ctx, cub::DeviceReduce::Max, value, (T *)found, n, kg__stream(ctx));
        KG_TRY(kg__cuda_wait(ctx));
        *result = *(T *)found;
    }
out:
    return status;
}

decl_array_reduce_width(kg__array_reduce_u32_cuda, uint32_t)
{
    return reduce(ctx, result, n, value, how);
}

decl_array_reduce_width(kg__array_reduce_u64_cuda, uint64_t)
{
    return reduce(ctx, result, n, value, how);
}
