/* DOT: the graphs that it is read as, refusals, names that are hard to write, pictures, and
 * threads. */
#include "io.h"
#include <konig/draw.h>
#include <pthread.h>
#include <unistd.h>

/* Whether pictures can be made: then they must. */
static const bool graphviz = IO_GRAPHVIZ;

/* name: of the file; NULL: f, which says nothing about its format. */
static const struct {
    const char *odd, *name, *content, *graph;
} good[] = {
    {"nothing in it", NULL, "digraph {}", ""},
    {"names", NULL, "digraph g { a -> b -> c; c -> a }", "a:b;b:c;c:a;"},
    {"the order of edges", NULL, "digraph { c; b; a; c -> a; c -> b; c -> a }", "c:a,b,a;b:;a:;"},
    {"integers order vertices", NULL, "digraph { 2 -> 1; 1 -> 0; 2 -> 0 }", "0:;1:0;2:1,0;"},
    {"integers with gaps", NULL, "digraph { 7 -> 1 1 -> 9 }", "1:9;7:1;9:;"},
    {"a leading zero", NULL, "digraph { 1 -> 01 }", "1:01;01:;"},
    {"parallel edges and loops", NULL, "digraph { a -> a; a -> b; a -> b }", "a:a,b,b;b:;"},
    {"strict", NULL, "strict digraph { a -> b; a -> b }", "a:b;b:;"},
    {"undirected: two arcs an edge", NULL, "graph { a -- b; c -- a; b -- b }",
        "a:b,c;b:a,b,b;c:a;"},
    {"undirected: in the order of the file", NULL, "graph { a; b; c; c -- b; c -- a; a -- b }",
        "a:c,b;b:c,a;c:b,a;"},
    {"subgraphs", NULL, "digraph { subgraph s { a -> b } {b c} -> {d e}; subgraph s {} -> f }",
        "a:b,f;b:d,e,f;c:d,e;d:;e:;f:;"},
    {"labels are names", NULL, "digraph { 0 [label=x] 1 [label=\"y z\"]; 0 -> 1 }", "x:y z;y z:;"},
    {"no label, an empty one", NULL, "digraph { a; b [label=\"\"]; c [label=x]; b -> a }",
        "a:;:a;x:;"},
    {"equal labels", NULL, "digraph { a [label=x]; b [label=x]; a -> b }", "a:b;b:;"},
    {"labels of a default", NULL, "digraph { node [label=\"<\\N>\"]; a -> b }", "<a>:<b>;<b>:;"},
    {"escapes", NULL, "digraph { a [label=\"\\\\\\\"\\n\\l\\x\"] }", "\\\"\n\nx:;"},
    {"values", NULL, "digraph { a -> b [value=0.5]; a -> c; b -> a [value=\"-2\"] }",
        "a:b=0.5,c=1;b:a=-2;c:;"},
    {"weights", NULL, "graph { a -- b [weight=3] }", "a:b=3;b:a=3;"},
    {"ports", NULL, "digraph { a:x -> b:y:n }", "a:b;b:;"},
    {"strings joined, HTML", NULL, "digraph { \"a\" + \"b\" -> <c<i>d</i>> }",
        "ab:c<i>d</i>;c<i>d</i>:;"},
    {"comments", NULL, "/* a -> b */ // { \n# c\ndigraph /**/ { a -> b // \"\n}", "a:b;b:;"},
    {"any case", NULL, "DiGraph\n{\na -> b\n}\n", "a:b;b:;"},
    {"a name in quotes", NULL, "strict graph \"a \\\" {\" { x }", "x:;"},
    {"keywords in quotes", NULL, "digraph { \"node\" -> \"edge\" }", "node:edge;edge:;"},
    {"numerals", NULL, "digraph { -1. -> .5 }", "-1.:.5;.5:;"},
    {"a byte order mark", NULL,
        "\xef\xbb\xbf"
        "digraph { a -> b }",
        "a:b;b:;"},
    {"by extension", "f.gv", "// nothing\n/* still */digraph{a->b}", "a:b;b:;"},
    {"brackets, separators, attributes of the graph", NULL,
        "digraph { x=y; a [p=1;q=2,r=3 s=4][t=5] \"u\"=v; a -> b }", "a:b;b:;"},
    {"nodes side by side", NULL, "digraph { a,b:x:n -> c,c }", "a:c,c;b:c,c;c:;"},
    {"a chain", NULL, "graph { a -- b -- c [value=2] }", "a:b=2;b:a=2,c=2;c:b=2;"},
    {"defaults in subgraphs", NULL,
        "digraph { edge [value=2]; a->b; { edge [value=3] a->c } a->d; edge [value=4] a->e }",
        "a:b=2,c=3,d=2,e=4;b:;c:;d:;e:;"},
    {"a subgraph that is opened again", NULL,
        "digraph { subgraph s {node [label=x] a} subgraph t {subgraph s {c}} subgraph s {b} -> d}",
        "a:d;c:;b:d;d:;"},
    {"keys", NULL, "digraph { a->b [key=x]; a->b [key=x,value=3]; a->b [key=y] }", "a:b=3,b=1;b:;"},
    {"strict: another value, another key", NULL,
        "strict graph { a--b; {b--a [value=3]} a--b [key=x,value=7] }", "a:b=3;b:a=3;"},
    {"values of nothing, weights that no one asks for", NULL,
        "digraph { a->b [value=\"\",weight=x]; a->c [value=4] }", "a:b=1,c=4;b:;c:;"},
    {"comments behind #", NULL, "digraph { a # \" c\n -> b }", "a:b;b:;"},
    {"adjacency that begins alike", NULL, "graph -> a\ndigraphs -> b\n",
        "graph:a;a:;digraphs:b;b:;"},
};

