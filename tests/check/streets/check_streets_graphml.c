/*
 * Streets of GraphML as OSMnx saves it: edges that are one street, the forms of its values, files
 * that are damaged or of something else.
 */
#include "check.h"
#include "streets/maps/osmnx.h"
#include <konig/streets.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define HEAD                                                                                       \
    "<?xml version='1.0' encoding='utf-8'?>\n"                                                     \
    "<graphml xmlns=\"http://graphml.graphdrawing.org/xmlns\">\n"                                  \
    "<key id=\"x\" for=\"node\" attr.name=\"x\" attr.type=\"string\"/>\n"                          \
    "<key id=\"y\" for=\"node\" attr.name=\"y\" attr.type=\"string\"/>\n"                          \
    "<key id=\"osmid\"/><key id=\"name\"/><key id=\"oneway\"/><key id=\"length\"/>\n"              \
    "<key id=\"highway\"/><key id=\"geometry\"/><key id=\"crs\"/><key id=\"created_with\"/>\n"
#define DIRECTED HEAD "<graph edgedefault=\"directed\">\n"
#define TAIL     "</graph></graphml>\n"
#define NODE(id, x, y)                                                                             \
    "<node id=\"" id "\"><data key=\"x\">" x "</data><data key=\"y\">" y "</data></node>\n"
#define EDGE(u, v, data) "<edge source=\"" u "\" target=\"" v "\">" data "</edge>\n"
#define DATA(key, value) "<data key=\"" key "\">" value "</data>"
/* Three nodes, a to b of 100 m or so. */
#define NODES NODE("1", "0", "0") NODE("2", "0.001", "0") NODE("c", "0.001", "0.001")

static kg_streets *read_text(
    check *c, kg_context *ctx, const char *text, const kg_streets_options *options)
{
    kg_streets *streets = NULL;

    check_status(c, ctx, kg_streets_read_memory(&streets, ctx, text, strlen(text), options),
        CHECK_EXPAT ? KG_OK : KG_UNSUPPORTED);
    return streets;
}

/* Texts, how many edges are streets of their own, and how many one-way streets there are, of which
 * two may be a ring. */
static void pairs(check *c)
{
    static const struct {
        const char *text;
        uint64_t ways, one_way;
    } cases[] = {
        /* both directions, one alone, and a one-way street against its like */
        {DIRECTED NODES EDGE("1", "2", "") EDGE("2", "1", "") TAIL, 1, 0},
        {DIRECTED NODES EDGE("1", "2", "") TAIL, 1, 1},
        {DIRECTED NODES EDGE("1", "2", "") EDGE("1", "2", "") TAIL, 2, 2},
        {DIRECTED NODES EDGE("1", "2", "") EDGE("1", "2", "") EDGE("2", "1", "") TAIL, 2, 1},
        {DIRECTED NODES EDGE("1", "2", DATA("oneway", "True")) EDGE("2", "1", "") TAIL, 2, 1},
        {DIRECTED NODES EDGE("1", "2", DATA("oneway", "True"))
                EDGE("2", "1", DATA("oneway", "True")) TAIL,
            2, 1},
        /* other geometries are other streets; the same one turned is not */
        {DIRECTED NODES EDGE("1", "2", DATA("geometry", "LINESTRING (0 0, 0.0005 0.1, 0.001 0)"))
                EDGE("2", "1", "") TAIL,
            2, 1},
        {DIRECTED NODES EDGE("1", "2", DATA("geometry", "LINESTRING (0 0, 0.0005 0.1, 0.001 0)"))
                EDGE("2", "1", DATA("geometry", "LINESTRING (0.001 0, 0.0005 0.1, 0 0)")) TAIL,
            1, 0},
        /* a loop, and one that comes back by the way it went */
        {DIRECTED NODES EDGE("1", "1", DATA("geometry", "LINESTRING (0 0, 1 0, 1 1, 0 0)"))
                EDGE("1", "1", DATA("geometry", "LINESTRING (0 0, 1 1, 1 0, 0 0)")) TAIL,
            1, 0},
        {DIRECTED NODES EDGE("1", "1", DATA("geometry", "LINESTRING (0 0, 1 0, 0 0)"))
                EDGE("1", "1", DATA("geometry", "LINESTRING (0 0, 1 0, 0 0)")) TAIL,
            1, 0},
        /* undirected edges are for both ways unless they say otherwise */
        {HEAD "<graph edgedefault=\"undirected\">" NODES EDGE("1", "2", "")
                EDGE("2", "c", DATA("oneway", "True")) TAIL,
            2, 1},
        {HEAD "<graph edgedefault=\"undirected\">" NODES
              "<edge source=\"1\" target=\"2\" directed=\"true\"/>" TAIL,
            1, 1},
        /* a street that is none */
        {DIRECTED NODES EDGE("1", "2", DATA("highway", "['proposed', 'primary']"))
                EDGE("2", "1", DATA("highway", "proposed")) EDGE("2", "c", "") TAIL,
            1, 1},
    };
    kg_context *ctx = c->context[0];
    const kg_streets_options options = {.keep_parts = 1};

    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        kg_streets *streets = read_text(c, ctx, cases[i].text, &options);

        check_say(c, "case %zu", i);
        if (streets) {
            check_number(c, ctx, "ways", kg_streets_count(streets)->streets_ways, cases[i].ways);
            check_number(c, ctx, "one-way", kg_streets_count(streets)->one_way, cases[i].one_way);
        }
        kg_streets_destroy(streets);
    }
}

