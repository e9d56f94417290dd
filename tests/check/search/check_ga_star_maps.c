/*
 * Maps and sliding puzzles by GA*, against the specialised searches: costs, canonical paths,
 * weights, queues, refusals, limits and failures.
 */
#include "tiles_oracle.h"
#include <konig/ga_star.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- maps ------------------------------------------------------------------------------------ */

/* Rules and weights of every kind; the corners are free. */
static kg_grid *random_map(kg_context *ctx, uint32_t width, uint32_t height, uint64_t *state)
{
    static const uint16_t mosts[] = {1, 9, 2000};
    const kg_grid_rules rules = {.moves = check_random(state) % 4 ? 8 : 4,
        .diagonal = check_random(state) % 2 ? KG_GRID_DIAGONAL_1 : KG_GRID_DIAGONAL_SQRT2,
        .corners = (kg_grid_corners)(1 + check_random(state) % 3)};
    const uint16_t most = mosts[check_random(state) % 3];
    uint16_t *weight = check_array((uint64_t)width * height, sizeof *weight);
    kg_grid *grid = NULL;

    for (uint32_t i = 0; i < width * height; i++)
        weight[i] = (uint16_t)(check_random(state) % 4 ? 1 + check_random(state) % most : 0);
    weight[0] = weight[width * height - 1] = 1;
    if (kg_grid_build(&grid, ctx, width, height, weight, &rules) != KG_OK)
        grid = NULL;
    free(weight);
    return grid;
}

/* Each answer of GA* costs what the specialised search says, by the same path. */
static void check_same(check *c, const kg_context *ctx, const kg_grid_search *expected,
    const kg_grid_search *search, uint64_t count, bool paths)
{
    for (uint64_t i = 0; i < count; i++) {
        const kg_grid_answer *a = &kg_grid_search_answers(expected)[i];
        const kg_grid_answer *b = &kg_grid_search_answers(search)[i];
        uint64_t cells, its;
        const kg_grid_cell *path = kg_grid_search_path(expected, i, &cells);
        const kg_grid_cell *its_path = kg_grid_search_path(search, i, &its);

        check_number(c, ctx, "status", (uint64_t)b->status, (uint64_t)a->status);
        if (b->cost != a->cost || kg_grid_search_bound(search, i) != a->cost)
            check_fail(c, ctx, "query %d costs %.17g, by the bound %.17g, and not %.17g", (int)i,
                b->cost, kg_grid_search_bound(search, i), a->cost);
        if (paths && check_number(c, ctx, "cells", its, cells))
            check_equal(c, ctx, "path", its_path, path, cells, sizeof *path);
    }
}

/* With weights and queues: a path that is within the weight of its bound, and of the cost. */
static void check_weights(check *c, kg_context *ctx, kg_grid *grid, const kg_grid_query *query,
    const kg_grid_answer *expected)
{
    static const double weights[] = {1, 1.5, 4};
    static const unsigned queues[] = {0, 1, 7};

    for (int i = 0; i < 9; i++) {
        const double weight = weights[i / 3];
        kg_grid_search *search = NULL;

        check_say(c, "weight %g, %u queues", weight, queues[i % 3]);
        if (check_status(c, ctx,
                kg_ga_star_grid(&search, grid, 1, query, NULL, weight, queues[i % 3]),
                expected->status) &&
            expected->status == KG_OK) {
            const double cost = kg_grid_search_answers(search)[0].cost;
            const double bound = kg_grid_search_bound(search, 0);

            check_number(c, ctx, "within the weight",
                bound <= expected->cost && expected->cost <= cost &&
                    cost <= weight * bound * (1 + 1e-4),
                1);
        }
        kg_grid_search_destroy(search);
    }
}

static void check_map(check *c, kg_context *ctx, uint64_t *state)
{
    enum { QUERIES = 3 };
    const uint32_t width = 3 + (uint32_t)(check_random(state) % 40), height = 20;
    const kg_grid_query query[QUERIES] = {
        {{0, 0}, {width - 1, height - 1}}, {{width - 1, height - 1}, {0, 0}}, {{0, 0}, {0, 0}}};
    const kg_grid_options canonical = {.canonical = 1};
    kg_grid *grid = random_map(ctx, width, height, state);
    kg_grid_search *expected = NULL, *search = NULL;

    if (!grid || kg_grid_find(&expected, grid, QUERIES, query, &canonical) < KG_OK) {
        check_fail(c, ctx, "no map, or no search");
    } else {
        if (kg_ga_star_grid(&search, grid, QUERIES, query, &canonical, 0, 0) < KG_OK)
            check_fail(c, ctx, "%s", kg_context_message(ctx));
        else
            check_same(c, ctx, expected, search, QUERIES, true);
        kg_grid_search_destroy(search);
        if (kg_ga_star_grid(&search, grid, QUERIES, query, NULL, 1, 0) >= KG_OK)
            check_same(c, ctx, expected, search, QUERIES, false);
        check_weights(c, ctx, grid, query, kg_grid_search_answers(expected));
    }
    kg_grid_search_destroy(search);
    kg_grid_search_destroy(expected);
    kg_grid_destroy(grid);
}

