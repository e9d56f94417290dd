/*
 * A* over every cell of a map of real weights, on the CPU.
 *
 * in   the map's bits and real weights, a query whose goal can be reached
 * out  cost[width * height], exact for all cells on shortest paths; the canonical path
 *
 * Method: as grid_plain_cpu.c, but a cost is a pair of sums, straight and diagonal, which are
 * compared exactly (grid_exact.h). The open list is a heap, because weights may differ so much that
 * buckets would hold too few or too many entries. Its keys are costs rounded down to whole units. A
 * cell whose cost falls is expanded again, and the search ends when no key can be of a path as
 * cheap as the goal's. So the rounding of keys decides nothing.
 * The path is found backwards from the goal, depth first through the steps that lie on shortest
 * paths. It meets a dead end only among cells that cost nothing.
 * Work: O(8 log cells) for each expansion; memory: 16 bytes a cell, and 24 an entry of the heap.
 * Deterministic: everything.
 */
#include "grid_cpu.h"
#include "grid_moves.h"
#include <string.h>

enum { ARITY = 4, KEY_SLACK = 2 /* units, by which a key is less than its cost */ };

static const kg__exact no_cost = {UINT64_MAX, UINT64_MAX};

static inline bool is_reached(kg__exact cost)
{
    return cost.straight != no_cost.straight;
}

static kg_status prepare(kg__grid_walker *w)
{
    const kg_grid *grid = w->work->grid;
    size_t count = (size_t)grid->width * grid->height;
    kg_status status;

    KG_TRY(
        kg__host_allocate(grid->ctx, &w->cost_block, count, sizeof(kg__exact), "costs of cells"));
    memset(w->cost_block, 0xff, count * sizeof(kg__exact));
    w->g = w->cost_block;
    KG_TRY(kg__rows_prepare(w));
out:
    return status;
}

/* ---- the heap -------------------------------------------------------------------------------- */

/* The entries of the open list are a heap; g is the key. */
static kg_status push(kg__grid_walker *w, uint64_t key, uint32_t x, uint32_t y)
{
    kg__open_list *o = &w->open;
    uint32_t at = o->used;
    kg_status status = KG_OK;

    if (o->used == o->room)
        KG_TRY(kg__open_grow(w));
    for (o->used++; at && o->entry[(at - 1) / ARITY].g > key; at = (at - 1) / ARITY)
        o->entry[at] = o->entry[(at - 1) / ARITY];
    o->entry[at] = (kg__open_entry){key, x, y, 0};
out:
    return status;
}

static kg__open_entry pop(kg__open_list *o)
{
    const kg__open_entry first = o->entry[0], last = o->entry[--o->used];
    uint32_t at = 0;

    for (;;) {
        uint64_t child = (uint64_t)at * ARITY + 1, least = child;

        for (uint64_t c = child + 1; c < child + ARITY && c < o->used; c++)
            least = o->entry[c].g < o->entry[least].g ? c : least;
        if (child >= o->used || o->entry[least].g >= last.g)
            break;
        o->entry[at] = o->entry[least];
        at = (uint32_t)least;
    }
    o->entry[at] = last;
    return first;
}

/* ---- the search ------------------------------------------------------------------------------ */

static inline kg__exact add(kg__exact a, kg__exact b)
{
    return (kg__exact){a.straight + b.straight, a.diagonal + b.diagonal};
}

/* The key of a cell of that cost: a lower bound of the cost of a path through it. */
static inline uint64_t key_of(const kg__grid_walker *w, kg_grid_cell at, kg__exact cost)
{
    const kg_grid *grid = w->work->grid;

    return kg__exact_floor(&grid->root, add(cost, kg__grid_real_estimate(grid, &w->estimate, at)));
}

/* The largest key that may be of a path as cheap as the best one. */
static inline uint64_t most_key(const kg__grid_walker *w)
{
    return w->best < UINT64_MAX - KEY_SLACK ? w->best + KEY_SLACK : UINT64_MAX;
}

static kg_status expand(kg__grid_walker *w, kg_grid_cell at)
{
    const kg_grid *grid = w->work->grid;
    const size_t here = (size_t)at.y * grid->width + at.x;
    kg__exact *cost = w->g;
    kg_status status = KG_OK;

    for (unsigned legal = w->legal[kg__free_around(w, at)]; legal; legal &= legal - 1) {
        const unsigned move = (unsigned)__builtin_ctz(legal);
        const size_t cell = here + (size_t)w->move_by[move];
        const kg_grid_cell to = {
            at.x + (uint32_t)kg__move_x[move], at.y + (uint32_t)kg__move_y[move]};
        const kg__exact reached = kg__grid_after_step(grid, cost[here], here, cell, move);
        uint64_t key;
        bool is_goal;

        if (is_reached(cost[cell]) && !kg__exact_less(&grid->root, reached, cost[cell]))
            continue;
        if (!is_reached(cost[cell]) && ++w->answer->states == w->states_most)
            return KG_LIMIT;
        w->answer->generated++;
        cost[cell] = reached;
        key = key_of(w, to, reached);
        is_goal = kg__is_goal(w, to.x, to.y);
        if (is_goal)
            w->best = key < w->best ? key : w->best;
        if ((!is_goal || w->work->is_goal) && key <= most_key(w)) /* others may cost nothing more */
            KG_TRY(push(w, key, to.x, to.y));
    }
out:
    return status;
}

