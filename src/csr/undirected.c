/* Converts between directed and undirected graphs, edge by edge. O(n + m) and the list of edges. */
#include "csr.h"

kg_status kg_graph_undirected(kg_graph **undirected, kg_graph *graph)
{
    kg_context *ctx = KG__CONTEXT(graph);
    kg__edge_run run;
    kg_status status;

    KG_NEED_RESULT(ctx, undirected, graph);
    kg__begin(ctx);
    KG_TRY(kg__graph_make_ends(graph));
    run = (kg__edge_run){graph->end, graph->value, kg__edges(graph), 0};
    KG_TRY(kg__csr_build_undirected(undirected, ctx, graph->n, &run, 1));
    kg__share_names(*undirected, graph);
out:
    return status;
}

kg_status kg__csr_of_halves(kg_graph **graph, kg_context *ctx, uint64_t n, uint64_t m,
    kg_edge **row, kg_edge **half, kg_vertex **end)
{
    kg_graph *g = NULL;
    kg_status status;

    *graph = NULL;
    KG_TRY(kg__check_counts(ctx, n, 2 * m));
    KG_TRY(kg__graph_create(&g, ctx));
    g->kind = KG_UNDIRECTED;
    g->n = (kg_vertex)n;
    g->m = (kg_edge)(2 * m);
    g->row = *row;
    g->half = *half;
    g->end = *end;
    *row = *half = NULL;
    *end = NULL;
    *graph = g;
    g = NULL;
out:
    kg_graph_destroy(g);
    return status;
}

kg_status kg__graph_directed_both(kg_graph **directed, kg_graph *graph)
{
    kg_context *ctx = graph->ctx;
    const uint64_t m = kg__edges(graph);
    kg_vertex *pair = NULL;
    double *value = NULL;
    uint64_t count = 0;
    kg__edge_run run;
    kg_status status;

    *directed = NULL;
    KG_TRY(kg__graph_make_ends(graph));
    KG_TRY(kg__host_allocate(ctx, &pair, m, 4 * sizeof *pair, "edges in both directions"));
    if (graph->value)
        KG_TRY(kg__host_allocate(ctx, &value, m, 2 * sizeof *value, "values in both directions"));
    for (uint64_t h = 0; h < 2 * m; h++) {
        const kg_vertex from = graph->end[h], to = graph->end[h ^ 1];

        if (from == to && h & 1)
            continue;
        pair[2 * count] = from;
        pair[2 * count + 1] = to;
        if (value)
            value[count] = graph->value[h / 2];
        count++;
    }
    run = (kg__edge_run){pair, value, count, 0};
    KG_TRY(kg__csr_build_runs(directed, ctx, graph->n, &run, 1));
    kg__share_names(*directed, graph);
out:
    kg__free_all(ctx, pair, value);
    return status;
}
