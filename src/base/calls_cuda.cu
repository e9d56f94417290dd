/* The CUDA calls that all rooms use: error messages, waiting, small results, attachments of a
 * device. */
#include "cuda.cuh"
#include <pthread.h>
#include <string.h>

static bool is_forked;

static void note_fork(void)
{
    is_forked = true;
}

static void watch_for_fork(void)
{
    pthread_atfork(NULL, NULL, note_fork);
}

void kg__cuda_started(void)
{
    static pthread_once_t once = PTHREAD_ONCE_INIT;

    pthread_once(&once, watch_for_fork);
}

const char *kg__cuda_forked(void)
{
    return is_forked ? "this process was forked from one that had started the GPU, and CUDA does "
                       "not work in such a process (start a new one: in Python, by "
                       "multiprocessing's spawn)"
                     : NULL;
}

kg_status kg__cuda_check(kg_context *ctx, cudaError_t error, const char *what)
{
    if (error == cudaSuccess)
        return KG_OK;
    cudaGetLastError(); /* clears the error, if it can be cleared */
    return kg__fail(ctx, error == cudaErrorMemoryAllocation ? KG_MEMORY : KG_DEVICE,
        "device %s failed in %.60s: %s", ctx->device, what,
        is_forked ? kg__cuda_forked() : cudaGetErrorString(error));
}

kg_status kg__cuda_wait(kg_context *ctx)
{
    return KG_CUDA(ctx, cudaStreamSynchronize(kg__cuda_of(ctx)->stream));
}

kg_status kg__cuda_fetch(kg_context *ctx, void *to, const void *d_from, size_t bytes)
{
    kg__cuda *cuda = kg__cuda_of(ctx);
    kg_status status;

    KG_TRY(KG_CUDA(
        ctx, cudaMemcpyAsync(cuda->small, d_from, bytes, cudaMemcpyDeviceToHost, cuda->stream)));
    KG_TRY(kg__cuda_wait(ctx));
    memcpy(to, cuda->small, bytes);
out:
    return status;
}

void kg__cuda_attach(kg_context *ctx, kg__attachment *attachment)
{
    kg__cuda *cuda = kg__cuda_of(ctx);

    attachment->next = cuda->attached;
    cuda->attached = attachment;
}

kg__attachment *kg__cuda_attached(const kg_context *ctx, void (*destroy)(kg__attachment *))
{
    kg__attachment *at = kg__cuda_of(ctx)->attached;

    while (at && at->destroy != destroy)
        at = at->next;
    return at;
}
