/*
 * Finds the shortcuts that the contraction of a vertex needs.
 *
 * In:  the remaining graph, a vertex v.
 * Out: the pairs u, w of its neighbours for which the path u - v - w may be the only shortest one.
 * Method: from each u a search by Dijkstra's algorithm that avoids v. It ends when it has found for
 *     each w a path that is no longer than the one over v, when no such path is possible, or when
 *     it has settled its limit of vertices. At the limit the shortcut is made, which costs memory
 *     but is never wrong. A vertex is too far for such a path if the shortest arc into each open w
 *     is too long from there. Limits are counts, so the answer depends on the graph alone.
 * Memory: a hash table of the few vertices that a search meets. It stays in the cache, unlike an
 *     entry for each vertex of the graph. The lists and arcs that are probably next are prefetched.
 *
 * R. Geisberger, P. Sanders, D. Schultes, D. Delling, "Contraction hierarchies: faster and simpler
 * hierarchical routing in road networks", WEA 2008.
 */
#include "../../base/heap.h"
#include "shrinking.h"
#include <math.h>
#include <string.h>

enum {
    CELLS = 1 << 12, /* of the table, a power of 2 */
    MEET = 1024,     /* the most vertices that a search meets besides */
    GLIMPSE = 256,   /* the same if shortcuts are only counted */
    COUNTED = 16,    /* the most vertices that a search settles if shortcuts are only counted */
    FOUND = 500,     /* the same if shortcuts are made */
    SHARE = 64,      /* a settled vertex counts once more for each SHARE of its arcs */
    SEEN = 256       /* the most arcs of a goal among which the shortest is sought */
};

typedef struct cell {
    kg_vertex vertex;
    uint32_t search; /* the search that wrote the cell */
    uint32_t goal;   /* the goal's number + 1, or 0 */
    double length;
} cell;

typedef struct entry {
    double length;
    cell *cell;
} entry;

struct kg__witness {
    cell cell[CELLS];
    uint32_t search;
    uint32_t met, most_met; /* vertices of the search, and the most that it may meet */
    double need[KG__GOALS]; /* a path to the goal must be no longer; -1: one is known */
    double last[KG__GOALS]; /* no arc to the goal from another vertex than v is shorter */
    kg_vertex v;            /* the vertex and the batch that `last` is of */
    uint64_t batch;
    uint32_t open;     /* goals without a path */
    uint32_t farthest; /* the open goal that decides `far` */
    double far;        /* vertices that are farther lie on no path that is sought */
    entry *heap;
    uint64_t count, room;
};

kg_status kg__witness_create(kg__witness **witness, kg_context *ctx)
{
    kg_status status;

    KG_TRY(kg__host_allocate(ctx, witness, 1, sizeof **witness, "searches for witnesses"));
    memset(*witness, 0, sizeof **witness);
out:
    return status;
}

void kg__witness_destroy(kg_context *ctx, kg__witness *witness)
{
    if (witness)
        kg__free(ctx, witness->heap);
    kg__free(ctx, witness);
}

/* The cell of a vertex, a new one if the search has not met it. */
static cell *cell_of(kg__witness *w, kg_vertex v)
{
    uint32_t at = (v * UINT32_C(0x9e3779b1)) / (UINT32_MAX / CELLS + 1);

    while (w->cell[at].search == w->search && w->cell[at].vertex != v)
        at = (at + 1) & (CELLS - 1);
    if (w->cell[at].search != w->search) {
        w->cell[at] = (cell){v, w->search, 0, INFINITY};
        w->met++;
    }
    return &w->cell[at];
}

/* The cell of a vertex that the search has met, or NULL. */
static cell *met_cell(kg__witness *w, kg_vertex v)
{
    uint32_t at = (v * UINT32_C(0x9e3779b1)) / (UINT32_MAX / CELLS + 1);

    while (w->cell[at].search == w->search && w->cell[at].vertex != v)
        at = (at + 1) & (CELLS - 1);
    return w->cell[at].search == w->search ? &w->cell[at] : NULL;
}

#define IS_NEARER(a, b) ((a).length < (b).length)

static kg_status push(kg_context *ctx, kg__witness *w, double length, cell *to)
{
    const entry new = {length, to};
    kg_status status = KG_OK;

    if (w->count == w->room)
        KG_TRY(kg__host_grow(
            ctx, &w->heap, &w->room, w->count + 1, sizeof *w->heap, "searches for witnesses"));
    KG__HEAP_ADD(w->heap, w->count, new, IS_NEARER);
    w->count++;
out:
    return status;
}

static entry pop(kg__witness *w)
{
    const entry least = w->heap[0], last = w->heap[--w->count];

    KG__HEAP_SINK(w->heap, w->count, 0, last, IS_NEARER);
    return least;
}

static void begin(kg__witness *w)
{
    if (++w->search == 0) { /* the numbers have wrapped around */
        memset(w->cell, 0, sizeof w->cell);
        w->search = 1;
    }
    w->met = 0;
    w->open = 0;
    w->count = 0;
}

/* Sets how far a search from u goes: farther vertices have no arc by which a path to an open goal
 * could be short enough. */
static void set_far(kg__witness *w, uint32_t goals)
{
    w->far = -INFINITY;
    for (uint32_t i = 0; i < goals; i++)
        if (w->need[i] >= 0 && w->need[i] - w->last[i] > w->far) {
            w->far = w->need[i] - w->last[i];
            w->farthest = i;
        }
}

static void reach_goal(kg__witness *w, cell *to, double length)
{
    to->length = length;
    if (to->goal && length <= w->need[to->goal - 1]) {
        w->need[to->goal - 1] = -1;
        w->open--;
    }
}

