/*
 * Distance fields on a GPU: those of a call together, as many at once as memory holds.
 *
 * in   a map, the sources of each field
 * out  the arrays of the fields
 *
 * Method: the tiles of all fields are in one list. Each round works on the tiles that were woken
 * for a cost not far above the lowest, as the search of one query does (grid_wide_cuda.cu). The
 * nearest sources are found in the same way once the costs are final: a cell takes the smallest of
 * those of its predecessors on shortest paths. Then a thread a cell checks the definition, finds
 * the flow, and writes the cost as a double.
 * The rounds end when no tile is awake, however many they are. The host asks after every ROUNDS
 * rounds. Maps of several terrains are searched one terrain after the other.
 * Memory: 4 or 8 bytes a cell, 28 a tile, and the answer, for each field at once.
 * Deterministic: everything; costs and nearest sources are the only solution.
 */
#include "../grid/grid_wide_cuda.cuh"
extern "C" {
#include "fields_ops.h"
}

/* TILES_AHEAD, BLOCKS_AT_ONCE: as measured for one query (grid_wide_cuda.cu). */
enum { ROUNDS = 16, TILES_AHEAD = 16, BLOCKS_AT_ONCE = 3 };

/* What a thread needs besides the search of the tiles; field 0 is the first of those at once. */
typedef struct answer {
    uint64_t cells;
    const uint32_t *source; /* [sources] cells of all fields at once */
    uint32_t each, sources;
    uint32_t *nearest; /* [cells], or NULL */
    uint8_t *flow;     /* [fields][cells], or NULL */
    double *cost;      /* [fields][cells] */
    kg__cost_parts parts;
    bool leaving;              /* a step costs the weight of the cell that it begins at */
    unsigned long long *wrong; /* the first cell whose cost is wrong, or all ones */
} answer;

/* The number of a tile of field f is f * tiles + its number on the map. */
template <typename T>
static __device__ __forceinline__ void wake_beside(
    const wide<T> *q, uint32_t at, unsigned i, unsigned long long cost, unsigned round)
{
    const uint32_t field = at / q->tiles, tile = at % q->tiles;
    const uint32_t x = tile % q->across + i % 3 - 1, y = tile / q->across + i / 3 - 1;
    const uint32_t to = y * q->across + x;

    if (x < q->across && to < q->tiles)
        wake(q, field * q->tiles + to, cost, round);
}

/* Thread i owns source i: sets its cost, or its number if numbers are spread, and wakes the tiles
 * around it. Sources of other terrains are left out. */
template <typename T>
static __global__ void k_fields_begin(
    const __grid_constant__ wide<T> q, const __grid_constant__ answer a, bool numbers)
{
    const uint64_t i = kg__item();
    uint32_t field, x, y;

    if (i >= a.sources)
        return;
    field = (uint32_t)(i / a.each);
    kg__place(&q.map, a.source[i], &x, &y);
    if (!kg__free_cell(&q.map, q.row, x, y))
        return;
    if (numbers)
        atomicMin(&a.nearest[a.source[i]], (uint32_t)i);
    else
        kg__atomic_store(&q.cost[field * a.cells + a.source[i]], (T)0);
    for (unsigned k = 0; k < 9; k++)
        wake_beside(&q, field * q.tiles + y / TILE * q.across + x / TILE, k, 0, 1);
}

/* Empties the lists. One thread. */
template <typename T> static __global__ void k_fields_clear(const __grid_constant__ wide<T> q)
{
    if (kg__item() == 0)
        for (int i = 0; i < 3; i++) {
            q.now->tiles[i] = 0;
            q.now->lowest[i] = UINT64_MAX;
        }
}

/* Shared by the threads of a block that work on a tile. */
typedef struct turn {
    unsigned long long wait, fell; /* the cost for which it was woken; the least that fell */
    unsigned beside;               /* tiles beside it to wake */
} turn;

