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

/* A path that comes to a corner and may be the shortest. */
typedef struct kg__approach {
    uint64_t cost;
    uint32_t corner, parent;
    uint32_t straight, diagonal;
    uint32_t next;     /* the next approach in its bucket, or KG__NO_CELL */
    uint8_t direction; /* of the last step */
    bool serves;
} kg__approach;

typedef struct kg__spread {
    uint64_t least;  /* the least cost so far; UINT64_MAX: none */
    uint32_t branch; /* its number; KG__NO_CELL: it has none */
    uint8_t left;    /* the directions in which a path goes on */
    bool reached, covered;
} kg__spread;

typedef struct kg__tree {
    const kg__hubs *hubs;
    kg__hub_ways ways;      /* from the root */
    kg__spread *spread;     /* [corners] */
    kg__approach *approach; /* [approaches] */
    uint64_t approaches, approach_room;
    uint32_t (*bucket)[2]; /* [buckets] the first approach whose cost is, in straight steps, the
                              bucket's number plus a multiple of buckets: among those that do not
                              serve, and among those that do */
    uint64_t buckets, waiting;
    uint32_t unused;      /* the first approach that is in no bucket, or KG__NO_CELL */
    kg__sight_line *line; /* [line_room] those from the root */
    uint64_t line_room;
    uint32_t *touched; /* [touches] corners whose spread is not new */
    uint64_t touches, touch_room;
    kg__branch *branch; /* [count] the corners reached by all trees since count was set to 0; in
                           each tree parents come first */
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
