/*
 * One query of a grid map over the whole GPU: for maps with weights, 4 moves, or canonical paths.
 *
 * in   the map's bits and weights, tasks
 * out  for each the cost, the number of cells of f up to it, and the canonical path's cells
 *
 * Method: label correcting over tiles of 32 * 32 cells. A block loads a tile with the cells around
 * it, and lowers costs in shared memory until nothing changes. If a cell at the tile's edge fell,
 * the tiles beside it are woken. Each round works on the tiles that were woken for an f not far
 * above the lowest, so that little work is done before costs are nearly final. A cell takes the
 * least of its neighbours' offers. A thread does so for a quad of 2 * 2 cells, and then reads the
 * results of the other threads, in turn. A cell of f above the goal's cost so far wakes no tile.
 * The rounds end when no tile is awake. Then every cell of f up to the goal's cost has its least
 * cost, in whatever order, and the path goes backwards from the goal like the CPU's canonical one.
 * Work: each tile is worked on a few times. Memory: 4 or 8 bytes a cell, 28 a tile.
 * Deterministic: the costs are the only solution, and so are the counts: expanded, generated and
 * states are all the cells of f up to the cost.
 * The host checks after every ROUNDS rounds whether the search has ended.
 */
#include "grid_wide_cuda.cuh"

/* With 1, 2, 4, 8, 16 tiles ahead, and with any number, a map of 8192 * 8192 with weights 1..9 took
 * 140, 106, 84, 71, 67 and 340 ms on an H200; one of 2048 * 2048 took 20, 16, 13, 11, 9 and 19
 * ms. */
enum { ROUNDS = 16, TILES_AHEAD = 16, BLOCKS_AT_ONCE = 3 };

/* A count of a path's cells that says that there is no path. */
#define BROKEN UINT64_MAX

/* The initial room for the path's cells. */
static const uint64_t chain_first = 1 << 22;

/* Wakes the tiles of the 3 * 3 around tile `at` whose bit is set: thread i < 9 wakes that of bit
 * i. */
template <typename T>
static __device__ __forceinline__ void wake_around(
    const wide<T> *q, uint32_t at, unsigned which, unsigned long long f, unsigned round)
{
    uint32_t x = at % q->across + threadIdx.x % 3 - 1, y = at / q->across + threadIdx.x / 3 - 1;
    uint32_t tile = y * q->across + x;

    if (threadIdx.x < 9 && which >> threadIdx.x & 1 && x < q->across && tile < q->tiles)
        wake(q, tile, f, round);
}

/* One block: sets the start, and wakes the tiles around it. */
template <typename T> static __global__ void k_grid_wide_begin(const __grid_constant__ wide<T> q)
{
    uint32_t x = q.start % q.map.width / TILE, y = q.start / q.map.width / TILE;

    if (threadIdx.x == 0) {
        q.cost[q.start] = 0;
        q.now->best = UINT64_MAX;
        q.now->within = q.now->count = 0;
        for (int i = 0; i < 3; i++) {
            q.now->tiles[i] = 0;
            q.now->lowest[i] = UINT64_MAX;
        }
    }
    __syncthreads();
    wake_around(&q, y * q.across + x, 0x1ff, 0, 1u);
}

/* Block b takes tiles b, b + gridDim, ... of the list. It skips a tile that has to wait, or whose f
 * is above the goal's cost. Thread (i, j) owns the tile's quad (i, j), in shared memory and, as the
 * only writer, in cost[]. */
