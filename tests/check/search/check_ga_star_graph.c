/*
 * A* in graphs by guides: costs against Bellman-Ford rounds, canonical paths against those of
 * kg_graph_path(), whatever the estimates are made of. With KONIG_LONG set, a thousand graphs.
 */
#include "check.h"
#include "search/ga_star/guide.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { LENGTHS = 6, PAIRS = 5, MOST = 80 };

/* ---- instances ------------------------------------------------------------------------------- */

typedef struct instance {
    uint64_t n, m;
    bool undirected;
    kg_vertex *end; /* [2m] in order of their sources */
    double *value;  /* [m] or NULL */
    double *place;  /* [2n] */
} instance;

static int by_source(const void *a, const void *b)
{
    const kg_vertex *x = a, *y = b;

    return x[0] != y[0] ? (x[0] < y[0] ? -1 : 1) : (x[1] > y[1]) - (x[1] < y[1]);
}

static double line_of(const instance *x, uint64_t e)
{
    const double *a = x->place + 2 * x->end[2 * e], *b = x->place + 2 * x->end[2 * e + 1];

    return sqrt((a[0] - b[0]) * (a[0] - b[0]) + (a[1] - b[1]) * (a[1] - b[1]));
}

static double make_length(const instance *x, uint64_t kind, uint64_t e, uint64_t *state)
{
    switch (kind) {
    case 1: /* streets, as long as the straight line or longer */
        return ceil(line_of(x, e) * (1 + (double)(check_random(state) % 4)));
    case 2:
        return (double)(check_random(state) % 3); /* 0 among them */
    case 3:
        return 0;
    case 4:
        return (double)(check_random(state) % 64) / 16;
    default:
        return (double)(1 + check_random(state) % 100000) * 1024;
    }
}

/* Edges mostly between near ids; a hub, whose row is longer than what is looked at together. */
static instance make_instance(uint64_t number, uint64_t seed)
{
    uint64_t state = seed * 100000 + number;
    const uint64_t kind = number % LENGTHS;
    instance x = {.n = 1 + check_random(&state) % MOST, .undirected = number / LENGTHS & 1};

    x.m = check_random(&state) % (4 * x.n);
    x.end = check_array(2 * x.m + 1, sizeof *x.end);
    x.place = check_array(2 * x.n, sizeof *x.place);
    x.value = kind ? check_array(x.m + 1, sizeof *x.value) : NULL;
    for (uint64_t e = 0; e < x.m; e++) {
        const uint64_t u = check_random(&state) % x.n;

        x.end[2 * e] = (kg_vertex)(e % 3 ? u : 0);
        x.end[2 * e + 1] = (kg_vertex)((u + check_random(&state) % 9) % x.n);
    }
    qsort(x.end, x.m, 2 * sizeof *x.end, by_source);
    for (uint64_t i = 0; i < 2 * x.n; i++)
        x.place[i] = (double)(i / 2 + check_random(&state) % 10) * (i % 2 ? -3 : 5);
    for (uint64_t e = 0; e < x.m && kind; e++)
        x.value[e] = make_length(&x, kind, e, &state);
    return x;
}

static void free_instance(instance *x)
{
    free(x->end);
    free(x->value);
    free(x->place);
}

static kg_status build(kg_graph **graph, kg_context *ctx, const instance *x)
{
    kg_vertex *source, *target;
    kg_status status;

    if (x->undirected)
        return kg_graph_build_undirected(graph, ctx, x->n, x->m, x->end, x->value);
    source = check_array(x->m + 1, sizeof *source);
    target = check_array(x->m + 1, sizeof *target);
    for (uint64_t e = 0; e < x->m; e++) {
        source[e] = x->end[2 * e];
        target[e] = x->end[2 * e + 1];
    }
    status = kg_graph_build(graph, ctx, x->n, x->m, source, target, x->value);
    free(source);
    free(target);
    return status;
}

/* ---- the oracle ------------------------------------------------------------------------------ */

