/*
 * Puts the lengths of a graph's edges into the base of hierarchies on CUDA.
 *
 * In:   the base's arrays, on the device from the first call on; the lengths of the edges.
 * Out:  row and arc of each side, on the host: see hierarchy_ops.h.
 * How:  two arcs of a place form a triangle with the arc between their heads, the third. The base
 *       lists the thirds of all triangles, so a triangle is read without a search. The way up
 *       lowers, level by level from the lowest, the thirds of the arcs of each place by atomic
 *       minima. The triangles that made the minima then name the places between: one pass without
 *       levels. The way down lowers, level by level from the highest, each arc of a place by its
 *       triangles, whose thirds are final. All levels are one cooperative kernel. A power of 2 of
 *       threads shares an arc, more of them if the level has few arcs.
 * Cost: O(triangles). Reads 4 bytes a triangle from memory, and three lengths, mostly from the
 *       cache, three times. A hierarchy of roads of 1 M vertices has some 900 levels, which the
 *       grid waits for twice. Keeps 4 bytes a triangle, and some 16 an arc and 20 a vertex. Takes
 *       24 bytes an arc and side besides the result.
 *
 * Deterministic: a length is the least of the same sums, in whatever order. Of the places between
 * that give it, the highest number is stored.
 *
 * J. Dibbelt, B. Strasser, D. Wagner (see customize_cpu.c).
 */
#include "../../base/cuda.cuh"
extern "C" {
#include "../../base/bisect.h"
#include "../../scan/array_ops.h"
#include "hierarchy_base.h"
#include "hierarchy_ops.h"
}
#include <cooperative_groups.h>

/* WORKERS: threads of a block that waits for others, one block a processor. EACH: triangles of the
 * longest row that a thread takes, unless threads are few. SHARED: lanes that share an arc in
 * passes without levels. */
enum { LANES = 32, WORKERS = 1024, EACH = 4, SHARED = 8 };

/* Indexes of the arrays that a base keeps on the device. */
enum { ROWS, HEADS, TAILS, STARTS, THIRDS, SPANS, ENTRY_ROWS, ENTRIES, EDGES };
static_assert((int)EDGES < (int)KG__BASE_RESIDENTS, "each has an index");

/* The arcs of a level, and the logarithm of the number of threads that share one of them. */
typedef struct span {
    uint32_t first, end, shift;
} span;

typedef struct arcs {
    const uint32_t *row, *head;
    const uint32_t *tail;  /* [arcs] */
    const uint64_t *start; /* [n + 1] the first triangle of each place */
    const uint32_t *third; /* [triangles] in a row, arc j has j with arcs 0 to j - 1 */
    const span *level;     /* [levels] */
    uint32_t levels;
    double *length[2]; /* [arcs] over places below */
    double *least[2];  /* [arcs] over any places */
    uint32_t *via[2];  /* [arcs] */
    uint32_t *kept[2]; /* [arcs + 1] 1 if the arc is kept; later how many before it are */
} arcs;

/* The lengths of edges, and where they go. */
typedef struct entries {
    const uint32_t *row;         /* [n + 1] */
    const kg__base_entry *entry; /* [row[n]] */
    const uint32_t *edge;        /* [row[n]] the id of the entry's edge */
    kg__length_type type;
    const void *length;
} entries;

/* The thirds of arc j of place p with the arcs before it, the first of which is `first`. */
static __device__ __forceinline__ const uint32_t *thirds(
    const arcs &a, uint32_t p, uint32_t first, uint32_t j)
{
    const uint64_t before = j - first;

    return a.third + a.start[p] + before * (before - 1) / 2;
}

/* ---- the base -------------------------------------------------------------------------------- */

/* Thread p owns the tails of the arcs of place p. */
static __global__ void k_customize_tails(uint32_t *tail, const uint32_t *row, uint64_t n)
{
    const uint64_t p = kg__item();

    for (uint32_t i = p < n ? row[p] : 0, end = p < n ? row[p + 1] : 0; i < end; i++)
        tail[i] = (uint32_t)p;
}

