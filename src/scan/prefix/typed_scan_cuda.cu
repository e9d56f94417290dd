/*
 * Running sums, minima and maxima of typed numbers on the GPU.
 *
 * In: value[n]. Out: result[n], which may be value.
 *
 * Method: sums of 64-bit integers as in running_sum.cuh; sums of narrower integers, minima and
 * maxima by CUB's scan. Sums of floats have a defined order, by the runs, rows and pages of
 * array_ops.h: a block loads a page into shared memory, and each lane sums a run. The block learns
 * the sum of the pages before by decoupled look-back (see running_sum.cuh). Wherever the look-back
 * begins, the pages are added from left to right, so the result is the same.
 *
 * Work: one read and one write of the array. Memory: a few numbers per tile or page.
 *
 * Deterministic: integers, minima and maxima are exact, and floats are added in the defined order.
 */
#include "../typed.cuh"
#include "running_sum.cuh"
#include <cmath>
#include <cub/device/device_scan.cuh>
#include <cuda/functional>
#include <cuda/std/functional>
#include <cuda_pipeline_primitives.h>
#include <thrust/iterator/transform_iterator.h>
#include <thrust/iterator/transform_output_iterator.h>

/* ---- minima and maxima ----------------------------------------------------------------------- */

template <typename T> struct to_key {
    kg__bits_t<T> flip;

    __host__ __device__ __forceinline__ kg__bits_t<T> operator()(T value) const
    {
        return kg__ordered_bits(value) ^ flip;
    }
};

template <typename T> struct from_key {
    kg__bits_t<T> flip;

    __host__ __device__ __forceinline__ T operator()(kg__bits_t<T> key) const
    {
        return kg__from_ordered<T>(key ^ flip);
    }
};

/* One thread owns the first result. */
template <typename T> static __global__ void k_array_put(T *result, T value)
{
    *result = value;
}

static kg_status put_none(kg_context *ctx, double *result, bool max)
{
    return KG_LAUNCH_SHAPED(ctx, k_array_put<double>, 1, 1, 0, result, max ? -HUGE_VAL : HUGE_VAL);
}

static kg_status put_none(kg_context *ctx, float *result, bool max)
{
    return KG_LAUNCH_SHAPED(ctx, k_array_put<float>, 1, 1, 0, result, max ? -HUGE_VALF : HUGE_VALF);
}

/* For integers the scan has already written the first result. */
template <typename T> static kg_status put_none(kg_context *, T *, bool)
{
    return KG_OK;
}

template <typename T>
static kg_status scan_min(kg_context *ctx, void *result, uint64_t n, const void *value, bool max,
    bool exclusive, uint64_t flips)
{
    typedef kg__bits_t<T> K;
    const K flip = (K)flips;
    auto from = thrust::make_transform_iterator((const T *)value, to_key<T>{flip});
    auto to = thrust::make_transform_output_iterator((T *)result, from_key<T>{flip});
    kg_status status;

    if (!exclusive) {
        KG_TRY_CUB(
            ctx, cub::DeviceScan::InclusiveScan, from, to, cuda::minimum<K>(), n, kg__stream(ctx));
        goto out;
    }
    KG_TRY_CUB(ctx, cub::DeviceScan::ExclusiveScan, from, to, cuda::minimum<K>(), (K)-1, n,
        kg__stream(ctx));
    KG_TRY(put_none(ctx, (T *)result, max)); /* that key reads as NaN */
out:
    return status;
}

/* ---- sums of narrow integers ----------------------------------------------------------------- */

/* The value of an integer's bits; sign: the sign bit, or 0. */
template <typename T> struct to_wide {
    T sign;

    __host__ __device__ __forceinline__ int64_t operator()(T bits) const
    {
        return (int64_t)(T)(bits ^ sign) - (int64_t)sign;
    }
};

/* Sets *passed if a sum is not between least and most. */
template <typename T> struct to_narrow {
    int64_t least, most;
    unsigned *passed;

    __device__ __forceinline__ T operator()(int64_t sum) const
    {
        if (sum < least || sum > most)
            atomicOr(passed, 1u);
        return (T)sum;
    }
};

