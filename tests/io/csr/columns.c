/*
 * Columns of edges and vertices, through all formats that hold them. The graph is made here, with
 * texts that look like something else; each element has its number in a column, by which the test
 * finds it again after any journey.
 */
#include "io.h"
#include <konig/columns.h>
#include <unistd.h>

/* What JSON calls null is missing. */
static const char *const values[] = {"plain", "", "a,b", "say \"it\"", "two\nlines", "<b>&amp;</b>",
    "\xc3\xbc \xe2\x98\x83 \xf0\x9d\x84\x9e", " blanks ", "a\ttab", "12", "007", "-1.5e3", "true",
    "False", "]]>", "&#10;", "'", "\\", "\\\"", "#", "null", NULL};

enum { VALUES = sizeof values / sizeof *values, N = 2 * VALUES + 1, M = 5 * VALUES };

static const char *const name_of[] = {
    "a", "b,c", "d\"e", "f\ng", "<h>", "i&j", "\xc3\xa9", "1", "k l"};

enum { NAMES = sizeof name_of / sizeof *name_of };

/* The name of vertex v: each is another. */
static void put_name(char name[64], unsigned v)
{
    snprintf(name, 64, "%s %u", name_of[v % NAMES], v);
}

/* Edge i: every fourth is parallel to the one before. */
static unsigned source_of(unsigned i)
{
    return (i - (i % 4 == 3)) * 7 % N;
}

static unsigned target_of(unsigned i)
{
    return (i - (i % 4 == 3)) * 11 % N;
}

static const char *vertex_value(unsigned v)
{
    return values[v % VALUES];
}

static const char *edge_value(unsigned i)
{
    return values[(i * 5 + 1) % VALUES];
}

static void put_json_text(FILE *file, const char *text)
{
    fputc('"', file);
    for (; *text; text++) {
        if (*text == '"' || *text == '\\')
            fputc('\\', file);
        if (*text == '\n' || *text == '\t')
            fputs(*text == '\n' ? "\\n" : "\\t", file);
        else
            fputc(*text, file);
    }
    fputc('"', file);
}

/* The graph as JSON. */
static void save_source(const char *path, bool directed)
{
    FILE *file = fopen(path, "w");
    char name[64];

    fprintf(file, "{\"directed\": %s, \"nodes\": [", directed ? "true" : "false");
    for (unsigned v = 0; v < N; v++) {
        put_name(name, v);
        fprintf(file, "%s{\"id\": ", v ? "," : "");
        put_json_text(file, name);
        if (vertex_value(v)) {
            fputs(", \"same\": ", file);
            put_json_text(file, vertex_value(v));
        }
        fprintf(
            file, ", \"ratio\": %u.5, \"place\": [1, 2], \"nothing\": null, \"number\": %u}", v, v);
    }
    fputs("], \"links\": [", file);
    for (unsigned i = 0; i < M; i++) {
        fprintf(file, "%s{\"number\": %u, \"source\": ", i ? "," : "", i);
        put_name(name, source_of(i));
        put_json_text(file, name);
        fputs(", \"target\": ", file);
        put_name(name, target_of(i));
        put_json_text(file, name);
        if (edge_value(i)) {
            fputs(", \"same\": ", file);
            put_json_text(file, edge_value(i));
        }
        fprintf(file, ", \"toll\": %s, \"weight\": %u.25}", i % 2 ? "true" : "false", i);
    }
    fputs("]}", file);
    fclose(file);
}

/* The column of a name, or the number of columns. */
static uint64_t find(const kg_graph *graph, kg_element element, const char *name)
{
    uint64_t c = 0;

    for (; c < kg_graph_columns(graph, element); c++) {
        size_t length;
        const char *text = kg_graph_column_name(graph, element, c, &length);

        if (length == strlen(name) && memcmp(text, name, length) == 0)
            break;
    }
    return c;
}

/* The value in a column as a text, to be freed, or NULL. */
static char *value_of(const kg_graph *graph, kg_element element, const char *name, uint64_t id)
{
    size_t length;
    const char *text =
        kg_graph_column_value(graph, element, find(graph, element, name), id, &length);

    return text ? strndup(text, length) : NULL;
}

