/*
 * Sorts the slots of a rank by the homes of their targets, on CUDA.
 *
 * in   the slots' targets
 * out  targets, as numbered at home, and slots, class by class. Each home has a class. Then, for
 *      each home, comes a class of the slots whose target has the row of several ranks that begins
 *      there. Within a class the slots are in order
 *
 * A warp goes through a run of slots twice. First it counts the slots of each class. Then, once the
 * beginnings of its own are known, it moves them there. Two reads of the targets, one write of each
 * pair. O(slots).
 */
#include "../../scan/cub.cuh"
#include "ranks_cuda.cuh"
#include <cub/device/device_scan.cuh>

/* WARPS: of a block. RUN: slots of a warp for each class, so that the counters are few beside the
 * slots. LEAST: the least number of classes in this calculation. */
enum { WARPS = 4, RUN = 128, LEAST = 4 };

static const char what[] = "edges to other ranks";

typedef struct homes {
    const kg_vertex *col;  /* [count] */
    const uint64_t *first; /* [ranks + 1] the first vertex at home on each */
    const uint64_t *crosses;
    uint64_t count, lo, run, runs;
    unsigned ranks, classes;
} homes;

/* Returns the class of a lane's slot; `classes` if the lane has none. */
static __device__ __forceinline__ unsigned class_of(const homes *h, uint64_t i, uint64_t end)
{
    unsigned home;

    if (i >= end)
        return h->classes;
    home = kg__d_owner(h->first, h->ranks, h->col[i]);
    return home +
           (h->crosses[home] && (uint64_t)h->col[i] + 1 == h->first[home + 1] ? h->ranks : 0);
}

/* Warp w owns run w. at: [classes][runs] how many slots of each class the run has. */
static __global__ void k_ranks_count_homes(kg_edge *at, homes h)
{
    extern __shared__ kg_edge s_homes[];
    const uint64_t run = kg__item() / 32, end = (run + 1) * h.run;
    const unsigned lane = threadIdx.x % 32;
    kg_edge *s_count = s_homes + threadIdx.x / 32 * h.classes;

    if (run >= h.runs)
        return;
    for (unsigned c = lane; c < h.classes; c += 32)
        s_count[c] = 0;
    __syncwarp();
    for (uint64_t i = run * h.run; i < end; i += 32) {
        const unsigned mine = class_of(&h, i + lane, end < h.count ? end : h.count);
        const unsigned same = __match_any_sync(0xffffffff, mine);

        if (mine < h.classes && (same & ((1u << lane) - 1)) == 0)
            s_count[mine] += (unsigned)__popc(same);
        __syncwarp();
    }
    for (unsigned c = lane; c < h.classes; c += 32)
        at[c * h.runs + run] = s_count[c];
}

/* The same; at: the places to which they move. */
static __global__ void k_ranks_move_homes(
    kg_vertex *vertex, kg_edge *slot, const kg_edge *at, homes h)
{
    extern __shared__ kg_edge s_homes[];
    const uint64_t run = kg__item() / 32, end = (run + 1) * h.run;
    const unsigned lane = threadIdx.x % 32;
    kg_edge *s_next = s_homes + threadIdx.x / 32 * h.classes;

    if (run >= h.runs)
        return;
    for (unsigned c = lane; c < h.classes; c += 32)
        s_next[c] = at[c * h.runs + run];
    __syncwarp();
    for (uint64_t i = run * h.run; i < end; i += 32) {
        const unsigned mine = class_of(&h, i + lane, end < h.count ? end : h.count);
        const unsigned same = __match_any_sync(0xffffffff, mine);
        const unsigned before = same & ((1u << lane) - 1);
        const bool has = mine < h.classes;
        const uint64_t to = has ? (uint64_t)s_next[mine] + (unsigned)__popc(before) : 0;

        __syncwarp();
        if (has && !before)
            s_next[mine] += (unsigned)__popc(same);
        __syncwarp();
        if (!has)
            continue;
        vertex[to] = mine < h.ranks ? (kg_vertex)(h.col[i + lane] - h.first[mine]) : 0;
        slot[to] = (kg_edge)(h.lo + i + lane);
    }
}

/* Thread c owns begin[c]. */
static __global__ void k_ranks_begins(uint64_t *begin, const kg_edge *at, homes h)
{
    const uint64_t c = kg__item();

    if (c <= h.classes)
        begin[c] = c < h.classes && h.runs ? at[c * h.runs] : h.count;
}

kg_status kg__ranks_sort_homes_cuda(
    kg__ranks *r, const uint64_t *crosses, uint64_t *begin, kg_vertex *vertex, kg_edge *slot)
{
    kg_context *ctx = r->w->ctx;
    homes h = {};
    kg_edge *at = NULL;
    uint64_t *d_begin = NULL;
    unsigned blocks;
    size_t shared;
    kg_status status;

    h.col = r->col;
    h.first = r->device->vertex;
    h.crosses = crosses;
    h.count = r->count;
    h.lo = r->lo;
    h.ranks = r->ranks;
    h.classes = 2 * r->ranks;
    h.run = (uint64_t)RUN * (h.classes > LEAST ? h.classes : (unsigned)LEAST);
    h.runs = (h.count + h.run - 1) / h.run;
    blocks = (unsigned)((h.runs + WARPS - 1) / WARPS);
    shared = (size_t)WARPS * h.classes * sizeof *at;
    KG_TRY(kg__allocate(ctx, &at, h.classes * h.runs, sizeof *at, what));
    KG_TRY(kg__allocate(ctx, &d_begin, h.classes + 1, sizeof *d_begin, what));
    if (blocks) {
        KG_TRY(KG_LAUNCH_SHAPED(ctx, k_ranks_count_homes, blocks, 32 * WARPS, shared, at, h));
        KG_TRY_CUB(ctx, cub::DeviceScan::ExclusiveSum, at, at, h.classes * h.runs, kg__stream(ctx));
        KG_TRY(KG_LAUNCH_SHAPED(
            ctx, k_ranks_move_homes, blocks, 32 * WARPS, shared, vertex, slot, at, h));
    }
    KG_TRY(KG_LAUNCH(ctx, k_ranks_begins, h.classes + 1, d_begin, at, h));
    KG_TRY(kg__memory(ctx)->download(ctx, begin, d_begin, (h.classes + 1) * sizeof *begin));
out:
    kg__free(ctx, at);
    kg__free(ctx, d_begin);
    return status;
}
