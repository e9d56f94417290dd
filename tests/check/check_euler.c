/*
 * Cases of the Euler pipeline. The oracle computes every stage by its definition in euler_ops.h,
 * in serial code on plain arrays, and so the one walk that is right.
 */
#include "check.h"
#include "csr/csr.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef unsigned long long wide;

/* ---- the oracle ------------------------------------------------------------------------------ */

typedef struct oracle {
    uint64_t n, m;
    uint64_t *row, *col;             /* [n+1], [m] with the virtual edge */
    uint64_t virtual_edge;           /* or m */
    uint64_t *pred, *circuit, *walk; /* [m] */
    uint64_t circuits, trees, stray[2];
} oracle;

static uint64_t *words(uint64_t count)
{
    uint64_t *array = check_array(count + 1, sizeof *array);

    memset(array, 0, (count + 1) * sizeof *array);
    return array;
}

/* A copy of the graph with an edge source -> target last in the row of source, if source < n. */
static void oracle_graph(oracle *o, kg_graph *graph, uint64_t source, uint64_t target)
{
    const kg_edge *row;
    const kg_vertex *col;
    uint64_t m = 0;

    kg_graph_csr(graph, &row, &col);
    o->n = kg_graph_vertices(graph);
    o->row = words(o->n);
    o->col = words(kg_graph_edges(graph) + (uint64_t)1);
    o->virtual_edge = UINT64_MAX;
    for (uint64_t v = 0; v < o->n; v++) {
        o->row[v] = m;
        for (uint64_t e = row[v]; e < row[v + 1]; e++)
            o->col[m++] = col[e];
        if (v == source) {
            o->virtual_edge = m;
            o->col[m++] = target;
        }
    }
    o->row[o->n] = o->m = m;
}

static void oracle_pairing(oracle *o)
{
    uint64_t *taken = words(o->n);

    o->pred = words(o->m);
    for (uint64_t e = 0; e < o->m; e++)
        o->pred[o->row[o->col[e]] + taken[o->col[e]]++] = e;
    free(taken);
}

static void oracle_partition(oracle *o)
{
    o->circuit = words(o->m);
    memset(o->circuit, 0xff, o->m * sizeof *o->circuit);
    for (uint64_t e = 0; e < o->m; e++)
        if (o->circuit[e] == UINT64_MAX) { /* e is its circuit's smallest: none before is in it */
            o->circuits++;
            for (uint64_t f = e; o->circuit[f] == UINT64_MAX; f = o->pred[f])
                o->circuit[f] = e;
        }
}

static uint64_t oracle_find(uint64_t *parent, uint64_t x)
{
    while (parent[x] != x)
        x = parent[x] = parent[parent[x]];
    return x;
}

/* Kruskal over the links, then the swips; chosen[s]: link s. */
static void oracle_join(oracle *o)
{
    uint64_t *parent = words(o->m), *chosen = words(o->m), *old = words(o->m), real = 0, tree = 0;

    for (uint64_t e = 0; e < o->m; e++)
        parent[e] = o->circuit[e];
    o->trees = o->circuits;
    for (uint64_t v = 0; v < o->n; v++)
        for (uint64_t s = o->row[v]; s + 1 < o->row[v + 1]; s++) {
            uint64_t a = oracle_find(parent, s), b = oracle_find(parent, s + 1);

            chosen[s] = a != b;
            o->trees -= a != b;
            parent[a > b ? a : b] = a < b ? a : b;
        }
    memcpy(old, o->pred, o->m * sizeof *old);
    for (uint64_t a = 0; a < o->m; a++) {
        uint64_t b = a;

        if (a && chosen[a - 1])
            continue; /* inside a run */
        while (chosen[b])
            b++;
        for (uint64_t s = a; s < b; s++)
            o->pred[s] = old[s + 1];
        o->pred[b] = old[a];
    }
    o->stray[0] = o->stray[1] = UINT64_MAX;
    for (uint64_t e = 0; e < o->m && o->stray[1] == UINT64_MAX; e++) {
        if (e == o->virtual_edge)
            continue;
        if (o->stray[0] == UINT64_MAX) {
            o->stray[0] = real;
            tree = oracle_find(parent, e);
        } else if (oracle_find(parent, e) != tree) {
            o->stray[1] = real;
        }
        real++;
    }
    free(old);
    free(chosen);
    free(parent);
}

