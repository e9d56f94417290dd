/*
 * Integer labels: those that a file names are the vertices, in increasing order. The oracle sorts
 * the labels that it put into the file itself, and finds ranks by looking.
 */
#include "io.h"
#include <inttypes.h>
#include <unistd.h>

enum { EDGES = 300, LONE = 20, MOST = 2 * EDGES + LONE };

/* Which labels the files have: first + step * (0 .. range - 1), at random or each of them. */
static const struct {
    const char *name;
    uint64_t first, step, range;
    bool all;
} kinds[] = {
    {"ids", 0, 1, 50, true},
    {"from 1", 1, 1, 50, true},
    {"from 1000", 1000, 1, 50, true},
    {"from 10^12", 1000000000000, 1, 50, true},
    {"gaps", 0, 1, 500, false},
    {"gaps, 63 to 65 rows a word", 63, 1, 66, false},
    {"even", 0, 2, 64, true},
    {"far apart", 5, 1000003, 400, false},
    {"past 32 bits", 4294967290, 3, 10, true},
    {"the largest", UINT64_MAX - 1 - 3 * 63, 3, 64, true},
};

enum { KINDS = sizeof kinds / sizeof *kinds };

typedef struct file {
    uint64_t end[2 * EDGES], lone[LONE], label[MOST];
    size_t lones, labels;
    char *text;
    size_t bytes;
} file;

static uint64_t state = 1;

static uint64_t draw(uint64_t below)
{
    state = state * 6364136223846793005 + 1442695040888963407;
    return (state >> 33) % below;
}

static int compare(const void *a, const void *b)
{
    uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;

    return (x > y) - (x < y);
}

/* Makes the text of a file, and the list of its labels. */
static void make_file(file *f, size_t kind, bool adjacency)
{
    FILE *out = open_memstream(&f->text, &f->bytes);
    size_t kept = 0;

    f->labels = 0;
    f->lones = adjacency ? LONE : 0;
    for (size_t i = 0; i < 2 * EDGES + f->lones; i++) {
        uint64_t k = kinds[kind].all && i < kinds[kind].range ? i : draw(kinds[kind].range);
        uint64_t label = kinds[kind].first + kinds[kind].step * k;

        *(i < 2 * EDGES ? &f->end[i] : &f->lone[i - 2 * EDGES]) = label;
        f->label[f->labels++] = label;
    }
    for (size_t e = 0; e < EDGES; e++)
        fprintf(out, adjacency ? "%" PRIu64 " -> %" PRIu64 "\n" : "%" PRIu64 " %" PRIu64 "\n",
            f->end[2 * e], f->end[2 * e + 1]);
    for (size_t i = 0; i < f->lones; i++)
        fprintf(out, i % 2 ? "%" PRIu64 "\n" : "%" PRIu64 " ->\n", f->lone[i]);
    fclose(out);
    qsort(f->label, f->labels, sizeof *f->label, compare);
    for (size_t i = 0; i < f->labels; i++)
        if (i == 0 || f->label[i] != f->label[i - 1])
            f->label[kept++] = f->label[i];
    f->labels = kept;
}

/* The graph's vertices are the labels in order, and its edges those of the file. */
static void check_graph(const file *f, const char *what, kg_graph *graph)
{
    bool ids = f->label[f->labels - 1] == f->labels - 1;
    const kg_edge *row;
    const kg_vertex *col;
    kg_vertex vertex;

    CHECK(kg_graph_vertices(graph) == f->labels, "%s: %u vertices, expected %zu", what,
        kg_graph_vertices(graph), f->labels);
    CHECK(kg_graph_edges(graph) == EDGES, "%s: edges", what);
    CHECK(kg_graph_has_names(graph) == !ids, "%s: has names", what);
    if (kg_graph_vertices(graph) != f->labels)
        return;
    kg_graph_csr(graph, &row, &col);
    for (size_t v = 0; v < f->labels; v++) {
        char buffer[24], expected[24];
        size_t length, at = row[v];
        int digits = snprintf(expected, sizeof expected, "%" PRIu64, f->label[v]);
        const char *name = kg_graph_name(graph, (kg_vertex)v, buffer, sizeof buffer, &length);

        CHECK(length == (size_t)digits && memcmp(name, expected, length) == 0,
            "%s: vertex %zu is called %.*s, expected %s", what, v, (int)length, name, expected);
        CHECK(
            kg_graph_find_vertex(graph, expected, (size_t)digits, &vertex) == KG_OK && vertex == v,
            "%s: %s is not found", what, expected);
        if (v == 0 || f->label[v - 1] + 1 < f->label[v]) {
            digits = snprintf(expected, sizeof expected, "%" PRIu64, f->label[v] - 1);
            CHECK(kg_graph_find_vertex(graph, expected, (size_t)digits, &vertex) == KG_ARGUMENT,
                "%s: %s is found", what, expected);
        }
        for (size_t e = 0; e < EDGES; e++)
            if (f->end[2 * e] == f->label[v]) {
                CHECK(at < row[v + 1] && f->label[col[at]] == f->end[2 * e + 1],
                    "%s: an edge of %s goes elsewhere", what, expected);
                at++;
            }
        CHECK(at == row[v + 1], "%s: a row's end", what);
    }
}

