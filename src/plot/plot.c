/*
 * Plots: checks the arguments, runs the stages, keeps the answer.
 *
 * In:  segments; where the pen is at first.
 * Out: strokes in order.
 * Stages: directions of free segments (orient.c), pairs at vertices (pair.c), the order (order.c),
 *     a check of the answer (verify.c). One thread.
 */
#include "plot.h"
#include "by_layer.h"
#include <math.h>
#include <string.h>

static const double LARGEST = 1e100; /* of a place: sums of squares stay finite */

kg_status kg__segments_check(kg_context *ctx, const kg_segments *g)
{
    if (g->count > ((uint64_t)KG_NO_EDGE - 2) / 2 || g->vertices > KG_NO_VERTEX)
        return kg__fail(ctx, KG_OVERFLOW, "%llu segments of %llu vertices: too many for their ids",
            (unsigned long long)g->count, (unsigned long long)g->vertices);
    if (g->count)
        KG_NEED(ctx, g->end);
    for (uint64_t h = 0; h < 2 * g->count; h++)
        if (g->end[h] >= g->vertices)
            return kg__fail(ctx, KG_ARGUMENT, "segment %llu ends at vertex %u: there are %llu",
                (unsigned long long)(h / 2), g->end[h], (unsigned long long)g->vertices);
    for (uint64_t s = 0; g->length && s < g->count; s++)
        if (!(g->length[s] >= 0 && isfinite(g->length[s])))
            return kg__fail(ctx, KG_ARGUMENT,
                "segment %llu is %g long: a length is a finite number of at least 0",
                (unsigned long long)s, g->length[s]);
    for (uint64_t i = 0; g->place && i < 2 * g->vertices; i++)
        if (!(fabs(g->place[i]) <= LARGEST))
            return kg__fail(ctx, KG_ARGUMENT,
                "vertex %llu lies at %g: a place is a number of at most 1e100",
                (unsigned long long)(i / 2), g->place[i]);
    return KG_OK;
}

static kg_status check_given(kg_context *ctx, const kg_segments *g, const kg_plot_options *options)
{
    kg_status status;

    KG_TRY(kg__segments_check(ctx, g));
    if (!(fabs(options->start[0]) <= LARGEST && fabs(options->start[1]) <= LARGEST))
        KG_TRY(kg__fail(ctx, KG_ARGUMENT,
            "the pen starts at %g, %g: a place is a number of at most 1e100", options->start[0],
            options->start[1]));
    if (!(options->seconds >= 0))
        KG_TRY(kg__fail(ctx, KG_ARGUMENT, "seconds is %g, expected at least 0", options->seconds));
    if (options->seam > KG_SEAM_RANDOM)
        KG_TRY(kg__fail(ctx, KG_ARGUMENT, "seam is %d, expected at most %d", (int)options->seam,
            (int)KG_SEAM_RANDOM));
    if (options->straight && !g->place)
        KG_TRY(kg__fail(ctx, KG_ARGUMENT, "what is straight is known by places alone: give them"));
out:
    return status;
}

/* ---- preparing ------------------------------------------------------------------------------- */

static void make_rows(kg__plotting *w)
{
    memset(w->row, 0, (w->n + 1) * sizeof *w->row);
    for (uint64_t h = 0; h < 2 * w->m; h++)
        w->row[w->end[h]]++;
    for (uint64_t v = 1; v <= w->n; v++)
        w->row[v] += w->row[v - 1];
    for (uint64_t h = 2 * w->m; h-- > 0;)
        w->half[--w->row[w->end[h]]] = (kg_edge)h;
}

/* Finds the segments that can be reached from fixed ones. queue: [n], seen: [n] zeros. */
static void make_oriented(kg__plotting *w, kg_vertex *queue, unsigned char *seen)
{
    uint64_t count = 0;

    for (uint64_t s = 0; s < w->m; s++)
        if (kg__plot_is_fixed(w, s) && !seen[w->end[2 * s]]) {
            seen[w->end[2 * s]] = 1;
            queue[count++] = w->end[2 * s];
        }
    for (uint64_t i = 0; i < count; i++)
        for (kg_edge k = w->row[queue[i]]; k < w->row[(uint64_t)queue[i] + 1]; k++) {
            const kg_vertex to = w->end[w->half[k] ^ 1];

            if (!seen[to]) {
                seen[to] = 1;
                queue[count++] = to;
            }
        }
    for (uint64_t s = 0; s < w->m; s++)
        w->oriented[s] = seen[w->end[2 * s]];
}

