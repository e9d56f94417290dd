/* Searches of maps with real weights against Dijkstra's algorithm in exact arithmetic, and the unit
 * in which weights are kept. */
#include "check.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { SIDE = 14, CELLS = SIDE * SIDE, QUERIES = 5, MAPS = 60 };

/* The sides of a cell, in units of 10^-digits too. A diagonal step costs `whole` units or, if that
 * is 0, the root of across^2 + down^2. */
static const struct sides {
    double width, height;
    int64_t across, down, whole;
    int digits;
} all_sides[] = {{0, 0, 1, 1, 0, 0}, {1.5, 1, 15, 10, 0, 1}, {0.3, 0.4, 3, 4, 5, 1},
    {2, 0, 2, 1, 0, 0}, {30, 12.25, 3000, 1225, 0, 2}, {1, 1, 1, 1, 0, 0}, {0.7, 0.7, 7, 7, 0, 1}};

/* A map whose weights are whole numbers of a unit, and the costs from one cell. */
typedef struct map {
    uint32_t width, height;
    int64_t units[CELLS]; /* -1: a wall */
    kg_grid_rules rules;
    int64_t parts;                            /* costs are in this part of the unit */
    bool towards;                             /* the costs are of paths to that cell */
    const struct sides *sides;                /* of a cell */
    int64_t straight[CELLS], diagonal[CELLS]; /* -1: not reached */
} map;

static int64_t square_of(const map *m)
{
    return m->sides->across * m->sides->across + m->sides->down * m->sides->down;
}

/* Returns whether s + d * root < t + e * root. Sums of this test have 50 bits at most, so the
 * squares are exact. */
static bool is_less(const map *m, int64_t s, int64_t d, int64_t t, int64_t e)
{
    const __int128 straight = s - t, diagonal = d - e;
    const __int128 more = straight * straight - diagonal * diagonal * square_of(m);

    return straight < 0 ? diagonal <= 0 || more > 0 : diagonal < 0 && more < 0;
}

static bool is_wall(const map *m, int64_t x, int64_t y)
{
    return x < 0 || y < 0 || x >= m->width || y >= m->height ||
           m->units[y * (int64_t)m->width + x] < 0;
}

static bool may_step(const map *m, int64_t x, int64_t y, int64_t dx, int64_t dy)
{
    const int walls = is_wall(m, x + dx, y) + is_wall(m, x, y + dy);

    if ((!dx && !dy) || is_wall(m, x + dx, y + dy))
        return false;
    return !dx || !dy ||
           (m->rules.moves == 8 && walls <= (m->rules.corners == KG_GRID_CORNERS_FORBID   ? 0
                                                : m->rules.corners == KG_GRID_CORNERS_ONE ? 1
                                                                                          : 2));
}

static bool costs_root(const map *m, int64_t dx, int64_t dy)
{
    return dx && dy && m->rules.diagonal == KG_GRID_DIAGONAL_SQRT2 && !m->sides->whole;
}

/* A step adds this to the straight or to the diagonal sum. */
static int64_t step_cost(const map *m, int64_t from, int64_t to)
{
    const int64_t units = m->rules.step == KG_GRID_STEP_MEAN
                              ? (m->units[from] + m->units[to]) * m->parts / 2
                              : m->units[to];

    if (from / m->width == to / m->width)
        return units * m->sides->across;
    if (from % m->width == to % m->width)
        return units * m->sides->down;
    return units * (m->sides->whole ? m->sides->whole : 1);
}

/* Dijkstra's algorithm. Steps that cost 1 times the weight are straight here. */
static void measure(map *m, uint32_t start)
{
    bool done[CELLS] = {false};
    uint32_t best;

    memset(m->straight, 0xff, sizeof m->straight);
    m->straight[start] = m->diagonal[start] = 0;
    do {
        best = CELLS;
        for (uint32_t i = 0; i < m->width * m->height; i++)
            if (!done[i] && m->straight[i] >= 0 &&
                (best == CELLS || is_less(m, m->straight[i], m->diagonal[i], m->straight[best],
                                      m->diagonal[best])))
                best = i;
        for (int64_t i = 0; best < CELLS && i < 9; i++) {
            const int64_t x = best % m->width, y = best / m->width, dx = i % 3 - 1, dy = i / 3 - 1;
            const int64_t to = (y + dy) * m->width + x + dx;
            int64_t cost, s, d;

            if (!may_step(m, x, y, dx, dy))
                continue;
            cost = m->towards ? step_cost(m, to, best) : step_cost(m, best, to);
            s = m->straight[best] + (costs_root(m, dx, dy) ? 0 : cost);
            d = m->diagonal[best] + (costs_root(m, dx, dy) ? cost : 0);
            if (m->straight[to] < 0 || is_less(m, s, d, m->straight[to], m->diagonal[to])) {
                m->straight[to] = s;
                m->diagonal[to] = d;
            }
        }
        if (best < CELLS)
            done[best] = true;
    } while (best < CELLS);
}

