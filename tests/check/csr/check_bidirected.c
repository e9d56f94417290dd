/*
 * Cases of csr: bidirected graphs. The oracle keeps each edge as two ends and two sides, and counts
 * edge by edge.
 */
#include "check.h"
#include <stdlib.h>
#include <string.h>

/* A graph in plain arrays. */
typedef struct plain {
    uint64_t n, m;
    kg_vertex *end;            /* [2m] */
    unsigned char *side, *one; /* [2m] 1: plus; [n] 1: one-sided */
    double *value;             /* [m] or NULL */
} plain;

/* Loops on one side and across, and parallel edges, are frequent where n is small. */
static plain make_plain(uint64_t n, uint64_t m, uint64_t seed)
{
    plain p = {.n = n, .m = n ? m : 0};

    p.end = check_array(2 * p.m + 1, sizeof *p.end);
    p.side = check_array(2 * p.m + 1, 1);
    p.one = check_array(n + 1, 1);
    p.value = seed & 1 ? check_array(p.m + 1, sizeof *p.value) : NULL;
    for (uint64_t h = 0; h < 2 * p.m; h++) {
        p.end[h] = (kg_vertex)(check_random(&seed) % n);
        p.side[h] = check_random(&seed) >> 20 & 1;
        if (p.value)
            p.value[h / 2] = (double)(check_random(&seed) % 100);
    }
    for (uint64_t v = 0; v < n; v++)
        p.one[v] = seed % 3 && check_random(&seed) % 4 == 0;
    return p;
}

static void free_plain(plain *p)
{
    free(p->end);
    free(p->side);
    free(p->one);
    free(p->value);
}

static uint64_t *bits_of(const unsigned char *bit, uint64_t count)
{
    uint64_t *word = check_array(count / 64 + 1, sizeof *word);

    memset(word, 0xff, (count / 64 + 1) * sizeof *word); /* behind the last one is no zero */
    for (uint64_t i = 0; i < count; i++)
        if (!bit[i])
            word[i / 64] &= ~(UINT64_C(1) << i % 64);
    return word;
}

static kg_status build(kg_graph **graph, kg_context *ctx, const plain *p)
{
    uint64_t *side = bits_of(p->side, 2 * p->m), *one = bits_of(p->one, p->n);
    kg_status status =
        kg_graph_build_bidirected(graph, ctx, p->n, p->m, p->end, side, one, p->value);

    free(side);
    free(one);
    return status;
}

static kg_status grow(kg_graph **graph, kg_context *ctx, const plain *p)
{
    kg_builder *b = NULL;
    kg_status status = kg_builder_create(&b, ctx);

    if (status == KG_OK)
        status = kg_builder_set_kind(b, KG_BIDIRECTED);
    if (status == KG_OK)
        status = kg_builder_add_vertices(b, p->n);
    for (uint64_t e = 0; e < p->m && status == KG_OK; e++) {
        const kg_vertex first = p->end[2 * e], second = p->end[2 * e + 1];

        if (p->side[2 * e] && !p->side[2 * e + 1]) /* as a directed edge */
            status = p->value ? kg_builder_add_edge_value(b, first, second, p->value[e])
                              : kg_builder_add_edge(b, first, second);
        else
            status = kg_builder_add_bidirected(b, first, p->side[2 * e], second, p->side[2 * e + 1],
                p->value ? &p->value[e] : NULL);
    }
    for (uint64_t v = 0; v < p->n && status == KG_OK; v++)
        if (p->one[v])
            status = kg_builder_set_one_sided(b, (kg_vertex)v);
    if (status == KG_OK)
        status = kg_builder_finish(graph, b);
    kg_builder_destroy(b);
    return status;
}

/* Each half-edge stands in the row of its vertex, in increasing order, and leads to the other end.
 */
