/* The commands of array that work on matrices: transpose, multiply, som. */
#include "array.h"
#include <stdlib.h>
#include <string.h>

kg_status array_transpose(struct array *array)
{
    kg_matrix *in = NULL, *out = NULL;
    kg_status status;

    TRY(tool_begin(&array->tool));
    TRY(array_read(array, &in, array->path[0], true));
    TRY(kg_matrix_transpose(&out, in));
    TRY(array_write(array, out));
out:
    kg_matrix_destroy(out);
    kg_matrix_destroy(in);
    return status;
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

/* Numbers of two types are multiplied as doubles. */
kg_status array_multiply(struct array *array)
{
    kg_matrix *a = NULL, *b = NULL, *product = NULL;
    kg_status status;

    TRY(tool_begin(&array->tool));
    TRY(array_read(array, &a, array->path[0], true));
    TRY(array_read(array, &b, array->path[1], true));
    if (kg_matrix_type(a) != kg_matrix_type(b)) {
        TRY(make_real(array, &a));
        TRY(make_real(array, &b));
    }
    if (kg_matrix_columns(a) != kg_matrix_rows(b)) {
        status = tool_fail(&array->tool, KG_FORMAT,
            "%s has %llu columns and %s %llu rows: these must be as many", array->path[0],
            (unsigned long long)kg_matrix_columns(a), array->path[1],
            (unsigned long long)kg_matrix_rows(b));
        goto out;
    }
    TRY(kg_matrix_multiply(
        &product, a, b, array->blas ? KG_MULTIPLY_BLAS : KG_MULTIPLY_REPRODUCIBLE));
    TRY(array_write(array, product));
out:
    kg_matrix_destroy(product);
    kg_matrix_destroy(b);
    kg_matrix_destroy(a);
    return status;
}

/* ---- self-organising maps -------------------------------------------------------------------- */

static kg_status draw_map(struct array *array, kg_matrix *map)
{
    kg_matrix *distances = NULL;
    kg_status status;

    TRY(kg_som_distances(&distances, map, array->som.width, array->som.height, array->som.metric));
    TRY(kg_matrix_draw_png(distances, array->picture));
out:
    kg_matrix_destroy(distances);
    return status;
}

/* Trains a map, or reads one; writes the map, or of each row of data the unit. */
kg_status array_som(struct array *array)
{
    kg_matrix *data = NULL, *map = NULL, *unit = NULL;
    double error;
    kg_status status;

    TRY(tool_begin(&array->tool));
    array->som.seed = array->tool.seed;
    TRY(array_read_finite(array, &data, array->path[0]));
    TRY(make_real(array, &data));
    if (array->map) {
        TRY(array_read_finite(array, &map, array->map));
        TRY(make_real(array, &map));
    } else {
        TRY(kg_som_train(&map, data, &array->som));
    }
    TRY(kg_matrix_create(&unit, array->tool.ctx, KG_U64, kg_matrix_rows(data), 1));
    TRY(kg_som_match(kg_matrix_data(unit), &error, map, data, array->som.metric));
    if (!array->tool.quiet)
        tool_say(&array->tool, "quantisation error %.6g", error);
    if (array->picture)
        TRY(draw_map(array, map));
    TRY(array_write(array, array->map ? unit : map));
out:
    kg_matrix_destroy(unit);
    kg_matrix_destroy(map);
    kg_matrix_destroy(data);
    return status;
}
