/*
 * The turns of a walk, as one tells them to a walker.
 *
 * In:  the steps, the geometry and the names of streets.
 * Out: parts of the walk: steps belong together while the name stays and the walk goes on within
 *     45 degrees of straight. Each vehicle's round starts anew.
 * Method: the angle between the last two different points of a step and the first two of the next,
 *     in a plane that touches the Earth there.
 */
#include "writer.h"
#include <math.h>
#include <string.h>

enum { SLIGHT = 20, PLAIN = 45, SHARP = 120, BACK = 170 };

/* The angle between two steps in degrees, to the left if it is positive. */
static double find_angle(const kg_streets_walk *walk, uint64_t step)
{
    const kg_streets_step *now = &walk->step[step];
    double back[2], out[2];

    if (!walk->streets->map.point)
        return 0;
    kg__street_leaves(walk->streets, kg__step_half(now - 1, true), back);
    kg__street_leaves(walk->streets, kg__step_half(now, false), out);
    return atan2(back[1] * out[0] - back[0] * out[1], -back[0] * out[0] - back[1] * out[1]) * 180 /
           acos(-1.0);
}

static bool turns_back(const kg_streets_walk *walk, uint64_t step)
{
    const kg_streets_step *now = &walk->step[step];

    return kg__turn_is_back(walk->streets, kg__step_half(now - 1, true), kg__step_half(now, false));
}

static const char *find_verb(double angle, bool back)
{
    const double size = fabs(angle);
    const bool left = angle > 0;

    if (back || size > BACK)
        return "Turn back along";
    if (size < SLIGHT)
        return "Continue along";
    if (size < PLAIN)
        return left ? "Turn slightly left onto" : "Turn slightly right onto";
    if (size < SHARP)
        return left ? "Turn left onto" : "Turn right onto";
    return left ? "Turn sharply left onto" : "Turn sharply right onto";
}

static const char *name_of(const kg_streets_walk *walk, uint64_t step)
{
    const kg_streets *s = walk->streets;

    return s->text + s->street_name[walk->step[step].street];
}

bool kg__turn_next(const kg_streets_walk *walk, kg__turn *turn)
{
    const uint64_t first = turn->first + turn->steps;
    uint64_t i = first, last;

    if (first >= walk->count)
        return false;
    while (walk->begin[turn->round + 1] <= first)
        turn->round++;
    last = walk->begin[turn->round + 1];
    turn->first = first;
    turn->name = name_of(walk, first);
    turn->verb = first > walk->begin[turn->round]
                     ? find_verb(find_angle(walk, first), turns_back(walk, first))
                     : "Start along";
    turn->length = 0;
    do {
        turn->length += kg__length(walk->streets, walk->step[i].street, walk->step[i].backwards);
        i++;
    } while (i < last && strcmp(name_of(walk, i), turn->name) == 0 && !turns_back(walk, i) &&
             fabs(find_angle(walk, i)) < PLAIN);
    turn->steps = i - first;
    if (!*turn->name)
        turn->name = "an unnamed street";
    return true;
}
