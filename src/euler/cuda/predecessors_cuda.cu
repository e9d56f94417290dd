/*
 * Stages 2 and 1 on CUDA: predecessors, check.
 *
 * in   row[n+1], col[m]
 * out  pred[m]; source[m], the targets in order, which are the sources of the slots where all is
 *      balanced; witness
 *
 * A stable sort of edge ids by target is pred. For the check, the first and the last slot of each
 * row are looked up in the sorted targets. Where both hold the row's own vertex, its in-degree is
 * at least its out-degree; where that is so for all vertices, the degrees are equal, since their
 * sums are. One sort of m pairs (CUB's radix sort, by the bits that vertices have), O(n)
 * for the check. Only where something is unbalanced are the degrees brought to the host.
 */
#include "euler_cuda.cuh"
#include <cub/device/device_radix_sort.cuh>

/* Bits of the largest vertex. */
static int vertex_bits(kg_vertex n)
{
    int bits = 1;

    while (bits < 32 && (uint64_t)n - 1 >> bits)
        bits++;
    return bits;
}

kg_status kg__euler_sort_bytes(kg_context *ctx, size_t *bytes, kg_edge m, kg_vertex n)
{
    const kg_vertex *key = NULL;
    const kg_edge *id = NULL;

    return KG_CUDA(ctx, cub::DeviceRadixSort::SortPairs(NULL, *bytes, key, (kg_vertex *)NULL, id,
                            (kg_edge *)NULL, (uint64_t)m, 0, vertex_bits(n), kg__stream(ctx)));
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
        w->col, s->source, s->other, s->pred, (uint64_t)w->m, 0, vertex_bits(w->n),
        kg__stream(w->ctx)));
out:
    return status;
}

/* Thread v owns row v. */
static __global__ void k_euler_check(
    kg__euler_tally *tally, const kg_edge *row, const kg_vertex *source, uint64_t n)
{
    uint64_t v = kg__item();

    if (v < n && row[v] < row[v + 1] && (source[row[v]] != v || source[row[v + 1] - 1] != v))
        atomicAdd(&tally->unbalanced, 1ull);
}

/* The first slot in the sorted targets that is v or more. */
static __device__ uint64_t lower_bound(const kg_vertex *source, uint64_t m, uint64_t v)
{
    uint64_t low = 0, high = m;

    while (low < high) {
        uint64_t middle = (low + high) / 2;

        if (source[middle] < v)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

/* Thread v owns in[v]. */
static __global__ void k_euler_in_degrees(
    kg_edge *in, const kg_vertex *source, uint64_t m, uint64_t n)
{
    uint64_t v = kg__item();

    if (v < n)
        in[v] = (kg_edge)(lower_bound(source, m, v + 1) - lower_bound(source, m, v));
}

/* Finds the vertices that are not balanced. */
static kg_status list_unbalanced(kg__euler_work *w)
{
    kg__euler_cuda *s = kg__euler_state(w);
    kg_euler_witness *no = &w->witness;
    kg_edge *in = NULL, *row = NULL, *d_in = NULL;
    kg_status status;

    KG_TRY(kg__host_allocate(w->ctx, &in, w->n, sizeof *in, "in-degrees"));
    KG_TRY(kg__host_allocate(w->ctx, &row, (uint64_t)w->n + 1, sizeof *row, "row offsets"));
    KG_TRY(kg__allocate(w->ctx, &d_in, w->n, sizeof *in, "in-degrees"));
    KG_TRY(KG_LAUNCH(w->ctx, k_euler_in_degrees, w->n, d_in, s->source, w->m, w->n));
    KG_TRY(kg__memory(w->ctx)->download(w->ctx, in, d_in, (size_t)w->n * sizeof *in));
    KG_TRY(kg__memory(w->ctx)->download(w->ctx, row, w->row, ((size_t)w->n + 1) * sizeof *row));
    for (uint64_t v = 0; v < w->n; v++) {
        kg_edge out = row[v + 1] - row[v];

        if (out == in[v])
            continue;
        if (no->count++ < KG_EULER_WITNESSES) {
            no->vertex[no->listed] = (kg_vertex)v;
            no->out_degree[no->listed] = out;
            no->in_degree[no->listed++] = in[v];
        }
    }
out:
    kg__free(w->ctx, in);
    kg__free(w->ctx, row);
    kg__free(w->ctx, d_in);
    return status;
}

decl_euler_check(kg__euler_check_cuda)
{
    kg__euler_cuda *s = kg__euler_state(w);
    kg__euler_tally tally;
    kg_status status;

    w->witness.count = 0;
    w->witness.listed = 0;
    KG_TRY(kg__memory(w->ctx)->clear(w->ctx, s->tally, 0, sizeof tally));
    KG_TRY(KG_LAUNCH(w->ctx, k_euler_check, w->n, s->tally, w->row, s->source, w->n));
    KG_TRY(kg__cuda_fetch(w->ctx, &tally, s->tally, sizeof tally));
    if (tally.unbalanced)
        KG_TRY(list_unbalanced(w));
out:
    return status;
}
