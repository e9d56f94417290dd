/*
 * Cases of csr: symmetric graphs. The oracle sorts the edges as triples (source, target, value),
 * once as they are and once turned round. Of each triple the result must have as many as the larger
 * of the two lists.
 */
#include "check.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Few values, so that parallel edges often agree in theirs. */
static const double weights[] = {1, 0, -0.0, -1, INFINITY, -INFINITY, NAN, 0.5};

enum { WEIGHTS = sizeof weights / sizeof *weights };

/* kind: the place in the order of values, 0 for all where there are none. */
typedef struct triple {
    kg_vertex source, target;
    unsigned kind;
} triple;

static unsigned kind_of(double value)
{
    static const double order[] = {-INFINITY, -1, 0, 0.5, 1, INFINITY};

    for (unsigned i = 0; i < sizeof order / sizeof *order; i++)
        if (value == order[i])
            return i;
    return 99; /* not a number */
}

static int by_all(const void *a, const void *b)
{
    const triple *x = a, *y = b;

    if (x->source != y->source)
        return x->source < y->source ? -1 : 1;
    if (x->target != y->target)
        return x->target < y->target ? -1 : 1;
    return x->kind < y->kind ? -1 : x->kind > y->kind;
}

/* The edges of a graph, sorted. */
static triple *sorted_triples(kg_graph *graph, bool turned)
{
    const double *value = kg_graph_values(graph);
    uint64_t n = kg_graph_vertices(graph), m = kg_graph_edges(graph);
    triple *t = check_array(m, sizeof *t);
    const kg_edge *row;
    const kg_vertex *col;

    kg_graph_csr(graph, &row, &col);
    for (uint64_t v = 0; v < n; v++)
        for (kg_edge e = row[v]; e < row[v + 1]; e++)
            t[e] = (triple){turned ? col[e] : (kg_vertex)v, turned ? (kg_vertex)v : col[e],
                value ? kind_of(value[e]) : 0};
    qsort(t, m, sizeof *t, by_all);
    return t;
}

/* Of each triple the larger number. merged: [count of a + count of b]. Returns how many. */
static uint64_t unite(const triple *a, uint64_t count, const triple *b, triple *merged)
{
    uint64_t i = 0, k = 0, at = 0;

    while (i < count || k < count) {
        int order = i == count ? 1 : k == count ? -1 : by_all(&a[i], &b[k]);

        merged[at++] = order <= 0 ? a[i] : b[k];
        i += order <= 0;
        k += order >= 0;
    }
    return at;
}

/* Each row begins as before, and goes on in order. */
static void check_rows(check *c, kg_context *ctx, kg_graph *graph, kg_graph *symmetric)
{
    const double *value = kg_graph_values(graph), *new_value = kg_graph_values(symmetric);
    const kg_edge *row, *new_row;
    const kg_vertex *col, *new_col;
    uint64_t wrong = 0;

    kg_graph_csr(graph, &row, &col);
    kg_graph_csr(symmetric, &new_row, &new_col);
    for (uint64_t v = 0; v < kg_graph_vertices(graph); v++) {
        uint64_t degree = row[v + 1] - row[v], end = new_row[v] + degree;

        if (new_row[v + 1] < end) {
            wrong++;
            continue;
        }
        for (uint64_t k = 0; k < degree; k++)
            wrong += new_col[new_row[v] + k] != col[row[v] + k] ||
                     (value && memcmp(&new_value[new_row[v] + k], &value[row[v] + k], 8) != 0);
        for (uint64_t e = end + 1; e < new_row[v + 1]; e++)
            wrong += new_col[e] < new_col[e - 1] ||
                     (value && new_col[e] == new_col[e - 1] &&
                         kind_of(new_value[e]) < kind_of(new_value[e - 1]));
    }
    check_number(c, ctx, "edges out of place", wrong, 0);
}

static void check_symmetric(check *c, kg_context *ctx, kg_graph *graph, kg_graph *symmetric)
{
    uint64_t m = kg_graph_edges(graph), count;
    triple *as_is = sorted_triples(graph, false), *turned = sorted_triples(graph, true);
    triple *merged = check_array(2 * m, sizeof *merged), *got = sorted_triples(symmetric, false);
    kg_graph *again;

    count = unite(as_is, m, turned, merged);
    check_number(c, ctx, "vertices", kg_graph_vertices(symmetric), kg_graph_vertices(graph));
    check_number(
        c, ctx, "has values", kg_graph_values(symmetric) != NULL, kg_graph_values(graph) != NULL);
    if (check_number(c, ctx, "edges", kg_graph_edges(symmetric), count)) {
        check_equal(c, ctx, "triples", got, merged, 3 * count, sizeof(uint32_t));
        check_rows(c, ctx, graph, symmetric);
    }
    check_status(c, ctx, kg_graph_symmetrise(&again, symmetric), KG_OK);
    check_number(c, ctx, "the same once more", kg_graph_equal(again, symmetric), 1);
    kg_graph_destroy(again);
    free(as_is);
    free(turned);
    free(merged);
    free(got);
}