/* The walk that begins with an edge, as ids of the graph without the virtual edge. */
static void oracle_walk(oracle *o, uint64_t first)
{
    uint64_t *succ = words(o->m), count = 0, e;

    o->walk = words(o->m);
    for (e = 0; e < o->m; e++)
        succ[o->pred[e]] = e;
    e = o->virtual_edge == UINT64_MAX ? first : succ[o->virtual_edge];
    for (uint64_t i = 0; i < o->m; i++, e = succ[e])
        if (e != o->virtual_edge)
            o->walk[count++] = e - (e > o->virtual_edge);
    free(succ);
}

static void oracle_free(oracle *o)
{
    free(o->row);
    free(o->col);
    free(o->pred);
    free(o->circuit);
    free(o->walk);
    *o = (oracle){0};
}

/* Out-degree less in-degree of each vertex. */
static int64_t *oracle_surplus(kg_graph *graph)
{
    const kg_edge *row;
    const kg_vertex *col;
    uint64_t n = kg_graph_vertices(graph);
    int64_t *surplus = (int64_t *)words(n);

    kg_graph_csr(graph, &row, &col);
    for (uint64_t v = 0; v < n; v++)
        surplus[v] += (int64_t)(row[v + 1] - row[v]);
    for (uint64_t e = 0; e < kg_graph_edges(graph); e++)
        surplus[col[e]]--;
    return surplus;
}

/* ---- comparing ------------------------------------------------------------------------------- */

static void compare_walk(check *c, kg_context *ctx, kg_euler *euler, const oracle *o, uint64_t m)
{
    const kg_edge *walk;
    kg_edge *expected = check_array(m, sizeof *expected);

    for (uint64_t i = 0; i < m; i++)
        expected[i] = (kg_edge)o->walk[i];
    kg_euler_walk(euler, &walk);
    check_equal(c, ctx, "walk", walk, expected, m, sizeof *expected);
    free(expected);
}

static void compare_circuits(check *c, kg_context *ctx, kg_graph *graph, const oracle *o)
{
    kg_edge *got = check_array(o->m, sizeof *got), *expected = check_array(o->m, sizeof *got);

    for (uint64_t e = 0; e < o->m; e++)
        expected[e] = (kg_edge)o->circuit[e];
    if (check_status(c, ctx, kg_euler_circuits(graph, got), KG_OK))
        check_equal(c, ctx, "circuits", got, expected, o->m, sizeof *got);
    free(got);
    free(expected);
}

static void compare_disconnected(check *c, kg_context *ctx, kg_euler *euler, const oracle *o)
{
    const kg_euler_witness *why = kg_euler_why(euler);

    check_number(c, ctx, "reason", why->reason, KG_EULER_DISCONNECTED);
    check_number(c, ctx, "components", why->components, o->trees);
    check_number(c, ctx, "first edge", why->edge[0], o->stray[0]);
    check_number(c, ctx, "stray edge", why->edge[1], o->stray[1]);
}

static void compare_unbalanced(
    check *c, kg_context *ctx, const kg_euler *euler, const int64_t *surplus, uint64_t n)
{
    const kg_euler_witness *why = kg_euler_why(euler);
    uint64_t count = 0;

    check_number(c, ctx, "reason", why->reason, KG_EULER_UNBALANCED);
    for (uint64_t v = 0; v < n; v++)
        if (surplus[v]) {
            if (count < why->listed) {
                check_number(c, ctx, "unbalanced vertex", why->vertex[count], v);
                check_number(c, ctx, "surplus", why->out_degree[count] - why->in_degree[count],
                    (uint64_t)surplus[v]);
            }
            count++;
        }
    check_number(c, ctx, "unbalanced vertices", why->count, count);
    check_number(
        c, ctx, "listed", why->listed, count < KG_EULER_WITNESSES ? count : KG_EULER_WITNESSES);
}

