/* Matrices: making them, access to their rows. */
#include "matrix.h"
#include "../scan/front.h"
#include <math.h>
#include <stdio.h>
#include <string.h>

kg_status kg__matrix_create(
    kg_matrix **matrix, kg_context *ctx, kg_type type, uint64_t rows, uint64_t columns)
{
    kg_matrix *made = NULL;
    uint64_t count;
    kg_status status;

    *matrix = NULL;
    KG_TRY(kg__host_allocate(ctx, &made, 1, sizeof *made, "a matrix"));
    *made = (kg_matrix){.ctx = ctx, .type = type, .rows = rows, .columns = columns};
    if (__builtin_mul_overflow(rows, columns, &count))
        count = UINT64_MAX; /* the allocation refuses this */
    KG_TRY(kg__host_allocate(ctx, &made->data, count, kg_type_size(type), "numbers"));
    *matrix = made;
    made = NULL;
out:
    kg__free(ctx, made);
    return status;
}

kg_status kg_matrix_create(
    kg_matrix **matrix, kg_context *context, kg_type type, uint64_t rows, uint64_t columns)
{
    kg_status status;

    KG_NEED_RESULT(context, matrix, context);
    KG_TRY(kg__array_begin(context, type));
    KG_TRY(kg__matrix_create(matrix, context, type, rows, columns));
out:
    return status;
}

kg_status kg_matrix_borrow(kg_matrix **matrix, kg_context *context, kg_type type, uint64_t rows,
    uint64_t columns, void *numbers)
{
    uint64_t count;
    kg_status status;

    KG_NEED_RESULT(context, matrix, context);
    KG_TRY(kg__array_begin(context, type));
    if (__builtin_mul_overflow(rows, columns, &count) || count > SIZE_MAX / 16)
        return kg__fail(context, KG_ARGUMENT, "%llu x %llu numbers do not fit the address space",
            (unsigned long long)rows, (unsigned long long)columns);
    KG_TRY(kg__require(context, numbers || !count, "numbers"));
    KG_TRY(kg__host_allocate(context, matrix, 1, sizeof **matrix, "a matrix"));
    **matrix = (kg_matrix){.ctx = context,
        .type = type,
        .rows = rows,
        .columns = columns,
        .data = numbers,
        .borrowed = true};
out:
    return status;
}

void kg_matrix_destroy(kg_matrix *matrix)
{
    if (!matrix)
        return;
    if (!matrix->borrowed)
        kg__free(matrix->ctx, matrix->data);
    kg__free(matrix->ctx, matrix);
}

KG__GETTER(kg_type, kg_matrix_type, kg_matrix, matrix, matrix->type, KG_U64)
KG__GETTER(uint64_t, kg_matrix_rows, kg_matrix, matrix, matrix->rows, 0)
KG__GETTER(uint64_t, kg_matrix_columns, kg_matrix, matrix, matrix->columns, 0)

void *kg_matrix_data(kg_matrix *matrix)
{
    return matrix ? matrix->data : NULL;
}

static size_t bytes_of(const kg_matrix *matrix, uint64_t rows)
{
    return rows * matrix->columns * kg_type_size(matrix->type);
}

kg_status kg_matrix_map(void **array, kg_matrix *matrix, kg_map how)
{
    kg_context *ctx = KG__CONTEXT(matrix);
    size_t bytes;
    void *made = NULL;
    kg_status status = KG_OK;

    KG_NEED_RESULT(KG__CONTEXT(matrix), array, matrix);
    bytes = bytes_of(matrix, matrix->rows);
    kg__begin(ctx);
    if (kg__context_backend(ctx) == KG__CPU) {
        *array = matrix->data;
        return KG_OK;
    }
    KG_TRY(kg__allocate(ctx, &made, bytes, 1, "numbers on the device"));
    if (how == KG_MAP_COPY) {
        kg__stage(ctx, "upload");
        KG_TRY(kg__memory(ctx)->upload(ctx, made, matrix->data, bytes));
        kg__stage(ctx, NULL);
    }
    *array = made;
    made = NULL;
out:
    kg__free(ctx, made);
    return status;
}

kg_status kg_matrix_unmap(kg_matrix *matrix, void *array, uint64_t rows)
{
    kg_context *ctx = KG__CONTEXT(matrix);
    kg_status status = KG_OK;

    KG_NEED(NULL, matrix);
    if (!array || kg__context_backend(ctx) == KG__CPU)
        return KG_OK;
    if (rows) {
        kg__begin(ctx);
        kg__stage(ctx, "download");
        KG_TRY(kg__memory(ctx)->download(ctx, matrix->data, array, bytes_of(matrix, rows)));
        kg__stage(ctx, NULL);
    }
out:
    kg__free(ctx, array);
    return status;
}

