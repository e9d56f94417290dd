/* Cases of graphs whose arrays lie on a device: every type, step and way of ordering, numbers that
 * are wrong, calls that need the arrays in host memory, walks that stay there. */
#include "check.h"
#include "csr/csr.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { TYPES = 4 };

static bool has_device(const check *c)
{
    return strcmp(c->backend, "cpu") != 0;
}

static size_t size_of(kg_integer type)
{
    return type < KG_INTEGER_U64 ? 4 : 8;
}

/* An array on the device; between its numbers, where the step is not 1, lie others. */
static kg_device_array place(
    kg_context *ctx, const int64_t *number, uint64_t count, kg_integer type, uint64_t step)
{
    const size_t size = size_of(type);
    unsigned char *host = check_array(count * (step ? step : 1) + 1, size);
    kg_device_array array = {NULL, count, type, step};

    memset(host, 0xff, (count * (step ? step : 1) + 1) * size);
    for (uint64_t i = 0; i < count; i++)
        memcpy(host + i * (step ? step : 1) * size, &number[i], size); /* little-endian */
    array.address = check_upload(ctx, host, count * (step ? step : 1) + 1, size);
    free(host);
    return array;
}

static void drop(kg_context *ctx, kg_device_array array)
{
    kg__free(ctx, (void *)array.address);
}

/* Rows and an edge list of a graph that has a circuit, as numbers of 64 bits. */
typedef struct numbers {
    kg_graph *graph; /* on the host */
    kg_context *ctx;
    uint64_t n, m;
    int64_t *row, *col, *source;
} numbers;

static void widen(int64_t *to, const void *from, uint64_t count, size_t size)
{
    for (uint64_t i = 0; i < count; i++) {
        to[i] = 0;
        memcpy(&to[i], (const unsigned char *)from + i * size, size);
    }
}

static numbers make(check *c, kg_generate_options generate)
{
    kg_context_options options = {.device = "cpu", .threads = 2};
    const kg_edge *row;
    const kg_vertex *col, *source;
    numbers a = {0};

    check_status(c, c->context[0], kg_context_create(&a.ctx, &options), KG_OK);
    check_status(c, a.ctx, kg_graph_generate(&a.graph, a.ctx, &generate), KG_OK);
    a.n = kg_graph_vertices(a.graph);
    a.m = kg_graph_edges(a.graph);
    kg_graph_csr(a.graph, &row, &col);
    kg_graph_sources(a.graph, &source);
    a.row = check_array(a.n + 1, sizeof *a.row);
    a.col = check_array(a.m, sizeof *a.col);
    a.source = check_array(a.m, sizeof *a.source);
    widen(a.row, row, a.n + 1, sizeof *row);
    widen(a.col, col, a.m, sizeof *col);
    widen(a.source, source, a.m, sizeof *source);
    return a;
}

static kg_generate_options random_graph(const check *c, uint64_t vertices)
{
    return (kg_generate_options){.vertices = vertices, .max_degree = 5, .seed = c->seed};
}

/* A graph that is connected, in an order of vertices that has no pattern. */
static kg_generate_options words(uint64_t length, int path)
{
    return (kg_generate_options){
        .kind = KG_GENERATE_DEBRUIJN, .alphabet = 3, .length = length, .relabel = 1, .path = path};
}

static void unmake(numbers *a)
{
    free(a->row);
    free(a->col);
    free(a->source);
    kg_graph_destroy(a->graph);
    kg_context_destroy(a->ctx);
}

/* One graph of rows in the middle of other memory: what it is, that arrays which fit are borrowed
 * where that is asked for, and that nothing came to the host before it was needed. */