static double length_of(const instance *x, bool unit, uint64_t e)
{
    return x->value && !unit ? x->value[e] : 1;
}

static bool shorten(double *distance, uint64_t u, uint64_t v, double length)
{
    if (!(distance[u] + length < distance[v]))
        return false;
    distance[v] = distance[u] + length;
    return true;
}

static void solve(double *distance, const instance *x, bool unit, kg_vertex source)
{
    bool any = true;

    for (uint64_t v = 0; v < x->n; v++)
        distance[v] = INFINITY;
    distance[source] = 0;
    while (any) {
        any = false;
        for (uint64_t e = 0; e < x->m; e++) {
            any |= shorten(distance, x->end[2 * e], x->end[2 * e + 1], length_of(x, unit, e));
            if (x->undirected)
                any |= shorten(distance, x->end[2 * e + 1], x->end[2 * e], length_of(x, unit, e));
        }
    }
}

/* ---- comparing ------------------------------------------------------------------------------- */

/* That the edges lead there, and their length. */
static double walk(check *c, const kg_context *ctx, const instance *x, bool unit,
    const kg_ga_star *answer, kg_vertex from, kg_vertex to)
{
    const uint32_t *edge = kg_ga_star_moves(answer);
    kg_vertex at = from;
    double sum = 0;

    for (uint64_t i = 0; i < kg_ga_star_length(answer); i++) {
        const kg_vertex a = x->end[2 * edge[i]], b = x->end[2 * edge[i] + 1];

        if (a != at && !(x->undirected && b == at))
            check_fail(c, ctx, "edge %u does not begin at %u", edge[i], at);
        at = a == at ? b : a;
        sum += length_of(x, unit, edge[i]);
    }
    check_number(c, ctx, "the end", at, to);
    return sum;
}

static void check_pair(check *c, kg_context *ctx, const instance *x, bool unit, kg_graph *graph,
    kg_guide *guide, kg_vertex from, kg_vertex to, double expected)
{
    static const double weight[] = {0, 0, 2};
    const kg_status status = expected < INFINITY ? KG_OK : KG_NO_SOLUTION;
    const kg_distances_options plain = {.unit = unit};
    kg_distances *path = NULL;
    const kg_edge *edge;
    uint64_t count, wrong = 0;

    check_status(c, ctx, kg_graph_path(&path, graph, from, to, &plain), status);
    for (int i = 0; i < 3; i++) {
        const kg_ga_star_options options = {.weight = weight[i], .canonical = i == 0};
        kg_ga_star *answer = NULL;
        double sum;

        if (check_status(c, ctx, kg_ga_star_graph(&answer, guide, from, to, &options), status) &&
            status == KG_OK) {
            sum = walk(c, ctx, x, unit, answer, from, to);
            if (sum != (double)kg_ga_star_cost(answer) * kg_guide_unit(guide))
                check_fail(c, ctx, "a cost of %llu for %g",
                    (unsigned long long)kg_ga_star_cost(answer), sum);
            if (i < 2 ? sum != expected : sum < expected || sum > 2 * expected)
                check_fail(c, ctx, "%u to %u: %g, not %g", from, to, sum, expected);
        }
        if (i == 0 && status == KG_OK && answer &&
            check_status(c, ctx, kg_distances_path(path, to, &edge, NULL, &count), KG_OK) &&
            check_number(c, ctx, "edges", kg_ga_star_length(answer), count)) {
            for (uint64_t k = 0; k < count; k++)
                wrong += kg_ga_star_moves(answer)[k] != edge[k];
            check_number(c, ctx, "other edges than kg_graph_path()'s", wrong, 0);
        }
        kg_ga_star_destroy(answer);
    }
    kg_distances_destroy(path);
}

