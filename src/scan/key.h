/* A number's place in the order of konig/typed.h, as an unsigned integer of its width, and back. */
#ifndef KG_KEY_H
#define KG_KEY_H

#include <stdint.h>
#include <string.h>

/* Kernels use these as well. */
#ifdef __CUDACC__
#define KG__KEY_FN static __host__ __device__ __forceinline__
#else
#define KG__KEY_FN static inline
#endif

KG__KEY_FN uint64_t kg__key_u64(uint64_t value)
{
    return value;
}

KG__KEY_FN uint64_t kg__unkey_u64(uint64_t key)
{
    return key;
}

KG__KEY_FN uint64_t kg__key_i64(int64_t value)
{
    return (uint64_t)value ^ (uint64_t)1 << 63;
}

KG__KEY_FN int64_t kg__unkey_i64(uint64_t key)
{
    return (int64_t)(key ^ (uint64_t)1 << 63);
}

/* Negative floats have all their bits turned round, the others their sign; NaN is above all. */
KG__KEY_FN uint64_t kg__key_f64(double value)
{
    uint64_t bits;

    memcpy(&bits, &value, sizeof bits);
    return value != value ? UINT64_MAX : bits ^ ((uint64_t)1 << 63 | ((uint64_t)0 - (bits >> 63)));
}

KG__KEY_FN double kg__unkey_f64(uint64_t key)
{
    uint64_t bits = key ^ ((uint64_t)1 << 63 | ((key >> 63) - (uint64_t)1));
    double value;

    if (key == UINT64_MAX)
        bits = UINT64_C(0x7ff8000000000000);
    memcpy(&value, &bits, sizeof value);
    return value;
}

KG__KEY_FN uint32_t kg__key_f32(float value)
{
    uint32_t bits;

    memcpy(&bits, &value, sizeof bits);
    return value != value ? UINT32_MAX : bits ^ ((uint32_t)1 << 31 | ((uint32_t)0 - (bits >> 31)));
}

KG__KEY_FN float kg__unkey_f32(uint32_t key)
{
    uint32_t bits = key ^ ((uint32_t)1 << 31 | ((key >> 31) - (uint32_t)1));
    float value;

    if (key == UINT32_MAX)
        bits = UINT32_C(0x7fc00000);
    memcpy(&value, &bits, sizeof value);
    return value;
}

#endif
