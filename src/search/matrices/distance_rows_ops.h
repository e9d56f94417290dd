/* The table of a backend's functions for matrices of distances. */
#ifndef KG_DISTANCE_ROWS_OPS_H
#define KG_DISTANCE_ROWS_OPS_H

#include "distance_matrix.h"

typedef struct kg__rows {
    kg_distance_matrix *m; /* whose rows come from sweeps */
    uint64_t first, count; /* of the rows; count > 0 */
    void *entry;           /* [count][targets] on the host, of the matrix' type */
} kg__rows;

/* Makes rows: the distances from each source by arcs up and then down. targets > 0. */
#define decl_distance_rows(name) kg_status name(kg__rows *r)

#define KG__DISTANCE_FUNCTIONS(X) X(distance, rows)

typedef struct kg__distance_ops {
    KG__DISTANCE_FUNCTIONS(KG__POINTER)
} kg__distance_ops;

KG__DISTANCE_FUNCTIONS(KG__PROTOTYPES)

#endif
