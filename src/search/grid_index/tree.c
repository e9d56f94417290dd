/*
 * In:  a cell, and the lists of the hubs so far.
 * Out: the tree of shortest paths from it over corners.
 * Method: Dijkstra's. A path goes from corner to corner, and may turn at each or not. Several
 *     shortest paths may come to a corner; each goes on in the directions that it may take, and no
 *     direction is taken twice. Of paths that cost the same, those that serve come first. If a hub
 *     covers a corner, it covers all cells to which shortest paths lead over the corner, so no path
 *     goes on. At a corner that is a hub, only paths that do not turn there go on.
 *     A straight step is the shortest line. So costs that differ by less can be visited in any
 *     order, and buckets do for a queue.
 * Work: O(lines of the corners reached + length of their lists + the greatest cost).
 */
#include "tree.h"
#include <string.h>

/* The most entries of a list that are fetched ahead. */
enum { FETCHED = 32 };

static const kg__spread new_spread = {UINT64_MAX, KG__NO_CELL, 0, false, false};

kg_status kg__tree_make(kg__tree *t, const kg__hubs *hubs)
{
    const kg__ground *g = hubs->ground;
    const uint64_t side = g->grid->width < g->grid->height ? g->grid->height : g->grid->width;
    kg_status status;

    *t = (kg__tree){.hubs = hubs, .unused = KG__NO_CELL};
    KG_TRY(kg__hub_ways_make(&t->ways, hubs));
    KG_TRY(kg__host_allocate(g->ctx, &t->spread, g->corners, sizeof *t->spread, "trees"));
    for (uint32_t c = 0; c < g->corners; c++)
        t->spread[c] = new_spread;
    t->buckets = 2 + (side * g->scale.diagonal >> g->scale.bits); /* a line costs less */
    KG_TRY(kg__host_allocate(g->ctx, &t->bucket, t->buckets, sizeof *t->bucket, "trees"));
    memset(t->bucket, 0xff, t->buckets * sizeof *t->bucket);
out:
    return status;
}

void kg__tree_free(kg__tree *t)
{
    if (!t->hubs)
        return;
    kg__hub_ways_free(&t->ways);
    kg__free_all(
        t->hubs->ground->ctx, t->spread, t->approach, t->bucket, t->line, t->touched, t->branch);
}

/* Puts a copy of an approach into its bucket. */
static kg_status add_approach(kg__tree *t, const kg__approach *next)
{
    uint32_t *bucket =
        &t->bucket[(next->cost >> t->hubs->ground->scale.bits) % t->buckets][next->serves];
    uint32_t at = t->unused;
    kg_status status = KG_OK;

    if (at == KG__NO_CELL) {
        at = (uint32_t)t->approaches;
        if (t->approaches == t->approach_room)
            KG_TRY(kg__host_grow(t->hubs->ground->ctx, &t->approach, &t->approach_room,
                t->approaches + 1, sizeof *t->approach, "trees"));
        t->approaches++;
    } else {
        t->unused = t->approach[at].next;
    }
    t->approach[at] = *next;
    t->approach[at].next = *bucket;
    *bucket = at;
    t->waiting++;
out:
    return status;
}

/* Lets a path go on along lines. parent: of the corners at their ends */
static kg_status go_on(
    kg__tree *t, const kg__approach *a, uint32_t parent, const kg__sight_line *line, uint64_t lines)
{
    const kg__ground *g = t->hubs->ground;
    kg_status status = KG_OK;

    if (t->touches + lines > t->touch_room)
        KG_TRY(kg__host_grow(
            g->ctx, &t->touched, &t->touch_room, t->touches + lines, sizeof *t->touched, "trees"));
    for (uint64_t i = 0; i < lines; i++) {
        const kg__sight_line *l = &line[i];
        kg__spread *spread = &t->spread[l->corner];
        const kg__approach next = {a->cost + kg__steps_cost(&g->scale, l->straight, l->diagonal),
            l->corner, parent, a->straight + l->straight, a->diagonal + l->diagonal, KG__NO_CELL,
            l->last, a->serves};

        if (next.cost > spread->least)
            continue;
        if (spread->least == UINT64_MAX)
            t->touched[t->touches++] = l->corner;
        spread->least = next.cost;
        KG_TRY(add_approach(t, &next));
    }
out:
    return status;
}

/* The same from a corner, in some directions. */
static kg_status go_on_from(
    kg__tree *t, const kg__approach *a, uint32_t parent, unsigned directions)
{
    const kg__sight *sight = &t->hubs->sight;
    kg_status status = KG_OK;

    for (; directions; directions &= directions - 1) {
        const uint64_t *row = &sight->row[8 * (uint64_t)a->corner] + __builtin_ctz(directions);

        KG_TRY(go_on(t, a, parent, &sight->line[row[0]], row[1] - row[0]));
    }
out:
    return status;
}

/* Fetches the beginning of a corner's list into the cache while another is visited. */
static void fetch(const kg__tree *t, uint32_t corner)
{
    const kg__label_list *list = &t->hubs->label.of[corner];

    for (uint32_t i = 0; i < list->count && i < FETCHED; i += 8)
        __builtin_prefetch(list->entry + i);
}