static void compare(check *c, const instance *x, const kg_guide_options *options, uint64_t seed)
{
    double *distance = check_array(x->n, sizeof *distance);

    for (int k = 0; k < c->contexts; k++) {
        kg_context *ctx = c->context[k];
        uint64_t state = seed;
        kg_graph *graph = NULL;
        kg_guide *guide = NULL;
        const kg_vertex *landmark;
        unsigned count;

        if (check_status(c, ctx, build(&graph, ctx, x), KG_OK) &&
            check_status(c, ctx, kg_guide_build(&guide, graph, options), KG_OK)) {
            check_status(c, ctx, kg_guide_landmarks(guide, &landmark, &count), KG_OK);
            check_number(c, ctx, "landmarks", count <= options->landmarks, 1);
            for (int i = 0; i < (check_is_small() ? 2 : PAIRS); i++) {
                const kg_vertex from = (kg_vertex)(check_random(&state) % x->n);
                const kg_vertex to = (kg_vertex)(check_random(&state) % x->n);

                solve(distance, x, options->unit, from);
                check_pair(c, ctx, x, options->unit, graph, guide, from, to, distance[to]);
            }
        }
        kg_guide_destroy(guide);
        kg_graph_destroy(graph);
    }
    free(distance);
}

static void test_random(check *c)
{
    const uint64_t count = getenv("KONIG_LONG") ? 1000 : check_is_small() ? 12 : 96;

    for (uint64_t i = 0; i < count; i++) {
        instance x = make_instance(i, c->seed);
        const kg_guide_options options = {.landmarks = (unsigned)(i * 7 % 5),
            .coordinate = i % 3 ? x.place : NULL,
            .unit = i % 11 == 10};

        check_say(c, "graph %llu, %u landmarks", (unsigned long long)i, options.landmarks);
        compare(c, &x, &options, i);
        free_instance(&x);
    }
}

/* Roads: paths beside kg_graph_path()'s, and one by one far fewer states than vertices. */
static void test_roads(check *c)
{
    const kg_generate_options roads = {.kind = KG_GENERATE_GRID_ROADS,
        .width = check_is_small() ? 40 : 150,
        .height = check_is_small() ? 40 : 150,
        .seed = c->seed};
    const kg_guide_options options = {.landmarks = 8};

    check_say(c, "roads");
    for (int k = 0; k < c->contexts; k++) {
        kg_context *ctx = c->context[k];
        kg_graph *graph = NULL;
        kg_guide *guide = NULL;
        uint64_t state = c->seed, states = 0, n;
        const kg_vertex *landmark;
        unsigned count;

        check_status(c, ctx, kg_graph_generate(&graph, ctx, &roads), KG_OK);
        check_status(c, ctx, kg_guide_build(&guide, graph, &options), KG_OK);
        n = kg_graph_vertices(graph);
        for (int i = 0; i < 4 && guide; i++) {
            const kg_vertex from = (kg_vertex)(check_random(&state) % n);
            const kg_vertex to = (kg_vertex)(check_random(&state) % n);
            kg_ga_star *answer = NULL;
            kg_distances *path = NULL;

            check_status(c, ctx, kg_ga_star_graph(&answer, guide, from, to, NULL), KG_OK);
            check_status(c, ctx, kg_graph_path(&path, graph, from, to, NULL), KG_OK);
            if (answer && path && (double)kg_ga_star_cost(answer) != kg_distances_lengths(path)[to])
                check_fail(c, ctx, "%u to %u: not the distance", from, to);
            states += answer ? kg_ga_star_work(answer)->states : n;
            kg_ga_star_destroy(answer);
            kg_distances_destroy(path);
        }
        if (check_is_serial(ctx) && !check_is_small() && states > n)
            check_fail(c, ctx, "%llu states of four paths, %llu vertices",
                (unsigned long long)states, (unsigned long long)n);
        if (guide && check_status(c, ctx, kg_guide_landmarks(guide, &landmark, &count), KG_OK))
            check_number(c, ctx, "landmarks", count, 8);
        kg_guide_destroy(guide);
        kg_graph_destroy(graph);
    }
}

/* ---- refusals -------------------------------------------------------------------------------- */

