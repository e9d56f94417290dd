/*
 * Weak components on the CPU.
 *
 * In:   row[n+1], col[m].
 * Out:  component[n], numbered by smallest vertex; their count.
 * How:  a forest in which parents are smaller than their children, and all threads hook roots under
 *       smaller roots by compare-and-swap. So a tree's root is its smallest vertex, and numbering
 * the roots in order numbers the components. First each vertex is joined with its first neighbour
 *       and the trees are flattened: with most edges then inside the largest tree, one look at both
 *       parents settles them.
 * Cost: O(n + m) in practice (O(m log n) at worst), 4 bytes a vertex.
 * The result is defined by the graph alone, though the forest on the way is not.
 * After: Sutton, Ben-Nun, Barak, "Optimizing parallel graph connectivity computation via subgraph
 *       sampling", IPDPS 2018. Without their skipping of the largest component, which needs each
 *       edge in both rows.
 */
#include "csr_ops.h"

enum { GRAIN = 1 << 14, CHUNK = 1 << 12 };

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

static void join(kg_vertex *parent, kg_vertex u, kg_vertex v)
{
    kg_vertex a = load(&parent[u]), b = load(&parent[v]);

    while (a != b) {
        kg_vertex high, low;

        a = find_root(parent, a);
        b = find_root(parent, b);
        high = a > b ? a : b;
        low = a > b ? b : a;
        if (a == b || __atomic_compare_exchange_n(
                          &parent[high], &high, low, false, __ATOMIC_RELAXED, __ATOMIC_RELAXED))
            return;
    }
}

static void flatten(kg_vertex *parent, kg_vertex n, int threads)
{
#pragma omp parallel for num_threads(threads) schedule(dynamic, CHUNK)
    for (uint64_t v = 0; v < n; v++)
        __atomic_store_n(&parent[v], find_root(parent, (kg_vertex)v), __ATOMIC_RELAXED);
}

/* Numbers the roots in order, then gives each vertex its root's number. */
static kg_status number_roots(
    kg_context *ctx, kg_vertex n, const kg_vertex *parent, kg_vertex *component, uint64_t *count)
{
    int threads = kg__threads(ctx, n, GRAIN);
    uint64_t *begin = NULL; /* [threads + 1] */
    kg_status status;

    KG_TRY(kg__host_allocate(ctx, &begin, (uint64_t)threads + 1, sizeof *begin, "partial sums"));
#pragma omp parallel for num_threads(threads) schedule(static, 1)
    for (int part = 0; part < threads; part++) {
        uint64_t roots = 0;

        for (uint64_t v = kg__part(n, part, threads); v < kg__part(n, part + 1, threads); v++)
            roots += parent[v] == v;
        begin[part + 1] = roots;
    }
    begin[0] = 0;
    for (int part = 0; part < threads; part++)
        begin[part + 1] += begin[part];
#pragma omp parallel for num_threads(threads) schedule(static, 1)
    for (int part = 0; part < threads; part++) {
        uint64_t number = begin[part];

        for (uint64_t v = kg__part(n, part, threads); v < kg__part(n, part + 1, threads); v++)
            if (parent[v] == v)
                component[v] = (kg_vertex)number++;
    }
#pragma omp parallel for num_threads(threads)
    for (uint64_t v = 0; v < n; v++)
        if (parent[v] != v)
            component[v] = component[parent[v]];
    *count = begin[threads];
out:
    kg__free(ctx, begin);
    return status;
}

decl_csr_components(kg__csr_components_cpu)
{
    int threads = kg__threads(ctx, (uint64_t)n + row[n], GRAIN);
    kg_vertex *parent = NULL;
    kg_status status;

    KG_TRY(kg__allocate(ctx, &parent, n, sizeof *parent, "a forest of vertices"));
#pragma omp parallel for num_threads(threads)
    for (uint64_t v = 0; v < n; v++)
        parent[v] = (kg_vertex)v;
#pragma omp parallel for num_threads(threads) schedule(dynamic, CHUNK)
    for (uint64_t v = 0; v < n; v++)
        if (row[v] < row[v + 1])
            join(parent, (kg_vertex)v, col[row[v]]);
    flatten(parent, n, threads);
#pragma omp parallel for num_threads(threads) schedule(dynamic, CHUNK)
    for (uint64_t v = 0; v < n; v++)
        for (uint64_t e = (uint64_t)row[v] + 1; e < row[v + 1]; e++)
            join(parent, (kg_vertex)v, col[e]);
    flatten(parent, n, threads);
    KG_TRY(number_roots(ctx, n, parent, component, count));
out:
    kg__free(ctx, parent);
    return status;
}
