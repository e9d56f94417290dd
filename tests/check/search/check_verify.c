/* Wrong answers given to the verifiers, and wrong calls of the searches: each must be refused, with
 * the right message. */
#include "check.h"
#include "search/grid/grid.h"
#include <stdlib.h>
#include <string.h>

/* The status, and where it is a refusal what the message must contain. */
static void expect(
    check *c, const kg_context *ctx, kg_status got, kg_status expected, const char *message)
{
    check_status(c, ctx, got, expected);
    if (expected != KG_OK && !strstr(kg_context_message(ctx), message))
        check_fail(c, ctx, "'%s', expected '%s'", kg_context_message(ctx), message);
}

/* ---- Euler walks ----------------------------------------------------------------------------- */

/* Edges 0: 0 -> 1, 1: 0 -> 2, 2: 1 -> 0, 3: 2 -> 0, and for a path 4: 2 -> 1 behind them. */
static void test_euler(check *c)
{
    static const kg_vertex source[] = {0, 0, 1, 2, 2}, target[] = {1, 2, 0, 0, 1};
    static const struct {
        int edges;
        kg_euler_kind kind;
        kg_edge walk[5];
        kg_status status;
        const char *message;
    } walks[] = {
        {4, KG_EULER_CIRCUIT, {0, 2, 1, 3}, KG_OK, ""},
        {4, KG_EULER_CIRCUIT, {2, 1, 3, 0}, KG_OK, ""},
        {5, KG_EULER_PATH, {1, 3, 0, 2}, KG_NO_SOLUTION, "walk[4] is edge 0, which came before"},
        {4, KG_EULER_PATH, {0, 2, 1, 3}, KG_NO_SOLUTION,
            "walk[3], the last, is edge 3, which ends at vertex 0, where the first, edge 0, "
            "begins: "
            "a circuit, not a path"},
        {5, KG_EULER_CIRCUIT, {4, 2, 0, 2, 1}, KG_NO_SOLUTION, "walk[3] is edge 2, which came"},
        {4, KG_EULER_CIRCUIT, {0, 1, 2, 3}, KG_NO_SOLUTION,
            "walk[0] is edge 0, which ends at vertex 1, where the next, edge 1, does not begin"},
        {4, KG_EULER_CIRCUIT, {0, 2, 0, 2}, KG_NO_SOLUTION, "walk[2] is edge 0, which came before"},
        {4, KG_EULER_CIRCUIT, {4, 2, 1, 3}, KG_NO_SOLUTION,
            "walk[0] is 4, but the graph has 4 edges"},
        {4, KG_EULER_CIRCUIT, {0, 2, 1, KG_NO_EDGE}, KG_NO_SOLUTION, "walk[3] is 4294967295, but"},
        {4, KG_EULER_CIRCUIT, {0, 9, 1, 3}, KG_NO_SOLUTION, "walk[1] is 9, but the graph has 4"},
        {4, KG_EULER_ANY, {0, 2, 1, 3}, KG_ARGUMENT, "kind 0: expected circuit (1) or path (2)"},
        {4, (kg_euler_kind)3, {0, 2, 1, 3}, KG_ARGUMENT, "kind 3: expected circuit"},
    };

    for (size_t i = 0; i < sizeof walks / sizeof *walks; i++)
        for (int k = 0; k < c->contexts; k++) {
            kg_context *ctx = c->context[k];
            const char *message = walks[i].message;
            kg_graph *graph = NULL;

            if (KG_EDGE_BITS == 64 && strstr(message, "4294967295"))
                message = "walk[3] is 18446744073709551615, but";
            check_say(c, "walk %zu", i);
            check_status(c, ctx,
                kg_graph_build(&graph, ctx, 3, (uint64_t)walks[i].edges, source, target, NULL),
                KG_OK);
            expect(c, ctx, kg_euler_verify(graph, walks[i].walk, walks[i].kind), walks[i].status,
                message);
            kg_graph_destroy(graph);
        }
}

