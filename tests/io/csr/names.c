/*
 * Round trips of names that look like something else. A graph that is written, under any file name
 * and in any format, must read back as the same graph without naming the format, or the writer must
 * refuse it. The test decides by its own rules when the writer has to refuse.
 */
#include "csr/files/text/names.h"
#include "csr/files/detect.h"
#include "csr/files/text/intern.h"
#include "io.h"
#include <unistd.h>

#define LONG_NAME                                                                                  \
    "a long name with blanks in it that goes on and on, so that some buffer on its way may turn "  \
    "out to be too small for it -> and an arrow"

static const struct {
    const char *text;
    size_t length; /* 0: as far as the terminator */
} hostile[] = {{"a"}, {"b"}, {"a->b"}, {"->"}, {"-"}, {"--"}, {"a-"}, {">b"}, {"=>"}, {"a=>b"},
    {"\xe2\x86\x92"},
    {"A\xe2\x86\x92"
     "B"},
    {"#"}, {"#a"}, {"%"}, {"%a"}, {"%%MatrixMarket"}, {"%PDF-1.5"}, {"a,b"}, {","}, {"\""},
    {"\"a\""}, {"\"a->b\""}, {"'"}, {"0"}, {"1"}, {"2"}, {"3"}, {"07"}, {"1.5"}, {"-1"}, {"1e5"},
    {"a\tb"}, {"\t"}, {"a b"}, {" a"}, {"a "}, {"a\r"}, {"\r"}, {"a\nb"}, {"\n"}, {"*Vertices"},
    {"*arcs"}, {">seq"}, {"@read"}, {"+"}, {"ACGT"}, {"{"}, {"{}"}, {"{\"a\":1}"}, {"["}, {"[1]"},
    {"<?xml"}, {"<graphml>"}, {"<a"}, {"</a>"}, {"<!--"}, {""}, {"\xef\xbb\xbf"},
    {"\xef\xbb\xbf"
     "a"},
    {"p"}, {"sp"}, {"edge"}, {"c"}, {"graph"}, {"graph{"}, {"digraph"}, {"strict"}, {"dl"}, {"n=5"},
    {"DGS004"}, {"Creator"}, {"H"}, {"VN:Z:1.0"}, {"S"}, {"L"}, {"a;b"}, {"a;"}, {";"}, {"1|2"},
    {"|"}, {"a:"}, {":"}, {"=="}, {"numpy==1.2"}, {"source"}, {"target"}, {"From"}, {"To"}, {"TD"},
    {"format"}, {"edges"}, {"# format edges"}, {"\x1f\x8b"}, {"PK\3\4"},
    {"\xff\xfe"
     "a"},
    {"\x89KCSR"}, {"BZh91AY&SY"}, {"\177ELF"}, {"a\0b", 3}, {"\0", 1}, {"a\\n"}, {"\\"},
    {LONG_NAME}};

enum { HOSTILE = sizeof hostile / sizeof *hostile, MOST = 4 };

static size_t length_of(size_t i)
{
    return hostile[i].length ? hostile[i].length : strlen(hostile[i].text);
}

static bool holds(size_t i, const char *what, size_t length)
{
    return memmem(hostile[i].text, length_of(i), what, length) != NULL;
}

/* Whether a format has a way to say this name; .kcsr says all. */
static bool can_say(kg_format format, size_t i)
{
    const char *name = hostile[i].text;
    size_t length = length_of(i);

    if (format == KG_FORMAT_DOT)
        return !holds(i, "", 1);
    if (format == KG_FORMAT_KCSR)
        return true;
    if (format == KG_FORMAT_GML)
        return !holds(i, "", 1) && !(length && strchr("\x1f\xff\x89", *name));
    if (format == KG_FORMAT_PAJEK)
        return !holds(i, "", 1);
    if (format == KG_FORMAT_CSV)
        return length && !holds(i, "", 1);
    if (format == KG_FORMAT_MTX)
        return false;
    if (length == 0 || name[0] == '#' || holds(i, "", 1) || holds(i, "\n", 1) || holds(i, ",", 1) ||
        strncmp(name, "\xef\xbb\xbf", 3) == 0 || strchr(" \t\r", name[0]) ||
        strchr(" \t\r", name[length - 1]))
        return false;
    if (format == KG_FORMAT_ADJACENCY)
        return !holds(i, "->", 2);
    return name[0] != '%' && !holds(i, " ", 1) && !holds(i, "\t", 1) && !holds(i, "\r", 1);
}

