/* Shared by the kernels for typed numbers: ordered bits by type, and the choice of an instance. */
#ifndef KG_TYPED_CUH
#define KG_TYPED_CUH

#include "tile.cuh"
extern "C" {
#include "array_ops.h"
#include "ordered_bits.h"
}

/* Integers of one width share kernels, which treat them as unsigned ones: see kg__flip(). */
#define KG__ORDERED_INTEGER(T)                                                                     \
    static __host__ __device__ __forceinline__ T kg__ordered_bits(T value)                         \
    {                                                                                              \
        return value;                                                                              \
    }                                                                                              \
    static __host__ __device__ __forceinline__ void kg__from_ordered_bits(T *value, T key)         \
    {                                                                                              \
        *value = key;                                                                              \
    }

KG__ORDERED_INTEGER(uint8_t)
KG__ORDERED_INTEGER(uint16_t)
KG__ORDERED_INTEGER(uint32_t)
KG__ORDERED_INTEGER(uint64_t)

static __host__ __device__ __forceinline__ uint64_t kg__ordered_bits(double value)
{
    return kg__ordered_bits_f64(value);
}

static __host__ __device__ __forceinline__ uint32_t kg__ordered_bits(float value)
{
    return kg__ordered_bits_f32(value);
}

/* The unsigned integer of a type's width. */
template <typename T> using kg__bits_t = decltype(kg__ordered_bits(T()));

static __host__ __device__ __forceinline__ void kg__from_ordered_bits(double *value, uint64_t key)
{
    *value = kg__from_ordered_bits_f64(key);
}

static __host__ __device__ __forceinline__ void kg__from_ordered_bits(float *value, uint32_t key)
{
    *value = kg__from_ordered_bits_f32(key);
}

template <typename T>
static __host__ __device__ __forceinline__ T kg__from_ordered(kg__bits_t<T> key)
{
    T value;

    kg__from_ordered_bits(&value, key);
    return value;
}

/* The ordered bits of numbers, with signed integers treated as unsigned ones, are xored with this.
 * Then they are in order, or with reverse in the reverse order. A kernel uses the lowest bits of
 * this. */
static inline uint64_t kg__flip(kg_type type, bool reverse)
{
    return kg__sign_bit(type) ^ (reverse ? UINT64_MAX : 0);
}

/* Calls a function template's instance for a type; signed integers are treated as unsigned ones. */
#define KG__BY_TYPE(type, function, ...)                                                           \
    ((type) == KG_F64               ? function<double>(__VA_ARGS__)                                \
        : (type) == KG_F32          ? function<float>(__VA_ARGS__)                                 \
        : kg_type_size((type)) == 1 ? function<uint8_t>(__VA_ARGS__)                               \
        : kg_type_size((type)) == 2 ? function<uint16_t>(__VA_ARGS__)                              \
        : kg_type_size((type)) == 4 ? function<uint32_t>(__VA_ARGS__)                              \
                                    : function<uint64_t>(__VA_ARGS__))

#endif
