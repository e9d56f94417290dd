/* astar graph: searches by estimates, from landmarks or from a file of coordinates. */
#ifndef KG_TOOLS_ASTAR_GUIDE_H
#define KG_TOOLS_ASTAR_GUIDE_H

#include "common.h"

struct guide {
    struct tool *tool;
    kg_graph *graph;
    const char *graph_path, *coordinates_path; /* coordinates_path: or NULL */
    kg_guide_options options;
    unsigned queues; /* of a search; 0: konig chooses */
    kg_guide *guide; /* NULL until it is made */
    kg_edge *edge;   /* the last path that was asked for */
    kg_vertex *step;
    size_t room;
};

/* Makes the guide of the graph. */
kg_status guide_make(struct guide *guide);

/* The path from one vertex to another, as kg_hierarchy_path() has it. */
kg_status guide_find(struct guide *guide, kg_vertex from, kg_vertex to, bool skip_verify,
    double *length, const kg_edge **edge, const kg_vertex **step, uint64_t *count);

/* Frees it all. */
void guide_end(struct guide *guide);

#endif
