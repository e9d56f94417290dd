/* csr plot: a drawing's segments as the fewest strokes, in an order of little travel. */
#include "csr.h"
#include "document.h"
#include "values.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* ---- the command line ------------------------------------------------------------------------ */

/* A number from `least` on, and what stands behind it. */
static const char *parse_real(const char *text, double least, double *number)
{
    char *end;

    if (strchr(" \t\n\v\f\r+", *text))
        return NULL;
    *number = strtod(text, &end);
    return end > text && isfinite(*number) && *number >= least ? end : NULL;
}

static bool value_tolerance(const char *text, double *number)
{
    const char *end = parse_real(text, 0, number);

    return end && !*end;
}

static void take_place(struct command_line *line, const struct option *option, char *value)
{
    double *start = ((struct csr *)line->input)->plot.find.start;
    const char *end = parse_real(value, -1e100, &start[0]);

    (void)option;
    end = end && *end == ',' ? parse_real(end + 1, -1e100, &start[1]) : NULL;
    if (!end || *end || fabs(start[0]) > 1e100 || fabs(start[1]) > 1e100)
        refuse_value(line, value, "two numbers with a comma between");
}

static const struct option options[] = {
    OPTION("format", "FORMAT",
        WORD_IN(struct csr, plot.format, CSR_STROKES_LINES, "lines, csv or svg"),
        "write % (default: by FILE's extension)"),
    OPTION("tolerance", "LENGTH",
        REAL_IN(struct csr, plot.read.tolerance, value_tolerance, "a length of at least 0"),
        "ends linked by such steps are one (default: 0)"),
    OPTION("split", NULL, SETS(struct csr, plot.read.split, 1),
        "segments are split where they touch, cross or overlap"),
    OPTION("places", "FILE", TEXT_IN(struct csr, plot.read.places),
        "of vertices with names: name,x,y a line"),
    OPTION("columns", "LIST", DOES_INTO(option_columns, struct csr, read.columns),
        "of a table: source,target[,length], names or numbers"),
    OPTION("skip-lines", "N", NUMBER_IN(struct csr, read.skip_lines, 0, UINT64_MAX),
        "ignore the first N lines", .words = "a number of lines"),
    OPTION("straight", NULL, SETS(struct csr, plot.find.straight, 1),
        "strokes go straight on where they can"),
    OPTION("start", "PLACE", DOES(take_place), "where the pen is at first (default: 0,0)"),
    OPTION("seconds", "SECONDS", SECONDS_IN(struct csr, plot.find.seconds),
        "for improving the order of strokes at most"),
    OPTION("keep-order", NULL, SETS(struct csr, plot.find.keep_order, 1),
        "strokes stay in the order in which they are found"),
    OPTION("travel", NULL, SETS(struct csr, plot.travel, true),
        "in SVG, for looking at: the ways of the lifted pen in red"),
    {0}};

static void check(struct command_line *line)
{
    const struct csr *csr = line->input;
    struct csr_plot *p = &((struct csr *)line->input)->plot;
    const char *path = csr->tool.output;
    int length;

    if (path && p->format == CSR_STROKES_AUTO) {
        const char *extension = extension_of(path, &length);

        check_extension(line, "-o", path, ".svg .csv .txt ", false, ", or --format FORMAT");
        if (extension)
            p->format = extension[1] == 's'   ? CSR_STROKES_SVG
                        : extension[1] == 'c' ? CSR_STROKES_CSV
                                              : CSR_STROKES_LINES;
    }
    if (p->travel && p->format != CSR_STROKES_SVG)
        usage_error(line, "--travel is drawn in SVG alone: give -o FILE.svg or --format svg");
}

/* ---- strokes as text ------------------------------------------------------------------------- */

struct strokes {
    const kg_drawing *drawing;
    const kg_segments *segments;
    const uint64_t *begin;
    const kg_edge *step;
    uint64_t count;
    const double *pen; /* where it is at first */
};

/* The vertex that point k of a stroke lies at: it has one more than steps. */
static kg_vertex vertex_at(const struct strokes *s, uint64_t stroke, uint64_t k)
{
    return k < s->begin[stroke + 1] ? s->segments->end[s->step[k]]
                                    : s->segments->end[s->step[k - 1] ^ 1];
}

