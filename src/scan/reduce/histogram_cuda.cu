/*
 * Histograms of typed numbers on the GPU, and the two steps of top-k.
 *
 * In: value[n]. Out: as array_ops.h says.
 *
 * Method: each block counts in shared memory as it goes through tiles, then adds its counts to the
 * global ones. A multiplication guesses the bin of a number. The number is compared with an edge
 * only if the guess is so near to it that rounding may have put the guess on the wrong side.
 * Collecting first counts the numbers that each span of 512 will write. A scan of these counts says
 * where each span writes, and only spans with output are read again.
 *
 * Work: one read of the array; collect reads the spans with output a second time. Memory: the
 * counts; for collect, 8 bytes per span.
 *
 * Deterministic: counts are sums of integers, and collected numbers keep their order.
 */
#include "../typed.cuh"
#include "bins.h"
#include <cmath>
#include <cub/device/device_scan.cuh>
#include <limits>

/* The most bins that a block counts in shared memory, where they take 12 bytes each, 48 KiB in
 * all. */
enum { NEAR_BINS = 4096 };

/* LANES: threads of a warp. SPAN: numbers that one warp looks at. BYTES: how many bytes there
 * are. */
enum { LANES = 32, SPAN = LANES * KG__ITEMS, BYTES = 256 };

/* ---- histograms ------------------------------------------------------------------------------ */

/* G: the type in which guesses are computed, float for floats. edge: [bins + 1]. doubt: by how many
 * bins a guess may be wrong; from KG__DOUBTFUL on, no guess is used. */
template <typename G> struct axis {
    const double *edge;
    G low, high; /* the least and the greatest number inside */
    G scale, doubt;
    unsigned bins;
};

/* Rounds a guess to an integer: after adding 1.5 * 2^52 to a double, or 1.5 * 2^23 to a float, no
 * bit of the fraction is left. */
static __device__ __forceinline__ void round_guess(double guess, double *round, unsigned *bin)
{
    const double shifted = guess + 6755399441055744.0;

    *round = shifted - 6755399441055744.0;
    *bin = (unsigned)__double2loint(shifted);
}

static __device__ __forceinline__ void round_guess(float guess, float *round, unsigned *bin)
{
    const float shifted = guess + 12582912.0f;

    *round = shifted - 12582912.0f;
    *bin = __float_as_uint(shifted) & 0x3fffff;
}

/* x lies within the range. The guess is half a bin too low, so rounding it gives the bin if it is
 * far enough from the next bin. */
template <typename G> static __device__ __forceinline__ unsigned find_bin(const axis<G> &a, G x)
{
    const G guess = fma(x - a.low, a.scale, (G)-0.5);
    G round;
    unsigned bin, near; /* the nearest edge */

    round_guess(guess, &round, &bin);
    if (fabs(guess - round) < (G)0.5 - a.doubt)
        return bin;
    if (a.doubt >= (G)KG__DOUBTFUL)
        return (unsigned)kg__bin_search(a.edge, a.bins, x);
    near = bin + (guess > round);
    if (near > 0 && near < a.bins)
        return near - ((double)x < a.edge[near]);
    return near ? a.bins - 1 : 0;
}

/* Each block goes through tiles and adds its counts to times[bins]. NEAR: it counts in shared
 * memory first. none: a number that lies in no range; for floats, NaN. */
template <typename T, typename G, bool NEAR>
static __global__ void k_array_histogram(
    unsigned long long *times, uint64_t n, const T *value, T none, axis<G> a)
{
    extern __shared__ double s_edge[];
    unsigned *s_times = (unsigned *)(s_edge + a.bins);
    const uint64_t tiles = (n + KG__TILE - 1) / KG__TILE;
    constexpr bool is_float = !std::numeric_limits<T>::is_integer;

    if (NEAR) {
        for (unsigned i = threadIdx.x; i < a.bins; i += KG__BLOCK) {
            s_edge[i] = a.edge[i];
            s_times[i] = 0;
        }
        a.edge = s_edge;
        __syncthreads();
    }
    for (uint64_t tile = blockIdx.x; tile < tiles; tile += gridDim.x) {
        T own[KG__ITEMS];

        kg__tile_load(own, tile, n, value, none);
#pragma unroll
        for (int k = 0; k < KG__ITEMS; k++) {
            const G x = (G)own[k];

            if (x >= a.low && x <= a.high && (is_float || kg__tile_index(tile, k) < n)) {
                if (NEAR)
                    atomicAdd(&s_times[find_bin(a, x)], 1u);
                else
                    atomicAdd(&times[find_bin(a, x)], 1ull);
            }
        }
    }
    if (NEAR) {
        __syncthreads();
        for (unsigned i = threadIdx.x; i < a.bins; i += KG__BLOCK)
            if (s_times[i])
                atomicAdd(&times[i], (unsigned long long)s_times[i]);
    }
}

