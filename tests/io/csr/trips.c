/* Round trips: what is written reads back as the same graph, and as the same bytes at any number of
 * threads. */
#include "io.h"
#include <unistd.h>

static const struct {
    const char *name;
    kg_generate_options options;
} generated[] = {
    {"random", {KG_GENERATE_RANDOM, 3000, 0, 5, 0, 0, 0, 0, 3, 0, 0, 0}},
    {"random, a path", {KG_GENERATE_RANDOM, 50, 0, 3, 0, 0, 0, 0, 4, 1, 1, 0}},
    {"banded", {KG_GENERATE_BANDED, 100, 0, 7, 0, 0, 0, 0, 1, 0, 0, 0}},
    {"triangles", {KG_GENERATE_TRIANGLES, 40, 130, 0, 0, 0, 0, 0, 1, 0, 0, 0}},
    {"de Bruijn", {KG_GENERATE_DEBRUIJN, 0, 0, 0, 3, 4, 0, 0, 1, 0, 0, 0}},
    {"torus", {KG_GENERATE_TORUS, 0, 0, 0, 0, 0, 7, 5, 1, 0, 1, 0}},
    {"a single vertex", {KG_GENERATE_COMPLETE, 1, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0}},
    {"complete", {KG_GENERATE_COMPLETE, 12, 0, 0, 0, 0, 0, 0, 1, 1, 0, 0}},
    {"hypercube", {KG_GENERATE_HYPERCUBE, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 4}},
    {"grid-roads", {KG_GENERATE_GRID_ROADS, 0, 0, 0, 0, 0, 19, 20, 1, 0, 0, 0}},
};

/* Graphs as text; whether labels are names; which formats can carry them in the order of ids, by
 * the letters below: .kcsr and DOT carry all of these. */
static const struct {
    const char *content;
    int names;
    const char *formats;
} written[] = {
    {"", 0, "aemgc"},
    {"0 -> 1, 0\n5\n", 0, "a"}, /* 5 has no edges */
    {"0 -> 1, 0\n2\n", 0, "aemg"},
    {"3 -> 1, 2\n1 -> 3\n", 0, "aemgc"},
    {"7 -> 8, 9\n8 -> 9\n", 0, "aemgc"},
    {"1 2 0.5\n2 9 3\n", 0, "ec"},
    {"# vertices 1000\n0 3\n3 900\n", 0, "aemg"},
    {"0 1 0.1\n1 2 1e300\n0 1 -7\n2 2 3\n", 0, "emgc"},
    {"a b 0.25\nb c 1\n", 0, "ec"},
    {"a -> c\nb -> d\nc -> e\n", 0, "a"}, /* not in the order of first appearance */
    {"a b\nb c\nc a\n", 0, "aec"},
    {"New York -> Los Angeles\nX\n", 0, "a"},
    {"100000 -> 5, 7\n7\n123456789012 -> 7\n", 0, "aec"},
    {"3 -> 1, 2\n1 -> 3\n", 1, "aec"},
    {"abcdefghijklmnopqrstuvwxyz -> b\nb -> c, abcdefghijklmnopqrstuvwxyz\n", 0, "aec"},
};

static const char letters[] = "?aekdmgct!!!lp!!!"; /* !: not written, or not these */
static const kg_format LAST_FORMAT = (kg_format)(sizeof letters - 2);

/* Whether row i of the table can be written, in an order of vertices that the format keeps. */
static bool can_trip(size_t i, kg_format format)
{
    return format == KG_FORMAT_KCSR || format == KG_FORMAT_DOT || format == KG_FORMAT_GML ||
           format == KG_FORMAT_PAJEK || strchr(written[i].formats, letters[format]);
}

