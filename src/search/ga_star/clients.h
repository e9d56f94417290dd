/* Sliding puzzles as an ordinary client of GA*, with its own answer. */
#ifndef KG_GA_CLIENTS_H
#define KG_GA_CLIENTS_H

#include "../../base/base.h"
#include <konig/ga_star.h>
#include <konig/tiles.h>

/* As kg_tiles_find() with Manhattan distances; moves are kg_tiles_move's. If parity forbids a
 * solution, that is known only when all arrangements have been met. */
kg_status kg__ga_star_tiles(kg_ga_star **answer, kg_context *ctx, const kg_tiles_puzzle *puzzle,
    const kg_ga_star_options *options);

#endif
