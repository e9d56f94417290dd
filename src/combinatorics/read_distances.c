/*
 * Reading distances between cities: a TSPLIB file, a matrix, latitudes and longitudes, points of a
 * plane.
 *
 * In: a file. Out: a square matrix. A distance that no tour can have is refused with its place in
 * the file. Two numbers a line may be either kind of place, which the numbers themselves do not
 * tell: they are latitude and longitude unless the first line is a heading that says "x y".
 * Work: O(n^2). Distances between latitudes and longitudes are great circles, by the haversine.
 */
#include "../base/ascii.h"
#include "../scan/array_ops.h"
#include "read_tour.h"
#include <konig/tour.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

static const double earth_km = 6371.0088;

static double great_circle(const double *a, const double *b)
{
    const double unit = 3.14159265358979323846 / 180;
    double across = sin((b[0] - a[0]) * unit / 2), along = sin((b[1] - a[1]) * unit / 2);
    double h = across * across + cos(a[0] * unit) * cos(b[0] * unit) * along * along;

    return 2 * earth_km * asin(fmin(1, sqrt(h)));
}

static double real_at(const kg_matrix *matrix, uint64_t i)
{
    return matrix->type == KG_I64   ? (double)((const int64_t *)matrix->data)[i]
           : matrix->type == KG_U64 ? (double)((const uint64_t *)matrix->data)[i]
           : matrix->type == KG_F32 ? (double)((const float *)matrix->data)[i]
                                    : ((const double *)matrix->data)[i];
}

/* Distances in km from rows of latitude and longitude. */
static kg_status from_places(kg_matrix **matrix, const kg_matrix *place, const kg__input *input)
{
    const uint64_t n = place->rows;
    double *distance;
    kg_status status;

    for (uint64_t i = 0; i < 2 * n; i++)
        if (!(fabs(real_at(place, i)) <= (i % 2 ? 360 : 90)))
            return kg__matrix_fail_number(input, place, i,
                i % 2 ? "expected a longitude from -360 to 360"
                      : "expected a latitude from -90 to 90; points of a plane want the first "
                        "line 'x y'");
    KG_TRY(kg__matrix_create(matrix, place->ctx, KG_F64, n, n));
    distance = (*matrix)->data;
    for (uint64_t i = 0; i < n; i++)
        for (uint64_t j = 0; j < n; j++) {
            double a[2] = {real_at(place, 2 * i), real_at(place, 2 * i + 1)};
            double b[2] = {real_at(place, 2 * j), real_at(place, 2 * j + 1)};

            distance[i * n + j] = great_circle(a, b);
        }
out:
    return status;
}

/* Distances between points of a plane. */
static kg_status from_points(kg_matrix **matrix, const kg_matrix *point, const kg__input *input)
{
    const uint64_t n = point->rows;
    double *distance;
    kg_status status;

    for (uint64_t i = 0; i < 2 * n; i++)
        if (!isfinite(real_at(point, i)))
            return kg__matrix_fail_number(input, point, i, "expected a finite number");
    KG_TRY(kg__matrix_create(matrix, point->ctx, KG_F64, n, n));
    distance = (*matrix)->data;
    for (uint64_t i = 0; i < n * n; i++) {
        const uint64_t a = i / n, b = i % n;

        distance[i] = hypot(real_at(point, 2 * a) - real_at(point, 2 * b),
            real_at(point, 2 * a + 1) - real_at(point, 2 * b + 1));
        if (!isfinite(distance[i])) {
            kg_matrix_destroy(*matrix);
            *matrix = NULL;
            return kg__fail(point->ctx, KG_OVERFLOW, "%s: cities %llu and %llu are too far apart",
                input->shown, (unsigned long long)a + 1, (unsigned long long)b + 1);
        }
    }
out:
    return status;
}

/* The distance from a city to itself is in no tour, so any number is legal there. */
static kg_status check_finite(const kg_matrix *read, const kg__input *input)
{
    char error[96];

    for (uint64_t i = 0; i < read->rows * read->columns; i++)
        if (i / read->columns != i % read->columns && !isfinite(real_at(read, i))) {
            snprintf(error, sizeof error, "the distance from city %llu to %llu is not finite",
                (unsigned long long)(i / read->columns) + 1,
                (unsigned long long)(i % read->columns) + 1);
            return kg__matrix_fail_number(input, read, i, error);
        }
    return KG_OK;
}

/* Makes distances of a matrix of numbers: a square one has them, as doubles or as int64_t; another
 * has places. */
static kg_status from_matrix(kg_matrix **matrix, const kg_matrix *read, const kg__input *input)
{
    kg_status status = KG_OK;

    if (read->rows != read->columns) {
        if (read->columns == 2)
            return from_places(matrix, read, input);
        return kg__fail(read->ctx, KG_FORMAT,
            "%s: %llu rows of %llu numbers, expected a square of distances, or latitudes and "
            "longitudes",
            input->shown, (unsigned long long)read->rows, (unsigned long long)read->columns);
    }
    if (read->type == KG_U64)
        return kg__fail(read->ctx, KG_OVERFLOW, "%s: distances past 2^63", input->shown);
    if (read->type == KG_F32 || read->type == KG_F64)
        KG_TRY(check_finite(read, input));
    KG_TRY(kg__matrix_create(
        matrix, read->ctx, read->type == KG_I64 ? KG_I64 : KG_F64, read->rows, read->columns));
    for (uint64_t i = 0; i < read->rows * read->columns; i++)
        if (read->type == KG_I64)
            ((int64_t *)(*matrix)->data)[i] = ((const int64_t *)read->data)[i];
        else
            ((double *)(*matrix)->data)[i] = real_at(read, i);
out:
    return status;
}

