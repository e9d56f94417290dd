/*
 * Finds the shortcuts that the contraction of a vertex needs.
 *
 * In:  the remaining graph, a vertex v.
 * Out: the pairs u, w of its neighbours for which the path u - v - w may be the only shortest one.
 * Method: from each u a search by Dijkstra's algorithm that avoids v. It ends when it has found for
 *     each w a path that is no longer than the one over v, when no such path is possible, or when
 *     it has settled its limit of vertices. In the last case the shortcut is made, which costs
 *     memory but is never wrong. Limits are counts, so the answer depends on the graph alone.
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
    GOALS = 1024,    /* the most goals of a search: vertices of more arcs are skipped */
    MEET = 2048,     /* the most vertices that a search meets besides */
    COUNTED = 16,    /* the most vertices that a search settles if shortcuts are only counted */
    FOUND = 500      /* the same if shortcuts are made */
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
    uint32_t met;
    double need[GOALS]; /* a path to the goal must be no longer; -1: one is known */
    uint32_t open;      /* goals without a path */
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

/* Follows the arcs of a settled vertex. ordered: v is being contracted, so paths avoid the picked
 * vertices that go before it. */
static kg_status look_along(
    kg__witness *w, const kg__shrinking *s, kg_vertex v, entry from, double far, bool ordered)
{
    const kg_vertex u = from.cell->vertex;
    const kg__arc *arc = kg__arcs_of(s, 0, u);
    kg_status status = KG_OK;

    for (uint32_t i = 0; i < s->list[0][u].count; i++) {
        const kg_vertex x = arc[i].head;
        const double length = from.length + arc[i].length;
        cell *to;

        if (w->met == GOALS + MEET)
            break;
        if (length > far || x == v || (ordered && s->picked[x] && kg__goes_before(s, x, v)))
            continue;
        to = cell_of(w, x);
        if (!(length < to->length))
            continue;
        to->length = length;
        if (to->goal && length <= w->need[to->goal - 1]) {
            w->need[to->goal - 1] = -1;
            w->open--;
        }
        __builtin_prefetch(&s->list[0][x]);
        KG_TRY(push(s->ctx, w, length, to));
    }
out:
    return status;
}

/* Searches from u for the open goals, none of which is farther than `far`. */
static kg_status search(
    kg__witness *w, const kg__shrinking *s, kg_vertex u, kg_vertex v, double far, bool ordered)
{
    const uint32_t most = ordered || s->is_patient ? FOUND : COUNTED;
    cell *first = cell_of(w, u);
    kg_status status;

    first->length = 0;
    KG_TRY(push(s->ctx, w, 0, first));
    for (uint32_t settled = 0; w->count && w->open && settled < most;) {
        const entry least = pop(w);

        if (least.length > far)
            break;
        if (least.length > least.cell->length)
            continue; /* a shorter path has been found meanwhile */
        settled++;
        if (w->count)
            __builtin_prefetch(kg__arcs_of(s, 0, w->heap->cell->vertex));
        KG_TRY(look_along(w, s, v, least, far, ordered));
    }
out:
    return status;
}

/* Sets the goals of a search from the end of arc u, among the other neighbours of v. Returns the
 * length of the longest path needed. */
static double set_goals(kg__witness *w, const kg__shrinking *s, kg_vertex v, uint32_t u)
{
    const kg__arc *in = kg__arcs_of(s, s->sides - 1, v), *out = kg__arcs_of(s, 0, v);
    double far = 0;

    for (uint32_t i = s->sides == 1 ? u + 1 : 0; i < s->list[0][v].count; i++) {
        const double length = in[u].length + out[i].length;

        w->need[i] = -1;
        if (out[i].head == in[u].head || length == INFINITY)
            continue;
        cell_of(w, out[i].head)->goal = i + 1;
        w->need[i] = length;
        w->open++;
        far = length > far ? length : far;
    }
    return far;
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

kg_status kg__find_shortcuts(
    kg__witness *w, const kg__shrinking *s, kg_vertex v, kg__shortcuts *to, uint64_t *count)
{
    const uint64_t out = s->list[0][v].count, in = s->list[s->sides - 1][v].count;
    kg_status status = KG_OK;

    *count = 0;
    if (out > GOALS || in > GOALS) {
        *count = UINT32_MAX;
        return KG_OK;
    }
    for (uint32_t u = 0; u < in; u++) {
        double far;

        begin(w);
        far = set_goals(w, s, v, u);
        if (w->open)
            KG_TRY(search(w, s, kg__arcs_of(s, s->sides - 1, v)[u].head, v, far, to != NULL));
        *count += w->open;
        if (w->open && to)
            KG_TRY(add_shortcuts(w, s, v, u, to));
    }
out:
    return status;
}
