/* For work that only the host does: copies an array of the device, or one number of it, to host
 * memory. */
#ifndef KG_HOST_ARRAY_H
#define KG_HOST_ARRAY_H

#include "array_ops.h"

/* *host: value itself if the context's device is the CPU, otherwise a copy of it. *owned: that
 * copy, to be freed with kg__free(), or NULL. */
kg_status kg__array_borrow(
    kg_context *ctx, const void **host, void **owned, kg_type type, uint64_t n, const void *value);

/* Fetches the number at an index of an array in the device's memory. Every NaN becomes the same
 * NaN. */
kg_status kg__array_fetch(
    kg_context *ctx, kg_number *number, kg_type type, const void *value, uint64_t index);

#endif
