/* The table of the distance fields of grid maps. */
#include "fields_ops.h"

static const kg__fields_ops row[KG__BACKENDS] = KG__TABLE(KG__FIELDS_FUNCTIONS);

const kg__fields_ops *kg__fields_backend(const kg_context *ctx)
{
    return &row[kg__context_backend(ctx)];
}
