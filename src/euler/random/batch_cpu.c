/*
 * Random Euler walks of many small graphs on the CPU. Threads take items in turn, each with scratch
 * memory for the longest item. Short sequences of few letters are shuffled many at a time.
 */
#include "../euler_ops.h"
#include "batch.h"
#include "narrow_cpu.h"

enum { GRAIN = 2048, ITEMS_AT_ONCE = 4 * KG__NARROW_MANY };

/* Shuffles KG__NARROW_MANY items from this one on. False: they were not shuffled. */
static bool shuffle_many(const kg__batch *b, uint64_t item)
{
    char *to[KG__NARROW_MANY];
    const char *from[KG__NARROW_MANY];
    uint64_t length[KG__NARROW_MANY], key[KG__NARROW_MANY];

    for (unsigned i = 0; i < KG__NARROW_MANY; i++, item++) {
        to[i] = b->shuffled + kg__batch_place(b, item);
        from[i] = b->letters + b->begin[item / b->copies];
        length[i] = kg__batch_length(b, item);
        key[i] = kg__batch_key(b, item);
    }
    return kg__narrow_shuffle_many(to, from, length, key);
}

static void draw(const kg__batch *b, uint64_t item, kg_edge *scratch)
{
    const uint64_t place = kg__batch_place(b, item);

    kg__batch_draw(
        b, item, b->letters ? (void *)(b->shuffled + place) : (void *)(b->walk + place), scratch);
}

/* Draws items first to last - 1. */
static void draw_group(const kg__batch *b, uint64_t first, uint64_t last, kg_edge *scratch)
{
    const bool narrow = b->letters && b->k == 2;

    while (first < last) {
        uint64_t count = last - first < KG__NARROW_MANY ? last - first : KG__NARROW_MANY;

        if (narrow && count == KG__NARROW_MANY && shuffle_many(b, first)) {
            first += count;
            continue;
        }
        for (; count > 0; count--)
            draw(b, first++, scratch);
    }
}

decl_euler_batch(kg__euler_batch_cpu)
{
    const uint64_t items = batch->count * batch->copies;
    const uint64_t all = batch->copies * batch->begin[batch->count];
    const uint64_t room = kg__batch_scratch(1, batch->most);
    const uint64_t groups = items / ITEMS_AT_ONCE + 1;
    const int most = kg__threads(ctx, all, GRAIN);
    const int threads = (uint64_t)most < groups ? most : (int)groups;
    kg_edge *scratch = NULL;
    kg_status status;

    KG_TRY(kg__host_allocate(ctx, &scratch, room * threads, sizeof *scratch, "scratch memory"));
    KG_PARALLEL_FOR(threads, schedule(dynamic, 1))
    for (uint64_t g = 0; g < groups; g++) {
        const uint64_t first = g * ITEMS_AT_ONCE, left = items - first;
        kg_edge *own = scratch + room * (unsigned)kg__thread_index();

        if (kg__cancelled(ctx) != KG_OK)
            continue;
        if (kg__thread_index() == 0)
            kg__progress(ctx, "drawing", g, groups);
        draw_group(batch, first, first + (left < ITEMS_AT_ONCE ? left : ITEMS_AT_ONCE), own);
    }
    status = kg__cancelled(ctx);
out:
    kg__free(ctx, scratch);
    return status;
}
