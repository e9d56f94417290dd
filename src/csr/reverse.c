/* The reverse graph: the stable build of the edge list with exchanged ends. */
#include "csr_ops.h"

kg_status kg_graph_reverse(kg_graph **reverse, const kg_edge **original, kg_graph *graph)
{
    kg_context *ctx = KG__CONTEXT(graph);
    kg_graph *g = NULL;
    kg_status status;

    KG_NEED_RESULT(KG__CONTEXT(graph), reverse, graph);
    kg__begin(ctx);
    KG_TRY(kg__need_directed(graph, "has no directions to turn round"));
    KG_TRY(kg__graph_create(&g, ctx));
    KG_TRY(kg__graph_allocate_rows(g, graph->n));
    KG_TRY(kg__graph_allocate_edges(g, graph->m, graph->value != NULL));
    KG_TRY(kg__host_allocate(ctx, &g->original, g->m, sizeof *g->original, "original edge ids"));
    KG_TRY(kg__csr(ctx)->reverse(g, graph));
    KG_TRY(kg__graph_to_host(g));
    kg__share_names(g, graph);
    if (original)
        *original = g->original;
    *reverse = g;
    g = NULL;
out:
    kg_graph_destroy(g);
    return status;
}