/* SHARED lanes own the triangles of arc j with the arcs before it. */
static __global__ void k_customize_thirds(uint32_t *third, arcs a, uint64_t count)
{
    const uint64_t j = kg__item() / SHARED;

    if (j >= count)
        return;
    const uint32_t p = a.tail[j], first = a.row[p], over = a.head[j], end = a.row[over + 1];
    uint32_t *const to = third + (thirds(a, p, first, (uint32_t)j) - a.third);
    uint32_t k = a.row[over];

    for (uint32_t i = threadIdx.x % SHARED; i < j - first; i += SHARED) {
        k = KG__FIRST_WHERE(l, k, end, a.head[l] >= a.head[first + i]);
        to[i] = k;
    }
}

/* ---- the lengths of edges -------------------------------------------------------------------- */

static __device__ __forceinline__ double length_of(const entries &e, uint32_t i)
{
    const double length = e.type == KG__LENGTH_ONE     ? 1
                          : e.type == KG__LENGTH_FLOAT ? ((const float *)e.length)[i]
                                                       : ((const double *)e.length)[i];

    return length + 0.0; /* no -0 */
}

/* Thread p owns the arcs of place p. */
static __global__ void k_customize_enter(arcs a, entries e, uint64_t n, int sides)
{
    const uint64_t p = kg__item();

    if (p >= n)
        return;
#pragma unroll
    for (int side = 0; side < 2; side++)
        for (uint32_t i = a.row[p]; i < a.row[p + 1] && side < sides; i++) {
            a.length[side][i] = INFINITY;
            a.via[side][i] = 0;
        }
    for (uint32_t k = e.row[p]; k < e.row[p + 1]; k++) {
        const uint32_t i = e.entry[k].arc & ~KG__DOWN;
        const bool other = e.entry[k].arc & KG__DOWN && sides == 2;
        double *const to = other ? a.length[1] : a.length[0];
        const double length = length_of(e, e.entry[k].entry);

        if (length < to[i]) {
            to[i] = length;
            (other ? a.via[1] : a.via[0])[i] = e.edge[k];
        }
    }
}

/* Thread i compares the two sides of arc i. */
static __global__ void k_customize_differ(
    unsigned *differ, const double *one, const double *other, uint64_t count)
{
    const uint64_t i = kg__item();

    if (i < count && one[i] != other[i])
        kg__atomic_store(differ, 1u);
}

/* ---- levels ---------------------------------------------------------------------------------- */

/* Lowers a length. Returns whether it was higher. Bits of lengths have the order of the lengths. */
static __device__ __forceinline__ bool lower(double *length, double to)
{
    const unsigned long long bits = (unsigned long long)__double_as_longlong(to);

    return to < kg__atomic_load(length) && bits < atomicMin((unsigned long long *)length, bits);
}

/* Lowers the thirds of arc j, which is final as are the arcs before it. Thread `lane` of `width`
 * owns every width-th triangle. */
template <int SIDES>
static __device__ __forceinline__ void go_up(
    const arcs &a, uint32_t j, unsigned lane, unsigned width)
{
    const uint32_t p = a.tail[j], first = a.row[p];
    const uint32_t *const third = thirds(a, p, first, j);

    for (uint32_t i = lane; i < j - first; i += width)
        for (int side = 0; side < SIDES; side++) {
            const double by = side == 0 ? a.length[SIDES - 1][j] + a.length[0][first + i]
                                        : a.length[0][j] + a.length[1][first + i];

            if (lower(&a.length[side][third[i]], by))
                kg__atomic_store(&a.via[side][third[i]], KG__SHORTCUT);
        }
}

/* Lowers arc j by its triangles, whose thirds are final. Whole warps call this; lanes of a warp
 * share an arc with the lanes next to them. is_there: whether there is an arc j. */
