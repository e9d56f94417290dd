/* Shared by the fronts of the array primitives. */
#ifndef KG_SCAN_FRONT_H
#define KG_SCAN_FRONT_H

#include "array_ops.h"

/* Fails if a pointer that the call needs is NULL. */
static inline kg_status kg__require(kg_context *ctx, bool given, const char *what)
{
    return given ? KG_OK : kg__fail(ctx, KG_ARGUMENT, "%s is NULL", what);
}

/* Fails if the result or the values are NULL and n is not 0. */
static inline kg_status kg__require_arrays(
    kg_context *ctx, uint64_t n, const void *result, const void *value)
{
    kg_status status = kg__require(ctx, result || !n, "the output");

    return status == KG_OK ? kg__require(ctx, value || !n, "value") : status;
}

/* Fails if the positions of n numbers do not fit that many bytes. */
static inline kg_status kg__require_positions(kg_context *ctx, uint64_t n, size_t bytes)
{
    if (bytes < 8 && n && (n - 1) >> (8 * bytes))
        return kg__fail(
            ctx, KG_OVERFLOW, "%llu positions pass %zu bits", (unsigned long long)n, 8 * bytes);
    return KG_OK;
}

/* The limit that numbers of the type pass, for messages. */
static inline const char *kg__room_of(kg_type type)
{
    switch (type) {
    case KG_U8:
        return "8 bits";
    case KG_U16:
        return "16 bits";
    case KG_U32:
        return "32 bits";
    case KG_U64:
        return "64 bits";
    case KG_I8:
        return "the signed 8-bit integers, -128 to 127";
    case KG_I16:
        return "the signed 16-bit integers, -32768 to 32767";
    case KG_I32:
        return "the signed 32-bit integers, -2^31 to 2^31-1";
    case KG_I64:
        return "the signed 64-bit integers, -2^63 to 2^63-1";
    case KG_F32:
        return "what a float holds";
    default:
        return "what a double holds";
    }
}

/* The type of sums and products of numbers of a type. */
static inline kg_type kg__wide_type(kg_type type)
{
    return kg__is_real(type) ? KG_F64 : kg__is_signed(type) ? KG_I64 : KG_U64;
}

/* The least number of a type of integers; then the greatest. */
static inline kg_number kg__least_of(kg_type type)
{
    return (kg_number){.whole = 0 - kg__sign_bit(type)};
}

static inline kg_number kg__greatest_of(kg_type type)
{
    return (kg_number){.whole = kg__is_signed(type) ? kg__sign_bit(type) - 1
                                                    : UINT64_MAX >> (64 - 8 * kg_type_size(type))};
}

/* If integers are compared with a number outside their type, replaces it by one of the type, and
 * the comparison by one that is always true or never. */
void kg__fit_condition(kg_type type, kg_compare *how, kg_number *than);

/* Keeps the elements of `size` bytes whose flag is set; n > 0. */
kg_status kg__select_flagged(kg_context *ctx, void *kept, uint64_t *count, size_t size, uint64_t n,
    const void *value, const uint8_t *flag);

/* Counts how often each byte occurs, by its ordered bits; n > 0. */
enum { KG__BYTES = 256 };
static inline kg_status kg__count_bytes(
    kg_context *ctx, uint64_t count[KG__BYTES], kg_type type, uint64_t n, const void *value)
{
    return kg__array(ctx)->digit_histogram(ctx, count, type, n, value, false, 0, 0, 8);
}

/* -1, 0 or 1: a 64-bit integer is less than all integers of the type, is one, or is greater. */
static inline int kg__outside(kg_type type, kg_number number)
{
    const kg_number low = kg__least_of(type), high = kg__greatest_of(type);

    if (kg__is_signed(type))
        return number.integer < low.integer ? -1 : number.integer > high.integer;
    return number.whole > high.whole;
}

#endif
