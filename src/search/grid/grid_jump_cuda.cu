/*
 * Jump point search on the GPU: many queries of a uniform map, one warp each.
 *
 * in   the map's bits and its stops, tasks
 * out  for each the cost, the counts, and the chain of cells at which the path turns
 *
 * Method: that of grid_jump_cpu.c, step by step and in the same order, so answers, paths and counts
 * are the CPU's. The lanes share one expansion. A diagonal line is 32 steps at once, and each lane
 * looks along its two straight lines. Found cells are looked up 32 at once; if a cell was found
 * twice, in the order of the list. Buckets are scanned 32 at once. Nodes are an array of all cells,
 * with a stamp of the query beside it, as only stamps need clearing.
 * Work: as the CPU's; an expansion is some six dependent reads. Memory: 17 bytes a cell for each
 * warp, and its open list.
 * Deterministic: everything except the time and the place of a chain in memory.
 */
#include "grid_cuda.cuh"

enum {
    WARPS = KG__BLOCK / KG__WARP_LANES,
    FOUND_MOST = 96,
    BLOCKS_AT_ONCE = 3,
    ALL_DIRECTIONS = 0xff
};
enum { STRAIGHT = 0x55 };

typedef struct alignas(16) node {
    uint64_t g;
    uint32_t parent;
    uint8_t arrived, left; /* directions: reached in, expanded in at cost g */
    uint16_t unused;
} node;

/* The cells that one expansion has found so far. */
typedef struct found_list {
    uint64_t g[FOUND_MOST];
    uint32_t x[FOUND_MOST], y[FOUND_MOST];
    uint8_t direction[FOUND_MOST];
} found_list;

/* A warp's search. All lanes hold the same values. */
typedef struct jump {
    const kg__grid_launch *a;
    found_list *list;
    uint32_t listed;
    kg__warp_open open;
    node *at;        /* [cells] */
    uint8_t *stamps; /* [cells] */
    const uint64_t *row, *stop;
    uint32_t start, goal, goal_x, goal_y;
    uint8_t stamp;
    kg__grid_found found;
} jump;

static __device__ __forceinline__ int turn_x(unsigned d)
{
    return (int)(0x83 >> (d & 7) & 1) - (int)(0x38 >> (d & 7) & 1);
}

static __device__ __forceinline__ int turn_y(unsigned d)
{
    return (int)(0x0e >> (d & 7) & 1) - (int)(0xe0 >> (d & 7) & 1);
}

/* ---- looking --------------------------------------------------------------------------------- */

static __device__ __forceinline__ uint64_t window(const uint64_t *line, uint32_t at)
{
    return line[at / 64] >> at % 64 | line[at / 64 + 1] << 1 << (63 - at % 64);
}

/* The number of steps from a cell in a straight direction to the next stop or the goal. */
static __device__ __forceinline__ uint32_t look(
    const jump *s, uint32_t x, uint32_t y, unsigned direction)
{
    const kg__grid_map *m = &s->a->map;
    const bool across = !(direction & 2), up = direction < 4;
    const size_t rows = (size_t)(m->height + 2) * m->words + 1;
    const size_t columns = (size_t)(m->width + 2) * m->column_words + 1;
    const uint32_t from = across ? x : y, to = across ? s->goal_x : s->goal_y;
    const uint32_t line = across ? y : x, goal_line = across ? s->goal_y : s->goal_x;
    const uint64_t *stop = s->stop + (across ? (up ? 0 : rows) : 2 * rows + (up ? 0 : columns)) +
                           (size_t)(line + 1) * (across ? m->words : m->column_words);
    const uint32_t bit = from + KG__GRID_PAD;
    uint32_t ahead = UINT32_MAX, steps = 1;
    uint64_t stops;

    if (line == goal_line && (to > from) == up)
        ahead = up ? to - from : from - to;
    if (up) {
        for (; !(stops = window(stop, bit + steps)); steps += 64)
            ;
        steps += __ffsll((long long)stops) - 1;
    } else {
        for (; !(stops = window(stop, bit - steps - 63)); steps += 64)
            ;
        steps += __clzll((long long)stops);
    }
    return steps < ahead ? steps : ahead;
}

static __device__ __forceinline__ void put_down(
    jump *s, uint32_t place, uint32_t x, uint32_t y, uint64_t g, unsigned direction)
{
    s->list->x[place] = x;
    s->list->y[place] = y;
    s->list->g[place] = g;
    s->list->direction[place] = (uint8_t)(direction & 7);
}