template <int SIDES>
static __device__ __forceinline__ void go_down(
    const arcs &a, uint32_t j, unsigned lane, unsigned width, bool is_there)
{
    double best[SIDES];

    for (int side = 0; side < SIDES; side++)
        best[side] = INFINITY;
    if (is_there) {
        const uint32_t p = a.tail[j], first = a.row[p], end = a.row[p + 1];

        for (uint32_t i = first + lane; i < end; i += width) {
            const bool ahead = i < j; /* the third leads from the head of j to that of i */

            if (i == j)
                continue;
            const uint32_t k =
                ahead ? thirds(a, p, first, j)[i - first] : thirds(a, p, first, i)[j - first];

            for (int side = 0; side < SIDES; side++) {
                const double by =
                    a.length[side][i] + (ahead ? a.least[SIDES - 1 - side] : a.least[side])[k];

                best[side] = by < best[side] ? by : best[side];
            }
        }
    }
    for (int side = 0; side < SIDES; side++) {
        for (unsigned step = (width < LANES ? width : LANES) / 2; step; step /= 2) {
            const double other = __shfl_xor_sync(0xffffffff, best[side], step);

            best[side] = other < best[side] ? other : best[side];
        }
        if (is_there && lane % LANES == 0)
            lower(&a.least[side][j], best[side]);
    }
}

/* Does the arcs of all levels, from the lowest up or from the highest down. A group of 1 << shift
 * threads owns each. */
template <int SIDES, bool UP> static __device__ __forceinline__ void do_levels(const arcs &a)
{
    const cooperative_groups::grid_group grid = cooperative_groups::this_grid();
    const uint64_t threads = (uint64_t)gridDim.x * blockDim.x, in_warp = threadIdx.x % LANES;
    span next = a.level[UP ? a.levels - 1 : 1];

    for (uint32_t k = 1; k < a.levels; k++) {
        const span now = next;
        const unsigned width = 1u << now.shift;
        const uint64_t items = (uint64_t)(now.end - now.first) << now.shift;

        if (k + 1 < a.levels)
            next = a.level[UP ? a.levels - 1 - k : k + 1]; /* does not wait for the level */
        for (uint64_t t = kg__item(); t - in_warp < items; t += threads) {
            const uint32_t j = now.first + (uint32_t)(t >> now.shift);

            if (!UP)
                go_down<SIDES>(a, j, t % width, width, t < items);
            else if (t < items)
                go_up<SIDES>(a, j, t % width, width);
        }
        grid.sync();
    }
}

template <int SIDES> static __global__ void __launch_bounds__(WORKERS, 1) k_customize_up(arcs a)
{
    do_levels<SIDES, true>(a);
}

template <int SIDES> static __global__ void __launch_bounds__(WORKERS, 1) k_customize_down(arcs a)
{
    do_levels<SIDES, false>(a);
}

/* ---- places between -------------------------------------------------------------------------- */

/* SHARED lanes own the triangles of arc j with the arcs before it. Shortcuts that are as long as
 * the other two arcs of a triangle lead over its place, unless over a later one. */
template <int SIDES> static __global__ void k_customize_name(arcs a, uint64_t count)
{
    const uint64_t j = kg__item() / SHARED;

    if (j >= count)
        return;
    const uint32_t p = a.tail[j], first = a.row[p];
    const uint32_t *const third = thirds(a, p, first, (uint32_t)j);

    for (uint32_t i = threadIdx.x % SHARED; i < j - first; i += SHARED)
        for (int side = 0; side < SIDES; side++) {
            const uint32_t k = third[i];
            const double by = side == 0 ? a.length[SIDES - 1][j] + a.length[0][first + i]
                                        : a.length[0][j] + a.length[1][first + i];

            if (by < INFINITY && by == a.length[side][k]) {
                const uint32_t via = kg__atomic_load(&a.via[side][k]);

                if (via >= KG__SHORTCUT && via < (KG__SHORTCUT | p))
                    atomicMax(&a.via[side][k], KG__SHORTCUT | p);
            }
        }
}

