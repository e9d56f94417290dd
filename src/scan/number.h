/* Properties of the types of numbers, and access to single numbers of any type. */
#ifndef KG_NUMBER_TYPES_H
#define KG_NUMBER_TYPES_H

#include <konig/array.h>
#include <stdbool.h>

static inline bool kg__is_real(kg_type type)
{
    return type == KG_F32 || type == KG_F64;
}

static inline bool kg__is_signed(kg_type type)
{
    return type == KG_I8 || type == KG_I16 || type == KG_I32 || type == KG_I64;
}

/* Whether numbers of the type are their own ordered bits. */
static inline bool kg__is_unsigned(kg_type type)
{
    return !kg__is_real(type) && !kg__is_signed(type);
}

/* The sign bit of signed integers, 0 for other types. An integer xor this, in the type's width, is
 * its ordered bits; so is its 64-bit value plus this. */
static inline uint64_t kg__sign_bit(kg_type type)
{
    return kg__is_signed(type) ? (uint64_t)1 << (8 * kg_type_size(type) - 1) : 0;
}

/* The number that has these ordered bits. */
kg_number kg__number_of(kg_type type, uint64_t bits);

/* A case for each type: its name, its C type, its member of kg_number. */
#define KG__EACH_TYPE(CASE)                                                                        \
    CASE(KG_U8, uint8_t, whole)                                                                    \
    CASE(KG_U16, uint16_t, whole)                                                                  \
    CASE(KG_U32, uint32_t, whole)                                                                  \
    CASE(KG_U64, uint64_t, whole)                                                                  \
    CASE(KG_I8, int8_t, integer)                                                                   \
    CASE(KG_I16, int16_t, integer)                                                                 \
    CASE(KG_I32, int32_t, integer)                                                                 \
    CASE(KG_I64, int64_t, integer)                                                                 \
    CASE(KG_F32, float, real)                                                                      \
    CASE(KG_F64, double, real)

/* The i-th number of an array in host memory. */
static inline kg_number kg__number_at(kg_type type, const void *array, uint64_t i)
{
    kg_number number = {0};

    switch (type) {
#define KG__CASE(TYPE, T, member)                                                                  \
    case TYPE:                                                                                     \
        number.member = ((const T *)array)[i];                                                     \
        break;
        KG__EACH_TYPE(KG__CASE)
#undef KG__CASE
    }
    return number;
}

/* The value of an integer of the type. */
static inline __int128 kg__integer_of(kg_type type, kg_number number)
{
    return kg__is_signed(type) ? (__int128)number.integer : (__int128)number.whole;
}

/* Writes a number that fits the type. */
static inline void kg__number_put(kg_type type, void *array, uint64_t i, kg_number number)
{
    switch (type) {
#define KG__CASE(TYPE, T, member)                                                                  \
    case TYPE:                                                                                     \
        ((T *)array)[i] = (T)number.member;                                                        \
        break;
        KG__EACH_TYPE(KG__CASE)
#undef KG__CASE
    }
}

#endif