static void check_trip(const char *name, kg_context *ctx, kg_graph *graph, kg_format format,
    int names, char **bytes, size_t *size)
{
    const char *path = io_path("graph");
    kg_read_options options = KG_READ_OPTIONS_INIT;
    kg_graph *back = NULL;
    size_t again_size;
    char *again;

    options.force_names = names;
    CHECK(kg_graph_write(graph, path, format) == KG_OK, "%s: %s", name, kg_context_message(ctx));
    again = io_load(path, &again_size);
    if (*bytes) {
        CHECK(again_size == *size && memcmp(again, *bytes, *size) == 0,
            "%s: other bytes in %s with %d threads", name, kg_format_name(format),
            kg_context_threads(ctx));
        free(again);
    } else {
        *bytes = again;
        *size = again_size;
    }
    CHECK(kg_graph_read(&back, ctx, path, &options) == KG_OK, "%s: %s", name,
        kg_context_message(ctx));
    unlink(path);
    if (!back)
        return;
    CHECK(kg_graph_equal(graph, back), "%s: %s reads back otherwise", name, kg_format_name(format));
    kg_graph_destroy(back);
    for (int b = 0; b < BLOCK_SIZES && format != KG_FORMAT_KCSR; b++) {
        if (io_read(&back, ctx, *bytes, *size, "f", format, names, block_sizes[b]) != KG_OK ||
            !kg_graph_equal(graph, back))
            CHECK(0, "%s: otherwise in blocks of %zu: %s", name, block_sizes[b],
                kg_context_message(ctx));
        kg_graph_destroy(back);
        if (*size > 10000)
            b++; /* enough of tiny blocks */
    }
}

/* Whether a format cannot carry the names, the vertex without edges or the undirected edges' values
 * of a generated graph. */
static bool is_beyond(size_t i, kg_format format)
{
    const kg_generate_options *o = &generated[i].options;

    if (o->kind == KG_GENERATE_GRID_ROADS &&
        (format == KG_FORMAT_ADJACENCY || format == KG_FORMAT_DIMACS))
        return true;
    if (format == KG_FORMAT_GML || format == KG_FORMAT_PAJEK)
        return false;
    return letters[format] == '!' || format == KG_FORMAT_METIS ||
           (format == KG_FORMAT_CSV ? o->vertices == 1
                                    : format >= KG_FORMAT_MTX && o->kind == KG_GENERATE_DEBRUIJN);
}

static void trip_generated(kg_context **ctx, size_t i)
{
    for (kg_format format = KG_FORMAT_ADJACENCY; format <= LAST_FORMAT; format++) {
        char *bytes = NULL;
        size_t size;

        if (is_beyond(i, format))
            continue;
        for (int t = 0; t < THREAD_COUNTS; t++) {
            kg_graph *graph;

            CHECK(kg_graph_generate(&graph, ctx[t], &generated[i].options) == KG_OK, "%s: %s",
                generated[i].name, kg_context_message(ctx[t]));
            check_trip(generated[i].name, ctx[t], graph, format, 0, &bytes, &size);
            kg_graph_destroy(graph);
        }
        free(bytes);
    }
}

static void trip_written(kg_context **ctx, size_t i)
{
    const char *name = written[i].content;

    for (kg_format format = KG_FORMAT_ADJACENCY; format <= LAST_FORMAT; format++) {
        char *bytes = NULL;
        size_t size;

        if (!can_trip(i, format))
            continue;
        for (int t = 0; t < THREAD_COUNTS; t++) {
            kg_graph *graph;

            CHECK(io_read(&graph, ctx[t], name, strlen(name), "f", KG_FORMAT_AUTO, written[i].names,
                      3) == KG_OK,
                "%s: %s", name, kg_context_message(ctx[t]));
            check_trip(name, ctx[t], graph, format, written[i].names, &bytes, &size);
            kg_graph_destroy(graph);
        }
        free(bytes);
    }
}

/* An undirected graph, in each format that has them. METIS numbers the edges anew, by their lesser
 * ends, so that it gives back what it was given the second time. */
