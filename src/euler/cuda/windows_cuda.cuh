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

/* Adds to window[] how many of slot(i), i < end, are in each of so many windows; KG_NO_EDGE is in
 * none. All threads of all blocks call it, with blocks of WINDOW_THREADS. */
template <typename slots>
static __device__ void kg__d_count_windows(
    uint32_t *window, unsigned windows, unsigned wide, uint64_t end, slots slot)
{
    __shared__ uint32_t s_window[KG__WINDOWS];

    for (unsigned w = threadIdx.x; w < windows; w += blockDim.x)
        s_window[w] = 0;
    __syncthreads();
    kg__d_each(
        end, slot, [&](kg_edge listed, uint64_t) { atomicAdd(&s_window[listed >> wide], 1u); });
    __syncthreads();
    for (unsigned w = threadIdx.x; w < windows; w += blockDim.x)
        if (s_window[w])
            atomicAdd(&window[w], s_window[w]);
}

#endif
