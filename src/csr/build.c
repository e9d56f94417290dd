/* Makes a graph from an edge list, or from existing rows. */
#include "csr_ops.h"
#include <string.h>

enum { GRAIN = 1 << 18 };

/* An uninitialised graph of that size; *graph is NULL on failure. */
static kg_status allocate_graph(
    kg_graph **graph, kg_context *ctx, uint64_t n, uint64_t m, bool valued)
{
    kg_status status;

    KG_TRY(kg__graph_create(graph, ctx));
    KG_TRY(kg__graph_allocate_rows(*graph, n));
    KG_TRY(kg__graph_allocate_edges(*graph, m, valued));
out:
    if (status != KG_OK) {
        kg_graph_destroy(*graph);
        *graph = NULL;
    }
    return status;
}

/* half: build an undirected graph, without values. */
static kg_status build_runs(
    kg_graph **graph, kg_context *ctx, uint64_t n, const kg__edge_run *run, size_t runs, bool half)
{
    kg__edge_piece *piece = NULL;
    kg_graph *g = NULL;
    uint64_t m = 0;
    size_t pieces = 0;
    bool valued = false;
    kg_status status;

    *graph = NULL;
    KG_TRY(kg__host_allocate(ctx, &piece, runs, sizeof *piece, "pieces of an edge list"));
    for (size_t i = 0; i < runs; i++) {
        if (!run[i].count)
            continue;
        if (half)
            piece[pieces] = (kg__edge_piece){.source = run[i].pair, .stride = 1};
        else
            piece[pieces] =
                (kg__edge_piece){run[i].pair, run[i].pair + 1, 2, run[i].value, 0, 0, 0};
        piece[pieces].begin = m;
        piece[pieces].count = half ? 2 * run[i].count : run[i].count;
        piece[pieces].first = run[i].first;
        m += piece[pieces++].count;
        valued = run[i].value && !half;
    }
    KG_TRY(allocate_graph(&g, ctx, n, m, valued));
    if (half) {
        g->kind = KG_UNDIRECTED;
        KG_TRY(kg__host_allocate(ctx, &g->half, m, sizeof *g->half, "half-edges"));
    }
    KG_TRY(kg__csr(ctx)->build(g, piece, pieces));
    KG_TRY(kg__graph_to_host(g));
    *graph = g;
    g = NULL;
out:
    kg__free(ctx, piece);
    kg_graph_destroy(g);
    return status;
}

kg_status kg__csr_build_runs(
    kg_graph **graph, kg_context *ctx, uint64_t n, const kg__edge_run *run, size_t runs)
{
    return build_runs(graph, ctx, n, run, runs, false);
}

/* Counts the edges of all runs, or KG_OVERFLOW if they are too many to count both ways. */
static kg_status count_both(uint64_t *m, kg_context *ctx, const kg__edge_run *run, size_t runs)
{
    *m = 0;
    for (size_t i = 0; i < runs; i++)
        *m += run[i].count;
    if (*m > KG__EDGES_MAX / 2)
        return kg__fail(ctx, KG_OVERFLOW,
            "%llu edges in both directions: at most %llu are possible", (unsigned long long)*m,
            (unsigned long long)KG__EDGES_MAX / 2);
    return KG_OK;
}

kg_status kg__csr_build_both(
    kg_graph **graph, kg_context *ctx, uint64_t n, const kg__edge_run *run, size_t runs)
{
    kg__edge_run *both = NULL;
    kg_vertex *pair = NULL;
    double *value = NULL;
    uint64_t m, at = 0;
    bool valued = false;
    kg_status status;

    *graph = NULL;
    KG_TRY(count_both(&m, ctx, run, runs));
    for (size_t i = 0; i < runs; i++)
        valued = valued || run[i].value;
    KG_TRY(kg__host_allocate(ctx, &both, runs, sizeof *both, "pieces of an edge list"));
    KG_TRY(kg__host_allocate(ctx, &pair, m, 4 * sizeof *pair, "edges in both directions"));
    if (valued)
        KG_TRY(kg__host_allocate(ctx, &value, m, 2 * sizeof *value, "values in both directions"));
    for (size_t i = 0; i < runs; at += run[i++].count) {
        const kg_vertex *from = run[i].pair;
        kg_vertex *to = pair + 4 * at;

        both[i] =
            (kg__edge_run){to, valued ? value + 2 * at : NULL, 2 * run[i].count, run[i].first};
        KG_PARALLEL_FOR(kg__threads(ctx, run[i].count, GRAIN))
        for (size_t e = 0; e < run[i].count; e++) {
            to[4 * e] = to[4 * e + 3] = from[2 * e];
            to[4 * e + 1] = to[4 * e + 2] = from[2 * e + 1];
            if (valued)
                value[2 * (at + e)] = value[2 * (at + e) + 1] = run[i].value[e];
        }
    }
    KG_TRY(kg__csr_build_runs(graph, ctx, n, both, runs));
out:
    kg__free_all(ctx, both, pair, value);
    return status;
}

