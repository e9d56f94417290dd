/*
 * Distinct values on the CPU.
 *
 * In: value[n]. Out: distinct[count], count, and rank[n] if wanted.
 *
 * Method: if the values span a small range, a bitmap over that range. Each word has the number of
 * distinct values before it beside it, so a rank takes one access to memory. Otherwise the values
 * are sorted (with positions, if ranks are wanted), and the first of each run of equal values is
 * kept, in chunks (see chain_cpu.h).
 *
 * Work: O(n + range) with the bitmap, otherwise the sort and one pass. Memory: at most 2 bytes per
 * value with the bitmap, otherwise two arrays of values and two of positions.
 *
 * Deterministic: distinct values and ranks are properties of the input.
 */
#include "../array_ops.h"
#include "../chain_cpu.h"
#include <string.h>

/*
 * GRAIN: values that make one more thread worth while. Up to a range of n the bitmap is faster than
 * the sort. Up to a range of CACHED the bitmap stays in the second-level cache, and is faster up to
 * a range of SPAN * n (measured with 2^20 to 2^24 values of ranges from n / 16 to 64 n).
 */
enum { GRAIN = 1 << 16, SPAN = 8, CACHED = 1 << 22 };

/* A word of the bitmap: 64 values of the range. */
typedef struct span_cell {
    uint64_t bits;   /* which of them occur; atomic while they are set */
    uint64_t before; /* distinct values before them */
} span_cell;

static inline void set_bit(uint64_t *bits, uint64_t bit, bool alone)
{
    uint64_t mask = (uint64_t)1 << bit, now = __atomic_load_n(bits, __ATOMIC_RELAXED);

    if (now & mask) /* mostly, and a read costs far less than an atomic write */
        return;
    if (alone)
        __atomic_store_n(bits, now | mask, __ATOMIC_RELAXED);
    else
        __atomic_fetch_or(bits, mask, __ATOMIC_RELAXED);
}

/* Fills in `before`. Returns the number of distinct values. */
static uint64_t count_before(span_cell *cells, uint64_t count)
{
    uint64_t before = 0;

    for (uint64_t c = 0; c < count; c++) {
        cells[c].before = before;
        before += (unsigned)__builtin_popcountll(cells[c].bits);
    }
    return before;
}

/* The sorts that give positions of 32 bits. */
#define sort_u32_cpu kg__array_sort_u32_u32_cpu
#define sort_u64_cpu kg__array_sort_u64_u32_cpu

#define WITH_NARROW
#define BODY "select/distinct_cpu_tmpl.h"
#include "../each_width.h"
