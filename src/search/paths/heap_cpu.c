/*
 * Distances on the CPU by a radix heap: for lengths of any kind.
 *
 * In:  the rows and lengths of a graph; distance[n], 0 at sources and else INFINITY.
 * Out: distance[n], final up to the limit, or to the farthest goal.
 * Method: Dijkstra's algorithm. The queue is a radix heap on the bits of the distances
 *     (radix_heap.h). An entry whose vertex has come nearer since stays in the heap and is skipped.
 * Work: O(m + n log C), where C is the largest distance divided by the smallest: each entry moves
 *     at most 64 times. 16 bytes an entry, at most m entries. Serial.
 */
#include "radix_heap.h"
#include "search_cpu.h"

enum { TICK = 1 << 18 };

static kg_status look_at_row(kg__paths_work *w, kg__radix_heap *h, kg_vertex u)
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
            KG_TRY(kg__radix_push(w->ctx, h, (kg__radix_entry){kg__bits_of(there), v, 0}));
        }
    }
out:
    return status;
}

kg_status kg__paths_heap(kg__paths_work *w)
{
    kg__radix_heap h = {.last = 0};
    uint64_t reached = 0, taken = 0;
    bool any;
    kg_status status = KG_OK;

    for (uint64_t i = 0; i < w->sources; i++)
        KG_TRY(kg__radix_push(w->ctx, &h, (kg__radix_entry){0, w->source[i], 0}));
    for (;;) {
        KG_TRY(kg__radix_refill(w->ctx, &h, &any));
        while (reached < w->goals && kg__bits_of(w->distance[w->goal[reached]]) < h.last)
            reached++;
        if (!any || (w->goals && reached == w->goals))
            break;
        while (h.count[0]) {
            const kg__radix_entry e = h.entry[0][--h.count[0]];

            if (kg__bits_of(w->distance[e.vertex]) == e.key)
                KG_TRY(look_at_row(w, &h, e.vertex));
            if (++taken % TICK == 0)
                KG_TRY(kg__progress(w->ctx, "searching", taken, 0));
        }
    }
out:
    kg__radix_release(w->ctx, &h);
    return status;
}
