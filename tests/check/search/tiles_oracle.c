#include "tiles_oracle.h"
#include <stdlib.h>
#include <string.h>

/* ---- boards ---------------------------------------------------------------------------------- */

unsigned board_cells_of(const kg_tiles_puzzle *puzzle)
{
    return puzzle->width * puzzle->height;
}

unsigned board_neighbour(const kg_tiles_puzzle *puzzle, unsigned blank, unsigned move)
{
    unsigned x = blank % puzzle->width, y = blank / puzzle->width;

    switch (move) {
    case KG_TILES_UP:
        return y > 0 ? blank - puzzle->width : CELLS;
    case KG_TILES_LEFT:
        return x > 0 ? blank - 1 : CELLS;
    case KG_TILES_RIGHT:
        return x + 1 < puzzle->width ? blank + 1 : CELLS;
    default:
        return y + 1 < puzzle->height ? blank + puzzle->width : CELLS;
    }
}

unsigned board_find_blank(const uint8_t *cells)
{
    return (unsigned)((const uint8_t *)memchr(cells, 0, CELLS) - cells);
}

void board_in_order(uint8_t *cells, unsigned n)
{
    for (unsigned c = 0; c < n; c++)
        cells[c] = (uint8_t)c;
}

void board_shuffle(uint8_t *cells, unsigned n, uint64_t *state)
{
    board_in_order(cells, n);
    for (unsigned c = n; c > 1; c--) {
        unsigned other = (unsigned)(check_random(state) % c);
        uint8_t tile = cells[c - 1];

        cells[c - 1] = cells[other];
        cells[other] = tile;
    }
}

void board_wander(const kg_tiles_puzzle *puzzle, uint8_t *cells, unsigned steps, uint64_t *state)
{
    for (unsigned last = NO_MOVE; steps > 0; steps--) {
        unsigned blank = board_find_blank(cells), move, to;

        do {
            move = (unsigned)(check_random(state) % 4);
            to = board_neighbour(puzzle, blank, move);
        } while (to == CELLS || move == 3 - last);
        cells[blank] = cells[to];
        cells[to] = 0;
        last = move;
    }
}

/* ---- breadth-first search -------------------------------------------------------------------- */

uint32_t board_number_of(const uint8_t *cells, unsigned n)
{
    uint32_t number = 0;

    for (unsigned i = 0; i < n; i++) {
        uint32_t smaller = 0;

        for (unsigned j = i + 1; j < n; j++)
            smaller += cells[j] < cells[i];
        number = number * (n - i) + smaller;
    }
    return number;
}

void board_arrangement(uint8_t *cells, uint32_t number, unsigned n)
{
    for (unsigned i = n; i-- > 0;) {
        cells[i] = (uint8_t)(number % (n - i));
        number /= n - i;
        for (unsigned j = i + 1; j < n; j++)
            cells[j] = (uint8_t)(cells[j] + (cells[j] >= cells[i]));
    }
}

uint32_t board_factorial(unsigned n)
{
    return n ? n * board_factorial(n - 1) : 1;
}

uint8_t *board_distances(const kg_tiles_puzzle *puzzle, const uint8_t *cells)
{
    unsigned n = board_cells_of(puzzle);
    uint32_t *queue = check_array(board_factorial(n), sizeof *queue), begin = 0, end = 0;
    uint8_t *distance = check_array(board_factorial(n), 1);

    memset(distance, FAR, board_factorial(n));
    queue[end++] = board_number_of(cells, n);
    distance[queue[0]] = 0;
    while (begin < end) {
        uint32_t from = queue[begin++];
        uint8_t now[CELLS];
        unsigned blank;

        board_arrangement(now, from, n);
        blank = board_find_blank(now);
        for (unsigned move = 0; move < 4; move++) {
            unsigned to = board_neighbour(puzzle, blank, move);
            uint32_t number;

            if (to == CELLS)
                continue;
            now[blank] = now[to];
            now[to] = 0;
            number = board_number_of(now, n);
            now[to] = now[blank];
            now[blank] = 0;
            if (distance[number] == FAR) {
                distance[number] = (uint8_t)(distance[from] + 1);
                queue[end++] = number;
            }
        }
    }
    free(queue);
    return distance;
}

void board_canonical(uint8_t *moves, const kg_tiles_puzzle *puzzle, const uint8_t *distance)
{
    unsigned n = board_cells_of(puzzle);
    uint8_t cells[CELLS];

    memcpy(cells, puzzle->target, CELLS);
    for (unsigned g = distance[board_number_of(cells, n)]; g > 0; g--)
        for (unsigned move = 0; move < 4; move++) {
            unsigned blank = board_find_blank(cells),
                     from = board_neighbour(puzzle, blank, 3 - move);

            if (from == CELLS)
                continue;
            cells[blank] = cells[from];
            cells[from] = 0;
            if (distance[board_number_of(cells, n)] == g - 1) {
                moves[g - 1] = (uint8_t)move;
                break;
            }
            cells[from] = cells[blank];
            cells[blank] = 0;
        }
}

/* ---- iterative deepening --------------------------------------------------------------------- */

unsigned board_estimate(const kg_tiles_puzzle *puzzle, const uint8_t *cells)
{
    unsigned n = board_cells_of(puzzle), sum = 0;

    for (unsigned a = 0; a < n; a++)
        for (unsigned b = 0; b < n; b++)
            if (cells[a] && cells[a] == puzzle->target[b])
                sum += (unsigned)(abs((int)(a % puzzle->width) - (int)(b % puzzle->width)) +
                                  abs((int)(a / puzzle->width) - (int)(b / puzzle->width)));
    return sum;
}

bool board_deepen(const kg_tiles_puzzle *puzzle, uint8_t *cells, unsigned left, unsigned last)
{
    unsigned blank = board_find_blank(cells), h = board_estimate(puzzle, cells);

    if (h == 0 || h > left)
        return h == 0;
    for (unsigned move = 0; move < 4; move++) {
        unsigned to = board_neighbour(puzzle, blank, move);
        bool found;

        if (to == CELLS || move == 3 - last)
            continue;
        cells[blank] = cells[to];
        cells[to] = 0;
        found = board_deepen(puzzle, cells, left - 1, move);
        cells[to] = cells[blank];
        cells[blank] = 0;
        if (found)
            return true;
    }
    return false;
}
