/* Iterative deepening on sliding puzzles: the work of every backend beside the CPU's. */
#include "tiles_oracle.h"

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

const check_case check_pattern_counts_cases[] = {
    {"patterns.counts", test_counts, NULL, 0},
    {NULL, NULL, NULL, 0},
};
