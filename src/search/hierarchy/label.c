/*
 * Labels of the upper places: their distances from places above them. A search with labels need not
 * visit those places.
 *
 * In:  the arcs of a hierarchy that is exact and has no core.
 * Out: for each of the first places and each side, a label: all places that it reaches by going up
 *      at their distance, itself included, as pairs (hub, length), in the order of the hubs. Any
 *      shortest path between two labelled places has its highest vertex in both labels. There are
 *      no labels at all if a length is 2^32 units or more.
 * Method: level by level, from the highest down. A label is joined from the labels at the heads of
 *     the arcs. An entry is left out if the labels show a shorter path to its hub.
 * Threads: threads share the places of a level; their labels do not depend on each other.
 * Work: the sum of the products of labels' lengths: some 100 microseconds a place on roads.
 *
 * I. Abraham, D. Delling, A. Goldberg, R. Werneck, "A hub-based labeling algorithm for shortest
 * paths in road networks", SEA 2011. Only part of the vertices have labels here: a search passes
 * few of those below, and labels of all vertices would take 50 times as much memory as the arcs.
 */
#include "hierarchy.h"
#include <string.h>

/* LABELLED: places that have labels. On roads of 1 M vertices they take 100 MB, and a search passes
 * some 10 vertices below. With 16384 places they take a fourth of that, and a search takes twice as
 * long. GRAIN: places from which on another thread pays. */
enum { LABELLED = 1 << 16, GRAIN = 16 };

/* The data of one thread. */
typedef struct worker {
    const kg_hierarchy *h;
    uint64_t *units; /* [labelled] of the current label; KG__FAR if it lacks the hub */
    kg_vertex *hub;  /* [labelled] the hubs of the current label */
    uint64_t hubs;
    kg__label *made; /* [count] entries of the labels of this level */
    uint64_t count, room;
    bool is_too_long; /* a length is 2^32 units or more */
    kg_status status;
} worker;

/* The location of the label of one place and side. */
typedef struct piece {
    int thread;
    uint64_t first, count;
} piece;

typedef struct labels {
    kg_hierarchy *h;
    worker *worker; /* [threads] */
    int threads;
    piece *piece[2];            /* [labelled] */
    uint64_t count[2], room[2]; /* of entries */
} labels;

static void meet(worker *w, kg_vertex hub, uint64_t units)
{
    if (w->units[hub] == KG__FAR)
        w->hub[w->hubs++] = hub;
    if (units < w->units[hub])
        w->units[hub] = units;
}

/* Joins a label from those at the heads of the arcs. */
static void join(worker *w, int side, kg_vertex place)
{
    const kg_hierarchy *h = w->h;

    w->hubs = 0;
    meet(w, place, 0);
    for (uint32_t i = h->row[side][place]; i < h->row[side][place + 1]; i++) {
        const kg__arc arc = h->arc[side][i];
        const uint64_t units = (uint64_t)(arc.length / h->unit_of_labels);

        for (uint32_t k = h->label_row[side][arc.head]; k < h->label_row[side][arc.head + 1]; k++)
            meet(w, h->label[side][k].hub, units + h->label[side][k].units);
    }
}

/* Returns whether there is a shorter path to a hub than that of the current label. */
static bool is_longer(const worker *w, int side, kg_vertex hub)
{
    const kg_hierarchy *h = w->h;
    const int other = kg__other_side(h, side);
    const uint64_t units = w->units[hub];

    for (uint32_t k = h->label_row[other][hub]; k < h->label_row[other][hub + 1]; k++)
        if (w->units[h->label[other][k].hub] + h->label[other][k].units < units)
            return true;
    return false;
}

/* Appends the label of a place to those of the thread. */
static kg_status label_place(worker *w, int side, kg_vertex place)
{
    kg_status status = KG_OK;

    join(w, side, place);
    if (w->count + w->hubs > w->room)
        KG_TRY(kg__host_grow(
            w->h->ctx, &w->made, &w->room, w->count + w->hubs, sizeof *w->made, "labels"));
    for (uint64_t i = 0; i < w->hubs; i++) {
        const kg_vertex hub = w->hub[i];

        if (hub != place && is_longer(w, side, hub))
            continue;
        w->is_too_long |= w->units[hub] > UINT32_MAX;
        w->made[w->count++] = (kg__label){hub, (uint32_t)w->units[hub]};
    }
    for (uint64_t i = 0; i < w->hubs; i++)
        w->units[w->hub[i]] = KG__FAR;
out:
    return status;
}

