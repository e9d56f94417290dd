/*
 * Grid queries on the CPU: threads take one query after the other, each with its own memory.
 *
 * in   a map, queries whose goals can be reached
 * out  an answer for each, its path and what was explored where that is kept
 *
 * Method: uniform maps get the jump search, others the plain one. A query is one thread's; the
 * threads share a counter alone. Memory: what the searches say, for each thread.
 * Deterministic: each answer depends on its query alone.
 */
#include "grid_cpu.h"
#include "grid_ops.h"
#include <math.h>
#include <string.h>

enum { FIRST_ENTRIES = 1 << 10, STEP_PARTS = 8, MOST_BUCKETS = 1 << 16 };

/* ---- memory ---------------------------------------------------------------------------------- */

kg_status kg__room_for(const kg__walker *w, uint64_t bytes)
{
    kg_memory_use use = kg_context_memory(w->work->grid->ctx);

    return use.limit && use.current + bytes > use.limit ? KG_LIMIT : KG_OK;
}

kg_status kg__open_grow(kg__walker *w)
{
    kg__open_list *o = &w->open;
    uint64_t room = o->room ? 2 * (uint64_t)o->room : FIRST_ENTRIES;
    kg_status status;

    KG_TRY(kg__room_for(w, (room - o->room) * sizeof *o->entry));
    if (room >= KG__NO_ENTRY)
        return KG_LIMIT;
    KG_TRY(kg__host_resize(w->work->grid->ctx, &o->entry, room, sizeof *o->entry, "the open list"));
    o->room = (uint32_t)room;
out:
    return status;
}

kg_status kg__path_room(kg__walker *w, uint64_t count)
{
    uint64_t room = w->path_room ? w->path_room : FIRST_ENTRIES;
    kg_status status = KG_OK;

    while (room < count)
        room *= 2;
    if (room > w->path_room)
        KG_TRY(
            kg__host_resize(w->work->grid->ctx, &w->path, room, sizeof *w->path, "a path's cells"));
    w->path_room = room;
    w->path_count = count;
out:
    return status;
}

/* ---- a thread -------------------------------------------------------------------------------- */

bool kg__grid_narrow(const kg__grid_work *work)
{
    const kg_grid *grid = work->grid;

    /* Every path enters a cell at most once, and one step more is added before it is compared. */
    return work->scale.bits == 0 &&
           ((uint64_t)grid->width * grid->height + 1) * grid->most < UINT32_MAX;
}

static const kg__walk_ops *choose(const kg__grid_work *work)
{
    return work->uniform           ? &kg__walk_jump_cpu
           : kg__grid_narrow(work) ? &kg__walk_plain_u32_cpu
                                   : &kg__walk_plain_u64_cpu;
}

kg__open_shape kg__grid_open_shape(const kg__grid_work *work)
{
    const kg_grid *grid = work->grid;
    uint64_t longest = grid->width > grid->height ? grid->width : grid->height;
    uint64_t step = work->scale.diagonal * (grid->most + grid->least);
    uint64_t range = work->uniform ? longest * step : step;
    uint64_t width = work->scale.straight * grid->least / STEP_PARTS;
    kg__open_shape shape = {2, 0};

    while (width >> shape.shift > 1 || range >> shape.shift > MOST_BUCKETS - 2)
        shape.shift++;
    while (shape.buckets < (range >> shape.shift) + 2)
        shape.buckets *= 2;
    return shape;
}

static kg_status start_walker(kg__walker *w, kg__grid_work *work)
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

static void finish_walker(kg__walker *w, kg_context *ctx)
{
    kg__free(ctx, w->open.head);
    kg__free(ctx, w->open.entry);
    kg__free(ctx, w->cost_block);
    kg__free(ctx, w->low);
    kg__free(ctx, w->high);
    kg__free(ctx, w->tile);
    kg__free(ctx, w->node);
    kg__free(ctx, w->path);
}

/* Empties what is left in the open list. */
static void clear_open(kg__open_list *o)
{
    for (uint64_t b = o->now; b <= o->last && b - o->now < o->buckets; b++)
        o->head[b & (o->buckets - 1)] = KG__NO_ENTRY;
    o->used = 0;
    o->spare = KG__NO_ENTRY;
}

