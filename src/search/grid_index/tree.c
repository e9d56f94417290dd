/*
 * In:  a cell, and the labels of the hubs so far.
 * Out: the tree of shortest paths from it over corners.
 * Method: Dijkstra's. Several shortest paths may come to a corner; each goes on in the directions
 *     that it may take, and no direction is taken twice.
 * Work: O(lines of the corners reached * log + length of their labels).
 */
#include "tree.h"
#include "../../base/heap.h"
#include <string.h>

#define FAR     (UINT64_MAX >> 1)
#define COVERED (KG__NO_CELL - 1)

kg_status kg__tree_make(kg__tree *t, const kg__sight *sight, const kg__labels *labels)
{
    const kg__ground *g = sight->ground;
    kg_status status;

    *t = (kg__tree){.sight = sight, .labels = labels};
    KG_TRY(kg__host_allocate(g->ctx, &t->spread, g->corners, sizeof *t->spread, "trees"));
    KG_TRY(kg__host_allocate(g->ctx, &t->reach, g->corners, sizeof *t->reach, "hubs reached"));
    for (uint32_t c = 0; c < g->corners; c++) {
        t->spread[c] = (kg__spread){UINT64_MAX, KG__NO_CELL, 0};
        t->reach[c] = FAR;
    }
out:
    return status;
}

void kg__tree_free(kg__tree *t)
{
    if (t->sight)
        kg__free_all(
            t->sight->ground->ctx, t->spread, t->reach, t->heap, t->line, t->touched, t->branch);
}

static bool comes_before(kg__approach a, kg__approach b)
{
    return a.cost != b.cost       ? a.cost < b.cost
           : a.corner != b.corner ? a.corner < b.corner
                                  : a.direction < b.direction;
}

/* Queues the ends of lines that begin at a branch, whose cost is given. */
static kg_status go_on(kg__tree *t, uint64_t cost, uint32_t parent, unsigned directions,
    const kg__sight_line *line, uint64_t lines)
{
    const kg__ground *g = t->sight->ground;
    kg_status status = KG_OK;

    if (t->waiting + lines > t->heap_room)
        KG_TRY(kg__host_grow(
            g->ctx, &t->heap, &t->heap_room, t->waiting + lines, sizeof *t->heap, "trees"));
    if (t->touches + lines > t->touch_room)
        KG_TRY(kg__host_grow(
            g->ctx, &t->touched, &t->touch_room, t->touches + lines, sizeof *t->touched, "trees"));
    for (uint64_t i = 0; i < lines; i++) {
        const kg__approach next = {
            cost + kg__steps_cost(&g->scale, line[i].straight, line[i].diagonal), line[i].corner,
            parent, line[i].last};
        kg__spread *spread = &t->spread[line[i].corner];

        if (!(directions & kg__direction_bit(line[i].first)) || next.cost > spread->least)
            continue;
        if (spread->least == UINT64_MAX)
            t->touched[t->touches++] = line[i].corner;
        spread->least = next.cost;
        KG__HEAP_ADD(t->heap, t->waiting, next, comes_before);
        t->waiting++;
    }
out:
    return status;
}

/* Returns whether the labels show a path from the root to a corner that costs no more. Hubs are
 * covered by themselves. */
static bool is_covered(const kg__tree *t, uint32_t corner, uint64_t cost)
{
    const kg__ground *g = t->sight->ground;
    const kg__label_list *of = &t->labels->of[g->corner[corner]];

    for (uint32_t i = 0; i < of->count; i++)
        if (t->reach[kg__label_hub(of->entry[i])] + kg__label_cost(&g->scale, of->entry[i]) <= cost)
            return true;
    return false;
}

static kg_status visit(kg__tree *t, const kg__approach *a, uint64_t begin)
{
    const kg__ground *g = t->sight->ground;
    const unsigned around = g->around[g->corner[a->corner]];
    const uint64_t *row = &t->sight->row[a->corner];
    kg__spread *spread = &t->spread[a->corner];
    unsigned directions;
    kg_status status = KG_OK;

    if (a->cost > spread->least || spread->branch == COVERED)
        return KG_OK;
    if (spread->branch == KG__NO_CELL) {
        if (is_covered(t, a->corner, a->cost)) {
            spread->branch = COVERED;
            return KG_OK;
        }
        if (t->count == t->room)
            KG_TRY(kg__host_grow(
                g->ctx, &t->branch, &t->room, t->count + 1, sizeof *t->branch, "trees"));
        spread->branch = (uint32_t)(t->count - begin);
        t->branch[t->count++] = (kg__branch){a->corner, a->parent};
    }
    directions = g->go_on[around][a->direction] & g->turn[around] & ~(unsigned)spread->left_by;
    spread->left_by |= (uint8_t)directions;
    KG_TRY(go_on(t, a->cost, spread->branch, directions, &t->sight->line[row[0]], row[1] - row[0]));
out:
    return status;
}

static void load_label(kg__tree *t, uint32_t cell, bool clear)
{
    const kg__label_list *of = &t->labels->of[cell];

    for (uint32_t i = 0; i < of->count; i++)
        t->reach[kg__label_hub(of->entry[i])] =
            clear ? FAR : kg__label_cost(&t->sight->ground->scale, of->entry[i]);
}

kg_status kg__tree_from(kg__tree *t, uint32_t root)
{
    const kg__ground *g = t->sight->ground;
    const unsigned directions = g->legal[g->around[root]];
    const uint64_t begin = t->count;
    uint64_t lines = 0;
    kg_status status;

    load_label(t, root, false);
    KG_TRY(kg__sight_lines(t->sight, root, directions, &t->line, &lines, &t->line_room));
    KG_TRY(go_on(t, 0, KG__NO_CELL, directions, t->line, lines));
    while (t->waiting) {
        const kg__approach first = t->heap[0], last = t->heap[--t->waiting];

        KG__HEAP_SINK(t->heap, t->waiting, 0, last, comes_before);
        KG_TRY(visit(t, &first, begin));
    }
out:
    load_label(t, root, true);
    for (uint64_t i = 0; i < t->touches; i++)
        t->spread[t->touched[i]] = (kg__spread){UINT64_MAX, KG__NO_CELL, 0};
    t->touches = t->waiting = 0;
    return status;
}
