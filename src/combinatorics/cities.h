/* The contents of cities, and the computation of distances. */
#ifndef KG_CITIES_INSIDE_H
#define KG_CITIES_INSIDE_H

#include "../base/base.h"
#include <konig/tour.h>
#include <math.h>

/* Cities are numbered in 32 bits; one more number stands for the joint of an open tour's ends. */
#define KG__CITIES_MOST (UINT32_MAX - 2)

/* Mean radii: of KG_CITIES_SPHERE, and of TSPLIB. */
#define KG__EARTH_KM  6371.0088
#define KG__TSPLIB_KM 6378.388
#define KG__DEGREE    (3.14159265358979323846 / 180)

struct kg_cities {
    kg_context *ctx;
    kg_cities_rule rule;
    uint64_t n;
    double *point;     /* [n][2]; NULL for a matrix. Radians for KG_CITIES_GEO */
    kg_matrix *matrix; /* only for KG_CITIES_MATRIX */
    bool owns_matrix;
};

/* Makes cities from point: [n][2], which they own from then on; it is freed on failure, too.
 * Latitudes must have been checked. */
kg_status kg__cities_make(
    kg_cities **cities, kg_context *ctx, kg_cities_rule rule, double *point, uint64_t n);
/* Makes cities from a matrix. If `owns` is set, they own it, and it is destroyed on failure. */
kg_status kg__cities_make_from_matrix(kg_cities **cities, kg_matrix *matrix, bool owns);

/* Fails with KG_OVERFLOW if two cities are so far apart that their distance is out of range. shown:
 * the beginning of the message, such as "file: ", or "". */
kg_status kg__cities_check_reach(const kg_cities *cities, const char *shown);

/* Fails with `status`, and a text that begins with `shown`, unless coordinates [n][2] are finite
 * and, on a globe, in range. */
kg_status kg__cities_check_coordinates(kg_context *ctx, const char *shown, kg_status status,
    kg_cities_rule rule, const double *coordinate, uint64_t n);

/* As kg_cities_distances(), but takes a matrix that the cities own away from them. */
kg_status kg__cities_take_distances(kg_matrix **distance, kg_cities *cities);

/* The distance between two points by a rule; an integer distance is a double, too. Inline, because
 * searches call it in their innermost loops. */
static inline double kg__distance(kg_cities_rule rule, const double *a, const double *b)
{
    const double x = a[0] - b[0], y = a[1] - b[1];
    double q1, q2, q3, across, along, h;

    switch (rule) {
    case KG_CITIES_PLANE:
        return hypot(x, y);
    case KG_CITIES_SPHERE:
        across = sin((b[0] - a[0]) * KG__DEGREE / 2);
        along = sin((b[1] - a[1]) * KG__DEGREE / 2);
        h = across * across + cos(a[0] * KG__DEGREE) * cos(b[0] * KG__DEGREE) * along * along;
        return 2 * KG__EARTH_KM * asin(fmin(1, sqrt(h)));
    case KG_CITIES_EUC_2D:
        return floor(sqrt(x * x + y * y) + 0.5);
    case KG_CITIES_CEIL_2D:
        return ceil(sqrt(x * x + y * y));
    case KG_CITIES_MAN_2D:
        return floor(fabs(x) + fabs(y) + 0.5);
    case KG_CITIES_MAX_2D:
        return fmax(floor(fabs(x) + 0.5), floor(fabs(y) + 0.5));
    case KG_CITIES_ATT:
        return ceil(sqrt((x * x + y * y) / 10));
    case KG_CITIES_GEO: /* rounding may make the cosine for two equal places exceed 1 */
        q1 = cos(y);
        q2 = cos(x);
        q3 = cos(a[0] + b[0]);
        return floor(KG__TSPLIB_KM * acos(fmin(1, 0.5 * ((1 + q1) * q2 - (1 - q1) * q3))) + 1);
    case KG_CITIES_MATRIX:
        break;
    }
    return 0;
}

#endif
