/* Lines of several points on a sheet. */
#ifndef KG_POLYLINE_H
#define KG_POLYLINE_H

#include "sheet.h"

typedef struct kg__polyline {
    kg_context *ctx;
    double *at; /* [2 * points] x, y; at least one point, and no two equal neighbours */
    uint64_t points;
    uint64_t room; /* of at */
} kg__polyline;

/* Makes it the geometry of a street. */
kg_status kg__polyline_take(
    kg__polyline *line, const kg__sheet *sheet, uint64_t street, bool backwards);
double kg__polyline_length(const kg__polyline *line);
/* The place at a distance from its beginning, within its ends. */
void kg__polyline_at(const kg__polyline *line, double length, double at[2]);
/* Cuts a length off both ends; the line must be longer than both. */
kg_status kg__polyline_trim(kg__polyline *line, double length);
/* Makes a line at a distance on the right of another one. */
kg_status kg__polyline_shift(kg__polyline *shifted, const kg__polyline *line, double right);

#endif