static const struct {
    const char *broken, *content;
    size_t size;
    const char *message;
} damaged[] = {
    {"an empty file", "", 0, "f.dot:1:1: not DOT: no graph"},
    {"no head", "{ a -> b }", 0, "f.dot:1:1: not DOT: '{', expected graph or digraph"},
    {"half an edge", "digraph {\n a -> }", 0, "f.dot:2:7: not DOT: '}', expected a node"},
    {"the other operator", "digraph { a -- b }", 0, "f.dot:1:13: not DOT: '--', expected ->"},
    {"no end", "digraph { a -> b", 0, "f.dot:1:17: not DOT: the text ends, expected"},
    {"a string without end", "digraph {\n  \"a }", 0, "f.dot:2:3: not DOT: a text without end"},
    {"a string that ends in a backslash", "digraph { \"a\\", 0,
        "f.dot:1:11: not DOT: a text without end"},
    {"a comment without end", "digraph { /* }", 0, "f.dot:1:11: not DOT: a comment without end"},
    {"HTML without end", "digraph { <a<b> }", 0, "f.dot:1:11: not DOT: HTML without end"},
    {"HTML with a comment without end", "digraph { <a<!-- > }", 0,
        "f.dot:1:11: not DOT: HTML without end"},
    {"a zero byte", "digraph { a\0 }", 14, "f.dot:1:12: not DOT: a zero byte"},
    {"a zero byte in a string", "digraph { \"a\0\" }", 16, "f.dot:1:13: not DOT: a zero byte"},
    {"an at sign", "digraph { a @ }", 0, "f.dot:1:13: not DOT: '@', expected a node"},
    {"two graphs", "digraph { a }\ndigraph { b }", 0, "f.dot:2:1: something stands behind"},
    {"something behind", "digraph { a } x", 0, "f.dot:1:15: something stands behind"},
    {"half a graph behind", "digraph { a } graph {", 0, "f.dot:1:15: something stands behind"},
    {"a value that is no number", "digraph {\n a -> b [value=x] }", 0,
        "f.dot:2:16: the value of an edge is no number"},
    {"a weight that is no number", "digraph { edge [weight=1.2.3] a -> b }", 0,
        "f.dot:1:24: not DOT: '1.2.3'"},
    {"a weight by default", "digraph { edge [weight=\"1 \"] a -> b }", 0,
        "f.dot:1:24: the weight of an edge is no number"},
    {"a number that runs into a name", "digraph { 1a -> b }", 0,
        "f.dot:1:11: not DOT: '1a', expected a name or a number, or quotes"},
    {"a keyword", "digraph { node -> b }", 0, "f.dot:1:16: not DOT: '->', expected [ and attr"},
    {"a macro", "digraph { node x=[label=y] }", 0, "f.dot:1:16: not DOT: 'x', expected ["},
    {"an attribute without a value", "digraph { a [b] }", 0,
        "f.dot:1:15: not DOT: ']', expected ="},
    {"an attribute list without end", "digraph { a [b=c }", 0,
        "f.dot:1:18: not DOT: '}', expected an attribute's name, or ]"},
    {"a semicolon alone", "digraph { a;; }", 0, "f.dot:1:13: not DOT: ';', expected a node"},
    {"a comma alone", "digraph { a, -> b }", 0, "f.dot:1:14: not DOT: '->', expected a node"},
    {"a port without a name", "digraph { a: -> b }", 0,
        "f.dot:1:14: not DOT: '->', expected a port"},
    {"a plus alone", "digraph { \"a\" + b }", 0, "f.dot:1:17: not DOT: expected a text in quotes"},
    {"a brace too few", "digraph { { a -> b }", 0, "f.dot:1:21: not DOT: the text ends"},
    {"a brace too many", "digraph { a } }", 0, "f.dot:1:15: something stands behind"},
    {"a subgraph without its braces", "digraph { subgraph x; }", 0,
        "f.dot:1:21: not DOT: ';', expected {"},
};

