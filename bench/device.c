/* The rate at which a device copies within its own memory. */
#include "device.h"
#include "base/base.h"
#include <stdio.h>

enum { COPIES = 5 };

/* Well past a cache. */
static const uint64_t copy_bytes = (uint64_t)1 << 30;

/* The best of some copies after one to warm up, in milliseconds. */
static kg_status time_copies(kg_context *ctx, double *best)
{
    const kg_timing *timing = kg_context_timing(ctx);
    void *from = NULL, *to = NULL;
    kg_status status;

    KG_TRY(kg__allocate(ctx, &from, copy_bytes, 1, "a copy"));
    KG_TRY(kg__allocate(ctx, &to, copy_bytes, 1, "a copy"));
    KG_TRY(kg__memory(ctx)->clear(ctx, from, 1, copy_bytes));
    for (int i = 0; i <= COPIES; i++) {
        kg_context_clear_timing(ctx);
        kg__stage(ctx, "copy");
        KG_TRY(kg__memory(ctx)->copy(ctx, to, from, copy_bytes));
        kg__stage(ctx, NULL);
        if (i)
            *best = *best == 0 || timing->ms < *best ? timing->ms : *best;
    }
out:
    kg__free(ctx, from);
    kg__free(ctx, to);
    return status;
}

double bench_copy_rate(const char *device)
{
    kg_context_options options = KG_CONTEXT_OPTIONS_INIT;
    kg_context *ctx = NULL;
    double ms = 0, rate;

    options.device = device;
    if (kg_context_create(&ctx, &options) != KG_OK || time_copies(ctx, &ms) != KG_OK)
        fprintf(stderr, "%s: a copy: %s\n", device, kg_context_message(ctx));
    kg_context_destroy(ctx);
    rate = ms > 0 ? 2e3 * (double)copy_bytes / ms : 0;
    printf("A copy of %.0f MB within the device: %.0f GB/s read and written.\n\n",
        1e-6 * (double)copy_bytes, 1e-9 * rate);
    return rate;
}
