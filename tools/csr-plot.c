/* csr plot: a drawing's segments as the fewest strokes, in an order of little travel. */
#include "csr.h"
#include "document.h"
#include "strokes.h"
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

static bool value_positive(const char *text, double *number)
{
    const char *end = parse_real(text, 0, number);

    return end && !*end && *number > 0;
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
        WORD_IN(struct csr, plot.format, CSR_STROKES_LINES, "lines, csv, svg, hpgl or gcode"),
        "write % (default: by FILE's extension)"),
    OPTION("tolerance", "LENGTH",
        REAL_IN(struct csr, plot.read.tolerance, value_tolerance, "a length of at least 0"),
        "ends linked by such steps are one (default: 0)"),
    OPTION("flatness", "LENGTH",
        REAL_IN(struct csr, plot.read.flatness, value_positive, "a length above 0"),
        "how far curves of SVG may lie from their segments (default: 0.02)"),
    OPTION("layers", "WHICH",
        WORD_IN(struct csr, plot.read.layers, KG_LAYERS_GROUPS, "groups, colours or none"),
        "of SVG, plotted one by one (default: Inkscape's)"),
    OPTION("split", NULL, SETS(struct csr, plot.read.split, 1),
        "segments are split where they touch, cross or overlap"),
    OPTION("distinct", NULL, SETS(struct csr, plot.read.distinct, 1),
        "a line that is there twice is drawn once"),
    OPTION("straighten", "LENGTH",
        REAL_IN(struct csr, plot.read.straighten, value_positive, "a length above 0"),
        "leave out points within LENGTH of the line that stays"),
    OPTION("retrace", "COST",
        REAL_IN(struct csr, plot.read.retrace, value_positive, "a length above 0"),
        "draw lines again where a lift, which costs COST, costs more"),
    OPTION("places", "FILE", TEXT_IN(struct csr, plot.read.places),
        "of vertices with names: name,x,y a line"),
    OPTION("columns", "LIST", DOES_INTO(option_columns, struct csr, read.columns),
        "of a table: source,target[,length], names or numbers"),
    OPTION("skip-lines", "N", NUMBER_IN(struct csr, read.skip_lines, 0, UINT64_MAX),
        "ignore the first N lines", .words = "a number of lines"),
    OPTION("straight", NULL, SETS(struct csr, plot.find.straight, 1),
        "strokes go straight on where they can"),
    OPTION("start", "PLACE", DOES(take_place), "where the pen is at first (default: 0,0)"),
    OPTION("seam", "WHICH",
        WORD_IN(struct csr, plot.find.seam, KG_SEAM_NEAR, "near, fixed or random"),
        "where closed strokes begin (default: near the pen)"),
    OPTION("inner-first", NULL, SETS(struct csr, plot.find.inner_first, 1),
        "strokes come before the closed ones that they lie in"),
    OPTION("seconds", "SECONDS", SECONDS_IN(struct csr, plot.find.seconds),
        "for improving the order of strokes at most"),
    OPTION("keep-order", NULL, SETS(struct csr, plot.find.keep_order, 1),
        "strokes stay in the order in which they are found"),
    OPTION("travel", NULL, SETS(struct csr, plot.travel, true),
        "in SVG, for looking at: the ways of the lifted pen in red"),
    OPTION("feed", "SPEED", REAL_IN(struct csr, plot.feed, value_positive, "a speed above 0"),
        "G-code: of the pen when it draws, in mm a minute (default: 1000)"),
    OPTION("rapid", "SPEED", REAL_IN(struct csr, plot.rapid, value_positive, "a speed above 0"),
        "G-code: of the lifted pen (default: the machine's)"),
    OPTION("pen-down", "TEXT", TEXT_IN(struct csr, plot.pen_down),
        "G-code: what lowers the pen (default: G0 Z0)"),
    OPTION("pen-up", "TEXT", TEXT_IN(struct csr, plot.pen_up),
        "G-code: what lifts it (default: G0 Z5)"),
    {0}};

/* The formats by their extensions. */
static const struct {
    const char *these;
    enum csr_strokes format;
} extensions[] = {{".svg ", CSR_STROKES_SVG}, {".csv ", CSR_STROKES_CSV},
    {".txt ", CSR_STROKES_LINES}, {".hpgl .plt ", CSR_STROKES_HPGL},
    {".gcode .nc ", CSR_STROKES_GCODE}};

