/*
 * Sliding puzzles against breadth-first search of all arrangements, on small boards; against
 * iterative deepening on large ones; against published lengths where KONIG_DATA names the folder of
 * the benchmark data; limits and failures.
 */
#include "tiles_oracle.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef unsigned long long wide;

/* ---- comparing ------------------------------------------------------------------------------- */

/* That the moves lead from start to target. */
static void check_moves(check *c, const kg_context *ctx, const kg_tiles_puzzle *puzzle,
    const uint8_t *move, size_t length)
{
    uint8_t cells[CELLS];

    memcpy(cells, puzzle->start, CELLS);
    for (size_t i = 0; i < length; i++) {
        unsigned blank = board_find_blank(cells), to = board_neighbour(puzzle, blank, move[i]);

        if (to == CELLS) {
            check_fail(c, ctx, "move %zu leaves the board", i);
            return;
        }
        cells[blank] = cells[to];
        cells[to] = 0;
    }
    check_equal(c, ctx, "last board", cells, puzzle->target, board_cells_of(puzzle), 1);
}

/* Both heuristics in one context; expected FAR: unsolvable. path: the canonical one, or NULL. */
static void check_find(check *c, kg_context *ctx, const kg_tiles_puzzle *puzzle, unsigned expected,
    const uint8_t *path)
{
    kg_tiles_options options = KG_TILES_OPTIONS_INIT;

    for (int i = 0; i < (path ? 4 : 2); i++) {
        const uint8_t *move;
        kg_tiles *answer = NULL;
        kg_status status;

        options.heuristic = i % 2 ? KG_TILES_MANHATTAN : KG_TILES_LINEAR_CONFLICT;
        options.canonical = i / 2;
        status = kg_tiles_find(&answer, ctx, puzzle, &options);
        if (check_status(c, ctx, status, expected == FAR ? KG_NO_SOLUTION : KG_OK) &&
            expected != FAR) {
            check_number(c, ctx, "bound", kg_tiles_bound(answer), expected);
            check_number(c, ctx, "length", kg_tiles_length(answer), expected);
            move = kg_tiles_moves(answer);
            check_moves(c, ctx, puzzle, move, kg_tiles_length(answer));
            if (options.canonical)
                check_equal(c, ctx, "canonical", move, path, expected, 1);
        }
        kg_tiles_destroy(answer);
    }
}

/* Of each layer as many states as the definition says: those whose distance from the start and
 * steps that tiles are away from the target make f. */
static void check_layers(
    check *c, kg_context *ctx, const kg_tiles_puzzle *puzzle, const uint64_t *states)
{
    kg_tiles_options options = {.heuristic = KG_TILES_MANHATTAN, .canonical = 1};
    kg_tiles *answer = NULL;

    if (check_status(c, ctx, kg_tiles_find(&answer, ctx, puzzle, &options), KG_OK)) {
        kg_tiles_statistics statistics = *kg_tiles_work(answer);

        for (size_t i = 0; i < statistics.layers; i++)
            check_number(c, ctx, "states of a layer", statistics.layer[i].expanded,
                states[statistics.layer[i].f]);
        check_number(c, ctx, "the last layer", statistics.layer[statistics.layers - 1].f,
            kg_tiles_bound(answer));
    }
    kg_tiles_destroy(answer);
}

/* states: [2 * FAR], by f. */
static void count_layers(uint64_t *states, const kg_tiles_puzzle *puzzle, const uint8_t *distance)
{
    unsigned n = board_cells_of(puzzle);
    uint8_t cells[CELLS];

    memset(states, 0, 2 * FAR * sizeof *states);
    for (uint32_t number = 0; number < board_factorial(n); number++) {
        board_arrangement(cells, number, n);
        if (distance[number] != FAR)
            states[distance[number] + board_estimate(puzzle, cells)]++;
    }
}

/* ---- small boards ---------------------------------------------------------------------------- */

static void check_random_boards(check *c, unsigned width, unsigned height, int count)
{
    uint64_t state = c->seed + width;

    for (int i = 0; i < count; i++) {
        kg_tiles_puzzle puzzle = {.width = width, .height = height};
        uint8_t path[FAR], *distance;
        uint64_t states[2 * FAR];
        unsigned expected;

        board_shuffle(puzzle.start, width * height, &state);
        board_shuffle(puzzle.target, width * height, &state);
        distance = board_distances(&puzzle, puzzle.start);
        expected = distance[board_number_of(puzzle.target, width * height)];
        if (expected != FAR) {
            board_canonical(path, &puzzle, distance);
            count_layers(states, &puzzle, distance);
        }
        check_say(c, "%ux%u, puzzle %d", width, height, i);
        for (int k = 0; k < c->contexts; k++) {
            check_find(c, c->context[k], &puzzle, expected, expected == FAR ? NULL : path);
            if (expected != FAR)
                check_layers(c, c->context[k], &puzzle, states);
        }
        free(distance);
    }
}

