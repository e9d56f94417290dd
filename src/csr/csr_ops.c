/* The table of csr's backends. */
#include "csr_ops.h"

#define ROW(backend)                                                                               \
    {                                                                                              \
        .build = kg__csr_build_##backend, .sources = kg__csr_sources_##backend,                    \
        .degrees = kg__csr_degrees_##backend, .reverse = kg__csr_reverse_##backend,                \
        .components = kg__csr_components_##backend,                                                \
        .spanning_tree = kg__csr_spanning_tree_##backend, .generate = kg__csr_generate_##backend,  \
        .relabel = kg__csr_relabel_##backend,                                                      \
    }

static const kg__csr_ops row[KG__BACKENDS] = {
    [KG__CPU] = ROW(cpu),
#ifdef KG__WITH_CUDA
    [KG__CUDA] = ROW(cuda),
#endif
};

const kg__csr_ops *kg__csr(const kg_context *ctx)
{
    return &row[kg__context_backend(ctx)];
}
