/* Cases of kg_euler_batch(): each graph beside kg_euler_find(), and small ones beside a search of
 * all walks. */
#include "../check.h"
#include <konig/euler.h>
#include <stdlib.h>
#include <string.h>

typedef unsigned long long wide;

enum { VERTICES = 12, EDGES = 32, SEARCHED = 8 };

typedef struct graphs {
    uint64_t count, *first_vertex, *row;
    kg_vertex *target, *source;
    bool undirected;
} graphs;

/* One of the graphs. */
typedef struct one {
    uint64_t m;
    const kg_vertex *source, *target;
    bool undirected;
} one;

static one get_graph(const graphs *g, uint64_t i)
{
    const uint64_t begin = g->row[g->first_vertex[i]];

    return (one){.m = g->row[g->first_vertex[i + 1]] - begin,
        .source = g->source + begin,
        .target = g->target + begin,
        .undirected = g->undirected};
}

static void free_graphs(graphs *g)
{
    free(g->first_vertex);
    free(g->row);
    free(g->target);
    free(g->source);
}

/* Edges from `from` on that are one walk through vertices [least, least + n). */
static unsigned add_walk(kg_vertex (*edge)[2], unsigned from, unsigned steps, unsigned least,
    unsigned n, bool closed, uint64_t *state)
{
    const kg_vertex first = least + (kg_vertex)(check_random(state) % n);
    kg_vertex at = first;

    for (unsigned i = 0; i < steps; i++) {
        edge[from + i][0] = at;
        at = i + 1 == steps && closed ? first : least + (kg_vertex)(check_random(state) % n);
        edge[from + i][1] = at;
    }
    return from + steps;
}

/* A walk, perhaps another on other vertices, perhaps an edge too many, isolated vertices. The edges
 * of an undirected graph are named from either end. */
static void add_graph(graphs *g, uint64_t *state)
{
    const uint64_t begin = g->first_vertex[g->count], draw = check_random(state);
    const unsigned n = draw % 16 == 0 ? 0 : VERTICES, used = 1 + (unsigned)(draw / 16 % 5);
    const unsigned steps = (unsigned)(draw / 256 % (draw / 128 % 2 ? 6 : 20));
    kg_vertex edge[EDGES][2];
    uint64_t m = 0;

    if (n) {
        m = add_walk(edge, 0, steps, draw / 65536 % 2, used, draw / 131072 % 2, state);
        if (check_random(state) % 4 == 0)
            m = add_walk(edge, (unsigned)m, 1 + (unsigned)(draw % 3), 7, 2, true, state);
        if (check_random(state) % 6 == 0)
            m = add_walk(edge, (unsigned)m, 1, 0, used, false, state);
    }
    for (uint64_t e = 0; g->undirected && e < m; e++)
        if (check_random(state) % 2) {
            const kg_vertex other = edge[e][0];

            edge[e][0] = edge[e][1];
            edge[e][1] = other;
        }
    for (unsigned v = 0; v < n; v++) {
        uint64_t at = g->row[begin + v];

        for (uint64_t e = 0; e < m; e++)
            if (edge[e][0] == v) {
                g->source[at] = v;
                g->target[at++] = edge[e][1];
            }
        g->row[begin + v + 1] = at;
    }
    g->first_vertex[++g->count] = begin + n;
}

static graphs make_graphs(uint64_t count, uint64_t seed, bool undirected)
{
    graphs g = {.undirected = undirected,
        .first_vertex = check_array(count + 1, sizeof *g.first_vertex),
        .row = check_array(count * VERTICES + 1, sizeof *g.row),
        .target = check_array(count * EDGES + 1, sizeof *g.target),
        .source = check_array(count * EDGES + 1, sizeof *g.source)};

    g.first_vertex[0] = g.row[0] = 0;
    while (g.count < count)
        add_graph(&g, &seed);
    return g;
}

/* Steps over an edge, forwards or backwards, from *at. Returns whether this is possible. */
static bool step(const one *g, uint64_t e, bool backwards, kg_vertex *at)
{
    if ((backwards ? g->target : g->source)[e] != *at)
        return false;
    *at = (backwards ? g->source : g->target)[e];
    return true;
}

/* Returns whether the unused edges continue a walk that began at `first` and is at `at`. tried: the
 * vertices, as bits, at which the walk was before with the same used edges. */
static bool goes_on(
    const one *g, uint32_t *tried, uint64_t used, kg_vertex first, kg_vertex at, bool closed)
{
    if (used == ((uint64_t)1 << g->m) - 1)
        return (at == first) == closed;
    if (tried[used] >> at & 1)
        return false;
    tried[used] |= (uint32_t)1 << at;
    for (uint64_t k = 0; k < g->m << g->undirected; k++) {
        const uint64_t e = k % g->m;
        kg_vertex next = at;

        if (!(used >> e & 1) && step(g, e, k >= g->m, &next) &&
            goes_on(g, tried, used | (uint64_t)1 << e, first, next, closed))
            return true;
    }
    return false;
}

