/* array transpose, array multiply, array som: matrices. */
#include "array.h"
#include "values.h"
#include <stdlib.h>
#include <string.h>

/* ---- transpose ------------------------------------------------------------------------------- */

static kg_status run_transpose(struct array *array)
{
    const bool sparse = array_wants_sparse(array) || array_names_sparse(array->path[0]);
    kg_matrix *in = NULL, *out = NULL;
    kg_status status;

    if (array->to == ANY)
        array->to = sparse ? MTX : TEXT;
    if (sparse)
        return array_run_sparse(array, true);
    TRY(tool_begin(&array->tool));
    TRY(array_read(array, &in, array->path[0], true));
    TRY(kg_matrix_transpose(&out, in));
    TRY(array_write(array, out));
out:
    kg_matrix_destroy(out);
    kg_matrix_destroy(in);
    return status;
}

const struct array_command array_transpose_command = {
    .shown = {"transpose", "turn rows into columns", "[FILE]",
        TABLES_OF({array_type_options}, {array_sparse_options}),
        "A FILE whose name ends in .mtx or .mm is a sparse matrix, as array sparse reads it.\n\n"
        "Examples:\n"
        "  array transpose table.txt\n"
        "  array transpose web.mtx.gz -o transposed.mtx"},
    .most_paths = 1,
    .size = sizeof(struct array),
    .run = run_transpose};

/* ---- multiply -------------------------------------------------------------------------------- */

struct multiply {
    struct array array;
    bool blas;
};

static const struct option multiply_options[] = {
    OPTION("blas", NULL, SETS(struct multiply, blas, true),
        "multiply floats by the system's BLAS library"),
    {0}};

static void check_multiply(struct command_line *line)
{
    if (line->arguments < 2)
        usage_error(line, "A B: two files are needed");
}

static kg_status run_multiply(struct array *array)
{
    kg_matrix *a = NULL, *b = NULL, *product = NULL;
    kg_status status;

    TRY(tool_begin(&array->tool));
    TRY(array_read(array, &a, array->path[0], true));
    TRY(array_read(array, &b, array->path[1], true));
    if (kg_matrix_columns(a) != kg_matrix_rows(b)) {
        status = tool_fail(&array->tool, KG_FORMAT,
            "%s has %llu columns and %s %llu rows: these must be as many", array->path[0],
            (unsigned long long)kg_matrix_columns(a), array->path[1],
            (unsigned long long)kg_matrix_rows(b));
        goto out;
    }
    TRY(kg_matrix_multiply(&product, a, b,
        ((const struct multiply *)array)->blas ? KG_MULTIPLY_BLAS : KG_MULTIPLY_REPRODUCIBLE));
    TRY(array_write(array, product));
out:
    kg_matrix_destroy(product);
    kg_matrix_destroy(b);
    kg_matrix_destroy(a);
    return status;
}

const struct array_command array_multiply_command = {
    .shown = {"multiply", "the product of two matrices", "A B",
        TABLES_OF({multiply_options}, {array_format_options}),
        "Examples:\n"
        "  array multiply a.txt b.txt\n"
        "  array multiply --blas a.npy b.npy -o product.npy"},
    .most_paths = 2,
    .size = sizeof(struct multiply),
    .check = check_multiply,
    .run = run_multiply};

/* ---- self-organising maps -------------------------------------------------------------------- */

struct som {
    struct array array;
    kg_som_options options;
    const char *map, *picture; /* of --bmu and --u-matrix */
};

static void take_map(struct command_line *line, const struct option *option, char *value)
{
    kg_som_options *options = &((struct som *)line->input)->options;

    (void)option;
    if (!value_pair(value, 'x', &options->width, &options->height) || !options->width ||
        !options->height)
        refuse_value(line, value, "WxH, 40x30 say");
}

#define TRAINED(option) option " is for a map that is trained, not for one of --bmu"

