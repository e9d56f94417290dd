/*
 * Distances on the ellipsoid WGS 84.
 *
 * Method: T. Vincenty, "Direct and inverse solutions of geodesics on the ellipsoid with application
 *     of nested equations", Survey Review 23 (1975): exact to half a millimetre. The iteration for
 *     the difference of longitude on the auxiliary sphere does not converge for points that are
 *     nearly antipodal: they get half of a meridian, which is right to 0.7 %.
 */
#include "streets.h"
#include <math.h>

static const double major_axis = 6378137, flattening = 1 / 298.257223563;
static const double half_meridian = 20003931.459;

static const double tolerance = 1e-14; /* radians: 0.1 micrometres */

enum { ROUNDS = 200 };

double kg__geodesic(const int32_t a[2], const int32_t b[2])
{
    const double f = flattening, minor_axis = major_axis * (1 - f), radian = acos(-1.0) / 180e7;
    const double u1 = atan((1 - f) * tan(a[1] * radian)), u2 = atan((1 - f) * tan(b[1] * radian));
    const double sin_u1 = sin(u1), cos_u1 = cos(u1), sin_u2 = sin(u2), cos_u2 = cos(u2);
    int64_t turn = (int64_t)b[0] - a[0];
    double between, lambda, before, sin_sigma, cos_sigma, sigma, cos2_alpha, middle, square, big_a,
        big_b;
    int round = 0;

    if (a[1] == b[1] && turn % INT64_C(3600000000) == 0)
        return 0;
    turn -= turn > INT64_C(1800000000) ? INT64_C(3600000000) : 0;
    turn += turn < -INT64_C(1800000000) ? INT64_C(3600000000) : 0;
    lambda = between = (double)turn * radian;
    do {
        const double sin_lambda = sin(lambda), cos_lambda = cos(lambda);
        double sin_alpha, c;

        sin_sigma = hypot(cos_u2 * sin_lambda, cos_u1 * sin_u2 - sin_u1 * cos_u2 * cos_lambda);
        cos_sigma = sin_u1 * sin_u2 + cos_u1 * cos_u2 * cos_lambda;
        if (sin_sigma == 0)
            return cos_sigma > 0 ? 0 : half_meridian;
        sigma = atan2(sin_sigma, cos_sigma);
        sin_alpha = cos_u1 * cos_u2 * sin_lambda / sin_sigma;
        cos2_alpha = 1 - sin_alpha * sin_alpha;
        /* The equator has no middle. */
        middle = cos2_alpha > 0 ? cos_sigma - 2 * sin_u1 * sin_u2 / cos2_alpha : 0;
        c = f / 16 * cos2_alpha * (4 + f * (4 - 3 * cos2_alpha));
        before = lambda;
        lambda = between +
                 (1 - c) * f * sin_alpha *
                     (sigma + c * sin_sigma * (middle + c * cos_sigma * (2 * middle * middle - 1)));
    } while (fabs(lambda - before) > tolerance && ++round < ROUNDS && fabs(lambda) <= acos(-1.0));
    if (!(fabs(lambda - before) <= tolerance))
        return half_meridian;
    square = cos2_alpha * (1 / ((1 - f) * (1 - f)) - 1);
    big_a = 1 + square / 16384 * (4096 + square * (-768 + square * (320 - 175 * square)));
    big_b = square / 1024 * (256 + square * (-128 + square * (74 - 47 * square)));
    return minor_axis * big_a *
           (sigma - big_b * sin_sigma *
                        (middle + big_b / 4 *
                                      (cos_sigma * (2 * middle * middle - 1) -
                                          big_b / 6 * middle * (4 * sin_sigma * sin_sigma - 3) *
                                              (4 * middle * middle - 3))));
}
