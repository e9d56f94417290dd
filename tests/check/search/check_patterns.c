/* Pattern databases of sliding puzzles, against breadth-first searches on plain arrays. */
#include "search/tiles/partitions.h"
#include "tiles_oracle.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

typedef unsigned long long wide;

#define EIGHTS_BYTES (UINT64_C(45) << 30) /* of three tables, and what building one takes */

/* ---- values ---------------------------------------------------------------------------------- */

/* A pattern by its definition: the places of some tiles and of the blank. */
typedef struct pattern {
    const kg_tiles_puzzle *puzzle;
    const uint8_t *tile; /* [tiles] */
    unsigned tiles;
    uint32_t states;
    uint8_t *distance; /* [states] */
} pattern;

static uint32_t number_of(const pattern *p, const uint8_t *place)
{
    uint32_t number = 0;

    for (unsigned i = 0; i <= p->tiles; i++) /* the blank last */
        number = number * board_cells_of(p->puzzle) + place[i];
    return number;
}

static void places_of(const pattern *p, uint32_t number, uint8_t *place)
{
    for (unsigned i = p->tiles + 1; i-- > 0; number /= board_cells_of(p->puzzle))
        place[i] = (uint8_t)(number % board_cells_of(p->puzzle));
}

static void find_places(const pattern *p, const uint8_t *cells, uint8_t *place)
{
    for (unsigned i = 0; i < p->tiles; i++)
        place[i] = (uint8_t)((const uint8_t *)memchr(cells, p->tile[i], CELLS) - cells);
    place[p->tiles] = (uint8_t)board_find_blank(cells);
}

/* Moves of the blank are free unless they move a tile of the pattern: the states of one distance
 * are a list, to which free moves add, and the others make the next list. */
static void fill(pattern *p)
{
    const unsigned n = board_cells_of(p->puzzle);
    uint32_t *list, *next, count = 0;
    uint8_t place[KG__PATTERN_ITEMS + 1];

    p->states = 1;
    for (unsigned i = 0; i <= p->tiles; i++)
        p->states *= n;
    p->distance = check_array(p->states, 1);
    list = check_array(p->states, sizeof *list);
    next = check_array(p->states, sizeof *next);
    memset(p->distance, FAR, p->states);
    find_places(p, p->puzzle->target, place);
    list[count++] = number_of(p, place);
    p->distance[list[0]] = 0;
    for (unsigned depth = 0; count; depth++) {
        uint32_t more = 0, *other = list;

        for (uint32_t i = 0; i < count; i++) {
            if (p->distance[list[i]] < depth)
                continue;
            for (unsigned move = 0; move < 4; move++) {
                unsigned to, hit = p->tiles;
                uint32_t number;

                places_of(p, list[i], place);
                to = board_neighbour(p->puzzle, place[p->tiles], move);
                if (to == CELLS)
                    continue;
                for (unsigned k = 0; k < p->tiles; k++)
                    hit = place[k] == to ? k : hit;
                if (hit < p->tiles)
                    place[hit] = place[p->tiles];
                place[p->tiles] = (uint8_t)to;
                number = number_of(p, place);
                if (p->distance[number] <= depth + (hit < p->tiles))
                    continue;
                p->distance[number] = (uint8_t)(depth + (hit < p->tiles));
                if (hit < p->tiles)
                    next[more++] = number;
                else
                    list[count++] = number;
            }
        }
        list = next;
        next = other;
        count = more;
    }
    free(list);
    free(next);
}

/* The bound of a partition by its definition: the sum over its patterns. */
static unsigned bound_of(const pattern *all, unsigned patterns, const uint8_t *cells)
{
    uint8_t place[KG__PATTERN_ITEMS + 1];
    unsigned sum = 0;

    for (unsigned i = 0; i < patterns; i++) {
        find_places(&all[i], cells, place);
        sum += all[i].distance[number_of(&all[i], place)];
    }
    return sum;
}

