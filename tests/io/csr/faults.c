/* The k-th allocation, read or write fails, for k = 1, 2, 3 ... until all succeeds: an error, no
 * leak, and no file left behind. */
#include "io.h"
#include "io/packed.h"
#include <unistd.h>

static const char *const contents[] = {
    "0 1\n1 2\n2 0\n",
    "0 1 0.5\n1 2 1\n",
    "a b\nb a\n",
    "a -> b, c\nb -> a\n",
    "0 -> 1\n1 -> 0\n",
    "100000 -> 7, 8\n7 -> 8\n9\n",
    "digraph { a -> b [value=2] }",
    "graph { 0 -- 1 }",
    "%%MatrixMarket matrix coordinate real symmetric\n% labels from 0\n3 3 2\n2 1 5\n3 1 7\n",
    "c without values\np sp 3 2\na 1 2 5\na 3 1 7\n",
    "p edge 3 2\ne 1 2\ne 3 1\n",
    "source,target\n\"a\nb\",c\nc,\"d\"\"\"\n",
    "source;target;weight\n1;2;5\n2;1;7\n",
    "3 2 11\n5 2 7\n5 1 7 3 9\n6 2 9\n",
    "S\ta\t*\nL\ta\t+\ta\t-\t*\nL\ta\t+\ta\t-\t*\n",
    "graph [ node [ id 1 label \"a\" x 2 ] edge [ source 1 target 1 weight 2 km 1 ] ]",
    "*Vertices 2\n1 \"a b\"\n*Arcs\n1 2 0.5 c Blue\n",
    "# a\nb 2\n# b\nc\n",
    "dl n=2 format=edgelist1\nlabels embedded\ndata:\na b 2\n",
    ">>graph6<<DQc\n",
    "1 a\n2 b\n#\n1 2 x\n",
    "nodedef>name,x\n'a',1\nedgedef>a,b,weight\na,b,2\n",
    ",a,b\na,0,2\nb,1,0\n",
    ("{\"nodes\": [{\"id\": 1, \"name\": \"a\", \"x\": [2]}], \"links\": [{\"source\": 1, "
     "\"target\": 1, \"value\": 2}]}"),
#if IO_EXPAT
    ("<graphml><key id=\"k\" attr.name=\"name\"/><graph><node id=\"a\"><data key=\"k\">b</data>"
     "</node><edge source=\"a\" target=\"a\"/></graph></graphml>"),
    ("<gexf><graph><attributes class=\"edge\"><attribute id=\"0\" title=\"w\"/></attributes>"
     "<node id=\"a\" label=\"b\" start=\"1\"/><edge source=\"a\" target=\"a\"><attvalue for=\"0\" "
     "value=\"2\"/></edge></graph></gexf>"),
#endif
};

/* Formats that have columns, of which all are kept. */
static const char *const keeping[] = {
    "source,target,x,weight\na,b,\"p \"\"q\"\"\",1\nb,a,,2\n",
    "graph [ node [ id 1 x \"p\" ] edge [ source 1 target 1 x 3 y \"q\" weight 2 ] ]",
    "nodedef>name,x\n'a',1\nedgedef>a,b,weight,y VARCHAR\na,a,2,z\n",
    ("{\"nodes\": [{\"id\": 1, \"x\": 2}], \"links\": [{\"source\": 1, \"target\": 1, \"y\": "
     "true}]}"),
    ("digraph { node [x=1] edge [y=p]; subgraph s { node [z=q]; a [u=v] } subgraph s { b } "
     "a -> b [u=w, weight=2] }"),
    "*Vertices 1\n1 a 0.5 1 box ic Red\n*Arcs\n1 1 2 c \"B C\"\n",
#if IO_EXPAT
    ("<graphml><key id=\"k\" for=\"node\" attr.name=\"x\"><default>d</default></key>"
     "<key id=\"l\" attr.name=\"y\"/><graph><node id=\"a\"><data key=\"l\">b</data></node>"
     "<edge source=\"a\" target=\"a\"><data key=\"l\">c</data></edge></graph></graphml>"),
    ("<gexf><graph><attributes class=\"edge\"><attribute id=\"0\" title=\"x\"/></attributes>"
     "<node id=\"a\"><attvalue for=\"z\" value=\"1\"/></node><edge source=\"a\" target=\"a\" "
     "label=\"l\"><attvalue for=\"0\" value=\"2\"/></edge></graph></gexf>"),
#endif
};

