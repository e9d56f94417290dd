/*
 * Look-and-say, and sums of pieces, on the GPU.
 *
 * Look-and-say. In: digits[n], n > 0. Out: first the number of digits that say them, and where the
 * digits that say each tile begin; then those digits. A run belongs to the thread in whose 16
 * digits it begins. Method: a thread marks where its digits differ from the one before. It also
 * looks at the marks of the next thread, so that it knows the length of each run below 10.
 * Look-and-say makes no longer runs; they occur only in seeds. A thread that meets one walks to its
 * end, one read a digit. A block assembles the digits that say its tile in shared memory, and
 * writes them in aligned pieces. Work: two reads of the digits, one write. Memory: 8 bytes a tile
 * of 4096 digits.
 *
 * Sums of pieces. In: prefix sums prefix[2n+1] of a ring of masses. Out: the sums of all pieces of
 * the ring, 0 and the whole, in no order. Work: one difference for each sum, 8 bytes written.
 *
 * Deterministic: the answer depends on the input alone.
 */
#include "../base/cuda.cuh"
extern "C" {
#include "../scan/array_ops.h"
#include "combinatorics_ops.h"
}
#include <cub/block/block_reduce.cuh>
#include <cub/block/block_scan.cuh>

/* OWN: digits of a thread. At most SAID digits say a tile of TILE digits: two for each run, and for
 * a long run that goes on after the tile as many as a number has. */
enum { OWN = 16, TILE = OWN * KG__BLOCK, SAID = 2 * TILE + 32, WORDS = OWN / 4, LONG = 10 };

/* The digits of one thread. */
typedef struct say_own {
    uint32_t word[WORDS];
    uint32_t mark;  /* bit b: digit b begins a run; the upper 16 bits are the next thread's */
    uint32_t valid; /* bit b: there is a digit b */
    uint64_t base;  /* the index of digit 0 */
} say_own;

/* Loads 16 digits from base on; zeros after the last. */
static __device__ __forceinline__ void load_digits(
    uint32_t *word, uint64_t base, uint64_t n, const char *digits)
{
    if (base + OWN <= n) {
        const uint4 all = *(const uint4 *)(digits + base);

        word[0] = all.x;
        word[1] = all.y;
        word[2] = all.z;
        word[3] = all.w;
        return;
    }
#pragma unroll
    for (unsigned b = 0; b < OWN; b++) {
        word[b / 4] = b % 4 ? word[b / 4] : 0;
        if (base + b < n)
            word[b / 4] |= (uint32_t)(uint8_t)digits[base + b] << 8 * (b % 4);
    }
}

/* Bit b is set if digit b differs from the one before, or if the digits end there. before: a word
 * whose highest byte is the digit before the first. */
static __device__ __forceinline__ uint32_t mark_digits(const uint32_t *word, uint32_t before)
{
    uint32_t mark = 0;

#pragma unroll
    for (unsigned w = 0; w < WORDS; w++) {
        const uint32_t differ = word[w] ^ __funnelshift_l(w ? word[w - 1] : before, word[w], 8);
        /* a byte's highest bit is set if the byte is not 0, as all are below 128 */
        const uint32_t high = (differ + 0x7f7f7f7f) & 0x80808080;

        mark |= (high >> 7) * 0x10204080 >> 28 << 4 * w;
    }
    return mark;
}

/* Loads a tile's digits; every thread of the block calls it. */
static __device__ __forceinline__ void load_tile(say_own *own, uint64_t n, const char *digits)
{
    __shared__ uint16_t s_mark[KG__BLOCK + 1];
    const uint64_t tile = (uint64_t)blockIdx.x * TILE;
    uint32_t before;

    own->base = tile + threadIdx.x * OWN;
    own->valid = own->base >= n         ? 0
                 : n - own->base >= OWN ? (1u << OWN) - 1
                                        : (1u << (n - own->base)) - 1;
    load_digits(own->word, own->base, n, digits);
    before = __shfl_up_sync(UINT32_MAX, own->word[WORDS - 1], 1);
    if (threadIdx.x % 32 == 0)
        before = own->base && own->base <= n ? (uint32_t)(uint8_t)digits[own->base - 1] << 24 : 0;
    own->mark = mark_digits(own->word, before);
    s_mark[threadIdx.x] = (uint16_t)own->mark;
    if (threadIdx.x == KG__BLOCK - 1) {
        uint32_t next[WORDS];

        load_digits(next, own->base + OWN, n, digits);
        s_mark[KG__BLOCK] = (uint16_t)mark_digits(next, own->word[WORDS - 1]);
    }
    __syncthreads();
    own->mark |= (uint32_t)s_mark[threadIdx.x + 1] << OWN;
}

