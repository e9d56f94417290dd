/* States at some number of moves, each once. */
#ifndef KG_TILES_LEVELS_H
#define KG_TILES_LEVELS_H

#include "tiles.h"

/* A state as a number, the moves to it, 2 bits each, the first one lowest, and where the caller
 * has it. */
typedef struct kg__tiles_key {
    unsigned __int128 state;
    uint64_t path;
    uint64_t from;
} kg__tiles_key;

typedef struct kg__tiles_level {
    kg__tiles_key *key; /* [count] by state, each state once */
    uint64_t count;
} kg__tiles_level;

/*
 * Keeps each state once, with the path that comes first in canonical order, and none that the level
 * before the last one has. A state's level is even or odd by its arrangement, so no other level has
 * it. All paths must be equally long.
 *
 * l      [in] keys in any order; [out] the level.
 * known  [in] the level before the last one; may be empty.
 * O(count log count).
 */
void kg__tiles_drop_known(kg__tiles_level *l, const kg__tiles_level *known);

#endif
