/* array scan: running sums and the like. */
#include "array.h"
#include <string.h>

enum { KEY_SCAN_OP = KEY_COMMAND, KEY_EXCLUSIVE };

struct scan {
    struct array array;
    kg_scan_op op;
    kg_scan_kind kind;
};

static const struct argp_option scan_options[] = {
    {"op", KEY_SCAN_OP, "NAME", 0, "sum, min or max (default: sum)", 0},
    {"exclusive", KEY_EXCLUSIVE, 0, 0, "of the numbers before each, without itself", 0},
    OPTIONS_COLUMN, OPTIONS_NUMBERS, {0}};

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

    array->wide = scan->op == KG_SCAN_SUM; /* whose sums fit */
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
