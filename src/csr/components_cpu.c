/*
 * Weak components on the CPU.
 *
 * In:   row[n+1], col[m]; if the graph is not directed, end[m], the ends of its edges.
 * Out:  component[n], numbered by smallest vertex; their count.
 * How:  a union-find in which parents are smaller than their children. All threads take blocks of
 *       rows, or of edges, and hook a root under a smaller one by compare-and-swap, until one tree
 *       is left or no edges are left. Then one pass in order of vertices numbers the roots, and
 *       gives each other vertex its parent's number.
 * Cost: O(n + m) in practice, O(m log n) at worst; no memory: the forest lies in component.
 *
 * The result is defined by the graph alone, although the forest is not.
 */
#include "csr_ops.h"
#include "forest.h"

/* Joins the ends of the edges of vertices [first, last). Returns by how many the number of trees
 * fell. */
static uint64_t join_rows(kg_vertex *parent, const kg_edge *row, const kg_vertex *col,
    uint64_t first, uint64_t last, uint64_t m)
{
    uint64_t joined = 0;

    for (uint64_t v = first; v < last; v++) {
        kg_vertex root = kg__forest_root(parent, (kg_vertex)v);

        for (uint64_t e = row[v]; e < row[v + 1]; e++) {
            kg_vertex other = kg__forest_root(parent, col[e]);

            if (e + KG__FOREST_AHEAD < m)
                kg__forest_fetch(parent, col[e + KG__FOREST_AHEAD], col[e + KG__FOREST_AHEAD / 2]);
            if (root != other)
                joined += kg__forest_join(parent, &root, other);
        }
    }
    return joined;
}

/* The same for edges [first, last), each of which joins end[2e] and end[2e + 1]. */
static uint64_t join_edges(
    kg_vertex *parent, const kg_vertex *end, uint64_t first, uint64_t last, uint64_t m)
{
    uint64_t joined = 0;

    for (uint64_t e = first; e < last; e++) {
        kg_vertex a = kg__forest_root(parent, end[2 * e]),
                  b = kg__forest_root(parent, end[2 * e + 1]);

        if (e + KG__FOREST_AHEAD < m) {
            kg__forest_fetch(
                parent, end[2 * (e + KG__FOREST_AHEAD)], end[2 * e + KG__FOREST_AHEAD]);
            kg__forest_fetch(
                parent, end[2 * (e + KG__FOREST_AHEAD) + 1], end[2 * e + KG__FOREST_AHEAD + 1]);
        }
        if (a != b)
            joined += kg__forest_join(parent, &a, b);
    }
    return joined;
}

decl_csr_components(kg__csr_components_cpu)
{
    kg_context *ctx = graph->ctx;
    const kg_edge *row = graph->row;
    const kg_vertex *col = graph->col;
    uint64_t n = graph->n, m = graph->m, trees = n, items = graph->half ? m / 2 : n;
    int threads = kg__threads(ctx, n + m, KG__FOREST_GRAIN);
    kg_vertex *parent = component;

    KG_PARALLEL_FOR(threads)
    for (uint64_t v = 0; v < n; v++)
        parent[v] = (kg_vertex)v;
    KG_PARALLEL_FOR(threads, schedule(dynamic, 1))
    for (uint64_t first = 0; first < items; first += KG__FOREST_BLOCK) {
        uint64_t last = first + KG__FOREST_BLOCK < items ? first + KG__FOREST_BLOCK : items;

        if (__atomic_load_n(&trees, __ATOMIC_RELAXED) > 1)
            __atomic_fetch_sub(&trees,
                graph->half ? join_edges(parent, graph->end, first, last, m / 2)
                            : join_rows(parent, row, col, first, last, m),
                __ATOMIC_RELAXED);
        if (kg__thread_index() == 0)
            kg__progress(ctx, "components", last, items);
    }
    *count = kg__forest_number(parent, n);
    return kg__cancelled(ctx);
}
