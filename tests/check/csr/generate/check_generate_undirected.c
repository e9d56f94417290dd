/*
 * Cases of csr: generated graphs that are undirected from the start. A hypercube is what its
 * definition says, edge by edge. Grid-roads keeps what its contract promises: connected, simple, at
 * most four streets at a crossing, dead ends, odd degrees at about half of the vertices, lengths
 * that vary. The rows of both are those that kg_graph_build_undirected() makes of their edges.
 */
#include "check.h"
#include "csr/csr.h"
#include <stdlib.h>
#include <string.h>

static const kg_generate_options cases[] = {
    {.kind = KG_GENERATE_HYPERCUBE, .dimension = 0},
    {.kind = KG_GENERATE_HYPERCUBE, .dimension = 1},
    {.kind = KG_GENERATE_HYPERCUBE, .dimension = 2, .relabel = 1},
    {.kind = KG_GENERATE_HYPERCUBE, .dimension = 5},
    {.kind = KG_GENERATE_HYPERCUBE, .dimension = 14},
    {.kind = KG_GENERATE_HYPERCUBE, .dimension = 13, .relabel = 1, .seed = 3},
    {.kind = KG_GENERATE_GRID_ROADS, .width = 1, .height = 1},
    {.kind = KG_GENERATE_GRID_ROADS, .width = 1, .height = 40},
    {.kind = KG_GENERATE_GRID_ROADS, .width = 37, .height = 1, .seed = 2},
    {.kind = KG_GENERATE_GRID_ROADS, .width = 2, .height = 2, .relabel = 1},
    {.kind = KG_GENERATE_GRID_ROADS, .width = 16, .height = 17, .seed = 4},
    {.kind = KG_GENERATE_GRID_ROADS, .width = 33, .height = 31, .seed = 5},
    {.kind = KG_GENERATE_GRID_ROADS, .width = 340, .height = 310, .seed = 6},
    {.kind = KG_GENERATE_GRID_ROADS, .width = 290, .height = 370, .seed = 7, .relabel = 1},
};

enum { CASES = sizeof cases / sizeof *cases };

static void say_case(check *c, const kg_generate_options *o)
{
    check_say(c, "kind %d, %llu, %llu x %llu, seed %llu%s", o->kind,
        (unsigned long long)o->dimension, (unsigned long long)o->width,
        (unsigned long long)o->height, (unsigned long long)o->seed,
        o->relabel ? ", relabelled" : "");
}

static kg_graph *generate(check *c, kg_context *ctx, const kg_generate_options *o)
{
    kg_graph *graph;

    check_status(c, ctx, kg_graph_generate(&graph, ctx, o), KG_OK);
    return graph;
}

/* Compares all arrays. */
static void check_same(check *c, kg_graph *got, kg_graph *expected)
{
    const uint64_t entries = 2 * (uint64_t)kg_graph_edges(expected);
    kg_context *ctx = got->ctx;

    check_number(c, ctx, "equal", kg_graph_equal(got, expected), 1);
    check_number(c, ctx, "entries", got->m, entries);
    if (got->n != expected->n || got->m != entries)
        return;
    check_equal(c, ctx, "row", got->row, expected->row, (uint64_t)got->n + 1, sizeof *got->row);
    check_equal(c, ctx, "col", got->col, expected->col, entries, sizeof *got->col);
    check_equal(c, ctx, "half", got->half, expected->half, entries, sizeof *got->half);
}

static void test_rows(check *c)
{
    for (int i = 0; i < CASES; i++) {
        kg_graph *first = generate(c, c->context[0], &cases[i]), *built;
        kg_context *ctx = first->ctx;
        const kg_vertex *end;

        say_case(c, &cases[i]);
        check_number(c, ctx, "kind", kg_graph_kind(first), KG_UNDIRECTED);
        check_status(c, ctx, kg_graph_ends(first, &end), KG_OK);
        check_status(c, ctx,
            kg_graph_build_undirected(
                &built, ctx, first->n, kg_graph_edges(first), end, kg_graph_values(first)),
            KG_OK);
        check_same(c, first, built);
        kg_graph_destroy(built);
        for (int k = 1; k < c->contexts; k++) {
            kg_graph *again = generate(c, c->context[k], &cases[i]);

            check_same(c, again, first);
            kg_graph_destroy(again);
        }
        kg_graph_destroy(first);
    }
}