/* Takes a tile of the list, for all threads of the block; false: it has to wait. */
template <typename T>
static __device__ __forceinline__ bool take(
    const wide<T> *q, turn *s_turn, uint32_t at, unsigned long long lowest, unsigned round)
{
    __syncthreads(); /* all threads have finished the tile before */
    if (threadIdx.x == 0) {
        s_turn->wait = q->wait[round & 1][at];
        s_turn->fell = q->wait[round & 1][at] = UINT64_MAX;
        s_turn->beside = 0;
    }
    __syncthreads();
    if (s_turn->wait - lowest <= q->ahead)
        return true;
    if (threadIdx.x == 0)
        wake(q, at, s_turn->wait, round + 1);
    return false;
}

/* Prepares the lists of the round after the next. */
template <typename T>
static __device__ __forceinline__ void empty_next(const wide<T> *q, unsigned round)
{
    if (blockIdx.x == 0 && threadIdx.x == 0) {
        q->now->tiles[(round + 2) % 3] = 0;
        q->now->lowest[(round + 2) % 3] = UINT64_MAX;
    }
}

/* Wakes the tiles beside a tile whose cells, or their numbers, fell. */
template <typename T>
static __device__ __forceinline__ void wake_fallen(const wide<T> *q, turn *s_turn, uint32_t at,
    unsigned woken, unsigned long long fell, unsigned round)
{
    if (woken) {
        atomicOr(&s_turn->beside, woken);
        atomicMin(&s_turn->fell, fell);
    }
    __syncthreads();
    if (threadIdx.x < 9 && s_turn->beside >> threadIdx.x & 1)
        wake_beside(q, at, threadIdx.x, s_turn->fell, round + 1);
}

/* Block b takes tiles b, b + gridDim, ... of the list. Thread (i, j) owns the tile's quad (i, j),
 * in shared memory and, as the only writer, in cost[]. */
template <typename T, bool LEAVING>
static __global__ void __launch_bounds__(KG__BLOCK, BLOCKS_AT_ONCE) k_fields_round(
    const __grid_constant__ wide<T> q, const __grid_constant__ answer a, unsigned round)
{
    __shared__ tile<T> t;
    __shared__ turn s_turn;
    const unsigned tiles = q.now->tiles[round % 3];
    const unsigned long long lowest = q.now->lowest[round % 3];

    empty_next(&q, round);
    for (unsigned k = blockIdx.x; k < tiles; k += gridDim.x) {
        const uint32_t at = q.list[round & 1][k], place = at % q.tiles;
        const uint32_t left = place % q.across * TILE, top = place / q.across * TILE;
        T *const costs = q.cost + at / q.tiles * a.cells;
        unsigned long long fell = UINT64_MAX;
        unsigned woken = 0;
        quad<T, LEAVING> u;
        T before[4];

        if (!take(&q, &s_turn, at, lowest, round))
            continue;
        load(&t, &q.map, costs, left, top);
        find_quad(&u, &q.map, q.row, left, top);
        __syncthreads();
#pragma unroll
        for (int c = 0; c < 4; c++)
            before[c] = *cell_in(&t, u.i + (c & 1), u.j + (c >> 1));
        lower_tile(&t, &u);
#pragma unroll
        for (int c = 0; c < 4; c++) {
            const int x = c & 1, y = c >> 1;
            const T cost = u.cost[1 + y][1 + x];
            const unsigned tiles_beside = beside(u.i + x, u.j + y) & ~16u;

            if (cost >= before[c])
                continue;
            kg__atomic_store(&costs[(size_t)(u.y + y) * q.map.width + u.x + x], cost);
            woken |= tiles_beside;
            fell = tiles_beside && cost < fell ? cost : fell;
        }
        wake_fallen(&q, &s_turn, at, woken, fell, round);
    }
}

/* The moves from cell c of a quad to its predecessors on shortest paths. */
template <typename T, bool LEAVING>
static __device__ __forceinline__ unsigned moves_before(const quad<T, LEAVING> *u, int c)
{
    const int a = 1 + (c & 1), b = 1 + (c >> 1);
    const T cost = u->cost[b][a];
    unsigned moves = 0;

#pragma unroll
    for (int i = 0; i < MOVES; i++) {
        const int x = a + kg__move_x(i), y = b + kg__move_y(i);
        const T from = u->cost[y][x];
        T step = kg__move_is_diagonal(i) ? u->diagonal[c] : u->straight[c];

        if constexpr (LEAVING)
            step *= u->weight[y][x];
        if (u->legal[c] >> i & 1 && from < cost && from + step == cost)
            moves |= 1u << i;
    }
    return moves;
}

