/* Finds the rank of a word, in kernels. */
#ifndef KG_COMM_MAIL_CUDA_CUH
#define KG_COMM_MAIL_CUDA_CUH

#include "../base/cuda.cuh"
extern "C" {
#include "mail.h"
}

/* The last rank r with bound[r] <= x. */
static __device__ __forceinline__ unsigned kg__d_owner(
    const uint64_t *bound, unsigned ranks, uint64_t x)
{
    return KG__LAST_WHERE(i, 0, ranks, bound[i] <= x);
}

#endif
