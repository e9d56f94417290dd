/* Permutations by number: the fronts. */
#include "permutation.h"
#include "../scan/array_ops.h"
#include "../scan/front.h"
#include "combinatorics_ops.h"

static kg_status check_size(kg_context *ctx, unsigned n)
{
    kg_status status;

    KG_TRY(kg__array_begin(ctx, KG_U64));
    if (n > KG_PERMUTATION_MOST)
        return kg__fail(
            ctx, KG_ARGUMENT, "permutations of %u things: at most %d", n, KG_PERMUTATION_MOST);
out:
    return status;
}

kg_status kg_array_permutations(
    uint32_t *permutation, kg_context *context, unsigned n, uint64_t from, uint64_t count)
{
    uint64_t all = kg_factorial(n);
    kg_status status;

    KG_TRY(check_size(context, n));
    if (from > all || count > all - from)
        return kg__fail(context, KG_ARGUMENT,
            "permutations %llu to %llu of %u things: there are %llu", (unsigned long long)from,
            (unsigned long long)(from + count - 1), n, (unsigned long long)all);
    KG_TRY(kg__require(context, permutation || !count || !n, "permutation"));
    if (count && n)
        KG_TRY(kg__combinatorics(context)->permutations(context, permutation, n, from, count));
out:
    return status;
}

kg_status kg_array_permutation_number(
    uint64_t *number, kg_context *context, unsigned n, const uint32_t *permutation)
{
    uint32_t left;
    uint64_t all = 0;
    kg_status status;

    KG_TRY(check_size(context, n));
    KG_TRY(kg__require(context, number, "number"));
    KG_TRY(kg__require(context, permutation || !n, "permutation"));
    left = ((uint32_t)1 << n) - 1;
    for (unsigned i = 0; i < n; i++) {
        if (permutation[i] >= n || !(left >> permutation[i] & 1))
            return kg__fail(context, KG_ARGUMENT,
                "place %u of the permutation is %u again, or past %u", i, permutation[i], n - 1);
        left ^= (uint32_t)1 << permutation[i];
        all += (uint64_t)__builtin_popcount(left & (((uint32_t)1 << permutation[i]) - 1)) *
               kg_factorial(n - 1 - i);
    }
    *number = all;
out:
    return status;
}
