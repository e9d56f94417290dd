/*
 * A* over every cell on the GPU: many queries of a map with weights, 4 moves, or for canonical
 * paths, a warp each.
 *
 * in   the map's bits and weights, tasks
 * out  for each the cost, the counts and the path's cells
 *
 * Method: that of grid_plain_cpu.c, in the same order, so that answers, paths and counts are the
 * CPU's. Eight lanes look at the eight neighbours; buckets are scanned 32 at once. Between queries
 * the rectangle around the expanded cells is cleared.
 * Work: as the CPU's; an expansion is some five dependent reads. Memory: 4 or 8 bytes a cell for
 * each warp, and its open list.
 * Deterministic: everything but the time; only where a path lies depends on who came first.
 */
#include "grid_cuda.cuh"

enum { MOVES = 8, BLOCKS_AT_ONCE = 4 };

/* A warp's search. All lanes hold the same. */
template <typename T> struct plain {
    const kg__grid_launch *a;
    kg__warp_open open;
    T *cost; /* [cells] */
    const uint64_t *row;
    uint32_t start, goal, goal_x, goal_y;
    uint32_t left, right, top, bottom; /* the outermost cells that were expanded */
    kg__grid_found found;
};

template <typename T> static __device__ __forceinline__ T no_cost()
{
    return ~(T)0;
}

/* The f beyond which the search need not look: with canonical ties count. */
template <typename T> static __device__ __forceinline__ uint64_t most(const plain<T> *s)
{
    return s->found.best - !s->a->map.canonical;
}

template <typename T>
static __device__ __forceinline__ T weight_of(const kg__grid_map *m, uint32_t cell)
{
    return m->weight ? m->weight[cell] : 1;
}

/* Lane i looks at neighbour i of a cell of cost g. */
template <typename T>
static __device__ __forceinline__ uint32_t expand(plain<T> *s, uint32_t cell, T g)
{
    const kg__grid_map *m = &s->a->map;
    const unsigned lane = kg__lane();
    const uint32_t x = cell % m->width, y = cell / m->width;
    const unsigned legal = m->table[kg__around(m, s->row, x, y)];
    const uint32_t to_x = x + (uint32_t)kg__move_x(lane), to_y = y + (uint32_t)kg__move_y(lane);
    const uint32_t to = to_y * m->width + to_x;
    bool less = false, fresh = false, at_goal;
    unsigned all, news, goals;
    T reached = 0;
    uint64_t f;

    s->found.expanded++;
    s->left = x < s->left ? x : s->left;
    s->right = x > s->right ? x : s->right;
    s->top = y < s->top ? y : s->top;
    s->bottom = y > s->bottom ? y : s->bottom;
    if (lane < MOVES && legal >> lane & 1) {
        T before = s->cost[to];

        reached =
            g + (T)(kg__move_is_diagonal(lane) ? m->diagonal : m->straight) * weight_of<T>(m, to);
        less = reached < before;
        fresh = less && before == no_cost<T>();
    }
    all = __ballot_sync(KG__ALL_LANES, less);
    news = __popc(__ballot_sync(KG__ALL_LANES, fresh));
    s->found.generated += __popc(all);
    if (s->found.states + news >= s->a->states_most) {
        s->found.states = s->a->states_most - 1;
        return KG__GRID_STOPPED;
    }
    s->found.states += news;
    if (less)
        s->cost[to] = reached;
    at_goal = less && to == s->goal;
    goals = __ballot_sync(KG__ALL_LANES, at_goal);
    f = reached + kg__far(m, to_x, to_y, s->goal_x, s->goal_y);
    if (goals) {
        uint64_t best = __shfl_sync(KG__ALL_LANES, reached, kg__last_lane(goals));

        less = less && (goals & kg__lanes_below() ? f <= best - !m->canonical : f <= most(s));
        s->found.best = best;
    } else {
        less = less && f <= most(s);
    }
    return kg__open_put(&s->open, less && !at_goal, f, reached, to) ? KG__GRID_FOUND
                                                                    : KG__GRID_NO_ROOM;
}

template <typename T> static __device__ __forceinline__ uint32_t search(plain<T> *s)
{
    const kg__grid_map *m = &s->a->map;
    uint64_t g;
    uint32_t cell, state = KG__GRID_FOUND;

    if (kg__lane() == 0)
        s->cost[s->start] = 0;
    s->left = s->right = s->start % m->width;
    s->top = s->bottom = s->start / m->width;
    s->found.states = 1;
    kg__open_put(
        &s->open, kg__lane() == 0, kg__far(m, s->left, s->top, s->goal_x, s->goal_y), 0, s->start);
    while (state == KG__GRID_FOUND && kg__open_take(&s->open, most(s), &g, &cell)) {
        if (s->cost[cell] != (T)g ||
            g + kg__far(m, cell % m->width, cell / m->width, s->goal_x, s->goal_y) > most(s))
            continue;
        __syncwarp(); /* all have read the cost */
        state = expand(s, cell, (T)g);
    }
    return state;
}