static bool is_closed(const struct strokes *s, uint64_t stroke)
{
    return vertex_at(s, stroke, s->begin[stroke]) == vertex_at(s, stroke, s->begin[stroke + 1]);
}

static void put_pair(struct text *text, const double *place, const char *between)
{
    text_real(text, place[0]);
    text_string(text, between);
    text_real(text, place[1]);
}

static const double *place_at(const struct strokes *s, uint64_t stroke, uint64_t k)
{
    return s->segments->place + 2 * (uint64_t)vertex_at(s, stroke, k);
}

static void put_lines(struct text *text, const void *user, uint64_t first, uint64_t last)
{
    const struct strokes *s = user;
    const bool named = *kg_drawing_name(s->drawing, 0, NULL);

    for (uint64_t i = first; i < last; i++)
        for (uint64_t k = s->begin[i]; k <= s->begin[i + 1]; k++) {
            size_t length;
            const char *name = kg_drawing_name(s->drawing, vertex_at(s, i, k), &length);

            if (k > s->begin[i])
                text_string(text, named ? " -> " : " ");
            if (named)
                text_put(text, name, length);
            else
                put_pair(text, place_at(s, i, k), ",");
            if (k == s->begin[i + 1])
                text_put(text, "\n", 1);
        }
}

static void put_csv(struct text *text, const void *user, uint64_t first, uint64_t last)
{
    const struct strokes *s = user;

    for (uint64_t i = first; i < last; i++)
        for (uint64_t k = s->begin[i]; k <= s->begin[i + 1]; k++) {
            text_number(text, i);
            text_put(text, ",", 1);
            put_pair(text, place_at(s, i, k), ",");
            text_put(text, "\n", 1);
        }
}

static void put_paths(struct text *text, const void *user, uint64_t first, uint64_t last)
{
    const struct strokes *s = user;

    for (uint64_t i = first; i < last; i++) {
        const bool closed = is_closed(s, i) && s->begin[i + 1] - s->begin[i] > 1;

        text_string(text, "<path d=\"M");
        for (uint64_t k = s->begin[i]; k + closed <= s->begin[i + 1]; k++) {
            if (k > s->begin[i])
                text_put(text, "L", 1);
            put_pair(text, place_at(s, i, k), " ");
        }
        text_string(text, closed ? "Z\"/>\n" : "\"/>\n");
    }
}

static void put_travels(struct text *text, const void *user, uint64_t first, uint64_t last)
{
    const struct strokes *s = user;

    for (uint64_t i = first; i < last; i++) {
        text_string(text, "<path d=\"M");
        put_pair(text, i ? place_at(s, i - 1, s->begin[i]) : s->pen, " ");
        text_put(text, "L", 1);
        put_pair(text, place_at(s, i, s->begin[i]), " ");
        text_string(text, "\"/>\n");
    }
}

/* ---- files ----------------------------------------------------------------------------------- */

enum { PAGE = 10000 }; /* mm: a drawing beyond is no plotter's, but a map in metres, say */

/*
 * The frame of what is drawn, and how wide a line is. A unit is a millimetre. The frame begins at
 * the origin, or at the margin round coordinates below 0, so that drawings that are plotted one by
 * one lie on one page as they do in the file. One that fits on no page has its frame round it.
 */
static void put_head(struct text *text, const struct strokes *s, bool travel)
{
    double low[2] = {0, 0}, high[2] = {0, 0}, side, margin;
    bool page;

    for (uint64_t v = 0; v < s->segments->vertices; v++)
        for (int axis = 0; axis < 2; axis++) {
            const double x = s->segments->place[2 * v + axis];

            low[axis] = v == 0 || x < low[axis] ? x : low[axis];
            high[axis] = v == 0 || x > high[axis] ? x : high[axis];
        }
    for (int axis = 0; travel && axis < 2; axis++) {
        low[axis] = fmin(low[axis], s->pen[axis]);
        high[axis] = fmax(high[axis], s->pen[axis]);
    }
    side = fmax(high[0] - low[0], high[1] - low[1]);
    side = side > 0 ? side : 1;
    margin = side / 50;
    page = fmin(low[0], low[1]) >= -PAGE && fmax(high[0], high[1]) <= PAGE;
    for (int axis = 0; axis < 2; axis++) {
        high[axis] = page ? fmax(high[axis] + margin, 0) : high[axis] + margin;
        low[axis] = page && low[axis] >= 0 ? 0 : low[axis] - margin;
    }
    text_string(text, "<svg xmlns=\"http://www.w3.org/2000/svg\"");
    if (page)
        text_format(
            text, " width=\"%.9gmm\" height=\"%.9gmm\"", high[0] - low[0], high[1] - low[1]);
    text_format(text,
        " viewBox=\"%.9g %.9g %.9g %.9g\" "
        "style=\"background:white\">\n" /* seen by browsers, not by plotters */
        "<g fill=\"none\" stroke=\"black\" stroke-width=\"%.3g\" stroke-linecap=\"round\" "
        "stroke-linejoin=\"round\">\n",
        low[0], low[1], high[0] - low[0], high[1] - low[1], side / 250);
}