static void check_value(const kg_graph *graph, kg_element element, const char *name, uint64_t id,
    const char *expected, const char *where)
{
    char *value = value_of(graph, element, name, id);

    CHECK(expected ? value && strcmp(value, expected) == 0 : !value,
        "%s: %s %d has '%s' in %s, expected '%s'", where,
        element == KG_ELEMENT_EDGE ? "edge" : "vertex", (int)id, value ? value : "(none)", name,
        expected ? expected : "(none)");
    free(value);
}

/* The number of an element; most + 1 if it has none. */
static unsigned number_of(const kg_graph *graph, kg_element element, uint64_t id, unsigned most)
{
    char *value = value_of(graph, element, "number", id);
    const unsigned number = value ? (unsigned)strtoul(value, NULL, 10) : most;

    CHECK(value && number < most, "an element has the number '%s'", value ? value : "(none)");
    free(value);
    return number < most ? number : 0;
}

static void check_name(const kg_graph *graph, kg_vertex v, unsigned expected, const char *where)
{
    char name[64], buffer[24];
    size_t length;
    const char *text = kg_graph_name(graph, v, buffer, sizeof buffer, &length);

    put_name(name, expected);
    CHECK(length == strlen(name) && memcmp(text, name, length) == 0, "%s: vertex %u is '%.*s'",
        where, v, (int)length, text);
}

/* Checks each element against its definition. booleans: the journey has kept them. */
static void check_graph(kg_graph *graph, bool vertices, bool booleans, const char *where)
{
    const kg_vertex *end;
    char text[32];

    CHECK(kg_graph_ends(graph, &end) == KG_OK, "%s", where);
    for (kg_vertex v = 0; vertices && v < kg_graph_vertices(graph); v++) {
        const unsigned number = number_of(graph, KG_ELEMENT_VERTEX, v, N);

        check_name(graph, v, number, where);
        check_value(graph, KG_ELEMENT_VERTEX, "same", v, vertex_value(number), where);
        snprintf(text, sizeof text, "%u.5", number);
        check_value(graph, KG_ELEMENT_VERTEX, "ratio", v, text, where);
    }
    for (kg_edge e = 0; e < kg_graph_edges(graph); e++) {
        const unsigned number = number_of(graph, KG_ELEMENT_EDGE, e, M);

        check_name(graph, end[2 * e], source_of(number), where);
        check_name(graph, end[2 * e + 1], target_of(number), where);
        check_value(graph, KG_ELEMENT_EDGE, "same", e, edge_value(number), where);
        check_value(graph, KG_ELEMENT_EDGE, "toll", e, number % 2 ? "true" : "false", where);
        CHECK(kg_graph_values(graph)[e] == number + 0.25, "%s: edge %u has another value", where,
            (unsigned)e);
    }
    CHECK(kg_graph_column_type(graph, KG_ELEMENT_EDGE, find(graph, KG_ELEMENT_EDGE, "same")) ==
                  KG_COLUMN_TEXT &&
              kg_graph_column_type(graph, KG_ELEMENT_EDGE,
                  find(graph, KG_ELEMENT_EDGE, "number")) == KG_COLUMN_INTEGER &&
              (!booleans || kg_graph_column_type(graph, KG_ELEMENT_EDGE,
                                find(graph, KG_ELEMENT_EDGE, "toll")) == KG_COLUMN_BOOLEAN),
        "%s: other types", where);
    CHECK(find(graph, KG_ELEMENT_EDGE, "weight") == kg_graph_columns(graph, KG_ELEMENT_EDGE),
        "%s: the values are a column, too", where);
}

static kg_graph *load(kg_context *ctx, const char *path, const char *keep)
{
    kg_read_options options = KG_READ_OPTIONS_INIT;
    kg_graph *graph;

    options.keep = keep;
    CHECK(kg_graph_read(&graph, ctx, path, &options) == KG_OK, "%s: %s", path,
        kg_context_message(ctx));
    return graph;
}