static void check_rows(check *c, kg_context *ctx, const numbers *a, kg_integer row_type,
    kg_integer col_type, uint64_t step, kg_device_options options)
{
    kg_device_array row = place(ctx, a->row, a->n + 1, row_type, step);
    kg_device_array col = place(ctx, a->col, a->m, col_type, step);
    const bool row_fits = size_of(row_type) == sizeof(kg_edge) && step <= 1 && options.borrow;
    const bool col_fits = size_of(col_type) == sizeof(kg_vertex) && step <= 1 && options.borrow;
    const kg_edge *d_row;
    const kg_vertex *d_col;
    kg_graph *graph;

    check_say(c, "%llu edges, types %d and %d, step %llu, borrow %d, no stream %d",
        (unsigned long long)a->m, row_type, col_type, (unsigned long long)step, options.borrow,
        options.no_stream);
    if (check_status(c, ctx, kg_graph_build_csr_device(&graph, ctx, &row, &col, &options), KG_OK)) {
        check_number(c, ctx, "rows in host memory", graph->row != NULL, 0);
        check_status(c, ctx, kg_graph_csr_device(graph, &d_row, &d_col, &options), KG_OK);
        check_number(c, ctx, "the caller's rows", d_row == row.address, row_fits);
        check_number(
            c, ctx, "the caller's targets", d_col == col.address && a->m, col_fits && a->m);
        check_status(c, ctx, kg_graph_return_device(graph, &options), KG_OK);
        check_status(c, ctx, kg_graph_return_device(graph, &options), KG_ARGUMENT);
        check_number(c, ctx, "the same graph", kg_graph_equal(graph, a->graph), 1);
        kg_graph_destroy(graph);
    }
    drop(ctx, row);
    drop(ctx, col);
}

static void check_no_device(check *c, kg_context *ctx)
{
    static const kg_edge row[] = {0, 1};
    static const kg_vertex col[] = {0};
    const kg_device_array rows = {row, 2, KG_INTEGER_U32, 0}, cols = {col, 1, KG_INTEGER_U32, 0};
    const kg_edge *d_row;
    kg_edge *walk;
    kg_graph *graph;
    kg_euler *euler;

    check_say(c, "no device");
    check_status(
        c, ctx, kg_graph_build_csr_device(&graph, ctx, &rows, &cols, NULL), KG_UNSUPPORTED);
    check_number(c, ctx, "says what to do",
        strstr(kg_context_message(ctx), "made for it, by the name cuda") != NULL, 1);
    check_status(
        c, ctx, kg_graph_build_edges_device(&graph, ctx, 1, &cols, &cols, NULL), KG_UNSUPPORTED);
    check_number(c, ctx, "a graph", graph != NULL, 0);
    check_status(c, ctx, kg_graph_build_csr(&graph, ctx, 1, row, col, NULL), KG_OK);
    check_status(c, ctx, kg_graph_csr_device(graph, &d_row, NULL, NULL), KG_UNSUPPORTED);
    check_status(c, ctx, kg_graph_return_device(graph, NULL), KG_ARGUMENT);
    check_status(c, ctx, kg_euler_find(&euler, graph, NULL), KG_OK);
    check_status(c, ctx, kg_euler_walk_device(euler, &walk, NULL), KG_UNSUPPORTED);
    check_number(c, ctx, "a walk", walk != NULL, 0);
    check_status(c, ctx, kg_euler_return_device(euler, NULL), KG_ARGUMENT);
    check_number(c, ctx, "a stream", kg_context_stream(ctx) != NULL, 0);
    check_status(c, ctx, kg_context_follow(ctx, NULL), KG_UNSUPPORTED);
    kg_euler_destroy(euler);
    kg_graph_destroy(graph);
}

