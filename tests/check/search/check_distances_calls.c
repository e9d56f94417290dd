/*
 * Calls for distances that follow each other: many questions about one graph, questions after one
 * that failed, what is refused, and answers that were damaged.
 */
#include "distances_oracle.h"
#include "search/paths/distances.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* ---- again ----------------------------------------------------------------------------------- */

/* Questions about one graph, of which up to three answers are there at a time: all that an answer
 * says of all vertices is right, whatever was asked before; the last ones outlive the graph. */
static void check_again_and_again(check *c, kg_context *ctx, instance *x, uint64_t seed)
{
    enum { ALIVE = 3, QUESTIONS = 24 };
    kg_distances *alive[ALIVE] = {NULL};
    kg_graph *graph;
    uint64_t state = seed;

    if (!check_status(c, ctx, paths_build(&graph, ctx, x), KG_OK))
        return;
    for (int i = 0; i < QUESTIONS; i++) {
        kg_distances **d = &alive[check_random(&state) % ALIVE];
        oracle o;

        x->sources = 1 + check_random(&state) % MOST_SOURCES;
        x->options = (kg_distances_options){.goal = x->goal,
            .goals = check_random(&state) % 3,
            .has_limit = check_random(&state) % 2 == 0,
            .limit = (double)(check_random(&state) % 9),
            .towards = check_random(&state) % 4 == 0};
        for (int k = 0; k < MOST_SOURCES; k++) {
            x->source[k] = (kg_vertex)(check_random(&state) % x->n);
            x->goal[k] = (kg_vertex)((x->source[0] + check_random(&state) % 9) % x->n);
        }
        o = paths_solve(graph, x);
        kg_distances_destroy(*d);
        if (check_status(
                c, ctx, kg_graph_distances(d, graph, x->source, x->sources, &x->options), KG_OK)) {
            check_equal(c, ctx, "distances again", kg_distances_lengths(*d), o.distance, x->n,
                sizeof(double));
            check_equal(
                c, ctx, "edges again", kg_distances_edges(*d), o.edge, x->n, sizeof(kg_edge));
            check_equal(c, ctx, "parents again", kg_distances_parents(*d), o.parent, x->n,
                sizeof(kg_vertex));
        }
        paths_free_oracle(&o);
    }
    kg_graph_destroy(graph);
    for (int k = 0; k < ALIVE; k++)
        kg_distances_destroy(alive[k]);
}

/* A short path in a long graph takes no array a vertex long, once there was another one. */
static void check_short_path(check *c, kg_context *ctx)
{
    const uint64_t n = check_is_small() ? 5000 : 200000;
    kg_vertex *end = check_array(2 * n, sizeof *end);
    kg_distances *d = NULL;
    kg_graph *graph = NULL;

    for (uint64_t h = 0; h < 2 * n; h++)
        end[h] = (kg_vertex)((h + 1) / 2 % n);
    check_status(c, ctx, kg_graph_build_undirected(&graph, ctx, n, n, end, NULL), KG_OK);
    free(end);
    for (kg_vertex i = 0; i < 3 && graph; i++) {
        const uint64_t held = check_held(ctx);

        check_status(c, ctx, kg_graph_path(&d, graph, 1000 * i, 1000 * i + 7, NULL), KG_OK);
        check_number(c, ctx, "reached", kg_distances_reached(d), 15);
        if (i && check_held(ctx) - held >= n)
            check_fail(c, ctx, "%llu bytes for a path of 7 edges",
                (unsigned long long)(check_held(ctx) - held));
        kg_distances_destroy(d);
    }
    kg_graph_destroy(graph);
}

static void test_again(check *c)
{
    for (int k = 0; k < c->contexts; k++) {
        for (uint64_t i = 0; i < (check_is_small() ? KINDS : 8 * KINDS); i++) {
            instance x = paths_instance(i, c->seed, 2 + 30 * (i % 4), 60 * (1 + i % 2));

            check_say(c, "again, instance %llu", (unsigned long long)i);
            check_again_and_again(c, c->context[k], &x, c->seed + i);
            paths_free_instance(&x);
        }
        check_say(c, "short paths");
        if (strcmp(c->backend, "cpu") == 0)
            check_short_path(c, c->context[k]);
    }
}

