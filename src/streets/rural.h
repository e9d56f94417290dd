/* A walk that covers a part of the streets: what its stages hand on. */
#ifndef KG_RURAL_H
#define KG_RURAL_H

#include "../routes/join.h"
#include "streets.h"

typedef struct kg__rural {
    kg__tour *tour;
    kg_graph *graph;     /* undirected, of all streets, values are lengths */
    kg__weights weights; /* of them */
    kg_vertex *group;    /* [crossings] a crossing of the same connected required streets, the
                            smallest; a start and an end that are given belong to groups, too */
    bool *member;        /* [crossings] it belongs to a group */
    uint64_t groups;
    bool *joins;  /* [streets] it joins groups, and is to be walked at least once */
    double apart; /* no walk between the groups repeats less */
} kg__rural;

/* Sets tour->times, closed, start, end and bound; of two-way streets, and where directions count.
 */
kg_status kg__rural_undirected(kg__rural *rural);
kg_status kg__rural_directed(kg__rural *rural);

#endif
