/* The rows of the table for permutations, tours and sequences. */
#include "combinatorics_ops.h"

static const kg__combinatorics_ops row[KG__BACKENDS] = KG__TABLE(KG__COMBINATORICS_FUNCTIONS);

const kg__combinatorics_ops *kg__combinatorics(const kg_context *ctx)
{
    return &row[kg__context_backend(ctx)];
}
