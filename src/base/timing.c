/* The times of stages, and the progress of long work. */
#include "context.h"
#include <stdio.h>
#include <string.h>
#include <time.h>

/* The least time between two calls of the user's progress function, in seconds. */
static const double progress_gap = 0.1;

double kg__now(void)
{
    struct timespec now;

    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

/* Reads the device's clock for the stages that have run there since the last reading. */
static void resolve(kg_context *ctx)
{
    for (size_t row = 0; row < ctx->timings; row++) {
        double ms;

        if (ctx->stage_stamped[row] && ctx->clock->elapsed(ctx, row, &ms) == KG_OK)
            ctx->timing[row].ms += ms;
        ctx->stage_stamped[row] = false;
    }
}

/* The first row of a stage whose clock has been read, among the first `rows`; or `rows`. */
static size_t find_row(const kg_context *ctx, const char *stage, size_t rows)
{
    size_t row = 0;

    while (row < rows && (ctx->stage_stamped[row] || strcmp(ctx->timing[row].stage, stage) != 0))
        row++;
    return row;
}

/* Makes one row of all rows of a stage. */
static void fold(kg_context *ctx)
{
    size_t kept = 0;

    resolve(ctx);
    for (size_t from = 0; from < ctx->timings; from++) {
        const size_t to = find_row(ctx, ctx->timing[from].stage, kept);

        if (to == kept) {
            ctx->timing[kept] = ctx->timing[from];
            ctx->sent[kept++] = ctx->sent[from];
        } else {
            ctx->timing[to].ms += ctx->timing[from].ms;
            ctx->sent[to] += ctx->sent[from];
        }
    }
    ctx->timings = kept;
}

/* The row for a stage that begins. A stage has one row, and further rows while the device's clock
 * is not read yet. If the table is full, the last row collects all further stages. */
static size_t take_row(kg_context *ctx, const char *stage)
{
    size_t row = find_row(ctx, stage, ctx->timings);

    if (row == ctx->timings && row >= TIMINGS - 1) {
        fold(ctx);
        row = find_row(ctx, stage, ctx->timings);
    }
    if (row == TIMINGS)
        return row - 1;
    if (row == ctx->timings) {
        ctx->timing[row] = (kg_timing){row < TIMINGS - 1 ? stage : "more stages", 0};
        ctx->stage_stamped[row] = false;
        ctx->sent[row] = 0;
        ctx->timings++;
    }
    return row;
}

/* Ends the running stage by the clock that it began with, whatever backend is in force now. */
static void end_stage(kg_context *ctx, double now)
{
    const size_t row = ctx->stage_row;

    if (ctx->stage_on_device)
        ctx->stage_stamped[row] = ctx->clock->stamp(ctx, row, true) == KG_OK;
    else
        ctx->timing[row].ms += 1e3 * (now - ctx->stage_begin);
    ctx->stage_runs = false;
}

static void begin_stage(kg_context *ctx, const char *stage, double now)
{
    const kg__memory_ops *memory = kg__memory(ctx);

    ctx->stage_row = take_row(ctx, stage);
    ctx->stage_on_device = memory->stamp && memory->stamp(ctx, ctx->stage_row, false) == KG_OK;
    if (ctx->stage_on_device)
        ctx->clock = memory;
    ctx->stage_begin = now;
    ctx->stage_runs = true;
}

/* Whether the running stage simply continues. While stages in the last row of a full table run on
 * one device, they are timed as one span, because reading the device's clock after each stage would
 * stop the device. */
static bool goes_on(const kg_context *ctx)
{
    return ctx->stage_runs && ctx->stage_row == TIMINGS - 1 && ctx->stage_on_device &&
           kg__memory(ctx)->stamp;
}

void kg__stage(kg_context *ctx, const char *stage)
{
    const double now = kg__now();

    stage = stage ? stage : ctx->callers_stage;
    if (ctx->joins_stages || (stage && goes_on(ctx)))
        return;
    if (ctx->stage_runs)
        end_stage(ctx, now);
    if (stage)
        begin_stage(ctx, stage, now);
    else
        fold(ctx);
}

const char *kg_context_begin_stage(kg_context *context, const char *stage)
{
    const char *before;

    if (!context)
        return NULL;
    before = context->callers_stage;
    if (!context->joins_stages)
        context->callers_stage = stage;
    kg__stage(context, NULL);
    return before;
}

void kg_context_join_stages(kg_context *context, int join)
{
    if (context)
        context->joins_stages = join;
}

KG__GETTER(size_t, kg_context_stages, kg_context, context, context->timings, 0)
KG__GETTER(const kg_timing *, kg_context_timing, kg_context, context, context->timing, NULL)

void kg_context_clear_timing(kg_context *context)
{
    if (!context)
        return;
    context->timings = 0;
    if (context->read_kernels)
        context->read_kernels(context);
    context->kernels = 0;
    context->stage_runs = false;
}

void kg_context_record_kernels(kg_context *context, int record)
{
    if (context)
        context->records_kernels = record;
}

const kg_kernel *kg_context_kernels(kg_context *context, size_t *count)
{
    if (context && context->read_kernels)
        context->read_kernels(context);
    if (count)
        *count = context ? context->kernels : 0;
    return context ? context->kernel : NULL;
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

/* Another thread or a signal handler may write *stop meanwhile. */
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
