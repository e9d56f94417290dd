/* astar pathfinding: what its query and its scenario share. */
#ifndef KG_TOOLS_ASTAR_PATHS_H
#define KG_TOOLS_ASTAR_PATHS_H

#include "answers.h"
#include "astar-search.h"

/* OWN: cells for a query, a table for a scenario. */
enum paths_format { OWN, CELLS, COURSE, COST, JSON_LINES, CORNERS, PATHS_FORMATS };

struct pathfinding {
    struct tool tool;
    const char *map, *scen, *picture, *index_path; /* picture: of --draw */
    char *goals;                                   /* of --goal */
    bool asks;                                     /* scen is the file of --queries */
    bool draws, has_start, has_goal;
    kg_grid_query query;
    kg_grid_read_options read;
    kg_grid_options find;
    struct search by;
    enum paths_format format;

    kg_grid *grid;
    kg_scenario *scenario;
    kg_grid_search *search;
    double began; /* when the search did */
    struct answers answers;
};

/* found, unreachable, wall, limit */
const char *paths_status(kg_status status);

/* A line x,y for each cell; corners: for the start, the goal and the cells between them in which
 * the path turns. */
void paths_put_cells(struct text *text, const kg_grid_cell *path, uint64_t count, bool corners);

/* Members of the object that text is in. */
void paths_put_json_map(struct text *text, const struct pathfinding *p);
/* bound: of an answer that may not be the cheapest; 0: it is */
void paths_put_json_answer(
    struct text *text, const kg_grid_query *query, const kg_grid_answer *answer, double bound);
/* With --nearest or several goals: the cell that the path leads to. */
void paths_put_json_reached(struct text *text, const struct pathfinding *p,
    const kg_grid_answer *answer, kg_grid_cell reached);
void paths_put_json_path(struct text *text, const kg_grid_cell *path, uint64_t count);
void paths_put_json_real(struct text *text, const char *key, double value); /* in full */

/* What --timing says of the searches. */
void paths_print_counts(const kg_grid_answer *answer, uint64_t count, double ms);

/* --draw. i: the query, or KG_GRID_ALL */
kg_status paths_draw(struct pathfinding *p, uint64_t i);

/* Answers all queries of p->scen, a scenario or a table. */
kg_status paths_run_scenario(struct pathfinding *p);

#endif
