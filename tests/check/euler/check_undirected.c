/*
 * Euler circuits and paths of undirected graphs against an oracle: pairs of half-edges by their
 * definition, each circuit from its smallest slot on, then the stages of the directed oracle on the
 * slots. Whether there is a walk at all is told by degrees and a search.
 */
#include "euler_oracle.h"
#include <stdlib.h>
#include <string.h>

typedef unsigned long long wide;

/* An undirected graph in plain arrays, its virtual edge included. */
typedef struct plain {
    uint64_t n, m;                 /* m: without the virtual edge */
    uint64_t odd, extra[2];        /* vertices of odd degree, and the first two */
    uint64_t slots, *row;          /* [n+1] slots */
    uint64_t *half, *place, *twin; /* [2 * slots] */
    uint64_t *leave;               /* [slots] the place by which a slot is left */
    const kg_vertex *end;          /* [2m] */
} plain;

static uint64_t *words(uint64_t count)
{
    uint64_t *array = check_array(count + 1, sizeof *array);

    memset(array, 0, (count + 1) * sizeof *array);
    return array;
}

static void free_plain(plain *p)
{
    free(p->row);
    free(p->half);
    free(p->place);
    free(p->twin);
    free(p->leave);
}

static void lay_out(plain *p, uint64_t n, uint64_t m, const kg_vertex *end)
{
    uint64_t *degree = words(n), *used;
    bool path;

    *p = (plain){.n = n, .m = m, .end = end};
    for (uint64_t h = 0; h < 2 * m; h++)
        degree[end[h]]++;
    for (uint64_t v = 0; v < n; v++)
        if (degree[v] & 1) {
            if (p->odd < 2)
                p->extra[p->odd] = v;
            p->odd++;
        }
    path = p->odd == 2;
    p->slots = m + path;
    p->row = words(n);
    for (uint64_t v = 0; v < n; v++)
        p->row[v + 1] = p->row[v] + (degree[v] + (degree[v] & 1)) / 2;
    p->half = words(2 * p->slots);
    p->place = words(2 * p->slots);
    p->twin = words(2 * p->slots);
    p->leave = words(p->slots);
    used = words(n);
    for (uint64_t h = 0; p->odd <= 2 && h < 2 * p->slots; h++) {
        uint64_t v = h < 2 * m ? end[h] : p->extra[h & 1];

        p->place[h] = 2 * p->row[v] + used[v]++;
        p->half[p->place[h]] = h;
    }
    for (uint64_t h = 0; p->odd <= 2 && h < 2 * p->slots; h++)
        p->twin[p->place[h]] = p->place[h ^ 1];
    free(used);
    free(degree);
}

/* The directed oracle of the slots, up to stage 6. */
static void join_slots(oracle *o, plain *p)
{
    *o = (oracle){.n = p->n, .m = p->slots, .virtual_edge = UINT64_MAX};
    o->row = words(p->n);
    memcpy(o->row, p->row, (p->n + 1) * sizeof *o->row);
    o->pred = words(p->slots);
    memset(p->leave, 0xff, p->slots * sizeof *p->leave);
    for (uint64_t s = 0; s < p->slots; s++)
        for (uint64_t at = 2 * s + 1; p->leave[at / 2] == UINT64_MAX; at = p->twin[at] ^ 1) {
            p->leave[at / 2] = at;
            o->pred[p->twin[at] / 2] = at / 2;
        }
    oracle_partition(o);
    oracle_join(o);
}

/* walk: [out] [slots] the half-edges of the circuit from `first` on, in its direction. */
static void expect_walk(uint64_t *walk, oracle *o, const plain *p, uint64_t first)
{
    const uint64_t m = p->slots;
    uint64_t *around = words(2 * m), at = 0;

    oracle_walk(o, 0);
    for (uint64_t i = 0; i < m; i++) {
        around[i] = p->half[p->leave[o->walk[i]]];
        around[2 * m - 1 - i] = around[i] ^ 1; /* the same circuit the other way round */
    }
    while (around[at] != first)
        at++;
    for (uint64_t i = 0; i < m; i++)
        walk[i] = around[at / m * m + (at % m + i) % m];
    free(around);
}

