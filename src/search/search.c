/* Which backend searches. */
#include "search_ops.h"

const kg__search_ops *kg__search(const kg_context *ctx)
{
    static const kg__search_ops *const table[KG__BACKENDS] = {
        [KG__CPU] = &kg__search_ops_cpu,
#ifdef KG__WITH_CUDA
        [KG__CUDA] = &kg__search_ops_cuda,
#endif
    };
    const kg__search_ops *ops = table[kg__context_backend(ctx)];

    return ops && ops->grid ? ops : &kg__search_ops_cpu; /* which needs host memory alone */
}
