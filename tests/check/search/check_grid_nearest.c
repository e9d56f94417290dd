/* The nearest cell that can be reached in place of a goal that cannot, beside its definition: a
 * flood from the start, and the distances of all its cells on a map without walls. */
#include "check.h"
#include <konig/grid.h>
#include <math.h>
#include <string.h>

enum { SIDE = 24, QUERIES = 12 };

typedef struct map {
    uint32_t width, height;
    kg_grid_rules rules;
    uint16_t weight[SIDE * SIDE];
    bool reached[SIDE * SIDE];
} map;

static bool is_wall(const map *m, int64_t x, int64_t y)
{
    return x < 0 || y < 0 || x >= m->width || y >= m->height ||
           !m->weight[y * (int64_t)m->width + x];
}

static bool may_step(const map *m, int64_t x, int64_t y, int64_t dx, int64_t dy)
{
    const int walls = is_wall(m, x + dx, y) + is_wall(m, x, y + dy);

    if (is_wall(m, x + dx, y + dy))
        return false;
    return !dx || !dy ||
           (m->rules.moves == 8 && (m->rules.corners == KG_GRID_CORNERS_ALLOW ||
                                       walls <= (m->rules.corners == KG_GRID_CORNERS_ONE)));
}

/* Marks all cells that steps from the start reach, in rounds until nothing changes. */
static void flood(map *m, kg_grid_cell start)
{
    bool changed = true;

    memset(m->reached, 0, sizeof m->reached);
    m->reached[start.y * m->width + start.x] = true;
    while (changed) {
        changed = false;
        for (int64_t i = 0; i < (int64_t)m->width * m->height; i++)
            for (int64_t k = 0; m->reached[i] && k < 9; k++) {
                const int64_t x = i % m->width, y = i / m->width, dx = k % 3 - 1, dy = k / 3 - 1;
                const int64_t to = (y + dy) * m->width + x + dx;

                if (may_step(m, x, y, dx, dy) && !m->reached[to])
                    changed = m->reached[to] = true;
            }
    }
}

static long double distance(const map *m, kg_grid_cell a, kg_grid_cell b)
{
    const long double dx = fabsl((long double)a.x - b.x), dy = fabsl((long double)a.y - b.y);
    const long double diagonal = m->rules.moves == 4                       ? 2
                                 : m->rules.diagonal == KG_GRID_DIAGONAL_1 ? 1
                                                                           : sqrtl(2);

    return fmaxl(dx, dy) - fminl(dx, dy) + fminl(dx, dy) * diagonal;
}

static kg_grid_cell nearest(const map *m, kg_grid_cell goal)
{
    kg_grid_cell best = {0, 0};
    long double least = INFINITY;

    for (uint32_t i = 0; i < m->width * m->height; i++) {
        const kg_grid_cell cell = {i % m->width, i / m->width};

        if (m->reached[i] && distance(m, cell, goal) < least - 1e-9L) {
            least = distance(m, cell, goal);
            best = cell;
        }
    }
    return best;
}

/* The answers with `nearest` are those to the cells that the definition gives. */
static void check_nearest(check *c, kg_context *ctx, map *m, kg_grid_query *query, bool canonical)
{
    const kg_grid_options with = {.nearest = 1, .canonical = canonical};
    const kg_grid_options without = {.canonical = canonical};
    kg_grid_search *search = NULL, *plain = NULL;
    kg_grid_query replaced[QUERIES];
    kg_grid *grid = NULL;

    check_status(
        c, ctx, kg_grid_build(&grid, ctx, m->width, m->height, m->weight, &m->rules), KG_OK);
    check_status(c, ctx, kg_grid_find(&search, grid, QUERIES, query, &with), KG_OK);
    for (uint64_t i = 0; i < QUERIES; i++) {
        kg_grid_cell goal = {0, 0};

        replaced[i] = (kg_grid_query){query[i].start, nearest(m, query[i].goal)};
        check_number(c, ctx, "a goal", (uint64_t)kg_grid_search_goal(search, i, &goal), 1);
        check_number(c, ctx, "x", goal.x, replaced[i].goal.x);
        check_number(c, ctx, "y", goal.y, replaced[i].goal.y);
    }
    check_number(c, ctx, "no goal", (uint64_t)kg_grid_search_goal(search, QUERIES, NULL), 0);
    check_status(c, ctx, kg_grid_find(&plain, grid, QUERIES, replaced, &without), KG_OK);
    for (uint64_t i = 0; search && plain && i < QUERIES; i++) {
        const kg_grid_answer *a = &kg_grid_search_answers(search)[i];
        const kg_grid_answer *b = &kg_grid_search_answers(plain)[i];
        uint64_t count;
        const kg_grid_cell *path = kg_grid_search_path(search, i, &count);

        check_number(c, ctx, "status", a->status, KG_OK);
        check_number(c, ctx, "straight", a->straight, b->straight);
        check_number(c, ctx, "diagonal", a->diagonal, b->diagonal);
        check_status(c, ctx, kg_grid_verify(grid, &replaced[i], path, count, NULL, NULL), KG_OK);
    }
    kg_grid_search_destroy(search);
    kg_grid_search_destroy(plain);
    kg_grid_destroy(grid);
}

static void test_random(check *c)
{
    static map m;
    uint64_t state = c->seed;

    for (int i = 0; i < 60; i++) {
        kg_grid_query query[QUERIES];
        const uint64_t walls = 20 + check_random(&state) % 50;
        uint32_t start;

        m.width = 1 + (uint32_t)(check_random(&state) % SIDE);
        m.height = 1 + (uint32_t)(check_random(&state) % SIDE);
        m.rules = (kg_grid_rules){i % 5 == 4 ? 4 : 8,
            i & 1 ? KG_GRID_DIAGONAL_1 : KG_GRID_DIAGONAL_SQRT2, (kg_grid_corners)(1 + i % 3)};
        for (uint32_t k = 0; k < m.width * m.height; k++)
            m.weight[k] = (uint16_t)(check_random(&state) % 100 < walls
                                         ? 0
                                         : 1 + check_random(&state) % (i % 4 ? 1 : 9));
        start = (uint32_t)(check_random(&state) % (m.width * m.height));
        m.weight[start] = 1;
        for (int k = 0; k < QUERIES; k++)
            query[k] = (kg_grid_query){{start % m.width, start / m.width},
                {(uint32_t)(check_random(&state) % m.width),
                    (uint32_t)(check_random(&state) % m.height)}};
        flood(&m, query[0].start);
        check_say(c, "map %d of %u x %u", i, m.width, m.height);
        for (int k = 0; k < c->contexts; k++)
            check_nearest(c, c->context[k], &m, query, i & 2);
    }
}

const check_case check_grid_nearest_cases[] = {
    {"grid-nearest.random", test_random, NULL, 0},
    {NULL, NULL, NULL, 0},
};
