/*
 * Degrees, weak components and parallel edges of graphs that lie over ranks, against plain
 * definitions of them, of the same edges on every rank.
 */
#include "base/context.h"
#include "check.h"
#include "comm/comm.h"
#include <konig/part.h>
#include <stdlib.h>
#include <string.h>

/* Edges, and what is to be found of them. */
typedef struct known {
    uint64_t n, m, components, parallel;
    kg_vertex *source, *target; /* [m] */
    kg_edge *out, *in;          /* [n] */
    kg_vertex *component;       /* [n] */
} known;

static void allocate(known *k, uint64_t n, uint64_t m)
{
    *k = (known){.n = n, .m = m};
    k->source = check_array(m, sizeof *k->source);
    k->target = check_array(m, sizeof *k->target);
}

static void forget(known *k)
{
    free(k->source);
    free(k->target);
    free(k->out);
    free(k->in);
    free(k->component);
}

/* Gives each vertex the least number that it reaches, one edge after the other and back, until
 * nothing changes; then counts these numbers. */
static void find_components(known *k)
{
    bool changes = true;

    for (uint64_t v = 0; v < k->n; v++)
        k->component[v] = (kg_vertex)v;
    while (changes) {
        changes = false;
        for (uint64_t i = 0; i < 2 * k->m; i++) {
            const uint64_t e = i < k->m ? i : 2 * k->m - 1 - i;
            kg_vertex *a = &k->component[k->source[e]], *b = &k->component[k->target[e]];

            if (*a == *b)
                continue;
            *(*a < *b ? b : a) = *a < *b ? *a : *b;
            changes = true;
        }
    }
    for (uint64_t v = 0; v < k->n; v++) /* the least of a component comes first */
        k->component[v] =
            k->component[v] == v ? (kg_vertex)k->components++ : k->component[k->component[v]];
}

static int compare_ends(const void *a, const void *b)
{
    return memcmp(a, b, 2 * sizeof(kg_vertex));
}

static void find_parallel(known *k)
{
    kg_vertex *end = check_array(2 * k->m, sizeof *end);

    for (uint64_t e = 0; e < k->m; e++) {
        end[2 * e] = k->source[e];
        end[2 * e + 1] = k->target[e];
    }
    qsort(end, k->m, 2 * sizeof *end, compare_ends);
    for (uint64_t e = 1; e < k->m; e++)
        k->parallel += compare_ends(end + 2 * e, end + 2 * e - 2) == 0;
    free(end);
}

static void learn(known *k)
{
    k->out = check_array(k->n, sizeof *k->out);
    k->in = check_array(k->n, sizeof *k->in);
    k->component = check_array(k->n, sizeof *k->component);
    memset(k->out, 0, k->n * sizeof *k->out);
    memset(k->in, 0, k->n * sizeof *k->in);
    for (uint64_t e = 0; e < k->m; e++) {
        k->out[k->source[e]]++;
        k->in[k->target[e]]++;
    }
    find_components(k);
    find_parallel(k);
}

/* ---- what ranks say -------------------------------------------------------------------------- */

/* Which vertices a rank asks for: none, all, its share, the same few, more on higher ranks. */
enum { WAYS = 5 };

static void choose_range(
    const kg_context *ctx, int way, uint64_t n, uint64_t *first, uint64_t *count)
{
    const uint64_t rank = (uint64_t)kg__comm_rank(ctx), ranks = (uint64_t)kg__comm_ranks(ctx);

    const uint64_t from[WAYS] = {n, 0, n * rank / ranks, n / 3, 0};
    const uint64_t to[WAYS] = {n, n, n * (rank + 1) / ranks, n / 2, n * (rank + 1) / ranks / 2};

    *first = from[way];
    *count = to[way] - from[way];
}

