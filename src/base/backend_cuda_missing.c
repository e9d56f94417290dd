/* Replaces backend_cuda.cu if CUDA is not built: there is no device, and messages say why. */
#include "context.h"
#include "descriptor.h"
#include <stdio.h>

static void describe(char *text, size_t size)
{
    snprintf(text, size, "not built");
}

static kg_status open_device(kg_context *ctx, int number, void **device)
{
    (void)number;
    (void)device;
    return kg__fail(ctx, KG_DEVICE, "device %s is not available: this konig was built without CUDA",
        ctx->device);
}

const kg__descriptor kg__backend_cuda = {
    KG__CUDA_TRAITS,
    .describe = describe,
    .open = open_device,
};
