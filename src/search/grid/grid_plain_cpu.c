/*
 * A* over every cell, on the CPU: for weighted maps, 4 moves, canonical paths and pictures.
 *
 * in   the map's bits and weights, a query whose goal can be reached
 * out  cost[width * height] of the cells reached, exact for the goal; a shortest path
 *
 * Method: P. Hart, N. Nilsson, B. Raphael, "A formal basis for the heuristic determination of
 * minimum cost paths", 1968. A cell's number is its index in the array of costs. Costs are whole
 * numbers, so equality is exact. The open list is buckets (grid_cpu.h), and a cell whose cost falls
 * is expanded again. The search ends when no remaining bucket can hold less than the goal's cost;
 * with canonical, no more than the goal's cost. No parents are kept: the path is found backwards
 * from the costs. Legal moves come from a table of the 512 neighbourhoods, indexed by nine bits of
 * three rows.
 * Work: O(8) for each expansion; memory: 4 or 8 bytes a cell, and 24 an entry of the open list.
 * Between queries only the cells between the outermost reached ones of each row are cleared.
 * Deterministic: everything.
 */
#include "grid_cpu.h"
#include "grid_moves.h"
#include <string.h>

enum { move_is_diagonal = 0xa5 };

static kg_status prepare_rows(kg__grid_walker *w)
{
    const kg_grid *grid = w->work->grid;
    kg_status status;

    for (unsigned free = 0; free < 512; free++)
        w->legal[free] = kg__grid_legal(&grid->rules, free);
    for (int i = 0; i < 8; i++)
        w->move_by[i] = kg__move_y[i] * (ptrdiff_t)grid->width + kg__move_x[i];
    KG_TRY(kg__host_allocate(grid->ctx, &w->low, grid->height, sizeof *w->low, "rows reached"));
    KG_TRY(kg__host_allocate(grid->ctx, &w->high, grid->height, sizeof *w->high, "rows reached"));
    memset(w->low, 0xff, grid->height * sizeof *w->low);
    memset(w->high, 0, grid->height * sizeof *w->high);
    w->lowest = UINT32_MAX;
    w->highest = 0;
out:
    return status;
}

/* Notes that a cell is expanded. */
static inline void touch(kg__grid_walker *w, kg_grid_cell at)
{
    w->low[at.y] = at.x < w->low[at.y] ? at.x : w->low[at.y];
    w->high[at.y] = at.x >= w->high[at.y] ? at.x + 1 : w->high[at.y];
    w->lowest = at.y < w->lowest ? at.y : w->lowest;
    w->highest = at.y >= w->highest ? at.y + 1 : w->highest;
}

static void turn_round(kg_grid_cell *path, uint64_t count)
{
    for (uint64_t i = 0; i < count / 2; i++) {
        kg_grid_cell swap = path[i];

        path[i] = path[count - 1 - i];
        path[count - 1 - i] = swap;
    }
}

#define BODY "../search/grid/grid_plain_cpu_tmpl.h"
#include "../../scan/each_width.h"
