/*
 * Route inspection of streets of which some are one-way against brute force: the shortest walk by
 * Dijkstra's algorithm over pairs of a vertex and the set of edges walked so far.
 */
#include "check.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { VERTICES = 5, EDGES = 8, GRAPHS = 300 };

typedef struct streets {
    uint64_t n, m;
    kg_vertex end[2 * EDGES];
    double length[EDGES];
    unsigned char one_way[EDGES];
} streets;

static uint64_t below(uint64_t *state, uint64_t limit)
{
    return check_random(state) % limit;
}

/* one_way: so many of ten. */
static streets make_streets(uint64_t *seed, unsigned one_way)
{
    streets s = {.n = 2 + below(seed, VERTICES - 1), .m = 2 + below(seed, EDGES - 1)};

    for (uint64_t e = 0; e < s.m; e++) {
        s.end[2 * e] = (kg_vertex)below(seed, s.n);
        s.end[2 * e + 1] = (kg_vertex)below(seed, s.n);
        s.length[e] = (double)below(seed, 20);
        s.one_way[e] = below(seed, 10) < one_way;
    }
    return s;
}

/* The length of the shortest walk from one vertex on to another; infinite: there is none. */
static double shortest_between(const streets *s, kg_vertex from, kg_vertex last)
{
    static double far[VERTICES << EDGES];
    static bool done[VERTICES << EDGES];
    const uint64_t states = VERTICES << s->m;

    for (uint64_t i = 0; i < states; i++) {
        far[i] = INFINITY;
        done[i] = false;
    }
    far[from] = 0;
    for (;;) {
        uint64_t at = states;

        for (uint64_t i = 0; i < states; i++)
            if (!done[i] && far[i] < INFINITY && (at == states || far[i] < far[at]))
                at = i;
        if (at == states)
            break;
        done[at] = true;
        for (uint64_t e = 0; e < s->m; e++)
            for (unsigned back = 0; back < (s->one_way[e] ? 1 : 2); back++) {
                const uint64_t set = at / VERTICES | UINT64_C(1) << e;
                const uint64_t to = set * VERTICES + s->end[2 * e + !back];

                if (s->end[2 * e + back] == at % VERTICES)
                    far[to] = fmin(far[to], far[at] + s->length[e]);
            }
    }
    return far[((UINT64_C(1) << s->m) - 1) * VERTICES + last];
}

static bool has_edges(const streets *s, kg_vertex v)
{
    bool has = false;

    for (uint64_t h = 0; h < 2 * s->m; h++)
        has |= s->end[h] == v;
    return has;
}

/* The same with the ends that options say, and any others. */
static double shortest(const streets *s, const kg_eulerise_options *options)
{
    double least = INFINITY;

    if (!options->open)
        return shortest_between(s, options->has_start ? options->start : s->end[0],
            options->has_start ? options->start : s->end[0]);
    for (kg_vertex from = 0; from < s->n; from++)
        for (kg_vertex last = 0; last < s->n; last++)
            if (has_edges(s, from) && has_edges(s, last) &&
                (!options->has_start || options->start == from) &&
                (!options->has_end || options->end == last))
                least = fmin(least, shortest_between(s, from, last));
    return least;
}

/* Checks that the graph that a route makes has each edge in a way that it has, so often, and an
 * Euler circuit, or a path from end to end. */
static void check_walk(check *c, kg_context *ctx, const streets *s, const kg_route *route)
{
    const unsigned char *edge = NULL, *repeat = NULL;
    kg_graph *graph = NULL;
    kg_euler *euler = NULL;
    double length = 0;

    check_status(c, ctx, kg_route_directions(route, &edge, &repeat), KG_OK);
    for (uint64_t e = 0; edge && e < s->m; e++)
        if (s->one_way[e] && edge[e])
            check_fail(c, ctx, "edge %d is walked the wrong way", (int)e);
    if (check_status(c, ctx, kg_route_graph(&graph, route), KG_OK)) {
        for (uint64_t e = 0; e < kg_graph_edges(graph); e++)
            length += kg_graph_values(graph)[e];
        if (length != kg_route_measure(route)->length + kg_route_measure(route)->repeated)
            check_fail(c, ctx, "the walk is %g long", length);
        check_number(c, ctx, "kind", kg_graph_kind(graph), edge ? KG_DIRECTED : KG_UNDIRECTED);
        check_status(c, ctx,
            kg_euler_find(&euler, graph,
                &(kg_euler_options){
                    .kind = kg_route_measure(route)->closed ? KG_EULER_CIRCUIT : KG_EULER_PATH,
                    .has_start = !kg_route_measure(route)->closed,
                    .start = kg_route_measure(route)->start}),
            KG_OK);
    }
    kg_euler_destroy(euler);
    kg_graph_destroy(graph);
}

