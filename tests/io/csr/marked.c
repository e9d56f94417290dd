/* Graphs in JSON and XML: what each is read as, what is damaged, and what cannot be written. */
#include "io.h"
#include <unistd.h>

/* Whether XML can be read: then it must. */
static const bool expat = IO_EXPAT;

#define ML(more)  "<graphml>" more "</graphml>"
#define MLG(more) ML("<graph edgedefault=\"directed\">" more "</graph>")
#define XF(more)  "<gexf><graph defaultedgetype=\"directed\">" more "</graph></gexf>"

/* warning: a part of it; NULL: there is none. */
static const struct {
    const char *odd, *content, *graph, *warning;
} good[] = {
    {"JSON of NetworkX",
        "{\"directed\": true, \"multigraph\": false, \"graph\": {\"a\": [1, {}]}, \"nodes\": "
        "[{\"id\": \"b\"}, {\"id\": \"a\"}], \"links\": [{\"source\": \"b\", \"target\": \"a\", "
        "\"weight\": 2.5, \"key\": 0}]}",
        "b:a=2.5;a:;"},
    {"JSON whose links come first",
        "{\"edges\": [{\"source\": 1, \"target\": 0}], \"nodes\": [{\"id\": 0}, {\"id\": 1}]}",
        "undirected 0:1;1:0;"},
    {"JSON with escapes", "{\"nodes\": [{\"id\": \"\\\"\\\\\\/\\n\\u00e4\\ud83d\\ude00\"}]}",
        "undirected \"\\/\n\xc3\xa4\xf0\x9f\x98\x80:;"},
    {"JSON of D3, with places",
        "{\"nodes\": [{\"name\": \"x\", \"group\": 1}, {\"name\": \"y\", \"group\": 2}],\n"
        "\"links\": [{\"source\": 1, \"target\": 0, \"value\": 3}]}",
        "undirected x:y=3;y:x=3;", "1 other attribute of vertices and edges, 'group', is left out"},
    {"JSON of Cytoscape",
        "{\"elements\": {\"nodes\": [{\"data\": {\"id\": \"1\", \"name\": \"n\"}, \"selected\": "
        "false}], \"edges\": [{\"data\": {\"id\": \"e\", \"source\": \"1\", \"target\": \"1\"}}]}, "
        "\"directed\": true}",
        "n:n;", "'selected', is left out"},
    {"JSON of Cytoscape, one list",
        "{\"elements\": [{\"group\": \"nodes\", \"data\": {\"id\": \"a\"}},\n"
        "{\"data\": {\"source\": \"a\", \"target\": \"a\", \"length\": Infinity}}]}",
        "undirected a:a=inf,a=inf;"},
    {"JSON with a weight as text",
        "{\"nodes\": [{\"id\": 0}], \"links\": [{\"source\": 0, \"target\": 0, \"value\": \"x\"}]}",
        "undirected 0:0,0;", "'value', is left out"},
    {"JSON with labels", "{\"nodes\": [{\"id\": 7, \"name\": \"n\", \"label\": \"l\"}]}",
        "undirected l:;"},
    {"GraphML", MLG("<node id=\"a\"/><node id=\"b\"/><edge source=\"a\" target=\"b\"/>"),
        "a:b;b:;"},
    {"GraphML with a declaration, entities and comments",
        "\n<!-- a -->\n" ML("<graph edgedefault=\"undirected\"><node id=\"&lt;&#228;&quot;\">"
                            "<desc>x</desc></node></graph>"),
        "undirected <\xc3\xa4\":;"},
    {"GraphML of igraph",
        ML("<key id=\"n\" for=\"node\" attr.name=\"name\"/><key id=\"w\" for=\"edge\" "
           "attr.name=\"weight\"/><graph edgedefault=\"directed\"><node id=\"n0\">"
           "<data key=\"n\">A &amp; B</data></node><node id=\"n1\"><data key=\"n\">C</data></node>"
           "<edge source=\"n0\" target=\"n1\"><data key=\"w\"> 0.5 </data></edge></graph>"),
        "A & B:C=0.5;C:;"},
    {"GraphML with a default weight",
        ML("<key id=\"w\" for=\"edge\" attr.name=\"weight\"><default>2</default></key>"
           "<graph edgedefault=\"directed\"><node id=\"a\"/><edge source=\"a\" target=\"a\">"
           "<data key=\"w\">3</data></edge><edge source=\"a\" target=\"a\"/></graph>"),
        "a:a=3,a=2;"},
    {"GraphML with an empty default and label",
        ML("<key id=\"w\" attr.name=\"weight\"><default/></key><key id=\"l\" "
           "attr.name=\"label\"/><graph><node id=\"a\"><data key=\"l\"/></node></graph>"),
        "undirected :;"},
    {"GraphML with a graph in a node",
        MLG("<node id=\"a\"><graph><node id=\"b\"/></graph></node>"
            "<edge source=\"b\" target=\"a\"/>"),
        "a:;b:a;"},
    {"GraphML with directions of edges",
        ML("<graph><node id=\"a\"/><edge source=\"a\" target=\"a\" directed=\"true\"/></graph>"),
        "a:a;"},
    {"GraphML with attributes",
        ML("<key id=\"k\" attr.name=\"colour\"/><data key=\"k\">x</data><graph>"
           "<node id=\"a\"><data key=\"k\"><x><data/></x>red</data></node></graph>"),
        "undirected a:;", "'colour', is left out"},
    {"GEXF",
        XF("<nodes><node id=\"0\" label=\"b\"/><node id=\"1\" label=\"a\"/></nodes><edges>"
           "<edge id=\"0\" source=\"0\" target=\"1\" weight=\"2.5\"/></edges>"),
        "b:a=2.5;a:;"},
    {"GEXF without a kind", "<gexf><graph><nodes><node id=\"a\"/></nodes></graph></gexf>",
        "undirected a:;"},
    {"GEXF with times and nodes in nodes",
        XF("<nodes><node id=\"a\" start=\"1\"><nodes><node id=\"b\"/></nodes></node></nodes>"
           "<edges><edge source=\"a\" target=\"b\"><spells><spell/></spells></edge></edges>"),
        "a:b;b:;", "1 other attribute of vertices and edges, 'times', is left out"},
    {"GEXF with values",
        XF("<attributes class=\"edge\"><attribute id=\"0\" title=\"length\"/></attributes>"
           "<nodes><node id=\"a\"/></nodes><edges><edge source=\"a\" target=\"a\"><attvalues>"
           "<attvalue for=\"0\" value=\"7\"/></attvalues></edge></edges>"),
        "a:a=7;"},
};

