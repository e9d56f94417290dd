/* The growth of a thread's memory for grid searches: its open list, its path. */
#include "grid_cpu.h"
#include <stdio.h>

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
