/* A walk as GPX 1.1: for each vehicle, the turns as a route and the geometry as a track. */
#include "writer.h"

static void put_point(kg__writer *w, const char *element, const int32_t *point)
{
    kg__put(w, "<");
    kg__put(w, element);
    kg__put(w, " lat=\"");
    kg__put_degrees(w, point[1]);
    kg__put(w, "\" lon=\"");
    kg__put_degrees(w, point[0]);
    kg__put(w, "\"");
}

static void put_turns(kg__writer *w, const kg_streets_walk *walk, uint64_t round)
{
    kg__put(w, "<rte><name>Turns");
    kg__put_vehicle(w, walk, " of vehicle ", round);
    kg__put(w, "</name>\n");
    for (const kg__turn *turn = w->turn; turn < w->turn + w->turns; turn++) {
        if (turn->round != round)
            continue;
        put_point(w, "rtept", kg__step_point(walk, turn->first, 0));
        kg__put(w, "><name>");
        kg__put_xml(w, turn->verb);
        kg__put(w, " ");
        kg__put_xml(w, turn->name);
        kg__put(w, "</name><desc>");
        kg__put_sum(w, turn->length);
        kg__put(w, " m</desc></rtept>\n");
    }
    kg__put(w, "</rte>\n");
}

static void put_track(kg__writer *w, const kg_streets_walk *walk, uint64_t round)
{
    const uint64_t first = walk->begin[round];

    kg__put(w, "<trk><name>Walk");
    kg__put_vehicle(w, walk, " of vehicle ", round);
    kg__put(w, "</name><trkseg>\n");
    for (uint64_t i = first; i < walk->begin[round + 1] && w->status == KG_OK; i++)
        for (uint64_t k = i > first; k < kg__step_points(walk, i); k++) {
            put_point(w, "trkpt", kg__step_point(walk, i, k));
            kg__put(w, "/>\n");
        }
    kg__put(w, "</trkseg></trk>\n");
}

void kg__walk_write_gpx(kg__writer *w, const kg_streets_walk *walk)
{
    kg__put(w, "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
               "<gpx version=\"1.1\" creator=\"konig\" "
               "xmlns=\"http://www.topografix.com/GPX/1/1\">\n"
               "<metadata><name>A walk along streets</name>");
    if (walk->streets->from_osm)
        kg__put(w, "<copyright author=\"" KG__ATTRIBUTION "\"><license>" KG__LICENCE
                   "</license></copyright>");
    kg__put(w, "</metadata>\n");
    for (uint64_t k = 0; k < walk->rounds; k++)
        put_turns(w, walk, k);
    for (uint64_t k = 0; k < walk->rounds; k++)
        put_track(w, walk, k);
    kg__put(w, "</gpx>\n");
}
