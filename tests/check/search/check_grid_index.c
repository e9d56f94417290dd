/* Indexes of maps against the jump search, and their paths against the rules. */
#include "check.h"
#include "search/grid_index/grid_index.h"
#include <stdlib.h>
#include <string.h>

enum { SIDE = 40, CELLS = SIDE * SIDE, QUERIES = 600, ROOM = 4 * CELLS };

typedef enum kind { WALLS, MAZE, ROOMS, TERRAINS, KINDS } kind;

typedef struct shape {
    kind kind;
    uint32_t width, height;
    uint32_t walls; /* per cent of the cells, or of the doors */
} shape;

/* All pairs of the small ones, QUERIES of the others. */
static const shape shapes[] = {
    {WALLS, 1, 1, 0},
    {WALLS, 1, 9, 20},
    {WALLS, 30, 1, 5},
    {WALLS, 9, 8, 0},
    {WALLS, 9, 8, 12},
    {WALLS, 9, 8, 30},
    {WALLS, 7, 10, 50},
    {MAZE, 9, 9, 0},
    {ROOMS, 9, 9, 30},
    {TERRAINS, 8, 9, 20},
    {WALLS, SIDE, SIDE, 3},
    {WALLS, SIDE, SIDE, 10},
    {WALLS, SIDE, SIDE, 25},
    {WALLS, SIDE, SIDE, 40},
    {MAZE, SIDE, SIDE - 1, 0},
    {ROOMS, SIDE, SIDE - 2, 40},
    {TERRAINS, SIDE, SIDE, 15},
};

enum { SHAPES = sizeof shapes / sizeof *shapes };

static const kg_grid_rules all_rules[] = {{8, KG_GRID_DIAGONAL_SQRT2, KG_GRID_CORNERS_FORBID},
    {8, KG_GRID_DIAGONAL_SQRT2, KG_GRID_CORNERS_ALLOW},
    {8, KG_GRID_DIAGONAL_1, KG_GRID_CORNERS_FORBID},
    {8, KG_GRID_DIAGONAL_1, KG_GRID_CORNERS_ALLOW}};

/* Opens walls of a maze on the way from cell to cell: each cell leads up or left. */
static void fill_maze(char *cell, const shape *s, uint64_t *state)
{
    for (uint32_t y = 0; y < s->height; y++)
        for (uint32_t x = 0; x < s->width; x++)
            cell[y * s->width + x] = x % 2 || y % 2 ? '@' : '.';
    for (uint32_t y = 0; y < s->height; y += 2)
        for (uint32_t x = 0; x < s->width; x += 2)
            if (y && (!x || check_random(state) % 2))
                cell[(y - 1) * s->width + x] = '.';
            else if (x)
                cell[y * s->width + x - 1] = '.';
}

/* Rooms of 4 * 4 cells, with doors. */
static void fill_rooms(char *cell, const shape *s, uint64_t *state)
{
    for (uint32_t y = 0; y < s->height; y++)
        for (uint32_t x = 0; x < s->width; x++)
            cell[y * s->width + x] = (x % 5 == 4 || y % 5 == 4) ? '@' : '.';
    for (uint32_t y = 0; y < s->height; y++)
        for (uint32_t x = 0; x < s->width; x++)
            if ((x % 5 == 4) != (y % 5 == 4) && check_random(state) % 100 < s->walls)
                cell[y * s->width + x] = '.';
}

