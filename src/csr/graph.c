/* A graph as an object: its life, and the arrays that it lends. */
#include "csr_ops.h"
#include <sys/mman.h>

kg_status kg__graph_create(kg_graph **graph, kg_context *ctx)
{
    kg_status status;

    KG_TRY(kg__host_allocate(ctx, graph, 1, sizeof **graph, "a graph"));
    **graph = (kg_graph){.ctx = ctx};
out:
    return status;
}

kg_status kg__graph_allocate_rows(kg_graph *graph, uint64_t n)
{
    kg_status status;

    if (n > KG__VERTICES_MAX)
        return kg__fail(graph->ctx, KG_OVERFLOW, "%llu vertices: at most %llu are possible",
            (unsigned long long)n, (unsigned long long)KG__VERTICES_MAX);
    KG_TRY(kg__host_allocate(graph->ctx, &graph->row, n + 1, sizeof *graph->row, "row offsets"));
    graph->n = (kg_vertex)n;
out:
    return status;
}

kg_status kg__graph_allocate_edges(kg_graph *graph, uint64_t m, bool valued)
{
    kg_status status;

    if (m > KG__EDGES_MAX)
        return kg__fail(graph->ctx, KG_OVERFLOW,
            "%llu edges: this konig has edge ids of %d bits, for at most %llu%s",
            (unsigned long long)m, KG_EDGE_BITS, (unsigned long long)KG__EDGES_MAX,
            KG_EDGE_BITS == 32 ? "; build it with -Dedge_bits=64" : "");
    KG_TRY(kg__host_allocate(graph->ctx, &graph->col, m, sizeof *graph->col, "edge targets"));
    if (valued)
        KG_TRY(
            kg__host_allocate(graph->ctx, &graph->value, m, sizeof *graph->value, "edge values"));
    graph->m = (kg_edge)m;
out:
    return status;
}

void kg_graph_destroy(kg_graph *graph)
{
    kg_context *ctx;

    if (!graph)
        return;
    ctx = graph->ctx;
    if (graph->map) {
        const unsigned char *map = graph->map, *row = (unsigned char *)graph->row;

        if (row < map || row >= map + graph->map_bytes) /* its width differs in the file */
            kg__free(ctx, graph->row);
        munmap(graph->map, graph->map_bytes);
    } else {
        kg__free(ctx, graph->row);
        kg__free(ctx, graph->col);
        kg__free(ctx, graph->value);
    }
    kg__names_release(graph->names, ctx);
    kg__free(ctx, graph->resident_row);
    kg__free(ctx, graph->resident_col);
    kg__free(ctx, graph->src);
    kg__free(ctx, graph->out_degree);
    kg__free(ctx, graph->in_degree);
    kg__free(ctx, graph->original);
    kg__free(ctx, graph->component);
    kg__free(ctx, graph->tree);
    kg__free(ctx, graph);
}

kg_status kg__graph_resident(kg_graph *graph, const kg_edge **row, const kg_vertex **col)
{
    kg_context *ctx = graph->ctx;
    const kg__memory_ops *memory = kg__memory(ctx);
    kg_edge *row_there = NULL;
    kg_vertex *col_there = NULL;
    size_t rows = (size_t)graph->n + 1;
    kg_status status = KG_OK;

    if (kg__context_backend(ctx) == KG__CPU) {
        *row = graph->row;
        *col = graph->col;
        return KG_OK;
    }
    if (!graph->resident_row) {
        kg__stage(ctx, "upload");
        KG_TRY(kg__allocate(ctx, &row_there, rows, sizeof *row_there, "row offsets"));
        KG_TRY(kg__allocate(ctx, &col_there, graph->m, sizeof *col_there, "edge targets"));
        KG_TRY(memory->upload(ctx, row_there, graph->row, rows * sizeof *row_there));
        KG_TRY(memory->upload(ctx, col_there, graph->col, graph->m * sizeof *col_there));
        graph->resident_row = row_there;
        graph->resident_col = col_there;
        row_there = NULL;
        col_there = NULL;
    }
    *row = graph->resident_row;
    *col = graph->resident_col;
out:
    kg__free(ctx, row_there);
    kg__free(ctx, col_there);
    return status;
}

kg_vertex kg_graph_vertices(const kg_graph *graph)
{
    return graph->n;
}

kg_edge kg_graph_edges(const kg_graph *graph)
{
    return graph->m;
}

kg_status kg_graph_csr(kg_graph *graph, const kg_edge **row, const kg_vertex **col)
{
    kg__begin(graph->ctx);
    if (row)
        *row = graph->row;
    if (col)
        *col = graph->col;
    return KG_OK;
}

const double *kg_graph_values(const kg_graph *graph)
{
    return graph->value;
}

kg_status kg_graph_sources(kg_graph *graph, const kg_vertex **source)
{
    kg_status status;

    kg__begin(graph->ctx);
    KG_TRY(kg__graph_make_sources(graph));
    *source = graph->src;
out:
    return status;
}

kg_status kg__graph_make_sources(kg_graph *graph)
{
    kg_vertex *src = NULL;
    kg_status status = KG_OK;

    if (graph->src)
        return KG_OK;
    KG_TRY(kg__host_allocate(graph->ctx, &src, graph->m, sizeof *src, "edge sources"));
    KG_TRY(kg__csr(graph->ctx)->sources(graph->ctx, graph->n, graph->row, src));
    graph->src = src;
    src = NULL;
out:
    kg__free(graph->ctx, src);
    return status;
}

kg_status kg_graph_degrees(kg_graph *graph, const kg_edge **out_degree, const kg_edge **in_degree)
{
    kg_context *ctx = graph->ctx;
    kg_edge *out = NULL, *in = NULL;
    kg_status status = KG_OK;

    kg__begin(ctx);
    if (!graph->out_degree) {
        KG_TRY(kg__host_allocate(ctx, &out, graph->n, sizeof *out, "out-degrees"));
        KG_TRY(kg__host_allocate(ctx, &in, graph->n, sizeof *in, "in-degrees"));
        KG_TRY(kg__csr(ctx)->degrees(ctx, graph->n, graph->row, graph->col, out, in));
        graph->out_degree = out;
        graph->in_degree = in;
        out = in = NULL;
    }
    if (out_degree)
        *out_degree = graph->out_degree;
    if (in_degree)
        *in_degree = graph->in_degree;
out:
    kg__free(ctx, out);
    kg__free(ctx, in);
    return status;
}
