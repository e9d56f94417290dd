/*
 * GA* on problems that the test describes: random graphs with estimates that are admissible and
 * nothing else, against relaxing all edges until nothing changes; ways that must be reopened;
 * arguments.
 */
#include "check.h"
#include <stdlib.h>
#include <string.h>

enum { MOST = 400, DEGREE = 4 };
static const uint32_t NEVER = UINT32_MAX;

/* A directed graph: edge e leads from e / DEGREE to `to`, or nowhere where that is NONE. */
enum { NONE = MOST };
typedef struct graph {
    uint32_t n, to[MOST * DEGREE], cost[MOST * DEGREE], estimate[MOST];
    uint32_t goals; /* the vertices from here on are goals */
    uint64_t salt;  /* of the keys */
    unsigned words; /* of them, so that both are tried */
} graph;

/* Keys have bits everywhere, and tell vertices apart in one word alone. */
static kg_ga_star_state key_of(const graph *g, uint32_t v)
{
    if (g->words == 1)
        return (kg_ga_star_state){{(v + 1) * UINT64_C(0x9e3779b97f4a7c15) ^ g->salt, 0}};
    return (kg_ga_star_state){{g->salt, (uint64_t)v << 40 | 7}};
}

static uint32_t vertex_of(const graph *g, const kg_ga_star_state *state)
{
    if (g->words == 1) /* 0xf1de83e19937733d is the inverse of the factor above */
        return (uint32_t)((state->word[0] ^ g->salt) * UINT64_C(0xf1de83e19937733d)) - 1;
    return (uint32_t)(state->word[1] >> 40);
}

static int step(const void *user, const kg_ga_star_state *from, unsigned move, kg_ga_star_state *to,
    uint32_t *cost)
{
    const graph *g = user;
    const uint32_t e = vertex_of(g, from) * DEGREE + move;

    if (g->to[e] == NONE)
        return 0;
    *to = key_of(g, g->to[e]);
    *cost = g->cost[e];
    return 1;
}

/* Predecessor i is of edge i of those that lead here, by their numbers. */
static int back(const void *user, const kg_ga_star_state *to, unsigned i, kg_ga_star_state *from,
    uint32_t *cost)
{
    const graph *g = user;
    const uint32_t v = vertex_of(g, to);

    for (uint32_t e = 0; e < g->n * DEGREE; e++)
        if (g->to[e] == v && i-- == 0) {
            *from = key_of(g, e / DEGREE);
            *cost = g->cost[e];
            return 1;
        }
    return 0;
}

static int is_goal(const void *user, const kg_ga_star_state *state)
{
    const graph *g = user;

    return vertex_of(g, state) >= g->goals;
}

static uint32_t estimate(const void *user, const kg_ga_star_state *state)
{
    const graph *g = user;

    return g->estimate[vertex_of(g, state)];
}

static kg_ga_star_problem problem_of(const graph *g)
{
    return (kg_ga_star_problem){.moves = g->n * DEGREE < 65536 ? g->n * DEGREE : 65536,
        .step = NULL,
        .is_goal = is_goal,
        .estimate = estimate,
        .back = back,
        .user = g};
}

/* Moves past the degree lead nowhere, but predecessors may be as many as there are edges. */
static int step_few(const void *user, const kg_ga_star_state *from, unsigned move,
    kg_ga_star_state *to, uint32_t *cost)
{
    return move < DEGREE && step(user, from, move, to, cost);
}

/* What the cheapest way from each vertex to a goal costs. */
static void costs_left(const graph *g, uint32_t *left)
{
    bool changed = true;

    for (uint32_t v = 0; v < g->n; v++)
        left[v] = v >= g->goals ? 0 : NEVER;
    while (changed) {
        changed = false;
        for (uint32_t e = 0; e < g->n * DEGREE; e++)
            if (g->to[e] != NONE && left[g->to[e]] != NEVER && e / DEGREE < g->goals &&
                left[g->to[e]] + g->cost[e] < left[e / DEGREE]) {
                left[e / DEGREE] = left[g->to[e]] + g->cost[e];
                changed = true;
            }
    }
}