static void expect(
    check *c, kg_graph *graph, const kg_guide_options *options, kg_status status, const char *text)
{
    kg_context *ctx = c->context[0];
    kg_guide *guide = (kg_guide *)graph; /* to see it become NULL */

    check_status(c, ctx, kg_guide_build(&guide, graph, options), status);
    check_number(c, ctx, "a guide", guide != NULL, 0);
    if (!strstr(kg_context_message(ctx), text))
        check_fail(c, ctx, "the text is '%s', not '%s'", kg_context_message(ctx), text);
}

static void test_refused(check *c)
{
    static const kg_vertex end[] = {0, 1, 1, 2};
    static const double odd[] = {0.1, 1e9}, negative[] = {1, -1}, wide[] = {0x1p33, 1};
    static const double far[] = {3e9, 3e9}, place[] = {0, 0, 1, NAN, 2, 0};
    const kg_guide_options many = {.landmarks = KG_GUIDE_LANDMARKS + 1};
    const kg_guide_options nowhere = {.coordinate = place};
    kg_context *ctx = c->context[0];
    kg_ga_star *answer = NULL;
    kg_guide *guide = NULL;
    kg_graph *graph;

    check_say(c, "refusals");
    check_status(c, ctx, kg_graph_build_undirected(&graph, ctx, 3, 2, end, odd), KG_OK);
    expect(c, graph, NULL, KG_UNSUPPORTED, "multiples of no power of 2");
    expect(c, graph, &many, KG_ARGUMENT, "17 landmarks: expected 0 to 16");
    expect(c, graph, &nowhere, KG_ARGUMENT, "vertex 1 has a coordinate of");
    kg_graph_destroy(graph);
    check_status(c, ctx, kg_graph_build_undirected(&graph, ctx, 3, 2, end, wide), KG_OK);
    expect(c, graph, NULL, KG_UNSUPPORTED, "GA* adds whole numbers below 2^32");
    kg_graph_destroy(graph);
    check_status(c, ctx, kg_graph_build_undirected(&graph, ctx, 3, 2, end, negative), KG_OK);
    expect(c, graph, NULL, KG_FORMAT, "edge 1 has the value -1");
    kg_graph_destroy(graph);
    check_status(c, ctx,
        kg_graph_build_bidirected(&graph, ctx, 3, 2, end, (const uint64_t[]){5}, NULL, NULL),
        KG_OK);
    expect(c, graph, NULL, KG_UNSUPPORTED, "a bidirected graph has no shortest paths");
    kg_graph_destroy(graph);
    check_status(c, ctx, kg_graph_build_undirected(&graph, ctx, 3, 2, end, far), KG_OK);
    if (check_status(c, ctx, kg_guide_build(&guide, graph, NULL), KG_OK)) {
        /* 3e9 = 2^9 * 5859375: counted in the unit a path of two is no problem */
        check_status(c, ctx, kg_ga_star_graph(&answer, guide, 0, 2, NULL), KG_OK);
        check_number(c, ctx, "cost", kg_ga_star_cost(answer), 2 * UINT64_C(5859375));
        kg_ga_star_destroy(answer);
        check_status(c, ctx, kg_ga_star_graph(&answer, guide, 0, 3, NULL), KG_ARGUMENT);
    }
    kg_guide_destroy(guide);
    kg_graph_destroy(graph);
}

/* ---- dear ways ------------------------------------------------------------------------------- */