/* Names, numbers, lengths, directions and geometry. */
static void values(check *c)
{
    static const char text[] =
        DIRECTED DATA("crs", "epsg:4326") DATA("created_with", "OSMnx 2.0") NODES EDGE("1", "2",
            DATA("osmid", "[17, 18]") DATA("name", "['A\\'s', \"B &lt;b&gt;\"]")
                DATA("oneway", "False") DATA("length", "123.5"))
            EDGE("2", "1", DATA("osmid", "[18, 17]") DATA("length", "123.5")) EDGE("2", "c",
                DATA("osmid", "5") DATA("name", "nan")
                    DATA("geometry", "LINESTRING Z (0.001 0.001 5, 0.002 0.0005 6, 0.001 0 7)"))
                EDGE("c", "1", DATA("oneway", "True")) TAIL;
    kg_context *ctx = c->context[0];
    kg_streets *streets = read_text(c, ctx, text, NULL);
    const kg_streets_map *map;
    size_t length;
    kg_vertex v;

    if (!streets)
        return;
    map = kg_streets_look(streets);
    check_number(c, ctx, "streets", map->streets, 2); /* the one-way ones are a chain */
    check_number(c, ctx, "nodes", kg_streets_count(streets)->nodes, 3);
    check_number(c, ctx, "ways", kg_streets_count(streets)->ways, 4);
    if (strcmp(kg_streets_name(streets, 0, &length), "A's; B <b>") != 0 || length != 10)
        check_fail(c, ctx, "the street is called %s", kg_streets_name(streets, 0, NULL));
    check_number(c, ctx, "way", (uint64_t)map->way_id[map->way[map->part[0]]], 17);
    if (map->streets == 2 &&
        (map->length[0] != 123.5 || map->one_way[0] || !map->one_way[1] ||
            map->line[2] - map->line[1] != 4 || map->point[2 * map->line[1] + 2] != 20000))
        check_fail(c, ctx, "a length, a direction or the geometry is wrong");
    check_number(c, ctx, "crossing", (uint64_t)map->crossing_id[1], 2);
    check_status(c, ctx, kg_streets_find(streets, "b <B>", &v), KG_OK);
    check_status(c, ctx, kg_streets_find(streets, "a's", &v), KG_OK);
    check_status(c, ctx, kg_streets_find(streets, "A's; b <b>", &v), KG_OK);
    check_status(c, ctx, kg_streets_find(streets, "a", &v), KG_ARGUMENT);
    check_status(c, ctx, kg_streets_find(streets, "2", &v), KG_OK);
    kg_streets_destroy(streets);
}

