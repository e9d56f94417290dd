/*
 * Counts slots by windows, in shared memory.
 *
 * Given a long list of slots in no order, which slots are not in it? A mark for each would cost a
 * scattered write. So the slots are divided into windows of 2^wide, and the listed slots of each
 * window are counted. Only incomplete windows, usually few, need marks.
 */
#ifndef KG_WINDOWS_CUDA_CUH
#define KG_WINDOWS_CUDA_CUH

#include "euler_cuda.cuh"

/* WINDOWS: the most windows; a block of threads has a counter for each. WINDOW_THREADS: threads of
 * such a block. */
enum { KG__WINDOWS = 8192, KG__WINDOW_THREADS = 1024 };

/* Returns wide: a window of m slots has 2^wide slots, which are whole words of bits. */
static inline unsigned kg__window_wide(uint64_t m)
{
    unsigned wide = 5;

    while ((m - 1) >> wide >= KG__WINDOWS)
        wide++;
    return wide;
}

static __host__ __device__ __forceinline__ uint64_t kg__window_size(
    uint64_t m, unsigned wide, uint64_t window)
{
    const uint64_t left = m - (window << wide), most = (uint64_t)1 << wide;

    return left < most ? left : most;
}

/* window: [out] [WINDOWS] how many slots of each window the pool has. m: the number of slots. */
kg_status kg__count_windows(
    kg_context *ctx, uint32_t *window, const kg__euler_pool *pool, uint64_t m);

#endif
