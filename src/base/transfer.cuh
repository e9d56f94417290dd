/* Copies between host and device, and order between streams: the functions of CUDA's row of memory
 * that are in transfer_cuda.cu. */
#ifndef KG_TRANSFER_CUH
#define KG_TRANSFER_CUH

#include "cuda.cuh"

extern "C" {
decl_memory_copy(kg__cuda_upload);
decl_memory_copy(kg__cuda_download);
decl_memory_owns(kg__cuda_owns);
decl_memory_order(kg__cuda_order);
decl_memory_settle(kg__cuda_settle);
decl_memory_trim(kg__cuda_trim);
}

/* Copies to the host on a stream other than the context's. */
kg_status kg__cuda_download_on(
    kg_context *ctx, cudaStream_t stream, void *to, const void *from, size_t bytes);

/* Frees the ring, even if making it stopped half-way. The device is the calling thread's. */
void kg__ring_destroy(kg__ring *ring);

#endif