/* ---- the arcs that are kept ------------------------------------------------------------------ */

/* Thread i owns arc i of a side, and the end behind the last. */
static __global__ void k_customize_choose(
    uint32_t *kept, const double *length, const double *least, uint64_t count)
{
    const uint64_t i = kg__item();

    if (i <= count)
        kept[i] = i < count && length[i] < INFINITY && !(least[i] < length[i]);
}

/* Keeps the arcs that the kept shortcuts of each place stand for, level by level from the highest.
 * Thread t owns arcs t, t + threads, .. of a level. */
static __global__ void __launch_bounds__(WORKERS, 1) k_customize_halves(arcs a, int sides)
{
    const cooperative_groups::grid_group grid = cooperative_groups::this_grid();

    for (uint32_t level = 1; level < a.levels; level++) {
        const span now = a.level[level];

        for (uint64_t j = now.first + kg__item(); j < now.end; j += (uint64_t)gridDim.x * WORKERS)
#pragma unroll
            for (int side = 0; side < 2; side++) {
                if (side >= sides)
                    continue;
                const uint32_t via = a.via[side][j], over = via & ~KG__SHORTCUT;

                if (!a.kept[side][j] || !(via & KG__SHORTCUT))
                    continue;
                const uint32_t from = a.row[over], end = a.row[over + 1];
                const uint32_t to_head = KG__FIRST_WHERE(k, from, end, a.head[k] >= a.head[j]);
                const uint32_t to_tail = KG__FIRST_WHERE(k, from, end, a.head[k] >= a.tail[j]);

                kg__atomic_store(&(side == sides - 1 ? a.kept[0] : a.kept[1])[to_tail], 1u);
                kg__atomic_store(&a.kept[side][to_head], 1u);
            }
        grid.sync();
    }
}

/* Thread p owns to[p]. */
static __global__ void k_customize_rows(
    uint32_t *to, const uint32_t *row, const uint32_t *before, uint64_t n)
{
    const uint64_t p = kg__item();

    if (p <= n)
        to[p] = before[row[p]];
}

/* Thread i owns the place of arc i, if it is kept. */
static __global__ void k_customize_store(kg__arc *to, const uint32_t *before, const uint32_t *head,
    const uint32_t *via, const double *length, uint64_t count)
{
    const uint64_t i = kg__item();

    if (i < count && before[i] < before[i + 1])
        to[before[i]] = {head[i], via[i], length[i]};
}

/* ---- the host's part: the base --------------------------------------------------------------- */

/* The base's arrays on the device of a context. */
typedef struct residents {
    kg_context *ctx;
    const kg_hierarchy_base *b;
    void **array; /* [KG__BASE_RESIDENTS] */
} residents;

/* Copies an array to the device, unless it is already there. */
static kg_status send(const residents *r, int index, const void *from, uint64_t count, size_t size)
{
    void *made = NULL;
    kg_status status = KG_OK;

    if (r->array[index] || !count)
        return KG_OK;
    KG_TRY(kg__allocate(r->ctx, &made, count, size, "the base of hierarchies"));
    KG_TRY(kg__memory(r->ctx)->upload(r->ctx, made, from, (size_t)count * size));
    r->array[index] = made;
    made = NULL;
out:
    kg__free(r->ctx, made);
    return status;
}

/* The number of threads that share an arc of a level: more for long rows, fewer for many arcs. */
static uint32_t share(uint64_t count, uint64_t longest, uint64_t threads)
{
    uint32_t shift = 0;

    while ((uint64_t)EACH << shift < longest && count << (shift + 1) <= EACH * threads)
        shift++;
    return shift;
}