/* The same for the nearest sources, once costs are final: a thread's quad takes the smallest
 * numbers of its predecessors. */
template <typename T, bool LEAVING>
static __global__ void __launch_bounds__(KG__BLOCK, BLOCKS_AT_ONCE) k_fields_nearest(
    const __grid_constant__ wide<T> q, const __grid_constant__ answer a, unsigned round)
{
    __shared__ tile<T> t;
    __shared__ tile<uint32_t> s_number;
    __shared__ turn s_turn;
    const unsigned tiles = q.now->tiles[round % 3];
    const unsigned long long lowest = q.now->lowest[round % 3];

    empty_next(&q, round);
    for (unsigned k = blockIdx.x; k < tiles; k += gridDim.x) {
        const uint32_t at = q.list[round & 1][k];
        const uint32_t left = at % q.across * TILE, top = at / q.across * TILE;
        unsigned long long fell = UINT64_MAX;
        unsigned woken = 0, moves[4];
        uint32_t before[4], number[4];
        quad<T, LEAVING> u;
        bool changed;

        if (!take(&q, &s_turn, at, lowest, round))
            continue;
        load(&t, &q.map, q.cost, left, top);
        load(&s_number, &q.map, a.nearest, left, top);
        find_quad(&u, &q.map, q.row, left, top);
        __syncthreads();
        read_around(&u, &t, true);
#pragma unroll
        for (int c = 0; c < 4; c++) {
            moves[c] = moves_before(&u, c);
            before[c] = number[c] = *cell_in(&s_number, u.i + (c & 1), u.j + (c >> 1));
        }
        do {
            changed = false;
#pragma unroll
            for (int c = 0; c < 4; c++)
#pragma unroll
                for (int i = 0; i < MOVES; i++) {
                    const int x = u.i + (c & 1) + kg__move_x(i);
                    const int y = u.j + (c >> 1) + kg__move_y(i);
                    const uint32_t one = *cell_in(&s_number, x, y);

                    if (moves[c] >> i & 1 && one < number[c]) {
                        number[c] = one;
                        changed = true;
                    }
                }
            __syncthreads(); /* all threads have read */
#pragma unroll
            for (int c = 0; c < 4; c++)
                *cell_in(&s_number, u.i + (c & 1), u.j + (c >> 1)) = number[c];
        } while (__syncthreads_or(changed));
#pragma unroll
        for (int c = 0; c < 4; c++) {
            const int x = c & 1, y = c >> 1;
            const unsigned tiles_beside = beside(u.i + x, u.j + y) & ~16u;
            const T cost = u.cost[1 + y][1 + x];

            if (number[c] >= before[c])
                continue;
            kg__atomic_store(&a.nearest[(size_t)(u.y + y) * q.map.width + u.x + x], number[c]);
            woken |= tiles_beside;
            fell = tiles_beside && cost < fell ? cost : fell;
        }
        wake_fallen(&q, &s_turn, at, woken, fell, round);
    }
}

/* The moves that are possible from the middle of 3 * 3 cells, by definition: bit 3 * (dy + 1) + dx
 * + 1 of both. */
static __device__ __forceinline__ unsigned moves_from(const kg__grid_map *m, unsigned free)
{
    const unsigned north = free >> 1 & 1, west = free >> 3 & 1, east = free >> 5 & 1,
                   south = free >> 7 & 1;
    unsigned corners = free & 0x145;

    if (m->four)
        corners = 0;
    else if (!m->cuts)
        corners &= (north & west) | (north & east) << 2 | (south & west) << 6 | (south & east) << 8;
    return free >> 4 & 1 ? corners | (free & 0xaa) : 0;
}

