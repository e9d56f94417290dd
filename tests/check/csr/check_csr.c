/*
 * Cases of csr: making a graph, and what is derived from one. The oracles chain each vertex' edges
 * in list order, search breadth first, and merge lists of members.
 */
#include "check.h"
#include "csr/csr.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* An edge list. */
typedef struct list {
    const char *name;
    uint64_t n, m;
    kg_vertex *source, *target; /* [m] */
    double *value;              /* [m] */
} list;

typedef enum list_shape {
    RANDOM,
    SORTED,
    HUB,
    NEARLY_SORTED,
    LOOPS,
    PARALLEL,
    SPARSE,
    SHAPES,
    LARGE_SHAPES = LOOPS /* so many of them at the sizes that use all threads */
} list_shape;

static const struct {
    uint64_t n, m;
} sizes[] = {{0, 0}, {1, 0}, {1, 1}, {1, 5}, {2, 1}, {2, 2}, {3, 31}, {33, 32}, {1000, 1337},
    {1337, 9000}, {70000, 50000}, {100000, 500001}};

enum { SIZES = sizeof sizes / sizeof *sizes, LARGE = 100000 };

static int by_source(const void *a, const void *b)
{
    kg_vertex x = *(const kg_vertex *)a, y = *(const kg_vertex *)b;

    return x < y ? -1 : x > y;
}

static list make_list(uint64_t n, uint64_t m, list_shape shape, uint64_t seed)
{
    static const char *const name[SHAPES] = {
        "random", "sorted", "hub", "nearly sorted", "loops", "parallel", "sparse"};
    list l = {name[shape], n, m, check_array(m, sizeof(kg_vertex)),
        check_array(m, sizeof(kg_vertex)), check_array(m, sizeof(double))};
    uint64_t range = shape == SPARSE ? n / 10 + 1 : shape == PARALLEL ? n / 1000 + 1 : n;

    for (uint64_t e = 0; e < m; e++) {
        l.source[e] = (kg_vertex)(check_random(&seed) % range);
        l.target[e] = (kg_vertex)(check_random(&seed) % range);
        if (shape == HUB && check_random(&seed) % 2)
            l.source[e] = (kg_vertex)(n / 2);
        if (shape == LOOPS && check_random(&seed) % 2)
            l.target[e] = l.source[e];
        l.value[e] = (double)e / 3;
    }
    if (shape == SORTED || shape == NEARLY_SORTED)
        qsort(l.source, m, sizeof *l.source, by_source);
    if (shape == NEARLY_SORTED && m)
        l.source[m - 1] = 0;
    return l;
}

static void free_list(list *l)
{
    free(l->source);
    free(l->target);
    free(l->value);
}

/* The stable order by key: row[n+1], order[m] the list's places. */
static void sort_by_chains(
    uint64_t n, uint64_t m, const kg_vertex *key, kg_edge *row, kg_edge *order)
{
    kg_edge *head = check_array(n, sizeof *head), *next = check_array(m, sizeof *next), at = 0;

    memset(head, 0xff, n * sizeof *head);
    for (uint64_t e = m; e-- > 0; head[key[e]] = (kg_edge)e)
        next[e] = head[key[e]];
    for (uint64_t v = 0; v < n; v++) {
        row[v] = at;
        for (kg_edge e = head[v]; e != KG_NO_EDGE; e = next[e])
            order[at++] = e;
    }
    row[n] = at;
    free(head);
    free(next);
}

/* What the graph of a list must be. */
typedef struct expected {
    kg_edge *row, *order;
    kg_vertex *src, *col;
    double *value;
} expected;

static expected expect(const list *l, const kg_vertex *key, const kg_vertex *other)
{
    expected x = {check_array(l->n + 1, sizeof *x.row), check_array(l->m, sizeof *x.order),
        check_array(l->m, sizeof *x.src), check_array(l->m, sizeof *x.col),
        check_array(l->m, sizeof *x.value)};

    sort_by_chains(l->n, l->m, key, x.row, x.order);
    for (uint64_t e = 0; e < l->m; e++) {
        x.src[e] = key[x.order[e]];
        x.col[e] = other[x.order[e]];
        x.value[e] = l->value[x.order[e]];
    }
    return x;
}

