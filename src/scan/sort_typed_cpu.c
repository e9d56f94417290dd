/*
 * Sorting of typed numbers on the CPU by vector instructions, without their ordered bits.
 *
 * In: value[n]. Out: sorted[n], which may be value.
 *
 * Method: integers are sorted as they are. The bits of floats become signed integers of the same
 * order: all bits of negative floats but the sign are inverted. The same operation leads back. All
 * NaNs become the one above infinity. (The vector sort of floats would not do: that of Highway 1.0
 * rarely leaves numbers out of order, and makes the largest finite number of an infinity.)
 *
 * For one thread, for numbers of 32 and 64 bits, and for integers that differ in many bits:
 * KG_UNSUPPORTED otherwise, and then callers sort ordered bits (sort_cpu.c), by all threads.
 *
 * Work: O(n log n), O(n) for numbers in order. Memory: none.
 *
 * Deterministic: numbers that are equal in the order have the same bits.
 */
#include "array_ops.h"
#include "sort_vectors.h"
#include <string.h>

#define T           uint16_t
#define VECTORS     kg__sort_vectors_u16
#define NAMED(stem) stem##_u16
#include "sort_typed_cpu_tmpl.h"

#define T           int16_t
#define VECTORS     kg__sort_vectors_i16
#define NAMED(stem) stem##_i16
#include "sort_typed_cpu_tmpl.h"

#define T           uint32_t
#define VECTORS     kg__sort_vectors_u32
#define NAMED(stem) stem##_u32
#include "sort_typed_cpu_tmpl.h"

#define T           int32_t
#define FLOATS      float
#define NAN_BITS    INT32_C(0x7fc00000)
#define VECTORS     kg__sort_vectors_i32
#define NAMED(stem) stem##_i32
#include "sort_typed_cpu_tmpl.h"

#define T           uint64_t
#define VECTORS     kg__sort_vectors_u64
#define NAMED(stem) stem##_u64
#include "sort_typed_cpu_tmpl.h"

#define T           int64_t
#define FLOATS      double
#define NAN_BITS    INT64_C(0x7ff8000000000000)
#define VECTORS     kg__sort_vectors_i64
#define NAMED(stem) stem##_i64
#include "sort_typed_cpu_tmpl.h"

decl_array_sort(kg__array_sort_cpu)
{
    const size_t bytes = kg_type_size(type);

    if (bytes < 2 || !kg__sort_vectors(bytes) || kg__threads(ctx, n, KG__SORT_GRAIN) > 1)
        return KG_UNSUPPORTED;
    if (kg__is_unsigned(type) && n > KG__SORT_MANY)
        return KG_UNSUPPORTED; /* sort_cpu.c looks at these bits itself, and chooses */
    switch (type) {
    case KG_U16:
        return sort_u16(sorted, n, value);
    case KG_I16:
        return sort_i16(sorted, n, value);
    case KG_U32:
        return sort_u32(sorted, n, value);
    case KG_I32:
        return sort_i32(sorted, n, value);
    case KG_U64:
        return sort_u64(sorted, n, value);
    case KG_I64:
        return sort_i64(sorted, n, value);
    case KG_F32:
        sort_floats_i32(sorted, n, value);
        return KG_OK;
    case KG_F64:
        sort_floats_i64(sorted, n, value);
        return KG_OK;
    default:
        return KG_UNSUPPORTED;
    }
}