static void check_good(kg_context *ctx, size_t i)
{
    kg_read_options options = KG_READ_OPTIONS_INIT;
    const char *name = good[i].name ? good[i].name : "f";
    size_t size = strlen(good[i].content);
    kg_graph *graph;
    kg_status status;

    status = io_read_options(&graph, ctx, good[i].content, size, name, &options, 1);
    if (status == KG_OK && kg_graph_kind(graph) == KG_UNDIRECTED) { /* the table has arcs */
        CHECK(!strstr(good[i].content, "digraph"), "%s is undirected", good[i].odd);
        kg_graph_destroy(graph);
        options.both_directions = 1;
        status = io_read_options(&graph, ctx, good[i].content, size, name, &options, 1);
    }
    CHECK(status == KG_OK, "%s: %s", good[i].odd, kg_context_message(ctx));
    if (status == KG_OK) {
        char *text = io_describe(graph);

        CHECK(strcmp(text, good[i].graph) == 0, "%s: %s, expected %s", good[i].odd, text,
            good[i].graph);
        free(text);
    }
    kg_graph_destroy(graph);
    CHECK(kg_context_memory(ctx).current == 0, "%s leaks", good[i].odd);
}

/* And the next text is read as if nothing had been. */
static void check_damaged(kg_context *ctx, size_t i)
{
    size_t size = damaged[i].size ? damaged[i].size : strlen(damaged[i].content);
    kg_graph *graph;
    kg_status status =
        io_read(&graph, ctx, damaged[i].content, size, "f.dot", KG_FORMAT_AUTO, 0, 1);

    CHECK(status == KG_FORMAT && !graph && strstr(kg_context_message(ctx), damaged[i].message),
        "%s: %s '%s', expected '%s'", damaged[i].broken, kg_status_string(status),
        kg_context_message(ctx), damaged[i].message);
    CHECK(kg_context_memory(ctx).current == 0, "%s leaks", damaged[i].broken);
    kg_graph_destroy(graph);
    check_good(ctx, 1);
}

/* Subgraphs in each other as deep as they may be, and deeper. */
static void check_depth(kg_context *ctx)
{
    enum { DEPTH = 100000, DEEP = 900 };
    char *text = malloc(2 * DEPTH + 10);
    kg_graph *graph;

    for (int depth = DEEP; depth <= DEPTH; depth += DEPTH - DEEP) {
        memcpy(text, "digraph ", 8);
        memset(text + 8, '{', (size_t)depth);
        memset(text + 8 + depth, '}', (size_t)depth);
        text[8 + depth - 1] = 'a';
        text[8 + depth] = ' ';
        CHECK(io_read(&graph, ctx, text, 8 + 2 * (size_t)depth, "f", KG_FORMAT_DOT, 0, 1) ==
                      (depth == DEEP ? KG_OK : KG_FORMAT) &&
                  !graph == (depth != DEEP),
            "%s", kg_context_message(ctx));
        CHECK(depth == DEEP || strstr(kg_context_message(ctx), "f:1:1010: more than 1000"), "%s",
            kg_context_message(ctx));
        kg_graph_destroy(graph);
    }
    free(text);
    check_good(ctx, 1);
}