static void check_rows(check *c, kg_context *ctx, kg_graph *graph, const plain *p)
{
    const kg_edge *row, *half;
    const kg_vertex *col, *end;

    kg_graph_csr(graph, &row, &col);
    kg_graph_halves(graph, &half);
    check_status(c, ctx, kg_graph_ends(graph, &end), KG_OK);
    check_equal(c, ctx, "ends", end, p->end, 2 * p->m, sizeof *end);
    check_number(c, ctx, "half-edges", row[p->n], 2 * p->m);
    for (uint64_t v = 0; v < p->n; v++)
        for (kg_edge at = row[v]; at < row[v + 1]; at++)
            if (p->end[half[at]] != v || p->end[half[at] ^ 1] != col[at] ||
                (at > row[v] && half[at] <= half[at - 1]))
                check_fail(c, ctx, "entry %llu of the rows", (unsigned long long)at);
}

static void check_sides(check *c, kg_context *ctx, kg_graph *graph, const plain *p)
{
    const uint64_t *side, *one;
    const kg_edge *out, *in;
    uint64_t *plus = check_array(p->n + 1, sizeof *plus), *all = check_array(p->n + 1, sizeof *all);
    bool any = false;

    memset(plus, 0, p->n * sizeof *plus);
    memset(all, 0, p->n * sizeof *all);
    check_status(c, ctx, kg_graph_sides(graph, &side, &one), KG_OK);
    check_status(c, ctx, kg_graph_degrees(graph, &out, &in), KG_OK);
    for (uint64_t v = 0; v < p->n; v++) {
        any = any || p->one[v];
        if (one && (one[v / 64] >> v % 64 & 1) != p->one[v])
            check_fail(c, ctx, "vertex %llu: one-sided", (unsigned long long)v);
    }
    check_number(c, ctx, "has one-sided vertices", one != NULL, any);
    for (uint64_t h = 0; h < 2 * p->m; h++) {
        const unsigned expected = p->side[h] && !p->one[p->end[h]];

        if ((side[h / 64] >> h % 64 & 1) != expected)
            check_fail(c, ctx, "half-edge %llu: its side", (unsigned long long)h);
        all[p->end[h]]++;
        plus[p->end[h]] += p->side[h];
    }
    for (uint64_t v = 0; v < p->n; v++) {
        check_number(c, ctx, "plus", out[v], p->one[v] ? all[v] : plus[v]);
        check_number(c, ctx, "minus", in[v], p->one[v] ? all[v] : all[v] - plus[v]);
    }
    free(plus);
    free(all);
}

/* A graph with another side, or another one-sided vertex, is another. */
static void check_differs(check *c, kg_context *ctx, kg_graph *graph, plain *p, uint64_t seed)
{
    const uint64_t h = p->m ? seed % (2 * p->m) : 0, v = p->n ? seed % p->n : 0;
    kg_graph *other = NULL;

    if (p->m) {
        p->side[h] ^= 1;
        check_status(c, ctx, build(&other, ctx, p), KG_OK);
        check_number(c, ctx, "equal with another side", (uint64_t)kg_graph_equal(graph, other),
            p->one[p->end[h]]);
        kg_graph_destroy(other);
        p->side[h] ^= 1;
    }
    if (p->n) {
        p->one[v] ^= 1;
        check_status(c, ctx, build(&other, ctx, p), KG_OK);
        check_number(c, ctx, "equal with another one-sided vertex",
            (uint64_t)kg_graph_equal(graph, other), 0);
        kg_graph_destroy(other);
        p->one[v] ^= 1;
    }
}

