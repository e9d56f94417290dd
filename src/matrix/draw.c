/* Draws a matrix as a picture of greys, with a scale below. */
#include "../io/legend.h"
#include "../io/png.h"
#include "../scan/array_ops.h"
#include "matrix.h"
#include <konig/matrix.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

enum { MOST_SIDE = 1 << 14, PICTURE = 640, GREYS = 256, STEPS = 4, LEGEND_SCALE = 480 };

/* A matrix as greys: the grey of a number is its place between the least and the greatest
 * number. */
typedef struct greys {
    const kg_matrix *matrix;
    double least, range;
    uint32_t zoom, width; /* width: in pixels */
    kg__legend legend;
} greys;

static void grey_row(const void *user, uint32_t row, uint8_t *point)
{
    const greys *g = user;
    const uint64_t columns = g->matrix->columns, height = g->matrix->rows * g->zoom;
    const double *number;

    if (row >= height) {
        kg__legend_row(&g->legend, row - (uint32_t)height, point, g->width);
        return;
    }
    number = (const double *)g->matrix->data + row / g->zoom * columns;
    memset(point, 0, g->width);
    for (uint64_t i = 0; i < columns; i++) {
        double share = g->range > 0 ? (number[i] - g->least) / g->range : 0;

        memset(point + i * g->zoom, (uint8_t)(share >= 0 ? 255 * fmin(share, 1) : 0), g->zoom);
    }
}

/* Labels some greys with their numbers; none if the matrix has an infinity, or only NaN. */
static void make_scale(greys *g)
{
    g->legend = (kg__legend){.paper = 0, .ink = GREYS - 1};
    for (int i = 0; i <= (g->range > 0 ? STEPS : 0) && isfinite(g->range); i++) {
        char name[KG__LEGEND_NAME], *comma;

        snprintf(name, sizeof name, "%.3g", g->least + g->range * i / STEPS);
        comma = strchr(name, ','); /* the decimal point of the caller's locale */
        if (comma)
            *comma = '.';
        kg__legend_add(&g->legend, (uint8_t)((GREYS - 1) * i / STEPS), name);
    }
}

kg_status kg_matrix_draw_png(kg_matrix *matrix, const char *path)
{
    greys g = {.matrix = matrix, .least = INFINITY};
    kg__png picture = {.zoom = 1, .colours = GREYS, .row = grey_row, .user = &g};
    double most = -INFINITY;
    const double *number;
    uint64_t side;
    kg_status status;

    KG_NEED(NULL, matrix);
    KG_NEED(matrix->ctx, path);
    number = matrix->data;
    side = matrix->rows > matrix->columns ? matrix->rows : matrix->columns;
    KG_TRY(kg__array_begin(matrix->ctx, matrix->type));
    if (matrix->type != KG_F64 || !matrix->rows || !matrix->columns || side > MOST_SIDE)
        return kg__fail(matrix->ctx, KG_ARGUMENT,
            "a picture of %llu x %llu numbers: expected KG_F64, 1 to %d on a side",
            (unsigned long long)matrix->rows, (unsigned long long)matrix->columns, MOST_SIDE);
    for (uint64_t i = 0; i < matrix->rows * matrix->columns; i++) {
        g.least = fmin(g.least, number[i]);
        most = fmax(most, number[i]);
    }
    g.range = most - g.least;
    for (int i = 0; i < GREYS; i++)
        memset(picture.palette[i], 255 - i, 3);
    g.zoom = side < PICTURE ? (uint32_t)(PICTURE / side) : 1;
    g.width = (uint32_t)matrix->columns * g.zoom;
    make_scale(&g);
    kg__legend_lay_out(&g.legend, &g.width, 1 + g.width / LEGEND_SCALE);
    picture.width = g.width;
    picture.height = (uint32_t)matrix->rows * g.zoom + g.legend.height;
    KG_TRY(kg__png_write(matrix->ctx, path, &picture));
out:
    return status;
}
