/*
 * Cases of csr: generated graphs. Every context makes the same graph; it is balanced, or a path's;
 * and it is what the definition of its kind says.
 */
#include "check.h"
#include "csr/csr.h"
#include <stdlib.h>
#include <string.h>

static const kg_generate_options cases[] = {
    {.kind = KG_GENERATE_RANDOM, .vertices = 1, .max_degree = 1},
    {.kind = KG_GENERATE_RANDOM, .vertices = 2, .max_degree = 3, .seed = 4},
    {.kind = KG_GENERATE_RANDOM, .vertices = 1337, .max_degree = 1, .path = 1, .seed = 2},
    {.kind = KG_GENERATE_RANDOM, .vertices = 130000, .max_degree = 7, .path = 1},
    {.kind = KG_GENERATE_RANDOM, .vertices = 130000, .max_degree = 7, .relabel = 1, .seed = 9},
    {.kind = KG_GENERATE_BANDED, .vertices = 1, .max_degree = 5},
    {.kind = KG_GENERATE_BANDED, .vertices = 5, .max_degree = 20},
    {.kind = KG_GENERATE_BANDED, .vertices = 100000, .max_degree = 7, .path = 1, .relabel = 1},
    {.kind = KG_GENERATE_TRIANGLES, .vertices = 3, .edges = 3},
    {.kind = KG_GENERATE_TRIANGLES, .vertices = 33, .edges = 102, .path = 1},
    {.kind = KG_GENERATE_TRIANGLES, .vertices = 150000, .edges = 500001, .seed = 3},
    {.kind = KG_GENERATE_TRIANGLES, .vertices = 1000, .edges = 9000, .relabel = 1, .path = 1},
    {.kind = KG_GENERATE_DEBRUIJN, .alphabet = 1, .length = 64},
    {.kind = KG_GENERATE_DEBRUIJN, .alphabet = 37, .length = 2, .path = 1},
    {.kind = KG_GENERATE_DEBRUIJN, .alphabet = 2, .length = 1},
    {.kind = KG_GENERATE_DEBRUIJN, .alphabet = 36, .length = 3, .relabel = 1},
    {.kind = KG_GENERATE_DEBRUIJN, .alphabet = 4, .length = 10, .path = 1},
    {.kind = KG_GENERATE_TORUS, .width = 1, .height = 1},
    {.kind = KG_GENERATE_TORUS, .width = 1, .height = 2, .path = 1},
    {.kind = KG_GENERATE_TORUS, .width = 2, .height = 2},
    {.kind = KG_GENERATE_TORUS, .width = 337, .height = 401, .path = 1, .relabel = 1},
    {.kind = KG_GENERATE_COMPLETE, .vertices = 1},
    {.kind = KG_GENERATE_COMPLETE, .vertices = 2, .path = 1},
    {.kind = KG_GENERATE_COMPLETE, .vertices = 33},
    {.kind = KG_GENERATE_COMPLETE, .vertices = 700, .relabel = 1, .path = 1},
};

enum { CASES = sizeof cases / sizeof *cases };

static void say_case(check *c, const kg_generate_options *o)
{
    check_say(c, "kind %d, %llu %llu %llu, %llu %llu, %llu %llu%s%s", o->kind,
        (unsigned long long)o->vertices, (unsigned long long)o->edges,
        (unsigned long long)o->max_degree, (unsigned long long)o->alphabet,
        (unsigned long long)o->length, (unsigned long long)o->width, (unsigned long long)o->height,
        o->path ? ", path" : "", o->relabel ? ", relabelled" : "");
}

void check_resident(check *c, kg_graph *graph)
{
    kg_context *ctx = graph->ctx;
    kg_edge *row;
    kg_vertex *col;

    if (!graph->resident_row)
        return;
    row = check_array((uint64_t)graph->n + 1, sizeof *row);
    col = check_array(graph->m, sizeof *col);
    check_download(ctx, row, graph->resident_row, (uint64_t)graph->n + 1, sizeof *row);
    check_download(ctx, col, graph->resident_col, graph->m, sizeof *col);
    check_equal(c, ctx, "the device's row", row, graph->row, (uint64_t)graph->n + 1, sizeof *row);
    check_equal(c, ctx, "the device's col", col, graph->col, graph->m, sizeof *col);
    free(row);
    free(col);
}

