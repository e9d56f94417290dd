/*
 * Streets as they are read: lengths on the ellipsoid against published ones and against another
 * formula, chains and parts of small maps, and files that are no streets.
 */
#include "check.h"
#include "streets/streets.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* ---- lengths --------------------------------------------------------------------------------- */

static void geodesic(check *c)
{
    /* Published: C. Karney, GeographicLib's documentation; the line from Flinders Peak to Buninyong
     * of the manual of Australia's datum; a quarter of the meridian of WGS 84. */
    static const struct {
        int32_t a[2], b[2];
        double metres, within;
    } known[] = {{{-738000000, 406000000}, {-5000000, 516000000}, 5551759.400, 1e-3},
        {{1444248679, -379510334}, {1439264955, -376528211}, 54972.271, 0.02},
        {{0, 0}, {0, 900000000}, 10001965.729, 1e-3}, {{0, 0}, {10000000, 0}, 111319.491, 1e-3},
        {{1799990000, 0}, {-1799990000, 0}, 222.639, 1e-3}, {{5, 5}, {5, 5}, 0, 0},
        {{-1800000000, 10}, {1800000000, 10}, 0, 0}, {{0, 0}, {1800000000, 0}, 20003931.459, 1}};
    uint64_t state = c->seed;

    for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
        check_say(c, "known line %zu", i);
        if (fabs(kg__geodesic(known[i].a, known[i].b) - known[i].metres) > known[i].within)
            check_fail(c, c->context[0], "%.4f, expected %.4f",
                kg__geodesic(known[i].a, known[i].b), known[i].metres);
        c->compared++;
    }
    /* Short lines by the radii of curvature at their middles. */
    for (int i = 0; i < 10000; i++) {
        const double radian = acos(-1.0) / 180e7, square = 0.00669437999014;
        const int32_t a[2] = {(int32_t)(check_random(&state) % 3600000000u - 1800000000u),
            (int32_t)(check_random(&state) % 1600000000u) - 800000000};
        const int32_t b[2] = {a[0] + (int32_t)(check_random(&state) % 2000) - 1000,
            a[1] + (int32_t)(check_random(&state) % 2000) - 1000};
        const double middle = (a[1] + (double)b[1]) / 2 * radian;
        const double root = sqrt(1 - square * sin(middle) * sin(middle));
        const double north = (b[1] - a[1]) * radian * 6378137 * (1 - square) / (root * root * root);
        const double east = (b[0] - a[0]) * radian * 6378137 / root * cos(middle);

        if (fabs(kg__geodesic(a, b) - hypot(north, east)) > 1e-6)
            check_fail(
                c, c->context[0], "%.9f, expected %.9f", kg__geodesic(a, b), hypot(north, east));
        c->compared++;
    }
}

/* ---- maps ------------------------------------------------------------------------------------ */

static kg_streets *read_text(
    check *c, kg_context *ctx, const char *text, const kg_streets_options *options)
{
    kg_streets *streets = NULL;

    check_status(c, ctx, kg_streets_read_memory(&streets, ctx, text, strlen(text), options), KG_OK);
    return streets;
}

static void expect(check *c, kg_context *ctx, const kg_streets *streets, uint64_t crossings,
    uint64_t count, uint64_t one_way, uint64_t left)
{
    const kg_streets_counts *counts = kg_streets_count(streets);

    if (!counts)
        return;
    check_number(c, ctx, "crossings", counts->crossings, crossings);
    check_number(c, ctx, "streets", counts->streets, count);
    check_number(c, ctx, "one-way streets", counts->one_way, one_way);
    check_number(c, ctx, "segments left out", counts->left_segments, left);
}