/* A map as a MovingAI file. */
static kg_grid *make_map(
    check *c, kg_context *ctx, const shape *s, const kg_grid_rules *rules, uint64_t seed)
{
    const kg_grid_read_options options = {.format = KG_GRID_MOVINGAI, .rules = *rules};
    char text[64 + CELLS + SIDE], cell[CELLS];
    size_t length =
        (size_t)snprintf(text, 64, "type octile\nheight %u\nwidth %u\nmap\n", s->height, s->width);
    uint64_t state = seed;
    kg_grid *grid = NULL;

    for (uint32_t i = 0; i < s->width * s->height; i++)
        cell[i] = check_random(&state) % 100 < s->walls ? '@'
                  : s->kind == TERRAINS                 ? "...WWT"[check_random(&state) % 6]
                                                        : '.';
    if (s->kind == MAZE)
        fill_maze(cell, s, &state);
    if (s->kind == ROOMS)
        fill_rooms(cell, s, &state);
    for (uint32_t y = 0; y < s->height; y++, length += s->width + 1) {
        memcpy(text + length, cell + y * s->width, s->width);
        text[length + s->width] = '\n';
    }
    check_status(c, ctx, kg_grid_read_memory(&grid, ctx, text, length, &options), KG_OK);
    return grid;
}

/* Queries between free cells: all of a small map. Returns how many. */
static uint64_t make_queries(const kg_grid *grid, kg_grid_query **query, uint64_t seed)
{
    const uint32_t width = kg_grid_width(grid), height = kg_grid_height(grid);
    kg_grid_cell free_cell[CELLS];
    uint64_t cells = 0, state = seed, count;

    for (uint32_t i = 0; i < width * height; i++) {
        const kg_grid_cell cell = {i % width, i / width};

        if (kg_grid_weight(grid, cell))
            free_cell[cells++] = cell;
    }
    count = cells * cells < 6000 ? cells * cells : QUERIES;
    *query = check_array(count, sizeof **query);
    for (uint64_t i = 0; i < count; i++)
        (*query)[i] = count == QUERIES
                          ? (kg_grid_query){free_cell[check_random(&state) % cells],
                                free_cell[check_random(&state) % cells]}
                          : (kg_grid_query){free_cell[i / cells], free_cell[i % cells]};
    return count;
}

/* A query's corners and cells, whole and in pieces. */
static void check_path(check *c, kg_context *ctx, const kg_grid_index *index, const kg_grid *grid,
    const kg_grid_query *query, const kg_grid_answer *answer)
{
    static kg_grid_cell corner[ROOM], some[ROOM], cell[ROOM];
    uint64_t corners, count, again, straight, diagonal;
    kg_grid_distance distance;

    check_status(c, ctx, kg_grid_index_corners(index, query, &distance, corner, ROOM, &corners),
        answer->status);
    if (answer->status != KG_OK) {
        check_number(c, ctx, "corners of no path", corners, 0);
        return;
    }
    check_status(c, ctx, kg_grid_index_cells(index, corner, corners, 0, cell, ROOM, &count), KG_OK);
    check_number(c, ctx, "cells", count, (uint64_t)distance.straight + distance.diagonal + 1);
    check_status(c, ctx, kg_grid_verify(grid, query, cell, count, &straight, &diagonal), KG_OK);
    check_number(c, ctx, "steps of the path", straight + diagonal,
        (uint64_t)distance.straight + distance.diagonal);
    if (kg_grid_rules_in_force(grid).diagonal == KG_GRID_DIAGONAL_SQRT2)
        check_number(c, ctx, "straight steps of the path", straight, distance.straight);

    some[corners / 2].x = UINT32_MAX;
    check_status(
        c, ctx, kg_grid_index_corners(index, query, NULL, some, corners / 2, &again), KG_OK);
    check_number(c, ctx, "corners, if half of them fit", again, corners);
    check_equal(c, ctx, "the first half of the corners", some, corner, corners / 2, sizeof *corner);
    check_number(c, ctx, "the corner after those", some[corners / 2].x, UINT32_MAX);
    some[count / 2].x = UINT32_MAX;
    check_status(c, ctx,
        kg_grid_index_cells(index, corner, corners, count / 3, some, count / 2, &again), KG_OK);
    check_number(c, ctx, "cells, if some are asked for", again, count);
    check_equal(c, ctx, "some cells", some, cell + count / 3, count / 2, sizeof *cell);
    check_number(c, ctx, "the cell after those", some[count / 2].x, UINT32_MAX);
}

