/* Weak components: computed once, then kept with the graph. */
#include "csr_ops.h"

kg_status kg_graph_components(kg_graph *graph, const kg_vertex **component, uint64_t *count)
{
    kg_context *ctx = KG__CONTEXT(graph);
    const kg__csr_ops *ops;
    kg_vertex *made = NULL;
    kg_status status = KG_OK;

    KG_NEED(NULL, graph);
    kg__begin(ctx);
    if (!graph->component) {
        KG_TRY(kg__host_allocate(ctx, &made, graph->n, sizeof *made, "components"));
        KG_TRY(kg__csr_whole(graph, &ops));
        KG_TRY(ops->components(graph, made, &graph->components));
        graph->component = made;
        made = NULL;
    }
    if (component)
        *component = graph->component;
    if (count)
        *count = graph->components;
out:
    kg__free(ctx, made);
    return status;
}
