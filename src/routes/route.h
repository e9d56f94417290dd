/* The kinds of route inspection: of undirected graphs, of directed graphs, and of graphs with
 * one-way edges. */
#ifndef KG_ROUTE_INSIDE_H
#define KG_ROUTE_INSIDE_H

#include "join.h"
#include <konig/route.h>

struct kg_route {
    kg_context *ctx;
    kg_graph *graph;
    kg_edge *edge;                               /* [repeats] increasing */
    unsigned char *backwards, *repeat_backwards; /* [edges], [repeats]; NULL: the graph had no
                                                    one-way edges beside others */
    kg_route_lengths lengths;
    kg_route_witness why;
};

/* The problem, and its solution. */
typedef struct kg__inspection {
    kg_graph *graph;
    const kg_vertex *end; /* [2m] */
    kg__weights weights;
    kg_eulerise_options options; /* has_start is 0 unless the walk is open */

    uint64_t *times; /* [m] the number of repeats of each edge; zeros at first */
    bool closed;
    kg_vertex start, last; /* if the walk is not closed */
    uint64_t unbalanced;
    int64_t *net; /* [m] for a graph with one-way edges: how often each edge is walked from its
                     first end minus how often from its other; else NULL */
    __int128 bound, repeated; /* repeated: set by eulerise.c */
    kg_route_witness why;
} kg__inspection;

/* Decides whether a walk can use all edges. ways: the arcs along which edges may be walked.
 * may_start, may_end: [out] [n] where an open walk may begin and end; or NULL. */
kg_status kg__check_ways(kg__inspection *at, kg_graph *ways, bool *may_start, bool *may_end);

/* Each finds the repeats of a connected graph. KG_NO_SOLUTION: `why` has the reason. */
kg_status kg__inspect_undirected(kg__inspection *inspection);
kg_status kg__inspect_directed(kg__inspection *inspection);
kg_status kg__inspect_mixed(kg__inspection *inspection);

#endif
