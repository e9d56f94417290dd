/* The reader of sliding puzzles, on an open input. */
#ifndef KG_READ_PUZZLE_H
#define KG_READ_PUZZLE_H

#include "../../io/lines.h"
#include <konig/tiles.h>

kg_status kg__tiles_read_input(
    kg_tiles_set **set, const kg__input *input, const kg_tiles_read_options *options);

#endif
