/*
 * Running sums of integers in one pass, which learns on the way whether one passes its type. CUB's
 * scan does not tell: with a look at its sums or numbers it takes a third more, this a twelfth.
 *
 * A block has a tile, a warp of it SUM_ROWS rows of 32 numbers, side by side. Rows are scanned by
 * shuffles, warps and blocks put their totals on top. What tiles before it sum to a block learns by
 * decoupled look-back (Merrill and Garland, 2016): each tile publishes its total, then its prefix,
 * and a warp goes back over 32 tiles at a time until it meets a prefix. Blocks are taken up in
 * their order.
 *
 * A sum that has passed the type is found where it did so first: all before it is right.
 */
#ifndef KG_RUNNING_SUM_CUH
#define KG_RUNNING_SUM_CUH

#include "tile.cuh"

/* SUM_BLOCKS: a multiprocessor. 2^28 numbers of 4 and of 8 bytes took on an H200, in ms: rows of 64
 * bytes a thread and 6 blocks 0.81, 1.47; 80 and 6 0.76, 1.41; 96 and 5 0.74, 1.35; 128 and 4 0.75,
 * 1.35; CUB's scan, which does not look, 0.68, 1.24. The nap makes no difference from 0 to 300. */
enum { SUM_WARPS = KG__BLOCK / 32, SUM_BLOCKS = 5, SUM_NAP_NS = 40 };

template <typename U> constexpr int SUM_ROWS = 96 / sizeof(U);
template <typename U> constexpr uint64_t SUM_TILE = KG__BLOCK *(uint64_t)SUM_ROWS<U>;

/* What a tile has published. */
enum { NOTHING, TOTAL, PREFIX };

typedef struct kg__verdict {
    unsigned long long total; /* the last sum */
    unsigned passed;          /* not 0 where a sum has passed its type */
} kg__verdict;

/* A tile's word of 64 bits for each half of 32 bits of a sum: what it is above, the half below. A
 * reader that finds both words to say the same has two halves of one sum. */
template <typename U> struct tile_state {
    unsigned long long half[sizeof(U) / 4];
};

template <typename U>
static __device__ __forceinline__ void publish(tile_state<U> *state, unsigned what, U sum)
{
    for (unsigned h = 0; h < sizeof(U) / 4; h++)
        *(volatile unsigned long long *)&state->half[h] =
            (unsigned long long)what << 32 | (uint32_t)((uint64_t)sum >> 32 * h);
}

/* Waits until the tile has published something. */
template <typename U>
static __device__ __forceinline__ unsigned look(const tile_state<U> *state, U *sum)
{
    for (;;) {
        uint64_t all = 0;
        unsigned what = 0;
        bool one = true;

        for (unsigned h = 0; h < sizeof(U) / 4; h++) {
            const unsigned long long word = *(const volatile unsigned long long *)&state->half[h];

            all |= (word & 0xffffffff) << 32 * h;
            one = one && (h == 0 || what == word >> 32);
            what = (unsigned)(word >> 32);
        }
        *sum = (U)all;
        if (one && what != NOTHING)
            return what;
        __nanosleep(SUM_NAP_NS);
    }
}

/* The sum of all tiles before this one, for a whole warp. */
template <typename U>
static __device__ __forceinline__ U look_back(const tile_state<U> *state, uint64_t tile)
{
    const unsigned lane = threadIdx.x % 32;
    U before = 0;

    for (uint64_t end = tile; end > 0; end -= 32) {
        unsigned what = PREFIX, prefixes;
        U sum = 0;

        if (lane < end) /* lane 0 has the nearest tile */
            what = look(&state[end - 1 - lane], &sum);
        prefixes = __ballot_sync(0xffffffff, what == PREFIX);
        if (prefixes && lane > (unsigned)__ffs((int)prefixes) - 1)
            sum = 0; /* lies in that prefix already */
        for (int step = 16; step; step /= 2)
            sum += __shfl_xor_sync(0xffffffff, sum, step);
        before += sum;
        if (prefixes)
            break;
    }
    return before;
}

