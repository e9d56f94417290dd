/*
 * Sums and extremes of typed numbers on the GPU.
 *
 * In: value[n]. Out: as array_ops.h says.
 *
 * Method: integers: each thread sums two halves of 64 bits, blocks theirs, and four words of 32
 * bits are added up for all, so that nothing carries. Floats: eight threads have a piece, each one
 * of its lanes; the pieces' sums are chained by one thread a run, then those of the runs. Extremes:
 * each thread keeps the first best key of the tiles it goes through, and where it stood; so do
 * blocks, and a last block of all blocks.
 *
 * Work: one read of the array. Memory: a double a piece; a key and a position a block.
 *
 * Deterministic: sums of integers are exact, the order of floats is defined, the first extreme is
 * the input's.
 */
#include "typed.cuh"
#include <limits>

/* PIECE_BYTES: of numbers that are on their way to a thread at a time. PIECE_BLOCKS: a
 * multiprocessor, as many as have the registers for them. 2^28 floats and doubles took on an H200,
 * in ms: 64 bytes and 6 blocks 0.289, 0.531; 128 and 4 0.279, 0.516; 256 and 3 0.289, 0.520. */
enum { PIECE_BYTES = 128, PIECE_BLOCKS = 4 };

/* Sums that lie in shared memory at a time, and are added between two looks at it. */
enum { CHAIN = 1024, CHAIN_STEP = 16 };

enum { WARPS = KG__BLOCK / 32 };

/* ---- sums of integers ------------------------------------------------------------------------ */

static __device__ __forceinline__ unsigned long long warp_sum(unsigned long long one)
{
    for (int step = 16; step; step /= 2)
        one += __shfl_xor_sync(0xffffffff, one, step);
    return one;
}

/* word: [4], the sum in words of 32 bits that have not been carried; the last is signed as T is.
 * Each block adds its own. */
template <typename T>
static __global__ void k_array_sum(unsigned long long *word, uint64_t n, const T *value)
{
    __shared__ unsigned long long s_low[WARPS], s_high[WARPS];
    const uint64_t tiles = (n + KG__TILE - 1) / KG__TILE;
    unsigned long long low = 0, high = 0;

    for (uint64_t tile = blockIdx.x; tile < tiles; tile += gridDim.x) {
        T own[KG__ITEMS];

        kg__tile_load(own, tile, n, value, (T)0);
#pragma unroll
        for (int k = 0; k < KG__ITEMS; k++) {
            low += (uint32_t)own[k];
            high += (unsigned long long)(own[k] >> 32);
        }
    }
    low = warp_sum(low);
    high = warp_sum(high);
    if (threadIdx.x % 32 == 0) {
        s_low[threadIdx.x / 32] = low;
        s_high[threadIdx.x / 32] = high;
    }
    __syncthreads();
    if (threadIdx.x == 0) {
        for (int w = 1; w < WARPS; w++) {
            low += s_low[w];
            high += s_high[w];
        }
        atomicAdd(&word[0], low & 0xffffffff);
        atomicAdd(&word[1], low >> 32);
        atomicAdd(&word[2], high & 0xffffffff);
        atomicAdd(&word[3], (unsigned long long)((T)high >> 32));
    }
}

template <typename T>
static kg_status sum_integers(kg_context *ctx, kg__sum *sum, uint64_t n, const void *value)
{
    unsigned long long *d_word = NULL, word[4];
    kg_status status;

    KG_TRY(kg__allocate(ctx, &d_word, 4, sizeof *d_word, "a sum"));
    KG_TRY(KG_CUDA(ctx, cudaMemsetAsync(d_word, 0, sizeof word, kg__stream(ctx))));
    KG_TRY(
        KG_LAUNCH(ctx, k_array_sum<T>, kg__resident_threads(ctx, n), d_word, n, (const T *)value));
    KG_TRY(kg__cuda_fetch(ctx, word, d_word, sizeof word));
    sum->whole = word[0] + (((__int128)word[1] + word[2]) << 32);
    sum->whole += (__int128)((unsigned __int128)(__int128)(T)word[3] << 64);
out:
    kg__free(ctx, d_word);
    return status;
}

/* ---- sums of floats -------------------------------------------------------------------------- */

