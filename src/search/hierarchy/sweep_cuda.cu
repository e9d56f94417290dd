/*
 * The way down a hierarchy on CUDA.
 *
 * In:   places reached by going up; the arcs of all places, level by level, on the device from the
 *       first call on.
 * Out:  distance[n] on the device, for the tree's stage, and on the host.
 * How:  all levels are one cooperative kernel. Blocks share a long level and wait for each other
 *       after it. One block does a run of short levels, with a barrier of its own after each; all
 *       upper levels are short. Meanwhile, and before they wait, the other blocks prefetch the next
 *       arcs, which do not depend on the current levels. So a level takes two dependent loads and
 *       not four.
 * Cost: reads 16 bytes an arc and 20 a vertex once; takes 16 bytes a vertex. A hierarchy of roads
 *       of 1 M vertices has some 150 levels, of which about half are short: waiting takes longer
 *       than memory accesses.
 *
 * Deterministic: a distance is the least of the same sums, in whatever order.
 *
 * D. Delling et al., "PHAST" (see tree.c).
 */
#include "hierarchy_cuda.cuh"
extern "C" {
#include "../paths/search_cpu.h"
}
#include <cooperative_groups.h>

/* WORKERS: threads of a block, one block a processor: more blocks would wait longer for each other.
 * SHORT: places of a level that one block does. FEW: lanes that share a place if there are enough
 * lanes. MANY: mean arcs of a place from which on a warp shares it. LINE: bytes of a prefetch. */
enum { LANES = 32, WORKERS = 1024, SHORT = 64, FEW = 8, MANY = 8, LINE = 128 };

typedef struct down {
    const uint32_t *row;
    const kg__arc *arc;
    const kg_vertex *level;
    uint32_t levels;
    double *length; /* [n] by places */
} down;

/* For whole groups of G lanes: lowers the distance of a place by its arcs. is_there: whether the
 * group has a place. */
template <unsigned G>
static __device__ __forceinline__ void lower(const down *d, uint64_t place, bool is_there)
{
    const unsigned lane = threadIdx.x % G;
    double least = is_there && lane == 0 ? d->length[place] : INFINITY;
    const uint64_t end = is_there ? d->row[place + 1] : 0;

    for (uint64_t i = is_there ? d->row[place] + (uint64_t)lane : 0; i < end; i += G) {
        const double by = d->length[d->arc[i].head] + d->arc[i].length;

        least = by < least ? by : least;
    }
    for (unsigned step = G / 2; step; step /= 2) {
        const double other = __shfl_xor_sync(0xffffffff, least, step);

        least = other < least ? other : least;
    }
    if (is_there && lane == 0)
        d->length[place] = least;
}

/* One level, by all blocks: group g of G lanes owns places first + g, first + g + groups, .. */
template <unsigned G>
static __device__ __forceinline__ void go_through(const down *d, uint64_t first, uint64_t end)
{
    const uint64_t groups = (uint64_t)gridDim.x * blockDim.x / G, lane = threadIdx.x % LANES;

    for (uint64_t begin = first + (kg__item() - lane) / G; begin < end; begin += groups)
        lower<G>(d, begin + lane / G, begin + lane / G < end);
}

/* Levels `from` to `to` - 1, by one block: warp w owns places w, w + 32, .. of each. */
static __device__ __forceinline__ void go_through_short(const down *d, uint32_t from, uint32_t to)
{
    for (uint32_t k = from; k < to; k++) {
        const uint64_t end = d->level[k + 1];

        for (uint64_t place = d->level[k] + threadIdx.x / LANES; place < end;
             place += WORKERS / LANES)
            lower<LANES>(d, place, true);
        __syncthreads();
    }
}

/* Prefetches bytes `from` to `to` - 1 into the L2 cache, shared among the threads of all blocks
 * except the first `idle` ones, which do not call this. */
static __device__ __forceinline__ void fetch(const void *from, const void *to, unsigned idle)
{
    const uint64_t own = kg__item() - (uint64_t)idle * blockDim.x;

    for (const char *p = (const char *)from + own * LINE; p < (const char *)to;
         p += (uint64_t)(gridDim.x - idle) * blockDim.x * LINE)
        asm volatile("prefetch.global.L2 [%0];" ::"l"(__cvta_generic_to_global(p)));
}

/* Goes down all levels below the core. */
static __global__ void __launch_bounds__(WORKERS) k_hierarchy_sweep(down d)
{
    const cooperative_groups::grid_group grid = cooperative_groups::this_grid();

    for (uint32_t k = 1, next; k < d.levels; k = next) {
        const uint64_t first = d.level[k], end = d.level[k + 1], count = end - first;
        const bool is_short = count <= SHORT;
        uint64_t arcs, fetched, to;

        for (next = k + 1;
             is_short && next < d.levels && d.level[next + 1] - d.level[next] <= SHORT;)
            next++;
        arcs = d.row[end] - d.row[first];
        fetched = is_short ? first : end; /* a run prefetches its own arcs, too */
        to = d.level[next < d.levels ? next + 1 : next];
        if (!is_short && arcs >= count * MANY)
            go_through<LANES>(&d, first, end);
        else if (!is_short && count * FEW <= (uint64_t)gridDim.x * blockDim.x)
            go_through<FEW>(&d, first, end);
        else if (!is_short)
            go_through<1>(&d, first, end);
        else if (blockIdx.x == 0)
            go_through_short(&d, k, next);
        if (!is_short || blockIdx.x > 0) {
            fetch(&d.row[fetched], &d.row[to], is_short);
            fetch(&d.arc[d.row[fetched]], &d.arc[d.row[to]], is_short);
        }
        grid.sync();
    }
}