/* Copies the ends of the edges, in their order. */
static kg_status copy_ends(kg_graph *graph, const kg__edge_run *run, size_t runs)
{
    kg_vertex *to;
    kg_status status;

    KG_TRY(
        kg__host_allocate(graph->ctx, &graph->end, graph->m, sizeof *graph->end, "ends of edges"));
    to = graph->end;
    for (size_t i = 0; i < runs; to += 2 * run[i++].count) {
        KG_PARALLEL_FOR(kg__threads(graph->ctx, 2 * run[i].count, GRAIN))
        for (size_t h = 0; h < 2 * run[i].count; h++)
            to[h] = run[i].pair[h] - run[i].first;
    }
out:
    return status;
}

/* Copies the values of the edges, in their order. */
static kg_status copy_values(kg_graph *graph, const kg__edge_run *run, size_t runs)
{
    double *to;
    bool valued = false;
    kg_status status = KG_OK;

    for (size_t i = 0; i < runs; i++)
        valued = valued || (run[i].count && run[i].value);
    if (!valued)
        goto out;
    KG_TRY(kg__host_allocate(
        graph->ctx, &graph->value, kg__edges(graph), sizeof *graph->value, "edge values"));
    to = graph->value;
    for (size_t i = 0; i < runs; to += run[i++].count)
        if (run[i].count)
            memcpy(to, run[i].value, run[i].count * sizeof *to);
out:
    return status;
}

kg_status kg__csr_build_undirected(
    kg_graph **graph, kg_context *ctx, uint64_t n, const kg__edge_run *run, size_t runs)
{
    kg_graph *g = NULL;
    uint64_t m;
    kg_status status;

    *graph = NULL;
    KG_TRY(count_both(&m, ctx, run, runs));
    KG_TRY(build_runs(&g, ctx, n, run, runs, true));
    KG_TRY(copy_ends(g, run, runs));
    KG_TRY(copy_values(g, run, runs));
    *graph = g;
    g = NULL;
out:
    kg_graph_destroy(g);
    return status;
}

/* The position of the first vertex that is not < n, or count. */
static uint64_t first_outside(
    const kg_context *ctx, const kg_vertex *vertex, uint64_t count, uint64_t n)
{
    kg_vertex largest = 0;
    uint64_t i;

    KG_PARALLEL_FOR(kg__threads(ctx, count, GRAIN), reduction(max : largest))
    for (uint64_t k = 0; k < count; k++)
        largest = vertex[k] > largest ? vertex[k] : largest;
    i = largest < n ? count : 0;
    while (i < count && vertex[i] < n)
        i++;
    return i;
}

static kg_status check_ends(
    kg_context *ctx, uint64_t n, uint64_t m, const kg_vertex *end, const char *what)
{
    uint64_t bad;

    if (m && !end)
        return kg__fail(ctx, KG_ARGUMENT, "%llu edges, but no array of each edge's %s",
            (unsigned long long)m, what);
    bad = first_outside(ctx, end, m, n);
    if (bad < m)
        return kg__fail(ctx, KG_ARGUMENT, "edge %llu: its %s %u is not below the %llu vertices",
            (unsigned long long)bad, what, end[bad], (unsigned long long)n);
    return KG_OK;
}

kg_status kg_graph_build_undirected(kg_graph **graph, kg_context *context, uint64_t n, uint64_t m,
    const kg_vertex *end, const double *value)
{
    kg__edge_run run = {end, value, m, 0};
    uint64_t bad;

    KG_NEED_RESULT(context, graph, context);
    kg__begin(context);
    if (n > KG__VERTICES_MAX)
        return kg__fail(context, KG_OVERFLOW, "%llu vertices: at most %llu are possible",
            (unsigned long long)n, (unsigned long long)KG__VERTICES_MAX);
    if (m > KG__EDGES_MAX / 2)
        return kg__fail(context, KG_OVERFLOW, "%llu undirected edges: at most %llu are possible",
            (unsigned long long)m, (unsigned long long)KG__EDGES_MAX / 2);
    if (m)
        KG_NEED(context, end);
    bad = first_outside(context, end, 2 * m, n);
    if (bad < 2 * m)
        return kg__fail(context, KG_ARGUMENT,
            "edge %llu: its end %u is not below the %llu vertices", (unsigned long long)bad / 2,
            end[bad], (unsigned long long)n);
    return kg__csr_build_undirected(graph, context, n, &run, 1);
}