/* The edges of a shape among vertices 0 and 1, or more. */
static const struct {
    kg_vertex n, m, source[MOST], target[MOST];
    bool valued;
} shapes[] = {
    {2, 1, {0}, {1}, false},
    {2, 2, {0, 1}, {1, 0}, false},
    {2, 2, {0, 1}, {1, 0}, true},
    {2, 2, {0, 1}, {0, 1}, false},
    {2, 1, {1}, {1}, false}, /* an isolated vertex */
    {3, 4, {0, 0, 1, 2}, {2, 1, 0, 1}, false},
};

enum { SHAPES = sizeof shapes / sizeof *shapes };

static kg_graph *make(kg_context *ctx, size_t shape, const size_t *name)
{
    const double value[MOST] = {2, 0.5, -1, 3};
    const char *text[MOST];
    size_t length[MOST];
    kg_graph *graph;

    for (kg_vertex v = 0; v < shapes[shape].n; v++) {
        text[v] = hostile[name[v]].text;
        length[v] = length_of(name[v]);
    }
    CHECK(kg_graph_build(&graph, ctx, shapes[shape].n, shapes[shape].m, shapes[shape].source,
              shapes[shape].target, shapes[shape].valued ? value : NULL) == KG_OK &&
              kg_graph_set_names(graph, text, length) == KG_OK,
        "%s", kg_context_message(ctx));
    return graph;
}

static bool have_same_name(kg_graph *a, kg_vertex v, kg_graph *b, kg_vertex w)
{
    char number_a[24], number_b[24];
    size_t length_a, length_b;
    const char *name_a = kg_graph_name(a, v, number_a, sizeof number_a, &length_a);
    const char *name_b = kg_graph_name(b, w, number_b, sizeof number_b, &length_b);

    return length_a == length_b && memcmp(name_a, name_b, length_a) == 0;
}

/* Whether the graphs are the same but for the numbers of vertices: an edge list does not keep
 * them. Names within a graph differ. */
static bool are_same(kg_graph *a, kg_graph *b)
{
    const kg_edge *row_a, *row_b;
    const kg_vertex *col_a, *col_b;
    const double *value_a = kg_graph_values(a), *value_b = kg_graph_values(b);
    kg_vertex n = kg_graph_vertices(a);

    if (n != kg_graph_vertices(b) || kg_graph_edges(a) != kg_graph_edges(b) || !value_a != !value_b)
        return false;
    kg_graph_csr(a, &row_a, &col_a);
    kg_graph_csr(b, &row_b, &col_b);
    for (kg_vertex v = 0; v < n; v++) {
        kg_vertex w = 0;

        while (w < n && !have_same_name(a, v, b, w))
            w++;
        if (w == n || row_a[v + 1] - row_a[v] != row_b[w + 1] - row_b[w])
            return false;
        for (kg_edge i = 0; i < row_a[v + 1] - row_a[v]; i++)
            if (!have_same_name(a, col_a[row_a[v] + i], b, col_b[row_b[w] + i]) ||
                (value_a && value_a[row_a[v] + i] != value_b[row_b[w] + i]))
                return false;
    }
    return true;
}

