/*
 * In:  the lists of hubs at corners.
 * Out: the label of a cell.
 * Method: each line that comes to the cell from a corner carries on the paths from the corner's
 *     hubs, and one from the corner itself if it is a hub. The least cost of each hub counts. Then,
 *     in the order of hubs, a hub is left out if an earlier one is on a path that costs no more.
 * Work: O(cells of the straight lines from the cell + the lists + the label times the length of the
 *     hubs' own lists).
 */
#include "hubs.h"
#include <string.h>

kg_status kg__hubs_make(kg__hubs *h, const kg__ground *g)
{
    kg_status status;

    *h = (kg__hubs){.ground = g};
    KG_TRY(kg__labels_make(&h->label, g->ctx, g->corners));
    KG_TRY(kg__labels_make(&h->aside, g->ctx, g->corners));
    KG_TRY(kg__labels_make(&h->back, g->ctx, g->corners));
    KG_TRY(kg__host_allocate(g->ctx, &h->hub, g->corners, sizeof *h->hub, "hubs"));
    KG_TRY(kg__host_allocate(g->ctx, &h->rank, g->corners, sizeof *h->rank, "hubs"));
    memset(h->rank, 0xff, g->corners * sizeof *h->rank);
    KG_TRY(kg__sight_make(&h->sight, g));
out:
    return status;
}

void kg__hubs_free(kg__hubs *h)
{
    if (!h->ground)
        return;
    kg__labels_free(&h->label);
    kg__labels_free(&h->aside);
    kg__labels_free(&h->back);
    kg__sight_free(&h->sight);
    kg__free_all(h->ground->ctx, h->hub, h->rank);
}

kg_status kg__hub_ways_make(kg__hub_ways *w, const kg__hubs *hubs)
{
    const kg__ground *g = hubs->ground;
    kg_status status;

    *w = (kg__hub_ways){.hubs = hubs};
    KG_TRY(kg__host_allocate(g->ctx, &w->cost, g->corners, sizeof *w->cost, "hubs reached"));
    KG_TRY(kg__host_allocate(g->ctx, &w->way, g->corners, sizeof *w->way, "hubs reached"));
    KG_TRY(kg__host_allocate(g->ctx, &w->set, g->corners / 64 + 1, sizeof *w->set, "hubs reached"));
    memset(w->set, 0, (g->corners / 64 + 1) * sizeof *w->set);
    KG_TRY(kg__host_allocate(
        g->ctx, &w->words, g->corners / 4096 + 1, sizeof *w->words, "hubs reached"));
    memset(w->words, 0, (g->corners / 4096 + 1) * sizeof *w->words);
    for (uint32_t h = 0; h < g->corners; h++)
        w->cost[h] = KG__HUB_FAR;
out:
    return status;
}

void kg__hub_ways_free(kg__hub_ways *w)
{
    if (w->hubs)
        kg__free_all(
            w->hubs->ground->ctx, w->cost, w->way, w->set, w->words, w->line, w->entry, w->via);
}

kg_status kg__hub_ways_check(kg_context *ctx, uint64_t straight, uint64_t diagonal)
{
    if (straight <= KG__STEPS_MOST && diagonal <= KG__STEPS_MOST)
        return KG_OK;
    return kg__fail(ctx, KG_UNSUPPORTED,
        "the map has shortest paths with more than %u straight or diagonal steps, which an index "
        "cannot hold",
        KG__STEPS_MOST);
}

/* Takes a way to a hub unless one is known that costs no more. */
static void offer(kg__hub_ways *w, uint32_t hub, uint64_t cost, kg__hub_way way)
{
    if (cost >= w->cost[hub])
        return;
    w->cost[hub] = cost;
    w->way[hub] = way;
    w->set[hub / 64] |= UINT64_C(1) << hub % 64;
    w->words[hub / 4096] |= UINT64_C(1) << hub / 64 % 64;
}

/* Carries the paths of a list on along a line. */
static kg_status carry(kg__hub_ways *w, const kg__label_list *list, const kg__sight_line *line,
    uint32_t limit, bool serves)
{
    const kg__grid_scale scale = w->hubs->ground->scale;
    const uint64_t more = kg__steps_cost(&scale, line->straight, line->diagonal);
    const uint32_t *leaves = list->count ? kg__labels_notes(list) : NULL;
    kg_status status = KG_OK;

    for (uint32_t i = 0; i < list->count; i++) {
        const uint64_t entry = list->entry[i], cost = kg__label_cost(&scale, entry) + more;
        const uint32_t hub = kg__label_hub(entry);
        const uint32_t straight = kg__label_straight(entry) + line->straight;
        const uint32_t diagonal = kg__label_diagonal(entry) + line->diagonal;

        if (hub >= limit)
            break;
        if (!(leaves[i] & kg__direction_bit(line->first)) || cost >= w->cost[hub])
            continue;
        if ((straight | diagonal) > KG__STEPS_MOST)
            KG_TRY(kg__hub_ways_check(w->hubs->ground->ctx, straight, diagonal));
        offer(w, hub, cost,
            (kg__hub_way){kg__label_pack(hub, straight, diagonal),
                w->hubs->ground->corner[line->corner], serves});
    }
out:
    return status;
}

