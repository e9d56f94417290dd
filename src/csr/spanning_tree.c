/*
 * The minimum spanning forest: computed once, then kept with the graph.
 *
 * Edges are ordered by weight, and edges of equal weight by id. A stable sort of the weights, as
 * integers in the same order (ordered_bits.h), gives exactly this order, so the forest is unique.
 * -0.0 weighs as much as 0.0. A weight that is not a number has no place in the order and is
 * rejected.
 */
#include "csr_ops.h"
#include "weight.h"
#include <math.h>
#include <string.h>

enum { GRAIN = 1 << 18 };

/* key: [out] [edges] each value's place in the order. */
static kg_status make_keys(kg_graph *graph, uint64_t *key)
{
    const double *value = graph->value;
    uint64_t m = kg__edges(graph), bad = m;

    KG_PARALLEL_FOR(kg__threads(graph->ctx, m, GRAIN), reduction(min : bad))
    for (uint64_t e = 0; e < m; e++) {
        key[e] = kg__weight_key(value[e]);
        if (isnan(value[e]) && e < bad)
            bad = e;
    }
    return bad == m ? KG_OK
                    : kg__fail(graph->ctx, KG_FORMAT,
                          "edge %llu has the value nan: a minimum spanning forest "
                          "expects a number on each edge",
                          (unsigned long long)bad);
}

/*
 * In an undirected graph the entries of rows are weighed, two for each edge: by their edge's rank
 * among all edges.
 *
 * key: [in] of the edges, [out] of the entries; freed and made anew. NULL if all weights are equal.
 */
static kg_status spread_keys(kg_graph *graph, uint64_t **key)
{
    kg_context *ctx = graph->ctx;
    const uint64_t m = kg__edges(graph);
    const int threads = kg__threads(ctx, m, GRAIN);
    kg_edge *order = NULL;
    uint64_t *rank = NULL, *spread = NULL;
    kg_status status;

    KG_TRY(kg__host_allocate(ctx, &rank, m, sizeof *rank, "the order of weights"));
    if (*key) {
        KG_TRY(kg__host_allocate(ctx, &order, m, sizeof *order, "edges by weight"));
        KG_TRY(kg__sort_keys_edges(kg__array_host())(ctx, NULL, order, m, *key, NULL));
    }
    KG_PARALLEL_FOR(threads)
    for (uint64_t i = 0; i < m; i++)
        rank[order ? order[i] : i] = i;
    KG_TRY(kg__host_allocate(ctx, &spread, graph->m, sizeof *spread, "the order of weights"));
    KG_PARALLEL_FOR(threads)
    for (uint64_t i = 0; i < graph->m; i++)
        spread[i] = rank[graph->half[i] / 2];
    kg__free(ctx, *key);
    *key = spread;
    spread = NULL;
out:
    kg__free_all(ctx, order, rank, spread);
    return status;
}

/* Replaces entries of rows by their edges, in increasing order. */
static kg_status name_edges(const kg_graph *graph, kg_edge *tree, uint64_t count)
{
    const uint64_t words = (uint64_t)kg__edges(graph) / 64 + 1;
    uint64_t *bits = NULL;
    kg_status status;

    KG_TRY(kg__host_allocate(graph->ctx, &bits, words, sizeof *bits, "edges of the forest"));
    memset(bits, 0, words * sizeof *bits);
    for (uint64_t i = 0; i < count; i++)
        kg__mark(bits, graph->half[tree[i]] / 2);
    for (uint64_t i = 0; i < words; i++)
        for (; bits[i]; bits[i] &= bits[i] - 1)
            *tree++ = (kg_edge)(64 * i + (unsigned)__builtin_ctzll(bits[i]));
out:
    kg__free(graph->ctx, bits);
    return status;
}

kg_status kg_graph_spanning_tree(kg_graph *graph, const kg_edge **edge, uint64_t *count)
{
    kg_context *ctx = KG__CONTEXT(graph);
    kg_edge *made = NULL;
    uint64_t *key = NULL;
    kg_status status = KG_OK;

    KG_NEED(NULL, graph);
    KG_TRY(kg__begin_graph(graph));
    if (!graph->tree) {
        KG_TRY(kg__graph_make_targets(graph));
        KG_TRY(kg__host_allocate(ctx, &made, graph->n, sizeof *made, "a spanning forest"));
        if (graph->value) {
            KG_TRY(kg__host_allocate(
                ctx, &key, kg__edges(graph), sizeof *key, "the order of weights"));
            KG_TRY(make_keys(graph, key));
        }
        if (graph->half)
            KG_TRY(spread_keys(graph, &key));
        KG_TRY(kg__csr(ctx)->spanning_tree(graph, key, made, &graph->tree_edges));
        if (graph->half)
            KG_TRY(name_edges(graph, made, graph->tree_edges));
        graph->tree = made;
        made = NULL;
    }
    if (edge)
        *edge = graph->tree;
    if (count)
        *count = graph->tree_edges;
out:
    kg__free_all(ctx, key, made);
    return status;
}
