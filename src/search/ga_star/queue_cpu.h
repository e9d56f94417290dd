/*
 * A thread's queue of states by f, on the CPU: a bucket for each small f, last in first out, and a
 * binary heap for larger f. If f is equal in the heap, the larger g comes first.
 */
#ifndef KG_GA_QUEUE_CPU_H
#define KG_GA_QUEUE_CPU_H

#include "ga_star_ops.h"

enum { KG__GA_BUCKETS = 512 };

/* An array of entries that grows by doubling. */
typedef struct kg__ga_pile {
    kg__ga_entry *entry; /* [room] */
    uint64_t count, room;
} kg__ga_pile;

typedef struct kg__ga_queue {
    kg__ga_pile bucket[KG__GA_BUCKETS];
    uint32_t low;     /* all buckets below are empty */
    kg__ga_pile heap; /* entries from f KG__GA_BUCKETS on */
    uint64_t count;
} kg__ga_queue;

/* Appends an entry. Any thread may call it with a pile of its own. KG_MEMORY. */
static inline kg_status kg__ga_add(kg_context *ctx, kg__ga_pile *pile, kg__ga_entry entry)
{
    kg_status status = KG_OK;

    if (pile->count == pile->room)
        KG_TRY(kg__host_grow(
            ctx, &pile->entry, &pile->room, pile->count + 1, sizeof entry, "a queue"));
    pile->entry[pile->count++] = entry;
out:
    return status;
}

kg_status kg__ga_push(kg_context *ctx, kg__ga_queue *queue, kg__ga_entry entry);

/* The least f, or KG__GA_NO_QUEUE. */
uint32_t kg__ga_least(kg__ga_queue *queue);

/* Removes and returns an entry of the least f. The queue must not be empty. */
kg__ga_entry kg__ga_pop(kg__ga_queue *queue);

/* The piles of a queue, for loops over all of its entries: the heap and the buckets. */
static inline const kg__ga_pile *kg__ga_pile_of(const kg__ga_queue *queue, unsigned i)
{
    return i < KG__GA_BUCKETS ? &queue->bucket[i] : &queue->heap;
}

/* The number of bytes that a queue holds. */
uint64_t kg__ga_queue_bytes(const kg__ga_queue *queue);
void kg__ga_queue_free(kg_context *ctx, kg__ga_queue *queue);

#endif
