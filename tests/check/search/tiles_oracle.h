/*
 * The oracle of sliding puzzles: shortest solutions by simple searches on plain arrays.
 */
#ifndef TILES_ORACLE_H
#define TILES_ORACLE_H

#include "check.h"

enum { CELLS = KG_TILES_CELLS, FAR = 255, NO_MOVE = 4 };

/* How many cells a board has; where the blank is. */
unsigned board_cells_of(const kg_tiles_puzzle *puzzle);
unsigned board_find_blank(const uint8_t *cells);

/* Where the blank on a cell gets to, or CELLS. */
unsigned board_neighbour(const kg_tiles_puzzle *puzzle, unsigned blank, unsigned move);

/* Tiles in order, and in any order. */
void board_in_order(uint8_t *cells, unsigned n);
void board_shuffle(uint8_t *cells, unsigned n, uint64_t *state);

/* Moves the blank at random, never back. */
void board_wander(const kg_tiles_puzzle *puzzle, uint8_t *cells, unsigned steps, uint64_t *state);

/* The number of an arrangement of n cells among all in lexical order, and back. */
uint32_t board_number_of(const uint8_t *cells, unsigned n);
void board_arrangement(uint8_t *cells, uint32_t number, unsigned n);
uint32_t board_factorial(unsigned n);

/* The distance of each arrangement from cells, FAR where there is no way. Free with free(). */
uint8_t *board_distances(const kg_tiles_puzzle *puzzle, const uint8_t *cells);

/* The canonical solution, by its definition. distance: from the start. */
void board_canonical(uint8_t *moves, const kg_tiles_puzzle *puzzle, const uint8_t *distance);

/* The steps that the tiles are away from the target. */
unsigned board_estimate(const kg_tiles_puzzle *puzzle, const uint8_t *cells);

/* Whether a solution takes at most so many more moves, of which the first is not to take back the
 * last one. Tries them all. */
bool board_deepen(const kg_tiles_puzzle *puzzle, uint8_t *cells, unsigned left, unsigned last);

#endif
