/*
 * The fewest trails of graphs of both kinds: by their definition, against a search through all ways
 * to walk small graphs, and the same in every context.
 */
#include "check.h"
#include "csr/csr.h"
#include <stdlib.h>
#include <string.h>

typedef unsigned long long wide;

/* A graph as an edge list, edges numbered as the library numbers them. */
typedef struct plain {
    uint64_t n, m;
    const kg_vertex *end; /* [2m] */
    bool directed;
} plain;

enum { FEW = 9 }; /* edges of a graph that is searched */

/* The fewest trails, by trying all: least[used * n + v] for each set of edges walked and each vertex
 * at which the last walk stands. */
static uint64_t search_fewest(const plain *p)
{
    const size_t sets = (size_t)1 << p->m;
    unsigned *least = check_array(sets * p->n + 1, sizeof *least);
    unsigned best = (unsigned)p->m;

    memset(least, 0xff, sets * p->n * sizeof *least);
    for (size_t used = 0; used < sets; used++)
        for (uint64_t at = 0; at < p->n; at++) {
            const unsigned so_far = used ? least[used * p->n + at] : 0;

            if (so_far == UINT32_MAX)
                continue;
            for (uint64_t h = 0; h < 2 * p->m; h += p->directed ? 2 : 1) {
                const size_t set = used | (size_t)1 << h / 2;
                unsigned *then = &least[set * p->n + p->end[h ^ 1]];
                const unsigned trails = so_far + (!used || p->end[h] != at);

                if (set != used && trails < *then)
                    *then = trails;
            }
        }
    for (uint64_t at = 0; p->m && at < p->n; at++)
        if (least[(sets - 1) * p->n + at] < best)
            best = least[(sets - 1) * p->n + at];
    free(least);
    return best;
}

/* The fewest by counting. */
static uint64_t count_fewest(const plain *p)
{
    int64_t *surplus = check_array(p->n + 1, sizeof *surplus);
    uint64_t *component = check_array(p->n + 1, sizeof *component);
    bool *touched = check_array(p->n + 1, sizeof *touched), changed = true;
    uint64_t lacking = 0, whole = 0;

    memset(surplus, 0, p->n * sizeof *surplus);
    memset(touched, 0, p->n * sizeof *touched);
    for (uint64_t v = 0; v < p->n; v++)
        component[v] = v;
    for (uint64_t h = 0; h < 2 * p->m; h++)
        surplus[p->end[h]] += p->directed && h % 2 ? -1 : 1;
    while (changed) {
        changed = false;
        for (uint64_t h = 0; h < 2 * p->m; h++) {
            const uint64_t other = component[component[p->end[h ^ 1]]];

            if (other < component[p->end[h]]) {
                component[p->end[h]] = other;
                changed = true;
            }
        }
    }
    for (uint64_t v = 0; v < p->n; v++) {
        const uint64_t lacks = (uint64_t)(p->directed ? llabs(surplus[v]) : surplus[v] % 2);

        lacking += lacks;
        touched[component[v]] = touched[component[v]] || lacks;
    }
    for (uint64_t h = 0; h < 2 * p->m; h++)
        if (!touched[component[p->end[h]]]) {
            touched[component[p->end[h]]] = true;
            whole++;
        }
    free(surplus);
    free(component);
    free(touched);
    return lacking / 2 + whole;
}

/* Where an entry of the walk begins (side 0) or ends (1). */
static kg_vertex end_of(const plain *p, kg_edge entry, unsigned side)
{
    return p->end[p->directed ? 2 * (uint64_t)entry + side : entry ^ side];
}

/* Trail t, entries [begin, stop): goes on from edge to edge, and begins where the contract says. */
static bool is_trail(const plain *p, const kg_edge *walk, uint64_t begin, uint64_t stop)
{
    const unsigned share = p->directed ? 1 : 2;
    const kg_vertex from = end_of(p, walk[begin], 0), to = end_of(p, walk[stop - 1], 1);

    for (uint64_t i = begin + 1; i < stop; i++)
        if (end_of(p, walk[i - 1], 1) != end_of(p, walk[i], 0) ||
            (from == to && walk[i] / share < walk[begin] / share))
            return false;
    return p->directed || (from == to ? !(walk[begin] & 1) : from < to);
}

static void check_walk(check *c, kg_context *ctx, const plain *p, const kg_edge *walk,
    const uint64_t *begin, uint64_t count)
{
    const unsigned share = p->directed ? 1 : 2;
    bool *seen = check_array(p->m + 1, sizeof *seen);
    uint64_t wrong = 0, before = 0;

    memset(seen, 0, p->m * sizeof *seen);
    check_number(c, ctx, "begins", begin[0], 0);
    check_number(c, ctx, "ends", begin[count], p->m);
    for (uint64_t t = 0; t < count; t++) {
        uint64_t least = p->m;

        for (uint64_t i = begin[t]; i < begin[t + 1]; i++) {
            const uint64_t e = walk[i] / share;

            wrong += e >= p->m || seen[e];
            if (e >= p->m)
                break;
            seen[e] = true;
            if (e < least)
                least = e;
        }
        wrong += begin[t] >= begin[t + 1] || (t && least <= before) ||
                 !is_trail(p, walk, begin[t], begin[t + 1]);
        before = least;
    }
    check_number(c, ctx, "offences", wrong, 0);
    free(seen);
}

