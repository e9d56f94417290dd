/*
 * Rows of a matrix of distances on CUDA.
 *
 * In:   sources and targets with their ancestors; those of the targets are on the device from the
 *       first call on.
 * Out:  the rows of some sources, on the host: see hierarchy_ops.h.
 * How:  the host's threads climb from the sources, while the device sweeps for the sources before.
 *       A block takes 32 sources, one for each lane of a warp. It goes down all levels, a warp for
 *       each ancestor, with a barrier after each level. So the distances of an ancestor are one or
 *       two lines of the cache, which a warp reads and writes at once. Blocks are independent.
 * Cost: reads a line of lanes and 8 bytes an arc, writes two lines an ancestor, for 32 sources; 12
 *       bytes and two lines with doubles. Takes these lines for each block, and the rows.
 *
 * Deterministic: a distance is the least of the same sums, in whatever order.
 *
 * D. Delling, A. Goldberg, R. Werneck, "Faster batched shortest paths in road networks", ATMOS
 * 2011.
 */
#include "../../base/cuda.cuh"
extern "C" {
#include "hierarchy_ops.h"
}
#include <string.h>

/* WORKERS: threads of a block; two blocks fill a processor. MOST_BLOCKS: for each processor.
 * SPARED: 1 / SPARED of the free memory stays free. */
enum { LANES = 32, WORKERS = 1024, MOST_BLOCKS = 2, SPARED = 4, HALVES = LANES / KG__BATCH };

/* Indexes of the arrays that a matrix keeps on the device. */
enum { ROWS = 0, HEADS = 1, LENGTHS = 2, OWN = 3, LEVELS = 4, NUMBERS = 5 };

/* The result of a climb: the distances from each source of a batch to ancestors of targets. */
typedef struct found {
    uint64_t *at; /* [count] the ancestor's number, times LANES, plus the source's lane */
    void *length; /* [count] */
    uint64_t count, room[2];
} found;

template <typename T> struct down {
    const uint32_t *row, *head, *own, *level, *number;
    const T *by;
    uint64_t count, targets, levels;
    const uint64_t *first; /* [batches + 1] of the starts of each batch */
    const uint64_t *start;
    const T *from;
    uint64_t batches, sources;
    T *length; /* [blocks][count][LANES] */
    T *entry;  /* [sources][targets] */
};

template <typename T> static __device__ __forceinline__ T far_of();
template <> __device__ __forceinline__ uint32_t far_of<uint32_t>()
{
    return UINT32_MAX;
}
template <> __device__ __forceinline__ double far_of<double>()
{
    return INFINITY;
}

static __device__ __forceinline__ uint32_t plus(uint32_t a, uint32_t b)
{
    const uint32_t room = ~a;

    return a + (b < room ? b : room);
}

static __device__ __forceinline__ double plus(double a, double b)
{
    return a + b;
}

/* Lane k of warp w owns lane k of the ancestors at from + w, from + w + warps, .. of a level. */
template <typename T>
static __device__ __forceinline__ void lower(
    const down<T> &d, T *length, uint64_t from, uint64_t to)
{
    const unsigned lane = threadIdx.x % LANES;

    for (uint64_t at = from + threadIdx.x / LANES; at < to; at += WORKERS / LANES) {
        const uint64_t p = d.number[at];
        const uint32_t end = d.row[p + 1];
        T least = length[p * LANES + lane];

#pragma unroll 4
        for (uint32_t i = d.row[p]; i < end; i++) {
            const T by = plus(length[(uint64_t)d.head[i] * LANES + lane], d.by[i]);

            least = by < least ? by : least;
        }
        length[p * LANES + lane] = least;
    }
}

/* Stores the rows of a batch. A warp takes some targets at a time. It turns their lanes into rows
 * in its part of the shared memory, and writes 32 bytes of each row. */
