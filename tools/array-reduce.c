/* array reduce: one number from many, or a few: sums, extremes, means, variances, quantiles. */
#include "array.h"
#include "values.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_QUANTILES = 256 };

enum op { SUM, PRODUCT, COUNT, MIN, MAX, ARGMIN, ARGMAX, MEAN, MEDIAN, VARIANCE, DEVIATION };

#define NAMES                                                                                      \
    "sum, product, count, min, max, argmin, argmax, mean, median, variance or standard-deviation"

struct reduce {
    struct array array;
    enum op op;
    bool population;
    double at[MOST_QUANTILES];   /* [quantiles] of --quantiles */
    double rest[MOST_QUANTILES]; /* what doubles leave of the results */
    size_t quantiles;
};

static void take_quantiles(struct command_line *line, const struct option *option, char *value)
{
    struct reduce *reduce = line->input;

    (void)option;
    if (!value_fractions(value, reduce->at, MOST_QUANTILES, &reduce->quantiles))
        refuse_value(
            line, value, "up to %d numbers from 0 to 1, with a comma between them", MOST_QUANTILES);
}

static const struct option options[] = {
    OPTION("op", "NAME", WORD_IN(struct reduce, op, SUM, NAMES), "% (default: sum)",
        .without = "quantiles", .says = "--op has no place beside --quantiles"),
    OPTION("population", NULL, SETS(struct reduce, population, true),
        "variance and standard-deviation of these very numbers, divided by n (default: of a "
        "sample, by n-1)"),
    OPTION("quantiles", "LIST", DOES(take_quantiles),
        "quantiles instead, a line each, by linear interpolation (R's type 7): 0.25,0.5,0.9"),
    {0}};

static void check(struct command_line *line)
{
    const struct reduce *reduce = line->input;

    if (reduce->population && reduce->op != VARIANCE && reduce->op != DEVIATION)
        usage_error(line, "--population is for --op variance and --op standard-deviation");
}

/* A matrix for so many numbers of a type, and where they are. */
static kg_status make_result(
    struct array *array, kg_matrix **result, void **to, kg_type type, uint64_t count)
{
    kg_status status = kg_matrix_create(result, array->tool.ctx, type, count, 1);

    *to = kg_matrix_data(*result);
    return status;
}

/* What comes out as a double. */
static kg_status reduce_to_real(
    struct reduce *reduce, double *to, kg_context *ctx, kg_type type, uint64_t n, const void *value)
{
    const kg_variance kind = reduce->population ? KG_VARIANCE_POPULATION : KG_VARIANCE_SAMPLE;
    const double half = 0.5;

    if (reduce->quantiles)
        return kg_array_exact_quantiles(
            to, reduce->rest, ctx, type, n, value, reduce->quantiles, reduce->at);
    switch (reduce->op) {
    case MEAN:
        return kg_array_sum(NULL, to, ctx, type, n, value);
    case MEDIAN:
        return kg_array_exact_quantiles(to, reduce->rest, ctx, type, n, value, 1, &half);
    case VARIANCE:
        return kg_array_variance(to, NULL, ctx, type, n, value, kind);
    default:
        return kg_array_variance(NULL, to, ctx, type, n, value, kind);
    }
}

/* Makes the result: numbers of the type of its own, of the sum's, or a position. */
static kg_status reduce_numbers(struct reduce *reduce, kg_matrix **result, const struct lent *in)
{
    struct array *array = &reduce->array;
    kg_context *ctx = array->tool.ctx;
    const kg_type type = kg_matrix_type(in->matrix);
    const uint64_t n = array_count(in->matrix);
    const size_t size = kg_type_size(type);
    uint64_t index;
    void *to;
    kg_status status;

    if (reduce->quantiles || reduce->op >= MEAN) {
        TRY(make_result(array, result, &to, KG_F64, reduce->quantiles ? reduce->quantiles : 1));
        TRY(reduce_to_real(reduce, to, ctx, type, n, in->data));
    } else if (reduce->op == SUM || reduce->op == PRODUCT) {
        TRY(make_result(array, result, &to, array_wide_type(type), 1));
        TRY(reduce->op == SUM ? kg_array_sum(to, NULL, ctx, type, n, in->data)
                              : kg_array_product(to, ctx, type, n, in->data));
    } else if (reduce->op == COUNT) {
        TRY(make_result(array, result, &to, KG_U64, 1));
        *(uint64_t *)to = n;
    } else {
        const bool max = reduce->op == MAX || reduce->op == ARGMAX;
        const bool position = reduce->op == ARGMIN || reduce->op == ARGMAX;

        TRY((max ? kg_array_argmax : kg_array_argmin)(&index, NULL, ctx, type, n, in->data));
        TRY(make_result(array, result, &to, position ? KG_U64 : type, 1));
        if (position)
            *(uint64_t *)to = index;
        else
            memcpy(to, (const char *)kg_matrix_data(in->matrix) + index * size, size);
    }
out:
    return status;
}

