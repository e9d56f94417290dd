/*
 * In:  a map of equal weights.
 * Out: its index (grid_index.h).
 * Method: pruned landmark labelling, on the graph of corners. Hub after hub, a tree of shortest
 *     paths (tree.c) adds it to the lists of all corners that it reaches, and ends at corners whose
 *     lists show a path to the hub that is as short. Then each cell gets its label from the lists
 *     of the corners around (hubs.c). Only corners are hubs: cells are direct if no path between
 *     them has to turn at a corner. A hub serves only paths that turn at it. Two cells that are not
 *     direct have a first hub among the turns of their shortest paths. It is in both labels: a tree
 *     that ended before it reached one of them would have met a hub that comes still earlier, and
 *     so would a label that left it out.
 * Threads: threads share the trees of a batch, which do not see each other's lists. Then, hub by
 *     hub, entries that an earlier hub of the batch makes needless are left out. Batches are the
 *     same for any number of threads, and so is the index.
 * Work: O(entries * length of labels). Memory: 12 bytes an entry and up to as much again, besides
 *     the index; the lists of corners; 30 bytes a cell; 80 bytes a corner for each thread.
 *
 * T. Akiba, Y. Iwata, Y. Yoshida, "Fast exact shortest-path distance queries on large networks by
 * pruned landmark labeling", SIGMOD 2013. T. Uras, S. Koenig, C. Hernandez, "Subgoal graphs for
 * optimal pathfinding in eight-neighbor grids", ICAPS 2013: corners are their subgoals.
 */
#include "grid_index.h"
#include "order.h"
#include <stdio.h>
#include <string.h>

/* MOST_TOGETHER: hubs of a batch. More of them make more needless entries. The first batches are
 * smaller, because their trees reach the whole map: one hub more for each SPREAD hubs before.
 * CHUNKS of CHUNK cells are labelled together. GRAIN: corners from which on another thread pays. */
enum { MOST_TOGETHER = 64, SPREAD = 16, CHUNKS = 64, CHUNK = 64, GRAIN = 64 };

#define MOST_BYTES (UINT64_C(4) << 30)

typedef struct builder {
    kg_grid_index *index;
    kg__ground ground;
    kg__hubs hubs;
    kg__hub_order order;
    kg__tree *tree; /* [threads] */
    int threads;
    uint64_t *reach; /* [corners] the cost from the hub to earlier hubs of its batch */
    uint64_t most_bytes, label_room, via_room;
} builder;

typedef struct piece {
    int thread;
    uint64_t first, count;
    kg_status status;
} piece;

