/*
 * Shared by csr's files for CUDA.
 *
 * Work on edges that needs their sources is divided evenly, whatever the degrees. A walk along the
 * rows takes a row's edges one by one and then its end. A block takes KG__SHARE steps of this walk
 * of n + m steps, and so at most that many edges and rows. The beginning of a share is found by
 * bisection of a diagonal (Green, McColl, Bader, "GPU merge path", ICS 2012).
 */
#ifndef KG_CSR_CUDA_CUH
#define KG_CSR_CUDA_CUH

#include "../base/bisect.h"
#include "../scan/cub.cuh"
extern "C" {
#include "csr_ops.h"
}

/* Steps of a block: of 4, 8 and 16 a thread, 8 took the least time on an H200. */
enum { KG__SHARE = 8 * KG__BLOCK };

/* The items of a thread that does little for each: every block that starts costs a multiprocessor
 * 80 ns. */
enum { KG__EACH = 4 };

#define KG_LAUNCH_EACH(ctx, kernel, items, ...)                                                    \
    KG_LAUNCH(ctx, kernel, ((items) + KG__EACH - 1) / KG__EACH, __VA_ARGS__)

/* Loops over the items of a thread in a kernel that KG_LAUNCH_EACH() started. */
#define KG__FOR_EACH(i, items)                                                                     \
    for (uint64_t i = (uint64_t)blockIdx.x * blockDim.x * KG__EACH + threadIdx.x,                  \
                  i##_end = i + (uint64_t)blockDim.x * KG__EACH;                                   \
         i < i##_end && i < (items); i += blockDim.x)

#if KG_EDGE_BITS == 64
#define kg__csr_sort_ids  kg__array_sort_u32_u64_cuda
#define kg__csr_sort_keys kg__array_sort_u64_u64_cuda
#define kg__csr_prefix    kg__array_scan_u64_cuda
#define kg__csr_reduce    kg__array_reduce_u64_cuda
#define kg__csr_compact   kg__array_select_flagged_u64_cuda
#else
#define kg__csr_sort_ids  kg__array_sort_u32_u32_cuda
#define kg__csr_sort_keys kg__array_sort_u64_u32_cuda
#define kg__csr_prefix    kg__array_scan_u32_cuda
#define kg__csr_reduce    kg__array_reduce_u32_cuda
#define kg__csr_compact   kg__array_select_flagged_u32_cuda
#endif

/* In the functions below all arrays lie on the device; counts are above 0 unless said otherwise. */

static inline uint64_t kg__csr_shares(uint64_t n, uint64_t m)
{
    return (n + m + KG__SHARE - 1) / KG__SHARE;
}

/* split: [out] [shares + 1] the row in which each share begins. Allocates it. */
kg_status kg__csr_split(
    kg_context *ctx, kg_vertex **split, uint64_t n, uint64_t m, const kg_edge *row);

/* src: [out] [m] */
kg_status kg__csr_expand(
    kg_context *ctx, uint64_t n, uint64_t m, const kg_edge *row, kg_vertex *src);

/* row: [out] [n+1] of the edges whose sorted sources are key[m]. m may be 0. */
kg_status kg__csr_rows(kg_context *ctx, uint64_t n, uint64_t m, const kg_vertex *key, kg_edge *row);

/* Builds the graph's resident arrays, stably, from a list of m > 0 edges on the device. */
kg_status kg__csr_build_list(kg_graph *graph, const kg_vertex *source, const kg_vertex *target);

/* to: [out] [count] a random permutation of from[count] or, if from is NULL, of 0 .. count-1; the
 * same as kg__shuffle_cpu()'s. */
kg_status kg__shuffle_cuda(
    kg_context *ctx, uint64_t key, uint64_t count, const kg_vertex *from, kg_vertex *to);

/*
 * Called by all KG__BLOCK threads of a block: finds its share. s_row: [out] [KG__SHARE] in shared
 * memory, aligned to 16 bytes; s_row[i] is the row of edge *first + i. Returns the number of edges.
 */
static __device__ unsigned kg__csr_share(kg_vertex *s_row, kg_edge *first, const kg_vertex *split,
    uint64_t n, uint64_t m, const kg_edge *row)
{
    enum { FOURS = KG__SHARE / KG__BLOCK / 4, WARPS = KG__BLOCK / 32 };
    __shared__ kg_vertex s_last[WARPS];
    const uint64_t begin = (uint64_t)blockIdx.x * KG__SHARE;
    const uint64_t end = begin + KG__SHARE < n + m ? begin + KG__SHARE : n + m;
    const uint64_t u = split[blockIdx.x], v = split[blockIdx.x + 1];
    const uint64_t from = begin - u, to = end - v; /* edges */
    const unsigned lane = threadIdx.x & 31, warp = threadIdx.x / 32;
    uint4 *s_mine = (uint4 *)s_row + threadIdx.x * FOURS, mine[FOURS];
    kg_vertex last = 0, before;

    /* A row with edges writes its number at its beginning. An entry without a number belongs to the
     * row before. */
    for (unsigned i = threadIdx.x; i < KG__SHARE; i += KG__BLOCK)
        s_row[i] = 0;
    __syncthreads();
#pragma unroll 4
    for (uint64_t w = u + 1 + threadIdx.x; w <= v && w < n; w += KG__BLOCK) {
        const kg_edge here = __ldg(&row[w]);

        if (here < to && here < __ldg(&row[w + 1]))
            s_row[here - from] = (kg_vertex)w;
    }
    __syncthreads();
#pragma unroll
    for (int i = 0; i < FOURS; i++) {
        mine[i] = s_mine[i];
        mine[i].x = last = max(mine[i].x, last);
        mine[i].y = last = max(mine[i].y, last);
        mine[i].z = last = max(mine[i].z, last);
        mine[i].w = last = max(mine[i].w, last);
    }
    for (unsigned step = 1; step < 32; step *= 2) {
        const kg_vertex other = __shfl_up_sync(0xffffffff, last, step);

        last = lane >= step ? max(other, last) : last;
    }
    if (lane == 31)
        s_last[warp] = last;
    before = __shfl_up_sync(0xffffffff, last, 1);
    before = lane ? max(before, (kg_vertex)u) : (kg_vertex)u;
    __syncthreads();
    for (unsigned w = 0; w < warp; w++)
        before = max(s_last[w], before);
#pragma unroll
    for (int i = 0; i < FOURS; i++)
        s_mine[i] = make_uint4(max(mine[i].x, before), max(mine[i].y, before),
            max(mine[i].z, before), max(mine[i].w, before));
    __syncthreads();
    *first = (kg_edge)from;
    return (unsigned)(to - from);
}

/* Thread v owns up[v] and replaces it by the root of v. All threads jump at once and shorten each
 * other's paths, so that a long path takes few jumps. Most jumps end at the same few roots, so the
 * reads go through the first-level cache: a stale value there is an earlier ancestor, which is also
 * right. */
static __global__ void k_csr_climb(kg_vertex *up, uint64_t n)
{
    const uint64_t v = kg__item();
    kg_vertex here, top;

    if (v < n)
        for (here = up[v]; (top = __ldca(&up[here])) != here; here = top)
            kg__atomic_store(&up[v], top);
}

/* Thread i owns to[i]. */
template <typename T>
static __global__ void k_csr_gather(T *to, const T *from, const kg_edge *id, uint64_t count)
{
    const uint64_t i = kg__item();

    if (i < count)
        to[i] = from[id[i]];
}

#endif
