/*
 * The sheet that maps are drawn on.
 *
 * In:  the places of streets. Out: whole units.
 * Method: degrees of longitude and latitude are as long as in the middle of the map. Longitudes are
 *     counted from the first one, so a map may lie on the antimeridian.
 */
#include "sheet.h"
#include <math.h>

/* 10^-7 degrees from the sheet's middle, on the shorter way round. */
static int64_t find_east(const kg__sheet *p, const int32_t place[2])
{
    const int64_t whole = 3600000000, east = (int64_t)place[0] - p->middle;

    return east - (east > whole / 2 ? whole : east <= -whole / 2 ? -whole : 0);
}

/* Metres in 10^-7 degrees near a latitude, along a parallel or a meridian. */
static double measure(int64_t latitude, bool parallel)
{
    enum { NEAR = 500000, LAST = 890000000 };
    const int32_t y = (int32_t)(latitude > LAST ? LAST : latitude < -LAST ? -LAST : latitude);
    const int32_t a[2] = {-NEAR * parallel, y - NEAR * !parallel};
    const int32_t b[2] = {NEAR * parallel, y + NEAR * !parallel};

    return kg__geodesic(a, b) / (2 * NEAR);
}

void kg__sheet_find(kg__sheet *p, const kg_streets *s, double unit, int64_t margin)
{
    const uint64_t points = s->line[s->map.streets];
    int64_t east = INT64_MIN, south = INT64_MAX;
    double width, height;

    *p = (kg__sheet){.streets = s,
        .unit = unit,
        .middle = s->point[0],
        .west = INT64_MAX,
        .north = INT64_MIN,
        .margin = margin};
    for (uint64_t i = 0; i < points; i++) {
        const int32_t *place = s->point + 2 * i;
        const int64_t x = find_east(p, place);

        p->west = x < p->west ? x : p->west;
        east = x > east ? x : east;
        south = place[1] < south ? place[1] : south;
        p->north = place[1] > p->north ? place[1] : p->north;
    }
    p->across = measure((p->north + south) / 2, true);
    p->down = measure((p->north + south) / 2, false);
    width = (double)(east - p->west) * p->across;
    height = (double)(p->north - south) * p->down;
    if (p->unit == 0)
        p->unit = fmax(fmax(width, height) / (1 << 16), 0.1);
    p->across /= p->unit;
    p->down /= p->unit;
    p->width = llround(width / p->unit) + 2 * margin;
    p->height = llround(height / p->unit) + 2 * margin;
}

void kg__sheet_at(const kg__sheet *p, const int32_t place[2], int64_t at[2])
{
    at[0] = p->margin + llround((double)(find_east(p, place) - p->west) * p->across);
    at[1] = p->margin + llround((double)(p->north - place[1]) * p->down);
}

void kg__sheet_put_pair(kg__writer *w, char before, int64_t x, int64_t y)
{
    const char mark[2] = {before == ' ' && x < 0 ? '\0' : before};

    kg__put(w, mark);
    kg__put_integer(w, x);
    kg__put(w, y < 0 ? "" : " ");
    kg__put_integer(w, y);
}

void kg__sheet_put_street(kg__writer *w, const kg__sheet *p, uint64_t street)
{
    const uint64_t *line = p->streets->line + street;
    int64_t at[2], last[2];
    bool begun = false;

    kg__sheet_at(p, p->streets->point + 2 * line[0], last);
    kg__sheet_put_pair(w, 'M', last[0], last[1]);
    for (uint64_t i = line[0] + 1; i < line[1]; i++) {
        kg__sheet_at(p, p->streets->point + 2 * i, at);
        if (i + 1 < line[1] && at[0] == last[0] && at[1] == last[1])
            continue;
        kg__sheet_put_pair(w, begun ? ' ' : 'l', at[0] - last[0], at[1] - last[1]);
        last[0] = at[0];
        last[1] = at[1];
        begun = true;
    }
}

double kg__sheet_scale(double metres)
{
    const double power = pow(10, floor(log10(metres)));
    const double times = metres / power;

    return power * (times >= 5 ? 5 : times >= 2 ? 2 : 1);
}