/* All pairs of vertices that differ in one bit, the smaller one first, in order. */
static void test_hypercube(check *c)
{
    for (uint64_t dimension = 0; dimension <= 10; dimension++) {
        const kg_generate_options o = {.kind = KG_GENERATE_HYPERCUBE, .dimension = dimension};
        kg_context *ctx = c->context[dimension % (uint64_t)c->contexts];
        kg_graph *graph = generate(c, ctx, &o);
        const uint64_t n = 1u << dimension;
        const kg_vertex *end;
        uint64_t e = 0, wrong = 0;

        say_case(c, &o);
        check_number(c, ctx, "vertices", kg_graph_vertices(graph), n);
        check_number(c, ctx, "edges", kg_graph_edges(graph), dimension * n / 2);
        check_number(c, ctx, "has names", (uint64_t)kg_graph_has_names(graph), 0);
        check_number(c, ctx, "has values", kg_graph_values(graph) != NULL, 0);
        check_status(c, ctx, kg_graph_ends(graph, &end), KG_OK);
        for (uint64_t v = 0; v < n; v++)
            for (uint64_t u = v + 1; u < n; u++)
                if (__builtin_popcountll(u ^ v) == 1 && 2 * e < graph->m) {
                    wrong += end[2 * e] != v || end[2 * e + 1] != u;
                    e++;
                }
        check_number(c, ctx, "wrong edges", wrong, 0);
        check_number(c, ctx, "pairs", e, dimension * n / 2);
        kg_graph_destroy(graph);
    }
}

static int by_ends(const void *a, const void *b)
{
    const kg_vertex *x = a, *y = b;

    return x[0] != y[0] ? (x[0] > y[0]) - (x[0] < y[0]) : (x[1] > y[1]) - (x[1] < y[1]);
}

/* Loops and parallel edges, of a copy of the edges' ends that is sorted; each end is the smaller
 * one first. */
static uint64_t not_simple(const kg_vertex *end, uint64_t m)
{
    kg_vertex *pair = check_array(m, 2 * sizeof *pair);
    uint64_t wrong = 0;

    memcpy(pair, end, m * 2 * sizeof *pair);
    qsort(pair, m, 2 * sizeof *pair, by_ends);
    for (uint64_t e = 0; e < m; e++)
        wrong +=
            pair[2 * e] >= pair[2 * e + 1] || (e && by_ends(pair + 2 * e, pair + 2 * e - 2) == 0);
    free(pair);
    return wrong;
}

/* How many lengths there are, each counted once. */
static uint64_t check_lengths(check *c, kg_graph *graph)
{
    const double *value = kg_graph_values(graph);
    uint64_t seen[251] = {0}, distinct = 0, wrong = 0;

    for (uint64_t e = 0; e < kg_graph_edges(graph); e++)
        if (value[e] >= 60 && value[e] <= 250 && value[e] == (double)(int)value[e])
            distinct += !seen[(int)value[e]]++;
        else
            wrong++;
    check_number(c, graph->ctx, "lengths out of range", wrong, 0);
    return distinct;
}