/* Threads 8p to 8p + 7 own piece p, thread 8p + l its lane l. */
template <typename T>
static __global__ __launch_bounds__(KG__BLOCK, PIECE_BLOCKS) void k_array_sum_pieces(
    double *piece, uint64_t n, const T *value)
{
    const uint64_t thread = kg__item(), own = thread / KG__LANES;
    const uint64_t begin = own * KG__PIECE + thread % KG__LANES;
    constexpr int ITEMS = PIECE_BYTES / sizeof(T);
    double sum = 0;

    if ((own + 1) * KG__PIECE <= n) {
        for (int i = 0; i < KG__PIECE; i += ITEMS * KG__LANES) {
            T next[ITEMS];

#pragma unroll
            for (int k = 0; k < ITEMS; k++)
                next[k] = value[begin + i + k * KG__LANES];
#pragma unroll
            for (int k = 0; k < ITEMS; k++)
                sum += next[k];
        }
    } else {
        for (uint64_t i = begin; i < n; i += KG__LANES)
            sum += value[i];
    }
    for (int width = 1; width < KG__LANES; width *= 2)
        sum += __shfl_xor_sync(0xffffffff, sum, width);
    if (thread % KG__LANES == 0 && own * KG__PIECE < n)
        piece[own] = sum;
}

/* Block b owns part[b * each] and on, up to `each` of them: total[b] becomes the sum of all, and
 * with PREFIX they become the sums of those before. Its first thread owns the chain, the others
 * bring the numbers. */
template <bool PREFIX>
static __global__ void k_array_chain(double *part, double *total, uint64_t n, uint64_t each)
{
    __shared__ double s_part[CHAIN];
    const uint64_t begin = blockIdx.x * each, end = begin + each < n ? begin + each : n;
    double now = 0;

    for (uint64_t first = begin; first < end; first += CHAIN) {
        const int some = end - first < CHAIN ? (int)(end - first) : CHAIN;

        for (int k = 0; k < CHAIN / KG__BLOCK; k++) {
            const uint64_t i = first + k * KG__BLOCK + threadIdx.x;

            s_part[k * KG__BLOCK + threadIdx.x] = i < end ? part[i] : 0;
        }
        __syncthreads();
        for (int i = 0; threadIdx.x == 0 && i < some; i += CHAIN_STEP) {
            double one[CHAIN_STEP];

#pragma unroll
            for (int k = 0; k < CHAIN_STEP; k++)
                one[k] = s_part[i + k];
#pragma unroll
            for (int k = 0; k < CHAIN_STEP; k++) {
                if (PREFIX)
                    s_part[i + k] = now;
                now += one[k];
            }
        }
        __syncthreads();
        for (int k = 0; PREFIX && k < CHAIN / KG__BLOCK; k++) {
            const uint64_t i = first + k * KG__BLOCK + threadIdx.x;

            if (i < end)
                part[i] = s_part[k * KG__BLOCK + threadIdx.x];
        }
    }
    if (threadIdx.x == 0)
        total[blockIdx.x] = now; /* of zeros behind the end, which no sum that began with 0 minds */
}

template <bool PREFIX>
static kg_status chain(kg_context *ctx, double *piece, double *run, uint64_t pieces)
{
    const uint64_t runs = kg__runs(pieces);
    kg_status status;

    KG_TRY(KG_LAUNCH(ctx, k_array_chain<PREFIX>, runs * KG__BLOCK, piece, run, pieces, KG__RUN));
    KG_TRY(KG_LAUNCH(ctx, k_array_chain<PREFIX>, 1, run, run + runs, runs, runs));
out:
    return status;
}

kg_status kg__chain_pieces_cuda(kg_context *ctx, double *piece, double *run, uint64_t pieces)
{
    return chain<true>(ctx, piece, run, pieces);
}

template <typename T>
static kg_status sum_floats(kg_context *ctx, kg__sum *sum, uint64_t n, const void *value)
{
    const uint64_t pieces = (n + KG__PIECE - 1) / KG__PIECE, runs = kg__runs(pieces);
    double *piece = NULL;
    kg_status status;

    KG_TRY(kg__allocate(ctx, &piece, pieces + runs + 1, sizeof *piece, "sums of pieces"));
    KG_TRY(KG_LAUNCH(ctx, k_array_sum_pieces<T>, pieces * KG__LANES, piece, n, (const T *)value));
    KG_TRY(chain<false>(ctx, piece, piece + pieces, pieces));
    KG_TRY(kg__cuda_fetch(ctx, &sum->real, piece + pieces + runs, sizeof sum->real));
out:
    kg__free(ctx, piece);
    return status;
}

