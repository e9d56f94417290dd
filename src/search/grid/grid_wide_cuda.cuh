/*
 * A tile of a grid map in shared memory, for the search of one query over the whole GPU and for
 * distance fields: loading it, lowering its costs until nothing changes, and waking other tiles.
 */
#ifndef KG_GRID_WIDE_CUDA_CUH
#define KG_GRID_WIDE_CUDA_CUH

#include "grid_cuda.cuh"

enum {
    TILE = 32,
    SIDE = TILE / 2, /* quads of 2 * 2 cells; a thread owns one */
    HALF = SIDE + 1, /* cells of one parity, in one direction, in and around a tile */
    AROUND = TILE + 2,
    WARPS = KG__BLOCK / KG__WARP_LANES,
    MOVES = 8
};

static_assert(SIDE * SIDE == KG__BLOCK, "a quad for each thread");

/* The state of a query on the device, besides the cells. */
typedef struct state {
    unsigned long long best;          /* the goal's cost so far */
    unsigned long long within, count; /* number of cells of f up to it; number of the path's
                                         cells */
    /* [round % 3] of this round, the next, and the one after: */
    unsigned tiles[3];            /* tiles in the list */
    unsigned long long lowest[3]; /* the least wait[] of those tiles */
} state;

/* The query being searched. */
template <typename T> struct wide {
    kg__grid_map map;
    T *cost;                     /* [cells] */
    uint32_t *woken;             /* [tiles] the last round for which the tile was put into the
                                    list */
    uint32_t *list[2];           /* [tiles] */
    unsigned long long *wait[2]; /* [tiles] the least f for which a tile was woken, or all ones */
    unsigned long long ahead;    /* tiles wait if their f is this much above the lowest */
    state *now;
    uint32_t across, tiles;
    uint32_t start, goal, goal_x, goal_y;
    const uint64_t *row;
};

template <typename T> static __device__ __forceinline__ T no_cost()
{
    return ~(T)0;
}

/* Shared memory of a tile: cells (x, y), from -1 to TILE, grouped by parity, so that neighbours in
 * a warp are in neighbouring banks. */
template <typename T> struct tile {
    T cost[4][HALF][HALF];
};

template <typename T> static __device__ __forceinline__ T *cell_in(tile<T> *t, int x, int y)
{
    return &t->cost[((y + 1) & 1) * 2 + ((x + 1) & 1)][(y + 1) >> 1][(x + 1) >> 1];
}

/* Loads the costs of a tile and around it, which other blocks may lower meanwhile. Each thread
 * reads all of its costs first, and then stores them. A barrier must follow. */
template <typename T>
static __device__ __forceinline__ void load(
    tile<T> *t, const kg__grid_map *m, const T *cost, uint32_t left, uint32_t top)
{
    constexpr unsigned EACH = (AROUND * AROUND + KG__BLOCK - 1) / KG__BLOCK;
    T own[EACH];

#pragma unroll
    for (unsigned k = 0; k < EACH; k++) {
        const unsigned i = threadIdx.x + k * KG__BLOCK;
        const uint32_t x = left + i % AROUND - 1, y = top + i / AROUND - 1;

        own[k] = i < AROUND * AROUND && x < m->width && y < m->height
                     ? kg__atomic_load(cost + (size_t)y * m->width + x)
                     : no_cost<T>();
    }
#pragma unroll
    for (unsigned k = 0; k < EACH; k++) {
        const unsigned i = threadIdx.x + k * KG__BLOCK;

        if (i < AROUND * AROUND)
            *cell_in(t, (int)(i % AROUND) - 1, (int)(i / AROUND) - 1) = own[k];
    }
}

template <typename T> static __device__ __forceinline__ T least(T a, T b, bool counts)
{
    return counts && b < a ? b : a;
}

/* A thread's quad: its cell c is (c & 1, c >> 1). LEAVING: a step costs the weight of the cell that
 * it begins at, as paths to a cell need it; straight and diagonal are then for weight 1. */
template <typename T, bool LEAVING = false> struct quad {
    int i, j;      /* in the tile */
    uint32_t x, y; /* on the map */
    unsigned legal[4];
    T straight[4], diagonal[4]; /* cost of a step to the cell */
    T cost[4][4];               /* [y + 1][x + 1] in and around the quad */
    uint16_t weight[4][4];      /* likewise, if LEAVING */
};

template <typename T, bool LEAVING>
static __device__ __forceinline__ void find_quad(
    quad<T, LEAVING> *u, const kg__grid_map *m, const uint64_t *row, uint32_t left, uint32_t top)
{
    unsigned rows[4];

    u->i = (int)(threadIdx.x % SIDE) * 2;
    u->j = (int)(threadIdx.x / SIDE) * 2;
    u->x = left + (uint32_t)u->i;
    u->y = top + (uint32_t)u->j;
#pragma unroll
    for (unsigned r = 0; r < 4; r++) /* there are no rows below the map's lower border */
        rows[r] = u->y + r <= m->height + 1 && u->x < m->width
                      ? kg__row_bits(m, row, u->x, u->y + r - 1, 4)
                      : 0;
#pragma unroll
    for (int c = 0; c < 4; c++) {
        const int a = c & 1, b = c >> 1;
        const bool is_free = rows[b + 1] >> a >> 1 & 1;
        const T weight = is_free && m->weight && !LEAVING
                             ? m->weight[(size_t)(u->y + b) * m->width + u->x + a]
                             : 1;

        u->legal[c] = is_free ? m->table[(rows[b] >> a & 7) | (rows[b + 1] >> a & 7) << 3 |
                                         (rows[b + 2] >> a & 7) << 6]
                              : 0;
        u->straight[c] = weight * (T)m->straight;
        u->diagonal[c] = weight * (T)m->diagonal;
    }
#pragma unroll
    for (uint32_t i = 0; LEAVING && i < 16; i++) {
        const uint32_t x = u->x + i % 4 - 1, y = u->y + i / 4 - 1;

        u->weight[i / 4][i % 4] =
            m->weight && x < m->width && y < m->height ? m->weight[(size_t)y * m->width + x] : 1;
    }
}

