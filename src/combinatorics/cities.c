/*
 * Cities: coordinates with a rule, or a matrix of distances.
 *
 * Distances of coordinates are computed as TSPLIB's description defines them, so the published
 * optima hold. Distances between latitudes and longitudes are computed in doubles by the haversine
 * formula.
 * Source: Reinelt, "TSPLIB 95".
 */
#include "cities.h"
#include "../matrix/matrix.h"
#include "../scan/array_ops.h"
#include <string.h>

static bool is_real(kg_cities_rule rule)
{
    return rule == KG_CITIES_PLANE || rule == KG_CITIES_SPHERE;
}

/* ---- creation -------------------------------------------------------------------------------- */

/* Converts degrees, with minutes after the point, to radians, with TSPLIB's own value of pi. */
static double radians_of_minutes(double degrees)
{
    const double whole = trunc(degrees);

    return 3.141592 * (whole + 5 * (degrees - whole) / 3) / 180;
}

static kg_status make(kg_cities **cities, kg_context *ctx, kg_cities what)
{
    kg_status status;

    *cities = NULL;
    if (what.n > KG__CITIES_MOST)
        return kg__fail(ctx, KG_OVERFLOW, "%llu cities: %llu are the most",
            (unsigned long long)what.n, (unsigned long long)KG__CITIES_MOST);
    KG_TRY(kg__host_allocate(ctx, cities, 1, sizeof **cities, "cities"));
    **cities = what;
out:
    return status;
}

kg_status kg__cities_make(
    kg_cities **cities, kg_context *ctx, kg_cities_rule rule, double *point, uint64_t n)
{
    kg_status status;

    KG_TRY(make(cities, ctx, (kg_cities){.ctx = ctx, .rule = rule, .n = n, .point = point}));
    for (uint64_t i = 0; rule == KG_CITIES_GEO && i < 2 * n; i++)
        point[i] = radians_of_minutes(point[i]);
    point = NULL;
out:
    kg__free(ctx, point);
    return status;
}

kg_status kg__cities_make_from_matrix(kg_cities **cities, kg_matrix *matrix, bool owns)
{
    kg_context *ctx = matrix->ctx;
    kg_status status;

    *cities = NULL;
    if (matrix->rows != matrix->columns)
        status = kg__fail(ctx, KG_ARGUMENT, "distances of %llu x %llu: expected a square",
            (unsigned long long)matrix->rows, (unsigned long long)matrix->columns);
    else if (matrix->type != KG_I64 && matrix->type != KG_F64)
        status = kg__fail(ctx, KG_ARGUMENT, "distances must be KG_I64 or KG_F64");
    else
        status = make(cities, ctx,
            (kg_cities){.ctx = ctx,
                .rule = KG_CITIES_MATRIX,
                .n = matrix->rows,
                .matrix = matrix,
                .owns_matrix = owns});
    if (status != KG_OK && owns)
        kg_matrix_destroy(matrix);
    return status;
}

/* Returns whether the distance between two points is in the range that is allowed. */
static bool is_reachable(kg_cities_rule rule, const double *a, const double *b)
{
    return kg__distance(rule, a, b) <= (is_real(rule) ? 0x1.fffffffffffffp1023 : 0x1p53);
}

kg_status kg__cities_check_reach(const kg_cities *c, const char *shown)
{
    double box[2][2] = {{INFINITY, INFINITY}, {-INFINITY, -INFINITY}};

    if (c->rule == KG_CITIES_MATRIX || c->rule == KG_CITIES_GEO || c->rule == KG_CITIES_SPHERE ||
        !c->n)
        return KG_OK;
    for (uint64_t i = 0; i < 2 * c->n; i++) {
        box[0][i % 2] = fmin(box[0][i % 2], c->point[i]);
        box[1][i % 2] = fmax(box[1][i % 2], c->point[i]);
    }
    if (is_reachable(c->rule, box[0], box[1]))
        return KG_OK;
    for (uint64_t i = 0; i < c->n; i++) /* the corners of the box need not be cities */
        for (uint64_t j = i + 1; j < c->n; j++)
            if (!is_reachable(c->rule, c->point + 2 * i, c->point + 2 * j))
                return kg__fail(c->ctx, KG_OVERFLOW, "%scities %llu and %llu are too far apart",
                    shown, (unsigned long long)i + 1, (unsigned long long)j + 1);
    return KG_OK;
}

