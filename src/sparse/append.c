/* Sparse matrices in CSR that grow row by row. */
#include "../scan/front.h"
#include "sparse.h"
#include <string.h>

kg_status kg__sparse_room(kg_sparse *s, uint64_t entries)
{
    const uint64_t lines = kg__sparse_lines(s);
    uint64_t all;
    kg_status status;

    if (__builtin_add_overflow(kg__sparse_count(s), entries, &all))
        all = UINT64_MAX; /* the check refuses this */
    KG_TRY(kg__sparse_check(s->ctx, lines + 1, 0, all));
    KG_TRY(kg__host_grow(
        s->ctx, &s->offset, &s->offset_room, lines + 2, sizeof *s->offset, "offsets"));
    if (!all)
        goto out;
    KG_TRY(kg__host_grow(s->ctx, &s->index, &s->index_room, all, sizeof *s->index, "indices"));
    KG_TRY(kg__host_grow(s->ctx, &s->value, &s->value_room, all, kg_type_size(s->type), "entries"));
out:
    return status;
}

kg_status kg_sparse_create(kg_sparse **sparse, kg_context *context, kg_type type, uint64_t columns)
{
    kg_sparse *made = NULL;
    kg_status status;

    KG_NEED_RESULT(context, sparse, context);
    KG_TRY(kg__array_begin(context, type));
    KG_TRY(kg__sparse_check(context, 0, columns, 0));
    KG_TRY(kg__sparse_create(&made, context, type, KG_CSR, 0, columns));
    KG_TRY(kg__sparse_allocate(made, 0));
    made->offset[0] = 0;
    *sparse = made;
    made = NULL;
out:
    kg_sparse_destroy(made);
    return status;
}

kg_status kg_sparse_append(
    kg_sparse *sparse, uint64_t count, const kg_vertex *column, const void *value)
{
    const size_t size = sparse ? kg_type_size(sparse->type) : 0;
    uint64_t at;
    kg_status status;

    KG_NEED(NULL, sparse);
    kg__begin(sparse->ctx);
    KG_TRY(kg__require(sparse->ctx, column || !count, "column"));
    KG_TRY(kg__require(sparse->ctx, value || !count, "value"));
    KG_TRY(kg__sparse_check_appends(sparse));
    for (uint64_t i = 0; i < count; i++) {
        if (column[i] >= sparse->columns)
            return kg__fail(sparse->ctx, KG_ARGUMENT, "column %llu: expected less than %llu",
                (unsigned long long)column[i], (unsigned long long)sparse->columns);
        if (i && column[i] <= column[i - 1])
            return kg__fail(sparse->ctx, KG_ARGUMENT,
                "column %llu follows column %llu: expected increasing columns",
                (unsigned long long)column[i], (unsigned long long)column[i - 1]);
    }
    KG_TRY(kg__sparse_room(sparse, count));
    at = kg__sparse_count(sparse);
    if (count) {
        memcpy(sparse->index + at, column, (size_t)count * sizeof *column);
        memcpy((char *)sparse->value + at * size, value, (size_t)count * size);
    }
    sparse->offset[++sparse->rows] = (kg_edge)(at + count);
out:
    return status;
}
