/*
 * Cities in the form that the search for a good tour needs: nodes, and an integer weight from each
 * to each.
 *
 * Nodes 0..n-1 are the cities. Cities with coordinates are in the order of a k-d tree, so that near
 * places are near in memory. An open tour gets one more node, its joint, between its end and its
 * start; with it every tour is closed. Integer distances are their own weights. A double is
 * multiplied by a power of two and rounded down, so sums of weights are exact and never greater
 * than sums of distances.
 */
#ifndef KG_NETWORK_H
#define KG_NETWORK_H

#include "cities.h"

/* No node. As the part of a node: no search may find the node. */
#define KG__NODE_NONE UINT32_MAX

/* LEAF: most nodes of a leaf of the k-d tree. NEAR: neighbours on each list. */
enum { KG__LEAF = 8, KG__NEAR = 10 };

/* A box of the k-d tree, around consecutive nodes. */
typedef struct kg__box {
    double low[3], high[3];
    int64_t price; /* the least price of its nodes */
    uint32_t part; /* the part of its nodes that may be found; NONE if there are none */
    bool mixed;    /* its nodes are of several parts */
} kg__box;

typedef struct kg__network {
    kg_context *ctx;
    const kg_cities *cities;
    kg_cities_rule rule;
    uint32_t n, nodes;    /* number of cities; number of nodes, with the joint */
    uint32_t joint;       /* n, or NONE */
    uint32_t start, end;  /* of an open tour: the nodes next to the joint, or NONE */
    bool directed;        /* some weight differs from the weight in the other direction */
    bool real;            /* distances are doubles, ... */
    double scale;         /* ... multiplied by this */
    int64_t largest;      /* no weight between cities is greater in absolute value */
    int64_t far;          /* a mandatory edge at the joint weighs -far */
    const int64_t *table; /* [n][n], or NULL if weights are computed from the points */
    int64_t *own_table;   /* the same, unless it is the cities' own */
    uint32_t *city;       /* [n] the city of a node */
    double *point;        /* [n][2] */
    double *place;        /* [n][3] in the plane or in space; distances grow with those between
                             places */
    kg__box *box;         /* a heap: the children of i are 2 i + 1 and 2 i + 2 */
} kg__network;

/* Makes a network. start, end: cities, or NONE. n > 0. Call kg__network_finish() in any case. */
kg_status kg__network_make(kg__network *network, const kg_cities *cities, bool open, uint32_t start,
    uint32_t end, kg_context *ctx);
void kg__network_finish(kg__network *network);

/* near: [out] [n][width] the nearest cities of each, by weight, nearest first. width: at most
 * KG__NEAR. Edges lead to them, or from them if `back` is set. */
kg_status kg__network_near(uint32_t *near, const kg__network *network, uint32_t width, bool back);

/* The data of a search for the nearest node of another part. */
typedef struct kg__city_search {
    const uint32_t *part; /* [n] */
    const int64_t *price; /* [n] added to the weight, or NULL */
    int64_t unit;         /* the factor of weights */
} kg__city_search;

/* Updates the boxes to parts and prices. */
void kg__network_refresh(kg__network *network, const kg__city_search *search);
/* The node of another part than that of `from` with the least unit * weight + price, except `but`,
 * if the sum is below *least, which becomes it; else NONE. Any thread. */
uint32_t kg__network_foreign(const kg__network *network, const kg__city_search *search,
    uint32_t from, uint32_t but, int64_t *least);

/* The weight between the joint and a city: 0, or -far if the city is the given start or end, so
 * that no exchange that makes a tour shorter removes this edge. */
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