/* Writes and reads in one format after another. */
static void travel(kg_context *ctx, bool directed)
{
    static const struct {
        const char *file;
        bool needs_xml;
    } stops[] = {{"a.json", false}, {"b.graphml", true}, {"c.json", false}, {"d.csv", false},
        {"e.graphml", true}, {"f.tsv", false}, {"g.json", false}, {"h.gml", false},
        {"i.graphml", true}, {"j.gml", false}};
    bool vertices = true, booleans = true;
    char before[200];
    kg_graph *graph;

    save_source(io_path("source.json"), directed);
    snprintf(before, sizeof before, "%s", io_path("source.json"));
    for (size_t i = 0; i < sizeof stops / sizeof *stops; i++) {
        if (stops[i].needs_xml && !IO_EXPAT)
            continue;
        graph = load(ctx, before, "*");
        if (!graph)
            return;
        CHECK(kg_graph_kind(graph) == (directed ? KG_DIRECTED : KG_UNDIRECTED), "another kind");
        check_graph(graph, vertices, booleans, before);
        CHECK(kg_graph_write(graph, io_path(stops[i].file), KG_FORMAT_AUTO) == KG_OK, "%s: %s",
            stops[i].file, kg_context_message(ctx));
        kg_graph_destroy(graph);
        unlink(before);
        snprintf(before, sizeof before, "%s", io_path(stops[i].file));
        vertices = vertices && !strstr(before, "d.csv"); /* a table holds none of vertices */
        booleans = booleans && !strstr(before, "h.gml");
    }
    unlink(before);
}

/* There and back, and without directions. */
static void check_ways(kg_context *ctx)
{
    kg_read_options options = KG_READ_OPTIONS_INIT;
    const char *const text[] = {"source,target,weight,number\nx,y,5,0\nz,x,6,1\nx,z,7,2\n",
        "{\"directed\": true, \"nodes\": [{\"id\": \"x\"}, {\"id\": \"y\"}, {\"id\": \"z\"}], "
        "\"links\": [{\"source\": \"x\", \"target\": \"y\", \"number\": 0, \"weight\": 5}, "
        "{\"source\": \"z\", \"target\": \"x\", \"number\": 1, \"weight\": 6}, "
        "{\"source\": \"x\", \"target\": \"z\", \"number\": 2, \"weight\": 7}]}"};
    kg_graph *graph;

    options.keep = "number";
    for (int i = 0; i < 4; i++) {
        options.both_directions = i % 2;
        options.undirected = !options.both_directions;
        CHECK(io_read_options(&graph, ctx, text[i / 2], strlen(text[i / 2]), "f", &options, 3) ==
                  KG_OK,
            "%s", kg_context_message(ctx));
        CHECK(kg_graph_edges(graph) == (i % 2 ? 6 : 3), "%d edges", (int)kg_graph_edges(graph));
        for (kg_edge e = 0; e < kg_graph_edges(graph); e++)
            CHECK(kg_graph_values(graph)[e] == 5 + number_of(graph, KG_ELEMENT_EDGE, e, 3),
                "edge %u of form %d", (unsigned)e, i);
        kg_graph_destroy(graph);
    }
}

/* Lines that are two edges, or one back. */
static void check_oneway(kg_context *ctx)
{
    static const char table[] = "from,to,km,oneway,number\na,b,1,yes,0\nb,c,2,no,1\nc,a,3,-1,2\n";
    kg_read_options options = KG_READ_OPTIONS_INIT;
    const kg_vertex *end;
    kg_graph *graph;
    unsigned seen = 0;

    options.keep = "number,oneway";
    CHECK(io_read_options(&graph, ctx, table, strlen(table), "f", &options, 2) == KG_OK, "%s",
        kg_context_message(ctx));
    CHECK(kg_graph_edges(graph) == 4 && kg_graph_ends(graph, &end) == KG_OK, "not four edges");
    for (kg_edge e = 0; e < kg_graph_edges(graph); e++) {
        const unsigned number = number_of(graph, KG_ELEMENT_EDGE, e, 3);

        CHECK(kg_graph_values(graph)[e] == number + 1, "the value of edge %u", (unsigned)e);
        check_value(graph, KG_ELEMENT_EDGE, "oneway", e,
            number == 0   ? "yes"
            : number == 1 ? "no"
                          : "-1",
            "a table");
        seen |= 1u << (4 * end[2 * e] + end[2 * e + 1]);
    }
    CHECK(seen == (1u << 1 | 1u << 6 | 1u << 9 | 1u << 2), "other edges: %x", seen);
    kg_graph_destroy(graph);
}

