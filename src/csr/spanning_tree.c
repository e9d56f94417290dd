/* The minimum spanning forest by edge id: made once, kept with the graph. */
#include "csr_ops.h"

kg_status kg_graph_spanning_tree(kg_graph *graph, const kg_edge **edge, uint64_t *count)
{
    kg_context *ctx = graph->ctx;
    kg_edge *made = NULL;
    kg_status status = KG_OK;

    kg__begin(ctx);
    if (!graph->tree) {
        KG_TRY(kg__host_allocate(ctx, &made, graph->n, sizeof *made, "a spanning forest"));
        KG_TRY(kg__csr(ctx)->spanning_tree(graph, made, &graph->tree_edges));
        graph->tree = made;
        made = NULL;
    }
    if (edge)
        *edge = graph->tree;
    if (count)
        *count = graph->tree_edges;
out:
    kg__free(ctx, made);
    return status;
}