/* What the oracle knows of a graph: how many vertices are unbalanced, and a path's ends. */
typedef struct balance {
    uint64_t unbalanced, start, end;
    bool path;
} balance;

static balance weigh(const int64_t *surplus, uint64_t n)
{
    balance b = {0, UINT64_MAX, UINT64_MAX, false};

    for (uint64_t v = 0; v < n; v++) {
        b.unbalanced += surplus[v] != 0;
        if (surplus[v] == 1)
            b.start = v;
        if (surplus[v] == -1)
            b.end = v;
    }
    b.path = b.unbalanced == 2 && b.start != UINT64_MAX && b.end != UINT64_MAX;
    return b;
}

/* One graph, one kind, one start, against the oracle. */
static void check_find(
    check *c, kg_graph *graph, const kg_euler_options *options, const int64_t *surplus)
{
    kg_context *ctx = graph->ctx;
    uint64_t n = kg_graph_vertices(graph), m = kg_graph_edges(graph);
    balance b = weigh(surplus, n);
    bool wants_path = options->kind == KG_EULER_PATH,
         wants_circuit = options->kind == KG_EULER_CIRCUIT;
    bool exists = b.unbalanced ? b.path && !wants_circuit : !wants_path;
    oracle o = {0};
    kg_euler *euler = NULL;
    kg_status status = kg_euler_find(&euler, graph, options);

    if (!exists) {
        if (check_status(c, ctx, status, KG_NO_SOLUTION)) {
            if (b.unbalanced)
                compare_unbalanced(c, ctx, euler, surplus, n);
            else
                check_number(c, ctx, "reason", kg_euler_why(euler)->reason, KG_EULER_IS_CIRCUIT);
        }
        kg_euler_destroy(euler);
        return;
    }
    oracle_graph(&o, graph, b.unbalanced ? b.end : UINT64_MAX, b.start);
    oracle_pairing(&o);
    oracle_partition(&o);
    if (!b.unbalanced)
        compare_circuits(c, ctx, graph, &o);
    oracle_join(&o);
    if (o.trees > 1) {
        if (check_status(c, ctx, status, KG_NO_SOLUTION))
            compare_disconnected(c, ctx, euler, &o);
    } else if (check_status(c, ctx, status, KG_OK)) {
        oracle_walk(&o, options->start == KG_NO_VERTEX ? 0 : o.row[options->start]);
        check_number(c, ctx, "found", kg_euler_found(euler),
            b.unbalanced ? KG_EULER_PATH : KG_EULER_CIRCUIT);
        check_number(c, ctx, "initial circuits", kg_euler_initial_circuits(euler), o.circuits);
        compare_walk(c, ctx, euler, &o, m);
    }
    kg_euler_destroy(euler);
    oracle_free(&o);
}

/* Of a graph with more vertices only one kind is asked for. */
enum { LARGE = 5000 };

static void check_graph(check *c, kg_graph *graph)
{
    int64_t *surplus = oracle_surplus(graph);
    kg_euler_options options = KG_EULER_OPTIONS_INIT;
    const kg_edge *row;
    uint64_t n = kg_graph_vertices(graph), v = n / 2;

    for (int kind = KG_EULER_ANY; kind <= (n > LARGE ? KG_EULER_ANY : KG_EULER_PATH); kind++) {
        options.kind = (kg_euler_kind)kind;
        check_find(c, graph, &options, surplus);
    }
    kg_graph_csr(graph, &row, NULL);
    while (v < n && row[v] == row[v + 1])
        v++;
    if (v < n && weigh(surplus, n).unbalanced == 0) {
        options = (kg_euler_options){KG_EULER_ANY, (kg_vertex)v, 0};
        check_find(c, graph, &options, surplus);
    }
    free(surplus);
}

/* ---- generated graphs ------------------------------------------------------------------------ */

