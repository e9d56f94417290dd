/* Transposing and multiplying matrices: the fronts. */
#include "../scan/array_ops.h"
#include "matrix.h"
#include "matrix_ops.h"
#include <string.h>

/* Unmaps an array, if there is one, and sets its pointer to NULL. */
static kg_status unmap(kg_matrix *matrix, void **array, uint64_t rows)
{
    void *given = *array;

    *array = NULL;
    return given ? kg_matrix_unmap(matrix, given, rows) : KG_OK;
}

kg_status kg_matrix_transpose(kg_matrix **transposed, kg_matrix *matrix)
{
    kg_context *ctx = KG__CONTEXT(matrix);
    kg_matrix *made = NULL;
    void *value = NULL, *result = NULL;
    kg_status status;

    KG_NEED(KG__CONTEXT(matrix), transposed);
    *transposed = NULL;
    KG_NEED(NULL, matrix);
    KG_TRY(kg__array_begin(ctx, matrix->type));
    KG_TRY(kg__matrix_create(&made, ctx, matrix->type, matrix->columns, matrix->rows));
    made->table = matrix->table;
    KG_TRY(kg_matrix_map(&value, matrix, KG_MAP_COPY));
    KG_TRY(kg_matrix_map(&result, made, KG_MAP_OVERWRITE));
    KG_TRY(kg__matrices(ctx)->transpose(
        ctx, result, kg_type_size(matrix->type), matrix->rows, matrix->columns, value));
    KG_TRY(unmap(made, &result, made->rows));
    *transposed = made;
    made = NULL;
out:
    unmap(made, &result, 0);
    unmap(matrix, &value, 0);
    kg_matrix_destroy(made);
    return status;
}

/* Whether the product has an infinity or NaN although neither factor has one. Once a partial sum is
 * infinite or NaN, it stays so; where a number of the product is finite, all its partial sums
 * were. */
static bool passes(const kg_matrix *product, const kg_matrix *a, const kg_matrix *b)
{
    uint64_t first;

    return !kg__matrix_is_finite(product, &first) && kg__matrix_is_finite(a, &first) &&
           kg__matrix_is_finite(b, &first);
}

kg_status kg_matrix_multiply(kg_matrix **product, kg_matrix *a, kg_matrix *b, kg_multiply_way way)
{
    kg_context *ctx = KG__CONTEXT(a);
    kg_matrix *made = NULL;
    void *left = NULL, *right = NULL, *result = NULL;
    bool real;
    kg_status status;

    KG_NEED(KG__CONTEXT(a), product);
    *product = NULL;
    KG_NEED(KG__CONTEXT(b), a);
    KG_NEED(ctx, b);
    real = a->type == KG_F32 || a->type == KG_F64;
    KG_TRY(kg__array_begin(ctx, a->type));
    if (a->type != b->type)
        return kg__fail(ctx, KG_ARGUMENT, "matrices of two types of numbers");
    if (a->type == KG_U32)
        return kg__fail(ctx, KG_ARGUMENT, "products of KG_U32 are not made: expected KG_U64");
    if (a->columns != b->rows)
        return kg__fail(ctx, KG_ARGUMENT,
            "matrices of %llu x %llu and %llu x %llu: as many columns are needed as rows",
            (unsigned long long)a->rows, (unsigned long long)a->columns,
            (unsigned long long)b->rows, (unsigned long long)b->columns);
    KG_TRY(kg__matrix_create(&made, ctx, a->type, a->rows, b->columns));
    made->table = a->table || b->table;
    if (!a->columns) {
        memset(made->data, 0, made->rows * made->columns * kg_type_size(made->type));
    } else if (made->rows && made->columns) {
        KG_TRY(kg_matrix_map(&left, a, KG_MAP_COPY));
        KG_TRY(kg_matrix_map(&right, b, KG_MAP_COPY));
        KG_TRY(kg_matrix_map(&result, made, KG_MAP_OVERWRITE));
        KG_TRY((way == KG_MULTIPLY_BLAS && real ? kg__matrices(ctx)->multiply_blas
                                                : kg__matrices(ctx)->multiply)(
            ctx, result, a->type, a->rows, a->columns, b->columns, left, right));
        KG_TRY(unmap(made, &result, made->rows));
        if (passes(made, a, b))
            KG_TRY(KG_OVERFLOW);
    }
    *product = made;
    made = NULL;
out:
    unmap(made, &result, 0);
    unmap(b, &right, 0);
    unmap(a, &left, 0);
    kg_matrix_destroy(made);
    return status == KG_OVERFLOW ? kg__fail(ctx, status, "a number of the product passes %s",
                                       !real               ? "64 bits"
                                       : a->type == KG_F32 ? "what a float holds"
                                                           : "what a double holds")
                                 : status;
}