/* A path where a circuit is claimed: the last edge does not lead back. */
static void test_euler_ends(check *c)
{
    static const kg_vertex source[] = {0, 1}, target[] = {1, 2};
    static const kg_edge walk[] = {0, 1};
    kg_context *ctx = c->context[0];
    kg_graph *graph = NULL;

    check_say(c, "a path");
    check_status(c, ctx, kg_graph_build(&graph, ctx, 3, 2, source, target, NULL), KG_OK);
    check_status(c, ctx, kg_euler_verify(graph, walk, KG_EULER_PATH), KG_OK);
    expect(c, ctx, kg_euler_verify(graph, walk, KG_EULER_CIRCUIT), KG_NO_SOLUTION,
        "walk[1], the last, is edge 1, which ends at vertex 2, where the first, edge 0, does not "
        "begin");
    kg_graph_destroy(graph);
}

/* ---- paths on maps --------------------------------------------------------------------------- */

/* On a map of 4 x 3 cells with walls at (1,1) and (2,1). */
static void test_grid(check *c)
{
    static const uint16_t weight[12] = {1, 1, 1, 1, 2, 0, 0, 5, 1, 1, 1, 1};
    static const kg_grid_query down = {{0, 0}, {0, 2}}, wall = {{1, 1}, {0, 2}},
                               off = {{9, 9}, {0, 2}};
    static const struct {
        const kg_grid_query *query;
        int moves;
        uint64_t count;
        kg_grid_cell path[5];
        const char *message;
    } paths[] = {
        {&down, 8, 0, {{0, 0}}, "the path does not begin at the start (0,0)"},
        {&down, 8, 2, {{0, 1}, {0, 2}}, "the path does not begin at the start (0,0)"},
        {&down, 8, 2, {{1, 0}, {0, 2}}, "the path does not begin at the start (0,0)"},
        {&down, 8, 2, {{0, 0}, {0, 1}}, "the path does not end at the goal (0,2)"},
        {&down, 8, 2, {{0, 0}, {1, 2}}, "the path does not end at the goal (0,2)"},
        {&wall, 8, 2, {{1, 1}, {0, 2}}, "the path begins in a wall"},
        {&off, 8, 2, {{9, 9}, {0, 2}}, "the path begins in a wall"},
        {&down, 8, 3, {{0, 0}, {4, 0}, {0, 2}}, "step 1, from (0,0) to (4,0), leaves the map"},
        {&down, 8, 3, {{0, 0}, {0, 3}, {0, 2}}, "step 1, from (0,0) to (0,3), leaves the map"},
        {&down, 8, 3, {{0, 0}, {1, 1}, {0, 2}}, "to (1,1), enters a wall or another terrain"},
        {&down, 8, 2, {{0, 0}, {0, 2}}, "to (0,2), does not lead to a neighbour"},
        {&down, 8, 3, {{0, 0}, {2, 0}, {0, 2}}, "to (2,0), does not lead to a neighbour"},
        {&down, 8, 4, {{0, 0}, {0, 1}, {0, 1}, {0, 2}},
            "step 2, from (0,1) to (0,1), does not lead to a neighbour"},
        {&down, 8, 4, {{0, 0}, {0, 1}, {1, 2}, {0, 2}},
            "step 2, from (0,1) to (1,2), cuts a corner"},
        {&down, 8, 4, {{0, 0}, {1, 0}, {0, 1}, {0, 2}},
            "step 2, from (1,0) to (0,1), cuts a corner"},
        {&down, 4, 4, {{0, 0}, {0, 1}, {1, 2}, {0, 2}}, "step 2, from (0,1) to (1,2), is diagonal"},
    };
    kg_context *ctx = c->context[0];

    for (size_t i = 0; i < sizeof paths / sizeof *paths; i++) {
        kg_grid_rules rules = {paths[i].moves, KG_GRID_DIAGONAL_OWN, KG_GRID_CORNERS_FORBID};
        kg_grid *grid = NULL;

        check_say(c, "path %zu", i);
        check_status(c, ctx, kg_grid_build(&grid, ctx, 4, 3, weight, &rules), KG_OK);
        expect(c, ctx,
            kg_grid_verify(grid, paths[i].query, paths[i].path, paths[i].count, NULL, NULL),
            KG_NO_SOLUTION, paths[i].message);
        kg_grid_destroy(grid);
    }
}

