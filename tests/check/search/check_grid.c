/* Grid searches against Dijkstra's algorithm over the definition of the rules. */
#include "check.h"
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { SIDE = 24, CELLS = SIDE * SIDE, QUERIES = 8 };

/* A map, and its distances from one cell: straight + diagonal * (1 or sqrt(2)). */
typedef struct oracle {
    uint32_t width, height;
    uint16_t weight[CELLS]; /* 0: a wall */
    kg_grid_rules rules;
    uint64_t straight[CELLS], diagonal[CELLS];
    long double cost[CELLS]; /* INFINITY: not reached */
    bool done[CELLS];
} oracle;

static bool is_wall(const oracle *o, int64_t x, int64_t y)
{
    return x < 0 || y < 0 || x >= o->width || y >= o->height ||
           !o->weight[y * (int64_t)o->width + x];
}

static bool may_step(const oracle *o, int64_t x, int64_t y, int64_t dx, int64_t dy)
{
    if ((!dx && !dy) || is_wall(o, x, y) || is_wall(o, x + dx, y + dy))
        return false;
    if (!dx || !dy)
        return true;
    if (o->rules.corners == KG_GRID_CORNERS_ONE && is_wall(o, x + dx, y) && is_wall(o, x, y + dy))
        return false;
    return o->rules.moves == 8 && (o->rules.corners != KG_GRID_CORNERS_FORBID ||
                                      (!is_wall(o, x + dx, y) && !is_wall(o, x, y + dy)));
}

static long double step_cost(const oracle *o, int64_t dx, int64_t dy)
{
    return dx && dy && o->rules.diagonal == KG_GRID_DIAGONAL_SQRT2 ? sqrtl(2) : 1;
}

static void measure(oracle *o, kg_grid_cell start)
{
    uint32_t cells = o->width * o->height;

    for (uint32_t i = 0; i < cells; i++) {
        o->cost[i] = INFINITY;
        o->done[i] = false;
    }
    o->cost[start.y * o->width + start.x] = 0;
    o->straight[start.y * o->width + start.x] = o->diagonal[start.y * o->width + start.x] = 0;
    for (;;) {
        uint32_t best = cells;

        for (uint32_t i = 0; i < cells; i++)
            if (!o->done[i] && o->cost[i] < INFINITY &&
                (best == cells || o->cost[i] < o->cost[best]))
                best = i;
        if (best == cells)
            return;
        o->done[best] = true;
        for (int64_t dy = -1; dy <= 1; dy++)
            for (int64_t dx = -1; dx <= 1; dx++) {
                int64_t x = best % o->width, y = best / o->width;
                int64_t to = (y + dy) * (int64_t)o->width + x + dx;
                long double cost;

                if (!may_step(o, x, y, dx, dy))
                    continue;
                cost = o->cost[best] + o->weight[to] * step_cost(o, dx, dy);
                if (cost >= o->cost[to] - 1e-9L)
                    continue;
                o->cost[to] = cost;
                o->straight[to] = o->straight[best] + (dx && dy ? 0 : o->weight[to]);
                o->diagonal[to] = o->diagonal[best] + (dx && dy ? o->weight[to] : 0);
            }
    }
}

/* The cell that the canonical path comes from: the first, row by row, on a shortest path. */
static uint32_t before(const oracle *o, uint32_t at)
{
    int64_t x = at % o->width, y = at / o->width;

    for (int64_t dy = -1; dy <= 1; dy++)
        for (int64_t dx = -1; dx <= 1; dx++) {
            int64_t from = (y + dy) * (int64_t)o->width + x + dx;

            if (may_step(o, x, y, dx, dy) &&
                fabsl(o->cost[from] + o->weight[at] * step_cost(o, dx, dy) - o->cost[at]) < 1e-9L)
                return (uint32_t)from;
        }
    return at;
}

