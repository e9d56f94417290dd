/*
 * Generators: the front. Checks the options and makes the graph. Then permutes its vertices, names
 * them and removes an edge, if asked.
 *
 * random     vertex v has a random out-degree in 1..K. The m targets are the same multiset of
 *            vertices in random order (the configuration model).
 * banded     out-degrees likewise. In increasing order, each v links to the next vertices after v,
 *            cyclically, that still lack in-edges: one edge each, for as many rounds as it takes.
 * triangles  for i = 2, 3, ... edges a->i, i->b, b->a with random a, b < i, a != b; then random
 *            pairs a->b, b->a until there are M edges; an odd one out is a loop. Rows are in order
 *            of creation. Connected.
 * debruijn   vertices are words of K-1 letters, edges are words of K letters. Edge w goes from w
 *            without its last letter to w without its first, and its number is w read in base M.
 *            Vertices are named by their words, in letters 0-9, a-z. They have no names if the
 *            alphabet has more than 36 letters or K is 1.
 * torus      vertex y * W + x has edges to its four neighbours, cyclically, in increasing order. If
 *            W or H is 2, two of them are parallel; if it is 1, they are loops.
 * complete   vertex v has an edge to each other vertex, in increasing order.
 *
 * undirected.c has the undirected kinds: hypercube, grid-roads.
 *
 * All directed kinds are balanced: in = out everywhere. A path loses its last edge that is not a
 * loop. The weak components stay the same, because a balanced graph has no bridge.
 */
#include "generate.h"
#include "../csr_ops.h"
#include <string.h>

typedef unsigned long long wide;

static kg_status check_range(
    kg_context *ctx, const char *option, uint64_t value, uint64_t least, uint64_t most)
{
    if (value >= least && value <= most)
        return KG_OK;
    if (most == UINT64_MAX)
        return kg__fail(
            ctx, KG_ARGUMENT, "%s %llu: expected %llu or more", option, (wide)value, (wide)least);
    return kg__fail(ctx, KG_ARGUMENT, "%s %llu: expected %llu to %llu", option, (wide)value,
        (wide)least, (wide)most);
}

static bool is_undirected(kg_generator kind)
{
    return kind == KG_GENERATE_HYPERCUBE || kind == KG_GENERATE_GRID_ROADS;
}

kg_status kg__check_generate_options(kg_context *ctx, const kg_generate_options *o)
{
    kg_status status = KG_OK;

    switch (o->kind) {
    case KG_GENERATE_RANDOM:
    case KG_GENERATE_BANDED:
        KG_TRY(check_range(ctx, "vertices", o->vertices, 1, KG__VERTICES_MAX));
        KG_TRY(check_range(ctx, "max-degree", o->max_degree, 1, UINT32_MAX));
        break;
    case KG_GENERATE_TRIANGLES:
        KG_TRY(check_range(ctx, "vertices", o->vertices, 3, KG__VERTICES_MAX));
        KG_TRY(check_range(ctx, "edges", o->edges, 3 * (o->vertices - 2), UINT64_MAX));
        break;
    case KG_GENERATE_DEBRUIJN:
        KG_TRY(check_range(ctx, "alphabet", o->alphabet, 1, UINT32_MAX));
        KG_TRY(check_range(ctx, "length", o->length, 1, 64));
        break;
    case KG_GENERATE_TORUS:
    case KG_GENERATE_GRID_ROADS:
        KG_TRY(check_range(ctx, "width", o->width, 1, UINT32_MAX));
        KG_TRY(check_range(ctx, "height", o->height, 1, UINT32_MAX));
        break;
    case KG_GENERATE_COMPLETE:
        KG_TRY(check_range(ctx, "vertices", o->vertices, 1, KG__VERTICES_MAX));
        break;
    case KG_GENERATE_HYPERCUBE:
        KG_TRY(check_range(ctx, "dimension", o->dimension, 0, 31));
        break;
    default:
        return kg__fail(ctx, KG_ARGUMENT, "kind of graph %d: expected %d to %d", (int)o->kind,
            KG_GENERATE_RANDOM, KG_GENERATE_GRID_ROADS);
    }
    if (o->path && is_undirected(o->kind))
        return kg__fail(ctx, KG_ARGUMENT,
            "path goes with the kinds that are directed: their circuits lose an edge");
out:
    return status;
}

/* Removes edge e of vertex v on the host, and updates the few numbers that change on the device. */
static kg_status remove_edge(kg_graph *graph, uint64_t v, uint64_t e)
{
    kg_context *ctx = graph->ctx;
    const kg__memory_ops *memory = kg__memory(ctx);
    size_t row_bytes = (graph->n - v) * sizeof *graph->row;
    size_t col_bytes = (graph->m - 1 - e) * sizeof *graph->col;
    kg_edge *row = graph->row + v + 1;
    kg_vertex *col = graph->col + e;
    kg_status status = KG_OK;

    graph->m--;
    memmove(col, col + 1, col_bytes);
    for (uint64_t u = v + 1; u <= graph->n; u++)
        graph->row[u]--;
    if (graph->resident_row) {
        KG_TRY(memory->upload(ctx, graph->resident_row + v + 1, row, row_bytes));
        KG_TRY(memory->upload(ctx, graph->resident_col + e, col, col_bytes));
    }
out:
    return status;
}

static kg_status make_path(kg_graph *graph)
{
    for (uint64_t v = graph->n; v-- > 0;)
        for (uint64_t e = graph->row[v + 1]; e-- > graph->row[v];)
            if (graph->col[e] != v)
                return remove_edge(graph, v, e);
    return kg__fail(graph->ctx, KG_ARGUMENT,
        "a path needs an edge between two vertices: all %llu edges are loops", (wide)graph->m);
}

kg_status kg_graph_generate(
    kg_graph **graph, kg_context *context, const kg_generate_options *options)
{
    kg_graph *g = NULL;
    kg_vertex *old = NULL;
    kg_status status;

    KG_NEED_RESULT(context, graph, context);
    KG_NEED(context, options);
    kg__begin(context);
    KG_TRY(kg__check_generate_options(context, options));
    if (is_undirected(options->kind))
        return kg__generate_undirected(graph, context, options);
    KG_TRY(kg__graph_create(&g, context));
    KG_TRY(kg__csr(context)->generate(g, options));
    if (options->relabel) {
        KG_TRY(kg__host_allocate(context, &old, g->n, sizeof *old, "a permutation of vertices"));
        KG_TRY(
            kg__csr(context)->relabel(g, kg__random_key(options->seed, KG__STREAM_RELABEL), old));
    }
    KG_TRY(kg__graph_to_host(g));
    if (options->kind == KG_GENERATE_DEBRUIJN)
        KG_TRY(kg__generate_words_cpu(g, options, old));
    if (options->path)
        KG_TRY(make_path(g));
    *graph = g;
    g = NULL;
out:
    kg__free(context, old);
    kg_graph_destroy(g);
    return status;
}