/* Names, a label and a number of 2 MB; a comment and blanks of that size. */
static void check_long_texts(kg_context *ctx)
{
    enum { LONG = 2 << 20 };
    static const struct {
        const char *before, *behind;
        kg_status status;
    } around[] = {{"digraph { \"", "\" -> b }", KG_OK}, {"digraph { x", " -> b }", KG_OK},
        {"digraph { a [label=\"", "\"]; a -> b }", KG_OK},
        {"digraph { a [label=<", ">]; a -> b }", KG_OK},
        {"digraph { a -> b [color=\"", "\"] }", KG_OK}, {"digraph { a -> b /* ", "*/ }", KG_OK},
        {"digraph { a -> b [value=\"", "\"] }", KG_FORMAT}, {"digraph { a -> b \"", "", KG_FORMAT}};
    char *text = malloc(LONG + 100);

    for (size_t i = 0; i < sizeof around / sizeof *around; i++) {
        size_t before = strlen(around[i].before);
        kg_graph *graph;
        double begin = kg__now();
        kg_status status;

        memcpy(text, around[i].before, before);
        memset(text + before, 'x', LONG);
        strcpy(text + before + LONG, around[i].behind);
        status = io_read(&graph, ctx, text, strlen(text), "f", KG_FORMAT_DOT, 0, 1);
        CHECK(status == around[i].status, "%s...: %s", around[i].before, kg_context_message(ctx));
        CHECK(kg__now() - begin < 2, "%s...: %.1f s", around[i].before, kg__now() - begin);
        kg_graph_destroy(graph);
    }
    free(text);
}

/* Reading with every allocation failed once: out of memory, and nothing else. */
static void check_allocations(kg_context *ctx)
{
    static const char text[] =
        "strict digraph { node [label=\"<\\N>\"]; 0 -> {1 2 subgraph s { 3 }} -> 4 [weight=2] "
        "subgraph s { 5 -> 6 [key=x, value=\"2\"] } \"a\" + \"b\" -> <c> }";
    kg_status status = KG_MEMORY;

    for (uint64_t k = 1; status != KG_OK && k < 1000; k++) {
        kg_graph *graph;

        kg__fault_set(ctx, KG__FAULT_ALLOCATE, k);
        status = io_read(&graph, ctx, text, sizeof text - 1, "f", KG_FORMAT_DOT, 0, 1);
        kg__fault_set(ctx, KG__FAULT_ALLOCATE, 0);
        CHECK(status == KG_OK || (status == KG_MEMORY && !graph), "failure %d: %s '%s'", (int)k,
            kg_status_string(status), kg_context_message(ctx));
        kg_graph_destroy(graph);
        CHECK(kg_context_memory(ctx).current == 0, "failure %d leaks", (int)k);
    }
    CHECK(status == KG_OK, "%s", kg_context_message(ctx));
}

/* ---- names ----------------------------------------------------------------------------------- */

static const char *const torture[] = {"a\\", "\"x\"", "<b>", "node", "-1.", "",
    "Kőnig \xe6\x9d\xb1", "two\nlines", "\n", "\\n", "\\N", "\\", "\\\\", "\"", "\\\"", "a\\\nb",
    "a\\\r\nb", "\r", " ", " a ", "a -> b", "//", "/* a */", "#", "@", "{", "}", "];", "<", ">",
    "<<", "<a<b>", "&amp;", "&", "\xff\xfe invalid", "\x01\x7f", "\t", "subgraph", "strict", "Edge",
    "0x1", "1a", "1.5", "007", "18446744073709551615", "\\G", "\\E", "\\T", "\\H", "\\L", "\\l",
    "%1", "a:b", "a,b;c=d", "+",
    "a long name that does not end before it has come to the hundred and twenty-eighth character "
    "at "
    "which Graphviz' own writer would break its line in two, and then goes on \\ for a while",
    "\xef\xbb\xbf", "'", "`$(x)`", "\xc2\xa0"};

