/* Copies an array of the device, or one number of it, to host memory. */
#include "host_array.h"
#include "front.h"
#include <math.h>

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

kg_status kg__array_fetch(
    kg_context *ctx, kg_number *number, kg_type type, const void *value, uint64_t index)
{
    const size_t size = kg_type_size(type);
    uint64_t bytes = 0;
    kg_status status;

    KG_TRY(kg__memory(ctx)->download(ctx, &bytes, (const char *)value + index * size, size));
    *number = kg__number_at(type, &bytes, 0);
    if (kg__is_real(type) && isnan(number->real))
        number->real = __builtin_nan("");
out:
    return status;
}
