/* GFA 1: what it means, what is broken, each file cut at every byte, and random graphs there and
 * back. */
#include "io.h"
#include <unistd.h>

#define NONE KG_FORMAT_AUTO

/* What reads. A row lists, for each half-edge, its side, the other end, and the side there: + is
 * the plus side, the segment's right end. The last field has one letter, so that every cut is
 * damage. */
static const struct {
    const char *what, *content, *graph;
} good[] = {
    {"the four orientations",
        "H\tVN:Z:1.0\nS\ta\tAC\nS\tb\tGT\nL\ta\t+\tb\t+\t1M\nL\ta\t+\tb\t-\t1M\nL\ta\t-\tb\t+\t1M\n"
        "L\ta\t-\tb\t-\t*\n",
        "bidirected a:+b-,+b+,-b-,-b+;b:-a+,+a+,-a-,+a-;"},
    {"a program's name as version, no overlap",
        "H\tVN:Z:bogart\nS\ta\t*\nL\ta\t+\ta\t+\nL\ta\t+\ta\t-\r\n",
        "bidirected a:+a-,-a+,+a+,+a+;"},
    {"loops", "S\ta\t*\nL\ta\t+\ta\t+\t*\nL\ta\t+\ta\t-\t*\nL\ta\t-\ta\t+\t*\n",
        "bidirected a:+a-,-a+,+a+,+a+,-a-,-a-;"},
    {"links before segments", "L\tx\t+\ty\t-\t5M\nS\ty\tA\nS\tx\t*\n", "bidirected x:+y+;y:+x+;"},
    {"parallel links", "H\tkp:i:1\r\nS\t1\t*\nS\t2\t*\nL\t1\t+\t2\t+\t*\nL\t1\t+\t2\t+\t*\n",
        "bidirected 1:+2-,+2-;2:-1+,-1+;"},
    {"the tag before another", "H\tkp:i:1\tVN:Z:1.0\nS\t1\t*\nL\t1\t+\t1\t+\t*\nL\t1\t-\t1\t-\t*\n",
        "bidirected 1:+1-,-1+,-1+,+1-;"},
    {"segments without links", "S\tb\t*\nS\ta\tACGTNacgtn=.\n", "bidirected b:;a:;"},
    {"other lines",
        "# a "
        "comment\nH\tVN:Z:1.2\tTS:i:5\nH\nS\ta\tA\tLN:i:1\tRC:i:70\n\nL\ta\t+\ta\t+\t0M\tID:Z:x\n"
        "C\ta\t+\tz\t+\t0\t1M\nP\tp\ta+,z-\t*\nW\ts\t1\tc\t0\t1\t>z\nJ\ta\t+\tz\t-\t*\n",
        "bidirected a:+a-,-a+;"},
    {"carriage returns", "H\tVN:Z:1.0\r\nS\ta\tA\r\nL\ta\t+\ta\t-\t*\r\n", "bidirected a:+a+,+a+;"},
    {"names of signs", "S\t+\t*\nS\t-,a->b:\t*\nL\t+\t+\t-,a->b:\t-\t*\n",
        "bidirected +:+-,a->b:+;-,a->b::+++;"},
    {"rGFA", "S\ts1\tA\tSN:Z:chr1\tSO:i:0\tSR:i:0\nL\ts1\t+\ts1\t+\t0M\tSR:i:0\n",
        "bidirected s1:+s1-,-s1+;"},
};

