/*
 * Parts of a graph: the subgraph that a set of vertices induces, and the vertices near one of them.
 *
 * In:     row[n+1], col[m], or the ends of the edges; the vertices.
 * Out:    a graph of its own, with the names of its vertices; or a list of vertices.
 * Method: a subgraph's vertices are renumbered in their order, and the edges whose ends both have a
 *     number are built again. A neighbourhood is a breadth-first search over the graph, its
 *     reverse, or both.
 * Work:   O(n + m). Memory: a subgraph takes 8 bytes a vertex, 8 or 16 an edge that it keeps, and
 *     the graph's ends; a neighbourhood 1 a vertex, and the reverse graph if it is needed.
 * Serial on the host, except for the build, so it is the same everywhere.
 */
#include "csr.h"
#include <string.h>

enum { TICK = 1 << 18 }; /* edges between two checks whether the caller wants to stop */

/* number: [n] for each vertex in the list its id in the subgraph, otherwise KG_NO_VERTEX. kept: [n]
 * the vertices of the subgraph, increasing. */
static kg_status number_vertices(const kg_graph *graph, const kg_vertex *vertex, uint64_t count,
    kg_vertex *number, kg_vertex *kept, uint64_t *keeps)
{
    for (uint64_t v = 0; v < graph->n; v++)
        number[v] = KG_NO_VERTEX;
    for (uint64_t i = 0; i < count; i++) {
        if (vertex[i] >= graph->n)
            return kg__fail(graph->ctx, KG_ARGUMENT,
                "vertex[%llu] is %u, which is not below the %u vertices", (unsigned long long)i,
                vertex[i], graph->n);
        number[vertex[i]] = 0;
    }
    *keeps = 0;
    for (uint64_t v = 0; v < graph->n; v++)
        if (number[v] == 0) {
            number[v] = (kg_vertex)*keeps;
            kept[(*keeps)++] = (kg_vertex)v;
        }
    return KG_OK;
}

/* Takes the edges between vertices that have a number. *pair, *value: [out] to be freed. */
static kg_status take_edges(const kg_graph *graph, const kg_vertex *number, kg_vertex **pair,
    double **value, uint64_t *edges)
{
    const uint64_t m = kg__edges(graph);
    const kg_vertex *end = graph->end;
    uint64_t count = 0;
    kg_status status;

    for (uint64_t e = 0; e < m; e++)
        count += number[end[2 * e]] != KG_NO_VERTEX && number[end[2 * e + 1]] != KG_NO_VERTEX;
    KG_TRY(kg__host_allocate(graph->ctx, pair, count, 2 * sizeof **pair, "edges of a subgraph"));
    if (graph->value)
        KG_TRY(kg__host_allocate(graph->ctx, value, count, sizeof **value, "values of a subgraph"));
    *edges = 0;
    for (uint64_t e = 0; e < m; e++) {
        const kg_vertex from = number[end[2 * e]], to = number[end[2 * e + 1]];

        if (e % TICK == 0)
            KG_TRY(kg__progress(graph->ctx, "taking edges", e, m));
        if (from == KG_NO_VERTEX || to == KG_NO_VERTEX)
            continue;
        (*pair)[2 * *edges] = from;
        (*pair)[2 * *edges + 1] = to;
        if (graph->value)
            (*value)[*edges] = graph->value[e];
        ++*edges;
    }
out:
    return status;
}

/* Makes the subgraph bidirected, with the sides of the half-edges that it keeps. */
static kg_status keep_sides(
    kg_graph *subgraph, const kg_graph *graph, const kg_vertex *number, const kg_vertex *kept)
{
    kg_context *ctx = graph->ctx;
    uint64_t *side = NULL, *one_sided = NULL;
    uint64_t count = 0;
    kg_status status;

    KG_TRY(kg__bitmap_create(ctx, &side, subgraph->m, "sides of half-edges"));
    if (graph->one_sided)
        KG_TRY(kg__bitmap_create(ctx, &one_sided, subgraph->n, "one-sided vertices"));
    for (uint64_t h = 0; h < graph->m; h++)
        if (number[graph->end[h]] != KG_NO_VERTEX && number[graph->end[h ^ 1]] != KG_NO_VERTEX)
            kg__mark_if(side, count++, kg__bitmap_has(graph->side, h));
    for (uint64_t v = 0; v < subgraph->n && one_sided; v++)
        kg__mark_if(one_sided, v, kg__bitmap_has(graph->one_sided, kept[v]));
    kg__graph_take_sides(subgraph, side, one_sided);
    side = one_sided = NULL;
out:
    kg__free_all(ctx, side, one_sided);
    return status;
}

