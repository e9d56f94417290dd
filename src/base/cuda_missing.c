/* In place of memory_cuda.cu where CUDA is not built: there is no device, and it says why. */
#include "cuda.h"
#include <stdio.h>

const kg__memory_ops kg__memory_ops_cuda = {.allocate = NULL}; /* never in force */

int kg__cuda_describe(char *text, size_t size)
{
    snprintf(text, size, "not built");
    return 0;
}

kg_status kg__cuda_open(kg_context *ctx, int device)
{
    (void)device;
    return kg__fail(ctx, KG_DEVICE, "device %s is not available: this konig was built without CUDA",
        ctx->device);
}

void kg__cuda_enter(const kg__cuda *cuda)
{
    (void)cuda;
}

void kg__cuda_close(kg__cuda *cuda)
{
    (void)cuda;
}