/* kind: 0 no estimates, 1 exact ones, 2 random ones that are no more, and so not consistent. */
static void make_graph(graph *g, uint32_t n, uint32_t dearest, int kind, uint64_t *state)
{
    uint32_t left[MOST];

    *g = (graph){.n = n, .goals = n - 1 - (uint32_t)(check_random(state) % 3)};
    g->salt = check_random(state);
    g->words = 1 + (unsigned)(check_random(state) % 2);
    for (uint32_t e = 0; e < n * DEGREE; e++) {
        g->to[e] = check_random(state) % 3 ? (uint32_t)(check_random(state) % n) : NONE;
        g->cost[e] = (uint32_t)(check_random(state) % dearest) + (dearest > 5);
    }
    costs_left(g, left);
    for (uint32_t v = 0; v < n; v++)
        g->estimate[v] = kind == 0                   ? 0
                         : kind == 1 || left[v] == 0 ? left[v]
                         : left[v] == NEVER          ? (uint32_t)(check_random(state) % 1000)
                                            : (uint32_t)(check_random(state) % (left[v] + 1));
}

/* That the moves lead to a goal, at that cost. */
static void check_way(check *c, const kg_context *ctx, const graph *g, const kg_ga_star *answer)
{
    const uint32_t *move = kg_ga_star_moves(answer);
    uint64_t sum = 0;
    uint32_t v = 0;

    for (size_t i = 0; i < kg_ga_star_length(answer); i++) {
        const uint32_t e = v * DEGREE + move[i];

        if (move[i] >= DEGREE || g->to[e] == NONE) {
            check_fail(c, ctx, "move %zu, %u, cannot be made", i, move[i]);
            return;
        }
        sum += g->cost[e];
        v = g->to[e];
    }
    check_number(c, ctx, "at a goal", v >= g->goals, 1);
    check_number(c, ctx, "sum of the moves", sum, kg_ga_star_cost(answer));
}

static void test_random(check *c)
{
    const int count = getenv("KONIG_LONG") ? 1000 : check_is_small() ? 20 : 150;
    graph *g = check_array(1, sizeof *g);
    uint64_t state = c->seed, improved = 0;

    for (int i = 0; i < count; i++) {
        const bool canonical = i % 2, free_moves = i % 6 == 0;
        uint32_t left[MOST], path[MOST];
        kg_ga_star_problem problem;
        kg_ga_star_state start;
        size_t length = SIZE_MAX;

        make_graph(g, 4 + (uint32_t)(check_random(&state) % (MOST - 4)),
            free_moves ? 4
            : i % 5    ? 50
                       : 100000,
            i % 3, &state);
        costs_left(g, left);
        start = key_of(g, 0);
        problem = problem_of(g);
        problem.step = step_few;
        check_say(c, "graph %d of %u vertices", i, g->n);
        for (int k = 0; k < c->contexts; k++) {
            const kg_ga_star_options options = {
                .weight = i % 4 == 2 ? 2 : 1, .canonical = canonical};
            kg_context *ctx = c->context[k];
            kg_ga_star *answer = NULL;
            const kg_status status = kg_ga_star_find(&answer, ctx, &problem, &start, &options);

            if (check_status(c, ctx, status, left[0] == NEVER ? KG_NO_SOLUTION : KG_OK) &&
                status == KG_OK) {
                const uint64_t cost = kg_ga_star_cost(answer);

                check_way(c, ctx, g, answer);
                if (options.weight == 1)
                    check_number(c, ctx, "cost", cost, left[0]);
                check_number(c, ctx, "bound",
                    kg_ga_star_bound(answer) <= left[0] && left[0] <= cost &&
                        (double)cost <= options.weight * left[0],
                    1);
                if (canonical && length == SIZE_MAX) {
                    length = kg_ga_star_length(answer);
                    if (length)
                        memcpy(path, kg_ga_star_moves(answer), length * sizeof *path);
                } else if (canonical) {
                    check_number(c, ctx, "length", kg_ga_star_length(answer), length);
                    check_equal(
                        c, ctx, "canonical", kg_ga_star_moves(answer), path, length, sizeof *path);
                }
                improved += kg_ga_star_work(answer)->improved;
            }
            kg_ga_star_destroy(answer);
        }
    }
    check_number(c, c->context[0], "ways were found to be dearer than others", improved > 0, 1);
    free(g);
}

