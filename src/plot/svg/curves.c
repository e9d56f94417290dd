/*
 * Lines and curves of SVG as segments.
 *
 * In:  lines, curves of degree 2 and 3, arcs of ellipses, and a matrix to the page.
 * Out: segments of the drawing. A curve keeps its ends; the other ends of its segments lie on it.
 *     No point of the curve is farther from its segment than the flatness, except for rounding:
 *     between two ends h apart in the parameter, a curve f is at most h^2 / 8 max |f''| from the
 *     segment between them.
 * Method: a bound of |f''| gives h, the same along the whole curve. It is 6 max(|a - 2 b + c|,
 *     |b - 2 c + d|) for degree 3, 2 |a - 2 b + c| for degree 2, and the longer half axis for an
 *     ellipse by its angle.
 * Work: O(segments). Deterministic for one C library: arcs use its sine.
 * Source: de Boor, "A Practical Guide to Splines", 1978, for the bound.
 */
#include "svg.h"
#include <math.h>
#include <string.h>

enum { MOST = 1 << 16 }; /* segments of a curve */

static void put_on_page(const kg__svg_pen *pen, const double *place, double page[2])
{
    const double *m = pen->matrix.m;

    page[0] = m[0] * place[0] + m[2] * place[1] + m[4];
    page[1] = m[1] * place[0] + m[3] * place[1] + m[5];
}

static kg_status find_vertex(kg__svg_pen *pen, const double page[2], kg_vertex *v)
{
    if (!(fabs(page[0]) <= 1e100 && fabs(page[1]) <= 1e100))
        return KG__SVG_FAIL(pen->svg, pen->element, "a place beyond 1e100, expected one on a page");
    return kg__drawing_find_place(pen->drawing, page, v);
}

/* The vertex where the pen is. */
static kg_status find_pen(kg__svg_pen *pen)
{
    double page[2];

    if (pen->vertex != KG_NO_VERTEX)
        return KG_OK;
    put_on_page(pen, pen->at, page);
    return find_vertex(pen, page, &pen->vertex);
}

/* Draws a line to a place of the page. */
static kg_status draw_to(kg__svg_pen *pen, const double page[2])
{
    kg_vertex v;
    kg_status status;

    KG_TRY(find_pen(pen));
    KG_TRY(find_vertex(pen, page, &v));
    pen->drawn = true;
    if (v == pen->vertex)
        return KG_OK;
    KG_TRY(kg__drawing_add(pen->drawing, (const kg_vertex[2]){pen->vertex, v}, 0));
    pen->longer = true;
    pen->vertex = v;
out:
    return status;
}

/* The number of segments for a curve whose second derivative is at most `bend` long. */
static kg_status count_pieces(kg__svg_pen *pen, double bend, double whole, unsigned *pieces)
{
    const double count = ceil(whole * sqrt(bend / 8 / pen->flatness));

    *pieces = 1;
    if (!(count <= MOST))
        return KG__SVG_FAIL(pen->svg, pen->element,
            "a curve takes more than %d segments at the flatness %g, expected fewer", MOST,
            pen->flatness);
    if (count > 1)
        *pieces = (unsigned)count;
    return KG_OK;
}

/* |a - 2 b + c| */
static double second_difference(const double *a, const double *b, const double *c)
{
    return hypot(a[0] - 2 * b[0] + c[0], a[1] - 2 * b[1] + c[1]);
}

static void keep_place(kg__svg_pen *pen, const double *place)
{
    memcpy(pen->at, place, sizeof pen->at);
}

/* ---- lines ----------------------------------------------------------------------------------- */

kg_status kg__svg_lift(kg__svg_pen *pen)
{
    kg_status status = KG_OK;

    if (pen->drawn && !pen->longer)
        KG_TRY(kg__drawing_add(pen->drawing, (const kg_vertex[2]){pen->vertex, pen->vertex}, 0));
    pen->drawn = pen->longer = false;
out:
    return status;
}

kg_status kg__svg_move(kg__svg_pen *pen, double x, double y)
{
    kg_status status;

    KG_TRY(kg__svg_lift(pen));
    pen->first[0] = pen->at[0] = x;
    pen->first[1] = pen->at[1] = y;
    pen->vertex = KG_NO_VERTEX;
out:
    return status;
}

