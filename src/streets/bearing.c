/*
 * The directions in which streets leave their crossings, and the cost of a turn between two of
 * them.
 *
 * Method: the direction is that of the first two different points, in a plane that touches the
 *     Earth at the crossing.
 */
#include "streets.h"
#include <math.h>
#include <string.h>

enum { RIGHT_ANGLE = 9000, HALF = 2 * RIGHT_ANGLE, WHOLE = 4 * RIGHT_ANGLE };

void kg__street_leaves(const kg_streets *s, uint64_t half, double to[2])
{
    const uint64_t *line = s->line + half / 2;
    const uint64_t count = line[1] - line[0];
    const int32_t *at = s->point + 2 * (half & 1 ? line[1] - 1 : line[0]);

    to[0] = to[1] = 0;
    for (uint64_t i = 1; i < count && to[0] == 0 && to[1] == 0; i++) {
        const int32_t *other = s->point + 2 * (half & 1 ? line[1] - 1 - i : line[0] + i);
        double east = (double)other[0] - at[0];

        east -= east > 180e7 ? 360e7 : east < -180e7 ? -360e7 : 0;
        to[0] = east * cos(at[1] * acos(-1.0) / 180e7);
        to[1] = (double)other[1] - at[1];
    }
}

kg_status kg__bearings_create(kg__bearings *bearings, const kg_streets *s)
{
    double to[2];
    kg_status status;

    *bearings = (kg__bearings){.streets = s};
    KG_TRY(kg__host_allocate(
        s->ctx, &bearings->of, s->map.streets, 2 * sizeof *bearings->of, "directions of streets"));
    KG_TRY(kg__host_allocate(s->ctx, &bearings->ends, s->map.crossings, 1, "dead ends"));
    memset(bearings->ends, 0, s->map.crossings);
    for (uint64_t half = 0; half < 2 * s->map.streets; half++) {
        bearings->ends[s->end[half]] = bearings->ends[s->end[half]] ? 2 : 1;
        bearings->of[half] = -1;
        if (!s->map.point)
            continue;
        kg__street_leaves(s, half, to);
        if (to[0] != 0 || to[1] != 0)
            bearings->of[half] =
                (int32_t)(lrint(atan2(to[0], to[1]) * HALF / acos(-1.0)) + WHOLE) % WHOLE;
    }
out:
    return status;
}

void kg__bearings_destroy(kg__bearings *bearings)
{
    if (bearings->streets)
        kg__free_all(bearings->streets->ctx, bearings->of, bearings->ends);
}

bool kg__turn_is_back(const kg_streets *s, uint64_t from, uint64_t to)
{
    return from == to && s->end[from] != s->end[from ^ 1];
}

int64_t kg__turn_angle(const kg__bearings *bearings, uint64_t from, uint64_t to)
{
    const int32_t a = bearings->of[from], b = bearings->of[to], apart = a < b ? b - a : a - b;

    if (a < 0 || b < 0)
        return 0;
    return HALF - (apart > HALF ? WHOLE - apart : apart);
}

int64_t kg__turn_cost(const kg__bearings *bearings, uint64_t from, uint64_t to)
{
    const int64_t angle = kg__turn_angle(bearings, from, to);

    return kg__turn_is_back(bearings->streets, from, to) ? KG__TURN_BACK
           : angle >= KG__TURN_SHARP                     ? angle + HALF
                                                         : angle;
}