/* Appends the labels of places first .. end-1 to the earlier ones. */
static kg_status gather(labels *l, int side, kg_vertex first, kg_vertex end)
{
    kg_hierarchy *h = l->h;
    uint64_t count = l->count[side];
    kg_status status = KG_OK;

    for (kg_vertex p = first; p < end; p++)
        count += l->piece[side][p].count;
    if (count > UINT32_MAX)
        return kg__fail(h->ctx, KG_OVERFLOW, "a hierarchy with more than 2^32 entries of labels");
    if (count > l->room[side])
        KG_TRY(kg__host_grow(
            h->ctx, &h->label[side], &l->room[side], count, sizeof(kg__label), "labels"));
    for (kg_vertex p = first; p < end; p++) {
        const piece *from = &l->piece[side][p];

        memcpy(h->label[side] + l->count[side], l->worker[from->thread].made + from->first,
            from->count * sizeof(kg__label));
        l->count[side] += from->count;
        h->label_row[side][p + 1] = (uint32_t)l->count[side];
    }
out:
    return status;
}

static kg_status label_level(labels *l, kg_vertex first, kg_vertex end)
{
    const kg_hierarchy *h = l->h;
    const int threads = kg__threads(h->ctx, end - first, GRAIN);
    kg_status status = KG_OK;

    KG_PARALLEL_FOR(threads, schedule(dynamic, 8))
    for (uint64_t p = first; p < end; p++) {
        worker *w = &l->worker[kg__thread_index()];

        for (int side = 0; side < h->sides; side++) {
            const uint64_t before = w->count;

            if (w->status == KG_OK)
                w->status = label_place(w, side, (kg_vertex)p);
            l->piece[side][p] = (piece){kg__thread_index(), before, w->count - before};
        }
    }
    for (int t = 0; t < l->threads; t++)
        KG_TRY(l->worker[t].status);
    for (int side = 0; side < h->sides; side++)
        KG_TRY(gather(l, side, first, end));
    for (int t = 0; t < l->threads; t++)
        l->worker[t].count = 0;
out:
    return status;
}

static kg_status begin(labels *l)
{
    kg_hierarchy *h = l->h;
    kg_context *ctx = h->ctx;
    kg_status status = KG_OK;

    for (int side = 0; side < h->sides; side++) {
        KG_TRY(kg__host_allocate(ctx, &h->label_row[side], (uint64_t)h->labelled + 1,
            sizeof(uint32_t), "rows of labels"));
        h->label_row[side][0] = 0;
        KG_TRY(kg__host_allocate(ctx, &l->piece[side], h->labelled, sizeof(piece), "labels"));
    }
    KG_TRY(kg__host_allocate(ctx, &l->worker, (uint64_t)l->threads, sizeof(worker), "threads"));
    memset(l->worker, 0, (size_t)l->threads * sizeof(worker));
    for (int t = 0; t < l->threads; t++) {
        worker *w = &l->worker[t];

        w->h = h;
        KG_TRY(kg__host_allocate(ctx, &w->units, h->labelled, sizeof *w->units, "labels"));
        KG_TRY(kg__host_allocate(ctx, &w->hub, h->labelled, sizeof *w->hub, "labels"));
        for (kg_vertex p = 0; p < h->labelled; p++)
            w->units[p] = KG__FAR;
    }
out:
    return status;
}

static void end(labels *l)
{
    kg_context *ctx = l->h->ctx;

    for (int t = 0; t < l->threads && l->worker; t++) {
        kg__free_all(ctx, l->worker[t].units, l->worker[t].hub, l->worker[t].made);
    }
    kg__free_all(ctx, l->worker, l->piece[0], l->piece[1]);
}

/* Returns whether a length does not fit in a label. */
static bool is_too_long(const labels *l)
{
    bool is = false;

    for (int t = 0; t < l->threads; t++)
        is |= l->worker[t].is_too_long;
    return is;
}

static void drop(kg_hierarchy *h)
{
    for (int side = 0; side < h->sides; side++) {
        kg__free(h->ctx, h->label[side]);
        h->label[side] = NULL;
    }
    h->labelled = 0;
}

kg_status kg__hierarchy_label(kg_hierarchy *h)
{
    const kg_vertex n = h->graph->n;
    labels l = {.h = h};
    kg_status status;

    h->labelled = h->level[1] || !h->exact ? 0 : n < LABELLED ? n : LABELLED;
    l.threads = kg__threads(h->ctx, h->labelled, GRAIN);
    KG_TRY(begin(&l));
    for (uint32_t k = 0; k < h->levels && h->level[k] < h->labelled; k++) {
        const kg_vertex last = h->level[k + 1];

        KG_TRY(label_level(&l, h->level[k], last < h->labelled ? last : h->labelled));
        if (is_too_long(&l))
            drop(h);
        KG_TRY(kg__progress(h->ctx, "labelling", h->level[k], h->labelled));
    }
out:
    if (h->sides == 1) {
        h->label_row[1] = h->label_row[0];
        h->label[1] = h->label[0];
    }
    end(&l);
    return status;
}
