/* Reductions: the front. */
#include "front.h"

#define FRONT(kind, S, T, R, how)                                                                  \
    kg_status kg_array_reduce_##kind##_##S(                                                        \
        R *result, kg_context *context, uint64_t n, const T *value)                                \
    {                                                                                              \
        uint64_t one = 0;                                                                          \
        kg_status status = KG_OK;                                                                  \
                                                                                                   \
        KG_NEED(NULL, context);                                                                    \
        kg__begin(context);                                                                        \
        KG_TRY(kg__require(context, result, "result"));                                            \
        if (n) {                                                                                   \
            KG_TRY(kg__require(context, value, "value"));                                          \
            KG_TRY(kg__scan(context)->reduce_##S(context, &one, n, value, how));                   \
        } else if (how != KG__SUM) {                                                               \
            return kg__fail(context, KG_ARGUMENT, "the %s of 0 values", #kind);                    \
        }                                                                                          \
        *result = (R)one;                                                                          \
    out:                                                                                           \
        return status == KG_OVERFLOW                                                               \
                   ? kg__fail(context, status, "the sum of %llu values passes 64 bits",            \
                         (unsigned long long)n)                                                    \
                   : status;                                                                       \
    }

FRONT(sum, u32, uint32_t, uint64_t, KG__SUM)
FRONT(sum, u64, uint64_t, uint64_t, KG__SUM)
FRONT(min, u32, uint32_t, uint32_t, KG__MIN)
FRONT(min, u64, uint64_t, uint64_t, KG__MIN)
FRONT(max, u32, uint32_t, uint32_t, KG__MAX)
FRONT(max, u64, uint64_t, uint64_t, KG__MAX)
