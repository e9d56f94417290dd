/*
 * Sums, argmin and argmax of typed numbers on the GPU.
 *
 * In: value[n]. Out: as array_ops.h says.
 *
 * Method: for integers of 64 bits each thread sums the low and the high halves separately, in 64
 * bits each. So does each block, which then adds its sums in parts of 32 bits to four global words,
 * so that nothing carries. The least number of the type is subtracted from each signed integer
 * first, and added again at the end. KG_U32 is left to reduce_cuda.cu. For floats a warp sums a
 * piece, and each of its threads one lane of the piece. A block sums a group of pieces, and a last
 * block sums groups of groups. For argmin each thread keeps the first best key of its tiles, and
 * its position. Each block keeps the first best of its threads, and a last block the first best of
 * all blocks.
 *
 * Work: one read of the array. Memory: a double per group; a key and a position per block.
 *
 * Deterministic: sums of integers are exact, floats are added in a defined order, and the first
 * least or greatest number is a property of the input.
 */
#include "../typed.cuh"
#include <limits>

/* SUM_BYTES: bytes of numbers that a thread loads at a time. SUM_BLOCKS: blocks per multiprocessor,
 * as many as its registers have room for. Measured on an H200: 2^28 floats and doubles took, in ms,
 * 0.246 and 0.480 with 64 bytes and 8 blocks, 0.244 and 0.476 with 128 and 4, 0.243 and 0.474 with
 * 256 and 3. */
enum { SUM_BYTES = 128, SUM_BLOCKS = 4 };

enum { WARPS = KG__BLOCK / 32 };

/* ---- sums of integers ------------------------------------------------------------------------ */

static __device__ __forceinline__ unsigned long long warp_sum(unsigned long long one)
{
    for (int step = 16; step; step /= 2)
        one += __shfl_xor_sync(0xffffffff, one, step);
    return one;
}

/* word: [4], parts of the sum of the numbers xor flip, with the weights 1, 2^32, 2^32 and 2^64.
 * Nothing has been carried between them. Each block adds its own sum. */
