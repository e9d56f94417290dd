/*
 * The stable build of an edge list on CUDA, and of the reverse graph, which is one.
 *
 * In:   pieces of the list in host memory, or edges on the device.
 * Out:  row[n+1], col[m] on the device; values on the host; for the reverse graph also original[m].
 * How:  a stable radix sort by source over the bits in which sources differ. It moves the targets
 *       or, if more data must be moved, places in the list. A list in order is copied. A row ends
 *       where the sorted sources change.
 * Cost: O(m) work a byte of a vertex, O(n). 24 bytes an edge beside the graph, 8 more for the
 *       place, 16 for its value.
 *
 * Deterministic: the sort is stable.
 */
#include "csr_cuda.cuh"
#include <assert.h>
#include <cub/device/device_scan.cuh>
#include <thrust/functional.h>

/* A thread owns KG__EACH edges: the last edge of a row says where the row ends. */
static __global__ void k_csr_row_ends(kg_edge *row, uint64_t m, const kg_vertex *key)
{
    KG__FOR_EACH (e, m)
        if (e + 1 == m || key[e] != key[e + 1])
            row[(uint64_t)key[e] + 1] = (kg_edge)(e + 1);
}

kg_status kg__csr_rows(kg_context *ctx, uint64_t n, uint64_t m, const kg_vertex *key, kg_edge *row)
{
    kg_status status;

    KG_TRY(kg__memory(ctx)->clear(ctx, row, 0, (n + 1) * sizeof *row));
    if (!m)
        goto out;
    KG_TRY(KG_LAUNCH_EACH(ctx, k_csr_row_ends, m, row, m, key));
    /* A row without edges ends at the end of the row before. */
    KG_TRY_CUB(ctx, cub::DeviceScan::InclusiveScan, row, row, thrust::maximum<kg_edge>(), n + 1,
        kg__stream(ctx));
out:
    return status;
}

/* Thread i owns pair i. */
static __global__ void k_csr_split_pairs(
    kg_vertex *source, kg_vertex *target, const kg_vertex *pair, uint64_t count, kg_vertex first)
{
    const uint64_t i = kg__item();

    if (i < count) {
        source[i] = pair[2 * i] - first;
        target[i] = pair[2 * i + 1] - first;
    }
}

/* Thread h owns half-edge h. */
static __global__ void k_csr_split_halves(
    kg_vertex *source, kg_vertex *target, const kg_vertex *end, uint64_t count, kg_vertex first)
{
    const uint64_t h = kg__item();

    if (h < count) {
        source[h] = end[h] - first;
        target[h] = end[h ^ 1] - first;
    }
}

/* Copies the list to the device: source, target: [out] [m]. */
static kg_status upload_list(kg_context *ctx, kg_vertex *source, kg_vertex *target, uint64_t m,
    const kg__edge_piece *piece, size_t pieces)
{
    const kg__memory_ops *memory = kg__memory(ctx);
    kg_vertex *pair = NULL;
    kg_status status = KG_OK;

    for (size_t i = 0; i < pieces; i++) {
        const kg__edge_piece *p = &piece[i];
        const size_t bytes = (size_t)p->count * sizeof *pair;

        if (p->stride == 1 && p->target) {
            assert(!p->first);
            KG_TRY(memory->upload(ctx, source + p->begin, p->source, bytes));
            KG_TRY(memory->upload(ctx, target + p->begin, p->target, bytes));
            continue;
        }
        assert(!p->target || (p->stride == 2 && p->target == p->source + 1));
        if (!pair) /* one array serves all pieces */
            KG_TRY(kg__allocate(ctx, &pair, m, p->stride * sizeof *pair, "pairs of an edge list"));
        KG_TRY(memory->upload(ctx, pair + p->stride * p->begin, p->source, p->stride * bytes));
        if (p->count && !p->target)
            KG_TRY(KG_LAUNCH(ctx, k_csr_split_halves, p->count, source + p->begin,
                target + p->begin, pair + p->begin, p->count, p->first));
        else if (p->count)
            KG_TRY(KG_LAUNCH(ctx, k_csr_split_pairs, p->count, source + p->begin, target + p->begin,
                pair + 2 * p->begin, p->count, p->first));
    }
out:
    kg__free(ctx, pair);
    return status;
}

/* moved: [out] [m] in host memory: value[id[e]], with the values in the order of the pieces. */
static kg_status move_values(kg_context *ctx, double *moved, uint64_t m, const kg_edge *id,
    const kg__edge_piece *piece, size_t pieces)
{
    const kg__memory_ops *memory = kg__memory(ctx);
    double *from = NULL, *to = NULL;
    kg_status status;

    KG_TRY(kg__allocate(ctx, &from, m, sizeof *from, "edge values"));
    KG_TRY(kg__allocate(ctx, &to, m, sizeof *to, "edge values"));
    for (size_t i = 0; i < pieces; i++)
        KG_TRY(memory->upload(
            ctx, from + piece[i].begin, piece[i].value, (size_t)piece[i].count * sizeof *from));
    KG_TRY(KG_LAUNCH(ctx, k_csr_gather<double>, m, to, from, id, m));
    KG_TRY(memory->download(ctx, moved, to, (size_t)m * sizeof *moved));
out:
    kg__free_all(ctx, from, to);
    return status;
}

