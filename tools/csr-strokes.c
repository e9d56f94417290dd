/* The strokes of csr plot as lines, tables and SVG; csr-gcode.c writes HPGL and G-code. */
#include "strokes.h"
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- strokes --------------------------------------------------------------------------------- */

kg_vertex stroke_vertex(const struct strokes *s, uint64_t stroke, uint64_t k)
{
    return k < s->begin[stroke + 1] ? s->segments->end[s->step[k]]
                                    : s->segments->end[s->step[k - 1] ^ 1];
}

const double *stroke_place(const struct strokes *s, uint64_t stroke, uint64_t k)
{
    return s->segments->place + 2 * (uint64_t)stroke_vertex(s, stroke, k);
}

static bool is_closed(const struct strokes *s, uint64_t stroke)
{
    return stroke_vertex(s, stroke, s->begin[stroke]) ==
           stroke_vertex(s, stroke, s->begin[stroke + 1]);
}

uint32_t stroke_layer(const struct strokes *s, uint64_t stroke)
{
    return s->segments->layer ? s->segments->layer[s->step[s->begin[stroke]] / 2] : 0;
}

bool stroke_begins_layer(const struct strokes *s, uint64_t stroke)
{
    return stroke == 0 || stroke_layer(s, stroke) != stroke_layer(s, stroke - 1);
}

void strokes_measure(struct strokes *s)
{
    double side;

    s->page = kg_drawing_page(s->drawing);
    s->layers = kg_drawing_layers(s->drawing, &s->layer_count);
    if (s->layer_count == 1 && !s->layers->length)
        s->layers = NULL; /* there is nothing to tell apart */
    for (uint64_t v = 0; s->segments->place && v < s->segments->vertices; v++)
        for (int axis = 0; axis < 2; axis++) {
            const double x = s->segments->place[2 * v + axis];

            s->low[axis] = v == 0 || x < s->low[axis] ? x : s->low[axis];
            s->high[axis] = v == 0 || x > s->high[axis] ? x : s->high[axis];
        }
    side = fmax(s->high[0] - s->low[0], s->high[1] - s->low[1]);
    s->decimals = side > 0 && side < 1000 ? 6 - (int)floor(log10(side)) : 3;
    s->decimals = s->decimals < 3 ? 3 : s->decimals > 15 ? 15 : s->decimals;
}

/* ---- numbers and texts ----------------------------------------------------------------------- */

void put_decimals(struct text *text, double number, int decimals)
{
    char digits[32];
    double scale = 1;
    long long whole;
    int length;

    for (int i = 0; i < decimals; i++)
        scale *= 10;
    if (!(fabs(number) * scale < 1e15)) { /* it has no such digits */
        text_real(text, number);
        return;
    }
    whole = llround(fabs(number) * scale);
    while (decimals && whole % 10 == 0) {
        whole /= 10;
        decimals--;
    }
    length = snprintf(digits, sizeof digits, "%0*lld", decimals + 1, whole);
    text_string(text, number < 0 && whole ? "-" : "");
    text_put(text, digits, (size_t)(length - decimals));
    text_string(text, decimals ? "." : "");
    text_put(text, digits + length - decimals, (size_t)decimals);
}

/* A text of the drawing as the value of an attribute of XML. */
static void put_xml(struct text *text, const char *bytes, size_t length)
{
    for (size_t i = 0, step; i < length; i += step) {
        const unsigned char c = (unsigned char)bytes[i];
        const size_t character = utf8_length(bytes + i, length - i);

        step = character ? character : 1;
        if (c == '&' || c == '<' || c == '>' || c == '"')
            text_format(text, "&#%d;", c);
        else if (!character || c < ' ' ||
                 (step == 3 && memcmp(bytes + i, "\xef\xbf", 2) == 0 &&
                     (unsigned char)bytes[i + 2] >= 0xbe))
            text_string(text, "\xef\xbf\xbd"); /* U+FFFD: XML has no such character */
        else
            text_put(text, bytes + i, step);
    }
}

static void put_pair(struct text *text, const double *place, const char *between)
{
    text_real(text, place[0]);
    text_string(text, between);
    text_real(text, place[1]);
}

static void put_lines(struct text *text, const void *user, uint64_t first, uint64_t last)
{
    const struct strokes *s = user;
    const bool named = *kg_drawing_name(s->drawing, 0, NULL);

    for (uint64_t i = first; i < last; i++)
        for (uint64_t k = s->begin[i]; k <= s->begin[i + 1]; k++) {
            size_t length;
            const char *name = kg_drawing_name(s->drawing, stroke_vertex(s, i, k), &length);

            if (k > s->begin[i])
                text_string(text, named ? " -> " : " ");
            if (named)
                text_put(text, name, length);
            else
                put_pair(text, stroke_place(s, i, k), ",");
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
            put_pair(text, stroke_place(s, i, k), ",");
            if (s->layers) {
                text_put(text, ",", 1);
                text_quoted(
                    text, s->layers[stroke_layer(s, i)].name, s->layers[stroke_layer(s, i)].length);
            }
            text_put(text, "\n", 1);
        }
}

static void put_point(struct text *text, const struct strokes *s, const double *place)
{
    put_decimals(text, place[0], s->decimals);
    text_put(text, " ", 1);
    put_decimals(text, place[1], s->decimals);
}