template <typename T>
static __global__ void k_array_sum(unsigned long long *word, uint64_t n, const T *value, T flip)
{
    __shared__ unsigned long long s_low[WARPS], s_high[WARPS];
    const uint64_t tiles = (n + KG__TILE - 1) / KG__TILE;
    unsigned long long low = 0, high = 0;

    for (uint64_t tile = blockIdx.x; tile < tiles; tile += gridDim.x) {
        T own[KG__ITEMS];

        kg__tile_load(own, tile, n, value, flip);
#pragma unroll
        for (int k = 0; k < KG__ITEMS; k++) {
            const uint64_t one = (T)(own[k] ^ flip);

            low += (uint32_t)one;
            high += one >> 32;
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
        atomicAdd(&word[3], high >> 32);
    }
}

template <typename T>
static kg_status sum_integers(
    kg_context *ctx, kg__sum *sum, uint64_t n, const void *value, uint64_t sign)
{
    unsigned long long *d_word = NULL, word[4];
    kg_status status;

    KG_TRY(kg__allocate(ctx, &d_word, 4, sizeof *d_word, "a sum"));
    KG_TRY(KG_CUDA(ctx, cudaMemsetAsync(d_word, 0, sizeof word, kg__stream(ctx))));
    KG_TRY(KG_LAUNCH(
        ctx, k_array_sum<T>, kg__resident_threads(ctx, n), d_word, n, (const T *)value, (T)sign));
    KG_TRY(kg__cuda_fetch(ctx, word, d_word, sizeof word));
    sum->whole = word[0] + (((__int128)word[1] + word[2]) << 32);
    sum->whole += (__int128)word[3] << 64;
    sum->whole -= (__int128)n * sign;
out:
    kg__free(ctx, d_word);
    return status;
}

/* Sums the array in parts whose sums fit 64 bits. */
static kg_status sum_words(kg_context *ctx, kg__sum *sum, uint64_t n, const uint32_t *value)
{
    const uint64_t most = UINT32_MAX;
    kg_status status = KG_OK;

    for (uint64_t begin = 0; begin < n; begin += most) {
        uint64_t part;

        KG_TRY(kg__array_reduce_u32_cuda(
            ctx, &part, n - begin < most ? n - begin : most, value + begin, KG__SUM));
        sum->whole += part;
    }
out:
    return status;
}

/* ---- sums of floats -------------------------------------------------------------------------- */

/* Called by a whole warp, whose threads own a lane each. Returns the sum of the piece. */
template <typename T>
static __device__ __forceinline__ double piece_sum(uint64_t n, const T *value, uint64_t piece)
{
    constexpr int ITEMS = SUM_BYTES / sizeof(T) < KG__PIECE / KG__LANES ? SUM_BYTES / sizeof(T)
                                                                        : KG__PIECE / KG__LANES;
    const uint64_t begin = piece * KG__PIECE + threadIdx.x % KG__LANES;
    double sum = 0;

    if ((piece + 1) * KG__PIECE <= n) {
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
        for (uint64_t i = begin; i < n && i < (piece + 1) * KG__PIECE; i += KG__LANES)
            sum += value[i];
    }
    for (int width = 1; width < KG__LANES; width *= 2)
        sum += __shfl_xor_sync(0xffffffff, sum, width);
    return sum;
}

/* Block b owns sum[b], the sum of a group of pieces. Places past the end of the array add zeros,
 * which do not change a sum that began with 0. */
template <typename T>
static __global__ __launch_bounds__(KG__BLOCK, SUM_BLOCKS) void k_array_sum_pieces(
    double *sum, uint64_t n, const T *value)
{
    __shared__ double s_piece[KG__GROUP];
    const int warp = threadIdx.x / 32;

    for (int p = warp * (KG__GROUP / WARPS); p < (warp + 1) * (KG__GROUP / WARPS); p++) {
        const double own = piece_sum(n, value, blockIdx.x * (uint64_t)KG__GROUP + p);

        if (threadIdx.x % 32 == 0)
            s_piece[p] = own;
    }
    __syncthreads();
    if (threadIdx.x == 0) {
        double all = 0;

#pragma unroll
        for (int p = 0; p < KG__GROUP; p++)
            all += s_piece[p];
        sum[blockIdx.x] = all;
    }
}

/* Launched as one block. Adds up sum[n] by groups of groups, and overwrites sum on the way. */
static __global__ void k_array_sum_groups(double *result, double *sum, uint64_t n)
{
    for (; n > 1; n = (n + KG__GROUP - 1) / KG__GROUP)
        for (uint64_t first = 0; first * KG__GROUP < n; first += KG__BLOCK) {
            const uint64_t own = first + threadIdx.x;
            double one[KG__GROUP], all = 0;

#pragma unroll
            for (int k = 0; k < KG__GROUP; k++)
                one[k] = own * KG__GROUP + k < n ? sum[own * KG__GROUP + k] : 0;
#pragma unroll
            for (int k = 0; k < KG__GROUP; k++)
                all += one[k];
            __syncthreads();
            if (own * KG__GROUP < n)
                sum[own] = all;
            __syncthreads();
        }
    if (threadIdx.x == 0)
        *result = sum[0];
}

template <typename T>
static kg_status sum_floats(kg_context *ctx, kg__sum *sum, uint64_t n, const void *value)
{
    const uint64_t numbers = KG__PIECE * KG__GROUP, groups = (n + numbers - 1) / numbers;
    double *group = NULL, *found = (double *)kg__cuda_of(ctx)->small;
    kg_status status;

    KG_TRY(kg__allocate(ctx, &group, groups, sizeof *group, "sums of groups"));
    KG_TRY(KG_LAUNCH(ctx, k_array_sum_pieces<T>, groups * KG__BLOCK, group, n, (const T *)value));
    KG_TRY(KG_LAUNCH(ctx, k_array_sum_groups, 1, found, group, groups));
    KG_TRY(kg__cuda_wait(ctx));
    sum->real = *found;
out:
    kg__free(ctx, group);
    return status;
}

decl_array_sum(kg__array_sum_cuda)
{
    const uint64_t sign = kg__sign_bit(type);

    sum->whole = 0;
    sum->real = 0;
    if (type == KG_U32)
        return sum_words(ctx, sum, n, (const uint32_t *)value);
    if (type == KG_F64)
        return sum_floats<double>(ctx, sum, n, value);
    if (type == KG_F32)
        return sum_floats<float>(ctx, sum, n, value);
    switch (kg_type_size(type)) {
    case 1:
        return sum_integers<uint8_t>(ctx, sum, n, value, sign);
    case 2:
        return sum_integers<uint16_t>(ctx, sum, n, value, sign);
    case 4:
        return sum_integers<uint32_t>(ctx, sum, n, value, sign);
    default:
        return sum_integers<uint64_t>(ctx, sum, n, value, sign);
    }
}

/* ---- argmin and argmax ----------------------------------------------------------------------- */

/* The best number of a thread, a block or the array, and its position: the first of the best. */
typedef struct best {
    unsigned long long key, index;
} best;

static __device__ __forceinline__ bool before(best a, best b)
{
    return a.key < b.key || (a.key == b.key && a.index < b.index);
}

/* Returns the block's best to thread 0. */
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

/* Block b owns all[b]. A key is a number's ordered bits xor flip. none: a number that comes after
 * all others, for places past the end of the array. */
template <typename T>
static __global__ void k_array_argmin(
    best *all, uint64_t n, const T *value, kg__bits_t<T> flip, T none)
{
    const uint64_t tiles = (n + KG__TILE - 1) / KG__TILE;
    kg__bits_t<T> key = (kg__bits_t<T>)-1;
    unsigned at = 0, step = 0; /* the round of the best times KG__ITEMS, plus its place in it */
    best own;

    for (uint64_t tile = blockIdx.x; tile < tiles; tile += gridDim.x, step += KG__ITEMS) {
        T next[KG__ITEMS];

        kg__tile_load(next, tile, n, value, none);
#pragma unroll
        for (int k = 0; k < KG__ITEMS; k++) {
            const kg__bits_t<T> one = kg__ordered_bits(next[k]) ^ flip;

            if (one < key) {
                key = one;
                at = step + k;
            }
        }
    }
    /* if no key is less than the greatest possible one, the first number is the first best */
    own.key = key;
    own.index =
        kg__tile_index(blockIdx.x + (uint64_t)(at / KG__ITEMS) * gridDim.x, (int)(at % KG__ITEMS));
    own = block_best(own);
    if (threadIdx.x == 0)
        all[blockIdx.x] = own;
}

/* Launched as one block. Finds the position of the best of all[n]. */
static __global__ void k_array_best(uint64_t *index, const best *all, unsigned n)
{
    best own = all[0];

    for (unsigned i = threadIdx.x; i < n; i += KG__BLOCK)
        own = before(all[i], own) ? all[i] : own;
    own = block_best(own);
    if (threadIdx.x == 0)
        *index = own.index;
}

template <typename T>
static kg_status argmin(
    kg_context *ctx, uint64_t *index, uint64_t n, const void *value, bool max, uint64_t flips)
{
    const uint64_t threads = kg__resident_threads(ctx, n);
    const kg__bits_t<T> flip = (kg__bits_t<T>)flips;
    const T none = max && std::numeric_limits<T>::has_infinity
                       ? -std::numeric_limits<T>::infinity()
                       : kg__from_ordered<T>((kg__bits_t<T>)-1 ^ flip);
    uint64_t *found = (uint64_t *)kg__cuda_of(ctx)->small;
    best *all = NULL;
    kg_status status;

    KG_TRY(kg__allocate(ctx, &all, kg__blocks(threads), sizeof *all, "bests of blocks"));
    KG_TRY(KG_LAUNCH(ctx, k_array_argmin<T>, threads, all, n, (const T *)value, flip, none));
    KG_TRY(KG_LAUNCH(ctx, k_array_best, 1, found, all, kg__blocks(threads)));
    KG_TRY(kg__cuda_wait(ctx));
    *index = *found;
out:
    kg__free(ctx, all);
    return status;
}

decl_array_argmin(kg__array_argmin_cuda)
{
    return KG__BY_TYPE(type, argmin, ctx, index, n, value, max, kg__flip(type, max));
}