enum { TORTURE = sizeof torture / sizeof *torture };

static kg_graph *make_torture(kg_context *ctx)
{
    kg_vertex source[TORTURE], target[TORTURE];
    size_t length[TORTURE];
    kg_graph *graph;

    for (kg_vertex v = 0; v < TORTURE; v++) {
        source[v] = v;
        target[v] = (v * 7 + 3) % TORTURE;
        length[v] = strlen(torture[v]);
    }
    CHECK(kg_graph_build(&graph, ctx, TORTURE, TORTURE, source, target, NULL) == KG_OK &&
              kg_graph_set_names(graph, torture, length) == KG_OK,
        "%s", kg_context_message(ctx));
    return graph;
}

/* Plain and in every dress. */
static void check_names(kg_context *ctx)
{
    kg_graph *graph = make_torture(ctx);
    const char *path = io_path("names.dot");

    for (int look = 0; look < 2; look++) {
        kg_draw_options options = KG_DRAW_OPTIONS_INIT;
        kg_graph *back = NULL;
        kg_status status;

        options.clusters = options.edge_ids = 1;
        options.in_degree = options.out_degree = 1;
        options.edge_label = torture;
        status = look ? kg_graph_draw(graph, path, &options)
                      : kg_graph_write(graph, path, KG_FORMAT_AUTO);
        CHECK(status == KG_OK, "%s", kg_context_message(ctx));
        CHECK(kg_graph_read(&back, ctx, path, NULL) == KG_OK && kg_graph_equal(graph, back),
            "names, look %d: %s", look, kg_context_message(ctx));
        kg_graph_destroy(back);
        unlink(path);
    }
    if (graphviz) { /* which can draw them all */
        path = io_path("names.svg");
        CHECK(kg_graph_draw(graph, path, NULL) == KG_OK, "%s", kg_context_message(ctx));
        unlink(path);
    }
    kg_graph_destroy(graph);
}

static void check_zero_byte(kg_context *ctx)
{
    static const kg_vertex zero[] = {0};
    const char *name = "a\0b";
    size_t length = 3;
    kg_graph *graph;

    CHECK(kg_graph_build(&graph, ctx, 1, 1, zero, zero, NULL) == KG_OK &&
              kg_graph_set_names(graph, &name, &length) == KG_OK,
        "%s", kg_context_message(ctx));
    CHECK(kg_graph_write(graph, io_path("bad"), KG_FORMAT_DOT) == KG_UNSUPPORTED &&
              strstr(kg_context_message(ctx), "vertex 0 has a zero byte") &&
              io_directory_is_empty(),
        "%s", kg_context_message(ctx));
    kg_graph_destroy(graph);
}

/* ---- pictures -------------------------------------------------------------------------------- */

/* Edges of one group have one colour, of different ones different colours. A circuit's colour goes
 * before. */
static void check_groups(kg_context *ctx)
{
    static const kg_edge group[] = {5, 0, 5}, circuit[] = {0, 1, 0};
    static const char *const wanted[][3] = {
        {"#d55e00", "#0072b2", "#d55e00"}, {"#0072b2", "#e69f00", "#0072b2"}};
    const char *path = io_path("groups.dot");
    kg_draw_options options = KG_DRAW_OPTIONS_INIT;
    kg_graph *graph;

    CHECK(io_read(&graph, ctx, "0 1\n1 2\n2 0\n", 12, "f", KG_FORMAT_AUTO, 0, 1) == KG_OK, "read");
    options.edge_group = group;
    for (int with_circuit = 0; with_circuit < 2; with_circuit++) {
        char *bytes, *at;
        size_t size;

        CHECK(kg_graph_draw(graph, path, &options) == KG_OK, "%s", kg_context_message(ctx));
        at = bytes = io_load(path, &size);
        for (int e = 0; e < 3 && at; e++) {
            at = strstr(at, " -> ");
            at = at ? strstr(at, "color=\"") : NULL;
            CHECK(at && strncmp(at + 7, wanted[with_circuit][e], 7) == 0,
                "edge %d has the colour %.7s", e, at ? at + 7 : "none");
        }
        free(bytes);
        options.circuit = circuit; /* which goes before */
    }
    unlink(path);
    kg_graph_destroy(graph);
}

