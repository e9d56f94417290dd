/*
 * Strokes as files. The coordinates of tables and lines must read back as the places of strokes, to
 * the last bit. Threads must give equal bytes in all formats. Texts must not become markup.
 */
#include "drawings.h"
#include <string.h>
#include <unistd.h>

enum { FORMATS = KG_STROKES_GCODE };

/* A plot, and what a file says of it. */
typedef struct written {
    drawing d;
    uint32_t *layer;
    kg_plot *plot;
    kg_strokes strokes;
} written;

static const kg_drawing_layer layers[] = {
    {"\"><script>&\xff\1", 13, "red"}, {"", 0, ""}, {"\xc3\xa9\xf0\x9d\x84\x9e", 6, "#e30613"}};

static const double page[] = {420, 297};

static void make(written *w, check *c, kg_context *ctx, uint64_t n, uint64_t m)
{
    uint64_t seed = c->seed;

    *w = (written){.d = make_random(&seed, n, m, 3), .layer = check_array(m, sizeof *w->layer)};
    for (uint64_t s = 0; s < m; s++)
        w->layer[s] = (uint32_t)below(&seed, 3);
    for (uint64_t v = 0; v < n; v++) /* numbers of many and of few digits */
        w->d.place[2 * v] *= v % 3 ? 1 : 1.0 / 3;
    w->d.segments.layer = w->layer;
    check_status(c, ctx,
        kg_plot_find(&w->plot, ctx, &w->d.segments, &(kg_plot_options){.keep_order = 1}), KG_OK);
    w->strokes =
        (kg_strokes){.segments = &w->d.segments, .layers = layers, .layer_count = 3, .page = page};
    check_status(c, ctx,
        kg_plot_strokes(w->plot, &w->strokes.begin, &w->strokes.step, &w->strokes.count), KG_OK);
}

static void drop(written *w)
{
    kg_plot_destroy(w->plot);
    destroy(&w->d);
    free(w->layer);
}

/* The bytes of a file, terminated. */
static char *write_file(check *c, kg_context *ctx, const kg_strokes *strokes, int format)
{
    char path[] = "/tmp/konig-plot-XXXXXX", *bytes;
    const int fd = mkstemp(path);
    FILE *file;
    off_t size;

    if (fd < 0) {
        check_fail(c, ctx, "cannot create %s", path);
        return NULL;
    }
    check_status(c, ctx,
        kg_plot_write(ctx, strokes, path, (kg_strokes_format)format,
            &(kg_plot_profile){.travel = 1, .start = {-5, 3}}),
        KG_OK);
    close(fd);
    file = fopen(path, "rb");
    fseek(file, 0, SEEK_END);
    size = ftell(file);
    rewind(file);
    bytes = check_array((size_t)size + 1, 1);
    bytes[fread(bytes, 1, (size_t)size, file)] = '\0';
    fclose(file);
    unlink(path);
    return bytes;
}

/* The place of point k of stroke i. */
static const double *place_of(const kg_strokes *s, uint64_t i, uint64_t k)
{
    const uint64_t step = s->begin[i] + k;
    const kg_edge half = step < s->begin[i + 1] ? s->step[step] : s->step[step - 1] ^ 1;

    return s->segments->place + 2 * (uint64_t)s->segments->end[half];
}

/* Reads the numbers of a table or of lines. Fields of layers in quotes have no line ends here. */
static void check_places(check *c, kg_context *ctx, const kg_strokes *s, const char *text, bool csv)
{
    const char *p = text;

    if (csv)
        p = strchr(p, '\n') + 1;
    for (uint64_t i = 0; i < s->count; i++)
        for (uint64_t k = 0; k <= s->begin[i + 1] - s->begin[i]; k++) {
            const double *at = place_of(s, i, k);
            char *end = NULL;
            double x, y;

            if (csv && strtoull(p, &end, 10) != i)
                check_fail(c, ctx, "stroke %d is not numbered so", (int)i);
            p = csv ? end + 1 : p;
            x = strtod(p, &end);
            y = strtod(end + 1, &end);
            if (x != at[0] || y != at[1]) {
                check_fail(c, ctx, "point %d of stroke %d is %g,%g", (int)k, (int)i, x, y);
                return;
            }
            c->compared++;
            p = csv ? strchr(end, '\n') + 1 : end + 1;
        }
    if (*p)
        check_fail(c, ctx, "more than the strokes: %s", p);
}

static uint64_t count_of(const char *text, const char *what)
{
    uint64_t count = 0;

    for (; (text = strstr(text, what)) != NULL; text++)
        count++;
    return count;
}

