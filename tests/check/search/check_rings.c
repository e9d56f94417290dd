/* Pattern databases of rings: each distance against a search of all rings, and searches that use
 * them. */
#include "orders_oracle.h"
#include "search/ga_star/ga_star_ops.h"
#include "tiles_oracle.h"
#include <stdlib.h>
#include <string.h>

enum { MOST = 8 };

/* The number of the pattern of a ring's first tokens: at each token, the places before it that no
 * token before has. */
static uint32_t pattern_of(const uint8_t *ring, unsigned n, unsigned tokens)
{
    uint32_t number = 0;

    for (unsigned token = 1; token < tokens; token++) {
        unsigned before = 0;

        for (unsigned i = 1; ring[i] != token; i++)
            before += ring[i] > token;
        number = number * (n - token) + before;
    }
    return number;
}

/* The distance of a pattern is that of the nearest ring that has it. */
static void check_patterns_of(
    check *c, kg_context *ctx, const kg__ring_table *r, const uint8_t *turns, uint32_t rings)
{
    uint8_t *expected = check_array(r->patterns, 1), ring[MOST];

    memset(expected, FAR, r->patterns);
    for (uint32_t i = 0; i < rings; i++) {
        uint8_t *at;

        order_make(ring, i, r->places, r->window);
        at = &expected[pattern_of(ring, r->places, r->tokens)];
        *at = turns[i] < *at ? turns[i] : *at;
    }
    check_equal(c, ctx, "distances", r->distance, expected, r->patterns, 1);
    free(expected);
}

/* The estimate of a ring is never more than its turns, and not less than the distance of the
 * pattern of its first tokens. */
static void check_estimates(
    check *c, kg_context *ctx, const kg__ring_table *r, const uint8_t *turns, uint32_t rings)
{
    const kg__ga_problem problem = {.kind = KG__GA_TOPSPIN,
        .items = r->places,
        .turnstile = r->window,
        .ring = r->distance,
        .ring_patterns = r->patterns,
        .ring_tokens = r->tokens};
    uint64_t above = 0, below = 0;
    uint8_t ring[MOST];

    for (uint32_t i = 0; i < rings; i++) {
        kg_ga_star_state state = {{0, 0}};
        uint32_t estimate;

        order_make(ring, i, r->places, r->window);
        for (unsigned k = r->places; k-- > 0;)
            state.word[0] = state.word[0] << 4 | ring[k];
        estimate = kg__ga_estimate(&problem, &state);
        above += turns[i] != FAR && estimate > turns[i];
        below += estimate < r->distance[pattern_of(ring, r->places, r->tokens)];
    }
    check_number(c, ctx, "estimates above the turns", above, 0);
    check_number(c, ctx, "estimates below the pattern", below, 0);
}

static void check_ring(check *c, unsigned n, unsigned window, uint64_t most, const uint8_t *turns)
{
    const kg__patience patience = kg__patience_from(0, NULL);

    check_say(c, "%u places, window of %u, %u patterns", n, window, (unsigned)most);
    for (int k = 0; k < c->contexts; k++) {
        kg_context *ctx = c->context[k];
        kg__ring_table ring;

        if (check_status(c, ctx, kg__ring_build(ctx, &ring, n, window, most, &patience), KG_OK)) {
            check_number(c, ctx, "few enough", ring.patterns <= most, 1);
            check_patterns_of(c, ctx, &ring, turns, board_factorial(n - 1));
            check_estimates(c, ctx, &ring, turns, board_factorial(n - 1));
        }
        kg__ring_free(ctx, &ring);
    }
}

static void test_distances(check *c)
{
    for (unsigned n = 3; n <= (check_is_small() ? 6u : (unsigned)MOST); n++)
        for (unsigned window = 2; window < n; window++) {
            uint8_t *turns = order_distances(n, window);

            for (uint64_t most = 1; most <= board_factorial(n - 1); most = most * (n - 1) + 1)
                check_ring(c, n, window, most, turns);
            free(turns);
        }
}

/* A search of some states begins again with a database; the next search has it at once. */
static void check_search(check *c, kg_context *ctx, const kg_ga_star_order *ring, unsigned cost)
{
    const kg_ga_star_options options = {.canonical = 1};
    kg_ga_star *first = NULL, *again = NULL;
    const kg_status status = kg_ga_star_topspin(&first, ctx, ring, 4, &options);

    if (check_status(c, ctx, status, KG_OK) &&
        check_status(c, ctx, kg_ga_star_topspin(&again, ctx, ring, 4, &options), KG_OK)) {
        check_number(c, ctx, "cost", kg_ga_star_cost(first), cost);
        check_number(c, ctx, "bound", kg_ga_star_bound(first), cost);
        check_number(c, ctx, "cost again", kg_ga_star_cost(again), cost);
        check_equal(c, ctx, "moves", kg_ga_star_moves(again), kg_ga_star_moves(first), cost,
            sizeof(uint32_t));
        check_number(c, ctx, "states with a database", kg_ga_star_work(again)->states < 1 << 17, 1);
    }
    kg_ga_star_destroy(first);
    kg_ga_star_destroy(again);
}

/* Costs that searches without a database have found. */
static void test_searches(check *c)
{
    static const kg_ga_star_order twelve = {12, {9, 3, 10, 12, 1, 11, 5, 2, 7, 4, 8, 6}},
                                  fourteen = {14, {10, 13, 2, 14, 9, 4, 7, 6, 11, 5, 1, 3, 12, 8}};

    for (int k = 0; k < c->contexts; k++) {
        check_search(c, c->context[k], &twelve, 11);
        if (!check_is_small())
            check_search(c, c->context[k], &fourteen, 12);
    }
}

/* A limit of states comes before the database; patience that ends is told with what is proven. */
static void test_stopped(check *c)
{
    static const kg_ga_star_order ring = {
        20, {7, 19, 2, 14, 9, 4, 17, 6, 11, 5, 1, 3, 12, 8, 20, 16, 10, 13, 18, 15}};

    for (int k = 0; k < c->contexts; k++) {
        kg_ga_star_options options = {.max_states = 1 << 16};
        kg_context *ctx = c->context[k];
        kg_ga_star *answer = NULL;
        uint64_t proven;

        if (!check_status(c, ctx, kg_ga_star_topspin(&answer, ctx, &ring, 4, &options), KG_LIMIT))
            continue;
        proven = kg_ga_star_bound(answer);
        check_number(c, ctx, "proves something", proven >= 8, 1);
        kg_ga_star_destroy(answer);
        options = (kg_ga_star_options){.seconds = check_is_small() ? 2 : 5};
        check_status(c, ctx, kg_ga_star_topspin(&answer, ctx, &ring, 4, &options), KG_LIMIT);
        check_number(c, ctx, "proves no less", kg_ga_star_bound(answer) >= proven, 1);
        kg_ga_star_destroy(answer);
    }
}

const check_case check_rings_cases[] = {
    {"rings.distances", test_distances, NULL, 0},
    {"rings.searches", test_searches, NULL, 0},
    {"rings.stopped", test_stopped, NULL, 0},
    {NULL, NULL, NULL, 0},
};
