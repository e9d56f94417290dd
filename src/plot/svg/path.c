/*
 * The data of paths in SVG.
 *
 * In:  the attribute d. Out: calls of the pen (curves.c).
 * Method: command by command; arcs become parts of ellipses round their centers.
 * Source: Scalable Vector Graphics (SVG) 2, W3C Candidate Recommendation, 2018, 9.3 and B.2.
 */
#include "../../base/ascii.h"
#include "svg.h"
#include <math.h>
#include <string.h>

typedef struct path {
    kg__svg_pen *pen;
    double control[2]; /* of the curve before, or where the pen is */
    char curve;        /* c or q: the previous command was a curve of this kind */
} path;

/* ---- arcs ------------------------------------------------------------------------------------ */

/* x: rx, ry, rotation, large, sweep, and the end. */
static kg_status draw_arc(path *p, const double x[7])
{
    const double *at = p->pen->at;
    const double turn = x[2] * (M_PI / 180), c = cos(turn), s = sin(turn);
    const double half[2] = {(at[0] - x[5]) / 2, (at[1] - x[6]) / 2};
    const double u = c * half[0] + s * half[1], v = c * half[1] - s * half[0];
    double rx = fabs(x[0]), ry = fabs(x[1]), over, part, mid[2], center[2], from, sweep;

    if (at[0] == x[5] && at[1] == x[6])
        return KG_OK;
    if (rx == 0 || ry == 0)
        return kg__svg_line(p->pen, x[5], x[6]);
    over = u / rx * (u / rx) + v / ry * (v / ry);
    if (over > 1) { /* the radii are too small to reach both ends: scale them */
        rx *= sqrt(over);
        ry *= sqrt(over);
    }
    part = over < 1 ? sqrt(1 / over - 1) : 0;
    part = (x[3] != 0) == (x[4] != 0) ? -part : part;
    mid[0] = part * v / ry * rx;
    mid[1] = -part * u / rx * ry;
    center[0] = c * mid[0] - s * mid[1] + (at[0] + x[5]) / 2;
    center[1] = s * mid[0] + c * mid[1] + (at[1] + x[6]) / 2;
    from = atan2((v - mid[1]) / ry, (u - mid[0]) / rx);
    sweep = atan2((-v - mid[1]) / ry, (-u - mid[0]) / rx) - from;
    if (x[4] != 0 && sweep < 0)
        sweep += 2 * M_PI;
    else if (x[4] == 0 && sweep > 0)
        sweep -= 2 * M_PI;
    return kg__svg_ellipse(
        p->pen, center, (const double[4]){c * rx, s * rx, -s * ry, c * ry}, from, sweep, x + 5);
}

/* ---- commands -------------------------------------------------------------------------------- */

/* The number of arguments of a command; -1: there is no such command. */
static int count_numbers(char command)
{
    static const char letters[] = "mlhvcsqtaz";
    static const int counts[] = {2, 2, 1, 1, 6, 4, 4, 2, 7, 0};
    const char *found = command ? strchr(letters, kg__lower(command)) : NULL;

    return found ? counts[found - letters] : -1;
}

/* The control point of a curve that goes on smoothly. */
static void reflect(const path *p, char curve, double control[2])
{
    for (int k = 0; k < 2; k++)
        control[k] = p->curve == curve ? 2 * p->pen->at[k] - p->control[k] : p->pen->at[k];
}

