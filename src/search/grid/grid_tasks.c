/*
 * Converts queries to a device's tasks, and its results to answers; grid_tasks.h defines the terms.
 *
 * Tasks are ordered by the length of their shortest path on an empty map, so that tasks that
 * probably take long begin first. Each path is verified like the CPU's. Threads take tasks in turn.
 */
#include "grid_tasks.h"
#include <stdlib.h>

enum { TASKS_A_THREAD = 64 };

static int by_length(const void *a, const void *b)
{
    const kg__grid_task *x = a, *y = b;

    if (x->least != y->least)
        return x->least < y->least ? 1 : -1;
    return (x->query > y->query) - (x->query < y->query);
}

kg_status kg__grid_make_tasks(kg__grid_work *w, kg__grid_task **task, uint64_t *count)
{
    const kg_grid *g = w->grid;
    kg_status status;

    *count = 0;
    KG_TRY(kg__host_allocate(g->ctx, task, w->count, sizeof **task, "tasks of a grid search"));
    for (uint64_t i = 0; i < w->count; i++) {
        kg_grid_cell a = w->query[i].start, b = w->query[i].goal;
        uint32_t dx = kg__apart(a.x, b.x), dy = kg__apart(a.y, b.y);

        if (w->answer[i].status != KG_OK)
            continue;
        if (!dx && !dy)
            KG_TRY(kg__grid_settle(w, i, &a, 1, 0));
        else
            (*task)[(*count)++] = (kg__grid_task){i, a.y * g->width + a.x, b.y * g->width + b.x,
                (uint32_t)kg_grid_terrain(g, a), dx > dy ? dx : dy};
    }
    qsort(*task, *count, sizeof **task, by_length);
out:
    return status;
}

/* The path of one thread. */
typedef struct path {
    kg_grid_cell *cell;
    uint64_t room;
} path;

static kg_status make_room(kg_context *ctx, path *p, uint64_t count)
{
    return kg__host_grow(ctx, &p->cell, &p->room, count, sizeof *p->cell, "a path's cells");
}

static kg_grid_cell cell_of(const kg_grid *g, uint32_t number)
{
    return (kg_grid_cell){number % g->width, number / g->width};
}

/* Fills path[0..count-1], beginning with the last cell. */
static void fill(const kg_grid *g, kg_grid_cell *cell, uint64_t count, const uint32_t *chain)
{
    kg_grid_cell at = cell_of(g, *chain);

    for (cell[--count] = at; count;) {
        kg_grid_cell from = cell_of(g, *++chain);

        while (at.x != from.x || at.y != from.y) {
            uint32_t dx = kg__apart(at.x, from.x), dy = kg__apart(at.y, from.y);

            at.x += dx >= dy ? (from.x > at.x) - (uint32_t)(from.x < at.x) : 0;
            at.y += dy >= dx ? (from.y > at.y) - (uint32_t)(from.y < at.y) : 0;
            cell[--count] = at;
        }
    }
}

static kg_status settle(kg__grid_work *w, const kg__grid_task *task, const kg__grid_found *found,
    const uint32_t *chain, path *p)
{
    const kg_grid *g = w->grid;
    kg_grid_answer *a = &w->answer[task->query];
    uint64_t count = 1;
    kg_status status = KG_OK;

    a->expanded = found->expanded;
    a->generated = found->generated;
    a->states = found->states;
    a->ms = 1e-6 * (double)found->ns;
    if (found->state == KG__GRID_STOPPED) {
        a->status = KG_LIMIT;
        a->cost = kg__grid_bound(w, &w->query[task->query], found->now);
        return KG_OK;
    }
    chain += found->chain;
    for (uint64_t i = 1; i < found->count; i++) {
        kg_grid_cell from = cell_of(g, chain[i - 1]), to = cell_of(g, chain[i]);
        uint32_t dx = kg__apart(from.x, to.x), dy = kg__apart(from.y, to.y);

        count += dx > dy ? dx : dy;
    }
    KG_TRY(make_room(g->ctx, p, count));
    fill(g, p->cell, count, chain);
    KG_TRY(kg__grid_settle(w, task->query, p->cell, count, found->best));
out:
    return status;
}

kg_status kg__grid_settle_tasks(kg__grid_work *w, kg__grid_task *task, uint64_t *count,
    const kg__grid_found *found, const uint32_t *chain)
{
    int threads = kg__threads(w->grid->ctx, *count, TASKS_A_THREAD);
    uint64_t left = 0;
    kg_status failed = KG_OK;

    KG_PARALLEL_FOR(threads, schedule(static, 1))
    for (int t = 0; t < threads; t++) {
        path p = {NULL, 0};
        kg_status status = KG_OK;

        for (uint64_t i = (uint64_t)t; i < *count && status == KG_OK; i += (uint64_t)threads)
            if (found[i].state <= KG__GRID_STOPPED)
                status = settle(w, &task[i], &found[i], chain, &p);
        kg__free(w->grid->ctx, p.cell);
        if (status != KG_OK)
            __atomic_store_n(&failed, status, __ATOMIC_RELAXED);
    }
    for (uint64_t i = 0; i < *count; i++)
        if (found[i].state > KG__GRID_STOPPED)
            task[left++] = task[i];
    *count = left;
    return failed;
}
