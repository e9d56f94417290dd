/*
 * The picture of a walk as PNG, by Graphviz.
 *
 * Method: the whole picture is the background of a graph of two invisible nodes in the corners,
 *     as instructions of xdot. konig-graphviz draws it (../../csr/pictures/render.c). Texts are
 *     level, because xdot cannot turn them, and have no halo.
 * Memory: the instructions, and in that process Graphviz' picture.
 */
#include "../../base/utf8.h"
#include "../../csr/pictures/dot.h"
#include "picture.h"
#include <math.h>
#include <stdio.h>
#include <string.h>

/* The instructions, and the state that they have set. */
typedef struct png {
    kg__canvas canvas;
    kg__dot_text text;
    int64_t height;
    uint64_t piece; /* where the last piece of the string begins in text */
    int64_t pen, fill;
    double width;
} png;

/* Graphviz rereads a string with each block of the file that it extends into, but not the pieces
 * before it. So instructions are pieces. */
static void end_instruction(png *p)
{
    enum { PIECE = 4096 };

    if (p->text.used - p->piece < PIECE)
        return;
    kg__dot_put(&p->text, "\" +\n\"");
    p->piece = p->text.used;
}

/* x and y in pixels; y goes up. */
static void put_place(png *p, double x, double y)
{
    kg__dot_put(&p->text, " ");
    kg__dot_put_real(&p->text, round(x) / KG__PIXEL);
    kg__dot_put(&p->text, " ");
    kg__dot_put_real(&p->text, round((double)p->height - y) / KG__PIXEL);
}

static void put_points(png *p, const char *kind, const double *at, uint64_t points)
{
    kg__dot_put(&p->text, kind);
    kg__dot_put_number(&p->text, points);
    for (uint64_t i = 0; i < points; i++)
        put_place(p, at[2 * i], at[2 * i + 1]);
    kg__dot_put(&p->text, " ");
    end_instruction(p);
}

/* The pen of lines and texts. */
static void set_pen(png *p, uint32_t colour)
{
    char text[32];

    if (p->pen == colour)
        return;
    p->pen = colour;
    snprintf(text, sizeof text, "c 7 -#%06x ", (unsigned)colour);
    kg__dot_put(&p->text, text);
}

/* The fill of areas, whose borders have the same colour and no width. */
static void set_fill(png *p, uint32_t colour)
{
    char text[32];

    set_pen(p, colour);
    if (p->fill == colour)
        return;
    p->fill = colour;
    snprintf(text, sizeof text, "C 7 -#%06x ", (unsigned)colour);
    kg__dot_put(&p->text, text);
}

static void set_width(png *p, double width)
{
    char text[64], own[32];

    if (p->width == width)
        return;
    p->width = width;
    snprintf(own, sizeof own, "setlinewidth(%g)", width / KG__PIXEL);
    snprintf(text, sizeof text, "S %d -%s ", (int)strlen(own), own);
    kg__dot_put(&p->text, text);
}

static void put_disc(png *p, const double *at, double width)
{
    kg__dot_put(&p->text, "E");
    put_place(p, at[0], at[1]);
    for (int i = 0; i < 2; i++) {
        kg__dot_put(&p->text, " ");
        kg__dot_put_real(&p->text, width / 2 / KG__PIXEL);
    }
    kg__dot_put(&p->text, " ");
    end_instruction(p);
}

static void draw_line(
    kg__canvas *canvas, const double *at, uint64_t points, double width, uint32_t colour)
{
    enum { ROUND = 3 * KG__PIXEL }; /* the ends of narrower lines are too small to be seen */
    png *p = (png *)canvas;

    if (width >= ROUND) {
        set_fill(p, colour);
        set_width(p, 0);
        put_disc(p, at, width);
        if (points > 1)
            put_disc(p, at + 2 * (points - 1), width);
    }
    if (points < 2)
        return;
    set_pen(p, colour);
    set_width(p, width);
    put_points(p, "L ", at, points);
}

static void draw_shape(kg__canvas *canvas, const double *at, uint64_t points, uint32_t colour)
{
    png *p = (png *)canvas;

    set_fill(p, colour);
    set_width(p, 0);
    put_points(p, "P ", at, points);
}

