/*
 * Permutations by number: the n! permutations of n things, numbered from 0 in lexicographic order.
 * Numbers are exact up to 20!, the last factorial that fits in 64 bits.
 */
#ifndef KONIG_PERMUTATION_H
#define KONIG_PERMUTATION_H

#include <konig/context.h>

#ifdef __cplusplus
extern "C" {
#endif

enum { KG_PERMUTATION_MOST = 20 };

/* n!; 0 if n > KG_PERMUTATION_MOST. Any thread. */
uint64_t kg_factorial(unsigned n);

/*
 * The permutations of 0..n-1 with numbers from .. from + count - 1.
 *
 * permutation  [out] [count][n] the device's memory. May be NULL if count or n is 0.
 * context      [in]
 * n            [in] 0..KG_PERMUTATION_MOST.
 * from         [in] 0..n!.
 * count        [in] 0..n! - from.
 * Returns KG_OK; KG_ARGUMENT (n above KG_PERMUTATION_MOST, a number not below n!); KG_DEVICE.
 * O(n * count).
 */
kg_status kg_array_permutations(
    uint32_t *permutation, kg_context *context, unsigned n, uint64_t from, uint64_t count);

/*
 * The number of a permutation of 0..n-1.
 *
 * number       [out]
 * context      [in]
 * n            [in] 0..KG_PERMUTATION_MOST.
 * permutation  [in] [n] host memory. May be NULL if n is 0.
 * Returns KG_OK, KG_ARGUMENT (it is not a permutation). O(n).
 */
kg_status kg_array_permutation_number(
    uint64_t *number, kg_context *context, unsigned n, const uint32_t *permutation);

#ifdef __cplusplus
}
#endif
#endif