template <typename T>
static __device__ __forceinline__ void store(const down<T> &d, const T *length)
{
    constexpr unsigned WIDTH = 32 / sizeof(T);
    __shared__ T s_tile[WORKERS / LANES][LANES][WIDTH + 1];
    T(*const tile)[WIDTH + 1] = s_tile[threadIdx.x / LANES];
    const unsigned lane = threadIdx.x % LANES, column = lane % WIDTH;
    const uint64_t source = (uint64_t)blockIdx.x * LANES;

    for (uint64_t first = threadIdx.x / LANES * WIDTH; first < d.targets;
         first += WORKERS / LANES * WIDTH) {
        for (unsigned t = 0; t < WIDTH && first + t < d.targets; t++)
            tile[lane][t] = length[(uint64_t)d.own[first + t] * LANES + lane];
        __syncwarp();
        for (unsigned k = lane / WIDTH; k < LANES && first + column < d.targets; k += LANES / WIDTH)
            if (source + k < d.sources)
                d.entry[(source + k) * d.targets + first + column] = tile[k][column];
        __syncwarp();
    }
}

/* Block b owns batch b. */
template <typename T>
static __global__ void __launch_bounds__(WORKERS, MOST_BLOCKS) k_hierarchy_rows(down<T> d)
{
    T *const length = d.length + blockIdx.x * d.count * LANES;

    for (uint64_t i = threadIdx.x; i < d.count * LANES; i += WORKERS)
        length[i] = far_of<T>();
    __syncthreads();
    for (uint64_t i = d.first[blockIdx.x] + threadIdx.x; i < d.first[blockIdx.x + 1]; i += WORKERS)
        length[d.start[i]] = d.from[i];
    __syncthreads();
    for (uint64_t k = 0; k < d.levels; k++) {
        lower(d, length, d.level[k], d.level[k + 1]);
        __syncthreads();
    }
    store(d, length);
}

/* ---- the host's part: climbs ----------------------------------------------------------------- */

/* The climbs of some batches, in host memory. */
typedef struct climbs {
    found *of; /* [batches] */
    uint64_t batches;
    kg__climber *team; /* [threads] */
    int threads;
} climbs;

static kg_status create_climbs(climbs *c, const kg_distance_matrix *m, uint64_t batches)
{
    kg_context *ctx = m->ctx;
    kg_status status;

    c->threads = kg__threads(ctx, batches, 1);
    KG_TRY(kg__host_allocate(ctx, &c->of, batches, sizeof *c->of, "climbs"));
    memset(c->of, 0, batches * sizeof *c->of);
    c->batches = batches;
    KG_TRY(kg__host_allocate(ctx, &c->team, (uint64_t)c->threads, sizeof *c->team, "climbs"));
    memset(c->team, 0, (size_t)c->threads * sizeof *c->team);
    for (int t = 0; t < c->threads; t++)
        KG_TRY(kg__climber_create(&c->team[t], m));
out:
    return status;
}

static void release_climbs(kg_context *ctx, climbs *c)
{
    for (uint64_t b = 0; b < c->batches; b++)
        kg__free_all(ctx, c->of[b].at, c->of[b].length);
    for (int t = 0; t < c->threads && c->team; t++)
        kg__climber_release(ctx, &c->team[t]);
    kg__free_all(ctx, c->of, c->team);
}

static uint64_t at_most(uint64_t count, uint64_t most)
{
    return count < most ? count : most;
}

/* Notes the distances that a climb of half a batch has found. */
template <typename T>
static kg_status note(
    const kg_distance_matrix *m, const kg__climber *c, found *f, unsigned half, T far)
{
    const T *length = (const T *)c->length;
    kg_status status = KG_OK;

    for (uint64_t i = 0; i < c->count; i++) {
        const uint32_t to = m->meet[c->reached[i]];
        const T *lane = length + (uint64_t)c->reached[i] * KG__BATCH;

        if (to == UINT32_MAX)
            continue;
        if (f->count + KG__BATCH > f->room[0])
            KG_TRY(kg__host_grow(
                m->ctx, &f->at, &f->room[0], f->count + KG__BATCH, sizeof *f->at, "climbs"));
        if (f->count + KG__BATCH > f->room[1])
            KG_TRY(kg__host_grow(
                m->ctx, &f->length, &f->room[1], f->count + KG__BATCH, sizeof(T), "climbs"));
        for (unsigned k = 0; k < KG__BATCH; k++)
            if (lane[k] != far) {
                f->at[f->count] = (uint64_t)to * LANES + half * KG__BATCH + k;
                ((T *)f->length)[f->count++] = lane[k];
            }
    }
out:
    return status;
}