/* 0 -> 1 -> 2 -> 3 past the costs that can be added up, and 0 -> 3 below them. */
static void test_dear(check *c)
{
    static const kg_vertex source[] = {0, 0, 1, 2}, target[] = {1, 3, 2, 3};
    static const double value[] = {3000000001, 3000000005, 3000000001, 1}, place[8] = {0};
    static const kg_guide_options options[] = {{0}, {.landmarks = 4}, {.coordinate = place}};
    static const struct {
        kg_vertex from, to;
        kg_status status;
        uint64_t cost;
    } ways[] = {{0, 3, KG_OK, 3000000005}, {0, 2, KG_OVERFLOW, 0}, {1, 3, KG_OK, 3000000002},
        {3, 0, KG_NO_SOLUTION, 0}};

    for (int k = 0; k < 3 * c->contexts; k++) {
        kg_context *ctx = c->context[k / 3];
        kg_guide *guide = NULL;
        kg_graph *graph;

        check_status(c, ctx, kg_graph_build(&graph, ctx, 4, 4, source, target, value), KG_OK);
        check_status(c, ctx, kg_guide_build(&guide, graph, &options[k % 3]), KG_OK);
        for (int i = 0; i < 8; i++) {
            const kg_ga_star_options canonical = {.canonical = i / 4};
            kg_ga_star *answer = NULL;

            check_say(c, "a dear way from %u to %u", ways[i % 4].from, ways[i % 4].to);
            check_status(c, ctx,
                kg_ga_star_graph(&answer, guide, ways[i % 4].from, ways[i % 4].to, &canonical),
                ways[i % 4].status);
            check_number(c, ctx, "cost", kg_ga_star_cost(answer), ways[i % 4].cost);
            kg_ga_star_destroy(answer);
        }
        kg_guide_destroy(guide);
        kg_graph_destroy(graph);
    }
}

/* ---- estimates ------------------------------------------------------------------------------- */

/* The scale, by hand. */
static void test_scale(check *c)
{
    static const kg_vertex end[] = {0, 1, 1, 2};
    static const double place[] = {0, 0, 3, 4, 3, 10};
    static const struct {
        double value[2], unit, scale;
    } graphs[] = {{{10, 24}, 2, 1}, {{10, 6}, 2, 0.5}, {{1.25, 6}, 0.25, 1}, {{0, 6}, 2, 0},
        {{12.3, 7.1}, 0.1, 71 / 6.0}};
    kg_context *ctx = c->context[0];

    for (int i = 0; i < 10; i++) {
        const kg_guide_options options = {.coordinate = i % 2 ? place : NULL};
        const double expected = i % 2 ? graphs[i / 2].scale : 0;
        kg_guide *guide = NULL;
        kg_graph *graph;

        check_say(c, "scale %d", i / 2);
        check_status(
            c, ctx, kg_graph_build_undirected(&graph, ctx, 3, 2, end, graphs[i / 2].value), KG_OK);
        check_status(c, ctx, kg_guide_build(&guide, graph, &options), KG_OK);
        if (kg_guide_unit(guide) != graphs[i / 2].unit)
            check_fail(c, ctx, "a unit of %g", kg_guide_unit(guide));
        if (i >= 8 && kg_guide_length(guide, 194) != 19.4)
            check_fail(c, ctx, "194 units are %.17g long", kg_guide_length(guide, 194));
        if (kg_guide_scale(guide) > expected || kg_guide_scale(guide) < expected * (1 - 0x1p-30))
            check_fail(c, ctx, "a scale of %.17g, not %g", kg_guide_scale(guide), expected);
        kg_guide_destroy(guide);
        kg_graph_destroy(graph);
    }
    if (kg_guide_scale(NULL) != 0 || kg_guide_unit(NULL) != 0)
        check_fail(c, ctx, "a scale or unit of no guide");
}

/* A town of WIDE x WIDE crossings, [2m] ends of its streets. */
static kg_vertex make_town(kg_vertex wide, kg_vertex *end, double *place)
{
    kg_vertex m = 0;

    for (kg_vertex v = 0; v < wide * wide; v++) {
        place[2 * v] = v % wide;
        place[2 * v + 1] = v / wide;
        for (int down = 0; down < 2; down++)
            if ((down ? v / wide : v % wide) + 1 < wide) {
                end[2 * m] = v;
                end[2 * m++ + 1] = v + (down ? wide : 1);
            }
    }
    return m;
}

/* A search along a street of a town leaves most of it out, by straight lines alone; the first
 * landmark is the corner that is farthest from the first crossing with four streets, the second one
 * is opposite. */
