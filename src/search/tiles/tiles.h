/*
 * The sliding puzzle as a problem to search: states, moves, what a move does to the heuristic.
 * Small inline functions that a backend includes, in C or in CUDA.
 *
 * A state is one integer with a field for each cell but the last, whose tile is the one left over;
 * the bits above hold four flags:
 *
 *     narrow  64 bits: up to 16 cells of 4 bits; flags in bits 60 to 63
 *     wide   128 bits: up to 25 cells of 5 bits; flags in bits 120 to 123
 *
 * Flags: bits 0 to 2 the move that led here (KG__TILES_ROOT: none), bit 3 the parity of the layer
 * in which it was met. As no state is all zeros, zero means none.
 *
 * Every move changes the heuristic by one. Manhattan distance: one tile goes one cell. Linear
 * conflict: it is consistent, and each conflict counts two. So a child's f is its parent's (h
 * falls) or two more (h rises), and which of the two needs neither g nor h.
 */
#ifndef KG_TILES_H
#define KG_TILES_H

#include "../../base/base.h"
#include <konig/tiles.h>

/* What a backend whose compiler needs other words defines before this header. */
#ifndef KG__INLINE
#define KG__INLINE static inline
#endif
#ifndef KG__LOWEST_BIT
#define KG__LOWEST_BIT(word) ((unsigned)__builtin_ctzll(word)) /* of a word that is not 0 */
#endif

enum {
    KG__TILES_MOVES = 4,
    KG__TILES_ROOT = 4,   /* in a state's place for a move: none led here */
    KG__TILES_PARITY = 8, /* the flag of a layer with an odd number */
    KG__TILES_NARROW_CELLS = 16
};

/* What a tile's step does to the heuristic. Of the last two it depends on the others in the line
 * that the tile belongs to. */
typedef enum kg__tiles_effect {
    KG__TILES_FALLS = 0,
    KG__TILES_RISES = 1,
    KG__TILES_ENTERS = 2, /* its target's row or column */
    KG__TILES_LEAVES = 3
} kg__tiles_effect;

/* A puzzle with its tables. All bytes, so that it can be copied to wherever it is read. */
typedef struct kg__tiles {
    uint8_t width, height, cells;
    uint8_t all; /* the labels of all tiles, joined by exclusive or */
    uint8_t start[KG_TILES_CELLS], target[KG_TILES_CELLS];
    uint8_t home[2][KG_TILES_CELLS]; /* each tile's row and column in the target; the blank: none */
    /* The moves of a blank, by its cell and the move that led it there, which is not taken back. */
    uint8_t moves[KG_TILES_CELLS][KG__TILES_MOVES + 1];
    uint8_t move[KG_TILES_CELLS][KG__TILES_MOVES + 1][KG__TILES_MOVES];
    uint8_t cell[KG_TILES_CELLS][KG__TILES_MOVES];                   /* where a move takes it */
    uint8_t effect[KG_TILES_CELLS][KG_TILES_CELLS][KG__TILES_MOVES]; /* of tile, its cell, move */
} kg__tiles;

/* Where each tile lies. cell: [n], of as many cells. */
void kg__tiles_invert(uint8_t *cell, const uint8_t *cells, unsigned n);

/* Steps between two cells of a board. */
unsigned kg__tiles_distance(const kg_tiles_puzzle *puzzle, unsigned a, unsigned b);

/* Whether the target can be reached from the start, of which each holds every tile once. */
bool kg__tiles_is_solvable(const kg_tiles_puzzle *puzzle);

static inline bool kg__tiles_is_wide(const kg__tiles *p)
{
    return p->cells > KG__TILES_NARROW_CELLS;
}

#define KG__TILES_STATE       uint64_t
#define KG__TILES_HIGH(state) 0 /* the bits above the lowest 64 */
#define KG__TILES_BITS        4
#define KG__TILES_LAST        60 /* where the last field begins, in a packed state the flags */
#define KG__TILES_(name)      kg__tiles_##name##_narrow
#include "tiles_state_tmpl.h"

#define KG__TILES_STATE       unsigned __int128
#define KG__TILES_HIGH(state) (uint64_t)((state) >> 64)
#define KG__TILES_BITS        5
#define KG__TILES_LAST        120
#define KG__TILES_(name)      kg__tiles_##name##_wide
#include "tiles_state_tmpl.h"

#endif