static const kg_generate_options generated[] = {
    {.kind = KG_GENERATE_RANDOM, .vertices = 10, .max_degree = 2},
    {.kind = KG_GENERATE_RANDOM, .vertices = 1337, .max_degree = 3},
    {.kind = KG_GENERATE_RANDOM, .vertices = 100000, .max_degree = 7},
    {.kind = KG_GENERATE_BANDED, .vertices = 5, .max_degree = 2},
    {.kind = KG_GENERATE_BANDED, .vertices = 50000, .max_degree = 7},
    {.kind = KG_GENERATE_TRIANGLES, .vertices = 100, .edges = 300},
    {.kind = KG_GENERATE_TRIANGLES, .vertices = 60000, .edges = 200000},
    {.kind = KG_GENERATE_DEBRUIJN, .alphabet = 2, .length = 3},
    {.kind = KG_GENERATE_DEBRUIJN, .alphabet = 10, .length = 4},
    {.kind = KG_GENERATE_DEBRUIJN, .alphabet = 2, .length = 17},
    {.kind = KG_GENERATE_TORUS, .width = 2, .height = 3},
    {.kind = KG_GENERATE_TORUS, .width = 7, .height = 5},
    {.kind = KG_GENERATE_TORUS, .width = 301, .height = 203},
};

enum { GENERATED = sizeof generated / sizeof *generated };

static void test_generated(check *c)
{
    for (int g = 0; g < 4 * GENERATED; g++) {
        kg_generate_options options = generated[g / 4];

        options.path = g & 1;
        options.relabel = g >> 1 & 1;
        options.seed = c->seed + (uint64_t)g;
        check_say(c, "generator %d, number %d%s%s", options.kind, g / 4,
            options.path ? ", path" : "", options.relabel ? ", relabelled" : "");
        for (int k = 0; k < c->contexts; k++) {
            kg_graph *graph = NULL;

            if (check_status(
                    c, c->context[k], kg_graph_generate(&graph, c->context[k], &options), KG_OK))
                check_graph(c, graph);
            kg_graph_destroy(graph);
        }
    }
}

/* ---- graphs by hand -------------------------------------------------------------------------- */

/* An edge list in text: "n: 01 12 20", one digit a vertex. */
static void test_by_hand(check *c)
{
    static const char *const graphs[] = {
        "0:",                         /* nothing */
        "3:",                         /* no edges */
        "1: 00",                      /* a loop */
        "1: 00 00 00",                /* loops only */
        "2: 01 01 01 10 10 10",       /* triple edges */
        "2: 00 11",                   /* two disjoint loops */
        "6: 01 12 20 34 45 53",       /* two disjoint circuits */
        "9: 34 45 53",                /* isolated vertices */
        "9: 83 34 45 58",             /* isolated vertices between */
        "4: 01 12 23",                /* a path */
        "4: 32 21 10",                /* a path against the order: its virtual edge is edge 0 */
        "4: 10 23 32",                /* the same, beside a circuit */
        "5: 01 12 20 34",             /* a path in another component */
        "4: 01 23",                   /* four unbalanced vertices */
        "2: 01 01",                   /* two, each by two */
        "3: 01 02 10 20 00",          /* a loop in a row */
        "5: 01 10 02 20 03 30 04 40", /* a hub */
        "9: 01 12 23 34 45 56 67 78", /* a long path */
        "8: 01 23 45 67 02 46 13 57", /* all unbalanced */
    };

    for (size_t g = 0; g < sizeof graphs / sizeof *graphs; g++) {
        kg_vertex source[16], target[16];
        uint64_t n = (uint64_t)(graphs[g][0] - '0'), m = 0;

        for (const char *p = graphs[g] + 2; *p; p += 3, m++) {
            source[m] = (kg_vertex)(p[1] - '0');
            target[m] = (kg_vertex)(p[2] - '0');
        }
        check_say(c, "graph %s", graphs[g]);
        for (int k = 0; k < c->contexts; k++) {
            kg_graph *graph = NULL;

            if (check_status(c, c->context[k],
                    kg_graph_build(&graph, c->context[k], n, m, source, target, NULL), KG_OK))
                check_graph(c, graph);
            kg_graph_destroy(graph);
        }
    }
}

