/*
 * Weak components on the CPU.
 *
 * In:   row[n+1], col[m]; of a graph that is not directed end[m], the ends of its edges.
 * Out:  component[n], numbered by smallest vertex; their count.
 * How:  a union-find in which parents are smaller than their children: all threads take blocks of
 *       rows, or of edges, and hook a root under a smaller one by compare-and-swap, until one tree
 *       is left or the edges are used up. Then one pass in order of vertices numbers the roots, and
 *       gives each other vertex its parent's number.
 * Cost: O(n + m) in practice, O(m log n) at worst; no memory: the forest lies in component.
 *
 * The result is defined by the graph alone, though the forest on the way is not.
 *
 * After Jayanti and Tarjan, "A randomized concurrent algorithm for disjoint set union", PODC 2016,
 * with the vertex ids as the order instead of a random one.
 */
#include "csr_ops.h"

/* AHEAD: how many targets before its use a parent is fetched; its own parent half as many. */
enum { GRAIN = 1 << 14, BLOCK = 1 << 12, AHEAD = 24 };

static kg_vertex load(const kg_vertex *word)
{
    return __atomic_load_n(word, __ATOMIC_RELAXED);
}

/* The root of v; halves the way there. */
static kg_vertex find_root(kg_vertex *parent, kg_vertex v)
{
    for (;;) {
        kg_vertex up = load(&parent[v]), top = load(&parent[up]);

        if (up == top)
            return up;
        __atomic_store_n(&parent[v], top, __ATOMIC_RELAXED);
        v = top;
    }
}

/* Joins the trees of the roots *a and b, which other threads may be joining, too. Returns whether
 * it had to. *a: the root of both. */
static bool join(kg_vertex *parent, kg_vertex *a, kg_vertex b)
{
    while (*a != b) {
        kg_vertex low = *a < b ? *a : b, high = *a < b ? b : *a, expected = high;

        *a = low;
        if (__atomic_compare_exchange_n(
                &parent[high], &expected, low, false, __ATOMIC_RELAXED, __ATOMIC_RELAXED))
            return true;
        *a = find_root(parent, low);
        b = find_root(parent, high);
    }
    return false;
}

/* Fetches what find_root() will read: the parent of `far`, and the parent of that of `near`, which
 * was `far` before. */
static inline void fetch(const kg_vertex *parent, kg_vertex far, kg_vertex near)
{
    __builtin_prefetch(&parent[far], 1);
    __builtin_prefetch(&parent[load(&parent[near])], 1);
}

/* Joins the edges of the vertices in [first, last). Returns by how many trees that left fewer. */
static uint64_t join_rows(kg_vertex *parent, const kg_edge *row, const kg_vertex *col,
    uint64_t first, uint64_t last, uint64_t m)
{
    uint64_t joined = 0;

    for (uint64_t v = first; v < last; v++) {
        kg_vertex root = find_root(parent, (kg_vertex)v);

        for (uint64_t e = row[v]; e < row[v + 1]; e++) {
            kg_vertex other = find_root(parent, col[e]);

            if (e + AHEAD < m)
                fetch(parent, col[e + AHEAD], col[e + AHEAD / 2]);
            if (root != other)
                joined += join(parent, &root, other);
        }
    }
    return joined;
}

/* The same of edges [first, last), each of which joins end[2e] and end[2e + 1]. */
static uint64_t join_edges(
    kg_vertex *parent, const kg_vertex *end, uint64_t first, uint64_t last, uint64_t m)
{
    uint64_t joined = 0;

    for (uint64_t e = first; e < last; e++) {
        kg_vertex a = find_root(parent, end[2 * e]), b = find_root(parent, end[2 * e + 1]);

        if (e + AHEAD < m) {
            fetch(parent, end[2 * (e + AHEAD)], end[2 * e + AHEAD]);
            fetch(parent, end[2 * (e + AHEAD) + 1], end[2 * e + AHEAD + 1]);
        }
        if (a != b)
            joined += join(parent, &a, b);
    }
    return joined;
}

decl_csr_components(kg__csr_components_cpu)
{
    kg_context *ctx = graph->ctx;
    const kg_edge *row = graph->row;
    const kg_vertex *col = graph->col;
    uint64_t n = graph->n, m = graph->m, trees = n, items = graph->half ? m / 2 : n;
    int threads = kg__threads(ctx, n + m, GRAIN);
    kg_vertex *parent = component;
    kg_vertex number = 0;

    (void)threads;
#pragma omp parallel for num_threads(threads)
    for (uint64_t v = 0; v < n; v++)
        parent[v] = (kg_vertex)v;
#pragma omp parallel for num_threads(threads) schedule(dynamic, 1)
    for (uint64_t first = 0; first < items; first += BLOCK) {
        uint64_t last = first + BLOCK < items ? first + BLOCK : items;

        if (__atomic_load_n(&trees, __ATOMIC_RELAXED) > 1)
            __atomic_fetch_sub(&trees,
                graph->half ? join_edges(parent, graph->end, first, last, m / 2)
                            : join_rows(parent, row, col, first, last, m),
                __ATOMIC_RELAXED);
        if (kg__thread_index() == 0)
            kg__progress(ctx, "components", last, items);
    }
    for (uint64_t v = 0; v < n; v++) /* a parent is smaller, so it has its number already */
        component[v] = parent[v] == v ? number++ : component[parent[v]];
    *count = trees;
    return kg__cancelled(ctx);
}
