/*
 * The array primitives for numbers of any type: arrays are untyped pointers beside a kg_type.
 * Arrays lie in the memory of the context's device; counts, single numbers and the arrays of
 * histograms are host memory always.
 *
 * One order of numbers holds for all calls, a total one: by value; among floats -inf comes first,
 * -0 before +0, and NaN last, behind inf. All NaNs are one number here: sorted or computed, they
 * come out as the NaN that is printed as "nan"; numbers that are only moved keep their bits.
 *
 * Common to all calls:
 * - Any array may be NULL where n is 0. An output may be the input where "in place" is said.
 * - Every result is a function of the input alone: the same bytes at any thread count, on every
 *   device.
 * - KG_ARGUMENT is returned where a required pointer is NULL or a type unknown, KG_MEMORY where
 *   temporary memory cannot be had. After a failure the outputs are unspecified.
 */
#ifndef KONIG_TYPED_H
#define KONIG_TYPED_H

#include <konig/context.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef enum kg_type {
    KG_U64 = 0, /* uint64_t */
    KG_I64 = 1, /* int64_t */
    KG_F32 = 2, /* float */
    KG_F64 = 3  /* double */
} kg_type;

/* Bytes of a number; 0 for an unknown type. */
size_t kg_type_size(kg_type type);

/* One number; which member counts is said by its kg_type: KG_F32 and KG_F64 use real. */
typedef union kg_number {
    uint64_t whole;
    int64_t integer;
    double real;
} kg_number;

typedef enum kg_scan_op { KG_SCAN_SUM = 0, KG_SCAN_MIN = 1, KG_SCAN_MAX = 2 } kg_scan_op;

/*
 * Running sums, least or greatest numbers.
 *
 * result     [out] [n]: of value[0..i], or where exclusive of value[0..i-1]; in place is legal.
 *            Of no value the sum is 0, the least the greatest number of the type and the greatest
 *            the least (of floats inf, -inf).
 * Returns KG_OK, KG_OVERFLOW (a sum of integers passes its 64 bits; a result is infinite or NaN
 * though no number is, since a sum passes what a double or the type holds), KG_ARGUMENT.
 *
 * Where a number is infinite or NaN, sums of floats are what IEEE 754 makes of them. They are
 * taken in double, each from left to right: over pages of 8192 numbers, 8 rows of a page, 32 runs
 * of a row, 32 numbers of a run; a result is the sum of the pages before, plus that of the rows
 * before in its page, plus that of the runs before in its row, plus that within its run. O(n); the
 * CPU needs no temporary memory, a GPU 16 bytes a page.
 */
kg_status kg_array_scan(void *result, kg_context *context, kg_type type, uint64_t n,
    const void *value, kg_scan_op op, int exclusive);

/*
 * The sum: of integers exact, of floats in double: 32 sums for each 1024 numbers (the k-th number
 * goes to sum k mod 32), joined pairwise; those of 32 times 1024 from left to right, then in the
 * same way 32 of these, and so on. Its error grows with the logarithm of n.
 *
 * sum   [out] of the type's member; 0 where n is 0.
 * mean  [out] the sum over n; NaN where n is 0.
 * Either may be NULL. Returns KG_OK, KG_OVERFLOW (the sum of integers is asked for and passes 64
 * bits; that of floats, or a sum on the way to it, passes what a double holds, and no number is
 * infinite or NaN: with such numbers it is what IEEE 754 makes of them).
 */
kg_status kg_array_sum(
    kg_number *sum, double *mean, kg_context *context, kg_type type, uint64_t n, const void *value);

/*
 * Where the least or the greatest number stands: the first of them.
 * Returns KG_OK, KG_ARGUMENT (n is 0).
 */
kg_status kg_array_extreme(uint64_t *index, kg_context *context, kg_type type, uint64_t n,
    const void *value, int greatest);

/*
 * Sorts, the least first, or the greatest; equal numbers keep their order.
 *
 * sorted    [out] [n]; in place is legal.
 * position  [out] [n] or NULL: where each number stood.
 * O(n * b) where b is the number of bits in which the numbers differ. Temporary memory: an array
 * of n numbers, and with position one or two of n 64-bit integers.
 */
