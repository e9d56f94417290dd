/* An answer as an object: its lifetime, and the arrays that it lends. */
#include "answer.h"
#include "../comm/mail.h"

void kg__euler_clear(kg_euler *e)
{
    if (e->loans) { /* the caller's work on the walk may not be done */
        kg__choose_again(e->ctx, e->backend);
        kg__memory(e->ctx)->settle(e->ctx);
        kg__end_choice(e->ctx);
    }
    kg__free_all(e->ctx, e->walk, e->host_walk, e->host_share);
    if (e->begin != e->whole)
        kg__free(e->ctx, e->begin);
}

void kg__euler_take(kg_euler *e, const kg__euler_work *w)
{
    const int rank = kg__comm_rank(e->ctx);

    e->circuits = w->circuits;
    e->witness = w->witness;
    e->ranks = kg__comm_ranks(e->ctx);
    e->first = kg__part(e->m, rank, e->ranks);
    e->held = rank ? e->first : 0;
    e->share = kg__part(e->m, rank + 1, e->ranks) - e->first;
    if (e->begin)
        return;
    e->whole[1] = e->m;
    e->begin = e->whole;
    e->trails = e->m > 0;
}

static kg_status fail_none(kg_context *ctx)
{
    return kg__fail(ctx, KG_NO_SOLUTION, "there is no walk to lend: kg_euler_why() says why");
}

kg_status kg__euler_tell_why(kg_euler *e, const kg_graph *graph, kg_euler_kind wanted)
{
    const kg_euler_witness *no = &e->witness;
    const char *const walk = wanted == KG_EULER_CIRCUIT ? "circuit"
                             : wanted == KG_EULER_PATH  ? "path"
                                                        : "circuit or path";
    const char *name = KG__NAME_SHOWN(graph, no->vertex[0]);

    kg__free(e->ctx, e->walk);
    e->walk = NULL;
    e->found = KG_EULER_ANY;
    if (no->reason == KG_EULER_UNBALANCED && graph->kind == KG_UNDIRECTED)
        return kg__fail(e->ctx, KG_NO_SOLUTION,
            "no Euler %s: %llu vertices have odd degrees, vertex %s first, with %llu", walk,
            (unsigned long long)no->count, name, (unsigned long long)no->out_degree[0]);
    if (no->reason == KG_EULER_UNBALANCED)
        return kg__fail(e->ctx, KG_NO_SOLUTION,
            "no Euler %s: %llu vertices have different %s, vertex %s first, "
            "with %llu %s and %llu %s",
            walk, (unsigned long long)no->count,
            graph->side ? "minus and plus degrees" : "in- and out-degrees", name,
            (unsigned long long)no->in_degree[0], graph->side ? "minus" : "in",
            (unsigned long long)no->out_degree[0], graph->side ? "plus" : "out");
    if (no->reason == KG_EULER_DISCONNECTED)
        return kg__fail(e->ctx, KG_NO_SOLUTION,
            "no Euler %s: the edges lie in %llu %scomponents, edge %llu in another than edge "
            "%llu",
            walk, (unsigned long long)no->components, graph->half ? "" : "weak ",
            (unsigned long long)no->edge[1], (unsigned long long)no->edge[0]);
    return kg__fail(e->ctx, KG_NO_SOLUTION,
        "no Euler path: all vertices have %s, so a walk of all edges ends where it begins",
        graph->kind == KG_UNDIRECTED ? "even degrees"
        : graph->side                ? "as many edges on the one side as on the other"
                                     : "as many in- as out-edges");
}

void kg_euler_destroy(kg_euler *euler)
{
    if (!euler)
        return;
    kg__euler_clear(euler);
    kg__free(euler->ctx, euler);
}

KG__GETTER(kg_euler_kind, kg_euler_found, kg_euler, euler, euler->found, KG_EULER_ANY)

kg_status kg_euler_walk(kg_euler *euler, const kg_edge **walk)
{
    kg_context *ctx = KG__CONTEXT(euler);
    kg_edge *host = NULL;
    kg_status status = KG_OK;

    KG_NEED_RESULT(KG__CONTEXT(euler), walk, euler);
    if (euler->host_walk)
        *walk = euler->host_walk + (euler->first - euler->held);
    else if (euler->backend == KG__CPU && euler->walk)
        *walk = euler->walk + euler->skip;
    if (*walk)
        return KG_OK;
    kg__begin(ctx);
    if (euler->witness.reason != KG_EULER_EXISTS)
        return fail_none(ctx);
    kg__choose_again(ctx, euler->backend);
    KG_TRY(kg__host_allocate(ctx, &host, euler->share, sizeof *host, "the walk"));
    kg__stage(ctx, "download");
    KG_TRY(kg__memory(ctx)->download(
        ctx, host, euler->walk + euler->skip, euler->share * sizeof *host));
    *walk = euler->host_walk = host;
    host = NULL;
out:
    kg__stage(ctx, NULL);
    kg__end_choice(ctx);
    kg__free(ctx, host);
    return status;
}

