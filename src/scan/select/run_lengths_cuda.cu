/*
 * Runs of equal numbers on the GPU: their first numbers, and the positions of these.
 *
 * In: value[n]. Out: number[count], start[count]; count, in host memory.
 *
 * Method: a block owns a tile, and each of its warps owns RUN_ROWS neighbouring rows of 32 numbers.
 * A number that differs from the one before it is the head of a run. Ballots rank the heads within
 * a warp; decoupled look-back, as in running_sum.cuh, ranks them within the array.
 *
 * Work: one read of the array, one write of the results. Memory: two words per tile.
 *
 * Deterministic: a head's rank is the number of heads before it.
 */
#include "../prefix/running_sum.cuh"
#include "../typed.cuh"

/* RUN_BYTES: bytes of numbers that a thread holds. RUN_BLOCKS: blocks per multiprocessor, as many
 * as its registers have room for. Measured on an H200: 2^28 sorted floats with 2^24 runs took, in
 * ms, 0.817 with 96 bytes and 5 blocks, 0.827 with 128 and 4, 0.812 with 192 and 3, 0.980 with 192
 * and 2; CUB, with lengths of 32 bits, took 0.778. */
enum { RUN_BYTES = 192, RUN_BLOCKS = 3 };

template <typename T> constexpr int RUN_ROWS = RUN_BYTES / (sizeof(T) < 4 ? 4 : sizeof(T));
template <typename T> constexpr unsigned RUN_TILE = KG__BLOCK *RUN_ROWS<T>;

/* Block b owns tile b. */
template <typename T>
static __global__ __launch_bounds__(KG__BLOCK, RUN_BLOCKS) void k_array_run_starts(T *number,
    uint64_t *start, uint64_t *count, tile_state<uint64_t> *state, uint64_t n, const T *value)
{
    __shared__ uint64_t s_before;
    __shared__ unsigned s_warp[KG__BLOCK / 32];
    const unsigned lane = threadIdx.x % 32, warp = threadIdx.x / 32;
    const unsigned first = warp * 32 * RUN_ROWS<T> + lane;
    const uint64_t begin = blockIdx.x * (uint64_t)RUN_TILE<T>;
    const unsigned some = n - begin < RUN_TILE<T> ? (unsigned)(n - begin) : RUN_TILE<T>;
    unsigned found, before = 0, all = 0;
    uint64_t heads = 0; /* bit k: whether number k is a head */
    T own[RUN_ROWS<T>], last = T();

    value += begin;
    if (lane == 0 && first < some && begin + first > 0)
        last = value[(int64_t)first - 1];
#pragma unroll
    for (int k = 0; k < RUN_ROWS<T>; k++)
        own[k] = first + 32 * k < some ? value[first + 32 * k] : T();
#pragma unroll
    for (int k = 0; k < RUN_ROWS<T>; k++) {
        const T left = __shfl_sync(0xffffffff, own[k], lane + 31); /* lane 0 has lane 31's */

        if (first + 32 * k < some &&
            kg__ordered_bits(own[k]) != kg__ordered_bits(lane ? left : last))
            heads |= (uint64_t)1 << k;
        last = left;
    }
    heads |= begin + first == 0; /* the first of all */
    found = (unsigned)__popcll(heads);
    for (int step = 16; step; step /= 2)
        found += __shfl_xor_sync(0xffffffff, found, step);
    if (lane == 0)
        s_warp[warp] = found;
    __syncthreads();
    for (unsigned w = 0; w < KG__BLOCK / 32; w++) {
        before += w < warp ? s_warp[w] : 0;
        all += s_warp[w];
    }
    if (warp == 0) {
        uint64_t tiles;

        if (lane == 0)
            publish(&state[blockIdx.x], blockIdx.x ? TOTAL : PREFIX, (uint64_t)all);
        tiles = look_back(state, blockIdx.x);
        if (lane == 0) {
            if (blockIdx.x)
                publish(&state[blockIdx.x], PREFIX, tiles + all);
            if (blockIdx.x == gridDim.x - 1)
                *count = tiles + all;
            s_before = tiles;
        }
    }
    __syncthreads();
    number += s_before;
    start += s_before;
#pragma unroll
    for (int k = 0; k < RUN_ROWS<T>; k++) {
        const unsigned row = __ballot_sync(0xffffffff, heads >> k & 1);

        if (heads >> k & 1) {
            const unsigned to = before + (unsigned)__popc(row & ((1u << lane) - 1));

            number[to] = own[k];
            start[to] = begin + first + 32 * k;
        }
        before += (unsigned)__popc(row);
    }
}

template <typename T>
static kg_status run_starts(
    kg_context *ctx, void *number, uint64_t *start, uint64_t *count, uint64_t n, const void *value)
{
    const uint64_t tiles = (n + RUN_TILE<T> - 1) / RUN_TILE<T>;
    kg__arena arena = {NULL, 0};
    tile_state<uint64_t> *state = NULL;
    uint64_t *d_count = NULL;
    kg_status status;

    kg__arena_carve(&arena, 1, sizeof *d_count);
    kg__arena_carve(&arena, tiles, sizeof *state);
    KG_TRY(kg__arena_allocate(ctx, &arena, "counts of tiles"));
    d_count = (uint64_t *)kg__arena_carve(&arena, 1, sizeof *d_count);
    state = (tile_state<uint64_t> *)kg__arena_carve(&arena, tiles, sizeof *state);
    KG_TRY(KG_CUDA(ctx, cudaMemsetAsync(arena.base, 0, arena.used, kg__stream(ctx))));
    KG_TRY(KG_LAUNCH(ctx, k_array_run_starts<T>, tiles * KG__BLOCK, (T *)number, start, d_count,
        state, n, (const T *)value));
    KG_TRY(kg__cuda_fetch(ctx, count, d_count, sizeof *count));
out:
    kg__free(ctx, arena.base);
    return status;
}

decl_array_run_starts(kg__array_run_starts_cuda)
{
    return KG__BY_TYPE(type, run_starts, ctx, number, start, count, n, value);
}
