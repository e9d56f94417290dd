/* Calls of the array functions that lack an argument, or ask for what there is not: each is refused
 * by its name before anything is touched. */
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

#define SCANS(S, T)                                                                                \
    static void refuse_##S(check *c, kg_context *ctx)                                              \
    {                                                                                              \
        T value[2] = {1, 2}, result[2], *none = NULL;                                              \
        const uint8_t flag[2] = {1, 0};                                                            \
        uint64_t count, wide;                                                                      \
        uint32_t rank[2];                                                                          \
                                                                                                   \
        NULLED(kg_array_exclusive_scan_##S(none, NULL, ctx, 2, value), "sum");                     \
        NULLED(kg_array_exclusive_scan_##S(result, NULL, ctx, 2, none), "value");                  \
        NULLED(kg_array_inclusive_scan_##S(none, NULL, ctx, 2, value), "sum");                     \
        NULLED(kg_array_inclusive_scan_##S(result, NULL, ctx, 2, none), "value");                  \
        NULLED(kg_array_reduce_sum_##S(NULL, ctx, 2, value), "result");                            \
        NULLED(kg_array_reduce_sum_##S(&wide, ctx, 2, none), "value");                             \
        NULLED(kg_array_reduce_min_##S(NULL, ctx, 2, value), "result");                            \
        NULLED(kg_array_reduce_min_##S(result, ctx, 2, none), "value");                            \
        NULLED(kg_array_reduce_max_##S(NULL, ctx, 2, value), "result");                            \
        NULLED(kg_array_reduce_max_##S(result, ctx, 2, none), "value");                            \
        REFUSE(                                                                                    \
            kg_array_reduce_min_##S(result, ctx, 0, value), KG_ARGUMENT, "the min of 0 values");   \
        REFUSE(                                                                                    \
            kg_array_reduce_max_##S(result, ctx, 0, value), KG_ARGUMENT, "the max of 0 values");   \
        NULLED(kg_array_compact_##S(none, &count, ctx, 2, value, flag), "the output");             \
        NULLED(kg_array_compact_##S(result, NULL, ctx, 2, value, flag), "count");                  \
        NULLED(kg_array_compact_##S(result, &count, ctx, 2, none, flag), "value");                 \
        NULLED(kg_array_compact_##S(result, &count, ctx, 2, value, NULL), "flag");                 \
        NULLED(kg_array_compact_index_##S(none, &count, ctx, 2, flag), "the output");              \
        NULLED(kg_array_compact_index_##S(result, NULL, ctx, 2, flag), "count");                   \
        NULLED(kg_array_compact_index_##S(result, &count, ctx, 2, NULL), "flag");                  \
        NULLED(kg_array_sort_##S(none, ctx, 2, value), "sorted");                                  \
        NULLED(kg_array_sort_##S(result, ctx, 2, none), "value");                                  \
        NULLED(kg_array_distinct_##S(none, &count, NULL, ctx, 2, value), "distinct");              \
        NULLED(kg_array_distinct_##S(result, NULL, NULL, ctx, 2, value), "count");                 \
        NULLED(kg_array_distinct_##S(result, &count, NULL, ctx, 2, none), "value");                \
        REFUSE(kg_array_distinct_##S(result, &count, rank, ctx, many, value), KG_OVERFLOW,         \
            "4294967297 positions pass 32 bits");                                                  \
    }

SCANS(u32, uint32_t)
SCANS(u64, uint64_t)

#define PAIRS(KS, VS, K, V)                                                                        \
    static void refuse_pairs_##KS##_##VS(check *c, kg_context *ctx)                                \
    {                                                                                              \
        K key[2] = {2, 1}, *no_key = NULL;                                                         \
        V value[2] = {1, 2}, result[2], *no_value = NULL;                                          \
                                                                                                   \
        NULLED(kg_array_sort_pairs_##KS##_##VS(no_key, no_value, ctx, 2, key, value),              \
            "sorted_value");                                                                       \
        NULLED(kg_array_sort_pairs_##KS##_##VS(no_key, result, ctx, 2, no_key, value), "key");     \
        if (sizeof(V) == 4)                                                                        \
            REFUSE(kg_array_sort_pairs_##KS##_##VS(no_key, result, ctx, many, key, no_value),      \
                KG_OVERFLOW, "positions pass 32 bits");                                            \
    }

PAIRS(u32, u32, uint32_t, uint32_t)
PAIRS(u32, u64, uint32_t, uint64_t)
PAIRS(u64, u32, uint64_t, uint32_t)
PAIRS(u64, u64, uint64_t, uint64_t)

static void test_integers(check *c)
{
    for (int k = 0; k < c->contexts; k++) {
        kg_context *ctx = c->context[k];
        const uint8_t flag = 1;
        uint32_t index;
        uint64_t count;

        refuse_u32(c, ctx);
        refuse_u64(c, ctx);
        refuse_pairs_u32_u32(c, ctx);
        refuse_pairs_u32_u64(c, ctx);
        refuse_pairs_u64_u32(c, ctx);
        refuse_pairs_u64_u64(c, ctx);
        REFUSE(kg_array_compact_index_u32(&index, &count, ctx, many, &flag), KG_OVERFLOW,
            "4294967297 positions pass 32 bits");
    }
}

/* The same of all types of numbers, and of one that is none. */
static void test_typed(check *c)
{
    static const kg_type no_type = (kg_type)4;
    const kg_number than = {.whole = 0};

    for (int k = 0; k < c->contexts; k++)
        for (kg_type type = KG_U64; type <= KG_F64; type++) {
            kg_context *ctx = c->context[k];
            uint64_t value[2] = {0}, result[2], count, position[2];
            kg_number sum;
            double mean;

            NULLED(kg_array_scan(NULL, ctx, type, 2, value, KG_SCAN_SUM, 0), "the output");
            NULLED(kg_array_scan(result, ctx, type, 2, NULL, KG_SCAN_SUM, 0), "value");
            REFUSE(kg_array_scan(result, ctx, type, 2, value, (kg_scan_op)3, 0), KG_ARGUMENT,
                "unknown operation 3");
            NULLED(kg_array_sum(&sum, &mean, ctx, type, 2, NULL), "value");
            NULLED(kg_array_extreme(NULL, ctx, type, 2, value, 0), "index");
            NULLED(kg_array_extreme(&count, ctx, type, 2, NULL, 0), "value");
            REFUSE(kg_array_extreme(&count, ctx, type, 0, value, 1), KG_ARGUMENT, "");
            NULLED(kg_array_sort(NULL, NULL, ctx, type, 2, value, 0), "the output");
            NULLED(kg_array_sort(result, NULL, ctx, type, 2, NULL, 0), "value");
            NULLED(kg_array_gather(NULL, ctx, 2, 8, value, position), "the output");
            NULLED(kg_array_gather(result, ctx, 2, 8, NULL, position), "value");
            NULLED(kg_array_gather(result, ctx, 2, 8, value, NULL), "position");
            NULLED(kg_array_compact_if(result, NULL, ctx, type, 2, value, KG_LESS, than), "count");
            NULLED(kg_array_compact_if(NULL, &count, ctx, type, 2, value, KG_LESS, than),
                "the output");
            NULLED(kg_array_compact_if(result, &count, ctx, type, 2, NULL, KG_LESS, than), "value");
            REFUSE(kg_array_compact_if(result, &count, ctx, type, 2, value, (kg_compare)6, than),
                KG_ARGUMENT, "6");
            NULLED(kg_array_split(result, NULL, ctx, type, 2, value), "negatives");
            NULLED(kg_array_split(NULL, &count, ctx, type, 2, value), "the output");
            NULLED(kg_array_split(result, &count, ctx, type, 2, NULL), "value");
            NULLED(kg_array_distinct(result, NULL, NULL, ctx, type, 2, value), "count");
            NULLED(kg_array_distinct(NULL, NULL, &count, ctx, type, 2, value), "the output");
            NULLED(kg_array_distinct(result, NULL, &count, ctx, type, 2, NULL), "value");
            NULLED(kg_array_runs(result, position, NULL, ctx, type, 2, value), "count");
            NULLED(kg_array_runs(NULL, position, &count, ctx, type, 2, value), "the output");
            NULLED(kg_array_runs(result, NULL, &count, ctx, type, 2, value), "length");
            NULLED(kg_array_runs(result, position, &count, ctx, type, 2, NULL), "value");
            NULLED(kg_array_histogram(NULL, NULL, ctx, type, 2, value, 2, 0, 1), "times");
            NULLED(kg_array_histogram(result, NULL, ctx, type, 2, NULL, 2, 0, 1), "value");
            REFUSE(kg_array_histogram(
                       result, NULL, ctx, type, 2, value, ((uint64_t)1 << 30) + 1, 0, 1),
                KG_ARGUMENT, "bins");
            NULLED(kg_array_top(NULL, NULL, ctx, type, 2, value, 1, 0), "the output");
            NULLED(kg_array_top(result, NULL, ctx, type, 2, NULL, 1, 0), "value");
        }
    for (int k = 0; k < c->contexts; k++) {
        kg_context *ctx = c->context[k];
        uint64_t value[2] = {0}, result[2], count;
        kg_matrix *matrix;
        double mean;

        REFUSE(kg_array_scan(result, ctx, no_type, 2, value, KG_SCAN_SUM, 0), KG_ARGUMENT, "type");
        REFUSE(kg_array_sum(NULL, &mean, ctx, no_type, 2, value), KG_ARGUMENT, "type");
        REFUSE(kg_array_extreme(&count, ctx, no_type, 2, value, 0), KG_ARGUMENT, "type");
        REFUSE(kg_array_sort(result, NULL, ctx, no_type, 2, value, 0), KG_ARGUMENT, "type");
        REFUSE(kg_array_compact_if(result, &count, ctx, no_type, 2, value, KG_LESS, than),
            KG_ARGUMENT, "type");
        REFUSE(kg_array_split(result, &count, ctx, no_type, 2, value), KG_ARGUMENT, "type");
        REFUSE(
            kg_array_distinct(result, NULL, &count, ctx, no_type, 2, value), KG_ARGUMENT, "type");
        REFUSE(kg_array_runs(result, value, &count, ctx, no_type, 2, value), KG_ARGUMENT, "type");
        REFUSE(
            kg_array_histogram(result, NULL, ctx, no_type, 2, value, 2, 0, 1), KG_ARGUMENT, "type");
        REFUSE(kg_array_top(result, NULL, ctx, no_type, 2, value, 1, 0), KG_ARGUMENT, "type");
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
    for (int kind = -1; kind < 5; kind += 4 + (kind == 3)) {
        euler.kind = (kg_euler_kind)kind;
        REFUSE(kg_euler_find(&walk, graph, &euler), KG_ARGUMENT, ": expected 0 to 2");
    }
    euler = (kg_euler_options)KG_EULER_OPTIONS_INIT;
    euler.start = 2;
    REFUSE(kg_euler_find(&walk, graph, &euler), KG_ARGUMENT, "has_start is not set");
    euler.has_start = 1;
    REFUSE(kg_euler_find(&walk, graph, &euler), KG_ARGUMENT,
        "start vertex 2: the graph has 2 vertices");
    kg_graph_destroy(graph);
    read_map.format = (kg_grid_format)4;
    REFUSE(kg_grid_read(&grid, ctx, path, &read_map), KG_ARGUMENT, "format 4: expected 0 to 3");
    if (kg_format_name((kg_format)99) || strcmp(kg_grid_format_name((kg_grid_format)9), "unknown"))
        check_fail(c, ctx, "names of formats that there are not");
    if (strcmp(kg_status_string((kg_status)-99), "unknown status") ||
        strcmp(kg_status_string(KG_MISSING), "a library is missing"))
        check_fail(c, ctx, "texts of statuses");
    if (kg_type_size((kg_type)4))
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
        "two types of numbers");
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
    {"refused.integers", test_integers, NULL, 0},
    {"refused.typed", test_typed, NULL, 0},
    {"refused.problems", test_problems, NULL, 0},
    {"refused.objects", test_objects, NULL, 0},
    {NULL},
};
