/* Transposing and multiplying matrices: the fronts. */
#include "../scan/front.h"
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

/* The numbers from one row to the next; 0 means the number of columns. */
static kg_status find_pitch(kg_context *ctx, uint64_t *pitch, uint64_t columns, const char *which)
{
    if (!*pitch)
        *pitch = columns;
    return *pitch >= columns
               ? KG_OK
               : kg__fail(ctx, KG_ARGUMENT, "%s: a pitch of %llu is less than the %llu columns",
                     which, (unsigned long long)*pitch, (unsigned long long)columns);
}

kg_status kg_array_transpose(void *transposed, uint64_t transposed_pitch, kg_context *context,
    kg_type type, uint64_t rows, uint64_t columns, const void *value, uint64_t value_pitch)
{
    kg__transposition t = {
        kg_type_size(type), rows, columns, transposed, value, transposed_pitch, value_pitch};
    kg_status status;

    KG_TRY(kg__array_begin(context, type));
    KG_TRY(find_pitch(context, &t.result_pitch, rows, "transposed"));
    KG_TRY(find_pitch(context, &t.value_pitch, columns, "value"));
    if (!rows || !columns)
        return KG_OK;
    KG_TRY(kg__require(context, transposed, "transposed"));
    KG_TRY(kg__require(context, value, "value"));
    KG_TRY(kg__matrices(context)->transpose(context, &t));
out:
    return status;
}

kg_status kg_matrix_transpose(kg_matrix **transposed, kg_matrix *matrix)
{
    kg_context *ctx = KG__CONTEXT(matrix);
    kg_matrix *made = NULL;
    void *value = NULL, *result = NULL;
    kg_status status;

    KG_NEED_RESULT(KG__CONTEXT(matrix), transposed, matrix);
    KG_TRY(kg__array_begin(ctx, matrix->type));
    KG_TRY(kg__matrix_create(&made, ctx, matrix->type, matrix->columns, matrix->rows));
    made->table = matrix->table;
    KG_TRY(kg_matrix_map(&value, matrix, KG_MAP_COPY));
    KG_TRY(kg_matrix_map(&result, made, KG_MAP_OVERWRITE));
    KG_TRY(
        kg_array_transpose(result, 0, ctx, matrix->type, matrix->rows, matrix->columns, value, 0));
    KG_TRY(unmap(made, &result, made->rows));
    *transposed = made;
    made = NULL;
out:
    unmap(made, &result, 0);
    unmap(matrix, &value, 0);
    kg_matrix_destroy(made);
    return status;
}

/* Whether the product has an infinity or NaN and neither factor has one. Once a partial sum is
 * infinite or NaN, it stays so. If a number of the product is finite, all its partial sums were. */
static bool passes(const kg_matrix *product, const kg_matrix *a, const kg_matrix *b)
{
    uint64_t first;

    return !kg__matrix_is_finite(product, &first) && kg__matrix_is_finite(a, &first) &&
           kg__matrix_is_finite(b, &first);
}

static __int128 integer_at(const kg_matrix *matrix, uint64_t i)
{
    return kg__integer_of(matrix->type, kg__number_at(matrix->type, matrix->data, i));
}

/* Replaces a matrix of integers of less than 64 bits by a copy of KG_I64, *wide. */
static kg_status make_wide(kg_matrix **wide, kg_matrix **matrix)
{
    uint64_t first;
    kg_status status = KG_OK;

    if (!kg__is_real((*matrix)->type) && kg_type_size((*matrix)->type) < 8) {
        KG_TRY(kg__matrix_convert(wide, *matrix, KG_I64, &first));
        *matrix = *wide;
    }
out:
    return status;
}

/* Replaces a matrix, unless its numbers are KG_F64, by a copy of doubles, *real. */
static kg_status make_real(kg_matrix **real, kg_matrix **matrix, const char *which)
{
    const kg_matrix *from = *matrix;
    kg_status status;

    if (from->type == KG_F64)
        return KG_OK;
    KG_TRY(kg__matrix_create(real, from->ctx, KG_F64, from->rows, from->columns));
    (*real)->table = from->table;
    for (uint64_t i = 0; i < from->rows * from->columns; i++) {
        const kg_number one = kg__number_at(from->type, from->data, i);
        const bool is_real = kg__is_real(from->type);
        const __int128 integer = is_real ? 0 : kg__integer_of(from->type, one);
        const double number = is_real ? one.real : (double)integer;

        if (!is_real && (__int128)number != integer)
            KG_TRY(kg__fail(from->ctx, KG_OVERFLOW,
                "row %llu, column %llu of the %s matrix: the integer %s%llu is not exactly a "
                "double, and the other matrix has floats",
                (unsigned long long)(i / from->columns) + 1,
                (unsigned long long)(i % from->columns) + 1, which, number < 0 ? "-" : "",
                (unsigned long long)(number < 0 ? 0 - one.whole : one.whole)));
        ((double *)(*real)->data)[i] = number;
    }
    *matrix = *real;
out:
    return status;
}

