/* The walk: checks the request, calls the method that finds the walk, and verifies it. */
#include "streets.h"
#include <string.h>

enum { MOST_VEHICLES = 65535 };

static kg_status find_end(kg__streets_tour *tour, const char *text, kg_vertex *v)
{
    return text ? kg_streets_find((kg_streets *)tour->streets, text, v) : KG_OK;
}

kg_status kg_streets_route(
    kg_streets_walk **walk, kg_streets *streets, const kg_streets_route_options *options)
{
    kg_context *ctx = KG__CONTEXT(streets);
    kg_streets_route_options given = options ? *options : (kg_streets_route_options){0};
    kg__streets_tour tour = {.ctx = ctx,
        .streets = streets,
        .open = given.open || given.end,
        .both_sides = given.both_sides != 0,
        .heuristic = given.heuristic != 0,
        .fewest_turns = given.fewest_turns != 0,
        .vehicles = given.vehicles,
        .start = KG_NO_VERTEX,
        .end = KG_NO_VERTEX};
    kg_streets_walk *made = NULL;
    kg_status status;

    KG_NEED(ctx, walk);
    *walk = NULL;
    KG_NEED(NULL, streets);
    kg__begin(ctx);
    if (given.vehicles > MOST_VEHICLES)
        KG_TRY(kg__fail(ctx, KG_ARGUMENT, "vehicles is %llu: expected at most %d",
            (unsigned long long)given.vehicles, MOST_VEHICLES));
    if (given.vehicles > 1 && tour.open)
        KG_TRY(kg__fail(ctx, KG_ARGUMENT,
            "%llu vehicles come back to their start: expected no end, and no open walk",
            (unsigned long long)given.vehicles));
    KG_TRY(find_end(&tour, given.start, &tour.start));
    KG_TRY(find_end(&tour, given.end, &tour.end));
    for (int i = 0; i < 2; i++) {
        KG_TRY(kg__host_allocate(
            ctx, &tour.times[i], streets->map.streets, sizeof *tour.times[i], "a walk"));
        memset(tour.times[i], 0, streets->map.streets * sizeof *tour.times[i]);
    }
    KG_TRY(kg__host_allocate(ctx, &made, 1, sizeof *made, "a walk"));
    *made = (kg_streets_walk){.streets = streets};
    KG_TRY(kg__tour_is_rural(&tour) ? kg__tour_rural(&tour) : kg__tour_inspect(&tour));
    if (tour.closed && tour.start == KG_NO_VERTEX)
        tour.start = tour.end;
    KG_TRY(kg__tour_walk(made, &tour));
    KG_TRY(kg__tour_verify(made, &tour));
    *walk = made;
    made = NULL;
out:
    kg_streets_walk_destroy(made);
    for (int i = 0; i < 2; i++)
        kg__free(ctx, tour.times[i]);
    return status;
}

void kg_streets_walk_destroy(kg_streets_walk *walk)
{
    if (!walk)
        return;
    kg__free_all(walk->streets->ctx, walk->step, walk->begin, walk);
}

kg_status kg_streets_walk_steps(
    const kg_streets_walk *walk, const kg_streets_step **step, uint64_t *count)
{
    KG_NEED(NULL, walk);
    KG_NEED(walk->streets->ctx, step);
    KG_NEED(walk->streets->ctx, count);
    kg__begin(walk->streets->ctx);
    *step = walk->step;
    *count = walk->count;
    return KG_OK;
}

kg_status kg_streets_walk_rounds(
    const kg_streets_walk *walk, const uint64_t **begin, uint64_t *rounds)
{
    KG_NEED(NULL, walk);
    KG_NEED(walk->streets->ctx, begin);
    KG_NEED(walk->streets->ctx, rounds);
    kg__begin(walk->streets->ctx);
    *begin = walk->begin;
    *rounds = walk->rounds;
    return KG_OK;
}

const kg_streets_figures *kg_streets_measure(const kg_streets_walk *walk)
{
    return walk ? &walk->figures : NULL;
}
