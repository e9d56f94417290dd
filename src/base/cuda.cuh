/*
 * The base of every .cu file: the context's stream, checked calls and launches, small results read
 * back. C with kernels: a launcher returns kg_status; the comment of a kernel says who owns what.
 */
#ifndef KG_CUDA_CUH
#define KG_CUDA_CUH

extern "C" {
#include "context.h"
}
#include "device.cuh"
#include <cuda_runtime.h>

#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ < 700
#error "kernels need compute capability 7.0: lanes wait there for other lanes of their warp"
#endif

/* An object that a room attaches to the open device, a library's handle say. It lives as long as
 * the device is open. It is the first member of the room's struct. Its destroy function also
 * identifies it. */
typedef struct kg__attachment {
    struct kg__attachment *next;
    void (*destroy)(struct kg__attachment *attachment);
} kg__attachment;

/* Pinned host memory through which large transfers go, and the events that say when the device is
 * done with each part of it: transfer_cuda.cu. */
enum { KG__RING = 4 };
typedef struct kg__ring {
    unsigned char *base; /* NULL: there is none */
    cudaEvent_t done[KG__RING];
} kg__ring;

/* An open device: the CUDA state of the context. */
typedef struct kg__cuda {
    int device, processors, cache; /* cache: bytes of L2 */
    cudaStream_t stream;
    cudaEvent_t order; /* orders this stream and a caller's */
    kg__ring ring;
    cudaMemPool_t pool;
    void *small; /* pinned, KG__SMALL_BYTES: results for the host */
    kg__attachment *attached;
    cudaEvent_t stamp[TIMINGS][2];
} kg__cuda;

enum { KG__SMALL_BYTES = 4096 };

static inline kg__cuda *kg__cuda_of(const kg_context *ctx)
{
    return (kg__cuda *)ctx->opened[KG__CUDA];
}

static inline cudaStream_t kg__stream(const kg_context *ctx)
{
    return kg__cuda_of(ctx)->stream;
}

static inline unsigned kg__blocks(uint64_t items)
{
    return (unsigned)((items + KG__BLOCK - 1) / KG__BLOCK);
}

/* KG_OK, or the failure of a call: KG_MEMORY or KG_DEVICE with a message. */
extern "C" kg_status kg__cuda_check(kg_context *ctx, cudaError_t error, const char *what);

/* cudaSuccess, or the failure that a test injects in place of the next call. */
static inline cudaError_t kg__cuda_fault(kg_context *ctx)
{
    return kg__fault_hit(ctx, KG__FAULT_DEVICE) ? cudaErrorUnknown : cudaSuccess;
}