static void free_expected(expected *x)
{
    free(x->row);
    free(x->order);
    free(x->src);
    free(x->col);
    free(x->value);
}

/* Compares a graph with what it must be, and destroys it. */
static void check_graph(
    check *c, kg_context *ctx, kg_graph *graph, const list *l, const expected *x, bool valued)
{
    const kg_edge *row;
    const kg_vertex *col;

    check_number(c, ctx, "vertices", kg_graph_vertices(graph), l->n);
    check_number(c, ctx, "edges", kg_graph_edges(graph), l->m);
    check_status(c, ctx, kg_graph_csr(graph, &row, &col), KG_OK);
    check_equal(c, ctx, "row", row, x->row, l->n + 1, sizeof *row);
    check_equal(c, ctx, "col", col, x->col, l->m, sizeof *col);
    check_number(c, ctx, "has values", kg_graph_values(graph) != NULL, valued);
    if (valued && kg_graph_values(graph))
        check_equal(c, ctx, "value", kg_graph_values(graph), x->value, l->m, sizeof *x->value);
    check_resident(c, graph);
    kg_graph_destroy(graph);
}

/* Calls f for each size, shape and context. */
static void for_lists(check *c, void (*f)(check *c, kg_context *ctx, const list *l))
{
    for (int s = 0; s < SIZES; s++)
        for (list_shape shape = 0; shape < (sizes[s].m < LARGE ? SHAPES : LARGE_SHAPES); shape++) {
            list l = make_list(sizes[s].n, sizes[s].m, shape, c->seed + shape);

            check_say(c, "%s, %llu vertices, %llu edges", l.name, (unsigned long long)l.n,
                (unsigned long long)l.m);
            for (int i = 0; i < c->contexts; i++) {
                uint64_t held = kg_context_memory(c->context[i]).current;

                f(c, c->context[i], &l);
                check_number(
                    c, c->context[i], "bytes left", kg_context_memory(c->context[i]).current, held);
            }
            free_list(&l);
        }
}

/* ---- making ---------------------------------------------------------------------------------- */

/* The list as pairs in uneven runs, some empty. */
static kg_status build_runs(kg_graph **graph, kg_context *ctx, const list *l, bool valued)
{
    enum { RUNS = 9 };
    static const unsigned begin[RUNS + 1] = {0, 0, 1, 1, 3, 10, 400, 401, 1000, 1000};
    kg_vertex *pair = check_array(2 * l->m, sizeof *pair);
    kg__edge_run run[RUNS];
    kg_status status;

    for (uint64_t e = 0; e < l->m; e++) {
        pair[2 * e] = l->source[e];
        pair[2 * e + 1] = l->target[e];
    }
    for (int i = 0; i < RUNS; i++) {
        uint64_t from = l->m * begin[i] / 1000, to = l->m * begin[i + 1] / 1000;

        run[i] = (kg__edge_run){pair + 2 * from, valued ? l->value + from : NULL, to - from};
    }
    status = kg__csr_build_runs(graph, ctx, l->n, run, RUNS);
    free(pair);
    return status;
}

/* The list through a builder, by edges and by rows. */
static kg_status build_growing(kg_graph **graph, kg_context *ctx, const list *l, bool valued)
{
    kg_builder *builder;
    kg_status status;

    *graph = NULL;
    KG_TRY(kg_builder_create(&builder, ctx));
    for (uint64_t e = 0, end; e < l->m; e = end) {
        end = e + 1;
        if (e % 3 == 0)
            while (end < l->m && l->source[end] == l->source[e])
                end++;
        if (e % 3 == 0)
            KG_TRY(kg_builder_add_row(
                builder, l->source[e], end - e, l->target + e, valued ? l->value + e : NULL));
        else if (valued)
            KG_TRY(kg_builder_add_edge_value(builder, l->source[e], l->target[e], l->value[e]));
        else
            KG_TRY(kg_builder_add_edge(builder, l->source[e], l->target[e]));
    }
    KG_TRY(kg_builder_add_vertices(builder, l->n));
    KG_TRY(kg_builder_finish(graph, builder));
out:
    kg_builder_destroy(builder);
    return status;
}

