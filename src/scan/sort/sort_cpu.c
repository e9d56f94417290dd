/*
 * Sorting on the CPU. Keys alone are sorted by vector instructions if there are some (vectors.h);
 * otherwise, and with values, by a stable radix sort, least digit first.
 *
 * In: key[n], and value[n] or positions. Out: both in the order of the keys; either may be in
 * place.
 *
 * Method of the vector sort: one thread sorts all keys in place. For several threads, one pass by
 * the highest digit gives buckets that fit the second-level cache, and each bucket has one thread.
 * Few digits may have nearly all keys, as those of numbers around 0 or of floats. All threads sort
 * such a bucket in the same way, by its own highest digit.
 *
 * Method of the radix sort: one look finds in which bits keys differ, and whether they are sorted
 * already. These bits are cut into as few digits as DIGIT_BITS allows, of equal width. For each
 * digit every thread counts the digits of its part. A prefix sum over (digit, thread) gives each
 * thread its own places; then it moves its part. An element does not go straight to its place: it
 * goes to a line of its digit, in cache, and full lines are written whole, past the caches. So
 * memory receives whole lines, and does not read them before they are overwritten.
 *
 * Work: per digit two reads and one write of the keys, one and one of the values. Memory: a second
 * array of keys and one of values; for each thread and digit a line and two counters.
 *
 * Deterministic: a stable sort has one result.
 *
 * Source: Knuth, volume 3, 5.2.5; the lines as in Satish et al., "Fast sort on CPUs and GPUs: a
 * case for bandwidth oblivious SIMD sort", SIGMOD 2010.
 */
#include "../array_ops.h"
#include "vectors.h"
#include <string.h>
#ifdef __SSE2__
#include <emmintrin.h>
#endif

/*
 * Figures are of one core of Zen 4.
 * SMALL: up to this many keys, insertion sort is faster (27 ns a key against 47 at 128 keys; at 256
 *     it takes 46 against 34).
 * FEW: up to this many keys, digits of FEW_BITS are faster, because their tables are soon filled
 *     (10 ns a key against 11 at 2^14 keys; both take 8 at 2^17).
 * DIGIT_BITS: wider digits mean fewer passes, but their lines must stay in the second-level cache
 *     (24 bits take 6.0 ns a key in two passes of 12 bits, and 6.8 in three of 8).
 * LINE: bytes of a line. 128 instead of 64 halve the mispredicted branches (1.5 instead of 1.8 ns a
 *     pass).
 * BUCKET: keys of a bucket, on average.
 */
enum {
    SMALL = 128,
    FEW = 1 << 16,
    FEW_BITS = 8,
    DIGIT_BITS = KG__SORT_BITS,
    DIGITS = 8,
    LINE = 128,
    BUCKET = 1 << 12
};

/* A digit of a key: bits shift .. shift + bits - 1. */
typedef struct digit_bits {
    unsigned shift, bits;
} digit_bits;

/* A thread's tables, with one entry or line per digit. */
typedef struct digit_tables {
    uint64_t *place; /* the place of the digit's next element */
    uint64_t *first; /* the place of the thread's first element of the digit */
    unsigned char *line;
} digit_tables;

/* The tables of all threads in a pass. */
typedef struct pass_tables {
    uint64_t *counts, *firsts; /* [threads][buckets] */
    unsigned char *lines;      /* [threads][buckets][LINE] */
} pass_tables;

/* The end of bucket d among all n keys. first: the beginning of each bucket. */
static uint64_t bucket_end(const uint64_t *first, size_t d, size_t buckets, uint64_t n)
{
    return d + 1 < buckets ? first[d + 1] : n;
}

static kg_status allocate_tables(kg_context *ctx, pass_tables *tables, size_t entries)
{
    kg_status status;

    KG_TRY(kg__host_allocate(
        ctx, &tables->counts, entries, sizeof *tables->counts, "counts of digits"));
    KG_TRY(kg__host_allocate(
        ctx, &tables->firsts, entries, sizeof *tables->firsts, "places of digits"));
    KG_TRY(kg__host_allocate(ctx, &tables->lines, entries, LINE, "lines of digits"));
out:
    return status;
}