decl_array_sum(kg__array_sum_cuda)
{
    sum->whole = 0;
    sum->real = 0;
    switch (type) {
    case KG_U64:
        return sum_integers<uint64_t>(ctx, sum, n, value);
    case KG_I64:
        return sum_integers<int64_t>(ctx, sum, n, value);
    case KG_F64:
        return sum_floats<double>(ctx, sum, n, value);
    default:
        return sum_floats<float>(ctx, sum, n, value);
    }
}

/* ---- extremes -------------------------------------------------------------------------------- */

/* The first best of a warp's, a block's, or all blocks' numbers. */
typedef struct best {
    unsigned long long key, index;
} best;

static __device__ __forceinline__ bool before(best a, best b)
{
    return a.key < b.key || (a.key == b.key && a.index < b.index);
}

/* The block's best; thread 0 has it. */
static __device__ best block_best(best own)
{
    __shared__ best s_best[WARPS];

    for (int step = 16; step; step /= 2) {
        const best other = {__shfl_xor_sync(0xffffffff, own.key, step),
            __shfl_xor_sync(0xffffffff, own.index, step)};

        own = before(other, own) ? other : own;
    }
    if (threadIdx.x % 32 == 0)
        s_best[threadIdx.x / 32] = own;
    __syncthreads();
    for (int w = 1; w < WARPS; w++)
        own = before(s_best[w], own) ? s_best[w] : own;
    return own;
}

/* Block b owns all[b]. Keys are xor flip; none: a number that no other is behind. */
template <typename T>
static __global__ void k_array_extreme(
    best *all, uint64_t n, const T *value, kg__key_t<T> flip, T none)
{
    const uint64_t tiles = (n + KG__TILE - 1) / KG__TILE;
    kg__key_t<T> key = (kg__key_t<T>)-1;
    unsigned at = 0, step = 0; /* the best's round times KG__ITEMS, plus its place there */
    best own;

    for (uint64_t tile = blockIdx.x; tile < tiles; tile += gridDim.x, step += KG__ITEMS) {
        T next[KG__ITEMS];

        kg__tile_load(next, tile, n, value, none);
#pragma unroll
        for (int k = 0; k < KG__ITEMS; k++) {
            const kg__key_t<T> one = kg__key(next[k]) ^ flip;

            if (one < key) {
                key = one;
                at = step + k;
            }
        }
    }
    /* where all keys are the last one, the thread's first number is as good as any */
    own.key = key;
    own.index =
        kg__tile_index(blockIdx.x + (uint64_t)(at / KG__ITEMS) * gridDim.x, (int)(at % KG__ITEMS));
    own = block_best(own);
    if (threadIdx.x == 0)
        all[blockIdx.x] = own;
}

/* One block: all[0] becomes the best of all[n]. */
static __global__ void k_array_best(best *all, unsigned n)
{
    best own = all[0];

    for (unsigned i = threadIdx.x; i < n; i += KG__BLOCK)
        own = before(all[i], own) ? all[i] : own;
    own = block_best(own);
    if (threadIdx.x == 0)
        all[0] = own;
}

template <typename T>
static kg_status extreme(
    kg_context *ctx, uint64_t *index, uint64_t n, const void *value, bool greatest)
{
    const uint64_t threads = kg__resident_threads(ctx, n);
    const kg__key_t<T> flip = (kg__key_t<T>)(greatest ? -1 : 0);
    const T none = greatest && std::numeric_limits<T>::has_infinity
                       ? -std::numeric_limits<T>::infinity()
                       : kg__unkeyed<T>((kg__key_t<T>)-1 ^ flip);
    best *all = NULL;
    kg_status status;

    KG_TRY(kg__allocate(ctx, &all, kg__blocks(threads), sizeof *all, "bests of blocks"));
    KG_TRY(KG_LAUNCH(ctx, k_array_extreme<T>, threads, all, n, (const T *)value, flip, none));
    KG_TRY(KG_LAUNCH(ctx, k_array_best, 1, all, kg__blocks(threads)));
    KG_TRY(kg__cuda_fetch(ctx, index, &all->index, sizeof *index));
out:
    kg__free(ctx, all);
    return status;
}

decl_array_extreme(kg__array_extreme_cuda)
{
    return KG__BY_TYPE(type, extreme, ctx, index, n, value, greatest);
}