static void build_list(check *c, kg_context *ctx, const list *l)
{
    expected x = expect(l, l->source, l->target);
    kg_graph *graph, *copy;
    const kg_edge *row;
    const kg_vertex *col;

    for (int valued = 0; valued < 2; valued++) {
        if (check_status(c, ctx,
                kg_graph_build(
                    &graph, ctx, l->n, l->m, l->source, l->target, valued ? l->value : NULL),
                KG_OK))
            check_graph(c, ctx, graph, l, &x, valued);
        if (check_status(c, ctx, build_runs(&graph, ctx, l, valued), KG_OK))
            check_graph(c, ctx, graph, l, &x, valued && l->m);
        if (check_status(c, ctx, build_growing(&graph, ctx, l, valued), KG_OK) &&
            check_status(c, ctx,
                kg_graph_build_csr(&copy, ctx, l->n, x.row, x.col, valued ? x.value : NULL),
                KG_OK)) {
            check_number(c, ctx, "equal", kg_graph_equal(graph, copy), l->m || !valued);
            check_graph(c, ctx, graph, l, &x, valued && l->m);
            check_graph(c, ctx, copy, l, &x, valued);
        }
        if (check_status(c, ctx,
                kg_graph_borrow_csr(&graph, ctx, l->n, x.row, x.col, valued ? x.value : NULL),
                KG_OK)) {
            check_status(c, ctx, kg_graph_csr(graph, &row, &col), KG_OK);
            check_number(c, ctx, "the caller's own arrays", row == x.row && col == x.col, 1);
            check_graph(c, ctx, graph, l, &x, valued);
        }
    }
    free_expected(&x);
}

static void test_build(check *c)
{
    for_lists(c, build_list);
}

/* ---- deriving -------------------------------------------------------------------------------- */

static void derive_list(check *c, kg_context *ctx, const list *l)
{
    expected x = expect(l, l->source, l->target), back;
    list rows = {l->name, l->n, l->m, x.src, x.col, x.value};
    kg_edge *out = check_array(l->n, sizeof *out), *in = check_array(l->n, sizeof *in);
    const kg_edge *got_out, *got_in, *original;
    const kg_vertex *src;
    kg_graph *graph, *reverse;

    back = expect(&rows, x.col, x.src);
    memset(out, 0, l->n * sizeof *out);
    memset(in, 0, l->n * sizeof *in);
    for (uint64_t e = 0; e < l->m; e++) {
        out[l->source[e]]++;
        in[l->target[e]]++;
    }
    check_status(
        c, ctx, kg_graph_build(&graph, ctx, l->n, l->m, l->source, l->target, l->value), KG_OK);
    check_status(c, ctx, kg_graph_sources(graph, &src), KG_OK);
    check_equal(c, ctx, "src", src, x.src, l->m, sizeof *src);
    check_status(c, ctx, kg_graph_degrees(graph, &got_out, &got_in), KG_OK);
    check_equal(c, ctx, "out-degrees", got_out, out, l->n, sizeof *out);
    check_equal(c, ctx, "in-degrees", got_in, in, l->n, sizeof *in);
    check_status(c, ctx, kg_graph_reverse(&reverse, &original, graph), KG_OK);
    check_equal(c, ctx, "original", original, back.order, l->m, sizeof *original);
    check_graph(c, ctx, reverse, l, &back, true);
    kg_graph_destroy(graph);
    free_expected(&back);
    free_expected(&x);
    free(out);
    free(in);
}

static void test_derive(check *c)
{
    for_lists(c, derive_list);
}

