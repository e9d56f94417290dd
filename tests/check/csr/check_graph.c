/* Cases of csr: names, equality, arguments that are wrong, allocations that fail. */
#include "check.h"
#include "csr/csr.h"
#include <stdlib.h>
#include <string.h>

/* A small graph with a loop, parallel edges and an isolated vertex. */
enum { N = 5, M = 7 };
static const kg_vertex sources[M] = {3, 0, 0, 1, 3, 0, 1};
static const kg_vertex targets[M] = {3, 1, 1, 0, 4, 4, 3};
static const double values[M] = {1, 2, 3, 4, 5, 6, 7};
static const char *const names[N] = {"zero", "o n e", "", "10", "zer"};
static const size_t lengths[N] = {4, 5, 0, 2, 3};

static kg_graph *small(check *c, kg_context *ctx, const double *value)
{
    kg_graph *graph;

    check_status(c, ctx, kg_graph_build(&graph, ctx, N, M, sources, targets, value), KG_OK);
    return graph;
}

static void check_name(check *c, kg_graph *graph, kg_vertex vertex, const char *expected)
{
    char buffer[24];
    size_t length;
    const char *name = kg_graph_name(graph, vertex, buffer, sizeof buffer, &length);
    kg_vertex found;

    check_number(c, graph->ctx, "name's length", length, strlen(expected));
    check_equal(c, graph->ctx, "name", name, expected, strlen(expected), 1);
    check_status(
        c, graph->ctx, kg_graph_find_vertex(graph, expected, strlen(expected), &found), KG_OK);
    check_number(c, graph->ctx, "vertex", found, vertex);
}

static void check_no_name(check *c, kg_graph *graph, const char *name)
{
    kg_vertex found;

    check_status(
        c, graph->ctx, kg_graph_find_vertex(graph, name, strlen(name), &found), KG_ARGUMENT);
    check_number(c, graph->ctx, "vertex", found, KG_NO_VERTEX);
}

static void test_names(check *c)
{
    static const uint64_t label[N] = {0, 7, 8, 1000000007, UINT64_MAX};
    kg_context *ctx = c->context[0];
    kg_graph *graph = small(c, ctx, NULL), *reverse;
    size_t length;
    char buffer[2];

    check_say(c, "ids");
    check_number(c, ctx, "has names", kg_graph_has_names(graph), 0);
    check_name(c, graph, 4, "4");
    check_no_name(c, graph, "5");
    check_no_name(c, graph, "");
    check_no_name(c, graph, "-1");
    check_no_name(c, graph, "18446744073709551616");
    kg_graph_name(graph, N, buffer, sizeof buffer, &length);
    check_number(c, ctx, "length of no vertex' name", length, 0);

    check_say(c, "labels");
    check_status(c, ctx, kg__names_create(&graph->names, ctx), KG_OK);
    check_status(
        c, ctx, kg__host_allocate(ctx, &graph->names->label, N, sizeof *label, "labels"), KG_OK);
    memcpy(graph->names->label, label, sizeof label);
    check_number(c, ctx, "has names", kg_graph_has_names(graph), 1);
    check_name(c, graph, 0, "0");
    check_name(c, graph, 1, "7");
    check_name(c, graph, 4, "18446744073709551615");
    check_no_name(c, graph, "1");
    check_no_name(c, graph, "seven");
    kg_graph_name(graph, 4, buffer, sizeof buffer, &length);
    check_number(c, ctx, "length of a name without room", length, 0);

    check_say(c, "text");
    check_status(c, ctx, kg_graph_set_names(graph, names, lengths), KG_OK);
    check_status(c, ctx, kg_graph_reverse(&reverse, NULL, graph), KG_OK);
    for (kg_vertex v = 0; v < N; v++) {
        check_name(c, graph, v, names[v]);
        check_name(c, reverse, v, names[v]);
    }
    check_no_name(c, graph, "ze");
    check_no_name(c, graph, "zero\n");
    kg_graph_destroy(graph);
    check_name(c, reverse, 1, names[1]);
    check_status(c, ctx, kg_graph_set_names(reverse, names, lengths), KG_OK);
    kg_graph_destroy(reverse);
    check_number(c, ctx, "bytes left", kg_context_memory(ctx).current, 0);
}