/* Draws a command; x: its numbers, all of them absolute. */
static kg_status draw(path *p, char command, const double *x)
{
    kg__svg_pen *pen = p->pen;
    double place[6];
    kg_status status = KG_OK;

    switch (command) {
    case 'm':
        KG_TRY(kg__svg_move(pen, x[0], x[1]));
        break;
    case 'l':
        KG_TRY(kg__svg_line(pen, x[0], x[1]));
        break;
    case 'h':
        KG_TRY(kg__svg_line(pen, x[0], pen->at[1]));
        break;
    case 'v':
        KG_TRY(kg__svg_line(pen, pen->at[0], x[0]));
        break;
    case 'c':
    case 's':
        reflect(p, 'c', place);
        memcpy(command == 'c' ? place : place + 2, x, (command == 'c' ? 6 : 4) * sizeof *x);
        KG_TRY(kg__svg_cubic(pen, place));
        memcpy(p->control, place + 2, sizeof p->control);
        break;
    case 'q':
    case 't':
        reflect(p, 'q', place);
        memcpy(command == 'q' ? place : place + 2, x, (command == 'q' ? 4 : 2) * sizeof *x);
        KG_TRY(kg__svg_quadratic(pen, place));
        memcpy(p->control, place, sizeof p->control);
        break;
    case 'a':
        KG_TRY(draw_arc(p, x));
        break;
    default:
        KG_TRY(kg__svg_close(pen));
        break;
    }
    p->curve = command == 's' ? 'c' : command == 't' ? 'q' : command;
out:
    return status;
}

/* Reads the numbers of a command. Returns their end, or NULL with *fault. */
static const char *read_numbers(
    const char *text, char command, unsigned count, double *x, const char **fault)
{
    for (unsigned i = 0; i < count; i++) {
        const char *end;

        if (kg__lower(command) == 'a' && (i == 3 || i == 4)) { /* a flag is one digit */
            end = kg__svg_skip_white(text);
            end = *end == ',' ? kg__svg_skip_white(end + 1) : end;
            x[i] = *end == '1';
            end = *end == '0' || *end == '1' ? end + 1 : NULL;
        } else {
            end = kg__svg_number(text, &x[i]);
        }
        if (!end) {
            *fault = text;
            return NULL;
        }
        text = end;
    }
    return text;
}

static void make_absolute(const path *p, char command, unsigned count, double *x)
{
    const double *at = p->pen->at;
    const char small = kg__lower(command);

    if (command != small)
        return;
    for (unsigned i = small == 'a' ? 5 : 0; i < count; i++)
        x[i] += small == 'h' ? at[0] : small == 'v' ? at[1] : at[(i + (small == 'a')) % 2];
}

static kg_status fail_at(const path *p, const char *fault, const char *expected)
{
    const size_t length = strlen(fault);

    return length ? KG__SVG_FAIL(p->pen->svg, p->pen->element, "the path's data go on '%s', %s",
                        KG__SHOW(fault, length), expected)
                  : KG__SVG_FAIL(p->pen->svg, p->pen->element, "the path's data end, %s", expected);
}

kg_status kg__svg_draw_path(kg__svg_pen *pen)
{
    const char *text = kg__svg_get(pen->svg, pen->element, "d"), *fault = NULL;
    path p = {.pen = pen};
    char command = 0;
    kg_status status = KG_OK;

    if (!text || strcmp(text, "none") == 0)
        return KG_OK;
    for (;;) {
        double x[7];
        int count;

        text = kg__svg_skip_white(text);
        if (!*text)
            break;
        if (kg__is_letter(*text)) {
            const char first = command;

            command = *text++;
            if (count_numbers(command) < 0 || (!first && kg__lower(command) != 'm'))
                return fail_at(&p, text - 1,
                    first ? "expected a command, M, L, H, V, C, S, Q, T, A or Z"
                          : "expected M at the beginning");
        } else if (command == 'm' || command == 'M') { /* lines follow a move */
            command = command == 'm' ? 'l' : 'L';
        } else if (!command || kg__lower(command) == 'z') {
            return fail_at(&p, text, "expected a command");
        }
        count = count_numbers(command);
        text = read_numbers(text, command, (unsigned)count, x, &fault);
        if (!text)
            return fail_at(&p, kg__svg_skip_white(fault), "expected a number");
        make_absolute(&p, command, (unsigned)count, x);
        KG_TRY(draw(&p, kg__lower(command), x));
    }
    KG_TRY(kg__svg_lift(pen));
out:
    return status;
}