/* Components by breadth-first search over both directions. Returns their number. */
static uint64_t search_components(const list *l, kg_vertex *component)
{
    kg_edge *row[2], *order[2];
    kg_vertex *queue = check_array(l->n, sizeof *queue);
    uint64_t count = 0;

    for (int side = 0; side < 2; side++) {
        row[side] = check_array(l->n + 1, sizeof **row);
        order[side] = check_array(l->m, sizeof **order);
        sort_by_chains(l->n, l->m, side ? l->target : l->source, row[side], order[side]);
    }
    memset(component, 0xff, l->n * sizeof *component);
    for (uint64_t first = 0; first < l->n; first++) {
        uint64_t done = 0, found = 0;

        if (component[first] != KG_NO_VERTEX)
            continue;
        component[first] = (kg_vertex)count;
        for (queue[found++] = (kg_vertex)first; done < found; done++)
            for (int side = 0; side < 2; side++)
                for (kg_edge i = row[side][queue[done]]; i < row[side][queue[done] + 1]; i++) {
                    kg_vertex u = (side ? l->source : l->target)[order[side][i]];

                    if (component[u] == KG_NO_VERTEX) {
                        component[u] = (kg_vertex)count;
                        queue[found++] = u;
                    }
                }
        count++;
    }
    for (int side = 0; side < 2; side++) {
        free(row[side]);
        free(order[side]);
    }
    free(queue);
    return count;
}

/* Kruskal's forest over sets that are lists of members, the smaller merged into the larger. */
static uint64_t merge_forest(
    uint64_t n, uint64_t m, const kg_vertex *src, const kg_vertex *col, kg_edge *tree)
{
    kg_vertex *set = check_array(n, sizeof *set), *next = check_array(n, sizeof *next);
    kg_vertex *last = check_array(n, sizeof *last), *size = check_array(n, sizeof *size);
    uint64_t count = 0;

    for (kg_vertex v = 0; v < n; v++) {
        set[v] = last[v] = v;
        next[v] = KG_NO_VERTEX;
        size[v] = 1;
    }
    for (uint64_t e = 0; e < m; e++) {
        kg_vertex large = set[src[e]], small = set[col[e]];

        if (large == small)
            continue;
        tree[count++] = (kg_edge)e;
        if (size[large] < size[small]) {
            kg_vertex held = large;

            large = small;
            small = held;
        }
        for (kg_vertex v = small; v != KG_NO_VERTEX; v = next[v])
            set[v] = large;
        next[last[large]] = small;
        last[large] = last[small];
        size[large] += size[small];
    }
    free(set);
    free(next);
    free(last);
    free(size);
    return count;
}

/* ---- weights --------------------------------------------------------------------------------- */

/* An edge and its weight. */
typedef struct weighted {
    double weight;
    kg_edge edge;
} weighted;

/* Of equal weights, the smaller id first; -0.0 equals 0.0 here as it does in C. */
static int lightest_first(const void *a, const void *b)
{
    const weighted *x = a, *y = b;

    if (x->weight != y->weight)
        return x->weight < y->weight ? -1 : 1;
    return x->edge < y->edge ? -1 : x->edge > y->edge;
}

static int smallest_first(const void *a, const void *b)
{
    kg_edge x = *(const kg_edge *)a, y = *(const kg_edge *)b;

    return x < y ? -1 : x > y;
}

/* Kruskal's forest by (weight, id); weight: [m] by edge of the graph. */
static uint64_t merge_lightest(
    uint64_t n, uint64_t m, const expected *x, const double *weight, kg_edge *tree)
{
    weighted *order = check_array(m, sizeof *order);
    kg_vertex *src = check_array(m, sizeof *src), *col = check_array(m, sizeof *col);
    uint64_t count;

    for (uint64_t e = 0; e < m; e++)
        order[e] = (weighted){weight[e], (kg_edge)e};
    qsort(order, m, sizeof *order, lightest_first);
    for (uint64_t i = 0; i < m; i++) {
        src[i] = x->src[order[i].edge];
        col[i] = x->col[order[i].edge];
    }
    count = merge_forest(n, m, src, col, tree);
    for (uint64_t i = 0; i < count; i++)
        tree[i] = order[tree[i]].edge;
    qsort(tree, count, sizeof *tree, smallest_first);
    free(order);
    free(src);
    free(col);
    return count;
}

