/*
 * Slots counted by windows, in shared memory.
 *
 * Of a long list of slots in no order, which slots are not in it? A mark for each would cost a
 * scattered write. So the slots are cut into windows of 2^wide, and those listed are counted for
 * each: only windows that are short of some, a few as a rule, need marks.
 */
#ifndef KG_WINDOWS_CUDA_CUH
#define KG_WINDOWS_CUDA_CUH

#include "euler_cuda.cuh"

/* WINDOWS: at most, for which a block of threads has counters. WINDOW_THREADS: of such a block. */
enum { KG__WINDOWS = 8192, KG__WINDOW_THREADS = 1024 };

/* A window of m slots is 2^this slots, whole words of bits. */
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

/* window: [out] [WINDOWS] how many of each window's slots, of m in all, the pool has. */
kg_status kg__count_windows(
    kg_context *ctx, uint32_t *window, const kg__euler_pool *pool, uint64_t m);

#endif
