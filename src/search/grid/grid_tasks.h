/*
 * The host's side of a device's grid searches: queries become tasks, and the device's results
 * become answers and paths.
 */
#ifndef KG_GRID_TASKS_H
#define KG_GRID_TASKS_H

#include "grid.h"

/* A query that needs a search. Cells are numbered row by row. */
typedef struct kg__grid_task {
    uint64_t query; /* the query's number */
    uint32_t start, goal;
    uint32_t terrain;
    uint32_t least; /* the number of steps from start to goal on an empty map */
} kg__grid_task;

enum {
    KG__GRID_FOUND,
    KG__GRID_STOPPED,      /* at max_states */
    KG__GRID_NO_ROOM,      /* the open list was too short: repeat with more room */
    KG__GRID_NO_CHAIN_ROOM /* no room for the chain: repeat */
};

/* A device's result. The chain is cells of the path from the goal to the start. Between two of them
 * the path, counted from the goal, goes diagonally as long as it can, then straight. */
typedef struct kg__grid_found {
    uint64_t best; /* the cost, in units of the scale */
    uint64_t expanded, generated, states;
    uint64_t now;          /* the lowest bucket of the open list */
    uint64_t chain, count; /* chain[chain..chain+count-1] */
    uint64_t ns;           /* time taken */
    uint32_t state;
} kg__grid_found;

/*
 * Makes a task for each query that has a path and whose goal is not its start, the longest first;
 * the other queries are answered. *task: free it with kg__free(). KG_MEMORY, KG_INTERNAL.
 */
kg_status kg__grid_make_tasks(kg__grid_work *work, kg__grid_task **task, uint64_t *count);

/* Answers the tasks that were found or stopped, in threads, and moves the others to the front.
 * *count: [in, out] the number of tasks, and of those left. KG_MEMORY, KG_INTERNAL. */
kg_status kg__grid_settle_tasks(kg__grid_work *work, kg__grid_task *task, uint64_t *count,
    const kg__grid_found *found, const uint32_t *chain);

#endif
