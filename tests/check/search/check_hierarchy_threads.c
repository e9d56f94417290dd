/*
 * Contraction hierarchies of several kinds of graphs: the same arrays for each number of threads,
 * and the lengths of a search in the graph.
 */
#include "edge_list.h"
#include "search/hierarchy/hierarchy.h"
#include <math.h>
#include <stdlib.h>

enum { MANY = 36000, GAP = 9973 };

typedef enum graph_kind { ROADS, GRID, TREE, SCALE_FREE, RANDOM, MANY_RANDOM, KINDS } graph_kind;

static const char *const names[KINDS] = {"roads", "a grid with one-way streets", "a tree",
    "a scale-free graph", "random edges", "many random edges"};

typedef struct edges {
    kg_vertex *end; /* [2m] */
    uint64_t m;
} edges;

static void add(edges *x, uint64_t u, uint64_t v)
{
    x->end[2 * x->m] = (kg_vertex)u;
    x->end[2 * x->m++ + 1] = (kg_vertex)v;
}

/* A grid that lacks 15 % of its streets; others are one-way. */
static void add_grid(edges *x, uint64_t side, uint64_t *state)
{
    for (uint64_t v = 0; v < side * side; v++)
        for (int k = 0; k < 2; k++) {
            const uint64_t to = k ? v + side : v + 1, chance = check_random(state) % 20;

            if ((k ? to >= side * side : to % side == 0) || chance < 3)
                continue;
            if (chance != 3)
                add(x, v, to);
            if (chance != 4)
                add(x, to, v);
        }
}

/* Joins each vertex with earlier ones: a tree, or by three edges, of whose ends vertices of many
 * edges are the likelier. */
static void add_growing(edges *x, uint64_t n, graph_kind kind, uint64_t *state)
{
    for (uint64_t v = 1; v < n; v++)
        for (int k = 0; k < (kind == TREE ? 1 : 3); k++) {
            const uint64_t to = kind == TREE || !x->m ? check_random(state) % v
                                                      : x->end[check_random(state) % (2 * x->m)];

            add(x, v, to);
            add(x, to, v);
        }
}

static int by_source(const void *a, const void *b)
{
    const kg_vertex *x = a, *y = b;

    return x[0] != y[0] ? (x[0] < y[0] ? -1 : 1) : (x[1] > y[1]) - (x[1] < y[1]);
}

static kg_status make_graph(kg_graph **graph, kg_context *ctx, graph_kind kind, uint64_t seed)
{
    const uint64_t side = check_is_small() ? 24 : 36, n = side * side;
    const kg_generate_options options = {
        .kind = kind == ROADS ? KG_GENERATE_GRID_ROADS : KG_GENERATE_RANDOM,
        .vertices = kind == RANDOM ? n : MANY,
        .max_degree = 5,
        .width = side,
        .height = side,
        .seed = seed};
    uint64_t state = seed;
    edges x = {0};
    double *length;
    kg_status status;

    if (kind == ROADS || kind == RANDOM || kind == MANY_RANDOM)
        return kg_graph_generate(graph, ctx, &options);
    x.end = check_array(12 * n, sizeof *x.end);
    if (kind == GRID)
        add_grid(&x, side, &state);
    else
        add_growing(&x, n, kind, &state);
    qsort(x.end, x.m, 2 * sizeof *x.end, by_source);
    length = check_array(x.m, sizeof *length);
    for (uint64_t e = 0; e < x.m; e++)
        length[e] = (double)(60 + check_random(&state) % 80);
    status = edge_list_build(graph, ctx, n, x.m, false, x.end, length);
    free(x.end);
    free(length);
    return status;
}

static void compare(
    check *c, kg_context *ctx, const kg_hierarchy *h, const kg_hierarchy *first, uint64_t n)
{
    check_number(c, ctx, "sides", (uint64_t)h->sides, (uint64_t)first->sides);
    check_number(c, ctx, "levels", h->levels, first->levels);
    check_number(c, ctx, "labelled", h->labelled, first->labelled);
    check_equal(c, ctx, "order", h->vertex, first->vertex, n, sizeof *h->vertex);
    for (int side = 0; side < h->sides; side++) {
        check_equal(c, ctx, "rows", h->row[side], first->row[side], n + 1, sizeof(uint32_t));
        check_equal(
            c, ctx, "arcs", h->arc[side], first->arc[side], h->row[side][n], sizeof(kg__arc));
        if (!h->labelled)
            continue;
        check_equal(c, ctx, "rows of labels", h->label_row[side], first->label_row[side],
            (uint64_t)h->labelled + 1, sizeof(uint32_t));
        check_equal(c, ctx, "labels", h->label[side], first->label[side],
            h->label_row[side][h->labelled], sizeof(kg__label));
    }
}

/* Compares lengths with those of a search, and what is left with what the kind should leave. */
static void check_answers(
    check *c, kg_context *ctx, kg_graph *graph, kg_hierarchy *h, graph_kind kind)
{
    const uint64_t n = kg_graph_vertices(graph), gap = n > GAP ? GAP : 7;
    kg_hierarchy_counts counts;
    kg_distances *d = NULL;

    check_status(c, ctx, kg_hierarchy_count(h, &counts), KG_OK);
    if (kind <= TREE)
        check_number(c, ctx, "core", counts.core, 0);
    if (kind == MANY_RANDOM && (counts.core < n / 3 || counts.arcs > 3 * kg_graph_edges(graph)))
        check_fail(c, ctx, "%llu vertices are left, %llu arcs are made",
            (unsigned long long)counts.core, (unsigned long long)counts.arcs);
    for (kg_vertex source = 0; source < n; source += (kg_vertex)(n / 3 + 1)) {
        check_status(c, ctx, kg_graph_distances(&d, graph, &source, 1, NULL), KG_OK);
        for (uint64_t to = 0; to < n; to += gap) {
            double length = -1;

            kg_hierarchy_distance(h, source, (kg_vertex)to, &length);
            check_equal(c, ctx, "length", &length, &kg_distances_lengths(d)[to], 1, sizeof length);
        }
        kg_distances_destroy(d);
    }
}

static void test_kind(check *c, graph_kind kind)
{
    const bool is_long = kind == MANY_RANDOM && check_is_small();
    const int contexts = is_long && c->contexts > 2 ? 2 : c->contexts;
    kg_graph *first_graph = NULL;
    kg_hierarchy *first = NULL;

    for (int k = 0; k < contexts; k++) {
        kg_context *ctx = c->context[k];
        kg_graph *graph = NULL;
        kg_hierarchy *h = NULL;

        if (check_status(c, ctx, make_graph(&graph, ctx, kind, c->seed), KG_OK) &&
            check_status(c, ctx, kg_hierarchy_build(&h, graph, NULL), KG_OK)) {
            if (first)
                compare(c, ctx, h, first, kg_graph_vertices(graph));
            else
                check_answers(c, ctx, graph, h, kind);
        }
        if (!first) {
            first = h;
            first_graph = graph;
        } else {
            kg_hierarchy_destroy(h);
            kg_graph_destroy(graph);
        }
    }
    kg_hierarchy_destroy(first);
    kg_graph_destroy(first_graph);
}

static void test_kinds(check *c)
{
    for (int k = 0; k < KINDS; k++) {
        check_say(c, "%s", names[k]);
        test_kind(c, (graph_kind)k);
    }
}

const check_case check_hierarchy_threads_cases[] = {
    {"hierarchy_threads.kinds", test_kinds, NULL, 0},
    {NULL, NULL, NULL, 0},
};
