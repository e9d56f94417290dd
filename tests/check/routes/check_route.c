/*
 * Route inspection against brute force: the shortest distances by Floyd and Warshall, then each way
 * to pair the odd vertices, or to send each unit of what a vertex has too much to one that lacks
 * it. Open walks: all of it for each pair of ends.
 */
#include "check.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { MOST = 14, GRAPHS = 300, FREE = -1 };

static const double far = 1e300;

/* A small graph in plain arrays. */
typedef struct plain {
    bool undirected;
    int n, m;
    kg_vertex end[2 * 64];
    double value[64];
    double distance[MOST + 6][MOST + 6];
} plain;

typedef struct best {
    double length;
    int start, end;
} best;

static uint64_t below(uint64_t *state, uint64_t limit)
{
    return check_random(state) % limit;
}

static void find_distances(plain *p)
{
    for (int u = 0; u < p->n; u++)
        for (int v = 0; v < p->n; v++)
            p->distance[u][v] = u == v ? 0 : far;
    for (int e = 0; e < p->m; e++) {
        const int u = (int)p->end[2 * e], v = (int)p->end[2 * e + 1];

        p->distance[u][v] = fmin(p->distance[u][v], p->value[e]);
        if (p->undirected)
            p->distance[v][u] = fmin(p->distance[v][u], p->value[e]);
    }
    for (int w = 0; w < p->n; w++)
        for (int u = 0; u < p->n; u++)
            for (int v = 0; v < p->n; v++)
                p->distance[u][v] = fmin(p->distance[u][v], p->distance[u][w] + p->distance[w][v]);
}

/* The cheapest way to pair all of [count] vertices. */
static double pair_all(const plain *p, const int *vertex, int count)
{
    static double cost[1 << (MOST + 2)];

    cost[0] = 0;
    for (int set = 1; set < 1 << count; set++) {
        const int i = __builtin_ctz((unsigned)set);

        cost[set] = far;
        for (int j = i + 1; j < count; j++)
            if (set >> j & 1)
                cost[set] = fmin(cost[set],
                    cost[set & ~(1 << i) & ~(1 << j)] + p->distance[vertex[i]][vertex[j]]);
    }
    return cost[(1 << count) - 1];
}

/* The cheapest way to send a unit from each of [count] vertices to another of [count]. */
static double send_all(const plain *p, const int *from, const int *to, int count)
{
    static double cost[1 << MOST];

    cost[0] = 0;
    for (int set = 1; set < 1 << count; set++) {
        const int i = __builtin_popcount((unsigned)set) - 1;

        cost[set] = far;
        for (int j = 0; j < count; j++)
            if (set >> j & 1)
                cost[set] = fmin(cost[set], cost[set & ~(1 << j)] + p->distance[from[i]][to[j]]);
    }
    return cost[(1 << count) - 1];
}

/* What a walk from start to end repeats; both are one where it is closed. FREE: too many units. */
static double repeats_between(const plain *p, int start, int end)
{
    int surplus[MOST + 6] = {0}, from[MOST + 2], to[MOST + 2], many = 0, few = 0;

    for (int h = 0; h < 2 * p->m; h++)
        surplus[p->end[h]] += p->undirected || h & 1 ? 1 : -1;
    surplus[start]++;
    surplus[end] += p->undirected ? 1 : -1;
    for (int v = 0; v < p->n; v++) {
        if (p->undirected) {
            if (surplus[v] & 1)
                from[many++] = v;
            continue;
        }
        for (; surplus[v] > 0 && many < MOST; surplus[v]--)
            from[many++] = v;
        for (; surplus[v] < 0 && few < MOST; surplus[v]++)
            to[few++] = v;
        if (surplus[v])
            return FREE;
    }
    return p->undirected ? pair_all(p, from, many) : send_all(p, from, to, many);
}