/* A thread owns KG__EACH places. */
static __global__ void k_csr_number_edges(kg_edge *place, uint64_t m)
{
    KG__FOR_EACH (e, m)
        place[e] = (kg_edge)e;
}

/* Builds a graph's resident arrays from a list; id: [out] [m] the place of each edge in the
 * list. */
static kg_status build_with_ids(
    kg_graph *graph, kg_edge *id, const kg_vertex *source, const kg_vertex *target)
{
    kg_context *ctx = graph->ctx;
    kg_vertex *sorted = NULL;
    kg_edge *place = NULL; /* not id itself: the sort would have to copy at its end */
    kg_status status;

    KG_TRY(kg__allocate(ctx, &sorted, graph->m, sizeof *sorted, "sorted sources"));
    KG_TRY(kg__allocate(ctx, &place, graph->m, sizeof *place, "places in an edge list"));
    KG_TRY(KG_LAUNCH_EACH(ctx, k_csr_number_edges, graph->m, place, graph->m));
    KG_TRY(kg__csr_sort_ids(ctx, sorted, id, graph->m, source, place));
    KG_TRY(kg__csr_rows(ctx, graph->n, graph->m, sorted, graph->resident_row));
    KG_TRY(KG_LAUNCH(
        ctx, k_csr_gather<kg_vertex>, graph->m, graph->resident_col, target, id, graph->m));
out:
    kg__free_all(ctx, sorted, place);
    return status;
}

kg_status kg__csr_build_list(kg_graph *graph, const kg_vertex *source, const kg_vertex *target)
{
    kg_context *ctx = graph->ctx;
    kg_vertex *sorted = NULL;
    kg_status status;

    KG_TRY(kg__allocate(ctx, &sorted, graph->m, sizeof *sorted, "sorted sources"));
    KG_TRY(kg__array_sort_u32_u32_cuda(ctx, sorted, graph->resident_col, graph->m, source, target));
    KG_TRY(kg__csr_rows(ctx, graph->n, graph->m, sorted, graph->resident_row));
out:
    kg__free(ctx, sorted);
    return status;
}

decl_csr_build(kg__csr_build_cuda)
{
    kg_context *ctx = graph->ctx;
    kg_vertex *source = NULL, *target = NULL;
    kg_edge *id = NULL;
    kg_status status;

    KG_TRY(kg__graph_allocate_resident(graph));
    if (!graph->m) {
        KG_TRY(kg__csr_rows(ctx, graph->n, 0, NULL, graph->resident_row));
        goto out;
    }
    KG_TRY(kg__allocate(ctx, &source, graph->m, sizeof *source, "sources of an edge list"));
    KG_TRY(kg__allocate(ctx, &target, graph->m, sizeof *target, "targets of an edge list"));
    kg__stage(ctx, "upload");
    KG_TRY(upload_list(ctx, source, target, graph->m, piece, pieces));
    kg__stage(ctx, "build");
    if (graph->half) {
        KG_TRY(build_with_ids(graph, graph->resident_half, source, target));
        goto out;
    }
    if (!graph->value) {
        KG_TRY(kg__csr_build_list(graph, source, target));
        goto out;
    }
    KG_TRY(kg__allocate(ctx, &id, graph->m, sizeof *id, "places in an edge list"));
    KG_TRY(build_with_ids(graph, id, source, target));
    kg__stage(ctx, "values");
    KG_TRY(move_values(ctx, graph->value, graph->m, id, piece, pieces));
out:
    kg__stage(ctx, NULL);
    kg__free_all(ctx, source, target, id);
    return status;
}

decl_csr_reverse(kg__csr_reverse_cuda)
{
    kg_context *ctx = graph->ctx;
    const kg_edge *row;
    const kg_vertex *col;
    kg_vertex *src = NULL;
    kg_edge *id = NULL;
    kg__edge_piece values = {NULL, NULL, 1, graph->value, 0, graph->m, 0};
    kg_status status;

    KG_TRY(kg__graph_resident(graph, &row, &col));
    KG_TRY(kg__graph_allocate_resident(reverse));
    if (!graph->m) {
        KG_TRY(kg__csr_rows(ctx, graph->n, 0, NULL, reverse->resident_row));
        goto out;
    }
    KG_TRY(kg__allocate(ctx, &src, graph->m, sizeof *src, "edge sources"));
    KG_TRY(kg__allocate(ctx, &id, graph->m, sizeof *id, "original edge ids"));
    kg__stage(ctx, "reverse");
    KG_TRY(kg__csr_expand(ctx, graph->n, graph->m, row, src));
    KG_TRY(build_with_ids(reverse, id, col, src));
    kg__stage(ctx, "download");
    KG_TRY(kg__memory(ctx)->download(ctx, reverse->original, id, (size_t)graph->m * sizeof *id));
    if (graph->value)
        KG_TRY(move_values(ctx, reverse->value, graph->m, id, &values, 1));
out:
    kg__stage(ctx, NULL);
    kg__free_all(ctx, src, id);
    return status;
}
