/*
 * The sliding puzzle as a search problem: states, moves, and the effect of a move on the heuristic.
 * Small inline functions that a backend includes, in C or in CUDA.
 *
 * A state is one integer. It has a field for the tile of each cell except the last, whose tile is
 * the one that no other cell has. The bits above the fields hold four flags:
 *
 *     narrow  64 bits: up to 16 cells of 4 bits; flags in bits 60 to 63
 *     wide   128 bits: up to 25 cells of 5 bits; flags in bits 120 to 123
 *
 * Flags: bits 0 to 2 the move that led here (KG__TILES_ROOT: none), bit 3 the parity of the layer
 * in which the state was met. No state is all zeros, so zero stands for "no state".
 *
 * Every move changes h by one. With the Manhattan distance the reason is that one tile moves by one
 * cell. With linear conflicts the reason is that this heuristic is consistent and each conflict
 * counts two. So a child has the f of its parent if h falls, and two more if h rises. Neither g nor
 * h must be known to decide which.
 */
#ifndef KG_TILES_H
#define KG_TILES_H

#include "../../base/base.h"
#include <konig/tiles.h>

/* A backend whose compiler needs other keywords defines these before it includes this header. */
#ifndef KG__INLINE
#define KG__INLINE static inline
#endif
#ifndef KG__LOWEST_BIT
#define KG__LOWEST_BIT(word) ((unsigned)__builtin_ctzll(word)) /* of a word that is not 0 */
#endif

enum {
    KG__TILES_MOVES = 4,
    KG__TILES_ROOT = 4,   /* says instead of a move that the state is the start */
    KG__TILES_PARITY = 8, /* the flag of a layer with an odd number */
    KG__TILES_NARROW_CELLS = 16
};

/* The effect of a tile's step on h. If the tile enters or leaves the line of its target, the effect
 * depends on the other tiles of the line. */
typedef enum kg__tiles_effect {
    KG__TILES_FALLS = 0,
    KG__TILES_RISES = 1,
    KG__TILES_ENTERS = 2, /* enters its target's row or column */
    KG__TILES_LEAVES = 3
} kg__tiles_effect;

/* A puzzle with its tables. It has no pointers, so a copy of its bytes works on a device. */
typedef struct kg__tiles {
    uint8_t width, height, cells;
    uint8_t all; /* exclusive or of the numbers of all tiles */
    uint8_t start[KG_TILES_CELLS], target[KG_TILES_CELLS];
    uint8_t goal[2][KG_TILES_CELLS]; /* each tile's row and column in the target; none for the
                                        blank */
    /* The number of the blank's moves, and the moves, by its cell and by the move that led it
     * there. The move that would undo that move is left out. */
    uint8_t moves[KG_TILES_CELLS][KG__TILES_MOVES + 1];
    uint8_t move[KG_TILES_CELLS][KG__TILES_MOVES + 1][KG__TILES_MOVES];
    uint8_t cell[KG_TILES_CELLS][KG__TILES_MOVES];                   /* where a move takes the
                                                                        blank */
    uint8_t effect[KG_TILES_CELLS][KG_TILES_CELLS][KG__TILES_MOVES]; /* [tile][its cell][move] */
} kg__tiles;

/* The cell of each tile. cell: [out] [n]; cells: [in] [n] a board. */
void kg__tiles_invert(uint8_t *cell, const uint8_t *cells, unsigned n);

/* Steps between two cells of a board. */
unsigned kg__tiles_distance(const kg_tiles_puzzle *puzzle, unsigned a, unsigned b);

/* Returns whether the target can be reached from the start. Each must hold every tile once. */
bool kg__tiles_is_solvable(const kg_tiles_puzzle *puzzle);

/* KG_ARGUMENT: illegal sides, or not a board. name: "start" or "target". */
kg_status kg__tiles_check_board(
    kg_context *ctx, const kg_tiles_puzzle *puzzle, const uint8_t *cells, const char *name);

/* KG_ARGUMENT: illegal sides, or not boards. KG_NO_SOLUTION: the target cannot be reached. */
kg_status kg__tiles_check(kg_context *ctx, const kg_tiles_puzzle *puzzle);

/* Makes the tables of a puzzle. conflicts: whether h counts linear conflicts. */
void kg__tiles_make(kg__tiles *p, const kg_tiles_puzzle *puzzle, bool conflicts);

/* The heuristic of the start. conflicts: as for kg__tiles_make(), which has made p. */
unsigned kg__tiles_heuristic(const kg__tiles *p, const kg_tiles_puzzle *puzzle, bool conflicts);

static inline bool kg__tiles_is_wide(const kg__tiles *p)
{
    return p->cells > KG__TILES_NARROW_CELLS;
}

#define KG__TILES_STATE       uint64_t
#define KG__TILES_HIGH(state) 0 /* the bits above the lowest 64 */
#define KG__TILES_BITS        4
#define KG__TILES_LAST        60 /* where the last field begins, or in a packed state the flags */
#define KG__TILES_(name)      kg__tiles_##name##_narrow
#include "tiles_state_tmpl.h"

#define KG__TILES_STATE       unsigned __int128
#define KG__TILES_HIGH(state) (uint64_t)((state) >> 64)
#define KG__TILES_BITS        5
#define KG__TILES_LAST        120
#define KG__TILES_(name)      kg__tiles_##name##_wide
#include "tiles_state_tmpl.h"

#endif
