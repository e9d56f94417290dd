/* Distance fields of maps against Dijkstra's algorithm over the definition of the rules. Costs are
 * pairs of a straight and a diagonal sum, which are compared exactly. */
#include "check.h"
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { SIDE = 22, CELLS = SIDE * SIDE, SOURCES = 5 };

typedef struct sum {
    int64_t straight, diagonal;
    bool reached;
} sum;

typedef struct oracle {
    uint32_t width, height;
    uint16_t weight[CELLS]; /* 0: a wall */
    int terrain[CELLS];
    kg_grid_rules rules;
    sum cost[SOURCES][CELLS]; /* of each source */
} oracle;

static const int move_x[] = {0, -1, 0, 1, -1, 1, -1, 0, 1};
static const int move_y[] = {0, -1, -1, -1, 0, 0, 1, 1, 1};

/* The terrain at (x, y); -1: a wall, or off the map. */
static int kind(const oracle *o, int64_t x, int64_t y)
{
    const int64_t i = y * (int64_t)o->width + x;

    return x < 0 || y < 0 || x >= o->width || y >= o->height || !o->weight[i] ? -1 : o->terrain[i];
}

/* The cell to which a move leads, or -1. */
static int64_t moved(const oracle *o, uint32_t cell, int move)
{
    const int64_t x = cell % o->width, y = cell / o->width, dx = move_x[move], dy = move_y[move];
    const int own = kind(o, x, y);
    const int beside = (kind(o, x + dx, y) == own) + (kind(o, x, y + dy) == own);

    if (own < 0 || kind(o, x + dx, y + dy) != own)
        return -1;
    if (dx && dy &&
        (o->rules.moves == 4 || (o->rules.corners == KG_GRID_CORNERS_FORBID && beside < 2) ||
            (o->rules.corners == KG_GRID_CORNERS_ONE && beside < 1)))
        return -1;
    return (y + dy) * (int64_t)o->width + x + dx;
}

static sum plus(const oracle *o, sum a, int move, uint16_t weight)
{
    if (move_x[move] && move_y[move] && o->rules.diagonal == KG_GRID_DIAGONAL_SQRT2)
        a.diagonal += weight;
    else
        a.straight += weight;
    return a;
}

/* -1, 0, 1: a is less than, equal to, greater than b. s + d * sqrt(2) has the sign of the greater
 * of s^2 and 2 * d^2. */
static int compare(sum a, sum b)
{
    const int64_t s = a.straight - b.straight, d = a.diagonal - b.diagonal;

    if (!a.reached || !b.reached)
        return (int)b.reached - (int)a.reached;
    if (s * s > 2 * d * d)
        return s > 0 ? 1 : -1;
    return d > 0 ? 1 : d < 0 ? -1 : 0;
}

/* Dijkstra's algorithm; towards: the paths lead to the source. */
static void measure(const oracle *o, sum *cost, uint32_t source, bool towards)
{
    const uint32_t cells = o->width * o->height;
    bool done[CELLS] = {false};

    memset(cost, 0, cells * sizeof *cost);
    cost[source].reached = true;
    for (;;) {
        uint32_t best = cells;

        for (uint32_t i = 0; i < cells; i++)
            if (!done[i] && cost[i].reached && (best == cells || compare(cost[i], cost[best]) < 0))
                best = i;
        if (best == cells)
            return;
        done[best] = true;
        for (int move = 1; move <= 8; move++) {
            const int64_t to = moved(o, best, move);
            sum offer;

            if (to < 0)
                continue;
            offer = plus(o, cost[best], move, o->weight[towards ? best : to]);
            if (compare(offer, cost[to]) < 0)
                cost[to] = offer;
        }
    }
}

/* The answer for a cell, by the costs from each of some sources. */
static sum expected_at(const oracle *o, int first, int end, uint32_t cell, uint32_t *nearest)
{
    sum least = {0};

    *nearest = UINT32_MAX;
    for (int s = first; s < end; s++)
        if (compare(o->cost[s][cell], least) < 0) {
            least = o->cost[s][cell];
            *nearest = (uint32_t)s;
        }
    return least;
}

