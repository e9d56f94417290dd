#include "astar-search.h"
#include "values.h"
#include <string.h>

void search_parse(struct command_line *state, struct search *search, int key, const char *arg)
{
    if (key == KEY_QUEUES) {
        search->queues = (unsigned)parse_number_from(state, "queues", arg, 1, KG_GA_STAR_QUEUES);
    } else if (key == KEY_WEIGHT) {
        if (!value_weight(arg, &search->weight))
            usage_error(state, "--weight '%s': expected a number from 1 to 1000", arg);
    } else {
        search->ga_star = strcmp(arg, "ga-star") == 0;
        if (!search->ga_star && strcmp(arg, "own") != 0)
            usage_error(state, "--search '%s': expected own or ga-star", arg);
    }
}

void search_check(struct command_line *state, const struct search *search, bool canonical)
{
    if (!search->ga_star && (search->weight > 0 || search->queues))
        usage_error(state, "--%s is for --search ga-star: add that, or leave it out",
            search->weight > 0 ? "weight" : "queues");
    if (canonical && search->weight > 1)
        usage_error(state, "--canonical is of the cheapest solutions: leave --weight out");
}

kg_status search_grid(const struct search *search, kg_grid_search **found, kg_grid *grid,
    uint64_t count, const kg_grid_query *query, const kg_grid_options *options)
{
    return search->ga_star
               ? kg_ga_star_grid(found, grid, count, query, options, search->weight, search->queues)
               : kg_grid_find(found, grid, count, query, options);
}

kg_status search_tiles(const struct search *search, kg_tiles **answer, kg_context *ctx,
    const kg_tiles_puzzle *puzzle, const kg_tiles_options *options)
{
    return search->ga_star
               ? kg_ga_star_tiles(answer, ctx, puzzle, options, search->weight, search->queues)
               : kg_tiles_find(answer, ctx, puzzle, options);
}

double search_weight(const struct search *search)
{
    return search->weight > 0 ? search->weight : 1;
}
