/* Strokes as files: what all formats share. */
#ifndef KG_STROKES_H
#define KG_STROKES_H

#include "../csr/files/text/write_pieces.h"
#include "../io/output.h"
#include "plot.h"

/* Strokes to write, and what has been found out about them. */
typedef struct kg__strokes {
    kg_context *ctx;
    const kg_strokes *given;
    const kg_segments *segments;
    const uint64_t *begin;
    const kg_edge *step;
    uint64_t count;
    const kg_plot_profile *profile;
    double low[2], high[2];         /* the frame of all places */
    const kg_drawing_layer *layers; /* NULL: there is one, without a name */
    int decimals;                   /* of millimetres in SVG */
} kg__strokes;

/* The vertex of point k of a stroke: begin[stroke] <= k <= begin[stroke + 1]. */
static inline kg_vertex kg__stroke_vertex(const kg__strokes *s, uint64_t stroke, uint64_t k)
{
    return k < s->begin[stroke + 1] ? s->segments->end[s->step[k]]
                                    : s->segments->end[s->step[k - 1] ^ 1];
}

static inline const double *kg__stroke_place(const kg__strokes *s, uint64_t stroke, uint64_t k)
{
    return s->segments->place + 2 * (uint64_t)kg__stroke_vertex(s, stroke, k);
}

/* The number of a stroke's layer; 0 if there is one. */
static inline uint32_t kg__stroke_layer(const kg__strokes *s, uint64_t stroke)
{
    return s->segments->layer ? s->segments->layer[s->step[s->begin[stroke]] / 2] : 0;
}

/* Whether a stroke is the first of its layer. */
static inline bool kg__stroke_begins_layer(const kg__strokes *s, uint64_t stroke)
{
    return stroke == 0 || kg__stroke_layer(s, stroke) != kg__stroke_layer(s, stroke - 1);
}

/* ---- text (stroke_text.c) -------------------------------------------------------------------- */

/* Each puts text and makes room for it. A failure stays in piece->status, and later text is
 * dropped. */
static inline void kg__stroke_bytes(kg__piece *piece, const char *bytes, size_t length)
{
    if (piece->used + length > piece->room && piece->status == KG_OK)
        piece->status = kg__piece_room(piece, length);
    if (piece->status == KG_OK && length)
        kg__put(piece, bytes, length);
}

static inline void kg__stroke_string(kg__piece *piece, const char *text)
{
    kg__stroke_bytes(piece, text, strlen(text));
}

void kg__stroke_number(kg__piece *piece, uint64_t number);
/* So many significant digits, as printf's %g. */
void kg__stroke_digits(kg__piece *piece, double number, int digits);
/* The fewest digits, 15 at least except for zeros at the end, that read back as the number. */
void kg__stroke_real(kg__piece *piece, double number);
/* Puts a number with at most `decimals` decimals, without zeros at the end. */
void kg__stroke_decimals(kg__piece *piece, double number, int decimals);

/* Puts strokes [first, last). Any thread. */
typedef void kg__strokes_put(
    kg__piece *piece, const kg__strokes *strokes, uint64_t first, uint64_t last);

/* Writes the text of all strokes, in order. */
kg_status kg__strokes_rows(kg_output *output, const kg__strokes *strokes, kg__strokes_put *put);
/* Writes a text, and empties it. */
kg_status kg__strokes_flush(kg_output *output, kg__piece *piece);

/* ---- formats --------------------------------------------------------------------------------- */

kg_status kg__strokes_write_lines(kg_output *output, const kg__strokes *strokes);
kg_status kg__strokes_write_csv(kg_output *output, const kg__strokes *strokes);
kg_status kg__strokes_write_svg(kg_output *output, const kg__strokes *strokes);
kg_status kg__strokes_write_hpgl(kg_output *output, const kg__strokes *strokes);
kg_status kg__strokes_write_gcode(kg_output *output, const kg__strokes *strokes);

/* Whether all places are within the range of HPGL; KG_ARGUMENT names the one that is not. */
kg_status kg__strokes_check_hpgl(const kg__strokes *strokes);

#endif
