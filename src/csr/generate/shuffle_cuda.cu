/*
 * Random permutations on CUDA: of an array, and of a graph's vertices.
 *
 * In:   a key; from[count] or the identity. A graph on the device.
 * Out:  to[count], as shuffle_cpu.c defines it, to the byte. The graph with permuted vertices.
 * How:  a stable radix sort by buckets. Then one warp a bucket makes its exchanges in order, up to
 *       32 at a time. Exchange i swaps element i with one of begin .. i. So it depends on an
 *       earlier one of the 32 only if both swap with the same element, or if it swaps with an
 *       element that the earlier one has put in place. Few do after a bucket's first thousand.
 * Cost: O(count) work; 12 bytes an element for the sort. The steps of a bucket depend on each
 *       other: some 1,500 for its 2^15 elements. Beyond 2^26 elements buckets grow.
 *
 * Deterministic.
 */
#include "../csr_cuda.cuh"
extern "C" {
#include "generate.h"
}

/* Elements between a prefetch and its exchange: memory takes about as long as 4 steps. */
enum { AHEAD = 4 * 32 };

/* A thread owns the buckets of KG__EACH elements. */
static __global__ void k_csr_choose_buckets(
    uint32_t *bucket, uint64_t key, int bits, uint64_t count)
{
    KG__FOR_EACH (i, count)
        bucket[i] = (uint32_t)kg__shuffle_bucket(key, bits, i);
}

/* The first element of bucket b or of a later one. */
static __device__ uint64_t begin_of(const uint32_t *bucket, uint64_t count, uint64_t b)
{
    return KG__FIRST_WHERE(i, 0, count, bucket[i] >= b);
}

static __device__ __forceinline__ void prefetch(const kg_vertex *at)
{
    asm volatile("prefetch.global.L2 [%0];" ::"l"(at));
}

/* Warp b owns bucket b of to. bucket: [count] the bucket of each element of to, sorted. */
static __global__ void k_csr_exchange(
    kg_vertex *to, const uint32_t *bucket, uint64_t key, uint64_t buckets, uint64_t count)
{
    const uint64_t b = kg__item() / 32;
    const unsigned lane = threadIdx.x & 31;
    uint64_t begin, end;

    if (b >= buckets)
        return;
    begin = begin_of(bucket, count, b);
    end = begin_of(bucket, count, b + 1);
    for (uint64_t at = begin; at < end; at += 32) {
        const uint64_t i = at + lane;
        const bool here = i < end;
        const uint64_t j = here ? kg__shuffle_with(key, begin, i) : i, soon = i + AHEAD;
        /* The earlier lanes that this one depends on. */
        unsigned before = __match_any_sync(0xffffffff, j) & ((1u << lane) - 1);

        if (soon < end) {
            prefetch(&to[soon]);
            prefetch(&to[kg__shuffle_with(key, begin, soon)]);
        }
        if (j >= at && j < i)
            before |= 1u << (j - at);
        for (unsigned first = 0; first < 32;) {
            const bool waits = lane >= first && before >> first;
            const unsigned waiting = __ballot_sync(0xffffffff, waits);
            const unsigned last = waiting ? __ffs(waiting) - 1 : 32;

            if (here && lane >= first && lane < last) {
                const kg_vertex held = to[i];

                to[i] = to[j];
                to[j] = held;
            }
            __syncwarp();
            first = last;
        }
    }
}

kg_status kg__shuffle_cuda(
    kg_context *ctx, uint64_t key, uint64_t count, const kg_vertex *from, kg_vertex *to)
{
    const int bits = kg__shuffle_bits(count);
    uint32_t *bucket = NULL, *sorted = NULL;
    kg_status status;

    KG_TRY(kg__allocate(ctx, &bucket, count, sizeof *bucket, "buckets of a shuffle"));
    KG_TRY(kg__allocate(ctx, &sorted, count, sizeof *sorted, "sorted buckets of a shuffle"));
    KG_TRY(KG_LAUNCH_EACH(ctx, k_csr_choose_buckets, count, bucket, key, bits, count));
    KG_TRY(kg__array_sort_u32_u32_cuda(ctx, sorted, to, count, bucket, from));
    KG_TRY(KG_LAUNCH(
        ctx, k_csr_exchange, (uint64_t)32 << bits, to, sorted, key, (uint64_t)1 << bits, count));
out:
    kg__free_all(ctx, bucket, sorted);
    return status;
}