static void check_canonical(check *c, kg_context *ctx, const oracle *o, const kg_grid_query *query,
    const kg_grid_cell *path, uint64_t count)
{
    uint32_t at = query->goal.y * o->width + query->goal.x;

    for (uint64_t i = count; i > 0; i--, at = before(o, at))
        if (!check_number(
                c, ctx, "cell of the canonical path", path[i - 1].y * o->width + path[i - 1].x, at))
            return;
}

/* What one context answers, for queries from one start. */
static void check_answers(check *c, kg_context *ctx, const oracle *o, kg_grid *grid,
    const kg_grid_query *query, const kg_grid_options *options)
{
    kg_grid_search *search = NULL;
    kg_status status = kg_grid_find(&search, grid, QUERIES, query, options);
    const kg_grid_answer *answer = search ? kg_grid_search_answers(search) : NULL;
    bool any_no = false;

    for (int i = 0; i < QUERIES; i++)
        any_no = any_no || isinf(o->cost[query[i].goal.y * o->width + query[i].goal.x]);
    check_status(c, ctx, status, any_no ? KG_NO_SOLUTION : KG_OK);
    for (int i = 0; answer && i < QUERIES; i++) {
        uint32_t goal = query[i].goal.y * o->width + query[i].goal.x;
        uint64_t count;
        const kg_grid_cell *path = kg_grid_search_path(search, (uint64_t)i, &count);

        if (isinf(o->cost[goal])) {
            check_number(c, ctx, "status", answer[i].status, KG_NO_SOLUTION);
            continue;
        }
        if (!check_number(c, ctx, "status", answer[i].status, KG_OK))
            continue;
        if (o->rules.diagonal == KG_GRID_DIAGONAL_SQRT2) {
            check_number(c, ctx, "straight", answer[i].straight, o->straight[goal]);
            check_number(c, ctx, "diagonal", answer[i].diagonal, o->diagonal[goal]);
        } else {
            check_number(c, ctx, "cost", answer[i].straight + answer[i].diagonal,
                o->straight[goal] + o->diagonal[goal]);
        }
        check_number(c, ctx, "nanounits of cost", (uint64_t)llround(1e9 * answer[i].cost),
            (uint64_t)llroundl(1e9L * o->cost[goal]));
        check_status(c, ctx, kg_grid_verify(grid, &query[i], path, count, NULL, NULL), KG_OK);
        if (options->canonical)
            check_canonical(c, ctx, o, &query[i], path, count);
    }
    kg_grid_search_destroy(search);
}

static void check_map(check *c, oracle *o, uint64_t *state)
{
    uint32_t cells = o->width * o->height, start = (uint32_t)(check_random(state) % cells);
    kg_grid_query query[QUERIES];

    while (!o->weight[start])
        start = (start + 1) % cells;
    for (int i = 0; i < QUERIES; i++) {
        uint32_t goal = (uint32_t)(check_random(state) % cells);

        while (!o->weight[goal])
            goal = (goal + 1) % cells;
        query[i] = (kg_grid_query){
            {start % o->width, start / o->width}, {goal % o->width, goal / o->width}};
    }
    measure(o, query[0].start);
    for (int k = 0; k < c->contexts; k++) {
        kg_grid *grid = NULL;

        if (check_status(c, c->context[k],
                kg_grid_build(&grid, c->context[k], o->width, o->height, o->weight, &o->rules),
                KG_OK))
            for (int way = 0; way < (k ? 2 : 3); way++) {
                kg_grid_options options = KG_GRID_OPTIONS_INIT;

                options.canonical = way == 1;
                options.keep_explored = way == 2;
                check_answers(c, c->context[k], o, grid, query, &options);
            }
        kg_grid_destroy(grid);
    }
}

