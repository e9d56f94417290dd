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

    return (kg__estimate){work->scale.straight * grid->least,
        (grid->rules.moves == 4 ? 2 * work->scale.straight : work->scale.diagonal) * grid->least,
        goal};
}

kg__exact kg__grid_real_estimate(const kg_grid *grid, kg_grid_cell from, kg_grid_cell goal)
{
    const uint64_t dx = kg__apart(from.x, goal.x), dy = kg__apart(from.y, goal.y);
    const uint64_t both = dx < dy ? dx : dy, more = dx < dy ? dy - dx : dx - dy;
    const uint64_t least = grid->real_least;

    if (kg__grid_has_sqrt2(grid))
        return (kg__exact){more * least, both * least};
    return (kg__exact){(more + (grid->rules.moves == 4 ? 2 * both : both)) * least, 0};
}

/* As kg__grid_bound(), of a real map. */
static double real_bound(const kg_grid *grid, const kg_grid_query *query, uint64_t now)
{
    const kg__exact least = kg__grid_real_estimate(grid, query->start, query->goal);

    return kg__exact_less(least, (kg__exact){now, 0})
               ? kg_grid_sum(grid, now, 0)
               : kg_grid_sum(grid, least.straight, least.diagonal);
}

double kg__grid_bound(const kg__grid_work *work, const kg_grid_query *query, uint64_t now)
{
    kg__estimate estimate = kg__grid_estimate(work, query->goal);
    uint64_t least = kg__estimate_from(&estimate, query->start.x, query->start.y);

    if (work->is_goal) /* of which any may be near */
        return work->grid->real ? kg_grid_sum(work->grid, now, 0)
                                : ldexp((double)(now << kg__grid_open_shape(work).shift),
                                      -(int)work->scale.bits);
    if (work->grid->real)
        return real_bound(work->grid, query, now);
    now <<= kg__grid_open_shape(work).shift;
    return ldexp((double)(now > least ? now : least), -(int)work->scale.bits);
}
