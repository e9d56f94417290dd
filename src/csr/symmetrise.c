/*
 * The smallest symmetric graph that contains a graph.
 *
 * In:   row[n+1], col[m], and value[m] or NULL.
 * Out:  the same rows, each followed by the reverse edges that it lacks.
 * How:  the edges into v and out of v are sorted into one order, by the other end and then by
 *       value. Stable builds do this: of the list in the order of values, of its reverse, and of
 *       the reverse of that. A merge of the two finds the in-edges without a partner among the
 *       out-edges. Their reverses are the edges that v lacks.
 * Cost: O(n + m) work, with values also a sort. Memory: two reverse graphs, and with values the
 *       sorted edges while these are made: some 40 bytes an edge, 70 with values, including the
 *       result.
 *
 * Deterministic: which of several equal edges is matched makes no difference to the result.
 */
#include "csr_ops.h"
#include "weight.h"
#include <string.h>

enum { GRAIN = 1 << 16 };

/* The graph with each row in the order of its values. Without values it is the graph itself. */
static kg_status order_rows(kg_graph **ordered, kg_graph *graph)
{
    const kg__array_ops *scan = kg__array_host();
    kg_context *ctx = graph->ctx;
    uint64_t m = graph->m;
    int threads = kg__threads(ctx, m, GRAIN);
    kg_edge *order = NULL;
    uint64_t *key = NULL;
    kg_vertex *pair = NULL;
    double *value = NULL;
    kg__edge_run run;
    kg_status status;

    KG_TRY(kg__graph_make_sources(graph));
    KG_TRY(kg__host_allocate(ctx, &key, m, sizeof *key, "the order of values"));
    KG_TRY(kg__host_allocate(ctx, &order, m, sizeof *order, "edges by value"));
    KG_PARALLEL_FOR(threads)
    for (uint64_t e = 0; e < m; e++)
        key[e] = kg__weight_key(graph->value[e]);
    KG_TRY(kg__sort_keys_edges(scan)(ctx, NULL, order, m, key, NULL));
    kg__free(ctx, key);
    key = NULL;
    KG_TRY(kg__host_allocate(ctx, &pair, m, 2 * sizeof *pair, "edges by value"));
    KG_TRY(kg__host_allocate(ctx, &value, m, sizeof *value, "values by value"));
    KG_PARALLEL_FOR(threads)
    for (uint64_t i = 0; i < m; i++) {
        pair[2 * i] = graph->src[order[i]];
        pair[2 * i + 1] = graph->col[order[i]];
        value[i] = graph->value[order[i]];
    }
    run = (kg__edge_run){pair, value, m, 0};
    KG_TRY(kg__csr_build_runs(ordered, ctx, graph->n, &run, 1));
out:
    kg__free_all(ctx, key, order, pair, value);
    return status;
}

/* in: the reverse graph, out: the graph, both with rows by target, then by value. */
static kg_status order_both(kg_graph **in, kg_graph **out, kg_graph *graph)
{
    kg_graph *ordered = NULL;
    kg_status status = KG_OK;

    if (graph->value && graph->m)
        KG_TRY(order_rows(&ordered, graph));
    KG_TRY(kg_graph_reverse(in, NULL, ordered ? ordered : graph));
    kg_graph_destroy(ordered);
    ordered = NULL;
    KG_TRY(kg_graph_reverse(out, NULL, *in));
out:
    kg_graph_destroy(ordered);
    return status;
}

/* Negative, 0 or positive if edge a of one graph comes before, with or after edge b of another in
 * the order of rows. */
static int compare(const kg_graph *one, uint64_t a, const kg_graph *other, uint64_t b)
{
    uint64_t x = one->col[a], y = other->col[b];

    if (x == y && one->value) {
        x = kg__weight_key(one->value[a]);
        y = kg__weight_key(other->value[b]);
    }
    return x < y ? -1 : x > y;
}

/* Counts the reverse edges that row v lacks, and appends them to symmetric's edges from `at` on
 * unless symmetric is NULL. */
static uint64_t merge_row(
    const kg_graph *in, const kg_graph *out, uint64_t v, kg_graph *symmetric, uint64_t at)
{
    uint64_t o = out->row[v], lacking = 0;

    for (uint64_t i = in->row[v]; i < in->row[v + 1]; i++) {
        while (o < out->row[v + 1] && compare(out, o, in, i) < 0)
            o++;
        if (o < out->row[v + 1] && compare(out, o, in, i) == 0) {
            o++;
            continue;
        }
        if (symmetric) {
            symmetric->col[at + lacking] = in->col[i];
            if (in->value)
                symmetric->value[at + lacking] = in->value[i];
        }
        lacking++;
    }
    return lacking;
}

/* Fills symmetric, an empty graph. */
static kg_status merge(kg_graph *symmetric, const kg_graph *graph, kg_graph *in, kg_graph *out)
{
    kg_context *ctx = graph->ctx;
    uint64_t n = graph->n, total = 0;
    int threads = kg__threads(ctx, n + graph->m, GRAIN);
    kg_status status;

    KG_TRY(kg__graph_allocate_rows(symmetric, n));
    KG_PARALLEL_FOR(threads, schedule(dynamic, 4096))
    for (uint64_t v = 0; v < n; v++)
        symmetric->row[v + 1] =
            (kg_edge)(graph->row[v + 1] - graph->row[v] + merge_row(in, out, v, NULL, 0));
    KG_TRY(kg__row_offsets_cpu(ctx, graph->n, symmetric->row, &total));
    KG_TRY(kg__graph_allocate_edges(symmetric, total, graph->value != NULL));
    KG_PARALLEL_FOR(threads, schedule(dynamic, 4096))
    for (uint64_t v = 0; v < n; v++) {
        uint64_t from = graph->row[v], degree = graph->row[v + 1] - from, to = symmetric->row[v];

        memcpy(symmetric->col + to, graph->col + from, degree * sizeof *graph->col);
        if (graph->value)
            memcpy(symmetric->value + to, graph->value + from, degree * sizeof *graph->value);
        merge_row(in, out, v, symmetric, to + degree);
    }
out:
    return status;
}

kg_status kg_graph_symmetrise(kg_graph **symmetric, kg_graph *graph)
{
    kg_context *ctx = KG__CONTEXT(graph);
    kg_graph *g = NULL, *in = NULL, *out = NULL;
    kg_status status;

    KG_NEED_RESULT(ctx, symmetric, graph);
    KG_TRY(kg__begin_graph(graph));
    KG_TRY(kg__need_no_sides(graph, "has sides, which no edge there and back could keep"));
    if (graph->kind == KG_UNDIRECTED)
        return kg__graph_directed_both(symmetric, graph);
    KG_TRY(order_both(&in, &out, graph));
    KG_TRY(kg__graph_create(&g, ctx));
    KG_TRY(merge(g, graph, in, out));
    kg__share_names(g, graph);
    *symmetric = g;
    g = NULL;
out:
    kg_graph_destroy(in);
    kg_graph_destroy(out);
    kg_graph_destroy(g);
    return status;
}
