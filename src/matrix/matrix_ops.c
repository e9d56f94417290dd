/* The rows of the table of matrices. */
#include "matrix_ops.h"

static const kg__matrix_ops row[KG__BACKENDS] = KG__TABLE(KG__MATRIX_FUNCTIONS);

const kg__matrix_ops *kg__matrices(const kg_context *ctx)
{
    return &row[kg__context_backend(ctx)];
}