/* Which component each vertex is in, by its smallest vertex. */
static uint64_t *find_components(uint64_t n, uint64_t m, const kg_vertex *end)
{
    uint64_t *component = words(n);
    bool changed = true;

    for (uint64_t v = 0; v < n; v++)
        component[v] = v;
    while (changed) {
        changed = false;
        for (uint64_t h = 0; h < 2 * m; h++) {
            uint64_t *a = &component[end[h]], b = component[component[end[h ^ 1]]];

            if (b < *a) {
                *a = b;
                changed = true;
            }
        }
    }
    return component;
}

static void check_unbalanced(check *c, kg_context *ctx, const kg_euler *euler, const plain *p)
{
    const kg_euler_witness *why = kg_euler_why(euler);
    uint64_t *degree = words(p->n), k = 0;

    for (uint64_t h = 0; h < 2 * p->m; h++)
        degree[p->end[h]]++;
    check_number(c, ctx, "reason", why->reason, KG_EULER_UNBALANCED);
    check_number(c, ctx, "odd vertices", why->count, p->odd);
    check_number(c, ctx, "listed", why->listed,
        p->odd < KG_EULER_WITNESSES ? p->odd : (uint64_t)KG_EULER_WITNESSES);
    for (uint64_t v = 0; v < p->n && k < why->listed; v++)
        if (degree[v] & 1) {
            check_number(c, ctx, "odd vertex", why->vertex[k], v);
            check_number(c, ctx, "its degree", why->out_degree[k++], degree[v]);
        }
    free(degree);
}

static void check_apart(check *c, kg_context *ctx, const kg_euler *euler, const plain *p)
{
    const kg_euler_witness *why = kg_euler_why(euler);
    uint64_t *component = find_components(p->n, p->m, p->end), *seen = words(p->n), count = 0,
             e = 0;

    for (uint64_t h = 0; h < 2 * p->m; h++)
        if (!seen[component[p->end[h]]]++)
            count++;
    while (component[p->end[2 * e]] == component[p->end[0]])
        e++;
    check_number(c, ctx, "reason", why->reason, KG_EULER_DISCONNECTED);
    check_number(c, ctx, "components", why->components, count);
    check_number(c, ctx, "first edge", why->edge[0], 0);
    check_number(c, ctx, "edge apart", why->edge[1], e);
    free(component);
    free(seen);
}

/* The walk with a start, or without: every entry as the oracle says. */
static void check_walk(check *c, kg_graph *graph, const kg_euler_options *options, oracle *o,
    const plain *p, uint64_t first)
{
    kg_context *ctx = graph->ctx;
    const bool path = p->odd == 2;
    kg_euler *euler = NULL;
    const kg_edge *walk;

    if (check_status(c, ctx, kg_euler_find(&euler, graph, options), KG_OK)) {
        uint64_t *expected = words(p->slots);
        kg_edge *narrow = check_array(p->m + 1, sizeof *narrow);

        expect_walk(expected, o, p, first);
        free(o->walk);
        o->walk = NULL;
        for (uint64_t i = 0; i < p->m; i++)
            narrow[i] = (kg_edge)expected[i + path];
        check_number(
            c, ctx, "found", kg_euler_found(euler), path ? KG_EULER_PATH : KG_EULER_CIRCUIT);
        check_number(c, ctx, "circuits", kg_euler_initial_circuits(euler), o->circuits);
        check_status(c, ctx, kg_euler_walk(euler, &walk), KG_OK);
        check_equal(c, ctx, "walk", walk, narrow, p->m, sizeof *walk);
        if (p->m) {
            kg_edge was = narrow[0];

            check_status(c, ctx, kg_euler_verify(graph, narrow, kg_euler_found(euler)), KG_OK);
            narrow[0] = narrow[p->m - 1] ^ 1; /* the last edge once more, the other way */
            if (p->m > 1)
                check_status(
                    c, ctx, kg_euler_verify(graph, narrow, kg_euler_found(euler)), KG_NO_SOLUTION);
            narrow[0] = (kg_edge)(2 * p->m);
            check_status(
                c, ctx, kg_euler_verify(graph, narrow, kg_euler_found(euler)), KG_NO_SOLUTION);
            narrow[0] = was;
            check_status(c, ctx,
                kg_euler_verify(graph, narrow, path ? KG_EULER_CIRCUIT : KG_EULER_PATH),
                KG_NO_SOLUTION);
        }
        free(narrow);
        free(expected);
    }
    kg_euler_destroy(euler);
}