template <typename G>
static axis<G> make_axis(const double *edge, const double *d_edge, uint64_t bins)
{
    typedef std::numeric_limits<G> limits;
    const double low = edge[0], high = edge[bins];
    const double doubt = kg__bin_doubt(bins, low, high, (double)limits::epsilon() / 2,
        (double)(limits::min)(), (double)(limits::max)());
    axis<G> a = {d_edge, (G)low, (G)high, 0, (G)doubt, (unsigned)bins};

    if ((double)a.low < low)
        a.low = std::nextafter(a.low, std::numeric_limits<G>::infinity());
    if ((double)a.high > high)
        a.high = std::nextafter(a.high, -std::numeric_limits<G>::infinity());
    if (doubt < 1)
        a.scale = (G)((double)bins / (high - low));
    return a;
}

template <typename T, typename G>
static kg_status count_bins(
    kg_context *ctx, unsigned long long *d_times, uint64_t n, const void *value, const axis<G> &a)
{
    const unsigned blocks = kg__blocks(kg__resident_threads(ctx, n));
    const T none = std::numeric_limits<T>::quiet_NaN();

    if (a.bins <= NEAR_BINS)
        return KG_LAUNCH_SHAPED(ctx, (k_array_histogram<T, G, true>), blocks, KG__BLOCK,
            a.bins * (sizeof(double) + sizeof(unsigned)), d_times, n, (const T *)value, none, a);
    return KG_LAUNCH_SHAPED(ctx, (k_array_histogram<T, G, false>), blocks, KG__BLOCK, 0, d_times, n,
        (const T *)value, none, a);
}

static kg_status count_typed(kg_context *ctx, unsigned long long *d_times, kg_type type, uint64_t n,
    const void *value, const axis<double> &a, const axis<float> &narrow)
{
    switch (type) {
    case KG_U16:
        return count_bins<uint16_t>(ctx, d_times, n, value, a);
    case KG_I16:
        return count_bins<int16_t>(ctx, d_times, n, value, a);
    case KG_I32:
        return count_bins<int32_t>(ctx, d_times, n, value, a);
    case KG_U32:
        return count_bins<uint32_t>(ctx, d_times, n, value, a);
    case KG_U64:
        return count_bins<uint64_t>(ctx, d_times, n, value, a);
    case KG_I64:
        return count_bins<int64_t>(ctx, d_times, n, value, a);
    case KG_F64:
        return count_bins<double>(ctx, d_times, n, value, a);
    default:
        return narrow.doubt < (float)KG__DOUBTFUL
                   ? count_bins<float>(ctx, d_times, n, value, narrow)
                   : count_bins<float>(ctx, d_times, n, value, a);
    }
}

decl_array_histogram(kg__array_histogram_cuda)
{
    const kg__memory_ops *memory = kg__memory(ctx);
    unsigned long long *d_times = NULL;
    double *d_edge = NULL;
    kg_status status;

    KG_TRY(kg__allocate(ctx, &d_times, bins, sizeof *d_times, "counts of bins"));
    KG_TRY(kg__allocate(ctx, &d_edge, bins + 1, sizeof *d_edge, "edges of bins"));
    KG_TRY(memory->clear(ctx, d_times, 0, bins * sizeof *d_times));
    KG_TRY(memory->upload(ctx, d_edge, edge, (bins + 1) * sizeof *d_edge));
    KG_TRY(count_typed(ctx, d_times, type, n, value, make_axis<double>(edge, d_edge, bins),
        make_axis<float>(edge, d_edge, bins)));
    KG_TRY(memory->download(ctx, times, d_times, bins * sizeof *times));
    *inside = 0;
    for (uint64_t i = 0; i < bins; i++)
        *inside += times[i];
out:
    kg__free_all(ctx, d_edge, d_times);
    return status;
}

/* ---- digits of keys -------------------------------------------------------------------------- */

/* times[256]: the keys of bytes, which are the bytes xor flip. Loads are of 16 bytes, from the
 * first multiple of 16 on: loads of bytes would leave most of the memory's width unused. Each warp
 * has counters of its own in shared memory, because threads that add to the same counter wait for
 * each other. */
