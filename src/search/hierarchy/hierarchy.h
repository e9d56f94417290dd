/*
 * A contraction hierarchy.
 *
 *     vertex[n]        the vertex at each place. Places go from the highest level down, so that one
 *                      pass over them and their arcs goes down all levels. Within a level they are
 *                      in the order of the vertices.
 *     place[n]         the place of each vertex
 *     level[levels+1]  the first place of each level. Level 0 is the core, which may be empty.
 *     row[s][n+1], arc[s][..]  the arcs of each place to higher levels, or within the core. Arcs of
 *                      side 0 are walked from the place to the head, arcs of side 1 from the head
 *                      to the place. Both sides are the same in an undirected graph, and in a
 *                      directed graph that has an equally long arc in the other direction for each
 *                      arc. Then an arc's edge is the one from the place to the head.
 *     label_row[s][labelled+1], label[s][..]  the labels of the upper places: see label.c
 */
#ifndef KG_HIERARCHY_H
#define KG_HIERARCHY_H

#include "../paths/distances.h"
#include <konig/hierarchy.h>

/* Leaves one bit of `via` free. */
#define KG__SHORTCUT       UINT32_C(0x80000000)
#define KG__HIERARCHY_MOST KG__SHORTCUT

/* Ends are vertices while a hierarchy is made, and places afterwards. */
typedef struct kg__arc {
    kg_vertex head;
    uint32_t via; /* the edge's id; for a shortcut KG__SHORTCUT + the vertex, or place, between */
    double length;
} kg__arc;

/* A place above another, and its distance in multiples of h->unit_of_labels. */
typedef struct kg__label {
    kg_vertex hub;
    uint32_t units;
} kg__label;

/* No sum of units is this large. */
#define KG__FAR (UINT64_C(1) << 62)

typedef struct kg__search kg__search; /* the state of searches */

enum { KG__RESIDENTS = 17 };

struct kg_hierarchy {
    kg_context *ctx;
    kg_graph *graph;
    bool unit, exact;
    int sides;       /* 2; 1 if both sides are the same */
    uint32_t levels; /* including the core */
    kg_vertex *place, *vertex, *level;
    uint32_t *row[2];
    kg__arc *arc[2];
    uint32_t labelled; /* number of places with labels; 0: none */
    uint32_t *label_row[2];
    kg__label *label[2];
    double unit_of_labels; /* a power of 2 of which all lengths are whole multiples */
    void *map, *copy;      /* the memory of all arrays but place: a mapped file, or a block; or
                              NULL */
    kg__search *search;
    kg_edge *path_edge; /* the last path that was asked for */
    kg_vertex *path_step;
    uint64_t path_room[2];
    void *resident[KG__RESIDENTS]; /* the arrays in device memory, or NULL */
    uint64_t labels_made;          /* of the ends of pairs, by a device, which kept none of them */
};

static inline int kg__other_side(const kg_hierarchy *h, int side)
{
    return h->sides == 2 ? 1 - side : 0;
}

/* Returns whether sums of lengths are exact: all lengths are whole multiples of one power of 2,
 * *unit, and no sum has more than 53 bits. */
bool kg__hierarchy_is_exact(const kg_graph *graph, const kg__lengths *lengths, double *unit);

/* Checks that a graph can have a hierarchy. */
kg_status kg__hierarchy_check(const kg_graph *graph);

/* Makes an empty hierarchy. sides: the number of sides of its arcs. */
kg_status kg__hierarchy_create(kg_hierarchy **hierarchy, kg_graph *graph, bool unit, int sides);

/* Makes place, [n], from vertex, [n]. *is: [out] whether vertex is a permutation. */
kg_status kg__places_of(
    kg_context *ctx, kg_vertex **place, const kg_vertex *vertex, uint64_t n, bool *is);
/* The same for a hierarchy. */
kg_status kg__hierarchy_place(kg_hierarchy *h, bool *is);

/* Makes the labels. */
kg_status kg__hierarchy_label(kg_hierarchy *h);

/* ---- searches -------------------------------------------------------------------------------- */

/* Goes up from sources along one side. Returns the places reached, the sources' included, and their
 * distances by upward arcs. place, length: [count] lent until the next search. */
kg_status kg__hierarchy_climb(kg_hierarchy *h, int side, const kg_vertex *source, uint64_t sources,
    const kg_vertex **place, const double **length, uint64_t *count);

/* The length of the shortest path, as kg_hierarchy_distance() has it; INFINITY if there is none. */
kg_status kg__hierarchy_length(kg_hierarchy *h, kg_vertex from, kg_vertex to, double *length);

void kg__search_destroy(kg_context *ctx, kg__search *search);

#endif
