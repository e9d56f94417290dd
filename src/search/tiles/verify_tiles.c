/*
 * Checks a solution of a sliding puzzle by definition, on an array of cells indexed by coordinates.
 * Shares no code with the search.
 */
#include "../../base/base.h"
#include <konig/tiles.h>
#include <stdlib.h>
#include <string.h>

/* The sum of the tiles' distances: each move takes one tile one step, so no solution is shorter. */
static size_t steps_needed(const kg_tiles_puzzle *puzzle)
{
    int width = (int)puzzle->width, n = width * (int)puzzle->height;
    size_t steps = 0;

    for (int a = 0; a < n; a++)
        for (int b = 0; b < n; b++)
            if (puzzle->start[a] && puzzle->start[a] == puzzle->target[b])
                steps += (size_t)(abs(a % width - b % width) + abs(a / width - b / width));
    return steps;
}

kg_status kg_tiles_verify(
    kg_context *context, const kg_tiles_puzzle *puzzle, const uint8_t *move, size_t length)
{
    static const int across[] = {0, -1, 1, 0}, down[] = {-1, 0, 0, 1};
    int width, height, x = 0, y = 0;
    uint8_t board[KG_TILES_CELLS];

    KG_NEED(NULL, context);
    KG_NEED(context, puzzle);
    if (length)
        KG_NEED(context, move);
    width = (int)puzzle->width;
    height = (int)puzzle->height;
    kg__begin(context);
    if (width < 2 || height < 2 || width > KG_TILES_CELLS || height > KG_TILES_CELLS ||
        width * height > KG_TILES_CELLS)
        return kg__fail(context, KG_ARGUMENT, "a board of %d x %d", width, height);
    memcpy(board, puzzle->start, sizeof board);
    while (y < height && board[y * width + x] != 0) {
        x = (x + 1) % width;
        y += x == 0;
    }
    if (y == height)
        return kg__fail(context, KG_ARGUMENT, "the start has no blank");
    for (size_t i = 0; i < length; i++) {
        int new_x = move[i] < 4 ? x + across[move[i]] : -1;
        int new_y = move[i] < 4 ? y + down[move[i]] : -1;

        if (new_x < 0 || new_x >= width || new_y < 0 || new_y >= height)
            return kg__fail(context, KG_NO_SOLUTION,
                "move %zu, %u, leaves the board from column %d, row %d", i, move[i], x, y);
        board[y * width + x] = board[new_y * width + new_x];
        board[new_y * width + new_x] = 0;
        x = new_x;
        y = new_y;
    }
    for (int c = 0; c < width * height; c++)
        if (board[c] != puzzle->target[c])
            return kg__fail(context, KG_NO_SOLUTION,
                "%zu moves leave tile %u on cell %d, where the target has %u", length, board[c], c,
                puzzle->target[c]);
    if (length < steps_needed(puzzle))
        return kg__fail(context, KG_NO_SOLUTION,
            "%zu moves cannot do: the tiles are %zu steps away", length, steps_needed(puzzle));
    return KG_OK;
}
