/* Wrong calls of the array functions: an argument is NULL, or asks for something that does not
 * exist. Each call is refused with the argument's name before it touches anything. */
#include "check.h"
#include <string.h>

#define REFUSE(call, expected, text)                                                               \
    do {                                                                                           \
        check_say(c, "%s", #call);                                                                 \
        if (check_status(c, ctx, (call), expected) && !strstr(kg_context_message(ctx), text))      \
            check_fail(c, ctx, "'%s', expected '%s'", kg_context_message(ctx), text);              \
    } while (0)

#define NULLED(call, text) REFUSE(call, KG_ARGUMENT, text " is NULL")

/* More than 32 bits can number: nobody gets as far as to read them. */
static const uint64_t many = ((uint64_t)1 << 32) + 1;

/* Of all types of numbers, and of one that is none. */
static void test_typed(check *c)
{
    static const kg_type no_type = (kg_type)10;
    const kg_number than = {.whole = 0};
    const kg_condition condition = {KG_LESS, {0}, 0};
    const kg_condition unknown[2] = {{KG_LESS, {0}, 0}, {(kg_compare)6, {0}, 0}};

    for (int k = 0; k < c->contexts; k++)
        for (kg_type type = KG_U32; type <= KG_I32; type++) {
            kg_context *ctx = c->context[k];
            uint64_t value[2] = {0}, result[2], count, position[2];
            const uint8_t flag[2] = {1, 0};
            uint32_t rank[2];
            kg_number sum;
            double mean;

            NULLED(kg_array_scan(NULL, NULL, ctx, type, 2, value, KG_SCAN_SUM, KG_SCAN_INCLUSIVE),
                "the output");
            NULLED(kg_array_scan(result, NULL, ctx, type, 2, NULL, KG_SCAN_SUM, KG_SCAN_INCLUSIVE),
                "value");
            REFUSE(
                kg_array_scan(result, NULL, ctx, type, 2, value, (kg_scan_op)3, KG_SCAN_INCLUSIVE),
                KG_ARGUMENT, "unknown operation 3");
            REFUSE(kg_array_scan(result, &sum, ctx, type, 2, value, KG_SCAN_MAX, (kg_scan_kind)2),
                KG_ARGUMENT, "unknown kind of scan 2");
            NULLED(kg_array_sum(&sum, &mean, ctx, type, 2, NULL), "value");
            REFUSE(kg_array_argmin(NULL, NULL, ctx, type, 2, value), KG_ARGUMENT,
                "index and number are both NULL");
            REFUSE(kg_array_argmax(NULL, NULL, ctx, type, 2, value), KG_ARGUMENT,
                "index and number are both NULL");
            NULLED(kg_array_argmin(&count, NULL, ctx, type, 2, NULL), "value");
            NULLED(kg_array_argmax(NULL, &sum, ctx, type, 2, NULL), "value");
            REFUSE(kg_array_argmin(&count, &sum, ctx, type, 0, value), KG_ARGUMENT,
                "the least of 0 values");
            REFUSE(kg_array_argmax(NULL, &sum, ctx, type, 0, value), KG_ARGUMENT,
                "the greatest of 0 values");
            NULLED(kg_array_sort(NULL, NULL, ctx, type, 2, value, KG_ASCENDING), "the output");
            NULLED(kg_array_sort(result, NULL, ctx, type, 2, NULL, KG_ASCENDING), "value");
            REFUSE(kg_array_sort(result, NULL, ctx, type, 2, value, (kg_order)2), KG_ARGUMENT,
                "unknown order 2");
            NULLED(kg_array_select_flagged(NULL, &count, ctx, type, 2, value, flag), "the output");
            NULLED(kg_array_select_flagged(result, NULL, ctx, type, 2, value, flag), "count");
            NULLED(kg_array_select_flagged(result, &count, ctx, type, 2, NULL, flag), "value");
            NULLED(kg_array_select_flagged(result, &count, ctx, type, 2, value, NULL), "flag");
            if (type > KG_U64) {
                REFUSE(kg_array_select_positions(result, &count, ctx, type, 2, flag), KG_ARGUMENT,
                    ": expected KG_U32 or KG_U64");
            } else {
                NULLED(kg_array_select_positions(NULL, &count, ctx, type, 2, flag), "the output");
                NULLED(kg_array_select_positions(result, NULL, ctx, type, 2, flag), "count");
                NULLED(kg_array_select_positions(result, &count, ctx, type, 2, NULL), "flag");
            }
            REFUSE(kg_array_distinct(result, NULL, rank, &count, ctx, type, many, value),
                KG_OVERFLOW, "4294967297 positions pass 32 bits");
            NULLED(kg_array_gather(NULL, ctx, 2, 8, value, position), "the output");
            NULLED(kg_array_gather(result, ctx, 2, 8, NULL, position), "value");
            NULLED(kg_array_gather(result, ctx, 2, 8, value, NULL), "position");
            NULLED(kg_array_select_if(result, NULL, ctx, type, 2, value, KG_LESS, than), "count");
            NULLED(
                kg_array_select_if(NULL, &count, ctx, type, 2, value, KG_LESS, than), "the output");
            NULLED(kg_array_select_if(result, &count, ctx, type, 2, NULL, KG_LESS, than), "value");
            REFUSE(kg_array_select_if(result, &count, ctx, type, 2, value, (kg_compare)6, than),
                KG_ARGUMENT, "6");
            NULLED(
                kg_array_select_where(result, NULL, ctx, type, 2, value, 1, &condition), "count");
            NULLED(kg_array_select_where(NULL, &count, ctx, type, 2, value, 1, &condition),
                "the output");
            NULLED(
                kg_array_select_where(result, &count, ctx, type, 2, NULL, 1, &condition), "value");
            NULLED(
                kg_array_select_where(result, &count, ctx, type, 2, value, 1, NULL), "condition");
            REFUSE(kg_array_select_where(result, &count, ctx, type, 2, value, 0, &condition),
                KG_ARGUMENT, "0 conditions");
            REFUSE(kg_array_select_where(result, &count, ctx, type, 2, value, 2, unknown),
                KG_ARGUMENT, "unknown comparison 6 in condition 1");
            NULLED(kg_array_stable_partition(result, NULL, ctx, type, 2, value), "negatives");
            NULLED(kg_array_stable_partition(NULL, &count, ctx, type, 2, value), "the output");
            NULLED(kg_array_stable_partition(result, &count, ctx, type, 2, NULL), "value");
            NULLED(kg_array_distinct(result, NULL, NULL, NULL, ctx, type, 2, value), "count");
            NULLED(kg_array_distinct(NULL, NULL, NULL, &count, ctx, type, 2, value), "the output");
            NULLED(kg_array_distinct(result, NULL, NULL, &count, ctx, type, 2, NULL), "value");
            NULLED(
                kg_array_run_length_encode(result, position, NULL, ctx, type, 2, value), "count");
            NULLED(kg_array_run_length_encode(NULL, position, &count, ctx, type, 2, value),
                "the output");
            NULLED(kg_array_run_length_encode(result, NULL, &count, ctx, type, 2, value), "length");
            NULLED(
                kg_array_run_length_encode(result, position, &count, ctx, type, 2, NULL), "value");
            NULLED(kg_array_histogram(NULL, NULL, ctx, type, 2, value, 2, 0, 1), "times");
            NULLED(kg_array_histogram(result, NULL, ctx, type, 2, NULL, 2, 0, 1), "value");
            REFUSE(kg_array_histogram(
                       result, NULL, ctx, type, 2, value, ((uint64_t)1 << 30) + 1, 0, 1),
                KG_ARGUMENT, "bins");
            NULLED(kg_array_top(NULL, NULL, ctx, type, 2, value, 1, KG_TOP_GREATEST), "the output");
            NULLED(kg_array_top(result, NULL, ctx, type, 2, NULL, 1, KG_TOP_GREATEST), "value");
            REFUSE(kg_array_top(result, NULL, ctx, type, 2, value, 1, (kg_top_end)2), KG_ARGUMENT,
                "unknown end of the order 2");
        }
    for (int k = 0; k < c->contexts; k++) {
        kg_context *ctx = c->context[k];
        uint64_t value[2] = {0}, result[2], count;
        const uint8_t flag[2] = {1, 0};
        kg_matrix *matrix;
        double mean;

        REFUSE(kg_array_select_positions(result, &count, ctx, KG_U32, many, flag), KG_OVERFLOW,
            "4294967297 positions pass 32 bits");
        REFUSE(kg_array_select_flagged(result, &count, ctx, no_type, 2, value, flag), KG_ARGUMENT,
            "type");

        REFUSE(kg_array_scan(result, NULL, ctx, no_type, 2, value, KG_SCAN_SUM, KG_SCAN_INCLUSIVE),
            KG_ARGUMENT, "type");
        REFUSE(kg_array_sum(NULL, &mean, ctx, no_type, 2, value), KG_ARGUMENT, "type");
        REFUSE(kg_array_argmin(&count, NULL, ctx, no_type, 2, value), KG_ARGUMENT, "type");
        REFUSE(
            kg_array_sort(result, NULL, ctx, no_type, 2, value, KG_ASCENDING), KG_ARGUMENT, "type");
        REFUSE(kg_array_select_if(result, &count, ctx, no_type, 2, value, KG_LESS, than),
            KG_ARGUMENT, "type");
        REFUSE(
            kg_array_stable_partition(result, &count, ctx, no_type, 2, value), KG_ARGUMENT, "type");
        REFUSE(kg_array_distinct(result, NULL, NULL, &count, ctx, no_type, 2, value), KG_ARGUMENT,
            "type");
        REFUSE(kg_array_run_length_encode(result, value, &count, ctx, no_type, 2, value),
            KG_ARGUMENT, "type");
        REFUSE(
            kg_array_histogram(result, NULL, ctx, no_type, 2, value, 2, 0, 1), KG_ARGUMENT, "type");
        REFUSE(kg_array_top(result, NULL, ctx, no_type, 2, value, 1, KG_TOP_LEAST), KG_ARGUMENT,
            "type");
        REFUSE(kg_matrix_create(&matrix, ctx, no_type, 1, 1), KG_ARGUMENT, "type");
    }
}

static void test_problems(check *c)
{
    for (int k = 0; k < c->contexts; k++) {
        kg_context *ctx = c->context[k];
        const uint32_t twice[3] = {0, 1, 1}, large[3] = {0, 1, 3};
        uint32_t permutation[3];
        uint64_t length, number;

        NULLED(kg_array_permutations(NULL, ctx, 3, 0, 1), "permutation");
        REFUSE(kg_array_permutations(permutation, ctx, 3, 6, 1), KG_ARGUMENT, "6");
        REFUSE(kg_array_permutations(permutation, ctx, 3, 1, UINT64_MAX), KG_ARGUMENT, "");
        REFUSE(kg_array_permutations(permutation, ctx, 21, 0, 1), KG_ARGUMENT, "21");
        NULLED(kg_array_permutation_number(NULL, ctx, 3, twice), "number");
        NULLED(kg_array_permutation_number(&number, ctx, 3, NULL), "permutation");
        REFUSE(kg_array_permutation_number(&number, ctx, 3, twice), KG_ARGUMENT, "");
        REFUSE(kg_array_permutation_number(&number, ctx, 3, large), KG_ARGUMENT, "");
        REFUSE(kg_array_permutation_number(&number, ctx, 21, large), KG_ARGUMENT, "21");
        NULLED(kg_array_look_and_say(NULL, &length, ctx, NULL, 1), "seed");
        NULLED(kg_array_look_and_say(NULL, NULL, ctx, "1", 1), "length");
        REFUSE(kg_array_look_and_say(NULL, &length, ctx, "1a", 1), KG_ARGUMENT, "seed '1a'");
        NULLED(kg_array_cyclospectrum(NULL, ctx, 0, NULL), "spectrum");
        NULLED(kg_array_cyclospectrum(&number, ctx, 1, NULL), "mass");
        REFUSE(kg_array_cyclospectrum(&number, ctx, (uint64_t)1 << 33, &number), KG_OVERFLOW,
            "the spectrum of 8589934592 masses passes 64 bits");
    }
}

/* Formats, pictures, layouts and metrics that there are not, and shapes that do not fit. */
static void test_objects(check *c)
{
    const kg_vertex source[] = {0, 1}, target[] = {1, 0};
    const char *path = "/nonexistent/nowhere";
    kg_read_options read = KG_READ_OPTIONS_INIT;
    kg_grid_read_options read_map = KG_GRID_READ_OPTIONS_INIT;
    kg_draw_options draw = KG_DRAW_OPTIONS_INIT;
    kg_euler_options euler = KG_EULER_OPTIONS_INIT;
    kg_context *ctx = c->context[0];
    kg_graph *graph = NULL, *other = NULL;
    kg_grid *grid = NULL;
    kg_euler *walk = NULL;
    kg_matrix *data = NULL, *map = NULL, *integers = NULL, *made = NULL;
    uint64_t unit[2];

    read.format = (kg_format)99;
    REFUSE(kg_graph_read(&other, ctx, path, &read), KG_ARGUMENT, "unknown format 99");
    check_status(c, ctx, kg_graph_build(&graph, ctx, 2, 2, source, target, NULL), KG_OK);
    REFUSE(kg_graph_write(graph, path, (kg_format)99), KG_ARGUMENT, "unknown format 99");
    draw.picture = (kg_picture)9;
    REFUSE(kg_graph_draw(graph, path, &draw), KG_ARGUMENT, "unknown picture 9");
    draw.picture = KG_PICTURE_DOT;
    draw.layout = (kg_layout)9;
    REFUSE(kg_graph_draw(graph, path, &draw), KG_ARGUMENT, "unknown layout 9");
    draw.layout = KG_LAYOUT_DOT;
    draw.centre = 2;
    REFUSE(kg_graph_draw(graph, path, &draw), KG_ARGUMENT, "has_centre is not set");
    draw.has_centre = 1;
    REFUSE(kg_graph_draw(graph, path, &draw), KG_ARGUMENT, "vertex 2: there are 2 vertices");
    for (int kind = -1; kind < 5; kind += 5) {
        euler.kind = (kg_euler_kind)kind;
        REFUSE(kg_euler_find(&walk, graph, &euler), KG_ARGUMENT, ": expected 0 to 3");
    }
    euler = (kg_euler_options)KG_EULER_OPTIONS_INIT;
    euler.start = 2;
    REFUSE(kg_euler_find(&walk, graph, &euler), KG_ARGUMENT, "has_start is not set");
    euler.has_start = 1;
    REFUSE(kg_euler_find(&walk, graph, &euler), KG_ARGUMENT,
        "start vertex 2: the graph has 2 vertices");
    kg_graph_destroy(graph);
    read_map.format = (kg_grid_format)8;
    REFUSE(kg_grid_read(&grid, ctx, path, &read_map), KG_ARGUMENT, "format 8: expected 0 to 7");
    if (kg_format_name((kg_format)99) || strcmp(kg_grid_format_name((kg_grid_format)9), "unknown"))
        check_fail(c, ctx, "names of formats that there are not");
    if (strcmp(kg_status_string((kg_status)-99), "unknown status") ||
        strcmp(kg_status_string(KG_MISSING), "a library is missing"))
        check_fail(c, ctx, "texts of statuses");
    if (kg_type_size((kg_type)10))
        check_fail(c, ctx, "the size of no type");

    check_status(c, ctx, kg_matrix_create(&data, ctx, KG_F64, 2, 3), KG_OK);
    check_status(c, ctx, kg_matrix_create(&map, ctx, KG_F64, 4, 3), KG_OK);
    check_status(c, ctx, kg_matrix_create(&integers, ctx, KG_I64, 4, 3), KG_OK);
    memset(kg_matrix_data(data), 0, 6 * sizeof(double));
    memset(kg_matrix_data(map), 0, 12 * sizeof(double));
    REFUSE(kg_som_match(unit, NULL, map, data, (kg_metric)2), KG_ARGUMENT, "unknown metric 2");
    REFUSE(kg_som_match(unit, NULL, integers, data, KG_EUCLIDEAN), KG_ARGUMENT, "must be KG_F64");
    REFUSE(kg_som_match(unit, NULL, map, integers, KG_EUCLIDEAN), KG_ARGUMENT, "must be KG_F64");
    REFUSE(kg_matrix_multiply(&made, map, integers, KG_MULTIPLY_REPRODUCIBLE), KG_ARGUMENT,
        "as many columns are needed");
    REFUSE(kg_matrix_multiply(&made, map, data, KG_MULTIPLY_REPRODUCIBLE), KG_ARGUMENT,
        "matrices of 4 x 3 and 2 x 3");
    REFUSE(kg_matrix_draw_png(integers, path), KG_ARGUMENT, "expected KG_F64");
    REFUSE(kg_matrix_create(&made, ctx, KG_F64, UINT64_MAX, 2), KG_MEMORY, "");
    if (made)
        check_fail(c, ctx, "a matrix");
    kg_matrix_destroy(data);
    kg_matrix_destroy(map);
    kg_matrix_destroy(integers);
}

const check_case check_refused_cases[] = {
    {"refused.typed", test_typed, NULL, 0},
    {"refused.problems", test_problems, NULL, 0},
    {"refused.objects", test_objects, NULL, 0},
    {NULL},
};