/* Sums integers of less than 64 bits, in 64 bits. */
template <typename T>
static kg_status scan_narrow(
    kg_context *ctx, void *result, kg_type type, uint64_t n, const void *value, bool exclusive)
{
    const int64_t sign = (int64_t)kg__sign_bit(type), most = sign ? sign - 1 : (int64_t)(T)-1;
    auto from = thrust::make_transform_iterator((const T *)value, to_wide<T>{(T)sign});
    auto to = thrust::make_transform_output_iterator((T *)result, to_narrow<T>{-sign, most, NULL});
    unsigned *d_passed = NULL, passed;
    kg_status status;

    KG_TRY(kg__allocate(ctx, &d_passed, 1, sizeof *d_passed, "a verdict on sums"));
    KG_TRY(KG_CUDA(ctx, cudaMemsetAsync(d_passed, 0, sizeof *d_passed, kg__stream(ctx))));
    to = thrust::make_transform_output_iterator((T *)result, to_narrow<T>{-sign, most, d_passed});
    if (exclusive)
        KG_TRY_CUB(ctx, cub::DeviceScan::ExclusiveScan, from, to, cuda::std::plus<>(), (int64_t)0,
            n, kg__stream(ctx));
    else
        KG_TRY_CUB(
            ctx, cub::DeviceScan::InclusiveScan, from, to, cuda::std::plus<>(), n, kg__stream(ctx));
    KG_TRY(kg__cuda_fetch(ctx, &passed, d_passed, sizeof passed));
    status = passed ? KG_OVERFLOW : KG_OK;
out:
    kg__free(ctx, d_passed);
    return status;
}

/* ---- sums of floats -------------------------------------------------------------------------- */

/* A block owns a page, a warp a row of it, a lane a run of the row. PAGE_BLOCKS: blocks per
 * multiprocessor; their pages take 192 KB of its shared memory. LOOKS: how many times a page goes
 * back over 32 others. Measured on an H200: 2^28 doubles and floats took, in ms, 1.29 and 1.00 when
 * going back over at most 32 pages, 1.30 and 0.84 over 64, 1.33 and 0.72 over 128. Sums of groups
 * of pages, where each group must wait for the one before it, took 1.7 and 0.85. */
template <typename T> constexpr int PAGE_BLOCKS = sizeof(T) == 8 ? 3 : 6;
template <typename T> constexpr int LOOKS = sizeof(T) == 8 ? 1 : 4;
enum { LOOK_NAP_NS = 20 };

/* While a field is not known, all its bits are set; no published sum has these bits. */
typedef struct page_state {
    double total, upto; /* the sum of the page; the sum of all pages up to it */
} page_state;

static __device__ __forceinline__ void publish(double *to, double sum)
{
    kg__atomic_store(to, sum == sum ? sum : __longlong_as_double(0x7fffffffffffffff));
}

/* Returns what is known of a page: 0 for nothing, 1 for its total, 2 for the sum up to it. sum:
 * receives that total or sum. */
static __device__ __forceinline__ int look(double *sum, const page_state *state)
{
    long long total, upto;

    asm volatile("ld.relaxed.gpu.global.v2.b64 {%0, %1}, [%2];"
                 : "=l"(total), "=l"(upto)
                 : "l"(__cvta_generic_to_global(state))
                 : "memory");
    *sum = __longlong_as_double(upto != -1 ? upto : total);
    return upto != -1 ? 2 : total != -1;
}

/* Called by a whole warp. Returns the sum of all pages before this one, added from left to right.
 * The warp goes back to the nearest page whose sum up to it is known, and adds the totals of the
 * pages after that one. It goes back over 32 pages at most LOOKS times; the last time it waits for
 * such a sum. */
