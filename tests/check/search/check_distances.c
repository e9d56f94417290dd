/*
 * Distances in graphs, against the Bellman-Ford rounds that their definition gives, and trees
 * against the definition of theirs.
 */
#include "distances_oracle.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { SMALL_VERTICES = 60, SMALL_EDGES = 200 };

/* Walks the path to a vertex along the edge list: it must have the vertex' distance. */
static void check_path(check *c, kg_context *ctx, kg_distances *d, const oracle *o, kg_vertex to)
{
    const kg_edge *edge;
    const kg_vertex *step;
    uint64_t count, wrong = 0;
    double sum = 0;
    const kg_status status = kg_distances_path(d, to, &edge, &step, &count);

    if (o->distance[to] == INFINITY) {
        check_status(c, ctx, status, KG_NO_SOLUTION);
        return;
    }
    if (!check_status(c, ctx, status, KG_OK))
        return;
    check_number(c, ctx, "last vertex", step[o->back && !o->both ? 0 : count], to);
    check_number(c, ctx, "first vertex", step[o->back && !o->both ? count : 0], o->nearest[to]);
    for (uint64_t k = 0; k < count; k++) {
        const uint64_t i = o->back && !o->both ? count - 1 - k : k, e = edge[i];
        const kg_vertex a = o->end[2 * e], b = o->end[2 * e + 1];

        wrong +=
            !((a == step[i] && b == step[i + 1]) || (o->both && b == step[i] && a == step[i + 1]));
        sum += paths_length_of(o, e);
    }
    check_number(c, ctx, "wrong steps", wrong, 0);
    check_equal(c, ctx, "length of the path", &sum, &o->distance[to], 1, sizeof sum);
}

static void compare(check *c, const instance *x)
{
    oracle o;

    for (int k = 0; k < c->contexts; k++) {
        kg_context *ctx = c->context[k];
        kg_distances_options options = x->options;
        kg_distances *d = NULL;
        kg_graph *graph = NULL;
        const kg_vertex *nearest;
        uint64_t reached = 0;

        options.goal = x->goal;
        if (!check_status(c, ctx, paths_build(&graph, ctx, x), KG_OK))
            return;
        if (!k)
            o = paths_solve(graph, x);
        if (kg_graph_ends(graph, &o.end) != KG_OK)
            abort();
        o.value = x->options.unit ? NULL : kg_graph_values(graph);
        if (check_status(
                c, ctx, kg_graph_distances(&d, graph, x->source, x->sources, &options), KG_OK)) {
            check_equal(
                c, ctx, "distances", kg_distances_lengths(d), o.distance, x->n, sizeof(double));
            check_equal(c, ctx, "edges", kg_distances_edges(d), o.edge, x->n, sizeof(kg_edge));
            check_equal(
                c, ctx, "parents", kg_distances_parents(d), o.parent, x->n, sizeof(kg_vertex));
            check_status(c, ctx, kg_distances_nearest(d, &nearest), KG_OK);
            check_equal(c, ctx, "nearest", nearest, o.nearest, x->n, sizeof(kg_vertex));
            for (uint64_t v = 0; v < x->n; v++)
                reached += o.distance[v] < INFINITY;
            check_number(c, ctx, "reached", kg_distances_reached(d), reached);
            for (uint64_t i = 0; i < MOST_SOURCES && x->n; i++)
                check_path(c, ctx, d, &o, x->goal[i]);
        }
        kg_distances_destroy(d);
        kg_graph_destroy(graph);
    }
    paths_free_oracle(&o);
}

static void test_small(check *c)
{
    const uint64_t count = check_is_small() ? 48 : 1000;

    for (uint64_t i = 0; i < count; i++) {
        uint64_t state = c->seed + i;
        const uint64_t n = i % 41 == 40 ? i / 41 % 3 : 1 + check_random(&state) % SMALL_VERTICES;
        instance x = paths_instance(i, c->seed, n, check_random(&state) % SMALL_EDGES);

        check_say(c, "instance %llu", (unsigned long long)i);
        compare(c, &x);
        paths_free_instance(&x);
    }
}

/* So many that threads share the work. */
static void test_large(check *c)
{
    const uint64_t n = check_is_small() ? 2000 : 20000;

    for (uint64_t i = 0; i < 2 * KINDS; i++) {
        instance x = paths_instance(i, c->seed, n, 4 * n);

        check_say(c, "large instance %llu", (unsigned long long)i);
        compare(c, &x);
        paths_free_instance(&x);
    }
}

/* Short edges, a sixteenth of all, that a queue of buckets looks at again and again: vertices 1 to
 * k stand in it from the farthest to the nearest, and each comes nearer k times by the one before
 * it. And hubs, which have most edges. */