static bool has_walk(const one *g, bool closed)
{
    for (kg_vertex v = 0; v < VERTICES; v++) {
        uint32_t tried[1 << SEARCHED] = {0};

        if (goes_on(g, tried, 0, v, v, closed))
            return true;
    }
    return false;
}

static kg_euler_kind kind_by_search(const one *g, kg_euler_kind wanted)
{
    if (wanted != KG_EULER_PATH && has_walk(g, true))
        return KG_EULER_CIRCUIT;
    if (wanted != KG_EULER_CIRCUIT && has_walk(g, false))
        return KG_EULER_PATH;
    return KG_EULER_ANY;
}

static bool is_walk(const one *g, const kg_edge *walk, bool closed)
{
    kg_vertex first = 0, at = 0;
    uint64_t used = 0;

    for (uint64_t i = 0; i < g->m; i++) {
        const uint64_t e = g->undirected ? walk[i] / 2 : walk[i];
        const bool backwards = g->undirected && walk[i] % 2;

        if (e >= g->m || used >> e & 1)
            return false;
        if (i == 0)
            first = at = (backwards ? g->target : g->source)[e];
        if (!step(g, e, backwards, &at))
            return false;
        used |= (uint64_t)1 << e;
    }
    return (first == at) == closed;
}

/* Compares the answer for graph i with that of kg_euler_find(). */
static void compare_alone(check *c, kg_context *ctx, const graphs *g, uint64_t i,
    kg_euler_kind kind, const kg_edge *walk, const kg_euler_batch_answer *a)
{
    const uint64_t first = g->first_vertex[i], n = g->first_vertex[i + 1] - first;
    const uint64_t begin = g->row[first], m = g->row[first + n] - begin;
    const kg_euler_options options = {.kind = kind};
    const kg_euler_witness *why;
    const kg_edge *alone;
    kg_edge row[VERTICES + 1];
    kg_graph *graph = NULL, *csr = NULL;
    kg_euler *euler = NULL;
    uint64_t witness;

    for (uint64_t v = 0; v <= n; v++)
        row[v] = (kg_edge)(g->row[first + v] - begin);
    check_status(c, ctx, kg_graph_build_csr(&csr, ctx, n, row, g->target + begin, NULL), KG_OK);
    if (g->undirected)
        check_status(c, ctx, kg_graph_undirected(&graph, csr), KG_OK);
    else
        graph = csr;
    check_status(c, ctx, kg_euler_find(&euler, graph, &options), a->found ? KG_OK : KG_NO_SOLUTION);
    why = kg_euler_why(euler);
    witness = why->reason == KG_EULER_UNBALANCED     ? why->vertex[0]
              : why->reason == KG_EULER_DISCONNECTED ? why->edge[1]
                                                     : 0;
    if (kg_euler_found(euler) != a->found || why->reason != a->reason || witness != a->witness)
        check_fail(c, ctx, "graph %llu: kind %d, reason %d, witness %llu", (wide)i, a->found,
            a->reason, (wide)a->witness);
    if (a->found && kg_euler_walk(euler, &alone) == KG_OK)
        check_equal(c, ctx, "the walk", walk + begin, alone, m, sizeof *walk);
    kg_euler_destroy(euler);
    if (g->undirected)
        kg_graph_destroy(graph);
    kg_graph_destroy(csr);
}

static void compare_defined(check *c, kg_context *ctx, const graphs *g, uint64_t i,
    kg_euler_kind kind, const kg_edge *walk, kg_euler_kind found)
{
    const one graph = get_graph(g, i);

    if (graph.m <= SEARCHED && found != kind_by_search(&graph, kind))
        check_fail(c, ctx, "graph %llu: kind %d", (wide)i, found);
    if (found && !is_walk(&graph, walk + g->row[g->first_vertex[i]], found == KG_EULER_CIRCUIT))
        check_fail(c, ctx, "graph %llu: no walk", (wide)i);
}

