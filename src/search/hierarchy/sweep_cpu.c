/*
 * The way down a hierarchy on the CPU.
 *
 * In:  places reached by going up; the arcs of all places, level by level.
 * Out: distance[n]: see hierarchy_ops.h.
 * Method: arcs are read once, in sequence. Threads share long levels and wait for each other after
 *     each; one thread does a run of short levels.
 * Work: O(n + arcs). Memory: 8 bytes a vertex.
 */
#include "../paths/search_cpu.h"
#include "hierarchy_ops.h"

enum { LONG = 4096 }; /* least places of a level that threads share */

static void go_down(const kg__sweep *s, double *length, uint64_t first, uint64_t end)
{
    const uint32_t *row = s->h->row[s->side];
    const kg__arc *arc = s->h->arc[s->side];

    for (uint64_t p = first; p < end; p++) {
        double least = length[p];

        for (uint32_t i = row[p]; i < row[p + 1]; i++) {
            const double by = length[arc[i].head] + arc[i].length;

            least = by < least ? by : least;
        }
        length[p] = least;
    }
}

/* One thread's part of all levels. */
static void go_down_all(const kg__sweep *s, double *length)
{
    const kg_vertex *level = s->h->level;
    const uint32_t levels = s->h->levels;

    for (uint32_t k = 1, next; k < levels; k = next) {
        next = k + 1;
        if (level[next] - level[k] >= LONG) {
            const int t = kg__thread_index(), team = kg__thread_count();
            const uint64_t count = level[next] - level[k];

            go_down(s, length, level[k] + kg__part(count, t, team),
                level[k] + kg__part(count, t + 1, team));
        } else {
            while (next < levels && level[next + 1] - level[next] < LONG)
                next++;
            if (kg__thread_index() == 0)
                go_down(s, length, level[k], level[next]);
        }
#pragma omp barrier
    }
}

kg_status kg__hierarchy_sweep_cpu(kg__sweep *s)
{
    kg__paths_work *w = s->w;
    const uint64_t n = w->graph->n;
    const int threads = kg__threads(w->ctx, n, LONG);
    double *length = NULL, radius;
    kg_status status;

    kg__stage(w->ctx, "sweep");
    KG_TRY(kg__host_allocate(w->ctx, &length, n, sizeof *length, "distances"));
    KG_PARALLEL_FOR(threads)
    for (uint64_t p = 0; p < n; p++)
        length[p] = INFINITY;
    for (uint64_t i = 0; i < s->starts; i++)
        length[s->start[i]] = s->length[i];
    KG_PARALLEL(threads)
    go_down_all(s, length);
    KG_PARALLEL_FOR(threads)
    for (uint64_t v = 0; v < n; v++)
        w->distance[v] = length[s->h->place[v]];
    radius = kg__paths_radius(w);
    KG_PARALLEL_FOR(threads)
    for (uint64_t v = 0; v < n; v++)
        if (w->distance[v] > radius)
            w->distance[v] = INFINITY;
out:
    kg__free(w->ctx, length);
    return status;
}
