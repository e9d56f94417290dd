/* The lines between corners, and the graph of corners: from each, those that come next. */
#ifndef KG_GRID_SIGHT_H
#define KG_GRID_SIGHT_H

#include "ground.h"

/* A diagonal and then a straight line, either of which may be empty, from or to a corner. */
typedef struct kg__sight_line {
    uint32_t corner;
    uint16_t straight, diagonal; /* steps */
    uint8_t first, last;         /* directions of the first and the last step */
} kg__sight_line;

typedef struct kg__sight {
    const kg__ground *ground;
    uint16_t (
        *next)[8]; /* [cells] in each direction, the steps to the next corner; 0: there is none */
    uint16_t (*bend)[4];  /* [cells] in directions 0, 2, 4, 6, the steps to the next cell from which
                             a corner is next in a diagonal beside; 0: there is none */
    uint64_t *row;        /* [8 * corners + 1] the first line that leaves each corner in each
                             direction */
    kg__sight_line *line; /* [row[8 * corners]] */
    uint64_t room;
} kg__sight;

/* Free with kg__sight_free(), also after a failure. KG_MEMORY. O(cells + lines). */
kg_status kg__sight_make(kg__sight *sight, const kg__ground *ground);
void kg__sight_free(kg__sight *sight);

/* Appends the lines that leave a cell in a direction and end at the first corner on them. line:
 * [*count] grows to [*room]. KG_MEMORY. */
kg_status kg__sight_from(const kg__sight *sight, uint32_t cell, unsigned direction,
    kg__sight_line **line, uint64_t *count, uint64_t *room);

/* Appends the lines that come to a cell from corners, and leave those where they may be turned;
 * other corners may lie on them. The corner of each is where it begins. KG_MEMORY. */
kg_status kg__sight_to(
    const kg__sight *sight, uint32_t cell, kg__sight_line **line, uint64_t *count, uint64_t *room);

#endif