static void test_maps(check *c)
{
    const int maps = getenv("KONIG_LONG") ? 1000 : check_is_small() ? 4 : 20;
    uint64_t state = c->seed;

    for (int i = 0; i < maps; i++)
        for (int k = 0; k < c->contexts; k++) {
            check_say(c, "map %d", i);
            check_map(c, c->context[k], &state);
        }
}

/* Long paths, of which many cost almost the same: costs to the last bit. */
static void test_close_costs(check *c)
{
    enum { SIDE = 250 };
    static uint16_t weight[SIDE * SIDE];
    const kg_grid_query query = {{0, 0}, {SIDE - 1, SIDE - 1}};
    uint64_t state = c->seed;

    for (int i = 0; i < (check_is_small() ? 1 : 3); i++) {
        for (int at = 0; at < SIDE * SIDE; at++)
            weight[at] = check_random(&state) % 3 > 0;
        weight[0] = weight[SIDE * SIDE - 1] = 1;
        for (int k = 0; k < c->contexts; k++) {
            kg_context *ctx = c->context[k];
            kg_grid_search *expected = NULL, *search = NULL;
            kg_grid *grid = NULL;

            check_say(c, "map %d of %d x %d", i, SIDE, SIDE);
            if (check_status(c, ctx, kg_grid_build(&grid, ctx, SIDE, SIDE, weight, NULL), KG_OK) &&
                kg_grid_find(&expected, grid, 1, &query, NULL) >= KG_OK &&
                kg_ga_star_grid(&search, grid, 1, &query, NULL, 0, 0) >= KG_OK)
                check_same(c, ctx, expected, search, 1, false);
            else
                check_fail(c, ctx, "no map, or no search");
            kg_grid_search_destroy(search);
            kg_grid_search_destroy(expected);
            kg_grid_destroy(grid);
        }
    }
}

/* ---- sliding puzzles ------------------------------------------------------------------------- */

static void check_board(check *c, kg_context *ctx, const kg_tiles_puzzle *puzzle)
{
    static const double weights[] = {0, 1, 1, 2, 5};
    const kg_tiles_options canonical = {.canonical = 1};
    kg_tiles *expected = NULL, *answer = NULL;

    check_status(c, ctx, kg_tiles_find(&expected, ctx, puzzle, &canonical), KG_OK);
    for (int i = 0; i < 5; i++) {
        const kg_tiles_options options = {.canonical = i == 0};

        if (check_status(c, ctx,
                kg_ga_star_tiles(&answer, ctx, puzzle, &options, weights[i], i % 2 ? 0 : 7),
                KG_OK)) {
            const size_t length = kg_tiles_length(answer), least = kg_tiles_length(expected);
            const unsigned bound = kg_tiles_bound(answer);

            check_status(
                c, ctx, kg_tiles_verify(ctx, puzzle, kg_tiles_moves(answer), length), KG_OK);
            check_number(c, ctx, "within the weight",
                bound <= least && least <= length &&
                    (double)length <= (i < 3 ? 1 : weights[i]) * (double)bound,
                1);
            if (i == 0 && check_number(c, ctx, "length", length, least))
                check_equal(c, ctx, "canonical", kg_tiles_moves(answer), kg_tiles_moves(expected),
                    least, 1);
        }
        kg_tiles_destroy(answer);
    }
    kg_tiles_destroy(expected);
}

static void test_boards(check *c)
{
    static const unsigned sides[][2] = {{2, 2}, {3, 2}, {3, 3}, {4, 3}, {4, 4}, {5, 4}, {5, 5}};
    uint64_t state = c->seed;

    for (size_t i = 0; i < sizeof sides / sizeof *sides; i++)
        for (int j = 0; j < (check_is_small() ? 1 : 2); j++) {
            kg_tiles_puzzle puzzle = {.width = sides[i][0], .height = sides[i][1]};

            board_shuffle(puzzle.target, board_cells_of(&puzzle), &state);
            memcpy(puzzle.start, puzzle.target, CELLS);
            board_wander(&puzzle, puzzle.start, 24, &state);
            check_say(c, "%ux%u, board %d", puzzle.width, puzzle.height, j);
            for (int k = 0; k < c->contexts; k++)
                check_board(c, c->context[k], &puzzle);
        }
}