/* The canonical path to a cell, backwards: depth first, through cells that are not yet seen.
 * Returns its length, or 0. */
static uint64_t go_back(const map *m, uint32_t start, uint32_t at, bool *seen, uint32_t *path)
{
    const int64_t x = at % m->width, y = at / m->width;

    *path = at;
    seen[at] = true;
    if (at == start)
        return 1;
    for (int64_t i = 0; i < 9; i++) {
        const int64_t dx = i % 3 - 1, dy = i / 3 - 1, from = (y + dy) * m->width + x + dx;
        const bool root = costs_root(m, dx, dy);
        uint64_t rest;

        if (!may_step(m, x, y, dx, dy) || seen[from] || m->straight[from] < 0 ||
            m->straight[from] + (root ? 0 : step_cost(m, from, at)) != m->straight[at] ||
            m->diagonal[from] + (root ? step_cost(m, from, at) : 0) != m->diagonal[at])
            continue;
        rest = go_back(m, start, (uint32_t)from, seen, path + 1);
        if (rest)
            return rest + 1;
    }
    return 0;
}

static void check_path(check *c, kg_context *ctx, const map *m, const kg_grid_search *search,
    uint64_t i, const kg_grid_query *query)
{
    uint32_t expected[CELLS];
    bool seen[CELLS] = {false};
    uint64_t count;
    const kg_grid_cell *path = kg_grid_search_path(search, i, &count);
    const uint64_t length = go_back(m, query->start.y * m->width + query->start.x,
        query->goal.y * m->width + query->goal.x, seen, expected);

    if (!check_number(c, ctx, "cells of the path", count, length))
        return;
    for (uint64_t k = 0; k < count; k++)
        if (!check_number(c, ctx, "a cell of the path", path[k].y * m->width + path[k].x,
                expected[count - 1 - k]))
            return;
}

static void check_search(check *c, kg_context *ctx, map *m, kg_grid *grid, const kg_grid_unit *unit,
    const kg_grid_query *query, const kg_grid_options *options)
{
    kg_grid_search *search = NULL;
    kg_status status = kg_grid_find(&search, grid, QUERIES, query, options);

    check_number(c, ctx, "a failure", status < KG_OK, false);
    for (uint64_t i = 0; search && i < QUERIES; i++) {
        const kg_grid_answer *a = &kg_grid_search_answers(search)[i];
        const uint32_t goal = query[i].goal.y * m->width + query[i].goal.x;
        const long double cost =
            ((long double)m->straight[goal] + m->diagonal[goal] * sqrtl(square_of(m))) /
            powl(10, m->sides->digits) * powl(unit->base, -unit->digits);

        if (m->straight[goal] < 0) {
            check_number(c, ctx, "status", a->status, KG_NO_SOLUTION);
            continue;
        }
        check_number(c, ctx, "status", a->status, KG_OK);
        if (m->rules.diagonal == KG_GRID_DIAGONAL_SQRT2 && !m->sides->whole) {
            check_number(c, ctx, "straight", a->straight, (uint64_t)m->straight[goal]);
            check_number(c, ctx, "diagonal", a->diagonal, (uint64_t)m->diagonal[goal]);
        } else {
            check_number(c, ctx, "units",
                a->straight + a->diagonal * (uint64_t)(m->sides->whole ? m->sides->whole : 1),
                (uint64_t)m->straight[goal]);
        }
        if (fabsl(a->cost - cost) > cost * 0x1.01p-53L)
            check_fail(c, ctx, "cost %.17g, expected %.21Lg", a->cost, cost);
        check_path(c, ctx, m, search, i, &query[i]);
    }
    kg_grid_search_destroy(search);
}