/* Whether an integer has its highest bit set: it is negative, or more than INT64_MAX. */
static bool has_high_bit(const kg_matrix *matrix)
{
    const uint64_t *bits = matrix->data;
    uint64_t all = 0;

    for (uint64_t i = 0; i < matrix->rows * matrix->columns; i++)
        all |= bits[i];
    return all >> 63;
}

/* Multiplies integers on the host, in sums of 192 bits. Not both matrices are KG_U64. The product
 * becomes KG_U64 if one of its numbers is more than INT64_MAX. KG_OVERFLOW: no type holds all
 * numbers of the product. */
static kg_status multiply_exactly(kg_matrix *product, const kg_matrix *a, const kg_matrix *b)
{
    const uint64_t inner = a->columns, m = b->columns;
    bool negative = false, large = false, passed = false;

    KG_PARALLEL_FOR(kg__threads(a->ctx, a->rows, 1), reduction(|| : negative, large, passed))
    for (uint64_t i = 0; i < a->rows; i++)
        for (uint64_t j = 0; j < m && !passed; j++) {
            __int128 sum = 0;
            int64_t wraps = 0; /* the sum is wraps * 2^128 more */

            for (uint64_t k = 0; k < inner; k++) {
                const __int128 one = integer_at(a, i * inner + k) * integer_at(b, k * m + j);

                if (__builtin_add_overflow(sum, one, &sum))
                    wraps += one < 0 ? -1 : 1;
            }
            negative |= sum < 0;
            large |= sum > INT64_MAX;
            passed |= wraps || sum < INT64_MIN || sum > (__int128)UINT64_MAX;
            ((uint64_t *)product->data)[i * m + j] = (uint64_t)sum;
        }
    product->type = large ? KG_U64 : KG_I64;
    return passed || (negative && large) ? KG_OVERFLOW : KG_OK;
}

static kg_status multiply_arrays(kg_context *ctx, kg_type type, bool blas, const kg__product *p)
{
    const kg__matrix_ops *ops = kg__matrices(ctx);

    return (blas ? ops->multiply_blas : ops->multiply)(ctx, type, p);
}

/* Multiplies on the device. The numbers have the product's type, or the same bits. */
static kg_status multiply(kg_matrix *product, kg_matrix *a, kg_matrix *b, bool blas)
{
    kg_context *ctx = product->ctx;
    void *left = NULL, *right = NULL, *result = NULL;
    kg_status status;

    KG_TRY(kg_matrix_map(&left, a, KG_MAP_COPY));
    KG_TRY(kg_matrix_map(&right, b, KG_MAP_COPY));
    KG_TRY(kg_matrix_map(&result, product, KG_MAP_OVERWRITE));
    KG_TRY(multiply_arrays(ctx, product->type, blas,
        &(kg__product){a->rows, a->columns, b->columns, result, left, right, b->columns, a->columns,
            b->columns}));
    KG_TRY(unmap(product, &result, product->rows));
    if (passes(product, a, b))
        KG_TRY(KG_OVERFLOW);
out:
    unmap(product, &result, 0);
    unmap(b, &right, 0);
    unmap(a, &left, 0);
    return status;
}

/* The product of integers, in KG_U64 or KG_I64, whichever holds it. */
static kg_status multiply_integers(kg_matrix *product, kg_matrix *a, kg_matrix *b)
{
    const bool mixed = a->type != b->type;
    const bool wide = mixed && has_high_bit(a) && has_high_bit(b);
    kg_status status = KG_OVERFLOW;

    if (mixed)
        product->type = has_high_bit(a->type == KG_I64 ? a : b) ? KG_I64 : KG_U64;
    if (!wide)
        status = multiply(product, a, b, false);
    if (status == KG_OVERFLOW && product->type == KG_I64) /* perhaps only a partial sum passed */
        status = multiply_exactly(product, a, b);
    if (status == KG_OK && mixed && !has_high_bit(product))
        product->type = KG_I64;
    return status == KG_OK && !mixed && product->type != a->type ? KG_OVERFLOW : status;
}