static void fill_map(oracle *o, uint64_t *state, int kind)
{
    uint64_t walls = check_random(state) % 60,
             heaviest = kind % 2 ? 1 + check_random(state) % 9 : 1;

    for (uint32_t i = 0; i < o->width * o->height; i++)
        o->weight[i] =
            (uint16_t)(check_random(state) % 100 < walls ? 0 : 1 + check_random(state) % heaviest);
    if (kind % 4 == 2) /* few heavy cells */
        for (int i = 0; i < 5; i++)
            o->weight[check_random(state) % (o->width * o->height)] = 60000;
    if (kind % 4 == 3) /* rooms: straight walls with doors */
        for (uint32_t i = 0; i < o->width * o->height; i++)
            o->weight[i] =
                (i % o->width % 5 == 4 || i / o->width % 5 == 4) && check_random(state) % 5 ? 0 : 1;
    o->weight[check_random(state) % (o->width * o->height)] = 1;
}

/* Every rule set on random maps with and without weights. */
static void test_random_maps(check *c)
{
    static oracle o;
    uint64_t state = c->seed;

    for (int m = 0; m < 200; m++)
        for (int rules = 0; rules < 7; rules++) {
            o.width = 1 + (uint32_t)(check_random(&state) % SIDE);
            o.height = 1 + (uint32_t)(check_random(&state) % SIDE);
            o.rules = (kg_grid_rules){rules == 4 ? 4 : 8,
                rules & 1 ? KG_GRID_DIAGONAL_1 : KG_GRID_DIAGONAL_SQRT2,
                rules > 4   ? KG_GRID_CORNERS_ONE
                : rules & 2 ? KG_GRID_CORNERS_ALLOW
                            : KG_GRID_CORNERS_FORBID};
            fill_map(&o, &state, m);
            check_say(c, "map %d of %u x %u, %d moves, diagonal %d, corners %d", m, o.width,
                o.height, o.rules.moves, (int)o.rules.diagonal, (int)o.rules.corners);
            check_map(c, &o, &state);
        }
}

/* ---- verification ---------------------------------------------------------------------------- */

/* Paths on a map of 4 x 3 cells with walls at (1,1) and (2,1), from (0,0) to (0,2). */
static void test_verify(check *c)
{
    static const uint16_t weight[12] = {1, 1, 1, 1, 2, 0, 0, 5, 1, 1, 1, 1};
    static const struct {
        const char *what;
        int moves;
        kg_grid_corners corners;
        uint64_t count;
        kg_grid_cell path[8];
        kg_status status;
    } paths[] = {
        {"right", 8, 2, 3, {{0, 0}, {0, 1}, {0, 2}}, KG_OK},
        {"back and forth", 8, 2, 5, {{0, 0}, {0, 1}, {0, 0}, {0, 1}, {0, 2}}, KG_OK},
        {"corners", 8, 1, 5, {{0, 0}, {1, 0}, {0, 1}, {1, 2}, {0, 2}}, KG_OK},
        {"corners forbidden", 8, 2, 5, {{0, 0}, {1, 0}, {0, 1}, {1, 2}, {0, 2}}, KG_NO_SOLUTION},
        {"one wall beside", 8, 3, 5, {{0, 0}, {1, 0}, {0, 1}, {1, 2}, {0, 2}}, KG_OK},
        {"4 moves", 4, 1, 4, {{0, 0}, {0, 1}, {1, 2}, {0, 2}}, KG_NO_SOLUTION},
        {"nothing", 8, 2, 0, {{0, 0}}, KG_NO_SOLUTION},
        {"another start", 8, 2, 2, {{0, 1}, {0, 2}}, KG_NO_SOLUTION},
        {"another goal", 8, 2, 2, {{0, 0}, {0, 1}}, KG_NO_SOLUTION},
        {"a cell twice", 8, 2, 4, {{0, 0}, {0, 1}, {0, 1}, {0, 2}}, KG_NO_SOLUTION},
        {"a leap", 8, 2, 2, {{0, 0}, {0, 2}}, KG_NO_SOLUTION},
        {"through a wall", 8, 1, 3, {{0, 0}, {1, 1}, {0, 2}}, KG_NO_SOLUTION},
        {"off the map", 8, 1, 3, {{0, 0}, {UINT32_MAX, 1}, {0, 2}}, KG_NO_SOLUTION},
        {"from row to row", 8, 1, 3, {{0, 0}, {4, 0}, {0, 2}}, KG_NO_SOLUTION},
    };
    static const kg_grid_query query = {{0, 0}, {0, 2}};

    for (size_t i = 0; i < sizeof paths / sizeof *paths; i++) {
        kg_grid_rules rules = {paths[i].moves, KG_GRID_DIAGONAL_OWN, paths[i].corners};
        kg_context *ctx = c->context[0];
        kg_grid *grid = NULL;
        uint64_t straight, diagonal;

        check_say(c, "%s", paths[i].what);
        check_status(c, ctx, kg_grid_build(&grid, ctx, 4, 3, weight, &rules), KG_OK);
        check_status(c, ctx,
            kg_grid_verify(grid, &query, paths[i].path, paths[i].count, &straight, &diagonal),
            paths[i].status);
        if (i == 0)
            check_number(c, ctx, "straight", straight, 3);
        if (i == 2)
            check_number(c, ctx, "diagonal", diagonal, 3);
        kg_grid_destroy(grid);
    }
}

