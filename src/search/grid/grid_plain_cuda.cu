/*
 * A* over every cell on the GPU: many queries of a map with weights, 4 moves, or for canonical
 * paths, one warp each.
 *
 * in   the map's bits and weights, tasks
 * out  for each the cost, the counts and the path's cells
 *
 * Method: that of grid_plain_cpu.c, in the same order, so answers, paths and counts are the CPU's.
 * Eight lanes look at the eight neighbours; buckets are scanned 32 at once. Between queries the
 * rectangle around the expanded cells is cleared.
 * Work: as the CPU's; an expansion is some five dependent reads. Memory: 4 or 8 bytes a cell for
 * each warp, and its open list.
 * Deterministic: everything except the time and the place of a path in memory.
 */
#include "grid_cuda.cuh"

enum { MOVES = 8, BLOCKS_AT_ONCE = 4 };

/* A warp's search. All lanes hold the same values, except `needs` and `either`. */
template <typename T> struct plain {
    const kg__grid_launch *a;
    kg__warp_open open;
    T *cost; /* [cells] */
    const uint64_t *row;
    unsigned needs;  /* of this lane: the cells that must be free for its move */
    unsigned either; /* and those of which one must be, or 0 */
    uint32_t start, goal, goal_x, goal_y;
    uint32_t left, right, top, bottom; /* the outermost cells that were expanded */
    kg__grid_found found;
};

template <typename T> static __device__ __forceinline__ T no_cost()
{
    return ~(T)0;
}

/* The largest f that the search must look at: with canonical, ties are included. */
template <typename T> static __device__ __forceinline__ uint64_t most(const plain<T> *s)
{
    return s->found.best - !s->a->map.canonical;
}

template <typename T>
static __device__ __forceinline__ T weight_of(const kg__grid_map *m, uint32_t cell)
{
    return m->weight ? m->weight[cell] : 1;
}

/* The data that lane i reads together about a cell and its neighbour i. */
template <typename T> struct view {
    uint32_t x, y, to_x, to_y, to;
    T own, cost, step; /* costs of the cell, of the neighbour, of the step */
    bool legal;
};

template <typename T>
static __device__ __forceinline__ view<T> look_round(const plain<T> *s, uint32_t cell)
{
    const kg__grid_map *m = &s->a->map;
    const unsigned lane = kg__lane();
    unsigned around;
    view<T> v;

    kg__place(m, cell, &v.x, &v.y);
    v.to_x = v.x + (uint32_t)kg__move_x(lane);
    v.to_y = v.y + (uint32_t)kg__move_y(lane);
    v.to = v.to_y * m->width + v.to_x;
    v.own = s->cost[cell];
    v.cost = no_cost<T>();
    v.step = (T)(kg__move_is_diagonal(lane) ? m->diagonal : m->straight);
    if (lane < MOVES && v.to_x < m->width && v.to_y < m->height) {
        v.cost = s->cost[v.to];
        v.step *= weight_of<T>(m, v.to);
    }
    around = kg__around(m, s->row, v.x, v.y);
    v.legal = (around & s->needs) == s->needs && (!s->either || around & s->either);
    return v;
}

/* The two cells beside a diagonal move: bits as of kg__grid_legal(). */
static __device__ __forceinline__ unsigned beside(int dx, int dy)
{
    return 1u << (3 + dx + 1) | 1u << (3 * (dy + 1) + 1);
}

/* The cells around that must be free for move `lane`: bits as of kg__grid_legal(). */
static __device__ __forceinline__ unsigned needs(const kg__grid_map *m, unsigned lane)
{
    const int dx = kg__move_x(lane), dy = kg__move_y(lane);
    const unsigned there = 1u << (3 * (dy + 1) + dx + 1);
    const unsigned never = 1u << 9;

    if (lane >= MOVES || (m->four && dx && dy))
        return never;
    return dx && dy && !m->cuts && !m->one ? there | beside(dx, dy) : there;
}

/* The cells of which one must be free for move `lane`; 0: the move needs none of them. */
static __device__ __forceinline__ unsigned either(const kg__grid_map *m, unsigned lane)
{
    const int dx = kg__move_x(lane), dy = kg__move_y(lane);

    return lane < MOVES && dx && dy && m->one ? beside(dx, dy) : 0;
}

/* Lane i offers neighbour i the cost of the path through this cell, which costs g. */
template <typename T>
static __device__ __forceinline__ uint32_t expand(plain<T> *s, const view<T> *v, T g)
{
    const kg__grid_map *m = &s->a->map;
    const T reached = g + v->step;
    const uint64_t f = reached + kg__far(m, v->to_x, v->to_y, s->goal_x, s->goal_y);
    bool less = v->legal && reached < v->cost;
    const bool at_goal = less && v->to == s->goal;
    const unsigned all = __ballot_sync(KG__ALL_LANES, less);
    const unsigned goals = __ballot_sync(KG__ALL_LANES, at_goal);
    const unsigned news = __popc(__ballot_sync(KG__ALL_LANES, less && v->cost == no_cost<T>()));

    s->found.expanded++;
    s->found.generated += __popc(all);
    s->left = v->x < s->left ? v->x : s->left;
    s->right = v->x > s->right ? v->x : s->right;
    s->top = v->y < s->top ? v->y : s->top;
    s->bottom = v->y > s->bottom ? v->y : s->bottom;
    if (s->found.states + news >= s->a->states_most) {
        s->found.states = s->a->states_most - 1;
        return KG__GRID_STOPPED;
    }
    s->found.states += news;
    if (less)
        s->cost[v->to] = reached;
    if (goals) {
        const uint64_t best = __shfl_sync(KG__ALL_LANES, reached, kg__last_lane(goals));

        less = less && (goals & kg__lanes_below() ? f <= best - !m->canonical : f <= most(s));
        s->found.best = best;
    } else {
        less = less && f <= most(s);
    }
    return kg__open_put(&s->open, less && !at_goal, f, reached, v->to) ? KG__GRID_FOUND
                                                                       : KG__GRID_NO_ROOM;
}