static bool is_sayable(kg_format format, size_t shape, const size_t *name)
{
    if (format == KG_FORMAT_ADJACENCY && shapes[shape].valued)
        return false;
    if ((format == KG_FORMAT_EDGES || format == KG_FORMAT_CSV) && shapes[shape].n == 2 &&
        shapes[shape].source[0] == 1)
        return false;
    for (kg_vertex v = 0; v < shapes[shape].n; v++)
        if (!can_say(format, name[v]))
            return false;
    return true;
}

/* Written under a name, in its format or the one given, and read back under that name and as if
 * from standard input. */
static void check_trip(kg_context *ctx, size_t shape, const size_t *name, const char *file,
    kg_format format, kg_format expected)
{
    kg_graph *graph = make(ctx, shape, name), *back = NULL;
    const char *path = io_path(file);
    kg_status status = kg_graph_write(graph, path, format);
    bool sayable = is_sayable(expected, shape, name);
    size_t size;
    char *bytes;

    CHECK(status == (sayable ? KG_OK : KG_UNSUPPORTED),
        "%s, shape %zu, names '%s' '%s': written: %s '%s'", file, shape, hostile[name[0]].text,
        hostile[name[1]].text, kg_status_string(status), kg_context_message(ctx));
    if (status == KG_OK) {
        bytes = io_load(path, &size);
        for (int piped = 0; piped < 2; piped++) {
            status = piped ? io_read(&back, ctx, bytes, size, "-", KG_FORMAT_AUTO, 0, 16)
                           : kg_graph_read(&back, ctx, path, NULL);
            CHECK(status == KG_OK && (expected == KG_FORMAT_EDGES || expected == KG_FORMAT_CSV
                                             ? are_same(graph, back)
                                             : kg_graph_equal(graph, back)),
                "%s, shape %zu, names '%s' '%s', %s: reads back otherwise: %s '%s' of\n%.*s", file,
                shape, hostile[name[0]].text, hostile[name[1]].text, piped ? "piped" : "by name",
                kg_status_string(status), kg_context_message(ctx), (int)size, bytes);
            kg_graph_destroy(back);
        }
        free(bytes);
        unlink(path);
    }
    kg_graph_destroy(graph);
}

/* Two of the targets in turn: files take their time. */
static void check_trips(kg_context *ctx, size_t shape, const size_t *name)
{
    static size_t turn;
    static const struct {
        const char *file;
        kg_format format, expected; /* to write in; that it then has */
    } targets[] = {
        {"g.edges", KG_FORMAT_AUTO, KG_FORMAT_EDGES},
        {"g.txt", KG_FORMAT_AUTO, KG_FORMAT_EDGES},
        {"g.adj", KG_FORMAT_AUTO, KG_FORMAT_ADJACENCY},
        {"g", KG_FORMAT_AUTO, KG_FORMAT_ADJACENCY},
        {"g.kcsr", KG_FORMAT_AUTO, KG_FORMAT_KCSR},
        {"g.graph", KG_FORMAT_EDGES, KG_FORMAT_EDGES},
        {"g.adj", KG_FORMAT_EDGES, KG_FORMAT_EDGES},
        {"g.edges", KG_FORMAT_ADJACENCY, KG_FORMAT_ADJACENCY},
        {"g.mtx", KG_FORMAT_EDGES, KG_FORMAT_EDGES},
        {"g.csv", KG_FORMAT_AUTO, KG_FORMAT_CSV},
        {"g.tsv", KG_FORMAT_AUTO, KG_FORMAT_CSV},
        {"g.edges", KG_FORMAT_CSV, KG_FORMAT_CSV},
        {"g.csv", KG_FORMAT_EDGES, KG_FORMAT_EDGES},
        {"g.mtx", KG_FORMAT_AUTO, KG_FORMAT_MTX},
        {"g.dot", KG_FORMAT_AUTO, KG_FORMAT_DOT},
        {"g.gml", KG_FORMAT_AUTO, KG_FORMAT_GML},
        {"g.net", KG_FORMAT_AUTO, KG_FORMAT_PAJEK},
        {"g.edges", KG_FORMAT_GML, KG_FORMAT_GML},
        {"g.txt", KG_FORMAT_PAJEK, KG_FORMAT_PAJEK},
    };
    size_t count = sizeof targets / sizeof *targets;

    turn += 3;
    for (size_t t = turn; t < turn + 2; t++)
        check_trip(ctx, shape, name, targets[t % count].file, targets[t % count].format,
            targets[t % count].expected);
}

