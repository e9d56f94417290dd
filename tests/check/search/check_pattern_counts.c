/* Iterative deepening on sliding puzzles: the work of every backend beside the CPU's. */
#include "search/tiles/partitions.h"
#include "tiles_oracle.h"
#include <string.h>

/* Every iteration meets the same number of states on all devices if it finds all solutions. */
static void check_counts(
    check *c, kg_context *cpu, const kg_tiles_puzzle *puzzle, const kg_tiles_patterns_options *wish)
{
    kg_tiles *expected = NULL;

    for (int k = -1; k < c->contexts; k++) {
        kg_context *ctx = k < 0 ? cpu : c->context[k];
        kg_tiles_options options = {.heuristic = KG_TILES_PATTERN, .canonical = 1};
        kg_tiles *answer = NULL;

        if (check_status(
                c, ctx, kg_tiles_patterns_create(&options.patterns, ctx, puzzle, wish), KG_OK) &&
            check_status(c, ctx, kg_tiles_find(&answer, ctx, puzzle, &options), KG_OK)) {
            const kg_tiles_layer *layer = kg_tiles_work(answer)->layer;

            for (uint64_t i = 0; expected && i < kg_tiles_work(expected)->layers; i++) {
                const kg_tiles_layer *other = &kg_tiles_work(expected)->layer[i];

                check_number(c, ctx, "expanded", layer[i].expanded, other->expanded);
                check_number(c, ctx, "generated", layer[i].generated, other->generated);
            }
        }
        kg_tiles_patterns_destroy(options.patterns);
        kg_tiles_destroy(k < 0 ? NULL : answer);
        expected = k < 0 ? answer : expected;
    }
    kg_tiles_destroy(expected);
}

static void test_counts(check *c)
{
    static const struct {
        unsigned width, height;
        const char *partition;
    } board[] = {{4, 3, "1,2,3,4/5,6,7/8,9,10,11"}, {4, 4, "1,2,5,6/3,4,7,8/9,10,13/11,12,14,15"},
        {4, 4, "1,2,5,6/3,4,7,8/9,10,13/11,12,14,15+1,2,3/4,8,12/5,9,13,14/6,7,10,11,15"},
        {4, 4,
            "1,2,5/3,4,7,8/9,10,13/6,11,12,14,15+1,2,3/4,8,12/5,9,13,14/6,7,10,11,15+"
            "1,4,9/2,3,5,6/7,8,10/11,12,13,14,15"},
        {4, 4, "1,2/5,6,9/3,4/7,8,10/13,14/11,12,15"},
        {4, 4, "1/2/3/4/5,6/7/8/9/10,11/12/13,14/15"}};
    kg_context *cpu = NULL;

    kg_context_create(&cpu, &(kg_context_options){.device = "cpu"});
    for (size_t i = 0; i < sizeof board / sizeof *board; i++) {
        kg_tiles_puzzle puzzle = {.width = board[i].width, .height = board[i].height};
        const kg_tiles_patterns_options wish = {.partition = board[i].partition};
        uint64_t state = c->seed + i;

        check_say(c, "%s", board[i].partition);
        board_in_order(puzzle.target, CELLS);
        board_in_order(puzzle.start, CELLS);
        board_wander(&puzzle, puzzle.start, check_is_small() ? 20 : 50, &state);
        check_counts(c, cpu, &puzzle, &wish);
    }
    kg_context_destroy(cpu);
}

enum { PUZZLES = 6 };