static void test_town(check *c)
{
    enum { WIDE = 120 };
    kg_vertex *end = check_array(4 * WIDE * WIDE, sizeof *end);
    double *place = check_array(2 * WIDE * WIDE, sizeof *place);
    const kg_vertex m = make_town(WIDE, end, place), from = WIDE * WIDE / 2 + 10;
    const kg_guide_options options = {.landmarks = 2}, straight = {.coordinate = place};

    for (int k = 0; k < c->contexts; k++) {
        kg_context *ctx = c->context[k];
        const kg_vertex *landmark;
        kg_ga_star *answer = NULL;
        kg_guide *guide = NULL;
        kg_graph *graph = NULL;
        unsigned count;

        check_say(c, "a town");
        check_status(
            c, ctx, kg_graph_build_undirected(&graph, ctx, WIDE * WIDE, m, end, NULL), KG_OK);
        check_status(c, ctx, kg_guide_build(&guide, graph, &options), KG_OK);
        if (check_status(c, ctx, kg_guide_landmarks(guide, &landmark, &count), KG_OK) &&
            check_number(c, ctx, "landmarks", count, 2)) {
            check_number(c, ctx, "the first landmark", landmark[0], WIDE * WIDE - 1);
            check_number(c, ctx, "the second landmark", landmark[1], 0);
        }
        kg_guide_destroy(guide);
        check_status(c, ctx, kg_guide_build(&guide, graph, &straight), KG_OK);
        if (check_status(c, ctx, kg_ga_star_graph(&answer, guide, from, from + 40, NULL), KG_OK)) {
            check_number(c, ctx, "cost", kg_ga_star_cost(answer), 40);
            if (check_is_serial(ctx) && kg_ga_star_work(answer)->states > 1500)
                check_fail(
                    c, ctx, "%llu states", (unsigned long long)kg_ga_star_work(answer)->states);
        }
        kg_ga_star_destroy(answer);
        kg_guide_destroy(guide);
        kg_graph_destroy(graph);
    }
    free(end);
    free(place);
}

/* Estimates that may be too large must be found: marks that are too far from their neighbours'. Of
 * a landmark itself that is so once it cannot be reached. */
static void check_marks(check *c, kg_context *ctx, kg_guide *guide, uint64_t marks)
{
    for (uint64_t i = 0; i < marks; i++) {
        const uint32_t mark = guide->mark[i];
        const uint64_t v = i / guide->marks;
        const uint32_t wrong[] = {KG__GA_NEVER, mark + 1, mark + 7, mark - 1};
        const int kinds = mark == 0 ? 1 : v == 1 || v == 2 ? 4 : 3; /* behind 1 and 2 are others */

        for (int k = 0; k < kinds; k++) {
            check_say(c, "mark %llu becomes %u", (unsigned long long)i, wrong[k]);
            guide->mark[i] = wrong[k];
            kg__begin(ctx);
            check_status(c, ctx, kg__guide_check(guide), KG_INTERNAL);
        }
        guide->mark[i] = mark;
    }
    kg__begin(ctx);
    check_status(c, ctx, kg__guide_check(guide), KG_OK);
}

/* The path 0, 1, 2, 3 by edges 0, 2, 4, with one thing wrong at a time. */
static void check_paths(check *c, kg_context *ctx, kg_guide *guide)
{
    static const struct {
        const char *what;
        uint32_t move[4];
        uint64_t length, cost;
        kg_status status;
    } paths[] = {
        {"the path", {0, 2, 4}, 3, 12, KG_OK},
        {"too long a path", {0, 2, 4}, 3, 11, KG_NO_SOLUTION},
        {"too short a path", {0, 2, 4}, 3, 13, KG_NO_SOLUTION},
        {"a path that ends early", {0, 2}, 2, 7, KG_NO_SOLUTION},
        {"a path that goes on", {0, 2, 4, 5}, 4, 17, KG_NO_SOLUTION},
        {"an edge of elsewhere", {0, 1, 4}, 3, 12, KG_NO_SOLUTION},
        {"an edge the wrong way", {0, 3, 4}, 3, 12, KG_NO_SOLUTION},
        {"a path that begins elsewhere", {2, 4}, 2, 9, KG_NO_SOLUTION},
    };
    const kg__ga_task task = {.problem = {.start = {{0, 0}}, .target = {{3, 0}}}, .of = guide};

    for (size_t i = 0; i < sizeof paths / sizeof *paths; i++) {
        uint32_t move[4];
        const kg_ga_star answer = {
            .ctx = ctx, .move = move, .length = paths[i].length, .cost = paths[i].cost};

        memcpy(move, paths[i].move, sizeof move);
        check_say(c, "%s", paths[i].what);
        kg__begin(ctx);
        check_status(c, ctx, kg__guide_verify(ctx, &task, &answer), paths[i].status);
    }
}

