/*
 * Parallel edges: edges that are equal to an earlier edge.
 *
 * In:  a graph. Two edges are equal if they have the same ends: in a directed graph in the same
 *      order, in a bidirected one on the same sides.
 * Out: for each edge the first of the edges equal to it, and how many edges are not the first.
 * Method: an end is a number, twice its vertex plus the side. A stable sort by both ends of an edge
 *      puts equal edges side by side, the first one first. Only in a graph of more than 2^31
 *      vertices do the ends have more bits than a key: the two highest bits are compared
 *      afterwards. If only the number is wanted, each row records for its targets that it has met
 *      them.
 * Work: O(m) and one sort; O(n + m) for their number. Memory: 8 bytes and an edge id an edge, and
 *      the memory of the sort; for their number 4 bytes a vertex, 16 in a bidirected graph.
 */
#include "csr.h"
#include "weight.h"
#include <string.h>

enum { GRAIN = 1 << 16 };

/* The ends of edge e, the lesser first if the graph is not directed. */
static void ends_of(const kg_graph *g, uint64_t e, uint64_t end[2])
{
    uint64_t h[2];

    for (unsigned i = 0; i < 2; i++)
        h[i] = 2 * (uint64_t)g->end[2 * e + i] + (g->side && kg__bitmap_has(g->side, 2 * e + i));
    end[0] = h[g->half && h[1] < h[0]];
    end[1] = h[0] + h[1] - end[0];
}

kg_status kg__find_parallel(kg_graph *graph, uint64_t *count, kg_edge *first)
{
    kg_context *ctx = graph->ctx;
    const uint64_t m = kg__edges(graph);
    kg_edge *edge = NULL, found[4] = {0};
    uint64_t *key = NULL;
    kg_status status = KG_OK;

    *count = 0;
    if (m == 0)
        goto out;
    KG_TRY(kg__graph_make_ends(graph));
    KG_TRY(kg__host_allocate(ctx, &key, m, sizeof *key, "ends of edges"));
    KG_TRY(kg__host_allocate(ctx, &edge, m, sizeof *edge, "order of edges"));
    KG_PARALLEL_FOR(kg__threads(ctx, m, GRAIN))
    for (uint64_t e = 0; e < m; e++) {
        uint64_t end[2];

        ends_of(graph, e, end);
        key[e] = end[0] << 32 | (uint32_t)end[1];
    }
    KG_TRY(kg__sort_keys_edges(kg__array_host())(ctx, key, edge, m, key, NULL));
    for (uint64_t i = 0; i < m; i++) {
        unsigned high = 0;

        if (i == 0 || key[i] != key[i - 1])
            memset(found, 0xff, sizeof found); /* KG_NO_EDGE */
        if (graph->n > UINT32_C(1) << 31) {
            uint64_t end[2];

            ends_of(graph, edge[i], end);
            high = (unsigned)(end[0] >> 32 << 1 | end[1] >> 32);
        }
        if (found[high] == KG_NO_EDGE)
            found[high] = edge[i];
        else
            ++*count;
        first[edge[i]] = found[high];
    }
out:
    kg__free_all(ctx, key, edge);
    return status;
}

/* In a bidirected graph, the sides on which the entry of a row leaves and arrives, as a number. */
static unsigned sides_of(const kg_graph *g, kg_edge half)
{
    return g->side ? (unsigned)kg__bitmap_has(g->side, half) |
                         (unsigned)kg__bitmap_has(g->side, half ^ 1) << 1
                   : 0;
}

/* Each edge of a graph that is not directed is met twice; a loop is met twice in the same row. */
kg_status kg__count_parallel(kg_graph *graph, uint64_t *count)
{
    kg_context *ctx = graph->ctx;
    const kg_edge *half = graph->half;
    const unsigned ways = graph->side ? 4 : 1;
    /* The last row that had this target, for each pair of sides. */
    kg_vertex *seen = NULL;
    kg_status status;

    *count = 0;
    KG_TRY(kg__graph_make_targets(graph));
    KG_TRY(kg__host_allocate(
        ctx, &seen, ways * (uint64_t)graph->n, sizeof *seen, "targets of parallel edges"));
    memset(seen, 0xff, ways * (size_t)graph->n * sizeof *seen); /* KG_NO_VERTEX */
    for (kg_vertex u = 0; u < graph->n; u++) {
        unsigned loops = 0; /* a bit for each pair of sides of a loop */

        for (kg_edge e = graph->row[u]; e < graph->row[u + 1]; e++) {
            const unsigned sides = half ? sides_of(graph, half[e]) : 0;
            kg_vertex *last = &seen[ways * (uint64_t)graph->col[e] + sides];

            loops |= (unsigned)(graph->col[e] == u) << sides;
            *count += *last == u;
            *last = u;
        }
        if (half) /* 2k entries of k loops on one side: 2 (k - 1) too many */
            *count -= (loops & 1) + (loops >> 3 & 1);
    }
    *count /= half ? 2 : 1;
out:
    kg__free(ctx, seen);
    return status;
}

kg_status kg_graph_count_parallel(kg_graph *graph, uint64_t *parallel)
{
    kg_status status;

    KG_NEED(NULL, graph);
    KG_NEED(graph->ctx, parallel);
    KG_TRY(kg__begin_graph(graph));
    KG_TRY(kg__count_parallel(graph, parallel));
out:
    return status;
}
