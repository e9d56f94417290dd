/* The commands of array that are one call of the library. */
#include "array.h"
#include "values.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

uint64_t array_count(const kg_matrix *matrix)
{
    return kg_matrix_rows(matrix) * kg_matrix_columns(matrix);
}

static kg_status read_as(
    struct array *array, kg_matrix **matrix, const char *path, const kg_matrix_options *options)
{
    kg_status status;

    TRY(kg_matrix_read(matrix, array->tool.ctx, path, options));
    if (array->tool.verbose)
        tool_say(&array->tool, "%s: %llu rows, %llu columns", path,
            (unsigned long long)kg_matrix_rows(*matrix),
            (unsigned long long)kg_matrix_columns(*matrix));
out:
    return status;
}

kg_status array_read(struct array *array, kg_matrix **matrix, const char *path, bool rows)
{
    kg_matrix_options options = KG_MATRIX_OPTIONS_INIT;

    options.ragged = !rows;
    return read_as(array, matrix, path, &options);
}

kg_status array_read_finite(struct array *array, kg_matrix **matrix, const char *path)
{
    kg_matrix_options options = KG_MATRIX_OPTIONS_INIT;

    options.finite = true;
    return read_as(array, matrix, path, &options);
}

kg_status array_write(struct array *array, kg_matrix *matrix)
{
    static const char *const types[] = {
        [KG_U64] = "u64", [KG_I64] = "i64", [KG_F32] = "f32", [KG_F64] = "f64"};
    struct text text = {0};
    kg_status status;

    TRY(tool_prints(&array->tool, array->tool.output, array->npy ? "the binary format npy" : NULL));
    TRY(kg_matrix_write(matrix, array->tool.output ? array->tool.output : "-",
        array->npy ? KG_MATRIX_NPY : KG_MATRIX_TEXT));
    if (!array->tool.json)
        return KG_OK;
    json_open(&text, NULL, '{');
    json_number(&text, "rows", kg_matrix_rows(matrix));
    json_number(&text, "columns", kg_matrix_columns(matrix));
    json_string(&text, "type", types[kg_matrix_type(matrix)]);
    TRY(tool_print_json(&array->tool, &text));
out:
    free(text.bytes);
    return status;
}

/* A matrix, and its numbers where the device works; begins with zeros. */
struct lent {
    kg_matrix *matrix;
    void *data;
};

/* Lends what is read (copy) or will be written. */
static kg_status lend(struct lent *lent, bool copy)
{
    return kg_matrix_map(&lent->data, lent->matrix, copy ? KG_MAP_COPY : KG_MAP_OVERWRITE);
}

/* Takes it back with its first rows. */
static kg_status take_back(struct lent *lent, uint64_t rows)
{
    kg_status status = kg_matrix_unmap(lent->matrix, lent->data, rows);

    lent->data = NULL;
    return status;
}

static void drop(struct lent *lent)
{
    if (lent->matrix)
        kg_matrix_unmap(lent->matrix, lent->data, 0);
    kg_matrix_destroy(lent->matrix);
}

/* Makes room for so many numbers of a type where the device works. */
static kg_status make(struct array *array, struct lent *made, kg_type type, uint64_t count)
{
    kg_status status;

    TRY(kg_matrix_create(&made->matrix, array->tool.ctx, type, count, 1));
    TRY(lend(made, false));
out:
    return status;
}

/* Begins, reads the numbers, and makes room for `made` numbers like them: all where made is ALL. */
#define ALL UINT64_MAX
static kg_status begin(struct array *array, struct lent *in, struct lent *out, uint64_t made)
{
    kg_status status;

    TRY(tool_begin(&array->tool));
    TRY(array_read(array, &in->matrix, array->path[0], false));
    TRY(lend(in, true));
    if (out)
        TRY(make(array, out, kg_matrix_type(in->matrix),
            made < array_count(in->matrix) ? made : array_count(in->matrix)));
out:
    return status;
}

static kg_status fail_empty(struct array *array)
{
    return tool_fail(&array->tool, KG_FORMAT, "there are no numbers");
}

