/*
 * Array primitives for numbers of any type: an array is an untyped pointer and a kg_type.
 *
 * Arrays lie in the memory of the context's device: for "cpu" any host memory.
 * kg_context_allocate() allocates such memory. Counts, totals, single numbers and the counts of
 * histograms are always in host memory.
 *
 * All calls except kg_array_select_if() and kg_array_stable_partition() use one total order of
 * numbers: by value. Among floats -inf comes first, -0 before +0, and NaN last, after inf. All NaNs
 * count as one number. A NaN that is sorted or computed becomes the NaN that is printed as "nan";
 * numbers that are only moved keep their bits.
 *
 * Common to all calls:
 * - Any array may be NULL if n is 0.
 * - If a comment says "in place", an output may be the whole input, not a part of it. Otherwise
 *   arrays must not overlap.
 * - Every result is a function of the input alone: the same bytes at any thread count, on every
 *   device.
 * - Each call returns KG_OK, a status that its comment lists, or one of these: KG_ARGUMENT if a
 *   required pointer is NULL, or a type or an enumeration's value is unknown; KG_MEMORY if there is
 *   no temporary memory; KG_DEVICE if the device fails. kg_context_message() says why. After a
 *   failure the outputs are unspecified; inputs that are not outputs are unchanged.
 * - Temporary memory is given in bytes of the device's memory; amounts below 64 KiB are left out.
 * - A context is used by one thread at a time.
 *
 * Glossary: a position is an index from 0 on; a flag is a byte, set if it is not 0; the rank of a
 * number is its position among the distinct numbers.
 */
#ifndef KONIG_ARRAY_H
#define KONIG_ARRAY_H

#include <konig/context.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef enum kg_type {
    KG_U32 = 0, /* uint32_t */
    KG_U64 = 1, /* uint64_t */
    KG_I64 = 2, /* int64_t */
    KG_F32 = 3, /* float */
    KG_F64 = 4, /* double */
    KG_I8 = 5,  /* int8_t */
    KG_U8 = 6,  /* uint8_t */
    KG_I16 = 7, /* int16_t */
    KG_U16 = 8, /* uint16_t */
    KG_I32 = 9  /* int32_t */
} kg_type;

/* Bytes of a number; 0 for an unknown type. */
size_t kg_type_size(kg_type type);

/* One number; its kg_type says which member counts. */
typedef union kg_number {
    uint64_t whole;  /* KG_U8, KG_U16, KG_U32, KG_U64: unsigned integers */
    int64_t integer; /* KG_I8, KG_I16, KG_I32, KG_I64: signed integers */
    double real;     /* KG_F32, KG_F64 */
} kg_number;

typedef enum kg_order { KG_ASCENDING = 0, KG_DESCENDING = 1 } kg_order;

/* ---- generate -------------------------------------------------------------------------------- */

/*
 * A matrix whose numbers change by the same step along each row and along each column. The number
 * in row i and column j, from 0 on, is
 *
 *     first + step * (i * down + j * across)
 *
 * A constant has the step 0; a range is one row with across = 1; i + j has the step 1 and
 * down = across = 1.
 *
 * array    [out] [rows * columns], row by row.
 * context  [in]
 * type     [in] of array.
 * rows     [in] any number; 0 is legal.
 * columns  [in] any number; 0 is legal.
 * first    [in] of the type; finite.
 * step     [in] of the type; finite.
 * down     [in] steps from a row to the next.
 * across   [in] steps from a column to the next.
 * Returns KG_OK; KG_ARGUMENT (first or step is not of the type or not finite; 2^64 numbers or
 * more); KG_OVERFLOW (a number passes the type, or i * down + j * across passes 64 bits). Integers
 * are exact. Floats are computed in double, where the product and the sum are rounded, and then
 * rounded to the type.
 * O(rows * columns), one write of array. Temporary memory: none.
 */
kg_status kg_array_progression(void *array, kg_context *context, kg_type type, uint64_t rows,
    uint64_t columns, kg_number first, kg_number step, int64_t down, int64_t across);

