/*
 * Permutations by number on the CPU.
 *
 * In: n, and a range of numbers. Out: their permutations, one a row.
 * Method: each thread makes the first permutation of its part from the digits of its number in the
 * factorial system, and every other permutation from the one before it.
 * Work: O(n) for the first, constant on average for the next, and n numbers written for each.
 * Deterministic: a permutation is a function of its number.
 * Source: Knuth, volume 4A, 7.2.1.2, algorithm L; Lehmer, "Teaching combinatorial tricks to a
 * computer", 1960.
 */
#include "combinatorics_ops.h"
#include "permutation.h"
#include <string.h>

enum { GRAIN = 1 << 12 }; /* permutations from which on one more thread pays */

decl_combinatorics_permutations(kg__combinatorics_permutations_cpu)
{
    KG_PARALLEL(kg__threads(ctx, count, GRAIN))
    {
        int index = kg__thread_index(), team = kg__thread_count();
        uint64_t i = kg__part(count, index, team), end = kg__part(count, index + 1, team);

        if (i < end)
            kg__permutation_unrank(permutation + i * n, n, from + i);
        for (i++; i < end; i++) {
            memcpy(permutation + i * n, permutation + (i - 1) * n, n * sizeof *permutation);
            kg__permutation_next(permutation + i * n, n);
        }
    }
    return KG_OK;
}