/* 0 -3- 1 -4- 2 -5- 3, there and back. */
static void test_check(check *c)
{
    static const kg_vertex source[] = {0, 1, 1, 2, 2, 3}, target[] = {1, 0, 2, 1, 3, 2};
    static const double value[] = {3, 3, 4, 4, 5, 5}, place[] = {0, 0, 3, 0, 7, 0, 12, 0};
    const kg_guide_options options = {.landmarks = 1, .coordinate = place};
    kg_context *ctx = c->context[0];
    kg_guide *guide = NULL;
    kg_graph *graph;

    check_status(c, ctx, kg_graph_build(&graph, ctx, 4, 6, source, target, value), KG_OK);
    if (check_status(c, ctx, kg_guide_build(&guide, graph, &options), KG_OK)) {
        check_paths(c, ctx, guide);
        check_marks(c, ctx, guide, (uint64_t)4 * guide->marks);
        check_say(c, "too large a scale");
        guide->scale *= 1 + 0x1p-30;
        kg__begin(ctx);
        check_status(c, ctx, kg__guide_check(guide), KG_INTERNAL);
    }
    kg_guide_destroy(guide);
    kg_graph_destroy(graph);
}

/* ---- failures -------------------------------------------------------------------------------- */

static kg_status all_calls(kg_context *ctx, const instance *x)
{
    const kg_guide_options options = {.landmarks = 2, .coordinate = x->place};
    const kg_ga_star_options canonical = {.canonical = 1};
    kg_ga_star *answer = NULL;
    kg_graph *graph = NULL;
    kg_guide *guide = NULL;
    kg_status status;

    KG_TRY(build(&graph, ctx, x));
    KG_TRY(kg_guide_build(&guide, graph, &options));
    status = kg_ga_star_graph(&answer, guide, 0, (kg_vertex)x->n - 1, &canonical);
    if (status == KG_NO_SOLUTION)
        status = KG_OK;
out:
    kg_ga_star_destroy(answer);
    kg_guide_destroy(guide);
    kg_graph_destroy(graph);
    return status;
}

static void test_allocations(check *c)
{
    for (uint64_t i = 0; i < 2 * LENGTHS; i++) {
        instance x = make_instance(i, c->seed);
        kg_context *ctx = c->context[i % (uint64_t)c->contexts];

        check_say(c, "graph %llu", (unsigned long long)i);
        CHECK_ALLOCATIONS(c, ctx, all_calls(ctx, &x));
        free_instance(&x);
    }
}

const check_case check_ga_star_graph_cases[] = {
    {"ga_star.graph_random", test_random, NULL, 0},
    {"ga_star.graph_roads", test_roads, NULL, 0},
    {"ga_star.graph_refused", test_refused, NULL, 0},
    {"ga_star.graph_dear", test_dear, NULL, 0},
    {"ga_star.graph_scale", test_scale, NULL, 0},
    {"ga_star.graph_town", test_town, NULL, 0},
    {"ga_star.graph_check", test_check, NULL, 0},
    {"ga_star.graph_allocations", test_allocations, NULL, 0},
    {NULL, NULL, NULL, 0},
};
