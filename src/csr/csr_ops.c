/* The table of csr's backends. */
#include "csr_ops.h"
#include "../comm/comm.h"

static const kg__csr_ops row[KG__BACKENDS] = KG__TABLE(KG__CSR_FUNCTIONS);

const kg__csr_ops *kg__csr(const kg_context *ctx)
{
    return &row[kg__context_backend(ctx)];
}

kg_status kg__csr_whole(kg_graph *graph, const kg__csr_ops **ops)
{
    const bool joined = kg__comm_ranks(graph->ctx) > 1;

    *ops = joined ? &row[KG__CPU] : kg__csr(graph->ctx);
    return joined ? kg__graph_bring(graph) : KG_OK;
}