static uint8_t expected_flow(
    const oracle *o, int first, int end, uint32_t cell, sum cost, bool towards)
{
    uint32_t ignored;

    for (int move = 1; move <= 8 && cost.reached && (cost.straight || cost.diagonal); move++) {
        const int64_t to = moved(o, cell, move);

        if (to >= 0 && compare(plus(o, expected_at(o, first, end, (uint32_t)to, &ignored), move,
                                   o->weight[towards ? to : cell]),
                           cost) == 0)
            return (uint8_t)move;
    }
    return 0;
}

/* Compares fields with the oracle; field i is that of sources i .. i + each - 1. */
static void compare_fields(check *c, kg_context *ctx, const oracle *o, const kg_grid_fields *fields,
    int each, bool towards)
{
    const uint32_t cells = o->width * o->height;
    double cost[CELLS];
    uint32_t nearest[CELLS];
    uint8_t flow[CELLS];

    check_number(c, ctx, "fields", kg_grid_fields_count(fields), each == 1 ? SOURCES : 1);
    for (int f = 0; f < (each == 1 ? SOURCES : 1); f++) {
        const uint64_t at = (uint64_t)f * cells;

        for (uint32_t i = 0; i < cells; i++) {
            const sum one = expected_at(o, f, f + each, i, &nearest[i]);

            cost[i] = one.reached ? (double)one.straight + M_SQRT2 * (double)one.diagonal
                                  : (double)INFINITY;
            flow[i] = expected_flow(o, f, f + each, i, one, towards);
        }
        check_equal(c, ctx, "costs", kg_grid_fields_costs(fields) + at, cost, cells, sizeof *cost);
        check_equal(c, ctx, "flow", kg_grid_fields_flow(fields) + at, flow, cells, sizeof *flow);
    }
    if (each > 1)
        check_equal(c, ctx, "nearest sources", kg_grid_fields_nearest(fields), nearest, cells,
            sizeof *nearest);
    else if (kg_grid_fields_nearest(fields))
        check_fail(c, ctx, "nearest sources of fields that are apart");
}

/* All ways of asking on a map that every context has made: grid[] of c->contexts. */
static void check_grids(check *c, oracle *o, kg_grid *const *grid, const kg_grid_cell *source)
{
    for (int way = 0; way < 4; way++) {
        const kg_grid_fields_options options = {
            .towards = way & 1, .together = way >> 1 & 1, .flow = 1};

        for (int s = 0; s < SOURCES; s++)
            measure(o, o->cost[s], source[s].y * o->width + source[s].x, way & 1);
        for (int k = 0; k < c->contexts; k++) {
            kg_context *ctx = c->context[k];
            kg_grid_fields *fields = NULL;

            if (check_status(
                    c, ctx, kg_grid_field(&fields, grid[k], SOURCES, source, &options), KG_OK))
                compare_fields(c, ctx, o, fields, options.together ? SOURCES : 1, way & 1);
            kg_grid_fields_destroy(fields);
        }
    }
    for (int k = 0; k < c->contexts; k++)
        kg_grid_destroy(grid[k]);
}

/* Free cells; the last is the first again if `again` is set. */
static void draw_sources(const oracle *o, uint64_t *state, kg_grid_cell *source, bool again)
{
    const uint32_t cells = o->width * o->height;

    for (int s = 0; s < SOURCES; s++) {
        uint32_t cell = (uint32_t)(check_random(state) % cells);

        while (!o->weight[cell])
            cell = (cell + 1) % cells;
        source[s] = (kg_grid_cell){cell % o->width, cell / o->width};
    }
    if (again)
        source[SOURCES - 1] = source[0];
}

static void fill_map(oracle *o, uint64_t *state, int kind_of_map)
{
    const uint32_t cells = o->width * o->height;
    const uint64_t walls = check_random(state) % 60,
                   heaviest = kind_of_map % 2 ? 1 + check_random(state) % 9 : 1;

    memset(o->terrain, 0, sizeof o->terrain);
    for (uint32_t i = 0; i < cells; i++)
        o->weight[i] =
            (uint16_t)(check_random(state) % 100 < walls ? 0 : 1 + check_random(state) % heaviest);
    if (kind_of_map % 4 == 2) /* few heavy cells */
        for (int i = 0; i < 5; i++)
            o->weight[check_random(state) % cells] = 60000;
    if (kind_of_map % 8 == 3) /* no cell of weight 1 */
        for (uint32_t i = 0; i < cells; i++)
            o->weight[i] = (uint16_t)(o->weight[i] * 7);
    if (kind_of_map % 8 == 7) /* a snake of corridors, each one cell wide */
        for (uint32_t i = 0; i < cells; i++)
            if (i / o->width % 2 && i % o->width != (i / o->width / 2 % 2 ? 0 : o->width - 1))
                o->weight[i] = 0;
    o->weight[check_random(state) % cells] = 1;
}

