/*
 * Searches in a hierarchy: up from two ends until they meet, or up from sources.
 *
 * In:  the arcs to higher levels.
 * Out: the length of the shortest path and its arcs, or all places reached by going up.
 * Method: Dijkstra's algorithm from both ends in turn; the side whose next vertex is nearer goes
 *     next. A side ends when its next vertex is no nearer than the length of the best known path.
 *     If an arc down from a reached vertex makes a vertex nearer, that vertex lies on no shortest
 *     path: its arcs are left out (stall on demand). If only an exact length is wanted, and both
 *     queues have only places of the core left, the search also ends if the next vertices of both
 *     sides are together no nearer than that length, as in a plain graph.
 * Work: some hundred vertices on roads of any size. Entries carry the number of their search, so
 *     nothing is cleared between two searches. A search waits for memory: the arcs of queued
 *     vertices and the labels are prefetched.
 *
 * If several paths are equally short, the search finds the one whose middle vertex it settles
 * first. The hierarchy alone determines that path.
 */
#include "search.h"
#include "../../base/heap.h"
#include <math.h>
#include <string.h>

/* NEXT: queued places whose arcs are prefetched. LINES: cache lines of a label that are
 * prefetched. */
enum { FIRST_NODES = 1024, NEXT = 3, LINES = 8 };

void kg__search_destroy(kg_context *ctx, kg__search *search)
{
    if (!search)
        return;
    for (int k = 0; k < 2; k++)
        kg__free_all(ctx, search->nodes[k].entry, search->heap[k].entry);
    kg__free_all(ctx, search->reached, search->length, search->hub, search->at, search);
}

/* Makes an empty table of nodes with `room` entries. */
static kg_status make_nodes(kg_context *ctx, kg__nodes *nodes, uint64_t room)
{
    kg_status status;

    KG_TRY(
        kg__host_allocate(ctx, &nodes->entry, room, sizeof(kg__node), "searches in a hierarchy"));
    memset(nodes->entry, 0, room * sizeof(kg__node));
    nodes->room = room;
    nodes->shift = (unsigned)(32 - __builtin_ctzll(room));
    nodes->count = 0;
out:
    return status;
}

/* Doubles the table of a side. */
static kg_status grow_nodes(kg_context *ctx, kg__search *s, int side)
{
    const kg__nodes old = s->nodes[side];
    kg__nodes grown = {0};
    kg_status status;

    KG_TRY(make_nodes(ctx, &grown, 2 * old.room));
    grown.count = old.count;
    s->nodes[side] = grown;
    for (uint64_t i = 0; i < old.room; i++)
        if (old.entry[i].search == s->number)
            *kg__entry_of(s, side, old.entry[i].place) = old.entry[i];
    kg__free(ctx, old.entry);
out:
    return status;
}

/* Prepares the memory of searches, which is made on first use, for another search. */
static kg_status begin(kg_hierarchy *h, kg__search **search)
{
    kg__search *made = h->search;
    kg_status status = KG_OK;

    if (!made) {
        KG_TRY(kg__host_allocate(h->ctx, &made, 1, sizeof *made, "searches in a hierarchy"));
        memset(made, 0, sizeof *made);
        for (int k = 0; k < 2; k++)
            KG_TRY(make_nodes(h->ctx, &made->nodes[k], FIRST_NODES));
        h->search = made;
    }
    if (++made->number == 0) { /* the numbers have wrapped around */
        for (int k = 0; k < 2; k++)
            memset(made->nodes[k].entry, 0, made->nodes[k].room * sizeof(kg__node));
        made->number = 1;
    }
    for (int k = 0; k < 2; k++)
        made->heap[k].count = made->heap[k].below = made->nodes[k].count = 0;
    made->core = h->level[1];
    *search = made;
    made = NULL;
out:
    if (!h->search)
        kg__search_destroy(h->ctx, made);
    return status;
}

/* ---- the queue ------------------------------------------------------------------------------- */

#define IS_NEARER(a, b) ((a).length < (b).length)

