/*
 * GA* on its puzzles: pancakes and TopSpin against breadth-first search of all orders and published
 * diameters, tiles against the specialised search; limits and failures. With KONIG_LONG
 * set, a thousand instances of each, and pancakes to 10.
 */
#include "orders_oracle.h"
#include "search/ga_star/clients.h"
#include "tiles_oracle.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef unsigned long long wide;

enum { LONG = 1000 };

static int instances(int few)
{
    return getenv("KONIG_LONG") ? LONG : few;
}

/* ---- comparing ------------------------------------------------------------------------------- */

static kg_status sort_order(kg_ga_star **answer, kg_context *ctx, const kg_ga_star_order *order,
    unsigned turnstile, const kg_ga_star_options *options)
{
    return turnstile ? kg_ga_star_topspin(answer, ctx, order, turnstile, options)
                     : kg_ga_star_pancake(answer, ctx, order, options);
}

/* That the moves sort the order. */
static void check_sorted(check *c, const kg_context *ctx, const kg_ga_star_order *order,
    unsigned turnstile, const kg_ga_star *answer)
{
    const uint32_t *move = kg_ga_star_moves(answer);
    const unsigned n = order->count, least = memchr(order->item, 0, n) == NULL;
    uint8_t item[ORDER_ITEMS];

    for (unsigned i = 0; i < n; i++)
        item[i] = (uint8_t)(order->item[i] - least);
    for (size_t i = 0; i < kg_ga_star_length(answer); i++) {
        const uint8_t *at = memchr(item, (int)(move[i] - least), n);

        if (turnstile && !at) {
            check_fail(c, ctx, "no token %u", move[i]);
            return;
        }
        order_reverse(
            item, n, turnstile ? (unsigned)(at - item) : 0, turnstile ? turnstile : move[i]);
    }
    if (turnstile)
        order_shift(item, n);
    for (unsigned i = 0; i < n; i++)
        check_number(c, ctx, "item", item[i], i);
}

/* With weight 1, canonical and not, and with weights; expected FAR: there is no way. The canonical
 * moves must be those of every other context: path [ORDER_ITEMS * 4], length SIZE_MAX: none so
 * far. */
static void check_order(check *c, kg_context *ctx, const kg_ga_star_order *order,
    unsigned turnstile, unsigned expected, uint32_t *path, size_t *length)
{
    static const double weights[] = {0, 1, 1.5, 3};

    for (int i = 0; i < 4; i++) {
        kg_ga_star_options options = {.weight = weights[i], .canonical = i == 1};
        kg_ga_star *answer = NULL;
        const kg_status status = sort_order(&answer, ctx, order, turnstile, &options);
        const uint64_t cost = kg_ga_star_cost(answer), bound = kg_ga_star_bound(answer);

        if (!check_status(c, ctx, status, expected == FAR ? KG_NO_SOLUTION : KG_OK) ||
            expected == FAR) {
            kg_ga_star_destroy(answer);
            continue;
        }
        check_number(c, ctx, "length", kg_ga_star_length(answer), cost);
        check_sorted(c, ctx, order, turnstile, answer);
        if (i < 2) {
            check_number(c, ctx, "cost", cost, expected);
            check_number(c, ctx, "bound", bound, expected);
        } else {
            check_number(c, ctx, "within the weight",
                bound <= expected && expected <= cost && (double)cost <= weights[i] * (double)bound,
                1);
        }
        if (i == 1 && *length == SIZE_MAX) {
            *length = kg_ga_star_length(answer);
            if (*length)
                memcpy(path, kg_ga_star_moves(answer), *length * sizeof *path);
        } else if (i == 1) {
            check_equal(c, ctx, "canonical", kg_ga_star_moves(answer), path, *length, sizeof *path);
        }
        kg_ga_star_destroy(answer);
    }
}

static void check_everywhere(
    check *c, const kg_ga_star_order *order, unsigned turnstile, unsigned expected)
{
    uint32_t path[FAR];
    size_t length = SIZE_MAX;

    for (int k = 0; k < c->contexts; k++)
        check_order(c, c->context[k], order, turnstile, expected, path, &length);
}

/* ---- pancakes and TopSpin -------------------------------------------------------------------- */

