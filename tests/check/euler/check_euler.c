/* Cases of the Euler pipeline: every stage and the walk against the oracle, on graphs of all
 * kinds. */
#include "euler_oracle.h"
#include <stdlib.h>
#include <string.h>

typedef unsigned long long wide;

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
        oracle_walk(&o, options->has_start ? o.row[options->start] : 0);
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
        options = (kg_euler_options){.has_start = 1, .start = (kg_vertex)v};
        check_find(c, graph, &options, surplus);
    }
    free(surplus);
}

/* ---- generated graphs ------------------------------------------------------------------------ */

static void test_generated(check *c)
{
    for (int g = 0; g < 4 * GENERATED; g++) {
        kg_generate_options options = oracle_generated[g / 4];

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

/* The graph of an edge list, in every context. */
static void check_edges(
    check *c, uint64_t n, uint64_t m, const kg_vertex *source, const kg_vertex *target)
{
    for (int k = 0; k < c->contexts; k++) {
        kg_graph *graph = NULL;

        if (check_status(c, c->context[k],
                kg_graph_build(&graph, c->context[k], n, m, source, target, NULL), KG_OK))
            check_graph(c, graph);
        kg_graph_destroy(graph);
    }
}

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
        "3: 11 20",                   /* the same, and edge 1 is of the circuit */
        "4: 02 20 31",                /* it is the first edge of the second component */
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
        check_edges(c, n, m, source, target);
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
        check_edges(c, n, m, source, target);
    }
}

/* Which edges are not connected: the one that closes the path is no witness. */
static void test_islands(check *c)
{
    uint64_t state = c->seed;

    for (int g = 0; g < (check_is_small() ? 50 : 300); g++) {
        kg_vertex end[2 * ISLAND_STEPS], source[ISLAND_STEPS], target[ISLAND_STEPS];
        const uint64_t m = oracle_islands(end, &state);

        for (uint64_t e = 0; e < m; e++) {
            source[e] = end[2 * e];
            target[e] = end[2 * e + 1];
        }
        check_say(c, "a path and circuits, graph %d", g);
        check_edges(c, ISLANDS, m, source, target);
    }
}

/* Graphs on which a careless algorithm takes quadratic time: many parallel edges between two
 * vertices, and a hub with many leaves. Then pairs of edges at every distance around the one beyond
 * which the pipeline looks for no pairs, beside near pairs. */
static void test_large_rows(check *c)
{
    enum { LEAVES = 100000, PARALLEL = 1000000, NEAR = 300 };
    static const uint64_t copies[] = {
        LEAVES, PARALLEL, 16383, 16384, 16385, 32767, 32768, 32769, 65535, 65536, 65537};
    kg_vertex *source = check_array(2 * (PARALLEL + NEAR), sizeof *source);
    kg_vertex *target = check_array(2 * (PARALLEL + NEAR), sizeof *target);

    for (size_t shape = 0; shape < sizeof copies / sizeof *copies; shape++) {
        uint64_t pairs = copies[shape];

        for (uint64_t i = 0; i < pairs; i++) {
            kg_vertex leaf = shape ? 1 : (kg_vertex)(i + 1);

            source[2 * i] = target[2 * i + 1] = 0;
            target[2 * i] = source[2 * i + 1] = leaf;
        }
        for (uint64_t i = pairs; i < pairs + NEAR; i++) {
            source[2 * i] = target[2 * i + 1] = 1;
            target[2 * i] = source[2 * i + 1] = 2;
        }
        pairs += NEAR;
        check_say(
            c, "%s, %llu edges each way", shape ? "two vertices" : "a hub", (wide)copies[shape]);
        check_edges(c, shape ? 3 : LEAVES + 1, 2 * pairs, source, target);
    }
    free(source);
    free(target);
}

/* Rings that meet in the last vertex alone. Where their edges are doubled, each ring is two
 * circuits that its first row joins, and no row but the last leads from ring to ring. */
