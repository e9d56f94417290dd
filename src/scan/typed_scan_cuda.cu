/*
 * Running sums and extremes of typed numbers on the GPU.
 *
 * In: value[n]. Out: result[n], which may be value.
 *
 * Method: integers and extremes by CUB's scan. Sums of floats have a defined order: a lane takes the
 * running sum of one piece, which a warp brings to shared memory 32 columns of its 32 pieces at a
 * time; once for the pieces' sums, which are then chained, and once for the results.
 *
 * Work: one read and one write of the array; of sums of floats, two reads. Memory: a few numbers a
 * tile; a double a piece.
 *
 * Deterministic: integers and extremes by arithmetic, floats because of that order.
 */
#include "running_sum.cuh"
#include "typed.cuh"
#include <cmath>
#include <cuda/functional>
#include <thrust/iterator/transform_iterator.h>
#include <thrust/iterator/transform_output_iterator.h>

/* ---- extremes -------------------------------------------------------------------------------- */

template <typename T> struct to_key {
    kg__key_t<T> flip;

    __host__ __device__ __forceinline__ kg__key_t<T> operator()(T value) const
    {
        return kg__key(value) ^ flip;
    }
};

template <typename T> struct from_key {
    kg__key_t<T> flip;

    __host__ __device__ __forceinline__ T operator()(kg__key_t<T> key) const
    {
        return kg__unkeyed<T>(key ^ flip);
    }
};

/* One thread owns the first result. */
template <typename T> static __global__ void k_array_put(T *result, T value)
{
    *result = value;
}

static kg_status put_none(kg_context *ctx, double *result, bool greatest)
{
    return KG_LAUNCH_SHAPED(
        ctx, k_array_put<double>, 1, 1, 0, result, greatest ? -HUGE_VAL : HUGE_VAL);
}

static kg_status put_none(kg_context *ctx, float *result, bool greatest)
{
    return KG_LAUNCH_SHAPED(
        ctx, k_array_put<float>, 1, 1, 0, result, greatest ? -HUGE_VALF : HUGE_VALF);
}

/* Of integers the scan has put it. */
template <typename T> static kg_status put_none(kg_context *, T *, bool)
{
    return KG_OK;
}

template <typename T>
static kg_status scan_extreme(
    kg_context *ctx, void *result, uint64_t n, const void *value, bool greatest, bool exclusive)
{
    typedef kg__key_t<T> K;
    const K flip = (K)(greatest ? -1 : 0);
    auto from = thrust::make_transform_iterator((const T *)value, to_key<T>{flip});
    auto to = thrust::make_transform_output_iterator((T *)result, from_key<T>{flip});
    kg_status status;

    if (!exclusive) {
        KG_TRY_CUB(
            ctx, cub::DeviceScan::InclusiveScan, from, to, cuda::minimum<K>(), n, kg__stream(ctx));
        goto out;
    }
    KG_TRY_CUB(ctx, cub::DeviceScan::ExclusiveScan, from, to, cuda::minimum<K>(), (K)-1, n,
        kg__stream(ctx));
    KG_TRY(put_none(ctx, (T *)result, greatest)); /* not NaN, which has that key */
out:
    return status;
}

/* ---- sums of floats -------------------------------------------------------------------------- */

/* A warp has SIDE pieces, and SIDE columns of them in shared memory. */
enum { SIDE = 32, SCAN_WARPS = 4, COLUMNS = KG__PIECE / SIDE };

/* Lane r owns piece r of its warp: its sum goes to piece[]; or, with WRITE, its running sums, on top of
 * piece[], to result[], which may be value. */