/* Balanced or not, connected or not: whatever random edges make. */
static void test_random_edges(check *c)
{
    uint64_t state = c->seed;

    for (int g = 0; g < 300; g++) {
        uint64_t n = 1 + check_random(&state) % 12, m = check_random(&state) % 24;
        uint64_t closed = check_random(&state) % 3;
        kg_vertex source[48], target[48];

        for (uint64_t e = 0; e < m; e++) {
            source[e] = (kg_vertex)(check_random(&state) % n);
            target[e] = (kg_vertex)(check_random(&state) % n);
        }
        for (uint64_t e = 0; closed && e < m; e++) /* one closed walk, or one and a path */
            target[e] = source[(e + 1) % (closed == 1 ? m : m / 2 + 1)];
        check_say(c, "random edges, graph %d", g);
        for (int k = 0; k < c->contexts; k++) {
            kg_graph *graph = NULL;

            if (check_status(c, c->context[k],
                    kg_graph_build(&graph, c->context[k], n, m, source, target, NULL), KG_OK))
                check_graph(c, graph);
            kg_graph_destroy(graph);
        }
    }
}

/* Many copies of two vertices' edges, a hub with many leaves: what takes quadratic time elsewhere. */
static void test_large_rows(check *c)
{
    enum { LEAVES = 100000, PARALLEL = 1000000 };
    kg_vertex *source = check_array(2 * PARALLEL, sizeof *source);
    kg_vertex *target = check_array(2 * PARALLEL, sizeof *target);

    for (int shape = 0; shape < 2; shape++) {
        uint64_t pairs = shape ? PARALLEL : LEAVES;

        for (uint64_t i = 0; i < pairs; i++) {
            kg_vertex leaf = shape ? 1 : (kg_vertex)(i + 1);

            source[2 * i] = target[2 * i + 1] = 0;
            target[2 * i] = source[2 * i + 1] = leaf;
        }
        check_say(c, shape ? "10^6 edges each way" : "a hub of 10^5 two-cycles");
        for (int k = 0; k < c->contexts; k++) {
            kg_graph *graph = NULL;

            if (check_status(c, c->context[k],
                    kg_graph_build(&graph, c->context[k], shape ? 2 : LEAVES + 1, 2 * pairs, source,
                        target, NULL),
                    KG_OK))
                check_graph(c, graph);
            kg_graph_destroy(graph);
        }
    }
    free(source);
    free(target);
}

/* ---- known counts ---------------------------------------------------------------------------- */

static uint64_t totient(uint64_t n)
{
    uint64_t count = 0;

    for (uint64_t i = 1; i <= n; i++) {
        uint64_t a = i, b = n;

        while (b) {
            uint64_t rest = a % b;

            a = b;
            b = rest;
        }
        count += a == 1;
    }
    return count;
}

static uint64_t power(uint64_t base, uint64_t exponent)
{
    return exponent ? base * power(base, exponent - 1) : 1;
}

/* M-ary necklaces of length K, by Burnside's lemma: what stage 3 finds in a de Bruijn graph. */
static uint64_t necklaces(uint64_t letters, uint64_t length)
{
    uint64_t sum = 0;

    for (uint64_t d = 1; d <= length; d++)
        if (length % d == 0)
            sum += totient(d) * power(letters, length / d);
    return sum / length;
}

static void count_necklaces(check *c, kg_context *ctx, uint64_t letters, uint64_t length)
{
    kg_generate_options options = KG_GENERATE_OPTIONS_INIT;
    kg_graph *graph = NULL;
    kg_euler *euler = NULL;

    options.kind = KG_GENERATE_DEBRUIJN;
    options.alphabet = letters;
    options.length = length;
    check_say(c, "B(%llu,%llu)", (wide)letters, (wide)length);
    if (check_status(c, ctx, kg_graph_generate(&graph, ctx, &options), KG_OK) &&
        check_status(c, ctx, kg_euler_find(&euler, graph, NULL), KG_OK))
        check_number(c, ctx, "initial circuits", kg_euler_initial_circuits(euler),
            necklaces(letters, length));
    kg_euler_destroy(euler);
    kg_graph_destroy(graph);
}

