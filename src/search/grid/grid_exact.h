/*
 * Sums of weights, compared exactly: a path costs straight + diagonal * root, both whole numbers.
 * root is sqrt(2) or, of cells with sides a and b, sqrt(a^2 + b^2). straight and diagonal times the
 * greater side are at most KG__EXACT_MOST together.
 */
#ifndef KG_GRID_EXACT_H
#define KG_GRID_EXACT_H

#include <stdbool.h>
#include <stdint.h>

typedef struct kg__exact {
    uint64_t straight, diagonal;
} kg__exact;

#define KG__EXACT_MOST (UINT64_C(1) << 62)

/* The root of a whole number: whole + part * 2^-64, rounded down. If it is a whole number, sums
 * have no diagonal. */
typedef struct kg__root {
    uint64_t square, whole, part;
} kg__root;

/* square: less than 2^62 */
kg__root kg__root_of(uint64_t square);

static inline bool kg__exact_equal(kg__exact a, kg__exact b)
{
    return a.straight == b.straight && a.diagonal == b.diagonal;
}

/* Returns whether a < b. s < d * root is decided by the squares, which fit 128 bits. */
static inline bool kg__exact_less(const kg__root *root, kg__exact a, kg__exact b)
{
    const int64_t s = (int64_t)(a.straight - b.straight), d = (int64_t)(b.diagonal - a.diagonal);
    const unsigned __int128 ss = (unsigned __int128)((__int128)s * s);
    const unsigned __int128 dd = (unsigned __int128)((__int128)d * d) * root->square;

    return d >= 0 ? s < 0 || ss < dd : s < 0 && ss > dd;
}

/* A whole number that is at most the sum, and less than 2 below it. */
static inline uint64_t kg__exact_floor(const kg__root *root, kg__exact a)
{
    return a.straight + a.diagonal * root->whole +
           (uint64_t)((unsigned __int128)a.diagonal * root->part >> 64);
}

/* The sum divided by a number of at least 1, correctly rounded. */
double kg__exact_over(const kg__root *root, kg__exact sum, uint64_t divisor);

#endif
