/* Counting Euler walks: what its files share. */
#ifndef KG_COUNT_H
#define KG_COUNT_H

#include "../csr/csr.h"
#include <konig/count.h>

/* The largest graph, and the most digits, that are counted exactly. */
enum { KG__EXACT_VERTICES = 1000, KG__EXACT_DIGITS = 100000 };

/* A graph without vertices that have no edges; parallel edges are one, loops apart. */
typedef struct kg__multiples {
    kg_vertex n, root; /* no vertex has more edges out than the root; of paths it is the end */
    bool path;         /* the end of all paths has one more edge, to the start */
    uint64_t *degree;  /* [n] edges out, that one and loops included */
    uint64_t *begin;   /* [n+1] */
    kg_vertex *to;     /* [begin[n]] where edges lead from each vertex, each but once */
    uint64_t *times;   /* [begin[n]] how many do, without the one that was added */
    uint64_t common;   /* the greatest common divisor of all times; of paths 1 */
} kg__multiples;

/* The greatest common divisor, and how many numbers from 1 to c have none with c but 1. */
static inline uint64_t kg__common_divisor(uint64_t a, uint64_t b)
{
    while (b) {
        const uint64_t rest = a % b;

        a = b;
        b = rest;
    }
    return a;
}

static inline uint64_t kg__totient(uint64_t c)
{
    uint64_t count = c;

    for (uint64_t p = 2; p * p <= c; p++)
        if (c % p == 0) {
            count -= count / p;
            while (c % p == 0)
                c /= p;
        }
    return c > 1 ? count - count / c : count;
}

/* Eliminates all vertices but the root, each time one with few neighbours, and notes the order. The
 * product of pivot[n - 1], one for each vertex that was eliminated, is the number of spanning
 * arborescences to the root. order: [n - 1]; error: [out] how far the logarithm of that product can
 * be off for the rounding of pivots. */
kg_status kg__eliminate(
    double *pivot, double *error, kg_context *ctx, const kg__multiples *graph, kg_vertex *order);

/* Prime numbers of 62 bits, each with what multiplication in Montgomery's way needs. */
enum { KG__LANES = 4 };
typedef struct kg__lanes {
    uint64_t lane[KG__LANES];
} kg__lanes;
typedef struct kg__primes {
    kg__lanes prime, inverse, one, square; /* -1/p mod 2^64; 2^64 and 2^128 mod p */
} kg__primes;

/* The same modulo four primes, in the order given. A residue of 0 is a number that does not count:
 * that prime divided a pivot. product: [out] of all pivots. */
kg_status kg__eliminate_modulo(kg__lanes *product, kg_context *ctx, const kg__multiples *graph,
    const kg_vertex *order, const kg__primes *primes);

/* Fills the digits of a count whose logarithms are known. KG_MISSING without a text: konig was
 * built without GMP. */
kg_status kg__count_exactly(
    kg_euler_count *count, kg_context *ctx, const kg__multiples *graph, const kg_vertex *order);

#endif