static kg_status write_svg(struct csr *csr, kg_output *output, const struct strokes *s)
{
    struct text text = {0};
    kg_status status;

    put_head(&text, s, csr->plot.travel);
    TRY(text_flush(&text, output));
    TRY(tool_rows(&csr->tool, output, s->count, put_paths, s));
    if (csr->plot.travel) {
        text_string(&text, "</g>\n<g fill=\"none\" stroke=\"#d55e00\" stroke-width=\"0.2%\">\n");
        TRY(text_flush(&text, output));
        TRY(tool_rows(&csr->tool, output, s->count, put_travels, s));
    }
    text_string(&text, "</g>\n</svg>\n");
    TRY(text_flush(&text, output));
out:
    free(text.bytes);
    return status;
}

static kg_status write_strokes(struct csr *csr, const struct strokes *s)
{
    const enum csr_strokes format = csr->plot.format;
    struct text text = {0};
    kg_output *output = NULL;
    kg_status status;

    if (!s->segments->place && s->count && format > CSR_STROKES_LINES)
        return tool_fail(&csr->tool, KG_ARGUMENT,
            "%s: its vertices have names and no places, which %s needs: give --places FILE, or "
            "--format lines",
            csr->path, format == CSR_STROKES_CSV ? "csv" : "svg");
    TRY(tool_open(&csr->tool, &output, csr->tool.output));
    if (format == CSR_STROKES_SVG) {
        TRY(write_svg(csr, output, s));
    } else if (format == CSR_STROKES_CSV) {
        text_string(&text, "stroke,x,y\n");
        TRY(text_flush(&text, output));
        TRY(tool_rows(&csr->tool, output, s->count, put_csv, s));
    } else {
        TRY(tool_rows(&csr->tool, output, s->count, put_lines, s));
    }
    TRY(tool_close(&csr->tool, output));
out:
    kg_output_destroy(output);
    free(text.bytes);
    return status;
}

/* ---- the document ---------------------------------------------------------------------------- */

static void put_objects(struct text *text, const void *user, uint64_t first, uint64_t last)
{
    const struct strokes *s = user;

    for (uint64_t i = first; i < last; i++) {
        if (i)
            text_put(text, ",", 1);
        json_open(text, NULL, '{');
        json_open(text, "segments", '[');
        for (uint64_t k = s->begin[i]; k < s->begin[i + 1]; k++)
            json_number(text, NULL, s->step[k] / 2);
        json_close(text, ']');
        json_open(text, s->segments->place ? "points" : "vertices", '[');
        for (uint64_t k = s->begin[i]; k <= s->begin[i + 1]; k++) {
            size_t length;
            const char *name = kg_drawing_name(s->drawing, vertex_at(s, i, k), &length);

            if (!s->segments->place) {
                json_name_of(text, NULL, name, length, vertex_at(s, i, k));
                continue;
            }
            json_open(text, NULL, '[');
            json_double(text, NULL, place_at(s, i, k)[0]);
            json_double(text, NULL, place_at(s, i, k)[1]);
            json_close(text, ']');
        }
        json_close(text, ']');
        json_close(text, '}');
    }
}

