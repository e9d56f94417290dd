/*
 * Grid queries on the CPU: threads take one query after the other, each with its own memory.
 *
 * in   a map, queries whose goals can be reached
 * out  an answer for each; its path and its explored cells, if they are kept
 *
 * Method: uniform maps get the jump search, others the plain one. One thread does a query; the
 * threads share only a counter. Memory: that of the searches, for each thread.
 * Deterministic: each answer depends on its query alone.
 */
#include "grid_cpu.h"
#include "grid_ops.h"
#include <string.h>

/* ---- a thread -------------------------------------------------------------------------------- */

static const kg__walk_ops *choose(const kg__grid_work *work)
{
    return work->grid->real        ? &kg__walk_real_cpu
           : work->uniform         ? &kg__walk_jump_cpu
           : kg__grid_narrow(work) ? &kg__walk_plain_u32_cpu
                                   : &kg__walk_plain_u64_cpu;
}

static kg_status start_walker(kg__grid_walker *w, kg__grid_work *work)
{
    const kg_grid *grid = work->grid;
    kg__open_shape shape = kg__grid_open_shape(work);
    kg_status status;

    w->work = work;
    w->open.spare = KG__NO_ENTRY;
    w->open.shift = shape.shift;
    w->open.buckets = shape.buckets;
    KG_TRY(kg__host_allocate(grid->ctx, &w->open.head, w->open.buckets, sizeof *w->open.head,
        "buckets of the open list"));
    memset(w->open.head, 0xff, w->open.buckets * sizeof *w->open.head);
    KG_TRY(choose(work)->prepare(w));
out:
    return status;
}

static void finish_walker(kg__grid_walker *w, kg_context *ctx)
{
    kg__free_all(ctx, w->open.head, w->open.entry, w->cost_block, w->low, w->high, w->tile, w->node,
        w->path);
}

/* Empties the open list. */
static void clear_open(kg__open_list *o)
{
    for (uint64_t b = o->now; b <= o->last && b - o->now < o->buckets; b++)
        o->head[b & (o->buckets - 1)] = KG__NO_ENTRY;
    o->used = 0;
    o->spare = KG__NO_ENTRY;
}

/* ---- a query --------------------------------------------------------------------------------- */

static void set_query(kg__grid_walker *w, uint64_t i)
{
    kg__grid_work *work = w->work;
    const kg_grid *grid = work->grid;

    w->query = &work->query[i];
    w->answer = &work->answer[i];
    w->plane = &grid->plane[kg_grid_terrain(grid, w->query->start)];
    w->estimate = kg__grid_estimate(work, w->query->goal);
    w->states_most = work->options.max_states ? work->options.max_states + 1 : UINT64_MAX;
    w->best = UINT64_MAX;
    w->open.now = w->open.last =
        kg__estimate_from(&w->estimate, w->query->start.x, w->query->start.y) >> w->open.shift;
}

static kg_status keep_explored(const kg__grid_walker *w, uint64_t **bits)
{
    const kg_grid *grid = w->work->grid;
    uint64_t words = ((uint64_t)grid->width * grid->height + 63) / 64;
    kg_status status;

    KG_TRY(kg__host_allocate(grid->ctx, bits, words, sizeof **bits, "cells explored"));
    memset(*bits, 0, words * sizeof **bits);
    choose(w->work)->explored(w, *bits);
out:
    return status;
}

/* Searches for a query whose goal is not its start. */
static kg_status search(kg__grid_walker *w, uint64_t i)
{
    const kg__walk_ops *ops = choose(w->work);
    kg_status status = ops->search(w);

    if (status == KG_LIMIT) {
        w->answer->status = KG_LIMIT;
        w->answer->cost = kg__grid_bound(w->work, w->query, w->open.now);
        w->answer->states -= w->answer->states == w->states_most; /* the last one was not added */
        status = KG_OK;
    }
    KG_TRY(status);
    if (w->work->options.keep_explored)
        KG_TRY(keep_explored(w, &w->work->explored[i]));
    if (w->answer->status == KG_OK)
        KG_TRY(ops->path(w));
out:
    ops->clear(w);
    clear_open(&w->open);
    return status;
}

static kg_status answer(kg__grid_walker *w, uint64_t i)
{
    const kg_grid_query *q = &w->work->query[i];
    double begin = kg__now();
    kg_status status;

    set_query(w, i);
    if (q->start.x == q->goal.x && q->start.y == q->goal.y) {
        w->best = 0;
        KG_TRY(kg__path_room(w, 1));
        w->path[0] = q->start;
    } else {
        KG_TRY(search(w, i));
    }
    w->answer->ms = 1e3 * (kg__now() - begin);
    if (w->answer->status == KG_OK)
        KG_TRY(kg__grid_settle(w->work, i, w->path, w->path_count, w->best));
out:
    return status;
}

/* A thread's share: one query after the other until there are none. next: a counter that all
 * threads share. */
static kg_status run_walker(kg__grid_work *w, uint64_t *next, bool reports)
{
    kg__grid_walker walker = {0};
    kg_status status;

    KG_TRY(start_walker(&walker, w));
    walker.reports = reports;
    for (;;) {
        uint64_t i = __atomic_fetch_add(next, 1, __ATOMIC_RELAXED);

        if (i >= w->count)
            break;
        if (w->answer[i].status == KG_OK && kg__grid_stops(w))
            kg__grid_leave(w, i);
        else if (w->answer[i].status == KG_OK)
            KG_TRY(answer(&walker, i));
        kg__grid_answered(w, i);
        if (reports && w->count > 1)
            KG_TRY(kg__progress(w->grid->ctx, "searching", i, w->count));
    }
out:
    finish_walker(&walker, w->grid->ctx);
    if (status != KG_OK) /* makes the other threads stop */
        __atomic_store_n(next, w->count, __ATOMIC_RELAXED);
    return status;
}

decl_grid_search(kg__grid_search_cpu)
{
    int threads = kg__threads(w->grid->ctx, w->count, 1);
    uint64_t next = 0;
    kg_status failed = kg__grid_prepare_jumps(w);

    if (failed != KG_OK)
        return failed;
    KG_PARALLEL_FOR(threads, schedule(static, 1))
    for (int t = 0; t < threads; t++) {
        kg_status status = run_walker(w, &next, t == 0);

        if (status != KG_OK)
            __atomic_store_n(&failed, status, __ATOMIC_RELAXED);
    }
    return failed;
}