static void lists(check *c)
{
    static const char *const cases[][2] = {{"['a', 'b']", "a; b"}, {"[1, 22, True]", "1; 22; True"},
        {"[\"it's\", 'say \"x\"']", "it's; say \"x\""},
        {"['\\xe9\\u2028', '\\U0001f600\\\\']", "\xc3\xa9\xe2\x80\xa8; \xf0\x9f\x98\x80\\"},
        {"['a']", "a"}, {"[]", "[]"}, {"['a', ]", "['a', ]"}, {"['a' 'b']", "['a' 'b']"},
        {"['a", "['a"}, {"[['a']]", "[['a']]"}, {"['a'] x", "['a'] x"}, {"['\\q']", "['\\q']"},
        {"['\\xg0']", "['\\xg0']"}, {"['\\ud800']", "['\\ud800']"}, {"['\\x00']", "['\\x00']"},
        {"['a', 'b'", "['a', 'b'"}, {"['\\", "['\\"}, {"['']", ""}, {"", ""}, {"a, b", "a, b"}};

    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char *text = check_array(strlen(cases[i][0]) + 1, 1); /* a sanitizer knows its end */

        strcpy(text, cases[i][0]);
        kg__osmnx_join(text);
        check_say(c, "%s", cases[i][0]);
        if (strcmp(text, cases[i][1]) != 0)
            check_fail(c, c->context[0], "'%s', expected '%s'", text, cases[i][1]);
        c->compared++;
        free(text);
    }
}

/* ---- damaged files --------------------------------------------------------------------------- */

static void refused(check *c)
{
    static const struct {
        const char *text, *message;
    } files[] = {
        {"<graphml></graphml>", "expected an element graph"},
        {"<?xml version='1.0'?><!-- <osm --> <graphml>", "1:45: no XML: no element found"},
        {DIRECTED, "no XML: no element found"},
        {DIRECTED NODES EDGE("1", "2", "") "</graph>", "no XML"},
        {DIRECTED NODES "<edge source=\"1\"/>" TAIL, ":11:1: this edge has no target"},
        {DIRECTED "<node/>" TAIL, "this node has no id"},
        {DIRECTED NODES NODE("1", "0", "0") TAIL, "a second node with the id '1'"},
        {DIRECTED NODE("1", "181", "0") TAIL, "the node '1' ends here, expected its x and y"},
        {DIRECTED "<node id=\"1\"/>" TAIL, "the node '1' ends here, expected its x and y"},
        {DIRECTED NODE("1", "0 1", "0") TAIL, "the node's x is '0 1', expected a number"},
        {DIRECTED NODE("1", "0", "") TAIL, "the node's y is '', expected a number"},
        {DIRECTED NODES EDGE("1", "9", "") TAIL, "no node before this edge has the id '9'"},
        {DIRECTED NODES EDGE("1", "2", DATA("length", "-1")) TAIL, "length of the edge"},
        {DIRECTED NODES EDGE("1", "2", DATA("length", "[1, 2]")) TAIL, "length of the edge"},
        {DIRECTED NODES EDGE("1", "2", DATA("geometry", "POINT (0 0)")) TAIL, "near 'POINT (0 0)'"},
        {DIRECTED NODES EDGE("1", "2", DATA("geometry", "")) TAIL, "LINESTRING (x y, x y) near ''"},
        {DIRECTED NODES EDGE("1", "2", DATA("geometry", "LINESTRING (0 0, 1")) TAIL, "near ''"},
        {DIRECTED NODES EDGE("1", "2", DATA("geometry", "LINESTRING (0 0, 1 1) x")) TAIL,
            "near ' x'"},
        {DIRECTED NODES EDGE("1", "2", DATA("geometry", "LINESTRING (0 0 1 2 3)")) TAIL,
            "near ' 3)'"},
        {DIRECTED NODES EDGE("1", "2", DATA("geometry", "LINESTRING EMPTY")) TAIL, "expected"},
        {DIRECTED NODES EDGE("1", "2", DATA("geometry", "LINESTRING (0 0, 1 91)")) TAIL,
            "has 1 91, expected a longitude and a latitude"},
        {DIRECTED DATA("crs", "epsg:32632") NODE("1", "500000", "0") TAIL,
            "coordinates of the graph are of epsg:32632, expected"},
        {DIRECTED NODES EDGE("1", "2", DATA("z", "1")) TAIL, "the file declares no key 'z'"},
        {DIRECTED NODES EDGE("1", "2", "<b/>") TAIL, "expected no element but data"},
        {DIRECTED "<data>1</data>" TAIL, "this element data has no key"},
        {HEAD "<key/>" TAIL, "this key has no id"},
        {HEAD "<graph>" TAIL, "edgedefault '', expected directed or undirected"},
        {DIRECTED "<graph edgedefault=\"directed\"/>" TAIL, "a second graph"},
        {DIRECTED "</graph><graph edgedefault=\"directed\"/></graphml>", "a second graph"},
        /* bombs of entities */
        {"<?xml version='1.0'?><!DOCTYPE g [<!ENTITY a 'aaaaaaaaaa'><!ENTITY b '&a;&a;&a;&a;'>]>"
         "<graphml></graphml>",
            "declares the entity 'a', expected none"},
        {"<!DOCTYPE graphml><graphml><key id='x' attr.name='&b;'/></graphml>", "no XML"},
    };
    kg_context *ctx = c->context[0];

    for (size_t i = 0; i < sizeof files / sizeof *files; i++) {
        kg_streets *streets = NULL;

        check_say(c, "%s", files[i].text);
        check_status(c, ctx,
            kg_streets_read_memory(&streets, ctx, files[i].text, strlen(files[i].text), NULL),
            CHECK_EXPAT ? KG_FORMAT : KG_UNSUPPORTED);
        if (CHECK_EXPAT && !strstr(kg_context_message(ctx), files[i].message))
            check_fail(c, ctx, "'%s', expected '%s'", kg_context_message(ctx), files[i].message);
    }
}

