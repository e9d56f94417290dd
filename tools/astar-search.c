#include "astar-search.h"
#include "values.h"

const struct option search_options[] = {
    OPTION("search", "NAME", WORD_IN(struct search, ga_star, false, "own or ga-star"),
        "own (default), made for this problem, or ga-star, made for any problem"),
    OPTION("weight", "WEIGHT",
        REAL_IN(struct search, weight, value_weight, "a number from 1 to 1000"),
        "ga-star: accept a cost of at most WEIGHT times the least, from 1 (default) to 1000"),
    OPTION("queues", "N", NUMBER_IN(struct search, queues, 1, KG_GA_STAR_QUEUES),
        "ga-star: search with N priority queues (default: konig chooses)"),
    {0}};

void search_check(struct command_line *line, const struct search *search, bool canonical)
{
    if (!search->ga_star && (search->weight > 0 || search->queues))
        usage_error(line, "--%s is for --search ga-star: add that, or leave it out",
            search->weight > 0 ? "weight" : "queues");
    if (canonical && search->weight > 1)
        usage_error(line, "--canonical is of the cheapest solutions: leave --weight out");
}

kg_status search_grid(const struct search *search, kg_grid_search **found, kg_grid *grid,
    uint64_t count, const kg_grid_query *query, const kg_grid_options *options)
{
    if (search->index)
        return kg_grid_index_find(found, search->index, count, query, options);
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