/* What must be refused, limits, and what is proven where a search stops. */
static void test_calls(check *c)
{
    kg_context *ctx = c->context[0];
    enum { WIDTH = 300 };
    uint16_t *weight = check_array(WIDTH * WIDTH, sizeof *weight);
    kg_grid_query query = {{0, 0}, {WIDTH - 1, WIDTH - 1}};
    kg_grid_rules wrong = {5, KG_GRID_DIAGONAL_OWN, KG_GRID_CORNERS_OWN};
    kg_grid_options options = KG_GRID_OPTIONS_INIT;
    kg_grid_search *search = NULL;
    kg_grid *grid = NULL;
    double cost;

    check_say(c, "calls");
    check_status(c, ctx, kg_grid_build(&grid, ctx, 1, 1, weight, &wrong), KG_ARGUMENT);
    check_status(c, ctx, kg_grid_build(&grid, ctx, 0, 1, weight, NULL), KG_ARGUMENT);
    for (int i = 0; i < WIDTH * WIDTH; i++)
        weight[i] = (uint16_t)(1 + i % 7);
    check_status(c, ctx, kg_grid_build(&grid, ctx, WIDTH, WIDTH, weight, NULL), KG_OK);
    check_status(c, ctx, kg_grid_find(&search, grid, 1, &query, NULL), KG_OK);
    cost = kg_grid_search_answers(search)->cost;
    kg_grid_search_destroy(search);
    for (options.max_states = 1; options.max_states < 100000; options.max_states *= 3) {
        kg_status status = kg_grid_find(&search, grid, 1, &query, &options);
        const kg_grid_answer *answer = kg_grid_search_answers(search);

        check_number(c, ctx, "a bound above the cost", answer->cost > cost + 1e-9, 0);
        if (status == KG_LIMIT)
            check_number(c, ctx, "states", answer->states, options.max_states);
        kg_grid_search_destroy(search);
    }
    query.goal.x = WIDTH;
    check_status(c, ctx, kg_grid_find(&search, grid, 1, &query, NULL), KG_ARGUMENT);
    check_status(c, ctx, kg_grid_find(&search, grid, 0, &query, NULL), KG_OK);
    kg_grid_search_destroy(search);
    kg_grid_destroy(grid);
    free(weight);
}

/* What somebody who is told of answers has heard. */
typedef struct heard {
    uint64_t next, most; /* the query that is next; after most of them no more is wanted */
    int wrong;
} heard;

static int hear(void *user, const kg_grid_search *search, uint64_t first, uint64_t count)
{
    heard *h = user;

    h->wrong += first != h->next || !count;
    for (uint64_t i = first; i < first + count; i++) {
        const kg_grid_answer *answer = &kg_grid_search_answers(search)[i];
        uint64_t cells;

        kg_grid_search_path(search, i, &cells);
        h->wrong += answer->status == KG_OK && cells != answer->steps + 1;
    }
    h->next = first + count;
    return h->next >= h->most;
}