/* Links that are one, the graph that they are, and the end of what is said of them. */
static const struct {
    const char *what, *content, *graph, *said;
} equal[] = {
    {"in the same form", "S\ta\t*\nS\tb\t*\nL\ta\t+\tb\t+\t*\nL\ta\t+\tb\t+\t*\n",
        "bidirected a:+b-;b:-a+;", "left out: 1 of 2; the option parallel keeps them"},
    {"in the other form",
        "S\ta\t*\nS\tb\t*\nS\tc\t*\nL\tb\t-\ta\t-\t5M\nL\tb\t+\tc\t-\t5M\nL\tc\t+\tb\t-\t5M\n"
        "L\ta\t+\tb\t+\t5M\nL\ta\t+\tb\t+\n",
        "bidirected a:+b-;b:-a+,+c+;c:+b+;", "left out: 3 of 5; the option parallel keeps them"},
    {"loops",
        "S\ta\t*\nL\ta\t+\ta\t+\t*\nL\ta\t-\ta\t-\t*\nL\ta\t+\ta\t-\t*\nL\ta\t+\ta\t-\t*\n"
        "L\ta\t-\ta\t+\t*\n",
        "bidirected a:+a-,-a+,+a+,+a+,-a-,-a-;",
        "left out: 2 of 5; the option parallel keeps them"},
    {"an overlap in the other form, and others",
        "S\ta\t*\nS\tb\t*\nL\ta\t+\tb\t+\t3M1I\nL\tb\t-\ta\t-\t1D3M\nL\tb\t-\ta\t-\t*\n"
        "L\tb\t-\ta\t-\t5M\nL\ta\t+\tb\t+\t99999999999999999999M\n",
        "bidirected a:+b-;b:-a+;",
        "left out: 4 of 5, 2 of them with an overlap of another length; the option parallel keeps "
        "them"},
    {"a tag that is not in the first line, or another",
        "H\tVN:Z:1.0\tkp:i:10\nH\tkp:i:1\nS\ta\t*\nL\ta\t+\ta\t-\t*\nL\ta\t+\ta\t-\t*\n",
        "bidirected a:+a+,+a+;", "left out: 1 of 2; the option parallel keeps them"},
};

/* Lines that come first all the same, and what they are taken for. */
static const struct {
    const char *content;
    bool is_gfa;
} begun[] = {
    {"P\tp\ta+,b-\t*\nS\ta\tAC\nS\tb\t*\n", true},
    {"# c\nH\nW\ts\t1\tc\t0\t1\t>a\nL\ta\t+\ta\t-\t*\nS\ta\t*\n", true},
    {"H\tTS:i:5\n", true},
    {"P\tQ\nQ\tP\n", false},
    {"P\tS\nS\tL\nL\tP\n", false},
    {"H\tP\nP\tH\n", false},
};

static const struct {
    const char *broken, *content, *message;
    kg_format format;
} damaged[] = {
    {"a link to a segment that never comes", "S\ta\t*\nL\ta\t+\tbc\t+\t*\n",
        "f:2:7: the file has no line S for the segment 'bc' (read as GFA 1)", NONE},
    {"a link from one", "S\ta\t*\nL\ta\t-\ta\t+\t*\nL\tbc\t+\ta\t+\t*\nL\td\t+\ta\t+\t*\n",
        "f:3:3: the file has no line S for the segment 'bc'", NONE},
    {"a segment twice", "S\ta\t*\nS\tb\tA\nS\ta\t*\nS\tb\t*\n", "f:3:3: a second segment 'a'",
        NONE},
    {"both, the link first", "L\ta\t+\tx\t+\t*\nS\ta\t*\nS\ta\t*\n", "f:1:7: the file has no line",
        NONE},
    {"both, the segment first", "S\ta\t*\nS\ta\t*\nL\ta\t+\tx\t+\t*\n", "f:2:3: a second", NONE},
    {"no name", "S\ta\t*\nS\t\t*\n", "f:2:3: nothing stands here, expected the name of a", NONE},
    {"a blank in a name", "S\ta\t*\nS\tb c\t*\n", "f:2:4: a blank, expected a tab behind the name",
        NONE},
    {"a segment that ends", "S\ta\t*\nS\tb\n", "f:2:4: the line ends here, expected the name",
        NONE},
    {"a segment without sequence", "S\ta\t*\nS\tb\t\n",
        "f:2:5: no sequence stands here, expected the sequence or *", NONE},
    {"blanks for tabs", "S\ta\t*\nL a + a - *\n", "f:2:1: expected S, L, H, C, P, W or J", NONE},
    {"another orientation", "S\ta\t*\nL\ta\t*\ta\t-\t*\n", "f:2:5: expected the orientation", NONE},
    {"an orientation too long", "S\ta\t*\nL\ta\t+\ta\t-1\t*\n", "f:2:10: expected a tab", NONE},
    {"no orientation", "S\ta\t*\nL\ta\t+\ta\n", "f:2:8: the line ends here, expected the name",
        NONE},
    {"an empty overlap", "S\ta\t*\nL\ta\t+\ta\t-\t\n", "f:2:11: expected the overlap, as in", NONE},
    {"GFA 2 by its header", "H\tVN:Z:2.0\nS\ta\t4\tACGT\n", "f:1:8: GFA 2.0, expected GFA 1", NONE},
    {"GFA 10", "H\tVN:Z:10\nS\ta\tACGT\n", "f:1:8: GFA 10, expected GFA 1", NONE},
    {"GFA 2 by a segment", "S\ta\t4\tACGT\n", "f:1:5: a length, as GFA 2 has it; konig reads",
        NONE},
    {"GFA 2 by an edge", "S\ta\tAC\nE\t*\ta+\ta-\t0\t1\t1\t2$\t*\n",
        "f:2:1: a line of GFA 2, expected one of GFA 1", NONE},
    {"another line", "S\ta\tAC\n1\ta\n", "f:2:1: expected S, L, H, C, P, W or J and a tab", NONE},
    {"a line of S alone", "S\ta\tAC\nS\n", "f:2:1: expected S, L, H, C, P, W or J and a tab", NONE},
    {"a line of text", "S\ta\tAC\nSegments follow\n", "f:2:1: expected S, L, H", NONE},
    {"an edge list", "1 2\n2 1\n", "f:1:1: expected S, L, H", KG_FORMAT_GFA},
};

