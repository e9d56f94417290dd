/* A graph's arrays: in host memory, and their copies in a device's memory. */
#include "csr_ops.h"

kg_status kg__graph_create(kg_graph **graph, kg_context *ctx)
{
    kg_status status;

    KG_TRY(kg__host_allocate(ctx, graph, 1, sizeof **graph, "a graph"));
    **graph = (kg_graph){.ctx = ctx};
out:
    return status;
}

kg_status kg__check_counts(kg_context *ctx, uint64_t n, uint64_t m)
{
    if (n > KG__VERTICES_MAX)
        return kg__fail(ctx, KG_OVERFLOW, "%llu vertices: at most %llu are possible",
            (unsigned long long)n, (unsigned long long)KG__VERTICES_MAX);
    if (m > KG__EDGES_MAX)
        return kg__fail(ctx, KG_OVERFLOW,
            "%llu edges: this konig has edge ids of %d bits, for at most %llu%s",
            (unsigned long long)m, KG_EDGE_BITS, (unsigned long long)KG__EDGES_MAX,
            KG_EDGE_BITS == 32 ? "; build it with -Dedge_bits=64" : "");
    return KG_OK;
}

kg_status kg__graph_allocate_rows(kg_graph *graph, uint64_t n)
{
    kg_status status;

    KG_TRY(kg__check_counts(graph->ctx, n, 0));
    KG_TRY(kg__host_allocate(graph->ctx, &graph->row, n + 1, sizeof *graph->row, "row offsets"));
    graph->n = (kg_vertex)n;
out:
    return status;
}

kg_status kg__graph_allocate_edges(kg_graph *graph, uint64_t m, bool valued)
{
    kg_status status;

    KG_TRY(kg__check_counts(graph->ctx, 0, m));
    KG_TRY(kg__host_allocate(graph->ctx, &graph->col, m, sizeof *graph->col, "edge targets"));
    if (valued)
        KG_TRY(
            kg__host_allocate(graph->ctx, &graph->value, m, sizeof *graph->value, "edge values"));
    graph->m = (kg_edge)m;
out:
    return status;
}

/* Copies a graph's arrays to the device, unless they are already there. */
static kg_status make_resident(kg_graph *graph)
{
    kg_context *ctx = graph->ctx;
    const kg__memory_ops *memory = kg__memory(ctx);
    const size_t m = (size_t)graph->m;
    kg_status status = KG_OK;

    if (graph->resident_row)
        return KG_OK;
    KG_TRY(kg__graph_make_targets(graph));
    kg__stage(ctx, "upload");
    KG_TRY(kg__graph_allocate_resident(graph));
    KG_TRY(memory->upload(
        ctx, graph->resident_row, graph->row, ((size_t)graph->n + 1) * sizeof *graph->row));
    KG_TRY(memory->upload(ctx, graph->resident_col, graph->col, m * sizeof *graph->col));
    if (graph->half)
        KG_TRY(memory->upload(ctx, graph->resident_half, graph->half, m * sizeof *graph->half));
out:
    if (status != KG_OK)
        kg__graph_free_resident(graph);
    return status;
}

kg_status kg__graph_resident(kg_graph *graph, const kg_edge **row, const kg_vertex **col)
{
    const bool host = kg__context_backend(graph->ctx) == KG__CPU;
    kg_status status;

    KG_TRY(host ? kg__graph_make_targets(graph) : make_resident(graph));
    *row = host ? graph->row : graph->resident_row;
    *col = host ? graph->col : graph->resident_col;
out:
    return status;
}

kg_status kg__graph_resident_halves(kg_graph *graph, const kg_edge **row, const kg_edge **half)
{
    const bool host = kg__context_backend(graph->ctx) == KG__CPU;
    kg_status status = KG_OK;

    if (!host)
        KG_TRY(make_resident(graph));
    *row = host ? graph->row : graph->resident_row;
    *half = host ? graph->half : graph->resident_half;
out:
    return status;
}