/* Compares the bounds of a board, and what its moves do to them. */
static void check_bounds(
    check *c, kg_context *ctx, const kg_tiles_patterns *p, const pattern *all, const uint8_t *cells)
{
    const kg_tiles_puzzle *puzzle = all[0].puzzle;
    kg__deep_node n;

    kg__tiles_patterns_start(p, &n, cells);
    for (unsigned i = 0; i < p->tables.partitions; i++)
        check_number(c, ctx, i ? "the mirrored bound" : "the bound", kg__deep_h(&n, i),
            bound_of(all + p->first[i], p->first[i + 1] - p->first[i], cells));
    for (unsigned move = 0; move < 4; move++) {
        const unsigned to = board_neighbour(puzzle, n.blank, move);
        kg__deep_node after = n, again;
        kg__deep_change change;

        if (to == CELLS)
            continue;
        change = kg__deep_look(&p->tables, &n, to);
        kg__deep_move(&p->tables, &after, to, &change);
        kg__tiles_patterns_start(p, &again, after.tile);
        check_equal(c, ctx, "bounds after a move", &after.h, &again.h, 1, sizeof after.h);
        check_equal(c, ctx, "patterns after a move", after.at, again.at, p->tables.patterns,
            sizeof *after.at);
        change = kg__deep_look(&p->tables, &after, n.blank);
        kg__deep_move(&p->tables, &after, n.blank, &change);
        check_equal(c, ctx, "after the move back", &after, &n, 1, sizeof n);
    }
}

/* All boards, or every stride-th. partition: NULL is the default. */
static void check_values(check *c, kg_context *ctx, const kg_tiles_puzzle *puzzle,
    const char *partition, uint32_t stride)
{
    const unsigned n = board_cells_of(puzzle);
    pattern all[KG__DEEP_PATTERNS] = {{0}};
    kg_tiles_patterns *p = NULL;
    uint8_t *distance, cells[CELLS];
    kg__deep_node node;

    if (!check_status(c, ctx,
            kg_tiles_patterns_create(
                &p, ctx, puzzle, &(kg_tiles_patterns_options){.partition = partition}),
            KG_OK))
        return;
    for (unsigned i = 0; i < p->tables.patterns; i++) {
        all[i].puzzle = puzzle;
        all[i].tile = p->tile[i];
        all[i].tiles = p->database[p->base[i]].view.items;
        fill(&all[i]);
    }
    distance = board_distances(puzzle, puzzle->target);
    for (uint32_t i = 0; i < board_factorial(n); i += stride) {
        board_arrangement(cells, i, n);
        if (distance[i] == FAR)
            continue;
        check_bounds(c, ctx, p, all, cells);
        kg__tiles_patterns_start(p, &node, cells);
        if (kg__deep_bound(&p->tables, &node) > distance[i])
            check_fail(c, ctx, "arrangement %u: a bound of %u, the distance is %u", i,
                kg__deep_bound(&p->tables, &node), distance[i]);
    }
    for (unsigned i = 0; i < p->tables.patterns; i++)
        free(all[i].distance);
    free(distance);
    kg_tiles_patterns_destroy(p);
}

static void test_values(check *c)
{
    static const struct {
        unsigned width, height, blank;
        const char *partition;
    } board[] = {{2, 2, 0, NULL}, {3, 2, 5, "1,2/3,4,5"}, {2, 4, 3, NULL},
        {4, 2, 0, "1,5/2,3/4,6,7"}, {3, 3, 0, "1,2,3,4/5,6,7,8"}, {3, 3, 8, "1/2,4,6/3,5,7,8"},
        {3, 3, 1, "8,7,6,5/4,3,2,1"}};

    for (size_t i = 0; i < sizeof board / sizeof *board; i++) {
        kg_tiles_puzzle puzzle = {.width = board[i].width, .height = board[i].height};
        uint64_t state = c->seed + i;

        board_in_order(puzzle.target, CELLS);
        for (unsigned k = 0; k < board[i].blank; k++) {
            puzzle.target[k] = puzzle.target[k + 1];
            puzzle.target[k + 1] = 0;
        }
        if (i == 3)
            board_shuffle(puzzle.target, board_cells_of(&puzzle), &state);
        check_say(c, "%ux%u, blank %u", puzzle.width, puzzle.height, board[i].blank);
        for (int k = 0; k < c->contexts; k++)
            check_values(c, c->context[k], &puzzle, board[i].partition, k ? 1009 : 7);
    }
}

/* ---- searches -------------------------------------------------------------------------------- */