/* ---- after a failure ------------------------------------------------------------------------- */

/* Asks two questions that differ in their sources, the first of which fails for the k-th
 * allocation: it must leave nothing behind that the second one sees. Returns whether it failed. */
static bool check_after_failure(check *c, kg_context *ctx, kg_graph *graph, const instance *first,
    const instance *then, const oracle *o, uint64_t k)
{
    kg_distances *d = NULL;
    kg_status status;

    kg__fault_set(ctx, KG__FAULT_ALLOCATE, k);
    status = kg_graph_distances(&d, graph, first->source, first->sources, &first->options);
    kg__fault_set(ctx, KG__FAULT_ALLOCATE, 0);
    if (status != KG_OK)
        check_status(c, ctx, status, KG_MEMORY);
    kg_distances_destroy(d);
    if (check_status(c, ctx,
            kg_graph_distances(&d, graph, then->source, then->sources, &then->options), KG_OK)) {
        check_equal(c, ctx, "distances after a failure", kg_distances_lengths(d), o->distance, o->n,
            sizeof(double));
        check_equal(
            c, ctx, "edges after a failure", kg_distances_edges(d), o->edge, o->n, sizeof(kg_edge));
        check_equal(c, ctx, "parents after a failure", kg_distances_parents(d), o->parent, o->n,
            sizeof(kg_vertex));
    }
    kg_distances_destroy(d);
    return status != KG_OK;
}

/* Each time a graph of which nothing was asked before. */
static void check_new_graphs(check *c, kg_context *ctx, instance *x)
{
    instance then = *x;
    bool failed = true;

    x->sources = then.sources = 1;
    x->options = (kg_distances_options){.goals = 1, .goal = x->goal};
    then.source[0] = x->source[1];
    then.options = (kg_distances_options){.has_limit = 1, .limit = 1e300};
    for (uint64_t k = 1; failed; k++) {
        kg_graph *graph = NULL;
        oracle o;

        if (!check_status(c, ctx, paths_build(&graph, ctx, x), KG_OK))
            return;
        o = paths_solve(graph, &then);
        failed = check_after_failure(c, ctx, graph, x, &then, &o, k);
        paths_free_oracle(&o);
        kg_graph_destroy(graph);
    }
}

/* A fan of which a search meets more vertices at once than one thread works on, and nevertheless
 * few of all: vertex 0 has edges to WIDE others, each of these has two more, which it shares with
 * its neighbours, and a long path is behind. The limit is 2. */
static instance make_fan(void)
{
    enum { WIDE = 6000, N = 1 << 17 };
    instance x = {.n = N, .m = N - 1 + WIDE, .undirected = true, .sources = 1};
    kg_vertex *end;

    x.end = end = check_array(2 * x.m, sizeof *x.end);
    for (kg_vertex i = 1; i <= WIDE; i++, end += 6) {
        end[0] = 0;
        end[2] = end[4] = end[1] = i;
        end[3] = WIDE + i;
        end[5] = WIDE + i % WIDE + 1;
    }
    for (kg_vertex v = 2 * WIDE; v + 1 < N; v++, end += 2) {
        end[0] = v;
        end[1] = v + 1;
    }
    x.options = (kg_distances_options){.has_limit = 1, .limit = 2};
    return x;
}

static void check_fan(check *c, kg_context *ctx)
{
    instance x = make_fan(), other = x;
    kg_graph *graph = NULL;
    oracle o[2];
    bool failed = true;

    other.source[0] = 9000;
    if (check_status(c, ctx, paths_build(&graph, ctx, &x), KG_OK)) {
        o[0] = paths_solve(graph, &x);
        o[1] = paths_solve(graph, &other);
        for (int i = 0; i < 3; i++) /* without a failure */
            check_after_failure(c, ctx, graph, &x, i % 2 ? &other : &x, &o[i % 2], 0);
        for (uint64_t k = 1; failed; k++)
            failed = check_after_failure(c, ctx, graph, &x, &other, &o[1], k);
        paths_free_oracle(&o[0]);
        paths_free_oracle(&o[1]);
    }
    kg_graph_destroy(graph);
    paths_free_instance(&x);
}

