/*
 * The parts of route inspection.
 *
 * Glossary
 * - join: a set of edges that meets some given vertices, the odd ones, an odd number of times each,
 *   and each other vertex an even number of times. The edges to repeat of an undirected graph are
 *   the cheapest join of its vertices of odd degree.
 * - core: the part of a graph that is left once trees and chains are contracted.
 */
#ifndef KG_JOIN_H
#define KG_JOIN_H

#include "../csr/csr.h"
#include "lemon.h"

/* A length is weight / tenths * 2^-halves. The sum of all weights is below 2^53. */
typedef struct kg__weights {
    int64_t *weight; /* [edges] at least 0 */
    double tenths;   /* a power of 10 */
    int halves;
    bool rounded; /* some length is not a multiple of the unit: the nearest multiple is taken */
} kg__weights;

/* Makes weights of a graph's values, or ones. KG_FORMAT if a value is not a length. */
kg_status kg__weights_create(kg__weights *weights, const kg_graph *graph);
void kg__weights_destroy(kg__weights *weights, kg_context *ctx);

/* Converts a sum of weights to a length. */
double kg__weights_length(const kg__weights *weights, __int128 weight);

/* A cheapest join. */
typedef struct kg__join {
    kg_context *ctx;
    uint64_t n, m;
    const kg_vertex *end;  /* [2m] */
    const int64_t *weight; /* [m] at least 0 */
    bool *odd;             /* [n] which vertices are odd; an even number, with the open ends */
    bool quick;            /* any cheap join will do; open must be 0 */
    unsigned open;         /* 0 to 2: this many of the odd vertices, the best ones, are even after
                              all */

    bool *chosen;      /* [out] [m] */
    kg_vertex left[2]; /* [out] [open] the vertices that are even after all; KG_NO_VERTEX: none */
    __int128 bound;    /* [out] no join weighs less */
} kg__join;

kg_status kg__join_find(kg__join *join);

/* The core of a graph, which shrinks. Each vertex has a list of its half-edges: 2e at one end of
 * edge e, 2e+1 at the other. */
typedef struct kg__core {
    kg_context *ctx;
    uint64_t n, m;
    kg_edge *next, *last; /* [2m] neighbours in the list; KG_NO_EDGE: none */
    kg_edge *first;       /* [n] KG_NO_EDGE: none */
    kg_vertex *end;       /* [2m] the vertex of each half-edge; KG_NO_VERTEX if the edge was
                             removed */
    kg_edge *degree;      /* [n] */
    int64_t *weight;      /* [m] */
    bool *odd;            /* [n] */
    bool *chosen;         /* [m] */
    kg_edge *step;        /* [2 * steps] edges that became one: e, and 2f + 1 if the vertex between
                             them was odd, else 2f. At most one step for each vertex */
    uint64_t steps;
    __int128 forced; /* weight of a join besides the core's */
} kg__core;

/* Makes the core without loops, and with only the lightest of parallel edges. whole: trees and
 * chains stay. odd, chosen: the join's. */
kg_status kg__core_create(kg__core *core, kg__join *join, bool whole);
/* Converts a join of the core, in chosen, to one of the graph. */
void kg__core_expand(kg__core *core);
void kg__core_destroy(kg__core *core);

/* Finds a join of a core quickly, and a bound. chosen[] must be all false. */
kg_status kg__core_join(kg__core *core, __int128 *bound);

/* Finds the cheapest join of a core by matching. left: [out] [open]. */
kg_status kg__core_match(kg__core *core, unsigned open, kg_vertex *left, __int128 *bound);

/*
 * A minimum-cost flow: the flow out of each node minus the flow into it is its supply. Its dual are
 * potentials: cost + potential of the tail - potential of the head is at least 0 unless the arc is
 * full, and at most 0 if the arc has flow.
 */
typedef struct kg__flow {
    uint64_t nodes, arcs, priced;
    const uint32_t *node;  /* [2 * arcs] arc a leads from node[2a] to node[2a+1] */
    const int64_t *cost;   /* [priced] at least 0, with a sum below 2^55; all later arcs cost 0 */
    const int64_t *supply; /* [nodes] with the sum 0 */
    const int64_t *most;   /* [arcs] upper bounds of the flow, with a sum below 2^62; INT64_MAX: no
                              limit. NULL: no limits at all */

    int64_t *amount;    /* [out] [arcs] at least 0 */
    int64_t *potential; /* [out] [nodes] */
} kg__flow;

/* Checks an answer: KG_INTERNAL if it is not a solution, or the dual does not prove that it is
 * the cheapest. cost: [out] its cost. */
kg_status kg__check_matching(kg_context *ctx, const kg__matching *matching, __int128 *cost);
kg_status kg__check_flow(kg_context *ctx, const kg__flow *flow, __int128 *cost);

/* Runs work(user) on a thread with `stack` bytes of stack. Meanwhile `what` is the progress. If the
 * progress function cancels, sets *stop to 1, and returns KG_CANCELLED when the work has ended. */
kg_status kg__run_aside(kg_context *ctx, const char *what, uint64_t stack, void (*work)(void *user),
    void *user, int *stop);

/* Returns KG_OVERFLOW if a network is too large for a flow. */
kg_status kg__flow_check_size(kg_context *ctx, uint64_t nodes, uint64_t arcs);
/* Finds the cheapest flow and checks its proof. amount and potential must be NULL; the caller frees
 * them, whatever is returned. cost: [out]. */
kg_status kg__flow_find(kg_context *ctx, kg__flow *flow, __int128 *cost);

/* Converts a status of LEMON's. what: for example "the matching". */
kg_status kg__lemon_failed(kg_context *ctx, kg__lemon_status status, const char *what);

#endif
