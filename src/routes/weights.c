/*
 * Lengths of edges as whole numbers, so that sums of them are exact, and so are proofs.
 *
 * In:  value[m] of a graph, or none.
 * Out: weight[m], and their unit.
 * Method: if all lengths are decimals of at most 9 digits after the point, the unit is the power of
 *     1/10 of the longest. A double counts as such a decimal if it is the double nearest to it.
 *     Otherwise the unit is the smallest power of 1/2 with which the sum of the weights stays below
 *     2^53, and lengths are rounded to it. Most are already multiples of it.
 * Work: O(m), serial. Deterministic.
 */
#include "join.h"
#include <math.h>

enum { DIGITS = 9, SUM_BITS = 52 };

/* The sum of all lengths; KG_FORMAT names the first value that is not a length. */
static kg_status sum_lengths(const kg_graph *graph, uint64_t m, double *sum)
{
    *sum = 0;
    for (uint64_t e = 0; e < m; e++) {
        const double length = graph->value[e];

        if (!(length >= 0 && isfinite(length)))
            return kg__fail(graph->ctx, KG_FORMAT,
                "edge %llu has the value %g: route inspection expects a length, a finite number of "
                "at least 0, on each edge",
                (unsigned long long)e, length);
        *sum += length;
    }
    if (!isfinite(*sum))
        return kg__fail(graph->ctx, KG_OVERFLOW,
            "the lengths of all edges together are past the range of a double");
    return KG_OK;
}

/* Returns whether all lengths are whole multiples of 1/tenths, and then makes them the weights. */
static bool try_decimals(kg__weights *weights, const double *value, uint64_t m, double tenths)
{
    for (uint64_t e = 0; e < m; e++) {
        const double units = nearbyint(value[e] * tenths);

        if (units / tenths != value[e])
            return false;
        weights->weight[e] = (int64_t)units;
    }
    weights->tenths = tenths;
    return true;
}

static void round_lengths(kg__weights *weights, const double *value, uint64_t m, double sum)
{
    weights->tenths = 1;
    weights->halves = SUM_BITS - 1 - ilogb(sum);
    for (uint64_t e = 0; e < m; e++) {
        const double units = nearbyint(ldexp(value[e], weights->halves));

        weights->rounded |= ldexp(units, -weights->halves) != value[e];
        weights->weight[e] = (int64_t)units;
    }
}

kg_status kg__weights_create(kg__weights *weights, const kg_graph *graph)
{
    const uint64_t m = kg__edges(graph);
    double sum = 0, tenths = 1;
    kg_status status;

    *weights = (kg__weights){.tenths = 1};
    KG_TRY(kg__host_allocate(
        graph->ctx, &weights->weight, m, sizeof *weights->weight, "lengths of edges"));
    if (!graph->value) {
        for (uint64_t e = 0; e < m; e++)
            weights->weight[e] = 1;
        goto out;
    }
    KG_TRY(sum_lengths(graph, m, &sum));
    for (int digit = 0; digit <= DIGITS && sum * tenths < 0x1p52; digit++, tenths *= 10)
        if (try_decimals(weights, graph->value, m, tenths))
            goto out;
    round_lengths(weights, graph->value, m, sum);
out:
    return status;
}

void kg__weights_destroy(kg__weights *weights, kg_context *ctx)
{
    kg__free(ctx, weights->weight);
}

double kg__weights_length(const kg__weights *weights, __int128 weight)
{
    return ldexp((double)weight / weights->tenths, -weights->halves);
}