static kg_status send_spans(const residents *r)
{
    const kg_hierarchy_base *b = r->b;
    const uint64_t threads = (uint64_t)kg__cuda_of(r->ctx)->processors * WORKERS;
    span *level = NULL;
    kg_status status;

    KG_TRY(kg__host_allocate(r->ctx, &level, b->levels, sizeof *level, "levels"));
    for (uint32_t k = 0; k < b->levels; k++) {
        uint32_t longest = 0;

        for (uint64_t p = b->level[k]; p < b->level[k + 1]; p++)
            if (b->row[p + 1] - b->row[p] > longest)
                longest = b->row[p + 1] - b->row[p];
        level[k].first = b->row[b->level[k]];
        level[k].end = b->row[b->level[k + 1]];
        level[k].shift = share(level[k].end - level[k].first, longest, threads);
    }
    KG_TRY(send(r, SPANS, level, b->levels, sizeof *level));
out:
    kg__free(r->ctx, level);
    return status;
}

static kg_status send_starts(const residents *r)
{
    const kg_hierarchy_base *b = r->b;
    uint64_t *start = NULL;
    kg_status status;

    KG_TRY(kg__host_allocate(r->ctx, &start, b->n + 1, sizeof *start, "triangles"));
    start[0] = 0;
    for (uint64_t p = 0; p < b->n; p++) {
        const uint64_t count = b->row[p + 1] - b->row[p];

        start[p + 1] = start[p] + count * (count ? count - 1 : 0) / 2;
    }
    KG_TRY(send(r, STARTS, start, b->n + 1, sizeof *start));
out:
    kg__free(r->ctx, start);
    return status;
}

/* Sends the ids of the entries' edges. Graphs of one base have the same. */
static kg_status send_edges(const residents *r, const kg_graph *graph)
{
    const kg_hierarchy_base *b = r->b;
    const uint64_t count = b->entry_row[b->n];
    uint32_t *edge = NULL;
    kg_status status;

    KG_TRY(kg__host_allocate(r->ctx, &edge, count, sizeof *edge, "edges"));
    for (uint64_t k = 0; k < count; k++) {
        const uint32_t entry = b->entry[k].entry;

        edge[k] = (uint32_t)(graph->half ? graph->half[entry] / 2 : entry);
    }
    KG_TRY(send(r, EDGES, edge, count, sizeof *edge));
out:
    kg__free(r->ctx, edge);
    return status;
}

static void read_residents(arcs *a, const residents *r)
{
    a->row = (const uint32_t *)r->array[ROWS];
    a->head = (const uint32_t *)r->array[HEADS];
    a->tail = (const uint32_t *)r->array[TAILS];
    a->start = (const uint64_t *)r->array[STARTS];
    a->third = (const uint32_t *)r->array[THIRDS];
    a->level = (const span *)r->array[SPANS];
    a->levels = r->b->levels;
}

/* Makes the tails and the triangles on the device. */
static kg_status make_triangles(const residents *r)
{
    kg_context *ctx = r->ctx;
    const uint64_t n = r->b->n, count = r->b->row[n];
    uint32_t *tail = NULL, *third = NULL;
    arcs a = {};
    kg_status status;

    read_residents(&a, r);
    KG_TRY(kg__allocate(ctx, &tail, count, sizeof *tail, "arcs"));
    KG_TRY(KG_LAUNCH(ctx, k_customize_tails, n, tail, a.row, n));
    a.tail = tail;
    KG_TRY(kg__allocate(ctx, &third, r->b->triangles, sizeof *third, "triangles"));
    KG_TRY(KG_LAUNCH(ctx, k_customize_thirds, count * SHARED, third, a, count));
    r->array[TAILS] = tail;
    r->array[THIRDS] = third;
    tail = third = NULL;
out:
    kg__free_all(ctx, tail, third);
    return status;
}

