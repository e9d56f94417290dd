/* Route inspection of graphs with one-way edges: declarations that its files share. */
#ifndef KG_MIXED_H
#define KG_MIXED_H

#include "route.h"

enum { KG__IMPROVEMENTS = 8 }; /* at most; the third one rarely helps */

typedef struct kg__mixed {
    kg__inspection *at;
    uint64_t n, streets, two_way;
    uint64_t m;            /* number of edges: the streets, and for an open walk the one that closes
                              it */
    uint64_t extra;        /* number of arcs after all others: for ends left to the search */
    kg_vertex *street_end; /* [2 * m] */
    int64_t *length;       /* [m] */
    bool found;            /* best[] is a walk */
    kg_vertex first, last; /* the ends that a flow has chosen; KG_NO_VERTEX: the walk is closed */
    uint32_t *node;        /* [2 * (m + 2 * two_way + extra)] the arcs: see kg__mixed_arcs() */
    int64_t *cost;         /* [m + two_way] */
    int64_t *most;         /* [m + 2 * two_way + extra] */
    int64_t *supply;       /* [n + 2] */
    kg__flow flow;
    int64_t *net, *best;   /* [m] */
    int64_t *reduced;      /* [m] the least that a walk pays for an edge once the potentials of the
                              bound's flow are taken off, with what they give for it */
    __int128 reduced_sum;  /* how much more all edges cost so than their lengths */
    bool *odd;             /* [n] */
    bool *chosen;          /* [m] a join */
    kg_vertex *end;        /* [2 * two_way] only of two-way edges */
    int64_t *weight;       /* [two_way] */
    bool *picked;          /* [two_way] */
    signed char *way;      /* [two_way] 1: walked from its first end, -1: from its other, at least
                              once; 0, or NULL: either */
    kg_edge *row, *cursor; /* [n+1], [n] of the half-edges at each vertex */
    kg_edge *half;         /* [4 * two_way] */
} kg__mixed;

/* Returns whether an edge is one-way. The edge that closes an open walk, from its end to its start,
 * is. */
static inline bool kg__is_one_way(const kg__mixed *x, uint64_t e)
{
    return e == x->streets || x->at->options.one_way[e];
}

/* The least number of times that an edge is walked if it is walked `net` times more from its first
 * end than from its other. */
static inline uint64_t kg__mixed_times(const kg__mixed *x, uint64_t e, int64_t net)
{
    return net == 0 && !kg__is_one_way(x, e) ? 2 : (uint64_t)(net < 0 ? -net : net);
}

/* The cost of a walk's repeats. */
__int128 kg__mixed_cost(const kg__mixed *x, const int64_t *net);

/* Makes the arcs of the flows, and those for ends that are not given. */
void kg__mixed_arcs(kg__mixed *x);
void kg__mixed_add_ends(kg__mixed *x);

/*
 * Adds the cheapest flow to net[], so that vertices are balanced. An edge may be taken back `back`
 * times, or 1 + chosen[] times if `times` is 2, which counts two units at once. back 0: not at all.
 */
kg_status kg__mixed_balance(kg__mixed *x, int64_t times, int64_t back, __int128 *cost);

/* Looks for a shorter walk than best[], for the current arcs. some: the end of a closed walk. The
 * bound becomes the walk's cost if it is proven to be the shortest. */
kg_status kg__mixed_branch(kg__mixed *x, kg_vertex some);

/* Balances for the directions in which edges are walked, as long as that helps. */
kg_status kg__mixed_improve(kg__mixed *x);

/* The cheapest join of the vertices in odd[] among m edges. left: [out] the ends that are not
 * given; NULL if both are. */
kg_status kg__mixed_join(kg__mixed *x, uint64_t m, const kg_vertex *end, const int64_t *weight,
    bool *chosen, __int128 *cost, kg_vertex *left);

/* Makes odd[] from the first m edges. Returns the number of odd vertices. */
uint64_t kg__mixed_odd(kg__mixed *x, uint64_t m);

/* Keeps net[] as best[] if it is the first walk, or better. */
void kg__mixed_keep(kg__mixed *x, bool first);

/* The first walk, from the flow of the bound. */
kg_status kg__mixed_halves(kg__mixed *x, __int128 *bound, bool *first);

/* The bound by what the potentials of the first walk's flow leave of the lengths. */
kg_status kg__mixed_bound(kg__mixed *x, __int128 *bound);

/* The second walk, from the join of the other bound. */
kg_status kg__mixed_double(kg__mixed *x, __int128 *bound);

#endif