static const struct {
    const char *broken;
    kg_format format;
    const char *content, *message;
} damaged[] = {
    {"nothing", KG_FORMAT_JSON, " ", "f:1:2: the text ends here, expected { (read as JSON)"},
    {"no nodes", KG_FORMAT_JSON, "{}", "the text ends here, expected a list of nodes"},
    {"no end", KG_FORMAT_JSON, "{\"nodes\": [", "f:1:12: the text ends here, expected {"},
    {"no end of an object", KG_FORMAT_JSON, "{\"nodes\": []",
        "f:1:13: the text ends here, expected ,"},
    {"text behind", KG_FORMAT_JSON, "{\"nodes\": []} x", "f:1:15: expected the end of the text"},
    {"a comma too many", KG_FORMAT_JSON, "{\"nodes\": [],}",
        "f:1:14: expected the name of a member"},
    {"no comma", KG_FORMAT_JSON, "{\"a\": 1 \"b\": 2}", "f:1:9: expected ,"},
    {"no colon", KG_FORMAT_JSON, "{\"a\" 1}", "f:1:6: expected :"},
    {"a word", KG_FORMAT_JSON, "{\"a\": maybe}", "f:1:7: expected a value of JSON"},
    {"a plus sign", KG_FORMAT_JSON, "{\"a\": +1}", "f:1:7: expected a value of JSON"},
    {"a text without end", KG_FORMAT_JSON, "{\"a\": \"x", "f:1:7: this text does not end"},
    {"a line end in a text", KG_FORMAT_JSON, "{\"a\": \"x\n\"}", "f:1:9: a control character"},
    {"another encoding", KG_FORMAT_JSON, "{\"a\": \"\xe4\"}", "f:1:8: expected UTF-8"},
    {"an unknown escape", KG_FORMAT_JSON, "{\"a\": \"\\x\"}",
        "f:1:8: this escape is none of JSON's"},
    {"half a character", KG_FORMAT_JSON, "{\"a\": \"\\ud800\"}",
        "f:1:8: this escape is no character"},
    {"a zero character", KG_FORMAT_JSON, "{\"a\": \"\\u0000\"}",
        "f:1:8: this escape is no character"},
    {"a node that is none", KG_FORMAT_JSON, "{\"nodes\": [1]}", "f:1:12: expected {"},
    {"a list as id", KG_FORMAT_JSON, "{\"nodes\": [{\"id\": [1]}]}",
        "f:1:19: expected a text or a number as id"},
    {"an id that only one has", KG_FORMAT_JSON, "{\"nodes\": [{\"id\": 1}, {}]}",
        "f:1:23: a node without an id"},
    {"a node twice", KG_FORMAT_JSON, "{\"nodes\": [{\"id\": 1}, {\"id\": \"1\"}]}",
        "a second node with the id '1'"},
    {"no target", KG_FORMAT_JSON, "{\"links\": [{\"source\": 1}]}",
        "f:1:12: this edge has no target"},
    {"no such node", KG_FORMAT_JSON, "{\"nodes\": [], \"links\": [{\"source\": 1, \"target\": 2}]}",
        "f:1:36: there is no vertex '1' in the file"},
    {"no kind", KG_FORMAT_JSON, "{\"directed\": 1}", "f:1:14: expected true or false"},
    {"no XML", KG_FORMAT_GRAPHML, "<graphml>\n<", "f:2:1: no XML: "},
    {"no graph", KG_FORMAT_GRAPHML, "<graphml/>",
        "f:1:11: the file ends here, expected an element graph (read as GraphML)"},
    {"a kind", KG_FORMAT_GRAPHML, ML("<graph edgedefault=\"x\"/>"),
        "f:1:10: edgedefault 'x', expected directed or undirected"},
    {"two graphs", KG_FORMAT_GRAPHML, ML("<graph/><graph/>"), "f:1:18: a second graph"},
    {"no id", KG_FORMAT_GRAPHML, MLG("<node/>"), "f:1:40: this node has no id"},
    {"a node twice", KG_FORMAT_GRAPHML, MLG("<node id=\"a\"/><node id=\"a\"/>"),
        "f:1:54: a second node with the id 'a'"},
    {"no target", KG_FORMAT_GRAPHML, MLG("<edge source=\"a\"/>"),
        "f:1:40: this edge has no target"},
    {"no such node", KG_FORMAT_GRAPHML, MLG("<edge source=\"a\" target=\"a\"/>"),
        "f:1:40: there is no vertex 'a' in the file (read as GraphML)"},
    {"no such key", KG_FORMAT_GRAPHML, MLG("<node id=\"a\"><data key=\"k\"/></node>"),
        "the file declares no key 'k'"},
    {"no key", KG_FORMAT_GRAPHML, ML("<key/>"), "f:1:10: this key has no id"},
    {"a word as weight", KG_FORMAT_GRAPHML,
        ML("<key id=\"w\" attr.name=\"weight\"/><graph><node id=\"a\"/><edge source=\"a\" "
           "target=\"a\"><data key=\"w\">x</data></edge></graph>"),
        "a weight that is no number"},
    {"both kinds", KG_FORMAT_GRAPHML,
        MLG("<node id=\"a\"/><edge source=\"a\" target=\"a\"/><edge source=\"a\" target=\"a\" "
            "directed=\"false\"/>"),
        "an undirected edge in a file whose first edge is directed"},
    {"an edge of many", KG_FORMAT_GRAPHML, MLG("<hyperedge/>"), "f:1:40: an edge of many vertices"},
    {"an entity", KG_FORMAT_GRAPHML, "<!DOCTYPE g [<!ENTITY a \"b\">]>" MLG(""),
        "the file declares the entity 'a', expected none"},
    {"no graph", KG_FORMAT_GEXF, "<gexf/>",
        "the file ends here, expected an element graph (read as GEXF)"},
    {"a kind", KG_FORMAT_GEXF, "<gexf><graph defaultedgetype=\"mutual\"/></gexf>",
        "edges of the type 'mutual', expected directed or undirected"},
    {"two graphs", KG_FORMAT_GEXF, "<gexf><graph/><graph/></gexf>", "a second graph"},
    {"no id", KG_FORMAT_GEXF, XF("<node/>"), "this node has no id"},
    {"a node twice", KG_FORMAT_GEXF, XF("<node id=\"a\"/><node id=\"a\"/>"),
        "a second node with the id 'a'"},
    {"no source", KG_FORMAT_GEXF, XF("<edge target=\"a\"/>"), "this edge has no source"},
    {"no such node", KG_FORMAT_GEXF, XF("<edge source=\"a\" target=\"a\"/>"),
        "there is no vertex 'a' in the file (read as GEXF)"},
    {"a word as weight", KG_FORMAT_GEXF,
        XF("<node id=\"a\"/><edge source=\"a\" target=\"a\" weight=\"x\"/>"),
        "the weight 'x', expected a number"},
    {"both kinds", KG_FORMAT_GEXF,
        XF("<node id=\"a\"/><edge source=\"a\" target=\"a\"/><edge source=\"a\" target=\"a\" "
           "type=\"undirected\"/>"),
        "an undirected edge in a file whose first edge is directed"},
    {"no such attribute", KG_FORMAT_GEXF,
        XF("<node id=\"a\"/><edge source=\"a\" target=\"a\"><attvalue for=\"0\" "
           "value=\"1\"/></edge>"),
        "the file declares no attribute '0' of edges"},
    {"no value", KG_FORMAT_GEXF, XF("<node id=\"a\"><attvalue for=\"0\"/></node>"),
        "this attvalue has no value"},
};