static const struct option som_options[] = {
    OPTION("map", "WxH", DOES(take_map), "nodes of the map (default: 10x10)", .without = "bmu",
        .says = TRAINED("--map")),
    OPTION("epochs", "N", NUMBER_IN(struct som, options.epochs, 0, 1 << 20),
        "how often to go through the data (default: 20)", .without = "bmu",
        .says = TRAINED("--epochs")),
    OPTION("metric", "NAME",
        WORD_IN(struct som, options.metric, KG_EUCLIDEAN, "euclidean or taxicab"),
        "% (default: euclidean)"),
    OPTION("u-matrix", "FILE", TEXT_IN(struct som, picture),
        "draw how far nodes are from their neighbours, as PNG", .without = "bmu",
        .says = "--u-matrix draws a map that is trained, not one of --bmu"),
    OPTION("bmu", "MAP", TEXT_IN(struct som, map),
        "read a map, and print the nearest node of each row of data"),
    {0}};

static void check_som(struct command_line *line)
{
    struct som *som = line->input;

    if (option_given(line, "epochs") && !som->options.epochs)
        som->options.epochs = KG_SOM_UNTRAINED;
    if (som->map)
        array_refuse_twice(
            line, som->map, som->array.paths ? som->array.path[0] : "-", "--bmu and FILE");
}

/* Replaces a matrix by one of doubles, unless it is one. */
static kg_status make_real(struct array *array, kg_matrix **matrix)
{
    kg_matrix *real;
    double *to;
    kg_status status;

    if (kg_matrix_type(*matrix) == KG_F64)
        return KG_OK;
    TRY(kg_matrix_create(
        &real, array->tool.ctx, KG_F64, kg_matrix_rows(*matrix), kg_matrix_columns(*matrix)));
    to = kg_matrix_data(real);
    for (uint64_t i = 0; i < array_count(real); i++)
        to[i] = array_number(*matrix, i);
    kg_matrix_destroy(*matrix);
    *matrix = real;
out:
    return status;
}

static kg_status draw_map(const struct som *som, kg_matrix *map)
{
    kg_matrix *distances = NULL;
    kg_status status;

    TRY(kg_som_distances(
        &distances, map, som->options.width, som->options.height, som->options.metric));
    TRY(kg_matrix_draw_png(distances, som->picture));
out:
    kg_matrix_destroy(distances);
    return status;
}

/* Trains a map, or reads one; writes the map, or of each row of data the unit. */
static kg_status run_som(struct array *array)
{
    struct som *som = (struct som *)array;
    kg_matrix *data = NULL, *map = NULL, *unit = NULL;
    double error;
    kg_status status;

    TRY(tool_begin(&array->tool));
    som->options.seed = array->tool.seed;
    TRY(array_read_finite(array, &data, array->path[0]));
    TRY(make_real(array, &data));
    if (som->map) {
        TRY(array_read_finite(array, &map, som->map));
        TRY(make_real(array, &map));
    } else {
        TRY(kg_som_train(&map, data, &som->options));
    }
    TRY(kg_matrix_create(&unit, array->tool.ctx, KG_U64, kg_matrix_rows(data), 1));
    TRY(kg_som_match(kg_matrix_data(unit), &error, map, data, som->options.metric));
    if (!array->tool.quiet)
        tool_say(&array->tool, "quantisation error %.6g", error);
    if (som->picture)
        TRY(draw_map(som, map));
    json_double(&array->facts, "quantisation_error", error);
    TRY(array_write(array, som->map ? unit : map));
out:
    kg_matrix_destroy(unit);
    kg_matrix_destroy(map);
    kg_matrix_destroy(data);
    return status;
}

const struct array_command array_som_command = {
    .shown = {"som", "train a self-organising map", "[FILE]",
        TABLES_OF({som_options}, {array_format_options}),
        "A row of FILE is a datum; a row of the output a node of the map, row by row.\n\n"
        "Examples:\n"
        "  array som --map 40x30 --epochs 50 data.txt --u-matrix map.png -o map.txt\n"
        "  array som --bmu map.txt data.txt"},
    .most_paths = 1,
    .size = sizeof(struct som),
    .check = check_som,
    .run = run_som};
