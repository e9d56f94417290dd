/* An array of the device's, in host memory. */
#include "host_array.h"

kg_status kg__array_borrow(
    kg_context *ctx, const void **host, void **owned, kg_type type, uint64_t n, const void *value)
{
    const size_t size = kg_type_size(type);
    kg_status status = KG_OK;

    *owned = NULL;
    *host = value;
    if (kg__context_backend(ctx) != KG__CPU) {
        KG_TRY(kg__host_allocate(ctx, owned, n, size, "numbers on the host"));
        KG_TRY(kg__memory(ctx)->download(ctx, *owned, value, n * size));
        *host = *owned;
    }
out:
    return status;
}
