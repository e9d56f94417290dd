/*
 * The table of permutations, tours and sequences: one row a backend. The fronts have checked the
 * arguments.
 */
#ifndef KG_COMBINATORICS_OPS_H
#define KG_COMBINATORICS_OPS_H

#include "tour.h"

/* permutation: [count][n], n > 0. */
#define decl_combinatorics_permutations(name)                                                      \
    kg_status name(                                                                                \
        kg_context *ctx, uint32_t *permutation, unsigned n, uint64_t from, uint64_t count)
/* Bytes of the backend's memory that Held-Karp takes; inner < 49. */
#define decl_combinatorics_held_karp_bytes(name) uint64_t name(const kg__tour *tour)
/* order: [out] [tour->inner] in host memory, the first of the shortest orders. cost: [out] its
 * length. */
#define decl_combinatorics_held_karp(name)                                                         \
    kg_status name(kg_context *ctx, uint32_t *order, kg_number *cost, const kg__tour *tour)
/* number: [out] the number of the first shortest permutation. */
#define decl_combinatorics_brute_force(name)                                                       \
    kg_status name(kg_context *ctx, uint64_t *number, kg_number *cost, const kg__tour *tour)

/* Look-and-say: the number of digits that say digits[n], and then these digits. start: NULL before
 * the first call, which may leave there, in device memory, data that the second call uses for the
 * same digits. The caller frees it, on failure too. */
#define decl_combinatorics_say_length(name)                                                        \
    kg_status name(                                                                                \
        kg_context *ctx, uint64_t *length, uint64_t **start, uint64_t n, const char *digits)
#define decl_combinatorics_say(name)                                                               \
    kg_status name(                                                                                \
        kg_context *ctx, char *said, const uint64_t *start, uint64_t n, const char *digits)
/* sum: [n (n - 1) + 2], prefix: [2n + 1]; n may be 0. */
#define decl_combinatorics_pieces(name)                                                            \
    kg_status name(kg_context *ctx, uint64_t *sum, uint64_t n, const uint64_t *prefix)

#define KG__COMBINATORICS_FUNCTIONS(X)                                                             \
    X(combinatorics, permutations)                                                                 \
    X(combinatorics, held_karp_bytes)                                                              \
    X(combinatorics, held_karp)                                                                    \
    X(combinatorics, brute_force)                                                                  \
    X(combinatorics, say_length)                                                                   \
    X(combinatorics, say)                                                                          \
    X(combinatorics, pieces)

typedef struct kg__combinatorics_ops {
    KG__COMBINATORICS_FUNCTIONS(KG__POINTER)
} kg__combinatorics_ops;

KG__COMBINATORICS_FUNCTIONS(KG__PROTOTYPES)

/* Computes the number of digits of look-and-say after `rounds` rounds of a seed, and after one
 * round less. KG_OVERFLOW, without a text: a length exceeds 64 bits. Host memory; O(rounds) once
 * the seed is known. */
kg_status kg__say_lengths(
    kg_context *ctx, uint64_t *length, uint64_t *before, const char *seed, uint64_t rounds);

/* Makes the digits, in device memory: the work of kg_array_look_and_say(). */
kg_status kg__say_rounds(
    kg_context *ctx, char **digits, uint64_t *length, const char *seed, uint64_t rounds);

/* The current backend's row of the table. */
const kg__combinatorics_ops *kg__combinatorics(const kg_context *ctx);

#endif
