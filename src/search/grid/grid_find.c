/*
 * Queries of a grid map: the front. Checks them, answers those that need no search, and passes the
 * others to the backend.
 *
 * Components, which are labelled once for the map, show which goals cannot be reached, so no search
 * runs in vain.
 */
#include "grid.h"
#include "grid_ops.h"
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

/* The time per cell of the map and query, if jumps are possible. Measured on MovingAI's maps, an
 * H200 and the 16 threads of its host (docs/benchmarks-gpu.md): from 0.05 ns (Berlin_0_1024) to 5.7
 * (maze512-1-0) on the CPU, and a tenth of that on CUDA. */
static const kg__cost cell_cost = {.ns = {[KG__CPU] = 1, [KG__CUDA] = 0.1}};

/* The same if the map or the query allows no jumps: with weights, from corner to corner of 8192 x
 * 8192 cells, and 1000 queries over 512 x 512. */
static const kg__cost weighted_cell_cost = {.ns = {[KG__CPU] = 20, [KG__CUDA] = 1.2}};

struct kg_grid_search {
    kg__grid_work work;
};

static kg_status check_cell(const kg__grid_work *w, uint64_t i, const char *what, kg_grid_cell cell,
    bool walls, int *terrain)
{
    const kg_grid *g = w->grid;
    char which[40] = "";

    if (w->count > 1)
        snprintf(which, sizeof which, "query %" PRIu64 ": ", i + 1);
    if (cell.x >= g->width || cell.y >= g->height)
        return kg__fail(g->ctx, KG_ARGUMENT, "%sthe %s (%u,%u) is not on the map of %u x %u cells",
            which, what, cell.x, cell.y, g->width, g->height);
    *terrain = kg_grid_terrain(g, cell);
    if (*terrain < 0 && !walls)
        return kg__fail(
            g->ctx, KG_ARGUMENT, "%sthe %s (%u,%u) is a wall", which, what, cell.x, cell.y);
    return KG_OK;
}

/* Marks the options' goals that are free. */
static kg_status mark_goals(kg__grid_work *w)
{
    const kg_grid *g = w->grid;
    const uint64_t words = ((uint64_t)g->width * g->height + 63) / 64;
    kg_status status = KG_OK;

    if (!w->options.goal_count)
        return KG_OK;
    KG_TRY(kg__host_allocate(g->ctx, &w->is_goal, words, sizeof *w->is_goal, "goals"));
    memset(w->is_goal, 0, words * sizeof *w->is_goal);
    w->low = w->high = w->options.goals[0];
    for (uint64_t i = 0; i < w->options.goal_count; i++) {
        const kg_grid_cell goal = w->options.goals[i];
        int terrain;

        KG_TRY(check_cell(w, i, "goal", goal, w->options.walls, &terrain));
        kg__rectangle_add(&w->low, &w->high, goal);
        kg__mark_if(w->is_goal, (uint64_t)goal.y * g->width + goal.x, terrain >= 0);
    }
out:
    return status;
}

/* Replaces a goal by the start if that is a goal, or else by the first goal that can be reached if
 * its own cannot. terrain: of the start. Returns KG_NO_SOLUTION if none can. */
static kg_status take_goal(const kg__grid_work *w, kg_grid_query *q, int terrain, bool reaches)
{
    const kg_grid_cell *goal = w->options.goals;

    for (uint64_t i = 0; !reaches && i < w->options.goal_count; i++)
        if (kg_grid_terrain(w->grid, goal[i]) == terrain &&
            kg__grid_connected(w->grid, terrain, q->start, goal[i])) {
            q->goal = goal[i];
            reaches = true;
        }
    if (w->is_goal &&
        kg__bitmap_has(w->is_goal, (uint64_t)q->start.y * w->grid->width + q->start.x))
        q->goal = q->start;
    return reaches ? KG_OK : KG_NO_SOLUTION;
}

/* Checks the queries and finds those whose goal cannot be reached, or replaces their goals. */
static kg_status prepare_queries(kg__grid_work *w)
{
    const bool nearest = w->options.nearest;
    kg_status status = KG_OK;

    for (uint64_t i = 0; i < w->count; i++) {
        kg_grid_query *q = &w->query[i];
        int from = -1, to = -1;
        bool reaches;

        KG_TRY(check_cell(w, i, "start", q->start, w->options.walls, &from));
        KG_TRY(check_cell(w, i, "goal", q->goal, w->options.walls || nearest, &to));
        if (from < 0 || (to < 0 && !nearest && !w->is_goal)) {
            w->answer[i].status = KG_ARGUMENT;
            continue;
        }
        KG_TRY(kg__grid_label(w->grid, from));
        reaches = from == to && kg__grid_connected(w->grid, from, q->start, q->goal);
        if (nearest && !reaches)
            q->goal = kg__grid_nearest(w, from, q);
        else
            w->answer[i].status = take_goal(w, q, from, reaches);
    }
out:
    return status;
}