/* A name past what detection looks at, alone and before an arrow; in digits and in letters. */
static void check_long_names(kg_context *ctx)
{
    enum { LONG = KG__HEAD_BYTES + 100 };
    static const kg_vertex source[] = {0, 1}, target[] = {1, 0};
    char *name = malloc(LONG);

    for (int digits = 0; digits < 2; digits++)
        for (kg_format format = KG_FORMAT_ADJACENCY; format <= KG_FORMAT_EDGES; format++) {
            const char *names[] = {name, "b"}, *path = io_path("long");
            size_t length[] = {LONG, 1};
            kg_graph *graph, *back = NULL;

            memset(name, digits ? '1' : 'a', LONG);
            CHECK(kg_graph_build(&graph, ctx, 2, 2, source, target, NULL) == KG_OK &&
                      kg_graph_set_names(graph, names, length) == KG_OK &&
                      kg_graph_write(graph, path, format) == KG_OK &&
                      kg_graph_read(&back, ctx, path, NULL) == KG_OK && kg_graph_equal(graph, back),
                "a long name in %s: %s", kg_format_name(format), kg_context_message(ctx));
            unlink(path);
            kg_graph_destroy(graph);
            kg_graph_destroy(back);
        }
    free(name);
}

/* A mark stands only where it is needed. */
static void check_marks(kg_context *ctx)
{
    static const struct {
        const char *file, *name[2], *text;
    } rows[] = {
        {"m.edges", {"a", "b"}, "a b\nb a\n"},
        {"m.adj", {"a", "b"}, "a -> b\nb -> a\n"},
        {"m.edges", {"a->b", "c"}, "# format edges\na->b c\nc a->b\n"},
        {"m.edges", {"2", "1"}, "# format edges names\n2 1\n1 2\n"},
        {"m", {"1", "x"}, "# format adjacency names\n1 -> x\nx -> 1\n"},
        {"m.txt", {"source", "target"}, "# format edges\nsource target\ntarget source\n"},
    };
    static const kg_vertex source[] = {0, 1}, target[] = {1, 0};

    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        const size_t length[] = {strlen(rows[i].name[0]), strlen(rows[i].name[1])};
        const char *path = io_path(rows[i].file);
        kg_graph *graph;
        size_t size;
        char *bytes;

        CHECK(kg_graph_build(&graph, ctx, 2, 2, source, target, NULL) == KG_OK &&
                  kg_graph_set_names(graph, rows[i].name, length) == KG_OK &&
                  kg_graph_write(graph, path, KG_FORMAT_AUTO) == KG_OK,
            "%s", kg_context_message(ctx));
        bytes = io_load(path, &size);
        CHECK(size == strlen(rows[i].text) && memcmp(bytes, rows[i].text, size) == 0,
            "'%s' is written as %.*s", rows[i].name[0], (int)size, bytes);
        free(bytes);
        unlink(path);
        kg_graph_destroy(graph);
    }
}

