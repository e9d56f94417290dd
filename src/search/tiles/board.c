/*
 * Boards of sliding puzzles: the effect of a move, and the boards that can be reached.
 *
 * Each move is a transposition and takes the blank one cell further. So moves lead from the start
 * to the target only if the permutation between them is even exactly if the blank's distance is
 * even (W. Johnson and W. Story, "Notes on the '15' puzzle", 1879). On boards with both sides at
 * least 2 this is sufficient: all such targets can be reached.
 */
#include "tiles.h"
#include <stdlib.h>

int kg_tiles_slide(uint8_t *cells, unsigned width, unsigned height, unsigned move)
{
    unsigned blank = 0, to;

    if (!cells)
        return 0;
    while (blank < width * height && cells[blank])
        blank++;
    if (blank == width * height || move > KG_TILES_DOWN || (move == KG_TILES_UP && blank < width) ||
        (move == KG_TILES_LEFT && blank % width == 0) ||
        (move == KG_TILES_RIGHT && blank % width == width - 1) ||
        (move == KG_TILES_DOWN && blank / width == height - 1))
        return 0;
    to = move == KG_TILES_UP      ? blank - width
         : move == KG_TILES_LEFT  ? blank - 1
         : move == KG_TILES_RIGHT ? blank + 1
                                  : blank + width;
    cells[blank] = cells[to];
    cells[to] = 0;
    return 1;
}

void kg__tiles_invert(uint8_t *cell, const uint8_t *cells, unsigned n)
{
    for (unsigned c = 0; c < n; c++)
        cell[cells[c]] = (uint8_t)c;
}

unsigned kg__tiles_distance(const kg_tiles_puzzle *puzzle, unsigned a, unsigned b)
{
    int w = (int)puzzle->width;

    return (unsigned)(abs((int)a % w - (int)b % w) + abs((int)a / w - (int)b / w));
}

bool kg__tiles_is_solvable(const kg_tiles_puzzle *puzzle)
{
    unsigned n = puzzle->width * puzzle->height, odd;
    uint8_t start[KG_TILES_CELLS], goal[KG_TILES_CELLS];
    uint32_t seen = 0;

    kg__tiles_invert(start, puzzle->start, n);
    kg__tiles_invert(goal, puzzle->target, n);
    odd = kg__tiles_distance(puzzle, start[0], goal[0]) + n;
    for (unsigned c = 0; c < n; c++) /* the parity of a permutation: n minus its number of cycles */
        for (unsigned at = c; !(seen >> at & 1); at = goal[puzzle->start[at]]) {
            odd += at == c;
            seen |= 1u << at;
        }
    return odd % 2 == 0;
}

kg_status kg__tiles_check_board(
    kg_context *ctx, const kg_tiles_puzzle *puzzle, const uint8_t *cells, const char *name)
{
    unsigned n = puzzle->width * puzzle->height;
    uint32_t seen = 0;

    if (puzzle->width < 2 || puzzle->height < 2 || puzzle->width > KG_TILES_CELLS ||
        puzzle->height > KG_TILES_CELLS || n > KG_TILES_CELLS)
        return kg__fail(ctx, KG_ARGUMENT,
            "a board of %u x %u: expected sides of at least 2 and at most %d cells", puzzle->width,
            puzzle->height, KG_TILES_CELLS);
    for (unsigned c = 0; c < n; c++) {
        if (cells[c] >= n || seen >> cells[c] & 1)
            return kg__fail(ctx, KG_ARGUMENT,
                "the %s has %u on cell %u: expected each of 0 to %u once", name, cells[c], c,
                n - 1);
        seen |= 1u << cells[c];
    }
    return KG_OK;
}
