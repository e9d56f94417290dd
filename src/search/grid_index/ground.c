/* The tables and the corners of a map. */
#include "ground.h"
#include <string.h>

/* The legal moves as directions. */
static uint8_t by_direction(uint8_t moves)
{
    uint8_t directions = 0;

    for (unsigned i = 0; i < 8; i++)
        for (unsigned d = 0; d < 8; d++)
            if ((moves >> i & 1) && kg__move_x[i] == kg__turn_x[d] &&
                kg__move_y[i] == kg__turn_y[d])
                directions |= (uint8_t)kg__direction_bit(d);
    return directions;
}

static void make_tables(kg__ground *g)
{
    uint8_t go_on[512][8];

    kg__grid_directions(&g->grid->rules, go_on);
    for (unsigned a = 0; a < 512; a++) {
        g->legal[a] = by_direction(kg__grid_legal(&g->grid->rules, a));
        for (unsigned d = 0; d < 8; d++)
            g->go_on[a][d] = go_on[a][d] & g->legal[a];
    }
    for (unsigned d = 0; d < 8; d++)
        g->step[d] = (int64_t)kg__turn_y[d] * g->grid->width + kg__turn_x[d];
}

/* The same for all cells of a terrain. */
static void look_around(kg__ground *g, int terrain)
{
    const kg_grid *grid = g->grid;
    const uint64_t *row = grid->plane[terrain].row;

    for (uint32_t y = 0; y < grid->height; y++)
        for (uint32_t x = 0; x < grid->width; x++) {
            unsigned around = 0;

            if (!kg__grid_bit(grid, row, x, y))
                continue;
            for (unsigned i = 0; i < 9; i++)
                around |= (unsigned)kg__grid_bit(grid, row, x + i % 3 - 1, y + i / 3 - 1) << i;
            g->around[(uint64_t)y * grid->width + x] = (uint16_t)around;
            g->free++;
        }
}

/*
 * The directions in which a canonical path comes to a cell, seen from there, or leaves it, if it
 * turns there because of a wall; 0 if no path does. A path that comes in a straight line can also
 * be bent to come diagonally, so the diagonals beside a straight direction are among them. If
 * diagonal steps cost 1, two of them can replace two straight steps, so all directions are.
 */
static uint8_t turns(const kg__ground *g, unsigned around)
{
    const unsigned all = 511;
    unsigned turn = 0;

    for (unsigned d = 0; d < 8; d++) {
        const unsigned forced = g->go_on[around][d] & ~(unsigned)g->go_on[all][d];

        if (forced && (g->legal[around] & kg__direction_bit(d + 4)))
            turn |= forced | kg__direction_bit(d + 4);
    }
    for (unsigned d = 0; d < 8; d += 2)
        if (turn & kg__direction_bit(d))
            turn |= kg__direction_bit(d + 1) | kg__direction_bit(d + 7);
    if (turn && g->grid->rules.diagonal == KG_GRID_DIAGONAL_1)
        turn = UINT8_MAX;
    return (uint8_t)(turn & g->legal[around]);
}

static kg_status find_corners(kg__ground *g)
{
    kg_status status;

    for (unsigned a = 0; a < 512; a++)
        g->turn[a] = turns(g, a);
    KG_TRY(kg__host_allocate(
        g->ctx, &g->corner_of, g->cells, sizeof *g->corner_of, "corners of a map"));
    for (uint64_t c = 0; c < g->cells; c++)
        g->corner_of[c] = g->turn[g->around[c]] ? g->corners++ : KG__NO_CELL;
    KG_TRY(kg__host_allocate(g->ctx, &g->corner, g->corners, sizeof *g->corner, "corners"));
    for (uint64_t c = 0; c < g->cells; c++)
        if (g->corner_of[c] != KG__NO_CELL)
            g->corner[g->corner_of[c]] = (uint32_t)c;
out:
    return status;
}

kg_status kg__ground_make(kg__ground *g, const kg_grid *grid)
{
    kg_status status;

    *g = (kg__ground){.ctx = grid->ctx,
        .grid = grid,
        .cells = (uint64_t)grid->width * grid->height,
        .scale = kg__grid_scale_of(grid)};
    make_tables(g);
    KG_TRY(kg__host_allocate(g->ctx, &g->around, g->cells, sizeof *g->around, "cells of a map"));
    memset(g->around, 0, g->cells * sizeof *g->around);
    for (int t = 0; t < KG__TERRAINS; t++)
        if (grid->plane[t].row)
            look_around(g, t);
    KG_TRY(find_corners(g));
out:
    return status;
}

void kg__ground_free(kg__ground *g)
{
    kg__free_all(g->ctx, g->around, g->corner_of, g->corner);
}

void kg__ground_runs(const kg__ground *g, uint16_t (*run)[4])
{
    memset(run[g->cells], 0, sizeof *run);
    for (uint64_t c = g->cells; c-- > 0;)
        for (unsigned d = 0; d < 4; d++)
            run[c][d] = g->legal[g->around[c]] & kg__direction_bit(d)
                            ? (uint16_t)(run[c + (uint64_t)g->step[d]][d] + 1)
                            : 0;
}
