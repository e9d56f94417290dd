/*
 * Permutations by number: of n things there are n!, numbered from 0 in lexicographic order. Numbers
 * are exact up to 20!, the last factorial that 64 bits hold.
 */
#ifndef KONIG_PERMUTATION_H
#define KONIG_PERMUTATION_H

#include <konig/context.h>

#ifdef __cplusplus
extern "C" {
#endif

enum { KG_PERMUTATION_MOST = 20 };

/* n!; 0 where n > KG_PERMUTATION_MOST. */
uint64_t kg_factorial(unsigned n);

/*
 * The permutations of 0..n-1 with numbers from .. from + count - 1.
 *
 * permutation  [out] [count][n], the device's memory.
 * Returns KG_OK; KG_ARGUMENT (n past KG_PERMUTATION_MOST, a number not below n!); KG_DEVICE.
 * O(n * count).
 */
kg_status kg_array_permutations(
    uint32_t *permutation, kg_context *context, unsigned n, uint64_t from, uint64_t count);

/* The number of a permutation of 0..n-1, in host memory. KG_ARGUMENT where it is none. */
kg_status kg_array_permutation_number(
    uint64_t *number, kg_context *context, unsigned n, const uint32_t *permutation);

#ifdef __cplusplus
}
#endif
#endif