static __device__ __forceinline__ double in_full(const kg__cost_parts *p, uint64_t cost)
{
    const uint64_t diagonal = p->bits ? (cost >> p->zeros) * p->inverse & p->mask : 0;
    const uint64_t straight = (cost - diagonal * p->diagonal) >> p->bits;

    return __dadd_rn((double)straight, __dmul_rn(M_SQRT2, (double)diagonal));
}

/* Thread i owns cell i of all fields at once: checks its cost and its nearest source, and writes
 * its answer. */
template <typename T>
static __global__ void k_fields_finish(
    const __grid_constant__ wide<T> q, const __grid_constant__ answer a, uint64_t count)
{
    const kg__grid_map *m = &q.map;
    const uint64_t i = kg__item(), field = i / a.cells;
    const uint32_t cell = (uint32_t)(i % a.cells);
    const T *cost = q.cost + field * a.cells;
    T least = no_cost<T>();
    uint32_t x, y, nearest = UINT32_MAX;
    unsigned moves = 0, flow = 0;
    bool right;

    if (i >= count)
        return;
    kg__place(m, cell, &x, &y);
    for (int t = 0; t < KG__TERRAINS; t++)
        if (m->row[t])
            moves |= moves_from(m, kg__around(m, m->row[t], x, y));
    for (unsigned place = 0; place < 9; place++) {
        const int64_t from =
            (int64_t)cell + ((int)(place / 3) - 1) * (int64_t)m->width + (int)(place % 3) - 1;
        T offer;

        if (!(moves >> place & 1) || cost[from] == no_cost<T>())
            continue;
        offer = (T)(place % 2 ? m->straight : m->diagonal) *
                    (T)(m->weight ? m->weight[a.leaving ? from : (int64_t)cell] : 1) +
                cost[from];
        if (offer < least) {
            least = offer;
            flow = place + (place < 4);
            nearest = a.nearest ? a.nearest[from] : 0;
        } else if (offer == least && a.nearest && a.nearest[from] < nearest) {
            nearest = a.nearest[from];
        }
    }
    if (cost[cell] == 0) {
        const uint32_t own = a.nearest ? a.nearest[cell] : (uint32_t)field;

        right = own < a.sources && a.source[own] == cell;
        flow = 0;
    } else {
        right = cost[cell] == least && (!a.nearest || a.nearest[cell] == nearest);
    }
    if (!right)
        atomicMin(a.wrong, (unsigned long long)i);
    if (a.flow)
        a.flow[i] = (uint8_t)flow;
    a.cost[i] = cost[cell] == no_cost<T>() ? __longlong_as_double(0x7ff0000000000000)
                                           : in_full(&a.parts, cost[cell]);
}

/* ---- the host -------------------------------------------------------------------------------- */

/* The fields at once. */
template <typename T> struct batch {
    kg__fields_work *work;
    wide<T> q;
    answer a;
    uint64_t first, count;  /* fields */
    bool has[KG__TERRAINS]; /* terrains that have a source */
};

template <typename T> static void lay_out(batch<T> *b, kg__arena *arena, uint64_t fields)
{
    const kg_grid_fields *f = b->work->fields;
    const uint64_t tiles = fields * b->q.tiles, cells = fields * b->a.cells;
    wide<T> *q = &b->q;

    q->cost = (T *)kg__arena_carve(arena, cells, sizeof(T));
    q->woken = (uint32_t *)kg__arena_carve(arena, tiles, sizeof(uint32_t));
    q->list[0] = (uint32_t *)kg__arena_carve(arena, tiles, sizeof(uint32_t));
    q->list[1] = (uint32_t *)kg__arena_carve(arena, tiles, sizeof(uint32_t));
    q->wait[0] = (unsigned long long *)kg__arena_carve(arena, tiles, sizeof *q->wait[0]);
    q->wait[1] = (unsigned long long *)kg__arena_carve(arena, tiles, sizeof *q->wait[1]);
    q->now = (state *)kg__arena_carve(arena, 1, sizeof(state));
    b->a.wrong = (unsigned long long *)kg__arena_carve(arena, 1, sizeof *b->a.wrong);
    b->a.source = (uint32_t *)kg__arena_carve(arena, fields * b->a.each, sizeof *b->a.source);
    b->a.cost = (double *)kg__arena_carve(arena, cells, sizeof *b->a.cost);
    b->a.nearest =
        f->nearest ? (uint32_t *)kg__arena_carve(arena, cells, sizeof *b->a.nearest) : NULL;
    b->a.flow = f->flow ? (uint8_t *)kg__arena_carve(arena, cells, 1) : NULL;
}

