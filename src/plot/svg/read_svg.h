/* Drawings in SVG, for the reader of drawings. */
#ifndef KG_READ_SVG_H
#define KG_READ_SVG_H

#include "../drawing.h"

/* Reads the segments, the page and the layers of a file in SVG into an empty drawing, and splits or
 * joins them as the options say. */
kg_status kg__svg_read(
    kg_drawing *drawing, const kg__input *input, const kg_drawing_options *options);

#endif