/* Climbs from the sources of a batch, in halves. */
template <typename T>
static kg_status climb_batch(const kg_distance_matrix *m, kg__climber *climber, found *f,
    uint64_t first, uint64_t count, T far)
{
    kg_status status = KG_OK;

    f->count = 0;
    for (unsigned half = 0; half < HALVES && half * KG__BATCH < count; half++) {
        const uint64_t at = half * KG__BATCH;

        kg__climb(m, climber, first + at, at_most(count - at, KG__BATCH));
        KG_TRY(note<T>(m, climber, f, half, far));
    }
out:
    return status;
}

/* Climbs from sources first .. first + count - 1. */
template <typename T>
static kg_status climb_all(
    const kg_distance_matrix *m, climbs *c, uint64_t first, uint64_t count, T far)
{
    const uint64_t batches = (count + LANES - 1) / LANES;
    kg_status status = KG_OK;

    KG_PARALLEL_FOR(c->threads, schedule(dynamic, 1))
    for (uint64_t b = 0; b < batches; b++) {
        const uint64_t at = b * LANES;
        const kg_status one = climb_batch<T>(m, &c->team[kg__thread_index()], &c->of[b], first + at,
            at_most(count - at, LANES), far);

        if (one != KG_OK)
            __atomic_store_n(&status, one, __ATOMIC_RELAXED);
    }
    return status;
}

/* ---- the host's part: the device ------------------------------------------------------------- */

/* Copies an array to the device, unless it is already there. */
static kg_status send(kg_context *ctx, void **to, const void *from, uint64_t count, size_t size)
{
    void *made = NULL;
    kg_status status = KG_OK;

    if (*to || !count)
        return KG_OK;
    KG_TRY(kg__allocate(ctx, &made, count, size, "ancestors"));
    KG_TRY(kg__memory(ctx)->upload(ctx, made, from, (size_t)count * size));
    *to = made;
    made = NULL;
out:
    kg__free(ctx, made);
    return status;
}

template <typename T> static kg_status make_resident(kg_distance_matrix *m, down<T> *d)
{
    kg_context *ctx = m->ctx;
    const kg__ancestors *a = &m->down;
    const void *by = a->whole ? (const void *)a->whole : (const void *)a->real;
    kg_status status;

    kg__stage(ctx, "upload");
    KG_TRY(send(ctx, &m->resident[ROWS], a->row, a->count + 1, sizeof *a->row));
    KG_TRY(send(ctx, &m->resident[HEADS], a->head, a->arcs, sizeof *a->head));
    KG_TRY(send(ctx, &m->resident[LENGTHS], by, a->arcs, sizeof(T)));
    KG_TRY(send(ctx, &m->resident[OWN], a->own, a->given, sizeof *a->own));
    KG_TRY(send(ctx, &m->resident[NUMBERS], m->number, a->count, sizeof *m->number));
    KG_TRY(send(ctx, &m->resident[LEVELS], a->level, a->levels + 1, sizeof *a->level));
    d->row = (const uint32_t *)m->resident[ROWS];
    d->head = (const uint32_t *)m->resident[HEADS];
    d->by = (const T *)m->resident[LENGTHS];
    d->own = (const uint32_t *)m->resident[OWN];
    d->number = (const uint32_t *)m->resident[NUMBERS];
    d->level = (const uint32_t *)m->resident[LEVELS];
    d->count = a->count;
    d->targets = a->given;
    d->levels = a->levels;
out:
    return status;
}

