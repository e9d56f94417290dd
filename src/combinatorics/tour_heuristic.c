/*
 * Good tours: the front, which calls the stages, and checks their result.
 *
 * In: cities. Out: a tour, its length, and a length such that no tour is shorter.
 */
#include "../matrix/matrix.h"
#include "tour_options.h"
#include "tour_stages.h"
#include <string.h>

/* FEW: up to this many cities are solved exactly, because lists of near cities and exchanges need
 * more. KICKS a city, and at most MOST_KICKS, if no time is given: less work than the bound. */
enum { FEW = 7, KICKS = 10, MOST_KICKS = 100000 };

/* Sums of doubles are accurate to this part of them. */
static const double rounding = 1e-9;

typedef struct finding {
    kg_context *ctx;
    const kg_cities *cities;
    kg_tour_options options;
    kg__patience patience;
    kg__network network;
    uint32_t *near, *back; /* [n][width] */
    uint32_t width;
    uint32_t *tour; /* [nodes] */
    int64_t weight, bound;
    bool stopped; /* stopped before tour and bound were done */
    uint64_t kicks;
} finding;

/* ---- stages ---------------------------------------------------------------------------------- */

static kg_status begin(finding *f)
{
    const kg_tour_options *o = &f->options;
    kg__network *w = &f->network;
    uint64_t ways;
    kg_status status;

    kg__stage(f->ctx, "near cities");
    KG_TRY(kg__network_make(w, f->cities, o->open, o->has_start ? o->start : KG__NODE_NONE,
        o->has_end ? o->end : KG__NODE_NONE, f->ctx));
    f->width = w->n - 1 < KG__NEAR ? w->n - 1 : KG__NEAR;
    ways = (uint64_t)w->n * f->width;
    KG_TRY(kg__host_allocate(f->ctx, &f->tour, w->nodes, sizeof *f->tour, "a tour"));
    KG_TRY(kg__host_allocate(f->ctx, &f->near, ways, sizeof *f->near, "near cities"));
    KG_TRY(kg__network_near(f->near, w, f->width, false));
    if (w->directed) {
        KG_TRY(kg__host_allocate(f->ctx, &f->back, ways, sizeof *f->back, "near cities"));
        KG_TRY(kg__network_near(f->back, w, f->width, true));
    }
    kg__stage(f->ctx, "first tour");
    KG_TRY(w->directed ? kg__tour_start_directed(f->tour, w)
                       : kg__tour_start(f->tour, w, f->near, f->width));
out:
    return status;
}

static kg_status improve(finding *f, uint64_t kicks)
{
    const kg__network *w = &f->network;
    kg__tour_effort effort = {
        .patience = &f->patience, .kicks = kicks, .seed = f->options.seed, .done = 0};
    kg_status status;

    kg__stage(f->ctx, kicks         ? "changes at random"
                      : w->directed ? "stretches exchanged"
                                    : "2-opt and Or-opt");
    KG_TRY(w->directed ? kg__tour_improve_directed(f->tour, w, f->near, f->back, f->width, &effort)
                       : kg__tour_improve(f->tour, w, f->near, f->width, &effort));
    f->stopped = f->stopped || effort.stopped;
    f->kicks = effort.done;
    f->weight = kg__tour_weight(w, f->tour);
out:
    return status;
}

/* Finds the bound. If there is a limit of time, it takes half of the rest. */
static kg_status find_bound(finding *f)
{
    kg__patience half = f->patience;
    int64_t other;
    kg_status status;

    kg__stage(f->ctx, "lower bound");
    if (half.end > 0)
        half.end = (half.end + kg__now()) / 2;
    KG_TRY(kg__tour_bound(&f->bound, &f->network, f->near, f->width, f->weight, &half));
    if (f->network.directed && f->bound < f->weight) {
        KG_TRY(kg__assignment_bound(&other, &f->network, &half));
        f->bound = other > f->bound ? other : f->bound;
    }
    f->stopped = f->stopped || kg__patience_ends(&f->patience);
out:
    return status;
}

/* ---- the answer ------------------------------------------------------------------------------ */

/* Writes the cities from the start on. If both directions are equally long, the direction is the
 * one that begins with the lesser city. */
static void write_order(const finding *f, uint32_t *order)
{
    const kg__network *w = &f->network;
    const uint32_t n = w->n, m = w->nodes, first = f->options.start;
    uint32_t begin = 0;
    bool turn;

    while (
        w->joint != KG__NODE_NONE ? f->tour[begin] != w->joint : w->city[f->tour[begin]] != first)
        begin++;
    for (uint32_t i = 0; i < n; i++)
        order[i] = w->city[f->tour[(begin + (uint64_t)i + (m - n)) % m]];
    if (w->joint == KG__NODE_NONE)
        turn = !w->directed && order[1] > order[n - 1];
    else
        turn = !w->directed && (f->options.has_start    ? order[0] != first
                                   : f->options.has_end ? order[n - 1] != f->options.end
                                                        : order[0] > order[n - 1]);
    for (uint32_t i = w->joint == KG__NODE_NONE, j = n - 1; turn && i < j; i++, j--) {
        const uint32_t was = order[i];

        order[i] = order[j];
        order[j] = was;
    }
}

