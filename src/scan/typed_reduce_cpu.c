/*
 * Reductions of typed numbers on the CPU: sums, argmin and argmax, histograms, and the two steps of
 * top-k.
 *
 * In: value[n]. Out: as array_ops.h says.
 *
 * Method: each thread reduces one part. Sums of integers are kept in halves of 32 bits, so that
 * nothing carries; those of floats piece by piece, the pieces in turn (see chain_cpu.h). The least
 * number is looked for by blocks, in vectors of keys, then in its block. A histogram guesses the
 * bin by a multiplication and corrects the guess by the edges, or searches among them where the
 * bins are too narrow for that.
 *
 * Work: one read of the array. Memory: a thread's own counts.
 *
 * Deterministic: the operations are associative, but for sums of floats, whose order is fixed.
 */
#include "array_ops.h"
#include "bins.h"
#include "chain_cpu.h"
#include "ordered_bits.h"

/* GRAIN: numbers that make one more thread worth while. CHUNK: numbers; so many halves cannot pass
 * 64 bits, and the pieces' sums fit a stack. BLOCK: numbers in which the least is looked for
 * again, MINIMA vectors side by side. SIDE_BY_SIDE: lanes of a sum; PART: numbers of a piece, so
 * that it is read in order. */
enum { GRAIN = 1 << 16, CHUNK = 1 << 14, BLOCK = 4096, MINIMA = 4, SIDE_BY_SIDE = 8, PART = 64 };

/* Bytes of a vector; where the processor has none so wide, the compiler takes two. */
enum { WIDE = 32 };
#ifdef __x86_64__
#define WITH_AVX2 __attribute__((target("avx2")))
#endif

/* The sums of pieces so far: of[0] over those of the last group, of[k + 1] over the groups that
 * of[k] has finished. LEVELS: 2^64 numbers have no more. */
enum { LEVELS = 12 };
typedef struct groups {
    uint64_t pieces;
    double of[LEVELS];
} groups;

static void add_piece(groups *all, double piece)
{
    int k = 0;

    all->of[0] += piece;
    for (uint64_t done = ++all->pieces; done % KG__GROUP == 0; done /= KG__GROUP, k++) {
        all->of[k + 1] += all->of[k];
        all->of[k] = 0;
    }
}

static double sum_groups(const groups *all)
{
    double sum = all->of[0];

    for (int k = 1; k < LEVELS; k++)
        sum = all->of[k] + sum;
    return sum;
}

#define BODY "typed_reduce_cpu_tmpl.h"
#include "each_type.h"

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

/* A table of counts a thread; they are added to the caller's, which begins with 0. */
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

decl_array_digit_histogram(kg__array_digit_histogram_cpu)
{
    const uint64_t entries = (uint64_t)1 << bits;
    int threads = kg__threads(ctx, n, GRAIN);
    uint64_t *table = NULL;
    kg_status status;

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