/* A subgraph, and edges that are there twice. */
static void check_taking(kg_context *ctx)
{
    static const kg_vertex some[] = {1, 5, 8, 9, 20};
    const kg_edge twice[] = {3, 3, 0, KG_NO_EDGE};
    const kg_vertex from[] = {0, 1, 2, 3}, to[] = {1, 2, 3, 0}, ids[] = {4, 4, KG_NO_VERTEX, 0};
    kg_graph *graph, *part = NULL, *made = NULL;
    kg_status status = KG_MEMORY;

    save_source(io_path("source.json"), true);
    graph = load(ctx, io_path("source.json"), "*");
    unlink(io_path("source.json"));
    CHECK(kg_graph_subgraph(&part, graph, some, 5) == KG_OK &&
              kg_graph_build(&made, ctx, 4, 4, from, to, NULL) == KG_OK,
        "%s", kg_context_message(ctx));
    for (int k = 1; status == KG_MEMORY && k < 100; k++) {
        const uint64_t before = kg_context_memory(ctx).current;

        kg__fault_set(ctx, KG__FAULT_ALLOCATE, (uint64_t)k);
        status = kg_graph_take_columns(part, graph, NULL, some);
        kg__fault_set(ctx, KG__FAULT_ALLOCATE, 0);
        CHECK(status == KG_OK || kg_context_memory(ctx).current == before, "failure %d leaks", k);
    }
    CHECK(status == KG_OK, "%s", kg_context_message(ctx));
    for (kg_vertex v = 0; v < 5; v++)
        check_value(part, KG_ELEMENT_VERTEX, "same", v, vertex_value(some[v]), "a subgraph");
    kg_graph_destroy(part);
    CHECK(kg_graph_take_columns(made, graph, twice, ids) == KG_OK, "%s", kg_context_message(ctx));
    /* The map of a map, onto itself, after the first graph is gone. */
    kg_graph_destroy(graph);
    CHECK(kg_graph_take_columns(made, made, (kg_edge[]){1, 2, 3, 0}, NULL) == KG_OK, "%s",
        kg_context_message(ctx));
    check_value(made, KG_ELEMENT_VERTEX, "same", 1, vertex_value(4), "a map");
    check_value(made, KG_ELEMENT_VERTEX, "same", 2, NULL, "a map");
    check_value(made, KG_ELEMENT_EDGE, "same", 2, NULL, "a map of a map");
    for (kg_edge e = 0; e < 4; e += 3) /* edges of vertex 0 come first in the rows */
        CHECK(kg_graph_column_value(made, KG_ELEMENT_EDGE, 99, e, NULL) == NULL &&
                  kg_graph_column_value(made, KG_ELEMENT_EDGE, 0, 99, NULL) == NULL,
            "a value that is not there");
    CHECK(kg_graph_take_columns(made, made, (kg_edge[]){4, 0, 0, 0}, NULL) == KG_ARGUMENT &&
              strstr(kg_context_message(ctx), "edge[0] is 4, and there are 4 edges"),
        "%s", kg_context_message(ctx));
    CHECK(kg_graph_take_columns(made, made, NULL, (kg_vertex[]){0, 9, 0, 0}) == KG_ARGUMENT &&
              strstr(kg_context_message(ctx), "vertex[1] is 9, and there are 4 vertices"),
        "%s", kg_context_message(ctx));
    CHECK(kg_graph_build(&part, ctx, 4, 0, NULL, NULL, NULL) == KG_OK &&
              kg_graph_take_columns(made, part, NULL, NULL) == KG_OK &&
              kg_graph_columns(made, KG_ELEMENT_EDGE) == 0,
        "columns of a graph that has none");
    kg_graph_destroy(part);
    kg_graph_destroy(made);
}

