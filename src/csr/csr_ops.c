/* The table of csr's backends. */
#include "csr_ops.h"

static const kg__csr_ops row[KG__BACKENDS] = KG__TABLE(KG__CSR_SLOTS);

const kg__csr_ops *kg__csr(const kg_context *ctx)
{
    return &row[kg__context_backend(ctx)];
}