kg_status kg_matrix_multiply(kg_matrix **product, kg_matrix *a, kg_matrix *b, kg_multiply_way way)
{
    kg_context *ctx = KG__CONTEXT(a);
    kg_matrix *made = NULL, *real_a = NULL, *real_b = NULL, *wide_a = NULL, *wide_b = NULL;
    kg_type type = KG_F64;
    bool mixed = false;
    kg_status status;

    KG_NEED(KG__CONTEXT(a), product);
    *product = NULL;
    KG_NEED(KG__CONTEXT(b), a);
    KG_NEED(ctx, b);
    KG_TRY(kg__array_begin(ctx, a->type));
    if (a->columns != b->rows)
        return kg__fail(ctx, KG_ARGUMENT,
            "matrices of %llu x %llu and %llu x %llu: as many columns are needed as rows",
            (unsigned long long)a->rows, (unsigned long long)a->columns,
            (unsigned long long)b->rows, (unsigned long long)b->columns);
    KG_TRY(make_wide(&wide_a, &a));
    KG_TRY(make_wide(&wide_b, &b));
    mixed = a->type != b->type;
    if (mixed && (kg__is_real(a->type) || kg__is_real(b->type))) {
        KG_TRY(make_real(&real_a, &a, "first"));
        KG_TRY(make_real(&real_b, &b, "second"));
    }
    type = a->type;
    KG_TRY(kg__matrix_create(&made, ctx, type, a->rows, b->columns));
    made->table = a->table || b->table;
    if (!a->columns)
        memset(made->data, 0, made->rows * made->columns * kg_type_size(made->type));
    else if (made->rows && made->columns)
        KG_TRY(kg__is_real(type) ? multiply(made, a, b, way == KG_MULTIPLY_BLAS)
                                 : multiply_integers(made, a, b));
    *product = made;
    made = NULL;
out:
    kg_matrix_destroy(made);
    kg_matrix_destroy(wide_b);
    kg_matrix_destroy(wide_a);
    kg_matrix_destroy(real_b);
    kg_matrix_destroy(real_a);
    if (status != KG_OVERFLOW)
        return status;
    return mixed && !kg__is_real(type)
               ? kg__fail(
                     ctx, status, "no one type of 64-bit integers holds all numbers of the product")
               : kg__fail(ctx, status, "a number of the product passes %s", kg__room_of(type));
}

/* Fills the product with sums of no terms. */
static kg_status clear(kg_context *ctx, const kg__product *p, size_t size)
{
    kg_status status = KG_OK;

    for (uint64_t i = 0; i < p->n; i++)
        KG_TRY(kg__memory(ctx)->clear(
            ctx, (char *)p->result + i * p->result_pitch * size, 0, p->m * size));
out:
    return status;
}

kg_status kg_array_multiply(void *product, uint64_t product_pitch, kg_context *context,
    kg_type type, uint64_t rows, uint64_t inner, uint64_t columns, const void *a, uint64_t a_pitch,
    const void *b, uint64_t b_pitch, kg_multiply_way way)
{
    kg__product p = {rows, inner, columns, product, a, b, product_pitch, a_pitch, b_pitch};
    kg_status status;

    KG_TRY(kg__array_begin(context, type));
    if (kg_type_size(type) < 8 && type != KG_F32)
        return kg__fail(context, KG_ARGUMENT,
            "integers of less than 64 bits: expected KG_U64, KG_I64, KG_F32 or KG_F64");
    KG_TRY(find_pitch(context, &p.a_pitch, inner, "a"));
    KG_TRY(find_pitch(context, &p.b_pitch, columns, "b"));
    KG_TRY(find_pitch(context, &p.result_pitch, columns, "product"));
    if (!rows || !columns)
        return KG_OK;
    KG_TRY(kg__require(context, product, "product"));
    KG_TRY(kg__require(context, a || !inner, "a"));
    KG_TRY(kg__require(context, b || !inner, "b"));
    if (inner)
        KG_TRY(multiply_arrays(context, type, way == KG_MULTIPLY_BLAS && kg__is_real(type), &p));
    else
        KG_TRY(clear(context, &p, kg_type_size(type)));
out:
    return status == KG_OVERFLOW
               ? kg__fail(context, status, "a number of the product passes %s", kg__room_of(type))
               : status;
}
