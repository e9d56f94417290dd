/*
 * In:  a map of equal weights.
 * Out: its index (grid_index.h).
 * Method: pruned landmark labelling. Hub after hub, a flood (flood.c) from the hub adds it to the
 *     labels of all cells that it reaches, and ends at cells whose labels show a path to the hub
 *     that is as short. Only corners are hubs: cells are direct if no path between them has to turn
 *     at a corner. A hub serves only paths that turn at it, so that it is not added to cells to
 *     which no such path leads. Two cells that are not direct have a first hub among the turns of
 *     their shortest paths. It is in both labels: a flood that ended before it reached one of them
 *     would have met a hub that comes still earlier. In the same way, a hub is in the label of a
 *     cell unless an earlier hub is at a turn between the two.
 * Threads: threads share the floods of a batch, which do not see each other's labels. Then, hub by
 *     hub, entries that an earlier hub of the batch makes needless are left out. The rule above
 *     names the remaining entries, so they are the same for any number of threads.
 * Work: O(entries * length of labels). Memory: 12 bytes an entry and up to a half more, besides the
 *     index; 25 bytes a cell and 16 more for each thread, which also holds what its floods found.
 *
 * T. Akiba, Y. Iwata, Y. Yoshida, "Fast exact shortest-path distance queries on large networks by
 * pruned landmark labeling", SIGMOD 2013. T. Uras, S. Koenig, C. Hernandez, "Subgoal graphs for
 * optimal pathfinding in eight-neighbor grids", ICAPS 2013: corners are their subgoals.
 */
#include "flood.h"
#include "grid_index.h"
#include "order.h"
#include <stdio.h>
#include <string.h>

/* MOST_TOGETHER: hubs of a batch. More of them make more needless entries. The first batches are
 * smaller, because their floods reach the whole map: one hub more for each SPREAD hubs before.
 * GRAIN: corners from which on another thread pays. */
enum { MOST_TOGETHER = 64, SPREAD = 16, GRAIN = 64 };

#define MOST_BYTES (UINT64_C(4) << 30)

typedef struct builder {
    kg_grid_index *index;
    kg__ground ground;
    kg__labels labels;
    kg__hub_order order;
    kg__sight sight;
    kg__tree *tree;   /* [threads] */
    kg__flood *flood; /* [threads] */
    int threads;
    uint64_t *reach; /* [corners] the cost from the hub to earlier hubs of its batch */
    uint64_t most_bytes;
} builder;

typedef struct piece {
    int thread;
    uint64_t first, count;
    kg_status status;
} piece;

static kg_status check_size(const builder *b, uint32_t hubs)
{
    const uint64_t bytes = kg__grid_index_bytes(b->ground.cells, hubs, b->labels.entries);

    if (bytes > b->most_bytes || b->labels.entries > UINT32_MAX)
        return kg__fail(b->index->ctx, KG_MEMORY,
            "the index takes %.2f GB with the first %u of %u corners, and at most %.2f are allowed",
            (double)bytes / 1e9, hubs, b->ground.corners,
            (double)(b->most_bytes < UINT32_MAX * UINT64_C(12) ? b->most_bytes
                                                               : UINT32_MAX * UINT64_C(12)) /
                1e9);
    return KG_OK;
}

static kg_status begin(builder *b)
{
    kg_context *ctx = b->index->ctx;
    kg__ground *g = &b->ground;
    kg_status status;

    KG_TRY(kg__ground_make(g, b->index->grid));
    if (g->corners > KG__HUBS_MOST)
        return kg__fail(ctx, KG_UNSUPPORTED,
            "the map has %u corners of walls, and an index takes at most %u", g->corners,
            KG__HUBS_MOST);
    KG_TRY(check_size(b, 0));
    KG_TRY(kg__labels_make(&b->labels, ctx, g->cells));
    KG_TRY(kg__order_make(&b->order, g));
    KG_TRY(kg__host_allocate(ctx, &b->reach, g->corners, sizeof *b->reach, "hubs reached"));
    memset(b->reach, 0xff, g->corners * sizeof *b->reach);
    b->threads = kg__threads(ctx, g->corners, GRAIN);
    KG_TRY(kg__host_allocate(ctx, &b->flood, (uint64_t)b->threads, sizeof *b->flood, "threads"));
    memset(b->flood, 0, (size_t)b->threads * sizeof *b->flood);
    KG_TRY(kg__host_allocate(ctx, &b->tree, (uint64_t)b->threads, sizeof *b->tree, "threads"));
    memset(b->tree, 0, (size_t)b->threads * sizeof *b->tree);
    KG_TRY(kg__sight_make(&b->sight, g));
    for (int t = 0; t < b->threads; t++) {
        KG_TRY(kg__flood_make(&b->flood[t], g, &b->labels));
        KG_TRY(kg__tree_make(&b->tree[t], &b->sight, &b->labels));
    }
out:
    return status;
}