void kg__plot_release(kg__plotting *w)
{
    kg__free_all(w->ctx, w->row, w->half, w->oriented, w->forward, w->label, w->mate);
}

kg_status kg__plot_prepare(kg__plotting *w)
{
    static const char what[] = "segments by vertex";
    kg_context *ctx = w->ctx;
    kg_vertex *queue = NULL;
    unsigned char *seen = NULL;
    kg_status status;

    KG_TRY(kg__host_allocate(ctx, &w->row, w->n + 1, sizeof *w->row, what));
    KG_TRY(kg__host_allocate(ctx, &w->half, w->m, 2 * sizeof *w->half, what));
    KG_TRY(kg__host_allocate(ctx, &w->oriented, w->m, sizeof *w->oriented, what));
    KG_TRY(kg__host_allocate(ctx, &w->forward, w->m, sizeof *w->forward, what));
    KG_TRY(kg__host_allocate(ctx, &w->label, w->n, sizeof *w->label, what));
    KG_TRY(kg__host_allocate(ctx, &w->mate, w->m, 2 * sizeof *w->mate, what));
    KG_TRY(kg__host_allocate(ctx, &queue, w->n, sizeof *queue, what));
    KG_TRY(kg__host_allocate(ctx, &seen, w->n, sizeof *seen, what));
    memset(seen, 0, w->n);
    memset(w->label, 0, w->n);
    make_rows(w);
    make_oriented(w, queue, seen);
out:
    kg__free_all(ctx, queue, seen);
    return status;
}

/* ---- figures --------------------------------------------------------------------------------- */

double kg__plot_pen_up(const kg_plot *plot, const kg__plotting *w, const double start[2])
{
    const double *at = start;
    double sum = 0;

    for (uint64_t i = 0; w->given->place && i < plot->figures.strokes; i++) {
        const kg_edge first = plot->step[plot->begin[i]], last = plot->step[plot->begin[i + 1] - 1];

        sum += kg__plot_distance(at, w->given->place + 2 * (uint64_t)w->end[first]);
        at = w->given->place + 2 * (uint64_t)w->end[last ^ 1];
    }
    return sum;
}

static void measure(kg_plot *plot, const kg__plotting *w)
{
    const kg_segments *g = w->given;
    kg_plot_figures *f = &plot->figures;

    for (uint64_t s = 0; s < w->m; s++)
        f->drawn += g->length  ? g->length[s]
                    : g->place ? kg__plot_distance(g->place + 2 * (uint64_t)w->end[2 * s],
                                     g->place + 2 * (uint64_t)w->end[2 * s + 1])
                               : 1;
    for (uint64_t i = 0; i < f->strokes; i++) {
        const uint64_t first = plot->begin[i], last = plot->begin[i + 1] - 1;

        f->closed += w->end[plot->step[first]] == w->end[plot->step[last] ^ 1];
        for (uint64_t k = first; g->place && k < last; k++)
            f->turned += kg__plot_turn(w, plot->step[k] ^ 1, plot->step[k + 1]);
    }
    f->turned *= 180 / M_PI;
}

/* ---- the call -------------------------------------------------------------------------------- */