kg_status kg_graph_subgraph(
    kg_graph **subgraph, kg_graph *graph, const kg_vertex *vertex, uint64_t count)
{
    kg_context *ctx = KG__CONTEXT(graph);
    kg_vertex *number = NULL, *kept = NULL, *pair = NULL;
    kg_graph *g = NULL;
    double *value = NULL;
    uint64_t keeps = 0, edges = 0;
    kg__edge_run run;
    kg_status status;

    KG_NEED_RESULT(ctx, subgraph, graph);
    if (count)
        KG_NEED(ctx, vertex);
    KG_TRY(kg__begin_graph(graph));
    KG_TRY(kg__host_allocate(ctx, &number, graph->n, sizeof *number, "a subgraph's vertices"));
    KG_TRY(kg__host_allocate(ctx, &kept, graph->n, sizeof *kept, "a subgraph's vertices"));
    KG_TRY(number_vertices(graph, vertex, count, number, kept, &keeps));
    KG_TRY(kg__graph_make_ends(graph));
    KG_TRY(take_edges(graph, number, &pair, &value, &edges));
    run = (kg__edge_run){pair, value, edges, 0};
    if (graph->kind != KG_DIRECTED)
        KG_TRY(kg__csr_build_undirected(&g, ctx, keeps, &run, 1));
    else
        KG_TRY(kg__csr_build_runs(&g, ctx, keeps, &run, 1));
    if (graph->kind == KG_BIDIRECTED)
        KG_TRY(keep_sides(g, graph, number, kept));
    KG_TRY(kg__names_of_some(&g->names, graph, kept, keeps));
    *subgraph = g;
    g = NULL;
out:
    kg_graph_destroy(g);
    kg__free_all(ctx, number, kept, pair, value);
    return status;
}

/* Appends to `vertex` the ends of v's edges that are new. */
static uint64_t visit(
    const kg_graph *graph, kg_vertex v, unsigned char *met, kg_vertex *vertex, uint64_t count)
{
    for (uint64_t i = graph->row[v]; i < graph->row[(uint64_t)v + 1]; i++)
        if (!met[graph->col[i]]) {
            met[graph->col[i]] = 1;
            vertex[count++] = graph->col[i];
        }
    return count;
}

kg_status kg_graph_neighbourhood(kg_graph *graph, kg_vertex centre, uint64_t hops,
    kg_direction direction, kg_vertex *vertex, uint64_t *count)
{
    kg_context *ctx = KG__CONTEXT(graph);
    kg_graph *reverse = NULL;
    unsigned char *met = NULL;
    uint64_t done = 0;
    kg_status status;

    KG_NEED(NULL, graph);
    KG_NEED(ctx, vertex);
    KG_NEED(ctx, count);
    *count = 0;
    KG_TRY(kg__begin_graph(graph));
    if (centre >= graph->n)
        return kg__fail(
            ctx, KG_ARGUMENT, "centre vertex %u: there are %u vertices", centre, graph->n);
    if ((unsigned)direction > KG_DIRECTION_IN)
        return kg__fail(ctx, KG_ARGUMENT, "direction %d: expected %d to %d", (int)direction,
            KG_DIRECTION_EITHER, KG_DIRECTION_IN);
    if (!graph->half && direction != KG_DIRECTION_OUT)
        KG_TRY(kg_graph_reverse(&reverse, NULL, graph));
    KG_TRY(kg__graph_make_targets(graph));
    KG_TRY(kg__host_allocate(ctx, &met, graph->n, 1, "a part of the graph"));
    memset(met, 0, graph->n);
    met[centre] = 1;
    vertex[(*count)++] = centre;
    for (uint64_t distance = 0; distance < hops && done < *count; distance++)
        for (const uint64_t end = *count; done < end; done++) {
            if (!reverse || direction == KG_DIRECTION_EITHER)
                *count = visit(graph, vertex[done], met, vertex, *count);
            if (reverse)
                *count = visit(reverse, vertex[done], met, vertex, *count);
        }
out:
    kg__free(ctx, met);
    kg_graph_destroy(reverse);
    return status;
}