static void test_equal(check *c)
{
    static const char *const ids[N] = {"0", "1", "2", "3", "4"};
    static const size_t one[N] = {1, 1, 1, 1, 1};
    kg_context *ctx = c->context[0];
    kg_graph *a = small(c, ctx, values), *b = small(c, c->context[c->contexts - 1], values);
    kg_graph *plain = small(c, ctx, NULL), *twice, *back;

    check_say(c, "small");
    check_number(c, ctx, "itself", kg_graph_equal(a, a), 1);
    check_number(c, ctx, "another context", kg_graph_equal(a, b), 1);
    check_number(c, ctx, "no values", kg_graph_equal(a, plain), 0);
    check_status(c, ctx, kg_graph_set_names(b, ids, one), KG_OK);
    check_number(c, ctx, "ids as names", kg_graph_equal(a, b), 1);
    check_status(c, ctx, kg_graph_set_names(b, names, lengths), KG_OK);
    check_number(c, ctx, "other names", kg_graph_equal(a, b), 0);
    check_status(c, ctx, kg_graph_set_names(a, names, lengths), KG_OK);
    check_number(c, ctx, "same names", kg_graph_equal(a, b), 1);
    b->value[3] = 9;
    check_number(c, ctx, "other value", kg_graph_equal(a, b), 0);
    b->value[3] = a->value[3];
    b->col[0] = 2;
    check_number(c, ctx, "other target", kg_graph_equal(a, b), 0);
    check_status(c, ctx, kg_graph_reverse(&back, NULL, a), KG_OK);
    check_status(c, ctx, kg_graph_reverse(&twice, NULL, back), KG_OK);
    check_number(c, ctx, "reverse", kg_graph_equal(a, back), 0);
    kg_graph_destroy(a);
    kg_graph_destroy(b);
    kg_graph_destroy(back);
    kg_graph_destroy(twice);
    kg_graph_destroy(plain);
}

/* ---- wrong arguments ------------------------------------------------------------------------- */

static void check_refused(
    check *c, kg_status got, kg_status expected, kg_graph *const *graph, const char *text)
{
    check_status(c, c->context[0], got, expected);
    check_number(c, c->context[0], "a graph", *graph != NULL, 0);
    if (!strstr(kg_context_message(c->context[0]), text))
        check_fail(
            c, c->context[0], "'%s' does not say '%s'", kg_context_message(c->context[0]), text);
}

static void test_arguments(check *c)
{
    kg_context *ctx = c->context[0];
    const kg_edge descends[] = {0, 2, 1, 2}, late[] = {1, 2, 2, 2}, row[] = {0, 1, 2, 2};
    const kg_vertex ends[] = {1, 3};
    kg_builder *builder;
    kg_graph *g;

    check_say(c, "build");
    check_refused(c, kg_graph_build(&g, ctx, 4, M, sources, targets, NULL), KG_ARGUMENT, &g,
        "edge 4: its target 4 is not below the 4 vertices");
    check_refused(c, kg_graph_build(&g, ctx, 3, M, sources, targets, NULL), KG_ARGUMENT, &g,
        "edge 0: its source 3 ");
    check_refused(c, kg_graph_build(&g, ctx, 0, 1, sources, targets, NULL), KG_ARGUMENT, &g, "0 v");
    check_refused(c, kg_graph_build(&g, ctx, 1, 1, NULL, targets, NULL), KG_ARGUMENT, &g, "source");
    check_refused(
        c, kg_graph_build(&g, ctx, 1, 1, sources + 1, NULL, NULL), KG_ARGUMENT, &g, "target");
    check_refused(c, kg_graph_build(&g, ctx, KG__VERTICES_MAX + 1, 0, NULL, NULL, NULL),
        KG_OVERFLOW, &g, "4294967296 vertices");
    check_refused(c, kg_graph_build(&g, ctx, 1, KG__EDGES_MAX + 1, sources, targets, NULL),
        KG_OVERFLOW, &g, KG_EDGE_BITS == 32 ? "-Dedge_bits=64" : "64 bits");

    check_status(c, ctx, kg_graph_build(&g, ctx, 0, 0, NULL, NULL, NULL), KG_OK);
    check_number(c, ctx, "vertices", kg_graph_vertices(g), 0);
    kg_graph_destroy(g);

    check_say(c, "build_csr");
    check_refused(c, kg_graph_build_csr(&g, ctx, 3, descends, ends, NULL), KG_ARGUMENT, &g,
        "row 1 ends at 1");
    check_refused(
        c, kg_graph_build_csr(&g, ctx, 3, late, ends, NULL), KG_ARGUMENT, &g, "row 0 begins at 1");
    check_refused(c, kg_graph_build_csr(&g, ctx, 3, row, ends, NULL), KG_ARGUMENT, &g,
        "edge 1: its target 3 is not below the 3 vertices");
    check_refused(c, kg_graph_build_csr(&g, ctx, 3, row, NULL, NULL), KG_ARGUMENT, &g, "target");
    check_refused(c, kg_graph_build_csr(&g, ctx, 3, NULL, ends, NULL), KG_ARGUMENT, &g, "row");
    check_refused(c, kg_graph_borrow_csr(&g, ctx, 3, row, ends, NULL), KG_ARGUMENT, &g,
        "edge 1: its target 3 is not below the 3 vertices");
    check_refused(c, kg_graph_borrow_csr(&g, ctx, KG__VERTICES_MAX + 1, row, ends, NULL),
        KG_OVERFLOW, &g, "4294967296 vertices");

    check_say(c, "builder");
    g = NULL;
    check_status(c, ctx, kg_builder_create(&builder, ctx), KG_OK);
    check_refused(c, kg_builder_add_edge(builder, 0, KG_NO_VERTEX), KG_ARGUMENT, &g, "4294967295");
    check_refused(c, kg_builder_add_edge(builder, KG_NO_VERTEX, 0), KG_ARGUMENT, &g, "4294967295");
    check_refused(
        c, kg_builder_add_vertices(builder, KG__VERTICES_MAX + 1), KG_OVERFLOW, &g, "4294");
    check_status(c, ctx, kg_builder_finish(&g, builder), KG_OK);
    check_number(c, ctx, "vertices", kg_graph_vertices(g), 0);
    kg_graph_destroy(g);
    kg_builder_destroy(builder);
    kg_builder_destroy(NULL);
    kg_graph_destroy(NULL);
}