/* Compares an index with the jump search. */
static void check_queries(
    check *c, kg_context *ctx, kg_grid_index *index, kg_grid *grid, uint64_t seed)
{
    const bool is_exact = kg_grid_rules_in_force(grid).diagonal == KG_GRID_DIAGONAL_SQRT2;
    kg_grid_query *query;
    const uint64_t count = make_queries(grid, &query, seed);
    kg_grid_distance *distance = check_array(count, sizeof *distance);
    const kg_grid_answer *answer, *found;
    kg_grid_search *search = NULL, *by_index = NULL;
    const kg_status status = kg_grid_find(&search, grid, count, query, NULL);

    check_status(c, ctx, kg_grid_index_distances(index, count, query, distance), status);
    check_status(c, ctx, kg_grid_index_find(&by_index, index, count, query, NULL), status);
    answer = search ? kg_grid_search_answers(search) : NULL;
    found = by_index ? kg_grid_search_answers(by_index) : NULL;
    for (uint64_t i = 0; answer && found && i < count; i++) {
        const bool is = answer[i].status == KG_OK;
        uint64_t straight = is ? answer[i].straight : KG_GRID_NO_PATH;
        uint64_t diagonal = is ? answer[i].diagonal : KG_GRID_NO_PATH;

        if (is && !is_exact) { /* the number of each is not determined, but their sum */
            check_number(c, ctx, "steps", (uint64_t)distance[i].straight + distance[i].diagonal,
                straight + diagonal);
            straight = distance[i].straight;
            diagonal = distance[i].diagonal;
        }
        if (!check_number(c, ctx, "straight steps", distance[i].straight, straight) ||
            !check_number(c, ctx, "diagonal steps", distance[i].diagonal, diagonal) ||
            !check_number(c, ctx, "status", found[i].status, answer[i].status) ||
            !check_number(c, ctx, "steps", found[i].steps, is ? straight + diagonal : 0))
            break;
        if (count == QUERIES || i % 7 == 0)
            check_path(c, ctx, index, grid, &query[i], &answer[i]);
    }
    kg_grid_search_destroy(search);
    kg_grid_search_destroy(by_index);
    free(distance);
    free(query);
}

/* Compares an index with the one that another number of threads made. */
static void check_same(
    check *c, kg_context *ctx, const kg_grid_index *got, const kg_grid_index *expected)
{
    if (!check_number(c, ctx, "hubs", got->hubs, expected->hubs) ||
        !check_number(c, ctx, "entries", got->entries, expected->entries))
        return;
    check_equal(
        c, ctx, "records", got->record, expected->record, got->cells + 1, sizeof *got->record);
    check_equal(c, ctx, "hubs", got->hub, expected->hub, got->hubs, sizeof *got->hub);
    check_equal(c, ctx, "labels", got->label, expected->label, got->entries, sizeof *got->label);
    check_equal(c, ctx, "corners", got->via, expected->via, got->entries, sizeof *got->via);
}

static void test_maps(check *c)
{
    for (int i = 0; i < SHAPES; i++)
        for (size_t r = 0; r < sizeof all_rules / sizeof *all_rules; r++) {
            kg_grid_index *first = NULL;
            kg_grid *first_grid = NULL;

            check_say(c, "kind %d, %u x %u, %u%%, rules %zu", shapes[i].kind, shapes[i].width,
                shapes[i].height, shapes[i].walls, r);
            for (int k = 0; k < (r ? 1 : c->contexts); k++) {
                kg_context *ctx = c->context[k];
                kg_grid *grid = make_map(c, ctx, &shapes[i], &all_rules[r], c->seed + (uint64_t)i);
                kg_grid_index *index = NULL;

                check_status(c, ctx, kg_grid_index_build(&index, grid, NULL), KG_OK);
                if (index && (k == 0 || k == c->contexts - 1))
                    check_queries(c, ctx, index, grid, c->seed + r);
                if (index && first)
                    check_same(c, ctx, index, first);
                if (!first) {
                    first = index;
                    first_grid = grid;
                    continue;
                }
                kg_grid_index_destroy(index);
                kg_grid_destroy(grid);
            }
            kg_grid_index_destroy(first);
            kg_grid_destroy(first_grid);
        }
}

