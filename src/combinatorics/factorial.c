/* The number of permutations. */
#include <konig/permutation.h>

uint64_t kg_factorial(unsigned n)
{
    uint64_t product = n <= KG_PERMUTATION_MOST;

    for (unsigned i = 2; i <= n && product; i++)
        product *= i;
    return product;
}