static void test_necklaces(check *c)
{
    check_number(c, NULL, "necklaces of B(10,4)", necklaces(10, 4), 2530);
    check_number(c, NULL, "necklaces of B(2,25)", necklaces(2, 25), 1342184);
    check_number(c, NULL, "necklaces of B(4,13)", necklaces(4, 13), 5162224);
    for (int k = 0; k < c->contexts; k++)
        for (uint64_t letters = 2; letters <= 10; letters++)
            for (uint64_t length = 1; power(letters, length) <= 100000; length++)
                count_necklaces(c, c->context[k], letters, length);
}

/* ---- verification, failures ------------------------------------------------------------------ */

static kg_graph *small_graph(check *c, kg_context *ctx, int path)
{
    kg_generate_options options = KG_GENERATE_OPTIONS_INIT;
    kg_graph *graph = NULL;

    options.kind = KG_GENERATE_DEBRUIJN;
    options.alphabet = 3;
    options.length = 5;
    options.path = path;
    check_status(c, ctx, kg_graph_generate(&graph, ctx, &options), KG_OK);
    return graph;
}

/* What is done to a right walk so that it is wrong. */
static void damage(kg_edge *walk, uint64_t m, int how, uint64_t *state)
{
    uint64_t i = check_random(state) % m, j = check_random(state) % (m - 1);
    kg_edge kept = walk[i];

    j += j >= i;
    switch (how) {
    case 0: /* an edge twice, another never */
        walk[i] = walk[j];
        break;
    case 1: /* no edge of the graph */
        walk[i] = (kg_edge)m;
        break;
    case 2:
        walk[i] = KG_NO_EDGE;
        break;
    default: /* two edges exchanged, which leave different vertices: see the caller */
        walk[i] = walk[j];
        walk[j] = kept;
        break;
    }
}

static void test_verify(check *c)
{
    uint64_t state = c->seed;

    for (int k = 0; k < c->contexts; k++)
        for (int path = 0; path < 2; path++) {
            kg_context *ctx = c->context[k];
            kg_graph *graph = small_graph(c, ctx, path);
            uint64_t m = kg_graph_edges(graph);
            kg_euler_kind kind = path ? KG_EULER_PATH : KG_EULER_CIRCUIT;
            kg_edge *wrong = check_array(m, sizeof *wrong);
            const kg_edge *walk;
            kg_euler *euler = NULL;

            check_status(c, ctx, kg_euler_find(&euler, graph, NULL), KG_OK);
            kg_euler_walk(euler, &walk);
            check_say(c, "the right walk");
            check_status(c, ctx, kg_euler_verify(graph, walk, kind), KG_OK);
            check_status(c, ctx,
                kg_euler_verify(graph, walk, path ? KG_EULER_CIRCUIT : KG_EULER_PATH),
                KG_NO_SOLUTION);
            for (int how = 0; how < 4; how++) {
                const kg_vertex *source;

                check_say(c, "damage %d", how);
                kg_graph_sources(graph, &source);
                for (bool fits = true; fits;) {
                    memcpy(wrong, walk, m * sizeof *wrong);
                    damage(wrong, m, how, &state);
                    fits = false;
                    if (how ==
                        3) { /* of one vertex' loops and parallel edges either order is right */
                        uint64_t i = 0;

                        while (wrong[i] == walk[i])
                            i++;
                        fits = source[wrong[i]] == source[walk[i]];
                    }
                }
                check_status(c, ctx, kg_euler_verify(graph, wrong, kind), KG_NO_SOLUTION);
                if (!*kg_context_message(ctx))
                    check_fail(c, ctx, "no message");
            }
            free(wrong);
            kg_euler_destroy(euler);
            kg_graph_destroy(graph);
        }
}

