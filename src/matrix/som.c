/*
 * Self-organising maps: the fronts, and the training that is built from matching.
 *
 * In: data[rows][columns]. Out: map[width * height][columns], of nodes row by row.
 * Method: each epoch finds the unit of every row of data, and sums the data of each unit in their
 *     order. Then it spreads these sums and their counts over the grid by a Gaussian of the epoch's
 *     radius: first along the rows and then along the columns, because the Gaussian is the product
 *     of one in each direction. A node that no data reach keeps its value. Work: per epoch, data *
 *     nodes * columns for the matching, nodes * (width + height) * columns for the spreading.
 *     Memory: three maps.
 * Deterministic: sums go in the order of the data, and every node's sum in the order of the grid.
 * Source: Kohonen, "Self-Organizing Maps", 1995, the batch map.
 */
#include "../base/random.h"
#include "../scan/array_ops.h"
#include "matrix.h"
#include "matrix_ops.h"
#include <konig/som.h>
#include <math.h>
#include <string.h>

enum { MOST_SIDE = 1 << 14 };

/* Distances below NEAR are computed again from differences that are multiplied by SCALE, because
 * their squares may be denormal numbers, or 0. */
#define NEAR  0x1p-480
#define SCALE 0x1p600

static kg_status check_pair(kg_matrix *map, kg_matrix *data, kg_metric metric)
{
    kg_context *ctx = data->ctx;
    kg_status status;

    KG_TRY(kg__array_begin(ctx, KG_F64));
    if (data->type != KG_F64 || map->type != KG_F64)
        return kg__fail(ctx, KG_ARGUMENT, "maps and data must be KG_F64");
    if (!map->rows || map->columns != data->columns)
        return kg__fail(ctx, KG_ARGUMENT, "%llu nodes of %llu numbers, data of %llu",
            (unsigned long long)map->rows, (unsigned long long)map->columns,
            (unsigned long long)data->columns);
    if ((unsigned)metric > KG_TAXICAB)
        return kg__fail(ctx, KG_ARGUMENT, "unknown metric %d", (int)metric);
out:
    return status;
}

/* The data are finite. If a result is not, it has passed the range of a double. */
static kg_status check_made(const kg_matrix *matrix, const char *what)
{
    uint64_t i;

    return kg__matrix_is_finite(matrix, &i)
               ? KG_OK
               : kg__fail(matrix->ctx, KG_OVERFLOW, "%s passes what a double holds", what);
}

static kg_status check_finite(const kg_matrix *matrix, const char *what)
{
    uint64_t i;

    if (kg__matrix_is_finite(matrix, &i))
        return KG_OK;
    return kg__fail(matrix->ctx, KG_ARGUMENT, "number %llu of row %llu of %s is not finite",
        (unsigned long long)(i % matrix->columns) + 1,
        (unsigned long long)(i / matrix->columns) + 1, what);
}

static double squares_between(const double *a, const double *b, uint64_t columns, double scale)
{
    double sum = 0;

    for (uint64_t c = 0; c < columns; c++)
        sum += scale * (a[c] - b[c]) * (scale * (a[c] - b[c]));
    return sum;
}

/* Finds a row's unit again, after a match to a very near node: the square of a difference may be 0
 * or have lost digits. Not needed if the node equals the row. */
static void match_near(uint64_t *unit, double *distance, const kg_matrix *map, const double *row)
{
    const uint64_t columns = map->columns;
    const double *node = map->data;
    double least = INFINITY;

    if (memcmp(node + *unit * columns, row, columns * sizeof *row) == 0)
        return;
    for (uint64_t i = 0; i < map->rows; i++) {
        const double squares = squares_between(node + i * columns, row, columns, SCALE);

        if (squares < least) {
            least = squares;
            *unit = i;
        }
    }
    *distance = sqrt(least) / SCALE;
}

/* distance: [rows of data], in host memory. x: the data, in the device's memory. */
static kg_status match(uint64_t *unit, double *distance, kg_matrix *map, kg_matrix *data,
    const void *x, kg_metric metric)
{
    kg_context *ctx = data->ctx;
    double *turned = NULL; /* [columns][nodes] */
    void *node = NULL;
    kg_status status;

    KG_TRY(kg_matrix_map(&node, map, KG_MAP_COPY));
    KG_TRY(kg__allocate(ctx, &turned, map->rows * map->columns, sizeof *turned, "a map"));
    KG_TRY(kg_array_transpose(turned, 0, ctx, KG_F64, map->rows, map->columns, node, 0));
    if (data->rows)
        KG_TRY(kg__matrices(ctx)->match(
            ctx, unit, distance, data->rows, map->rows, data->columns, x, turned, metric));
    for (uint64_t i = 0; i < data->rows; i++)
        if (metric == KG_EUCLIDEAN && distance[i] < NEAR)
            match_near(&unit[i], &distance[i], map, (const double *)data->data + i * data->columns);
        else if (!isfinite(distance[i]))
            KG_TRY(kg__fail(ctx, KG_OVERFLOW,
                "the distances of row %llu to the map pass what a double holds",
                (unsigned long long)i + 1));
out:
    kg__free(ctx, turned);
    kg_matrix_unmap(map, node, 0);
    return status;
}