static void check_find(check *c, kg_context *ctx, const kg_tiles_puzzle *puzzle,
    kg_tiles_patterns *patterns, unsigned expected, const uint8_t *path)
{
    for (int canonical = 0; canonical < 2; canonical++) {
        const kg_tiles_options options = {
            .heuristic = KG_TILES_PATTERN, .canonical = canonical, .patterns = patterns};
        kg_tiles *answer = NULL;

        if (check_status(c, ctx, kg_tiles_find(&answer, ctx, puzzle, &options), KG_OK)) {
            check_number(c, ctx, "bound", kg_tiles_bound(answer), expected);
            check_number(c, ctx, "length", kg_tiles_length(answer), expected);
            if (canonical)
                check_equal(c, ctx, "canonical", kg_tiles_moves(answer), path, expected, 1);
        }
        kg_tiles_destroy(answer);
    }
}

static void test_small(check *c)
{
    static const uint8_t side[][2] = {{2, 2}, {3, 2}, {2, 4}, {3, 3}};

    for (size_t i = 0; i < sizeof side / sizeof *side; i++)
        for (int k = 0; k < c->contexts; k++) {
            kg_tiles_puzzle puzzle = {.width = side[i][0], .height = side[i][1]};
            const unsigned n = board_cells_of(&puzzle);
            uint64_t state = c->seed + i;
            kg_tiles_patterns *patterns = NULL;

            board_shuffle(puzzle.target, n, &state);
            check_say(c, "%ux%u", puzzle.width, puzzle.height);
            if (!check_status(c, c->context[k],
                    kg_tiles_patterns_create(&patterns, c->context[k], &puzzle, NULL), KG_OK))
                continue;
            for (int boards = 0; boards < (check_is_small() ? 3 : 12); boards++) {
                uint8_t *distance, path[FAR];
                unsigned expected;

                memcpy(puzzle.start, puzzle.target, CELLS);
                board_wander(&puzzle, puzzle.start, (unsigned)(check_random(&state) % 90), &state);
                distance = board_distances(&puzzle, puzzle.start);
                expected = distance[board_number_of(puzzle.target, n)];
                board_canonical(path, &puzzle, distance);
                check_find(c, c->context[k], &puzzle, patterns, expected, path);
                free(distance);
            }
            kg_tiles_patterns_destroy(patterns);
        }
}

/* Boards of 15 and 24 tiles: the answers of A*. */
static void check_beside_a_star(
    check *c, kg_context *ctx, unsigned side, unsigned steps, const char *partition)
{
    kg_tiles_puzzle puzzle = {.width = side, .height = side};
    uint64_t state = c->seed;
    kg_tiles_patterns *patterns = NULL;

    board_in_order(puzzle.target, CELLS);
    if (!check_status(c, ctx,
            kg_tiles_patterns_create(
                &patterns, ctx, &puzzle, &(kg_tiles_patterns_options){.partition = partition}),
            KG_OK))
        return;
    for (int i = 0; i < 4; i++) {
        const kg_tiles_options options = {.canonical = 1};
        kg_tiles *answer = NULL;

        check_say(c, "%u cells, puzzle %d", side * side, i);
        memcpy(puzzle.start, puzzle.target, CELLS);
        board_wander(&puzzle, puzzle.start, steps, &state);
        if (check_status(c, ctx, kg_tiles_find(&answer, ctx, &puzzle, &options), KG_OK))
            check_find(c, ctx, &puzzle, patterns, (unsigned)kg_tiles_length(answer),
                kg_tiles_moves(answer));
        kg_tiles_destroy(answer);
    }
    kg_tiles_patterns_destroy(patterns);
}

static void test_large(check *c)
{
    for (int k = 0; k < c->contexts; k++) {
        check_beside_a_star(c, c->context[k], 4, check_is_small() ? 25 : 70,
            check_is_small() ? "1,2,5/6,9,10/3,4,7/8,11,12/13,14,15"
                             : "1,2,5,6,9/3,4,7,8,11/10,12,13,14,15");
        check_beside_a_star(c, c->context[k], 5, check_is_small() ? 25 : 60,
            check_is_small() ? "1,2,5/6,7,12/10,11,16/3,4,8/9,13,14/15,20,21/18,19,24/17,22,23"
                             : "1,2,5,6/7,10,11,12/3,4,8,9/13,14,18,19/15,16,20,21/17,22,23,24+"
                               "1,5,6,10/2,3,7,8/4,9,14,19/11,12,15,16/13,17,18,22/20,21,23,24");
    }
}

