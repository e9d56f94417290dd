/*
 * Multiplying by cuBLAS, which is opened only when it is asked for, because nothing else needs it.
 *
 * In and out as for multiply_cuda.cu. cuBLAS stores columns, so it computes the product of the
 * transposed matrices in the other order, which is the same memory. Floats are multiplied as
 * floats: the default mode of cuBLAS rounds no input to fewer bits. The library's handle, with its
 * workspace, stays with the context until the context is destroyed. Not deterministic beyond what
 * the library promises.
 */
#include "../base/cuda.cuh"
extern "C" {
#include "matrix_ops.h"
}
#include <dlfcn.h>
#include <stdlib.h>

/* cublasStatus_t and cublasOperation_t are ints. 0 is success, and no transposition. */
typedef int blas_create(void **handle);
typedef int blas_destroy(void *handle);
typedef int blas_set_stream(void *handle, cudaStream_t stream);
typedef int blas_gemm(void *handle, int, int, int rows, int columns, int inner, const void *factor,
    const void *, int, const void *, int, const void *before, void *product, int);

/* All versions have the same interface for the calls below. */
static void *open_blas(void)
{
    static const char *const names[] = {"libcublas.so", "libcublas.so.13", "libcublas.so.12"};
    void *library = NULL;

    for (size_t i = 0; i < sizeof names / sizeof *names && !library; i++)
        library = dlopen(names[i], RTLD_NOW | RTLD_LOCAL);
    return library;
}

static kg_status fail_blas(kg_context *ctx, const char *call, int error)
{
    return kg__fail(ctx, KG_DEVICE, "device %s failed in %s: cuBLAS says %d",
        kg_context_device(ctx), call, error);
}

/* Calls cuBLAS, or fails instead if a test injects a failure. */
#define KG_BLAS(ctx, name, call)                                                                   \
    do {                                                                                           \
        int kg__error = kg__cuda_fault(ctx) == cudaSuccess ? (call) : -1;                          \
                                                                                                   \
        KG_TRY(kg__error ? fail_blas(ctx, name, kg__error) : KG_OK);                               \
    } while (0)

/* The library's handle, which stays with the open device. */
typedef struct blas {
    kg__attachment attachment;
    void *handle;
    blas_destroy *destroy;
} blas;

static void close_blas(kg__attachment *attachment)
{
    blas *b = (blas *)attachment;

    b->destroy(b->handle);
    free(b);
}

/* Returns the context's handle, and makes one if there is none. */
static kg_status begin_blas(kg_context *ctx, void *library, blas **opened)
{
    blas_create *create = (blas_create *)dlsym(library, "cublasCreate_v2");
    blas_destroy *destroy = (blas_destroy *)dlsym(library, "cublasDestroy_v2");
    blas_set_stream *set_stream = (blas_set_stream *)dlsym(library, "cublasSetStream_v2");
    blas *made = NULL;
    kg_status status = KG_OK;

    *opened = (blas *)kg__cuda_attached(ctx, close_blas);
    if (*opened)
        return KG_OK;
    if (!create || !destroy || !set_stream)
        return kg__fail(ctx, KG_UNSUPPORTED, "this cuBLAS has not the calls that are needed");
    made = (blas *)calloc(1, sizeof *made);
    if (!made)
        return kg__fail(ctx, KG_MEMORY, "out of memory");
    made->attachment.destroy = close_blas;
    made->destroy = destroy;
    KG_BLAS(ctx, "cublasCreate", create(&made->handle));
    KG_BLAS(ctx, "cublasSetStream", set_stream(made->handle, kg__stream(ctx)));
    kg__cuda_attach(ctx, &made->attachment);
    *opened = made;
    made = NULL;
out:
    if (made && made->handle)
        destroy(made->handle);
    free(made);
    return status;
}

decl_matrix_multiply_blas(kg__matrix_multiply_blas_cuda)
{
    static const double one = 1, zero = 0;
    static const float one_narrow = 1, zero_narrow = 0;
    const bool wide = type == KG_F64;
    const void *factor = wide ? (const void *)&one : &one_narrow;
    const void *before = wide ? (const void *)&zero : &zero_narrow;
    void *library = open_blas();
    blas_gemm *gemm =
        library ? (blas_gemm *)dlsym(library, wide ? "cublasDgemm_v2" : "cublasSgemm_v2") : NULL;
    blas *opened;
    kg_status status;

    if (!gemm || kg__product_passes(p, INT32_MAX))
        return kg__fail(ctx, KG_UNSUPPORTED, "no cuBLAS can do this: looked for libcublas.so");
    KG_TRY(begin_blas(ctx, library, &opened));
    KG_BLAS(ctx, "gemm",
        gemm(opened->handle, 0, 0, (int)p->m, (int)p->n, (int)p->inner, factor, p->b,
            (int)p->b_pitch, p->a, (int)p->a_pitch, before, p->result, (int)p->result_pitch));
out:
    return status;
}