/* What the library's own verification must refuse. */
static void check_refusals(check *c, kg_graph *graph, const kg_edge *walk, const uint64_t *begin,
    uint64_t count, uint64_t m)
{
    kg_context *ctx = graph->ctx;
    kg_edge *copy = check_array(m + 1, sizeof *copy);
    uint64_t *cut = check_array(count + 2, sizeof *cut);

    memcpy(copy, walk, m * sizeof *copy);
    memcpy(cut, begin, (count + 1) * sizeof *cut);
    check_status(c, ctx, kg_euler_verify_trails(graph, walk, begin, count), KG_OK);
    copy[m - 1] = m > 1 ? copy[0] : copy[0] + 2; /* one edge twice, or one that is none */
    check_status(c, ctx, kg_euler_verify_trails(graph, copy, begin, count), KG_NO_SOLUTION);
    if (begin[1] > 1) { /* one too many */
        memmove(cut + 2, cut + 1, count * sizeof *cut);
        cut[1] = 1;
        check_status(c, ctx, kg_euler_verify_trails(graph, walk, cut, count + 1), KG_NO_SOLUTION);
    }
    if (count > 1) { /* one too few */
        memcpy(cut, begin + 1, count * sizeof *cut);
        cut[0] = 0;
        check_status(c, ctx, kg_euler_verify_trails(graph, walk, cut, count - 1), KG_NO_SOLUTION);
        cut[0] = 1;
        check_status(c, ctx, kg_euler_verify_trails(graph, walk, cut, count - 1), KG_NO_SOLUTION);
    }
    free(copy);
    free(cut);
}

static kg_status build(kg_graph **graph, kg_context *ctx, const plain *p)
{
    kg_status status;
    kg_vertex *source, *target;

    if (!p->directed)
        return kg_graph_build_undirected(graph, ctx, p->n, p->m, p->end, NULL);
    source = check_array(p->m + 1, sizeof *source);
    target = check_array(p->m + 1, sizeof *target);
    for (uint64_t e = 0; e < p->m; e++) {
        source[e] = p->end[2 * e];
        target[e] = p->end[2 * e + 1];
    }
    status = kg_graph_build(graph, ctx, p->n, p->m, source, target, NULL);
    free(source);
    free(target);
    return status;
}

/* An edge list as a graph in every context. fewest: what is known, or UINT64_MAX. */
static void check_trails(check *c, const plain *given, uint64_t fewest)
{
    const kg_euler_options options = {.kind = KG_EULER_TRAILS};
    kg_edge *first = check_array(given->m + 1, sizeof *first);

    if (fewest == UINT64_MAX)
        fewest = given->m <= FEW && given->n ? search_fewest(given) : count_fewest(given);
    for (int k = 0; k < c->contexts; k++) {
        kg_context *ctx = c->context[k];
        kg_graph *graph = NULL;
        kg_euler *euler = NULL;
        const kg_edge *walk;
        const uint64_t *begin;
        uint64_t count;
        plain p = *given;

        if (check_status(c, ctx, build(&graph, ctx, given), KG_OK) &&
            check_status(c, ctx, kg_graph_ends(graph, &p.end), KG_OK) &&
            check_status(c, ctx, kg_euler_find(&euler, graph, &options), KG_OK)) {
            check_number(c, ctx, "found", kg_euler_found(euler), KG_EULER_TRAILS);
            check_status(c, ctx, kg_euler_walk(euler, &walk), KG_OK);
            check_status(c, ctx, kg_euler_trails(euler, &begin, &count), KG_OK);
            check_number(c, ctx, "trails", count, fewest);
            check_walk(c, ctx, &p, walk, begin, count);
            if (k == 0 && p.m)
                memcpy(first, walk, p.m * sizeof *first);
            check_equal(c, ctx, "the same walk", walk, first, p.m, sizeof *walk);
            if (p.m)
                check_refusals(c, graph, walk, begin, count, p.m);
        }
        kg_euler_destroy(euler);
        kg_graph_destroy(graph);
    }
    free(first);
}

/* ---- graphs by hand -------------------------------------------------------------------------- */