static void check_roads(check *c, kg_graph *graph, const kg_generate_options *o)
{
    const uint64_t crossings = o->width * o->height, n = kg_graph_vertices(graph);
    const bool large = crossings > 100000;
    kg_context *ctx = graph->ctx;
    uint64_t of_degree[5] = {0}, components, lengths;
    const kg_edge *degree;
    const kg_vertex *end;

    check_status(c, ctx, kg_graph_components(graph, NULL, &components), KG_OK);
    check_number(c, ctx, "components", components, 1);
    check_status(c, ctx, kg_graph_degrees(graph, &degree, NULL), KG_OK);
    for (uint64_t v = 0; v < n; v++)
        if (degree[v] <= 4)
            of_degree[degree[v]]++;
        else
            check_fail(c, ctx, "a degree of %llu", (unsigned long long)degree[v]);
    check_status(c, ctx, kg_graph_ends(graph, &end), KG_OK);
    if (!o->relabel)
        check_number(
            c, ctx, "edges that are not simple", not_simple(end, kg_graph_edges(graph)), 0);
    lengths = check_lengths(c, graph);
    if (n > crossings || (large && (n == crossings || n < crossings * 9 / 10)))
        check_fail(c, ctx, "%llu vertices", (unsigned long long)n);
    if (large && (of_degree[1] + of_degree[3]) * 10 <= 4 * n)
        check_fail(c, ctx, "%llu of %llu degrees are odd",
            (unsigned long long)(of_degree[1] + of_degree[3]), (unsigned long long)n);
    for (int d = 1; d <= 4 && large; d++)
        if (of_degree[d] * 20 < n)
            check_fail(c, ctx, "degree %d is rare: %llu", d, (unsigned long long)of_degree[d]);
    if (large && lengths < 150)
        check_fail(c, ctx, "only %llu lengths", (unsigned long long)lengths);
}

static void test_roads(check *c)
{
    for (int i = 0; i < CASES; i++) {
        kg_generate_options o = cases[i];
        kg_graph *graph, *other;

        if (o.kind != KG_GENERATE_GRID_ROADS)
            continue;
        say_case(c, &o);
        graph = generate(c, c->context[i % c->contexts], &o);
        check_roads(c, graph, &o);
        o.seed += 100;
        other = generate(c, graph->ctx, &o);
        if (graph->n > 4)
            check_number(c, graph->ctx, "same for another seed", kg_graph_equal(graph, other), 0);
        kg_graph_destroy(other);
        kg_graph_destroy(graph);
    }
    for (uint64_t seed = 0; seed < 300; seed++) { /* parks and rims of every kind */
        const kg_generate_options o = {
            .kind = KG_GENERATE_GRID_ROADS, .width = 40, .height = 30, .seed = seed};
        kg_graph *graph = generate(c, c->context[0], &o);

        say_case(c, &o);
        check_roads(c, graph, &o);
        kg_graph_destroy(graph);
    }
}

/* The same edges in the same order, with their lengths; each vertex has one other name in all of
 * them. */
static void test_relabelled(check *c)
{
    for (int i = 0; i < CASES; i++) {
        kg_generate_options o = cases[i];
        kg_context *ctx = c->context[i % c->contexts];
        kg_graph *plain, *graph;
        const kg_vertex *end[2];
        kg_vertex *name;
        uint64_t wrong = 0;

        say_case(c, &o);
        o.relabel = 1;
        graph = generate(c, ctx, &o);
        o.relabel = 0;
        plain = generate(c, ctx, &o);
        check_number(c, ctx, "vertices", graph->n, plain->n);
        check_number(c, ctx, "entries", graph->m, plain->m);
        check_status(c, ctx, kg_graph_ends(plain, &end[0]), KG_OK);
        check_status(c, ctx, kg_graph_ends(graph, &end[1]), KG_OK);
        name = check_array(plain->n, sizeof *name);
        memset(name, 0xff, plain->n * sizeof *name);
        for (uint64_t h = 0; h < plain->m; h++) { /* edges keep their order */
            if (name[end[0][h]] == KG_NO_VERTEX)
                name[end[0][h]] = end[1][h];
            wrong += name[end[0][h]] != end[1][h];
        }
        check_number(c, ctx, "ends that are not renamed alike", wrong, 0);
        if (plain->value)
            check_equal(c, ctx, "lengths", graph->value, plain->value, plain->m / 2, 8);
        if (plain->n > 100)
            check_number(c, ctx, "as before", kg_graph_equal(plain, graph), 0);
        free(name);
        kg_graph_destroy(plain);
        kg_graph_destroy(graph);
    }
}