static kg_status push(kg_context *ctx, kg__heap *heap, double length, kg_vertex place)
{
    const kg__queued new = {length, place};
    kg_status status = KG_OK;

    if (heap->count == heap->room)
        KG_TRY(kg__host_grow(ctx, &heap->entry, &heap->room, heap->count + 1, sizeof *heap->entry,
            "a queue of vertices"));
    KG__HEAP_ADD(heap->entry, heap->count, new, IS_NEARER);
    heap->count++;
out:
    return status;
}

static void drop_least(kg__search *s, int side)
{
    kg__heap *heap = &s->heap[side];
    const kg__queued last = heap->entry[--heap->count];

    heap->below -= heap->entry->place >= s->core;
    KG__HEAP_SINK(heap->entry, heap->count, 0, last, IS_NEARER);
}

/* Drops entries whose vertex has come nearer since. Returns the least length, or INFINITY. */
static double least_of(kg__search *s, int side)
{
    kg__heap *heap = &s->heap[side];

    while (heap->count && heap->entry->length > kg__node_of(s, side, heap->entry->place)->length)
        drop_least(s, side);
    return heap->count ? heap->entry->length : INFINITY;
}

/* ---- going up -------------------------------------------------------------------------------- */

/* rows: of the arcs that will be followed from `place`. */
static kg_status reach(kg_context *ctx, kg__search *s, int side, const uint32_t *rows,
    kg_vertex place, double length, uint32_t arc)
{
    kg__nodes *nodes = &s->nodes[side];
    kg__node *node = kg__entry_of(s, side, place);
    kg_status status = KG_OK;

    if (node->search != s->number) {
        if (2 * ++nodes->count > nodes->room) {
            KG_TRY(grow_nodes(ctx, s, side));
            node = kg__entry_of(s, side, place);
        }
        __builtin_prefetch(&rows[place]);
    } else if (!(length < node->length)) {
        return KG_OK;
    }
    *node = (kg__node){length, place, s->number, arc};
    KG_TRY(push(ctx, &s->heap[side], length, place));
    s->heap[side].below += place >= s->core;
out:
    return status;
}

/* Prefetches the arcs of the places that will probably be next. */
static inline void fetch_next(const kg_hierarchy *h, const kg__heap *heap, int arcs)
{
    for (uint64_t i = 0; i < NEXT && i < heap->count; i++)
        __builtin_prefetch(&h->arc[arcs][h->row[arcs][heap->entry[i].place]]);
}

/* Returns whether an arc from a reached place makes this place nearer. None does in the core: all
 * arcs to it from above come from the core, and the search has followed those of nearer places. */
static bool is_stalled(
    const kg_hierarchy *h, const kg__search *s, int side, kg_vertex place, double here)
{
    const int other = kg__other_side(h, side);
    const kg__arc *arc = h->arc[other];

    if (place < h->level[1])
        return false;
    for (uint32_t i = h->row[other][place]; i < h->row[other][place + 1]; i++) {
        const kg__node *node = kg__node_of(s, side, arc[i].head);

        if (node && node->length + arc[i].length < here)
            return true;
    }
    return false;
}

/* Follows the arcs of a place. arcs: the side that has them. */
static kg_status look_along(
    const kg_hierarchy *h, kg__search *s, int side, int arcs, kg_vertex place, double here)
{
    const kg__arc *arc = h->arc[arcs];
    kg_status status = KG_OK;

    for (uint32_t i = h->row[arcs][place]; i < h->row[arcs][place + 1]; i++)
        KG_TRY(reach(h->ctx, s, side, h->row[arcs], arc[i].head, here + arc[i].length, i));
out:
    return status;
}

/* Lowers the length of the best path by those through arcs of a place to what the other side has
 * reached. */
static double meet_along(const kg_hierarchy *h, const kg__search *s, int side, int arcs,
    kg_vertex place, double here, double best)
{
    const kg__arc *arc = h->arc[arcs];

    for (uint32_t i = h->row[arcs][place]; i < h->row[arcs][place + 1]; i++) {
        const kg__node *other = kg__node_of(s, 1 - side, arc[i].head);

        if (other && here + arc[i].length + other->length < best)
            best = here + arc[i].length + other->length;
    }
    return best;
}