/*
 * Random numbers, each independent of the others. Integers are from low to high. Their
 * probabilities differ by at most 2^-64. Floats are low + (high - low) * u, where u is a multiple
 * of 2^-53 from [0, 1), computed in double and rounded to the type.
 *
 * array    [out] [n]
 * context  [in]
 * type     [in] of array.
 * n        [in] any number; 0 is legal. The first numbers do not depend on n.
 * low      [in] the least number, of the type; finite.
 * high     [in] the greatest number, of the type; finite; at least low.
 * seed     [in] the same seed gives the same numbers on every device.
 * Returns KG_OK or KG_ARGUMENT (low or high is not of the type or not finite; low is greater than
 * high; high - low passes the range of a double).
 * O(n), one write of array. Temporary memory: none. The generator is splitmix64 (Steele, Lea and
 * Flood, "Fast splittable pseudorandom number generators", OOPSLA 2014), for tests and simulations,
 * not for cryptography.
 */
kg_status kg_array_random(void *array, kg_context *context, kg_type type, uint64_t n, kg_number low,
    kg_number high, uint64_t seed);

/* ---- scan ------------------------------------------------------------------------------------ */

typedef enum kg_scan_op { KG_SCAN_SUM = 0, KG_SCAN_MIN = 1, KG_SCAN_MAX = 2 } kg_scan_op;

/* Whether a result includes the number at its own position. */
typedef enum kg_scan_kind { KG_SCAN_INCLUSIVE = 0, KG_SCAN_EXCLUSIVE = 1 } kg_scan_kind;

/*
 * Running sums, minima or maxima.
 *
 * result   [out] [n] result[i] covers value[0..i] if inclusive, value[0..i-1] if exclusive. In
 *          place is legal. For no numbers the sum is 0, the minimum is the greatest number of the
 *          type, and the maximum is the least (for floats inf and -inf).
 * total    [out] the sum (as kg_array_sum() computes it), minimum or maximum of all n numbers; or
 *          NULL.
 * context  [in]
 * type     [in] of value and result.
 * n        [in] any number; 0 is legal.
 * value    [in] [n]
 * op       [in] a kg_scan_op.
 * kind     [in] a kg_scan_kind.
 * Returns KG_OK or KG_OVERFLOW. Integers: a result does not fit the type, which may have only 8
 * bits, or the total, if it is asked for, does not fit its 64 bits. Floats: a result or the total
 * is infinite or NaN and no number is, because a sum passes the range of a double or of the type.
 * O(n), one read of value and one write of result; total costs one more read, except with sums of
 * KG_U32 and KG_U64. Temporary memory: on the CPU none; on a GPU 16 for each page of 8192 numbers.
 *
 * If a number is infinite or NaN, sums of floats follow IEEE 754. Sums are computed in double, each
 * from left to right: over pages of 8192 numbers, 8 rows of a page, 32 runs of a row, 32 numbers of
 * a run. A result is the sum of the pages before, plus the sum of the rows before in its page, plus
 * the sum of the runs before in its row, plus the sum within its run.
 *
 * Row offsets from degrees: an exclusive scan of n + 1 counts, the last of which is 0.
 */
kg_status kg_array_scan(void *result, kg_number *total, kg_context *context, kg_type type,
    uint64_t n, const void *value, kg_scan_op op, kg_scan_kind kind);

/* ---- reduce ---------------------------------------------------------------------------------- */

/*
 * The sum. Integers are summed exactly, floats in double: each 1024 numbers have 32 sums (the k-th
 * number goes to sum k mod 32), which are joined pairwise. 32 such results are added from left to
 * right, then in the same way 32 of these, and so on. The error grows with the logarithm of n.
 *
 * sum      [out] 64 bits or a double: `whole` for unsigned integers, `integer` for signed ones,
 *          `real` for floats; 0 if n is 0. May be NULL.
 * mean     [out] the sum over n; NaN if n is 0. May be NULL.
 * context  [in]
 * type     [in] of value.
 * n        [in] any number; 0 is legal.
 * value    [in] [n]
 * Returns KG_OK or KG_OVERFLOW. Integers: sum is asked for and does not fit its 64 bits, which are
 * signed if the type is. Floats: the sum, or a partial sum, passes the range of a double, and no
 * number is infinite or NaN (with such numbers the sum follows IEEE 754).
 * O(n), one read of value. Temporary memory: for floats on a GPU 8 for each 32768 numbers,
 * otherwise none.
 */