/* Answers are told in order and once; ends in walls are answers; a search ends when asked to. */
static void test_told(check *c)
{
    enum { LENGTH = 60, ASKED = 900 };
    uint16_t weight[LENGTH * LENGTH];
    kg_grid_query query[ASKED];
    const volatile int stop = 1;

    for (int i = 0; i < LENGTH * LENGTH; i++)
        weight[i] = (uint16_t)(i % 7 == 3 ? 0 : 1 + i % 3);
    for (uint32_t i = 0; i < ASKED; i++)
        query[i] = (kg_grid_query){{i % LENGTH, i / LENGTH}, {LENGTH - 1 - i % 11, LENGTH - 1}};
    for (int k = 0; k < c->contexts; k++) {
        kg_context *ctx = c->context[k];
        heard all = {0, UINT64_MAX, 0};
        kg_grid_options options = KG_GRID_OPTIONS_INIT;
        kg_grid_search *search = NULL;
        kg_grid *grid = NULL;

        check_say(c, "told of answers");
        options.answered = hear;
        options.answered_user = &all;
        check_status(c, ctx, kg_grid_build(&grid, ctx, LENGTH, LENGTH, weight, NULL), KG_OK);
        check_status(c, ctx, kg_grid_find(&search, grid, ASKED, query, &options), KG_ARGUMENT);
        options.walls = 1;
        check_status(c, ctx, kg_grid_find(&search, grid, ASKED, query, &options), KG_NO_SOLUTION);
        check_number(c, ctx, "told", all.next, ASKED);
        check_number(c, ctx, "wrong", (uint64_t)all.wrong, 0);
        for (int i = 0; i < ASKED; i++) {
            const kg_grid_query *q = &query[i];
            bool wall = !weight[q->start.y * LENGTH + q->start.x] ||
                        !weight[q->goal.y * LENGTH + q->goal.x];

            check_number(c, ctx, "an end in a wall",
                kg_grid_search_answers(search)[i].status == KG_ARGUMENT, wall);
        }
        kg_grid_search_destroy(search);
        options.stop = &stop;
        all.next = 0;
        if (strcmp(c->backend, "cpu") == 0) { /* a GPU finishes what it was given */
            check_status(c, ctx, kg_grid_find(&search, grid, ASKED, query, &options), KG_LIMIT);
            kg_grid_search_destroy(search);
        }
        kg_grid_destroy(grid);
        check_number(c, ctx, "bytes left behind", check_held(ctx), 0);
    }
}

/* ---- many queries ---------------------------------------------------------------------------- */

enum { MANY = 200, BATCH_CELLS = 150 * 130 };

/* A map and queries whose answers are compared with the CPU's. */
typedef struct batch {
    const char *what;
    uint32_t width, height;
    uint16_t heaviest;
    unsigned walls; /* of 100 cells */
    bool snake;     /* walls in every other row with one gap, queries from end to end */
    kg_grid_rules rules;
    kg_grid_options options;
    uint64_t limit; /* of memory, of a thread's where these have their own; 0: none */
} batch;

static const batch batches[] = {
    {"jumps", 150, 130, 1, 30, false, {8, 2, 2}, {0, 1, 0, 0, 0}, 0},
    {"jumps in the open", 150, 130, 1, 3, false, {8, 2, 2}, {0, 1, 0, 0, 0}, 0},
    {"jumps past corners", 150, 130, 1, 40, false, {8, 2, 1}, {0, 1, 0, 0, 0}, 0},
    {"jumps, diagonals 1", 67, 129, 1, 20, false, {8, 1, 2}, {0, 1, 0, 0, 0}, 0},
    {"jumps, a limit", 150, 130, 1, 30, false, {8, 2, 2}, {0, 1, 0, 0, 150}, 0},
    {"jumps, little memory", 150, 130, 1, 20, false, {8, 2, 2}, {0, 1, 0, 0, 0}, 3 << 20},
    {"canonical", 150, 130, 1, 30, false, {8, 2, 2}, {1, 1, 0, 0, 0}, 0},
    {"weights", 150, 130, 9, 20, false, {8, 2, 2}, {0, 1, 0, 0, 0}, 0},
    {"weights, canonical", 150, 130, 3, 20, false, {8, 1, 1}, {1, 1, 0, 0, 0}, 0},
    {"weights, 4 moves", 150, 130, 5, 20, false, {4, 1, 2}, {0, 1, 0, 0, 0}, 0},
    {"weights, a limit", 150, 130, 9, 20, false, {8, 2, 2}, {0, 1, 0, 0, 2000}, 0},
    {"weights, little memory", 150, 130, 9, 20, false, {8, 2, 2}, {0, 1, 0, 0, 0}, 3 << 20},
    {"a snake", 3, 1201, 1, 0, true, {8, 2, 2}, {0, 1, 0, 0, 0}, 0},
    {"a snake with weights", 3, 1201, 9, 0, true, {8, 2, 2}, {0, 1, 0, 0, 0}, 0},
};