template <int LOOKS>
static __device__ __forceinline__ double before_page(const page_state *state, uint64_t page)
{
    const unsigned lane = threadIdx.x % 32;
    double one[LOOKS], sum = 0;
    int far = LOOKS; /* the look that met the nearest sum, at lane `nearest` */
    unsigned nearest = 0;

#pragma unroll
    for (int w = 0; w < LOOKS; w++) {
        const uint64_t back = (uint64_t)w * 32 + lane + 1;
        int known = back > page ? 2 : 0; /* no page is before the first */

        one[w] = 0;
        while (far == LOOKS) {
            unsigned knowing, upto;

            if (!known)
                known = look(&one[w], &state[page - back]);
            knowing = __ballot_sync(0xffffffff, known);
            upto = __ballot_sync(0xffffffff, known == 2);
            if (upto) {
                nearest = (unsigned)__ffs((int)upto) - 1;
                if (!(~knowing << (31 - nearest)))
                    far = w;
            } else if (!~knowing && w + 1 < LOOKS) {
                break;
            } else if (!~knowing) {
                known = 0;
            }
            if (far == LOOKS)
                __nanosleep(LOOK_NAP_NS);
        }
    }
    /* A page waits for the whole chain of these additions, so none is made in vain. */
#pragma unroll
    for (int w = LOOKS - 1; w >= 0; w--) {
        if (w > far)
            continue;
        if (w == far && lane > nearest)
            one[w] = 0;
#pragma unroll
        for (int l = 31; l >= 0; l--)
            sum += __shfl_sync(0xffffffff, one[w], l);
    }
    return sum;
}

/* 16 bytes of numbers. WIDE: the numbers of a chunk. CHUNKS and ROW_CHUNKS: the chunks of a run and
 * of a row. */
template <typename T> union chunk {
    uint4 all;
    double2 sums;
    T one[16 / sizeof(T)];
};
template <typename T> constexpr int WIDE = 16 / sizeof(T);
template <typename T> constexpr int CHUNKS = KG__RUN / WIDE<T>;
template <typename T> constexpr int ROW_CHUNKS = KG__RUNS *CHUNKS<T>;

/* The place of a run's chunk in its row. Each run has its chunks in another order, so that eight
 * lanes that read eight runs do not use a bank of shared memory twice. */
template <typename T> static __device__ __forceinline__ unsigned chunk_at(unsigned run, unsigned c)
{
    return run * CHUNKS<T> + (c ^ run % 8);
}

/* The i-th number of a row. */
template <typename T> static __device__ __forceinline__ T &number_at(chunk<T> *row, unsigned i)
{
    return row[chunk_at<T>(i / KG__RUN, i % KG__RUN / WIDE<T>)].one[i % WIDE<T>];
}

/* value: the row's first number. left: the count of numbers from it to the end of the array. wide:
 * whether value is aligned to 16 bytes. */
template <typename T>
static __device__ __forceinline__ void load_row(
    chunk<T> *row, uint64_t left, const T *value, bool wide)
{
    const unsigned lane = threadIdx.x % 32;

    if (wide && left >= KG__ROW) {
#pragma unroll
        for (unsigned i = lane; i < ROW_CHUNKS<T>; i += 32)
            __pipeline_memcpy_async(&row[chunk_at<T>(i / CHUNKS<T>, i % CHUNKS<T>)],
                value + i * WIDE<T>, sizeof(chunk<T>));
        __pipeline_commit();
        __pipeline_wait_prior(0);
    } else {
        for (unsigned i = lane; i < KG__ROW; i += 32)
            number_at(row, i) = i < left ? value[i] : 0;
    }
    __syncwarp();
}

template <typename T>
static __device__ __forceinline__ void store_row(T *result, chunk<T> *row, uint64_t left, bool wide)
{
    const unsigned lane = threadIdx.x % 32;

    __syncwarp();
    if (wide && left >= KG__ROW) {
#pragma unroll
        for (unsigned i = lane; i < ROW_CHUNKS<T>; i += 32)
            __stcs((uint4 *)result + i, row[chunk_at<T>(i / CHUNKS<T>, i % CHUNKS<T>)].all);
    } else {
        for (unsigned i = lane; i < KG__ROW && i < left; i += 32)
            result[i] = number_at(row, i);
    }
}

