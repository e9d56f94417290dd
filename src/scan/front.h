/* What the fronts of the array primitives share. */
#ifndef KG_SCAN_FRONT_H
#define KG_SCAN_FRONT_H

#include "array_ops.h"

/* Fails where a pointer that the call needs is NULL. */
static inline kg_status kg__require(kg_context *ctx, bool given, const char *what)
{
    return given ? KG_OK : kg__fail(ctx, KG_ARGUMENT, "%s is NULL", what);
}

/* Fails where a result or the values are NULL though there are some. */
static inline kg_status kg__require_arrays(
    kg_context *ctx, uint64_t n, const void *result, const void *value)
{
    kg_status status = kg__require(ctx, result || !n, "the output");

    return status == KG_OK ? kg__require(ctx, value || !n, "value") : status;
}

/* Fails where the positions of n numbers do not fit so many bytes. */
static inline kg_status kg__require_positions(kg_context *ctx, uint64_t n, size_t bytes)
{
    if (bytes < 8 && n && (n - 1) >> (8 * bytes))
        return kg__fail(
            ctx, KG_OVERFLOW, "%llu positions pass %zu bits", (unsigned long long)n, 8 * bytes);
    return KG_OK;
}

static inline bool kg__is_real(kg_type type)
{
    return type == KG_F32 || type == KG_F64;
}

/* What numbers of the type pass, for messages. */
static inline const char *kg__room_of(kg_type type)
{
    return type == KG_U32   ? "32 bits"
           : type == KG_U64 ? "64 bits"
           : type == KG_I64 ? "the signed 64-bit integers, -2^63 to 2^63-1"
           : type == KG_F32 ? "what a float holds"
                            : "what a double holds";
}

/* The type of sums and products of numbers of a type. */
static inline kg_type kg__wide_type(kg_type type)
{
    return type == KG_U32 ? KG_U64 : type == KG_F32 ? KG_F64 : type;
}

/* Whether numbers of the type are their own ordered bits. */
static inline bool kg__is_unsigned(kg_type type)
{
    return type == KG_U32 || type == KG_U64;
}

#endif