/* Compares the searches of puzzles that a backend may solve together with searches of each. */
static void check_together(check *c, kg_context *ctx, const kg_tiles_puzzle *puzzle,
    kg_tiles_options *apart, kg_tiles_options *together)
{
    for (int i = 0; i < PUZZLES; i++) {
        kg_tiles *expected = NULL, *answer = NULL;
        const kg_status status = kg_tiles_find(&expected, ctx, &puzzle[i], apart);

        check_say(c, "puzzle %d", i);
        check_number(c, ctx, "is solved", status == KG_OK, i != 2);
        together->others = (uint64_t)(PUZZLES - 1 - i);
        together->following = &puzzle[i + 1];
        if (check_status(c, ctx, kg_tiles_find(&answer, ctx, &puzzle[i], together), status) &&
            status == KG_OK) {
            const kg_tiles_statistics *a = kg_tiles_work(expected), *b = kg_tiles_work(answer);

            check_number(c, ctx, "length", kg_tiles_length(answer), kg_tiles_length(expected));
            check_number(c, ctx, "bound", kg_tiles_bound(answer), kg_tiles_bound(expected));
            check_equal(c, ctx, "moves", kg_tiles_moves(answer), kg_tiles_moves(expected),
                kg_tiles_length(expected), 1);
            check_number(c, ctx, "layers", b->layers, a->layers);
            for (size_t k = 0; k < a->layers && k < b->layers; k++) {
                check_number(c, ctx, "rounds", b->layer[k].rounds, a->layer[k].rounds);
                check_number(c, ctx, "expanded", b->layer[k].expanded, a->layer[k].expanded);
                check_number(c, ctx, "generated", b->layer[k].generated, a->layer[k].generated);
            }
        }
        if (i == 0)
            check_number(c, ctx, "answers are kept", together->patterns->knowns > 0,
                strcmp(c->backend, "cpu") != 0);
        kg_tiles_destroy(expected);
        kg_tiles_destroy(answer);
    }
}

static kg_status find_first(kg_context *ctx, const kg_tiles_puzzle *puzzle)
{
    kg_tiles_options options = {
        .heuristic = KG_TILES_PATTERN, .others = 2, .following = puzzle + 1};
    kg_tiles *answer = NULL;
    kg_status status = kg_tiles_patterns_create(&options.patterns, ctx, puzzle,
        &(kg_tiles_patterns_options){.partition = "1,2,3,4/5,6,7,8"});

    if (status == KG_OK)
        status = kg_tiles_find(&answer, ctx, puzzle, &options);
    kg_tiles_destroy(answer);
    kg_tiles_patterns_destroy(options.patterns);
    return status;
}

static void test_failures(check *c)
{
    kg_tiles_puzzle puzzle[3] = {{0}};
    uint64_t state = c->seed;

    for (int i = 0; i < 3; i++) {
        puzzle[i].width = puzzle[i].height = 3;
        board_in_order(puzzle[i].target, CELLS);
        board_in_order(puzzle[i].start, CELLS);
        board_wander(&puzzle[i], puzzle[i].start, 20, &state);
    }
    CHECK_ALLOCATIONS(c, c->context[0], find_first(c->context[0], puzzle));
}

/* One of the puzzles has no solution, one needs no moves, and one is there twice. */
static void test_together(check *c)
{
    static const kg_tiles_patterns_options wish = {"1,2,5,6/3,4,7,8/9,10,13/11,12,14,15", NULL, 1};

    for (int k = 0; k < c->contexts; k++) {
        kg_context *ctx = c->context[k];
        kg_tiles_puzzle puzzle[PUZZLES + 1] = {{0}};
        kg_tiles_options apart = {.heuristic = KG_TILES_PATTERN, .canonical = 1};
        kg_tiles_options together = apart;
        uint64_t state = c->seed;

        for (int i = 0; i < PUZZLES; i++) {
            puzzle[i].width = puzzle[i].height = 4;
            board_in_order(puzzle[i].target, CELLS);
            board_in_order(puzzle[i].start, CELLS);
            board_wander(&puzzle[i], puzzle[i].start, i == 3 ? 0 : 20 + 4 * (unsigned)i, &state);
        }
        board_in_order(puzzle[2].start, CELLS);
        puzzle[2].start[1] = 2;
        puzzle[2].start[2] = 1;
        puzzle[5] = puzzle[1];
        if (check_status(
                c, ctx, kg_tiles_patterns_create(&apart.patterns, ctx, puzzle, &wish), KG_OK) &&
            check_status(
                c, ctx, kg_tiles_patterns_create(&together.patterns, ctx, puzzle, &wish), KG_OK))
            check_together(c, ctx, puzzle, &apart, &together);
        kg_tiles_patterns_destroy(apart.patterns);
        kg_tiles_patterns_destroy(together.patterns);
    }
}

const check_case check_pattern_counts_cases[] = {
    {"patterns.counts", test_counts, NULL, 0},
    {"patterns.together", test_together, NULL, 0},
    {"patterns.together_failures", test_failures, NULL, 0},
    {NULL, NULL, NULL, 0},
};
