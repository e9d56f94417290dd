/*
 * Reading a grid map from an array of numbers.
 *
 * In: a .npy of two dimensions; rows of numbers as text; or rows of 0 and 1 without anything
 *     between them. A number is the weight of its cell. 0 is a wall, and so is infinity. With
 *     `invert` the numbers are 0 and 1, and 1 is a wall. With `zero_free` 0 is a free cell.
 * Out: the map. Row 0 is the first row of the array.
 * Memory: the map, the numbers in their own type, and two bytes for each, or eight if they are not
 *     all whole numbers up to 65535.
 */
#include "../../../matrix/matrix.h"
#include "../../../scan/number.h"
#include "read_map.h"
#include <inttypes.h>
#include <math.h>
#include <string.h>

static double number_at(const kg_matrix *m, uint64_t i)
{
    const kg_number number = kg__number_at(m->type, m->data, i);

    return kg__is_real(m->type) ? number.real : (double)kg__integer_of(m->type, number);
}

static kg_status check_numbers(const kg__input *input, const kg_matrix *m)
{
    for (uint64_t i = 0; i < m->rows * m->columns; i++)
        if (!(number_at(m, i) >= 0))
            return kg__matrix_fail_number(
                input, m, i, "expected a weight of at least 0, or infinity for a wall");
    return KG_OK;
}

/* Infinity is a wall. */
static void drop_infinities(kg_matrix *m)
{
    const uint64_t count = m->rows * m->columns;
    float *narrow = m->data;
    double *wide = m->data;

    for (uint64_t i = 0; m->type == KG_F32 && i < count; i++)
        if (isinf(narrow[i]) && narrow[i] > 0)
            narrow[i] = 0;
    for (uint64_t i = 0; m->type == KG_F64 && i < count; i++)
        if (isinf(wide[i]) && wide[i] > 0)
            wide[i] = 0;
}

/* Sets the cells of a map of walls. weight: [width * height] */
static kg_status set_cells(kg_grid *g, const uint16_t *weight, bool weighted, bool invert)
{
    kg_status status = KG_OK;

    if (weighted) {
        KG_TRY(kg__grid_add_weights(g));
        memcpy(g->weight, weight, (size_t)g->width * g->height * sizeof *weight);
    }
    for (uint32_t y = 0; y < g->height; y++) {
        for (uint32_t x = 0; x < g->width; x++)
            if (!weight[(size_t)y * g->width + x] == invert)
                kg__map_free(g, 0, x, y);
        if (!(y & 255))
            KG_TRY(kg__progress(g->ctx, "reading", y, g->height));
    }
    g->assumes = !weighted && !invert;
out:
    return status;
}

/* Sets the cells of a map of walls from numbers of any type, of which 0 is a wall or not. */
static kg_status set_reals(kg_grid *g, const kg_matrix *m, bool zero_free)
{
    const uint64_t count = m->rows * m->columns;
    const kg_type type = m->type == KG_F32 ? KG_F32 : KG_F64;
    kg_matrix *made = NULL;
    kg_status status;

    KG_TRY(kg__matrix_create(&made, g->ctx, type, m->rows, m->columns));
    for (uint64_t i = 0; i < count; i++) {
        const double x = number_at(m, i);

        kg__number_put(type, made->data, i, (kg_number){.real = x > 0 || zero_free ? x : INFINITY});
    }
    KG_TRY(kg__grid_set_reals(g, made->data, type));
out:
    kg_matrix_destroy(made);
    return status;
}

static const char expected_bit[] = "expected 0 or 1, because the map is inverted";