/* range: of the vertices that have edges; in a small one there are parallel edges and loops. */
static kg_graph *make_graph(
    check *c, kg_context *ctx, uint64_t n, uint64_t m, uint64_t range, bool valued)
{
    kg_vertex *source = check_array(m, sizeof *source), *target = check_array(m, sizeof *target);
    double *value = check_array(m, sizeof *value);
    uint64_t seed = c->seed;
    kg_graph *graph;

    for (uint64_t e = 0; e < m; e++) {
        source[e] = (kg_vertex)(check_random(&seed) % range);
        target[e] = (kg_vertex)(check_random(&seed) % range);
        if (check_random(&seed) % 4 == 0) /* a hub */
            source[e] = (kg_vertex)(range / 2);
        value[e] = weights[check_random(&seed) % WEIGHTS];
    }
    check_status(
        c, ctx, kg_graph_build(&graph, ctx, n, m, source, target, valued ? value : NULL), KG_OK);
    free(source);
    free(target);
    free(value);
    return graph;
}

static void test_symmetrise(check *c)
{
    static const struct {
        uint64_t n, m, range;
    } sizes[] = {{0, 0, 1}, {1, 0, 1}, {1, 5, 1}, {2, 9, 2}, {40, 31, 33}, {33, 2000, 5},
        {1337, 9000, 1337}, {50000, 160000, 40000}, {300, 30000, 100}};

    for (size_t s = 0; s < sizeof sizes / sizeof *sizes; s++)
        for (int valued = 0; valued < 2; valued++)
            for (int i = 0; i < c->contexts; i++) {
                kg_context *ctx = c->context[i];
                uint64_t held = kg_context_memory(ctx).current;
                kg_graph *graph, *symmetric;

                check_say(c, "%llu vertices, %llu edges%s", (unsigned long long)sizes[s].n,
                    (unsigned long long)sizes[s].m, valued ? ", values" : "");
                graph = make_graph(c, ctx, sizes[s].n, sizes[s].m, sizes[s].range, valued);
                if (check_status(c, ctx, kg_graph_symmetrise(&symmetric, graph), KG_OK))
                    check_symmetric(c, ctx, graph, symmetric);
                kg_graph_destroy(symmetric);
                kg_graph_destroy(graph);
                check_number(c, ctx, "bytes left", kg_context_memory(ctx).current, held);
            }
}

/* A path's reverse edges are all lacking; both it and its names stay what they were. */
static void test_symmetrise_path(check *c)
{
    static const kg_vertex from[] = {0, 1}, to[] = {1, 2}, both[] = {1, 2, 0, 1};
    static const char *const name[] = {"a", "b", "c"};
    static const size_t length[] = {1, 1, 1};
    static const kg_edge rows[] = {0, 1, 3, 4};

    for (int i = 0; i < c->contexts; i++) {
        kg_context *ctx = c->context[i];
        kg_graph *graph, *symmetric;
        const kg_edge *row;
        const kg_vertex *col;
        char buffer[24];
        size_t size;

        check_say(c, "a path");
        check_status(c, ctx, kg_graph_build(&graph, ctx, 3, 2, from, to, NULL), KG_OK);
        check_status(c, ctx, kg_graph_set_names(graph, name, length), KG_OK);
        check_status(c, ctx, kg_graph_symmetrise(&symmetric, graph), KG_OK);
        kg_graph_destroy(graph);
        kg_graph_csr(symmetric, &row, &col);
        check_equal(c, ctx, "row", row, rows, 4, sizeof *row);
        check_equal(c, ctx, "col", col, both, 4, sizeof *col);
        check_number(c, ctx, "name", *kg_graph_name(symmetric, 2, buffer, 24, &size), 'c');
        kg_graph_destroy(symmetric);
    }
}

static kg_status symmetrise(kg_context *ctx, const double *value)
{
    static const kg_vertex source[] = {0, 0, 1, 2, 2, 2}, target[] = {1, 2, 0, 2, 3, 3};
    kg_graph *graph = NULL, *symmetric = NULL;
    kg_status status;

    KG_TRY(kg_graph_build(&graph, ctx, 4, 6, source, target, value));
    KG_TRY(kg_graph_symmetrise(&symmetric, graph));
out:
    kg_graph_destroy(symmetric);
    kg_graph_destroy(graph);
    return status;
}

static void test_symmetrise_allocations(check *c)
{
    for (int i = 0; i < c->contexts; i++)
        for (int valued = 0; valued < 2; valued++) {
            check_say(c, "allocations%s", valued ? ", values" : "");
            CHECK_ALLOCATIONS(c, c->context[i], symmetrise(c->context[i], valued ? weights : NULL));
        }
}

static void bench_symmetrise(check *c)
{
    enum { BENCH_VERTICES = 1 << 20, BENCH_EDGES = 4 << 20 };

    for (int i = 0; i < c->contexts; i++)
        for (int valued = 0; valued < 2; valued++) {
            kg_context *ctx = c->context[i];
            kg_graph *graph =
                make_graph(c, ctx, BENCH_VERTICES, BENCH_EDGES, BENCH_VERTICES, valued);
            kg_graph *symmetric = NULL;

            for (check_clock clock = {0}; check_again(c, &clock, ctx, valued ? "values" : "plain",
                     BENCH_EDGES, (uint64_t)12 * BENCH_EDGES);) {
                kg_graph_destroy(symmetric);
                check_status(c, ctx, kg_graph_symmetrise(&symmetric, graph), KG_OK);
            }
            check_symmetric(c, ctx, graph, symmetric);
            kg_graph_destroy(symmetric);
            kg_graph_destroy(graph);
        }
}

const check_case check_symmetrise_cases[] = {
    {"csr.symmetrise", test_symmetrise, bench_symmetrise, 0},
    {"csr.symmetrise-path", test_symmetrise_path, NULL, 0},
    {"csr.symmetrise-allocations", test_symmetrise_allocations, NULL, 0},
    {NULL, NULL, NULL, 0},
};
