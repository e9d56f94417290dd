/* What the kernels for typed numbers share: ordered bits by type, and the choice of an instance. */
#ifndef KG_TYPED_CUH
#define KG_TYPED_CUH

#include "tile.cuh"
extern "C" {
#include "array_ops.h"
#include "ordered_bits.h"
}

static __host__ __device__ __forceinline__ uint32_t kg__ordered_bits(uint32_t value)
{
    return kg__ordered_bits_u32(value);
}

static __host__ __device__ __forceinline__ uint64_t kg__ordered_bits(uint64_t value)
{
    return kg__ordered_bits_u64(value);
}

static __host__ __device__ __forceinline__ uint64_t kg__ordered_bits(int64_t value)
{
    return kg__ordered_bits_i64(value);
}

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

static __host__ __device__ __forceinline__ void kg__from_ordered_bits(uint32_t *value, uint32_t key)
{
    *value = kg__from_ordered_bits_u32(key);
}

static __host__ __device__ __forceinline__ void kg__from_ordered_bits(uint64_t *value, uint64_t key)
{
    *value = kg__from_ordered_bits_u64(key);
}

static __host__ __device__ __forceinline__ void kg__from_ordered_bits(int64_t *value, uint64_t key)
{
    *value = kg__from_ordered_bits_i64(key);
}

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

/* Calls a function template's instance for a type. */
#define KG__BY_TYPE(type, function, ...)                                                           \
    ((type) == KG_U32      ? function<uint32_t>(__VA_ARGS__)                                       \
        : (type) == KG_U64 ? function<uint64_t>(__VA_ARGS__)                                       \
        : (type) == KG_I64 ? function<int64_t>(__VA_ARGS__)                                        \
        : (type) == KG_F64 ? function<double>(__VA_ARGS__)                                         \
                           : function<float>(__VA_ARGS__))

#endif
