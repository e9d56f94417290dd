/* The rows of the second table of array primitives. */
#include "array_ops.h"

static const kg__array_ops row[KG__BACKENDS] = KG__TABLE(KG__ARRAY_SLOTS);

const kg__array_ops *kg__array(const kg_context *ctx)
{
    return &row[kg__context_backend(ctx)];
}

size_t kg_type_size(kg_type type)
{
    switch (type) {
    case KG_U64:
    case KG_I64:
    case KG_F64:
        return 8;
    case KG_F32:
        return 4;
    }
    return 0;
}

kg_status kg__array_begin(kg_context *ctx, kg_type type)
{
    KG_NEED(NULL, ctx);
    kg__begin(ctx);
    if (!kg_type_size(type))
        return kg__fail(ctx, KG_ARGUMENT, "unknown type of numbers %d", (int)type);
    return KG_OK;
}