/* Every set of rules, on random maps with and without weights. */
static void test_random_maps(check *c)
{
    static oracle o;
    uint64_t state = c->seed;

    for (int m = 0; m < (check_is_small() ? 8 : 24); m++)
        for (int rules = 0; rules < 7; rules++) {
            kg_grid_cell source[SOURCES];
            kg_grid *grid[CHECK_THREADS] = {NULL};

            o.width = 1 + (uint32_t)(check_random(&state) % SIDE);
            o.height = 1 + (uint32_t)(check_random(&state) % SIDE);
            o.rules = (kg_grid_rules){rules == 4 ? 4 : 8,
                rules & 1 ? KG_GRID_DIAGONAL_1 : KG_GRID_DIAGONAL_SQRT2,
                rules > 4   ? KG_GRID_CORNERS_ONE
                : rules & 2 ? KG_GRID_CORNERS_ALLOW
                            : KG_GRID_CORNERS_FORBID};
            fill_map(&o, &state, m);
            draw_sources(&o, &state, source, m % 3 == 0);
            check_say(c, "map %d of %u x %u, %d moves, diagonal %d, corners %d", m, o.width,
                o.height, o.rules.moves, (int)o.rules.diagonal, (int)o.rules.corners);
            if (rules == 4) /* moves along rows and columns cost a whole number */
                o.rules.diagonal = KG_GRID_DIAGONAL_1;
            for (int k = 0; k < c->contexts; k++)
                check_status(c, c->context[k],
                    kg_grid_build(&grid[k], c->context[k], o.width, o.height, o.weight, &o.rules),
                    KG_OK);
            check_grids(c, &o, grid, source);
        }
}

/* Maps of ground, water and trees: no step leads from one to another. */
static void test_terrains(check *c)
{
    static oracle o;
    uint64_t state = c->seed;

    for (int m = 0; m < 20; m++) {
        char text[CELLS + SIDE + 100];
        kg_grid_cell source[SOURCES];
        kg_grid *grid[CHECK_THREADS] = {NULL};
        size_t used;

        o.width = 3 + (uint32_t)(check_random(&state) % (SIDE - 3));
        o.height = 3 + (uint32_t)(check_random(&state) % (SIDE - 3));
        o.rules = (kg_grid_rules){8, KG_GRID_DIAGONAL_SQRT2, KG_GRID_CORNERS_FORBID};
        used = (size_t)snprintf(
            text, sizeof text, "type octile\nheight %u\nwidth %u\nmap\n", o.height, o.width);
        for (uint32_t i = 0; i < o.width * o.height; i++) {
            /* patches, so that there are paths */
            const uint64_t patch = (i % o.width / 6 + i / o.width / 5) % 3;
            const bool wall = i && check_random(&state) % 8 == 0;

            o.terrain[i] = (int)(check_random(&state) % 9 ? patch : check_random(&state) % 3);
            o.weight[i] = !wall;
            text[used++] = wall ? '@' : ".WT"[o.terrain[i]];
            if (i % o.width == o.width - 1)
                text[used++] = '\n';
        }
        draw_sources(&o, &state, source, false);
        check_say(c, "terrains, map %d of %u x %u", m, o.width, o.height);
        for (int k = 0; k < c->contexts; k++)
            check_status(c, c->context[k],
                kg_grid_read_memory(&grid[k], c->context[k], text, used, NULL), KG_OK);
        check_grids(c, &o, grid, source);
    }
}

/* ---- larger maps ----------------------------------------------------------------------------- */

