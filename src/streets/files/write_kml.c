/* A walk as KML 2.2: its geometry as a line, the turns as places; a folder for each vehicle. */
#include "writer.h"
#include <string.h>

static void put_place(kg__writer *w, const int32_t *point)
{
    kg__put_degrees(w, point[0]);
    kg__put(w, ",");
    kg__put_degrees(w, point[1]);
}

/* The values of a turn's streets along the walk, each where it changes. */
static void put_kept(kg__writer *w, const kg_streets_walk *walk, const kg__turn *turn)
{
    const kg_streets *s = walk->streets;

    kg__put(w, s->map.columns ? "<ExtendedData>" : "");
    for (uint64_t c = 0; c < s->map.columns; c++) {
        const char *last = "";

        kg__put(w, "<Data name=\"");
        kg__put_column(w, s, c, kg__put_xml);
        kg__put(w, "\"><value>");
        for (uint64_t i = turn->first; i < turn->first + turn->steps; i++) {
            const char *value = kg__kept(s, walk->step[i].street, c);

            if (!*value || strcmp(value, last) == 0)
                continue;
            kg__put(w, *last ? "; " : "");
            kg__put_xml(w, value);
            last = value;
        }
        kg__put(w, "</value></Data>");
    }
    kg__put(w, s->map.columns ? "</ExtendedData>" : "");
}

static void put_round(kg__writer *w, const kg_streets_walk *walk, uint64_t round)
{
    const uint64_t first = walk->begin[round];

    kg__put(w, "<Placemark><name>Walk");
    kg__put_vehicle(w, walk, " of vehicle ", round);
    kg__put(w, "</name><styleUrl>#walk</styleUrl><LineString><tessellate>1"
               "</tessellate><coordinates>\n");
    for (uint64_t i = first; i < walk->begin[round + 1] && w->status == KG_OK; i++)
        for (uint64_t k = i > first; k < kg__step_points(walk, i); k++) {
            put_place(w, kg__step_point(walk, i, k));
            kg__put(w, "\n");
        }
    kg__put(w, "</coordinates></LineString></Placemark>\n<Folder><name>Turns</name>\n");
    for (const kg__turn *turn = w->turn; turn < w->turn + w->turns; turn++) {
        if (turn->round != round)
            continue;
        kg__put(w, "<Placemark><name>");
        kg__put_xml(w, turn->verb);
        kg__put(w, " ");
        kg__put_xml(w, turn->name);
        kg__put(w, "</name><description>");
        kg__put_sum(w, turn->length);
        kg__put(w, " m</description>");
        put_kept(w, walk, turn);
        kg__put(w, "<Point><coordinates>");
        put_place(w, kg__step_point(walk, turn->first, 0));
        kg__put(w, "</coordinates></Point></Placemark>\n");
    }
    kg__put(w, "</Folder>\n");
}

void kg__walk_write_kml(kg__writer *w, const kg_streets_walk *walk)
{
    const bool several = walk->rounds > 1;

    kg__put(w, "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
               "<kml xmlns=\"http://www.opengis.net/kml/2.2\"><Document>\n"
               "<name>A walk along streets</name>\n");
    if (walk->streets->from_osm)
        kg__put(w, "<description>" KG__ATTRIBUTION ", " KG__LICENCE "</description>\n");
    kg__put(w, "<Style id=\"walk\"><LineStyle><color>ffb27200</color><width>4</width></LineStyle>"
               "</Style>\n");
    for (uint64_t k = 0; k < walk->rounds; k++) {
        kg__put(w, several ? "<Folder><name>Vehicle" : "");
        kg__put_vehicle(w, walk, " ", k);
        kg__put(w, several ? "</name>\n" : "");
        put_round(w, walk, k);
        kg__put(w, several ? "</Folder>\n" : "");
    }
    kg__put(w, "</Document></kml>\n");
}