static void compare_range(check *c, kg_context *ctx, kg_part *part, const known *k, int way)
{
    kg_vertex *component;
    kg_edge *out, *in;
    uint64_t first, count, components = 77;

    choose_range(ctx, way, k->n, &first, &count);
    out = check_array(count, sizeof *out);
    in = check_array(count, sizeof *in);
    component = check_array(count, sizeof *component);
    if (check_status(c, ctx, kg_part_degrees(part, first, count, out, in), KG_OK)) {
        check_equal(c, ctx, "out-degrees", out, k->out + first, count, sizeof *out);
        check_equal(c, ctx, "in-degrees", in, k->in + first, count, sizeof *in);
    }
    memset(out, 0, count * sizeof *out);
    if (check_status(c, ctx, kg_part_degrees(part, first, count, out, NULL), KG_OK))
        check_equal(c, ctx, "out-degrees alone", out, k->out + first, count, sizeof *out);
    if (check_status(c, ctx, kg_part_components(part, first, count, component, &components), KG_OK))
        check_equal(
            c, ctx, "components", component, k->component + first, count, sizeof *component);
    check_number(c, ctx, "components", components, k->components);
    free(out);
    free(in);
    free(component);
}

/* Edges that rank r gives: a share, or rank 0 all of them. */
static kg_status build(kg_part **part, kg_context *ctx, const known *k, bool first_has_all)
{
    const uint64_t rank = (uint64_t)kg__comm_rank(ctx), ranks = (uint64_t)kg__comm_ranks(ctx);
    const uint64_t from = first_has_all ? (rank ? k->m : 0) : k->m * rank / ranks;
    const uint64_t to = first_has_all ? k->m : k->m * (rank + 1) / ranks;

    return kg_part_build(part, ctx, k->n, to - from, k->source + from, k->target + from);
}

static void compare(check *c, kg_context *ctx, const known *k)
{
    for (int all = 0; all < 2; all++) {
        kg_part *part = NULL;
        uint64_t parallel = 77;

        if (!check_status(c, ctx, build(&part, ctx, k, all), KG_OK))
            continue;
        for (int way = 0; way < WAYS; way++)
            compare_range(c, ctx, part, k, way);
        check_status(c, ctx, kg_part_components(part, 0, 0, NULL, NULL), KG_OK);
        check_status(c, ctx, kg_part_count_parallel(part, &parallel), KG_OK);
        check_number(c, ctx, "parallel edges", parallel, k->parallel);
        check_number(c, ctx, "values left out", (uint64_t)kg_part_left_values(part), 0);
        kg_part_destroy(part);
    }
}

/* ---- graphs ---------------------------------------------------------------------------------- */

/* No vertex, no edge, vertices without edges before, between and behind; more ranks than edges. */
static void run_small(check *c, kg_context *ctx, void *given)
{
    static const struct {
        uint64_t n, m;
        kg_vertex end[16];
    } graphs[] = {{0, 0, {0}}, {1, 0, {0}}, {9, 0, {0}}, {1, 1, {0}}, {1, 3, {0}}, {2, 1, {1, 0}},
        {9, 2, {6, 3, 3, 6}}, {9, 5, {4, 4, 4, 4, 4, 2, 4, 2, 2, 4}},
        {40, 8, {20, 30, 30, 20, 20, 30, 20, 30, 39, 39, 20, 30, 0, 1, 20, 30}},
        {5, 8, {4, 3, 3, 2, 2, 1, 1, 0, 4, 3, 3, 2, 2, 1, 1, 0}}};

    (void)given;
    for (size_t i = 0; i < sizeof graphs / sizeof *graphs; i++) {
        known k;

        allocate(&k, graphs[i].n, graphs[i].m);
        for (uint64_t e = 0; e < k.m; e++) {
            k.source[e] = graphs[i].end[2 * e];
            k.target[e] = graphs[i].end[2 * e + 1];
        }
        learn(&k);
        compare(c, ctx, &k);
        forget(&k);
    }
}

