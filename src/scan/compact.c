/* Compaction: the front. */
#include "front.h"

#define FRONT(S, T)                                                                                \
    static kg_status compact_##S(T *kept, uint64_t *count, kg_context *context, uint64_t n,        \
        const T *value, const uint8_t *flag)                                                       \
    {                                                                                              \
        kg_status status = KG_OK;                                                                  \
                                                                                                   \
        KG_TRY(kg__require(context, count, "count"));                                              \
        *count = 0;                                                                                \
        if (n) {                                                                                   \
            KG_TRY(kg__require(context, kept, "the output"));                                      \
            KG_TRY(kg__require(context, flag, "flag"));                                            \
            KG_TRY(kg__scan(context)->compact_##S(context, kept, count, n, value, flag));          \
        }                                                                                          \
    out:                                                                                           \
        return status;                                                                             \
    }                                                                                              \
                                                                                                   \
    kg_status kg_array_compact_##S(T *kept, uint64_t *count, kg_context *context, uint64_t n,      \
        const T *value, const uint8_t *flag)                                                       \
    {                                                                                              \
        kg_status status;                                                                          \
                                                                                                   \
        KG_NEED(NULL, context);                                                                    \
        kg__begin(context);                                                                        \
        KG_TRY(kg__require(context, value || !n, "value"));                                        \
        KG_TRY(compact_##S(kept, count, context, n, value, flag));                                 \
    out:                                                                                           \
        return status;                                                                             \
    }                                                                                              \
                                                                                                   \
    kg_status kg_array_compact_index_##S(                                                          \
        T *index, uint64_t *count, kg_context *context, uint64_t n, const uint8_t *flag)           \
    {                                                                                              \
        kg_status status;                                                                          \
                                                                                                   \
        KG_NEED(NULL, context);                                                                    \
        kg__begin(context);                                                                        \
        KG_TRY(kg__require_positions(context, n, sizeof(T)));                                      \
        KG_TRY(compact_##S(index, count, context, n, NULL, flag));                                 \
    out:                                                                                           \
        return status;                                                                             \
    }

FRONT(u32, uint32_t)
FRONT(u64, uint64_t)
