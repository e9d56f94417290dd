/* The record of an answer: a circuit, path or trails, or why there are none. */
#ifndef KG_EULER_ANSWER_H
#define KG_EULER_ANSWER_H

#include "euler_ops.h"

struct kg_euler {
    kg_context *ctx;
    kg__backend backend;
    kg_euler_kind found;
    kg_edge *walk;      /* [skip + m] on the backend; with several ranks, this rank's share */
    kg_edge *host_walk; /* [share], on rank 0 perhaps [m], on the host. Made on first use if walk is
                         * elsewhere, and when rank 0 collects; for trails it exists at once */
    uint64_t m, skip;
    int ranks;             /* the number of ranks that have found it */
    uint64_t first, share; /* what is lent: `share` entries of the walk from `first` on */
    uint64_t held;         /* the first entry that host_walk has */
    bool collected;        /* rank 0 has all of the walk: on a device in walk, else in host_walk */
    kg_edge *host_share;   /* on a device: host_walk before the walk was collected; may be lent */
    uint64_t circuits;
    uint64_t whole[2]; /* a circuit or path as a trail */
    uint64_t *begin;   /* [trails + 1] `whole`, or an array for trails */
    uint64_t trails;
    kg_euler_witness witness;
    uint64_t loans; /* of walk, not yet given back */
};

/* Frees the arrays, after a failed attempt too. */
void kg__euler_clear(kg_euler *e);

/* Takes over the results of a search, except the walk. A circuit or path is one trail, unless
 * e->begin exists. */
void kg__euler_take(kg_euler *e, const kg__euler_work *w);

/* Reports why there is no walk, and drops the remains of the search. Returns KG_NO_SOLUTION. */
kg_status kg__euler_tell_why(kg_euler *e, const kg_graph *graph, kg_euler_kind wanted);

#endif
