/* How long stages take, and how far long work is. */
#include "context.h"
#include <time.h>

/* Between two calls of the user's progress function, in seconds. */
static const double progress_gap = 0.1;

double kg__now(void)
{
    struct timespec now;

    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

/* Reads the device's clock for the stages that ran there since it was read last. */
static void resolve(kg_context *ctx)
{
    const kg__memory_ops *memory = kg__memory(ctx);

    for (; ctx->stages_resolved < ctx->timings; ctx->stages_resolved++) {
        kg_timing *timing = &ctx->timing[ctx->stages_resolved];
        double ms;

        if (timing->ms < 0)
            timing->ms = memory->elapsed(ctx, ctx->stages_resolved, &ms) == KG_OK ? ms : 0;
    }
}

void kg__stage(kg_context *ctx, const char *stage)
{
    const kg__memory_ops *memory = kg__memory(ctx);
    double now = kg__now();

    if (ctx->stage_runs && ctx->stage_on_device)
        /* below 0: not known yet */
        ctx->timing[ctx->timings - 1].ms =
            memory->stamp(ctx, ctx->timings - 1, true) == KG_OK ? -1 : 0;
    else if (ctx->stage_runs)
        ctx->timing[ctx->timings - 1].ms = 1e3 * (now - ctx->stage_begin);
    ctx->stage_runs = stage && ctx->timings < TIMINGS;
    if (ctx->stage_runs) {
        ctx->stage_on_device = memory->stamp && memory->stamp(ctx, ctx->timings, false) == KG_OK;
        ctx->timing[ctx->timings++] = (kg_timing){stage, 0};
        ctx->stage_begin = now;
    } else if (!stage) {
        resolve(ctx);
    }
}

size_t kg_context_timing(const kg_context *context, const kg_timing **timing)
{
    *timing = context->timing;
    return context->timings;
}

void kg_context_clear_timing(kg_context *context)
{
    context->timings = context->stages_resolved = 0;
    context->stage_runs = false;
}

void kg__progress(kg_context *ctx, const char *what, uint64_t done, uint64_t total)
{
    double now;

    if (!ctx->progress)
        return;
    now = kg__now();
    if (now - ctx->progress_last < progress_gap)
        return;
    ctx->progress_last = now;
    ctx->progress(ctx->progress_user, what, done, total);
}