/* The costs of kg_grid_find(), to the bit. */
static void test_queries(check *c)
{
    enum { WIDTH = 150, HEIGHT = 130, QUERIES = 60 };
    const int queries = strcmp(c->backend, "cpu") == 0 ? QUERIES : 6;
    uint16_t *weight = check_array(WIDTH * HEIGHT, sizeof *weight);
    uint64_t state = c->seed;

    for (int m = 0; m < 4; m++) {
        kg_grid_cell source = {75, 65};
        kg_grid_query query[QUERIES];

        for (uint32_t i = 0; i < WIDTH * HEIGHT; i++)
            weight[i] =
                (uint16_t)(check_random(&state) % 4 ? 1 + check_random(&state) % (m % 2 ? 9 : 1)
                                                    : 0);
        weight[source.y * WIDTH + source.x] = 1;
        for (int q = 0; q < queries; q++) {
            uint32_t cell = (uint32_t)(check_random(&state) % (WIDTH * HEIGHT));

            while (!weight[cell])
                cell = (cell + 1) % (WIDTH * HEIGHT);
            query[q].start = query[q].goal = source;
            *(m / 2 ? &query[q].start : &query[q].goal) =
                (kg_grid_cell){cell % WIDTH, cell / WIDTH};
        }
        check_say(c, "queries, %s, %s", m % 2 ? "weights" : "no weights", m / 2 ? "to" : "from");
        for (int k = 0; k < c->contexts; k += c->contexts - 1 ? c->contexts - 1 : 1) {
            const kg_grid_fields_options options = {.towards = m / 2};
            kg_context *ctx = c->context[k];
            kg_grid *grid = NULL;
            kg_grid_fields *fields = NULL;
            kg_grid_search *search = NULL;

            check_status(c, ctx, kg_grid_build(&grid, ctx, WIDTH, HEIGHT, weight, NULL), KG_OK);
            check_status(c, ctx, kg_grid_field(&fields, grid, 1, &source, &options), KG_OK);
            kg_grid_find(&search, grid, (uint64_t)queries, query, NULL);
            for (int q = 0; q < queries && search && fields; q++) {
                const kg_grid_answer *a = &kg_grid_search_answers(search)[q];
                const kg_grid_cell cell = m / 2 ? query[q].start : query[q].goal;
                const double cost = a->status == KG_OK ? a->cost : (double)INFINITY;

                check_equal(c, ctx, "cost", &kg_grid_fields_costs(fields)[cell.y * WIDTH + cell.x],
                    &cost, 1, sizeof cost);
            }
            kg_grid_search_destroy(search);
            kg_grid_fields_destroy(fields);
            kg_grid_destroy(grid);
        }
    }
    free(weight);
}

/* A corridor that turns at every third cell: no limit of rounds. Costs are sums along it. */
static void test_snake(check *c)
{
    enum { WIDTH = 3 };
    const bool device = strcmp(c->backend, "cpu") != 0;
    const uint32_t height = device ? 2001 : check_is_small() ? 20001 : 1000001;
    const uint64_t cells = (uint64_t)WIDTH * height;
    uint16_t *weight = check_array(cells, sizeof *weight);
    double *cost = check_array(cells, sizeof *cost);
    uint64_t state = c->seed;

    for (int heaviest = 1; heaviest < 10; heaviest += 8)
        for (int moves = 4; moves <= 8; moves += 4) {
            const kg_grid_rules rules = {moves, KG_GRID_DIAGONAL_OWN, KG_GRID_CORNERS_FORBID};
            const kg_grid_cell source = {0, 0};
            double sum_so_far = 0;

            for (uint32_t y = 0; y < height; y++)
                for (uint32_t i = 0; i < WIDTH; i++) { /* in the order of the corridor */
                    const bool back = y / 2 % 2;
                    const uint64_t cell = (uint64_t)y * WIDTH + (back ? WIDTH - 1 - i : i);
                    const bool wall = y % 2 && i < WIDTH - 1;

                    weight[cell] =
                        (uint16_t)(wall ? 0 : 1 + check_random(&state) % (uint64_t)heaviest);
                    sum_so_far += cell ? weight[cell] : 0;
                    cost[cell] = wall ? (double)INFINITY : sum_so_far;
                }
            check_say(c, "a snake, weights up to %d, %d moves", heaviest, moves);
            for (int k = 0; k < c->contexts; k += c->contexts - 1 ? c->contexts - 1 : 1) {
                kg_context *ctx = c->context[k];
                kg_grid *grid = NULL;
                kg_grid_fields *fields = NULL;

                check_status(
                    c, ctx, kg_grid_build(&grid, ctx, WIDTH, height, weight, &rules), KG_OK);
                if (check_status(c, ctx, kg_grid_field(&fields, grid, 1, &source, NULL), KG_OK))
                    check_equal(
                        c, ctx, "costs", kg_grid_fields_costs(fields), cost, cells, sizeof *cost);
                kg_grid_fields_destroy(fields);
                kg_grid_destroy(grid);
            }
        }
    free(weight);
    free(cost);
}