/* Works on tiles until none is awake. numbers: on the nearest sources. */
template <typename T> static kg_status spread(batch<T> *b, bool numbers)
{
    kg_context *ctx = b->work->fields->grid->ctx;
    const wide<T> *q = &b->q;
    const uint64_t tiles = b->count * q->tiles, blocks = kg__cuda_of(ctx)->processors * 8;
    const uint64_t threads = (tiles < blocks ? tiles : blocks) * KG__BLOCK;
    void (*const kernel[2][2])(wide<T>, answer, unsigned) = {
        {k_fields_round<T, false>, k_fields_round<T, true>},
        {k_fields_nearest<T, false>, k_fields_nearest<T, true>}};
    void (*const run)(wide<T>, answer, unsigned) = kernel[numbers][b->a.leaving];
    const char *const name = numbers ? "k_fields_nearest" : "k_fields_round";
    unsigned round = 1;
    state now;
    kg_status status;

    KG_TRY(kg__memory(ctx)->clear(ctx, q->woken, 0, tiles * sizeof *q->woken));
    for (int i = 0; i < 2; i++)
        KG_TRY(kg__memory(ctx)->clear(ctx, q->wait[i], 0xff, tiles * sizeof *q->wait[i]));
    KG_TRY(KG_LAUNCH(ctx, k_fields_clear<T>, 1, *q));
    KG_TRY(KG_LAUNCH(ctx, k_fields_begin<T>, b->a.sources, *q, b->a, numbers));
    do {
        for (int i = 0; i < ROUNDS; i++, round++)
            KG_TRY(KG_LAUNCH_NAMED(
                ctx, name, run, kg__blocks(threads), KG__BLOCK, 0, *q, b->a, round));
        KG_TRY(kg__cuda_fetch(ctx, &now, q->now, sizeof now));
        KG_TRY(kg__cancelled(ctx));
    } while (now.tiles[round % 3]);
out:
    return status;
}

/* Brings the answers to the host, once they are checked. */
template <typename T> static kg_status finish(batch<T> *b)
{
    kg_grid_fields *f = b->work->fields;
    kg_context *ctx = f->grid->ctx;
    const uint64_t count = b->count * b->a.cells, at = b->first * b->a.cells;
    unsigned long long wrong;
    kg_status status;

    KG_TRY(kg__memory(ctx)->clear(ctx, b->a.wrong, 0xff, sizeof wrong));
    KG_TRY(KG_LAUNCH(ctx, k_fields_finish<T>, count, b->q, b->a, count));
    KG_TRY(kg__cuda_fetch(ctx, &wrong, b->a.wrong, sizeof wrong));
    if (wrong != UINT64_MAX && !f->options.skip_verify)
        return kg__field_is_wrong(b->work, b->first + wrong / b->a.cells, wrong % b->a.cells);
    KG_TRY(kg__memory(ctx)->download(ctx, f->cost + at, b->a.cost, count * sizeof *f->cost));
    if (f->nearest)
        KG_TRY(
            kg__memory(ctx)->download(ctx, f->nearest, b->a.nearest, count * sizeof *f->nearest));
    if (f->flow)
        KG_TRY(kg__memory(ctx)->download(ctx, f->flow + at, b->a.flow, count));
out:
    return status;
}