static void check_random_orders(check *c, unsigned n, unsigned turnstile, int count)
{
    uint8_t *distance = order_distances(n, turnstile);
    uint64_t state = c->seed + n;

    for (int i = 0; i < count; i++) {
        kg_ga_star_order order = {.count = n};
        unsigned expected;

        board_shuffle(order.item, n, &state);
        if (turnstile)
            order_shift(order.item, n);
        expected = distance[order_number_of(order.item, n, turnstile)];
        if (turnstile && i % 2) { /* the same ring, from another token on */
            const uint8_t first = order.item[0];

            memmove(order.item, order.item + 1, n - 1);
            order.item[n - 1] = first;
        }
        for (unsigned k = 0; k < n && i % 3 == 0; k++) /* counted from 1 */
            order.item[k]++;
        check_say(c, "%u items, turnstile %u, order %d", n, turnstile, i);
        check_everywhere(c, &order, turnstile, expected);
    }
    free(distance);
}

static void test_pancakes(check *c)
{
    for (unsigned n = 2; n <= 8; n++)
        check_random_orders(c, n, 0, instances(check_is_small() ? 2 : 8));
}

static void test_topspin(check *c)
{
    for (unsigned n = 3; n <= 8; n++)
        for (unsigned turnstile = 2; turnstile < n; turnstile++)
            check_random_orders(c, n, turnstile, instances(check_is_small() ? 1 : 3) / 2 + 1);
}

/* Two orders of those that take longest. Returns how long that is. */
static unsigned check_farthest(check *c, unsigned n, unsigned turnstile)
{
    const uint32_t count = board_factorial(turnstile ? n - 1 : n);
    uint8_t *distance = order_distances(n, turnstile);
    unsigned found = 0, farthest = 0;

    for (uint32_t number = 0; number < count; number++)
        if (distance[number] != FAR && distance[number] > farthest)
            farthest = distance[number];
    for (uint32_t number = count; number-- > 0 && found < 2;)
        if (distance[number] == farthest) {
            kg_ga_star_order order = {.count = n};

            order_make(order.item, number, n, turnstile);
            check_say(c, "%u items, turnstile %u, the farthest", n, turnstile);
            check_everywhere(c, &order, turnstile, farthest);
            found++;
        }
    free(distance);
    return farthest;
}

static void test_diameters(check *c)
{
    static const unsigned published[] = {0, 0, 1, 3, 4, 5, 7, 8, 9, 10, 11};
    const unsigned most = getenv("KONIG_LONG") ? 10 : check_is_small() ? 6 : 8;

    for (unsigned n = 2; n <= most; n++)
        check_number(c, c->context[0], "diameter", check_farthest(c, n, 0), published[n]);
    for (unsigned n = 3; n <= most; n++)
        for (unsigned turnstile = 2; turnstile < n; turnstile++)
            check_farthest(c, n, turnstile);
}

/* More items than a narrow key holds, a scramble each that is its own upper bound. */
static void test_many_items(check *c)
{
    uint64_t state = c->seed;

    for (unsigned n = 14; n <= ORDER_ITEMS; n++)
        for (unsigned turnstile = 0; turnstile <= 4; turnstile += 4) {
            kg_ga_star_order order = {.count = n};
            uint64_t cost = UINT64_MAX;

            board_in_order(order.item, n);
            for (unsigned i = 0; i < 4; i++)
                order_reverse(order.item, n, turnstile ? (unsigned)(check_random(&state) % n) : 0,
                    turnstile ? turnstile : (unsigned)(check_random(&state) % (n - 1)) + 2);
            check_say(c, "%u items, turnstile %u", n, turnstile);
            for (int k = 0; k < c->contexts; k++) {
                kg_ga_star *answer = NULL;

                if (check_status(c, c->context[k],
                        sort_order(&answer, c->context[k], &order, turnstile, NULL), KG_OK)) {
                    cost = cost == UINT64_MAX ? kg_ga_star_cost(answer) : cost;
                    check_number(c, c->context[k], "cost", kg_ga_star_cost(answer), cost);
                    check_number(c, c->context[k], "few", cost <= 4, 1);
                    check_sorted(c, c->context[k], &order, turnstile, answer);
                }
                kg_ga_star_destroy(answer);
            }
        }
}

/* ---- queues ---------------------------------------------------------------------------------- */

/* With so many queues: the cost is within the weight, and the canonical moves are those of
 * check_order(). */
