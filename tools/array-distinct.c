/* array distinct, array runs: numbers that are equal. */
#include "array.h"

/* ---- distinct -------------------------------------------------------------------------------- */

struct distinct {
    struct array array;
    bool counts;
};

static const struct option distinct_options[] = {
    OPTION(
        "counts", NULL, SETS(struct distinct, counts, true), "behind each how often it is there"),
    {0}};

static kg_status run_distinct(struct array *array)
{
    const bool counts = ((const struct distinct *)array)->counts;
    struct lent in = {0}, out = {0}, times = {0};
    uint64_t count;
    kg_status status;

    TRY(array_begin(array, &in, &out, UINT64_MAX));
    if (counts)
        TRY(array_make(array, &times, KG_U64, array_count(in.matrix)));
    TRY(kg_array_distinct(out.data, times.data, NULL, &count, array->tool.ctx,
        kg_matrix_type(in.matrix), array_count(in.matrix), in.data));
    TRY(take_back(&out, count));
    kg_matrix_truncate(out.matrix, count);
    if (counts) {
        TRY(take_back(&times, count));
        TRY(array_write_pairs(array, out.matrix, kg_matrix_data(times.matrix), count));
    } else {
        TRY(array_write(array, out.matrix));
    }
out:
    drop(&times);
    drop(&out);
    drop(&in);
    return status;
}

const struct array_command array_distinct_command = {
    .shown = {"distinct", "the distinct numbers, increasing", "[FILE]", LISTS(distinct_options),
        "Examples:\n"
        "  array distinct numbers.txt\n"
        "  array distinct --counts numbers.npy"},
    .most_paths = 1,
    .size = sizeof(struct distinct),
    .run = run_distinct};

/* ---- runs ------------------------------------------------------------------------------------ */

static kg_status run_runs(struct array *array)
{
    struct lent in = {0}, number = {0}, length = {0};
    uint64_t count;
    kg_status status;

    TRY(array_begin(array, &in, &number, UINT64_MAX));
    TRY(array_make(array, &length, KG_U64, array_count(in.matrix)));
    TRY(kg_array_run_length_encode(number.data, length.data, &count, array->tool.ctx,
        kg_matrix_type(in.matrix), array_count(in.matrix), in.data));
    TRY(take_back(&number, count));
    TRY(take_back(&length, count));
    TRY(array_write_pairs(array, number.matrix, kg_matrix_data(length.matrix), count));
out:
    drop(&length);
    drop(&number);
    drop(&in);
    return status;
}

const struct array_command array_runs_command = {
    .shown = {"runs", "runs of equal numbers: the number, how many", "[FILE]", array_lists,
        "Examples:\n"
        "  echo 5 5 5 1 1 5 | array runs"},
    .most_paths = 1,
    .size = sizeof(struct array),
    .run = run_runs};