/* An edge without a value after and before one with. */
static void test_builder_values(check *c)
{
    static const double expected[] = {1, 2.5, 1, 4};
    kg_context *ctx = c->context[0];
    kg_builder *builder;
    kg_graph *first, *second;

    check_say(c, "values");
    check_status(c, ctx, kg_builder_create(&builder, ctx), KG_OK);
    check_status(c, ctx, kg_builder_add_edge(builder, 0, 9), KG_OK);
    check_status(c, ctx, kg_builder_finish(&first, builder), KG_OK);
    check_number(c, ctx, "has values", kg_graph_values(first) != NULL, 0);
    check_number(c, ctx, "vertices", kg_graph_vertices(first), 10);
    check_status(c, ctx, kg_builder_add_edge_value(builder, 0, 1, 2.5), KG_OK);
    check_status(c, ctx, kg_builder_add_row(builder, 7, 0, NULL, NULL), KG_OK);
    check_status(c, ctx, kg_builder_add_edge(builder, 0, 1), KG_OK);
    check_status(c, ctx, kg_builder_add_edge_value(builder, 12, 1, 4), KG_OK);
    check_status(c, ctx, kg_builder_finish(&second, builder), KG_OK);
    check_equal(c, ctx, "value", kg_graph_values(second), expected, 4, sizeof *expected);
    check_number(c, ctx, "vertices", kg_graph_vertices(second), 13);
    kg_graph_destroy(first);
    kg_graph_destroy(second);
    kg_builder_destroy(builder);
}

/* ---- allocations ----------------------------------------------------------------------------- */

static kg_status grow(kg_context *ctx)
{
    kg_builder *builder = NULL;
    kg_graph *graph = NULL;
    kg_status status;

    KG_TRY(kg_builder_create(&builder, ctx));
    for (kg_vertex v = 0; v < 600; v++)
        KG_TRY(v == 300 ? kg_builder_add_edge_value(builder, v, 600 - v, v)
                        : kg_builder_add_edge(builder, v % 7, v));
    KG_TRY(kg_builder_finish(&graph, builder));
out:
    kg_builder_destroy(builder);
    kg_graph_destroy(graph);
    return status;
}

static kg_status copy(kg_context *ctx)
{
    static const kg_edge row[N + 1] = {0, 1, 2, M, M, M};
    kg_graph *graph;
    kg_status status = kg_graph_build_csr(&graph, ctx, N, row, targets, values);

    kg_graph_destroy(graph);
    return status;
}

static kg_status build_and_derive(kg_context *ctx)
{
    kg_graph *graph = NULL, *reverse = NULL;
    const kg_vertex *src;
    kg_status status;

    KG_TRY(kg_graph_build(&graph, ctx, N, M, sources, targets, values));
    KG_TRY(kg_graph_degrees(graph, NULL, NULL));
    KG_TRY(kg_graph_components(graph, NULL, NULL));
    KG_TRY(kg_graph_spanning_tree(graph, NULL, NULL));
    KG_TRY(kg_graph_set_names(graph, names, lengths));
    KG_TRY(kg_graph_reverse(&reverse, NULL, graph));
    KG_TRY(kg_graph_sources(reverse, &src));
    KG_TRY(kg_graph_set_names(reverse, names, lengths));
out:
    kg_graph_destroy(reverse);
    kg_graph_destroy(graph);
    return status;
}

