/*
 * Segments of walks, and the chunks of the pool that walks write them to (cycles_cpu.c).
 *
 * Allocates in the loop of its callers: records of segments, in lists that grow by half.
 */
#include "cycles_cpu.h"
#include <assert.h>

kg_status kg__segments_add(kg_context *ctx, kg__segments *list, kg__segment segment)
{
    kg_status status = KG_OK;

    if (list->count == list->room) {
        size_t room = list->room + list->room / 2 + 1024;

        KG_TRY(kg__host_resize(ctx, &list->at, room, sizeof *list->at, "segments of the walk"));
        list->room = room;
    }
    list->at[list->count++] = segment;
out:
    return status;
}

bool kg__walk_record(kg__walks *all, kg__walk_list *own, const kg__walker *k, kg_edge end)
{
    kg__segment segment = {.place = (uint64_t)(k->begin - all->s->pool),
        .start = k->start,
        .end = end,
        .least = k->least,
        .length = (uint32_t)(k->out - k->begin) & KG__SEGMENT_MOST,
        .whole = k->start == end};

    own->status = kg__segments_add(all->w->ctx, &own->segment, segment);
    if (own->status != KG_OK)
        __atomic_store_n(&all->failed, true, __ATOMIC_RELAXED);
    return own->status == KG_OK;
}

void kg__walk_take_chunk(kg__walks *all, kg__walker *k)
{
    uint64_t place = __atomic_fetch_add(&all->next_chunk, CHUNK, __ATOMIC_RELAXED);

    assert(place + CHUNK <= all->s->pool_room);
    k->begin = k->out = all->s->pool + place;
    k->full = k->out + CHUNK;
}