kg_status kg_som_match(
    uint64_t *unit, double *error, kg_matrix *map, kg_matrix *data, kg_metric metric)
{
    double *distance = NULL, sum = 0;
    void *x = NULL;
    kg_status status;

    KG_NEED(KG__CONTEXT(data), map);
    KG_NEED(map->ctx, data);
    if (data->rows)
        KG_NEED(data->ctx, unit);
    KG_TRY(check_pair(map, data, metric));
    KG_TRY(check_finite(map, "the map"));
    KG_TRY(check_finite(data, "the data"));
    KG_TRY(kg__host_allocate(data->ctx, &distance, data->rows, sizeof *distance, "distances"));
    KG_TRY(kg_matrix_map(&x, data, KG_MAP_COPY));
    KG_TRY(match(unit, distance, map, data, x, metric));
    for (uint64_t i = 0; i < data->rows; i++)
        sum += distance[i];
    if (!isfinite(sum))
        KG_TRY(
            kg__fail(data->ctx, KG_OVERFLOW, "the sum of %llu distances passes what a double holds",
                (unsigned long long)data->rows));
    if (error)
        *error = data->rows ? sum / (double)data->rows : 0;
out:
    kg_matrix_unmap(data, x, 0);
    kg__free(data->ctx, distance);
    return status;
}

/* ---- training -------------------------------------------------------------------------------- */

static void begin_map(kg_matrix *map, const kg_matrix *data, uint64_t seed)
{
    const uint64_t columns = data->columns;
    const double *x = data->data;
    double *node = map->data;
    uint64_t drawn = 0;

    for (uint64_t c = 0; c < columns; c++) {
        double least = data->rows ? x[c] : 0, most = least;

        for (uint64_t i = 1; i < data->rows; i++) {
            least = fmin(least, x[i * columns + c]);
            most = fmax(most, x[i * columns + c]);
        }
        for (uint64_t i = 0; i < map->rows; i++)
            node[i * columns + c] = least + (most - least) * kg__random_unit(seed, drawn++);
    }
}

/* sum: [nodes][columns + 1]: the sum of the data of each unit, and their count. */
static void sum_units(double *sum, uint64_t nodes, const kg_matrix *data, const uint64_t *unit)
{
    const uint64_t columns = data->columns;
    const double *x = data->data;

    memset(sum, 0, nodes * (columns + 1) * sizeof *sum);
    for (uint64_t i = 0; i < data->rows; i++) {
        double *to = sum + unit[i] * (columns + 1);

        for (uint64_t c = 0; c < columns; c++)
            to[c] += x[i * columns + c];
        to[columns]++;
    }
}

/* Spreads from[lines][length], elements of `wide` numbers, along their lines. stride: elements from
 * one of a line to the next; line: elements from one line to the next. */
static void spread(double *to, const double *from, uint64_t lines, uint64_t length, uint64_t stride,
    uint64_t line, uint64_t wide, const double *weight, int threads)
{
    KG_PARALLEL_FOR(threads)
    for (uint64_t i = 0; i < lines * length; i++) {
        uint64_t begin = i / length * line, at = i % length;
        double *sum = to + (begin + at * stride) * wide;

        memset(sum, 0, wide * sizeof *sum);
        for (uint64_t k = 0; k < length; k++) {
            const double *x = from + (begin + k * stride) * wide;
            const double w = weight[k > at ? k - at : at - k];

            for (uint64_t c = 0; c < wide; c++)
                sum[c] += w * x[c];
        }
    }
}

static void train_epoch(kg_matrix *map, const kg_som_options *o, double *sum, double *spare,
    double *weight, double radius, int threads)
{
    const uint64_t wide = map->columns + 1, side = o->width > o->height ? o->width : o->height;
    double *node = map->data;

    for (uint64_t k = 0; k < side; k++)
        weight[k] = exp(-(double)(k * k) / (2 * radius * radius));
    spread(spare, sum, o->height, o->width, 1, o->width, wide, weight, threads);
    spread(sum, spare, o->width, o->height, o->width, 1, wide, weight, threads);
    for (uint64_t i = 0; i < map->rows; i++)
        for (uint64_t c = 0; sum[i * wide + wide - 1] > 0 && c < map->columns; c++)
            node[i * map->columns + c] = sum[i * wide + c] / sum[i * wide + wide - 1];
}

static kg_status check_training(const kg_matrix *data, const kg_som_options *o)
{
    if (o->width > MOST_SIDE || o->height > MOST_SIDE)
        return kg__fail(data->ctx, KG_ARGUMENT,
            "a map of %u x %u nodes: expected 1 to %d on a side", o->width, o->height, MOST_SIDE);
    return check_finite(data, "the data");
}

