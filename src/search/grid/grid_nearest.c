/*
 * The cell that replaces a goal that cannot be reached.
 *
 * In: a start, and a goal in another component or in a wall.
 * Out: of the cells in the start's component the one nearest to the goal. The distance is the cost
 *      of a path on a map without walls whose cells all weigh the least weight. Of equally near
 *      cells it is the first, row by row.
 * Method: squares around the goal, from the smallest. No cell of a square is nearer than those
 *      straight beside the goal, so the search ends once these are farther than the best cell.
 * Work: O(r^2), if the cell found is r rows or columns away.
 */
#include "grid.h"

typedef struct nearest {
    const kg_grid *grid;
    int terrain;
    kg_grid_cell start, best;
    kg__estimate estimate;
    kg__exact distance; /* of the best cell */
} nearest;

/* Looks at a cell, which may be off the map. */
static void look_at(nearest *n, int64_t x, int64_t y)
{
    const kg_grid *g = n->grid;
    const kg_grid_cell cell = {(uint32_t)x, (uint32_t)y};
    kg__exact distance;

    if (x < 0 || y < 0 || x >= g->width || y >= g->height ||
        !kg__grid_bit(g, g->plane[n->terrain].row, cell.x, cell.y))
        return;
    distance = kg__grid_distance(g, &n->estimate, cell);
    if (kg__exact_less(&g->root, n->distance, distance) ||
        (kg__exact_equal(distance, n->distance) &&
            (cell.y > n->best.y || (cell.y == n->best.y && cell.x > n->best.x))))
        return;
    if (!kg__grid_connected(g, n->terrain, n->start, cell))
        return;
    n->distance = distance;
    n->best = cell;
}

kg_grid_cell kg__grid_nearest(const kg__grid_work *work, int terrain, const kg_grid_query *query)
{
    const kg_grid *g = work->grid;
    const uint64_t side = g->across < g->down ? g->across : g->down;
    const int64_t x = query->goal.x, y = query->goal.y;
    nearest n = {.grid = g,
        .terrain = terrain,
        .start = query->start,
        .best = query->start,
        .estimate = kg__grid_estimate(work, query->goal)};

    n.distance = kg__grid_distance(g, &n.estimate, query->start);
    for (int64_t r = 0; !kg__exact_less(&g->root, n.distance, (kg__exact){(uint64_t)r * side, 0});
         r++)
        for (int64_t d = -r; d <= r; d++) {
            look_at(&n, x + d, y - r);
            look_at(&n, x + d, y + r);
            look_at(&n, x - r, y + d);
            look_at(&n, x + r, y + d);
        }
    return n.best;
}