/* Returns whether a hub covers a corner: one that shows a path which costs no more. */
static bool is_covered(const kg__tree *t, uint32_t corner, uint64_t cost)
{
    const kg__grid_scale scale = t->hubs->ground->scale;
    const kg__label_list *list = &t->hubs->label.of[corner];

    for (uint32_t i = 0; i < list->count; i++)
        if (t->ways.cost[kg__label_hub(list->entry[i])] + kg__label_cost(&scale, list->entry[i]) <=
            cost)
            return true;
    return false;
}

/* Adds a branch, or directions to that of another path. */
static kg_status add_branch(kg__tree *t, const kg__approach *a, uint64_t begin, unsigned leaves)
{
    kg_context *ctx = t->hubs->ground->ctx;
    kg__spread *spread = &t->spread[a->corner];
    kg_status status = KG_OK;

    if (spread->branch == KG__NO_CELL) {
        KG_TRY(kg__hub_ways_check(ctx, a->straight, a->diagonal));
        if (t->count == t->room)
            KG_TRY(
                kg__host_grow(ctx, &t->branch, &t->room, t->count + 1, sizeof *t->branch, "trees"));
        spread->branch = (uint32_t)(t->count - begin);
        t->branch[t->count++] =
            (kg__branch){a->corner, a->parent, a->straight, a->diagonal, 0, a->serves};
    }
    t->branch[begin + spread->branch].leaves |= (uint8_t)leaves;
out:
    return status;
}

static kg_status visit(kg__tree *t, const kg__approach *a, uint64_t begin, uint32_t limit)
{
    const kg__ground *g = t->hubs->ground;
    const unsigned around = g->around[g->corner[a->corner]];
    const unsigned directions = g->go_on[around][a->direction];
    const bool may_turn = g->turn[around] & kg__direction_bit(a->direction + 4u);
    const unsigned turn = may_turn ? directions & g->turn[around] : 0;
    kg__spread *spread = &t->spread[a->corner];
    const unsigned left = spread->left;
    kg_status status = KG_OK;

    if (a->cost > spread->least || spread->covered)
        return KG_OK;
    if (!spread->reached)
        spread->covered = is_covered(t, a->corner, a->cost);
    spread->reached = true;
    if (spread->covered)
        return KG_OK;
    spread->left |= (uint8_t)directions;
    KG_TRY(go_on_from(t, a, a->parent, directions & ~turn & ~left));
    if (may_turn && t->hubs->rank[a->corner] >= limit) {
        KG_TRY(add_branch(t, a, begin, turn));
        KG_TRY(go_on_from(t, a, spread->branch, turn & ~left));
    }
out:
    return status;
}

/* Begins a tree: with the paths that serve, and with others. */
static kg_status begin_at(kg__tree *t, uint32_t root)
{
    const kg__hubs *h = t->hubs;
    const kg__ground *g = h->ground;
    const uint32_t corner = g->corner_of[root];
    kg__approach start = {0};
    kg_status status = KG_OK;

    if (corner != KG__NO_CELL) { /* no path leads back to it */
        KG_TRY(kg__host_grow(g->ctx, &t->touched, &t->touch_room, 1, sizeof *t->touched, "trees"));
        t->touched[t->touches++] = corner;
        t->spread[corner].least = 0;
        t->spread[corner].covered = true;
    }
    for (unsigned d = 0; d < 8; d++) {
        uint64_t lines = 0;

        start.serves = corner == KG__NO_CELL || (g->turn[g->around[root]] & kg__direction_bit(d));
        KG_TRY(kg__sight_from(&h->sight, root, d, &t->line, &lines, &t->line_room));
        KG_TRY(go_on(t, &start, KG__NO_CELL, t->line, lines));
    }
out:
    return status;
}

/* Visits the ends of the paths in a bucket. */
static kg_status empty_bucket(kg__tree *t, uint32_t *bucket, uint64_t begin, uint32_t limit)
{
    kg_status status = KG_OK;

    while (*bucket != KG__NO_CELL) {
        const uint32_t at = *bucket;
        const kg__approach a = t->approach[at];

        *bucket = a.next;
        t->approach[at].next = t->unused;
        t->unused = at;
        t->waiting--;
        if (a.next != KG__NO_CELL)
            fetch(t, t->approach[a.next].corner);
        KG_TRY(visit(t, &a, begin, limit));
    }
out:
    return status;
}

kg_status kg__tree_from(kg__tree *t, uint32_t root, uint32_t limit)
{
    const uint64_t begin = t->count;
    kg_status status;

    KG_TRY(kg__hub_ways_load(&t->ways, root, limit, false));
    KG_TRY(begin_at(t, root));
    for (uint64_t i = 0; t->waiting; i = (i + 1) % t->buckets) {
        KG_TRY(empty_bucket(t, &t->bucket[i][true], begin, limit));
        KG_TRY(empty_bucket(t, &t->bucket[i][false], begin, limit));
    }
out:
    kg__hub_ways_clear(&t->ways);
    for (uint64_t i = 0; i < t->touches; i++)
        t->spread[t->touched[i]] = new_spread;
    if (t->waiting) /* after a failure */
        memset(t->bucket, 0xff, t->buckets * sizeof *t->bucket);
    t->touches = t->approaches = t->waiting = 0;
    t->unused = KG__NO_CELL;
    return status;
}