kg_status kg__svg_line(kg__svg_pen *pen, double x, double y)
{
    const double place[2] = {x, y};
    double page[2];
    kg_status status;

    put_on_page(pen, place, page);
    KG_TRY(draw_to(pen, page));
    keep_place(pen, place);
out:
    return status;
}

kg_status kg__svg_close(kg__svg_pen *pen)
{
    kg_status status;

    KG_TRY(kg__svg_line(pen, pen->first[0], pen->first[1]));
    KG_TRY(kg__svg_lift(pen));
out:
    return status;
}

/* ---- curves ---------------------------------------------------------------------------------- */

kg_status kg__svg_quadratic(kg__svg_pen *pen, const double place[4])
{
    double a[2], b[2], c[2];
    unsigned pieces;
    kg_status status;

    put_on_page(pen, pen->at, a);
    put_on_page(pen, place, b);
    put_on_page(pen, place + 2, c);
    KG_TRY(count_pieces(pen, 2 * second_difference(a, b, c), 1, &pieces));
    for (unsigned i = 1; i <= pieces; i++) {
        const double t = (double)i / pieces, u = 1 - t;
        double page[2];

        for (int k = 0; k < 2; k++)
            page[k] = u * u * a[k] + 2 * u * t * b[k] + t * t * c[k];
        KG_TRY(draw_to(pen, i < pieces ? page : c));
    }
    keep_place(pen, place + 2);
out:
    return status;
}

kg_status kg__svg_cubic(kg__svg_pen *pen, const double place[6])
{
    double a[2], b[2], c[2], d[2];
    unsigned pieces;
    kg_status status;

    put_on_page(pen, pen->at, a);
    put_on_page(pen, place, b);
    put_on_page(pen, place + 2, c);
    put_on_page(pen, place + 4, d);
    KG_TRY(count_pieces(
        pen, 6 * fmax(second_difference(a, b, c), second_difference(b, c, d)), 1, &pieces));
    for (unsigned i = 1; i <= pieces; i++) {
        const double t = (double)i / pieces, u = 1 - t;
        double page[2];

        for (int k = 0; k < 2; k++)
            page[k] =
                u * u * u * a[k] + 3 * u * u * t * b[k] + 3 * u * t * t * c[k] + t * t * t * d[k];
        KG_TRY(draw_to(pen, i < pieces ? page : d));
    }
    keep_place(pen, place + 4);
out:
    return status;
}

/* The longer half axis of the ellipse that a matrix makes of the unit circle. */
static double longer_axis(const double a[4])
{
    const double sum = a[0] * a[0] + a[1] * a[1] + a[2] * a[2] + a[3] * a[3];
    const double columns = a[0] * a[0] + a[1] * a[1] - a[2] * a[2] - a[3] * a[3];

    return sqrt((sum + hypot(columns, 2 * (a[0] * a[2] + a[1] * a[3]))) / 2);
}

kg_status kg__svg_ellipse(kg__svg_pen *pen, const double center[2], const double axes[4],
    double from, double sweep, const double to[2])
{
    const double *m = pen->matrix.m;
    double axis[4], middle[2], end[2];
    unsigned pieces;
    kg_status status;

    for (int k = 0; k < 4; k++)
        axis[k] = m[k % 2] * axes[k / 2 * 2] + m[k % 2 + 2] * axes[k / 2 * 2 + 1];
    put_on_page(pen, center, middle);
    put_on_page(pen, to, end);
    KG_TRY(count_pieces(pen, longer_axis(axis), fabs(sweep), &pieces));
    if (pieces < 2 * fabs(sweep) / M_PI) /* a circle has four corners, however small it is */
        pieces = (unsigned)ceil(2 * fabs(sweep) / M_PI - 1e-9);
    for (unsigned i = 1; i <= pieces; i++) {
        const double angle = from + sweep * i / pieces, x = cos(angle), y = sin(angle);
        const double page[2] = {
            middle[0] + axis[0] * x + axis[2] * y, middle[1] + axis[1] * x + axis[3] * y};

        KG_TRY(draw_to(pen, i < pieces ? page : end));
    }
    keep_place(pen, to);
out:
    return status;
}
