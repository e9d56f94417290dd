/*
 * An order of strokes in which the lifted pen travels little.
 *
 * In:  the strokes as they were found, their places.
 * Out: the same strokes in another order. Open ones may be turned round, unless a segment is fixed;
 *     closed ones may begin at another of their vertices.
 * Method: the pen goes to the nearest place where a remaining stroke may begin, and so on, unless
 *     the order in which they were found is better. Then improve.c. If inner contours come first, a
 *     stroke waits until all strokes that lie in it are drawn.
 *     Then each closed stroke begins at the best place between its neighbours, unless its seam is
 *     fixed or random.
 * Work: O(m log m) for evenly spread places, serial. Memory: some 45 bytes an end, 60 a stroke.
 * Deterministic.
 */
#include "../base/random.h"
#include "plot.h"
#include <string.h>

/* A place where a stroke may begin, and its step. The second entry of an open stroke is its end. */
typedef struct entry {
    uint64_t step;
    uint32_t stroke;
} entry;

typedef struct ordering {
    kg_plot *plot;
    const kg__plotting *w;
    const kg_plot_options *options;
    kg__order order;
    uint64_t *rotation; /* [strokes] the step with which a closed one begins */
    entry *entry;       /* [entries] */
    uint64_t *first;    /* [strokes + 1] the first entry of each stroke */
    double *place;      /* [entries][2] */
} ordering;

static const double *place_of(const ordering *o, uint64_t step, bool behind)
{
    return o->w->given->place + 2 * (uint64_t)o->w->end[o->plot->step[step] ^ behind];
}

static void set_end(ordering *o, uint32_t stroke, unsigned which, const double *place)
{
    memcpy(o->order.ends + 4 * (uint64_t)stroke + 2 * which, place, 2 * sizeof *place);
}

static void set_kinds(ordering *o)
{
    const uint64_t *begin = o->plot->begin;

    for (uint32_t i = 0; i < o->order.count; i++) {
        const kg_edge *step = o->plot->step;
        unsigned kind = 0;

        if (o->w->end[step[begin[i]]] == o->w->end[step[begin[i + 1] - 1] ^ 1])
            kind |= KG__CLOSED;
        for (uint64_t k = begin[i]; k < begin[i + 1] && !(kind & KG__ONE_WAY); k++)
            if (kg__plot_is_fixed(o->w, step[k] / 2))
                kind |= KG__ONE_WAY;
        o->order.kind[i] = (unsigned char)kind;
        o->order.turned[i] = 0;
        o->rotation[i] = begin[i];
        set_end(o, i, 0, place_of(o, begin[i], false));
        set_end(o, i, 1, place_of(o, begin[i + 1] - 1, true));
        if (kind & KG__CLOSED && o->options->seam == KG_SEAM_RANDOM) {
            o->rotation[i] += kg__random_below(o->options->seed, i, begin[i + 1] - begin[i]);
            set_end(o, i, 0, place_of(o, o->rotation[i], false));
            set_end(o, i, 1, place_of(o, o->rotation[i], false));
        }
    }
}

/* ---- the nearest next ------------------------------------------------------------------------ */

static uint64_t entries_of(const ordering *o, uint32_t stroke)
{
    if (o->order.kind[stroke] & KG__CLOSED)
        return o->options->seam ? 1 : o->plot->begin[stroke + 1] - o->plot->begin[stroke];
    return o->order.kind[stroke] & KG__ONE_WAY ? 1 : 2;
}

static kg_status make_entries(ordering *o)
{
    kg_context *ctx = o->plot->ctx;
    uint64_t count = 0;
    kg_status status;

    for (uint32_t i = 0; i < o->order.count; i++) {
        o->first[i] = count;
        count += entries_of(o, i);
    }
    o->first[o->order.count] = count;
    KG_TRY(kg__host_allocate(ctx, &o->entry, count, sizeof *o->entry, "ends of strokes"));
    KG_TRY(kg__host_allocate(ctx, &o->place, count, 2 * sizeof *o->place, "ends of strokes"));
    for (uint32_t i = 0; i < o->order.count; i++)
        for (uint64_t k = o->first[i]; k < o->first[i + 1]; k++) {
            const bool closed = o->order.kind[i] & KG__CLOSED, behind = !closed && k > o->first[i];
            const uint64_t step =
                behind ? o->plot->begin[i + 1] - 1 : o->rotation[i] + (k - o->first[i]);

            o->entry[k] = (entry){step, i};
            memcpy(o->place + 2 * k, place_of(o, step, behind), 2 * sizeof *o->place);
        }
out:
    return status;
}

