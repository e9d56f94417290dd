/* The table of a backend's functions for a hierarchy. */
#ifndef KG_HIERARCHY_OPS_H
#define KG_HIERARCHY_OPS_H

#include "hierarchy.h"

typedef struct kg__sweep {
    kg__paths_work *w; /* the search whose distance is made, as its own search would */
    kg_hierarchy *h;
    int side; /* whose arcs are walked from head to place */
    const kg_vertex
        *start;           /* [starts] places that were reached by going up, the core's among them */
    const double *length; /* [starts] how far they are */
    uint64_t starts;
} kg__sweep;

/* Goes down all levels: a place's distance is the least of its own and those by its arcs. n > 0. */
#define decl_hierarchy_sweep(name) kg_status name(kg__sweep *s)

typedef struct kg__vertex_pairs {
    kg_hierarchy *h;
    const kg_vertex *from, *to; /* [count] vertices; count > 0 */
    uint64_t count;
    double *length; /* [count] */
} kg__vertex_pairs;

/* Finds the length of each pair, as kg__hierarchy_length(). All arrays are in host memory. */
#define decl_hierarchy_pairs(name) kg_status name(kg__vertex_pairs *p)

typedef struct kg__customization {
    const kg_hierarchy_base *base;
    kg_hierarchy *h; /* has vertex, place, level, exact; 1 or 2 sides */
    kg__lengths *lengths;
} kg__customization;

/* Makes row and arc of each side from the lengths. Two sides become one if they are equal; row[1]
 * and arc[1] are then not made. On failure some of them may be there. */
#define decl_hierarchy_customize(name) kg_status name(kg__customization *c)

#define KG__HIERARCHY_FUNCTIONS(X)                                                                 \
    X(hierarchy, sweep)                                                                            \
    X(hierarchy, pairs)                                                                            \
    X(hierarchy, customize)

typedef struct kg__hierarchy_ops {
    KG__HIERARCHY_FUNCTIONS(KG__POINTER)
} kg__hierarchy_ops;

KG__HIERARCHY_FUNCTIONS(KG__PROTOTYPES)

/* The current backend's row of the table. */
const kg__hierarchy_ops *kg__hierarchy(const kg_context *ctx);

#endif
