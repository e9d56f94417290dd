/*
 * Code that the CUDA searches of grid maps share: the map on the device, the arguments of a launch,
 * and the open list of a warp.
 */
#ifndef KG_GRID_CUDA_CUH
#define KG_GRID_CUDA_CUH

#include "../../base/cuda.cuh"
extern "C" {
#include "grid_ops.h"
#include "grid_tasks.h"
}

enum { KG__ALL_LANES = 0xffffffff, KG__WARP_LANES = 32, KG__NONE = 0xffffffff };

/* The map; all pointers are to device memory. */
typedef struct kg__grid_map {
    const uint64_t *row[KG__TERRAINS];
    const uint64_t *stop[KG__TERRAINS]; /* one block for each terrain, as in grid_stops.c */
    const uint16_t *weight;             /* [cells], or NULL if all are 1 */
    const uint8_t *table; /* kg__grid_legal() [512]; jumps: kg__grid_directions() [512][8] */
    uint32_t width, height;
    uint32_t words, column_words;        /* of a row, of a column */
    uint32_t inverse;                    /* (2^32 - 1) / width */
    uint64_t straight, diagonal;         /* cost of a step of weight 1 */
    uint64_t far_straight, far_diagonal; /* of the estimate */
    bool four, cuts, one, canonical;     /* four: no diagonal moves; cuts, one: rules for corners */
} kg__grid_map;

/* Copies an array to the device unless it is there. */
kg_status kg__grid_upload_once(
    kg_context *ctx, void **d_array, const void *array, uint64_t count, size_t size);
/* Brings the map's bits and weights to the device unless they are there, and sets the members that
 * depend on the map and the scale alone. d_table: gets the table of legal moves; NULL: it is not
 * needed. */
kg_status kg__grid_map_cuda(
    kg__grid_map *map, kg_grid *grid, const kg__grid_scale *scale, void **d_table);

/* ---- many queries, a warp each --------------------------------------------------------------- */

/* An entry of an open list. */
typedef struct alignas(16) kg__open_record {
    uint64_t g;
    uint32_t cell, next;
} kg__open_record;

/* Element s of each array of arrays is workspace s, the memory of a warp. */
typedef struct kg__grid_launch {
    kg__grid_map map;
    uint64_t workspaces, tasks, cells;
    void *cost;     /* [workspaces][cells] nodes of the jump search, costs of the plain one */
    uint8_t *stamp; /* [workspaces][cells] jump search: the query that reached a cell, 0 at first */
    uint32_t *head; /* [workspaces][buckets] KG__NONE between queries */
    kg__open_record *record; /* [workspaces][room] */
    uint32_t *spare;         /* [workspaces][room] records that were freed */
    uint32_t buckets, room;
    unsigned shift;
    const kg__grid_task *task; /* [tasks] */
    kg__grid_found *found;     /* [tasks] */
    uint32_t *chain;           /* [chain_room] */
    uint64_t chain_room;
    unsigned long long *taken, *chain_used; /* numbers of taken tasks, and of used elements of
                                               chain[] */
    uint64_t states_most;                   /* a query stops at this many */
} kg__grid_launch;

/* The open list of grid_cpu.h, in the same order: last in, first out within a bucket. All lanes of
 * the warp hold the same values. */
typedef struct kg__warp_open {
    uint32_t *head;
    kg__open_record *record;
    uint32_t *spare;
    uint32_t mask, room;
    unsigned shift;
    uint32_t used, spares, kept; /* kept: the last freed record, or KG__NONE */
    uint64_t now, last;
} kg__warp_open;

static __device__ __forceinline__ unsigned kg__lane(void)
{
    return threadIdx.x % KG__WARP_LANES;
}

static __device__ __forceinline__ unsigned kg__lanes_below(void)
{
    return (1u << kg__lane()) - 1;
}

static __device__ __forceinline__ unsigned kg__last_lane(unsigned mask)
{
    return 31 - __clz(mask);
}

/* The largest number of all lanes, for all lanes. */
static __device__ __forceinline__ unsigned kg__warp_max(unsigned number)
{
#if !defined(__CUDA_ARCH__) || __CUDA_ARCH__ >= 800
    return __reduce_max_sync(KG__ALL_LANES, number);
#else
    for (unsigned step = KG__WARP_LANES / 2; step; step /= 2)
        number = max(number, __shfl_xor_sync(KG__ALL_LANES, number, step));
    return number;
#endif
}

static __device__ __forceinline__ uint64_t kg__nanoseconds(void)
{
    uint64_t now;

    asm volatile("mov.u64 %0, %%globaltimer;" : "=l"(now));
    return now;
}

static __device__ __forceinline__ uint64_t kg__far(
    const kg__grid_map *m, uint32_t x, uint32_t y, uint32_t goal_x, uint32_t goal_y)
{
    uint64_t dx = x > goal_x ? x - goal_x : goal_x - x, dy = y > goal_y ? y - goal_y : goal_y - y;
    uint64_t least = dx < dy ? dx : dy;

    return (dx + dy - 2 * least) * m->far_straight + least * m->far_diagonal;
}