/* A copy of a bitmap. */
static kg_status copy_bits(
    kg_context *ctx, uint64_t **copy, const uint64_t *word, uint64_t count, const char *what)
{
    kg_status status;

    KG_TRY(kg__bitmap_create(ctx, copy, count, what));
    if (count)
        memcpy(*copy, word, kg__words(count) * sizeof *word);
out:
    return status;
}

kg_status kg_graph_build_bidirected(kg_graph **graph, kg_context *context, uint64_t n, uint64_t m,
    const kg_vertex *end, const uint64_t *side, const uint64_t *one_sided, const double *value)
{
    kg_graph *g = NULL;
    uint64_t *sides = NULL, *ones = NULL;
    kg_status status;

    KG_NEED_RESULT(context, graph, context);
    if (m)
        KG_NEED(context, side);
    KG_TRY(kg_graph_build_undirected(&g, context, n, m, end, value));
    KG_TRY(copy_bits(context, &sides, side, 2 * m, "sides of half-edges"));
    if (one_sided)
        KG_TRY(copy_bits(context, &ones, one_sided, n, "one-sided vertices"));
    kg__graph_take_sides(g, sides, ones);
    sides = ones = NULL;
    *graph = g;
    g = NULL;
out:
    kg__free_all(context, sides, ones);
    kg_graph_destroy(g);
    return status;
}

kg_status kg_graph_build(kg_graph **graph, kg_context *context, uint64_t n, uint64_t m,
    const kg_vertex *source, const kg_vertex *target, const double *value)
{
    kg__edge_piece piece = {source, target, 1, value, 0, m};
    kg_graph *g = NULL;
    kg_status status;

    KG_NEED_RESULT(context, graph, context);
    kg__begin(context);
    KG_TRY(
        allocate_graph(&g, context, n, m, value != NULL)); /* checks n and m before they are used */
    KG_TRY(check_ends(context, n, m, source, "source"));
    KG_TRY(check_ends(context, n, m, target, "target"));
    KG_TRY(kg__csr(context)->build(g, &piece, 1));
    KG_TRY(kg__graph_to_host(g));
    *graph = g;
    g = NULL;
out:
    kg_graph_destroy(g);
    return status;
}

/* Checks a graph from outside. *m: its number of edges. */
static kg_status check_csr(
    kg_context *ctx, uint64_t n, const kg_edge *row, const kg_vertex *col, uint64_t *m)
{
    if (!row)
        return kg__fail(ctx, KG_ARGUMENT, "there are no row offsets");
    if (row[0] != 0)
        return kg__fail(
            ctx, KG_ARGUMENT, "row 0 begins at %llu: expected 0", (unsigned long long)row[0]);
    for (uint64_t v = 0; v < n; v++)
        if (row[v + 1] < row[v])
            return kg__fail(ctx, KG_ARGUMENT, "row %llu ends at %llu, before it begins at %llu",
                (unsigned long long)v, (unsigned long long)row[v + 1], (unsigned long long)row[v]);
    *m = row[n];
    return check_ends(ctx, n, *m, col, "target");
}

kg_status kg_graph_build_csr(kg_graph **graph, kg_context *context, uint64_t n, const kg_edge *row,
    const kg_vertex *col, const double *value)
{
    kg_graph *g = NULL;
    uint64_t m = 0;
    kg_status status;

    KG_NEED_RESULT(context, graph, context);
    kg__begin(context);
    KG_TRY(kg__graph_create(&g, context));
    KG_TRY(kg__graph_allocate_rows(g, n)); /* before row[n] is read: n is within its range */
    KG_TRY(check_csr(context, n, row, col, &m));
    KG_TRY(kg__graph_allocate_edges(g, m, value != NULL));
    memcpy(g->row, row, (n + 1) * sizeof *row);
    if (m)
        memcpy(g->col, col, m * sizeof *col);
    if (m && value)
        memcpy(g->value, value, m * sizeof *value);
    *graph = g;
    g = NULL;
out:
    kg_graph_destroy(g);
    return status;
}

kg_status kg_graph_borrow_csr(kg_graph **graph, kg_context *context, uint64_t n, const kg_edge *row,
    const kg_vertex *col, const double *value)
{
    kg_graph *g = NULL;
    uint64_t m = 0;
    kg_status status;

    KG_NEED_RESULT(context, graph, context);
    kg__begin(context);
    KG_TRY(kg__check_counts(context, n, 0)); /* before row[n] is read */
    KG_TRY(check_csr(context, n, row, col, &m));
    KG_TRY(kg__check_counts(context, n, m));
    KG_TRY(kg__graph_create(&g, context));
    g->n = (kg_vertex)n;
    g->m = (kg_edge)m;
    /* The casts are safe: the arrays of a complete graph are not written to. */
    g->row = (kg_edge *)row;
    g->col = (kg_vertex *)col;
    g->value = (double *)value;
    g->is_borrowed = true;
    *graph = g;
out:
    return status;
}