/* ---- a query --------------------------------------------------------------------------------- */

kg__estimate kg__grid_estimate(const kg__grid_work *work, kg_grid_cell goal)
{
    const kg_grid *grid = work->grid;

    return (kg__estimate){work->scale.straight * grid->least,
        (grid->rules.moves == 4 ? 2 * work->scale.straight : work->scale.diagonal) * grid->least,
        goal};
}

static void set_query(kg__walker *w, uint64_t i)
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

double kg__grid_bound(const kg__grid_work *work, const kg_grid_query *query, uint64_t now)
{
    kg__estimate estimate = kg__grid_estimate(work, query->goal);
    uint64_t least = kg__estimate_from(&estimate, query->start.x, query->start.y);

    now <<= kg__grid_open_shape(work).shift;
    return ldexp((double)(now > least ? now : least), -(int)work->scale.bits);
}

static kg_status keep_explored(const kg__walker *w, uint64_t **bits)
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

/* A query whose goal is not its start. */
static kg_status search(kg__walker *w, uint64_t i)
{
    const kg__walk_ops *ops = choose(w->work);
    kg_status status = ops->search(w);

    if (status == KG_LIMIT) {
        w->answer->status = KG_LIMIT;
        w->answer->cost = kg__grid_bound(w->work, w->query, w->open.now);
        w->answer->states -= w->answer->states == w->states_most; /* it was not taken in */
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

static kg_status answer(kg__walker *w, uint64_t i)
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

/*
 * Where walls are short and many, jumps are, too, and a node costs more than a cell. On small maps
 * jumps still pay; on large ones, where both wait for memory, they do not. With every fifth cell a
 * wall at random (0.2 runs a cell) the plain search took as long at 512 * 512 and 0.7 times as long
 * at 4000 * 4000; with every tenth a wall (0.1) it took longer.
 */
static bool jumps_pay(const kg_grid *g)
{
    static const double runs_a_cell = 1.0 / 6;
    static const uint64_t small_map = 1 << 19;
    uint64_t runs = 0, cells = 0;

    for (int t = 0; t < KG__TERRAINS; t++) {
        runs += g->plane[t].runs;
        cells += g->plane[t].cells;
    }
    return (uint64_t)g->width * g->height <= small_map ||
           (double)runs <= runs_a_cell * (double)cells;
}

kg_status kg__grid_prepare_jumps(kg__grid_work *w)
{
    kg_status status = KG_OK;

    w->uniform = w->uniform && jumps_pay(w->grid);
    for (int t = 0; w->uniform && t < KG__TERRAINS; t++)
        if (w->grid->plane[t].component)
            KG_TRY(kg__grid_find_stops(w->grid, t));
    kg__stage(w->grid->ctx, "search");
out:
    return status;
}

/* A thread's share: one query after the other until there are none. next: of all threads. */
static kg_status run_walker(kg__grid_work *w, uint64_t *next, bool reports)
{
    kg__walker walker = {0};
    kg_status status;

    KG_TRY(start_walker(&walker, w));
    for (;;) {
        uint64_t i = __atomic_fetch_add(next, 1, __ATOMIC_RELAXED);

        if (i >= w->count)
            break;
        if (w->answer[i].status == KG_OK)
            KG_TRY(answer(&walker, i));
        if (reports)
            kg__progress(w->grid->ctx, "searching", i, w->count);
    }
out:
    finish_walker(&walker, w->grid->ctx);
    if (status != KG_OK) /* the others need not go on */
        __atomic_store_n(next, w->count, __ATOMIC_RELAXED);
    return status;
}

static decl_grid_search(search_grid)
{
    int threads = kg__threads(w->grid->ctx, w->count, 1);
    uint64_t next = 0;
    kg_status failed = kg__grid_prepare_jumps(w);

    if (failed != KG_OK)
        return failed;
#pragma omp parallel for num_threads(threads) schedule(static, 1)
    for (int t = 0; t < threads; t++) {
        kg_status status = run_walker(w, &next, t == 0);

        if (status != KG_OK)
            __atomic_store_n(&failed, status, __ATOMIC_RELAXED);
    }
    return failed;
}

const kg__grid_ops kg__grid_ops_cpu = {.grid = search_grid};
