/*
 * The nearest sources of all vertices, against Bellman-Ford rounds from each source alone.
 */
#include "distances_oracle.h"
#include "search/paths/nearest.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { MOST = 12, SMALL_VERTICES = 60, SMALL_EDGES = 200 };

/* The distances from one source to all. */
typedef struct column {
    kg_vertex source;
    double *length; /* [n] */
} column;

/* The columns of different sources, in rising order. Returns how many there are. */
static uint64_t solve_each(
    column *all, kg_graph *graph, const instance *x, const kg_vertex *source, uint64_t sources)
{
    instance one = *x;
    uint64_t count = 0;

    one.sources = 1;
    one.options.goals = 0;
    for (kg_vertex v = 0; v < x->n; v++) {
        uint64_t i = 0;
        oracle o;

        while (i < sources && source[i] != v)
            i++;
        if (i == sources)
            continue;
        one.source[0] = v;
        o = paths_solve(graph, &one);
        all[count].source = v;
        all[count].length = check_array(x->n, sizeof(double));
        memcpy(all[count++].length, o.distance, x->n * sizeof(double));
        paths_free_oracle(&o);
    }
    return count;
}

/* Compares the row of a vertex. Of equally near sources the order is the vertices' if sums are
 * exact. */
static void check_row(check *c, kg_context *ctx, const kg_nearest *near, uint64_t v,
    const column *all, uint64_t count, bool exact)
{
    const uint64_t columns = kg_nearest_columns(near);
    const kg_vertex *source = kg_nearest_sources(near) + v * columns;
    const double *length = kg_nearest_lengths(near) + v * columns;
    bool taken[MOST] = {false};

    for (uint64_t k = 0; k < columns; k++) {
        uint64_t best = count, own = count;

        for (uint64_t i = 0; i < count; i++) {
            if (!taken[i] && all[i].length[v] < INFINITY &&
                (best == count || all[i].length[v] < all[best].length[v]))
                best = i;
            own = !taken[i] && all[i].source == source[k] ? i : own;
        }
        if (!exact && best < count && own < count && all[own].length[v] == all[best].length[v])
            best = own;
        check_number(c, ctx, "nearest", source[k], best < count ? all[best].source : KG_NO_VERTEX);
        if (length[k] != (best < count ? all[best].length[v] : (double)INFINITY))
            check_fail(c, ctx, "vertex %llu: the length %.17g is not that of source %u",
                (unsigned long long)v, length[k], source[k]);
        if (best < count)
            taken[best] = true;
    }
}

static bool is_exact(const instance *x)
{
    for (uint64_t e = 0; e < x->m && x->value && !x->options.unit; e++)
        if (x->value[e] != floor(x->value[e]) || x->value[e] > 0x1p40)
            return false;
    return true;
}

static void compare(check *c, const instance *x, uint64_t *state)
{
    const uint64_t sources = x->n ? check_random(state) % (MOST + 1) : 0;
    const uint64_t asked = 1 + check_random(state) % (MOST + 2);
    kg_distances_options options = x->options;
    kg_vertex source[MOST];
    column all[MOST];
    uint64_t count = 0;

    options.goal = NULL;
    options.goals = 0;
    for (uint64_t i = 0; i < sources; i++)
        source[i] = (kg_vertex)(check_random(state) % x->n);
    for (int k = 0; k < c->contexts; k++) {
        kg_context *ctx = c->context[k];
        kg_graph *graph = NULL;
        kg_nearest *near = NULL;

        if (!check_status(c, ctx, paths_build(&graph, ctx, x), KG_OK))
            return;
        if (!k)
            count = solve_each(all, graph, x, source, sources);
        if (check_status(
                c, ctx, kg_graph_nearest(&near, graph, source, sources, asked, &options), KG_OK)) {
            check_number(
                c, ctx, "columns", kg_nearest_columns(near), asked < count ? asked : count);
            for (uint64_t v = 0; v < x->n; v++)
                check_row(c, ctx, near, v, all, count, is_exact(x));
        }
        kg_nearest_destroy(near);
        kg_graph_destroy(graph);
    }
    for (uint64_t i = 0; i < count; i++)
        free(all[i].length);
}

static void test_small(check *c)
{
    const uint64_t count = check_is_small() ? 48 : 1000;

    for (uint64_t i = 0; i < count; i++) {
        uint64_t state = c->seed + i;
        const uint64_t n = i % 41 == 40 ? i / 41 % 3 : 1 + check_random(&state) % SMALL_VERTICES;
        instance x = paths_instance(i, c->seed, n, check_random(&state) % SMALL_EDGES);

        check_say(c, "instance %llu", (unsigned long long)i);
        compare(c, &x, &state);
        paths_free_instance(&x);
    }
}

/* ---- refusals, the check, failures ----------------------------------------------------------- */

