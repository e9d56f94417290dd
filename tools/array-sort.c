/* array sort, array argsort, array top: numbers in order, or where they stand; all, or a few. */
#include "array.h"
#include "values.h"
#include <inttypes.h>

/* ---- sort ------------------------------------------------------------------------------------ */

enum { KEY_DESCENDING = KEY_COMMAND, KEY_STABLE_BY };

struct sort {
    struct array array;
    kg_order order;
    uint64_t column; /* of --stable-by, from 1; 0: none */
};

static const struct argp_option sort_options[] = {
    {"descending", KEY_DESCENDING, 0, 0, "the greatest first", 0},
    {"stable-by", KEY_STABLE_BY, "COLUMN", 0, "whole rows, by their number in a column from 1 on",
        0},
    OPTIONS_COLUMN, OPTIONS_NUMBERS, {0}};

static error_t parse_sort(int key, char *arg, struct argp_state *state)
{
    struct sort *sort = state->input;

    switch (key) {
    case KEY_DESCENDING:
        sort->order = KG_DESCENDING;
        return 0;
    case KEY_STABLE_BY:
        sort->column = parse_number_from(state, "stable-by", arg, 1, UINT64_MAX);
        return 0;
    case ARGP_KEY_END:
        if (sort->column && sort->array.column)
            argp_error(state, "--column has no place beside --stable-by, which sorts whole rows");
        return array_parse(key, arg, state);
    default:
        return array_parse(key, arg, state);
    }
}

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
    .shown = {"sort", "sort numbers, or rows by a column", "[FILE]", sort_options,
        "Examples:\n"
        "  array sort numbers.txt\n"
        "  array sort --column price orders.csv\n"
        "  array sort --descending --stable-by 2 table.txt"},
    .most_paths = 1,
    .size = sizeof(struct sort),
    .parse = parse_sort,
    .run = run_sort};

/* ---- argsort --------------------------------------------------------------------------------- */

static const struct argp_option argsort_options[] = {
    {"descending", KEY_DESCENDING, 0, 0, "where the greatest stands first", 0}, OPTIONS_COLUMN,
    OPTIONS_NUMBERS, {0}};

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
    .shown = {"argsort", "where the sorted numbers stand", "[FILE]", argsort_options,
        "A line is a position in FILE, counted from 0: first where the least number stands. Equal "
        "numbers keep their order.\n\n"
        "Examples:\n"
        "  echo 30 10 20 | array argsort\n"
        "  array argsort --descending samples.npy -o order.npy"},
    .most_paths = 1,
    .size = sizeof(struct sort),
    .parse = parse_sort,
    .run = run_argsort};

/* ---- top ------------------------------------------------------------------------------------- */

enum { KEY_SMALLEST = KEY_COMMAND, KEY_INDICES };

struct top {
    struct array array;
    kg_top_end end;
    bool indices;
    uint64_t k;
};

static const struct argp_option top_options[] = {
    {"smallest", KEY_SMALLEST, 0, 0, "the least numbers, the least first", 0},
    {"indices", KEY_INDICES, 0, 0, "where they stand, counted from 0, rather than themselves", 0},
    OPTIONS_COLUMN, OPTIONS_NUMBERS, {0}};

static error_t parse_top(int key, char *arg, struct argp_state *state)
{
    struct top *top = state->input;

    switch (key) {
    case KEY_SMALLEST:
        top->end = KG_TOP_LEAST;
        return 0;
    case KEY_INDICES:
        top->indices = true;
        return 0;
    case ARGP_KEY_ARG:
        if (state->arg_num)
            return array_parse(key, arg, state);
        if (!value_number(arg, UINT64_MAX, &top->k))
            argp_error(state, "K '%s': expected a number from 0 to %" PRIu64, arg, UINT64_MAX);
        return 0;
    case ARGP_KEY_END:
        if (!state->arg_num)
            argp_error(state, "K is missing");
        return array_parse(key, arg, state);
    default:
        return array_parse(key, arg, state);
    }
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
    .shown = {"top", "the greatest numbers, or the least", "K [FILE]", top_options,
        "Examples:\n"
        "  array top 10 samples.txt\n"
        "  array top --smallest --indices 3 samples.npy"},
    .most_paths = 1,
    .size = sizeof(struct top),
    .parse = parse_top,
    .run = run_top};
