/*
 * Radix heaps: queues whose keys, once taken out, never decrease.
 *
 * Keys are integers, such as the bits of lengths, which sort as the lengths do. An entry lies in
 * the bucket of the highest bit in which its key differs from the last key taken, so in bucket 0 if
 * they are equal. It moves only to lower buckets, at most 64 times. 16 bytes an entry.
 *
 * Ahuja, Mehlhorn, Orlin, Tarjan, "Faster algorithms for the shortest path problem", JACM 37
 * (1990).
 */
#ifndef KG_PATHS_RADIX_HEAP_H
#define KG_PATHS_RADIX_HEAP_H

#include "../../base/base.h"

enum { KG__RADIX_BUCKETS = 65 };

typedef struct kg__radix_entry {
    uint64_t key;
    kg_vertex vertex, source; /* source: what the caller likes */
} kg__radix_entry;

/* All zero: empty. */
typedef struct kg__radix_heap {
    kg__radix_entry *entry[KG__RADIX_BUCKETS];
    uint64_t count[KG__RADIX_BUCKETS], room[KG__RADIX_BUCKETS];
    uint64_t last;
} kg__radix_heap;

/* Adds an entry at the end of its bucket. Its key is at least h->last. */
static inline kg_status kg__radix_push(kg_context *ctx, kg__radix_heap *h, kg__radix_entry e)
{
    const int b = e.key == h->last ? 0 : 64 - __builtin_clzll(e.key ^ h->last);
    kg_status status = KG_OK;

    if (h->count[b] == h->room[b])
        KG_TRY(kg__host_grow(
            ctx, &h->entry[b], &h->room[b], h->count[b] + 1, sizeof e, "a queue of vertices"));
    h->entry[b][h->count[b]++] = e;
out:
    return status;
}

/* Brings the entries of the least key to bucket 0, unless it has some. *any: [out] whether the heap
 * has entries. */
static inline kg_status kg__radix_refill(kg_context *ctx, kg__radix_heap *h, bool *any)
{
    int b = 0;
    uint64_t least;
    kg_status status = KG_OK;

    while (b < KG__RADIX_BUCKETS && !h->count[b])
        b++;
    *any = b < KG__RADIX_BUCKETS;
    if (b == 0 || b == KG__RADIX_BUCKETS)
        return KG_OK;
    least = h->entry[b][0].key;
    for (uint64_t i = 1; i < h->count[b]; i++)
        if (h->entry[b][i].key < least)
            least = h->entry[b][i].key;
    h->last = least;
    for (uint64_t i = 0; i < h->count[b]; i++)
        KG_TRY(kg__radix_push(ctx, h, h->entry[b][i]));
    h->count[b] = 0;
out:
    return status;
}

static inline void kg__radix_release(kg_context *ctx, kg__radix_heap *h)
{
    for (int b = 0; b < KG__RADIX_BUCKETS; b++)
        kg__free(ctx, h->entry[b]);
}

#endif