/* Thread p owns length[p]. */
static __global__ void k_hierarchy_begin(double *length, uint64_t n)
{
    const uint64_t p = kg__item();

    if (p < n)
        length[p] = INFINITY;
}

/* Thread i owns the length of place start[i]; no two of them are equal. */
static __global__ void k_hierarchy_start(
    double *length, const kg_vertex *start, const double *from, uint64_t starts)
{
    const uint64_t i = kg__item();

    if (i < starts)
        length[start[i]] = from[i];
}

/* Thread p owns the distance of the vertex at place p. */
static __global__ void k_hierarchy_end(
    double *distance, const double *length, const kg_vertex *vertex, uint64_t n, double radius)
{
    const uint64_t p = kg__item();

    if (p < n)
        distance[vertex[p]] = length[p] > radius ? INFINITY : length[p];
}

/* ---- the host's part ------------------------------------------------------------------------- */

static kg_status make_resident(kg_hierarchy *h, int side, down *d)
{
    kg_context *ctx = h->ctx;
    const uint64_t n = h->graph->n;
    kg_status status;

    kg__stage(ctx, "upload");
    KG_TRY(kg__send(ctx, &h->resident[KG__ON_ROWS + side], h->row[side], n + 1, sizeof(uint32_t)));
    KG_TRY(kg__send(
        ctx, &h->resident[KG__ON_ARCS + side], h->arc[side], h->row[side][n], sizeof(kg__arc)));
    KG_TRY(kg__send(ctx, &h->resident[KG__ON_VERTICES], h->vertex, n, sizeof(kg_vertex)));
    KG_TRY(kg__send(
        ctx, &h->resident[KG__ON_LEVELS], h->level, (uint64_t)h->levels + 1, sizeof(kg_vertex)));
    d->row = (const uint32_t *)h->resident[KG__ON_ROWS + side];
    d->arc = (const kg__arc *)h->resident[KG__ON_ARCS + side];
    d->level = (const kg_vertex *)h->resident[KG__ON_LEVELS];
    d->levels = h->levels;
out:
    return status;
}

static kg_status go_down(kg_context *ctx, down d)
{
    void *arguments[] = {&d};
    int blocks = 0;
    kg_status status;

    KG_TRY(KG_CUDA(ctx,
        cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, k_hierarchy_sweep, WORKERS, 0)));
    blocks = (blocks ? 1 : 0) * kg__cuda_of(ctx)->processors;
    KG_TRY(KG_LAUNCH_COOPERATIVE(ctx, "k_hierarchy_sweep", (const void *)k_hierarchy_sweep,
        (unsigned)blocks, WORKERS, arguments));
out:
    return status;
}

decl_hierarchy_sweep(kg__hierarchy_sweep_cuda)
{
    kg__paths_work *w = s->w;
    kg_context *ctx = w->ctx;
    const uint64_t n = w->graph->n;
    double radius = w->goals ? INFINITY : w->limit, *distance = NULL, *from = NULL;
    kg_vertex *start = NULL;
    down d = {};
    kg_status status;

    KG_TRY(make_resident(s->h, s->side, &d));
    kg__stage(ctx, "sweep");
    KG_TRY(kg__allocate(ctx, &d.length, n, sizeof *d.length, "distances"));
    KG_TRY(kg__allocate(ctx, &distance, n, sizeof *distance, "distances"));
    w->state = distance;
    KG_TRY(KG_LAUNCH(ctx, k_hierarchy_begin, n, d.length, n));
    if (s->starts) {
        KG_TRY(kg__allocate(ctx, &start, s->starts, sizeof *start, "sources"));
        KG_TRY(kg__allocate(ctx, &from, s->starts, sizeof *from, "sources"));
        KG_TRY(kg__memory(ctx)->upload(ctx, start, s->start, s->starts * sizeof *start));
        KG_TRY(kg__memory(ctx)->upload(ctx, from, s->length, s->starts * sizeof *from));
        KG_TRY(KG_LAUNCH(ctx, k_hierarchy_start, s->starts, d.length, start, from, s->starts));
    }
    if (d.levels > 1)
        KG_TRY(go_down(ctx, d));
    for (int pass = w->goals ? 0 : 1; pass < 2; pass++) { /* pass 0 learns the goals' distances */
        KG_TRY(KG_LAUNCH(ctx, k_hierarchy_end, n, distance, d.length,
            (const kg_vertex *)s->h->resident[KG__ON_VERTICES], n, radius));
        kg__stage(ctx, "download");
        KG_TRY(kg__memory(ctx)->download(ctx, w->distance, distance, n * sizeof *w->distance));
        radius = kg__paths_radius(w);
    }
out:
    kg__free_all(ctx, d.length, start, from);
    return status;
}
