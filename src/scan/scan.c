/* Prefix sums: the front. */
#include "front.h"

#define FRONT(kind, S, T, inclusive)                                                               \
    kg_status kg_array_##kind##_scan_##S(                                                          \
        T *sum, uint64_t *total, kg_context *context, uint64_t n, const T *value)                  \
    {                                                                                              \
        uint64_t all = 0;                                                                          \
        kg_status status = KG_OK;                                                                  \
                                                                                                   \
        KG_NEED(NULL, context);                                                                    \
        kg__begin(context);                                                                        \
        if (n) {                                                                                   \
            KG_TRY(kg__require(context, sum, "sum"));                                              \
            KG_TRY(kg__require(context, value, "value"));                                          \
            KG_TRY(kg__scan(context)->prefix_##S(context, sum, &all, n, value, inclusive));        \
        }                                                                                          \
        if (total)                                                                                 \
            *total = all;                                                                          \
    out:                                                                                           \
        return status == KG_OVERFLOW                                                               \
                   ? kg__fail(context, status, "the sum of %llu values passes %d bits",            \
                         (unsigned long long)n, (int)(8 * sizeof(T)))                              \
                   : status;                                                                       \
    }

FRONT(exclusive, u32, uint32_t, false)
FRONT(exclusive, u64, uint64_t, false)
FRONT(inclusive, u32, uint32_t, true)
FRONT(inclusive, u64, uint64_t, true)