/* What the columns of a file are, where its first line says so. */
typedef enum heading { NO_HEADING, POINTS, PLACES } heading;

/* length: [out] bytes of the heading, which begins at p. */
static heading find_heading(const char *p, size_t *length)
{
    static const struct {
        const char *first, *second;
        heading kind;
    } known[] = {{"x", "y", POINTS}, {"latitude", "longitude", PLACES}, {"lat", "lon", PLACES}};
    static const char blank[] = " \t,;\r";
    const size_t first = strcspn(p, " \t,;\r\n"), gap = strspn(p + first, blank);
    const char *q = p + first + gap;
    const size_t second = strcspn(q, " \t,;\r\n");

    *length = first + gap + second;
    if (q[second + strspn(q + second, blank)] != '\n')
        return NO_HEADING;
    for (unsigned i = 0; i < sizeof known / sizeof *known; i++)
        if (strlen(known[i].first) == first && kg__begins_with(p, known[i].first) &&
            strlen(known[i].second) == second && kg__begins_with(q, known[i].second))
            return known[i].kind;
    return NO_HEADING;
}

/* Reads the numbers under a heading of `length` bytes at `at`, which it replaces by blanks. */
static kg_status read_under_heading(
    kg_matrix **distance, const kg__input *input, heading kind, size_t at, size_t length)
{
    kg__input copy = {.ctx = input->ctx, .shown = input->shown, .fd = -1, .size = input->size};
    kg_matrix *read = NULL;
    kg_status status;

    KG_TRY(kg__host_allocate(input->ctx, &copy.owned, input->size, 1, "coordinates"));
    KG_TRY(kg__input_read(input, copy.owned, 0, (size_t)input->size));
    memset(copy.owned + at, ' ', length);
    copy.bytes = copy.owned;
    KG_TRY(kg__matrix_read_input(&read, &copy, false, KG__TEXT_BLOCK));
    if (read->columns != 2)
        status = kg__fail(input->ctx, KG_FORMAT,
            "%s: rows of %llu numbers, expected 2 as the "
            "heading has it",
            input->shown, (unsigned long long)read->columns);
    else
        status = kind == POINTS ? from_points(distance, read, &copy)
                                : from_places(distance, read, &copy);
out:
    kg_matrix_destroy(read);
    kg__input_close(&copy);
    return status;
}

kg_status kg__tour_read_input(kg_matrix **distance, const kg__input *input)
{
    char head[64] = "";
    const char *p;
    uint64_t mark; /* bytes of a byte order mark */
    kg_matrix *read = NULL;
    heading kind;
    size_t length;
    kg_status status;

    KG_TRY(kg__input_read(
        input, head, 0, input->size < sizeof head - 1 ? (size_t)input->size : sizeof head - 1));
    mark = memcmp(head, "\xef\xbb\xbf", 3) == 0 ? 3 : 0;
    p = head + mark;
    p += strspn(p, " \t\n\v\f\r");
    kind = find_heading(p, &length);
    if (kind != NO_HEADING)
        return read_under_heading(distance, input, kind, (size_t)(p - head), length);
    if (*p >= 'A' && *p <= 'Z')
        return kg__tour_read_tsplib(distance, input, mark);
    KG_TRY(kg__matrix_read_input(&read, input, false, KG__TEXT_BLOCK));
    KG_TRY(from_matrix(distance, read, input));
out:
    kg_matrix_destroy(read);
    return status;
}

static kg_status read_tour(void *distance, const kg__input *input, const void *options)
{
    (void)options;
    return kg__tour_read_input(distance, input);
}

static kg_status read_from(kg_matrix **distance, kg_context *context, const kg__source *source,
    const kg_matrix_options *options)
{
    kg_status status;

    KG_NEED(context, distance);
    *distance = NULL;
    KG_NEED(context, context);
    KG_TRY(kg__array_begin(context, KG_I64));
    kg__stage(context, "read");
    status = kg__input_read_from(
        context, source, options ? options->shown : NULL, read_tour, distance, NULL);
out:
    kg__stage(context, NULL);
    return status;
}

kg_status kg_tour_read(
    kg_matrix **distance, kg_context *context, const char *path, const kg_matrix_options *options)
{
    return read_from(distance, context, KG__PATH(path), options);
}

kg_status kg_tour_read_memory(kg_matrix **distance, kg_context *context, const void *bytes,
    size_t size, const kg_matrix_options *options)
{
    return read_from(distance, context, KG__MEMORY(bytes, size), options);
}

kg_status kg_tour_read_file(
    kg_matrix **distance, kg_context *context, FILE *file, const kg_matrix_options *options)
{
    return read_from(distance, context, KG__FILE(file), options);
}
