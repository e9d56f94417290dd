/* Sparse matrices as objects. */
#include "sparse.h"

kg_status kg__sparse_check(kg_context *ctx, uint64_t rows, uint64_t columns, uint64_t entries)
{
    if (rows > KG__VERTICES_MAX || columns > KG__VERTICES_MAX)
        return kg__fail(ctx, KG_OVERFLOW,
            "%llu rows and %llu columns: a sparse matrix has at most %llu of each",
            (unsigned long long)rows, (unsigned long long)columns,
            (unsigned long long)KG__VERTICES_MAX);
    if (entries > KG__EDGES_MAX)
        return kg__fail(ctx, KG_OVERFLOW,
            "%llu entries: this konig counts them in %d bits, at most %llu%s",
            (unsigned long long)entries, KG_EDGE_BITS, (unsigned long long)KG__EDGES_MAX,
            KG_EDGE_BITS == 32 ? "; build it with -Dedge_bits=64" : "");
    return KG_OK;
}

kg_status kg__sparse_check_order(kg_context *ctx, kg_sparse_order order)
{
    return order == KG_CSR || order == KG_CSC
               ? KG_OK
               : kg__fail(ctx, KG_ARGUMENT, "unknown order %d of a sparse matrix", (int)order);
}

kg_status kg__sparse_check_appends(const kg_sparse *s)
{
    return s->order == KG_CSR ? KG_OK
                              : kg__fail(s->ctx, KG_ARGUMENT,
                                    "a row is appended to a matrix in CSC: expected one in CSR");
}

kg_status kg__sparse_create(kg_sparse **sparse, kg_context *ctx, kg_type type,
    kg_sparse_order order, uint64_t rows, uint64_t columns)
{
    kg_status status;

    KG_TRY(kg__host_allocate(ctx, sparse, 1, sizeof **sparse, "a sparse matrix"));
    **sparse =
        (kg_sparse){.ctx = ctx, .type = type, .order = order, .rows = rows, .columns = columns};
out:
    return status;
}

kg_status kg__sparse_allocate(kg_sparse *s, uint64_t entries)
{
    const uint64_t lines = kg__sparse_lines(s);
    kg_status status;

    KG_TRY(kg__host_allocate(s->ctx, &s->offset, lines + 1, sizeof *s->offset, "offsets"));
    KG_TRY(kg__host_allocate(s->ctx, &s->index, entries, sizeof *s->index, "indices"));
    KG_TRY(kg__host_allocate(s->ctx, &s->value, entries, kg_type_size(s->type), "entries"));
    s->offset_room = lines + 1;
    s->index_room = s->value_room = entries;
out:
    return status;
}

void kg_sparse_destroy(kg_sparse *sparse)
{
    if (!sparse)
        return;
    kg__free_all(sparse->ctx, sparse->offset, sparse->index, sparse->value, sparse);
}

KG__GETTER(kg_type, kg_sparse_type, kg_sparse, sparse, sparse->type, KG_U32)
KG__GETTER(kg_sparse_order, kg_sparse_get_order, kg_sparse, sparse, sparse->order, KG_CSR)
KG__GETTER(uint64_t, kg_sparse_rows, kg_sparse, sparse, sparse->rows, 0)
KG__GETTER(uint64_t, kg_sparse_columns, kg_sparse, sparse, sparse->columns, 0)
KG__GETTER(uint64_t, kg_sparse_entries, kg_sparse, sparse, kg__sparse_count(sparse), 0)
KG__GETTER(const kg_edge *, kg_sparse_offsets, kg_sparse, sparse, sparse->offset, NULL)
KG__GETTER(const kg_vertex *, kg_sparse_indices, kg_sparse, sparse, sparse->index, NULL)

void *kg_sparse_values(kg_sparse *sparse)
{
    return sparse ? sparse->value : NULL;
}