/* Two vertices of one name: .kcsr alone carries them, and nothing else is written. */
static void check_equal_names(kg_context *ctx)
{
    enum { N = 3000 };
    static const kg_vertex source[] = {0}, target[] = {1};
    char text[N][8];
    const char *name[N];
    size_t length[N];
    kg_vertex pair[2];
    kg_graph *graph, *back;

    for (kg_vertex v = 0; v < N; v++) {
        name[v] = text[v];
        length[v] = (size_t)snprintf(text[v], sizeof text[v], "v%u", v);
    }
    CHECK(kg_graph_build(&graph, ctx, N, 1, source, target, NULL) == KG_OK &&
              kg_graph_set_names(graph, name, length) == KG_OK &&
              kg_graph_find_equal_names(graph, pair) == KG_OK && pair[0] == KG_NO_VERTEX &&
              pair[1] == KG_NO_VERTEX,
        "names that differ: %s", kg_context_message(ctx));
    name[2900] = name[70];
    length[2900] = length[70];
    CHECK(kg_graph_set_names(graph, name, length) == KG_OK &&
              kg_graph_find_equal_names(graph, pair) == KG_OK && pair[0] == 70 && pair[1] == 2900,
        "%u and %u, expected 70 and 2900", pair[0], pair[1]);
    for (kg_format format = KG_FORMAT_ADJACENCY; format <= KG_FORMAT_METIS; format++) {
        const char *path = io_path("equal");
        const kg_status status = kg_graph_write(graph, path, format);

        if (format == KG_FORMAT_KCSR) {
            CHECK(status == KG_OK && kg_graph_read(&back, ctx, path, NULL) == KG_OK &&
                      kg_graph_equal(graph, back),
                "%s", kg_context_message(ctx));
            kg_graph_destroy(back);
            unlink(path);
            continue;
        }
        CHECK(status == KG_UNSUPPORTED && access(path, F_OK) != 0 &&
                  strstr(kg_context_message(ctx), "vertices 70 and 2900 are both called 'v70'"),
            "%s: %s", kg_format_name(format), kg_context_message(ctx));
    }
    kg_graph_destroy(graph);
}

/* Texts of all lengths around the one that an entry holds itself, some with zero bytes at an end:
 * equal texts have one number, and each keeps its bytes. */
static void check_texts(kg_context *ctx)
{
    enum { LENGTHS = 3 * KG__NAME_INLINE, KINDS = 40 };
    kg__texts texts = {.ctx = ctx};
    char text[LENGTHS];
    uint32_t number;

    for (int again = 0; again < 2; again++)
        for (uint32_t i = 0; i < LENGTHS * KINDS; i++) {
            const uint32_t length = i % LENGTHS, kind = i / LENGTHS;
            /* The first byte, the last one, or all of them differ. */
            const uint32_t at = kind % 3 == 0 ? 0 : length ? length - 1 : 0;
            size_t size;
            const char *kept;

            memset(text, kind % 3 == 2 ? (int)kind : 'a', length);
            if (length)
                text[at] = (char)kind;
            CHECK(
                kg__intern(&texts, text, length, &number) == KG_OK, "%s", kg_context_message(ctx));
            kept = kg__text_of(&texts, number, &size);
            CHECK(size == length && memcmp(kept, text, length) == 0,
                "text %u of length %u is number %u, of length %zu", i, length, number, size);
        }
    CHECK(texts.count == 1 + (LENGTHS - 1) * KINDS, "%u texts", texts.count);
    kg__texts_destroy(&texts);
}

void io_names(void)
{
    kg_context *ctx = io_context(2);

    check_texts(ctx);
    for (size_t i = 0; i < HOSTILE; i++)
        for (size_t j = 0; j < HOSTILE; j++) {
            size_t third = (7 * i + 3 * j + 1) % HOSTILE;

            while (third == i || third == j)
                third = (third + 1) % HOSTILE;
            if (i != j && (i + j) % 3 == 0)
                check_trips(ctx, (i + 2 * j) % SHAPES, (const size_t[]){i, j, third});
        }
    for (size_t shape = 0; shape < SHAPES; shape++) /* all that is harmless, with each shape */
        for (size_t j = 1; j < HOSTILE; j++)
            check_trips(ctx, shape, (const size_t[]){0, j, j == 1 ? 2 : 1});
    check_long_names(ctx);
    check_marks(ctx);
    check_equal_names(ctx);
    CHECK(kg_context_memory(ctx).current == 0, "leak");
    kg_context_destroy(ctx);
}
