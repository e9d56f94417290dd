/*
 * Running sums of integers in one pass, which also finds whether a sum overflows its type. CUB's
 * scan does not tell; with another look at its sums or numbers it takes a third more time.
 *
 * A block owns a tile, and each of its warps owns SUM_ROWS neighbouring rows of 32 times 16 bytes.
 * The block first adds up its numbers, which is quick, and publishes their total. Then it computes
 * the running sums of its rows by shuffles. It learns the sum of the tiles before it by decoupled
 * look-back (Merrill and Garland, 2016): each tile publishes its total, then its prefix, and a warp
 * goes back over 32 tiles at a time until it meets a prefix. The device starts blocks in their
 * order.
 *
 * A tile keeps its numbers in registers while it waits for the slowest of all tiles before it. The
 * speed therefore depends on how many bytes wait at a time: SUM_BLOCKS blocks hold three quarters
 * of all registers.
 *
 * An overflow is always found at the first sum that overflows, because all sums before it are
 * right.
 */
#ifndef KG_RUNNING_SUM_CUH
#define KG_RUNNING_SUM_CUH

#include "../tile.cuh"

/* SUM_BLOCKS: blocks per multiprocessor. Measured on an H200: 2^28 numbers of 4 and of 8 bytes
 * took, in ms, 0.72 and 1.30 if a multiprocessor's blocks hold 120 KB; 0.68 and 1.15 with 144 KB;
 * 0.64 and 1.10 with 160 KB; 0.61 and 1.11 with 192 KB. CUB's scan, which does not look for an
 * overflow, took 0.69 and 1.24; a copy took 0.51 and 1.01. Without the wait this kernel takes 0.54
 * and 1.03. Going back over 64 or 128 tiles at a time is no faster, nor are blocks of 64 to 512
 * threads. */
enum { SUM_WARPS = KG__BLOCK / 32, SUM_BLOCKS = 2, SUM_NAP_NS = 40, SUM_ROWS = 24 };

/* How many numbers 16 bytes, a tile, and a warp's part of a tile hold. */
template <typename U> constexpr int SUM_WIDE = 16 / sizeof(U);
template <typename U> constexpr unsigned SUM_TILE = KG__BLOCK *SUM_ROWS *SUM_WIDE<U>;
template <typename U> constexpr unsigned SUM_SPAN = 32 * SUM_ROWS *SUM_WIDE<U>;

/* The state of a tile: which sum it has published. */
enum { NOTHING, TOTAL, PREFIX };

typedef struct kg__verdict {
    unsigned long long total; /* the last sum */
    unsigned passed;          /* not 0 if a sum has passed its type */
} kg__verdict;

/* A tile publishes a sum in halves of 32 bits, each in a word of 64 bits. The upper 32 bits of a
 * word say what the sum is (NOTHING, TOTAL or PREFIX), the lower 32 bits hold the half. If both
 * words say the same, their halves belong to one sum. */
template <typename U> struct tile_state {
    unsigned long long half[sizeof(U) / 4];
};

template <typename U>
static __device__ __forceinline__ void publish(tile_state<U> *state, unsigned what, U sum)
{
    for (unsigned h = 0; h < sizeof(U) / 4; h++)
        kg__atomic_store(
            &state->half[h], (unsigned long long)what << 32 | (uint32_t)((uint64_t)sum >> 32 * h));
}