static void test_random(check *c)
{
    check_random_boards(c, 2, 2, 40);
    check_random_boards(c, 3, 2, 50);
    check_random_boards(c, 2, 3, 50);
    check_random_boards(c, 4, 2, 30);
    check_random_boards(c, 2, 4, 30);
    check_random_boards(c, 3, 3, 12);
}

/* Every arrangement, to one target. */
static void check_all(check *c, kg_context *ctx, unsigned width, unsigned height, uint32_t stride)
{
    kg_tiles_puzzle puzzle = {.width = width, .height = height};
    unsigned n = width * height;
    uint64_t state = c->seed;
    uint8_t *distance;

    board_shuffle(puzzle.target, n, &state);
    distance = board_distances(&puzzle, puzzle.target);
    for (uint32_t number = (uint32_t)(c->seed % stride); number < board_factorial(n);
         number += stride) {
        board_arrangement(puzzle.start, number, n);
        check_say(c, "%ux%u, arrangement %u", width, height, number);
        check_find(c, ctx, &puzzle, distance[number], NULL);
    }
    free(distance);
}

static void test_all(check *c)
{
    for (int k = 0; k < c->contexts; k++) {
        check_all(c, c->context[k], 3, 2, 1);
        check_all(c, c->context[k], 2, 4, 101);
        check_all(c, c->context[k], 3, 3, 1013);
    }
    /* A search by several takes a millisecond, however small. */
    check_all(c, c->context[0], 4, 2, check_is_serial(c->context[0]) ? 1 : 41);
}

/* ---- large boards ---------------------------------------------------------------------------- */

/* All boards that states of either width hold, a scramble each that the oracle can undo. */
static void test_large(check *c)
{
    uint64_t state = c->seed;

    for (unsigned width = 2; width <= CELLS / 2; width++)
        for (unsigned height = 2; width * height <= CELLS; height++) {
            kg_tiles_puzzle puzzle = {.width = width, .height = height};
            uint8_t cells[CELLS];
            unsigned length;

            board_shuffle(puzzle.target, width * height, &state);
            memcpy(puzzle.start, puzzle.target, CELLS);
            board_wander(&puzzle, puzzle.start, width == height ? 34 : 26, &state);
            memcpy(cells, puzzle.start, CELLS);
            length = board_estimate(&puzzle, cells);
            while (!board_deepen(&puzzle, cells, length, NO_MOVE))
                length += 2;
            check_say(c, "%ux%u", width, height);
            for (int k = 0; k < c->contexts; k++)
                check_find(c, c->context[k], &puzzle, length, NULL);
        }
}

/* ---- the fifteen-puzzle ---------------------------------------------------------------------- */

/* A puzzle whose search meets so many states that its table grows. length: what the oracle says. */
static kg_tiles_puzzle long_puzzle(uint64_t seed, unsigned *length)
{
    kg_tiles_puzzle puzzle = {.width = 4, .height = 4};
    uint8_t cells[CELLS];

    board_in_order(puzzle.target, CELLS);
    do {
        memcpy(puzzle.start, puzzle.target, CELLS);
        board_wander(&puzzle, puzzle.start, 44, &seed);
        *length = board_estimate(&puzzle, puzzle.start);
    } while (*length < 22 || *length > 26);
    memcpy(cells, puzzle.start, CELLS);
    while (!board_deepen(&puzzle, cells, *length, NO_MOVE))
        *length += 2;
    return puzzle;
}

/* What the CPU says: the canonical path, and the states of each layer. */
static kg_tiles *find_by_cpu(check *c, kg_context **ctx, const kg_tiles_puzzle *puzzle)
{
    const kg_tiles_options options = {.canonical = 1};
    const kg_context_options cpu = {.device = "cpu", .threads = 2};
    kg_tiles *answer = NULL;

    if (check_status(c, c->context[0], kg_context_create(ctx, &cpu), KG_OK))
        check_status(c, *ctx, kg_tiles_find(&answer, *ctx, puzzle, &options), KG_OK);
    return answer;
}