/* How weights are made: the base, the number of digits, units up to `most`, and zeros. */
static const struct kind {
    const char *what;
    kg_grid_unit unit;
    kg_type type;
    int64_t most;
    unsigned zeros, walls; /* of 100 cells */
} kinds[] = {
    {"tenths", {10, 1, 0}, KG_F64, 30, 0, 20},
    {"tenths as floats", {10, 1, 0}, KG_F32, 999, 0, 20},
    {"thousandths and zeros", {10, 3, 0}, KG_F64, 5, 40, 20},
    {"halves and zeros", {2, 1, 0}, KG_F32, 3, 60, 10},
    {"64ths", {2, 6, 0}, KG_F64, 1 << 20, 5, 20},
    {"large whole numbers", {10, 0, 0}, KG_F64, 10000000, 0, 30},
    {"ones and zeros", {10, 0, 0}, KG_F64, 1, 50, 30},
};

static void make_map(map *m, const struct kind *kind, uint64_t *state, int i)
{
    m->width = 1 + (uint32_t)(check_random(state) % SIDE);
    m->height = 1 + (uint32_t)(check_random(state) % SIDE);
    if (i % 8 == 7) { /* more than a word of cells in a row */
        m->width = CELLS / 2;
        m->height = 2;
    }
    m->rules =
        (kg_grid_rules){i % 4 == 3 ? 4 : 8, i % 3 ? KG_GRID_DIAGONAL_SQRT2 : KG_GRID_DIAGONAL_1,
            (kg_grid_corners)(1 + i % 3), i % 5 < 2 ? KG_GRID_STEP_MEAN : KG_GRID_STEP_ENTERED};
    m->sides = m->rules.moves == 4 || m->rules.diagonal == KG_GRID_DIAGONAL_SQRT2
                   ? &all_sides[(size_t)i % (sizeof all_sides / sizeof *all_sides)]
                   : all_sides;
    m->rules.cell_width = m->sides->width;
    m->rules.cell_height = m->sides->height;
    m->parts = m->rules.step != KG_GRID_STEP_MEAN ? 1 : kind->unit.digits ? kind->unit.base : 2;
    if (m->rules.moves == 4) /* straight steps alone */
        m->rules.diagonal = KG_GRID_DIAGONAL_SQRT2;
    for (uint32_t k = 0; k < m->width * m->height; k++) {
        const uint64_t part = check_random(state) % 100;

        m->units[k] = part < kind->walls ? -1
                      : part < kind->walls + kind->zeros
                          ? 0
                          : 1 + (int64_t)(check_random(state) % (uint64_t)kind->most);
    }
    m->units[0] = kind->most; /* these make the unit no larger, and the map a real one */
    if (m->width * m->height > 1)
        m->units[1] = kind->unit.digits || kind->zeros ? 1 : 99999;
    if (m->width * m->height > 2 && kind->zeros)
        m->units[2] = 0;
}

static kg_status build(kg_grid **grid, kg_context *ctx, const map *m, const struct kind *kind)
{
    double wide[CELLS];
    float narrow[CELLS];

    for (uint32_t i = 0; i < m->width * m->height; i++) {
        wide[i] = m->units[i] < 0 ? INFINITY
                                  : (double)m->units[i] / pow(kind->unit.base, kind->unit.digits);
        narrow[i] = (float)wide[i];
    }
    return kg_grid_build_real(grid, ctx, m->width, m->height,
        kind->type == KG_F32 ? (void *)narrow : wide, kind->type, &m->rules);
}

static void check_unit(check *c, kg_context *ctx, const kg_grid *grid, kg_grid_unit expected)
{
    const kg_grid_unit unit = kg_grid_unit_in_force(grid);

    check_number(c, ctx, "base", (uint64_t)unit.base, (uint64_t)expected.base);
    check_number(c, ctx, "digits", (uint64_t)unit.digits, (uint64_t)expected.digits);
    check_number(c, ctx, "rounded", (uint64_t)unit.rounded, (uint64_t)expected.rounded);
}

static void test_random(check *c)
{
    static map m;
    uint64_t state = c->seed;

    for (int i = 0; i < MAPS * (int)(sizeof kinds / sizeof *kinds); i++) {
        const struct kind *kind = &kinds[i / MAPS];
        kg_grid_query query[QUERIES];

        make_map(&m, kind, &state, i);
        if (m.width * m.height < 3)
            continue;
        for (int k = 0; k < QUERIES; k++) {
            uint32_t goal = (uint32_t)(check_random(&state) % (m.width * m.height));

            while (m.units[goal] < 0)
                goal = (goal + 1) % (m.width * m.height);
            query[k] =
                (kg_grid_query){{1 % m.width, 1 / m.width}, {goal % m.width, goal / m.width}};
        }
        measure(&m, 1);
        check_say(c, "map %d of %s, %u x %u", i, kind->what, m.width, m.height);
        for (int k = 0; k < c->contexts; k++) {
            kg_context *ctx = c->context[k];
            const kg_grid_options options = {.canonical = i & 1, .keep_explored = i & 2};
            const kg_grid_unit part = {
                kind->unit.digits ? kind->unit.base : 2, kind->unit.digits + 1, 0};
            kg_grid *grid = NULL;
            kg_grid_unit unit;

            check_status(c, ctx, build(&grid, ctx, &m, kind), KG_OK);
            unit = kg_grid_unit_in_force(grid);
            check_unit(c, ctx, grid, m.rules.step == KG_GRID_STEP_ENTERED ? kind->unit : part);
            check_search(c, ctx, &m, grid, &unit, query, &options);
            kg_grid_destroy(grid);
        }
    }
}

