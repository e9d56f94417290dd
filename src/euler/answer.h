/* The inside of an answer: a circuit, path or trails, or why there are none. */
#ifndef KG_EULER_ANSWER_H
#define KG_EULER_ANSWER_H

#include "euler_ops.h"

struct kg_euler {
    kg_context *ctx;
    kg__backend backend;
    kg_euler_kind found;
    kg_edge *walk;      /* [skip + m] on the backend; of one rank of several its share */
    kg_edge *host_walk; /* [share], on rank 0 perhaps [m], on the host: made on first use where
                         * walk is elsewhere, and when rank 0 collects; of trails there at once */
    uint64_t m, skip;
    int ranks;             /* that have found it */
    uint64_t first, share; /* what is lent: so many entries of the walk, from this one on */
    uint64_t held;         /* the first entry that host_walk has */
    bool collected;        /* rank 0 has all of the walk: on a device in walk, else in host_walk */
    kg_edge *host_share;   /* on a device: host_walk as it was before that, which may be lent */
    uint64_t circuits;
    uint64_t whole[2]; /* a circuit or path as a trail */
    uint64_t *begin;   /* [trails + 1] whole, or of the trails */
    uint64_t trails;
    kg_euler_witness witness;
    uint64_t loans; /* of walk, not yet given back */
};

/* Frees the arrays, after a failed attempt too. */
void kg__euler_clear(kg_euler *e);

/* Takes over what a search says of its walk: a circuit or path is one trail, unless e->begin is
 * there. */
void kg__euler_take(kg_euler *e, const kg__euler_work *w);

/* Says why there is no walk; what is left of the search is no answer. Returns KG_NO_SOLUTION. */
kg_status kg__euler_tell_why(kg_euler *e, const kg_graph *graph, kg_euler_kind wanted);

#endif
