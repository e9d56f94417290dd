/*
 * A cheap join of a core, not always the cheapest, and a lower bound of any join. Needs no LEMON.
 *
 * In:  a core.
 * Out: chosen[m]; a bound.
 * Method: Dijkstra's algorithm from all odd vertices at once finds the nearest odd vertex of each
 *     vertex. An edge between two vertices whose nearest ones differ gives a path from one to the
 *     other. The shortest paths are chosen, at most one for each odd vertex. Along a path each edge
 *     is put into the join, or removed if it is in it. This is repeated with the remaining odd
 *     vertices. The bound: circles round the odd vertices, with half the distance to the nearest
 *     other odd vertex as radius, do not overlap, and any join crosses each of them. Before the
 *     bound is used, this is checked edge by edge.
 * Work: O(m log m) for each round; on maps of roads each round pairs a third of the vertices or
 *     more. Memory: 40 bytes a vertex, 16 an edge. Serial. Deterministic: of equal paths the one
 *     whose edge has the smaller id comes first.
 * Source: Mehlhorn, "A faster approximation algorithm for the Steiner problem in graphs", 1988 (the
 * paths); Jünger and Pulleyblank, "Geometric duality and combinatorial optimization", 1993 (the
 * circles).
 */
#include "../base/heap.h"
#include "join.h"
#include <stdlib.h>
#include <string.h>

typedef struct way {
    int64_t length;
    kg_edge edge;
} way;

typedef struct item {
    int64_t far;
    kg_vertex v;
} item;

typedef struct greedy {
    kg__core *core;
    bool *left; /* [n] odd, and not yet paired */
    uint64_t lefts;
    int64_t *far;    /* [n] distance to the nearest of these; -1: unknown */
    kg_vertex *near; /* [n] the nearest of these */
    kg_edge *half;   /* [n] the half-edge at the vertex towards the nearest; KG_NO_EDGE: it is the
                        nearest */
    item *heap;      /* [heap_room] */
    uint64_t heaped, heap_room;
    way *way; /* [way_room] */
    uint64_t ways, way_room;
    int64_t *circle; /* [n] twice the radius round an odd vertex */
} greedy;

/* ---- the nearest odd vertices ---------------------------------------------------------------- */

static bool comes_before(item a, item b)
{
    return a.far != b.far ? a.far < b.far : a.v < b.v;
}

static kg_status push(greedy *g, item new)
{
    kg_status status = KG_OK;

    if (g->heaped == g->heap_room)
        KG_TRY(kg__host_grow(g->core->ctx, &g->heap, &g->heap_room, g->heaped + 1, sizeof *g->heap,
            "vertices to look at"));
    KG__HEAP_ADD(g->heap, g->heaped, new, comes_before);
    g->heaped++;
out:
    return status;
}

static item pop(greedy *g)
{
    const item first = g->heap[0], last = g->heap[--g->heaped];

    KG__HEAP_SINK(g->heap, g->heaped, 0, last, comes_before);
    return first;
}

static kg_status find_nearest(greedy *g)
{
    const kg__core *core = g->core;
    kg_status status = KG_OK;

    for (uint64_t v = 0; v < core->n; v++) {
        g->far[v] = g->left[v] ? 0 : -1;
        g->near[v] = g->left[v] ? (kg_vertex)v : KG_NO_VERTEX;
        g->half[v] = KG_NO_EDGE;
        if (g->left[v])
            KG_TRY(push(g, (item){0, (kg_vertex)v}));
    }
    while (g->heaped) {
        const item at = pop(g);

        if (at.far != g->far[at.v])
            continue;
        for (kg_edge h = core->first[at.v]; h != KG_NO_EDGE; h = core->next[h]) {
            const kg_vertex to = core->end[h ^ 1];
            const int64_t far = at.far + core->weight[h / 2];

            if (g->far[to] >= 0 && g->far[to] <= far)
                continue;
            g->far[to] = far;
            g->near[to] = g->near[at.v];
            g->half[to] = h ^ 1;
            KG_TRY(push(g, (item){far, to}));
        }
    }
out:
    return status;
}

/* Returns whether an edge of the core gives a path from one odd vertex to another. */
static bool is_way(const greedy *g, uint64_t e)
{
    const kg_vertex *end = g->core->end + 2 * e;

    return end[0] != KG_NO_VERTEX && g->near[end[0]] != g->near[end[1]];
}

static int64_t length_of(const greedy *g, uint64_t e)
{
    const kg_vertex *end = g->core->end + 2 * e;

    return g->far[end[0]] + g->core->weight[e] + g->far[end[1]];
}

/* ---- the bound ------------------------------------------------------------------------------- */

static int64_t rest(int64_t circle, int64_t far)
{
    return circle > 2 * far ? circle - 2 * far : 0;
}

/* Checks that no edge lies in circles for more than its weight, whatever numbers the search has
 * left. */
