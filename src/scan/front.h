/* What the fronts of the array primitives share. */
#ifndef KG_SCAN_FRONT_H
#define KG_SCAN_FRONT_H

#include "scan_ops.h"
#include <konig/array.h>

/* Fails where a pointer that the call needs is NULL. */
static inline kg_status kg__require(kg_context *ctx, bool given, const char *what)
{
    return given ? KG_OK : kg__fail(ctx, KG_ARGUMENT, "%s is NULL", what);
}

/* Fails where n positions pass so many bits. */
static inline kg_status kg__require_positions(kg_context *ctx, uint64_t n, size_t bytes)
{
    if (bytes < 8 && n && (n - 1) >> (8 * bytes))
        return kg__fail(
            ctx, KG_OVERFLOW, "%llu positions pass %zu bits", (unsigned long long)n, 8 * bytes);
    return KG_OK;
}

#endif