static void run_generated(check *c, kg_context *ctx, void *given)
{
    static const kg_generate_options options[] = {
        {.kind = KG_GENERATE_RANDOM, .vertices = 700, .max_degree = 2, .seed = 5},
        {.kind = KG_GENERATE_RANDOM, .vertices = 3000, .max_degree = 5, .path = 1},
        {.kind = KG_GENERATE_BANDED, .vertices = 90, .max_degree = 3},
        {.kind = KG_GENERATE_TRIANGLES, .vertices = 60, .edges = 900, .relabel = 1},
        {.kind = KG_GENERATE_TORUS, .width = 20, .height = 1},
        {.kind = KG_GENERATE_TORUS, .width = 30, .height = 40, .relabel = 1},
        {.kind = KG_GENERATE_DEBRUIJN, .alphabet = 3, .length = 5},
        {.kind = KG_GENERATE_COMPLETE, .vertices = 20, .path = 1},
    };

    (void)given;
    for (size_t i = 0; i < sizeof options / sizeof *options; i++) {
        kg_graph *graph = NULL;
        const kg_vertex *end;
        known k;

        check_status(c, ctx, kg_graph_generate(&graph, ctx, &options[i]), KG_OK);
        check_status(c, ctx, kg_graph_ends(graph, &end), KG_OK);
        allocate(&k, kg_graph_vertices(graph), kg_graph_edges(graph));
        for (uint64_t e = 0; e < k.m; e++) {
            k.source[e] = end[2 * e];
            k.target[e] = end[2 * e + 1];
        }
        learn(&k);
        compare(c, ctx, &k);
        forget(&k);
        kg_graph_destroy(graph);
    }
}

/* Rows that lie on several ranks, with targets that come again in each part of them; vertices that
 * all edges reach; few vertices with many edges between them. */
static void run_hubs(check *c, kg_context *ctx, void *given)
{
    const uint64_t m = 700;

    (void)given;
    for (unsigned way = 0; way < 5; way++) {
        uint64_t state = way;
        known k;

        allocate(&k, 120, m);
        for (uint64_t e = 0; e < m; e++) {
            const kg_vertex some = (kg_vertex)(check_random(&state) % 100);

            k.source[e] = way == 0 ? 50 : way == 1 ? some : way == 2 ? 7 + some % 2 : some % 6;
            k.target[e] = way == 1 ? 3 : way == 2 ? (kg_vertex)(e % 90) : some;
            if (way == 4) { /* one long row between short ones */
                k.source[e] = e < 30 ? (kg_vertex)e : e < 670 ? 40 : (kg_vertex)(e - 600);
                k.target[e] = some % 40;
            }
        }
        learn(&k);
        compare(c, ctx, &k);
        forget(&k);
    }
}

/* A path whose vertices stand in no order, so that the trees of a forest are deep: two of them, and
 * edges that join nothing new. */
static void run_deep(check *c, kg_context *ctx, void *given)
{
    const uint64_t n = 2000;
    kg_vertex *order = check_array(n, sizeof *order);
    uint64_t state = 11;
    known k;

    (void)given;
    for (uint64_t i = 0; i < n; i++) {
        const uint64_t j = check_random(&state) % (i + 1);

        order[i] = order[j];
        order[j] = (kg_vertex)i;
    }
    allocate(&k, n, n + 50);
    for (uint64_t e = 0; e < k.m; e++) {
        const uint64_t i = e < n ? e : check_random(&state) % n;

        k.source[e] = order[i];
        k.target[e] = order[i + 1 == n / 2 || i + 1 == n ? i : i + 1];
    }
    learn(&k);
    check_number(c, ctx, "two paths", k.components, 2);
    compare(c, ctx, &k);
    forget(&k);
    free(order);
}

/* More vertices and edges than are sent at a time; most components are small. */
static void run_large(check *c, kg_context *ctx, void *given)
{
    uint64_t state = 3;
    known k;

    (void)given;
    allocate(&k, 300000, check_is_small() ? 1000 : 600000);
    for (uint64_t e = 0; e < k.m; e++) {
        const uint64_t v = check_random(&state) % k.n, block = v / 37 * 37;

        k.source[e] = (kg_vertex)v;
        k.target[e] = (kg_vertex)(block + check_random(&state) % (k.n - block < 37 ? 1 : 37));
    }
    learn(&k);
    compare(c, ctx, &k);
    forget(&k);
}