static kg_status make_map(kg_grid **grid, const kg__input *input, kg_matrix *matrix,
    kg_grid_format format, const kg_grid_read_options *options)
{
    kg_matrix *weights = NULL;
    const uint16_t *weight;
    uint64_t first = 0, count = matrix->rows * matrix->columns;
    kg_status status;

    if (!count)
        return kg__fail(input->ctx, KG_FORMAT, "%s: a map without cells", input->shown);
    KG_TRY(
        kg__grid_create(grid, input->ctx, matrix->columns, matrix->rows, format, &options->rules));
    KG_TRY(check_numbers(input, matrix));
    if (options->zero_free) {
        KG_TRY(set_reals(*grid, matrix, true));
        goto out;
    }
    drop_infinities(matrix);
    KG_TRY(kg__matrix_convert(&weights, matrix, KG_U16, &first));
    if (!weights && options->invert)
        KG_TRY(kg__matrix_fail_number(input, matrix, first, expected_bit));
    if (!weights) {
        KG_TRY(set_reals(*grid, matrix, false));
        goto out;
    }
    weight = weights->data;
    first = 0;
    while (first < count && weight[first] <= 1)
        first++;
    if (first < count && options->invert)
        KG_TRY(kg__matrix_fail_number(input, matrix, first, expected_bit));
    KG_TRY(set_cells(*grid, weight, first < count, options->invert));
out:
    kg_matrix_destroy(weights);
    return status;
}

/* ---- rows of 0 and 1 ------------------------------------------------------------------------- */

static bool is_packed(const kg__lines *l)
{
    return l->length > 1 && strspn(l->line, "01") == l->length;
}

static kg_status read_packed_row(const kg__lines *l, kg_grid *g, uint32_t y, bool invert)
{
    if (l->length != g->width)
        return kg__lines_fail(l, l->line + (l->length < g->width ? l->length : g->width),
            "a row of %zu cells, expected %u", l->length, g->width);
    for (uint32_t x = 0; x < g->width; x++) {
        const char c = l->line[x];

        if (c != '0' && c != '1')
            return kg__lines_fail(l, l->line + x, "expected 0 or 1, as in the first row");
        if ((c == '0') == invert)
            kg__map_free(g, 0, x, y);
    }
    return KG_OK;
}

/* l: at the first row. */
static kg_status read_packed(kg_grid **grid, kg__lines *l, const kg_grid_read_options *options)
{
    const kg__input *input = l->input;
    const uint64_t width = l->length;
    uint64_t height = 0;
    kg_status status;

    for (; l->line; height++)
        KG_TRY(kg__lines_next_full(l));
    KG_TRY(kg__grid_create(grid, input->ctx, width, height, KG_GRID_NUMBERS, &options->rules));
    (*grid)->assumes = !options->invert;
    kg__lines_close(l);
    kg__lines_open(l, input);
    for (uint32_t y = 0; y < height; y++) {
        KG_TRY(kg__lines_next_full(l));
        KG_TRY(read_packed_row(l, *grid, y, options->invert));
        if (!(y & 255))
            KG_TRY(kg__progress(input->ctx, "reading", y, height));
    }
out:
    return status;
}

/* ---------------------------------------------------------------------------------------------- */

kg_status kg__map_read_numbers(
    kg_grid **grid, const kg__input *input, const kg_grid_read_options *options)
{
    kg_matrix *matrix = NULL;
    kg__lines l;
    kg_status status;

    kg__lines_open(&l, input);
    KG_TRY(kg__lines_next_full(&l));
    if (l.line && is_packed(&l)) {
        KG_TRY(read_packed(grid, &l, options));
        goto out;
    }
    KG_TRY(kg__matrix_read_text(&matrix, input, false, KG__TEXT_BLOCK));
    KG_TRY(make_map(grid, input, matrix, KG_GRID_NUMBERS, options));
out:
    kg_matrix_destroy(matrix);
    kg__lines_close(&l);
    return status;
}

kg_status kg__map_read_npy(
    kg_grid **grid, const kg__input *input, const kg_grid_read_options *options)
{
    kg_matrix *matrix = NULL;
    bool npy;
    kg_status status;

    KG_TRY(kg__matrix_is_npy(&npy, input));
    if (!npy)
        return kg__fail(input->ctx, KG_FORMAT, "%s: byte 0: expected a .npy", input->shown);
    KG_TRY(kg__matrix_read_npy(&matrix, input));
    if (!matrix->table)
        status = kg__fail(input->ctx, KG_FORMAT,
            "%s: a .npy of less than two dimensions, expected rows and columns", input->shown);
    else
        status = make_map(grid, input, matrix, KG_GRID_NPY, options);
out:
    kg_matrix_destroy(matrix);
    return status;
}
