/* Trees of shortest paths over corners, which no hub covers yet. */
#ifndef KG_GRID_TREE_H
#define KG_GRID_TREE_H

#include "labels.h"
#include "sight.h"

/* A corner that a path reached. */
typedef struct kg__branch {
    uint32_t corner;
    uint32_t parent; /* the number, in its tree, of the corner before; or KG__NO_CELL */
} kg__branch;

/* A path to a corner that may be the shortest. */
typedef struct kg__approach {
    uint64_t cost;
    uint32_t corner, parent; /* as of a branch */
    uint32_t direction;      /* of the last step */
} kg__approach;

typedef struct kg__spread {
    uint64_t least;  /* the least cost so far; UINT64_MAX: none */
    uint32_t branch; /* its number; KG__NO_CELL: not reached; KG__COVERED */
    uint8_t left_by; /* the directions in which paths went on */
} kg__spread;

typedef struct kg__tree {
    const kg__sight *sight;
    const kg__labels *labels;
    kg__spread *spread; /* [corners] */
    uint64_t *reach;    /* [corners] the cost from the root to each hub of its label */
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
kg_status kg__tree_make(kg__tree *tree, const kg__sight *sight, const kg__labels *labels);
void kg__tree_free(kg__tree *tree);

/* Appends the branches of the tree of shortest paths from a cell. A path ends at a corner to which
 * the labels show a path that is not longer. KG_MEMORY. */
kg_status kg__tree_from(kg__tree *tree, uint32_t root);

#endif