static kg_status check_circles(const greedy *g)
{
    const kg__core *core = g->core;

    for (uint64_t v = 0; v < core->n; v++)
        if (core->odd[v] && (g->far[v] != 0 || g->near[v] != v))
            goto wrong;
    for (uint64_t e = 0; e < core->m; e++) {
        const kg_vertex *end = core->end + 2 * e;
        int64_t a, b;

        if (end[0] == KG_NO_VERTEX)
            continue;
        a = g->far[end[0]];
        b = g->far[end[1]];
        if (a < 0 || b < 0)
            goto wrong;
        if (g->near[end[0]] == g->near[end[1]]
                ? a - b > core->weight[e] || b - a > core->weight[e]
                : rest(g->circle[g->near[end[0]]], a) + rest(g->circle[g->near[end[1]]], b) >
                      2 * core->weight[e])
            goto wrong;
    }
    return KG_OK;
wrong:
    return kg__fail(core->ctx, KG_INTERNAL, "self-check: the bound of the repeats does not hold");
}

static kg_status find_bound(greedy *g, __int128 *bound)
{
    const kg__core *core = g->core;
    __int128 twice = 0;
    kg_status status;

    for (uint64_t v = 0; v < core->n; v++)
        g->circle[v] = INT64_MAX;
    for (uint64_t e = 0; e < core->m; e++) {
        if (!is_way(g, e))
            continue;
        for (unsigned k = 0; k < 2; k++) {
            int64_t *circle = &g->circle[g->near[core->end[2 * e + k]]];

            *circle = length_of(g, e) < *circle ? length_of(g, e) : *circle;
        }
    }
    KG_TRY(check_circles(g));
    for (uint64_t v = 0; v < core->n; v++)
        twice += core->odd[v] ? g->circle[v] : 0;
    *bound = (twice + 1) / 2;
out:
    return status;
}

/* ---- the join -------------------------------------------------------------------------------- */

static int compare_ways(const void *left, const void *right)
{
    const way *a = left, *b = right;

    if (a->length != b->length)
        return a->length < b->length ? -1 : 1;
    return (a->edge > b->edge) - (a->edge < b->edge);
}

static void walk(greedy *g, kg_vertex v)
{
    kg__core *core = g->core;

    for (kg_edge h; (h = g->half[v]) != KG_NO_EDGE; v = core->end[h ^ 1])
        core->chosen[h / 2] = !core->chosen[h / 2];
}

static kg_status choose_ways(greedy *g)
{
    kg__core *core = g->core;
    kg_status status = KG_OK;

    g->ways = 0;
    for (uint64_t e = 0; e < core->m; e++)
        if (is_way(g, e)) {
            KG_TRY(kg__host_grow(
                core->ctx, &g->way, &g->way_room, g->ways + 1, sizeof *g->way, "ways"));
            g->way[g->ways++] = (way){length_of(g, e), (kg_edge)e};
        }
    qsort(g->way, g->ways, sizeof *g->way, compare_ways);
    for (uint64_t i = 0; i < g->ways; i++) {
        const kg_vertex *end = core->end + 2 * (uint64_t)g->way[i].edge;

        if (!g->left[g->near[end[0]]] || !g->left[g->near[end[1]]])
            continue;
        g->left[g->near[end[0]]] = g->left[g->near[end[1]]] = false;
        g->lefts -= 2;
        core->chosen[g->way[i].edge] = !core->chosen[g->way[i].edge];
        walk(g, end[0]);
        walk(g, end[1]);
    }
out:
    return status;
}

kg_status kg__core_join(kg__core *core, __int128 *bound)
{
    static const char what[] = "nearest odd vertices";
    kg_context *ctx = core->ctx;
    const uint64_t n = core->n;
    greedy g = {.core = core};
    kg_status status;

    *bound = 0;
    KG_TRY(kg__host_allocate(ctx, &g.left, n, sizeof *g.left, what));
    KG_TRY(kg__host_allocate(ctx, &g.far, n, sizeof *g.far, what));
    KG_TRY(kg__host_allocate(ctx, &g.near, n, sizeof *g.near, what));
    KG_TRY(kg__host_allocate(ctx, &g.half, n, sizeof *g.half, what));
    KG_TRY(kg__host_allocate(ctx, &g.circle, n, sizeof *g.circle, what));
    for (uint64_t v = 0; v < n; v++) {
        g.left[v] = core->odd[v];
        g.lefts += core->odd[v];
    }
    for (bool first = true; g.lefts; first = false) {
        const uint64_t before = g.lefts;

        KG_TRY(find_nearest(&g));
        if (first)
            KG_TRY(find_bound(&g, bound));
        KG_TRY(choose_ways(&g));
        if (g.lefts == before)
            KG_TRY(kg__fail(ctx, KG_INTERNAL, "self-check: odd vertices have no way to others"));
        KG_TRY(kg__progress(ctx, "pairing odd vertices", 0, 0));
    }
out:
    kg__free_all(ctx, g.left, g.far, g.near, g.half, g.circle, g.heap, g.way);
    return status;
}
