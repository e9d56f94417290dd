/*
 * Detours: ways of the blank that a search need not take.
 *
 * A detour is a sequence of moves that leads to the same arrangement as a shorter sequence, or as
 * one of equal length that comes before it in canonical order. A shortest solution has none, if it
 * is canonical. So a search that makes no detour finds a solution wherever there is one, and meets
 * fewer states again. To undo a move is the shortest detour. The next ones have 6 moves: half of a
 * cycle of three tiles.
 *
 * A machine follows a search and knows which moves complete a detour. Its state is the blank's cell
 * and the last moves that a detour can begin with.
 *
 * L. Taylor and R. Korf, "Pruning duplicate nodes in depth-first search", AAAI 1993.
 */
#ifndef KG_TILES_DETOURS_H
#define KG_TILES_DETOURS_H

#include "tiles.h"

#define KG__TILES_DETOUR UINT32_MAX

typedef struct kg__detours {
    uint32_t states;
    unsigned length; /* the most moves of a detour that the machine knows; 0: not made yet */
    /* [states][KG__TILES_MOVES] the next state, or KG__TILES_DETOUR, also if there is no such move.
     * State c, for each cell c, is that of the blank on c before the first move. */
    uint32_t *next;
} kg__detours;

/*
 * Makes the machine of a board.
 *
 * d       [in, out] zeros, or a machine, which is freed.
 * p       [in] its sides and moves; the arrangements do not matter.
 * length  [in] at least 2, at most KG__DETOURS_LENGTH.
 * KG_MEMORY. A board of 5 x 5 has 180 states for 2 moves, 1,796 for 8, 10,745 for 10, 53,523 for 12
 * and takes 1 ms, 20 ms, 0.1 s, 0.6 s and 150 MB to make them.
 */
enum { KG__DETOURS_LENGTH = 14 };

kg_status kg__detours_make(kg_context *ctx, kg__detours *d, const kg__tiles *p, unsigned length);

/* The state of a search that begins with the blank on a cell, to which a move led, or
 * KG__TILES_ROOT. */
KG__INLINE uint32_t kg__detours_begin(
    const uint32_t *next, const kg__tiles *p, unsigned blank, unsigned last)
{
    return last == KG__TILES_ROOT ? blank : next[KG__TILES_MOVES * p->cell[blank][3 - last] + last];
}

#endif