kg_status array_scan(struct array *array)
{
    static const kg_scan_op ops[] = {[SUM] = KG_SCAN_SUM, [MIN] = KG_SCAN_MIN, [MAX] = KG_SCAN_MAX};
    struct lent in = {0};
    kg_status status;

    TRY(begin(array, &in, NULL, 0));
    TRY(kg_array_scan(in.data, array->tool.ctx, kg_matrix_type(in.matrix), array_count(in.matrix),
        in.data, ops[array->op], array->exclusive));
    TRY(take_back(&in, kg_matrix_rows(in.matrix)));
    TRY(array_write(array, in.matrix));
out:
    drop(&in);
    return status;
}

/* The result is one number: of the numbers' type, an index, or a mean. */
kg_status array_reduce(struct array *array)
{
    kg_context *ctx;
    struct lent in = {0};
    kg_matrix *result = NULL;
    kg_number sum;
    double mean;
    uint64_t index = 0, n;
    const enum reduction op = array->op;
    const bool position = op == ARGMIN || op == ARGMAX;
    kg_type type;
    kg_status status;

    TRY(begin(array, &in, NULL, 0));
    ctx = array->tool.ctx;
    type = kg_matrix_type(in.matrix);
    n = array_count(in.matrix);
    if (op != SUM && n == 0) {
        status = fail_empty(array);
        goto out;
    }
    if (op == SUM || op == MEAN)
        TRY(kg_array_sum(op == SUM ? &sum : NULL, &mean, ctx, type, n, in.data));
    else
        TRY(kg_array_extreme(&index, ctx, type, n, in.data, op == MAX || op == ARGMAX));
    TRY(kg_matrix_create(&result, ctx,
        position                                      ? KG_U64
        : op == MEAN || (op == SUM && type == KG_F32) ? KG_F64
                                                      : type,
        1, 1));
    if (position)
        memcpy(kg_matrix_data(result), &index, sizeof index);
    else if (op == MEAN)
        memcpy(kg_matrix_data(result), &mean, sizeof mean);
    else if (op == SUM)
        memcpy(kg_matrix_data(result), &sum, sizeof sum);
    else
        memcpy(kg_matrix_data(result),
            (const char *)kg_matrix_data(in.matrix) + index * kg_type_size(type),
            kg_type_size(type));
    TRY(array_write(array, result));
out:
    kg_matrix_destroy(result);
    drop(&in);
    return status;
}

/* Takes "<= 7" apart for numbers of a type. */
static kg_status parse_condition(
    struct array *array, kg_type type, kg_compare *how, kg_number *than)
{
    const char *sign = array->condition + strspn(array->condition, " "), *text = sign;

    if (!value_compare(&text, how))
        return tool_fail(&array->tool, KG_ARGUMENT,
            "--if '%s': expected <, <=, >, >=, = or != and a number", array->condition);
    if (!value_typed(text, type, than))
        return tool_fail(&array->tool, KG_ARGUMENT, "--if '%s': expected %s behind %.*s",
            array->condition,
            type == KG_F32 || type == KG_F64 ? "a number" : "an integer, as the numbers are,",
            sign[1] == '=' ? 2 : 1, sign);
    return KG_OK;
}

kg_status array_compact(struct array *array)
{
    struct lent in = {0}, out = {0};
    kg_compare how = KG_EQUAL;
    kg_number than = {0};
    uint64_t kept;
    kg_status status;

    TRY(begin(array, &in, &out, ALL));
    TRY(parse_condition(array, kg_matrix_type(in.matrix), &how, &than));
    TRY(kg_array_compact_if(out.data, &kept, array->tool.ctx, kg_matrix_type(in.matrix),
        array_count(in.matrix), in.data, how, than));
    TRY(take_back(&out, kept));
    kg_matrix_truncate(out.matrix, kept);
    TRY(array_write(array, out.matrix));
out:
    drop(&out);
    drop(&in);
    return status;
}

