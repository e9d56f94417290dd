/* The table of the Euler pipeline, and the stages that all kinds of graphs share: 3 to 7. */
#include "euler_ops.h"

static const kg__euler_ops table[KG__BACKENDS] = KG__TABLE(KG__EULER_FUNCTIONS);

const kg__euler_ops *kg__euler(const kg_context *ctx)
{
    return &table[kg__context_backend(ctx)];
}

kg_status kg__euler_host_circuits(kg__euler_work *w, kg_edge *circuit)
{
    const kg__euler_ops *ops = kg__euler(w->ctx);
    kg_edge *labels = NULL;
    kg_status status;

    if (kg__context_backend(w->ctx) == KG__CPU)
        return ops->circuits(w, circuit);
    KG_TRY(kg__allocate(w->ctx, &labels, w->m, sizeof *labels, "labels of circuits"));
    KG_TRY(ops->circuits(w, labels));
    KG_TRY(kg__memory(w->ctx)->download(w->ctx, circuit, labels, w->m * sizeof *labels));
out:
    kg__free(w->ctx, labels);
    return status;
}

kg_status kg__euler_solve(kg__euler_work *w)
{
    const kg__euler_ops *ops = kg__euler(w->ctx);
    kg_status status;

    kg__stage(w->ctx, "3 partition");
    KG_TRY(kg__progress(w->ctx, "walking", 0, 0));
    KG_TRY(ops->partition(w));
    kg__stage(w->ctx, "5 spanning tree");
    KG_TRY(kg__progress(w->ctx, "joining circuits", 0, 0));
    KG_TRY(ops->spanning_tree(w));
    if (w->trees > 1) {
        w->witness.reason = KG_EULER_DISCONNECTED;
        w->witness.components = w->trees;
        for (int i = 0; i < 2; i++) /* the ids without the virtual edge */
            if (w->virtual_edge != KG_NO_EDGE && w->witness.edge[i] > w->virtual_edge)
                w->witness.edge[i]--;
        return KG_NO_SOLUTION;
    }
    kg__stage(w->ctx, "6 swips");
    KG_TRY(ops->swips(w));
    kg__stage(w->ctx, "7 walk");
    KG_TRY(kg__progress(w->ctx, "ordering the walk", 0, 0));
    KG_TRY(ops->walk(w));
out:
    return status;
}