/* Reads the costs around the quad and, if `own`, those of the quad. */
template <typename T, bool LEAVING>
static __device__ __forceinline__ void read_around(quad<T, LEAVING> *u, tile<T> *t, bool own)
{
#pragma unroll
    for (int y = 0; y < 4; y++)
#pragma unroll
        for (int x = 0; x < 4; x++)
            if (own || x % 3 == 0 || y % 3 == 0)
                u->cost[y][x] = *cell_in(t, u->i + x - 1, u->j + y - 1);
}

/* Lowers the quad's costs to the offers of the cells around it or, if `within`, of each other.
 * Returns whether one fell. */
template <typename T, bool LEAVING>
static __device__ __forceinline__ bool lower_quad(quad<T, LEAVING> *u, bool within)
{
    bool fell = false;

#pragma unroll
    for (int c = 0; c < 4; c++) {
        const int a = 1 + (c & 1), b = 1 + (c >> 1);
        T beside = no_cost<T>(), across = no_cost<T>();

#pragma unroll
        for (int i = 0; i < MOVES; i++) {
            const int x = a + kg__move_x(i), y = b + kg__move_y(i);
            const bool is_within = x % 3 && y % 3;

            if (is_within != within)
                continue;
            if constexpr (LEAVING) {
                const T step = kg__move_is_diagonal(i) ? u->diagonal[c] : u->straight[c];
                const T cost = u->cost[y][x];

                beside = least(beside, cost + step * u->weight[y][x],
                    cost != no_cost<T>() && (u->legal[c] >> i & 1));
            } else if (kg__move_is_diagonal(i))
                across = least(across, u->cost[y][x], u->legal[c] >> i & 1);
            else
                beside = least(beside, u->cost[y][x], u->legal[c] >> i & 1);
        }
        if constexpr (!LEAVING) {
            beside = beside == no_cost<T>() ? beside : beside + u->straight[c];
            across = across == no_cost<T>() ? across : across + u->diagonal[c];
        }
        beside = across < beside ? across : beside;
        fell = fell || beside < u->cost[b][a];
        u->cost[b][a] = beside < u->cost[b][a] ? beside : u->cost[b][a];
    }
    return fell;
}

/* Lowers the costs of a loaded tile until nothing changes. A warp skips a turn if its cells and its
 * neighbours' did not change in the last turn. */
template <typename T, bool LEAVING>
static __device__ __forceinline__ void lower_tile(tile<T> *t, quad<T, LEAVING> *u)
{
    __shared__ bool s_changed[2][WARPS + 2]; /* [turn] of each warp */
    const unsigned warp = threadIdx.x / KG__WARP_LANES;
    unsigned turn = 0;
    bool fell, any;

    if (threadIdx.x < WARPS + 2) {
        s_changed[0][threadIdx.x] = threadIdx.x > 0 && threadIdx.x <= WARPS;
        s_changed[1][threadIdx.x] = false;
    }
    __syncthreads();
    read_around(u, t, true);
    do {
        fell = false;
        if (s_changed[turn][warp] || s_changed[turn][warp + 1] || s_changed[turn][warp + 2]) {
            read_around(u, t, false);
            fell = lower_quad(u, false);
            fell = lower_quad(u, true) || fell;
            fell = lower_quad(u, true) || fell;
        }
        __syncthreads(); /* all threads have read */
        if (fell)
#pragma unroll
            for (int c = 0; c < 4; c++)
                *cell_in(t, u->i + (c & 1), u->j + (c >> 1)) = u->cost[1 + (c >> 1)][1 + (c & 1)];
        turn ^= 1;
        any = __ballot_sync(KG__ALL_LANES, fell);
        if (kg__lane() == 0)
            s_changed[turn][warp + 1] = any;
    } while (__syncthreads_or(fell));
}

/* The tiles of the 3 * 3 around that cell (x, y) is beside, as bits 3 * (dy + 1) + dx + 1. */
static __device__ __forceinline__ unsigned beside(int x, int y)
{
    unsigned columns = 2u | (x == 0 ? 1u : 0) | (x == TILE - 1 ? 4u : 0);

    return columns << 3 | (y == 0 ? columns : 0) | (y == TILE - 1 ? columns << 6 : 0);
}

/* Puts a tile into the list of round `round`, woken for f. */
template <typename T>
static __device__ __forceinline__ void wake(
    const wide<T> *q, uint32_t tile, unsigned long long f, unsigned round)
{
    atomicMin(&q->wait[round & 1][tile], f);
    atomicMin(&q->now->lowest[round % 3], f);
    if (atomicMax(&q->woken[tile], round) < round)
        q->list[round & 1][atomicAdd(&q->now->tiles[round % 3], 1u)] = tile;
}

#endif
