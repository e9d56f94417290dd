/* Graphs of the edge lists that tests of searches make. */
#ifndef EDGE_LIST_H
#define EDGE_LIST_H

#include "check.h"

/* n vertices and m edges, in their order. end: [2m]; value: [m] or NULL. */
kg_status edge_list_build(kg_graph **graph, kg_context *ctx, uint64_t n, uint64_t m,
    bool undirected, const kg_vertex *end, const double *value);

#endif
