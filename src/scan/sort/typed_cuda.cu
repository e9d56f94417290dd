/*
 * Sorting of typed numbers on the GPU, without their ordered bits.
 *
 * In: value[n]. Out: sorted[n], which may be value.
 *
 * Method: a look as in sort_cuda.cu, then CUB's radix sort of the numbers. CUB puts the NaNs with a
 * sign first and the other NaNs last, and leaves zeros in their order, whatever their signs. A look
 * at both ends of the sorted floats, and at their zeros, therefore tells what is left to correct:
 * nothing, for arrays without NaN and -0.
 *
 * Work: O(n * b) for b bits that differ; two copies if a NaN had a sign. Memory: an array of n
 * numbers.
 *
 * Deterministic: numbers that are equal in the order have the same bits.
 */
#include "../typed.cuh"
#include "look.cuh"
#include <cub/device/device_radix_sort.cuh>

/* ---- corrections of CUB's order -------------------------------------------------------------- */

/* In sorted floats: where the numbers that are not NaN begin (real) and end (nan), where the zeros
 * begin (zero) and end (positive), and how many zeros have a sign (minus). */
typedef struct sort_ends {
    unsigned long long real, nan, zero, positive, minus;
} sort_ends;

/* Thread t of four finds the t-th end by bisection. */
template <typename T>
static __global__ void k_sort_ends(sort_ends *ends, uint64_t n, const T *sorted)
{
    const unsigned t = threadIdx.x;
    unsigned long long low = 0,
                       high = n; /* all below low lie before that end, none from high on does */

    while (low < high) {
        const uint64_t middle = low + (high - low) / 2;
        const T x = sorted[middle];
        const bool minus_nan = x != x && signbit(x);
        const bool is_before = t == 0   ? minus_nan
                               : t == 1 ? minus_nan || x == x
                               : t == 2 ? minus_nan || x < 0
                                        : minus_nan || x <= 0;

        if (is_before)
            low = middle + 1;
        else
            high = middle;
    }
    (&ends->real)[t] = low;
    if (t == 0)
        ends->minus = 0;
}

/* Blocks go through the zeros and count those with a sign. */
template <typename T> static __global__ void k_sort_count_minus(sort_ends *ends, const T *sorted)
{
    const uint64_t threads = (uint64_t)gridDim.x * KG__BLOCK, end = ends->positive;
    int minus = 0;

    for (uint64_t i = ends->zero + kg__item(); i < end; i += threads)
        minus += signbit(sorted[i]) != 0;
    if (minus)
        atomicAdd(&ends->minus, (unsigned long long)minus);
}

/* Thread i owns to[i]. */
template <typename T> static __global__ void k_sort_fill(T *to, uint64_t n, T value)
{
    const uint64_t i = kg__item();

    if (i < n)
        to[i] = value;
}

template <typename T> static kg_status fill(kg_context *ctx, T *to, uint64_t n, T value)
{
    return n ? KG_LAUNCH(ctx, k_sort_fill<T>, n, to, n, value) : KG_OK;
}

/* Moves the NaNs with a sign after the other numbers; all NaNs become the same. */
template <typename T>
static kg_status move_nans(kg_context *ctx, T *sorted, uint64_t n, uint64_t real, uint64_t nan)
{
    const uint64_t reals = nan - real;
    T *spare = NULL;
    kg_status status;

    if (real > 0 && reals > 0) {
        KG_TRY(kg__allocate(ctx, &spare, reals, sizeof *spare, "numbers on their way"));
        KG_TRY(kg__sort_copy(ctx, spare, reals, sorted + real));
        KG_TRY(kg__sort_copy(ctx, sorted, reals, spare));
    }
    KG_TRY(fill(ctx, sorted + reals, n - reals, kg__from_ordered<T>((kg__bits_t<T>)-1)));
out:
    kg__free(ctx, spare);
    return status;
}

template <typename T> static kg_status mend(kg_context *ctx, T *sorted, uint64_t n)
{
    sort_ends *d_ends = NULL, ends;
    kg_status status;

    KG_TRY(kg__allocate(ctx, &d_ends, 1, sizeof *d_ends, "ends of sorted numbers"));
    KG_TRY(KG_LAUNCH_SHAPED(ctx, k_sort_ends<T>, 1, 4, 0, d_ends, n, sorted));
    KG_TRY(KG_LAUNCH(ctx, k_sort_count_minus<T>, kg__resident_threads(ctx, n), d_ends, sorted));
    KG_TRY(kg__cuda_fetch(ctx, &ends, d_ends, sizeof ends));
    if (ends.minus) {
        KG_TRY(fill(ctx, sorted + ends.zero, ends.minus, (T)-0.0));
        KG_TRY(fill(
            ctx, sorted + ends.zero + ends.minus, ends.positive - ends.zero - ends.minus, (T)0.0));
    }
    if (ends.nan - ends.real < n)
        KG_TRY(move_nans(ctx, sorted, n, ends.real, ends.nan));
out:
    kg__free(ctx, d_ends);
    return status;
}

static kg_status mend(kg_context *, int64_t *, uint64_t)
{
    return KG_OK;
}

/* ---- sorting --------------------------------------------------------------------------------- */

/* Sorts by the bits [from, to), which is not an empty range. */
template <typename T>
static kg_status sort_by_bits(
    kg_context *ctx, T *sorted, uint64_t n, const T *value, int from, int to)
{
    cub::DoubleBuffer<T> keys;
    T *spare = NULL;
    kg_status status;

    if (sorted != value) {
        KG_TRY_CUB(
            ctx, cub::DeviceRadixSort::SortKeys, value, sorted, n, from, to, kg__stream(ctx));
        return KG_OK;
    }
    KG_TRY(kg__allocate(ctx, &spare, n, sizeof(T), "numbers between two passes"));
    keys = cub::DoubleBuffer<T>(sorted, spare);
    KG_TRY_CUB(ctx, cub::DeviceRadixSort::SortKeys, keys, n, from, to, kg__stream(ctx));
    KG_TRY(kg__sort_copy(ctx, sorted, n, keys.Current()));
out:
    kg__free(ctx, spare);
    return status;
}

template <typename T>
static kg_status sort(kg_context *ctx, void *sorted, uint64_t n, const void *value)
{
    int from, to;
    kg_status status;

    KG_TRY(kg__sort_look(ctx, &from, &to, n, (const T *)value));
    KG_TRY(to ? sort_by_bits(ctx, (T *)sorted, n, (const T *)value, from, to)
              : kg__sort_copy(ctx, (T *)sorted, n, (const T *)value));
    KG_TRY(mend(ctx, (T *)sorted, n));
out:
    return status;
}

decl_array_sort(kg__array_sort_cuda)
{
    switch (type) {
    case KG_I64:
        return sort<int64_t>(ctx, sorted, n, value);
    case KG_F64:
        return sort<double>(ctx, sorted, n, value);
    case KG_F32:
        return sort<float>(ctx, sorted, n, value);
    default:
        return KG_UNSUPPORTED;
    }
}

/* The ordered bits take one pass each way, which is little beside the sort. */
decl_array_distinct(kg__array_distinct_cuda)
{
    (void)ctx, (void)distinct, (void)count, (void)type, (void)n, (void)value;
    return KG_UNSUPPORTED;
}
