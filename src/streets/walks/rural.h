/* A walk that covers a part of the streets: the data that its stages pass on. */
#ifndef KG_RURAL_H
#define KG_RURAL_H

#include "../../routes/join.h"
#include "../streets.h"

enum { KG__RURAL_BOTH = 2 };

typedef struct kg__rural {
    kg__streets_tour *tour;
    kg_vertex start, end; /* as the caller gave them; or KG_NO_VERTEX */
    kg_graph *graph;      /* undirected, of all streets; values are lengths */
    kg__weights weights;  /* of the graph, of the shorter direction */
    int64_t *cost;        /* [2 * streets] of each direction of a street; NULL: both are its
                             weight */
    kg_vertex *group;     /* [crossings] the smallest crossing of the same connected required
                             streets; a given start and a given end belong to groups, too */
    bool *member;         /* [crossings] it belongs to a group */
    double apart;         /* no walk between the groups repeats less */

    /* Constraints on the next solution. */
    bool *joins;      /* [streets] it joins groups, so the walk uses it at least once */
    signed char *way; /* [streets] 1, -1: a two-way street that is to be walked once is walked from
                         its first end, from its second; 0: either way; KG__RURAL_BOTH: both
                         ways */

    /* The last solution; tour->times, start, end and closed belong to it, too. */
    double bound;     /* no walk that meets the constraints repeats less */
    int64_t *reduced; /* [streets] the least cost of a street in a closed walk after the flow's
                     potentials are subtracted; NULL: not wanted */
    __int128 reduced_extra; /* how much more the required streets then cost than their weights */
    uint64_t half; /* the longest street with a single unit of the bound's flow; UINT64_MAX: none */
    kg_vertex *parent; /* [crossings] a forest of connected crossings */
} kg__rural;

/* The weight of a direction. */
static inline int64_t kg__rural_weight(const kg__rural *r, uint64_t half)
{
    return r->cost ? r->cost[half] : r->weights.weight[half / 2];
}

/* A street, and the number by which it is sorted. */
typedef struct kg__ranked {
    double by;
    uint64_t street;
} kg__ranked;

/* For qsort(): increasing; equal ones by street. */
int kg__rural_compare(const void *a, const void *b);

/* Adds the streets that join parts to `joins` (rural_join.c). part: [crossings] a crossing of the
 * same part, which has itself; member: [crossings] which belong to parts. apart: [out] no walk
 * between the parts repeats less; 0 if there is only one part. KG_NO_SOLUTION: nothing joins
 * them. */
kg_status kg__rural_join(
    kg__rural *rural, const kg_vertex *part, const bool *member, double *apart);

/* A solution for two-way streets, and one with directions. It need not be connected. */
kg_status kg__rural_undirected(kg__rural *rural);
kg_status kg__rural_directed(kg__rural *rural);
kg_status kg__rural_solve(kg__rural *rural);

/* bound: [out] no join of the odd crossings weighs less. */
kg_status kg__rural_bound_odd(const kg__rural *rural, const int64_t *weight, __int128 *bound);

/* The bound of the flow's potentials, which are subtracted in `reduced`, plus that of a join of the
 * odd crossings with the remaining weights. */
kg_status kg__rural_bound_reduced(kg__rural *rural, double *bound);

/* Makes the forest. Returns whether all walked streets and all groups are connected
 * (rural_leave.c). */
bool kg__rural_is_connected(kg__rural *rural);
/* Removes needless passes there and back from a connected solution. */
kg_status kg__rural_leave_out(kg__rural *rural);
/* The length of the repeats in a solution. */
double kg__rural_repeated(const kg__rural *rural);

/* Looks for better solutions than the current one, which is connected, and leaves the best as the
 * current one. Sets tour->bound (rural_search.c). */
kg_status kg__rural_search(kg__rural *rural);

#endif
