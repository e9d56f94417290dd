/*
 * Sums of weights, compared exactly: a path costs straight + diagonal * sqrt(2), both whole numbers
 * of at most KG__EXACT_MOST together.
 */
#ifndef KG_GRID_EXACT_H
#define KG_GRID_EXACT_H

#include <stdbool.h>
#include <stdint.h>

typedef struct kg__exact {
    uint64_t straight, diagonal;
} kg__exact;

#define KG__EXACT_MOST (UINT64_C(1) << 62)

static inline bool kg__exact_equal(kg__exact a, kg__exact b)
{
    return a.straight == b.straight && a.diagonal == b.diagonal;
}

/* Returns whether a < b. s < d * sqrt(2) is decided by the squares, which fit 128 bits. */
static inline bool kg__exact_less(kg__exact a, kg__exact b)
{
    const int64_t s = (int64_t)(a.straight - b.straight), d = (int64_t)(b.diagonal - a.diagonal);
    const unsigned __int128 ss = (unsigned __int128)((__int128)s * s);
    const unsigned __int128 dd = (unsigned __int128)((__int128)d * d) * 2;

    return d >= 0 ? s < 0 || ss < dd : s < 0 && ss > dd;
}

/* A whole number that is at most the sum, and less than 2 below it. */
static inline uint64_t kg__exact_floor(kg__exact a)
{
    const uint64_t part = UINT64_C(0x6a09e667f3bcc908); /* (sqrt(2) - 1) * 2^64, rounded down */

    return a.straight + a.diagonal + (uint64_t)((unsigned __int128)a.diagonal * part >> 64);
}

/* The sum divided by a number of at least 1, correctly rounded. */
double kg__exact_over(kg__exact sum, uint64_t divisor);

#endif
