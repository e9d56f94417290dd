/* A queue of nodes that contains each node at most once: the nodes at which a tour may still be
 * improved. */
#ifndef KG_NODE_QUEUE_H
#define KG_NODE_QUEUE_H

#include <stdint.h>

typedef struct kg__node_queue {
    uint32_t *ring;  /* [size] */
    uint8_t *waits;  /* [size] whether a node is in the queue */
    uint32_t size;   /* number of all nodes */
    uint32_t first;  /* where the ring begins */
    uint32_t length; /* number of nodes in it */
} kg__node_queue;

static inline void kg__node_queue_add(kg__node_queue *q, uint32_t node)
{
    const uint64_t at = (uint64_t)q->first + q->length;

    if (q->waits[node])
        return;
    q->waits[node] = 1;
    q->ring[at < q->size ? at : at - q->size] = node;
    q->length++;
}

/* Removes and returns the first node. The queue must not be empty. */
static inline uint32_t kg__node_queue_take(kg__node_queue *q)
{
    const uint32_t node = q->ring[q->first];

    q->first = q->first + 1 < q->size ? q->first + 1 : 0;
    q->length--;
    q->waits[node] = 0;
    return node;
}

#endif
