/* The types of numbers: their sizes, and numbers from their ordered bits. */
#include "number.h"
#include "ordered_bits.h"

size_t kg_type_size(kg_type type)
{
    switch (type) {
    case KG_I8:
    case KG_U8:
        return 1;
    case KG_I16:
    case KG_U16:
        return 2;
    case KG_I32:
    case KG_U32:
    case KG_F32:
        return 4;
    case KG_U64:
    case KG_I64:
    case KG_F64:
        return 8;
    }
    return 0;
}

kg_number kg__number_of(kg_type type, uint64_t bits)
{
    kg_number number = {.whole = bits - kg__sign_bit(type)};

    if (type == KG_F32)
        number.real = (double)kg__from_ordered_bits_f32((uint32_t)bits);
    else if (type == KG_F64)
        number.real = kg__from_ordered_bits_f64(bits);
    return number;
}
