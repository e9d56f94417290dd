/*
 * The minimum spanning forest of a graph on the CPU.
 *
 * In:   row[n+1], col[m], key[m] or NULL.
 * Out:  tree[n], its first *count entries: edge ids, increasing.
 * How:  Kruskal's: takes the edges in the order of their keys, or without keys of their ids. Each
 *       joins two trees of a union-find or is left out. Ends when one tree is left.
 * Cost: O(n + m) in practice, O(m log n) at worst, on one thread; 4 bytes a vertex. With keys a
 *       sort more, by all threads, and 4 bytes, two keys and two edge ids an edge.
 *
 * The result is unique.
 */
#include "../base/union_find.h"
#include "csr_ops.h"
#include "weight.h"

/* How far targets are fetched ahead of their use. */
enum { AHEAD = 24 };

static uint64_t grow_by_id(kg_graph *graph, kg_vertex *parent, kg_edge *tree)
{
    const kg_edge *row = graph->row;
    const kg_vertex *col = graph->col;
    uint64_t n = graph->n, m = graph->m, k = 0;

    for (uint64_t v = 0; v < n && k + 1 < n; v++) {
        kg_vertex root = kg__sets_root(parent, (kg_vertex)v);

        for (uint64_t e = row[v]; e < row[v + 1]; e++) {
            kg_vertex other = kg__sets_root(parent, col[e]);

            if (e + AHEAD < m)
                __builtin_prefetch(&parent[col[e + AHEAD]]);
            if (root == other)
                continue;
            tree[k++] = (kg_edge)e;
            root = kg__sets_join(parent, root, other);
        }
        if (v % 65536 == 0 && kg__progress(graph->ctx, "spanning tree", v, n) != KG_OK)
            break;
    }
    return k;
}

/* order: [m] the edges, the lightest first. */
static uint64_t grow_by_order(
    kg_graph *graph, const kg_edge *order, kg_vertex *parent, kg_edge *tree)
{
    const kg_vertex *src = graph->src, *col = graph->col;
    uint64_t n = graph->n, m = graph->m, k = 0;

    for (uint64_t i = 0; i < m && k + 1 < n; i++) {
        kg_edge e = order[i];
        kg_vertex a = kg__sets_root(parent, src[e]), b = kg__sets_root(parent, col[e]);

        if (i + 2 * AHEAD < m) {
            __builtin_prefetch(&src[order[i + 2 * AHEAD]]);
            __builtin_prefetch(&col[order[i + 2 * AHEAD]]);
        }
        if (i + AHEAD < m) {
            __builtin_prefetch(&parent[src[order[i + AHEAD]]]);
            __builtin_prefetch(&parent[col[order[i + AHEAD]]]);
        }
        if (i % 65536 == 0 && kg__progress(graph->ctx, "spanning tree", i, m) != KG_OK)
            break;
        if (a == b)
            continue;
        tree[k++] = e;
        kg__sets_join(parent, a, b);
    }
    return k;
}

decl_csr_spanning_tree(kg__csr_spanning_tree_cpu)
{
    const kg__array_ops *scan = kg__array_host();
    kg_context *ctx = graph->ctx;
    kg_vertex *parent = NULL;
    kg_edge *order = NULL;
    uint64_t n = graph->n, m = graph->m;
    kg_status status;

    *count = 0;
    KG_TRY(kg__host_allocate(ctx, &parent, n, sizeof *parent, "a forest of vertices"));
    kg__sets_part(parent, n);
    if (!key || !m) {
        *count = grow_by_id(graph, parent, tree);
        KG_TRY(kg__cancelled(ctx));
        goto out;
    }
    KG_TRY(kg__graph_keep_sources(graph, kg__csr_sources_cpu));
    KG_TRY(kg__host_allocate(ctx, &order, m, sizeof *order, "edges by weight"));
    KG_TRY(kg__sort_keys_edges(scan)(ctx, NULL, order, m, key, NULL));
    *count = grow_by_order(graph, order, parent, tree);
    KG_TRY(kg__cancelled(ctx));
    if (*count)
        KG_TRY(kg__sort_edges(scan)(ctx, tree, NULL, *count, tree, NULL));
out:
    kg__free_all(ctx, parent, order);
    return status;
}
