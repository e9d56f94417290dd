/*
 * Functions of rows on CUDA: the source of each edge, degrees.
 *
 * In:   row[n+1], col[m] on the device.
 * Out:  src[m]; out[n], in[n].
 * How:  shares of rows and edges for the sources (csr_cuda.cuh). In-degrees are counted in place,
 *       by one atomic addition for all lanes of a warp that have the same target. Otherwise all
 *       edges into a hub would wait for each other.
 * Cost: O(n + m) work; beside the results a number a share.
 *
 * Deterministic.
 */
#include "csr_cuda.cuh"

/* Thread t owns split[t]: how many rows end before step t * KG__SHARE of the walk. */
static __global__ void k_csr_split(
    kg_vertex *split, uint64_t shares, uint64_t n, uint64_t m, const kg_edge *row)
{
    const uint64_t t = kg__item(), step = t * KG__SHARE < n + m ? t * KG__SHARE : n + m;
    const uint64_t low = step > m ? step - m : 0, high = step < n ? step : n;

    if (t > shares)
        return;
    split[t] = (kg_vertex)KG__FIRST_WHERE(i, low, high, row[i + 1] >= step - i);
}

kg_status kg__csr_split(
    kg_context *ctx, kg_vertex **split, uint64_t n, uint64_t m, const kg_edge *row)
{
    const uint64_t shares = kg__csr_shares(n, m);
    kg_status status;

    KG_TRY(kg__allocate(ctx, split, shares + 1, sizeof **split, "shares of rows"));
    KG_TRY(KG_LAUNCH(ctx, k_csr_split, shares + 1, *split, shares, n, m, row));
out:
    return status;
}

/* Block b owns the edges of share b. */
static __global__ void __launch_bounds__(KG__BLOCK)
    k_csr_expand(kg_vertex *src, const kg_vertex *split, uint64_t n, uint64_t m, const kg_edge *row)
{
    __shared__ __align__(16) kg_vertex s_row[KG__SHARE];
    kg_edge first;
    const unsigned count = kg__csr_share(s_row, &first, split, n, m, row);

    for (unsigned i = threadIdx.x; i < count; i += KG__BLOCK)
        src[first + i] = s_row[i];
}

kg_status kg__csr_expand(
    kg_context *ctx, uint64_t n, uint64_t m, const kg_edge *row, kg_vertex *src)
{
    kg_vertex *split = NULL;
    kg_status status;

    KG_TRY(kg__csr_split(ctx, &split, n, m, row));
    KG_TRY(KG_LAUNCH(ctx, k_csr_expand, kg__csr_shares(n, m) * KG__BLOCK, src, split, n, m, row));
out:
    kg__free(ctx, split);
    return status;
}

decl_csr_sources(kg__csr_sources_cuda)
{
    kg_context *ctx = graph->ctx;
    const kg_edge *row;
    const kg_vertex *col;
    kg_vertex *d_src = NULL;
    kg_status status = KG_OK;

    if (!graph->m)
        return KG_OK;
    KG_TRY(kg__graph_resident(graph, &row, &col));
    KG_TRY(kg__allocate(ctx, &d_src, graph->m, sizeof *d_src, "edge sources"));
    kg__stage(ctx, "sources");
    KG_TRY(kg__csr_expand(ctx, graph->n, graph->m, row, d_src));
    kg__stage(ctx, "download");
    KG_TRY(kg__memory(ctx)->download(ctx, src, d_src, (size_t)graph->m * sizeof *src));
out:
    kg__stage(ctx, NULL);
    kg__free(ctx, d_src);
    return status;
}

/* ---- degrees --------------------------------------------------------------------------------- */

/* Thread v owns out[v]. */
static __global__ void k_csr_out_degrees(kg_edge *out, const kg_edge *row, uint64_t n)
{
    const uint64_t v = kg__item();

    if (v < n)
        out[v] = row[v + 1] - row[v];
}

static __device__ __forceinline__ void add(kg_edge *at, unsigned value)
{
#if KG_EDGE_BITS == 64
    atomicAdd((unsigned long long *)at, (unsigned long long)value);
#else
    atomicAdd(at, value);
#endif
}

/* Thread e owns edge e. */
static __global__ void k_csr_in_degrees(kg_edge *in, const kg_vertex *col, uint64_t m)
{
    const uint64_t e = kg__item();
    const kg_vertex v = e < m ? col[e] : KG_NO_VERTEX;
    const unsigned same = __match_any_sync(0xffffffff, v), lane = threadIdx.x & 31;

    if (v != KG_NO_VERTEX && lane == (unsigned)__ffs(same) - 1)
        add(&in[v], __popc(same));
}

decl_csr_degrees(kg__csr_degrees_cuda)
{
    kg_context *ctx = graph->ctx;
    const kg__memory_ops *memory = kg__memory(ctx);
    const size_t bytes = (size_t)graph->n * sizeof *out;
    const kg_edge *row;
    const kg_vertex *col;
    kg_edge *d_out = NULL, *d_in = NULL;
    kg_status status = KG_OK;

    if (!graph->n)
        return KG_OK;
    KG_TRY(kg__graph_resident(graph, &row, &col));
    KG_TRY(kg__allocate(ctx, &d_out, graph->n, sizeof *d_out, "out-degrees"));
    KG_TRY(kg__allocate(ctx, &d_in, graph->n, sizeof *d_in, "in-degrees"));
    kg__stage(ctx, "degrees");
    KG_TRY(KG_LAUNCH(ctx, k_csr_out_degrees, graph->n, d_out, row, graph->n));
    KG_TRY(memory->clear(ctx, d_in, 0, bytes));
    if (graph->m)
        KG_TRY(KG_LAUNCH(ctx, k_csr_in_degrees, graph->m, d_in, col, graph->m));
    kg__stage(ctx, "download");
    KG_TRY(memory->download(ctx, out, d_out, bytes));
    KG_TRY(memory->download(ctx, in, d_in, bytes));
out:
    kg__stage(ctx, NULL);
    kg__free_all(ctx, d_out, d_in);
    return status;
}