/* A search by layers that goes on with databases when memory is full. The second search finds
 * the databases built. */
static void test_auto(check *c)
{
    const uint64_t limit[] = {300000, 3 << 19, 0};
    kg_tiles_puzzle puzzle = {
        4, 4, {1, 2, 4, 0, 5, 13, 14, 3, 8, 9, 6, 15, 12, 10, 7, 11}, {0}}; /* 39 moves */

    board_in_order(puzzle.target, 16);
    for (size_t i = 0; i < sizeof limit / sizeof *limit; i++) {
        kg_context_options small = {.device = c->backend, .memory_limit = limit[i], .threads = 2};
        kg_tiles_options options = {.heuristic = KG_TILES_AUTO, .canonical = 1};
        kg_context *ctx = NULL;
        kg_tiles *answer = NULL;

        check_say(c, "%llu bytes", (wide)limit[i]);
        if (!check_status(c, c->context[0], kg_context_create(&ctx, &small), KG_OK))
            return;
        check_status(c, ctx,
            kg_tiles_patterns_create(&options.patterns, ctx, &puzzle,
                &(kg_tiles_patterns_options){"1,4,5/2,3,6,7/8,9,12,13/10,11,14,15", NULL, 1}),
            KG_OK);
        for (int again = 0; again < 2; again++) {
            const kg_status status = kg_tiles_find(&answer, ctx, &puzzle, &options);

            if (check_status(c, ctx, status, i ? KG_OK : KG_FULL)) {
                check_number(c, ctx, "length", kg_tiles_length(answer), i ? 39 : 0);
                check_number(c, ctx, "no message", i && kg_context_message(ctx)[0] != '\0', 0);
                check_number(c, ctx, "built", options.patterns->built, i == 1);
            }
            kg_tiles_destroy(answer);
        }
        kg_tiles_patterns_destroy(options.patterns);
        kg_context_destroy(ctx);
    }
}

/* ---- limits and failures --------------------------------------------------------------------- */

static void test_limits(check *c)
{
    kg_tiles_puzzle puzzle = {
        4, 4, {15, 14, 8, 12, 10, 11, 9, 13, 2, 6, 5, 1, 3, 7, 4, 0}, {0}}; /* 80 moves */
    const volatile int stop = 1;

    board_in_order(puzzle.target, 16);
    for (int k = 0; k < c->contexts; k++) {
        kg_context *ctx = c->context[k];
        kg_tiles_options options = {.heuristic = KG_TILES_PATTERN};
        kg_tiles *answer = NULL;

        if (!check_status(c, ctx,
                kg_tiles_patterns_create(&options.patterns, ctx, &puzzle,
                    &(kg_tiles_patterns_options){"1,4,5/2,3,6,7/8,9,12,13/10,11,14,15", NULL}),
                KG_OK))
            return;
        for (int i = 0; i < 2; i++) {
            options.max_states = i ? 0 : 1000;
            options.stop = i ? &stop : NULL;
            check_say(c, i ? "asked to stop" : "at most 1000 states");
            check_status(c, ctx, kg_tiles_find(&answer, ctx, &puzzle, &options), KG_LIMIT);
            check_number(c, ctx, "a bound",
                kg_tiles_bound(answer) >= board_estimate(&puzzle, puzzle.start) &&
                    kg_tiles_bound(answer) <= 80,
                1);
            check_number(c, ctx, "moves", kg_tiles_length(answer), 0);
            kg_tiles_destroy(answer);
        }
        kg_tiles_patterns_destroy(options.patterns);
    }
}

