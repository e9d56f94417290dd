/* Code that the two solvers for tours on the GPU share: a tour's distances there, a result's
 * type. */
#ifndef KG_TOUR_CUDA_CUH
#define KG_TOUR_CUDA_CUH

#include "../base/cuda.cuh"
extern "C" {
#include "combinatorics_ops.h"
}
#include <math.h>

/* A length above any sum, to which a distance can be added without overflow. */
template <typename T> __host__ __device__ constexpr T kg__tour_none();
template <> __host__ __device__ constexpr int32_t kg__tour_none()
{
    return 3 << 29; /* sums are below 2^30 */
}
template <> __host__ __device__ constexpr int64_t kg__tour_none()
{
    return (int64_t)3 << 61; /* sums are below 2^62 */
}
template <> __host__ __device__ constexpr double kg__tour_none()
{
    return HUGE_VAL;
}

template <typename T> static inline kg_number kg__tour_number(T cost)
{
    kg_number number;

    if constexpr ((T)0.5 != 0) /* of doubles */
        number.real = cost;
    else
        number.integer = cost;
    return number;
}

/* The lesser of a sum and the least sum so far. */
static __device__ __forceinline__ int32_t kg__tour_least(int32_t a, int32_t b, int32_t least)
{
    return __viaddmin_s32(a, b, least);
}

template <typename T> static __device__ __forceinline__ T kg__tour_least(T a, T b, T least)
{
    const T sum = a + b;

    return sum < least ? sum : least;
}

/* Copies the tour's first[m], last[m], distance[m][m] of F to the device, in T and in this
 * order. */
template <typename T, typename F>
static kg_status kg__tour_upload(kg_context *ctx, T **d_table, const kg__tour *tour)
{
    const uint64_t m = tour->inner, count = m * (m + 2);
    const F *part[3] = {(const F *)tour->first, (const F *)tour->last, (const F *)tour->distance};
    T *table = NULL;
    kg_status status;

    KG_TRY(kg__host_allocate(ctx, &table, count, sizeof *table, "distances"));
    for (uint64_t i = 0; i < count; i++)
        table[i] = (T)(i < m ? part[0][i] : i < 2 * m ? part[1][i - m] : part[2][i - 2 * m]);
    KG_TRY(kg__allocate(ctx, d_table, count, sizeof *table, "distances"));
    KG_TRY(kg__memory(ctx)->upload(ctx, *d_table, table, count * sizeof *table));
out:
    kg__free(ctx, table);
    return status;
}

#endif