static kg_graph *generate(check *c, kg_context *ctx, const kg_generate_options *o)
{
    kg_graph *graph;

    check_status(c, ctx, kg_graph_generate(&graph, ctx, o), KG_OK);
    return graph;
}

/* Vertices with one edge too many going out, coming in, or otherwise unbalanced. */
static void check_balance(check *c, kg_graph *graph, bool path)
{
    const kg_edge *out, *in;
    uint64_t starts = 0, ends = 0, others = 0;

    check_status(c, graph->ctx, kg_graph_degrees(graph, &out, &in), KG_OK);
    for (uint64_t v = 0; v < graph->n; v++) {
        starts += out[v] == in[v] + 1;
        ends += out[v] + 1 == in[v];
        others += out[v] != in[v];
    }
    check_number(c, graph->ctx, "starts", starts, path);
    check_number(c, graph->ctx, "ends", ends, path);
    check_number(c, graph->ctx, "unbalanced vertices", others, 2 * path);
}

static void test_same(check *c)
{
    for (int i = 0; i < CASES; i++) {
        kg_graph *first = generate(c, c->context[0], &cases[i]);

        say_case(c, &cases[i]);
        check_resident(c, first);
        check_balance(c, first, cases[i].path);
        for (int k = 1; k < c->contexts; k++) {
            kg_graph *again = generate(c, c->context[k], &cases[i]);

            check_number(c, c->context[k], "equal", kg_graph_equal(first, again), 1);
            kg_graph_destroy(again);
        }
        kg_graph_destroy(first);
    }
}

/* A path has all edges of the circuit but one; a relabelled graph the same rows elsewhere. */
static void test_variants(check *c)
{
    for (int i = 0; i < CASES; i++) {
        kg_context *ctx = c->context[i % c->contexts];
        kg_generate_options o = cases[i];
        kg_graph *plain, *graph;
        const kg_vertex *component;
        uint64_t components[2], *seen;

        say_case(c, &o);
        graph = generate(c, ctx, &o);
        o.path = o.relabel = 0;
        plain = generate(c, ctx, &o);
        check_number(c, ctx, "edges", graph->m, plain->m - (cases[i].path != 0));
        check_number(c, ctx, "vertices", graph->n, plain->n);
        kg_graph_components(graph, &component, &components[0]);
        kg_graph_components(plain, NULL, &components[1]);
        check_number(c, ctx, "components", components[0], components[1]);
        seen = check_array(graph->m + 1, sizeof *seen); /* by degree: how often, once more, less */
        memset(seen, 0, (graph->m + 1) * sizeof *seen);
        for (uint64_t v = 0; v < graph->n && !cases[i].path; v++) {
            seen[graph->row[v + 1] - graph->row[v]]++;
            seen[plain->row[v + 1] - plain->row[v]]--;
        }
        for (uint64_t d = 0; d <= graph->m; d++)
            if (seen[d])
                check_fail(c, ctx, "degree %llu is not as frequent", (unsigned long long)d);
        free(seen);
        o.seed++;
        kg_graph_destroy(graph);
        graph = generate(c, ctx, &o);
        if (graph->n > 100 && o.kind < KG_GENERATE_DEBRUIJN)
            check_number(c, ctx, "same for another seed", kg_graph_equal(plain, graph), 0);
        kg_graph_destroy(plain);
        kg_graph_destroy(graph);
    }
}

/* ---- definitions ----------------------------------------------------------------------------- */

static void define_random(check *c, kg_graph *graph, const kg_generate_options *o)
{
    uint64_t *frequency = check_array(o->max_degree + 1, sizeof *frequency), moved = 0;

    memset(frequency, 0, (o->max_degree + 1) * sizeof *frequency);
    for (uint64_t v = 0; v < graph->n; v++) {
        uint64_t degree = graph->row[v + 1] - graph->row[v];

        if (degree < 1 || degree > o->max_degree) {
            check_fail(c, graph->ctx, "a degree is %llu", (unsigned long long)degree);
            break;
        }
        frequency[degree]++;
        for (kg_edge e = graph->row[v]; e < graph->row[v + 1]; e++)
            moved += graph->col[e] > graph->n / 2;
    }
    for (uint64_t d = 1; d <= o->max_degree && graph->n > 100000; d++)
        if (frequency[d] * o->max_degree < graph->n * 9 / 10)
            check_fail(c, graph->ctx, "degree %llu is rare", (unsigned long long)d);
    if (graph->n > 100000 && (moved < graph->m * 2 / 5 || moved > graph->m * 3 / 5))
        check_fail(c, graph->ctx, "targets are not spread evenly");
    free(frequency);
}