/* Returns the options with defaults in place of zeros. */
static kg_som_options fill_in(const kg_som_options *options)
{
    kg_som_options o = KG_SOM_OPTIONS_INIT;

    if (options)
        o = *options;
    o.width = o.width ? o.width : 10;
    o.height = o.height ? o.height : 10;
    o.epochs = o.epochs == 0 ? 20 : o.epochs == KG_SOM_UNTRAINED ? 0 : o.epochs;
    return o;
}

kg_status kg_som_train(kg_matrix **map, kg_matrix *data, const kg_som_options *options)
{
    const kg_som_options filled = fill_in(options), *o = &filled;
    kg_context *ctx = KG__CONTEXT(data);
    uint64_t nodes, numbers;
    uint64_t *unit = NULL;
    double *distance = NULL, *sum = NULL, *spare = NULL, *weight = NULL, radius;
    void *x = NULL;
    kg_matrix *made = NULL;
    int threads;
    kg_status status;

    KG_NEED_RESULT(KG__CONTEXT(data), map, data);
    nodes = (uint64_t)o->width * o->height;
    numbers = nodes * (data->columns + 1);
    threads = kg__threads(ctx, numbers, 1 << 12);
    *map = NULL;
    KG_TRY(kg__array_begin(ctx, KG_F64));
    KG_TRY(check_training(data, o));
    KG_TRY(kg__matrix_create(&made, ctx, KG_F64, nodes, data->columns));
    made->table = data->table;
    KG_TRY(check_pair(made, data, o->metric));
    KG_TRY(kg__host_allocate(ctx, &unit, data->rows, sizeof *unit, "units"));
    KG_TRY(kg__host_allocate(ctx, &distance, data->rows, sizeof *distance, "distances"));
    KG_TRY(kg__host_allocate(ctx, &sum, numbers, sizeof *sum, "sums of units"));
    KG_TRY(kg__host_allocate(ctx, &spare, numbers, sizeof *spare, "sums of units"));
    KG_TRY(kg__host_allocate(ctx, &weight, MOST_SIDE, sizeof *weight, "weights"));
    KG_TRY(kg_matrix_map(&x, data, KG_MAP_COPY));
    begin_map(made, data, o->seed);
    radius = 0.5 * (o->width > o->height ? o->width : o->height);
    for (uint32_t epoch = 0; epoch < o->epochs; epoch++) {
        /* from the first radius to half a node, by the same factor each time */
        double share = o->epochs > 1 ? epoch / (double)(o->epochs - 1) : 1;

        KG_TRY(kg__progress(ctx, "training", epoch, o->epochs));
        KG_TRY(match(unit, distance, made, data, x, o->metric));
        sum_units(sum, nodes, data, unit);
        train_epoch(made, o, sum, spare, weight, radius * pow(0.5 / radius, share), threads);
    }
    KG_TRY(check_made(made, "a node of the map"));
    *map = made;
    made = NULL;
out:
    kg_matrix_unmap(data, x, 0);
    kg_matrix_destroy(made);
    kg__free_all(ctx, weight, spare, sum, distance, unit);
    return status;
}

/* ---- the U-matrix ---------------------------------------------------------------------------- */

static double distance_between(const double *a, const double *b, uint64_t columns, kg_metric metric)
{
    double sum = 0;

    if (metric == KG_EUCLIDEAN) {
        sum = sqrt(squares_between(a, b, columns, 1));
        return sum < NEAR ? sqrt(squares_between(a, b, columns, SCALE)) / SCALE : sum;
    }
    for (uint64_t c = 0; c < columns; c++)
        sum += fabs(a[c] - b[c]);
    return sum;
}

kg_status kg_som_distances(
    kg_matrix **distances, kg_matrix *map, uint32_t width, uint32_t height, kg_metric metric)
{
    static const int step[4][2] = {{-1, 0}, {1, 0}, {0, -1}, {0, 1}};
    const double *node;
    kg_matrix *made = NULL;
    kg_status status;

    KG_NEED_RESULT(KG__CONTEXT(map), distances, map);
    node = map->data;
    KG_TRY(check_pair(map, map, metric));
    KG_TRY(check_finite(map, "the map"));
    if ((uint64_t)width * height != map->rows)
        return kg__fail(map->ctx, KG_ARGUMENT, "a map of %llu nodes is not one of %u x %u",
            (unsigned long long)map->rows, width, height);
    KG_TRY(kg__matrix_create(&made, map->ctx, KG_F64, height, width));
    for (int64_t i = 0; i < (int64_t)map->rows; i++) {
        double sum = 0;
        int count = 0;

        for (int s = 0; s < 4; s++) {
            int64_t x = i % width + step[s][0], y = i / width + step[s][1];

            if (x < 0 || y < 0 || x >= width || y >= height)
                continue;
            sum += distance_between(node + i * (int64_t)map->columns,
                node + (y * width + x) * (int64_t)map->columns, map->columns, metric);
            count++;
        }
        ((double *)made->data)[i] = count ? sum / count : 0;
    }
    KG_TRY(check_made(made, "a distance of nodes"));
    *distances = made;
    made = NULL;
out:
    kg_matrix_destroy(made);
    return status;
}