/* Moves to the cell at which a straight line ends; false if it is a wall. */
static __device__ __forceinline__ bool look_ahead(
    const jump *s, uint32_t *x, uint32_t *y, uint64_t *g, unsigned direction)
{
    uint32_t steps = look(s, *x, *y, direction & 7);

    *x += steps * (uint32_t)turn_x(direction);
    *y += steps * (uint32_t)turn_y(direction);
    *g += steps * s->a->map.straight;
    return kg__free_cell(&s->a->map, s->row, *x, *y);
}

/* Makes 32 diagonal steps; lane i makes step i. Returns false if the line ends there. */
static __device__ __forceinline__ bool go_diagonally(
    jump *s, uint32_t x, uint32_t y, uint64_t g, unsigned direction)
{
    const kg__grid_map *m = &s->a->map;
    const uint32_t dx = (uint32_t)turn_x(direction), dy = (uint32_t)turn_y(direction);
    const unsigned lane = kg__lane(), below = kg__lanes_below();
    bool legal = false, stops = false, beside_x = false, beside_y = false, sees[2] = {false, false};
    uint32_t see_x[2], see_y[2];
    uint64_t see_g[2];
    unsigned ways, ends, first, second;

    x += (lane + 1) * dx;
    y += (lane + 1) * dy;
    g += (lane + 1) * m->diagonal;
    if (x < m->width && y < m->height) {
        beside_x = kg__free_cell(m, s->row, x, y - dy);
        beside_y = kg__free_cell(m, s->row, x - dx, y);
        legal = kg__free_cell(m, s->row, x, y) && (m->cuts || (beside_x && beside_y));
    }
    /* The lanes that the line reaches: all before the first illegal step, up to the first stop. */
    ways = ~__ballot_sync(KG__ALL_LANES, legal);
    legal = !(ways & (below | 1u << lane));
    if (legal)
        stops = (x == s->goal_x && y == s->goal_y) ||
                (m->cuts && ((!beside_x && kg__free_cell(m, s->row, x + dx, y - dy)) ||
                                (!beside_y && kg__free_cell(m, s->row, x - dx, y + dy))));
    ends = __ballot_sync(KG__ALL_LANES, stops);
    legal = legal && !(ends & below);
    for (unsigned i = 0; i < 2; i++) {
        see_x[i] = x;
        see_y[i] = y;
        see_g[i] = g;
        if (legal && !stops)
            sees[i] = look_ahead(s, &see_x[i], &see_y[i], &see_g[i], direction + (i ? 7 : 1));
    }
    sees[0] = sees[0] || (legal && stops);
    first = __ballot_sync(KG__ALL_LANES, sees[0]);
    second = __ballot_sync(KG__ALL_LANES, sees[1]);
    s->listed += __popc(first & below) + __popc(second & below);
    if (sees[0])
        put_down(s, s->listed, see_x[0], see_y[0], see_g[0], direction + (stops ? 0 : 1));
    if (sees[1])
        put_down(s, s->listed + sees[0], see_x[1], see_y[1], see_g[1], direction + 7);
    s->listed += __popc(first & ~below) + __popc(second & ~below);
    return !ways && !ends;
}

/* ---- nodes ----------------------------------------------------------------------------------- */

/* Reads past the L1 cache, which is left to the map. */
static __device__ __forceinline__ node node_at(const jump *s, uint32_t cell)
{
    const uint4 word = __ldcg((const uint4 *)(s->at + cell));

    return {word.x | (uint64_t)word.y << 32, word.z, (uint8_t)word.w, (uint8_t)(word.w >> 8), 0};
}

/* Enters a found cell. fresh: [out] whether this query had not reached it. Returns false if it was
 * no better. */
static __device__ __forceinline__ bool enter(
    jump *s, uint32_t cell, uint64_t g, unsigned direction, uint32_t parent, bool *fresh)
{
    node n = node_at(s, cell);

    *fresh = s->stamps[cell] != s->stamp;
    if (!*fresh && (g > n.g || (g == n.g && n.arrived >> direction & 1)))
        return false;
    if (*fresh || g < n.g)
        n = {g, parent, 0, 0, 0};
    if (*fresh)
        s->stamps[cell] = s->stamp;
    n.arrived |= (uint8_t)(1u << direction);
    s->at[cell] = n;
    return true;
}