/* ---- several goals --------------------------------------------------------------------------- */

/* The path leads to the goal that costs the least: the first of the query's own and the list. */
static void check_goals(check *c, kg_context *ctx, const map *m, kg_grid *grid,
    const kg_grid_query *query, const kg_grid_options *options)
{
    kg_grid_search *search = NULL;
    kg_grid_query reached = *query;
    uint32_t best = query->goal.y * m->width + query->goal.x;
    const kg_status status = kg_grid_find(&search, grid, 1, query, options);

    for (uint64_t i = 0; i < options->goal_count; i++) {
        const uint32_t goal = options->goals[i].y * m->width + options->goals[i].x;

        if (m->straight[goal] >= 0 &&
            (m->straight[best] < 0 || is_less(m, m->straight[goal], m->diagonal[goal],
                                          m->straight[best], m->diagonal[best])))
            best = goal;
        if (goal == query->start.y * m->width + query->start.x) {
            best = goal;
            break;
        }
    }
    check_status(c, ctx, status, m->straight[best] < 0 ? KG_NO_SOLUTION : KG_OK);
    if (status == KG_OK) {
        const kg_grid_answer *a = kg_grid_search_answers(search);
        uint64_t count;
        const kg_grid_cell *path = kg_grid_search_path(search, 0, &count);

        kg_grid_search_goal(search, 0, &reached.goal);
        check_number(c, ctx, "goal", reached.goal.y * m->width + reached.goal.x, best);
        if (m->rules.diagonal == KG_GRID_DIAGONAL_SQRT2 && !m->sides->whole)
            check_number(c, ctx, "diagonal", a->diagonal, (uint64_t)m->diagonal[best]);
        check_status(c, ctx, kg_grid_verify(grid, &reached, path, count, NULL, NULL), KG_OK);
    }
    kg_grid_search_destroy(search);
}

static void test_goals(check *c)
{
    static const struct kind whole = {"whole numbers", {10, 0, 0}, KG_F64, 4, 0, 35};
    static map m;
    uint64_t state = c->seed;

    for (int i = 0; i < 300; i++) {
        const struct kind *kind = i % 3 ? &kinds[i % 3 == 1 ? 2 : 6] : &whole;
        kg_grid_cell goals[6];
        kg_grid_options options = {
            .goals = goals, .goal_count = 1 + (uint64_t)i % 6, .canonical = i & 1, .walls = 1};
        kg_grid_query query = {{0, 0}, {0, 0}};

        make_map(&m, kind, &state, i);
        if (m.width * m.height < 3)
            continue;
        if (kind == &whole)
            m.units[1] = 1;
        for (uint64_t k = 0; k <= options.goal_count; k++)
            *(k < options.goal_count ? &goals[k] : &query.goal) =
                (kg_grid_cell){(uint32_t)(check_random(&state) % m.width),
                    (uint32_t)(check_random(&state) % m.height)};
        measure(&m, 0);
        check_say(c, "map %d of %s, %u x %u", i, kind->what, m.width, m.height);
        for (int k = 0; k < c->contexts; k++) {
            kg_grid *grid = NULL;

            check_status(c, c->context[k], build(&grid, c->context[k], &m, kind), KG_OK);
            check_goals(c, c->context[k], &m, grid, &query, &options);
            kg_grid_destroy(grid);
        }
    }
}

/* ---- fields ---------------------------------------------------------------------------------- */

enum { SOURCES = 3 };

/* The costs from the nearest of some sources, and its number. */
typedef struct sums {
    int64_t straight[CELLS], diagonal[CELLS];
    uint32_t nearest[CELLS];
} sums;