static kg_status read_text(kg_graph **graph, kg_context *ctx, const char *text, size_t size,
    kg_format format, size_t block)
{
    return io_read(graph, ctx, text, size, "f", format, 0, block);
}

static void check_good(kg_context *ctx, size_t i, size_t block)
{
    kg_graph *graph;
    kg_status status =
        read_text(&graph, ctx, good[i].content, strlen(good[i].content), NONE, block);

    CHECK(status == KG_OK && !*kg_context_warning(ctx), "%s, block %zu: %s '%s'", good[i].what,
        block, kg_context_message(ctx), kg_context_warning(ctx));
    if (status == KG_OK) {
        char *text = io_describe(graph);

        CHECK(strcmp(text, good[i].graph) == 0, "%s, block %zu: %s, expected %s", good[i].what,
            block, text, good[i].graph);
        free(text);
    }
    kg_graph_destroy(graph);
    CHECK(kg_context_memory(ctx).current == 0, "%s leaks", good[i].what);
}

static void check_equal(kg_context *ctx, size_t i, size_t block)
{
    const char *content = equal[i].content, *said;
    kg_read_options options = KG_READ_OPTIONS_INIT;
    kg_graph *graph, *whole;
    char *text;

    CHECK(read_text(&graph, ctx, content, strlen(content), NONE, block) == KG_OK, "%s: %s",
        equal[i].what, kg_context_message(ctx));
    said = strstr(kg_context_warning(ctx), "left out: ");
    CHECK(said && strcmp(said, equal[i].said) == 0, "%s, block %zu: '%s'", equal[i].what, block,
        kg_context_warning(ctx));
    text = io_describe(graph);
    CHECK(strcmp(text, equal[i].graph) == 0, "%s, block %zu: %s, expected %s", equal[i].what, block,
        text, equal[i].graph);
    free(text);
    options.parallel = 1;
    CHECK(io_read_options(&whole, ctx, content, strlen(content), "f", &options, block) == KG_OK &&
              !*kg_context_warning(ctx) && kg_graph_edges(whole) > kg_graph_edges(graph),
        "%s, all links: %s", equal[i].what, kg_context_warning(ctx));
    kg_graph_destroy(whole);
    kg_graph_destroy(graph);
    CHECK(kg_context_memory(ctx).current == 0, "%s leaks", equal[i].what);
}

static void check_damaged(kg_context *ctx, size_t i, size_t block)
{
    kg_graph *graph;
    kg_status status = read_text(
        &graph, ctx, damaged[i].content, strlen(damaged[i].content), damaged[i].format, block);

    CHECK(status == KG_FORMAT && !graph && strstr(kg_context_message(ctx), damaged[i].message),
        "%s, block %zu: %s '%s', expected '%s'", damaged[i].broken, block, kg_status_string(status),
        kg_context_message(ctx), damaged[i].message);
    kg_graph_destroy(graph);
    CHECK(kg_context_memory(ctx).current == 0, "%s leaks", damaged[i].broken);
}

static void check_begun(kg_context *ctx)
{
    for (size_t i = 0; i < sizeof begun / sizeof *begun; i++) {
        kg_graph *graph;

        CHECK(
            read_text(&graph, ctx, begun[i].content, strlen(begun[i].content), NONE, 9) == KG_OK &&
                (kg_graph_kind(graph) == KG_BIDIRECTED) == begun[i].is_gfa,
            "%s: %s", begun[i].content, kg_context_message(ctx));
        kg_graph_destroy(graph);
    }
}