static void test_rows(check *c)
{
    static const uint64_t vertices[] = {1, 2, 33, 20000};

    for (int k = 0; k < c->contexts; k++) {
        kg_context *ctx = c->context[k];

        if (!has_device(c)) {
            check_no_device(c, ctx);
            continue;
        }
        check_number(c, ctx, "no stream", kg_context_stream(ctx) == NULL, 0);
        check_status(c, ctx, kg_context_follow(ctx, NULL), KG_OK);
        for (size_t i = 0; i < (k ? 3 : sizeof vertices / sizeof *vertices); i++) {
            numbers a = make(c, random_graph(c, vertices[i]));

            for (int types = 0; types < TYPES * TYPES; types++)
                check_rows(c, ctx, &a, types / TYPES, types % TYPES, (uint64_t)types % 3,
                    (kg_device_options){.borrow = types & 1, .no_stream = types >> 1 & 1});
            check_rows(c, ctx, &a, sizeof(kg_edge) == 4 ? KG_INTEGER_U32 : KG_INTEGER_I64,
                KG_INTEGER_I32, 0, (kg_device_options){.borrow = 1});
            unmake(&a);
        }
    }
}

/* Edge lists in the order of their sources give the rows; turned round they give those of the
 * reverse graph. */
static void check_list(check *c, kg_context *ctx, const numbers *a, int types, bool counts)
{
    kg_device_array source = place(ctx, a->source, a->m, types / TYPES, (uint64_t)types % 3);
    kg_device_array target = place(ctx, a->col, a->m, types % TYPES, (uint64_t)types % 2);
    kg_graph *graph, *expected, *reverse;
    const uint64_t n = counts ? KG_VERTICES_NAMED : a->n;

    check_say(
        c, "%llu edges, types %d and %d", (unsigned long long)a->m, types / TYPES, types % TYPES);
    check_status(
        c, ctx, kg_graph_build_edges_device(&graph, ctx, n, &source, &target, NULL), KG_OK);
    check_number(c, ctx, "the same graph", kg_graph_equal(graph, a->graph), 1);
    kg_graph_destroy(graph);
    check_status(
        c, ctx, kg_graph_build_edges_device(&reverse, ctx, n, &target, &source, NULL), KG_OK);
    check_status(c, a->ctx, kg_graph_reverse(&expected, NULL, a->graph), KG_OK);
    check_number(c, ctx, "the reverse graph", kg_graph_equal(reverse, expected), 1);
    kg_graph_destroy(reverse);
    kg_graph_destroy(expected);
    drop(ctx, source);
    drop(ctx, target);
}

static void test_lists(check *c)
{
    static const uint64_t vertices[] = {1, 33, 5000};
    const kg_device_array none = {NULL, 0, KG_INTEGER_I64, 0};
    kg_graph *graph;

    for (int k = 0; k < c->contexts; k++) {
        kg_context *ctx = c->context[k];

        if (!has_device(c)) {
            check_no_device(c, ctx);
            continue;
        }
        for (size_t i = 0; i < sizeof vertices / sizeof *vertices; i++) {
            numbers a = make(c, random_graph(c, vertices[i]));

            for (int types = 0; types < TYPES * TYPES; types++)
                check_list(c, ctx, &a, types, types & 1);
            unmake(&a);
        }
        check_say(c, "no edges");
        for (uint64_t n = 0; n < 3; n++) {
            const uint64_t asked = n < 2 ? n : KG_VERTICES_NAMED;

            check_status(
                c, ctx, kg_graph_build_edges_device(&graph, ctx, asked, &none, &none, NULL), KG_OK);
            check_number(c, ctx, "vertices", kg_graph_vertices(graph), n < 2 ? n : 0);
            check_number(c, ctx, "edges", kg_graph_edges(graph), 0);
            kg_graph_destroy(graph);
        }
    }
}

/* ---- what is wrong --------------------------------------------------------------------------- */

typedef struct flaw {
    kg_integer row_type, col_type;
    int64_t row[5], col[4];
    unsigned rows, cols;
    const char *text;
} flaw;

#define U32 KG_INTEGER_U32
#define I32 KG_INTEGER_I32
#define U64 KG_INTEGER_U64
#define I64 KG_INTEGER_I64

