/* Which backend searches. */
#include "grid_ops.h"

const kg__grid_ops *kg__grid_search_row(const kg_context *ctx)
{
    static const kg__grid_ops *const table[KG__BACKENDS] = {
        [KG__CPU] = &kg__grid_ops_cpu,
#ifdef KG__WITH_CUDA
        [KG__CUDA] = &kg__grid_ops_cuda,
#endif
    };
    const kg__grid_ops *ops = table[kg__context_backend(ctx)];

    return ops && ops->grid ? ops : &kg__grid_ops_cpu; /* which needs host memory alone */
}
