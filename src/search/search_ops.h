/*
 * What a backend does for the searches: a slot each. A slot that is NULL is work that the backend
 * leaves to the CPU.
 */
#ifndef KG_SEARCH_OPS_H
#define KG_SEARCH_OPS_H

#include "grid.h"
#include <konig/search.h>

/* Queries of one grid map, which lies in host memory: searches those whose answer's status is
 * KG_OK, sets the answer's counts and time, and the rest by kg__grid_settle(), or KG_LIMIT and the
 * bound. */
#define decl_search_grid(name) kg_status name(kg__grid_work *w)

typedef struct kg__search_ops {
    decl_search_grid((*grid));
} kg__search_ops;

extern const kg__search_ops kg__search_ops_cpu;
extern const kg__search_ops kg__search_ops_cuda;

const kg__search_ops *kg__search(const kg_context *ctx);

#endif