kg_status kg__search_both(
    kg_hierarchy *h, kg_vertex from, kg_vertex to, double *length, kg_vertex *meet)
{
    const int arcs[2] = {0, kg__other_side(h, 0)};
    const bool ends_early = !meet && h->exact && h->level[1];
    kg__search *s;
    double best = INFINITY;
    kg_status status;

    *length = INFINITY;
    KG_TRY(begin(h, &s));
    KG_TRY(reach(h->ctx, s, 0, h->row[arcs[0]], h->place[from], 0, KG__NO_ARC));
    KG_TRY(reach(h->ctx, s, 1, h->row[arcs[1]], h->place[to], 0, KG__NO_ARC));
    for (;;) {
        const double least[2] = {least_of(s, 0), least_of(s, 1)};
        const int side = least[1] < least[0];
        const double here = least[side];
        const kg__node *other;
        kg_vertex place;

        if (!(here < best))
            break;
        if (ends_early && !s->heap[0].below && !s->heap[1].below && least[0] + least[1] >= best)
            break;
        place = s->heap[side].entry->place;
        drop_least(s, side);
        fetch_next(h, &s->heap[side], arcs[side]);
        other = kg__node_of(s, 1 - side, place);
        if (other && here + other->length < best) {
            best = here + other->length;
            if (meet)
                *meet = place;
        }
        if (is_stalled(h, s, side, place, here))
            continue;
        if (ends_early)
            best = meet_along(h, s, side, arcs[side], place, here, best);
        KG_TRY(look_along(h, s, side, arcs[side], place, here));
    }
    *length = best;
out:
    return status;
}

/* ---- by labels ------------------------------------------------------------------------------- */

static kg_status note(kg_hierarchy *h, kg__search *s, kg_vertex place, double length)
{
    kg_status status = KG_OK;

    for (int k = 0; k < 2; k++) {
        void *array = k ? (void *)&s->length : (void *)&s->reached;

        if (s->count == s->room[k])
            KG_TRY(kg__host_grow(h->ctx, array, &s->room[k], s->count + 1,
                k ? sizeof *s->length : sizeof *s->reached, "searches in a hierarchy"));
    }
    s->reached[s->count] = place;
    s->length[s->count++] = length;
out:
    return status;
}

/* Goes up to the places that have labels, and notes them. best: [in, out] the length of the
 * shortest path known; the other side may have been at a place, too. */
static kg_status climb_to_labels(
    kg_hierarchy *h, kg__search *s, int side, kg_vertex from, double *best)
{
    const int arcs = side ? kg__other_side(h, 0) : 0;
    kg_status status;

    KG_TRY(reach(h->ctx, s, side, h->row[arcs], h->place[from], 0, KG__NO_ARC));
    for (double here; (here = least_of(s, side)) < *best;) {
        const kg_vertex place = s->heap[side].entry->place;
        const kg__node *other = kg__node_of(s, 1 - side, place);

        drop_least(s, side);
        fetch_next(h, &s->heap[side], arcs);
        if (other && here + other->length < *best)
            *best = here + other->length;
        if (is_stalled(h, s, side, place, here))
            continue;
        KG_TRY(place < h->labelled ? note(h, s, place, here)
                                   : look_along(h, s, side, arcs, place, here));
    }
out:
    return status;
}

/* Prefetches the first lines of the label of the i-th noted place; the hardware prefetches the
 * rest. */
static inline void fetch_label(const kg_hierarchy *h, const kg__search *s, int side, uint64_t i)
{
    const char *line;

    if (i >= s->count)
        return;
    line = (const char *)&h->label[side][h->label_row[side][s->reached[i]]];
    for (int k = 0; k < LINES; k++)
        __builtin_prefetch(line + 64 * k);
}