/* start, end: FREE: any vertex with edges. length: far where there is none, FREE: too much work. */
static best repeat_least(const plain *p, int start, int end, bool closed)
{
    best least = {far, 0, 0};

    for (int u = 0; u < p->n; u++)
        for (int v = 0; v < p->n; v++) {
            bool u_used = false, v_used = false;
            double length;

            for (int h = 0; h < 2 * p->m; h++) {
                u_used |= (int)p->end[h] == u;
                v_used |= (int)p->end[h] == v;
            }
            if ((start != FREE && start != u) || (end != FREE && end != v) || (closed && u != v) ||
                !u_used || !v_used)
                continue;
            length = repeats_between(p, u, v);
            if (length == FREE)
                return (best){FREE, 0, 0};
            if (length < least.length)
                least = (best){length, u, v};
        }
    return least;
}

/* kind of weights: 0 small integers with zeros, 1 hundredths, 2 any doubles, 3 all equal */
static void make_graph(plain *p, uint64_t *state, bool undirected, int weights, uint64_t most)
{
    *p = (plain){.undirected = undirected};
    p->n = 2 + (int)below(state, most - 1);
    p->m = p->n - 1 + (int)below(state, (uint64_t)p->n + 2);
    for (int e = 0; e < p->m; e++) {
        /* A tree first, so that most graphs are connected; directed ones need a cycle. */
        const bool tree = e > 0 && e < p->n;
        const uint64_t u = tree ? (uint64_t)e : below(state, (uint64_t)p->n);
        uint64_t v = tree ? below(state, (uint64_t)e) : below(state, (uint64_t)p->n);

        if (tree && !undirected)
            v = (uint64_t)e - 1;
        if (e == 0 && !undirected)
            p->end[0] = 0, p->end[1] = (kg_vertex)p->n - 1;
        else
            p->end[2 * e] = (kg_vertex)u, p->end[2 * e + 1] = (kg_vertex)v;
        p->value[e] = weights == 0   ? (double)below(state, 12)
                      : weights == 1 ? (double)below(state, 2000) / 100
                      : weights == 2 ? (double)(check_random(state) >> 11) * 0x1p-50
                                     : 1;
    }
    find_distances(p);
}

/* Whether each edge can be reached from each other, as far as a walk needs it. */
static bool is_connected(const plain *p)
{
    plain both = *p;

    both.undirected = true;
    find_distances(&both);
    for (int h = 0; h < 2 * p->m; h++)
        if (both.distance[p->end[0]][p->end[h]] >= far)
            return false;
    return true;
}

/* The repeats must make an Euler circuit or path, as the search for one and its check tell. */
static void check_walk(check *c, kg_context *ctx, const kg_route *route, bool given_start)
{
    const kg_route_lengths *lengths = kg_route_measure(route);
    kg_euler_options options = {
        .kind = lengths->closed ? KG_EULER_CIRCUIT : KG_EULER_PATH, .has_start = given_start};
    kg_graph *graph = NULL;
    kg_euler *euler = NULL;

    options.start = given_start ? lengths->start : 0;
    if (lengths->closed)
        options.has_start = 0, options.start = 0;
    if (check_status(c, ctx, kg_route_graph(&graph, route), KG_OK))
        check_status(c, ctx, kg_euler_find(&euler, graph, &options), KG_OK);
    kg_euler_destroy(euler);
    kg_graph_destroy(graph);
}

static void check_repeats(check *c, kg_context *ctx, const plain *p, const kg_route *route,
    const double *value, const best *expected)
{
    const kg_route_lengths *lengths = kg_route_measure(route);
    const kg_edge *edge = NULL;
    uint64_t count = 0;
    double sum = 0;

    check_status(c, ctx, kg_route_repeats(route, &edge, &count), KG_OK);
    check_number(c, ctx, "repeats", lengths->repeats, count);
    for (uint64_t i = 0; i < count; i++) {
        if (edge[i] >= (kg_edge)p->m || (i && edge[i] < edge[i - 1]) ||
            (i && p->undirected && edge[i] == edge[i - 1])) {
            check_fail(c, ctx, "repeat %d is edge %d", (int)i, (int)edge[i]);
            return;
        }
        sum += value[edge[i]];
    }
    if (fabs(sum - expected->length) > 1e-9 || fabs(lengths->repeated - sum) > 1e-9 ||
        fabs(lengths->bound - sum) > 1e-9 || !(lengths->rounding >= 0 && lengths->rounding < 1e-9))
        check_fail(c, ctx, "repeats %.12g, said to be %.12g, bound %.12g; the least are %.12g", sum,
            lengths->repeated, lengths->bound, expected->length);
}