/* ---- refusals, limits, failures -------------------------------------------------------------- */

static void refuse_grid(check *c, kg_grid *grid, const kg_grid_query *query,
    const kg_grid_options *options, double weight, unsigned queues, const char *why)
{
    kg_context *ctx = c->context[0];
    kg_grid_search *search = NULL;

    check_say(c, "%s", why);
    check_status(
        c, ctx, kg_ga_star_grid(&search, grid, 1, query, options, weight, queues), KG_ARGUMENT);
    check_number(c, ctx, "says why", strstr(kg_context_message(ctx), why) != NULL, 1);
    check_number(c, ctx, "no search", search == NULL, 1);
}

static void refuse_board(check *c, const kg_tiles_puzzle *puzzle, const kg_tiles_options *options,
    double weight, unsigned queues, kg_status expected, const char *why)
{
    kg_context *ctx = c->context[0];
    kg_tiles *answer = NULL;

    check_say(c, "%s", why);
    check_status(c, ctx, kg_ga_star_tiles(&answer, ctx, puzzle, options, weight, queues), expected);
    check_number(c, ctx, "says why", strstr(kg_context_message(ctx), why) != NULL, 1);
    check_number(c, ctx, "no moves", kg_tiles_length(answer), 0);
    kg_tiles_destroy(answer);
}

static void test_refused(check *c)
{
    static const uint16_t weight[] = {1, 0, 1, 1};
    static const kg_tiles_puzzle puzzle = {2, 2, {1, 0, 2, 3}, {0, 1, 2, 3}};
    static const kg_tiles_puzzle odd = {2, 2, {0, 2, 1, 3}, {0, 1, 2, 3}};
    static const kg_tiles_puzzle twice = {2, 2, {0, 2, 2, 3}, {0, 1, 2, 3}};
    const kg_grid_query query = {{0, 0}, {1, 1}}, wall = {{1, 0}, {1, 1}}, off = {{0, 0}, {2, 1}};
    const kg_grid_options explored = {.keep_explored = 1}, canonical = {.canonical = 1};
    const kg_tiles_options same = {.canonical = 1}, never = {.seconds = -1};
    kg_grid *grid = NULL;

    if (!check_status(
            c, c->context[0], kg_grid_build(&grid, c->context[0], 2, 2, weight, NULL), KG_OK))
        return;
    refuse_grid(c, grid, &query, &explored, 0, 0, "GA* does not keep which cells it explored");
    refuse_grid(c, grid, &query, NULL, 0.5, 0, "weight 0.5: expected 1 to 1000");
    refuse_grid(c, grid, &query, NULL, NAN, 0, "expected 1 to 1000");
    refuse_grid(c, grid, &query, NULL, 0, KG_GA_STAR_QUEUES + 1, "65537 queues");
    refuse_grid(c, grid, &query, &canonical, 2, 0, "the canonical way is one of the cheapest");
    refuse_grid(c, grid, &wall, NULL, 0, 0, "the start (1,0) is a wall");
    refuse_grid(c, grid, &off, NULL, 0, 0, "the goal (2,1) is not on the map");
    kg_grid_destroy(grid);
    refuse_board(c, &puzzle, NULL, 1001, 0, KG_ARGUMENT, "weight 1001: expected 1 to 1000");
    refuse_board(c, &puzzle, &same, 2, 0, KG_ARGUMENT, "the canonical way is one of the cheapest");
    refuse_board(c, &puzzle, &never, 0, 0, KG_ARGUMENT, "-1 seconds");
    refuse_board(c, &twice, NULL, 0, 0, KG_ARGUMENT, "the start has 2 on cell 2");
    refuse_board(c, &odd, NULL, 0, 0, KG_NO_SOLUTION, "unsolvable (parity)");
}

