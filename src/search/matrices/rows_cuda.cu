/*
 * Rows of a matrix of distances on CUDA.
 *
 * In:   sources and targets with their ancestors, which are on the device from the first call on.
 * Out:  the rows of some sources, on the host: see distance_rows_ops.h.
 * How:  a block takes 32 sources, one for each lane of a warp. It goes up all levels of the
 *       sources' ancestors and then down all levels of the targets', a warp for each ancestor, with
 *       a barrier after each level. An ancestor pulls: its distance is the least by the arcs that
 *       lead to it. So no two warps write one distance, and the distances of an ancestor are one or
 *       two lines of the cache, which a warp reads and writes at once. In the core, which has arcs
 *       both ways, rounds go on until nothing changes. Blocks are independent. Rows go to the host
 *       on a second stream while the next ones are computed.
 * Cost: for 32 sources, reads a line of lanes and 8 bytes an arc, writes a line an ancestor; with
 *       doubles 12 bytes and two lines. Takes these lines for each block, and the rows twice.
 *
 * Deterministic: a distance is the least of the same sums, in whatever order.
 *
 * D. Delling, A. Goldberg, R. Werneck, "Faster batched shortest paths in road networks", ATMOS
 * 2011.
 */
#include "../../base/transfer.cuh"
#include "../hierarchy/hierarchy_cuda.cuh"
extern "C" {
#include "distance_rows_ops.h"
}
#include <string.h>

/* WORKERS: threads of a block; two blocks fill a processor. MOST_BLOCKS: for each processor.
 * SPARED: 1 / SPARED of the free memory stays free. */
enum { LANES = 32, WORKERS = 1024, MOST_BLOCKS = 2, SPARED = 4 };

/* Indexes of the arrays that a matrix keeps on the device: UP + of the sources, DOWN + of the
 * targets. */
enum { ROWS, ENDS, LENGTHS, OWN, LEVELS, UP = 0, DOWN = UP + 5, NUMBERS = DOWN + 5, MEETS };

/* Ancestors, and for each of them the arcs by which it is reached. */
template <typename T> struct side {
    const uint32_t *row, *end; /* end: the ancestor from which an arc comes */
    const T *by;
    const uint32_t *own, *level;
    const uint32_t *number; /* [count] of each index, or NULL: the index itself */
    uint32_t count, cores, levels;
    T *length; /* [blocks][count][LANES] */
};