static void check_files(check *c)
{
    kg_context *ctx = c->context[0];
    written w;

    make(&w, c, ctx, check_is_small() ? 3000 : 30000, check_is_small() ? 2000 : 20000);
    for (int format = KG_STROKES_LINES; format <= FORMATS; format++) {
        char *first = write_file(c, ctx, &w.strokes, format);

        if (!first || !*first) {
            check_fail(c, ctx, "nothing is written in format %d", format);
            free(first);
            break;
        }
        if (format <= KG_STROKES_CSV)
            check_places(c, ctx, &w.strokes, first, format == KG_STROKES_CSV);
        if (format == KG_STROKES_SVG &&
            (strstr(first, "<script") || count_of(first, "<path") != 2 * w.strokes.count ||
                count_of(first, "inkscape:groupmode") != 3))
            check_fail(c, ctx, "another number of paths or groups, or markup of a name");
        for (int k = 1; k < c->contexts; k++) {
            char *other = write_file(c, c->context[k], &w.strokes, format);

            if (strcmp(first, other) != 0)
                check_fail(c, c->context[k], "another file of format %d", format);
            c->compared++;
            free(other);
        }
        free(first);
    }
    drop(&w);
}

static void check_refused(check *c)
{
    kg_context *ctx = c->context[0];
    written w;
    kg_strokes s;
    kg_segments segments;
    const struct {
        double feed, rapid, start;
        const char *path;
        int format;
        const char *message;
    } cases[] = {
        {0, 0, 0, "a.pdf", 0, "expected a file that ends in .txt, .csv, .svg"},
        {0, 0, 0, "a", 9, "unknown format 9"},
        {-1, 0, 0, "/dev/null", 5, "feed is -1 and rapid is 0: expected speeds"},
        {0, -2, 0, "/dev/null", 5, "feed is 1000 and rapid is -2: expected speeds"},
        {0, 0, 1e300, "/dev/null", 3, "the start is 1e+300,0: expected at most 1e100"},
    };

    make(&w, c, ctx, 20, 9);
    s = w.strokes;
    segments = w.d.segments;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        kg_plot_profile profile = {
            .feed = cases[i].feed, .rapid = cases[i].rapid, .start = {cases[i].start, 0}};

        check_status(c, ctx,
            kg_plot_write(ctx, &s, cases[i].path, (kg_strokes_format)cases[i].format, &profile),
            KG_ARGUMENT);
        if (!strstr(kg_context_message(ctx), cases[i].message))
            check_fail(c, ctx, "the message is '%s'", kg_context_message(ctx));
    }
    s.layer_count = 1;
    check_status(c, ctx, kg_plot_write(ctx, &s, "/dev/null", KG_STROKES_SVG, NULL), KG_ARGUMENT);
    s = w.strokes;
    segments.count = 3;
    s.segments = &segments;
    check_status(c, ctx, kg_plot_write(ctx, &s, "/dev/null", KG_STROKES_SVG, NULL), KG_ARGUMENT);
    segments = w.d.segments;
    segments.place = NULL;
    check_status(c, ctx, kg_plot_write(ctx, &s, "/dev/null", KG_STROKES_LINES, NULL), KG_ARGUMENT);
    if (!strstr(kg_context_message(ctx), "have no places, which lines needs"))
        check_fail(c, ctx, "the message is '%s'", kg_context_message(ctx));
    w.d.place[0] = 3e7;
    check_status(
        c, ctx, kg_plot_write(ctx, &w.strokes, "/dev/null", KG_STROKES_HPGL, NULL), KG_ARGUMENT);
    check_status(c, ctx, kg_plot_write(ctx, NULL, "/dev/null", KG_STROKES_HPGL, NULL), KG_ARGUMENT);
    drop(&w);
}

static kg_status write_all(kg_context *ctx, const kg_strokes *strokes)
{
    kg_status status = KG_OK;

    for (int format = KG_STROKES_LINES; format <= FORMATS && status == KG_OK; format++)
        status = kg_plot_write(
            ctx, strokes, "/dev/null", (kg_strokes_format)format, &(kg_plot_profile){.travel = 1});
    return status;
}

static void check_file_allocations(check *c)
{
    kg_context *ctx = c->context[0];
    written w;

    make(&w, c, ctx, 20, 9);
    CHECK_ALLOCATIONS(c, ctx, write_all(ctx, &w.strokes));
    drop(&w);
}

const check_case check_plot_files_cases[] = {
    {"plot.written", check_files, NULL, 0},
    {"plot.written-refused", check_refused, NULL, 0},
    {"plot.written-allocations", check_file_allocations, NULL, 0},
    {NULL, NULL, NULL, 0},
};
