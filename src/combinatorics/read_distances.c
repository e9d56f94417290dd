/*
 * Reading distances between cities: a TSPLIB file, a matrix, latitudes and longitudes, or points of
 * a plane.
 *
 * In: a file. Out: cities, or a square matrix of their distances. A distance that no tour can have
 * is refused with its position in the file. Two numbers a line may be either kind of place, which
 * the numbers themselves do not show: they are latitude and longitude unless the first line is the
 * heading "x y". Work: O(n) for places, O(n^2) for a matrix.
 */
#include "../base/ascii.h"
#include "../foreign/foreign.h"
#include "../scan/array_ops.h"
#include "read_tour.h"
#include <konig/tour.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

static double real_at(const kg_matrix *matrix, uint64_t i)
{
    const kg_number one = kg__number_at(matrix->type, matrix->data, i);

    return kg__is_real(matrix->type)     ? one.real
           : kg__is_signed(matrix->type) ? (double)one.integer
                                         : (double)one.whole;
}

/* Makes cities from rows of two numbers: latitudes and longitudes, or points of a plane. */
static kg_status from_places(
    kg_cities **cities, const kg_matrix *place, const kg__input *input, kg_cities_rule rule)
{
    const uint64_t n = place->rows;
    double *point = NULL;
    char shown[512];
    kg_status status;

    for (uint64_t i = 0; i < 2 * n; i++)
        if (rule == KG_CITIES_PLANE && !isfinite(real_at(place, i)))
            return kg__matrix_fail_number(input, place, i, "expected a finite number");
        else if (rule == KG_CITIES_SPHERE && !(fabs(real_at(place, i)) <= (i % 2 ? 360 : 90)))
            return kg__matrix_fail_number(input, place, i,
                i % 2 ? "expected a longitude from -360 to 360"
                      : "expected a latitude from -90 to 90; points of a plane want the first "
                        "line 'x y'");
    KG_TRY(kg__host_allocate(place->ctx, &point, 2 * n, sizeof *point, "coordinates"));
    for (uint64_t i = 0; i < 2 * n; i++)
        point[i] = real_at(place, i);
    KG_TRY(kg__cities_make(cities, place->ctx, rule, point, n));
    snprintf(shown, sizeof shown, "%s: ", input->shown);
    KG_TRY(kg__cities_check_reach(*cities, shown));
out:
    if (status != KG_OK) {
        kg_cities_destroy(*cities);
        *cities = NULL;
    }
    return status;
}

/* Checks that distances are finite. No tour uses the distance from a city to itself, so it may be
 * any number. */
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

/* Makes cities from a matrix of numbers. A square one has distances, which become doubles or
 * int64_t; any other has places. */
static kg_status from_matrix(kg_cities **cities, const kg_matrix *read, const kg__input *input)
{
    kg_matrix *distance = NULL;
    uint64_t first;
    kg_status status = KG_OK;

    if (read->rows != read->columns) {
        if (read->columns == 2) {
            KG_TRY(from_places(cities, read, input, KG_CITIES_SPHERE));
            kg__warn(read->ctx,
                "%s: two columns without a heading are taken for latitude and longitude; the first "
                "line 'x y' makes them points of a plane, 'latitude longitude' what they are now",
                input->shown);
            goto out;
        }
        return kg__fail(read->ctx, KG_FORMAT,
            "%s: %llu x %llu numbers, expected a square of distances, or latitudes and "
            "longitudes",
            input->shown, (unsigned long long)read->rows, (unsigned long long)read->columns);
    }
    if (read->type == KG_U64)
        return kg__fail(read->ctx, KG_OVERFLOW, "%s: distances past 2^63", input->shown);
    if (kg__is_real(read->type))
        KG_TRY(check_finite(read, input));
    if (kg__is_real(read->type)) {
        KG_TRY(kg__matrix_create(&distance, read->ctx, KG_F64, read->rows, read->columns));
        for (uint64_t i = 0; i < read->rows * read->columns; i++)
            ((double *)distance->data)[i] = real_at(read, i);
    } else {
        KG_TRY(kg__matrix_convert(&distance, read, KG_I64, &first));
    }
    status = kg__cities_make_from_matrix(cities, distance, true);
out:
    return status;
}

