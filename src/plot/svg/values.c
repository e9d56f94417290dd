/*
 * Values of attributes in SVG: numbers, lengths, view boxes, colours.
 *
 * Source: Scalable Vector Graphics (SVG) 2, W3C Candidate Recommendation, 2018, 7 and 8.
 */
#include "../../base/ascii.h"
#include "svg.h"
#include <math.h>
#include <string.h>

/* ---- numbers --------------------------------------------------------------------------------- */

const char *kg__svg_number(const char *p, double *number)
{
    const char *digits;

    p = kg__svg_skip_white(p);
    if (*p == ',')
        p = kg__svg_skip_white(p + 1);
    digits = p + (*p == '-' || *p == '+');
    digits += *digits == '.';
    return kg__is_digit(*digits) ? kg__parse_double(p, number) : NULL; /* no inf, no nan */
}

/* Whether only blanks are left of a value. */
static bool is_end(const char *p)
{
    return p && !*kg__svg_skip_white(p);
}

/* ---- lengths --------------------------------------------------------------------------------- */

static const struct {
    const char *name;
    double size; /* in units of the user */
} units[] = {{"px", 1}, {"mm", 96 / 25.4}, {"cm", 96 / 2.54}, {"in", 96}, {"pt", 96 / 72.0},
    {"pc", 16}, {"q", 96 / 101.6}};

double kg__svg_unit(const char *unit, size_t length)
{
    for (size_t i = 0; i < sizeof units / sizeof *units; i++)
        if (strlen(units[i].name) == length && kg__same_letters(unit, units[i].name, length))
            return units[i].size;
    return NAN;
}

kg_status kg__svg_length(
    kg__svg *s, const kg__svg_element *e, const char *name, double percent, double *length)
{
    const char *text = kg__svg_get(s, e, name), *p;
    double number, size = NAN;

    if (!text || strcmp(text, "auto") == 0)
        return KG_OK;
    p = kg__svg_number(text, &number);
    if (!p)
        return KG__SVG_FAIL(
            s, e, "%s is '%s', expected a length", name, KG__SHOW(text, strlen(text)));
    if (is_end(p)) {
        size = 1;
    } else if (*p == '%' && is_end(p + 1)) {
        size = percent / 100;
    } else {
        size_t letters = 0;

        while (kg__is_letter(p[letters]))
            letters++;
        size = is_end(p + letters) ? kg__svg_unit(p, letters) : NAN;
    }
    if (isnan(size))
        return KG__SVG_FAIL(s, e,
            "%s is '%s', expected a number with px, mm, cm, in, pt, pc, Q, %% or nothing behind it",
            name, KG__SHOW(text, strlen(text)));
    *length = number * size;
    return KG_OK;
}

/* ---- matrices -------------------------------------------------------------------------------- */

kg__svg_matrix kg__svg_multiply(const kg__svg_matrix *outer, const kg__svg_matrix *inner)
{
    const double *a = outer->m, *b = inner->m;

    return (kg__svg_matrix){{a[0] * b[0] + a[2] * b[1], a[1] * b[0] + a[3] * b[1],
        a[0] * b[2] + a[2] * b[3], a[1] * b[2] + a[3] * b[3], a[0] * b[4] + a[2] * b[5] + a[4],
        a[1] * b[4] + a[3] * b[5] + a[5]}};
}

/* ---- view boxes ------------------------------------------------------------------------------ */

kg_status kg__svg_view_box(kg__svg *s, const kg__svg_element *e, double box[4], bool *has)
{
    const char *text = kg__svg_get(s, e, "viewBox"), *p = text;

    *has = text && strcmp(text, "none") != 0;
    if (!*has)
        return KG_OK;
    for (int i = 0; p && i < 4; i++)
        p = kg__svg_number(p, &box[i]);
    if (!is_end(p) || !(box[2] >= 0 && box[3] >= 0))
        return KG__SVG_FAIL(
            s, e, "viewBox is '%s', expected x, y, width and height", KG__SHOW(text, strlen(text)));
    return KG_OK;
}

/* The share of the free space that lies before the box: 0, 1/2 or 1. NAN: none is named. */
static double place_named(const char *word)
{
    return strncmp(word, "Min", 3) == 0   ? 0
           : strncmp(word, "Mid", 3) == 0 ? 0.5
           : strncmp(word, "Max", 3) == 0 ? 1
                                          : NAN;
}