/* Begins a stroke at one of its entries. */
static void enter(ordering *o, uint64_t chosen)
{
    const uint32_t stroke = o->entry[chosen].stroke;

    if (o->order.kind[stroke] & KG__CLOSED) {
        o->rotation[stroke] = o->entry[chosen].step;
        set_end(o, stroke, 0, o->place + 2 * chosen);
        set_end(o, stroke, 1, o->place + 2 * chosen);
    } else {
        o->order.turned[stroke] = chosen > o->first[stroke];
    }
}

/* Removes the entries of a stroke from the near points, or returns them. */
static void show(const ordering *o, kg__near *near, uint32_t stroke, bool there)
{
    for (uint64_t k = o->first[stroke]; k < o->first[stroke + 1]; k++)
        (there ? kg__near_return : kg__near_remove)(near, (uint32_t)k);
}

/* Hides the strokes that others lie in. inside: [strokes] how many are left in each. */
static void hide_outer(const ordering *o, kg__near *near, uint32_t *inside)
{
    for (uint32_t i = 0; i < o->order.count; i++)
        inside[i] = 0;
    for (uint32_t i = 0; i < o->order.count; i++)
        if (o->order.outer[i] != UINT32_MAX && inside[o->order.outer[i]]++ == 0)
            show(o, near, o->order.outer[i], false);
}

static kg_status choose_nearest(ordering *o)
{
    kg_context *ctx = o->plot->ctx;
    kg__near near = {.ctx = ctx};
    const double *at = o->order.start;
    uint32_t *inside = NULL;
    kg_status status;

    KG_TRY(kg__near_create(&near, ctx, o->place, o->first[o->order.count]));
    if (o->order.outer) {
        KG_TRY(
            kg__host_allocate(ctx, &inside, o->order.count, sizeof *inside, "strokes in others"));
        hide_outer(o, &near, inside);
    }
    for (uint32_t i = 0; i < o->order.count; i++) {
        uint32_t chosen = 0, stroke, outer;

        kg__near_find(&near, at, 1, &chosen);
        stroke = o->entry[chosen].stroke;
        o->order.order[i] = stroke;
        enter(o, chosen);
        at = o->order.ends + 4 * (uint64_t)stroke + 2 * !o->order.turned[stroke];
        show(o, &near, stroke, false);
        outer = inside ? o->order.outer[stroke] : UINT32_MAX;
        if (outer != UINT32_MAX && --inside[outer] == 0)
            show(o, &near, outer, true);
        if (i % 4096 == 0)
            KG_TRY(kg__progress(ctx, "ordering strokes", i, o->order.count));
    }
out:
    kg__near_destroy(&near);
    kg__free(ctx, inside);
    return status;
}

/* Returns to the order in which strokes were found, if it is not longer. */
static void compare_found(ordering *o)
{
    const double found = o->plot->figures.pen_up_found;
    const double *at = o->order.start;
    double travel = 0;

    for (uint32_t i = 0; i < o->order.count; i++) {
        const double *ends = o->order.ends + 4 * (uint64_t)o->order.order[i];
        const unsigned turned = o->order.turned[o->order.order[i]];

        travel += kg__plot_distance(at, ends + 2 * turned);
        at = ends + 2 * !turned;
    }
    if (travel <= found)
        return;
    set_kinds(o);
    for (uint32_t i = 0; i < o->order.count; i++)
        o->order.order[i] = i;
}

/* ---- where closed strokes begin -------------------------------------------------------------- */

static void choose_rotations(ordering *o)
{
    const kg__order *order = &o->order;
    const double *at = order->start;

    for (uint32_t i = 0; i < order->count; i++) {
        const uint32_t stroke = order->order[i];
        const double *next = NULL;
        double least = 0;
        uint64_t chosen = o->first[stroke];

        if (i + 1 < order->count)
            next = order->ends + 4 * (uint64_t)order->order[i + 1] +
                   2 * order->turned[order->order[i + 1]];
        for (uint64_t k = chosen; order->kind[stroke] & KG__CLOSED && k < o->first[stroke + 1];
             k++) {
            const double *p = o->place + 2 * k;
            const double travel =
                kg__plot_distance(at, p) + (next ? kg__plot_distance(p, next) : 0);

            if (k == o->first[stroke] || travel < least) {
                least = travel;
                chosen = k;
            }
        }
        if (order->kind[stroke] & KG__CLOSED && !o->options->seam)
            enter(o, chosen);
        at = order->ends + 4 * (uint64_t)stroke + 2 * !order->turned[stroke];
    }
}

