/*
 * Selections by several conditions.
 *
 * In: value[n], conditions in alternatives. Out: the numbers for which an alternative holds.
 * Method: the host sets a flag for each number. It goes through the numbers in chunks that its
 *     cache holds, and tests all conditions on one chunk. The backend keeps the numbers whose flag
 *     is set.
 * Work: O(n * conditions). Memory: a byte a number; if the device is not the CPU, also a copy of
 *     the numbers.
 * Deterministic: a number's flag depends on the number alone.
 */
#include "../front.h"
#include "../host_array.h"
#include <string.h>

/* GRAIN: numbers that make one more thread worth while. CHUNK: numbers of a chunk. */
enum { GRAIN = 1 << 16, CHUNK = 1 << 12 };

#define BODY "select/select_where_tmpl.h"
#include "../each_type.h"

/* Sets flags in the backend's memory. flag: [n] there. */
static kg_status set_flags(kg_context *ctx, uint8_t *flag, kg_type type, uint64_t n,
    const void *value, uint64_t conditions, const kg_condition *condition)
{
    const bool near = kg__context_backend(ctx) == KG__CPU;
    const void *host;
    void *copy = NULL;
    uint8_t *made = NULL;
    kg_status status;

    KG_TRY(kg__array_borrow(ctx, &host, &copy, type, n, value));
    if (!near)
        KG_TRY(kg__host_allocate(ctx, &made, n, sizeof *made, "flags"));
    OF_TYPE(set_flags, type)
    (kg__threads(ctx, n, GRAIN), near ? flag : made, n, host, conditions, condition);
    if (!near)
        KG_TRY(kg__memory(ctx)->upload(ctx, flag, made, n));
out:
    kg__free_all(ctx, made, copy);
    return status;
}

kg_status kg_array_select_where(void *kept, uint64_t *count, kg_context *context, kg_type type,
    uint64_t n, const void *value, uint64_t conditions, const kg_condition *condition)
{
    kg_condition *fitting = NULL;
    uint8_t *flag = NULL;
    kg_status status;

    KG_TRY(kg__array_begin(context, type));
    KG_TRY(kg__require(context, count, "count"));
    KG_TRY(kg__require_arrays(context, n, kept, value));
    KG_TRY(kg__require(context, condition, "condition"));
    if (!conditions)
        return kg__fail(context, KG_ARGUMENT, "there are 0 conditions");
    for (uint64_t c = 0; c < conditions; c++)
        if ((unsigned)condition[c].how > KG_NOT_EQUAL)
            return kg__fail(context, KG_ARGUMENT, "unknown comparison %d in condition %llu",
                (int)condition[c].how, (unsigned long long)c);
    *count = 0;
    if (!n)
        return KG_OK;
    if (conditions == 1)
        return kg_array_select_if(
            kept, count, context, type, n, value, condition->how, condition->than);
    KG_TRY(kg__host_allocate(context, &fitting, conditions, sizeof *fitting, "conditions"));
    for (uint64_t c = 0; c < conditions; c++) {
        fitting[c] = condition[c];
        kg__fit_condition(type, &fitting[c].how, &fitting[c].than);
    }
    KG_TRY(kg__allocate(context, &flag, n, sizeof *flag, "flags"));
    KG_TRY(set_flags(context, flag, type, n, value, conditions, fitting));
    KG_TRY(kg__select_flagged(context, kept, count, kg_type_size(type), n, value, flag));
out:
    kg__free_all(context, fitting, flag);
    return status;
}
