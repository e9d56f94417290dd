/* Histograms: the front. */
#include "../front.h"
#include "bins.h"
#include <math.h>
#include <string.h>

double kg_array_bin_edge(uint64_t i, uint64_t bins, double low, double high)
{
    return kg__bin_edge(i, bins, low, high);
}

/* Makes the histogram of bytes from the count of each byte. */
static kg_status count_bytes(kg_context *ctx, uint64_t *times, uint64_t *inside, kg_type type,
    uint64_t n, const void *value, uint64_t bins, const double *edge)
{
    uint64_t count[KG__BYTES];
    kg_status status;

    KG_TRY(kg__count_bytes(ctx, count, type, n, value));
    memset(times, 0, bins * sizeof *times);
    for (uint64_t key = 0; key < KG__BYTES; key++) {
        const double x = (double)key - (double)kg__sign_bit(type);

        if (x >= edge[0] && x <= edge[bins]) {
            times[kg__bin_search(edge, bins, x)] += count[key];
            *inside += count[key];
        }
    }
out:
    return status;
}

kg_status kg_array_histogram(uint64_t *times, uint64_t *outside, kg_context *context, kg_type type,
    uint64_t n, const void *value, uint64_t bins, double low, double high)
{
    double *edge = NULL;
    uint64_t inside = 0;
    kg_status status;

    KG_TRY(kg__array_begin(context, type));
    KG_TRY(kg__require(context, times, "times"));
    KG_TRY(kg__require(context, value || !n, "value"));
    if (bins < 1 || bins > (uint64_t)1 << 30)
        return kg__fail(
            context, KG_ARGUMENT, "%llu bins: expected 1 to 2^30", (unsigned long long)bins);
    if (!(low < high) || !isfinite(low) || !isfinite(high))
        return kg__fail(context, KG_ARGUMENT,
            "range %g to %g: expected finite numbers, the first below the second", low, high);
    KG_TRY(kg__host_allocate(context, &edge, bins + 1, sizeof *edge, "edges of bins"));
    for (uint64_t i = 0; i <= bins; i++)
        edge[i] = kg__bin_edge(i, bins, low, high);
    if (n && kg_type_size(type) == 1)
        KG_TRY(count_bytes(context, times, &inside, type, n, value, bins, edge));
    else if (n)
        KG_TRY(kg__array(context)->histogram(context, times, &inside, type, n, value, bins, edge));
    else
        memset(times, 0, bins * sizeof *times);
    if (outside)
        *outside = n - inside;
out:
    kg__free(context, edge);
    return status;
}