static void check_queues(check *c, kg_context *ctx, const kg_ga_star_order *order,
    unsigned turnstile, unsigned expected, const uint32_t *path, size_t length)
{
    static const unsigned queues[] = {0, 1, 2, 7, 32};
    static const double weights[] = {1, 1, 1.5, 2, 3};

    for (size_t i = 0; i < sizeof queues / sizeof *queues; i++)
        for (size_t j = 0; j < sizeof weights / sizeof *weights; j++) {
            const kg_ga_star_options options = {
                .weight = weights[j], .canonical = j == 0, .queues = queues[i]};
            kg_ga_star *answer = NULL;

            check_say(c, "%u items, turnstile %u, %u queues, weight %g", order->count, turnstile,
                queues[i], weights[j]);
            if (check_status(c, ctx, sort_order(&answer, ctx, order, turnstile, &options), KG_OK)) {
                const uint64_t cost = kg_ga_star_cost(answer), bound = kg_ga_star_bound(answer);

                check_sorted(c, ctx, order, turnstile, answer);
                check_number(c, ctx, "within the weight",
                    bound <= expected && expected <= cost &&
                        (double)cost <= weights[j] * (double)bound,
                    1);
                if (options.canonical && check_number(c, ctx, "length", cost, length))
                    check_equal(
                        c, ctx, "canonical", kg_ga_star_moves(answer), path, length, sizeof *path);
            }
            kg_ga_star_destroy(answer);
        }
}

static void test_queues(check *c)
{
    uint64_t state = c->seed;

    for (unsigned turnstile = 0; turnstile <= 4; turnstile += 4) {
        const unsigned n = 8;
        uint8_t *distance = order_distances(n, turnstile);

        for (int i = 0; i < instances(1); i++) {
            kg_ga_star_order order = {.count = n};
            uint32_t path[FAR];
            size_t length = SIZE_MAX;
            unsigned expected;

            do {
                board_shuffle(order.item, n, &state);
                if (turnstile)
                    order_shift(order.item, n);
                expected = distance[order_number_of(order.item, n, turnstile)];
            } while (expected == FAR);
            check_order(c, c->context[0], &order, turnstile, expected, path, &length);
            for (int k = 0; k < c->contexts; k++)
                check_queues(c, c->context[k], &order, turnstile, expected, path, length);
        }
        free(distance);
    }
}

/* States that a search with the weight meets; at most `most`. */
static uint64_t states_met(check *c, kg_context *ctx, const kg_ga_star_order *order,
    unsigned turnstile, double weight, unsigned queues, uint64_t most)
{
    const kg_ga_star_options options = {.weight = weight, .max_states = most, .queues = queues};
    kg_ga_star *answer = NULL;
    uint64_t states = UINT64_MAX;

    if (check_status(c, ctx, sort_order(&answer, ctx, order, turnstile, &options), KG_OK))
        states = kg_ga_star_work(answer)->states;
    kg_ga_star_destroy(answer);
    return states;
}

/* A weight narrows the search on every device: few states are met in a small one, and in a larger
 * one at most three times as many as with one queue on the CPU. */
static void test_narrow(check *c)
{
    static const kg_ga_star_order piles[] = {{12, {11, 2, 6, 0, 9, 4, 7, 1, 10, 5, 3, 8}},
        {14, {6, 12, 2, 9, 13, 4, 0, 7, 10, 3, 11, 5, 1, 8}}};
    static const kg_ga_star_order rings[] = {{12, {5, 12, 7, 2, 1, 10, 11, 9, 3, 4, 6, 8}},
        {14, {13, 12, 2, 9, 6, 4, 11, 10, 8, 14, 5, 7, 1, 3}}};
    static const double weights[] = {1.1, 1.5, 2, 3};
    const kg_ga_star_order *const large = &rings[getenv("KONIG_LONG") != NULL];
    const kg_context_options one = {.threads = 1, .device = "cpu"};
    kg_context *cpu = NULL;

    if (!check_status(c, c->context[0], kg_context_create(&cpu, &one), KG_OK))
        return;
    for (size_t i = 0; i < sizeof weights / sizeof *weights; i++) {
        const uint64_t met = i < 2 ? states_met(c, cpu, large, 4, weights[i], 1, 0) : 0;

        for (int k = 0; k < c->contexts; k++) {
            kg_context *ctx = c->context[k];

            check_say(c, "weight %g, one queue meets %llu states", weights[i], (wide)met);
            if (i < 2)
                check_number(c, ctx, "not many",
                    states_met(c, ctx, large, 4, weights[i], 0, 4 * met) <= 3 * met, 1);
            for (int j = 0; j < 2 && i > 0; j++)
                check_number(c, ctx, "few",
                    states_met(c, ctx, &piles[j], 0, weights[i], 0, 20000) < 20000, 1);
        }
    }
    kg_context_destroy(cpu);
}

