/* Euler circuits and paths of a graph of which each rank holds only a part. */
#include "answer.h"
#include "ranks/ranks.h"

static kg_status check_options(kg_context *ctx, const kg_euler_options *options)
{
    if (options->kind < KG_EULER_ANY || options->kind > KG_EULER_TRAILS)
        return kg__fail(ctx, KG_ARGUMENT, "kind %d: expected 0 to 3", (int)options->kind);
    if (options->kind == KG_EULER_TRAILS || options->has_start || options->random)
        return kg__fail(ctx, KG_UNSUPPORTED,
            "%s of a graph that no rank has whole: only circuits and paths are found",
            options->kind == KG_EULER_TRAILS ? "trails"
            : options->has_start             ? "a walk from a given start"
                                             : "a random walk");
    return KG_OK;
}

static kg_status find(
    kg_euler *e, kg__euler_work *w, kg_part *part, const kg_euler_options *options)
{
    kg_status status;

    KG_TRY(kg__ranks_find_part(w, part, options, &e->found, &e->walk));
    if (!options->skip_verify) {
        kg__stage(w->ctx, "8 verify");
        KG_TRY(kg__ranks_row(w->ctx)->verify(&part->shape, part, e->walk, e->found));
    }
out:
    kg__stage(w->ctx, NULL);
    return status == KG_NO_SOLUTION && w->witness.reason == KG_EULER_EXISTS ? KG_INTERNAL : status;
}

kg_status kg_euler_find_part(kg_euler **euler, kg_part *part, const kg_euler_options *options)
{
    kg_context *ctx = part ? part->shape.ctx : NULL;
    kg_euler *e = NULL;
    kg__euler_work w = {0};
    kg_status status;

    KG_NEED_RESULT(ctx, euler, part);
    kg__begin(ctx);
    options = options ? options : &(const kg_euler_options)KG_EULER_OPTIONS_INIT;
    KG_TRY(check_options(ctx, options));
    KG_TRY(kg__host_allocate(ctx, &e, 1, sizeof *e, "the Euler walk's record"));
    *e = (kg_euler){.ctx = ctx, .backend = kg__context_backend(ctx), .m = part->shape.m};
    w = (kg__euler_work){
        .ctx = ctx, .n = part->shape.n, .m = part->shape.m, .virtual_edge = KG_NO_EDGE};
    status = find(e, &w, part, options);
    kg__euler_take(e, &w);
    if (status == KG_NO_SOLUTION)
        kg__euler_tell_why(e, &part->shape, options->kind);
out:
    status = kg__comm_stop(ctx, status, NULL);
    if (status == KG_OK || status == KG_NO_SOLUTION)
        *euler = e;
    else
        kg_euler_destroy(e);
    return status;
}