void kg_matrix_truncate(kg_matrix *matrix, uint64_t rows)
{
    if (matrix && rows < matrix->rows)
        matrix->rows = rows;
}

kg_status kg_matrix_sort_rows(
    kg_matrix **sorted, kg_matrix *matrix, uint64_t column, kg_order order)
{
    kg_context *ctx = KG__CONTEXT(matrix);
    size_t size, row_bytes;
    uint64_t *position = NULL;
    void *key = NULL, *from = NULL, *to = NULL;
    kg_matrix *made = NULL;
    kg_status status;

    KG_NEED_RESULT(KG__CONTEXT(matrix), sorted, matrix);
    size = kg_type_size(matrix->type);
    row_bytes = matrix->columns * size;
    KG_TRY(kg__array_begin(ctx, matrix->type));
    if (column >= matrix->columns)
        return kg__fail(ctx, KG_ARGUMENT, "column %llu of %llu", (unsigned long long)column + 1,
            (unsigned long long)matrix->columns);
    KG_TRY(kg__matrix_create(&made, ctx, matrix->type, matrix->rows, matrix->columns));
    made->table = matrix->table;
    KG_TRY(kg_matrix_map(&from, matrix, KG_MAP_COPY));
    KG_TRY(kg_matrix_map(&to, made, KG_MAP_OVERWRITE));
    KG_TRY(kg__allocate(ctx, &key, matrix->rows, size, "a column"));
    KG_TRY(kg__allocate(ctx, &position, matrix->rows, sizeof *position, "positions of rows"));
    if (matrix->rows)
        KG_TRY(kg__array(ctx)->gather(
            ctx, key, matrix->rows, size, (char *)from + column * size, row_bytes, NULL));
    KG_TRY(kg_array_sort(key, position, ctx, matrix->type, matrix->rows, key, order));
    KG_TRY(kg_array_gather(to, ctx, matrix->rows, row_bytes, from, position));
    status = kg_matrix_unmap(made, to, made->rows);
    to = NULL;
    KG_TRY(status);
    *sorted = made;
    made = NULL;
out:
    kg__free_all(ctx, position, key);
    kg_matrix_unmap(matrix, from, 0);
    if (made)
        kg_matrix_unmap(made, to, 0);
    kg_matrix_destroy(made);
    return status;
}

bool kg__matrix_is_finite(const kg_matrix *matrix, uint64_t *first)
{
    const uint64_t all = matrix->rows * matrix->columns;
    const float *narrow = matrix->data;
    const double *wide = matrix->data;
    uint64_t i = matrix->type == KG_F32 || matrix->type == KG_F64 ? 0 : all;

    while (i < all && isfinite(matrix->type == KG_F32 ? (double)narrow[i] : wide[i]))
        i++;
    *first = i;
    return i == all;
}

/* ---- other types ----------------------------------------------------------------------------- */

bool kg__matrix_make_integer(kg_number *number, kg_type type, kg_type from)
{
    if (kg__is_real(from)) {
        if (!(fabs(number->real) <= 0x1p53) || number->real != floor(number->real))
            return false;
        number->integer = (int64_t)number->real;
    }
    if (!kg__is_unsigned(from) && number->integer < 0)
        return kg__is_signed(type) && !kg__outside(type, *number);
    return number->whole <= kg__greatest_of(type).whole;
}

void kg__matrix_show_range(char range[KG__RANGE_BYTES], kg_type type)
{
    snprintf(range, KG__RANGE_BYTES, "expected an integer from %lld to %llu",
        (long long)kg__least_of(type).integer, (unsigned long long)kg__greatest_of(type).whole);
}

kg_status kg__matrix_convert(
    kg_matrix **converted, const kg_matrix *matrix, kg_type type, uint64_t *first)
{
    const uint64_t all = matrix->rows * matrix->columns;
    kg_matrix *made = NULL;
    uint64_t i;
    kg_status status;

    *converted = NULL;
    KG_TRY(kg__matrix_create(&made, matrix->ctx, type, matrix->rows, matrix->columns));
    made->table = matrix->table;
    for (i = 0; i < all; i++) {
        kg_number one = kg__number_at(matrix->type, matrix->data, i);

        if (!kg__matrix_make_integer(&one, type, matrix->type))
            break;
        kg__number_put(type, made->data, i, one);
    }
    *first = i;
    if (i == all) {
        *converted = made;
        made = NULL;
    }
out:
    kg_matrix_destroy(made);
    return status;
}