/* ---- the specialised search ------------------------------------------------------------------ */

static void test_tiles(check *c)
{
    static const unsigned sides[][2] = {{2, 2}, {3, 2}, {3, 3}, {4, 3}, {4, 4}, {5, 4}, {5, 5}};
    uint64_t state = c->seed;

    for (size_t i = 0; i < sizeof sides / sizeof *sides; i++)
        for (int j = 0; j < instances(6); j++) {
            kg_tiles_puzzle puzzle = {.width = sides[i][0], .height = sides[i][1]};
            kg_tiles_options expected = {.heuristic = KG_TILES_MANHATTAN, .canonical = 1};
            kg_tiles *tiles = NULL;

            board_shuffle(puzzle.target, board_cells_of(&puzzle), &state);
            memcpy(puzzle.start, puzzle.target, CELLS);
            board_wander(&puzzle, puzzle.start, 24, &state);
            check_say(c, "%ux%u, board %d", puzzle.width, puzzle.height, j);
            check_status(
                c, c->context[0], kg_tiles_find(&tiles, c->context[0], &puzzle, &expected), KG_OK);
            for (int k = 0; k < c->contexts; k++) {
                const kg_ga_star_options options = {.canonical = 1};
                kg_ga_star *answer = NULL;
                const uint32_t *move;

                if (check_status(c, c->context[k],
                        kg__ga_star_tiles(&answer, c->context[k], &puzzle, &options), KG_OK)) {
                    move = kg_ga_star_moves(answer);
                    check_number(c, c->context[k], "length", kg_ga_star_cost(answer),
                        kg_tiles_length(tiles));
                    for (size_t m = 0; m < kg_ga_star_length(answer); m++)
                        check_number(c, c->context[k], "move", move[m], kg_tiles_moves(tiles)[m]);
                }
                kg_ga_star_destroy(answer);
            }
            kg_tiles_destroy(tiles);
        }
}

/* Half of all boards: no way, which all boards of the other half show. */
static void test_exhausted(check *c)
{
    const kg_tiles_puzzle puzzle = {3, 2, {0, 2, 1, 3, 4, 5}, {0, 1, 2, 3, 4, 5}};

    for (int k = 0; k < c->contexts; k++) {
        kg_ga_star *answer = NULL;

        if (check_status(c, c->context[k], kg__ga_star_tiles(&answer, c->context[k], &puzzle, NULL),
                KG_NO_SOLUTION)) {
            check_number(
                c, c->context[k], "states", kg_ga_star_work(answer)->states, 6 * 5 * 4 * 3);
            check_number(c, c->context[k], "bound", kg_ga_star_bound(answer), 0);
        }
        kg_ga_star_destroy(answer);
    }
}

/* ---- limits ---------------------------------------------------------------------------------- */

/* A ring whose proof takes some millions of states. */
static const kg_ga_star_order ring = {14, {0, 4, 8, 11, 1, 13, 12, 10, 6, 2, 9, 5, 3, 7}};

/* A search that a limit stopped: nothing found, but a bound that is right. */
static void check_stopped(check *c, const kg_context *ctx, const kg_ga_star *answer, uint64_t cost)
{
    check_number(c, ctx, "moves", kg_ga_star_length(answer), 0);
    check_number(c, ctx, "bound is right",
        kg_ga_star_bound(answer) >= 1 && kg_ga_star_bound(answer) <= cost, 1);
}

