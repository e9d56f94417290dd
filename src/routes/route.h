/* The kinds of route inspection: of undirected graphs, of directed ones, and of both in one. */
#ifndef KG_ROUTE_INSIDE_H
#define KG_ROUTE_INSIDE_H

#include "join.h"
#include <konig/route.h>

struct kg_route {
    kg_context *ctx;
    kg_graph *graph;
    kg_edge *edge;                               /* [repeats] increasing */
    unsigned char *backwards, *repeat_backwards; /* [edges], [repeats]; NULL: the graph was all of
                                                    one kind */
    kg_route_lengths lengths;
    kg_route_witness why;
};

/* What is asked for, and what is found. */
typedef struct kg__inspection {
    kg_graph *graph;
    const kg_vertex *end; /* [2m] */
    kg__weights weights;
    kg_eulerise_options options; /* has_start is 0 unless it is open */

    uint64_t *times; /* [m] how often each edge is repeated; zeros at first */
    bool closed;
    kg_vertex start, last; /* where it is not closed */
    uint64_t unbalanced;
    int64_t *net; /* [m] of a graph with one-way edges: how often each is walked from its first end
                     less how often from its other; else NULL */
    __int128 bound, repeated; /* repeated: by eulerise.c */
    kg_route_witness why;
} kg__inspection;

/* Finds whether a walk can use all edges. ways: the arcs along which edges may be walked.
 * may_start, may_end: [out] [n] of an open walk, where it may begin and end; or NULL. */
kg_status kg__check_ways(kg__inspection *at, kg_graph *ways, bool *may_start, bool *may_end);

/* Each finds the repeats of a graph that is connected. KG_NO_SOLUTION: in `why` is the reason. */
kg_status kg__inspect_undirected(kg__inspection *inspection);
kg_status kg__inspect_directed(kg__inspection *inspection);
kg_status kg__inspect_mixed(kg__inspection *inspection);

#endif