typedef enum weights { EQUAL, FEW, DECREASING, WIDE, WEIGHTS } weights;

static double make_weight(weights kind, uint64_t e, uint64_t m, uint64_t *seed)
{
    static const double few[] = {0.0, -0.0, 1, -1, 2.5, -INFINITY, INFINITY, 5e-324};
    uint64_t bits = check_random(seed);
    double value;

    switch (kind) {
    case EQUAL:
        return bits % 2 ? 0.0 : -0.0;
    case FEW:
        return few[bits % (sizeof few / sizeof *few)];
    case DECREASING:
        return (double)(m - e) - 1000;
    default:
        memcpy(&value, &bits, sizeof value);
        return isnan(value) ? -1e308 : value;
    }
}

static void weigh_list(check *c, kg_context *ctx, const list *l)
{
    expected x = expect(l, l->source, l->target);
    double *weight = check_array(l->m, sizeof *weight);
    kg_edge *tree = check_array(l->n, sizeof *tree);
    uint64_t seed = c->seed;

    for (weights kind = 0; kind < WEIGHTS; kind++) {
        const kg_edge *got_tree;
        uint64_t edges, count;
        kg_graph *graph;

        if (l->m >= LARGE && kind != l->source[0] % WEIGHTS)
            continue; /* one kind of weights is enough where the oracle takes long */
        for (uint64_t e = 0; e < l->m; e++)
            weight[e] = make_weight(kind, e, l->m, &seed);
        edges = merge_lightest(l->n, l->m, &x, weight, tree);
        check_status(c, ctx, kg_graph_build_csr(&graph, ctx, l->n, x.row, x.col, weight), KG_OK);
        check_status(c, ctx, kg_graph_spanning_tree(graph, &got_tree, &count), KG_OK);
        if (check_number(c, ctx, "tree edges", count, edges))
            check_equal(c, ctx, "tree", got_tree, tree, edges, sizeof *tree);
        kg_graph_destroy(graph);
        if (!l->m)
            continue;
        weight[l->m / 2] = NAN;
        check_status(c, ctx, kg_graph_build_csr(&graph, ctx, l->n, x.row, x.col, weight), KG_OK);
        check_status(c, ctx, kg_graph_spanning_tree(graph, &got_tree, &count), KG_FORMAT);
        kg_graph_destroy(graph);
    }
    free_expected(&x);
    free(weight);
    free(tree);
}

static void test_weigh(check *c)
{
    for_lists(c, weigh_list);
}

/* ---- components, forests by id --------------------------------------------------------------- */

static void join_list(check *c, kg_context *ctx, const list *l)
{
    expected x = expect(l, l->source, l->target);
    kg_vertex *component = check_array(l->n, sizeof *component);
    kg_edge *tree = check_array(l->n, sizeof *tree);
    uint64_t components = search_components(l, component), count;
    uint64_t edges = merge_forest(l->n, l->m, x.src, x.col, tree);
    const kg_vertex *got_component;
    const kg_edge *got_tree;
    kg_graph *graph;

    check_status(
        c, ctx, kg_graph_build(&graph, ctx, l->n, l->m, l->source, l->target, NULL), KG_OK);
    check_status(c, ctx, kg_graph_components(graph, &got_component, &count), KG_OK);
    check_number(c, ctx, "components", count, components);
    check_equal(c, ctx, "component", got_component, component, l->n, sizeof *component);
    check_status(c, ctx, kg_graph_spanning_tree(graph, &got_tree, &count), KG_OK);
    if (check_number(c, ctx, "tree edges", count, edges))
        check_equal(c, ctx, "tree", got_tree, tree, edges, sizeof *tree);
    kg_graph_destroy(graph);
    free_expected(&x);
    free(component);
    free(tree);
}