static const flaw flaws[] = {
    {U32, U32, {0}, {0}, 0, 0, "row is empty"},
    {U32, U32, {1, 2}, {0, 0}, 2, 2, "row[0] is 1: expected 0"},
    {I32, U32, {-1, 2}, {0, 0}, 2, 2, "row[0] is -1: expected 0"},
    {I64, I64, {0, 2, 1, 4}, {0, 0, 0, 0}, 4, 4, "row[2] is 1, less than the 2 before it"},
    {I32, I32, {0, -2, 1, 4}, {0, 0, 0, 0}, 4, 4, "row[1] is -2: expected 0 to 4"},
    {U64, I32, {0, 1, 9, 4}, {0, 0, 0, 0}, 4, 4, "row[2] is 9: expected 0 to 4"},
    {U32, U32, {0, 1, 3, 3}, {0, 0, 0, 0}, 4, 4, "row ends at 3, but col has 4 numbers"},
    {U32, U32, {0, 1, 3, 5}, {0, 0, 0, 0}, 4, 4, "row ends at 5, but col has 4 numbers"},
    {U32, U32, {0, 1, 2}, {0, 2}, 3, 2, "col[1] is 2: expected 0 to 1"},
    {U32, I32, {0, 1, 2}, {-5, 0}, 3, 2, "col[0] is -5: expected 0 to 1"},
    {U32, I64, {0, 1, 2}, {0, INT64_MIN}, 3, 2, "col[1] is -9223372036854775808: expected"},
    {U32, U64, {0, 1, 2}, {0, -1}, 3, 2, "col[1] is 18446744073709551615: expected 0 to 1"},
    {U32, I64, {0, 1, 2}, {0, INT64_C(1) << 32}, 3, 2, "col[1] is 4294967296: expected 0 to 1"},
    {U32, U32, {0}, {0}, 1, 1, "row ends at 0, but col has 1 numbers"},
};

static void check_flaw(check *c, kg_context *ctx, const flaw *f)
{
    const uint64_t held = check_held(ctx);
    kg_device_array row = place(ctx, f->row, f->rows, f->row_type, 1);
    kg_device_array col = place(ctx, f->col, f->cols, f->col_type, 2);
    kg_graph *graph;

    check_say(c, "%s", f->text);
    check_status(c, ctx, kg_graph_build_csr_device(&graph, ctx, &row, &col, NULL), KG_ARGUMENT);
    check_number(c, ctx, "a graph", graph != NULL, 0);
    if (!strstr(kg_context_message(ctx), f->text))
        check_fail(c, ctx, "'%s' does not say '%s'", kg_context_message(ctx), f->text);
    drop(ctx, row);
    drop(ctx, col);
    check_number(c, ctx, "bytes left", check_held(ctx) - held, 0);
}

static void check_refused(
    check *c, kg_context *ctx, kg_device_array source, kg_device_array target, const char *text)
{
    kg_graph *graph;

    check_say(c, "%s", text);
    check_status(
        c, ctx, kg_graph_build_edges_device(&graph, ctx, 3, &source, &target, NULL), KG_ARGUMENT);
    check_number(c, ctx, "a graph", graph != NULL, 0);
    if (!strstr(kg_context_message(ctx), text))
        check_fail(c, ctx, "'%s' does not say '%s'", kg_context_message(ctx), text);
}