static void test_by_hand(check *c)
{
    static const struct {
        uint64_t n;
        const char *edges; /* two digits an edge */
        uint64_t directed, undirected;
    } graphs[] = {
        {0, "", 0, 0},
        {3, "", 0, 0},
        {4, "01 01 02 02 03 13 23", 5, 2},                /* Koenigsberg */
        {9, "01 12 34 45 67 78 03 36 14 47 25 58", 4, 2}, /* a window of four panes */
        {3, "00 11 22", 3, 3},                            /* three loops apart */
        {8, "01 02 03 04 05 06 07", 7, 4},                /* a star with 7 leaves */
        {8, "10 02 30 04 50 06 70", 4, 4},
        {4, "23 31 12", 1, 1},
        {6, "01 10 23 32 45", 3, 3},
        {2, "01", 1, 1},
        {2, "01 01 01", 3, 1},
        {5, "01 12 20 30 04", 1, 1},
        {4, "00 01 11 12 22 23 33", 1, 1},
    };
    kg_vertex end[64];

    for (size_t g = 0; g < sizeof graphs / sizeof *graphs; g++) {
        uint64_t count = 0;

        for (const char *text = graphs[g].edges; *text; text++)
            if (*text != ' ')
                end[count++] = (kg_vertex)(*text - '0');
        for (int directed = 0; directed < 2; directed++) {
            const plain p = {graphs[g].n, count / 2, end, directed};

            check_say(c, "%s graph %s", directed ? "directed" : "undirected", graphs[g].edges);
            check_trails(c, &p, directed ? graphs[g].directed : graphs[g].undirected);
        }
    }
}

/* ---- random graphs --------------------------------------------------------------------------- */

static void test_random(check *c)
{
    const int graphs = check_is_small() ? 60 : 500;
    uint64_t state = c->seed;
    kg_vertex end[64];

    for (int g = 0; g < graphs; g++) {
        const uint64_t n = 1 + check_random(&state) % 8;
        const uint64_t m = check_random(&state) % (g % 4 ? FEW + 1 : 32);

        for (uint64_t h = 0; h < 2 * m; h++)
            end[h] = (kg_vertex)(check_random(&state) % n);
        for (int directed = 0; directed < 2; directed++) {
            plain p = {n, m, end, directed};

            check_say(c, "random %s graph %d", directed ? "directed" : "undirected", g);
            check_trails(c, &p, UINT64_MAX);
        }
    }
}

/* Large enough for all threads: many short trails, few long ones. */
static void test_large(check *c)
{
    const uint64_t m = check_is_small() ? 3000 : 600000;
    static const uint64_t share[] = {1000, 2, 1}; /* edges a vertex */
    kg_vertex *end = check_array(2 * m, sizeof *end);
    uint64_t state = c->seed;

    for (size_t g = 0; g < 3; g++) {
        const uint64_t n = m / share[g];

        for (uint64_t h = 0; h < 2 * m; h++)
            end[h] = (kg_vertex)(check_random(&state) % n);
        for (int directed = 0; directed < 2; directed++) {
            const plain p = {n, m, end, directed};

            check_say(c, "%s, %llu edges, %llu vertices", directed ? "directed" : "undirected",
                (wide)m, (wide)n);
            check_trails(c, &p, UINT64_MAX);
        }
    }
    free(end);
}

/* ---- failures, arguments --------------------------------------------------------------------- */

static kg_status find_once(kg_graph *graph)
{
    const kg_euler_options options = {.kind = KG_EULER_TRAILS};
    kg_euler *euler = NULL;
    kg_status status = kg_euler_find(&euler, graph, &options);

    kg_euler_destroy(euler);
    return status;
}

static void test_failures(check *c)
{
    static const kg_vertex end[] = {0, 1, 1, 2, 2, 0, 0, 3, 3, 4, 5, 5, 4, 1};
    const kg_euler_options start = {.kind = KG_EULER_TRAILS, .has_start = 1};
    kg_context *ctx = c->context[c->contexts - 1];

    for (int directed = 0; directed < 2; directed++) {
        const plain p = {6, 7, end, directed};
        kg_graph *graph = NULL;
        kg_euler *euler = NULL;

        if (!check_status(c, ctx, build(&graph, ctx, &p), KG_OK))
            return;
        find_once(graph); /* what is made on first use stays */
        CHECK_ALLOCATIONS(c, ctx, find_once(graph));
        check_status(c, ctx, kg_euler_find(&euler, graph, &start), KG_ARGUMENT);
        check_status(c, ctx, kg_euler_find(&euler, graph, NULL), KG_NO_SOLUTION);
        check_status(c, ctx, kg_euler_trails(euler, NULL, NULL), KG_NO_SOLUTION);
        check_status(c, ctx, kg_euler_verify_trails(graph, end, NULL, 0), KG_ARGUMENT);
        kg_euler_destroy(euler);
        kg_graph_destroy(graph);
    }
}

const check_case check_trails_cases[] = {
    {"trails.by_hand", test_by_hand, NULL, 0},
    {"trails.random", test_random, NULL, 0},
    {"trails.large", test_large, NULL, 0},
    {"trails.failures", test_failures, NULL, 0},
    {NULL, NULL, NULL, 0},
};
