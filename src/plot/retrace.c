/*
 * Segments that are drawn again because lifting the pen costs more.
 *
 * In:  a drawing with places; the cost of lifting the pen once, as a length.
 * Out: the same with repeats of some segments after the others.
 * Method: in a part of the drawing without fixed segments, a stroke ends at each vertex with an odd
 *     number of halves. Drawing a path between two such vertices again saves one stroke, unless
 *     there is only one. The shortest paths between such vertices are taken first, as long as each
 *     is shorter than a lift: each vertex looks for the NEAREST others, and again when those are
 *     taken. A segment on two of these paths is repeated by neither, which does not change any
 *     parity. So no path costs more than it saves, but the sum is not proven to be the least.
 * Work: about the vertices times the halves within the cost of a lift, serial; more if many ends
 *     are close together. Memory: 40 bytes a vertex, 17 a segment. Deterministic.
 */
#include "../base/heap.h"
#include "../base/union_find.h"
#include "by_layer.h"
#include "drawing.h"
#include <stdlib.h>
#include <string.h>

enum { NEAREST = 6 };

static const char what[] = "segments to draw again";

/* A vertex that a path has reached. */
typedef struct entry {
    double far;
    kg_vertex v;
} entry;

#define COMES_BEFORE(a, b) ((a).far < (b).far || ((a).far == (b).far && (a).v < (b).v))

typedef struct pair {
    double far;
    kg_vertex u, v;
} pair;

typedef struct retracing {
    kg__plotting w;
    double cost;
    unsigned char *odd;   /* [n] an end of a stroke that is not used yet */
    kg_vertex *component; /* [n] as in union_find.h */
    uint32_t *lifts;      /* [n] of a root: lifts of the pen within its component */
    double *far;          /* [n] distances of the search; < 0: not reached */
    kg_edge *via;         /* [n] the half by which a vertex was reached */
    kg_vertex *reached;   /* [reached_count] */
    entry *heap;
    pair *pair;
    uint64_t reached_count, heap_count, heap_room, pairs, pair_room;
    unsigned char *again; /* [m] */
} retracing;

static double length_of(const retracing *r, uint64_t s)
{
    const kg_segments *g = r->w.given;

    return g->length ? g->length[s]
                     : kg__plot_distance(g->place + 2 * (uint64_t)g->end[2 * s],
                           g->place + 2 * (uint64_t)g->end[2 * s + 1]);
}

/* ---- the search ------------------------------------------------------------------------------ */

static kg_status reach(retracing *r, kg_vertex v, double far, kg_edge via)
{
    const entry at = {far, v};
    kg_status status;

    if (r->far[v] >= 0 && r->far[v] <= far)
        return KG_OK;
    KG_TRY(
        kg__host_grow(r->w.ctx, &r->heap, &r->heap_room, r->heap_count + 1, sizeof *r->heap, what));
    if (r->far[v] < 0)
        r->reached[r->reached_count++] = v;
    r->far[v] = far;
    r->via[v] = via;
    KG__HEAP_ADD(r->heap, r->heap_count, at, COMES_BEFORE);
    r->heap_count++;
out:
    return status;
}

/* Lists the ends near u; or, if `target` is a vertex, finds the path to it, which is left in
 * via. */
static kg_status search(retracing *r, kg_vertex u, kg_vertex target)
{
    const kg__plotting *w = &r->w;
    unsigned found = 0;
    kg_status status;

    while (r->reached_count)
        r->far[r->reached[--r->reached_count]] = -1;
    r->heap_count = 0;
    KG_TRY(reach(r, u, 0, KG_NO_EDGE));
    while (r->heap_count) {
        const entry at = r->heap[0];

        const entry last = r->heap[--r->heap_count];

        KG__HEAP_SINK(r->heap, r->heap_count, 0, last, COMES_BEFORE);
        if (at.far > r->far[at.v])
            continue;
        if (at.v == target)
            break;
        if (target == KG_NO_VERTEX && at.v != u && r->odd[at.v]) {
            KG_TRY(kg__host_grow(
                w->ctx, &r->pair, &r->pair_room, r->pairs + 1, sizeof *r->pair, what));
            r->pair[r->pairs++] = (pair){at.far, u < at.v ? u : at.v, u < at.v ? at.v : u};
            if (++found == NEAREST)
                break;
        }
        for (kg_edge k = w->row[at.v]; k < w->row[(uint64_t)at.v + 1]; k++) {
            const kg_edge half = w->half[k];
            const double far = at.far + length_of(r, half / 2);

            if (far < r->cost)
                KG_TRY(reach(r, w->end[half ^ 1], far, half));
        }
    }
out:
    return status;
}

static int compare(const void *a, const void *b)
{
    const pair *p = a, *q = b;

    if (p->far != q->far)
        return p->far < q->far ? -1 : 1;
    if (p->u != q->u)
        return p->u < q->u ? -1 : 1;
    return (p->v > q->v) - (p->v < q->v);
}

