/*
 * Grid maps and sliding puzzles as plain clients of GA*: a second opinion on the specialised
 * searches, and what a specialised search gains.
 */
#ifndef KG_GA_CLIENTS_H
#define KG_GA_CLIENTS_H

#include "../../base/base.h"
#include <konig/ga_star.h>
#include <konig/grid.h>
#include <konig/tiles.h>

/* As kg_tiles_find() by Manhattan distances; moves are kg_tiles_move's. Where parity forbids a
 * solution that is only known when all arrangements have been met. */
kg_status kg__ga_star_tiles(kg_ga_star **answer, kg_context *ctx, const kg_tiles_puzzle *puzzle,
    const kg_ga_star_options *options);

/* As kg_grid_find() for one query, whose cells are free; moves number the neighbours, row by row.
 * KG_UNSUPPORTED: costs that are no whole numbers. */
kg_status kg__ga_star_grid(kg_ga_star **answer, kg_context *ctx, const kg_grid *grid,
    const kg_grid_query *query, const kg_ga_star_options *options);

#endif