/* ---- a graph's vertices ---------------------------------------------------------------------- */

/* Thread v owns the new vertex v: number[old[v]], and its degree in new_row[v + 1]. */
static __global__ void k_csr_renumber(
    kg_vertex *number, kg_edge *new_row, const kg_vertex *old, const kg_edge *row, uint64_t n)
{
    const uint64_t v = kg__item();

    if (v >= n)
        return;
    number[old[v]] = (kg_vertex)v;
    new_row[v + 1] = row[(uint64_t)old[v] + 1] - row[old[v]];
    if (v == 0)
        new_row[0] = 0;
}

/* Block b owns the edges of share b of the new graph. */
static __global__ void __launch_bounds__(KG__BLOCK) k_csr_relabel(kg_vertex *new_col,
    const kg_edge *new_row, const kg_vertex *split, const kg_vertex *number, const kg_vertex *old,
    const kg_edge *row, const kg_vertex *col, uint64_t n, uint64_t m)
{
    __shared__ __align__(16) kg_vertex s_row[KG__SHARE];
    kg_edge first;
    const unsigned count = kg__csr_share(s_row, &first, split, n, m, new_row);

    for (unsigned i = threadIdx.x; i < count; i += KG__BLOCK) {
        const kg_vertex v = s_row[i];

        new_col[first + i] = number[col[row[old[v]] + (first + i - new_row[v])]];
    }
}

decl_csr_relabel(kg__csr_relabel_cuda)
{
    kg_context *ctx = graph->ctx;
    const uint64_t n = graph->n, m = graph->m;
    kg_graph made = {};
    kg_vertex *d_old = NULL, *number = NULL, *split = NULL;
    const kg_edge *row;
    const kg_vertex *col;
    uint64_t total;
    kg_status status;

    made.ctx = ctx;
    made.n = graph->n;
    made.m = graph->m;
    KG_TRY(kg__graph_resident(graph, &row, &col));
    KG_TRY(kg__graph_allocate_resident(&made));
    KG_TRY(kg__allocate(ctx, &d_old, n, sizeof *d_old, "a permutation of vertices"));
    KG_TRY(kg__allocate(ctx, &number, n, sizeof *number, "a permutation of vertices"));
    kg__stage(ctx, "relabel");
    KG_TRY(kg__shuffle_cuda(ctx, key, n, NULL, d_old));
    KG_TRY(KG_LAUNCH(ctx, k_csr_renumber, n, number, made.resident_row, d_old, row, n));
    KG_TRY(kg__csr_prefix(ctx, made.resident_row + 1, &total, n, made.resident_row + 1, true));
    KG_TRY(kg__csr_split(ctx, &split, n, m, made.resident_row));
    KG_TRY(KG_LAUNCH(ctx, k_csr_relabel, kg__csr_shares(n, m) * KG__BLOCK, made.resident_col,
        made.resident_row, split, number, d_old, row, col, n, m));
    kg__stage(ctx, "download");
    KG_TRY(kg__memory(ctx)->download(ctx, old, d_old, (size_t)n * sizeof *old));
    kg__graph_free_resident(graph);
    graph->resident_row = made.resident_row;
    graph->resident_col = made.resident_col;
    made.resident_row = NULL;
    made.resident_col = NULL;
out:
    kg__stage(ctx, NULL);
    kg__graph_free_resident(&made);
    kg__free_all(ctx, d_old, number, split);
    return status;
}