static void test_after_failures(check *c)
{
    for (uint64_t i = 0; i < 2 * KINDS; i++) {
        instance x = paths_instance(i, c->seed, 60, 90);

        check_say(c, "after a failure, instance %llu", (unsigned long long)i);
        check_new_graphs(c, c->context[i % (uint64_t)c->contexts], &x);
        paths_free_instance(&x);
    }
    for (int k = 0; k < c->contexts && !check_is_small(); k++) {
        check_say(c, "after a failure, a fan");
        check_fan(c, c->context[k]);
    }
}

/* ---- refusals -------------------------------------------------------------------------------- */

static void expect(check *c, kg_graph *graph, const kg_vertex *source, uint64_t sources,
    const kg_distances_options *options, kg_status status, const char *text)
{
    kg_distances *d = (kg_distances *)graph; /* to see it become NULL */

    check_status(c, c->context[0], kg_graph_distances(&d, graph, source, sources, options), status);
    check_number(c, c->context[0], "an answer", d != NULL, 0);
    if (!strstr(kg_context_message(c->context[0]), text))
        check_fail(c, c->context[0], "the text is '%s', not '%s'",
            kg_context_message(c->context[0]), text);
}

static void test_refused(check *c)
{
    static const kg_vertex end[] = {0, 1, 1, 2}, source[] = {2, 3};
    static const double bad[][2] = {{1, -0.5}, {1, NAN}, {1, INFINITY}}, large[] = {1e308, 1};
    kg_context *ctx = c->context[0];
    kg_distances_options options = KG_DISTANCES_OPTIONS_INIT;
    kg_distances *d;
    kg_graph *graph;

    check_say(c, "refusals");
    for (int i = 0; i < 3; i++) {
        check_status(c, ctx, kg_graph_build_undirected(&graph, ctx, 3, 2, end, bad[i]), KG_OK);
        expect(c, graph, source, 1, NULL, KG_FORMAT, "edge 1 has the value ");
        options.unit = 1;
        check_status(c, ctx, kg_graph_distances(&d, graph, source, 1, &options), KG_OK);
        kg_distances_destroy(d);
        kg_graph_destroy(graph);
    }
    check_status(c, ctx, kg_graph_build_undirected(&graph, ctx, 3, 2, end, large), KG_OK);
    expect(c, graph, source, 1, NULL, KG_OVERFLOW, "past the range of a double");
    kg_graph_destroy(graph);
    check_status(
        c, ctx, kg_graph_build_bidirected(&graph, ctx, 3, 2, end, NULL, NULL, NULL), KG_ARGUMENT);
    check_status(c, ctx,
        kg_graph_build_bidirected(&graph, ctx, 3, 2, end, (const uint64_t[]){5}, NULL, NULL),
        KG_OK);
    expect(c, graph, source, 1, NULL, KG_UNSUPPORTED, "a bidirected graph has no shortest paths");
    kg_graph_destroy(graph);
    check_status(c, ctx, kg_graph_build_undirected(&graph, ctx, 3, 2, end, NULL), KG_OK);
    expect(c, graph, source, 2, NULL, KG_ARGUMENT, "source[1] is 3");
    expect(c, graph, NULL, 1, NULL, KG_ARGUMENT, "source");
    options.goals = 2;
    expect(c, graph, source, 1, &options, KG_ARGUMENT, "goal is NULL");
    options.goal = source;
    expect(c, graph, source, 1, &options, KG_ARGUMENT, "goal[1] is 3");
    options.goals = 0;
    options.has_limit = 1;
    options.limit = NAN;
    expect(c, graph, source, 1, &options, KG_ARGUMENT, "a limit of ");
    options.limit = -1;
    expect(c, graph, source, 1, &options, KG_ARGUMENT, "a limit of -1");
    options = (kg_distances_options){.towards = 1};
    check_status(c, ctx, kg_graph_path(&d, graph, 0, 1, &options), KG_ARGUMENT);
    check_status(c, ctx, kg_graph_path(&d, graph, 0, 3, NULL), KG_ARGUMENT);
    kg_graph_destroy(graph);
}

