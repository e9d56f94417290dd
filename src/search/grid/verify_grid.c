/*
 * Checks whether a path is legal on a map, and adds up its cost.
 *
 * in   the map, a query, path[count]
 * out  whether it is legal; if not, the first offence as the context's message; the path's cost
 *
 * By definition, with none of the search's tables. The path begins at the start and ends at the
 * goal. Each cell is on the map and of the start's terrain. Each step leads to one of the 8
 * neighbours, or of the 4. As many of the cells beside a diagonal step are free as the rules ask.
 * O(count).
 */
#include "grid.h"
#include <inttypes.h>

static bool same(kg_grid_cell a, kg_grid_cell b)
{
    return a.x == b.x && a.y == b.y;
}

/* Returns what is wrong with the step from a to b, or NULL. */
static const char *wrong_step(const kg_grid *g, int terrain, kg_grid_cell a, kg_grid_cell b)
{
    int64_t dx = (int64_t)b.x - a.x, dy = (int64_t)b.y - a.y;
    int walls;

    if (b.x >= g->width || b.y >= g->height)
        return "leaves the map";
    if (kg_grid_terrain(g, b) != terrain)
        return "enters a wall or another terrain";
    if (dx < -1 || dx > 1 || dy < -1 || dy > 1 || (!dx && !dy))
        return "does not lead to a neighbour";
    if (!dx || !dy)
        return NULL;
    if (g->rules.moves == 4)
        return "is diagonal";
    walls = (kg_grid_terrain(g, (kg_grid_cell){a.x, b.y}) != terrain) +
            (kg_grid_terrain(g, (kg_grid_cell){b.x, a.y}) != terrain);
    if (g->rules.corners == KG_GRID_CORNERS_FORBID && walls)
        return "cuts a corner";
    return g->rules.corners == KG_GRID_CORNERS_ONE && walls == 2 ? "passes between two walls"
                                                                 : NULL;
}

/* A step from a to b adds this to the straight or to the diagonal sum. */
static uint64_t step_cost(const kg_grid *g, kg_grid_cell a, kg_grid_cell b)
{
    const uint64_t left = kg__grid_units(g, kg__grid_at(g, a));
    const uint64_t entered = kg__grid_units(g, kg__grid_at(g, b));

    const uint64_t units = g->rules.step == KG_GRID_STEP_MEAN ? (left + entered) / 2 : entered;

    return units * (a.y == b.y ? g->across : a.x == b.x ? g->down : 1);
}

/* Returns KG_OK, or `status` with the first offence as the context's message. */
static kg_status verify(const kg_grid *g, const kg_grid_query *query, const kg_grid_cell *path,
    uint64_t count, kg_status status, uint64_t *straight, uint64_t *diagonal)
{
    int terrain;

    *straight = *diagonal = 0;
    if (!count || !same(path[0], query->start))
        return kg__fail(g->ctx, status, "the path does not begin at the start (%u,%u)",
            query->start.x, query->start.y);
    if (!same(path[count - 1], query->goal))
        return kg__fail(g->ctx, status, "the path does not end at the goal (%u,%u)", query->goal.x,
            query->goal.y);
    terrain = path[0].x < g->width && path[0].y < g->height ? kg_grid_terrain(g, path[0]) : -1;
    if (terrain < 0)
        return kg__fail(g->ctx, status, "the path begins in a wall");
    for (uint64_t i = 1; i < count; i++) {
        const char *wrong = wrong_step(g, terrain, path[i - 1], path[i]);

        if (wrong)
            return kg__fail(g->ctx, status, "step %" PRIu64 ", from (%u,%u) to (%u,%u), %s", i,
                path[i - 1].x, path[i - 1].y, path[i].x, path[i].y, wrong);
        *(path[i].x != path[i - 1].x && path[i].y != path[i - 1].y ? diagonal : straight) +=
            step_cost(g, path[i - 1], path[i]);
    }
    return KG_OK;
}

kg_status kg_grid_verify(const kg_grid *grid, const kg_grid_query *query, const kg_grid_cell *path,
    uint64_t count, uint64_t *straight, uint64_t *diagonal)
{
    uint64_t sum[2];
    kg_status status;

    KG_NEED(NULL, grid);
    KG_NEED(grid->ctx, query);
    if (count)
        KG_NEED(grid->ctx, path);
    kg__begin(grid->ctx);
    status = verify(grid, query, path, count, KG_NO_SOLUTION, &sum[0], &sum[1]);
    if (straight)
        *straight = sum[0];
    if (diagonal)
        *diagonal = sum[1];
    return status;
}

/* The sums of a path as the search counts them. */
static uint64_t count_again(const kg__grid_work *w, uint64_t straight, uint64_t diagonal)
{
    if (!w->grid->real)
        return straight * w->scale.straight + diagonal * w->scale.diagonal;
    return kg__exact_floor(&w->grid->root, kg__grid_exact(w->grid, straight, diagonal));
}

kg_status kg__grid_check_answer(const kg__grid_work *work, uint64_t i, const kg_grid_cell *path,
    uint64_t count, uint64_t counted)
{
    const kg_grid_answer *a = &work->answer[i];
    const kg_grid_query *q = &work->query[i];
    const uint64_t least =
        work->grid->real ? work->grid->real_least : work->scale.straight * work->grid->least;
    uint64_t straight, diagonal, dx, dy;
    kg_status status;

    KG_TRY(verify(work->grid, q, path, count, KG_INTERNAL, &straight, &diagonal));
    dx = q->start.x > q->goal.x ? q->start.x - q->goal.x : q->goal.x - q->start.x;
    dy = q->start.y > q->goal.y ? q->start.y - q->goal.y : q->goal.y - q->start.y;
    if (straight != a->straight || diagonal != a->diagonal ||
        count_again(work, straight, diagonal) != counted || (dx > dy ? dx : dy) * least > counted)
        status = kg__fail(work->grid->ctx, KG_INTERNAL,
            "the path from (%u,%u) to (%u,%u) does not cost what the search found", q->start.x,
            q->start.y, q->goal.x, q->goal.y);
out:
    return status;
}
