/* What the context asks of CUDA: the probe, a device's life. */
#ifndef KG_CUDA_H
#define KG_CUDA_H

#include "context.h"

/*
 * What there is, in words: "driver 13.0; 0: NVIDIA H200, 139.7 GiB", or why none: no driver, one
 * too old, no device. Returns the number of devices.
 */
int kg__cuda_describe(char *text, size_t size);

/* Opens a device for the context. KG_DEVICE: it cannot be had; the text says why. */
kg_status kg__cuda_open(kg_context *ctx, int device);

/* Makes the device the calling thread's, whose calls of CUDA then go there. NULL is legal. */
void kg__cuda_enter(const kg__cuda *cuda);

/* Gives back all that was opened. NULL is legal. */
void kg__cuda_close(kg__cuda *cuda);

#endif
