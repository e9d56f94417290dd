/* How long stages take, and how far long work is. */
#include "context.h"
#include <stdio.h>
#include <time.h>

/* The least time between two calls of the user's progress function, in seconds. */
static const double progress_gap = 0.1;

double kg__now(void)
{
    struct timespec now;

    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

/* Reads the device's clock for the stages that have run there since it was last read. */
static void resolve(kg_context *ctx)
{
    for (; ctx->stages_resolved < ctx->timings; ctx->stages_resolved++) {
        const size_t stage = ctx->stages_resolved;
        double ms;

        if (ctx->stage_stamped[stage] && ctx->clock->elapsed(ctx, stage, &ms) == KG_OK)
            ctx->timing[stage].ms += ms;
        ctx->stage_stamped[stage] = false;
    }
}

/* Ends the running stage by the clock that it began with, whatever backend is in force by now. */
static void end_stage(kg_context *ctx, double now)
{
    const size_t stage = ctx->timings - 1;

    if (ctx->stage_on_device)
        ctx->stage_stamped[stage] = ctx->clock->stamp(ctx, stage, true) == KG_OK;
    else
        ctx->timing[stage].ms += 1e3 * (now - ctx->stage_begin);
    ctx->stage_runs = false;
}

/* Begins the table's next row. Where the table is full, the last row collects all further
 * stages. */
static void begin_stage(kg_context *ctx, const char *stage, double now)
{
    const kg__memory_ops *memory = kg__memory(ctx);
    size_t row = ctx->timings;

    if (row < TIMINGS) {
        ctx->timing[row] = (kg_timing){row < TIMINGS - 1 ? stage : "more stages", 0};
        ctx->stage_stamped[row] = false;
        ctx->sent[row] = 0;
        ctx->timings++;
    } else {
        resolve(ctx); /* the row's stamps will be overwritten */
        ctx->stages_resolved = --row;
    }
    ctx->stage_on_device = memory->stamp && memory->stamp(ctx, row, false) == KG_OK;
    if (ctx->stage_on_device)
        ctx->clock = memory;
    ctx->stage_begin = now;
    ctx->stage_runs = true;
}

/* Whether the running stage simply continues. The last row of the table collects all further
 * stages; while these run on one device, they are timed as one span, since reading the device's
 * clock after each stage would stop the device. */
static bool goes_on(const kg_context *ctx)
{
    return ctx->stage_runs && ctx->timings == TIMINGS &&
           ctx->stage_on_device == (kg__memory(ctx)->stamp != NULL);
}

void kg__stage(kg_context *ctx, const char *stage)
{
    const double now = kg__now();

    if (stage && goes_on(ctx))
        return;
    if (ctx->stage_runs)
        end_stage(ctx, now);
    if (stage)
        begin_stage(ctx, stage, now);
    else
        resolve(ctx);
}

size_t kg_context_stages(const kg_context *context)
{
    return context ? context->timings : 0;
}

const kg_timing *kg_context_timing(const kg_context *context)
{
    return context ? context->timing : NULL;
}

void kg_context_clear_timing(kg_context *context)
{
    if (!context)
        return;
    context->timings = context->stages_resolved = 0;
    context->stage_runs = false;
}

kg_status kg__progress(kg_context *ctx, const char *what, uint64_t done, uint64_t total)
{
    double now;

    if (!ctx->progress)
        return KG_OK;
    now = kg__now();
    if (now - ctx->progress_last >= progress_gap) {
        ctx->progress_last = now;
        if (ctx->progress(ctx->progress_user, what, done, total) && !ctx->cancelled) {
            snprintf(ctx->cancelled_while, sizeof ctx->cancelled_while, "%s", what);
            __atomic_store_n(&ctx->cancelled, ctx->cancelled_while, __ATOMIC_RELEASE);
        }
    }
    return kg__cancelled(ctx);
}

kg__patience kg__patience_from(double seconds, const volatile int *stop)
{
    return (kg__patience){seconds, seconds > 0 ? kg__now() + seconds : 0, stop};
}

/* A thread or a signal's handler may write it meanwhile. */
static bool is_stopped(const kg__patience *patience)
{
    return patience->stop && __atomic_load_n(patience->stop, __ATOMIC_RELAXED);
}

bool kg__patience_ends(const kg__patience *patience)
{
    return is_stopped(patience) || (patience->end > 0 && kg__now() >= patience->end);
}

void kg__patience_tell(const kg__patience *patience, char *text, size_t size)
{
    if (is_stopped(patience))
        snprintf(text, size, "interrupted");
    else
        snprintf(text, size, "stopped after %.6g s", patience->seconds);
}
