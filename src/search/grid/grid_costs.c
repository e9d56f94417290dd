/*
 * Costs of paths as the searches count them: whole numbers of a scale, lower bounds of the rest of
 * a path, and the shape of the open list that holds them. For both backends.
 */
#include "grid.h"
#include <math.h>

enum { STEP_PARTS = 8, MOST_BUCKETS = 1 << 16 };

kg__grid_scale kg__grid_scale_of(const kg_grid *grid)
{
    double most = 1.5 * (double)grid->most * ((double)grid->width * grid->height + 4);
    kg__grid_scale scale = {0, 1, 1};

    if (grid->rules.moves == 4 || grid->rules.diagonal == KG_GRID_DIAGONAL_1)
        return scale;
    while (most * ldexp(1, (int)scale.bits + 1) < 0x1p63)
        scale.bits++;
    scale.straight = UINT64_C(1) << scale.bits;
    scale.diagonal = (uint64_t)llroundl(ldexpl(sqrtl(2), (int)scale.bits));
    return scale;
}

bool kg__grid_narrow(const kg__grid_work *work)
{
    const kg_grid *grid = work->grid;

    /* Every path enters a cell at most once, and one more step is added before the comparison. */
    return work->scale.bits == 0 &&
           ((uint64_t)grid->width * grid->height + 1) * grid->most < UINT32_MAX;
}

kg__open_shape kg__grid_open_shape(const kg__grid_work *work)
{
    const kg_grid *grid = work->grid;
    uint64_t longest = grid->width > grid->height ? grid->width : grid->height;
    uint64_t step = work->scale.diagonal * (grid->most + grid->least);
    uint64_t range = work->uniform ? longest * step : step;
    uint64_t width = work->scale.straight * grid->least / STEP_PARTS;
    kg__open_shape shape = {2, 0};

    while (width >> shape.shift > 1 || range >> shape.shift > MOST_BUCKETS - 2)
        shape.shift++;
    while (shape.buckets < (range >> shape.shift) + 2)
        shape.buckets *= 2;
    return shape;
}

kg__estimate kg__grid_estimate(const kg__grid_work *work, kg_grid_cell goal)
{
    const kg_grid *grid = work->grid;
    kg__estimate e = {.straight = work->scale.straight * grid->least,
        .diagonal = (grid->rules.moves == 4 ? 2 * work->scale.straight : work->scale.diagonal) *
                    grid->least,
        .low = work->is_goal ? work->low : goal,
        .high = work->is_goal ? work->high : goal};

    kg__rectangle_add(&e.low, &e.high, goal);
    return e;
}

kg__exact kg__grid_distance(const kg_grid *grid, const kg__estimate *e, kg_grid_cell from)
{
    const uint64_t dx = kg__outside(from.x, e->low.x, e->high.x);
    const uint64_t dy = kg__outside(from.y, e->low.y, e->high.y);
    const uint64_t both = grid->rules.moves == 4 ? 0 : dx < dy ? dx : dy;

    return kg__grid_exact(grid, (dx - both) * grid->across + (dy - both) * grid->down, both);
}

kg__exact kg__grid_real_estimate(const kg_grid *grid, const kg__estimate *e, kg_grid_cell from)
{
    const kg__exact far = kg__grid_distance(grid, e, from);

    return (kg__exact){far.straight * grid->real_least, far.diagonal * grid->real_least};
}

double kg__grid_bound(const kg__grid_work *work, const kg_grid_query *query, uint64_t now)
{
    const kg__estimate e = kg__grid_estimate(work, query->goal);
    const uint64_t least = kg__estimate_from(&e, query->start.x, query->start.y);

    if (work->grid->real) {
        const kg__exact sum = kg__grid_real_estimate(work->grid, &e, query->start);

        return kg__exact_less(&work->grid->root, sum, (kg__exact){now, 0})
                   ? kg_grid_sum(work->grid, now, 0)
                   : kg_grid_sum(work->grid, sum.straight, sum.diagonal);
    }
    now <<= kg__grid_open_shape(work).shift;
    return ldexp((double)(now > least ? now : least), -(int)work->scale.bits);
}
