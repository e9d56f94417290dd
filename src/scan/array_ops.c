/* The rows of the table of array primitives. */
#include "array_ops.h"

static const kg__array_ops row[KG__BACKENDS] = KG__TABLE(KG__ARRAY_FUNCTIONS);

const kg__array_ops *kg__array(const kg_context *ctx)
{
    return &row[kg__context_backend(ctx)];
}

const kg__array_ops *kg__array_host(void)
{
    return &row[KG__CPU];
}

kg_status kg__array_begin(kg_context *ctx, kg_type type)
{
    KG_NEED(NULL, ctx);
    kg__begin(ctx);
    if (!kg_type_size(type))
        return kg__fail(ctx, KG_ARGUMENT, "unknown type of numbers %d", (int)type);
    return KG_OK;
}