/* Counts the cells that the lanes entered in one round, as the CPU would have counted them one by
 * one. If the limit of states is met, it is met at a fresh cell; the cells before it in the list
 * still count. fresh, better: one bit for each lane. */
static __device__ __forceinline__ bool count_states(jump *s, unsigned fresh, unsigned better)
{
    uint64_t more = __popc(fresh);

    if (s->found.states + more < s->a->states_most) {
        s->found.states += more;
        s->found.generated += __popc(better);
        return true;
    }
    for (; s->found.states + 1 < s->a->states_most; s->found.states++)
        fresh &= fresh - 1;
    s->found.generated += __popc(better & ((1u << (__ffs(fresh) - 1)) - 1));
    return false;
}

static __device__ __forceinline__ uint32_t reach_all(jump *s, uint32_t parent)
{
    const unsigned lane = kg__lane(), below = kg__lanes_below();

    __syncwarp();
    for (uint32_t base = 0; base < s->listed; base += KG__WARP_LANES) {
        bool have = base + lane < s->listed, better = false, fresh = false, at_goal;
        uint32_t x = have ? s->list->x[base + lane] : 0, y = have ? s->list->y[base + lane] : 0;
        uint32_t cell = y * s->a->map.width + x;
        uint64_t g = have ? s->list->g[base + lane] : 0, most = s->found.best;
        unsigned direction = have ? s->list->direction[base + lane] : 0;
        unsigned same = __match_any_sync(KG__ALL_LANES, have ? cell : ~lane);
        unsigned turn = have ? __popc(same & below) : 0;
        unsigned turns = kg__warp_max(turn), goals, best_before;
        uint64_t f;

        for (unsigned i = 0; i <= turns; i++) {
            if (have && turn == i)
                better = enter(s, cell, g, direction, parent, &fresh);
            __syncwarp();
        }
        if (!count_states(
                s, __ballot_sync(KG__ALL_LANES, fresh), __ballot_sync(KG__ALL_LANES, better)))
            return KG__GRID_STOPPED;
        at_goal = better && cell == s->goal;
        goals = __ballot_sync(KG__ALL_LANES, at_goal);
        best_before = goals & below;
        f = __shfl_sync(KG__ALL_LANES, g, best_before ? kg__last_lane(best_before) : lane);
        most = best_before ? f : most;
        if (goals)
            s->found.best = __shfl_sync(KG__ALL_LANES, g, kg__last_lane(goals));
        f = g + kg__far(&s->a->map, x, y, s->goal_x, s->goal_y);
        if (!kg__open_put(&s->open, better && !at_goal && f < most, f, g, cell))
            return KG__GRID_NO_ROOM;
    }
    s->listed = 0;
    return KG__GRID_FOUND;
}

/* ---- a search -------------------------------------------------------------------------------- */

/* on: directions whose first step is legal. First of all, lane d looks straight ahead in direction
 * d; the cell that it found goes into the list in its turn. */
static __device__ __forceinline__ uint32_t expand(
    jump *s, uint32_t x, uint32_t y, uint64_t g, unsigned on)
{
    const kg__grid_map *m = &s->a->map;
    const uint32_t cell = y * m->width + x;
    const unsigned lane = kg__lane();
    uint32_t see_x = x, see_y = y, state;
    uint64_t see_g = g;
    bool sees = on & STRAIGHT & 1u << lane;
    unsigned straight;

    if (sees)
        sees = look_ahead(s, &see_x, &see_y, &see_g, lane);
    straight = __ballot_sync(KG__ALL_LANES, sees);
    for (on = (on & ~STRAIGHT) | straight; on; on &= on - 1) {
        const unsigned direction = __ffs(on) - 1;
        const bool is_straight = straight >> direction & 1;
        uint32_t i = 0;
        bool more;

        do {
            if (s->listed > FOUND_MOST - 2 * KG__WARP_LANES) {
                state = reach_all(s, cell);
                if (state != KG__GRID_FOUND)
                    return state;
            }
            if (is_straight) {
                if (lane == direction)
                    put_down(s, s->listed, see_x, see_y, see_g, direction);
                s->listed++;
                break;
            }
            more = go_diagonally(s, x + i * (uint32_t)turn_x(direction),
                y + i * (uint32_t)turn_y(direction), g + i * m->diagonal, direction);
            i += KG__WARP_LANES;
        } while (more);
    }
    return reach_all(s, cell);
}