/* Written and read again, in every format that can carry it, the graph is the same. */
static void check_trips(const file *f, kg_context *ctx, kg_graph *graph)
{
    for (kg_format format = KG_FORMAT_ADJACENCY; format <= KG_FORMAT_KCSR; format++) {
        const char *path = io_path("labels");
        kg_graph *back = NULL;

        if (format == KG_FORMAT_EDGES && f->lones)
            continue;
        CHECK(kg_graph_write(graph, path, format) == KG_OK &&
                  kg_graph_read(&back, ctx, path, NULL) == KG_OK,
            "%s: %s", kg_format_name(format), kg_context_message(ctx));
        unlink(path);
        if (back)
            check_graph(f, kg_format_name(format), back);
        CHECK(back && kg_graph_equal(graph, back), "%s is another graph", kg_format_name(format));
        kg_graph_destroy(back);
    }
}

/* As ids: all from 0 to the largest are vertices. */
static void check_ids(kg_context *ctx)
{
    static const char *const texts[] = {
        "2 5\n5 2\n", "# vertices 8\n2 5\n5 2\n", "5 -> 2\n2 -> 5\n"};
    kg_read_options options = KG_READ_OPTIONS_INIT;
    const char *path = io_path("ids");
    kg_graph *graph;

    options.ids = 1;
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        io_save(path, texts[i], strlen(texts[i]));
        CHECK(kg_graph_read(&graph, ctx, path, &options) == KG_OK &&
                  kg_graph_vertices(graph) == (i == 1 ? 8 : 6) && !kg_graph_has_names(graph),
            "'%s' as ids: %s", texts[i], kg_context_message(ctx));
        kg_graph_destroy(graph);
    }
    io_save(path, "a b\n", 4);
    CHECK(kg_graph_read(&graph, ctx, path, &options) == KG_FORMAT &&
              strstr(kg_context_message(ctx), ":1:1: 'a' is not a vertex number"),
        "names as ids: %s", kg_context_message(ctx));
    io_save(path, "0 1\n3 4294967295\n", 17);
    CHECK(kg_graph_read(&graph, ctx, path, &options) == KG_FORMAT &&
              strstr(kg_context_message(ctx), ":2:1: vertex 4294967295 is past the limit"),
        "too large an id: %s", kg_context_message(ctx));
    options.force_names = 1;
    CHECK(kg_graph_read(&graph, ctx, path, &options) == KG_ARGUMENT && !graph, "names and ids");
    unlink(path);
}

void io_labels(void)
{
    file *f = malloc(sizeof *f);

    for (size_t i = 0; f && i < 2 * KINDS; i++) {
        bool adjacency = i % 2;
        char what[100];

        make_file(f, i / 2, adjacency);
        for (int t = 0; t < THREAD_COUNTS; t++) {
            kg_context *ctx = io_context(thread_counts[t]);

            for (int b = 0; b < BLOCK_SIZES; b++) {
                kg_graph *graph;

                snprintf(what, sizeof what, "%s, %s, %d threads, block %zu", kinds[i / 2].name,
                    adjacency ? "adjacency" : "edges", thread_counts[t], block_sizes[b]);
                CHECK(io_read(&graph, ctx, f->text, f->bytes, "f", KG_FORMAT_AUTO, 0,
                          block_sizes[b]) == KG_OK,
                    "%s: %s", what, kg_context_message(ctx));
                if (graph)
                    check_graph(f, what, graph);
                if (graph && b == 0)
                    check_trips(f, ctx, graph);
                kg_graph_destroy(graph);
            }
            if (i == 0)
                check_ids(ctx);
            CHECK(kg_context_memory(ctx).current == 0, "%s: leak", what);
            kg_context_destroy(ctx);
        }
        free(f->text);
    }
    free(f);
}
