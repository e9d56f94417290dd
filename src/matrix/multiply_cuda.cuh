/* Multiplying doubles on tensor cores. */
#ifndef KG_MULTIPLY_CUH
#define KG_MULTIPLY_CUH

#include "../base/cuda.cuh"
extern "C" {
#include "matrix_ops.h"
}

/* Multiplies matrices of doubles. *done: [out] false if the device has no such cores. */
kg_status kg__multiply_tensor(kg_context *ctx, const kg__product *p, bool *done);

#endif
