/*
 * What every .cu file stands on: the context's stream, checked calls and launches, small results
 * read back. C with kernels: a launcher returns kg_status, a kernel's comment says who owns what.
 */
#ifndef KG_CUDA_CUH
#define KG_CUDA_CUH

extern "C" {
#include "cuda.h"
}
#include <cuda_runtime.h>

#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ < 700
#error "kernels need compute capability 7.0: lanes wait there for other lanes of their warp"
#endif

struct kg__cuda {
    int device, processors;
    cudaStream_t stream;
    cudaMemPool_t pool;
    void *small; /* pinned, KG__SMALL_BYTES: results that the host is to read */
    void *blas;  /* a handle of cuBLAS' that scan has opened, or NULL, and what destroys it */
    int (*blas_destroy)(void *blas);
    cudaEvent_t stamp[TIMINGS][2];
};

enum { KG__SMALL_BYTES = 4096 };

/* Threads of a block where nothing speaks for another number. */
enum { KG__BLOCK = 256 };

static inline cudaStream_t kg__stream(const kg_context *ctx)
{
    return ctx->cuda->stream;
}

static inline unsigned kg__blocks(uint64_t items)
{
    return (unsigned)((items + KG__BLOCK - 1) / KG__BLOCK);
}

/* KG_OK, or the failure of a call: KG_MEMORY or KG_DEVICE with a text. */
extern "C" kg_status kg__cuda_check(kg_context *ctx, cudaError_t error, const char *what);

/* cudaSuccess, or the failure that a test asked for in place of the next call. */
static inline cudaError_t kg__cuda_fault(kg_context *ctx)
{
    return kg__fault_hit(ctx, KG__FAULT_DEVICE) ? cudaErrorUnknown : cudaSuccess;
}

/* A call of CUDA's, checked; a failure that a test asked for happens instead of it. */
#define KG_CUDA(ctx, call)                                                                         \
    kg__cuda_check(ctx, kg__cuda_fault(ctx) == cudaSuccess ? (call) : cudaErrorUnknown, #call)

/*
 * Launches a kernel of one thread an item, `items` > 0 of them, on the context's stream. The kernel's
 * first parameter is not added: pass the count yourself. The status names the kernel.
 */
#define KG_LAUNCH(ctx, kernel, items, ...)                                                         \
    KG_LAUNCH_SHAPED(ctx, kernel, kg__blocks(items), KG__BLOCK, 0, __VA_ARGS__)

/* The same for so many blocks, threads a block, and bytes of shared memory a block. */
#define KG_LAUNCH_SHAPED(ctx, kernel, blocks, threads, shared, ...)                                \
    (kg__cuda_fault(ctx) == cudaSuccess                                                            \
            ? (kernel<<<blocks, threads, shared, kg__stream(ctx)>>>(__VA_ARGS__),                  \
                  kg__cuda_check(ctx, cudaGetLastError(), #kernel))                                \
            : kg__cuda_check(ctx, cudaErrorUnknown, #kernel))

/* Waits for the stream. What kernels have left in ctx->cuda->small may then be read. */
extern "C" kg_status kg__cuda_wait(kg_context *ctx);

/* Copies a few bytes, at most KG__SMALL_BYTES, to the host and waits for them. */
extern "C" kg_status kg__cuda_fetch(kg_context *ctx, void *to, const void *d_from, size_t bytes);

static __device__ __forceinline__ uint64_t kg__item(void)
{
    return (uint64_t)blockIdx.x * blockDim.x + threadIdx.x;
}

/*
 * A word of 4 or 8 bytes that other threads read or write while the kernel runs: relaxed atomic
 * loads and stores. kg__atomic_load() and kg__atomic_store() of global memory, for the whole device;
 * kg__atomic_load_near() of shared memory, for the block.
 */
template <typename T> static __device__ __forceinline__ T kg__atomic_load(const T *from)
{
    static_assert(sizeof(T) == 4 || sizeof(T) == 8, "a word");
    T word;

    if constexpr (sizeof(T) == 4) {
        uint32_t bits;

        asm volatile("ld.relaxed.gpu.global.b32 %0, [%1];"
                     : "=r"(bits)
                     : "l"(__cvta_generic_to_global(from))
                     : "memory");
        memcpy(&word, &bits, sizeof word);
    } else {
        uint64_t bits;

        asm volatile("ld.relaxed.gpu.global.b64 %0, [%1];"
                     : "=l"(bits)
                     : "l"(__cvta_generic_to_global(from))
                     : "memory");
        memcpy(&word, &bits, sizeof word);
    }
    return word;
}

template <typename T> static __device__ __forceinline__ T kg__atomic_load_near(const T *s_from)
{
    static_assert(sizeof(T) == 4 || sizeof(T) == 8, "a word");
    T word;

    if constexpr (sizeof(T) == 4) {
        uint32_t bits;

        asm volatile("ld.relaxed.cta.shared.b32 %0, [%1];"
                     : "=r"(bits)
                     : "l"(__cvta_generic_to_shared(s_from))
                     : "memory");
        memcpy(&word, &bits, sizeof word);
    } else {
        uint64_t bits;

        asm volatile("ld.relaxed.cta.shared.b64 %0, [%1];"
                     : "=l"(bits)
                     : "l"(__cvta_generic_to_shared(s_from))
                     : "memory");
        memcpy(&word, &bits, sizeof word);
    }
    return word;
}

template <typename T> static __device__ __forceinline__ void kg__atomic_store(T *to, T word)
{
    static_assert(sizeof(T) == 4 || sizeof(T) == 8, "a word");

    if constexpr (sizeof(T) == 4) {
        uint32_t bits;

        memcpy(&bits, &word, sizeof bits);
        asm volatile(
            "st.relaxed.gpu.global.b32 [%0], %1;" ::"l"(__cvta_generic_to_global(to)), "r"(bits)
            : "memory");
    } else {
        uint64_t bits;

        memcpy(&bits, &word, sizeof bits);
        asm volatile(
            "st.relaxed.gpu.global.b64 [%0], %1;" ::"l"(__cvta_generic_to_global(to)), "l"(bits)
            : "memory");
    }
}

#endif