static __global__ void k_array_count_bytes(
    unsigned long long *times, uint64_t n, const uint8_t *value, unsigned flip)
{
    __shared__ unsigned s_times[KG__BLOCK / LANES * BYTES];
    unsigned *own = s_times + threadIdx.x / LANES * BYTES;
    const uint64_t first = kg__item(), step = (uint64_t)gridDim.x * KG__BLOCK;
    const uint64_t apart = -(uintptr_t)value % sizeof(uint4), head = apart < n ? apart : n;
    const uint64_t loads = (n - head) / sizeof(uint4), tail = head + loads * sizeof(uint4);
    const uint4 *wide = (const uint4 *)(value + head);

    for (unsigned i = threadIdx.x; i < KG__BLOCK / LANES * BYTES; i += KG__BLOCK)
        s_times[i] = 0;
    __syncthreads();
    if (first < head)
        atomicAdd(&own[value[first]], 1u);
    for (uint64_t i = first; i < loads; i += step) {
        const uint4 four = wide[i];
        const unsigned word[] = {four.x, four.y, four.z, four.w};

#pragma unroll
        for (int k = 0; k < 16; k++)
            atomicAdd(&own[word[k / 4] >> k % 4 * 8 & 0xff], 1u);
    }
    if (first < n - tail)
        atomicAdd(&own[value[tail + first]], 1u);
    __syncthreads();
    for (unsigned i = threadIdx.x; i < BYTES; i += KG__BLOCK) {
        unsigned long long sum = 0;

        for (int warp = 0; warp < KG__BLOCK / LANES; warp++)
            sum += s_times[warp * BYTES + i];
        if (sum)
            atomicAdd(&times[i ^ flip], sum);
    }
}

/* Each block goes through tiles and counts, in times[mask + 1], the digits at `shift` of the keys
 * that agree with `known` in the bits of `above`. A key is a number's ordered bits xor flip. */
template <typename T>
static __global__ void k_array_digit_histogram(unsigned long long *times, uint64_t n,
    const T *value, kg__bits_t<T> flip, kg__bits_t<T> known, kg__bits_t<T> above, unsigned shift,
    unsigned mask)
{
    __shared__ unsigned s_times[1 << KG__DIGIT_BITS];
    const uint64_t tiles = (n + KG__TILE - 1) / KG__TILE;

    for (unsigned i = threadIdx.x; i <= mask; i += KG__BLOCK)
        s_times[i] = 0;
    __syncthreads();
    for (uint64_t tile = blockIdx.x; tile < tiles; tile += gridDim.x) {
        T own[KG__ITEMS];

        kg__tile_load(own, tile, n, value, T());
#pragma unroll
        for (int k = 0; k < KG__ITEMS; k++) {
            const kg__bits_t<T> key = kg__ordered_bits(own[k]) ^ flip;

            if (!((key ^ known) & above) && kg__tile_index(tile, k) < n)
                atomicAdd(&s_times[(unsigned)(key >> shift) & mask], 1u);
        }
    }
    __syncthreads();
    for (unsigned i = threadIdx.x; i <= mask; i += KG__BLOCK)
        if (s_times[i])
            atomicAdd(&times[i], (unsigned long long)s_times[i]);
}

template <typename T>
static kg_status count_digits(kg_context *ctx, unsigned long long *d_times, uint64_t n,
    const void *value, uint64_t flip, uint64_t known, unsigned shift, unsigned bits)
{
    typedef kg__bits_t<T> K;
    const K above = shift + bits < 8 * sizeof(K) ? (K)-1 << (shift + bits) : 0;

    if (sizeof(K) == 1 && bits == 8)
        return KG_LAUNCH(ctx, k_array_count_bytes, kg__resident_threads(ctx, n, 8), d_times, n,
            (const uint8_t *)value, (unsigned)flip & 0xff);
    return KG_LAUNCH(ctx, k_array_digit_histogram<T>, kg__resident_threads(ctx, n), d_times, n,
        (const T *)value, (K)flip, (K)known, above, shift, (1u << bits) - 1);
}

decl_array_digit_histogram(kg__array_digit_histogram_cuda)
{
    const kg__memory_ops *memory = kg__memory(ctx);
    const size_t bytes = sizeof *times << bits;
    unsigned long long *d_times = NULL;
    kg_status status;

    KG_TRY(kg__allocate(ctx, &d_times, 1, bytes, "counts of digits"));
    KG_TRY(memory->clear(ctx, d_times, 0, bytes));
    KG_TRY(KG__BY_TYPE(
        type, count_digits, ctx, d_times, n, value, kg__flip(type, least), known, shift, bits));
    KG_TRY(memory->download(ctx, times, d_times, bytes));
out:
    kg__free(ctx, d_times);
    return status;
}

/* ---- large keys ------------------------------------------------------------------------------ */