/* The types that readers give to columns, and the columns that they do not keep. */
static const struct {
    const char *text, *keep, *kept; /* the value of vertex or edge 0, behind its column's type */
    kg_element element;
} readings[] = {
    {"graph [ node [ id 1 x 007 ] ]", "x", "real 007", KG_ELEMENT_VERTEX},
    {"graph [ node [ x \"1\" id 1 x 2 ] ]", "x", "text 2", KG_ELEMENT_VERTEX},
    {"graph [ node [ id 1 label \"a\" x 2 ] ]", "label", "text a", KG_ELEMENT_VERTEX},
    {"graph [ node [ id 1 ] edge [ source 1 target 1 km 3 ] ]", "km", "integer 3", KG_ELEMENT_EDGE},
    {"graph [ node [ id 1 ] edge [ source 1 target 1 weight 3 ] ]", "*", "", KG_ELEMENT_EDGE},
    {"source,target,x\na,b,1\nb,c,2.5\n", "x", "real 1", KG_ELEMENT_EDGE},
    {"source,target,x\na,b,1\nb,c,\n", "x", "integer 1", KG_ELEMENT_EDGE},
    {"source,target,x\na,b,\"1\"\n", "x", "text 1", KG_ELEMENT_EDGE},
    {"source,target,x\na,b,true\nb,c,1\n", "x", "text true", KG_ELEMENT_EDGE},
    {"source,target,x\na,b,123456789012345678901\n", "x", "text 123456789012345678901",
        KG_ELEMENT_EDGE},
    {"source;target;x y\na;b;\"p;q\"\n", "x y", "text p;q", KG_ELEMENT_EDGE},
    {"sep=;\nsource;target;x\na;b;1,5\n", "x", "text 1,5", KG_ELEMENT_EDGE},
    {"nodedef>name VARCHAR,x DOUBLE\na,1\nedgedef>p VARCHAR,q VARCHAR\na,a\n", "x", "real 1",
        KG_ELEMENT_VERTEX},
    {"nodedef>name\na\nedgedef>p VARCHAR,q VARCHAR,x BOOLEAN\na,a,1\n", "x", "boolean true",
        KG_ELEMENT_EDGE},
    {"nodedef>name,x VARCHAR\na,5\n", "*", "text 5", KG_ELEMENT_VERTEX},
    {"{\"elements\": [{\"data\": {\"id\": \"a\", \"x\": NaN}}]}", "x", "real NaN",
        KG_ELEMENT_VERTEX},
    {"{\"elements\": [{\"data\": {\"x\": -3, \"id\": \"e\", \"source\": \"a\", \"target\": "
     "\"a\"}}, {\"data\": {\"id\": \"a\"}}]}",
        "x", "integer -3", KG_ELEMENT_EDGE},
    {"{\"nodes\": [{\"id\": 1}], \"links\": [{\"source\": 1, \"target\": 1, \"label\": \"x\", "
     "\"key\": 7}]}",
        "label", "text x", KG_ELEMENT_EDGE},
    {"digraph { a [x=5, y=\"6\"] }", "y", "integer 6", KG_ELEMENT_VERTEX},
    {"digraph { a [x=1]; a [x=2.5] }", "x", "real 2.5", KG_ELEMENT_VERTEX},
    {"digraph { node [x=1, x=p]; a [x=\"\"] }", "x", "text p", KG_ELEMENT_VERTEX},
    {"digraph { a; node [x=1]; b }", "x", "", KG_ELEMENT_VERTEX},
    {"digraph { node [x=p]; subgraph s { node [x=q] } subgraph s { a } }", "x", "text q",
        KG_ELEMENT_VERTEX},
    {"digraph { node [x=p]; subgraph s { node [y=q] } node [x=r]; subgraph s { a } }", "x",
        "text r", KG_ELEMENT_VERTEX},
    {"digraph { edge [x=1]; node [x=2]; a -> b }", "x", "integer 2", KG_ELEMENT_VERTEX},
    {"digraph { edge [x=1]; node [x=2]; a -> b }", "x", "integer 1", KG_ELEMENT_EDGE},
    {"digraph { edge [x=1]; a -> b [x=2, y=3] }", "x", "integer 2", KG_ELEMENT_EDGE},
    {"strict graph { edge [x=1]; a -- b [y=p]; a -- b [y=q] }", "y", "text q", KG_ELEMENT_EDGE},
    {"digraph { a -> b [weight=2, value=3] }", "weight", "integer 2", KG_ELEMENT_EDGE},
    {"digraph { a -> b [weight=2] }", "*", "", KG_ELEMENT_EDGE},
    {"digraph { a [label=p] }", "*", "", KG_ELEMENT_VERTEX},
    {"digraph { x=5; graph [y=6]; a [x=<b>] }", "x", "text b", KG_ELEMENT_VERTEX},
    {"*Vertices 1\n1 \"a\" 0.5 1 box ic Red\n", "y", "real 1", KG_ELEMENT_VERTEX},
    {"*Vertices 1\n1 \"a\" 0.5 1 box ic Red\n", "shape", "text box", KG_ELEMENT_VERTEX},
    {"*Vertices 1\n1 \"a\" 0.5 1 box ic Red\n", "ic", "text Red", KG_ELEMENT_VERTEX},
    {"*Vertices 1\n1 \"a\" 0.5 1 1 ic \"7\"\n", "ic", "text 7", KG_ELEMENT_VERTEX},
    {"*Vertices 1\n1 \"a\" x_fact 2\n", "x_fact", "integer 2", KG_ELEMENT_VERTEX},
    {"*Vertices 1\n1 a\n*Arcs\n1 1 3 l \"p &#38; q\" w 2\n", "l", "text p & q", KG_ELEMENT_EDGE},
    {"*Vertices 1\n1 a\n*Edges\n1 1 c Blue p\n", "*", "text Blue", KG_ELEMENT_EDGE},
#if IO_EXPAT
    {"<graphml><key id=\"k\" for=\"node\" attr.name=\"x\" attr.type=\"int\"><default> 5 </default>"
     "</key><graph><node id=\"a\"/></graph></graphml>",
        "x", "integer 5", KG_ELEMENT_VERTEX},
    {"<graphml><key id=\"k\" for=\"node\" attr.name=\"x\" attr.type=\"string\"><default>d</default>"
     "</key><graph><node id=\"a\"><data key=\"k\"> e </data></node></graph></graphml>",
        "x", "text  e ", KG_ELEMENT_VERTEX},
    {"<graphml><key id=\"k\" for=\"edge\" attr.name=\"x\" attr.type=\"boolean\"/><graph>"
     "<node id=\"a\"/><edge source=\"a\" target=\"a\"><data key=\"k\">True</data></edge>"
     "</graph></graphml>",
        "x", "boolean true", KG_ELEMENT_EDGE},
    {"<graphml><key id=\"k\" for=\"node\"/><graph><node id=\"a\"><data key=\"k\"><p>q</p></data>"
     "</node></graph></graphml>",
        "*", "", KG_ELEMENT_VERTEX},
    {"<gexf><graph><attributes class=\"node\"><attribute id=\"0\" title=\"x\" type=\"float\"/>"
     "</attributes><node id=\"a\"><attvalue for=\"0\" value=\"2\"/></node></graph></gexf>",
        "x", "real 2", KG_ELEMENT_VERTEX},
    {"<gexf><graph><node id=\"a\"><attvalue for=\"z\" value=\"2\"/></node></graph></gexf>", "z",
        "text 2", KG_ELEMENT_VERTEX},
    {"<gexf><graph><attributes class=\"edge\"><attribute id=\"0\" title=\"x\" type=\"integer\"/>"
     "</attributes><node id=\"a\"/><edge source=\"a\" target=\"a\" label=\"l\"><attvalue "
     "for=\"0\" value=\"3\"/></edge></graph></gexf>",
        "label", "text l", KG_ELEMENT_EDGE},
#endif
};