/* All bits of a field are set while its statement holds. */
typedef struct page_verdict {
    unsigned plain, finite; /* plain: no number is infinite or NaN; finite: no result is */
} page_verdict;

/* The highest 32 bits of a number without its sign; at least INFINITE for an infinity or a NaN. */
static __device__ __forceinline__ unsigned high_bits(double one)
{
    return (unsigned)__double2hiint(one) & 0x7fffffff;
}

static __device__ __forceinline__ unsigned high_bits(float one)
{
    return __float_as_uint(one) & 0x7fffffff;
}

template <typename T> constexpr unsigned INFINITE = sizeof(T) == 8 ? 0x7ff00000 : 0x7f800000;

/* Each lane looks at its run of a row, whose first `left` numbers count. Returns whether a number
 * is infinite or NaN. Every NaN becomes the one NaN that results have. */
template <typename T> static __device__ __noinline__ bool settle_run(chunk<T> *row, uint64_t left)
{
    const unsigned first = threadIdx.x % 32 * KG__RUN;
    bool found = false;

    for (unsigned i = first; i < first + KG__RUN; i++) {
        T &one = number_at(row, i);

        found |= i < left && high_bits(one) >= INFINITE<T>;
        if (one != one)
            one = kg__from_ordered<T>((kg__bits_t<T>)-1);
    }
    return found;
}

/* Block b owns page b, and keeps it in shared memory while it waits for the sum of the pages
 * before. The more bytes wait there, the less the wait costs. wide: whether value and result are
 * aligned to 16 bytes. Each lane keeps the first chunk of its run in a register. So the place of a
 * row's first chunk can hold the row's sum and, in the first row, also the sum of the pages before.
 * With one more byte, a page of doubles would not fit the 64 KB of some devices. */
template <typename T, bool EXCLUSIVE>
static __global__ __launch_bounds__(KG__BLOCK, PAGE_BLOCKS<T>) void k_array_scan_pages(
    T *result, page_state *state, page_verdict *verdict, uint64_t n, const T *value, bool wide)
{
    extern __shared__ uint4 s_page[];
    const unsigned lane = threadIdx.x % 32, warp = threadIdx.x / 32;
    const uint64_t begin = blockIdx.x * (uint64_t)KG__PAGE + warp * KG__ROW;
    const uint64_t left = begin < n ? n - begin : 0;
    chunk<T> *page = (chunk<T> *)s_page, *row = page + warp * ROW_CHUNKS<T>, first;
    double now = 0, runs = 0, all = 0, base = 0; /* all: sum of the row; runs: before the lane's */
    T taint = 0;                                 /* 0, or NaN once a result is infinite or NaN */

    load_row(row, left, value + begin, wide);
    first = row[chunk_at<T>(lane, 0)];
#pragma unroll
    for (int c = 0; c < CHUNKS<T>; c++) {
        const chunk<T> next = c ? row[chunk_at<T>(lane, c)] : first;

        for (int w = 0; w < WIDE<T>; w++)
            now += next.one[w];
    }
    /* An infinite or NaN number makes the sum of its run infinite or NaN; but so does an
     * overflow. */
    if (high_bits(now) >= INFINITE<double> && settle_run(row, left))
        atomicAnd(&verdict->plain, 0u);
#pragma unroll
    for (int l = 0; l < KG__RUNS; l++) {
        runs = lane == (unsigned)l ? all : runs;
        all += __shfl_sync(0xffffffff, now, l);
    }
    if (lane == 0)
        row->sums.x = all;
    __syncthreads();
    if (warp == 0) {
        double total = 0, before;

        for (int r = 0; r < KG__ROWS; r++)
            total += page[r * ROW_CHUNKS<T>].sums.x;
        if (lane == 0)
            publish(&state[blockIdx.x].total, total);
        before = before_page<LOOKS<T>>(state, blockIdx.x);
        if (lane == 0) {
            publish(&state[blockIdx.x].upto, before + total);
            page->sums.y = before;
        }
    }
    __syncthreads();
    for (unsigned r = 0; r < warp; r++)
        base += page[r * ROW_CHUNKS<T>].sums.x;
    base = (page->sums.y + base) + runs;
    __syncthreads(); /* numbers will now overwrite the sums */
    now = 0;
#pragma unroll
    for (int c = 0; c < CHUNKS<T>; c++) {
        chunk<T> next = c ? row[chunk_at<T>(lane, c)] : first;

        for (int w = 0; w < WIDE<T>; w++) {
            const double before = now;

            now += next.one[w];
            next.one[w] = (T)(base + (EXCLUSIVE ? before : now));
            taint = fma(next.one[w], (T)0, taint);
        }
        row[chunk_at<T>(lane, c)] = next;
    }
    if (taint != taint && settle_run(row, left))
        atomicAnd(&verdict->finite, 0u);
    store_row(result + begin, row, left, wide);
}

