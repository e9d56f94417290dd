/* array scan, array reduce: running sums and the like, and one number from many. */
#include "array.h"
#include <string.h>

/* ---- scan ------------------------------------------------------------------------------------ */

enum { KEY_SCAN_OP = KEY_COMMAND, KEY_EXCLUSIVE };

struct scan {
    struct array array;
    kg_scan_op op;
    kg_scan_kind kind;
};

static const struct argp_option scan_options[] = {
    {"op", KEY_SCAN_OP, "NAME", 0, "sum, min or max (default: sum)", 0},
    {"exclusive", KEY_EXCLUSIVE, 0, 0, "of the numbers before each, without itself", 0},
    OPTIONS_NUMBERS, {0}};

static error_t parse_scan(int key, char *arg, struct argp_state *state)
{
    static const char *const names[] = {
        [KG_SCAN_SUM] = "sum", [KG_SCAN_MIN] = "min", [KG_SCAN_MAX] = "max"};
    struct scan *scan = state->input;

    switch (key) {
    case KEY_SCAN_OP:
        for (int i = 0; i < 3; i++)
            if (strcmp(arg, names[i]) == 0) {
                scan->op = (kg_scan_op)i;
                return 0;
            }
        argp_error(state, "--op '%s': expected sum, min or max", arg);
        return 0;
    case KEY_EXCLUSIVE:
        scan->kind = KG_SCAN_EXCLUSIVE;
        return 0;
    default:
        return array_parse(key, arg, state);
    }
}

static kg_status run_scan(struct array *array)
{
    const struct scan *scan = (const struct scan *)array;
    struct lent in = {0};
    kg_status status;

    TRY(array_begin(array, &in, NULL, 0));
    TRY(kg_array_scan(in.data, NULL, array->tool.ctx, kg_matrix_type(in.matrix),
        array_count(in.matrix), in.data, scan->op, scan->kind));
    TRY(take_back(&in, kg_matrix_rows(in.matrix)));
    TRY(array_write(array, in.matrix));
out:
    drop(&in);
    return status;
}

const struct array_command array_scan_command = {
    .shown = {"scan", "running sums, least or greatest numbers", "[FILE]", scan_options,
        "Examples:\n"
        "  seq 10 | array scan\n"
        "  array scan --exclusive --op max temperatures.txt"},
    .most_paths = 1,
    .size = sizeof(struct scan),
    .parse = parse_scan,
    .run = run_scan};

/* ---- reduce ---------------------------------------------------------------------------------- */

enum { KEY_REDUCE_OP = KEY_COMMAND };

enum reduction { SUM, MIN, MAX, ARGMIN, ARGMAX, MEAN, REDUCTIONS };

struct reduce {
    struct array array;
    enum reduction op;
};

static const struct argp_option reduce_options[] = {
    {"op", KEY_REDUCE_OP, "NAME", 0, "sum, min, max, argmin, argmax or mean (default: sum)", 0},
    OPTIONS_NUMBERS, {0}};

static error_t parse_reduce(int key, char *arg, struct argp_state *state)
{
    static const char *const names[REDUCTIONS] = {[SUM] = "sum",
        [MIN] = "min",
        [MAX] = "max",
        [ARGMIN] = "argmin",
        [ARGMAX] = "argmax",
        [MEAN] = "mean"};
    struct reduce *reduce = state->input;

    if (key != KEY_REDUCE_OP)
        return array_parse(key, arg, state);
    for (int i = 0; i < REDUCTIONS; i++)
        if (strcmp(arg, names[i]) == 0) {
            reduce->op = (enum reduction)i;
            return 0;
        }
    argp_error(state, "--op '%s': expected sum, min, max, argmin, argmax or mean", arg);
    return 0;
}

/* The result is one number: of the numbers' type, a position, or a mean. */
static kg_status run_reduce(struct array *array)
{
    const enum reduction op = ((const struct reduce *)array)->op;
    const bool position = op == ARGMIN || op == ARGMAX;
    struct lent in = {0};
    kg_matrix *result = NULL;
    kg_context *ctx;
    kg_number sum;
    double mean;
    uint64_t index = 0, n;
    kg_type type, made;
    kg_status status;

    TRY(array_begin(array, &in, NULL, 0));
    ctx = array->tool.ctx;
    type = kg_matrix_type(in.matrix);
    n = array_count(in.matrix);
    if (op != SUM && n == 0) {
        status = tool_fail(&array->tool, KG_FORMAT, "there are no numbers");
        goto out;
    }
    made = position ? KG_U64 : op == MEAN ? KG_F64 : type;
    if (op == SUM && type == KG_F32)
        made = KG_F64;
    else if (op == SUM && type == KG_U32)
        made = KG_U64;
    if (op == SUM || op == MEAN)
        TRY(kg_array_sum(op == SUM ? &sum : NULL, &mean, ctx, type, n, in.data));
    else
        TRY((op == MAX || op == ARGMAX ? kg_array_argmax : kg_array_argmin)(
            &index, NULL, ctx, type, n, in.data));
    TRY(kg_matrix_create(&result, ctx, made, 1, 1));
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

const struct array_command array_reduce_command = {
    .shown = {"reduce", "the sum, the least, the greatest, where it stands, the mean", "[FILE]",
        reduce_options,
        "Examples:\n"
        "  seq 10 | array reduce\n"
        "  array reduce --op argmax samples.npy"},
    .most_paths = 1,
    .size = sizeof(struct reduce),
    .parse = parse_reduce,
    .run = run_reduce};
