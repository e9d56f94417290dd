/*
 * The numbers that a comparison keeps, on the GPU.
 *
 * In: value[n]. Out: kept[count]; count, in host memory.
 *
 * Method: CUB's selection by decoupled look-back. What a comparison keeps is a part of a circle of
 * the numbers' bits, so that a subtraction and a comparison tell.
 *
 * Work: one read of the numbers, one write of what is kept. Memory: a few numbers a tile.
 *
 * Deterministic: the order is the input's.
 */
#include "typed.cuh"
#include <cub/device/device_select.cuh>
#include <limits>

/* What may be found of a number beside another; of NaN beside anything NEITHER. */
enum { LESS = 1, EQUAL = 2, GREATER = 4, NEITHER = 8, ANY = 15 };

/* Which of these a comparison is true for. */
static int findings(kg_compare how)
{
    switch (how) {
    case KG_LESS:
        return LESS;
    case KG_LESS_EQUAL:
        return LESS | EQUAL;
    case KG_GREATER:
        return GREATER;
    case KG_GREATER_EQUAL:
        return GREATER | EQUAL;
    case KG_EQUAL:
        return EQUAL;
    default:
        return ANY ^ EQUAL;
    }
}

template <typename K, typename T> static K bits_of(T value)
{
    K bits;

    static_assert(sizeof bits == sizeof value, "the integer of a number's width");
    memcpy(&bits, &value, sizeof bits);
    return bits;
}

/* How the bits of a type's numbers, as integers of their width, are put in a circle on which what
 * LESS, EQUAL, GREATER and NEITHER find lies in this order, each side by side: negative floats have
 * the bits of `fold` turned round. least, most: ends of the numbers there, behind which NEITHER is
 * found. */
template <typename K> struct circle {
    K fold, least, most;

    __host__ __device__ __forceinline__ K operator()(K bits) const
    {
        return bits ^ (((K)0 - (bits >> (8 * sizeof(K) - 1))) & fold);
    }
};

/* Whether a number's place is one of width + 1 from low on. */
template <typename K> struct is_kept {
    circle<K> place;
    K low, width;

    __device__ __forceinline__ bool operator()(K bits) const
    {
        return (K)(place(bits) - low) <= width;
    }
};

/* The part of a circle where what is found lies beside a number whose places are first to last: one
 * or, of zeros, two. False where it is empty. */
template <typename K>
static bool find_arc(is_kept<K> *arc, const circle<K> &place, K first, K last, int found)
{
    const K begin[] = {place.least, first, (K)(last + 1), (K)(place.most + 1)};
    K all = 0;
    bool some = false;

    *arc = {place, place.least, 0};
    for (int c = 0; c < 4; c++)
        if (found >> c & 1) {
            const K size = begin[(c + 1) % 4] - begin[c];

            if (!(found >> (c + 3) % 4 & 1)) /* not what lies before it */
                arc->low = begin[c];
            all += size;
            some |= size != 0;
        }
    arc->width = all - 1;
    return some;
}

template <typename K>
static kg_status keep(kg_context *ctx, void *kept, uint64_t *count, uint64_t n, const void *value,
    const circle<K> &place, K first, K last, int found)
{
    is_kept<K> test;
    uint64_t *d_count = NULL;
    kg_status status;

    *count = 0;
    if (!find_arc(&test, place, first, last, found))
        return KG_OK;
    KG_TRY(kg__allocate(ctx, &d_count, 1, sizeof *d_count, "a count"));
    KG_TRY_CUB(ctx, cub::DeviceSelect::If, (const K *)value, (K *)kept, d_count, (int64_t)n, test,
        kg__stream(ctx));
    KG_TRY(kg__cuda_fetch(ctx, count, d_count, sizeof *count));
out:
    kg__free(ctx, d_count);
    return status;
}

/* The same of floats. */
template <typename K, typename T>
static kg_status keep_floats(
    kg_context *ctx, void *kept, uint64_t *count, uint64_t n, const void *value, T than, int found)
{
    const T infinity = std::numeric_limits<T>::infinity();
    const K sign = (K)1 << (8 * sizeof(K) - 1);
    circle<K> place = {(K)(sign - 1), 0, bits_of<K>(infinity)};
    K at;

    if (than != than) {
        found = found & NEITHER ? ANY : 0;
        than = 0;
    }
    place.least = place(bits_of<K>(-infinity));
    at = place(bits_of<K>(than));
    return keep<K>(
        ctx, kept, count, n, value, place, than == 0 ? (K)-1 : at, than == 0 ? 0 : at, found);
}

/* A double that is no float lies between two: what equals the nearer of them is beside it as that
 * is. */
static float narrow(double than, int *findings)
{
    const float near = (float)than;

    if ((double)near < than || (double)near > than) {
        const int found = (double)near < than ? LESS : GREATER;

        *findings = (*findings & ~EQUAL) | (*findings & found ? EQUAL : 0);
    }
    return near;
}

decl_array_keep(kg__array_keep_cuda)
{
    const circle<uint64_t> whole = {0, 0, UINT64_MAX}, integer = {0, (uint64_t)1 << 63, INT64_MAX};
    int found = findings(how) ^ (invert ? ANY : 0);

    switch (type) {
    case KG_U64:
        return keep(ctx, kept, count, n, value, whole, than.whole, than.whole, found);
    case KG_I64:
        return keep(ctx, kept, count, n, value, integer, than.whole, than.whole, found);
    case KG_F64:
        return keep_floats<uint64_t>(ctx, kept, count, n, value, than.real, found);
    default: {
        const float near = narrow(than.real, &found);

        return keep_floats<uint32_t>(ctx, kept, count, n, value, near, found);
    }
    }
}
