/* Which search astar pathfinding and astar sliding make: konig's own for the problem, or GA*. */
#ifndef KG_TOOLS_ASTAR_SEARCH_H
#define KG_TOOLS_ASTAR_SEARCH_H

#include "common.h"

enum { KEY_SEARCH = KEY_TOOL + 900, KEY_WEIGHT, KEY_QUEUES };

struct search {
    bool ga_star;
    double weight;   /* 0: none was given */
    unsigned queues; /* likewise */
};

/* clang-format off */
#define OPTIONS_SEARCH                                                                             \
    {"search", KEY_SEARCH, "NAME", 0,                                                              \
        "own (default), which is made for this problem, or ga-star, which is made for any", 0},    \
    {"weight", KEY_WEIGHT, "WEIGHT", 0,                                                            \
        "ga-star: be content with a cost of at most so many times the least, from 1 (default) to " \
        "1000", 0},                                                                                \
    {"queues", KEY_QUEUES, "N", 0,                                                                 \
        "ga-star: search with N priority queues (default: konig chooses)", 0}
/* clang-format on */

/* For parsers: the value of one of these keys; and at the end, whether they go together. canonical:
 * whether that is asked for. */
void search_parse(struct command_line *state, struct search *search, int key, const char *arg);
void search_check(struct command_line *state, const struct search *search, bool canonical);

/* kg_grid_find() and kg_tiles_find() by the search. */
kg_status search_grid(const struct search *search, kg_grid_search **found, kg_grid *grid,
    uint64_t count, const kg_grid_query *query, const kg_grid_options *options);
kg_status search_tiles(const struct search *search, kg_tiles **answer, kg_context *ctx,
    const kg_tiles_puzzle *puzzle, const kg_tiles_options *options);

/* How many times the least cost an answer may cost. */
double search_weight(const struct search *search);

#endif