static void test_limits(check *c)
{
    kg_ga_star_options options = {.weight = 2};
    kg_ga_star *answer = NULL;
    uint64_t cost; /* of some way */

    if (!check_status(c, c->context[0],
            kg_ga_star_topspin(&answer, c->context[0], &ring, 4, &options), KG_OK))
        return;
    cost = kg_ga_star_cost(answer);
    kg_ga_star_destroy(answer);
    options.weight = 1;
    for (int k = 0; k < c->contexts; k++) {
        kg_context *ctx = c->context[k];

        for (options.max_states = 1; options.max_states < 20000; options.max_states *= 5) {
            options.queues = options.queues ? 0 : 7;
            check_say(
                c, "at most %llu states, %u queues", (wide)options.max_states, options.queues);
            if (check_status(
                    c, ctx, kg_ga_star_topspin(&answer, ctx, &ring, 4, &options), KG_LIMIT)) {
                const uint64_t states = kg_ga_star_work(answer)->states;

                check_number(c, ctx, "states",
                    states >= options.max_states && states < options.max_states + ring.count, 1);
                check_stopped(c, ctx, answer, cost);
            }
            kg_ga_star_destroy(answer);
        }
        options.max_states = 0;
        for (int asked = 0; asked < 4; asked++) {
            const volatile int stop = 1;

            options.stop = asked % 2 ? &stop : NULL;
            options.seconds = asked % 2 ? 0 : 1e-9;
            options.weight = asked / 2 ? 2 : 1;
            check_say(c, "%s, weight %g", asked ? "asked to stop" : "no time", options.weight);
            if (check_status(
                    c, ctx, kg_ga_star_topspin(&answer, ctx, &ring, 4, &options), KG_LIMIT))
                check_stopped(c, ctx, answer, cost);
            kg_ga_star_destroy(answer);
        }
        options = (kg_ga_star_options){0};
    }
    for (uint64_t limit = 3 << 18; limit <= 1 << 22; limit = limit * 5 / 4) {
        kg_context_options small = {.device = c->backend, .memory_limit = limit, .threads = 2};
        kg_context *ctx = NULL;

        options.queues = options.queues ? 3 * options.queues % 2000 : 7;
        check_say(c, "%llu bytes, %u queues", (wide)limit, options.queues);
        if (check_status(c, c->context[0], kg_context_create(&ctx, &small), KG_OK)) {
            if (check_status(
                    c, ctx, kg_ga_star_topspin(&answer, ctx, &ring, 4, &options), KG_FULL)) {
                check_stopped(c, ctx, answer, cost);
                check_number(
                    c, ctx, "limit is used", 300 * kg_ga_star_work(answer)->states >= limit, 1);
            }
            check_number(c, ctx, "limit is obeyed",
                kg_context_memory(ctx).peak <= limit && kg_context_device_memory(ctx).peak <= limit,
                1);
            kg_ga_star_destroy(answer);
            check_number(c, ctx, "bytes left behind", check_held(ctx), 0);
        }
        kg_context_destroy(ctx);
    }
}

static kg_status find_and_destroy(kg_context *ctx, int canonical)
{
    const kg_ga_star_order order = {9, {8, 3, 1, 7, 2, 6, 0, 5, 4}};
    const kg_ga_star_options options = {.weight = canonical ? 1 : 1.1, .canonical = canonical};
    kg_ga_star *answer = NULL;
    kg_status status = kg_ga_star_pancake(&answer, ctx, &order, &options);

    kg_ga_star_destroy(answer);
    return status;
}

static void test_failures(check *c)
{
    for (int k = 0; k < c->contexts; k++)
        for (int canonical = 0; canonical < 2; canonical++)
            CHECK_ALLOCATIONS(c, c->context[k], find_and_destroy(c->context[k], canonical));
}

/* The canonical way: the same states in every run. */
static void bench_topspin(check *c)
{
    for (int k = 0; k < c->contexts; k++) {
        kg_ga_star *answer = NULL;
        uint64_t states = 1;

        for (check_clock clock = {0};
             check_again(c, &clock, c->context[k], "states", states, 16 * states);) {
            const kg_ga_star_options options = {.canonical = 1};

            check_status(c, c->context[k],
                kg_ga_star_topspin(&answer, c->context[k], &ring, 4, &options), KG_OK);
            states = kg_ga_star_work(answer)->states;
            kg_ga_star_destroy(answer);
        }
    }
}

const check_case check_ga_star_cases[] = {
    {"ga_star.pancakes", test_pancakes, NULL, 0},
    {"ga_star.topspin", test_topspin, bench_topspin, 0},
    {"ga_star.diameters", test_diameters, NULL, 0},
    {"ga_star.many_items", test_many_items, NULL, 0},
    {"ga_star.queues", test_queues, NULL, 0},
    {"ga_star.narrow", test_narrow, NULL, 0},
    {"ga_star.tiles", test_tiles, NULL, 0},
    {"ga_star.exhausted", test_exhausted, NULL, 0},
    {"ga_star.limits", test_limits, NULL, 0},
    {"ga_star.failures", test_failures, NULL, 0},
    {NULL, NULL, NULL, 0},
};