/* A right path whose cost is said wrong, in each of the ways that the search could. */
static void test_grid_cost(check *c)
{
    static const uint16_t weight[] = {3, 3, 3, 3};
    static const kg_grid_cell path[] = {{0, 0}, {1, 0}, {1, 1}};
    static const struct {
        uint64_t straight, diagonal;
        int more; /* that the search counted */
        kg_status status;
    } claims[] = {{6, 0, 0, KG_OK}, {5, 0, 0, KG_INTERNAL}, {6, 1, 0, KG_INTERNAL},
        {6, 0, 1, KG_INTERNAL}, {6, 0, -1, KG_INTERNAL}};
    kg_context *ctx = c->context[0];
    kg_grid *grid = NULL;

    check_status(c, ctx, kg_grid_build(&grid, ctx, 2, 2, weight, NULL), KG_OK);
    for (size_t i = 0; i < sizeof claims / sizeof *claims; i++) {
        kg_grid_query query = {path[0], path[2]};
        kg_grid_answer answer = {.straight = claims[i].straight, .diagonal = claims[i].diagonal};
        kg__grid_work work = {.grid = grid,
            .scale = kg__grid_scale_of(grid),
            .count = 1,
            .query = &query,
            .answer = &answer};
        uint64_t counted = 6 * work.scale.straight + (uint64_t)(int64_t)claims[i].more;

        check_say(c, "claim %zu", i);
        expect(c, ctx, kg__grid_check_answer(&work, 0, path, 3, counted), claims[i].status,
            "the path from (0,0) to (1,1) does not cost what the search found");
        kg__begin(ctx);
    }
    kg_grid_destroy(grid);
}

/* ---- puzzles --------------------------------------------------------------------------------- */

static void test_tiles(check *c)
{
    enum { U = KG_TILES_UP, L = KG_TILES_LEFT, R = KG_TILES_RIGHT, D = KG_TILES_DOWN };
    static const struct {
        unsigned width, height;
        uint8_t start[6], target[6], move[4];
        size_t length;
        kg_status status;
        const char *message;
    } solutions[] = {
        {3, 2, {0, 1, 2, 3, 4, 5}, {0, 1, 2, 3, 4, 5}, {0}, 0, KG_OK, ""},
        {3, 2, {1, 0, 2, 3, 4, 5}, {0, 1, 2, 3, 4, 5}, {L}, 1, KG_OK, ""},
        {3, 2, {3, 1, 2, 0, 4, 5}, {0, 1, 2, 3, 4, 5}, {U}, 1, KG_OK, ""},
        {3, 2, {0, 1, 2, 3, 4, 5}, {0, 1, 2, 3, 4, 5}, {R, L}, 2, KG_OK, ""},
        {3, 2, {0, 1, 2, 3, 4, 5}, {0, 1, 2, 3, 4, 5}, {U}, 1, KG_NO_SOLUTION,
            "move 0, 0, leaves the board from column 0, row 0"},
        {3, 2, {0, 1, 2, 3, 4, 5}, {0, 1, 2, 3, 4, 5}, {L}, 1, KG_NO_SOLUTION,
            "move 0, 1, leaves the board"},
        {3, 2, {0, 1, 2, 3, 4, 5}, {0, 1, 2, 3, 4, 5}, {R, R, R}, 3, KG_NO_SOLUTION,
            "move 2, 2, leaves the board from column 2, row 0"},
        {3, 2, {0, 1, 2, 3, 4, 5}, {0, 1, 2, 3, 4, 5}, {D, D}, 2, KG_NO_SOLUTION,
            "move 1, 3, leaves the board from column 0, row 1"},
        {3, 2, {0, 1, 2, 3, 4, 5}, {0, 1, 2, 3, 4, 5}, {4}, 1, KG_NO_SOLUTION,
            "move 0, 4, leaves the board"},
        {3, 2, {0, 1, 2, 3, 4, 5}, {0, 1, 2, 3, 4, 5}, {R}, 1, KG_NO_SOLUTION,
            "1 moves leave tile 1 on cell 0, where the target has 0"},
        /* Boards that are none: tiles of one number are away from each other's places. */
        {3, 2, {0, 1, 1, 1, 1, 1}, {0, 1, 1, 1, 1, 1}, {R, L}, 2, KG_NO_SOLUTION,
            "2 moves cannot do: the tiles are"},
        {3, 2, {1, 2, 3, 4, 5, 6}, {0, 1, 2, 3, 4, 5}, {L}, 1, KG_ARGUMENT,
            "the start has no blank"},
        {1, 6, {0, 1, 2, 3, 4, 5}, {0, 1, 2, 3, 4, 5}, {0}, 0, KG_ARGUMENT, "a board of 1 x 6"},
        {6, 1, {0, 1, 2, 3, 4, 5}, {0, 1, 2, 3, 4, 5}, {0}, 0, KG_ARGUMENT, "a board of 6 x 1"},
        {26, 2, {0}, {0}, {0}, 0, KG_ARGUMENT, "a board of 26 x 2"},
        {2, 26, {0}, {0}, {0}, 0, KG_ARGUMENT, "a board of 2 x 26"},
        {5, 6, {0}, {0}, {0}, 0, KG_ARGUMENT, "a board of 5 x 6"},
    };
    kg_context *ctx = c->context[0];

    for (size_t i = 0; i < sizeof solutions / sizeof *solutions; i++) {
        kg_tiles_puzzle puzzle = {.width = solutions[i].width, .height = solutions[i].height};

        memcpy(puzzle.start, solutions[i].start, sizeof solutions[i].start);
        memcpy(puzzle.target, solutions[i].target, sizeof solutions[i].target);
        check_say(c, "solution %zu", i);
        expect(c, ctx, kg_tiles_verify(ctx, &puzzle, solutions[i].move, solutions[i].length),
            solutions[i].status, solutions[i].message);
    }
}

