/* The picture of a walk as SVG. Ten units are a pixel. */
#include "picture.h"
#include <math.h>
#include <stdio.h>

typedef struct svg {
    kg__canvas canvas;
    kg__writer *w;
} svg;

static void put_colour(kg__writer *w, uint32_t colour)
{
    char text[16];

    snprintf(text, sizeof text, "#%06x", (unsigned)colour);
    kg__put(w, text);
}

static void put_attribute(kg__writer *w, const char *name, double number)
{
    kg__put(w, name);
    kg__put_integer(w, llrint(number));
    kg__put(w, "\"");
}

/* Points as data of a path: the first point, and the offsets of the others. */
static void put_points(kg__writer *w, const double *at, uint64_t points)
{
    int64_t last[2] = {0}, next[2];

    for (uint64_t i = 0; i < points; i++) {
        next[0] = llrint(at[2 * i]);
        next[1] = llrint(at[2 * i + 1]);
        kg__sheet_put_pair(w,
            i == 0   ? 'M'
            : i == 1 ? 'l'
                     : ' ',
            next[0] - last[0], next[1] - last[1]);
        last[0] = next[0];
        last[1] = next[1];
    }
}

static void draw_line(
    kg__canvas *canvas, const double *at, uint64_t points, double width, uint32_t colour)
{
    kg__writer *w = ((svg *)canvas)->w;

    kg__put(w, "<path d=\"");
    put_points(w, at, points);
    kg__put(w, points == 1 ? "h0\" stroke=\"" : "\" stroke=\"");
    put_colour(w, colour);
    put_attribute(w, "\" stroke-width=\"", width);
    kg__put(w, "/>\n");
}

static void draw_shape(kg__canvas *canvas, const double *at, uint64_t points, uint32_t colour)
{
    kg__writer *w = ((svg *)canvas)->w;

    kg__put(w, "<path d=\"");
    put_points(w, at, points);
    kg__put(w, "Z\" fill=\"");
    put_colour(w, colour);
    kg__put(w, "\"/>\n");
}

static void draw_text(kg__canvas *canvas, const kg__caption *c)
{
    static const char *const anchors[] = {"start", "middle", "end"};
    kg__writer *w = ((svg *)canvas)->w;

    if (c->degrees != 0) {
        kg__put(w, "<text transform=\"translate(");
        kg__put_integer(w, llrint(c->at[0]));
        kg__put(w, " ");
        kg__put_integer(w, llrint(c->at[1]));
        kg__put(w, ") rotate(");
        kg__put_double(w, round(c->degrees * 10) / 10);
        put_attribute(w, ")\" y=\"", c->beside);
    } else {
        put_attribute(w, "<text x=\"", c->at[0]);
        put_attribute(w, " y=\"", c->at[1] + c->beside);
    }
    put_attribute(w, " font-size=\"", c->size);
    kg__put(w, " text-anchor=\"");
    kg__put(w, anchors[c->anchor]);
    kg__put(w, "\" fill=\"");
    put_colour(w, c->colour);
    if (c->halo) {
        kg__put(w, "\" paint-order=\"stroke\" stroke-width=\"30\" stroke=\"");
        put_colour(w, KG__GROUND);
    }
    kg__put(w, "\">");
    kg__put_xml(w, c->text);
    kg__put(w, "</text>\n");
}

void kg__walk_write_svg(kg__writer *w, const kg_streets_walk *walk)
{
    enum { MOST = 20000 }; /* pixels */
    svg s = {{draw_line, draw_shape, draw_text}, w};
    kg__sheet sheet;
    kg_status status;

    KG_TRY(kg__picture_sheet(&sheet, walk, MOST));
    put_attribute(
        w, "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"", (double)sheet.width / KG__PIXEL);
    put_attribute(w, " height=\"", (double)sheet.height / KG__PIXEL);
    kg__put(w, " viewBox=\"0 0 ");
    kg__put_integer(w, sheet.width);
    put_attribute(w, " ", (double)sheet.height);
    kg__put(w, " font-family=\"sans-serif\">\n<title>A walk along streets</title>\n"
               "<rect width=\"100%\" height=\"100%\" fill=\"");
    put_colour(w, KG__GROUND);
    kg__put(w, "\"/>\n<g fill=\"none\" stroke-linecap=\"round\" stroke-linejoin=\"round\">\n");
    KG_TRY(kg__picture_draw(&s.canvas, &sheet, walk));
    kg__put(w, "</g>\n</svg>\n");
out:
    w->status = w->status == KG_OK ? status : w->status;
}
