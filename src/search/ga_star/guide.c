/* Guides: precomputed estimates for searches in a graph, and their check. */
#include "guide.h"
#include <math.h>
#include <string.h>

enum { GRAIN = 1 << 16, DIGITS = 9 /* after the point */ };

/* SAFE: a factor that lowers the scale by more than rounding can add to a straight line. SHORTEST:
 * added to straight lines, as squares may underflow. */
#define SAFE     (1 - 0x1p-40)
#define SHORTEST 1e-150
#define LARGEST  1e100

static kg_status check_options(kg_graph *graph, const kg_guide_options *options)
{
    kg_context *ctx = graph->ctx;
    const double *place = options->coordinate;
    kg_status status;

    if (options->landmarks > KG_GUIDE_LANDMARKS)
        return kg__fail(ctx, KG_ARGUMENT, "%u landmarks: expected 0 to %d", options->landmarks,
            KG_GUIDE_LANDMARKS);
    for (uint64_t i = 0; place && i < 2 * (uint64_t)graph->n; i++)
        if (!(fabs(place[i]) <= LARGEST))
            return kg__fail(ctx, KG_ARGUMENT,
                "vertex %llu has a coordinate of %g: expected a number of at most 1e100 in size",
                (unsigned long long)(i / 2), place[i]);
    KG_TRY(kg__paths_check(graph));
    if (kg__edges(graph) > UINT32_MAX)
        return kg__fail(ctx, KG_UNSUPPORTED, "%llu edges: GA* takes fewer than 2^32",
            (unsigned long long)kg__edges(graph));
out:
    return status;
}

/* ---- costs ----------------------------------------------------------------------------------- */

/* Finds the least power of 10 that makes all lengths whole numbers; 1 if there is none. A double
 * counts as a decimal if it is the double nearest to it. */
static double find_tenths(const kg_guide *guide, const kg__lengths *lengths)
{
    const uint64_t m = guide->graph->m;
    double tenths = 10;

    for (int digit = 1; digit <= DIGITS && lengths->most * tenths < KG__GA_TOO_FAR; digit++) {
        uint64_t i = 0;

        while (
            i < m && nearbyint(kg__length(lengths, i) * tenths) / tenths == kg__length(lengths, i))
            i++;
        if (i == m)
            return tenths;
        tenths *= 10;
    }
    return 1;
}

/* Counts lengths in the unit. */
static kg_status make_tolls(kg_guide *guide, const kg__lengths *lengths)
{
    const kg_graph *graph = guide->graph;
    kg_status status = KG_OK;

    guide->unit = ldexp(1, lengths->lowest_bit);
    guide->tenths = 1;
    if (!(lengths->most / guide->unit < KG__GA_TOO_FAR)) {
        guide->tenths = find_tenths(guide, lengths);
        if (guide->tenths == 1)
            return kg__fail(guide->ctx, KG_UNSUPPORTED,
                "edges of lengths from %g to %g, which are multiples of no power of 2 above %g, "
                "and no decimals of up to %d digits: GA* adds whole numbers below 2^32",
                lengths->least, lengths->most, guide->unit, DIGITS);
        guide->unit = 1;
    }
    if (lengths->type == KG__LENGTH_ONE)
        return KG_OK;
    KG_TRY(kg__host_allocate(
        guide->ctx, &guide->toll, graph->m, sizeof *guide->toll, "costs of edges"));
    KG_PARALLEL_FOR(kg__threads(guide->ctx, graph->m, GRAIN))
    for (uint64_t i = 0; i < graph->m; i++)
        guide->toll[i] = (uint32_t)kg__guide_units(guide, kg__length(lengths, i));
out:
    return status;
}

/* ---- coordinates ----------------------------------------------------------------------------- */

/* The length of a straight line, rounded up; 0 between equal places. */
static double line_of(const double *place, uint64_t u, uint64_t v)
{
    const double x = place[2 * u] - place[2 * v], y = place[2 * u + 1] - place[2 * v + 1];

    return x == 0 && y == 0 ? 0 : sqrt(x * x + y * y) + SHORTEST;
}

static kg_status copy_places(kg_guide *guide, const double *coordinate)
{
    const kg_graph *graph = guide->graph;
    const uint64_t n = graph->n;
    double scale = INFINITY;
    kg_status status;

    KG_TRY(
        kg__host_allocate(guide->ctx, &guide->place, 2 * n, sizeof *guide->place, "coordinates"));
    memcpy(guide->place, coordinate, 2 * n * sizeof *coordinate);
    KG_PARALLEL_FOR(kg__threads(guide->ctx, graph->m, GRAIN), reduction(min : scale))
    for (uint64_t u = 0; u < n; u++)
        for (uint64_t i = graph->row[u]; i < graph->row[u + 1]; i++) {
            const double line = line_of(coordinate, u, graph->col[i]);

            if (line > 0 && kg__guide_toll(guide, i) / line < scale)
                scale = kg__guide_toll(guide, i) / line;
        }
    guide->scale = scale < INFINITY ? scale * SAFE : 0;
out:
    return status;
}

/* ---- the check ------------------------------------------------------------------------------- */

/* Returns whether an entry of the row of u contradicts an estimate: it would shorten a distance
 * from or to a landmark, or it is shorter than the scale says. If no entry does, adding up the
 * edges of any path shows that no estimate is too large, whatever code made it. */