static void check_options(kg_context *ctx)
{
    static const kg_edge bad_walk[] = {0, 0, 1}, bad_circuit[] = {0, 2, 2}, bad_tree[] = {3};
    const char *path = io_path("bad.dot");
    kg_draw_options options[6];
    kg_graph *graph;

    CHECK(io_read(&graph, ctx, "0 1\n1 2\n2 0\n", 12, "f", KG_FORMAT_AUTO, 0, 1) == KG_OK, "read");
    for (int i = 0; i < 6; i++)
        options[i] = (kg_draw_options)KG_DRAW_OPTIONS_INIT;
    options[0].walk = bad_walk;
    options[1].circuit = bad_circuit;
    options[2].tree = bad_tree;
    options[2].tree_edges = 1;
    options[3].has_centre = 1;
    options[3].centre = 3;
    options[4].clusters = 1;
    options[4].layout = KG_LAYOUT_SFDP;
    options[5].picture = (kg_picture)9;
    for (int i = 0; i < 6; i++)
        CHECK(kg_graph_draw(graph, path, &options[i]) == KG_ARGUMENT && io_directory_is_empty(),
            "options %d: %s", i, kg_context_message(ctx));
    CHECK(kg_graph_draw(graph, "/no/such/place.dot", NULL) == KG_CANNOT_CREATE, "%s",
        kg_context_message(ctx));
    if (access("/dev/full", W_OK) == 0)
        CHECK(kg_graph_draw(graph, "/dev/full", NULL) == KG_IO, "%s", kg_context_message(ctx));
    kg_graph_destroy(graph);
}

/* What an SVG or PNG begins with; a limit of size and one of time. */
static void check_pictures(kg_context *ctx)
{
    static const struct {
        const char *name, *begin;
    } kinds[] = {{"p.svg", "<?xml"}, {"p.png", "\x89PNG"}, {"p.pdf", "%PDF-"}};
    kg_generate_options large = KG_GENERATE_OPTIONS_INIT;
    kg_draw_options options = KG_DRAW_OPTIONS_INIT;
    kg_graph *graph;

    large.vertices = 11000;
    large.max_degree = 3;
    CHECK(kg_graph_generate(&graph, ctx, &large) == KG_OK, "%s", kg_context_message(ctx));
    CHECK(kg_graph_draw(graph, io_path("p.svg"), NULL) == KG_LIMIT &&
              strstr(kg_context_message(ctx), "a centre and a radius"),
        "%s", kg_context_message(ctx));
    options.force = 1;
    options.seconds = 1;
    CHECK(kg_graph_draw(graph, io_path("p.svg"), &options) == KG_LIMIT &&
              strstr(kg_context_message(ctx), "took more than 1 s") && io_directory_is_empty(),
        "%s", kg_context_message(ctx));
    options.force = 0;
    options.has_centre = 1;
    options.centre = 5;
    options.radius = 1;
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++) {
        const char *path = io_path(kinds[i].name);
        size_t size;
        char *bytes;

        CHECK(kg_graph_draw(graph, path, &options) == KG_OK, "%s", kg_context_message(ctx));
        bytes = io_load(path, &size);
        CHECK(size > 100 && memcmp(bytes, kinds[i].begin, strlen(kinds[i].begin)) == 0,
            "%s is something else", kinds[i].name);
        free(bytes);
        unlink(path);
    }
    kg_graph_destroy(graph);
}