/* Two squares with a street between them, in GeoJSON; a part that is not connected. */
static const char squares[] =
    "\xef\xbb\xbf{\"features\": [\n"
    "{\"geometry\": {\"coordinates\": [[0,0],[0,0.001],[0.001,0.001]], \"type\": \"LineString\"},"
    " \"properties\": {\"name\": \"A \\u0026 \\\"B\\\"\", \"x\": null, \"y\": [1, {}]},"
    " \"type\": \"Feature\", \"id\": \"way/17\"},\n"
    "{\"type\": \"Feature\", \"geometry\": {\"type\": \"LineString\", \"coordinates\":"
    " [[0.001,0.001],[0.001,0],[0,0]]}, \"properties\": {\"name\": \"C\"}},\n"
    "{\"type\": \"Feature\", \"geometry\": {\"type\": \"MultiLineString\", \"coordinates\":"
    " [[[0.001,0.001],[0.002,0.001]],[[0.002,0.001],[0.003,0.001],[0.003,0.002],[0.002,0.001]]]},"
    " \"properties\": {\"highway\": \"footway\", \"oneway\": true}},\n"
    "{\"type\": \"Feature\", \"geometry\": {\"type\": \"LineString\", \"coordinates\":"
    " [[5,5],[5,5.0001]]}, \"properties\": null},\n"
    "{\"type\": \"Feature\", \"geometry\": {\"type\": \"Point\", \"coordinates\": [9,9]}},\n"
    "{\"type\": \"Feature\", \"geometry\": null, \"properties\": {}}], \"type\": "
    "\"FeatureCollection\"}\n";

static void geojson(check *c)
{
    kg_context *ctx = c->context[0];
    kg_streets_options options = KG_STREETS_OPTIONS_INIT;
    kg_streets *streets;
    kg_vertex v;
    size_t length;

    /* All: the footway is one-way and cannot be come back from. */
    streets = read_text(c, ctx, squares, NULL);
    expect(c, ctx, streets, 1, 1, 0, 5);
    check_number(c, ctx, "parts", kg_streets_count(streets)->parts, 3);
    if (strcmp(kg_streets_name(streets, 0, &length), "A & \"B\"; C") != 0 || length != 10)
        check_fail(c, ctx, "the street is called %s", kg_streets_name(streets, 0, NULL));
    check_number(c, ctx, "ways", kg_streets_look(streets)->ways, 2);
    check_number(c, ctx, "number of a way", (uint64_t)kg_streets_look(streets)->way_id[0], 17);
    check_status(c, ctx, kg_streets_find(streets, "c", &v), KG_OK);
    check_status(c, ctx, kg_streets_find(streets, "C / a & \"B\"", &v), KG_OK);
    check_status(c, ctx, kg_streets_find(streets, "0.002, 0.002", &v), KG_OK);
    check_status(c, ctx, kg_streets_find(streets, "1,0.002", &v), KG_ARGUMENT);
    check_status(c, ctx, kg_streets_find(streets, "", &v), KG_ARGUMENT);
    check_status(c, ctx, kg_streets_find(streets, "D / C", &v), KG_ARGUMENT);
    kg_streets_destroy(streets);
    /* On foot the one-way footway goes both ways. */
    options.network = KG_STREETS_WALK;
    streets = read_text(c, ctx, squares, &options);
    expect(c, ctx, streets, 2, 3, 0, 1);
    kg_streets_destroy(streets);
    /* By car there is none, and with the far part kept there are two rings. */
    options.network = KG_STREETS_DRIVE;
    options.keep_parts = 1;
    streets = read_text(c, ctx, squares, &options);
    expect(c, ctx, streets, 3, 2, 0, 0);
    kg_streets_destroy(streets);
    /* What a tag asks for is a street of its own. */
    options = (kg_streets_options){.need = "name=C"};
    streets = read_text(c, ctx, squares, &options);
    expect(c, ctx, streets, 2, 2, 0, 5);
    check_number(c, ctx, "required", kg_streets_count(streets)->required, 1);
    kg_streets_destroy(streets);
    /* A box over the antimeridian holds none, another one a part. */
    options = (kg_streets_options){.has_box = 1, .box = {170, -1, -170, 1}};
    streets = NULL;
    check_status(c, ctx, kg_streets_read_memory(&streets, ctx, squares, strlen(squares), &options),
        KG_NO_SOLUTION);
    options.box[2] = 0.0005;
    streets = read_text(c, ctx, squares, &options);
    expect(c, ctx, streets, 2, 1, 0, 0);
    kg_streets_destroy(streets);
}

