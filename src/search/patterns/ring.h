/*
 * Pattern databases of rings of tokens (TopSpin): the least turns that bring a few tokens with
 * consecutive numbers next to one another, in order.
 *
 * A turn reverses the tokens of a window. A pattern is the places of the tokens behind the first
 * one, counted round the ring from the place behind it. The tokens that are not in the pattern all
 * look alike. A ring looks the same from each token, so one table serves for every first token, and
 * the largest of these distances is a lower bound. Tables of permutations: J. Culberson and
 * J. Schaeffer, "Pattern databases", Computational Intelligence 14, 1998.
 */
#ifndef KG_PATTERNS_RING_H
#define KG_PATTERNS_RING_H

#include "ones.h"

typedef struct kg__ring_table {
    unsigned places, window, tokens;
    uint32_t patterns;
    uint8_t *distance; /* [patterns]; KG__RING_FAR: no turns lead there */
} kg__ring_table;

enum { KG__RING_PLACES = 25, KG__RING_FAR = 255 };

/*
 * Builds the table of the most tokens that gives at most `most` patterns.
 *
 * ring      [out] free it, also after a failure.
 * places    [in] 3 to KG__RING_PLACES.
 * window    [in] 2 to places - 1: the tokens that a turn reverses.
 * patience  [in]
 * KG_LIMIT, without a message: patience has ended. KG_CANCELLED. O(patterns * places * tokens).
 */
kg_status kg__ring_build(kg_context *ctx, kg__ring_table *ring, unsigned places, unsigned window,
    uint64_t most, const kg__patience *patience);
void kg__ring_free(kg_context *ctx, kg__ring_table *ring);

/* The number of a pattern is built up token by token: it begins as zeros. left: places that no
 * token before has; place: of the token. */
typedef struct kg__ring_number {
    uint32_t number, taken;
} kg__ring_number;

KG__INLINE kg__ring_number kg__ring_next(kg__ring_number n, unsigned left, unsigned place)
{
    n.number = n.number * left + place - kg__pattern_ones(n.taken & ((1u << place) - 1));
    n.taken |= 1u << place;
    return n;
}

#endif