/* Searches twice with databases that may become larger. path: [in, out] [31] zeros at first */
static void check_larger(check *c, kg_context *ctx, double patience, bool has_larger, uint8_t *path)
{
    const kg_tiles_puzzle puzzle = {3, 3, {8, 6, 7, 2, 5, 4, 3, 0, 1}, {1, 2, 3, 4, 5, 6, 7, 8, 0}};
    kg_tiles_options options = {.heuristic = KG_TILES_AUTO, .canonical = 1};
    kg_tiles_patterns *p = NULL;

    check_say(c, "patience %g, %s", patience, has_larger ? "larger" : "none larger");
    if (!check_status(c, ctx,
            kg_tiles_patterns_create(
                &p, ctx, &puzzle, &(kg_tiles_patterns_options){"1,2/3,4/5,6/7,8", NULL, 0}),
            KG_OK))
        return;
    options.patterns = p;
    p->patience_seconds = patience;
    if (has_larger)
        check_status(c, ctx,
            kg_tiles_patterns_create(
                &p->larger, ctx, &puzzle, &(kg_tiles_patterns_options){"1,2,3,4/5,6,7,8", NULL, 1}),
            KG_OK);
    for (int again = 0; again < 2; again++) {
        kg_tiles *answer = NULL;

        check_status(c, ctx, kg_tiles_find(&answer, ctx, &puzzle, &options), KG_OK);
        check_number(c, ctx, "length", kg_tiles_length(answer), 31);
        if (path[0] + path[1] + path[2])
            check_equal(c, ctx, "canonical", kg_tiles_moves(answer), path, 31, 1);
        memcpy(path, kg_tiles_moves(answer), kg_tiles_length(answer));
        kg_tiles_destroy(answer);
    }
    check_number(c, ctx, "built", p->larger && p->larger->built, has_larger && patience < 1);
    check_number(c, ctx, "largest", p->largest, !has_larger && patience < 1);
    kg_tiles_patterns_destroy(p);
}

/* A search that turns to larger databases, before its first iteration or within one. */
static void test_larger(check *c)
{
    static const double patience[] = {0, 1e-4, 1e9};
    uint8_t path[32] = {0};

    for (int k = 0; k < c->contexts; k++)
        for (size_t i = 0; i < sizeof patience / sizeof *patience; i++) {
            check_larger(c, c->context[k], patience[i], false, path);
            check_larger(c, c->context[k], patience[i], true, path);
        }
}

/* The partitions of a 24-puzzle into patterns of 8. */
static void test_eights(check *c)
{
    static const char *const expected[] = {
        "1,2,5,6,7,10,11,12/3,4,8,9,13,14,18,19/15,16,17,20,21,22,23,24+"
        "1,2,3,4,6,7,8,9/5,10,11,15,16,20,21,22/12,13,14,17,18,19,23,24",
        "13,14,15,18,19,20,23,24/6,7,11,12,16,17,21,22/1,2,3,4,5,8,9,10+"
        "16,17,18,19,21,22,23,24/3,4,5,9,10,14,15,20/1,2,6,7,8,11,12,13"};
    kg_context *ctx = c->context[0];

    for (unsigned last = 0; last < 2; last++) {
        kg_tiles_puzzle puzzle = {.width = 5, .height = 5};
        kg_tiles_patterns *p = NULL;

        for (unsigned i = 0; i < 25; i++)
            puzzle.target[i] = (uint8_t)((i + last) % 25);
        check_say(c, "blank %s", last ? "last" : "first");
        check_status(c, ctx,
            kg_tiles_patterns_create(&p, ctx, &puzzle, &(kg_tiles_patterns_options){.later = 1}),
            KG_OK);
        if (check_status(c, ctx, kg__tiles_patterns_make_larger(p, 2), KG_OK) &&
            strcmp(p->larger->partition, expected[last]) != 0)
            check_fail(c, ctx, "partitions '%s'", p->larger->partition);
        kg_tiles_patterns_destroy(p);
    }
}

/* Compares the number of entries of a table of 8 tiles. */
static void check_entries(
    check *c, kg_context *ctx, const kg_tiles_puzzle *puzzle, uint64_t expected)
{
    kg__pattern_board board = {.places = 25};
    kg__pattern_shape shape;

    for (unsigned i = 0; i < board.places; i++)
        for (unsigned move = 0; move < 4; move++) {
            const unsigned to = board_neighbour(puzzle, i, move);

            board.near[i] |= to == CELLS ? 0 : 1u << to;
        }
    if (check_status(c, ctx, kg__pattern_shape_make(ctx, &shape, &board, 8), KG_OK))
        check_number(c, ctx, "entries", (uint64_t)shape.blocks * shape.view.orders, expected);
    kg__pattern_shape_free(ctx, &shape);
}

/* The entries at each distance of the tables that divide a 24-puzzle into eights, as R. Clausecker
 * published them (github.com/clausecker/24puzzle, doc/8-8-8). Each has 87,358,400,640 entries, so a
 * GPU builds them. */
