/*
 * The kernels of a user's problem: compiled for the context's GPU and loaded. The open device keeps
 * those of the last source, so a program that asks for many paths compiles once.
 */
#include "../../base/cuda.cuh"
extern "C" {
#include "ga_star_compile.h"
}
#include <stdlib.h>
#include <string.h>

#if CUDART_VERSION >= 12080
typedef struct loaded {
    kg__attachment attachment;
    char *source;
    bool estimates;
    cudaLibrary_t library;
    const void *kernel[KG__GA_KERNELS];
} loaded;

static void unload(loaded *l)
{
    if (l->library)
        cudaLibraryUnload(l->library);
    free(l->source);
    l->library = NULL;
    l->source = NULL;
}

static void close_loaded(kg__attachment *attachment)
{
    unload((loaded *)attachment);
    free(attachment);
}

/* The kernels that the context keeps; at first none are loaded. */
static kg_status find_loaded(kg_context *ctx, loaded **l)
{
    *l = (loaded *)kg__cuda_attached(ctx, close_loaded);
    if (*l)
        return KG_OK;
    *l = (loaded *)calloc(1, sizeof **l);
    if (!*l)
        return kg__fail(ctx, KG_MEMORY, "out of memory");
    (*l)->attachment.destroy = close_loaded;
    kg__cuda_attach(ctx, &(*l)->attachment);
    return KG_OK;
}

static kg_status load(loaded *l, kg_context *ctx, const kg_ga_star_problem *problem)
{
    const int device = kg__cuda_of(ctx)->device;
    kg__ga_code code = {};
    int major, minor;
    kg_status status;

    KG_TRY(KG_CUDA(ctx, cudaDeviceGetAttribute(&major, cudaDevAttrComputeCapabilityMajor, device)));
    KG_TRY(KG_CUDA(ctx, cudaDeviceGetAttribute(&minor, cudaDevAttrComputeCapabilityMinor, device)));
    KG_TRY(kg__ga_compile(&code, ctx, problem, NULL, (unsigned)(10 * major + minor)));
    KG_TRY(
        KG_CUDA(ctx, cudaLibraryLoadData(&l->library, code.bytes, NULL, NULL, 0, NULL, NULL, 0)));
    for (int i = 0; i < KG__GA_KERNELS; i++) {
        cudaKernel_t kernel;

        KG_TRY(KG_CUDA(ctx, cudaLibraryGetKernel(&kernel, l->library, code.name[i])));
        l->kernel[i] = (const void *)kernel;
    }
    l->estimates = problem->estimate != NULL;
    l->source = strdup(problem->source);
    if (!l->source)
        status = kg__fail(ctx, KG_MEMORY, "out of memory");
out:
    kg__ga_free_code(ctx, &code);
    return status;
}

extern "C" kg_status kg__ga_load(
    const void **kernel, kg_context *ctx, const kg_ga_star_problem *problem)
{
    loaded *l;
    kg_status status;

    KG_TRY(find_loaded(ctx, &l));
    if (!l->source || strcmp(l->source, problem->source) != 0 ||
        l->estimates != (problem->estimate != NULL)) {
        unload(l);
        kg__stage(ctx, "compile");
        KG_TRY(load(l, ctx, problem));
        kg__stage(ctx, "search");
    }
    memcpy(kernel, l->kernel, sizeof l->kernel);
out:
    return status;
}
#else
extern "C" kg_status kg__ga_load(const void **, kg_context *ctx, const kg_ga_star_problem *)
{
    return kg__fail(ctx, KG_UNSUPPORTED,
        "a problem's source needs a konig that is built with CUDA 12.8 or newer");
}
#endif