/*
 * A short way to state 11, 0 -> 11, costs 20; a long one over 1 to 10 costs 11, but the estimates
 * there are exact, and make it look dearer until 11 and 12 have been expanded. A search that
 * reopens nothing says 35 for the way over 11 and 12 to 13.
 */
static void test_reopened(check *c)
{
    static graph g = {.n = 14, .goals = 13, .words = 1};
    const kg_ga_star_state start = key_of(&g, 0);
    kg_ga_star_problem problem = problem_of(&g);

    for (uint32_t e = 0; e < g.n * DEGREE; e++)
        g.to[e] = NONE;
    for (uint32_t v = 0; v < 13; v++) {
        g.to[v * DEGREE] = v + 1;
        g.cost[v * DEGREE] = v == 12 ? 12 : v == 11 ? 3 : 1;
        g.estimate[v] = v >= 1 && v <= 10 ? 11 - v + 15 : 0;
    }
    g.to[1] = 11;
    g.cost[1] = 20;
    problem.step = step_few;
    for (int k = 0; k < c->contexts; k++) {
        kg_ga_star *answer = NULL;

        if (check_status(c, c->context[k],
                kg_ga_star_find(&answer, c->context[k], &problem, &start, NULL), KG_OK)) {
            check_number(c, c->context[k], "cost", kg_ga_star_cost(answer), 11 + 3 + 12);
            check_number(c, c->context[k], "states", kg_ga_star_work(answer)->states, g.n);
            /* All but the goal, and 11 and 12 once more. */
            check_number(c, c->context[k], "expanded", kg_ga_star_work(answer)->expanded, g.n + 1);
        }
        kg_ga_star_destroy(answer);
    }
}

/* ---- what is refused ------------------------------------------------------------------------- */

static int count_up(const void *user, const kg_ga_star_state *from, unsigned move,
    kg_ga_star_state *to, uint32_t *cost)
{
    (void)move;
    to->word[0] = from->word[0] + 1;
    *cost = *(const uint32_t *)user;
    return 1;
}

static int count_down(const void *user, const kg_ga_star_state *to, unsigned i,
    kg_ga_star_state *from, uint32_t *cost)
{
    (void)i;
    from->word[0] = to->word[0] - 1;
    *cost = *(const uint32_t *)user;
    return to->word[0] > 0;
}

static int is_far(const void *user, const kg_ga_star_state *state)
{
    (void)user;
    return state->word[0] == 5000;
}

/* So far that it cannot be added to what a step costs. */
static uint32_t estimate_far(const void *user, const kg_ga_star_state *state)
{
    (void)user;
    return state->word[0] < 5000 ? UINT32_MAX - 20 : 0;
}