static void trip_undirected(kg_context **ctx)
{
    static const struct {
        const char *content, *formats;
    } rows[] = {
        {"%%MatrixMarket matrix coordinate pattern symmetric\n4 4 4\n2 1\n1 3\n3 3\n2 1\n", "mglp"},
        {"%%MatrixMarket matrix coordinate real symmetric\n3 3 3\n2 1 0.5\n1 3 -7\n3 2 1\n",
            "mclp"},
        {"% format metis\n% labels from 0\n5 4 1\n2 7 4 3\n1 7 5 2\n\n1 3 5 1\n2 2 4 1\n", "mt"},
        {"3 3\n2 3 2\n1 1\n1\n", "mgctlp"},
        {"p edge 3 3\ne 2 3\ne 3 1\ne 2 1\n", "mgct"},
        {"source,target,type\n\"a,\nb\",c,Undirected\nc,\"\"\"\",Undirected\n", "cl"},
        {"source;target;type;weight\n9;7;Undirected;2\n7;8;Undirected;3\n", "cmt"},
    };

    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        for (const char *letter = rows[i].formats; *letter; letter++) {
            const kg_format format = (kg_format)(strchr(letters, *letter) - letters);
            const char *content = rows[i].content, *path = io_path("again");
            char *bytes = NULL;
            size_t size;

            for (int t = 0; t < THREAD_COUNTS; t++) {
                kg_graph *graph, *back = NULL;

                CHECK(io_read(&graph, ctx[t], content, strlen(content), "f", KG_FORMAT_AUTO, 0,
                          3) == KG_OK &&
                          kg_graph_kind(graph) == KG_UNDIRECTED,
                    "%s: %s", content, kg_context_message(ctx[t]));
                if (format == KG_FORMAT_METIS) {
                    CHECK(kg_graph_write(graph, path, format) == KG_OK &&
                              kg_graph_read(&back, ctx[t], path, NULL) == KG_OK &&
                              kg_graph_kind(back) == KG_UNDIRECTED &&
                              kg_graph_edges(back) == kg_graph_edges(graph),
                        "%s: %s", content, kg_context_message(ctx[t]));
                    unlink(path);
                    kg_graph_destroy(graph);
                    graph = back;
                }
                check_trip(content, ctx[t], graph, format, 0, &bytes, &size);
                kg_graph_destroy(graph);
            }
            free(bytes);
        }
}

/* METIS by another way: the rows of what reads back are those of the graph, in any order. */
static void trip_grid(kg_context *ctx)
{
    enum { SIDE = 30, N = SIDE * SIDE };
    kg_vertex end[4 * N];
    const kg_edge *degree, *degree_back;
    const kg_vertex *pair;
    kg_graph *graph = NULL, *back = NULL;
    const char *path = io_path("grid.graph");
    uint64_t m = 0;

    for (kg_vertex v = 0; v < N; v++)
        for (int down = 0; down < 2; down++)
            if (down ? v + SIDE < N : v % SIDE + 1 < SIDE) {
                end[2 * m] = down ? v + SIDE : v; /* either end first */
                end[2 * m++ + 1] = down ? v : v + 1;
            }
    CHECK(kg_graph_build_undirected(&graph, ctx, N, m, end, NULL) == KG_OK &&
              kg_graph_write(graph, path, KG_FORMAT_AUTO) == KG_OK &&
              kg_graph_read(&back, ctx, path, NULL) == KG_OK,
        "%s", kg_context_message(ctx));
    unlink(path);
    CHECK(kg_graph_edges(back) == m && kg_graph_degrees(graph, &degree, NULL) == KG_OK &&
              kg_graph_degrees(back, &degree_back, NULL) == KG_OK &&
              memcmp(degree, degree_back, N * sizeof *degree) == 0,
        "a grid reads back otherwise");
    CHECK(kg_graph_ends(back, &pair) == KG_OK, "%s", kg_context_message(ctx));
    for (uint64_t e = 0; e < m; e++, pair += 2)
        CHECK(pair[1] == pair[0] + 1 || pair[1] == pair[0] + SIDE, "edge %u of the grid",
            (unsigned)e);
    kg_graph_destroy(graph);
    kg_graph_destroy(back);
}

