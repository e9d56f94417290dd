/*
 * Shortest paths along streets, from or to a crossing.
 *
 * Method: Dijkstra's algorithm with a binary heap (E. W. Dijkstra, Numerische Mathematik 1, 1959).
 * Work: O(streets log streets) for each crossing. Memory: 28 bytes a crossing and 48 a street.
 */
#include "../../base/heap.h"
#include "vehicles.h"
#include <math.h>

static bool comes_before(kg__street_reached a, kg__street_reached b)
{
    return a.distance != b.distance ? a.distance < b.distance : a.at < b.at;
}

/* Whether paths may leave a crossing by a half-street. */
static bool is_open(const kg_streets *s, uint64_t half, kg__street_way way)
{
    return !s->one_way[half / 2] || way == KG__WAYS_EITHER || (half & 1) == (way == KG__WAYS_HOME);
}

/* Lists the half-streets at each crossing that paths may use. */
static kg_status list_halves(kg__street_ways *w)
{
    const kg_streets *s = w->streets;
    const uint64_t n = s->map.crossings, halves = 2 * s->map.streets;
    kg_status status;

    KG_TRY(kg__host_allocate(s->ctx, &w->row, n + 2, sizeof *w->row, "ways along streets"));
    KG_TRY(kg__host_allocate(s->ctx, &w->half, halves, sizeof *w->half, "ways along streets"));
    for (uint64_t v = 0; v < n + 2; v++)
        w->row[v] = 0;
    for (uint64_t h = 0; h < halves; h++)
        w->row[s->end[h] + 2] += is_open(s, h, w->way);
    for (uint64_t v = 0; v < n; v++)
        w->row[v + 2] += w->row[v + 1];
    for (uint64_t h = 0; h < halves; h++) /* row[v + 1]: the next of v */
        if (is_open(s, h, w->way))
            w->half[w->row[s->end[h] + 1]++] = h;
out:
    return status;
}

void kg__street_ways_find(kg__street_ways *w, kg_vertex from, kg_vertex to)
{
    const kg_streets *s = w->streets;
    const unsigned backwards = w->way == KG__WAYS_HOME;
    kg__street_reached *heap = w->heap;
    double *distance = w->distance;
    uint64_t count = 1;

    for (uint64_t v = 0; v < s->map.crossings; v++) {
        distance[v] = INFINITY;
        w->by[v] = KG_NO_EDGE;
    }
    distance[from] = 0;
    heap[0] = (kg__street_reached){0, from};
    while (count) {
        const kg__street_reached now = heap[0], last = heap[--count];

        KG__HEAP_SINK(heap, count, 0, last, comes_before);
        if (now.at == to)
            break;
        if (now.distance > distance[now.at])
            continue;
        for (uint64_t i = w->row[now.at]; i < w->row[now.at + 1]; i++) {
            const uint64_t h = w->half[i];
            const kg_vertex v = s->end[h ^ 1];
            const double length = w->way == KG__WAYS_EITHER
                                      ? kg__least_length(s, h / 2)
                                      : kg__length(s, h / 2, (unsigned)(h & 1) ^ backwards);
            const kg__street_reached next = {now.distance + length, v};

            if (next.distance >= distance[v])
                continue;
            distance[v] = next.distance;
            w->by[v] = (kg_edge)(h ^ backwards);
            KG__HEAP_ADD(heap, count, next, comes_before);
            count++;
        }
    }
}

kg_status kg__street_ways_create(kg__street_ways *w, const kg_streets *s, kg__street_way way)
{
    const uint64_t n = s->map.crossings;
    kg_status status;

    *w = (kg__street_ways){.streets = s, .way = way};
    KG_TRY(list_halves(w));
    KG_TRY(kg__host_allocate(
        s->ctx, &w->heap, 2 * s->map.streets + 1, sizeof *w->heap, "ways along streets"));
    KG_TRY(kg__host_allocate(s->ctx, &w->distance, n, sizeof *w->distance, "ways along streets"));
    KG_TRY(kg__host_allocate(s->ctx, &w->by, n, sizeof *w->by, "ways along streets"));
out:
    return status;
}

void kg__street_ways_destroy(kg__street_ways *w, kg_context *ctx)
{
    kg__free_all(ctx, w->row, w->half, w->distance, w->by, w->heap);
}
