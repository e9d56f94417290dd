/*
 * The tree of shortest paths on the CPU.
 *
 * In:  distance[n], and the rows and lengths of the graph.
 * Out: entry[n], parent[n]: see paths_ops.h.
 * Method: if the edges into a vertex are in its own row, the first one that fits is the smallest.
 *     Otherwise all edges are offered to the vertices that they lead to.
 * Work: O(n + m), once or, with several threads in a directed graph, twice. If there is a list of
 *     reached vertices, O(their rows).
 */
#include "paths_ops.h"

enum { GRAIN = 1 << 15 };

/* Returns whether entry i completes a shortest path from a vertex of distance `near` to one of
 * distance `far`. */
static inline bool fits(const kg__lengths *lengths, double near, double far, uint64_t i)
{
    return near < far && near + kg__length(lengths, i) == far;
}

static void pull(kg__paths_work *w, uint64_t count, int threads)
{
    const kg_graph *graph = w->graph;

    KG_PARALLEL_FOR(threads, schedule(dynamic, 4096))
    for (uint64_t k = 0; k < count; k++) {
        const uint64_t v = kg__reached_at(w->reached, k);
        const double far = w->distance[v];

        for (uint64_t i = graph->row[v], end = graph->row[v + 1]; i < end && far < INFINITY; i++)
            if (fits(w->lengths, w->distance[graph->col[i]], far, i)) {
                w->entry[v] = (kg_edge)i;
                w->parent[v] = graph->col[i];
                break;
            }
    }
}

static void push_alone(kg__paths_work *w, uint64_t count)
{
    const kg_graph *graph = w->graph;

    for (uint64_t k = 0; k < count; k++) {
        const uint64_t u = kg__reached_at(w->reached, k);
        const double near = w->distance[u];

        for (uint64_t i = graph->row[u], end = graph->row[u + 1]; i < end && near < INFINITY; i++) {
            const kg_vertex v = graph->col[i];

            if (fits(w->lengths, near, w->distance[v], i) && i < w->entry[v]) {
                w->entry[v] = (kg_edge)i;
                w->parent[v] = (kg_vertex)u;
            }
        }
    }
}

static void offer(kg_edge *entry, kg_edge i)
{
    kg_edge was = __atomic_load_n(entry, __ATOMIC_RELAXED);

    while (i < was)
        if (__atomic_compare_exchange_n(entry, &was, i, false, __ATOMIC_RELAXED, __ATOMIC_RELAXED))
            return;
}

static void push_together(kg__paths_work *w, uint64_t count, int threads)
{
    const kg_graph *graph = w->graph;

    KG_PARALLEL_FOR(threads, schedule(dynamic, 4096))
    for (uint64_t k = 0; k < count; k++) {
        const uint64_t u = kg__reached_at(w->reached, k);

        for (uint64_t i = graph->row[u]; i < graph->row[u + 1] && w->distance[u] < INFINITY; i++)
            if (fits(w->lengths, w->distance[u], w->distance[graph->col[i]], i))
                offer(&w->entry[graph->col[i]], (kg_edge)i);
    }
    KG_PARALLEL_FOR(threads, schedule(dynamic, 4096))
    for (uint64_t k = 0; k < count; k++) {
        const uint64_t u = kg__reached_at(w->reached, k);

        for (uint64_t i = graph->row[u]; i < graph->row[u + 1]; i++)
            if (w->entry[graph->col[i]] == i) /* true on one thread only */
                w->parent[graph->col[i]] = (kg_vertex)u;
    }
}

kg_status kg__paths_tree_cpu(kg__paths_work *w)
{
    const kg_graph *graph = w->graph;
    const uint64_t count = kg__reached_count(w->reached, graph->n);
    const int threads = kg__threads(w->ctx, w->reached->all ? graph->m : count, GRAIN);

    kg__stage(w->ctx, "tree");
    if (w->reached->all) {
        KG_PARALLEL_FOR(threads)
        for (uint64_t v = 0; v < graph->n; v++) {
            w->entry[v] = KG_NO_EDGE;
            w->parent[v] = KG_NO_VERTEX;
        }
    }
    if (w->pull)
        pull(w, count, threads);
    else if (threads == 1)
        push_alone(w, count);
    else
        push_together(w, count, threads);
    return KG_OK;
}
