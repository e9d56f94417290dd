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
    return o->rules.moves == 8 && (o->rules.corners == KG_GRID_CORNERS_ALLOW ||
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
        for (int rules = 0; rules < 5; rules++) {
            o.width = 1 + (uint32_t)(check_random(&state) % SIDE);
            o.height = 1 + (uint32_t)(check_random(&state) % SIDE);
            o.rules = (kg_grid_rules){rules == 4 ? 4 : 8,
                rules & 1 ? KG_GRID_DIAGONAL_1 : KG_GRID_DIAGONAL_SQRT2,
                rules & 2 ? KG_GRID_CORNERS_ALLOW : KG_GRID_CORNERS_FORBID};
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

const check_case check_grid_cases[] = {
    {"grid.verify", test_verify, NULL, 0},
    {"grid.calls", test_calls, NULL, 0},
    {"grid.random_maps", test_random_maps, NULL, 0},
    {NULL, NULL, NULL, 0},
};