/* Fills the map; returns how many queries there are. */
static uint64_t fill_batch(const batch *b, uint64_t *state, uint16_t *weight, kg_grid_query *query)
{
    const uint32_t cells = b->width * b->height;
    kg_grid_query ends = {{0, 0}, {b->width - 1, b->height - 1}};

    for (uint32_t i = 0; i < cells; i++) {
        uint32_t x = i % b->width, y = i / b->width;
        bool wall = b->snake ? y % 2 && x != (y / 2 % 2 ? 0 : b->width - 1)
                             : check_random(state) % 100 < b->walls;

        weight[i] = (uint16_t)(wall ? 0 : 1 + check_random(state) % b->heaviest);
    }
    for (int q = 0; q < MANY; q++) {
        uint32_t at[2];

        for (int i = 0; i < 2; i++)
            do
                at[i] = (uint32_t)(check_random(state) % cells);
            while (!weight[at[i]]);
        query[q] = (kg_grid_query){
            {at[0] % b->width, at[0] / b->width}, {at[1] % b->width, at[1] / b->width}};
        if (b->snake && q % 4)
            query[q] = ends;
    }
    return MANY;
}

/* Compares what two contexts found. few: only costs and paths can be equal. */
static void compare_searches(check *c, kg_context *ctx, const kg_grid_search *got,
    const kg_grid_search *expected, uint64_t count, bool few)
{
    for (uint64_t i = 0; i < count; i++) {
        const kg_grid_answer *a = &kg_grid_search_answers(got)[i];
        const kg_grid_answer *b = &kg_grid_search_answers(expected)[i];
        uint64_t cells, expected_cells;
        const kg_grid_cell *path = kg_grid_search_path(got, i, &cells);
        const kg_grid_cell *expected_path = kg_grid_search_path(expected, i, &expected_cells);

        if (!check_number(c, ctx, "status", (uint64_t)a->status, (uint64_t)b->status) ||
            !check_equal(c, ctx, "cost", &a->cost, &b->cost, 1, sizeof a->cost) ||
            !check_number(c, ctx, "cells of the path", cells, expected_cells) ||
            !check_equal(c, ctx, "path", path, expected_path, cells, sizeof *path))
            return;
        if (few)
            continue;
        check_number(c, ctx, "expanded", a->expanded, b->expanded);
        check_number(c, ctx, "generated", a->generated, b->generated);
        check_number(c, ctx, "states", a->states, b->states);
    }
}