template <typename T, bool WRITE>
static __global__ __launch_bounds__(SIDE *SCAN_WARPS) void k_array_scan_pieces(
    T *result, double *piece, uint64_t n, const T *value, bool exclusive)
{
    __shared__ T s_tile[SCAN_WARPS][SIDE][SIDE + 1];
    const unsigned lane = threadIdx.x % SIDE;
    const uint64_t warp = ((uint64_t)blockIdx.x * SCAN_WARPS + threadIdx.x / SIDE);
    const uint64_t first = warp * SIDE * KG__PIECE + lane, own = warp * SIDE + lane;
    T(*tile)[SIDE + 1] = s_tile[threadIdx.x / SIDE];
    const bool mine = own * KG__PIECE < n;
    double base = WRITE && mine ? piece[own] : 0, now = 0;
    T next[SIDE];

#pragma unroll
    for (int r = 0; r < SIDE; r++) {
        const uint64_t i = first + (uint64_t)r * KG__PIECE;

        next[r] = i < n ? value[i] : 0;
    }
    for (int c = 0; c < COLUMNS; c++) {
        const uint64_t column = first + c * SIDE;

#pragma unroll
        for (int r = 0; r < SIDE; r++)
            tile[r][lane] = next[r];
        __syncwarp();
        if (c + 1 < COLUMNS) {
#pragma unroll
            for (int r = 0; r < SIDE; r++) {
                const uint64_t i = column + SIDE + (uint64_t)r * KG__PIECE;

                next[r] = i < n ? value[i] : 0;
            }
        }
#pragma unroll
        for (int k = 0; k < SIDE; k++) {
            const double before = now;

            now += tile[lane][k];
            if (WRITE) {
                const T sum = (T)(base + (exclusive ? before : now));

                tile[lane][k] = sum == sum ? sum : kg__unkeyed<T>((kg__key_t<T>)-1);
            }
        }
        __syncwarp();
        if (WRITE) {
#pragma unroll
            for (int r = 0; r < SIDE; r++) {
                const uint64_t i = column + (uint64_t)r * KG__PIECE;

                if (i < n)
                    result[i] = tile[r][lane];
            }
            __syncwarp();
        }
    }
    if (!WRITE && mine)
        piece[own] = now;
}

template <typename T>
static kg_status scan_floats(
    kg_context *ctx, void *result, uint64_t n, const void *value, bool exclusive)
{
    const uint64_t pieces = (n + KG__PIECE - 1) / KG__PIECE;
    const unsigned blocks = (unsigned)((pieces + SIDE * SCAN_WARPS - 1) / (SIDE * SCAN_WARPS));
    double *piece = NULL;
    kg_status status;

    KG_TRY(kg__allocate(ctx, &piece, pieces, sizeof *piece, "sums of pieces"));
    KG_TRY(KG_LAUNCH_SHAPED(ctx, (k_array_scan_pieces<T, false>), blocks, SIDE * SCAN_WARPS, 0,
        (T *)result, piece, n, (const T *)value, exclusive));
    KG_TRY(kg__chain_pieces_cuda(ctx, piece, NULL, pieces));
    KG_TRY(KG_LAUNCH_SHAPED(ctx, (k_array_scan_pieces<T, true>), blocks, SIDE * SCAN_WARPS, 0,
        (T *)result, piece, n, (const T *)value, exclusive));
out:
    kg__free(ctx, piece);
    return status;
}

decl_array_prefix(kg__array_prefix_cuda)
{
    if (op != KG_SCAN_SUM)
        return KG__BY_TYPE(type, scan_extreme, ctx, result, n, value, op == KG_SCAN_MAX, exclusive);
    switch (type) {
    case KG_U64:
        return kg__running_sum<uint64_t, false>(
            ctx, (uint64_t *)result, NULL, n, (const uint64_t *)value, !exclusive);
    case KG_I64:
        return kg__running_sum<uint64_t, true>(
            ctx, (uint64_t *)result, NULL, n, (const uint64_t *)value, !exclusive);
    case KG_F64:
        return scan_floats<double>(ctx, result, n, value, exclusive);
    default:
        return scan_floats<float>(ctx, result, n, value, exclusive);
    }
}
