/* An array of the device's, or one number of it, in host memory. */
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
    uint32_t word = 0;
    float narrow = 0;
    void *to = type == KG_U32 ? (void *)&word : type == KG_F32 ? (void *)&narrow : number;
    kg_status status;

    KG_TRY(kg__memory(ctx)->download(ctx, to, (const char *)value + index * size, size));
    if (type == KG_U32)
        number->whole = word;
    else if (type == KG_F32)
        number->real = (double)narrow;
    if (kg__is_real(type) && isnan(number->real))
        number->real = __builtin_nan("");
out:
    return status;
}