/* Without sides it is the undirected graph of its ends, and has the same components and tree. */
static void check_undirected(check *c, kg_context *ctx, kg_graph *graph, const plain *p)
{
    kg_graph *flat = NULL, *expected = NULL;
    const kg_vertex *a = NULL, *b = NULL;
    const kg_edge *tree_a = NULL, *tree_b = NULL;
    uint64_t count_a = 0, count_b = 0;

    check_status(c, ctx, kg_graph_undirected(&flat, graph), KG_OK);
    check_status(
        c, ctx, kg_graph_build_undirected(&expected, ctx, p->n, p->m, p->end, p->value), KG_OK);
    check_number(c, ctx, "undirected", (uint64_t)kg_graph_equal(flat, expected), 1);
    check_number(c, ctx, "bidirected", (uint64_t)kg_graph_equal(graph, expected), 0);
    check_status(c, ctx, kg_graph_components(graph, &a, &count_a), KG_OK);
    check_status(c, ctx, kg_graph_components(expected, &b, &count_b), KG_OK);
    check_number(c, ctx, "components", count_a, count_b);
    check_equal(c, ctx, "component", a, b, p->n, sizeof *a);
    check_status(c, ctx, kg_graph_spanning_tree(graph, &tree_a, &count_a), KG_OK);
    check_status(c, ctx, kg_graph_spanning_tree(expected, &tree_b, &count_b), KG_OK);
    check_number(c, ctx, "tree", count_a, count_b);
    check_equal(c, ctx, "tree edges", tree_a, tree_b, count_a, sizeof *tree_a);
    kg_graph_destroy(flat);
    kg_graph_destroy(expected);
}

static void test_graphs(check *c)
{
    static const uint64_t sizes[][2] = {{0, 0}, {1, 0}, {1, 1}, {1, 2}, {1, 40}, {2, 3}, {3, 9},
        {31, 32}, {33, 64}, {64, 33}, {65, 200}, {1337, 4000}, {20000, 60000}};
    const size_t count = sizeof sizes / sizeof *sizes - (check_is_small() ? 1 : 0);

    for (size_t i = 0; i < count; i++)
        for (uint64_t seed = c->seed; seed < c->seed + (sizes[i][1] < 1000 ? 12 : 2); seed++) {
            plain p = make_plain(sizes[i][0], sizes[i][1], seed);

            check_say(c, "%llu vertices, %llu edges, seed %llu", (unsigned long long)p.n,
                (unsigned long long)p.m, (unsigned long long)seed);
            for (int k = 0; k < c->contexts; k++) {
                kg_context *ctx = c->context[k];
                kg_graph *graph = NULL, *grown = NULL;

                if (check_status(c, ctx, build(&graph, ctx, &p), KG_OK) &&
                    check_status(c, ctx, grow(&grown, ctx, &p), KG_OK)) {
                    check_number(c, ctx, "kind", kg_graph_kind(graph), KG_BIDIRECTED);
                    check_number(c, ctx, "edges", kg_graph_edges(graph), p.m);
                    check_number(c, ctx, "grown", (uint64_t)kg_graph_equal(graph, grown), 1);
                    check_rows(c, ctx, graph, &p);
                    check_sides(c, ctx, graph, &p);
                    check_differs(c, ctx, graph, &p, seed);
                    check_undirected(c, ctx, graph, &p);
                }
                kg_graph_destroy(graph);
                kg_graph_destroy(grown);
            }
            free_plain(&p);
        }
}

/* What has no meaning for sides is refused, and the text names the kind. */
static void expect_refusal(check *c, kg_context *ctx, kg_status status)
{
    check_status(c, ctx, status, KG_UNSUPPORTED);
    if (!strstr(kg_context_message(ctx), "a bidirected graph"))
        check_fail(c, ctx, "the text is '%s'", kg_context_message(ctx));
}

