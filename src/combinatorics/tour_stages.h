/* The stages of the search for a good tour, in the order in which they are called. */
#ifndef KG_TOUR_STAGES_H
#define KG_TOUR_STAGES_H

#include "network.h"

/* A tour of a network's nodes: [nodes], closed. An open tour is the part without the joint. */

/* Greedy edges: the lightest edges first that leave each node at most two and close no cycle. near:
 * [n][width] of the network. For networks that are not directed. */
kg_status kg__tour_start(
    uint32_t *tour, kg__network *network, const uint32_t *near, uint32_t width);
/* Goes to the nearest unvisited node each time. For directed networks. */
kg_status kg__tour_start_directed(uint32_t *tour, const kg__network *network);

/* The limits of the improvements, and the kicks that follow once no exchange helps. */
typedef struct kg__tour_effort {
    const kg__patience *patience;
    uint64_t kicks; /* 0: improve until no exchange helps; else make this many kicks, or stop when
                       patience ends */
    uint64_t seed;  /* of the kicks */
    uint64_t done;  /* [out] kicks tried */
    bool stopped;   /* [out] patience ended while exchanges could still help */
} kg__tour_effort;

/* 2-opt and Or-opt. near: as above. */
kg_status kg__tour_improve(uint32_t *tour, const kg__network *network, const uint32_t *near,
    uint32_t width, kg__tour_effort *effort);
/* Exchanges of neighbouring stretches. near: edges to, back: edges from. */
kg_status kg__tour_improve_directed(uint32_t *tour, const kg__network *network,
    const uint32_t *near, const uint32_t *back, uint32_t width, kg__tour_effort *effort);

/* The sum of the weights; the two edges at the joint do not count. */
int64_t kg__tour_weight(const kg__network *network, const uint32_t *tour);

/* bound: [out] no tour weighs less. near: [n][width], should list most edges of a good tour.
 * weight: of a known tour, at which the search may end. Patience ends the search early, but not
 * before there is a bound. The lighter direction of an edge counts. n > 2. */
kg_status kg__tour_bound(int64_t *bound, kg__network *network, const uint32_t *near, uint32_t width,
    int64_t weight, const kg__patience *patience);
/* The same by the assignment problem; there is a bound at any time. For matrices. */
kg_status kg__assignment_bound(
    int64_t *bound, const kg__network *network, const kg__patience *patience);

/* A lightest tree through all cities, for weights times `unit` plus the prices of both ends. edge:
 * [out] [n - 1][2]. hint: [in, out] [n] from an earlier call for the same network, at first any
 * nodes or NONE; the tree depends on it if sums are equal. */
kg_status kg__spanning_tree(
    uint32_t (*edge)[2], kg__network *network, int64_t unit, const int64_t *price, uint32_t *hint);

/* An edge between two cities. Each is listed once. */
typedef struct kg__way {
    int64_t weight; /* of the lighter direction, times the unit */
    uint32_t a, b;
} kg__way;

/* An edge during kg__listed_tree(). */
typedef struct kg__listed_way {
    int64_t sum;
    uint32_t a, b; /* the parts that it connects */
    uint64_t index;
} kg__listed_way;

/* A lightest tree that uses only listed edges, which must connect all cities. way: [count]. tree:
 * [out] [n - 1] the indices of its edges. left: [count], part: [n], best: [n] are overwritten. */
void kg__listed_tree(uint64_t *tree, const kg__way *way, uint64_t count, const int64_t *price,
    uint32_t n, kg__listed_way *left, uint32_t *part, uint64_t *best);

#endif