/* What a format cannot carry is refused, and leaves no file. */
static void check_refusals(kg_context *ctx)
{
    static const char *const bad[][2] = {/* formats: 1 adjacency, 2 edges; name */
        {"12", ""}, {"12", "a,b"}, {"12", "a\nb"}, {"12", " a"}, {"12", "a "}, {"2", "a b"},
        {"1", "a->b"}, {"12", "#a"}, {"2", "%a"}, {"12", "a\r"}};
    static const kg_vertex source[] = {0, 1}, target[] = {1, 0};
    const double value[] = {1, 2};
    kg_graph *graph;

    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        const char *names[] = {"first", bad[i][1]};
        size_t length[] = {5, strlen(bad[i][1])};

        CHECK(kg_graph_build(&graph, ctx, 2, 2, source, target, NULL) == KG_OK, "build");
        CHECK(kg_graph_set_names(graph, names, length) == KG_OK, "names");
        for (const char *format = bad[i][0]; *format; format++) {
            CHECK(kg_graph_write(graph, io_path("bad"), (kg_format)(*format - '0')) ==
                          KG_UNSUPPORTED &&
                      strstr(kg_context_message(ctx), "vertex 1"),
                "'%s' is written: %s", bad[i][1], kg_context_message(ctx));
            CHECK(io_directory_is_empty(), "'%s' leaves a file", bad[i][1]);
        }
        kg_graph_destroy(graph);
    }
    CHECK(kg_graph_build(&graph, ctx, 2, 2, source, target, value) == KG_OK, "build");
    CHECK(kg_graph_write(graph, io_path("bad"), KG_FORMAT_ADJACENCY) == KG_UNSUPPORTED, "values");
    kg_graph_destroy(graph);
    CHECK(kg_graph_build(&graph, ctx, 2000000, 2, source, target, NULL) == KG_OK, "build");
    CHECK(kg_graph_write(graph, io_path("bad"), KG_FORMAT_EDGES) == KG_UNSUPPORTED, "claim");
    CHECK(kg_graph_write(graph, io_path("bad"), KG_FORMAT_MTX) == KG_UNSUPPORTED, "claim");
    CHECK(kg_graph_write(graph, io_path("bad"), KG_FORMAT_METIS) == KG_UNSUPPORTED &&
              strstr(kg_context_message(ctx), "this one is directed"),
        "directed: %s", kg_context_message(ctx));
    kg_graph_destroy(graph);
    CHECK(io_read(&graph, ctx, "1 2\n9 1\n", 8, "f", KG_FORMAT_AUTO, 0, 1) == KG_OK, "gaps");
    CHECK(kg_graph_write(graph, io_path("bad"), KG_FORMAT_MTX) == KG_UNSUPPORTED &&
              strstr(kg_context_message(ctx), "cannot carry these labels"),
        "gaps: %s", kg_context_message(ctx));
    kg_graph_destroy(graph);
    CHECK(io_read(&graph, ctx, "a -> b\nc", 8, "f", KG_FORMAT_AUTO, 0, 1) == KG_OK, "isolated");
    CHECK(kg_graph_write(graph, io_path("bad"), KG_FORMAT_EDGES) == KG_UNSUPPORTED &&
              strstr(kg_context_message(ctx), "vertex 'c' has no edges"),
        "isolated: %s", kg_context_message(ctx));
    CHECK(kg_graph_write(graph, io_path("bad"), KG_FORMAT_MTX) == KG_UNSUPPORTED &&
              strstr(kg_context_message(ctx), "cannot carry names"),
        "names: %s", kg_context_message(ctx));
    CHECK(kg_graph_write(graph, "/no/such/place", KG_FORMAT_AUTO) == KG_CANNOT_CREATE, "%s",
        kg_context_message(ctx));
    if (access("/dev/full", W_OK) == 0)
        CHECK(kg_graph_write(graph, "/dev/full", KG_FORMAT_AUTO) == KG_IO &&
                  strstr(kg_context_message(ctx), "No space left"),
            "/dev/full: %s", kg_context_message(ctx));
    kg_graph_destroy(graph);
    CHECK(kg_context_memory(ctx).current == 0, "leak");
}