/* The directions whose first step is legal, from the 9 cells around. */
static __device__ __forceinline__ unsigned legal_directions(const kg__grid_map *m, unsigned around)
{
    const unsigned east = around >> 5 & 1, south = around >> 7 & 1, west = around >> 3 & 1;
    const unsigned north = around >> 1 & 1, cuts = m->cuts;

    return east | south << 2 | west << 4 | north << 6 |
           (around >> 8 & 1 & (cuts | (east & south))) << 1 |
           (around >> 6 & 1 & (cuts | (west & south))) << 3 |
           (around >> 0 & 1 & (cuts | (west & north))) << 5 |
           (around >> 2 & 1 & (cuts | (east & north))) << 7;
}

static __device__ __forceinline__ uint32_t search(jump *s)
{
    const kg__grid_map *m = &s->a->map;
    const uint64_t *go_on = (const uint64_t *)m->table;
    uint64_t g;
    uint32_t cell, state;

    s->listed = 1;
    if (kg__lane() == 0)
        put_down(s, 0, s->start % m->width, s->start / m->width, 0, 0);
    state = reach_all(s, 0);
    while (state == KG__GRID_FOUND && kg__open_take(&s->open, s->found.best - 1, &g, &cell)) {
        const node n = node_at(s, cell);
        uint32_t x, y;
        uint64_t directions;
        unsigned on = 0, around;

        kg__place(m, cell, &x, &y);
        around = kg__around(m, s->row, x, y);
        directions = go_on[around];

        if (n.g != g || g + kg__far(m, x, y, s->goal_x, s->goal_y) > s->found.best - 1)
            continue;
        for (unsigned d = n.arrived; d; d &= d - 1)
            on |= (unsigned)(directions >> 8 * (__ffs(d) - 1));
        on = (g == 0 ? ALL_DIRECTIONS : on & ALL_DIRECTIONS) & ~(unsigned)n.left;
        if (!on)
            continue;
        __syncwarp(); /* all lanes have read the node */
        if (kg__lane() == 0)
            s->at[cell].left = (uint8_t)(n.left | on);
        s->found.expanded++;
        state = expand(s, x, y, g, on & legal_directions(m, around));
    }
    return state;
}

/* Writes the cells at which the path turns into the memory of the open list. */
static __device__ __forceinline__ uint32_t trace(jump *s, uint32_t *chain, uint64_t room)
{
    uint64_t count = 0;

    for (uint32_t cell = s->goal;; cell = node_at(s, cell).parent) {
        if (count == room)
            return KG__GRID_NO_ROOM;
        if (kg__lane() == 0)
            chain[count] = cell;
        count++;
        if (cell == s->start)
            break;
    }
    s->found.count = count;
    __syncwarp();
    return KG__GRID_FOUND;
}

/* Warp w takes one task after the other, with the memory of workspace w. */
static __global__ void __launch_bounds__(KG__BLOCK, BLOCKS_AT_ONCE)
    k_grid_jump(const __grid_constant__ kg__grid_launch a)
{
    __shared__ found_list list[WARPS];
    const uint64_t workspace = kg__item() / KG__WARP_LANES;
    jump s;

    if (workspace >= a.workspaces)
        return;
    s.a = &a;
    s.list = &list[threadIdx.x / KG__WARP_LANES];
    s.at = (node *)a.cost + workspace * a.cells;
    s.stamps = a.stamp + workspace * a.cells;
    s.stamp = 0;
    kg__open_begin(&s.open, &a, workspace);
    for (uint64_t i = kg__next_task(&a); i < a.tasks; i = kg__next_task(&a)) {
        const kg__grid_task task = a.task[i];
        const uint64_t begun = kg__nanoseconds();

        if (!++s.stamp) { /* old stamps would match again */
            for (uint64_t c = kg__lane(); c < a.cells; c += KG__WARP_LANES)
                s.stamps[c] = 0;
            s.stamp = 1;
            __syncwarp();
        }
        kg__task_begin(&s, &a, &task);
        s.stop = kg__terrain(a.map.stop, task.terrain);
        kg__task_finish(&s, &a, i, begun);
        __syncwarp(); /* the chain has been copied */
    }
}

const kg__grid_kernel kg__grid_jump_cuda = {
    .cell_bytes = sizeof(node), .has_stamps = true, .name = "k_grid_jump", .run = k_grid_jump};
