/* The peer A* as textbooks describe it. */
#ifndef TEXTBOOK_ASTAR_H
#define TEXTBOOK_ASTAR_H

#include <stdint.h>

typedef struct textbook textbook;

/* weight: [width * height], 0 is a wall; not copied. moves: 4 or 8. diagonal: what a diagonal step
 * costs, as a multiple of the weight. cuts: whether it may pass between walls. Returns NULL when
 * out of memory. */
textbook *textbook_create(
    uint32_t width, uint32_t height, const uint16_t *weight, int moves, double diagonal, int cuts);
void textbook_destroy(textbook *t);

/* The cost of a shortest path between cells y * width + x; negative: there is none. */
double textbook_find(textbook *t, uint32_t start, uint32_t goal);

#endif
