/*
 * Stages 2 and 1 on CUDA: predecessors, check.
 *
 * in   row[n+1], col[m]; for the check with ranks (ranks/pair_cuda.cu) the rows of the rank
 * out  pred[m]; source[m], the targets in order, which are the sources of the slots if all vertices
 *      are balanced; witness
 *
 * A stable sort of edge ids by target is pred. For the check, the sorted targets are read at the
 * first and the last slot of each row. If both hold the row's own vertex, its in-degree is at least
 * its out-degree. If this holds for all vertices, the degrees are equal, since their sums are. One
 * sort of m pairs (CUB's radix sort, by the bits that vertices have), O(n) for the check. The
 * degrees are copied to the host only if a vertex is unbalanced.
 */
#include "euler_cuda.cuh"
#include <cub/device/device_radix_sort.cuh>

kg_status kg__euler_sort_bytes(kg_context *ctx, size_t *bytes, kg_edge m, kg_vertex n)
{
    const kg_vertex *key = NULL;
    const kg_edge *id = NULL;

    return KG_CUDA(ctx, cub::DeviceRadixSort::SortPairs(NULL, *bytes, key, (kg_vertex *)NULL, id,
                            (kg_edge *)NULL, (uint64_t)m, 0, kg__vertex_bits(n), kg__stream(ctx)));
}

/* Thread e owns id[e]. */
static __global__ void k_euler_number(kg_edge *id, uint64_t m)
{
    uint64_t e = kg__item();

    if (e < m)
        id[e] = (kg_edge)e;
}

decl_euler_predecessors(kg__euler_predecessors_cuda)
{
    kg__euler_cuda *s = kg__euler_state(w);
    kg_status status;

    KG_TRY(KG_LAUNCH(w->ctx, k_euler_number, w->m, s->other, w->m));
    KG_TRY(KG_LAUNCH_CUB(w->ctx, cub::DeviceRadixSort::SortPairs, s->scratch, s->scratch_bytes,
        w->col, s->source, s->other, s->pred, (uint64_t)w->m, 0, kg__vertex_bits(w->n),
        kg__stream(w->ctx)));
out:
    return status;
}

/* Thread v owns row v: whether the first and the last edge to it are where its slots are. */
static __global__ void k_euler_check(kg__counter *unbalanced, kg__pairs pairs)
{
    const uint64_t v = kg__item();

    if (v < pairs.rows && pairs.row[v] < pairs.row[v + 1] &&
        (pairs.target[pairs.row[v] - pairs.first] != v ||
            pairs.target[pairs.row[v + 1] - 1 - pairs.first] != v))
        atomicAdd(unbalanced, (kg__counter)1);
}

/* Thread v owns in[v]. */
static __global__ void k_euler_in_degrees(kg_edge *in, kg__pairs pairs)
{
    const uint64_t v = kg__item();

    if (v < pairs.rows)
        in[v] = (kg_edge)(kg__d_below(pairs.target, pairs.edges, v + 1) -
                          kg__d_below(pairs.target, pairs.edges, v));
}

void kg__euler_add_witness(kg_euler_witness *no, uint64_t v, uint64_t out, uint64_t in)
{
    if (in == out)
        return;
    no->count++;
    if (no->listed == KG_EULER_WITNESSES)
        return;
    no->vertex[no->listed] = (kg_vertex)v;
    no->out_degree[no->listed] = out;
    no->in_degree[no->listed++] = in;
}

static kg_status list_unbalanced(kg_context *ctx, kg_euler_witness *no, const kg__pairs *pairs)
{
    const uint64_t rows = pairs->rows;
    kg_edge *in = NULL, *row = NULL, *d_in = NULL;
    kg_status status;

    KG_TRY(kg__host_allocate(ctx, &in, rows, sizeof *in, "in-degrees"));
    KG_TRY(kg__host_allocate(ctx, &row, rows + 1, sizeof *row, "row offsets"));
    KG_TRY(kg__allocate(ctx, &d_in, rows, sizeof *in, "in-degrees"));
    KG_TRY(KG_LAUNCH_ANY(ctx, k_euler_in_degrees, rows, d_in, *pairs));
    KG_TRY(kg__memory(ctx)->download(ctx, in, d_in, rows * sizeof *in));
    KG_TRY(kg__memory(ctx)->download(ctx, row, pairs->row, (rows + 1) * sizeof *row));
    for (uint64_t v = 0; v < rows; v++)
        kg__euler_add_witness(no, pairs->vertex + v, row[v + 1] - row[v], in[v]);
out:
    kg__free(ctx, in);
    kg__free(ctx, row);
    kg__free(ctx, d_in);
    return status;
}

kg_status kg__euler_compare_degrees(
    kg_context *ctx, kg_euler_witness *no, kg__counter *counter, const kg__pairs *pairs)
{
    kg__counter unbalanced;
    kg_status status;

    KG_TRY(kg__memory(ctx)->clear(ctx, counter, 0, sizeof *counter));
    if (pairs->edges == pairs->slots)
        KG_TRY(KG_LAUNCH_ANY(ctx, k_euler_check, pairs->rows, counter, *pairs));
    KG_TRY(kg__cuda_fetch(ctx, &unbalanced, counter, sizeof unbalanced));
    if (unbalanced || pairs->edges != pairs->slots)
        KG_TRY(list_unbalanced(ctx, no, pairs));
out:
    return status;
}

decl_euler_check(kg__euler_check_cuda)
{
    kg__euler_cuda *s = kg__euler_state(w);
    const kg__pairs pairs = {w->row, s->source, w->n, w->m, w->m, 0, 0};

    w->witness.count = 0;
    w->witness.listed = 0;
    return kg__euler_compare_degrees(w->ctx, &w->witness, &s->tally->unbalanced, &pairs);
}
