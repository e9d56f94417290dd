/* Detours of sliding puzzles, against breadth-first searches on plain arrays. */
#include "search/tiles/detours.h"
#include "tiles_oracle.h"
#include <stdlib.h>
#include <string.h>

/* Walks without detours from the start of a puzzle. */
typedef struct walks {
    check *c;
    kg_context *ctx;
    const kg__tiles *problem;
    const kg__detours *detours;
    kg_tiles_puzzle puzzle;  /* its target is where the walk is */
    const uint8_t *distance; /* from the start */
    unsigned most;
    uint8_t move[32];
    uint8_t *met; /* [arrangements] whether a walk as long as the distance has ended there */
} walks;

/* All walks of at most `length` moves that the machine knows are canonical and shortest, and end at
 * different arrangements. */
static void follow(walks *w, uint32_t state, unsigned length)
{
    const kg_tiles_puzzle *puzzle = &w->puzzle;
    const unsigned blank = board_find_blank(puzzle->target);
    const uint32_t number = board_number_of(puzzle->target, board_cells_of(puzzle));

    if (length <= w->detours->length) {
        uint8_t canonical[FAR];

        check_number(w->c, w->ctx, "the moves of a walk", length, w->distance[number]);
        check_number(w->c, w->ctx, "met before", w->met[number], 0);
        board_canonical(canonical, puzzle, w->distance);
        check_equal(w->c, w->ctx, "a canonical walk", w->move, canonical, length, 1);
    }
    if (length == w->distance[number])
        w->met[number] = 1;
    for (unsigned move = 0; length < w->most && move < 4; move++) {
        const unsigned to = board_neighbour(puzzle, blank, move);
        const uint32_t next = w->detours->next[KG__TILES_MOVES * state + move];

        if (next == KG__TILES_DETOUR)
            continue;
        if (to == CELLS || next >= w->detours->states) {
            check_fail(w->c, w->ctx, "state %u: a wrong move %u", state, move);
            return;
        }
        w->move[length] = (uint8_t)move;
        w->puzzle.target[blank] = w->puzzle.target[to];
        w->puzzle.target[to] = 0;
        follow(w, next, length + 1);
        w->puzzle.target[to] = w->puzzle.target[blank];
        w->puzzle.target[blank] = 0;
    }
}

/* No arrangement of at most `most` moves is lost. */
static void check_detours(
    check *c, kg_context *ctx, unsigned width, unsigned height, unsigned length, unsigned most)
{
    walks w = {.c = c, .ctx = ctx, .most = most, .puzzle = {.width = width, .height = height}};
    const uint32_t all = board_factorial(width * height);
    kg__tiles problem;
    kg__detours detours = {.next = NULL};
    uint64_t state = c->seed;
    uint8_t *distance, *met = check_array(all, 1);

    board_in_order(w.puzzle.target, width * height);
    board_wander(&w.puzzle, w.puzzle.target, length, &state);
    memcpy(w.puzzle.start, w.puzzle.target, CELLS);
    kg__tiles_make(&problem, &w.puzzle, false);
    distance = board_distances(&w.puzzle, w.puzzle.start);
    memset(met, 0, all);
    w.problem = &problem;
    w.detours = &detours;
    w.distance = distance;
    w.met = met;
    check_say(c, "%ux%u, detours of %u moves", width, height, length);
    if (check_status(c, ctx, kg__detours_make(ctx, &detours, &problem, length), KG_OK)) {
        follow(&w, board_find_blank(w.puzzle.start), 0);
        for (uint32_t i = 0; i < all; i++)
            if (distance[i] <= most)
                check_number(c, ctx, "met", met[i], 1);
    }
    kg__free(ctx, detours.next);
    free(distance);
    free(met);
}

static void test_detours(check *c)
{
    static const uint8_t board[][2] = {{2, 2}, {3, 2}, {2, 4}, {3, 3}};

    for (size_t i = 0; i < sizeof board / sizeof *board; i++)
        for (unsigned length = 2; length <= 10; length += 2)
            check_detours(c, c->context[0], board[i][0], board[i][1], length,
                check_is_small() ? 12
                : length < 6     ? 14
                                 : 18);
}

const check_case check_detours_cases[] = {
    {"patterns.detours", test_detours, NULL, 0},
    {NULL, NULL, NULL, 0},
};