/* One graph, asked for one way. start, end: FREE: not given. Returns whether there is a walk. */
static bool check_one(
    check *c, kg_context *ctx, const plain *p, bool unit, bool open, int start, int end)
{
    const best expected = repeat_least(p, start, end, !open);
    kg_eulerise_options options = {.open = open,
        .has_start = start != FREE,
        .has_end = end != FREE,
        .start = start == FREE ? 0 : (kg_vertex)start,
        .end = end == FREE ? 0 : (kg_vertex)end};
    const double *value = unit ? NULL : p->value;
    kg_graph *graph = NULL;
    kg_route *route = NULL;
    const bool exists = is_connected(p) && expected.length < far;
    kg_status status;

    if (expected.length == FREE)
        return false;
    status = p->undirected ? kg_graph_build_undirected(
                                 &graph, ctx, (uint64_t)p->n, (uint64_t)p->m, p->end, value)
                           : KG_OK;
    if (!p->undirected) {
        kg_vertex from[64], to[64];

        for (int e = 0; e < p->m; e++) {
            from[e] = p->end[2 * e];
            to[e] = p->end[2 * e + 1];
        }
        status = kg_graph_build(&graph, ctx, (uint64_t)p->n, (uint64_t)p->m, from, to, value);
    }
    check_status(c, ctx, status, KG_OK);
    if (graph &&
        check_status(
            c, ctx, kg_euler_eulerise(&route, graph, &options), exists ? KG_OK : KG_NO_SOLUTION) &&
        exists) {
        check_repeats(c, ctx, p, route, unit ? p->value : kg_graph_values(graph), &expected);
        check_walk(c, ctx, route, start != FREE);
    }
    kg_route_destroy(route);
    kg_graph_destroy(graph);
    return exists;
}

/* 300 graphs that have a walk, with each kind of weights in turn. */
static void check_kind(check *c, bool undirected, bool open, bool start, bool end, uint64_t most)
{
    uint64_t state = c->seed * 8 + undirected * 4u + open * 2u + start;
    int found = 0;

    for (int i = 0; found < GRAPHS && i < 20 * GRAPHS; i++) {
        plain p;

        make_graph(&p, &state, undirected, i % 4, most);
        check_say(c, "graph %d: %d vertices, %d edges, weights of kind %d", i, p.n, p.m, i % 4);
        found += check_one(c, c->context[i % c->contexts], &p, i % 4 == 3, open,
            start ? (int)p.end[below(&state, 2 * (uint64_t)p.m)] : FREE,
            end ? (int)p.end[below(&state, 2 * (uint64_t)p.m)] : FREE);
    }
    check_number(c, c->context[0], "graphs with a walk", (uint64_t)found, GRAPHS);
}

static void check_closed(check *c)
{
    check_kind(c, true, false, false, false, MOST);
}

static void check_open(check *c)
{
    check_kind(c, true, true, false, false, 9);
}

static void check_given(check *c)
{
    check_kind(c, true, true, true, true, MOST);
    check_kind(c, true, true, true, false, 10);
    check_kind(c, true, true, false, true, 10);
}

static void check_directed_closed(check *c)
{
    check_kind(c, false, false, false, false, 8);
}

static void check_directed_open(check *c)
{
    check_kind(c, false, true, false, false, 8);
    check_kind(c, false, true, true, false, 8);
    check_kind(c, false, true, false, true, 8);
    check_kind(c, false, true, true, true, 8);
}

/*
 * Too large for brute force, with chains, trees, hubs of many edges, parallel edges and loops. The
 * library proves each answer; here a relabelled graph must have repeats of the same length.
 */