/* Adds what is repeated, and what is at least, to sums; returns whether there is a walk. */
static bool check_streets(check *c, kg_context *ctx, const streets *s,
    const kg_eulerise_options *ends, double *repeated, double *least)
{
    kg_eulerise_options options = *ends;
    const double best = shortest(s, ends);
    const kg_route_lengths *got;
    kg_graph *graph = NULL;
    kg_route *route = NULL;
    double sum = 0;

    if (!options.heuristic)
        options.one_way = s->one_way;
    for (uint64_t e = 0; e < s->m; e++)
        sum += s->length[e];
    check_status(
        c, ctx, kg_graph_build_undirected(&graph, ctx, s->n, s->m, s->end, s->length), KG_OK);
    if (check_status(c, ctx, kg_euler_eulerise(&route, graph, &options),
            best < INFINITY ? KG_OK : KG_NO_SOLUTION) &&
        best < INFINITY) {
        got = kg_route_measure(route);
        if (got->length != sum || got->repeated < best - sum || got->bound > best - sum ||
            (!ends->heuristic && got->bound < got->repeated))
            check_fail(c, ctx, "%g repeated, bound %g, where %g is least", got->repeated,
                got->bound, best - sum);
        *repeated += got->repeated;
        *least += best - sum;
        if (!got->closed && ((ends->has_start && got->start != ends->start) ||
                                (ends->has_end && got->end != ends->end)))
            check_fail(c, ctx, "from %u to %u", got->start, got->end);
        check_walk(c, ctx, s, route);
    }
    kg_route_destroy(route);
    kg_graph_destroy(graph);
    return best < INFINITY;
}

/* ends: 0 of a closed walk, 1 none is given, 2 the start, 3 the end, 4 both; 5 the start of a
 * closed one. */
static void check_kinds(check *c, unsigned one_way, bool heuristic, unsigned ends, double at_most)
{
    const int graphs = check_is_small() ? 20 : ends ? GRAPHS / 4 : GRAPHS;
    kg_context *ctx = c->context[0];
    uint64_t seed = c->seed + one_way;
    double repeated = 0, least = 0;
    int walks = 0;

    for (int i = 0; i < 20 * graphs && walks < graphs; i++) {
        const streets s = make_streets(&seed, one_way);
        kg_eulerise_options options = {.heuristic = heuristic, .open = ends > 0 && ends < 5};

        options.has_start = ends == 2 || ends >= 4;
        options.has_end = ends == 3 || ends == 4;
        options.start = options.has_start ? s.end[below(&seed, 2 * s.m)] : 0;
        options.end = options.has_end ? s.end[below(&seed, 2 * s.m)] : 0;
        check_say(c, "streets %d, %d of 10 one-way, ends %u", i, (int)one_way, ends);
        walks += check_streets(c, ctx, &s, &options, &repeated, &least);
    }
    check_say(c, "%d streets, %d of 10 one-way, ends %u", walks, (int)one_way, ends);
    if (walks < graphs / 2 || repeated > at_most * least)
        check_fail(c, ctx, "%g repeated, where %g is least", repeated, least);
}

/* With so few edges the answer is the shortest. */
static void check_mixed(check *c)
{
    check_kinds(c, 0, false, 0, 1);
    check_kinds(c, 2, false, 0, 1);
    check_kinds(c, 5, false, 0, 1);
    check_kinds(c, 10, false, 0, 1);
    check_kinds(c, 3, false, 5, 1);
}

static void check_open(check *c)
{
    for (unsigned ends = 1; ends <= 4; ends++) {
        check_kinds(c, 0, false, ends, 1);
        check_kinds(c, 3, false, ends, 1);
        check_kinds(c, 6, false, ends, 1);
        check_kinds(c, 10, false, ends, 1);
    }
}

