/*
 * Selection by a comparison on the GPU.
 *
 * In: value[n]. Out: kept[count]; count, in host memory.
 *
 * Method: CUB's selection by decoupled look-back. The numbers that a comparison selects, or those
 * that it leaves out, are a range between two numbers of the type. Floats may be compared with a
 * double that is not a float; the range then ends at the nearest float inside it.
 *
 * Work: one read of the numbers, one write of the output. Memory: a few numbers per tile.
 *
 * Deterministic: the order is the input's.
 */
#include "../typed.cuh"
#include <cub/device/device_select.cuh>
#include <limits>

/* The numbers that a comparison selects: those from least to most, or the others. */
template <typename T> struct range {
    T least, most;
    bool others;
};

/* Maps integers to unsigned integers of the same order; floats stay. */
template <typename T> static __device__ __forceinline__ T in_order(T number, T flip)
{
    return (T)(number ^ flip);
}

static __device__ __forceinline__ float in_order(float number, float)
{
    return number;
}

static __device__ __forceinline__ double in_order(double number, double)
{
    return number;
}

/* OTHERS is a constant: reading it for each number would take CUB a fifth more time. */
template <typename T, bool OTHERS> struct is_selected {
    T least, most, flip;

    __device__ __forceinline__ bool operator()(T number) const
    {
        const T at = in_order(number, flip);

        return (least <= at && at <= most) != OTHERS;
    }
};

/* The next number of the type above or below a number. For the last number the result is
 * unspecified. */
template <typename T> static T beside(T number, bool above)
{
    return (T)(above ? number + 1 : number - 1);
}

static float beside(float number, bool above)
{
    return nextafterf(number, above ? HUGE_VALF : -HUGE_VALF);
}

static double beside(double number, bool above)
{
    return nextafter(number, above ? HUGE_VAL : -HUGE_VAL);
}

/* W: the type of `than`: T or, for float, double, which may lie between two numbers of T or outside
 * all of them. If it is NaN, no number is in the range. */
template <typename T, typename W> static range<T> find_range(kg_compare how, W than, bool invert)
{
    typedef std::numeric_limits<T> limits;
    const T first = limits::has_infinity ? -limits::infinity() : limits::lowest();
    const T last = limits::has_infinity ? limits::infinity() : limits::max();
    const T near = (T)than;
    const W at = (W)near;
    const bool over = at > than, under = at < than;
    range<T> kept = {first, last, invert};
    bool none = false;

    switch (how) {
    case KG_LESS:
        none = !under && near == first;
        kept.most = under ? near : beside(near, false);
        break;
    case KG_LESS_EQUAL:
        kept.most = over ? beside(near, false) : near;
        break;
    case KG_GREATER:
        none = !over && near == last;
        kept.least = over ? near : beside(near, true);
        break;
    case KG_GREATER_EQUAL:
        none = under && near == last;
        kept.least = under ? beside(near, true) : near;
        break;
    default: /* KG_EQUAL or KG_NOT_EQUAL */
        none = under || over;
        kept = {near, near, invert != (how == KG_NOT_EQUAL)};
        break;
    }
    if (none)
        kept = {1, 0, kept.others};
    return kept;
}

template <typename T, typename W>
static kg_status select_if(kg_context *ctx, void *kept, uint64_t *count, uint64_t n,
    const void *value, kg_compare how, W than, bool invert, T flip)
{
    const range<T> all = find_range<T>(how, than, invert);
    const is_selected<T, false> inside = {all.least, all.most, flip};
    const is_selected<T, true> outside = {all.least, all.most, flip};
    uint64_t *found = (uint64_t *)kg__cuda_of(ctx)->small;
    kg_status status;

    if (all.others)
        KG_TRY_CUB(ctx, cub::DeviceSelect::If, (const T *)value, (T *)kept, found, (int64_t)n,
            outside, kg__stream(ctx));
    else
        KG_TRY_CUB(ctx, cub::DeviceSelect::If, (const T *)value, (T *)kept, found, (int64_t)n,
            inside, kg__stream(ctx));
    KG_TRY(kg__cuda_wait(ctx));
    *count = *found;
out:
    return status;
}

/* The front makes sure that integers are compared with a number of their own type. */
decl_array_select_if(kg__array_select_if_cuda)
{
    const uint64_t flip = kg__sign_bit(type), at = than.whole + flip;

    if (type == KG_F64)
        return select_if(ctx, kept, count, n, value, how, than.real, invert, 0.0);
    if (type == KG_F32)
        return select_if(ctx, kept, count, n, value, how, than.real, invert, 0.0f);
    switch (kg_type_size(type)) {
    case 1:
        return select_if(ctx, kept, count, n, value, how, (uint8_t)at, invert, (uint8_t)flip);
    case 2:
        return select_if(ctx, kept, count, n, value, how, (uint16_t)at, invert, (uint16_t)flip);
    case 4:
        return select_if(ctx, kept, count, n, value, how, (uint32_t)at, invert, (uint32_t)flip);
    default:
        return select_if(ctx, kept, count, n, value, how, at, invert, flip);
    }
}
