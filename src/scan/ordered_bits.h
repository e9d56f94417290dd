/*
 * Converts a number to its ordered bits and back. They are its place in the order of konig/array.h,
 * as an unsigned integer of its width.
 */
#ifndef KG_ORDERED_BITS_H
#define KG_ORDERED_BITS_H

#include <stdint.h>
#include <string.h>

/* Kernels use these as well. */
#ifdef __CUDACC__
#define KG__ORDERED_FN static __host__ __device__ __forceinline__
#else
#define KG__ORDERED_FN static inline
#endif

#define KG__ORDERED_UNSIGNED(S, K)                                                                 \
    KG__ORDERED_FN K kg__ordered_bits_##S(K value)                                                 \
    {                                                                                              \
        return value;                                                                              \
    }                                                                                              \
    KG__ORDERED_FN K kg__from_ordered_bits_##S(K key)                                              \
    {                                                                                              \
        return key;                                                                                \
    }

/* Inverts the sign bit. */
#define KG__ORDERED_SIGNED(S, T, K)                                                                \
    KG__ORDERED_FN K kg__ordered_bits_##S(T value)                                                 \
    {                                                                                              \
        return (K)((K)value ^ (K)1 << (8 * sizeof(K) - 1));                                        \
    }                                                                                              \
    KG__ORDERED_FN T kg__from_ordered_bits_##S(K key)                                              \
    {                                                                                              \
        return (T)(key ^ (K)1 << (8 * sizeof(K) - 1));                                             \
    }

KG__ORDERED_UNSIGNED(u8, uint8_t)
KG__ORDERED_UNSIGNED(u16, uint16_t)
KG__ORDERED_UNSIGNED(u32, uint32_t)
KG__ORDERED_UNSIGNED(u64, uint64_t)
KG__ORDERED_SIGNED(i8, int8_t, uint8_t)
KG__ORDERED_SIGNED(i16, int16_t, uint16_t)
KG__ORDERED_SIGNED(i32, int32_t, uint32_t)
KG__ORDERED_SIGNED(i64, int64_t, uint64_t)

/* Inverts all bits of a negative float, and only the sign of the others. NaN is above all. */
KG__ORDERED_FN uint64_t kg__ordered_bits_f64(double value)
{
    uint64_t bits;

    memcpy(&bits, &value, sizeof bits);
    return value != value ? UINT64_MAX : bits ^ ((uint64_t)1 << 63 | ((uint64_t)0 - (bits >> 63)));
}

KG__ORDERED_FN double kg__from_ordered_bits_f64(uint64_t key)
{
    uint64_t bits = key ^ ((uint64_t)1 << 63 | ((key >> 63) - (uint64_t)1));
    double value;

    if (key == UINT64_MAX)
        bits = UINT64_C(0x7ff8000000000000);
    memcpy(&value, &bits, sizeof value);
    return value;
}

KG__ORDERED_FN uint32_t kg__ordered_bits_f32(float value)
{
    uint32_t bits;

    memcpy(&bits, &value, sizeof bits);
    return value != value ? UINT32_MAX : bits ^ ((uint32_t)1 << 31 | ((uint32_t)0 - (bits >> 31)));
}

KG__ORDERED_FN float kg__from_ordered_bits_f32(uint32_t key)
{
    uint32_t bits = key ^ ((uint32_t)1 << 31 | ((key >> 31) - (uint32_t)1));
    float value;

    if (key == UINT32_MAX)
        bits = UINT32_C(0x7fc00000);
    memcpy(&value, &bits, sizeof value);
    return value;
}

#endif