static void check(struct command_line *line)
{
    const struct csr *csr = line->input;
    struct csr_plot *p = &((struct csr *)line->input)->plot;
    const char *path = csr->tool.output;

    if (path && p->format == CSR_STROKES_AUTO) {
        check_extension(line, "-o", path, ".svg .csv .txt .hpgl .plt .gcode .nc ", false,
            ", or --format FORMAT");
        for (size_t i = 0; i < sizeof extensions / sizeof *extensions; i++)
            if (has_extension(path, extensions[i].these, false))
                p->format = extensions[i].format;
    }
    if ((p->feed > 0 || p->rapid > 0 || p->pen_down || p->pen_up) && p->format != CSR_STROKES_GCODE)
        usage_error(line, "--feed, --rapid, --pen-down and --pen-up are of G-code: give "
                          "-o FILE.gcode or --format gcode");
    p->feed = p->feed > 0 ? p->feed : 1000;
    p->pen_down = p->pen_down ? p->pen_down : "G0 Z0";
    p->pen_up = p->pen_up ? p->pen_up : "G0 Z5";
    if (p->travel && p->format != CSR_STROKES_SVG)
        usage_error(line, "--travel is drawn in SVG alone: give -o FILE.svg or --format svg");
}

/* ---- the document ---------------------------------------------------------------------------- */

static void put_objects(struct text *text, const void *user, uint64_t first, uint64_t last)
{
    const struct strokes *s = user;

    for (uint64_t i = first; i < last; i++) {
        if (i)
            text_put(text, ",", 1);
        json_open(text, NULL, '{');
        if (s->layers)
            json_number(text, "layer", stroke_layer(s, i));
        json_open(text, "segments", '[');
        for (uint64_t k = s->begin[i]; k < s->begin[i + 1]; k++)
            json_number(text, NULL, s->step[k] / 2);
        json_close(text, ']');
        json_open(text, s->segments->place ? "points" : "vertices", '[');
        for (uint64_t k = s->begin[i]; k <= s->begin[i + 1]; k++) {
            size_t length;
            const kg_vertex v = stroke_vertex(s, i, k);
            const char *name = kg_drawing_name(s->drawing, v, &length);

            if (!s->segments->place) {
                json_name_of(text, NULL, name, length, v);
                continue;
            }
            json_open(text, NULL, '[');
            json_double(text, NULL, stroke_place(s, i, k)[0]);
            json_double(text, NULL, stroke_place(s, i, k)[1]);
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
    if (s->page) {
        json_open(text, "page", '[');
        json_double(text, NULL, s->page[0]);
        json_double(text, NULL, s->page[1]);
        json_close(text, ']');
    }
    if (!s->layers)
        return;
    json_open(text, "layers", '[');
    for (uint64_t i = 0; i < s->layer_count; i++) {
        json_open(text, NULL, '{');
        json_bytes(text, "name", s->layers[i].name, s->layers[i].length);
        if (*s->layers[i].colour)
            json_string(text, "colour", s->layers[i].colour);
        json_close(text, '}');
    }
    json_close(text, ']');
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
    if (s->layer_count > 1)
        text_format(&text, " in %llu layers", (unsigned long long)s->layer_count);
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
    struct strokes s = {.plot = &csr->plot};
    struct text text = {0};
    kg_status status;

    TRY(tool_begin(&csr->tool));
    csr->plot.read.columns = csr->read.columns;
    csr->plot.find.seed = csr->tool.seed;
    csr->plot.read.skip_lines = csr->read.skip_lines;
    TRY(kg_drawing_read(&drawing, csr->tool.ctx, csr->path, &csr->plot.read));
    if (*kg_context_warning(csr->tool.ctx) && !csr->tool.quiet)
        tool_say(&csr->tool, "warning: %s", kg_context_warning(csr->tool.ctx));
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
    strokes_measure(&s);
    if (document_wanted(&csr->tool)) {
        TRY(write_document(csr, &s, kg_plot_measure(plot)));
        goto out;
    }
    if (csr->plot.format == CSR_STROKES_AUTO)
        csr->plot.format = s.segments->place ? CSR_STROKES_CSV : CSR_STROKES_LINES;
    TRY(strokes_write(csr, &s));
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
