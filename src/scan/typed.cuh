/*
 * What the kernels for typed numbers share: keys by type, the choice of a type, tiles.
 *
 * A tile is KG__TILE numbers, of which thread t of a block holds those at t, t + KG__BLOCK, ...: a
 * warp's accesses lie side by side at any alignment, and all of a thread's loads are under way
 * before the first is used.
 */
#ifndef KG_TYPED_CUH
#define KG_TYPED_CUH

#include "cub.cuh"
extern "C" {
#include "array_ops.h"
#include "key.h"
}

enum { KG__ITEMS = 16, KG__TILE = KG__ITEMS * KG__BLOCK };

static __host__ __device__ __forceinline__ uint64_t kg__key(uint64_t value)
{
    return kg__key_u64(value);
}

static __host__ __device__ __forceinline__ uint64_t kg__key(int64_t value)
{
    return kg__key_i64(value);
}

static __host__ __device__ __forceinline__ uint64_t kg__key(double value)
{
    return kg__key_f64(value);
}

static __host__ __device__ __forceinline__ uint32_t kg__key(float value)
{
    return kg__key_f32(value);
}

/* The unsigned integer of a type's width. */
template <typename T> using kg__key_t = decltype(kg__key(T()));

static __host__ __device__ __forceinline__ void kg__unkey(uint64_t *value, uint64_t key)
{
    *value = kg__unkey_u64(key);
}

static __host__ __device__ __forceinline__ void kg__unkey(int64_t *value, uint64_t key)
{
    *value = kg__unkey_i64(key);
}

static __host__ __device__ __forceinline__ void kg__unkey(double *value, uint64_t key)
{
    *value = kg__unkey_f64(key);
}

static __host__ __device__ __forceinline__ void kg__unkey(float *value, uint32_t key)
{
    *value = kg__unkey_f32(key);
}

template <typename T> static __host__ __device__ __forceinline__ T kg__unkeyed(kg__key_t<T> key)
{
    T value;

    kg__unkey(&value, key);
    return value;
}

/* The function template's instance for a type, called. */
#define KG__BY_TYPE(type, function, ...)                                                           \
    ((type) == KG_U64      ? function<uint64_t>(__VA_ARGS__)                                       \
        : (type) == KG_I64 ? function<int64_t>(__VA_ARGS__)                                        \
        : (type) == KG_F64 ? function<double>(__VA_ARGS__)                                         \
                           : function<float>(__VA_ARGS__))

static __device__ __forceinline__ uint64_t kg__tile_index(uint64_t tile, int k)
{
    return tile * KG__TILE + k * KG__BLOCK + threadIdx.x;
}

/* A thread's numbers of a tile; what lies past the end becomes `none`. */
template <typename T>
static __device__ __forceinline__ void kg__tile_load(
    T (&own)[KG__ITEMS], uint64_t tile, uint64_t n, const T *value, T none)
{
    if ((tile + 1) * KG__TILE <= n) {
#pragma unroll
        for (int k = 0; k < KG__ITEMS; k++)
            own[k] = value[kg__tile_index(tile, k)];
    } else {
#pragma unroll
        for (int k = 0; k < KG__ITEMS; k++) {
            const uint64_t i = kg__tile_index(tile, k);

            own[k] = i < n ? value[i] : none;
        }
    }
}

/*
 * piece: [pieces], sums of pieces. Each becomes the sum, from left to right, of those before it, and
 * total, on the device or NULL, the sum of all.
 */
extern "C" kg_status kg__chain_pieces_cuda(
    kg_context *ctx, double *piece, double *total, uint64_t pieces);

/* The tiles of n numbers, and threads to launch for a tile a block. */
static inline uint64_t kg__tiles(uint64_t n)
{
    return (n + KG__TILE - 1) / KG__TILE;
}

static inline uint64_t kg__tile_threads(uint64_t n)
{
    return kg__tiles(n) * KG__BLOCK;
}

/* Threads for blocks that go through all tiles, so many blocks a multiprocessor at most. */
static inline uint64_t kg__resident_threads(const kg_context *ctx, uint64_t n, int blocks)
{
    const uint64_t most = (uint64_t)ctx->cuda->processors * (unsigned)blocks * KG__BLOCK;

    return kg__tile_threads(n) < most ? kg__tile_threads(n) : most;
}

#endif