/* A cut within a line S or L up to its last column that is needed is damage, and nothing else
 * crashes. A zero byte is damage anywhere. */
static void check_cuts(kg_context *ctx)
{
    static const char text[] = "S\tab\t*\nL\tab\t+\tab\t-\t*\n";
    char copy[sizeof text];
    kg_graph *graph;

    for (size_t cut = 1; cut < sizeof text - 2; cut++) {
        const kg_status status = read_text(&graph, ctx, text, cut, KG_FORMAT_GFA, 5);

        CHECK((status == KG_OK) == (cut == 6 || cut == 7 || cut == 18), "cut at %zu: %s", cut,
            kg_context_message(ctx));
        kg_graph_destroy(graph);
    }
    for (size_t at = 0; at < sizeof text - 1; at++) {
        memcpy(copy, text, sizeof text);
        copy[at] = '\0';
        CHECK(read_text(&graph, ctx, copy, sizeof text - 1, KG_FORMAT_GFA, 5) == KG_FORMAT,
            "a zero at %zu", at);
        kg_graph_destroy(graph);
    }
}

static unsigned next(unsigned *state)
{
    *state = *state * 1664525u + 1013904223u;
    return *state >> 8;
}

/* Links and segments in random order, as text; and the links as the definition has them. */
typedef struct sample {
    char *text;
    size_t size;
    unsigned segments, links;
    unsigned (*link)[4]; /* the segment, 1 at its right end; the same of the other end */
} sample;

static sample make_sample(unsigned segments, unsigned links, unsigned seed)
{
    sample s = {.segments = segments, .links = links};
    unsigned left = segments, most = links;
    FILE *file = open_memstream(&s.text, &s.size);

    s.link = malloc((links + 1) * sizeof *s.link);
    fprintf(file, "H\tVN:Z:1.0\tkp:i:1\n");
    for (unsigned at = 0; left + most > 0;) {
        if (next(&seed) % (left + most) < left) {
            left--;
            fprintf(file, "S\tsegment-number-%u\t%s\n", left * 7, left % 3 ? "ACGTACGT" : "*");
            continue;
        }
        const unsigned a = next(&seed) % segments, b = next(&seed) % segments;
        const bool forward_a = next(&seed) & 1, forward_b = next(&seed) & 1;

        fprintf(file, "L\tsegment-number-%u\t%c\tsegment-number-%u\t%c\t4M\n", a * 7,
            forward_a ? '+' : '-', b * 7, forward_b ? '+' : '-');
        s.link[at][0] = a * 7;
        s.link[at][1] = forward_a; /* left at the right end */
        s.link[at][2] = b * 7;
        s.link[at++][3] = !forward_b; /* entered at the left end */
        most--;
    }
    fclose(file);
    return s;
}

static bool is_named(kg_graph *graph, kg_vertex v, unsigned number)
{
    char expected[40], buffer[24];
    size_t length, bytes = (size_t)snprintf(expected, sizeof expected, "segment-number-%u", number);
    const char *name = kg_graph_name(graph, v, buffer, sizeof buffer, &length);

    return length == bytes && memcmp(name, expected, bytes) == 0;
}

static void check_links(kg_graph *graph, const sample *s)
{
    const uint64_t *side, *one;
    const kg_vertex *end;
    unsigned wrong = 0;

    CHECK(kg_graph_kind(graph) == KG_BIDIRECTED && kg_graph_edges(graph) == s->links &&
              kg_graph_vertices(graph) == s->segments && kg_graph_ends(graph, &end) == KG_OK &&
              kg_graph_sides(graph, &side, &one) == KG_OK && !one,
        "%u segments, %u links: another graph", s->segments, s->links);
    for (unsigned h = 0; h < 2 * kg_graph_edges(graph); h++)
        wrong += !is_named(graph, end[h], s->link[h / 2][h % 2 * 2]) ||
                 (side[h / 64] >> h % 64 & 1) != s->link[h / 2][h % 2 * 2 + 1];
    CHECK(wrong == 0, "%u segments, %u links: %u ends are others", s->segments, s->links, wrong);
}

/* Whether two links join the same ends. */
static bool are_equal(const unsigned *a, const unsigned *b)
{
    return memcmp(a, b, 4 * sizeof *a) == 0 ||
           (a[0] == b[2] && a[1] == b[3] && a[2] == b[0] && a[3] == b[1]);
}

