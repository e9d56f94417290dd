/* Counting Euler walks: shared declarations. */
#ifndef KG_COUNT_H
#define KG_COUNT_H

#include "../../csr/csr.h"
#include <konig/count.h>

/* Limits of exact counting: the largest graph, and the most digits. */
enum { KG__EXACT_VERTICES = 1000, KG__EXACT_DIGITS = 100000 };

/* A graph of the root and the vertices with several out-edges. An arc stands for all edges and
 * chains of edges from one such vertex to another. */
typedef struct kg__multiples {
    kg_vertex n, root; /* the root has the most out-edges; for paths it is the end */
    bool path;         /* the end of all paths has one more edge, to the start */
    uint64_t *degree;  /* [n] out-edges, including the added one and loops */
    uint64_t *begin;   /* [n+1] */
    kg_vertex *to;     /* [begin[n]] the targets of arcs from each vertex, each once */
    uint64_t *times;   /* [begin[n]] how many edges an arc stands for, without the added one */
    uint64_t
        *parallel; /* [parallels] how many edges each set of two or more parallel edges holds */
    uint64_t parallels;
    uint64_t common; /* the greatest common divisor of all multiplicities; for paths 1 */
} kg__multiples;

/* The greatest common divisor; and how many numbers from 1 to c are coprime to c. */
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

/* Eliminates all vertices except the root, each time one with few neighbours, and records the
 * order. The product of pivot[n - 1], one for each eliminated vertex, is the number of spanning
 * arborescences to the root. order: [n - 1]. error: [out] a bound on the error of the logarithm of
 * that product, from rounding. work: [out] how many products of weights it took. */
kg_status kg__eliminate(double *pivot, double *error, double *work, kg_context *ctx,
    const kg__multiples *graph, kg_vertex *order);

/* Prime numbers of 62 bits, each with the constants of Montgomery multiplication. */
enum { KG__RESIDUES = 4 };
typedef struct kg__residues {
    uint64_t lane[KG__RESIDUES];
} kg__residues;
typedef struct kg__primes {
    kg__residues prime, inverse, one, square; /* -1/p mod 2^64; 2^64 and 2^128 mod p */
} kg__primes;

/* The same modulo four primes, in the given order. product: [out] of all pivots. A residue of 0
 * means that the prime divided a pivot: the residue is then not valid. */
kg_status kg__eliminate_modulo(kg__residues *product, kg_context *ctx, const kg__multiples *graph,
    const kg_vertex *order, const kg__primes *primes);

/* A prime number above 2^61 and below 2^62, with the same constants as a lane above. */
typedef struct kg__prime {
    uint64_t prime, inverse, one, square;
} kg__prime;

/* a * b, and a to a power, modulo p. */
uint64_t kg__product_modulo(uint64_t a, uint64_t b, uint64_t p);
uint64_t kg__power_modulo(uint64_t a, uint64_t exponent, uint64_t p);
/* The largest prime below `from`, which is odd. */
uint64_t kg__prime_below(uint64_t from);
kg__prime kg__make_prime(uint64_t p);

/* The Laplacian matrix of a graph without its root, modulo a prime, as its factors (dense.c). */
typedef struct kg__dense {
    uint64_t n; /* rows: vertices except the root */
    kg__prime prime;
    uint64_t *entry;      /* [n * n] in Montgomery's form; below the diagonal the prime minus L */
    uint64_t *ratio;      /* [n] 1 over the pivots */
    uint64_t determinant; /* 0 if the prime divides a pivot: then the factors are not valid */
} kg__dense;

/* d: the caller frees it with kg__dense_free(), after a failure too. */
kg_status kg__dense_factor(kg__dense *d, kg_context *ctx, const kg__multiples *graph,
    const kg_vertex *order, const kg__prime *prime, int threads);
/* Solves for x[n], which holds the right side at first. */
void kg__dense_solve(const kg__dense *d, uint64_t *x);
void kg__dense_free(kg__dense *d, kg_context *ctx);

/* Finds a number that divides the number of arborescences, which has at most `bits` bits.
 * divisor[bits / 64 + 1]: its limbs. Only in a build with GMP. */
kg_status kg__count_divisor(uint64_t *divisor, uint64_t *limbs, kg_context *ctx, const kg__dense *d,
    const kg__multiples *graph, const kg_vertex *order, double bits);

/* Fills the digits of a count whose logarithms are known. work: as above. KG_MISSING, without a
 * message: konig was built without GMP. */
kg_status kg__count_exactly(kg_euler_count *count, kg_context *ctx, const kg__multiples *graph,
    const kg_vertex *order, double work);

#endif
