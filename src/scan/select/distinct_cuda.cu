/*
 * Distinct values on the GPU.
 *
 * In: value[n]. Out: distinct[count], which may be value; count, in host memory; rank[n] if wanted.
 *
 * Method: if the values span a small range, a bitmap over that range. For each word of the bitmap
 * the number of distinct values before it is kept, so that a rank needs no search. Otherwise the
 * values are sorted, with positions if ranks are wanted, and the first of each run of equal values
 * is kept.
 *
 * Work: O(n + range) with the bitmap, otherwise the sort and a few passes. Memory: with the bitmap
 * at most 2 bytes per value of the array, otherwise two arrays of values, and two of positions if
 * ranks are wanted.
 *
 * Deterministic: distinct values and ranks are properties of the input.
 */
#include "../tile.cuh"
#include <cub/device/device_select.cuh>

/* The bitmap is used for a range of up to SPAN * n: it then takes no more memory than an array of
 * values. */
enum { SPAN = 8 };

/* The number of tiles in a sample, which may show early that the range is too large for the
 * bitmap. */
enum { SAMPLE = 256 };

/* A block's own bitmap takes up to 16 KiB of its shared memory. */
enum { NEAR_WORDS = 2048 };

/* The greatest and the least value; both fields start at 0. */
typedef struct ends {
    unsigned long long most, unleast; /* unleast: the complement of the least, in 64 bits */
} ends;

static __device__ __forceinline__ unsigned long long warp_most(unsigned long long one)
{
    for (int step = 16; step; step /= 2) {
        const unsigned long long other = __shfl_xor_sync(0xffffffff, one, step);

        one = other > one ? other : one;
    }
    return one;
}

/* Blocks go through every one_of-th tile; the ends that their warps find are combined in *all. */
template <typename T>
static __global__ void k_distinct_ends(ends *all, uint64_t n, const T *value, uint64_t one_of)
{
    __shared__ ends s_ends;
    const uint64_t tiles = (n + KG__TILE - 1) / KG__TILE;
    const T first = value[0];
    T least = first, most = first;
    ends own;

    if (threadIdx.x == 0)
        s_ends.most = s_ends.unleast = 0;
    __syncthreads();
    for (uint64_t tile = blockIdx.x * one_of; tile < tiles; tile += gridDim.x * one_of) {
        T next[KG__ITEMS];

        kg__tile_load(next, tile, n, value, first);
#pragma unroll
        for (int k = 0; k < KG__ITEMS; k++) {
            least = next[k] < least ? next[k] : least;
            most = next[k] > most ? next[k] : most;
        }
    }
    own.most = warp_most(most);
    own.unleast = warp_most(~(unsigned long long)least);
    if (threadIdx.x % 32 == 0) {
        atomicMax(&s_ends.most, own.most);
        atomicMax(&s_ends.unleast, own.unleast);
    }
    __syncthreads();
    if (threadIdx.x == 0) {
        atomicMax(&all->most, s_ends.most);
        atomicMax(&all->unleast, s_ends.unleast);
    }
}

/* Finds the ends of the values in every one_of-th tile. */
template <typename T>
static kg_status find_ends(
    kg_context *ctx, uint64_t *least, uint64_t *most, uint64_t n, const T *value, uint64_t one_of)
{
    ends *d_ends = NULL, found;
    kg_status status;

    KG_TRY(kg__allocate(ctx, &d_ends, 1, sizeof *d_ends, "ends of values"));
    KG_TRY(KG_CUDA(ctx, cudaMemsetAsync(d_ends, 0, sizeof *d_ends, kg__stream(ctx))));
    KG_TRY(KG_LAUNCH(ctx, k_distinct_ends<T>, kg__resident_threads(ctx, n / one_of + 1), d_ends, n,
        value, one_of));
    KG_TRY(kg__cuda_fetch(ctx, &found, d_ends, sizeof found));
    *most = found.most;
    *least = ~found.unleast;
out:
    kg__free(ctx, d_ends);
    return status;
}

/* Block b owns tile b. Reads a bit before setting it; most bits are set already. */
template <typename T>
static __global__ void k_distinct_mark(
    unsigned long long *bits, uint64_t n, const T *value, uint64_t least)
{
    T own[KG__ITEMS];

    kg__tile_load(own, blockIdx.x, n, value, (T)least);
#pragma unroll
    for (int k = 0; k < KG__ITEMS; k++) {
        const uint64_t offset = own[k] - least;
        const unsigned long long mask = 1ull << offset % 64;
        unsigned long long *word = &bits[offset / 64];

        if (!(kg__atomic_load(word) & mask))
            atomicOr(word, mask);
    }
}

