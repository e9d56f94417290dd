/*
 * Multiplying by a BLAS library, which is opened only when it is asked for, because nothing else
 * needs it.
 *
 * In and out as for multiply_cpu.c. A BLAS stores columns, so it computes the product of the
 * transposed matrices in the other order, which is the same memory.
 * Not deterministic beyond what the library promises.
 */
#include "matrix_ops.h"
#include <dlfcn.h>

/* Fortran's interface: every argument is passed by its address. After all of them come the lengths
 * of the two strings, which no C header shows. */
typedef void gemm(const char *, const char *, const int *, const int *, const int *, const void *,
    const void *, const int *, const void *, const int *, const void *, void *, const int *, size_t,
    size_t);

static void *open_blas(void)
{
    static const char *const names[] = {"libopenblas.so.0", "libblas.so.3"};
    void *library = NULL;

    for (size_t i = 0; i < sizeof names / sizeof *names && !library; i++)
        library = dlopen(names[i], RTLD_NOW | RTLD_LOCAL);
    return library;
}

decl_matrix_multiply_blas(kg__matrix_multiply_blas_cpu)
{
    static const double one = 1, zero = 0;
    static const float one_narrow = 1, zero_narrow = 0;
    const bool wide = type == KG_F64;
    const void *factor = wide ? (const void *)&one : &one_narrow;
    const void *before = wide ? (const void *)&zero : &zero_narrow;
    const int rows = (int)p->n, columns = (int)p->m, depth = (int)p->inner;
    const int a_pitch = (int)p->a_pitch, b_pitch = (int)p->b_pitch, pitch = (int)p->result_pitch;
    void *library = open_blas();
    gemm *call = NULL;

    if (library) /* ISO C cannot convert an object's address to a function's */
        *(void **)&call = dlsym(library, wide ? "dgemm_" : "sgemm_");
    if (!call || kg__product_passes(p, INT32_MAX))
        return kg__fail(ctx, KG_UNSUPPORTED,
            "no BLAS library can do this: looked for libopenblas.so.0 and libblas.so.3");
    call("N", "N", &columns, &rows, &depth, factor, p->b, &b_pitch, p->a, &a_pitch, before,
        p->result, &pitch, 1, 1);
    return KG_OK;
}
