/* array histogram: numbers counted in bins of equal width. */
#include "array.h"
#include "values.h"
#include <math.h>

struct histogram {
    struct array array;
    uint64_t bins;    /* 0: none was given */
    bool ranged;      /* --range is given */
    double low, high; /* the range, given or found */
};

static void take_range(struct command_line *line, const struct option *option, char *value)
{
    struct histogram *histogram = line->input;

    (void)option;
    if (!value_range(value, &histogram->low, &histogram->high))
        refuse_value(line, value, "A:B, two finite numbers, B the greater");
    histogram->ranged = true;
}

static const struct option options[] = {
    OPTION(
        "bins", "N", NUMBER_IN(struct histogram, bins, 1, 1 << 30), "how many bins (default: 10)"),
    OPTION(
        "range", "A:B", DOES(take_range), "from A to B (default: from the least to the greatest)"),
    {0}};

/* By half a number away from x towards an infinity, or to the next double where that is farther;
 * there is none behind the last. */
static double step_from(double x, double infinity)
{
    double half = x + (infinity > 0 ? 0.5 : -0.5), next = half == x ? nextafter(x, infinity) : half;

    return isfinite(next) ? next : x;
}

/* From the least to the greatest number, NaN left out; half a unit round them where they are
 * one. */
static kg_status find_range(struct histogram *histogram, struct lent *in, struct lent *spare)
{
    kg_context *ctx = histogram->array.tool.ctx;
    const kg_type type = kg_matrix_type(in->matrix);
    const kg_number infinity = {.real = INFINITY};
    uint64_t low, high, n = array_count(in->matrix);
    kg_status status = KG_OK;

    if (array_is_real(type)) {
        TRY(kg_array_select_if(spare->data, &n, ctx, type, n, in->data, KG_LESS_EQUAL, infinity));
        TRY(take_back(spare, n));
        TRY(lend(spare, KG_MAP_COPY));
        in = spare;
    }
    histogram->low = 0;
    histogram->high = 1; /* of no numbers */
    if (n) {
        TRY(kg_array_argmin(&low, NULL, ctx, type, n, in->data));
        TRY(kg_array_argmax(&high, NULL, ctx, type, n, in->data));
        histogram->low = array_number(in->matrix, low);
        histogram->high = array_number(in->matrix, high);
    }
    if (isinf(histogram->low) || isinf(histogram->high))
        return tool_fail(
            &histogram->array.tool, KG_FORMAT, "there are infinite numbers: give --range A:B");
    if (histogram->low == histogram->high) {
        histogram->low = step_from(histogram->low, -INFINITY);
        histogram->high = step_from(histogram->high, INFINITY);
    }
out:
    return status;
}

static kg_status run(struct array *array)
{
    struct histogram *histogram = (struct histogram *)array;
    const uint64_t bins = histogram->bins ? histogram->bins : 10;
    struct lent in = {0}, spare = {0};
    kg_matrix *times = NULL, *table = NULL;
    uint64_t outside, *count;
    double *to;
    kg_status status;

    TRY(array_begin(array, &in, histogram->ranged ? NULL : &spare, UINT64_MAX));
    if (!histogram->ranged)
        TRY(find_range(histogram, &in, &spare));
    drop(&spare);
    TRY(kg_matrix_create(&times, array->tool.ctx, KG_U64, bins, 1));
    TRY(kg_matrix_create(&table, array->tool.ctx, KG_F64, bins, 3));
    count = kg_matrix_data(times);
    TRY(kg_array_histogram(count, &outside, array->tool.ctx, kg_matrix_type(in.matrix),
        array_count(in.matrix), in.data, bins, histogram->low, histogram->high));
    to = kg_matrix_data(table);
    for (uint64_t i = 0; i < bins; i++) {
        to[3 * i] = kg_array_bin_edge(i, bins, histogram->low, histogram->high);
        to[3 * i + 1] = kg_array_bin_edge(i + 1, bins, histogram->low, histogram->high);
        to[3 * i + 2] = (double)count[i];
    }
    if (outside && !array->tool.quiet)
        tool_say(&array->tool, "%llu numbers lie outside", (unsigned long long)outside);
    json_number(&array->facts, "outside", outside);
    TRY(array_write(array, table));
out:
    kg_matrix_destroy(table);
    kg_matrix_destroy(times);
    drop(&spare);
    drop(&in);
    return status;
}

const struct array_command array_histogram_command = {
    .shown = {"histogram", "count numbers in bins of equal width", "[FILE]", LISTS(options),
        "A line is a bin: its two ends and how many numbers it has. The last bin has its upper "
        "end, too.\n\n"
        "Examples:\n"
        "  array histogram samples.npy\n"
        "  array histogram --bins 4 --range 0:1 samples.txt"},
    .most_paths = 1,
    .size = sizeof(struct histogram),
    .run = run};