/* The same for a bitmap of at most NEAR_WORDS words. Each block first fills a bitmap of its own in
 * shared memory, because many threads would wait for each other at the few words of the global
 * one. */
template <typename T>
static __global__ void k_distinct_mark_near(
    unsigned long long *bits, uint64_t words, uint64_t n, const T *value, uint64_t least)
{
    __shared__ unsigned s_bits[2 * NEAR_WORDS];
    const uint64_t tiles = (n + KG__TILE - 1) / KG__TILE;
    const T first = value[0];
    unsigned *all = (unsigned *)bits;

    for (unsigned c = threadIdx.x; c < 2 * words; c += blockDim.x)
        s_bits[c] = 0;
    __syncthreads();
    for (uint64_t tile = blockIdx.x; tile < tiles; tile += gridDim.x) {
        T own[KG__ITEMS];

        kg__tile_load(own, tile, n, value, first);
#pragma unroll
        for (int k = 0; k < KG__ITEMS; k++) {
            const unsigned offset = (unsigned)(own[k] - least), mask = 1u << offset % 32;

            if (!(kg__atomic_load_near(&s_bits[offset / 32]) & mask))
                atomicOr(&s_bits[offset / 32], mask);
        }
    }
    __syncthreads();
    for (unsigned c = threadIdx.x; c < 2 * words; c += blockDim.x)
        if (s_bits[c] & ~kg__atomic_load(&all[c]))
            atomicOr(&all[c], s_bits[c]);
}

/* Thread c owns word c. */
static __global__ void k_distinct_count(
    uint64_t *before, uint64_t words, const unsigned long long *bits)
{
    const uint64_t c = kg__item();

    if (c < words)
        before[c] = (uint64_t)__popcll(bits[c]);
}

/* Thread i owns value[i] and rank[i]. */
template <typename T>
static __global__ void k_distinct_rank(uint32_t *rank, uint64_t n, const T *value, uint64_t least,
    const unsigned long long *bits, const uint64_t *before)
{
    const uint64_t i = kg__item();

    if (i < n) {
        const uint64_t offset = value[i] - least;
        const unsigned long long below = bits[offset / 64] & ((1ull << offset % 64) - 1);

        rank[i] = (uint32_t)(before[offset / 64] + (unsigned)__popcll(below));
    }
}

/* Thread c owns word c, and the output from before[c] to before[c + 1]. */
template <typename T>
static __global__ void k_distinct_write(T *distinct, uint64_t words, uint64_t least,
    const unsigned long long *bits, const uint64_t *before)
{
    const uint64_t c = kg__item();

    if (c < words) {
        T *to = distinct + before[c];

        for (unsigned long long left = bits[c]; left; left &= left - 1)
            *to++ = (T)(least + 64 * c + (unsigned)(__ffsll((long long)left) - 1));
    }
}

template <typename T>
static kg_status by_bitmap(kg_context *ctx, T *distinct, uint64_t *count, uint32_t *rank,
    uint64_t n, const T *value, uint64_t least, uint64_t range)
{
    const uint64_t words = range / 64 + 1;
    unsigned long long *bits = NULL;
    uint64_t *before = NULL;
    kg_status status;

    KG_TRY(kg__allocate(ctx, &bits, words, sizeof *bits, "a bitmap of values"));
    KG_TRY(kg__allocate(ctx, &before, words, sizeof *before, "counts of a bitmap"));
    KG_TRY(KG_CUDA(ctx, cudaMemsetAsync(bits, 0, words * sizeof *bits, kg__stream(ctx))));
    if (words <= NEAR_WORDS)
        KG_TRY(KG_LAUNCH(ctx, k_distinct_mark_near<T>, kg__resident_threads(ctx, n), bits, words, n,
            value, least));
    else if constexpr (sizeof(T) >= 4)
        KG_TRY(KG_LAUNCH(ctx, k_distinct_mark<T>, kg__tile_threads(n), bits, n, value, least));
    KG_TRY(KG_LAUNCH(ctx, k_distinct_count, words, before, words, bits));
    KG_TRY(kg__array_scan_u64_cuda(ctx, before, count, words, before, false));
    if (rank) /* ranks first, because distinct may be value */
        KG_TRY(KG_LAUNCH(ctx, k_distinct_rank<T>, n, rank, n, value, least, bits, before));
    KG_TRY(KG_LAUNCH(ctx, k_distinct_write<T>, words, distinct, words, least, bits, before));
out:
    kg__free_all(ctx, before, bits);
    return status;
}

/* Thread i owns head[i]: 1 where a run of equal values begins, except for the first run. */
template <typename T>
static __global__ void k_distinct_heads(uint32_t *head, uint64_t n, const T *sorted)
{
    const uint64_t i = kg__item();

    if (i < n)
        head[i] = i > 0 && sorted[i] != sorted[i - 1];
}

