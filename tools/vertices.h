/* Vertices that an option lists by their names. */
#ifndef KG_TOOLS_VERTICES_H
#define KG_TOOLS_VERTICES_H

#include "common.h"

struct vertices {
    kg_vertex *vertex; /* [count] */
    uint64_t count;
};

/* The vertices of names with commas between. vertices: to be freed by free(vertices->vertex), on
 * failure too. A failure blames the option. */
kg_status vertices_of(struct tool *tool, struct vertices *vertices, const kg_graph *graph,
    const char *option, const char *list);

#endif