kg_status kg__graph_allocate_resident(kg_graph *graph)
{
    kg_context *ctx = graph->ctx;
    kg_edge *row = NULL, *half = NULL;
    kg_vertex *col = NULL;
    kg_status status;

    KG_TRY(kg__allocate(ctx, &row, (uint64_t)graph->n + 1, sizeof *row, "row offsets"));
    KG_TRY(kg__allocate(ctx, &col, graph->m, sizeof *col, "edge targets"));
    if (graph->half)
        KG_TRY(kg__allocate(ctx, &half, graph->m, sizeof *half, "half-edges"));
    graph->resident_row = row;
    graph->resident_col = col;
    graph->resident_half = half;
    row = NULL;
    col = NULL;
out:
    kg__free_all(ctx, row, col);
    return status;
}

/* Arrays that are lent by a caller, or to one, may still be in use. The host waits. */
static void settle(kg_graph *graph)
{
    const kg__memory_ops *memory = kg__memory(graph->ctx);

    if (graph->loans)
        memory->settle(graph->ctx);
    else if (graph->row_is_lent || graph->col_is_lent)
        memory->synchronise(graph->ctx);
}

void kg__graph_free_resident(kg_graph *graph)
{
    settle(graph);
    if (!graph->row_is_lent)
        kg__free(graph->ctx, graph->resident_row);
    if (!graph->col_is_lent)
        kg__free(graph->ctx, graph->resident_col);
    kg__free(graph->ctx, graph->resident_half);
    graph->resident_row = NULL;
    graph->resident_col = NULL;
    graph->resident_half = NULL;
}

kg_status kg__graph_to_host(kg_graph *graph)
{
    kg_context *ctx = graph->ctx;
    const kg__memory_ops *memory = kg__memory(ctx);
    const size_t m = (size_t)graph->m;
    size_t row_bytes = ((size_t)graph->n + 1) * sizeof *graph->row;
    kg_status status = KG_OK;

    if (!graph->resident_row)
        return KG_OK;
    kg__stage(ctx, "download");
    KG_TRY(memory->download(ctx, graph->row, graph->resident_row, row_bytes));
    KG_TRY(memory->download(ctx, graph->col, graph->resident_col, m * sizeof *graph->col));
    if (graph->half)
        KG_TRY(memory->download(ctx, graph->half, graph->resident_half, m * sizeof *graph->half));
out:
    kg__stage(ctx, NULL);
    return status;
}

kg_status kg__graph_bring(kg_graph *graph)
{
    kg_context *ctx = graph->ctx;
    kg_status status = KG_OK;

    if (graph->row || !graph->resident_row)
        return KG_OK;
    KG_TRY(kg__host_allocate(
        ctx, &graph->row, (uint64_t)graph->n + 1, sizeof *graph->row, "row offsets"));
    KG_TRY(kg__host_allocate(ctx, &graph->col, graph->m, sizeof *graph->col, "edge targets"));
    KG_TRY(kg__graph_to_host(graph));
out:
    if (status != KG_OK) {
        kg__free_all(ctx, graph->row, graph->col);
        graph->row = NULL;
        graph->col = NULL;
    }
    return status;
}

kg_status kg__begin_graph(kg_graph *graph)
{
    kg__begin(graph->ctx);
    return kg__graph_bring(graph);
}

kg_status kg__graph_row(const kg_graph *graph, uint64_t v, kg_edge *begin)
{
    if (!graph->row)
        return kg__memory(graph->ctx)
            ->download(graph->ctx, begin, graph->resident_row + v, sizeof *begin);
    *begin = graph->row[v];
    return KG_OK;
}

kg_status kg__graph_keep_sources(kg_graph *graph, decl_csr_sources((*sources)))
{
    kg_vertex *src = NULL;
    kg_status status = KG_OK;

    if (graph->src)
        return KG_OK;
    KG_TRY(kg__host_allocate(graph->ctx, &src, graph->m, sizeof *src, "edge sources"));
    KG_TRY(sources(graph, src));
    graph->src = src;
    src = NULL;
out:
    kg__free(graph->ctx, src);
    return status;
}