static void test_hostile(check *c)
{
    const uint64_t k = check_is_small() ? 50 : 1000, heavy = 40 * k;
    instance x = {.n = k + 2, .m = 2 * k + heavy, .sources = 1};
    uint64_t state = c->seed, e = 0;

    x.end = check_array(2 * x.m, sizeof *x.end);
    x.value = check_array(x.m, sizeof *x.value);
    for (uint64_t i = k; i >= 1; i--, e += 2) {
        x.end[2 * e] = 0;
        x.end[2 * e + 1] = (kg_vertex)i;
        x.value[e] = 3 * (double)i;
        x.end[2 * e + 2] = (kg_vertex)i;
        x.end[2 * e + 3] = (kg_vertex)i + 1;
        x.value[e + 1] = 1;
    }
    for (; e < x.m; e++) {
        x.end[2 * e] = (kg_vertex)(check_random(&state) % 3);
        x.end[2 * e + 1] = (kg_vertex)(check_random(&state) % x.n);
        x.value[e] = 1e4 * (double)k;
    }
    check_say(c, "hostile lengths");
    compare(c, &x);
    paths_free_instance(&x);
}

static void test_paths(check *c)
{
    for (uint64_t i = 0; i < (check_is_small() ? 16 : 200); i++) {
        instance x = paths_instance(i, c->seed, 40, 90);
        kg_context *ctx = c->context[i % (uint64_t)c->contexts];
        kg_distances *d = NULL;
        kg_graph *graph;
        oracle o;
        kg_status status;

        memset(&x.options, 0, sizeof x.options);
        x.sources = x.options.goals = 1;
        check_say(c, "path %llu", (unsigned long long)i);
        check_status(c, ctx, paths_build(&graph, ctx, &x), KG_OK);
        o = paths_solve(graph, &x);
        status = kg_graph_path(&d, graph, x.source[0], x.goal[0], NULL);
        check_status(c, ctx, status, o.distance[x.goal[0]] < INFINITY ? KG_OK : KG_NO_SOLUTION);
        if (d)
            check_path(c, ctx, d, &o, x.goal[0]);
        kg_distances_destroy(d);
        kg_graph_destroy(graph);
        paths_free_oracle(&o);
        paths_free_instance(&x);
    }
}

/* ---- failures -------------------------------------------------------------------------------- */

static kg_status all_calls(kg_context *ctx, const instance *x)
{
    kg_distances_options options = x->options;
    kg_distances *d = NULL;
    kg_graph *graph = NULL;
    const kg_vertex *nearest, *step;
    const kg_edge *edge;
    uint64_t count;
    kg_status status;

    options.goal = x->goal;
    KG_TRY(paths_build(&graph, ctx, x));
    KG_TRY(kg_graph_distances(&d, graph, x->source, x->sources, &options));
    KG_TRY(kg_distances_nearest(d, &nearest));
    for (kg_vertex v = 0; v < x->n; v++) {
        status = kg_distances_path(d, v, &edge, &step, &count);
        if (status != KG_NO_SOLUTION)
            KG_TRY(status);
    }
    status = KG_OK;
out:
    kg_distances_destroy(d);
    kg_graph_destroy(graph);
    return status;
}

static void test_allocations(check *c)
{
    for (uint64_t i = 0; i < 2 * KINDS; i++) {
        instance x = paths_instance(i, c->seed, 12, 40);
        kg_context *ctx = c->context[i % (uint64_t)c->contexts];

        check_say(c, "instance %llu", (unsigned long long)i);
        CHECK_ALLOCATIONS(c, ctx, all_calls(ctx, &x));
        paths_free_instance(&x);
    }
}

/* ---- benchmarks ------------------------------------------------------------------------------ */

static void bench_graph(check *c, const kg_generate_options *options, const char *what)
{
    for (int k = 0; k < c->contexts; k++) {
        kg_context *ctx = c->context[k];
        kg_distances *d = NULL;
        kg_graph *graph;
        kg_vertex source;

        if (!check_status(c, ctx, kg_graph_generate(&graph, ctx, options), KG_OK))
            return;
        source = kg_graph_vertices(graph) / 2;
        for (check_clock clock = {0};
             check_again(c, &clock, ctx, what, kg_graph_edges(graph), 0);) {
            kg_distances_destroy(d);
            check_status(c, ctx, kg_graph_distances(&d, graph, &source, 1, NULL), KG_OK);
        }
        kg_distances_destroy(d);
        kg_graph_destroy(graph);
    }
}

static void bench_distances(check *c)
{
    bench_graph(c,
        &(kg_generate_options){.kind = KG_GENERATE_GRID_ROADS, .width = 1000, .height = 1000},
        "grid-roads");
    bench_graph(c,
        &(kg_generate_options){.kind = KG_GENERATE_RANDOM, .vertices = 1 << 20, .max_degree = 7},
        "random");
}

const check_case check_distances_cases[] = {
    {"distances.small", test_small, bench_distances, 0},
    {"distances.large", test_large, NULL, 0},
    {"distances.hostile", test_hostile, NULL, 0},
    {"distances.path", test_paths, NULL, 0},
    {"distances.allocations", test_allocations, NULL, 0},
    {NULL, NULL, NULL, 0},
};