static void test_refused(check *c)
{
    static const int64_t number[] = {0, 1, 3, 2};
    kg_context *ctx = c->context[0];
    kg_device_array right, bad, other;
    kg_graph *graph;

    if (!has_device(c)) {
        check_no_device(c, ctx);
        check_no_device(c, ctx);
        return;
    }
    for (size_t i = 0; i < sizeof flaws / sizeof *flaws; i++)
        check_flaw(c, ctx, &flaws[i]);
    right = place(ctx, number, 2, U32, 1);
    bad = place(ctx, number, 4, I64, 1);
    other = right;
    other.count = 1;
    check_refused(c, ctx, bad, bad, "source[2] is 3: expected 0 to 2");
    check_refused(c, ctx, right, other, "source has 2 numbers, but target 1");
    other = right;
    other.type = 7;
    check_refused(c, ctx, other, right, "source has type 7: expected 0 to 3");
    other = right;
    other.address = NULL;
    check_refused(c, ctx, right, other, "target has 2 numbers, but no address");
    other.address = (const unsigned char *)right.address + 2;
    check_refused(c, ctx, right, other, "target is not aligned to its numbers of 4 bytes");
    other.address = number;
    check_refused(c, ctx, right, other, "target lies in host memory: expected memory of cuda:");
    other = right;
    other.step = UINT64_MAX / 2;
    check_refused(c, ctx, other, right, "source would not fit the address space");
    check_say(c, "too many vertices");
    check_status(c, ctx,
        kg_graph_build_edges_device(&graph, ctx, (uint64_t)KG_NO_VERTEX + 1, &right, &right, NULL),
        KG_OVERFLOW);
    check_say(c, "no vertices");
    check_status(
        c, ctx, kg_graph_build_edges_device(&graph, ctx, 0, &right, &right, NULL), KG_ARGUMENT);
    drop(ctx, right);
    drop(ctx, bad);
}

/* ---- calls that need the arrays in host memory ----------------------------------------------- */

static kg_graph *on_device(check *c, kg_context *ctx, const numbers *a)
{
    kg_device_array row = place(ctx, a->row, a->n + 1, U64, 1);
    kg_device_array col = place(ctx, a->col, a->m, I32, 1);
    kg_graph *graph;

    check_status(c, ctx, kg_graph_build_csr_device(&graph, ctx, &row, &col, NULL), KG_OK);
    drop(ctx, row);
    drop(ctx, col);
    return graph;
}

/* Each gives a number or two that tell whether a graph was looked at rightly. */
static uint64_t sum(const void *array, uint64_t count, size_t size)
{
    uint64_t all = 0, one = 0;

    for (uint64_t i = 0; i < count; i++) {
        memcpy(&one, (const unsigned char *)array + i * size, size);
        all = all * 31 + one;
    }
    return all;
}

static uint64_t of_graph(kg_graph *graph)
{
    const kg_edge *row = NULL;
    const kg_vertex *col = NULL;
    uint64_t all = 1;

    if (graph && kg_graph_csr(graph, &row, &col) == KG_OK)
        all = sum(row, (uint64_t)kg_graph_vertices(graph) + 1, sizeof *row) ^
              sum(col, row[kg_graph_vertices(graph)], sizeof *col);
    kg_graph_destroy(graph);
    return all;
}

static uint64_t look_rows(kg_graph *graph)
{
    const kg_edge *row = NULL;
    const kg_vertex *col = NULL;

    return kg_graph_csr(graph, &row, &col) == KG_OK
               ? sum(row, (uint64_t)kg_graph_vertices(graph) + 1, sizeof *row)
               : 1;
}

static uint64_t look_sources(kg_graph *graph)
{
    const kg_vertex *source;

    return kg_graph_sources(graph, &source) == KG_OK
               ? sum(source, kg_graph_edges(graph), sizeof *source)
               : 1;
}

static uint64_t look_ends(kg_graph *graph)
{
    const kg_vertex *end;

    return kg_graph_ends(graph, &end) == KG_OK ? sum(end, 2 * kg_graph_edges(graph), sizeof *end)
                                               : 1;
}

static uint64_t look_degrees(kg_graph *graph)
{
    const kg_edge *out, *in;

    return kg_graph_degrees(graph, &out, &in) == KG_OK
               ? sum(out, kg_graph_vertices(graph), sizeof *out) ^
                     sum(in, kg_graph_vertices(graph), sizeof *in)
               : 1;
}

static uint64_t look_reverse(kg_graph *graph)
{
    kg_graph *made;

    return kg_graph_reverse(&made, NULL, graph) == KG_OK ? of_graph(made) : 1;
}

static uint64_t look_undirected(kg_graph *graph)
{
    kg_graph *made;

    return kg_graph_undirected(&made, graph) == KG_OK ? of_graph(made) : 1;
}

