/*
 * Cases of csr: what keeps a graph from having an Euler circuit. Random multigraphs of both kinds
 * with few edges, so that there are many components. The missing edges, together with the graph's,
 * leave every vertex balanced; each stays inside a component; and there are no more of them than
 * any way to balance needs, since an edge mends two odd vertices at most, or one edge too many on
 * either side.
 */
#include "check.h"
#include "csr/imbalance.h"
#include <stdlib.h>
#include <string.h>

enum { CASES = 200, MOST_VERTICES = 80, MOST_EDGES = 120 };

typedef struct example {
    uint64_t n, m;
    kg_vertex end[2 * MOST_EDGES];
    bool undirected;
} example;

static example make_example(uint64_t number, uint64_t seed)
{
    uint64_t state = seed * 1000 + number;
    example x = {.n = number < 4 ? number / 2 : 1 + check_random(&state) % MOST_VERTICES,
        .undirected = number & 1};
    const uint64_t hubs = 1 + check_random(&state) % 5; /* with many edges, and few others */

    x.m = x.n ? check_random(&state) % MOST_EDGES : 0;
    for (uint64_t h = 0; h < 2 * x.m; h++)
        x.end[h] = (kg_vertex)(check_random(&state) % (number % 3 && hubs < x.n ? hubs : x.n));
    for (uint64_t e = 0; e < x.m; e += 3)
        x.end[2 * e + 1] = (kg_vertex)(check_random(&state) % x.n);
    return x;
}

static kg_status build(kg_graph **graph, kg_context *ctx, const example *x)
{
    kg_vertex source[MOST_EDGES], target[MOST_EDGES];

    for (uint64_t e = 0; e < x->m; e++) {
        source[e] = x->end[2 * e];
        target[e] = x->end[2 * e + 1];
    }
    return x->undirected ? kg_graph_build_undirected(graph, ctx, x->n, x->m, x->end, NULL)
                         : kg_graph_build(graph, ctx, x->n, x->m, source, target, NULL);
}

/* The smallest vertex of each one's component, by passing it along edges until nothing changes. */
static void find_components(const example *x, uint64_t *component)
{
    bool changed = true;

    for (uint64_t v = 0; v < x->n; v++)
        component[v] = v;
    while (changed) {
        changed = false;
        for (uint64_t e = 0; e < x->m; e++) {
            uint64_t *a = &component[x->end[2 * e]], *b = &component[x->end[2 * e + 1]];

            changed = changed || *a != *b;
            *a = *b = *a < *b ? *a : *b;
        }
    }
}

/* excess: [n] edges out less edges in; of an undirected graph the degree. */
static void add_edges(const example *x, const kg_vertex *end, uint64_t m, int64_t *excess)
{
    for (uint64_t e = 0; e < m; e++) {
        excess[end[2 * e]]++;
        excess[end[2 * e + 1]] += x->undirected ? 1 : -1;
    }
}

static void check_missing(
    check *c, kg_context *ctx, const example *x, const kg__imbalance *imbalance)
{
    uint64_t component[MOST_VERTICES], marked = 0, least = 0, with_edges = 0, wrong = 0, last = 0;
    int64_t excess[MOST_VERTICES] = {0};
    bool has_edges[MOST_VERTICES] = {false};

    find_components(x, component);
    add_edges(x, x->end, x->m, excess);
    for (uint64_t v = 0; v < x->n; v++) {
        marked += x->undirected ? excess[v] % 2 : excess[v] != 0;
        least += x->undirected ? excess[v] % 2 : excess[v] > 0 ? excess[v] : 0;
    }
    for (uint64_t h = 0; h < 2 * x->m; h++)
        has_edges[component[x->end[h]]] = true;
    for (uint64_t v = 0; v < x->n; v++)
        with_edges += has_edges[v];
    check_number(c, ctx, "vertices", imbalance->vertices, marked);
    check_number(c, ctx, "components", imbalance->components, with_edges);
    if (!check_number(c, ctx, "missing", imbalance->missing, x->undirected ? least / 2 : least))
        return;
    for (uint64_t i = 0; i < imbalance->missing; i++) {
        const kg_vertex *pair = imbalance->pair + 2 * i;

        wrong += component[pair[0]] != component[pair[1]] || pair[0] == pair[1];
        if (i && component[pair[0]] == component[pair[-2]]) /* in the order of vertices */
            wrong += pair[0] < pair[-2] || (x->undirected && pair[0] < pair[-1]);
        else if (i)
            wrong += component[pair[0]] < last;
        wrong += x->undirected && pair[1] < pair[0];
        last = component[pair[0]];
    }
    add_edges(x, imbalance->pair, imbalance->missing, excess);
    for (uint64_t v = 0; v < x->n; v++)
        wrong += x->undirected ? excess[v] % 2 != 0 : excess[v] != 0;
    check_number(c, ctx, "wrong edges or vertices", wrong, 0);
}

static void test_imbalance(check *c)
{
    for (uint64_t i = 0; i < CASES; i++) {
        const example x = make_example(i, c->seed);
        kg_context *ctx = c->context[i % (uint64_t)c->contexts];
        kg__imbalance imbalance = {0};
        kg_graph *graph = NULL;

        check_say(c, "graph %llu", (unsigned long long)i);
        if (check_status(c, ctx, build(&graph, ctx, &x), KG_OK) &&
            check_status(c, ctx, kg__graph_find_imbalance(&imbalance, graph), KG_OK))
            check_missing(c, ctx, &x, &imbalance);
        kg__free(ctx, imbalance.pair);
        kg_graph_destroy(graph);
    }
}

static kg_status build_and_find(kg_context *ctx, const example *x)
{
    kg__imbalance imbalance = {0};
    kg_graph *graph = NULL;
    kg_status status;

    KG_TRY(build(&graph, ctx, x));
    KG_TRY(kg__graph_find_imbalance(&imbalance, graph));
out:
    kg__free(ctx, imbalance.pair);
    kg_graph_destroy(graph);
    return status;
}

static void test_allocations(check *c)
{
    for (uint64_t i = 4; i < 8; i++) {
        const example x = make_example(i, c->seed);
        kg_context *ctx = c->context[i % (uint64_t)c->contexts];

        check_say(c, "graph %llu", (unsigned long long)i);
        CHECK_ALLOCATIONS(c, ctx, build_and_find(ctx, &x));
    }
}

const check_case check_imbalance_cases[] = {
    {"csr.imbalance", test_imbalance, NULL, 0},
    {"csr.imbalance-allocations", test_allocations, NULL, 0},
    {NULL, NULL, NULL, 0},
};