static kg_status make_resident(const residents *r, const kg_graph *graph)
{
    const kg_hierarchy_base *b = r->b;
    const uint64_t n = b->n, count = b->entry_row[n];
    kg_status status;

    if (r->array[EDGES])
        return KG_OK;
    kg__stage(r->ctx, "upload");
    KG_TRY(send(r, ROWS, b->row, n + 1, sizeof *b->row));
    KG_TRY(send(r, HEADS, b->head, b->row[n], sizeof *b->head));
    KG_TRY(send(r, ENTRY_ROWS, b->entry_row, n + 1, sizeof *b->entry_row));
    KG_TRY(send(r, ENTRIES, b->entry, count, sizeof *b->entry));
    KG_TRY(send_starts(r));
    KG_TRY(send_spans(r));
    if (!r->array[TAILS])
        KG_TRY(make_triangles(r));
    KG_TRY(send_edges(r, graph));
out:
    return status;
}

/* ---- the host's part: the hierarchy ---------------------------------------------------------- */

static kg_status allocate(kg_context *ctx, arcs *a, uint64_t count, int sides)
{
    kg_status status = KG_OK;

    for (int side = 0; side < sides; side++) {
        KG_TRY(kg__allocate(ctx, &a->length[side], count, sizeof(double), "lengths of arcs"));
        KG_TRY(kg__allocate(ctx, &a->least[side], count, sizeof(double), "lengths of arcs"));
        KG_TRY(kg__allocate(ctx, &a->via[side], count, sizeof(uint32_t), "arcs"));
        KG_TRY(kg__allocate(ctx, &a->kept[side], count + 1, sizeof(uint32_t), "arcs"));
    }
out:
    return status;
}

/* Enters the lengths of edges. *sides becomes 1 if both sides are the same. */
static kg_status enter(
    const residents *r, kg__customization *c, const arcs *a, uint64_t count, int *sides)
{
    kg_context *ctx = r->ctx;
    entries e = {.row = (const uint32_t *)r->array[ENTRY_ROWS],
        .entry = (const kg__base_entry *)r->array[ENTRIES],
        .edge = (const uint32_t *)r->array[EDGES],
        .type = c->lengths->type};
    unsigned *d_differ = NULL, differ = 0;
    kg_status status;

    KG_TRY(kg__lengths_resident(c->lengths, c->h->graph, &e.length));
    kg__stage(ctx, "enter");
    KG_TRY(KG_LAUNCH(ctx, k_customize_enter, r->b->n, *a, e, r->b->n, *sides));
    if (*sides == 1)
        return KG_OK;
    KG_TRY(kg__allocate(ctx, &d_differ, 1, sizeof *d_differ, "a word"));
    KG_TRY(kg__memory(ctx)->clear(ctx, d_differ, 0, sizeof *d_differ));
    KG_TRY(KG_LAUNCH(ctx, k_customize_differ, count, d_differ, a->length[0], a->length[1], count));
    KG_TRY(kg__cuda_fetch(ctx, &differ, d_differ, sizeof differ));
    if (!differ)
        *sides = 1;
out:
    kg__free(ctx, d_differ);
    return status;
}

/* Launches a kernel that does all levels. */
static kg_status launch(kg_context *ctx, const char *name, const void *kernel, void **arguments)
{
    int blocks = 0;
    kg_status status;

    KG_TRY(
        KG_CUDA(ctx, cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, kernel, WORKERS, 0)));
    KG_TRY(KG_LAUNCH_COOPERATIVE(ctx, name, kernel,
        (unsigned)((blocks ? 1 : 0) * kg__cuda_of(ctx)->processors), WORKERS, arguments));
out:
    return status;
}

template <int SIDES> static kg_status shorten(kg_context *ctx, arcs a, uint64_t count)
{
    void *arguments[] = {&a};
    kg_status status;

    kg__stage(ctx, "up");
    KG_TRY(launch(ctx, "k_customize_up", (const void *)k_customize_up<SIDES>, arguments));
    kg__stage(ctx, "name");
    KG_TRY(KG_LAUNCH(ctx, k_customize_name<SIDES>, count * SHARED, a, count));
    kg__stage(ctx, "down");
    for (int side = 0; side < SIDES; side++)
        KG_TRY(kg__memory(ctx)->copy(ctx, a.least[side], a.length[side], count * sizeof(double)));
    KG_TRY(launch(ctx, "k_customize_down", (const void *)k_customize_down<SIDES>, arguments));
out:
    return status;
}

