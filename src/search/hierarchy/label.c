/*
 * Labels of the upper places: how far they are from places above them, so that a search need not go
 * there.
 *
 * In:  the arcs of a hierarchy that is exact and has no core.
 * Out: of each of the first places, and each side, all places above that it reaches by going up at
 *      their distance, themselves among them: (hub, length), in the order of the hubs. Any shortest
 *      path between two of them has its highest vertex in the labels of both.
 * Method: from the highest place on, a label is put together from those at the heads of the arcs. An
 *     entry is left out where the labels show a shorter way to its hub.
 * Work: the sum of the products of labels' lengths, about half a second for 16384 places of roads.
 *     Serial.
 *
 * I. Abraham, D. Delling, A. Goldberg, R. Werneck, "A hub-based labeling algorithm for shortest
 * paths in road networks", SEA 2011; but for a part of the vertices, as those below have few to go
 * past, and labels of all would take 50 times as much memory as the arcs.
 */
#include "hierarchy.h"
#include <stdlib.h>

/* Places that have labels. Of roads of 1 M vertices the labels then take about as much memory as
 * the arcs, and a search goes past some 40 vertices below. */
enum { LABELLED = 1 << 14 };

typedef struct labels {
    kg_hierarchy *h;
    double *length; /* [labelled] of the label at work, INFINITY of what it does not have */
    kg_vertex *hub; /* [labelled] those that it has */
    uint64_t hubs;
    uint64_t count[2], room[2]; /* of entries */
} labels;

static int by_hub(const void *a, const void *b)
{
    const kg_vertex x = *(const kg_vertex *)a, y = *(const kg_vertex *)b;

    return (x > y) - (x < y);
}

static void meet(labels *l, kg_vertex hub, double length)
{
    if (l->length[hub] == INFINITY)
        l->hub[l->hubs++] = hub;
    if (length < l->length[hub])
        l->length[hub] = length;
}

/* Puts a label together from those above. */
static void join(labels *l, int side, kg_vertex place)
{
    const kg_hierarchy *h = l->h;

    l->hubs = 0;
    meet(l, place, 0);
    for (uint32_t i = h->row[side][place]; i < h->row[side][place + 1]; i++) {
        const kg__arc arc = h->arc[side][i];

        for (uint32_t k = h->label_row[side][arc.head]; k < h->label_row[side][arc.head + 1]; k++)
            meet(l, h->label[side][k].hub, arc.length + h->label[side][k].length);
    }
    qsort(l->hub, l->hubs, sizeof *l->hub, by_hub);
}

/* Whether there is a shorter way to a hub than that of the label at work. */
static bool is_longer(const labels *l, int side, kg_vertex hub)
{
    const kg_hierarchy *h = l->h;
    const int other = kg__other_side(h, side);
    const double length = l->length[hub];

    for (uint32_t k = h->label_row[other][hub]; k < h->label_row[other][hub + 1]; k++)
        if (l->length[h->label[other][k].hub] + h->label[other][k].length < length)
            return true;
    return false;
}

static kg_status label_place(labels *l, int side, kg_vertex place)
{
    kg_hierarchy *h = l->h;
    kg_status status = KG_OK;

    join(l, side, place);
    if (l->count[side] + l->hubs > UINT32_MAX)
        return kg__fail(h->ctx, KG_OVERFLOW, "a hierarchy with more than 2^32 entries of labels");
    if (l->count[side] + l->hubs > l->room[side])
        KG_TRY(kg__host_grow(h->ctx, &h->label[side], &l->room[side], l->count[side] + l->hubs,
            sizeof(kg__label), "labels"));
    for (uint64_t i = 0; i < l->hubs; i++) {
        const kg_vertex hub = l->hub[i];

        if (hub == place || !is_longer(l, side, hub))
            h->label[side][l->count[side]++] = (kg__label){hub, 0, l->length[hub]};
    }
    for (uint64_t i = 0; i < l->hubs; i++)
        l->length[l->hub[i]] = INFINITY;
    h->label_row[side][place + 1] = (uint32_t)l->count[side];
out:
    return status;
}

kg_status kg__hierarchy_label(kg_hierarchy *h)
{
    const kg_vertex n = h->graph->n;
    labels l = {.h = h};
    kg_status status = KG_OK;

    h->labelled = h->level[1] || !h->exact ? 0 : n < LABELLED ? n : LABELLED;
    for (int side = 0; side < h->sides; side++) {
        KG_TRY(kg__host_allocate(h->ctx, &h->label_row[side], (uint64_t)h->labelled + 1,
            sizeof(uint32_t), "rows of labels"));
        h->label_row[side][0] = 0;
    }
    KG_TRY(kg__host_allocate(h->ctx, &l.length, h->labelled, sizeof *l.length, "labels"));
    KG_TRY(kg__host_allocate(h->ctx, &l.hub, h->labelled, sizeof *l.hub, "labels"));
    for (kg_vertex p = 0; p < h->labelled; p++)
        l.length[p] = INFINITY;
    for (kg_vertex p = 0; p < h->labelled; p++) {
        for (int side = 0; side < h->sides; side++)
            KG_TRY(label_place(&l, side, p));
        KG_TRY(kg__progress(h->ctx, "labelling", p, h->labelled));
    }
out:
    if (h->sides == 1) {
        h->label_row[1] = h->label_row[0];
        h->label[1] = h->label[0];
    }
    kg__free(h->ctx, l.length);
    kg__free(h->ctx, l.hub);
    return status;
}