template <typename T> struct job {
    side<T> up, down;
    const uint32_t *meet;    /* [down.count] the ancestor in up, or UINT32_MAX */
    uint64_t first, sources; /* of the rows of this launch */
    uint64_t targets;
    T *entry; /* [sources][targets] */
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

/* ---- kernels --------------------------------------------------------------------------------- */

/* Where a lane's way up begins: its source is an ancestor of itself. */
template <typename T> struct from_source {
    uint32_t own;

    __device__ __forceinline__ T operator()(uint32_t p) const
    {
        return p == own ? 0 : far_of<T>();
    }
};

/* Where its way down begins: at ancestors that it has reached by going up. */
template <typename T> struct from_above {
    const uint32_t *meet;
    const T *length;

    __device__ __forceinline__ T operator()(uint32_t p) const
    {
        return meet[p] == UINT32_MAX ? far_of<T>() : length[(uint64_t)meet[p] * LANES];
    }
};

template <typename T>
static __device__ __forceinline__ uint32_t number_of(const side<T> &s, uint32_t at)
{
    return s.number ? s.number[at] : at;
}

/* The least of a lane's distance and those by the arcs to ancestor p. length: the lane's. */
template <typename T>
static __device__ __forceinline__ T pull(const side<T> &s, const T *length, uint32_t p, T least)
{
    const uint32_t end = s.row[p + 1];

#pragma unroll 4
    for (uint32_t i = s.row[p]; i < end; i++) {
        const T by = plus(length[(uint64_t)s.end[i] * LANES], s.by[i]);

        least = by < least ? by : least;
    }
    return least;
}

/* Level k. Warp w owns the ancestors w, w + warps, .. of it. */
template <typename T, typename START>
static __device__ __forceinline__ void do_level(
    const side<T> &s, T *length, uint32_t k, const START &start)
{
    for (uint32_t at = s.level[k] + threadIdx.x / LANES, end = s.level[k + 1]; at < end;
         at += WORKERS / LANES) {
        const uint32_t p = number_of(s, at);

        length[(uint64_t)p * LANES] = pull(s, length, p, start(p));
    }
    __syncthreads();
}

template <typename T, typename START>
static __device__ __forceinline__ void begin_core(const side<T> &s, T *length, const START &start)
{
    for (uint32_t at = threadIdx.x / LANES; at < s.cores; at += WORKERS / LANES) {
        const uint32_t p = number_of(s, at);

        length[(uint64_t)p * LANES] = start(p);
    }
    __syncthreads();
}

/* Rounds over the core, in which a warp reads what others may be lowering. */
template <typename T>
static __device__ __forceinline__ void settle_core(const side<T> &s, T *length)
{
    bool changed;

    if (!s.cores)
        return;
    do {
        changed = false;
        for (uint32_t p = threadIdx.x / LANES; p < s.cores; p += WORKERS / LANES) {
            const T before = length[(uint64_t)p * LANES], least = pull(s, length, p, before);

            if (least < before) {
                length[(uint64_t)p * LANES] = least;
                changed = true;
            }
        }
    } while (__syncthreads_or(changed));
}

/* Stores the rows of a batch. A warp takes some targets at a time. It turns their lanes into rows
 * in its part of the shared memory, and writes 32 bytes of each row. */
template <typename T> static __device__ __forceinline__ void store(const job<T> &j, const T *length)
{
    constexpr unsigned WIDTH = 32 / sizeof(T);
    __shared__ T s_tile[WORKERS / LANES][LANES][WIDTH + 1];
    T(*const tile)[WIDTH + 1] = s_tile[threadIdx.x / LANES];
    const unsigned lane = threadIdx.x % LANES, column = lane % WIDTH;
    const uint64_t source = (uint64_t)blockIdx.x * LANES;

    for (uint64_t first = threadIdx.x / LANES * WIDTH; first < j.targets;
         first += WORKERS / LANES * WIDTH) {
        for (unsigned t = 0; t < WIDTH && first + t < j.targets; t++)
            tile[lane][t] = length[(uint64_t)j.down.own[first + t] * LANES];
        __syncwarp();
        for (unsigned k = lane / WIDTH; k < LANES && first + column < j.targets; k += LANES / WIDTH)
            if (source + k < j.sources)
                j.entry[(source + k) * j.targets + first + column] = tile[k][column];
        __syncwarp();
    }
}

/* Block b owns sources 32 b .. 32 b + 31 of the launch; lane k of a warp owns the k-th of them. */
template <typename T>
static __global__ void __launch_bounds__(WORKERS, MOST_BLOCKS) k_distance_rows(job<T> j)
{
    const unsigned lane = threadIdx.x % LANES;
    const uint64_t source = (uint64_t)blockIdx.x * LANES + lane;
    T *const above = j.up.length + (uint64_t)blockIdx.x * j.up.count * LANES + lane;
    T *const below = j.down.length + (uint64_t)blockIdx.x * j.down.count * LANES + lane;
    const from_source<T> up = {source < j.sources ? j.up.own[j.first + source] : UINT32_MAX};
    const from_above<T> down = {j.meet, above};

    begin_core(j.up, above, up);
    for (uint32_t k = j.up.levels; k-- > 0;)
        do_level(j.up, above, k, up);
    settle_core(j.up, above);
    begin_core(j.down, below, down);
    for (uint32_t k = 0; k < j.down.levels; k++)
        do_level(j.down, below, k, down);
    store(j, below);
}

/* ---- the host's part: ancestors -------------------------------------------------------------- */

/* Turns the arcs up round: those that lead to each ancestor, in the order of those below. */
template <typename T>
static void turn(const kg__ancestors *a, const T *length, uint32_t *row, uint32_t *tail, T *by)
{
    memset(row, 0, (a->count + 1) * sizeof *row);
    for (uint64_t i = 0; i < a->arcs; i++)
        row[a->head[i]]++;
    for (uint64_t p = 0; p < a->count; p++)
        row[p + 1] += row[p];
    for (uint64_t p = a->count; p-- > 0;)
        for (uint32_t i = a->row[p]; i < a->row[p + 1]; i++) {
            const uint32_t at = --row[a->head[i]];

            tail[at] = (uint32_t)p;
            by[at] = length[i];
        }
}

template <typename T> static kg_status send_up(kg_distance_matrix *m, void **resident)
{
    const kg__ancestors *a = &m->up;
    const T *length = a->whole ? (const T *)(void *)a->whole : (const T *)(void *)a->real;
    kg_context *ctx = m->ctx;
    uint32_t *row = NULL, *tail = NULL;
    T *by = NULL;
    kg_status status;

    KG_TRY(kg__host_allocate(ctx, &row, a->count + 1, sizeof *row, "ancestors"));
    KG_TRY(kg__host_allocate(ctx, &tail, a->arcs, sizeof *tail, "arcs of ancestors"));
    KG_TRY(kg__host_allocate(ctx, &by, a->arcs, sizeof *by, "arcs of ancestors"));
    turn(a, length, row, tail, by);
    KG_TRY(kg__send(ctx, &resident[ROWS], row, a->count + 1, sizeof *row));
    KG_TRY(kg__send(ctx, &resident[ENDS], tail, a->arcs, sizeof *tail));
    KG_TRY(kg__send(ctx, &resident[LENGTHS], by, a->arcs, sizeof *by));
    KG_TRY(kg__send(ctx, &resident[OWN], a->own, a->given, sizeof *a->own));
    KG_TRY(kg__send(ctx, &resident[LEVELS], a->level, a->levels + 1, sizeof *a->level));
out:
    kg__free_all(ctx, row, tail, by);
    return status;
}

/* The ancestor in up of each ancestor in down. */
static kg_status send_meets(kg_distance_matrix *m, void **resident)
{
    uint32_t *meet = NULL;
    kg_status status;

    KG_TRY(kg__host_allocate(m->ctx, &meet, m->down.count, sizeof *meet, "ancestors"));
    memset(meet, 0xff, m->down.count * sizeof *meet);
    for (uint64_t i = 0; i < m->up.count; i++)
        if (m->meet[i] != UINT32_MAX)
            meet[m->meet[i]] = (uint32_t)i;
    KG_TRY(kg__send(m->ctx, resident, meet, m->down.count, sizeof *meet));
out:
    kg__free(m->ctx, meet);
    return status;
}

template <typename T> static kg_status send_down(kg_distance_matrix *m, void **resident)
{
    const kg__ancestors *a = &m->down;
    const void *by = a->whole ? (const void *)a->whole : (const void *)a->real;
    kg_context *ctx = m->ctx;
    kg_status status;

    KG_TRY(kg__send(ctx, &resident[ROWS], a->row, a->count + 1, sizeof *a->row));
    KG_TRY(kg__send(ctx, &resident[ENDS], a->head, a->arcs, sizeof *a->head));
    KG_TRY(kg__send(ctx, &resident[LENGTHS], by, a->arcs, sizeof(T)));
    KG_TRY(kg__send(ctx, &resident[OWN], a->own, a->given, sizeof *a->own));
    KG_TRY(kg__send(ctx, &resident[LEVELS], a->level, a->levels + 1, sizeof *a->level));
out:
    return status;
}

/* Sends all arrays, unless they are on the device. */
template <typename T> static kg_status make_resident(kg_distance_matrix *m)
{
    kg_status status = KG_OK;

    if (m->resident[MEETS])
        return KG_OK;
    kg__stage(m->ctx, "upload");
    KG_TRY(send_up<T>(m, m->resident + UP));
    KG_TRY(send_down<T>(m, m->resident + DOWN));
    KG_TRY(kg__send(m->ctx, &m->resident[NUMBERS], m->number, m->down.count, sizeof *m->number));
    KG_TRY(send_meets(m, &m->resident[MEETS]));
out:
    return status;
}

template <typename T> static side<T> side_of(const kg__ancestors *a, void *const *resident)
{
    side<T> s = {};

    s.row = (const uint32_t *)resident[ROWS];
    s.end = (const uint32_t *)resident[ENDS];
    s.by = (const T *)resident[LENGTHS];
    s.own = (const uint32_t *)resident[OWN];
    s.level = (const uint32_t *)resident[LEVELS];
    s.count = (uint32_t)a->count;
    s.cores = (uint32_t)a->cores;
    s.levels = (uint32_t)a->levels;
    return s;
}

/* ---- the host's part: rows ------------------------------------------------------------------- */

/* Rows that are computed, and rows that go to the host meanwhile. */
template <typename T> struct pieces {
    uint64_t rows; /* of a piece, but the last */
    T *entry[2];
    cudaEvent_t made[2];
    cudaStream_t side;
};

/* How many rows are made at once: as many as fill the device, or as its memory has room for. Pieces
 * are equally large. */
template <typename T>
static kg_status count_rows(const kg__rows *r, const job<T> *j, uint64_t *rows)
{
    kg_context *ctx = r->m->ctx;
    const uint64_t batches = (r->count + LANES - 1) / LANES;
    const uint64_t batch =
        (j->up.count + (uint64_t)j->down.count + 2 * j->targets) * LANES * sizeof(T);
    uint64_t left, most = MOST_BLOCKS * (uint64_t)kg__cuda_of(ctx)->processors, times;
    kg_status status;

    KG_TRY(kg__device_left(ctx, &left, SPARED));
    if (most > left / batch)
        most = left / batch > 1 ? left / batch : 1;
    times = (batches + most - 1) / most;
    *rows = (batches + times - 1) / times * LANES;
out:
    return status;
}

template <typename T> static kg_status create(const kg__rows *r, job<T> *j, pieces<T> *p)
{
    kg_context *ctx = r->m->ctx;
    const unsigned buffers = r->count > p->rows ? 2 : 1;
    const uint64_t blocks = p->rows / LANES;
    kg_status status;

    KG_TRY(kg__allocate(ctx, &j->up.length, blocks * j->up.count * LANES, sizeof(T), "distances"));
    KG_TRY(
        kg__allocate(ctx, &j->down.length, blocks * j->down.count * LANES, sizeof(T), "distances"));
    for (unsigned i = 0; i < buffers; i++) {
        KG_TRY(
            kg__allocate(ctx, &p->entry[i], p->rows * j->targets, sizeof(T), "rows of a matrix"));
        KG_TRY(KG_CUDA(ctx, cudaEventCreateWithFlags(&p->made[i], cudaEventDisableTiming)));
    }
    KG_TRY(KG_CUDA(ctx, cudaStreamCreateWithFlags(&p->side, cudaStreamNonBlocking)));
out:
    return status;
}

template <typename T> static void release(kg_context *ctx, job<T> *j, pieces<T> *p)
{
    for (int i = 0; i < 2; i++)
        if (p->made[i])
            cudaEventDestroy(p->made[i]);
    if (p->side)
        cudaStreamDestroy(p->side);
    kg__free_all(ctx, j->up.length, j->down.length, p->entry[0], p->entry[1]);
}

/* Launches the sweeps for a piece, from row `at` on. */
template <typename T>
static kg_status sweep(const kg__rows *r, job<T> *j, const pieces<T> *p, uint64_t at)
{
    kg_context *ctx = r->m->ctx;
    const uint64_t i = at / p->rows % 2;
    kg_status status;

    j->first = r->first + at;
    j->sources = r->count - at < p->rows ? r->count - at : p->rows;
    j->entry = p->entry[i];
    kg__stage(ctx, "sweep");
    KG_TRY(KG_LAUNCH_NAMED(ctx, "k_distance_rows", k_distance_rows<T>,
        (unsigned)((j->sources + LANES - 1) / LANES), WORKERS, 0, *j));
    KG_TRY(KG_CUDA(ctx, cudaEventRecord(p->made[i], kg__stream(ctx))));
out:
    return status;
}

/* Brings a piece to the host, from row `at` on. */
template <typename T>
static kg_status fetch(const kg__rows *r, const job<T> *j, const pieces<T> *p, uint64_t at)
{
    kg_context *ctx = r->m->ctx;
    const uint64_t i = at / p->rows % 2, rows = r->count - at < p->rows ? r->count - at : p->rows;
    kg_status status;

    kg__stage(ctx, "download");
    KG_TRY(KG_CUDA(ctx, cudaStreamWaitEvent(p->side, p->made[i], 0)));
    KG_TRY(kg__cuda_download_on(
        ctx, p->side, (T *)r->entry + at * j->targets, p->entry[i], rows * j->targets * sizeof(T)));
    KG_TRY(kg__progress(ctx, "finding distances", r->first + at + rows, r->m->up.given));
out:
    return status;
}

template <typename T> static kg_status make_rows(kg__rows *r)
{
    kg_distance_matrix *m = r->m;
    job<T> j = {};
    pieces<T> p = {};
    kg_status status;

    KG_TRY(make_resident<T>(m));
    j.up = side_of<T>(&m->up, m->resident + UP);
    j.down = side_of<T>(&m->down, m->resident + DOWN);
    j.down.number = (const uint32_t *)m->resident[NUMBERS];
    j.meet = (const uint32_t *)m->resident[MEETS];
    j.targets = m->down.given;
    KG_TRY(count_rows(r, &j, &p.rows));
    KG_TRY(create(r, &j, &p));
    KG_TRY(sweep(r, &j, &p, 0));
    for (uint64_t at = 0; at < r->count; at += p.rows) {
        if (r->count - at > p.rows)
            KG_TRY(sweep(r, &j, &p, at + p.rows));
        KG_TRY(fetch(r, &j, &p, at));
    }
out:
    release(m->ctx, &j, &p);
    return status;
}

decl_distance_rows(kg__distance_rows_cuda)
{
    return r->m->type == KG_U32 ? make_rows<uint32_t>(r) : make_rows<double>(r);
}
