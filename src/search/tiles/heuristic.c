/*
 * Sliding puzzles: Manhattan distance and linear conflicts. The heuristic of the start, and the
 * tables by which the search looks up moves and what they do to it. tiles_state_tmpl.h uses these
 * tables, and counts the conflicts of the line that a tile enters or leaves.
 *
 * Linear conflict: O. Hansson, A. Mayer, M. Yung, "Criticizing solutions to relaxed models yields
 * powerful admissible heuristics", Information Sciences 63, 1992.
 */
#include "tiles.h"
#include <stdlib.h>
#include <string.h>

/* ---- tables ---------------------------------------------------------------------------------- */

static void make_moves(kg__tiles *p)
{
    for (unsigned b = 0; b < p->cells; b++) {
        uint8_t cells[KG_TILES_CELLS];

        for (unsigned move = 0; move < KG__TILES_MOVES; move++) {
            memset(cells, 1, sizeof cells);
            cells[b] = 0;
            if (!kg_tiles_slide(cells, p->width, p->height, move))
                continue;
            p->cell[b][move] = (uint8_t)((uint8_t *)memchr(cells, 0, p->cells) - cells);
            for (unsigned last = 0; last <= KG__TILES_ROOT; last++)
                if (last + move != 3)
                    p->move[b][last][p->moves[b][last]++] = (uint8_t)move;
        }
    }
}

/* The effect on h of a tile's step from one line to the next. goal: the line of its target. */
static kg__tiles_effect effect(unsigned from, unsigned to, unsigned goal, bool conflicts)
{
    if (conflicts && goal == to)
        return KG__TILES_ENTERS;
    if (conflicts && goal == from)
        return KG__TILES_LEAVES;
    return abs((int)to - (int)goal) < abs((int)from - (int)goal) ? KG__TILES_FALLS
                                                                 : KG__TILES_RISES;
}

static void make_effects(kg__tiles *p, bool conflicts)
{
    for (unsigned b = 0; b < p->cells; b++)
        for (unsigned i = 0; i < p->moves[b][KG__TILES_ROOT]; i++) {
            unsigned move = p->move[b][KG__TILES_ROOT][i], c = p->cell[b][move];
            bool across = move == KG_TILES_LEFT || move == KG_TILES_RIGHT;

            for (unsigned t = 1; t < p->cells; t++)
                p->effect[t][c][move] =
                    (uint8_t)(across
                                  ? effect(c % p->width, b % p->width, p->goal[1][t], conflicts)
                                  : effect(c / p->width, b / p->width, p->goal[0][t], conflicts));
        }
}

void kg__tiles_make(kg__tiles *p, const kg_tiles_puzzle *puzzle, bool conflicts)
{
    memset(p, 0, sizeof *p);
    p->width = (uint8_t)puzzle->width;
    p->height = (uint8_t)puzzle->height;
    p->cells = (uint8_t)(p->width * p->height);
    memcpy(p->start, puzzle->start, p->cells);
    memcpy(p->target, puzzle->target, p->cells);
    for (unsigned c = 0; c < p->cells; c++) {
        p->all ^= (uint8_t)c;
        p->goal[0][p->target[c]] = (uint8_t)(c / p->width);
        p->goal[1][p->target[c]] = (uint8_t)(c % p->width);
    }
    p->goal[0][0] = p->goal[1][0] = UINT8_MAX;
    make_moves(p);
    make_effects(p, conflicts);
}

/* ---- the heuristic of the start -------------------------------------------------------------- */

/* The number of tiles that must leave a line so that its others can pass each other: the tiles
 * whose targets are in this line, minus their longest subsequence that is in order. */
static unsigned line_conflicts(const uint8_t *cells, const uint8_t *goal, const uint8_t *place,
    unsigned line, unsigned first, unsigned step, unsigned length)
{
    unsigned run[KG_TILES_CELLS], tiles = 0,
                                  longest = 0; /* run[i]: the longest that ends with tile i */

    for (unsigned i = 0; i < length; i++) {
        unsigned tile = cells[first + i * step];

        run[i] = 0;
        if (goal[tile] != line)
            continue;
        tiles++;
        for (unsigned j = 0; j < i; j++)
            if (run[j] > run[i] && place[cells[first + j * step]] < place[tile])
                run[i] = run[j];
        if (++run[i] > longest)
            longest = run[i];
    }
    return tiles - longest;
}

unsigned kg__tiles_heuristic(const kg__tiles *p, const kg_tiles_puzzle *puzzle, bool conflicts)
{
    uint8_t goal[KG_TILES_CELLS];
    unsigned h = 0;

    kg__tiles_invert(goal, puzzle->target, p->cells);
    for (unsigned c = 0; c < p->cells; c++)
        if (p->start[c])
            h += kg__tiles_distance(puzzle, c, goal[p->start[c]]);
    for (unsigned y = 0; conflicts && y < p->height; y++)
        h += 2 * line_conflicts(p->start, p->goal[0], p->goal[1], y, y * p->width, 1, p->width);
    for (unsigned x = 0; conflicts && x < p->width; x++)
        h += 2 * line_conflicts(p->start, p->goal[1], p->goal[0], x, x, p->width, p->height);
    return h;
}
