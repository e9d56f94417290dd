/*
 * In:  a cell, and the lists of the hubs so far.
 * Out: the tree of shortest paths from it over corners.
 * Method: Dijkstra's. Several shortest paths may come to a corner; each goes on in the directions
 *     that it may take, and no direction is taken twice. Of paths that cost the same, those that
 *     serve come first.
 * Work: O(lines of the corners reached * log + length of their lists).
 */
#include "tree.h"
#include "../../base/heap.h"
#include <string.h>

/* The most entries of a list that are fetched ahead. */
enum { FETCHED = 32 };

static const kg__spread new_spread = {UINT64_MAX, KG__NO_CELL, false};

kg_status kg__tree_make(kg__tree *t, const kg__hubs *hubs)
{
    const kg__ground *g = hubs->ground;
    kg_status status;

    *t = (kg__tree){.hubs = hubs};
    KG_TRY(kg__hub_ways_make(&t->ways, hubs));
    KG_TRY(kg__host_allocate(g->ctx, &t->spread, g->corners, sizeof *t->spread, "trees"));
    for (uint32_t c = 0; c < g->corners; c++)
        t->spread[c] = new_spread;
out:
    return status;
}

void kg__tree_free(kg__tree *t)
{
    if (!t->hubs)
        return;
    kg__hub_ways_free(&t->ways);
    kg__free_all(t->hubs->ground->ctx, t->spread, t->heap, t->line, t->touched, t->branch);
}

static bool comes_before(kg__approach a, kg__approach b)
{
    return a.cost != b.cost             ? a.cost < b.cost
           : a.to.serves != b.to.serves ? a.to.serves
           : a.to.corner != b.to.corner ? a.to.corner < b.to.corner
           : a.direction != b.direction ? a.direction < b.direction
                                        : a.to.parent < b.to.parent;
}

/* Queues the ends of lines that begin at the end of a path, in some directions. */
static kg_status go_on(kg__tree *t, const kg__approach *a, uint32_t branch, unsigned directions,
    const kg__sight_line *line, uint64_t lines)
{
    const kg__ground *g = t->hubs->ground;
    kg_status status = KG_OK;

    if (t->waiting + lines > t->heap_room)
        KG_TRY(kg__host_grow(
            g->ctx, &t->heap, &t->heap_room, t->waiting + lines, sizeof *t->heap, "trees"));
    if (t->touches + lines > t->touch_room)
        KG_TRY(kg__host_grow(
            g->ctx, &t->touched, &t->touch_room, t->touches + lines, sizeof *t->touched, "trees"));
    for (uint64_t i = 0; i < lines; i++) {
        const kg__sight_line *l = &line[i];
        kg__spread *spread = &t->spread[l->corner];
        kg__approach next = {a->cost + kg__steps_cost(&g->scale, l->straight, l->diagonal),
            {l->corner, branch, a->to.straight + l->straight, a->to.diagonal + l->diagonal, 0,
                a->to.serves},
            l->last};

        if (!(directions & kg__direction_bit(l->first)) || next.cost > spread->least)
            continue;
        if (spread->least == UINT64_MAX)
            t->touched[t->touches++] = l->corner;
        spread->least = next.cost;
        if (!l->turns) /* no path goes on so, but longer ones need not come either */
            continue;
        KG__HEAP_ADD(t->heap, t->waiting, next, comes_before);
        t->waiting++;
    }
out:
    return status;
}

/* Fetches the beginning of the next corner's list into the cache while another is visited. */
static void fetch_next(const kg__tree *t)
{
    const kg__label_list *list;

    if (!t->waiting)
        return;
    list = &t->hubs->label.of[t->heap[0].to.corner];
    for (uint32_t i = 0; i < list->count && i < FETCHED; i += 8)
        __builtin_prefetch(list->entry + i);
}