kg_status kg_array_sum(
    kg_number *sum, double *mean, kg_context *context, kg_type type, uint64_t n, const void *value);

/*
 * The least or the greatest number, and its first position.
 *
 * index    [out] that position, or NULL.
 * number   [out] the number itself, or NULL. Not both NULL.
 * context  [in]
 * type     [in] of value.
 * n        [in] at least 1.
 * value    [in] [n]
 * Returns KG_OK or KG_ARGUMENT: n is 0.
 * O(n), one read of value. Temporary memory: none.
 */
kg_status kg_array_argmin(uint64_t *index, kg_number *number, kg_context *context, kg_type type,
    uint64_t n, const void *value);
kg_status kg_array_argmax(uint64_t *index, kg_number *number, kg_context *context, kg_type type,
    uint64_t n, const void *value);

/*
 * The product. Integers are multiplied exactly. Floats are multiplied in double, each 8192 numbers
 * from left to right, then these products from left to right. Exponents have room for all partial
 * products.
 *
 * product  [out] 64 bits or a double: `whole` for unsigned integers, `integer` for signed ones,
 *          `real` for floats; 1 if n is 0.
 * context  [in]
 * type     [in] of value.
 * n        [in] any number; 0 is legal.
 * value    [in] [n]
 * Returns KG_OK or KG_OVERFLOW. Integers: the product does not fit its 64 bits, which are signed if
 * the type is. Floats: the product passes the range of a double, and no number is infinite or NaN
 * (with such numbers the product follows IEEE 754). A product that is too small for a double is
 * rounded, in the end to 0.
 * O(n), one read of value. Temporary memory: 40 for each 8192 numbers; on a GPU also n numbers in
 * host memory, because the host does the work.
 */
kg_status kg_array_product(
    kg_number *product, kg_context *context, kg_type type, uint64_t n, const void *value);

/* The divisor of the sum of squares. */
typedef enum kg_variance {
    KG_VARIANCE_SAMPLE = 0,    /* n - 1: an estimate of the variance of the distribution */
    KG_VARIANCE_POPULATION = 1 /* n: the variance of exactly these numbers */
} kg_variance;

/*
 * The variance and its root, the standard deviation.
 *
 * The sum of the squared distances from the mean, less the square of the sum of the distances over
 * n. This corrects for the rounding of the mean, so numbers whose differences are small beside
 * their size lose nothing. Distances of integers are exact before they are rounded to double. Each
 * sum is computed like kg_array_sum(), with 8 instead of 32 sums for each 1024 numbers. If squares
 * pass the range of a double, or fall below it, distances are scaled by a power of two.
 *
 * variance   [out] may be NULL.
 * deviation  [out] may be NULL. Both are NaN if a number is infinite or NaN.
 * context    [in]
 * type       [in] of value.
 * n          [in] at least 1, or 2 for KG_VARIANCE_SAMPLE.
 * value      [in] [n]
 * kind       [in] a kg_variance.
 * Returns KG_OK, KG_ARGUMENT (n is less) or KG_OVERFLOW: a wanted result passes the range of a
 * double and no number is infinite.
 * O(n), two reads of value, six if distances of floats are scaled. Temporary memory: 16 for each
 * 1024 numbers; on a GPU also n numbers in host memory, because the host does the work.
 */
kg_status kg_array_variance(double *variance, double *deviation, kg_context *context, kg_type type,
    uint64_t n, const void *value, kg_variance kind);

