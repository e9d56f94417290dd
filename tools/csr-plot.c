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
        WORD_IN(struct csr, plot.format, KG_STROKES_LINES, "lines, csv, svg, hpgl or gcode"),
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
    OPTION("travel", NULL, SETS(struct csr, plot.profile.travel, 1),
        "in SVG, for looking at: the ways of the lifted pen in red"),
    OPTION("feed", "SPEED",
        REAL_IN(struct csr, plot.profile.feed, value_positive, "a speed above 0"),
        "G-code: of the pen when it draws, in mm a minute (default: 1000)"),
    OPTION("rapid", "SPEED",
        REAL_IN(struct csr, plot.profile.rapid, value_positive, "a speed above 0"),
        "G-code: of the lifted pen (default: the machine's)"),
    OPTION("pen-down", "TEXT", TEXT_IN(struct csr, plot.profile.pen_down),
        "G-code: what lowers the pen (default: G0 Z0)"),
    OPTION("pen-up", "TEXT", TEXT_IN(struct csr, plot.profile.pen_up),
        "G-code: what lifts it (default: G0 Z5)"),
    {0}};

/* The formats by their extensions. */
static const struct {
    const char *these;
    kg_strokes_format format;
} extensions[] = {{".svg ", KG_STROKES_SVG}, {".csv ", KG_STROKES_CSV}, {".txt ", KG_STROKES_LINES},
    {".hpgl .plt ", KG_STROKES_HPGL}, {".gcode .nc ", KG_STROKES_GCODE}};

static void check(struct command_line *line)
{
    const struct csr *csr = line->input;
    struct csr_plot *p = &((struct csr *)line->input)->plot;
    const char *path = csr->tool.output;

    if (path && p->format == KG_STROKES_AUTO) {
        check_extension(line, "-o", path, ".svg .csv .txt .hpgl .plt .gcode .nc ", false,
            ", or --format FORMAT");
        for (size_t i = 0; i < sizeof extensions / sizeof *extensions; i++)
            if (has_extension(path, extensions[i].these, false))
                p->format = extensions[i].format;
    }
    if ((p->profile.feed > 0 || p->profile.rapid > 0 || p->profile.pen_down || p->profile.pen_up) &&
        p->format != KG_STROKES_GCODE)
        usage_error(line, "--feed, --rapid, --pen-down and --pen-up are of G-code: give "
                          "-o FILE.gcode or --format gcode");
    if (p->profile.travel && p->format != KG_STROKES_SVG)
        usage_error(line, "--travel is drawn in SVG alone: give -o FILE.svg or --format svg");
}

/* ---- strokes --------------------------------------------------------------------------------- */

/* What is found, and the drawing that it is of. */
struct strokes {
    kg_strokes write;
    const kg_drawing *drawing;
    const char **name; /* [vertices] for write.name, to be freed, as the next */
    size_t *length;
};

/* The vertex of point k of a stroke: it has one more than steps. */
static kg_vertex stroke_vertex(const kg_strokes *s, uint64_t stroke, uint64_t k)
{
    return k < s->begin[stroke + 1] ? s->segments->end[s->step[k]]
                                    : s->segments->end[s->step[k - 1] ^ 1];
}

/* Finds out the page, the layers and the names of a drawing. */
static kg_status describe(struct strokes *s)
{
    kg_strokes *w = &s->write;
    const uint64_t n = w->segments->vertices;

    w->page = kg_drawing_page(s->drawing);
    w->layers = kg_drawing_layers(s->drawing, &w->layer_count);
    if (w->layer_count == 1 && !w->layers->length)
        w->layers = NULL; /* there is nothing to tell apart */
    if (!*kg_drawing_name(s->drawing, 0, NULL))
        return KG_OK;
    s->name = malloc((n + 1) * sizeof *s->name);
    s->length = malloc((n + 1) * sizeof *s->length);
    if (!s->name || !s->length)
        return KG_MEMORY;
    for (uint64_t v = 0; v < n; v++)
        s->name[v] = kg_drawing_name(s->drawing, (kg_vertex)v, &s->length[v]);
    w->name = s->name;
    w->name_length = s->length;
    return KG_OK;
}

