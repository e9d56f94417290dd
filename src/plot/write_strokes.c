/* Strokes as lines, tables and SVG. Texts of a drawing are escaped. */
#include "../base/utf8.h"
#include "strokes.h"
#include <math.h>

static bool is_closed(const kg__strokes *s, uint64_t stroke)
{
    return kg__stroke_vertex(s, stroke, s->begin[stroke]) ==
           kg__stroke_vertex(s, stroke, s->begin[stroke + 1]);
}

static void put_entity(kg__piece *text, unsigned char c)
{
    kg__stroke_string(text, "&#");
    kg__stroke_number(text, c);
    kg__stroke_string(text, ";");
}

/* A text of the drawing as the value of an attribute of XML. */
static void put_xml(kg__piece *text, const char *bytes, size_t length)
{
    for (size_t i = 0, step; i < length; i += step) {
        const unsigned char c = (unsigned char)bytes[i];
        uint32_t code;
        const size_t character = kg__utf8(bytes + i, length - i, &code);

        step = character ? character : 1;
        if (c == '&' || c == '<' || c == '>' || c == '"')
            put_entity(text, c);
        else if (!character || c < ' ' ||
                 (step == 3 && memcmp(bytes + i, "\xef\xbf", 2) == 0 &&
                     (unsigned char)bytes[i + 2] >= 0xbe))
            kg__stroke_string(text, "\xef\xbf\xbd"); /* U+FFFD: XML has no such character */
        else
            kg__stroke_bytes(text, bytes + i, step);
    }
}

/* The name of a layer as a field of a table. */
static void put_quoted(kg__piece *text, const kg_drawing_layer *layer)
{
    kg__stroke_string(text, "\"");
    for (size_t i = 0; i < layer->length; i++) {
        if (layer->name[i] == '"')
            kg__stroke_string(text, "\"");
        kg__stroke_bytes(text, layer->name + i, 1);
    }
    kg__stroke_string(text, "\"");
}

static void put_pair(kg__piece *text, const double *place, const char *between)
{
    kg__stroke_real(text, place[0]);
    kg__stroke_string(text, between);
    kg__stroke_real(text, place[1]);
}

static void put_lines(kg__piece *text, const kg__strokes *s, uint64_t first, uint64_t last)
{
    const kg_strokes *given = s->given;

    for (uint64_t i = first; i < last; i++)
        for (uint64_t k = s->begin[i]; k <= s->begin[i + 1]; k++) {
            const kg_vertex v = kg__stroke_vertex(s, i, k);

            if (k > s->begin[i])
                kg__stroke_string(text, given->name ? " -> " : " ");
            if (given->name)
                kg__stroke_bytes(text, given->name[v], given->name_length[v]);
            else
                put_pair(text, kg__stroke_place(s, i, k), ",");
            if (k == s->begin[i + 1])
                kg__stroke_bytes(text, "\n", 1);
        }
}

static void put_csv(kg__piece *text, const kg__strokes *s, uint64_t first, uint64_t last)
{
    for (uint64_t i = first; i < last; i++)
        for (uint64_t k = s->begin[i]; k <= s->begin[i + 1]; k++) {
            kg__stroke_number(text, i);
            kg__stroke_bytes(text, ",", 1);
            put_pair(text, kg__stroke_place(s, i, k), ",");
            if (s->layers) {
                kg__stroke_bytes(text, ",", 1);
                put_quoted(text, &s->layers[kg__stroke_layer(s, i)]);
            }
            kg__stroke_bytes(text, "\n", 1);
        }
}

static void put_point(kg__piece *text, const kg__strokes *s, const double *place)
{
    kg__stroke_decimals(text, place[0], s->decimals);
    kg__stroke_bytes(text, " ", 1);
    kg__stroke_decimals(text, place[1], s->decimals);
}

/* Ends the group of the layer before a stroke, and begins that of its own. */
static void put_group(kg__piece *text, const kg__strokes *s, uint64_t stroke)
{
    const uint32_t number = kg__stroke_layer(s, stroke);
    const kg_drawing_layer *layer = &s->layers[number];

    kg__stroke_string(text, stroke ? "</g>\n" : "");
    kg__stroke_string(text, "<g inkscape:groupmode=\"layer\" id=\"layer");
    kg__stroke_number(text, number + 1);
    kg__stroke_string(text, "\" inkscape:label=\"");
    if (layer->length)
        put_xml(text, layer->name, layer->length);
    else
        kg__stroke_number(text, number + 1);
    if (*layer->colour) {
        kg__stroke_string(text, "\" stroke=\"");
        put_xml(text, layer->colour, strnlen(layer->colour, sizeof layer->colour));
    }
    kg__stroke_string(text, "\">\n");
}