static double real_distance(const kg_cities *c, uint32_t from, uint32_t to)
{
    if (c->rule == KG_CITIES_MATRIX)
        return ((const double *)c->matrix->data)[(uint64_t)from * c->n + to];
    return kg__distance(c->rule, c->point + 2 * (uint64_t)from, c->point + 2 * (uint64_t)to);
}

/* Fails unless each city occurs once, and the ends are as asked for. */
static kg_status check_order(const finding *f, const uint32_t *order)
{
    const kg_tour_options *o = &f->options;
    const uint32_t n = f->network.n;
    uint8_t *seen = NULL;
    bool good = (!o->has_start || order[0] == o->start) && (!o->has_end || order[n - 1] == o->end);
    kg_status status;

    KG_TRY(kg__host_allocate(f->ctx, &seen, n, 1, "cities seen"));
    memset(seen, 0, n);
    for (uint32_t i = 0; i < n; i++)
        good = good && order[i] < n && !seen[order[i]]++;
    if (!good || f->bound > f->weight)
        status = kg__fail(f->ctx, KG_INTERNAL, "the tour found is not what it was taken for");
out:
    kg__free(f->ctx, seen);
    return status;
}

/* The greatest double that is not above an integer. */
static double round_down(int64_t number)
{
    double real = (double)number;

    return (int64_t)real > number ? nextafter(real, -INFINITY) : real;
}

static void tell(const finding *f, const uint32_t *order, kg_tour_answer *answer)
{
    const kg__network *w = &f->network;
    const uint32_t steps = w->joint == KG__NODE_NONE ? w->n : w->n - 1;
    double cost = 0, size = 0, bound;

    *answer = (kg_tour_answer){.kicks = f->kicks, .optimal = f->bound == f->weight};
    if (!w->real) {
        answer->cost.integer = f->weight;
        answer->bound.integer = f->bound;
        return;
    }
    for (uint32_t i = 0; i < steps; i++) {
        const double step = real_distance(f->cities, order[i], order[(i + 1) % w->n]);

        cost += step;
        size += fabs(step);
    }
    bound = round_down(f->bound) / w->scale;
    /* weights were rounded down by less than 1 each, so the shortest tour may differ from the
     * lightest by that much */
    answer->optimal = answer->optimal && steps / w->scale <= rounding * size;
    answer->cost.real = cost;
    answer->bound.real = answer->optimal || bound > cost ? cost : bound;
    answer->optimal = answer->bound.real == cost;
}

/* ---- calls ----------------------------------------------------------------------------------- */

static kg_status find_few(
    uint32_t *order, kg_tour_answer *answer, kg_cities *cities, const kg_tour_options *options)
{
    kg_tour_options exactly = *options;
    kg_matrix *distance = NULL;
    kg_status status;

    exactly.method = KG_TOUR_HELD_KARP;
    exactly.seconds = 0;
    exactly.stop = NULL;
    KG_TRY(kg_cities_distances(&distance, cities));
    KG_TRY(kg_tour_find(order, &answer->cost, NULL, distance, &exactly));
    answer->bound = answer->cost;
    answer->optimal = 1;
    answer->kicks = 0;
out:
    kg_matrix_destroy(distance);
    return status;
}

static kg_status find(finding *f, uint32_t *order, kg_tour_answer *answer)
{
    char why[64];
    bool interrupted;
    uint64_t kicks;
    kg_status status;

    KG_TRY(begin(f));
    KG_TRY(improve(f, 0));
    KG_TRY(find_bound(f));
    kicks = (uint64_t)f->network.n * KICKS < MOST_KICKS ? f->network.n * KICKS : MOST_KICKS;
    if (!f->stopped && f->bound < f->weight)
        KG_TRY(improve(f, f->patience.end > 0 ? UINT64_MAX : kicks));
    kg__stage(f->ctx, "verify");
    write_order(f, order);
    KG_TRY(check_order(f, order));
    tell(f, order, answer);
    interrupted = f->options.stop && *f->options.stop;
    if (!f->stopped && !interrupted)
        return KG_OK;
    kg__patience_tell(&f->patience, why, sizeof why);
    status = kg__fail(f->ctx, KG_LIMIT, "%s: tour and bound are what was found by then", why);
out:
    return status;
}

kg_status kg_tour_find_heuristic(
    uint32_t *order, kg_tour_answer *answer, kg_cities *cities, const kg_tour_options *options)
{
    static const kg_tour_options defaults = KG_TOUR_OPTIONS_INIT;
    kg_context *ctx = KG__CONTEXT(cities);
    finding f = {.ctx = ctx, .cities = cities, .options = options ? *options : defaults};
    kg_status status;

    KG_NEED(ctx, answer);
    KG_NEED(NULL, cities);
    kg__begin(ctx);
    if (cities->n)
        KG_NEED(ctx, order);
    KG_TRY(kg__tour_check_options(ctx, &f.options, cities->n));
    if (cities->n <= FEW)
        return find_few(order, answer, cities, &f.options);
    f.patience = kg__patience_from(f.options.seconds, f.options.stop);
    KG_TRY(find(&f, order, answer));
out:
    kg__stage(ctx, NULL);
    kg__free_all(ctx, f.tour, f.near, f.back);
    if (f.network.ctx)
        kg__network_finish(&f.network);
    return status;
}
