/*
 * Strokes for machines: HPGL of plotters, and G-code of mills, lasers and pen plotters.
 *
 * Both have y upwards, so the lower left corner of the page is 0,0; without a page that of what is
 * drawn down to y = 0. No text of a drawing gets into them.
 */
#include "strokes.h"
#include <math.h>

/* How high above the lower edge a place is. */
static double height_of(const kg__strokes *s, const double *place)
{
    return (s->given->page ? s->given->page[1] : fmax(s->high[1], 0)) - place[1];
}

/* ---- HPGL ------------------------------------------------------------------------------------ */

enum {
    HPGL_UNITS = 40,              /* of a millimetre */
    HPGL_LARGEST = (1 << 30) - 1, /* of HP-GL/2 */
    HPGL_POINTS = 32              /* of an instruction, so that old plotters have room for it */
};

static void put_whole(kg__piece *text, long long number)
{
    if (number < 0)
        kg__stroke_string(text, "-");
    kg__stroke_number(text, number < 0 ? (uint64_t)-number : (uint64_t)number);
}

static void put_units(kg__piece *text, const kg__strokes *s, const double *place)
{
    put_whole(text, llround(place[0] * HPGL_UNITS));
    kg__stroke_string(text, ",");
    put_whole(text, llround(height_of(s, place) * HPGL_UNITS));
}

static void put_hpgl(kg__piece *text, const kg__strokes *s, uint64_t first, uint64_t last)
{
    for (uint64_t i = first; i < last; i++) {
        if (kg__stroke_begins_layer(s, i)) {
            kg__stroke_string(text, "PU;SP");
            kg__stroke_number(text, kg__stroke_layer(s, i) + 1);
            kg__stroke_string(text, ";\n");
        }
        kg__stroke_string(text, "PU");
        put_units(text, s, kg__stroke_place(s, i, s->begin[i]));
        for (uint64_t k = s->begin[i] + 1; k <= s->begin[i + 1]; k++) {
            kg__stroke_string(text, (k - s->begin[i]) % HPGL_POINTS == 1 ? ";PD" : ",");
            put_units(text, s, kg__stroke_place(s, i, k));
        }
        kg__stroke_string(text, ";\n");
    }
}

kg_status kg__strokes_check_hpgl(const kg__strokes *s)
{
    for (int i = 0; i < 4; i++) {
        const double place[2] = {i & 1 ? s->high[0] : s->low[0], i & 2 ? s->high[1] : s->low[1]};

        if (!(fmax(fabs(place[0]), fabs(height_of(s, place))) <= HPGL_LARGEST / HPGL_UNITS))
            return kg__fail(s->ctx, KG_ARGUMENT,
                "a place is %.9g,%.9g, expected at most %d millimetres for HPGL", place[0],
                place[1], HPGL_LARGEST / HPGL_UNITS);
    }
    return KG_OK;
}

kg_status kg__strokes_write_hpgl(kg_output *output, const kg__strokes *s)
{
    kg_status status;

    KG_TRY(kg__output_write(output, "IN;\n", 4));
    KG_TRY(kg__strokes_rows(output, s, put_hpgl));
    KG_TRY(kg__output_write(output, "PU;SP0;\n", 8));
out:
    return status;
}

/* ---- G-code ---------------------------------------------------------------------------------- */

enum { GCODE_DECIMALS = 3 };

static void put_words(kg__piece *text, const kg__strokes *s, const double *place)
{
    kg__stroke_string(text, " X");
    kg__stroke_decimals(text, place[0], GCODE_DECIMALS);
    kg__stroke_string(text, " Y");
    kg__stroke_decimals(text, height_of(s, place), GCODE_DECIMALS);
}

static void put_lifted(kg__piece *text, const kg__strokes *s, const double *place)
{
    kg__stroke_string(text, "G0");
    put_words(text, s, place);
    if (s->profile->rapid > 0) {
        kg__stroke_string(text, " F");
        kg__stroke_decimals(text, s->profile->rapid, GCODE_DECIMALS);
    }
    kg__stroke_string(text, "\n");
}

static void put_gcode(kg__piece *text, const kg__strokes *s, uint64_t first, uint64_t last)
{
    for (uint64_t i = first; i < last; i++) {
        if (i && kg__stroke_begins_layer(s, i)) {
            put_lifted(text, s, s->profile->start);
            kg__stroke_string(text, "M0\n"); /* wait for another pen */
        }
        put_lifted(text, s, kg__stroke_place(s, i, s->begin[i]));
        kg__stroke_string(text, s->profile->pen_down);
        for (uint64_t k = s->begin[i] + 1; k <= s->begin[i + 1]; k++) {
            kg__stroke_string(text, "\nG1");
            put_words(text, s, kg__stroke_place(s, i, k));
            if (k == s->begin[i] + 1) {
                kg__stroke_string(text, " F");
                kg__stroke_decimals(text, s->profile->feed, GCODE_DECIMALS);
            }
        }
        kg__stroke_string(text, "\n");
        kg__stroke_string(text, s->profile->pen_up);
        kg__stroke_string(text, "\n");
    }
}

kg_status kg__strokes_write_gcode(kg_output *output, const kg__strokes *s)
{
    kg__piece text = {.ctx = s->ctx};
    kg_status status;

    kg__stroke_string(&text, "G21\nG90\n"); /* millimetres; places, not steps */
    kg__stroke_string(&text, s->profile->pen_up);
    kg__stroke_string(&text, "\n");
    KG_TRY(kg__strokes_flush(output, &text));
    KG_TRY(kg__strokes_rows(output, s, put_gcode));
    put_lifted(&text, s, s->profile->start);
    kg__stroke_string(&text, "M2\n");
    KG_TRY(kg__strokes_flush(output, &text));
out:
    kg__free(s->ctx, text.text);
    return status;
}