template <typename T>
static __global__ void __launch_bounds__(KG__BLOCK, BLOCKS_AT_ONCE)
    k_grid_wide_round(const __grid_constant__ wide<T> q, unsigned round)
{
    __shared__ tile<T> t;
    __shared__ unsigned s_beside;
    __shared__ unsigned long long s_wait, s_best, s_fell;
    const unsigned tiles = q.now->tiles[round % 3];
    const unsigned long long lowest = q.now->lowest[round % 3];

    if (blockIdx.x == 0 && threadIdx.x == 0) {
        q.now->tiles[(round + 2) % 3] = 0;
        q.now->lowest[(round + 2) % 3] = UINT64_MAX;
    }
    for (unsigned k = blockIdx.x; k < tiles; k += gridDim.x) {
        const uint32_t at = q.list[round & 1][k];
        const uint32_t left = at % q.across * TILE, top = at / q.across * TILE;
        unsigned long long wait, best, fell = UINT64_MAX;
        unsigned woken = 0;
        quad<T> u;
        T before[4];

        __syncthreads(); /* all threads have finished the tile before */
        if (threadIdx.x == 0) {
            s_wait = q.wait[round & 1][at];
            s_best = kg__atomic_load(&q.now->best);
            s_fell = q.wait[round & 1][at] = UINT64_MAX;
            s_beside = 0;
        }
        __syncthreads();
        wait = s_wait;
        best = s_best;
        if (wait > best)
            continue;
        if (wait - lowest > q.ahead) {
            if (threadIdx.x == 0)
                wake(&q, at, wait, round + 1);
            continue;
        }
        load(&t, &q.map, q.cost, left, top);
        find_quad(&u, &q.map, q.row, left, top);
        __syncthreads();
#pragma unroll
        for (int c = 0; c < 4; c++)
            before[c] = *cell_in(&t, u.i + (c & 1), u.j + (c >> 1));
        lower_tile(&t, &u);
#pragma unroll
        for (int c = 0; c < 4; c++) {
            const int a = c & 1, b = c >> 1;
            const T cost = u.cost[1 + b][1 + a];
            const uint32_t cell = (u.y + b) * q.map.width + u.x + a;
            const unsigned tiles_beside = beside(u.i + a, u.j + b) & ~16u;
            uint64_t f;

            if (cost >= before[c])
                continue;
            kg__atomic_store(&q.cost[cell], cost);
            if (cell == q.goal)
                atomicMin(&q.now->best, (unsigned long long)cost);
            f = cost + kg__far(&q.map, u.x + a, u.y + b, q.goal_x, q.goal_y);
            if (tiles_beside && f <= best) {
                woken |= tiles_beside;
                fell = f < fell ? f : fell;
            }
        }
        if (woken) {
            atomicOr(&s_beside, woken);
            atomicMin(&s_fell, fell);
        }
        __syncthreads();
        wake_around(&q, at, s_beside, s_fell, round + 1);
    }
}

/* Thread i owns cell i: counts the cells of f up to the goal's cost. */
template <typename T>
static __global__ void k_grid_wide_count(const __grid_constant__ wide<T> q, uint64_t cells)
{
    const uint64_t cell = kg__item();
    const T cost = cell < cells ? q.cost[cell] : no_cost<T>();
    const uint32_t x = (uint32_t)(cell % q.map.width), y = (uint32_t)(cell / q.map.width);
    const int within = __syncthreads_count(
        cost != no_cost<T>() && cost + kg__far(&q.map, x, y, q.goal_x, q.goal_y) <= q.now->best);

    if (threadIdx.x == 0 && within)
        atomicAdd(&q.now->within, (unsigned long long)within);
}

/* The first move, row by row, from cell c of a quad back to a cheaper cell from which it was
 * reached; MOVES if there is none. */
template <typename T>
static __device__ __forceinline__ unsigned move_before(const quad<T> *u, int c)
{
    const int a = 1 + (c & 1), b = 1 + (c >> 1);
    const T cost = u->cost[b][a];
    unsigned move = MOVES;

#pragma unroll
    for (int i = MOVES - 1; i >= 0; i--) {
        const T from = u->cost[b + kg__move_y(i)][a + kg__move_x(i)];
        const T step = kg__move_is_diagonal(i) ? u->diagonal[c] : u->straight[c];

        if (u->legal[c] >> i & 1 && from < cost && from + step == cost)
            move = i;
    }
    return move;
}

/* One block: finds for each cell of a tile the cell from which it was reached; then thread 0 goes
 * backwards until it leaves the tile. Cells that do not fit chain[room] are only counted. Costs
 * fall on the way, so it ends: at the start, or with BROKEN if a cell was reached from no other. */
