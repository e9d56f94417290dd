/*
 * The minimum spanning forest on the CPU, an edge's weight being its id.
 *
 * In:   row[n+1], col[m].
 * Out:  tree[n], the first *count of it: edge ids, increasing.
 * How:  Kruskal's: edges come sorted already, so each joins two trees of a union-find or is left
 *       out. Ends when one tree is left.
 * Cost: O(n + m) in practice, O(m log n) at worst, on one thread; 4 bytes a vertex.
 *
 * The result is unique.
 */
#include "csr_ops.h"

/* Targets looked up ahead of their use. */
enum { AHEAD = 24 };

static kg_vertex find_root(kg_vertex *parent, kg_vertex v)
{
    while (parent[v] != v)
        v = parent[v] = parent[parent[v]];
    return v;
}

decl_csr_spanning_tree(kg__csr_spanning_tree_cpu)
{
    kg_context *ctx = graph->ctx;
    const kg_edge *row = graph->row;
    const kg_vertex *col = graph->col;
    kg_vertex *parent = NULL;
    uint64_t n = graph->n, m = graph->m, k = 0;
    kg_status status;

    KG_TRY(kg__host_allocate(ctx, &parent, n, sizeof *parent, "a forest of vertices"));
    for (uint64_t v = 0; v < n; v++)
        parent[v] = (kg_vertex)v;
    for (uint64_t v = 0; v < n && k + 1 < n; v++) {
        kg_vertex root = find_root(parent, (kg_vertex)v);

        for (uint64_t e = row[v]; e < row[v + 1]; e++) {
            kg_vertex other = find_root(parent, col[e]);

            if (e + AHEAD < m)
                __builtin_prefetch(&parent[col[e + AHEAD]]);
            if (root == other)
                continue;
            tree[k++] = (kg_edge)e;
            if (root < other) {
                parent[other] = root;
            } else {
                parent[root] = other;
                root = other;
            }
        }
        if (v % 65536 == 0)
            kg__progress(ctx, "spanning tree", v, n);
    }
    *count = k;
out:
    kg__free(ctx, parent);
    return status;
}
