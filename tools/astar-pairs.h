/* astar graph: the pairs of vertices that a file lists. */
#ifndef KG_TOOLS_ASTAR_PAIRS_H
#define KG_TOOLS_ASTAR_PAIRS_H

#include "common.h"

struct pair {
    kg_vertex from, to;
};

struct pairs {
    struct tool *tool;
    kg_graph *graph;
    const char *path;  /* of the file */
    struct pair *pair; /* [count] to be freed by free() */
    uint64_t count;
};

/* Reads pair and count. */
kg_status pairs_read(struct pairs *pairs);

#endif
