/* The table of csr's backends. */
#include "csr_ops.h"

static const kg__csr_ops cpu = {
    .build = kg__csr_build_cpu,
    .sources = kg__csr_sources_cpu,
    .degrees = kg__csr_degrees_cpu,
    .gather = kg__csr_gather_cpu,
    .components = kg__csr_components_cpu,
    .spanning_tree = kg__csr_spanning_tree_cpu,
    .generate = kg__csr_generate_cpu,
};

const kg__csr_ops *kg__csr(const kg_context *ctx)
{
    static const kg__csr_ops *const table[KG__BACKENDS] = {
        [KG__CPU] = &cpu,
#ifdef KG__WITH_CUDA
        [KG__CUDA] = &cpu, /* the host's arrays are made by the host, whatever the device */
#endif
    };
    return table[kg__context_backend(ctx)];
}
