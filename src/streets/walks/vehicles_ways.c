/*
 * Shortest paths along streets: from each crossing, or from or to a single one.
 *
 * Method: Dijkstra's algorithm with a binary heap (E. W. Dijkstra, Numerische Mathematik 1, 1959).
 * Work: O(streets log streets) for each crossing. Memory: 12 bytes a pair of crossings.
 */
#include "../../base/heap.h"
#include "vehicles.h"
#include <math.h>

typedef struct reached {
    double distance;
    kg_vertex at;
} reached;

static bool comes_before(reached a, reached b)
{
    return a.distance != b.distance ? a.distance < b.distance : a.at < b.at;
}

/* Lists the half-streets at each crossing that may be walked from there; backwards: to there. */
static kg_status list_halves(kg__street_ways *w, bool backwards)
{
    const kg_streets *s = w->streets;
    const uint64_t n = s->map.crossings, halves = 2 * s->map.streets;
    kg_status status;

    KG_TRY(kg__host_allocate(s->ctx, &w->row, n + 2, sizeof *w->row, "ways along streets"));
    KG_TRY(kg__host_allocate(s->ctx, &w->half, halves, sizeof *w->half, "ways along streets"));
    for (uint64_t v = 0; v < n + 2; v++)
        w->row[v] = 0;
    for (uint64_t h = 0; h < halves; h++)
        w->row[s->end[h] + 2] += !s->one_way[h / 2] || (h & 1) == backwards;
    for (uint64_t v = 0; v < n; v++)
        w->row[v + 2] += w->row[v + 1];
    for (uint64_t h = 0; h < halves; h++) /* row[v + 1]: the next of v */
        if (!s->one_way[h / 2] || (h & 1) == backwards)
            w->half[w->row[s->end[h] + 1]++] = h;
out:
    return status;
}

/* heap: [2 * streets + 1] */
static void find_ways(const kg__street_ways *w, kg_vertex from, bool backwards, double *distance,
    kg_edge *by, reached *heap)
{
    const kg_streets *s = w->streets;
    uint64_t count = 1;

    for (uint64_t v = 0; v < s->map.crossings; v++) {
        distance[v] = INFINITY;
        by[v] = KG_NO_EDGE;
    }
    distance[from] = 0;
    heap[0] = (reached){0, from};
    while (count) {
        const reached now = heap[0], last = heap[--count];

        KG__HEAP_SINK(heap, count, 0, last, comes_before);
        if (now.distance > distance[now.at])
            continue;
        for (uint64_t i = w->row[now.at]; i < w->row[now.at + 1]; i++) {
            const uint64_t h = w->half[i];
            const kg_vertex v = s->end[h ^ 1];
            const reached next = {
                now.distance + kg__length(s, h / 2, (unsigned)(h & 1) ^ backwards), v};

            if (next.distance >= distance[v])
                continue;
            distance[v] = next.distance;
            by[v] = (kg_edge)(h ^ backwards);
            KG__HEAP_ADD(heap, count, next, comes_before);
            count++;
        }
    }
}

kg_status kg__street_ways_create(
    kg__street_ways *w, const kg_streets *s, bool all, kg_vertex one, bool backwards)
{
    const uint64_t n = s->map.crossings;
    reached *heap = NULL;
    kg_status status;

    *w = (kg__street_ways){.streets = s, .rows = all ? n : 1};
    KG_TRY(list_halves(w, backwards));
    KG_TRY(kg__host_allocate(
        s->ctx, &heap, 2 * s->map.streets + 1, sizeof *heap, "ways along streets"));
    KG_TRY(kg__host_allocate(
        s->ctx, &w->distance, w->rows * n, sizeof *w->distance, "ways along streets"));
    KG_TRY(kg__host_allocate(s->ctx, &w->by, w->rows * n, sizeof *w->by, "ways along streets"));
    for (uint64_t v = 0; v < w->rows; v++) {
        KG_TRY(kg__cancelled(s->ctx));
        find_ways(w, all ? (kg_vertex)v : one, backwards, w->distance + v * n, w->by + v * n, heap);
    }
out:
    kg__free(s->ctx, heap);
    return status;
}

void kg__street_ways_destroy(kg__street_ways *w, kg_context *ctx)
{
    kg__free_all(ctx, w->row, w->half, w->distance, w->by);
}