static uint64_t look_symmetric(kg_graph *graph)
{
    kg_graph *made;

    return kg_graph_symmetrise(&made, graph) == KG_OK ? of_graph(made) : 1;
}

static uint64_t look_subgraph(kg_graph *graph)
{
    static const kg_vertex some[] = {0, 1, 2, 5, 7, 11};
    kg_graph *made;

    return kg_graph_subgraph(&made, graph, some, sizeof some / sizeof *some) == KG_OK
               ? of_graph(made)
               : 1;
}

static uint64_t look_circuit_graph(kg_graph *graph)
{
    kg_graph *made;

    return kg_euler_circuit_graph(&made, graph) == KG_OK ? of_graph(made) : 1;
}

static uint64_t look_components(kg_graph *graph)
{
    const kg_vertex *component;
    uint64_t count;

    return kg_graph_components(graph, &component, &count) == KG_OK
               ? sum(component, kg_graph_vertices(graph), sizeof *component) ^ count
               : 1;
}

static uint64_t look_strong_components(kg_graph *graph)
{
    kg_vertex *component = check_array(kg_graph_vertices(graph), sizeof *component);
    uint64_t count, all = 1;

    if (kg_graph_strong_components(graph, component, &count) == KG_OK)
        all = sum(component, kg_graph_vertices(graph), sizeof *component) ^ count;
    free(component);
    return all;
}

static uint64_t look_spanning_tree(kg_graph *graph)
{
    const kg_edge *edge;
    uint64_t count;

    return kg_graph_spanning_tree(graph, &edge, &count) == KG_OK ? sum(edge, count, sizeof *edge)
                                                                 : 1;
}

static uint64_t look_circuits(kg_graph *graph)
{
    kg_edge *circuit = check_array(kg_graph_edges(graph), sizeof *circuit);
    uint64_t all = 1;

    if (kg_euler_circuits(graph, circuit) == KG_OK)
        all = sum(circuit, kg_graph_edges(graph), sizeof *circuit);
    free(circuit);
    return all;
}

static uint64_t look_missing(kg_graph *graph)
{
    uint64_t missing, balanced;

    return kg_euler_missing(graph, &missing, &balanced) == KG_OK ? missing * 64 + balanced + 7 : 1;
}

static uint64_t look_distances(kg_graph *graph)
{
    static const kg_vertex source = 0;
    kg_distances *distances;
    uint64_t all = 1;

    if (kg_graph_distances(&distances, graph, &source, 1, NULL) == KG_OK)
        all = sum(kg_distances_lengths(distances), kg_graph_vertices(graph), sizeof(double));
    kg_distances_destroy(distances);
    return all;
}

static uint64_t look_hierarchy(kg_graph *graph)
{
    kg_hierarchy *hierarchy = NULL;
    double length = -1;

    if (kg_hierarchy_build(&hierarchy, graph, NULL) == KG_OK)
        kg_hierarchy_distance(hierarchy, 0, kg_graph_vertices(graph) - 1, &length);
    kg_hierarchy_destroy(hierarchy);
    return (uint64_t)(length + 2);
}

static uint64_t walk_by(kg_graph *graph, kg_euler_options options, bool unique)
{
    const uint64_t m = kg_graph_edges(graph);
    kg_euler_unique only = KG_EULER_PERHAPS;
    const kg_edge *walk;
    kg_euler *euler;
    uint64_t all = 1;

    if (kg_euler_find(&euler, graph, &options) == KG_OK && kg_euler_walk(euler, &walk) == KG_OK &&
        (!unique || kg_euler_is_unique(&only, euler, graph) == KG_OK))
        all = sum(walk, m, sizeof *walk) + only;
    kg_euler_destroy(euler);
    return all;
}

static uint64_t look_walk(kg_graph *graph)
{
    return walk_by(graph, (kg_euler_options){0}, false);
}

static uint64_t look_unique(kg_graph *graph)
{
    return walk_by(graph, (kg_euler_options){0}, true);
}

