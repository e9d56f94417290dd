/*
 * Distances on the CPU by a radix heap: for lengths of any kind.
 *
 * In:  the rows and lengths of a graph; distance[n], 0 at sources and else INFINITY.
 * Out: distance[n], final up to the limit, or to the farthest goal.
 * Method: Dijkstra's algorithm. The queue is a radix heap on the bits of the distances, which sort
 *     as integers like the distances. The keys that are taken out never decrease. An entry
 *     therefore lies in the bucket of the highest bit in which it differs from the last key taken,
 *     and moves only to lower buckets.
 * Work: O(m + n log C), where C is the largest distance divided by the smallest: each entry moves
 *     at most 64 times. 16 bytes an entry, at most m entries. Serial.
 *
 * Ahuja, Mehlhorn, Orlin, Tarjan, "Faster algorithms for the shortest path problem", JACM 37
 * (1990). An entry whose vertex has come nearer since stays in the heap and is skipped.
 */
#include "search_cpu.h"

enum { BUCKETS = 65, TICK = 1 << 18 };

typedef struct heap_entry {
    uint64_t key;
    kg_vertex vertex;
} heap_entry;

typedef struct heap {
    heap_entry *entry[BUCKETS];
    uint64_t count[BUCKETS], room[BUCKETS];
    uint64_t last;
} heap;

static int bucket_of(const heap *h, uint64_t key)
{
    return key == h->last ? 0 : 64 - __builtin_clzll(key ^ h->last);
}

static kg_status push(kg_context *ctx, heap *h, uint64_t key, kg_vertex vertex)
{
    const int b = bucket_of(h, key);
    kg_status status = KG_OK;

    if (h->count[b] == h->room[b])
        KG_TRY(kg__host_grow(ctx, &h->entry[b], &h->room[b], h->count[b] + 1, sizeof(heap_entry),
            "a queue of vertices"));
    h->entry[b][h->count[b]++] = (heap_entry){key, vertex};
out:
    return status;
}

/* Brings the least entries to bucket 0. *any: [out] whether the heap has entries. */
static kg_status refill(kg_context *ctx, heap *h, bool *any)
{
    int b = 0;
    uint64_t least;
    kg_status status = KG_OK;

    while (b < BUCKETS && !h->count[b])
        b++;
    *any = b < BUCKETS;
    if (b == 0 || b == BUCKETS)
        return KG_OK;
    least = h->entry[b][0].key;
    for (uint64_t i = 1; i < h->count[b]; i++)
        if (h->entry[b][i].key < least)
            least = h->entry[b][i].key;
    h->last = least;
    for (uint64_t i = 0; i < h->count[b]; i++)
        KG_TRY(push(ctx, h, h->entry[b][i].key, h->entry[b][i].vertex));
    h->count[b] = 0;
out:
    return status;
}

static kg_status look_at_row(kg__paths_work *w, heap *h, kg_vertex u)
{
    const kg_graph *graph = w->along;
    const double here = w->distance[u];
    kg_status status = KG_OK;

    for (uint64_t i = graph->row[u], end = graph->row[(uint64_t)u + 1]; i < end; i++) {
        const kg_vertex v = graph->col[i];
        const double there = here + kg__length(w->along_lengths, i);

        if (there < w->distance[v] && there <= w->limit) {
            if (w->distance[v] == INFINITY)
                KG_TRY(kg__paths_note(w, v));
            w->distance[v] = there;
            KG_TRY(push(w->ctx, h, kg__bits_of(there), v));
        }
    }
out:
    return status;
}

kg_status kg__paths_heap(kg__paths_work *w)
{
    heap h = {.last = 0};
    uint64_t reached = 0, taken = 0;
    bool any;
    kg_status status = KG_OK;

    for (uint64_t i = 0; i < w->sources; i++)
        KG_TRY(push(w->ctx, &h, 0, w->source[i]));
    for (;;) {
        KG_TRY(refill(w->ctx, &h, &any));
        while (reached < w->goals && kg__bits_of(w->distance[w->goal[reached]]) < h.last)
            reached++;
        if (!any || (w->goals && reached == w->goals))
            break;
        while (h.count[0]) {
            const heap_entry e = h.entry[0][--h.count[0]];

            if (kg__bits_of(w->distance[e.vertex]) == e.key)
                KG_TRY(look_at_row(w, &h, e.vertex));
            if (++taken % TICK == 0)
                KG_TRY(kg__progress(w->ctx, "searching", taken, 0));
        }
    }
out:
    for (int b = 0; b < BUCKETS; b++)
        kg__free(w->ctx, h.entry[b]);
    return status;
}