template <typename T>
static __global__ void k_grid_wide_trace(
    const __grid_constant__ wide<T> q, uint32_t *chain, uint64_t room)
{
    __shared__ tile<T> t;
    __shared__ uint8_t s_move[TILE][TILE];
    __shared__ uint32_t s_x, s_y;
    uint32_t x = q.goal_x, y = q.goal_y;
    uint64_t count = 0;

    while (x != UINT32_MAX) {
        const uint32_t left = x / TILE * TILE, top = y / TILE * TILE;
        quad<T> u;

        load(&t, &q.map, q.cost, left, top);
        find_quad(&u, &q.map, q.row, left, top);
        __syncthreads();
        read_around(&u, &t, true);
#pragma unroll
        for (int c = 0; c < 4; c++)
            s_move[u.j + (c >> 1)][u.i + (c & 1)] = (uint8_t)move_before(&u, c);
        __syncthreads();
        while (threadIdx.x == 0 && x - left < TILE && y - top < TILE) {
            const uint32_t cell = y * q.map.width + x;
            const unsigned move = s_move[y - top][x - left];

            if (count < room)
                chain[count] = cell;
            count++;
            if (cell == q.start || move == MOVES) {
                count = cell == q.start ? count : BROKEN;
                x = UINT32_MAX;
            } else {
                x += (uint32_t)kg__move_x(move);
                y += (uint32_t)kg__move_y(move);
            }
        }
        if (threadIdx.x == 0) {
            s_x = x;
            s_y = y;
        }
        __syncthreads();
        x = s_x;
        y = s_y;
    }
    if (threadIdx.x == 0)
        q.now->count = count;
}

/* ---- the host -------------------------------------------------------------------------------- */

/* Memory that queries use one after the other. */
typedef struct room {
    void *workspace;   /* the query's arrays are carved from it */
    uint32_t *d_chain; /* [chain_room] */
    uint32_t *chain;   /* [chain_room] on the host */
    uint64_t chain_room;
} room;

template <typename T> static void lay_out(wide<T> *q, kg__arena *arena, uint64_t cells)
{
    q->cost = (T *)kg__arena_carve(arena, cells, sizeof(T));
    q->woken = (uint32_t *)kg__arena_carve(arena, q->tiles, sizeof(uint32_t));
    q->list[0] = (uint32_t *)kg__arena_carve(arena, q->tiles, sizeof(uint32_t));
    q->list[1] = (uint32_t *)kg__arena_carve(arena, q->tiles, sizeof(uint32_t));
    q->wait[0] = (unsigned long long *)kg__arena_carve(arena, q->tiles, sizeof *q->wait[0]);
    q->wait[1] = (unsigned long long *)kg__arena_carve(arena, q->tiles, sizeof *q->wait[1]);
    q->now = (state *)kg__arena_carve(arena, 1, sizeof(state));
}

static kg_status make_chain_room(kg_context *ctx, room *r, uint64_t count)
{
    kg_status status;

    kg__free_all(ctx, r->d_chain, r->chain);
    r->d_chain = r->chain = NULL;
    KG_TRY(kg__allocate(ctx, &r->d_chain, count, sizeof *r->d_chain, "a path's cells"));
    KG_TRY(kg__host_allocate(ctx, &r->chain, count, sizeof *r->chain, "a path's cells"));
    r->chain_room = count;
out:
    return status;
}

/* Lowers costs until no tile is awake. */
template <typename T>
static kg_status lower(kg_context *ctx, const wide<T> *q, uint64_t cells, state *now)
{
    const uint64_t blocks = kg__cuda_of(ctx)->processors * 8;
    const uint64_t threads = (q->tiles < blocks ? q->tiles : blocks) * KG__BLOCK;
    unsigned round = 1;
    kg_status status;

    KG_TRY(kg__memory(ctx)->clear(ctx, q->cost, 0xff, cells * sizeof(T)));
    KG_TRY(kg__memory(ctx)->clear(ctx, q->woken, 0, q->tiles * sizeof *q->woken));
    for (int i = 0; i < 2; i++)
        KG_TRY(kg__memory(ctx)->clear(ctx, q->wait[i], 0xff, q->tiles * sizeof *q->wait[i]));
    KG_TRY(KG_LAUNCH(ctx, k_grid_wide_begin<T>, 1, *q));
    do {
        for (int i = 0; i < ROUNDS; i++, round++)
            KG_TRY(KG_LAUNCH(ctx, k_grid_wide_round<T>, threads, *q, round));
        KG_TRY(kg__cuda_fetch(ctx, now, q->now, sizeof *now));
    } while (now->tiles[round % 3]);
out:
    return status;
}

