/* The stages of the search for a good tour, in the order in which they are called. */
#ifndef KG_TOUR_STAGES_H
#define KG_TOUR_STAGES_H

#include "network.h"

/* A tour of a network's nodes: [nodes], closed. It is an open tour's where the joint is cut out. */

/* Greedy edges: the lightest way first that leaves each node at most two and closes no circle.
 * near: of the network, [n][width]. For networks that are not directed. */
kg_status kg__tour_start(
    uint32_t *tour, kg__network *network, const uint32_t *near, uint32_t width);
/* Ever to the nearest node not visited yet: for directed ones. */
kg_status kg__tour_start_directed(uint32_t *tour, const kg__network *network);

/* What the improvements stop for, and how they go on once no exchange helps. */
typedef struct kg__tour_effort {
    const kg__patience *patience;
    uint64_t kicks; /* 0: improve until no exchange helps; else kick as often, or until patience
                       ends */
    uint64_t seed;  /* of the kicks */
    uint64_t done;  /* [out] kicks tried */
    bool stopped;   /* [out] patience ended before no exchange helped any more */
} kg__tour_effort;

/* 2-opt and Or-opt. near: as above. */
kg_status kg__tour_improve(uint32_t *tour, const kg__network *network, const uint32_t *near,
    uint32_t width, kg__tour_effort *effort);
/* Exchanges of neighbouring stretches. near: ways to, back: ways from. */
kg_status kg__tour_improve_directed(uint32_t *tour, const kg__network *network,
    const uint32_t *near, const uint32_t *back, uint32_t width, kg__tour_effort *effort);

/* The sum of the weights; the two ways beside the joint count nothing. */
int64_t kg__tour_weight(const kg__network *network, const uint32_t *tour);

/* bound: no tour weighs less. near: [n][width], among whose ways most of a good tour's are. weight:
 * of a tour that is known, at which the search may end. Patience ends it early, but not before
 * there is a bound. Ways back and forth count as the lighter of the two. n > 2. */
kg_status kg__tour_bound(int64_t *bound, kg__network *network, const uint32_t *near, uint32_t width,
    int64_t weight, const kg__patience *patience);
/* The same by the assignment problem; at any time there is a bound. For matrices. */
kg_status kg__assignment_bound(
    int64_t *bound, const kg__network *network, const kg__patience *patience);

/* A lightest tree through all cities for weights times `unit` plus the prices of both ends.
 * edge: [n - 1][2]. hint: [n] of the same network, any nodes or NONE at first; the tree depends on
 * it where sums are equal. */
kg_status kg__spanning_tree(
    uint32_t (*edge)[2], kg__network *network, int64_t unit, const int64_t *price, uint32_t *hint);

/* Ways between cities, each once. */
typedef struct kg__way {
    int64_t weight; /* of the lighter direction, times the unit */
    uint32_t a, b;
} kg__way;

/* A way in the course of kg__listed_tree(). */
typedef struct kg__listed_way {
    int64_t sum;
    uint32_t a, b; /* the parts between which it is */
    uint64_t index;
} kg__listed_way;

/* A lightest tree that uses listed ways alone, which connect all cities. way: [count]. tree:
 * [n - 1] the indices of its ways. left: [count], part: [n], best: [n] are overwritten. */
void kg__listed_tree(uint64_t *tree, const kg__way *way, uint64_t count, const int64_t *price,
    uint32_t n, kg__listed_way *left, uint32_t *part, uint64_t *best);

#endif