static void check_refused(
    check *c, kg_context *ctx, kg_grid_rules rules, uint32_t width, const char *message)
{
    uint16_t *weight = check_array(width, sizeof *weight);
    kg_grid_index *index = (kg_grid_index *)c;
    kg_grid *grid = NULL;

    for (uint32_t i = 0; i < width; i++)
        weight[i] = width == 2 ? 2 : 1;
    check_status(c, ctx, kg_grid_build(&grid, ctx, width, 1, weight, &rules), KG_OK);
    check_status(c, ctx, kg_grid_index_build(&index, grid, NULL), KG_UNSUPPORTED);
    if (index || !strstr(kg_context_message(ctx), message))
        check_fail(c, ctx, "%s, expected '%s'", kg_context_message(ctx), message);
    kg_grid_destroy(grid);
    free(weight);
}

/* Maps without an index, and calls that fail. */
static void test_refused(check *c)
{
    const shape open = {WALLS, 20, 10, 15};
    const kg_grid_rules eight = all_rules[0], four = {.moves = 4};
    const kg_grid_rules one = {.corners = KG_GRID_CORNERS_ONE};
    const volatile int now = 1;

    for (int k = 0; k < c->contexts; k++) {
        kg_context *ctx = c->context[k];
        kg_grid *grid = make_map(c, ctx, &open, &eight, 5);
        const kg_grid_index_options small = {.most_bytes = 1000};
        const kg_grid_options canonical = {.canonical = 1}, explored = {.keep_explored = 1};
        const kg_grid_options nearest = {.nearest = 1};
        const kg_grid_options stop = {.stop = &now}, walls = {.walls = 1};
        kg_grid_query query = {{0, 0}, {0, 0}}, off = {{0, 0}, {20, 0}};
        kg_grid_cell corner[2] = {{0, 0}, {1, 0}}, wall = {0, 0};
        kg_grid_index_counts counts;
        kg_grid_index *index = NULL;
        kg_grid_search *search = NULL;
        kg_grid_distance distance;
        uint64_t count;

        check_say(c, "refused");
        check_refused(c, ctx, four, 3, "8 moves");
        check_refused(c, ctx, one, 3, "one free cell");
        check_refused(c, ctx, eight, 2, "without weights");
        check_refused(c, ctx, eight, KG__INDEX_SIDE + 1, "65535");
        check_status(c, ctx, kg_grid_index_build(&index, grid, &small), KG_MEMORY);
        if (!strstr(kg_context_message(ctx), "the index takes"))
            check_fail(c, ctx, "%s", kg_context_message(ctx));
        check_status(c, ctx, kg_grid_index_build(&index, grid, NULL), KG_OK);
        check_status(c, ctx, kg_grid_index_count(index, &counts), KG_OK);
        check_number(c, ctx, "bytes of an index", counts.bytes,
            201 * 12 + counts.entries * 12 + index->hubs * 4);
        for (uint32_t i = 0; i < 200; i++)
            if (!kg_grid_weight(grid, (kg_grid_cell){i % 20, i / 20}))
                wall = (kg_grid_cell){i % 20, i / 20};
            else
                query.start = query.goal = (kg_grid_cell){i % 20, i / 20};
        check_status(c, ctx, kg_grid_index_distances(index, 1, &off, &distance), KG_ARGUMENT);
        check_status(
            c, ctx, kg_grid_index_corners(index, &off, NULL, corner, 2, &count), KG_ARGUMENT);
        check_status(c, ctx, kg_grid_index_distances(index, 0, NULL, NULL), KG_OK);
        check_status(c, ctx, kg_grid_index_distances(index, 1, &query, &distance), KG_OK);
        check_number(c, ctx, "steps to the start", distance.straight + distance.diagonal, 0);
        query.goal = wall;
        check_status(c, ctx, kg_grid_index_distances(index, 1, &query, &distance), KG_NO_SOLUTION);
        query.start = wall;
        check_status(c, ctx, kg_grid_index_distances(index, 1, &query, &distance), KG_NO_SOLUTION);
        check_number(c, ctx, "no path", distance.diagonal, KG_GRID_NO_PATH);
        check_status(c, ctx, kg_grid_index_find(&search, index, 1, &query, &walls), KG_NO_SOLUTION);
        kg_grid_search_destroy(search);
        check_status(c, ctx, kg_grid_index_find(&search, index, 1, &query, NULL), KG_ARGUMENT);
        check_status(
            c, ctx, kg_grid_index_find(&search, index, 1, &query, &canonical), KG_ARGUMENT);
        check_status(c, ctx, kg_grid_index_find(&search, index, 1, &query, &explored), KG_ARGUMENT);
        check_status(c, ctx, kg_grid_index_find(&search, index, 1, &query, &nearest), KG_ARGUMENT);
        corner[0] = wall;
        check_status(
            c, ctx, kg_grid_index_cells(index, corner, 1, 0, NULL, 0, &count), KG_ARGUMENT);
        corner[0] = (kg_grid_cell){20, 0};
        check_status(
            c, ctx, kg_grid_index_cells(index, corner, 1, 0, NULL, 0, &count), KG_ARGUMENT);
        check_status(c, ctx, kg_grid_index_cells(index, NULL, 0, 0, NULL, 0, &count), KG_OK);
        query = (kg_grid_query){{0, 9}, {0, 9}};
        if (kg_grid_weight(grid, query.start)) {
            check_status(c, ctx, kg_grid_index_find(&search, index, 1, &query, &stop), KG_LIMIT);
            kg_grid_search_destroy(search);
        }
        kg_grid_index_destroy(index);
        kg_grid_destroy(grid);
    }
}

