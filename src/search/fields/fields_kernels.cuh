/* The kernels of distance fields, which work on the tiles of all fields at once. */
#ifndef KG_FIELDS_KERNELS_CUH
#define KG_FIELDS_KERNELS_CUH

#include "../grid/grid_wide_cuda.cuh"
extern "C" {
#include "fields_ops.h"
}

enum { BLOCKS_AT_ONCE = 3 }; /* as measured for one query (grid_wide_cuda.cu) */

/* Arguments of the kernels besides those of the tiles. Field 0 is the first of those that are
 * searched together. */
typedef struct fields_answer {
    uint64_t cells;
    const uint32_t *source; /* [sources] cells of all fields at once */
    uint32_t each, sources;
    uint32_t *nearest; /* [cells], or NULL */
    uint8_t *flow;     /* [fields][cells], or NULL */
    double *cost;      /* [fields][cells] */
    kg__cost_parts parts;
    bool leaving;              /* a step costs the weight of the cell that it begins at */
    unsigned long long *wrong; /* the first cell whose cost is wrong, or all ones */
} fields_answer;

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
    const __grid_constant__ wide<T> q, const __grid_constant__ fields_answer a, bool numbers)
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
    const __grid_constant__ wide<T> q, const __grid_constant__ fields_answer a, unsigned round)
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
    const __grid_constant__ wide<T> q, const __grid_constant__ fields_answer a, unsigned round)
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
    else if (m->one)
        corners &= (north | west) | (north | east) << 2 | (south | west) << 6 | (south | east) << 8;
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
    const __grid_constant__ wide<T> q, const __grid_constant__ fields_answer a, uint64_t count)
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

#endif