/* ---- what the searches refuse ---------------------------------------------------------------- */

static void test_grid_calls(check *c)
{
    static const uint16_t weight[] = {1, 1, 0, 1};
    static const struct {
        uint32_t width, height;
        kg_grid_rules rules;
        kg_status status;
        const char *message;
    } maps[] = {
        {0, 1, {0}, KG_ARGUMENT, "a map of 0 x 1 cells has none"},
        {1, 0, {0}, KG_ARGUMENT, "a map of 1 x 0 cells has none"},
        {1u << 31, 1, {0}, KG_OVERFLOW, "1073741824 in a row or column"},
        {1, 1u << 31, {0}, KG_OVERFLOW, "1073741824 in a row or column"},
        {1u << 20, 1u << 20, {0}, KG_OVERFLOW, "at most 4294967295 are possible"},
        {2, 2, {5, 0, 0}, KG_ARGUMENT, "rules with 5 moves"},
        {2, 2, {0, (kg_grid_diagonal)3, 0}, KG_ARGUMENT, "diagonal 3"},
        {2, 2, {0, 0, (kg_grid_corners)4}, KG_ARGUMENT, "corners 4"},
    };
    static const struct {
        kg_grid_query query;
        kg_status status;
        const char *message;
    } queries[] = {
        {{{0, 0}, {1, 1}}, KG_OK, ""},
        {{{2, 0}, {1, 1}}, KG_ARGUMENT, "the start (2,0) is not on the map of 2 x 2 cells"},
        {{{0, 2}, {1, 1}}, KG_ARGUMENT, "the start (0,2) is not on the map"},
        {{{0, 0}, {1, UINT32_MAX}}, KG_ARGUMENT, "the goal (1,4294967295) is not on the map"},
        {{{0, 1}, {1, 1}}, KG_ARGUMENT, "the start (0,1) is a wall"},
        {{{0, 0}, {0, 1}}, KG_ARGUMENT, "the goal (0,1) is a wall"},
    };
    kg_context *ctx = c->context[0];
    kg_grid *grid = NULL;

    for (size_t i = 0; i < sizeof maps / sizeof *maps; i++) {
        check_say(c, "map %zu", i);
        expect(c, ctx,
            kg_grid_build(&grid, ctx, maps[i].width, maps[i].height, weight, &maps[i].rules),
            maps[i].status, maps[i].message);
        if (grid)
            check_fail(c, ctx, "a map");
    }
    check_status(c, ctx, kg_grid_build(&grid, ctx, 2, 2, weight, NULL), KG_OK);
    for (size_t i = 0; i < sizeof queries / sizeof *queries; i++) {
        kg_grid_search *search = NULL;

        check_say(c, "query %zu", i);
        expect(c, ctx, kg_grid_find(&search, grid, 1, &queries[i].query, NULL), queries[i].status,
            queries[i].message);
        kg_grid_search_destroy(search);
    }
    kg_grid_destroy(grid);
}

