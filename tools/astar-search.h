/* Which search astar pathfinding and astar sliding make: konig's own for the problem, or GA*. */
#ifndef KG_TOOLS_ASTAR_SEARCH_H
#define KG_TOOLS_ASTAR_SEARCH_H

#include "common.h"

struct search {
    bool ga_star;
    double weight;        /* 0: none was given */
    unsigned queues;      /* likewise */
    kg_grid_index *index; /* of the map, to be searched by; or NULL */
};

/* --search, --weight and --queues. */
extern const struct option search_options[];

/* At the end of a command line: whether they go together. canonical: whether that is asked for. */
void search_check(struct command_line *line, const struct search *search, bool canonical);

/* kg_grid_find() and kg_tiles_find() by the search. */
kg_status search_grid(const struct search *search, kg_grid_search **found, kg_grid *grid,
    uint64_t count, const kg_grid_query *query, const kg_grid_options *options);
kg_status search_tiles(const struct search *search, kg_tiles **answer, kg_context *ctx,
    const kg_tiles_puzzle *puzzle, const kg_tiles_options *options);

/* How many times the least cost an answer may cost. */
double search_weight(const struct search *search);

#endif