static kg_status choose(kg_context *ctx, arcs a, uint64_t count, int sides, bool exact)
{
    void *arguments[] = {&a, &sides};
    kg_status status;

    kg__stage(ctx, "choose");
    for (int side = 0; side < sides; side++)
        KG_TRY(KG_LAUNCH(ctx, k_customize_choose, count + 1, a.kept[side], a.length[side],
            a.least[side], count));
    if (!exact)
        KG_TRY(launch(ctx, "k_customize_halves", (const void *)k_customize_halves, arguments));
out:
    return status;
}

/* Stores the kept arcs of one side. */
static kg_status store(const residents *r, kg_hierarchy *h, const arcs *a, int side)
{
    kg_context *ctx = r->ctx;
    const uint64_t n = r->b->n, count = r->b->row[n];
    uint64_t kept;
    uint32_t *row = NULL;
    kg__arc *arc = NULL;
    kg_status status;

    kg__stage(ctx, "choose");
    KG_TRY(kg__array_scan_u32_cuda(ctx, a->kept[side], &kept, count + 1, a->kept[side], false));
    KG_TRY(kg__allocate(ctx, &row, n + 1, sizeof *row, "rows of arcs"));
    KG_TRY(KG_LAUNCH(ctx, k_customize_rows, n + 1, row, a->row, a->kept[side], n));
    KG_TRY(kg__allocate(ctx, &arc, kept, sizeof *arc, "arcs"));
    KG_TRY(KG_LAUNCH(ctx, k_customize_store, count, arc, a->kept[side], a->head, a->via[side],
        a->length[side], count));
    kg__stage(ctx, "download");
    KG_TRY(kg__host_allocate(ctx, &h->row[side], n + 1, sizeof *row, "rows of arcs"));
    KG_TRY(kg__host_allocate(ctx, &h->arc[side], kept, sizeof *arc, "arcs"));
    KG_TRY(kg__memory(ctx)->download(ctx, h->row[side], row, (n + 1) * sizeof *row));
    KG_TRY(kg__memory(ctx)->download(ctx, h->arc[side], arc, kept * sizeof *arc));
out:
    kg__free_all(ctx, row, arc);
    return status;
}

static kg_status customize(const residents *r, kg__customization *c)
{
    kg_context *ctx = r->ctx;
    kg_hierarchy *h = c->h;
    const uint64_t count = r->b->row[r->b->n];
    int sides = h->sides;
    arcs a = {};
    kg_status status;

    KG_TRY(make_resident(r, h->graph));
    read_residents(&a, r);
    KG_TRY(allocate(ctx, &a, count, sides));
    KG_TRY(enter(r, c, &a, count, &sides));
    KG_TRY(sides == 1 ? shorten<1>(ctx, a, count) : shorten<2>(ctx, a, count));
    KG_TRY(choose(ctx, a, count, sides, h->exact));
    h->sides = sides;
    for (int side = 0; side < sides; side++)
        KG_TRY(store(r, h, &a, side));
out:
    for (int side = 0; side < 2; side++)
        kg__free_all(ctx, a.length[side], a.least[side], a.via[side], a.kept[side]);
    return status;
}

/* The arrays stay with the base if the caller's context is the base's own, as one thread at a time
 * then has the base. The base is no const object. */
decl_hierarchy_customize(kg__hierarchy_customize_cuda)
{
    kg_context *ctx = c->h->ctx;
    kg_hierarchy_base *b = (kg_hierarchy_base *)c->base;
    void *own[KG__BASE_RESIDENTS] = {};
    const residents r = {ctx, b, b->ctx == ctx ? b->resident : own};
    kg_status status;

    if (!b->row[b->n])
        return kg__hierarchy_customize_cpu(c);
    status = customize(&r, c);
    kg__free_list(ctx, own, KG__BASE_RESIDENTS);
    return status;
}