static void test_tiles_calls(check *c)
{
    static const struct {
        unsigned width, height;
        uint8_t start[4], target[4];
        const char *message;
    } puzzles[] = {
        {2, 2, {0, 1, 2, 2}, {0, 1, 2, 3}, "the start has 2 on cell 3: expected each of 0 to 3"},
        {2, 2, {4, 1, 2, 3}, {0, 1, 2, 3}, "the start has 4 on cell 0"},
        {2, 2, {0, 1, 2, 3}, {0, 1, 0, 3}, "the target has 0 on cell 2: expected each of 0 to 3"},
        {2, 2, {0, 1, 2, 3}, {0, 1, 2, 9}, "the target has 9 on cell 3"},
        {2, 1, {0, 1}, {0, 1}, "a board of 2 x 1: expected sides of at least 2"},
        {1, 2, {0, 1}, {0, 1}, "a board of 1 x 2"},
        {2, 13, {0}, {0}, "a board of 2 x 13"},
        {26, 1, {0}, {0}, "a board of 26 x 1"},
        {2, 4000000000, {0}, {0}, "a board of 2 x 4000000000"},
        {4000000000, 2, {0}, {0}, "a board of 4000000000 x 2"},
    };
    kg_context *ctx = c->context[0];
    kg_tiles_options options = {(kg_tiles_heuristic)4, 0, 0, 0};
    kg_tiles_puzzle puzzle = {2, 2, {0, 1, 2, 3}, {0, 1, 2, 3}};
    kg_tiles *answer = NULL;
    uint8_t full[] = {1, 2, 3, 4};

    for (size_t i = 0; i < sizeof puzzles / sizeof *puzzles; i++) {
        kg_tiles_puzzle wrong = {.width = puzzles[i].width, .height = puzzles[i].height};

        memcpy(wrong.start, puzzles[i].start, sizeof puzzles[i].start);
        memcpy(wrong.target, puzzles[i].target, sizeof puzzles[i].target);
        check_say(c, "puzzle %zu", i);
        expect(c, ctx, kg_tiles_find(&answer, ctx, &wrong, NULL), KG_ARGUMENT, puzzles[i].message);
        if (answer)
            check_fail(c, ctx, "an answer");
    }
    check_say(c, "a heuristic that is none");
    expect(c, ctx, kg_tiles_find(&answer, ctx, &puzzle, &options), KG_ARGUMENT,
        "heuristic 4: expected 0 to 3");
    check_say(c, "sliding");
    check_number(c, ctx, "a board without blank", (uint64_t)kg_tiles_slide(full, 2, 2, 0), 0);
    for (unsigned move = 0; move < 6; move++) {
        uint8_t cells[] = {0, 1, 2, 3};

        check_number(c, ctx, "whether the blank in the upper left can go",
            (uint64_t)kg_tiles_slide(cells, 2, 2, move),
            move == KG_TILES_RIGHT || move == KG_TILES_DOWN);
    }
}

const check_case check_verify_cases[] = {
    {"verify.euler", test_euler, NULL, 0},
    {"verify.euler-ends", test_euler_ends, NULL, 0},
    {"verify.grid", test_grid, NULL, 0},
    {"verify.grid-cost", test_grid_cost, NULL, 0},
    {"verify.tiles", test_tiles, NULL, 0},
    {"verify.grid-calls", test_grid_calls, NULL, 0},
    {"verify.tiles-calls", test_tiles_calls, NULL, 0},
    {NULL},
};