/* Ends the group of the layer before a stroke, and begins that of its own. */
static void put_group(struct text *text, const struct strokes *s, uint64_t stroke)
{
    const uint32_t number = stroke_layer(s, stroke);
    const kg_drawing_layer *layer = &s->layers[number];

    text_string(text, stroke ? "</g>\n" : "");
    text_format(
        text, "<g inkscape:groupmode=\"layer\" id=\"layer%u\" inkscape:label=\"", number + 1);
    if (layer->length)
        put_xml(text, layer->name, layer->length);
    else
        text_number(text, number + 1);
    if (*layer->colour)
        text_format(text, "\" stroke=\"%s", layer->colour);
    text_string(text, "\">\n");
}

static void put_paths(struct text *text, const void *user, uint64_t first, uint64_t last)
{
    const struct strokes *s = user;

    for (uint64_t i = first; i < last; i++) {
        const bool closed = is_closed(s, i) && s->begin[i + 1] - s->begin[i] > 1;

        if (s->layers && stroke_begins_layer(s, i))
            put_group(text, s, i);
        text_string(text, "<path d=\"M");
        for (uint64_t k = s->begin[i]; k + closed <= s->begin[i + 1]; k++) {
            if (k > s->begin[i])
                text_put(text, "L", 1);
            put_point(text, s, stroke_place(s, i, k));
        }
        text_string(text, closed ? "Z\"/>\n" : "\"/>\n");
    }
}

static void put_travels(struct text *text, const void *user, uint64_t first, uint64_t last)
{
    const struct strokes *s = user;

    for (uint64_t i = first; i < last; i++) {
        text_string(text, "<path d=\"M");
        put_point(text, s,
            stroke_begins_layer(s, i) ? s->plot->find.start : stroke_place(s, i - 1, s->begin[i]));
        text_put(text, "L", 1);
        put_point(text, s, stroke_place(s, i, s->begin[i]));
        text_string(text, "\"/>\n");
    }
}

/* ---- files ----------------------------------------------------------------------------------- */

static const double PEN = 0.3; /* mm, as wide as a fine pen draws */

enum { PAGE = 10000 }; /* mm: a drawing beyond is no plotter's, but a map in metres, say */

/*
 * The frame of what is drawn, and how wide a line is. A unit is a millimetre. The frame begins at
 * the origin, or at the margin round coordinates below 0, so that drawings that are plotted one by
 * one lie on one page as they do in the file. One that fits on no page has its frame round it. If
 * the file has a page, that is the frame.
 */
static void put_head(struct text *text, const struct strokes *s, bool travel)
{
    const double *start = s->plot->find.start;
    double low[2] = {s->low[0], s->low[1]}, high[2] = {s->high[0], s->high[1]}, side, margin;
    bool page;

    for (int axis = 0; travel && axis < 2; axis++) {
        low[axis] = fmin(low[axis], start[axis]);
        high[axis] = fmax(high[axis], start[axis]);
    }
    side = fmax(high[0] - low[0], high[1] - low[1]);
    side = side > 0 ? side : 1;
    margin = side / 50;
    page = fmin(low[0], low[1]) >= -PAGE && fmax(high[0], high[1]) <= PAGE;
    for (int axis = 0; axis < 2; axis++) {
        high[axis] = page ? fmax(high[axis] + margin, 0) : high[axis] + margin;
        low[axis] = page && low[axis] >= 0 ? 0 : low[axis] - margin;
    }
    for (int axis = 0; s->page && axis < 2; axis++) {
        low[axis] = 0;
        high[axis] = s->page[axis];
    }
    text_string(text, "<svg xmlns=\"http://www.w3.org/2000/svg\"");
    if (s->layers)
        text_string(text, " xmlns:inkscape=\"http://www.inkscape.org/namespaces/inkscape\"");
    if (page || s->page)
        text_format(
            text, " width=\"%.9gmm\" height=\"%.9gmm\"", high[0] - low[0], high[1] - low[1]);
    text_format(text,
        " viewBox=\"%.9g %.9g %.9g %.9g\" "
        "style=\"background:white\">\n" /* seen by browsers, not by plotters */
        "<g fill=\"none\" stroke=\"black\" stroke-width=\"%.3g\" stroke-linecap=\"round\" "
        "stroke-linejoin=\"round\">\n",
        low[0], low[1], high[0] - low[0], high[1] - low[1], s->page ? PEN : side / 250);
}

static kg_status write_svg(struct csr *csr, kg_output *output, const struct strokes *s)
{
    struct text text = {0};
    kg_status status;

    put_head(&text, s, csr->plot.travel);
    TRY(text_flush(&text, output));
    TRY(tool_rows(&csr->tool, output, s->count, put_paths, s));
    if (s->layers && s->count)
        text_string(&text, "</g>\n");
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

kg_status strokes_write(struct csr *csr, const struct strokes *s)
{
    static const char *const names[] = {"", "lines", "csv", "svg", "hpgl", "gcode"};
    const enum csr_strokes format = csr->plot.format;
    struct text text = {0};
    kg_output *output = NULL;
    kg_status status;

    if (!s->segments->place && s->count && format > CSR_STROKES_LINES)
        return tool_fail(&csr->tool, KG_ARGUMENT,
            "%s: its vertices have names and no places, which %s needs: give --places FILE, or "
            "--format lines",
            csr->path, names[format]);
    TRY(tool_open(&csr->tool, &output, csr->tool.output));
    if (format == CSR_STROKES_SVG) {
        TRY(write_svg(csr, output, s));
    } else if (format == CSR_STROKES_HPGL) {
        TRY(strokes_write_hpgl(csr, output, s));
    } else if (format == CSR_STROKES_GCODE) {
        TRY(strokes_write_gcode(csr, output, s));
    } else if (format == CSR_STROKES_CSV) {
        text_string(&text, s->layers ? "stroke,x,y,layer\n" : "stroke,x,y\n");
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