/* The character that is drawn for one. A quote would end the string of DOT, and a backslash before
 * it would be lost, so similar characters replace them. */
static uint32_t find_drawn(uint32_t code)
{
    switch (code) {
    case '"':
        return 0x201d;
    case '\\':
        return 0x2216;
    case 0x2028: /* of lines and of paragraphs */
    case 0x2029:
        return ' ';
    default:
        return code < ' ' || code == 0x7f || code == 0xfffe || code == 0xffff ? 0xfffd : code;
    }
}

/* Puts a text, or counts its bytes. */
static size_t put_text(png *p, const char *text, bool counts)
{
    const size_t size = strlen(text);
    size_t bytes = 0;

    for (size_t at = 0; at < size;) {
        char own[5] = {0};
        uint32_t code;
        const size_t length = kg__utf8(text + at, size - at, &code);

        bytes += (size_t)(kg__print_utf8(own, find_drawn(length ? code : 0xfffd)) - own);
        if (!counts)
            kg__dot_put(&p->text, own);
        at += length ? length : 1;
    }
    return bytes;
}

static void draw_text(kg__canvas *canvas, const kg__caption *c)
{
    static const char *const anchors[] = {" -1 ", " 0 ", " 1 "};
    const double radian = c->degrees * acos(-1.0) / 180;
    png *p = (png *)canvas;
    char text[64];

    set_pen(p, c->colour);
    snprintf(text, sizeof text, "F %g 10 -sans-serif T", c->size / KG__PIXEL);
    kg__dot_put(&p->text, text);
    put_place(p, c->at[0] - c->beside * sin(radian), c->at[1] + c->beside * cos(radian));
    kg__dot_put(&p->text, anchors[c->anchor]);
    kg__dot_put(&p->text, "0 "); /* the width, which Graphviz finds itself */
    kg__dot_put_number(&p->text, put_text(p, c->text, true));
    kg__dot_put(&p->text, " -");
    put_text(p, c->text, false);
    kg__dot_put(&p->text, " ");
    end_instruction(p);
}

void kg__walk_write_png(kg__writer *w, const kg_streets_walk *walk)
{
    enum { MOST = 2500 }; /* pixels, before dpi=144 doubles them */
    kg_context *ctx = walk->streets->ctx;
    png p = {.canvas = {draw_line, draw_shape, draw_text},
        .text.ctx = ctx,
        .pen = -1,
        .fill = -1,
        .width = -1};
    kg__sheet sheet;
    kg_status status;

    KG_TRY(kg__dot_available(ctx));
    KG_TRY(kg__picture_sheet(&sheet, walk, MOST));
    p.height = sheet.height;
    const double corner[] = {0, 0, (double)sheet.width, 0, (double)sheet.width,
        (double)sheet.height, 0, (double)sheet.height};
    kg__dot_put(&p.text, "graph { dpi=144 pad=0 bgcolor=\"#f3f1ea\" node [shape=point style=invis "
                         "width=0 height=0 fixedsize=true label=\"\"]\na [pos=\"0,0\"] b [pos=\"");
    kg__dot_put_real(&p.text, (double)sheet.width / KG__PIXEL);
    kg__dot_put(&p.text, ",");
    kg__dot_put_real(&p.text, (double)sheet.height / KG__PIXEL);
    kg__dot_put(&p.text, "\"]\n_background=\"");
    draw_shape(&p.canvas, corner, 4, KG__GROUND);
    KG_TRY(kg__picture_draw(&p.canvas, &sheet, walk));
    kg__dot_put(&p.text, "\"}\n");
    KG_TRY(p.text.status);
    if (kg__dot_make_room(&p.text, 1))
        p.text.bytes[p.text.used] = '\0';
    KG_TRY(p.text.status);
    KG_TRY(kg__dot_render(w->output, ctx, p.text.bytes, "nop2", "png", 0));
out:
    w->status = w->status == KG_OK ? status : w->status;
    kg__free(ctx, p.text.bytes);
}
