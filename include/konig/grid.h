/*
 * Shortest paths on grid maps, proven optimal, one query or thousands.
 */
#ifndef KONIG_GRID_H
#define KONIG_GRID_H

#include <konig/context.h>

#ifdef __cplusplus
extern "C" {
#endif

/* A cell: x grows to the right; y from row 0, the first line of a MovingAI map or a drawing, the
 * lowest row of a map in the course format. */
typedef struct kg_grid_cell {
    uint32_t x, y;
} kg_grid_cell;

typedef struct kg_grid_query {
    kg_grid_cell start, goal;
} kg_grid_query;

#ifdef __cplusplus
}
#endif
#endif
