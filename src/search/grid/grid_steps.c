/* Computes the cost of each move for one unit of weight, from the width and height of a cell. */
#include "grid.h"
#include "grid_moves.h"
#include <math.h>

enum { DECIMALS = 19, SIDE_MOST = 1 << 30 };

/* Counts a side in units of 1 / tens. Returns whether it is a whole number of them. */
static bool count_side(double side, double tens, uint64_t *units)
{
    const double n = rint(side * tens);

    if (!(n >= 1 && n <= SIDE_MOST && n / tens == side))
        return false;
    *units = (uint64_t)n;
    return true;
}

kg_status kg__grid_set_steps(kg_grid *g)
{
    const double width = g->rules.cell_width, height = g->rules.cell_height;
    const bool has_root = g->rules.diagonal == KG_GRID_DIAGONAL_SQRT2;
    double tens = 1;

    for (; !count_side(width, tens, &g->across) || !count_side(height, tens, &g->down); tens *= 10)
        if (++g->side_digits > DECIMALS)
            return kg__fail(g->ctx, KG_ARGUMENT,
                "cells of %.15g x %.15g: expected two numbers above 0 that are multiples of a "
                "power of 10, up to %d times that",
                width, height, SIDE_MOST);
    if (kg__grid_has_sides(g) && g->rules.moves == 8 && !has_root)
        return kg__fail(g->ctx, KG_ARGUMENT,
            "cells with a width and a height whose diagonal steps cost as much as straight ones: "
            "expected steps that cost their length");
    g->root = kg__root_of(g->across * g->across + g->down * g->down);
    for (int i = 0; i < 8; i++)
        g->step[i] = !kg__move_y[i]   ? (kg__exact){g->across, 0}
                     : !kg__move_x[i] ? (kg__exact){g->down, 0}
                     : !has_root      ? (kg__exact){1, 0}
                     : g->root.part   ? (kg__exact){0, 1}
                                      : (kg__exact){g->root.whole, 0};
    return KG_OK;
}