/* Uses the pairs that were found, the nearest first. taken: [out] how many. */
static kg_status take_pairs(retracing *r, uint64_t *taken)
{
    kg_status status = KG_OK;

    *taken = 0;
    if (r->pairs)
        qsort(r->pair, r->pairs, sizeof *r->pair, compare);
    for (uint64_t i = 0; i < r->pairs; i++) {
        const pair p = r->pair[i];
        uint32_t *lifts = &r->lifts[r->component[p.u]];

        if (!r->odd[p.u] || !r->odd[p.v] || !*lifts)
            continue;
        KG_TRY(search(r, p.u, p.v));
        for (kg_vertex v = p.v; v != p.u; v = r->w.end[r->via[v]])
            r->again[r->via[v] / 2] ^= 1;
        r->odd[p.u] = r->odd[p.v] = 0;
        --*lifts;
        ++*taken;
    }
    r->pairs = 0;
out:
    return status;
}

/* ---- the call -------------------------------------------------------------------------------- */

/* Finds the ends of strokes, and how many lifts of the pen each component has. */
static void find_ends(retracing *r)
{
    const kg__plotting *w = &r->w;

    kg__sets_part(r->component, w->n);
    for (uint64_t s = 0; s < w->m; s++)
        kg__sets_join(r->component, kg__sets_root(r->component, w->end[2 * s]),
            kg__sets_root(r->component, w->end[2 * s + 1]));
    for (uint64_t v = 0; v < w->n; v++) {
        const kg_edge first = w->row[v], last = w->row[v + 1];

        r->component[v] = kg__sets_root(r->component, (kg_vertex)v);
        r->lifts[v] = 0;
        r->far[v] = -1;
        r->odd[v] = (last - first) % 2 && !w->oriented[w->half[first] / 2];
        r->lifts[r->component[v]] += r->odd[v]; /* a root comes before its others */
    }
    for (uint64_t v = 0; v < w->n; v++)
        r->lifts[v] = r->lifts[v] ? r->lifts[v] / 2 - 1 : 0;
}

/* Finds the segments of one layer that are drawn again. again: [out] [count] 1 for each. */
static kg_status find_again(
    kg_context *ctx, const kg_segments *g, double cost, unsigned char *again)
{
    retracing r = {.w = {.ctx = ctx, .given = g, .end = g->end, .n = g->vertices, .m = g->count},
        .cost = cost,
        .again = again};
    uint64_t taken = 1;
    kg_status status;

    KG_TRY(kg__plot_prepare(&r.w));
    KG_TRY(kg__host_allocate(ctx, &r.odd, r.w.n, sizeof *r.odd, what));
    KG_TRY(kg__host_allocate(ctx, &r.component, r.w.n, sizeof *r.component, what));
    KG_TRY(kg__host_allocate(ctx, &r.lifts, r.w.n, sizeof *r.lifts, what));
    KG_TRY(kg__host_allocate(ctx, &r.far, r.w.n, sizeof *r.far, what));
    KG_TRY(kg__host_allocate(ctx, &r.via, r.w.n, sizeof *r.via, what));
    KG_TRY(kg__host_allocate(ctx, &r.reached, r.w.n, sizeof *r.reached, what));
    memset(again, 0, r.w.m);
    find_ends(&r);
    while (taken) {
        for (uint64_t v = 0; v < r.w.n; v++) {
            if (r.odd[v] && r.lifts[r.component[v]])
                KG_TRY(search(&r, (kg_vertex)v, KG_NO_VERTEX));
            if (v % 4096 == 0)
                KG_TRY(kg__progress(ctx, "drawing again", v, r.w.n));
        }
        KG_TRY(take_pairs(&r, &taken));
    }
out:
    kg__plot_release(&r.w);
    kg__free_all(ctx, r.odd, r.component, r.lifts, r.far, r.via, r.reached, r.heap, r.pair);
    return status;
}

static kg_status draw_again(kg_drawing *d, uint64_t s)
{
    const kg_vertex end[2] = {d->end[2 * s], d->end[2 * s + 1]};
    kg_status status;

    KG_TRY(kg__drawing_add(d, end, 0));
    if (d->lengths) {
        KG_TRY(kg__host_grow(
            d->ctx, &d->length, &d->length_room, d->lengths + 1, sizeof *d->length, what));
        d->length[d->lengths++] = d->length[s];
    }
    if (d->layer)
        KG_TRY(kg__drawing_set_layer(d, d->segments.count - 1, d->layer[s]));
out:
    return status;
}

kg_status kg__drawing_retrace(kg_drawing *d, double cost)
{
    const uint64_t m = d->segments.count;
    unsigned char *part = NULL, *again = NULL;
    kg__layers layers = {.ctx = d->ctx};
    kg_segments given;
    kg_status status;

    kg__stage(d->ctx, "retrace");
    kg__drawing_lend(d);
    given = d->segments;
    KG_TRY(kg__host_allocate(d->ctx, &again, m, 1, what));
    if (kg__layers_differ(&given)) {
        KG_TRY(kg__host_allocate(d->ctx, &part, m, 1, what));
        KG_TRY(kg__layers_begin(&layers, d->ctx, &given));
        while (kg__layers_next(&layers)) {
            KG_TRY(find_again(d->ctx, &layers.part, cost, part));
            for (uint64_t i = 0; i < layers.part.count; i++)
                again[layers.order[layers.first + i].segment] = part[i];
        }
    } else {
        KG_TRY(find_again(d->ctx, &given, cost, again));
    }
    for (uint64_t s = 0; s < m; s++)
        if (again[s])
            KG_TRY(draw_again(d, s));
out:
    kg__stage(d->ctx, NULL);
    kg__layers_end(&layers);
    kg__free_all(d->ctx, part, again);
    return status;
}