static void end(builder *b)
{
    kg_context *ctx = b->index->ctx;

    for (int t = 0; t < b->threads && b->flood; t++)
        kg__flood_free(&b->flood[t]);
    for (int t = 0; t < b->threads && b->tree; t++)
        kg__tree_free(&b->tree[t]);
    kg__sight_free(&b->sight);
    kg__order_free(&b->order);
    kg__labels_free(&b->labels);
    kg__ground_free(&b->ground);
    kg__free_all(ctx, b->flood, b->tree, b->reach);
}

/* Returns whether an earlier hub of the batch, which begins with hub `first`, is on the way. */
static bool is_needless(const builder *b, uint32_t first, const kg__arrival *a)
{
    const kg__grid_scale *scale = &b->ground.scale;
    const uint64_t cost = kg__steps_cost(scale, a->straight, a->diagonal);
    const kg__label_list *of = &b->labels.of[a->cell];

    for (uint32_t i = of->count; i-- > 0 && kg__label_hub(of->entry[i]) >= first;) {
        const uint64_t to = b->reach[kg__label_hub(of->entry[i])];
        const uint64_t more = kg__label_cost(scale, of->entry[i]);

        if (to != UINT64_MAX && to + more <= cost && more)
            return true;
    }
    return false;
}

/* Puts the costs from a hub to the earlier hubs of its batch in reach, or clears them. */
static void load_label(builder *b, uint32_t first, uint32_t cell, bool clear)
{
    const kg__label_list *of = &b->labels.of[cell];

    for (uint32_t i = of->count; i-- > 0 && kg__label_hub(of->entry[i]) >= first;)
        b->reach[kg__label_hub(of->entry[i])] =
            clear ? UINT64_MAX : kg__label_cost(&b->ground.scale, of->entry[i]);
}

/* Adds a hub to the labels of the cells that its flood found. first: the first hub of its batch. */
static kg_status add_hub(
    builder *b, uint32_t first, uint32_t hub, const kg__arrival *found, uint64_t count)
{
    const uint32_t cell = b->ground.corner[b->order.hub[hub]];
    kg_status status = KG_OK;

    load_label(b, first, cell, false);
    for (uint64_t i = 0; i < count; i++) {
        const kg__arrival *a = &found[i];

        if (a->straight > KG__STEPS_MOST || a->diagonal > KG__STEPS_MOST)
            return kg__fail(b->index->ctx, KG_UNSUPPORTED,
                "the map has shortest paths with more than %u straight or diagonal steps, which an "
                "index cannot hold",
                KG__STEPS_MOST);
        if (!is_needless(b, first, a))
            KG_TRY(kg__labels_add(
                &b->labels, a->cell, kg__label_pack(hub, a->straight, a->diagonal), a->via));
    }
out:
    load_label(b, first, cell, true);
    return status;
}

