/*
 * Distances on the CPU: the choice of a queue.
 *
 * A bucket queue if it suits the lengths, as it nearly always does; a radix heap otherwise, and if
 * the bucket queue gave up. Both end with the same distances.
 *
 * A search that ends early keeps a list of the vertices that it reaches, unless they are a large
 * part of all. It then costs no more than the edges that it looks at. Only the first such search of
 * a graph also makes the arrays. The check of such a list needs the rows that paths follow, so
 * there is no list if these are not the graph's own rows.
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

/* Resets the distances. If the search ends early, resets the tree too; otherwise the tree's stage
 * does so. */
static void make_clean(kg__paths_work *w, bool ends_early)
{
    const uint64_t n = w->graph->n;

    KG_PARALLEL_FOR(kg__threads(w->ctx, n, GRAIN))
    for (uint64_t v = 0; v < n; v++) {
        w->distance[v] = INFINITY;
        if (ends_early) {
            w->entry[v] = KG_NO_EDGE;
            w->parent[v] = KG_NO_VERTEX;
        }
    }
}

static kg_status begin(kg__paths_work *w)
{
    const bool ends_early = w->along == w->graph && (w->goals || w->limit < INFINITY);
    kg_status status = KG_OK;

    if (!ends_early || !w->is_clean)
        make_clean(w, ends_early);
    w->reached->all = !ends_early;
    w->reached->count = 0;
    for (uint64_t i = 0; i < w->sources; i++) {
        w->distance[w->source[i]] = 0;
        KG_TRY(kg__paths_note(w, w->source[i]));
    }
out:
    return status;
}

/* Marks vertices beyond the radius as unreached. */
static void trim(kg__paths_work *w, double radius)
{
    kg__reached *r = w->reached;
    const uint64_t count = kg__reached_count(r, w->graph->n);

    KG_PARALLEL_FOR(kg__threads(w->ctx, count, GRAIN))
    for (uint64_t i = 0; i < count; i++)
        if (w->distance[kg__reached_at(r, i)] > radius)
            w->distance[kg__reached_at(r, i)] = INFINITY;
    if (r->all)
        return;
    r->count = 0;
    for (uint64_t i = 0; i < count; i++)
        if (w->distance[r->vertex[i]] < INFINITY)
            r->vertex[r->count++] = r->vertex[i];
}

kg_status kg__paths_search_cpu(kg__paths_work *w)
{
    bool done;
    kg_status status;

    kg__stage(w->ctx, "search");
    KG_TRY(begin(w));
    KG_TRY(kg__paths_buckets(w, &done));
    if (!done) {
        w->is_clean = false;
        KG_TRY(begin(w));
        KG_TRY(kg__paths_heap(w));
    }
    trim(w, kg__paths_radius(w));
out:
    return status;
}

void kg__paths_finish_cpu(kg__paths_work *w)
{
    (void)w;
}
