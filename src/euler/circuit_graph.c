/*
 * Stage 4 as a graph of its own, for people to look at; the pipeline needs only its links.
 *
 * in   a balanced graph
 * out  vertices: the circuits by their label, their smallest edge; edges: one from the smaller to
 *      the larger circuit for each two that are neighbours in some row, sorted
 *
 * Circuits are numbered in order of their labels. Each link gives a pair (smaller, larger) as one
 * 64-bit key, and sorting the keys brings equal pairs together. O(m) work besides the sort.
 */
#include "../scan/array_ops.h"
#include "euler_ops.h"
#include <string.h>

/* number[label] = 0, 1, ... in order of labels. Labels are the edges that are their own circuit.
 * The new graph gets the labels. */
static kg_status number_circuits(kg_context *ctx, const kg_edge *circuit, uint64_t m,
    kg_edge *number, uint64_t **label, uint64_t *circuits)
{
    kg_status status = KG_OK;
    uint64_t k = 0;

    for (uint64_t e = 0; e < m; e++)
        if (circuit[e] == e)
            number[e] = (kg_edge)k++;
    *circuits = k;
    if (k > KG__VERTICES_MAX)
        return kg__fail(ctx, KG_OVERFLOW, "%llu circuits: a graph has at most %llu vertices",
            (unsigned long long)k, (unsigned long long)KG__VERTICES_MAX);
    KG_TRY(kg__host_allocate(ctx, label, k, sizeof **label, "labels of the circuits"));
    for (uint64_t e = 0; e < m; e++)
        if (circuit[e] == e)
            (*label)[number[e]] = e;
out:
    return status;
}

/* One key for each link: the smaller circuit in the upper half, the larger below. */
static uint64_t collect_links(
    const kg_graph *graph, const kg_edge *circuit, const kg_edge *number, uint64_t *key)
{
    uint64_t count = 0;

    for (uint64_t v = 0; v < graph->n; v++)
        for (uint64_t s = graph->row[v] + (uint64_t)1; s < graph->row[v + 1]; s++) {
            uint64_t a = number[circuit[s - 1]], b = number[circuit[s]];

            if (a != b)
                key[count++] = a < b ? a << 32 | b : b << 32 | a;
        }
    return count;
}

static kg_status build(
    kg_graph **circuits, kg_context *ctx, uint64_t n, const uint64_t *key, uint64_t count)
{
    kg_vertex *pair = NULL;
    kg_status status;

    KG_TRY(kg__host_allocate(ctx, &pair, count, 2 * sizeof *pair, "edges of the circuit graph"));
    for (uint64_t i = 0; i < count; i++) {
        pair[2 * i] = (kg_vertex)(key[i] >> 32);
        pair[2 * i + 1] = (kg_vertex)key[i];
    }
    KG_TRY(kg__csr_build_runs(circuits, ctx, n, &(kg__edge_run){pair, NULL, count}, 1));
out:
    kg__free(ctx, pair);
    return status;
}

kg_status kg_euler_circuit_graph(kg_graph **circuits, kg_graph *graph)
{
    kg_context *ctx = KG__CONTEXT(graph);
    kg_edge *circuit = NULL, *number = NULL;
    uint64_t *key = NULL, *label = NULL, n, count;
    kg_status status;

    KG_NEED_RESULT(KG__CONTEXT(graph), circuits, graph);
    KG_TRY(kg__begin_graph(graph));
    KG_TRY(kg__need_directed(graph, "has no circuit graph that can be drawn yet"));
    KG_TRY(kg__host_allocate(ctx, &circuit, graph->m, sizeof *circuit, "circuits"));
    KG_TRY(kg_euler_circuits(graph, circuit));
    KG_TRY(kg__host_allocate(ctx, &number, graph->m, sizeof *number, "numbers of the circuits"));
    KG_TRY(number_circuits(ctx, circuit, graph->m, number, &label, &n));
    KG_TRY(kg__host_allocate(ctx, &key, graph->m, sizeof *key, "links"));
    count = collect_links(graph, circuit, number, key);
    if (count)
        KG_TRY(kg__array_host()->distinct_u64(ctx, key, &count, NULL, count, key));
    KG_TRY(build(circuits, ctx, n, key, count));
    KG_TRY(kg__names_create(&(*circuits)->names, ctx));
    (*circuits)->names->label = label;
    label = NULL;
out:
    if (status != KG_OK) {
        kg_graph_destroy(*circuits);
        *circuits = NULL;
    }
    kg__free_all(ctx, circuit, number, key, label);
    return status;
}