static uint64_t look_random(kg_graph *graph)
{
    return walk_by(graph, (kg_euler_options){.random = 1, .seed = 5}, false);
}

static uint64_t look_trails(kg_graph *graph)
{
    return walk_by(graph, (kg_euler_options){.kind = KG_EULER_TRAILS}, false);
}

/* From every one of the first vertices: a path that must begin elsewhere is refused. */
static uint64_t look_starts(kg_graph *graph)
{
    uint64_t all = 1;

    for (kg_vertex v = 0; v < 30 && v < kg_graph_vertices(graph); v++)
        all = all * 31 + walk_by(graph, (kg_euler_options){.has_start = 1, .start = v}, false);
    return all;
}

typedef uint64_t look(kg_graph *graph);

static look *const looks[] = {look_rows, look_sources, look_ends, look_degrees, look_reverse,
    look_undirected, look_symmetric, look_subgraph, look_circuit_graph, look_components,
    look_strong_components, look_spanning_tree, look_circuits, look_missing, look_distances,
    look_hierarchy, look_walk, look_unique, look_random, look_trails, look_starts};

/* Every call on a graph that is on the device alone gives what it gives of one that is not. */
static void test_calls(check *c)
{
    for (int path = 0; path < 2; path++) {
        numbers a = make(c, words(check_is_small() ? 3 : 5, path));
        kg_context *ctx = c->context[path % c->contexts];

        for (size_t i = 0; i < sizeof looks / sizeof *looks; i++) {
            kg_graph *graph;

            check_say(c, "call %zu, path %d", i, path);
            if (!has_device(c)) {
                check_number(c, ctx, "twice the same", looks[i](a.graph), looks[i](a.graph));
                continue;
            }
            graph = on_device(c, ctx, &a);
            check_number(c, ctx, "result", looks[i](graph), looks[i](a.graph));
            check_number(c, ctx, "once more", looks[i](graph), looks[i](a.graph));
            kg_graph_destroy(graph);
        }
        unmake(&a);
    }
}

/* ---- walks ----------------------------------------------------------------------------------- */

static void check_walk(
    check *c, kg_graph *graph, const numbers *a, kg_euler_options options, int how)
{
    const kg_device_options order = {.no_stream = how & 1};
    kg_context *ctx = graph->ctx;
    const kg_edge *expected = NULL, *walk = NULL;
    kg_edge *d_walk = NULL, *again = NULL, *got = check_array(a->m, sizeof *got);
    kg_euler *euler = NULL, *right = NULL;

    check_status(c, a->ctx, kg_euler_find(&right, a->graph, &options), KG_OK);
    check_status(c, a->ctx, kg_euler_walk(right, &expected), KG_OK);
    check_status(c, ctx, kg_euler_find(&euler, graph, &options), KG_OK);
    if (check_status(c, ctx, kg_euler_walk_device(euler, &d_walk, &order), KG_OK)) {
        check_download(ctx, got, d_walk, a->m, sizeof *got);
        check_equal(c, ctx, "walk", got, expected, a->m, sizeof *got);
        check_status(c, ctx, kg_euler_walk_device(euler, &again, NULL), KG_OK);
        check_number(c, ctx, "the same memory", again == d_walk, 1);
        check_status(c, ctx, kg_euler_walk(euler, &walk), KG_OK);
        check_equal(c, ctx, "walk on the host", walk, expected, a->m, sizeof *walk);
        if (how & 2) { /* else both are still lent when the walk is destroyed */
            check_status(c, ctx, kg_euler_return_device(euler, &order), KG_OK);
            check_status(c, ctx, kg_euler_return_device(euler, NULL), KG_OK);
            check_status(c, ctx, kg_euler_return_device(euler, NULL), KG_ARGUMENT);
        }
    }
    free(got);
    kg_euler_destroy(euler);
    kg_euler_destroy(right);
}

