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

void kg__stage(kg_context *ctx, const char *stage)
{
    double now = kg__now();

    if (ctx->stage_runs)
        ctx->timing[ctx->timings - 1].ms = 1e3 * (now - ctx->stage_begin);
    ctx->stage_runs = stage && ctx->timings < TIMINGS;
    if (ctx->stage_runs) {
        ctx->timing[ctx->timings++] = (kg_timing){stage, 0};
        ctx->stage_begin = now;
    }
}

size_t kg_context_timing(const kg_context *context, const kg_timing **timing)
{
    *timing = context->timing;
    return context->timings;
}

void kg_context_clear_timing(kg_context *context)
{
    context->timings = 0;
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