/* Waits until the tile has published a sum. Returns which sum it is. */
template <typename U>
static __device__ __forceinline__ unsigned look(const tile_state<U> *state, U *sum)
{
    for (;;) {
        uint64_t all = 0;
        unsigned what = 0;
        bool one = true;

        for (unsigned h = 0; h < sizeof(U) / 4; h++) {
            const unsigned long long word = kg__atomic_load(&state->half[h]);

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

/* Called by a whole warp. Returns the sum of all tiles before this one. */
template <typename U>
static __device__ __forceinline__ U look_back(const tile_state<U> *state, unsigned tile)
{
    const int lane = (int)(threadIdx.x % 32);
    U before = 0;

    for (int end = (int)tile; end > 0; end -= 32) {
        unsigned what = PREFIX, prefixes;
        U sum = 0;

        if (lane < end) /* lane 0 has the nearest tile */
            what = look(&state[end - 1 - lane], &sum);
        prefixes = __ballot_sync(0xffffffff, what == PREFIX);
        if (!prefixes || lane < __ffs((int)prefixes))
            before += sum; /* that prefix includes all earlier tiles */
        if (prefixes)
            break;
    }
    for (int step = 16; step; step /= 2)
        before += __shfl_xor_sync(0xffffffff, before, step);
    return before;
}

/* 16 bytes of numbers, which are loaded and stored at once. */
template <typename U> union sum_wide {
    uint4 all;
    U one[SUM_WIDE<U>];
};

/* Block b owns tile b. wide: whether value and sum are aligned to 16 bytes. */
template <typename U, bool SIGNED, bool INCLUSIVE>
static __global__ __launch_bounds__(KG__BLOCK, SUM_BLOCKS) void k_scan_sum(
    U *sum, kg__verdict *verdict, tile_state<U> *state, uint64_t n, const U *value, bool wide)
{
    constexpr int W = SUM_WIDE<U>;
    __shared__ U s_warp[SUM_WARPS], s_before;
    const unsigned lane = threadIdx.x % 32, warp = threadIdx.x / 32, tile = blockIdx.x;
    const uint64_t begin = tile * (uint64_t)SUM_TILE<U>;
    const unsigned first = warp * SUM_SPAN<U> + lane * W;
    const unsigned end = n - begin < SUM_TILE<U> ? (unsigned)(n - begin) : SUM_TILE<U>;
    const bool whole = wide && end == SUM_TILE<U>;
    sum_wide<U> upto[SUM_ROWS];
    U before = 0, all = 0;
    bool passed = false;

    value += begin;
    sum += begin;
    if (whole) {
#pragma unroll
        for (int k = 0; k < SUM_ROWS; k++)
            upto[k].all = __ldcs((const uint4 *)&value[first + 32 * W * k]);
    } else {
#pragma unroll
        for (int k = 0; k < SUM_ROWS; k++)
            for (int w = 0; w < W; w++) {
                const unsigned i = first + 32 * W * k + w;

                upto[k].one[w] = i < end ? value[i] : 0;
            }
    }
#pragma unroll
    for (int k = 0; k < SUM_ROWS; k++)
        for (int w = 0; w < W; w++)
            all += upto[k].one[w];
    for (int step = 16; step; step /= 2)
        all += __shfl_xor_sync(0xffffffff, all, step);
    if (lane == 0)
        s_warp[warp] = all;
    __syncthreads();
    all = 0;
    for (unsigned w = 0; w < SUM_WARPS; w++) {
        before += w < warp ? s_warp[w] : 0;
        all += s_warp[w];
    }
    if (threadIdx.x == 0)
        publish(&state[tile], tile ? TOTAL : PREFIX, all);
#pragma unroll
    for (int k = 0; k < SUM_ROWS; k++) { /* within the row */
        U own = upto[k].one[0], row;

        for (int w = 1; w < W; w++)
            upto[k].one[w] = own += upto[k].one[w];
        row = own;
        for (unsigned step = 1; step < 32; step *= 2) {
            const U other = __shfl_up_sync(0xffffffff, row, step);

            row += lane >= step ? other : 0;
        }
        for (int w = 0; w < W; w++)
            upto[k].one[w] += row - own;
    }
    if (warp == 0) {
        const U tiles = look_back(state, tile);

        if (lane == 0) {
            if (tile)
                publish(&state[tile], PREFIX, (U)(tiles + all));
            s_before = tiles;
            if (tile == gridDim.x - 1)
                verdict->total = tiles + all;
        }
    }
    __syncthreads();
    before += s_before; /* the sum before the row's first number */
#pragma unroll
    for (int k = 0; k < SUM_ROWS; k++) {
        const unsigned i = first + 32 * W * k;
        const U left = __shfl_up_sync(0xffffffff, upto[k].one[W - 1], 1);
        const U row = __shfl_sync(0xffffffff, upto[k].one[W - 1], 31);
        U last = before + (lane ? left : 0);

        for (int w = 0; w < W; w++) {
            const U now = before + upto[k].one[w];

            if constexpr (SIGNED) {
                /* Hides `last` from the optimiser, which would otherwise keep all inputs in
                 * registers. */
                asm("" : "+l"(last));
                passed |= ((last ^ now) & ((now - last) ^ now)) >> 63;
            } else {
                passed |= now < last;
            }
            upto[k].one[w] = INCLUSIVE ? now : last;
            last = now;
        }
        before += row;
        if (whole) {
            __stcs((uint4 *)&sum[i], upto[k].all);
        } else {
            for (int w = 0; w < W; w++)
                if (i + w < end)
                    sum[i + w] = upto[k].one[w];
        }
    }
    if (passed)
        atomicOr(&verdict->passed, 1u);
}

/* sum: [n], may be value. total: may be NULL. KG_OVERFLOW, without a message: a sum passes its
 * type. */
template <typename U, bool SIGNED>
static kg_status kg__running_sum(
    kg_context *ctx, U *sum, uint64_t *total, uint64_t n, const U *value, bool inclusive)
{
    const uint64_t tiles = (n + SUM_TILE<U> - 1) / SUM_TILE<U>;
    const bool wide = ((uintptr_t)value | (uintptr_t)sum) % 16 == 0;
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
            state, n, value, wide));
    else
        KG_TRY(KG_LAUNCH(ctx, (k_scan_sum<U, SIGNED, false>), tiles * KG__BLOCK, sum, d_verdict,
            state, n, value, wide));
    KG_TRY(kg__cuda_fetch(ctx, &verdict, d_verdict, sizeof verdict));
    if (total)
        *total = verdict.total;
    status = verdict.passed ? KG_OVERFLOW : KG_OK;
out:
    kg__free(ctx, arena.base);
    return status;
}

#endif