static void measure_all(map *m, sums *all, uint32_t count, const kg_grid_cell *source)
{
    memset(all, 0xff, sizeof *all);
    for (uint32_t i = 0; i < count; i++) {
        measure(m, source[i].y * m->width + source[i].x);
        for (uint32_t k = 0; k < m->width * m->height; k++)
            if (m->straight[k] >= 0 &&
                (all->straight[k] < 0 || is_less(m, m->straight[k], m->diagonal[k],
                                             all->straight[k], all->diagonal[k]))) {
                all->straight[k] = m->straight[k];
                all->diagonal[k] = m->diagonal[k];
                all->nearest[k] = i;
            }
    }
}

/* Returns whether a move leads from a cell back along a shortest path. */
static bool leads_back(const map *m, const sums *all, uint32_t cell, unsigned move, uint32_t *to)
{
    const int64_t x = cell % m->width, y = cell / m->width;
    const int64_t i = move - 1 + (move > 4), dx = i % 3 - 1, dy = i / 3 - 1;
    const bool root = costs_root(m, dx, dy);
    int64_t cost;

    if (!may_step(m, x, y, dx, dy))
        return false;
    *to = (uint32_t)((y + dy) * m->width + x + dx);
    cost = m->towards ? step_cost(m, cell, *to) : step_cost(m, *to, cell);
    return all->straight[*to] >= 0 &&
           all->straight[*to] + (root ? 0 : cost) == all->straight[cell] &&
           all->diagonal[*to] + (root ? cost : 0) == all->diagonal[cell];
}

/* A flow follows shortest paths and ends at a source. If all steps cost something, it takes the
 * first move that leads back. */
static void check_flow(
    check *c, kg_context *ctx, const map *m, const sums *all, const uint8_t *flow, bool all_cost)
{
    for (uint32_t cell = 0; cell < m->width * m->height; cell++) {
        uint32_t at = cell, steps = 0, other;

        if (all->straight[cell] < 0 && !check_number(c, ctx, "flow from no cost", flow[cell], 0))
            return;
        for (unsigned move = 1; all_cost && move < flow[cell]; move++)
            check_number(c, ctx, "an earlier move", leads_back(m, all, cell, move, &other), false);
        for (; flow[at] && steps <= CELLS; steps++)
            if (flow[at] > 8 || !leads_back(m, all, at, flow[at], &at)) {
                check_fail(c, ctx, "the flow from cell %u is no shortest path", cell);
                return;
            }
        if (all->straight[cell] >= 0)
            check_number(c, ctx, "a flow ends where the cost is 0",
                all->straight[at] == 0 && all->diagonal[at] == 0 && steps <= CELLS, true);
    }
}

static void check_field(check *c, kg_context *ctx, const map *m, const kg_grid *grid,
    const sums *all, const kg_grid_fields *fields, uint64_t i)
{
    const uint32_t cells = m->width * m->height;
    const double *cost = kg_grid_fields_costs(fields) + i * cells;
    const uint32_t *nearest = kg_grid_fields_nearest(fields);

    for (uint32_t k = 0; k < cells; k++) {
        const double expected = all->straight[k] < 0 ? (double)INFINITY
                                                     : kg_grid_sum(grid, (uint64_t)all->straight[k],
                                                           (uint64_t)all->diagonal[k]);

        if (cost[k] != expected)
            check_fail(c, ctx, "cell %u costs %.17g, expected %.17g", k, cost[k], expected);
        if (nearest)
            check_number(c, ctx, "nearest", nearest[k], all->nearest[k]);
    }
}

static void check_fields(check *c, kg_context *ctx, map *m, const struct kind *kind,
    const kg_grid_cell *source, const kg_grid_fields_options *options)
{
    static sums all;
    const uint64_t cells = (uint64_t)m->width * m->height;
    kg_grid *grid = NULL;
    kg_grid_fields *fields = NULL;

    check_status(c, ctx, build(&grid, ctx, m, kind), KG_OK);
    check_status(c, ctx, kg_grid_field(&fields, grid, SOURCES, source, options), KG_OK);
    check_number(c, ctx, "fields", kg_grid_fields_count(fields), options->together ? 1 : SOURCES);
    for (uint64_t i = 0; i < kg_grid_fields_count(fields); i++) {
        measure_all(m, &all, options->together ? SOURCES : 1, source + i);
        check_field(c, ctx, m, grid, &all, fields, i);
        if (options->flow)
            check_flow(c, ctx, m, &all, kg_grid_fields_flow(fields) + i * cells, !kind->zeros);
    }
    kg_grid_fields_destroy(fields);
    kg_grid_destroy(grid);
}

