/*
 * The basic shapes of SVG as lines and arcs. They begin where SVG's equivalent paths do.
 *
 * Source: Scalable Vector Graphics (SVG) 2, W3C Candidate Recommendation, 2018, 10.
 */
#include "svg.h"
#include <math.h>
#include <string.h>

/* Reads lengths by their names; of[i]: which view is 100 %. */
static kg_status read_lengths(kg__svg_pen *pen, const char *const *names, const unsigned *of,
    unsigned count, const double view[3], double *length)
{
    kg_status status = KG_OK;

    for (unsigned i = 0; i < count; i++)
        KG_TRY(kg__svg_length(pen->svg, pen->element, names[i], view[of[i]], &length[i]));
out:
    return status;
}

static kg_status fail_below(const kg__svg_pen *pen, const char *name, double length)
{
    return KG__SVG_FAIL(
        pen->svg, pen->element, "%s is %g, expected a length of at least 0", name, length);
}

static kg_status draw_line(kg__svg_pen *pen, const double view[3])
{
    static const char *const names[] = {"x1", "y1", "x2", "y2"};
    static const unsigned of[] = {0, 1, 0, 1};
    double x[4] = {0};
    kg_status status;

    KG_TRY(read_lengths(pen, names, of, 4, view, x));
    KG_TRY(kg__svg_move(pen, x[0], x[1]));
    KG_TRY(kg__svg_line(pen, x[2], x[3]));
out:
    return status;
}

static kg_status draw_points(kg__svg_pen *pen)
{
    const char *text = kg__svg_get(pen->svg, pen->element, "points"), *p = text ? text : "";
    bool begun = false;
    kg_status status = KG_OK;

    while (*kg__svg_skip_white(p)) {
        double x, y;
        const char *end = kg__svg_number(p, &x);

        end = end ? kg__svg_number(end, &y) : NULL;
        if (!end)
            return KG__SVG_FAIL(pen->svg, pen->element,
                "points go on '%s', expected x and y of each", KG__SHOW(p, strlen(p)));
        KG_TRY(begun ? kg__svg_line(pen, x, y) : kg__svg_move(pen, x, y));
        begun = true;
        p = end;
    }
    if (begun && pen->element->tag == KG__SVG_POLYGON)
        KG_TRY(kg__svg_close(pen));
out:
    return status;
}

static kg_status draw_oval(kg__svg_pen *pen, const double view[3])
{
    static const char *const names[] = {"cx", "cy", "rx", "ry"};
    static const unsigned of[] = {0, 1, 0, 1};
    double x[4] = {0, 0, NAN, NAN}, start[2];
    kg_status status;

    if (pen->element->tag == KG__SVG_CIRCLE) {
        KG_TRY(read_lengths(pen, names, of, 2, view, x));
        KG_TRY(kg__svg_length(pen->svg, pen->element, "r", view[2], &x[2]));
    } else {
        KG_TRY(read_lengths(pen, names, of, 4, view, x));
    }
    x[2] = isnan(x[2]) ? x[3] : x[2];
    x[3] = isnan(x[3]) ? x[2] : x[3];
    for (int k = 2; k < 4; k++)
        if (x[k] < 0)
            return fail_below(pen, pen->element->tag == KG__SVG_CIRCLE ? "r" : names[k], x[k]);
    if (!(x[2] > 0 && x[3] > 0))
        return KG_OK;
    start[0] = x[0] + x[2];
    start[1] = x[1];
    KG_TRY(kg__svg_move(pen, start[0], start[1]));
    KG_TRY(kg__svg_ellipse(pen, x, (const double[4]){x[2], 0, 0, x[3]}, 0, 2 * M_PI, start));
out:
    return status;
}

static kg_status draw_rectangle(kg__svg_pen *pen, const double view[3])
{
    static const char *const names[] = {"x", "y", "width", "height", "rx", "ry"};
    static const unsigned of[] = {0, 1, 0, 1, 0, 1};
    static const int out[4][2] = {{1, 0}, {0, 1}, {-1, 0}, {0, -1}}; /* the direction of each
                                                                        side */
    double x[6] = {0, 0, 0, 0, NAN, NAN};
    kg_status status;

    KG_TRY(read_lengths(pen, names, of, 6, view, x));
    x[4] = isnan(x[4]) ? x[5] : x[4];
    x[5] = isnan(x[5]) ? x[4] : x[5];
    for (int k = 2; k < 6; k++)
        if (x[k] < 0)
            return fail_below(pen, names[k], x[k]);
    if (x[2] == 0 || x[3] == 0)
        return KG_OK;
    x[4] = x[4] > 0 && x[5] > 0 ? fmin(x[4], x[2] / 2) : 0;
    x[5] = x[4] > 0 ? fmin(x[5], x[3] / 2) : 0;
    KG_TRY(kg__svg_move(pen, x[0] + x[4], x[1]));
    for (int side = 0; side < 4; side++) {
        const double right = side == 0 || side == 1, below = side == 1 || side == 2;
        const double corner[2] = {x[0] + right * x[2], x[1] + below * x[3]};
        const double center[2] = {
            corner[0] + (right > 0 ? -x[4] : x[4]), corner[1] + (below > 0 ? -x[5] : x[5])};
        const int *turn = out[(side + 1) % 4];
        const double end[2] = {turn[0] ? center[0] : corner[0], turn[0] ? corner[1] : center[1]};

        if (side == 3 && x[4] == 0)
            break; /* closing draws it */
        KG_TRY(kg__svg_line(pen, turn[0] ? corner[0] : center[0], turn[0] ? center[1] : corner[1]));
        if (x[4] > 0)
            KG_TRY(kg__svg_ellipse(pen, center, (const double[4]){x[4], 0, 0, x[5]},
                (side - 1) * (M_PI / 2), M_PI / 2, end));
    }
    KG_TRY(kg__svg_close(pen));
out:
    return status;
}

kg_status kg__svg_draw_shape(kg__svg_pen *pen, const double view[3])
{
    kg_status status;

    switch (pen->element->tag) {
    case KG__SVG_LINE:
        KG_TRY(draw_line(pen, view));
        break;
    case KG__SVG_RECT:
        KG_TRY(draw_rectangle(pen, view));
        break;
    case KG__SVG_CIRCLE:
    case KG__SVG_ELLIPSE:
        KG_TRY(draw_oval(pen, view));
        break;
    default:
        KG_TRY(draw_points(pen));
        break;
    }
    KG_TRY(kg__svg_lift(pen));
out:
    return status;
}