static void check_readings(kg_context *ctx)
{
    static const char *const types[] = {"text", "integer", "real", "boolean"};
    kg_read_options options = KG_READ_OPTIONS_INIT;

    for (size_t i = 0; i < sizeof readings / sizeof *readings; i++) {
        kg_element element = readings[i].element;
        char found[100] = "";
        size_t length = 0;
        const char *value;
        kg_graph *graph;

        options.keep = readings[i].keep;
        CHECK(io_read_options(&graph, ctx, readings[i].text, strlen(readings[i].text), "f",
                  &options, 4) == KG_OK,
            "%s: %s", readings[i].text, kg_context_message(ctx));
        value = kg_graph_column_value(graph, element, 0, 0, &length);
        if (value)
            snprintf(found, sizeof found, "%s %.*s", types[kg_graph_column_type(graph, element, 0)],
                (int)length, value);
        CHECK(strcmp(found, readings[i].kept) == 0, "%s: '%s', expected '%s'", readings[i].text,
            found, readings[i].kept);
        kg_graph_destroy(graph);
    }
}

static const struct {
    const char *text, *keep;
    kg_status status;
    const char *message;
} refusals[] = {
    {"source,target,x\na,b,1\n", "y", KG_FORMAT,
        "f: no edge and no vertex has a column 'y': expected one of: 'source', 'target', 'x'"},
    {"source,target\na,b\n", "a,,b", KG_ARGUMENT, "the columns to keep are 'a,,b': expected names"},
    {"source,target\na,b\n", "", KG_ARGUMENT, "the columns to keep are '': expected names"},
    {"1,2,3\n4,5,6\n", "x", KG_FORMAT, "f: this table has no header"},
    {"a b\n", "x", KG_UNSUPPORTED, "f: no columns are kept of edges"},
    {">>graph6<<DQc\n", "*", KG_UNSUPPORTED, "f: no columns are kept of graph6"},
    {"digraph { a [x=1] }", "y", KG_FORMAT, "has a column 'y': expected one of: 'x'"},
    {"graph [ node [ id 1 x [ y 2 ] ] ]", "x", KG_FORMAT, "has a column 'x'"},
    {"graph [ node [ id 1 x y ] ]", "x", KG_FORMAT, "expected a number, a text in quotes, or ["},
};

