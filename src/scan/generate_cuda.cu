/*
 * Progressions and random numbers on the GPU.
 *
 * Out: as array_ops.h says. Thread i owns number i.
 * Work: one write of each number. Memory: none.
 * Deterministic: a number is a function of its position.
 */
#include "typed.cuh"
extern "C" {
#include "generate.h"
}
#include <type_traits>

/* The number in its type; signed integers are computed as unsigned ones of their width. */
static __device__ __forceinline__ uint64_t made(const kg__progression &of, int64_t steps, uint64_t)
{
    return kg__progression_integer(&of, steps);
}

static __device__ __forceinline__ double made(const kg__progression &of, int64_t steps, double)
{
    return kg__progression_real(&of, steps);
}

static __device__ __forceinline__ uint64_t drawn(const kg__uniform &from, uint64_t i, uint64_t)
{
    return kg__uniform_integer(&from, i);
}

static __device__ __forceinline__ double drawn(const kg__uniform &from, uint64_t i, double)
{
    return kg__uniform_real(&from, i);
}

/* The type in which numbers of type T are computed. */
template <typename T> using wide_t = std::conditional_t<std::is_integral_v<T>, uint64_t, double>;

template <typename T>
static __global__ void k_array_progression(T *array, uint64_t n, kg__progression of)
{
    const uint64_t i = kg__item();

    if (i < n) {
        const uint64_t row = i < of.columns ? 0 : i / of.columns;

        array[i] = (T)made(of, kg__steps_to(&of, row, i - row * of.columns), wide_t<T>());
    }
}

template <typename T> static __global__ void k_array_random(T *array, uint64_t n, kg__uniform from)
{
    const uint64_t i = kg__item();

    if (i < n)
        array[i] = (T)drawn(from, i, wide_t<T>());
}

template <typename T>
static kg_status progression(kg_context *ctx, void *array, uint64_t n, const kg__progression *of)
{
    return KG_LAUNCH(ctx, k_array_progression<T>, n, (T *)array, n, *of);
}

template <typename T>
static kg_status random(kg_context *ctx, void *array, uint64_t n, const kg__uniform *from)
{
    return KG_LAUNCH(ctx, k_array_random<T>, n, (T *)array, n, *from);
}

decl_array_progression(kg__array_progression_cuda)
{
    return KG__BY_TYPE(type, progression, ctx, array, rows * made->columns, made);
}

decl_array_random(kg__array_random_cuda)
{
    return KG__BY_TYPE(type, random, ctx, array, n, from);
}