static const char *keep; /* of all reads */

static const kg_status expected[KG__FAULTS] = {
    [KG__FAULT_ALLOCATE] = KG_MEMORY, [KG__FAULT_READ] = KG_IO, [KG__FAULT_WRITE] = KG_IO};

enum { MOST_FAULTS = 2000 };

static void fail_reads(kg_context *ctx, const char *path, kg__fault kind, int both)
{
    kg_read_options options = KG_READ_OPTIONS_INIT;
    uint64_t before = kg_context_memory(ctx).current;
    kg_graph *graph;
    int k = 1;

    options.both_directions = both;
    options.keep = keep;
    for (; k < MOST_FAULTS; k++) {
        kg_status status;

        kg__fault_set(ctx, kind, (uint64_t)k);
        status = kg_graph_read(&graph, ctx, path, &options);
        kg__fault_set(ctx, kind, 0);
        if (status == KG_OK) {
            kg_graph_destroy(graph);
            break;
        }
        CHECK(status == expected[kind] && !graph && kg_context_message(ctx)[0],
            "%s, failure %d: %s '%s'", path, k, kg_status_string(status), kg_context_message(ctx));
        CHECK(kg_context_memory(ctx).current == before, "%s, failure %d leaks", path, k);
    }
    CHECK(k > 1 && k < MOST_FAULTS, "%s: %d failures", path, k);
}

/* The same for a text in small blocks, as from memory. */
static void fail_blocks(kg_context *ctx, const char *content, kg__fault kind, int both)
{
    kg_read_options options = KG_READ_OPTIONS_INIT;
    kg_graph *graph;
    int k = 1;

    options.both_directions = both;
    options.keep = keep;
    for (; k < MOST_FAULTS; k++) {
        kg_status status;

        kg__fault_set(ctx, kind, (uint64_t)k);
        status = io_read_options(&graph, ctx, content, strlen(content), "f", &options, 2);
        kg__fault_set(ctx, kind, 0);
        kg_graph_destroy(graph);
        if (status == KG_OK)
            break;
        CHECK(status == expected[kind], "%s, failure %d: %s '%s'", content, k,
            kg_status_string(status), kg_context_message(ctx));
        CHECK(kg_context_memory(ctx).current == 0, "%s, failure %d leaks", content, k);
    }
    CHECK(k > 1 && k < MOST_FAULTS, "%s: %d failures", content, k);
}

static void fail_writes(
    kg_context *ctx, kg_graph *graph, const char *path, kg_format format, kg__fault kind)
{
    uint64_t before = kg_context_memory(ctx).current;
    int k = 1;

    for (; k < MOST_FAULTS; k++) {
        kg_status status;

        kg__fault_set(ctx, kind, (uint64_t)k);
        status = kg_graph_write(graph, path, format);
        kg__fault_set(ctx, kind, 0);
        CHECK(kg_context_memory(ctx).current == before, "%s, failure %d leaks",
            kg_format_name(format), k);
        if (status == KG_OK || status == KG_UNSUPPORTED)
            break;
        CHECK(status == expected[kind] && io_directory_is_empty(), "%s, failure %d: %s '%s'",
            kg_format_name(format), k, kg_status_string(status), kg_context_message(ctx));
    }
    unlink(path);
    CHECK(k < MOST_FAULTS, "%s: %d failures", kg_format_name(format), k);
}