/* One graph in one context: whether there is a walk, and which. */
static void check_undirected(check *c, kg_graph *graph, const plain *shape)
{
    kg_context *ctx = graph->ctx;
    plain p = *shape;
    kg_euler_options options = KG_EULER_OPTIONS_INIT;
    kg_euler *euler = NULL;
    oracle o = {0};

    if (p.odd > 2) {
        check_status(c, ctx, kg_euler_find(&euler, graph, NULL), KG_NO_SOLUTION);
        check_unbalanced(c, ctx, euler, &p);
        kg_euler_destroy(euler);
        return;
    }
    options.kind = p.odd ? KG_EULER_CIRCUIT : KG_EULER_PATH;
    check_status(c, ctx, kg_euler_find(&euler, graph, &options), KG_NO_SOLUTION);
    if (p.odd)
        check_unbalanced(c, ctx, euler, &p);
    else
        check_number(c, ctx, "reason", kg_euler_why(euler)->reason, KG_EULER_IS_CIRCUIT);
    kg_euler_destroy(euler);
    options.kind = KG_EULER_ANY;
    join_slots(&o, &p);
    if (o.trees > 1) {
        check_status(c, ctx, kg_euler_find(&euler, graph, NULL), KG_NO_SOLUTION);
        check_apart(c, ctx, euler, &p);
        kg_euler_destroy(euler);
    } else if (p.odd) {
        check_walk(c, graph, &options, &o, &p, 2 * p.m + 1);
        for (unsigned k = 0; k < 2; k++) {
            options = (kg_euler_options){.has_start = 1, .start = (kg_vertex)p.extra[k]};
            check_walk(c, graph, &options, &o, &p, 2 * p.m + 1 - k);
        }
        for (kg_vertex v = 0; v < p.n && v < 20; v++)
            if (v != p.extra[0] && v != p.extra[1]) {
                options.start = v;
                check_status(c, ctx, kg_euler_find(&euler, graph, &options), KG_ARGUMENT);
            }
    } else {
        check_walk(c, graph, &options, &o, &p, 0);
        for (kg_vertex v = 0; v < p.n && v < (p.n > 100 ? 2 : 8); v++) {
            options = (kg_euler_options){.has_start = 1, .start = v};
            if (p.row[v] < p.row[v + 1])
                check_walk(c, graph, &options, &o, &p, p.half[2 * p.row[v]]);
            else
                check_status(c, ctx, kg_euler_find(&euler, graph, &options), KG_ARGUMENT);
        }
    }
    oracle_free(&o);
}

/* An edge list as a graph in every context. */
static void check_ends(check *c, uint64_t n, uint64_t m, const kg_vertex *end)
{
    plain p;

    lay_out(&p, n, m, end);
    for (int k = 0; k < c->contexts; k++) {
        kg_context *ctx = c->context[k];
        kg_graph *graph = NULL;
        const kg_vertex *got;
        const kg_edge *half;

        if (check_status(c, ctx, kg_graph_build_undirected(&graph, ctx, n, m, end, NULL), KG_OK)) {
            check_number(c, ctx, "edges", kg_graph_edges(graph), m);
            check_number(c, ctx, "kind", kg_graph_kind(graph), KG_UNDIRECTED);
            check_status(c, ctx, kg_graph_ends(graph, &got), KG_OK);
            check_equal(c, ctx, "ends", got, end, 2 * m, sizeof *end);
            check_status(c, ctx, kg_graph_halves(graph, &half), KG_OK);
            if (p.odd == 0) {
                kg_edge *expected = check_array(2 * m, sizeof *expected);

                for (uint64_t i = 0; i < 2 * m; i++)
                    expected[i] = (kg_edge)p.half[i];
                check_equal(c, ctx, "half-edges", half, expected, 2 * m, sizeof *half);
                free(expected);
            }
            check_undirected(c, graph, &p);
        }
        kg_graph_destroy(graph);
    }
    free_plain(&p);
}

/* ---- graphs by hand -------------------------------------------------------------------------- */

