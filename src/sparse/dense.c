/*
 * Converts between sparse and dense matrices.
 *
 * Method: threads count the numbers of each row that are not 0, and then write them after the rows
 * before.
 * Work: O(rows * columns), two reads of the numbers.
 */
#include "../matrix/matrix.h"
#include "sparse.h"
#include <string.h>

enum { GRAIN = 1 << 16 };

/* Finds the numbers that are not 0. index and value: [out] room for them, from `at` on; index NULL:
 * they are only counted. Returns how many there are. */
static uint64_t find_entries(
    kg_type type, uint64_t count, const void *from, kg_vertex *index, void *value, uint64_t at)
{
    uint64_t found = 0;

    switch (type) {
#define CASE(TYPE, T, member)                                                                      \
    case TYPE:                                                                                     \
        for (uint64_t i = 0; i < count; i++) {                                                     \
            if (((const T *)from)[i] == 0)                                                         \
                continue;                                                                          \
            if (index) {                                                                           \
                index[at + found] = (kg_vertex)i;                                                  \
                ((T *)value)[at + found] = ((const T *)from)[i];                                   \
            }                                                                                      \
            found++;                                                                               \
        }                                                                                          \
        break;
        KG__EACH_TYPE(CASE)
#undef CASE
    }
    return found;
}

kg_status kg_sparse_append_dense(kg_sparse *sparse, const void *value)
{
    uint64_t count, at;
    kg_status status;

    KG_NEED(NULL, sparse);
    kg__begin(sparse->ctx);
    if (sparse->columns)
        KG_NEED(sparse->ctx, value);
    KG_TRY(kg__sparse_check_appends(sparse));
    count = find_entries(sparse->type, sparse->columns, value, NULL, NULL, 0);
    KG_TRY(kg__sparse_room(sparse, count));
    at = kg__sparse_count(sparse);
    if (count)
        find_entries(sparse->type, sparse->columns, value, sparse->index, sparse->value, at);
    sparse->offset[++sparse->rows] = (kg_edge)(at + count);
out:
    return status;
}

static const void *row_of(const kg_matrix *matrix, uint64_t i)
{
    return (const char *)matrix->data + i * matrix->columns * kg_type_size(matrix->type);
}

kg_status kg_sparse_build_dense(kg_sparse **sparse, kg_matrix *matrix)
{
    kg_context *ctx = KG__CONTEXT(matrix);
    uint64_t *begin = NULL; /* [rows + 1] the beginning of each row's entries */
    uint64_t rows, columns;
    int threads;
    kg_sparse *made = NULL;
    kg_status status;

    KG_NEED_RESULT(KG__CONTEXT(matrix), sparse, matrix);
    kg__begin(ctx);
    rows = matrix->rows;
    columns = matrix->columns;
    KG_TRY(kg__sparse_check(ctx, rows, columns, 0));
    KG_TRY(kg__host_allocate(ctx, &begin, rows + 1, sizeof *begin, "offsets"));
    threads = kg__threads(ctx, rows * columns, GRAIN);
    begin[0] = 0;
    KG_PARALLEL_FOR(threads)
    for (uint64_t i = 0; i < rows; i++)
        begin[i + 1] = find_entries(matrix->type, columns, row_of(matrix, i), NULL, NULL, 0);
    for (uint64_t i = 0; i < rows; i++)
        begin[i + 1] += begin[i];
    KG_TRY(kg__sparse_check(ctx, 0, 0, begin[rows]));
    KG_TRY(kg__sparse_create(&made, ctx, matrix->type, KG_CSR, rows, columns));
    KG_TRY(kg__sparse_allocate(made, begin[rows]));
    for (uint64_t i = 0; i <= rows; i++)
        made->offset[i] = (kg_edge)begin[i];
    KG_PARALLEL_FOR(threads)
    for (uint64_t i = 0; i < rows; i++)
        if (begin[i + 1] > begin[i])
            find_entries(
                matrix->type, columns, row_of(matrix, i), made->index, made->value, begin[i]);
    *sparse = made;
    made = NULL;
out:
    kg_sparse_destroy(made);
    kg__free(ctx, begin);
    return status;
}

kg_status kg_sparse_dense(kg_matrix **matrix, kg_sparse *sparse)
{
    const size_t size = sparse ? kg_type_size(sparse->type) : 0;
    kg_matrix *made = NULL;
    uint64_t lines, down, across; /* numbers from a line to the next, from an index to the next */
    kg_status status;

    KG_NEED_RESULT(KG__CONTEXT(sparse), matrix, sparse);
    kg__begin(sparse->ctx);
    lines = kg__sparse_lines(sparse);
    down = sparse->order == KG_CSR ? sparse->columns : 1;
    across = sparse->order == KG_CSR ? 1 : sparse->columns;
    KG_TRY(kg__matrix_create(&made, sparse->ctx, sparse->type, sparse->rows, sparse->columns));
    made->table = true;
    if (sparse->rows && sparse->columns)
        memset(made->data, 0, (size_t)(sparse->rows * sparse->columns) * size);
    for (uint64_t i = 0; i < lines; i++)
        for (uint64_t e = sparse->offset[i]; e < sparse->offset[i + 1]; e++)
            memcpy((char *)made->data + (i * down + sparse->index[e] * across) * size,
                (const char *)sparse->value + e * size, size);
    *matrix = made;
    made = NULL;
out:
    kg_matrix_destroy(made);
    return status;
}