static void tables(check *c)
{
    static const char town[] = "source,target,length,oneway,name,surface\n"
                               "a,b,100,no,\"Mill, \"\"old\"\"\",sand\n"
                               "# a comment\n"
                               "b,c,50.5,yes,,stone\n"
                               "c,a,10,-1,East,stone\n"
                               "a,c,10,yes,East,stone\n"
                               "c,b,3,yes,East,stone\n"
                               "b,b,7,,Ring,stone\n"
                               "x,y,1,,Far,stone\n";
    static const char places[] = "lon1;lat1;lon2;lat2;id\n0;0;0;0,001;5\n0;0,001;0,001;0,001;6\n";
    kg_context *ctx = c->context[0];
    kg_streets_options options = {.need = "surface=stone"};
    const kg_streets_map *map;
    kg_streets *streets = read_text(c, ctx, town, &options);
    size_t length;
    kg_vertex v;

    expect(c, ctx, streets, 3, 6, 4, 1);
    check_number(c, ctx, "required", kg_streets_count(streets)->required, 5);
    map = kg_streets_look(streets);
    if (map && (map->point || map->length[1] != 50.5 ||
                   strcmp(kg_streets_crossing_name(streets, 2, &length), "c") != 0))
        check_fail(c, ctx, "geometry, a length or a name is wrong");
    check_status(c, ctx, kg_streets_find(streets, "B", &v), KG_OK);
    check_number(c, ctx, "crossing b", v, 1);
    if (strcmp(kg_streets_name(streets, 0, NULL), "Mill, \"old\"") != 0)
        check_fail(c, ctx, "the street is called %s", kg_streets_name(streets, 0, NULL));
    kg_streets_destroy(streets);

    streets = read_text(c, ctx, places, NULL);
    expect(c, ctx, streets, 2, 1, 0, 0);
    map = kg_streets_look(streets);
    if (map && (map->line[1] != 3 || map->part[1] != 2 || map->way_id[1] != 6 ||
                   fabs(map->length[0] - 110.574 - 111.319) > 0.002))
        check_fail(c, ctx, "a chain of %g metres", map->length[0]);
    kg_streets_destroy(streets);
}

/* ---- OpenStreetMap --------------------------------------------------------------------------- */

/* A way that comes back to itself, one that crosses itself, missing nodes, two nodes at one place,
 * a roundabout, a turn restriction, a way against its order. */
static const char map_text[] =
    "<?xml version='1.0' encoding='UTF-8'?>\n<osm version='0.6'>\n"
    "<node id='9' lat='0' lon='0'/><node id='2' lat='0' lon='0.001'/>\n"
    "<node id='3' lat='0.001' lon='0.001'/><node id='4' lat='0.001' lon='0'/>\n"
    "<node id='5' lat='0.001' lon='0'/><node id='6' lat='0.002' lon='0'/>\n"
    "<way id='100'><nd ref='9'/><nd ref='2'/><nd ref='2'/><nd ref='3'/><nd ref='4'/><nd ref='9'/>"
    "<tag k='highway' v='residential'/><tag k='junction' v='roundabout'/>"
    "<tag k='name' v='&lt;b&gt;Ring&lt;/b&gt;'/></way>\n"
    "<way id='101'><nd ref='4'/><nd ref='5'/><nd ref='77'/><nd ref='6'/>"
    "<tag k='highway' v='residential'/><tag k='ref' v='R 1'/></way>\n"
    "<way id='102'><nd ref='5'/><nd ref='3'/><tag k='highway' v='primary'/>"
    "<tag k='oneway' v='-1'/></way>\n"
    "<way id='103'><nd ref='3'/><nd ref='6'/><tag k='highway' v='footway'/></way>\n"
    "<way id='104'><nd ref='3'/><nd ref='9'/><tag k='building' v='yes'/></way>\n"
    "<relation id='1'><member type='way' ref='100' role='from'/>"
    "<tag k='type' v='restriction'/></relation>\n</osm>\n";