/* ---- what is refused ------------------------------------------------------------------------- */

static void check_text(check *c, kg_context *ctx, kg_status status, const char *text)
{
    check_status(c, ctx, status, KG_ARGUMENT);
    if (!strstr(kg_context_message(ctx), text))
        check_fail(c, ctx, "'%s' lacks '%s'", kg_context_message(ctx), text);
}

/* Of the last rank alone; the others are right. */
static void run_refused(check *c, kg_context *ctx, void *given)
{
    const bool last = kg__comm_rank(ctx) + 1 == kg__comm_ranks(ctx);
    kg_vertex component[9];
    kg_edge out[9], in[9];
    uint64_t parallel;
    kg_part *part = NULL;

    (void)given;
    check_status(c, ctx, kg_part_build(&part, ctx, 9, 0, NULL, NULL), KG_OK);
    check_text(c, ctx, kg_part_degrees(part, 3, last ? 7 : 6, out, in),
        "7 vertices from 3 on: there are 9 vertices");
    check_text(c, ctx, kg_part_degrees(part, last ? 10 : 9, 0, out, in), "0 vertices from 10 on");
    check_text(c, ctx, kg_part_components(part, 1, last ? UINT64_MAX : 8, component, NULL),
        "18446744073709551615 vertices from 1 on");
    check_text(c, ctx, kg_part_components(part, 0, 9, last ? NULL : component, NULL), "component");
    check_text(c, ctx, kg_part_count_parallel(part, last ? NULL : &parallel), "parallel");
    check_status(c, ctx, kg_part_components(part, 0, 9, component, NULL), KG_OK);
    check_number(c, ctx, "the last component", component[8], 8);
    kg_part_destroy(part);
    check_number(
        c, ctx, "status", (uint64_t)kg_part_degrees(NULL, 0, 0, NULL, NULL), (uint64_t)KG_ARGUMENT);
    check_number(c, ctx, "status", (uint64_t)kg_part_components(NULL, 0, 0, NULL, NULL),
        (uint64_t)KG_ARGUMENT);
    check_number(
        c, ctx, "status", (uint64_t)kg_part_count_parallel(NULL, &parallel), (uint64_t)KG_ARGUMENT);
    check_number(c, ctx, "values of nothing", (uint64_t)kg_part_left_values(NULL), 0);
}

/* ---- sums ------------------------------------------------------------------------------------ */

static void run_reduce(check *c, kg_context *ctx, void *given)
{
    const uint64_t rank = (uint64_t)kg__comm_rank(ctx), ranks = (uint64_t)kg__comm_ranks(ctx);

    (void)given;
    for (uint64_t count = 0; count <= 50; count += count ? 49 : 1)
        for (unsigned op = KG_SCAN_SUM; op <= KG_SCAN_MAX; op++) {
            uint64_t value[50], expected[50];

            for (uint64_t i = 0; i < 50; i++) {
                value[i] = i * 10 + rank;
                expected[i] = i >= count          ? value[i]
                              : op == KG_SCAN_SUM ? ranks * i * 10 + ranks * (ranks - 1) / 2
                              : op == KG_SCAN_MIN ? i * 10
                                                  : i * 10 + ranks - 1;
            }
            check_status(
                c, ctx, kg_context_reduce(ctx, count ? value : NULL, count, (kg_scan_op)op), KG_OK);
            check_equal(c, ctx, "reduced", value, expected, 50, sizeof *value);
        }
    check_text(c, ctx, kg_context_reduce(ctx, NULL, 1, KG_SCAN_SUM), "values");
    check_text(c, ctx, kg_context_reduce(ctx, NULL, 0, (kg_scan_op)3), "3");
    check_number(c, ctx, "status", (uint64_t)kg_context_reduce(NULL, NULL, 0, KG_SCAN_SUM),
        (uint64_t)KG_ARGUMENT);
}

