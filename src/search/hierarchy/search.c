/*
 * Searches in a hierarchy: up from two ends until they meet, or up from sources.
 *
 * In:  the arcs to higher levels.
 * Out: the length of the shortest path, and its arcs; or all that is reached by going up.
 * Method: Dijkstra's algorithm from both ends in turn, from that whose next vertex is nearer. A
 *     side ends when that is no nearer than the best path that is known. A vertex to which an arc
 *     leads down from one that was reached, and is nearer that way, lies on no shortest path: its
 *     arcs are left out (stall on demand).
 * Work: some hundred vertices on roads of any size. What a search wrote is told by its number, so
 *     nothing is cleared between two.
 *
 * Of several paths that are equally short the one is found whose vertex in the middle is settled
 * first, which the hierarchy alone determines.
 */
#include "search.h"
#include <math.h>
#include <string.h>

void kg__search_destroy(kg_context *ctx, kg__search *search)
{
    if (!search)
        return;
    for (int k = 0; k < 2; k++) {
        kg__free(ctx, search->node[k]);
        kg__free(ctx, search->heap[k].entry);
    }
    kg__free(ctx, search->reached);
    kg__free(ctx, search->length);
    kg__free(ctx, search->hub);
    kg__free(ctx, search->at);
    kg__free(ctx, search);
}

/* The memory of searches, made on first use, for another search. */
static kg_status begin(kg_hierarchy *h, kg__search **search)
{
    const uint64_t n = h->graph->n;
    kg__search *made = h->search;
    kg_status status = KG_OK;

    if (!made) {
        KG_TRY(kg__host_allocate(h->ctx, &made, 1, sizeof *made, "searches in a hierarchy"));
        memset(made, 0, sizeof *made);
        for (int k = 0; k < 2; k++) {
            KG_TRY(kg__host_allocate(
                h->ctx, &made->node[k], n, sizeof(kg__node), "searches in a hierarchy"));
            memset(made->node[k], 0, n * sizeof(kg__node));
        }
        h->search = made;
    }
    if (++made->number == 0) { /* the numbers begin anew */
        for (int k = 0; k < 2; k++)
            memset(made->node[k], 0, n * sizeof(kg__node));
        if (made->hub)
            memset(made->hub, 0, h->labelled * sizeof(kg__node));
        made->number = 1;
    }
    made->heap[0].count = made->heap[1].count = 0;
    *search = made;
    made = NULL;
out:
    if (!h->search)
        kg__search_destroy(h->ctx, made);
    return status;
}

/* ---- the queue ------------------------------------------------------------------------------- */

static kg_status push(kg_context *ctx, kg__heap *heap, double length, kg_vertex place)
{
    uint64_t i = heap->count;
    kg_status status = KG_OK;

    if (i == heap->room)
        KG_TRY(kg__host_grow(
            ctx, &heap->entry, &heap->room, i + 1, sizeof *heap->entry, "a queue of vertices"));
    for (; i && length < heap->entry[(i - 1) / 2].length; i = (i - 1) / 2)
        heap->entry[i] = heap->entry[(i - 1) / 2];
    heap->entry[i] = (kg__queued){length, place};
    heap->count++;
out:
    return status;
}

static void drop_least(kg__heap *heap)
{
    const kg__queued last = heap->entry[--heap->count];
    uint64_t i = 0, child;

    while ((child = 2 * i + 1) < heap->count) {
        child +=
            child + 1 < heap->count && heap->entry[child + 1].length < heap->entry[child].length;
        if (!(heap->entry[child].length < last.length))
            break;
        heap->entry[i] = heap->entry[child];
        i = child;
    }
    heap->entry[i] = last;
}

/* Drops entries whose vertex has come nearer since. Returns the least length, or INFINITY. */
static double least_of(kg__search *s, int side)
{
    kg__heap *heap = &s->heap[side];

    while (heap->count && heap->entry->length > s->node[side][heap->entry->place].length)
        drop_least(heap);
    return heap->count ? heap->entry->length : INFINITY;
}

/* ---- going up -------------------------------------------------------------------------------- */

static kg_status reach(
    kg_context *ctx, kg__search *s, int side, kg_vertex place, double length, uint32_t arc)
{
    kg__node *node = &s->node[side][place];

    if (node->search == s->number && !(length < node->length))
        return KG_OK;
    *node = (kg__node){length, s->number, arc};
    return push(ctx, &s->heap[side], length, place);
}

/* Whether an arc from a place that was reached makes this one nearer. */
static bool is_stalled(const kg_hierarchy *h, const kg__search *s, int side, kg_vertex place)
{
    const int other = kg__other_side(h, side);
    const kg__node *node = s->node[side];
    const kg__arc *arc = h->arc[other];

    for (uint32_t i = h->row[other][place]; i < h->row[other][place + 1]; i++)
        if (node[arc[i].head].search == s->number &&
            node[arc[i].head].length + arc[i].length < node[place].length)
            return true;
    return false;
}