/* Drawing with every allocation, read and write failed once. */
static void check_faults(kg_context *ctx, const char *name, bool unbalanced)
{
    static const kg_status expected[KG__FAULTS] = {
        [KG__FAULT_ALLOCATE] = KG_MEMORY, [KG__FAULT_READ] = KG_IO, [KG__FAULT_WRITE] = KG_IO};
    const char *content = unbalanced ? "0 1\n1 2\n3 3\n" : "0 1\n1 2\n2 0\n";
    kg_edge circuit[] = {0, 0, 0}, walk[] = {0, 1, 2};
    kg_draw_options options = KG_DRAW_OPTIONS_INIT;
    const char *path = io_path(name);

    options.unbalanced = unbalanced;
    if (!unbalanced) {
        options.circuit = options.tree = circuit;
        options.tree_edges = 1;
        options.walk = walk;
    }
    options.clusters = 1;
    options.in_degree = 1;
    options.has_centre = 1;
    options.radius = 1;
    for (kg__fault kind = 0; kind < KG__FAULTS; kind++) {
        kg_status status = KG_MEMORY;

        for (uint64_t k = 1; status != KG_OK && k < 100; k++) {
            kg_graph *graph; /* a new one, which has kept nothing of the last drawing */

            CHECK(io_read(&graph, ctx, content, 12, "f", KG_FORMAT_AUTO, 0, 1) == KG_OK, "read");
            kg__fault_set(ctx, kind, k);
            status = kg_graph_draw(graph, path, &options);
            kg__fault_set(ctx, kind, 0);
            CHECK(status == KG_OK || (status == expected[kind] && io_directory_is_empty()),
                "%s, failure %d: %s '%s'", name, (int)k, kg_status_string(status),
                kg_context_message(ctx));
            kg_graph_destroy(graph);
            CHECK(kg_context_memory(ctx).current == 0, "%s, failure %d leaks", name, (int)k);
        }
        CHECK(status == KG_OK, "%s: %s", name, kg_context_message(ctx));
        unlink(path);
    }
}

/* ---- threads --------------------------------------------------------------------------------- */

enum { THREADS = 4, ROUNDS = 1000 };

static char thread_path[THREADS][256];

/* Writes a graph and reads it, over and over; returns whether it came back each time. */
static void *write_and_read(void *user)
{
    const char *path = user;
    kg_context *ctx = io_context(1);
    kg_graph *graph = make_torture(ctx), *back;
    bool good_so_far = true;

    for (int i = 0; i < ROUNDS && good_so_far; i++) {
        good_so_far = kg_graph_write(graph, path, KG_FORMAT_DOT) == KG_OK;
        good_so_far = good_so_far && kg_graph_read(&back, ctx, path, NULL) == KG_OK &&
                      kg_graph_equal(graph, back);
        kg_graph_destroy(back);
    }
    if (graphviz) {
        kg_draw_options options = KG_DRAW_OPTIONS_INIT;

        options.picture = KG_PICTURE_SVG;
        good_so_far = good_so_far && kg_graph_draw(graph, path, &options) == KG_OK;
    }
    kg_graph_destroy(graph);
    kg_context_destroy(ctx);
    return good_so_far ? user : NULL;
}

static void check_threads(void)
{
    pthread_t thread[THREADS];

    for (int t = 0; t < THREADS; t++) {
        char name[32];

        snprintf(name, sizeof name, "thread%d.dot", t);
        snprintf(thread_path[t], sizeof thread_path[t], "%s", io_path(name));
        CHECK(pthread_create(&thread[t], NULL, write_and_read, thread_path[t]) == 0, "no thread");
    }
    for (int t = 0; t < THREADS; t++) {
        void *result;

        pthread_join(thread[t], &result);
        CHECK(result, "thread %d has another graph", t);
        unlink(thread_path[t]);
    }
}

void io_dot(void)
{
    kg_context *ctx = io_context(2);

    for (size_t i = 0; i < sizeof good / sizeof *good; i++)
        check_good(ctx, i);
    for (size_t i = 0; i < sizeof damaged / sizeof *damaged; i++)
        check_damaged(ctx, i);
    check_names(ctx);
    check_zero_byte(ctx);
    check_options(ctx);
    check_groups(ctx);
    check_faults(ctx, "p.dot", false);
    check_faults(ctx, "p.dot", true);
    check_depth(ctx);
    check_long_texts(ctx);
    check_allocations(ctx);
    if (graphviz) {
        check_pictures(ctx);
        check_faults(ctx, "p.svg", false);
    }
    check_threads();
    CHECK(kg_context_memory(ctx).current == 0, "leak");
    kg_context_destroy(ctx);
}