/* Puts the starts of all batches on the device, in one list. */
template <typename T>
static kg_status send_starts(kg_context *ctx, const climbs *c, down<T> *d, void *device[3])
{
    uint64_t *first = NULL, *start = NULL, count = 0;
    T *from = NULL;
    kg_status status;

    KG_TRY(kg__host_allocate(ctx, &first, d->batches + 1, sizeof *first, "climbs"));
    for (uint64_t b = 0; b < d->batches; b++) {
        first[b] = count;
        count += c->of[b].count;
    }
    first[d->batches] = count;
    KG_TRY(kg__host_allocate(ctx, &start, count, sizeof *start, "climbs"));
    KG_TRY(kg__host_allocate(ctx, &from, count, sizeof *from, "climbs"));
    for (uint64_t b = 0; b < d->batches; b++)
        if (c->of[b].count) {
            memcpy(start + first[b], c->of[b].at, c->of[b].count * sizeof *start);
            memcpy(from + first[b], c->of[b].length, c->of[b].count * sizeof *from);
        }
    KG_TRY(send(ctx, &device[0], first, d->batches + 1, sizeof *first));
    KG_TRY(send(ctx, &device[1], start, count, sizeof *start));
    KG_TRY(send(ctx, &device[2], from, count, sizeof *from));
    d->first = (const uint64_t *)device[0];
    d->start = (const uint64_t *)device[1];
    d->from = (const T *)device[2];
out:
    kg__free_all(ctx, first, start, from);
    return status;
}

/* How many blocks the device's memory has room for, each with the rows of one batch. */
template <typename T>
static kg_status count_blocks(const kg__rows *r, const down<T> *d, uint64_t *blocks)
{
    kg_context *ctx = r->m->ctx;
    const uint64_t block = (d->count + d->targets) * LANES * sizeof(T);
    uint64_t left;
    kg_status status;

    KG_TRY(kg__device_left(ctx, &left, SPARED));
    *blocks = at_most(
        (r->count + LANES - 1) / LANES, MOST_BLOCKS * (uint64_t)kg__cuda_of(ctx)->processors);
    *blocks = at_most(*blocks, left / block > 1 ? left / block : 1);
out:
    return status;
}

template <typename T> static kg_status make_rows(kg__rows *r, T far)
{
    kg_distance_matrix *m = r->m;
    kg_context *ctx = m->ctx;
    down<T> d = {};
    climbs c = {};
    uint64_t blocks, rows;
    void *device[3] = {};
    kg_status status;

    KG_TRY(make_resident<T>(m, &d));
    KG_TRY(count_blocks<T>(r, &d, &blocks));
    rows = blocks * LANES;
    KG_TRY(create_climbs(&c, m, blocks));
    KG_TRY(kg__allocate(ctx, &d.length, blocks * d.count * LANES, sizeof(T), "distances"));
    KG_TRY(kg__allocate(ctx, &d.entry, rows * d.targets, sizeof(T), "rows of a matrix"));
    kg__stage(ctx, "climb");
    KG_TRY(climb_all<T>(m, &c, r->first, at_most(r->count, rows), far));
    for (uint64_t at = 0; at < r->count; at += rows) {
        const uint64_t next = at + at_most(r->count - at, rows);

        d.sources = next - at;
        d.batches = (d.sources + LANES - 1) / LANES;
        kg__stage(ctx, "upload");
        KG_TRY(send_starts<T>(ctx, &c, &d, device));
        kg__stage(ctx, "sweep");
        KG_TRY(KG_LAUNCH_NAMED(
            ctx, "k_hierarchy_rows", k_hierarchy_rows<T>, (unsigned)d.batches, WORKERS, 0, d));
        if (next < r->count)
            KG_TRY(climb_all<T>(m, &c, r->first + next, at_most(r->count - next, rows), far));
        kg__stage(ctx, "download");
        KG_TRY(kg__memory(ctx)->download(
            ctx, (T *)r->entry + at * d.targets, d.entry, d.sources * d.targets * sizeof(T)));
        for (int i = 0; i < 3; i++) {
            kg__free(ctx, device[i]);
            device[i] = NULL;
        }
        KG_TRY(kg__progress(ctx, "finding distances", r->first + next, m->up.given));
    }
out:
    release_climbs(ctx, &c);
    kg__free_all(ctx, device[0], device[1], device[2], d.length, d.entry);
    return status;
}

decl_hierarchy_rows(kg__hierarchy_rows_cuda)
{
    return r->m->type == KG_U32 ? make_rows<uint32_t>(r, UINT32_MAX)
                                : make_rows<double>(r, (double)INFINITY);
}