kg_status array_sort(struct array *array)
{
    struct lent in = {0};
    kg_matrix *out = NULL;
    kg_status status;

    TRY(tool_begin(&array->tool));
    TRY(array_read(array, &in.matrix, array->path[0], array->column != 0));
    if (array->column) {
        TRY(tool_blame(&array->tool, "--stable-by",
            kg_matrix_sort_rows(&out, in.matrix, array->column - 1,
                array->descending ? KG_DESCENDING : KG_ASCENDING)));
        TRY(array_write(array, out));
    } else {
        TRY(lend(&in, true));
        TRY(kg_array_sort(in.data, NULL, array->tool.ctx, kg_matrix_type(in.matrix),
            array_count(in.matrix), in.data, array->descending));
        TRY(take_back(&in, kg_matrix_rows(in.matrix)));
        TRY(array_write(array, in.matrix));
    }
out:
    kg_matrix_destroy(out);
    drop(&in);
    return status;
}

kg_status array_split(struct array *array)
{
    struct lent in = {0}, out = {0};
    uint64_t negatives;
    kg_status status;

    TRY(begin(array, &in, &out, ALL));
    TRY(kg_array_split(out.data, &negatives, array->tool.ctx, kg_matrix_type(in.matrix),
        array_count(in.matrix), in.data));
    TRY(take_back(&out, array_count(in.matrix)));
    if (array->tool.verbose)
        tool_say(&array->tool, "%llu negative", (unsigned long long)negatives);
    TRY(array_write(array, out.matrix));
out:
    drop(&out);
    drop(&in);
    return status;
}

/* Two columns: numbers, and counts of the numbers' type, but double for float. */
static kg_status write_pairs(
    struct array *array, kg_matrix *number, const uint64_t *times, uint64_t count)
{
    const kg_type type = kg_matrix_type(number);
    const uint64_t *word = kg_matrix_data(number);
    const float *narrow = kg_matrix_data(number);
    kg_matrix *pairs = NULL;
    uint64_t *to;
    kg_status status;

    TRY(kg_matrix_create(&pairs, array->tool.ctx, type == KG_F32 ? KG_F64 : type, count, 2));
    to = kg_matrix_data(pairs);
    for (uint64_t i = 0; i < count; i++) {
        double real = type == KG_F32 ? (double)narrow[i] : 0, counted = (double)times[i];
        bool whole = type == KG_U64 || type == KG_I64;

        memcpy(&to[2 * i], type == KG_F32 ? (const void *)&real : &word[i], sizeof *to);
        memcpy(&to[2 * i + 1], whole ? (const void *)&times[i] : &counted, sizeof *to);
    }
    TRY(array_write(array, pairs));
out:
    kg_matrix_destroy(pairs);
    return status;
}

kg_status array_distinct(struct array *array)
{
    struct lent in = {0}, out = {0}, times = {0};
    uint64_t count;
    kg_status status;

    TRY(begin(array, &in, &out, ALL));
    if (array->counts)
        TRY(make(array, &times, KG_U64, array_count(in.matrix)));
    TRY(kg_array_distinct(out.data, times.data, &count, array->tool.ctx, kg_matrix_type(in.matrix),
        array_count(in.matrix), in.data));
    TRY(take_back(&out, count));
    kg_matrix_truncate(out.matrix, count);
    if (array->counts) {
        TRY(take_back(&times, count));
        TRY(write_pairs(array, out.matrix, kg_matrix_data(times.matrix), count));
    } else {
        TRY(array_write(array, out.matrix));
    }
out:
    drop(&times);
    drop(&out);
    drop(&in);
    return status;
}

kg_status array_runs(struct array *array)
{
    struct lent in = {0}, head = {0}, length = {0};
    uint64_t count;
    kg_status status;

    TRY(begin(array, &in, &head, ALL));
    TRY(make(array, &length, KG_U64, array_count(in.matrix)));
    TRY(kg_array_runs(head.data, length.data, &count, array->tool.ctx, kg_matrix_type(in.matrix),
        array_count(in.matrix), in.data));
    TRY(take_back(&head, count));
    TRY(take_back(&length, count));
    TRY(write_pairs(array, head.matrix, kg_matrix_data(length.matrix), count));
out:
    drop(&length);
    drop(&head);
    drop(&in);
    return status;
}