/* The same canonical path from all. */
static void check_fifteen(check *c, const kg_tiles_puzzle *puzzle, unsigned length)
{
    const uint8_t *path;
    kg_context *ctx = NULL;
    kg_tiles *first = find_by_cpu(c, &ctx, puzzle);

    if (first) {
        path = kg_tiles_moves(first);
        for (int k = 0; k < c->contexts; k++)
            check_find(c, c->context[k], puzzle, length, path);
    }
    kg_tiles_destroy(first);
    kg_context_destroy(ctx);
}

/* The next of Korf's puzzles (AIJ 27, 1985) from the benchmark data: a line with number, length,
 * two more numbers and the tiles. */
static bool next_published(FILE *file, kg_tiles_puzzle *puzzle, unsigned *length, double *nodes)
{
    char line[256];

    for (int behind = 0; fgets(line, sizeof line, file); behind = 0) {
        char *p = line;

        if (sscanf(line, "%*u,%u,%*u,%lf,%n", length, nodes, &behind) < 2 || !behind)
            continue;
        p += behind;
        for (int i = 0; i < 16; i++)
            puzzle->start[i] = (uint8_t)strtoul(p, &p, 10);
        return true;
    }
    return false;
}

static FILE *open_published(void)
{
    const char *folder = getenv("KONIG_DATA");
    char path[512];

    if (!folder) {
        puts("no KONIG_DATA: the published puzzles are left out");
        return NULL;
    }
    snprintf(path, sizeof path, "%s/korf/korf_15puzzle.csv", folder);
    return fopen(path, "r");
}

static void test_fifteen(check *c)
{
    kg_tiles_puzzle puzzle = {.width = 4, .height = 4};
    FILE *file = open_published();
    unsigned length;
    double nodes;

    board_in_order(puzzle.target, CELLS);
    while (file && next_published(file, &puzzle, &length, &nodes))
        if (nodes < 2e6) { /* that iterative deepening took: these are the easiest */
            check_say(c, "a published puzzle of %u moves", length);
            check_fifteen(c, &puzzle, length);
        }
    if (file)
        fclose(file);
    for (uint64_t seed = c->seed; seed < c->seed + 4; seed++) {
        puzzle = long_puzzle(seed, &length);
        check_say(c, "4x4, seed %llu", (wide)seed);
        check_fifteen(c, &puzzle, length);
    }
}

/* ---- limits and failures --------------------------------------------------------------------- */

/* Two million states with linear conflict, twelve with Manhattan distance. */
static const kg_tiles_puzzle hard = {4, 4, {3, 14, 7, 9, 13, 11, 4, 5, 12, 8, 1, 0, 15, 6, 10, 2},
    {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15}};

/* A search that a limit stopped: nothing found, but a bound that is right. */
static void check_stopped(check *c, const kg_context *ctx, const kg_tiles *answer, unsigned length)
{
    check_number(c, ctx, "moves", kg_tiles_length(answer), 0);
    check_number(c, ctx, "bound is right",
        kg_tiles_bound(answer) >= board_estimate(&hard, hard.start) &&
            kg_tiles_bound(answer) <= length,
        1);
}