/* By trying all vertices in turn. */
static void define_banded(check *c, kg_graph *graph)
{
    kg_edge *lacks = check_array(graph->n, sizeof *lacks);

    for (uint64_t v = 0; v < graph->n; v++)
        lacks[v] = graph->row[v + 1] - graph->row[v];
    for (uint64_t v = 0; v < graph->n; v++) {
        uint64_t u = v;

        for (kg_edge e = graph->row[v]; e < graph->row[v + 1]; e++) {
            do {
                u = (u + 1) % graph->n;
            } while (!lacks[u]);
            lacks[u]--;
            if (!check_number(c, graph->ctx, "target", graph->col[e], u)) {
                free(lacks);
                return;
            }
        }
    }
    free(lacks);
}

static void define_triangles(check *c, kg_graph *graph, const kg_generate_options *o)
{
    uint64_t components, older = 0;

    check_number(c, graph->ctx, "edges", graph->m, o->edges);
    check_number(c, graph->ctx, "vertices", graph->n, o->vertices);
    check_status(c, graph->ctx, kg_graph_components(graph, NULL, &components), KG_OK);
    check_number(c, graph->ctx, "components", components, 1);
    for (uint64_t v = 2; v < graph->n; v++) /* a row begins with the vertex' own triangle */
        older += graph->col[graph->row[v]] < v;
    check_number(c, graph->ctx, "rows that begin with an older vertex", older, graph->n - 2);
}

/* By the names: each edge moves a word by one letter, and the edges are in order. */
static void define_debruijn(check *c, kg_graph *graph, const kg_generate_options *o)
{
    static const char letters[] = "0123456789abcdefghijklmnopqrstuvwxyz";
    uint64_t wrong = 0, power = 1;
    char buffer[24];

    for (uint64_t k = 1; k < o->length; k++)
        power *= o->alphabet;
    check_number(c, graph->ctx, "vertices", graph->n, power);
    check_number(c, graph->ctx, "edges", graph->m, power * o->alphabet);
    check_number(
        c, graph->ctx, "has names", kg_graph_has_names(graph), o->alphabet <= 36 && o->length > 1);
    for (kg_vertex v = 0; v < graph->n; v++) {
        check_number(c, graph->ctx, "row", graph->row[v], v * o->alphabet);
        for (kg_edge e = graph->row[v]; e < graph->row[v + 1] && graph->names; e++) {
            size_t from_length, to_length;
            const char *from = kg_graph_name(graph, v, buffer, 24, &from_length);
            const char *to = kg_graph_name(graph, graph->col[e], buffer, 24, &to_length);

            wrong += from_length != o->length - 1 || to_length != from_length ||
                     memcmp(from + 1, to, to_length - 1) != 0 ||
                     to[to_length - 1] != letters[e % o->alphabet];
        }
        if (!graph->names && o->length > 1)
            wrong += graph->col[graph->row[v]] != graph->row[v] % power;
    }
    check_number(c, graph->ctx, "wrong edges", wrong, 0);
}

static void define_torus(check *c, kg_graph *graph, const kg_generate_options *o)
{
    uint64_t w = o->width, h = o->height, wrong = 0;

    check_number(c, graph->ctx, "vertices", graph->n, w * h);
    check_number(c, graph->ctx, "edges", graph->m, 4 * w * h);
    for (uint64_t y = 0; y < h; y++)
        for (uint64_t x = 0; x < w; x++) {
            const kg_vertex *beside = graph->col + 4 * (y * w + x);
            uint64_t expected[4] = {y * w + (x + 1) % w, y * w + (x + w - 1) % w,
                (y + 1) % h * w + x, (y + h - 1) % h * w + x};

            for (int i = 0; i < 4; i++) {
                int here = 0, there = 0;

                for (int k = 0; k < 4; k++) {
                    here += beside[k] == expected[i];
                    there += expected[k] == expected[i];
                }
                wrong += here != there || (i && beside[i] < beside[i - 1]);
            }
        }
    check_number(c, graph->ctx, "wrong edges", wrong, 0);
}