kg_status kg__svg_fit(kg__svg *s, const kg__svg_element *e, const double port[4],
    const double box[4], kg__svg_matrix *matrix)
{
    const char *text = kg__svg_get(s, e, "preserveAspectRatio"), *p;
    double x = port[2] / box[2], y = port[3] / box[3], place[2] = {0.5, 0.5};
    bool slice = false, keep = true;
    kg__svg_matrix fit;

    p = kg__svg_skip_white(text ? text : "");
    if (strncmp(p, "defer", 5) == 0)
        p = kg__svg_skip_white(p + 5);
    if (strncmp(p, "none", 4) == 0) {
        keep = false;
        p += 4;
    } else if (*p == 'x') {
        place[0] = place_named(p + 1);
        place[1] = !isnan(place[0]) && p[4] == 'Y' ? place_named(p + 5) : NAN;
        p += isnan(place[1]) ? 0 : 8;
    }
    p = kg__svg_skip_white(p);
    slice = strncmp(p, "slice", 5) == 0;
    p += slice ? 5 : strncmp(p, "meet", 4) == 0 ? 4 : 0;
    if (!is_end(p))
        return KG__SVG_FAIL(s, e,
            "preserveAspectRatio is '%s', expected none, or xMidYMid and the like, and meet or "
            "slice",
            KG__SHOW(text, strlen(text)));
    if (keep)
        x = y = slice ? fmax(x, y) : fmin(x, y);
    fit = (kg__svg_matrix){{x, 0, 0, y, port[0] - box[0] * x + place[0] * (port[2] - box[2] * x),
        port[1] - box[1] * y + place[1] * (port[3] - box[3] * y)}};
    *matrix = kg__svg_multiply(matrix, &fit);
    return KG_OK;
}

/* ---- colours --------------------------------------------------------------------------------- */

/* Common names, so that a colour is the same however it is written. */
static const struct {
    const char *name;
    unsigned colour;
} colours[] = {{"black", 0x000000}, {"white", 0xffffff}, {"red", 0xff0000}, {"lime", 0x00ff00},
    {"blue", 0x0000ff}, {"yellow", 0xffff00}, {"cyan", 0x00ffff}, {"aqua", 0x00ffff},
    {"magenta", 0xff00ff}, {"fuchsia", 0xff00ff}, {"gray", 0x808080}, {"grey", 0x808080},
    {"silver", 0xc0c0c0}, {"maroon", 0x800000}, {"olive", 0x808000}, {"green", 0x008000},
    {"purple", 0x800080}, {"teal", 0x008080}, {"navy", 0x000080}, {"orange", 0xffa500}};

static int hex_digit(char c)
{
    c = kg__lower(c);
    return kg__is_digit(c) ? c - '0' : c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
}

/* #rgb or #rrggbb. */
static bool read_hex(const char *text, size_t length, unsigned *colour)
{
    *colour = 0;
    for (size_t i = 1; i < length; i++) {
        const int digit = hex_digit(text[i]);

        if (digit < 0)
            return false;
        *colour = *colour << 4 | (unsigned)digit;
        if (length == 4)
            *colour = *colour << 4 | (unsigned)digit;
    }
    return *text == '#' && (length == 4 || length == 7);
}

/* rgb(r, g, b) with numbers to 255 or per cents. */
static bool read_rgb(const char *text, unsigned *colour)
{
    const char *p = text + 4;

    *colour = 0;
    if (!kg__begins_with(text, "rgb("))
        return false;
    for (int i = 0; i < 3; i++) {
        double part;

        p = kg__svg_number(p, &part);
        if (!p)
            return false;
        if (*p == '%') {
            part *= 2.55;
            p++;
        }
        *colour = *colour << 8 | (unsigned)(part < 0 ? 0 : part > 255 ? 255 : part + 0.5);
    }
    return *kg__svg_skip_white(p) == ')';
}

static void put_hex(unsigned colour, char text[KG__COLOUR_BYTES])
{
    text[0] = '#';
    for (int i = 0; i < 6; i++)
        text[i + 1] = "0123456789abcdef"[colour >> (20 - 4 * i) & 15];
    text[7] = '\0';
}

void kg__svg_colour(const char *text, size_t length, char colour[KG__COLOUR_BYTES])
{
    size_t letters = 0;
    unsigned number;

    *colour = '\0';
    if (length && (read_hex(text, length, &number) || read_rgb(text, &number))) {
        put_hex(number, colour);
        return;
    }
    while (letters < length && kg__is_letter(text[letters]))
        letters++;
    if (letters < length || length >= KG__COLOUR_BYTES)
        return;
    for (size_t i = 0; i < length; i++)
        colour[i] = kg__lower(text[i]);
    colour[length] = '\0';
    if (strcmp(colour, "none") == 0 || strcmp(colour, "transparent") == 0 ||
        strcmp(colour, "currentcolor") == 0)
        *colour = '\0';
    for (size_t i = 0; i < sizeof colours / sizeof *colours; i++)
        if (strcmp(colour, colours[i].name) == 0)
            put_hex(colours[i].colour, colour);
}