/* ---- the answer ------------------------------------------------------------------------------ */

static kg_status write_strokes(ordering *o)
{
    kg_plot *plot = o->plot;
    kg_context *ctx = plot->ctx;
    const kg_edge *old = plot->step;
    kg_edge *step = NULL;
    uint64_t *begin = NULL, used = 0;
    kg_status status;

    KG_TRY(kg__host_allocate(ctx, &step, o->w->m, sizeof *step, "strokes"));
    KG_TRY(kg__host_allocate(ctx, &begin, (uint64_t)o->order.count + 1, sizeof *begin, "strokes"));
    for (uint32_t i = 0; i < o->order.count; i++) {
        const uint32_t stroke = o->order.order[i];
        const uint64_t from = plot->begin[stroke], to = plot->begin[stroke + 1];

        begin[i] = used;
        if (!(o->order.kind[stroke] & KG__CLOSED) && o->order.turned[stroke]) {
            for (uint64_t k = to; k-- > from;)
                step[used++] = old[k] ^ 1;
        } else {
            const uint64_t first = o->rotation[stroke];

            memcpy(step + used, old + first, (to - first) * sizeof *step);
            used += to - first;
            memcpy(step + used, old + from, (first - from) * sizeof *step);
            used += first - from;
        }
    }
    begin[o->order.count] = used;
    kg__free_all(ctx, plot->step, plot->begin);
    plot->step = step;
    plot->begin = begin;
    step = NULL;
    begin = NULL;
out:
    kg__free_all(ctx, step, begin);
    return status;
}

static kg_status allocate(ordering *o)
{
    static const char what[] = "the order of strokes";
    kg_context *ctx = o->plot->ctx;
    const uint64_t strokes = o->plot->figures.strokes;
    kg_status status;

    if (strokes >= UINT32_MAX)
        return kg__fail(ctx, KG_OVERFLOW, "%llu strokes: too many to put in an order",
            (unsigned long long)strokes);
    o->order.count = (uint32_t)strokes;
    KG_TRY(kg__host_allocate(ctx, &o->order.kind, strokes, sizeof *o->order.kind, what));
    KG_TRY(kg__host_allocate(ctx, &o->order.ends, strokes, 4 * sizeof *o->order.ends, what));
    KG_TRY(kg__host_allocate(ctx, &o->order.order, strokes, sizeof *o->order.order, what));
    KG_TRY(kg__host_allocate(ctx, &o->order.turned, strokes, sizeof *o->order.turned, what));
    KG_TRY(kg__host_allocate(ctx, &o->rotation, strokes, sizeof *o->rotation, what));
    KG_TRY(kg__host_allocate(ctx, &o->first, strokes + 1, sizeof *o->first, what));
out:
    return status;
}

kg_status kg__plot_order(kg_plot *plot, const kg__plotting *w, const kg_plot_options *options)
{
    kg_context *ctx = plot->ctx;
    ordering o = {
        .plot = plot, .w = w, .options = options, .order = {.ctx = ctx, .start = options->start}};
    bool stopped = false;
    kg_status status;

    KG_TRY(allocate(&o));
    set_kinds(&o);
    KG_TRY(make_entries(&o));
    if (options->inner_first)
        KG_TRY(kg__plot_nest(plot, w, &o.order));
    KG_TRY(choose_nearest(&o));
    if (!options->inner_first)
        compare_found(&o);
    KG_TRY(kg__order_improve(&o.order, options->seconds, &stopped));
    choose_rotations(&o);
    KG_TRY(write_strokes(&o));
    plot->figures.stopped = stopped;
out:
    kg__free_all(ctx, o.order.kind, o.order.ends, o.order.order, o.order.turned, o.rotation,
        o.first, o.entry, o.place, o.order.outer, o.order.inner, o.order.beside);
    return status;
}
