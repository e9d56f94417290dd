/*
 * Distances on the CPU: the choice of a queue.
 *
 * A bucket queue where it suits the lengths, which is nearly always; a radix heap else, and where
 * the other gave up. Both end with the same distances.
 */
#include "search_cpu.h"

enum { GRAIN = 1 << 18 };

double kg__paths_radius(const kg__paths_work *w)
{
    double radius = 0;

    for (uint64_t i = 0; i < w->goals; i++)
        if (w->distance[w->goal[i]] > radius)
            radius = w->distance[w->goal[i]];
    return w->goals && radius < w->limit ? radius : w->limit;
}

static void begin(kg__paths_work *w, int threads)
{
    const uint64_t n = w->graph->n;

    (void)threads;
#pragma omp parallel for num_threads(threads)
    for (uint64_t v = 0; v < n; v++)
        w->distance[v] = INFINITY;
    for (uint64_t i = 0; i < w->sources; i++)
        w->distance[w->source[i]] = 0;
}

kg_status kg__paths_search_cpu(kg__paths_work *w)
{
    const uint64_t n = w->graph->n;
    const int threads = kg__threads(w->ctx, n, GRAIN);
    double radius;
    bool done;
    kg_status status;

    kg__stage(w->ctx, "search");
    begin(w, threads);
    KG_TRY(kg__paths_buckets(w, &done));
    if (!done) {
        begin(w, threads);
        KG_TRY(kg__paths_heap(w));
    }
    radius = kg__paths_radius(w);
#pragma omp parallel for num_threads(threads)
    for (uint64_t v = 0; v < n; v++)
        if (w->distance[v] > radius)
            w->distance[v] = INFINITY;
out:
    return status;
}

void kg__paths_finish_cpu(kg__paths_work *w)
{
    (void)w;
}
