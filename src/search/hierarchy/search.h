/* The state of searches in a hierarchy. */
#ifndef KG_HIERARCHY_SEARCH_H
#define KG_HIERARCHY_SEARCH_H

#include "hierarchy.h"

#define KG__NO_ARC UINT32_MAX

/* A place that a search has reached. */
typedef struct kg__node {
    double length;
    kg_vertex place;
    uint32_t search; /* the number of its search; for other searches the entry is free */
    uint32_t arc;    /* the arc that reached it, of the same side; KG__NO_ARC where the search
                        began */
} kg__node;

/* The nodes of a side, in a hash table by their places. A search reaches some hundred of them,
 * however many vertices there are, so the table stays in the fastest cache. */
typedef struct kg__nodes {
    kg__node *entry; /* [room] */
    uint64_t room;   /* a power of 2, at most half of it in use */
    uint64_t count;
    unsigned shift; /* 32 - log2(room) */
} kg__nodes;

typedef struct kg__queued {
    double length;
    kg_vertex place;
} kg__queued;

typedef struct kg__heap {
    kg__queued *entry;
    uint64_t count, room;
    uint64_t below; /* entries of places below the core */
} kg__heap;

struct kg__search {
    uint32_t number;
    kg_vertex core;     /* the number of places in the core */
    kg__nodes nodes[2]; /* of each side */
    kg__heap heap[2];
    kg_vertex *reached; /* [count] by the last climb */
    double *length;
    uint64_t count, room[2];
    uint64_t *hub; /* [labelled] units, KG__FAR between searches; NULL before the first search by
                      labels */
    uint32_t *at;  /* [n] the index of a place in the last path; NULL before the first path */
};

/* The entry of a place: its node, or the free entry where it belongs. */
static inline kg__node *kg__entry_of(const kg__search *s, int side, kg_vertex place)
{
    const kg__nodes *nodes = &s->nodes[side];
    uint64_t i = (uint32_t)(place * UINT32_C(0x9e3779b1)) >> nodes->shift;

    while (nodes->entry[i].search == s->number && nodes->entry[i].place != place)
        i = (i + 1) & (nodes->room - 1);
    return &nodes->entry[i];
}

/* The node of a place, or NULL if it was not reached. */
static inline const kg__node *kg__node_of(const kg__search *s, int side, kg_vertex place)
{
    const kg__node *node = kg__entry_of(s, side, place);

    return node->search == s->number ? node : NULL;
}

/* Searches up from both ends. length: [out] INFINITY if they do not meet; meet: [out] the place
 * where they meet. The nodes of both sides then have the arcs back to either end. meet may be NULL:
 * if only the length is wanted, a search in a core ends earlier. */
kg_status kg__search_both(
    kg_hierarchy *h, kg_vertex from, kg_vertex to, double *length, kg_vertex *meet);

/* The length of the shortest path only, by labels if there are any. */
kg_status kg__search_length(kg_hierarchy *h, kg_vertex from, kg_vertex to, double *length);

#endif