/* Follows the arcs of a settled vertex. ordered: v is being contracted, so paths avoid the picked
 * vertices that go before it. */
static kg_status look_along(
    kg__witness *w, const kg__shrinking *s, kg_vertex v, entry from, double most, bool ordered)
{
    const kg_vertex u = from.cell->vertex;
    const kg__arc *arc = kg__arcs_of(s, 0, u);
    kg_status status = KG_OK;

    for (uint32_t i = 0; i < s->list[0][u].count; i++) {
        const kg_vertex x = arc[i].head;
        const double length = from.length + arc[i].length;
        cell *to;

        if (w->met >= w->most_met)
            break;
        if (length > most || x == v)
            continue;
        to = length > w->far ? met_cell(w, x) : NULL;
        if (length > w->far && (!to || !to->goal))
            continue;
        if (ordered && s->picked[x] && kg__goes_before(s, x, v))
            continue;
        if (!to)
            to = cell_of(w, x);
        if (!(length < to->length))
            continue;
        reach_goal(w, to, length);
        if (length > w->far)
            continue;
        __builtin_prefetch(&s->list[0][x]);
        KG_TRY(push(s->ctx, w, length, to));
    }
out:
    return status;
}

/* Searches from u for the open goals, none of which is farther than `most`. */
static kg_status search(
    kg__witness *w, const kg__shrinking *s, kg_vertex u, kg_vertex v, double most, bool ordered)
{
    const bool is_long = ordered || s->is_patient;
    const uint32_t limit = is_long ? FOUND : COUNTED;
    cell *first = cell_of(w, u);
    kg_status status;

    first->length = 0;
    w->most_met = w->met + (is_long ? MEET : GLIMPSE);
    set_far(w, s->list[0][v].count);
    KG_TRY(push(s->ctx, w, 0, first));
    for (uint32_t settled = 0; w->count && w->open && settled < limit;) {
        const entry least = pop(w);

        if (w->need[w->farthest] < 0)
            set_far(w, s->list[0][v].count);
        if (least.length > w->far)
            break;
        if (least.length > least.cell->length)
            continue; /* a shorter path has been found meanwhile */
        settled += 1 + s->list[0][least.cell->vertex].count / SHARE;
        if (w->count)
            __builtin_prefetch(kg__arcs_of(s, 0, w->heap->cell->vertex));
        KG_TRY(look_along(w, s, v, least, most, ordered));
    }
out:
    return status;
}

/* Finds the shortest arc to each neighbour of v, except from v. Searches of a batch share it. */
static void prepare(kg__witness *w, const kg__shrinking *s, kg_vertex v)
{
    const kg__arc *out = kg__arcs_of(s, 0, v);

    if (w->v == v && w->batch == s->batch)
        return;
    w->v = v;
    w->batch = s->batch;
    for (uint32_t i = 0; i < s->list[0][v].count; i++) {
        const kg__arc *arc = kg__arcs_of(s, s->sides - 1, out[i].head);
        const uint32_t count = s->list[s->sides - 1][out[i].head].count;

        w->last[i] = count > SEEN ? 0 : INFINITY;
        for (uint32_t k = 0; k < count && count <= SEEN; k++)
            if (arc[k].head != v && arc[k].length < w->last[i])
                w->last[i] = arc[k].length;
    }
}

/* Sets the goals of a search from the end of arc u, among the other neighbours of v. Returns the
 * length of the longest path needed. */
static double set_goals(kg__witness *w, const kg__shrinking *s, kg_vertex v, uint32_t u)
{
    const kg__arc *in = kg__arcs_of(s, s->sides - 1, v), *out = kg__arcs_of(s, 0, v);
    double most = 0;

    for (uint32_t i = 0; i < s->list[0][v].count; i++) {
        const double length = in[u].length + out[i].length;

        w->need[i] = -1;
        if (out[i].head == in[u].head || length == INFINITY || (s->sides == 1 && i <= u))
            continue;
        cell_of(w, out[i].head)->goal = i + 1;
        w->need[i] = length;
        w->open++;
        most = length > most ? length : most;
    }
    return most;
}

/* Appends the shortcuts from the end of arc u to the open goals. */
static kg_status add_shortcuts(
    kg__witness *w, const kg__shrinking *s, kg_vertex v, uint32_t u, kg__shortcuts *to)
{
    const kg__arc *in = kg__arcs_of(s, s->sides - 1, v), *out = kg__arcs_of(s, 0, v);
    kg_status status = KG_OK;

    for (uint32_t i = s->sides == 1 ? u + 1 : 0; i < s->list[0][v].count; i++) {
        if (w->need[i] < 0)
            continue;
        if (to->count == to->room)
            KG_TRY(kg__host_grow(s->ctx, &to->shortcut, &to->room, to->count + 1,
                sizeof *to->shortcut, "shortcuts"));
        to->shortcut[to->count++] =
            (kg__shortcut){in[u].head, out[i].head, v, in[u].length + out[i].length};
    }
out:
    return status;
}

kg_status kg__find_shortcuts(kg__witness *w, const kg__shrinking *s, kg_vertex v, uint32_t arc,
    kg__shortcuts *to, uint64_t *count)
{
    double most;
    kg_status status = KG_OK;

    *count = UINT32_MAX;
    if (kg__has_too_many(s, v))
        return KG_OK;
    prepare(w, s, v);
    begin(w);
    most = set_goals(w, s, v, arc);
    if (w->open)
        KG_TRY(search(w, s, kg__arcs_of(s, s->sides - 1, v)[arc].head, v, most, to != NULL));
    *count = w->open;
    if (w->open && to)
        KG_TRY(add_shortcuts(w, s, v, arc, to));
out:
    return status;
}