/* Bit b is set if a run of more than 4 digits begins at b. */
static __device__ __forceinline__ uint32_t rare_runs(const say_own *own)
{
    const uint32_t none = ~own->mark, two = none & none >> 1;

    return own->mark & own->valid & (two & two >> 2) >> 1;
}

/* Bit b is set if a run of LONG digits or more begins at b. */
static __device__ __forceinline__ uint32_t long_runs(const say_own *own)
{
    const uint32_t none = ~own->mark, two = none & none >> 1, four = two & two >> 2;

    return own->mark & own->valid & (four & four >> 4 & none >> 8) >> 1;
}

/* The number of equal digits from i on. */
static __device__ uint64_t run_length(uint64_t i, uint64_t n, const char *digits)
{
    uint64_t end = i + 1;

    while (end < n && digits[end] == digits[i])
        end++;
    return end - i;
}

static __device__ unsigned count_digits(uint64_t number)
{
    unsigned count = 1;

    for (; number >= 10; number /= 10)
        count++;
    return count;
}

/* The number of digits that say a thread's runs. */
static __device__ __forceinline__ unsigned count_said(
    const say_own *own, uint64_t n, const char *digits)
{
    unsigned said = 2 * (unsigned)__popc(own->mark & own->valid);

    for (uint32_t left = long_runs(own); left; left &= left - 1)
        said += count_digits(run_length(own->base + (unsigned)__ffs((int)left) - 1, n, digits)) - 1;
    return said;
}

/* Block t owns tile t and said[t]. */
static __global__ void k_say_count(uint64_t *said, uint64_t n, const char *digits)
{
    typedef cub::BlockReduce<unsigned, KG__BLOCK> reduce;
    __shared__ typename reduce::TempStorage s_room;
    say_own own;
    unsigned all;

    load_tile(&own, n, digits);
    all = reduce(s_room).Sum(count_said(&own, n, digits));
    if (threadIdx.x == 0)
        said[blockIdx.x] = all;
}

/* Writes the digits that say a thread's runs to s_said from `at` on. */
static __device__ void say_rare(
    char *s_said, unsigned at, const say_own *own, uint64_t n, const char *digits)
{
    for (uint32_t left = own->mark & own->valid; left; left &= left - 1) {
        const uint64_t i = own->base + (unsigned)__ffs((int)left) - 1;
        uint64_t times = run_length(i, n, digits);
        const unsigned end = at + count_digits(times);

        for (unsigned c = end; c-- > at; times /= 10)
            s_said[c] = (char)('0' + times % 10);
        s_said[end] = digits[i];
        at = end + 1;
    }
}

/* The same if all runs are short and `at` is even. Each byte of a word stands for a digit; a byte
 * of `same` is 1 if the digit after it is of the same run. */
static __device__ __forceinline__ void say_short(char *s_said, unsigned at, const say_own *own)
{
    const uint32_t mark = own->mark & own->valid, none = ~own->mark;

#pragma unroll
    for (unsigned w = 0; w < WORDS; w++) {
        /* moves bits 4w + 1 to 4w + 7 to bytes 0 to 6 */
        const uint32_t bits = none >> (4 * w + 1) & 0x7f;
        const uint32_t same = (bits & 0xf) * 0x204081 & 0x01010101;
        const uint32_t then = (bits >> 4) * 0x204081 & 0x01010101;
        const uint32_t two = same & __funnelshift_r(same, then, 8);
        const uint32_t three = two & __funnelshift_r(same, then, 16);
        const uint32_t times = 0x31313131 + same + two + three;

#pragma unroll
        for (unsigned b = 0; b < 4; b++)
            if (mark >> (4 * w + b) & 1) {
                *(uint16_t *)(s_said + at) =
                    (uint16_t)__byte_perm(times, own->word[w], (4 + b) << 4 | b);
                at += 2;
            }
    }
}

