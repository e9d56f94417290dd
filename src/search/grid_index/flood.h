/* The search of canonical paths from one cell to all others that no earlier hub covers. */
#ifndef KG_GRID_FLOOD_H
#define KG_GRID_FLOOD_H

#include "labels.h"

/* Buckets of the queue: a step adds 1 to 2 to the number of a path's bucket. */
enum { KG__FLOOD_BUCKETS = 3 };

/* A cell that a path reached, and the last corner before it at which paths may turn as this one
 * did. */
typedef struct kg__arrival {
    uint32_t cell, via, straight, diagonal;
    uint16_t direction; /* of the last step; KG__BEGIN: there is none */
    uint16_t serves;    /* whether the path can be part of one that turns where it begins */
} kg__arrival;

typedef struct kg__spot {
    uint64_t least;  /* the least cost so far; UINT64_MAX: none */
    uint8_t left_by; /* the directions in which paths went on */
    uint8_t state;
} kg__spot;

typedef struct kg__flood {
    const kg__ground *ground;
    const kg__labels *labels;
    kg__spot *spot;  /* [cells] */
    uint64_t *reach; /* [corners] the cost from the flood's beginning to each hub of its label */
    kg__arrival *queue[KG__FLOOD_BUCKETS];
    uint64_t queued[KG__FLOOD_BUCKETS], room[KG__FLOOD_BUCKETS];
    uint32_t *touched; /* [touches] cells whose spot is not new */
    uint64_t touches, touch_room;
    kg__arrival *found; /* [count] the cells that were reached by paths that serve, and not covered,
                           by rising bucket */
    uint64_t count, found_room;
} kg__flood;

/* Free with kg__flood_free(), also after a failure. KG_MEMORY. */
kg_status kg__flood_make(kg__flood *flood, const kg__ground *ground, const kg__labels *labels);
void kg__flood_free(kg__flood *flood);

/*
 * Appends to found the cells that canonical shortest paths from `cell` reach. A path ends at a cell
 * to which the labels show a path that is not longer.
 *
 * is_hub  [in] the cell is a corner that becomes a hub. Only paths that leave it in a direction of
 *         its turns serve, and their first corner is the cell itself. Otherwise all paths serve,
 *         and via is KG__NO_CELL before their first corner.
 * KG_MEMORY.
 */
kg_status kg__flood_from(kg__flood *flood, uint32_t cell, bool is_hub);

#endif
