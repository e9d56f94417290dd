/* See edge_list.h. */
#include "edge_list.h"

kg_status edge_list_build(kg_graph **graph, kg_context *ctx, uint64_t n, uint64_t m,
    bool undirected, const kg_vertex *end, const double *value)
{
    kg_builder *builder = NULL;
    kg_status status;

    if (undirected)
        return kg_graph_build_undirected(graph, ctx, n, m, end, value);
    *graph = NULL;
    KG_TRY(kg_builder_create(&builder, ctx));
    KG_TRY(kg_builder_add_vertices(builder, n));
    for (uint64_t e = 0; e < m; e++)
        KG_TRY(value ? kg_builder_add_edge_value(builder, end[2 * e], end[2 * e + 1], value[e])
                     : kg_builder_add_edge(builder, end[2 * e], end[2 * e + 1]));
    KG_TRY(kg_builder_finish(graph, builder));
out:
    kg_builder_destroy(builder);
    return status;
}