/* Returns whether a path to a corner turns at one of the first `limit` hubs, or could. */
static bool is_covered(const kg__tree *t, uint32_t corner, uint64_t cost, uint32_t limit)
{
    const kg__ground *g = t->hubs->ground;
    const kg__label_list *list = &t->hubs->label.of[corner];

    if (t->hubs->rank[corner] < limit)
        return true;
    for (uint32_t i = 0; i < list->count; i++)
        if (t->ways.cost[kg__label_hub(list->entry[i])] +
                kg__label_cost(&g->scale, list->entry[i]) <=
            cost)
            return true;
    return false;
}

static kg_status visit(kg__tree *t, const kg__approach *a, uint64_t begin, uint32_t limit)
{
    const kg__ground *g = t->hubs->ground;
    const kg__sight *sight = &t->hubs->sight;
    const uint64_t *row = &sight->row[a->to.corner];
    const unsigned around = g->around[g->corner[a->to.corner]];
    kg__spread *spread = &t->spread[a->to.corner];
    kg__branch *branch;
    unsigned directions;
    kg_status status = KG_OK;

    if (a->cost > spread->least || spread->covered)
        return KG_OK;
    if (spread->branch == KG__NO_CELL) {
        spread->covered = is_covered(t, a->to.corner, a->cost, limit);
        if (spread->covered)
            return KG_OK;
        KG_TRY(kg__hub_ways_check(g->ctx, a->to.straight, a->to.diagonal));
        if (t->count == t->room)
            KG_TRY(kg__host_grow(
                g->ctx, &t->branch, &t->room, t->count + 1, sizeof *t->branch, "trees"));
        spread->branch = (uint32_t)(t->count - begin);
        t->branch[t->count++] = a->to;
    }
    branch = &t->branch[begin + spread->branch];
    directions = g->go_on[around][a->direction] & g->turn[around] & ~(unsigned)branch->leaves;
    branch->leaves |= (uint8_t)directions;
    KG_TRY(go_on(t, a, spread->branch, directions, &sight->line[row[0]], row[1] - row[0]));
out:
    return status;
}

/* Begins a tree: with the paths that serve, and with others. */
static kg_status begin_at(kg__tree *t, uint32_t root)
{
    const kg__hubs *h = t->hubs;
    const kg__ground *g = h->ground;
    const uint32_t corner = g->corner_of[root];
    const unsigned turn = g->turn[g->around[root]];
    kg__approach start = {.to.serves = true};
    uint64_t lines = 0;
    kg_status status;

    KG_TRY(kg__sight_from(&h->sight, root, &t->line, &lines, &t->line_room));
    if (corner != KG__NO_CELL) { /* no path leads back to it */
        KG_TRY(kg__host_grow(g->ctx, &t->touched, &t->touch_room, 1, sizeof *t->touched, "trees"));
        t->touched[t->touches++] = corner;
        t->spread[corner].least = 0;
        t->spread[corner].covered = true;
    }
    KG_TRY(go_on(t, &start, KG__NO_CELL, turn, t->line, lines));
    start.to.serves = corner == KG__NO_CELL;
    KG_TRY(go_on(t, &start, KG__NO_CELL, ~turn, t->line, lines));
out:
    return status;
}

kg_status kg__tree_from(kg__tree *t, uint32_t root, uint32_t limit)
{
    const uint64_t begin = t->count;
    kg_status status;

    KG_TRY(kg__hub_ways_load(&t->ways, root, limit, false));
    KG_TRY(begin_at(t, root));
    while (t->waiting) {
        const kg__approach first = t->heap[0], last = t->heap[--t->waiting];

        KG__HEAP_SINK(t->heap, t->waiting, 0, last, comes_before);
        fetch_next(t);
        KG_TRY(visit(t, &first, begin, limit));
    }
out:
    kg__hub_ways_clear(&t->ways);
    for (uint64_t i = 0; i < t->touches; i++)
        t->spread[t->touched[i]] = new_spread;
    t->touches = t->waiting = 0;
    return status;
}
