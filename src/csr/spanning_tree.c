/*
 * The minimum spanning forest: made once, kept with the graph.
 *
 * The edges come in the order of their weights, equal ones in that of their ids: a stable sort of
 * the weights as ordered bits says it exactly, so that the forest is unique. -0.0 weighs what 0.0
 * does; what is not a number has no place in an order, and is refused.
 */
#include "../scan/key.h"
#include "csr_ops.h"
#include <math.h>

enum { GRAIN = 1 << 18 };

/* key: [out] [m] each value's place in the order. */
static kg_status make_keys(kg_graph *graph, uint64_t *key)
{
    const double *value = graph->value;
    uint64_t m = graph->m, bad = m;
    int threads = kg__threads(graph->ctx, m, GRAIN);

    (void)threads;
#pragma omp parallel for num_threads(threads) reduction(min : bad)
    for (uint64_t e = 0; e < m; e++) {
        key[e] = kg__key_f64(value[e] == 0 ? 0 : value[e]);
        if (isnan(value[e]) && e < bad)
            bad = e;
    }
    return bad == m ? KG_OK
                    : kg__fail(graph->ctx, KG_FORMAT,
                          "edge %llu has the value nan: a minimum spanning forest "
                          "expects a number on each edge",
                          (unsigned long long)bad);
}

kg_status kg_graph_spanning_tree(kg_graph *graph, const kg_edge **edge, uint64_t *count)
{
    kg_context *ctx = KG__CONTEXT(graph);
    kg_edge *made = NULL;
    uint64_t *key = NULL;
    kg_status status = KG_OK;

    KG_NEED(NULL, graph);
    kg__begin(ctx);
    if (!graph->tree) {
        KG_TRY(kg__host_allocate(ctx, &made, graph->n, sizeof *made, "a spanning forest"));
        if (graph->value) {
            KG_TRY(kg__host_allocate(ctx, &key, graph->m, sizeof *key, "the order of weights"));
            KG_TRY(make_keys(graph, key));
        }
        KG_TRY(kg__csr(ctx)->spanning_tree(graph, key, made, &graph->tree_edges));
        graph->tree = made;
        made = NULL;
    }
    if (edge)
        *edge = graph->tree;
    if (count)
        *count = graph->tree_edges;
out:
    kg__free(ctx, key);
    kg__free(ctx, made);
    return status;
}
