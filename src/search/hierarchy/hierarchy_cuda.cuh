/* The arrays that a hierarchy keeps on a device. */
#ifndef KG_HIERARCHY_CUDA_CUH
#define KG_HIERARCHY_CUDA_CUH

#include "../../base/cuda.cuh"
extern "C" {
#include "hierarchy_ops.h"
}

/* Indexes of kg_hierarchy.resident: two arrays, one for each side, or one. */
enum {
    KG__ON_ROWS = 0,
    KG__ON_ARCS = 2,
    KG__ON_VERTICES = 4,
    KG__ON_LEVELS = 5,
    KG__ON_PLACES = 6,
    KG__ON_LABEL_ROWS = 7,
    KG__ON_LABELS = 9,
    KG__ON_VERTEX_ROWS = 11, /* see vertex_labels_cuda.cuh */
    KG__ON_HUBS = 13,
    KG__ON_UNITS = 15
};

/* Copies an array to the device, unless it is already there. */
static inline kg_status kg__send(
    kg_context *ctx, void **to, const void *from, uint64_t count, size_t size)
{
    void *made = NULL;
    kg_status status = KG_OK;

    if (*to || !count)
        return KG_OK;
    KG_TRY(kg__allocate(ctx, &made, count, size, "a hierarchy"));
    KG_TRY(kg__memory(ctx)->upload(ctx, made, from, (size_t)count * size));
    *to = made;
    made = NULL;
out:
    kg__free(ctx, made);
    return status;
}

#endif
