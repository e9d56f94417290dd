/*
 * Transforms of SVG and CSS as matrices.
 *
 * In CSS a length and an angle have a unit, unless they are 0. Per cents are not read.
 *
 * Source: Scalable Vector Graphics (SVG) 2, W3C Candidate Recommendation, 2018, 8; CSS Transforms
 * Module Level 1, W3C.
 */
#include "../../base/ascii.h"
#include "css.h"
#include <math.h>
#include <string.h>

/* Makes the matrix of a transform function from its numbers. Returns false if the function does
 * not take this many. */
static bool make_matrix(const char *name, const double *x, unsigned count, kg__svg_matrix *made)
{
    const double angle = x[0] * (M_PI / 180);
    double *m = made->m;

    *made = (kg__svg_matrix){{1, 0, 0, 1, 0, 0}};
    if (strcmp(name, "matrix") == 0 && count == 6) {
        memcpy(m, x, sizeof made->m);
    } else if (strcmp(name, "translate") == 0 && (count == 1 || count == 2)) {
        m[4] = x[0];
        m[5] = count == 2 ? x[1] : 0;
    } else if (strcmp(name, "scale") == 0 && (count == 1 || count == 2)) {
        m[0] = x[0];
        m[3] = count == 2 ? x[1] : x[0];
    } else if (strcmp(name, "rotate") == 0 && (count == 1 || count == 3)) {
        m[0] = m[3] = cos(angle);
        m[1] = sin(angle);
        m[2] = -m[1];
        if (count == 3) { /* round x[1], x[2] */
            m[4] = x[1] - m[0] * x[1] - m[2] * x[2];
            m[5] = x[2] - m[1] * x[1] - m[3] * x[2];
        }
    } else if (strcmp(name, "skewX") == 0 && count == 1) {
        m[2] = tan(angle);
    } else if (strcmp(name, "skewY") == 0 && count == 1) {
        m[1] = tan(angle);
    } else {
        return false;
    }
    return true;
}

/* Makes the matrix of a function that only CSS has. */
static bool make_css_matrix(const char *name, const double *x, unsigned count, kg__svg_matrix *made)
{
    double *m = made->m;

    *made = (kg__svg_matrix){{1, 0, 0, 1, 0, 0}};
    if (strcmp(name, "skew") == 0 && (count == 1 || count == 2)) {
        m[2] = tan(x[0] * (M_PI / 180));
        m[1] = count == 2 ? tan(x[1] * (M_PI / 180)) : 0;
    } else if (count != 1) {
        return false;
    } else if (strcmp(name, "translateX") == 0) {
        m[4] = x[0];
    } else if (strcmp(name, "translateY") == 0) {
        m[5] = x[0];
    } else if (strcmp(name, "scaleX") == 0) {
        m[0] = x[0];
    } else if (strcmp(name, "scaleY") == 0) {
        m[3] = x[0];
    } else {
        return false;
    }
    return true;
}

/* Takes the unit of an argument of CSS behind its number. */
static bool take_unit(const char *name, const char **p, double *x)
{
    static const struct {
        const char *name;
        double degrees;
    } angles[] = {{"deg", 1}, {"grad", 0.9}, {"rad", 180 / M_PI}, {"turn", 360}};
    const bool is_length = *name == 't', is_angle = *name == 'r' || strncmp(name, "sk", 2) == 0;
    const char *unit = *p;
    size_t letters = 0;
    double size = NAN;

    while (kg__is_letter(unit[letters]))
        letters++;
    *p += letters;
    if (!letters)
        return *x == 0 || (!is_length && !is_angle);
    if (is_length)
        size = kg__svg_unit(unit, letters);
    for (size_t i = 0; is_angle && i < sizeof angles / sizeof *angles; i++)
        if (strlen(angles[i].name) == letters && kg__same_letters(unit, angles[i].name, letters))
            size = angles[i].degrees;
    *x *= size;
    return !isnan(size);
}

/* Reads a list of functions behind `matrix`. */
static bool read_functions(const char *text, const char *end, bool is_css, kg__svg_matrix *matrix)
{
    for (const char *p = text;;) {
        char name[16] = "";
        double x[6] = {0};
        unsigned count = 0, letters = 0;
        kg__svg_matrix one;

        p = kg__svg_skip_white(p);
        if (*p == ',' && p > text)
            p = kg__svg_skip_white(p + 1);
        if (p >= end)
            return true;
        while (kg__is_letter(*p) && letters + 1 < sizeof name)
            name[letters++] = *p++;
        p = kg__svg_skip_white(p);
        if (*p != '(')
            return false;
        for (p++; count < 6; count++) {
            const char *behind = kg__svg_number(p, &x[count]);

            if (!behind)
                break;
            p = behind;
            if (is_css && !take_unit(name, &p, &x[count]))
                return false;
        }
        p = kg__svg_skip_white(p);
        if (*p != ')' || (is_css && *name == 'r' && count != 1) ||
            (!make_matrix(name, x, count, &one) &&
                !(is_css && make_css_matrix(name, x, count, &one))))
            return false;
        p++;
        *matrix = kg__svg_multiply(matrix, &one);
    }
}

kg_status kg__svg_transform(
    kg__svg *s, const kg__svg_element *e, const kg__svg_value *value, kg__svg_matrix *matrix)
{
    const bool is_css = value->rank != KG__SVG_ATTRIBUTE;
    kg__svg_matrix made = *matrix;

    if (!value->text || (value->length == 4 && strncmp(value->text, "none", 4) == 0))
        return KG_OK;
    if (read_functions(value->text, value->text + value->length, is_css, &made))
        *matrix = made;
    else if (is_css)
        kg__css_leave_property(s, KG__SVG_TRANSFORM, e->at);
    else
        return KG__SVG_FAIL(s, e,
            "transform is '%s', expected matrix, translate, scale, rotate, skewX or skewY, each "
            "with its numbers in brackets",
            KG__SHOW(value->text, value->length));
    return KG_OK;
}