/* Ticks each ordered pair off; targets that decrease within a row are out of order. */
static void define_complete(check *c, kg_graph *graph, const kg_generate_options *o)
{
    uint64_t n = o->vertices, wrong = 0, pairs = 0;
    unsigned char *seen = check_array(n, 1);

    check_number(c, graph->ctx, "vertices", graph->n, n);
    check_number(c, graph->ctx, "edges", graph->m, n * (n - 1));
    for (uint64_t v = 0; v < n; v++) {
        memset(seen, 0, n);
        for (kg_edge e = graph->row[v]; e < graph->row[v + 1]; e++) {
            wrong += e > graph->row[v] && graph->col[e] < graph->col[e - 1];
            seen[graph->col[e]] = 1;
        }
        wrong += seen[v];
        for (uint64_t u = 0; u < n; u++)
            pairs += seen[u];
    }
    check_number(c, graph->ctx, "wrong edges", wrong, 0);
    check_number(c, graph->ctx, "pairs", pairs, n * (n - 1));
    free(seen);
}

static void test_definitions(check *c)
{
    for (int i = 0; i < CASES; i++) {
        kg_generate_options o = cases[i];
        kg_graph *graph;

        say_case(c, &o);
        o.path = o.relabel = 0;
        if (o.kind == KG_GENERATE_BANDED && o.vertices > 5000)
            o.vertices = 5000;
        graph = generate(c, c->context[i % c->contexts], &o);
        switch (o.kind) {
        case KG_GENERATE_RANDOM:
            define_random(c, graph, &o);
            break;
        case KG_GENERATE_BANDED:
            define_banded(c, graph);
            break;
        case KG_GENERATE_TRIANGLES:
            define_triangles(c, graph, &o);
            break;
        case KG_GENERATE_DEBRUIJN:
            define_debruijn(c, graph, &o);
            break;
        case KG_GENERATE_TORUS:
            define_torus(c, graph, &o);
            break;
        case KG_GENERATE_COMPLETE:
            define_complete(c, graph, &o);
            break;
        case KG_GENERATE_HYPERCUBE: /* check_generate_undirected.c has these two */
        case KG_GENERATE_GRID_ROADS:
            break;
        }
        kg_graph_destroy(graph);
    }
}

/* The cycles of "the k-th out-edge of a vertex is preceded by its k-th in-edge". */
static uint64_t count_circuits(check *c, kg_graph *graph)
{
    kg_graph *reverse;
    const kg_edge *original;
    unsigned char *seen = check_array(graph->m, 1);
    uint64_t cycles = 0;

    memset(seen, 0, graph->m);
    check_status(c, graph->ctx, kg_graph_reverse(&reverse, &original, graph), KG_OK);
    for (uint64_t first = 0; first < graph->m; first++) {
        cycles += !seen[first];
        for (uint64_t e = first; !seen[e]; e = original[e])
            seen[e] = 1;
    }
    kg_graph_destroy(reverse);
    free(seen);
    return cycles;
}

/* The circuits of a de Bruijn graph in natural order are the necklaces of its words. */
static void test_necklaces(check *c)
{
    static const struct {
        uint64_t alphabet, length, necklaces;
    } table[] = {{2, 1, 2}, {2, 10, 108}, {2, 12, 352}, {3, 6, 130}, {4, 6, 700}, {10, 4, 2530},
        {4, 9, 29144}};

    for (size_t i = 0; i < sizeof table / sizeof *table; i++) {
        kg_generate_options o = {.kind = KG_GENERATE_DEBRUIJN};
        kg_graph *graph;

        o.alphabet = table[i].alphabet;
        o.length = table[i].length;
        say_case(c, &o);
        graph = generate(c, c->context[i % (size_t)c->contexts], &o);
        check_number(c, graph->ctx, "circuits", count_circuits(c, graph), table[i].necklaces);
        kg_graph_destroy(graph);
    }
}

/* ---- failures -------------------------------------------------------------------------------- */

