/* The distances of many pairs: their check, and the choice of a backend. */
#include "hierarchy_ops.h"

/* A pair: 20 us on one thread of a Xeon at 2.5 GHz, on roads of a million crossings. An H100 takes
 * 6 ns, and 80 in the call that makes the labels of all vertices. */
static const kg__cost pair_cost = {.ns = {[KG__CPU] = 20000, [KG__CUDA] = 50}, .bytes = 16};

static kg_status check(const kg__vertex_pairs *p)
{
    const kg_vertex n = p->h->graph->n;

    for (uint64_t i = 0; i < p->count; i++)
        if (p->from[i] >= n || p->to[i] >= n)
            return kg__fail(p->h->ctx, KG_ARGUMENT, "pair %llu, vertex %u: there are %u vertices",
                (unsigned long long)i, p->from[i] >= n ? p->from[i] : p->to[i], n);
    return KG_OK;
}

kg_status kg_hierarchy_distances(kg_hierarchy *hierarchy, const kg_vertex *from,
    const kg_vertex *to, uint64_t count, double *length)
{
    kg_context *ctx = KG__CONTEXT(hierarchy);
    kg__vertex_pairs p = {.h = hierarchy, .from = from, .to = to, .count = count, .length = length};
    kg_status status;

    KG_NEED(NULL, hierarchy);
    kg__begin(ctx);
    if (!count)
        return KG_OK;
    KG_NEED(ctx, from);
    KG_NEED(ctx, to);
    KG_NEED(ctx, length);
    KG_TRY(check(&p));
    kg__choose(ctx, &pair_cost, count, count);
    status = kg__hierarchy(ctx)->pairs(&p);
    if (kg__choose_other(ctx, status))
        status = kg__hierarchy(ctx)->pairs(&p);
    kg__end_choice(ctx);
out:
    kg__stage(ctx, NULL);
    return status;
}