static void test_allocations(check *c)
{
    for (int i = 0; i < c->contexts; i++) {
        kg_context *ctx = c->context[i];

        check_say(c, "allocations");
        CHECK_ALLOCATIONS(c, ctx, grow(ctx));
        CHECK_ALLOCATIONS(c, ctx, copy(ctx));
        CHECK_ALLOCATIONS(c, ctx, build_and_derive(ctx));
    }
}

/* ---- strong components ----------------------------------------------------------------------- */

enum { MOST = 14 };

/* expected: [n] the smallest vertex that v reaches and that reaches v, then numbered in order. */
static uint64_t strong_by_definition(
    uint64_t n, uint64_t m, const kg_vertex *source, const kg_vertex *target, kg_vertex *expected)
{
    bool reaches[MOST][MOST] = {{false}};
    uint64_t count = 0;

    for (uint64_t v = 0; v < n; v++)
        reaches[v][v] = true;
    for (uint64_t e = 0; e < m; e++)
        reaches[source[e]][target[e]] = true;
    for (uint64_t k = 0; k < n; k++)
        for (uint64_t i = 0; i < n; i++)
            for (uint64_t j = 0; j < n; j++)
                reaches[i][j] = reaches[i][j] || (reaches[i][k] && reaches[k][j]);
    for (uint64_t v = 0; v < n; v++) {
        uint64_t u = 0;

        while (!reaches[u][v] || !reaches[v][u])
            u++;
        expected[v] = u < v ? expected[u] : (kg_vertex)count++;
    }
    return count;
}

static void test_strong(check *c)
{
    uint64_t state = c->seed;

    for (int g = 0; g < 400; g++) {
        const uint64_t n = 1 + check_random(&state) % MOST, m = check_random(&state) % (2 * MOST);
        kg_vertex source[2 * MOST], target[2 * MOST], expected[MOST], got[MOST];
        uint64_t components, count;

        for (uint64_t e = 0; e < m; e++) {
            source[e] = (kg_vertex)(check_random(&state) % n);
            target[e] = (kg_vertex)(check_random(&state) % n);
        }
        components = strong_by_definition(n, m, source, target, expected);
        check_say(c, "random graph %d", g);
        for (int k = 0; k < c->contexts; k++) {
            kg_context *ctx = c->context[k];
            kg_graph *graph = NULL;

            if (check_status(
                    c, ctx, kg_graph_build(&graph, ctx, n, m, source, target, NULL), KG_OK) &&
                check_status(c, ctx, kg_graph_strong_components(graph, got, &count), KG_OK)) {
                check_number(c, ctx, "strong components", count, components);
                check_equal(c, ctx, "strong component", got, expected, n, sizeof *got);
                if (g == 0)
                    CHECK_ALLOCATIONS(c, ctx, kg_graph_strong_components(graph, got, NULL));
            }
            kg_graph_destroy(graph);
        }
    }
}

/* A long path, then the same closed to a ring: what recursion would not survive. */
static void test_strong_long(check *c)
{
    const kg_vertex n = check_is_small() ? 1000 : 1000000;
    kg_vertex *source = check_array(n, sizeof *source), *target = check_array(n, sizeof *target);
    kg_vertex *got = check_array(n, sizeof *got);
    kg_context *ctx = c->context[0];

    for (kg_vertex v = 0; v < n; v++) {
        source[v] = v;
        target[v] = (v + 1) % n;
    }
    for (unsigned closed = 0; closed < 2; closed++) {
        kg_graph *graph = NULL;
        uint64_t count = 0;

        check_say(c, closed ? "a ring" : "a path");
        check_status(
            c, ctx, kg_graph_build(&graph, ctx, n, n - 1 + closed, source, target, NULL), KG_OK);
        check_status(c, ctx, kg_graph_strong_components(graph, got, &count), KG_OK);
        check_number(c, ctx, "strong components", count, closed ? 1 : n);
        check_number(c, ctx, "the last vertex' component", got[n - 1], closed ? 0 : n - 1);
        kg_graph_destroy(graph);
    }
    free(source);
    free(target);
    free(got);
}

const check_case check_graph_cases[] = {
    {"csr.names", test_names, NULL, 0},
    {"csr.equal", test_equal, NULL, 0},
    {"csr.arguments", test_arguments, NULL, 0},
    {"csr.builder-values", test_builder_values, NULL, 0},
    {"csr.allocations", test_allocations, NULL, 0},
    {"csr.strong", test_strong, NULL, 0},
    {"csr.strong_long", test_strong_long, NULL, 0},
    {NULL, NULL, NULL, 0},
};
