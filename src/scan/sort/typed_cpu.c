/*
 * Sorting of typed numbers, and distinct floats, on the CPU by vector instructions, without their
 * ordered bits.
 *
 * In: value[n]. Out: sorted[n], which may be value.
 *
 * Method: integers are sorted directly. The bits of floats become signed integers of the same
 * order: all bits of negative floats except the sign are inverted. The same operation on the
 * negative ones, which then come first, leads back. All NaNs become the one above infinity. (The
 * vector sort of floats would not do: that of Highway 1.0 rarely leaves numbers out of order, and
 * turns an infinity into the largest finite number.)
 *
 * For one thread. By Highway only for numbers of 32 and 64 bits, and for integers that differ in
 * many bits. Otherwise KG_UNSUPPORTED: callers then sort ordered bits (sort_cpu.c), by all threads.
 *
 * Work: O(n log n), O(n) for sorted numbers. Memory: none.
 *
 * Deterministic: numbers that are equal in the order have the same bits.
 */
#include "../array_ops.h"
#include "../avx2.h"
#include "vectors.h"
#include <string.h>

/* Up to this many bytes, one thread sorts in one function, without the calls for each byte. */
enum { FEW_BYTES = 1 << 14 };

#define T           uint16_t
#define VECTORS     kg__sort_vectors_u16
#define NAMED(stem) stem##_u16
#include "typed_cpu_tmpl.h"

#define T           int16_t
#define VECTORS     kg__sort_vectors_i16
#define NAMED(stem) stem##_i16
#include "typed_cpu_tmpl.h"

#define T           uint32_t
#define VECTORS     kg__sort_vectors_u32
#define NAMED(stem) stem##_u32
#include "typed_cpu_tmpl.h"

#define T           int32_t
#define FLOATS      float
#define NAN_BITS    INT32_C(0x7fc00000)
#define VECTORS     kg__sort_vectors_i32
#define NAMED(stem) stem##_i32
#include "typed_cpu_tmpl.h"

#define T           uint64_t
#define VECTORS     kg__sort_vectors_u64
#define NAMED(stem) stem##_u64
#include "typed_cpu_tmpl.h"

#define T           int64_t
#define FLOATS      double
#define NAN_BITS    INT64_C(0x7ff8000000000000)
#define VECTORS     kg__sort_vectors_i64
#define NAMED(stem) stem##_i64
#include "typed_cpu_tmpl.h"

/* Sorts few bytes by counting each. The tables take turns, so that equal neighbours do not wait for
 * each other. sign: the bits in which their order differs from that of unsigned bytes. */
static void sort_few_bytes(uint8_t *sorted, uint64_t n, const uint8_t *value, uint64_t sign)
{
    enum { TABLES = 4, BYTES = 256, SHORT = 16 };
    uint32_t count[TABLES][BYTES] = {{0}};
    uint8_t *const end = sorted + n;

    for (uint64_t i = 0; i < n; i++)
        count[i % TABLES][value[i]]++;
    for (unsigned i = 0; i < BYTES; i++) {
        const unsigned byte = i ^ (unsigned)sign;
        const size_t times = count[0][byte] + count[1][byte] + count[2][byte] + count[3][byte];

        if (times <= SHORT && end - sorted >= SHORT)
            memset(sorted, (int)byte, SHORT); /* one store; the next one overwrites a part of it */
        else
            memset(sorted, (int)byte, times);
        sorted += times;
    }
}

decl_array_sort(kg__array_sort_cpu)
{
    const size_t bytes = kg_type_size(type);

    if (bytes == 1 && n <= FEW_BYTES) {
        sort_few_bytes(sorted, n, value, kg__sign_bit(type));
        return KG_OK;
    }
    if (bytes == 1 || !kg__sort_vectors(n, bytes) || kg__threads(ctx, n, KG__SORT_GRAIN) > 1)
        return KG_UNSUPPORTED;
    if (kg__is_unsigned(type) && n > kg__sort_vectors_many())
        return KG_UNSUPPORTED; /* sort_cpu.c finds these bits itself, and chooses */
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

/* Handles floats only. The front finds distinct integers by a bitmap if their range is narrow. */
decl_array_distinct(kg__array_distinct_cpu)
{
    kg_status status;

    if (type != KG_F32 && type != KG_F64)
        return KG_UNSUPPORTED;
    status = kg__array_sort_cpu(ctx, distinct, type, n, value);
    if (status == KG_OK)
        *count = type == KG_F32 ? keep_firsts_i32(distinct, n) : keep_firsts_i64(distinct, n);
    return status;
}