template <typename T>
static kg_status trace(kg_context *ctx, const wide<T> *q, room *r, uint64_t cells, state *now)
{
    kg_status status;

    KG_TRY(KG_LAUNCH(ctx, k_grid_wide_count<T>, cells, *q, cells));
    do {
        if (now->count > r->chain_room)
            KG_TRY(make_chain_room(ctx, r, now->count));
        KG_TRY(KG_LAUNCH(ctx, k_grid_wide_trace<T>, 1, *q, r->d_chain, r->chain_room));
        KG_TRY(kg__cuda_fetch(ctx, now, q->now, sizeof *now));
        if (now->count == BROKEN)
            KG_TRY(kg__fail(
                ctx, KG_INTERNAL, "the costs of cells on device %s lead to no path", ctx->device));
    } while (now->count > r->chain_room);
    KG_TRY(kg__memory(ctx)->download(ctx, r->chain, r->d_chain, now->count * sizeof *r->chain));
out:
    return status;
}

template <typename T>
static kg_status answer(kg__grid_work *w, wide<T> *q, room *r, kg__grid_task *task)
{
    kg_context *ctx = w->grid->ctx;
    const uint64_t cells = (uint64_t)q->map.width * q->map.height;
    const double begun = kg__now();
    kg__grid_found found = {};
    uint64_t one = 1;
    state now;
    kg_status status;

    q->start = task->start;
    q->goal = task->goal;
    q->goal_x = task->goal % q->map.width;
    q->goal_y = task->goal / q->map.width;
    q->row = q->map.row[task->terrain];
    KG_TRY(lower(ctx, q, cells, &now));
    KG_TRY(trace(ctx, q, r, cells, &now));
    found.state = KG__GRID_FOUND;
    found.best = now.best;
    found.expanded = found.generated = found.states = now.within;
    found.count = now.count;
    found.ns = (uint64_t)(1e9 * (kg__now() - begun));
    KG_TRY(kg__grid_settle_tasks(w, task, &one, &found, r->chain));
out:
    return status;
}

template <typename T>
static kg_status answer_all(
    kg__grid_work *w, const kg__grid_map *map, kg__grid_task *task, uint64_t tasks)
{
    kg_context *ctx = w->grid->ctx;
    const uint64_t cells = (uint64_t)map->width * map->height;
    kg__arena arena = {NULL, 0};
    room r = {};
    wide<T> q = {};
    kg_status status;

    q.map = *map;
    q.ahead = map->far_straight * TILE * TILES_AHEAD;
    q.across = (map->width + TILE - 1) / TILE;
    q.tiles = q.across * ((map->height + TILE - 1) / TILE);
    lay_out(&q, &arena, cells);
    KG_TRY(kg__arena_allocate(ctx, &arena, "a search of a grid map"));
    r.workspace = arena.base;
    lay_out(&q, &arena, cells);
    KG_TRY(make_chain_room(ctx, &r, cells < chain_first ? cells : chain_first));
    for (uint64_t i = 0; i < tasks; i++)
        KG_TRY(answer(w, &q, &r, &task[i]));
out:
    kg__free_all(ctx, r.chain, r.d_chain, r.workspace);
    return status;
}

kg_status kg__grid_wide_cuda(
    kg__grid_work *w, const kg__grid_map *map, kg__grid_task *task, uint64_t tasks)
{
    return kg__grid_narrow(w) ? answer_all<uint32_t>(w, map, task, tasks)
                              : answer_all<uint64_t>(w, map, task, tasks);
}