/* Block t owns tile t, and the digits that say it: from start[t] on. */
static __global__ void __launch_bounds__(KG__BLOCK)
    k_say_write(char *said, const uint64_t *start, uint64_t n, const char *digits)
{
    typedef cub::BlockScan<unsigned, KG__BLOCK, cub::BLOCK_SCAN_WARP_SCANS> scan;
    __shared__ typename scan::TempStorage s_room;
    __shared__ alignas(16) char s_said[SAID + OWN];
    const uint64_t from = start[blockIdx.x];
    const unsigned skip = (unsigned)(from % OWN); /* aligns both sides alike */
    char *aligned = said + (from - skip);
    unsigned at, end;
    say_own own;

    load_tile(&own, n, digits);
    scan(s_room).ExclusiveSum(count_said(&own, n, digits), at, end);
    if (rare_runs(&own) || (skip + at) % 2)
        say_rare(s_said, skip + at, &own, n, digits);
    else
        say_short(s_said, skip + at, &own);
    __syncthreads();
    end += skip;
    for (unsigned i = threadIdx.x * OWN; i < end; i += TILE)
        if (i >= skip && i + OWN <= end)
            *(uint4 *)(aligned + i) = *(const uint4 *)(s_said + i);
        else
            for (unsigned k = i < skip ? skip : i; k < end && k < i + OWN; k++)
                aligned[k] = s_said[k];
}

static uint64_t tiles_of(uint64_t n)
{
    return (n + TILE - 1) / TILE;
}

decl_combinatorics_say_length(kg__combinatorics_say_length_cuda)
{
    const uint64_t tiles = tiles_of(n);
    kg_status status;

    KG_TRY(kg__allocate(ctx, start, tiles, sizeof **start, "where tiles are said"));
    KG_TRY(KG_LAUNCH(ctx, k_say_count, tiles * KG__BLOCK, *start, n, digits));
    KG_TRY(kg__array_scan_u64_cuda(ctx, *start, length, tiles, *start, false));
out:
    return status;
}

decl_combinatorics_say(kg__combinatorics_say_cuda)
{
    return KG_LAUNCH(ctx, k_say_write, tiles_of(n) * KG__BLOCK, said, start, n, digits);
}

/* The number of pieces that a block sums; they all begin at one place. */
enum { PIECES = 8 * KG__BLOCK };

/* Block b owns up to PIECES pieces that begin at b / parts; the first block also 0 and the
 * whole. */
static __global__ void k_pieces(uint64_t *sum, uint64_t n, const uint64_t *prefix, unsigned parts)
{
    const uint64_t i = blockIdx.x / parts, before = prefix[i];
    const uint64_t first = (uint64_t)(blockIdx.x % parts) * PIECES + 1;

    if (blockIdx.x == 0 && threadIdx.x == 0) {
        sum[0] = 0;
        sum[1] = prefix[n];
    }
#pragma unroll
    for (unsigned k = 0; k < PIECES; k += KG__BLOCK) {
        const uint64_t length = first + k + threadIdx.x;

        if (length < n)
            sum[2 + i * (n - 1) + length - 1] = prefix[i + length] - before;
    }
}

decl_combinatorics_pieces(kg__combinatorics_pieces_cuda)
{
    const uint64_t parts = n > 1 ? (n - 1 + PIECES - 1) / PIECES : 1;

    return KG_LAUNCH(
        ctx, k_pieces, (n ? n : 1) * parts * KG__BLOCK, sum, n, prefix, (unsigned)parts);
}
