/*
 * Weak components on CUDA.
 *
 * In:   row[n+1], col[m] on the device.
 * Out:  component[n], numbered by smallest vertex; their count.
 * How:  a union-find in which parents are smaller than their children, so that a tree's root is its
 *       smallest vertex. Each vertex begins as a child of its first target, if smaller, and paths
 *       are shortened. Then it is joined with the targets of its first two edges. If more than one
 *       tree is left, all edges are processed; most of them then lie within one tree. The roots'
 *       numbers are a prefix sum.
 * Cost: O(n + m) in practice; 4 bytes a vertex beside the result, a number a share. The host waits
 *       for the count of trees.
 *
 * The result is defined by the graph alone, although the forest is not.
 *
 * After Jayanti and Tarjan, "A randomized concurrent algorithm for disjoint set union", PODC 2016,
 * and for the order of work Sutton, Ben-Nun, Barak, "Optimizing parallel graph connectivity
 * computation via subgraph sampling", IPDPS 2018. The latter skips the vertices of the largest
 * tree, which needs in-edges; here no edge is skipped.
 */
#include "csr_cuda.cuh"

/* Edges of each vertex to begin with. */
enum { FIRST_EDGES = 2 };

/* Thread v owns parent[v]: the target of v's first edge, if smaller. */
static __global__ void k_csr_first_trees(
    kg_vertex *parent, const kg_edge *row, const kg_vertex *col, uint64_t n)
{
    const uint64_t v = kg__item();

    if (v < n)
        parent[v] = row[v] < row[v + 1] && col[row[v]] < v ? col[row[v]] : (kg_vertex)v;
}

/* Returns the parent of v, or an earlier parent. Both are ancestors of v, so the read may go
 * through the first-level cache, as in k_csr_climb(). */
static __device__ __forceinline__ kg_vertex look_up(const kg_vertex *parent, kg_vertex v)
{
    return __ldca(&parent[v]);
}

/* Returns a vertex that is, or was, the root of v, and halves the path to it. */
static __device__ kg_vertex find_root(kg_vertex *parent, kg_vertex v)
{
    for (;;) {
        const kg_vertex up = look_up(parent, v), top = look_up(parent, up);

        if (up == top)
            return up;
        kg__atomic_store(&parent[v], top);
        v = top;
    }
}

/* Joins the trees of two vertices. If the exchange fails, its vertex is no longer a root. The
 * exchange then returns its parent, a smaller vertex, and the loop goes on from there. */
static __device__ void join(kg_vertex *parent, kg_vertex u, kg_vertex v)
{
    kg_vertex a = find_root(parent, u), b = find_root(parent, v);

    while (a != b) {
        const kg_vertex low = a < b ? a : b, high = a < b ? b : a;
        const kg_vertex was = atomicCAS(&parent[high], high, low);

        if (was == high)
            return;
        a = low;
        b = find_root(parent, was);
    }
}

/* Thread v owns the k-th edge of vertex v. A first edge to a smaller vertex is already done. */
static __global__ void k_csr_join_first(
    kg_vertex *parent, const kg_edge *row, const kg_vertex *col, uint64_t n, unsigned k)
{
    const uint64_t v = kg__item();

    if (v < n && row[v] + (uint64_t)k < row[v + 1] && (k || col[row[v]] > v))
        join(parent, (kg_vertex)v, col[row[v] + k]);
}

/* Block b owns the edges of share b. */
static __global__ void __launch_bounds__(KG__BLOCK) k_csr_join_edges(kg_vertex *parent,
    const kg_vertex *split, const kg_edge *row, const kg_vertex *col, uint64_t n, uint64_t m)
{
    __shared__ __align__(16) kg_vertex s_row[KG__SHARE];
    kg_edge first;
    const unsigned count = kg__csr_share(s_row, &first, split, n, m, row);

    for (unsigned i = threadIdx.x; i < count; i += KG__BLOCK) {
        const kg_vertex u = s_row[i], v = col[first + i];

        if (look_up(parent, u) != look_up(parent, v))
            join(parent, u, v);
    }
}

/* A thread owns is_root of KG__EACH vertices. */
static __global__ void k_csr_mark_roots(uint32_t *is_root, const kg_vertex *parent, uint64_t n)
{
    KG__FOR_EACH (v, n)
        is_root[v] = parent[v] == v;
}

/* A thread owns KG__EACH components; component may be parent. number: [n] of roots. */
static __global__ void k_csr_number(
    kg_vertex *component, const kg_vertex *parent, const uint32_t *number, uint64_t n)
{
    KG__FOR_EACH (v, n)
        component[v] = number[parent[v]];
}

/* Flattens the forest and numbers its roots; *count: the number of roots. */
static kg_status number_roots(
    kg_context *ctx, uint32_t *number, uint64_t *count, kg_vertex *parent, uint64_t n)
{
    kg_status status;

    KG_TRY(KG_LAUNCH(ctx, k_csr_climb, n, parent, n));
    KG_TRY(KG_LAUNCH_EACH(ctx, k_csr_mark_roots, n, number, parent, n));
    KG_TRY(kg__array_scan_u32_cuda(ctx, number, count, n, number, false));
out:
    return status;
}

/* parent, number: [out] [n] on the device: components, and scratch. */
static kg_status find_components(kg_context *ctx, uint64_t n, uint64_t m, const kg_edge *row,
    const kg_vertex *col, kg_vertex *parent, uint32_t *number, uint64_t *count)
{
    kg_vertex *split = NULL;
    kg_status status;

    KG_TRY(KG_LAUNCH(ctx, k_csr_first_trees, n, parent, row, col, n));
    KG_TRY(KG_LAUNCH(ctx, k_csr_climb, n, parent, n));
    for (unsigned k = 0; k < FIRST_EDGES; k++)
        KG_TRY(KG_LAUNCH(ctx, k_csr_join_first, n, parent, row, col, n, k));
    KG_TRY(number_roots(ctx, number, count, parent, n));
    if (*count > 1 && m) {
        KG_TRY(kg__csr_split(ctx, &split, n, m, row));
        KG_TRY(KG_LAUNCH(ctx, k_csr_join_edges, kg__csr_shares(n, m) * KG__BLOCK, parent, split,
            row, col, n, m));
        KG_TRY(number_roots(ctx, number, count, parent, n));
    }
    KG_TRY(KG_LAUNCH_EACH(ctx, k_csr_number, n, parent, parent, number, n));
out:
    kg__free(ctx, split);
    return status;
}

decl_csr_components(kg__csr_components_cuda)
{
    kg_context *ctx = graph->ctx;
    const uint64_t n = graph->n;
    const kg_edge *row;
    const kg_vertex *col;
    kg_vertex *parent = NULL;
    uint32_t *number = NULL;
    kg_status status = KG_OK;

    *count = 0;
    if (!n)
        return KG_OK;
    KG_TRY(kg__graph_resident(graph, &row, &col));
    KG_TRY(kg__allocate(ctx, &parent, n, sizeof *parent, "a forest of vertices"));
    KG_TRY(kg__allocate(ctx, &number, n, sizeof *number, "numbers of components"));
    kg__stage(ctx, "components");
    KG_TRY(find_components(ctx, n, graph->m, row, col, parent, number, count));
    kg__stage(ctx, "download");
    KG_TRY(kg__memory(ctx)->download(ctx, component, parent, (size_t)n * sizeof *component));
out:
    kg__stage(ctx, NULL);
    kg__free_all(ctx, parent, number);
    return status;
}
