/* The table of the searches of distances. */
#include "paths_ops.h"

static const kg__paths_ops row[KG__BACKENDS] = KG__TABLE(KG__PATHS_FUNCTIONS);

const kg__paths_ops *kg__paths(const kg_context *ctx)
{
    return &row[kg__context_backend(ctx)];
}
