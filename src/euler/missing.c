/*
 * What the fewest trails of a graph must be: half of what lacks a partner, and one for each
 * component that has edges and lacks none. Shares no code with what finds trails.
 *
 * O(n) besides degrees and components.
 */
#include "euler_ops.h"
#include <string.h>

kg_status kg__euler_count_missing(kg_graph *graph, uint64_t *missing, uint64_t *balanced)
{
    enum { EDGES = 1, LACKS = 2 };
    const kg_edge *out = NULL, *in = NULL;
    const kg_vertex *component;
    uint64_t components, lacking = 0, whole = 0;
    unsigned char *seen = NULL;
    kg_status status;

    KG_TRY(kg_graph_components(graph, &component, &components));
    if (!graph->half || graph->side)
        KG_TRY(kg_graph_degrees(graph, &out, &in));
    KG_TRY(kg__host_allocate(graph->ctx, &seen, components, 1, "components"));
    memset(seen, 0, components);
    for (kg_vertex v = 0; v < graph->n; v++) {
        const kg_edge degree = graph->row[v + 1] - graph->row[v];
        const bool pairs = graph->half && (!graph->side || kg__is_one_sided(graph, v));
        const kg_edge lacks = pairs ? degree & 1 : out[v] < in[v] ? in[v] - out[v] : out[v] - in[v];

        seen[component[v]] |= (unsigned char)((degree ? EDGES : 0) | (lacks ? LACKS : 0));
        lacking += lacks;
    }
    for (uint64_t c = 0; c < components; c++)
        whole += seen[c] == EDGES;
    *missing = lacking;
    *balanced = whole;
out:
    kg__free(graph->ctx, seen);
    return status;
}

kg_status kg_euler_missing(kg_graph *graph, uint64_t *missing, uint64_t *balanced)
{
    kg_status status;

    KG_NEED(NULL, graph);
    KG_NEED(graph->ctx, missing);
    KG_NEED(graph->ctx, balanced);
    KG_TRY(kg__begin_graph(graph));
    KG_TRY(kg__euler_count_missing(graph, missing, balanced));
out:
    return status;
}