/* Keeps the first of equal links. Returns the text without its header. */
static const char *keep_firsts(sample *s)
{
    unsigned kept = 0;

    for (unsigned i = 0, j; i < s->links; i++) {
        for (j = 0; j < kept && !are_equal(s->link[j], s->link[i]);)
            j++;
        if (j == kept)
            memcpy(s->link[kept++], s->link[i], sizeof *s->link);
    }
    s->links = kept;
    return strchr(s->text, '\n') + 1;
}

/* Reads, writes as .gfa and .kcsr, and reads again, with the same bytes for all threads. */
static void check_random(kg_context **ctx)
{
    static const unsigned sizes[][2] = {
        {1, 0}, {1, 1}, {1, 5}, {2, 9}, {33, 64}, {700, 1500}, {9000, 20000}};
    static const char *const names[] = {"g.gfa", "g.kcsr"};

    for (unsigned i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        sample s = make_sample(sizes[i][0], sizes[i][1], i + 5);
        char *first[2] = {NULL, NULL};
        const char *body;
        size_t size[2];

        for (int t = 0; t < THREAD_COUNTS; t++)
            for (int file = 0; file < 2; file++) {
                const char *path = io_path(names[file]);
                kg_graph *graph, *back = NULL;
                size_t bytes;
                char *text;

                CHECK(read_text(&graph, ctx[t], s.text, s.size, NONE,
                          s.size < 5000 ? 50 : KG__TEXT_BLOCK / 16) == KG_OK,
                    "%s", kg_context_message(ctx[t]));
                check_links(graph, &s);
                CHECK(kg_graph_write(graph, path, KG_FORMAT_AUTO) == KG_OK &&
                          kg_graph_read(&back, ctx[t], path, NULL) == KG_OK &&
                          kg_graph_equal(graph, back),
                    "%s: %s", names[file], kg_context_message(ctx[t]));
                kg_graph_destroy(back);
                kg_graph_destroy(graph);
                text = io_load(path, &bytes);
                unlink(path);
                CHECK(
                    !first[file] || (bytes == size[file] && memcmp(text, first[file], bytes) == 0),
                    "%s: other bytes with %d threads", names[file], thread_counts[t]);
                if (first[file])
                    free(text);
                else
                    first[file] = text;
                size[file] = bytes;
            }
        body = s.links < 2000 ? keep_firsts(&s) : NULL; /* which takes links^2 */
        for (int t = 0; t < THREAD_COUNTS && body; t++) {
            kg_graph *graph;

            CHECK(read_text(&graph, ctx[t], body, strlen(body), NONE,
                      s.size < 5000 ? 50 : KG__TEXT_BLOCK / 16) == KG_OK,
                "%s", kg_context_message(ctx[t]));
            check_links(graph, &s);
            kg_graph_destroy(graph);
        }
        free(first[0]);
        free(first[1]);
        free(s.link);
        free(s.text);
    }
}

/* What GFA cannot carry is refused, and leaves no file. */
static void check_refusals(kg_context *ctx)
{
    static const kg_vertex end[] = {0, 1};
    static const uint64_t side = 1;
    static const double value = 2;
    static const struct {
        const char *what, *name;
        uint64_t one_sided;
        bool valued;
        const char *message;
    } rows[] = {
        {"a one-sided vertex", "b", 2, false, "vertex 'b' is one-sided"},
        {"values", "b", 0, true, "GFA has no values"},
        {"an empty name", "", 0, false, "vertex 1 has an empty name"},
        {"a blank", "New York", 0, false, "vertex 1 has an empty name, or one with blanks"},
        {"a tab", "a\tb", 0, false, "vertex 1 has an empty name, or one with blanks"},
    };
    kg_graph *graph;

    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        const char *names[] = {"a", rows[i].name};
        const size_t length[] = {1, strlen(rows[i].name)};

        CHECK(kg_graph_build_bidirected(&graph, ctx, 2, 1, end, &side, &rows[i].one_sided,
                  rows[i].valued ? &value : NULL) == KG_OK &&
                  kg_graph_set_names(graph, names, length) == KG_OK,
            "%s", kg_context_message(ctx));
        CHECK(kg_graph_write(graph, io_path("bad"), KG_FORMAT_GFA) == KG_UNSUPPORTED &&
                  strstr(kg_context_message(ctx), rows[i].message),
            "%s: %s", rows[i].what, kg_context_message(ctx));
        kg_graph_destroy(graph);
    }
    for (int undirected = 0; undirected < 2; undirected++) {
        const char *const text = undirected ? "a -- b\n" : "a -> b\n";

        CHECK(io_read(&graph, ctx, text, 7, "f", NONE, 0, 9) == KG_OK, "%s", text);
        CHECK(kg_graph_write(graph, io_path("bad"), KG_FORMAT_GFA) == KG_UNSUPPORTED &&
                  strstr(kg_context_message(ctx), undirected ? "an undirected one" : "a directed"),
            "%s: %s", text, kg_context_message(ctx));
        kg_graph_destroy(graph);
    }
    CHECK(io_directory_is_empty(), "a refused graph leaves a file");
}