/* A failed write leaves the old file as it was. */
static void check_old_file(kg_context *ctx, kg_graph *graph)
{
    const char *path = io_path("old");
    size_t size;
    char *bytes;

    io_save(path, "old", 3);
    kg__fault_set(ctx, KG__FAULT_WRITE, 1);
    CHECK(kg_graph_write(graph, path, KG_FORMAT_KCSR) == KG_IO, "the write did not fail");
    bytes = io_load(path, &size);
    CHECK(size == 3 && memcmp(bytes, "old", 3) == 0, "the old file is gone");
    free(bytes);
    unlink(path);
    CHECK(io_directory_is_empty(), "a file is left");
}

/* Packed on the way; missing: the library that is not there, or NULL. */
static void check_packed(kg_context *ctx, kg_graph *graph, const char *path, const char *missing)
{
    if (missing)
        return;
    fail_writes(ctx, graph, path, KG_FORMAT_EDGES, KG__FAULT_WRITE);
    fail_writes(ctx, graph, path, KG_FORMAT_EDGES, KG__FAULT_ALLOCATE);
    CHECK(kg_graph_write(graph, path, KG_FORMAT_KCSR) == KG_OK, "%s", kg_context_message(ctx));
    fail_reads(ctx, path, KG__FAULT_READ, 0);
    fail_reads(ctx, path, KG__FAULT_ALLOCATE, 0);
    unlink(path);
}

static void check_content(kg_context *ctx, const char *content)
{
    const char *path = io_path("content");
    kg_read_options options = KG_READ_OPTIONS_INIT;
    const kg_vertex *end;
    const int ways = strchr(content, '\t') ? 1 : 2; /* GFA is not read in both directions */
    kg_graph *graph;

    options.both_directions = strncmp(content, "graph", 5) == 0;
    options.keep = keep;
    io_save(path, content, strlen(content));
    for (int both = options.both_directions; both < ways; both++) {
        fail_reads(ctx, path, KG__FAULT_READ, both);
        fail_reads(ctx, path, KG__FAULT_ALLOCATE, both);
        fail_blocks(ctx, content, KG__FAULT_READ, both);
        fail_blocks(ctx, content, KG__FAULT_ALLOCATE, both);
    }
    unlink(path);
    CHECK(io_read_options(&graph, ctx, content, strlen(content), "f", &options, 2) == KG_OK, "%s",
        kg_context_message(ctx));
    CHECK(kg_graph_ends(graph, &end) == KG_OK, "%s", kg_context_message(ctx)); /* they stay */
    for (kg_format format = KG_FORMAT_ADJACENCY; format <= KG_FORMAT_GEXF; format++) {
        fail_writes(ctx, graph, io_path("out"), format, KG__FAULT_WRITE);
        fail_writes(ctx, graph, io_path("out"), format, KG__FAULT_ALLOCATE);
    }
    if (keep) {
        kg_graph_destroy(graph);
        return;
    }
    check_packed(ctx, graph, io_path("out.gz"), kg__gzip.missing);
    check_packed(ctx, graph, io_path("out.zst"), kg__zstd.missing);
    check_old_file(ctx, graph);
    CHECK(kg_graph_write(graph, io_path("a.kcsr"), KG_FORMAT_AUTO) == KG_OK, "%s",
        kg_context_message(ctx));
    kg_graph_destroy(graph);
    for (int both = 0; both < ways; both++) {
        fail_reads(ctx, io_path("a.kcsr"), KG__FAULT_READ, both);
        fail_reads(ctx, io_path("a.kcsr"), KG__FAULT_ALLOCATE, both);
    }
    unlink(io_path("a.kcsr"));
}

void io_faults(void)
{
    for (int threads = 1; threads <= 3; threads += 2) {
        kg_context *ctx = io_context(threads);

        size_t count = sizeof contents / sizeof *contents;

        for (size_t i = 0; i < count; i++)
            check_content(ctx, contents[i]);
        keep = "*";
        for (size_t i = 0; i < sizeof keeping / sizeof *keeping; i++)
            check_content(ctx, keeping[i]);
        keep = NULL;
        CHECK(kg_context_memory(ctx).current == 0, "leak");
        kg_context_destroy(ctx);
    }
}