kg_status kg__hub_ways_load(kg__hub_ways *w, uint32_t cell, uint32_t limit, bool all)
{
    const kg__hubs *h = w->hubs;
    const kg__ground *g = h->ground;
    uint64_t lines = 0;
    kg_status status;

    KG_TRY(kg__sight_to(&h->sight, cell, &w->line, &lines, &w->room));
    if (g->corner_of[cell] != KG__NO_CELL && h->rank[g->corner_of[cell]] < limit) {
        const uint32_t hub = h->rank[g->corner_of[cell]];

        offer(w, hub, 0, (kg__hub_way){kg__label_pack(hub, 0, 0), cell, true});
    }
    for (uint64_t i = 0; i < lines; i++) {
        const kg__sight_line *l = &w->line[i];
        const uint32_t hub = h->rank[l->corner];

        if (hub < limit)
            offer(w, hub, kg__steps_cost(&g->scale, l->straight, l->diagonal),
                (kg__hub_way){
                    kg__label_pack(hub, l->straight, l->diagonal), g->corner[l->corner], true});
        KG_TRY(carry(w, &h->label.of[l->corner], l, limit, true));
    }
    for (uint64_t i = 0; i < lines && all; i++) /* after those that serve and cost as much */
        KG_TRY(carry(w, &h->aside.of[w->line[i].corner], &w->line[i], limit, false));
out:
    return status;
}

/* Takes the first hub out of the set. from: [inout] 0 at first */
static bool take_hub(kg__hub_ways *w, uint64_t *from, uint32_t *hub)
{
    for (; *from <= w->hubs->ground->corners / 4096; ++*from)
        if (w->words[*from]) {
            const uint64_t word = 64 * *from + (uint64_t)__builtin_ctzll(w->words[*from]);

            *hub = (uint32_t)(64 * word) + (uint32_t)__builtin_ctzll(w->set[word]);
            w->set[word] &= w->set[word] - 1;
            if (!w->set[word])
                w->words[*from] &= w->words[*from] - 1;
            return true;
        }
    return false;
}

void kg__hub_ways_clear(kg__hub_ways *w)
{
    uint32_t hub;

    for (uint64_t from = 0; take_hub(w, &from, &hub);)
        w->cost[hub] = KG__HUB_FAR;
}

/* Returns whether an earlier hub is on a path to a hub that costs no more. */
static bool is_covered(const kg__hub_ways *w, uint32_t hub, const kg__label_list *back)
{
    const kg__grid_scale scale = w->hubs->ground->scale;
    const uint64_t cost = w->cost[hub];

    for (uint32_t i = 0; i < back->count; i++)
        if (w->cost[kg__label_hub(back->entry[i])] + kg__label_cost(&scale, back->entry[i]) <= cost)
            return true;
    return false;
}

static kg_status append(kg__hub_ways *w, kg__hub_way way)
{
    kg_context *ctx = w->hubs->ground->ctx;
    kg_status status = KG_OK;

    if (w->count == w->entry_room)
        KG_TRY(kg__host_grow(
            ctx, &w->entry, &w->entry_room, w->count + 1, sizeof *w->entry, "labels"));
    if (w->count == w->via_room)
        KG_TRY(kg__host_grow(ctx, &w->via, &w->via_room, w->count + 1, sizeof *w->via, "labels"));
    w->entry[w->count] = way.entry;
    w->via[w->count++] = way.via;
out:
    return status;
}

kg_status kg__hub_ways_label(kg__hub_ways *w, uint32_t cell, uint32_t limit)
{
    const kg__hubs *h = w->hubs;
    const uint64_t before = w->count;
    uint64_t from = 0;
    uint32_t hub;
    kg_status status;

    KG_TRY(kg__hub_ways_load(w, cell, limit, true));
    while (take_hub(w, &from, &hub)) {
        const bool needed = w->way[hub].serves && !is_covered(w, hub, &h->back.of[h->hub[hub]]);

        if (!needed)
            w->cost[hub] = KG__HUB_FAR;
        else
            KG_TRY(append(w, w->way[hub]));
    }
out:
    kg__hub_ways_clear(w);
    for (uint64_t i = before; i < w->count; i++)
        w->cost[kg__label_hub(w->entry[i])] = KG__HUB_FAR;
    return status;
}