static bool is_less(const kg__grid_walker *w, size_t a, size_t b)
{
    const kg__exact *cost = w->g;

    return is_reached(cost[a]) &&
           (!is_reached(cost[b]) || kg__exact_less(&w->work->grid->root, cost[a], cost[b]));
}

static kg_status search(kg__grid_walker *w)
{
    const kg_grid_cell start = w->query->start;
    const uint32_t width = w->work->grid->width;
    kg__exact *cost = w->g;
    kg_status status;

    cost[(size_t)start.y * width + start.x] = (kg__exact){0, 0};
    w->answer->states = 1;
    w->open.now = w->open.last = 0;
    kg__rows_touch(w, start);
    KG_TRY(push(w, key_of(w, start, (kg__exact){0, 0}), start.x, start.y));
    while (w->open.used && w->open.entry[0].g <= most_key(w)) {
        const kg__open_entry e = pop(&w->open);
        const kg_grid_cell at = {e.x, e.y};

        if (e.g != key_of(w, at, cost[(size_t)e.y * width + e.x])) /* the cost fell since */
            continue;
        w->open.now = w->open.last = e.g;
        if (++w->unheard >= KG__UNHEARD)
            KG_TRY(kg__walker_report(w));
        w->answer->expanded++;
        kg__rows_touch(w, at);
        KG_TRY(expand(w, at));
    }
    kg__choose_goal(w, is_less);
out:
    return status;
}

/* ---- the path -------------------------------------------------------------------------------- */

/* Finds the first cell, row by row, that is not in `seen` and from which a shortest path enters
 * `at`. seen: NULL: no cell. Returns false if there is none. */
static bool find_before(const kg__grid_walker *w, kg_grid_cell at, uint64_t *seen, kg_grid_cell *to)
{
    const kg_grid *grid = w->work->grid;
    const kg__exact *cost = w->g;
    const size_t here = (size_t)at.y * grid->width + at.x;

    for (unsigned legal = w->legal[kg__free_around(w, at)]; legal; legal &= legal - 1) {
        const unsigned move = (unsigned)__builtin_ctz(legal);
        const size_t cell = here + (size_t)w->move_by[move];
        const kg__exact reached = kg__grid_after_step(grid, cost[cell], cell, here, move);

        if (!is_reached(cost[cell]) || !kg__exact_equal(reached, cost[here]) ||
            (seen && kg__bitmap_has(seen, cell)))
            continue;
        if (seen)
            kg__mark_if(seen, cell, true);
        *to = (kg_grid_cell){at.x + (uint32_t)kg__move_x[move], at.y + (uint32_t)kg__move_y[move]};
        return true;
    }
    return false;
}

static kg_status find_path(kg__grid_walker *w)
{
    const kg_grid *grid = w->work->grid;
    const uint64_t words = ((uint64_t)grid->width * grid->height + 63) / 64;
    const kg_grid_cell start = w->query->start, goal = w->query->goal;
    kg_grid_cell at = goal;
    uint64_t count = 1, *seen = NULL;
    kg_status status = KG_OK;

    if (!grid->real_least) {
        KG_TRY(kg__host_allocate(grid->ctx, &seen, words, sizeof *seen, "cells of a path"));
        memset(seen, 0, words * sizeof *seen);
        kg__mark_if(seen, (uint64_t)goal.y * grid->width + goal.x, true);
    }
    KG_TRY(kg__path_room(w, 1));
    w->path[0] = goal;
    while (at.x != start.x || at.y != start.y) {
        if (find_before(w, at, seen, &at)) {
            KG_TRY(kg__path_room(w, count + 1));
            w->path[count++] = at;
        } else {
            at = w->path[--count - 1];
        }
    }
    KG_TRY(kg__path_room(w, count));
    kg__path_turn(w);
out:
    kg__free(grid->ctx, seen);
    return status;
}

static void clear(kg__grid_walker *w)
{
    kg__rows_clear(w, sizeof(kg__exact));
}

static void mark_explored(const kg__grid_walker *w, uint64_t *bits)
{
    const kg__exact *cost = w->g;

    for (uint64_t cell = 0; cell < (uint64_t)w->work->grid->width * w->work->grid->height; cell++)
        kg__mark_if(bits, cell, is_reached(cost[cell]));
}

const kg__walk_ops kg__walk_real_cpu = {.prepare = prepare,
    .search = search,
    .path = find_path,
    .clear = clear,
    .explored = mark_explored};