static kg_status find(kg_plot *plot, kg__plotting *w, const kg_plot_options *options)
{
    kg_context *ctx = w->ctx;
    kg_plot_figures *f = &plot->figures;
    kg_status status;

    kg__stage(ctx, "segments by vertex");
    KG_TRY(kg__plot_prepare(w));
    kg__stage(ctx, "directions");
    KG_TRY(kg__plot_orient(w));
    kg__stage(ctx, "strokes");
    KG_TRY(kg__plot_pair(w, options->straight));
    KG_TRY(kg__plot_walk(plot, w));
    kg__stage(ctx, "order");
    f->pen_up = f->pen_up_found = kg__plot_pen_up(plot, w, options->start);
    if (w->given->place && !options->keep_order) {
        KG_TRY(kg__plot_order(plot, w, options));
        f->pen_up = kg__plot_pen_up(plot, w, options->start);
    }
    kg__stage(ctx, "verify");
    KG_TRY(kg__plot_verify(plot, w));
    measure(plot, w);
out:
    kg__stage(ctx, NULL);
    return status;
}

/* Plots segments of one layer. */
static kg_status plot_one(
    kg_plot **plot, kg_context *ctx, const kg_segments *segments, const kg_plot_options *options)
{
    kg__plotting w = {.ctx = ctx, .given = segments};
    kg_plot *made = NULL;
    kg_status status;

    w.end = segments->end;
    w.n = segments->vertices;
    w.m = segments->count;
    KG_TRY(kg__host_allocate(ctx, &made, 1, sizeof *made, "a plot"));
    *made = (kg_plot){.ctx = ctx};
    KG_TRY(find(made, &w, options));
    *plot = made;
    made = NULL;
out:
    kg_plot_destroy(made);
    kg__plot_release(&w);
    return status;
}

/* Plots one layer after the other. Each has its share of the time. */
static kg_status plot_layers(
    kg_plot **plot, kg_context *ctx, const kg_segments *segments, const kg_plot_options *options)
{
    const uint64_t m = segments->count;
    kg_plot *made = NULL, *one = NULL;
    kg__layers layers;
    kg_status status;

    KG_TRY(kg__layers_begin(&layers, ctx, segments));
    KG_TRY(kg__host_allocate(ctx, &made, 1, sizeof *made, "a plot"));
    *made = (kg_plot){.ctx = ctx};
    KG_TRY(kg__host_allocate(ctx, &made->step, m, sizeof *made->step, "strokes"));
    KG_TRY(kg__host_allocate(ctx, &made->begin, m + 1, sizeof *made->begin, "strokes"));
    while (kg__layers_next(&layers)) {
        kg_plot_options own = *options;

        own.seconds *= (double)layers.part.count / (double)m;
        KG_TRY(plot_one(&one, ctx, &layers.part, &own));
        kg__layers_append(made, one, &layers);
        kg_plot_destroy(one);
        one = NULL;
    }
    KG_TRY(kg__host_resize(
        ctx, &made->begin, made->figures.strokes + 1, sizeof *made->begin, "strokes"));
    *plot = made;
    made = NULL;
out:
    kg__layers_end(&layers);
    kg_plot_destroy(one);
    kg_plot_destroy(made);
    return status;
}

kg_status kg_plot_find(
    kg_plot **plot, kg_context *ctx, const kg_segments *segments, const kg_plot_options *options)
{
    kg_status status;

    KG_NEED_RESULT(ctx, plot, ctx);
    KG_NEED(ctx, segments);
    kg__begin(ctx);
    options = options ? options : &(const kg_plot_options)KG_PLOT_OPTIONS_INIT;
    KG_TRY(check_given(ctx, segments, options));
    KG_TRY((kg__layers_differ(segments) ? plot_layers : plot_one)(plot, ctx, segments, options));
out:
    return status;
}

void kg_plot_destroy(kg_plot *plot)
{
    if (!plot)
        return;
    kg__free_all(plot->ctx, plot->step, plot->begin, plot);
}

kg_status kg_plot_strokes(
    const kg_plot *plot, const uint64_t **begin, const kg_edge **step, uint64_t *strokes)
{
    KG_NEED(NULL, plot);
    KG_NEED(plot->ctx, begin);
    KG_NEED(plot->ctx, step);
    KG_NEED(plot->ctx, strokes);
    kg__begin(plot->ctx);
    *begin = plot->begin;
    *step = plot->step;
    *strokes = plot->figures.strokes;
    return KG_OK;
}

KG__GETTER(const kg_plot_figures *, kg_plot_measure, kg_plot, plot, &plot->figures, NULL)