/*
 * Quantiles by linear interpolation, which is type 7 of R and NumPy's default. With the numbers
 * sorted as x[0] to x[n - 1], h = at * (n - 1) and i = h rounded down, a quantile is
 *
 *     x[i] + (h - i) * (x[i + 1] - x[i])
 *
 * If h - i is 1/2, as in a median, it is (x[i] + x[i + 1]) / 2, rounded once. A quantile of
 * integers that is an integer, or halfway between two, is also rounded once.
 *
 * quantile  [out] [count], host memory, rounded to double. All are NaN if a number is.
 * context   [in]
 * type      [in] of value.
 * n         [in] at least 1.
 * value     [in] [n]
 * count     [in] any number; 0 is legal.
 * at        [in] [count], host memory: each from 0 to 1, in any order; 0.5 is the median.
 * Returns KG_OK or KG_ARGUMENT: n is 0, or an element of at is not from 0 to 1.
 * O(n): some four reads of value, and two for each quantile. At most the time of a sort, which is
 * used for many quantiles or few numbers. Temporary memory: up to two arrays of n numbers, on the
 * CPU n more, and 96 KiB of host memory.
 */
kg_status kg_array_quantiles(double *quantile, kg_context *context, kg_type type, uint64_t n,
    const void *value, uint64_t count, const double *at);

/*
 * The same without rounding for integers: a quantile of integers that is an integer, or halfway
 * between two, is exactly quantile[i] + rest[i].
 *
 * rest  [out] [count], host memory: 0 if a double holds the quantile, or if it is neither. May be
 *       NULL.
 * The other arguments and the status are those of kg_array_quantiles().
 */
kg_status kg_array_exact_quantiles(double *quantile, double *rest, kg_context *context,
    kg_type type, uint64_t n, const void *value, uint64_t count, const double *at);

/* ---- sort, gather, top ----------------------------------------------------------------------- */

/*
 * Sorts; equal numbers keep their order.
 *
 * sorted    [out] [n], or NULL if only position is wanted. In place is legal.
 * position  [out] [n] or NULL: the original position of each sorted number (argsort). Not both
 *           NULL.
 * context   [in]
 * type      [in] of value and sorted.
 * n         [in] any number; 0 is legal.
 * value     [in] [n]
 * order     [in] a kg_order.
 * Returns KG_OK.
 * O(n * b) for b bits in which the numbers differ; without position O(n log n) on a processor with
 * AVX2, or if konig is built with Highway. Sorted numbers cost one read, and 8-bit integers without
 * positions a read and a write. Temporary memory: an array of n numbers, and with position one of n
 * 64-bit integers; if sorted is NULL, one or two more of n numbers.
 */
kg_status kg_array_sort(void *sorted, uint64_t *position, kg_context *context, kg_type type,
    uint64_t n, const void *value, kg_order order);

/*
 * Rows of bytes by their positions: row i of result is row position[i] of value.
 *
 * result     [out] [count * row_bytes]; not in place.
 * context    [in]
 * count      [in] rows of result; 0 is legal.
 * row_bytes  [in] bytes of a row: kg_type_size() for single numbers. 0 is legal.
 * value      [in] rows of row_bytes each.
 * position   [in] [count]; each must be the position of a row of value, which is not checked.
 * Returns KG_OK.
 * O(count * row_bytes). Temporary memory: none.
 */
kg_status kg_array_gather(void *result, kg_context *context, uint64_t count, size_t row_bytes,
    const void *value, const uint64_t *position);

/* Which end of the order kg_array_top() takes its numbers from. */
typedef enum kg_top_end { KG_TOP_GREATEST = 0, KG_TOP_LEAST = 1 } kg_top_end;

/*
 * The k greatest numbers, the greatest first, or the k least, the least first. Of equal numbers the
 * first ones are taken.
 *
 * top      [out] [min(k, n)]; not in place.
 * index    [out] [min(k, n)] or NULL: the position of each.
 * context  [in]
 * type     [in] of value and top.
 * n        [in] any number; 0 is legal.
 * value    [in] [n]
 * k        [in] any number; 0 is legal.
 * end      [in] a kg_top_end.
 * Returns KG_OK.
 * O(n + k log k): one read of value if it is large and a sample of it is good enough, otherwise a
 * few. Temporary memory: O(k), and for large inputs a sample of 2^16 numbers.
 */
kg_status kg_array_top(void *top, uint64_t *index, kg_context *context, kg_type type, uint64_t n,
    const void *value, uint64_t k, kg_top_end end);

