/* Sequences built on the array primitives: look-and-say, and the masses of a cyclic peptide. */
#ifndef KONIG_SEQUENCE_H
#define KONIG_SEQUENCE_H

#include <konig/context.h>

#ifdef __cplusplus
extern "C" {
#endif

/*
 * Look-and-say: a round replaces each run of equal digits by its length, in decimal, and the digit:
 * 1, 11, 21, 1211, 111221.
 *
 * digits   [out] the digits after all rounds, as '0' to '9', [*length] in host memory; free with
 *          kg_array_free(). May be NULL if only the length is wanted; then no digits are made.
 * length   [out] exact.
 * context  [in]
 * seed     [in] the first digits, terminated; may be "".
 * rounds   [in] each makes some 1.3 times as many digits, except from the seed 22, which stays.
 * Returns KG_OK, KG_ARGUMENT (the seed has other characters than digits), KG_OVERFLOW (the length
 * exceeds 64 bits: from some 170 rounds of 1 on), KG_MEMORY (before the first round, if the last
 * two rounds do not fit in the free memory), KG_DEVICE. The length is computed from Conway's
 * elements: O(rounds) and the seed. The digits take two reads of each round's digits and one write;
 * memory: one round and the next.
 */
kg_status kg_array_look_and_say(
    char **digits, uint64_t *length, kg_context *context, const char *seed, uint64_t rounds);
/* Frees the digits. NULL is legal. */
void kg_array_free(kg_context *context, void *array);

/*
 * The cyclospectrum of a cyclic peptide: the masses of all its pieces, which begin at any of its n
 * amino acids and are 1 to n - 1 long, and the masses of the empty piece, 0, and of the whole.
 *
 * spectrum  [out] [kg_array_cyclospectrum_size(n)], increasing, the device's memory.
 * context   [in]
 * n         [in] amino acids; 0 is legal.
 * mass      [in] [n] the device's memory. May be NULL if n is 0.
 * Returns KG_OK, KG_ARGUMENT, KG_OVERFLOW (twice the whole's mass exceeds 64 bits), KG_MEMORY,
 * KG_DEVICE. O(n^2) for the sums, which are differences of prefix sums, and the sort.
 */
kg_status kg_array_cyclospectrum(
    uint64_t *spectrum, kg_context *context, uint64_t n, const uint64_t *mass);

/* n (n - 1) + 2, or UINT64_MAX if that exceeds 64 bits. Any thread. */
uint64_t kg_array_cyclospectrum_size(uint64_t n);

#ifdef __cplusplus
}
#endif
#endif
