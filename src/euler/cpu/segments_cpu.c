/*
 * Segments of walks, and the chunks of the pool that walks write them to (cycles_cpu.c).
 *
 * Allocates in the loop of its callers: records of segments, in lists that grow by half.
 *
 * The next segment, and the end of an edge's segment, are found by dependent reads. One after the
 * other, these would take most of the time of stages 5 to 7 if circuits are few. So they are made
 * side by side.
 */
#include "cycles_cpu.h"
#include <assert.h>

/* Segments that make one more thread worth its start. */
enum { SEGMENTS_GRAIN = 2048 };

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

kg_status kg__segments_follow(kg__euler_work *w, kg_edge **follow)
{
    kg__euler_cpu *s = w->state;
    const kg__segment *at = s->segment.at;
    const size_t count = s->segment.count;
    kg_edge *to = NULL;
    kg_status status;

    KG_TRY(kg__host_allocate(w->ctx, &to, count, sizeof *to, "order of segments"));
    KG_PARALLEL(kg__threads(w->ctx, count, SEGMENTS_GRAIN))
    {
#pragma omp for schedule(static)
        for (size_t i = 0; i < count; i++)
            s->root[at[i].start] = (kg_edge)i;
#pragma omp for schedule(static)
        for (size_t i = 0; i < count; i++)
            to[i] = s->root[at[i].end];
    }
out:
    *follow = to;
    return status;
}

/* One step from slot *edge by its place *in ^ 1. */
static inline void step_by_half(const kg__euler_cpu *s, kg_edge *edge, kg_edge *in)
{
    *in = s->halves.place[s->halves.half[*in ^ 1] ^ 1];
    *edge = *in >> 1;
    __builtin_prefetch(&s->halves.half[*in]);
    __builtin_prefetch(&s->start[*edge >> 6]);
}

void kg__segments_find_starts(
    const kg__euler_cpu *s, kg_edge *edge, uint32_t *steps, kg_edge *in, unsigned count)
{
    unsigned going[KG__STARTS_MOST], left = count;

    assert(count <= KG__STARTS_MOST);
    for (unsigned i = 0; i < count; i++) {
        going[i] = i;
        steps[i] = 0;
        in[i] = (kg_edge)(2 * (uint64_t)edge[i]);
    }
    while (left)
        for (unsigned k = 0; k < left;) {
            const unsigned i = going[k];

            if (kg__bitmap_has(s->start, edge[i])) {
                going[k] = going[--left];
                continue;
            }
            k++;
            steps[i]++;
            if (s->left) {
                step_by_half(s, &edge[i], &in[i]);
                continue;
            }
            edge[i] = kg__euler_next(s, edge[i]);
            __builtin_prefetch(kg__euler_step(s, edge[i]));
            __builtin_prefetch(&s->start[edge[i] >> 6]);
        }
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
