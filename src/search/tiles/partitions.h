/* The pattern databases of a target: partitions of the tiles, and their databases. */
#ifndef KG_TILES_PARTITIONS_H
#define KG_TILES_PARTITIONS_H

#include "deep.h"

/* The answer to a puzzle that has been solved together with others. */
typedef struct kg__deep_known {
    uint8_t start[KG_TILES_CELLS];
    bool all; /* it is the canonical one */
    kg_tiles *answer;
} kg__deep_known;

struct kg_tiles_patterns {
    kg_context *ctx;
    unsigned width, height;
    uint8_t target[KG_TILES_CELLS];
    char *partition, *folder; /* of the options; may be NULL */
    bool built;
    const kg__patience *patience; /* while they are built; may be NULL */
    uint64_t spent;               /* states that searches have met without the databases */
    bool too_large;               /* a search found no memory for them */
    kg_tiles_patterns *larger;    /* of larger patterns; NULL if there are none yet */
    bool largest;                 /* there is no room for larger ones, or none are known */
    double seconds;               /* that searches have taken without the larger ones */
    double patience_seconds;      /* after which the larger ones are built */
    kg__deep_known *known;        /* [knowns] answers to puzzles that will follow */
    uint64_t knowns, known_room;
    unsigned tried; /* puzzles to come that have been searched together, with an answer or none */

    kg__pattern_shape shape[KG__PATTERN_ITEMS + 1]; /* by the number of items; none has 0 sets */
    unsigned databases;
    kg__pattern database[KG__DEEP_PATTERNS];

    kg__deep_tables tables;                             /* with views in host memory */
    unsigned first[KG__DEEP_PARTITIONS + 1];            /* pattern of each partition */
    uint8_t base[KG__DEEP_PATTERNS];                    /* the database of each pattern */
    uint8_t tile[KG__DEEP_PATTERNS][KG__PATTERN_ITEMS]; /* the tiles of each pattern, in the order
                                                            of the database's items */
};

/* kg_tiles_patterns_create() as a part of a public call. options: later is taken as set. */
kg_status kg__tiles_patterns_make(kg_tiles_patterns **patterns, kg_context *ctx,
    const kg_tiles_puzzle *puzzle, const kg_tiles_patterns_options *options);

/* KG_ARGUMENT unless the databases are those of the puzzle's sides and target. */
kg_status kg__tiles_patterns_check(
    kg_context *ctx, const kg_tiles_patterns *p, const kg_tiles_puzzle *puzzle);

/* Builds or reads the databases unless that has been done. patience: [in] may be NULL. KG_LIMIT,
 * without a message: it has ended. */
kg_status kg__tiles_patterns_build(kg_tiles_patterns *p, const kg__patience *patience);

/* The default number of partitions of a 24-puzzle. */
unsigned kg__tiles_patterns_sixes(const kg_context *ctx);

/* Makes the larger databases of a 24-puzzle whose target has the blank first or last: the first
 * `count` partitions, 1 or 2. Does not build them. */
kg_status kg__tiles_patterns_make_larger(kg_tiles_patterns *p, unsigned count);

/* Builds larger databases of the same target if some are known and there is room for them on the
 * GPU. Sets largest otherwise. KG_LIMIT, without a message: patience has ended. */
kg_status kg__tiles_patterns_enlarge(kg_tiles_patterns *p, const kg__patience *patience);

/* A board as a search begins. cells: [in] a board */
void kg__tiles_patterns_start(const kg_tiles_patterns *p, kg__deep_node *n, const uint8_t *cells);

#endif
