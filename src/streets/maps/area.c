/*
 * Whether a place lies in the area that the user chose: a box, and the polygons of a GeoJSON file.
 *
 * Method: a place is within polygons if a line from it to the east crosses an odd number of their
 *     edges, decided without rounding. Polygons lie in the plane of longitude and latitude. A
 *     polygon over the antimeridian must be cut there, as RFC 7946 requires.
 * Work: O(corners) a place.
 */
#include "../streets.h"

static bool in_box(const int32_t box[4], const int32_t place[2])
{
    const bool east_of = place[0] >= box[0], west_of = place[0] <= box[2];

    return place[1] >= box[1] && place[1] <= box[3] &&
           (box[0] <= box[2] ? east_of && west_of : east_of || west_of);
}

/* Whether a line from a place to the east crosses the edge from a to b. */
static bool crosses(const int32_t *a, const int32_t *b, const int32_t place[2])
{
    const bool up = b[1] > a[1];
    __int128 side;

    if ((a[1] > place[1]) == (b[1] > place[1]))
        return false;
    side = (__int128)((int64_t)b[0] - a[0]) * ((int64_t)place[1] - a[1]) -
           (__int128)((int64_t)place[0] - a[0]) * ((int64_t)b[1] - a[1]);
    return up ? side > 0 : side < 0;
}

bool kg__area_has(const kg__area *area, const int32_t place[2])
{
    bool within = false;

    if (area->options->has_box && !in_box(area->box, place))
        return false;
    for (uint64_t r = 0; r < area->rings; r++)
        for (uint64_t i = area->ring[r]; i + 1 < area->ring[r + 1]; i++)
            within ^= crosses(area->point + 2 * i, area->point + 2 * (i + 1), place);
    return within || !area->rings;
}