static bool contradicts(const kg_guide *guide, uint64_t u, uint64_t i)
{
    const uint64_t v = guide->graph->col[i];
    const uint64_t toll = kg__guide_toll(guide, i);
    bool wrong = guide->place && guide->scale * line_of(guide->place, u, v) > (double)toll;

    for (unsigned k = 0; k < guide->marks; k++) {
        const bool is_to = !guide->graph->half && k >= guide->marks / 2;
        const uint64_t of_near = (is_to ? v : u) * guide->marks + k;
        const uint64_t of_far = (is_to ? u : v) * guide->marks + k;
        const uint32_t near = guide->mark[of_near], far = guide->mark[of_far];
        const uint64_t most = near + toll < KG__GA_TOO_FAR ? near + toll : KG__GA_TOO_FAR;

        wrong |= near != KG__GA_NEVER && far > most;
    }
    return wrong;
}

kg_status kg__guide_check(const kg_guide *guide)
{
    const kg_graph *graph = guide->graph;
    uint64_t wrong = 0;

    KG_PARALLEL_FOR(kg__threads(guide->ctx, graph->m, GRAIN), reduction(+ : wrong))
    for (uint64_t u = 0; u < graph->n; u++)
        for (uint64_t i = graph->row[u]; i < graph->row[u + 1]; i++)
            wrong += contradicts(guide, u, i);
    if (wrong)
        return kg__fail(guide->ctx, KG_INTERNAL, "self-check: %llu edges contradict the estimates",
            (unsigned long long)wrong);
    return KG_OK;
}

/* ---- the object ------------------------------------------------------------------------------ */

static kg_status fill(kg_guide *guide, const kg_guide_options *options)
{
    kg_graph *graph = guide->graph;
    kg__lengths ones = kg__unit_lengths, *lengths = &ones;
    kg_status status;

    kg__stage(guide->ctx, "prepare");
    guide->unit_lengths = options->unit;
    if (!options->unit)
        KG_TRY(kg__lengths_of(&lengths, graph));
    guide->widest = options->unit ? kg__widest_row(graph) : lengths->widest;
    KG_TRY(make_tolls(guide, lengths));
    if (options->landmarks && graph->n)
        KG_TRY(kg__guide_choose(guide, options->landmarks));
    kg__stage(guide->ctx, "prepare");
    if (options->coordinate)
        KG_TRY(copy_places(guide, options->coordinate));
    KG_TRY(kg__guide_check(guide));
out:
    kg__stage(guide->ctx, NULL);
    return status;
}

kg_status kg_guide_build(kg_guide **guide, kg_graph *graph, const kg_guide_options *options)
{
    kg_context *ctx = KG__CONTEXT(graph);
    kg_guide *g = NULL;
    kg_status status;

    KG_NEED_RESULT(ctx, guide, graph);
    options = options ? options : &(const kg_guide_options)KG_GUIDE_OPTIONS_INIT;
    KG_TRY(kg__begin_graph(graph));
    KG_TRY(check_options(graph, options));
    KG_TRY(kg__host_allocate(ctx, &g, 1, sizeof *g, "a guide"));
    memset(g, 0, sizeof *g);
    g->ctx = ctx;
    g->graph = graph;
    KG_TRY(fill(g, options));
    *guide = g;
    g = NULL;
out:
    kg_guide_destroy(g);
    return status;
}

void kg_guide_destroy(kg_guide *guide)
{
    kg_context *ctx = KG__CONTEXT(guide);

    if (!guide)
        return;
    kg__free_all(ctx, guide->toll, guide->mark, guide->place);
    for (int i = 0; i < KG__GUIDE_RESIDENTS; i++)
        kg__free(ctx, guide->resident[i]);
    kg__free(ctx, guide);
}

KG__GETTER(double, kg_guide_unit, kg_guide, guide, guide->unit / guide->tenths, 0)

double kg_guide_length(const kg_guide *guide, uint64_t cost)
{
    return guide ? kg__guide_length(guide, cost) : 0;
}

KG__GETTER(double, kg_guide_scale, kg_guide, guide, guide->scale, 0)

kg_status kg_guide_landmarks(const kg_guide *guide, const kg_vertex **landmark, unsigned *count)
{
    if (landmark)
        *landmark = NULL;
    if (count)
        *count = 0;
    KG_NEED(NULL, guide);
    KG_NEED(guide->ctx, landmark);
    KG_NEED(guide->ctx, count);
    *landmark = guide->landmark;
    *count = guide->landmarks;
    return KG_OK;
}

kg_status kg__guide_resident(kg_guide *guide, kg__ga_problem *problem)
{
    kg_context *ctx = guide->ctx;
    const uint64_t n = guide->graph->n;
    const struct {
        const void *from;
        uint64_t bytes;
    } array[KG__GUIDE_RESIDENTS] = {{guide->toll, guide->graph->m * sizeof *guide->toll},
        {guide->mark, n * guide->marks * sizeof *guide->mark},
        {guide->place, 2 * n * sizeof *guide->place}};
    void *made = NULL;
    kg_status status;

    KG_TRY(kg__graph_resident(guide->graph, &problem->row, &problem->col));
    for (int i = 0; i < KG__GUIDE_RESIDENTS; i++) {
        if (!array[i].from || !array[i].bytes || guide->resident[i])
            continue;
        KG_TRY(kg__allocate(ctx, &made, array[i].bytes, 1, "a guide"));
        KG_TRY(kg__memory(ctx)->upload(ctx, made, array[i].from, (size_t)array[i].bytes));
        guide->resident[i] = made;
        made = NULL;
    }
    problem->toll = guide->resident[0];
    problem->mark = guide->resident[1];
    problem->place = guide->resident[2];
out:
    kg__free(ctx, made);
    return status;
}