/* ---- select ---------------------------------------------------------------------------------- */

typedef enum kg_compare {
    KG_LESS = 0,
    KG_LESS_EQUAL = 1,
    KG_GREATER = 2,
    KG_GREATER_EQUAL = 3,
    KG_EQUAL = 4,
    KG_NOT_EQUAL = 5
} kg_compare;

/*
 * Keeps the numbers x for which "x how than" is true, in order. Here floats compare as in C: NaN is
 * not equal to anything, and +0 equals -0.
 *
 * kept     [out] [*count]: no more are written. Not in place.
 * count    [out] how many are kept.
 * context  [in]
 * type     [in] of value and kept.
 * n        [in] any number; 0 is legal.
 * value    [in] [n]
 * how      [in] a kg_compare.
 * than     [in] its member by type. Any number, even one that the type does not have.
 * Returns KG_OK.
 * O(n), one read of value (on the CPU two) and one write of kept. Temporary memory: on the CPU n,
 * on a GPU none.
 */
kg_status kg_array_select_if(void *kept, uint64_t *count, kg_context *context, kg_type type,
    uint64_t n, const void *value, kg_compare how, kg_number than);

/* "x how than", one of several conditions. */
typedef struct kg_condition {
    kg_compare how;
    kg_number than;  /* as in kg_array_select_if() */
    int alternative; /* not 0: this condition begins a new alternative to those before it */
} kg_condition;

/*
 * Keeps the numbers for which several conditions hold, in order. An alternative is a condition and
 * the conditions after it, up to the next one whose `alternative` is set. It holds for x if all of
 * its conditions do. A number is kept if one alternative holds for it. So { > 1, < 5, alternative >
 * 9 } keeps the numbers between 1 and 5, and those above 9.
 *
 * kept        [out] [*count]: no more are written. Not in place.
 * count       [out] how many are kept.
 * context     [in]
 * type        [in] of value and kept.
 * n           [in] any number; 0 is legal.
 * value       [in] [n]
 * conditions  [in] how many there are, at least 1.
 * condition   [in] [conditions], host memory. The first one always begins an alternative.
 * Returns KG_OK or KG_ARGUMENT: conditions is 0.
 * O(n * conditions); with one condition one read of value, on the CPU two. Temporary memory: n; on
 * a GPU with several conditions also n numbers and n in host memory, because the host tests them.
 */
kg_status kg_array_select_where(void *kept, uint64_t *count, kg_context *context, kg_type type,
    uint64_t n, const void *value, uint64_t conditions, const kg_condition *condition);

/*
 * Keeps the numbers whose flag is set, in order.
 *
 * kept     [out] [*count]: no more are written. Not in place.
 * count    [out] how many flags are set.
 * context  [in]
 * type     [in] of value and kept.
 * n        [in] any number; 0 is legal.
 * value    [in] [n]
 * flag     [in] [n]
 * Returns KG_OK.
 * O(n), one read of value and flag, one write of kept. Temporary memory: none.
 */
kg_status kg_array_select_flagged(void *kept, uint64_t *count, kg_context *context, kg_type type,
    uint64_t n, const void *value, const uint8_t *flag);

/*
 * The positions of the set flags, increasing: kg_array_select_flagged() of 0..n-1.
 *
 * position  [out] [*count]: no more are written.
 * count     [out] how many flags are set.
 * context   [in]
 * type      [in] of position: KG_U32 or KG_U64.
 * n         [in] any number; 0 is legal.
 * flag      [in] [n]
 * Returns KG_OK, KG_ARGUMENT (type is another), or KG_OVERFLOW: type is KG_U32 and n passes 2^32.
 * O(n), one read of flag, one write of position. Temporary memory: none.
 */
kg_status kg_array_select_positions(void *position, uint64_t *count, kg_context *context,
    kg_type type, uint64_t n, const uint8_t *flag);