static void test_refused(check *c)
{
    static const struct {
        kg_generate_options options;
        kg_status status;
        const char *text;
    } table[] = {
        {{.kind = (kg_generator)9}, KG_ARGUMENT, "kind of graph 9"},
        {{.kind = KG_GENERATE_RANDOM, .max_degree = 1}, KG_ARGUMENT, "vertices 0: expected 1 to"},
        {{.kind = KG_GENERATE_RANDOM,
             .vertices = KG_EDGE_BITS == 32 ? 16 : 0,
             .max_degree = UINT32_MAX},
            KG_EDGE_BITS == 32 ? KG_OVERFLOW : KG_ARGUMENT,
            KG_EDGE_BITS == 32 ? "edges: this konig has edge ids of 32 bits" : "vertices 0"},
        {{.kind = KG_GENERATE_BANDED, .vertices = 1}, KG_ARGUMENT, "max-degree 0: expected 1 to"},
        {{.kind = KG_GENERATE_TRIANGLES, .vertices = 2}, KG_ARGUMENT, "vertices 2: expected 3 to"},
        {{.kind = KG_GENERATE_TRIANGLES, .vertices = 9, .edges = 20}, KG_ARGUMENT,
            "edges 20: expected 21 or more"},
        {{.kind = KG_GENERATE_DEBRUIJN, .length = 1}, KG_ARGUMENT, "alphabet 0: expected 1 to"},
        {{.kind = KG_GENERATE_DEBRUIJN, .alphabet = 1}, KG_ARGUMENT, "length 0: expected 1 to 64"},
        {{.kind = KG_GENERATE_DEBRUIJN, .alphabet = 2, .length = 40}, KG_OVERFLOW, "vertices"},
        {{.kind = KG_GENERATE_COMPLETE}, KG_ARGUMENT, "vertices 0: expected 1 to"},
        {{.kind = KG_GENERATE_COMPLETE, .vertices = 1, .path = 1}, KG_ARGUMENT, "all 0 edges"},
        {{.kind = KG_GENERATE_COMPLETE, .vertices = KG_EDGE_BITS == 32 ? 65537 : KG_NO_VERTEX},
            KG_EDGE_BITS == 32 ? KG_OVERFLOW : KG_MEMORY,
            KG_EDGE_BITS == 32 ? "4295032832 edges: this konig" : "edge targets"},
        {{.kind = KG_GENERATE_TORUS, .width = 1}, KG_ARGUMENT, "height 0: expected 1 to"},
        {{.kind = KG_GENERATE_TORUS, .height = 1}, KG_ARGUMENT, "width 0: expected 1 to"},
        {{.kind = KG_GENERATE_TORUS, .width = 1 << 20, .height = 1 << 20}, KG_OVERFLOW, "vertices"},
        {{.kind = KG_GENERATE_TRIANGLES, .vertices = 3, .edges = UINT64_MAX}, KG_OVERFLOW, "edges"},
        {{.kind = KG_GENERATE_DEBRUIJN, .alphabet = 2, .length = 1, .path = 1}, KG_ARGUMENT,
            "all 2 edges are loops"},
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

static void test_generate_allocations(check *c)
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
        {.kind = KG_GENERATE_RANDOM, .vertices = 1 << 20, .max_degree = 7},
        {.kind = KG_GENERATE_BANDED, .vertices = 1 << 20, .max_degree = 7},
        {.kind = KG_GENERATE_TRIANGLES, .vertices = 1 << 20, .edges = 4 << 20},
        {.kind = KG_GENERATE_DEBRUIJN, .alphabet = 4, .length = 11},
        {.kind = KG_GENERATE_TORUS, .width = 1 << 10, .height = 1 << 10},
        {.kind = KG_GENERATE_COMPLETE, .vertices = 2048},
    };
    static const char *const name[] = {
        "random", "banded", "triangles", "debruijn", "torus", "complete"};

    for (size_t k = 0; k < sizeof kinds / sizeof *kinds; k++)
        for (int i = 0; i < c->contexts; i++) {
            kg_graph *graph = NULL;

            for (check_clock clock = {0}; check_again(c, &clock, c->context[i], name[k], 4 << 20,
                     ((uint64_t)4 << 20) * sizeof(kg_vertex));) {
                kg_graph_destroy(graph);
                graph = generate(c, c->context[i], &kinds[k]);
            }
            check_balance(c, graph, false);
            kg_graph_destroy(graph);
        }
}

const check_case check_generate_cases[] = {
    {"csr.generate", test_same, bench_generate, 0},
    {"csr.generate-variants", test_variants, NULL, 0},
    {"csr.generate-definitions", test_definitions, NULL, 0},
    {"csr.generate-necklaces", test_necklaces, NULL, 0},
    {"csr.generate-refused", test_refused, NULL, 0},
    {"csr.generate-allocations", test_generate_allocations, NULL, 0},
    {NULL, NULL, NULL, 0},
};
