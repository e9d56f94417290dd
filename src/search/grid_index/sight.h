/* The graph of corners: from each, those to which a path leads without a turn between. */
#ifndef KG_GRID_SIGHT_H
#define KG_GRID_SIGHT_H

#include "ground.h"

/* A diagonal and then a straight line, either of which may be empty, to a corner at which a path
 * that comes so may turn. */
typedef struct kg__sight_line {
    uint32_t corner;
    uint16_t straight, diagonal; /* steps */
    uint8_t first, last;         /* directions of the first and the last step */
} kg__sight_line;

typedef struct kg__sight {
    const kg__ground *ground;
    uint16_t (*next)[4];  /* [cells] in directions 0, 2, 4, 6, the steps to the next corner at which
                            a path that comes so may turn; 0: there is none */
    uint64_t *row;        /* [corners + 1] the first line of each corner */
    kg__sight_line *line; /* [row[corners]] those that leave a corner where it may be turned */
    uint64_t room;
} kg__sight;

/* Free with kg__sight_free(), also after a failure. KG_MEMORY. O(cells + corners * the cells of a
 * diagonal + lines). */
kg_status kg__sight_make(kg__sight *sight, const kg__ground *ground);
void kg__sight_free(kg__sight *sight);

/* Appends the lines that leave a cell in certain directions. line: [*count] grows to [*room].
 * KG_MEMORY. */
kg_status kg__sight_lines(const kg__sight *sight, uint32_t cell, unsigned directions,
    kg__sight_line **line, uint64_t *count, uint64_t *room);

#endif