static void test_published(check *c)
{
    static const uint64_t published[3][50] = {
        {1, 2, 4, 18, 104, 490, 2086, 8186, 29463, 100060, 315889, 944422, 2636994, 6994492,
            17505912, 41751488, 94017603, 200556334, 401724084, 756713370, 1332374499, 2195428254,
            3371141432, 4826085376, 6417787592, 7927746840, 9070115230, 9617642082, 9434335505,
            8576519764, 7214079806, 5625300258, 4054430789, 2704618046, 1661055971, 939594234,
            484977426, 228583360, 97316859, 37499774, 12898174, 4027624, 1152493, 299942, 71172,
            14928, 2112, 96},
        {1, 6, 23, 102, 373, 1316, 4335, 14147, 44180, 134167, 386132, 1065628, 2776449, 6911575,
            16262897, 36473496, 77365883, 156047200, 297581377, 538472231, 920830351, 1492041186,
            2283703985, 3306782837, 4516732139, 5823109792, 7064483819, 8066692043, 8644010945,
            8697735402, 8198502525, 7251497396, 6009149161, 4679069607, 3419095852, 2352779477,
            1520817620, 925887575, 527637508, 281648126, 139143272, 63527982, 26202538, 9696490,
            3077033, 819975, 161110, 21684, 1692},
        {1, 6, 24, 118, 489, 1876, 6496, 21522, 66764, 200562, 572353, 1576578, 4123044, 10327044,
            24501808, 55421342, 118493851, 240177708, 458494897, 826203593, 1399577395, 2232055195,
            3339274851, 4687019591, 6149312169, 7539253237, 8611474875, 9170474963, 9086685942,
            8393779441, 7219341764, 5798086536, 4343422313, 3045419228, 1994198410, 1223031342,
            698530021, 371915686, 182510263, 82352749, 33443017, 12118215, 3753289, 968820, 185352,
            24088, 1812}};
    const kg_tiles_patterns_options wish = {
        .partition = "1,2,5,6,7,10,11,12/3,4,8,9,13,14,19,24/15,16,17,18,20,21,22,23"};
    kg_tiles_puzzle puzzle = {.width = 5, .height = 5};
    uint64_t all = 0;

    board_in_order(puzzle.target, CELLS);
    for (unsigned d = 0; d < sizeof published[0] / sizeof *published[0]; d++)
        all += published[0][d];
    for (int k = 0; k < c->contexts; k++) {
        kg_context *ctx = c->context[k];
        kg_tiles_patterns *p = NULL;
        size_t free_bytes = 0;

        check_entries(c, ctx, &puzzle, all);
        if (strcmp(c->backend, "cpu") == 0 || check_is_small() ||
            kg__memory(ctx)->available(ctx, &free_bytes) != KG_OK || free_bytes < EIGHTS_BYTES)
            continue;
        if (check_status(c, ctx, kg_tiles_patterns_create(&p, ctx, &puzzle, &wish), KG_OK))
            for (unsigned i = 0; i < 3; i++)
                check_equal(c, ctx, "entries at each distance", p->database[i].count, published[i],
                    sizeof published[i] / sizeof *published[i], sizeof *published[i]);
        kg_tiles_patterns_destroy(p);
    }
}

/* A search that must stop while it builds the databases, and one that builds them after all. */
static void test_stopped(check *c)
{
    kg_tiles_puzzle puzzle = {3, 3, {8, 6, 7, 2, 5, 4, 3, 0, 1}, {1, 2, 3, 4, 5, 6, 7, 8, 0}};
    const volatile int stop = 1;

    for (int k = 0; k < c->contexts; k++) {
        kg_context *ctx = c->context[k];
        kg_tiles_options options = {.heuristic = KG_TILES_PATTERN, .stop = &stop};
        kg_tiles *answer = NULL;

        check_status(c, ctx,
            kg_tiles_patterns_create(&options.patterns, ctx, &puzzle,
                &(kg_tiles_patterns_options){"1,2,3,4/5,6,7,8", NULL, 1}),
            KG_OK);
        check_status(c, ctx, kg_tiles_find(&answer, ctx, &puzzle, &options), KG_LIMIT);
        check_number(c, ctx, "built", options.patterns->built, 0);
        check_number(c, ctx, "a bound",
            kg_tiles_bound(answer) >= board_estimate(&puzzle, puzzle.start) &&
                kg_tiles_bound(answer) <= 31,
            1);
        kg_tiles_destroy(answer);
        options.stop = NULL;
        check_status(c, ctx, kg_tiles_find(&answer, ctx, &puzzle, &options), KG_OK);
        check_number(c, ctx, "length", kg_tiles_length(answer), 31);
        kg_tiles_destroy(answer);
        kg_tiles_patterns_destroy(options.patterns);
    }
}

