/*
 * Array primitives for 32- and 64-bit unsigned integers; for other types of numbers, and what is
 * built on them, see the headers that it brings at its end. Arrays lie in the memory of the
 * context's device: for "cpu" any host memory. Counts, totals and single results are host memory
 * always.
 *
 * Common to all calls:
 * - Any array may be NULL where n is 0.
 * - An output may be the very input of the same type where "in place" is said; otherwise arrays
 * must not overlap.
 * - Every result is a function of the input alone: the same bytes at any thread count, on every
 *   device.
 * - KG_ARGUMENT is returned where a required pointer is NULL, KG_MEMORY where temporary memory
 *   cannot be had. After a failure the outputs are unspecified; inputs that are no outputs are
 *   untouched.
 */
#ifndef KONIG_ARRAY_H
#define KONIG_ARRAY_H

#include <konig/context.h>

#ifdef __cplusplus
extern "C" {
#endif

/*
 * Prefix sums: exclusive, sum[i] = value[0] + ... + value[i-1], and inclusive, which adds value[i].
 *
 * sum    [out] [n]; in place is legal.
 * total  [out] the sum of all values; may be NULL.
 * value  [in] [n].
 * Returns KG_OK, KG_OVERFLOW (the sum of all values does not fit the array's type), KG_ARGUMENT.
 * O(n), each value read and each sum written once; no temporary memory.
 *
 * Row offsets from degrees: scan n + 1 counts of which the last is 0.
 */
kg_status kg_array_exclusive_scan_u32(
    uint32_t *sum, uint64_t *total, kg_context *context, uint64_t n, const uint32_t *value);
kg_status kg_array_exclusive_scan_u64(
    uint64_t *sum, uint64_t *total, kg_context *context, uint64_t n, const uint64_t *value);
kg_status kg_array_inclusive_scan_u32(
    uint32_t *sum, uint64_t *total, kg_context *context, uint64_t n, const uint32_t *value);
kg_status kg_array_inclusive_scan_u64(
    uint64_t *sum, uint64_t *total, kg_context *context, uint64_t n, const uint64_t *value);

/*
 * One number from many: the sum (of nothing: 0), the least, the greatest.
 *
 * result  [out].
 * value   [in] [n].
 * Returns KG_OK, KG_OVERFLOW (the sum passes 64 bits), KG_ARGUMENT (the least or greatest of n =
 * 0). O(n), no temporary memory.
 */
kg_status kg_array_reduce_sum_u32(
    uint64_t *result, kg_context *context, uint64_t n, const uint32_t *value);
kg_status kg_array_reduce_sum_u64(
    uint64_t *result, kg_context *context, uint64_t n, const uint64_t *value);
kg_status kg_array_reduce_min_u32(
    uint32_t *result, kg_context *context, uint64_t n, const uint32_t *value);
kg_status kg_array_reduce_min_u64(
    uint64_t *result, kg_context *context, uint64_t n, const uint64_t *value);
kg_status kg_array_reduce_max_u32(
    uint32_t *result, kg_context *context, uint64_t n, const uint32_t *value);
kg_status kg_array_reduce_max_u64(
    uint64_t *result, kg_context *context, uint64_t n, const uint64_t *value);

/*
 * Keeps the values whose flag is not 0, in order.
 *
 * kept   [out] [*count]: only so many are written.
 * count  [out] how many flags are set.
 * value  [in] [n].
 * flag   [in] [n].
 * Returns KG_OK, KG_ARGUMENT. O(n), no temporary memory. Not in place.
 */
kg_status kg_array_compact_u32(uint32_t *kept, uint64_t *count, kg_context *context, uint64_t n,
    const uint32_t *value, const uint8_t *flag);
kg_status kg_array_compact_u64(uint64_t *kept, uint64_t *count, kg_context *context, uint64_t n,
    const uint64_t *value, const uint8_t *flag);

/*
 * The positions of the flags that are not 0, increasing. As kg_array_compact_*() of 0..n-1.
 * Returns KG_OK, KG_ARGUMENT, KG_OVERFLOW (n passes the 2^32 positions that index can name).
 */
kg_status kg_array_compact_index_u32(
    uint32_t *index, uint64_t *count, kg_context *context, uint64_t n, const uint8_t *flag);
kg_status kg_array_compact_index_u64(
    uint64_t *index, uint64_t *count, kg_context *context, uint64_t n, const uint8_t *flag);

/*
 * Sorts, the least first.
 *
 * sorted  [out] [n]; in place is legal.
 * value   [in] [n].
 * Returns KG_OK, KG_ARGUMENT, KG_MEMORY.
 * O(n * b) where b is the number of bits in which the values differ; sorted input costs one look.
 * Temporary memory: one array of n values.
 */
kg_status kg_array_sort_u32(
    uint32_t *sorted, kg_context *context, uint64_t n, const uint32_t *value);
kg_status kg_array_sort_u64(
    uint64_t *sorted, kg_context *context, uint64_t n, const uint64_t *value);

/*
 * Sorts keys, the least first, and moves a value along with each; equal keys keep their order.
 *
 * sorted_key    [out] [n], or NULL where the keys are not wanted, which is faster; in place is
 * legal. sorted_value  [out] [n]; in place is legal, independent of the keys. key           [in]
 * [n]. value         [in] [n], or NULL: the positions 0..n-1, which is faster than giving them.
 * Returns KG_OK, KG_ARGUMENT, KG_MEMORY, KG_OVERFLOW (value is NULL and n passes the 2^32 positions
 * that a 32-bit value can name).
 * Cost as kg_array_sort_*(). Temporary memory: one array of n keys and one of n values, a second
 * one of keys where sorted_key is NULL and the keys differ in many bits.
 */
kg_status kg_array_sort_pairs_u32_u32(uint32_t *sorted_key, uint32_t *sorted_value,
    kg_context *context, uint64_t n, const uint32_t *key, const uint32_t *value);
kg_status kg_array_sort_pairs_u32_u64(uint32_t *sorted_key, uint64_t *sorted_value,
    kg_context *context, uint64_t n, const uint32_t *key, const uint64_t *value);
kg_status kg_array_sort_pairs_u64_u32(uint64_t *sorted_key, uint32_t *sorted_value,
    kg_context *context, uint64_t n, const uint64_t *key, const uint32_t *value);
kg_status kg_array_sort_pairs_u64_u64(uint64_t *sorted_key, uint64_t *sorted_value,
    kg_context *context, uint64_t n, const uint64_t *key, const uint64_t *value);

/*
 * The distinct values, increasing.
 *
 * distinct  [out] [*count]; the caller gives room for n. In place is legal.
 * count     [out].
 * rank      [out] [n] or NULL: value[i] is distinct[rank[i]].
 * value     [in] [n].
 * Returns KG_OK, KG_ARGUMENT, KG_MEMORY, KG_OVERFLOW (rank is wanted and n passes 2^32).
 * O(n) where the values span a range of no more than some multiple of n, else as a sort.
 * Temporary memory: O(n).
 */
kg_status kg_array_distinct_u32(uint32_t *distinct, uint64_t *count, uint32_t *rank,
    kg_context *context, uint64_t n, const uint32_t *value);
kg_status kg_array_distinct_u64(uint64_t *distinct, uint64_t *count, uint32_t *rank,
    kg_context *context, uint64_t n, const uint64_t *value);

#ifdef __cplusplus
}
#endif

#include <konig/matrix.h>
#include <konig/permutation.h>
#include <konig/sequence.h>
#include <konig/som.h>
#include <konig/tour.h>
#include <konig/typed.h>

#endif