/* Calls CUDA and checks the result. A failure that a test injects replaces the call. */
#define KG_CUDA(ctx, call)                                                                         \
    kg__cuda_check(ctx, kg__cuda_fault(ctx) == cudaSuccess ? (call) : cudaErrorUnknown, #call)

/*
 * Launches a kernel with one thread per item, `items` > 0, on the context's stream. The number of
 * items is not passed to the kernel: pass it yourself. The message of a failure names the kernel.
 */
#define KG_LAUNCH(ctx, kernel, items, ...)                                                         \
    KG_LAUNCH_SHAPED(ctx, kernel, kg__blocks(items), KG__BLOCK, 0, __VA_ARGS__)

/* The same with numbers of blocks, threads per block, and bytes of shared memory per block. */
#define KG_LAUNCH_SHAPED(ctx, kernel, blocks, threads, shared, ...)                                \
    KG_LAUNCH_NAMED(ctx, #kernel, kernel, blocks, threads, shared, __VA_ARGS__)

/* The same for a kernel that is given by its address, together with its name. */
#define KG_LAUNCH_NAMED(ctx, name, kernel, blocks, threads, shared, ...)                           \
    kg__cuda_check(ctx,                                                                            \
        kg__cuda_fault(ctx) == cudaSuccess                                                         \
            ? (kg__launch_begins(ctx),                                                             \
                  kernel<<<blocks, threads, shared, kg__stream(ctx)>>>(__VA_ARGS__),               \
                  kg__launch_ends(ctx, cudaGetLastError(), name, (const void *)(kernel), blocks,   \
                      threads, shared))                                                            \
            : cudaErrorUnknown,                                                                    \
        name)

/* The same for a kernel whose threads all run at once and may wait for one another. arguments:
 * their addresses. */
#define KG_LAUNCH_COOPERATIVE(ctx, name, kernel, blocks, threads, arguments)                       \
    kg__cuda_check(ctx,                                                                            \
        kg__cuda_fault(ctx) == cudaSuccess                                                         \
            ? (kg__launch_begins(ctx), kg__launch_ends(ctx,                                        \
                                           cudaLaunchCooperativeKernel(kernel, dim3(blocks),       \
                                               dim3(threads), arguments, 0, kg__stream(ctx)),      \
                                           name, kernel, blocks, threads, 0))                      \
            : cudaErrorUnknown,                                                                    \
        name)

/* The same for a kernel given by its address alone, whose threads need not run at once. */
#define KG_LAUNCH_ADDRESS(ctx, name, kernel, blocks, threads, arguments)                           \
    kg__cuda_check(ctx,                                                                            \
        kg__cuda_fault(ctx) == cudaSuccess                                                         \
            ? (kg__launch_begins(ctx), kg__launch_ends(ctx,                                        \
                                           cudaLaunchKernel(kernel, dim3(blocks), dim3(threads),   \
                                               arguments, 0, kg__stream(ctx)),                     \
                                           name, kernel, blocks, threads, 0))                      \
            : cudaErrorUnknown,                                                                    \
        name)

/* Calls CUB, which launches kernels of its own. */
#define KG_LAUNCH_CUB(ctx, primitive, ...)                                                         \
    kg__cuda_check(ctx,                                                                            \
        kg__cuda_fault(ctx) == cudaSuccess                                                         \
            ? (kg__launch_begins(ctx),                                                             \
                  kg__launch_ends(ctx, primitive(__VA_ARGS__), #primitive, NULL, 0, 0, 0))         \
            : cudaErrorUnknown,                                                                    \
        #primitive)

/* Records a launch for kg_context_kernels(): kernels_cuda.cu. */
extern "C" void kg__record_begin(kg_context *ctx);
extern "C" void kg__record_end(
    kg_context *ctx, const char *name, const void *kernel, dim3 grid, dim3 block, size_t shared);

/* Before and after each launch. For a call of CUB, kernel is NULL. error: the result of the launch,
 * which is returned. */
static inline void kg__launch_begins(kg_context *ctx)
{
    if (ctx->records_kernels)
        kg__record_begin(ctx);
}

static inline cudaError_t kg__launch_ends(kg_context *ctx, cudaError_t error, const char *name,
    const void *kernel, dim3 grid, dim3 block, size_t shared)
{
    if (ctx->records_kernels && error == cudaSuccess)
        kg__record_end(ctx, name, kernel, grid, block, shared);
    return error;
}

/* Waits for the stream. Then the results of kernels in kg__cuda_of(ctx)->small may be read. */
extern "C" kg_status kg__cuda_wait(kg_context *ctx);

/* CUDA does not work in a process that was forked after CUDA's start. kg__cuda_started() records
 * the start. kg__cuda_forked() returns the message for such a process, and NULL in others. */
void kg__cuda_started(void);
const char *kg__cuda_forked(void);

/* Copies a few bytes, at most KG__SMALL_BYTES, to the host and waits for them. */
extern "C" kg_status kg__cuda_fetch(kg_context *ctx, void *to, const void *d_from, size_t bytes);

/* Attaches an object to the open device, which owns it from now on. */
extern "C" void kg__cuda_attach(kg_context *ctx, kg__attachment *attachment);

/* Returns the attachment that has this destroy function, or NULL. */
extern "C" kg__attachment *kg__cuda_attached(
    const kg_context *ctx, void (*destroy)(kg__attachment *));

#endif