/* What formats with undirected graphs cannot carry of them. */
static void check_undirected_refusals(kg_context *ctx)
{
    static const struct {
        const char *content, *message;
        kg_format format;
    } rows[] = {
        {"p edge 2 2\ne 1 2\ne 2 2\n", "METIS cannot carry loops, and edge 1 is one",
            KG_FORMAT_METIS},
        {"source,target,type,weight\n1,2,Undirected,0.5\n", "that of edge 0 is 0.5",
            KG_FORMAT_METIS},
        {"source,target,type,weight\n1,2,Undirected,-1\n", "that of edge 0 is -1", KG_FORMAT_METIS},
        {"source,target,type,weight\n1,2,Undirected,nan\n", "that of edge 0 is", KG_FORMAT_METIS},
        {"source,target,type,weight\n1,2,Undirected,5\n", "DIMACS has no values for",
            KG_FORMAT_DIMACS},
        {"source,target,type\na,b,Undirected\n", "METIS cannot carry names", KG_FORMAT_METIS},
        {"p edge 3 1\ne 1 2\n", "vertex '3' has no edges", KG_FORMAT_CSV},
        {"p edge 0 0\n", "without edges is undirected", KG_FORMAT_CSV},
    };

    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        io_check_refusal(ctx, rows[i].content, rows[i].format, rows[i].message);
}

/* The format goes by the extension where none is named. */
static void check_extensions(kg_context *ctx)
{
    static const char *const expected[][2] = {{"g.adj", "0 -> 1\n1 ->\n"}, {"g", "0 -> 1\n1 ->\n"},
        {"g.edges", "# vertices 2\n0 1\n"}, {"g.EL", "# vertices 2\n0 1\n"},
        {"g.txt", "# vertices 2\n0 1\n"}, {"g.kcsr", KG__KCSR_MAGIC},
        {"g.mtx",
            "%%MatrixMarket matrix coordinate pattern general\n% labels from 0\n2 2 1\n1 2\n"},
        {"g.csv", "source,target\n0,1\n"}, {"g.tsv", "source\ttarget\n0\t1\n"},
        {"g.gr", "c labels from 0\nc without values\np sp 2 1\na 1 2 1\n"}};
    kg_graph *graph;

    CHECK(io_read(&graph, ctx, "0 1\n", 4, "f", KG_FORMAT_AUTO, 0, 1) == KG_OK, "read");
    for (size_t i = 0; i < sizeof expected / sizeof *expected; i++) {
        const char *path = io_path(expected[i][0]);
        size_t size;
        char *bytes;

        CHECK(kg_graph_write(graph, path, KG_FORMAT_AUTO) == KG_OK, "%s", path);
        bytes = io_load(path, &size);
        CHECK(size >= strlen(expected[i][1]) &&
                  memcmp(bytes, expected[i][1], strlen(expected[i][1])) == 0,
            "%s has another format", path);
        free(bytes);
        unlink(path);
    }
    kg_graph_destroy(graph);
}

void io_trips(void)
{
    kg_context *ctx[THREAD_COUNTS];

    for (int t = 0; t < THREAD_COUNTS; t++)
        ctx[t] = io_context(thread_counts[t]);
    for (size_t i = 0; i < sizeof generated / sizeof *generated; i++)
        trip_generated(ctx, i);
    for (size_t i = 0; i < sizeof written / sizeof *written; i++)
        trip_written(ctx, i);
    trip_undirected(ctx);
    trip_grid(ctx[1]);
    check_refusals(ctx[1]);
    check_undirected_refusals(ctx[1]);
    check_extensions(ctx[0]);
    for (int t = 0; t < THREAD_COUNTS; t++) {
        CHECK(kg_context_memory(ctx[t]).current == 0, "leak");
        kg_context_destroy(ctx[t]);
    }
}
