/*
 * Functions of rows on the CPU: the source of each edge, degrees, offsets from lengths. Each takes
 * O(n + m) work and no memory, and is deterministic.
 */
#include "../base/bisect.h"
#include "csr_ops.h"
#include <string.h>

enum { GRAIN = 1 << 16 };

/* The row of edge e: the first row that ends after e. */
static kg_vertex row_of(kg_vertex n, const kg_edge *row, uint64_t e)
{
    return KG__FIRST_WHERE(i, 0, n, row[(uint64_t)i + 1] > e);
}

/* Each part has as many edges, not as many vertices, because one row may have most of the edges. */
decl_csr_sources(kg__csr_sources_cpu)
{
    const kg_edge *row = graph->row;
    kg_vertex n = graph->n;
    uint64_t m = graph->m;
    int threads = kg__threads(graph->ctx, m, GRAIN);

    KG_PARALLEL_FOR(threads, schedule(static, 1))
    for (int part = 0; part < threads; part++) {
        uint64_t e = kg__part(m, part, threads), end = kg__part(m, part + 1, threads);

        for (uint64_t v = e < end ? row_of(n, row, e) : n; e < end; v++)
            for (; e < end && e < row[v + 1]; e++)
                src[e] = (kg_vertex)v;
    }
    return KG_OK;
}

decl_csr_degrees(kg__csr_degrees_cpu)
{
    const kg_edge *row = graph->row;
    const kg_vertex *col = graph->col;
    uint64_t n = graph->n, m = graph->m;
    int threads = kg__threads(graph->ctx, n + m, GRAIN);

    KG_PARALLEL_FOR(threads)
    for (uint64_t v = 0; v < n; v++)
        out[v] = row[v + 1] - row[v];
    if (graph->half) {
        memcpy(in, out, n * sizeof *in);
        return KG_OK;
    }
    memset(in, 0, n * sizeof *in);
    KG_PARALLEL_FOR(threads)
    for (uint64_t e = 0; e < m; e++)
        __atomic_fetch_add(&in[col[e]], 1, __ATOMIC_RELAXED);
    return KG_OK;
}

kg_status kg__row_offsets_cpu(kg_context *ctx, kg_vertex n, kg_edge *row, uint64_t *total)
{
    int threads = kg__threads(ctx, n, GRAIN);
    uint64_t *begin = NULL; /* [threads + 1] */
    kg_status status;

    KG_TRY(kg__host_allocate(ctx, &begin, (uint64_t)threads + 1, sizeof *begin, "partial sums"));
    KG_PARALLEL_FOR(threads, schedule(static, 1))
    for (int part = 0; part < threads; part++) {
        uint64_t sum = 0;

        for (uint64_t v = kg__part(n, part, threads); v < kg__part(n, part + 1, threads); v++)
            sum += row[v + 1];
        begin[part + 1] = sum;
    }
    begin[0] = 0;
    for (int part = 0; part < threads; part++)
        begin[part + 1] += begin[part];
    row[0] = 0;
    KG_PARALLEL_FOR(threads, schedule(static, 1))
    for (int part = 0; part < threads; part++) {
        uint64_t sum = begin[part];

        for (uint64_t v = kg__part(n, part, threads); v < kg__part(n, part + 1, threads); v++)
            row[v + 1] = (kg_edge)(sum += row[v + 1]);
    }
    *total = begin[threads];
out:
    kg__free(ctx, begin);
    return status;
}
