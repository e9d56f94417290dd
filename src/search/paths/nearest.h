/* The answer of kg_graph_nearest(), its search and its check. */
#ifndef KG_PATHS_NEAREST_H
#define KG_PATHS_NEAREST_H

#include "distances.h"

struct kg_nearest {
    kg_context *ctx;
    kg_graph *graph, *along; /* along: reversed if paths lead to the sources */
    uint64_t columns;
    kg_vertex *source; /* [n][columns] */
    double *length;    /* [n][columns] */
};

/* Finds the sources of all vertices. lengths: of `along`. once: [sources] different vertices. */
kg_status kg__nearest_search(kg_nearest *near, const kg__lengths *lengths, const kg_vertex *once,
    uint64_t sources, double limit);

/* Checks an answer by its definition. Returns KG_INTERNAL with a text that says what is wrong.
 * once: [sources] as above. */
kg_status kg__verify_nearest(const kg_nearest *near, const kg_vertex *once, uint64_t sources,
    const kg_distances_options *options);

#endif