static void maps(check *c)
{
    kg_context *ctx = c->context[0];
    kg_streets_options options = {.network = KG_STREETS_DRIVE};
    const kg_streets_counts *counts;
    kg_streets *streets = NULL;

    if (!CHECK_OSMIUM) {
        check_status(c, ctx,
            kg_streets_read_memory(&streets, ctx, map_text, strlen(map_text), &options),
            KG_MISSING);
        return;
    }
    /* 3 - 4 - 9 - 2 - 3 round, 3 - 5 one-way and 4 - 5 both ways. */
    streets = read_text(c, ctx, map_text, &options);
    expect(c, ctx, streets, 3, 4, 3, 0);
    counts = kg_streets_count(streets);
    if (!counts)
        return;
    check_number(c, ctx, "nodes", counts->nodes, 6);
    check_number(c, ctx, "ways", counts->ways, 5);
    check_number(c, ctx, "ways of streets", counts->streets_ways, 3);
    check_number(c, ctx, "missing nodes", counts->missing, 1);
    check_number(c, ctx, "segments of length 0", counts->zero, 1);
    check_number(c, ctx, "turn restrictions", counts->restrictions, 1);
    if (strcmp(kg_streets_name(streets, 0, NULL), "<b>Ring</b>") != 0)
        check_fail(c, ctx, "the street is called %s", kg_streets_name(streets, 0, NULL));
    kg_streets_destroy(streets);
    options.network = KG_STREETS_WALK;
    streets = read_text(c, ctx, map_text, &options);
    check_number(c, ctx, "one-way streets on foot", kg_streets_count(streets)->one_way, 0);
    check_number(c, ctx, "ways of streets on foot", kg_streets_count(streets)->streets_ways, 4);
    kg_streets_destroy(streets);
}

/* ---- damaged files --------------------------------------------------------------------------- */

typedef struct damaged {
    const char *text, *message; /* what its message has */
    kg_status status;
} damaged;

static void refused(check *c)
{
    static const damaged files[] = {
        {"", "the file is empty", KG_FORMAT},
        {"a b\n", "memory:1:1: expected streets", KG_FORMAT},
        {"source,target\na,b\n", "memory:1:14: expected a column of lengths", KG_FORMAT},
        {"source,target,length\na,b\n", "memory:2:1: the line has 2 fields, expected 3", KG_FORMAT},
        {"source,target,length\na,b,-1\n", "memory:2:5: expected a length", KG_FORMAT},
        {"source,target,length\na,b,nan\n", "memory:2:5: expected a length", KG_FORMAT},
        {"source,target,length\na,,1\n", "memory:2:3: a crossing's name is empty", KG_FORMAT},
        {"source,target,length\na,\"b,1\n", "memory:2:3: a quote that does not end", KG_FORMAT},
        {"source,target,length,oneway\na,b,1,perhaps\n", "memory:2:7: expected yes, no", KG_FORMAT},
        {"source,target,length,type\na,b,1,any\n", "memory:2:7: expected Directed", KG_FORMAT},
        {"source,target,length,id\na,b,1,x\n", "memory:2:7: expected a number", KG_FORMAT},
        {"source,target,length\na,b,1\na,b,1 x\n", "memory:3:5: expected a length", KG_FORMAT},
        {"lon1,lat1,lon2,lat2\n0,0,0,x\n", "memory:2:7: expected a coordinate", KG_FORMAT},
        {"lon1,lat1,lon2,lat2\n0,0,0,91\n", "memory:2:7: expected a longitude", KG_FORMAT},
        {"lon1,lat1,lon2,lat2\n0,0,-181,9\n", "memory:2:5: expected a longitude", KG_FORMAT},
        {"source,target,lon1,lat1,lon2,lat2\na,b,0,0,1,1\nb,a,0,0,1,1\n",
            "memory:3:5: the crossing has other coordinates", KG_FORMAT},
        {"{", "memory:1:2: expected", KG_FORMAT},
        {"{\"type\": 5}", "memory:1:10: expected a string", KG_FORMAT},
        {"{}", "memory:1:1: expected GeoJSON", KG_FORMAT},
        {"{\"type\": \"FeatureCollection\"}", "expected the features", KG_FORMAT},
        {"{\"type\": \"LineString\"}", "expected coordinates", KG_FORMAT},
        {"{\"type\": \"LineString\", \"coordinates\": [[0,0],[1]]}", "1:46: expected a longitude",
            KG_FORMAT},
        {"{\"type\": \"LineString\", \"coordinates\": [[0,0],[1,99]]}", "expected a longitude",
            KG_FORMAT},
        {"{\"type\": \"LineString\", \"coordinates\": [[0,0],[1,\"a\"]]}", "expected a number",
            KG_FORMAT},
        {"{\"type\": \"LineString\", \"coordinates\": [[0,0],]}", "expected a value behind a comma",
            KG_FORMAT},
        {"{\"type\": \"LineStr\\u00e", "a string that does not end", KG_FORMAT},
        {"{\"type\": \"a\\q\"}", "expected an escape", KG_FORMAT},
        {"{\"type\": \"a\nb\"}", "a control character", KG_FORMAT},
        {"{\"type\": \"Point\", \"coordinates\": [0,0]} x", "expected the end", KG_FORMAT},
        {"{\"type\": \"Point\", \"coordinates\": [0,0]}", "no street of the network is in the file",
            KG_NO_SOLUTION},
        {"{\"type\": \"Feature\", \"properties\": {\"length\": -1}}", "the feature's length",
            KG_FORMAT},
        {"<gpx></gpx>", "expected streets", KG_FORMAT},
    };
    kg_context *ctx = c->context[0];
    char deep[1000];

    for (size_t i = 0; i < sizeof files / sizeof *files; i++) {
        kg_streets *streets = NULL;

        check_say(c, "%s", files[i].text);
        check_status(c, ctx,
            kg_streets_read_memory(&streets, ctx, files[i].text, strlen(files[i].text), NULL),
            files[i].status);
        if (!strstr(kg_context_message(ctx), files[i].message))
            check_fail(c, ctx, "'%s', expected '%s'", kg_context_message(ctx), files[i].message);
    }
    memset(deep, '[', sizeof deep);
    memcpy(deep, "{\"a\":", 5);
    check_status(c, ctx,
        kg_streets_read_memory(&(kg_streets *){NULL}, ctx, deep, sizeof deep, NULL), KG_FORMAT);
    if (!strstr(kg_context_message(ctx), "nested too deep"))
        check_fail(c, ctx, "'%s'", kg_context_message(ctx));
}