/* cells: of those labelled so far. */
static kg_status check_size(const builder *b, uint64_t cells)
{
    const uint64_t entries = b->index->entries;
    const uint64_t bytes = kg__grid_index_bytes(b->ground.cells, b->ground.corners, entries);

    if (bytes > b->most_bytes || entries > UINT32_MAX)
        return kg__fail(b->index->ctx, KG_MEMORY,
            "the index takes %.2f GB with the first %.1f %% of the map's cells, and at most %.2f "
            "are allowed",
            (double)bytes / 1e9, 100.0 * (double)cells / (double)b->ground.cells,
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
    KG_TRY(kg__hubs_make(&b->hubs, g));
    KG_TRY(kg__order_make(&b->order, &b->hubs));
    KG_TRY(kg__host_allocate(ctx, &b->reach, g->corners, sizeof *b->reach, "hubs reached"));
    memset(b->reach, 0xff, g->corners * sizeof *b->reach);
    b->threads = kg__threads(ctx, g->corners, GRAIN);
    KG_TRY(kg__host_allocate(ctx, &b->tree, (uint64_t)b->threads, sizeof *b->tree, "threads"));
    memset(b->tree, 0, (size_t)b->threads * sizeof *b->tree);
    for (int t = 0; t < b->threads; t++)
        KG_TRY(kg__tree_make(&b->tree[t], &b->hubs));
out:
    return status;
}

static void end(builder *b)
{
    kg_context *ctx = b->index->ctx;

    for (int t = 0; t < b->threads && b->tree; t++)
        kg__tree_free(&b->tree[t]);
    kg__order_free(&b->order);
    kg__hubs_free(&b->hubs);
    kg__ground_free(&b->ground);
    kg__free_all(ctx, b->tree, b->reach);
}

/* Returns whether an earlier hub of the batch, which begins with hub `first`, is on the way. */
static bool is_needless(const builder *b, uint32_t first, const kg__branch *a)
{
    const kg__grid_scale *scale = &b->ground.scale;
    const uint64_t cost = kg__steps_cost(scale, a->straight, a->diagonal);
    const kg__label_list *list = &b->hubs.label.of[a->corner];

    for (uint32_t i = list->count; i-- > 0 && kg__label_hub(list->entry[i]) >= first;) {
        const uint64_t to = b->reach[kg__label_hub(list->entry[i])];

        if (to != UINT64_MAX && to + kg__label_cost(scale, list->entry[i]) <= cost)
            return true;
    }
    return false;
}

/* Puts the costs from a hub to the earlier hubs of its batch in reach, or clears them. */
static void load_list(builder *b, uint32_t first, uint32_t hub, bool clear)
{
    const kg__label_list *list = &b->hubs.label.of[b->hubs.hub[hub]];

    for (uint32_t i = list->count; i-- > 0 && kg__label_hub(list->entry[i]) >= first;)
        b->reach[kg__label_hub(list->entry[i])] =
            clear ? UINT64_MAX : kg__label_cost(&b->ground.scale, list->entry[i]);
}

/* Adds a hub to the lists of the corners of its tree. first: the first hub of its batch. */
static kg_status add_hub(
    builder *b, uint32_t first, uint32_t hub, const kg__branch *branch, uint64_t count)
{
    kg_status status = KG_OK;

    load_list(b, first, hub, false);
    for (uint64_t i = 0; i < count; i++) {
        const kg__branch *a = &branch[i];

        if (!is_needless(b, first, a))
            KG_TRY(kg__labels_add(a->serves ? &b->hubs.label : &b->hubs.aside, a->corner,
                kg__label_pack(hub, a->straight, a->diagonal), a->leaves));
    }
out:
    load_list(b, first, hub, true);
    return status;
}

/* Makes the trees of hubs first .. first + count - 1, and adds them to the lists. */
static kg_status add_trees(builder *b, uint32_t first, uint32_t count, int threads)
{
    piece made[MOST_TOGETHER];
    kg_status status = KG_OK;

    for (int t = 0; t < threads; t++)
        b->tree[t].count = 0;
    KG_PARALLEL_FOR(threads, schedule(dynamic))
    for (uint32_t i = 0; i < count; i++) {
        kg__tree *t = &b->tree[kg__thread_index()];
        const uint64_t before = t->count;
        const uint32_t cell = b->ground.corner[b->hubs.hub[first + i]];
        const kg_status one = kg__tree_from(t, cell, first);

        made[i] = (piece){kg__thread_index(), before, t->count - before, one};
    }
    for (uint32_t i = 0; i < count; i++)
        KG_TRY(made[i].status);
    for (uint32_t i = 0; i < count; i++)
        KG_TRY(add_hub(
            b, first, first + i, b->tree[made[i].thread].branch + made[i].first, made[i].count));
out:
    return status;
}

/* Makes the hubs' own lists of earlier hubs. */
static kg_status add_back(builder *b, uint32_t first, uint32_t count, int threads)
{
    piece made[MOST_TOGETHER];
    kg_status status = KG_OK;

    for (int t = 0; t < threads; t++)
        b->tree[t].ways.count = 0;
    KG_PARALLEL_FOR(threads, schedule(dynamic))
    for (uint32_t i = 0; i < count; i++) {
        kg__hub_ways *w = &b->tree[kg__thread_index()].ways;
        const uint64_t before = w->count;
        const uint32_t cell = b->ground.corner[b->hubs.hub[first + i]];
        const kg_status one = kg__hub_ways_label(w, cell, first + i);

        made[i] = (piece){kg__thread_index(), before, w->count - before, one};
    }
    for (uint32_t i = 0; i < count; i++)
        KG_TRY(made[i].status);
    for (uint32_t i = 0; i < count; i++)
        for (uint64_t k = 0; k < made[i].count; k++)
            KG_TRY(kg__labels_add(&b->hubs.back, b->hubs.hub[first + i],
                b->tree[made[i].thread].ways.entry[made[i].first + k], 0));
out:
    return status;
}

static kg_status add_hubs(builder *b)
{
    kg_status status = KG_OK;

    for (uint32_t done = 0; b->hubs.count < b->ground.corners;) {
        KG_TRY(kg__order_choose(&b->order, b->tree, b->threads));
        while (done < b->hubs.count) {
            const uint32_t together = 1 + done / SPREAD, left = b->hubs.count - done;
            const uint32_t most = together < MOST_TOGETHER ? together : MOST_TOGETHER;
            const uint32_t count = left < most ? left : most;
            const int threads = count < (uint32_t)b->threads ? (int)count : b->threads;

            KG_TRY(add_trees(b, done, count, threads));
            KG_TRY(add_back(b, done, count, threads));
            done += count;
            KG_TRY(kg__progress(b->index->ctx, "hubs", done, b->ground.corners));
        }
    }
out:
    return status;
}

/* The labels of a chunk of cells. size: [cells] of each. */
static kg_status label_cells(kg__hub_ways *w, uint64_t first, uint64_t cells, uint32_t *size)
{
    kg_status status = KG_OK;

    for (uint64_t c = 0; c < cells; c++) {
        const uint64_t before = w->count;

        if (w->hubs->ground->around[first + c])
            KG_TRY(kg__hub_ways_label(w, (uint32_t)(first + c), w->hubs->count));
        size[c] = (uint32_t)(w->count - before);
    }
out:
    return status;
}

/* Appends labels to the index. */
static kg_status append(builder *b, const kg__hub_ways *w, const piece *made)
{
    kg_grid_index *index = b->index;
    kg_context *ctx = index->ctx;
    const uint64_t entries = index->entries + made->count;
    kg_status status = KG_OK;

    if (!made->count)
        return KG_OK;
    KG_TRY(
        kg__host_grow(ctx, &index->label, &b->label_room, entries, sizeof *index->label, "labels"));
    KG_TRY(kg__host_grow(ctx, &index->via, &b->via_room, entries, sizeof *index->via, "labels"));
    memcpy(
        index->label + index->entries, w->entry + made->first, made->count * sizeof *index->label);
    memcpy(index->via + index->entries, w->via + made->first, made->count * sizeof *index->via);
    index->entries = entries;
out:
    return status;
}

/* Adds the labels of up to CHUNKS * CHUNK cells. */
static kg_status add_labels(builder *b, uint64_t first)
{
    const uint64_t left = b->ground.cells - first;
    const uint64_t cells = left < CHUNKS * CHUNK ? left : CHUNKS * CHUNK;
    const uint64_t chunks = (cells + CHUNK - 1) / CHUNK;
    piece made[CHUNKS];
    uint32_t size[CHUNKS * CHUNK];
    uint64_t at = b->index->entries;
    kg_status status = KG_OK;

    for (int t = 0; t < b->threads; t++)
        b->tree[t].ways.count = 0;
    KG_PARALLEL_FOR(b->threads, schedule(dynamic))
    for (uint64_t i = 0; i < chunks; i++) {
        kg__hub_ways *w = &b->tree[kg__thread_index()].ways;
        const uint64_t before = w->count, begin = i * CHUNK;
        const uint64_t count = cells - begin < CHUNK ? cells - begin : CHUNK;
        const kg_status one = label_cells(w, first + begin, count, size + begin);

        made[i] = (piece){kg__thread_index(), before, w->count - before, one};
    }
    for (uint64_t i = 0; i < chunks; i++)
        KG_TRY(made[i].status);
    for (uint64_t i = 0; i < chunks; i++)
        KG_TRY(append(b, &b->tree[made[i].thread].ways, &made[i]));
    for (uint64_t c = 0; c < cells; c++) {
        b->index->record[first + c].first = (uint32_t)at;
        at += size[c];
    }
    KG_TRY(check_size(b, first + cells));
    KG_TRY(kg__progress(b->index->ctx, "labelling", first + cells, b->ground.cells));
out:
    return status;
}

/* Puts what does not depend on labels into the index. */
static kg_status add_lines(builder *b)
{
    kg_grid_index *index = b->index;
    const kg__ground *g = &b->ground;
    kg_context *ctx = index->ctx;
    uint16_t(*run)[4] = NULL;
    kg_status status;

    index->corners = g->corners;
    index->hubs = b->hubs.count;
    KG_TRY(kg__host_allocate(
        ctx, &index->record, g->cells + 1, sizeof *index->record, "cells of an index"));
    KG_TRY(kg__host_allocate(ctx, &index->hub, index->hubs, sizeof *index->hub, "hubs"));
    KG_TRY(kg__host_allocate(ctx, &run, g->cells + 1, sizeof *run, "lines of a map"));
    kg__ground_runs(g, run);
    for (uint32_t h = 0; h < index->hubs; h++)
        index->hub[h] = g->corner[b->hubs.hub[h]];
    for (uint64_t c = 0; c <= g->cells; c++)
        memcpy(index->record[c].run, run[c], sizeof run[c]);
out:
    kg__free(ctx, run);
    return status;
}

static kg_status build(builder *b)
{
    kg_grid_index *index = b->index;
    kg_status status;

    KG_TRY(begin(b));
    KG_TRY(add_hubs(b));
    KG_TRY(add_lines(b));
    for (uint64_t c = 0; c < b->ground.cells; c += CHUNKS * CHUNK)
        KG_TRY(add_labels(b, c));
    index->record[index->cells].first = (uint32_t)index->entries;
    KG_TRY(
        kg__host_resize(index->ctx, &index->label, index->entries, sizeof *index->label, "labels"));
    KG_TRY(kg__host_resize(index->ctx, &index->via, index->entries, sizeof *index->via, "labels"));
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
