/*
 * Sorting of typed numbers on the CPU by vector instructions, without their ordered bits.
 *
 * In: value[n]. Out: sorted[n], which may be value.
 *
 * Method: signed integers are sorted as they are. The bits of floats become signed integers of the
 * same order: all bits of negative floats but the sign are inverted. The same operation leads back.
 * All NaNs become the one above infinity.
 *
 * For one thread, and for integers that differ in many bits: KG_UNSUPPORTED otherwise, and then
 * callers sort ordered bits (sort_cpu.c), by all threads.
 *
 * Work: O(n log n), O(n) for numbers in order. Memory: none.
 *
 * Deterministic: numbers that are equal in the order have the same bits.
 */
#include "array_ops.h"
#include "sort_vectors.h"
#include <string.h>

#define K           int16_t
#define VECTORS     kg__sort_vectors_i16
#define NAMED(stem) stem##_16
#include "sort_typed_cpu_tmpl.h"

#define K           int32_t
#define T           float
#define NAN_BITS    INT32_C(0x7fc00000)
#define VECTORS     kg__sort_vectors_i32
#define NAMED(stem) stem##_32
#include "sort_typed_cpu_tmpl.h"

#define K           int64_t
#define T           double
#define NAN_BITS    INT64_C(0x7ff8000000000000)
#define VECTORS     kg__sort_vectors_i64
#define NAMED(stem) stem##_64
#include "sort_typed_cpu_tmpl.h"

/* Whether radix passes are expected to be faster: there are many numbers, which differ in few bits.
 */
static bool suits_radix(uint64_t n, const int64_t *value)
{
    uint64_t differ = 0;

    if (n <= KG__SORT_MANY)
        return false;
    for (uint64_t i = 1; i < n; i++)
        differ |= (uint64_t)value[i] ^ (uint64_t)value[0];
    return !kg__sort_suits_vectors(n, differ);
}

decl_array_sort(kg__array_sort_cpu)
{
    if (n <= KG__SORT_TINY || !kg__sort_vectors() || kg__threads(ctx, n, KG__SORT_GRAIN) > 1)
        return KG_UNSUPPORTED;
    switch (type) {
    case KG_I16:
        sort_integers_16(sorted, n, value);
        return KG_OK;
    case KG_I32:
        sort_integers_32(sorted, n, value);
        return KG_OK;
    case KG_I64:
        if (suits_radix(n, value))
            return KG_UNSUPPORTED;
        sort_integers_64(sorted, n, value);
        return KG_OK;
    case KG_F32:
        sort_floats_32(sorted, n, value);
        return KG_OK;
    case KG_F64:
        sort_floats_64(sorted, n, value);
        return KG_OK;
    default:
        return KG_UNSUPPORTED;
    }
}
