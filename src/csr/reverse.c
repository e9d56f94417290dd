/* The reverse graph: the stable build of the edge list with its columns exchanged. */
#include "csr_ops.h"

kg_status kg_graph_reverse(kg_graph **reverse, const kg_edge **original, kg_graph *graph)
{
    kg_context *ctx = graph->ctx;
    const kg__csr_ops *ops = kg__csr(ctx);
    kg__edge_piece piece = {.target = NULL};
    kg_graph *g = NULL;
    kg_status status;

    kg__begin(ctx);
    *reverse = NULL;
    KG_TRY(kg__graph_make_sources(graph));
    KG_TRY(kg__graph_create(&g, ctx));
    KG_TRY(kg__graph_allocate_rows(g, graph->n));
    KG_TRY(kg__graph_allocate_edges(g, graph->m, graph->value != NULL));
    KG_TRY(kg__host_allocate(ctx, &g->original, g->m, sizeof *g->original, "original edge ids"));
    piece = (kg__edge_piece){graph->col, graph->src, 1, NULL, 0, graph->m};
    KG_TRY(ops->build(ctx, g->n, g->m, &piece, 1, g->row, g->col, NULL, g->original));
    if (g->value)
        KG_TRY(ops->gather(ctx, g->m, g->original, graph->value, g->value));
    g->names = graph->names;
    if (g->names)
        g->names->holders++;
    if (original)
        *original = g->original;
    *reverse = g;
    g = NULL;
out:
    kg_graph_destroy(g);
    return status;
}