static void free_tables(kg_context *ctx, pass_tables *tables)
{
    kg__free_all(ctx, tables->lines, tables->firsts, tables->counts);
}

/* Cuts the bits that are set in differ into digits, the lowest first. Returns their number. */
static int choose_digits(digit_bits *digits, uint64_t differ, unsigned most)
{
    int count = 0;
    unsigned width;

    if (!differ)
        return 0;
    width = 64 - (unsigned)__builtin_clzll(differ) - (unsigned)__builtin_ctzll(differ);
    width = (width + (width + most - 1) / most - 1) / ((width + most - 1) / most);
    while (differ) {
        unsigned shift = (unsigned)__builtin_ctzll(differ);

        digits[count++] = (digit_bits){shift, width};
        differ = shift + width < 64 ? differ >> (shift + width) << (shift + width) : 0;
    }
    return count;
}

/* The highest digit of the bits that differ, for buckets of BUCKET keys. */
static digit_bits highest_digit(uint64_t differ, uint64_t n)
{
    const unsigned top = 64 - (unsigned)__builtin_clzll(differ);
    unsigned bits = 1;

    while (bits < DIGIT_BITS && bits < top && n >> bits > BUCKET)
        bits++;
    return (digit_bits){top - bits, bits};
}

/* Turns counts[thread][digit] into the places where each thread's first key of each digit goes. */
static void place_digits(uint64_t *counts, size_t buckets, int threads)
{
    uint64_t place = 0;

    for (size_t d = 0; d < buckets; d++)
        for (int t = 0; t < threads; t++) {
            uint64_t count = counts[(size_t)t * buckets + d];

            counts[(size_t)t * buckets + d] = place;
            place += count;
        }
}

/* Writes a full line past the caches: it is not read before the pass is over. */
static inline void write_line(void *to, const void *line, size_t bytes)
{
#ifdef __SSE2__
    if ((uintptr_t)to % sizeof(__m128i) == 0 && bytes % sizeof(__m128i) == 0) {
        for (size_t i = 0; i < bytes / sizeof(__m128i); i++)
            _mm_stream_si128((__m128i *)to + i, _mm_load_si128((const __m128i *)line + i));
        return;
    }
#endif
    memcpy(to, line, bytes);
}

/* Makes the lines visible to the threads that read them in the next pass. */
static inline void finish_lines(void)
{
#ifdef __SSE2__
    _mm_sfence();
#endif
}

/* Several threads sort keys of less than 32 bits by one or two radix passes. */
#define NO_VECTORS(key, n) ((void)(key), (void)(n))

#define K           uint8_t
#define VECTORS     NO_VECTORS
#define V           uint64_t
#define NAMED(stem) stem##_u8_u64_cpu
#include "sort_cpu_tmpl.h"

#define K           uint16_t
#define VECTORS     NO_VECTORS
#define V           uint64_t
#define NAMED(stem) stem##_u16_u64_cpu
#include "sort_cpu_tmpl.h"

#define K           uint32_t
#define VECTORS     kg__sort_vectors_u32
#define V           uint32_t
#define NAMED(stem) stem##_u32_u32_cpu
#include "sort_cpu_tmpl.h"

#define K           uint32_t
#define VECTORS     kg__sort_vectors_u32
#define V           uint64_t
#define NAMED(stem) stem##_u32_u64_cpu
#include "sort_cpu_tmpl.h"

#define K           uint64_t
#define VECTORS     kg__sort_vectors_u64
#define V           uint64_t
#define NAMED(stem) stem##_u64_u64_cpu
#include "sort_cpu_tmpl.h"

#define K           uint64_t
#define VECTORS     kg__sort_vectors_u64
#define V           uint32_t
#define NAMED(stem) stem##_u64_u32_cpu
#include "sort_cpu_tmpl.h"