kg_status kg_array_sort(void *sorted, uint64_t *position, kg_context *context, kg_type type,
    uint64_t n, const void *value, int descending);

/* Rows of so many bytes each by position: row i of result is row position[i] of the input.
 * result [out] [count]; not in place. Positions are not checked. */
kg_status kg_array_gather(void *result, kg_context *context, uint64_t count, size_t row_bytes,
    const void *value, const uint64_t *position);

typedef enum kg_compare {
    KG_LESS = 0,
    KG_LESS_EQUAL = 1,
    KG_GREATER = 2,
    KG_GREATER_EQUAL = 3,
    KG_EQUAL = 4,
    KG_NOT_EQUAL = 5
} kg_compare;

/*
 * Keeps the numbers x for which "x how than" is true, in order. Here floats compare as in C: NaN
 * is not equal to anything, and +0 equals -0.
 *
 * kept   [out] [*count]: only so many are written. Not in place.
 * than   [in] its member by type.
 * Temporary memory: on the CPU, a byte a number.
 */
kg_status kg_array_compact_if(void *kept, uint64_t *count, kg_context *context, kg_type type,
    uint64_t n, const void *value, kg_compare how, kg_number than);

/* The numbers below 0, then all others, either in order. negatives [out] how many are below 0.
 * Not in place. Temporary memory: on the CPU, a byte a number. */
kg_status kg_array_split(void *result, uint64_t *negatives, kg_context *context, kg_type type,
    uint64_t n, const void *value);

/*
 * The distinct numbers, increasing.
 *
 * distinct  [out] [*count], with room for n; in place is legal where times is NULL.
 * times     [out] [*count], with room for n, or NULL: how often each is there.
 */
kg_status kg_array_distinct(void *distinct, uint64_t *times, uint64_t *count, kg_context *context,
    kg_type type, uint64_t n, const void *value);

/*
 * Runs of equal numbers.
 *
 * head    [out] [*count], with room for n: the number of each run. Not in place.
 * length  [out] [*count], with room for n.
 */
kg_status kg_array_runs(void *head, uint64_t *length, uint64_t *count, kg_context *context,
    kg_type type, uint64_t n, const void *value);

/*
 * Where bin i of a histogram begins, and bin i - 1 ends: edge 0 is low, edge `bins` is high, and
 * those between are
 *
 *     low + (high - low) * (i / bins)
 *
 * but no more than high; each operation is rounded to double. Where high - low passes what a double
 * holds, they are 2 * (low / 2 + (high / 2 - low / 2) * (i / bins)). Edges never decrease; where
 * doubles lie too far apart for so many bins, some are equal, and the bin between is empty.
 *
 * Precondition: i <= bins, 1 <= bins <= 2^30, low < high, both finite.
 */
double kg_array_bin_edge(uint64_t i, uint64_t bins, double low, double high);

/*
 * Counts numbers in bins of equal width over [low, high]. Bin i is [edge i, edge i+1), and the last
 * one includes high; edges are those of kg_array_bin_edge(). Integers are rounded to double before
 * they are compared.
 *
 * times    [out] [bins], host memory.
 * outside  [out] numbers below low, above high, or NaN; may be NULL.
 * Returns KG_OK, KG_ARGUMENT (low is not below high, either is not finite, bins not in 1..2^30).
 * O(n), or O(n log bins) where the bins are so narrow beside their place that a number's bin cannot
 * be worked out. Temporary memory: the edges, and on the CPU the counts once a thread.
 */
kg_status kg_array_histogram(uint64_t *times, uint64_t *outside, kg_context *context, kg_type type,
    uint64_t n, const void *value, uint64_t bins, double low, double high);

/*
 * The k greatest numbers, the greatest first, or the k least, the least first; of equal ones the
 * first count.
 *
 * top    [out] [min(k, n)].
 * index  [out] [min(k, n)] or NULL: where each stands.
 * O(n + k log k): one read of the input where it is large and a sample of it says enough, else a
 * few. Temporary memory: O(k), and of large inputs that of a sample of 2^16 numbers.
 */
kg_status kg_array_top(void *top, uint64_t *index, kg_context *context, kg_type type, uint64_t n,
    const void *value, uint64_t k, int least);

#ifdef __cplusplus
}
#endif
#endif
