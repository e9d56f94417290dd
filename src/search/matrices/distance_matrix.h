/*
 * Matrices of distances by a hierarchy, and the parts of it that they need.
 *
 * A shortest path goes up from its source and then down to its target. It therefore passes only
 * ancestors: places that are reached by going up from the source, and places from which the target
 * is reached by going down. Sources are processed in batches of KG__BATCH. An ancestor has an array
 * of that many distances, one for each source of the batch, so that vector instructions do all of
 * them at once.
 */
#ifndef KG_DISTANCE_MATRIX_H
#define KG_DISTANCE_MATRIX_H

#include "../hierarchy/hierarchy.h"

enum { KG__BATCH = 16, KG__MATRIX_RESIDENTS = 12 };

/* The ancestors of some vertices. Their numbers are indices of place, unless
 * kg__ancestors_regroup() has changed them in row, head and own. */
typedef struct kg__ancestors {
    uint64_t count, arcs, given;
    uint64_t cores;   /* how many are in the core; they come first */
    kg_vertex *place; /* [count] rising, so higher levels come first */
    uint32_t *row;    /* [count + 1] */
    uint32_t *head;   /* [arcs] the ancestor at the arc's end */
    double *real;     /* [arcs] lengths, or NULL */
    uint32_t *whole;  /* [arcs] the same as integers, UINT32_MAX for greater ones; or NULL */
    uint32_t *own;    /* [given] the number of each of the vertices */
    uint32_t *level;  /* [levels + 1] the first index of each level below the core */
    uint64_t levels;  /* that have ancestors */
} kg__ancestors;

struct kg_distance_matrix {
    kg_context *ctx;
    kg_hierarchy *h;
    kg_hierarchy_matrix_options options;
    kg_type type;
    kg_vertex *source, *target;           /* [up.given], [down.given] */
    kg__ancestors up, down;               /* of sources, of targets */
    uint32_t *meet;                       /* [up.count] the number in down, or UINT32_MAX */
    uint32_t *number;                     /* [down.count] the number in down of each index */
    void *resident[KG__MATRIX_RESIDENTS]; /* arrays in device memory, or NULL */
};

/* Finds the ancestors of sources and of targets, and those that both share: up, down, meet. If a
 * source has an ancestor in the core, the whole core and its arcs belong to up. On failure the
 * arrays may be partly there. */
kg_status kg__ancestors_find(kg_distance_matrix *m);
void kg__ancestors_release(kg_context *ctx, kg__ancestors *a);

/* Renumbers the ancestors of targets, so that each comes after those above it, and soon: then their
 * distances are in a near cache when they are needed. place, cores and level keep the old numbers.
 * bound: [out] an upper bound of the lengths of shortest paths; NULL if none is needed. */
kg_status kg__ancestors_regroup(kg_distance_matrix *m, double *bound);

/* Stores the lengths as integers. */
kg_status kg__ancestors_narrow(kg_context *ctx, kg__ancestors *a);

/* The state of a climb: the distances of the ancestors that a batch reaches by going up. */
typedef struct kg__climber {
    void *length;      /* [up.count][KG__BATCH] of the matrix' type */
    uint64_t *bits;    /* ancestors that wait to be processed */
    uint64_t *summary; /* words of `bits` that are not 0 */
    uint64_t words;    /* of the summary, that may have bits */
    uint32_t *reached; /* [count] */
    uint64_t count;
} kg__climber;

kg_status kg__climber_create(kg__climber *c, const kg_distance_matrix *m);
void kg__climber_release(kg_context *ctx, kg__climber *c);

/* Climbs from sources first .. first + count - 1, at most KG__BATCH. Lanes without a source stay
 * infinite. Any thread, each with its own climber. */
void kg__climb(const kg_distance_matrix *m, kg__climber *c, uint64_t first, uint64_t count);

#endif
