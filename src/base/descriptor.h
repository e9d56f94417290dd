/*
 * The interface of a backend to base. backend_NAME.c or backend_NAME.cu exports its descriptor. If
 * the backend is not built, backend_NAME_missing.c exports one of the same name that opens nothing
 * and says why. To add a backend: a value of kg__backend, a descriptor, its place in descriptors.c.
 */
#ifndef KG_DESCRIPTOR_H
#define KG_DESCRIPTOR_H

#include "base.h"

typedef struct kg__descriptor {
    const char *name;  /* by which users ask for it: "cuda" */
    const char *title; /* in sentences: "CUDA" */

    /* Milliseconds until a device is ready: one that is not open yet, one that is open. */
    double start_ms, call_ms;

    /* Describes the devices, "driver for CUDA 13.0; 0: NVIDIA H200, 139.7 GiB" say, or writes why
     * there are none. */
    void (*describe)(char *text, size_t size);

    /* How many devices there are. NULL if they have no numbers, or the backend is not built. */
    int (*count)(void);

    /* The next three are NULL if the backend is always there and has no numbered devices. open: ctx
     * has the device's name already. KG_DEVICE: the device is not available, and the message says
     * why. device: [out] set only on success. */
    kg_status (*open)(kg_context *ctx, int number, void **device);
    /* Makes an open device the calling thread's current one, to which its driver calls then go. */
    void (*enter)(void *device);
    /* Closes the device and frees all that was opened. */
    void (*close)(void *device);

    const kg__memory_ops *memory; /* NULL: the backend is not built, so it is never in force */
} kg__descriptor;

extern const kg__descriptor kg__backend_cpu;
extern const kg__descriptor kg__backend_cuda;

extern const kg__descriptor *const kg__descriptors[KG__BACKENDS];

/* The part of CUDA's descriptor that is the same whether CUDA is built or not. start_ms: opening
 * the device and loading the kernels takes 0.2 s of `euler-find --device cuda` on an H200. call_ms:
 * the cost of a call, whatever its size. */
#define KG__CUDA_TRAITS .name = "cuda", .title = "CUDA", .start_ms = 200, .call_ms = 1

#endif