/* Files whose names are to be spelled, and why they are not. */
static const char *const spelled[][2] = {
    {"S\tACG\tACG\nS\tCGT\t*\nL\tACG\t+\tCGT\t+\t2M\n", NULL},
    {"S\tACG\t*\nS\t1\tACGT\nL\tACG\t+\t1\t+\t*\nL\tACG\t+\t1\t-\t10M\n",
        "f:2:3: a sequence that is not the segment's name, and names would be spelled; -k 11 "
        "spells "
        "sequences, which overlap by 10 letters here: segment '1' (read as GFA 1)"},
    {"L\tACG\t+\tACG\t+\t0M\nS\tACG\tACGT\n", "f:2:3: a sequence that is not the segment's name"},
    {"S\tACG\tAC\nL\tACG\t+\tACG\t+\t0M\n", "-k K spells sequences"},
};

/* Options that change the kind, and others. */
static void check_options(kg_context *ctx)
{
    static const char text[] = "S\ta\t*\nS\tb\t*\nL\ta\t+\tb\t-\t*\n";
    kg_read_options options = KG_READ_OPTIONS_INIT;
    kg_graph *graph;

    options.undirected = 1;
    CHECK(io_read_options(&graph, ctx, text, sizeof text - 1, "f", &options, 9) == KG_OK &&
              kg_graph_kind(graph) == KG_UNDIRECTED && kg_graph_edges(graph) == 1,
        "undirected: %s", kg_context_message(ctx));
    kg_graph_destroy(graph);
    options.undirected = 0;
    options.both_directions = 1;
    CHECK(io_read_options(&graph, ctx, text, sizeof text - 1, "f", &options, 9) == KG_UNSUPPORTED,
        "both directions: %s", kg_context_message(ctx));
    options.both_directions = 0;
    options.spelled = 1;
    for (size_t i = 0; i < sizeof spelled / sizeof *spelled; i++) {
        const kg_status status =
            io_read_options(&graph, ctx, spelled[i][0], strlen(spelled[i][0]), "f", &options, 9);

        CHECK(spelled[i][1] ? status == KG_FORMAT && strstr(kg_context_message(ctx), spelled[i][1])
                            : status == KG_OK,
            "%s: %s", spelled[i][0], kg_context_message(ctx));
        kg_graph_destroy(graph);
    }
    options.spelled = 0;
    options.ids = 1;
    CHECK(io_read_options(&graph, ctx, text, sizeof text - 1, "f", &options, 9) == KG_ARGUMENT,
        "ids: %s", kg_context_message(ctx));
    CHECK(kg_context_memory(ctx).current == 0, "leak");
}

void io_gfa(void)
{
    kg_context *ctx[THREAD_COUNTS];

    for (int t = 0; t < THREAD_COUNTS; t++) {
        ctx[t] = io_context(thread_counts[t]);
        for (int b = 0; b < BLOCK_SIZES; b++) {
            for (size_t i = 0; i < sizeof good / sizeof *good; i++)
                check_good(ctx[t], i, block_sizes[b]);
            for (size_t i = 0; i < sizeof equal / sizeof *equal; i++)
                check_equal(ctx[t], i, block_sizes[b]);
            for (size_t i = 0; i < sizeof damaged / sizeof *damaged; i++)
                check_damaged(ctx[t], i, block_sizes[b]);
        }
        check_cuts(ctx[t]);
        check_begun(ctx[t]);
        check_options(ctx[t]);
    }
    check_random(ctx);
    check_refusals(*ctx);
    for (int t = 0; t < THREAD_COUNTS; t++)
        kg_context_destroy(ctx[t]);
}
