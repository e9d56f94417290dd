/*
 * Stage 8 on CUDA: is this walk an Euler circuit or path of this graph?
 *
 * in   row[n+1], col[m], walk[m]; of an undirected graph end[2m], and walk[m] of half-edges
 * out  right or not; if not, the first offence as the context's message
 *
 * By definition, as on the CPU: each entry is an edge, none occurs twice, each edge's target is the
 * source of the next, and the last edge leads to the first or not, as the kind says. O(m) work, m
 * bits. The kernel only decides whether the walk is right; the CPU's verification finds the offence
 * of a wrong walk. Shares no code with stages 2 to 7.
 */
#include "euler_cuda.cuh"

/* The CPU's verification. */
extern "C" decl_euler_verify(kg__euler_verify_cpu);

typedef struct kg__walk_verdict {
    unsigned wrong;
} kg__walk_verdict;

/* Thread i owns entry i of the walk. The entry is an edge e with target to[e]; or a half-edge h,
 * which leads from to[h] to to[h ^ 1] along edge h / 2, without rows. */
template <bool halves>
static __global__ void k_euler_verify(kg__walk_verdict *verdict, uint32_t *seen, const kg_edge *row,
    const kg_vertex *to, const kg_edge *walk, uint64_t m, bool circuit)
{
    uint64_t i = kg__item();
    kg_edge here, next, e;
    kg_vertex v;
    bool goes_on, right;

    if (i >= m)
        return;
    here = walk[i];
    next = walk[i + 1 < m ? i + 1 : 0];
    e = halves ? here >> 1 : here;
    right = e < m && (halves ? next >> 1 : next) < m;
    if (right) {
        v = to[halves ? here ^ 1 : here];
        goes_on = halves ? v == to[next] : row[v] <= next && next < row[v + 1];
        right = (i + 1 < m ? goes_on : goes_on == circuit) &&
                !(atomicOr(&seen[e >> 5], 1u << (e & 31)) >> (e & 31) & 1);
    }
    if (!right)
        atomicExch(&verdict->wrong, 1u);
}

/* Launches the kernel on a walk that has edges. end: [out] the caller frees it. */
static kg_status look_at(kg__walk_verdict *verdict, uint32_t *seen, kg_vertex **end,
    kg_graph *graph, const kg_edge *walk, kg_euler_kind kind)
{
    kg_context *ctx = graph->ctx;
    const uint64_t m = kg__edges(graph);
    const bool circuit = kind == KG_EULER_CIRCUIT;
    const kg_edge *row;
    const kg_vertex *col;
    kg_status status;

    if (graph->half) {
        KG_TRY(kg__graph_make_ends(graph));
        KG_TRY(kg__allocate(ctx, end, 2 * m, sizeof **end, "edge ends"));
        KG_TRY(kg__memory(ctx)->upload(ctx, *end, graph->end, 2 * m * sizeof **end));
        return KG_LAUNCH(ctx, k_euler_verify<true>, m, verdict, seen, (const kg_edge *)NULL, *end,
            walk, m, circuit);
    }
    KG_TRY(kg__graph_resident(graph, &row, &col));
    KG_TRY(KG_LAUNCH(ctx, k_euler_verify<false>, m, verdict, seen, row, col, walk, m, circuit));
out:
    return status;
}

decl_euler_verify(kg__euler_verify_cuda)
{
    kg_context *ctx = graph->ctx;
    const uint64_t m = kg__edges(graph);
    size_t bytes = ((size_t)m / 32 + 1) * sizeof(uint32_t);
    kg_vertex *end = NULL;
    uint32_t *seen = NULL;
    kg__walk_verdict *d_verdict = NULL, verdict = {0};
    kg_edge *host = NULL;
    kg_status status;

    KG_TRY(kg__allocate(ctx, &seen, bytes, 1, "edges seen by the verification"));
    KG_TRY(kg__allocate(ctx, &d_verdict, 1, sizeof verdict, "the verdict"));
    KG_TRY(kg__memory(ctx)->clear(ctx, seen, 0, bytes));
    KG_TRY(kg__memory(ctx)->clear(ctx, d_verdict, 0, sizeof verdict));
    if (m) {
        KG_TRY(look_at(d_verdict, seen, &end, graph, walk, kind));
        KG_TRY(kg__cuda_fetch(ctx, &verdict, d_verdict, sizeof verdict));
    }
    *right = !verdict.wrong;
    if (verdict.wrong) {
        KG_TRY(kg__host_allocate(ctx, &host, m, sizeof *host, "the walk"));
        KG_TRY(kg__memory(ctx)->download(ctx, host, walk, (size_t)m * sizeof *host));
        KG_TRY(kg__graph_bring(graph));
        KG_TRY(kg__euler_verify_cpu(graph, host, kind, right));
    }
out:
    kg__free(ctx, end);
    kg__free(ctx, seen);
    kg__free(ctx, d_verdict);
    kg__free(ctx, host);
    return status;
}
