/*
 * A map as the building of an index sees it: numbered cells, legal moves, corners.
 *
 * Cell (x, y) has number y * width + x. Directions are those of kg__turn_x and kg__turn_y.
 *
 * A path is canonical if it leaves a straight line only at a corner; it may go from a diagonal into
 * a straight line anywhere. Any shortest path can be bent into a canonical one of the same cost,
 * which the jump search relies on, too (grid_rules.c). A corner is a cell at which a canonical path
 * may turn so because a wall is beside it. So a canonical path is a list of corners; between two of
 * them it goes diagonally and then straight.
 */
#ifndef KG_GRID_GROUND_H
#define KG_GRID_GROUND_H

#include "../grid/grid.h"
#include "../grid/grid_moves.h"

#define KG__NO_CELL UINT32_MAX

typedef struct kg__ground {
    kg_context *ctx;
    const kg_grid *grid;
    uint64_t cells, free; /* free: the number of free cells */
    uint16_t *around;     /* [cells] the 9 cells around of the same terrain, as in kg__grid_legal();
                             0: a wall */
    uint32_t *corner_of;  /* [cells] the number of the corner, or KG__NO_CELL */
    uint32_t *corner;     /* [corners] its cell; ascending */
    uint32_t corners;
    uint8_t legal[512];    /* by around: the legal directions */
    uint8_t go_on[512][8]; /* the legal directions of a canonical path, by arrival */
    uint8_t turn[512];     /* the directions from a corner to both sides of a turn; else 0 */
    int64_t step[8];       /* what a step adds to a cell's number */
    kg__grid_scale scale;
} kg__ground;

/* Free with kg__ground_free(), also after a failure. KG_MEMORY. O(cells). */
kg_status kg__ground_make(kg__ground *ground, const kg_grid *grid);
void kg__ground_free(kg__ground *ground);

/* run: [cells + 1][4] of each cell, in directions 0 to 3, the number of legal steps in a line. The
 * last cell is none of the map's. */
void kg__ground_runs(const kg__ground *ground, uint16_t (*run)[4]);

#endif
