/* Vertices that an option lists by their names, and names that tell vertices apart. */
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

/* The same of a file: a name a line, up to its first tab, so the lines that csr prints will do.
 * A failure blames the line. */
kg_status vertices_from(
    struct tool *tool, struct vertices *vertices, const kg_graph *graph, const char *path);

/* Fails if two vertices have one name: in `what` they would be one vertex. instead: what to do. */
kg_status check_names_differ(
    struct tool *tool, const kg_graph *graph, const char *what, const char *instead);

#endif