/* Puts number + rest, of which twice the sum is an integer if the number is large. */
static void put_exactly(struct text *text, double number, double rest)
{
    const __int128 twice = (__int128)(2 * number) + (__int128)(2 * rest);
    const unsigned __int128 size = (unsigned __int128)(twice < 0 ? -twice : twice);

    if (fabs(number) < 0x1p52) {
        text_real(text, number);
        return;
    }
    text_string(text, twice < 0 ? "-" : "");
    text_number(text, (uint64_t)(size / 2));
    text_string(text, size % 2 ? ".5" : "");
}

/* Whether a double leaves a rest of a result. */
static bool leaves_rest(const struct reduce *reduce)
{
    bool leaves = false;

    for (int i = 0; i < MOST_QUANTILES; i++)
        leaves |= reduce->rest[i] != 0;
    return leaves;
}

/* Writes quantiles of integers, of which doubles leave a rest, as array_write() writes others. */
static kg_status write_exactly(struct reduce *reduce, kg_matrix *result)
{
    const double *number = kg_matrix_data(result);
    struct text text = {0}, json = {0};
    kg_status status;

    json_open(&json, NULL, '{');
    json_number(&json, "rows", kg_matrix_rows(result));
    json_number(&json, "columns", 1);
    json_string(&json, "type", "f64");
    if (!reduce->array.tool.output)
        json_open(&json, "data", '[');
    for (uint64_t i = 0; i < kg_matrix_rows(result); i++) {
        put_exactly(&text, number[i], reduce->rest[i]);
        text_string(&text, "\n");
        if (!reduce->array.tool.output) {
            text_string(&json, i ? "," : "");
            put_exactly(&json, number[i], reduce->rest[i]);
        }
    }
    if (!reduce->array.tool.output)
        json_close(&json, ']');
    status = array_write_text(&reduce->array, &text, &json);
    free(text.bytes);
    free(json.bytes);
    return status;
}

static kg_status run(struct array *array)
{
    struct reduce *reduce = (struct reduce *)array;
    const bool spread = reduce->op == VARIANCE || reduce->op == DEVIATION;
    struct lent in = {0};
    kg_matrix *result = NULL;
    uint64_t n;
    kg_status status;

    TRY(array_begin(array, &in, NULL, 0));
    n = array_count(in.matrix);
    if (n == 0 && (reduce->quantiles || reduce->op > COUNT))
        TRY(tool_fail(&array->tool, KG_FORMAT, "there are no numbers"));
    if (n == 1 && spread && !reduce->population)
        TRY(tool_fail(&array->tool, KG_FORMAT,
            "a sample of one number has no variance; --population has one, which is 0"));
    TRY(reduce_numbers(reduce, &result, &in));
    TRY(array->to != NPY && leaves_rest(reduce) ? write_exactly(reduce, result)
                                                : array_write(array, result));
out:
    kg_matrix_destroy(result);
    drop(&in);
    return status;
}

const struct array_command array_reduce_command = {
    .shown = {"reduce", "one number: sum, product, count, extremes, mean, median, variance",
        "[FILE]", LISTS(options),
        "Examples:\n"
        "  seq 10 | array reduce\n"
        "  array reduce --op argmax samples.npy\n"
        "  array reduce --op standard-deviation --population samples.txt\n"
        "  array reduce --quantiles 0.25,0.5,0.75 samples.txt"},
    .most_paths = 1,
    .size = sizeof(struct reduce),
    .check = check,
    .run = run};