/* 0 - 1 - 2 - 3, lengths 1, 0 and 2; and vertex 4 alone. */
static kg_status build_path(kg_graph **graph, kg_context *ctx)
{
    static const kg_vertex end[] = {0, 1, 1, 2, 2, 3};
    static const double value[] = {1, 0, 2};

    return kg_graph_build_undirected(graph, ctx, 5, 3, end, value);
}

static void expect(check *c, kg_status got, kg_status status, const char *text)
{
    kg_context *ctx = c->context[0];

    check_status(c, ctx, got, status);
    if (!strstr(kg_context_message(ctx), text))
        check_fail(c, ctx, "the text is '%s', not '%s'", kg_context_message(ctx), text);
}

static void test_refused(check *c)
{
    const kg_distances_options limit = {.has_limit = 1, .limit = -1}, goals = {.goals = 1};
    const kg_vertex source[] = {0, 3, 5};
    kg_graph *graph = NULL;
    kg_nearest *near = NULL;

    check_say(c, "refusals");
    check_status(c, c->context[0], build_path(&graph, c->context[0]), KG_OK);
    expect(c, kg_graph_nearest(&near, graph, source, 2, 0, NULL), KG_ARGUMENT, "0 sources");
    expect(c, kg_graph_nearest(&near, graph, source, 3, 1, NULL), KG_ARGUMENT, "source[2] is 5");
    expect(c, kg_graph_nearest(&near, graph, NULL, 3, 1, NULL), KG_ARGUMENT, "source is NULL");
    expect(c, kg_graph_nearest(&near, graph, source, 2, 1, &limit), KG_ARGUMENT, "a limit of -1");
    expect(c, kg_graph_nearest(&near, graph, source, 2, 1, &goals), KG_ARGUMENT, "no goals");
    check_number(c, c->context[0], "an answer", near != NULL, 0);
    check_status(c, c->context[0], kg_graph_nearest(&near, graph, NULL, 0, 3, NULL), KG_OK);
    check_number(c, c->context[0], "columns", kg_nearest_columns(near), 0);
    kg_nearest_destroy(near);
    kg_graph_destroy(graph);
}

/* Wrong answers: what the check says of each. Rows of 2 columns: 0 3, 0 3, 0 3, 3 0, none. */
static void test_verify(check *c)
{
    static const struct {
        int at;
        kg_vertex source;
        double length;
        const char *says;
    } change[] = {
        {2, 0, 0.5, "an edge to it makes a path shorter"},
        {4, 0, 2, "an edge to it makes a path shorter"},
        {3, KG_NO_VERTEX, INFINITY, "a source that is nearer is missing"},
        {3, 1, 2, "no source"},
        {3, 0, 2, "a source twice"},
        {3, 3, 0.5, "not in order"},
        {1, 3, 2, "no path leads to it"},
        {8, 0, 7, "no path leads to it"},
        {9, 3, 7, "goes on behind its end"},
        {6, 3, 1, "its row lacks it"},
        {7, 0, NAN, "a length that is none"},
    };
    const kg_distances_options options = KG_DISTANCES_OPTIONS_INIT;
    const kg_vertex source[] = {0, 3};
    kg_context *ctx = c->context[0];
    kg_graph *graph = NULL;

    check_say(c, "wrong answers");
    check_status(c, ctx, build_path(&graph, ctx), KG_OK);
    for (size_t i = 0; i < sizeof change / sizeof *change; i++) {
        kg_nearest *near = NULL;

        check_status(c, ctx, kg_graph_nearest(&near, graph, source, 2, 2, &options), KG_OK);
        near->source[change[i].at] = change[i].source;
        near->length[change[i].at] = change[i].length;
        expect(c, kg__verify_nearest(near, source, 2, &options), KG_INTERNAL, change[i].says);
        kg_nearest_destroy(near);
    }
    kg_graph_destroy(graph);
}

static kg_status do_all(kg_context *ctx)
{
    const kg_distances_options options = {.towards = 1};
    const kg_vertex source[] = {0, 3, 0};
    kg_graph *graph = NULL;
    kg_nearest *near = NULL;
    kg_status status;

    KG_TRY(build_path(&graph, ctx));
    KG_TRY(kg_graph_nearest(&near, graph, source, 3, 2, &options));
out:
    kg_nearest_destroy(near);
    kg_graph_destroy(graph);
    return status;
}

static void test_failures(check *c)
{
    check_say(c, "failures");
    CHECK_ALLOCATIONS(c, c->context[0], do_all(c->context[0]));
}

const check_case check_nearest_cases[] = {
    {"nearest.small", test_small, NULL, 0},
    {"nearest.refused", test_refused, NULL, 0},
    {"nearest.verify", test_verify, NULL, 0},
    {"nearest.failures", test_failures, NULL, 0},
    {NULL, NULL, NULL, 0},
};
