/*
 * The host's side of a device's grid searches: queries become tasks, what the device found becomes
 * answers and paths.
 */
#ifndef KG_GRID_TASKS_H
#define KG_GRID_TASKS_H

#include "grid.h"

/* A query that needs a search. Cells are numbered row by row. */
typedef struct kg__grid_task {
    uint64_t query; /* its number */
    uint32_t start, goal;
    uint32_t terrain;
    uint32_t least; /* steps from start to goal on an empty map */
} kg__grid_task;

enum {
    KG__GRID_FOUND,
    KG__GRID_STOPPED,      /* at max_states */
    KG__GRID_NO_ROOM,      /* the open list was too short: to be done again with more room */
    KG__GRID_NO_CHAIN_ROOM /* no room for the chain: to be done again */
};

/* What the device found. The chain: cells of the path from the goal to the start; between two of
 * them the path goes diagonally as long as it can, counted from the goal, then straight. */
typedef struct kg__grid_found {
    uint64_t best; /* the cost, in units of the scale */
    uint64_t expanded, generated, states;
    uint64_t now;          /* the lowest bucket of the open list */
    uint64_t chain, count; /* chain[chain..chain+count-1] */
    uint64_t ns;           /* time taken */
    uint32_t state;
} kg__grid_found;

/*
 * A task for each query that has a path and whose goal is not its start, the longest first; the
 * others are answered. *task: kg__free(). KG_MEMORY, KG_INTERNAL.
 */
kg_status kg__grid_make_tasks(kg__grid_work *work, kg__grid_task **task, uint64_t *count);

/* Answers the tasks that were found or stopped, by all threads, and moves the others to the front:
 * *count are left. KG_MEMORY, KG_INTERNAL. */
kg_status kg__grid_settle_tasks(kg__grid_work *work, kg__grid_task *task, uint64_t *count,
    const kg__grid_found *found, const uint32_t *chain);

#endif
