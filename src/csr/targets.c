/* Makes the targets of a graph that was made without them. */
#include "csr.h"

enum { GRAIN = 1 << 16, AHEAD = 24 };

kg_status kg__graph_make_targets(kg_graph *graph)
{
    kg_context *ctx = graph->ctx;
    const uint64_t m = graph->m;
    kg_vertex *col = NULL;
    kg_status status = KG_OK;

    if (graph->col || !graph->half)
        goto out;
    KG_TRY(kg__host_allocate(ctx, &col, m, sizeof *col, "edges"));
    KG_PARALLEL_FOR(kg__threads(ctx, m, GRAIN))
    for (uint64_t i = 0; i < m; i++) {
        if (i + AHEAD < m)
            __builtin_prefetch(&graph->end[graph->half[i + AHEAD] ^ 1]);
        col[i] = graph->end[graph->half[i] ^ 1];
    }
    graph->col = col;
out:
    return status;
}