static void check_large(check *c)
{
    enum { N = 300, M = 620 };
    uint64_t state = c->seed;

    for (int i = 0; i < 24; i++) {
        kg_vertex end[2 * M], other[2 * M], label[N];
        double value[M], length[2] = {0};
        kg_context *ctx = c->context[i % c->contexts];
        const kg_eulerise_options options = {.open = i % 3 > 0, .has_start = i % 3 == 2};

        for (int v = 0; v < N; v++)
            label[v] = (kg_vertex)v;
        for (int v = N - 1; v > 0; v--) {
            const uint64_t u = i % 3 == 2 ? (uint64_t)v : below(&state, (uint64_t)v + 1);
            const kg_vertex swap = label[u];

            label[u] = label[v];
            label[v] = swap;
        }
        for (int e = 0; e < M; e++) {
            const bool tree = e < N - 1;
            const kg_vertex hub = (kg_vertex)below(&state, i % 2 ? 3 : N);

            end[2 * e] = tree ? (kg_vertex)e + 1 : (kg_vertex)below(&state, N);
            end[2 * e + 1] = tree ? (kg_vertex)below(&state, (uint64_t)e + 1) : hub;
            value[e] = (double)below(&state, 1000);
        }
        for (int h = 0; h < 2 * M; h++)
            other[h] = label[end[h]];
        check_say(c, "graph %d", i);
        for (int k = 0; k < 2; k++) {
            kg_graph *graph = NULL;
            kg_route *route = NULL;

            check_status(c, ctx,
                kg_graph_build_undirected(&graph, ctx, N, M, k ? other : end, value), KG_OK);
            if (check_status(c, ctx, kg_euler_eulerise(&route, graph, &options), KG_OK)) {
                length[k] = kg_route_measure(route)->repeated;
                check_walk(c, ctx, route, options.has_start);
            }
            kg_route_destroy(route);
            kg_graph_destroy(graph);
        }
        if (length[0] != length[1])
            check_fail(c, ctx, "%g relabelled, %g before", length[1], length[0]);
    }
}

/* Lengths whose unit is found, and lengths that are rounded. */
static void check_lengths(check *c)
{
    static const struct {
        double value[3], repeated;
        bool rounded;
    } cases[] = {
        {{0.1, 0.2, 0.3}, 0.6, false},   /* of a path: all are repeated */
        {{1e15, 1, 2}, 1e15 + 3, false}, /* at the limit of whole numbers */
        {{0x1p-1074, 0, 0}, 0x1p-1074, false},
        {{0x1p60, 0x1p30, 0x1p60}, 0x1p61 + 0x1p30, false},
        {{1e300, 1e300, 1}, 2e300, true},
        {{0.1, 1.0 / 3, 1e-12}, 0.1 + 1.0 / 3 + 1e-12, true},
        {{0, 0, 0}, 0, false},
    };
    const kg_vertex end[] = {0, 1, 1, 2, 2, 3};

    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        for (int k = 0; k < c->contexts; k++) {
            kg_context *ctx = c->context[k];
            const kg_route_lengths *got;
            kg_graph *graph = NULL;
            kg_route *route = NULL;

            check_say(c, "lengths %d", (int)i);
            check_status(
                c, ctx, kg_graph_build_undirected(&graph, ctx, 4, 3, end, cases[i].value), KG_OK);
            if (check_status(c, ctx, kg_euler_eulerise(&route, graph, NULL), KG_OK)) {
                got = kg_route_measure(route);
                if (fabs(got->repeated - cases[i].repeated) >
                        got->rounding + 1e-15 * cases[i].repeated ||
                    (got->rounding > 0) != cases[i].rounded || got->rounding > 1e-14 * got->length)
                    check_fail(c, ctx, "%.17g repeated, rounding %g", got->repeated, got->rounding);
                check_number(c, ctx, "repeats", got->repeats, 3);
            }
            kg_route_destroy(route);
            kg_graph_destroy(graph);
        }
}