static void put_paths(kg__piece *text, const kg__strokes *s, uint64_t first, uint64_t last)
{
    for (uint64_t i = first; i < last; i++) {
        const bool closed = is_closed(s, i) && s->begin[i + 1] - s->begin[i] > 1;

        if (s->layers && kg__stroke_begins_layer(s, i))
            put_group(text, s, i);
        kg__stroke_string(text, "<path d=\"M");
        for (uint64_t k = s->begin[i]; k + closed <= s->begin[i + 1]; k++) {
            if (k > s->begin[i])
                kg__stroke_bytes(text, "L", 1);
            put_point(text, s, kg__stroke_place(s, i, k));
        }
        kg__stroke_string(text, closed ? "Z\"/>\n" : "\"/>\n");
    }
}

static void put_travels(kg__piece *text, const kg__strokes *s, uint64_t first, uint64_t last)
{
    for (uint64_t i = first; i < last; i++) {
        kg__stroke_string(text, "<path d=\"M");
        put_point(text, s,
            kg__stroke_begins_layer(s, i) ? s->profile->start
                                          : kg__stroke_place(s, i - 1, s->begin[i]));
        kg__stroke_bytes(text, "L", 1);
        put_point(text, s, kg__stroke_place(s, i, s->begin[i]));
        kg__stroke_string(text, "\"/>\n");
    }
}

/* ---- files ----------------------------------------------------------------------------------- */

static const double PEN = 0.3; /* mm, as wide as a fine pen draws */

enum { PAGE = 10000 }; /* mm: a drawing beyond is no plotter's, but a map in metres, say */

/* A number after a text. */
static void put_after(kg__piece *text, const char *before, double number)
{
    kg__stroke_string(text, before);
    kg__stroke_digits(text, number, 9);
}

/*
 * The frame of what is drawn, and how wide a line is. A unit is a millimetre. The frame begins at
 * the origin, or at the margin round coordinates below 0, so that drawings that are plotted one by
 * one lie on one page as they do in the file. One that fits on no page has its frame round it. If
 * the file has a page, that is the frame.
 */
static void put_head(kg__piece *text, const kg__strokes *s, bool travel)
{
    const double *start = s->profile->start;
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
    for (int axis = 0; s->given->page && axis < 2; axis++) {
        low[axis] = 0;
        high[axis] = s->given->page[axis];
    }
    kg__stroke_string(text, "<svg xmlns=\"http://www.w3.org/2000/svg\"");
    if (s->layers)
        kg__stroke_string(text, " xmlns:inkscape=\"http://www.inkscape.org/namespaces/inkscape\"");
    if (page || s->given->page) {
        put_after(text, " width=\"", high[0] - low[0]);
        put_after(text, "mm\" height=\"", high[1] - low[1]);
        kg__stroke_string(text, "mm\"");
    }
    put_after(text, " viewBox=\"", low[0]);
    put_after(text, " ", low[1]);
    put_after(text, " ", high[0] - low[0]);
    put_after(text, " ", high[1] - low[1]);
    kg__stroke_string(text,
        "\" style=\"background:white\">\n" /* seen by browsers, not by plotters */
        "<g fill=\"none\" stroke=\"black\" stroke-width=\"");
    kg__stroke_digits(text, s->given->page ? PEN : side / 250, 3);
    kg__stroke_string(text, "\" stroke-linecap=\"round\" stroke-linejoin=\"round\">\n");
}

kg_status kg__strokes_write_svg(kg_output *output, const kg__strokes *s)
{
    kg__piece text = {.ctx = s->ctx};
    kg_status status;

    put_head(&text, s, s->profile->travel);
    KG_TRY(kg__strokes_flush(output, &text));
    KG_TRY(kg__strokes_rows(output, s, put_paths));
    if (s->layers && s->count)
        kg__stroke_string(&text, "</g>\n");
    if (s->profile->travel) {
        kg__stroke_string(
            &text, "</g>\n<g fill=\"none\" stroke=\"#d55e00\" stroke-width=\"0.2%\">\n");
        KG_TRY(kg__strokes_flush(output, &text));
        KG_TRY(kg__strokes_rows(output, s, put_travels));
    }
    kg__stroke_string(&text, "</g>\n</svg>\n");
    KG_TRY(kg__strokes_flush(output, &text));
out:
    kg__free(s->ctx, text.text);
    return status;
}

kg_status kg__strokes_write_lines(kg_output *output, const kg__strokes *s)
{
    return kg__strokes_rows(output, s, put_lines);
}

kg_status kg__strokes_write_csv(kg_output *output, const kg__strokes *s)
{
    const char *header = s->layers ? "stroke,x,y,layer\n" : "stroke,x,y\n";
    kg_status status;

    KG_TRY(kg__output_write(output, header, strlen(header)));
    KG_TRY(kg__strokes_rows(output, s, put_csv));
out:
    return status;
}
