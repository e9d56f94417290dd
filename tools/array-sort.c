/* array sort, array argsort, array top: numbers in order, or where they stand; all, or a few. */
#include "array.h"
#include "values.h"
#include <inttypes.h>

/* ---- sort ------------------------------------------------------------------------------------ */

struct sort {
    struct array array;
    kg_order order;
    uint64_t column; /* of --stable-by, from 1; 0: none */
};

static const struct option sort_options[] = {
    OPTION("descending", NULL, SETS(struct sort, order, KG_DESCENDING), "the greatest first"),
    OPTION("stable-by", "COLUMN", NUMBER_IN(struct sort, column, 1, UINT64_MAX),
        "whole rows, by their number in a column from 1 on", .without = "column",
        .says = "--column has no place beside --stable-by, which sorts whole rows"),
    {0}};

static kg_status run_sort(struct array *array)
{
    const struct sort *sort = (const struct sort *)array;
    struct lent in = {0};
    kg_matrix *out = NULL;
    kg_status status;

    TRY(tool_begin(&array->tool));
    TRY(array_read(array, &in.matrix, array->path[0], sort->column != 0));
    if (sort->column) {
        TRY(tool_blame(&array->tool, "--stable-by",
            kg_matrix_sort_rows(&out, in.matrix, sort->column - 1, sort->order)));
        TRY(array_write(array, out));
    } else {
        TRY(lend(&in, KG_MAP_COPY));
        TRY(kg_array_sort(in.data, NULL, array->tool.ctx, kg_matrix_type(in.matrix),
            array_count(in.matrix), in.data, sort->order));
        TRY(take_back(&in, kg_matrix_rows(in.matrix)));
        TRY(array_write(array, in.matrix));
    }
out:
    kg_matrix_destroy(out);
    drop(&in);
    return status;
}

const struct array_command array_sort_command = {
    .shown = {"sort", "sort numbers, or rows by a column", "[FILE]", LISTS(sort_options),
        "Examples:\n"
        "  array sort numbers.txt\n"
        "  array sort --column price orders.csv\n"
        "  array sort --descending --stable-by 2 table.txt"},
    .most_paths = 1,
    .size = sizeof(struct sort),
    .run = run_sort};

/* ---- argsort --------------------------------------------------------------------------------- */

static const struct option argsort_options[] = {
    OPTION("descending", NULL, SETS(struct sort, order, KG_DESCENDING),
        "where the greatest stands first"),
    {0}};

static kg_status run_argsort(struct array *array)
{
    struct lent in = {0}, position = {0};
    kg_status status;

    TRY(array_begin(array, &in, NULL, 0));
    TRY(array_make(array, &position, KG_U64, array_count(in.matrix)));
    TRY(kg_array_sort(NULL, position.data, array->tool.ctx, kg_matrix_type(in.matrix),
        array_count(in.matrix), in.data, ((const struct sort *)array)->order));
    TRY(take_back(&position, array_count(in.matrix)));
    TRY(array_write(array, position.matrix));
out:
    drop(&position);
    drop(&in);
    return status;
}

const struct array_command array_argsort_command = {
    .shown = {"argsort", "where the sorted numbers stand", "[FILE]", LISTS(argsort_options),
        "A line is a position in FILE, counted from 0: first where the least number stands. Equal "
        "numbers keep their order.\n\n"
        "Examples:\n"
        "  echo 30 10 20 | array argsort\n"
        "  array argsort --descending samples.npy -o order.npy"},
    .most_paths = 1,
    .size = sizeof(struct sort),
    .run = run_argsort};

/* ---- top ------------------------------------------------------------------------------------- */

struct top {
    struct array array;
    kg_top_end end;
    bool indices;
    uint64_t k;
};

static const struct option top_options[] = {
    OPTION("smallest", NULL, SETS(struct top, end, KG_TOP_LEAST),
        "the least numbers, the least first"),
    OPTION("indices", NULL, SETS(struct top, indices, true),
        "where they stand, counted from 0, rather than themselves"),
    {0}};

static void take_top_argument(struct command_line *line, char *argument)
{
    struct top *top = line->input;

    if (line->arguments)
        array_add_path(line, argument);
    else if (!value_number(argument, UINT64_MAX, &top->k))
        usage_error(line, "K '%s': expected a number from 0 to %" PRIu64, argument, UINT64_MAX);
}

static void check_top(struct command_line *line)
{
    if (!line->arguments)
        usage_error(line, "K is missing");
}

static kg_status run_top(struct array *array)
{
    const struct top *top = (const struct top *)array;
    struct lent in = {0}, out = {0}, index = {0};
    struct lent *written = top->indices ? &index : &out;
    kg_status status;

    TRY(array_begin(array, &in, &out, top->k));
    if (top->indices)
        TRY(array_make(array, &index, KG_U64, array_count(out.matrix)));
    TRY(kg_array_top(out.data, index.data, array->tool.ctx, kg_matrix_type(in.matrix),
        array_count(in.matrix), in.data, top->k, top->end));
    TRY(take_back(written, array_count(out.matrix)));
    TRY(array_write(array, written->matrix));
out:
    drop(&index);
    drop(&out);
    drop(&in);
    return status;
}

const struct array_command array_top_command = {
    .shown = {"top", "the greatest numbers, or the least", "K [FILE]", LISTS(top_options),
        "Examples:\n"
        "  array top 10 samples.txt\n"
        "  array top --smallest --indices 3 samples.npy"},
    .most_paths = 1,
    .size = sizeof(struct top),
    .argument = take_top_argument,
    .check = check_top,
    .run = run_top};
