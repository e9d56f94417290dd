/*
 * A distance field of a map of real weights, on one thread of the CPU.
 *
 * in   the map's real weights, the legal moves of each cell, the sources of the field
 * out  exact[cells], the costs; nearest[cells] if they are asked for
 *
 * Method: Dijkstra's algorithm with a heap, whose keys are costs rounded down to whole units. A
 * cell whose cost falls, or at the same cost the number of its source, is expanded again. So the
 * rounding of keys decides nothing, and steps may cost nothing.
 * Work: O(8 log cells) for each cell. Memory: 16 bytes a cell, and 16 for each one that waits.
 * Deterministic: everything; the costs are the only solution.
 */
#include "../../base/heap.h"
#include "../grid/grid_moves.h"
#include "fields_cpu.h"
#include <string.h>

enum { REPORT_CELLS = 1 << 14 };

#define COMES_BEFORE(a, b) ((a).key < (b).key)

kg_status kg__field_prepare_real(kg__field_walker *w)
{
    kg_context *ctx = w->work->fields->grid->ctx;
    kg_status status;

    KG_TRY(kg__host_allocate(
        ctx, &w->cost_block, w->work->cells, sizeof *w->exact, "the costs of cells"));
    w->exact = w->cost_block;
    KG_TRY(kg__field_prepare_check(w));
out:
    return status;
}

static kg_status wait(kg__field_walker *w, uint32_t cell)
{
    const kg__field_entry entry = {
        kg__exact_floor(&w->work->fields->grid->root, w->exact[cell]), cell};
    kg_status status = KG_OK;

    if (w->waiting == w->heap_room)
        KG_TRY(kg__host_grow(w->work->fields->grid->ctx, &w->heap, &w->heap_room, w->waiting + 1,
            sizeof *w->heap, "cells that wait"));
    KG__HEAP_ADD(w->heap, w->waiting, entry, COMES_BEFORE);
    w->waiting++;
out:
    return status;
}

static kg__field_entry take(kg__field_walker *w)
{
    const kg__field_entry first = w->heap[0], last = w->heap[--w->waiting];

    KG__HEAP_SINK(w->heap, w->waiting, 0, last, COMES_BEFORE);
    return first;
}

/* Returns whether a path to a cell at a cost, from source `number`, comes before the best one. */
static inline bool is_better(
    const kg__field_walker *w, uint32_t cell, kg__exact cost, uint32_t number)
{
    const kg__root *root = &w->work->fields->grid->root;
    const kg__exact best = w->exact[cell];

    if (best.straight == KG__NO_COST || kg__exact_less(root, cost, best))
        return true;
    return w->nearest && number < w->nearest[cell] && !kg__exact_less(root, best, cost);
}

static kg_status reach(kg__field_walker *w, uint32_t cell, kg__exact cost, uint32_t number)
{
    if (!is_better(w, cell, cost, number))
        return KG_OK;
    w->exact[cell] = cost;
    if (w->nearest)
        w->nearest[cell] = number;
    return wait(w, cell);
}

static kg_status expand(kg__field_walker *w, uint32_t cell)
{
    const kg_grid *grid = w->work->fields->grid;
    const bool towards = w->work->fields->options.towards;
    kg_status status = KG_OK;

    for (unsigned legal = w->legal[cell]; legal; legal &= legal - 1) {
        const unsigned move = (unsigned)__builtin_ctz(legal);
        const uint32_t to =
            cell + (uint32_t)kg__move_y[move] * grid->width + (uint32_t)kg__move_x[move];
        const kg__exact cost = kg__grid_after_step(
            grid, w->exact[cell], towards ? to : cell, towards ? cell : to, move);

        KG_TRY(reach(w, to, cost, w->nearest ? w->nearest[cell] : 0));
    }
out:
    return status;
}

kg_status kg__field_search_real(kg__field_walker *w)
{
    const kg__fields_work *work = w->work;
    const kg_grid *grid = work->fields->grid;
    const kg_grid_cell *source = kg__field_sources(work, w->field);
    const uint64_t all = work->fields->count * work->cells, before = w->field * work->cells;
    kg_status status = KG_OK;

    memset(w->exact, 0xff, work->cells * sizeof *w->exact);
    if (w->nearest)
        memset(w->nearest, 0xff, work->cells * sizeof *w->nearest);
    w->done = 0;
    for (uint64_t i = 0; i < work->each; i++)
        KG_TRY(reach(w, (uint32_t)kg__grid_at(grid, source[i]), (kg__exact){0, 0}, (uint32_t)i));
    while (w->waiting) {
        const kg__field_entry e = take(w);

        if (e.key != kg__exact_floor(&grid->root, w->exact[e.cell])) /* the cost fell since */
            continue;
        KG_TRY(expand(w, e.cell));
        if (++w->done % REPORT_CELLS == 0 && w->reports)
            KG_TRY(kg__progress(grid->ctx, "measuring",
                before + (w->done < work->cells ? w->done : work->cells), all));
    }
out:
    w->waiting = 0;
    return status;
}