/* ---- the check of answers -------------------------------------------------------------------- */

/* Puts another vertex in place of each on the list: then the source is not there, or twice. */
static void check_damaged_list(check *c, kg_distances *d, const kg_distances_options *options)
{
    static const kg_vertex source[] = {0};
    kg__reached *list = &d->arrays->reached;

    check_say(c, "a damaged list");
    check_number(c, d->ctx, "that there is no list", list->all, 0);
    check_number(c, d->ctx, "the list", list->count, 5);
    for (uint64_t i = 0; i < list->count; i++) {
        const kg_vertex v = list->vertex[i];

        list->vertex[i] = v == 0 ? 1 : 0;
        kg__begin(d->ctx);
        check_status(c, d->ctx, kg__verify_distances(d, source, 1, options), KG_INTERNAL);
        list->vertex[i] = v;
    }
}

/* list: damages the list of what was reached as well, in a graph of which that is a small part. */
static void check_damage(check *c, bool list)
{
    /* 0 -1- 1 -0- 2 -0- 3 -2- 4, and 1 -0- 3 */
    static const kg_vertex end[] = {0, 1, 1, 2, 2, 3, 3, 4, 1, 3}, source[] = {0};
    static const double value[] = {1, 0, 0, 2, 0};
    const kg_distances_options options = {.has_limit = list, .limit = 100};
    static const struct {
        const char *what;
        kg_vertex vertex;
        double length;
        kg_edge edge;
        kg_vertex parent;
    } damage[] = {
        {"a distance too long", 4, 4, 3, 3},
        {"a distance too short", 4, 2, 3, 3},
        {"a distance that is none", 4, NAN, 3, 3},
        {"a source with a distance", 0, 1, KG_NO_EDGE, KG_NO_VERTEX},
        {"a source with an edge", 0, 0, 0, 1},
        {"a vertex that was not reached", 4, INFINITY, KG_NO_EDGE, KG_NO_VERTEX},
        {"an edge of others", 4, 3, 2, 3},
        {"no such edge", 4, 3, 5, 3},
        {"another end", 4, 3, 3, 2},
        {"no parent", 4, 3, 3, KG_NO_VERTEX},
        {"no edge", 4, 3, KG_NO_EDGE, KG_NO_VERTEX},
        {"an edge that is too long", 3, 1, 3, 4},
        {"a circle", 1, 1, 1, 2},
    };
    kg_context *ctx = c->context[0];
    kg_distances *d;
    kg_graph *graph;

    check_say(c, "damaged answers");
    check_status(
        c, ctx, kg_graph_build_undirected(&graph, ctx, list ? 24 : 5, 5, end, value), KG_OK);
    check_status(c, ctx, kg_graph_distances(&d, graph, source, 1, &options), KG_OK);
    check_status(c, ctx, kg__verify_distances(d, source, 1, &options), KG_OK);
    for (unsigned i = 0; i < sizeof damage / sizeof *damage; i++) {
        const kg_vertex v = damage[i].vertex, parent = d->parent[v];
        const double length = d->length[v];
        const kg_edge edge = d->edge[v];

        check_say(c, "%s%s", damage[i].what, list ? ", of a list" : "");
        d->length[v] = damage[i].length;
        d->edge[v] = damage[i].edge;
        d->parent[v] = damage[i].parent;
        kg__begin(ctx);
        check_status(c, ctx, kg__verify_distances(d, source, 1, &options), KG_INTERNAL);
        d->length[v] = length;
        d->edge[v] = edge;
        d->parent[v] = parent;
    }
    if (list && strcmp(c->backend, "cpu") == 0)
        check_damaged_list(c, d, &options);
    kg_distances_destroy(d);
    kg_graph_destroy(graph);
}

static void test_verify(check *c)
{
    check_damage(c, false);
    check_damage(c, true);
}

const check_case check_distances_calls_cases[] = {
    {"distances.again", test_again, NULL, 0},
    {"distances.after_failures", test_after_failures, NULL, 0},
    {"distances.refused", test_refused, NULL, 0},
    {"distances.verify", test_verify, NULL, 0},
    {NULL, NULL, NULL, 0},
};
