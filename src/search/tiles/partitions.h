/* The pattern databases of a target: partitions of the tiles, and their databases. */
#ifndef KG_TILES_PARTITIONS_H
#define KG_TILES_PARTITIONS_H

#include "deep.h"

struct kg_tiles_patterns {
    kg_context *ctx;
    unsigned width, height;
    uint8_t target[KG_TILES_CELLS];

    unsigned databases;
    kg__pattern database[KG__DEEP_PATTERNS];

    kg__deep_tables tables;                             /* with views in host memory */
    unsigned first[KG__DEEP_PARTITIONS + 1];            /* pattern of each partition */
    uint8_t base[KG__DEEP_PATTERNS];                    /* the database of each pattern */
    uint8_t tile[KG__DEEP_PATTERNS][KG__PATTERN_ITEMS]; /* the tiles of each pattern, in the order
                                                            of the database's items */
};

/* KG_ARGUMENT unless the databases are those of the puzzle's sides and target. */
kg_status kg__tiles_patterns_check(
    kg_context *ctx, const kg_tiles_patterns *p, const kg_tiles_puzzle *puzzle);

/* A board as a search begins. cells: [in] a board */
void kg__tiles_patterns_start(const kg_tiles_patterns *p, kg__deep_node *n, const uint8_t *cells);

#endif