static __device__ __forceinline__ const uint64_t *kg__terrain(
    const uint64_t *const plane[KG__TERRAINS], uint32_t terrain)
{
    return terrain == 0 ? plane[0] : terrain == 1 ? plane[1] : plane[2];
}

/* The coordinates of cell number `cell`. */
static __device__ __forceinline__ void kg__place(
    const kg__grid_map *m, uint32_t cell, uint32_t *x, uint32_t *y)
{
    uint32_t row = __umulhi(cell, m->inverse), column = cell - row * m->width;

    if (column >= m->width) { /* the quotient may be one too small */
        column -= m->width;
        row++;
    }
    *x = column;
    *y = row;
}

/* The bit of a cell; y from -1 to the height. */
static __device__ __forceinline__ bool kg__free_cell(
    const kg__grid_map *m, const uint64_t *row, uint32_t x, uint32_t y)
{
    x += KG__GRID_PAD;
    return row[(size_t)(y + 1) * m->words + x / 64] >> x % 64 & 1;
}

/* `bits` bits of row y from cell x - 1 on. */
static __device__ __forceinline__ unsigned kg__row_bits(
    const kg__grid_map *m, const uint64_t *row, uint32_t x, uint32_t y, unsigned bits)
{
    uint32_t at = x + KG__GRID_PAD - 1;

    row += (size_t)(y + 1) * m->words + at / 64;
    return (unsigned)(row[0] >> at % 64 | row[1] << 1 << (63 - at % 64)) & ((1u << bits) - 1);
}

/* The free cells of the 9 around, as for kg__grid_legal(). */
static __device__ __forceinline__ unsigned kg__around(
    const kg__grid_map *m, const uint64_t *row, uint32_t x, uint32_t y)
{
    return kg__row_bits(m, row, x, y - 1, 3) | kg__row_bits(m, row, x, y, 3) << 3 |
           kg__row_bits(m, row, x, y + 1, 3) << 6;
}

/* Move i, row by row, of kg__grid_legal(). */
static __device__ __forceinline__ int kg__move_x(unsigned move)
{
    return (int)(0x94 >> move & 1) - (int)(0x29 >> move & 1);
}

static __device__ __forceinline__ int kg__move_y(unsigned move)
{
    return (int)(0xe0 >> move & 1) - (int)(0x07 >> move & 1);
}

static __device__ __forceinline__ bool kg__move_is_diagonal(unsigned move)
{
    return 0xa5 >> move & 1;
}

static __device__ __forceinline__ void kg__open_begin(
    kg__warp_open *o, const kg__grid_launch *a, uint64_t workspace)
{
    o->head = a->head + workspace * a->buckets;
    o->record = a->record + workspace * a->room;
    o->spare = a->spare + workspace * a->room;
    o->mask = a->buckets - 1;
    o->room = a->room;
    o->shift = a->shift;
    o->used = o->spares = 0;
    o->kept = KG__NONE;
}

/* Empties the list for the next query. */
static __device__ __forceinline__ void kg__open_clear(kg__warp_open *o)
{
    for (uint64_t b = o->now + kg__lane(); b <= o->last && b - o->now <= o->mask;
         b += KG__WARP_LANES)
        o->head[b & o->mask] = KG__NONE;
    o->used = o->spares = 0;
    o->kept = KG__NONE;
    __syncwarp();
}

/* Takes an entry of the lowest bucket; false if there is none, or if f is above `most` in all
 * buckets. */
static __device__ __forceinline__ bool kg__open_take(
    kg__warp_open *o, uint64_t most, uint64_t *g, uint32_t *cell)
{
    unsigned filled, within;
    uint32_t first;
    kg__open_record r;

    for (;; o->now += KG__WARP_LANES) {
        uint64_t bucket = o->now + kg__lane();
        bool looks = bucket <= o->last && bucket << o->shift <= most;

        first = looks ? o->head[bucket & o->mask] : KG__NONE;
        within = __ballot_sync(KG__ALL_LANES, looks);
        filled = __ballot_sync(KG__ALL_LANES, first != KG__NONE);
        if (filled)
            break;
        if (within != KG__ALL_LANES)
            return false;
    }
    first = __shfl_sync(KG__ALL_LANES, first, __ffs(filled) - 1);
    o->now += __ffs(filled) - 1;
    r = o->record[first];
    if (kg__lane() == 0) {
        o->head[o->now & o->mask] = r.next;
        if (o->kept != KG__NONE)
            o->spare[o->spares] = o->kept;
    }
    o->spares += o->kept != KG__NONE;
    o->kept = first;
    __syncwarp();
    *g = r.g;
    *cell = r.cell;
    return true;
}

/* Adds an entry for each lane that wants one, in the order of the lanes; false if there is no
 * room. */
