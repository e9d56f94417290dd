/* Calls CUB's primitives on the context's stream. */
#ifndef KG_SCAN_CUB_CUH
#define KG_SCAN_CUB_CUH

#include "../base/cuda.cuh"
extern "C" {
#include "array_ops.h"
}

/*
 * Calls a primitive of CUB in its two phases: the first asks how much memory it needs, the second
 * works in that memory. The arguments are those after the size of the memory. Jumps to out: as
 * KG_TRY() does.
 */
#define KG_TRY_CUB(ctx, primitive, ...)                                                            \
    do {                                                                                           \
        void *kg__room = NULL;                                                                     \
        size_t kg__room_bytes = 0;                                                                 \
                                                                                                   \
        status = KG_CUDA(ctx, primitive(NULL, kg__room_bytes, __VA_ARGS__));                       \
        if (status == KG_OK)                                                                       \
            status = kg__allocate(ctx, &kg__room, kg__room_bytes, 1, "room for " #primitive);      \
        if (status == KG_OK)                                                                       \
            status = KG_LAUNCH_CUB(ctx, primitive, kg__room, kg__room_bytes, __VA_ARGS__);         \
        kg__free(ctx, kg__room);                                                                   \
        if (status != KG_OK)                                                                       \
            goto out;                                                                              \
    } while (0)

#endif
