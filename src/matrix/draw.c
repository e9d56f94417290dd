/* A matrix as a picture of greys. */
#include "../io/png.h"
#include "../scan/array_ops.h"
#include "matrix.h"
#include <konig/matrix.h>
#include <math.h>
#include <string.h>

enum { MOST_SIDE = 1 << 14, PICTURE = 640, GREYS = 256 };

/* A matrix as greys: the grey of a number says how far it lies between the least and the greatest
 * one. */
typedef struct greys {
    const kg_matrix *matrix;
    double least, range;
} greys;

static void grey_row(const void *user, uint32_t row, uint8_t *point)
{
    const greys *g = user;
    const double *number = (const double *)g->matrix->data + row * g->matrix->columns;

    for (uint64_t i = 0; i < g->matrix->columns; i++) {
        double share = g->range > 0 ? (number[i] - g->least) / g->range : 0;

        point[i] = (uint8_t)(share >= 0 ? 255 * fmin(share, 1) : 0);
    }
}

kg_status kg_matrix_draw_png(kg_matrix *matrix, const char *path)
{
    greys g = {matrix, INFINITY, 0};
    kg__png picture = {.colours = GREYS, .row = grey_row, .user = &g};
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
    picture.width = (uint32_t)matrix->columns;
    picture.height = (uint32_t)matrix->rows;
    picture.zoom = side < PICTURE ? (uint32_t)(PICTURE / side) : 1;
    KG_TRY(kg__png_write(matrix->ctx, path, &picture));
out:
    return status;
}
