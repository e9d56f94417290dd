/* A thread's memory for grid searches: its open list, its path, the rows that it reached. */
#include "grid_cpu.h"
#include "grid_moves.h"
#include <stdio.h>
#include <string.h>

enum { FIRST_ENTRIES = 1 << 10 };

kg_status kg__room_for(const kg__grid_walker *w, uint64_t bytes)
{
    kg_memory_use use = kg_context_memory(w->work->grid->ctx);

    return use.limit && use.current + bytes > use.limit ? KG_LIMIT : KG_OK;
}

kg_status kg__open_grow(kg__grid_walker *w)
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

kg_status kg__path_room(kg__grid_walker *w, uint64_t count)
{
    kg_status status;

    KG_TRY(kg__host_grow(
        w->work->grid->ctx, &w->path, &w->path_room, count, sizeof *w->path, "a path's cells"));
    w->path_count = count;
out:
    return status;
}

kg_status kg__walker_report(kg__grid_walker *w)
{
    const kg__grid_work *work = w->work;
    kg_status status = KG_OK;
    char what[64];

    w->unheard = 0;
    if (w->reports && work->count == 1) {
        snprintf(what, sizeof what, "cells, a cost of %.7g or more",
            kg__grid_bound(work, w->query, w->open.now));
        status = kg__progress(work->grid->ctx, what, w->answer->states, 0);
    }
    return status == KG_OK && kg__grid_stops(work) ? KG_LIMIT : status;
}

void kg__path_turn(kg__grid_walker *w)
{
    kg_grid_cell *path = w->path;

    for (uint64_t i = 0, k = w->path_count; i + 1 < k; i++) {
        const kg_grid_cell swap = path[i];

        path[i] = path[--k];
        path[k] = swap;
    }
}

kg_status kg__rows_prepare(kg__grid_walker *w)
{
    const kg_grid *grid = w->work->grid;
    kg_status status;

    for (unsigned free = 0; free < 512; free++)
        w->legal[free] = kg__grid_legal(&grid->rules, free);
    for (int i = 0; i < 8; i++)
        w->move_by[i] = kg__move_y[i] * (ptrdiff_t)grid->width + kg__move_x[i];
    KG_TRY(kg__host_allocate(grid->ctx, &w->low, grid->height, sizeof *w->low, "rows reached"));
    KG_TRY(kg__host_allocate(grid->ctx, &w->high, grid->height, sizeof *w->high, "rows reached"));
    memset(w->low, 0xff, grid->height * sizeof *w->low);
    memset(w->high, 0, grid->height * sizeof *w->high);
    w->lowest = UINT32_MAX;
    w->highest = 0;
out:
    return status;
}

void kg__rows_clear(kg__grid_walker *w, size_t bytes)
{
    const kg_grid *grid = w->work->grid;
    char *cost = w->g;

    for (uint32_t y = w->lowest; y < w->highest; y++) {
        uint32_t from = w->low[y] ? w->low[y] - 1 : 0;
        uint32_t to = w->high[y] < grid->width ? w->high[y] + 1 : grid->width;
        uint32_t last = y + 1 < grid->height ? y + 1 : y;

        for (uint32_t r = y ? y - 1 : 0; r <= last && from < to; r++)
            memset(cost + ((size_t)r * grid->width + from) * bytes, 0xff, (to - from) * bytes);
        w->low[y] = UINT32_MAX;
        w->high[y] = 0;
    }
    w->lowest = UINT32_MAX;
    w->highest = 0;
}

void kg__choose_goal(
    kg__grid_walker *w, bool (*is_less)(const kg__grid_walker *w, size_t a, size_t b))
{
    const kg_grid_options *options = &w->work->options;
    const size_t width = w->work->grid->width;
    kg_grid_cell *goal = &w->query->goal;

    for (uint64_t i = 0; w->work->is_goal && i < options->goal_count; i++)
        if (is_less(
                w, options->goals[i].y * width + options->goals[i].x, goal->y * width + goal->x))
            *goal = options->goals[i];
}