static void options(check *c)
{
    static const struct {
        kg_streets_options options;
        const char *message;
    } cases[] = {{{.network = (kg_streets_network)4}, "network is 4"},
        {{.need = "highway"}, "expected TAG=VALUE"}, {{.need = "=x"}, "expected TAG=VALUE"},
        {{.need = "x="}, "expected TAG=VALUE"}, {{.box = {1}}, "has_box is not set"},
        {{.has_box = 1, .box = {0, 2, 1, 1}}, "expected west, south, east, north"},
        {{.has_box = 1, .box = {0, 0, 200, 1}}, "expected west, south, east, north"}};
    kg_context *ctx = c->context[0];

    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        kg_streets *streets = NULL;

        check_status(c, ctx,
            kg_streets_read_memory(&streets, ctx, squares, strlen(squares), &cases[i].options),
            KG_ARGUMENT);
        if (!strstr(kg_context_message(ctx), cases[i].message))
            check_fail(c, ctx, "'%s', expected '%s'", kg_context_message(ctx), cases[i].message);
    }
}

static kg_status read_once(kg_context *ctx, const char *text, const kg_streets_options *options)
{
    kg_streets *streets = NULL;
    const kg_status status = kg_streets_read_memory(&streets, ctx, text, strlen(text), options);

    kg_streets_destroy(streets);
    return status;
}

static void faults(check *c)
{
    kg_context *ctx = c->context[0];
    const kg_streets_options walk = {.network = KG_STREETS_WALK, .need = "name=*"};
    const char town[] = "source,target,lon1,lat1,lon2,lat2\na,b,0,0,1,1\nb,c,1,1,0,1\n";

    CHECK_ALLOCATIONS(c, ctx, read_once(ctx, squares, &walk));
    CHECK_ALLOCATIONS(c, ctx, read_once(ctx, town, NULL));
    if (CHECK_OSMIUM)
        CHECK_ALLOCATIONS(c, ctx, read_once(ctx, map_text, NULL));
}

const check_case check_streets_cases[] = {{"streets.geodesic", geodesic},
    {"streets.geojson", geojson}, {"streets.tables", tables}, {"streets.maps", maps},
    {"streets.refused", refused}, {"streets.options", options}, {"streets.faults", faults}, {NULL}};
