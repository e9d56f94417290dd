/*
 * Random Euler walks of many small graphs on the GPU.
 *
 * In:  the batch, in host memory. Out: the results, in host memory.
 * Method: the batch is uploaded. Items are drawn piece by piece, a thread an item, by the functions
 *     that the CPU uses, so that the bytes are the same. A piece has as many items as ROOM edge ids
 *     of scratch memory hold, and at least one.
 * Work: as on the CPU; each thread reads and writes memory of its own.
 * Memory: the batch, the scratch memory, and the results of a piece.
 */
#include "../../base/cuda.cuh"
extern "C" {
#include "../euler_ops.h"
}
#include "batch.h"

enum {
    ROOM = 1 << 26,
    DRAWERS = 64
}; /* DRAWERS: threads of a block; few, because each has much work */

/* Thread i owns item first + i, its scratch memory, and its place in the results of the piece. */
static __global__ void k_batch_draw(
    kg__batch b, uint64_t first, uint64_t items, void *drawn, kg_edge *scratch)
{
    const uint64_t i = kg__item();

    if (i >= items)
        return;
    const uint64_t before = kg__batch_place(&b, first + i) - kg__batch_place(&b, first);
    void *to = b.letters ? (void *)((char *)drawn + before) : (void *)((kg_edge *)drawn + before);

    kg__batch_draw(&b, first + i, to, scratch + kg__batch_scratch(i, before));
}

/* Returns how many items from `first` on make a piece. */
static uint64_t piece_from(const kg__batch *b, uint64_t first)
{
    const uint64_t all = b->count * b->copies;
    uint64_t items = 1, length = kg__batch_length(b, first);

    while (first + items < all) {
        length += kg__batch_length(b, first + items);
        if (kg__batch_scratch(items + 1, length) > ROOM)
            break;
        items++;
    }
    return items;
}

/* Copies count elements to the device. */
static kg_status upload(
    kg_context *ctx, void **copy, const void *from, uint64_t count, size_t size, const char *what)
{
    kg_status status;

    KG_TRY(kg__allocate(ctx, copy, count, size, what));
    KG_TRY(kg__memory(ctx)->upload(ctx, *copy, from, count * size));
out:
    return status;
}

decl_euler_batch(kg__euler_batch_cuda)
{
    const uint64_t items = batch->count * batch->copies, all = batch->begin[batch->count];
    const size_t size = batch->letters ? 1 : sizeof(kg_edge);
    const uint64_t whole = kg__batch_scratch(items, batch->copies * all);
    const uint64_t longest = kg__batch_scratch(1, batch->most);
    const uint64_t most = longest > ROOM ? longest : (uint64_t)ROOM;
    const uint64_t room = whole < most ? whole : most;
    char *host = batch->letters ? batch->shuffled : (char *)batch->walk;
    void *begin = NULL, *letters = NULL, *source = NULL, *target = NULL, *drawn = NULL;
    kg_edge *scratch = NULL;
    kg__batch b = *batch;
    kg_status status;

    KG_TRY(upload(ctx, &begin, batch->begin, batch->count + 1, sizeof *batch->begin, "offsets"));
    if (batch->letters) {
        KG_TRY(upload(ctx, &letters, batch->letters, all, 1, "letters"));
    } else {
        KG_TRY(upload(ctx, &source, batch->source, all, sizeof *batch->source, "sources"));
        KG_TRY(upload(ctx, &target, batch->target, all, sizeof *batch->target, "targets"));
    }
    KG_TRY(kg__allocate(ctx, &scratch, room, sizeof *scratch, "scratch memory"));
    KG_TRY(kg__allocate(ctx, &drawn, room / 6, size, "what is drawn"));
    b.begin = (const uint64_t *)begin;
    b.letters = (const char *)letters;
    b.source = (const kg_vertex *)source;
    b.target = (const kg_vertex *)target;
    for (uint64_t first = 0, count; first < items; first += count) {
        const uint64_t from = kg__batch_place(batch, first);
        uint64_t length;

        count = piece_from(batch, first);
        length = kg__batch_place(batch, first + count - 1) +
                 kg__batch_length(batch, first + count - 1) - from;
        KG_TRY(kg__progress(ctx, "drawing", first, items));
        if (length == 0)
            continue;
        KG_TRY(KG_LAUNCH_SHAPED(ctx, k_batch_draw, (unsigned)((count + DRAWERS - 1) / DRAWERS),
            DRAWERS, 0, b, first, count, drawn, scratch));
        KG_TRY(kg__memory(ctx)->download(ctx, host + from * size, drawn, length * size));
    }
out:
    kg__free(ctx, begin);
    kg__free(ctx, letters);
    kg__free(ctx, source);
    kg__free(ctx, target);
    kg__free(ctx, drawn);
    kg__free(ctx, scratch);
    return status;
}
