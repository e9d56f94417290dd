/*
 * Pointer doubling: finds the item to which each item of a list leads in the end, and the sum or
 * the minimum on the way there.
 *
 * in   to[0][count], value[0][count]
 * out  see euler_cuda.cuh
 *
 * log2(count) rounds of O(count). Deterministic. Source: J. C. Wyllie, The Complexity of Parallel
 * Computations, 1979.
 */
#include "euler_cuda.cuh"
#include <utility>

/* Thread i owns item i's new numbers: one doubling. */
template <bool sums>
static __global__ void k_euler_double(
    kg_edge *new_to, kg_edge *new_value, const kg_edge *to, const kg_edge *value, uint64_t count)
{
    const uint64_t i = kg__item();

    if (i < count) {
        const kg_edge next = to[i], mine = value[i], other = value[next];

        new_to[i] = to[next];
        new_value[i] = sums ? mine + other : other < mine ? other : mine;
    }
}

kg_status kg__euler_double(
    kg_context *ctx, kg_edge *to[2], kg_edge *value[2], uint64_t count, bool sums)
{
    kg_status status = KG_OK;

    for (uint64_t reach = 1; reach < count; reach *= 2) {
        KG_TRY(sums ? KG_LAUNCH(
                          ctx, k_euler_double<true>, count, to[1], value[1], to[0], value[0], count)
                    : KG_LAUNCH(ctx, k_euler_double<false>, count, to[1], value[1], to[0], value[0],
                          count));
        std::swap(to[0], to[1]);
        std::swap(value[0], value[1]);
    }
out:
    return status;
}
