/*
 * Landmarks, each as far as possible from those before.
 *
 * In:  a graph, its lengths.
 * Out: the distance of each vertex from each landmark, and in a directed graph also to it.
 * Method: the first landmark is the vertex farthest from the vertex with the longest row. Each
 *     other one is the vertex farthest from the landmarks before. Once all vertices that these
 *     reach are at a distance of 0, it is the vertex with the longest row among those that they do
 *     not reach.
 * Work: one search to all vertices per landmark, two in a directed graph.
 */
#include "../paths/distances.h"
#include "guide.h"
#include <math.h>

/* The vertex with the longest row among those that no landmark reaches, or among all if near is
 * NULL. The first one wins ties. */
static kg_vertex widest_of(const kg_graph *graph, const double *near)
{
    kg_vertex widest = KG_NO_VERTEX;
    uint64_t most = 0;

    for (kg_vertex v = 0; v < graph->n; v++) {
        const uint64_t entries = graph->row[(uint64_t)v + 1] - graph->row[v];

        if ((!near || near[v] == INFINITY) && (widest == KG_NO_VERTEX || entries > most)) {
            widest = v;
            most = entries;
        }
    }
    return widest;
}

/* The first of the farthest vertices. If all reached vertices lie at 0, it is the unreached vertex
 * with the longest row; KG_NO_VERTEX if all are reached. */
static kg_vertex farthest_of(const kg_graph *graph, const double *length)
{
    kg_vertex farthest = KG_NO_VERTEX;
    double far = 0;

    for (kg_vertex v = 0; v < graph->n; v++)
        if (length[v] < INFINITY && length[v] > far) {
            farthest = v;
            far = length[v];
        }
    return farthest != KG_NO_VERTEX ? farthest : widest_of(graph, length);
}

static kg_status search(const kg_guide *guide, kg_vertex from, bool towards, kg_distances **found)
{
    const kg_distances_options options = {
        .unit = guide->unit_lengths, .towards = towards, .skip_verify = 1};

    return kg_graph_distances(found, guide->graph, &from, 1, &options);
}

/* Stores distances as mark number `at` of each vertex. Sums of decimals are rounded; rounding to
 * the nearest whole number undoes this, except for sums of very many edges. */
static kg_status put_marks(kg_guide *guide, const double *length, unsigned at)
{
    for (uint64_t v = 0; v < guide->graph->n; v++) {
        const double units = kg__guide_units(guide, length[v]);

        if (units < KG__GA_TOO_FAR && fabs(length[v] * guide->tenths / guide->unit - units) > 0.25)
            return kg__fail(guide->ctx, KG_UNSUPPORTED,
                "a way to vertex %llu is %.17g long: too many decimals to add them up for "
                "landmarks",
                (unsigned long long)v, length[v]);
        guide->mark[v * guide->marks + at] = length[v] == INFINITY    ? KG__GA_NEVER
                                             : units < KG__GA_TOO_FAR ? (uint32_t)units
                                                                      : KG__GA_TOO_FAR;
    }
    return KG_OK;
}

/* Adds a landmark. near: [n] the distance from the nearest landmark. */
static kg_status add(kg_guide *guide, kg_vertex landmark, double *near)
{
    const bool directed = !guide->graph->half;
    kg_distances *found = NULL;
    kg_status status = KG_OK;

    for (int to = 0; to <= directed; to++) {
        const double *length;

        kg_distances_destroy(found);
        KG_TRY(search(guide, landmark, to, &found));
        length = kg_distances_lengths(found);
        KG_TRY(put_marks(guide, length, guide->landmarks + (to ? guide->marks / 2 : 0)));
        for (uint64_t v = 0; v < guide->graph->n && !to; v++)
            near[v] = length[v] < near[v] ? length[v] : near[v];
    }
    guide->landmark[guide->landmarks++] = landmark;
out:
    kg_distances_destroy(found);
    return status;
}

kg_status kg__guide_choose(kg_guide *guide, unsigned landmarks)
{
    const kg_graph *graph = guide->graph;
    const uint64_t n = graph->n;
    kg_distances *first = NULL;
    double *near = NULL;
    kg_vertex next;
    kg_status status;

    guide->marks = graph->half ? landmarks : 2 * landmarks;
    KG_TRY(kg__host_allocate(
        guide->ctx, &guide->mark, n * guide->marks, sizeof *guide->mark, "landmarks"));
    for (uint64_t i = 0; i < n * guide->marks; i++)
        guide->mark[i] = KG__GA_NEVER;
    KG_TRY(kg__host_allocate(guide->ctx, &near, n, sizeof *near, "landmarks"));
    for (uint64_t v = 0; v < n; v++)
        near[v] = INFINITY;
    next = widest_of(graph, NULL);
    KG_TRY(search(guide, next, false, &first));
    next = farthest_of(graph, kg_distances_lengths(first));
    if (kg_distances_reached(first) == 1) /* no edge leads away from it */
        next = widest_of(graph, NULL);
    while (guide->landmarks < landmarks && next != KG_NO_VERTEX) {
        KG_TRY(add(guide, next, near));
        KG_TRY(kg__progress(guide->ctx, "landmarks", guide->landmarks, landmarks));
        next = farthest_of(graph, near);
    }
out:
    kg_distances_destroy(first);
    kg__free(guide->ctx, near);
    return status;
}