static void compare_same(check *c, kg_context *ctx, const kg_grid_fields *got,
    const kg_grid_fields *expected, uint64_t cells)
{
    const uint64_t all = kg_grid_fields_count(expected) * cells;

    check_number(c, ctx, "fields", kg_grid_fields_count(got), kg_grid_fields_count(expected));
    check_equal(c, ctx, "costs", kg_grid_fields_costs(got), kg_grid_fields_costs(expected), all,
        sizeof(double));
    check_equal(c, ctx, "flow", kg_grid_fields_flow(got), kg_grid_fields_flow(expected), all, 1);
    if (kg_grid_fields_nearest(expected))
        check_equal(c, ctx, "nearest", kg_grid_fields_nearest(got),
            kg_grid_fields_nearest(expected), cells, sizeof(uint32_t));
}

/* Many sources on a map of several tiles and words, and very many on a small one: the same bytes as
 * one thread of the CPU. */
static void test_same(check *c)
{
    enum { WIDTH = 131, HEIGHT = 97, MANY = 40, SMALL = 40, VERY_MANY = 70 };
    const bool device = strcmp(c->backend, "cpu") != 0;
    uint16_t *weight = check_array(WIDTH * HEIGHT, sizeof *weight);
    uint64_t state = c->seed;
    kg_context *serial = NULL;
    const kg_context_options one = {.device = "cpu", .threads = 1};

    check_status(c, NULL, kg_context_create(&serial, &one), KG_OK);
    for (int m = 0; m < 10; m++) {
        const uint32_t width = m < 8 ? WIDTH : SMALL, height = m < 8 ? HEIGHT : SMALL;
        const uint64_t cells = (uint64_t)width * height;
        const uint64_t many = m >= 8 ? VERY_MANY : device ? 6 : MANY;
        const kg_grid_rules rules = {m == 7 ? 4 : 8,
            m & 2 ? KG_GRID_DIAGONAL_1 : KG_GRID_DIAGONAL_SQRT2,
            m == 5  ? KG_GRID_CORNERS_ONE
            : m & 4 ? KG_GRID_CORNERS_ALLOW
                    : KG_GRID_CORNERS_FORBID};
        const kg_grid_fields_options options = {
            .towards = m >> 1 & 1, .together = m >> 2 & 1, .flow = 1};
        kg_grid *grid = NULL, *twin = NULL;
        kg_grid_fields *expected = NULL;
        kg_grid_cell source[VERY_MANY];

        for (uint64_t i = 0; i < cells; i++)
            weight[i] =
                (uint16_t)(check_random(&state) % 4 ? 1 + check_random(&state) % (m & 1 ? 9 : 1)
                                                    : 0);
        for (uint64_t s = 0; s < many; s++) {
            source[s] = (kg_grid_cell){(uint32_t)(check_random(&state) % width),
                (uint32_t)(check_random(&state) % height)};
            weight[source[s].y * width + source[s].x] = 1;
        }
        check_say(c, "many sources, %d", m);
        check_status(c, serial, kg_grid_build(&grid, serial, width, height, weight, &rules), KG_OK);
        check_status(c, serial, kg_grid_field(&expected, grid, many, source, &options), KG_OK);
        for (int k = 0; k < c->contexts; k += device ? c->contexts : 1) {
            kg_context *ctx = c->context[k];
            kg_grid_fields *fields = NULL;

            check_status(c, ctx, kg_grid_build(&twin, ctx, width, height, weight, &rules), KG_OK);
            check_status(c, ctx, kg_grid_field(&fields, twin, many, source, &options), KG_OK);
            if (fields && expected)
                compare_same(c, ctx, fields, expected, cells);
            kg_grid_fields_destroy(fields);
            kg_grid_destroy(twin);
            check_number(c, ctx, "bytes left behind", check_held(ctx), 0);
        }
        kg_grid_fields_destroy(expected);
        kg_grid_destroy(grid);
    }
    kg_context_destroy(serial);
    free(weight);
}

const check_case check_fields_cases[] = {
    {"fields.random_maps", test_random_maps, NULL, 0},
    {"fields.terrains", test_terrains, NULL, 0},
    {"fields.queries", test_queries, NULL, 0},
    {"fields.same", test_same, NULL, 0},
    {"fields.snake", test_snake, NULL, 0},
    {NULL},
};