static bool is_xml(kg_format format)
{
    return format == KG_FORMAT_GRAPHML || format == KG_FORMAT_GEXF;
}

static void check_good(kg_context *ctx)
{
    for (size_t i = 0; i < sizeof good / sizeof *good; i++) {
        const char *content = good[i].content, *warning = good[i].warning;
        const bool readable = expat || *content == '{';
        kg_graph *graph;
        kg_status status =
            io_read(&graph, ctx, content, strlen(content), "f", KG_FORMAT_AUTO, 0, 16);
        char *text;

        CHECK(status == (readable ? KG_OK : KG_UNSUPPORTED), "%s: %s", good[i].odd,
            kg_context_message(ctx));
        if (status != KG_OK)
            continue;
        CHECK(
            warning ? strstr(kg_context_warning(ctx), warning) != NULL : !*kg_context_warning(ctx),
            "%s: the warning is '%s'", good[i].odd, kg_context_warning(ctx));
        text = io_describe(graph);
        CHECK(strcmp(text, good[i].graph) == 0, "%s: %s, expected %s", good[i].odd, text,
            good[i].graph);
        free(text);
        kg_graph_destroy(graph);
    }
}

static void check_damaged(kg_context *ctx)
{
    for (size_t i = 0; i < sizeof damaged / sizeof *damaged; i++) {
        kg_graph *graph;
        kg_status status = io_read(&graph, ctx, damaged[i].content, strlen(damaged[i].content), "f",
            damaged[i].format, 0, 16);

        if (is_xml(damaged[i].format) && !expat)
            CHECK(status == KG_UNSUPPORTED && strstr(kg_context_message(ctx), "libexpat1-dev"),
                "%s: %s", damaged[i].broken, kg_context_message(ctx));
        else
            CHECK(status == KG_FORMAT && !graph &&
                      strstr(kg_context_message(ctx), damaged[i].message),
                "%s, %s: %s '%s'", kg_format_name(damaged[i].format), damaged[i].broken,
                kg_status_string(status), kg_context_message(ctx));
        kg_graph_destroy(graph);
        CHECK(kg_context_memory(ctx).current == 0, "%s leaks", damaged[i].broken);
    }
}