/* A map too dear for sums of 32 bits, and searches that are stopped: their bounds are right. */
static void test_map_limits(check *c)
{
    enum { SIDE = 64 };
    static uint16_t weight[SIDE * SIDE];
    const kg_grid_query query[] = {{{0, 0}, {SIDE - 1, SIDE - 1}}, {{0, 0}, {SIDE - 1, 0}}};
    const volatile int stop = 1;
    const kg_grid_options few = {.max_states = 20}, stopped = {.stop = &stop};
    const kg_tiles_puzzle puzzle = {4, 4, {0, 15, 14, 13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 1, 2},
        {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15}};
    const kg_tiles_options some = {.max_states = 1000};

    for (int k = 0; k < c->contexts; k++) {
        kg_context *ctx = c->context[k];
        kg_grid_search *search = NULL;
        kg_grid *grid = NULL;
        kg_tiles *tiles = NULL;

        for (int i = 0; i < SIDE * SIDE; i++)
            weight[i] = 1;
        for (int i = 1; i < SIDE - 1; i++) /* a wall that the estimate knows nothing of */
            weight[i * SIDE + SIDE / 2] = 0;
        if (!check_status(c, ctx, kg_grid_build(&grid, ctx, SIDE, SIDE, weight, NULL), KG_OK))
            return;
        for (int i = 0; i < 2; i++) {
            check_say(c, "%s", i ? "asked to stop" : "20 cells");
            if (check_status(c, ctx,
                    kg_ga_star_grid(&search, grid, 2, query, i ? &stopped : &few, 0, 0), KG_LIMIT))
                for (int j = 0; j < 2; j++) {
                    const kg_grid_answer *a = &kg_grid_search_answers(search)[j];
                    const double free_cost = j ? SIDE - 1 : M_SQRT2 * (SIDE - 1);

                    check_number(c, ctx, "status", (uint64_t)a->status, KG_LIMIT);
                    check_number(
                        c, ctx, "bound", a->cost > free_cost * (1 - 1e-9) && a->cost < 2 * SIDE, 1);
                    check_number(c, ctx, "states", i ? a->states == 0 : a->states <= 60, 1);
                }
            kg_grid_search_destroy(search);
        }
        kg_grid_destroy(grid);
        for (int i = 0; i < SIDE * SIDE; i++)
            weight[i] = UINT16_MAX;
        check_say(c, "too dear");
        if (check_status(c, ctx, kg_grid_build(&grid, ctx, SIDE, SIDE, weight, NULL), KG_OK)) {
            check_status(c, ctx, kg_ga_star_grid(&search, grid, 1, query, NULL, 0, 0), KG_OVERFLOW);
            check_number(c, ctx, "says why",
                strstr(kg_context_message(ctx), "costs more than 128357") != NULL, 1);
        }
        kg_grid_destroy(grid);
        check_say(c, "1000 boards");
        if (check_status(c, ctx, kg_ga_star_tiles(&tiles, ctx, &puzzle, &some, 0, 0), KG_LIMIT))
            check_number(
                c, ctx, "bound", kg_tiles_bound(tiles) >= 40 && kg_tiles_bound(tiles) <= 80, 1);
        kg_tiles_destroy(tiles);
    }
}

static kg_status find_and_destroy(kg_context *ctx, double weight)
{
    static const uint16_t weights[] = {1, 2, 1, 0, 3, 1, 1, 1, 1};
    static const kg_tiles_puzzle puzzle = {3, 2, {3, 1, 2, 4, 5, 0}, {0, 1, 2, 3, 4, 5}};
    const kg_grid_query query = {{0, 0}, {2, 2}};
    kg_grid_search *search = NULL;
    kg_tiles *tiles = NULL;
    kg_grid *grid = NULL;
    kg_status status = kg_grid_build(&grid, ctx, 3, 3, weights, NULL);

    if (status == KG_OK)
        status = kg_ga_star_grid(&search, grid, 1, &query, NULL, weight, 0);
    if (status == KG_OK)
        status = kg_ga_star_tiles(&tiles, ctx, &puzzle, NULL, weight, 0);
    kg_tiles_destroy(tiles);
    kg_grid_search_destroy(search);
    kg_grid_destroy(grid);
    return status;
}

static void test_map_failures(check *c)
{
    for (int k = 0; k < c->contexts; k++)
        for (int weight = 1; weight <= 2; weight++)
            CHECK_ALLOCATIONS(c, c->context[k], find_and_destroy(c->context[k], weight));
}

const check_case check_ga_star_maps_cases[] = {
    {"ga_star.maps", test_maps, NULL, 0},
    {"ga_star.close-costs", test_close_costs, NULL, 0},
    {"ga_star.boards", test_boards, NULL, 0},
    {"ga_star.maps-refused", test_refused, NULL, 0},
    {"ga_star.maps-limits", test_map_limits, NULL, 0},
    {"ga_star.maps-failures", test_map_failures, NULL, 0},
    {NULL, NULL, NULL, 0},
};
