/* The strokes that csr plot finds, as files. */
#ifndef KG_TOOLS_STROKES_H
#define KG_TOOLS_STROKES_H

#include "csr.h"

struct strokes {
    const kg_drawing *drawing;
    const kg_segments *segments;
    const uint64_t *begin;
    const kg_edge *step;
    uint64_t count;
    const struct csr_plot *plot;    /* what the command line says */
    double low[2], high[2];         /* the frame of what is drawn */
    const double *page;             /* [2] its size, or NULL */
    const kg_drawing_layer *layers; /* [layer_count] or NULL: there is one, without a name */
    uint64_t layer_count;
    int decimals; /* of millimetres in SVG */
};

/* Finds out the frame, the page and the layers of a drawing. */
void strokes_measure(struct strokes *strokes);

/* The vertex that point k of a stroke lies at: it has one more than steps. */
kg_vertex stroke_vertex(const struct strokes *strokes, uint64_t stroke, uint64_t k);
const double *stroke_place(const struct strokes *strokes, uint64_t stroke, uint64_t k);

/* The number of a stroke's layer; 0 where there is one. */
uint32_t stroke_layer(const struct strokes *strokes, uint64_t stroke);
/* Whether a stroke is the first of its layer. */
bool stroke_begins_layer(const struct strokes *strokes, uint64_t stroke);

/* Writes them in the format that the command line asks for. */
kg_status strokes_write(struct csr *csr, const struct strokes *strokes);

/* What a machine draws, as HPGL and as G-code (csr-gcode.c). */
kg_status strokes_write_hpgl(struct csr *csr, kg_output *output, const struct strokes *strokes);
kg_status strokes_write_gcode(struct csr *csr, kg_output *output, const struct strokes *strokes);

/* A number with so many decimals at most, without zeros behind. */
void put_decimals(struct text *text, double number, int decimals);

#endif