static kg_status write_strokes(struct csr *csr, const struct strokes *s)
{
    static const char *const names[] = {"", "lines", "csv", "svg", "hpgl", "gcode"};
    const kg_strokes_format format = csr->plot.format;
    const char *path = csr->tool.output, *before;
    kg_status status;

    if (!s->write.segments->place && s->write.count && format > KG_STROKES_LINES)
        return tool_fail(&csr->tool, KG_ARGUMENT,
            "%s: its vertices have names and no places, which %s needs: give --places FILE, or "
            "--format lines",
            csr->path, names[format]);
    memcpy(csr->plot.profile.start, csr->plot.find.start, sizeof csr->plot.find.start);
    TRY(tool_prints(&csr->tool, path, NULL));
    before = tool_stage(&csr->tool, "write");
    status = tool_blame(&csr->tool, csr->path,
        kg_plot_write(csr->tool.ctx, &s->write, path ? path : "-", format, &csr->plot.profile));
    tool_stage(&csr->tool, before);
out:
    return status;
}

/* ---- the document ---------------------------------------------------------------------------- */

static void put_objects(struct text *text, const void *user, uint64_t first, uint64_t last)
{
    const kg_strokes *s = user;

    for (uint64_t i = first; i < last; i++) {
        if (i)
            text_put(text, ",", 1);
        json_open(text, NULL, '{');
        if (s->layers)
            json_number(text, "layer", s->segments->layer[s->step[s->begin[i]] / 2]);
        json_open(text, "segments", '[');
        for (uint64_t k = s->begin[i]; k < s->begin[i + 1]; k++)
            json_number(text, NULL, s->step[k] / 2);
        json_close(text, ']');
        json_open(text, s->segments->place ? "points" : "vertices", '[');
        for (uint64_t k = s->begin[i]; k <= s->begin[i + 1]; k++) {
            const kg_vertex v = stroke_vertex(s, i, k);

            if (!s->segments->place) {
                json_name_of(text, NULL, s->name[v], s->name_length[v], v);
                continue;
            }
            json_open(text, NULL, '[');
            json_double(text, NULL, s->segments->place[2 * (uint64_t)v]);
            json_double(text, NULL, s->segments->place[2 * (uint64_t)v + 1]);
            json_close(text, ']');
        }
        json_close(text, ']');
        json_close(text, '}');
    }
}

static void put_figures(struct text *text, const kg_strokes *s, const kg_plot_figures *f)
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
    struct csr *csr, const kg_strokes *s, const kg_plot_figures *figures)
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

static void say_figures(struct csr *csr, const kg_strokes *s, const kg_plot_figures *f)
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
    struct strokes s = {0};
    const kg_segments *segments;
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
    segments = kg_drawing_segments(drawing);
    s.write.segments = segments;
    csr->tool.edges = segments->count;
    if (csr->plot.find.straight && !segments->place && segments->count)
        TRY(tool_fail(&csr->tool, KG_ARGUMENT,
            "--straight: vertices with names have no places: give --places FILE"));
    csr->plot.find.straight &= segments->place != NULL;
    TRY(kg_plot_find(&plot, csr->tool.ctx, segments, &csr->plot.find));
    TRY(kg_plot_strokes(plot, &s.write.begin, &s.write.step, &s.write.count));
    TRY(describe(&s));
    if (document_wanted(&csr->tool)) {
        TRY(write_document(csr, &s.write, kg_plot_measure(plot)));
        goto out;
    }
    if (csr->plot.format == KG_STROKES_AUTO)
        csr->plot.format = segments->place ? KG_STROKES_CSV : KG_STROKES_LINES;
    TRY(write_strokes(csr, &s));
    if (csr->tool.json) {
        json_open(&text, NULL, '{');
        put_figures(&text, &s.write, kg_plot_measure(plot));
        TRY(tool_print_json(&csr->tool, &text));
    } else {
        say_figures(csr, &s.write, kg_plot_measure(plot));
    }
out:
    free(s.name);
    free(s.length);
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