static void test_arguments(check *c)
{
    static const uint32_t dear = 1 << 20, cheap = 1000, nothing = 0;
    static const kg_ga_star_options wrong[] = {{.weight = 0.5}, {.weight = -1}, {.weight = 1001},
        {.weight = 0.0 / 0.0}, {.seconds = -1}, {.seconds = 0.0 / 0.0}, {.canonical = 1},
        {.canonical = 1, .weight = 2}, {.queues = KG_GA_STAR_QUEUES + 1}};
    static const kg_ga_star_options canonical = {.canonical = 1};
    static const kg_ga_star_order orders[] = {{1, {0}}, {26, {0}}, {3, {0, 1, 1}}, {3, {0, 1, 3}},
        {3, {1, 2, 4}}, {3, {0, 2, 3}}, {0, {0}}};
    static const kg_ga_star_order good = {3, {2, 1, 3}};
    static const uint32_t flips[] = {2, 3}, far[] = {4}, few[] = {1};
    kg_ga_star_problem problem = {.moves = 1, .step = count_up, .is_goal = is_far, .user = &cheap};
    const kg_ga_star_state start = {{0, 0}};
    kg_context *ctx = c->context[0];
    kg_ga_star *answer = NULL;

    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++)
        check_status(
            c, ctx, kg_ga_star_find(&answer, ctx, &problem, &start, &wrong[i]), KG_ARGUMENT);
    for (size_t i = 0; i < sizeof orders / sizeof *orders; i++) {
        check_status(c, ctx, kg_ga_star_pancake(&answer, ctx, &orders[i], NULL), KG_ARGUMENT);
        check_status(c, ctx, kg_ga_star_topspin(&answer, ctx, &orders[i], 2, NULL), KG_ARGUMENT);
    }
    for (unsigned turnstile = 0; turnstile < 5; turnstile++)
        if (turnstile != 2) {
            check_status(
                c, ctx, kg_ga_star_topspin(&answer, ctx, &good, turnstile, NULL), KG_ARGUMENT);
            if (turnstile)
                check_status(
                    c, ctx, kg_ga_star_verify(ctx, &good, turnstile, NULL, 0), KG_ARGUMENT);
        }
    check_status(c, ctx, kg_ga_star_verify(ctx, &good, 0, flips, 1), KG_OK);
    check_status(c, ctx, kg_ga_star_verify(ctx, &good, 0, flips, 2), KG_NO_SOLUTION);
    check_status(c, ctx, kg_ga_star_verify(ctx, &good, 0, far, 1), KG_NO_SOLUTION);
    check_status(c, ctx, kg_ga_star_verify(ctx, &good, 0, few, 1), KG_NO_SOLUTION);
    check_status(c, ctx, kg_ga_star_verify(ctx, &good, 2, flips, 1), KG_OK);
    check_status(c, ctx, kg_ga_star_verify(ctx, &good, 2, far, 1), KG_NO_SOLUTION);
    problem.moves = 0;
    check_status(c, ctx, kg_ga_star_find(&answer, ctx, &problem, &start, NULL), KG_ARGUMENT);
    problem.moves = 1;
    check_status(c, ctx, kg_ga_star_find(&answer, ctx, &problem, &start, NULL), KG_OK);
    check_number(c, ctx, "cost", kg_ga_star_cost(answer), 5000 * 1000);
    check_number(c, ctx, "length", kg_ga_star_length(answer), 5000);
    kg_ga_star_destroy(answer);
    problem.user = &nothing;
    check_status(c, ctx, kg_ga_star_find(&answer, ctx, &problem, &start, NULL), KG_OK);
    check_number(c, ctx, "cost", kg_ga_star_cost(answer), 0);
    kg_ga_star_destroy(answer);
    problem.back = count_down;
    check_status(c, ctx, kg_ga_star_find(&answer, ctx, &problem, &start, &canonical), KG_ARGUMENT);
    problem.user = &cheap;
    check_status(c, ctx, kg_ga_star_find(&answer, ctx, &problem, &start, &canonical), KG_OK);
    check_number(c, ctx, "length", kg_ga_star_length(answer), 5000);
    kg_ga_star_destroy(answer);
    problem.user = &dear;
    check_status(c, ctx, kg_ga_star_find(&answer, ctx, &problem, &start, NULL), KG_OVERFLOW);
    problem.user = &cheap;
    problem.estimate = estimate_far;
    check_status(c, ctx, kg_ga_star_find(&answer, ctx, &problem, &start, NULL), KG_OVERFLOW);
}

const check_case check_ga_star_given_cases[] = {
    {"ga_star.random", test_random, NULL, 0},
    {"ga_star.reopened", test_reopened, NULL, 0},
    {"ga_star.arguments", test_arguments, NULL, 0},
    {NULL, NULL, NULL, 0},
};