/* The heuristic: never less than the shortest, and its bound never more. */
static void check_heuristic(check *c)
{
    const uint64_t side = check_is_small() ? 8 : 60;
    kg_context *ctx = c->context[0];
    kg_graph *town = NULL;
    kg_route *exact = NULL, *quick = NULL;

    check_kinds(c, 0, true, 0, 1.1);
    check_say(c, "a town");
    check_status(c, ctx,
        kg_graph_generate(&town, ctx,
            &(kg_generate_options){
                .kind = KG_GENERATE_GRID_ROADS, .width = side, .height = side, .seed = c->seed}),
        KG_OK);
    check_status(c, ctx, kg_euler_eulerise(&exact, town, NULL), KG_OK);
    check_status(
        c, ctx, kg_euler_eulerise(&quick, town, &(kg_eulerise_options){.heuristic = 1}), KG_OK);
    if (exact && quick) {
        const double least = kg_route_measure(exact)->repeated;
        const kg_route_lengths *got = kg_route_measure(quick);

        if (got->repeated < least || got->repeated > 1.25 * least || got->bound > least ||
            got->bound < 0.7 * least)
            check_fail(c, ctx, "%g repeated, bound %g, where %g is least", got->repeated,
                got->bound, least);
    }
    kg_route_destroy(quick);
    kg_route_destroy(exact);
    kg_graph_destroy(town);
}

static void check_refused(check *c)
{
    const kg_vertex end[] = {0, 1, 1, 0}, source[] = {0, 1}, target[] = {1, 0};
    const unsigned char some[] = {1, 0}, none[] = {0, 0};
    kg_context *ctx = c->context[0];
    kg_graph *graph = NULL, *directed = NULL;
    kg_route *route = NULL;

    check_status(c, ctx, kg_graph_build_undirected(&graph, ctx, 2, 2, end, NULL), KG_OK);
    check_status(c, ctx, kg_graph_build(&directed, ctx, 2, 2, source, target, NULL), KG_OK);
    check_status(c, ctx,
        kg_euler_eulerise(&route, graph, &(kg_eulerise_options){.one_way = some, .open = 1}),
        KG_OK);
    kg_route_destroy(route);
    check_status(c, ctx,
        kg_euler_eulerise(&route, directed, &(kg_eulerise_options){.one_way = some}), KG_ARGUMENT);
    check_status(c, ctx,
        kg_euler_eulerise(&route, graph, &(kg_eulerise_options){.one_way = none, .open = 1}),
        KG_OK);
    kg_route_destroy(route);
    check_status(c, ctx,
        kg_euler_eulerise(&route, graph, &(kg_eulerise_options){.heuristic = 1, .has_end = 1}),
        KG_UNSUPPORTED);
    kg_graph_destroy(directed);
    kg_graph_destroy(graph);
}

static kg_status eulerise(kg_context *ctx, int heuristic, int open)
{
    static const kg_vertex end[] = {0, 1, 1, 2, 2, 0, 0, 3, 3, 1, 2, 3};
    static const unsigned char one_way[] = {1, 0, 0, 1, 0, 0};
    kg_graph *graph = NULL, *walk = NULL;
    kg_route *route = NULL;
    kg_status status;

    KG_TRY(kg_graph_build_undirected(&graph, ctx, 4, 6, end, NULL));
    KG_TRY(kg_euler_eulerise(&route, graph,
        &(kg_eulerise_options){
            .one_way = heuristic ? NULL : one_way, .heuristic = heuristic, .open = open}));
    KG_TRY(kg_route_graph(&walk, route));
out:
    kg_graph_destroy(walk);
    kg_route_destroy(route);
    kg_graph_destroy(graph);
    return status;
}

static void check_allocations(check *c)
{
    kg_context *ctx = c->context[0];

    CHECK_ALLOCATIONS(c, ctx, eulerise(ctx, 0, 0));
    CHECK_ALLOCATIONS(c, ctx, eulerise(ctx, 1, 0));
    CHECK_ALLOCATIONS(c, ctx, eulerise(ctx, 0, 1));
}

const check_case check_route_mixed_cases[] = {
    {"route-mixed.random", check_mixed, NULL, 0},
    {"route-mixed.open", check_open, NULL, 0},
    {"route-mixed.heuristic", check_heuristic, NULL, 0},
    {"route-mixed.refused", check_refused, NULL, 0},
    {"route-mixed.allocations", check_allocations, NULL, 0},
    {NULL, NULL, NULL, 0},
};
