/* array scan: running sums and the like. */
#include "array.h"

struct scan {
    struct array array;
    kg_scan_op op;
    kg_scan_kind kind;
};

static const struct option scan_options[] = {
    OPTION(
        "op", "NAME", WORD_IN(struct scan, op, KG_SCAN_SUM, "sum, min or max"), "% (default: sum)"),
    OPTION("exclusive", NULL, SETS(struct scan, kind, KG_SCAN_EXCLUSIVE),
        "of the numbers before each, without itself"),
    {0}};

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
    .shown = {"scan", "running sums, least or greatest numbers", "[FILE]", LISTS(scan_options),
        "Examples:\n"
        "  seq 10 | array scan\n"
        "  array scan --exclusive --op max temperatures.txt"},
    .most_paths = 1,
    .size = sizeof(struct scan),
    .run = run_scan};
