/* Trees of shortest paths over corners, which no hub covers yet. */
#ifndef KG_GRID_TREE_H
#define KG_GRID_TREE_H

#include "hubs.h"

/* A corner that a path reached. */
typedef struct kg__branch {
    uint32_t corner;
    uint32_t parent; /* the number, in its tree, of the corner before; or KG__NO_CELL */
    uint32_t straight, diagonal;
    uint8_t leaves; /* the directions in which shortest paths may leave the corner */
    bool serves;    /* whether the path left the root where it may be turned */
} kg__branch;

/* A path to a corner that may be the shortest. */
typedef struct kg__approach {
    uint64_t cost;
    kg__branch to;
    unsigned direction; /* of the last step */
} kg__approach;

typedef struct kg__spread {
    uint64_t least;  /* the least cost so far; UINT64_MAX: none */
    uint32_t branch; /* its number; KG__NO_CELL: not reached, or covered */
    bool covered;
} kg__spread;

typedef struct kg__tree {
    const kg__hubs *hubs;
    kg__hub_ways ways;  /* from the root */
    kg__spread *spread; /* [corners] */
    kg__approach *heap; /* [waiting] */
    uint64_t waiting, heap_room;
    kg__sight_line *line; /* [line_room] those from the root */
    uint64_t line_room;
    uint32_t *touched; /* [touches] corners whose spread is not new */
    uint64_t touches, touch_room;
    kg__branch *branch; /* [count] the corners reached by all trees since count was set to 0, in the
                           order of their costs in each */
    uint64_t count, room;
} kg__tree;

/* Free with kg__tree_free(), also after a failure. KG_MEMORY. */
kg_status kg__tree_make(kg__tree *tree, const kg__hubs *hubs);
void kg__tree_free(kg__tree *tree);

/*
 * Appends the branches of the tree of shortest paths from a cell. A path ends at a corner to which
 * one of the hubs 0 to limit - 1 shows a path that is not longer.
 *
 * KG_MEMORY; KG_UNSUPPORTED (too many steps).
 */
kg_status kg__tree_from(kg__tree *tree, uint32_t root, uint32_t limit);

#endif