static void test_starts(check *c)
{
    for (int k = 0; k < c->contexts; k++) {
        kg_context *ctx = c->context[k];
        const kg_vertex source[] = {0, 1, 1, 1, 2}, target[] = {1, 0, 2, 2, 1};
        kg_euler_options options = KG_EULER_OPTIONS_INIT;
        kg_graph *path = small_graph(c, ctx, 1), *circuit = NULL;
        kg_euler *euler = NULL;
        const kg_edge *walk;

        check_say(c, "starts");
        /* 0 and 1 to and fro, 1 -> 2 twice, 2 -> 1 once: a path from 1 to 2 */
        check_status(c, ctx, kg_graph_build(&circuit, ctx, 4, 5, source, target, NULL), KG_OK);
        for (kg_vertex start = 0; start < 6; start++) {
            options.start = start;
            check_status(
                c, ctx, kg_euler_find(&euler, circuit, &options), start == 1 ? KG_OK : KG_ARGUMENT);
            kg_euler_destroy(euler);
        }
        kg_graph_destroy(circuit);
        /* without the last: parallel edges first in the row of 1 */
        check_status(c, ctx,
            kg_graph_build(&circuit, ctx, 3, 4, (const kg_vertex[]){1, 1, 2, 2},
                (const kg_vertex[]){2, 2, 1, 1}, NULL),
            KG_OK);
        options.start = 1;
        if (check_status(c, ctx, kg_euler_find(&euler, circuit, &options), KG_OK)) {
            kg_euler_walk(euler, &walk);
            check_number(c, ctx, "first edge", walk[0], 0);
        }
        kg_euler_destroy(euler);
        kg_graph_destroy(circuit);
        kg_graph_destroy(path);
    }
}

static kg_status find_and_forget(kg_graph *graph)
{
    kg_euler *euler = NULL;
    kg_status status = kg_euler_find(&euler, graph, NULL);

    kg_euler_destroy(euler);
    return status;
}

static kg_status link_and_forget(kg_graph *graph)
{
    kg_graph *circuits = NULL;
    kg_status status = kg_euler_circuit_graph(&circuits, graph);

    kg_graph_destroy(circuits);
    return status;
}

static void test_allocations(check *c)
{
    for (int k = 0; k < c->contexts; k++) {
        kg_context *ctx = c->context[k];

        for (int path = 0; path < 2; path++) {
            kg_graph *graph = small_graph(c, ctx, path);
            kg_edge *circuit = check_array(kg_graph_edges(graph), sizeof *circuit);
            kg_euler *euler = NULL;
            const kg_edge *walk;

            check_say(c, path ? "a path" : "a circuit");
            check_status(c, ctx, kg_euler_find(&euler, graph, NULL), KG_OK);
            kg_euler_walk(euler, &walk);
            CHECK_ALLOCATIONS(c, ctx, find_and_forget(graph));
            CHECK_ALLOCATIONS(c, ctx, kg_euler_verify(graph, walk, kg_euler_found(euler)));
            if (!path) {
                CHECK_ALLOCATIONS(c, ctx, link_and_forget(graph));
                CHECK_ALLOCATIONS(c, ctx, kg_euler_circuits(graph, circuit));
            }
            kg_euler_destroy(euler);
            kg_graph_destroy(graph);
            free(circuit);
        }
    }
}

/* ---- the circuit graph ----------------------------------------------------------------------- */

