/* Sorting of keys and of pairs: the front. */
#include "front.h"

#define KEYS(S, T)                                                                                 \
    kg_status kg_array_sort_##S(T *sorted, kg_context *context, uint64_t n, const T *value)        \
    {                                                                                              \
        kg_status status = KG_OK;                                                                  \
                                                                                                   \
        KG_NEED(NULL, context);                                                                    \
        kg__begin(context);                                                                        \
        if (n) {                                                                                   \
            KG_TRY(kg__require(context, sorted, "sorted"));                                        \
            KG_TRY(kg__require(context, value, "value"));                                          \
            KG_TRY(kg__scan(context)->sort_##S##_##S(context, sorted, NULL, n, value, NULL));      \
        }                                                                                          \
    out:                                                                                           \
        return status;                                                                             \
    }

#define PAIRS(KS, VS, K, V)                                                                        \
    kg_status kg_array_sort_pairs_##KS##_##VS(K *sorted_key, V *sorted_value, kg_context *context, \
        uint64_t n, const K *key, const V *value)                                                  \
    {                                                                                              \
        kg_status status = KG_OK;                                                                  \
                                                                                                   \
        KG_NEED(NULL, context);                                                                    \
        kg__begin(context);                                                                        \
        if (n) {                                                                                   \
            KG_TRY(kg__require(context, sorted_value, "sorted_value"));                            \
            KG_TRY(kg__require(context, key, "key"));                                              \
            if (!value)                                                                            \
                KG_TRY(kg__require_positions(context, n, sizeof(V)));                              \
            KG_TRY(kg__scan(context)->sort_##KS##_##VS(                                            \
                context, sorted_key, sorted_value, n, key, value));                                \
        }                                                                                          \
    out:                                                                                           \
        return status;                                                                             \
    }

KEYS(u32, uint32_t)
KEYS(u64, uint64_t)
PAIRS(u32, u32, uint32_t, uint32_t)
PAIRS(u32, u64, uint32_t, uint64_t)
PAIRS(u64, u32, uint64_t, uint32_t)
PAIRS(u64, u64, uint64_t, uint64_t)