static __device__ __forceinline__ bool kg__open_put(
    kg__warp_open *o, bool wants, uint64_t f, uint64_t g, uint32_t cell)
{
    const unsigned below = kg__lanes_below(), all = __ballot_sync(KG__ALL_LANES, wants);
    const uint32_t count = __popc(all), kept = o->kept != KG__NONE;
    const uint32_t reused = count < kept + o->spares ? count : kept + o->spares;
    const uint64_t bucket = f >> o->shift;
    uint32_t ahead = 0;

    if (!all)
        return true;
    if (count - reused > o->room - o->used)
        return false;
    if (wants) {
        uint32_t rank = __popc(all & below), *head = &o->head[bucket & o->mask], at, next;
        unsigned same = __match_any_sync(all, (uint32_t)(bucket & o->mask));

        if (rank >= reused)
            at = o->used + rank - reused;
        else
            at = rank < kept ? o->kept : o->spare[o->spares - 1 - (rank - kept)];
        next = __shfl_sync(all, at, same & below ? kg__last_lane(same & below) : kg__lane());
        if (!(same & below))
            next = *head;
        __syncwarp(all);
        o->record[at] = {g, cell, next};
        if (kg__last_lane(same) == kg__lane())
            *head = at;
        ahead = (uint32_t)(bucket - o->now);
    }
    ahead = kg__warp_max(ahead);
    o->last = o->now + ahead > o->last ? o->now + ahead : o->last;
    o->used += count - reused;
    o->spares -= reused - (reused && kept);
    o->kept = reused ? KG__NONE : o->kept;
    __syncwarp();
    return true;
}

/* The number of the warp's next task. */
static __device__ __forceinline__ uint64_t kg__next_task(const kg__grid_launch *a)
{
    unsigned long long task = 0;

    if (kg__lane() == 0)
        task = atomicAdd(a->taken, 1ull);
    return __shfl_sync(KG__ALL_LANES, task, 0);
}

/* Delivers the result of a task; copies its chain from the workspace's own memory. */
static __device__ __forceinline__ void kg__hand_in(const kg__grid_launch *a, uint64_t task,
    kg__grid_found found, const uint32_t *chain, uint64_t begun)
{
    unsigned long long place = 0;

    if (found.state == KG__GRID_FOUND) {
        if (kg__lane() == 0)
            place = atomicAdd(a->chain_used, (unsigned long long)found.count);
        place = __shfl_sync(KG__ALL_LANES, place, 0);
        if (place + found.count > a->chain_room)
            found.state = KG__GRID_NO_CHAIN_ROOM;
        else
            for (uint64_t i = kg__lane(); i < found.count; i += KG__WARP_LANES)
                a->chain[place + i] = chain[i];
    }
    found.chain = place;
    found.ns = kg__nanoseconds() - begun;
    if (kg__lane() == 0)
        a->found[task] = found;
}

/* ---- the searches ---------------------------------------------------------------------------- */

/*
 * Begins a task: sets the members that all searches share.
 *
 * A search S is of one warp. It has the members a, open, row, start, goal, goal_x, goal_y, found.
 * Two functions belong to it: search(S *), which returns a state, and trace(S *, chain, room),
 * which leaves the path's cells in chain[], or returns another state.
 */
template <typename S>
static __device__ __forceinline__ void kg__task_begin(
    S *s, const kg__grid_launch *a, const kg__grid_task *task)
{
    const kg__grid_map *map = &a->map;

    s->found = {};
    s->found.best = UINT64_MAX;
    s->start = task->start;
    s->goal = task->goal;
    s->goal_x = task->goal % map->width;
    s->goal_y = task->goal / map->width;
    s->row = kg__terrain(map->row, task->terrain);
}

/* Searches, and delivers the result of task i. */
template <typename S>
static __device__ __forceinline__ void kg__task_finish(
    S *s, const kg__grid_launch *a, uint64_t i, uint64_t begun)
{
    const kg__grid_map *map = &a->map;
    uint32_t *chain = (uint32_t *)s->open.record;

    s->open.now = s->open.last =
        kg__far(map, s->start % map->width, s->start / map->width, s->goal_x, s->goal_y) >>
        s->open.shift;
    s->found.state = search(s);
    s->found.now = s->open.now;
    kg__open_clear(&s->open);
    if (s->found.state == KG__GRID_FOUND)
        s->found.state = trace(s, chain, 4 * (uint64_t)a->room);
    kg__hand_in(a, i, s->found, chain, begun);
}

typedef struct kg__grid_kernel {
    size_t cell_bytes;              /* of cost[] */
    bool has_stamps;                /* otherwise cost[] must be all ones before a launch */
    const char *name;               /* for messages */
    void (*run)(kg__grid_launch a); /* with KG__BLOCK threads a block, a warp for each workspace */
} kg__grid_kernel;

extern const kg__grid_kernel kg__grid_jump_cuda, kg__grid_plain_u32_cuda, kg__grid_plain_u64_cuda;

/* Answers one task after the other, each by the whole device. For maps that are not uniform,
 * without a limit of states. */
kg_status kg__grid_wide_cuda(
    kg__grid_work *w, const kg__grid_map *map, kg__grid_task *task, uint64_t tasks);

#endif
