/*
 * Running sums of integers by one pass of CUB's scan, whose additions note a carry. Without one every
 * sum is right. A carry alone says little: CUB adds up stretches that are no prefix as well, and sums
 * that it then forgets. So the sums are looked at: what each has beyond the one before it is its
 * number, and tells whether it has passed the type.
 */
#ifndef KG_RUNNING_SUM_CUH
#define KG_RUNNING_SUM_CUH

#include "tile.cuh"
#include <cub/device/device_scan.cuh>

/* U: the unsigned integer of the numbers' width. */
template <typename U> struct kg__verdict {
    U last, value; /* the last sum; exclusive: the last number, else 0 */
    unsigned carried, passed;
};

/* Whether before + value, which is sum, passes the type. */
template <typename U, bool SIGNED>
static __host__ __device__ __forceinline__ bool kg__carries(U before, U value, U sum)
{
    return SIGNED ? ((before ^ sum) & (value ^ sum)) >> (8 * sizeof(U) - 1) : sum < value;
}

template <typename U, bool SIGNED> struct kg__add {
    unsigned *carried;

    __device__ __forceinline__ U operator()(U a, U b) const
    {
        const U sum = a + b;

        if (kg__carries<U, SIGNED>(a, b, sum))
            atomicOr(carried, 1u);
        return sum;
    }
};

/* Block b owns tile b. */
template <typename U, bool SIGNED>
static __global__ void k_scan_passed(unsigned *passed, uint64_t n, const U *sum)
{
    U own[KG__ITEMS];
    bool some = false;

    kg__tile_load(own, blockIdx.x, n, sum, (U)0);
#pragma unroll
    for (int k = 0; k < KG__ITEMS; k++) {
        const uint64_t i = kg__tile_index(blockIdx.x, k);
        const U before = i > 0 && i < n ? sum[i - 1] : 0;

        some |= i < n && kg__carries<U, SIGNED>(before, own[k] - before, own[k]);
    }
    if (some)
        atomicOr(passed, 1u);
}

/* sum: [n], may be value. total: may be NULL. KG_OVERFLOW without a text. */
template <typename U, bool SIGNED>
static kg_status kg__running_sum(
    kg_context *ctx, U *sum, uint64_t *total, uint64_t n, const U *value, bool inclusive)
{
    typedef kg__verdict<U> verdict;
    verdict *d_found = NULL, found;
    kg__add<U, SIGNED> add;
    U all;
    kg_status status;

    KG_TRY(kg__allocate(ctx, &d_found, 1, sizeof *d_found, "a total"));
    KG_TRY(KG_CUDA(ctx, cudaMemsetAsync(d_found, 0, sizeof *d_found, kg__stream(ctx))));
    add.carried = &d_found->carried;
    if (inclusive) {
        KG_TRY_CUB(ctx, cub::DeviceScan::InclusiveScan, value, sum, add, n, kg__stream(ctx));
    } else {
        KG_TRY(KG_CUDA(ctx, cudaMemcpyAsync(&d_found->value, value + n - 1, sizeof(U),
                                cudaMemcpyDeviceToDevice, kg__stream(ctx))));
        KG_TRY_CUB(ctx, cub::DeviceScan::ExclusiveScan, value, sum, add, (U)0, n, kg__stream(ctx));
    }
    KG_TRY(KG_CUDA(ctx, cudaMemcpyAsync(&d_found->last, sum + n - 1, sizeof(U),
                            cudaMemcpyDeviceToDevice, kg__stream(ctx))));
    KG_TRY(kg__cuda_fetch(ctx, &found, d_found, sizeof found));
    if (found.carried) {
        KG_TRY(KG_LAUNCH(
            ctx, (k_scan_passed<U, SIGNED>), kg__tile_threads(n), &d_found->passed, n, sum));
        KG_TRY(kg__cuda_fetch(ctx, &found, d_found, sizeof found));
    }
    all = found.last + found.value;
    if (total)
        *total = all;
    if (found.passed || kg__carries<U, SIGNED>(found.last, found.value, all))
        status = KG_OVERFLOW;
out:
    kg__free(ctx, d_found);
    return status;
}

#endif
