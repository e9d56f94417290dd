/* How astar sliding shows a puzzle's answer. */
#ifndef KG_TOOLS_ASTAR_BOARDS_H
#define KG_TOOLS_ASTAR_BOARDS_H

#include "json.h"

enum boards_format { BOARDS_MOVES, BOARDS_STEPS, BOARDS_COURSE, BOARDS_JSON, BOARDS_FORMATS };

/* A puzzle, and what became of it. */
struct board_answer {
    size_t number; /* in the file, from 1 */
    bool labels;   /* the file's puzzles have labels, */
    bool ga_star;  /* it is GA*'s, whose counts are not those of layers */
    kg_tiles_origin origin;
    const kg_tiles_puzzle *puzzle;
    const kg_tiles *tiles;
    kg_status status;
};

/* "0 1 2": as --goal takes it. */
void boards_put_target(struct text *text, const kg_tiles_puzzle *puzzle);

void boards_put(struct text *text, enum boards_format format, const struct board_answer *answer);

/* The answer as an object. moves, all: whether it has the moves; the boards and the layers. */
void boards_put_json(struct text *text, const struct board_answer *answer, bool moves, bool all);

double per_second(uint64_t count, double ms);

#endif