/* A file that is cut anywhere is refused, or is one without its last lines. */
static void cut(check *c)
{
    static const char text[] = DIRECTED NODES EDGE("1", "2",
        DATA("name", "['A', 'B']") DATA("geometry", "LINESTRING (0 0, 0.0005 0.1, 0.001 0)")) TAIL;
    kg_context *ctx = c->context[0];
    const kg_streets_options options = {.keep_parts = 1};

    for (size_t size = 60; size < sizeof text - 2; size++) {
        kg_streets *streets = NULL;

        check_status(c, ctx, kg_streets_read_memory(&streets, ctx, text, size, &options),
            CHECK_EXPAT ? KG_FORMAT : KG_UNSUPPORTED);
    }
}

static kg_status read_once(kg_context *ctx, const char *text)
{
    kg_streets *streets = NULL;
    const kg_status status = kg_streets_read_memory(&streets, ctx, text, strlen(text), NULL);

    kg_streets_destroy(streets);
    return status;
}

static void faults(check *c)
{
    static const char text[] = DIRECTED NODES EDGE("1", "2",
        DATA("name", "['A', 'B']") DATA("geometry", "LINESTRING (0 0, 0.0005 0.1, 0.001 0)"))
        EDGE("2", "1", "") EDGE("2", "c", "") EDGE("c", "2", "") TAIL;
    kg_context *ctx = c->context[0];

    if (CHECK_EXPAT)
        CHECK_ALLOCATIONS(c, ctx, read_once(ctx, text));
    else
        check_status(c, ctx, read_once(ctx, text), KG_UNSUPPORTED);
}

const check_case check_streets_graphml_cases[] = {{"streets.graphml-pairs", pairs},
    {"streets.graphml-values", values}, {"streets.graphml-lists", lists},
    {"streets.graphml-refused", refused}, {"streets.graphml-cut", cut},
    {"streets.graphml-faults", faults}, {NULL}};