static void test_circuit_graph(check *c)
{
    for (int g = 0; g < GENERATED; g++)
        for (int k = 0; k < c->contexts; k++) {
            kg_context *ctx = c->context[k];
            kg_graph *graph = NULL, *circuits = NULL;
            uint64_t links = 0, components;
            const kg_edge *row;
            const kg_vertex *col;
            oracle o = {0};

            check_say(c, "generator number %d", g);
            if (!check_status(c, ctx, kg_graph_generate(&graph, ctx, &generated[g]), KG_OK) ||
                kg_graph_edges(graph) > 20000 ||
                !check_status(c, ctx, kg_euler_circuit_graph(&circuits, graph), KG_OK)) {
                kg_graph_destroy(graph);
                continue;
            }
            oracle_graph(&o, graph, UINT64_MAX, 0);
            oracle_pairing(&o);
            oracle_partition(&o);
            oracle_join(&o);
            kg_graph_csr(circuits, &row, &col);
            check_number(c, ctx, "circuits", kg_graph_vertices(circuits), o.circuits);
            check_status(c, ctx, kg_graph_components(circuits, NULL, &components), KG_OK);
            check_number(c, ctx, "components", components, o.trees);
            for (uint64_t v = 0, i = 0; v < o.n; v++) /* each link has its edge, */
                for (uint64_t s = o.row[v]; s + 1 < o.row[v + 1]; s++) {
                    uint64_t a = o.circuit[s], b = o.circuit[s + 1];
                    char name[24];
                    kg_vertex from, to;

                    if (a == b)
                        continue;
                    kg_graph_find_vertex(circuits, name,
                        (size_t)snprintf(name, sizeof name, "%llu", (wide)(a < b ? a : b)), &from);
                    kg_graph_find_vertex(circuits, name,
                        (size_t)snprintf(name, sizeof name, "%llu", (wide)(a < b ? b : a)), &to);
                    for (i = row[from]; i < row[from + 1] && col[i] != to;)
                        i++;
                    if (i == row[from + 1])
                        check_fail(c, ctx, "no edge for the link of slots %llu and %llu", (wide)s,
                            (wide)s + 1);
                    links++;
                }
            for (uint64_t e = 1; e < kg_graph_edges(circuits); e++) /* and none comes twice */
                if (col[e] == col[e - 1]) {
                    const kg_vertex *source;

                    kg_graph_sources(circuits, &source);
                    if (source[e] == source[e - 1])
                        check_fail(c, ctx, "edge %llu is there twice", (wide)e);
                }
            if (kg_graph_edges(circuits) > links)
                check_fail(c, ctx, "more edges than links");
            oracle_free(&o);
            kg_graph_destroy(circuits);
            kg_graph_destroy(graph);
        }
}

/* ---- benchmarks ------------------------------------------------------------------------------ */

static void bench_find(check *c, const char *what, const kg_generate_options *options)
{
    for (int k = 0; k < c->contexts; k++) {
        kg_context *ctx = c->context[k];
        kg_graph *graph = NULL;
        kg_euler_options quick = {KG_EULER_ANY, KG_NO_VERTEX, 1};
        uint64_t m;

        if (!check_status(c, ctx, kg_graph_generate(&graph, ctx, options), KG_OK))
            return;
        m = kg_graph_edges(graph);
        for (check_clock clock = {0}; check_again(c, &clock, ctx, what, m, 8 * m);) {
            kg_euler *euler = NULL;

            check_status(c, ctx, kg_euler_find(&euler, graph, &quick), KG_OK);
            kg_euler_destroy(euler);
        }
        check_status(c, ctx, find_and_forget(graph), KG_OK);
        kg_graph_destroy(graph);
    }
}

static void bench_generated(check *c)
{
    bench_find(c, "random(1Mi,7)",
        &(kg_generate_options){.kind = KG_GENERATE_RANDOM, .vertices = 1 << 20, .max_degree = 7});
    bench_find(c, "torus 1024x1024",
        &(kg_generate_options){.kind = KG_GENERATE_TORUS, .width = 1024, .height = 1024});
    bench_find(c, "B(4,11)",
        &(kg_generate_options){.kind = KG_GENERATE_DEBRUIJN, .alphabet = 4, .length = 11});
}

const check_case check_euler_cases[] = {
    {"euler.by_hand", test_by_hand, NULL, 0},
    {"euler.random_edges", test_random_edges, NULL, 0},
    {"euler.generated", test_generated, bench_generated, 0},
    {"euler.large_rows", test_large_rows, NULL, 0},
    {"euler.necklaces", test_necklaces, NULL, 0},
    {"euler.circuit_graph", test_circuit_graph, NULL, 0},
    {"euler.starts", test_starts, NULL, 0},
    {"euler.verify", test_verify, NULL, 0},
    {"euler.allocations", test_allocations, NULL, 0},
    {NULL, NULL, NULL, 0},
};