/* Adds hubs first .. first + count - 1 to the labels. */
static kg_status add_batch(builder *b, uint32_t first, uint32_t count)
{
    const int threads = count < (uint32_t)b->threads ? (int)count : b->threads;
    piece made[MOST_TOGETHER];
    kg_status status = KG_OK;

    for (int t = 0; t < b->threads; t++)
        b->flood[t].count = 0;
    KG_PARALLEL_FOR(threads, schedule(dynamic))
    for (uint32_t i = 0; i < count; i++) {
        kg__flood *f = &b->flood[kg__thread_index()];
        const uint64_t before = f->count;
        const uint32_t cell = b->ground.corner[b->order.hub[first + i]];
        const kg_status one = kg__flood_from(f, cell, true);

        made[i] = (piece){kg__thread_index(), before, f->count - before, one};
    }
    for (uint32_t i = 0; i < count; i++)
        KG_TRY(made[i].status);
    for (uint32_t i = 0; i < count; i++)
        KG_TRY(add_hub(
            b, first, first + i, b->flood[made[i].thread].found + made[i].first, made[i].count));
    KG_TRY(check_size(b, first + count));
    KG_TRY(kg__progress(b->index->ctx, "labelling", first + count, b->ground.corners));
out:
    return status;
}

/* Moves the labels to the arrays of the index. */
static kg_status pack(builder *b)
{
    kg_grid_index *index = b->index;
    const kg__ground *g = &b->ground;
    kg_context *ctx = index->ctx;
    uint16_t(*run)[4] = NULL;
    uint64_t at = 0;
    kg_status status;

    index->corners = g->corners;
    index->hubs = b->order.hubs;
    index->entries = b->labels.entries;
    KG_TRY(kg__host_allocate(
        ctx, &index->record, g->cells + 1, sizeof *index->record, "cells of an index"));
    KG_TRY(kg__host_allocate(ctx, &index->hub, index->hubs, sizeof *index->hub, "hubs"));
    KG_TRY(kg__host_allocate(ctx, &index->label, index->entries, sizeof *index->label, "labels"));
    KG_TRY(kg__host_allocate(ctx, &index->via, index->entries, sizeof *index->via, "labels"));
    KG_TRY(kg__host_allocate(ctx, &run, g->cells + 1, sizeof *run, "lines of a map"));
    kg__ground_runs(g, run);
    for (uint32_t h = 0; h < index->hubs; h++)
        index->hub[h] = g->corner[b->order.hub[h]];
    for (uint64_t c = 0; c <= g->cells; c++) {
        const kg__label_list none = {0}, *of = c < g->cells ? &b->labels.of[c] : &none;

        index->record[c].first = (uint32_t)at;
        memcpy(index->record[c].run, run[c], sizeof run[c]);
        if (of->count) {
            memcpy(index->label + at, of->entry, of->count * sizeof *of->entry);
            memcpy(index->via + at, kg__labels_vias(of), of->count * sizeof(uint32_t));
            at += of->count;
        }
    }
out:
    kg__free(ctx, run);
    return status;
}

static kg_status build(builder *b)
{
    kg_status status;

    KG_TRY(begin(b));
    for (uint32_t done = 0; b->order.hubs < b->ground.corners;) {
        KG_TRY(kg__order_choose(&b->order, b->tree, b->threads));
        while (done < b->order.hubs) {
            const uint32_t together = 1 + done / SPREAD, left = b->order.hubs - done;
            const uint32_t most = together < MOST_TOGETHER ? together : MOST_TOGETHER;
            const uint32_t count = left < most ? left : most;

            KG_TRY(add_batch(b, done, count));
            done += count;
        }
    }
    KG_TRY(pack(b));
out:
    return status;
}

kg_status kg_grid_index_build(
    kg_grid_index **index, kg_grid *grid, const kg_grid_index_options *options)
{
    const kg_grid_index_options none = KG_GRID_INDEX_OPTIONS_INIT, *o = options ? options : &none;
    kg_context *ctx = KG__CONTEXT(grid);
    builder b = {.most_bytes = o->most_bytes ? o->most_bytes : MOST_BYTES};
    kg_status status;

    KG_NEED_RESULT(ctx, index, grid);
    kg__begin(ctx);
    KG_TRY(kg__grid_index_check(grid));
    kg__stage(ctx, "index");
    KG_TRY(kg__grid_index_create(&b.index, grid));
    KG_TRY(build(&b));
    *index = b.index;
out:
    if (b.index)
        end(&b);
    if (status != KG_OK)
        kg_grid_index_destroy(b.index);
    kg__stage(ctx, NULL);
    return status;
}
