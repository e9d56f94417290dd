/*
 * The plain search for costs of type T; grid_plain_cpu.c defines the terms.
 * Included by: grid_plain_cpu.c, once a width through scan/each_width.h, which defines T and
 *     NAMED() and undefines them.
 * Expects: grid_cpu.h and grid_moves.h.
 * Leaves nothing defined.
 */

#define NO_COST ((T) ~(T)0)

static kg_status NAMED(prepare)(kg__grid_walker *w)
{
    const kg_grid *grid = w->work->grid;
    size_t margin = kg__grid_margin(grid), count = (size_t)grid->width * grid->height + 2 * margin;
    kg_status status;

    KG_TRY(kg__host_allocate(grid->ctx, &w->cost_block, count, sizeof(T), "costs of cells"));
    memset(w->cost_block, 0xff, count * sizeof(T));
    w->g = (T *)w->cost_block + margin;
    KG_TRY(kg__rows_prepare(w));
out:
    return status;
}

/* Computes the costs at which a cell's neighbours would be reached. Returns one bit for each
 * neighbour that would get a smaller cost, legal or not. It has no branch, because the outcome is
 * as good as random. */
static inline unsigned NAMED(compare)(const kg__grid_walker *w, size_t cell, T g, T reached[8])
{
    const T straight = (T)w->work->scale.straight, diagonal = (T)w->work->scale.diagonal;
    const uint16_t *weight = w->work->grid->weight;
    const T *cost = w->g;
    unsigned less = 0;

    for (unsigned move = 0; move < 8; move++) {
        ptrdiff_t to = (ptrdiff_t)cell + w->move_by[move]; /* may be in the margin */
        T step = KG__MOVE_IS_DIAGONAL >> move & 1 ? diagonal : straight;

        reached[move] = g + (weight ? step * weight[to] : step);
        less |= (unsigned)(reached[move] < cost[to]) << move;
    }
    return less;
}

/* Looks at the neighbours of a cell that has cost g. */
static inline kg_status NAMED(expand)(kg__grid_walker *w, kg_grid_cell at, T g)
{
    const size_t here = (size_t)at.y * w->work->grid->width + at.x;
    const kg__estimate estimate = w->estimate;
    T *cost = w->g, reached[8];
    unsigned less = w->legal[kg__free_around(w, at)] & NAMED(compare)(w, here, g, reached);
    kg_status status = KG_OK;

    w->answer->generated += (unsigned)__builtin_popcount(less);
    for (; less; less &= less - 1) {
        unsigned move = (unsigned)__builtin_ctz(less);
        size_t cell = here + (size_t)w->move_by[move];
        uint32_t x = at.x + (uint32_t)kg__move_x[move], y = at.y + (uint32_t)kg__move_y[move];
        uint64_t f;

        if (cost[cell] == NO_COST && ++w->answer->states == w->states_most)
            return KG_LIMIT;
        cost[cell] = reached[move];
        if (kg__is_goal(w, x, y)) {
            w->best = reached[move] < w->best ? reached[move] : w->best;
            continue;
        }
        f = reached[move] + kg__estimate_from(&estimate, x, y);
        if (f <= kg__most(w))
            KG_TRY(kg__open_push(w, f, reached[move], x, y));
    }
out:
    return status;
}

static bool NAMED(is_less)(const kg__grid_walker *w, size_t a, size_t b)
{
    return ((const T *)w->g)[a] < ((const T *)w->g)[b];
}

static kg_status NAMED(search)(kg__grid_walker *w)
{
    const kg_grid *grid = w->work->grid;
    const kg_grid_cell start = w->query->start;
    T *cost = w->g;
    kg__open_entry e;
    kg_status status = KG_OK;

    cost[(size_t)start.y * grid->width + start.x] = 0;
    w->answer->states = 1;
    kg__rows_touch(w, start);
    KG_TRY(
        kg__open_push(w, kg__estimate_from(&w->estimate, start.x, start.y), 0, start.x, start.y));
    while (kg__open_pop(&w->open, kg__most(w), &e)) {
        if (e.g != cost[(size_t)e.y * grid->width + e.x] ||
            e.g + kg__estimate_from(&w->estimate, e.x, e.y) > kg__most(w))
            continue;
        if (++w->unheard >= KG__UNHEARD)
            KG_TRY(kg__walker_report(w));
        w->answer->expanded++;
        kg__rows_touch(w, (kg_grid_cell){e.x, e.y});
        KG_TRY(NAMED(expand)(w, (kg_grid_cell){e.x, e.y}, (T)e.g));
    }
    kg__choose_goal(w, NAMED(is_less));
out:
    return status;
}

/* Finds the path backwards from the goal: the predecessor is the first neighbour whose cost is a
 * step less. Without canonical fewer cells have their final cost. */
static kg_status NAMED(path)(kg__grid_walker *w)
{
    const kg_grid *grid = w->work->grid;
    const T *cost = w->g;
    kg_grid_cell at = w->query->goal;
    uint64_t count = 1;
    kg_status status;

    KG_TRY(kg__path_room(w, 1));
    w->path[0] = at;
    while (at.x != w->query->start.x || at.y != w->query->start.y) {
        size_t cell = (size_t)at.y * grid->width + at.x;
        uint64_t weight = grid->weight ? grid->weight[cell] : 1;
        unsigned legal = w->legal[kg__free_around(w, at)];

        for (;; legal &= legal - 1) {
            unsigned move = (unsigned)__builtin_ctz(legal);
            kg_grid_cell before = {
                at.x + (uint32_t)kg__move_x[move], at.y + (uint32_t)kg__move_y[move]};
            uint64_t step = KG__MOVE_IS_DIAGONAL >> move & 1 ? w->work->scale.diagonal
                                                             : w->work->scale.straight;

            T reached = cost[(size_t)before.y * grid->width + before.x];

            if (reached < cost[cell] && reached + weight * step == cost[cell]) {
                at = before;
                break;
            }
        }
        KG_TRY(kg__path_room(w, count + 1));
        w->path[count++] = at;
    }
    kg__path_turn(w);
out:
    return status;
}

static void NAMED(clear)(kg__grid_walker *w)
{
    kg__rows_clear(w, sizeof(T));
}

/* Marks the reached cells, which lie beside expanded ones. */
static void NAMED(explored)(const kg__grid_walker *w, uint64_t *bits)
{
    const kg_grid *grid = w->work->grid;
    const T *cost = w->g;
    uint64_t first = (uint64_t)(w->lowest ? w->lowest - 1 : 0) * grid->width;
    uint64_t end =
        (uint64_t)(w->highest < grid->height ? w->highest + 1 : w->highest) * grid->width;

    for (uint64_t cell = first; cell < end; cell++)
        kg__mark_if(bits, cell, cost[cell] != NO_COST);
}

const kg__walk_ops NAMED(kg__walk_plain) = {
    .prepare = NAMED(prepare),
    .search = NAMED(search),
    .path = NAMED(path),
    .clear = NAMED(clear),
    .explored = NAMED(explored),
};

#undef NO_COST
