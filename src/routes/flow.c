/*
 * Minimum-cost flows: LEMON finds them, on a thread of its own unless they are small, and
 * certificate.c checks them.
 *
 * In:  a network, as kg__flow in lemon.h.
 * Out: its amounts and potentials, which the caller frees; the cost, proven to be the least.
 */
#include "join.h"

enum { NODE_BYTES = 150, ARC_BYTES = 110 }; /* memory of LEMON, rounded up */

enum { STACK_BYTES = 1 << 20, FEW_ARCS = 1 << 12 /* at most; solved at once */ };

typedef struct task {
    kg__flow *flow;
    int stop;
    kg__lemon_status status;
} task;

static void work(void *user)
{
    task *t = user;

    t->status = kg__least_cost_flow(t->flow);
}

kg_status kg__flow_check_size(kg_context *ctx, uint64_t nodes, uint64_t arcs)
{
    if (nodes <= KG__LEMON_MOST && arcs <= KG__LEMON_MOST)
        return KG_OK;
    return kg__fail(ctx, KG_OVERFLOW,
        "the flow has %llu nodes and %llu arcs: LEMON takes at most %d", (unsigned long long)nodes,
        (unsigned long long)arcs, KG__LEMON_MOST);
}

kg_status kg__flow_find(kg_context *ctx, kg__flow *flow, __int128 *cost)
{
    task t = {.flow = flow};
    void *counted = NULL;
    kg_status status;

    flow->stop = &t.stop;
    KG_TRY(kg__host_allocate(ctx, &flow->amount, flow->arcs, sizeof *flow->amount, "the flow"));
    KG_TRY(kg__host_allocate(
        ctx, &flow->potential, flow->nodes, sizeof *flow->potential, "the flow's dual"));
    KG_TRY(kg__host_allocate(
        ctx, &counted, flow->nodes * NODE_BYTES + flow->arcs * ARC_BYTES, 1, "the flow by LEMON"));
    if (flow->arcs <= FEW_ARCS) {
        KG_TRY(kg__cancelled(ctx));
        work(&t);
    } else {
        KG_TRY(kg__run_aside(ctx, "looking for the flow", STACK_BYTES, work, &t, &t.stop));
    }
    KG_TRY(kg__lemon_failed(ctx, t.status, "the flow"));
    kg__stage(ctx, "checking the flow");
    KG_TRY(kg__check_flow(ctx, flow, cost));
out:
    kg__free(ctx, counted);
    return status;
}
