/* The source of a user's problem, compiled for a GPU. */
#ifndef KG_GA_STAR_COMPILE_H
#define KG_GA_STAR_COMPILE_H

#include "../../base/base.h"
#include <konig/ga_star.h>

/* The kernels that depend on the problem. */
enum {
    KG__GA_EXPAND,
    KG__GA_ROUNDS,
    KG__GA_BOUND,
    KG__GA_BOUND_QUEUES,
    KG__GA_GOALS,
    KG__GA_KERNELS
};

/* The headers that are compiled with the source: pairs of name and text, ended by NULL. The build
 * writes them: embed.py. */
extern const char *const kg__ga_texts[][2];

typedef struct kg__ga_code {
    char *bytes; /* [size] */
    size_t size;
    char name[KG__GA_KERNELS][128]; /* the names of its kernels */
} kg__ga_code;

/*
 * Compiles a problem's source by NVRTC, which it opens. Needs no GPU.
 *
 * code        [out] free it with kg__ga_free_code(), after a failure too.
 * library     [in] NVRTC's file name; NULL: konig looks for it by its usual names.
 * capability  [in] of the GPU, 90 say.
 * Returns KG_OK; KG_MISSING (no NVRTC); KG_ARGUMENT (the source does not compile; the text has the
 * first error); KG_UNSUPPORTED (NVRTC does not know such a GPU); KG_MEMORY.
 */
kg_status kg__ga_compile(kg__ga_code *code, kg_context *ctx, const kg_ga_star_problem *problem,
    const char *library, unsigned capability);
void kg__ga_free_code(kg_context *ctx, kg__ga_code *code);

/* Compiles and loads the kernels of a problem's source for the context's device, which keeps those
 * of the last source. kernel: [out] [KG__GA_KERNELS] addresses for launches. On CUDA only. */
kg_status kg__ga_load(const void **kernel, kg_context *ctx, const kg_ga_star_problem *problem);

#endif
