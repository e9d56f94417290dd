/* Makes sparse matrices from a caller's arrays. */
#include "../scan/front.h"
#include "sparse.h"
#include <string.h>

/* Fails unless the arrays are those of a matrix of `lines` lines of `across` places each. */
static kg_status check_arrays(
    kg_context *ctx, uint64_t lines, uint64_t across, const kg_edge *offset, const kg_vertex *index)
{
    if (offset[0])
        return kg__fail(
            ctx, KG_ARGUMENT, "offset[0] is %llu, expected 0", (unsigned long long)offset[0]);
    for (uint64_t i = 0; i < lines; i++)
        if (offset[i + 1] < offset[i])
            return kg__fail(ctx, KG_ARGUMENT,
                "offset[%llu] is %llu, less than offset[%llu], %llu: expected offsets that never "
                "decrease",
                (unsigned long long)i + 1, (unsigned long long)offset[i + 1], (unsigned long long)i,
                (unsigned long long)offset[i]);
    for (uint64_t e = 0; e < offset[lines]; e++)
        if (index[e] >= across)
            return kg__fail(ctx, KG_ARGUMENT, "index[%llu] is %llu, expected less than %llu",
                (unsigned long long)e, (unsigned long long)index[e], (unsigned long long)across);
    return KG_OK;
}

/* Copies the arrays, and sorts them. */
static kg_status fill(
    kg_sparse **sparse, const kg_edge *offset, const kg_vertex *index, const void *value)
{
    kg_sparse *s = *sparse;
    const uint64_t lines = kg__sparse_lines(s), count = offset[lines];
    uint64_t line;
    kg_vertex place;
    kg_status status;

    KG_TRY(kg__sparse_allocate(s, count));
    memcpy(s->offset, offset, ((size_t)lines + 1) * sizeof *offset);
    if (count) {
        memcpy(s->index, index, (size_t)count * sizeof *index);
        memcpy(s->value, value, (size_t)count * kg_type_size(s->type));
    }
    KG_TRY(kg__sparse_sort(sparse, &line, &place));
    if (line != UINT64_MAX)
        status = kg__fail(s->ctx, KG_ARGUMENT,
            "%s %llu has two entries with the index %llu: expected one",
            (*sparse)->order == KG_CSR ? "row" : "column", (unsigned long long)line,
            (unsigned long long)place);
out:
    return status;
}

kg_status kg_sparse_build(kg_sparse **sparse, kg_context *context, kg_type type,
    kg_sparse_order order, uint64_t rows, uint64_t columns, const kg_edge *offset,
    const kg_vertex *index, const void *value)
{
    kg_sparse *made = NULL;
    uint64_t lines;
    kg_status status;

    KG_NEED_RESULT(context, sparse, context);
    KG_TRY(kg__array_begin(context, type));
    KG_TRY(kg__sparse_check_order(context, order));
    KG_NEED(context, offset);
    KG_TRY(kg__sparse_check(context, rows, columns, 0));
    lines = order == KG_CSR ? rows : columns;
    KG_TRY(kg__require(context, index || !offset[lines], "index"));
    KG_TRY(kg__require(context, value || !offset[lines], "value"));
    KG_TRY(check_arrays(context, lines, order == KG_CSR ? columns : rows, offset, index));
    KG_TRY(kg__sparse_check(context, 0, 0, offset[lines]));
    KG_TRY(kg__sparse_create(&made, context, type, order, rows, columns));
    KG_TRY(fill(&made, offset, index, value));
    *sparse = made;
    made = NULL;
out:
    kg_sparse_destroy(made);
    return status;
}