kg_status kg__cities_check_coordinates(kg_context *ctx, const char *shown, kg_status status,
    kg_cities_rule rule, const double *coordinate, uint64_t n)
{
    const bool globe = rule == KG_CITIES_SPHERE || rule == KG_CITIES_GEO;

    for (uint64_t i = 0; i < 2 * n; i++)
        if (!(fabs(coordinate[i]) <= (!globe ? 0x1.fffffffffffffp1023 : i % 2 ? 360 : 90)))
            return kg__fail(ctx, status, "%scity %llu: its %s is %g: expected %s", shown,
                (unsigned long long)(i / 2) + 1,
                globe   ? i % 2 ? "longitude" : "latitude"
                : i % 2 ? "second coordinate"
                        : "first coordinate",
                coordinate[i],
                !globe  ? "a finite number"
                : i % 2 ? "-360 to 360 degrees"
                        : "-90 to 90 degrees");
    return KG_OK;
}

kg_status kg_cities_create(kg_cities **cities, kg_context *context, kg_cities_rule rule,
    const double *coordinate, uint64_t n)
{
    double *point = NULL;
    kg_cities *made = NULL;
    kg_status status;

    KG_NEED_RESULT(context, cities, context);
    kg__begin(context);
    if ((int)rule <= KG_CITIES_MATRIX || rule > KG_CITIES_GEO)
        return kg__fail(context, KG_ARGUMENT, "rule %d: expected %d to %d", (int)rule,
            KG_CITIES_PLANE, KG_CITIES_GEO);
    if (n)
        KG_NEED(context, coordinate);
    if (n > KG__CITIES_MOST)
        return make(&made, context, (kg_cities){.n = n});
    KG_TRY(kg__cities_check_coordinates(context, "", KG_ARGUMENT, rule, coordinate, n));
    KG_TRY(kg__host_allocate(context, &point, 2 * n, sizeof *point, "coordinates"));
    if (n)
        memcpy(point, coordinate, 2 * n * sizeof *point);
    KG_TRY(kg__cities_make(&made, context, rule, point, n));
    KG_TRY(kg__cities_check_reach(made, ""));
    *cities = made;
    made = NULL;
out:
    kg_cities_destroy(made);
    return status;
}

kg_status kg_cities_create_from_matrix(kg_cities **cities, kg_matrix *distance)
{
    KG_NEED_RESULT(KG__CONTEXT(distance), cities, distance);
    kg__begin(distance->ctx);
    return kg__cities_make_from_matrix(cities, distance, false);
}

void kg_cities_destroy(kg_cities *cities)
{
    if (!cities)
        return;
    if (cities->owns_matrix)
        kg_matrix_destroy(cities->matrix);
    kg__free_all(cities->ctx, cities->point, cities);
}

/* ---- queries --------------------------------------------------------------------------------- */

KG__GETTER(uint64_t, kg_cities_count, kg_cities, cities, cities->n, 0)

kg_type kg_cities_type(const kg_cities *cities)
{
    return !cities                            ? KG_I64
           : cities->rule == KG_CITIES_MATRIX ? cities->matrix->type
           : is_real(cities->rule)            ? KG_F64
                                              : KG_I64;
}

int kg_cities_are_rounded(const kg_cities *cities)
{
    return cities && cities->rule != KG_CITIES_MATRIX && !is_real(cities->rule);
}

static kg_status fill_distances(kg_matrix **distance, const kg_cities *c)
{
    const uint64_t n = c->n;
    const kg_type type = kg_cities_type(c);
    kg_status status;

    KG_TRY(kg__matrix_create(distance, c->ctx, type, n, n));
    if (c->rule == KG_CITIES_MATRIX) {
        memcpy((*distance)->data, c->matrix->data, n * n * kg_type_size(type));
        return KG_OK;
    }
    for (uint64_t i = 0; i < n; i++)
        for (uint64_t j = 0; j < n; j++) {
            const double one =
                i == j ? 0 : kg__distance(c->rule, c->point + 2 * i, c->point + 2 * j);

            if (type == KG_F64)
                ((double *)(*distance)->data)[i * n + j] = one;
            else
                ((int64_t *)(*distance)->data)[i * n + j] = (int64_t)one;
        }
out:
    return status;
}

kg_status kg_cities_distances(kg_matrix **distance, kg_cities *cities)
{
    KG_NEED_RESULT(KG__CONTEXT(cities), distance, cities);
    kg__begin(cities->ctx);
    return fill_distances(distance, cities);
}

kg_status kg__cities_take_distances(kg_matrix **distance, kg_cities *cities)
{
    if (!cities->owns_matrix)
        return fill_distances(distance, cities);
    *distance = cities->matrix;
    cities->matrix = NULL;
    cities->owns_matrix = false;
    return KG_OK;
}