static kg_status build_and_find(kg_context *ctx, const kg_tiles_puzzle *puzzle, const char *folder)
{
    kg_tiles_options options = {.heuristic = KG_TILES_PATTERN};
    kg_tiles *answer = NULL;
    kg_status status = kg_tiles_patterns_create(&options.patterns, ctx, puzzle,
        &(kg_tiles_patterns_options){.partition = "1,2,3,4/5,6,7,8", .folder = folder});

    if (status == KG_OK)
        status = kg_tiles_find(&answer, ctx, puzzle, &options);
    kg_tiles_destroy(answer);
    kg_tiles_patterns_destroy(options.patterns);
    return status;
}

static void test_failures(check *c)
{
    const kg_tiles_puzzle puzzle = {3, 3, {8, 6, 7, 2, 5, 4, 3, 0, 1}, {1, 2, 3, 4, 5, 6, 7, 8, 0}};

    for (int k = 0; k < c->contexts; k++)
        CHECK_ALLOCATIONS(c, c->context[k], build_and_find(c->context[k], &puzzle, NULL));
}

/* Reads the whole file. */
static unsigned char *slurp(const char *path, size_t *size)
{
    FILE *file = fopen(path, "rb");
    unsigned char *bytes;

    if (!file)
        return NULL;
    fseek(file, 0, SEEK_END);
    *size = (size_t)ftell(file);
    rewind(file);
    bytes = check_array(*size, 1);
    *size = fread(bytes, 1, *size, file);
    fclose(file);
    return bytes;
}

static void put(const char *path, const unsigned char *bytes, size_t size)
{
    FILE *file = fopen(path, "wb");

    if (file) {
        fwrite(bytes, 1, size, file);
        fclose(file);
    }
}

/* Any byte that is wrong is found, and so is a file that is cut, and one of another pattern. */
static void check_damage(
    check *c, kg_context *ctx, const kg_tiles_puzzle *puzzle, const char *folder, const char *path)
{
    size_t size = 0;
    unsigned char *bytes = slurp(path, &size);

    if (!bytes) {
        check_fail(c, ctx, "there is no file %s", path);
        return;
    }
    for (size_t i = 0; i < size; i += i < 64 ? 1 : 97) {
        bytes[i] ^= 4;
        put(path, bytes, size);
        check_say(c, "byte %zu of %zu", i, size);
        check_status(c, ctx, build_and_find(ctx, puzzle, folder), KG_FORMAT);
        bytes[i] ^= 4;
    }
    put(path, bytes, size - 1);
    check_say(c, "cut");
    check_status(c, ctx, build_and_find(ctx, puzzle, folder), KG_FORMAT);
    put(path, bytes, 10);
    check_status(c, ctx, build_and_find(ctx, puzzle, folder), KG_FORMAT);
    put(path, bytes, size);
    check_say(c, "whole again");
    check_status(c, ctx, build_and_find(ctx, puzzle, folder), KG_OK);
    free(bytes);
}

static void test_files(check *c)
{
    const kg_tiles_puzzle puzzle = {3, 3, {8, 6, 7, 2, 5, 4, 3, 0, 1}, {1, 2, 3, 4, 5, 6, 7, 8, 0}};
    char folder[] = "/tmp/konig-patterns-XXXXXX", path[2][96];

    if (!mkdtemp(folder)) {
        check_fail(c, c->context[0], "no folder %s", folder);
        return;
    }
    for (int i = 0; i < 2; i++)
        snprintf(
            path[i], sizeof path[i], "%s/tiles-3x3-8-%s.kpat", folder, i ? "4.5.6.7" : "0.1.2.3");
    for (int k = 0; k < c->contexts; k++) {
        check_status(c, c->context[k], build_and_find(c->context[k], &puzzle, folder), KG_OK);
        check_status(c, c->context[k], build_and_find(c->context[k], &puzzle, folder), KG_OK);
        CHECK_ALLOCATIONS(c, c->context[k], build_and_find(c->context[k], &puzzle, folder));
    }
    check_damage(c, c->context[0], &puzzle, folder, path[0]);
    for (int i = 0; i < 2; i++)
        remove(path[i]);
    check_say(c, "no such folder");
    check_status(c, c->context[0],
        build_and_find(c->context[0], &puzzle, "/tmp/konig-patterns-none/at-all"),
        KG_CANNOT_CREATE);
    rmdir(folder);
}