/* Brackets as deep as the text is long. */
static void check_depth(kg_context *ctx)
{
    enum { DEEP = 100000 };
    static const char head[] = "{\"a\": ";
    char *text = malloc(DEEP);
    kg_graph *graph;

    memset(text, '[', DEEP);
    memcpy(text, head, sizeof head - 1);
    CHECK(io_read(&graph, ctx, text, DEEP, "f", KG_FORMAT_JSON, 0, 16) == KG_FORMAT &&
              strstr(kg_context_message(ctx), "more than 256 brackets deep"),
        "%s", kg_context_message(ctx));
    free(text);
}

/* Names that are hard to write, directed and not, with values and without. */
static void check_trips(kg_context *ctx)
{
    static const char *const names[] = {"a\"b", "<&>", "\\n\n\t'", "\xc3\xa4 \xf0\x9f\x98\x80", "",
        "nodes", "]]>", "&amp;", "null", " a "};
    static const kg_format formats[] = {KG_FORMAT_JSON, KG_FORMAT_GRAPHML};
    static const double value[] = {0.1, -2, 1e300};
    enum { N = sizeof names / sizeof *names };
    static const kg_vertex pair[] = {0, 1, 3, 2, 9, 9};
    static const kg_vertex source[] = {0, 3, 9}, target[] = {1, 2, 9};

    for (int i = 0; i < 8; i++) {
        const kg_format format = formats[i & 1];
        const double *values = i & 2 ? value : NULL;
        const char *path = io_path("trip"), *text[N];
        kg_graph *graph, *back = NULL;
        size_t length[N];

        for (int v = 0; v < N; v++) {
            text[v] = names[v];
            length[v] = strlen(names[v]);
        }
        CHECK((i & 4 ? kg_graph_build(&graph, ctx, N, 3, source, target, values)
                     : kg_graph_build_undirected(&graph, ctx, N, 3, pair, values)) == KG_OK &&
                  kg_graph_set_names(graph, text, length) == KG_OK &&
                  kg_graph_write(graph, path, format) == KG_OK,
            "%s", kg_context_message(ctx));
        if (expat || !is_xml(format))
            CHECK(kg_graph_read(&back, ctx, path, NULL) == KG_OK && kg_graph_equal(graph, back),
                "trip %d: %s", i, kg_context_message(ctx));
        kg_graph_destroy(graph);
        kg_graph_destroy(back);
        unlink(path);
    }
}

static void check_refusals(kg_context *ctx)
{
    static const struct {
        kg_format format;
        const char *content, *message;
    } rows[] = {
        {KG_FORMAT_JSON, "a\xff -> b\n", "is not UTF-8, and JSON cannot carry it"},
        {KG_FORMAT_JSON, "0 1 inf\n", "JSON has no infinite values and no NaN"},
        {KG_FORMAT_GRAPHML, "a\xff -> b\n", "is not UTF-8, and GraphML cannot carry it"},
        {KG_FORMAT_GRAPHML, "a\x01 -> b\n", "with a character that XML cannot carry"},
        {KG_FORMAT_GEXF, "0 1\n", "this format is read and not written"},
    };

    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        io_check_refusal(ctx, rows[i].content, rows[i].format, rows[i].message);
}

void io_marked(void)
{
    kg_context *ctx = io_context(2);

    check_good(ctx);
    check_damaged(ctx);
    check_depth(ctx);
    check_trips(ctx);
    check_refusals(ctx);
    CHECK(kg_context_memory(ctx).current == 0, "leak");
    kg_context_destroy(ctx);
}