/* Looks along the arcs of a place. arcs: whose. */
static kg_status look_along(
    const kg_hierarchy *h, kg__search *s, int side, int arcs, kg_vertex place, double here)
{
    const kg__arc *arc = h->arc[arcs];
    kg_status status = KG_OK;

    for (uint32_t i = h->row[arcs][place]; i < h->row[arcs][place + 1]; i++)
        KG_TRY(reach(h->ctx, s, side, arc[i].head, here + arc[i].length, i));
out:
    return status;
}

kg_status kg__search_both(
    kg_hierarchy *h, kg_vertex from, kg_vertex to, double *length, kg_vertex *meet)
{
    const int arcs[2] = {0, kg__other_side(h, 0)};
    kg__search *s;
    double best = INFINITY;
    kg_status status;

    *length = INFINITY;
    KG_TRY(begin(h, &s));
    KG_TRY(reach(h->ctx, s, 0, h->place[from], 0, KG__NO_ARC));
    KG_TRY(reach(h->ctx, s, 1, h->place[to], 0, KG__NO_ARC));
    for (;;) {
        const double least[2] = {least_of(s, 0), least_of(s, 1)};
        const int side = least[1] < least[0];
        const double here = least[side];
        const kg__node *other;
        kg_vertex place;

        if (!(here < best))
            break;
        place = s->heap[side].entry->place;
        drop_least(&s->heap[side]);
        other = &s->node[1 - side][place];
        if (other->search == s->number && here + other->length < best) {
            best = here + other->length;
            *meet = place;
        }
        if (!is_stalled(h, s, side, place))
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

/* Goes up to the places that have labels, which are noted. best: [in, out] the shortest path that
 * is known, as the other side may have been at a place, too. */
static kg_status climb_to_labels(kg_hierarchy *h, kg__search *s, int side, double *best)
{
    const int arcs = side ? kg__other_side(h, 0) : 0;
    kg_status status = KG_OK;

    for (double here; (here = least_of(s, side)) < *best;) {
        const kg_vertex place = s->heap[side].entry->place;
        const kg__node *other = &s->node[1 - side][place];

        drop_least(&s->heap[side]);
        if (other->search == s->number && here + other->length < *best)
            *best = here + other->length;
        if (is_stalled(h, s, side, place))
            continue;
        KG_TRY(place < h->labelled ? note(h, s, place, here)
                                   : look_along(h, s, side, arcs, place, here));
    }
out:
    return status;
}

/* Enters what the labels of places first .. end-1 of those noted say of their hubs. */
static void enter_labels(const kg_hierarchy *h, kg__search *s, uint64_t end)
{
    for (uint64_t i = 0; i < end; i++) {
        const kg_vertex place = s->reached[i];

        for (uint32_t k = h->label_row[0][place]; k < h->label_row[0][place + 1]; k++) {
            const double length = s->length[i] + h->label[0][k].length;
            kg__node *hub = &s->hub[h->label[0][k].hub];

            if (hub->search != s->number || length < hub->length) {
                hub->length = length;
                hub->search = s->number;
            }
        }
    }
}

/* The best way by hubs that both sides' labels have. */
static double meet_labels(const kg_hierarchy *h, const kg__search *s, uint64_t first, double best)
{
    const int side = kg__other_side(h, 0);

    for (uint64_t i = first; i < s->count; i++) {
        const kg_vertex place = s->reached[i];

        for (uint32_t k = h->label_row[side][place]; k < h->label_row[side][place + 1]; k++) {
            const kg__node *hub = &s->hub[h->label[side][k].hub];

            if (hub->search == s->number) {
                const double length = s->length[i] + h->label[side][k].length + hub->length;

                best = length < best ? length : best;
            }
        }
    }
    return best;
}

kg_status kg__search_length(kg_hierarchy *h, kg_vertex from, kg_vertex to, double *length)
{
    double best = INFINITY;
    kg_vertex meet;
    kg__search *s;
    uint64_t first;
    kg_status status;

    if (!h->labelled)
        return kg__search_both(h, from, to, length, &meet);
    KG_TRY(begin(h, &s));
    if (!s->hub) {
        KG_TRY(kg__host_allocate(h->ctx, &s->hub, h->labelled, sizeof *s->hub, "labels"));
        memset(s->hub, 0, h->labelled * sizeof *s->hub);
    }
    s->count = 0;
    KG_TRY(reach(h->ctx, s, 0, h->place[from], 0, KG__NO_ARC));
    KG_TRY(climb_to_labels(h, s, 0, &best));
    first = s->count;
    KG_TRY(reach(h->ctx, s, 1, h->place[to], 0, KG__NO_ARC));
    KG_TRY(climb_to_labels(h, s, 1, &best));
    enter_labels(h, s, first);
    *length = meet_labels(h, s, first, best);
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
        KG_TRY(reach(h->ctx, s, 0, h->place[source[i]], 0, KG__NO_ARC));
    for (double here; (here = least_of(s, 0)) < INFINITY;) {
        const kg_vertex at = s->heap[0].entry->place;

        drop_least(&s->heap[0]);
        KG_TRY(note(h, s, at, here));
        KG_TRY(look_along(h, s, 0, side, at, here));
    }
    *place = s->reached;
    *length = s->length;
    *count = s->count;
out:
    return status;
}