/* Finds fields first .. first + count - 1. cell: [sources] */
template <typename T> static kg_status find_batch(batch<T> *b, const uint32_t *cell)
{
    kg_context *ctx = b->work->fields->grid->ctx;
    const uint64_t cells = b->count * b->a.cells;
    kg_status status;

    b->a.sources = (uint32_t)(b->count * b->a.each);
    KG_TRY(kg__memory(ctx)->upload(
        ctx, (void *)b->a.source, cell + b->first * b->a.each, b->a.sources * sizeof *cell));
    KG_TRY(kg__memory(ctx)->clear(ctx, b->q.cost, 0xff, cells * sizeof(T)));
    if (b->a.nearest)
        KG_TRY(kg__memory(ctx)->clear(ctx, b->a.nearest, 0xff, cells * sizeof *b->a.nearest));
    for (int numbers = 0; numbers <= (b->a.nearest != NULL); numbers++)
        for (int t = 0; t < KG__TERRAINS; t++) {
            if (!b->has[t])
                continue;
            b->q.row = b->q.map.row[t];
            KG_TRY(spread(b, numbers));
        }
    KG_TRY(finish(b));
out:
    return status;
}

/* As many fields at once as memory holds, at least one. */
template <typename T> static kg_status choose_count(batch<T> *b, uint64_t *most)
{
    const uint64_t aligned = 12 * 64; /* the padding that the arena may add to its arrays */
    kg__arena one = {NULL, 0};
    uint64_t bytes;
    kg_status status;

    lay_out(b, &one, 1);
    KG_TRY(kg__device_left(b->work->fields->grid->ctx, &bytes, 8));
    *most = bytes < one.used + aligned ? 1 : (bytes - aligned) / one.used;
    if (*most > UINT32_MAX / b->q.tiles)
        *most = UINT32_MAX / b->q.tiles;
    if (*most > b->work->fields->count)
        *most = b->work->fields->count;
out:
    return status;
}

template <typename T>
static kg_status find_all(kg__fields_work *w, const kg__grid_map *map, const uint32_t *cell)
{
    kg_grid_fields *f = w->fields;
    kg_context *ctx = f->grid->ctx;
    kg__arena arena = {NULL, 0};
    void *block = NULL;
    batch<T> b = {};
    uint64_t most;
    kg_status status;

    b.work = w;
    b.q.map = *map;
    b.q.ahead = w->scale.straight * f->grid->least * TILE * TILES_AHEAD;
    b.q.across = (map->width + TILE - 1) / TILE;
    b.q.tiles = b.q.across * ((map->height + TILE - 1) / TILE);
    b.a.cells = w->cells;
    b.a.each = (uint32_t)w->each;
    b.a.parts = w->parts;
    b.a.leaving = map->weight && f->options.towards;
    for (uint64_t i = 0; i < f->sources; i++)
        b.has[kg_grid_terrain(f->grid, f->source[i])] = true;
    KG_TRY(choose_count(&b, &most));
    lay_out(&b, &arena, most);
    KG_TRY(kg__arena_allocate(ctx, &arena, "distance fields"));
    block = arena.base;
    lay_out(&b, &arena, most);
    for (b.first = 0; b.first < f->count; b.first += b.count) {
        b.count = f->count - b.first < most ? f->count - b.first : most;
        KG_TRY(find_batch(&b, cell));
        KG_TRY(kg__progress(ctx, "measuring", b.first + b.count, f->count));
    }
out:
    kg__free(ctx, block);
    return status;
}

decl_fields_find(kg__fields_find_cuda)
{
    kg_grid *g = w->fields->grid;
    kg__grid_work narrow = {};
    kg__grid_map map;
    void *d_table = NULL;
    uint32_t *cell = NULL;
    kg_status status;

    KG_TRY(kg__host_allocate(g->ctx, &cell, w->fields->sources, sizeof *cell, "sources of fields"));
    for (uint64_t i = 0; i < w->fields->sources; i++)
        cell[i] = w->fields->source[i].y * g->width + w->fields->source[i].x;
    KG_TRY(kg__grid_map_cuda(&map, g, &w->scale, &d_table));
    narrow.grid = g;
    narrow.scale = w->scale;
    KG_TRY(kg__grid_narrow(&narrow) ? find_all<uint32_t>(w, &map, cell)
                                    : find_all<uint64_t>(w, &map, cell));
out:
    kg__free_all(g->ctx, d_table, cell);
    return status;
}