static void test_fields(check *c)
{
    static map m;
    uint64_t state = c->seed;

    for (int i = 0; i < MAPS * (int)(sizeof kinds / sizeof *kinds); i++) {
        const struct kind *kind = &kinds[i / MAPS];
        const kg_grid_fields_options options = {.towards = i & 1, .together = i & 2, .flow = i & 4};
        kg_grid_cell source[SOURCES];

        make_map(&m, kind, &state, i);
        m.towards = options.towards;
        if (m.width * m.height < 3)
            continue;
        for (int k = 0; k < SOURCES; k++) {
            uint32_t at = (uint32_t)(check_random(&state) % (m.width * m.height));

            while (m.units[at] < 0)
                at = (at + 1) % (m.width * m.height);
            source[k] = (kg_grid_cell){at % m.width, at / m.width};
        }
        check_say(c, "map %d of %s, %u x %u", i, kind->what, m.width, m.height);
        for (int k = 0; k < c->contexts; k++)
            check_fields(c, c->context[k], &m, kind, source, &options);
    }
}

/* ---- units ----------------------------------------------------------------------------------- */

static void test_units(check *c)
{
    static const struct {
        double weight[4];
        kg_type type;
        kg_grid_unit unit, mean; /* if steps cost the weight that they enter, or means */
    } units[] = {
        {{1, 2, 65535, INFINITY}, KG_F64, {0, 0, 0}, {2, 1, 0}},
        {{1, 2, 65536, INFINITY}, KG_F64, {10, 0, 0}, {2, 1, 0}},
        {{0, 1, 1, 1}, KG_F64, {10, 0, 0}, {2, 1, 0}},
        {{0, 0, 0, 0}, KG_F64, {10, 0, 0}, {2, 1, 0}},
        {{0.5, 1, 2, 3}, KG_F64, {2, 1, 0}, {2, 2, 0}},
        {{0.1, 1e6, 2, 3}, KG_F64, {10, 1, 0}, {10, 2, 0}},
        {{0.25, 0.1, 2, 3}, KG_F64, {10, 2, 0}, {10, 3, 0}},
        {{0.1, 1e6, 2, 3}, KG_F32, {10, 1, 0}, {10, 2, 0}},
        {{123456.789, 1e-6, 2, 3}, KG_F64, {10, 6, 0}, {10, 7, 0}},
        {{0x1.23456789abcdep-1, 1, 2, 3}, KG_F64, {2, 52, 0}, {2, 53, 0}},
        {{0x1.23456789abcdep-1, 1e6, 2, 3}, KG_F64, {2, 41, 1}, {2, 41, 1}},
        {{1e30, 1, 1, 1}, KG_F64, {2, -39, 1}, {2, -39, 1}},
        {{0x1p100, 0x1p101, 0, 0}, KG_F64, {2, -41, 0}, {2, -41, 0}},
        {{1e-300, 1e-300, 1e-300, 1e-300}, KG_F64, {2, 1049, 0}, {2, 1050, 0}},
        {{1e308, 1e308, 1e308, 1e308}, KG_F64, {2, -965, 0}, {2, -965, 0}},
        {{1e-12, 5e18, 1, 1}, KG_F64, {2, -2, 1}, {2, -2, 1}},
        {{1e-19, 3e-19, 2e-19, 0}, KG_F64, {10, 19, 0}, {2, 115, 0}},
    };
    kg_context *ctx = c->context[0];

    for (size_t i = 0; i < 2 * sizeof units / sizeof *units; i++) {
        const bool is_mean = i & 1;
        const kg_grid_rules rules = {.step = is_mean ? KG_GRID_STEP_MEAN : KG_GRID_STEP_ENTERED};
        const double *expected = units[i / 2].weight;
        double weight[4], step = 0;
        float narrow[4];
        kg_grid *grid = NULL;
        kg_grid_unit unit;

        for (int k = 0; k < 4; k++)
            narrow[k] = (float)expected[k];
        check_say(c, "weights %g, %g, %s", expected[0], expected[1], is_mean ? "means" : "entered");
        check_status(c, ctx,
            kg_grid_build_real(&grid, ctx, 2, 2,
                units[i / 2].type == KG_F32 ? (const void *)narrow : expected, units[i / 2].type,
                &rules),
            KG_OK);
        unit = kg_grid_unit_in_force(grid);
        check_unit(c, ctx, grid, is_mean ? units[i / 2].mean : units[i / 2].unit);
        check_number(c, ctx, "a warning", *kg_context_warning(ctx) != '\0', unit.rounded != 0);
        kg_grid_real_cells(grid, weight);
        if (unit.rounded)
            step = ldexp(is_mean ? 1 : 0.5, -unit.digits);
        for (int k = 0; k < 4; k++)
            if (!(weight[k] == expected[k] || fabs(weight[k] - expected[k]) <= step))
                check_fail(c, ctx, "weight %.17g, expected %.17g", weight[k], expected[k]);
        kg_grid_destroy(grid);
    }
}