static kg_status allocate(kg__grid_work *w, const kg_grid_query *query)
{
    kg_context *ctx = w->grid->ctx;
    kg_status status;

    KG_TRY(kg__host_allocate(ctx, &w->query, w->count, sizeof *w->query, "queries"));
    if (w->count)
        memcpy(w->query, query, w->count * sizeof *w->query);
    KG_TRY(kg__host_allocate(ctx, &w->answer, w->count, sizeof *w->answer, "answers"));
    memset(w->answer, 0, w->count * sizeof *w->answer);
    if (!w->options.drop_paths) {
        KG_TRY(kg__host_allocate(ctx, &w->path, w->count, sizeof *w->path, "paths"));
        memset(w->path, 0, w->count * sizeof *w->path);
    }
    if (w->method && w->method->weight > 1)
        KG_TRY(kg__host_allocate(ctx, &w->bound, w->count, sizeof *w->bound, "bounds"));
    if (w->options.keep_explored) {
        KG_TRY(
            kg__host_allocate(ctx, &w->explored, w->count, sizeof *w->explored, "cells explored"));
        memset(w->explored, 0, w->count * sizeof *w->explored);
    }
    if (w->options.answered) {
        KG_TRY(kg__host_allocate(ctx, &w->ready, w->count, 1, "which queries are answered"));
        memset(w->ready, 0, w->count);
    }
out:
    return status;
}

/* Returns KG_OK if all queries have a path, else the largest status. */
static kg_status summarise(const kg__grid_work *w)
{
    kg_status status = KG_OK;

    for (uint64_t i = 0; i < w->count; i++) {
        kg_status one = w->answer[i].status == KG_ARGUMENT ? KG_NO_SOLUTION : w->answer[i].status;

        status = one > status ? one : status;
    }
    return status;
}

/* Returns whether the jump search can answer the queries: all steps of a kind cost the same, its
 * lines know the rule for corners, any shortest path will do, and the explored cells are not asked
 * for. */
static bool jumps(const kg_grid *grid, const kg_grid_options *options)
{
    return !grid->weight && !grid->real && grid->rules.moves == 8 &&
           grid->rules.corners != KG_GRID_CORNERS_ONE && !options->canonical &&
           !options->keep_explored && !options->goal_count;
}

static kg_status find(kg_grid_search **search, kg_grid *grid, uint64_t count,
    const kg_grid_query *query, const kg_grid_options *options, const kg__grid_method *method)
{
    kg_context *ctx = grid->ctx;
    kg_grid_search *s = NULL;
    kg_status status;

    KG_TRY(kg__host_allocate(ctx, &s, 1, sizeof *s, "a grid search"));
    *s = (kg_grid_search){.work = {.grid = grid,
                              .options = *options,
                              .scale = method ? method->scale : kg__grid_scale_of(grid),
                              .count = count,
                              .method = method}};
    s->work.uniform = jumps(grid, options);
    s->work.patience = kg__patience_from(options->seconds, options->stop);
    s->work.search = s;
    KG_TRY(allocate(&s->work, query));
    KG_TRY(mark_goals(&s->work));
    KG_TRY(prepare_queries(&s->work));
    KG_TRY(method ? method->search(&s->work) : kg__grid_backend(ctx)->search(&s->work));
    s->work.method = NULL;                          /* the method may be destroyed after the call */
    for (uint64_t i = s->work.told; i < count; i++) /* reports a device's answers at the end */
        kg__grid_answered(&s->work, i);
    status = summarise(&s->work);
out:
    kg__stage(ctx, NULL);
    if (status >= KG_OK)
        *search = s;
    else
        kg_grid_search_destroy(s);
    return status;
}

/* Reports the queries for which there is no path, or for which none was found. */
static kg_status tell_missing(const kg__grid_work *w, kg_status status)
{
    uint64_t missing = 0, first = 0;

    for (uint64_t i = w->count; i-- > 0;)
        if (w->answer[i].status == status) {
            missing++;
            first = i;
        }
    return kg__fail(w->grid->ctx, status,
        "%s for %llu of %llu queries: query %llu, from (%u,%u) to (%u,%u), is the first",
        status == KG_LIMIT ? "the search stopped at a limit" : "there is no path",
        (unsigned long long)missing, (unsigned long long)w->count, (unsigned long long)first,
        w->query[first].start.x, w->query[first].start.y, w->query[first].goal.x,
        w->query[first].goal.y);
}

static kg_status check_goals(
    kg_context *ctx, const kg_grid_options *options, const kg__grid_method *method)
{
    KG_NEED(ctx, options->goals);
    if (options->nearest)
        return kg__fail(ctx, KG_ARGUMENT,
            "several goals, and the nearest cell in place of one that cannot be reached: expected "
            "one of the two");
    if (method)
        return kg__fail(
            ctx, KG_UNSUPPORTED, "several goals: not supported by GA* and by an index of the map");
    return KG_OK;
}

