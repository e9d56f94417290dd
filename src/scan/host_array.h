/* For work that only the host does: an array of the device's, or one number of it, in host
 * memory. */
#ifndef KG_HOST_ARRAY_H
#define KG_HOST_ARRAY_H

#include "array_ops.h"

/* *host: value itself where the context's device is the CPU, else a copy of it, which is *owned and
 * to be freed with kg__free(); *owned is NULL where there is none. */
kg_status kg__array_borrow(
    kg_context *ctx, const void **host, void **owned, kg_type type, uint64_t n, const void *value);

/* Fetches the number at an index of an array in the device's memory. Every NaN becomes one and the
 * same NaN. */
kg_status kg__array_fetch(
    kg_context *ctx, kg_number *number, kg_type type, const void *value, uint64_t index);

#endif