/* ---- sides ----------------------------------------------------------------------------------- */

/* Sides that are refused, or for which sums do not fit; a whole map that has sides. */
static void test_sides(check *c)
{
    static const double wrong[][2] = {
        {-1, 1}, {1, NAN}, {INFINITY, 1}, {1e10, 1}, {1, M_PI}, {3.5e8, 0.1}};
    static const uint16_t weight[4] = {1, 0, 2, 1};
    static const double large[4] = {1e-5, 3e10, 1e9, 1e9};
    const kg_grid_query query = {{0, 0}, {1, 1}}, far = {{0, 0}, {1, 0}};
    const kg_grid_options near = {.nearest = 1};
    kg_grid_rules rules = {.cell_width = 2, .diagonal = KG_GRID_DIAGONAL_1};
    kg_context *ctx = c->context[0];
    kg_grid_search *search = NULL;
    kg_grid_index *index = NULL;
    kg_grid *grid = NULL;

    check_say(c, "sides");
    check_status(c, ctx, kg_grid_build(&grid, ctx, 2, 2, weight, &rules), KG_ARGUMENT);
    rules = (kg_grid_rules){.corners = KG_GRID_CORNERS_ALLOW};
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        rules.cell_width = wrong[i][0];
        rules.cell_height = wrong[i][1];
        check_status(c, ctx, kg_grid_build(&grid, ctx, 2, 2, weight, &rules), KG_ARGUMENT);
    }
    rules.cell_width = 0.5;
    rules.cell_height = 0.25;
    check_status(c, ctx, kg_grid_build(&grid, ctx, 2, 2, weight, &rules), KG_OK);
    check_number(c, ctx, "base", (uint64_t)kg_grid_unit_in_force(grid).base, 10);
    check_number(c, ctx, "height", kg_grid_rules_in_force(grid).cell_height == 0.25, true);
    check_status(c, ctx, kg_grid_index_build(&index, grid, NULL), KG_UNSUPPORTED);
    check_status(c, ctx, kg_ga_star_grid(&search, grid, 1, &query, NULL, 1, 0), KG_UNSUPPORTED);
    check_status(c, ctx, kg_grid_find(&search, grid, 1, &query, NULL), KG_OK);
    check_number(
        c, ctx, "sqrt(0.3125)", kg_grid_search_answers(search)->cost == 0x1.1e3779b97f4a8p-1, true);
    kg_grid_search_destroy(search);
    /* The cell below the wall is nearer to it than the one beside it. */
    check_status(c, ctx, kg_grid_find(&search, grid, 1, &far, &near), KG_OK);
    check_number(c, ctx, "steps to the nearest", kg_grid_search_answers(search)->straight, 0);
    check_number(c, ctx, "diagonal", kg_grid_search_answers(search)->diagonal, 1);
    kg_grid_search_destroy(search);
    kg_grid_destroy(grid);
    rules.cell_width = 1 << 30;
    rules.cell_height = 0;
    check_status(c, ctx, kg_grid_build_real(&grid, ctx, 2, 2, large, KG_F64, &rules), KG_OK);
    check_number(c, ctx, "rounded", kg_grid_unit_in_force(grid).rounded != 0, true);
    check_status(c, ctx, kg_grid_find(&search, grid, 1, &far, NULL), KG_OK);
    check_number(c, ctx, "the cost of a long step",
        fabs(kg_grid_search_answers(search)->cost / (1e9 * 0x1p30) - 1) < 1e-6, true);
    kg_grid_search_destroy(search);
    kg_grid_destroy(grid);
}

/* ---- calls ----------------------------------------------------------------------------------- */

static kg_status build_and_find(kg_context *ctx)
{
    static const float weight[6] = {0.5, 0, 1.5, 0, 0, 2};
    const kg_grid_query query = {{0, 0}, {2, 1}};
    const kg_grid_options options = {.keep_explored = 1, .goals = &query.goal, .goal_count = 1};
    const kg_grid_fields_options all = {.together = 1, .flow = 1};
    kg_grid *grid = NULL;
    kg_grid_search *search = NULL;
    kg_grid_fields *fields = NULL;
    kg_status status;

    KG_TRY(kg_grid_build_real(&grid, ctx, 3, 2, weight, KG_F32, NULL));
    KG_TRY(kg_grid_find(&search, grid, 1, &query, &options));
    KG_TRY(kg_grid_field(&fields, grid, 1, &query.goal, &all));
out:
    kg_grid_fields_destroy(fields);
    kg_grid_search_destroy(search);
    kg_grid_destroy(grid);
    return status;
}