static void test_refused(check *c)
{
    static const kg_vertex end[] = {0, 1, 1, 2, 2, 0};
    static const uint64_t side = 0x15;
    kg_context *ctx = c->context[0];
    kg_vertex component[3];
    kg_graph *graph = NULL, *other = NULL;
    kg_builder *b = NULL;
    kg_route *route = NULL;
    const uint64_t *sides, *one;

    check_status(c, ctx, kg_graph_build_bidirected(&graph, ctx, 3, 3, end, &side, NULL, NULL), 0);
    expect_refusal(c, ctx, kg_graph_reverse(&other, NULL, graph));
    expect_refusal(c, ctx, kg_graph_symmetrise(&other, graph));
    expect_refusal(c, ctx, kg_graph_strong_components(graph, component, NULL));
    expect_refusal(c, ctx, kg_graph_draw(graph, "/dev/null", NULL));
    expect_refusal(c, ctx, kg_euler_eulerise(&route, graph, NULL));
    for (int f = KG_FORMAT_ADJACENCY; kg_format_name((kg_format)f); f++) {
        kg_status status;

        if (f == KG_FORMAT_KCSR || f == KG_FORMAT_GFA)
            continue;
        status = kg_graph_write(graph, "/dev/null", (kg_format)f);
        if (strstr(kg_context_message(ctx), "read and not written"))
            check_status(c, ctx, status, KG_UNSUPPORTED);
        else
            expect_refusal(c, ctx, status);
    }
    check_number(c, ctx, "no graph", other != NULL, 0);
    kg_graph_destroy(graph);
    check_status(
        c, ctx, kg_graph_build_bidirected(&graph, ctx, 3, 3, end, NULL, NULL, NULL), KG_ARGUMENT);
    check_status(
        c, ctx, kg_graph_build_bidirected(&graph, ctx, 2, 3, end, &side, NULL, NULL), KG_ARGUMENT);
    check_status(c, ctx, kg_graph_build_undirected(&graph, ctx, 3, 3, end, NULL), KG_OK);
    check_status(c, ctx, kg_graph_sides(graph, &sides, &one), KG_OK);
    check_number(c, ctx, "sides of an undirected graph", sides || one, 0);
    kg_graph_destroy(graph);
    check_status(c, ctx, kg_builder_create(&b, ctx), KG_OK);
    check_status(c, ctx, kg_builder_add_bidirected(b, 0, KG_PLUS, 1, KG_MINUS, NULL), KG_ARGUMENT);
    check_status(c, ctx, kg_builder_set_one_sided(b, 0), KG_ARGUMENT);
    check_status(c, ctx, kg_builder_set_kind(b, KG_BIDIRECTED), KG_OK);
    check_status(
        c, ctx, kg_builder_add_bidirected(b, 0, (kg_side)2, 1, KG_MINUS, NULL), KG_ARGUMENT);
    check_status(c, ctx, kg_builder_add_bidirected(b, 0, KG_PLUS, KG_NO_VERTEX, KG_MINUS, NULL),
        KG_ARGUMENT);
    check_status(c, ctx, kg_builder_set_one_sided(b, KG_NO_VERTEX), KG_ARGUMENT);
    check_status(c, ctx, kg_builder_finish(&graph, b), KG_OK);
    check_number(c, ctx, "vertices", kg_graph_vertices(graph), 0);
    kg_graph_destroy(graph);
    kg_builder_destroy(b);
}

static kg_status build_once(kg_context *ctx, const plain *p)
{
    kg_graph *graph = NULL;
    kg_status status = build(&graph, ctx, p);

    kg_graph_destroy(graph);
    return status;
}

static kg_status grow_once(kg_context *ctx, const plain *p)
{
    kg_graph *graph = NULL;
    kg_status status = grow(&graph, ctx, p);

    kg_graph_destroy(graph);
    return status;
}

static void test_failures(check *c)
{
    plain p = make_plain(33, 100, 7);

    CHECK_ALLOCATIONS(c, c->context[0], build_once(c->context[0], &p));
    CHECK_ALLOCATIONS(c, c->context[0], grow_once(c->context[0], &p));
    free_plain(&p);
}

const check_case check_bidirected_cases[] = {
    {"bidirected.graphs", test_graphs, NULL, 0},
    {"bidirected.refused", test_refused, NULL, 0},
    {"bidirected.failures", test_failures, NULL, 0},
    {NULL, NULL, NULL, 0},
};