/* Trails are found in host memory. Copies those that are lent to the device. */
static kg_status bring_trails(kg_euler *euler)
{
    kg_context *ctx = euler->ctx;
    kg_edge *walk = NULL;
    kg_status status;

    KG_TRY(kg__allocate(ctx, &walk, euler->share + 1, sizeof *walk, "the walk"));
    KG_TRY(kg__memory(ctx)->upload(
        ctx, walk, euler->host_walk + (euler->first - euler->held), euler->share * sizeof *walk));
    euler->walk = walk;
    walk = NULL;
out:
    kg__free(ctx, walk);
    return status;
}

kg_status kg_euler_walk_device(kg_euler *euler, kg_edge **walk, const kg_device_options *options)
{
    kg_context *ctx = KG__CONTEXT(euler);
    kg_status status;

    KG_NEED_RESULT(ctx, walk, euler);
    options = options ? options : &(const kg_device_options)KG_DEVICE_OPTIONS_INIT;
    kg__begin(ctx);
    if (euler->witness.reason != KG_EULER_EXISTS)
        return fail_none(ctx);
    kg__choose_again(ctx, euler->backend);
    KG_TRY(kg__need_device(ctx));
    if (!euler->walk)
        KG_TRY(bring_trails(euler));
    KG_TRY(kg__lend(ctx, options->stream, !options->no_stream));
    euler->loans++;
    *walk = euler->walk + euler->skip;
out:
    kg__end_choice(ctx);
    return status;
}

kg_status kg_euler_return_device(kg_euler *euler, const kg_device_options *options)
{
    kg_context *ctx = KG__CONTEXT(euler);
    kg_status status;

    KG_NEED(NULL, euler);
    options = options ? options : &(const kg_device_options)KG_DEVICE_OPTIONS_INIT;
    kg__begin(ctx);
    if (!euler->loans)
        return kg__fail(ctx, KG_ARGUMENT, "the walk is not lent");
    kg__choose_again(ctx, euler->backend);
    KG_TRY(kg__take_back(ctx, options->stream, !options->no_stream));
    euler->loans--;
out:
    kg__end_choice(ctx);
    return status;
}

kg_status kg_euler_share(const kg_euler *euler, uint64_t *first, uint64_t *count)
{
    KG_NEED(KG__CONTEXT(euler), first);
    KG_NEED(KG__CONTEXT(euler), count);
    *first = *count = 0;
    KG_NEED(NULL, euler);
    *first = euler->first;
    *count = euler->share;
    return KG_OK;
}

/* Rank 0 takes the whole walk. For trails, which it already has in host memory, whole is NULL. */
static void take_whole(kg_euler *e, kg_edge *whole)
{
    if (!whole) {
        kg__free(e->ctx, e->walk);
        e->walk = NULL;
        return;
    }
    if (e->backend == KG__CPU) {
        e->host_walk = whole;
        return;
    }
    kg__free(e->ctx, e->walk);
    e->walk = whole;
    e->host_share = e->host_walk;
    e->host_walk = NULL;
}

kg_status kg_euler_collect(kg_euler *euler)
{
    kg_context *ctx;
    kg_edge *whole = NULL;
    bool trails;
    int ranks;
    kg_status status = KG_OK;

    KG_NEED(NULL, euler);
    ctx = euler->ctx;
    trails = euler->found == KG_EULER_TRAILS;
    ranks = kg__comm_ranks(ctx);
    kg__begin(ctx);
    if (euler->witness.reason != KG_EULER_EXISTS)
        status = kg__fail(ctx, KG_NO_SOLUTION, "there is no walk: kg_euler_why() says why");
    else if (!euler->collected && euler->ranks != ranks)
        status = kg__fail(ctx, KG_ARGUMENT,
            "the context is one of %d ranks, but %d have found the walk", ranks, euler->ranks);
    else if (!euler->collected && euler->loans && ranks > 1)
        status = kg__fail(ctx, KG_ARGUMENT, "the walk is lent to a caller's stream");
    else if (!euler->collected && euler->m && !trails && ranks > 1)
        status = kg__ranks_collect(ctx, &whole, euler->walk, euler->m);
    status = kg__comm_stop(ctx, status, NULL);
    if (status != KG_OK || euler->collected) {
        kg__free(ctx, whole);
        return status;
    }
    euler->collected = true;
    if (kg__comm_rank(ctx) == 0) {
        if (ranks > 1 && euler->m)
            take_whole(euler, whole);
        euler->first = 0;
        euler->share = euler->m;
    }
    return KG_OK;
}

kg_status kg_euler_trails(const kg_euler *euler, const uint64_t **begin, uint64_t *count)
{
    if (begin)
        *begin = NULL;
    if (count)
        *count = 0;
    KG_NEED(NULL, euler);
    if (euler->witness.reason != KG_EULER_EXISTS)
        return fail_none(euler->ctx);
    if (begin)
        *begin = euler->begin;
    if (count)
        *count = euler->trails;
    return KG_OK;
}

KG__GETTER(uint64_t, kg_euler_initial_circuits, kg_euler, euler, euler->circuits, 0)
KG__GETTER(const kg_euler_witness *, kg_euler_why, kg_euler, euler, &euler->witness, NULL)