static void test_refused(check *c)
{
    static const struct {
        kg_generate_options options;
        kg_status status;
        const char *text;
    } table[] = {
        {{.kind = KG_GENERATE_HYPERCUBE, .dimension = 32}, KG_ARGUMENT,
            "dimension 32: expected 0 to 31"},
        {{.kind = KG_GENERATE_HYPERCUBE, .dimension = KG_EDGE_BITS == 32 ? 31 : 99},
            KG_EDGE_BITS == 32 ? KG_OVERFLOW : KG_ARGUMENT,
            KG_EDGE_BITS == 32 ? "33285996544 undirected edges: this konig" : "dimension 99"},
        {{.kind = KG_GENERATE_HYPERCUBE, .dimension = 4, .path = 1}, KG_ARGUMENT,
            "path goes with the kinds that are directed"},
        {{.kind = KG_GENERATE_GRID_ROADS, .width = 1}, KG_ARGUMENT, "height 0: expected 1 to"},
        {{.kind = KG_GENERATE_GRID_ROADS, .height = 1}, KG_ARGUMENT, "width 0: expected 1 to"},
        {{.kind = KG_GENERATE_GRID_ROADS, .width = 3, .height = 3, .path = 1}, KG_ARGUMENT,
            "path goes with the kinds that are directed"},
        {{.kind = KG_GENERATE_GRID_ROADS, .width = 1 << 20, .height = 1 << 20}, KG_OVERFLOW,
            "1099511627776 crossings: at most"},
        {{.kind = KG_GENERATE_GRID_ROADS, .width = UINT32_MAX, .height = UINT32_MAX}, KG_OVERFLOW,
            "crossings: at most"},
    };
    kg_context *ctx = c->context[0];

    for (size_t i = 0; i < sizeof table / sizeof *table; i++) {
        kg_graph *graph;

        check_say(c, "%s", table[i].text);
        check_status(c, ctx, kg_graph_generate(&graph, ctx, &table[i].options), table[i].status);
        check_number(c, ctx, "a graph", graph != NULL, 0);
        if (!strstr(kg_context_message(ctx), table[i].text))
            check_fail(c, ctx, "the text is '%s'", kg_context_message(ctx));
    }
    check_number(c, ctx, "bytes left", kg_context_memory(ctx).current, 0);
}

static kg_status generate_and_destroy(kg_context *ctx, const kg_generate_options *options)
{
    kg_graph *graph;
    kg_status status = kg_graph_generate(&graph, ctx, options);

    kg_graph_destroy(graph);
    return status;
}

static void test_allocations(check *c)
{
    for (int i = 0; i < CASES; i++) {
        kg_context *ctx = c->context[i % c->contexts];

        say_case(c, &cases[i]);
        CHECK_ALLOCATIONS(c, ctx, generate_and_destroy(ctx, &cases[i]));
    }
}

static void bench_generate(check *c)
{
    static const kg_generate_options kinds[] = {
        {.kind = KG_GENERATE_HYPERCUBE, .dimension = 19},
        {.kind = KG_GENERATE_GRID_ROADS, .width = 2048, .height = 1024},
    };
    static const char *const name[] = {"hypercube", "grid-roads"};

    for (size_t k = 0; k < sizeof kinds / sizeof *kinds; k++)
        for (int i = 0; i < c->contexts; i++) {
            kg_graph *graph = NULL;

            for (check_clock clock = {0}; check_again(c, &clock, c->context[i], name[k], 4 << 20,
                     ((uint64_t)8 << 20) * sizeof(kg_vertex));) {
                kg_graph_destroy(graph);
                graph = generate(c, c->context[i], &kinds[k]);
            }
            check_number(c, c->context[i], "kind", kg_graph_kind(graph), KG_UNDIRECTED);
            kg_graph_destroy(graph);
        }
}

const check_case check_generate_undirected_cases[] = {
    {"csr.generate-undirected", test_rows, bench_generate, 0},
    {"csr.generate-hypercube", test_hypercube, NULL, 0},
    {"csr.generate-roads", test_roads, NULL, 0},
    {"csr.generate-undirected-relabelled", test_relabelled, NULL, 0},
    {"csr.generate-undirected-refused", test_refused, NULL, 0},
    {"csr.generate-undirected-allocations", test_allocations, NULL, 0},
    {NULL, NULL, NULL, 0},
};
