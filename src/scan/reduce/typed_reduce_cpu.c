/*
 * Reductions of typed numbers on the CPU: sums, argmin and argmax, histograms, and the two steps of
 * top-k.
 *
 * In: value[n]. Out: as array_ops.h says.
 *
 * Method: each thread reduces one part. Sums of integers add low and high halves of 32 bits
 * separately, so that nothing carries. Sums of floats are computed piece by piece, and the pieces
 * are added in their order (see chain_cpu.h). Argmin finds the block that has the least number,
 * with vectors of keys, and then the number in that block. A histogram guesses the bin by a
 * multiplication and corrects the guess by the edges. If the bins are too narrow for guesses, it
 * searches among the edges.
 *
 * Work: one read of the array. Memory: counts for each thread.
 *
 * Deterministic: the operations are associative, except for sums of floats, whose order is fixed.
 */
#include "../array_ops.h"
#include "../avx2.h"
#include "../chain_cpu.h"
#include "../ordered_bits.h"
#include "bins.h"
#include "groups.h"
#include <math.h>

/* GRAIN: numbers that make one more thread worth while. CHUNK: numbers of a chunk. The sum of this
 * many halves fits 64 bits, and the sums of its pieces fit the stack. BLOCK: numbers of the block
 * with the least one, through which argmin goes again. GROUP: numbers that collect() tests
 * at a time. MINIMA: vectors that argmin compares side by side. SIDE_BY_SIDE: lanes that are summed
 * at a time, over PART numbers of a piece, so that the piece is read in order. */
enum {
    GRAIN = 1 << 16,
    BYTES = 256,
    CHUNK = 1 << 14,
    BLOCK = 1024,
    GROUP = 128,
    MINIMA = 4,
    SIDE_BY_SIDE = 8,
    PART = 64
};

/* Bytes of a vector. If the processor has none so wide, the compiler uses two narrower ones. */
enum { WIDE = 32 };
#ifdef __x86_64__
#include <immintrin.h>
#endif

#define BODY "reduce/typed_reduce_cpu_tmpl.h"
#include "../each_type.h"

decl_array_sum(kg__array_sum_cpu)
{
    *sum = (kg__sum){0, 0};
    OF_TYPE(sum, type)(kg__threads(ctx, n, GRAIN), sum, n, value);
    return KG_OK;
}

decl_array_argmin(kg__array_argmin_cpu)
{
    *index = OF_TYPE(argmin, type)(kg__threads(ctx, n, GRAIN), n, value, max);
    return KG_OK;
}

/* Allocates a table of counts for each thread, and clears these and the caller's counts.
 * add_tables() adds the tables to the caller's counts. */
static kg_status allocate_tables(
    kg_context *ctx, uint64_t **table, int threads, uint64_t *times, uint64_t entries)
{
    kg_status status;

    memset(times, 0, entries * sizeof *times);
    KG_TRY(kg__host_allocate(ctx, table, (uint64_t)threads * entries, sizeof **table, "counts"));
    memset(*table, 0, (size_t)threads * entries * sizeof **table);
out:
    return status;
}

static void add_tables(uint64_t *times, const uint64_t *table, int threads, uint64_t entries)
{
    for (int t = 0; t < threads; t++)
        for (uint64_t i = 0; i < entries; i++)
            times[i] += table[(uint64_t)t * entries + i];
}

decl_array_histogram(kg__array_histogram_cpu)
{
    int threads = kg__threads(ctx, n, GRAIN + 2 * bins);
    uint64_t *table = NULL;
    kg_status status;

    KG_TRY(allocate_tables(ctx, &table, threads, times, bins));
    *inside = OF_TYPE(histogram, type)(threads, table, n, value, bins, edge);
    add_tables(times, table, threads, bins);
out:
    kg__free(ctx, table);
    return status;
}

/* Counts bytes, with a table for each place in a word. With one table, a repeated byte would wait
 * until its count is stored. */
static void count_bytes(int threads, uint64_t *table, uint64_t n, const uint8_t *value)
{
    enum { WORD = sizeof(uint64_t), BLOCK_OF_WORDS = 1 << 20 };

    KG_PARALLEL(threads)
    {
        int index = kg__thread_index(), team = kg__thread_count();
        uint64_t i = kg__part(n, index, team), end = kg__part(n, index + 1, team);
        uint64_t *own = table + (size_t)index * BYTES;

        while (end - i >= WORD) {
            const uint64_t words = (end - i) / WORD,
                           some = words < BLOCK_OF_WORDS ? words : BLOCK_OF_WORDS;
            uint32_t times[WORD][BYTES] = {{0}};

            for (uint64_t w = 0; w < some; w++, i += WORD) {
                uint64_t word;

                memcpy(&word, value + i, sizeof word);
#pragma GCC unroll 8
                for (int k = 0; k < WORD; k++)
                    times[k][word >> 8 * k & (BYTES - 1)]++;
            }
            for (int k = 0; k < WORD; k++)
                for (int b = 0; b < BYTES; b++)
                    own[b] += times[k][b];
        }
        for (; i < end; i++)
            own[value[i]]++;
    }
}

/* Computes the digits of bytes from the count of each byte. */
static kg_status byte_digits(kg_context *ctx, uint64_t *times, kg_type type, uint64_t n,
    const void *value, bool least, uint64_t known, unsigned shift, unsigned bits)
{
    const int threads = kg__threads(ctx, n, GRAIN);
    uint64_t all[BYTES], *table = NULL;
    kg_status status;

    KG_TRY(allocate_tables(ctx, &table, threads, all, BYTES));
    count_bytes(threads, table, n, value);
    add_tables(all, table, threads, BYTES);
    memset(times, 0, sizeof *times << bits);
    for (uint64_t b = 0; b < BYTES; b++) {
        const uint64_t key = b ^ kg__sign_bit(type) ^ (least ? BYTES - 1 : 0);

        if ((key ^ known) >> (shift + bits) == 0)
            times[key >> shift & (((uint64_t)1 << bits) - 1)] += all[b];
    }
out:
    kg__free(ctx, table);
    return status;
}

decl_array_digit_histogram(kg__array_digit_histogram_cpu)
{
    const uint64_t entries = (uint64_t)1 << bits;
    int threads = kg__threads(ctx, n, GRAIN);
    uint64_t *table = NULL;
    kg_status status;

    if (kg_type_size(type) == 1)
        return byte_digits(ctx, times, type, n, value, least, known, shift, bits);
    KG_TRY(allocate_tables(ctx, &table, threads, times, entries));
    OF_TYPE(digit_histogram, type)(threads, table, n, value, least, known, shift, bits);
    add_tables(times, table, threads, entries);
out:
    kg__free(ctx, table);
    return status;
}

/* The CPU has no shorter way: the front narrows the keys down. */
decl_array_top(kg__array_top_cpu)
{
    (void)ctx, (void)first, (void)index, (void)type, (void)n, (void)value, (void)k, (void)least;
    return KG_UNSUPPORTED;
}

decl_array_collect(kg__array_collect_cpu)
{
    *found = OF_TYPE(collect, type)(
        kg__threads(ctx, n, GRAIN), key, position, room, n, value, least, from);
    return KG_OK;
}