static void test_walks(check *c)
{
    static const kg_vertex bad_source[] = {0, 0}, bad_target[] = {1, 2};
    kg_context *ctx = c->context[c->contexts - 1];
    kg_graph *graph;
    kg_euler *euler;
    kg_edge *walk;

    if (!has_device(c)) {
        for (int k = 0; k < c->contexts; k++)
            check_no_device(c, c->context[k]);
        return;
    }
    for (int path = 0; path < 2; path++) {
        numbers a = make(c, words(check_is_small() ? 3 : 10, path));

        graph = on_device(c, ctx, &a);
        for (int how = 0; how < 4; how++) {
            check_say(c, "path %d, way %d", path, how);
            check_walk(c, graph, &a, (kg_euler_options){.skip_verify = how == 3}, how);
            check_walk(c, graph, &a, (kg_euler_options){.kind = KG_EULER_TRAILS}, how);
        }
        check_number(c, ctx, "rows in host memory", graph->row != NULL, 1); /* trails need them */
        kg_graph_destroy(graph);
        graph = on_device(c, ctx, &a);
        check_walk(c, graph, &a, (kg_euler_options){0}, 2);
        check_number(c, ctx, "rows in host memory", graph->row != NULL, 0);
        kg_graph_destroy(graph);
        unmake(&a);
    }
    check_say(c, "no walk");
    check_status(c, ctx, kg_graph_build(&graph, ctx, 3, 2, bad_source, bad_target, NULL), KG_OK);
    check_status(c, ctx, kg_euler_find(&euler, graph, NULL), KG_NO_SOLUTION);
    check_status(c, ctx, kg_euler_walk_device(euler, &walk, NULL), KG_NO_SOLUTION);
    kg_euler_destroy(euler);
    kg_graph_destroy(graph);
}

/* ---- failures -------------------------------------------------------------------------------- */

static kg_status all_of_it(kg_context *ctx, const kg_device_array *row, const kg_device_array *col,
    const kg_device_array *source)
{
    kg_graph *graph = NULL, *list = NULL;
    kg_euler *euler = NULL;
    const kg_edge *rows, *d_rows;
    const kg_vertex *cols, *d_cols;
    kg_edge *walk;
    kg_status status;

    KG_TRY(kg_graph_build_csr_device(&graph, ctx, row, col, NULL));
    KG_TRY(kg_graph_build_edges_device(&list, ctx, KG_VERTICES_NAMED, source, col, NULL));
    KG_TRY(kg_euler_find(&euler, graph, NULL));
    KG_TRY(kg_euler_walk_device(euler, &walk, NULL));
    KG_TRY(kg_graph_csr(graph, &rows, &cols));
    KG_TRY(kg_graph_csr_device(graph, &d_rows, &d_cols, NULL));
    KG_TRY(kg_graph_return_device(graph, NULL));
    KG_TRY(kg_euler_return_device(euler, NULL));
out:
    kg_euler_destroy(euler);
    kg_graph_destroy(graph);
    kg_graph_destroy(list);
    return status;
}

static void test_failures(check *c)
{
    kg_context *ctx = c->context[0];
    kg_device_array row, col, source;
    numbers a;

    if (!has_device(c)) {
        check_no_device(c, ctx);
        check_no_device(c, ctx);
        return;
    }
    a = make(c, words(2, 0));
    row = place(ctx, a.row, a.n + 1, I64, 1);
    col = place(ctx, a.col, a.m, U64, 2);
    source = place(ctx, a.source, a.m, I64, 1);
    CHECK_ALLOCATIONS(c, ctx, all_of_it(ctx, &row, &col, &source));
    drop(ctx, row);
    drop(ctx, col);
    drop(ctx, source);
    unmake(&a);
}

const check_case check_device_cases[] = {
    {"device.rows", test_rows, NULL, 0},
    {"device.lists", test_lists, NULL, 0},
    {"device.refused", test_refused, NULL, 0},
    {"device.calls", test_calls, NULL, 0},
    {"device.walks", test_walks, NULL, 0},
    {"device.failures", test_failures, NULL, 0},
    {NULL, NULL, NULL, 0},
};
