/* The table of the searches of grid maps. */
#include "grid_ops.h"

static const kg__grid_ops row[KG__BACKENDS] = KG__TABLE(KG__GRID_FUNCTIONS);

const kg__grid_ops *kg__grid_backend(const kg_context *ctx)
{
    return &row[kg__context_backend(ctx)];
}