template <typename T> static __device__ __forceinline__ uint32_t search(plain<T> *s)
{
    const kg__grid_map *m = &s->a->map;
    uint64_t g;
    uint32_t cell, state = KG__GRID_FOUND;

    if (kg__lane() == 0)
        s->cost[s->start] = 0;
    kg__place(m, s->start, &s->left, &s->top);
    s->right = s->left;
    s->bottom = s->top;
    s->found.states = 1;
    kg__open_put(
        &s->open, kg__lane() == 0, kg__far(m, s->left, s->top, s->goal_x, s->goal_y), 0, s->start);
    while (state == KG__GRID_FOUND && kg__open_take(&s->open, most(s), &g, &cell)) {
        const view<T> v = look_round(s, cell);

        if (v.own == (T)g && g + kg__far(m, v.x, v.y, s->goal_x, s->goal_y) <= most(s))
            state = expand(s, &v, (T)g);
    }
    return state;
}

/* Finds the path backwards from the goal. Lane i looks at neighbour i; the first one whose cost is
 * a step less is the predecessor. */
template <typename T>
static __device__ __forceinline__ uint32_t trace(plain<T> *s, uint32_t *chain, uint64_t room)
{
    const kg__grid_map *m = &s->a->map;
    const unsigned lane = kg__lane();
    uint32_t cell = s->goal;
    T cost = (T)s->found.best;
    uint64_t count = 0;

    for (;;) {
        const view<T> v = look_round(s, cell);
        const T step =
            (T)(kg__move_is_diagonal(lane) ? m->diagonal : m->straight) * weight_of<T>(m, cell);
        unsigned move;

        if (count == room)
            return KG__GRID_NO_ROOM;
        if (lane == 0)
            chain[count] = cell;
        count++;
        if (cell == s->start)
            break;
        move =
            __ffs(__ballot_sync(KG__ALL_LANES, v.legal && v.cost < cost && v.cost + step == cost)) -
            1;
        cost = __shfl_sync(KG__ALL_LANES, v.cost, move);
        cell = __shfl_sync(KG__ALL_LANES, v.to, move);
    }
    s->found.count = count;
    __syncwarp();
    return KG__GRID_FOUND;
}

/* Clears the costs of the reached cells, which lie beside expanded ones. */
template <typename T> static __device__ __forceinline__ void clear(plain<T> *s)
{
    const kg__grid_map *m = &s->a->map;
    const uint32_t from = s->left - (s->left > 0), to = s->right + (s->right + 1 < m->width);
    const uint32_t first = s->top - (s->top > 0), last = s->bottom + (s->bottom + 1 < m->height);

    __syncwarp();
    for (uint32_t y = first; y <= last; y++)
        for (uint32_t x = from + kg__lane(); x <= to; x += KG__WARP_LANES)
            s->cost[y * m->width + x] = no_cost<T>();
    __syncwarp();
}

/* Warp w takes one task after the other, with the memory of workspace w. */
template <typename T>
static __global__ void __launch_bounds__(KG__BLOCK, BLOCKS_AT_ONCE)
    k_grid_plain(const __grid_constant__ kg__grid_launch a)
{
    const uint64_t workspace = kg__item() / KG__WARP_LANES;
    plain<T> s;

    if (workspace >= a.workspaces)
        return;
    s.a = &a;
    s.cost = (T *)a.cost + workspace * a.cells;
    s.needs = needs(&a.map, kg__lane());
    s.either = either(&a.map, kg__lane());
    kg__open_begin(&s.open, &a, workspace);
    for (uint64_t i = kg__next_task(&a); i < a.tasks; i = kg__next_task(&a)) {
        const kg__grid_task task = a.task[i];
        const uint64_t begun = kg__nanoseconds();

        kg__task_begin(&s, &a, &task);
        kg__task_finish(&s, &a, i, begun);
        clear(&s);
    }
}

const kg__grid_kernel kg__grid_plain_u32_cuda = {.cell_bytes = sizeof(uint32_t),
    .has_stamps = false,
    .name = "k_grid_plain<uint32_t>",
    .run = k_grid_plain<uint32_t>};
const kg__grid_kernel kg__grid_plain_u64_cuda = {.cell_bytes = sizeof(uint64_t),
    .has_stamps = false,
    .name = "k_grid_plain<uint64_t>",
    .run = k_grid_plain<uint64_t>};