/* Sets bit l of large[k] if the key of number k * LANES + l of the span is at least `from`. A key
 * is a number's ordered bits xor flip. */
template <typename T>
static __device__ __forceinline__ void look_at_span(unsigned (&large)[KG__ITEMS],
    kg__bits_t<T> (&key)[KG__ITEMS], uint64_t span, uint64_t n, const T *value, kg__bits_t<T> flip,
    kg__bits_t<T> from)
{
    const uint64_t first = span * SPAN + threadIdx.x % LANES;
    T own[KG__ITEMS];

#pragma unroll
    for (int k = 0; k < KG__ITEMS; k++)
        own[k] = first + k * LANES < n ? value[first + k * LANES] : T();
#pragma unroll
    for (int k = 0; k < KG__ITEMS; k++) {
        key[k] = kg__ordered_bits(own[k]) ^ flip;
        large[k] = __ballot_sync(0xffffffff, key[k] >= from && first + k * LANES < n);
    }
}

/* Warp s owns count[s], the count of span s; count[spans] becomes 0. */
template <typename T>
static __global__ void k_array_count_large(uint64_t *count, uint64_t spans, uint64_t n,
    const T *value, kg__bits_t<T> flip, kg__bits_t<T> from)
{
    const uint64_t span = kg__item() / LANES, first = span * SPAN + threadIdx.x % LANES;
    T own[KG__ITEMS];
    unsigned found = 0;

#pragma unroll
    for (int k = 0; k < KG__ITEMS; k++)
        own[k] = first + k * LANES < n ? value[first + k * LANES] : T();
#pragma unroll
    for (int k = 0; k < KG__ITEMS; k++)
        found += (kg__ordered_bits(own[k]) ^ flip) >= from && first + k * LANES < n;
    for (int step = LANES / 2; step; step /= 2)
        found += __shfl_xor_sync(0xffffffff, found, step);
    if (span <= spans && threadIdx.x % LANES == 0)
        count[span] = found;
}

/* Warp w owns the output of the LANES spans from span w * LANES on. before: [spans + 1], the
 * beginning of each span's output. */
template <typename T>
static __global__ void k_array_collect(uint64_t *to, uint64_t *position, const uint64_t *before,
    uint64_t spans, uint64_t n, const T *value, kg__bits_t<T> flip, kg__bits_t<T> from)
{
    const unsigned lane = threadIdx.x % LANES;
    const uint64_t first = kg__item() / LANES * LANES, mine = first + lane;
    const bool some = mine < spans && before[mine] < before[mine + 1];

    for (unsigned left = __ballot_sync(0xffffffff, some); left; left &= left - 1) {
        const uint64_t span = first + (unsigned)(__ffs((int)left) - 1);
        uint64_t at = before[span];
        kg__bits_t<T> key[KG__ITEMS];
        unsigned large[KG__ITEMS];

        look_at_span(large, key, span, n, value, flip, from);
#pragma unroll
        for (int k = 0; k < KG__ITEMS; k++) {
            const uint64_t here = at + (unsigned)__popc(large[k] & ((1u << lane) - 1));

            if (large[k] >> lane & 1) {
                to[here] = ~(uint64_t)key[k];
                position[here] = span * SPAN + k * LANES + lane;
            }
            at += (unsigned)__popc(large[k]);
        }
    }
}

template <typename T>
static kg_status collect(kg_context *ctx, uint64_t *key, uint64_t *position, uint64_t *found,
    uint64_t room, uint64_t n, const void *value, uint64_t flips, uint64_t from)
{
    typedef kg__bits_t<T> K;
    const uint64_t spans = (n + SPAN - 1) / SPAN;
    const K flip = (K)flips;
    uint64_t *before = NULL;
    kg_status status;

    KG_TRY(kg__allocate(ctx, &before, spans + 1, sizeof *before, "counts of spans"));
    KG_TRY(KG_LAUNCH(ctx, k_array_count_large<T>, (spans + 1) * LANES, before, spans, n,
        (const T *)value, flip, (K)from));
    KG_TRY_CUB(ctx, cub::DeviceScan::ExclusiveSum, before, before, spans + 1, kg__stream(ctx));
    KG_TRY(kg__cuda_fetch(ctx, found, before + spans, sizeof *found));
    if (*found && *found <= room)
        KG_TRY(KG_LAUNCH(ctx, k_array_collect<T>, spans, key, position, before, spans, n,
            (const T *)value, flip, (K)from));
out:
    kg__free(ctx, before);
    return status;
}

decl_array_collect(kg__array_collect_cuda)
{
    return KG__BY_TYPE(
        type, collect, ctx, key, position, found, room, n, value, kg__flip(type, least), from);
}