static void test_arguments(check *c)
{
    static const char *const wrong[] = {"", "1", "1,2,3,4,5,6,7", "1,2,3,4/5,6,7,8,",
        "1,2,3,4/5,6,7/8/9", "0,1,2,3/4,5,6,7,8", "1,2,3,4/4,5,6,7,8", "1,2,3,4//5,6,7,8",
        "1 2 3 4/5,6,7,8", "1,2,3,x/5,6,7,8", "1,2,3,-4/5,6,7,8", "1,2,3,4/5,6,7,8/",
        "1,2,3,4/5,6,7,8+", "+1,2,3,4/5,6,7,8", "1,2,3,4/5,6,7,8+1,2,3,4/5,6,7"};
    static const char many[] = "1,2,3,4/5,6,7,8+1,2,3,5/4,6,7,8+1,2,3,6/4,5,7,8+1,2,3,7/4,5,6,8+"
                               "1,2,3,8/4,5,6,7";
    kg_tiles_puzzle puzzle = {3, 3, {8, 6, 7, 2, 5, 4, 3, 0, 1}, {1, 2, 3, 4, 5, 6, 7, 8, 0}};
    kg_context *ctx = c->context[0];
    kg_tiles_patterns *patterns = NULL;
    kg_tiles *answer;

    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        check_say(c, "partition '%s'", wrong[i]);
        check_status(c, ctx,
            kg_tiles_patterns_create(
                &patterns, ctx, &puzzle, &(kg_tiles_patterns_options){.partition = wrong[i]}),
            KG_ARGUMENT);
        check_number(c, ctx, "none", patterns == NULL, 1);
    }
    check_say(c, "too many partitions"); /* 5, and their mirror images */
    check_status(c, ctx,
        kg_tiles_patterns_create(
            &patterns, ctx, &puzzle, &(kg_tiles_patterns_options){.partition = many}),
        KG_UNSUPPORTED);
    check_number(c, ctx, "none", patterns == NULL, 1);
    check_say(c, "no databases");
    check_status(c, ctx,
        kg_tiles_find(&answer, ctx, &puzzle, &(kg_tiles_options){.heuristic = KG_TILES_PATTERN}),
        KG_ARGUMENT);
    check_say(c, "another target");
    if (!check_status(c, ctx, kg_tiles_patterns_create(&patterns, ctx, &puzzle, NULL), KG_OK))
        return;
    puzzle.target[0] = 2;
    puzzle.target[1] = 1;
    puzzle.start[0] = 6;
    puzzle.start[1] = 8;
    check_status(c, ctx,
        kg_tiles_find(&answer, ctx, &puzzle,
            &(kg_tiles_options){.heuristic = KG_TILES_PATTERN, .patterns = patterns}),
        KG_ARGUMENT);
    kg_tiles_patterns_destroy(patterns);
    check_say(c, "no board");
    puzzle.target[0] = 1;
    check_status(c, ctx, kg_tiles_patterns_create(&patterns, ctx, &puzzle, NULL), KG_ARGUMENT);
    check_say(c, "a large board");
    puzzle.width = 9;
    check_status(c, ctx, kg_tiles_patterns_create(&patterns, ctx, &puzzle, NULL), KG_ARGUMENT);
}

const check_case check_patterns_cases[] = {
    {"patterns.values", test_values, NULL, 0},
    {"patterns.small", test_small, NULL, 0},
    {"patterns.large", test_large, NULL, 0},
    {"patterns.auto", test_auto, NULL, 0},
    {"patterns.larger", test_larger, NULL, 0},
    {"patterns.eights", test_eights, NULL, 0},
    {"patterns.published", test_published, NULL, 0},
    {"patterns.limits", test_limits, NULL, 0},
    {"patterns.stopped", test_stopped, NULL, 0},
    {"patterns.failures", test_failures, NULL, 0},
    {"patterns.files", test_files, NULL, 0},
    {"patterns.arguments", test_arguments, NULL, 0},
    {NULL, NULL, NULL, 0},
};