/* "n: 01 12", one digit or letter a vertex: 0 to 9, then a to z. */
static uint64_t read_edges(const char *text, kg_vertex *end)
{
    uint64_t count = 0;

    for (const char *p = text; *p; p++)
        if (*p != ' ')
            end[count++] = (kg_vertex)(*p <= '9' ? *p - '0' : *p - 'a' + 10);
    return count / 2;
}

static void test_by_hand(check *c)
{
    static const struct {
        uint64_t n;
        const char *edges;
        uint64_t odd;
    } graphs[] = {
        {0, "", 0},
        {3, "", 0},
        {4, "01 01 02 02 03 13 23", 4},          /* Koenigsberg */
        {3, "01 12 20", 0},                      /* K3 */
        {4, "01 02 03 12 13 23", 4},             /* K4 */
        {5, "01 02 03 04 12 13 14 23 24 34", 0}, /* K5 */
        {1, "00", 0},
        {1, "00 00 00", 0},
        {2, "01", 2},
        {2, "10", 2},
        {2, "01 10", 0},
        {2, "01 01 01", 2},
        {2, "00 11", 0}, /* two components */
        {3, "00 01 12 20 22", 0},
        {6, "01 12 20 34 45 53", 0},
        {9, "34 45 53", 0},
        {5, "01 12 20 34", 2},
        {5, "01 12 23 30 34 42", 2},
        {8, "01 02 03 04 05 06 07", 8},                           /* a star with 7 leaves */
        {10, "01 12 23 34 40 05 16 27 38 49 57 79 96 68 85", 10}, /* Petersen */
        {4, "32 21 10", 2},
    };
    kg_vertex end[64];

    for (size_t g = 0; g < sizeof graphs / sizeof *graphs; g++) {
        uint64_t m = read_edges(graphs[g].edges, end);
        plain p;

        check_say(c, "graph %s", graphs[g].edges);
        lay_out(&p, graphs[g].n, m, end);
        check_number(c, NULL, "odd vertices", p.odd, graphs[g].odd);
        free_plain(&p);
        check_ends(c, graphs[g].n, m, end);
    }
}

/* Complete graphs and hypercubes: Eulerian where all degrees are even. */
static void test_families(check *c)
{
    kg_vertex *end = check_array(4096, sizeof *end);

    for (kg_vertex n = 1; n <= 9; n++) {
        uint64_t m = 0;

        for (kg_vertex a = 0; a < n; a++)
            for (kg_vertex b = a + 1; b < n; b++, m++) {
                end[2 * m] = a;
                end[2 * m + 1] = b;
            }
        check_say(c, "K%u", n);
        check_ends(c, n, m, end);
    }
    for (unsigned d = 1; d <= 7; d++) {
        uint64_t m = 0;

        for (kg_vertex v = 0; v < 1u << d; v++)
            for (unsigned b = 0; b < d; b++)
                if (!(v >> b & 1)) {
                    end[2 * m] = v;
                    end[2 * m + 1] = v | 1u << b;
                    m++;
                }
        check_say(c, "Q%u", d);
        check_ends(c, 1u << d, m, end);
    }
    free(end);
}

/* ---- random graphs --------------------------------------------------------------------------- */

/* m edges of one closed walk over random vertices, in random order and direction. */
static void closed_walk(kg_vertex *end, uint64_t n, uint64_t m, uint64_t *state)
{
    kg_vertex first = (kg_vertex)(check_random(state) % n), at = first;

    for (uint64_t e = 0; e < m; e++) {
        kg_vertex to = e + 1 < m ? (kg_vertex)(check_random(state) % n) : first;
        unsigned turned = check_random(state) & 1;

        end[2 * e + turned] = at;
        end[2 * e + 1 - turned] = to;
        at = to;
    }
    for (uint64_t e = m; e > 1; e--) {
        uint64_t other = check_random(state) % e;

        for (unsigned k = 0; k < 2; k++) {
            kg_vertex was = end[2 * e - 2 + k];

            end[2 * e - 2 + k] = end[2 * other + k];
            end[2 * other + k] = was;
        }
    }
}