static void test_kind(check *c, const graphs *g, kg_euler_kind kind)
{
    const uint64_t m = g->row[g->first_vertex[g->count]];
    const kg_euler_batch_options options = {.kind = kind, .undirected = g->undirected};
    kg_euler_batch_answer *expected = check_array(g->count, sizeof *expected);
    kg_euler_batch_answer *got = check_array(g->count, sizeof *got);
    kg_edge *walk = check_array(m + 1, sizeof *walk), *other = check_array(m + 1, sizeof *other);
    uint64_t seen[4] = {0};

    /* Neither call writes the walks that do not exist. */
    memset(walk, 0, (m + 1) * sizeof *walk);
    memset(other, 0, (m + 1) * sizeof *other);
    for (int t = 0; t < c->contexts; t++) {
        kg_context *ctx = c->context[t];

        check_status(c, ctx,
            kg_euler_batch(t ? other : walk, t ? got : expected, ctx, g->count, g->first_vertex,
                g->row, g->target, &options),
            KG_OK);
        if (t) {
            check_equal(c, ctx, "walks", other, walk, m, sizeof *walk);
            check_equal(c, ctx, "answers", got, expected, g->count, sizeof *got);
        }
    }
    for (uint64_t i = 0; i < g->count; i++) {
        seen[expected[i].reason]++;
        compare_defined(c, c->context[0], g, i, kind, walk, expected[i].found);
        compare_alone(c, c->context[0], g, i, kind, walk, &expected[i]);
    }
    if (!seen[KG_EULER_EXISTS] || !seen[KG_EULER_UNBALANCED] || !seen[KG_EULER_DISCONNECTED])
        check_fail(c, c->context[0], "kind %d: a reason does not occur", kind);
    free(expected);
    free(got);
    free(walk);
    free(other);
}

static void test_graphs(check *c, bool undirected)
{
    graphs g = make_graphs(check_is_small() ? 2000 : 100000, c->seed, undirected);

    for (kg_euler_kind kind = KG_EULER_ANY; kind <= KG_EULER_PATH; kind++)
        test_kind(c, &g, kind);
    free_graphs(&g);
}

static void test_directed(check *c)
{
    test_graphs(c, false);
}

static void test_undirected(check *c)
{
    test_graphs(c, true);
}

static void test_allocations(check *c)
{
    enum { GRAPHS = 200 };
    static const kg_euler_batch_options options = {.undirected = true};
    kg_euler_batch_answer answer[GRAPHS];
    graphs g = make_graphs(GRAPHS, c->seed, true);
    kg_edge *walk = check_array(GRAPHS * EDGES, sizeof *walk);

    for (int t = 0; t < c->contexts; t++)
        CHECK_ALLOCATIONS(c, c->context[t],
            kg_euler_batch(
                walk, answer, c->context[t], GRAPHS, g.first_vertex, g.row, g.target, &options));
    free(walk);
    free_graphs(&g);
}

static void test_refused(check *c)
{
    static const uint64_t none[] = {0}, first[] = {0, 1, 3}, row[] = {0, 1, 2, 3}, two[] = {0, 1};
    static const uint64_t from_1[] = {1, 1, 3}, back[] = {0, 3, 1}, falls[] = {0, 1, 4, 3};
    static const kg_vertex target[] = {0, 1, 0}, beyond[] = {0, 1, 2};
    static const kg_euler_batch_options trails = {.kind = KG_EULER_TRAILS};

    for (int t = 0; t < c->contexts; t++) {
        kg_context *ctx = c->context[t];
        kg_euler_batch_answer a[2];
        kg_edge w[3];

        check_status(c, ctx, kg_euler_batch(NULL, NULL, ctx, 0, none, none, NULL, NULL), KG_OK);
        check_status(c, ctx, kg_euler_batch(w, a, ctx, 2, first, row, target, NULL), KG_OK);
        check_status(
            c, ctx, kg_euler_batch(w, a, ctx, 2, first, row, target, &trails), KG_ARGUMENT);
        check_status(c, ctx, kg_euler_batch(w, a, ctx, 2, from_1, row, target, NULL), KG_ARGUMENT);
        check_status(c, ctx, kg_euler_batch(w, a, ctx, 2, back, two, target, NULL), KG_ARGUMENT);
        check_status(c, ctx, kg_euler_batch(w, a, ctx, 2, first, falls, target, NULL), KG_ARGUMENT);
        check_status(c, ctx, kg_euler_batch(w, a, ctx, 2, first, row, beyond, NULL), KG_ARGUMENT);
        if (!strstr(kg_context_message(ctx), "graph 1"))
            check_fail(c, ctx, "the message is \"%s\"", kg_context_message(ctx));
        check_status(
            c, ctx, kg_euler_batch(NULL, a, ctx, 2, first, row, target, NULL), KG_ARGUMENT);
        check_status(
            c, ctx, kg_euler_batch(w, NULL, ctx, 2, first, row, target, NULL), KG_ARGUMENT);
    }
}

const check_case check_euler_batch_cases[] = {
    {"euler.many", test_directed, NULL, 0},
    {"euler.many-undirected", test_undirected, NULL, 0},
    {"euler.many-allocations", test_allocations, NULL, 0},
    {"euler.many-refused", test_refused, NULL, 0},
    {NULL, NULL, NULL, 0},
};
