/* What searches in a hierarchy remember. */
#ifndef KG_HIERARCHY_SEARCH_H
#define KG_HIERARCHY_SEARCH_H

#include "hierarchy.h"

#define KG__NO_ARC UINT32_MAX

/* A place that a search has reached. */
typedef struct kg__node {
    double length;
    uint32_t search; /* whose number this is: other searches have not reached it */
    uint32_t arc;    /* by which, of the same side; KG__NO_ARC where the search began */
} kg__node;

typedef struct kg__queued {
    double length;
    kg_vertex place;
} kg__queued;

typedef struct kg__heap {
    kg__queued *entry;
    uint64_t count, room;
} kg__heap;

struct kg__search {
    uint32_t number;
    kg__node *node[2]; /* [n] of each side */
    kg__heap heap[2];
    kg_vertex *reached; /* by the last climb */
    double *length;
    uint64_t count, room[2];
    kg__node *hub; /* [labelled] what labels say; NULL before the first search that asks them */
    uint32_t *at;  /* [n] where the last path has a place; NULL before the first one */
};

/* Searches up from both ends. length: [out] INFINITY where they do not meet; meet: [out] the place
 * where they do. node[0] and node[1] then tell the arcs back to either end. */
kg_status kg__search_both(
    kg_hierarchy *h, kg_vertex from, kg_vertex to, double *length, kg_vertex *meet);

/* The length of the shortest path alone, by labels where there are some. */
kg_status kg__search_length(kg_hierarchy *h, kg_vertex from, kg_vertex to, double *length);

#endif