/* The kind of a file's columns, if its first line names it. */
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

/* Reads the numbers under a heading of `length` bytes at `at`, which it replaces with blanks. */
static kg_status read_under_heading(
    kg_cities **cities, const kg__input *input, heading kind, size_t at, size_t length)
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
        status =
            from_places(cities, read, &copy, kind == POINTS ? KG_CITIES_PLANE : KG_CITIES_SPHERE);
out:
    kg_matrix_destroy(read);
    kg__input_close(&copy);
    return status;
}

kg_status kg__cities_read_input(kg_cities **cities, const kg__input *input)
{
    static const kg__expected expected = {"TSPLIB, a matrix of distances, or places of cities",
        {{"TSPLIB", NULL}, {"an array of NumPy", NULL}}};
    char head[64] = "";
    const char *p;
    uint64_t mark; /* bytes of a byte order mark */
    kg_matrix *read = NULL;
    heading kind;
    size_t length;
    kg_status status;

    KG_TRY(kg__foreign_refuse(input, &expected));
    KG_TRY(kg__input_read(
        input, head, 0, input->size < sizeof head - 1 ? (size_t)input->size : sizeof head - 1));
    mark = kg__byte_order_mark(head, sizeof head);
    p = head + mark;
    p += strspn(p, " \t\n\v\f\r");
    kind = find_heading(p, &length);
    if (kind != NO_HEADING)
        return read_under_heading(cities, input, kind, (size_t)(p - head), length);
    if (*p >= 'A' && *p <= 'Z')
        return kg__cities_read_tsplib(cities, input, mark);
    KG_TRY(kg__matrix_read_input(&read, input, false, KG__TEXT_BLOCK));
    KG_TRY(from_matrix(cities, read, input));
out:
    kg_matrix_destroy(read);
    return status;
}

kg_status kg__tour_read_input(kg_matrix **distance, const kg__input *input)
{
    kg_cities *cities = NULL;
    kg_status status;

    KG_TRY(kg__cities_read_input(&cities, input));
    KG_TRY(kg__cities_take_distances(distance, cities));
out:
    kg_cities_destroy(cities);
    return status;
}

static kg_status read_cities(void *cities, const kg__input *input, const void *options)
{
    (void)options;
    return kg__cities_read_input(cities, input);
}

static kg_status read_tour(void *distance, const kg__input *input, const void *options)
{
    (void)options;
    return kg__tour_read_input(distance, input);
}

static kg_status read_from(void *result, kg_context *context, const kg__source *source,
    const kg_matrix_options *options, kg__reader *read)
{
    kg_status status;

    KG_TRY(kg__array_begin(context, KG_I64));
    kg__stage(context, "read");
    status =
        kg__input_read_from(context, source, options ? options->shown : NULL, read, result, NULL);
out:
    kg__stage(context, NULL);
    return status;
}

static kg_status cities_from(kg_cities **cities, kg_context *context, const kg__source *source,
    const kg_matrix_options *options)
{
    KG_NEED_RESULT(context, cities, context);
    return read_from(cities, context, source, options, read_cities);
}

static kg_status distances_from(kg_matrix **distance, kg_context *context, const kg__source *source,
    const kg_matrix_options *options)
{
    KG_NEED_RESULT(context, distance, context);
    return read_from(distance, context, source, options, read_tour);
}

KG__READ_CALLS_WITH(kg_cities_read, cities_from, kg_cities, kg_context, kg_matrix_options)

KG__READ_CALLS_WITH(kg_tour_read, distances_from, kg_matrix, kg_context, kg_matrix_options)