double array_number(kg_matrix *matrix, uint64_t i)
{
    const void *data = kg_matrix_data(matrix);

    switch (kg_matrix_type(matrix)) {
    case KG_U64:
        return (double)((const uint64_t *)data)[i];
    case KG_I64:
        return (double)((const int64_t *)data)[i];
    case KG_F32:
        return (double)((const float *)data)[i];
    case KG_F64:
        return ((const double *)data)[i];
    }
    return 0;
}

/* By half a number away from x towards an infinity, or to the next double where that is farther;
 * there is none behind the last. */
static double step_from(double x, double infinity)
{
    double half = x + (infinity > 0 ? 0.5 : -0.5), next = half == x ? nextafter(x, infinity) : half;

    return isfinite(next) ? next : x;
}

/* From the least to the greatest number, NaN left out; half a unit round them where they are
 * one. */
static kg_status find_range(struct array *array, struct lent *in, struct lent *spare)
{
    kg_context *ctx = array->tool.ctx;
    const kg_type type = kg_matrix_type(in->matrix);
    const kg_number infinity = {.real = INFINITY};
    uint64_t low, high, n = array_count(in->matrix);
    kg_status status = KG_OK;

    if (type == KG_F32 || type == KG_F64) {
        TRY(kg_array_compact_if(spare->data, &n, ctx, type, n, in->data, KG_LESS_EQUAL, infinity));
        TRY(take_back(spare, n));
        TRY(lend(spare, true));
        in = spare;
    }
    array->low = 0;
    array->high = 1; /* of no numbers */
    if (n) {
        TRY(kg_array_extreme(&low, ctx, type, n, in->data, false));
        TRY(kg_array_extreme(&high, ctx, type, n, in->data, true));
        array->low = array_number(in->matrix, low);
        array->high = array_number(in->matrix, high);
    }
    if (isinf(array->low) || isinf(array->high))
        return tool_fail(&array->tool, KG_FORMAT, "there are infinite numbers: give --range A:B");
    if (array->low == array->high) {
        array->low = step_from(array->low, -INFINITY);
        array->high = step_from(array->high, INFINITY);
    }
out:
    return status;
}

kg_status array_histogram(struct array *array)
{
    struct lent in = {0}, spare = {0};
    kg_matrix *times = NULL, *table = NULL;
    uint64_t outside, *count;
    double *to;
    kg_status status;

    TRY(begin(array, &in, array->ranged ? NULL : &spare, ALL));
    if (!array->ranged)
        TRY(find_range(array, &in, &spare));
    drop(&spare);
    spare = (struct lent){0};
    TRY(kg_matrix_create(&times, array->tool.ctx, KG_U64, array->bins, 1));
    TRY(kg_matrix_create(&table, array->tool.ctx, KG_F64, array->bins, 3));
    count = kg_matrix_data(times);
    TRY(kg_array_histogram(count, &outside, array->tool.ctx, kg_matrix_type(in.matrix),
        array_count(in.matrix), in.data, array->bins, array->low, array->high));
    to = kg_matrix_data(table);
    for (uint64_t i = 0; i < array->bins; i++) {
        to[3 * i] = kg_array_bin_edge(i, array->bins, array->low, array->high);
        to[3 * i + 1] = kg_array_bin_edge(i + 1, array->bins, array->low, array->high);
        to[3 * i + 2] = (double)count[i];
    }
    if (outside && !array->tool.quiet)
        tool_say(&array->tool, "%llu numbers lie outside", (unsigned long long)outside);
    TRY(array_write(array, table));
out:
    kg_matrix_destroy(table);
    kg_matrix_destroy(times);
    drop(&spare);
    drop(&in);
    return status;
}

kg_status array_top(struct array *array)
{
    struct lent in = {0}, out = {0}, index = {0};
    struct lent *written = array->indices ? &index : &out;
    kg_status status;

    TRY(begin(array, &in, &out, array->k));
    if (array->indices)
        TRY(make(array, &index, KG_U64, array_count(out.matrix)));
    TRY(kg_array_top(out.data, index.data, array->tool.ctx, kg_matrix_type(in.matrix),
        array_count(in.matrix), in.data, array->k, array->smallest));
    TRY(take_back(written, array_count(out.matrix)));
    TRY(array_write(array, written->matrix));
out:
    drop(&index);
    drop(&out);
    drop(&in);
    return status;
}
