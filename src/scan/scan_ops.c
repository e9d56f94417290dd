/* The rows of the table of array primitives. */
#include "scan_ops.h"

static const kg__scan_ops row[KG__BACKENDS] = KG__TABLE(KG__SCAN_SLOTS);

const kg__scan_ops *kg__scan(const kg_context *ctx)
{
    return &row[kg__context_backend(ctx)];
}

const kg__scan_ops *kg__scan_host(void)
{
    return &row[KG__CPU];
}