kg_status kg__grid_find(kg_grid_search **search, kg_grid *grid, uint64_t count,
    const kg_grid_query *query, const kg_grid_options *options, const kg__grid_method *method)
{
    uint64_t cells;
    kg_context *ctx = KG__CONTEXT(grid);
    kg_status status;

    KG_NEED_RESULT(KG__CONTEXT(grid), search, grid);
    if (count)
        KG_NEED(ctx, query);
    cells = (uint64_t)grid->width * grid->height;
    kg__begin(ctx);
    options = options ? options : &(const kg_grid_options)KG_GRID_OPTIONS_INIT;
    if (options->goal_count)
        KG_TRY(check_goals(ctx, options, method));
    if (method)
        KG_TRY(kg__grid_need_whole(grid, "GA*"));
    if (!(options->seconds >= 0))
        return kg__fail(
            ctx, KG_ARGUMENT, "%g seconds: expected 0, no limit, or more", options->seconds);
    if (!method && !grid->real && !options->goal_count)
        kg__choose(
            ctx, jumps(grid, options) ? &cell_cost : &weighted_cell_cost, count * cells, count);
    do
        status = find(search, grid, count, query, options, method);
    while (!method && !grid->real && !options->goal_count && kg__choose_other(ctx, status));
    kg__end_choice(ctx);
    if (status == KG_NO_SOLUTION || status == KG_LIMIT)
        tell_missing(&(*search)->work, status);
out:
    return status;
}

kg_status kg_grid_find(kg_grid_search **search, kg_grid *grid, uint64_t count,
    const kg_grid_query *query, const kg_grid_options *options)
{
    return kg__grid_find(search, grid, count, query, options, NULL);
}

void kg_grid_search_destroy(kg_grid_search *search)
{
    kg_context *ctx;

    if (!search)
        return;
    ctx = search->work.grid->ctx;
    for (kg__path_block *block = search->work.block, *next; block; block = next) {
        next = block->next;
        kg__free(ctx, block);
    }
    for (uint64_t i = 0; search->work.explored && i < search->work.count; i++)
        kg__free(ctx, search->work.explored[i]);
    kg__free_all(ctx, search->work.is_goal, search->work.explored, search->work.bound,
        search->work.ready, search->work.path, search->work.answer, search->work.query, search);
}

KG__GETTER(const kg_grid_answer *, kg_grid_search_answers, kg_grid_search, search,
    search->work.answer, NULL)

int kg_grid_search_goal(const kg_grid_search *search, uint64_t i, kg_grid_cell *goal)
{
    if (!search || i >= search->work.count)
        return 0;
    if (goal)
        *goal = search->work.query[i].goal;
    return 1;
}

double kg_grid_search_bound(const kg_grid_search *search, uint64_t i)
{
    if (!search || i >= search->work.count)
        return 0;
    return search->work.bound && search->work.answer[i].status == KG_OK
               ? search->work.bound[i]
               : search->work.answer[i].cost;
}

const kg_grid_cell *kg_grid_search_path(const kg_grid_search *search, uint64_t i, uint64_t *count)
{
    static const kg__grid_path none = {NULL, 0};
    const kg__grid_path *path = &none;

    if (search && search->work.path && i < search->work.count)
        path = &search->work.path[i];
    if (count)
        *count = path->count;
    return path->cell;
}

kg_status kg__grid_check_query(const kg_grid_search *search, const kg_grid *grid, uint64_t i)
{
    if (search->work.grid != grid)
        return kg__fail(grid->ctx, KG_ARGUMENT, "the search is of another map");
    if (i != KG_GRID_ALL && i >= search->work.count)
        return kg__fail(grid->ctx, KG_ARGUMENT,
            "query %" PRIu64 ", counted from 0: expected less than %" PRIu64
            ", as many as were asked",
            i, search->work.count);
    return KG_OK;
}

uint64_t kg__grid_count(const kg_grid_search *search)
{
    return search->work.count;
}

void kg__grid_asked(
    const kg_grid_search *search, uint64_t i, kg_grid_cell *start, kg_grid_cell *goal)
{
    *start = search->work.query[i].start;
    *goal = search->work.query[i].goal;
}

int kg_grid_search_explored(const kg_grid_search *search, uint64_t i, kg_grid_cell cell)
{
    const uint64_t *bits;
    uint64_t at;

    if (!search || !search->work.explored || i >= search->work.count ||
        cell.x >= search->work.grid->width || cell.y >= search->work.grid->height)
        return 0;
    bits = search->work.explored[i];
    at = (uint64_t)cell.y * search->work.grid->width + cell.x;
    return bits && kg__bitmap_has(bits, at);
}