/* number[i]: the number of the run of sorted[i]. Thread i owns rank[position[i]]; the thread of a
 * run's first value owns the run's place in distinct. */
template <typename T>
static __global__ void k_distinct_scatter(T *distinct, uint32_t *rank, uint64_t n, const T *sorted,
    const uint32_t *position, const uint32_t *number)
{
    const uint64_t i = kg__item();

    if (i < n) {
        rank[position[i]] = number[i];
        if (i == 0 || number[i] != number[i - 1])
            distinct[number[i]] = sorted[i];
    }
}

static kg_status sort_values(
    kg_context *ctx, uint32_t *sorted, uint32_t *position, uint64_t n, const uint32_t *value)
{
    return kg__array_sort_u32_u32_cuda(ctx, sorted, position, n, value, NULL);
}

static kg_status sort_values(
    kg_context *ctx, uint64_t *sorted, uint32_t *position, uint64_t n, const uint64_t *value)
{
    return kg__array_sort_u64_u32_cuda(ctx, sorted, position, n, value, NULL);
}

template <typename T>
static kg_status by_sort(
    kg_context *ctx, T *distinct, uint64_t *count, uint32_t *rank, uint64_t n, const T *value)
{
    T *sorted = NULL;
    uint32_t *position = NULL, *number = NULL;
    uint64_t *found = (uint64_t *)kg__cuda_of(ctx)->small;
    kg_status status;

    KG_TRY(kg__allocate(ctx, &sorted, n, sizeof *sorted, "sorted values"));
    if (rank) {
        KG_TRY(kg__allocate(ctx, &position, n, sizeof *position, "positions of sorted values"));
        KG_TRY(sort_values(ctx, sorted, position, n, value));
        KG_TRY(kg__allocate(ctx, &number, n, sizeof *number, "numbers of sorted values"));
        KG_TRY(KG_LAUNCH(ctx, k_distinct_heads<T>, n, number, n, sorted));
        KG_TRY(kg__array_scan_u32_cuda(ctx, number, count, n, number, true));
        ++*count;
        KG_TRY(
            KG_LAUNCH(ctx, k_distinct_scatter<T>, n, distinct, rank, n, sorted, position, number));
    } else {
        KG_TRY(sort_values(ctx, sorted, NULL, n, value));
        KG_TRY_CUB(
            ctx, cub::DeviceSelect::Unique, sorted, distinct, found, (int64_t)n, kg__stream(ctx));
        KG_TRY(kg__cuda_wait(ctx));
        *count = *found;
    }
out:
    kg__free_all(ctx, number, position, sorted);
    return status;
}

/* Finds the range of the values, from *least to *most, and whether it is small enough for a bitmap.
 * If a sample of the values already spans too large a range, the others are not read. */
template <typename T>
static kg_status find_range(
    kg_context *ctx, bool *small, uint64_t *least, uint64_t *most, uint64_t n, const T *value)
{
    const uint64_t one_of = kg__tiles(n) / SAMPLE;
    kg_status status;

    *small = true;
    if (one_of > 1) {
        KG_TRY(find_ends(ctx, least, most, n, value, one_of));
        *small = (*most - *least) / SPAN <= n;
    }
    if (*small) {
        KG_TRY(find_ends(ctx, least, most, n, value, 1));
        *small = (*most - *least) / SPAN <= n;
    }
out:
    return status;
}

/* Works in place too: the least and the greatest value are known before anything is written. */
#define DISTINCT(S, T)                                                                             \
    decl_array_distinct_width(kg__array_distinct_##S##_cuda, T)                                    \
    {                                                                                              \
        uint64_t least, most;                                                                      \
        bool small;                                                                                \
        kg_status status;                                                                          \
                                                                                                   \
        KG_TRY(find_range(ctx, &small, &least, &most, n, value));                                  \
        KG_TRY(small ? by_bitmap(ctx, distinct, count, rank, n, value, least, most - least)        \
                     : by_sort(ctx, distinct, count, rank, n, value));                             \
    out:                                                                                           \
        return status;                                                                             \
    }

/* The range of narrow values is always small enough. */
#define DISTINCT_NARROW(S, T)                                                                      \
    decl_array_distinct_width(kg__array_distinct_##S##_cuda, T)                                    \
    {                                                                                              \
        return by_bitmap(ctx, distinct, count, rank, n, value, 0, (T)-1);                          \
    }

DISTINCT_NARROW(u8, uint8_t)
DISTINCT_NARROW(u16, uint16_t)
DISTINCT(u32, uint32_t)
DISTINCT(u64, uint64_t)