static void test_limits(check *c)
{
    kg_tiles_options options = KG_TILES_OPTIONS_INIT;
    kg_tiles *answer = NULL;
    unsigned length;

    if (!check_status(
            c, c->context[0], kg_tiles_find(&answer, c->context[0], &hard, &options), KG_OK))
        return;
    length = kg_tiles_bound(answer);
    kg_tiles_destroy(answer);
    for (int k = 0; k < c->contexts; k++)
        for (options.max_states = 1; options.max_states < 20000; options.max_states *= 3) {
            kg_context *ctx = c->context[k];

            check_say(c, "at most %llu states", (wide)options.max_states);
            if (check_status(c, ctx, kg_tiles_find(&answer, ctx, &hard, &options), KG_LIMIT)) {
                check_number(
                    c, ctx, "states", kg_tiles_work(answer)->total.expanded, options.max_states);
                check_stopped(c, ctx, answer, length);
            }
            kg_tiles_destroy(answer);
        }
    options.max_states = 0;
    for (int k = 0; k < c->contexts; k++)
        for (int asked = 0; asked < 2; asked++) {
            const volatile int stop = asked;

            options.stop = &stop;
            options.seconds = asked ? 0 : 1e-9;
            check_say(c, asked ? "asked to stop" : "no time");
            if (check_status(c, c->context[k],
                    kg_tiles_find(&answer, c->context[k], &hard, &options), KG_LIMIT))
                check_stopped(c, c->context[k], answer, length);
            kg_tiles_destroy(answer);
        }
    options.stop = NULL;
    options.seconds = -1;
    check_status(
        c, c->context[0], kg_tiles_find(&answer, c->context[0], &hard, &options), KG_ARGUMENT);
    options.seconds = 0;
    for (uint64_t limit = 1 << 19; limit <= 1 << 23; limit = limit * 5 / 4) {
        kg_context_options small = {.device = c->backend, .memory_limit = limit, .threads = 2};
        kg_context *ctx = NULL;

        check_say(c, "%llu bytes", (wide)limit);
        if (check_status(c, c->context[0], kg_context_create(&ctx, &small), KG_OK)) {
            if (check_status(c, ctx, kg_tiles_find(&answer, ctx, &hard, &options), KG_FULL))
                check_stopped(c, ctx, answer, length);
            check_number(c, ctx, "limit is obeyed",
                kg_context_memory(ctx).peak <= limit && kg_context_device_memory(ctx).peak <= limit,
                1);
            kg_tiles_destroy(answer);
            check_number(c, ctx, "bytes left behind", check_held(ctx), 0);
        }
        kg_context_destroy(ctx);
    }
}

/* The same layers and the same path in little memory, where the table grows, at last by a part. */
static void test_growth(check *c)
{
    static const uint64_t limits[] = {72 << 20, 112 << 20};
    kg_tiles_options options = {KG_TILES_LINEAR_CONFLICT, 1, 0, 0};
    const uint8_t *path, *move;
    kg_context *reference = NULL;
    kg_tiles *first = find_by_cpu(c, &reference, &hard), *answer = NULL;
    kg_tiles_statistics expected, got;

    if (first) {
        expected = *kg_tiles_work(first);
        path = kg_tiles_moves(first);
    }
    for (size_t i = 0; first && i < sizeof limits / sizeof *limits; i++) {
        kg_context_options small = {.device = c->backend, .memory_limit = limits[i], .threads = 2};
        kg_context *ctx = NULL;

        check_say(c, "%llu bytes", (wide)limits[i]);
        if (check_status(c, c->context[0], kg_context_create(&ctx, &small), KG_OK) &&
            check_status(c, ctx, kg_tiles_find(&answer, ctx, &hard, &options), KG_OK)) {
            got = *kg_tiles_work(answer);
            check_number(c, ctx, "layers", got.layers, expected.layers);
            for (size_t k = 0; k < got.layers && k < expected.layers; k++)
                check_number(
                    c, ctx, "states of a layer", got.layer[k].expanded, expected.layer[k].expanded);
            check_number(c, ctx, "length", kg_tiles_length(answer), kg_tiles_bound(first));
            move = kg_tiles_moves(answer);
            check_equal(c, ctx, "canonical", move, path, kg_tiles_bound(first), 1);
            kg_tiles_destroy(answer);
        }
        kg_context_destroy(ctx);
    }
    kg_tiles_destroy(first);
    kg_context_destroy(reference);
}

static kg_status find_and_destroy(kg_context *ctx, const kg_tiles_puzzle *puzzle)
{
    kg_tiles *answer = NULL;
    kg_status status = kg_tiles_find(&answer, ctx, puzzle, NULL);

    kg_tiles_destroy(answer);
    return status;
}

static void test_failures(check *c)
{
    unsigned length;
    kg_tiles_puzzle puzzle = long_puzzle(c->seed, &length);

    for (int k = 0; k < c->contexts; k++)
        CHECK_ALLOCATIONS(c, c->context[k], find_and_destroy(c->context[k], &puzzle));
}