static kg_status eulerise(kg_context *ctx, uint64_t n, uint64_t m, const kg_vertex *end,
    const double *value, const kg_eulerise_options *options)
{
    kg_graph *graph = NULL, *repeated = NULL;
    kg_route *route = NULL;
    kg_status status = kg_graph_build_undirected(&graph, ctx, n, m, end, value);

    if (status == KG_OK)
        status = kg_euler_eulerise(&route, graph, options);
    if (status == KG_OK)
        status = kg_route_graph(&repeated, route);
    kg_graph_destroy(repeated);
    kg_route_destroy(route);
    kg_graph_destroy(graph);
    return status;
}

static kg_status eulerise_graph(kg_graph *graph)
{
    kg_route *route = NULL;
    const kg_status status = kg_euler_eulerise(&route, graph, NULL);

    kg_route_destroy(route);
    return status;
}

/* K4 with a vertex that has no edges: each vertex is odd. */
static const kg_vertex four[] = {0, 1, 0, 2, 0, 3, 1, 2, 1, 3, 2, 3};

static void check_refused(check *c)
{
    const double negative[] = {1, 2, -1, 1, 1, 1}, none[] = {1, NAN, 1, 1, 1, 1},
                 endless[] = {1, 1, 1, 1, 1, INFINITY};

    const uint64_t sides = 0x5a5;

    for (int k = 0; k < c->contexts; k++) {
        kg_context *ctx = c->context[k];
        kg_graph *graph = NULL;

        check_status(c, ctx, eulerise(ctx, 5, 6, four, NULL, NULL), KG_OK);
        check_status(c, ctx, eulerise(ctx, 0, 0, NULL, NULL, NULL), KG_OK);
        check_status(c, ctx, eulerise(ctx, 5, 6, four, negative, NULL), KG_FORMAT);
        check_status(c, ctx, eulerise(ctx, 5, 6, four, none, NULL), KG_FORMAT);
        check_status(c, ctx, eulerise(ctx, 5, 6, four, endless, NULL), KG_FORMAT);
        check_status(c, ctx,
            eulerise(ctx, 5, 6, four, NULL, &(kg_eulerise_options){.has_start = 1, .start = 4}),
            KG_ARGUMENT);
        check_status(c, ctx,
            eulerise(ctx, 5, 6, four, NULL, &(kg_eulerise_options){.has_end = 1, .end = 5}),
            KG_ARGUMENT);
        check_status(c, ctx, eulerise(ctx, 5, 6, four, NULL, &(kg_eulerise_options){.start = 1}),
            KG_ARGUMENT);
        check_status(
            c, ctx, kg_graph_build_bidirected(&graph, ctx, 5, 6, four, &sides, NULL, NULL), KG_OK);
        check_status(c, ctx, eulerise_graph(graph), KG_UNSUPPORTED);
        kg_graph_destroy(graph);
    }
}

static void check_allocations(check *c)
{
    kg_context *ctx = c->context[0];
    const double length[] = {1, 2, 3, 4, 5, 6};
    const kg_vertex from[] = {0, 1, 2, 0}, to[] = {1, 2, 0, 2};
    kg_graph *graph = NULL;

    CHECK_ALLOCATIONS(c, ctx, eulerise(ctx, 5, 6, four, length, NULL));
    CHECK_ALLOCATIONS(c, ctx, eulerise(ctx, 5, 6, four, length, &(kg_eulerise_options){.open = 1}));
    check_status(c, ctx, kg_graph_build(&graph, ctx, 3, 4, from, to, NULL), KG_OK);
    check_status(c, ctx, eulerise_graph(graph), KG_OK); /* what the graph keeps is made now */
    CHECK_ALLOCATIONS(c, ctx, eulerise_graph(graph));
    kg_graph_destroy(graph);
}

const check_case check_route_cases[] = {
    {"route.closed", check_closed, NULL, 0},
    {"route.open", check_open, NULL, 0},
    {"route.given-ends", check_given, NULL, 0},
    {"route.directed-closed", check_directed_closed, NULL, 0},
    {"route.directed-open", check_directed_open, NULL, 0},
    {"route.large", check_large, NULL, 0},
    {"route.lengths", check_lengths, NULL, 0},
    {"route.refused", check_refused, NULL, 0},
    {"route.allocations", check_allocations, NULL, 0},
    {NULL, NULL, NULL, 0},
};
