/* What a backend does for the search of grid maps. */
#ifndef KG_GRID_OPS_H
#define KG_GRID_OPS_H

#include "grid.h"

/* Queries of one map, which lies in host memory: searches those whose answer's status is KG_OK,
 * sets the answer's counts and time, and the rest by kg__grid_settle(), or KG_LIMIT and the
 * bound. */
#define decl_grid_search(name) kg_status name(kg__grid_work *w)

#define KG__GRID_FUNCTIONS(X) X(grid, search)

typedef struct kg__grid_ops {
    KG__GRID_FUNCTIONS(KG__POINTER)
} kg__grid_ops;

KG__GRID_FUNCTIONS(KG__PROTOTYPES)

/* The row in force. */
const kg__grid_ops *kg__grid_backend(const kg_context *ctx);

#endif
