/*
 * Tiles of KG__TILE numbers. Thread t of a block holds the numbers at t, t + KG__BLOCK, ...: the
 * accesses of a warp lie side by side at any alignment, and all loads of a thread are under way
 * before the first is used.
 */
#ifndef KG_TILE_CUH
#define KG_TILE_CUH

#include "cub.cuh"

enum { KG__ITEMS = 16, KG__TILE = KG__ITEMS * KG__BLOCK };

/* Blocks per multiprocessor that go through tiles together: about as many as its registers hold. */
enum { KG__TILE_BLOCKS = 5 };

static __device__ __forceinline__ uint64_t kg__tile_index(uint64_t tile, int k)
{
    return tile * KG__TILE + k * KG__BLOCK + threadIdx.x;
}

/* Loads a thread's numbers of a tile; places past the end become `none`. */
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

/* How many tiles n numbers make, and how many threads to launch for one block per tile. */
static inline uint64_t kg__tiles(uint64_t n)
{
    return (n + KG__TILE - 1) / KG__TILE;
}

static inline uint64_t kg__tile_threads(uint64_t n)
{
    return kg__tiles(n) * KG__BLOCK;
}

/* How many threads to launch for `blocks` blocks per multiprocessor, which together go through all
 * tiles. */
static inline uint64_t kg__resident_threads(
    const kg_context *ctx, uint64_t n, int blocks = KG__TILE_BLOCKS)
{
    const uint64_t most = (uint64_t)kg__cuda_of(ctx)->processors * (unsigned)blocks * KG__BLOCK;

    return kg__tile_threads(n) < most ? kg__tile_threads(n) : most;
}

#endif
