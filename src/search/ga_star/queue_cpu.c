#include "queue_cpu.h"

kg_status kg__ga_push(kg_context *ctx, kg__ga_queue *queue, kg__ga_entry entry)
{
    kg_status status;

    if (entry.f < KG__GA_BUCKETS) {
        KG_TRY(kg__ga_add(ctx, &queue->bucket[entry.f], entry));
        queue->low = entry.f < queue->low ? entry.f : queue->low;
    } else {
        KG_TRY(kg__ga_add(ctx, &queue->heap, entry));
        kg__ga_heap_push(queue->heap.entry, 1, queue->heap.count - 1, entry);
    }
    queue->count++;
out:
    return status;
}

uint32_t kg__ga_least(kg__ga_queue *queue)
{
    while (queue->low < KG__GA_BUCKETS && queue->bucket[queue->low].count == 0)
        queue->low++;
    if (queue->low < KG__GA_BUCKETS)
        return queue->low;
    return queue->heap.count ? queue->heap.entry[0].f : KG__GA_NO_QUEUE;
}

kg__ga_entry kg__ga_pop(kg__ga_queue *queue)
{
    const uint32_t least = kg__ga_least(queue);
    kg__ga_pile *bucket = &queue->bucket[least < KG__GA_BUCKETS ? least : 0];

    queue->count--;
    return least < KG__GA_BUCKETS ? bucket->entry[--bucket->count]
                                  : kg__ga_heap_pop(queue->heap.entry, 1, queue->heap.count--);
}

uint64_t kg__ga_queue_bytes(const kg__ga_queue *queue)
{
    uint64_t room = 0;

    for (unsigned i = 0; i <= KG__GA_BUCKETS; i++)
        room += kg__ga_pile_of(queue, i)->room;
    return room * sizeof(kg__ga_entry);
}

void kg__ga_queue_free(kg_context *ctx, kg__ga_queue *queue)
{
    for (unsigned i = 0; i <= KG__GA_BUCKETS; i++)
        kg__free(ctx, kg__ga_pile_of(queue, i)->entry);
}