static void check_batch(check *c, int k, const batch *b, const uint16_t *weight,
    const kg_grid_query *query, uint64_t count, bool few)
{
    const int threads = kg_context_threads(c->context[k]);
    const bool device = strcmp(kg_context_device(c->context[k]), "cpu") != 0;
    kg_context_options options = {.device = kg_context_device(c->context[k]),
        .threads = threads,
        .memory_limit = b->limit * (device ? 1 : (uint64_t)threads)};
    kg_context_options serial = {.device = "cpu", .threads = 1};
    kg_context *ctx[2] = {NULL, NULL};
    kg_grid *grid[2] = {NULL, NULL};
    kg_grid_search *search[2] = {NULL, NULL};
    kg_status status[2];

    check_status(c, c->context[k], kg_context_create(&ctx[0], &options), KG_OK);
    check_status(c, c->context[k], kg_context_create(&ctx[1], &serial), KG_OK);
    for (int i = 0; i < 2; i++) {
        check_status(c, ctx[i],
            kg_grid_build(&grid[i], ctx[i], b->width, b->height, weight, &b->rules), KG_OK);
        status[i] = kg_grid_find(&search[i], grid[i], count, query, &b->options);
    }
    if (check_status(c, ctx[0], status[0], status[1]) && search[0] && search[1])
        compare_searches(c, ctx[0], search[0], search[1], count, few);
    for (int i = 0; i < 2; i++) {
        kg_grid_search_destroy(search[i]);
        kg_grid_destroy(grid[i]);
        check_number(c, ctx[i], "bytes left", check_held(ctx[i]), 0);
        kg_context_destroy(ctx[i]);
    }
}

/* Every search of a batch, to the byte as one thread of the CPU answers; and the first queries by
 * themselves, canonically. */
static void test_batches(check *c)
{
    uint16_t *weight = check_array(BATCH_CELLS, sizeof *weight);
    kg_grid_query query[MANY];
    uint64_t state = c->seed;

    for (size_t i = 0; i < sizeof batches / sizeof *batches; i++) {
        batch b = batches[i];
        uint64_t count = fill_batch(&b, &state, weight, query);

        check_say(c, "%s", b.what);
        for (int k = 0; k < c->contexts; k += c->contexts - 1 ? c->contexts - 1 : 1)
            check_batch(c, k, &b, weight, query, count, false);
        b.options = (kg_grid_options){.canonical = 1};
        check_say(c, "%s, few", b.what);
        check_batch(c, 0, &b, weight, query, 7, true);
    }
    free(weight);
}

/* ---- failures -------------------------------------------------------------------------------- */

static kg_status build_and_find(kg_context *ctx, const batch *b, const uint16_t *weight,
    const kg_grid_query *query, uint64_t count)
{
    kg_grid *grid = NULL;
    kg_grid_search *search = NULL;
    kg_status status = kg_grid_build(&grid, ctx, b->width, b->height, weight, &b->rules);

    if (status == KG_OK)
        status = kg_grid_find(&search, grid, count, query, &b->options);
    kg_grid_search_destroy(search);
    kg_grid_destroy(grid);
    return status == KG_NO_SOLUTION || status == KG_LIMIT ? KG_OK : status;
}

static void test_faults(check *c)
{
    static const batch kinds[] = {
        {"jumps", 40, 30, 1, 20, false, {8, 2, 2}, {0, 1, 0, 0, 0}, 0},
        {"weights", 40, 30, 9, 20, false, {8, 2, 2}, {0, 1, 0, 0, 0}, 0},
        {"a snake", 3, 1201, 9, 0, true, {8, 2, 2}, {0, 1, 0, 0, 0}, 0},
        {"canonical", 40, 30, 1, 20, false, {8, 2, 2}, {1, 0, 0, 0, 0}, 0},
    };
    uint16_t weight[3 * 1201];
    kg_grid_query query[MANY];
    uint64_t state = c->seed;

    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++) {
        uint64_t count = fill_batch(&kinds[i], &state, weight, query);
        kg_context *ctx = c->context[0];

        CHECK_ALLOCATIONS(c, ctx, build_and_find(ctx, &kinds[i], weight, query, count));
        CHECK_ALLOCATIONS(c, ctx, build_and_find(ctx, &kinds[i], weight, query, 3));
    }
}

const check_case check_grid_cases[] = {
    {"grid.verify", test_verify, NULL, 0},
    {"grid.calls", test_calls, NULL, 0},
    {"grid.told", test_told, NULL, 0},
    {"grid.batches", test_batches, NULL, 0},
    {"grid.faults", test_faults, NULL, 0},
    {"grid.random_maps", test_random_maps, NULL, 0},
    {NULL, NULL, NULL, 0},
};