/* Loops, parallel edges, even and odd, in one piece and in several. */
static void test_random(check *c)
{
    uint64_t state = c->seed;
    const int graphs = check_is_small() ? 60 : 500;

    for (int g = 0; g < graphs; g++) {
        uint64_t n = 1 + check_random(&state) % 12, m = check_random(&state) % 24;
        kg_vertex end[48];

        for (uint64_t h = 0; h < 2 * m; h++)
            end[h] = (kg_vertex)(check_random(&state) % n);
        if (m && g % 3)
            closed_walk(end, n, m, &state);
        if (m > 1 && g % 3 == 2)
            m--; /* a path, or a circuit without a loop */
        check_say(c, "random undirected graph %d", g);
        check_ends(c, n, m, end);
    }
}

/* Large enough for all threads: few circuits, a great many, and a path. */
static void test_large(check *c)
{
    const uint64_t m = check_is_small() ? 3000 : 150000;
    static const uint64_t spread[] = {3, 1000, 100000};
    kg_vertex *end = check_array(2 * m, sizeof *end);
    uint64_t state = c->seed;

    for (size_t g = 0; g < 6; g++) {
        uint64_t n = spread[g / 2];

        check_say(c, "a closed walk of %llu edges over %llu vertices", (wide)m, (wide)n);
        closed_walk(end, n, m, &state);
        check_ends(c, n, g % 2 ? m - 1 : m, end);
    }
    check_say(c, "vertices that are more than the pool of one thread has room for");
    closed_walk(end, 3, 3000, &state);
    check_ends(c, 300000, 3000, end);
    for (uint64_t e = 0; e < m; e++) { /* double edges along a path: circuits of two edges */
        end[2 * e] = (kg_vertex)(e / 2 + (e & 1));
        end[2 * e + 1] = (kg_vertex)(e / 2 + !(e & 1));
    }
    check_say(c, "double edges");
    check_ends(c, m / 2 + 1, m & ~UINT64_C(1), end);
    free(end);
}

/* ---- failures, benchmarks -------------------------------------------------------------------- */

static kg_status find_once(kg_graph *graph)
{
    kg_euler *euler = NULL;
    kg_status status = kg_euler_find(&euler, graph, NULL);

    kg_euler_destroy(euler);
    return status;
}

static void test_failures(check *c)
{
    static const kg_vertex end[] = {0, 1, 1, 2, 2, 0, 0, 3, 3, 4, 4, 0, 4, 1};
    kg_context *ctx = c->context[c->contexts - 1];

    for (uint64_t m = 6; m <= 7; m++) {
        kg_graph *graph = NULL;

        if (!check_status(c, ctx, kg_graph_build_undirected(&graph, ctx, 5, m, end, NULL), KG_OK))
            return;
        find_once(graph); /* what is made on first use stays */
        CHECK_ALLOCATIONS(c, ctx, find_once(graph));
        kg_graph_destroy(graph);
    }
}

static void bench_undirected(check *c)
{
    const kg_generate_options options = {
        .kind = KG_GENERATE_RANDOM, .vertices = 1 << 20, .max_degree = 7};

    for (int k = 0; k < c->contexts; k++) {
        kg_context *ctx = c->context[k];
        kg_graph *directed = NULL, *graph = NULL;
        kg_euler_options quick = {.skip_verify = 1};
        uint64_t m;

        if (!check_status(c, ctx, kg_graph_generate(&directed, ctx, &options), KG_OK) ||
            !check_status(c, ctx, kg_graph_undirected(&graph, directed), KG_OK))
            return;
        m = kg_graph_edges(graph);
        for (check_clock clock = {0};
             check_again(c, &clock, ctx, "random(1Mi,7) undirected", m, 16 * m);) {
            kg_euler *euler = NULL;

            check_status(c, ctx, kg_euler_find(&euler, graph, &quick), KG_OK);
            kg_euler_destroy(euler);
        }
        check_status(c, ctx, find_once(graph), KG_OK);
        kg_graph_destroy(graph);
        kg_graph_destroy(directed);
    }
}

const check_case check_undirected_cases[] = {
    {"undirected.by_hand", test_by_hand, NULL, 0},
    {"undirected.families", test_families, NULL, 0},
    {"undirected.random", test_random, bench_undirected, 0},
    {"undirected.large", test_large, NULL, 0},
    {"undirected.failures", test_failures, NULL, 0},
    {NULL, NULL, NULL, 0},
};