/* Block b owns tile b. */
template <typename U, bool SIGNED, bool INCLUSIVE>
static __global__ __launch_bounds__(KG__BLOCK, SUM_BLOCKS) void k_scan_sum(
    U *sum, kg__verdict *verdict, tile_state<U> *state, uint64_t n, const U *value)
{
    __shared__ U s_warp[SUM_WARPS], s_before;
    const unsigned lane = threadIdx.x % 32, warp = threadIdx.x / 32;
    const uint64_t tile = blockIdx.x;
    const uint64_t first = tile * SUM_TILE<U> + warp * 32 * SUM_ROWS<U> + lane;
    U upto[SUM_ROWS<U>], before = 0, all = 0;
    bool passed = false;

#pragma unroll
    for (int k = 0; k < SUM_ROWS<U>; k++)
        upto[k] = first + 32 * k < n ? value[first + 32 * k] : 0;
#pragma unroll
    for (int k = 0; k < SUM_ROWS<U>; k++) {
        for (unsigned step = 1; step < 32; step *= 2) {
            const U other = __shfl_up_sync(0xffffffff, upto[k], step);

            upto[k] += lane >= step ? other : 0;
        }
        all += upto[k];
    }
    if (lane == 31) /* which has the rows' totals */
        s_warp[warp] = all;
    __syncthreads();
    all = 0;
    for (unsigned w = 0; w < SUM_WARPS; w++) {
        before += w < warp ? s_warp[w] : 0;
        all += s_warp[w];
    }
    if (warp == 0) {
        U tiles;

        if (lane == 0)
            publish(&state[tile], tile ? TOTAL : PREFIX, all);
        tiles = look_back(state, tile);
        if (lane == 0) {
            if (tile)
                publish(&state[tile], PREFIX, (U)(tiles + all));
            s_before = tiles;
        }
    }
    __syncthreads();
    before += s_before; /* of the row's first number */
#pragma unroll
    for (int k = 0; k < SUM_ROWS<U>; k++) {
        const uint64_t i = first + 32 * k;
        const U now = before + upto[k];
        U last = __shfl_up_sync(0xffffffff, now, 1);

        last = lane ? last : before;
        before += __shfl_sync(0xffffffff, upto[k], 31);
        passed |=
            SIGNED ? ((last ^ now) & ((now - last) ^ now)) >> (8 * sizeof(U) - 1) : now < last;
        if (i < n)
            sum[i] = INCLUSIVE ? now : last;
        if (i == n - 1)
            verdict->total = now;
    }
    if (passed)
        atomicOr(&verdict->passed, 1u);
}

/* sum: [n], may be value. total: may be NULL. KG_OVERFLOW without a text. */
template <typename U, bool SIGNED>
static kg_status kg__running_sum(
    kg_context *ctx, U *sum, uint64_t *total, uint64_t n, const U *value, bool inclusive)
{
    const uint64_t tiles = (n + SUM_TILE<U> - 1) / SUM_TILE<U>;
    kg__arena arena = {NULL, 0};
    kg__verdict *d_verdict = NULL, verdict;
    tile_state<U> *state = NULL;
    kg_status status;

    kg__arena_carve(&arena, 1, sizeof *d_verdict);
    kg__arena_carve(&arena, tiles, sizeof *state);
    KG_TRY(kg__arena_allocate(ctx, &arena, "sums of tiles"));
    d_verdict = (kg__verdict *)kg__arena_carve(&arena, 1, sizeof *d_verdict);
    state = (tile_state<U> *)kg__arena_carve(&arena, tiles, sizeof *state);
    KG_TRY(KG_CUDA(ctx, cudaMemsetAsync(arena.base, 0, arena.used, kg__stream(ctx))));
    if (inclusive)
        KG_TRY(KG_LAUNCH(ctx, (k_scan_sum<U, SIGNED, true>), tiles * KG__BLOCK, sum, d_verdict,
            state, n, value));
    else
        KG_TRY(KG_LAUNCH(ctx, (k_scan_sum<U, SIGNED, false>), tiles * KG__BLOCK, sum, d_verdict,
            state, n, value));
    KG_TRY(kg__cuda_fetch(ctx, &verdict, d_verdict, sizeof verdict));
    if (total)
        *total = verdict.total;
    status = verdict.passed ? KG_OVERFLOW : KG_OK;
out:
    kg__free(ctx, arena.base);
    return status;
}

#endif