/* The distance of the i-th noted place in units. */
static inline uint64_t units_of(const kg_hierarchy *h, const kg__search *s, uint64_t i)
{
    return (uint64_t)(s->length[i] / h->unit_of_labels);
}

/* Enters the distances of hubs by the labels of the first `end` noted places. */
static void enter_labels(const kg_hierarchy *h, kg__search *s, uint64_t end)
{
    for (uint64_t i = 0; i < end; i++) {
        const kg__label *label = h->label[0];
        const uint32_t last = h->label_row[0][s->reached[i] + 1];
        const uint64_t here = units_of(h, s, i);

        fetch_label(h, s, i + 1 < end ? 0 : kg__other_side(h, 0), i + 1);
        for (uint32_t k = h->label_row[0][s->reached[i]]; k < last; k++) {
            const uint64_t units = here + label[k].units;
            uint64_t *hub = &s->hub[label[k].hub];

            *hub = units < *hub ? units : *hub;
        }
    }
}

/* Removes the entered distances. */
static void clear_labels(const kg_hierarchy *h, kg__search *s, uint64_t end)
{
    for (uint64_t i = 0; i < end; i++) {
        const uint32_t last = h->label_row[0][s->reached[i] + 1];

        for (uint32_t k = h->label_row[0][s->reached[i]]; k < last; k++)
            s->hub[h->label[0][k].hub] = KG__FAR;
    }
}

/* The length of the best path by hubs that labels of both sides have. */
static double meet_labels(const kg_hierarchy *h, const kg__search *s, uint64_t first)
{
    const int side = kg__other_side(h, 0);
    uint64_t best = KG__FAR;

    for (uint64_t i = first; i < s->count; i++) {
        const kg__label *label = h->label[side];
        const uint32_t last = h->label_row[side][s->reached[i] + 1];
        const uint64_t here = units_of(h, s, i);

        fetch_label(h, s, side, i + 1);
        for (uint32_t k = h->label_row[side][s->reached[i]]; k < last; k++) {
            const uint64_t units = here + label[k].units + s->hub[label[k].hub];

            best = units < best ? units : best;
        }
    }
    return best < KG__FAR ? (double)best * h->unit_of_labels : INFINITY;
}

kg_status kg__search_length(kg_hierarchy *h, kg_vertex from, kg_vertex to, double *length)
{
    double best = INFINITY;
    kg__search *s;
    uint64_t first;
    kg_status status;

    if (!h->labelled)
        return kg__search_both(h, from, to, length, NULL);
    KG_TRY(begin(h, &s));
    if (!s->hub) {
        KG_TRY(kg__host_allocate(h->ctx, &s->hub, h->labelled, sizeof *s->hub, "labels"));
        for (uint32_t i = 0; i < h->labelled; i++)
            s->hub[i] = KG__FAR;
    }
    s->count = 0;
    __builtin_prefetch(&h->place[to]);
    KG_TRY(climb_to_labels(h, s, 0, from, &best));
    first = s->count;
    KG_TRY(climb_to_labels(h, s, 1, to, &best));
    enter_labels(h, s, first);
    *length = fmin(best, meet_labels(h, s, first));
    clear_labels(h, s, first);
out:
    return status;
}

/* ---- from sources ---------------------------------------------------------------------------- */

kg_status kg__hierarchy_climb(kg_hierarchy *h, int side, const kg_vertex *source, uint64_t sources,
    const kg_vertex **place, const double **length, uint64_t *count)
{
    kg__search *s;
    kg_status status;

    KG_TRY(begin(h, &s));
    s->count = 0;
    for (uint64_t i = 0; i < sources; i++)
        KG_TRY(reach(h->ctx, s, 0, h->row[side], h->place[source[i]], 0, KG__NO_ARC));
    for (double here; (here = least_of(s, 0)) < INFINITY;) {
        const kg_vertex at = s->heap[0].entry->place;

        drop_least(s, 0);
        KG_TRY(note(h, s, at, here));
        KG_TRY(look_along(h, s, 0, side, at, here));
    }
    *place = s->reached;
    *length = s->length;
    *count = s->count;
out:
    return status;
}
