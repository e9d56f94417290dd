/* Which backend searches. */
#include "search_ops.h"

const kg__search_ops *kg__search(const kg_context *ctx)
{
    static const kg__search_ops *const table[KG__BACKENDS] = {
        [KG__CPU] = &kg__search_ops_cpu,
    };
    return table[kg__context_backend(ctx)];
}
