/* Distinct values: the front. */
#include "front.h"

#define FRONT(S, T)                                                                                \
    kg_status kg_array_distinct_##S(T *distinct, uint64_t *count, uint32_t *rank,                  \
        kg_context *context, uint64_t n, const T *value)                                           \
    {                                                                                              \
        kg_status status = KG_OK;                                                                  \
                                                                                                   \
        KG_NEED(NULL, context);                                                                    \
        kg__begin(context);                                                                        \
        KG_TRY(kg__require(context, count, "count"));                                              \
        *count = 0;                                                                                \
        if (n) {                                                                                   \
            KG_TRY(kg__require(context, distinct, "distinct"));                                    \
            KG_TRY(kg__require(context, value, "value"));                                          \
            if (rank)                                                                              \
                KG_TRY(kg__require_positions(context, n, sizeof *rank));                           \
            KG_TRY(kg__scan(context)->distinct_##S(context, distinct, count, rank, n, value));     \
        }                                                                                          \
    out:                                                                                           \
        return status;                                                                             \
    }

FRONT(u32, uint32_t)
FRONT(u64, uint64_t)