template <typename T, bool EXCLUSIVE>
static kg_status scan_pages(kg_context *ctx, T *result, uint64_t n, const T *value)
{
    const uint64_t pages = (n + KG__PAGE - 1) / KG__PAGE;
    const bool wide = ((uintptr_t)value | (uintptr_t)result) % 16 == 0;
    const int bytes = KG__PAGE * sizeof(T);
    kg__arena arena = {NULL, 0};
    page_verdict *d_verdict = NULL, verdict;
    page_state *state = NULL;
    kg_status status;

    kg__arena_carve(&arena, 1, sizeof *d_verdict);
    kg__arena_carve(&arena, pages, sizeof *state);
    KG_TRY(kg__arena_allocate(ctx, &arena, "sums of pages"));
    d_verdict = (page_verdict *)kg__arena_carve(&arena, 1, sizeof *d_verdict);
    state = (page_state *)kg__arena_carve(&arena, pages, sizeof *state);
    KG_TRY(KG_CUDA(ctx, cudaMemsetAsync(arena.base, 0xff, arena.used, kg__stream(ctx))));
    KG_TRY(KG_CUDA(ctx, cudaFuncSetAttribute(k_array_scan_pages<T, EXCLUSIVE>,
                            cudaFuncAttributeMaxDynamicSharedMemorySize, bytes)));
    KG_TRY(KG_LAUNCH_SHAPED(ctx, (k_array_scan_pages<T, EXCLUSIVE>), (unsigned)pages, KG__BLOCK,
        bytes, result, state, d_verdict, n, value, wide));
    KG_TRY(kg__cuda_fetch(ctx, &verdict, d_verdict, sizeof verdict));
    status = !verdict.finite && verdict.plain ? KG_OVERFLOW : KG_OK;
out:
    kg__free(ctx, arena.base);
    return status;
}

template <typename T>
static kg_status scan_floats(
    kg_context *ctx, void *result, uint64_t n, const void *value, bool exclusive)
{
    return exclusive ? scan_pages<T, true>(ctx, (T *)result, n, (const T *)value)
                     : scan_pages<T, false>(ctx, (T *)result, n, (const T *)value);
}

decl_array_scan(kg__array_scan_cuda)
{
    if (op != KG_SCAN_SUM)
        return KG__BY_TYPE(type, scan_min, ctx, result, n, value, op == KG_SCAN_MAX, exclusive,
            kg__flip(type, op == KG_SCAN_MAX));
    if (type == KG_I64)
        return kg__running_sum<uint64_t, true>(
            ctx, (uint64_t *)result, NULL, n, (const uint64_t *)value, !exclusive);
    if (type == KG_F64)
        return scan_floats<double>(ctx, result, n, value, exclusive);
    if (type == KG_F32)
        return scan_floats<float>(ctx, result, n, value, exclusive);
    switch (kg_type_size(type)) {
    case 1:
        return scan_narrow<uint8_t>(ctx, result, type, n, value, exclusive);
    case 2:
        return scan_narrow<uint16_t>(ctx, result, type, n, value, exclusive);
    default:
        return scan_narrow<uint32_t>(ctx, result, type, n, value, exclusive);
    }
}
