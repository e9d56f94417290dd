/*
 * Strokes for machines: HPGL of plotters, and G-code of mills, lasers and pen plotters.
 *
 * Both have y upwards, so the lower left corner of the page is 0,0; without a page that of what is
 * drawn down to y = 0. No text of a drawing gets into them.
 */
#include "strokes.h"
#include <math.h>
#include <stdlib.h>

/* How high above the lower edge a place is. */
static double height_of(const struct strokes *s, const double *place)
{
    return (s->page ? s->page[1] : fmax(s->high[1], 0)) - place[1];
}

/* ---- HPGL ------------------------------------------------------------------------------------ */

enum {
    HPGL_UNITS = 40,              /* of a millimetre */
    HPGL_LARGEST = (1 << 30) - 1, /* of HP-GL/2 */
    HPGL_POINTS = 32              /* of an instruction, so that old plotters have room for it */
};

static void put_units(struct text *text, const struct strokes *s, const double *place)
{
    text_format(text, "%lld,%lld", llround(place[0] * HPGL_UNITS),
        llround(height_of(s, place) * HPGL_UNITS));
}

static void put_hpgl(struct text *text, const void *user, uint64_t first, uint64_t last)
{
    const struct strokes *s = user;

    for (uint64_t i = first; i < last; i++) {
        if (stroke_begins_layer(s, i))
            text_format(text, "PU;SP%u;\n", stroke_layer(s, i) + 1);
        text_string(text, "PU");
        put_units(text, s, stroke_place(s, i, s->begin[i]));
        for (uint64_t k = s->begin[i] + 1; k <= s->begin[i + 1]; k++) {
            text_string(text, (k - s->begin[i]) % HPGL_POINTS == 1 ? ";PD" : ",");
            put_units(text, s, stroke_place(s, i, k));
        }
        text_string(text, ";\n");
    }
}

kg_status strokes_write_hpgl(struct csr *csr, kg_output *output, const struct strokes *s)
{
    struct text text = {0};
    kg_status status;

    for (int i = 0; i < 4; i++) {
        const double place[2] = {i & 1 ? s->high[0] : s->low[0], i & 2 ? s->high[1] : s->low[1]};

        if (!(fmax(fabs(place[0]), fabs(height_of(s, place))) <= HPGL_LARGEST / HPGL_UNITS))
            TRY(tool_fail(&csr->tool, KG_ARGUMENT,
                "%s: a place is %.9g,%.9g, expected at most %d millimetres for HPGL", csr->path,
                place[0], place[1], HPGL_LARGEST / HPGL_UNITS));
    }
    text_string(&text, "IN;\n");
    TRY(text_flush(&text, output));
    TRY(tool_rows(&csr->tool, output, s->count, put_hpgl, s));
    text_string(&text, "PU;SP0;\n");
    TRY(text_flush(&text, output));
out:
    free(text.bytes);
    return status;
}

/* ---- G-code ---------------------------------------------------------------------------------- */

enum { GCODE_DECIMALS = 3 };

static void put_words(struct text *text, const struct strokes *s, const double *place)
{
    text_string(text, " X");
    put_decimals(text, place[0], GCODE_DECIMALS);
    text_string(text, " Y");
    put_decimals(text, height_of(s, place), GCODE_DECIMALS);
}

static void put_lifted(struct text *text, const struct strokes *s, const double *place)
{
    text_string(text, "G0");
    put_words(text, s, place);
    if (s->plot->rapid > 0) {
        text_string(text, " F");
        put_decimals(text, s->plot->rapid, GCODE_DECIMALS);
    }
    text_string(text, "\n");
}

static void put_gcode(struct text *text, const void *user, uint64_t first, uint64_t last)
{
    const struct strokes *s = user;

    for (uint64_t i = first; i < last; i++) {
        if (i && stroke_begins_layer(s, i)) {
            put_lifted(text, s, s->plot->find.start);
            text_string(text, "M0\n"); /* wait for another pen */
        }
        put_lifted(text, s, stroke_place(s, i, s->begin[i]));
        text_string(text, s->plot->pen_down);
        for (uint64_t k = s->begin[i] + 1; k <= s->begin[i + 1]; k++) {
            text_string(text, "\nG1");
            put_words(text, s, stroke_place(s, i, k));
            if (k == s->begin[i] + 1) {
                text_string(text, " F");
                put_decimals(text, s->plot->feed, GCODE_DECIMALS);
            }
        }
        text_string(text, "\n");
        text_string(text, s->plot->pen_up);
        text_string(text, "\n");
    }
}

kg_status strokes_write_gcode(struct csr *csr, kg_output *output, const struct strokes *s)
{
    struct text text = {0};
    kg_status status;

    text_string(&text, "G21\nG90\n"); /* millimetres; places, not steps */
    text_string(&text, s->plot->pen_up);
    text_string(&text, "\n");
    TRY(text_flush(&text, output));
    TRY(tool_rows(&csr->tool, output, s->count, put_gcode, s));
    put_lifted(&text, s, s->plot->find.start);
    text_string(&text, "M2\n");
    TRY(text_flush(&text, output));
out:
    free(text.bytes);
    return status;
}
