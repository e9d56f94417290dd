/*
 * An Euler walk of a directed graph, uniformly at random.
 *
 * In:  the graph, any walk of it, and whether its first edge is given.
 * Out: in place of that walk, one drawn uniformly. If the first edge is given: one of all Euler
 *     circuits, each seen as a cycle of edges and written from that edge on. Otherwise: one of all
 *     walks with the same first vertex.
 * Method: exits.h. If the first edge is not given, one more edge from the walk's last vertex to its
 *     first makes a circuit that begins with that edge.
 * Work: as in exits.h. Serial, on the host: each step depends on the one before.
 * Memory: an edge id an edge, three a vertex.
 * Deterministic: a function of the graph, the seed, and the walk's first and last vertex.
 */
#include "../euler_ops.h"
#include "exits.h"

enum { STEPS_AT_ONCE = 1 << 18 }; /* steps between two reports of progress: some milliseconds */

kg_status kg__euler_check_random(const kg_graph *graph, const kg_euler_options *options)
{
    if (!options->random && options->seed)
        return kg__fail(graph->ctx, KG_ARGUMENT, "seed is %llu, but random is not set",
            (unsigned long long)options->seed);
    if (!options->random)
        return KG_OK;
    if (options->kind == KG_EULER_TRAILS)
        return kg__fail(graph->ctx, KG_ARGUMENT, "trails are not drawn at random");
    return kg__need_directed(graph,
        "gets no random walk: no way is known to draw its Euler walks with equal chances in a time "
        "that is a polynomial of its size");
}

/* Lists the exits. A virtual edge, with id m, comes first in the row of its source. NULL: none. */
static void list_exits(
    kg_edge *row, kg_edge *exit, const kg_graph *graph, const kg_vertex *virtual_source)
{
    kg_edge at = 0;

    for (kg_vertex v = 0; v < graph->n; v++) {
        row[v] = at;
        if (virtual_source && v == *virtual_source)
            exit[at++] = graph->m;
        for (kg_edge e = graph->row[v]; e < graph->row[v + 1]; e++)
            exit[at++] = e;
    }
    row[graph->n] = at;
}

static kg_status draw_arborescence(kg__exits *x, const kg_graph *graph, kg_vertex root)
{
    uint64_t told = 0;
    kg_status status = KG_OK;

    kg__exits_begin(x, graph->n, root);
    for (kg_vertex v = 0; v < graph->n; v++) {
        for (kg_vertex u = v; x->left[u] == KG_NO_EDGE;) {
            u = kg__exits_wander(x, graph->col, u, STEPS_AT_ONCE);
            if (x->drawn - told < STEPS_AT_ONCE)
                continue;
            told = x->drawn;
            KG_TRY(kg__progress(graph->ctx, "drawing last exits", v, graph->n));
        }
        kg__exits_join(x, graph->col, v);
    }
out:
    return status;
}

/* at: the first vertex. given: walk[0] stays. */
static kg_status draw_walk(
    kg__exits *x, const kg_graph *graph, kg_edge *walk, kg_vertex at, bool given)
{
    kg_status status = KG_OK;

    for (uint64_t i = 0; i < graph->m; i++) {
        if (i % STEPS_AT_ONCE == 0)
            KG_TRY(kg__progress(graph->ctx, "drawing a walk", i, graph->m));
        if (i > 0 || !given)
            walk[i] = kg__exits_take(x, at);
        at = graph->col[walk[i]];
    }
out:
    return status;
}

/* walk: in host memory. */
static kg_status draw(kg_graph *graph, kg_edge *walk, uint64_t seed, bool given)
{
    kg_context *ctx = graph->ctx;
    const kg_vertex end = graph->col[walk[graph->m - 1]];
    kg__exits x = {.key = kg__random(seed, 0)};
    kg_edge *row = NULL;
    kg_status status;

    KG_TRY(kg__graph_make_sources(graph));
    KG_TRY(kg__host_allocate(ctx, &row, (uint64_t)graph->n + 1, sizeof *row, "rows of exits"));
    KG_TRY(kg__host_allocate(ctx, &x.exit, (uint64_t)graph->m + 1, sizeof *x.exit, "exits"));
    KG_TRY(kg__host_allocate(ctx, &x.left, graph->n, sizeof *x.left, "exits left"));
    KG_TRY(kg__host_allocate(ctx, &x.last, graph->n, sizeof *x.last, "last exits"));
    list_exits(row, x.exit, graph, given ? NULL : &end);
    x.row = row;
    KG_TRY(draw_arborescence(&x, graph, end));
    KG_TRY(draw_walk(&x, graph, walk, graph->src[walk[0]], given));
out:
    kg__free_all(ctx, row, x.exit, x.left, x.last);
    return status;
}

kg_status kg__euler_draw(kg_graph *graph, kg_edge *walk, uint64_t seed, bool given)
{
    kg_context *ctx = graph->ctx;
    const size_t bytes = (size_t)graph->m * sizeof *walk;
    kg_edge *host = NULL;
    kg_status status;

    if (kg__context_backend(ctx) == KG__CPU)
        return draw(graph, walk, seed, given);
    KG_TRY(kg__host_allocate(ctx, &host, graph->m, sizeof *host, "the walk"));
    KG_TRY(kg__memory(ctx)->download(ctx, host, walk, bytes));
    KG_TRY(draw(graph, host, seed, given));
    KG_TRY(kg__memory(ctx)->upload(ctx, walk, host, bytes));
out:
    kg__free(ctx, host);
    return status;
}