/* Backwards from the goal: lane i looks at neighbour i, the first that is a step less is it. */
template <typename T>
static __device__ __forceinline__ uint32_t trace(plain<T> *s, uint32_t *chain, uint64_t room)
{
    const kg__grid_map *m = &s->a->map;
    const unsigned lane = kg__lane();
    uint32_t x = s->goal_x, y = s->goal_y, cell = s->goal;
    T cost = (T)s->found.best;
    uint64_t count = 0;

    for (;;) {
        const unsigned legal = m->table[kg__around(m, s->row, x, y)];
        const uint32_t from =
            (y + (uint32_t)kg__move_y(lane)) * m->width + x + (uint32_t)kg__move_x(lane);
        const T step =
            (T)(kg__move_is_diagonal(lane) ? m->diagonal : m->straight) * weight_of<T>(m, cell);
        T before = no_cost<T>();
        unsigned move;

        if (count == room)
            return KG__GRID_NO_ROOM;
        if (lane == 0)
            chain[count] = cell;
        count++;
        if (cell == s->start)
            break;
        if (lane < MOVES && legal >> lane & 1)
            before = s->cost[from];
        move = __ffs(__ballot_sync(KG__ALL_LANES, before < cost && before + step == cost)) - 1;
        cost = __shfl_sync(KG__ALL_LANES, before, move);
        cell = __shfl_sync(KG__ALL_LANES, from, move);
        x += (uint32_t)kg__move_x(move);
        y += (uint32_t)kg__move_y(move);
    }
    s->found.count = count;
    __syncwarp();
    return KG__GRID_FOUND;
}

/* Reached cells lie beside expanded ones. */
template <typename T> static __device__ __forceinline__ void clear(plain<T> *s)
{
    const kg__grid_map *m = &s->a->map;
    const uint32_t from = s->left - (s->left > 0), to = s->right + (s->right + 1 < m->width);
    const uint32_t first = s->top - (s->top > 0), last = s->bottom + (s->bottom + 1 < m->height);

    __syncwarp();
    for (uint32_t y = first; y <= last; y++)
        for (uint32_t x = from + kg__lane(); x <= to; x += KG__LANES)
            s->cost[y * m->width + x] = no_cost<T>();
    __syncwarp();
}

/* Warp w takes one task after the other, with slot w's memory. */
template <typename T>
static __global__ void __launch_bounds__(KG__BLOCK, BLOCKS_AT_ONCE)
    k_grid_plain(const __grid_constant__ kg__grid_launch a)
{
    const uint64_t slot = kg__item() / KG__LANES;
    plain<T> s;

    if (slot >= a.slots)
        return;
    s.a = &a;
    s.cost = (T *)a.cost + slot * a.cells;
    kg__open_begin(&s.open, &a, slot);
    for (uint64_t i = kg__next_task(&a); i < a.tasks; i = kg__next_task(&a)) {
        const kg__grid_task task = a.task[i];
        const uint64_t begun = kg__nanoseconds();

        s.found = {};
        s.found.best = UINT64_MAX;
        s.start = task.start;
        s.goal = task.goal;
        s.goal_x = task.goal % a.map.width;
        s.goal_y = task.goal / a.map.width;
        s.row = kg__terrain(a.map.row, task.terrain);
        s.open.now = s.open.last = kg__far(&a.map, task.start % a.map.width,
                                       task.start / a.map.width, s.goal_x, s.goal_y) >>
                                   s.open.shift;
        s.found.state = search(&s);
        s.found.now = s.open.now;
        kg__open_clear(&s.open);
        if (s.found.state == KG__GRID_FOUND)
            s.found.state = trace(&s, (uint32_t *)s.open.record, 4 * (uint64_t)a.room);
        kg__hand_in(&a, i, s.found, (const uint32_t *)s.open.record, begun);
        clear(&s);
    }
}

template <typename T> static kg_status resident(kg_context *ctx, int *blocks)
{
    return KG_CUDA(
        ctx, cudaOccupancyMaxActiveBlocksPerMultiprocessor(blocks, k_grid_plain<T>, KG__BLOCK, 0));
}

template <typename T> static kg_status launch(kg_context *ctx, const kg__grid_launch *a)
{
    return KG_LAUNCH(ctx, k_grid_plain<T>, a->slots * KG__LANES, *a);
}

const kg__grid_kernel kg__grid_plain_u32_cuda = {
    sizeof(uint32_t), 0xff, resident<uint32_t>, launch<uint32_t>};
const kg__grid_kernel kg__grid_plain_u64_cuda = {
    sizeof(uint64_t), 0xff, resident<uint64_t>, launch<uint64_t>};
