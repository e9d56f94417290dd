/* What the kernels for typed numbers share: keys by type, the choice of a type. */
#ifndef KG_TYPED_CUH
#define KG_TYPED_CUH

#include "tile.cuh"
extern "C" {
#include "array_ops.h"
#include "key.h"
}

static __host__ __device__ __forceinline__ uint64_t kg__key(uint64_t value)
{
    return kg__key_u64(value);
}

static __host__ __device__ __forceinline__ uint64_t kg__key(int64_t value)
{
    return kg__key_i64(value);
}

static __host__ __device__ __forceinline__ uint64_t kg__key(double value)
{
    return kg__key_f64(value);
}

static __host__ __device__ __forceinline__ uint32_t kg__key(float value)
{
    return kg__key_f32(value);
}

/* The unsigned integer of a type's width. */
template <typename T> using kg__key_t = decltype(kg__key(T()));

static __host__ __device__ __forceinline__ void kg__unkey(uint64_t *value, uint64_t key)
{
    *value = kg__unkey_u64(key);
}

static __host__ __device__ __forceinline__ void kg__unkey(int64_t *value, uint64_t key)
{
    *value = kg__unkey_i64(key);
}

static __host__ __device__ __forceinline__ void kg__unkey(double *value, uint64_t key)
{
    *value = kg__unkey_f64(key);
}

static __host__ __device__ __forceinline__ void kg__unkey(float *value, uint32_t key)
{
    *value = kg__unkey_f32(key);
}

template <typename T> static __host__ __device__ __forceinline__ T kg__unkeyed(kg__key_t<T> key)
{
    T value;

    kg__unkey(&value, key);
    return value;
}

/* The function template's instance for a type, called. */
#define KG__BY_TYPE(type, function, ...)                                                           \
    ((type) == KG_U64      ? function<uint64_t>(__VA_ARGS__)                                       \
        : (type) == KG_I64 ? function<int64_t>(__VA_ARGS__)                                        \
        : (type) == KG_F64 ? function<double>(__VA_ARGS__)                                         \
                           : function<float>(__VA_ARGS__))

#endif