static kg_status build_and_find(
    kg_context *ctx, const uint16_t *weight, const kg_grid_query *query, uint64_t count)
{
    kg_grid *grid = NULL;
    kg_grid_index *index = NULL;
    kg_grid_search *search = NULL;
    kg_status status;

    KG_TRY(kg_grid_build(&grid, ctx, 30, 20, weight, NULL));
    KG_TRY(kg_grid_index_build(&index, grid, NULL));
    status = kg_grid_index_find(&search, index, count, query, NULL);
    status = status == KG_NO_SOLUTION ? KG_OK : status;
out:
    kg_grid_search_destroy(search);
    kg_grid_index_destroy(index);
    kg_grid_destroy(grid);
    return status;
}

static void test_faults(check *c)
{
    uint16_t weight[600];
    kg_grid_query query[40];
    uint64_t state = c->seed, count = 0;

    check_say(c, "failures");
    for (int i = 0; i < 600; i++)
        weight[i] = check_random(&state) % 5 != 0;
    while (count < sizeof query / sizeof *query) {
        const uint32_t from = (uint32_t)(check_random(&state) % 600);
        const uint32_t to = (uint32_t)(check_random(&state) % 600);

        if (weight[from] && weight[to])
            query[count++] = (kg_grid_query){{from % 30, from / 30}, {to % 30, to / 30}};
    }
    for (int k = 0; k<c->contexts; k += c->contexts> 1 ? c->contexts - 1 : 1)
        CHECK_ALLOCATIONS(c, c->context[k], build_and_find(c->context[k], weight, query, count));
}

const check_case check_grid_index_cases[] = {
    {"grid-index.maps", test_maps, NULL, 0},
    {"grid-index.refused", test_refused, NULL, 0},
    {"grid-index.faults", test_faults, NULL, 0},
    {NULL, NULL, NULL, 0},
};
