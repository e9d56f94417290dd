/*
 * Which strokes lie within which closed ones.
 *
 * In:  the strokes as they were found, with places.
 * Out: for each stroke the smallest closed one that it lies in, if any, by its first point and its
 *     box; the strokes that lie in each.
 * Method: closed strokes are sorted by the size of their boxes. A stroke tries those with larger
 *     boxes, the smallest first: one whose box contains its own, and which a ray from its first
 *     point crosses an odd number of times. So no stroke lies in itself through others.
 * Work: the strokes times the closed ones, for their boxes, and the points of those whose boxes
 *     contain another. Memory: 48 bytes a stroke. Serial.
 */
#include "plot.h"
#include <stdlib.h>
#include <string.h>

typedef struct box {
    double low[2], high[2];
    double size;
    uint32_t stroke;
    bool closed;
} box;

typedef struct nesting {
    const kg_plot *plot;
    const kg__plotting *w;
    box *box; /* [strokes] by size, then by stroke */
} nesting;

static const double *point_of(const nesting *g, uint64_t step)
{
    return g->w->given->place + 2 * (uint64_t)g->w->end[g->plot->step[step]];
}

static box box_of(const nesting *g, uint32_t stroke)
{
    const uint64_t first = g->plot->begin[stroke], last = g->plot->begin[stroke + 1] - 1;
    const double *end = g->w->given->place + 2 * (uint64_t)g->w->end[g->plot->step[last] ^ 1];
    box b = {.stroke = stroke,
        .closed = g->w->end[g->plot->step[first]] == g->w->end[g->plot->step[last] ^ 1]};

    for (int axis = 0; axis < 2; axis++) {
        b.low[axis] = b.high[axis] = end[axis];
        for (uint64_t k = first; k <= last; k++) {
            const double x = point_of(g, k)[axis];

            b.low[axis] = x < b.low[axis] ? x : b.low[axis];
            b.high[axis] = x > b.high[axis] ? x : b.high[axis];
        }
    }
    b.size = (b.high[0] - b.low[0]) * (b.high[1] - b.low[1]);
    return b;
}

static int compare(const void *a, const void *b)
{
    const box *p = a, *q = b;

    if (p->size != q->size)
        return p->size < q->size ? -1 : 1;
    return (p->stroke > q->stroke) - (p->stroke < q->stroke);
}

/* Whether a closed stroke goes round a place. */
static bool goes_round(const nesting *g, uint32_t stroke, const double *place)
{
    const uint64_t first = g->plot->begin[stroke], last = g->plot->begin[stroke + 1];
    bool inside = false;

    for (uint64_t k = first; k < last; k++) {
        const double *a = point_of(g, k), *b = point_of(g, k + 1 < last ? k + 1 : first);

        if ((a[1] > place[1]) == (b[1] > place[1]))
            continue;
        if (kg__plot_side(a[1] < b[1] ? a : b, a[1] < b[1] ? b : a, place) > 0)
            inside = !inside; /* the line crosses the ray to the right */
    }
    return inside;
}

static bool holds(const box *outer, const box *inner)
{
    return outer->closed && outer->low[0] <= inner->low[0] && outer->low[1] <= inner->low[1] &&
           outer->high[0] >= inner->high[0] && outer->high[1] >= inner->high[1];
}

kg_status kg__plot_nest(const kg_plot *plot, const kg__plotting *w, kg__order *o)
{
    static const char what[] = "strokes in others";
    kg_context *ctx = o->ctx;
    nesting g = {.plot = plot, .w = w};
    kg_status status;

    KG_TRY(kg__host_allocate(ctx, &g.box, o->count, sizeof *g.box, what));
    KG_TRY(kg__host_allocate(ctx, &o->outer, o->count, sizeof *o->outer, what));
    KG_TRY(kg__host_allocate(ctx, &o->inner, o->count, sizeof *o->inner, what));
    KG_TRY(kg__host_allocate(ctx, &o->beside, o->count, sizeof *o->beside, what));
    for (uint32_t i = 0; i < o->count; i++) {
        g.box[i] = box_of(&g, i);
        o->outer[i] = o->inner[i] = o->beside[i] = UINT32_MAX;
    }
    if (o->count)
        qsort(g.box, o->count, sizeof *g.box, compare);
    for (uint32_t i = 0; i < o->count; i++) {
        const uint32_t stroke = g.box[i].stroke;

        for (uint32_t k = i + 1; k < o->count && o->outer[stroke] == UINT32_MAX; k++)
            if (holds(&g.box[k], &g.box[i]) &&
                goes_round(&g, g.box[k].stroke, point_of(&g, plot->begin[stroke])))
                o->outer[stroke] = g.box[k].stroke;
        if (o->outer[stroke] != UINT32_MAX) {
            o->beside[stroke] = o->inner[o->outer[stroke]];
            o->inner[o->outer[stroke]] = stroke;
        }
        if (i % 1024 == 0)
            KG_TRY(kg__progress(ctx, what, i, o->count));
    }
out:
    kg__free(ctx, g.box);
    return status;
}
