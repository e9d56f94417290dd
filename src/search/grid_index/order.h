/* The order in which corners become hubs. */
#ifndef KG_GRID_ORDER_H
#define KG_GRID_ORDER_H

#include "tree.h"

/* A corner in the tree of shortest paths from one cell. The nodes of a tree are in preorder. */
typedef struct kg__order_node {
    uint32_t corner;
    uint32_t parent; /* a node, or KG__NO_CELL */
    uint32_t nodes;  /* in its subtree, itself included */
    uint32_t next;   /* the next node of the same corner, or KG__NO_CELL */
    uint64_t weight; /* of the corners that the tree's paths reach through it; 0 once it was
                        removed */
} kg__order_node;

typedef struct kg__hub_rank {
    uint64_t score;
    uint32_t corner;
} kg__hub_rank;

typedef struct kg__hub_order {
    kg__hubs *hubs;
    uint64_t *weight_of;  /* [corners] of each corner */
    uint64_t whole;       /* the sum of them */
    uint64_t sampled;     /* cells that were the root of a tree so far, as a counter for chance */
    kg__order_node *node; /* [nodes] all trees of this round */
    uint64_t nodes, node_room;
    uint32_t *first;    /* [corners] a node of each corner, or KG__NO_CELL */
    uint64_t *score;    /* [corners] the sum of the weights of its nodes */
    uint64_t weight;    /* the sum of the weights of all roots */
    kg__hub_rank *heap; /* [corners] */
} kg__hub_order;

/* Free with kg__order_free(), also after a failure. KG_MEMORY. */
kg_status kg__order_make(kg__hub_order *order, kg__hubs *hubs);
void kg__order_free(kg__hub_order *order);

/*
 * Chooses the next hubs, at least one unless all corners are hubs.
 *
 * tree     [in] [threads]
 * KG_MEMORY; KG_CANCELLED; KG_UNSUPPORTED (too many steps).
 */
kg_status kg__order_choose(kg__hub_order *order, kg__tree *tree, int threads);

#endif
