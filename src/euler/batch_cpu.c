/*
 * Random Euler walks of many small graphs on the CPU: threads take items in turn, each with scratch
 * memory for the longest.
 */
#include "batch.h"
#include "euler_ops.h"

enum { GRAIN = 2048, ITEMS_AT_ONCE = 64 };

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
#pragma omp parallel for num_threads(threads) schedule(dynamic, 1)
    for (uint64_t g = 0; g < groups; g++) {
        const uint64_t to = items - g * ITEMS_AT_ONCE;
        kg_edge *own = scratch + room * (unsigned)kg__thread_index();

        if (kg__cancelled(ctx) != KG_OK)
            continue;
        if (kg__thread_index() == 0)
            kg__progress(ctx, "drawing", g, groups);
        for (uint64_t j = 0; j < ITEMS_AT_ONCE && j < to; j++) {
            const uint64_t item = g * ITEMS_AT_ONCE + j, place = kg__batch_place(batch, item);

            kg__batch_draw(batch, item,
                batch->letters ? (void *)(batch->shuffled + place) : (void *)(batch->walk + place),
                own);
        }
    }
    status = kg__cancelled(ctx);
out:
    kg__free(ctx, scratch);
    return status;
}