static void test_arguments(check *c)
{
    static const struct {
        const char *what;
        unsigned width, height;
        uint8_t cell, tile; /* what the start has there instead */
    } wrong[] = {
        {"a narrow board", 1, 9, 0, 0},
        {"a flat board", 9, 1, 0, 0},
        {"a large board", 5, 6, 0, 0},
        {"sides whose product overflows", 65536, 65536, 0, 0},
        {"a tile twice", 3, 3, 4, 5},
        {"no blank", 3, 3, 0, 8},
        {"too large a tile", 3, 3, 7, 9},
    };
    kg_context *ctx = c->context[0];
    kg_tiles_puzzle puzzle = {.width = 3, .height = 3};
    const uint8_t back[] = {KG_TILES_RIGHT, KG_TILES_LEFT}, out[] = {KG_TILES_UP};
    kg_tiles *answer;

    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        puzzle.width = wrong[i].width;
        puzzle.height = wrong[i].height;
        board_in_order(puzzle.start, CELLS);
        board_in_order(puzzle.target, CELLS);
        puzzle.start[wrong[i].cell] = wrong[i].tile;
        check_say(c, "%s", wrong[i].what);
        check_status(c, ctx, kg_tiles_find(&answer, ctx, &puzzle, NULL), KG_ARGUMENT);
    }
    puzzle.width = puzzle.height = 3;
    board_in_order(puzzle.start, CELLS);
    check_say(c, "a solved puzzle");
    check_find(c, ctx, &puzzle, 0, NULL);
    check_say(c, "verification");
    check_status(c, ctx, kg_tiles_verify(ctx, &puzzle, back, 2), KG_OK);
    check_status(c, ctx, kg_tiles_verify(ctx, &puzzle, back, 1), KG_NO_SOLUTION);
    check_status(c, ctx, kg_tiles_verify(ctx, &puzzle, out, 1), KG_NO_SOLUTION);
}

/* ---- benchmarks ------------------------------------------------------------------------------ */

/* The whole of the last layer: the same states in every run. */
static void bench_find(check *c, kg_context *ctx, const kg_tiles_puzzle *puzzle,
    kg_tiles_heuristic heuristic, const char *name)
{
    kg_tiles_options options = {heuristic, 1, 0, 0};
    kg_tiles *answer = NULL;
    uint64_t states;

    if (!check_status(c, ctx, kg_tiles_find(&answer, ctx, puzzle, &options), KG_OK))
        return;
    states = kg_tiles_work(answer)->total.expanded;
    kg_tiles_destroy(answer);
    for (check_clock clock = {0}; check_again(c, &clock, ctx, name, states, 8 * states);) {
        check_status(c, ctx, kg_tiles_find(&answer, ctx, puzzle, &options), KG_OK);
        kg_tiles_destroy(answer);
    }
}

static void bench_fifteen(check *c)
{
    for (int k = 0; k < c->contexts; k++) {
        bench_find(c, c->context[k], &hard, KG_TILES_LINEAR_CONFLICT, "linear conflict");
        bench_find(c, c->context[k], &hard, KG_TILES_MANHATTAN, "Manhattan distance");
    }
}

/* How many puzzles follow changes the choice of "auto" alone. A GPU serves one that shares its start
 * with many. */
static void test_others(check *c)
{
    const kg_context_options automatic = {.device = "auto", .threads = 1};
    const bool gpu = strcmp(c->backend, "cpu") != 0;
    kg_tiles_options options = KG_TILES_OPTIONS_INIT;
    kg_tiles *alone = NULL, *first = NULL;
    kg_context *ctx = NULL;

    if (!check_status(c, c->context[0], kg_context_create(&ctx, &automatic), KG_OK))
        return;
    if (check_status(c, ctx, kg_tiles_find(&alone, ctx, &hard, &options), KG_OK)) {
        options.others = UINT64_C(1) << 30;
        check_say(c, "with others");
        check_status(c, ctx, kg_tiles_find(&first, ctx, &hard, &options), KG_OK);
        check_number(c, ctx, "moves", kg_tiles_length(first), kg_tiles_length(alone));
        if (gpu)
            check_number(c, ctx, "on the CPU", strcmp(kg_context_device(ctx), "cpu") == 0, 0);
    }
    kg_tiles_destroy(alone);
    kg_tiles_destroy(first);
    kg_context_destroy(ctx);
}

const check_case check_tiles_cases[] = {
    {"tiles.random", test_random, NULL, 0},
    {"tiles.all", test_all, NULL, 0},
    {"tiles.large", test_large, NULL, 0},
    {"tiles.fifteen", test_fifteen, bench_fifteen, 0},
    {"tiles.limits", test_limits, NULL, 0},
    {"tiles.others", test_others, NULL, 0},
    {"tiles.growth", test_growth, NULL, 0},
    {"tiles.failures", test_failures, NULL, 0},
    {"tiles.arguments", test_arguments, NULL, 0},
    {NULL, NULL, NULL, 0},
};