/*
 * The numbers below 0, then all others, both in their order. Floats compare as in C.
 *
 * result     [out] [n]; not in place.
 * negatives  [out] how many are below 0.
 * context    [in]
 * type       [in] of value and result.
 * n          [in] any number; 0 is legal.
 * value      [in] [n]
 * Returns KG_OK.
 * O(n), two reads of value and one write of result. Temporary memory: on the CPU n, on a GPU none.
 */
kg_status kg_array_stable_partition(void *result, uint64_t *negatives, kg_context *context,
    kg_type type, uint64_t n, const void *value);

/* ---- equal numbers --------------------------------------------------------------------------- */

/*
 * The distinct numbers, increasing.
 *
 * distinct  [out] [*count], with room for n. In place is legal if times is NULL.
 * times     [out] [*count], with room for n, or NULL: how often each occurs.
 * rank      [out] [n] or NULL: value[i] is distinct[rank[i]].
 * count     [out] how many are distinct.
 * context   [in]
 * type      [in] of value and distinct.
 * n         [in] any number; 0 is legal.
 * value     [in] [n]
 * Returns KG_OK or KG_OVERFLOW: rank is wanted and n passes 2^32.
 * O(n) if integers span a range of at most some multiple of n and times is NULL, otherwise as a
 * sort. times and rank together cost about as much as one call for each.
 * Temporary memory: O(n).
 */
kg_status kg_array_distinct(void *distinct, uint64_t *times, uint32_t *rank, uint64_t *count,
    kg_context *context, kg_type type, uint64_t n, const void *value);

/*
 * Runs of equal neighbouring numbers.
 *
 * number   [out] [*count], with room for n: the first number of each run. Not in place.
 * length   [out] [*count], with room for n: how many numbers each run has.
 * count    [out] how many runs there are.
 * context  [in]
 * type     [in] of value and number.
 * n        [in] any number; 0 is legal.
 * value    [in] [n]
 * Returns KG_OK.
 * O(n), one read of value (on the CPU three) and one write of the outputs. Temporary memory: on the
 * CPU n, on a GPU 16 for each tile of some thousand numbers.
 */
kg_status kg_array_run_length_encode(void *number, uint64_t *length, uint64_t *count,
    kg_context *context, kg_type type, uint64_t n, const void *value);

/* ---- histogram ------------------------------------------------------------------------------- */

/*
 * Edge i of a histogram, at which bin i begins and bin i - 1 ends. Edge 0 is low, edge `bins` is
 * high, and those between are
 *
 *     low + (high - low) * (i / bins)
 *
 * but no more than high; each operation is rounded to double. If high - low passes the range of a
 * double, they are 2 * (low / 2 + (high / 2 - low / 2) * (i / bins)). Edges never decrease. If
 * doubles are too sparse for that many bins, some edges are equal, and the bin between is empty.
 *
 * i     [in] 0 to bins.
 * bins  [in] 1 to 2^30.
 * low   [in] finite, below high.
 * high  [in] finite.
 * Arguments are not checked.
 */
double kg_array_bin_edge(uint64_t i, uint64_t bins, double low, double high);

/*
 * Counts numbers in bins of equal width over [low, high]. Bin i is [edge i, edge i+1), and the last
 * one includes high; edges are those of kg_array_bin_edge(). Integers are rounded to double before
 * they are compared.
 *
 * times    [out] [bins], host memory.
 * outside  [out] how many numbers are below low, above high, or NaN; may be NULL.
 * context  [in]
 * type     [in] of value.
 * n        [in] any number; 0 is legal.
 * value    [in] [n]
 * bins     [in] 1 to 2^30.
 * low      [in] finite, below high.
 * high     [in] finite.
 * Returns KG_OK or KG_ARGUMENT: bins, low or high is out of range.
 * O(n), or O(n log bins) if the bins are so narrow beside their position that a number's bin cannot
 * be computed; for 8-bit integers always O(n). Temporary memory: 8 (bins + 1) on the host; on the
 * CPU 8 bins a thread, on a GPU 16 bins; for 8-bit integers only the first.
 */
kg_status kg_array_histogram(uint64_t *times, uint64_t *outside, kg_context *context, kg_type type,
    uint64_t n, const void *value, uint64_t bins, double low, double high);

#ifdef __cplusplus
}
#endif
#endif
