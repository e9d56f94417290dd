/* The table of the backends' functions for a hierarchy. */
#include "hierarchy_ops.h"

static const kg__hierarchy_ops row[KG__BACKENDS] = KG__TABLE(KG__HIERARCHY_FUNCTIONS);

const kg__hierarchy_ops *kg__hierarchy(const kg_context *ctx)
{
    return &row[kg__context_backend(ctx)];
}
