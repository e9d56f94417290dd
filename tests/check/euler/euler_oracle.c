/* The oracle of the Euler pipeline: every stage by its definition. */
#include "euler_oracle.h"
#include <stdlib.h>
#include <string.h>

const kg_generate_options oracle_generated[GENERATED] = {
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

static uint64_t *words(uint64_t count)
{
    uint64_t *array = check_array(count + 1, sizeof *array);

    memset(array, 0, (count + 1) * sizeof *array);
    return array;
}

void oracle_graph(oracle *o, kg_graph *graph, uint64_t source, uint64_t target)
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

void oracle_pairing(oracle *o)
{
    uint64_t *taken = words(o->n);

    o->pred = words(o->m);
    for (uint64_t e = 0; e < o->m; e++)
        o->pred[o->row[o->col[e]] + taken[o->col[e]]++] = e;
    free(taken);
}

void oracle_partition(oracle *o)
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
void oracle_join(oracle *o)
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

void oracle_walk(oracle *o, uint64_t first)
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

void oracle_free(oracle *o)
{
    free(o->row);
    free(o->col);
    free(o->pred);
    free(o->circuit);
    free(o->walk);
    *o = (oracle){0};
}

int64_t *oracle_surplus(kg_graph *graph)
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

kg_status oracle_build(kg_graph **graph, kg_context *ctx, kg_kind kind, uint64_t n, uint64_t m,
    const kg_vertex *end, const uint64_t *side, const uint64_t *one_sided)
{
    kg_vertex *source, *target;
    kg_status status;

    if (kind == KG_BIDIRECTED)
        return kg_graph_build_bidirected(graph, ctx, n, m, end, side, one_sided, NULL);
    if (kind == KG_UNDIRECTED)
        return kg_graph_build_undirected(graph, ctx, n, m, end, NULL);
    source = check_array(m + 1, sizeof *source);
    target = check_array(m + 1, sizeof *target);
    for (uint64_t e = 0; e < m; e++) {
        source[e] = end[2 * e];
        target[e] = end[2 * e + 1];
    }
    status = kg_graph_build(graph, ctx, n, m, source, target, NULL);
    free(source);
    free(target);
    return status;
}

uint64_t oracle_islands(kg_vertex *end, uint64_t *state)
{
    const uint64_t walks = 2 + check_random(state) % 3;
    kg_vertex name[ISLANDS];
    uint64_t m = 0;

    for (uint64_t v = 0; v < ISLANDS; v++) {
        const uint64_t other = check_random(state) % (v + 1);

        name[v] = name[other];
        name[other] = (kg_vertex)v;
    }
    for (uint64_t walk = 0; walk < walks; walk++) { /* of three vertices each, the path first */
        const uint64_t steps = 1 + check_random(state) % (walk ? 4 : 2);
        const kg_vertex *of = name + 3 * walk;
        const kg_vertex begin = of[walk ? check_random(state) % 3 : 0];
        kg_vertex at = begin;

        for (uint64_t step = 1; step <= steps; step++) {
            const bool last = walk && step == steps;
            const kg_vertex to = last ? begin : of[walk ? check_random(state) % 3 : step];

            end[2 * m] = at;
            end[2 * m++ + 1] = at = to;
        }
    }
    return m;
}