/* Calls that are refused, and what is proven where a search stops. */
static void test_calls(check *c)
{
    enum { WIDTH = 100 };
    kg_context *ctx = c->context[0];
    double *weight = check_array(WIDTH * WIDTH, sizeof *weight);
    const double wrong[2][2] = {{1, -0.5}, {1, NAN}};
    const kg_grid_query query = {{0, 0}, {WIDTH - 1, WIDTH - 1}};
    kg_grid_options options = KG_GRID_OPTIONS_INIT;
    kg_grid_index *index = NULL;
    kg_grid_search *search = NULL;
    kg_grid *grid = NULL;
    double cost;

    check_say(c, "calls");
    for (int i = 0; i < 2; i++) {
        check_status(
            c, ctx, kg_grid_build_real(&grid, ctx, 1, 2, wrong[i], KG_F64, NULL), KG_ARGUMENT);
        check_number(c, ctx, "the place",
            strstr(kg_context_message(ctx), "in row 1, column 0 is") != NULL, true);
    }
    check_status(c, ctx, kg_grid_build_real(&grid, ctx, 1, 1, weight, KG_U16, NULL), KG_ARGUMENT);
    check_status(c, ctx, kg_grid_build_real(&grid, ctx, 0, 1, weight, KG_F64, NULL), KG_ARGUMENT);
    for (int i = 0; i < WIDTH * WIDTH; i++)
        weight[i] = 0.7 + i % 7;
    check_status(c, ctx, kg_grid_build_real(&grid, ctx, WIDTH, WIDTH, weight, KG_F64, NULL), KG_OK);
    check_number(c, ctx, "weight", kg_grid_weight(grid, query.goal), 1);
    check_status(c, ctx, kg_grid_index_build(&index, grid, NULL), KG_UNSUPPORTED);
    check_status(c, ctx, kg_ga_star_grid(&search, grid, 1, &query, NULL, 1, 0), KG_UNSUPPORTED);
    options = (kg_grid_options){.goals = &query.start, .goal_count = 1, .nearest = 1};
    check_status(c, ctx, kg_grid_find(&search, grid, 1, &query, &options), KG_ARGUMENT);
    options.nearest = 0;
    check_status(c, ctx, kg_ga_star_grid(&search, grid, 1, &query, &options, 1, 0), KG_UNSUPPORTED);
    options.goals = &(const kg_grid_cell){WIDTH, 0};
    check_status(c, ctx, kg_grid_find(&search, grid, 1, &query, &options), KG_ARGUMENT);
    options.goals = NULL;
    check_status(c, ctx, kg_grid_find(&search, grid, 1, &query, &options), KG_ARGUMENT);
    options.goal_count = 0;
    check_status(c, ctx, kg_grid_find(&search, grid, 1, &query, NULL), KG_OK);
    cost = kg_grid_search_answers(search)->cost;
    kg_grid_search_destroy(search);
    for (options.max_states = 1; options.max_states < WIDTH * WIDTH; options.max_states *= 3) {
        const kg_status status = kg_grid_find(&search, grid, 1, &query, &options);
        const kg_grid_answer *answer = kg_grid_search_answers(search);

        check_number(c, ctx, "a bound from 0.7 * 99 * sqrt(2) to the cost",
            answer->cost >= 98.003 && answer->cost <= cost, true);
        if (status == KG_LIMIT)
            check_number(c, ctx, "states", answer->states, options.max_states);
        kg_grid_search_destroy(search);
    }
    kg_grid_destroy(grid);
    CHECK_ALLOCATIONS(c, ctx, build_and_find(ctx));
    free(weight);
}

const check_case check_grid_real_cases[] = {
    {"grid-real.random", test_random, NULL, 0},
    {"grid-real.goals", test_goals, NULL, 0},
    {"grid-real.fields", test_fields, NULL, 0},
    {"grid-real.units", test_units, NULL, 0},
    {"grid-real.sides", test_sides, NULL, 0},
    {"grid-real.calls", test_calls, NULL, 0},
    {NULL, NULL, NULL, 0},
};
