#include "queue_cpu.h"

static bool comes_first(kg__ga_entry a, kg__ga_entry b)
{
    return a.f != b.f ? a.f < b.f : a.g > b.g;
}

kg_status kg__ga_push(kg_context *ctx, kg__ga_queue *queue, kg__ga_entry entry)
{
    kg__ga_pile *heap = &queue->heap;
    uint64_t at = heap->count;
    kg_status status;

    if (entry.f < KG__GA_BUCKETS) {
        KG_TRY(kg__ga_add(ctx, &queue->bucket[entry.f], entry));
        queue->low = entry.f < queue->low ? entry.f : queue->low;
    } else {
        KG_TRY(kg__ga_add(ctx, heap, entry));
        for (; at > 0 && comes_first(entry, heap->entry[(at - 1) / 2]); at = (at - 1) / 2)
            heap->entry[at] = heap->entry[(at - 1) / 2];
        heap->entry[at] = entry;
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

/* Takes the heap's first entry: the last one sinks from its place. */
static kg__ga_entry pop_heap(kg__ga_pile *heap)
{
    const kg__ga_entry first = heap->entry[0], last = heap->entry[--heap->count];
    uint64_t at = 0;

    for (uint64_t child; (child = 2 * at + 1) < heap->count; at = child) {
        if (child + 1 < heap->count && comes_first(heap->entry[child + 1], heap->entry[child]))
            child++;
        if (!comes_first(heap->entry[child], last))
            break;
        heap->entry[at] = heap->entry[child];
    }
    heap->entry[at] = last;
    return first;
}

kg__ga_entry kg__ga_pop(kg__ga_queue *queue)
{
    const uint32_t least = kg__ga_least(queue);
    kg__ga_pile *bucket = &queue->bucket[least < KG__GA_BUCKETS ? least : 0];

    queue->count--;
    return least < KG__GA_BUCKETS ? bucket->entry[--bucket->count] : pop_heap(&queue->heap);
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
