/* The functions of a backend for the search of grid maps. */
#ifndef KG_GRID_OPS_H
#define KG_GRID_OPS_H

#include "grid.h"

/* Queries of one map, which lies in host memory. Searches the queries whose answer's status is
 * KG_OK, and sets the answer's counts and time. The rest is set by kg__grid_settle(), or is
 * KG_LIMIT and the bound. */
#define decl_grid_search(name) kg_status name(kg__grid_work *w)

#define KG__GRID_FUNCTIONS(X) X(grid, search)

typedef struct kg__grid_ops {
    KG__GRID_FUNCTIONS(KG__POINTER)
} kg__grid_ops;

KG__GRID_FUNCTIONS(KG__PROTOTYPES)

/* The current backend's row of the table. */
const kg__grid_ops *kg__grid_backend(const kg_context *ctx);

#endif
