/*
 * A walk as GeoJSON: a feature for each step.
 *
 * A line over the antimeridian is cut there, as RFC 7946 requires, at the latitude of the straight
 * line in the plane of longitude and latitude.
 */
#include "writer.h"
#include <math.h>
#include <stdlib.h>

static const int64_t half_turn = 1800000000;

static bool is_cut(const int32_t *a, const int32_t *b)
{
    return llabs((int64_t)a[0] - b[0]) > half_turn;
}

static void put_place(kg__writer *w, int64_t x, int64_t y)
{
    kg__put(w, "[");
    kg__put_degrees(w, x);
    kg__put(w, ",");
    kg__put_degrees(w, y);
    kg__put(w, "]");
}

/* Ends a line at the antimeridian and begins another on its other side. */
static void put_cut(kg__writer *w, const int32_t *a, const int32_t *b)
{
    const int64_t side = a[0] > 0 ? half_turn : -half_turn;
    const double to = (double)(side - a[0]), all = (double)(b[0] + 2 * side - a[0]);
    const int64_t y = a[1] + llrint(all != 0 ? (b[1] - (double)a[1]) * (to / all) : 0);

    kg__put(w, ",");
    put_place(w, side, y);
    kg__put(w, "],[");
    put_place(w, -side, y);
}

static void put_geometry(kg__writer *w, const kg_streets_walk *walk, uint64_t step)
{
    const uint64_t count = kg__step_points(walk, step);
    bool cut = false;

    for (uint64_t i = 1; i < count; i++)
        cut |= is_cut(kg__step_point(walk, step, i - 1), kg__step_point(walk, step, i));
    kg__put(w, cut ? "{\"type\":\"MultiLineString\",\"coordinates\":[["
                   : "{\"type\":\"LineString\",\"coordinates\":[");
    for (uint64_t i = 0; i < count; i++) {
        const int32_t *at = kg__step_point(walk, step, i);

        if (i && is_cut(at, kg__step_point(walk, step, i - 1)))
            put_cut(w, kg__step_point(walk, step, i - 1), at);
        kg__put(w, i ? "," : "");
        put_place(w, at[0], at[1]);
    }
    kg__put(w, cut ? "]]}" : "]}");
}

static void put_string(kg__writer *w, const char *text)
{
    kg__put(w, "\"");
    kg__put_json(w, text);
    kg__put(w, "\"");
}

/* Puts the name of a crossing, or its number. */
static void put_crossing(kg__writer *w, const kg_streets *s, kg_vertex v)
{
    const char *name = s->text + s->crossing_name[v];

    if (*name)
        put_string(w, name);
    else
        kg__put_integer(w, s->crossing_id[v]);
}

static void put_kept(kg__writer *w, const kg_streets *s, uint64_t street)
{
    for (uint64_t c = 0; c < s->map.columns; c++) {
        const char *value = kg__kept(s, street, c);

        kg__put(w, ",\"");
        kg__put_column(w, s, c, kg__put_json);
        kg__put(w, "\":");
        if (*value)
            put_string(w, value);
        else
            kg__put(w, "null");
    }
}

static void put_properties(
    kg__writer *w, const kg_streets_walk *walk, uint64_t round, uint64_t i, double total)
{
    const kg_streets *s = walk->streets;
    const kg_streets_step *step = &walk->step[i];
    const uint64_t *part = s->part + step->street;

    kg__put(w, "\"properties\":{\"step\":");
    kg__put_integer(w, (int64_t)(i - walk->begin[round]) + 1);
    kg__put_vehicle(w, walk, ",\"vehicle\":", round);
    kg__put(w, ",\"street\":\"");
    kg__put_json(w, s->text + s->street_name[step->street]);
    kg__put(w, "\",\"from\":");
    put_crossing(w, s, s->end[2 * step->street + step->backwards]);
    kg__put(w, ",\"to\":");
    put_crossing(w, s, s->end[2 * step->street + !step->backwards]);
    kg__put(w, ",\"length\":");
    kg__put_double(w, kg__length(s, step->street, step->backwards));
    kg__put(w, ",\"total\":");
    kg__put_sum(w, total);
    kg__put(w, step->repeat ? ",\"repeat\":true,\"ways\":[" : ",\"repeat\":false,\"ways\":[");
    for (uint64_t k = part[0]; k < part[1]; k++) {
        kg__put(w, k > part[0] ? "," : "");
        kg__put_integer(w, s->way_id[s->way[k]]);
    }
    kg__put(w, "]");
    put_kept(w, s, step->street);
    kg__put(w, "}}");
}

void kg__walk_write_geojson(kg__writer *w, const kg_streets_walk *walk)
{
    kg__put(w, "{\"type\":\"FeatureCollection\",");
    if (walk->streets->from_osm)
        kg__put(w, "\"attribution\":\"" KG__ATTRIBUTION ", " KG__LICENCE "\",");
    kg__put(w, "\"features\":[\n");
    for (uint64_t k = 0; k < walk->rounds; k++) {
        double total = 0;

        for (uint64_t i = walk->begin[k]; i < walk->begin[k + 1] && w->status == KG_OK; i++) {
            total += kg__length(walk->streets, walk->step[i].street, walk->step[i].backwards);
            kg__put(w, i ? ",\n{\"type\":\"Feature\",\"geometry\":"
                         : "{\"type\":\"Feature\",\"geometry\":");
            put_geometry(w, walk, i);
            kg__put(w, ",");
            put_properties(w, walk, k, i, total);
        }
    }
    kg__put(w, "\n]}\n");
}
