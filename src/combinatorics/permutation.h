/* Permutations by number, for code that enumerates them. */
#ifndef KG_PERMUTATION_H
#define KG_PERMUTATION_H

#include <konig/permutation.h>
#include <stdint.h>

/* Makes the permutation of 0..n-1 with a number below n!. Digit i of the number in the factorial
 * system is the number of remaining elements that are smaller than element i. */
static inline void kg__permutation_unrank(uint32_t *permutation, unsigned n, uint64_t number)
{
    uint32_t left = n ? (uint32_t)(((uint64_t)1 << n) - 1) : 0; /* one bit for each remaining
                                                                   element */

    for (unsigned i = 0; i < n; i++) {
        uint64_t share = kg_factorial(n - 1 - i), skip = number / share;
        uint32_t rest = left;

        number %= share;
        for (; skip; skip--)
            rest &= rest - 1;
        permutation[i] = (uint32_t)__builtin_ctz(rest);
        left &= ~(rest & (0 - rest));
    }
}

/* Turns a permutation into the next one. Returns the first place that changed; n after the last
 * permutation. */
static inline unsigned kg__permutation_next(uint32_t *permutation, unsigned n)
{
    unsigned i = n - 1, j = n - 1, low, high;
    uint32_t swap;

    while (i > 0 && permutation[i - 1] > permutation[i])
        i--;
    if (i == 0)
        return n;
    swap = permutation[--i];
    while (permutation[j] < swap)
        j--;
    permutation[i] = permutation[j];
    permutation[j] = swap;
    for (low = i + 1, high = n - 1; low < high; low++, high--) {
        swap = permutation[low];
        permutation[low] = permutation[high];
        permutation[high] = swap;
    }
    return i;
}

#endif