static void test_join(check *c)
{
    for_lists(c, join_list);
}

/* ---- benchmarks ------------------------------------------------------------------------------ */

enum { BENCH_VERTICES = 1 << 20, BENCH_EDGES = 4 << 20 };

static void bench_build_shape(check *c, list_shape shape)
{
    list l = make_list(BENCH_VERTICES, BENCH_EDGES, shape, c->seed);
    expected x = expect(&l, l.source, l.target);

    for (int i = 0; i < c->contexts; i++) {
        kg_context *ctx = c->context[i];
        kg_graph *graph = NULL;
        kg_status status = KG_OK;

        for (check_clock clock = {0};
             check_again(c, &clock, ctx, l.name, l.m, 12 * l.m + sizeof(kg_edge) * l.n);) {
            kg_graph_destroy(graph);
            status = kg_graph_build(&graph, ctx, l.n, l.m, l.source, l.target, NULL);
        }
        if (check_status(c, ctx, status, KG_OK))
            check_graph(c, ctx, graph, &l, &x, false);
    }
    free_expected(&x);
    free_list(&l);
}

static void bench_build(check *c)
{
    bench_build_shape(c, SORTED);
    bench_build_shape(c, RANDOM);
}

/* A graph lends what it found before, so that each run needs a fresh one, whose making is timed
 * too: compare with csr.build of a sorted list. */
static void bench_join(check *c)
{
    list l = make_list(BENCH_VERTICES, BENCH_EDGES, SORTED, c->seed);

    for (int i = 0; i < c->contexts; i++)
        for (int tree = 0; tree < 2; tree++) {
            kg_context *ctx = c->context[i];
            uint64_t components = 0, count = 0;
            kg_graph *graph = NULL;

            for (check_clock clock = {0}; check_again(c, &clock, ctx,
                     tree ? "build, forest" : "build, components", l.m, 12 * l.m);) {
                kg_graph_destroy(graph);
                check_status(
                    c, ctx, kg_graph_build(&graph, ctx, l.n, l.m, l.source, l.target, NULL), KG_OK);
                check_status(c, ctx,
                    tree ? kg_graph_spanning_tree(graph, NULL, &count)
                         : kg_graph_components(graph, NULL, &count),
                    KG_OK);
            }
            check_status(c, ctx, kg_graph_components(graph, NULL, &components), KG_OK);
            check_number(c, ctx, "count", count, tree ? l.n - components : components);
            kg_graph_destroy(graph);
        }
    free_list(&l);
}

static void bench_derive(check *c)
{
    list l = make_list(BENCH_VERTICES, BENCH_EDGES, RANDOM, c->seed);
    expected x = expect(&l, l.source, l.target), back;
    list rows = {l.name, l.n, l.m, x.src, x.col, x.value};

    back = expect(&rows, x.col, x.src);
    for (int i = 0; i < c->contexts; i++) {
        kg_context *ctx = c->context[i];
        kg_graph *graph, *reverse = NULL;
        kg_status status = KG_OK;

        check_status(
            c, ctx, kg_graph_build(&graph, ctx, l.n, l.m, l.source, l.target, NULL), KG_OK);
        for (check_clock clock = {0};
             check_again(c, &clock, ctx, "reverse", l.m, (12 + sizeof(kg_edge)) * l.m);) {
            kg_graph_destroy(reverse);
            status = kg_graph_reverse(&reverse, NULL, graph);
        }
        if (check_status(c, ctx, status, KG_OK))
            check_graph(c, ctx, reverse, &l, &back, false);
        kg_graph_destroy(graph);
    }
    free_expected(&back);
    free_expected(&x);
    free_list(&l);
}

const check_case check_csr_cases[] = {
    {"csr.build", test_build, bench_build, 0},
    {"csr.derive", test_derive, bench_derive, 0},
    {"csr.join", test_join, bench_join, 0},
    {"csr.weigh", test_weigh, NULL, 0},
    {NULL, NULL, NULL, 0},
};