static void check_refusals(kg_context *ctx)
{
    kg_read_options options = KG_READ_OPTIONS_INIT;
    kg_graph *graph;

    for (size_t i = 0; i < sizeof refusals / sizeof *refusals; i++) {
        kg_status status;

        options.keep = refusals[i].keep;
        options.format = refusals[i].text[0] == '1' ? KG_FORMAT_CSV : KG_FORMAT_AUTO;
        status = io_read_options(
            &graph, ctx, refusals[i].text, strlen(refusals[i].text), "f", &options, 2);
        CHECK(status == refusals[i].status && !graph &&
                  strstr(kg_context_message(ctx), refusals[i].message),
            "%s: %s", refusals[i].text, kg_context_message(ctx));
        kg_graph_destroy(graph);
    }
}

/* What a format cannot hold; NULL: it can. */
static const struct {
    const char *text;
    kg_format format;
    const char *message;
} unwritten[] = {
    {"source,target,x y\na,b,1\n", KG_FORMAT_GML, "GML cannot hold a column 'x y'"},
    {"source,target,source\na,b,1\n", KG_FORMAT_CSV, "a table cannot hold a column 'source'"},
    {"source,target,source\na,b,1\n", KG_FORMAT_JSON, "JSON cannot hold a column 'source'"},
    {"source,target,x\na,b,\xff\n", KG_FORMAT_JSON, "edge 0 has '\\xff' in the column 'x': JSON"},
    {"source,target,x\na,b,\xff\n", KG_FORMAT_GML, "edge 0 has '\\xff' in the column 'x': GML"},
    {"source,target,x\na,b,\xff\n", KG_FORMAT_CSV, NULL},
    {"source,target,x\na,b,\1\n", KG_FORMAT_GRAPHML, "edge 0 has '\\x01' in the column 'x'"},
    {"source,target,x\na,b,\1\n", KG_FORMAT_JSON, NULL},
    {"source,target,x\na,b,1\n", KG_FORMAT_KCSR, "the column 'x' has no place in kcsr"},
    {"source,target,x\na,b,1\n", KG_FORMAT_DOT, "the column 'x' has no place in dot"},
    {"graph [ node [ id 1 y 1 ] edge [ source 1 target 1 ] ]", KG_FORMAT_CSV,
        "a table of edges cannot hold the column 'y' of vertices"},
    {"graph [ node [ id 1 y 1 ] edge [ source 1 target 1 y 2 ] ]", KG_FORMAT_CSV, NULL},
};

static void check_unwritten(kg_context *ctx)
{
    kg_read_options options = KG_READ_OPTIONS_INIT;
    kg_graph *graph;

    for (size_t i = 0; i < sizeof unwritten / sizeof *unwritten; i++) {
        const char *text = unwritten[i].text, *message = unwritten[i].message;
        kg_status status;

        options.keep = strstr(text, "source,target,source") ? "source"
                       : strstr(text, "x y")                ? "x y"
                       : strchr(text, ']')                  ? "y"
                                                            : "x";
        CHECK(io_read_options(&graph, ctx, text, strlen(text), "f", &options, 2) == KG_OK, "%s",
            kg_context_message(ctx));
        status = kg_graph_write(graph, io_path("out"), unwritten[i].format);
        CHECK(message ? status == KG_UNSUPPORTED && strstr(kg_context_message(ctx), message) &&
                            io_directory_is_empty()
                      : status == KG_OK,
            "%s: %s", text, kg_context_message(ctx));
        unlink(io_path("out"));
        kg_graph_destroy(graph);
    }
}

void io_columns(void)
{
    for (int threads = 1; threads <= 3; threads += 2) {
        kg_context *ctx = io_context(threads);

        travel(ctx, true);
        travel(ctx, false);
        check_ways(ctx);
        check_oneway(ctx);
        check_taking(ctx);
        check_readings(ctx);
        check_refusals(ctx);
        check_unwritten(ctx);
        CHECK(kg_context_memory(ctx).current == 0, "leak");
        kg_context_destroy(ctx);
    }
}
