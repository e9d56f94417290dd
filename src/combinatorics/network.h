/*
 * Cities as the search for a good tour sees them: nodes, and an integer weight from each to each.
 *
 * Nodes 0..n-1 are the cities, where they have coordinates in the order of a k-d tree, so that
 * what is near in the plane is near in memory. An open tour gets one node more, its joint, which
 * lies between its end and its start: with it every tour is closed. Integer distances are their own
 * weights; a double is multiplied by a power of two and rounded down, so that sums of weights are
 * exact and never more than those of the distances.
 */
#ifndef KG_NETWORK_H
#define KG_NETWORK_H

#include "cities.h"

/* No node; and in the place of a part: a node that no search may find. */
#define KG__NODE_NONE UINT32_MAX

/* LEAF: most nodes of a leaf of the k-d tree. NEAR: neighbours on each list. */
enum { KG__LEAF = 8, KG__NEAR = 10 };

/* A box of the k-d tree, around nodes that follow one another. */
typedef struct kg__box {
    double low[3], high[3];
    int64_t price; /* the least of its nodes' */
    uint32_t part; /* of all of its nodes that may be found; NONE: there are none */
    bool mixed;    /* they are of several parts */
} kg__box;

typedef struct kg__network {
    kg_context *ctx;
    const kg_cities *cities;
    kg_cities_rule rule;
    uint32_t n, nodes;    /* cities; with the joint */
    uint32_t joint;       /* n, or NONE */
    uint32_t start, end;  /* of an open tour: the nodes next to the joint, or NONE */
    bool directed;        /* some weight differs from the one of the way back */
    bool real;            /* distances are doubles, ... */
    double scale;         /* ... multiplied by this */
    int64_t largest;      /* no weight between cities is larger in size */
    int64_t far;          /* so much less than nothing weighs a way that must be: joint to start */
    const int64_t *table; /* [n][n], or NULL: computed from the points */
    int64_t *own_table;   /* the same, where it is not the cities' own */
    uint32_t *city;       /* [n] which city a node is */
    double *point;        /* [n][2] */
    double *place;        /* [n][3] where distances grow with those in space */
    kg__box *box;         /* a heap: the children of i are 2 i + 1 and 2 i + 2 */
} kg__network;

/* start, end: cities, or NONE. n > 0. Finish it in any case. */
kg_status kg__network_make(kg__network *network, const kg_cities *cities, bool open, uint32_t start,
    uint32_t end, kg_context *ctx);
void kg__network_finish(kg__network *network);

/* near: [n][width] the nearest cities of each, by weight, nearest first. width: KG__NEAR at most.
 * Ways lead to them, or from them where `back` is set. */
kg_status kg__network_near(uint32_t *near, const kg__network *network, uint32_t width, bool back);

/* What a search for the nearest node of another part goes by. */
typedef struct kg__city_search {
    const uint32_t *part; /* [n] */
    const int64_t *price; /* [n] added to the weight, or NULL */
    int64_t unit;         /* by which weights are multiplied */
} kg__city_search;

/* Brings the boxes up to date with parts and prices. */
void kg__network_refresh(kg__network *network, const kg__city_search *search);
/* The node of another part than that of `from` with the least unit * weight + price, not `but`,
 * that is below *least, which becomes its sum; or NONE. Any thread. */
uint32_t kg__network_foreign(const kg__network *network, const kg__city_search *search,
    uint32_t from, uint32_t but, int64_t *least);

/* The weight between the joint and a city: nothing, or -far where the city is the given start or
 * end, so that no exchange that makes a tour shorter gives that way up. */
int64_t kg__network_joint(const kg__network *network, uint32_t from, uint32_t to);

static inline int64_t kg__network_weight(const kg__network *w, uint32_t from, uint32_t to)
{
    double distance;

    if (__builtin_expect(from >= w->n || to >= w->n, 0))
        return kg__network_joint(w, from, to);
    if (w->table)
        return w->table[(uint64_t)from * w->n + to];
    distance = kg__distance(w->rule, w->point + 2 * (uint64_t)from, w->point + 2 * (uint64_t)to);
    return (int64_t)(w->real ? distance * w->scale : distance);
}

#endif
