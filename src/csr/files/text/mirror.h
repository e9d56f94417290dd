/* Graphs whose edges stand in the rows of both their ends, as in METIS. */
#ifndef KG_MIRROR_H
#define KG_MIRROR_H

#include "../../csr.h"

/* An edge that stands in the row of `from` and not in that of `to`, or there with another value. */
typedef struct kg__unmatched {
    kg_vertex from, to; /* from: KG_NO_VERTEX if there is none */
    bool value;
} kg__unmatched;

/* Looks for an edge without its mirror image. row: [n + 1], col: [row[n]], value: [row[n]] or
 * NULL. Parallel edges are compared in order. */
kg_status kg__mirror_check(kg__unmatched *unmatched, kg_context *ctx, kg_vertex n,
    const uint64_t *row, const kg_vertex *col, const double *value);

#endif