static void put_figures(struct text *text, const struct strokes *s, const kg_plot_figures *f)
{
    json_number(text, "vertices", s->segments->vertices);
    json_number(text, "segments", s->segments->count);
    json_number(text, "strokes", f->strokes);
    json_number(text, "closed", f->closed);
    json_double(text, "drawn", f->drawn);
    if (s->segments->place) {
        json_double(text, "pen_up", f->pen_up);
        json_double(text, "pen_up_found", f->pen_up_found);
        json_double(text, "turned", f->turned);
        json_bool(text, "stopped", f->stopped);
    }
}

static kg_status write_document(
    struct csr *csr, const struct strokes *s, const kg_plot_figures *figures)
{
    struct document document = {.tool = &csr->tool};
    kg_status status;

    TRY(document_open(&document));
    put_figures(&document.text, s, figures);
    TRY(document_list(&document, "stroke_list", s->count, put_objects, s));
    TRY(document_close(&document));
out:
    document_drop(&document);
    return status;
}

/* ---- the command ----------------------------------------------------------------------------- */

static void say_figures(struct csr *csr, const struct strokes *s, const kg_plot_figures *f)
{
    struct text text = {0};

    text_format(&text, "%llu stroke%s of %llu segment%s, proven fewest; drawn %.9g",
        (unsigned long long)f->strokes, f->strokes == 1 ? "" : "s",
        (unsigned long long)s->segments->count, s->segments->count == 1 ? "" : "s", f->drawn);
    if (s->segments->place)
        text_format(&text, ", pen up %.9g, as found %.9g%s", f->pen_up, f->pen_up_found,
            f->stopped ? "; time ended its improvement" : "");
    if (!csr->tool.quiet && !text.failed)
        tool_say(&csr->tool, "%.*s", (int)text.used, text.bytes);
    free(text.bytes);
}

static kg_status run(struct csr *csr)
{
    kg_drawing *drawing = NULL;
    kg_plot *plot = NULL;
    struct strokes s = {.pen = csr->plot.find.start};
    struct text text = {0};
    kg_status status;

    TRY(tool_begin(&csr->tool));
    csr->plot.read.columns = csr->read.columns;
    csr->plot.read.skip_lines = csr->read.skip_lines;
    TRY(kg_drawing_read(&drawing, csr->tool.ctx, csr->path, &csr->plot.read));
    tool_work(&csr->tool);
    s.drawing = drawing;
    s.segments = kg_drawing_segments(drawing);
    csr->tool.edges = s.segments->count;
    if (csr->plot.find.straight && !s.segments->place && s.segments->count)
        TRY(tool_fail(&csr->tool, KG_ARGUMENT,
            "--straight: vertices with names have no places: give --places FILE"));
    csr->plot.find.straight &= s.segments->place != NULL;
    TRY(kg_plot_find(&plot, csr->tool.ctx, s.segments, &csr->plot.find));
    TRY(kg_plot_strokes(plot, &s.begin, &s.step, &s.count));
    if (document_wanted(&csr->tool)) {
        TRY(write_document(csr, &s, kg_plot_measure(plot)));
        goto out;
    }
    if (csr->plot.format == CSR_STROKES_AUTO)
        csr->plot.format = s.segments->place ? CSR_STROKES_CSV : CSR_STROKES_LINES;
    TRY(write_strokes(csr, &s));
    if (csr->tool.json) {
        json_open(&text, NULL, '{');
        put_figures(&text, &s, kg_plot_measure(plot));
        TRY(tool_print_json(&csr->tool, &text));
    } else {
        say_figures(csr, &s, kg_plot_measure(plot));
    }
out:
    free(text.bytes);
    kg_plot_destroy(plot);
    kg_drawing_destroy(drawing);
    return status;
}

const struct csr_command csr_plot_command = {
    .shown = {"plot", "the fewest strokes of a plotter's pen, in a short order", "DRAWING",
        TABLES_OF({options}),
        "DRAWING has a segment a line: x1 y1 x2 y2, or two vertices' names and a length, if any; "
        "behind it may stand fixed: it is drawn from its first end to its second. No strokes are "
        "fewer: that is proven before they are written.\n\n"
        "Examples:\n"
        "  csr plot lines.csv -o strokes.svg\n"
        "  csr plot --tolerance 0.05 --straight lines.csv -o strokes.csv\n"
        "  csr plot --split --straight drawing.csv -o strokes.svg\n"
        "  csr plot --json lines.csv | jq .pen_up"},
    .check = check,
    .run = run};
