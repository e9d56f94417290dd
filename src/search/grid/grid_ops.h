/*
 * What a backend does for the searches: a slot each. A slot that is NULL is work that the backend
 * leaves to the CPU.
 */
#ifndef KG_GRID_OPS_H
#define KG_GRID_OPS_H

#include "grid.h"
#include <konig/grid.h>

/* Queries of one grid map, which lies in host memory: searches those whose answer's status is
 * KG_OK, sets the answer's counts and time, and the rest by kg__grid_settle(), or KG_LIMIT and the
 * bound. */
#define decl_grid_search(name) kg_status name(kg__grid_work *w)

typedef struct kg__grid_ops {
    decl_grid_search((*grid));
} kg__grid_ops;

extern const kg__grid_ops kg__grid_ops_cpu;
extern const kg__grid_ops kg__grid_ops_cuda;

const kg__grid_ops *kg__grid_search_row(const kg_context *ctx);

#endif