/* ---- failures -------------------------------------------------------------------------------- */

static kg_status call(kg_part *part, kg_context *ctx, int what)
{
    kg_vertex component[120];
    kg_edge out[120], in[120];
    uint64_t value[3] = {0};

    switch (what) {
    case 0:
        return kg_part_degrees(part, 0, 120, out, in);
    case 1:
        return kg_part_components(part, 0, 120, component, value);
    case 2:
        return kg_part_count_parallel(part, value);
    default:
        return kg_context_reduce(ctx, value, 3, KG_SCAN_SUM);
    }
}

/* Each allocation of the first and the last rank fails in turn: all ranks say so, nothing is left,
 * and the next call works. */
static void run_failures(check *c, kg_context *ctx, void *given)
{
    const int rank = kg__comm_rank(ctx), ranks = kg__comm_ranks(ctx);
    kg_vertex source[40], target[40];
    kg_part *part = NULL;
    uint64_t held;

    (void)given;
    for (kg_vertex e = 0; e < 40; e++) {
        source[e] = e % 5;
        target[e] = e % 7;
    }
    check_status(c, ctx, kg_part_build(&part, ctx, 120, 40, source, target), KG_OK);
    kg__release_spares(ctx);
    held = check_held(ctx);
    for (int what = 0; what < 4; what++)
        for (int last = 0; last < 2; last++) {
            const bool fails = rank == (last ? ranks - 1 : 0);
            kg_status status = KG_MEMORY;
            uint64_t failed = 0;

            for (uint64_t k = 1; status != KG_OK; k++) {
                kg__fault_set(ctx, KG__FAULT_ALLOCATE, fails ? k : 0);
                status = call(part, ctx, what);
                kg__fault_set(ctx, KG__FAULT_ALLOCATE, 0);
                kg__release_spares(ctx);
                failed += status != KG_OK;
                if (status != KG_OK)
                    check_status(c, ctx, status, KG_MEMORY);
                check_number(c, ctx, "bytes held", check_held(ctx), held);
            }
            check_number(c, ctx, "whether some failed", failed > 0, true);
        }
    kg_part_destroy(part);
}

/* ---- all ------------------------------------------------------------------------------------- */

static void on_ranks(check *c, check_rank_fn *run)
{
    for (int at = 0, ranks; check_rank_counts(&at, &ranks);) {
        check_say(c, "%d ranks", ranks);
        check_ranks(c, ranks, ranks == 3 ? 2 : 1, run, NULL);
    }
    check_number(c, c->context[0], "done", 0, 0);
}

static void test_small(check *c)
{
    on_ranks(c, run_small);
}

static void test_generated(check *c)
{
    on_ranks(c, run_generated);
}

static void test_hubs(check *c)
{
    on_ranks(c, run_hubs);
}

static void test_deep(check *c)
{
    on_ranks(c, run_deep);
}

static void test_large(check *c)
{
    on_ranks(c, run_large);
}

static void test_refused(check *c)
{
    on_ranks(c, run_refused);
}

static void test_reduce(check *c)
{
    on_ranks(c, run_reduce);
}

static void test_failures(check *c)
{
    on_ranks(c, run_failures);
}

const check_case check_part_vertices_cases[] = {
    {"parts.vertices-small", test_small, NULL, 0, true},
    {"parts.vertices-generated", test_generated, NULL, 0, true},
    {"parts.vertices-hubs", test_hubs, NULL, 0, true},
    {"parts.vertices-deep", test_deep, NULL, 0, true},
    {"parts.vertices-large", test_large, NULL, 0, true},
    {"parts.vertices-refused", test_refused, NULL, 0, true},
    {"parts.reduce", test_reduce, NULL, 0, true},
    {"parts.vertices-failures", test_failures, NULL, 0, true},
    {NULL, NULL, NULL, 0},
};