static void test_rings(check *c)
{
    enum { RINGS = 3, LONGEST = 3000 };
    static const uint64_t lengths[] = {1, 10, 31, 32, 33, 100, 1000, LONGEST};
    kg_vertex *source = check_array(2 * RINGS * (LONGEST + 1), sizeof *source);
    kg_vertex *target = check_array(2 * RINGS * (LONGEST + 1), sizeof *target);

    for (size_t g = 0; g < 4 * (sizeof lengths / sizeof *lengths); g++) {
        const uint64_t length = lengths[g / 4], meeting = RINGS * length;
        const bool doubled = g & 1, mixed = g & 2;
        uint64_t m = 0;

        for (uint64_t r = 0; r < RINGS; r++)
            for (uint64_t i = 0; i <= length; i++)
                for (int copy = 0; copy <= doubled; copy++, m++) {
                    const uint64_t v = mixed ? i * RINGS + r : r * length + i;
                    const uint64_t next = mixed ? v + RINGS : v + 1;

                    source[m] = (kg_vertex)(i < length ? v : meeting);
                    target[m] = (kg_vertex)(i + 1 < length ? next : meeting);
                    if (i == length)
                        target[m] = (kg_vertex)(mixed ? r : r * length);
                }
        check_say(c, "rings of %llu vertices%s%s", (wide)length, doubled ? ", doubled" : "",
            mixed ? ", mixed" : "");
        check_edges(c, meeting + 1, m, source, target);
    }
    free(source);
    free(target);
}

/* A graph whose edges are so many that a bit for each does not fit a GPU's cache, against the
 * CPU. */
static void test_large(check *c)
{
    const kg_generate_options options = {
        .kind = KG_GENERATE_RANDOM, .vertices = 20000000, .max_degree = 7, .seed = c->seed};
    kg_context *cpu = NULL, *of[2] = {c->context[0]};
    kg_graph *graph[2] = {NULL, NULL};
    kg_euler *euler[2] = {NULL, NULL};
    const kg_edge *walk[2] = {NULL, NULL};

    check_number(c, c->context[0], "begun", 0, 0);
    if (strcmp(c->backend, "cpu") == 0 || check_is_small())
        return;
    check_status(c, NULL, kg_context_create(&cpu, &(kg_context_options){.device = "cpu"}), KG_OK);
    of[1] = cpu;
    for (int i = 0; i < 2; i++) {
        check_status(c, of[i], kg_graph_generate(&graph[i], of[i], &options), KG_OK);
        check_status(c, of[i], kg_euler_find(&euler[i], graph[i], NULL), KG_OK);
        check_status(c, of[i], kg_euler_walk(euler[i], &walk[i]), KG_OK);
    }
    if (walk[0] && walk[1])
        check_equal(c, of[0], "walk", walk[0], walk[1], kg_graph_edges(graph[1]), sizeof **walk);
    for (int i = 0; i < 2; i++) {
        kg_euler_destroy(euler[i]);
        kg_graph_destroy(graph[i]);
    }
    kg_context_destroy(cpu);
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

/* ---- benchmarks ------------------------------------------------------------------------------ */

static void bench_find(check *c, const char *what, const kg_generate_options *options)
{
    for (int k = 0; k < c->contexts; k++) {
        kg_context *ctx = c->context[k];
        kg_graph *graph = NULL;
        kg_euler_options quick = {.skip_verify = 1};
        uint64_t m;

        if (!check_status(c, ctx, kg_graph_generate(&graph, ctx, options), KG_OK))
            return;
        m = kg_graph_edges(graph);
        for (check_clock clock = {0}; check_again(c, &clock, ctx, what, m, 8 * m);) {
            kg_euler *euler = NULL;

            check_status(c, ctx, kg_euler_find(&euler, graph, &quick), KG_OK);
            kg_euler_destroy(euler);
        }
        {
            kg_euler *verified = NULL;

            check_status(c, ctx, kg_euler_find(&verified, graph, NULL), KG_OK);
            kg_euler_destroy(verified);
        }
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
    {"euler.islands", test_islands, NULL, 0},
    {"euler.random_edges", test_random_edges, NULL, 0},
    {"euler.generated", test_generated, bench_generated, 0},
    {"euler.large_rows", test_large_rows, NULL, 0},
    {"euler.rings", test_rings, NULL, 0},
    {"euler.large", test_large, NULL, 0},
    {"euler.necklaces", test_necklaces, NULL, 0},
    {NULL, NULL, NULL, 0},
};
